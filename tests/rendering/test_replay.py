"""A capture rendered again from its own exchanges: the same page, and nothing leaves the machine."""

import hashlib
import json
import socket
from collections.abc import AsyncIterator, Iterator
from dataclasses import replace
from datetime import timedelta

import pytest
import pytest_asyncio
from playwright.async_api import Browser, async_playwright

from pagetide.demo.newsroom import Newsroom
from pagetide.demo.server import NewsroomServer
from rendering.browser import launch_options
from rendering.capture.steps import capture_url
from rendering.replay import WALL_ARGS, ReplayBrowser, Replayed
from rendering.settings import RenderingSettings
from storage.records import ArchivedExchange, Capture, Exchange, Match, Outcome
from tests.conftest import LONG_TESTS
from tests.rendering.conftest import AT, ON_THIS_MACHINE, CaptureSite
from tests.site_server import SiteServer

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

ORDINARY = [
    "/article.html",
    "/blocks.html",
    "/elsewhere.html",
    "/frames.html",
    "/front.html",
    "/lazy.html",
    "/moving.html",
    "/polling.html",
    "/redirect?to=/article.html",
    "/refresh.html",
    "/script-redirect.html",
    "/timers.html",
]
if LONG_TESTS:
    ORDINARY += ["/busy-wait.html", "/compressed", "/noscript.html", "/status/404"]
"""Pages of the test site whose replay is byte for byte what was seen live.

Not among them: traffic.html (lists answers in the order in which they happened to arrive), growing.html (never
stands still), hanging-image.html (what never came then fails at once now) and dialogs that never end.
"""


class Remembered:
    """The exchanges of a capture in memory: the first of that URL, method and body."""

    def __init__(self, *exchanges: Exchange) -> None:
        self.exchanges = exchanges
        self.asked: list[tuple[str, str, bytes | None, str | None]] = []

    def find(
        self, url: str, method: str = "GET", body: bytes | None = None, byte_range: str | None = None
    ) -> ArchivedExchange | None:
        self.asked.append((url, method, body, byte_range))
        for exchange in self.exchanges:
            if (exchange.url, exchange.method, exchange.request_body or b"") == (url, method, body or b""):
                return ArchivedExchange(exchange=exchange, match=Match.EXACT, captured_at=AT)
        return None


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def replaying() -> AsyncIterator[ReplayBrowser]:
    async with ReplayBrowser(RenderingSettings(load_timeout_s=20)) as browser:
        yield browser


class Peers:
    """Servers that a peer connection would ask, by UDP and by TCP."""

    def __init__(self, udp: socket.socket, tcp: socket.socket) -> None:
        self._udp, self._tcp = udp, tcp
        by_udp, by_tcp = (f"127.0.0.1:{each.getsockname()[1]}" for each in (udp, tcp))
        servers = [{"urls": f"stun:{by_udp}"}] + [
            {"urls": url, "username": "a", "credential": "b"}
            for url in (
                f"turn:{by_udp}?transport=udp",
                f"turn:{by_tcp}?transport=tcp",
                f"turns:{by_tcp}?transport=tcp",
            )
        ]
        self.connecting = f"""
            const connection = (where) => {{
              const peer = new where.RTCPeerConnection({{ iceServers: {json.dumps(servers)} }});
              peer.createDataChannel('x');
              peer.createOffer().then((offer) => peer.setLocalDescription(offer));
              return peer;
            }};
            const connect = (where) => {{
              if (!where.RTCPeerConnection && !where.webkitRTCPeerConnection) return 'none';
              connection(where);
              return 'made';
            }};"""

    def heard(self) -> list[str]:
        """How somebody has come."""
        heard = []
        for name, listen in (("udp", lambda: self._udp.recv(2000)), ("tcp", self._tcp.accept)):
            try:
                listen()
            except BlockingIOError:
                continue
            heard.append(name)
        return heard


def _digest(png: bytes | None) -> str:
    """Of a picture: pytest takes minutes to tell two of them apart byte by byte."""
    return hashlib.sha256(png or b"").hexdigest()


async def replayed(replaying: ReplayBrowser, capture: Capture) -> Replayed:
    source = Remembered(*capture.exchanges)
    return await replaying.replay(capture.url, capture.started_at, source, profile=capture.profile)


def page(site: SiteServer, html: str, *more: Exchange) -> Remembered:
    """An archive of one page, which need not exist, and more."""
    return Remembered(archived(site.url("/archived"), html.encode(), ("Content-Type", "text/html")), *more)


def archived(
    url: str, body: bytes, *headers: tuple[str, str], method: str = "GET", status: int = 200
) -> Exchange:
    return Exchange(url=url, method=method, started_at=AT, status=status, response_headers=headers, body=body)


async def text_of(replaying: ReplayBrowser, site: SiteServer, source: Remembered) -> str:
    result = await replaying.replay(site.url("/archived"), AT, source)
    assert site.requests == []
    return result.capture.text or ""


@pytest.mark.parametrize("path", ORDINARY)
async def test_an_ordinary_page_is_the_same_byte_for_byte(
    capture_site: CaptureSite, site: SiteServer, replaying: ReplayBrowser, path: str
) -> None:
    live = await capture_site(path)
    site.reset()
    result = await replayed(replaying, live)
    assert _digest(result.capture.view_png) == _digest(live.view_png)
    assert _digest(result.capture.full_page_png) == _digest(live.full_page_png)
    assert result.capture.dom == live.dom
    assert result.capture.text == live.text
    assert result.capture.profile == live.profile
    assert result.capture.outcome is live.outcome
    assert result.missing == ()
    assert site.requests == []


async def test_the_newsrooms_front_pages_are_the_same_byte_for_byte(
    browser: Browser, replaying: ReplayBrowser
) -> None:
    for hours in (0, 30) if LONG_TESTS else (30,):
        at = AT + timedelta(hours=hours)
        with NewsroomServer(Newsroom(), lambda at=at: at) as newsroom:  # type: ignore[misc]
            captures = [
                await capture_url(browser, url, ON_THIS_MACHINE, at) for url in newsroom.urls.values()
            ]
        assert captures
        for live in captures:
            result = await replayed(replaying, live)
            assert [item.outcome for item in (live, result.capture)] == [Outcome.COMPLETE] * 2
            assert _digest(result.capture.view_png) == _digest(live.view_png)
            assert result.capture.text == live.text
            assert result.missing == ()


async def test_other_looks_are_kept(browser: Browser, site: SiteServer, replaying: ReplayBrowser) -> None:
    site.serve("/look", "text/html", "<p id=p></p><script>p.textContent = [navigator.userAgent, innerWidth,"
    "navigator.language, matchMedia('(prefers-color-scheme: dark)').matches, new Date()]</script>")  # fmt: skip
    settings = replace(
        ON_THIS_MACHINE,
        viewport_width_px=700,
        viewport_height_px=500,
        locale="de-DE",
        time_zone="Asia/Tokyo",
        color_scheme="dark",
        device_scale_factor=1.5,
        user_agent_suffix="(+https://archive.example)",
    )
    live = await capture_url(browser, site.url("/look"), settings, AT)
    result = await replayed(replaying, live)
    assert "archive.example" in (live.text or "")
    assert result.capture.text == live.text
    assert result.capture.view_png == live.view_png


async def test_nothing_reaches_a_server(site: SiteServer, replaying: ReplayBrowser) -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as stun:
        stun.bind(("127.0.0.1", 0))
        stun.setblocking(False)
        port = stun.getsockname()[1]
        result = await replaying.replay(
            site.url("/archived"),
            AT,
            page(
                site,
                f"""<link rel=preconnect href={site.url()}><link rel=prefetch href=/prefetched>
                <link rel=dns-prefetch href=//localhost><img src=/picture/9x9/a.png><iframe src=/article.html></iframe>
                <p id=p></p><script>
                const told = (text) => {{ p.textContent += text + ' '; }};
                fetch('/data.json').catch(() => told('fetch'));
                fetch('{site.url("/data.json", host="localhost")}', {{method: 'PUT'}}).catch(() => told('put'));
                new WebSocket('ws://{site.url()[7:]}').onerror = () => told('socket');
                navigator.sendBeacon('/echo', 'x');
                new EventSource('/events').onerror = () => told('events');
                new Worker('/worker.js').onerror = () => told('worker');
                new SharedWorker('/worker.js').onerror = () => told('shared');
                navigator.serviceWorker?.register('/worker.js').catch(() => told('service'));
                try {{ const peer = new RTCPeerConnection({{iceServers: [{{urls: 'stun:127.0.0.1:{port}'}}]}});
                  peer.createDataChannel('x'); peer.createOffer().then((o) => peer.setLocalDescription(o));
                }} catch (error) {{ told('rtc'); }}
                open('/front.html');
                </script>""",
            ),
        )
        with pytest.raises(BlockingIOError):
            stun.recv(2000)
    assert site.requests == []
    assert result.capture.outcome is Outcome.COMPLETE, result.capture.problems  # and waits for nothing
    for what in ("fetch", "put", "socket", "events"):
        assert what in (result.capture.text or "")


@pytest.fixture
def peers() -> Iterator[Peers]:
    with (
        socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as udp,
        socket.create_server(("127.0.0.1", 0)) as tcp,
    ):
        udp.bind(("127.0.0.1", 0))
        udp.setblocking(False)
        tcp.setblocking(False)
        yield Peers(udp, tcp)


async def test_no_peer_connection_leaves_a_replayed_page(
    site: SiteServer, replaying: ReplayBrowser, peers: Peers
) -> None:
    text = await text_of(
        replaying,
        site,
        page(
            site,
            f"""<p id=p></p><script>{peers.connecting}
            const fresh = (make) => {{
              const frame = document.createElement("iframe"); make(frame);
              document.body.append(frame); return frame; }};
            const ways = {{ window: () => window, blank: () => fresh(() => {{}}).contentWindow,
              indexed: () => {{ fresh(() => {{}}); return window[window.length - 1]; }},
              script: () => fresh((f) => {{ f.src = 'javascript:0'; }}).contentWindow,
              srcdoc: () => fresh((f) => {{ f.srcdoc = '<p>'; }}).contentWindow }};
            for (const [name, way] of Object.entries(ways)) p.textContent += `${{name}} ${{connect(way())}} `;
            addEventListener('load', () => {{
              for (let i = 0; i < length; i += 1) p.textContent += `loaded ${{connect(window[i])}} `; }});
            </script>""",
        ),
    )
    assert "window none" in text
    assert "made" not in text
    assert peers.heard() == []


async def test_behind_it_stands_a_browser_that_no_peer_connection_leaves(peers: Peers) -> None:
    """Also where a page would find the means to make one."""
    options = launch_options(RenderingSettings())
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(**{**options, "args": [*options["args"], *WALL_ARGS]})
        tab = await browser.new_page()
        await tab.set_content(
            f"<!doctype html><p id=p>waiting</p><script>{peers.connecting}"
            "const peer = connection(window); peer.onicecandidate = (event) => {"
            " if (event.candidate === null) p.textContent = 'gathered'; };</script>"
        )
        await tab.get_by_text("gathered").wait_for()
        await browser.close()
    assert peers.heard() == []


async def test_what_the_archive_does_not_have_is_named(site: SiteServer, replaying: ReplayBrowser) -> None:
    source = page(site, "<img src=/gone.png><img src=/gone.png?2><link rel=stylesheet href=/gone.css>")
    result = await replaying.replay(site.url("/archived"), AT, source)
    names = {url.rpartition("/")[2] for url in result.missing}
    assert names - {"favicon.ico"} == {"gone.png", "gone.png?2", "gone.css"}
    assert result.capture.outcome is Outcome.COMPLETE


async def test_a_page_that_is_not_in_the_archive_is_a_failed_capture(
    site: SiteServer, replaying: ReplayBrowser
) -> None:
    result = await replaying.replay(site.url("/archived"), AT, Remembered())
    assert result.capture.outcome is Outcome.FAILED
    assert result.missing == (site.url("/archived"),)


async def test_bodies_are_exact_and_repeated_headers_apart(
    site: SiteServer, replaying: ReplayBrowser
) -> None:
    every = bytes(range(256)) * 300
    source = page(
        site,
        """<p id=p></p><script>fetch('/all').then(async (r) => { const b = new Uint8Array(await r.arrayBuffer());
        p.textContent = [b.length, b.every((v, i) => v === i % 256), r.headers.get('x-twice'), r.status,
          r.statusText, document.cookie]; })</script>""",
        replace(
            archived(
                site.url("/all"),
                every,
                ("X-Twice", "one"),
                ("X-Twice", "two"),
                ("Set-Cookie", "a=1"),
                ("Set-Cookie", "b=2"),
                ("Content-Encoding", "gzip"),
                ("Content-Length", "77"),
                status=203,
            ),
            reason="Fine",
        ),
    )
    assert await text_of(replaying, site, source) == f"{len(every)},true,one, two,203,Fine,a=1; b=2"


async def test_a_post_is_answered_by_its_body(site: SiteServer, replaying: ReplayBrowser) -> None:
    answers = [
        replace(archived(site.url("/api"), text.encode(), method="POST"), request_body=body)
        for text, body in (("first", b"a=1"), ("second", b"a=2"), ("bytes", b"\x00\xff\n\r"))
    ]
    source = page(
        site,
        """<p id=p></p><script>(async () => { for (const body of ['a=2', 'a=1', new Uint8Array([0, 255, 10, 13])])
        p.textContent += await (await fetch('/api', {method: 'POST', body})).text() + ' '; })()</script>""",
        *answers,
    )
    assert await text_of(replaying, site, source) == "second first bytes"


async def test_redirects_stay_redirects_and_other_origins_other_origins(
    site: SiteServer, replaying: ReplayBrowser
) -> None:
    other = site.url("/x", host="localhost")
    source = page(
        site,
        f"""<p id=p></p><script>
        const told = (text) => {{ p.textContent += text + ' '; }};
        (async () => {{
          const response = await fetch('/moved'); told(response.redirected + response.url.slice(-7));
          await fetch('{other}closed').then(() => told('open'), () => told('closed'));
          await fetch('{other}open').then(async (r) => told(await r.text()), () => told('no'));
          await fetch('{other}open', {{headers: {{'X-Own': '1'}}}}).then(() => told('preflighted'), () => told('no'));
        }})()</script>""",
        archived(site.url("/moved"), b"", ("Location", "/target"), status=301),
        archived(site.url("/target"), b"here"),
        archived(other + "closed", b"secret"),
        archived(other + "open", b"shared", ("Access-Control-Allow-Origin", "*")),
    )
    assert await text_of(replaying, site, source) == "true/target closed shared preflighted"


@pytest.mark.parametrize("target", ["/caf%E9", "/caf%C3%A9"])
async def test_a_redirect_goes_where_the_bytes_of_its_target_led(
    site: SiteServer, replaying: ReplayBrowser, target: str
) -> None:
    there = archived(site.url(target), b"<p>arrived", ("Content-Type", "text/html"))
    source = Remembered(archived(site.url("/archived"), b"", ("Location", "/caf\xe9"), status=302), there)
    assert await text_of(replaying, site, source) == "arrived"


@pytest.mark.parametrize(
    "odd", [("", "x"), ("X Y", "x"), ("X-\xe9", "x"), ("X", "a\rb"), ("X", "a\0b"), ("X", "\u2019")]
)
async def test_a_header_that_no_browser_takes_costs_the_page_nothing_else(
    site: SiteServer, replaying: ReplayBrowser, odd: tuple[str, str]
) -> None:
    answer = archived(site.url("/archived"), b"<p>shown", odd, ("Content-Type", "text/html"))
    assert await text_of(replaying, site, Remembered(answer)) == "shown"


async def test_what_failed_then_fails_now(site: SiteServer, replaying: ReplayBrowser) -> None:
    failed = replace(
        archived(site.url("/reset"), b""), status=None, body=None, error="net::ERR_CONNECTION_RESET"
    )
    cut = replace(archived(site.url("/cut"), b"only this"), truncated="disconnect")
    lost = replace(archived(site.url("/lost"), b""), body=None, error="its body was not reported")
    refused = replace(
        failed, url=site.url("/refused"), error="refused: its host is not among the allowed hosts"
    )
    source = page(
        site,
        """<p id=p></p><script>(async () => { for (const path of ['reset', 'cut', 'lost', 'refused'])
        await fetch('/' + path).then((r) => r.text()).then(() => 0, () => { p.textContent += path + ' ' }); })()
        </script>""",
        failed,
        cut,
        lost,
        refused,
    )
    result = await replaying.replay(site.url("/archived"), AT, source)
    assert result.capture.text == "reset cut lost refused"
    assert site.url("/lost") in result.missing
    assert site.url("/reset") not in result.missing
    errors = {item.url: item.error for item in result.capture.exchanges}
    assert errors[site.url("/reset")] == "net::ERR_CONNECTION_RESET"
    assert "refused by the browser" in (errors[site.url("/refused")] or "")


async def test_an_event_stream_is_told_once(site: SiteServer, replaying: ReplayBrowser) -> None:
    stream = archived(site.url("/stream"), b"data: 1\n\ndata: 2\n\n", ("Content-Type", "text/event-stream"))
    source = page(
        site,
        """<p id=p></p><script>new EventSource('/stream').onmessage = (event) => { p.textContent += event.data }
        </script>""",
        replace(stream, truncated="time"),
    )
    assert await text_of(replaying, site, source) == "12"
    assert len([url for url, *_ in source.asked if url.endswith("/stream")]) == 1


async def test_workers_are_answered_and_not_waited_for(
    capture_site: CaptureSite, site: SiteServer, replaying: ReplayBrowser
) -> None:
    site.serve(
        "/with-worker",
        "text/html",
        "<p id=p></p><script>new Worker('/worker.js').onmessage = (event) => { p.textContent = event.data.length }"
        "</script>",
    )
    live = await capture_site("/with-worker")
    result = await replayed(replaying, live)
    asked = {item.url.partition("?")[0].rpartition("/")[2] for item in result.answers}
    assert {"worker.js", "plain.txt", "500"} <= asked
    assert result.missing == ()


async def test_the_browser_comes_back_after_a_crash(site: SiteServer) -> None:
    async with ReplayBrowser(RenderingSettings()) as replaying:
        source = page(site, "<p>Here again</p>")
        assert replaying._browser is not None
        await replaying._browser.close()
        assert await text_of(replaying, site, source) == "Here again"
