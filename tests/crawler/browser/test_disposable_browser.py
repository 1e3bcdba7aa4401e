"""Browsers that are killed, freeze, swell or lose their driver: what each costs, and what is left of it."""

import signal
from pathlib import Path

import pytest

from crawler.browser import reaper
from crawler.browser.runtime_dir import RuntimeDir, sweep
from tests.crawler.crawling import Crawl, started
from tests.crawler.site import Site

pytestmark = pytest.mark.browser


def _hanging(site: Site) -> str:
    return site.url("/hangs-once")


def _both_open(running: Crawl, *sites: Site) -> None:
    running.wait_until(lambda: all("/hangs-once" in site.asked for site in sites))


def _runtime_dir_of(running: Crawl) -> Path:
    return Path(running.driver().environ()["TMPDIR"])


def test_pages_whose_browser_died_are_visited_again_at_once_and_alone(
    tmp_path: Path, site: Site, other_site: Site
) -> None:
    urls = [_hanging(site), _hanging(other_site)]
    with started(tmp_path / "c", urls, rendering={"load_timeout_s": 20}) as running:
        _both_open(running, site, other_site)
        running.browsers()[0].kill()
        result = running.result()
    assert [capture["outcome"] for capture in result.captures] == ["complete", "complete"]
    assert result.summary["visits"] == 2


def test_a_page_that_is_open_alone_when_its_browser_dies_has_failed(tmp_path: Path, site: Site) -> None:
    urls = [_hanging(site), site.url("/a")]
    with started(tmp_path / "c", urls, rendering={"load_timeout_s": 20}) as running:
        _both_open(running, site)
        running.browsers()[0].kill()
        result = running.result()
    (killed,) = result.of(urls[0])
    assert (killed["outcome"], killed["codes"]) == ("failed", ["browser"])
    assert result.of(urls[1])[0]["outcome"] == "complete"


def test_a_page_whose_company_has_just_left_when_its_browser_dies_is_visited_again(
    tmp_path: Path, site: Site, other_site: Site
) -> None:
    urls = [_hanging(site), other_site.url("/waits")]
    with started(tmp_path / "c", urls, rendering={"load_timeout_s": 20}) as running:
        _both_open(running, site)
        running.wait_until(lambda: "/waits" in other_site.asked)
        other_site.release.set()
        running.wait_until(lambda: len(running.captures) == 1)
        running.browsers()[0].kill()
        result = running.result()
    assert [capture["outcome"] for capture in result.captures] == ["complete", "complete"]
    assert result.summary["visits"] == 2


def test_a_crawl_that_is_stopped_keeps_what_it_would_have_visited_again(
    tmp_path: Path, site: Site, other_site: Site
) -> None:
    urls = [_hanging(site), _hanging(other_site)]
    with started(tmp_path / "c", urls, rendering={"load_timeout_s": 20}) as running:
        _both_open(running, site, other_site)
        running.interrupt()
        running.wait_until(lambda: "once more" in running.log)
        running.browsers()[0].kill()
        result = running.result()
    assert [capture["codes"] for capture in result.captures] == [["browser"], ["browser"]]


def test_a_page_whose_own_process_dies_takes_no_other_along(
    tmp_path: Path, site: Site, other_site: Site
) -> None:
    urls = [_hanging(site), other_site.url("/a")]
    with started(tmp_path / "c", urls, rendering={"load_timeout_s": 20}, crawl={"concurrency": 1}) as running:
        _both_open(running, site)
        for renderer in running.renderers():
            renderer.kill()
        result = running.result()
    assert result.of(urls[0])[0]["codes"] == ["browser"]
    assert result.of(urls[1])[0]["outcome"] == "complete"
    assert result.log.count(" was started: Chromium") == 1


def test_a_driver_that_dies_is_started_again(tmp_path: Path, site: Site, other_site: Site) -> None:
    urls = [_hanging(site), _hanging(other_site), site.url("/a")]
    with started(tmp_path / "c", urls, rendering={"load_timeout_s": 20}) as running:
        _both_open(running, site, other_site)
        family = [running.driver(), *running.driver().children(recursive=True)]
        family[0].kill()
        result = running.result()
    assert result.summary["complete"] == 3
    assert reaper.still_there(family, 60) == []


@pytest.mark.slow
def test_a_driver_that_hangs_is_replaced_and_every_visit_ends(
    tmp_path: Path, site: Site, other_site: Site
) -> None:
    urls = [_hanging(site), _hanging(other_site), site.url("/a")]
    rendering = {"load_timeout_s": 20, "capture_timeout_s": 6}
    with started(tmp_path / "c", urls, rendering=rendering) as running:
        _both_open(running, site, other_site)
        driver = running.driver()
        driver.send_signal(signal.SIGSTOP)
        result = running.result()
    assert result.summary["visits"] == 3
    assert result.of(urls[2])[0]["outcome"] != "failed"
    assert reaper.still_there([driver], 60) == []
    assert "Traceback" not in result.log  # a browser that hangs is no mistake of ours


@pytest.mark.slow
def test_a_page_that_takes_too_much_memory_is_ended_and_says_so(
    tmp_path: Path, site: Site, other_site: Site
) -> None:
    urls = [site.url("/hungry"), *(other_site.url(f"/{number}") for number in range(4))]
    rendering = {"load_timeout_s": 20, "capture_timeout_s": 60}
    with started(tmp_path / "c", urls, rendering=rendering, limits={"max_memory_mb": 900}) as running:
        result = running.result()
    hungry = result.of(urls[0])[0]
    assert "limit" in hungry["codes"]
    assert "max_memory_mb" in " ".join(hungry["messages"])
    assert result.summary["complete"] == 4


def test_a_crawl_that_is_killed_takes_along_even_what_hangs(tmp_path: Path, site: Site) -> None:
    with started(tmp_path / "c", [site.url("/hangs")], rendering={"load_timeout_s": 60}) as running:
        running.wait_until(lambda: "/hangs" in site.asked)
        runtime_dir = _runtime_dir_of(running)
        family = running.process.children(recursive=True)
        for process in (running.driver(), *running.browsers()):
            process.send_signal(signal.SIGSTOP)
        running.process.kill()
        assert reaper.still_there(family, 60) == []
    assert not runtime_dir.exists()


def test_what_a_crawl_left_that_died_with_its_reaper_is_swept(tmp_path: Path, site: Site) -> None:
    with started(tmp_path / "c", [site.url("/hangs")], rendering={"load_timeout_s": 60}) as running:
        running.wait_until(lambda: "/hangs" in site.asked)
        runtime_dir = _runtime_dir_of(running)
        family = running.process.children(recursive=True)
        for process in (running.driver(), *running.browsers()):
            process.send_signal(signal.SIGSTOP)
        reapers = (one for one in running.process.children() if "reaper" in " ".join(one.cmdline()))
        next(reapers).kill()
        running.process.kill()
        running.process.wait()
        assert reaper.inhabitants(runtime_dir)
        assert sweep() >= 1
        assert reaper.still_there(family, 60) == []
    assert not runtime_dir.exists()


def test_a_crawl_removes_its_den_when_it_ends(tmp_path: Path, site: Site) -> None:
    with started(tmp_path / "c", [site.url("/hangs-once")], rendering={"load_timeout_s": 60}) as running:
        _both_open(running, site)
        runtime_dir = _runtime_dir_of(running)
        site.release.set()
        running.result()
    assert not runtime_dir.exists()


def test_the_den_of_a_living_crawl_is_left_alone() -> None:
    runtime_dir = RuntimeDir()
    sweep()
    assert runtime_dir.path.exists()
    runtime_dir.close()
    assert not runtime_dir.path.exists()
