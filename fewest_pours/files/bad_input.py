"""Mistakes in what people write: BadInput names the file, Misfit the place in its text or data."""

from pathlib import Path

from fewest_pours.files.wording import one_line

Place = tuple[str | int, ...]  # ('beakers', 2, 0): the path to a value


class BadInput(Exception):
    """A file that cannot be used; str() is one line `file:line:column: what is wrong, what was expected`.

    message: the same without the place. at: the line and column.
    """

    def __init__(self, path: str | Path, message: str, line: int = 1, column: int = 1) -> None:
        super().__init__(message_at(path, message, line, column))
        self.message = one_line(message)
        self.at = (line, column)


def message_at(path: str | Path, message: str, *place: int) -> str:
    """A message about a place in a file, in one line whatever it contains: 'file:3: what is wrong'"""
    return f"{':'.join((one_line(str(path)), *map(str, place)))}: {one_line(message)}"


class Misfit(Exception):
    """What is wrong in a text or its data, with the place in the data, or line and column."""

    def __init__(self, message: str, place: Place = (), at: tuple[int, int] | None = None) -> None:
        super().__init__(message)
        self.place = place
        self.at = at
