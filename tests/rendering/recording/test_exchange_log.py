from datetime import UTC, datetime

import pytest

from rendering.recording.exchange_log import ExchangeLog, Hop, content_length, parsed_headers, sent_body

NOW = datetime(2026, 1, 1, tzinfo=UTC)


def test_events_of_one_request_meet_in_one_hop_whatever_their_order() -> None:
    log = ExchangeLog()
    paused = log.next_hop("1", "paused", NOW, "http://a/")
    paused.url = "http://a/"
    assert log.next_hop("1", "received extra", NOW) is paused
    assert log.next_hop("1", "sent", NOW) is paused


def test_each_redirect_is_a_hop_of_its_own_though_events_overtake_each_other() -> None:
    log = ExchangeLog()
    first = log.next_hop("1", "sent", NOW)
    assert log.next_hop("1", "paused", NOW) is first
    second = log.next_hop("1", "paused", NOW)
    assert second is not first
    assert log.next_hop("1", "sent", NOW) is second
    assert log.last_hop("1") is second


def test_a_redirect_the_browser_made_itself_is_passed_over() -> None:
    log = ExchangeLog()
    insecure = log.next_hop("1", "sent", NOW)
    insecure.url = "http://a/"
    secure = log.next_hop("1", "sent", NOW)
    secure.url = "https://a/"
    assert log.next_hop("1", "paused", NOW, "https://a/") is secure


def test_repeated_fields_and_cookies_are_read_from_the_raw_text() -> None:
    raw = "HTTP/1.1 200 OK\r\nSet-Cookie: a=1\r\nSet-Cookie: b=2\r\nX-Time: 12:30\r\n\r\n"
    assert parsed_headers({"headersText": raw, "headers": {}}) == (
        ("Set-Cookie", "a=1"),
        ("Set-Cookie", "b=2"),
        ("X-Time", "12:30"),
    )


def test_without_raw_text_joined_fields_are_taken_apart() -> None:
    assert parsed_headers({"headers": {"set-cookie": "a=1\nb=2"}}) == (
        ("set-cookie", "a=1"),
        ("set-cookie", "b=2"),
    )


def test_a_sent_body_is_read_byte_by_byte() -> None:
    assert sent_body({"postDataEntries": [{"bytes": "AP8="}, {"bytes": "Cg=="}]}) == b"\x00\xff\n"
    assert sent_body({"postData": "ü"}) == "ü".encode()
    assert sent_body({}) is None


@pytest.mark.parametrize(("told", "length"), [("12", 12), ("none", None), ("", None)])
def test_a_length_that_is_no_number_is_no_length(told: str, length: int | None) -> None:
    assert content_length((("Content-Length", told),)) == length


def test_a_redirect_has_no_body_and_says_where_it_goes() -> None:
    hop = Hop(
        started_at=NOW,
        url="http://a/x",
        status=302,
        response_headers=(("Location", "/y"), ("Content-Length", "5")),
    )
    exchange = hop.exchange()
    assert (exchange.body, exchange.truncated, exchange.redirect_to) == (None, "unspecified", "http://a/y")


@pytest.mark.parametrize("told", ["http://[broken", "https://h:port/"])
def test_a_redirect_to_what_is_no_url_says_so(told: str) -> None:
    hop = Hop(started_at=NOW, url="http://a/x", status=302, response_headers=(("Location", told),))
    assert hop.exchange().redirect_to == told


def test_an_empty_redirect_is_complete() -> None:
    hop = Hop(
        started_at=NOW,
        url="http://a/x",
        status=302,
        response_headers=(("location", "/y"), ("content-length", "0")),
    )
    assert (hop.exchange().body, hop.exchange().truncated) == (b"", None)


def test_a_body_is_kept_up_to_the_limit() -> None:
    hop = Hop(started_at=NOW, url="http://a/", status=200, finished=True)
    hop.keep(b"abcdefghi", 5)
    hop.conclude(5)
    assert (hop.exchange().body, hop.exchange().truncated) == (b"abcde", "length")


def test_what_was_still_arriving_is_kept_and_marked() -> None:
    hop = Hop(started_at=NOW, url="http://a/", status=200, body=b"so far", truncated="time", endless=True)
    hop.conclude(100)
    exchange = hop.exchange()
    assert (exchange.body, exchange.truncated) == (b"so far", "time")
    assert exchange.error == "without an end: kept until the end of the capture"
    assert hop.lost is None


def test_a_second_use_of_the_browsers_memory_is_no_exchange() -> None:
    log = ExchangeLog()
    hop = log.next_hop("1", "sent", NOW)
    hop.url, hop.status, hop.from_memory = "http://a/", 200, True
    assert log.exchanges() == ()
