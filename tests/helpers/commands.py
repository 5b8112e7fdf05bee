"""Commands as a person starts them. Most are forked, which leaves out what a start of Python and of libraries costs.

Fresh processes are for tests of what only they have: what is loaded, signals while it loads, encodings, memory.
"""

import multiprocessing
import os
import runpy
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess
from tempfile import TemporaryFile
from typing import Any

from helpers.paths import ROOT

FORK = multiprocessing.get_context("fork")
SECONDS = 120  # that a command may take
ENVIRONMENT = os.environ | {"PYTHONPATH": str(ROOT), "PYTHONUNBUFFERED": ""}  # a buffer is written at the very end


def fresh_words(module: str, *arguments: object) -> list[str]:
    return [sys.executable, "-m", *module.split(), *map(str, arguments)]


def fresh_command(module: str, *arguments: object, **more: Any) -> "CompletedProcess[str]":
    """The same as command(), by a Python of its own; more: of subprocess.run."""
    options = {"cwd": ROOT, "env": ENVIRONMENT, "stdout": -1, "stderr": -1, **more}
    return subprocess.run(fresh_words(module, *arguments), text=True, timeout=SECONDS, **options)


def command(module: str, *arguments: object, **more: Any) -> "CompletedProcess[str]":
    """`python -m instances show x.yaml`: command('instances show', 'x.yaml'); more: of forked()."""
    name, *words = [*module.split(), *map(str, arguments)]

    def main() -> None:
        sys.argv = [name, *words]
        runpy.run_module(name, run_name="__main__", alter_sys=True)

    return forked(main, **more)


def forked(
    main: Callable[[], object],
    folder: Path = ROOT,
    environment: dict[str, str] | None = None,
    text: str = "",
    **files: Any,
) -> "CompletedProcess[str]":
    """What a process that calls main in this folder prints, and its exit code.

    text: its standard input. files: stdin, stdout, stderr that are open already, in place of what is given or returned.
    """
    with TemporaryFile() as given, TemporaryFile() as out, TemporaryFile() as err:
        given.write(text.encode())
        given.seek(0)
        streams = {"stdin": given, "stdout": out, "stderr": err} | files
        process = FORK.Process(
            target=become, args=(main, folder, ENVIRONMENT | (environment or {}), list(streams.values()))
        )
        process.start()
        process.join(SECONDS)
        if process.is_alive():
            process.kill()
            raise subprocess.TimeoutExpired("forked", SECONDS)
        printed = [(file.seek(0), file.read().decode())[1] for file in (out, err)]
    assert process.exitcode is not None
    return CompletedProcess([], process.exitcode, *printed)


def become(main: Callable[[], object], folder: Path, environment: dict[str, str], streams: list[Any]) -> None:
    """Leave behind what was the parent's: its streams, folder and environment."""
    for descriptor, stream in enumerate(streams):
        os.dup2(stream if isinstance(stream, int) else stream.fileno(), descriptor)
    sys.stdin, sys.stdout, sys.stderr = map(open, range(3), ("r", "w", "w"), (-1, -1, 1))
    os.chdir(folder)
    os.environ.update(environment)
    sys.exit(main())  # type: ignore[arg-type]
