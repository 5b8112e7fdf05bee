"""Water sort by search, said three times: as first written down, with a better bound, and fast."""

from search_baseline.watersort.fast import solve_fast
from search_baseline.watersort.reference import solve_plain, solve_runs

__all__ = ["solve_fast", "solve_plain", "solve_runs"]
