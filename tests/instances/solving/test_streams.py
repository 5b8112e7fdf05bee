"""What people write stays text; whatever standard input, output and file names are, nothing ends in a traceback."""

import json
import os
import pty
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from helpers.commands import ENVIRONMENT, command, fresh_command, fresh_words
from helpers.paths import INSTANCES, ROOT
from instances.reading.yaml_files import write_yaml
from instances.watersort.files import document, generate

PUZZLE_FILES = ["watersort/level-133", "squares/level-02", "futoshiki/sp-5x5-easy10", "pipes/blog-5x5"]
ONE_POUR = INSTANCES / "watersort" / "one-pour.yaml"
PROGRAMS = ["search_baseline", "cpmodel", "instances show"]
HOSTILE = "[/x] [bold]b[/] :smile: \x1b[31m \x9b1m \u202e \x00"
SHOWN = r"[/x] [bold]b[/] :smile: \x1b[31m \x9b1m \u202e \x00"


def hostile(folder: Path) -> Path:
    """A deal whose name and one of whose colours are full of what a terminal would obey."""
    colour = HOSTILE.replace(" ", "")
    data = {"puzzle": "watersort", "name": HOSTILE, "capacity": 2, "beakers": [[colour], [colour]]}
    (folder / "x.yaml").write_text(json.dumps(data), encoding="ascii")
    return folder / "x.yaml"


@pytest.mark.parametrize("module", PROGRAMS)
def test_names_and_colours_are_text(module: str, tmp_path: Path) -> None:
    done = command(module, hostile(tmp_path))
    assert (done.returncode, done.stderr) == (0, "")
    assert SHOWN in done.stdout
    assert SHOWN.replace(" ", "") in done.stdout
    assert all(line.isprintable() for line in done.stdout.split("\n"))


def test_on_a_terminal_too_and_the_answer_is_the_same(tmp_path: Path) -> None:
    """Hues and the line of progress are the only escape sequences there."""
    ours, theirs = pty.openpty()
    with subprocess.Popen(
        fresh_words("search_baseline", hostile(tmp_path)), stdout=theirs, stderr=theirs,
        env=ENVIRONMENT | {"TERM": "xterm-256color", "COLUMNS": "200"},
    ) as process:  # fmt: skip
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


def test_json_is_ascii_and_says_the_name_as_it_is(tmp_path: Path) -> None:
    done = command("search_baseline", hostile(tmp_path), "--json")
    assert done.stdout.isascii()
    assert json.loads(done.stdout)["name"] == HOSTILE


def test_a_name_that_is_no_text(tmp_path: Path) -> None:
    path = os.fsencode(tmp_path) + b"/\xff\x1b.yaml"
    os.makedirs(tmp_path, exist_ok=True)
    with open(path, "wb") as file:
        file.write(ONE_POUR.read_bytes())
    done = command("search_baseline", os.fsdecode(path), "--quiet")
    assert done.returncode == 0
    assert r"\udcff\x1b.yaml: 1 pour" in done.stdout
    done = command("search_baseline", os.fsdecode(path), "--json")
    assert json.loads(done.stdout)["outcome"] == "optimal"
    assert command("search_baseline", os.fsdecode(path) + "x").stderr.count("\n") == 1


@pytest.mark.parametrize("module", PROGRAMS)
def test_a_reader_who_has_seen_enough_ends_it_without_a_word(module: str) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    done = command(module, INSTANCES / "watersort" / "level-133.yaml", stdout=writing)
    os.close(writing)
    assert (done.returncode, done.stderr) == (141, "")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a disk that is full")
@pytest.mark.parametrize(
    "module", ["search_baseline", "cpmodel", "instances show", "instances deal", "instances schema"]
)
def test_a_full_disk_is_one_line(module: str) -> None:
    files = [] if module.split()[-1] in ("deal", "schema") else [ONE_POUR]
    with open("/dev/full", "w", encoding="ascii") as full:
        done = command(module, *files, stdout=full)
    assert (done.returncode, done.stderr) == (2, "output: no space left on device, expected a place to write\n")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a disk that is full")
@pytest.mark.parametrize("module", ["search_baseline", "instances"])
def test_help_ends_as_any_output_does(module: str) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    done = command(module, "--help", stdout=writing)
    os.close(writing)
    assert (done.returncode, done.stderr) == (141, "")
    with open("/dev/full", "w", encoding="ascii") as full:
        assert command(module, "--help", stdout=full).stderr.startswith("output: no space left on device")
        assert command(module, "no such file", stdout=full, stderr=full).returncode == 2


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a disk that is full")
@pytest.mark.parametrize("option", ["--plan", "--certificate", "--page"])
def test_a_file_that_cannot_be_written_is_named(option: str) -> None:
    done = command("search_baseline", ONE_POUR, "--quiet", option, "/dev/full")
    assert (done.returncode, done.stderr) == (2, "/dev/full: no space left on device, expected a place to write\n")


@pytest.mark.parametrize("encoding", ["ascii", "cp1252"])
@pytest.mark.parametrize(
    "name", ["watersort/level-133", "squares/level-02", "futoshiki/sp-5x5-easy10", "pipes/blog-5x5"]
)
def test_pictures_are_plain_where_the_encoding_has_no_better(name: str, encoding: str) -> None:
    done = fresh_command("instances show", INSTANCES / f"{name}.yaml", env=ENVIRONMENT | {"PYTHONIOENCODING": encoding})
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.isascii()
    assert "\\u" not in done.stdout


@pytest.mark.parametrize("module", ["search_baseline", "instances show"])
def test_a_dash_is_standard_input(module: str) -> None:
    with open(ONE_POUR, "rb") as file:
        assert command(module, "-", stdin=file).returncode == 0


def test_a_dash_is_standard_input_for_an_answer_too() -> None:
    answer = command("search_baseline", ONE_POUR, "--json").stdout
    shown = command("instances show", ONE_POUR, "--answer", "-", text=answer)
    assert shown.returncode == 0
    assert shown.stdout.count("capacity 4") == 2
    for plan in ("(pour-2-2-2 b2 b1 c1)\n(done-full b1 b2 c1)\n", "v 0\n"):  # of a planner, of a SAT solver
        shown = command("instances show", ONE_POUR, "--answer", "-", text=plan)
        assert (shown.returncode, shown.stderr) == (0, "")
    both = command("instances show", "-", "--answer", "-", text=answer)
    assert both.returncode == 2
    assert "standard input is FILE or ANSWER, not both" in both.stderr


@pytest.mark.parametrize(
    "text", ["[" * 100_000, '{"plan": ' + "[" * 100_000, '{"plan": [[]]}', '{"plan": 7}', "[]", "NaN", ""]
)
def test_an_answer_that_is_none_is_one_line(text: str, tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text(text, encoding="ascii")
    done = command("instances show", ONE_POUR, "--answer", tmp_path / "a.json")
    assert done.returncode == 31
    assert done.stderr.count("\n") == 1
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("command", "code", "error"),
    [
        ("search_baseline {file} >&-", 2, "output: closed, expected a place to write\n"),
        ("instances show {file} >&-", 2, "output: closed, expected a place to write\n"),
        ("search_baseline - <&-", 31, "-:1:1: the file is empty, expected a puzzle file"),
        ("search_baseline no-such-file 2>&-", 31, ""),
        ("search_baseline {file} --quiet --plan {pipe}", 2, "{pipe}: no such device or address, expected a place"),
    ],
)
def test_closed_streams_and_pipes_that_nobody_reads(command: str, code: int, error: str, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    places = {"file": str(ONE_POUR), "pipe": str(tmp_path / "pipe")}
    words = f"{sys.executable} -m {command.format(**places)}"
    done = subprocess.run(["sh", "-c", words], env=ENVIRONMENT, cwd=ROOT, capture_output=True, text=True, timeout=60)
    assert done.returncode == code
    assert done.stderr.startswith(error.format(**places))
    assert done.stderr.count("\n") == (1 if error else 0)


@pytest.mark.parametrize("module", ["cpmodel", "search_baseline", "compare solve"])
def test_sigterm_to_a_whole_job_gives_the_best_bounds(module: str, tmp_path: Path) -> None:
    """As a batch system sends it: to each process."""
    (tmp_path / "deal.yaml").write_text(write_yaml(document(generate(60, 3, seed=7))), encoding="utf-8")
    words = fresh_words(module, tmp_path / "deal.yaml", "--stream")
    with subprocess.Popen(words, env=ENVIRONMENT, stdout=-1, stderr=-1, text=True, start_new_session=True) as process:
        assert process.stdout is not None
        first = json.loads(process.stdout.readline())
        os.killpg(process.pid, signal.SIGTERM)
        out, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (130, "")
    answer = json.loads(out.splitlines()[-1])
    assert answer["outcome"] == "interrupted"
    assert answer["lower_bound"] >= first["lower_bound"] > 100


# Ctrl-C


@pytest.mark.parametrize("module", [*PROGRAMS, "compare", "compare solve"])
def test_ctrl_c_while_a_program_loads_is_no_traceback(module: str) -> None:
    """The first of our modules that is loaded tells that the program's own code is running."""
    words = [sys.executable, "-X", "importtime", "-m", *module.split(), str(INSTANCES / "watersort" / "level-133.yaml")]
    with subprocess.Popen(words, env=ENVIRONMENT, stdout=-1, stderr=-1, text=True) as process:
        assert process.stderr is not None
        for line in process.stderr:
            if "instances.text" in line:
                break
        time.sleep(0.02)
        process.send_signal(signal.SIGINT)
        rest = process.stderr.read()
    assert "Traceback" not in rest
    assert process.returncode in (0, 130)


def test_ctrl_c_while_a_solver_is_loaded_is_answered(tmp_path: Path) -> None:
    """With what there is to say, however long the solver's libraries take."""
    (tmp_path / "ortools.py").write_text(
        "import time\nprint('loading', flush=True)\ntime.sleep(60)\n", encoding="ascii"
    )
    environment = ENVIRONMENT | {"PYTHONPATH": f"{tmp_path}{os.pathsep}{ROOT}"}
    words = [sys.executable, "-m", "cpmodel", str(ONE_POUR), "--json"]
    with subprocess.Popen(words, env=environment, cwd=tmp_path, stdout=-1, stderr=-1, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "loading\n"
        asked = time.monotonic()
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=30)
        seconds = time.monotonic() - asked
    assert process.returncode == 130
    assert json.loads(out)["outcome"] == "interrupted"
    assert err == ""
    assert seconds < 10  # of the minute that the library takes to load


@pytest.mark.parametrize("module", PROGRAMS)
def test_ctrl_c_while_a_pipe_is_read(module: str, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    words = fresh_words(module, tmp_path / "pipe")
    with (
        subprocess.Popen(words, env=ENVIRONMENT, stdout=-1, stderr=-1, text=True) as process,
        open(tmp_path / "pipe", "w", encoding="ascii") as pipe,  # opens as soon as it is read
    ):
        pipe.write("puzzle: ")
        pipe.flush()
        time.sleep(0.1)
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=30)
    assert process.returncode == 130
    assert "Traceback" not in err


def test_the_time_limit_holds_while_a_pipe_is_read(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    done = command("search_baseline", tmp_path / "pipe", "--time-limit", "0.2", "--json")
    assert done.returncode == 23
    assert json.loads(done.stdout)["outcome"] == "out_of_time"
