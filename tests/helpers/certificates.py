"""Certificates of water sort: written, and checked."""

from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from instances.certificates.certificate_files import write_certificate
from instances.checker import check
from instances.puzzles import PUZZLES
from instances.reading.yaml_files import write_yaml
from instances.solving.limits import Watch
from instances.solving.outcome import Result
from instances.solving.solvers import imported
from instances.watersort.rules import Deal
from search_baseline.solvers import SIDE

PUZZLE = PUZZLES["watersort"]


def certified(puzzle: str, instance: Any, result: Result, watch: Watch) -> Result:
    """The result, with a witness by search."""
    return replace(result, witness=partial(imported(SIDE.witnesses[puzzle]), instance, result, watch))


def written(deal: Deal, result: Result, folder: Path, name: str = "certificate.jsonl") -> tuple[Path, Path]:
    """The files of a deal and of the result's certificate."""
    instance, certificate = folder / "deal.yaml", folder / name
    instance.write_text(write_yaml(PUZZLE.document(deal)), encoding="utf-8")
    write_certificate(str(certificate), PUZZLE, deal, result)
    return instance, certificate


def verdict(deal: Deal, result: Result, folder: Path) -> str:
    return check(*written(deal, result, folder))
