"""What the keys of level editors' JSON mean: beakers, a capacity, a claim, nothing for the level, or another game."""

import re

from fewest_pours.puzzles.watersort.typed_levels.layout import Things
from fewest_pours.puzzles.watersort.typed_levels.words import WORDS

VESSELS = (
    "tubes?|bottles?|beakers?|vials?|flasks?|glass(?:es)?|columns?|stacks?|containers?|jars?|cups?|pipes?|piles?|tests?"
)
CAPACITY = re.compile(  # tubeCapacity, max_height, unitsPerTube, without signs and in lower case
    rf"(?:(?:max|{VESSELS}|units?|per|each|level|layers?|segments?|slots?|num|number|of|in|color|colour)*)"
    r"(?:capacity|capacities|height|size|volume|depth|length|slots|layers|segments|pertube|perbottle|perbeaker"
    r"|capacidad|kapazität|capacité|capacità)(?:of)?(?:tube|bottle|beaker)?"
)
BEAKERS = re.compile(  # tubes, initialState, level, colors
    rf"(?:.*(?:{VESSELS})|level|data|state|board|initial.*|start.*|liquids?.*|layout|contents?|colou?rs?|units|u)"
)
CHANGES = re.compile(  # of what is inside: locks, unequal capacities, rules
    "lock|frozen|freez|block|(?:^|_)ice|cover|curtain|^keys?$|rule|gravity|oneway|one_way|obstacle|bomb"
    "|chain|special|wild|joker|rainbow|capacities|heights|sizes|goal|target|hide|hidden|mystery|unknown|pinned|disabled|valve|funnel"
    "|forbidden|constraint|modifier|effect|mechanic"
    rf"|(?:extra|spare|additional|bonus)_?(?:{VESSELS})",
    re.IGNORECASE,
)
HIDDEN = re.compile("(?:is)?_?hidden(?:_?(?:units?|cells?|mask|colou?rs?|layers?|segments?|table))?", re.IGNORECASE)
UNLOCKED = re.compile("unlock|clock", re.IGNORECASE)  # when the level may be played, not what is in it
HARMLESS = {*WORDS["keys that change nothing"]}  # and keys made of these words
CLAIM = re.compile(  # minMoves, optimal_solution_length, fewest
    r"(?:min(?:imum|imal)?|optimal|fewest|shortest|best|least|optimum|proven|perfect)_?(?:num(?:ber)?_?(?:of)?_?)?"
    r"(?:moves?|steps?|pours?|solution|length|solution_?length|count|movecount)|(?:optimal|optimum|fewest|shortest)",
    re.IGNORECASE,
)
COLORS = {"color", "colors", "colour", "colours"}
COUNTING = {"num", "number", "count", "total", "n", "of"}
WAYS = {  # lists that are not beakers: moves, colours, places
    "solution", "solutions", "moves", "steps", "history", "hints", "hint",
    "path", "position", "positions", "colors", "colours", "palette",
}  # fmt: skip
FALSE = ("false", "0", "null", "", "none", "no")


def says_nothing(value: object) -> bool:
    """Whether a value is false, zero or empty, or holds nothing else: [false, false]; but [0] may be an index."""
    if isinstance(value, dict):
        return all(map(says_nothing, value.values()))
    if isinstance(value, list):
        return all(says_nothing(each) and each != "0" for each in value)
    return value in FALSE


def words_of(key: str) -> list[str]:
    """The words of a key: 'levelNumber' -> ['level', 'number']"""
    apart = re.sub(r"(?<=[a-z\d])(?=[A-Z])", " ", key)
    return [word for word in re.split(r"[\W_\d]+", apart.lower()) if word]


def is_capacity(key: str) -> bool:
    return bool(CAPACITY.fullmatch(re.sub(r"[\W_]", "", key.lower())))


def is_claim(key: str) -> bool:
    """Whether a number under this key claims to be the fewest pours: minMoves, optimal_solution_length."""
    return bool(CLAIM.fullmatch(key.replace("-", "_")))


def changes_the_level(key: str) -> bool:
    """Whether a key names locks, covers, rules or goals, which make another level of it."""
    return bool(CHANGES.search(key)) and not UNLOCKED.search(key)


def is_hidden(key: str) -> bool:
    """Whether a key says which units players do not see yet."""
    return bool(HIDDEN.fullmatch(key))


def is_harmless(key: str) -> bool:
    """Whether a key, whatever its value, changes nothing in a level."""
    words = words_of(key)
    return bool(words) and HARMLESS.issuperset(words)


def beakers_first(key: str) -> int:
    """For sorting: keys that name beakers, then others."""
    return 0 if BEAKERS.fullmatch("".join(words_of(key))) else 1


def names_vessels(key: str) -> bool:
    """Whether a key says that its lists are beakers: tubes, bottles_initial."""
    return bool(re.search(rf"\b(?:{VESSELS})\b", " ".join(words_of(key))))


def things_counted(key: str) -> Things | None:
    """What a number under this key counts: numTubes, emptyTubes or empties, numColors or colors; None for others."""
    words = [word for word in words_of(key) if word not in COUNTING]
    vessels = [word for word in words if re.fullmatch(VESSELS, word)]
    others = [word for word in words if word not in vessels]
    if others in (["empty"], ["empties"]):
        return "empty beakers"
    if not others and len(vessels) == 1:
        return "beakers"
    is_one_color = key.lower() in ("color", "colour")
    if not vessels and len(set(others)) == 1 and others[0] in COLORS and not is_one_color:
        return "colours"
    return None


def tells_a_way(key: str) -> bool:
    """Whether lists of lists under a key are moves, colours or places, and not a second level."""
    return bool(WAYS.intersection(words_of(key)))
