"""The plots: runs answered within a given time, time against size, solver against solver, bounds over time."""

import io
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import numpy as np
import pandas as pd

from fewest_pours.experiments.instance_sources import DEALT
from fewest_pours.experiments.report.number_formats import duration
from fewest_pours.experiments.report.overhead import without_no_ops
from fewest_pours.experiments.report.run_measures import solvers_of
from fewest_pours.puzzles.loading import PUZZLES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from matplotlib.artist import Artist
    from matplotlib.axes import Axes
    from matplotlib.axis import Axis
    from matplotlib.figure import Figure

BEYOND_LAST = 3  # times the cost of the slowest run: where axes of time end, if the limit is farther
MOST_PANELS = 3  # instances whose bounds over time are drawn
SHORT = 100  # an axis whose ends differ by less than this factor may show only one power of ten
STYLE: list[str | Path] = ["tableau-colorblind10", Path(__file__).with_suffix(".mplstyle")]


def pictures(frame: pd.DataFrame) -> "dict[str, Figure]":
    """All figures that the frame supports, by name. Raises ImportError without matplotlib."""
    from matplotlib import style

    frame = without_no_ops(frame)
    with style.context(STYLE):
        drawn = {"cactus": cactus(frame)}
        if growing_deals(frame):
            drawn["growth"] = growth(frame)
            if frame["solvable"].nunique() > 1:
                drawn["transition"] = growth(frame, with_solvability=True)
        if frame["solver"].nunique() > 1:
            drawn["scatter"] = scatter(frame)
        has_plans = frame["length"].notna().any()
        if has_plans and frame["digest"].nunique() <= MOST_PANELS:
            drawn["over-time"] = over_time(frame)
    return drawn


def image(figure: "Figure") -> bytes:
    """The figure as a PNG file; equal figures give equal bytes."""
    from matplotlib import style

    out = io.BytesIO()
    with style.context(STYLE):
        figure.savefig(out, dpi=200)
    return out.getvalue()


def panels(number: int = 1, shared: Literal["x", "y"] = "x") -> "tuple[Figure, Sequence[Axes]]":
    """A figure 8 inches wide, and its panels side by side; shared: the axis that has one scale in all of them."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(8, 4.6))
    row = figure.subplots(1, number, squeeze=False, sharex=shared == "x", sharey=shared == "y")[0]
    return figure, row


def finished(figure: "Figure", of_seconds: "Axis") -> "Figure":
    """The figure with a legend above it, of the labels in all panels, and with its axis of seconds labelled."""
    label_in_seconds(of_seconds)
    lines: dict[str, Artist] = {}
    for axes in figure.axes:
        for line, label in zip(*axes.get_legend_handles_labels(), strict=True):
            lines.setdefault(label, line)
    figure.legend(list(lines.values()), list(lines), loc="outside upper center", ncols=3)
    return figure


def end_of_time(frame: pd.DataFrame) -> float:
    """Where an axis of wall time ends."""
    return float(min(frame["limit"].max(), frame["cost"].max() * BEYOND_LAST))


def label_in_seconds(axis: "Axis") -> None:
    """Label the ticks of a logarithmic axis of seconds in units, 10 ms, 100 ms, 1 s; where it is short, 2 and 5 too."""
    from matplotlib.ticker import LogLocator

    low, high = axis.get_view_interval()
    if high < SHORT * low:
        axis.set_major_locator(LogLocator(subs=(1, 2, 5)))
    axis.set_major_formatter(lambda value, _: duration(value))
    axis.set_minor_formatter(lambda value, _: "")


def cactus(frame: pd.DataFrame) -> "Figure":
    """The runs of each solver that are answered within a given time: a step up at the cost of each."""
    figure, (axes,) = panels()
    end = end_of_time(frame)
    for solver in solvers_of(frame):
        own = frame[frame["solver"] == solver]
        costs = own[own["answered"]]["cost"].sort_values()
        answered = len(costs)
        heights = [*range(1, answered + 1), answered]
        axes.step([*costs, end], heights, where="post", label=f"{solver}: {answered} of {len(own)}")
    axes.set(xscale="log", xlim=(None, end), xlabel="wall time allowed for a run", ylabel="runs answered")
    axes.locator_params("y", integer=True)
    return finished(figure, axes.xaxis)


def growing_deals(frame: pd.DataFrame) -> dict[str, pd.DataFrame]:
    """The deals of several numbers of colours that are alike in all other parameters: 'empties 2' -> their runs."""
    deals = frame[frame["deal"] & (frame["puzzle"] == DEALT)]
    if deals.empty:
        return {}
    others = ["empties"] if deals["capacity"].nunique() == 1 else ["empties", "capacity"]
    found = {}
    for values, own in deals.groupby(others):
        if own["colors"].nunique() > 1:
            title = "\n".join(f"{name} {value:g}" for name, value in zip(others, values, strict=True))
            found[title] = own
    return found


def growth(frame: pd.DataFrame, with_solvability: bool = False) -> "Figure":
    """Median time against the number of colours, a panel for each choice of the other parameters.

    A run without an answer counts as its limit. with_solvability: the share of solvable deals as a shaded area.
    """
    deals = growing_deals(frame)
    figure, grid = panels(len(deals), shared="y")
    for axes, (title, own) in zip(grid, deals.items(), strict=True):
        medians = own.pivot_table("cost", "colors", "solver", "median")
        for number, solver in enumerate(solvers_of(frame)):
            if solver in medians:
                times = medians[solver].dropna()
                axes.plot(times.index, times, "o-", color=f"C{number}", markersize=5, label=solver)
        if with_solvability:
            shade_solvable(axes, own, labelled=axes is grid[-1])
        axes.set(title=title, xlabel="colours", yscale="log")
        axes.locator_params("x", integer=True)
        label_in_seconds(axes.yaxis)
    grid[0].set(ylabel="wall time, median")
    return finished(figure, grid[0].yaxis)


def shade_solvable(axes: "Axes", deals: pd.DataFrame, labelled: bool) -> None:
    """Shade the share of solvable deals for each number of colours, with a scale on the right if it is labelled."""
    share = deals.dropna(subset="solvable").drop_duplicates("digest").groupby("colors")["solvable"].mean()
    beside = axes.twinx()
    beside.fill_between(share.index, share.astype(float), color="gray", alpha=0.2)
    beside.grid(False)
    beside.set(ylim=(0, 1), yticks=[])
    if labelled:
        beside.set(yticks=[0, 0.5, 1], yticklabels=["none", "half", "all"], ylabel="share of solvable deals (shaded)")


def scatter(frame: pd.DataFrame) -> "Figure":
    """Each instance a point: the first solver's time against that of each other one; unanswered runs at the limit."""
    reference, *others = solvers_of(frame)
    times = frame.pivot_table("cost", "digest", "solver", "median")
    figure, (axes,) = panels()
    ends = [times.min().min(), times.max().max()]
    for number, solver in enumerate(others, 1):
        axes.scatter(times[reference], times[solver], s=14, color=f"C{number}", alpha=0.7, label=solver)
    axes.plot(ends, ends, color="gray", linewidth=0.8)
    axes.set(xscale="log", yscale="log", xlabel=f"{reference}, wall time", ylabel="the other solver, wall time")
    label_in_seconds(axes.yaxis)
    return finished(figure, axes.xaxis)


def over_time(frame: pd.DataFrame) -> "Figure":
    """The bounds of each solver's first run, a panel for each instance."""
    figure, grid = panels(frame["title"].nunique())
    end = end_of_time(frame)
    numbers: dict[object, int] = {solver: number for number, solver in enumerate(frame["solver"].unique())}
    for axes, (title, members) in zip(grid, frame.groupby("title", sort=False), strict=True):
        for solver, own in members.groupby("solver", sort=False):
            number = numbers[solver]
            bounds = own["bounds_over_time"].iloc[0]  # NaN if the run was ended by force
            if isinstance(bounds, list) and bounds:
                _, last_lower, last_upper = bounds[-1]
                to_the_end = [*bounds, (end, last_lower, last_upper)]
                seconds, lower, upper = np.array(to_the_end, float).T
                axes.step(seconds, lower, f"C{number}--", where="post")
                axes.step(seconds, upper, f"C{number}", where="post", label=solver)
        axes.set(title=title, xscale="log", xlabel="wall time")
        axes.locator_params("y", integer=True)
    grid[0].set(ylabel=f"{PUZZLES[frame['puzzle'].iloc[0]].steps}: best plan (full), lower bound (broken)")
    return finished(figure, grid[0].xaxis)
