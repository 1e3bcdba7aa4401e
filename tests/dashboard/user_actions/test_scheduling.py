"""Deciding on the schedule: another budget, pages of a host or with a tag paused together, what is retired."""

from collections.abc import Iterator
from contextlib import closing
from datetime import timedelta
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Browser, Page, expect

from dashboard.app import create_app
from dashboard.budget_forecast import Expected, Forecast
from dashboard.request_checks import Access
from dashboard.source import Asked
from storage.actions import pages as on_pages
from storage.actions.audit import Actor
from storage.collection import Collection
from tests.dashboard.browsing import assert_accessible, needs_axe, opened_for_axe
from tests.dashboard.conftest import served
from tests.storage.builders import START

LATER = START + timedelta(hours=4)


class Foreseen:
    """Foresees the same at every budget."""

    budget_per_h = 20.0

    def at(self, factor: float) -> Forecast | str:
        if factor > 3:
            return "That is more than the hosts allow."
        expected = (
            Expected(name="time in which the newest capture is up to date", now="81.0 %", then="88.0 %"),
        )
        return Forecast(now_per_h=20.0, then_per_h=20 * factor, expected=expected)


@pytest.fixture
def schedule(folder: Path) -> Iterator[str]:
    with Collection.open(folder) as collection:
        on_pages.retire(collection, Actor(by="ada", at=START), 3)
        on_pages.tag(collection, Actor(by="ada", at=START), 1, add=["council"])
    with Collection.open(folder, read_only=True) as collection:
        access, asked = Access(writer="ada"), Asked(forecast=Foreseen())
        app = create_app(collection, now=lambda: LATER, access=access, asked=asked)
        with served(app) as address:
            yield address


@pytest.fixture
def page(browser: Browser, schedule: str) -> Iterator[Page]:
    with closing(browser.new_context(java_script_enabled=False)) as context:
        shown = context.new_page()
        shown.goto(f"{schedule}/schedule")
        yield shown


def _resting(folder: Path) -> list[int]:
    with Collection.open(folder, read_only=True) as collection:
        return [item.id for item in collection.repository.pages() if not item.active]


def test_another_budget_says_what_it_would_bring_without_script(page: Page) -> None:
    page.fill("#factor", "2")
    page.get_by_role("button", name="What would it give?").click()
    table = page.locator("[aria-labelledby=budget] table").inner_text().split()
    assert " ".join(table).endswith("up to date 81.0 % 88.0 %")
    assert "40 an hour" in page.inner_text("[aria-labelledby=budget] thead")
    assert page.input_value("#factor") == "2"
    page.fill("#factor", "4")
    page.get_by_role("button", name="What would it give?").click()
    assert "more than the hosts allow" in page.inner_text("section[aria-labelledby=budget]")


def test_the_slider_says_where_it_stands(browser: Browser, schedule: str) -> None:
    with closing(browser.new_context()) as context:
        page = context.new_page()
        page.goto(f"{schedule}/schedule")
        page.focus("#factor")
        page.keyboard.press("ArrowRight")
        expect(page.locator("#factor-said")).to_have_text("1.25")


@pytest.mark.parametrize(
    ("field", "text", "resting"), [("#host", "Walled.example", [2, 3]), ("#tag", "council", [1, 3])]
)
def test_pages_are_paused_together_and_it_is_one_action_to_undo(
    page: Page, folder: Path, field: str, text: str, resting: list[int]
) -> None:
    page.fill(field, text)
    page.click("button[value=pause]")
    assert page.inner_text(".done p") == "Paused: 1 page."
    assert _resting(folder) == resting
    page.click(".done button")
    assert _resting(folder) == [3]  # it is retired


def test_what_names_no_page_is_refused(schedule: str, folder: Path) -> None:
    with httpx.Client(base_url=schedule, timeout=60) as client:
        ask = client.post
        assert ask("/api/v1/pages/pause", json={"host": "nobody.example"}).status_code == 404
        assert ask("/api/v1/pages/pause", json={"tag": "nothing"}).status_code == 404
        assert ask("/api/v1/pages/pause", json={}).status_code == 422
        assert ask("/api/v1/pages/pause", json={"host": "ferry.example", "tag": "council"}).status_code == 422
        assert ask("/api/v1/pages/pause", json={"host": "ferry.example"}).json()["changed"] == 1
        assert ask("/api/v1/pages/resume", json={"tag": "council"}).json()["changed"] == 1
    assert _resting(folder) == [3]


def test_retired_pages_are_listed_with_the_time(page: Page) -> None:
    assert page.locator("#retired + ul a").all_inner_texts() == ["walled.example/b"]
    assert page.locator("#retired + ul time").inner_text() == "4 h ago"


def test_the_budget_stands_among_the_figures_of_health(page: Page, schedule: str) -> None:
    page.goto(schedule)
    assert "Visited this hour 0 of 20" in " ".join(page.inner_text(".health").split())


@needs_axe
def test_axe_finds_nothing_serious(browser: Browser, schedule: str) -> None:
    assert_accessible(opened_for_axe(browser, f"{schedule}/schedule?factor=2"))
