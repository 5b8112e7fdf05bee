"""Mistakes in what people write: BadInput names the file, Misfit the place in its text or data."""

from pathlib import Path

from fewest_pours.files.wording import Sentence, one_line, with_data_of

Place = tuple[str | int, ...]  # ('beakers', 2, 0): the path to a value


class BadInput(Exception):
    """A file that cannot be used; str() is one line `file:line:column: what is wrong, what was expected`.

    message: the same without the place. at: the line and column.
    """

    def __init__(self, path: str | Path, message: str, line: int = 1, column: int = 1) -> None:
        super().__init__(message_at(path, message, line, column))
        self.message = with_data_of(message, one_line(message))
        self.at = (line, column)


def message_at(path: str | Path, message: str, *place: int) -> str:
    """A message about a place in a file, in one line whatever it contains: 'file:3: what is wrong'"""
    return f"{':'.join((one_line(str(path)), *map(str, place)))}: {one_line(message)}"


def message_of(error: Exception) -> str:
    """What an error says, with its data if it was made of a Sentence."""
    first = error.args[0] if error.args else ""
    return first if isinstance(first, Sentence) else str(error)


class Misfit(Exception):
    """What is wrong in a text or its data, with the place in the data, or line and column.

    message: what is wrong, as it was given; str() loses the data of a Sentence.
    """

    def __init__(self, message: str, place: Place = (), at: tuple[int, int] | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.place = place
        self.at = at
