"""Records by name, each imported when it is asked for: a file of one puzzle loads one puzzle."""

from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import Any


class Registry(Mapping[str, Any]):
    """Registry({'pipes': 'instances.pipes:PUZZLE'})['pipes'] is that object; order and membership import nothing."""

    def __init__(self, places: Mapping[str, str]) -> None:
        self.places = places

    def __getitem__(self, name: str) -> Any:
        module, attribute = self.places[name].split(":")
        return getattr(import_module(module), attribute)

    def __iter__(self) -> Iterator[str]:
        return iter(self.places)

    def __contains__(self, name: object) -> bool:
        return name in self.places

    def __len__(self) -> int:
        return len(self.places)
