"""Many runs of solvers on many instances, under limits: what runs, who runs it, and where the results go.

A *run* is one solver on one instance. It happens in a *worker*, a process of its own that serves one run after another.
Its *owner* is the thread that handed it the run: it watches the clock and the memory of the worker with all its
children, kills the lot at a limit that the solver did not keep by itself, and starts another worker. Owners are the
threads of a local pool, or of the workers of a Dask cluster. A worker whose owner is gone, in whatever way, kills
itself and its children.

No solver is known here: `compare.py` hands them in, as `Solvers`.
"""
