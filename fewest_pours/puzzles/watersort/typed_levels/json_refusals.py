"""Why levels in JSON are refused: functions return the Misfit, with the place of the fault."""

from fewest_pours.files.bad_input import Misfit, Place
from fewest_pours.files.validation import shown
from fewest_pours.files.wording import Sentence

NO_LISTS = Sentence('not a list of lists, expected beakers such as [["red", "blue"], []]', "no_list_of_lists")


def changing(key: str, value: object, where: Place) -> Misfit:
    """For a key that changes the level."""
    unsupported = "locks, covers, other rules and extra beakers are not supported"
    words = f"'{key}' is {shown(value)}: {unsupported}, expected none"
    return Misfit(Sentence(words, "changes_the_level", key=key), where)


def not_understood(key: str, where: Place, wanted: str) -> Misfit:
    """For a key that may change the level. wanted: 'beakers', or in an object that is a beaker 'units'."""
    words = f"'{key}' is not understood, expected {wanted} and a capacity only"
    return Misfit(Sentence(words, "key_not_understood", key=key), where)
