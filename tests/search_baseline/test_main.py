"""The command line of search, beyond what both sides share."""

import pytest

from search_baseline.__main__ import main


def test_help_names_the_other_command(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        main(["--help"])
    assert end.value.code == 0
    assert "python -m search_baseline design" in " ".join(capsys.readouterr().out.split())
