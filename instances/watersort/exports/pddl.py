"""Water sort for planners: a domain and a problem in PDDL (STRIPS with typing), and their plans read back.

    (height ?b ?n)     ?n units are in beaker ?b
    (unit ?b ?n ?c)    the n-th unit from the bottom is of colour ?c
    (differ ?c ?d)     two colours; (other ?a ?b) two beakers
    (turn ?b)          the beaker is the next to be declared done
    (follows ?b ?e)    after ?b it is the turn of ?e; `end` follows the last

STRIPS cannot express "as much as fits", so there is an action for each number of units that the source holds, that go,
and that the target holds: `pour-3-2-1`. (Not for a beaker of one colour onto an empty one, which only swaps names.)
At the end the beakers are declared done, in the order of the file. So a plan has as many actions as pours and beakers
together, and the shortest plan has the fewest pours. Every action costs 1.
"""

import re
from collections.abc import Iterator
from itertools import permutations

from instances.puzzle import Format
from instances.watersort.rules import Deal, Pour, after, pours, units_of

ACTION = re.compile(r"\(\s*([^()]*)\)")
POUR = re.compile(r"pour-\d+-\d+-\d+\s+b(\d+)\s+b(\d+)\b", re.IGNORECASE)


def domain(deal: Deal) -> str:
    """All deals of one capacity have the same domain."""
    levels = " ".join(f"n{n}" for n in range(deal.capacity + 1))
    actions = [*pour_actions(deal.capacity), *done_actions(deal.capacity)]
    return f"""; Water sort, capacity {deal.capacity}. A plan has as many actions as pours and beakers together.
(define (domain water-sort-{deal.capacity})
  (:requirements :strips :typing)
  (:types beaker color level)
  (:constants {levels} - level)
  (:predicates
    (height ?b - beaker ?n - level)
    (unit ?b - beaker ?n - level ?c - color)
    (differ ?c - color ?d - color)
    (other ?a - beaker ?b - beaker)
    (turn ?b - beaker)
    (follows ?b - beaker ?e - beaker))
{"".join(actions)})
"""


def pour_actions(capacity: int) -> Iterator[str]:
    """For each height of the source, number of units that go, and height of the target."""
    for high in range(1, capacity + 1):
        for units in range(1, high + 1):
            for low in range(1 if units == high else 0, capacity - units + 1):
                stays = [] if units == high or units == capacity - low else [f"(unit ?a n{high - units} ?d)"]
                other = [*stays, "(differ ?c ?d)"] if stays else []
                going = [f"(unit ?a n{high - i} ?c)" for i in range(units)]
                onto = [f"(unit ?b n{low} ?c)"] if low else []
                before = ["(other ?a ?b)", f"(height ?a n{high})", f"(height ?b n{low})", *going, *onto, *other]
                later = [f"(height ?a n{high - units})", f"(height ?b n{low + units})"]
                later += [f"(unit ?b n{low + i} ?c)" for i in range(1, units + 1)]
                gone = [f"(not {fact})" for fact in (f"(height ?a n{high})", f"(height ?b n{low})", *going)]
                parameters = "?a - beaker ?b - beaker ?c - color" + (" ?d - color" if other else "")
                yield action(f"pour-{high}-{units}-{low}", parameters, before, [*later, *gone])


def done_actions(capacity: int) -> Iterator[str]:
    """A beaker that is done is poured no more."""
    full = [f"(unit ?b n{n} ?c)" for n in range(1, capacity + 1)]
    for name, color, height, units in (("done-empty", "", 0, []), ("done-full", " ?c - color", capacity, full)):
        before = ["(turn ?b)", "(follows ?b ?e)", f"(height ?b n{height})", *units]
        after = ["(turn ?e)", "(not (turn ?b))", f"(not (height ?b n{height}))"]
        yield action(name, f"?b - beaker ?e - beaker{color}", before, after)


def action(name: str, parameters: str, before: list[str], after: list[str]) -> str:
    return f"""  (:action {name}
    :parameters ({parameters})
    :precondition (and {" ".join(before)})
    :effect (and {" ".join(after)}))
"""


def problem(deal: Deal) -> str:
    """Beaker bI is the I-th of the file; colours by number, as their words may be any."""
    number = {color: f"c{c}" for c, color in enumerate(units_of(deal), 1)}
    names = [f"b{b}" for b in range(1, len(deal.beakers) + 1)]
    after_that = [*names, "end"]
    facts = []
    for name, beaker in zip(names, deal.beakers, strict=True):
        facts.append(f"(height {name} n{len(beaker)})")
        facts += [f"(unit {name} n{n} {number[color]})" for n, color in enumerate(beaker, 1)]
    facts += [f"(turn {after_that[0]})", *map("(follows {} {})".format, names, after_that[1:])]
    facts += [f"(other {a} {b})" for a, b in permutations(names, 2)]
    facts += [f"(differ {c} {d})" for c, d in permutations(number.values(), 2)]
    lines = "\n    ".join(facts)
    return f"""(define (problem deal)
  (:domain water-sort-{deal.capacity})
  (:objects {" ".join(after_that)} - beaker {" ".join(number.values())} - color)
  (:init
    {lines})
  (:goal (and (turn end))))
"""


def read_plan(deal: Deal, text: str) -> tuple[Pour, ...]:
    """The pours of a plan file, an action a line; ValueError for an action or a pour that is none."""
    state, plan = deal.beakers, list[Pour]()
    for action in ACTION.findall(re.sub(r";.*", "", text)):  # planners remark on the cost of a plan
        if re.match("done-(empty|full) ", action, re.IGNORECASE):
            continue
        if (named := POUR.match(action)) is None:
            raise ValueError(f"no action {action.partition(' ')[0]}, expected an answer to the pddl of this puzzle")
        places = int(named[1]) - 1, int(named[2]) - 1
        pour = next((pour for pour in pours(state, deal.capacity) if pour[:2] == places), None)
        if pour is None:
            wrong = f"pour {len(plan) + 1}: nothing can go from {named[1]} to {named[2]}"
            raise ValueError(f"{wrong}, expected an answer to the pddl")
        plan.append(pour)
        state = after(state, pour)
    return tuple(plan)


FORMAT = Format(
    lambda deal: {"-domain.pddl": domain(deal), "-problem.pddl": problem(deal)}, re.compile(r"\s*[(;]"), read_plan
)
