"""The files of the page as a site: it opens without a network once it was opened, and brings levels along."""

from hashlib import sha256
from pathlib import Path
from string import Template

from fewest_pours.pages.board import board_page
from fewest_pours.pages.board.brought_levels import Brought
from fewest_pours.pages.page_parts import raw, text

LEVELS = Path(__file__).with_name("levels.json")  # a pack; `fewest-pours rate` prints how hard each level is


def site_files(levels: list[Brought]) -> dict[str, bytes]:
    """The content of each file of the site, whose page brings these levels along."""
    files = {
        "index.html": board_page.of_site(levels).encode(),
        "manifest.json": board_page.manifest("./").encode(),
        "icon.svg": raw("board/icon.svg"),
        "icon.png": raw("board/icon.png"),
    }
    digest = sha256(b"".join(files.values())).hexdigest()[:12]
    worker = Template(text("site/service_worker.js")).substitute(digest=digest)
    return files | {"service_worker.js": worker.encode()}
