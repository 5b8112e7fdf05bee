"""Certificates that several tests spoil."""

import json
from dataclasses import replace
from functools import partial

import pytest

from helpers.certificates import certified
from helpers.forgeries import BY_STATES, FEWEST_POURS, Lines, instance
from instances.certificates.certificate_files import write_certificate
from instances.checker import check
from instances.puzzles import PUZZLES, load
from instances.solving.limits import Settings, Watch
from search_baseline.watersort.plain_astar import solve_plain
from search_baseline.watersort.witness import no_shorter_plan


@pytest.fixture(scope="session")
def honest(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Lines]:
    """The lines of a valid certificate of each deal."""
    lines, path = {}, tmp_path_factory.mktemp("honest") / "certificate.jsonl"
    for name, fewest in FEWEST_POURS.items():
        _, deal = load(instance(name))
        result = certified("watersort", deal, solve_plain(deal, Settings(certificate=True), Watch()), Watch())
        if name == BY_STATES:
            result = replace(result, witness=partial(no_shorter_plan, deal, 10**6, Watch()))
        write_certificate(str(path), PUZZLES["watersort"], deal, result)
        lines[name] = [json.loads(line) for line in path.read_text().splitlines()]
        assert check(instance(name), path) == ("unsolvable" if fewest is None else f"optimal {fewest}")
    return lines
