"""Where a page's own time teaches nothing of its words, what other pages taught decides alone."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

from changemodel.change.decision_without_history import THRESHOLD, decided_without_history
from changemodel.change.sentence_classifier import MOST_VISITS, Experience
from changemodel.change.sentence_trees import BELOW_LIKELY, LEAST_EVEN
from tests.changemodel.change.test_sentence_classifier import hourly_history

LEARNED = 120


@pytest.fixture(scope="module")
def known() -> Experience:
    found = Experience.of(hourly_history())
    assert found is not None
    return found


def test_the_distance_rings_above_what_is_even_and_is_0_where_no_word_changed(known: Experience) -> None:
    alone = known.alone()
    pairs = list(pairwise(hourly_history()))[100:]
    for before, after in pairs:
        odds = alone.log_odds(before, after)
        assert odds is not None
        for own in (0.0, 50.0):
            assert (alone.weighed(own, 1.0, before, after) > 1.0) is (odds > known.even)
    assert alone.weighed(5.0, 1.0, pairs[0][0], pairs[0][0]) == 0.0
    assert not known.decides


def test_where_it_hears_no_news_it_does_not_decide(known: Experience) -> None:
    def hearing(likely: float, **changed: float) -> Experience:
        found = known.after_labels(None)
        found.likely, found.even = likely, changed.get("even", known.even)
        return found

    sure = LEAST_EVEN + BELOW_LIKELY
    assert decided_without_history(hourly_history(), hearing(sure)) is not None
    for silent in (hearing(sure - 0.01), hearing(np.inf), hearing(sure, even=99.0)):
        assert decided_without_history(hourly_history(), silent) is None


def test_the_sections_of_what_rings_make_the_map_and_their_distance_is_known(known: Experience) -> None:
    versions = hourly_history()[-MOST_VISITS:]
    found = decided_without_history(versions, known)
    assert found is not None
    names = np.array(found.drift.regions.names)
    heaviest = names[np.argmax(found.drift.shares)]
    assert heaviest == "body>main>article>h2"
    ringing = [
        found.drift.distance(before, after)
        for before, after in pairwise(versions)
        if found.experience.weighed(0.0, THRESHOLD, before, after) > THRESHOLD
    ]
    assert np.mean(ringing) == pytest.approx(2.0 * THRESHOLD)
    assert found.details["changes"] == len(ringing)
