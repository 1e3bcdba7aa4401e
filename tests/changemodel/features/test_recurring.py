"""What a page shows again and again is no change; its first coming, and what stays or goes for good, is one."""

import pickle

import numpy as np

from changemodel.features.alignment import Alignment, row_signatures
from changemodel.features.motion import PlacedRows, remaining_share
from changemodel.features.recurring import NEVER, RecurringRows
from tests.changemodel.features.front_pages import front_page, with_inserted

PAGE = front_page()
OFFER = with_inserted(PAGE, 400, 90)
STORY = front_page(lead=1)


def _placed(image: np.ndarray) -> PlacedRows:
    return PlacedRows.of(row_signatures(image), Alignment())


def _remaining(bank: RecurringRows, visits: list[PlacedRows], before: int, after: int) -> np.ndarray:
    known = bank.between(visits[before], before, visits[after], after)
    share = remaining_share(visits[before], visits[after], 10, known)
    return np.ones((10, 10)) if share is None else share.reshape(10, 10)


def _history(*images: np.ndarray) -> tuple[RecurringRows, list[PlacedRows]]:
    visits = [_placed(image) for image in images]
    return RecurringRows.fit(visits, np.arange(len(visits), dtype=np.float64)), visits


def test_an_offer_counts_when_it_first_comes_and_not_when_it_comes_again_or_goes() -> None:
    bank, visits = _history(PAGE, OFFER, PAGE, OFFER, PAGE)
    assert (_remaining(bank, visits, 0, 1)[4, 1:8] > 0.4).all()
    for before, after in [(2, 3), (3, 4), (1, 4)]:
        assert (_remaining(bank, visits, before, after)[4, 1:8] < 0.1).all()


def test_it_counts_no_more_after_the_history_that_taught_it() -> None:
    bank, _ = _history(PAGE, OFFER, PAGE, OFFER, PAGE)
    before, after = _placed(PAGE), _placed(OFFER)
    for pair in [(before, after), (after, before)]:
        known = bank.between(pair[0], 10.0, pair[1], 11.0)
        share = remaining_share(*pair, 10, known)
        assert share is not None
        assert (share.reshape(10, 10)[4, 1:8] < 0.1).all()


def test_before_the_history_that_taught_it_it_counts_as_little() -> None:
    bank, _ = _history(PAGE, OFFER, PAGE, OFFER, PAGE)
    known = bank.between(_placed(PAGE), -3.0, _placed(OFFER), -2.0)
    share = remaining_share(_placed(PAGE), _placed(OFFER), 10, known)
    assert share is not None
    assert (share.reshape(10, 10)[4, 1:8] < 0.1).all()


def test_a_story_that_comes_once_counts_wholly_whatever_recurs_beside_it() -> None:
    bank, visits = _history(PAGE, OFFER, PAGE, STORY, STORY)
    changed = (_placed(PAGE).rows[:1000] != _placed(STORY).rows[:1000]).reshape(10, 100, 10).any(axis=1)
    assert (_remaining(bank, visits, 2, 3)[changed] > 0.9).all()


def test_a_history_without_returns_knows_nothing() -> None:
    bank, visits = _history(PAGE, STORY)
    known = bank.between(visits[0], 0, visits[1], 1)
    assert known is not None
    assert not known.came.any()
    assert not known.went.any()
    assert len(RecurringRows.fit([], np.empty(0))) == 0
    assert len(RecurringRows.fit([None, None], np.arange(2.0))) == 0


def test_visits_whose_rows_are_not_known_are_passed_over() -> None:
    placed = [_placed(PAGE), None, _placed(OFFER), _placed(PAGE), None]
    bank = RecurringRows.fit(placed, np.arange(5.0))
    assert set(bank.again) == {3, NEVER}
    assert set(bank.first) == {0, 2}


def test_it_comes_back_from_its_arrays_and_from_another_process() -> None:
    bank, visits = _history(PAGE, OFFER, PAGE)
    for other in (RecurringRows.from_arrays(bank.to_arrays()), pickle.loads(pickle.dumps(bank))):
        known, same = bank.between(visits[0], 0, visits[1], 1), other.between(visits[0], 0, visits[1], 1)
        assert known is not None
        assert same is not None
        assert (known.came == same.came).all()
        assert (known.went == same.went).all()
    assert len(RecurringRows.from_arrays({})) == 0
