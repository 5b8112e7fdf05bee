"""What a run ran on, and what it took of it."""

import os
import platform
import re
import resource
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

MIB = 1 << 20


@cache
def machine() -> dict[str, Any]:
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") // MIB
    return {
        "processor": processor(), "cores": cores(), "memory_mib": memory, "python": platform.python_version(),
        "system": platform.platform(),
    }  # fmt: skip


def processor() -> str:
    """'AMD EPYC 7763 64-Core Processor', or what the system tells otherwise."""
    with suppress(OSError):
        found = re.search(r"^model name\s*: (.*)$", Path("/proc/cpuinfo").read_text(encoding="utf-8"), re.MULTILINE)
        if found:
            return found[1].strip()
    return platform.processor() or platform.machine()


def cores() -> int:
    """Cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def cpu_seconds() -> float:
    """Of this process and of its children that have ended."""
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(each.ru_utime + each.ru_stime for each in used)


def peak_bytes() -> int:
    """The most resident memory that this process has had."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss << 10
