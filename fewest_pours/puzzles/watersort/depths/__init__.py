"""Depths: how far each beaker is emptied, and which runs can leave it next (docs/theory.md, the depth theorem).

A beaker *stands* while it holds two runs or more, and never stands again afterwards (lemma 3). Depths say how many runs
each standing beaker has lost: all 0 in the deal. (docs/theory.md counts those that are left: all 0 at the end.) A
*removal* takes the top run of one. A *depth path* is a sequence of removals, each allowed by the inequality (*), from
the deal to the end, where no beaker stands. A plan exists if and only if a depth path does (theorem 7). What stands on
depths finds its part here:

    removals.py     the removals of a deal, their loads, and the inequality, in plain Python
    paths.py        whether a depth path leads on from given depths, by depth-first search
    stumps.py       a key for depths that is the same for interchangeable beakers
    tables.py       the removals as arrays: which are allowed, for many depths at once (NumPy)
    listing.py      all depths, layer by layer; walking back: a depth path, and which depths are dead (NumPy)
    atoms.py        depths as rows of Boolean atoms, for facts and precedences (NumPy)
    path_plans.py   a depth path -> a plan

The checker states depths for itself (fewest_pours/checker/watersort/depths.py), and so does the page (winnable.js):
what is compared must not be shared.
"""
