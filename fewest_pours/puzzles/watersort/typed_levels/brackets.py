"""The groups in a text with brackets of any language, from its tokens."""

import re

from fewest_pours.files.bad_input import Misfit
from fewest_pours.files.yaml_files import MAX_DEPTH, MAX_VALUES
from fewest_pours.puzzles.watersort.typed_levels.groups import Entry, Group, Key, arguments_of, holds_lists
from fewest_pours.puzzles.watersort.typed_levels.layout import TOO_LARGE
from fewest_pours.puzzles.watersort.typed_levels.tokens import Token

CLOSING = {"[": "]", "(": ")", "{": "}"}
NAME = re.compile(r"(?!\d+$)[\w.:!<>&*%$@#-]+")  # of a type or a function
SUM = re.compile(r"(?P<times>\*[1-9]\d{0,5})?(?:\+\+?|@|\.concat)")  # between lists
SIGNS_OF_SPREADING = ("*", "...")  # in front of a list
TIMES = re.compile(r"\*([1-9]\d{0,5})")


class NotLists(Exception):
    """The text is not made of lists in brackets alone."""


def expect_shallow(tokens: list[Token], text: str) -> None:
    """Raise Misfit for brackets that are nested deeper than any level."""
    depth = 0
    for token in tokens:
        depth += (token.kind == "open") - (token.kind == "close")
        if depth > MAX_DEPTH:
            raise Misfit(f"nested deeper than {MAX_DEPTH}, expected one plain puzzle", at=place_of(text, token.start))


def place_of(text: str, start: int) -> tuple[int, int]:
    """The line and column of a character."""
    return text.count("\n", 0, start) + 1, start - text.rfind("\n", 0, start)


class Opened:
    """A group that is being read: its entries so far, and what was seen since the last separator.

    words: names or units; key: the name before an assignment; ended: whether a group stands there. whole: the group to
    which others are added, `[[1, 2]] + [[]]`; addend: what was added last; adds: whether the next group will be added.
    """

    def __init__(self, bracket: str, start: int) -> None:
        self.group = Group(bracket, start)
        self.words: list[Token] = []
        self.key: Key | None = None
        self.ended = False
        self.whole = self.group
        self.addend: list[Entry] = []
        self.adds = False

    def forget_words(self) -> None:
        self.words = []
        self.key = None

    def take_word(self, word: Token) -> None:
        ending = SUM.fullmatch(word.text) if self.ended else None
        if ending:
            if ending["times"]:  # `*2+` between two lists
                self.words.append(word._replace(text=ending["times"]))
            self.repeat_addend()
            self.adds = True
            self.ended = False
        else:
            self.words.append(word)

    def take_assignment(self) -> None:
        """A sign such as `=`: the words in front are a name; or a type, if the name stands before it."""
        if self.ended and not self.words:
            self.take_group_as_type()
        elif self.ended or not self.words:
            raise NotLists
        elif self.words[-1].text.endswith("+"):  # tubes +=
            self.take_longer_list()
        elif self.key is None:
            name = self.words[-1].text.strip("\"'")
            self.key = Key(name, phrase_of(self.words), self.words[0].start)
        self.words = []  # those of a type are forgotten: `tubes: string[][] =`

    def take_group_as_type(self) -> None:
        """Take back a group that is the type of a name: `tubes: List[List[Int]] =`"""
        last = self.group.entries.pop() if self.group.entries else None
        if last is None or last.key.name is None:
            raise NotLists
        self.key = last.key
        self.ended = False

    def take_group(self, inner: Group, start: int) -> None:
        """An inner group; the words in front name it. Behind a group they would be a method or an operator."""
        if inner.bracket == "{" and self.ended and not self.words:
            self.reopen_constructor()
        names = all(NAME.fullmatch(word.text) for word in self.words)
        if not names or (self.ended and self.words):
            raise NotLists
        key = self.key or Key(None, phrase_of(self.words), self.words[0].start if self.words else start)
        if self.adds:
            # `.concat` was taken as a sum, so its parentheses stand without a name: `.concat([[]])` adds [[]]. Behind a
            # name they are a list themselves, `+ listOf(listOf())`.
            self.add(inner if self.words else arguments_of(inner))
        elif self.key is None and key.phrase in SIGNS_OF_SPREADING and holds_lists(inner):  # [[1, 2], *[[]]]
            self.whole = self.group
            self.add(inner)
        else:
            self.whole = inner
            self.addend = [*inner.entries]
            self.group.entries.append(Entry(inner, key, self.group.semicolons))
        self.forget_words()
        self.adds = False
        self.ended = True

    def take_longer_list(self) -> None:
        """The list with this name, to which the next group is added: `tubes += [[]]`"""
        name = phrase_of(self.words).rstrip("+ ")
        lists = [entry.value for entry in self.group.entries if entry.key.name == name]
        if len(lists) != 1 or not isinstance(lists[0], Group):
            raise NotLists
        self.whole = lists[0]
        self.adds = True

    def add(self, inner: Group) -> None:
        """Add the entries of a group to the whole; in a new row where semicolons part rows, `[1; 2] @ [3]`."""
        self.whole.split_words()
        inner.split_words()
        self.addend = inner.entries
        if self.whole.semicolons or inner.semicolons:
            first_row = self.whole.semicolons + 1 if self.whole.entries else 0
            self.addend = [entry._replace(row=first_row + entry.row) for entry in inner.entries]
            self.whole.semicolons = first_row + inner.semicolons
        self.whole.entries += self.addend
        self.whole.expect_few_values()

    def repeat_addend(self) -> None:
        """Add the last group again, as often as the words behind it say: `[[]] * 2`"""
        if not self.words:
            return
        times = TIMES.fullmatch("".join(word.text for word in self.words))
        if not times:
            raise NotLists
        more = int(times[1]) - 1
        if more * len(self.addend) > MAX_VALUES:
            raise Misfit(TOO_LARGE)
        rows = 0  # of the matrix that each copy fills
        if self.addend and self.whole.semicolons:
            rows = self.addend[-1].row - self.addend[0].row + 1
        for number in range(1, more + 1):
            self.whole.entries += [entry._replace(row=entry.row + rows * number) for entry in self.addend]
        self.whole.semicolons += rows * more
        self.whole.expect_few_values()
        self.words = []

    def reopen_constructor(self) -> None:
        """Take back the arguments in front of what a constructor fills in: `new List<int>() {1, 2}`"""
        last = self.group.entries[-1]
        if last.key.phrase and isinstance(last.value, Group) and last.value.bracket == "(" and not last.value.entries:
            self.key = self.group.entries.pop().key
            self.ended = False

    def end_entry(self) -> None:
        """End what was seen since the last separator."""
        if self.adds:
            raise NotLists
        if self.ended:  # the group has taken the key, and words behind it say how often it is repeated
            self.repeat_addend()
        if self.words:
            stray = not self.group.bracket and self.key is None
            if stray:
                raise NotLists
            key = self.key or Key(None, "", self.words[0].start)
            self.group.entries.append(Entry(self.words, key, self.group.semicolons))
        elif self.key is not None:
            raise NotLists
        self.forget_words()
        self.ended = False

    def take_separator(self, kind: str) -> None:
        inside_brackets = kind == "line" and self.group.bracket
        name_alone = kind == "line" and not self.words and not self.ended  # `tubes =` may stand in a line of its own
        if inside_brackets or name_alone:
            return
        self.end_entry()
        self.group.has_commas |= kind == "comma"
        self.group.semicolons += kind == "semicolon"


def phrase_of(words: list[Token]) -> str:
    return " ".join(word.text for word in words)


def group_at(tokens: list[Token], place: int, bracket: str) -> tuple[Group, int]:
    """The group that begins at this token, and the place behind it; bracket '': the whole text."""
    opened = Opened(bracket, tokens[place - 1].start if bracket else 0)
    while place < len(tokens):
        token = tokens[place]
        place += 1
        if token.kind == "open":
            inner, place = group_at(tokens, place, token.text)
            opened.take_group(inner, token.start)
        elif token.kind == "close":
            if token.text != CLOSING.get(bracket):
                raise NotLists
            opened.end_entry()
            opened.group.expect_few_values()
            return opened.group, place
        elif token.kind == "assign":
            opened.take_assignment()
        elif token.kind in ("word", "string"):
            opened.take_word(token)
        else:
            opened.take_separator(token.kind)
    if bracket:
        raise NotLists
    opened.end_entry()
    return opened.group, place
