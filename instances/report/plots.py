"""The plots: runs answered within a time, time against size, and bounds while runs go on."""

import io
from typing import Any

import pandas as pd

from instances.puzzles import PUZZLES
from instances.report.frame import solvers_of
from instances.report.rows.results_file import Stopped
from instances.report.tables import duration

STYLE: Any = ["tableau-colorblind10", {
    "font.size": 12, "axes.spines.top": False, "axes.spines.right": False, "axes.grid": True, "axes.axisbelow": True,
    "grid.color": "#e6e6e6", "legend.frameon": False, "lines.linewidth": 2, "figure.constrained_layout.use": True,
    "text.parse_math": False,  # a $ in a name is a $
}]  # fmt: skip


def pictures(frame: pd.DataFrame) -> dict[str, tuple[str, Any]]:
    """Name -> (caption, figure), for all that the frame supports; raises Stopped without matplotlib."""
    try:
        from matplotlib import style
    except ImportError:
        raise Stopped("plots need matplotlib: pip install '.[compare]'") from None
    plots = {
        "cactus": ("How many runs each solver answers within a given time", cactus),
        "over-time": ("Best plans (full lines) and lower bounds (broken ones) while solvers run", over_time),
        "growth": ("Wall time against size: median and quartiles", growth),
    }
    with style.context(STYLE):
        figures = {name: (caption, draw(frame)) for name, (caption, draw) in plots.items()}
    return {name: (caption, figure) for name, (caption, figure) in figures.items() if figure is not None}


def image(figure: Any) -> bytes:
    """The figure as a PNG file; the same figure is the same bytes."""
    from matplotlib import style

    out = io.BytesIO()
    with style.context(STYLE):
        figure.savefig(out, dpi=200)
    return out.getvalue()


def panels(number: int, sharey: bool = False) -> tuple[Any, Any]:
    """A figure 8 inches wide, and its panels, which share their axes of time."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(8, 4.4))
    return figure, figure.subplots(1, number, squeeze=False, sharex=True, sharey=sharey)[0]


def seconds_axis(axis: Any) -> None:
    """A logarithmic axis with its powers of ten written as times: 1 ms, 10 ms, 100 ms, 1 s."""
    from matplotlib.ticker import FuncFormatter, NullLocator

    axis.axes.set(**{f"{axis.axis_name}scale": "log"})
    axis.set_major_formatter(FuncFormatter(lambda value, _: duration(value)))
    axis.set_minor_locator(NullLocator())


def legend(figure: Any, axes: Any) -> Any:
    """The figure with a legend above it, in as many columns as fit."""
    handles, texts = axes.get_legend_handles_labels()
    figure.legend(handles, texts, loc="outside upper center", ncols=max(1, 80 // (8 + max(map(len, texts)))))
    return figure


def cactus(frame: pd.DataFrame) -> Any:
    figure, (axes,) = panels(1)
    end = min(frame["limit"].max(), frame["cost"].max() * 3)
    for solver in solvers_of(frame):
        cost = frame[(frame["solver"] == solver) & frame["answered"]]["cost"].sort_values()
        axes.step([*cost, end], [*range(1, len(cost) + 1), len(cost)], where="post", label=f"{solver}: {len(cost)}")
    seconds_axis(axes.xaxis)
    axes.set(xlim=(frame["cost"].min() * 0.8, end), xlabel="wall time allowed for a run", ylabel="runs answered")
    return legend(figure, axes)


def over_time(frame: pd.DataFrame) -> Any:
    """The bounds of each solver's first run, a panel for each instance; None for more than three, or without plans."""
    solved = list(frame[frame["length"].notna()].groupby("title", sort=False))
    if not 0 < len(solved) <= 3 or frame["instance"].nunique() > 3:
        return None
    figure, grid = panels(len(solved))
    end = min(frame["limit"].max(), frame["cost"].max() * 3)
    for axes, (title, members) in zip(grid, solved, strict=True):
        for number, (solver, own) in enumerate(members.groupby("solver", sort=False)):
            for column, style, name in ((2, "-", solver), (1, "--", None)):
                points = [(bounds[0], bounds[column]) for bounds in own["bounds"].iloc[0] if bounds[column]]
                points += [(end, value) for _, value in points[-1:]]
                seconds, steps = [at for at, _ in points], [bound for _, bound in points]
                axes.step(seconds, steps, style, where="post", color=f"C{number}", label=name)
        axes.set(title=title)
        axes.yaxis.get_major_locator().set_params(integer=True)
    seconds_axis(grid[0].xaxis)
    grid[0].set(ylabel=PUZZLES[frame["puzzle"].iloc[0]].steps)
    figure.supxlabel("wall time", fontsize=12)
    return legend(figure, grid[0])


def growth(frame: pd.DataFrame) -> Any:
    """Time against the first option of generated deals (colours), a panel for each value of the others.

    None for several puzzles, and where no panel has three sizes.
    """
    deals = frame[frame["deal"]]
    if deals["puzzle"].nunique() != 1:
        return None
    words = {name: option[2] for name, option in PUZZLES[deals["puzzle"].iloc[0]].options.items()}
    first, *others = words
    sizes = [(values, same) for values, same in deals.groupby(others) if same[first].nunique() > 2][:4]
    if not sizes:
        return None
    figure, grid = panels(len(sizes), sharey=True)
    for axes, (values, same) in zip(grid, sizes, strict=True):
        for solver in solvers_of(deals):
            cost = same[same["solver"] == solver].groupby(first)["cost"]
            axes.plot(cost.median(), "o-", markersize=5, label=solver)
            axes.fill_between(cost.median().index, cost.quantile(0.25), cost.quantile(0.75), alpha=0.15, linewidth=0)
        axes.axhline(deals["limit"].max(), color="#666666", linewidth=1, linestyle=":", label="time limit")
        varied = [(name, value) for name, value in zip(others, values, strict=True) if deals[name].nunique() > 1]
        axes.set_title("\n".join(f"{words[name]}: {value:.0f}" for name, value in varied))
    seconds_axis(grid[0].yaxis)
    grid[0].set_ylabel("wall time, median and quartiles")
    figure.supxlabel(words[first], fontsize=12)
    return legend(figure, grid[0])
