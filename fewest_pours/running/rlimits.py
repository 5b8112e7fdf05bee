"""Limits that the system keeps, for work on input that may be hostile."""

from contextlib import suppress


def restrict(seconds: int, mebibytes: int) -> None:
    """Have the system end this process beyond these seconds and further MiB; on Windows only its supervisor does."""
    with suppress(ImportError):
        import resource

        import psutil

        held = getattr(psutil.Process().memory_info(), "data", 0)  # a fork has the data of its parent
        for kind, most in {resource.RLIMIT_CPU: seconds, resource.RLIMIT_DATA: held + (mebibytes << 20)}.items():
            resource.setrlimit(kind, (most, most))
