"""Answering one question after another, with one key each."""

from collections.abc import Iterator, Sequence
from contextlib import closing
from datetime import timedelta
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Browser, Page, expect

from dashboard.app import create_app
from dashboard.questions import Pair, Question
from dashboard.request_checks import Access
from dashboard.source import Asked
from storage.collection import Collection
from tests.dashboard.browsing import assert_accessible, needs_axe, opened_for_axe
from tests.dashboard.conftest import served
from tests.storage.builders import START

FERRY, LIBRARY = "New: “Ferry STOPPED until Monday”", "New: “Library opens <b>now</b>”"


class TwoQuestions:
    """Asks about both changes of the ferries' page until they are answered."""

    def __init__(self, collection: Collection) -> None:
        self._collection = collection
        self._last: list[Pair] = []
        self.learned: list[int] = []

    def open(self) -> Sequence[Question] | str:
        repository = self._collection.repository
        said = {
            (item.before_id, item.after_id) for item in repository.labels(1)
        } | repository.ambiguous_pairs(1)
        pairs = [pair for pair in ((1, 2), (2, 3)) if pair not in said]
        texts = {(1, 2): (FERRY, 0.9), (2, 3): (LIBRARY, None)}
        ordered = sorted(pairs, key=self._last.count)
        return [
            Question(page_id=1, before_id=a, after_id=b, what=texts[a, b][0], probability=texts[a, b][1])
            for a, b in ordered
        ] or "Every change is answered."

    def skip(self, pair: Pair) -> None:
        self._last.append(pair)

    def answered(self, page_id: int) -> None:
        self.learned.append(page_id)


@pytest.fixture
def site(folder: Path) -> Iterator[tuple[str, TwoQuestions]]:
    with Collection.open(folder, read_only=True) as collection:
        questions = TwoQuestions(collection)
        app = create_app(
            collection,
            now=lambda: START + timedelta(days=1),
            access=Access(writer="ada"),
            asked=Asked(questions=questions),
        )
        with served(app) as address:
            yield address, questions


@pytest.fixture
def page(browser: Browser, site: tuple[str, TwoQuestions]) -> Iterator[Page]:
    with closing(browser.new_context()) as context:
        shown = context.new_page()
        shown.goto(f"{site[0]}/ask")
        yield shown


def _said(folder: Path) -> list[tuple[int, bool | None, str]]:
    with Collection.open(folder, read_only=True) as collection:
        return [(item.after_id, item.important, item.said_by) for item in collection.repository.labels(1)]


def test_one_key_answers_and_the_next_question_comes(
    page: Page, folder: Path, site: tuple[str, TwoQuestions]
) -> None:
    assert FERRY in page.inner_text(".what")
    assert "the model says 90 %" in page.inner_text(".lede")
    assert page.locator(".cuts img").count() == 2
    assert page.evaluate(
        "[...document.querySelectorAll('.cuts img')].every((i) => i.complete && i.naturalWidth)"
    )
    page.keyboard.press("i")
    expect(page.locator(".what")).to_have_text(LIBRARY)
    expect(page.locator("#effect")).to_have_text("The page is being learned again with it.")
    page.keyboard.press("u")
    expect(page.locator("h1")).to_have_text("Nothing to ask")
    assert _said(folder) == [(2, True, "ada"), (3, False, "ada")]
    assert site[1].learned == [1, 1]


def test_what_nobody_can_say_is_asked_no_more_and_what_is_put_off_comes_last(
    page: Page, folder: Path
) -> None:
    page.keyboard.press("s")
    expect(page.locator(".what")).to_have_text(LIBRARY)
    page.keyboard.press("a")
    expect(page.locator(".what")).to_have_text(FERRY)
    with Collection.open(folder, read_only=True) as collection:
        assert collection.repository.ambiguous_pairs(1) == {(2, 3)}


def test_an_answer_is_undone_and_asked_again(page: Page, folder: Path) -> None:
    page.keyboard.press("u")
    expect(page.locator(".what")).to_have_text(LIBRARY)
    page.keyboard.press("z")
    expect(page.locator(".what")).to_have_text(FERRY)
    assert _said(folder) == []
    assert page.locator("[data-key=z]").count() == 0


def test_buttons_do_the_same_without_script(
    browser: Browser, site: tuple[str, TwoQuestions], folder: Path
) -> None:
    with closing(browser.new_context(java_script_enabled=False)) as context:
        page = context.new_page()
        page.goto(f"{site[0]}/ask")
        page.click("button[value=important]")
        assert page.inner_text(".what") == LIBRARY
    assert _said(folder) == [(2, True, "ada")]


def test_a_dashboard_without_questions_says_what_chooses_them(client: httpx.Client) -> None:
    assert "pagetide ask" in client.get("/ask").text
    assert client.get("/api/v1/questions").json() == []


@needs_axe
def test_axe_finds_nothing_serious(browser: Browser, site: tuple[str, TwoQuestions]) -> None:
    assert_accessible(opened_for_axe(browser, f"{site[0]}/ask"))
