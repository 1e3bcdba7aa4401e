"""The newsroom answers over HTTP, one port per site, as of the clock it is given."""

from datetime import UTC, datetime, timedelta
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest

from pagetide.demo.newsroom import Newsroom
from pagetide.demo.server import LocalSite, NewsroomServer
from pagetide.demo.site import Resource

START = datetime(2026, 3, 2, 9, tzinfo=UTC)


def body_of(url: str) -> str:
    with urlopen(url) as answer:
        return str(answer.read().decode())


def test_each_site_answers_on_its_own_port_at_the_clocks_time() -> None:
    newsroom, moment = Newsroom(0), [START]
    with NewsroomServer(newsroom, lambda: moment[0]) as server:
        assert len(set(server.urls.values())) == len(newsroom.sites)
        for slug, url in server.urls.items():
            assert body_of(url) == newsroom.sites[slug].page(START)
        moment[0] = START + timedelta(hours=30)
        assert body_of(server.urls["courier"]) == newsroom.sites["courier"].page(moment[0])


def test_answers_carry_the_clocks_date_and_no_validators() -> None:
    with NewsroomServer(Newsroom(0), lambda: START) as server, urlopen(server.urls["portal"]) as answer:
        assert answer.headers["Date"] == "Mon, 02 Mar 2026 09:00:00 GMT"
        assert answer.headers["ETag"] is None
        assert answer.headers["Last-Modified"] is None
        assert answer.headers["Content-Type"] == "text/html; charset=utf-8"


def test_a_site_is_asked_with_the_query_and_the_newsroom_answers_whatever_it_is() -> None:
    with LocalSite(lambda path, at: Resource("text/plain", path.encode()), lambda: START) as site:
        assert body_of(f"{site.url}frame?z=3&r=1") == "/frame?z=3&r=1"
    with NewsroomServer(Newsroom(0), lambda: START) as server:
        assert body_of(f"{server.urls['courier']}?from=feed") == body_of(server.urls["courier"])


def test_head_answers_without_a_body() -> None:
    with (
        NewsroomServer(Newsroom(0), lambda: START) as server,
        urlopen(Request(server.urls["notices"], method="HEAD")) as answer,
    ):
        assert int(answer.headers["Content-Length"]) > 1000
        assert answer.read() == b""


def test_robots_are_welcome_on_the_front_page() -> None:
    with NewsroomServer(Newsroom(0), lambda: START) as server:
        assert "User-agent: *" in body_of(server.urls["tabloid"] + "robots.txt")


def test_an_unknown_path_is_not_found() -> None:
    with NewsroomServer(Newsroom(0), lambda: START) as server, pytest.raises(HTTPError) as caught:
        urlopen(server.urls["courier"] + "nothing/here")
    with caught.value:
        assert caught.value.code == 404


def test_ports_can_be_kept_from_one_run_to_the_next() -> None:
    with NewsroomServer(Newsroom(0), lambda: START) as server:
        ports = {slug: int(url.rsplit(":", 1)[1].strip("/")) for slug, url in server.urls.items()}
        before = server.urls
    with NewsroomServer(Newsroom(0), lambda: START, ports=ports) as server:
        assert server.urls == before
        assert body_of(server.urls["courier"])
