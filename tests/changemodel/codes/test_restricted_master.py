import numpy as np
import pytest

from changemodel.codes.consensus_master import solve_in_blocks
from changemodel.codes.losses import LOGISTIC, LOSSES
from changemodel.codes.penalties import L1, PENALTIES, Maximum, penalty
from changemodel.codes.restricted_master import DenseMargins, solve

RNG = np.random.default_rng(0)
ROWS = RNG.normal(size=(200, 8)) + 0.3


@pytest.mark.parametrize("kind", PENALTIES)
@pytest.mark.parametrize("loss", LOSSES)
def test_the_gap_is_proved_closed_for_each_loss_and_penalty(loss: str, kind: str) -> None:
    found = solve(
        DenseMargins(ROWS), LOSSES[loss], penalty(kind, nu=0.1, bound=0.3), np.zeros(8), tolerance=1e-9
    )
    assert -1e-9 <= found.gap <= 1e-6
    assert found.weights.min() >= 0.0


@pytest.mark.parametrize("loss", LOSSES)
def test_slopes_are_those_of_the_values(loss: str) -> None:
    margins = np.linspace(-3.0, 3.0, 41) + 0.013
    step = 1e-6
    difference = (LOSSES[loss].value(margins + step) - LOSSES[loss].value(margins - step)) / (2 * step)
    assert np.abs(difference - LOSSES[loss].slope(margins)).max() < 1e-5


@pytest.mark.parametrize("loss", LOSSES)
def test_conjugates_meet_their_losses_at_the_dual_variable(loss: str) -> None:
    margins = np.linspace(-2.0, 0.9, 20)
    u = -LOSSES[loss].slope(margins)
    assert np.allclose(LOSSES[loss].conjugate(u), -u * margins - LOSSES[loss].value(margins))


def test_a_bound_that_is_not_worth_its_price_leaves_no_weight() -> None:
    assert solve(DenseMargins(ROWS), LOGISTIC, Maximum(1e3), np.zeros(8)).weights.max() == 0.0


def test_blocks_that_agree_reach_the_optimum_of_all() -> None:
    whole = DenseMargins(ROWS)
    best = solve(whole, LOGISTIC, L1(0.01), np.zeros(8), tolerance=1e-9)
    weights = solve_in_blocks([DenseMargins(rows) for rows in np.split(ROWS, 4)], LOGISTIC, 0.01, 8)
    value = float(LOGISTIC.value(whole.margins(weights)).mean()) + 0.01 * weights.sum()
    assert value <= best.objective * (1 + 1e-4)
