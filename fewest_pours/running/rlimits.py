"""Limits that the system keeps, for work on input that may be hostile."""

from contextlib import suppress
from pathlib import Path


def restrict(seconds: int, mebibytes: int) -> None:
    """Have the system end this process beyond these seconds and further MiB; on Windows only its supervisor does."""
    with suppress(ImportError):
        import resource

        held = 0  # bytes that a fork has from its parent, where the system says how many
        with suppress(OSError):
            held = int(Path("/proc/self/statm").read_text().split()[5]) * resource.getpagesize()
        for kind, most in {resource.RLIMIT_CPU: seconds, resource.RLIMIT_DATA: held + (mebibytes << 20)}.items():
            resource.setrlimit(kind, (most, most))
