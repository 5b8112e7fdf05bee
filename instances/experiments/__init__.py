"""Many runs of solvers on many instances, under limits: what runs, who runs it, and where the results go.

A *run* is one solver on one instance. A *worker* is a process, here or on a Dask cluster, that has loaded the solvers
and forks a process for each run. It watches time and memory of the run and of everything below it, and ends it all at a
limit that the solver did not keep by itself. A worker ends with the process that has started it.

No solver is known here: `compare.py` passes them, as `Solvers`.
"""
