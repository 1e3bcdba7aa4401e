"""Recording against the real server: what it sent, once each, is what is kept."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Page, Request, Route

from rendering.browser import context_options
from rendering.capture.steps import PageCapture
from rendering.settings import LimitSettings, RenderingSettings
from storage.records import Capture, Outcome, ProblemCode, SocketTraffic
from tests.rendering.conftest import AT, TO_BEGIN_S, CaptureSite, found
from tests.site_answers import Received
from tests.site_server import SiteServer, png

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

OnPage = Callable[[Page], Awaitable[None]]


async def _leave_it(page: Page) -> None:
    """A page as Playwright opens it."""


async def _intercept(page: Page) -> None:
    async def pass_on(route: Route, request: Request) -> None:
        await request.all_headers()
        await route.continue_()

    await page.route("**", pass_on)


@pytest.fixture(scope="module", params=[_leave_it, _intercept], ids=["plain", "routed"])
def on_page(request: pytest.FixtureRequest) -> OnPage:
    opened: OnPage = request.param
    return opened


async def _captured(browser: Browser, url: str, on_page: OnPage, settings: RenderingSettings) -> Capture:
    """What the spider does, on a page that somebody else has opened."""
    context = await browser.new_context(**context_options(settings))
    page = await context.new_page()
    await on_page(page)
    try:
        capture = await PageCapture.prepare(page, url, settings, AT)
        response = await page.goto(url, wait_until="load")
        return await capture.complete(status=response.status if response else None)
    finally:
        await context.close()


@dataclass(frozen=True)
class Traffic:
    """A capture of ``traffic.html``, and all that the server received for it."""

    capture: Capture
    received: Sequence[Received]


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def traffic(browser: Browser, kept_site: SiteServer, on_page: OnPage) -> Traffic:
    kept_site.reset()
    capture = await _captured(browser, kept_site.url("/traffic.html"), on_page, RenderingSettings())
    return Traffic(capture, tuple(kept_site.requests))


async def test_every_kind_of_traffic_is_recorded_and_nothing_is_asked_twice(
    traffic: Traffic, site: SiteServer
) -> None:
    capture = traffic.capture
    assert capture.outcome is Outcome.COMPLETE, capture.problems
    received = [(request.method, request.path, request.query) for request in traffic.received]
    asked_once = [item for item in received if item[1] not in ("/reset", "/socket", "/favicon.ico")]
    assert sorted(asked_once) == sorted(set(asked_once))
    recorded = {
        (item.method, item.url.removeprefix(site.url("")).partition("?")[0])
        for item in capture.exchanges
        if item.status is not None
    }
    assert {(method, path) for method, path, _ in asked_once} <= recorded


async def test_bodies_are_those_that_the_server_sent(traffic: Traffic) -> None:
    capture = traffic.capture
    assert found(capture, "/here.png").body == png(60, 40, _crc("/picture/60x40/here.png"))
    assert (
        found(capture, "/compressed").body
        == b"<!doctype html><title>Small</title><p>This was compressed.</p>"
    )
    assert found(capture, "/compressed").response_headers.count(("Content-Encoding", "gzip")) == 1
    assert found(capture, "/big-chunked/300000").body == (bytes(range(256)) * 1172)[:300_000]
    assert found(capture, "/plain.txt?by-worker").body == b"Only words here."
    assert found(capture, "/words/500?by-worker").body == b"word " * 100
    assert found(capture, "/status/404").status == 404
    no_content = found(capture, "/no-content")
    assert (no_content.status, no_content.body, no_content.error) == (204, b"", None)


async def test_what_the_page_sent_is_recorded(traffic: Traffic) -> None:
    capture = traffic.capture
    assert found(capture, "/echo", method="POST").request_body == b"sent=this"
    assert found(capture, "/echo?binary", method="POST").request_body == b"\x00\xff\n\r"
    assert found(capture, "/echo?beacon", method="POST").request_body == b"beep"
    names = [name.lower() for name, _ in found(capture, "/traffic.html").request_headers]
    assert "user-agent" in names
    assert "accept-language" in names


async def test_each_redirect_is_an_exchange_without_a_body(traffic: Traffic, site: SiteServer) -> None:
    capture = traffic.capture
    chain = [
        item for item in capture.exchanges if item.url.endswith(("status=301", "to=/data.json", "/data.json"))
    ]
    assert [item.status for item in chain if item.redirect_to] == [301, 302]
    assert all(item.body is None and item.error is None for item in chain if item.redirect_to)
    assert found(capture, "status=301").redirect_to == site.url("/redirect?to=/data.json")
    assert [item.body for item in chain if item.status == 200] == [b'{"answer": 42}']


async def test_repeated_headers_and_cookies_are_kept_apart(traffic: Traffic) -> None:
    headers = found(traffic.capture, "/double-headers").response_headers
    assert [value for name, value in headers if name.lower() == "x-twice"] == ["one", "two"]
    assert [value for name, value in headers if name.lower() == "set-cookie"] == ["a=1", "b=2"]


async def test_failures_and_endless_answers_say_what_happened(traffic: Traffic) -> None:
    capture = traffic.capture
    reset = found(capture, "/reset")
    assert (reset.status, reset.body, reset.error) == (None, None, "net::ERR_CONNECTION_RESET")
    short = found(capture, "/short-body")
    assert (short.body, short.truncated) == (b"only this", "disconnect")
    events = found(capture, "/events")
    assert (events.body or b"").startswith(b"data: message 0\n\n")
    assert (events.truncated, events.error) == ("time", "without an end: kept until the end of the capture")
    assert found(capture, "/socket").socket == SocketTraffic()


async def test_the_address_and_protocol_of_an_exchange_are_recorded(capture_site: CaptureSite) -> None:
    main = found(await capture_site("/article.html"), "/article.html")
    assert (main.remote_ip, main.protocol, main.resource_type) == ("127.0.0.1", "http/1.1", "Document")
    assert main.started_at >= AT


async def test_a_body_announced_above_the_limit_is_kept_up_to_it_and_marked(
    site: SiteServer, capture_site: CaptureSite
) -> None:
    script = "fetch('/big/6000000').then(async r => p.textContent = (await r.arrayBuffer()).byteLength)"
    site.serve("/asks-much", "text/html", f"<p id=p>much</p><script>{script}</script>")
    capture = await capture_site("/asks-much", max_body_bytes=1_000_000)
    big = found(capture, "/big/6000000")
    assert (big.body, big.truncated) == ((bytes(range(256)) * 3907)[:1_000_000], "length")
    assert big.error == "longer than the 1000000 bytes kept of a body"
    assert capture.text == "6000000"


async def test_a_body_that_grows_above_the_limit_is_cut_and_marked(
    site: SiteServer, capture_site: CaptureSite
) -> None:
    site.serve(
        "/asks-much",
        "text/html",
        "<p>much</p><script>fetch('/big-chunked/3000000').then(r => r.text())</script>",
    )
    big = found(await capture_site("/asks-much", max_body_bytes=1_000_000), "/big-chunked/3000000")
    assert (len(big.body or b""), big.truncated) == (1_000_000, "length")


async def test_a_body_that_the_browser_does_not_tell_is_a_loss(
    site: SiteServer, capture_site: CaptureSite
) -> None:
    site.serve(
        "/asks-blob", "text/html", "<p>much</p><script>fetch('/words/90000').then(r => r.blob())</script>"
    )
    capture = await capture_site("/asks-blob")
    assert capture.outcome is Outcome.PARTIAL
    (problem,) = capture.problems
    assert problem.code is ProblemCode.EXCHANGE
    assert "went to the page as a blob" in problem.message


async def test_a_large_body_is_recorded_whole(site: SiteServer, capture_site: CaptureSite) -> None:
    size = 24_000_000
    site.serve(
        "/asks-much",
        "text/html",
        f"<p id=p>much</p><script>fetch('/big/{size}').then(async r => p.textContent = (await r.blob()).size)</script>",
    )
    capture = await capture_site("/asks-much", settle_timeout_s=60)
    assert capture.text == str(size)
    assert len(found(capture, f"/big/{size}").body or b"") == size
    assert site.count(f"/big/{size}") == 1


async def test_a_page_of_unknown_length_gets_its_body_while_it_arrives(
    site: SiteServer, capture_site: CaptureSite
) -> None:
    site.serve(
        "/reads-along",
        "text/html",
        "<p id=p></p><script>fetch('/endless').then(async r => "
        "{ const {value} = await r.body.getReader().read();"
        " p.textContent = new TextDecoder().decode(value); })</script>",
    )
    capture = await capture_site("/reads-along", settle_timeout_s=TO_BEGIN_S)
    assert (capture.text or "").startswith("more and more")
    endless = found(capture, "/endless")
    assert (endless.body or b"").startswith(b"more and more\n")
    assert endless.truncated == "time"


async def test_a_body_above_the_limit_that_goes_to_the_page_as_a_blob_is_only_marked(
    site: SiteServer, capture_site: CaptureSite
) -> None:
    script = "fetch('/big/6000000').then(async r => p.textContent = (await r.blob()).size)"
    site.serve("/asks-much", "text/html", f"<p id=p>much</p><script>{script}</script>")
    capture = await capture_site("/asks-much", max_body_bytes=1_000_000)
    big = found(capture, "/big/6000000")
    assert (big.body, big.truncated) == (None, "length")
    assert capture.text == "6000000"


async def test_a_document_in_an_old_encoding_is_kept_byte_for_byte(capture_site: CaptureSite) -> None:
    capture = await capture_site("/kind/legacy")
    assert found(capture, "/kind/legacy").body == "<!doctype html><p>Füße kosten 5 €</p>".encode("cp1252")


async def test_a_document_without_an_end_is_cut_and_shown(capture_site: CaptureSite) -> None:
    capture = await capture_site("/kind/endless-page", load_timeout_s=TO_BEGIN_S)
    assert capture.outcome is Outcome.PARTIAL
    assert (capture.text or "").startswith("It has begun")
    page = found(capture, "/kind/endless-page")
    assert (page.body or b"").startswith(b"<!doctype html><title>Endless</title>")
    assert page.truncated == "time"


async def test_a_compressed_document_that_grows_without_measure_is_cut(capture_site: CaptureSite) -> None:
    capture = await capture_site("/kind/bomb/40000000", load_timeout_s=4, max_body_bytes=1_000_000)
    page = found(capture, "/kind/bomb/40000000")
    assert (len(page.body or b""), page.truncated) == (1_000_000, "length")


async def test_what_a_server_says_is_unchanged_is_recorded_as_said(capture_site: CaptureSite) -> None:
    capture = await capture_site("/recording/statuses.html")
    both = [item for item in capture.exchanges if item.url.endswith("/kind/not-modified")]
    assert [(item.status, len(item.body or b"")) for item in both] == [(200, 8200), (304, 0)]


async def test_messages_of_web_sockets_are_told_in_short(capture_site: CaptureSite) -> None:
    capture = await capture_site("/recording/streams.html")
    socket = found(capture, "/kind/socket")
    assert socket.status == 101
    assert socket.socket == SocketTraffic(
        sent=2,
        sent_bytes=8,
        received=2,
        received_bytes=8,
        first=(
            ("sent", "hello"),
            ("sent", "3 bytes of binary data"),
            ("received", "hello"),
            ("received", "3 bytes of binary data"),
        ),
    )
    assert found(capture, "/status/404?socket").socket == SocketTraffic()


async def test_windows_do_not_open_and_are_told(site: SiteServer, capture_site: CaptureSite) -> None:
    capture = await capture_site("/recording/windows.html")
    assert capture.observed["windows"]["count"] == 3
    assert site.url("/plain.txt?opened") in capture.observed["windows"]["urls"]
    assert site.count("/plain.txt") == site.count("/echo") == 0


async def test_nothing_leaves_the_page_once_it_is_recorded(
    site: SiteServer, capture_site: CaptureSite
) -> None:
    capture = await capture_site("/recording/arrived.html")
    assert capture.outcome is Outcome.COMPLETE, capture.problems
    await capture_site("/article.html")  # time for what the first page may have sent on its way out
    assert site.count("/echo") == 0


async def test_errors_of_scripts_are_counted(capture_site: CaptureSite) -> None:
    capture = await capture_site("/recording/written.html")
    assert capture.observed["errors"] == {"count": 2, "first": ["nothing is not defined", "refused"]}


async def test_requests_above_the_limit_are_refused_and_the_page_is_captured(
    site: SiteServer, capture_site: CaptureSite
) -> None:
    script = (  # each waits for the one before, and the page for all: however slow, it has loaded only then
        "let failed = 0; for (let n = 0; n < 60; n += 1) { const asked = new XMLHttpRequest(); asked.open('GET',"
        " `/echo?${n}`, false); try { asked.send(); } catch { failed += 1; } } p.textContent = `${failed} failed`;"
    )
    site.serve("/asks-often", "text/html", f"<p id=p>often</p><script>{script}</script>")
    capture = await capture_site("/asks-often", limits=LimitSettings(max_requests=20))
    assert site.count("/echo") < 20
    assert len(capture.exchanges) <= 20
    (problem,) = [problem for problem in capture.problems if problem.code is ProblemCode.LIMIT]
    assert "more than 20 things" in problem.message
    assert (capture.text or "").endswith("failed")
    assert capture.view_png is not None


async def test_bodies_above_the_limit_of_a_capture_are_cut(
    site: SiteServer, capture_site: CaptureSite
) -> None:
    script = (
        "(async () => { for (let n = 0; n < 9; n += 1) await fetch(`/big/300000?${n}`).catch(() => {});"
        " p.textContent = 'done'; })()"
    )
    site.serve("/asks-much", "text/html", f"<p id=p>much</p><script>{script}</script>")
    capture = await capture_site("/asks-much", limits=LimitSettings(max_capture_bytes=1_000_000))
    assert sum(len(item.body or b"") for item in capture.exchanges) <= 1_000_000
    (problem,) = [problem for problem in capture.problems if problem.code is ProblemCode.LIMIT]
    assert "more than 1000000 bytes" in problem.message


async def test_a_synchronous_request_does_not_block_the_recording(
    site: SiteServer, capture_site: CaptureSite
) -> None:
    site.serve(
        "/sync",
        "text/html",
        "<p id=p></p><script>const r = new XMLHttpRequest(); r.open('GET', '/big-chunked/70000', false); r.send();"
        "p.textContent = r.responseText.length;</script>",
    )
    capture = await capture_site("/sync")
    assert capture.outcome is Outcome.COMPLETE, capture.problems
    assert len(found(capture, "/big-chunked/70000").body or b"") == 70_000


async def test_frames_of_other_origins_are_recorded(site: SiteServer, capture_site: CaptureSite) -> None:
    capture = await capture_site("/frames.html")
    other = site.url("", host="localhost")
    assert found(capture, "/framed.html?other").url.startswith(other)
    assert found(capture, "/echo?from-frame-other").body == b"from-frame-other"


async def test_hosts_not_allowed_are_not_asked(browser: Browser, site: SiteServer, on_page: OnPage) -> None:
    settings = RenderingSettings(allowed_hosts=("127.0.0.1",))
    capture = await _captured(browser, site.url("/elsewhere.html"), on_page, settings)
    assert capture.outcome is Outcome.COMPLETE, capture.problems
    assert capture.text == "socket refused, refused"
    assert site.count("/picture/10x10/elsewhere.png") == 0
    assert site.count("/data.json") == 0
    assert site.count("/socket") == 0
    picture = found(capture, "/elsewhere.png")
    assert (picture.status, picture.error) == (None, "refused: its host is not among the allowed hosts")


async def test_a_frame_that_was_refused_is_not_waited_for(capture_site: CaptureSite) -> None:
    capture = await capture_site("/frames.html", allowed_hosts=("127.0.0.1",))
    assert capture.outcome is Outcome.COMPLETE, capture.problems
    assert found(capture, "/framed.html?other").error == "refused: its host is not among the allowed hosts"


async def test_a_page_on_a_host_not_allowed_fails(capture_site: CaptureSite, site: SiteServer) -> None:
    capture = await capture_site("/article.html", allowed_hosts=("example.org",))
    assert capture.outcome is Outcome.FAILED
    assert [problem.code for problem in capture.problems] == [ProblemCode.UNREACHABLE]
    assert "is not among the allowed hosts" in capture.problems[0].message
    assert site.requests == []


async def test_two_pages_at_once_do_not_mix(browser: Browser, site: SiteServer) -> None:
    settings = RenderingSettings()
    paths = ("/article.html", "/front.html")
    captures = await asyncio.gather(
        *(_captured(browser, site.url(path), _leave_it, settings) for path in paths)
    )
    for path, capture in zip(paths, captures, strict=True):
        documents = [item.url for item in capture.exchanges if item.resource_type == "Document"]
        assert documents == [site.url(path)]


def _crc(path: str) -> int:
    import zlib

    return zlib.crc32(path.encode())
