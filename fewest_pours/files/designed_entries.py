"""Entries of packs as `design --json` writes them: {"level": {"puzzle": "watersort", ...}, "plan": [...], "seed": 7}"""

import msgspec

from fewest_pours.files.yaml_files import Data

DESIGNED = ("plan", "solutions", "measures", "seed")  # what `design --json` writes beside a level


def level_of_entry(entry: bytes) -> bytes:
    """The puzzle file that an entry has under `level`, as `design --json` writes it; any other entry as it is.

    Beside it may stand scalars and what `design` writes: {"level": {"puzzle": "watersort", ...}, "seed": 7}. An entry
    is kept whole, which its reader refuses, if what stands beside may contradict the puzzle file: a key that is in
    both, such as `capacity`, or other lists and objects, such as `tubes`.
    """
    if not entry.startswith(b"{"):
        return entry
    data = msgspec.json.decode(entry)
    if not has_puzzle_file(data) or key_beside_level(data) is not None:
        return entry
    return bytes(msgspec.json.decode(entry, type=dict[str, msgspec.Raw])["level"])


def has_puzzle_file(entry: Data) -> bool:
    """Whether an entry has a puzzle file under `level`."""
    level = entry.get("level")
    return isinstance(level, dict) and "puzzle" in level


def key_beside_level(entry: Data) -> str | None:
    """The first key beside `level` that may say something else about the level: other beakers, another capacity."""
    for key, value in entry.items():
        may_stand_beside = key in DESIGNED or not isinstance(value, list | dict)
        is_in_both = key in entry["level"] and key != "name"
        if key != "level" and (is_in_both or not may_stand_beside):
            return key
    return None
