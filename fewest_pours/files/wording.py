"""Text that people wrote, made safe for a terminal, an error message or a page."""

from typing import Self

LONGEST = 200  # characters of a message


class Sentence(str):
    """A text in English that also holds what it says as data, for pages that say it in other languages.

    >>> twice = Sentence('row 1 has 2 twice', 'row_has_twice', row=1, value=2)
    >>> twice.data
    {'words': 'row 1 has 2 twice', 'code': 'row_has_twice', 'row': 1, 'value': 2}
    """

    code: str
    values: dict[str, object]

    def __new__(cls, words: str, code: str = "", **values: object) -> Self:
        made = super().__new__(cls, words)
        made.code = code
        made.values = values
        return made

    def between(self, before: str, after: str) -> "Sentence":
        """The sentence with more text around it, which the data leave out."""
        return Sentence(f"{before}{self}{after}", self.code, **self.values)

    @property
    def data(self) -> dict[str, object]:
        values = {key: value.data if isinstance(value, Sentence) else value for key, value in self.values.items()}
        return {"words": str(self), "code": self.code, **values}


def printable(text: str) -> str:
    r"""The text with unprintable characters escaped.

    >>> print(printable('a\x1b[1m'))
    a\x1b[1m

    So control characters, direction marks, line ends and bytes of file names that are not UTF-8 are visible and have no
    effect.
    """
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode("ascii") for c in text)


def why(error: OSError) -> str:
    """The system's message as part of a sentence: 'no such file or directory'"""
    return (error.strerror or str(error)).lower()


def counted(number: int | None, things: str) -> str:
    """A number with its noun, which loses its s for one.

    >>> counted(1, 'pours')
    '1 pour'
    """
    return f"{number} {things.removesuffix('s') if number == 1 else things}"


def first_message(*cases: tuple[object, str]) -> str | None:
    """The message of the first case whose condition holds; None if none does.

    >>> first_message((False, 'too small'), (True, 'too large'))
    'too large'
    """
    return next((message for condition, message in cases if condition), None)


def one_line(text: str) -> str:
    """The text in one line, its middle left out if it is too long: 'a file that is n...ing like a puzzle'"""
    most = 4 * LONGEST  # characters that are looked at, as most of them may be blanks
    line = printable(" ".join(text[:most].split()))
    if len(text) > most:
        line += "..."
    half = (LONGEST - len("...")) // 2
    return line if len(line) <= LONGEST else f"{line[:half]}...{line[-half:]}"


def end_of(text: str) -> tuple[int, int]:
    """The line and column just after the text."""
    lines = text.split("\n")
    return len(lines), len(lines[-1]) + 1


def with_data_of(original: str, words: str) -> str:
    """These words, which were made of another text, with its data if it has any."""
    return Sentence(words, original.code, **original.values) if isinstance(original, Sentence) else words


def spoken_data(text: str) -> dict[str, object]:
    """What a page gets of a text: its words, and the data if it has any."""
    return text.data if isinstance(text, Sentence) else {"words": text}
