"""Cold start: other pages of the site stand in, then the page's own history takes over."""

from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from scipy.optimize import minimize

from changemodel import ChangeModel
from changemodel.change.prior import Prior
from changemodel.change.training import centred
from changemodel.errors import InvalidInput
from changemodel.evaluation.ranking import balanced_accuracy, rank_changes
from changemodel.metric.vector_solver import VectorProblem, solve
from tests.changemodel.change.worlds import World, features_version, sibling, simulated


@pytest.fixture(scope="module")
def prior() -> Prior:
    found = Prior.from_models(ChangeModel().fit(sibling(seed).versions) for seed in (10, 11, 12))
    assert found is not None
    return found


def mean_precision(model: ChangeModel, world: World, first: int) -> float:
    found = [model.distance(a, b) for a, b in pairwise(world.versions[first:])]
    return rank_changes(found, world.important[first:]).map


def test_the_prior_is_the_mean_of_what_was_learned(prior: Prior) -> None:
    models = [ChangeModel().fit(sibling(seed).versions) for seed in (10, 11, 12)]
    np.testing.assert_allclose(prior.importance, np.mean([m.importance_map_.ravel() for m in models], axis=0))
    assert prior.importance.sum() == pytest.approx(1.0)
    assert prior.models == 3


@pytest.mark.parametrize("seed", range(4))
def test_a_new_page_of_a_site_decides_by_the_other_pages_before_it_has_a_history(
    seed: int, prior: Prior
) -> None:
    page = sibling(seed)
    model = ChangeModel().fit(page.versions[:4], prior=prior)
    assert model.picture_state_ == "prior"
    assert model.details_["prior_models"] == 3
    assert mean_precision(model, page, 4) > mean_precision(ChangeModel.euclidean(), page, 4) + 0.3
    decided = [model.compare(a, b).important for a, b in pairwise(page.versions[4:])]
    assert balanced_accuracy(decided, page.important[4:]) > 0.8


def test_a_short_history_gains_from_the_other_pages(prior: Prior) -> None:
    pages = [sibling(seed, unrest=0.1) for seed in range(3)]
    with_prior, without = (
        np.mean([mean_precision(ChangeModel().fit(p.versions[:14], prior=given), p, 48) for p in pages])
        for given in (prior, None)
    )
    assert with_prior > without


@pytest.mark.parametrize("seed", range(2))
def test_a_misleading_prior_is_given_up_once_the_page_has_a_history(seed: int) -> None:
    elsewhere = Prior.from_models([ChangeModel().fit(sibling(seed, site=5).versions) for seed in (20, 21)])
    page = sibling(seed, days=12)
    model = ChangeModel().fit(page.versions[:120], prior=elsewhere)
    assert model.picture_state_ == "learned"
    assert mean_precision(model, page, 120) > 0.95
    assert model.details_["prior_pull"] < 0.15


def test_a_page_that_stands_still_is_decided_by_the_prior(prior: Prior) -> None:
    still = [features_version(hour, np.ones((100, 32))) for hour in range(60)]
    model = ChangeModel().fit(still, prior=prior)
    assert model.picture_state_ == "prior"
    assert "of 59" in model.details_["reason"]
    assert model.compare(*still[:2]).important is False


def test_a_model_of_a_prior_survives_saving(prior: Prior, tmp_path: Path) -> None:
    page = simulated(3)
    model = ChangeModel().fit(page.versions[:3], prior=prior)
    model.save(tmp_path)
    ours, theirs = (item.compare(*page.versions[7:9]) for item in (model, ChangeModel.load(tmp_path)))
    assert (ours.distance, ours.probability) == (theirs.distance, theirs.probability)


def test_models_that_learned_nothing_make_no_prior() -> None:
    still = [features_version(hour, np.ones((100, 32))) for hour in range(5)]
    assert Prior.from_models([ChangeModel(), ChangeModel().fit(still)]) is None
    assert Prior.from_models([]) is None


def test_a_model_that_stands_in_is_no_witness_for_others(prior: Prior) -> None:
    assert Prior.from_models([ChangeModel().fit(simulated(0).versions[:3], prior=prior)]) is None


def test_a_prior_of_another_grid_is_refused(prior: Prior) -> None:
    rng = np.random.default_rng(0)
    versions = [features_version(hour, rng.random((64, 32))) for hour in range(4)]
    with pytest.raises(InvalidInput, match="grid of 8 has 64"):
        ChangeModel(grid=8).fit(versions, prior=prior)


@pytest.mark.parametrize("seed", range(3))
def test_the_centre_moves_the_regulariser_and_nothing_else(seed: int) -> None:
    rng = np.random.default_rng(seed)
    problem = VectorProblem(rows=rng.normal(size=(40, 6)), deltas=np.ones(40), costs=np.full(40, 0.2), h=0.05)
    centre = rng.random(6) * 3

    def objective(w: np.ndarray) -> float:
        return problem.objective(w) - 0.5 * float(w @ w) + 0.5 * float((w - centre) @ (w - centre))

    reference = minimize(
        objective, centre, bounds=[(0, None)] * 6, method="L-BFGS-B", options={"ftol": 1e-14}
    )
    assert objective(solve(centred(problem, centre)).omega) <= reference.fun + 1e-8 * abs(reference.fun)
