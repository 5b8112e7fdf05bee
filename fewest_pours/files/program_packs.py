"""Several levels in one program, `level1 = [[...]]` and `level2 = [[...]]`, or `levels = [[[...]], [[...]]]`.

Only brackets are looked at, so that any language will do: a level is a bracket that holds lists of units, or an object
with such a bracket under a key.
"""

import re
from dataclasses import dataclass, field

from fewest_pours.files.level_names import are_names_of_levels, repeats_each_unit
from fewest_pours.files.yaml_packs import MOST_TEXT

# Each repetition is bounded: what is opened many times and never closed would else be followed to its end each time.
STRING = r'"(?:\\.|[^"\\\n]){0,300}+"|(?<!\w)\'(?:\\.|[^\'\\\n]){0,300}+\'(?!\w)'
COMMENTS = (
    r"//[^\n]*",
    r"/\*(?:(?!\*/)[\s\S]){0,2000}+\*/",
    r"(?:^|(?<=\s))[#%](?![0-9A-Fa-f]{3,8}\b)[^\n]*",  # Python's and Erlang's, but not a hue such as #ff0000
    r"^[ \t]*--\s[^\n]*",  # Lua's, alone in its line
)
SCAN = re.compile(
    rf"(?P<string>{STRING})|(?P<comment>{'|'.join(COMMENTS)})|(?P<open>[\[({{])|(?P<close>[\])}}])", re.MULTILINE
)
# The name and number in front of a bracket, `level_12 = `, `"stage 3": `, `levels[7] = new Level`: the word is 'level',
# '', 'levels'. Not `level = ` nor `x1, y = `, as between the number and the bracket there is no `;`, `,` or line end.
NUMBERED = re.compile(
    r"""
    (?P<word> [^\W\d]\w*? | )
    [_\[]? (?P<number> \d{1,4} ) \]?
    ["']? \s*
    (?: [:=(] [^\n;,]* )? $
    """,
    re.VERBOSE,
)
# A name of any words in front of a bracket: `easy = `, `"easy": `, `easy: List<String> = new `, `easy <- list`.
NAMED = re.compile(
    r"""
    (?P<name> [^\W\d]\w* ) ["']? \s*
    (?: :[ ]* [\w<>\[\],\ ]* )?
    (?: => | := | <- | = | : )
    [^=:"']* $
    """,
    re.VERBOSE,
)
WORD = re.compile(r"[^\W_]+")
KEY = re.compile(r"[:=]")
WAY = re.compile(r"solution|moves?|way|path|palette|colou?rs|hints?|goal|target", re.IGNORECASE)
LONGEST_NAME = 200  # characters in front of a bracket that are looked at
MOST_NESTED = 20  # brackets in brackets
CLOSING = {"[": "]", "(": ")", "{": "}"}


@dataclass
class Bracket:
    """text[start:end] is the bracket itself, and `before` the text in front, from the end of the bracket before on."""

    before: str
    start: int
    end: int = 0
    inside: list["Bracket"] = field(default_factory=list)

    @property
    def is_keyed(self) -> bool:
        return bool(KEY.search(self.before))


@dataclass(frozen=True)
class ProgramPack:
    """The places of the levels in a text, and the comments and names outside of them."""

    places: list[tuple[int, int]]
    remarks: list[str]


def program_pack(text: str) -> ProgramPack | None:
    """The levels of a program; None unless there are several."""
    if len(text) > MOST_TEXT:
        return None
    brackets, comments = brackets_and_comments(text)
    levels = [each for each in brackets if is_level(each)]
    remarks: list[str] = []
    if not (are_numbered(levels) or are_named(levels, text)):
        outer = container_of(brackets, text)
        if outer is None:
            return None
        levels = outer.inside
        remarks.append(outer.before)
    places = [(start_of(each, text), each.end) for each in levels]
    remarks += [comment for at, comment in comments if not any(start <= at < end for start, end in places)]
    return ProgramPack(places, remarks)


def brackets_and_comments(text: str) -> tuple[list[Bracket], list[tuple[int, str]]]:
    """The outermost brackets, without types and indexes, [] if they do not match; and where each comment starts."""
    comments: list[tuple[int, str]] = []
    root = Bracket("", 0)
    opened = [root]
    name_start = 0  # where the text in front of the next bracket begins: at the end of the one before it
    for found in SCAN.finditer(text):
        if found["comment"]:
            comments.append((found.start(), found["comment"]))
        elif found["open"]:
            start = found.start()
            opened.append(Bracket(text[max(name_start, start - LONGEST_NAME) : start], start))
            name_start = found.end()
        elif found["close"]:
            closed = opened.pop()
            if not opened:  # it was the root: nothing is open that this could close
                return [], comments
            is_pair = CLOSING[text[closed.start]] == found["close"]
            if not is_pair or len(opened) > MOST_NESTED:
                return [], comments
            closed.end = found.end()
            if is_type_or_index(closed, text):
                # It belongs to the text in front of the next one: `int[] levels[2] = ` in `int[] levels[2] = [...]`.
                name_start = closed.start - len(closed.before)
            else:
                name_start = closed.end
                opened[-1].inside.append(closed)
    are_closed = opened == [root]
    return (root.inside if are_closed else []), comments


def is_type_or_index(bracket: Bracket, text: str) -> bool:
    """Whether a bracket is a type or an index: int[][], List[str], []string, levels[1]"""
    if text[bracket.start] != "[":
        return False
    before = text[bracket.start - 1 : bracket.start]
    if before.isalnum() or before == "_":
        return True
    is_empty = not text[bracket.start + 1 : bracket.end - 1].strip()
    behind = text[bracket.end : bracket.end + 1]
    return is_empty and (before in ("]", ">") or behind == "[" or behind.isalpha())


def is_level(bracket: Bracket) -> bool:
    """Whether a bracket may be a level: lists of units; alone in the arguments of a function; or under a key."""
    keyed = [each for each in bracket.inside if each.is_keyed]
    if keyed:
        return any(map(is_level, keyed))
    if len(bracket.inside) == 1:
        return is_level(bracket.inside[0])
    return len(bracket.inside) > 1 and not any(each.inside for each in bracket.inside)


def are_numbered(levels: list[Bracket]) -> bool:
    """Whether there are several levels, at least two with numbers behind one name, and none a solution or a palette."""
    names = list(filter(None, (NUMBERED.search(each.before) for each in levels)))
    has_other_list = any(WAY.search(last_line(each.before)) for each in levels)
    return len(names) > 1 and len({name["word"] for name in names}) == 1 and not has_other_list


def are_named(levels: list[Bracket], text: str) -> bool:
    """Whether the levels have names of any words in front, `easy = [`."""
    found = [NAMED.search(last_line(each.before)) for each in levels]
    names = [each["name"] for each in found if each]
    units = [WORD.findall(text[each.start : each.end]) for each in map(lists_alone, levels)]
    return len(names) == len(levels) and are_names_of_levels(names) and all(map(repeats_each_unit, units))


def lists_alone(level: Bracket) -> Bracket:
    """The lists of units of a level, without what stands beside them under other keys."""
    inside = [each for each in level.inside if each.is_keyed and is_level(each)]
    return lists_alone(inside[0]) if inside else level


def container_of(brackets: list[Bracket], text: str) -> Bracket | None:
    """The bracket that holds several levels and nothing else, in however many brackets it lies; None if none does."""
    filled = [each for each in brackets if each.inside]
    if len(filled) != 1:
        return None
    outer = filled[0]
    return outer if holds_levels(outer, text) else container_of(outer.inside, text)


def holds_levels(bracket: Bracket, text: str) -> bool:
    """Whether a bracket holds several levels and nothing else, without names, or under numbers or names of levels."""
    levels = bracket.inside
    if len(levels) < 2 or not all(map(is_level, levels)):
        return False
    has_names = any(each.is_keyed for each in levels)
    return not has_names or are_numbered(levels) or are_named(levels, text)


def start_of(level: Bracket, text: str) -> int:
    """Where a level starts: at its key, or the name of the function whose arguments it is."""
    has_name = level.is_keyed or text[level.start] == "("
    if not has_name:
        return level.start
    return level.start - len(last_line(level.before).lstrip())


def last_line(before: str) -> str:
    """What stands right in front of a bracket: behind the last separator and the last end of a line."""
    return re.split(r"[;,\n]", before)[-1]
