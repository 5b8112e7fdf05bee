"""Certificates: written, and checked."""

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from fewest_pours import puzzle_of
from fewest_pours.checker import verdict as checker
from fewest_pours.checker.verdict import fingerprint
from fewest_pours.files.input_files import read_text
from fewest_pours.files.yaml_files import write_yaml
from fewest_pours.running.solver_contract import Result, Watch
from fewest_pours.solving.certificates import as_checker_reads, write_certificate


def written(instance, result: Result, folder: Path, watch: Watch | None = None) -> tuple[Path, Path]:
    """The files of an instance and of the result's certificate."""
    file, certificate, puzzle = folder / "instance.yaml", folder / "certificate.jsonl", puzzle_of(instance)
    file.write_text(write_yaml(puzzle.document(instance)), encoding="utf-8")
    write_certificate(str(certificate), puzzle, instance, result, watch or Watch())
    return file, certificate


def check(file, certificate) -> str:
    """What the certificate proves about the instance in the file. Raises Refused."""
    return checker.check({file: read_text(file)}, certificate)


def as_checked(instance) -> Any:
    return as_checker_reads(puzzle_of(instance), instance)


def read_instance(file) -> tuple[str, tuple[object, ...]]:
    """The puzzle's name, and the instance in the file as its checker sees it. Raises BadInput."""
    return checker.read_instance(file, read_text(file))


def verdict(instance, result: Result, watch: Watch | None = None) -> str:
    """What the result's certificate proves. Raises Refused."""
    with TemporaryDirectory() as folder:
        return check(*written(instance, result, Path(folder), watch))


def first_line(puzzle: str, instance, **claim) -> dict[str, Any]:
    """The first line of a certificate of an instance as the checker reads it: that no plan exists, or another claim."""
    head = {"certificate": 1, "puzzle": puzzle, "instance": fingerprint(puzzle, instance), "by": "me"}
    return head | {"outcome": "unsolvable", "answers": None, "bound": None, "unique": None} | claim


def proven(fewest: int | None) -> str:
    """What is proven if a plan of so many steps is a shortest one; None: if there is no plan."""
    return "unsolvable" if fewest is None else f"optimal {fewest}"
