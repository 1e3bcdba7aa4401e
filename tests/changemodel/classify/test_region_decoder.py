"""Multi-voxel pattern analysis: which regions carry information, against chance."""

from typing import Any

import numpy as np
import pytest
from joblib import parallel_config
from scipy.stats import ttest_ind
from sklearn.utils.estimator_checks import parametrize_with_checks

from changemodel import RegionDecoder, SearchLight
from changemodel.classify.folds import LeaveOneOfEachOut
from changemodel.classify.group_statistics import above_chance
from changemodel.classify.trial_patterns import phase_segments
from changemodel.errors import InvalidInput
from tests.conftest import LONG_TESTS

FACES = np.tile(["face", "scene"], 20)


def subject(effect: float, seed: int, voxels: int = 246) -> np.ndarray:
    """Forty trials of unit noise around the means +e mu of faces and -e mu of scenes, mu ~ N(0, I / voxels)."""
    rng = np.random.default_rng(seed)
    mu = rng.normal(size=voxels) / np.sqrt(voxels)
    return rng.normal(size=(40, voxels)) + effect * np.outer(np.where(FACES == "face", 1, -1), mu)


def thesis_decoder(**changed: Any) -> RegionDecoder:
    return RegionDecoder(**{"cv": LeaveOneOfEachOut(), "standardize": False, "C": 1.0, **changed})


@parametrize_with_checks(
    [
        RegionDecoder(C=(0.1, 1.0)),
        SearchLight(estimator="lda"),
    ]
    + LONG_TESTS * [RegionDecoder(estimator="lda")]
)
def test_it_keeps_scikit_learn_s_contract(estimator: Any, check: Any) -> None:
    check(estimator)


def test_every_trial_is_held_out_once_in_twenty_folds_of_the_source() -> None:
    decoder = thesis_decoder().fit(subject(2.0, 0), FACES)
    assert decoder.cv_scores_.shape == (1, 1, 20)
    assert set(decoder.cv_scores_.ravel().tolist()) <= {0.0, 0.5, 1.0}
    assert decoder.scores_[0, 0] == decoder.cv_scores_.mean()


def test_labels_that_are_held_out_change_no_chosen_cost() -> None:
    x, groups = subject(1.0, 0, voxels=20), np.repeat(np.arange(4), 10)
    poisoned = FACES.copy()
    poisoned[groups == 2] = np.roll(poisoned[groups == 2], 1)
    costs = [
        RegionDecoder(C=(0.001, 0.1, 10.0)).fit(x, labels, groups).cv_params_[0, 0, 2]
        for labels in (FACES, poisoned)
    ]
    assert costs[0] == costs[1]


def test_screening_sees_training_rows_only() -> None:
    rng = np.random.default_rng(3)
    x, y = rng.normal(size=(40, 3000)), np.tile([0, 1], 20)
    inside = RegionDecoder(C=1.0, screening_percentile=1.0).fit(x, y).scores_[0, 0]
    assert inside < 0.75  # chosen on all rows, thirty of 3000 columns of noise decode nearly everything


def test_each_region_and_segment_is_decoded_alone() -> None:
    rng = np.random.default_rng(0)
    trials = rng.normal(size=(40, 20, 6))
    trials[FACES == "face", 8:10, :3] += 3.0  # in the middle of the cue
    decoder = thesis_decoder(
        regions={"FG": [0, 1, 2], "PHG": [3, 4, 5]}, segments=phase_segments(7), baseline=(1, 2)
    ).fit(trials, FACES)
    assert decoder.region_names_ == ("FG", "PHG")
    assert decoder.segment_names_ == ("early", "middle", "late", "all")
    assert decoder.scores_[0].argmax() == 1
    assert decoder.scores_[0, 1] > 0.9
    assert decoder.scores_[1].max() < 0.75
    assert decoder.predict(trials).shape == (40,)


def test_another_phase_of_the_held_out_trials_can_be_decoded() -> None:
    probe = subject(4.0, 0)
    cue = np.random.default_rng(9).normal(size=probe.shape)
    assert thesis_decoder().fit(probe, FACES, X_test=cue).scores_[0, 0] < 0.75
    cue += probe
    crossed = thesis_decoder().fit(probe, FACES, X_test=cue)
    assert crossed.scores_[0, 0] > 0.8
    same = np.repeat(probe[:1], 40, axis=0)  # what is tested is the cue alone: both left out get one answer
    assert set(thesis_decoder().fit(probe, FACES, X_test=same).cv_scores_.ravel().tolist()) == {0.5}
    with pytest.raises(InvalidInput, match="same trials"):
        thesis_decoder().fit(probe, FACES, X_test=cue[:10])


def test_a_localiser_s_blocks_decode_trials_that_nothing_was_learned_from() -> None:
    localiser, labels = np.vstack([np.eye(4)[[0] * 4], np.eye(4)[[1] * 4]]), ["face"] * 4 + ["scene"] * 4
    localiser = localiser + 0.1 * np.random.default_rng(0).normal(size=localiser.shape)
    decoder = RegionDecoder(C=1.0, regions={"left": [0, 1], "right": [2, 3]}).fit(localiser, labels)
    trials = np.eye(4)[np.where(FACES == "face", 0, 1)]
    assert decoder.region_score(trials, FACES)[0, 0] == 1.0
    with pytest.raises(InvalidInput, match="'house' was not among"):
        decoder.region_score(trials[:1], ["house"])


def test_a_planted_pattern_is_found_in_twelve_subjects_and_noise_is_not() -> None:
    found = {
        effect: [thesis_decoder().fit(subject(effect, seed), FACES).scores_[0, 0] for seed in range(12)]
        for effect in (0.0, 1.0)
    }
    noise, planted = (above_chance(found[effect], chance=0.5) for effect in (0.0, 1.0))
    assert abs(noise.mean - 0.5) < 3 * noise.sem
    assert planted.p < 0.01


def test_a_pattern_without_a_difference_of_means_is_found() -> None:
    rng = np.random.default_rng(0)
    pattern = np.resize([1.0, -1.0], 20)
    x = rng.normal(size=(40, 20)) + np.outer(np.where(FACES == "face", 1, -1), 0.6 * pattern)
    decoder = RegionDecoder(estimator="lda", n_permutations=199).fit(x, FACES)
    means = x.mean(axis=1)
    assert ttest_ind(means[FACES == "face"], means[FACES == "scene"]).pvalue > 0.05
    assert decoder.univariate_scores_[0, 0] < 4.0
    assert decoder.p_values_[0, 0] < 0.01


def test_chance_is_seldom_taken_for_information() -> None:
    p = []
    for seed in range(100 if LONG_TESTS else 20):
        rng = np.random.default_rng(seed)
        x, y = rng.normal(size=(16, 3)), np.tile([0, 1], 8)
        decoder = RegionDecoder(estimator="lda", n_permutations=39, random_state=seed)
        p.append(decoder.fit(x, y).p_values_[0, 0])
    assert np.mean(np.array(p) <= 0.05) <= 0.1
    assert min(p) >= 1 / 40


def test_every_choice_is_made_anew_for_exchanged_labels() -> None:
    x = subject(4.0, 0, voxels=30)
    decoder = RegionDecoder(C=(0.01, 1.0), cv=2, screening_percentile=20, n_permutations=19).fit(x, FACES)
    assert decoder.p_values_[0, 0] == 1 / 20
    assert abs(decoder.null_scores_.mean() - 0.5) < 0.1


def test_a_decoder_that_answers_one_class_is_told() -> None:
    x = np.zeros((40, 3))
    decoder = RegionDecoder(estimator="lda").fit(x, FACES)
    assert decoder.class_scores_[0, 0].tolist() == [1.0, 0.0]
    assert decoder.scores_[0, 0] == 0.5
    assert decoder.answers_one_class_[0, 0]


def test_rare_classes_count_as_much_where_accuracy_is_balanced() -> None:
    rng = np.random.default_rng(0)
    y = np.array([0] * 36 + [1] * 9)
    noise = RegionDecoder(C=1.0, scoring="balanced_accuracy").fit(rng.normal(size=(45, 2)), y)
    assert noise.scores_[0, 0] == pytest.approx(noise.class_scores_[0, 0].mean())
    assert noise.chance_ == 0.5
    assert RegionDecoder(C=1.0).fit(rng.normal(size=(45, 2)), y).chance_ == 0.8


def test_the_correction_looks_at_all_regions() -> None:
    x = subject(0.0, 1, voxels=60)
    x[FACES == "face", :3] += 2.0
    regions = {f"r{first}": range(first, first + 3) for first in range(0, 60, 3)}
    decoder = RegionDecoder(estimator="lda", regions=regions, n_permutations=199).fit(x, FACES)
    assert decoder.p_corrected_[0, 0] == 1 / 200
    assert (decoder.p_corrected_[1:] > 0.05).all()
    assert decoder.null_scores_.shape == (199, 20, 1)


def test_several_workers_find_the_same() -> None:
    x = subject(1.0, 0, voxels=4)
    with parallel_config(backend="threading"):
        one, two = (
            RegionDecoder(C=1.0, cv=2, n_permutations=60, n_jobs=jobs).fit(x, FACES) for jobs in (None, 2)
        )
    assert np.array_equal(one.null_scores_, two.null_scores_)


@pytest.mark.parametrize(
    ("parameters", "y", "groups", "message"),
    [
        ({}, ["a"] * 8, None, "1 class"),
        ({}, ["a"] * 7 + ["b"], None, "there is 1 row"),
        ({}, ["a", "b"] * 4, ["run"] * 8, "1 run"),
        ({}, ["a"] * 4 + ["b"] * 4, [0] * 4 + [1] * 4, "held out as a whole"),
        ({}, ["a", "b"] * 4, [0, 1], "one for each of the 8 rows"),
        ({"C": ()}, ["a", "b"] * 4, None, "C is empty"),
        ({"C": -1.0}, ["a", "b"] * 4, None, "positive"),
        ({"estimator": "forest"}, ["a", "b"] * 4, None, "'svc', 'lda'"),
        ({"screening_percentile": 101}, ["a", "b"] * 4, None, "at most 100"),
        ({"regions": {"r": [9]}}, ["a", "b"] * 4, None, "beyond 0 to 1"),
        ({"segments": {"early": (1, 2)}}, ["a", "b"] * 4, None, "scans"),
        ({"n_permutations": 9}, ["a", "b"] * 4, [0, 0, 1, 1, 2, 2, 2, 2], "exchanged"),
    ],
)
def test_what_cannot_be_decoded_is_refused_and_the_last_fit_stays(
    parameters: dict[str, Any], y: list[str], groups: list[Any] | None, message: str
) -> None:
    if "exchanged" in message:
        y, groups = ["a", "b", "b", "b", "a", "b", "b", "b"], [0, 0, 0, 0, 1, 1, 1, 1]
    x = np.random.default_rng(0).normal(size=(8, 2))
    decoder = RegionDecoder(C=1.0).fit(x, ["a", "b"] * 4)
    before = decoder.predict(x)
    decoder.set_params(**parameters)
    with pytest.raises(InvalidInput, match=message):
        decoder.fit(x, y, groups)
    assert np.array_equal(decoder.predict(x), before)


def test_nan_is_refused() -> None:
    x = np.full((8, 2), np.nan)
    with pytest.raises(ValueError, match="NaN"):
        RegionDecoder().fit(x, [0, 1] * 4)


def test_values_too_large_to_compute_with_are_refused() -> None:
    x = np.random.default_rng(0).normal(size=(8, 2)) * 1e300
    with pytest.raises(InvalidInput, match="too large"), np.errstate(all="ignore"):
        RegionDecoder().fit(x, [0, 1] * 4)
