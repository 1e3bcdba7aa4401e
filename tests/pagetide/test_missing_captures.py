from datetime import timedelta

import pytest

from pagetide.missing_captures import Silence
from tests.pagetide.conftest import Visits
from tests.pagetide.synthetic import START, capture, failed

DAY = timedelta(days=1)


def test_a_day_without_a_capture_while_a_page_is_due_is_said(
    visits: Visits, caplog: pytest.LogCaptureFixture
) -> None:
    visits.visit(failed(0))
    visits.app.collection.repository.set_due(visits.page.id, START + timedelta(hours=1), "test")
    silence = Silence(visits.app.collection.repository, began=START)
    assert not silence.look(START + timedelta(hours=20)), "it may yet be captured"
    assert silence.look(START + timedelta(hours=26))
    assert "nothing was captured for a day" in caplog.text


def test_a_daemon_that_was_just_started_is_not_to_blame(visits: Visits) -> None:
    visits.app.collection.repository.set_due(visits.page.id, START, "test")
    assert not Silence(visits.app.collection.repository, began=START + 3 * DAY).look(START + 3.5 * DAY)


def test_where_a_page_was_captured_or_none_is_due_all_is_well(visits: Visits) -> None:
    visits.visit(capture(30, news=1, advert=1))
    repository = visits.app.collection.repository
    repository.set_due(visits.page.id, START, "test")
    assert not Silence(repository, began=START).look(START + timedelta(hours=40)), "ten hours ago"
    repository.set_due(visits.page.id, START + 9 * DAY, "test")
    assert not Silence(repository, began=START).look(START + 8 * DAY), "nothing is due"
