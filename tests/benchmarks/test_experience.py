"""The benchmark of experience: what changed by declared news is told, and every window is judged by trees of others."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest

from benchmarks import experience, experience_windows
from benchmarks.experience import METHODS, all_grown, grown, judged
from benchmarks.experience_windows import Sentences, Window, are_news, picture_addresses
from benchmarks.sites.page import PageState
from changemodel.change.grown_trees import APART, HOURLY
from changemodel.features.sentence_changes import MEASURES, ChangedSentence
from changemodel.version import PageVersion
from tests.changemodel.change.test_experience import START

pytestmark = pytest.mark.long

SENTENCES = 400


def _window(seed: int) -> Window:
    """One sentence came in each pair; the first measure tells news from noise.

    Measures of a few values: of many, growing trees would spend its time on their percentiles.
    """
    draw = np.random.default_rng(seed)
    news = draw.random(SENTENCES) < 0.3
    rows = draw.normal(size=(SENTENCES, len(MEASURES))).round(1).astype(np.float32)
    rows[:, 0] += 4.0 * news
    said, ticks = Sentences(rows, np.arange(SENTENCES)), Sentences(rows[:0], np.arange(0))
    return Window(said, news, ticks, news, np.full(SENTENCES, 0.5), [rows[:2], rows[2:4]])


def test_a_site_gives_examples_of_both_kinds(monkeypatch: pytest.MonkeyPatch) -> None:
    teaching = [how for how in experience_windows.VISITING if how.teaches]
    monkeypatch.setattr(experience_windows, "VISITING", teaching)
    by_visits = experience_windows.windows_of("crossing", 101)
    assert {how: len(windows) for how, windows in by_visits.items()} == {
        "every 1 h": 2,
        "every 3 h": 1,
        "every 6 h": 1,
    }
    for window in (window for windows in by_visits.values() for window in windows):
        for said in (window.asked, window.clocked):
            assert said.rows.shape == (len(said.pairs), len(MEASURES))
        assert 0 < window.news.sum() < len(window.news) == len(window.asked.rows)
        assert not window.news[~window.told[window.asked.pairs]].any()
        assert 0 < window.told.sum() < len(window.told)
        assert len(window.later) >= 30


def test_only_what_came_or_went_by_declared_news_is_news() -> None:
    def state(*news: str) -> PageState:
        return PageState(rows=(), news=news)

    def changed(*texts: str) -> list[ChangedSentence]:
        return [ChangedSentence("body>p", text, came=True) for text in texts]

    old, new = state("Mill burns", "Bank sold"), state("Mill saved", "Bank sold")
    sentences = changed("mill burns", "mill saved", "12 readers", "bank sold", "read: mill saved", "mil")
    assert are_news(sentences, old, new, {}) == [True, True, False, False, True, False]
    assert are_news(sentences, old, old, {}) == [False] * 6


def test_a_picture_is_news_by_its_address() -> None:
    shown, other = (
        PageVersion(START, blocks=[{"path": "body>img", "text": "", "images": [f"/media/{name}.svg"]}])
        for name in ("chart-7", "chart-8")
    )
    addresses = picture_addresses((shown, other))
    assert sorted(addresses.values()) == ["/media/chart-7.svg", "/media/chart-8.svg"]
    sentences = [ChangedSentence("@body>img", word, came=True) for word in addresses]
    old, new = (PageState(rows=(), news=(name,)) for name in ("Chart-7", "Chart-8"))
    assert are_news(sentences, old, new, addresses) == [True, True]
    assert are_news(sentences, old, new, {}) == [False, False]


def test_what_was_learned_on_one_page_orders_another() -> None:
    values = judged(_window(2), grown([_window(0), _window(1)]), 1.0)
    told = _window(2).told
    assert set(values) == set(METHODS)
    assert np.median(values["together"][told]) > np.median(values["together"][~told])
    assert len(set(values["its own time"].tolist())) == 1


def test_what_goes_by_the_clock_teaches_what_is_no_news() -> None:
    one = _window(0)
    rows = np.full((50, len(MEASURES)), 9.0, dtype=np.float32)
    taught = replace(one, clocked=Sentences(rows, np.arange(50)))
    without, with_ticks = (grown([window]).log_odds(rows[:1])[0] for window in (one, taught))
    assert without > 0.0 > with_ticks


def test_hourly_visits_are_judged_by_trees_that_know_no_others() -> None:
    hourly, apart = _window(0), _window(1)
    trees = all_grown({"gazette, 1, every 1 h": [hourly], "gazette, 1, every 6 h": [apart]})
    np.testing.assert_array_equal(
        trees[HOURLY].log_odds(apart.asked.rows), grown([hourly]).log_odds(apart.asked.rows)
    )
    both = grown([hourly, apart])
    np.testing.assert_array_equal(trees[APART].log_odds(apart.asked.rows), both.log_odds(apart.asked.rows))


def test_daily_visits_are_judged_and_teach_nothing() -> None:
    hourly, daily = _window(0), _window(1)
    trees = all_grown({"gazette, 1, every 1 h": [hourly], "gazette, 1, every 24 h": [daily]})
    taught = grown([hourly])
    np.testing.assert_array_equal(trees[APART].log_odds(daily.asked.rows), taught.log_odds(daily.asked.rows))


def test_where_nothing_changed_in_words_the_page_s_own_time_decides() -> None:
    one = _window(0)
    nothing = Sentences(one.asked.rows[:0], one.asked.pairs[:0])
    silent = replace(one, asked=nothing, news=one.news[:0])
    values = judged(silent, grown([one]), 1.0)
    np.testing.assert_array_equal(values["together"], values["its own time"])


def test_the_table_and_the_json_have_the_baselines(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(experience, "ProcessPoolExecutor", lambda _: _Here())
    monkeypatch.setattr(
        experience, "windows_of", lambda site, seed: {"every 1 h": [_window(len(site) + seed)] * 2}
    )
    assert experience.main(["--quick"]) == 0
    printed = capsys.readouterr().out
    for part in (*METHODS, "of 8 below 96", "false, missed", "not the full figure"):
        assert part in printed
    assert experience.main(["--site", "gazette", "--site", "metro", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["figures"]["MAP, every 1 h"] > told["baselines"]["its own time, every 1 h"]
    assert set(told["baselines"]) == {f"{method}, every 1 h" for method in METHODS[1:]}


@pytest.mark.parametrize("few", [["--quick"], ["--site", "gazette"]])
def test_the_product_s_trees_are_grown_on_all_sites_only(
    few: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit, match="2"):
        experience.main(["--write", *few])
    assert "on all sites" in capsys.readouterr().err


class _Here:
    """Runs in this process what a pool would run in others."""

    map = staticmethod(map)

    def __enter__(self) -> _Here:
        return self

    def __exit__(self, *_: object) -> None:
        return None
