"""The visits to a page by hour and day."""

from datetime import date, timedelta

import httpx
from lxml import html

from dashboard.source import Source
from dashboard.visit_log import DAYS_SHOWN, visit_log
from storage.queries.hints import HintKind, PageHint
from storage.queries.missed_visits import MissedVisit
from storage.records import Outcome, Page, ResponseKind
from tests.storage.builders import START, add_page, capture, score


def _page_with_visits(source: Source) -> Page:
    """Hourly captures of which the second is an important change, the third failed, the fourth met a wall."""
    page = add_page(source.collection, "https://ferry.example/")
    fields = {"url": page.url, "final_url": page.url}
    stored = [source.collection.store(page, capture(number, **fields)) for number in range(2)]
    source.collection.record_score(score(*stored, important=True))
    source.collection.store(page, capture(2, **fields, outcome=Outcome.FAILED))
    source.collection.store(page, capture(3, **fields, response_kind=ResponseKind.BOT_WALL))
    return page


def test_nothing_captured_is_no_log(source: Source) -> None:
    page = add_page(source.collection, "https://new.example/")
    assert visit_log(source, page.id) is None


def test_each_hour_is_led_by_what_tells_most(source: Source) -> None:
    page = _page_with_visits(source)
    late = START + timedelta(hours=1, minutes=30)
    source.repository.add_missed_visit(
        MissedVisit(page_id=page.id, due_at=late, noticed_at=late, visits=3, reason="the machine slept")
    )
    source.repository.add_hint(
        PageHint(page_id=page.id, at=late, kind=HintKind.FEED, changed=False, spared=True)
    )
    log = visit_log(source, page.id)
    assert log is not None
    hours = [cell for day in log.days for cell in day.hours if cell is not None]
    assert [cell.leading.kind for cell in hours] == ["captured", "important", "failed", "wall"]
    assert hours[1].summary == "important change, 3 × missed visit, spared: a hint said that nothing changed"
    assert log.summary == "4 visits, 3 missed, 1 spared."
    assert [visit.reason for visit in log.visits if visit.point is None] == ["feed", "the machine slept"]


def test_older_weeks_are_reached_and_days_without_visits_stand_empty(source: Source) -> None:
    page = add_page(source.collection, "https://ferry.example/")
    for day in (0, 3, 40):
        source.collection.store(page, capture(24 * day, url=page.url, final_url=page.url))
    first = START.date()
    log = visit_log(source, page.id)
    assert log is not None
    assert len(log.days) == DAYS_SHOWN
    assert (log.day, log.newer) == (first + timedelta(days=40), None)
    assert log.older == first + timedelta(days=12)
    before = visit_log(source, page.id, until=log.older)
    assert before is not None
    assert (before.day, before.older, before.newer) == (first + timedelta(days=3), None, log.day)
    assert [len([hour for hour in day.hours if hour]) for day in before.days[-4:]] == [1, 0, 0, 1]


def test_a_day_without_visits_and_one_far_away_are_answered(source: Source) -> None:
    page = _page_with_visits(source)
    for day in (date(1, 1, 1), date(9999, 12, 31)):
        log = visit_log(source, page.id, day=day, until=day)
        assert log is not None
        assert log.day == START.date()


def test_the_room_leads_to_captures_and_comparisons(client: httpx.Client) -> None:
    answer = client.get("/page/1/visits")
    assert answer.status_code == 200
    document = html.fromstring(answer.text)
    assert document.cssselect(".calendar .visit")
    assert document.cssselect(".filmstrip img[loading=lazy]")
    assert all(row.cssselect("th a[href^='/capture/']") for row in document.cssselect(".captures tbody tr"))
    assert client.get("/page/1/visits?day=nonsense").status_code == 422
    assert client.get("/page/999/visits").status_code == 404
