"""The benchmark of the news classifier: windows with exact labels, held-out judging, and what the files say."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from benchmarks import news_classifier
from benchmarks.news_classifier import OPERATORS_OUT, SITE_OUT, all_grown, grown_from, held_out
from benchmarks.news_windows import VISITING, Visiting, Window, windows_of
from changemodel.change.sentence_trees import APART, HOURLY
from changemodel.features.sentence_changes import MEASURES

SENTENCES = 400


def _window(site: str, visiting: Visiting = VISITING[0]) -> Window:
    """One sentence came in each pair; the first measure tells news from noise.

    Measures of a few values: of many, growing trees would spend its time on their percentiles.
    """
    draw = np.random.default_rng(len(site))
    news = draw.random(SENTENCES) < 0.3
    rows = draw.normal(size=(SENTENCES, 4)).round(1).astype(np.float32)
    rows[:, 0] += 4.0 * news
    return Window(
        site=site, visiting=visiting, rows=rows, news=news, asked=np.ones(SENTENCES, dtype=bool),
        authors=np.where(news, "lead", "ad"), pairs=np.arange(SENTENCES), important=news,
    )  # fmt: skip


def _windows() -> Sequence[Window]:
    return [_window("a"), _window("bb"), _window("ccc", VISITING[1]), _window("dddd", VISITING[1])]


def test_a_site_gives_sentences_of_both_kinds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("benchmarks.news_windows.VISITING", (Visiting(1, 60, 40),))
    (window,) = windows_of("teapot", 101)
    assert window.rows.shape == (len(window.news), len(MEASURES))
    assert 0 < window.news.sum() < len(window.news)
    assert not window.news[~window.important[window.pairs]].any()


def test_windows_are_judged_by_trees_of_other_sites(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[set[str]] = []

    def spied(windows: Sequence[Window]) -> dict[str, object]:
        seen.append({window.site for window in windows})
        return all_grown(_windows())

    monkeypatch.setattr(news_classifier, "all_grown", spied)
    judged = list(held_out(_windows()))
    assert {how for how, _, _ in judged} == {SITE_OUT, OPERATORS_OUT}
    assert all(found.map > 99 for _, _, found in judged)
    assert all(len(sites) < 4 for sites in seen)


def test_trees_of_hourly_visits_know_no_others() -> None:
    trees = all_grown(_windows())
    assert trees[HOURLY].digest != trees[APART].digest


def test_the_files_say_where_trees_come_from() -> None:
    stated = grown_from(_windows(), [101])
    assert stated["sites"] == ["a", "bb", "ccc", "dddd"]
    assert stated["seeds"] == [101]
    assert {"scikit-learn", "faker"} <= stated["libraries"].keys()
    assert "--grow" in stated["command"]


@pytest.mark.parametrize("given", [["--grow", "--quick"], ["--grow", "--site", "harbour"], ["--no-figures"]])
def test_what_would_grow_other_trees_is_refused(given: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        news_classifier.main(given)
    assert "--grow" in capsys.readouterr().err
