"""The statistics of the source's tables, recomputed from their means and standard errors."""

import numpy as np
import pytest
from scipy.stats import ttest_1samp, ttest_rel

from changemodel.classify.group_statistics import (
    above_chance,
    above_chance_summary,
    corrected_p,
    group_permutation_p,
    paired,
    permutation_p,
)
from changemodel.errors import InvalidInput

# X. Han's thesis (2016), tables E, F and G: mean %, standard error, t, one-tailed p, three times that (None: not
# significant, not told); 12 subjects
PUBLISHED = [
    (64.17, 3.32, 4.27, 0.00066, 0.0020),
    (71.46, 4.51, 4.76, 0.00030, 0.0009),
    (58.75, 2.37, 3.69, 0.00178, 0.0053),
    (59.38, 3.29, 2.85, 0.0079, 0.0237),
    (70.63, 3.23, 6.39, 0.00003, 0.0001),
    (50.24, 3.56, 0.07, 0.47, 1.0),
    (70.00, 2.04, 9.80, 0.0, 0.0),
    (76.88, 2.70, 9.96, 0.0, 0.0),
    (56.67, 2.23, 2.99, 0.0061, 0.0184),
    (62.29, 3.25, 3.78, 0.0015, 0.0046),
    (49.17, 2.91, -0.29, None, None),
    (52.50, 3.40, 0.74, None, None),
    (62.71, 3.50, 3.63, 0.0020, 0.0059),
    (62.08, 3.34, 3.62, 0.0020, 0.0061),
    (62.92, 3.18, 4.06, 0.0009, 0.0028),
    (57.71, 1.86, 4.15, 0.0008, 0.0024),
    (49.58, 2.42, -0.17, None, None),
    (63.75, 2.14, 6.43, 0.00002, 0.00007),
    (66.04, 3.22, 4.98, 0.0002, 0.0006),
]


@pytest.mark.parametrize(("mean", "sem", "t", "p", "three"), PUBLISHED)
def test_published_means_give_the_published_t_and_p(
    mean: float, sem: float, t: float, p: float | None, three: float | None
) -> None:
    found = above_chance_summary(mean, sem, 12, chance=50.0, comparisons=3)
    assert (found.df, round(found.t, 2)) == (11, t)
    if p is None or three is None:
        assert found.p_corrected > 0.05
    else:
        assert found.p == pytest.approx(p, abs=6e-5 if p < 0.1 else 6e-3)
        assert found.p_corrected == pytest.approx(three, abs=6e-5)


def test_accuracies_of_subjects_are_tested_as_scipy_does() -> None:
    accuracies = np.random.default_rng(0).normal(0.6, 0.1, 12)
    found = above_chance(accuracies, chance=0.5, comparisons=4)
    scipys = ttest_1samp(accuracies, 0.5, alternative="greater")
    assert (found.t, found.p) == pytest.approx((scipys.statistic, scipys.pvalue))
    assert found.p_corrected == pytest.approx(min(1.0, 4 * found.p))


def test_two_figures_of_the_same_subjects_are_paired() -> None:
    faces, scenes = np.random.default_rng(1).normal([[0.65], [0.5]], 0.1, (2, 12))
    scipys = ttest_rel(faces, scenes)
    assert (paired(faces, scenes).t, paired(faces, scenes).p) == pytest.approx(
        (scipys.statistic, scipys.pvalue)
    )


def test_a_correction_never_gives_more_than_one() -> None:
    assert above_chance_summary(50.0, 3.0, 12, chance=50.0, comparisons=1000).p_corrected == 1.0


def test_subjects_who_are_all_the_same_are_certain() -> None:
    assert above_chance([0.6, 0.6, 0.6], chance=0.5).p == 0.0
    assert above_chance([0.5, 0.5], chance=0.5).p == 0.5


@pytest.mark.parametrize("accuracies", [[0.5], [[0.5, 0.6]], [0.5, np.nan]])
def test_figures_that_are_none_of_a_group_are_refused(accuracies: list) -> None:
    with pytest.raises(InvalidInput, match="2 subjects"):
        above_chance(accuracies, chance=0.5)


def test_p_of_a_permutation_counts_what_was_observed_and_is_never_0() -> None:
    null = np.linspace(0, 1, 99)[:, None]
    assert permutation_p([2.0], null).tolist() == [0.01]
    assert permutation_p([0.0], null).tolist() == [1.0]


def test_the_largest_score_corrects_for_regions_that_all_were_looked_at() -> None:
    rng = np.random.default_rng(0)
    null = rng.normal(size=(999, 50))
    observed = np.array([4.5, *rng.normal(size=49)])
    p = corrected_p(observed, null)
    assert p[0] < 0.01
    assert (p >= permutation_p(observed, null)).all()
    assert (p[1:] > 0.05).all()


@pytest.mark.parametrize(("correction", "first"), [("bonferroni", 0.02), ("fdr", 0.02), ("none", 0.01)])
def test_other_corrections_are_offered(correction: str, first: float) -> None:
    null = np.tile(np.linspace(0, 1, 99)[:, None], (1, 2))
    assert corrected_p([2.0, 0.5], null, correction)[0] == pytest.approx(first)


def test_a_group_is_permuted_subject_by_subject() -> None:
    rng = np.random.default_rng(0)
    observed = [np.array([0.58, 0.5]) for _ in range(12)]
    null = [rng.normal(0.5, 0.08, (499, 2)) for _ in range(12)]
    p = group_permutation_p(observed, null)
    assert p[0] < 0.01
    assert p[1] > 0.3
    with pytest.raises(InvalidInput, match="same shape"):
        group_permutation_p(observed, [*null[:-1], null[0][:10]])
