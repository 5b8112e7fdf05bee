"""The house rules: who imports whom, what each puzzle's record holds, and that code and theory name the same lemmas."""

import ast
import importlib
import re
import subprocess
import sys
from collections import Counter
from functools import cache
from graphlib import TopologicalSorter
from pkgutil import resolve_name
from typing import get_args

import pytest
import yaml

import coins as fifth
import cpmodel.solvers
import search_baseline.solvers
from coins import model, search
from fewest_pours import version
from fewest_pours.checker import certificate_lines, verdict
from fewest_pours.commands.solve_command import main
from fewest_pours.pages import page_parts
from fewest_pours.pages.board.answering import PlayedGame, RequestLimits, described, works
from fewest_pours.puzzles.loading import NAMES, PUZZLES, puzzle_of
from fewest_pours.puzzles.puzzle import RuleBroken
from fewest_pours.running.outcomes import Outcome
from fewest_pours.sides import level_designs
from helpers.paths import ROOT, text_of

SIDES = {side.name: side for side in (cpmodel.solvers.SIDE, search_baseline.solvers.SIDE)}
FLOORS = (  # from the bottom; a room imports only rooms on the floors below its own
    ("fewest_pours/version", "fewest_pours/files"),
    ("fewest_pours/checker", "fewest_pours/running", "fewest_pours/drawing"),
    ("fewest_pours/puzzles",),
    ("fewest_pours/solving",),
    ("fewest_pours/pages",),
    ("fewest_pours/commands", "fewest_pours/guarantees"),
    ("fewest_pours/design", "fewest_pours/experiments"),
    ("cpmodel", "search_baseline"),
    ("fewest_pours/sides",),  # from here on both sides are seen, by dotted names
    ("fewest_pours/api", "fewest_pours/__main__"),
    ("fewest_pours/__init__", "compare"),
)
ROOMS = ("fewest_pours", *SIDES)
MODULES = [path for folder in ROOMS for path in sorted((ROOT / folder).rglob("*.py"))]
TEXTS = {path: path.read_text(encoding="utf-8") for path in MODULES}
NAMED = re.compile(r"\b(?:lemma|theorem)s?\s+(\d+(?:(?:,| and|, and)\s+\d+)*)", re.IGNORECASE)
STATED = re.compile(r"^\*\*(?:Lemma|Theorem) (\d+)\b", re.MULTILINE)


@cache
def nodes(path):
    return [*ast.walk(ast.parse(TEXTS[path]))]


def imports(room):
    """The modules of a folder, each with the full names that it imports."""
    for path in sorted((ROOT / room).rglob("*.py")):
        for node in nodes(path):
            if isinstance(node, ast.Import):
                yield from ((path, alias.name) for alias in node.names)
            elif isinstance(node, ast.ImportFrom):
                assert node.level == 0, f"{path}: relative import"
                yield from ((path, f"{node.module}.{alias.name}") for alias in node.names)


READER_OF_PICTURES = "fewest_pours/puzzles/watersort/pictures/cost_model.py"  # decides by CP-SAT what they show
FLOOR_OF = {room: floor for floor, rooms in enumerate(FLOORS) for room in rooms}


def room_of(place):
    """The room of a file or of a dotted name; '' for a library.

    'fewest_pours.solving.answer.run' -> 'fewest_pours/solving'
    """
    parts = place.removesuffix(".py").replace("/", ".").split(".")
    rooms = ("/".join(parts[:length]) for length in (2, 1))
    return next((room for room in rooms if room in FLOOR_OF), "")


def test_every_room_imports_only_from_the_floors_below():
    climbing, used = [], set()
    for folder in ROOMS:
        for path, name in imports(folder):
            room, imported = room_of(path.relative_to(ROOT).as_posix()), room_of(name)
            used |= {room, imported}
            if imported not in ("", room) and FLOOR_OF[imported] >= FLOOR_OF[room]:
                climbing.append((path.relative_to(ROOT).as_posix(), name))
    assert climbing == []
    assert {*FLOOR_OF} - {"compare"} == used - {""}


def test_no_files_import_each_other_in_a_circle():
    names = {path: ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__") for path in MODULES}
    graph = {name: set() for name in names.values()}
    for folder in ROOMS:
        for path, name in imports(folder):
            imported = name if name in graph else name.rpartition(".")[0]
            if imported in graph and imported != names[path]:
                graph[names[path]].add(imported)
    TopologicalSorter(graph).prepare()  # raises CycleError


def test_one_name_is_one_thing():
    """No two classes share a name, and each word of the glossary is defined where it says."""
    named = Counter(node.name for path in MODULES for node in nodes(path) if isinstance(node, ast.ClassDef))
    assert [name for name, count in named.items() if count > 1] == []
    places = re.findall(r"`([\w/]+)\.py:(\w+)`", text_of("docs/extending.md"))
    assert len(places) > 10
    assert [
        name for module, name in places if not hasattr(importlib.import_module(module.replace("/", ".")), name)
    ] == []


def test_only_the_side_of_cp_sat_imports_it():
    found = [each for folder in ("fewest_pours", "search_baseline") for each in imports(folder) if "ortools" in each[1]]
    assert {path for path, _ in found} == {ROOT / READER_OF_PICTURES}


def test_formulations_do_not_know_each_other():
    rooms = {"schedule": ("invariant", "timeline"), "invariant": ("schedule", "timeline")}
    for room, others in rooms.items():
        used = {part for _, name in imports(f"cpmodel/watersort/{room}") for part in name.split(".")}
        assert "watersort" in used
        assert used.isdisjoint(others)


def test_the_citation_is_of_this_version():
    assert yaml.safe_load(text_of("CITATION.cff"))["version"] == version.__version__


def test_only_solving_touches_the_solver():
    touching = {path for path, text in TEXTS.items() if re.search("CpSolver|SolveWrapper", text)}
    assert touching == {ROOT / "cpmodel/solving.py", ROOT / READER_OF_PICTURES}


def test_the_checker_stands_alone():
    """Of the project it imports only readers of files, and it loads neither puzzles nor their libraries."""
    ours = {name for _, name in imports("fewest_pours/checker") if name.split(".")[0] in (*ROOMS, "compare")}
    assert len(ours) > 5
    assert not {name for name in ours if not name.startswith(("fewest_pours.checker.", "fewest_pours.files."))}
    code = "import sys, fewest_pours.checker.verdict, fewest_pours.checker.watersort; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert not {*loaded.split()} & {"fewest_pours.puzzles.watersort", "fewest_pours.puzzles.pipes", "rich", "ortools"}


@pytest.mark.parametrize("name", NAMES)
def test_every_puzzle_has_a_record_a_checker_both_sides_and_a_design(name):
    puzzle = PUZZLES[name]
    assert puzzle.name == name
    assert name in verdict.PUZZLES
    rules = importlib.import_module(f"fewest_pours.checker.{name}")
    for function in ("read", "verify", "at_least", "game") if puzzle.steps else ("read",):
        assert callable(getattr(rules, function))
    for side in SIDES.values():
        assert side.solvers[name]
        assert all(callable(solver.load()) for solver in side.solvers[name] if not solver.missing)
        assert name not in side.facts or callable(resolve_name(side.facts[name]))
    assert level_designs()[name].options
    assert puzzle.drawing.script in page_parts.text("player/stage.js")


def test_every_list_of_outcomes_is_complete():
    """In the documents; and in the checker, which cannot import them, all but those of runs that found nothing out."""
    found_nothing = {Outcome.BAD_INPUT, Outcome.SOLVER_FAILED, Outcome.UNSUPPORTED}
    assert set(get_args(certificate_lines.CertifiedOutcome)) == {
        outcome.value for outcome in Outcome if outcome not in found_nothing
    }
    text = text_of("docs/format.md")
    assert [outcome.value for outcome in Outcome if f"`{outcome.value}`" not in text] == []


@pytest.mark.parametrize(("side", "solvers"), [("cpmodel", model.SOLVERS), ("search_baseline", search.SOLVERS)])
def test_a_fifth_puzzle_is_solved_or_refused_by_either_side(side, solvers, tmp_path, monkeypatch, capsys):
    """Added to PUZZLES and to a side's `solvers.py`, as docs/extending.md describes, from outside."""
    monkeypatch.setitem(PUZZLES, "coins", fifth.PUZZLE)
    monkeypatch.setitem(SIDES[side].solvers, "coins", solvers)
    file = tmp_path / "mine.yaml"
    for row, code, printed in (
        ("HTTT", 0, "1 turn, proven"),
        ("HT", 11, "unsolvable"),
        ("HXT", 31, "expected H and T"),
    ):
        file.write_text(f"puzzle: coins\nname: mine\ncoins: {row}\n")
        assert main(side, "", (SIDES[side],), [str(file)]) == code
        assert printed in "".join(capsys.readouterr())


def test_a_fifth_puzzle_is_played_on_the_board(monkeypatch):
    monkeypatch.setitem(PUZZLES, "coins", fifth.PUZZLE)
    monkeypatch.setitem(SIDES["search_baseline"].solvers, "coins", search.SOLVERS)
    sides = {"search": SIDES["search_baseline"]}
    game = PlayedGame("puzzle: coins\ncoins: HHTTT\n", [(1,)])
    events = []
    for work in works(game, sides, RequestLimits()):
        work(events.append)
    level = described(game.loaded, game.positions)
    assert level["states"] == ["HHTTT", "TTTTT"]
    assert [(event["outcome"], event["upper"]) for event in events if event["kind"] == "ended"] == [("optimal", 2)]
    rated = {move: event["upper"] for event in events if event["kind"] == "rated" for move in event["moves"]}
    assert rated[1,] == rated[4,] == 1
    assert puzzle_of(fifth.Coins("mine", "HT")) is fifth.PUZZLE
    with pytest.raises(RuleBroken, match="there is no coin 6, expected one of 1 2 3 4 5"):
        _ = PlayedGame(game.text, [(6,)]).positions


def lemmas(text):
    """The numbers of the lemmas and theorems that a text names."""
    return {int(number) for numbers in NAMED.findall(text) for number in re.findall(r"\d+", numbers)}


def test_code_and_documents_name_the_results_of_the_theory():
    stated = [int(number) for number in STATED.findall(text_of("docs/theory.md"))]
    assert len(stated) == len(set(stated))
    scripts = (path.read_text(encoding="utf-8") for path in (ROOT / "fewest_pours").rglob("*.js"))
    assert set().union(*map(lemmas, [*TEXTS.values(), *scripts])) == set(stated)
    for document in (ROOT / "README.md", *(ROOT / "docs").glob("*.md")):
        assert lemmas(text_of(document)) <= set(stated), document


def test_proofs_are_in_the_modules_that_the_theory_names():
    found = re.findall(r"^\*\*Lemma (\d+)\b[^∎]*?\*Proof:\*\s`([\w/.]+)`", text_of("docs/theory.md"), re.MULTILINE)
    assert len(found) > 10
    for number, module in found:
        assert int(number) in lemmas(text_of(module)), f"lemma {number}"
        assert re.search("proof", text_of(module), re.IGNORECASE), f"lemma {number}"
