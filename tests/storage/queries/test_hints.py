from datetime import timedelta

import pytest

from storage.collection import Collection
from storage.queries.hints import HintKind, PageHint
from storage.queries.missed_visits import MissedVisit
from tests.storage.builders import START

pytestmark = pytest.mark.usefixtures("each_database")

HOUR = timedelta(hours=1)


def test_hints_are_kept_in_order_and_found_by_time(collection: Collection) -> None:
    repository = collection.repository
    page = repository.add_page("https://a.example/", at=START)
    for hour, kind in ((2, HintKind.FEED), (1, HintKind.CONDITIONAL), (3, HintKind.SITEMAP)):
        repository.add_hint(PageHint(page_id=page.id, at=START + hour * HOUR, kind=kind, changed=hour > 1))
    kinds = [hint.kind for hint in repository.hints(page.id)]
    assert kinds == [HintKind.CONDITIONAL, HintKind.FEED, HintKind.SITEMAP]
    between = repository.hints(page.id, after=START + HOUR, until=START + 2 * HOUR)
    assert [hint.kind for hint in between] == [HintKind.FEED]


def test_spared_visits_are_counted_by_page(collection: Collection) -> None:
    repository = collection.repository
    page = repository.add_page("https://a.example/", at=START)
    for hour in range(4):
        at = START + hour * HOUR
        repository.add_hint(
            PageHint(page_id=page.id, at=at, kind=HintKind.CONDITIONAL, changed=False, spared=hour > 0)
        )
    assert repository.spared_visits(START) == {page.id: 3}
    assert repository.spared_visits(START + 2 * HOUR) == {page.id: 2}


def test_missed_visits_are_found_by_when_they_were_noticed(collection: Collection) -> None:
    repository = collection.repository
    page = repository.add_page("https://a.example/", at=START)
    for day in range(3):
        at = START + timedelta(days=day)
        repository.add_missed_visit(
            MissedVisit(
                page_id=page.id, due_at=at - HOUR, noticed_at=at, visits=1, reason="nothing was running"
            )
        )
    assert len(repository.missed_visits()) == 3
    assert len(repository.missed_visits(since=START + timedelta(days=1))) == 2


def test_old_hints_are_forgotten_but_for_what_was_said_before_a_page_was_watched(
    collection: Collection,
) -> None:
    repository = collection.repository
    page = repository.add_page("https://a.example/", at=START)
    said = [
        PageHint(page_id=page.id, at=START + hours * HOUR, kind=HintKind.SITEMAP, changed=True)
        for hours in (-5, 1, 9)
    ]
    repository.add_hints(said)
    repository.add_hints([])
    assert repository.forget_hints(START + 2 * HOUR) == 1
    assert [hint.at for hint in repository.hints(page.id)] == [START - 5 * HOUR, START + 9 * HOUR]
    assert repository.count_missed_visits(since=START) == 0
