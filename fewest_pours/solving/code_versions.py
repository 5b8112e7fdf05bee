"""Versions of solvers: digests of the code that a run executes, so that a change elsewhere keeps old results valid.

A run executes its solver, the rules of its puzzle, and what checks the answer. What these modules import, directly or
not, is read from their text; dotted names in strings are not followed. A package's `__init__.py` counts where something
is imported from the package itself, those of the three top packages apart.
"""

import ast
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from fewest_pours.solving.outside_solvers import digest_of

ROOT = Path(__file__).parents[2]
PACKAGES = ("fewest_pours", "cpmodel", "search_baseline")
LIBRARIES = ("ortools", "numpy", "didppy")  # whose version a solver's speed or answer may depend on
ALWAYS = ("fewest_pours.solving.answer",)  # runs a solver and checks its answer


@cache
def version_of(puzzle: str, solver: str | None) -> str:
    """'b2e8a1c97d5f0364, ortools 9.15.6755': of the code that runs a solver of the puzzle, and of its libraries.

    solver: the dotted name of its module; None for one from outside, whose own code others digest.
    """
    roots = [*ALWAYS, f"fewest_pours.puzzles.{puzzle}"]
    if solver is not None:
        roots.append(solver)
    modules = imported_by(roots)
    files = sorted(file for file in map(file_of, modules) if file is not None)
    used = set().union(*map(imports_of, modules))
    return ", ".join([digest_of(files), *(library_version(name) for name in LIBRARIES if name in used)])


def library_version(name: str) -> str:
    from importlib.metadata import PackageNotFoundError, version  # slow to load, and most commands need it not

    try:
        return f"{name} {version(name)}"
    except PackageNotFoundError:
        return f"{name} missing"


def imported_by(roots: Iterable[str]) -> frozenset[str]:
    """The modules of this project that these import, directly or not, and the modules themselves."""
    found: set[str] = set()
    waiting = list(roots)
    while waiting:
        module = waiting.pop()
        if module not in found and file_of(module) is not None:
            found.add(module)
            waiting += imports_of(module)
    return frozenset(found)


@cache
def imports_of(module: str) -> frozenset[str]:
    """What a module of this project imports anywhere in its text: dotted names of all kinds, and names of libraries.

    Without the project's own packages, whose __init__ nearly every module would otherwise share.
    """
    file = file_of(module)
    names: list[str] = []
    for node in ast.walk(ast.parse(file.read_bytes())) if file else ():
        if isinstance(node, ast.Import):
            names += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names += [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
    libraries = {name.partition(".")[0] for name in names}
    return frozenset(libraries.union(names) - set(PACKAGES))


@cache
def file_of(module: str) -> Path | None:
    """The file of a module or package of this project; None for any other name."""
    if module.partition(".")[0] not in PACKAGES:
        return None
    path = ROOT.joinpath(*module.split("."))
    return next(filter(Path.is_file, (path.with_suffix(".py"), path / "__init__.py")), None)
