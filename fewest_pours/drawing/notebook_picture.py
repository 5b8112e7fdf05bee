"""How instances look in a notebook: the picture of the terminal, as HTML."""

from io import StringIO

from rich.console import Console
from rich.text import Text

FORMAT = '<pre style="line-height: 1.2">{code}</pre>'
WIDE = 10_000  # columns, so that no line is broken


def html_of(text: Text) -> str:
    console = Console(record=True, file=StringIO(), width=WIDE, force_terminal=True, force_jupyter=False)
    console.print(text, end="")
    return console.export_html(inline_styles=True, code_format=FORMAT)
