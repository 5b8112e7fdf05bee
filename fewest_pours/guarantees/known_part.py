"""The depth game on the known part of partial deals: many of them at once, as arrays.

A *state* is the number of units gone from the top of each beaker. If all but the bottom unit are gone, the beaker is
*cleared*. Let k be the number of empty beakers in the deal. A colour is *open* if its load (docs/theory.md)
is above 0:

    units of it that are gone, with those alone in cleared beakers
        >  units gone above the places where it shows in beakers that are not cleared.

Here every colour fills one beaker, so a colour needs one mono if it is open, else none. A step is possible (lemmas 5
and 6) exactly if open colours <= cleared beakers + k, where the colour that moves is counted after the step and the
others before it.

Single units may be taken instead of runs. A unit that leaves the rest of its run behind changes no load, and its step
is always possible: it counts the open colours, and these are in no state more than cleared beakers + k. At the start
none is open. After a step, open are at most the colours that it counted; and if it bared a bottom, that bottom's
colour, but then one more beaker is cleared.

One thing differs. Call a beaker *pure* if several units of one colour c are all that is left in it, such as the lower
two of 'abcc'. In the theory it is a mono: it does not stand, and need_c, 0 or 1, is counted for all monos of c
together. Here each pure beaker counts as one that stands; c is not open then, as the beaker has room for all other
units of c. So more is counted here than in the theory in two cases: need_c is 0, or c has a second pure beaker. As soon
as one of them holds, let the upper units of a pure beaker of c leave, one by one, until it is cleared; and so on until
neither holds. All these steps are possible:

- Neither case holds in the deal: a pure beaker there is full of c, so it is the only one, and need_c is 1. Later a case
  begins only when a beaker becomes pure, or when need_c falls. Both take a step that bares c, by taking a unit of
  another colour d from above it. For a unit of c that leaves its place counts as gone, and makes room for no more than
  itself: it never lowers the load of c.
- Before that step no more was counted than in the theory, so it was possible here as it was there. It counted d after
  it, all other colours before it. It changed no other loads than those of c and d, and c is not open now. So it counted
  all colours that are open now, and at least as many beakers are cleared now.
- A unit of c that leaves a pure beaker changes no load until the beaker is cleared. Then c is still not open: in the
  first case its load is at most that of the theory, which is at most 0; in the second the other pure beaker has room
  for all of c. So each of these steps counts at most what the step before them was allowed to count.

What is unknown is counted against the deal: an unknown unit that shows has no room above it, and a cleared beaker with
an unknown bottom counts as one more open colour. So in no completion more is counted than here, and the depths of every
state found here are reached in it.

*Proof of Lemma 25.* If steps lead to n - k cleared beakers, of n + k, then k stand and at most n colours are open: the
inequality holds from here to the end, and there is a plan (theorem 7). If no state shows an unknown unit, these are all
states of every completion.
"""

from dataclasses import dataclass

import numpy as np

from fewest_pours.guarantees.partial_deals import Array


@dataclass(frozen=True)
class KnownPart:
    """
    gone     [state, beaker]: units gone from its top
    cleared  [state]: the number of cleared beakers
    reached  [state, deal]: whether known units lead there
    """

    gone: Array
    cleared: Array
    reached: Array


def explore(units: Array, known: list[int], empties: int) -> KnownPart:
    """All states of partial deals that have the same number of known units in each beaker.

    units: [deal, beaker, place], as in PartialDeals.
    """
    capacity = units.shape[2]
    most_gone = [min(count, capacity - 1) for count in known]
    gone = all_states(most_gone)
    is_cleared = gone == capacity - 1
    cleared = is_cleared.sum(axis=1)
    # A step that clears a beaker does not count its unknown bottom yet. If the bottom has another colour than the unit
    # that moves, this is right, as other colours are counted before the step. If it has the same colour, the beaker was
    # a mono in the theory before: the step changes no depths, so they are reached whether the inequality holds or not.
    unknown_bottoms = (is_cleared & (np.array(known) < capacity)).sum(axis=1)
    limits = cleared + empties - unknown_bottoms
    reached = reached_states(units, gone, open_colors(units, known, most_gone), limits)
    return KnownPart(gone, cleared, reached)


def all_states(most_gone: list[int]) -> Array:
    """[state, beaker]: how many units are gone from each beaker, in the order of counting.

    >>> all_states([1, 2]).tolist()
    [[0, 0], [0, 1], [0, 2], [1, 0], [1, 1], [1, 2]]
    """
    axes = np.meshgrid(*(np.arange(most + 1) for most in most_gone), indexing="ij")
    return np.stack(axes, axis=-1).reshape(-1, len(most_gone))


def reached_states(units: Array, gone: Array, open_bits: Array, limits: Array) -> Array:
    """[state, deal]: whether steps lead there, each of which takes one unit from a beaker.

    limits: [state], the most open colours of a step from there. The colour that moves counts if it is open after the
    step, the others if they are before it.
    """
    # The bit of each unit's colour. That of an unknown unit is never used: no step takes it.
    bits = np.uint8(1) << np.maximum(units, 0).astype(np.uint8)
    reached = np.zeros((len(gone), len(units)), bool)
    reached[0] = True
    sizes = gone[-1] + 1  # the last state has most gone from each beaker
    total = gone.sum(axis=1)
    for units_gone in range(1, int(total.max()) + 1):
        rows = np.flatnonzero(total == units_gone)
        for beaker in range(gone.shape[1]):
            one_less = int(np.prod(sizes[beaker + 1 :]))  # rows back to the state with one unit less gone from it
            after = rows[gone[rows, beaker] > 0]
            before = after - one_less
            places = gone[before, beaker]  # of the units that the steps take
            moved = bits[:, beaker].T[places]  # [state, deal]: their colours
            counted = (open_bits[before] & ~moved) | (open_bits[after] & moved)
            allowed = np.bitwise_count(counted) <= limits[before, None]
            reached[after] |= reached[before] & allowed
    return reached


def can_be_solved(units: list[list[int]], empties: int) -> bool:
    """Whether a deal has a plan: all its units are known, [beaker][place] from the top."""
    beakers = len(units)
    capacity = len(units[0])
    part = explore(np.array([units], np.int8), [capacity] * beakers, empties)
    return bool(part.reached[part.cleared >= beakers - empties].any())


def open_colors(units: Array, known: list[int], most_gone: list[int]) -> Array:
    """[state, deal]: the open colours, a bit each.

    A load is the sum of a part for each beaker: the units of the colour that are gone from it; plus the bottom if that
    is alone there; minus the room above the colour if it shows and the beaker is not cleared.
    """
    deals, beakers, capacity = units.shape
    is_color = (units[:, :, :, None] == np.arange(beakers)).astype(np.int8)  # [deal, beaker, place, colour]
    loads = np.zeros((1, beakers, deals), np.int8)
    for beaker in range(beakers):
        places = is_color[:, beaker].transpose(1, 2, 0)  # [place, colour, deal]
        part = np.zeros((most_gone[beaker] + 1, beakers, deals), np.int8)
        for gone in range(len(part)):
            part[gone] = places[:gone].sum(axis=0, dtype=np.int8)
            if gone == capacity - 1:
                part[gone] += places[gone]  # alone in its beaker; nothing if it is unknown
            elif gone < known[beaker]:
                part[gone] -= np.int8(gone) * places[gone]  # as much room as units are gone
        # Each state of the beakers so far with each number of units gone from this one: in the order of KnownPart.gone.
        loads = (loads[:, None] + part).reshape(-1, beakers, deals)
    bits = np.zeros((len(loads), deals), np.uint8)
    for color in range(beakers):
        bits |= (loads[:, color] > 0).astype(np.uint8) << np.uint8(color)
    return bits
