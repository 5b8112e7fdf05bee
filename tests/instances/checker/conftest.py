"""Certificates that several tests spoil."""

import json

import pytest

from helpers.forgeries import BY_STATES, FEWEST_POURS, Lines, instance, write
from instances.certificates.certificate_files import seen, write_certificate
from instances.certificates.makers import states
from instances.checker import check
from instances.checker.watersort import Pouring
from instances.puzzles import PUZZLES, load
from instances.solving.limits import Settings, Watch
from search_baseline.watersort.plain_astar import solve_plain


@pytest.fixture(scope="session")
def honest(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Lines]:
    """The lines of a valid certificate of each deal."""
    lines, path = {}, tmp_path_factory.mktemp("honest") / "certificate.jsonl"
    for name, fewest in FEWEST_POURS.items():
        puzzle, deal = load(instance(name))
        write_certificate(str(path), PUZZLES["watersort"], deal, solve_plain(deal, Settings(), Watch()), Watch())
        lines[name] = [json.loads(line) for line in path.read_text().splitlines()]
        if name == BY_STATES:
            lines[name] = [lines[name][0], *states(Pouring(seen(puzzle, deal)), 10**6, Watch(), "/".join)]
            write(lines[name], path)
        assert check(instance(name), path) == ("unsolvable" if fewest is None else f"optimal {fewest}")
    return lines
