"""What lets visits in, on the requests that Scrapy makes itself."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
from scrapy import Request
from scrapy.downloadermiddlewares.redirect import RedirectMiddleware
from scrapy.http import Response
from scrapy.settings import Settings

from crawler.clock import SystemClock
from crawler.manners.access import FOR_PAGE, OwnOriginHeaders
from crawler.manners.host_pauses import HostPauses
from crawler.manners.politeness import ASK_ROBOTS, RobotsRules
from crawler.settings import CrawlSettings
from rendering.login.access import AccessSettings
from rendering.login.state import write_state
from rendering.settings import BehaviourSettings, RenderingSettings

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


def test_what_was_sent_is_taken_off_though_it_cannot_be_read_any_more(
    admit: Callable[[Request], Request], monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = redirected(admit(Request(PAGE)), "https://other.example/")
    monkeypatch.delenv("STAFF_KEY")
    assert "X-Staff" not in admit(asked).headers


async def test_robots_txt_of_another_origin_is_asked_for_the_sake_of_the_page_that_led_there() -> None:
    asked: list[Request] = []

    async def answer(request: Request) -> Response:
        asked.append(request)
        return Response(request.url)

    settings = CrawlSettings()
    spider = SimpleNamespace(clock=SystemClock(), crawl_settings=settings, pauses=HostPauses(settings))
    engine = SimpleNamespace(download_async=answer)
    rules = RobotsRules(cast(Any, SimpleNamespace(spider=spider, engine=engine)))
    await rules.process_request(Request("https://other.example/", meta={ASK_ROBOTS: True, FOR_PAGE: PAGE}))
    assert [(request.url, request.meta[FOR_PAGE]) for request in asked] == [
        ("https://other.example/robots.txt", PAGE)
    ]


def test_the_cookies_of_a_login_go_along_to_the_pages_own_origin_only(tmp_path: Path) -> None:
    cookie = {"name": "session", "value": "s-4711", "domain": ".example", "path": "/", "expires": -1}
    write_state({"cookies": [cookie], "origins": []}, tmp_path / "state.json")
    own = replace(RenderingSettings(), behaviour=BehaviourSettings(login_state=str(tmp_path / "state.json")))
    spider = SimpleNamespace(rendering_for=lambda url: own)
    middleware = OwnOriginHeaders(cast(Any, SimpleNamespace(spider=spider)))
    asked = Request(PAGE)
    middleware.process_request(asked)
    assert asked.headers["Cookie"] == b"session=s-4711"
    elsewhere = Request("https://other.example/", meta=asked.meta, headers=asked.headers)
    middleware.process_request(elsewhere)
    assert "Cookie" not in elsewhere.headers
