"""When does constraint programming beat search? Runs solvers on puzzles under limits, and reports what came out.

    python compare.py solve instances/watersort/level-133.yaml
    python compare.py instances/watersort/ --solvers cp astar --time-limit 60
    python compare.py --deals 5..16x1..3 --count 50 --solvers cp astar --out results.jsonl
    python compare.py report results.jsonl --html report.html
    python compare.py reproduce frontier

Every run (instance, solver, seed, repeat) appends one line of JSON to a results file, and the same command goes on
where a killed one stopped (instances/experiments); tables and plots are functions of such files, made afterwards
(instances/report). This is the one file that sees both sides: it hands their records to whoever runs them.
"""

import _signal  # type: ignore[import-not-found]  # the public one loads others first
import os
import sys

if __name__ == "__main__":
    _signal.signal(_signal.SIGINT, lambda *_: os._exit(130))  # until there is something to answer

    # By its own name the module is the same one for workers, here and on a cluster, as for their owners.
    from compare import main as compare_main
    from instances.solving.command_line.program import program

    program(compare_main)

import argparse
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import cpmodel
import cpmodel.solvers
import instances
import search_baseline
import search_baseline.solvers
from instances.experiments.runs import Run
from instances.experiments.solvers import Solvers
from instances.puzzles import PUZZLES
from instances.reading.yaml_files import BadInput
from instances.report import Row
from instances.report.rows.results_file import Stopped, Unfit
from instances.solving.command_line.arguments import not_negative, parser
from instances.solving.limits import Settings, Solve, Watch
from instances.solving.outcome import Outcome, Result
from instances.solving.outside import Unusable
from instances.solving.solvers import Side, Sides, Solver


def with_didp() -> dict[str, dict[str, Solve]]:
    """The models of domain-independent dynamic programming, where its library is installed."""
    if not find_spec("didppy"):
        return {}
    from search_baseline.watersort import didp

    return {"watersort": {solver.name: solver.solve for solver in didp.SOLVERS}}


PACKAGES = (instances, cpmodel, search_baseline)
EXTRAS = {"didp": "pip install '.[didp]'"}
SOLVERS = Solvers(cpmodel.solvers.SIDES, search_baseline.solvers.SIDES, with_didp(), PACKAGES, EXTRAS)
PROGRAM = Path(__file__)  # what a worker runs
COMMAND = "compare.py solve"
TRIES = 1_000  # deals that are looked at for one with a plan
BOARD_MODULES = ("compare", "cpmodel.watersort.strategy", "search_baseline.watersort.default_solver")


def supervised_all(tasks: Sequence[Run]) -> list[Row]:
    """A batch of runs, one after the other. This is what the pool or the cluster executes, and finds by this name."""
    from instances.experiments import owner

    return owner.supervised_all(PROGRAM, tasks)


def solve(arguments: Sequence[str]) -> int:
    """`compare.py solve FILE...`: both sides at once; the first proven answer, and a while for the other to confirm."""
    from instances.solving.command_line.solve_command import main as command_main

    more = argparse.ArgumentParser(add_help=False)
    text = "how long the other side may take to confirm a proven answer (5)"
    more.add_argument("--confirm", metavar="SECONDS", type=not_negative, default=5.0, help=text)
    description = "Solve puzzles by constraint programming and by search at once."
    confirm = parser(COMMAND, description, Sides(None, {}), more).parse_args(arguments).confirm
    records = {
        name: Side((Solver("both", "both", partial(solve_by_both, name, confirm)),), proof=record.proof)
        for name, record in cpmodel.solvers.RECORDS.items()
    }
    return command_main(COMMAND, description, Sides(None, records), arguments, more)


def solve_by_both(name: str, confirm: float, instance: Any, settings: Settings, watch: Watch) -> Result:
    """The default solvers of both sides, each in a process of its own.

    A certificate's witness is made by search; a proof from the clauses alone by constraint programming.
    """
    from instances.solving.race import race

    sides = {"search_baseline": search_baseline.solvers.SIDES, "cpmodel": cpmodel.solvers.SIDES}
    loads = {side: partial(default_solver, records, name) for side, records in sides.items()}
    result = race(PUZZLES[name], loads, confirm, instance, settings, watch)
    proof = cpmodel.solvers.RECORDS[name].proof
    if settings.by_clauses and proof is not None and result.outcome is Outcome.UNSOLVABLE:
        return replace(result, witness=partial(proof, instance, settings, watch))
    return search_baseline.solvers.RECORDS[name].certified(instance, result, watch) if settings.certificate else result


def default_solver(side: Sides, name: str) -> Solve:
    record = side.records[name]
    return record.solve_by(record.solvers[0])


def search(name: str) -> Solve:
    return default_solver(search_baseline.solvers.SIDES, name)


def cp_sat(name: str) -> Solve:
    return default_solver(cpmodel.solvers.SIDES, name)


def level(name: str, options: Mapping[str, int], seed: int, designed: bool) -> Any:
    """A random level; a designed one has a plan that is known. ValueError for options that make none."""
    from search_baseline.design import DESIGNS

    design = DESIGNS[name]
    chosen = {option: default for option, (_, default, _) in design.options.items()} | dict(options)
    for number in range(TRIES if designed else 0):
        measured = design.measure(design.generate(**chosen, seed=seed + number), Watch())
        if measured is not None:
            return measured[0]
    generate = PUZZLES[name].generate or search_baseline.solvers.RECORDS[name].generate
    if designed or generate is None:
        raise ValueError("no such level was found")
    return generate(**options, seed=seed)


def main(arguments: Sequence[str] | None = None) -> int:
    """What is done loads its own room, and no other."""
    command = list(sys.argv[1:] if arguments is None else arguments)
    word, rest = (command[0], command[1:]) if command else ("", [])
    try:
        if word == "work":
            from instances.experiments.worker import work

            work(rest, SOLVERS)
        if word == "solve":
            return solve(rest)
        if word == "board":
            from instances.board.board_command import board

            return board(rest, {"search": search, "CP-SAT": cp_sat}, level, BOARD_MODULES)
        if word == "reproduce":
            from instances.experiments.reproduce_command import reproduce

            return reproduce(rest, SOLVERS, supervised_all)
        if word == "report":
            from instances.report.report_command import report

            return report(rest, SOLVERS.names())
        from instances.experiments.run_command import run_all

        return run_all(command, SOLVERS, supervised_all)
    except (BadInput, Unfit, Stopped, Unusable) as wrong:
        print(wrong, file=sys.stderr)
        return 2 if isinstance(wrong, Stopped | Unusable) else Outcome.BAD_INPUT.exit_code
