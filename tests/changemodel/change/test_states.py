"""A page that flaps between looks is told from one that changes, and rings for nothing when a look returns."""

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import numpy as np
import pytest

from changemodel import ChangeModel, PageVersion
from changemodel.change.states import StateBank, groups_of
from changemodel.features.alignment import row_signatures
from changemodel.features.version_rows import VersionRows
from tests.changemodel.change.worlds import simulated
from tests.changemodel.features.front_pages import front_page

START = datetime(2026, 3, 2, tzinfo=UTC)
HOURS = 48
PAGE = front_page()[:1000]
Look = Callable[[int, np.ndarray], np.ndarray]


def _moment(hour: float) -> datetime:
    return START + timedelta(hours=hour)


def _placed(image: np.ndarray) -> VersionRows:
    return VersionRows.of(row_signatures(image))


def _page(*, lead: int = 0, advertisement: int = 0, all_new: int = 0) -> np.ndarray:
    """A front page with another lead and another large advertisement; or with nothing left but its masthead."""
    page = PAGE.copy()
    page[100:340, 10:650] = np.random.default_rng(1000 + lead).integers(0, 255, (240, 640, 1))
    page[100:900, 660:990] = np.random.default_rng(advertisement).integers(0, 255, (800, 330, 3))
    if all_new:
        page[90:] = np.random.default_rng(5000 + all_new).integers(0, 255, (910, 1000, 1))
    return page


def _bank(look: Look, hours: int = HOURS) -> tuple[StateBank, np.ndarray]:
    advertisements = np.random.default_rng(0).integers(0, 5, hours)
    pages = [
        look(hour, _page(lead=hour // 4, advertisement=int(advertisements[hour]))) for hour in range(hours)
    ]
    return StateBank.fit([_placed(page) for page in pages], [_moment(hour) for hour in range(hours)])


def _is_night(hour: int) -> bool:
    return hour % 24 < 6 or hour % 24 >= 20


def _night(hour: int, page: np.ndarray) -> np.ndarray:
    return 255 - page if _is_night(hour) else page


def _with_wall(hour: int, page: np.ndarray) -> np.ndarray:
    if hour % 7 not in (2, 5):
        return page
    dimmed = page // 2
    dimmed[300:700, 200:800] = 240
    return dimmed


def _two_layouts(hour: int, page: np.ndarray) -> np.ndarray:
    return np.roll(page[:, ::-1], 60, axis=0) if hour % 2 else page


def _two_bodies(hour: int, page: np.ndarray) -> np.ndarray:
    """An A/B test below the fold of the lead story: a third of the page is the same in both."""
    other = page.copy()
    other[380:] = page[380:, ::-1]
    return other if hour % 3 == 0 else page


@pytest.mark.parametrize("look", [_night, _with_wall, _two_layouts, _two_bodies])
def test_two_looks_that_come_and_go_are_two_states(look: Look) -> None:
    bank, looks = _bank(look)
    assert len(bank) == 2
    truth = [not np.array_equal(look(hour, PAGE), PAGE) for hour in range(HOURS)]
    np.testing.assert_array_equal(looks == looks[np.argmax(truth)], truth)


@pytest.mark.parametrize(
    "look",
    [
        lambda hour, page: page,
        lambda hour, page: page if hour < 24 else 255 - page[:, ::-1],
        lambda hour, page: _page(all_new=hour + 1),
        lambda hour, page: 255 - page if hour == 20 else page,
        lambda hour, page: _page(all_new=1 + hour * 7 % 6),
    ],
    ids=[
        "news and advertisements",
        "one redesign",
        "everything new each hour",
        "one bad hour",
        "a page that is one advertisement",
    ],
)
def test_a_page_that_does_not_flap_has_one_look(look: Look) -> None:
    bank, looks = _bank(look)
    assert len(bank) == 0
    assert not looks.any()
    assert [len(group) for group in groups_of(looks)] == [HOURS]


def test_a_returning_look_is_known_although_the_news_changed_meanwhile() -> None:
    bank, looks = _bank(_night)
    day, night = (_placed(look) for look in (_page(lead=77), 255 - _page(lead=78)))
    found = bank.returning(day, night, _moment(HOURS))
    assert found is not None
    assert found.state == looks[0]
    assert found.last_seen_at == _moment(HOURS - 1)
    assert bank.returning(night, day, _moment(HOURS)) is not None
    assert bank.returning(day, day, _moment(HOURS)) is None


def test_a_look_returns_only_where_it_was_seen_before() -> None:
    bank, _ = _bank(_night)
    day, night = _placed(_page()), _placed(255 - _page())
    assert bank.returning(night, day, _moment(3)) is None  # the first morning: day was never seen


def test_a_third_look_is_new() -> None:
    bank, _ = _bank(_night)
    other = _placed(_page(all_new=99)[:, ::-1])
    assert bank.state_of(other) is None
    assert bank.returning(_placed(_page()), other, _moment(99)) is None


def test_versions_without_rows_are_one_state() -> None:
    bank, looks = StateBank.fit([None, _placed(_page())], [_moment(0), _moment(1)])
    assert len(bank) == 0
    assert not looks.any()


def test_a_bank_survives_being_saved() -> None:
    bank, _ = _bank(_night)
    again = StateBank.from_arrays(bank.to_arrays())
    pair = _placed(_page()), _placed(255 - _page(lead=3))
    assert again.returning(*pair, _moment(99)) == bank.returning(*pair, _moment(99)) is not None


WORLD = simulated(0, missing=0.0)
LOOKS = np.random.default_rng(9).integers(0, 2**32, (2, 1000, 10), dtype=np.uint32) | 1


def _flips(hour: int) -> bool:
    return hour % 5 in (1, 4)


def _flapping(hour: int, features: np.ndarray) -> PageVersion:
    """A simulated version; at some hours the whole page has its other look."""
    other = _flips(hour)
    shift = np.sin(np.arange(3200.0)).reshape(100, 32) if other else 0.0
    return PageVersion(
        captured_at=_moment(hour),
        features=features + 4.0 * shift,
        feature_layout="simulated",
        signatures=LOOKS[int(other)],
    )


def _later(hour: int, *, news: float = 0.0) -> PageVersion:
    features = np.array(WORLD.versions[-1].features)
    features[WORLD.news] += news
    return _flapping(hour, features)


@pytest.fixture(scope="module")
def flapping_model() -> ChangeModel:
    history = [_flapping(hour, item.features) for hour, item in enumerate(WORLD.versions)]
    return ChangeModel().fit(history)


def test_learning_is_not_spoilt_by_looks_that_come_and_go(flapping_model: ChangeModel) -> None:
    assert flapping_model.details_["noise"]["states"] == 2
    assert flapping_model.picture_state_ == "learned"
    assert flapping_model.importance_map_.ravel()[WORLD.news].sum() > 0.8


def test_without_states_the_same_history_is_learned_worse(flapping_model: ChangeModel) -> None:
    blind = [replace(_flapping(hour, v.features), signatures=None) for hour, v in enumerate(WORLD.versions)]
    model = ChangeModel().fit(blind)
    mass = model.importance_map_.ravel()[WORLD.news].sum()
    assert model.picture_state_ == "not-enough-change" or mass < 0.6


def test_a_returning_look_is_told_and_not_important(flapping_model: ChangeModel, tmp_path: Path) -> None:
    score = flapping_model.compare(_later(120), _later(121))
    assert score.returning_state is not None
    assert score.returning_state.last_seen_at == _moment(119)
    assert (score.important, score.probability) == (False, 0.0)
    flapping_model.save(tmp_path)
    again = ChangeModel.load(tmp_path).compare(_later(120), _later(121))
    assert again.returning_state == score.returning_state


@pytest.mark.parametrize(("news", "important"), [(0.0, False), (1.0, True)])
def test_news_under_a_returning_look_is_found_against_its_last_capture(
    flapping_model: ChangeModel, news: float, important: bool
) -> None:
    recent = [_later(118), _later(116, news=3.0), _later(119)]
    score = flapping_model.compare(_later(120), _later(121, news=news), recent)
    assert score.returning_state is not None
    assert score.returning_state.compared_with == _moment(119)
    assert score.important is important


def test_a_new_look_is_judged_as_any_change(flapping_model: ChangeModel) -> None:
    redesigned = replace(_later(121, news=2.0), signatures=LOOKS[0] ^ np.uint32(1 << 7))
    score = flapping_model.compare(_later(120), redesigned)
    assert score.returning_state is None
    assert score.important
