"""The clock is set to another time while a page is visited, or the machine sleeps."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path

import pytest

from crawler.visiting.frontier import Frontier
from pagetide.app import App
from storage.collection import Collection
from tests.crawler.crawling import started
from tests.crawler.site import Site
from tests.crawler.visiting.worksites import NOON, HandClock
from tests.faults.survival import survived


@contextmanager
def _two_frontiers(folder: Path) -> Iterator[tuple[HandClock, Frontier, Frontier]]:
    """Of a daemon with two due pages of a host: that of its own browser and that of its workers."""
    Collection.create(folder).close()
    clock = HandClock(NOON)
    with App.open(folder, clock=clock) as app:
        repository, hooks = app.collection.repository, app.timetable.begin(NOON)
        for name in ("front", "sport"):
            repository.add_page(f"https://a.example/{name}", at=NOON, due_at=NOON)
        own, given = (
            Frontier(repository, clock, app.settings.crawl, app.pauses, hooks=hooks) for _ in range(2)
        )
        yield clock, own, given


@pytest.mark.parametrize("holder", [None, "ada"])
@pytest.mark.parametrize("jump", [timedelta(minutes=6), timedelta(hours=5)])
def test_a_clock_that_jumps_takes_no_page_or_host_from_who_visits_it(
    tmp_path: Path, holder: str | None, jump: timedelta
) -> None:
    with _two_frontiers(tmp_path / "c") as (clock, own, given):
        assert len((given if holder else own).leased(2, holder)) == 1
        clock.move(jump.total_seconds())
        assert own.leased(2) == []
        assert given.leased(2, "bob") == []
        for _ in range(20):  # nobody renews the lease: whoever had it is dead
            clock.move(20)
            own.look()
        assert len(given.leased(2, "bob")) == 1


@pytest.mark.browser
def test_a_clock_that_jumps_during_a_visit_makes_no_second_one(tmp_path: Path, site: Site) -> None:
    off_by = tmp_path / "off-by"
    off_by.write_text("0")
    urls = [site.url("/waits"), site.url("/later")]
    with started(tmp_path / "c", urls, clock_off_by=str(off_by), once=False) as running:
        running.wait_until(lambda: "/waits" in site.asked)
        off_by.with_name("new").write_text(str(5 * 3600))
        off_by.with_name("new").rename(off_by)
        site.release.set()
        running.wait_until(lambda: len(running.captures) == 2)
        running.interrupt()
        result = running.result()
    # By the new time the first page is due again, and may be visited before the crawl has ended; not beside itself.
    assert [done["url"] for done in result.captures][:2] == urls
    assert len(survived(tmp_path / "c")) >= 2
