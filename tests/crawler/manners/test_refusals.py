from datetime import UTC, datetime, timedelta

import pytest

from crawler.manners.host_pauses import HostPauses
from crawler.manners.refusals import Refusal, is_failed, refusal_in, refusal_of, retry_after
from crawler.scheduling.decision import RevisitDecision, held_back
from crawler.settings import CrawlSettings
from storage.records import Capture, Exchange, Outcome, ResponseKind

NOW = datetime(2026, 1, 1, 12, tzinfo=UTC)
HOST = "example.org"


def visited(status: int, kind: ResponseKind, *headers: tuple[str, str], wall: str = "") -> Capture:
    url = f"https://{HOST}/"
    moved = Exchange(url="http://example.org/", method="GET", started_at=NOW, status=302)
    answer = Exchange(url=url, method="GET", started_at=NOW, status=status, response_headers=headers)
    return Capture(
        url="http://example.org/",
        final_url=url,
        started_at=NOW,
        finished_at=NOW,
        outcome=Outcome.COMPLETE,
        response_kind=kind,
        status=status,
        exchanges=(moved, answer),
        observed={"gate": {"rule": wall}} if wall else {},
    )


@pytest.mark.parametrize(
    ("value", "wait"),
    [
        ("120", timedelta(minutes=2)),
        (" 0 ", timedelta(0)),
        ("Thu, 01 Jan 2026 13:00:00 GMT", timedelta(hours=1)),
        ("Thu, 01 Jan 2026 11:00:00 GMT", timedelta(0)),
        ("soon", None),
        ("-5", None),
        ("", None),
        (None, None),
        ("9" * 400, timedelta(seconds=10**9)),
    ],
)
def test_retry_after_is_seconds_or_a_date(value: str | None, wait: timedelta | None) -> None:
    assert retry_after(value, NOW) == wait


@pytest.mark.parametrize("status", [200, 404, 500, 502, None])
def test_other_answers_refuse_nothing(status: int | None) -> None:
    assert refusal_of(status, {"retry-after": "60"}, NOW) is None


def test_a_refusal_says_how_long_it_asked_to_wait() -> None:
    refusal = refusal_in(visited(503, ResponseKind.ERROR, ("Retry-After", "3600")))
    assert refusal == Refusal(why="the server answers 503 and asks to wait 1 h", wait=timedelta(hours=1))


def test_a_bot_wall_is_a_refusal_without_a_word() -> None:
    refusal = refusal_in(visited(200, ResponseKind.BOT_WALL, wall="cloudflare-challenge"))
    assert refusal is not None
    assert refusal.wait is None
    assert "cloudflare-challenge" in refusal.why


@pytest.mark.parametrize(
    ("status", "kind", "failed"),
    [
        (200, ResponseKind.CONTENT, False),
        (404, ResponseKind.ERROR, False),
        (200, ResponseKind.ERROR, False),
        (500, ResponseKind.ERROR, True),
        (429, ResponseKind.ERROR, True),
        (403, ResponseKind.BOT_WALL, True),
        (200, ResponseKind.LOGIN_WALL, True),
    ],
)
def test_walls_and_passing_errors_count_as_failed_visits(
    status: int, kind: ResponseKind, failed: bool
) -> None:
    assert is_failed(visited(status, kind)) is failed


def test_each_refusal_in_a_row_doubles_the_wait_and_an_answer_ends_the_row() -> None:
    pauses = HostPauses(CrawlSettings(host_backoff_s=60))
    refusal, waits = Refusal(why="no"), []
    for _ in range(4):
        pauses.heed(HOST, refusal, NOW)
        waits.append((pauses.next_ok_at(HOST, NOW) - NOW) / timedelta(minutes=1))
    assert waits == [1, 2, 4, 8]
    pauses.heed(HOST, None, NOW)
    pauses.heed("other.example", refusal, NOW)
    assert pauses.next_ok_at("other.example", NOW) == NOW + timedelta(minutes=1)


def test_a_host_is_never_left_alone_for_longer_than_the_ceiling() -> None:
    pauses = HostPauses(CrawlSettings(host_backoff_ceiling=timedelta(hours=6)))
    pauses.heed(HOST, Refusal(why="no", wait=timedelta(days=400)), NOW)
    assert pauses.next_ok_at(HOST, NOW) == NOW + timedelta(hours=6)


def test_a_wait_of_nothing_is_no_invitation() -> None:
    pauses = HostPauses(CrawlSettings(host_backoff_s=60))
    pauses.heed(HOST, Refusal(why="no", wait=timedelta(0)), NOW)
    assert pauses.next_ok_at(HOST, NOW) == NOW + timedelta(minutes=1)


def test_a_hold_is_over_when_its_time_has_come() -> None:
    pauses = HostPauses(CrawlSettings())
    pauses.heed(HOST, Refusal(why="no", wait=timedelta(hours=1)), NOW)
    assert pauses.hold(HOST, NOW + timedelta(minutes=59)) is not None
    assert pauses.hold(HOST, NOW + timedelta(hours=1)) is None


def test_a_page_waits_as_long_as_its_host_and_the_schedule_says_why() -> None:
    pauses = HostPauses(CrawlSettings())
    pauses.heed(HOST, Refusal(why="the server answers 429", wait=timedelta(hours=5)), NOW)
    soon = RevisitDecision(due_at=NOW + timedelta(hours=1), reason="the visit failed -> again in 1 h")
    assert held_back(soon, pauses.hold(HOST, NOW), at=NOW) == RevisitDecision(
        due_at=NOW + timedelta(hours=5),
        reason="the server answers 429 -> again in 5 h",
        decided_by="hold",
        interval=timedelta(hours=5),
    )
    late = RevisitDecision(due_at=NOW + timedelta(hours=9), reason="the visit failed -> again in 9 h")
    assert held_back(late, pauses.hold(HOST, NOW), at=NOW).due_at == late.due_at
    assert held_back(late, None, at=NOW) == late
