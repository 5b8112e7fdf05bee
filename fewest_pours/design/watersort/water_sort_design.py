"""Water sort levels to order: by pours, by excess, and by how hard they are."""

import random
from collections import Counter
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import replace

from fewest_pours.design.design_record import Design, Measured, Measures, Wishes
from fewest_pours.design.searches import Position, Searches
from fewest_pours.design.watersort.climbing import climb_to_hardest, climb_to_unsolvable, size_of
from fewest_pours.design.watersort.rating import RATINGS, rate
from fewest_pours.files.wording import counted
from fewest_pours.files.yaml_files import Data
from fewest_pours.guarantees.guaranteed import is_guaranteed
from fewest_pours.guarantees.sizes import Size
from fewest_pours.puzzles.watersort.file_format import completed
from fewest_pours.puzzles.watersort.generator import OPTIONS, generate
from fewest_pours.puzzles.watersort.numbered_deal import Beaker, base, numbered
from fewest_pours.puzzles.watersort.rules import Covers, Deal, KnownPours, Rating, units_of
from fewest_pours.running.solver_contract import Outcome, Settings, Solve, Watch

COVER = -1  # below all colours, which are numbered from 0
SHUFFLES = 1_000  # for covers that can open; more are only needed where hardly any deal has some


def measured_by_plan(deal: Deal, watch: Watch, solve: Solve) -> Measured | None:
    """The deal with its fewest pours and its excess; None where there is no plan."""
    result = solve(deal, Settings(), watch)
    if result.outcome is not Outcome.OPTIMAL or result.plan is None:
        return None
    fewest = len(result.plan)
    known = replace(deal, known=KnownPours(pours=fewest))
    return Measured(known, {"pours": fewest, "excess": fewest - base(deal)}, result.plan)


def impossible(options: Data, wishes: Wishes) -> str | None:
    """Why no deal can meet the wishes, such as shares above 1, or more pours than any deal of the size takes."""
    for name in RATINGS:
        is_share = name != "plans"
        if is_share and name in wishes and wishes[name][0] > 1:
            return f"--{name} is a share, expected 0 to 1"
    size = Size(options["capacity"], options["empties"], options["colors"])
    if options["unsolvable"] and not options["covered"] and is_guaranteed(size):
        return f"--unsolvable: {guarantee_in_words(size)}"
    if options["curve"] is not None or options["covered"]:  # other numbers of colours; lemma 9 leaves out covers
        return None
    most = most_pours(size)
    for name in ("pours", "excess"):
        if name in wishes and wishes[name][0] > most:
            wish = f"--{name} of {wishes[name][0]:g}"
            kind = f"{size.colors} colours and capacity {size.capacity}"
            return f"{wish} is impossible: no shortest plan of {kind} has more than {most} pours"
    return None


def most_pours(size: Size) -> int:
    """The most pours that a shortest plan can have, by lemma 9 (docs/theory.md).

    It has at most N + the sum of (r - 1) + ... + 1 over the colours, where r, a colour's runs, is at most the capacity
    h, and N, the runs that are not bottoms, at most colors * (h - 1).
    """
    of_each_color = size.capacity * (size.capacity - 1) // 2
    return size.colors * (size.capacity - 1 + of_each_color)


def guarantee_in_words(size: Size) -> str:
    """The sentence for a size that is guaranteed."""
    colors = counted(size.colors, "colours")
    return f"every deal of {colors}, capacity {size.capacity} and {size.empties} empty can be solved"


def guaranteed(deal: Deal) -> str | None:
    """The sentence that every deal of this size has a plan; None if that is not so, or not known."""
    size = size_of(deal)
    if size is None or not is_guaranteed(size):
        return None
    return guarantee_in_words(size)


def generate_covered(covered: int = 0, seed: int = 0, **options: int) -> Deal:
    """A random deal with so many covers, all of which can open.

    Raises ValueError for more covers than beakers, and if no such covers are found.
    """
    stream = random.Random(seed)
    tried = seed
    for _ in range(SHUFFLES):
        deal = generate(**options, seed=tried)
        filled = [place for place, beaker in enumerate(deal.beakers) if beaker]
        if not 0 <= covered < len(filled):
            raise ValueError(f"{counted(covered, 'covers')}, expected fewer than the {len(filled)} beakers with units")
        if covered == 0:
            return deal
        covers = random_covers(deal, stream.sample(filled, covered), stream)
        if covers is not None:
            name = f"{deal.name}, {covered} covered"
            return completed(replace(deal, name=name, covered=covers))  # without covers whose colour fills a beaker
        tried = stream.randrange(1 << 32)
    raise ValueError(f"{counted(covered, 'covers')}, expected fewer: each needs a colour that lies before it")


def random_covers(deal: Deal, places: Sequence[int], stream: random.Random) -> Covers | None:
    """Covers on these beakers that can open; None if the colours do not suffice.

    Covers are made in the order opposite to that in which they can open: each gets a colour that lies neither behind it
    nor behind those made before. So the colour of the last one lies in open beakers, and that of each other one does
    once all covers made after it have opened.
    """
    covers: list[tuple[int, str]] = []
    behind: set[str] = set()
    for place in places:
        behind.update(deal.beakers[place])
        free = sorted(units_of(deal).keys() - behind)
        if not free:
            return None
        covers.append((place, stream.choice(free)))
    return tuple(sorted(covers))


def hide(deal: Deal, number: int, seed: int) -> Deal:
    """Hide a number of units from players, the lowest first, none on top. Raises ValueError for too many."""
    stream = random.Random(seed)
    units: list[tuple[int, float, int]] = []  # the units below it, a lot among those of its height, its beaker
    for place, beaker in enumerate(deal.beakers):
        units += [(below, stream.random(), place) for below in range(len(beaker) - 1)]
    if number > len(units):
        raise ValueError(f"--hidden {number}: expected at most {len(units)}, the units on top are seen")
    return replace(deal, hidden=tuple((place, below) for below, _, place in sorted(units)[:number]))


def alike(deal: Deal) -> Hashable:
    """A key that is equal exactly for deals that differ only in colour names, beaker order, and what is hidden.

    Beakers that share colours, however indirectly, form a part; each part is named by its least form. A cover is
    written as two units on top: the colour that opens it, and the sign COVER, which counts as a colour of its own.
    """
    _, names, beakers, _ = numbered(deal)
    for place, color in deal.covered:
        beakers[place] += (names.index(color), COVER)
    parts: list[tuple[bool, tuple[Beaker, ...]]] = []
    left = list(filter(None, beakers))
    while left:
        part, left = part_of_first(left)
        colors = set().union(*part)
        ranks = {color: COVER if color == COVER else 0 for color in colors}  # nothing tells other colours apart yet
        # least_form counts ranks anew from 0, where COVER comes first. So 0 is COVER in a form with covers, a colour in
        # one without, and two such forms can look the same: the bool in front tells them apart.
        parts.append((COVER in colors, least_form(part, ranks)))
    return deal.capacity, len(beakers), tuple(sorted(parts))


def part_of_first(beakers: Sequence[Beaker]) -> tuple[list[Beaker], list[Beaker]]:
    """The beakers that share colours with the first one, however indirectly, and all others."""
    part: list[Beaker] = []
    others = list(beakers)
    colors = set(beakers[0])
    while True:
        more = [beaker for beaker in others if not colors.isdisjoint(beaker)]
        if not more:
            return part, others
        part += more
        others = [beaker for beaker in others if colors.isdisjoint(beaker)]
        colors.update(*more)


Ranks = dict[int, int]  # of colours; those with the same rank are not told apart


def least_form(beakers: Sequence[Beaker], ranks: Ranks) -> tuple[Beaker, ...]:
    """The canonical form: the beakers with ranks for colours, sorted; the same whatever names and order they had.

    As in the canonical labelling of graphs, by refinement and individualization (McKay, 1981): ranks are refined by
    where units lie. If colours still share a rank, each of them in turn is ranked before the others, and the least of
    the resulting forms counts.
    """
    ranks = refined(beakers, ranks)
    shared_ranks = [rank for rank, colors in Counter(ranks.values()).items() if colors > 1]
    if not shared_ranks:
        return renamed(beakers, ranks)
    tied = [color for color in ranks if ranks[color] == min(shared_ranks)]
    return min(least_form(beakers, ranked_first(color, ranks)) for color in different_colors(tied, beakers))


def different_colors(tied: Sequence[int], beakers: Sequence[Beaker]) -> list[int]:
    """One of all colours that can be swapped without a change to the beakers: the others lead to the same form."""
    unchanged = renamed(beakers, {})
    different: list[int] = []
    for color in tied:
        is_swappable = any(renamed(beakers, {color: other, other: color}) == unchanged for other in different)
        if not is_swappable:
            different.append(color)
    return different


def ranked_first(first: int, ranks: Ranks) -> Ranks:
    """The same order, except that this colour comes just before those that share its rank.

    >>> ranked_first(7, {5: 0, 6: 1, 7: 1})
    {5: 0, 6: 2, 7: 1}
    """
    doubled = {color: 2 * rank for color, rank in ranks.items()}  # leaves a free rank before each
    return doubled | {first: doubled[first] - 1}


def refined(beakers: Sequence[Beaker], ranks: Ranks) -> Ranks:
    """The ranks, told apart by where units lie until that tells no further colours apart."""
    ranks_before = 0
    while ranks_before < len(set(ranks.values())):
        ranks_before = len(set(ranks.values()))
        marks = {color: mark_of(color, beakers, ranks) for color in ranks}
        in_order = sorted(marks.values())
        ranks = {color: in_order.index(mark) for color, mark in marks.items()}
    return ranks


def renamed(beakers: Sequence[Beaker], names: Mapping[int, int]) -> tuple[Beaker, ...]:
    """The beakers, sorted, with other names for these colours."""
    return tuple(sorted(tuple(names.get(unit, unit) for unit in beaker) for beaker in beakers))


Lies = tuple[tuple[int, ...], tuple[bool, ...]]  # of a beaker, the ranks of its units, and which have the colour


def mark_of(color: int, beakers: Sequence[Beaker], ranks: Ranks) -> tuple[int, list[Lies]]:
    """The rank of a colour, and where its units lie: the same for colours that nothing has told apart yet."""
    lies = [
        (tuple(ranks[unit] for unit in beaker), tuple(unit == color for unit in beaker))
        for beaker in beakers
        if color in beaker
    ]
    return ranks[color], sorted(lies)


def with_rating(deal: Deal, ratings: Measures) -> Deal:
    """The deal with what was counted; the difficulty is not written, as it follows from the rest."""
    counts = {name: value for name, value in ratings.items() if name != "difficulty"}
    return replace(deal, rating=Rating(**counts))  # type: ignore[arg-type]


def water_sort_design(searches: Searches[Position]) -> Design:
    solve = searches.solvers["watersort"]

    def without_plan(deal: Deal, watch: Watch) -> Measured | None:
        hopeless: Deal | None = deal
        if searches.winnable(deal, watch):
            hopeless = climb_to_unsolvable(deal, watch)
        if hopeless is None or searches.winnable(hopeless, watch):  # the climb has a proof, the search another one
            return None
        return Measured(replace(hopeless, known=KnownPours(solvable=False)), {})

    def measure(deal: Deal, watch: Watch) -> Measured | None:
        return measured_by_plan(deal, watch, solve)

    def climb(deal: Deal, seconds: float, is_new: Callable[[Deal], bool], watch: Watch) -> Measured | None:
        def measure_new(other: Deal, limits: Watch) -> Measured | None:
            return measure(other, limits) if is_new(other) else None

        return climb_to_hardest(deal, seconds, measure_new, watch)

    return Design(
        options={**OPTIONS, "covered": (int, 0, "beakers covered until a colour fills one")},
        generate=generate_covered,
        measure=measure,
        measures={"pours": "fewest pours", "excess": "pours above the bottoms bound"},
        bounds=lambda deal: {"pours": base(deal)},
        alike=alike,
        ratings=RATINGS,
        rate=lambda level, seed, watch: rate(level, seed, watch, searches.pour_graph, searches.solvability),
        with_ratings=with_rating,
        unsolvable=without_plan,
        climb=climb,
        guaranteed=guaranteed,
        impossible=impossible,
        rises="colors",
        hide=hide,
    )
