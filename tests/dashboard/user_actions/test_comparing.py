"""Reading a comparison: what counted and what was noise, the pictures one in the place of the other, other captures."""

from collections.abc import Iterator
from contextlib import closing, contextmanager
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
from tests.dashboard.user_actions.conftest import copied
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


@contextmanager
def _served(folder: Path) -> Iterator[str]:
    with Collection.open(folder, read_only=True) as collection:
        at = START + timedelta(days=1)
        with served(create_app(collection, now=lambda: at, access=Access(writer="ada"))) as address:
            yield address


@pytest.fixture(scope="module")
def ferries(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder: Path = tmp_path_factory.mktemp("compared") / "ferries"
    with Collection.create(folder) as collection:
        page = add_page(collection, "https://ferry.example/")
        kept = [
            collection.store(page, capture(hour, url=page.url, final_url=page.url, layout=_layout(hour)))
            for hour in range(3)
        ]
        collection.record_score(score(kept[0], kept[1], explanation=_told(), displacement_px=0))
    return folder


@pytest.fixture(scope="module")
def address(ferries: Path) -> Iterator[str]:
    """A dashboard of tests that only read."""
    with _served(ferries) as found:
        yield found


@pytest.fixture
def page(browser: Browser, address: str) -> Page:
    shown = browser.new_page()
    shown.goto(address + COMPARED)
    return shown


@pytest.fixture
def decided(browser: Browser, ferries: Path, tmp_path: Path) -> Iterator[tuple[Page, Path]]:
    """The comparison in a dashboard in which a test may decide, and the folder of its collection."""
    folder = copied(ferries, tmp_path)
    with _served(folder) as found:
        shown = browser.new_page()
        shown.goto(found + COMPARED)
        yield shown, folder


@pytest.mark.parametrize(("name", "important"), [("This matters", True), ("This is noise", False)])
def test_a_link_that_came_has_a_verdict_of_its_own_by_keyboard(
    decided: tuple[Page, Path], name: str, important: bool
) -> None:
    page, folder = decided
    line = page.locator(".addresses li", has_text="https://news.example/front/b").first
    line.get_by_role("button", name=f"{name}: link added").press("Enter")
    expect(page.locator(".said")).to_contain_text("link added: https://news.example/front/b")
    with Collection.open(folder, read_only=True) as collection:
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


def test_elements_are_laid_beside_each_other_when_asked(page: Page, address: str) -> None:
    page.get_by_role("link", name="Which elements").press("Enter")
    expect(page.locator(".elements tbody tr")).to_have_count(1)
    row = " ".join(page.locator(".elements tbody tr").inner_text().split())
    assert row.startswith("changed body")
    assert page.locator(".elements script, .elements b").count() == 0
    with httpx.Client(base_url=address, timeout=60) as client:
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
    decided: tuple[Page, Path], ink: str, important: bool
) -> None:
    page, folder = decided
    page.locator(f"{ink} button").first.click()
    expect(page.locator(".said")).to_contain_text(f"called this change {'important' if important else 'not'}")
    with Collection.open(folder, read_only=True) as collection:
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


def test_one_key_is_the_verdict_and_takes_it_back(decided: tuple[Page, Path]) -> None:
    page, _ = decided
    expect(page.get_by_role("button", name="Blink (b)")).to_be_visible()
    page.keyboard.press("u")
    expect(page.locator(".said")).to_contain_text("not important")
    expect(page.get_by_role("button", name="Blink (b)")).to_be_visible()
    page.keyboard.press("z")
    expect(page.locator(".said")).to_have_count(0)


def test_any_two_captures_are_compared_without_script_and_the_address_lasts(
    browser: Browser, address: str
) -> None:
    with closing(browser.new_context(java_script_enabled=False)) as context:
        page = context.new_page()
        page.goto(address + "/page/1/compare")
        assert page.get_attribute("a[rel=bookmark]", "href") == COMPARED
        page.click(".pick summary")
        page.select_option("#after", value="3")
        page.click(".pick button")
        assert page.url.endswith("/page/1/compare?before=1&after=3")
        assert "not compared with each other by the model" in page.inner_text(".opening")
        changed = page.locator(".text-change .added ins").all_inner_texts()
    assert changed == ["2"]


@needs_axe
def test_axe_finds_nothing_serious(browser: Browser, address: str) -> None:
    shown = opened_for_axe(browser, f"{address}{COMPARED}&elements=1")
    shown.evaluate("for (const part of document.querySelectorAll('details')) part.open = true")
    assert_accessible(shown)
