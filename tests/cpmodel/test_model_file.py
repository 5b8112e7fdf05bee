"""The models that formulations solve, written for any CP-SAT."""

import subprocess
import sys

from ortools.sat.python import cp_model

from cpmodel.__main__ import main
from cpmodel.watersort.schedule import model as schedule
from fewest_pours.puzzles.loading import load

SAMPLE = "sample-three-colours"
FEWEST = 7  # pours of its shortest plan
UNSOLVABLE = "deal-6c1e4h-7008"
CASES = [  # file, options, whether the model is feasible
    (UNSOLVABLE, ["--formulation", "invariant"], False),
    (UNSOLVABLE, ["--formulation", "schedule", "--payments", "0"], False),
    (SAMPLE, ["--formulation", "timeline", "--horizon", "7"], True),
    (SAMPLE, ["--formulation", "schedule"], True),
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
    open(f"{path}.solution.txt", "w", encoding="utf-8").write(str(solver.response_proto))
"""


def test_the_solves_can_be_repeated_and_their_plans_read(tmp_path, capsys):
    """By CP-SAT alone, with the parameters beside the models, where nothing of ours is found."""
    paths = []
    for number, (file, options, _) in enumerate(CASES):
        path = tmp_path / f"{number}.pb.txt"
        assert main([file, *options, "--write-model", str(path)]) == 0
        model = cp_model.CpModel()
        model.proto.parse_text_format(path.read_text(encoding="utf-8"))
        names = [variable.name for variable in model.proto.variables]
        assert all(names)
        assert len(set(names)) == len(names)
        paths.append(str(path))
    words = [sys.executable, "-I", "-c", PLAIN, *paths]
    done = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, timeout=300)
    statuses = done.stdout.split()
    assert set(statuses) <= {"OPTIMAL", "FEASIBLE", "INFEASIBLE"}, done.stderr
    assert [status != "INFEASIBLE" for status in statuses] == [feasible for *_, feasible in CASES]
    capsys.readouterr()
    for path, (file, options, feasible) in zip(paths, CASES, strict=True):
        if feasible:
            assert main([file, *options, "--read-solution", f"{path}.solution.txt"]) == 0
            assert len(capsys.readouterr().out.splitlines()) == FEWEST


def test_what_is_not_a_solution_is_refused(tmp_path, capsys):
    """Text, too few values, and values that break a constraint; read with the same options as the model."""
    _, deal = load(SAMPLE)
    count = len(schedule.build(deal, 0, 2).cp.proto.variables)
    for text, message in (
        ("payments: none", "1:1: not a solution, expected a response of CP-SAT as text"),
        ("solution: 1", f"1:1: 1 value, expected {count}"),
        ("solution: 0\n" * count, "1:1: values that break a constraint"),
        ("solution: 99\n" * count, "1:1: values that break a constraint"),
    ):
        path = tmp_path / "solution.pb.txt"
        path.write_text(text, encoding="utf-8")
        assert main([SAMPLE, "--read-solution", str(path)]) == 31
        assert f"{path}:{message}" in capsys.readouterr().err
