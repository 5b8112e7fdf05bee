"""The command line of constraint programming, beyond what both sides share."""

import pytest

from cpmodel.__main__ import main
from helpers.paths import INSTANCES

ONE_POUR = str(INSTANCES / "watersort" / "one-pour.yaml")


def test_help_names_the_models(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        main(["--help"])
    assert end.value.code == 0
    out = capsys.readouterr().out
    assert "--write-model" in out
    assert "--excess" in out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ([ONE_POUR, "--excess", "1"], "--excess needs --write-model"),
        ([ONE_POUR, "--write-model", ONE_POUR], "would be written over: it is read"),
        ([ONE_POUR, "--write-model"], "expected one argument"),
    ],
)
def test_wrong_usage_is_told(words: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        main(words)
    assert end.value.code == 2
    assert said in capsys.readouterr().err
