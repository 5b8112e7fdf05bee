"""Colours by name: what files may call them, and the names of colours that are numbered."""

from typing import Annotated

from pydantic import Field, WithJsonSchema

Color = str  # 'red'
Word = Annotated[
    str,
    Field(pattern=r"^\S+$"),
    WithJsonSchema({"type": ["string", "number", "boolean"], "description": "a colour: any word without spaces"}),
]
NAMES = (
    *("red", "blue", "green", "yellow", "orange", "purple", "pink", "teal", "brown", "lime", "navy", "magenta"),
    *("grey", "gold", "cyan", "maroon", "olive", "coral", "indigo", "mint", "violet", "salmon", "sky", "beige"),
)


def color_name(index: int) -> str:
    """color_name(0) == 'red'; color_name(24) == 'red2'"""
    turn, place = divmod(index, len(NAMES))
    return NAMES[place] + (str(turn + 1) if turn else "")
