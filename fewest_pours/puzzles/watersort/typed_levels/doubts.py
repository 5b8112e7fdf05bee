"""Why a text of a level is refused: two readings stand, or the one that stands makes no sense."""

import re
from itertools import pairwise

from fewest_pours.files.bad_input import Misfit
from fewest_pours.files.wording import LONGEST, Sentence
from fewest_pours.puzzles.watersort.file_format import counts_advice
from fewest_pours.puzzles.watersort.rules import HIDDEN
from fewest_pours.puzzles.watersort.typed_levels.evidence import TextReading

COUNT_OR_LINE = r"\D+(?:\s|[*×(]\s*)[1-9]\d?|[1-9]\d?\s*[x×*]?\s+\D+|[-=*_~+#]{2,}"  # `red 2`, `2x red`, `----`
CALL = re.compile(r"\w\(.*\w\(|\.\w+\(")  # tubes.get(0).push(RED


def two_readings(one: TextReading, other: TextReading) -> Misfit:
    """For a text of which two readings stand: where they differ, whole, as long messages are cut in the middle."""
    first = own_part(one, other)
    second = own_part(other, one)
    begin = "the counts allow two readings, expected one: "
    end = f"; {what_settles(one, other)}"
    most = (LONGEST - len(f"{begin}; or {end}")) // 2
    if len(first + second) > 2 * most:
        first, second = shortened(first, most), shortened(second, most)
    both = f"{first}; or {second}" if first and second else f"{first or second}; or not"
    return Misfit(Sentence(begin + both + end, "two_readings", one=first or one.name, other=second or other.name))


def shortened(text: str, most: int) -> str:
    return text if len(text) <= most else f"{text[: most - 3]}..."


def own_part(reading: TextReading, other: TextReading) -> str:
    """The parts of its name that the other reading does not share; if they share all, a beaker that differs."""
    mine = [part for part in reading.parts if part not in other.parts]
    if {*reading.parts} == {*other.parts}:
        pairs = zip(reading.beakers, other.beakers, strict=False)
        place = next(place for place, (ours, theirs) in enumerate(pairs) if ours != theirs)
        mine = [f"beaker {place + 1} is {' '.join(color for color, _ in reading.beakers[place]) or 'empty'}"]
    return ", ".join(mine)


def what_settles(one: TextReading, other: TextReading) -> str:
    """What a person may do so that one of two readings stands alone."""
    if one.layout.columns != other.layout.columns:
        return "write a beaker a line"
    if one.meaning.one_spelling != other.meaning.one_spelling:
        return "spell each colour in one way"
    if one.meaning.how != other.meaning.how:
        return "write `.` for empty"
    if one.capacity != other.capacity:
        return "--capacity settles it"
    if one.order != other.order:
        return "--top-first settles it"
    if len(one.beakers) != len(other.beakers):
        return "write `empty` for each empty beaker"
    return "write lists as JSON"


def expect_even(reading: TextReading) -> None:
    """Raise Misfit for colours that do not fill whole beakers, at the first unit of one; `parse` finds other faults."""
    if HIDDEN in reading.meaning.word.values() or max(map(len, reading.beakers)) > reading.capacity:
        return
    advice = counts_advice(reading.deal)
    if reading.solved:
        # A solved level has no room for a pour that matters, so it is taken only if its layout leaves out nothing
        # (`likeliest` in decision.py). This one leaves out blank cells in front of units (`holes` in line_layouts.py),
        # or counts as if it left out a line, as all lines are indented or places show beakers (`as_if_left_out` there).
        words = f"solved already, read as {reading.name}: expected no blanks in front of its lines, and no blank cells"
        raise Misfit(Sentence(words, "solved_already", reading=reading.name))
    if not advice:
        words = f"perhaps it was read wrongly, as {reading.name}: the numbers above it count something else"
        raise Misfit(Sentence(words, "numbers_count_other_things", reading=reading.name))
    (_, beaker, unit), wrong = advice[0]
    color, _ = reading.beakers[int(beaker)][int(unit)]
    cell = next(cell for row in reading.layout.rows for cell in row if reading.meaning.word[cell] == color)
    words = f"perhaps it was read wrongly, as {reading.name}: {wrong}"
    raise Misfit(Sentence(words, "read_wrongly", reading=reading.name, wrong=wrong), at=cell.at)


def expect_sense(reading: TextReading) -> None:
    """Raise Misfit for a level without room for a pour, for statements of a program, and for what may be a count."""
    if not (reading.solved or reading.playable):
        wrong = f"every beaker is full, read as {reading.name}: expected `empty` for each empty one"
        raise Misfit(Sentence(wrong, "all_full", reading=reading.name))
    cells = [cell for row in reading.layout.rows for cell in row]
    call = next(filter(CALL.search, cells), None)
    if call:
        message = f"`{call}` looks like a statement of a program, expected the lists alone"
        raise Misfit(Sentence(message, "statement_of_a_program", text=str(call)), at=call.at)
    doubtful: set[str] = {cell for cell in cells if reading.meaning.word[cell] and re.fullmatch(COUNT_OR_LINE, cell)}
    doubtful = doubtful or numbers_that_may_count(reading)
    if doubtful:
        first = min(doubtful)
        message = f"`{first}` may be a count or a line, expected each unit by itself"
        raise Misfit(Sentence(message, "count_or_line", text=str(first)))


def numbers_that_may_count(reading: TextReading) -> set[str]:
    """The units that are numbers, if letters or words are units too and the numbers may count these:

    - some word is longer than a letter: `red 2 blue 2`
    - numbers and letters take turns: `r 2 b 2`
    - the first beaker holds all the numbers and nothing else, as a head does: `4 3` above `r g b` and `g b r`
    """
    units = {color for beaker in reading.beakers for color, _ in beaker}
    numbers = {unit for unit in units if re.fullmatch(r"[x×*]?[1-9]\d?[x×*]?", unit)}
    words = [unit for unit in units if unit.isalpha()]
    if not words:
        return set()
    has_long_word = any(len(word) > 1 for word in words)
    neighbours = [(upper, lower) for beaker in reading.beakers for (upper, _), (lower, _) in pairwise(beaker)]
    take_turns = all((upper in numbers) != (lower in numbers) for upper, lower in neighbours)
    first, *others = [{unit for unit, _ in beaker} for beaker in reading.beakers]
    are_head = first == numbers and not any(numbers & other for other in others)
    return numbers if has_long_word or take_turns or are_head else set()
