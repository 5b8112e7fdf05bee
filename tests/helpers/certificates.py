"""Certificates of water sort: written, and checked."""

from pathlib import Path

from instances.checker import check
from instances.puzzles.loading import PUZZLES
from instances.puzzles.watersort.rules import Deal
from instances.reading.yaml_files import write_yaml
from instances.running.limits import Watch
from instances.running.outcome import Result
from instances.solving.certificate_files import write_certificate
from instances.solving.witnesses import Facts

PUZZLE = PUZZLES["watersort"]


def written(
    deal: Deal, result: Result, folder: Path, watch: Watch | None = None, facts: Facts | None = None
) -> tuple[Path, Path]:
    """The files of a deal and of the result's certificate."""
    instance, certificate = folder / "deal.yaml", folder / "certificate.jsonl"
    instance.write_text(write_yaml(PUZZLE.document(deal)), encoding="utf-8")
    write_certificate(str(certificate), PUZZLE, deal, result, watch or Watch(), facts)
    return instance, certificate


def verdict(deal: Deal, result: Result, folder: Path, watch: Watch | None = None, facts: Facts | None = None) -> str:
    return check(*written(deal, result, folder, watch, facts))
