"""Looking back at all that was found, and marking something as not seen again."""

from playwright.sync_api import Browser

from tests.dashboard.browsing import assert_accessible, needs_axe, opened_for_axe
from tests.dashboard.user_actions.conftest import CLOSED, OPENED, WALLED, Open, shown


def test_what_was_looked_at_is_found_again_and_brought_back(today: Open, address: str) -> None:
    page = today(java_script_enabled=False)
    page.click(".finding:nth-child(2) button[value=unimportant]")
    page.get_by_role("link", name="All findings").click()
    assert page.locator(".found-list tbody tr").count() == 3
    page.select_option("#seen", "yes")
    page.get_by_role("button", name="Show").click()
    page.select_option("#kind", "walled")
    page.get_by_role("button", name="Show").click()
    assert "Nothing of that kind" in page.inner_text(".nothing")
    page.goto(f"{address}/findings")
    told = page.locator(".found-list tbody td.title a").all_inner_texts()
    assert told[0] == WALLED
    assert OPENED in told
    assert CLOSED not in told  # a person called it no change that counts


def test_what_was_seen_is_marked_as_not_seen(today: Open, address: str) -> None:
    page = today(java_script_enabled=False)
    with page.expect_navigation():
        page.click(".finding:first-child button[value=seen]")
    page.goto(f"{address}/findings?seen=yes")
    assert page.locator(".found-list tbody tr").count() == 2
    with page.expect_navigation():
        page.get_by_role("button", name="Not seen").first.click()
    assert WALLED in shown(page)


@needs_axe
def test_axe_finds_nothing_serious(browser: Browser, unchanged: str) -> None:
    assert_accessible(opened_for_axe(browser, f"{unchanged}/findings"))
