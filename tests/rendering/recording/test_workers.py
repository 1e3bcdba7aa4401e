"""What the workers of a page ask for is recorded as what the page asks for."""

import asyncio

import pytest

from tests.rendering.conftest import CaptureSite, found
from tests.site_server import SiteServer

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


async def test_what_workers_ask_for_has_addresses_and_protocols(capture_site: CaptureSite) -> None:
    capture = await capture_site("/recording/workers.html")
    for by in ("by-classic", "by-blob", "by-nested", "by-shared"):
        asked = found(capture, f"/plain.txt?{by}")
        assert (asked.remote_ip, asked.protocol, asked.body) == ("127.0.0.1", "http/1.1", b"Only words here.")
    assert found(capture, "/kind/socket?worker").socket is not None
    # of which only the gateway knows where it was reached
    imported = found(capture, "/recording/imported.js")
    assert (imported.remote_ip, imported.status) == ("127.0.0.1", 200)


async def test_captures_at_the_same_time_hear_of_their_own_shared_workers(capture_site: CaptureSite) -> None:
    for capture in await asyncio.gather(*(capture_site("/recording/workers.html") for _ in range(2))):
        assert found(capture, "/plain.txt?by-shared").body == b"Only words here."
        assert found(capture, "/recording/shared.js").body


async def test_a_service_worker_that_is_allowed_is_recorded(capture_site: CaptureSite) -> None:
    capture = await capture_site("/recording/serviced.html", service_workers="allow", settle_timeout_s=30)
    assert found(capture, "/plain.txt?installed").body == b"Only words here."
    assert [item for item in capture.exchanges if item.url.endswith("/recording/service.js")]


async def test_a_page_whose_worker_begins_is_not_at_rest(site: SiteServer, capture_site: CaptureSite) -> None:
    """The page asks for nothing itself: only its worker does, once it runs, however long that takes to begin."""
    script = "new Worker('/asking.js')"
    site.serve("/asking.js", "text/javascript", "fetch('/plain.txt?begun')")
    site.serve("/begins", "text/html", f"<p>Its worker asks.</p><script>{script}</script>")
    capture = await capture_site("/begins", settle_timeout_s=30)
    assert found(capture, "/plain.txt?begun").body == b"Only words here."
