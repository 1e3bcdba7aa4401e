"""What other pages taught moves the distance of the words, and only where the trees know such pages."""

from __future__ import annotations

import itertools
import pickle
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import numpy as np
import pytest

from changemodel.change import sentence_trees as of_other_pages
from changemodel.change.explanation import explain
from changemodel.change.model import ChangeModel
from changemodel.change.sentence_classifier import LEAST_VISITS, Experience
from changemodel.change.sentence_trees import (
    APART,
    EVEN,
    HOURLY,
    LEAST_EVEN,
    MOST_EVEN,
    even_of,
    grown_trees,
)
from changemodel.features.sentence_changes import MEASURES
from changemodel.metric.boosted_trees import BoostedTrees
from changemodel.version import PageVersion

START = datetime(2026, 3, 2, tzinfo=UTC)
HOURS = 150
WHO = ("Council", "Court", "Harbour", "Railway", "Hospital", "Library", "Museum", "Theatre", "Bank", "Union")
DID = ("closes", "rebuilds", "defends", "abandons", "inspects", "sells")
COME = np.cumsum(np.random.default_rng(21).random(HOURS) < 1 / 6).tolist()
"""Headlines that came by each hour: not by the clock."""
GOODS = ("Boots", "Tents", "Lamps", "Honey", "Wool", "Pumps", "Glass", "Candles")


def _page(hour: int, cards: Sequence[str], step_h: float = 1.0, sections: int = 3) -> PageVersion:
    """Three headlines, a new one about every six hours; cards out of eight below; a counter, a clock, the weather.

    All of it is content: of the furniture of so quiet a page nothing would be read.
    """
    titles = [_title(number) for number in range(COME[hour], COME[hour] + 3)]
    offers = [f"{card} at half price" for card in cards]
    said = [(f"body>main>article:nth-of-type({row})>h2", text) for row, text in enumerate(titles, 1)]
    said += [(f"body>div.shop>p:nth-of-type({row})", text) for row, text in enumerate(offers, 1)]
    said += [
        ("body>div.count>p", f"Visitors today: {40 * hour + 7}"),
        ("body>div.clock>b", f"It is {hour % 24} o'clock"),
        ("body>div.shop>i", ("Sun", "Rain", "Fog", "Wind")[hour * hour % 7 % 4]),
    ][:sections]
    blocks = [{"path": path, "text": text} for path, text in said]
    return PageVersion(START + timedelta(hours=step_h * hour), blocks=blocks)


def _with_question(version: PageVersion, hour: int) -> PageVersion:
    asked = {"path": "body>aside>p", "text": f"Do you like {('soup', 'fish', 'stew')[hour // 8 % 3]}?"}
    return PageVersion(version.captured_at, blocks=[*version.blocks, asked])


def _title(number: int) -> str:
    return f"{WHO[number % len(WHO)]} {DID[number % len(DID)]} building {'abcdefghijklm'[number % 13]}"


def _drawn(hour: int) -> list[str]:
    return [GOODS[row] for row in np.random.default_rng(hour).choice(len(GOODS), 4, replace=False)]


def hourly_history(hours: int = HOURS, step_h: float = 1.0) -> list[PageVersion]:
    return [_page(hour, _drawn(hour), step_h) for hour in range(hours)]


@pytest.fixture(scope="module")
def known() -> Experience:
    found = Experience.of(hourly_history()[:-10])
    assert found is not None
    return found


@pytest.fixture(scope="module")
def model() -> ChangeModel:
    return ChangeModel(read="text").fit(hourly_history()[:-10])


def _news_and_cards() -> tuple[tuple[PageVersion, PageVersion], tuple[PageVersion, PageVersion]]:
    """A pair in which a headline came, and one in which only other cards are shown."""
    before, cards = _page(143, _drawn(143)), _drawn(144)
    return (before, _page(144, _drawn(143))), (before, _page(143, cards))


def test_what_ticks_is_not_put_to_the_trees_under_whatever_name_its_section_goes() -> None:
    def ticked(version: PageVersion, hour: int, path: str = "body>div.foot") -> PageVersion:
        seen = {"path": path, "text": f"Seen today at {hour}:03"}
        return PageVersion(version.captured_at, blocks=[*version.blocks, seen])

    history = [ticked(version, hour) for hour, version in enumerate(hourly_history())]
    known = Experience.of(history)
    assert known is not None
    bare = hourly_history()[0]
    before, after = (ticked(bare, hour, "body>div:nth-of-type(9)") for hour in (400, 401))
    assert known.log_odds(before, after) is None


def test_what_goes_round_the_clock_is_not_put_to_the_trees() -> None:
    history = [_with_question(version, hour) for hour, version in enumerate(hourly_history())]
    known = Experience.of(history)
    assert known is not None
    assert {name for name in known.clocked if not name.startswith("#")} == {"body>aside>p"}
    before, after = history[0], _with_question(history[0], 8)
    assert known.log_odds(before, after) is None
    kept = Experience.from_arrays(known.to_arrays())
    assert kept is not None
    assert kept.clocked == known.clocked
    assert pickle.loads(pickle.dumps(known)).clocked == known.clocked


def test_figures_that_are_renewed_each_day_are_not_put_to_the_trees() -> None:
    def saying(version: PageVersion, hour: int) -> PageVersion:
        price = {"path": "body>aside>p", "text": f"Gold at {1900 + hour // 24 * 13} today"}
        return PageVersion(version.captured_at, blocks=[*version.blocks, price])

    history = [saying(version, hour) for hour, version in enumerate(hourly_history())]
    known = Experience.of(history)
    assert known is not None
    assert known.log_odds(history[0], saying(hourly_history(1)[0], 24)) is None
    reworded = {"path": "body>aside>p", "text": "Gold at 1900 today, silver is not sold"}
    said = PageVersion(START, blocks=[*history[0].blocks[:-1], reworded])
    assert known.log_odds(history[0], said) is not None


def test_news_has_better_odds_than_what_is_dealt_anew(known: Experience) -> None:
    news, cards = (known.log_odds(*pair) for pair in _news_and_cards())
    assert news is not None
    assert cards is not None
    assert news > 0.0 > cards


def test_it_raises_news_and_lowers_noise(known: Experience) -> None:
    news, cards = (known.weighed(1.0, 1.0, *pair) for pair in _news_and_cards())
    assert cards < 1.0 < news


def test_above_the_threshold_a_distance_is_told_by_its_logarithm(known: Experience) -> None:
    news, _ = _news_and_cards()
    below, at, above, far = (known.weighed(own, 1.0, *news) for own in (0.0, 1.0, 1000.0, 1e6))
    assert 0.0 < below < at < above < far < 50.0
    same = _page(143, _drawn(143))
    assert known.weighed(1.0, 1.0, same, same) == 1.0
    assert known.weighed(1.0 + 1e-9, 1.0, same, same) == pytest.approx(1.0)
    assert known.weighed(1000.0, 1.0, same, same) == pytest.approx(1.0 + np.log(1000.0))
    assert known.weighed(3.0, -1.0, same, same) == 3.0


def test_what_the_page_itself_calls_nothing_is_still_put_in_order(known: Experience) -> None:
    news, cards = (known.weighed(0.0, 1.0, *pair) for pair in _news_and_cards())
    assert 0.0 < cards < min(1.0, news)


def test_where_no_word_changed_there_is_nothing_to_say(known: Experience) -> None:
    before = _page(143, _drawn(143))
    assert known.log_odds(before, before) is None
    assert known.weighed(0.4, 1.0, before, before) == 0.4
    shown, other = (
        PageVersion(
            START, blocks=[{"path": "body>img", "text": "", "images": [f"https://a.example/{name}.png"]}]
        )
        for name in ("one", "two")
    )
    assert {sentence.section for sentence in known.measures(shown, other)[0]} == {"@body>img"}
    assert known.log_odds(shown, other) is None
    plain = PageVersion(START, text="Only words, no blocks")
    assert known.log_odds(before, plain) is None


@pytest.mark.parametrize(("hours", "step_h"), [(LEAST_VISITS - 1, 1.0), (HOURS, 48.0), (HOURS, 0.25)])
def test_few_visits_rare_ones_and_frequent_ones_are_not_what_the_trees_know(
    hours: int, step_h: float
) -> None:
    assert Experience.of(hourly_history(hours, step_h)) is None


@pytest.mark.parametrize(("step_h", "name"), [(1.0, HOURLY), (3.0, APART), (6.0, APART), (24.0, APART)])
def test_visits_some_hours_apart_are_put_to_trees_that_know_such(step_h: float, name: str) -> None:
    found = Experience.of(hourly_history(HOURS, step_h)[:-10])
    assert found is not None
    back = Experience.from_arrays(found.to_arrays())
    assert back is not None
    news, _ = _news_and_cards()
    expected = grown_trees(name).log_odds(found.measures(*news)[1]).max()
    for one in (found, back, pickle.loads(pickle.dumps(found))):
        assert one.log_odds(*news) == expected


def test_where_little_changes_nothing_is_told_from_anything() -> None:
    few = [_page(hour, _drawn(hour), sections=2) for hour in range(HOURS)]
    assert Experience.of(few) is None


def test_versions_without_blocks_bring_no_experience() -> None:
    versions = [PageVersion(START + timedelta(hours=hour), text=f"line {hour}") for hour in range(100)]
    assert Experience.of(versions) is None


def test_the_hour_is_the_same_in_every_time_zone(known: Experience) -> None:
    (before, after), _ = _news_and_cards()
    elsewhere = PageVersion(after.captured_at.astimezone(timezone(timedelta(hours=9))), blocks=after.blocks)
    assert known.log_odds(before, elsewhere) == known.log_odds(before, after)


def test_it_can_be_left_out(model: ChangeModel) -> None:
    alone = ChangeModel(read="text", experience=False).fit(hourly_history()[:-10])
    assert alone.experience_ is None
    assert model.experience_ is not None
    news, _ = _news_and_cards()
    assert model.compare(*news).distance != alone.compare(*news).distance


def test_a_saved_model_keeps_it_to_the_bit(model: ChangeModel, tmp_path: Path) -> None:
    model.save(tmp_path / "model")
    back = ChangeModel.load(tmp_path / "model")
    for pair in _news_and_cards():
        a, b = model.compare(*pair), back.compare(*pair)
        assert (a.distance, a.probability, dict(a.by_part)) == (b.distance, b.probability, dict(b.by_part))


def test_a_comparison_tells_which_sentence_is_the_likeliest_news(model: ChangeModel) -> None:
    news, cards = (explain(model, *pair) for pair in _news_and_cards())
    likeliest = news.sentences[:2]
    title = f"building {'abcdefghijklm'[(COME[144] + 2) % 13]}"
    assert any(sentence.came and sentence.text.endswith(title) for sentence in likeliest)
    assert all(sentence.section.endswith("h2") and sentence.chance > 0.5 for sentence in likeliest)
    assert max(sentence.chance for sentence in cards.sentences) < 0.5
    chances = [sentence.chance for sentence in news.sentences]
    assert chances == sorted(chances, reverse=True)
    assert news.to_dict()["sentences"][0] == likeliest[0].to_dict()


def test_a_picture_that_changed_beside_words_is_told_without_its_name(known: Experience) -> None:
    pair = [
        PageVersion(page.captured_at, blocks=[*page.blocks, _picture(number)])
        for number, page in enumerate(_news_and_cards()[0])
        if page.blocks is not None
    ]
    told = known.judged(pair[0], pair[1])
    assert {(item.text, item.section, item.came) for item in told if not item.text} == {
        ("", "@body>main>figure", True),
        ("", "@body>main>figure", False),
    }
    assert known.judged(pair[0], PageVersion(START, blocks=[*pair[0].blocks[:-1], _picture(1)])) == []


def _picture(number: int) -> dict[str, object]:
    return {"path": "body>main>figure", "text": "", "images": [f"https://news.example/{number}.png"]}


def test_nothing_is_told_where_experience_has_no_say() -> None:
    alone = ChangeModel(read="text", experience=False).fit(hourly_history()[:-10])
    for pair in _news_and_cards():
        assert explain(alone, *pair).sentences == ()
        assert explain(ChangeModel(), *pair).sentences == ()


def test_it_can_be_pickled_for_another_process(known: Experience) -> None:
    news, _ = _news_and_cards()
    assert pickle.loads(pickle.dumps(known)).log_odds(*news) == known.log_odds(*news)


def test_the_parts_still_sum_to_the_distance(model: ChangeModel) -> None:
    for pair in _news_and_cards():
        score = model.compare(*pair)
        assert sum(score.by_part.values()) == pytest.approx(score.distance, rel=1e-4, abs=1e-5)


@pytest.mark.parametrize("name", [HOURLY, APART])
def test_the_trees_ask_of_the_measures_that_there_are(name: str) -> None:
    trees = grown_trees(name)
    assert trees.column[trees.column >= 0].min() >= 0
    assert trees.column.max() < len(MEASURES)


@pytest.mark.parametrize(("said", "even"), [(-9.0, LEAST_EVEN), (1.0, 1.0), (2.0, 2.0), (9.0, MOST_EVEN)])
def test_what_is_even_goes_with_what_the_trees_say_of_the_page(
    said: float, even: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    leaf = {name: np.zeros(1, dtype=int) for name in ("roots", "right")}
    trees = BoostedTrees(
        start=np.array(said),
        **leaf,
        column=np.array([-1]),
        threshold=np.zeros(1),
        missing_left=np.array([False]),
        value=np.zeros(1, dtype=np.float32),
    )
    monkeypatch.setattr(of_other_pages, "grown_trees", lambda _: trees)
    found = Experience.of(hourly_history())
    assert found is not None
    assert found.even == even


@pytest.mark.parametrize(("step_h", "even"), [(1.0, 2.0), (6.0, -1.0)])
def test_visits_hours_apart_may_bring_news_at_nearly_each(
    step_h: float, even: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    odds = itertools.cycle([-1.0, 2.0, 2.0, 2.0, 2.0])
    monkeypatch.setattr(of_other_pages, "_likeliest", lambda *_: next(odds))
    found = Experience.of(hourly_history(step_h=step_h))
    assert found is not None
    assert found.even == even


def test_a_page_that_is_silent_at_most_visits_is_not_heard_sooner_for_it() -> None:
    silent, changed = (np.zeros((count, len(MEASURES)), dtype=np.float32) for count in (0, 1))
    trees = grown_trees(APART)
    often, rarely, never = (
        even_of(visits, trees, 24.0) for visits in ([changed] * 60, [silent] * 59 + [changed], [silent] * 60)
    )
    assert rarely == often
    assert never == EVEN
