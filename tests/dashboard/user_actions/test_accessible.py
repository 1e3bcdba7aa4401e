"""The pages on which something can be done: accessible, and no wider than a narrow screen."""

import pytest
from playwright.sync_api import Browser

from tests.dashboard.test_browser import AXE, LOOKS, needs_axe, opened, worst

ROOMS = ["/", "/page/1", "/page/1/compare?before=1&after=2", "/page/1/visits", "/pages"]


@needs_axe
@pytest.mark.parametrize(("scheme", "width"), LOOKS)
@pytest.mark.parametrize("room", ROOMS)
def test_axe_finds_nothing_serious_where_people_decide(
    browser: Browser, address: str, room: str, scheme: str, width: int
) -> None:
    page = opened(browser, address + room, width=width, color_scheme=scheme, bypass_csp=True)
    page.evaluate("for (const part of document.querySelectorAll('details')) part.open = true")
    page.add_script_tag(path=str(AXE))
    found = worst(page)
    is_wide = page.evaluate("document.documentElement.scrollWidth") > width
    page.context.close()
    assert found == []
    assert not is_wide


@needs_axe
def test_axe_finds_nothing_serious_in_the_help_and_after_a_decision(browser: Browser, address: str) -> None:
    page = opened(browser, address, bypass_csp=True)
    page.add_script_tag(path=str(AXE))
    page.keyboard.press("s")
    page.locator(".done").wait_for()
    page.keyboard.press("?")
    assert worst(page) == []
    page.context.close()
