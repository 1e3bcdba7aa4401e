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


def _news(probability: float, words: float = 0.01) -> TextVerdict:
    return TextVerdict(distance=words, probability=probability, important=probability > 0.5, differences=())


def _decided(distance: float) -> Look:
    """A picture that rings from a distance of 2 on: its weight is 1/2, its threshold 1, its slope 3."""
    calibration = Calibration(
        hybrid=Hybrid(weights=np.array([0.5]), threshold=1.0, parts=("visual",)), slope=3.0
    )
    regions = np.array([distance, 0.0, 0.0, 0.0])
    odds = float(calibration.log_odds([distance]))
    return Look(regions, regions, odds, calibration=calibration)


def test_news_below_the_screen_is_as_far_as_a_picture_that_rings_as_loudly() -> None:
    loud = judged(_decided(3.0), None, None, {})
    below = judged(_decided(0.0), _news(loud.probability or 0.0), None, {})
    assert below.log_odds == pytest.approx(loud.log_odds)
    assert below.distance == pytest.approx(loud.distance, abs=1e-6)
    assert below.parts == pytest.approx({"visual": 0.0, "text": 3.0})


def test_beside_a_picture_what_rings_is_farther_than_what_does_not() -> None:
    quiet = judged(_decided(1.9), _news(0.0), None, {})
    rare, rarer = (judged(_decided(0.1), _news(sure), None, {}) for sure in (0.6, 0.9))
    assert quiet.distance < 2.0 < rare.distance < rarer.distance
    assert rarer.parts["visual"] == pytest.approx(0.1)


def test_where_no_picture_decides_news_is_farther_than_one_and_the_rarer_the_farther() -> None:
    unseen = Look(np.zeros(4), np.zeros(4), is_read=False)
    noise, rare, rarer = (judged(unseen, _news(sure, 0.9), None, {}) for sure in (0.2, 0.6, 0.9))
    assert noise.distance == pytest.approx(0.9)
    assert 1.0 < rare.distance < rarer.distance
    assert judged(_LOOK, _news(0.6), None, {}).distance > 1.0


def test_only_identical_versions_are_at_0_beside_a_picture() -> None:
    assert judged(_decided(0.0), _news(0.0, 0.0), None, {}).distance == 0.0
    assert judged(_decided(0.0), _news(0.0, 0.1), None, {}).distance > 0.0
