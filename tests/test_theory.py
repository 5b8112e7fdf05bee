"""The code names the lemmas of docs/theory.md by their numbers: each that it names exists, and each is named."""

import re

from helpers.paths import ROOT

NAMED = re.compile(r"\b(?:lemma|theorem)s?\s+(\d+(?:(?:,| and|, and)\s+\d+)*)", re.IGNORECASE)
STATED = re.compile(r"^\*\*(?:Lemma|Theorem) (\d+)\b", re.MULTILINE)
THEORY = (ROOT / "docs/theory.md").read_text(encoding="utf-8")


def named(text: str) -> set[int]:
    return {int(number) for numbers in NAMED.findall(text) for number in re.findall(r"\d+", numbers)}


def test_no_two_results_have_one_number() -> None:
    numbers = [int(number) for number in STATED.findall(THEORY)]
    assert len(numbers) == len(set(numbers))


def test_the_results_that_the_code_names_are_those_of_the_theory() -> None:
    modules = [path for top in ("cpmodel", "instances", "search_baseline") for path in (ROOT / top).rglob("*.py")]
    in_code = set[int]().union(*(named(path.read_text(encoding="utf-8")) for path in modules))
    assert in_code == {int(number) for number in STATED.findall(THEORY)}
    assert named("lemmas 4 and 5, Theorem 7, lemmas 1, 2 and 3") == {1, 2, 3, 4, 5, 7}


def test_the_documents_name_only_results_of_the_theory() -> None:
    stated = {int(number) for number in STATED.findall(THEORY)}
    for page in (ROOT / "README.md", *(ROOT / "docs").glob("*.md")):
        assert named(page.read_text(encoding="utf-8")) <= stated, page
