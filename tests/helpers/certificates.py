"""Certificates: written, and checked."""

from pathlib import Path

from instances.api import puzzle_of
from instances.checker import check
from instances.reading.yaml_files import write_yaml
from instances.running.contract import Result, Watch
from instances.solving.certificates import Facts, write_certificate


def written(
    instance, result: Result, folder: Path, watch: Watch | None = None, facts: Facts | None = None
) -> tuple[Path, Path]:
    """The files of an instance and of the result's certificate."""
    file, certificate, puzzle = folder / "instance.yaml", folder / "certificate.jsonl", puzzle_of(instance)
    file.write_text(write_yaml(puzzle.document(instance)), encoding="utf-8")
    write_certificate(str(certificate), puzzle, instance, result, watch or Watch(), facts)
    return file, certificate


def verdict(instance, result: Result, folder: Path, watch: Watch | None = None, facts: Facts | None = None) -> str:
    return check(*written(instance, result, folder, watch, facts))
