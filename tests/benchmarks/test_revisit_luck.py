import numpy as np
import pytest

from benchmarks import revisit_luck
from benchmarks.revisit_metrics import measure, sums_by_page
from benchmarks.revisit_policies.roster import baselines
from benchmarks.revisit_simulation import play
from benchmarks.revisit_worlds import poisson


def test_sums_by_page_add_up_to_the_figures() -> None:
    world = poisson(0, 10, 8)
    log = play(world, baselines()[0](world), 2.0)
    sums, quality = sums_by_page(world, log), measure(world, log)
    assert sums.lost.sum() / sums.judged.sum() == pytest.approx(quality.lost)
    assert sums.delay_h.sum() / sums.judged.sum() == pytest.approx(quality.delay_h)


def test_a_difference_lies_in_nine_of_ten_draws_of_it_and_a_policy_does_not_differ_from_itself(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(revisit_luck, "RIVALS", ("proportional",))
    world = poisson(0, 10, 8)
    found = revisit_luck._differences(world, 2.0)
    assert {mine for mine, *_ in found} == {
        "pagetide",
        "pagetide, freshness",
        "pagetide, archive",
        "pagetide, versions",
    }
    assert all(low <= high for _, low, high in found.values())
    assert np.mean([low <= value <= high for value, low, high in found.values()]) > 0.8
    near = revisit_luck._near(world, 2.0)
    assert len(near["lost"]) == len(revisit_luck.NEAR)
