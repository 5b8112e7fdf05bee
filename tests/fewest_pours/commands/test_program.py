"""What people write stays text; no standard input, output or file name leads to a traceback."""

import json
import os
import pty
import shutil
import signal
import subprocess
import sys
import tomllib

import pytest

from helpers.commands import ENVIRONMENT, command, fresh_command, fresh_words, started
from helpers.paths import INSTANCES, ROOT

ONE_POUR = INSTANCES / "watersort" / "one-pour.yaml"
INSTALLED = "fewest-pours"
MODULE, FUNCTION = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["scripts"][INSTALLED].split(":")
SCRIPT = f"from {MODULE} import {FUNCTION}\n{FUNCTION}()\n"  # as pip writes it
PROGRAMS = ["search_baseline", "cpmodel", "fewest_pours show"]
HOSTILE = "[/x] [bold]b[/] :smile: \x1b[31m \x9b1m \u202e \x00"
SHOWN = r"[/x] [bold]b[/] :smile: \x1b[31m \x9b1m \u202e \x00"


@pytest.fixture
def hostile(tmp_path):
    """A deal whose name and one of whose colours are full of what a terminal would obey."""
    color = HOSTILE.replace(" ", "")
    data = {"puzzle": "watersort", "name": HOSTILE, "capacity": 2, "beakers": [[color], [color]]}
    (tmp_path / "x.yaml").write_text(json.dumps(data), encoding="ascii")
    return tmp_path / "x.yaml"


def test_on_a_terminal_hues_and_progress_are_the_only_escape_sequences(hostile):
    ours, theirs = pty.openpty()
    environment = ENVIRONMENT | {"TERM": "xterm-256color", "COLUMNS": "200"}
    words = fresh_words("search_baseline", hostile)
    with subprocess.Popen(words, stdout=theirs, stderr=theirs, env=environment) as process:
        os.close(theirs)
        out = b""
        try:
            while piece := os.read(ours, 4096):
                out += piece
        except OSError:  # the end of a terminal
            pass
    text = out.decode()
    assert process.returncode == 0
    assert SHOWN in text
    assert "1 pour, proven shortest" in text
    assert "\x1b[31m" not in text
    assert not {"\x9b", "\u202e", "\x00"} & set(text)


def test_a_file_name_that_is_not_utf_8(tmp_path):
    path = os.fsencode(tmp_path) + b"/\xff\x1b.yaml"
    with open(path, "wb") as file:
        file.write(ONE_POUR.read_bytes())
    done = command("search_baseline", os.fsdecode(path), "--quiet")
    assert done.returncode == 0
    assert r"\udcff\x1b.yaml: 1 pour" in done.stdout
    assert json.loads(command("search_baseline", os.fsdecode(path), "--json").stdout)["outcome"] == "optimal"
    assert command("search_baseline", os.fsdecode(path) + "x").stderr.count("\n") == 1
    refused = command("compare", "--deals", "3x1", "--command", "x=\udcff").stderr
    assert refused.endswith("error: argument --command: invalid program value: 'x=\\udcff'\n")


@pytest.mark.parametrize("words", [*(f"{program} one-pour" for program in PROGRAMS), "search_baseline --help"])
def test_a_closed_pipe_ends_a_program_silently_and_a_full_disk_in_one_line(words):
    reading, writing = os.pipe()
    os.close(reading)
    done = command(words, stdout=writing)
    os.close(writing)
    assert (done.returncode, done.stderr) == (141, "")
    with open("/dev/full", "w", encoding="ascii") as full:
        done = command(words, stdout=full)
        assert (done.returncode, done.stderr) == (2, "output: no space left on device, expected a place to write\n")
        assert command(words, stdout=full, stderr=full).returncode == 2


@pytest.mark.parametrize("encoding", ["ascii", "cp1252"])
def test_pictures_are_ascii_if_the_encoding_has_no_better_characters(encoding, tmp_path):
    for name in ("watersort/level-133", "squares/level-02", "futoshiki/sp-5x5-easy10", "pipes/blog-5x5"):
        shutil.copy(INSTANCES / f"{name}.yaml", tmp_path)
    done = fresh_command("fewest_pours show", tmp_path, env=ENVIRONMENT | {"PYTHONIOENCODING": encoding})
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.isascii()
    assert "\\u" not in done.stdout


def test_a_profiler_sees_the_end_of_a_program():
    done = fresh_command("cProfile -m fewest_pours show", ONE_POUR)
    assert done.returncode == 0
    assert " function calls" in done.stdout


@pytest.mark.parametrize(
    ("words", "code", "error"),
    [
        ("search_baseline one-pour >&-", 2, "output: closed, expected a place to write\n"),
        ("search_baseline - <&-", 31, "-:1:1: the file is empty, expected a puzzle file"),
        ("search_baseline no-such-file 2>&-", 31, ""),
    ],
)
def test_a_closed_stream_gives_one_line_or_none(words, code, error):
    with started(["sh", "-c", f"{sys.executable} -m {words}"], cwd=ROOT) as process:
        _, err = process.communicate(timeout=60)
    assert process.returncode == code
    assert err.startswith(error)
    assert err.count("\n") == (1 if error else 0)


@pytest.mark.parametrize("program", [*(f"-m {name}" for name in PROGRAMS), "-m compare", f"{INSTALLED} solve"])
def test_ctrl_c_while_a_program_loads_is_no_traceback(program, tmp_path):
    """The first module to be loaded after the one that handles Ctrl-C shows that it is handled."""
    (tmp_path / INSTALLED).write_text(SCRIPT)
    with started([sys.executable, "-X", "importtime", *program.split(), "level-133"], cwd=tmp_path) as process:
        for line in process.stderr:
            if "fewest_pours.running.program_exit" in line:
                break
        next(process.stderr)
        process.send_signal(signal.SIGINT)
        rest = process.stderr.read()
    assert "Traceback" not in rest
    assert process.returncode in (0, 130)


def test_ctrl_c_while_a_library_is_loaded_is_answered_at_once(tmp_path):
    (tmp_path / "ortools.py").write_text("import time\nprint('loading', flush=True)\ntime.sleep(60)\n")
    path = f"PYTHONPATH={tmp_path}{os.pathsep}{ROOT}"
    with started(["env", path, sys.executable, "-m", "cpmodel", "one-pour", "--json"]) as process:
        assert process.stdout.readline() == "loading\n"
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=30)
    assert (process.returncode, err) == (130, "")
    assert '"outcome": "interrupted"' in out
