"""Text that people wrote, made safe for a terminal, an error message or a page."""

LONGEST = 200  # characters of a message


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
    line = printable(" ".join(text[: 4 * LONGEST].split())) + (text[4 * LONGEST :] and "...")
    half = (LONGEST - 3) // 2
    return line if len(line) <= LONGEST else f"{line[:half]}...{line[-half:]}"


def end_of(text: str) -> tuple[int, int]:
    """The line and column just after the text."""
    lines = text.split("\n")
    return len(lines), len(lines[-1]) + 1
