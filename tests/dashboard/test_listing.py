"""The first room's parts."""

from collections.abc import Callable
from datetime import datetime
from pathlib import Path

from sqlalchemy import event

from dashboard.listing import PAGES_A_SHEET, Choice, known_choice, listing
from dashboard.queries import Queries
from storage.collection import Collection
from tests.dashboard.sample import START


def test_a_sheet_costs_the_same_statements_however_many_pages(tmp_path: Path) -> None:
    with Collection.create(tmp_path / "many") as collection:
        counts = []
        for number in range(PAGES_A_SHEET + 10):
            collection.repository.add_page(f"https://{number}.example.org/", at=START, due_at=START)
            if number in (1, PAGES_A_SHEET + 9):
                counts.append(_statements(collection, lambda: START))
    assert counts[0] == counts[1]


def _statements(collection: Collection, now: Callable[[], datetime]) -> int:
    seen: list[str] = []

    def executed(connection: object, cursor: object, statement: str, *rest: object) -> None:
        seen.append(statement)

    event.listen(collection.database.engine, "before_cursor_execute", executed)
    queries = Queries(collection.database)
    listing(queries, collection.repository.pages(), Choice(), now=now(), versions_to_learn=120)
    event.remove(collection.database.engine, "before_cursor_execute", executed)
    return len(seen)


def test_long_lists_come_in_sheets(tmp_path: Path) -> None:
    with Collection.create(tmp_path / "many") as collection:
        for number in range(PAGES_A_SHEET + 3):
            collection.repository.add_page(f"https://{number:03}.example.org/", at=START)
        pages = collection.repository.pages()
        queries = Queries(collection.database)
        asked = Choice(sort="title", sheet=2)
        found = listing(queries, pages, asked, now=START, versions_to_learn=120)
    assert [row.entry.title for row in found.rows] == [f"{number:03}.example.org" for number in (50, 51, 52)]
    assert (found.sheets, found.found, found.total) == (2, 53, 53)


def test_an_address_holds_only_what_was_asked() -> None:
    assert Choice().address() == "/"
    assert Choice(text="a&b", sheet=2).address(sheet=3) == "/?q=a%26b&sheet=3"
    assert Choice(state="learned", sheet=2).address(sheet=1) == "/?state=learned"


def test_unknown_words_in_an_address_count_as_not_said() -> None:
    assert known_choice(text="  x ", state="asleep", sort="size", sheet=1) == Choice(text="x")
