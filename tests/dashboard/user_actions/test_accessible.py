"""The pages on which something can be done: accessible, and no wider than a narrow screen."""

import pytest
from playwright.sync_api import Browser

from tests.dashboard.browsing import assert_accessible, needs_axe, opened_for_axe

ROOMS = ["/", "/page/1", "/page/1/compare?before=1&after=2", "/page/1/visits", "/pages"]


@needs_axe
@pytest.mark.parametrize("room", ROOMS)
def test_axe_finds_nothing_serious_where_people_decide(browser: Browser, unchanged: str, room: str) -> None:
    page = opened_for_axe(browser, unchanged + room)
    page.evaluate("for (const part of document.querySelectorAll('details')) part.open = true")
    assert_accessible(page)


@needs_axe
def test_axe_finds_nothing_serious_in_the_help_and_after_a_decision(browser: Browser, address: str) -> None:
    page = opened_for_axe(browser, address)
    page.keyboard.press("s")
    page.locator(".done").wait_for()
    page.keyboard.press("?")
    assert_accessible(page)
