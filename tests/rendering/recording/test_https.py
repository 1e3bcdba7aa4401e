"""HTTPS with real certificate checks: an authority that the browser trusts, and every way not to be trusted."""

import os
import shutil
import subprocess
from collections.abc import AsyncIterator, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Browser, async_playwright

from rendering.browser import GuardedLaunch
from rendering.capture.steps import capture_url
from storage.records import Capture, Outcome, ProblemCode
from tests.rendering.conftest import AT, ON_THIS_MACHINE
from tests.site_certificate import Authority, Kind
from tests.site_server import SiteServer

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="module")]


@pytest.fixture(scope="module")
def authority() -> Authority:
    return Authority()


@pytest.fixture(scope="module")
def home(authority: Authority, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home folder whose Chromium trusts the tests' authority."""
    certutil = shutil.which("certutil")
    if certutil is None:
        pytest.skip("certutil is not installed (Debian: apt-get install libnss3-tools)")
    folder = tmp_path_factory.mktemp("home")
    (folder / "authority.pem").write_bytes(authority.certificate_pem)
    for place in (folder / ".pki" / "nssdb", folder / ".local" / "share" / "pki" / "nssdb"):
        place.mkdir(parents=True)
        database = f"sql:{place}"
        for command in (
            ["-N", "--empty-password"],
            ["-A", "-t", "C,,", "-n", "tests", "-i", str(folder / "authority.pem")],
        ):
            subprocess.run([certutil, "-d", database, *command], check=True, timeout=60)
    return folder


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def trusting(home: Path) -> AsyncIterator[Browser]:
    """A browser that trusts the tests' authority."""
    launch = GuardedLaunch(ON_THIS_MACHINE)
    environment = {**os.environ, "HOME": str(home)}
    environment.pop("XDG_DATA_HOME", None)
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(**{**launch.options, "env": environment})
        launch.started(browser)
        yield browser
        await browser.close()
    launch.close()


@pytest.fixture(scope="module")
def sites(authority: Authority) -> Iterator[dict[str, SiteServer]]:
    """The test site behind a good certificate, and behind bad ones."""
    contexts = {
        "good": authority.server(),
        "expired": authority.server(Kind(expired=True)),
        "other host": authority.server(Kind(names=("other.example",))),
        "stranger": Authority().server(),
        "self-signed": True,
    }
    with ExitStack() as running:
        yield {name: running.enter_context(SiteServer(tls=tls)) for name, tls in contexts.items()}  # type: ignore[arg-type]


async def _capture(browser: Browser, url: str) -> Capture:
    return await capture_url(browser, url, ON_THIS_MACHINE, AT)


async def test_a_trusted_site_is_captured_complete(trusting: Browser, sites: dict[str, SiteServer]) -> None:
    url = sites["good"].url("/article.html")
    capture = await _capture(trusting, url)
    assert capture.problems == ()
    assert capture.outcome is Outcome.COMPLETE
    main = capture.exchanges[0]
    assert (main.url, main.remote_ip, main.protocol) == (url, "127.0.0.1", "http/1.1")
    assert main.body == sites["good"].answer("/article.html").body  # type: ignore[union-attr]
    assert all(exchange.error is None for exchange in capture.exchanges)
    assert all(exchange.remote_ip == "127.0.0.1" for exchange in capture.exchanges)


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("expired", "ERR_CERT_DATE_INVALID"),
        ("other host", "ERR_CERT_COMMON_NAME_INVALID"),
        ("stranger", "ERR_CERT_AUTHORITY_INVALID"),
        ("self-signed", "ERR_CERT_AUTHORITY_INVALID"),
    ],
)
async def test_a_bad_certificate_is_refused_and_its_fault_named(
    trusting: Browser, sites: dict[str, SiteServer], name: str, reason: str
) -> None:
    capture = await _capture(trusting, sites[name].url("/article.html"))
    assert capture.outcome is Outcome.FAILED
    assert [problem.code for problem in capture.problems] == [ProblemCode.TLS]
    assert capture.problems[0].message.endswith(f"is not valid ({reason})")
    assert capture.exchanges[0].error == f"net::{reason}"
    assert sites[name].requests == []


async def test_a_plain_server_behind_an_https_address_is_named(trusting: Browser, site: SiteServer) -> None:
    capture = await _capture(trusting, site.url("/article.html").replace("http:", "https:"))
    assert [problem.code for problem in capture.problems] == [ProblemCode.TLS]
    assert "no secure connection" in capture.problems[0].message


async def test_a_part_of_a_page_with_a_bad_certificate_is_a_failed_exchange(
    trusting: Browser, sites: dict[str, SiteServer]
) -> None:
    bad = sites["expired"].url("/picture/10x10/a.png")
    sites["good"].serve("/mixed.html", "text/html", f"<!doctype html><p>Text</p><img src={bad}>")
    capture = await _capture(trusting, sites["good"].url("/mixed.html"))
    assert capture.outcome is Outcome.COMPLETE
    (failed,) = [exchange for exchange in capture.exchanges if exchange.url == bad]
    assert (failed.status, failed.error) == (None, "net::ERR_CERT_DATE_INVALID")
