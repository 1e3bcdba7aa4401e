"""A database that goes away while pages are visited."""

from pathlib import Path

import pytest

from storage.collection import Collection
from storage.database.place import DATABASE
from tests.crawler.crawling import started
from tests.crawler.site import Site
from tests.postgresql import Server

pytestmark = pytest.mark.browser


def test_a_database_that_is_deleted_ends_the_crawl_and_says_what_to_do(tmp_path: Path, site: Site) -> None:
    with started(tmp_path / "c", [site.url("/waits"), site.url("/later")]) as running:
        running.wait_until(lambda: "/waits" in site.asked)
        (tmp_path / "c" / DATABASE).unlink()
        site.release.set()
        result = running.result()
    assert result.end["error"] == "DatabaseGone"
    assert "pagetide rebuild" in result.end["message"]
    assert f"{site.url('/waits')}: what was captured is lost" in result.log
    assert "/later" not in site.asked
    assert not (tmp_path / "c" / DATABASE).exists()


@pytest.mark.postgres
@pytest.mark.usefixtures("on_postgresql")
def test_a_server_that_is_started_anew_is_waited_for_and_no_capture_is_lost(
    tmp_path: Path, site: Site, other_site: Site, postgresql_server: Server
) -> None:
    urls = [site.url("/waits"), site.url("/later"), other_site.url("/waits")]
    with started(tmp_path / "c", urls) as running:
        running.wait_until(lambda: "/waits" in site.asked and "/waits" in other_site.asked)
        postgresql_server.control("-m", "fast", "stop")
        site.release.set()
        other_site.release.set()
        running.wait_until(lambda: running.log.count("its capture waits") >= 2)
        running.wait_until(lambda: "no page can be leased" in running.log)
        postgresql_server.start()
        result = running.result()
    assert result.summary["complete"] == 3
    assert "Traceback" not in result.log
    with Collection.open(tmp_path / "c") as collection:
        assert [page.failures for page in collection.repository.pages()] == [0, 0, 0]


@pytest.mark.postgres
@pytest.mark.usefixtures("on_postgresql")
def test_two_interrupts_end_the_waiting_for_a_server(
    tmp_path: Path, site: Site, postgresql_server: Server
) -> None:
    with started(tmp_path / "c", [site.url("/waits")]) as running:
        running.wait_until(lambda: "/waits" in site.asked)
        postgresql_server.control("-m", "fast", "stop")
        try:
            site.release.set()
            running.wait_until(lambda: running.log.count("its capture waits") >= 2)
            running.interrupt()
            running.wait_until(lambda: "once more" in running.log)
            running.interrupt()
            result = running.result()
        finally:
            postgresql_server.start()
    assert result.end == {"error": "KeyboardInterrupt"}
    assert f"{site.url('/waits')}: what was captured is lost" in result.log
