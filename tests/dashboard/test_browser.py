"""The rooms in a real browser: accessible, fitting narrow screens, silent under their policy, alive with script."""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Literal

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from dashboard.app import STATIC
from rendering.browser import FEATURES_OFF

pytestmark = pytest.mark.browser

CHROMIUM = Path("/usr/bin/chromium")
AXE = STATIC.parent / "node_modules" / "axe-core" / "axe.min.js"
VENDOR = STATIC / "vendor"
ROOMS = [
    "/",
    "/pages",
    "/page/1",
    "/page/4",
    "/page/1/compare",
    "/schedule",
    "/capture/1",
    "/capture/18",
    "/none",
]
WORST = ("serious", "critical")

needs_axe = pytest.mark.skipif(
    not AXE.is_file(), reason="axe-core is not there: install Node.js and run scripts/fetch_assets.py"
)
needs_vendor = pytest.mark.skipif(
    not (VENDOR / "htmx.min.js").is_file(),
    reason="the browser-side libraries are not there: install Node.js and run scripts/fetch_assets.py",
)


ZOOMED = 640
"""Width in CSS pixels that a zoom of 200 % leaves of a screen of 1280."""
LOOKS: tuple[tuple[Literal["light", "dark"], int], ...] = (("light", 1280), ("dark", 320), ("light", ZOOMED))
"""Colours and widths in which every page is accessible."""


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        path = str(CHROMIUM) if CHROMIUM.exists() else None
        opened = playwright.chromium.launch(executable_path=path, args=["--no-sandbox", FEATURES_OFF])
        yield opened
        opened.close()


def opened(
    browser: Browser,
    address: str,
    *,
    width: int = 1280,
    cookies: Mapping[str, str] | None = None,
    **options: Any,
) -> Page:
    """A tab that fails the test on anything the browser complains of, except missing pages."""
    options.setdefault("device_scale_factor", 2 if width == ZOOMED else 1)
    context = browser.new_context(viewport={"width": width, "height": 900}, **options)
    context.add_cookies(
        [{"name": name, "value": value, "url": address} for name, value in (cookies or {}).items()]
    )
    page = context.new_page()
    complaints: list[str] = []
    page.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.goto(address)
    page.wait_for_load_state("networkidle")
    assert [text for text in complaints if "404" not in text] == []
    return page


@needs_axe
@pytest.mark.parametrize("room", ROOMS)
def test_axe_finds_nothing_serious(browser: Browser, site: str, room: str) -> None:
    assert_accessible(opened_for_axe(browser, site + room))


def opened_for_axe(browser: Browser, address: str, look: tuple[str, int] = LOOKS[0], **options: Any) -> Page:
    """A tab that begins in a look, into which axe can be put.

    Axe is the test's own script, not the dashboard's: only its injection needs the policy out of the way.
    """
    scheme, width = look
    options |= {"color_scheme": scheme, "reduced_motion": "reduce", "bypass_csp": True}
    return opened(browser, address, width=width, **options)


def assert_accessible(page: Page) -> None:
    """In every look axe finds nothing serious, and nothing is wider than the screen; closes the tab."""
    page.add_script_tag(path=str(AXE))
    found, wide = {}, []
    for scheme, width in LOOKS:
        page.emulate_media(color_scheme=scheme)
        page.set_viewport_size({"width": width, "height": 900})
        found[scheme, width] = worst(page)
        if page.evaluate("document.documentElement.scrollWidth > innerWidth"):
            wide.append(width)
    page.context.close()
    assert not any(found.values()), found
    assert wide == []


def worst(page: Page) -> list[tuple[str, list[str], str]]:
    """What axe finds serious: the rule, where, and why."""
    tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
    violations = page.evaluate(
        "async tags => (await axe.run({runOnly: tags, resultTypes: ['violations']})).violations", tags
    )
    return [
        (item["id"], [node["html"][:160] for node in item["nodes"][:3]], item["nodes"][0]["failureSummary"])
        for item in violations
        if item["impact"] in WORST
    ]


@needs_axe
def test_axe_finds_nothing_serious_in_an_empty_collection(browser: Browser, empty_site: str) -> None:
    assert_accessible(opened_for_axe(browser, empty_site, LOOKS[0]))


@pytest.mark.parametrize("room", ROOMS)
def test_no_room_is_wider_than_a_narrow_screen(browser: Browser, site: str, room: str) -> None:
    page = opened(browser, site + room, width=320)
    assert page.evaluate("document.documentElement.scrollWidth") == 320
    page.context.close()


@pytest.mark.parametrize("room", ["/", "/pages", "/page/1", "/page/1/compare", "/schedule"])
def test_every_room_works_without_script(browser: Browser, site: str, room: str) -> None:
    page = opened(browser, site + room, java_script_enabled=False)
    assert page.locator("h1").is_visible()
    page.context.close()


def test_the_filter_works_without_script(browser: Browser, site: str) -> None:
    page = opened(browser, site + "/pages", java_script_enabled=False)
    page.fill("#q", "courier")
    page.click("button[type=submit]")
    assert page.locator(".entry h2").all_inner_texts() == ["The Harbour Courier"]
    page.context.close()


@needs_vendor
def test_the_filter_answers_while_typing_and_keeps_its_address(browser: Browser, site: str) -> None:
    page = opened(browser, site + "/pages")
    page.evaluate("window.untouched = true")
    page.fill("#q", "courier")
    expect(page.locator(".entry")).to_have_count(1)
    page.wait_for_url(re.compile("q=courier"))
    assert page.evaluate("window.untouched") is True
    assert page.evaluate("document.activeElement.id") == "q"
    page.go_back()
    expect(page.locator(".entry")).to_have_count(6)
    page.context.close()


@needs_vendor
def test_one_picture_slides_over_the_other_by_keyboard(browser: Browser, site: str) -> None:
    page = opened(browser, site + "/page/1/compare")
    button = page.get_by_role("button", name="Slide one over the other")
    button.press("Enter")
    slider = page.get_by_role("slider")
    assert button.get_attribute("aria-pressed") == "true"
    assert not page.locator("#pair").is_visible()
    before = slider.get_attribute("aria-valuenow") or ""
    slider.focus()
    page.keyboard.down("ArrowRight")
    page.wait_for_function(
        "value => document.querySelector('[role=slider]').ariaValueNow !== value", arg=before
    )
    page.keyboard.up("ArrowRight")
    button.click()
    assert page.locator("#pair").is_visible()
    page.context.close()


def test_overlays_are_switched_without_script(browser: Browser, site: str) -> None:
    page = opened(browser, site + "/page/1/compare", java_script_enabled=False)
    change, importance = page.locator(".overlay-change").first, page.locator(".overlay-importance").first
    assert change.is_visible()
    assert not importance.is_visible()
    page.check("#show-importance")
    page.uncheck("#show-change")
    assert importance.is_visible()
    assert not change.is_visible()
    page.context.close()


def test_the_map_switches_between_importance_and_weights(browser: Browser, site: str) -> None:
    page = opened(browser, site + "/page/1", java_script_enabled=False)
    page.check("#layer-weights")
    assert page.locator(".overlay-weights").is_visible()
    assert not page.locator(".overlay-importance").is_visible()
    page.context.close()


def test_a_page_is_read_by_keyboard_alone(browser: Browser, site: str) -> None:
    page = opened(browser, site + "/pages")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "Skip to the content"
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile("#"))
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.id") == "q"
    page.locator(".entry h2 a").first.focus()
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile("/page/"))
    page.context.close()


def test_the_important_changes_of_a_chart_are_one_tab_stop_and_arrows_go_between_them(
    browser: Browser, site: str
) -> None:
    page = opened(browser, site + "/page/1")
    stops = page.locator(".stem-important[tabindex='0']")
    expect(stops).to_have_count(1)
    stops.focus()
    last = page.evaluate("document.activeElement.href.baseVal")
    page.keyboard.press("ArrowLeft")
    assert page.evaluate("document.activeElement.href.baseVal") != last
    page.keyboard.press("End")
    assert page.evaluate("document.activeElement.href.baseVal") == last
    expect(stops).to_have_count(1)
    page.context.close()
