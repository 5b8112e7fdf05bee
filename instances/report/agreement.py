"""Do the answers agree? Each is held against all others to the same instance, and against the instance's `known`.

(Plans were replayed where they were found: one that breaks a rule has made its run fail.)
"""

import json
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from rich.console import Console
from rich.text import Text

from instances import PUZZLES
from instances.document import Misfit, write_yaml
from instances.report import Row, solvable
from instances.report.number_format import plural
from instances.report.source import build, digest, title
from instances.terminal import show_picture
from instances.text import one_line, printable


@dataclass
class Agreement:
    """checked: answers that could be held against something; wrong: (sentences, the rows of their instance).

    unbelieved: the solvers that are wrong, or may be. A plan was replayed, so a proof that it contradicts is wrong.
    """

    checked: int = 0
    wrong: list[tuple[list[str], list[Row]]] = field(default_factory=list)
    failed: list[Row] = field(default_factory=list)
    unbelieved: set[str] = field(default_factory=set)

    def __str__(self) -> str:
        wrong = plural(len(self.wrong), "disagreement")
        failed = f", {plural(len(self.failed), 'failed run')}" if self.failed else ""
        if not self.checked and not self.wrong:
            return f"Nothing to cross-check: no instance has two answers, or a known one{failed}"
        return f"{plural(self.checked, 'answer')} cross-checked, {wrong}{failed}"

    @property
    def sentences(self) -> list[str]:
        """What is wrong, a line for each instance or failed run."""
        lines = [f"{title(rows[0]['source'])}: {'; '.join(said)}" for said, rows in self.wrong]
        return lines + [f"{row['solver']} on {title(row['source'])}: {row['reason']}" for row in self.failed]


def agreement(rows: Iterable[Row]) -> Agreement:
    found = Agreement()
    by_instance: dict[str, list[Row]] = defaultdict(list)
    for row in rows:
        by_instance[row["digest"]].append(row)
    for same in by_instance.values():
        answers = sum(solvable(row) is not None for row in same)
        if answers > 1 or any(row["source"].get("document", {}).get("known") for row in same):
            found.checked += answers
        if sentences := disagreements(same):
            found.wrong.append((list(dict.fromkeys(sentence for sentence, _ in sentences)), same))
            found.unbelieved |= {solver for _, solver in sentences}
        found.failed += [row for row in same if row["outcome"] == "solver_failed" and not breaks_a_rule(row)]
    return found


def breaks_a_rule(row: Row) -> bool:
    return row["outcome"] == "solver_failed" and "breaks a rule" in row["reason"]


def disagreements(rows: Sequence[Row]) -> list[tuple[str, str]]:
    """What contradicts what in the runs of one instance: sentences, and whom not to believe."""
    sentences = [
        (f"{row['solver']}: {row['contradiction']}", row["solver"]) for row in rows if row.get("contradiction")
    ]
    sentences += [(f"{row['solver']}: {row['reason']}", row["solver"]) for row in rows if breaks_a_rule(row)]
    claims = {solvable(row): row["solver"] for row in rows}
    if True in claims and False in claims:
        said = f"{claims[True]} has a solution, {claims[False]} proves that there is none"
        sentences += [(said, row["solver"]) for row in rows if solvable(row) is False]
    lower = [row for row in rows if row.get("lower_bound") is not None]
    upper = [row for row in rows if row.get("upper_bound") is not None]
    if lower and upper:
        most, least = max(lower, key=lambda row: row["lower_bound"]), min(upper, key=lambda row: row["upper_bound"])
        if most["lower_bound"] > least["upper_bound"]:
            steps = PUZZLES[most["puzzle"]].steps
            needs = f"{least['solver']} needs {least['upper_bound']}"
            said = f"{most['solver']} proves {most['lower_bound']} {steps} or more, {needs}"
            sentences += [(said, row["solver"]) for row in lower if row["lower_bound"] > least["upper_bound"]]
    unique = {row["unique"]: row["solver"] for row in rows if row.get("unique") is not None}
    if len(unique) > 1:
        said = f"{unique[True]} proves one solution, {unique[False]} has two"
        sentences += [(said, row["solver"]) for row in rows if row.get("unique")]
    return sentences


def show_wrong(found: Agreement, folder: Path, console: Console) -> None:
    """Disagreements and failures in full; the instances saved, so that anyone can run them again."""
    for sentences, rows in found.wrong:
        console.print(Text(f"\nDISAGREEMENT on {printable(title(rows[0]['source']))}", style="bold red"))
        for sentence in sentences:
            console.print(Text(f"  {printable(sentence)}"))
        save(rows[0], folder)
        for row in rows:
            print(json.dumps(row))
    for row in found.failed:
        failure = f"{row['solver']} on {title(row['source'])}: {row['reason']}"
        console.print(Text(f"\nFAILED: {printable(failure)}", style="red"))


def save(row: Row, folder: Path) -> None:
    """The row's instance as a file and as a picture; a word instead where its source makes no instance."""
    path = folder / f"disagreement-{digest(row['digest'])}.yaml"
    try:
        puzzle, instance = build(row["source"])
    except (ValueError, TypeError, Misfit) as error:
        print(f"its source makes no instance: {one_line(str(error))}")
        return
    path.write_text(write_yaml(puzzle.document(instance)), encoding="utf-8")
    print(f"saved as {printable(str(path))}")
    show_picture(puzzle.picture(instance))
