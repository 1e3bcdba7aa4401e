import numpy as np
import pytest
from sklearn.base import BaseEstimator
from sklearn.kernel_approximation import AdditiveChi2Sampler
from sklearn.utils.estimator_checks import parametrize_with_checks

from changemodel import LiftedBlocks
from changemodel.codes.feature_blocks import PICODES_BLOCKS, PICODES_STEPS, lifted
from changemodel.errors import InvalidInput

RNG = np.random.default_rng(0)


def histograms(n: int, width: int) -> np.ndarray:
    found = RNG.gamma(0.5, size=(n, width))
    return found / found.sum(axis=1, keepdims=True)


def exact(kernel: str, x: np.ndarray, y: np.ndarray) -> float:
    both = np.maximum(x + y, 1e-300)
    if kernel == "intersection":
        return float(np.minimum(x, y).sum())
    if kernel == "chi2":
        return float((2 * x * y / both).sum())
    return float(
        (0.5 * (x * np.log2(both / np.maximum(x, 1e-300)) + y * np.log2(both / np.maximum(y, 1e-300)))).sum()
    )


@parametrize_with_checks([LiftedBlocks()])
def test_it_keeps_scikit_learn_s_contract(estimator: BaseEstimator, check) -> None:
    check(estimator)


def test_the_thirteen_blocks_are_those_of_the_source() -> None:
    assert len(PICODES_BLOCKS) == len(PICODES_STEPS) == 13
    assert sum(PICODES_BLOCKS) == 17360
    x = np.abs(RNG.normal(size=(2, 17360)))
    x[0, :960] = 0.0
    blocks = LiftedBlocks(blocks=PICODES_BLOCKS, step=PICODES_STEPS).fit(x)
    moved = blocks.transform(x)
    assert moved.shape == (2, 52080)
    assert not moved[0, : 3 * 960].any()  # an empty block stays empty


def test_each_block_sums_to_one_before_it_is_lifted() -> None:
    x = np.abs(RNG.normal(size=(3, 7)))
    constant = LiftedBlocks(blocks=(3, 4), order=0, step=np.pi / 2).fit_transform(x)  # order 0: psi = sqrt(x)
    assert np.allclose((constant[:, :3] ** 2).sum(axis=1), 1.0)
    assert np.allclose((constant[:, 3:] ** 2).sum(axis=1), 1.0)


@pytest.mark.parametrize(
    ("kernel", "order", "step"), [("intersection", 1, 0.7), ("chi2", 3, 0.4), ("jensen_shannon", 3, 0.4)]
)
def test_products_of_lifted_histograms_are_near_the_kernel(kernel: str, order: int, step: float) -> None:
    x = histograms(60, 80)
    moved = lifted(x, kernel, order, step)
    i, j = np.triu_indices(60, 1)
    wanted = [exact(kernel, x[a], x[b]) for a, b in zip(i, j, strict=True)]
    assert np.abs((moved[i] * moved[j]).sum(axis=1) - wanted).mean() < 0.03


def test_the_chi_squared_map_has_the_products_of_scikit_learn_s() -> None:
    x = histograms(5, 8)
    ours = lifted(x, "chi2", 2, 0.5)
    theirs = AdditiveChi2Sampler(sample_steps=3, sample_interval=0.5).fit_transform(x)
    assert np.allclose(ours @ ours.T, theirs @ theirs.T)


def test_nothing_is_lifted_to_nothing() -> None:
    assert not lifted(np.zeros((1, 4)), "intersection", 2, 0.7).any()


@pytest.mark.parametrize(
    ("parameters", "said"),
    [
        ({"blocks": (2, 3)}, "blocks of 5 columns"),
        ({"blocks": (0, 4)}, "a block"),
        ({"kernel": "rbf"}, "kernel"),
        ({"order": -1}, "order"),
        ({"step": 0.0}, "step"),
        ({"step": (0.7, 0.7)}, "steps for"),
    ],
)
def test_parameters_that_do_not_fit_are_named(parameters: dict, said: str) -> None:
    with pytest.raises(InvalidInput, match=said):
        LiftedBlocks(**parameters).fit(np.ones((2, 4)))
