# ruff: noqa: E501 - JavaScript in one line each
"""The same page gives the same bytes of both pictures in separate browser processes."""

import hashlib
import io
from dataclasses import replace

import pytest
import pytest_asyncio
from PIL import Image
from playwright.async_api import Browser, async_playwright

from rendering.browser import launched
from rendering.capture.steps import capture_url
from rendering.settings import BehaviourSettings
from storage.records import Capture, Outcome
from tests.rendering.conftest import AT, ON_THIS_MACHINE, CaptureSite
from tests.site_server import SiteServer

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

RED = (254, 0, 0)


async def _in_a_process_of_its_own(url: str, **settings: object) -> Capture:
    rendering = replace(ON_THIS_MACHINE, **settings)  # type: ignore[arg-type]
    async with async_playwright() as playwright, launched(playwright, rendering) as browser:
        return await capture_url(browser, url, rendering, AT)


def _digests(captures: list[Capture]) -> set[tuple[str, str]]:
    assert all(capture.view_png and capture.full_page_png for capture in captures)
    return {
        (
            hashlib.sha256(item.view_png or b"").hexdigest(),
            hashlib.sha256(item.full_page_png or b"").hexdigest(),
        )
        for item in captures
    }


async def test_a_page_on_which_nothing_stands_still_is_the_same_in_two_processes(site: SiteServer) -> None:
    captures = [await _in_a_process_of_its_own(site.url("/restless.html")) for _ in range(2)]
    assert [capture.outcome for capture in captures] == [Outcome.COMPLETE] * 2, captures[0].problems
    assert len(_digests(captures)) == 1
    assert len({capture.dom for capture in captures}) == 1


@pytest.mark.slow
@pytest.mark.long
async def test_a_page_on_which_nothing_stands_still_is_the_same_in_twenty_processes(site: SiteServer) -> None:
    captures = [await _in_a_process_of_its_own(site.url("/restless.html")) for _ in range(20)]
    assert len(_digests(captures)) == 1
    assert len({capture.dom for capture in captures}) == 1


async def test_a_part_of_a_page_that_an_address_names_is_the_same_too(site: SiteServer) -> None:
    captures = [await _in_a_process_of_its_own(site.url("/restless.html#below")) for _ in range(2)]
    assert len(_digests(captures)) == 1
    assert "Letters of our own" in (captures[0].text or "")


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def restless(browser: Browser, kept_site: SiteServer) -> Capture:
    """A capture of the page on which nothing stands still."""
    return await capture_url(browser, kept_site.url("/restless.html"), ON_THIS_MACHINE, AT)


async def test_films_stand_at_their_first_picture_and_a_marquee_can_be_read(restless: Capture) -> None:
    capture = restless
    picture = Image.open(io.BytesIO(capture.full_page_png or b"")).convert("RGB")
    assert capture.layout is not None
    films = [block for block in capture.layout.blocks if block.tag == "video"]
    assert len(films) == 2
    for box in films:
        middle = (int(box.x_px + box.width_px / 2), int(box.y_px + box.height_px / 2))
        red, green, blue = picture.getpixel(middle)  # type: ignore[misc]
        assert (red > 240, green < 20, blue < 20) == (True, True, True)
    assert "rolling news" in (capture.text or "")


async def test_what_ends_has_ended_and_its_events_were_heard(restless: Capture) -> None:
    text = restless.text or ""
    ended = text.partition("ended:")[2].partition("\n")[0].split()
    assert sorted(ended) == ["animation", "script", "transition"]


REPLACED = {
    "crypto.getRandomValues(new Uint8Array(4)).length": "4",
    "(() => { try { crypto.getRandomValues(new Float32Array(1)) } catch (e) { return e.name } })()": "TypeMismatchError",
    "(() => { try { crypto.getRandomValues(new Uint8Array(65537)) } catch (e) { return e.name } })()": "QuotaExceededError",
    "/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(crypto.randomUUID())": "true",
    "crypto.randomUUID() === crypto.randomUUID()": "false",
    "(document.body.style.height = '5000px', scrollTo({top: 300, behavior: 'smooth'}), scrollY)": "300",
    "(document.body.style.height = '5000px', scrollTo(0, 200), scrollBy(0, 50), scrollY)": "250",
    "(document.body.style.height = '5000px', document.documentElement.scrollTop = 70, scrollY)": "70",
}
"""What a page may ask of functions that are replaced, and the answers of a browser's own."""


async def test_what_is_replaced_behaves_like_the_browsers_own(
    capture_site: CaptureSite, site: SiteServer
) -> None:
    asked = "".join(
        f"<p id=p{number}></p><script>p{number}.textContent = {expression}</script>"
        for number, expression in enumerate(REPLACED)
    )
    site.serve("/own", "text/html", f"<!doctype html>{asked}")
    told = ((await capture_site("/own")).text or "").split("\n\n")
    assert dict(zip(REPLACED, told, strict=True)) == REPLACED


async def test_random_bytes_are_the_browsers_own_where_they_may_guard_something(
    capture_site: CaptureSite, site: SiteServer
) -> None:
    site.serve("/own", "text/html", "<p id=p></p><script>p.textContent = crypto.randomUUID()</script>")
    repeated = {(await capture_site("/own")).text for _ in range(2)}
    own = {
        (await capture_site("/own", behaviour=BehaviourSettings(repeat_random_bytes=False))).text
        for _ in range(2)
    }
    assert (len(repeated), len(own)) == (1, 2)


async def test_a_dense_display_gives_pictures_with_more_pixels(capture_site: CaptureSite) -> None:
    capture = await capture_site("/timers.html", device_scale_factor=2.0)
    assert Image.open(io.BytesIO(capture.view_png or b"")).size == (2000, 2000)
    assert capture.profile.scale == 2.0
