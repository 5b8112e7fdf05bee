"""Water sort levels to order: by pours, by excess, and by how hard they are."""

import random
from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
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

COVER = -1
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
    below_top = size.colors * (size.capacity - 1)
    hidden = options["hidden"]
    if hidden and hidden > below_top:
        return f"--hidden {hidden}: expected at most {below_top}, the units on top are seen"
    if options["curve"] is not None:  # its levels have other numbers of colours
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
    return f"every deal of {size.colors} colours, capacity {size.capacity} and {size.empties} empty can be solved"


def guaranteed(deal: Deal) -> str | None:
    """The sentence that every deal of this size has a plan; None if that is not so, or not known."""
    size = size_of(deal)
    if size is None or not is_guaranteed(size):
        return None
    return guarantee_in_words(size)


def generate_covered(covered: int = 0, seed: int = 0, **options: int) -> Deal:
    """A random deal with covers: each opens by a colour with no unit behind it or the covers after it.

    Raises ValueError for more covers than beakers, and if no such colours are found.
    """
    stream = random.Random(seed)
    tried = seed
    for _ in range(SHUFFLES):
        deal = generate(**options, seed=tried)
        filled = [place for place, beaker in enumerate(deal.beakers) if beaker]
        if not 0 <= covered < len(filled):
            raise ValueError(f"{counted(covered, 'covers')}, expected fewer than the {len(filled)} beakers with units")
        covers = random_covers(deal, stream.sample(filled, covered), stream)
        if covers is not None:
            named = replace(deal, name=f"{deal.name}, {covered} covered", covered=covers)
            return completed(named) if covers else deal
        tried = stream.randrange(1 << 32)
    raise ValueError(f"{counted(covered, 'covers')}, expected fewer: each needs a colour that lies before it")


def random_covers(deal: Deal, places: Sequence[int], stream: random.Random) -> Covers | None:
    """Covers on these beakers; None if all colours lie behind one of them and those before it."""
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
    """Hide a number of units from players, the lowest first, none on top."""
    stream = random.Random(seed)
    units: list[tuple[int, float, int]] = []  # the units below it, a lot among those of its height, its beaker
    for place, beaker in enumerate(deal.beakers):
        units += [(below, stream.random(), place) for below in range(len(beaker) - 1)]
    return replace(deal, hidden=tuple((place, below) for below, _, place in sorted(units)[:number]))


def alike(deal: Deal) -> Hashable:
    """A key that is equal for deals that differ only in colour names or beaker order, and for no others.

    Beakers that share colours, however indirectly, form a part; each part is named by its least form. Covers are one
    more colour, on top of the one that opens.
    """
    _, names, beakers, _ = numbered(deal)
    parts: list[tuple[bool, tuple[Beaker, ...]]] = []
    for place, color in deal.covered:
        beakers[place] += (names.index(color), COVER)
    left = list(filter(None, beakers))
    while left:
        part, left = part_of_first(left)
        colors = set().union(*part)
        ranks = {color: COVER if color == COVER else 0 for color in colors}  # nothing tells colours apart yet
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


def least_form(beakers: Sequence[Beaker], rank: dict[int, int]) -> tuple[Beaker, ...]:
    """The beakers, sorted, with ranks for colours: by where their units lie, and among which ranks.

    Where colours tie, each takes the lead in turn, and the least result counts; of colours that can be swapped only one
    does.
    """
    rank = told_apart(beakers, rank)
    shared_ranks = [each for each, colors in Counter(rank.values()).items() if colors > 1]
    if not shared_ranks:
        return renamed(beakers, rank)
    tied = [color for color in rank if rank[color] == min(shared_ranks)]
    unchanged = renamed(beakers, {})
    leads: list[int] = []
    for color in tied:
        can_be_swapped = any(renamed(beakers, {color: lead, lead: color}) == unchanged for lead in leads)
        if not can_be_swapped:
            leads.append(color)
    doubled = {color: 2 * each for color, each in rank.items()}  # with room for the lead before those that it tied with
    return min(least_form(beakers, doubled | {lead: doubled[lead] - 1}) for lead in leads)


def told_apart(beakers: Sequence[Beaker], rank: dict[int, int]) -> dict[int, int]:
    """The ranks, refined by where units lie until no further colours are told apart."""
    ranks_before = 0
    while ranks_before < len(set(rank.values())):
        ranks_before = len(set(rank.values()))
        marks = {color: mark(color, beakers, rank) for color in rank}
        in_order = sorted(marks.values())
        rank = {color: in_order.index(mark) for color, mark in marks.items()}
    return rank


def renamed(beakers: Sequence[Beaker], names: Mapping[int, int]) -> tuple[Beaker, ...]:
    """The beakers, sorted, with other names for these colours."""
    return tuple(sorted(tuple(names.get(unit, unit) for unit in beaker) for beaker in beakers))


Lies = tuple[tuple[int, ...], tuple[bool, ...]]  # of a beaker, the ranks of its units, and which have the colour


def mark(color: int, beakers: Sequence[Beaker], rank: Mapping[int, int]) -> tuple[int, list[Lies]]:
    """The rank of a colour, and where its units lie: the same for colours that nothing has told apart yet."""
    lies = [
        (tuple(rank[unit] for unit in beaker), tuple(unit == color for unit in beaker))
        for beaker in beakers
        if color in beaker
    ]
    return rank[color], sorted(lies)


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
        climb=lambda deal, seconds, watch: climb_to_hardest(deal, seconds, measure, watch),
        guaranteed=guaranteed,
        impossible=impossible,
        rises="colors",
        hide=hide,
    )
