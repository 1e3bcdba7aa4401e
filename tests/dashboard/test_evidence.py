"""The panel beside the map: asked for, computed elsewhere, told in words and drawn."""

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import httpx
import pytest
from lxml import html

from dashboard.app import create_app
from dashboard.evidence import RegionFigures, evidence_panel
from dashboard.source import Asked
from storage.collection import Collection
from storage.queries.labels import Label
from storage.records import Page
from tests.dashboard.conftest import served
from tests.storage.builders import START, add_page, capture

NOTHING = tuple((False,) * 10 for _ in range(10))
MISSING = "5 of each on 2 days are needed: label <b>5 more</b>"


def figures(*cells: tuple[int, int]) -> RegionFigures:
    return RegionFigures(
        scores=[[0.9 if (row, column) in cells else 0.5 for column in range(10)] for row in range(10)],
        p_corrected=[[0.004 if (row, column) in cells else 1.0 for column in range(10)] for row in range(10)],
        carries=tuple(tuple((row, column) in cells for column in range(10)) for row in range(10)),
        important=12,
        unimportant=8,
        days=4,
        permutations=999,
    )


class Told:
    """What the composition root would hand over: says what it is given, and counts how often it is asked."""

    def __init__(self) -> None:
        self.found: RegionFigures | str = figures((2, 3))
        self.asked: list[int] = []

    def __call__(self, page: Page) -> RegionFigures | str:
        self.asked.append(page.id)
        return self.found


@pytest.fixture
def told() -> Told:
    return Told()


@pytest.fixture
def client(tmp_path: Path, told: Told) -> Iterator[httpx.Client]:
    with Collection.create(tmp_path / "news") as collection:
        page = add_page(collection)
        first, second = (collection.store(page, capture(hour)) for hour in range(2))
        collection.record_label(
            Label(page_id=page.id, before_id=first.id, after_id=second.id, important=True, said_at=START)
        )
        app = create_app(collection, now=lambda: START + timedelta(days=1), asked=Asked(evidence=told))
        with served(app) as address, httpx.Client(base_url=address, timeout=60) as opened:
            yield opened


def test_a_page_is_shown_without_computing_and_leads_to_the_evidence(
    client: httpx.Client, told: Told
) -> None:
    document = html.fromstring(client.get("/page/1").text)
    (link,) = document.cssselect("#evidence a")
    assert told.asked == []
    assert "1 label" in document.cssselect("#evidence")[0].text_content()
    client.get(link.get("href"))
    assert told.asked == [1]


def test_regions_that_carry_information_are_told_and_drawn(client: httpx.Client) -> None:
    document = html.fromstring(client.get("/page/1?evidence=1").text)
    assert "1 of 100 regions carries information about the 20 labels on 4 days" in " ".join(
        document.text_content().split()
    )
    assert len(document.cssselect(".overlay-evidence rect")) == 1
    (row,) = document.cssselect('table[aria-labelledby="evidence"] tbody tr')
    assert [cell.text_content() for cell in row][:3] == ["x 300–400, y 200–300", "90 %", "0.004"]


def test_what_is_missing_comes_out_as_text(client: httpx.Client, told: Told) -> None:
    told.found = MISSING
    answer = client.get("/page/1?evidence=1").text
    assert "label &lt;b&gt;5 more" in answer
    assert not html.fromstring(answer).cssselect(".overlay-evidence")


def test_no_region_is_no_drawing_but_a_sentence(tmp_path: Path) -> None:
    with Collection.create(tmp_path / "news") as collection:
        stored = collection.store(add_page(collection), capture(0))
        panel = evidence_panel(figures(), stored)
    assert panel.drawn is None
    assert panel.summary.startswith("No region carries information about the 20 labels")
