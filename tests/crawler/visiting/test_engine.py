"""Starting, stopping and surviving; each crawl in a process of its own (see ``crawling``)."""

import signal
import subprocess
import sys
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

import psutil
import pytest

from crawler.browser import reaper
from crawler.clock import SystemClock
from crawler.errors import CrawlError
from crawler.settings import CrawlSettings
from crawler.visiting.engine import crawl, scrapy_settings
from rendering.settings import RenderingSettings
from storage.collection import Collection
from tests.crawler.crawling import ROOT, crawled, started
from tests.crawler.site import Site


@pytest.mark.browser
@pytest.mark.slow
def test_a_frozen_browser_is_ended_and_the_crawl_goes_on(
    tmp_path: Path, site: Site, other_site: Site
) -> None:
    urls = [site.url("/hangs"), other_site.url("/a"), other_site.url("/b")]
    with started(tmp_path / "c", urls, rendering={"load_timeout_s": 60, "capture_timeout_s": 5}) as running:
        running.wait_until(lambda: "/hangs" in site.asked and len(running.captures) >= 1)
        (browser,) = running.browsers()
        browser.send_signal(signal.SIGSTOP)
        result = running.result()
    assert result.summary["visits"] == 3
    assert result.of(urls[0])[0]["outcome"] == "failed"


@pytest.mark.browser
def test_no_process_is_left_behind_and_no_port_is_opened_but_the_gateways(tmp_path: Path, site: Site) -> None:
    with started(tmp_path / "c", [site.url("/hangs")], rendering={"load_timeout_s": 60}) as running:
        running.wait_until(lambda: "/hangs" in site.asked)
        family = [running.process, *running.process.children(recursive=True)]
        listening = [address for process in family for address in _listened_at(process)]
        site.release.set()
        running.result()
        left = reaper.still_there(family, 60)
    assert listening == ["127.0.0.1"]
    assert left == []


@pytest.mark.browser
def test_one_interrupt_finishes_the_visits_in_flight(tmp_path: Path, site: Site) -> None:
    urls = [site.url("/never-loads"), site.url("/b")]
    with started(tmp_path / "c", urls, rendering={"load_timeout_s": 4}) as running:
        running.wait_until(lambda: "/never-loads" in site.asked)
        running.interrupt()
        result = running.result()
    assert [capture["url"] for capture in result.captures] == urls[:1]
    assert result.summary["partial"] == 1
    assert "/b" not in site.asked


@pytest.mark.browser
def test_an_interrupt_ends_a_crawl_that_waits(tmp_path: Path) -> None:
    with started(tmp_path / "c", [], once=False) as running:
        running.wait_until(lambda: " was started: Chromium" in running.log)
        running.interrupt()
        assert running.result().summary["visits"] == 0


@pytest.mark.browser
def test_two_interrupts_stop_at_once(tmp_path: Path, site: Site) -> None:
    with started(tmp_path / "c", [site.url("/hangs")], rendering={"load_timeout_s": 60}) as running:
        running.wait_until(lambda: "/hangs" in site.asked)
        family = running.process.children(recursive=True)
        running.interrupt()
        running.wait_until(lambda: "once more" in running.log)
        running.interrupt()
        result = running.result()
        left = reaper.still_there(family, 60)
    assert result.end == {"error": "KeyboardInterrupt"}
    assert result.captures == ()
    assert left == []


@pytest.mark.browser
def test_http_and_https_share_a_browser_and_robots_txt_is_only_asked_for_to_obey_it(
    tmp_path: Path, site: Site, other_site: Site
) -> None:
    site.robots = b"User-agent: *\nDisallow: /\n"
    urls = [site.url("/a"), other_site.url("/b").replace("http:", "https:")]
    result = crawled(tmp_path / "c", urls, crawl={"obey_robots": False})
    assert result.of(urls[0])[0]["outcome"] == "complete"
    assert result.of(urls[1])[0]["codes"] == ["tls"]
    assert result.log.count(" was started: Chromium") == 1
    assert "/robots.txt" not in site.asked


@pytest.mark.browser
def test_a_crawl_of_nothing_ends_at_once(tmp_path: Path) -> None:
    assert crawled(tmp_path / "c", []).summary["visits"] == 0


def test_a_browser_that_cannot_start_is_an_error_and_not_an_empty_crawl(tmp_path: Path, site: Site) -> None:
    broken = tmp_path / "chromium"
    broken.write_text("#!/bin/sh\nexit 3\n")
    broken.chmod(0o755)
    result = crawled(tmp_path / "c", [site.url("/a")], rendering={"browser_path": str(broken)})
    assert result.end["error"] == "CrawlError"
    assert "browser could not be started" in result.end["message"]


def test_a_second_run_in_a_process_is_refused() -> None:
    program = (
        "from crawler.reactor import run\n"
        "from crawler.errors import CrawlError\n"
        "async def answer(): return 42\n"
        "assert run(answer()) == 42\n"
        "try: run(answer())\n"
        "except CrawlError as error: print(error)\n"
    )
    result = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert "one coroutine" in result.stdout


@pytest.mark.parametrize("signals", [2, 3])
def test_whoever_stops_at_once_leaves_no_thread_behind_that_writes(signals: int) -> None:
    program = (
        "import asyncio, os, signal, threading\n"
        "from crawler.reactor import run\n"
        "begun, go = threading.Event(), threading.Event()\n"
        "def write():\n"
        "    begun.set(); go.wait(60); print('written', flush=True)\n"
        "async def interrupted():\n"
        "    working = asyncio.ensure_future(asyncio.to_thread(write))\n"
        "    await asyncio.to_thread(begun.wait, 60)\n"
        f"    for _ in range({signals}): os.kill(os.getpid(), signal.SIGINT)\n"
        "    asyncio.get_running_loop().call_later(0.2, go.set)\n"
        "    await working\n"
        "try: run(interrupted())\n"
        "except KeyboardInterrupt: print('stopped', flush=True)\n"
    )
    result = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=False, timeout=120
    )
    assert result.stdout.split() == ["written", "stopped"], result.stderr


def test_who_asks_for_the_settings_to_be_read_again_is_told_what_to_do() -> None:
    program = (
        "import asyncio, logging, os, signal\n"
        "from crawler.reactor import run\n"
        "logging.basicConfig()\n"
        "async def hung_up():\n"
        "    os.kill(os.getpid(), signal.SIGHUP)\n"
        "    await asyncio.sleep(0.2)\n"
        "    return 'goes on'\n"
        "print(run(hung_up()))\n"
    )
    result = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=False, timeout=120
    )
    assert result.stdout == "goes on\n"
    assert "stop and start again" in result.stderr


async def test_a_crawl_outside_run_says_where_it_belongs(tmp_path: Path) -> None:
    with (
        Collection.create(tmp_path / "c") as collection,
        pytest.raises(CrawlError, match=r"crawler\.reactor\.run"),
    ):
        await crawl(
            repository=collection.repository,
            on_capture=lambda *_: None,
            rendering=RenderingSettings(),
            settings=CrawlSettings(),
            clock=SystemClock(),
            until=datetime.now(UTC),
        )


def test_scrapy_opens_no_door_to_the_outside() -> None:
    settings = scrapy_settings(CrawlSettings())
    assert settings["REMOTE_CONTROL_ENABLED"] is False
    assert settings["TELNETCONSOLE_ENABLED"] is False
    assert settings["EXTENSIONS_BASE"] == {}


def _listened_at(process: psutil.Process) -> list[str]:
    """Addresses at which a process waits for connections; none once it has ended."""
    with suppress(psutil.NoSuchProcess):
        connections = process.net_connections(kind="inet")
        return [item.laddr.ip for item in connections if item.status == psutil.CONN_LISTEN]
    return []
