"""What the readings of two versions say together."""

from __future__ import annotations

import numpy as np
import pytest

from changemodel.change.calibration import Calibration
from changemodel.change.hybrid import Hybrid
from changemodel.change.text_reading import TextVerdict
from changemodel.change.verdict import Judgement, Look, judged

_LOOK = Look(np.zeros(4), np.zeros(4))


def _joint() -> Calibration:
    hybrid = Hybrid(weights=np.array([2.0, 1.0]), threshold=1.0, parts=("text", "visual"))
    return Calibration(hybrid=hybrid, slope=3.0)


def _by_parts(text: float, words: float, look: Look = _LOOK) -> Judgement:
    verdict = TextVerdict(distance=words, probability=0.0, important=False, differences=(), restless=True)
    return judged(look, verdict, _joint(), {"text": text, "visual": 0.0})


def test_words_order_what_is_otherwise_equally_far() -> None:
    nothing, little, much = (_by_parts(0.0, words) for words in (0.0, 0.01, 0.4))
    assert nothing.distance == 0.0 < little.distance < much.distance
    assert not any(item.important() for item in (nothing, little, much))


def test_words_are_less_than_any_difference_that_was_learned_to_matter() -> None:
    assert _by_parts(0.0, 1.0).distance < _by_parts(1e-5, 0.0).distance


def test_parts_sum_to_the_distance_but_for_what_is_between_equals() -> None:
    found = _by_parts(0.8, 0.5)
    assert found.distance == pytest.approx(sum(found.parts.values()), abs=1e-6)
    assert found.important()


def test_of_equal_alarms_the_one_with_the_larger_picture_is_the_louder() -> None:
    little, much = (_by_parts(0.8, 0.5, Look(np.full(4, seen), np.zeros(4))) for seen in (0.1, 9.0))
    assert little.distance < much.distance < _by_parts(0.8 + 1e-5, 0.5).distance
    assert little.log_odds is not None
    assert much.log_odds is not None
    assert little.log_odds < much.log_odds


def test_no_picture_makes_an_alarm_of_what_rings_nowhere() -> None:
    plain, seen = (_by_parts(0.5, 0.5, Look(np.full(4, value), np.zeros(4))) for value in (0.0, 9.0))
    assert plain == seen
    assert not seen.important()
