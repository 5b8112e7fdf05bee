"""The version of a solver's code changes with what it imports, and with nothing else."""

import pytest

from fewest_pours.sides import all_solvers
from fewest_pours.solving import code_versions
from fewest_pours.solving.code_versions import file_of, imported_by, imports_of, version_of

FILES = {
    "cpmodel/solver.py": "import cpmodel.one\n",
    "cpmodel/one.py": "def f():\n    from cpmodel import two\n",
    "cpmodel/two/__init__.py": "",
    "cpmodel/other.py": "",
    "fewest_pours/puzzles/watersort/rules.py": "",
    "fewest_pours/puzzles/watersort/__init__.py": "from fewest_pours.puzzles.watersort import rules\n",
    "fewest_pours/puzzles/squares/__init__.py": "",
}


@pytest.fixture(autouse=True)
def _anew(monkeypatch):
    yield
    forget()


def forget():
    for function in (version_of, imports_of, file_of):
        function.cache_clear()


def test_a_version_changes_with_what_a_solver_imports(tmp_path, monkeypatch):
    monkeypatch.setattr(code_versions, "ROOT", tmp_path)
    for name, text in FILES.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    changed = set()
    for name in FILES:
        forget()
        before = version_of("watersort", "cpmodel.solver")
        with (tmp_path / name).open("a") as file:
            file.write("# a comment\n")
        forget()
        if version_of("watersort", "cpmodel.solver") != before:
            changed.add(name)
    assert set(FILES) - changed == {"cpmodel/other.py", "fewest_pours/puzzles/squares/__init__.py"}


def test_no_solver_depends_on_how_levels_are_read_from_text_or_pictures():
    solvers = all_solvers()
    places = [
        solver.place.partition(":")[0] for side in solvers.sides for each in side.solvers.values() for solver in each
    ]
    for place in places:
        modules = imported_by([place])
        assert {place, "fewest_pours.running.solver_contract"} <= modules
        assert not [name for name in modules if ".pictures" in name or "typed_levels" in name or ".pages" in name]
