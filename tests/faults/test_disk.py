"""A disk that fills up, becomes read-only, or loses what it had not confirmed."""

from pathlib import Path

import pytest

from benchmarks.kills import committed_captures
from storage.collection import Collection
from storage.errors import StorageError
from storage.records import Role
from tests.crawler.crawling import started
from tests.crawler.site import Site
from tests.faults.conftest import Disk
from tests.faults.survival import resumed, survived
from tests.storage.builders import add_page, capture, png


@pytest.mark.browser
def test_a_disk_that_fills_up_during_a_visit_ends_the_crawl_and_the_page_stays_due(
    disk: Disk, site: Site, other_site: Site
) -> None:
    folder = disk.folder / "c"
    with started(folder, [site.url("/waits"), other_site.url("/a")]) as running:
        running.wait_until(lambda: "/waits" in site.asked and len(running.captures) == 1)
        filler = disk.fill_up()
        site.release.set()
        result = running.result()
    assert result.end["error"] == "DiskFull"
    assert "Traceback" not in result.log
    filler.unlink()
    _goes_on(folder, site.url("/waits"))


@pytest.mark.browser
def test_a_disk_that_becomes_read_only_during_a_visit_ends_the_crawl_and_the_page_stays_due(
    disk: Disk, site: Site, other_site: Site
) -> None:
    folder = disk.folder / "c"
    with started(folder, [site.url("/waits"), other_site.url("/a")]) as running:
        running.wait_until(lambda: "/waits" in site.asked and len(running.captures) == 1)
        disk.cut_off()
        site.release.set()
        result = running.result()
    assert result.end["error"] == "NotWritable"
    assert "Traceback" not in result.log
    disk.put_back()
    _goes_on(folder, site.url("/waits"))


def _goes_on(folder: Path, url: str) -> None:
    kept = survived(folder)
    assert len(kept) == 1
    assert [done["url"] for done in resumed(folder).captures] == [url]
    assert len(survived(folder, kept)) == 2


def test_a_power_cut_takes_no_committed_capture_and_no_watched_page(disk: Disk) -> None:
    collection = Collection.create(disk.folder / "c")
    page = add_page(collection)
    stored = [collection.store(page, capture(hour)) for hour in range(3)]
    committed = committed_captures(collection.path)
    disk.cut_off()
    collection.database.close()
    with pytest.raises(StorageError):
        collection.close_archive()
    disk.put_back()
    assert survived(disk.folder / "c") == committed
    with Collection.open(disk.folder / "c") as again:
        assert [item.url for item in again.repository.pages()] == [page.url]
        assert [again.read(item, Role.VIEW) for item in stored] == [png(hour) for hour in range(3)]
