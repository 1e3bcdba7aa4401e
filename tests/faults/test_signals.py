"""A service manager ends the crawl in the middle of a visit."""

import signal
from pathlib import Path

import pytest

from crawler.browser import reaper
from tests.crawler.crawling import started
from tests.crawler.site import Site
from tests.faults.survival import resumed, survived

pytestmark = pytest.mark.browser


def test_sigterm_during_a_visit_keeps_that_visit_and_leaves_the_next_one_due(
    tmp_path: Path, site: Site
) -> None:
    folder, urls = tmp_path / "c", [site.url("/waits"), site.url("/later")]
    with started(folder, urls) as running:
        running.wait_until(lambda: "/waits" in site.asked)
        family = running.process.children(recursive=True)
        running.process.send_signal(signal.SIGTERM)
        site.release.set()
        result = running.result()
        assert reaper.still_there(family, 60) == []
    assert result.summary["complete"] == 1
    kept = survived(folder)
    assert len(kept) == 1
    assert [done["url"] for done in resumed(folder).captures] == [site.url("/later")]
    assert len(survived(folder, kept)) == 2


def test_sigterm_twice_during_a_visit_leaves_its_page_due(tmp_path: Path, site: Site) -> None:
    folder = tmp_path / "c"
    with started(folder, [site.url("/waits")]) as running:
        running.wait_until(lambda: "/waits" in site.asked)
        running.process.send_signal(signal.SIGTERM)
        running.wait_until(lambda: "once more" in running.log)
        running.process.send_signal(signal.SIGTERM)
        assert running.result().end == {"error": "KeyboardInterrupt"}
    assert survived(folder) == set()
    site.release.set()
    assert len(resumed(folder).captures) == 1
    assert len(survived(folder)) == 1
