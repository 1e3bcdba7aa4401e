"""A person drags the line above which a page rings, sees what that would have given, keeps it, and gives it back."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Browser, Page, expect

from storage.actions.audit import Actor
from storage.actions.pages import set_alarm_above
from storage.actions.undoing import undo
from storage.collection import Collection
from storage.errors import StorageError
from tests.dashboard.browsing import opened
from tests.storage.builders import START

ROOM = "/page/1"


def _own(folder: Path) -> float | None:
    with Collection.open(folder, read_only=True) as collection:
        return collection.repository.page(1).alarm_above


@pytest.fixture
def page(browser: Browser, address: str) -> Iterator[Page]:
    with closing(opened(browser, address + ROOM).context) as context:
        yield context.pages[0]


def test_the_arrow_keys_of_the_slider_say_at_once_what_it_would_give(page: Page, folder: Path) -> None:
    gives, before = page.locator("#alarm-gives"), page.locator(".threshold dd").last
    expect(gives).to_have_text("2 alarms")  # an hour of history says nothing of a week
    page.focus("#alarm-slide")
    for _ in range(10):
        page.keyboard.press("ArrowRight")
    expect(gives).to_have_text("1 alarm")
    expect(before).to_have_text("2 alarms")
    expect(page.locator("#alarm-slide")).to_have_attribute("aria-valuetext", "73.1 %")
    page.get_by_role("button", name="Keep 73.1 %").press("Enter")
    expect(page.locator(".threshold .summary")).to_contain_text(
        "By a person's setting, changes raise an alarm above"
    )
    assert _own(folder) == 0.731
    page.get_by_role("button", name="Undo").press("Enter")
    expect(page.locator(".threshold .summary")).to_contain_text("By its model, changes raise an alarm above")
    assert _own(folder) is None


def test_the_line_in_the_chart_is_dragged(page: Page) -> None:
    line = page.locator(".alarm-line .reach")
    line.scroll_into_view_if_needed()
    at = line.bounding_box()
    assert at is not None
    x, y = at["x"] + at["width"] / 2, at["y"] + at["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x, y - 60, steps=4)
    page.mouse.up()
    expect(page.locator("#alarm-gives")).to_have_text("0 alarms")
    moved = line.bounding_box()
    assert moved is not None
    assert moved["y"] == pytest.approx(at["y"] - 60, abs=3)
    assert float(page.input_value("#alarm")) > 90


def test_without_script_a_field_and_a_button_do_the_same(
    browser: Browser, address: str, folder: Path
) -> None:
    with closing(browser.new_context(java_script_enabled=False)) as context:
        page = context.new_page()
        page.goto(address + ROOM)
        assert page.locator("#alarm-slide").is_hidden()
        page.fill("#alarm", "80")
        page.get_by_role("button", name="What would it give?").click()
        assert page.inner_text("#alarm-gives") == "1 alarm"
        page.get_by_role("button", name="Keep 80 %").click()
        assert _own(folder) == 0.8
        page.get_by_role("button", name="Use the model's threshold").click()
        page.wait_for_load_state()
        assert _own(folder) is None
        assert "By its model" in page.inner_text(".threshold .summary")


def test_programs_set_it_and_give_it_back(client: httpx.Client, folder: Path) -> None:
    path = "/api/v1/pages/1/threshold"
    told = client.get(path, params={"probability": 0.8}).json()
    assert (told["own"], told["learned"], told["alarms"], told["alarms_now"]) == (None, 0.5, 1, 2)
    assert client.put(path, json={"probability": 0.8}).json()["changed"] == 1
    assert client.get(path).json()["own"] == 0.8
    assert client.put(path, json={"probability": 1.5}).status_code == 422
    assert client.delete(path).json()["changed"] == 1
    assert _own(folder) is None
    assert client.get("/api/v1/pages/2/threshold").status_code == 404  # of no change is anything known


def test_no_threshold_lies_outside_of_what_can_be(folder: Path) -> None:
    with Collection.open(folder) as collection:
        who = Actor(by="ada", at=START)
        with pytest.raises(StorageError, match="between 0 and 100 %"):
            set_alarm_above(collection, who, 1, 1.0)
        set_alarm_above(collection, who, 1, 0.3)
        undo(collection, who)
        assert collection.repository.page(1).alarm_above is None


def test_the_chart_shows_distances_where_they_are_asked_for(page: Page) -> None:
    page.get_by_role("link", name="distance", exact=True).click()
    assert page.locator(".alarm-line").count() == 0
