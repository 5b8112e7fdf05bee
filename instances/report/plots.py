"""The pictures: cactus plot, solver against solver, time against size, and the map of the deals that can be solved."""

import io
import re
from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Any

import numpy as np
import pandas as pd

from instances.report.dataframe import axes_of, costs, deals_of, labels_of, named
from instances.report.numbers_in_words import duration, percent
from instances.report.rows.results_file import Stopped
from instances.report.tables import of_puzzle, solvability

# Okabe and Ito (2008): colours that everyone can tell apart, and some after them. Markers and labels besides.
PALETTE = (
    *("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000"),
    *("#7F3C8D", "#8C613C", "#A5AA99", "#882255", "#44AA99"),
)
MARKERS = "osD^vP*"
DOTTED = "dotted: time limit"
LONG = 24  # letters of a solver's name that fit beside a plot
PAIRS = 15  # of solvers, with a picture each
PALE, DARK = "#999999", "#666666"
STYLE: Any = {
    **{"font.size": 12, "axes.titlesize": 13, "axes.titleweight": "bold", "axes.titlelocation": "left"},
    **{"axes.spines.top": False, "axes.spines.right": False, "axes.grid": True, "grid.color": "#e6e6e6"},
    **{"axes.axisbelow": True, "axes.edgecolor": DARK, "legend.frameon": False, "lines.linewidth": 2},
    **{"text.parse_math": False},  # a $ in a name is a $
    **{"svg.fonttype": "path", "svg.hashsalt": "compare", "figure.constrained_layout.use": True, "savefig.dpi": 200},
}


def pictures(frame: pd.DataFrame) -> dict[str, tuple[str, Any]]:
    """Name -> (caption, figure), for all that the frame is good for; raises Stopped without matplotlib."""
    try:
        import matplotlib as mpl
    except ImportError:
        raise Stopped("plots need matplotlib: pip install '.[compare]'") from None
    with mpl.rc_context(STYLE):
        return {name: (caption, figure) for name, caption, figure in drawn(frame) if figure is not None}


def drawn(frame: pd.DataFrame) -> Iterator[tuple[str, str, Any]]:
    yield "cactus", "How many instances each solver answers within a given time", cactus(frame)
    for up, right in list(combinations(labels_of(frame), 2))[:PAIRS]:
        caption = f"{up} against {right}, a point an instance. Thick line: equal; each further one: ten times; {DOTTED}"
        yield f"scatter-{slug(up)}-{slug(right)}", caption, scatter(frame, up, right)
    for deals in deals_of(frame):
        of = of_puzzle(frame, deals)
        suffix = of.replace(" of ", "-")
        yield f"growth{suffix}", f"Time against size{of and f' of deals{of}'}", growth(deals)
        yield f"solvability{suffix}", f"Which deals{of} can be solved", solvability_map(deals)


def image(figure: Any, kind: str) -> bytes:
    """The figure as a file: 'png' or 'svg'; the same figure is the same bytes."""
    import matplotlib as mpl

    out = io.BytesIO()
    with mpl.rc_context(STYLE):
        figure.savefig(out, format=kind, metadata={"Date": None} if kind == "svg" else None)
    return out.getvalue()


def canvas(height: float, columns: int = 1) -> tuple[Any, Any]:
    """A figure 8 inches wide, and its panels, which share their axes."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(8, height))
    return figure, figure.subplots(1, columns, sharex=True, sharey=True, squeeze=False)[0]


def seconds_axis(axis: Any) -> None:
    """A logarithmic axis with its powers of ten written as times: 1 ms, 10 ms, 100 ms, 1 s."""
    from matplotlib.ticker import FuncFormatter, NullLocator

    axis.axes.set(**{f"{axis.axis_name}scale": "log"})
    axis.set_major_formatter(FuncFormatter(lambda value, _: duration(value)))
    axis.set_minor_locator(NullLocator())


def looks(number: int) -> dict[str, str]:
    """Of the solver at that place, in every report."""
    return {"color": PALETTE[number % len(PALETTE)], "marker": MARKERS[number % len(MARKERS)]}


def slug(label: str) -> str:
    """slug('cp (60 s, 2 workers)') == 'cp-60-s-2-workers'"""
    return re.sub(r"\W+", "-", label).strip("-")


def legend(figure: Any, axes: Any) -> None:
    """Above the figure, in as many columns as its width has room for."""
    handles, texts = axes.get_legend_handles_labels()
    figure.legend(handles, texts, loc="outside upper center", ncols=max(1, 80 // (8 + max(map(len, texts)))))


def spread(values: Sequence[float], least: float) -> "np.ndarray[Any, Any]":
    """The values, from the lowest up, moved as little as it takes to lie `least` apart: places for labels."""
    places = np.sort(np.array(values, float))
    for _ in range(200):
        push = np.maximum(0, least - np.diff(places)) / 2
        places[1:] += push
        places[:-1] -= push
    return places


def cactus(frame: pd.DataFrame) -> Any:
    """How many instances each solver answers, if every one may take so long."""
    labels = list(labels_of(frame))
    height = max(4.6, 1.2 + 0.2 * len(labels))
    figure, (axes,) = canvas(height)
    total, end = frame["instance"].nunique(), min(frame["limit"].max(), frame["cost"].max() * 3)
    color = {label: looks(place)["color"] for label, place in labels_of(frame).items()}
    answered = {label: frame[(frame["label"] == label) & frame["answered"]]["cost"].sort_values() for label in color}
    for label, cost in answered.items():
        axes.step([*cost, end], [*range(1, len(cost) + 1), len(cost)], where="post", color=color[label])
    ranked = sorted(color, key=lambda label: len(answered[label]))
    places = spread([len(answered[label]) for label in ranked], total / (16 * height / 4.6))
    small = {"fontsize": 8} if max(map(len, labels)) > LONG else {}
    for label, place in zip(ranked, places, strict=True):
        axes.text(1.02, place, f"{label}  {len(answered[label])}", transform=axes.get_yaxis_transform(),
                  color=color[label], va="center", weight="bold", **small)  # fmt: skip
    axes.axhline(total, color=PALE, linewidth=1, zorder=1)
    axes.text(0.01, total, f"all {total}", transform=axes.get_yaxis_transform(), va="bottom", color=DARK)
    seconds_axis(axes.xaxis)
    axes.set(xlim=(frame["cost"].min() * 0.8, end), ylim=(0, total * 1.06), xlabel="wall time allowed for a run")
    axes.set(ylabel="instances answered", title="Instances answered within a given time")
    return figure


def scatter(frame: pd.DataFrame, up: str, right: str) -> Any:
    """One solver against another, a point an instance."""
    cost = costs(frame).reindex(columns=[up, right]).dropna()
    if cost.empty:
        return None
    figure, (axes,) = canvas(5.5)
    across, height = (np.array([cost[label].min() / 1.6, cost[label].max() * 1.8]) for label in (right, up))
    span = np.array([min(across[0], height[0]), max(across[1], height[1])])
    seconds_axis(axes.xaxis)
    seconds_axis(axes.yaxis)
    ratio_lines(axes, span, frame["limit"].max())
    for number, (kind, points) in enumerate(cost.groupby(kinds(frame).reindex(cost.index))):
        axes.scatter(points[right], points[up], s=26, alpha=0.65, linewidths=0, zorder=2, label=kind,
                     rasterized=len(cost) > 2000, **looks(number))  # fmt: skip
    axes.set(xlim=across, ylim=height, xlabel=f"wall time of {right}", ylabel=f"wall time of {up}")
    axes.set_title(f"{up} against {right}", **({"fontsize": 8} if len(up + right) > 2 * LONG else {}))
    legend(figure, axes)
    return figure


def kinds(frame: pd.DataFrame) -> pd.Series:
    """By instance, what its point is coloured by: the puzzle, the second option of deals, or the group."""
    kind = frame["group"].copy()
    if frame["puzzle"].nunique() > 1:
        kind = frame["puzzle"]
    else:
        for deals in deals_of(frame):
            for option in axes_of(deals)[1:2]:
                kind[deals.index] = deals[option].map(f"{named(deals, option)}: {{:.0f}}".format)
    return kind.groupby(frame["instance"]).first()


def ratio_lines(axes: Any, span: Any, limit: float) -> None:
    """Where both take equally long, and where one takes so many times as long; and the time limit."""
    for power in range(-6, 7):
        factor = 10.0**power
        axes.plot(span, span * factor, color="#cccccc", linewidth=1.4 if factor == 1 else 0.8, zorder=1)
    if limit < span[1]:
        axes.axhline(limit, color=PALE, linewidth=1, linestyle=":")
        axes.axvline(limit, color=PALE, linewidth=1, linestyle=":")


def growth(deals: pd.DataFrame) -> Any:
    """Time against the first option of generated deals (colours), a panel for each value of the others."""
    first, *others = axes_of(deals)
    if deals[first].nunique() < 3:
        return None
    panels = list(deals.groupby(others))[:4] if others else [((), deals)]
    limit = deals["limit"].max()
    figure, grid = canvas(4.4, len(panels))
    for axes, (values, members) in zip(grid, panels, strict=True):
        for label, place in labels_of(deals).items():
            cost = members[members["label"] == label].groupby(first)["cost"]
            middle = cost.median()
            axes.plot(middle.index, middle, markersize=5, label=label, **looks(place))
            axes.fill_between(middle.index, cost.quantile(0.25), cost.quantile(0.75), color=looks(place)["color"],
                              alpha=0.15, linewidth=0)  # fmt: skip
        axes.axhline(limit, color=PALE, linewidth=1, linestyle=":")
        axes.set_title("\n".join(f"{named(deals, name)}: {value:.0f}" for name, value in zip(others, values)))  # noqa: B905
        axes.xaxis.get_major_locator().set_params(integer=True)
    seconds_axis(grid[0].yaxis)
    grid[0].set_ylim(top=limit * 3)
    grid[0].set_ylabel("wall time, median and quartiles")
    grid[0].text(0.02, limit * 1.3, "time limit", transform=grid[0].get_yaxis_transform(), fontsize=10, color=DARK)
    figure.supxlabel(named(deals, first), fontsize=12)
    legend(figure, grid[0])
    return figure


def solvability_map(deals: pd.DataFrame) -> Any:
    """The share of deals that can be solved, with its confidence interval, in a cell for each size of deal."""
    options = axes_of(deals)
    if len(options) < 2:
        return None
    table = solvability(deals)
    table = table[(table[options[2:]] == table[options[2:]].iloc[0]).all(axis=1)]
    share = table.pivot(index=options[1], columns=options[0], values="share")
    lines, columns = list(share.index), list(share.columns)
    figure, (axes,) = canvas(1.5 + 0.75 * len(lines))
    axes.imshow(share, cmap="YlGnBu", vmin=0, vmax=1.1, aspect="auto", origin="lower")
    size = min(11.0, 100 / len(columns))
    for _, cell in table.iterrows():
        look = {"ha": "center", "color": "white" if cell["share"] > 0.55 else "black"}
        x, y = columns.index(cell[options[0]]), lines.index(cell[options[1]])
        axes.text(x, y + 0.02, percent(cell["share"]), va="bottom", fontsize=size + 2, weight="bold", **look)
        axes.text(x, y - 0.1, f"{percent(cell['low'])}–{percent(cell['high'])}", va="top", fontsize=size - 1, **look)
    axes.grid(visible=False)
    axes.spines[:].set_visible(False)
    for axis, names in ((axes.xaxis, columns), (axes.yaxis, lines)):
        axis.set_ticks(range(len(names)), names)
        axis.set_ticks(np.arange(len(names) - 1) + 0.5, minor=True)
        axis.set_tick_params(which="both", length=0)
    axes.grid(which="minor", color="white", linewidth=3)
    axes.set(xlabel=named(deals, options[0]), ylabel=named(deals, options[1]))
    few, many = table["deals"].min(), table["deals"].max()
    count = f"{few}" if few == many else f"{few} to {many}"
    axes.set_title(f"Per cent of deals that can be solved ({count} deals a cell, 95 % interval)")
    return figure
