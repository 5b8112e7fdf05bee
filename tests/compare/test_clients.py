"""Many clients that write into one folder."""

from helpers.comparisons import compared, finish, start
from instances.experiments.report.rows.results_file import read_rows


def test_clients_share_the_work_and_write_a_file_each(tmp_path):
    command = "--deals 3x2 --count 6 --solvers astar --out all/"
    both = [start(tmp_path, f"{command} --share {part}/2") for part in (1, 2)]
    assert [finish(process)[0] for process in both] == [0, 0]
    files = sorted((tmp_path / "all").glob("*.jsonl"))
    seeds = [sorted(row["source"]["deal"]["seed"] for row in read_rows(file)) for file in files]
    assert sorted(seeds) == [[0, 2, 4], [1, 3, 5]]
    (tmp_path / "all" / "opened.jsonl").touch()  # of a client that has written nothing yet
    assert "\n6 runs, " in compared(tmp_path, command)  # all is done already
    assert sum(len(list(read_rows(file))) for file in (tmp_path / "all").glob("*.jsonl")) == 6
