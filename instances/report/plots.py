"""The plots: runs answered within a time, time against size, and bounds while runs go on."""

import io
from collections.abc import Iterator
from typing import Any

import pandas as pd

from instances.puzzles import PUZZLES
from instances.report.frame import axes_of, deals_of, labels_of, named
from instances.report.numbers_in_words import duration
from instances.report.rows.results_file import Stopped
from instances.report.tables import of_puzzle

DARK = "#666666"
STYLE: Any = ["tableau-colorblind10", {
    **{"font.size": 12, "axes.titlesize": 13, "axes.titleweight": "bold", "axes.titlelocation": "left"},
    **{"axes.spines.top": False, "axes.spines.right": False, "axes.grid": True, "grid.color": "#e6e6e6"},
    **{"axes.axisbelow": True, "axes.edgecolor": DARK, "legend.frameon": False, "lines.linewidth": 2},
    **{"text.parse_math": False},  # a $ in a name is a $
    **{"svg.fonttype": "path", "svg.hashsalt": "compare", "figure.constrained_layout.use": True, "savefig.dpi": 200},
}]  # fmt: skip


def pictures(frame: pd.DataFrame) -> dict[str, tuple[str, Any]]:
    """Name -> (caption, figure), for all that the frame supports; raises Stopped without matplotlib."""
    try:
        from matplotlib import style
    except ImportError:
        raise Stopped("plots need matplotlib: pip install '.[compare]'") from None
    with style.context(STYLE):
        return {name: (caption, figure) for name, caption, figure in drawn(frame) if figure is not None}


def drawn(frame: pd.DataFrame) -> Iterator[tuple[str, str, Any]]:
    yield "cactus", "How many runs each solver answers within a given time", cactus(frame)
    yield "over-time", "Best plans (full lines) and lower bounds (broken ones) while solvers run", over_time(frame)
    for deals in deals_of(frame):
        of = of_puzzle(frame, deals)
        yield f"growth{of.replace(' of ', '-')}", f"Time against size{of and f' of deals{of}'}", growth(deals)


def image(figure: Any, kind: str) -> bytes:
    """The figure as a file: 'png' or 'svg'; the same figure is the same bytes."""
    from matplotlib import style

    out = io.BytesIO()
    with style.context(STYLE):
        figure.savefig(out, format=kind, metadata={"Date": None} if kind == "svg" else None)
    return out.getvalue()


def canvas(height: float, columns: int = 1, sharey: bool = True) -> tuple[Any, Any]:
    """A figure 8 inches wide, and its panels, which share their axes."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(8, height))
    return figure, figure.subplots(1, columns, sharex=True, sharey=sharey, squeeze=False)[0]


def seconds_axis(axis: Any) -> None:
    """A logarithmic axis with its powers of ten written as times: 1 ms, 10 ms, 100 ms, 1 s."""
    from matplotlib.ticker import FuncFormatter, NullLocator

    axis.axes.set(**{f"{axis.axis_name}scale": "log"})
    axis.set_major_formatter(FuncFormatter(lambda value, _: duration(value)))
    axis.set_minor_locator(NullLocator())


def legend(figure: Any, axes: Any) -> None:
    """Above the figure, in as many columns as fit."""
    handles, texts = axes.get_legend_handles_labels()
    figure.legend(handles, texts, loc="outside upper center", ncols=max(1, 80 // (8 + max(map(len, texts)))))


def cactus(frame: pd.DataFrame) -> Any:
    """How many runs each solver answers, if each may take so long."""
    figure, (axes,) = canvas(4.6)
    end = min(frame["limit"].max(), frame["cost"].max() * 3)
    for label in labels_of(frame):
        cost = frame[(frame["label"] == label) & frame["answered"]]["cost"].sort_values()
        axes.step([*cost, end], [*range(1, len(cost) + 1), len(cost)], where="post", label=f"{label}: {len(cost)}")
    seconds_axis(axes.xaxis)
    axes.set(xlim=(frame["cost"].min() * 0.8, end), xlabel="wall time allowed for a run")
    axes.set(ylim=(0, None), ylabel="runs answered", title="Runs answered within a given time")
    legend(figure, axes)
    return figure


def over_time(frame: pd.DataFrame) -> Any:
    """The bounds of each solver's first run, a panel for each instance; None for more than three, or without plans."""
    panels = list(frame[frame["length"].notna()].groupby("title", sort=False))
    if not 0 < len(panels) <= 3 or frame["instance"].nunique() > 3:
        return None
    figure, grid = canvas(4.0, len(panels), sharey=False)
    end = min(frame["limit"].max(), frame["cost"].max() * 3)
    for axes, (title, members) in zip(grid, panels, strict=True):
        for number, (label, own) in enumerate(members.groupby("label", sort=False)):
            for column, style, name in ((2, "-", label), (1, "--", None)):
                points = [(bounds[0], bounds[column]) for bounds in own["bounds"].iloc[0] if bounds[column]]
                points += [(end, value) for _, value in points[-1:]]
                seconds, pours = [each for each, _ in points], [bound for _, bound in points]
                axes.step(seconds, pours, style, where="post", color=f"C{number}", label=name)
        axes.set(title=title)
        axes.yaxis.get_major_locator().set_params(integer=True)
    seconds_axis(grid[0].xaxis)
    grid[0].set(ylabel=PUZZLES[panels[0][1]["puzzle"].iloc[0]].steps)
    figure.supxlabel("wall time", fontsize=12)
    legend(figure, grid[0])
    return figure


def growth(deals: pd.DataFrame) -> Any:
    """Time against the first option of generated deals (colours), a panel for each value of the others."""
    first, *others = axes_of(deals)
    panels = [(values, members) for values, members in deals.groupby(others)] if others else [((), deals)]
    panels = [(values, members) for values, members in panels if members[first].nunique() > 2][:4]
    if not panels:
        return None
    limit = deals["limit"].max()
    figure, grid = canvas(4.4, len(panels))
    for axes, (values, members) in zip(grid, panels, strict=True):
        for label in labels_of(deals):
            cost = members[members["label"] == label].groupby(first)["cost"]
            axes.plot(cost.median(), "o-", markersize=5, label=label)
            axes.fill_between(cost.median().index, cost.quantile(0.25), cost.quantile(0.75), alpha=0.15, linewidth=0)
        axes.axhline(limit, color=DARK, linewidth=1, linestyle=":", label="time limit")
        axes.set_title(
            "\n".join(f"{named(deals, name)}: {value:.0f}" for name, value in zip(others, values, strict=True))
        )
        axes.xaxis.get_major_locator().set_params(integer=True)
    seconds_axis(grid[0].yaxis)
    grid[0].set_ylabel("wall time, median and quartiles")
    figure.supxlabel(named(deals, first), fontsize=12)
    legend(figure, grid[0])
    return figure
