"""Why levels in JSON are refused: functions return the Misfit, with the place of the fault."""

from fewest_pours.files.bad_input import Misfit, Place
from fewest_pours.files.validation import shown
from fewest_pours.files.wording import Sentence, counted

NO_LISTS = Sentence('not a list of lists, expected beakers such as [["red", "blue"], []]', "no_list_of_lists")


def changing(key: str, value: object, where: Place) -> Misfit:
    """For a key that changes the level."""
    unsupported = "locks, covers, other rules and extra beakers are not supported"
    words = f"'{key}' is {shown(value)}: {unsupported}, expected none"
    return Misfit(Sentence(words, "changes_the_level", key=key), where)


def other_number(said: tuple[int, str, Place], listed: int, things: str) -> Misfit:
    """For a key that gives a number of things, where the lists hold another. said: the number, its key and place."""
    number, key, where = said
    words = f"'{key}' is {number}, but {counted(listed, things)} are listed, expected the same number"
    return Misfit(Sentence(words, "other_number_listed", key=key, number=number, listed=listed), where)
