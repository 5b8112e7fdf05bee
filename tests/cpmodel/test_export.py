"""The models that formulations solve, written for any CP-SAT."""

from pathlib import Path
from typing import Any

import pytest
from ortools.sat.python import cp_model

from cpmodel.export import main
from helpers.paths import INSTANCES

SAMPLE = str(INSTANCES / "watersort" / "sample-three-colours.yaml")
CASES = [  # file, options, what the model says
    (SAMPLE, ["--formulation", "removal"], True),
    (SAMPLE, ["--formulation", "timeline", "--horizon", "7"], True),
    (SAMPLE, ["--formulation", "phases", "--excess", "0"], True),
    (str(INSTANCES / "squares" / "level-02.yaml"), ["--horizon", "3"], False),
    (str(INSTANCES / "futoshiki" / "seed-4x4-easy.yaml"), [], True),
    (str(INSTANCES / "pipes" / "blog-5x5.yaml"), [], True),
]


def solved_again(path: Path) -> tuple[bool, list[str]]:
    """By CP-SAT alone, with the parameters beside the model; and the names of the variables."""
    model, solver = cp_model.CpModel(), cp_model.CpSolver()
    model.proto.parse_text_format(path.read_text(encoding="utf-8"))
    solver.parameters.parse_text_format(Path(f"{path}.parameters.txt").read_text(encoding="utf-8"))
    solver.parameters.max_time_in_seconds = 30
    status = solver.solve(model)
    assert status in (cp_model.OPTIMAL, cp_model.FEASIBLE, cp_model.INFEASIBLE)
    return status != cp_model.INFEASIBLE, [variable.name for variable in model.proto.variables]


@pytest.mark.parametrize(("file", "options", "feasible"), CASES)
def test_the_solve_can_be_repeated(file: str, options: list[str], feasible: bool, tmp_path: Path) -> None:
    path = tmp_path / "model.pb.txt"
    assert main([file, *options, "--write-model", str(path)]) == 0
    answer, _ = solved_again(path)
    assert answer == feasible


@pytest.mark.parametrize("formulation", ["phases", "removal", "timeline"])
def test_every_variable_has_a_name(formulation: str, tmp_path: Path) -> None:
    path = tmp_path / "model.pb.txt"
    assert main([SAMPLE, "--formulation", formulation, "--write-model", str(path)]) == 0
    _, names = solved_again(path)
    assert [i for i, name in enumerate(names) if not name] == []


def test_binary_and_text_are_the_same_model(tmp_path: Path) -> None:
    for name in ("model.pb", "model.pb.txt"):
        assert main([SAMPLE, "--formulation", "removal", "--write-model", str(tmp_path / name)]) == 0
    assert (tmp_path / "model.pb").stat().st_size < (tmp_path / "model.pb.txt").stat().st_size


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ([SAMPLE], "--formulation auto is no model, expected one of phases, removal, timeline"),
        ([SAMPLE, "--formulation", "timeline", "--horizon", "2"], "--horizon 2 is below the bottoms bound, expected 7"),
        ([str(INSTANCES / "squares" / "level-02.yaml")], "no --horizon, expected the number of steps"),
        (["none.yaml"], "no such file or directory"),
    ],
)  # fmt: skip
def test_what_is_no_model_is_one_clear_line(options: list[str], said: str, tmp_path: Path, capsys: Any) -> None:
    assert main([*options, "--write-model", str(tmp_path / "model.pb")]) == 31
    assert said in capsys.readouterr().err
    assert main([SAMPLE, "--formulation", "removal", "--write-model", str(tmp_path / "no" / "model.pb")]) == 31
