from collections.abc import Mapping
from datetime import UTC, datetime

import pytest
import pytest_asyncio
from playwright.async_api import Browser

from rendering.recording.awaited import AwaitedRequests
from rendering.recording.exchange_log import Hop
from rendering.settings import BehaviourSettings
from storage.records import Capture, Outcome, ProblemCode
from tests.rendering.conftest import TO_BEGIN_S, CaptureSite, captured_together
from tests.site_server import SiteServer

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

SHOWING = "then((told) => told.json()).then((told) => { said.textContent = told.said; })"
NOW = datetime(2026, 1, 1, tzinfo=UTC)


def _page(script: str, said: str = "Loading…") -> str:
    return f"<!doctype html><h1>Register</h1><p id=said>{said}</p><script>{script}</script>"


def _unanswered(capture: Capture) -> str:
    assert capture.outcome is Outcome.PARTIAL, capture.problems
    (problem,) = capture.problems
    assert problem.code is ProblemCode.NOT_IDLE
    return problem.message


HANGING = {
    "/hanging/at-once": _page("fetch('/hang')"),
    "/hanging/after-an-answer": _page(
        "fetch('/data.json').then((told) => told.json()).then(() => fetch('/hang'))"
    ),
    "/hanging/frame": "<p>Outside</p><iframe src=/hang></iframe>",
    "/hanging/hidden-frame": "<p>Seen</p><iframe hidden src=/tracking></iframe>",
    "/hanging/below": "<p style='height:3000px'>List</p><p id=end>more</p><script>new IntersectionObserver((told) =>"
    " { if (told[0].isIntersecting) fetch('/hang'); }).observe(end);</script>",
}
"""Pages that wait for what never comes."""


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def hanging(browser: Browser, kept_site: SiteServer) -> Mapping[str, Capture]:
    """A capture of each of them."""
    kept_site.serve("/tracking", "text/html", "<script>fetch('/hang')</script>")
    for path, html in HANGING.items():
        kept_site.serve(path, "text/html; charset=utf-8", html)
    limit = {"load_timeout_s": TO_BEGIN_S}
    return await captured_together(browser, {path: (kept_site.url(path), limit) for path in HANGING})


@pytest.mark.parametrize(
    "script",
    [
        f"fetch('/slow/0.6').{SHOWING}",
        f"fetch('/data.json').then(() => fetch('/slow/0.6')).{SHOWING}",
        "const asked = new XMLHttpRequest(); asked.open('GET', '/slow/0.6'); asked.send();"
        "asked.onload = () => { said.textContent = JSON.parse(asked.response).said; };",
        f"addEventListener('load', () => fetch('/slow/0.6').{SHOWING});",
        f"fetch('/slow/0.6', {{method: 'POST', body: 'query'}}).{SHOWING}",
        f"addEventListener('load', () => setTimeout(() => fetch('/slow/0.6').{SHOWING}, 300));",
    ],
)
async def test_a_page_that_waits_for_data_is_waited_for(
    capture_site: CaptureSite, site: SiteServer, script: str
) -> None:
    site.serve("/waiting", "text/html; charset=utf-8", _page(script))
    capture = await capture_site("/waiting", settle_timeout_s=0.3)
    assert capture.outcome is Outcome.COMPLETE, capture.problems
    assert capture.text == "Register\n\nit came"


@pytest.mark.parametrize("path", ["/hanging/at-once", "/hanging/after-an-answer"])
async def test_a_request_without_an_answer_is_named_and_the_capture_partial(
    hanging: Mapping[str, Capture], site: SiteServer, path: str
) -> None:
    message = _unanswered(hanging[path])
    assert message == f"the page was captured though 1 request of it was not answered: {site.url('/hang')}"


async def test_a_frame_whose_document_does_not_come_is_named(
    hanging: Mapping[str, Capture], site: SiteServer
) -> None:
    capture = hanging["/hanging/frame"]
    assert f"1 request of it was not answered: {site.url('/hang')}" in _unanswered(capture)
    assert capture.text == "Outside"


async def test_what_a_frame_that_nobody_sees_waits_for_is_not_missed(hanging: Mapping[str, Capture]) -> None:
    assert hanging["/hanging/hidden-frame"].outcome is Outcome.COMPLETE


async def test_what_scrolling_asks_for_must_be_answered(hanging: Mapping[str, Capture]) -> None:
    assert "1 request of it was not answered" in _unanswered(hanging["/hanging/below"])


@pytest.mark.parametrize(
    "script",
    [
        "new EventSource('/events')",
        "navigator.sendBeacon('/hang', 'x')",
        "new WebSocket(location.href.replace('http', 'ws').replace('living', 'socket'))",
        "fetch('/endless')",
        "addEventListener('load', () => setTimeout(() => fetch('/hang?poll'), 200))",
    ],
)
async def test_what_lives_long_by_its_nature_is_not_waited_for(
    capture_site: CaptureSite, site: SiteServer, script: str
) -> None:
    site.serve("/living", "text/html; charset=utf-8", _page(script, "News"))
    capture = await capture_site("/living", settle_timeout_s=2)
    assert capture.outcome is Outcome.COMPLETE, capture.problems


async def test_pictures_that_were_never_asked_for_are_named(
    capture_site: CaptureSite, site: SiteServer
) -> None:
    site.serve("/unseen", "text/html", "<p>List</p><img data-src=/picture/9x9/late.png width=9 height=9>")
    capture = await capture_site("/unseen")
    assert capture.outcome is Outcome.PARTIAL
    assert [problem.message for problem in capture.problems] == [
        "1 picture was never asked for: /picture/9x9/late.png"
    ]


async def test_the_next_pictures_of_a_row_that_is_moved_by_a_button_are_not_missed(
    capture_site: CaptureSite, site: SiteServer
) -> None:
    row = "".join(
        f"<img loading=lazy width=300 height=200 style='flex:none' src=/picture/9x9/{number}.png>"
        for number in range(30)
    )
    site.serve(
        "/row", "text/html", f"<p>Row</p><div style='display:flex;overflow:hidden;width:300px'>{row}</div>"
    )
    capture = await capture_site("/row", behaviour=BehaviourSettings(scroll_limit_px=4000))
    assert capture.outcome is Outcome.COMPLETE, capture.problems


def _hop(url: str, kind: str = "Fetch", *, status: int | None = None, body: bytes | None = None) -> Hop:
    return Hop(started_at=NOW, url=url, resource_type=kind, status=status, request_body=body)


@pytest.mark.parametrize(
    ("first", "then"),
    [
        ("/poll", "/poll"),
        ("/poll?_=1764284400001", "/poll?_=1764284430001"),
        (
            "/socket.io/?EIO=4&transport=polling&t=PHq1xk",
            "/socket.io/?EIO=4&transport=polling&t=PHq1y2&sid=Zx81kd90",
        ),
    ],
)
async def test_a_request_that_repeats_one_answered_before_is_polling(first: str, then: str) -> None:
    awaited = AwaitedRequests()
    awaited.began("1", _hop(f"http://a.example{first}", status=200))
    awaited.ended("1")
    awaited.began("2", _hop(f"http://a.example{then}"))
    assert awaited.unanswered() == []


@pytest.mark.parametrize(
    ("first", "then"), [("/list?page=1", "/list?page=2"), ("/list?of=a", "/list"), ("/a", "/b")]
)
async def test_a_request_for_something_else_is_none(first: str, then: str) -> None:
    awaited = AwaitedRequests()
    awaited.began("1", _hop(f"http://a.example{first}", status=200))
    awaited.ended("1")
    awaited.began("2", _hop(f"http://a.example{then}"))
    assert [hop.url for hop in awaited.unanswered()] == [f"http://a.example{then}"]


async def test_other_questions_at_one_address_are_no_polling() -> None:
    awaited = AwaitedRequests()
    awaited.began("1", _hop("http://a.example/graphql", status=200, body=b"one"))
    awaited.ended("1")
    awaited.began("2", _hop("http://a.example/graphql", body=b"two"))
    assert [hop.request_body for hop in awaited.unanswered()] == [b"two"]


async def test_a_redirect_is_waited_for_to_its_end() -> None:
    awaited = AwaitedRequests()
    awaited.began("1", _hop("http://a.example/old", status=302))
    awaited.is_asking = False
    awaited.began("1", _hop("http://a.example/new"))
    assert [hop.url for hop in awaited.unanswered()] == ["http://a.example/new"]
