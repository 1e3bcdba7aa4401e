# ruff: noqa: E501 - JavaScript in one line each
"""The same page at the same moment is the same picture, byte for byte, in every fresh context."""

import asyncio
import hashlib
import io
from datetime import timedelta

import pytest
from PIL import Image
from playwright.async_api import Browser

from rendering.capture.steps import capture_url
from rendering.settings import RenderingSettings
from tests.rendering.conftest import AT, CaptureSite
from tests.site_server import SiteServer

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


async def test_a_page_on_which_everything_moves_is_byte_identical(capture_site: CaptureSite) -> None:
    captures = [await capture_site("/moving.html") for _ in range(3)]
    assert len({hashlib.sha256(capture.view_png or b"").digest() for capture in captures}) == 1
    assert len({hashlib.sha256(capture.full_page_png or b"").digest() for capture in captures}) == 1
    assert len({capture.dom for capture in captures}) == 1


async def test_captures_at_the_same_time_do_not_change_each_other(capture_site: CaptureSite) -> None:
    captures = await asyncio.gather(*(capture_site("/moving.html") for _ in range(4)))
    assert len({capture.view_png for capture in captures}) == 1


async def test_frames_stand_still_too(capture_site: CaptureSite) -> None:
    captures = [await capture_site("/frames.html") for _ in range(2)]
    assert len({capture.view_png for capture in captures}) == 1


async def test_a_page_shows_the_moment_of_the_visit_and_what_happens_soon_after(
    capture_site: CaptureSite,
) -> None:
    text = (await capture_site("/moving.html")).text or ""
    assert "2026-01-01T12:00:02.940Z 2940" in text
    assert "Thursday, January 1, 2026 at 12:00:02" in text
    assert f"late, {round((AT + timedelta(milliseconds=600)).timestamp() * 1000)}" in text


async def test_another_moment_is_another_picture(browser: Browser, site: SiteServer) -> None:
    pictures = [
        (await capture_url(browser, site.url("/moving.html"), RenderingSettings(), at)).view_png
        for at in (AT, AT + timedelta(hours=1))
    ]
    assert pictures[0] != pictures[1]


async def test_chance_is_the_same_at_every_visit(capture_site: CaptureSite, site: SiteServer) -> None:
    site.serve(
        "/chance", "text/html", "<p id=p></p><script>p.textContent = [1, 2, 3].map(Math.random)</script>"
    )
    first, second = [(await capture_site("/chance")).text for _ in range(2)]
    assert first == second
    values = [float(value) for value in (first or "").split(",")]
    assert len(set(values)) == 3
    assert all(0 <= value < 1 for value in values)


async def test_a_page_that_waits_by_looking_at_the_clock_gets_on(capture_site: CaptureSite) -> None:
    assert (await capture_site("/busy-wait.html")).text == "two seconds later"


async def test_timers_that_ask_the_network_and_wait_again_all_happen(capture_site: CaptureSite) -> None:
    capture = await capture_site("/timers.html")
    assert "Only words here." in (capture.text or "")
    assert "the second came too" in (capture.text or "")


async def test_an_animated_picture_stays_at_its_first_frame(
    capture_site: CaptureSite, site: SiteServer
) -> None:
    frames = [Image.new("RGB", (100, 100), colour) for colour in ("#ff0000", "#00ff00", "#0000ff")]
    file = io.BytesIO()
    frames[0].save(file, "GIF", save_all=True, append_images=frames[1:], duration=40, loop=0)
    site.serve("/animated.gif", "image/gif", file.getvalue())
    site.serve("/animated", "text/html", "<body style='margin:0'><img src=/animated.gif>")
    picture = Image.open(io.BytesIO((await capture_site("/animated")).view_png or b"")).convert("RGB")
    assert picture.getpixel((50, 50)) == (255, 0, 0)


CLOCK = {
    "new Date() instanceof Date": "true",
    "new (class extends Date {})().getTime() === Date.now()": "true",
    "new Date(2020, 1, 2).getDate()": "2",
    "typeof Date()": "string",
    "new Date(0).constructor === Date": "true",
    "performance.timeOrigin === Date.now() - performance.now()": "true",
    "typeof performance.getEntriesByType('navigation')[0].duration": "number",
    "new Intl.DateTimeFormat('en', {year: 'numeric'}).format()": "2026",
    "new Intl.DateTimeFormat('en', {year: 'numeric'}).formatToParts()[0].value": "2026",
    "window.Temporal ? Temporal.Now.plainDateISO('UTC').toString() : '2026-01-01'": "2026-01-01",
    "Object.keys(window).includes('__pagetide__')": "false",
    "setTimeout.length + clearTimeout.name": "2clearTimeout",
}
"""What a page may ask the clock, and the answers of a browser's own."""


async def test_the_clock_behaves_like_the_browsers_own(capture_site: CaptureSite, site: SiteServer) -> None:
    asked = "".join(
        f"<p id=p{number}></p><script>p{number}.textContent = {expression}</script>"
        for number, expression in enumerate(CLOCK)
    )
    site.serve("/clock", "text/html", asked)
    told = ((await capture_site("/clock")).text or "").split("\n\n")
    assert dict(zip(CLOCK, told, strict=True)) == CLOCK


TIMERS = {
    "const id = setTimeout(() => { p.textContent = 'ran' }, 100); clearTimeout(id); p.textContent = 'cleared'": "cleared",
    "let n = 0; const id = setInterval(() => { p.textContent = ++n; if (n === 3) clearInterval(id) }, 100)": "3",
    "setTimeout((a, b) => { p.textContent = a + b }, 10, 'two', ' arguments')": "two arguments",
    "setTimeout('p.textContent = `from text`', 10)": "from text",
    "setTimeout(() => { throw new Error('no') }, 10); setTimeout(() => { p.textContent = 'went on' }, 20)": "went on",
    "requestAnimationFrame(() => requestAnimationFrame(() => { p.textContent = 'two frames' }))": "two frames",
    "requestIdleCallback((d) => { p.textContent = d.timeRemaining() > 0 })": "true",
    "let n = 0; (function soon() { p.textContent = ++n; if (n < 200) setTimeout(soon, 0) })()": "200",
}
"""Scripts that set timers, and what they write in the end where timers are a browser's own."""


async def test_timers_behave_like_the_browsers_own(capture_site: CaptureSite, site: SiteServer) -> None:
    scripts = "".join(
        f"<p id=p{number}></p><script>{{ {script.replace('p.', f'p{number}.')} }}</script>"
        for number, script in enumerate(TIMERS)
    )
    site.serve("/timer", "text/html", scripts)
    told = ((await capture_site("/timer")).text or "").split("\n\n")
    assert dict(zip(TIMERS, told, strict=True)) == TIMERS


async def test_a_page_hears_of_an_error_in_a_timer(capture_site: CaptureSite, site: SiteServer) -> None:
    script = (
        "addEventListener('error', () => { p.textContent = 'told' }); setTimeout(() => { throw 'no' }, 10)"
    )
    site.serve("/timer", "text/html", f"<p id=p></p><script>{script}</script>")
    assert (await capture_site("/timer")).text == "told"


async def test_a_frame_that_is_taken_away_takes_its_timers_along(
    capture_site: CaptureSite, site: SiteServer
) -> None:
    site.serve(
        "/gone",
        "text/html",
        '<p id=p>0</p><iframe srcdoc="<script>setInterval(() => { parent.p.textContent++ }, 100)</script>"></iframe>'
        "<script>setTimeout(() => document.querySelector('iframe').remove(), 1050)</script>",
    )
    assert (await capture_site("/gone")).text == "10"
