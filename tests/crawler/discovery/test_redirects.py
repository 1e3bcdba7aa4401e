import pytest
from scrapy.http import HtmlResponse, Response

from crawler.discovery.redirects import Refresh, redirect_of, refresh_of
from storage.errors import InvalidURL

HERE = "https://example.org/a/page"


def moved(location: bytes | str, status: int = 301) -> Response:
    return Response(HERE, status=status, headers={"Location": location})


def showing(head: str, **more: str) -> HtmlResponse:
    return HtmlResponse(HERE, body=f"<!doctype html><title>Page</title>{head}<p>Page".encode(), headers=more)


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_each_status_of_a_redirect_leads_on(status: int) -> None:
    assert redirect_of(moved("/b", status)) == "https://example.org/b"


@pytest.mark.parametrize("status", [200, 201, 300, 304, 404])
def test_a_location_of_another_status_does_not(status: int) -> None:
    assert redirect_of(moved("/b", status)) is None


@pytest.mark.parametrize(
    ("location", "target"),
    [
        ("https://other.example/x", "https://other.example/x"),
        ("//other.example/x", "https://other.example/x"),
        ("next", "https://example.org/a/next"),
        ("../up?q=1#place", "https://example.org/up?q=1"),
        ("?q=2", "https://example.org/a/page?q=2"),
        (" /spaces ", "https://example.org/spaces"),
        ("/größe".encode(), "https://example.org/gr%C3%B6%C3%9Fe"),
        ("/caf\u00e9".encode("latin-1"), "https://example.org/caf%E9"),
    ],
)
def test_a_location_is_read_as_a_browser_reads_it(location: bytes | str, target: str) -> None:
    assert redirect_of(moved(location)) == target


@pytest.mark.parametrize("location", ["ftp://example.org/", "javascript:alert(1)", "http://[half", "http://"])
def test_a_redirect_to_what_is_no_web_page_is_refused(location: str) -> None:
    with pytest.raises(InvalidURL):
        redirect_of(moved(location))


@pytest.mark.parametrize(
    "meta",
    [
        '<meta http-equiv=refresh content="0; url=/b">',
        '<meta http-equiv="Refresh" content="0;URL=\'/b\'">',
        "<META CONTENT='0; url=\"/b\"' HTTP-EQUIV=REFRESH>",
        '<meta http-equiv="refresh" content="0, /b">',
        '<meta http-equiv="refresh" content="0 url = ../b">',
        '<meta http-equiv="refresh" content=".5; url=/b">',
        '<meta http-equiv="refresh" content="5; url=/b">',
        '<base href="/"><meta http-equiv="refresh" content="1;b">',
    ],
)
def test_a_refresh_at_once_is_a_redirect(meta: str) -> None:
    assert redirect_of(showing(meta)) == "https://example.org/b"


@pytest.mark.parametrize(
    "meta",
    [
        '<meta http-equiv="refresh" content="0">',
        '<meta http-equiv="refresh" content="0; url=">',
        '<meta http-equiv="refresh" content="0; url=page">',
        '<meta http-equiv="refresh" content="soon; url=/b">',
        '<meta name="refresh" content="0; url=/b">',
        '<noscript><meta http-equiv="refresh" content="0; url=/b"></noscript>',
        '<!-- <meta http-equiv="refresh" content="0; url=/b"> -->',
        """<script>"<meta http-equiv='refresh' content='0; url=/b'>"</script>""",
    ],
)
def test_what_refreshes_nothing_else_is_a_page(meta: str) -> None:
    assert redirect_of(showing(meta)) is None


def test_a_refresh_after_a_while_leaves_the_page_to_be_read() -> None:
    page = showing('<meta http-equiv="refresh" content="30; url=/b">')
    assert redirect_of(page) is None
    assert refresh_of(page) == Refresh(url="https://example.org/b", delay_s=30.0)


def test_a_header_refreshes_too() -> None:
    assert redirect_of(showing("", Refresh="0; url=b")) == "https://example.org/a/b"


def test_a_refresh_to_what_is_no_web_page_is_refused() -> None:
    with pytest.raises(InvalidURL):
        redirect_of(showing('<meta http-equiv="refresh" content="0; url=javascript:alert(1)">'))
