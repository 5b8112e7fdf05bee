"""The command as a player or a designer uses it, from another folder than the checkout's; both sides answer."""

import json
from pathlib import Path

import pytest

from fewest_pours import __main__ as command_line
from fewest_pours import __version__, api
from helpers.commands import command


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


def test_what_players_type_is_solved(tmp_path):
    done = command("fewest_pours solve - --confirm 0 --hint", text="🔴🟢\n🟢🔴\nempty\n", folder=tmp_path)
    assert done.returncode == 0
    assert done.stdout.splitlines()[-1].startswith("hint: 1 -> 3  1 🔴; 2 pours left after it")
    assert "-:1:1: note: read as " in done.stderr


def test_lists_that_do_not_show_their_order_or_capacity_take_options(run):
    Path("up.txt").write_text("a a b\nb c\nc\n")
    code, out, err = run("solve up.txt --quiet")
    assert (code, out) == (31, "")
    assert "perhaps it was read wrongly, as 3 beakers of capacity 3, the top of each first: missing: 1 " in err
    assert run("solve up.txt --capacity 2")[2].endswith("beaker 1 has 3 units, expected at most 2\n")
    Path("up.txt").write_text("a b\nb c\nc a\nempty\n")
    code, out, err = run("solve up.txt --quiet --confirm 0 --bottom-first --capacity 2")
    assert code == 0
    assert "4 beakers of capacity 2, the bottom of each first" in err


def test_lists_that_do_not_show_their_order_are_answered_from_both_ends(run):
    lists = '[["green","blue","red"],["red","green","red"],["green","blue","blue"],[]]'
    Path("mine.json").write_text(lists)
    other = "if the first is the bottom: unsolvable (--bottom-first)"
    for options in ("", "--quiet"):
        code, out, _ = run(f"solve mine.json --confirm 0 {options}")
        assert code == 0
        assert other in out
    code, out, _ = run("solve mine.json --json --confirm 0")
    assert json.loads(out)["other_reading"]["outcome"] == "unsolvable"
    code, out, err = run("solve mine.json --quiet --confirm 0 --top-first")
    assert (code, other in out, "nothing shows" in err) == (0, False, False)
    code, out, err = run("import mine.json")
    assert out.startswith("# read with the top of each list first, which nothing shows")


def test_a_claim_of_the_file_is_compared_with_the_proven_answer(run):
    Path("mine.json").write_text('{"tubes": [["r","b"],["b","r"],[]], "minMoves": 5}')
    out = run("solve mine.json --quiet --confirm 0")[1]
    assert "the file claims 5 pours (minMoves), which is not the fewest: 3" in out


def test_what_was_read_is_noted_in_json_by_the_checker_and_in_python(run):
    Path("mine.txt").write_text("red blue\nblue red\nempty\n")
    _, out, err = run("solve mine.txt --json --confirm 0 --certificate proof")
    assert json.loads(out)["notes"] == err.splitlines()
    assert run("check mine.txt proof") == (0, "valid: optimal 3\n", err)
    with pytest.warns(UserWarning, match="read as 3 beakers"):
        assert api.check("mine.txt", "proof") == "optimal 3"


def test_a_comparison_of_one_file_names_the_command_that_prints_a_plan(run):
    assert run("compare one-pour")[2].endswith("for its plan: fewest-pours solve one-pour\n")


def test_one_side_finds_the_answer_and_the_other_confirms_it(run):
    code, out, _ = run("solve sample-three-colours --confirm 60")
    answer, found, confirmed = out.splitlines()[-3:]
    assert (code, "7 pours, proven shortest" in answer) == (0, True)
    assert found.startswith("found by ")
    assert confirmed.startswith("confirmed by ")


def test_certificates_of_an_answer(run):
    for name in ("c.jsonl", "x.lrat"):
        assert run(f"solve deal-6c1e4h-7008 --certificate {name}")[0] == 11
    assert run("check deal-6c1e4h-7008 c.jsonl")[1] == "valid: unsolvable\n"
    assert {path.name for path in Path().iterdir()} == {"c.jsonl", "x.lrat", "x.cnf"}


def test_an_unsolvable_deal_is_explained_whichever_side_proves_it(run):
    code, out, _ = run("solve deal-9c1e4h-7015 --explain --confirm 0 --page page.html")
    why = [line for line in out.splitlines() if "can never leave" in line]
    assert (code, len(why)) == (11, 2)
    assert all(line in Path("page.html").read_text(encoding="utf-8") for line in why)
