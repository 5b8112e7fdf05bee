"""The command as a player or a designer uses it, from another folder than the checkout's; both sides answer."""

import json
from pathlib import Path

import pytest

from fewest_pours import __main__ as command_line
from fewest_pours import __version__, api


@pytest.fixture
def run(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.argv", ["/usr/bin/fewest-pours"])

    def main(words):
        return command_line.main(words.split()), *capsys.readouterr()

    return main


def test_the_command_lists_its_subcommands_and_each_exists(run, capsys):
    code, out, _ = run("")
    assert code == 2
    assert (0, out, "") == run("--help")
    words = "solve board page show import export deal design rate check compare schema"
    for word in words.split():
        assert f" {word}" in out
        with pytest.raises(SystemExit) as end:
            run(f"{word} --help")
        assert end.value.code == 0
        assert "usage: fewest-pours" in capsys.readouterr().out
    assert run("--version") == (0, f"fewest-pours {__version__}\n", "")


def test_what_was_read_is_noted_in_json_by_the_checker_and_in_python(run):
    Path("mine.txt").write_text("red blue\nblue red\nempty\n")
    _, out, err = run("solve mine.txt --json --confirm 0 --certificate proof")
    assert json.loads(out)["notes"] == err.splitlines()
    assert run("check mine.txt proof") == (0, "valid: optimal 3\n", err)
    with pytest.warns(UserWarning, match="read as 3 beakers"):
        assert api.check("mine.txt", "proof") == "optimal 3"


def test_an_unsolvable_deal_is_explained_whichever_side_proves_it(run):
    code, out, _ = run("solve deal-9c1e4h-7015 --explain --confirm 0 --page page.html")
    why = [line for line in out.splitlines() if "can never leave" in line]
    assert (code, len(why)) == (11, 2)
    assert all(line in Path("page.html").read_text(encoding="utf-8") for line in why)
