"""Where the project and its instances are."""

from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
INSTANCES = ROOT / "instances"


def text_of(name: str) -> str:
    """The text of a file of the project: text_of("docs/format.md")."""
    return (ROOT / name).read_text(encoding="utf-8")
