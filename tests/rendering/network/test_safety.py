"""What a page cannot reach and cannot do: every way out is tried by a real page in a real browser."""

import asyncio
import json
import socket
from collections.abc import AsyncIterator, Sequence
from dataclasses import replace
from ipaddress import ip_address

import pytest
import pytest_asyncio
from playwright.async_api import Browser, async_playwright

from rendering.browser import context_options, gateway_of, launched
from rendering.capture.steps import capture_url
from rendering.network.addresses import HOW_TO_ALLOW, Address
from rendering.settings import RenderingSettings, SafetySettings
from storage.records import Capture, Outcome, ProblemCode
from tests.rendering.conftest import AT, ON_THIS_MACHINE, CaptureSite
from tests.site_server import SiteServer

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="module")]

SITE, INSIDE = "127.0.0.1", "127.0.0.2"
ONLY_THE_SITE = RenderingSettings(
    load_timeout_s=20, safety=SafetySettings(reachable_networks=(f"{SITE}/32",))
)
"""The test site stands for the public web, every other address of this machine for what is private."""

_rebinding: list[str] = []


async def _resolve(name: str, port: int) -> Sequence[Address]:
    """Names of the tests; ``rebind.example`` is public once, and private from then on."""
    if name == "rebind.example":
        return [ip_address(_rebinding.pop(0) if len(_rebinding) > 1 else _rebinding[0])]
    known = {"public.example": SITE, "inside.example": INSIDE, "private.example": "10.0.0.1"}
    if name not in known:
        raise socket.gaierror(socket.EAI_NONAME, "no such name")
    return [ip_address(known[name])]


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def guarded() -> AsyncIterator[Browser]:
    """A browser that may reach the test site and nothing else on this machine."""
    async with (
        async_playwright() as playwright,
        launched(playwright, ONLY_THE_SITE, resolve=_resolve) as running,
    ):
        yield running


async def _capture(browser: Browser, url: str, **settings: object) -> Capture:
    return await capture_url(browser, url, replace(ONLY_THE_SITE, **settings), AT)  # type: ignore[arg-type]


def _errors(capture: Capture) -> dict[str, str | None]:
    return {exchange.url: exchange.error for exchange in capture.exchanges}


@pytest.mark.parametrize(
    ("url", "said"),
    [
        ("http://127.2/", "127.0.0.2 is a loopback address"),
        ("http://0x7f000002/", "127.0.0.2 is a loopback address"),
        ("http://[::1]/", "::1 is a loopback address"),
        ("http://[::ffff:127.0.0.2]/", "::ffff:7f00:2 is a loopback address"),
        ("http://inside.example/", "inside.example resolves to 127.0.0.2, a loopback address"),
        ("http://inside.example./", "inside.example. resolves to 127.0.0.2, a loopback address"),
        ("http://private.example/", "private.example resolves to 10.0.0.1, a private address"),
        ("http://169.254.169.254/latest/", "169.254.169.254 is the address of a cloud's metadata service"),
        ("http://0.0.0.0/", "0.0.0.0 is the unspecified address"),
    ],
)
async def test_a_page_at_such_an_address_is_refused_and_the_way_to_allow_it_said(
    guarded: Browser, url: str, said: str
) -> None:
    capture = await _capture(guarded, url)
    assert capture.outcome is Outcome.FAILED
    assert [problem.code for problem in capture.problems] == [ProblemCode.ADDRESS]
    assert capture.problems[0].message == (f"refused: {said}; {HOW_TO_ALLOW}")
    assert capture.problems[0].url == url
    assert capture.exchanges[0].error == f"refused: {said}"


async def test_a_redirect_to_such_an_address_is_refused(guarded: Browser, site: SiteServer) -> None:
    target = f"http://{INSIDE}:{site.port}/article.html"
    capture = await _capture(guarded, site.url(f"/redirect?to={target}"))
    assert [problem.code for problem in capture.problems] == [ProblemCode.ADDRESS]
    assert _errors(capture)[target] == "refused: 127.0.0.2 is a loopback address"
    assert site.count("/article.html") == 0


async def test_a_name_that_is_public_at_first_and_private_later_is_refused_then(
    guarded: Browser, site: SiteServer
) -> None:
    _rebinding[:] = [SITE, INSIDE]
    url = f"http://rebind.example:{site.port}/article.html"
    first = await _capture(guarded, url)
    assert first.exchanges[0].remote_ip == SITE
    asked = site.count("/article.html")
    second = await _capture(guarded, url)
    assert [problem.code for problem in second.problems] == [ProblemCode.ADDRESS]
    assert site.count("/article.html") == asked == 1


async def test_no_part_of_a_page_gets_there(guarded: Browser, site: SiteServer) -> None:
    """Picture, script, style, frame, fetch, worker, preload, beacon, event stream and web socket."""
    inside = f"http://{INSIDE}:{site.port}"
    site.serve(
        "/every-way.html",
        "text/html",
        f"""<!doctype html><link rel=stylesheet href={inside}/in.css><link rel=preload as=script href={inside}/pre.js>
        <link rel=prefetch href={inside}/fetched><link rel=preconnect href={inside}>
        <p>Text</p><img src={inside}/in.png><iframe src={inside}/frame.html></iframe>
        <script src={inside}/in.js></script><script>
        navigator.sendBeacon("{inside}/beacon", "x");
        fetch("{inside}/data").catch(() => 0);
        new EventSource("{inside}/stream");
        new WebSocket("ws://{INSIDE}:{site.port}/socket");
        new Worker(URL.createObjectURL(new Blob(["fetch('{inside}/worker').catch(() => 0)"])));
        </script>""",
    )
    capture = await _capture(guarded, site.url("/every-way.html"))
    assert capture.outcome is Outcome.COMPLETE, capture.problems
    paths = {request.path for request in site.requests}
    assert paths <= {"/every-way.html", "/favicon.ico"}
    refused = {
        url for url, error in _errors(capture).items() if error == "refused: 127.0.0.2 is a loopback address"
    }
    assert {f"{inside}/{name}" for name in ("in.css", "in.png", "frame.html", "in.js", "data")} <= refused


async def test_a_run_asks_for_the_site_and_for_nothing_else(site: SiteServer) -> None:
    """No update, no account, no telemetry of the browser: its first seconds included."""
    async with async_playwright() as playwright, launched(playwright, ON_THIS_MACHINE) as browser:
        for path in ("/article.html", "/traffic.html", "/endless.html"):
            await capture_url(browser, site.url(path), ON_THIS_MACHINE, AT)
        gateway = gateway_of(browser)
        assert gateway is not None
        asked = {(host, port) for host, port in gateway.asked() if port != site.port}
    assert asked == set()


async def test_webrtc_finds_no_way_around(guarded: Browser, site: SiteServer) -> None:
    """Not a packet to a STUN server, and no candidate that names an address of this machine."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as stun:
        stun.bind((SITE, 0))
        stun.setblocking(False)
        site.serve(
            "/webrtc.html",
            "text/html",
            f"""<!doctype html><p id=told>waiting</p><script>
            const found = [], peer = new RTCPeerConnection({{iceServers: [
              {{urls: "stun:{SITE}:{stun.getsockname()[1]}"}},
              {{urls: "turn:{SITE}:{stun.getsockname()[1]}?transport=udp", username: "a", credential: "b"}}]}});
            peer.createDataChannel("x");
            peer.onicecandidate = event => event.candidate ? found.push(event.candidate.candidate)
              : document.querySelector("#told").textContent = "done " + found.join(" ");
            peer.createOffer().then(offer => peer.setLocalDescription(offer));
            </script>""",
        )
        context = await guarded.new_context()
        page = await context.new_page()
        await page.goto(site.url("/webrtc.html"))
        await page.wait_for_function("document.querySelector('#told').textContent != 'waiting'")
        told = await page.text_content("#told")
        await context.close()
        assert told == "done "
        with pytest.raises(BlockingIOError):
            stun.recv(2048)


@pytest.mark.parametrize("allowed", [False, True])
async def test_pages_make_peer_connections_only_where_they_are_allowed_to(
    guarded: Browser, site: SiteServer, allowed: bool
) -> None:
    site.serve("/peers", "text/html", "<p id=p></p><script>p.textContent = typeof RTCPeerConnection</script>")
    safety = replace(ONLY_THE_SITE.safety, webrtc=allowed)
    capture = await _capture(guarded, site.url("/peers"), safety=safety)
    assert capture.text == ("function" if allowed else "undefined")


_ASKED_FOR = {
    "geolocation": "new Promise((yes, no) => navigator.geolocation.getCurrentPosition(yes, no))",
    "notifications": "Notification.requestPermission().then(told => { if (told !== 'granted') throw told })",
    "camera": "navigator.mediaDevices.getUserMedia({video: true})",
    "microphone": "navigator.mediaDevices.getUserMedia({audio: true})",
    "screen": "navigator.mediaDevices.getDisplayMedia()",
    "midi": "navigator.requestMIDIAccess({sysex: true})",
    "clipboard": "navigator.clipboard.readText()",
    "usb": "navigator.usb.requestDevice({filters: []})",
    "serial": "navigator.serial.requestPort()",
    "hid": "navigator.hid.requestDevice({filters: []}).then(found => { if (!found.length) throw found })",
    "bluetooth": "navigator.bluetooth.requestDevice({acceptAllDevices: true})",
    "file": "showOpenFilePicker()",
    "storage": "navigator.storage.persist().then(yes => { if (!yes) throw yes })",
}


async def test_what_a_page_asks_permission_for_is_denied_and_nothing_waits(
    guarded: Browser, site: SiteServer
) -> None:
    asking = ",".join(f"{name}: () => {question}" for name, question in _ASKED_FOR.items())
    script = f"""const told = {{}}, asking = Object.entries({{{asking}}});
      Promise.all(asking.map(([name, ask]) => Promise.resolve().then(ask)
      .then(() => {{ told[name] = 'granted' }}, () => {{ told[name] = 'denied' }})))
      .then(() => {{ document.title = JSON.stringify(told) }})"""
    site.serve("/asks.html", "text/html", f"<!doctype html><title>open</title><script>{script}</script>")
    context = await guarded.new_context(**context_options(ONLY_THE_SITE))
    page = await context.new_page()
    await page.goto(site.url("/asks.html"))
    await page.wait_for_function("document.title != 'open'", timeout=60_000)
    assert json.loads(await page.title()) == dict.fromkeys(_ASKED_FOR, "denied")
    await context.close()


@pytest.mark.parametrize(
    "url",
    [
        "file:///etc/passwd",
        "data:text/html,x",
        "blob:http://x/1",
        "about:blank",
        "javascript:1",
        "view-source:http://x/",
        "chrome://version",
    ],
)
async def test_what_is_not_of_the_web_is_no_seed(guarded: Browser, url: str) -> None:
    capture = await _capture(guarded, url)
    assert [problem.code for problem in capture.problems] == [ProblemCode.INVALID_URL]
    assert capture.outcome is Outcome.FAILED
    assert capture.exchanges == ()


@pytest.mark.parametrize(
    "target", ["file:///etc/passwd", "data:text/html,x", "chrome://version", "about:blank"]
)
async def test_a_redirect_out_of_the_web_is_refused(guarded: Browser, site: SiteServer, target: str) -> None:
    capture = await _capture(guarded, site.url(f"/redirect?to={target}"))
    assert capture.outcome is Outcome.FAILED
    assert capture.problems[0].code in (ProblemCode.ADDRESS, ProblemCode.INVALID_URL), capture.problems
    assert "redirects to" in capture.problems[0].message


@pytest.mark.parametrize(
    "target",
    [
        "file:///etc/passwd",
        "data:text/html,x",
        "chrome://version",
        "view-source:/x",
        "mailto:a@b.example",
        "pagetide-test:x",
    ],
)
async def test_a_page_cannot_leave_the_web(guarded: Browser, site: SiteServer, target: str) -> None:
    site.serve(
        "/leaves.html",
        "text/html",
        f"<!doctype html><title>Stayed</title><p>Text</p><iframe src='{target}'></iframe>"
        f"<script>location = '{target}'</script>",
    )
    capture = await _capture(guarded, site.url("/leaves.html"))
    assert (capture.title, capture.final_url) == ("Stayed", site.url("/leaves.html"))
    assert "root:" not in (capture.text or "")


async def test_a_page_cannot_open_windows(guarded: Browser, site: SiteServer) -> None:
    site.serve(
        "/popups.html",
        "text/html",
        "<!doctype html><p>Text</p><script>for (let i = 0; i < 5; i++) open('/article.html')</script>",
    )
    capture = await _capture(guarded, site.url("/popups.html"))
    assert capture.outcome is Outcome.COMPLETE, capture.problems
    assert guarded.contexts == []


async def test_captures_of_one_browser_at_the_same_time_are_refused_each_for_its_own_reason(
    guarded: Browser, capture_site: CaptureSite
) -> None:
    captures = await asyncio.gather(
        *(_capture(guarded, url) for url in ("http://10.0.0.1/", "http://no.example/", "http://[::1]/"))
    )
    assert [capture.problems[0].code for capture in captures] == [
        ProblemCode.ADDRESS,
        ProblemCode.DNS,
        ProblemCode.ADDRESS,
    ]
