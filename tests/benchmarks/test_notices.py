"""Generated notices tell the truth about themselves."""

import json

import pytest

from benchmarks.notices import NOISES, Noise, main, notice


@pytest.mark.parametrize("noise", NOISES, ids=lambda noise: noise.__name__)
def test_a_history_is_the_same_for_a_seed_and_declares_its_edits(noise: Noise) -> None:
    first, again = (notice(noise, 7, visits=20, edits=3) for _ in range(2))
    assert [version.blocks for version in first.versions] == [version.blocks for version in again.versions]
    assert sum(first.important) == 3
    assert not any(first.important[:4])


def test_the_benchmark_prints_one_object(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--quick", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["figures"]["quotes.recall"] > 0.9
    assert found["baselines"]["quotes"]["alarms_per_true_change"] > 10
