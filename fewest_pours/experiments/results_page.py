"""The page of results: each experiment owns the part between its markers."""

from pathlib import Path

from fewest_pours.experiments.stopped import Stopped
from fewest_pours.files.output_files import write_text

PAGE = Path("docs", "results.md")
END = "<!-- /reproduce -->"


def expect_page(otherwise: str) -> None:
    """Raises Stopped where the page is not; otherwise: an option that does without it."""
    if not PAGE.exists():
        raise Stopped(f"no {PAGE} here, expected the project's top folder, where that page is updated; or {otherwise}")


def replace_part(name: str, text: str) -> None:
    """Put a text between the markers of an experiment. Raises Stopped without them."""
    begin = f"<!-- reproduce {name} -->"
    before, _, rest = PAGE.read_text(encoding="utf-8").partition(begin)
    _, end, after = rest.partition(END)
    if not end:
        raise Stopped(f"no {begin} with an {END} behind it in {PAGE}, expected both, as marks of what is replaced")
    write_text(PAGE, f"{before}{begin}\n\n{text}\n\n{END}{after}")
