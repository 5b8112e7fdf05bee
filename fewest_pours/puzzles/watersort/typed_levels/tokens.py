"""The tokens of a text in any notation: words, strings, brackets, separators, assignments and ends of lines."""

import re
from typing import NamedTuple

from fewest_pours.puzzles.watersort.typed_levels.comments import STRING

LEXER = re.compile(
    rf"(?P<string>{STRING})|(?P<open>[\[({{])|(?P<close>[\])}}])|(?P<comma>,)|(?P<semicolon>;)|(?P<line>\n)"
    r"|(?P<assign>=>|:=|=|(?<!:):(?![:\w])|(?<=\w):(?=\w))|(?P<word>(?:::|:(?=\w)|[^\s\[\](){},;\"'=:])+)|(?P<other>\S)"
)
TYPES = re.compile(
    r"(?<=[\w>])(?:\[[\d, ]*\]){1,4}(?=\s*(?:[\w&*]+\s*)?(?:=|:=|\{|\())|(?:\[\d*\]){1,4}(?=[A-Za-z])"
)  # int[][] x =
TAIL = re.compile(  # `as const` of TypeScript, the end in Prolog, `.freeze` of Ruby
    r"(?<=[\])}])\s*as\s+[\w<>]+|(?<=[\])}])\.(?:(?!push|add|append|insert)\w+(?:\(\))?)?(?=\s*;?\s*$)"
)


class Token(NamedTuple):
    """Token('open', '[', 14): its kind, its text, and the character where it starts."""

    kind: str
    text: str
    start: int


def tokens_of(text: str) -> list[Token]:
    """The tokens of a text without comments, without the types of lists and what stands behind the last list."""
    bare = TAIL.sub(blanked, TYPES.sub(blanked, text))
    return [Token(found.lastgroup or "", found[0], found.start()) for found in LEXER.finditer(bare)]


def blanked(found: re.Match[str]) -> str:
    return " " * len(found[0])
