"""Files with fixed names in a folder that others can write to, such as those that a library writes to /tmp.

One process at a time, the one that has locked the folder, creates new files, which no other user can replace, and
removes them afterwards. Whatever else has these names is left alone. Files of a run that was killed are known by hard
links to them in a folder of ours.
"""

import errno
import os
import stat
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

from fewest_pours.running.limits import Limits

PAUSE = 0.05  # seconds between two looks whether the folder is free


@contextmanager
def new_files(folder: Path, names: Sequence[str], limits: Limits) -> Iterator[None]:
    """Within the `with`, the files are new and ours, and no other process is here. Raises LimitReached, OSError."""
    import portalocker

    lock = os.open(folder, os.O_RDONLY)
    try:
        while True:
            with suppress(portalocker.AlreadyLocked):
                portalocker.lock(lock, portalocker.LOCK_EX | portalocker.LOCK_NB)
                break
            limits.check()
            time.sleep(PAUSE)
        links = own_folder(folder)
        remove(folder, links, names)
        try:
            for name in names:
                os.close(os.open(links / name, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
                (folder / name).hardlink_to(links / name)
            yield
        finally:
            remove(folder, links, names)
            with suppress(OSError):
                links.rmdir()
    finally:
        os.close(lock)


def own_folder(folder: Path) -> Path:
    """A folder in there that only this user can write to. Raises OSError."""
    links = folder / f".fewest-pours-proof-{os.getuid()}"
    links.mkdir(mode=0o700, exist_ok=True)
    made = links.lstat()
    if not stat.S_ISDIR(made.st_mode) or made.st_uid != os.getuid() or made.st_mode & 0o077:
        raise PermissionError(errno.EPERM, "another user's folder", str(links))
    return links


def remove(folder: Path, links: Path, names: Sequence[str]) -> None:
    """Remove the files that have a link among these, and the links."""
    for link in [links / name for name in names if os.path.lexists(links / name)]:
        file = folder / link.name
        if os.path.lexists(file) and os.path.samestat(file.lstat(), link.lstat()):
            file.unlink()
        link.unlink()
