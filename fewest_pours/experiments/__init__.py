"""Many runs of solvers on many instances, under limits: what runs, who runs it, and where the results go.

A *run* is one solver on one instance. A *worker* is a process, on this machine or a Dask cluster, that has loaded the
solvers and forks a process for each run. It watches the time and memory of that process and its descendants, and ends
them all if the solver exceeds a limit. A worker ends with the process that started it.

This package knows no solver: `compare.py` passes them in, as `Solvers`.
"""
