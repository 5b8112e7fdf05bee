"""Files that are written whole or not at all: the old file stays until all of the new one is on the disk."""

import argparse
import os
import zlib
from collections.abc import Iterable, Iterator
from pathlib import Path


def output(text: str) -> str:
    """An argument that names a file to be written."""
    if text in ("", "-"):
        raise argparse.ArgumentTypeError(f"'{text}' is no file, expected a name (/dev/stdout is standard output)")
    return text


def write_file(path: str, chunks: Iterable[bytes]) -> None:
    """Write the chunks, one after the other, as a file. Raises OSError with this path, and whatever the chunks raise.

    They go into a new file beside it, which then takes its place. What is no file, as /dev/stdout, is written directly.
    """
    try:
        if is_device(path):
            # Standard output may be a file that holds something already; a pipe that nobody reads is an error, no wait.
            with open(os.open(path, os.O_WRONLY | os.O_APPEND | os.O_NONBLOCK), "ab") as device:
                os.set_blocking(device.fileno(), True)
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
    """What is there, and no file: /dev/stdout, even where that is a file, or a folder."""
    return os.path.abspath(path).startswith(("/dev/", "/proc/")) or (os.path.exists(path) and not os.path.isfile(path))


def write_text(path: Path, text: str) -> None:
    """A text file, whole or not at all. Raises OSError."""
    write_file(str(path), [text.encode("utf-8")])


def write_new(path: Path, text: str) -> None:
    """A file that is not there yet, in a folder that is made. Raises OSError, FileExistsError among them."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.open("xb").close()  # takes the name before anybody else does
    try:
        write_text(path, text)
    except BaseException:
        path.unlink()
        raise


def packed(path: str, chunks: Iterable[bytes]) -> Iterator[bytes]:
    """The chunks, compressed if the name ends in .gz; the same chunks give the same bytes."""
    if not path.endswith(".gz"):
        yield from chunks
        return
    packer = zlib.compressobj(9, wbits=31)
    yield from map(packer.compress, chunks)
    yield packer.flush()


def written_over(outputs: Iterable[str | None], inputs: Iterable[str | None]) -> str | None:
    """The first output that is read, too, or is another output, as a sentence; None if there is none."""
    taken = {os.path.realpath(path) for path in inputs if path}
    for path in outputs:
        if path and not is_device(path):
            if os.path.realpath(path) in taken:
                return f"{path} would be written over, expected another name"
            taken.add(os.path.realpath(path))
    return None
