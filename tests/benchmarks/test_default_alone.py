"""The benchmark of the default alone: known sites, run again when the model has changed."""

import json

import pytest

from benchmarks import default_alone
from benchmarks.default_alone import BASELINES, DECISION, DISTANCE, Split


def test_the_table_has_what_learns_nothing_beside_the_default(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    maps = {DISTANCE: 98.0, DECISION: 97.0, BASELINES[0]: 60.0, BASELINES[1]: 80.0}
    split = Split(maps=maps, important=5, alarms=6, true_alarms=4, map_on_news=90.0, decided_by="text")
    monkeypatch.setattr(default_alone, "measured", lambda _: [split, split])
    assert default_alone.main(["--site", "gazette", "--family", "training", "--jobs", "1"]) == 0
    printed = capsys.readouterr().out
    for part in ("98.0, 98.0", "60.0", "8/12 of 10", "90.0", "text, text"):
        assert part in printed
    assert default_alone.main(["--site", "gazette", "--site", "metro", "--jobs", "1", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["figures"] == {DISTANCE: 98.0, DECISION: 97.0}
    assert told["baselines"] == {BASELINES[0]: 60.0, BASELINES[1]: 80.0}
    assert len(told["sites"]["metro"]) == 2
    assert default_alone.main(["--quick", "--jobs", "1"]) == 0
    assert "not the full figure" in capsys.readouterr().out
