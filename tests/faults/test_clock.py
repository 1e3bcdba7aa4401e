"""The clock is set to another time while a page is visited, or the machine sleeps."""

from pathlib import Path

import pytest

from tests.crawler.crawling import started
from tests.crawler.site import Site
from tests.faults.survival import survived

pytestmark = pytest.mark.browser


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
    assert [done["url"] for done in result.captures] == urls
    assert site.asked.count("/waits") == 1
    assert len(survived(tmp_path / "c")) == 2
