"""What must hold of a collection after any fault."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from benchmarks.kills import captured_twice, committed_captures
from storage.collection import Collection
from storage.verify.walk import verify
from tests.crawler.crawling import Crawl, Result


def survived(folder: Path, committed: Iterable[str] = ()) -> set[str]:
    """Nothing is damaged, no committed capture is lost, none was taken twice; the captures that there are now.

    Opened for writing first, as the next command does: what a dead process left is put in order.
    """
    with Collection.open(folder) as collection:
        report = verify(collection)
        assert report.ok, report.faults
        assert captured_twice(collection) == 0
    now = committed_captures(folder)
    assert set(committed) <= now
    return now


def resumed(folder: Path) -> Result:
    """A crawl of what is due, begun anew: it takes the leases of the dead process back, as every daemon does."""
    with Collection.open(folder) as collection:
        collection.repository.release_own_leases()
    with Crawl(folder, {}) as crawl:
        return crawl.result()
