"""The benchmark of screenshots alone: which sites it draws, and what it prints of them."""

import json

import pytest

from benchmarks import pictures_alone
from benchmarks.default_alone import DECISION, DISTANCE, Split
from benchmarks.pages.sites import FAMILIES
from benchmarks.pictures_alone import SHIFTING, behind, sampled
from benchmarks.source_control import DISPLACED, PLAIN


def _window(own: float, plain: float, displaced: float) -> Split:
    maps = {DISTANCE: own, DECISION: own, PLAIN: plain, DISPLACED: displaced}
    return Split(maps=maps, important=5, alarms=6, true_alarms=4, map_on_news=None, decided_by="visual")


@pytest.mark.parametrize("family", ["reported", "training"])
def test_half_of_a_sample_has_banners_that_move_all(family: str) -> None:
    found = sampled(family, 3)
    assert found == sampled(family, 3)
    assert len(set(found)) == 4
    assert sum(bool(SHIFTING & set(FAMILIES[family][name].noise)) for name in found) == 2


def test_a_site_is_behind_only_by_what_its_windows_do_not_explain() -> None:
    assert behind([_window(80, 70, 90), _window(90, 70, 96)]) == pytest.approx(93 - 85 - 5)
    assert behind([_window(80, 70, 85), _window(90, 70, 85)]) == 0


def test_the_table_has_both_controls_and_says_when_it_is_a_sample(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    windows = [_window(80, 70, 90), _window(90, 70, 96)]
    monkeypatch.setattr(pictures_alone, "measured", lambda _: windows)
    assert pictures_alone.main(["--jobs", "1"]) == 0
    printed = capsys.readouterr().out
    for part in ("80.0, 90.0", "70.0, 70.0", "90.0, 96.0", "85.0 ± 0.0", "3.0", "4 of 12 sites"):
        assert part in printed
    assert pictures_alone.main(["--site", "wire", "--jobs", "1", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["figures"][DISTANCE] == 85.0
    assert told["baselines"] == {PLAIN: 70.0, DISPLACED: 93.0}
    assert told["behind"]["wire"] == pytest.approx(3.0)
