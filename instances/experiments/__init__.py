"""Many runs of solvers on many instances, under limits: what runs, who runs it, and where the results go.

A *run* is one solver on one instance. Its process is forked by a *worker*, which has loaded the solver. Short runs of
our own solvers share such a process for half a second, any other run has one of its own. The worker watches time and
memory of the run and of everything below it, and ends it all at a limit that the solver did not keep by itself. The
*owner* of workers is the thread that hands them runs: one of a local pool, or of a Dask cluster. A worker ends with
its owner.

No solver is known here: `compare.py` passes them, as `Solvers`.
"""
