"""What stands in blocks whose words mean nothing is no change of the picture, wherever they stand."""

import pickle

import numpy as np

from changemodel.features.alignment import Alignment, row_signatures
from changemodel.features.motion import KnownRows, PlacedRows, remaining_share
from changemodel.features.noise_sections import NoiseSections
from tests.changemodel.features.front_pages import front_page

PAGE, OTHER = front_page(), front_page(lead=1)
CHANGED = (row_signatures(PAGE)[:1000] != row_signatures(OTHER)[:1000]).reshape(10, 100, 10).any(axis=1)
LIST = {"path": "body>ol>li:nth-of-type(2)", "text": "Most read", "x_px": 0, "width_px": 1000}
NEWS = {"path": "body>main>p", "text": "News", "x_px": 0, "y_px": 0, "width_px": 1000, "height_px": 40}
RESTLESS = NoiseSections(frozenset({"body>ol>li"}))


def _placed(image: np.ndarray, *blocks: dict[str, object]) -> PlacedRows:
    return PlacedRows.of(row_signatures(image), Alignment(), blocks or None)


def _remaining(known: KnownRows | None, before: PlacedRows, after: PlacedRows) -> np.ndarray:
    share = remaining_share(before, after, 10, known)
    return np.ones((10, 10)) if share is None else share.reshape(10, 10)


def test_what_stands_in_them_in_both_versions_is_no_change() -> None:
    whole = {**LIST, "y_px": 0, "height_px": 1400}
    before, after = _placed(PAGE, whole), _placed(OTHER, whole)
    assert (_remaining(RESTLESS.between(before, after), before, after)[CHANGED] < 0.05).all()
    assert (_remaining(NoiseSections().between(before, after), before, after)[CHANGED] > 0.9).all()


def test_news_that_takes_their_place_or_gives_way_to_them_counts() -> None:
    whole = {**LIST, "y_px": 0, "height_px": 1400}
    news = {**NEWS, "height_px": 1400}
    for pair in ((_placed(PAGE, whole), _placed(OTHER, news)), (_placed(PAGE, news), _placed(OTHER, whole))):
        remaining = _remaining(RESTLESS.between(*pair), *pair)[CHANGED]
        assert remaining.mean() > 0.85  # less where the news is blank and the list was not


def test_a_band_that_another_block_shares_counts() -> None:
    half = {**LIST, "y_px": 0, "height_px": 1400, "width_px": 450}
    news = {**NEWS, "x_px": 450, "width_px": 550, "height_px": 1400}
    placed = _placed(PAGE, half, news)
    known = RESTLESS.between(placed, placed)
    assert known is not None
    assert known.came[:, :4].all()
    assert not known.came[:, 4:].any()


def test_versions_without_blocks_say_nothing_of_them() -> None:
    bare, placed = _placed(PAGE), _placed(PAGE, {**LIST, "y_px": 0, "height_px": 100})
    assert RESTLESS.between(bare, placed) is None
    assert RESTLESS.between(placed, None) is None
    assert NoiseSections().between(placed, placed) is None
    known = RESTLESS.between(placed, placed)
    assert known is not None
    assert KnownRows.either(None, known) is KnownRows.either(known, None) is known
    assert KnownRows.either(None, None) is None


def test_they_come_back_from_their_arrays_and_from_another_process() -> None:
    for other in (NoiseSections.from_arrays(RESTLESS.to_arrays()), pickle.loads(pickle.dumps(RESTLESS))):
        assert other.sections == RESTLESS.sections
    assert not NoiseSections.from_arrays({}).sections


def test_a_version_without_blocks_is_taken_to_show_them_where_most_versions_do() -> None:
    whole = {**LIST, "y_px": 0, "height_px": 1400}
    bare, usual = _placed(OTHER), _placed(PAGE, whole)
    sections = RESTLESS.seen_in([usual, usual, _placed(PAGE, NEWS), None, bare])
    for known in (
        sections,
        NoiseSections.from_arrays(sections.to_arrays()),
        pickle.loads(pickle.dumps(sections)),
    ):
        assert (_remaining(known.between(usual, bare), usual, bare)[CHANGED] < 0.05).all()
        assert (_remaining(known.between(bare, usual), bare, usual)[CHANGED] < 0.05).all()
    assert RESTLESS.seen_in([bare]).between(usual, bare) is None
