import numpy as np
import pytest

from crawler.cold_start import fitted_priors


def test_a_prior_is_found_again_from_pages_that_are_well_known() -> None:
    rng = np.random.default_rng(0)
    rates = rng.gamma(0.6, 1 / 30, 4000)
    sure = np.full(4000, 1e5)
    priors = fitted_priors(sure, sure / rates, np.zeros(4000, dtype=np.intp), 1)
    assert priors.fleet_shape == pytest.approx(0.6, rel=0.1)
    assert priors.fleet_shape / priors.fleet_scale_h == pytest.approx(0.02, rel=0.1)


def test_a_host_with_many_pages_has_a_prior_of_its_own() -> None:
    host = np.repeat([0, 1], [500, 500])
    rate = np.where(host == 0, 0.5, 0.001)
    shape = np.full(1000, 20.0)
    priors = fitted_priors(shape, shape / rate, host, 2)
    assert priors.shape / priors.scale_h == pytest.approx([0.5, 0.001], rel=0.5, abs=0.01)


def test_a_host_with_one_page_stays_near_the_fleet() -> None:
    host = np.append(np.zeros(500, dtype=np.intp), 1)
    rate = np.append(np.full(500, 0.01), 1.0)
    shape = np.full(501, 20.0)
    priors = fitted_priors(shape, shape / rate, host, 2)
    assert priors.shape[1] / priors.scale_h[1] < 0.2
