"""The page room's parts."""

from dashboard import timeline
from storage.collection import Collection
from storage.queries.timelines import TimelineQueries


def test_sheets_lead_through_all_captures_and_back(collection: Collection, queries: TimelineQueries) -> None:
    newest = [capture.id for capture in collection.repository.captures(1, newest_first=True)]
    first = timeline.sheet(queries, 1, size=10)
    second = timeline.sheet(queries, 1, older=first.older, size=10)
    back = timeline.sheet(queries, 1, newer=second.newer, size=10)
    assert [point.id for point in first.points] == newest[:10]
    assert [point.id for point in second.points] == newest[10:20]
    assert back.points == first.points
    assert (first.newer, back.newer) == (None, None)


def test_the_last_sheet_has_nothing_older(queries: TimelineQueries) -> None:
    assert timeline.sheet(queries, 1).older is None


def test_a_sheet_beside_a_capture_of_another_page_is_the_newest(
    collection: Collection, queries: TimelineQueries
) -> None:
    other = collection.repository.captures(2)[5]
    assert timeline.sheet(queries, 1, older=other.id) == timeline.sheet(queries, 1)


def test_a_page_never_captured_has_no_past(queries: TimelineQueries) -> None:
    past = timeline.past(queries, 5, "7d")
    assert past.chart is None
    assert past.summary == "Nothing captured yet."


def test_the_model_is_described_with_its_nested_details(collection: Collection) -> None:
    model = collection.repository.current_model(1)
    assert model is not None
    facts = dict(timeline.model_facts(model))
    assert facts["constraints: strict"] == "4210"
    assert facts["scale"] == "0.0713"
    assert facts["learned from"] == "12 versions"
