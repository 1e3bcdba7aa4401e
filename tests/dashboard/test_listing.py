"""The first room's parts."""

from collections import Counter
from collections.abc import Callable
from datetime import datetime, timedelta

from sqlalchemy import event

from dashboard.listing import PAGES_A_SHEET, SORTS, Choice, known_choice, listing
from dashboard.presenters import PAGE_STATES
from dashboard.source import Source
from storage.actions.audit import Actor
from storage.actions.pages import tag
from storage.collection import Collection
from storage.queries.page_types import FoundType
from storage.queries.timelines import TimelineQueries
from storage.records import Lease, Page
from storage.replay.mementos import MementoIndex
from tests.dashboard.sample import START


def add(source: Source, number: int) -> Page:
    return source.repository.add_page(f"https://{number:03}.example.org/", at=START, due_at=START)


def test_a_sheet_costs_the_same_statements_however_many_pages(source: Source) -> None:
    counts = []
    for number in range(PAGES_A_SHEET + 10):
        add(source, number)
        if number in (1, PAGES_A_SHEET + 9):
            counts.append(_statements(source))
    assert counts[0] == counts[1]


def _statements(source: Source) -> int:
    seen: list[str] = []

    def executed(connection: object, cursor: object, statement: str, *rest: object) -> None:
        seen.append(statement)

    engine = source.collection.database.engine
    event.listen(engine, "before_cursor_execute", executed)
    listing(source, Choice())
    event.remove(engine, "before_cursor_execute", executed)
    return len(seen)


def test_long_lists_come_in_sheets(source: Source) -> None:
    for number in range(PAGES_A_SHEET + 3):
        add(source, number)
    found = listing(source, Choice(sort="title", sheet=2))
    assert [row.entry.title for row in found.rows] == [f"{number:03}.example.org" for number in (50, 51, 52)]
    assert (found.sheets, found.found, found.total) == (2, 53, 53)
    assert listing(source, Choice(sort="title", sheet=9)).choice.sheet == 2


def test_pages_are_found_by_words_of_title_and_address_whatever_their_case(source: Source) -> None:
    for url in ("https://a.example/news", "https://b.example/news_100%", "https://c.example/SPORT"):
        source.repository.add_page(url, at=START)
    found = {
        text: [row.entry.page.id for row in listing(source, Choice(text=text, sort="added")).rows]
        for text in ("NEWS", "sport", "news b.ex", "_100%", "s_ort", "nothing")
    }
    assert found == {"NEWS": [1, 2], "sport": [3], "news b.ex": [2], "_100%": [2], "s_ort": [], "nothing": []}


def test_pages_are_counted_and_chosen_by_their_state(source: Source) -> None:
    pages = [add(source, number) for number in range(4)]
    source.repository.set_active(pages[0].id, active=False)
    for lease in source.repository.lease_due(START, limit=9, lease_for=timedelta(hours=1)):
        if lease.page.id < 4:
            fail(source, lease, quarantined=lease.page.id == 3)
    found = {state: listing(source, Choice(state=state, sort="next")) for state in PAGE_STATES}
    ids = {state: [row.entry.page.id for row in sheet.rows] for state, sheet in found.items() if sheet.found}
    assert ids == {"paused": [1], "failing": [2], "quarantined": [3], "waiting": [4]}
    assert found["paused"].states == {"paused": 1, "failing": 1, "quarantined": 1, "waiting": 1}
    for sheet in found.values():
        assert all(row.entry.state.key == sheet.choice.state for row in sheet.rows)


def fail(source: Source, lease: Lease, *, quarantined: bool) -> None:
    source.repository.finish_visit(
        lease,
        visited_at=START,
        failed=True,
        due_at=START,
        due_reason="",
        host_next_ok_at=START,
        quarantined=quarantined,
    )


def test_orders_of_the_sample_are_those_of_its_figures(
    collection: Collection, now: Callable[[], datetime]
) -> None:
    queries = TimelineQueries(collection.database)
    source = Source(
        collection=collection,
        queries=queries,
        now=now,
        versions_to_learn=120,
        mementos=MementoIndex(collection, collection.path),
    )
    rows = {sort: listing(source, Choice(sort=sort)).rows for sort in SORTS}
    assert len({len(some) for some in rows.values()}) == 1
    captures = [row.entry.figures.captures for row in rows["captures"]]
    assert captures == sorted(captures, reverse=True)
    times = [row.entry.figures.important_at for row in rows["change"]]
    known = [at for at in times if at is not None]
    assert known == sorted(known, reverse=True)
    assert times[: len(known)] == known
    counted = listing(source, Choice()).states
    assert counted == Counter(row.entry.state.key for row in rows["title"])


def test_an_address_holds_only_what_was_asked() -> None:
    assert Choice().address() == "/pages"
    assert Choice(text="a&b", sheet=2).address(sheet=3) == "/pages?q=a%26b&sheet=3"
    assert Choice(state="learned", sheet=2).address(sheet=1) == "/pages?state=learned"


def test_unknown_words_in_an_address_count_as_not_said() -> None:
    assert known_choice(text="  x ", state="asleep", type_="", tag=" y ", sort="size", sheet=1) == Choice(
        text="x", tag="y"
    )


def test_pages_are_found_by_type_with_its_kinds_and_by_tag(source: Source) -> None:
    first, second, third = (
        source.repository.add_page(f"https://{number}.example/", at=START) for number in range(3)
    )
    above, *kinds = source.types.below("section")
    for page, name in ((first, above), (second, kinds[0]), (third, "unknown")):
        found = FoundType(page_id=page.id, type=name, probability=0.9, model_id="x", at=START)
        source.repository.put_found_type(found)
    tag(source.collection, Actor(by="ada", at=START), third.id, add=["A & B"])
    whole = listing(source, Choice())
    assert (whole.types[above], whole.types[kinds[0]], whole.types["unknown"]) == (2, 1, 1)
    assert whole.tags == {"A & B": 1}
    shown = {
        choice.address(): {row.entry.page.id for row in listing(source, choice).rows}
        for choice in (Choice(type=above), Choice(type=kinds[0]), Choice(tag="A & B"), Choice(type="none"))
    }
    assert list(shown.values()) == [{first.id, second.id}, {second.id}, {third.id}, set()]
    assert "/pages?tag=A+%26+B" in shown
