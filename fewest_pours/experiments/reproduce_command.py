"""`compare.py reproduce NAME`: make the tables and pictures of docs/results.md again.

published.toml lists the runs behind each, and the tables made from their rows. The rows are kept in
docs/results/NAME.jsonl.gz, and the tables replace what follows `<!-- reproduce NAME -->` on the page. Tables of detail
are CSV files beside the rows, which the page links.
"""

import argparse
from collections.abc import Callable, Sequence
from pathlib import Path

import msgspec
import numpy as np
import pandas as pd

from fewest_pours.experiments import guarantees_command, hardest_command
from fewest_pours.experiments.instance_sources import digest
from fewest_pours.experiments.report.disagreements import agreement
from fewest_pours.experiments.report.mean_ratios import log_means, multiple
from fewest_pours.experiments.report.model_costs import model_costs
from fewest_pours.experiments.report.number_formats import duration
from fewest_pours.experiments.report.plots import image, pictures
from fewest_pours.experiments.report.portfolio_parts import portfolio_parts
from fewest_pours.experiments.report.run_measures import frame_of, solvers_of
from fewest_pours.experiments.report.sections import TABLES, Table, differing, facts
from fewest_pours.experiments.results_file import read_rows, write_kept
from fewest_pours.experiments.results_page import expect_page, replace_part
from fewest_pours.experiments.row_fields import Row
from fewest_pours.experiments.run_command import run_to_file
from fewest_pours.experiments.stopped import Stopped
from fewest_pours.files.output_files import write_text
from fewest_pours.guarantees.guaranteed import FindDealWithoutPlan
from fewest_pours.solving.registry import Solvers

LEAST_SECONDS = 0.01  # added to processor time, which may be 0


class Published(msgspec.Struct):
    """What published.toml says of a page's tables and pictures; it describes each field."""

    title: str
    conditions: str
    runs: list[str]
    quick: str
    tables: list[str] = []
    pictures: list[str] = []
    details: dict[str, str] = {}


def worth_of_ideas(frame: pd.DataFrame) -> pd.DataFrame:
    """Conflicts and processor time of each variant ('schedule-presolve') as multiples of those of 'schedule'.

    A run that ends at its limit counts with what it used; adding one conflict and LEAST_SECONDS keeps ratios finite.
    """
    used = frame.assign(
        conflicts=[counters.get("conflicts", 0) + 1 for counters in frame["statistics"]],
        seconds=frame["cpu_seconds"].fillna(frame["limit"]) + LEAST_SECONDS,
    )
    logs = {"conflicts": log_means(used, "conflicts"), "processor time": log_means(used, "seconds")}
    lines = []
    for solver in solvers_of(frame):
        whole = solver.partition("-")[0]
        lines.append({"solver": solver, **{name: multiple(logs[name], solver, whole) for name in logs}})
    return pd.DataFrame(lines)


def tuning(frame: pd.DataFrame) -> pd.DataFrame:
    """Processor time with each constant halved and doubled, as multiples of that of the solver as it is."""
    used = frame.assign(seconds=frame["cpu_seconds"].where(frame["answered"], frame["limit"]) + LEAST_SECONDS)
    logs = log_means(used, "seconds")
    lines: dict[str, dict[str, str]] = {}
    for variant in solvers_of(frame):
        solver, constant, change = solver_constant_change(variant)
        if constant:
            line = lines.setdefault(constant, {"constant": f"`{constant}`"})
            line[change] = multiple(logs, variant, solver)
    return pd.DataFrame(lines.values())


def solver_constant_change(variant: str) -> tuple[str, str, str]:
    """The parts of a variant's name, of which a solver as it is has the first only.

    >>> solver_constant_change("search-depth_search.ROWS-halved")
    ('search', 'depth_search.ROWS', 'halved')
    """
    solver, _, changed = variant.partition("-")
    constant, _, change = changed.rpartition("-")
    return solver, constant, change


def certificates(frame: pd.DataFrame) -> pd.DataFrame:
    """For each solver and instance: the certificate's size, and time and memory for making and checking it."""
    lines = []
    for _, run in frame.sort_values("place", kind="stable").iterrows():
        line = {"instance": run["title"], "by": run["solver"].removeprefix("certificate-")}
        cost = run["statistics"].get("certificate")
        if cost:
            line["kB"] = f"{cost['bytes'] / 1e3:,.1f}"
            line["kB as .gz"] = f"{cost['packed'] / 1e3:,.1f}"
            line["made"] = f"{duration(cost['made'])}, {cost['made_mib']:.0f} MiB"
            line["checked"] = f"{duration(cost['checked'])}, {cost['checked_mib']:.0f} MiB"
            line["verdict"] = cost["verdict"]
        else:
            line["verdict"] = run["outcome"].replace("_", " ")
        lines.append(line)
    return pd.DataFrame(lines).fillna("")


def where_each_ends(frame: pd.DataFrame) -> pd.DataFrame:
    """For each deal and solver: the answer and its time; at the limit, the lower bound proven by then."""
    lines: dict[str, dict[str, str]] = {}
    for _, run in frame.iterrows():
        lines.setdefault(run["title"], {"instance": run["title"]})[run["solver"]] = end_in_words(run)
    return pd.DataFrame(lines.values())


def end_in_words(run: pd.Series) -> str:
    """'39 pours in 1.2 s', 'no plan in 3 s'; for a run without an answer '38 or more', or 'no bound'."""
    if run["answered"]:
        fewest = f"{run['length']:.0f} pours" if run["solvable"] else "no plan"
        return f"{fewest} in {duration(run['cost'])}"
    bound = run["lower_bound"]
    return "no bound" if pd.isna(bound) else f"{bound:.0f} or more"


def costs_of_default(frame: pd.DataFrame) -> pd.DataFrame:
    """What the default of constraint programming costs against searches, in the lines of `model_costs`."""
    costs = model_costs(frame[frame["solver"] != "cp-schedule"])
    return costs.drop(columns=["solver", "conflicts", "building", "bounds and plans from"], errors="ignore")


PUBLISHED = msgspec.toml.decode(Path(__file__).with_name("published.toml").read_bytes(), type=dict[str, Published])
EVERY_TABLE = TABLES | {
    "Where each ends": Table("Fewest pours and wall time; or what the bound was at the limit.", where_each_ends),
    "What each idea is worth": Table("", worth_of_ideas),
    "Where constraint programming wins": Table(
        "`cp`: its median wall time, and its times as multiples of searches': geometric mean, 95 % interval.",
        costs_of_default,
    ),
    "What half and double cost": Table(
        "Processor time as multiples of the solver's as it is; unanswered: the limit.", tuning
    ),
    "What certificates cost": Table("", certificates),
    "What each part of the portfolio contributes": Table(
        "Answers and median times; ★: lowest PAR-2; first: who had ended.",
        portfolio_parts,
    ),
}


def markdown(published: Published, frame: pd.DataFrame, conditions: str, in_full: bool = False) -> str:
    """The text for the page: tables, pictures and links to details, and below them the conditions of the runs.

    in_full: with the tables of detail in place of the links. Raises Stopped if the runs were made under different
    conditions: no table may compare those.
    """
    different = ", ".join(differing(frame))
    if different:
        raise Stopped(f"{published.title}: runs of different {different}, expected one run of all solvers")
    headings = [*published.tables, *published.details.values()] if in_full else published.tables
    parts = []
    for heading in headings:
        table = EVERY_TABLE[heading]
        parts += [table.caption, markdown_table(table.make(frame))]
    parts += [f"![{name}](pictures/{name}.png)" for name in published.pictures]
    if not in_full:
        parts += [link_to_detail(name, heading) for name, heading in published.details.items()]
    return "\n\n".join(filter(None, [*parts, conditions]))


def link_to_detail(name: str, heading: str) -> str:
    caption = EVERY_TABLE[heading].caption
    link = f"[{heading}, as CSV](results/{name}.csv)"
    return f"{link}: {caption}" if caption else f"{link}."


def details(published: Published, frame: pd.DataFrame) -> dict[str, str]:
    """The tables of detail: the text of each file in docs/results, by its name."""
    return {
        f"{name}.csv": EVERY_TABLE[heading].make(frame).to_csv(index=False, lineterminator="\n").replace("`", "")
        for name, heading in published.details.items()
    }


def markdown_table(table: pd.DataFrame) -> str:
    header = list(table.columns)
    cells = table.astype(str).to_numpy().tolist()
    lines = [f"| {' | '.join(line)} |" for line in (header, *cells)]
    lines.insert(1, "|" + "---|" * len(header))
    return "\n".join(lines)


def reproduce(
    arguments: Sequence[str],
    solvers: Solvers,
    by_constraints: Callable[[], FindDealWithoutPlan],
    program_name: str = "compare.py",
) -> int:
    """`compare.py reproduce NAME...`; the exit code is 1 if answers disagree or runs failed."""
    first = arguments[:1]
    rest = arguments[1:]
    if first == [guarantees_command.NAME]:
        return guarantees_command.guarantees(rest, by_constraints, program_name)
    if first == [hardest_command.NAME]:
        solve = solvers.of("watersort")["astar"].load()
        return hardest_command.hardest(rest, solve, solvers.version("watersort", "astar"), program_name)
    options = parsed(arguments, program_name)
    if options.quick:
        return max(reproduce_quickly(name, solvers) for name in options.names)
    expect_page("--quick")
    return max(reproduce_published(name, solvers, options.kept) for name in options.names)


def parsed(arguments: Sequence[str], program_name: str) -> argparse.Namespace:
    """The options for tables made of runs. Exits on wrong usage."""
    description = "Make the tables and pictures of docs/results.md again; `guarantees` and `hardest` have own options."
    parser = argparse.ArgumentParser(prog=f"{program_name} reproduce", description=description)
    parser.add_argument("names", metavar="NAME", nargs="+", choices=PUBLISHED, help=", ".join(PUBLISHED))
    how = parser.add_mutually_exclusive_group()
    how.add_argument("--quick", action="store_true", help="a few small runs; only print the tables")
    how.add_argument("--kept", action="store_true", help="use the rows that are kept, without running anything")
    return parser.parse_args(arguments)


def reproduce_quickly(name: str, solvers: Solvers) -> int:
    """Print the tables of a few small runs, and how their times compare with the published ones; the exit code."""
    rows = list(read_rows(rows_by_running(name, [PUBLISHED[name].quick], solvers)))
    frame = frame_of(rows, solvers.names())
    _, code = print_tables(name, rows, frame, in_full=True)
    kept = kept_rows_of(name)
    if kept.exists():
        print(f"{against_published(frame, frame_of(list(read_rows(kept)), solvers.names()))}\n")
    return code


def reproduce_published(name: str, solvers: Solvers, by_kept_rows: bool) -> int:
    """Publish the tables and pictures of all runs, or of the rows that are kept; the exit code."""
    kept = kept_rows_of(name)
    made = kept if by_kept_rows else rows_by_running(name, PUBLISHED[name].runs, solvers)
    rows = list(read_rows(made))
    write_kept(kept, rows)
    frame = frame_of(rows, solvers.names())
    text, code = print_tables(name, rows, frame, in_full=False)
    publish(name, text, frame)
    return code


def kept_rows_of(name: str) -> Path:
    return Path("docs", "results", f"{name}.jsonl.gz")


def print_tables(name: str, rows: Sequence[Row], frame: pd.DataFrame, in_full: bool) -> tuple[str, int]:
    """Print the text for the page, and return it with the exit code; in_full: as in `markdown`."""
    found = agreement(rows)
    conditions = f"`compare.py reproduce {name}`: {found}; {facts(frame, in_short=True)}"
    text = markdown(PUBLISHED[name], frame, conditions, in_full)
    print(f"## {PUBLISHED[name].title}\n\n{text}\n")
    return text, found.exit_code


def against_published(here: pd.DataFrame, published: pd.DataFrame) -> str:
    """How the times of runs compare with those of the same runs in the published rows, in a sentence."""
    both = here.merge(published, on=["digest", "solver"], suffixes=("", "_published"))
    both = both[both["answered"] & both["answered_published"]]
    if both.empty:
        return "None of these runs is among the published ones."
    runs = pd.DataFrame({"here": np.log(both["cost"]), "published": np.log(both["cost_published"])})
    times = multiple(runs, "here", "published")
    return f"Here these {len(runs)} runs took {times} times as long as the published ones."


def rows_by_running(name: str, runs: Sequence[str], solvers: Solvers) -> Path:
    """Make those of the runs, under the published conditions, that are not done yet; the results file."""
    conditions = PUBLISHED[name].conditions
    path = Path("results", f"{name}-{digest([solvers.versions(), conditions, runs])}.jsonl")
    for each in runs:
        run_to_file([*each.split(), *conditions.split(), "--out", str(path)], solvers)
    return path


def publish(name: str, text: str, frame: pd.DataFrame) -> None:
    """Put text and pictures into the page of results, details beside it; if pictures cannot be drawn, nothing."""
    wanted = PUBLISHED[name].pictures
    drawn = pictures(frame) if wanted else {}
    replace_part(name, text)
    for file, table in details(PUBLISHED[name], frame).items():
        write_text(Path("docs", "results", file), table)
    for picture in wanted:
        Path("docs", "pictures", f"{picture}.png").write_bytes(image(drawn[picture]))
