"""Certificates whose lines are spoilt before they are checked; what is true of their deals is known beforehand."""

import json
from pathlib import Path
from typing import Any

from helpers.paths import INSTANCES
from instances.checker import check
from instances.checker.lines import Refused
from instances.reading.yaml_files import BadInput

FOLDER = INSTANCES / "watersort"
FEWEST_POURS = {"deal-9c2e4h-7021": 28, "deal-6c1e4h-7005": 17, "deal-9c1e4h-7015": None, "deal-6c1e4h-7008": None}
BY_STATES = "deal-6c1e4h-7008"  # proven by all states that can be reached, the others that are unsolvable by depths

Lines = list[Any]  # of a certificate: dicts, as long as nobody spoils them


def instance(name: str) -> Path:
    return FOLDER / f"{name}.yaml"


def write(lines: Lines, path: Path) -> Path:
    path.write_text("".join(f"{json.dumps(line)}\n" for line in lines))
    return path


def verdict_or_refusal(name: str, certificate: Path) -> str | None:
    """What is proven; None for a refusal. Any other exception fails the test."""
    try:
        return check(instance(name), certificate)
    except (Refused, BadInput):
        return None
