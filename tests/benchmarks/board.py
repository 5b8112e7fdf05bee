"""How soon the board answers: whether a position can be won, the fewest pours, and what each pour costs.

    PYTHONPATH=.:tests python tests/benchmarks/board.py [positions]

The positions are those of games under way: a random deal after some pours of the first plan that search finds. Times
are what a player sees in a real browser, from the opening of the position on.
"""

import random
import sys
import tempfile
from pathlib import Path
from statistics import median, quantiles

from helpers.boards import running_board
from helpers.browser import chromium
from instances.puzzles.watersort.files import document, generate
from instances.puzzles.watersort.rules import replay
from instances.reading.yaml_files import write_yaml
from instances.running.limits import Settings, Watch
from search_baseline.solvers import SIDE

SIZES = ((12, 2), (24, 2), (40, 5))
TIMED = """
const [text, done] = arguments, begun = performance.now(), times = {};
const known = {
  "can be won": () => answer.won !== null,
  "fewest": () => answer.won === false || (answer.lower !== null && answer.lower === answer.upper),
  "all rated": () => ratedMoves().every(({kind}) => kind !== "wait"),
};
open({text}, [], false).then(() => {
  const timer = setInterval(() => {
    const seconds = (performance.now() - begun) / 1000;
    for (const [name, holds] of Object.entries(known)) if (holds() || seconds > 60) times[name] ??= seconds;
    if (Object.keys(times).length === 3) clearInterval(timer), done(times);
  }, 5);
});
"""


def position(colors: int, empties: int, seed: int) -> str:
    """The file of a game under way."""
    deal = generate(colors, empties, 4, seed=seed)
    plan = SIDE.solver("watersort").load()(deal, Settings(any_plan=True), Watch(60)).plan or ()
    return write_yaml(document(random.Random(seed).choice(replay(deal, plan)[:-1] or [deal])))


def main(positions: int = 100) -> None:
    with running_board() as board, tempfile.TemporaryDirectory() as profile:
        for page in chromium(Path(profile)):
            page.open(board.address)
            page.shows("verdict", "Can be won")
            for colors, empties in SIZES:
                texts = [position(colors, empties, seed) for seed in range(positions)]
                times = [page.driver.execute_async_script(TIMED, text) for text in texts]
                for name in ("can be won", "fewest", "all rated"):
                    seconds = [each[name] for each in times]
                    summary = f"median {median(seconds):.3f} s, 90 % within {quantiles(seconds, n=10)[-1]:.3f} s"
                    print(f"{colors} x {empties}: {name}: {summary}, worst {max(seconds):.3f} s", flush=True)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
