"""What is imported when it is asked for, and not before: a file of one puzzle loads one puzzle."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module

TYPE_CHECKING = False  # typing itself takes a while to load, and programs load this before they handle Ctrl-C
if TYPE_CHECKING:
    from typing import Any


def find(place: str) -> Any:
    """find('instances.pipes:PUZZLE') is that object."""
    module, _, attribute = place.partition(":")
    return getattr(import_module(module), attribute)


class Later:
    """Later('cpmodel.pipes:solve') is that function, to be imported when it is loaded or first called."""

    def __init__(self, place: str) -> None:
        self.place = place

    def load(self) -> Any:
        return find(self.place)

    def __call__(self, *arguments: Any, **named: Any) -> Any:
        return self.load()(*arguments, **named)


class Registry(Mapping[str, "Any"]):
    """Registry({'pipes': 'instances.pipes:PUZZLE'})['pipes'] is that object; order and membership import nothing."""

    def __init__(self, places: Mapping[str, str]) -> None:
        self.places = places

    def __getitem__(self, name: str) -> Any:
        return find(self.places[name])

    def __iter__(self) -> Iterator[str]:
        return iter(self.places)

    def __contains__(self, name: object) -> bool:
        return name in self.places

    def __len__(self) -> int:
        return len(self.places)
