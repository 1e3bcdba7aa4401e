"""The benchmark of reading: every window is judged, beside what learns nothing."""

import json

import pytest

from benchmarks import reading
from benchmarks.reading import BLOCKS, OURS, STARTS, WORDS, Read
from tests.conftest import LONG_TESTS


def test_the_words_of_a_site_are_read_in_every_window(monkeypatch: pytest.MonkeyPatch) -> None:
    starts = STARTS if LONG_TESTS else STARTS[:1]
    monkeypatch.setattr(reading, "STARTS", starts)
    windows = reading.read_site("statute", 101)
    assert len(windows) == len(starts)
    for window in windows:
        assert 0 < window.true_alarms <= min(window.alarms, window.important)
        assert window.maps[OURS] > max(window.maps[WORDS], window.maps[BLOCKS])


def test_the_table_counts_what_was_missed_and_the_json_has_the_baselines(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    windows = [Read({OURS: 90.0, WORDS: 50.0, BLOCKS: 70.0}, 4, 6, 5)] * 2
    monkeypatch.setattr(reading, "read_site", lambda *_: windows)
    assert reading.main(["--quick"]) == 0
    printed = capsys.readouterr().out
    for part in ("90.0 (4/6 of 5)", "4, 2", "of 2 below 96", "not the full figure"):
        assert part in printed
    assert reading.main(["--site", "podminky", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["figures"] == {"MAP": 90.0, "false alarms": 4, "missed": 2}
    assert told["baselines"] == {WORDS: 50.0, BLOCKS: 70.0}
