"""The conditions of runs: times are compared only where they are the same."""

from collections.abc import Sequence

from instances.report import Row
from instances.report.rows.results_file import Stopped
from instances.text import counted


def conditions(row: Row) -> dict[str, str]:
    """{'time limit': '60 s', 'workers': '1 worker', 'code': 'code 172d86ee', ...}"""
    limits, machine = row["parameters"], row["machine"]
    code, *libraries = row["version"].split(", ")
    return {
        "time limit": f"{limits['time_limit']:g} s",
        "memory limit": f"{limits['memory_limit']} MiB",
        "workers": counted(limits["workers"], "workers"),
        "jobs": f"{counted(row.get('jobs', 1), 'runs')} at once",
        "question": "any plan" if limits["any_plan"] else "shortest plans",
        "machine": ", ".join(filter(None, [machine.get("processor"), counted(machine["cores"], "cores"),
                                           f"{machine['memory_mib'] / 1024:.0f} GiB"])),
        "libraries": ", ".join([f"Python {machine['python']}", *libraries]),
        "code": f"code {code[:8]}",
    }  # fmt: skip


def variety(rows: Sequence[Row]) -> dict[str, list[str]]:
    """Of each condition its values in the rows: {'time limit': ['20 s', '60 s'], 'workers': ['1 worker'], ...}"""
    found = [conditions(row) for row in rows]
    return {name: sorted({each[name] for each in found}) for name in found[0]}


def refuse_unequal(what: str, rows: Sequence[Row]) -> None:
    """Raise Stopped if the rows were made under different conditions: no table may compare them."""
    for name, values in variety(rows).items():
        if len(values) > 1:
            raise Stopped(f"{what}: runs of different {name} ({'; '.join(values)}), expected one run of all solvers")
