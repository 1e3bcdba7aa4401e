"""The benchmark of questions: what it measures and prints; on simulated pages, not on rendered ones."""

import json

import pytest

from benchmarks import asking
from benchmarks.pages.history import SiteHistory, text_history, visits
from benchmarks.pages.site import Truth

pytestmark = pytest.mark.long


@pytest.fixture(scope="module")
def person(simulated_site: SiteHistory) -> asking.Person:
    return asking.Person(simulated_site, asking.PICTURE)


def test_a_person_tells_the_truth_of_what_is_asked_and_drawn(
    person: asking.Person, simulated_site: SiteHistory
) -> None:
    asked, drawn, alarmed = person.asked(5), person.drawn(6, 0), person.alarmed(3, 0)
    assert (len(asked), len(drawn), len(alarmed)) == (5, 6, 3)
    assert len({before for before, _, _ in asked}) == 5
    for before, after, important in (*asked, *drawn, *alarmed):
        place = simulated_site.versions.index(before)
        assert simulated_site.versions[place + 1] is after
        assert important is (simulated_site.truths[place] is Truth.DISSIMILAR)


def test_both_are_judged_by_number_of_labels_beside_none(simulated_site: SiteHistory) -> None:
    found = asking.measure(simulated_site, [3], draws=2)
    assert list(found) == [0, 3]
    assert len(found[3].alarmed) == len(found[3].drawn) == 2
    assert found[0].chosen > 80


def test_the_table_has_means_and_the_json_the_draws_as_baselines(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    found = {
        0: asking.Answered(70.0, [70.0], [70.0]),
        4: asking.Answered(80.0, [81.0, 83.0], [70.0, 76.0]),
    }
    asking.show({"gazette": found})
    printed = capsys.readouterr().out
    assert "80.0 | 82.0±1.0 | 73.0±3.0" in printed
    monkeypatch.setattr(asking, "measure", lambda *_: found)
    monkeypatch.setattr(asking, "history", lambda *_, **__: None)
    assert asking.main(["--quick", "--json", "--labels", "4"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["figures"]["4 labels, chosen"] == 80.0
    assert told["figures"]["4 labels, alarms"] == 82.0
    assert told["baselines"]["4 labels, drawn"] == 73.0


def test_a_site_can_be_read_by_its_words_alone() -> None:
    site = text_history("statute", visits(240))
    assert len(site.versions) == len(site.truths) + 1
    found = asking.measure(site, [2], draws=1, options=asking.WORDS)
    assert found[0].chosen > 80
