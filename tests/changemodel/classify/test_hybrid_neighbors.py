import numpy as np
import pytest
from scipy import sparse
from sklearn.utils.estimator_checks import parametrize_with_checks

from changemodel.classify.hybrid_neighbors import HybridNeighbors
from changemodel.errors import InvalidInput
from changemodel.features.structure import jaccard_distance


@pytest.mark.filterwarnings("ignore")
@parametrize_with_checks([HybridNeighbors(), HybridNeighbors(n_neighbors=1)])
def test_it_keeps_scikit_learn_s_contract(estimator, check) -> None:
    check(estimator)


def test_the_distance_of_a_set_is_jaccard_s() -> None:
    rng = np.random.default_rng(0)
    rows = (rng.random((12, 20)) < 0.3).astype(float)
    found = (
        HybridNeighbors(blocks={"links": (0, 20)})
        .fit(sparse.csr_matrix(rows), np.arange(12) % 2)
        .distances(rows)
    )
    members = [frozenset(map(str, np.flatnonzero(row))) for row in rows]
    plain = [[jaccard_distance(a, b) for b in members] for a in members]
    np.testing.assert_allclose(found, plain, atol=1e-12)


def test_the_hybrid_score_is_the_mean_of_sets_and_pictures() -> None:
    rows = np.array([[1, 0, 3.0, 0], [0, 1, 0, 3.0], [1, 0, 0, 3.0]])
    learner = HybridNeighbors(1, blocks={"links": (0, 2), "picture": (2, 4)}).fit(rows, ["a", "b", "a"])
    unit = learner.scales_["picture"]
    assert learner.distances(rows)[0, 2] == pytest.approx((0.0 + np.hypot(3, 3) / unit) / 2)
    assert learner.distances(rows)[0, 1] == pytest.approx((1.0 + np.hypot(3, 3) / unit) / 2)


def test_a_picture_that_is_not_there_says_nothing() -> None:
    rows = np.array([[1, 1, 0, 5.0], [1, 1, 0, 0], [1, 0, 5.0, 0]])
    learner = HybridNeighbors(1, blocks={"links": (0, 2), "picture": (2, 4)}).fit(rows, ["a", "b", "b"])
    assert learner.distances(rows)[0, 1] == 0.0


def test_a_block_of_weight_0_does_not_count() -> None:
    rows = np.array([[1, 0, 1, 0], [1, 0, 0, 1], [0, 1, 1, 0.0]])
    blocks = {"paths": (0, 2), "words": (2, 4)}
    learner = HybridNeighbors(1, blocks=blocks, weights={"words": 0}).fit(rows, ["a", "b", "b"])
    assert learner.distances(rows)[0].tolist() == [0.0, 0.0, 1.0]


@pytest.mark.parametrize(
    ("parameters", "said"),
    [
        ({"n_neighbors": 0}, "n_neighbors"),
        ({"blocks": {"links": (1, 9)}}, "'links' is columns 1 to 9 of 2"),
        ({"blocks": {"picture": (1, 1)}}, "'picture' is columns 1 to 1"),
        ({"blocks": {"a": (0, 1)}, "sets": ["b"]}, "no block 'b'"),
        ({"blocks": {"a": (0, 1)}, "weights": {"a": -1}}, "weight of block 'a'"),
        ({"blocks": {"a": (0, 1)}, "weights": {"a": float("nan")}}, "weight of block 'a'"),
    ],
)
def test_parameters_out_of_their_range_are_refused(parameters: dict, said: str) -> None:
    with pytest.raises(InvalidInput, match=said):
        HybridNeighbors(**parameters).fit(np.eye(2), ["a", "b"])
