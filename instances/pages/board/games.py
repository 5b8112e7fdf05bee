"""A game as a client sends it: read in a worker, under limits that the system enforces.

Nothing here runs in the server, which would keep other clients waiting.
"""

from functools import cached_property
from typing import Annotated

import msgspec
from msgspec import Meta

from instances.drawing.colors import NAMES, looks
from instances.pages.board.workers import Say
from instances.pages.page import shown
from instances.puzzles.loading import Loaded, loaded
from instances.puzzles.puzzle import Instance
from instances.puzzles.watersort.rules import HIDDEN, Deal
from instances.reading.yaml_files import Data, write_yaml
from instances.running.processes import restrict

PASTED = "pasted"  # name of a level that has none
MOST_PARTS = 5_000  # of a level: units and beakers, blocks, or cells
SECONDS, MEBIBYTES = 10, 1024  # for reading a level


class Game(msgspec.Struct, dict=True):
    """POST /play, /answer: a level in any notation that `import` reads, and the moves made."""

    text: str
    moves: Annotated[list[list[Annotated[int, Meta(ge=0)]]], Meta(max_length=2_000)] = []

    @cached_property
    def loaded(self) -> Loaded:
        """Raises BadInput, and ValueError for a level that is too large."""
        found = loaded(PASTED, self.text)
        parts = found.puzzle.drawing.state(found.instance)
        if len(parts) + sum(len(part) for part in parts if isinstance(part, list)) > MOST_PARTS:
            raise ValueError(f"a {found.puzzle.name} level of over {MOST_PARTS} parts")
        return found

    @cached_property
    def positions(self) -> list[Instance]:
        """Before and after each move. Raises RuleBroken, and what `loaded` raises."""
        return self.loaded.puzzle.taps.played(self.loaded.instance, self.moves)


def play(game: Game, say: Say) -> None:
    """Report the level as the page shows it, its positions, and which rule the last one breaks."""
    restrict(SECONDS, MEBIBYTES)
    say(described(game.loaded, game.positions))


def picture(content: bytes, say: Say) -> None:
    """Report the level in a picture as `play` does, and what is unsure in it. A child process reads it."""
    found = loaded("picture", content)
    say(described(found, [found.instance]) | {"unsure": found.unsure})


def described(found: Loaded, positions: list[Instance]) -> Data:
    """The level as the page shows it, its positions, and which rule the last one breaks."""
    puzzle, instance, notes, *_ = found
    colors = puzzle.drawing.colors(instance)
    if isinstance(instance, Deal):  # the editor may add any other colour
        colors = colors | looks([*instance.unseen, *NAMES, HIDDEN]) | colors
    level = {"puzzle": puzzle.name, "text": write_yaml(puzzle.document(instance)), "notes": notes}
    states = [puzzle.drawing.state(position) for position in positions]
    verdict = {"remark": puzzle.taps.remark(positions[-1]), "done": puzzle.taps.done(positions[-1])}
    return level | shown(puzzle, instance, colors) | {"states": states} | verdict
