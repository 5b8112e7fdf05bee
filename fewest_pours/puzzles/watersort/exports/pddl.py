"""Water sort for planners: a domain and a problem in PDDL (STRIPS with typing).

    (height ?b ?n)     ?n units are in beaker ?b
    (unit ?b ?n ?c)    the n-th unit from the bottom is of colour ?c
    (differ ?c ?d)     ?c and ?d are different colours; (other ?a ?b): different beakers
    (turn ?b)          ?b is the next beaker to be declared done
    (follows ?b ?e)    ?e is declared done after ?b; `end` follows the last

STRIPS cannot express "as much as fits", so there is an action for each combination of the source's height, the units
poured and the target's height: `pour-3-2-1`. (None pours a whole beaker onto an empty one, which only swaps names.)
At the end the beakers are declared done, in the order of the file. So a plan has one action for each pour and one for
each beaker, and a shortest plan has the fewest pours. Every action costs 1.
"""

from itertools import permutations

from fewest_pours.puzzles.watersort.rules import Deal, units_of

MOST_CAPACITY = 40  # the domain takes 16 MB at this one, and grows with its fourth power
MOST_BEAKERS = 1_000  # a fact for each two of them


def domain(capacity: int) -> str:
    """The domain file, the same for all deals of a capacity."""
    levels = range(1, capacity + 1)
    sizes = [
        (high, units, low)
        for high in levels
        for units in range(1, high + 1)
        for low in range(capacity - units + 1)
        if low or units < high
    ]
    return f"""; Water sort, capacity {capacity}. A plan has as many actions as pours and beakers together.
(define (domain water-sort-{capacity})
  (:requirements :strips :typing)
  (:types beaker color level)
  (:constants n0 {" ".join(f"n{n}" for n in levels)} - level)
  (:predicates
    (height ?b - beaker ?n - level)
    (unit ?b - beaker ?n - level ?c - color)
    (differ ?c - color ?d - color)
    (other ?a - beaker ?b - beaker)
    (turn ?b - beaker)
    (follows ?b - beaker ?e - beaker))
{"".join(pour_action(capacity, *size) for size in sizes)}
  (:action done-empty
    :parameters (?b - beaker ?e - beaker)
    :precondition (and (turn ?b) (follows ?b ?e) (height ?b n0))
    :effect (and (turn ?e) (not (turn ?b)) (not (height ?b n0))))
  (:action done-full
    :parameters (?b - beaker ?e - beaker ?c - color)
    :precondition (and (turn ?b) (follows ?b ?e) (height ?b n{capacity})
                       {" ".join(f"(unit ?b n{n} ?c)" for n in levels)})
    :effect (and (turn ?e) (not (turn ?b)) (not (height ?b n{capacity})))))
"""


def pour_action(capacity: int, high: int, units: int, low: int) -> str:
    """The action that pours `units` units from a beaker of height `high` onto one of height `low`."""
    bares_another_color = units < high and units < capacity - low  # the whole run goes, and something lies below it
    going = [f"(unit ?a n{n} ?c)" for n in range(high - units + 1, high + 1)]
    arrived = " ".join(f"(unit ?b n{n} ?c)" for n in range(low + 1, low + units + 1))
    return f"""
  (:action pour-{high}-{units}-{low}
    :parameters (?a - beaker ?b - beaker ?c - color{" ?d - color" if bares_another_color else ""})
    :precondition (and (other ?a ?b) (height ?a n{high}) (height ?b n{low}) {" ".join(going)}
                       {f"(unit ?b n{low} ?c)" if low else ""}
                       {f"(unit ?a n{high - units} ?d) (differ ?c ?d)" if bares_another_color else ""})
    :effect (and (height ?a n{high - units}) (height ?b n{low + units}) {arrived}
                 (not (height ?a n{high})) (not (height ?b n{low})) {" ".join(map("(not {})".format, going))}))"""


def problem(deal: Deal) -> str:
    """The problem file: beakers b1, b2, ... in the file's order; colours c1, c2, ... as their names may be any text."""
    number = {color: f"c{c}" for c, color in enumerate(units_of(deal), 1)}
    names = [f"b{b}" for b in range(1, len(deal.beakers) + 1)]
    turns = [*names, "end"]
    facts = [f"(turn {turns[0]})", *map("(follows {} {})".format, names, turns[1:])]
    facts += [f"(other {a} {b})" for a, b in permutations(names, 2)]
    facts += [f"(differ {c} {d})" for c, d in permutations(number.values(), 2)]
    for name, beaker in zip(names, deal.beakers, strict=True):
        facts.append(f"(height {name} n{len(beaker)})")
        facts += [f"(unit {name} n{n} {number[color]})" for n, color in enumerate(beaker, 1)]
    lines = "\n    ".join(facts)
    return f"""(define (problem deal)
  (:domain water-sort-{deal.capacity})
  (:objects {" ".join(turns)} - beaker {" ".join(number.values())} - color)
  (:init
    {lines})
  (:goal (and (turn end))))
"""


def files(deal: Deal) -> dict[str, str]:
    """The two files, keyed by their endings. Raises ValueError for no units, covered beakers, and too large files."""
    if not units_of(deal):
        raise ValueError("there are no units, expected some")
    if deal.beyond_theory:
        raise ValueError(f"{deal.beyond_theory}, expected none")
    if deal.capacity > MOST_CAPACITY:
        raise ValueError(f"capacity {deal.capacity}, expected at most {MOST_CAPACITY} for PDDL")
    if len(deal.beakers) > MOST_BEAKERS:
        raise ValueError(f"{len(deal.beakers)} beakers, expected at most {MOST_BEAKERS} for PDDL")
    return {"-domain.pddl": domain(deal.capacity), "-problem.pddl": problem(deal)}
