"""What lets visits in, on the requests that Scrapy makes itself."""

from collections.abc import Callable
from dataclasses import replace
from types import SimpleNamespace
from typing import Any, cast

import pytest
from scrapy import Request
from scrapy.downloadermiddlewares.redirect import RedirectMiddleware
from scrapy.http import Response
from scrapy.settings import Settings

from crawler.access import FOR_PAGE, OwnOriginHeaders
from rendering.access import AccessSettings
from rendering.settings import RenderingSettings

PAGE = "https://staff.example/list"
KEY = "key-4711-AbCdEfGh"


@pytest.fixture
def admit(monkeypatch: pytest.MonkeyPatch) -> Callable[[Request], Request]:
    """Pass a request by the middleware of a crawl in which one page has a header of its own."""
    monkeypatch.setenv("STAFF_KEY", KEY)
    own = replace(RenderingSettings(), access=AccessSettings(headers=("X-Staff: env:STAFF_KEY",)))
    spider = SimpleNamespace(rendering_for=lambda url: own if url == PAGE else RenderingSettings())
    middleware = OwnOriginHeaders(cast(Any, SimpleNamespace(spider=spider)))

    def passed(request: Request) -> Request:
        middleware.process_request(request)
        return request

    return passed


def redirected(request: Request, to: str) -> Request:
    """The request that Scrapy makes of an answer that leads elsewhere."""
    middleware = RedirectMiddleware(Settings())
    middleware.crawler = cast(Any, SimpleNamespace(spider=None, stats=None, spidermw=None))
    answer = Response(request.url, status=302, headers={"Location": to}, request=request)
    found = middleware.process_response(request, answer)
    assert isinstance(found, Request)
    return found


def test_the_question_whether_a_page_changed_carries_what_lets_its_visit_in(
    admit: Callable[[Request], Request],
) -> None:
    assert admit(Request(PAGE)).headers["X-Staff"] == KEY.encode()


def test_robots_txt_is_asked_for_as_the_page_is(admit: Callable[[Request], Request]) -> None:
    asked = admit(Request("https://staff.example/robots.txt", meta={FOR_PAGE: PAGE}))
    assert asked.headers["X-Staff"] == KEY.encode()


def test_a_page_without_settings_of_its_own_gets_nothing(admit: Callable[[Request], Request]) -> None:
    assert "X-Staff" not in admit(Request("https://staff.example/other")).headers


@pytest.mark.parametrize(
    "to", ["https://other.example/", "http://staff.example/list", "https://staff.example:444/"]
)
def test_a_redirect_to_another_origin_takes_nothing_along(
    admit: Callable[[Request], Request], to: str
) -> None:
    assert "X-Staff" not in admit(redirected(admit(Request(PAGE)), to)).headers


def test_a_redirect_within_the_origin_keeps_it(admit: Callable[[Request], Request]) -> None:
    assert "X-Staff" in admit(redirected(admit(Request(PAGE)), "/elsewhere")).headers


def test_the_requests_of_the_browser_are_left_to_it(admit: Callable[[Request], Request]) -> None:
    assert "X-Staff" not in admit(Request(PAGE, meta={"playwright": True})).headers


def test_what_was_sent_is_taken_off_though_it_cannot_be_read_any_more(
    admit: Callable[[Request], Request], monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = redirected(admit(Request(PAGE)), "https://other.example/")
    monkeypatch.delenv("STAFF_KEY")
    assert "X-Staff" not in admit(asked).headers
