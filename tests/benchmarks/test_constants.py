"""The benchmark of constants: what it tries and prints; on simulated pages, not on rendered ones."""

import json

import pytest

from benchmarks import constants
from benchmarks.constants import CONSTANTS, Outcome
from benchmarks.sites.history import SiteHistory
from changemodel.change import rhythm


@pytest.mark.parametrize("name", CONSTANTS)
def test_the_product_s_own_value_is_among_those_tried(name: str) -> None:
    assert CONSTANTS[name].here(name) in constants.values_of(name)


def test_another_value_is_used_for_a_while_and_the_own_one_is_back(simulated_site: SiteHistory) -> None:
    kept = rhythm.ABOUT_AS_WELL
    found = constants.measure(simulated_site, "ABOUT_AS_WELL")
    assert kept == rhythm.ABOUT_AS_WELL
    assert list(found) == [str(value) for value in constants.values_of("ABOUT_AS_WELL")]
    assert all(item.true_alarms <= min(item.alarms, item.important) for item in found.values())


def test_the_table_marks_the_product_s_value_and_the_json_has_the_others_as_baselines(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    outcomes = {str(value): Outcome(90.0, 4, 6, 5) for value in constants.values_of("ABOUT_AS_MUCH")}
    constants.show("ABOUT_AS_MUCH", {"gazette, 101": outcomes})
    printed = capsys.readouterr().out
    for part in ("0.01 *", "90.0 (4/6 of 5)", "2, 1", "what the product uses"):
        assert part in printed
    monkeypatch.setattr(constants, "measure", lambda *_: outcomes)
    monkeypatch.setattr(constants, "history", lambda *_, **__: None)
    assert constants.main(["ABOUT_AS_MUCH", "--quick", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["figures"] == {"0.01": 90.0}
    assert len(told["baselines"]) == len(outcomes) - 1
