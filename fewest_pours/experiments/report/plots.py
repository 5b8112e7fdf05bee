"""The plots: runs answered within a given time, time against size, and bounds over time."""

import io
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from fewest_pours.experiments.report.figures import duration
from fewest_pours.experiments.report.run_measures import solvers_of
from fewest_pours.puzzles.loading import PUZZLES

STYLE: list[str | Path] = ["tableau-colorblind10", Path(__file__).with_suffix(".mplstyle")]


def pictures(frame: pd.DataFrame) -> dict[str, Any]:
    """All figures that the frame supports, by name. Raises ImportError without matplotlib."""
    from matplotlib import style

    with style.context(STYLE):
        drawn = {"cactus": cactus(frame)}
        if frame["group"].nunique() > 2:
            drawn["growth"] = growth(frame)
        if frame["digest"].nunique() <= 3 and frame["length"].notna().any():
            drawn["over-time"] = over_time(frame)
    return drawn


def image(figure: Any) -> bytes:
    """The figure as a PNG file; equal figures give equal bytes."""
    from matplotlib import style

    out = io.BytesIO()
    with style.context(STYLE):
        figure.savefig(out, dpi=200)
    return out.getvalue()


def panels(number: int = 1) -> tuple[Any, Any]:
    """A figure 8 inches wide, and its panels side by side."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(8, 4.6))
    return figure, figure.subplots(1, number, squeeze=False, sharex=True)[0]


def finished(figure: Any, axes: Any, axis: Any) -> Any:
    """The figure with a legend above it, and the ticks of its axis of seconds in units: 10 ms, 100 ms, 1 s."""
    axis.set_major_formatter(lambda value, _: duration(value))
    figure.legend(*axes.get_legend_handles_labels(), loc="outside upper center", ncols=4)
    return figure


def cactus(frame: pd.DataFrame) -> Any:
    figure, (axes,) = panels()
    end = min(frame["limit"].max(), frame["cost"].max() * 3)
    for solver in solvers_of(frame):
        cost = frame[(frame["solver"] == solver) & frame["answered"]]["cost"].sort_values()
        axes.step([*cost, end], [*range(1, len(cost) + 1), len(cost)], where="post", label=f"{solver}: {len(cost)}")
    axes.set(xscale="log", xlim=(None, end), xlabel="wall time allowed for a run", ylabel="runs answered")
    return finished(figure, axes, axes.xaxis)


def growth(frame: pd.DataFrame) -> Any:
    """A point for each group; a run without an answer counts as its limit."""
    figure, (axes,) = panels()
    medians = frame.pivot_table("cost", "group", "solver", "median", sort=False)
    for solver in solvers_of(frame):
        axes.plot(medians[solver].dropna(), "o-", markersize=5, label=solver)
    axes.set(yscale="log", ylabel="wall time, median")
    axes.tick_params("x", rotation=45)
    return finished(figure, axes, axes.yaxis)


def over_time(frame: pd.DataFrame) -> Any:
    """The bounds of each solver's first run, a panel for each instance."""
    figure, grid = panels(frame["title"].nunique())
    end = min(frame["limit"].max(), frame["cost"].max() * 3)
    for axes, (title, members) in zip(grid, frame.groupby("title", sort=False), strict=True):
        for number, (solver, own) in enumerate(members.groupby("solver", sort=False)):
            bounds = own["bounds_over_time"].iloc[0]  # not a number if a run ended before it had any
            if isinstance(bounds, list) and bounds:
                seconds, lower, upper = np.array([*bounds, [end, *bounds[-1][1:]]], float).T
                axes.step(seconds, lower, f"C{number}--", where="post")
                axes.step(seconds, upper, f"C{number}", where="post", label=solver)
        axes.set(title=title, xscale="log", xlabel="wall time")
        axes.yaxis.get_major_locator().set_params(integer=True)
    grid[0].set(ylabel=f"{PUZZLES[frame['puzzle'].iloc[0]].steps}: best plan (full), lower bound (broken)")
    return finished(figure, grid[0], grid[0].xaxis)
