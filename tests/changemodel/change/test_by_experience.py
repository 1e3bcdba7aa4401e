"""Where a page's own time teaches nothing of its words, what other pages taught decides alone."""

from __future__ import annotations

import pickle
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from benchmarks.reading import text_history
from benchmarks.sites.history import SEEDS, SiteHistory
from benchmarks.sites.site import Truth
from changemodel.change.by_experience import THRESHOLD, by_experience
from changemodel.change.experience import MOST_VISITS, Experience
from changemodel.change.grown_trees import BELOW_LIKELY, LEAST_EVEN
from changemodel.change.model import ChangeModel
from tests.changemodel.change.test_experience import hourly_history

LEARNED = 120


@pytest.fixture(scope="module")
def known() -> Experience:
    found = Experience.of(hourly_history())
    assert found is not None
    return found


@pytest.fixture(scope="module")
def wards() -> SiteHistory:
    """A table of states that is sorted anew at half of the visits, with guests among its rows: by its own time
    everything in it comes and goes."""
    return text_history("shifoxona", SEEDS["training"], hours=LEARNED + 60)


@pytest.fixture(scope="module")
def told(wards: SiteHistory) -> ChangeModel:
    return ChangeModel(regions="blocks").fit(wards.versions[:LEARNED])


def _rings(model: ChangeModel, site: SiteHistory) -> list[bool]:
    later = list(pairwise(site.versions))[LEARNED:]
    return [model.compare(before, after).important is True for before, after in later]


def test_a_page_whose_own_time_is_silent_is_told_by_experience(told: ChangeModel, wards: SiteHistory) -> None:
    assert told.details_["changes"] == told.details_["parts"]["changes"] > 0.0
    truth = [kind is Truth.DISSIMILAR for kind in wards.truths[LEARNED:]]
    rings = _rings(told, wards)
    assert sum(truth) > 5
    assert rings == truth
    without = ChangeModel(regions="blocks", experience=False).fit(wards.versions[:LEARNED])
    assert _rings(without, wards) != truth


def test_it_is_saved_with_the_model_and_pickled(
    told: ChangeModel, wards: SiteHistory, tmp_path: Path
) -> None:
    told.save(tmp_path / "model")
    before, after = wards.versions[LEARNED : LEARNED + 2]
    score = told.compare(before, after)
    for again in (ChangeModel.load(tmp_path / "model"), pickle.loads(pickle.dumps(told))):
        assert again.compare(before, after).to_dict() == score.to_dict()


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
    assert by_experience(hourly_history(), hearing(sure)) is not None
    for silent in (hearing(sure - 0.01), hearing(np.inf), hearing(sure, even=99.0)):
        assert by_experience(hourly_history(), silent) is None


def test_the_sections_of_what_rings_make_the_map_and_their_distance_is_known(known: Experience) -> None:
    versions = hourly_history()[-MOST_VISITS:]
    found = by_experience(versions, known)
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


def test_labels_that_contradict_it_are_followed(wards: SiteHistory) -> None:
    learned, truths = wards.versions[:LEARNED], wards.truths[: LEARNED - 1]
    news = [row for row, kind in enumerate(truths) if kind is Truth.DISSIMILAR][:6]
    labels = [(learned[row], learned[row + 1], False) for row in news]
    model = ChangeModel(regions="blocks").fit(learned, labels=labels)
    assert not any(model.compare(before, after).important for before, after, _ in labels)
