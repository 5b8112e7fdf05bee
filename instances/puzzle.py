"""The shape of a puzzle's slice: everything that commands need to know of a puzzle, and no solver needs."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:  # whoever runs a solver needs no file and no picture
    from instances.drawing.colors import Color
    from instances.drawing.svg import Drawing
    from instances.reading.fields import Record
    from instances.reading.yaml_files import Place
    from instances.styled import Text

Options = Mapping[str, tuple[type, Any, str]]  # option -> type, default, help


class RuleBroken(Exception):
    """A plan or a solution that breaks a rule of its puzzle; the message says where and how."""


def no_advice(document: Any) -> list[tuple[Place, str]]:
    return []


class Frame(NamedTuple):
    """A step in words, the instance after it, what it touched (beakers, blocks, or cells filled in), and its colour."""

    caption: str
    instance: Any
    touched: tuple[Any, ...]
    color: Color | None = None


@dataclass(frozen=True)
class Format:
    """An instance for programs that know nothing of puzzles.

    files: instance -> the ending of each file and its text; ValueError for an instance that the format cannot say.
    begins: how an answer of such a program begins. read: instance, that answer -> plan; ValueError if it is none.
    """

    files: Callable[[Any], Mapping[str, str]]
    begins: re.Pattern[str]
    read: Callable[[Any, str], tuple[Any, ...]]


@dataclass(frozen=True)
class Puzzle:
    """
    name        'watersort', the value of `puzzle:` in its files
    steps       what a plan counts: 'pours', 'clicks'; None for puzzles that are filled in
    Document    the schema of its files
    parse       checked document -> instance; raises Misfit for what a schema cannot say
    advice      checked document that parses -> what looks like a slip in it, each with its place
    document    instance -> plain data for a file, the inverse of parse
    picture     instance, and what a step touched -> text to print; str() of it is the plain picture
    drawing     the same as SVG, and for the page
    verify      instance, Result.plan or Result.solutions -> None; raises RuleBroken
    answer      instance, plan or solutions -> plain data for JSON
    read_answer instance, plain data -> plan or solutions, the inverse of answer; raises ValueError for any other data
    frames      instance, plan or solutions -> a frame for each step or solution
    size        instance -> what is about as hard: '12 x 2' colours and empty beakers, '9x9'
    options     what makes a random instance: its keyword options
    generate    options and seed -> a random instance, the same for ever; ValueError for what makes none.
                None where that takes a search: then the side that searches has it (search_baseline)
    formats     'pddl' -> its instances for planners, and the like
    """

    name: str
    steps: str | None
    Document: type[Record]
    parse: Callable[[Any], Any]
    document: Callable[[Any], dict[str, Any]]
    picture: Callable[..., Text]
    drawing: Drawing
    verify: Callable[[Any, tuple[Any, ...]], None]
    answer: Callable[[Any, tuple[Any, ...]], list[Any]]
    read_answer: Callable[[Any, Any], tuple[Any, ...]]
    frames: Callable[[Any, tuple[Any, ...]], list[Frame]]
    size: Callable[[Any], str]
    options: Options
    advice: Callable[[Any], list[tuple[Place, str]]] = no_advice
    generate: Callable[..., Any] | None = None
    formats: Mapping[str, Format] = field(default_factory=dict)
