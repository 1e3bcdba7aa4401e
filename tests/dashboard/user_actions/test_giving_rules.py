"""A person gives a page or a tag a rule of visits, sees the next five times first, undoes it and takes it away."""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Browser, expect

from dashboard.app import create_app
from dashboard.request_checks import Access
from dashboard.source import Asked
from pagetide.own_rules import WrittenRules
from pagetide.settings.collection_settings import load_settings
from storage.actions import pages as on_pages
from storage.actions.audit import Actor
from storage.collection import Collection
from tests.dashboard.browsing import assert_accessible, needs_axe, opened, opened_for_axe
from tests.dashboard.conftest import served
from tests.dashboard.user_actions.conftest import copied
from tests.storage.builders import START


@contextmanager
def _served(folder: Path) -> Iterator[str]:
    with Collection.open(folder) as collection:
        on_pages.tag(collection, Actor(by="ada", at=START), 1, add=["council"])
    asked = Asked(rules=WrittenRules(load_settings(folder)))
    with Collection.open(folder, read_only=True) as collection:
        app = create_app(collection, now=lambda: START, access=Access(writer="ada"), asked=asked)
        with served(app) as found:
            yield found


@pytest.fixture
def address(folder: Path) -> Iterator[str]:
    with _served(folder) as found:
        yield found


@pytest.fixture(scope="module")
def unchanged(two_changes: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The same, for all tests that only look."""
    with _served(copied(two_changes, tmp_path_factory.mktemp("rules"))) as found:
        yield found


def _rules(folder: Path) -> list[tuple[int | None, str | None, str | None]]:
    with Collection.open(folder, read_only=True) as collection:
        return [(item.page_id, item.tag, item.cron) for item in collection.repository.rules_of_page(1)]


def test_a_cron_line_is_looked_ahead_kept_undone_and_taken_away_by_keyboard(
    browser: Browser, address: str, folder: Path
) -> None:
    with closing(opened(browser, f"{address}/page/1").context) as context:
        page = context.pages[0]
        page.locator(".rule-of-page summary").press("Enter")
        page.fill("#cron", "0 7 * * 1-5")
        page.fill("#rule-zone", "Europe/Berlin")
        page.keyboard.press("Enter")
        times = page.locator(".next-times tbody td")
        expect(times).to_have_count(5)
        assert all(text.endswith((", 06:00", ", 05:00")) for text in times.all_inner_texts())
        assert _rules(folder) == []
        page.locator(".rule-of-page button[value=keep]").press("Enter")
        expect(page.locator("section[aria-labelledby=rule] .summary")).to_contain_text(
            "its own rule (ada): 0 7 * * 1-5 Europe/Berlin"
        )
        assert _rules(folder) == [(1, None, "0 7 * * 1-5")]
        page.get_by_role("button", name="Undo").press("Enter")
        expect(page.locator("section[aria-labelledby=rule] .summary")).to_contain_text("No rule is set")
        assert _rules(folder) == []


def test_the_preview_is_in_the_readers_zone_too(browser: Browser, unchanged: str) -> None:
    with closing(browser.new_context(timezone_id="Asia/Tokyo", locale="en-GB")) as context:
        page = context.new_page()
        page.goto(f"{unchanged}/page/1?cron=0+6+*+*+*")
        first = page.locator(".next-times tbody tr").first
        expect(first.locator("time")).to_contain_text("15:00")
        expect(first.locator("td")).to_contain_text("06:00")


def test_a_tag_gets_a_rule_without_script(browser: Browser, address: str, folder: Path) -> None:
    plain = browser.new_page(java_script_enabled=False)
    plain.goto(f"{address}/schedule")
    plain.fill("#rule-tag", "council")
    plain.fill("#every", "6h")
    plain.get_by_role("button", name="Preview").click()
    assert plain.locator(".next-times tbody tr").count() == 5
    plain.get_by_role("button", name="Keep", exact=True).click()
    assert "council every 6 h (1 page, ada)" in " ".join(plain.locator(".rules li").inner_text().split())
    assert _rules(folder) == [(None, "council", None)]
    plain.get_by_role("button", name="Remove the rule of council").click()
    assert _rules(folder) == []
    plain.get_by_role("button", name="Undo").click()
    assert _rules(folder) == [(None, "council", None)]


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ("cron=0+7+*+*", "five fields"),
        ("cron=0+7+*+*+*&time_zone=Europe/Berlinn", "did you mean 'Europe/Berlin'"),
        ("every=6h&cron=0+7+*+*+*", "either every or cron"),
        ("every=1s", "at least a minute"),
        ("every=soon", "no duration"),
    ],
)
def test_what_cannot_be_kept_says_why(browser: Browser, unchanged: str, asked: str, told: str) -> None:
    plain = browser.new_page(java_script_enabled=False)
    plain.goto(f"{unchanged}/page/1?{asked}")
    assert told in plain.locator(".rule-of-page [role=alert]").inner_text()
    assert plain.locator(".rule-of-page button[value=keep]").count() == 0


def test_programs_give_look_ahead_and_take_rules(address: str, folder: Path) -> None:
    with httpx.Client(base_url=f"{address}/api/v1", timeout=60) as client:
        assert len(client.get("/rules/preview", params={"every": "6h"}).json()) == 5
        assert client.get("/rules/preview", params={"every": "x"}).status_code == 422
        said = {"cron": "0 7 * * *", "time_zone": "Europe/Berlin"}
        done = client.put("/pages/1/rule", json=said).json()
        (found,) = client.get("/pages/1/rules").json()
        assert (found["tag"], found["cron"], len(found["next"])) == (None, "0 7 * * *", 5)
        assert client.put("/rules", json={"tag": "nothing", "every": "1d"}).status_code == 404
        assert client.put("/rules", json={"tag": "council", "every": "1d"}).json()["changed"] == 1
        assert [item["tag"] for item in client.get("/rules").json()] == ["council"]
        assert client.delete("/rules", params={"tag": "council"}).status_code == 200
        assert client.delete("/rules", params={"tag": "council"}).status_code == 404
        client.post(f"/actions/{done['action_id']}/undo")
    assert _rules(folder) == []


@needs_axe
@pytest.mark.parametrize("path", ["/page/1?cron=0+7+*+*+*", "/schedule?tag=council&every=6h"])
def test_axe_finds_nothing_serious(browser: Browser, unchanged: str, path: str) -> None:
    assert_accessible(opened_for_axe(browser, unchanged + path))
