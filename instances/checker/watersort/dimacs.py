"""Water sort by clauses in the formats of the field: programs that know nothing of this one can confirm a proof.

    NAME.cnf     DIMACS: the clauses of a deal with the numbers of lrat.py, and comments that name its variables
    NAME.lrat    the steps of a proof as in the lines {"lrat": ...} of a certificate; or the same in NAME.lrat.gz

Some values satisfy the clauses if and only if the deal has a plan. The checker takes the two files in place of a
certificate: it compares the clauses with its own, one by one, and then checks the proof.
"""

import json
from collections.abc import Iterator
from pathlib import Path

from instances.checker.lines import Line, Refused, raw_lines
from instances.checker.lrat import Clause, DepthClauses, bounded, clauses, refute
from instances.checker.watersort import Deal, clauses_of

LEGEND = """\
Water sort. Some values satisfy these clauses if and only if the deal has a plan.
A beaker stands while it holds two colours. Beakers that stand at the start: 0, 1, 2, ... in the order of the file.
A plan takes a run off one of them in each step t = 0, 1, 2, ... A run is a stretch of one colour.
gone(b, k, t)    the k topmost runs of beaker b are gone before step t
digs(b, t)       step t takes the next run off beaker b
home(c, n, t)    before step t, n beakers or more that do not stand hold colour c
opens(t)         step t fills one such beaker more with the colour that it takes
taken(j, k, t)   of the first j terms of the inequality at step t, k or more are true: beakers that stand, homes, opens
"""


def is_proof(path: str | Path) -> bool:
    """Whether the name says that this is no certificate but a proof."""
    return str(path).endswith((".lrat", ".lrat.gz"))


def beside(proof: str | Path) -> Path:
    """The file of the clauses that a proof speaks of."""
    return Path(str(proof).removesuffix(".gz")).with_suffix(".cnf")


def cnf(deal: Deal) -> Iterator[str]:
    """The lines of NAME.cnf, in ASCII and without their ends. Raises Refused for a deal with too many clauses."""
    model = clauses_of(deal)
    given = list(bounded(clauses(model)))
    yield from (f"c {line}" for line in (*LEGEND.splitlines(), *colors(deal)))
    for name, number in model.numbers.items():
        yield f"c {number} = {name[0]}({', '.join(map(json.dumps, name[1:]))})"
    yield f"p cnf {len(model.numbers)} {len(given)}"
    yield from map(written, given)


def colors(deal: Deal) -> Iterator[str]:
    """What the letters stand for: 'colour "a" is "blue"'"""
    letters = dict(zip("".join(deal.spelt()), (word for beaker in deal.beakers for word in beaker), strict=True))
    yield from (f"colour {json.dumps(letter)} is {json.dumps(letters[letter])}" for letter in sorted(letters))


def written(clause: Clause) -> str:
    """written([3, -5]) == '3 -5 0'"""
    return " ".join(map(str, [*clause, 0]))


def counted(deal: Deal) -> list[str]:
    """The proof, where one of the clauses is a contradiction: a colour cannot fill whole beakers."""
    given = list(bounded(clauses(clauses_of(deal))))
    return [f"{len(given) + 1} 0 {given.index([]) + 1} 0"] if [] in given else []


def check_proof(deal: Deal, proof: str | Path) -> None:
    """Refused unless the file proves that the deal has no plan; BadInput for files that cannot be read."""
    model = clauses_of(deal)
    steps = (Line(number, {"lrat": raw.decode("ascii", "replace").strip()}) for number, raw in raw_lines(proof))
    refute(compared(model, beside(proof)), steps)


def named_lines(path: Path) -> Iterator[tuple[int, bytes]]:
    """As raw_lines; what is refused there names the file, as it is not the certificate's own."""
    try:
        yield from raw_lines(path, "the clauses of the proof")
    except Refused as refused:
        raise Refused(1, f"{path.name}:{refused.line}: {refused}") from None


def compared(model: DepthClauses, path: Path) -> Iterator[Clause]:
    """The clauses of the deal; Refused at the first that the file does not say likewise."""
    lines = ((number, raw) for number, raw in named_lines(path) if not raw.startswith(b"c"))
    number, header = next(lines, (1, b""))
    so_far = 0
    for so_far, clause in enumerate(clauses(model), 1):
        number, raw = next(lines, (number + 1, b""))
        if raw.split() != written(clause).encode().split():
            raise Refused(1, f"{path.name}:{number}: not clause {so_far} of the deal, expected {written(clause)}"[:300])
        yield clause
    for number, _ in lines:
        raise Refused(1, f"{path.name}:{number}: the deal has {so_far} clauses and no more")
    expected = f"p cnf {len(model.numbers)} {so_far}"
    if header.split() != expected.encode().split():
        raise Refused(1, f"{path.name}: expected {expected}")
