"""A person draws a place to ignore or to favour on the screenshot, or types it, and takes it away."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Browser, Page, expect

from storage.collection import Collection
from storage.regions import PageRegion
from tests.dashboard.browsing import opened


def _drawn(folder: Path) -> list[tuple[int, int, int, int, bool]]:
    with Collection.open(folder, read_only=True) as collection:
        kept = collection.repository.page(1).regions
    return [(item.x_px, item.y_px, item.width_px, item.height_px, item.favour) for item in kept]


@pytest.fixture
def page(browser: Browser, address: str) -> Iterator[Page]:
    with closing(opened(browser, f"{address}/page/1").context) as context:
        yield context.pages[0]


def test_a_place_is_typed_kept_undone_and_taken_away_by_keyboard(page: Page, folder: Path) -> None:
    page.locator("#draw-region summary").press("Enter")
    page.focus("#region-x")
    for side in ("20", "30", "200", "100"):
        page.keyboard.type(side)
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")  # the first button: ignore
    expect(page.locator(".regions li")).to_contain_text("ignored x 20–220, y 30–130 (ada)")
    assert _drawn(folder) == [(20, 30, 200, 100, False)]
    page.get_by_role("button", name="Undo").press("Enter")
    expect(page.locator(".regions li")).to_have_count(0)
    page.locator("#draw-region summary").press("Enter")
    for name, side in (("x", "0"), ("y", "0"), ("width", "50"), ("height", "60")):
        page.fill(f"#region-{name}", side)
    page.get_by_role("button", name="Favour").press("Enter")
    expect(page.locator(".regions li")).to_contain_text("favoured x 0–50, y 0–60")
    page.get_by_role("button", name="Remove x 0–50, y 0–60").press("Enter")
    expect(page.locator(".regions li")).to_have_count(0)
    assert _drawn(folder) == []


def test_a_place_is_dragged_on_the_screenshot(page: Page) -> None:
    page.locator("#draw-region summary").click()
    page.locator(".shot").first.scroll_into_view_if_needed()
    shot = page.locator(".drawn-regions").bounding_box()
    viewed = page.locator(".drawn-regions").get_attribute("viewBox")
    assert shot is not None
    assert viewed is not None
    scale = float(viewed.split()[2]) / shot["width"]
    page.mouse.move(shot["x"] + 100, shot["y"] + 80)
    page.mouse.down()
    page.mouse.move(shot["x"] + 40, shot["y"] + 20, steps=3)
    page.mouse.up()
    values = [int(page.input_value(f"#region-{name}")) for name in ("x", "y", "width", "height")]
    assert values == pytest.approx([40 * scale, 20 * scale, 60 * scale, 60 * scale], abs=3)


def test_programs_draw_list_and_take_away(client: httpx.Client, folder: Path) -> None:
    path = "/api/v1/pages/1/regions"
    sides = {"x_px": 1, "y_px": 2, "width_px": 3, "height_px": 4, "favour": True}
    assert client.post(path, json=sides).status_code == 201
    assert client.post(path, json=sides | {"width_px": 0}).status_code == 422
    assert client.get(path).json() == [{**sides, "number": 1, "said_by": "ada"}]
    assert client.delete(f"{path}/2").status_code == 404
    assert client.delete(f"{path}/1").json()["changed"] == 1
    assert _drawn(folder) == []


def test_a_region_knows_what_lies_in_it() -> None:
    region = PageRegion(number=1, x_px=10, y_px=10, width_px=5, height_px=5, favour=False)
    assert region.holds(10, 15)
    assert not region.holds(10, 16)
