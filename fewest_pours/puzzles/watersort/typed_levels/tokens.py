"""The tokens of a text in any notation: words, strings, brackets, separators, assignments and ends of lines."""

import re
from typing import NamedTuple

from fewest_pours.files.program_packs import STRING
from fewest_pours.puzzles.watersort.typed_levels.spellings import spelt_as_usual

KINDS = {  # of tokens; the first that fits is taken
    "string": STRING,
    "open": r"[\[({]",
    "close": r"[\])}]",
    "comma": ",",
    "semicolon": ";",
    "line": r"\n",
    "assign": r"=>|:=|<-|=|(?<!:):(?![:\w])",  # `a: b`; not the colons of `std::vector`, `:red`, `a:b`
    "word": r"(?:::|:(?=\w)|[^\s\[\](){},;\"'=:])+",
    "other": r"\S",
}
LEXER = re.compile("|".join(f"(?P<{kind}>{pattern})" for kind, pattern in KINDS.items()))
TYPES = re.compile(
    # `[][]` behind a word and in front of a name, `=`, `{` or `(`: int[][] x = {, new int[2][2] {, char x[2][2] = {
    r"(?<=[\w>])(?:\[[\d, ]*\]){1,4}(?=\s*(?:[\w&*]+\s*)?(?:=|:=|\{|\())"
    # `[][]` in front of a word or `>`: [][]string, List<int[]>, [_][2]u8
    r"|(?:\[[\d_]*\]){1,4}(?=[A-Za-z>])"
)
NONE_OF_A_TYPE = re.compile(r"(?<=\bnew )[\w.]+\s*\[0\]")  # new int[0]
TAIL = re.compile(  # what stands behind brackets and says nothing
    r"(?<=[\])}])(?:"
    r"\s*as\s+[\w<>]+"  # `] as const` of TypeScript
    # at the end of the text `].freeze` of Ruby, `].toList();`, `].`; but not what fills a list, `].push()`
    r"|\.(?:(?!push|add|append|insert)\w+(?:\(\))?)?(?=\s*;?\s*$)"
    r"|\.(?=\s*\n)"  # `).` at the end of a line: the facts of Prolog
    r")"
)


class Token(NamedTuple):
    """Token('open', '[', 14): its kind, its text, and the character where it starts."""

    kind: str
    text: str
    start: int


def tokens_of(text: str) -> list[Token]:
    """The tokens of a text without comments, without the types of lists and what stands behind the last list."""
    lists = NONE_OF_A_TYPE.sub(lambda found: "[]".rjust(len(found[0])), spelt_as_usual(text))
    bare = TAIL.sub(blanked, TYPES.sub(blanked, lists))
    return [Token(found.lastgroup or "", found[0], found.start()) for found in LEXER.finditer(bare)]


def blanked(found: re.Match[str]) -> str:
    return " " * len(found[0])
