from datetime import UTC, datetime

import pytest

from rendering.recording.awaited import AwaitedRequests
from rendering.recording.exchange_log import Hop
from rendering.settings import BehaviourSettings
from storage.records import Capture, Outcome, ProblemCode
from tests.rendering.conftest import TO_BEGIN_S, CaptureSite
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


@pytest.mark.parametrize(
    "script",
    [
        f"fetch('/slow/1').{SHOWING}",
        f"fetch('/data.json').then(() => fetch('/slow/1')).{SHOWING}",
        "const asked = new XMLHttpRequest(); asked.open('GET', '/slow/1'); asked.send();"
        "asked.onload = () => { said.textContent = JSON.parse(asked.response).said; };",
        f"addEventListener('load', () => fetch('/slow/1').{SHOWING});",
        f"fetch('/slow/1', {{method: 'POST', body: 'query'}}).{SHOWING}",
        f"addEventListener('load', () => setTimeout(() => fetch('/slow/1').{SHOWING}, 300));",
    ],
)
async def test_a_page_that_waits_for_data_is_waited_for(
    capture_site: CaptureSite, site: SiteServer, script: str
) -> None:
    site.serve("/waiting", "text/html; charset=utf-8", _page(script))
    capture = await capture_site("/waiting", settle_timeout_s=0.5)
    assert capture.outcome is Outcome.COMPLETE, capture.problems
    assert capture.text == "Register\n\nit came"


@pytest.mark.parametrize(
    "script",
    [
        "fetch('/hang')",
        "fetch('/data.json').then((told) => told.json()).then(() => fetch('/hang'))",
    ],
)
async def test_a_request_without_an_answer_is_named_and_the_capture_partial(
    capture_site: CaptureSite, site: SiteServer, script: str
) -> None:
    site.serve("/hanging", "text/html; charset=utf-8", _page(script))
    message = _unanswered(await capture_site("/hanging", load_timeout_s=TO_BEGIN_S))
    assert message == f"the page was captured though 1 request of it was not answered: {site.url('/hang')}"


async def test_a_frame_whose_document_does_not_come_is_named(
    capture_site: CaptureSite, site: SiteServer
) -> None:
    site.serve("/framing", "text/html", "<p>Outside</p><iframe src=/hang></iframe>")
    capture = await capture_site("/framing", load_timeout_s=TO_BEGIN_S)
    assert f"1 request of it was not answered: {site.url('/hang')}" in _unanswered(capture)
    assert capture.text == "Outside"


async def test_what_a_frame_that_nobody_sees_waits_for_is_not_missed(
    capture_site: CaptureSite, site: SiteServer
) -> None:
    site.serve("/tracking", "text/html", "<script>fetch('/hang')</script>")
    site.serve("/tracked", "text/html", "<p>Seen</p><iframe hidden src=/tracking></iframe>")
    assert (await capture_site("/tracked", load_timeout_s=TO_BEGIN_S)).outcome is Outcome.COMPLETE


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
    capture = await capture_site("/living")
    assert capture.outcome is Outcome.COMPLETE, capture.problems


async def test_what_scrolling_asks_for_must_be_answered(capture_site: CaptureSite, site: SiteServer) -> None:
    watching = (
        "new IntersectionObserver((told) => { if (told[0].isIntersecting) fetch('/hang'); }).observe(end);"
    )
    site.serve(
        "/more",
        "text/html",
        f"<p style='height:3000px'>List</p><p id=end>more</p><script>{watching}</script>",
    )
    assert "1 request of it was not answered" in _unanswered(
        await capture_site("/more", load_timeout_s=TO_BEGIN_S)
    )


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
