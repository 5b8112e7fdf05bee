"""The models that formulations solve, written for any CP-SAT."""

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from ortools.sat.python import cp_model

from cpmodel.model_file import main
from helpers.paths import INSTANCES

SAMPLE = str(INSTANCES / "watersort" / "sample-three-colours.yaml")
UNSOLVABLE = str(INSTANCES / "watersort" / "deal-6c1e4h-7008.yaml")
CASES = [  # file, options, what the model says
    (UNSOLVABLE, ["--formulation", "invariant"], False),
    (UNSOLVABLE, ["--formulation", "phases", "--excess", "0"], False),
    (SAMPLE, ["--formulation", "timeline", "--horizon", "7"], True),
    (SAMPLE, ["--formulation", "phases", "--excess", "0"], True),
    (str(INSTANCES / "squares" / "level-02.yaml"), ["--horizon", "3"], False),
    (str(INSTANCES / "futoshiki" / "seed-4x4-easy.yaml"), [], True),
    (str(INSTANCES / "pipes" / "blog-5x5.yaml"), [], True),
]


PLAIN = """
import sys
from ortools.sat.python import cp_model

for path in sys.argv[1:]:
    model, solver = cp_model.CpModel(), cp_model.CpSolver()
    model.proto.parse_text_format(open(path, encoding="utf-8").read())
    solver.parameters.parse_text_format(open(f"{path}.parameters.txt", encoding="utf-8").read())
    solver.parameters.max_time_in_seconds = 30
    print(solver.status_name(solver.solve(model)))
"""


def names(path: Path) -> list[str]:
    model = cp_model.CpModel()
    model.proto.parse_text_format(path.read_text(encoding="utf-8"))
    return [variable.name for variable in model.proto.variables]


def test_the_solves_can_be_repeated(tmp_path: Path) -> None:
    """By CP-SAT alone, with the parameters beside the models, where nothing of ours is found."""
    paths = []
    for number, (file, options, _) in enumerate(CASES):
        path = tmp_path / f"{number}.pb.txt"
        assert main([file, *options, "--write-model", str(path)]) == 0
        assert [i for i, name in enumerate(names(path)) if not name] == []
        assert len(set(names(path))) == len(names(path))
        paths.append(str(path))
    words = [sys.executable, "-I", "-c", PLAIN, *paths]
    done = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, timeout=300)
    statuses = done.stdout.split()
    assert set(statuses) <= {"OPTIMAL", "FEASIBLE", "INFEASIBLE"}, done.stderr
    assert [status != "INFEASIBLE" for status in statuses] == [feasible for *_, feasible in CASES]


def test_binary_and_text_are_the_same_model(tmp_path: Path) -> None:
    for name in ("model.pb", "model.pb.txt"):
        assert main([SAMPLE, "--formulation", "phases", "--write-model", str(tmp_path / name)]) == 0
    assert (tmp_path / "model.pb").stat().st_size < (tmp_path / "model.pb.txt").stat().st_size


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ([SAMPLE], "--formulation auto is no model, expected one of phases, invariant, timeline"),
        ([SAMPLE, "--formulation", "timeline", "--horizon", "2"], "--horizon 2 is below the bottoms bound, expected 7"),
        ([str(INSTANCES / "squares" / "level-02.yaml")], "no --horizon, expected the number of steps"),
        ([SAMPLE, "--formulation", "invariant"], "this one is not, expected another formulation or deal"),
        (["none.yaml"], "no such file or directory"),
    ],
)  # fmt: skip
def test_what_is_no_model_is_one_clear_line(options: list[str], said: str, tmp_path: Path, capsys: Any) -> None:
    assert main([*options, "--write-model", str(tmp_path / "model.pb")]) == 31
    assert said in capsys.readouterr().err
    assert main([SAMPLE, "--formulation", "phases", "--write-model", str(tmp_path / "no" / "model.pb")]) == 31
