import io
from typing import Any

import pytest
from fastwarc.warc import ArchiveIterator as FastIterator
from hypothesis import given, settings
from hypothesis import strategies as st
from warcio.archiveiterator import ArchiveIterator

from storage.digests import sha256
from storage.records import Exchange, SocketTraffic
from storage.warc.exchange_records import (
    ExchangeRecords,
    Original,
    Originals,
    exchange_failed,
    is_network,
    payload_key,
    protocol_of,
)
from tests.storage.builders import START, exchange, style

PAGE = "urn:uuid:00000000-0000-0000-0000-000000000001"


def _written(brought: Exchange, originals: Originals | None = None) -> list[tuple[Any, bytes]]:
    """The exchange's records as warcio reads them, digests checked, each with its payload."""
    maker = ExchangeRecords(START, PAGE, originals or {})
    read = []
    for record in maker.of(brought, payload_key(brought)):
        parsed = next(iter(ArchiveIterator(io.BytesIO(record.encoded()), check_digests="raise")))
        read.append((parsed, parsed.content_stream().read()))
    return read


def _of_kind(records: list[tuple[Any, bytes]], kind: str) -> tuple[Any, bytes]:
    (found,) = [pair for pair in records if pair[0].rec_type == kind]
    return found


def test_a_response_and_its_request_are_tied_together() -> None:
    records = _written(exchange())
    assert [record.rec_type for record, _ in records] == ["response", "request"]
    response, request = records[0][0].rec_headers, records[1][0].rec_headers
    assert request["WARC-Concurrent-To"] == response["WARC-Record-ID"]
    for headers in (response, request):
        assert headers["WARC-Date"] == "2026-03-01T12:00:00.250000Z"
        assert headers["WARC-Target-URI"] == "https://news.example/front"
        assert headers["WARC-Page-ID"] == PAGE
        assert headers["WARC-Resource-Type"] == "document"
    assert response["WARC-IP-Address"] == "192.0.2.7"
    assert response["WARC-Protocol"] == "h2"


def test_records_are_of_warc_version_1_1() -> None:
    assert _written(exchange())[0][0].rec_headers.protocol == "WARC/1.1"


def test_decoded_bodies_have_honest_headers() -> None:
    headers = (
        ("Content-Type", "text/html"),
        ("Content-Encoding", "br"),
        ("Transfer-Encoding", "chunked"),
        ("Content-Length", "7"),
    )
    response, body = _of_kind(_written(exchange(response_headers=headers, body=b"decoded body")), "response")
    http = response.http_headers
    assert body == b"decoded body"
    assert http["Content-Length"] == "12"
    assert http["Content-Encoding"] is None
    assert http["Transfer-Encoding"] is None
    assert (http["X-Orig-Content-Encoding"], http["X-Orig-Transfer-Encoding"]) == ("br", "chunked")
    assert http["X-Orig-Content-Length"] == "7"


def test_a_true_content_length_is_stated_once() -> None:
    response, _ = _of_kind(
        _written(exchange(body=b"12345", response_headers=(("content-length", "5"),))), "response"
    )
    assert [name.lower() for name, _ in response.http_headers.headers] == ["content-length"]


def test_joined_header_values_become_one_line_each() -> None:
    response, _ = _of_kind(_written(exchange(response_headers=(("set-cookie", "a=1\nb=2"),))), "response")
    assert [value for name, value in response.http_headers.headers if name == "set-cookie"] == ["a=1", "b=2"]


def test_pseudo_headers_are_left_out_and_the_host_is_put_in() -> None:
    sent = ((":authority", "news.example"), (":method", "GET"), ("accept", "*/*"))
    request, _ = _of_kind(_written(exchange(request_headers=sent)), "request")
    assert request.http_headers.headers == [("Host", "news.example"), ("accept", "*/*")]
    assert request.http_headers.protocol == "GET"
    assert request.http_headers.statusline == "/front HTTP/1.1"


def test_a_posted_body_is_kept() -> None:
    posted = exchange(method="POST", request_body=b"q=1&r=2", request_headers=(("content-length", "99"),))
    request, body = _of_kind(_written(posted), "request")
    assert body == b"q=1&r=2"
    assert request.http_headers["Content-Length"] == "7"


def test_a_status_without_reason_gets_the_usual_one() -> None:
    response, _ = _of_kind(_written(exchange(status=404, reason="")), "response")
    assert response.http_headers.statusline == "404 Not Found"


def test_an_exchange_without_response_leaves_a_note() -> None:
    lost = exchange("https://news.example/x.png", status=None, body=None, error="net::ERR_CONNECTION_RESET")
    ((note, text),) = _written(lost)
    assert note.rec_type == "metadata"
    assert note.rec_headers["Content-Type"] == "application/warc-fields"
    assert note.rec_headers["WARC-Payload-Digest"] is None
    assert b"exchange: no response: net::ERR_CONNECTION_RESET\r\n" in text
    assert exchange_failed(lost)


def test_a_lost_body_is_said_twice_in_header_and_note() -> None:
    lost = exchange(body=None, error="evicted from the inspector cache")
    records = _written(lost)
    response, body = _of_kind(records, "response")
    assert body == b""
    assert response.rec_headers["WARC-Truncated"] == "unspecified"
    note, text = _of_kind(records, "metadata")
    assert note.rec_headers["WARC-Concurrent-To"] == response.rec_headers["WARC-Record-ID"]
    assert b"evicted" in text
    assert exchange_failed(lost)


@pytest.mark.parametrize("status", [204, 301, 304])
def test_a_response_that_has_no_body_lost_none(status: int) -> None:
    brought = exchange(status=status, body=None)
    assert not exchange_failed(brought)
    assert [record.rec_type for record, _ in _written(brought)] == ["response", "request"]


def test_a_cut_body_says_why_it_was_cut() -> None:
    response, body = _of_kind(_written(exchange(body=b"first half", truncated="length")), "response")
    assert response.rec_headers["WARC-Truncated"] == "length"
    assert body == b"first half"


@pytest.mark.parametrize("method", ["HEAD", "OPTIONS", "DELETE"])
def test_methods_that_would_replay_in_place_of_the_page_leave_a_note(method: str) -> None:
    ((note, text),) = _written(exchange(method=method, body=None))
    assert note.rec_type == "metadata"
    assert f"method: {method}".encode() in text
    assert not exchange_failed(exchange(method="HEAD", body=None))


@pytest.mark.parametrize(
    "url", ["data:text/plain,x", "blob:https://a/b", "chrome-extension://x/y", "about:blank"]
)
def test_what_never_left_the_browser_is_no_exchange_of_the_network(url: str) -> None:
    assert not is_network(exchange(url))


def test_a_note_tells_headers_lengths_and_first_messages() -> None:
    traffic = SocketTraffic(
        sent=2, sent_bytes=9, received=1, received_bytes=4, first=(("sent", "two\nlines"),)
    )
    ((_, text),) = _written(exchange("wss://news.example/live", status=101, body=None, socket=traffic))
    assert b"request-header: accept: */*\r\n" in text
    assert (
        b"messages-sent: 2 (9 bytes)\r\nmessages-received: 1 (4 bytes)\r\nmessage-sent: two lines\r\n" in text
    )
    assert not exchange_failed(exchange("wss://news.example/live", status=101, body=None, socket=traffic))
    ((_, deleted),) = _written(exchange(method="DELETE", request_body=b"x", body=b"gone"))
    assert b"request-body-bytes: 1\r\n" in deleted
    assert b"response-body-bytes: 4\r\n" in deleted


def test_encryption_is_told_beside_the_protocol() -> None:
    secured = exchange(tls="TLS 1.3", cipher="AES_128_GCM")
    headers = _of_kind(_written(secured), "response")[0].rec_headers
    assert _protocols(headers) == ["h2", "tls/1.3"]
    assert headers["WARC-Cipher-Suite"] == "AES_128_GCM"
    over_quic = _of_kind(_written(exchange(protocol="h3", tls="QUIC")), "response")[0].rec_headers
    assert _protocols(over_quic) == ["h3", "tls/1.3"]


def _protocols(headers: Any) -> list[str]:
    """One header for each value: the settled form of this header."""
    return [value for name, value in headers.headers if name == "WARC-Protocol"]


@pytest.mark.parametrize("stated", [["h2", "tls/1.3"], ["h2, tls/1.3"], ["tls/1.3, h2"]])
def test_the_protocol_is_read_in_both_forms(stated: list[str]) -> None:
    assert protocol_of([("WARC-Type", "response"), *(("WARC-Protocol", each) for each in stated)]) == "h2"


HEAD = (
    b"HTTP/1.1 200 Tudo est\xe1\r\nX-Dept: Universit\xe9\r\nx-pad:  a \r\nServer : b\r\nX-Empty:\r\n"
    b"Content-Encoding: gzip\r\nContent-Length: 3\r\nX-Utf8: \xc3\xa9\r\n"
)
HEADERS = (
    ("X-Dept", "Universit\xe9"),
    ("x-pad", "a"),
    ("Server", "b"),
    ("X-Empty", ""),
    ("Content-Encoding", "gzip"),
    ("Content-Length", "3"),
    ("X-Utf8", "\xe9"),
)


def _head_written(brought: Exchange) -> bytes:
    (response, *_) = ExchangeRecords(START, PAGE, {}).of(brought, None)
    assert response.http is not None
    return response.http.encoded()


def test_lines_of_a_head_stand_as_they_came() -> None:
    written = _head_written(exchange(response_head=HEAD, response_headers=HEADERS, body=b"decoded"))
    assert written == (
        b"HTTP/1.1 200 Tudo est\xe1\r\nX-Dept: Universit\xe9\r\nx-pad:  a \r\nServer : b\r\nX-Empty:\r\n"
        b"X-Orig-Content-Encoding: gzip\r\nX-Orig-Content-Length: 3\r\nX-Utf8: \xc3\xa9\r\nContent-Length: 7\r\n\r\n"
    )


def test_lines_without_a_status_line_get_one() -> None:
    head, headers = b"\r\nx-dept: Universit\xe9\r\n", (("x-dept", "Universit\xe9"),)
    written = _head_written(exchange(response_head=head, response_headers=headers, body=b"decoded"))
    assert written == b"HTTP/1.1 200 OK\r\nx-dept: Universit\xe9\r\nContent-Length: 7\r\n\r\n"


def test_what_was_left_out_of_the_headers_is_left_out_of_the_head() -> None:
    kept = (("X-Dept", "(left out)"), *HEADERS[1:])
    written = _head_written(exchange(response_head=HEAD, response_headers=kept, body=b"decoded"))
    assert b"Universit" not in written
    assert b"X-Dept: (left out)\r\n" in written


def test_headers_beyond_ascii_are_written_in_utf_8_where_their_bytes_are_not_known() -> None:
    written = _head_written(exchange(response_headers=(("X-Dept", "Universit\xe9"),), reason="est\xe1"))
    assert written.startswith(b"HTTP/1.1 200 est\xc3\xa1\r\nX-Dept: Universit\xc3\xa9\r\n")


def test_a_websocket_leaves_a_note() -> None:
    ((note, text),) = _written(exchange("wss://news.example/live", status=101, body=None))
    assert note.rec_type == "metadata"
    assert b"exchange: a web socket: its messages in short\r\n" in text


def test_a_payload_seen_before_becomes_a_revisit() -> None:
    seen = style()
    original = Original(urn="urn:uuid:00000000-0000-0000-0000-000000000002", uri=seen.url, date=START)
    key = payload_key(seen)
    assert key == (sha256(seen.body or b""), seen.url)
    revisit, body = _of_kind(_written(seen, {key: original}), "revisit")
    headers = revisit.rec_headers
    assert body == b""
    assert headers["WARC-Profile"] == "http://netpreserve.org/warc/1.1/revisit/identical-payload-digest"
    assert headers["WARC-Payload-Digest"] == key[0]
    assert headers["WARC-Refers-To"] == f"<{original.urn}>"
    assert headers["WARC-Refers-To-Target-URI"] == seen.url
    assert headers["WARC-Refers-To-Date"] == "2026-03-01T12:00:00.250000Z"
    assert revisit.http_headers["content-type"] == "text/css"


@pytest.mark.parametrize(
    "changes",
    [
        {"method": "POST"},
        {"status": 404},
        {"truncated": "length"},
        {"body": None},
        {"body": b"short"},
        {"request_body": b"x"},
    ],
)
def test_only_whole_plain_responses_of_some_size_are_revisited(changes: dict[str, Any]) -> None:
    assert payload_key(exchange("https://news.example/style.css", **{"body": b"x" * 600, **changes})) is None


_texts = st.text(st.characters(codec="utf-8"), max_size=30)


@settings(max_examples=150, deadline=None)
@given(
    names=st.lists(st.tuples(_texts, _texts), max_size=4),
    body=st.binary(max_size=300),
    reason=_texts,
    path=_texts,
    resource_type=_texts,
)
def test_no_exchange_can_break_out_of_its_records(
    names: list[tuple[str, str]], body: bytes, reason: str, path: str, resource_type: str
) -> None:
    brought = exchange(
        f"https://news.example/{path}",
        body=body,
        reason=reason,
        resource_type=resource_type,
        response_headers=tuple(names),
        request_headers=tuple(names),
    )
    response, payload = _of_kind(_written(brought), "response")
    assert payload == body
    assert response.http_headers["Content-Length"] == str(len(body))
    encoded = [record.encoded() for record in ExchangeRecords(START, PAGE, {}).of(brought, None)]
    read = list(FastIterator(io.BytesIO(b"".join(encoded)), parse_http=False))
    assert len(read) == 2
