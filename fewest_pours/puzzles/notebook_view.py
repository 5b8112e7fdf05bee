"""What all instances inherit, so that notebooks show them as pictures."""

from pkgutil import resolve_name

from fewest_pours.drawing.notebook_picture import html_of


class ShownAsPicture:
    def _repr_html_(self) -> str:
        puzzles = resolve_name("fewest_pours.puzzles.loading:PUZZLES")  # by its name, as it imports all instances
        return html_of(puzzles[type(self).__module__.split(".")[-2]].picture(self))
