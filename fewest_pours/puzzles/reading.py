"""What reading a text or a picture that is not a puzzle file finds; each puzzle's record names its readers."""

import re
from collections.abc import Sequence
from typing import Literal, NamedTuple, Protocol

from fewest_pours.files.bad_input import Misfit
from fewest_pours.files.yaml_files import Data

Order = Literal["top", "bottom"]  # the end of a beaker at which its list begins
Notes = list[tuple[tuple[int, int], str]]  # each with its line and column
# What shows that a text is YAML with lists in lists, each with the shortest text of its kind.
NESTED = re.compile(r"^-[ \n] *- .*\n +- ", re.MULTILINE)  # "- - red\n  - blue"
# "- units: [red]", "- id: 1\n  units:\n  - red"
LISTS_IN_OBJECTS = re.compile(r"^ *- +(?:\w+: [^\n]*\n +){0,9}\w+: *(?:\[|\n +- )", re.MULTILINE)
# "capacity: 4\ntubes:\n- [red]": a key with a value in its line, then perhaps comments, then a key with lists below it
KEYED_LISTS = re.compile(
    r"^[ \t]*\w[\w -]*:[ \t]+\S[^\n]*\n(?:[ \t]*(?:#[^\n]*)?\n)*[ \t]*\w[\w -]*:[ \t]*\n[ \t]*- \[", re.MULTILINE
)
LIST_A_LINE = re.compile(r"\s*\[[^][]*\][ ,\t\r]*\n\s*\S")  # [red, blue]


class Settled(NamedTuple):
    """What an option, or the rest of a pack, decides."""

    order: Order | None = None
    capacity: int | None = None


class ClaimedPours(NamedTuple):
    """A number of pours that a file claims to be the fewest, its key, and the place."""

    key: str
    pours: int
    at: tuple[int, int]


class Read(NamedTuple):
    """
    data     of a puzzle file, without a name
    notes    on what was guessed
    order    the end at which the lists begin; None for a puzzle without lists
    other    the data if they begin at the other end, where nothing decides and that is another level
    claims   what the text says of the fewest steps
    shows_order  whether the level itself decides its order
    """

    data: Data
    notes: Notes
    order: Order | None = None
    other: Data | None = None
    claims: tuple[ClaimedPours, ...] = ()
    shows_order: bool = False


class Seen(Protocol):
    """
    data     of a puzzle file, without a name
    notes    on what was left out, and on doubts
    unsure   what is doubtful: (beaker, unit, why), from 0 and from below, None for the whole
    """

    @property
    def data(self) -> Data: ...

    @property
    def notes(self) -> Sequence[str]: ...

    @property
    def unsure(self) -> tuple[tuple[int | None, int | None, str], ...]: ...


def is_data(text: str) -> bool:
    """Whether a text is JSON, or lists in lists in YAML, rather than lines as people type them."""
    is_in_brackets = text.lstrip()[:1] in ("[", "{") and not LIST_A_LINE.match(text)
    in_yaml = (NESTED, LISTS_IN_OBJECTS, KEYED_LISTS)
    return is_in_brackets or any(pattern.search(text) for pattern in in_yaml)


def expect_lists_for(settled: Settled) -> None:
    """Raises Misfit if an option is about lists; for what is read otherwise."""
    if settled != Settled():
        options = "--bottom-first, --top-first and --capacity"
        raise Misfit(f"a puzzle file or a picture, expected lists for {options}")
