"""Another program holds the lock of a SQLite database for longer than it is waited for."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from storage.database.place import DATABASE
from tests.conftest import LONG_TESTS
from tests.crawler.crawling import started
from tests.crawler.site import Site
from tests.faults.survival import survived

pytestmark = [pytest.mark.browser, pytest.mark.sqlite("its lock")]

_SHORT_WAIT = {} if LONG_TESTS else {"lock_wait_ms": 200}


@contextmanager
def _locked(folder: Path) -> Iterator[None]:
    with closing(sqlite3.connect(folder / DATABASE, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield
        other.execute("ROLLBACK")


def test_a_lock_that_outlasts_the_wait_keeps_captures_in_memory_until_it_ends(
    tmp_path: Path, site: Site, other_site: Site
) -> None:
    folder, urls = tmp_path / "c", [site.url("/waits"), other_site.url("/waits"), site.url("/later")]
    with started(folder, urls, **_SHORT_WAIT) as running:
        running.wait_until(lambda: "/waits" in site.asked and "/waits" in other_site.asked)
        with _locked(folder):
            site.release.set()
            other_site.release.set()
            running.wait_until(lambda: running.log.count("its capture waits") >= 2)
            assert "/later" not in site.asked
        result = running.result()
    assert result.summary["complete"] == 3
    assert "Traceback" not in result.log
    assert len(survived(folder)) == 3
