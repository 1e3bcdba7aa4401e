"""The rooms as HTML, read the way a person without script reads them."""

import re

import httpx
import pytest
from lxml import html

from storage.collection import Collection
from storage.records import Outcome
from tests.dashboard.sample import MARKUP


def _document(client: httpx.Client, path: str) -> html.HtmlElement:
    answer = client.get(path)
    assert answer.status_code == 200, answer.text
    return html.fromstring(answer.text)


def _said(element: html.HtmlElement) -> str:
    return " ".join(element.text_content().split())


def _titles(document: html.HtmlElement) -> list[str]:
    return [_said(heading) for heading in document.cssselect(".entry h2")]


def test_the_list_shows_every_page_with_its_state(client: httpx.Client) -> None:
    badges = [_said(badge) for badge in _document(client, "/pages").cssselect(".entry .badge")]
    assert sorted(badges) == ["failing", "learned", "learned", "not enough change", "paused", "waiting"]


def test_a_failing_page_says_why(client: httpx.Client) -> None:
    (row,) = (
        row for row in _document(client, "/pages").cssselect(".entry") if "gone.example.org" in _said(row)
    )
    assert "3 visits in a row failed" in _said(row)
    assert "refused the connection" in _said(row)


def test_the_list_is_filtered_by_words_of_title_and_address(client: httpx.Client) -> None:
    assert _titles(_document(client, "/pages?q=harbour+COURIER")) == ["The Harbour Courier"]
    assert _titles(_document(client, "/pages?q=radio.example.com")) == [
        "Riverside Radio: news and weather from the valley"
    ]


def test_the_list_is_filtered_by_state(client: httpx.Client) -> None:
    assert _titles(_document(client, "/pages?state=paused")) == ["resting.example.org"]


def test_a_filter_that_nothing_fits_leads_back(client: httpx.Client) -> None:
    document = _document(client, "/pages?q=zebra")
    assert _titles(document) == []
    assert document.cssselect('.nothing a[href="/pages"]')


def test_the_list_is_ordered_as_asked(client: httpx.Client) -> None:
    newest_change_first = _titles(_document(client, "/pages"))[:2]
    by_title = _titles(_document(client, "/pages?sort=title"))
    assert newest_change_first == ["Riverside Radio: news and weather from the valley", "The Harbour Courier"]
    assert by_title == sorted(by_title, key=str.casefold)


def test_what_the_list_does_not_know_is_as_if_not_said(client: httpx.Client) -> None:
    assert len(_titles(_document(client, "/pages?sort=colour&state=blue&sheet=99"))) == 6


def test_an_empty_collection_says_how_to_begin(empty_site: str) -> None:
    text = httpx.get(empty_site).text
    for command in ("pagetide add -c", "pagetide crawl -c", "pagetide run -c"):
        assert command in text


@pytest.mark.parametrize("path", ["/pages", "/page/2", "/page/2/compare", "/page/1/compare", "/schedule"])
def test_markup_from_archived_pages_comes_out_as_text(client: httpx.Client, path: str) -> None:
    text = client.get(path).text
    assert MARKUP not in text
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in text


def test_a_page_shows_its_timeline_as_links_to_comparisons(
    client: httpx.Client, collection: Collection
) -> None:
    document = _document(client, "/page/1")
    stems = document.cssselect("svg.timeline a")
    assert len(stems) == len(collection.repository.scores(1))
    assert client.get(stems[0].get("href")).status_code == 200


def test_important_stems_are_reached_by_keyboard(client: httpx.Client) -> None:
    document = _document(client, "/page/1")
    important = document.cssselect("svg.timeline a.stem-important")
    assert len(important) == 2
    assert all(stem.get("tabindex") is None for stem in important)


def test_failed_and_partial_visits_are_marked_on_the_timeline(client: httpx.Client) -> None:
    document = _document(client, "/page/1")
    assert len(document.cssselect("svg.timeline .mark-failed")) == 1
    assert len(document.cssselect("svg.timeline .mark-partial")) == 1


def test_the_timeline_is_said_in_words_too(client: httpx.Client) -> None:
    summary = _said(_document(client, "/page/1").cssselect("#timeline-summary")[0])
    assert summary.startswith("36 captures from 13 Nov 2026, 06:00 to 14 Nov 2026, 17:00 UTC: 34 comparisons")
    assert "2 important changes, 1 failed, 1 partial" in summary


def test_a_shorter_stretch_shows_fewer_captures(client: httpx.Client) -> None:
    long = _document(client, "/page/1?show=all").cssselect("svg.timeline a")
    assert len(_document(client, "/page/1?show=2d").cssselect("svg.timeline a")) == len(long)
    assert _document(client, "/page/1?show=never").cssselect('.choices a[aria-current][href*="show=7d"]')


def test_the_importance_map_has_a_cell_for_each_region_that_matters(
    client: httpx.Client, collection: Collection
) -> None:
    model = collection.repository.current_model(1)
    assert model is not None
    cells = _document(client, "/page/1").cssselect(".overlay-importance rect")
    assert len(cells) == sum(value > 0 for line in model.importance for value in line)
    assert all("px)" in cell.findtext("title") for cell in cells)


def test_captures_are_listed_newest_first_with_their_problems(
    client: httpx.Client, collection: Collection
) -> None:
    rows = _document(client, "/page/1").cssselect("table.captures tbody tr")
    times = [row.cssselect("time")[0].get("datetime") for row in rows]
    assert times == sorted(times, reverse=True)
    failed = [capture for capture in collection.repository.captures(1) if capture.outcome is Outcome.FAILED]
    assert sum("refused the connection" in _said(row) for row in rows) == len(failed)


def test_a_page_without_captures_says_how_to_get_one(client: httpx.Client) -> None:
    assert "pagetide crawl" in _document(client, "/page/5").text_content()


def test_a_comparison_without_address_is_the_last_important_change(
    client: httpx.Client, collection: Collection
) -> None:
    important = [score for score in collection.repository.scores(1) if score.important]
    document = _document(client, "/page/1/compare")
    assert _said(document.cssselect("h1")[0]) == "Important change"
    images = [image.get("src") for image in document.cssselect(".shot img")]
    assert images == [
        f"/capture/{number}/view.png" for number in (important[-1].before_id, important[-1].after_id)
    ]


def test_a_comparison_leads_to_its_neighbours(client: httpx.Client, collection: Collection) -> None:
    scores = collection.repository.scores(1)
    middle = scores[len(scores) // 2]
    document = _document(client, f"/page/1/compare?after={middle.after_id}")
    targets = [link.get("href") for link in document.cssselect(".steps-between a")]
    place = scores.index(middle)
    for neighbour in (scores[place - 1], scores[place + 1]):
        assert f"/page/1/compare?after={neighbour.after_id}" in targets


def test_two_captures_that_were_not_scored_can_be_compared(client: httpx.Client) -> None:
    document = _document(client, "/page/1/compare?before=1&after=9")
    assert _said(document.cssselect("h1")[0]) == "Two captures"
    assert len(document.cssselect(".shot img")) == 2


def test_captures_are_shown_in_the_order_of_their_times(client: httpx.Client) -> None:
    images = _document(client, "/page/1/compare?before=9&after=1").cssselect(".shot img")
    assert [image.get("src") for image in images] == ["/capture/1/view.png", "/capture/9/view.png"]


def test_captures_of_another_page_are_refused(client: httpx.Client, collection: Collection) -> None:
    other = collection.repository.captures(2)[0]
    answer = client.get(f"/page/1/compare?before=1&after={other.id}")
    assert answer.status_code == 404
    assert "do not belong together" in answer.text


def test_a_page_with_nothing_to_compare_says_so(client: httpx.Client) -> None:
    assert "Nothing to compare yet" in _document(client, "/page/4/compare").text_content()


def test_a_failed_capture_in_a_comparison_shows_why_there_is_no_picture(
    client: httpx.Client, collection: Collection
) -> None:
    captures = collection.repository.captures(1)
    failed = next(capture for capture in captures if capture.outcome is Outcome.FAILED)
    document = _document(client, f"/page/1/compare?before=1&after={failed.id}")
    assert "refused the connection" in _said(document.cssselect(".no-shot")[0])


def test_content_that_moved_is_said_and_drawn_where_it_stands(
    client: httpx.Client, collection: Collection
) -> None:
    moved = next(score for score in collection.repository.scores(1) if score.displacement_px == 90)
    document = _document(client, f"/page/1/compare?after={moved.after_id}")
    assert "content moved down by 90 px" in document.text_content()
    before, after = document.cssselect("figure")
    assert not before.cssselect(".overlay-change g")
    assert after.cssselect('.overlay-change g[transform="translate(0 90)"]')


def test_the_schedule_is_in_the_order_of_due_times(client: httpx.Client) -> None:
    times = [
        cell.get("datetime") for cell in _document(client, "/schedule").cssselect("tbody th .under time")
    ]
    assert times == sorted(times)
    assert len(times) == 5


def test_the_schedule_gives_rate_interval_and_reason(client: httpx.Client) -> None:
    rows = _document(client, "/schedule").cssselect("tbody tr")
    (row,) = (row for row in rows if "Harbour" in _said(row))
    assert re.search(r"2\.7 a day ?1\.2–4\.7", _said(row))
    assert "→ every" in _said(row)
