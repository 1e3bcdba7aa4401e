"""Places that a person said to ignore or to favour, on a page that is generated, served and captured by a browser."""

import asyncio
import random
import threading
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import async_playwright

from changemodel.version import PageVersion
from pagetide.app import App
from pagetide.learning.regions_as_labels import changed_places, region_verdicts
from rendering.browser import launched
from rendering.capture.steps import capture_url
from storage.actions.audit import Actor
from storage.actions.regions import add_region, remove_region
from storage.actions.undoing import undo
from storage.collection import Collection
from storage.errors import NotStored, StorageError
from storage.records import Capture
from storage.regions import PageRegion
from tests.pagetide.conftest import SimulatedClock, Visits, copy_of
from tests.pagetide.synthetic import START
from tests.rendering.conftest import ON_THIS_MACHINE

pytestmark = pytest.mark.browser

HOURS = 64
WORDS = "harbour council budget river bridge museum library ferry storm market school garden railway".split()  # noqa: SIM905
GATES = ("The gate of the harbour is open.", "The gate of the harbour is closed.")
"""What a page says by turns is no news of itself."""
ADA = Actor(by="ada", at=START + timedelta(days=30))


@dataclass(frozen=True)
class State:
    """Which story and promotion the page shows, and how often the gate moved."""

    news: int = 0
    promotion: int = 0
    note: int = 0

    def html(self) -> str:
        """The page: stories at the left, a promotion at the right, and whether a gate is open at the foot."""
        stories = "".join(f"<article><p>{_sentence(self.news - place)}</p></article>" for place in range(4))
        return (
            "<!doctype html><title>The Courier</title><style>body{margin:0;font:18px serif}p{margin:0}"
            "h1{height:60px;margin:0}article{width:560px;height:70px;margin-left:40px}"
            "aside{position:absolute;left:640px;top:60px;width:320px;height:240px}"
            "footer{position:absolute;left:40px;top:600px;width:560px;height:60px}</style>"
            f"<h1>The Courier</h1><main>{stories}</main><aside><p>{_sentence(5000 + self.promotion)} "
            f"{_sentence(7000 + self.promotion)}</p></aside><footer><p>{GATES[self.note % 2]}</p></footer>"
        )


PROMOTION = PageRegion(number=0, x_px=620, y_px=50, width_px=360, height_px=270, favour=False)
NOTE = PageRegion(number=0, x_px=30, y_px=590, width_px=600, height_px=90, favour=True)


def _sentence(seed: int) -> str:
    return " ".join(random.Random(seed).sample(WORDS, 7)).capitalize() + "."


def _states() -> list[State]:
    """Hour by hour, at most one thing changes."""
    chance, state, found = random.Random(3), State(), []
    for _ in range(HOURS):
        what = chance.choice(["news", "promotion", "note", "note", "", "", "", ""])
        state = replace(state, **{what: getattr(state, what) + 1}) if what else state
        found.append(state)
    return found


async def _captured(states: Sequence[State]) -> list[Capture]:
    shown = [""]

    class Page(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            body = shown[0].encode()
            self.send_response(200)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: Any) -> None:
            pass

    server, found = ThreadingHTTPServer(("127.0.0.1", 0), Page), []
    threading.Thread(target=server.serve_forever, daemon=True).start()
    url = f"http://127.0.0.1:{server.server_port}/"
    looks: dict[str, Capture] = {}
    async with async_playwright() as playwright, launched(playwright, ON_THIS_MACHINE) as browser:
        for hour, state in enumerate(states):
            shown[0], at = state.html(), START + timedelta(hours=hour)
            if shown[0] not in looks:
                looks[shown[0]] = await capture_url(browser, url, ON_THIS_MACHINE, at)
            found.append(replace(looks[shown[0]], started_at=at, finished_at=at + timedelta(seconds=5)))
    server.shutdown()
    server.server_close()
    return found


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A collection with the captures, and the model of their page; made once, and copied."""
    folder = tmp_path_factory.mktemp("regions") / "news"
    captures = asyncio.run(_captured(_states()))
    Collection.create(folder).close()
    with App.open(folder, clock=SimulatedClock(START)) as app:
        page = app.collection.repository.add_page(captures[0].url, at=START, due_at=START)
        visits = Visits(app, page)
        for item in captures:
            visits.keep(item)
        app.learner.learn(visits.now(), START + timedelta(days=3))
    return folder


@pytest.fixture
def courier(made: Path, tmp_path: Path) -> Iterator[Visits]:
    with copy_of(made, tmp_path / "news") as visits:
        yield visits


def _alarms(visits: Visits) -> dict[str, list[bool]]:
    """Whether each change rings, by what changed."""
    captures = visits.app.collection.repository.captures(visits.page.id)
    found: dict[str, list[bool]] = {"news": [], "promotion": [], "note": []}
    for (before, after), pair in zip(pairwise(_states()), pairwise(captures), strict=True):
        for what, rung in found.items():
            if getattr(before, what) != getattr(after, what):
                rung.append(visits.app.scorer.score(*pair, START).important is True)
    return found


def test_what_changes_in_an_ignored_place_no_longer_rings_and_all_else_does_as_before(
    courier: Visits,
) -> None:
    before = _alarms(courier)
    assert all(before["promotion"])
    add_region(courier.app.collection, ADA, courier.page.id, PROMOTION)
    (model,) = courier.app.learner.learn_answered(ADA.at + timedelta(minutes=1))
    after = _alarms(courier)
    assert not any(after["promotion"])
    assert after["news"] == before["news"]
    assert model.details["answers"]["rings"] < model.details["answers"]["rang"]
    undo(courier.app.collection, replace(ADA, at=ADA.at + timedelta(minutes=2)))
    assert courier.app.learner.learn_answered(ADA.at + timedelta(minutes=3))
    assert _alarms(courier) == before


def test_what_changes_in_a_favoured_place_rings_that_did_not_before(courier: Visits) -> None:
    before = _alarms(courier)
    assert not any(before["note"])
    add_region(courier.app.collection, ADA, courier.page.id, NOTE)
    courier.app.learner.learn_answered(ADA.at + timedelta(minutes=1))
    after = _alarms(courier)
    assert all(after["note"])
    assert after["news"] == before["news"]


def test_regions_are_numbered_once_and_taken_away_by_number(courier: Visits) -> None:
    collection, page_id = courier.app.collection, courier.page.id
    add_region(collection, ADA, page_id, PROMOTION)
    add_region(collection, ADA, page_id, NOTE)
    remove_region(collection, ADA, page_id, 1)
    (left,) = courier.now().regions
    assert (left.number, left.favour, left.said_by) == (2, True, "ada")
    with pytest.raises(NotStored, match="no region 1"):
        remove_region(collection, ADA, page_id, 1)
    with pytest.raises(NotStored, match="no page 99"):
        add_region(collection, ADA, 99, NOTE)
    undo(collection, ADA)
    assert [item.number for item in courier.now().regions] == [1, 2]


@pytest.mark.parametrize("sides", [(-1, 0, 5, 5), (0, 0, 0, 5), (0, 0, 5, 200_000)])
def test_a_region_without_area_or_beside_the_page_is_refused(sides: tuple[int, int, int, int]) -> None:
    x, y, width, height = sides
    with pytest.raises(StorageError, match="a region is"):
        PageRegion(number=1, x_px=x, y_px=y, width_px=width, height_px=height, favour=True)


def test_a_verdict_on_a_pair_counts_before_what_its_place_says(courier: Visits) -> None:
    scorer = courier.app.scorer
    captures = courier.app.collection.repository.captures(courier.page.id)
    versions = [version for _, version in scorer.versions.readable(captures)]
    model, _ = scorer.model_of(courier.page.id)

    def usual(a: PageVersion, b: PageVersion) -> bool | None:
        return model.compare(a, b).important

    told = region_verdicts([PROMOTION], versions, [], usual)
    ignored = [item for item in told if not item.important]
    assert changed_places(versions[0], versions[0]) == []
    again = region_verdicts([PROMOTION], versions, ignored[:1], usual)
    assert ignored[0] not in again
    assert region_verdicts([replace(PROMOTION, x_px=5000)], versions, [], usual) == []
