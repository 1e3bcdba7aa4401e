"""The rooms in a real browser: accessible, fitting narrow screens, silent under their policy, alive with script."""

import re

import pytest
from playwright.sync_api import Browser, expect

from tests.dashboard.browsing import assert_accessible, needs_axe, needs_vendor, opened, opened_for_axe

pytestmark = pytest.mark.browser

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


@needs_axe
@pytest.mark.parametrize("room", ROOMS)
def test_axe_finds_nothing_serious(browser: Browser, site: str, room: str) -> None:
    assert_accessible(opened_for_axe(browser, site + room))


@needs_axe
def test_axe_finds_nothing_serious_in_an_empty_collection(browser: Browser, empty_site: str) -> None:
    assert_accessible(opened_for_axe(browser, empty_site))


@pytest.mark.parametrize("room", ["/pages", "/page/1", "/page/1/compare"])
def test_nothing_is_drawn_wider_than_a_narrow_screen(browser: Browser, site: str, room: str) -> None:
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
