"""The page's scripts: their logic in node against truth that Python writes, and how modules become one script."""

import ast
import os
import re
import shutil
import subprocess
from itertools import chain

import pytest

from fewest_pours.pages import page_parts
from fewest_pours.puzzles.loading import PUZZLES
from helpers import page_truth
from helpers.paths import ROOT

PAGES = ROOT / "fewest_pours" / "pages"


@pytest.mark.parametrize("many", [100, pytest.param(1_000, marks=pytest.mark.slow)])
def test_the_logic_of_the_scripts_agrees_with_the_program(many, tmp_path):
    node = shutil.which("node")
    if node is None:
        pytest.skip("no node on this machine: the logic is tested in the browser only")
    page_truth.write(tmp_path, many)
    tests = [node, "--test", str(ROOT / "tests" / "fewest_pours" / "pages" / "scripts.test.js")]
    done = subprocess.run(tests, env=os.environ | {"TRUTH": str(tmp_path)}, capture_output=True, text=True, timeout=900)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.fixture
def modules(monkeypatch):
    """Files of the pages, by name, that a test writes."""
    found = {}
    monkeypatch.setattr(page_parts, "text", found.__getitem__)
    return found


def test_modules_are_joined_in_the_order_in_which_browsers_run_them(modules):
    modules["a/a.js"] = 'import {b} from "../b/b.js";\nimport {c} from "./c.js";\nif (c) b(c, "c, c", 1 + 2);\n'
    modules["b/b.js"] = '// b\nimport {c} from "../a/c.js";\nexport function b() {\n  c;\n}\n'
    modules["a/c.js"] = "export const c = {\n  d: [0],\n};\n"
    assert page_parts.script("a/a.js") == '"use strict";\nconst c={d:[0]};function b(){c}\nif(c)b(c,"c, c",1+2);'
    modules["a.css"] = "/* a:\n   b */\n:root {\n  --a: 1px;\n}\n\ni, /* i */\nb{c:d}\n"
    assert page_parts.style("a.css") == ":root {--a: 1px}i,b{c:d}"


def test_joining_changes_no_text():
    for path in PAGES.rglob("*.js"):
        texts = re.findall(r'"[^"\n]*"', path.read_text(encoding="utf-8"))
        assert [text for text in texts if page_parts.shortened(text) != text] == [], path


def test_modules_that_import_each_other_are_refused(modules):
    modules["a.js"] = 'import {b} from "./b.js";\nb();\n'
    modules["b.js"] = 'import {c} from "./c.js";\nexport const b = () => c;\n'
    modules["c.js"] = 'import {b} from "./b.js";\nexport const c = () => b;\n'
    with pytest.raises(ValueError, match=r"a\.js imports b\.js imports c\.js imports b\.js"):
        page_parts.script("a.js")


@pytest.mark.parametrize("entry", ["board/served_board.js", "player/plan_page.js", "solver/worker.js"])
def test_scripts_import_no_circle_and_only_from_the_folders_below(entry):
    """Words know no drawing, and the drawing of levels knows no board."""
    above = {"words": ("player", "board", "solver"), "player": ("board", "solver"), "solver": ("words", "board")}
    for module, source in page_parts.modules_of(entry).items():
        folders = {folder for _, place in page_parts.IMPORT.findall(source) for folder in place.split("/")}
        assert folders.isdisjoint(above.get(module.partition("/")[0], ())), module


@pytest.mark.parametrize(
    ("other", "wrong"),
    [("let x = 1;\nexport const y = 1;\n", "both declare x"), ("const y = 1;\n", "does not export y")],
)
def test_names_that_joining_would_confuse_are_refused(modules, other, wrong):
    modules["x.js"] = 'import {y} from "./y.js";\nconst x = 1;\n'
    modules["y.js"] = other
    with pytest.raises(ValueError, match=wrong):
        page_parts.script("x.js")


def test_the_labels_are_those_that_the_pages_show():
    asked = {option for puzzle in PUZZLES.values() for option in puzzle.asked}
    pages = "".join(path.read_text(encoding="utf-8") for path in [*PAGES.rglob("*.html"), *PAGES.rglob("*.js")])
    named = re.findall(r'(?:data-(?:words|label|title)="|texts\.page\.)(\w+)', pages)
    assert {*asked, *named} == {*re.findall(r"^  (\w+):", page_parts.text("words/english_labels.js"), re.MULTILINE)}


def test_what_the_program_says_by_a_code_has_words_in_another_language():
    said = set()
    rooms = ROOT / "fewest_pours", ROOT / "search_baseline", ROOT / "cpmodel"
    for path in chain(*(room.rglob("*.py") for room in rooms)):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Sentence" and len(node.args) > 1:
                code = ast.unparse(node.args[1]).removeprefix("f").strip("'")
                said |= {code.replace("{kind}", kind) for kind in ("row", "column")}
    worded = re.findall(r"^  (\w+): \(", page_parts.text("words/german_sentences.js"), re.MULTILINE)
    assert said - {"original.code", "self.code"} == {*worded}
