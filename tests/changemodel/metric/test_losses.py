import numpy as np
import pytest

from changemodel.metric.losses import (
    SMOOTHING,
    margin_loss,
    relaxed_curvature,
    relaxed_loss,
    relaxed_slope,
    strict_curvature,
    strict_loss,
    strict_slope,
    zone_start,
)

WIDTHS = (0.01, 0.05, 0.5)
BOTH = pytest.mark.parametrize(
    ("loss", "slope", "curvature", "shift"),
    [
        (strict_loss, strict_slope, strict_curvature, 1.0),
        (relaxed_loss, relaxed_slope, relaxed_curvature, None),
    ],
)


def as_written(y: float, t: float, h: float, strict: bool) -> float:
    """(B.3) and (B.4) branch by branch, as the source prints them."""
    if strict:
        if y * t > 1 + h:
            return 0.0
        return (1 + h - y * t) ** 2 / (4 * h) if abs(1 - y * t) <= h else 1 - y * t
    if y * t > 0:
        return 0.0
    return t**2 / (4 * h) if abs(-h - y * t) <= h else -h - y * t


@pytest.mark.parametrize("h", WIDTHS)
@pytest.mark.parametrize("y", [-1.0, 1.0])
def test_losses_equal_the_branches_of_the_source(h: float, y: float) -> None:
    t = np.linspace(-3, 3, 997)  # misses the joints, where rounding picks the branch
    np.testing.assert_allclose(strict_loss(y * t, h), [as_written(y, v, h, True) for v in t], atol=1e-14)
    np.testing.assert_allclose(relaxed_loss(y * t, h), [as_written(y, v, h, False) for v in t], atol=1e-14)


@pytest.mark.parametrize("h", WIDTHS)
@BOTH
def test_slopes_equal_finite_differences(loss, slope, curvature, shift, h: float) -> None:
    margins = np.linspace(-3, 3, 997)
    step = 1e-6
    numeric = (loss(margins + step, h) - loss(margins - step, h)) / (2 * step)
    # within one step of a joint the central difference mixes two branches: error at most step / (2h)
    np.testing.assert_allclose(slope(margins, h), numeric, atol=1e-6 + step / (2 * h))


@pytest.mark.parametrize("h", WIDTHS)
@BOTH
def test_curvatures_equal_finite_differences_of_the_slopes_off_the_joints(
    loss, slope, curvature, shift, h: float
) -> None:
    start = float(zone_start(0.0 if shift is None else shift, h))
    margins = np.array([start - 5 * h, start - 1.5 * h, start - 0.5 * h, start + h])
    numeric = (slope(margins + 1e-7, h) - slope(margins - 1e-7, h)) / 2e-7
    np.testing.assert_allclose(curvature(margins, h), numeric, rtol=1e-6, atol=1e-6)


@pytest.mark.parametrize("h", WIDTHS)
@BOTH
def test_value_and_slope_are_continuous_at_both_joints(loss, slope, curvature, shift, h: float) -> None:
    start = float(zone_start(0.0 if shift is None else shift, h))
    for joint in (start, start - 2 * h):
        below, above = joint - 1e-12, joint + 1e-12
        assert loss(below, h) == pytest.approx(float(loss(above, h)), abs=1e-11)
        assert slope(below, h) == pytest.approx(float(slope(above, h)), abs=1e-9)


@pytest.mark.parametrize("h", WIDTHS)
@BOTH
def test_losses_are_convex(loss, slope, curvature, shift, h: float) -> None:
    margins = np.linspace(-4, 4, 4001)
    assert (np.diff(slope(margins, h)) >= -1e-12).all()


@pytest.mark.parametrize("h", WIDTHS)
def test_the_relaxed_loss_is_the_strict_one_moved_by_one_plus_h(h: float) -> None:
    margins = np.linspace(-3, 3, 1001)
    np.testing.assert_allclose(relaxed_loss(margins, h), strict_loss(margins + 1 + h, h), atol=1e-12)


@pytest.mark.parametrize("h", WIDTHS)
def test_the_strict_loss_stays_within_a_quarter_of_h_of_the_hinge(h: float) -> None:
    margins = np.linspace(1 - 3 * h, 1 + 3 * h, 6001)
    gap = np.abs(strict_loss(margins, h) - np.maximum(1 - margins, 0))
    assert gap.max() == pytest.approx(h / 4, rel=1e-9)


@pytest.mark.parametrize("h", WIDTHS)
def test_the_relaxed_loss_stays_within_h_of_its_hinge(h: float) -> None:
    margins = np.linspace(-6 * h, 2 * h, 8001)
    gap = np.abs(relaxed_loss(margins, h) - np.maximum(-margins, 0))
    assert gap.max() == pytest.approx(h, rel=1e-9)


def test_a_satisfied_relaxed_constraint_costs_nothing() -> None:
    np.testing.assert_array_equal(margin_loss([0.0, 0.5], [0.0, 0.0]), [0.0, 0.0])


@pytest.mark.parametrize("delta", [-0.7, 0.3, 1.0, 2.5])
def test_a_general_margin_shifts_the_strict_loss(delta: float) -> None:
    margins = np.linspace(-3, 4, 501)
    expected = strict_loss(margins - delta + 1, SMOOTHING)
    np.testing.assert_allclose(margin_loss(margins, delta), expected, atol=1e-12)
