"""Where the project and its instances are."""

from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
INSTANCES = ROOT / "instances"


def page_text(name: str) -> str:
    """The text of a page: page_text("README.md"), page_text("docs/format.md")."""
    return (ROOT / name).read_text(encoding="utf-8")
