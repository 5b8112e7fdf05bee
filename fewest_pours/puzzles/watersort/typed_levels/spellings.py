"""Lists as only some languages write them, rewritten as most do.

Every character that stays keeps its place. Only a string that is split moves, by one, behind the new bracket.

t(1,:) = [1 2];  t{1} = [1 2];  t[[1]] <- c(1, 2);  t[0] = [1, 2]     t_1 = [1 2]
{[1] = {"r"}, ["b"] = {"r"}}                        of Lua            {1 = {"r"}, "b" = {"r"}}
.{ 1, 2 }                                           of Zig            { 1, 2 }
'((red blue) (blue red))                            of Lisp           ((red blue) (blue red))
(... (red blue) nil)                                                  (... (red blue) ())
[|1, 2 | 2, 1|]                                     of MiniZinc       [1, 2 ; 2, 1]
[Some(Red), Just Blue]                                                [Red, Blue]
([qw(r b)], [qw(b r)])                              of Perl           (qw(r b), qw(b r))
"rb".split("")                                                        ["rb"]
"""

import re

from fewest_pours.files.bad_input import Misfit
from fewest_pours.files.program_packs import STRING

MOST_SHOWN = 40  # characters of a list of numbers

KEY_IN_BRACKETS = re.compile(rf"(?<=[{{,\n])[ \t]*\[[ \t]*(?P<kept>\d{{1,3}}|{STRING})[ \t]*\](?=[ \t]*=[^=])")
INDEX = "|".join(
    (
        r"\[\d{1,3}\](?:\[\d{1,3}\])?",  # [0], [0][1]
        r"\[\[\d{1,3}\]\]",  # [[1]] of R
        r"\{\d{1,3}\}",  # {1} of Matlab
        r"\( *: *, *\d{1,3} *\)|\( *\d{1,3} *, *: *\)",  # (:,1), (1,:)
    )
)
# An element that gets its units: t(1,:) = [1 2]
NUMBERED = re.compile(rf"(?<![\w.])(?P<name>[^\W\d]\w*)(?P<index>{INDEX})(?=\s*(?:=|<-)[^=])")
DOT_OF_ZIG = re.compile(r"(?<![\w\])}])\.(?=\{)")
QUOTE_OF_LISP = re.compile(r"(?:(?<=[\s(])|^)'(?=\()")
ROWS_BETWEEN_BARS = re.compile(r"\[\|([^\[\]]*)\|\]")
NIL_OF_LISP = re.compile(r"(?<=\))(?P<before>\s+)nil\b")
LIST_OF_PERL = re.compile(r"\[\s*(?P<kept>qw\([^()]*\))\s*\]")
SOME_OF_RUST = re.compile(rf"\bSome\((?P<kept>[\w:.]+|{STRING})\)")
JUST_OF_HASKELL = re.compile(rf"\bJust\s+(?P<kept>[\w:.]+|{STRING})")
SPLIT = re.compile(
    rf"(?P<kept>{STRING})[ \t]*\.(?:split|chars|toCharArray|ToCharArray|toList|ToList|characters)\b(?:\([^()\n]*\))?"
)


def spelt_as_usual(text: str) -> str:
    """The text with such lists as most languages write them."""
    text = with_numbers_in_names(KEY_IN_BRACKETS.sub(kept_alone, text))
    for mark in (DOT_OF_ZIG, QUOTE_OF_LISP):
        text = mark.sub(" ", text)
    text = NIL_OF_LISP.sub(lambda found: f"{found['before']}() ", text)
    text = ROWS_BETWEEN_BARS.sub(lambda found: f"[ {found[1].replace('|', ';')} ]", text)
    text = SPLIT.sub(lambda found: f"[{found['kept']}]".ljust(len(found[0])), text)
    for wrapped in (LIST_OF_PERL, SOME_OF_RUST, JUST_OF_HASKELL):
        text = wrapped.sub(kept_alone, text)
    return text


def kept_alone(found: re.Match[str]) -> str:
    """What the group `kept` found, with blanks around it."""
    start, end = (place - found.start() for place in found.span("kept"))
    before = re.sub(r"[^\n]", " ", found[0][:start])
    behind = re.sub(r"[^\n]", " ", found[0][end:])
    return before + found["kept"] + behind


def with_numbers_in_names(text: str) -> str:
    """The text with `t_1 =` for `t[1] =`, where elements of t with different numbers get their units.

    A single one declares a list in C: char t[4][5] = {"rb", "br"}. Raises Misfit for numbers that do not count up.
    """
    numbers: dict[str, list[str]] = {}
    for found in NUMBERED.finditer(text):
        name = found["name"]
        numbers.setdefault(name, []).append(number_in(found))
    for name, each in numbers.items():
        plain = [int(number) for number in each if number.isdigit()]
        if len(plain) > 1 and sorted(plain) not in (list(range(len(plain))), list(range(1, len(plain) + 1))):
            words = ", ".join(each)[:MOST_SHOWN]
            raise Misfit(f"elements {words} of `{name}` get units, expected numbers that count up from 0 or 1")

    def rewritten(found: re.Match[str]) -> str:
        if len(numbers[found["name"]]) == 1:
            return found[0]
        return f"{found['name']}_{number_in(found)}".ljust(len(found[0]))

    return NUMBERED.sub(rewritten, text)


def number_in(element: re.Match[str]) -> str:
    """The number of an element, 0_1 for [0][1]."""
    return "_".join(re.findall(r"\d+", element["index"]))
