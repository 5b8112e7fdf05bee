"""Cross-checks: each answer is compared with all others to the same instance, and with the instance's `known`.

Plans need no check here: they were replayed when they were found, and a run whose plan breaks a rule has failed.
"""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from fewest_pours.experiments.instance_sources import digest, instance_from, title_of
from fewest_pours.experiments.row_fields import Row
from fewest_pours.files.bad_input import Misfit
from fewest_pours.files.output_files import write_text
from fewest_pours.files.wording import counted, printable
from fewest_pours.puzzles.loading import PUZZLES
from fewest_pours.solving.answer import breaks_a_rule, disagreements, solvability_of


@dataclass
class Agreement:
    """
    checked  number of answers that could be compared with something
    wrong    digest of an instance -> its source, and sentences on how answers disagree
    failed   (solver, reason) -> what it failed on, a title for each run
    """

    checked: int = 0
    wrong: dict[str, tuple[Row, list[str]]] = field(default_factory=dict)
    failed: dict[tuple[str, str | None], list[str]] = field(default_factory=lambda: defaultdict(list))

    def __str__(self) -> str:
        failed_runs = sum(map(len, self.failed.values()))
        failed = f", {counted(failed_runs, 'failed runs')}" if failed_runs else ""
        if not self.checked and not self.wrong:
            return f"Nothing to cross-check{failed}"
        return f"{counted(self.checked, 'answers')} cross-checked, {counted(len(self.wrong), 'disagreements')}{failed}"

    @property
    def exit_code(self) -> int:
        return 1 if self.wrong or self.failed else 0

    @property
    def sentences(self) -> list[str]:
        """A line for each instance with disagreements, and for each reason why a solver failed."""
        wrong = [f"DISAGREEMENT on {title_of(source)}: {'; '.join(why)}" for source, why in self.wrong.values()]
        failed: list[str] = []
        for (solver, reason), titles in self.failed.items():
            others = f" and {counted(len(titles) - 1, 'other runs')}" if len(titles) > 1 else ""
            failed.append(f"FAILED: {solver} on {titles[0]}{others}: {reason}")
        return wrong + failed


def agreement(rows: Iterable[Row]) -> Agreement:
    found = Agreement()
    by_instance: dict[str, list[Row]] = defaultdict(list)
    for row in rows:
        by_instance[row["digest"]].append(row)
        if row["outcome"] == "solver_failed" and not breaks_a_rule(row):
            found.failed[row["solver"], row.get("reason")].append(title_of(row["source"]))
    for instance_digest, same in by_instance.items():
        answers = [row for row in same if solvability_of(row) is not None]
        is_known = any(row["source"].get("document", {}).get("known") for row in same)
        solvers = {row["solver"] for row in answers}
        if is_known or len(solvers) > 1:  # a solver that repeats itself checks nothing
            found.checked += len(answers)
        first = same[0]
        sentences = disagreements(same, PUZZLES[first["puzzle"]].steps)
        if sentences:
            found.wrong[instance_digest] = (first["source"], sentences)
    return found


def save_wrong(found: Agreement, folder: Path) -> None:
    """Save the instances with disagreements as files, so that anyone can run them again."""
    if found.wrong:
        print()
    for instance_digest, (source, _) in found.wrong.items():
        # Digested again, as a results file may hold any text there: '../x' too.
        path = folder / f"disagreement-{digest(instance_digest)}.yaml"
        try:
            puzzle, instance = instance_from(source)
        except Misfit as wrong:  # an older version wrote it
            print(f"{printable(title_of(source))} cannot be saved: {printable(str(wrong))}")
            continue
        write_text(path, puzzle.file(instance))
        print(f"saved as {printable(str(path))}")
