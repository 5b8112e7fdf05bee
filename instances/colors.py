"""Colours by name: what files may call them, and the names of colours that are numbered."""

Color = str  # 'red'
NAMES = (
    *("red", "blue", "green", "yellow", "orange", "purple", "pink", "teal", "brown", "lime", "navy", "magenta"),
    *("grey", "gold", "cyan", "maroon", "olive", "coral", "indigo", "mint", "violet", "salmon", "sky", "beige"),
)


def color_name(index: int) -> str:
    """color_name(0) == 'red'; color_name(24) == 'red2'"""
    turn, place = divmod(index, len(NAMES))
    return NAMES[place] + (str(turn + 1) if turn else "")
