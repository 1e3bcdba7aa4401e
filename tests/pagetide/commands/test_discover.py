"""``pagetide discover`` on a real server, as a person types it."""

import gzip
import io
import json
from collections.abc import Iterator
from pathlib import Path
from subprocess import CompletedProcess
from typing import Any

import pytest
from rich.console import Console
from rich.progress import Progress, TextColumn

from crawler.discovery.discovered import Step
from pagetide.commands.discover import show_step
from storage.collection import Collection
from tests.forked_process import run_command
from tests.site_server import SiteServer

HTML = "text/html; charset=utf-8"
WORDS = "The river rose again during the night and the town watched it from the bridge. "


def discover(url: str, *options: str | Path, **environment: str) -> CompletedProcess[str]:
    allowed = {
        "PAGETIDE_RENDERING__SAFETY__REACHABLE_NETWORKS": "127.0.0.0/8",
        "PAGETIDE_CRAWL__HOST_DELAY_S": "0.01",
    }
    return run_command("discover", url, *options, **{**allowed, **environment})


def page(site: SiteServer, path: str, title: str, *links: str, head: str = "", text: str = "") -> None:
    anchors = "".join(f'<a href="{link}">{link}</a> ' for link in links)
    site.serve(
        path, HTML, f"<title>{title}</title>{head}<h1>{title}</h1><p>{text or WORDS}{path}</p>{anchors}"
    )


@pytest.fixture(scope="module")
def site() -> Iterator[SiteServer]:
    with SiteServer() as server:
        sitemap, feed = server.url("/news/map.xml"), "/news/feed.rss"
        server.serve(
            "/robots.txt", "text/plain", f"User-agent: *\nDisallow: /news/secret\nSitemap: {sitemap}\n"
        )
        listed = "".join(
            f"<url><loc>{server.url(path)}</loc><lastmod>2026-01-02</lastmod></url>"
            for path in ("/news/mapped", "/elsewhere", "/news/one")
        )
        server.serve("/news/map.xml", "application/xml", f"<urlset>{listed}</urlset>")
        item = f"<item><title>Fed</title><link>{server.url('/news/fed')}</link></item>"
        server.serve(feed, "application/rss+xml", f"<rss version='2.0'><channel>{item}</channel></rss>")
        rss = f'<link rel="alternate" type="application/rss+xml" href="{feed}">'
        links = (
            "/news/one", "/news/one?utm_source=x", "/news/two#part", "/news/secret", "/news/gone", "/news/soft",
            "/news/paper.pdf", "/news/a/b/a/b", "/news/twin", "/about", "https://other.example/", "mailto:a@b.example",
        )  # fmt: skip
        page(server, "/news/", "News", *links, head=rss)
        for path, title, more in (
            ("/news/one", "One", ("/news/deep",)), ("/news/two", "Two", ()), ("/news/mapped", "Mapped", ()),
            ("/news/fed", "Fed", ()), ("/news/deep", "Deep", ("/news/deeper",)), ("/news/deeper", "Deeper", ()),
            ("/news/secret", "Secret", ()), ("/about", "About", ()),
        ):  # fmt: skip
            page(server, path, title, *more)
        server.serve("/news/twin", HTML, server.answer("/news/two").body)  # type: ignore[union-attr]
        server.serve("/news/gone", HTML, "gone", status=410)
        server.serve("/news/soft", HTML, "<title>Page not found</title><h1>Page not found</h1>")
        yield server


@pytest.fixture(scope="module")
def told(site: SiteServer, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    folder = tmp_path_factory.mktemp("none")
    result = discover(site.url("/news/"), "-c", folder, "--depth", "2", "--json")
    assert result.returncode == 0, result.stderr
    answer: dict[str, Any] = json.loads(result.stdout)
    return answer


def test_pages_are_found_by_links_sitemaps_and_feeds(told: dict[str, Any]) -> None:
    found = {item["url"].partition("/news")[2]: (item["how"], item["depth"]) for item in told["pages"]}
    assert found == {
        "/": ("seed", 0), "/one": ("link", 1), "/two": ("link", 1), "/deep": ("link", 2),
        "/mapped": ("sitemap", 1), "/fed": ("feed", 1),
    }  # fmt: skip


def test_a_page_has_its_title_its_status_and_its_date(told: dict[str, Any]) -> None:
    (mapped,) = [item for item in told["pages"] if item["url"].endswith("/mapped")]
    assert (mapped["title"], mapped["status"]) == ("Mapped", 200)
    assert mapped["lastmod"].startswith("2026-01-02")


def test_a_page_that_was_found_by_a_link_has_its_date_of_the_sitemap_all_the_same(
    told: dict[str, Any],
) -> None:
    (one,) = [item for item in told["pages"] if item["url"].endswith("/news/one")]
    assert (one["how"], one["lastmod_by"]) == ("link", "sitemap")
    assert one["lastmod"].startswith("2026-01-02")


def test_each_address_that_is_left_out_is_counted_with_its_reason(told: dict[str, Any]) -> None:
    assert told["left_out"] == {
        "outside the scope": 3, "robots": 1, "status 410": 1, "error page": 1, "repeated segments": 1,
        "same content as another page": 1, "beyond the depth": 1,
    }  # fmt: skip


def test_what_robots_txt_forbids_is_not_asked_for(site: SiteServer, told: dict[str, Any]) -> None:
    assert site.count("/news/secret") == 0
    assert site.count("/robots.txt") == 1
    assert {request.headers["User-Agent"] for request in site.requests} == {"Pagetide"}


def test_the_limit_holds_and_says_so(site: SiteServer, tmp_path: Path) -> None:
    result = discover(site.url("/news/"), "-c", tmp_path, "--limit", "3", "--csv")
    assert len(result.stdout.splitlines()) <= 1 + 3
    assert "beyond the limit" in result.stderr


def test_found_pages_are_watched_when_asked_for(site: SiteServer, tmp_path: Path) -> None:
    Collection.create(tmp_path / "news").close()
    options = (
        "-c",
        tmp_path / "news",
        "--add",
        "--depth",
        "1",
        "--include",
        "one|two",
        "--exclude",
        "mapped",
    )
    result = discover(site.url("/news/"), *options)
    assert result.returncode == 0, result.stderr
    with Collection.open(tmp_path / "news", read_only=True) as collection:
        urls = {item.url for item in collection.repository.pages()}
    assert urls == {site.url("/news/one"), site.url("/news/two")}
    assert "URLs left out" in result.stderr.replace("\n", " ")


def test_the_scope_of_the_host_reaches_further(site: SiteServer, tmp_path: Path) -> None:
    result = discover(site.url("/news/"), "-c", tmp_path, "--scope", "host", "--depth", "1", "--json")
    assert site.url("/about") in {item["url"] for item in json.loads(result.stdout)["pages"]}


@pytest.mark.parametrize(
    ("path", "options", "said"),
    [
        ("/news/gone", (), "status 410"),
        ("/news/secret", (), "robots.txt"),
        ("/news/", ("--scope", "all"), "there is no scope"),
        ("/news/", ("--include", "("), "no regular expression"),
    ],
)
def test_what_cannot_be_looked_through_says_why(
    site: SiteServer, tmp_path: Path, path: str, options: tuple[str, ...], said: str
) -> None:
    result = discover(site.url(path), "-c", tmp_path, *options)
    assert result.returncode == 1
    assert said in " ".join(result.stderr.split())
    assert "Traceback" not in result.stderr


def test_a_private_address_is_refused(site: SiteServer, tmp_path: Path) -> None:
    result = discover(
        site.url("/news/"), "-c", tmp_path, PAGETIDE_RENDERING__SAFETY__REACHABLE_NETWORKS="10.0.0.0/8"
    )
    assert result.returncode == 1
    assert "127.0.0.1" in result.stderr


def test_a_host_that_asks_to_be_left_alone_is(tmp_path: Path) -> None:
    with SiteServer() as server:
        page(server, "/", "Home", "/a", "/b")
        server.serve("/a", HTML, "later", status=503)
        page(server, "/b", "B")
        result = discover(
            server.url("/"), "-c", tmp_path, "--json", PAGETIDE_CRAWL__HOST_BACKOFF_S="7200", LANG="C"
        )
        left_out = json.loads(result.stdout)["left_out"]
        assert left_out["host asked to be left alone"] == 1
        assert server.count("/b") == 0


def moved(site: SiteServer, path: str, to: str, status: int = 301) -> None:
    site.serve(path, HTML, "", status=status, headers={"Location": to})


def urlset(*urls: str) -> str:
    return "<urlset>" + "".join(f"<url><loc>{url}</loc></url>" for url in urls) + "</urlset>"


@pytest.fixture(scope="module")
def moving(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[SiteServer, dict[str, Any]]]:
    """A site of which nothing stands where it is said to stand, and what was found on it."""
    with SiteServer() as server:
        elsewhere = server.url("/elsewhere.xml", host="localhost")
        lines = ("moved.xml", elsewhere, "gone.xml", "round-a.xml", "ftp://example.org/a.xml", "utf16.xml")
        server.serve("/robots.txt", "text/plain", "".join(f"Sitemap: {line}\n" for line in lines))
        moved(server, "/moved.xml", "maps/one", 308)
        moved(server, "/maps/one", "/maps/two", 302)
        moved(server, "/maps/two", server.url("/maps/index.xml"), 307)
        index = "<sitemapindex><sitemap><loc>/maps/child.xml.gz</loc></sitemap></sitemapindex>"
        server.serve("/maps/index.xml", "application/xml", index)
        moved(server, "/maps/child.xml.gz", "/maps/child-2.xml.gz", 303)
        packed = gzip.compress(
            urlset("/in-child", "http://[half", server.url("/away", host="localhost")).encode()
        )
        server.serve("/maps/child-2.xml.gz", "application/gzip", packed)
        moved(server, "/elsewhere.xml", server.url("/here.xml"))
        server.serve("/here.xml", "application/xml", urlset(server.url("/by-another-host")))
        moved(server, "/round-a.xml", "/round-b.xml")
        moved(server, "/round-b.xml", "/round-a.xml")
        declared = '<?xml version="1.0" encoding="utf-16"?>'
        server.serve("/utf16.xml", "application/xml", (declared + urlset("/in-utf16")).encode("utf-16"))
        moved(server, "/feed", "/feed/")
        feed = "<rss version='2.0'><channel><item><link>/fed</link></item></channel></rss>"
        server.serve("/feed/", "application/rss+xml", feed)
        server.serve("/", HTML, '<meta http-equiv="refresh" content="0; url=/en/">')
        rss = '<link rel="alternate" type="application/rss+xml" href="/feed">'
        links = (
            "/door",
            "/waits",
            "/old",
            "/old-2",
            "/leaves",
            "/circle",
            "/wide",
            "http://[half",
            "/baseless",
            "/odd",
        )
        page(server, "/en/", "Home", *links, head=rss)
        page(server, "/baseless", "Baseless", "/by-baseless", head='<base href="http://[half/">')
        server.serve("/odd", "text/html; charset=punycode", f"<title>Größe</title><p>{WORDS}")
        server.serve("/door", HTML, "<meta content='0; URL=\"hall\"' http-equiv=Refresh>")
        page(server, "/waits", "Waits", head='<meta http-equiv="refresh" content="60; url=/later">')
        moved(server, "/old", "/new")
        moved(server, "/old-2", "/new")
        moved(server, "/leaves", server.url("/away", host="localhost"))
        moved(server, "/circle", "/circle?seen=1")
        moved(server, "/circle?seen=1", "/circle")
        title = "<title>Größe</title><p>" + WORDS + "<a href='/linked?name=ö'>on</a>"
        server.serve("/wide", "text/html", title.encode("utf-16"))
        linked = ("/fed", "/hall", "/later", "/new", "/linked", "/by-baseless")
        for path in ("/in-child", "/by-another-host", "/in-utf16", *linked):
            page(server, path, path)
        result = discover(
            server.url("/"), "-c", tmp_path_factory.mktemp("none"), "--scope", "host", "--json",
            PAGETIDE_RENDERING__SAFETY__REACHABLE_NETWORKS="127.0.0.0/8,localhost",
        )  # fmt: skip
        assert result.returncode == 0, result.stderr
        yield server, json.loads(result.stdout)


def paths(moving: tuple[SiteServer, dict[str, Any]]) -> dict[str, str]:
    server, told = moving
    return {item["url"].removeprefix(server.url("")): item["how"] for item in told["pages"]}


def test_redirects_of_sitemaps_and_feeds_are_followed(moving: tuple[SiteServer, dict[str, Any]]) -> None:
    found = paths(moving)
    expected = {"/in-child": "sitemap", "/by-another-host": "sitemap", "/in-utf16": "sitemap", "/fed": "feed"}
    assert {path: found.get(path) for path in expected} == expected


def test_a_page_that_refreshes_at_once_is_where_it_leads(moving: tuple[SiteServer, dict[str, Any]]) -> None:
    found = paths(moving)
    assert found["/en/"] == "seed"
    assert "/hall" in found
    assert not {"/", "/door"} & found.keys()
    assert {"/waits", "/later"} <= found.keys()


def test_a_page_in_utf_16_is_read(moving: tuple[SiteServer, dict[str, Any]]) -> None:
    server, told = moving
    (wide,) = [item for item in told["pages"] if item["url"] == server.url("/wide")]
    assert wide["title"] == "Größe"
    assert "/linked?name=%C3%B6" in paths(moving)


def test_an_address_that_is_none_ends_nothing(moving: tuple[SiteServer, dict[str, Any]]) -> None:
    assert "/by-baseless" in paths(moving)


def test_an_encoding_that_no_browser_knows_is_taken_for_utf_8(
    moving: tuple[SiteServer, dict[str, Any]],
) -> None:
    server, told = moving
    (odd,) = [item for item in told["pages"] if item["url"] == server.url("/odd")]
    assert odd["title"] == "Größe"


def test_what_is_no_web_address_is_counted(moving: tuple[SiteServer, dict[str, Any]]) -> None:
    _, told = moving
    assert told["left_out"]["no web address"] >= 1


def test_what_redirects_in_vain_is_counted_with_its_reason(moving: tuple[SiteServer, dict[str, Any]]) -> None:
    _, told = moving
    assert told["left_out"] == {
        "outside the scope": 2, "redirects in a circle": 1, "redirect to a page seen before": 1,
        "sitemap: redirects in a circle": 1, "sitemap: status 404": 1, "sitemap: no web address": 1,
        "no web address": 1,
    }  # fmt: skip


def test_a_folder_that_is_not_there_is_no_collection_to_take_settings_from(tmp_path: Path) -> None:
    result = discover("http://127.0.0.1:9/", "-c", tmp_path / "misspelt")
    assert result.returncode == 1
    assert "misspelt" in result.stderr.replace("\n", "")


def test_the_progress_says_what_is_asked_for_and_what_was_found() -> None:
    console = Console(file=io.StringIO(), force_terminal=True, width=200)
    with Progress(TextColumn("{task.description}", markup=False), console=console) as bar:
        bar.add_task("pages", total=10)
        show_step(bar, Step(url="http://example.org/[/red]", requests=3, found=2, waiting=4))
        (task,) = bar.tasks
    assert task.completed == 3
    assert task.description == "2 found, 4 waiting: http://example.org/[/red]"
