"""The depth game on the known part of partial deals: many of them at once, as arrays.

Let h be the capacity, n the number of colours, each of which fills one beaker, and k >= 1 the number of empty beakers
in the deal. A *state* is the number of units gone from the top of each other beaker; the bottom unit always stays. Once
it is alone, the beaker is *cleared*. A colour is *open* if its load (docs/theory.md) is above 0:

    units of it that are gone, with those alone in cleared beakers
        >  units gone above the places where it shows in beakers that are not cleared.

A step takes one unit. It is *possible* if open colours <= cleared beakers + k, where the colour that moves is counted
after the step, and everything else before it.

A unit that neither clears its beaker nor is the last of its run changes no load: one more unit of its colour is gone,
and one more fits onto those that stay.

Steps are possible as in the theory (lemmas 5 and 6), with one exception. Call a beaker that is not cleared *pure* if
all units left in it have one colour, such as the lower two of 'abcc'. In the theory it is a mono; here it stands until
it is cleared. So two claims need a proof: no step goes beyond the theory, and no plan is lost.

*Claim 1: a possible step satisfies (*) or changes no depths of the theory.* Compare what is counted. Let g units be
gone from a pure beaker of c. In the theory its other h - g units are gone, too, and its room for g units does not
count. So there the load of c is higher by h for each pure beaker of c. Here the load is at most h, as c has no more
units. So need_c is at most 1 if c is open here, otherwise 0, and 1 more for each pure beaker of c, none of which stands
in the theory. Together, the theory counts no more standing beakers and needs than there are beakers that are not
cleared and open colours here: at a possible step at most n + k, as (*) demands. That (*) counts need_c after the step
makes no difference: the last unit of a run of c that is not a bottom bares another colour, so c has as many pure
beakers as before. All other steps leave the depths alone.

*Claim 2: if a deal has a plan, possible steps clear all its beakers.* Follow the plan pour by pour. A run that is not a
bottom is gone once its last unit has left its place; a bottom, but for its lowest unit, once its beaker has been empty.
A beaker that is not cleared then has never been empty: it holds its runs that are not gone, of which only the top one
may have grown or shrunk. The other beakers, cleared + k in number, are *free*: each holds at most one colour.

- If a colour is open, a free beaker holds it. Call its units that are neither gone nor alone *kept*: they were dealt to
  beakers that are not free. How many units of the colour can such a beaker hold? As many as are kept there, if it does
  not show the colour, as nothing reaches them. If it does, at most as many more as are gone above the kept ones: a
  partial pour may have moved some of these, but that makes no more room. As the colour is open, over all beakers that
  show it fewer units are gone above than there are units of it that are gone or alone. So the kept units and these
  together do not all fit into beakers that are not free. Hence open colours <= cleared beakers + k before and after
  each pour, as every open colour has a free beaker to itself.
- A pour of c out of beaker b changes the state if it takes the last unit of a run that is not a bottom, or empties b,
  which was not cleared. Let the units that it makes gone leave one by one. All but the last change no load. So they
  count the colours that are open before the pour, and are possible. The last one counts the other colours that are open
  before the pour: each is held by a free beaker, before the pour and after it, as only c moves. It also counts c if it
  is open after the pour: then a beaker that is free by then holds c. This is not b, which is empty or shows another
  colour, so it was free before, too. All these beakers differ, as none holds two colours; so the step is possible.
- At the end of the plan each colour fills one beaker. A beaker that is not cleared is pure then, and holds all units of
  its colour, which is therefore not open. So at most as many colours are open as beakers are cleared. Clear the pure
  beakers one after the other: a step opens no other colour than the one that moves, so it counts at most one more than
  there are cleared beakers, which k >= 1 allows. What was said of the pure beakers stays true of those that remain.

What is unknown is counted against the deal: an unknown unit that shows has no room above it, and a cleared beaker with
an unknown bottom counts as one more open colour. So in no completion more is counted than here, and the depths of every
state found here are reached in it (claim 1).

*Proof of Lemma 25.* If possible steps lead to n - k cleared beakers, all further steps of each completion are possible,
as at most n colours are open. So depths 0 are reached in it, and there is a plan (theorem 7). If no state shows an
unknown unit, each completion has these states and no others; and if it has a plan, one of them has n - k cleared
beakers, on the way to n of them (claim 2).
"""

from dataclasses import dataclass

import numpy as np

from fewest_pours.guarantees.partial_deals import Array

COLORS_IN_A_BYTE = 8  # a set of colours is a byte, so no deal may have more


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

    units: [deal, beaker, place], as in PartialDeals. Raises ValueError for too many colours.
    """
    if len(known) > COLORS_IN_A_BYTE:
        raise ValueError(f"{len(known)} colours, expected at most {COLORS_IN_A_BYTE}")
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
    most = beakers * capacity  # of units, and of room: no load is above it, or below -most
    load_type = np.min_scalar_type(-most - 1)  # the smallest type that holds all of these, as int8 holds -128 to 127
    is_color = (units[:, :, :, None] == np.arange(beakers)).astype(load_type)  # [deal, beaker, place, colour]
    loads = np.zeros((1, beakers, deals), load_type)
    for beaker in range(beakers):
        places = is_color[:, beaker].transpose(1, 2, 0)  # [place, colour, deal]
        part = np.zeros((most_gone[beaker] + 1, beakers, deals), load_type)
        for gone in range(len(part)):
            part[gone] = places[:gone].sum(axis=0, dtype=load_type)
            if gone == capacity - 1:
                part[gone] += places[gone]  # alone in its beaker; nothing if it is unknown
            elif gone < known[beaker]:
                part[gone] -= gone * places[gone]  # as much room as units are gone
        # Each state of the beakers so far with each number of units gone from this one: in the order of KnownPart.gone.
        loads = (loads[:, None] + part).reshape(-1, beakers, deals)
    bits = np.zeros((len(loads), deals), np.uint8)
    for color in range(beakers):
        bits |= (loads[:, color] > 0).astype(np.uint8) << np.uint8(color)
    return bits
