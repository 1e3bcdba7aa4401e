"""The spider over real pages in a real Chromium; each crawl in a process of its own (see ``crawling``)."""

import itertools
import json
from collections.abc import Iterator
from contextlib import ExitStack
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from storage.collection import Collection
from storage.records import Role
from storage.replay.mementos import MementoIndex
from tests.crawler.crawling import NOON, Result, crawled, started
from tests.crawler.site import Site, serving

pytestmark = pytest.mark.browser

WELL = ("/one", "/two", "/three", "/redirect", "/missing")
BADLY = ("/never-loads", "/hangs", "/busy-script", "/download")
RULED = ("/private", "/moved", "/unknown", "/five-hops", "/six-hops", "/elsewhere")
"""Pages of hosts whose robots.txt says something, or cannot be read."""


class Mixed:
    """One crawl over pages that behave and pages that do not, each on a host of its own."""

    def __init__(self, sites: dict[str, Site], folder: Path) -> None:
        self.sites = sites
        self.folder = folder
        self.refused_port = "http://127.0.0.1:1/"
        self.no_such_host = "http://nowhere.invalid/"
        self.credentials = "not a url"
        urls = [site.url(path) for path, site in sites.items()]
        urls += [self.refused_port, self.no_such_host, self.credentials]
        self.result: Result = crawled(folder, urls, crawl={"contact": "archive@example.org"})

    def capture(self, path: str) -> dict[str, Any]:
        url = self.sites[path].url(path) if path in self.sites else path
        (capture,) = self.result.of(url)
        return capture


@pytest.fixture(scope="module")
def mixed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Mixed]:
    with ExitStack() as stack:
        sites = {path: stack.enter_context(serving()) for path in (*WELL, *BADLY, *RULED)}
        sites["/private"].robots = b"User-agent: Pagetide\nDisallow: /private\n"
        sites["/moved"].robots, sites["/moved"].robots_status = b"User-agent: pagetide\nDisallow: /", 302
        sites["/unknown"].robots, sites["/unknown"].robots_status = b"", 503
        for path, target in (("/five-hops", "/hops?4"), ("/six-hops", "/hops?5")):
            sites[path].robots, sites[path].robots_status = b"User-agent: *\nDisallow: /", 302
            sites[path].robots_moved_to = target
        sites["/elsewhere"].robots, sites["/elsewhere"].robots_status = b"", 302
        sites["/elsewhere"].robots_moved_to = sites["/five-hops"].url("/rules.txt")
        yield Mixed(sites, tmp_path_factory.mktemp("mixed") / "collection")


@pytest.mark.parametrize("path", WELL)
def test_a_page_that_loads_is_captured_whole(mixed: Mixed, path: str) -> None:
    assert mixed.capture(path)["outcome"] == "complete"


@pytest.mark.parametrize("path", WELL)
def test_a_page_is_asked_for_once_by_one_visit(mixed: Mixed, path: str) -> None:
    assert mixed.sites[path].asked.count(path) == 1


def test_an_error_page_is_captured_with_its_status(mixed: Mixed) -> None:
    assert mixed.capture("/missing")["status"] == 404


def test_what_a_page_shows_is_kept_though_its_load_never_ends(mixed: Mixed) -> None:
    capture = mixed.capture("/never-loads")
    assert capture["outcome"] == "partial"
    assert "Nothing new." in capture["text"]


def test_a_server_that_never_answers_is_a_failed_visit(mixed: Mixed) -> None:
    capture = mixed.capture("/hangs")
    assert (capture["outcome"], capture["codes"]) == ("failed", ["timeout"])


def test_a_page_that_never_yields_the_processor_ends_too(mixed: Mixed) -> None:
    capture = mixed.capture("/busy-script")
    assert capture["outcome"] == "partial"
    assert "Nothing new." in capture["text"]


def test_a_download_is_kept_as_the_file_that_it_is(mixed: Mixed) -> None:
    capture = mixed.capture("/download")
    assert (capture["outcome"], capture["codes"]) == ("complete", ["not-html"])


def test_a_page_that_robots_txt_forbids_is_not_asked_for(mixed: Mixed) -> None:
    capture = mixed.capture("/private")
    assert (capture["outcome"], capture["codes"]) == ("failed", ["robots"])
    assert mixed.sites["/private"].asked == ["/robots.txt"]


def test_a_robots_txt_that_moved_is_followed(mixed: Mixed) -> None:
    assert mixed.capture("/moved")["codes"] == ["robots"]
    assert mixed.sites["/moved"].asked == ["/robots.txt", "/rules.txt"]


def test_a_broken_robots_txt_forbids_everything_for_now(mixed: Mixed) -> None:
    capture = mixed.capture("/unknown")
    assert (capture["outcome"], capture["codes"]) == ("failed", ["robots"])
    assert "503" in capture["messages"][0]


def test_a_host_that_refuses_connections_is_a_failed_visit(mixed: Mixed) -> None:
    assert mixed.capture(mixed.refused_port)["codes"] == ["unreachable"]


def test_a_host_name_that_does_not_exist_is_a_failed_visit(mixed: Mixed) -> None:
    assert mixed.capture(mixed.no_such_host)["codes"] == ["dns"]


def test_a_stored_text_that_is_no_url_is_a_failed_visit(mixed: Mixed) -> None:
    assert mixed.capture(mixed.credentials)["codes"] == ["invalid-url"]


def test_each_failure_says_why_in_a_sentence(mixed: Mixed) -> None:
    failed = [capture for capture in mixed.result.captures if capture["outcome"] == "failed"]
    assert failed
    assert all(message for capture in failed for message in capture["messages"])


def test_the_summary_counts_every_visit_once(mixed: Mixed) -> None:
    summary = mixed.result.summary
    assert summary["visits"] == len(mixed.result.captures) == len(mixed.sites) + 3
    assert summary["visits"] == summary["complete"] + summary["partial"] + summary["failed"]


def test_progress_is_told_after_each_visit(mixed: Mixed) -> None:
    visits = len(mixed.result.captures)
    assert mixed.result.end["progress"] == list(range(1, visits + 1))


def test_one_browser_serves_a_whole_crawl(mixed: Mixed) -> None:
    assert mixed.result.log.count(" was started: Chromium") == 1


def test_every_lease_is_finished_when_the_crawl_is_over(mixed: Mixed) -> None:
    with Collection.open(mixed.folder) as collection:
        assert collection.repository.release_all_leases() == 0


def test_failed_pages_come_back_after_the_floor(mixed: Mixed) -> None:
    with Collection.open(mixed.folder, read_only=True) as collection:
        page = collection.repository.find_page(mixed.no_such_host)
    assert page is not None
    assert page.failures == 1
    assert page.due_at == page.last_visit_at + timedelta(hours=1)  # type: ignore[operator]


def test_routes_of_one_document_are_visited_as_they_stand(
    tmp_path: Path, site: Site, other_site: Site
) -> None:
    urls = [site.url("/app#/a"), other_site.url("/app#?b|{c}")]
    crawled(tmp_path / "c", urls)
    with Collection.open(tmp_path / "c", read_only=True) as collection:
        pages = collection.repository.pages()
        captures = [collection.repository.captures(page.id)[0] for page in pages]
        infos = [json.loads(collection.read(stored, Role.PAGE_INFO)) for stored in captures]
        mementos = MementoIndex(collection, tmp_path / "scratch")
        assert [[found.url for found in mementos.of(url)] for url in urls] == [
            [site.url("/app")],
            [other_site.url("/app")],
        ]
    assert [stored.url for stored in captures] == [info["url"] for info in infos] == urls
    assert [stored.title for stored in captures] == ["View #/a", "View #?b|{c}"]


def test_six_hours_of_hourly_visits_are_lived_at_once(tmp_path: Path, site: Site) -> None:
    result = crawled(tmp_path / "c", [site.url("/counter")], simulated=True, hours=6)
    assert [datetime.fromisoformat(capture["at"]) for capture in result.captures] == [
        NOON + timedelta(hours=hour) for hour in range(6)
    ]
    assert [f"Visit {number}." in capture["text"] for number, capture in enumerate(result.captures, 1)] == [
        True
    ] * 6


def test_robots_txt_is_asked_for_once_in_a_day(tmp_path: Path, site: Site) -> None:
    site.robots = b"User-agent: *\nAllow: /\n"
    crawled(tmp_path / "c", [site.url("/a")], simulated=True, hours=30, crawl={"floor_h": 6})
    assert site.asked.count("/a") == 5
    assert site.asked.count("/robots.txt") == 2


def test_a_crawl_delay_holds_two_pages_of_a_host_apart(tmp_path: Path, site: Site) -> None:
    site.robots = b"User-agent: *\nCrawl-delay: 30\n"
    result = crawled(tmp_path / "c", [site.url("/a"), site.url("/b")], simulated=True, once=True)
    first, second = (datetime.fromisoformat(capture["at"]) for capture in result.captures)
    assert timedelta(seconds=30) < second - first < timedelta(seconds=60)


def test_rules_that_are_known_hold_while_the_server_fails(tmp_path: Path, site: Site) -> None:
    site.robots, site.robots_answers = b"User-agent: *\nDisallow: /private\n", 1
    result = crawled(
        tmp_path / "c",
        [site.url("/a"), site.url("/private")],
        simulated=True,
        hours=30,
        crawl={"floor_h": 13},
    )
    assert [capture["outcome"] for capture in result.of(site.url("/a"))] == ["complete"] * 3
    assert {capture["outcome"] for capture in result.of(site.url("/private"))} == {"failed"}
    assert "/private" not in site.asked
    assert site.asked.count("/robots.txt") > 1


def test_after_a_month_without_an_answer_there_are_no_rules(tmp_path: Path, site: Site) -> None:
    site.robots, site.robots_answers = b"User-agent: *\nDisallow: /\n", 0
    result = crawled(
        tmp_path / "c",
        [site.url("/a")],
        simulated=True,
        hours=24 * 40,
        crawl={"ceiling_h": 24, "floor_h": 24},
    )
    outcomes = [(capture["at"], capture["outcome"]) for capture in result.captures]
    first = next(datetime.fromisoformat(at) for at, outcome in outcomes if outcome == "complete")
    assert timedelta(days=29) < first - NOON < timedelta(days=32)


@pytest.mark.parametrize(("path", "code"), [("/five-hops", ["robots"]), ("/six-hops", [])])
def test_five_redirects_of_robots_txt_are_followed(mixed: Mixed, path: str, code: list[str]) -> None:
    assert mixed.capture(path)["codes"] == code


def test_robots_txt_may_move_to_another_host(mixed: Mixed) -> None:
    assert mixed.capture("/elsewhere")["codes"] == ["robots"]


def test_a_host_that_says_how_long_is_left_alone_for_that_long(tmp_path: Path, site: Site) -> None:
    site.refusals, site.retry_after = 1, "7200"
    urls = [site.url("/limited"), site.url("/b")]
    result = crawled(tmp_path / "c", urls, simulated=True, hours=3, crawl={"floor_h": 1})
    (refused, *_), (other, *_) = result.of(urls[0]), result.of(urls[1])
    assert "429" in refused["reason"]
    assert "2 h" in refused["reason"]
    held = datetime.fromisoformat(other["at"]) - datetime.fromisoformat(refused["at"])
    assert timedelta(hours=2) <= held < timedelta(hours=2, minutes=5)
    assert result.of(urls[0])[1]["outcome"] == "complete"


def test_a_host_that_does_not_say_how_long_is_left_alone_ever_longer(tmp_path: Path, site: Site) -> None:
    site.refusals = 3
    urls = [site.url("/limited")]
    crawl = {"floor_h": 0.25, "host_backoff_s": 3600}
    result = crawled(tmp_path / "c", urls, simulated=True, hours=9, crawl=crawl)
    times = [datetime.fromisoformat(capture["at"]) for capture in result.captures]
    gaps = [round((after - before) / timedelta(hours=1)) for before, after in itertools.pairwise(times)]
    assert gaps[:3] == [1, 2, 4]


def test_a_bot_wall_is_kept_and_not_hammered(tmp_path: Path, site: Site) -> None:
    result = crawled(tmp_path / "c", [site.url("/wall")], simulated=True, hours=20, crawl={"floor_h": 1})
    assert {(capture["kind"], *capture["codes"]) for capture in result.captures} == {("bot-wall", "wall")}
    assert site.asked.count("/wall") == 5  # after 1, 2, 4 and 8 hours
    assert "bot wall" in result.captures[0]["reason"]


def test_a_contact_is_told_to_the_server_of_robots_txt(mixed: Mixed) -> None:
    sent = mixed.sites["/one"].heads["/robots.txt"]
    assert sent["User-Agent"] == "Pagetide (+archive@example.org)"
    assert sent["From"] == "archive@example.org"


@pytest.fixture(scope="module")
def broken(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Result, Path]]:
    """One crawl whose flow breaks once for one page, always for another, and never for a third."""
    folder = tmp_path_factory.mktemp("broken") / "collection"
    with ExitStack() as stack:
        urls = [stack.enter_context(serving()).url(path) for path in ("/once", "/always", "/never")]
        yield crawled(folder, urls, break_at={"/once": "once", "/always": "always"}), folder


def _at(result: Result, path: str) -> list[dict[str, Any]]:
    return [capture for capture in result.captures if capture["url"].endswith(path)]


def test_a_capture_that_cannot_be_kept_is_kept_as_failed(broken: tuple[Result, Path]) -> None:
    (capture,) = _at(broken[0], "/once")
    assert (capture["outcome"], capture["codes"]) == ("failed", ["internal"])
    assert "broken by the test" in capture["messages"][0]
    assert "Traceback" in broken[0].log


def test_a_lease_ends_though_nothing_can_be_kept(broken: tuple[Result, Path]) -> None:
    assert _at(broken[0], "/always") == []
    with Collection.open(broken[1]) as collection:
        assert collection.repository.release_all_leases() == 0
        assert [page.failures for page in collection.repository.pages()] == [1, 1, 0]


def test_what_breaks_one_visit_spares_the_others(broken: tuple[Result, Path]) -> None:
    assert [capture["outcome"] for capture in _at(broken[0], "/never")] == ["complete"]
    assert broken[0].summary["failed"] == 2


def test_what_fails_after_pages_were_leased_or_is_asked_holds_none_of_them_up(
    tmp_path: Path, site: Site, other_site: Site
) -> None:
    urls = [site.url("/a"), site.url("/b"), other_site.url("/a"), other_site.url("/b")]
    result = crawled(tmp_path / "c", urls, failing=["sources", "question"])
    assert "the sources broken by the test" in result.log
    assert "the question broken by the test" in result.log
    assert result.summary["complete"] == 4


def test_a_visit_that_cannot_begin_is_kept_as_failed_and_holds_no_place(
    tmp_path: Path, site: Site, other_site: Site
) -> None:
    urls = [site.url("/a"), other_site.url("/b")]
    result = crawled(tmp_path / "c", urls, failing=["rendering"], crawl={"concurrency": 1})
    assert [capture["outcome"] for capture in result.captures] == ["failed", "complete"]
    assert "the rendering broken by the test" in result.captures[0]["messages"][0]


def test_a_full_disk_ends_the_crawl_and_says_so(tmp_path: Path, site: Site, other_site: Site) -> None:
    result = crawled(
        tmp_path / "c", [site.url("/a"), site.url("/b"), other_site.url("/a")], break_at={"/a": "disk full"}
    )
    assert result.end["error"] == "DiskFull"
    assert "/b" not in site.asked


def test_without_room_visits_wait_and_go_on_by_themselves(tmp_path: Path, site: Site) -> None:
    full = tmp_path / "full"
    full.touch()
    options = {"once": False, "full_while": str(full)}
    with started(tmp_path / "c", [site.url("/a")], **options) as running:
        running.wait_until(lambda: "no visit begins until there is room" in running.log)
        assert site.asked == []
        full.unlink()
        running.wait_until(lambda: "/a" in site.asked)
        running.wait_until(lambda: len(running.captures) == 1)
        running.interrupt()
        result = running.result()
    assert "there is room again" in result.log
    assert result.log.count("no visit begins") == 1
    assert result.summary["complete"] == 1


def test_a_crawl_with_an_end_of_its_own_ends_without_room(tmp_path: Path, site: Site) -> None:
    (tmp_path / "full").touch()
    result = crawled(tmp_path / "c", [site.url("/a")], once=True, full_while=str(tmp_path / "full"))
    assert result.end["error"] == "NoRoom"


def test_an_aged_browser_is_replaced_between_visits(tmp_path: Path, site: Site) -> None:
    urls = [site.url(f"/{number}") for number in range(5)]
    result = crawled(tmp_path / "c", urls, simulated=True, once=True, crawl={"browser_visits": 2})
    assert result.summary["complete"] == 5
    assert result.log.count(" was started: Chromium") == 3
