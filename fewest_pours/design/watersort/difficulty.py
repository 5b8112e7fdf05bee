"""One number for how hard a deal is: the share of games that simulated players lose, estimated from its measures."""

from math import exp

from fewest_pours.design.design_record import Measures

# fitted by `python docs/experiments/ratings.py 300 4x1 5x1 6x2 8x2 10x2 12x2`
CONSTANT = -4.08
WEIGHTS = {"stuck": 3.83, "traps": 5.57, "excess": 0.61, "pours": 0.05}


def difficulty(measures: Measures) -> float:
    """From 0 to 1, by a logistic function of the measures."""
    score = CONSTANT + sum(weight * measures[name] for name, weight in WEIGHTS.items())
    return round(1 / (1 + exp(-score)), 2)
