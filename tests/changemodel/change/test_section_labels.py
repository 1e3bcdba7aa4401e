"""A person's verdicts on changes teach where other pages were wrong."""

from __future__ import annotations

import pickle
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.optimize import approx_fprime

from changemodel.change.explanation import explain
from changemodel.change.model import ChangeModel
from changemodel.change.section_labels import (
    SCATTER,
    LabelledChange,
    _Bag,
    _surprise,
    leaves_from_labels,
    news_by_the_clock,
)
from changemodel.change.sentence_classifier import UNDECIDED, Experience
from changemodel.errors import InvalidConstraints
from changemodel.version import PageVersion

START = datetime(2026, 3, 2, tzinfo=UTC)
HOURS = 150
DRAW = np.random.default_rng(8)
NOTICES, THREADS = (np.cumsum(DRAW.random(HOURS) < rate).tolist() for rate in (0.12, 0.3))
WHO = ("Council", "Court", "Harbour", "Railway", "Hospital", "Library", "Museum", "Theatre", "Bank", "Union")
DID = ("closes", "rebuilds", "defends", "abandons", "inspects", "sells", "opens")
ASKED = ("Who can mend", "Has anyone seen", "Where do I buy", "Looking for", "Giving away", "What became of")
THING = ("a bicycle", "two kittens", "the old piano", "garden chairs", "a red umbrella", "ladders", "a kiln")
NEWS, FORUM = "body>main>article", "body>section.forum>ul>li"


def _page(hour: int, notices: int | None = None, threads: int | None = None) -> PageVersion:
    """Three notices, and five threads of a forum that last as notices do; a counter, a shop's cards, the weather."""
    first = NOTICES[hour] if notices is None else notices
    latest = THREADS[hour] if threads is None else threads
    said = [(f"{NEWS}:nth-of-type({row})>h2", _notice(first + 3 - row)) for row in range(1, 4)]
    said += [(f"{FORUM}:nth-of-type({row})", _thread(latest + 5 - row)) for row in range(1, 6)]
    said += [
        ("body>div.count>p", f"Visitors today: {40 * hour + 7}"),
        ("body>div.clock>b", f"It is {hour % 24} o'clock"),
        ("body>div.sky>i", ("Sun", "Rain", "Fog", "Wind")[hour * hour % 7 % 4]),
        ("body>div.shop>p", f"{('Boots', 'Tents', 'Lamps', 'Honey')[hour * 5 % 11 % 4]} at half price"),
    ]
    blocks = [{"path": path, "text": text} for path, text in said]
    return PageVersion(START + timedelta(hours=hour), blocks=blocks)


def _notice(number: int) -> str:
    return f"{WHO[number % 10]} {DID[number % 7]} the building at {number + 11} Station Road"


def _thread(number: int) -> str:
    return f"{ASKED[number % 6]} {THING[number * 3 % 7]}, number {number * 7 % 97} of the list?"


def _labels(places: Sequence[int], important: bool) -> list[tuple[PageVersion, PageVersion, bool]]:
    return [(_page(place), _page(place + 1), important) for place in places]


def _only(moved: Sequence[int], still: Sequence[int]) -> list[int]:
    """Hours after which the one moved on and the other did not."""
    return [h for h in range(60, HOURS - 30) if moved[h + 1] != moved[h] and still[h + 1] == still[h]]


TALKS, NEWS_HOURS = _only(THREADS, NOTICES), _only(NOTICES, THREADS)


@pytest.fixture(scope="module")
def history() -> list[PageVersion]:
    return [_page(hour) for hour in range(HOURS - 20)]


@pytest.fixture(scope="module")
def told(history: list[PageVersion]) -> ChangeModel:
    """A model whose person said of three threads that they are no news."""
    return ChangeModel(read="text").fit(history, _labels(TALKS[:3], important=False))


@pytest.fixture(scope="module")
def known(history: list[PageVersion]) -> Experience:
    found = Experience.of(history)
    assert found is not None
    return found


def _forum_and_news() -> tuple[tuple[PageVersion, PageVersion], tuple[PageVersion, PageVersion]]:
    """A pair in which a thread came, and one in which a notice did; neither was learned from."""
    before = _page(140, 30, 60)
    return (before, _page(140, 30, 61)), (before, _page(140, 31, 60))


def test_a_forum_that_rings_like_news_is_silent_once_a_person_has_said_so(
    history: list[PageVersion], told: ChangeModel
) -> None:
    forum, news = _forum_and_news()
    alone = ChangeModel(read="text").fit(history)
    assert alone.compare(*forum).important
    assert alone.compare(*news).important
    assert not told.compare(*forum).important
    assert told.compare(*news).important
    assert told.details_["labels_taught_words"] == "experience"
    assert "labels_taught_words" not in alone.details_


def _told(model: ChangeModel) -> NDArray[np.float32] | None:
    assert model.experience_ is not None
    return model.experience_.told


def _odds(known: Experience, labelled: Sequence[LabelledChange]) -> tuple[float, float]:
    """Of the forum's pair and the news', after labels."""
    told = known.after_labels(leaves_from_labels(known, labelled, 1.0))
    forum, news = (told.log_odds(*pair) for pair in _forum_and_news())
    assert forum is not None
    assert news is not None
    return forum, news


def _forum_labels(count: int = 1, important: bool = False) -> list[LabelledChange]:
    return [LabelledChange(*_forum_and_news()[0], 1.0, important)] * count


def test_labels_that_confirm_teach_nothing(history: list[PageVersion]) -> None:
    told = ChangeModel(read="text").fit(history, _labels(NEWS_HOURS[:3], important=True))
    assert _told(told) is None
    assert told.details_["labels_taught_words"] == "nothing"


def test_of_an_important_change_the_likeliest_sentence_is_the_witness(known: Experience) -> None:
    both = LabelledChange(_page(140, 30, 60), _page(140, 31, 61), 0.01, important=True)
    forum, news = _odds(known, [*_forum_labels(4), both])
    without = _odds(known, _forum_labels(4))
    assert news > without[1]
    assert news - without[1] > forum - without[0]
    assert forum < _odds(known, [])[0]


def test_what_is_said_of_the_forum_moves_the_news_less(known: Experience) -> None:
    (forum, news), before = _odds(known, _forum_labels(5)), _odds(known, [])
    assert before[0] - forum > 2.0 * abs(before[1] - news)
    assert news > 3.0


def test_without_labels_or_changed_words_there_is_nothing_to_learn(known: Experience) -> None:
    same = LabelledChange(_page(140), _page(140), 0.0, important=False)
    assert leaves_from_labels(known, [], 1.0) is None
    assert leaves_from_labels(known, [same], 1.0) is None


def test_labels_that_contradict_one_another_leave_the_odds_between(known: Experience) -> None:
    torn = _odds(known, [*_forum_labels(3), *_forum_labels(3, important=True)])[0]
    assert _odds(known, _forum_labels(3))[0] < torn < _odds(known, _forum_labels(3, important=True))[0]


@pytest.mark.parametrize("count", [1, 5, 50])
def test_more_of_the_same_label_says_more_but_not_without_end(known: Experience, count: int) -> None:
    before, less, more = (_odds(known, _forum_labels(many))[0] for many in (0, count, 2 * count))
    assert before - 6.0 * SCATTER < more < less < before


def test_what_was_learned_before_counts_nothing(known: Experience) -> None:
    once = leaves_from_labels(known, _forum_labels(), 1.0)
    again = leaves_from_labels(known.after_labels(once), _forum_labels(), 1.0)
    np.testing.assert_array_equal(again, once)


def test_it_is_kept_with_a_model_to_the_bit(told: ChangeModel, tmp_path: Path) -> None:
    model = told
    model.save(tmp_path / "model")
    back = ChangeModel.load(tmp_path / "model")
    assert _told(model) is not None
    for again in (back, pickle.loads(pickle.dumps(model))):
        np.testing.assert_array_equal(_told(again), _told(model))
    for pair in _forum_and_news():
        assert back.compare(*pair).distance == model.compare(*pair).distance


def test_a_label_of_no_version_that_is_known_is_refused_as_ever(history: list[PageVersion]) -> None:
    stranger = _page(HOURS - 2), _page(HOURS - 1), True
    with pytest.raises(InvalidConstraints, match="captured"):
        ChangeModel(read="text").fit(history, [*_labels(TALKS[:3], important=False), stranger])


def test_it_climbs_by_its_own_gradient() -> None:
    draw = np.random.default_rng(3)
    bags = [
        _Bag(-0.4, draw.normal(size=size), draw.integers(0, 4, (size, 3)), important)
        for size, important in ((5, True), (3, False), (1, True), (7, False))
    ]
    witnesses = [int(draw.integers(len(bag.odds))) for bag in bags]
    for _ in range(5):
        at = draw.normal(size=4)
        numeric = approx_fprime(at, lambda x: _surprise(x, bags, witnesses)[0], 1e-7)
        assert _surprise(at, bags, witnesses)[1] == pytest.approx(numeric, abs=1e-4)


RISK = "body>div.risk>p"
LEVELS = ("low", "moderate", "high", "very high", "extreme")


def _with_risk(hour: int) -> PageVersion:
    """The page with a risk of the day, which is renewed each night at eleven."""
    page, day = _page(hour), (hour + 1) // 24
    said = f"Fire risk is {LEVELS[day * 3 % 5]} in the north and {LEVELS[day * 7 % 4]} by the coast"
    return PageVersion(page.captured_at, blocks=[*page.blocks, {"path": RISK, "text": said}])


def _nights() -> list[int]:
    """Hours after which the risk was renewed and nothing else that rings."""
    return [h for h in range(22, HOURS - 1, 24) if all(part[h] == part[h + 1] for part in (NOTICES, THREADS))]


@pytest.fixture(scope="module")
def unlabelled() -> ChangeModel:
    """A model of a page with a risk that goes by the clock, of which nobody has said anything."""
    return ChangeModel(read="text").fit([_with_risk(hour) for hour in range(HOURS - 1)])


def test_what_goes_by_the_clock_is_heard_once_a_person_called_it_news(unlabelled: ChangeModel) -> None:
    history = [_with_risk(hour) for hour in range(HOURS - 1)]
    nights = _nights()
    assert len(nights) >= 2
    pairs = [(_with_risk(hour), _with_risk(hour + 1)) for hour in nights]
    alone = unlabelled
    assert not any(alone.compare(*pair).important for pair in pairs)
    told = ChangeModel(read="text").fit(history, [(*pairs[0], True)])
    assert all(told.compare(*pair).important for pair in pairs)
    rest = [h for h in range(60, HOURS - 2) if h not in nights]
    more = sum(bool(told.compare(_with_risk(h), _with_risk(h + 1)).important) for h in rest)
    assert more <= sum(bool(alone.compare(_with_risk(h), _with_risk(h + 1)).important) for h in rest) + 1


def test_what_goes_by_the_clock_and_may_be_news_stands_above_all_noise_and_rings_nowhere(
    unlabelled: ChangeModel,
) -> None:
    model = unlabelled
    nights = [model.compare(_with_risk(h), _with_risk(h + 1)) for h in _nights()]
    hours = [model.compare(_with_risk(h), _with_risk(h + 1)) for h in range(60, HOURS - 2) if h % 24 != 22]
    noise = max(score.distance for score in hours if not score.important)
    ringing = min(score.distance for score in hours if score.important)
    assert all(noise < score.distance < ringing for score in nights)


def test_what_goes_by_the_clock_is_no_more_than_half_of_what_rings_however_likely() -> None:
    known = Experience.of([_with_risk(hour) for hour in range(HOURS - 1)])
    assert known is not None
    before, after = (_with_risk(hour) for hour in (_nights()[0], _nights()[0] + 1))
    assert known.weighed(0.0, 3.0, before, after) == pytest.approx(3.0 * UNDECIDED)
    known.even = 9.0  # odds that on another page are those of noise
    assert 0.0 < known.weighed(0.0, 3.0, before, after) < 0.01


def _placed(version: PageVersion) -> PageVersion:
    """Block below block, 50 px each."""
    boxes = ({"x_px": 0, "y_px": 50 * row, "width_px": 1000, "height_px": 50} for row in range(99))
    blocks = [{**block, **box} for block, box in zip(version.blocks or (), boxes, strict=False)]
    return replace(version, blocks=blocks)


def _share_of(model: ChangeModel, path: str, version: PageVersion) -> float:
    """Of the map over a capture, on the rows of a section."""
    rows = [row for row, block in enumerate(version.blocks or ()) if str(block["path"]).startswith(path)]
    return float(model.importance_on(version)[sorted({row * 50 // 100 for row in rows})].sum())


def test_the_map_shows_what_a_person_called_news() -> None:
    history = [_placed(_with_risk(hour)) for hour in range(HOURS - 1)]
    night = _nights()[0]
    alone = ChangeModel(read="text").fit(history)
    told = ChangeModel(read="text").fit(history, [(history[night], history[night + 1], True)])
    assert _share_of(alone, RISK, history[-1]) < 0.001
    assert _share_of(told, RISK, history[-1]) > 0.02  # of 58 changes that ring, three nights


def test_the_map_shows_no_more_what_a_person_called_noise() -> None:
    history = [_placed(_page(hour)) for hour in range(HOURS - 20)]
    labels = [(history[place], history[place + 1], False) for place in TALKS[:3]]
    alone, told = (
        ChangeModel(read="text").fit(history),
        ChangeModel(read="text").fit(history, labels),
    )
    forum = [_share_of(model, FORUM, history[-1]) for model in (alone, told)]
    news = [_share_of(model, NEWS, history[-1]) for model in (alone, told)]
    assert forum[1] < 0.5 * forum[0]
    assert news[1] > news[0]


def test_what_rings_by_the_words_own_time_is_silent_once_it_was_called_no_news_twice() -> None:
    """On a page too small for what other pages taught to have a say."""

    def page(hour: int) -> PageVersion:
        said = [
            (NEWS, _notice(hour // 11)),
            ("body>aside>p", _thread(hour // 7)),
            ("body>div>p", f"Hour {hour}"),
        ]
        blocks = [{"path": path, "text": text} for path, text in said]
        return PageVersion(START + timedelta(hours=hour), blocks=blocks)

    versions = [page(hour) for hour in range(HOURS)]
    alone = ChangeModel(experience=False).fit(versions)
    assert alone.parts_ is not None
    talks = [row for row in range(7, HOURS, 7) if row % 11]
    assert all(alone.compare(versions[row - 1], versions[row]).important for row in talks)
    labels = [(versions[row - 1], versions[row], False) for row in talks[:3]]
    told = ChangeModel(experience=False).fit(versions, labels)
    assert told.details_["labels_contradicted"] == 0
    assert not any(told.compare(versions[row - 1], versions[row]).important for row in talks)
    news = [row for row in range(11, HOURS, 11) if row % 7]
    assert all(told.compare(versions[row - 1], versions[row]).important for row in news)


def test_pictures_whose_digests_are_of_one_version_only_are_told_by_their_addresses(
    history: list[PageVersion],
) -> None:
    model = ChangeModel(read="text").fit(history)
    photo, block = "http://page.test/lead.jpg", {"path": f"{NEWS}>figure", "text": "The station"}
    shown = [
        replace(version, blocks=[*version.blocks, block | {"images": [photo]}], images=frozenset([photo]))
        for version in _forum_and_news()[1]
    ]
    other = replace(shown[1], image_digests={photo: "sha256:01"})
    assert explain(model, shown[0], other).sentences == explain(model, *shown).sentences != ()


def test_what_labels_said_of_the_clock_is_said_anew_each_time() -> None:
    known = Experience.of([_with_risk(hour) for hour in range(HOURS - 1)])
    assert known is not None
    told = known.after_labels(None, frozenset({RISK}))
    assert told.clocked == known.clocked - {RISK} != known.clocked
    assert told.after_labels(None).clocked == told.clocked
    assert told.after_labels(None, frozenset()).clocked == known.clocked


def test_what_goes_by_the_clock_and_was_called_both_stays_silent() -> None:
    history = [_with_risk(hour) for hour in range(HOURS - 1)]
    known = Experience.of(history)
    assert known is not None
    pairs = [(_with_risk(hour), _with_risk(hour + 1)) for hour in _nights()[:2]]
    news = [LabelledChange(*pairs[0], 0.0, important=True)]
    assert news_by_the_clock(known, news, 1.0) == {"body>div.risk>p"}
    assert not news_by_the_clock(known, [*news, LabelledChange(*pairs[1], 0.0, important=False)], 1.0)
