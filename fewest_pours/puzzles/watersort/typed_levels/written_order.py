"""Which end of a list is the top, as people write it: 'bottom to top', 'topFirst: false', 'the last unit is the top'.

A phrase decides only where it says so: 'pour the top unit' mentions an end and orders nothing.
"""

import re
from collections.abc import Iterable
from typing import NamedTuple

from fewest_pours.files.bad_input import Misfit
from fewest_pours.files.wording import Sentence
from fewest_pours.puzzles.reading import Order
from fewest_pours.puzzles.watersort.typed_levels.words import WORDS

ARROW = re.compile(r"(?:->|→|➔|⇒|=>|>|\.\.+|…|–|—|~|,\s*\.\.+\s*,|,\s*…\s*,)")
LONGEST_PHRASE = 10_000  # characters; what is longer is a picture or a book
MOST_BETWEEN = 6  # words between the two ends of `from the bottom of the tube up to the top`
LETTERS = {  # a letter for each word that matters; of several lists the last one decides: `up` is in `between` too
    word: letter
    for letter, words in (
        ("-", "between"),
        ("<", "from"),
        ("N", "not"),
        ("U", "up"),
        ("D", "down"),
        ("F", "first"),
        ("L", "last"),
        ("T", "top"),
        ("B", "bottom"),
    )
    for word in WORDS[words]
}
UNSPACED = {"top": "|".join(WORDS["unspaced top"]), "bottom": "|".join(WORDS["unspaced bottom"])}  # without blanks
UNSPACED_LETTERS = "\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7af"
WORD = re.compile(r"[^\W_]+")
ORDER_OF_ENDS: dict[str, Order] = {"T": "top", "B": "bottom"}
OTHER: dict[Order, Order] = {"top": "bottom", "bottom": "top"}
ASIDE = re.compile(r"\([^()]*\)|\[[^\[\]]*\]")  # from bottom (index 0) to top
BACK = re.compile(  # not the verb `get back`
    r"\bback(?=\(\)|\s*=|\s+(?:is|of)\b)|(?<=\bat the )back\b|(?<=\bis the )back\b", re.IGNORECASE
)
ORDERS_OF_STACKS = {
    re.compile(r"\bpush(?:ed|ing)? order\b"): "bottom first",
    re.compile(r"\bpop(?:ped|ping)? order\b"): "top first",
}
INDEX_KEY = re.compile(r"(?:index|idx|position)$", re.IGNORECASE)
CLAUSE = re.compile(r"[,;.()\n]| and | und | et | y | e | и ")


class Written(NamedTuple):
    """An order, the words that say it, and their line and column."""

    order: Order
    words: str
    at: tuple[int, int]


def order_in(phrase: str) -> Order | None:
    """The end at which lists begin, as a phrase says; None if it does not.

    >>> order_in("each tube from bottom to top")
    'bottom'
    >>> order_in("the last colour is the top")
    'bottom'
    """
    phrase = phrase[:LONGEST_PHRASE]
    decided = order_in_words(phrase)
    outside = ASIDE.sub(" ", phrase)
    return decided if decided or outside == phrase else order_in_words(outside)


def order_in_words(phrase: str) -> Order | None:
    """The same, of a phrase whose asides count as words like others.

    In letters: 'first is the bottom' is Fw-B, 'from bottom to top' <B-T, 'bottom up' BU.
    """
    text = spaced(phrase)
    letters = letters_of(text)
    ends = re.sub("[^TB]", "", letters)
    if not ends or "N" in letters:
        return None
    if "F" in letters or "L" in letters:
        found = [order_of_positions(letters_of(clause)) for clause in (text, *CLAUSE.split(text))]
        return next((order for order in found if order), None)
    if len(set(ends)) == 2:
        between = re.split("[TB]", letters, maxsplit=2)[1]
        joined = set(between) <= set("-><UD") and len(between) <= MOST_BETWEEN
        return ORDER_OF_ENDS[ends[0]] if joined else None
    return order_of_one_end(letters)


def order_of_positions(letters: str) -> Order | None:
    """The order in words that pair ends with places: 'first is the bottom, last is the top'"""
    ends = re.sub("[^TB]", "", letters)
    places = re.sub("[^FL]", "", letters)
    if len(ends) != len(places) or not ends:
        return None
    pairs = zip(ends, places, strict=True)
    said = {ORDER_OF_ENDS[end] if place == "F" else OTHER[ORDER_OF_ENDS[end]] for end, place in pairs}
    return said.pop() if len(said) == 1 else None


def order_of_one_end(letters: str) -> Order | None:
    """The order in words that name one end: 'bottom', 'bottom up', 'from the top'"""
    end = re.sub("[^TB]", "", letters)[0]
    alone = letters.strip("-") == end
    away = re.search("T-?D|B-?U|<-?[TB]", letters)  # 'top down', 'bottom up', 'from the top'
    return ORDER_OF_ENDS[end] if alone or away else None


def order_of_key(key: str, value: object) -> Order | None:
    """The order that a key of JSON and its value say: ('bottomFirst', 'true'), ('order', 'bottom to top')"""
    if not isinstance(value, str):
        return order_in(key)
    if INDEX_KEY.search(key) and value in ("0", "-1"):  # bottomIndex: 0
        return order_in(f"{key}: {'first' if value == '0' else 'last'}")
    spoken = value.casefold()
    if spoken in ("true", "yes", "1"):
        return order_in(key)
    if spoken in ("false", "no", "0"):
        order = order_in(key)
        return OTHER[order] if order else None
    order = order_in(f"{key}: {value}")
    if order is None and names_nothing(key):
        return order_in(value)
    return order


def names_nothing(key: str) -> bool:
    """Whether a key names neither an end nor a place nor a direction, as `order` does not: its value decides alone."""
    words_in_between = set("w-<")
    return set(letters_of(spaced(key))) <= words_in_between


def spaced(phrase: str) -> str:
    """The phrase in lower case, with blanks between the words of names such as bottomToTop and bottom_first."""
    indexed = BACK.sub("last", phrase.replace("[-1]", " last ").replace("[0]", " first "))
    apart = re.sub(r"(?<=[a-zà-ÿ])(?=[A-Z])", " ", indexed).replace("_", " ").replace("'", " ").replace("’", " ")
    lower = re.sub(r"(?<=[^\W_])-(?=[^\W_])", " ", apart.casefold())
    for pattern, order in ORDERS_OF_STACKS.items():
        lower = pattern.sub(order, lower)
    # 'topdown' and 'bottomtotop' are written as one word.
    return re.sub(r"\b(top|bottom)(down|up|first|last|to)(?=top|bottom|\b)", r"\1 \2 ", lower)


def letters_of(text: str) -> str:
    """A letter for each word, those of LETTERS or w; > for an arrow.

    >>> letters_of("red from bottom up to top")
    'w<BU-T'
    """
    for end, words in UNSPACED.items():
        text = re.sub(words, f" {end} ", text)
    text = re.sub(f"[{UNSPACED_LETTERS}]+", " to ", text)  # what else is written without blanks stands between the ends
    letters = ""
    for found in re.finditer(rf"{ARROW.pattern}|{WORD.pattern}", text):
        word = found[0]
        letters += LETTERS.get(word, "w") if WORD.fullmatch(word) else ">"
    return letters


def agreed(written: Iterable[Written]) -> Written | None:
    """What is written of the order, None if nothing. Raises Misfit for two orders."""
    first: Written | None = None
    for each in written:
        if first is None:
            first = each
        elif each.order != first.order:
            both = f"`{first.words}` and `{each.words}` contradict each other"
            words = f"{both}, expected one order; --top-first or --bottom-first settles it"
            raise Misfit(Sentence(words, "two_orders", one=str(first.words), other=str(each.words)), at=each.at)
    return first
