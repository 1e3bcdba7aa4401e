import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from crawler.scheduling.hints import MOST_RECALL, HintTrust
from storage.records import RateBelief

DAILY = RateBelief(shape=20.0, scale_h=480.0)


def taught(*, announced: int = 0, silent: int = 0, false: int = 0, quiet: int = 0) -> HintTrust:
    trust = HintTrust()
    for important, hints, times in (
        (True, 1, announced),
        (True, 0, silent),
        (False, 1, false),
        (False, 0, quiet),
    ):
        for _ in range(times):
            trust = trust.after(important=important, hints=hints, hours=12.0)
    return trust


def test_a_host_that_announces_its_changes_is_trusted_and_one_that_does_not_is_not() -> None:
    honest, mute = taught(announced=40, quiet=40), taught(silent=40, quiet=40)
    assert honest.recall > 0.85
    assert mute.recall < 0.1
    assert honest.unannounced(DAILY).scale_h > 6 * mute.unannounced(DAILY).scale_h


def test_a_hint_that_lies_loses_its_say() -> None:
    """Precision falls, and with it the hours that a hint is worth."""
    trust = taught(announced=30, quiet=30)
    worth = [trust.worth_h(DAILY)]
    for _ in range(3):
        for _ in range(60):
            trust = trust.after(important=False, hints=4, hours=4.0)
        worth.append(trust.worth_h(DAILY))
    assert worth == sorted(worth, reverse=True)
    assert worth[-1] < 0.1 * worth[0]
    assert trust.precision < 0.05


def test_what_nobody_decided_counts_as_far_as_it_is_likely() -> None:
    trust = HintTrust().after(important=0.25, hints=2, hours=4.0).after(important=0.5, hints=0, hours=4.0)
    assert trust.announced == pytest.approx(0.98 * 0.25)
    assert trust.false == pytest.approx(0.98 * 1.5)
    assert trust.silent == pytest.approx(0.5)


def test_the_rule_is_the_probability_of_freshness_it_stands_for() -> None:
    """P(no change | t, k hints) of a Poisson page whose hints are thinned changes and false calls, by simulation."""
    rng = np.random.default_rng(0)
    rate, recall, false = 0.05, 0.6, 0.02
    hours, runs = 10.0, 200_000
    changes = rng.poisson(rate * hours, runs)
    hints = rng.binomial(changes, recall) + rng.poisson(false * hours, runs)
    silent = (1 - recall) * rate
    worth = -np.log(false / (recall * rate + false)) / silent
    for told in (0, 1):
        fresh = np.mean(changes[hints == told] == 0)
        assert fresh == pytest.approx(np.exp(-silent * (hours + worth * told)), abs=0.02)


@given(st.lists(st.tuples(st.booleans(), st.integers(0, 5), st.floats(0, 1000)), max_size=60))
def test_whatever_came_trust_stays_within_bounds_and_survives_json(
    seen: list[tuple[bool, int, float]],
) -> None:
    trust = HintTrust()
    for important, hints, hours in seen:
        trust = trust.after(important=important, hints=hints, hours=hours)
    assert 0 < trust.recall <= MOST_RECALL
    assert 0 < trust.precision < 1
    assert trust.worth_h(DAILY) >= 0
    assert HintTrust.from_json(trust.as_json()).recall == pytest.approx(trust.recall, abs=1e-3)
