"""Files written completely or not at all: the old file stays until the new one is complete."""

import argparse
import os
import zlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from fewest_pours.files.opening import at_once
from fewest_pours.files.packs import address

GZIP_WBITS = 16 + zlib.MAX_WBITS  # zlib's sign for a header of gzip


def output(text: str) -> str:
    """The type of an option that names an output file: so what cannot be written is reported before the work."""
    if text in ("", "-"):
        raise argparse.ArgumentTypeError(f"'{text}' is not a file, expected a name (/dev/stdout is standard output)")
    can_be_written = is_device(text) or os.access(Path(text).resolve().parent, os.W_OK)
    if os.path.isdir(text) or not can_be_written:
        raise argparse.ArgumentTypeError(f"{text}: expected a place to write, in a folder that exists")
    return text


def folder(text: str) -> Path:
    """The type of an option that names a folder for new files, which need not exist yet."""
    if not text:
        raise argparse.ArgumentTypeError("'' is not a folder, expected a name")
    path = Path(text).resolve()
    there = next(each for each in (path, *path.parents) if each.exists())
    if not (there.is_dir() and os.access(there, os.W_OK)):
        raise argparse.ArgumentTypeError(f"{text}: expected a folder to write to")
    return Path(text)


def write_file(path: str, chunks: Iterable[bytes]) -> None:
    """Write the chunks to a file. Raises OSError with this path, and whatever iterating over the chunks raises.

    They go into a new file beside it, which then replaces it. Devices such as /dev/stdout are written directly.
    """
    try:
        if is_device(path):
            # Append, as standard output may be a file with content; do not block on a pipe without a reader.
            with open(path, "ab", opener=at_once) as device:
                device.writelines(chunks)
        else:
            replace(Path(path).resolve(), chunks)
    except OSError as error:
        error.filename = path
        raise


def replace(target: Path, chunks: Iterable[bytes]) -> None:
    beside = target.with_name(f".{os.urandom(8).hex()}.part")
    try:
        with beside.open("xb") as file:
            if target.exists():
                target.open("ab").close()  # raises where writing is not permitted
                beside.chmod(target.stat().st_mode)
            file.writelines(chunks)
        beside.replace(target)
    except BaseException:
        beside.unlink(missing_ok=True)
        raise


def is_device(path: str) -> bool:
    """Whether a path exists and is not a regular file, or lies under /dev or /proc: /dev/stdout, a folder."""
    is_of_system = os.path.abspath(path).startswith(("/dev/", "/proc/"))
    is_irregular = os.path.exists(path) and not os.path.isfile(path)
    return is_of_system or is_irregular


def write_text(path: str | Path, text: str) -> None:
    """Write a text file, completely or not at all. Raises OSError."""
    write_file(str(path), [text.encode("utf-8")])


def write_new(path: Path, text: str) -> None:
    """Write a file that must not exist, and make its folder. Raises OSError, such as FileExistsError."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.open("xb").close()  # reserves the name
    try:
        write_text(path, text)
    except BaseException:
        path.unlink()
        raise


@contextmanager
def locked(path: str) -> Iterator[None]:
    """Within the `with`, no other process that asks for it has this file, which may be replaced there. Raises OSError.

    Devices are not locked.
    """
    import portalocker

    if is_device(path):
        yield
        return
    while True:
        with open(path, "ab") as file:  # made if it is missing
            portalocker.lock(file, portalocker.LOCK_EX)
            opened = os.fstat(file.fileno())
            is_still_there = os.path.exists(path) and os.path.samestat(opened, os.stat(path))
            if is_still_there:  # else it was replaced while this process waited for it
                yield
                return


def packed(path: str, chunks: Iterable[bytes]) -> Iterator[bytes]:
    """The chunks, compressed if the name ends in .gz; the same chunks give the same bytes."""
    if not path.endswith(".gz"):
        yield from chunks
        return
    packer = zlib.compressobj(zlib.Z_BEST_COMPRESSION, wbits=GZIP_WBITS)
    yield from map(packer.compress, chunks)
    yield packer.flush()


def written_over(outputs: Iterable[str | None], inputs: Iterable[str | None]) -> str | None:
    """A sentence on the first output that is also an input or another output; None if there is none."""
    taken = {os.path.realpath(address(path)[0]) for path in inputs if path}
    for path in outputs:
        if path and not is_device(path):
            if os.path.realpath(path) in taken:
                return f"{path} would be written over, expected another name"
            taken.add(os.path.realpath(path))
    return None
