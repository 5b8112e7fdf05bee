"""Results of runs: kept in files, cross-checked, and summarized in tables, plots and pages. Knows no solver.

A *row* describes one run of a solver on an instance, as plain data, one line of JSON:

    key                       identifies the run: rows with the same key are of the same run
    source, puzzle, digest    where the instance comes from, and the digest of its content (see rows/origin.py)
    solver, seed, repeat      what ran on it
    parameters                time_limit in seconds, memory_limit in MiB, workers
    outside                   where the solver comes from, if it is not ours (see instances/solving/outside.py)
    version, machine          of the code and its libraries; processor, cores, memory, Python
    command, date             the command as it was typed, and when the run ended (UTC)
    jobs                      how many runs were executed at once
    outcome, plan, length, solutions, unique, lower_bound, upper_bound, reason, statistics
                              the answer, as `--json` prints it
    lower_bound_by, upper_bound_by
                              what proved the lower bound; what found the best plan
    bounds_over_time          [seconds, lower bound, length of the best plan], whenever one improved
    seconds, cpu_seconds, peak_mib
                              wall time; processor time, ended children included; resident memory with children
    contradiction             how the answer contradicts the instance's `known`; absent if it does not
    broken                    true if the answer breaks a rule; absent otherwise
    killed                    true if the run did not end by itself
    solvable                  only in kept rows, which have neither plan nor solutions

A time-out is not an answer, and is never left out of a mean: it counts as a run of exactly the time limit, so every
ratio between two solvers understates the better one.
"""

from instances.reading.yaml_files import Data

Row = Data
