"""One frame for all versions of a page: noise that comes and goes is put back, content that stays is not."""

import numpy as np
import pytest

from changemodel.errors import InvalidInput
from changemodel.features.alignment import row_signatures
from changemodel.features.frame import MIN_VERSIONS, Frame
from changemodel.features.gist import GistGrid
from changemodel.features.regions import region_distances
from tests.changemodel.features.front_pages import MASTHEAD_PX, front_page, with_inserted

PAGE = front_page()
GRID = GistGrid(size=250)
BANNER_HOURS = {3: 90, 7: 30, 8: 30, 12: 250, 17: 90}


def _history(row: int, hours: dict[int, int], versions: int = 24) -> list[np.ndarray]:
    pages = [
        front_page(lead=hour // 4, advertisement=hour % 5, clock=f"{hour:02d}:00") for hour in range(versions)
    ]
    return [
        with_inserted(page, row, hours[hour], hour) if hour in hours else page
        for hour, page in enumerate(pages)
    ]


def _frame_of(history: list[np.ndarray]) -> Frame:
    return Frame.fit([row_signatures(page) for page in history], history.__getitem__)


def _distance(frame: Frame, a: np.ndarray, b: np.ndarray) -> float:
    return float(region_distances(frame.features(GRID, a).features, frame.features(GRID, b).features).sum())


@pytest.fixture(scope="module")
def banner_frame() -> Frame:
    return _frame_of(_history(MASTHEAD_PX, BANNER_HOURS))


@pytest.mark.parametrize("row", [0, MASTHEAD_PX])
@pytest.mark.parametrize("height", [90, 200])
def test_a_banner_weighs_less_than_a_twentieth_of_an_important_change(row: int, height: int) -> None:
    frame = _frame_of(_history(row, BANNER_HOURS))
    shown = with_inserted(PAGE, row, height, seed=77)
    important = _distance(frame, PAGE, front_page(lead=9))
    assert important > 0
    assert _distance(frame, PAGE, shown) < 0.05 * important
    assert frame.features(GRID, shown).displacement_px == height


def test_a_banner_above_everything_weighs_nothing_even_without_a_history() -> None:
    shown = with_inserted(PAGE, 0, 90)
    important = front_page(lead=9)
    frame = Frame.of(row_signatures(PAGE))
    assert _distance(frame, PAGE, shown) < 0.05 * _distance(frame, PAGE, important)
    backwards = Frame.of(row_signatures(shown), shown)
    assert _distance(backwards, shown, PAGE) < 0.05 * _distance(frame, PAGE, important)


def test_a_banner_weighs_nothing_in_a_screenshot_of_the_viewport_alone() -> None:
    frame = Frame.of(row_signatures(PAGE[:1000]), PAGE[:1000])
    shown = with_inserted(PAGE, 0, 90)[:1000]
    assert _distance(frame, PAGE[:1000], shown) < 0.05 * _distance(frame, PAGE, front_page(lead=9))
    features = frame.features(GRID, shown).features
    np.testing.assert_array_equal(np.flatnonzero(np.isnan(features).any(axis=1)), np.arange(90, 100))


def test_an_important_change_under_a_banner_is_still_seen(banner_frame: Frame) -> None:
    important = _distance(banner_frame, PAGE, front_page(lead=9))
    both = _distance(banner_frame, PAGE, with_inserted(front_page(lead=9), MASTHEAD_PX, 90))
    assert 0.8 * important < both < 1.2 * important


def test_where_the_banner_comes_in_is_learned_to_the_pixel(banner_frame: Frame) -> None:
    assert banner_frame.split_rows == (MASTHEAD_PX,)


def test_the_history_tells_how_far_each_version_was_moved(banner_frame: Frame) -> None:
    history = _history(MASTHEAD_PX, BANNER_HOURS)
    moved = [banner_frame.locate(row_signatures(page)).displacement_px for page in history]
    assert moved == [BANNER_HOURS.get(hour, 0) for hour in range(len(history))]


def test_a_paragraph_inserted_for_good_stays_visible() -> None:
    before, after = PAGE, with_inserted(PAGE, 370, 60)
    frame = _frame_of([before] * 12 + [after] * 12)
    assert frame.split_rows == ()
    assert _distance(frame, before, after) > 0.5 * _distance(frame, before, front_page(lead=9))


def test_a_page_that_grows_at_its_top_is_not_put_back() -> None:
    history, page = [], PAGE[MASTHEAD_PX:]
    for hour in range(18):
        page = with_inserted(page, 0, 60, seed=hour) if hour % 3 == 0 else page
        history.append(page)
    frame = _frame_of(history)
    assert not frame.top_moves
    assert _distance(frame, history[9], history[6]) > 0.01


@pytest.mark.parametrize("every", [1, 2, 5])
def test_a_list_that_grows_below_the_masthead_is_not_put_back(every: int) -> None:
    history, page = [], PAGE
    for hour in range(24):
        page = with_inserted(page, MASTHEAD_PX, 60, seed=hour) if hour % every == 0 else page
        history.append(page)
    frame = _frame_of(history)
    assert frame.split_rows == ()
    grown = [_distance(frame, history[hour], history[hour + every]) for hour in (0, 10, 18)]
    assert min(grown) > _distance(frame, PAGE, front_page(lead=9))


def test_an_unknown_insertion_below_the_masthead_is_visible_but_its_move_is_told() -> None:
    frame = Frame.of(row_signatures(PAGE))
    shown = with_inserted(PAGE, MASTHEAD_PX, 90)
    alignment = frame.locate(row_signatures(shown))
    assert alignment.is_identity
    assert alignment.displacement_px == 90


def test_few_versions_are_no_history() -> None:
    frame = _frame_of([PAGE] * (MIN_VERSIONS - 1))
    np.testing.assert_array_equal(frame.furniture, row_signatures(PAGE)[:1000])
    assert frame.split_rows == ()


def test_the_frame_is_the_most_common_layout() -> None:
    frame = _frame_of([with_inserted(PAGE, 0, 90) if hour % 3 else PAGE for hour in range(12)])
    assert frame.locate(row_signatures(PAGE)).displacement_px == -90
    assert frame.locate(row_signatures(with_inserted(PAGE, 0, 90))).displacement_px == 0


@pytest.mark.parametrize("blank", [0, 255])
def test_blank_versions_give_a_frame_that_moves_nothing(blank: int) -> None:
    page = np.full((1000, 1000, 3), blank, dtype=np.uint8)
    frame = _frame_of([page] * 10)
    assert frame.locate(row_signatures(PAGE)).is_identity
    assert _distance(frame, page, page) == 0


def test_versions_of_different_heights_share_a_frame() -> None:
    frame = _frame_of([PAGE, PAGE[:300], PAGE[:1000], PAGE[:40]] * 4)
    assert frame.features(GRID, PAGE[:40]).features.shape == (100, 32)


def test_a_frame_survives_being_saved(banner_frame: Frame) -> None:
    again = Frame.from_arrays(banner_frame.to_arrays())
    assert again.identity == banner_frame.identity
    shown = row_signatures(with_inserted(PAGE, MASTHEAD_PX, 90))
    assert again.locate(shown) == banner_frame.locate(shown)


def test_different_frames_have_different_identities(banner_frame: Frame) -> None:
    others = {Frame.of(row_signatures(PAGE)).identity, Frame.of(row_signatures(front_page(lead=1))).identity}
    assert len(others | {banner_frame.identity}) == 3


def test_a_frame_of_no_versions_is_refused() -> None:
    with pytest.raises(InvalidInput, match="at least one"):
        Frame.fit([])
