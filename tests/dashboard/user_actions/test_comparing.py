"""Reading a comparison: what counted and what was noise, the pictures one in the place of the other, other captures."""

from collections.abc import Iterator
from contextlib import closing
from datetime import timedelta
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Browser, Page, expect

from dashboard.app import create_app
from dashboard.request_checks import Access
from storage.collection import Collection
from storage.layout import Block, Layout
from tests.dashboard.browsing import assert_accessible, needs_axe, opened_for_axe
from tests.dashboard.conftest import served
from tests.storage.builders import START, add_page, capture, score

COMPARED = "/page/1/compare?before=1&after=2"
LEADS = ("The ferry sails today as planned <b>now</b>", "The ferry is stopped today as planned <b>now</b>")


def _layout(hour: int) -> Layout:
    place = {"x_px": 40.0, "width_px": 500.0, "height_px": 80.0}
    return Layout(
        width_px=1000,
        height_px=2000,
        blocks=(
            Block(path="body>h1", tag="h1", y_px=60.0, text=LEADS[min(hour, 1)], **place),
            Block(
                path="body>p#foot", tag="p", y_px=900.0 + 200.0 * hour, text="Harbour <i>office</i>", **place
            ),
            Block(path="body>p#clock", tag="p", y_px=300.0, text=f"Updated 0{hour}:00", **place),
        ),
    )


def _told() -> dict[str, object]:
    lead = {"path": "body>h1", "kind": "text", "added": "is stopped", "removed": "sails", "chance": 0.02}
    clock = {"path": "body>p#clock", "kind": "numbers", "added": "01:00", "removed": "00:00", "chance": None}
    usual = {"path": "", "kind": "text", "added": "an offer", "removed": "", "chance": 0.8}
    menu = {"path": "", "kind": "links", "added": "", "removed": "", "chance": None, "furniture": True}
    blocks = [{"furniture": False} | block for block in (lead, clock, usual, menu)]
    noise = {"class": "carousel", "changes": 9, "visits": 20}
    parts = [{"row": 0, "column": 0, "box": [0, 0, 500, 500], "share": 1.0, "noise": noise}]
    return {
        "parts": parts,
        "blocks": blocks,
        "blocks_changed": 4,
        "text_important": True,
        "by_part": {"text": 3.0, "visual": 1.0},
    }


@pytest.fixture
def compared(tmp_path: Path) -> Iterator[tuple[str, Path]]:
    with Collection.create(tmp_path / "ferries") as collection:
        page = add_page(collection, "https://ferry.example/")
        kept = [
            collection.store(page, capture(hour, url=page.url, final_url=page.url, layout=_layout(hour)))
            for hour in range(3)
        ]
        collection.record_score(score(kept[0], kept[1], explanation=_told(), displacement_px=0))
    with Collection.open(tmp_path / "ferries", read_only=True) as collection:
        at = START + timedelta(days=1)
        with served(create_app(collection, now=lambda: at, access=Access(writer="ada"))) as address:
            yield address, tmp_path / "ferries"


@pytest.fixture
def page(browser: Browser, compared: tuple[str, Path]) -> Iterator[Page]:
    with closing(browser.new_context()) as context:
        shown = context.new_page()
        shown.goto(compared[0] + COMPARED)
        yield shown


@pytest.mark.parametrize(("name", "important"), [("This matters", True), ("This is noise", False)])
def test_a_link_that_came_has_a_verdict_of_its_own_by_keyboard(
    page: Page, compared: tuple[str, Path], name: str, important: bool
) -> None:
    line = page.locator(".addresses li", has_text="https://news.example/front/b").first
    line.get_by_role("button", name=f"{name}: link added").press("Enter")
    expect(page.locator(".said")).to_contain_text("link added: https://news.example/front/b")
    with Collection.open(compared[1], read_only=True) as collection:
        (said,) = collection.repository.labels(1)
    assert (said.important, said.said_by) == (important, "ada")


def test_what_moved_is_drawn_and_told_by_the_key_v(page: Page) -> None:
    moved = page.locator("#moved")
    expect(moved.locator("svg")).to_be_hidden()
    page.keyboard.press("v")
    expect(moved.locator("svg")).to_be_visible()
    assert moved.locator("li").all_inner_texts() == ["200 px down: Harbour <i>office</i>"]
    outline = moved.locator("rect.outline")
    assert [outline.get_attribute(side) for side in ("x", "y", "width")] == ["40.0", "1100.0", "500.0"]
    page.keyboard.press("v")
    expect(moved.locator("svg")).to_be_hidden()


def test_elements_are_laid_beside_each_other_when_asked(page: Page, compared: tuple[str, Path]) -> None:
    page.get_by_role("link", name="Which elements").press("Enter")
    expect(page.locator(".elements tbody tr")).to_have_count(1)
    row = " ".join(page.locator(".elements tbody tr").inner_text().split())
    assert row.startswith("changed body")
    assert page.locator(".elements script, .elements b").count() == 0
    with httpx.Client(base_url=compared[0], timeout=60) as client:
        found = client.get("/api/v1/pages/1/elements", params={"before": 1, "after": 2}).json()
        assert [item["kind"] for item in found["changes"]] == ["changed"]
        assert [item["from_y_px"] for item in found["moved"]] == [900.0]
        assert client.get("/api/v1/pages/1/elements", params={"before": 1, "after": 99}).status_code == 404


def test_what_counted_and_what_was_noise_stand_in_two_inks_with_reasons(page: Page) -> None:
    assert page.locator(".inks .why").all_inner_texts() == [
        "Counted: new words, comes at 2.0 % of visits",
        "Noise: only numbers, does not count as news",
        "Noise: new words, comes at 80 % of visits",
        "Noise: leads elsewhere, or shows another picture, navigation",
    ]
    lead = page.locator(".inks .counts .words")
    assert " ".join(lead.inner_text().split()) == "The ferry sails is stopped today as planned <b>now</b>"
    assert lead.locator("del").all_inner_texts() == ["sails"]
    assert lead.locator("ins").all_inner_texts() == ["is stopped"]


def test_the_pictures_show_what_decided_and_the_rest_when_asked(page: Page) -> None:
    boxes = page.locator("[data-when=After] .overlay-counted rect.outline")
    assert [boxes.first.get_attribute(name) for name in ("x", "y", "width")] == ["40.0", "60.0", "500.0"]
    assert page.locator(".overlay-counted").first.is_visible()
    assert "carousel: changed at 9 of 20 visits" in page.inner_text("[aria-labelledby=regions]")
    assert not page.locator(".overlay-change").first.is_visible()  # the words decided
    assert not page.locator(".overlay-noise").first.is_visible()
    page.check("#show-noise")
    page.uncheck("#show-counted")
    assert page.locator(".overlay-noise").first.is_visible()
    assert not page.locator(".overlay-counted").first.is_visible()


@pytest.mark.parametrize(("ink", "important"), [(".noise", True), (".counts", False)])
def test_a_click_on_the_wrong_ink_is_the_verdict(
    page: Page, compared: tuple[str, Path], ink: str, important: bool
) -> None:
    page.locator(f"{ink} button").first.click()
    expect(page.locator(".said")).to_contain_text(f"called this change {'important' if important else 'not'}")
    with Collection.open(compared[1], read_only=True) as collection:
        (said,) = collection.repository.labels(1)
    assert (said.important, said.said_by) == (important, "ada")
    assert said.note == ("00:00 01:00" if important else "sails is stopped")


def test_one_key_shows_one_picture_in_the_place_of_the_other(page: Page) -> None:
    expect(page.get_by_role("button", name="Blink (b)")).to_be_visible()
    page.keyboard.press("b")
    expect(page.locator(".blink figcaption")).to_have_text("After: b shows the other")
    assert not page.locator("#pair").is_visible()
    page.keyboard.press("b")
    expect(page.locator(".blink figcaption")).to_have_text("Before: b shows the other")
    page.keyboard.press("Escape")
    assert page.locator("#pair").is_visible()


def test_one_key_is_the_verdict_and_takes_it_back(page: Page, compared: tuple[str, Path]) -> None:
    expect(page.get_by_role("button", name="Blink (b)")).to_be_visible()
    page.keyboard.press("u")
    expect(page.locator(".said")).to_contain_text("not important")
    expect(page.get_by_role("button", name="Blink (b)")).to_be_visible()
    page.keyboard.press("z")
    expect(page.locator(".said")).to_have_count(0)


def test_any_two_captures_are_compared_without_script_and_the_address_lasts(
    browser: Browser, compared: tuple[str, Path]
) -> None:
    with closing(browser.new_context(java_script_enabled=False)) as context:
        page = context.new_page()
        page.goto(compared[0] + "/page/1/compare")
        assert page.get_attribute("a[rel=bookmark]", "href") == COMPARED
        page.click(".pick summary")
        page.select_option("#after", value="3")
        page.click(".pick button")
        assert page.url.endswith("/page/1/compare?before=1&after=3")
        assert "not compared with each other by the model" in page.inner_text(".opening")
        changed = page.locator(".text-change .added ins").all_inner_texts()
    assert changed == ["2"]


@needs_axe
def test_axe_finds_nothing_serious(browser: Browser, compared: tuple[str, Path]) -> None:
    shown = opened_for_axe(browser, f"{compared[0]}{COMPARED}&elements=1")
    shown.evaluate("for (const part of document.querySelectorAll('details')) part.open = true")
    assert_accessible(shown)
