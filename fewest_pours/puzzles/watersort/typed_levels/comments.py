"""Comments of many languages in a text: found, blanked out, and kept for what they say.

`//`, `/* */`, `<!-- -->`, and `#` at the beginning of a line or behind a blank are comments wherever they cannot be
units. `--`, `;` and `%` may be signs of a level too: the counts decide, so each is read in both ways.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from fewest_pours.files.program_packs import STRING
from fewest_pours.puzzles.watersort.typed_levels.placed_text import LinesOf, Placed

# Each repetition is bounded: what is opened many times and never closed would else be followed to its end each time.
BLOCK = "|".join(
    opened + rf"(?:(?!{closed})[\s\S]){{0,2000}}+" + closed
    for opened, closed in ((r"/\*", r"\*/"), ("<!--", "-->"), (r"\(\*\s", r"\*\)"), (r"\{-\s", "-}"))
)
SLASHES = r"""(?x:
    (?<![:\w/]) //       # not those of `https://x.y`, nor behind a unit, `r//b`
    (?! \S{0,99} //)     # nor those that part units, `//r//b`
    [^\n]*
)"""
HASH = r"""(?x:
    (?: ^ | (?<=\s) | (?<=[\])},;]) )                       # behind a line end, a blank, a bracket or a separator
    \#+ (?=[^\n]{0,99}\w)                                  # not a line of `###` alone
    (?: \s | (?! [0-9A-Fa-f]{3,8}\b ) (?= [^\W\d] ) )      # `# 1`, `#top`; not `#1`, nor the colour `#ff0000`
    [^\n]*
)"""
# Statements of a program around its lists: imports, types, calls that print, what is returned.
ASSET = (  # what stands above the data of Unity and Godot
    r"%(?:YAML|TAG)\b[^\n]*|--- !u![^\n]*|\[(?:gd_\w+|(?:ext_|sub_)?resource)\b[^\n]*\]|script = \w+\([^\n]*\)"
)
STATEMENT = (
    r"^[ \t]*(?:"
    r"(?:using(?: namespace)?|import|package|extends|use|require|module)\s[^\n=\[\]{}]*"  # import java.util.List;
    r"|from \S+ import\b[^\n]*"
    rf"|{ASSET}"
    r"|<\?php\b|\?>"
    r"|(?:return|export default|module\.exports\s*=) \w+;?"  # return tubes;
    r"|\w+ +:: [^\n=]*"  # tubes :: [[Color]], in Haskell
    r"|(?:export |public )?enum \w+\s*\{[^{}\n]*\};?"  # enum Color { RED, BLUE };
    r"|(?:print|puts|echo|println!?|console\.log|fmt\.Println|System\.out\.println)\b[^\n\[\]{}]*"  # print(tubes)
    r")$"
)
CODE = re.compile(r"^```[^\n]*\n(?P<code>(?:(?!```)[^\n]*\n)*)```[ \t]*$", re.MULTILINE)  # in Markdown
HASHED_WORD = re.compile(r"#\w")
CERTAIN = re.compile(rf"(?P<string>{STRING})|(?P<comment>{BLOCK}|{SLASHES}|{HASH}|{STATEMENT})", re.MULTILINE)
TWO_LETTERS = r"[^\W\d_]{2}"
PERHAPS = {  # signs that may begin a comment, at the beginning of a line or behind a blank, if a word follows
    sign: re.compile(rf"(?P<string>{STRING})|(?P<comment>(?:^|(?<=\s)){comment})", re.MULTILINE)
    for sign, comment in (
        ("--", rf"--(?:(?<=^--)|\s)\s*{TWO_LETTERS}[^\n]*"),  # `-- top first`; at the beginning of a line `--top`
        (";", rf";+\s+{TWO_LETTERS}[^\n;]*$"),  # `; top first`, with no ; behind it, which would part units
        ("%", rf"%+\s*{TWO_LETTERS}[^\n]*"),  # `%top first`, `% top first`
    )
}
MARKS = re.compile(r"^(?:/\*+|<!--|\(\*|\{-|//+|#+|--+|;+|%+)|(?:\*/|-->|\*\)|-})$")


class Text(NamedTuple):
    """A text without comments, and the comments; how: which signs are taken to begin comments."""

    bare: str
    comments: list[Placed]
    how: list[str]


def texts_without_comments(text: str) -> Iterator[Text]:
    """The text without its comments; then, if signs may or may not begin comments, without these too."""
    prose = prose_around_code(without_quote_marks(text))
    first = without(CERTAIN, prose.bare)
    first.comments.extend(prose.comments)
    yield first
    for sign, pattern in PERHAPS.items():
        more = without(pattern, first.bare)
        if more.comments:
            comments = sorted([*first.comments, *more.comments], key=lambda comment: comment.at)
            yield Text(more.bare, comments, [f"`{sign}` begins a comment"])


def without_quote_marks(text: str) -> str:
    """The text without the `> ` in front of each line of a quotation."""
    lines = text.split("\n")
    is_quotation = all(line.startswith("> ") for line in lines if line.strip())
    return "\n".join(" " + line[1:] for line in lines) if is_quotation else text


def prose_around_code(text: str) -> Text:
    """The only block of code in Markdown, and the lines around it, which are comments; other texts as they are."""
    blocks = list(CODE.finditer(text))
    if len(blocks) != 1:
        return Text(text, [], [])
    start, end = blocks[0].span("code")
    opening_line = text.count("\n", 0, start)  # numbers, from 1, of the lines with ```
    closing_line = text.count("\n", 0, end) + 1
    prose = [
        Placed(line.strip(), (number, 1))
        for number, line in enumerate(text.split("\n"), 1)
        if line.strip() and (number < opening_line or number > closing_line)
    ]
    if not prose:
        return Text(text, [], [])
    return Text("\n" * opening_line + text[start:end], prose, [])


def without(pattern: re.Pattern[str], text: str) -> Text:
    """The text with blanks in place of what the pattern finds to be a comment, outside of quotes."""
    parts: list[str] = []
    comments: list[Placed] = []
    lines = LinesOf(text)
    end = 0
    for found in pattern.finditer(text):
        comment = found["comment"]
        start = found.start("comment")
        if comment is None or is_row_of_hashed_words(comment, text, start):
            continue
        words = MARKS.sub("", comment.strip()).strip()
        comments.append(Placed(words, lines.at(start)))
        parts.append(text[end:start])
        parts.append(re.sub(r"[^\n]", " ", comment))
        end = found.end("comment")
    return Text("".join(parts) + text[end:], comments, [])


def is_row_of_hashed_words(comment: str, text: str, start: int) -> bool:
    """Whether the line has several words such as `#red`, which then are units."""
    if not HASHED_WORD.match(comment):
        return False
    line = text[text.rfind("\n", 0, start) + 1 :].partition("\n")[0]
    return len(HASHED_WORD.findall(line)) > 1
