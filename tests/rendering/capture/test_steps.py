"""One visit, whatever the page is: an ordinary one, and each kind of bad input, always a recorded outcome."""

import asyncio
import logging
from collections.abc import Iterator, Mapping
from datetime import timedelta

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Error, async_playwright

from rendering.browser import context_options, launched
from rendering.capture.steps import PageCapture, capture_url, failed_capture
from rendering.settings import RenderingSettings
from storage.digests import sha256
from storage.records import Capture, Outcome, Problem, ProblemCode, ResponseKind
from tests.rendering.conftest import AT, TO_BEGIN_S, CaptureSite, captured_together
from tests.site_server import SITE, SiteServer

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


@pytest.fixture(scope="module")
def secure_site() -> Iterator[SiteServer]:
    with SiteServer(tls=True) as server:
        yield server


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def hanging(browser: Browser, kept_site: SiteServer) -> Mapping[str, Capture]:
    """Captures of what the server does not answer, or not to its end."""
    begin = {"load_timeout_s": TO_BEGIN_S}
    limit = {"capture_timeout_s": 5, "load_timeout_s": 240}
    asked = {"/hang": begin, "/hang-in-body": begin, "/hanging-image.html": limit}
    return await captured_together(
        browser, {path: (kept_site.url(path), settings) for path, settings in asked.items()}
    )


def _codes(capture: Capture) -> list[ProblemCode]:
    return [problem.code for problem in capture.problems]


def _assert_failed(capture: Capture, code: ProblemCode, message: str) -> None:
    assert capture.outcome is Outcome.FAILED
    assert _codes(capture)[0] is code
    assert message in capture.problems[0].message
    assert capture.response_kind is ResponseKind.NONE
    assert not capture.is_good


async def test_an_ordinary_page_is_complete(capture_site: CaptureSite, site: SiteServer) -> None:
    capture = await capture_site("/article.html")
    assert (capture.outcome, capture.response_kind) == (Outcome.COMPLETE, ResponseKind.CONTENT)
    assert (capture.status, capture.mime, capture.title) == (200, "text/html", "An ordinary page")
    assert (capture.url, capture.final_url) == (site.url("/article.html"), site.url("/article.html"))
    assert capture.problems == ()
    assert capture.is_good


async def test_times_are_those_of_the_collections_clock(capture_site: CaptureSite) -> None:
    capture = await capture_site("/article.html")
    assert capture.started_at == AT
    assert AT < capture.finished_at < AT + timedelta(minutes=1)
    assert all(AT <= exchange.started_at <= capture.finished_at for exchange in capture.exchanges)
    assert set(capture.timings_ms) == {
        "prepare",
        "navigate",
        "settle",
        "look",
        "dom",
        "view",
        "full_page",
        "exchanges",
    }


async def test_the_profile_says_what_the_page_saw(capture_site: CaptureSite, site: SiteServer) -> None:
    capture = await capture_site("/article.html", user_agent_suffix="+archive@example.org", locale="de-DE")
    assert capture.profile.browser.startswith("Chromium ")
    assert capture.profile.locale == "de-DE"
    sent = next(request.headers for request in site.requests if request.path == "/article.html")
    assert sent["User-Agent"] == capture.profile.user_agent
    assert capture.profile.user_agent.endswith(" +archive@example.org")
    assert "Headless" not in capture.profile.user_agent
    assert sent["Accept-Language"].startswith("de-DE")


async def test_profiles_of_equal_settings_are_equal(capture_site: CaptureSite) -> None:
    first, second = [await capture_site(path) for path in ("/article.html", "/blank.html")]
    assert first.profile.digest == second.profile.digest


@pytest.mark.parametrize(
    ("status", "reason"), [(404, "Not Found"), (410, "Gone"), (503, "Service Unavailable")]
)
async def test_an_error_page_is_captured_and_is_no_content(
    capture_site: CaptureSite, status: int, reason: str
) -> None:
    capture = await capture_site(f"/status/{status}")
    assert (capture.outcome, capture.response_kind) == (Outcome.COMPLETE, ResponseKind.ERROR)
    assert capture.status == status
    assert capture.problems[0].message == f"the server answered {status} {reason}"
    assert capture.view_png
    assert not capture.is_good


async def test_an_error_without_a_page_keeps_the_answer(capture_site: CaptureSite) -> None:
    capture = await capture_site("/status-empty")
    assert (capture.outcome, capture.response_kind, capture.status) == (
        Outcome.PARTIAL,
        ResponseKind.ERROR,
        500,
    )
    assert capture.problems[0].message == "the server answered 500 Internal Server Error"
    assert capture.exchanges[0].status == 500


@pytest.mark.parametrize("path", ["/empty", "/blank.html"])
async def test_an_empty_page_is_no_content(capture_site: CaptureSite, path: str) -> None:
    capture = await capture_site(path)
    assert (capture.outcome, capture.response_kind) == (Outcome.COMPLETE, ResponseKind.EMPTY)
    assert capture.problems[0].message == "the page shows neither text nor pictures"


async def test_an_answer_without_content_says_so(capture_site: CaptureSite) -> None:
    capture = await capture_site("/no-content")
    assert (capture.outcome, capture.response_kind, capture.status) == (
        Outcome.PARTIAL,
        ResponseKind.EMPTY,
        204,
    )
    assert capture.problems[0].message == "the server answered 204 No Content: there is nothing to show"


@pytest.mark.parametrize(
    ("path", "mime", "kind"),
    [
        ("/data.json", "application/json", "json"),
        ("/plain.txt", "text/plain", "text"),
        ("/feed.xml", "application/xml", "feed"),
        ("/document.pdf", "application/pdf", "pdf"),
    ],
)
async def test_what_is_no_web_page_is_read_and_recorded(
    capture_site: CaptureSite, path: str, mime: str, kind: str
) -> None:
    capture = await capture_site(path)
    assert (capture.outcome, capture.response_kind) == (Outcome.COMPLETE, ResponseKind.CONTENT)
    assert (capture.mime, capture.observed["document"]["kind"], capture.problems) == (mime, kind, ())
    assert capture.exchanges[0].body
    assert capture.dom is None
    assert (capture.view_png is not None) == (kind == "pdf")
    assert capture.is_good


async def test_a_document_that_broke_off_is_kept_and_never_compared(capture_site: CaptureSite) -> None:
    capture = await capture_site("/short-body.json")
    assert capture.outcome is Outcome.FAILED
    assert ProblemCode.UNREACHABLE in _codes(capture)
    assert capture.exchanges[0].truncated == "disconnect"
    assert not capture.is_good


async def test_a_picture_is_kept_and_cannot_be_compared(capture_site: CaptureSite) -> None:
    capture = await capture_site("/picture/100x100/alone.png")
    assert (capture.outcome, capture.response_kind) == (Outcome.COMPLETE, ResponseKind.NOT_HTML)
    assert capture.problems[0].message == (
        "an image (image/png) cannot be compared: it is kept, and its bytes are watched for a change"
    )
    assert capture.file_digest == sha256(capture.exchanges[0].body or b"")
    assert capture.view_png is not None
    assert not capture.is_good


async def test_a_download_is_refused_and_its_bytes_recorded(
    capture_site: CaptureSite, site: SiteServer
) -> None:
    capture = await capture_site("/download.zip")
    assert (capture.outcome, capture.response_kind) == (Outcome.COMPLETE, ResponseKind.NOT_HTML)
    assert _codes(capture) == [ProblemCode.NOT_HTML]
    assert (capture.exchanges[0].body or b"").startswith(b"PK")
    assert site.count("/download.zip") == 1


async def test_a_page_that_offers_a_file_by_itself_is_captured(
    capture_site: CaptureSite, site: SiteServer
) -> None:
    capture = await capture_site("/self-download.html")
    assert (capture.outcome, capture.response_kind) == (Outcome.COMPLETE, ResponseKind.CONTENT)
    assert _codes(capture) == [ProblemCode.DOWNLOAD]
    assert capture.final_url == site.url("/self-download.html")


async def test_dialogs_are_dismissed_and_windows_closed(browser: Browser, site: SiteServer) -> None:
    settings = RenderingSettings()
    context = await browser.new_context(**context_options(settings))
    page = await context.new_page()
    capturing = await PageCapture.prepare(page, site.url("/dialogs.html"), settings, AT)
    await page.goto(site.url("/dialogs.html"))
    capture = await capturing.complete(status=200)
    assert capture.outcome is Outcome.COMPLETE
    assert [problem.message for problem in capture.problems] == [
        "a dialog was dismissed: alert 'Welcome!'",
        "a dialog was dismissed: confirm 'Go on?'",
        "a dialog was dismissed: prompt 'Your name?'",
    ]
    assert capture.text == "false null"
    assert context.pages == [page]
    await context.close()


async def test_an_unknown_host_is_said_not_to_exist(capture_site: CaptureSite) -> None:
    capture = await capture_site("http://no-such-host.invalid/")
    _assert_failed(capture, ProblemCode.DNS, "the host name no-such-host.invalid does not exist")
    assert capture.exchanges[0].error == "net::ERR_NAME_NOT_RESOLVED"


async def test_a_refused_connection_is_named(capture_site: CaptureSite) -> None:
    with SiteServer() as closed:
        url = closed.url("/")
    _assert_failed(await capture_site(url), ProblemCode.UNREACHABLE, "refused the connection")


@pytest.mark.parametrize(
    ("path", "message"),
    [
        ("/reset", "broke the connection off"),
        ("/close", "closed the connection without an answer"),
        ("/short-body", "the connection broke off before the page was complete"),
    ],
)
async def test_a_broken_connection_is_named(capture_site: CaptureSite, path: str, message: str) -> None:
    _assert_failed(await capture_site(path), ProblemCode.UNREACHABLE, message)


async def test_a_server_that_never_answers_is_a_timeout(hanging: Mapping[str, Capture]) -> None:
    capture = hanging["/hang"]
    _assert_failed(capture, ProblemCode.TIMEOUT, "did not answer in time")
    assert capture.exchanges[0].error == "not complete at the end of the capture"


async def test_a_page_that_never_becomes_complete_is_captured_as_far_as_it_came(
    hanging: Mapping[str, Capture],
) -> None:
    capture = hanging["/hang-in-body"]
    assert capture.outcome is Outcome.PARTIAL
    assert (capture.status, capture.text) == (200, "The beginning of a page")
    assert "did not finish loading" in capture.problems[0].message
    assert capture.exchanges[0].truncated == "time"


async def test_a_circle_of_redirects_is_named_and_recorded(capture_site: CaptureSite) -> None:
    capture = await capture_site("/redirect-loop")
    _assert_failed(capture, ProblemCode.REDIRECT_LOOP, "the page redirects in a circle")
    assert len(capture.exchanges) >= 10
    assert all(exchange.status == 302 for exchange in capture.exchanges)


async def test_a_certificate_nobody_trusts_is_named(
    capture_site: CaptureSite, secure_site: SiteServer
) -> None:
    capture = await capture_site(secure_site.url("/article.html"))
    _assert_failed(capture, ProblemCode.TLS, "is not valid (ERR_CERT_")
    assert secure_site.requests == []


@pytest.mark.parametrize("url", ["no address", "ftp://example.org/x", "javascript:alert(1)", "http://"])
async def test_what_is_no_web_address_is_said_to_be_none(capture_site: CaptureSite, url: str) -> None:
    capture = await capture_site(url)
    assert (capture.outcome, _codes(capture)) == (Outcome.FAILED, [ProblemCode.INVALID_URL])


async def test_redirects_are_followed_to_the_page(capture_site: CaptureSite, site: SiteServer) -> None:
    capture = await capture_site("/redirect?to=/article.html&status=301")
    assert capture.outcome is Outcome.COMPLETE, capture.problems
    assert (capture.status, capture.final_url) == (200, site.url("/article.html"))
    assert [item.status for item in capture.exchanges if item.resource_type == "Document"] == [301, 200]


async def test_a_crash_while_the_page_is_opened_is_a_failure(browser: Browser, site: SiteServer) -> None:
    settings = RenderingSettings()
    context = await browser.new_context(**context_options(settings))
    page = await context.new_page()
    capturing = await PageCapture.prepare(page, site.url("/article.html"), settings, AT)
    async with page.expect_event("crash"):  # on a loaded machine its news comes long after the error
        with pytest.raises(Error, match=r"crash|ERR_ABORTED") as caught:
            await page.goto("chrome://crash")
    capture = await capturing.fail(caught.value)
    _assert_failed(capture, ProblemCode.BROWSER, "the browser crashed or was closed")
    await context.close()


async def test_a_crash_of_a_shown_page_keeps_what_was_recorded(browser: Browser, site: SiteServer) -> None:
    settings = RenderingSettings(load_timeout_s=240)
    context = await browser.new_context(**context_options(settings))
    page = await context.new_page()
    capturing = await PageCapture.prepare(page, site.url("/hanging-image.html"), settings, AT)
    await page.goto(site.url("/hanging-image.html"), wait_until="commit")
    completing = asyncio.ensure_future(capturing.complete())
    session = await context.new_cdp_session(page)
    crashing = asyncio.ensure_future(session.send("Page.crash"))
    capture = await asyncio.wait_for(completing, 120)
    assert ProblemCode.BROWSER in _codes(capture)
    assert capture.outcome is not Outcome.COMPLETE
    assert capture.exchanges[0].body
    await context.close()
    await asyncio.gather(crashing, return_exceptions=True)


async def test_a_browser_that_is_gone_is_a_failure(site: SiteServer) -> None:
    async with async_playwright() as playwright, launched(playwright, RenderingSettings()) as gone:
        await gone.close()
        capture = await capture_url(gone, site.url("/article.html"), RenderingSettings(), AT)
    _assert_failed(capture, ProblemCode.BROWSER, "the browser crashed or was closed")


async def test_a_page_that_was_closed_before_its_visit_is_a_failure(
    browser: Browser, site: SiteServer
) -> None:
    settings = RenderingSettings()
    context = await browser.new_context(**context_options(settings))
    page = await context.new_page()
    await context.close()
    capturing = await PageCapture.prepare(page, site.url("/article.html"), settings, AT)
    _assert_failed(
        await capturing.complete(status=None), ProblemCode.BROWSER, "the browser crashed or was closed"
    )


async def test_a_capture_ends_within_its_limit(hanging: Mapping[str, Capture]) -> None:
    capture = hanging["/hanging-image.html"]
    assert ProblemCode.TIMEOUT in _codes(capture)
    assert "the capture was stopped after its limit of 5 s" in [
        problem.message for problem in capture.problems
    ]
    assert capture.finished_at - capture.started_at < timedelta(seconds=240)


async def test_a_local_file_is_captured_without_exchanges(capture_site: CaptureSite) -> None:
    capture = await capture_site((SITE / "blocks.html").as_uri())
    assert (capture.outcome, capture.response_kind) == (Outcome.COMPLETE, ResponseKind.CONTENT)
    assert capture.title == "Blocks"
    assert capture.exchanges == ()


async def test_a_visit_without_a_page_is_a_failed_capture() -> None:
    problem = Problem(
        code=ProblemCode.ROBOTS, message="robots.txt does not allow it", url="http://a.example/"
    )
    capture = failed_capture("http://a.example/", AT, problem, RenderingSettings(locale="fr-FR"))
    assert (capture.outcome, capture.response_kind) == (Outcome.FAILED, ResponseKind.NONE)
    assert capture.problems == (problem,)
    assert capture.profile.locale == "fr-FR"


async def test_nothing_is_left_behind_in_the_browser(
    browser: Browser, capture_site: CaptureSite, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.WARNING):
        await asyncio.gather(*(capture_site(path) for path in ("/traffic.html", "/dialogs.html", "/reset")))
    assert browser.contexts == []
    assert [record.getMessage() for record in caplog.records] == []
