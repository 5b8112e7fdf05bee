"""A fifth puzzle, the example of docs/extending.md: a row of coins; turning one turns its neighbours too."""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from msgspec import to_builtins
from rich.text import Text

from fewest_pours.files.bad_input import Misfit
from fewest_pours.files.validation import Natural, Record, Word, read_as
from fewest_pours.puzzles.puzzle import Drawing, Frame, Move, Playing, Puzzle, RuleBroken

Turn = int  # the place of a coin, from 0
TURNED = {"H": "T", "T": "H"}


class Known(Record):
    turns: Natural | None = None
    solvable: bool = True


@dataclass(frozen=True)
class Coins:
    """Coins('mine', 'HTTT'): heads, and three tails; all must come to show heads."""

    name: str
    row: str
    known: Known | None = None


def after(row: str, turn: Turn) -> str:
    """after('HTTT', 2) == 'HHHH'"""
    near = range(turn - 1, turn + 2)
    return "".join(TURNED[coin] if i in near else coin for i, coin in enumerate(row))


def replay(coins: Coins, plan: Sequence[Turn]) -> list[str]:
    rows = [coins.row]
    for number, turn in enumerate(plan, 1):
        if not 0 <= turn < len(coins.row):
            raise RuleBroken(f"turn {number}: there is no coin {turn + 1}")
        rows.append(after(rows[-1], turn))
    return rows


def verify(coins: Coins, plan: tuple[Turn, ...]):
    if "T" in replay(coins, plan)[-1]:
        raise RuleBroken(f"after {len(plan)} turns a coin shows tails")


class Document(Record):
    puzzle: Literal["coins"]
    coins: Word
    name: str = ""
    known: Known | None = None


def parse(document: Document) -> Coins:
    if not set(document.coins) <= set("HT"):
        raise Misfit(f"{document.coins!r}, expected H and T", ("coins",))
    return Coins(document.name, str(document.coins), document.known)


def data(coins: Coins) -> dict[str, Any]:
    document = Document(puzzle="coins", name=coins.name, coins=Word(coins.row), known=coins.known)
    return dict(to_builtins(document, enc_hook=str))


def frames(coins: Coins, plan: tuple[Turn, ...]) -> list[Frame]:
    rows = replay(coins, plan)[1:]
    return [Frame(f"coin {t + 1}", replace(coins, row=row), (t,)) for t, row in zip(plan, rows, strict=True)]


def picture(coins: Coins, touched: Sequence[Turn] = ()) -> Text:
    return Text(coins.row)


def generate(length: int, seed: int) -> Coins:
    stream = random.Random(seed)
    row = "".join("T" if stream.random() < 0.5 else "H" for _ in range(length))
    return Coins(f"{length} coins, seed {seed}", row)


def step(start: Coins, position: Coins, move: Move) -> tuple[Turn, Coins]:
    """(3,) turns the third coin."""
    (number,) = move
    if not isinstance(number, int) or not 1 <= number <= len(position.row):
        raise RuleBroken(f"there is no coin {number}")
    turn = number - 1
    return turn, replace(position, row=after(position.row, turn))


def moves(position: Coins) -> Iterator[tuple[Move, Coins]]:
    for turn in range(len(position.row)):
        yield (turn + 1,), replace(position, row=after(position.row, turn))


PUZZLE = Puzzle[Coins, Turn](
    name="coins",
    Instance=Coins,
    steps="turns",
    Document=Document,
    parse=parse,
    document=data,
    picture=picture,
    drawing=Drawing("cells", scene=lambda coins: {}, state=lambda coins: coins.row),
    verify=verify,
    answer=lambda plan: [turn + 1 for turn in plan],
    read_answer=lambda data: tuple(turn - 1 for turn in read_as(list[int], data)),
    frames=frames,
    playing=Playing(step, moves, key=lambda coins: coins.row),
    options={"length": (int, 8, "number of coins")},
    generate=generate,
)
