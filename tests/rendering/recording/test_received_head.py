import pytest

from rendering.recording.received_head import as_text, headers_of, received_head
from storage.records import Exchange
from tests.rendering.conftest import CaptureSite, found
from tests.site_server import SiteServer

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

CONTENT = b"Content-Type: text/html; charset=iso-8859-1\r\n"


def _told_text(head: bytes) -> str:
    """How Chromium tells bytes that are not UTF-8: a first byte of a character takes as many along as it announces."""
    kept, at = b"", 0
    while at < len(head):
        byte = head[at]
        more = 0 if byte < 0xC0 else 1 if byte < 0xE0 else 2 if byte < 0xF0 else 3
        part = head[at : at + 1 + more]
        try:
            part.decode()
            kept += part
        except UnicodeDecodeError:
            pass
        at += len(part)
    return kept.decode()


def _told(head: bytes) -> dict[str, object]:
    values: dict[str, list[str]] = {}
    for line in head.split(b"\r\n")[1:-1]:
        name, _, value = line.partition(b":")
        text = "".join(
            bytes((byte,)).decode("cp1252") if byte not in b"\x81\x8d" else chr(byte) for byte in value
        )
        values.setdefault(name.decode("latin-1").strip(), []).append(text.strip())
    joined = {name: "\n".join(values[name]) for name in sorted(values)}
    return {"headersText": _told_text(head + b"\r\n"), "headers": joined}


@pytest.mark.parametrize(
    "lines",
    [
        b"X-Dept: Universit\xe9\r\n" + CONTENT,
        b"X-Dept: Universit\xe9 de Lyon\r\n" + CONTENT,
        b"Location: /caf\xe9\r\nX-After: kept\r\n",
        b"Location: /caf\xc3\xa9\r\nX-After: kept\r\n",
        b"X-Four: a\xf0\r\nX-Next: b\xc3\r\nx-next: \xff\xfe\x81\x8d\r\nX-Close:none\r\n" + CONTENT,
        b"X-Pad:   a  b   \r\nX-Dup: \xe9\r\nX-Dup: two\r\nServer : s\r\nX-Empty:\r\n" + CONTENT,
        b"Set-Cookie: \xb3\xd2\xda\xcd=1; path=/\r\nSet-Cookie: a=1\r\nX-Utf8: d\xe2\x80\x99\xc3\x89change\r\n",
        b"X-Sjis: \x83\x65\x83\x58\x83\x67\r\nX-Koi8: \xf0\xd2\xc9\xd7\xc5\xd4\r\n" + CONTENT,
    ],
)
async def test_a_head_is_put_together_as_it_came(lines: bytes) -> None:
    head = b"HTTP/1.1 200 OK\r\n" + lines
    assert received_head(_told(head)) == head


async def test_a_status_line_that_took_its_end_along_costs_no_header() -> None:
    head = received_head(_told(b"HTTP/1.1 404 N\xe3o h\xe1\r\nX-Dept: \xe9\r\n" + CONTENT))
    assert head == b"HTTP/1.1 404 Nh\r\nX-Dept: \xe9\r\n" + CONTENT


async def test_values_that_fit_no_text_are_kept_all_the_same() -> None:
    told = {
        "headersText": "HTTP/1.1 200 OK\r\nother: text\r\n\r\n",
        "headers": {"X-A": "caf\xe9", "X-B": "1\n2"},
    }
    assert received_head(told) == b"HTTP/1.1 200 OK\r\nX-A: caf\xe9\r\nX-B: 1\r\nX-B: 2\r\n"


async def test_without_a_text_the_lines_are_made_of_the_values() -> None:
    head = received_head({"headers": {"set-cookie": "a=1\nb=\xe9", "x-dept": "Universit\u00c3\u00a9 \u20ac"}})
    assert head == b"\r\nset-cookie: a=1\r\nset-cookie: b=\xe9\r\nx-dept: Universit\xc3\xa9 \x80\r\n"


async def test_people_read_utf_8_or_what_browsers_take_for_latin_1() -> None:
    assert headers_of(b"HTTP/1.1 200 OK\r\nA: \xc3\xa9\r\nB: \xe9\x80\x81\r\n") == (
        ("A", "é"),
        ("B", "\u9001"),
    )
    assert as_text(b"\x93caf\xe9\x94\x81") == "\u201ccafé\u201d\x81"


async def test_latin_1_headers_of_a_real_answer_are_kept(capture_site: CaptureSite, site: SiteServer) -> None:
    headers = {
        "X-Dept": "Universit\xe9",
        "Content-Language": "fr",
        "X-Utf8": "é".encode().decode("latin-1"),
    }
    site.serve("/latin", "text/html", "<p>words", headers=headers)
    site.serve("/to-latin", "text/html", "", status=302, headers={"X-Dept": "\xe9", "Location": "/latin"})
    capture = await capture_site("/to-latin")
    answer: Exchange = found(capture, "/latin")
    assert b"X-Dept: Universit\xe9\r\nContent-Language: fr\r\nX-Utf8: \xc3\xa9\r\n" in (
        answer.response_head or b""
    )
    assert ("X-Dept", "Université") in answer.response_headers
    assert ("X-Utf8", "é") in answer.response_headers
    assert b"X-Dept: \xe9\r\nLocation: /latin\r\n" in (found(capture, "/to-latin").response_head or b"")


async def test_a_reason_phrase_in_latin_1_is_kept_where_the_connection_is_not_encrypted(
    capture_site: CaptureSite,
) -> None:
    answer = found(await capture_site("/latin-reason"), "/latin-reason")
    assert (answer.response_head or b"").startswith(
        b"HTTP/1.1 200 N\xe3o h\xe1\r\nContent-Type: text/html\r\n"
    )
    assert (answer.reason, answer.body) == ("Não há", b"<p>words")


async def test_a_refusal_that_came_whole_is_not_cut(capture_site: CaptureSite, site: SiteServer) -> None:
    site.serve("/staff", "text/html", "<h1>Staff</h1>", status=401, headers={"WWW-Authenticate": "Basic"})
    answer = found(await capture_site("/staff"), "/staff")
    assert (answer.body, answer.truncated) == (b"<h1>Staff</h1>", None)
