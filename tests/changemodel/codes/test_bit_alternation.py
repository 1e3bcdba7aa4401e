import numpy as np
import pytest

from changemodel.codes.bit_alternation import Alternation, split_direction, surrogate, switch_costs
from changemodel.codes.bit_classifiers import Rules, best_intercept, hinge
from changemodel.codes.sigmoid_descent import soft_objective

RNG = np.random.default_rng(0)


def small(seed: int = 0, **parameters) -> Alternation:
    rng = np.random.default_rng(seed)
    centres = rng.normal(scale=2.0, size=(12, 6))
    codes = np.repeat(np.arange(12), 10)
    points = np.column_stack([centres[codes] + rng.normal(size=(120, 6)), np.ones(120)])
    directions = np.array([split_direction(points, codes, rng) for _ in range(8)])
    return Alternation(points, codes, directions, 0.3, (0.03, 0.3), rng, **parameters)


def updates(learner: Alternation, sweeps: int):
    """E before and after each bit's update, and what it should have become."""
    for _ in range(sweeps):
        learner.refit()
        for bit in range(len(learner.directions)):
            before, old = learner.objective(), learner.bits[:, bit].copy()
            without = learner.rules.margins(learner.bits) - np.outer(old, learner.rules.weights[:, bit])
            delta = switch_costs(without, learner.rules.weights[:, bit], learner.signs)
            done = learner.update(bit, without)
            expected = before + learner.cost * float(delta @ (learner.bits[:, bit] - old))
            yield before, learner.objective(), expected, done


def test_an_update_changes_the_objective_by_the_costs_of_the_switched_images() -> None:
    for before, after, expected, _ in updates(small(), 2):
        assert after == pytest.approx(expected, rel=1e-9)
        assert after <= before + 1e-9


def test_no_sweep_and_neither_of_its_steps_raises_the_objective() -> None:
    learner = small()
    learner.run(6)
    for sweep in learner.sweeps:
        assert sweep.before + 1e-9 >= sweep.after_rules
        assert sweep.after_rules + 1e-9 >= sweep.after_bits
    assert learner.sweeps[-1].after_bits < learner.sweeps[0].after_rules


def test_the_bound_is_above_the_weighted_loss_whatever_the_direction() -> None:
    learner = small()
    delta = RNG.normal(size=120)
    for _ in range(50):
        direction = RNG.normal(size=7)
        loss = float(np.abs(delta) @ ((np.sign(delta) * (learner.points @ direction)) > 0.0))
        assert surrogate(direction, learner.points, delta) >= loss


def test_the_printed_sign_raises_the_objective_and_the_right_one_lowers_it() -> None:
    right, printed = small(), small(target_sign=1, guarded=False)
    first, other = right.sweep(), printed.sweep()
    assert first.after_bits < first.after_rules
    assert other.after_bits > other.after_rules


def test_a_bit_that_no_classifier_uses_gets_a_new_start() -> None:
    learner = small()
    learner.refit()
    learner.rules.weights[:, 3] = 0.0
    without = learner.rules.margins(learner.bits)
    before = learner.directions[3].copy()
    assert learner.update(3, without) == "reseeded"
    assert (learner.directions[3] != before).any()


def test_the_intercept_is_the_best_of_all() -> None:
    scores, signs = RNG.normal(size=41), np.where(RNG.uniform(size=41) < 0.3, 1.0, -1.0)

    def loss(b: float) -> float:
        return float(hinge(signs * (scores + b)).sum())

    assert loss(best_intercept(scores, signs)) <= min(map(loss, np.linspace(-5.0, 5.0, 2001))) + 1e-9


def test_the_smooth_objective_has_the_gradient_of_finite_differences() -> None:
    learner = small()
    rules = Rules(0.3 * RNG.normal(size=(12, 8)), RNG.normal(size=12))
    start = [0.3 * RNG.normal(size=(8, 7)), rules.weights, rules.intercepts]

    def value(parts: list[np.ndarray]) -> float:
        return soft_objective(parts[0], Rules(parts[1], parts[2]), learner.points, learner.signs, 0.3, 0.7)[0]

    gradients = soft_objective(start[0], rules, learner.points, learner.signs, 0.3, 0.7)[1:]
    for place, gradient in enumerate(gradients):
        for _ in range(5):
            step = 1e-6 * RNG.normal(size=gradient.shape)
            ahead, behind = (
                [p + s * step if i == place else p for i, p in enumerate(start)] for s in (1, -1)
            )
            assert (value(ahead) - value(behind)) / 2 == pytest.approx(
                float((gradient * step).sum()), rel=1e-4, abs=1e-9
            )
