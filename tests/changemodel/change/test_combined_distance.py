"""Picture, text, links and images in one distance and one decision."""

from __future__ import annotations

from datetime import timedelta
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from changemodel.change import combined_distance, silent_changes
from changemodel.change.combined_distance import CLEARLY, join_parts
from changemodel.change.decision import PairNumbers
from changemodel.change.model import ChangeModel
from changemodel.change.page_learning import PageLearning
from changemodel.change.parts import PartHistory
from changemodel.change.score import ChangeScore
from changemodel.change.training import TrainingSettings
from changemodel.evaluation.ranking import balanced_accuracy, rank_changes
from changemodel.version import PageVersion
from tests.changemodel.change.worlds import LAYOUT, START, simulated

HOURS = 180
LEARNED = 120


@cache
def history(
    *, picture: str = "noise", text: str = "terms", seed: int = 0, every: float = 0.08, campaign: bool = False
) -> tuple[list[PageVersion], np.ndarray]:
    """Hourly versions with features and blocks, and which successive pairs changed importantly.

    ``picture`` is "noise", or its cells drift: with the changes of the text ("news"), or at changes of their own, which
    are important too ("own"). ``text`` is "terms", sentences that change then, or "noise", sentences that are new at
    every visit. A ``campaign`` beside the picture is replaced every three hours.
    """
    draw = np.random.default_rng(seed)
    changed = np.concatenate([[False], draw.random(HOURS - 1) < every])
    redrawn = (np.random.default_rng(seed + 1).random(HOURS) < every) & (picture == "own")
    redrawn[0] = False
    cells, sentences, versions = draw.normal(size=(20, 32)), list(range(12)), []
    for hour in range(HOURS):
        if changed[hour]:
            sentences[draw.integers(12)] = 1000 + hour
        if changed[hour] if picture == "news" else redrawn[hour]:
            cells = cells + draw.normal(size=cells.shape)
        features = np.full((100, 32), 0.1)
        features[:20] = draw.normal(size=cells.shape) if picture == "noise" else cells
        features[50:55] = draw.normal(size=(5, 32))
        if campaign:
            features[60:75] = np.random.default_rng(hour // 3).normal(size=(15, 32))
        shown = sentences if text == "terms" else draw.integers(10**6, size=12).tolist()
        blocks = [
            {"path": f"body>main>section>p:nth-of-type({row + 1})", "text": words(number)}
            for row, number in enumerate(shown)
        ]
        blocks.append({"path": "body>header>p", "text": f"Monday {hour % 30 + 1} March, 14:{hour % 60:02}"})
        blocks.append({"path": "body>aside>p", "text": words(5000 + hour)})
        versions.append(
            PageVersion(
                START + timedelta(hours=hour), features=features, feature_layout=LAYOUT, blocks=blocks
            )
        )
    return versions, (changed | redrawn)[1:]


def words(number: int) -> str:
    draw = np.random.default_rng(number)
    letters = np.array(list("abcdefghiklmnoprstuvw"))
    return " ".join("".join(draw.choice(letters, size=5)) for _ in range(9))


def judged(model: ChangeModel, versions: list[PageVersion]) -> list[ChangeScore]:
    return [
        model.compare(versions[t], versions[t + 1], versions[:t]) for t in range(LEARNED, len(versions) - 1)
    ]


def fitted(**options: object) -> tuple[ChangeModel, list[PageVersion], np.ndarray]:
    versions, important = history(**options)  # type: ignore[arg-type]
    return ChangeModel().fit(versions[:LEARNED]), versions, important[LEARNED:]


@pytest.fixture(scope="module")
def terms() -> tuple[ChangeModel, list[PageVersion], np.ndarray]:
    return fitted(every=0.12)


def test_words_rank_changes_under_a_picture_of_noise(
    terms: tuple[ChangeModel, list[PageVersion], np.ndarray],
) -> None:
    model, versions, important = terms
    scores = judged(model, versions)
    assert rank_changes([score.distance for score in scores], important).map > 0.98
    assert balanced_accuracy([score.important is True for score in scores], important) > 0.95


def test_a_part_that_is_noise_has_no_say(terms: tuple[ChangeModel, list[PageVersion], np.ndarray]) -> None:
    model = terms[0]
    assert model.parts_ is not None
    weights = model.parts_.hybrid.by_part()
    assert weights["text"] > 10 * weights.get("visual", 0.0)


def test_the_distance_ranks_like_the_decision(
    terms: tuple[ChangeModel, list[PageVersion], np.ndarray],
) -> None:
    model, versions, _ = terms
    scores = sorted(judged(model, versions), key=lambda score: score.distance)
    probabilities = [score.probability for score in scores]
    assert probabilities == sorted(probabilities)
    said = [score.important for score in scores]
    assert said == sorted(said)


def test_the_parts_sum_to_the_distance(terms: tuple[ChangeModel, list[PageVersion], np.ndarray]) -> None:
    model, versions, _ = terms
    for score in judged(model, versions)[:10]:
        assert sum(score.by_part.values()) == pytest.approx(score.distance, abs=1e-6)
    same = model.compare(versions[3], versions[3])
    assert (same.distance, same.important) == (0.0, False)


def test_the_picture_decides_where_the_text_is_new_at_every_visit() -> None:
    model, versions, important = fitted(picture="news", text="noise", every=0.3)
    scores = judged(model, versions)
    assert rank_changes([score.distance for score in scores], important).map > 0.95
    assert balanced_accuracy([score.important is True for score in scores], important) > 0.9


def test_a_change_below_the_first_screen_rings_though_the_picture_was_learned() -> None:
    model, versions, _ = fitted(picture="news", every=0.2)
    assert model.picture_state_ == "learned"
    quiet = next(t for t in range(LEARNED, HOURS - 1) if not judged(model, versions)[t - LEARNED].important)
    before, after = versions[quiet], versions[quiet + 1]
    changed = [
        {**block, "text": words(77)} if "nth-of-type(3)" in block["path"] else block  # type: ignore[index]
        for block in after.blocks or ()
    ]
    edited = PageVersion(after.captured_at, features=before.features, feature_layout=LAYOUT, blocks=changed)
    assert model.compare(before, edited).important is True


def test_a_model_of_parts_survives_saving_bit_for_bit(
    terms: tuple[ChangeModel, list[PageVersion], np.ndarray], tmp_path: Path
) -> None:
    model, versions, _ = terms
    model.save(tmp_path / "model")
    loaded = ChangeModel.load(tmp_path / "model")
    for ours, theirs in zip(judged(model, versions), judged(loaded, versions), strict=True):
        assert (ours.distance, ours.probability, dict(ours.by_part)) == (
            theirs.distance,
            theirs.probability,
            dict(theirs.by_part),
        )


def test_a_drawing_that_changes_under_the_same_words_has_its_say() -> None:
    model, versions, important = fitted(picture="own")
    scores = judged(model, versions)
    assert rank_changes([score.distance for score in scores], important).map > 0.97
    assert balanced_accuracy([score.important is True for score in scores], important) > 0.9
    assert model.parts_ is not None
    assert model.parts_.hybrid.by_part()["visual"] == 1.0
    assert {name for score in scores for name, added in score.by_part.items() if added} >= {"visual", "text"}


def test_a_campaign_that_stands_for_hours_has_none_beside_the_drawing() -> None:
    model, versions, important = fitted(picture="own", campaign=True)
    scores = judged(model, versions)
    assert model.details_["parts"]["decided_by"] == "all"
    assert rank_changes([score.distance for score in scores], important).map > 0.97
    assert balanced_accuracy([score.important is True for score in scores], important) > 0.9


def test_a_picture_without_which_much_of_the_order_is_lost_need_not_have_rung(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(silent_changes, "SPOKEN", LEARNED)
    model, _, _ = fitted(picture="own")
    assert model.details_["parts"]["decided_by"] == "all"


def test_a_picture_that_hardly_ever_spoke_alone_has_no_say(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(silent_changes, "SPOKEN", LEARNED)
    monkeypatch.setattr(combined_distance, "CLEARLY", 1.0)
    model, _, _ = fitted(picture="own")
    assert model.details_["parts"]["held_out_tried"].keys() == {"text", "all"}
    assert model.details_["parts"]["decided_by"] == "text"


def test_a_picture_that_rings_all_day_without_a_word_has_no_say(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(silent_changes, "UNSPOKEN_A_DAY", 0.0)
    model, _, _ = fitted(picture="own")
    assert model.details_["parts"]["decided_by"] == "text"


def test_a_picture_that_is_never_still_has_no_say(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(silent_changes, "STEADY", -1.0)
    model, _, _ = fitted(picture="own")
    assert model.details_["parts"]["decided_by"] == "text"


@pytest.mark.parametrize(("less", "decides"), [(1.0, "all"), (-1.0, "text")])
def test_a_picture_is_heard_though_words_keep_the_order_about_as_well(
    monkeypatch: pytest.MonkeyPatch, less: float, decides: str
) -> None:
    monkeypatch.setattr(combined_distance, "CLEARLY", 1.0)
    monkeypatch.setattr(combined_distance, "ABOUT_AS_MUCH", less)
    model, _, _ = fitted(picture="own")
    assert model.details_["parts"]["decided_by"] == decides


def test_what_the_words_alone_call_important_rings_beside_the_picture_too(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    model, versions, _ = fitted(picture="own")
    monkeypatch.setattr(silent_changes, "UNSPOKEN_A_DAY", 0.0)
    alone, _, _ = fitted(picture="own")
    said = [score.important for score in judged(alone, versions)]
    assert any(said)
    both = [score.important for score in judged(model, versions)]
    assert [seen for seen, told in zip(both, said, strict=True) if told] == [True] * sum(map(bool, said))


def test_where_words_change_too_seldom_to_be_weighed_they_are_asked_all_the_same() -> None:
    model, versions, important = fitted(picture="noise", every=0.02)
    parted = model.details_["parts"]
    assert parted["decided_by"] == "text"
    assert parted["held_out_tried"]["text"] is None
    scores = judged(model, versions)
    assert [score.important is True for score in scores] == list(important)


def test_a_picture_that_follows_the_words_spoils_nothing() -> None:
    model, versions, important = fitted(picture="news", every=0.12)
    scores = judged(model, versions)
    assert rank_changes([score.distance for score in scores], important).map > 0.98
    assert balanced_accuracy([score.important is True for score in scores], important) > 0.95


def test_the_text_alone_is_taken_where_the_picture_is_noise() -> None:
    model, _, _ = fitted(every=0.12)
    tried = model.details_["parts"]["held_out_tried"]
    assert model.details_["parts"]["decided_by"] == "text"
    assert tried["text"] >= max(tried.values()) - CLEARLY


def test_pictures_alone_are_judged_as_before() -> None:
    world = simulated(0)
    model = ChangeModel().fit(world.versions)
    score = model.compare(world.versions[0], world.versions[1])
    assert model.parts_ is None
    assert score.distance == pytest.approx(score.regions.sum())
    assert dict(score.by_part) == {"visual": score.distance}


def test_labels_move_the_decision_of_the_text() -> None:
    versions, important = history(every=0.12)
    rows = np.flatnonzero(important[: LEARNED - 1])[:6]
    labels = [(versions[t].captured_at, versions[t + 1].captured_at, False) for t in rows.tolist()]
    model = ChangeModel().fit(versions[:LEARNED], labels)
    said = [model.compare(versions[t], versions[t + 1]).important for t in rows.tolist()]
    unlabelled = ChangeModel().fit(versions[:LEARNED])
    assert all(unlabelled.compare(versions[t], versions[t + 1]).important for t in rows.tolist())
    assert sum(bool(item) for item in said) <= 1


def test_labels_that_only_confirm_change_nothing(
    terms: tuple[ChangeModel, list[PageVersion], np.ndarray],
) -> None:
    model, versions, _ = terms
    said = [model.compare(versions[t], versions[t + 1]).important for t in range(20)]
    labels = [
        (versions[t].captured_at, versions[t + 1].captured_at, kind is True) for t, kind in enumerate(said)
    ]
    told = ChangeModel().fit(versions[:LEARNED], labels)
    assert told.parts_ is not None
    assert model.parts_ is not None
    assert told.parts_.hybrid.threshold == model.parts_.hybrid.threshold


def test_parts_that_never_change_are_not_joined() -> None:
    times = np.arange(60.0)
    still = PartHistory(times_h=times, numbers={"text": lambda pairs: np.zeros(len(pairs))})
    calibration, details = join_parts(still, TrainingSettings())
    assert calibration is None
    assert "differ" in details["reason"]


def test_a_text_that_seldom_changes_decides_by_what_its_sections_taught() -> None:
    """Fewer changes than anything is learned from: noise among the sections was silenced before."""
    versions = np.repeat(np.arange(5), 20)
    quiet = PartHistory(
        times_h=np.arange(100.0),
        numbers={
            "text": lambda pairs: 20.0 * (versions[pairs[:, 0]] != versions[pairs[:, 1]]),
            "links": lambda pairs: np.zeros(len(pairs)),
            "images": lambda pairs: np.zeros(len(pairs)),
        },
    )
    joined, details = join_parts(quiet, TrainingSettings())
    assert joined is not None
    assert details["decided_by"] == "text"
    np.testing.assert_array_equal(
        joined.calibration.important([[0.0, 0.0, 0.0], [20.0, 0.0, 0.0]]), [False, True]
    )


def test_the_text_is_learned_across_the_looks_of_the_picture() -> None:
    """Of two looks in turn each shows too few changes to learn the text from; the words are the same in both."""
    words = np.repeat(np.arange(12), 20)
    turns = np.arange(240) % 4 // 2
    flapping = PartHistory(
        times_h=np.arange(240.0),
        numbers={
            "text": lambda pairs: 1.0 * (words[pairs[:, 0]] != words[pairs[:, 1]]),
            "links": lambda pairs: np.zeros(len(pairs)),
            "images": lambda pairs: np.zeros(len(pairs)),
        },
        groups=[np.flatnonzero(turns == look) for look in (0, 1)],
    )
    joined, details = join_parts(flapping, TrainingSettings())
    assert joined is not None
    assert details["decided_by"] == "text"
    assert details["important_successive_pairs"] == 11


@pytest.mark.parametrize(("passing", "decides"), [(False, "all"), (True, "text")])
def test_words_that_leave_out_what_passes_decide_alone(passing: bool, decides: str) -> None:
    """What comes and goes with new links each time keeps more of the order than the words do, by never returning."""
    hours = np.arange(240)
    words = hours // 20 + np.random.default_rng(0).normal(0.0, 0.5, len(hours))

    def ages(said: np.ndarray) -> PairNumbers:
        return lambda pairs: 1.0 - np.exp(-0.1 * np.abs(said[pairs[:, 0]] - said[pairs[:, 1]]))

    page = PartHistory(
        times_h=hours.astype(np.float64),
        numbers={
            "text": ages(words),
            "links": ages(hours // 3),
            "images": lambda pairs: np.zeros(len(pairs)),
        },
        passing=passing,
    )
    joined, details = join_parts(page, TrainingSettings())
    assert joined is not None
    assert details["decided_by"] == decides


@pytest.mark.parametrize(("clearly", "decides"), [(combined_distance.CLEARLY, "all"), (1.0, "text")])
def test_where_the_text_leaves_out_what_passes_a_picture_is_heard_that_clearly_keeps_more(
    monkeypatch: pytest.MonkeyPatch, clearly: float, decides: str
) -> None:
    monkeypatch.setattr(PageLearning, "_reads_furniture", lambda *_: False)
    monkeypatch.setattr(combined_distance, "CLEARLY", clearly)
    model, _, _ = fitted(picture="own")
    parts = model.details_["parts"]
    assert parts["decided_by"] == decides
    assert parts["weights"]["links"] == parts["weights"]["images"] == 0.0


def test_the_state_is_of_words_and_pictures_and_says_where_that_is_new() -> None:
    model = ChangeModel(read="text").fit(history()[0][:LEARNED])
    assert model.parts_ is not None
    with pytest.warns(FutureWarning, match="picture_state_"):
        assert model.state_ == "learned"
    assert model.picture_state_ == "not-enough-change"
