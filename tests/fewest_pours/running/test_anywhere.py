"""A Python without what Windows lacks: every module is imported, and solves, races, compares, designs and serves."""

import os
import subprocess
import sys

import httpx
import pytest

from fewest_pours.puzzles.watersort.generator import generate
from helpers.boards import running_board
from helpers.cases import case
from helpers.commands import ENVIRONMENT, fresh_command
from helpers.deals import typed
from helpers.paths import INSTANCES, ROOT

MISSING = {
    "os": "fork wait3 wait4 waitid WNOHANG setsid setpgid killpg getuid sched_getaffinity sysconf uname"
    " register_at_fork set_blocking O_NONBLOCK O_CLOEXEC O_NOFOLLOW O_DIRECTORY mkfifo posix_spawn pipe2 statvfs",
    "signal": "SIGALRM SIGHUP SIGKILL SIGQUIT SIGSTOP SIGCONT SIGTSTP SIGCHLD SIGUSR1 SIGPIPE setitimer ITIMER_REAL"
    " alarm pause pthread_sigmask pthread_kill sigwait SIG_BLOCK SIG_UNBLOCK SIG_SETMASK",
    "socket": "AF_UNIX send_fds recv_fds socketpair",
}
TAKEN_AWAY = f"""
import builtins, sys, types

ROOT, MISSING, original = {str(ROOT)!r}, {MISSING!r}, builtins.__import__


def ours(file):
    return str(file).removeprefix(ROOT).startswith(("/compare.py", "/cpmodel/", "/fewest_pours/", "/search_baseline/"))


def find(name, globals=None, locals=None, fromlist=(), level=0):
    if ours((globals or {{}}).get("__file__")) and not level:
        if name in ("fcntl", "resource", "pwd", "grp", "termios"):
            raise ImportError(name)
        if name in MISSING:
            found, copy = original(name), types.ModuleType(name)
            vars(copy).update({{key: value for key, value in vars(found).items() if key not in MISSING[name].split()}})
            return copy
    return original(name, globals, locals, fromlist, level)


def watch(event, arguments):
    if event == "open" and str(arguments[0]).startswith("/proc/"):
        if any(ours(sys._getframe(depth).f_code.co_filename) for depth in (1, 2)):
            raise FileNotFoundError(arguments[0])


builtins.__import__ = find
sys.addaudithook(watch)
"""
IMPORT_ALL = """
import pkgutil, sys, cpmodel, fewest_pours, search_baseline
for package in (cpmodel, fewest_pours, search_baseline):
    for module in pkgutil.walk_packages(package.__path__, package.__name__ + "."):
        if not module.name.endswith(("__main__", "start_methods.linux", "start_methods.fork")):
            __import__(module.name)
from fewest_pours.running import start_methods
assert start_methods.METHOD == "spawn"
"""


@pytest.fixture(scope="module")
def environment(tmp_path_factory):
    folder = tmp_path_factory.mktemp("elsewhere")
    (folder / "sitecustomize.py").write_text(TAKEN_AWAY, encoding="utf-8")
    path = os.pathsep.join([str(folder), str(ROOT)])
    return {**ENVIRONMENT, "PYTHONPATH": path, "FEWEST_POURS_START_METHOD": ""}


SMALL = INSTANCES / "watersort" / "sample-three-colours.yaml"


@pytest.mark.parametrize(
    ("words", "code", "printed"),
    [
        case("cpmodel squares/level-00 --quiet --memory-limit 4000", 0, "proven shortest", slow=True),
        case(f"fewest_pours solve {SMALL} --time-limit 600", 0, "confirmed by", slow=True),
        ("search_baseline - --time-limit 0.5 --quiet", 23, "out of time"),
        ("compare --deals 3x1 --count 1 --solvers astar --command s=./x --out r", 1, "1 failed run"),
        case("fewest_pours design watersort --colors 4 --pours 9..20 --count 1 --seed 1", 0, "pours", slow=True),
    ],
)  # fmt: skip
def test_commands_work_without_forks(words, code, printed, environment, tmp_path):
    done = fresh_command(*words.split(), input=typed(generate(60, 3, seed=1)), env=environment, cwd=tmp_path)
    assert done.returncode == code, done.stderr
    assert printed in done.stdout + done.stderr
    assert "Traceback" not in done.stderr


def test_every_module_is_imported(environment):
    done = subprocess.run([sys.executable, "-c", IMPORT_ALL], env=environment, capture_output=True, text=True, cwd=ROOT)
    assert done.returncode == 0, done.stderr


@pytest.mark.slow
def test_the_board_answers(environment, monkeypatch):
    for name in ("PYTHONPATH", "FEWEST_POURS_START_METHOD"):
        monkeypatch.setitem(ENVIRONMENT, name, environment[name])
    with running_board(SMALL) as board:
        body = {"text": SMALL.read_text("utf-8"), "moves": []}
        answer = httpx.post(board.address + "answer", json=body, timeout=120).text
    assert answer.count('"outcome": "optimal"') == 2
