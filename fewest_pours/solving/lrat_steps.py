"""The steps of a proof in LRAT that a certificate needs."""

from collections.abc import Iterable


def needed_steps(lines: Iterable[str]) -> list[str]:
    """The steps on which the empty clause depends, and that clause, without deletions.

    A step is a line such as `9 -1 2 0 5 7 0`: clause 9 is -1 or 2, and follows from clauses 5 and 7, its hints.
    `9 d 5 0` deletes clause 5. Raises ValueError if no clause is empty.
    """
    steps: dict[str, tuple[str, list[str]]] = {}  # number -> the step and its hints, which name earlier ones
    for line in lines:
        number, *rest = line.split()
        if rest[0] == "d":
            continue
        end = rest.index("0")  # of the literals
        steps[number] = line, rest[end + 1 : -1]
        if end == 0:
            empty_clause = number
            break
    else:
        raise ValueError("no clause of the proof is empty")
    needed = {empty_clause}
    for step, (_, hints) in reversed(steps.items()):
        if step in needed:
            needed.update(hints)
    return [line for step, (line, _) in steps.items() if step in needed]
