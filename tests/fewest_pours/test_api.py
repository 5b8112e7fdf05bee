"""The project as people use it: from Python, and by one command from any folder; both sides answer."""

import json
import re
from itertools import chain
from pathlib import Path

import pytest

from fewest_pours import BadInput, Deal, RuleBroken, __version__, api, deal, load, loads, replay, solve
from fewest_pours import __main__ as command_line
from fewest_pours.puzzles.watersort.generator import generate
from helpers.paths import text_of


def test_a_deal_is_written_with_the_top_first():
    mine = deal([["red", "blue"], ["blue", "red"], []], name="mine")
    assert mine == Deal("mine", 2, (("blue", "red"), ("red", "blue"), ()))
    with pytest.warns(UserWarning, match="note: read as 3 beakers"):
        assert loads("red blue\nblue red\nempty", "mine") == mine
    with pytest.warns(UserWarning, match="light blue"):
        loads({"puzzle": "watersort", "capacity": 1, "beakers": [["light blue"]]})
    assert loads(api.picture(mine), "mine") == mine


def test_python_refuses_what_the_command_line_refuses():
    with pytest.raises(BadInput, match=r"'.ud800' is half of a character"):
        deal([["\ud800", "b"], ["b", "\ud800"], []])
    with pytest.raises(BadInput, match="text:1:1: capacity is missing"):
        loads({"puzzle": "watersort", "beakers": []})
    with pytest.raises(ValueError, match="no solver 'nobody' for watersort, expected one of astar"):
        solve(generate(3, 1), "nobody")
    with pytest.raises(ValueError, match="expected"):
        solve(generate(3, 1), workers=0)
    with pytest.raises(RuleBroken):
        replay(load("one-pour"), ())


def test_the_page_on_python_is_true(capsys):
    page = text_of("docs/api.md")
    with pytest.warns(UserWarning, match="read as 3 beakers"):
        exec(compile(page.partition("```python\n")[2].partition("```")[0], "api.md", "exec"), {})
    assert capsys.readouterr().out.startswith("optimal 3 3\n")
    assert f"## {__version__}\n" in text_of("docs/changes.md")
    assert set(re.findall(r"`(\w+)\(", page)) <= vars(api).keys()


def test_the_first_example_of_the_readme_prints_what_it_says(capsys):
    example = text_of("README.md").partition("```python\n")[2].partition("```")[0]
    exec(compile(example, "README.md", "exec"), {})
    expected = re.search(r"# (optimal .*)", example)[1]
    assert capsys.readouterr().out.startswith(f"{expected}\n  1  2  3 ")


@pytest.mark.parametrize("name", ["one-pour", "level-02", "seed-4x4-easy", "blog-5x5"])
def test_instances_and_results_are_shown_in_notebooks(name):
    assert load(name)._repr_html_().startswith("<pre ")
    shown = solve(load(name))._repr_html_()
    assert "<th>outcome</th><td>optimal</td>" in shown
    assert (name != "one-pour") or "<li>1 -&gt; 2  2 red</li>" in shown


@pytest.mark.slow
def test_the_notebook_runs_and_is_kept_with_its_outputs(capsys):
    pytest.importorskip("matplotlib")
    cells = [cell for cell in json.loads(text_of("docs/api.ipynb"))["cells"] if cell["cell_type"] == "code"]
    kept = [*chain(*(output.get("data", {}) for cell in cells for output in cell["outputs"]))]
    assert "image/png" in kept
    assert kept.count("text/html") >= 3
    source = "\n".join("".join(cell["source"]) for cell in cells)
    lines = [line for line in source.splitlines() if not line.startswith("%")]  # what Jupyter alone reads
    exec(compile("\n".join(lines), "api.ipynb", "exec"), {"__name__": "notebook"})
    out = capsys.readouterr().out
    assert out.startswith("optimal 3\n")
    assert "0 disagreements" in out
    compared = "sample-three-colours optimal 7 7\npartial-pours-needed-3 no_plan_within_horizon 10 9\n"
    assert out.endswith(f"{compared}True\nout_of_time\n")


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
        assert capsys.readouterr().out.startswith(f"usage: fewest-pours {word} ")
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
