"""Commands as a person starts them. Most are forked, which saves the time to start Python and to load libraries.

Fresh processes are for tests that need one: of loading, of signals while loading, of encodings, of memory.
"""

import multiprocessing
import os
import random
import runpy
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from subprocess import CompletedProcess
from tempfile import TemporaryFile
from typing import Any

import psutil

from helpers.paths import ROOT

FORK: Any = multiprocessing.get_context("fork" if hasattr(os, "fork") else None)
SECONDS = 600  # limit for a command, on the slowest machine
NAP = f"{1000 + random.random()}"  # seconds that only this process's tests sleep, by which to find what they started
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # or each of many short programs compiles the project anew
ENVIRONMENT = os.environ | {"PYTHONPATH": str(ROOT), "PYTHONUNBUFFERED": ""}  # with a buffer, written only at the end


def fresh_words(module: str, *arguments) -> list[str]:
    return [sys.executable, "-m", *module.split(), *map(str, arguments)]


def started(words: Sequence[object], **more) -> "subprocess.Popen[str]":
    """A process whose output is read; more: options of subprocess.Popen."""
    options: dict[str, Any] = {"env": ENVIRONMENT, "stdout": -1, "stderr": -1, "text": True, **more}
    return subprocess.Popen([*map(str, words)], **options)


def fresh_command(module: str, *arguments, **more) -> "CompletedProcess[str]":
    """The same as command(), in a new Python process; more: options of subprocess.run."""
    options = {"cwd": ROOT, "env": ENVIRONMENT, "stdout": -1, "stderr": -1, **more}
    return subprocess.run(fresh_words(module, *arguments), text=True, timeout=SECONDS, **options)


def command(module: str, *arguments, **more) -> "CompletedProcess[str]":
    """`python -m fewest_pours show x.yaml`: command('fewest_pours show', 'x.yaml'); more: arguments of forked()."""
    if not hasattr(os, "fork"):
        folder, environment = more.pop("folder", ROOT), ENVIRONMENT | (more.pop("environment", None) or {})
        return fresh_command(module, *arguments, cwd=folder, env=environment, input=more.pop("text", ""), **more)
    name, *words = [*module.split(), *map(str, arguments)]

    def main():
        sys.argv = [name, *words]
        runpy.run_module(name, run_name="__main__", alter_sys=True)

    return forked(main, **more)


def alive(marker: str) -> list[str]:
    """The command lines of processes that contain this marker."""
    commands = [process.info["cmdline"] or [] for process in psutil.process_iter(["cmdline"])]
    return [" ".join(command) for command in commands if marker in " ".join(command)]


def forked(
    main: Callable[[], object], folder: Path = ROOT, environment: dict[str, str] | None = None, text: str = "", **files
) -> "CompletedProcess[str]":
    """The output and the exit code of a process that calls main in this folder.

    text: its standard input. files: open files to use as stdin, stdout or stderr instead.
    """
    with TemporaryFile() as source, TemporaryFile() as out, TemporaryFile() as err:
        source.write(text.encode())
        source.seek(0)
        streams = {"stdin": source, "stdout": out, "stderr": err} | files
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


def become(main: Callable[[], object], folder: Path, environment: dict[str, str], streams: list[Any]):
    """In the child: replace the parent's streams, folder and environment, then call main and exit."""
    for descriptor, stream in enumerate(streams):
        os.dup2(stream if isinstance(stream, int) else stream.fileno(), descriptor)
    sys.stdin, sys.stdout, sys.stderr = map(open, range(3), ("r", "w", "w"), (-1, -1, 1))
    os.chdir(folder)
    os.environ.update(environment)
    sys.exit(main())
