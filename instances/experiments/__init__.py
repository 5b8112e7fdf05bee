"""Many runs of solvers on many instances, under limits: what runs, who runs it, and where the results go.

A *run* is one solver on one instance. A *worker* is a process, of a local pool or on a Dask cluster, that has loaded
the solvers and forks the processes of the runs. Short runs of our own solvers share such a process for half a second,
any other run has one of its own. The worker watches time and memory of the run and of everything below it, and ends it
all at a limit that the solver did not keep by itself. A worker ends with the process that has started it.

No solver is known here: `compare.py` passes them, as `Solvers`.
"""
