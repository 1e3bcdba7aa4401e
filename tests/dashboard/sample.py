"""A collection to look at: three front pages with drawn screenshots, scores, a learned model, failures.

Everything is made of numbers from one seed; the pictures look like pages so that a person can judge the rooms.
``python -m tests.dashboard.sample FOLDER`` makes it and serves it.
"""

from __future__ import annotations

import argparse
import io
import math
import random
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from urllib.parse import urljoin

import uvicorn
from PIL import Image, ImageDraw, ImageFont

from dashboard.app import create_app
from storage.collection import Collection
from storage.layout import Layout
from storage.records import (
    Capture,
    ModelState,
    Outcome,
    Page,
    Problem,
    ProblemCode,
    RateBelief,
    ResponseKind,
    StoredCapture,
    StoredModel,
    StoredScore,
)

START = datetime(2026, 11, 13, 6, tzinfo=UTC)
HOUR = timedelta(hours=1)
GRID = 10
MARKUP = "<script>alert(1)</script><b>Not bold</b>"
"""Hostile text that must come out as text wherever it is shown."""

_WORDS = ["harbour", "council", "budget", "river", "bridge", "museum", "library", "ferry", "storm", "market"]
_WORDS += [
    "school",
    "garden",
    "railway",
    "archive",
    "lighthouse",
    "election",
    "festival",
    "hospital",
    "forest",
]


@dataclass(frozen=True, kw_only=True)
class Site:
    """One page of the sample: its address, looks and habits."""

    url: str
    title: str
    colour: tuple[int, int, int]
    lead_every_h: int
    learned: bool


SITES = (
    Site(
        url="https://courier.example.org/",
        title="The Harbour Courier",
        colour=(24, 62, 92),
        lead_every_h=9,
        learned=True,
    ),
    Site(
        url="https://www.city.example.net/notices/2026/decisions-of-the-planning-committee/index.html",
        title=f"City notices {MARKUP}",
        colour=(120, 40, 44),
        lead_every_h=50,
        learned=False,
    ),
    Site(
        url="https://riverside-radio.example.com/live",
        title="Riverside Radio: news and weather from the valley",
        colour=(40, 84, 58),
        lead_every_h=5,
        learned=True,
    ),
)


def build(folder: Path, *, captures: int = 60, sites: tuple[Site, ...] = SITES) -> Collection:
    """Make the sample collection in a new folder; the caller closes it."""
    collection = Collection.create(folder)
    repository = collection.repository
    for number, site in enumerate(sites):
        page = repository.add_page(site.url, at=START, due_at=START)
        _live(collection, page, site, captures, random.Random(number))
    failing = repository.add_page("https://gone.example.org/news", at=START, due_at=START)
    for hours in range(3):
        at = START + hours * HOUR * 2
        _finish(collection, failing, collection.store(failing, _failed(failing.url, at)))
    repository.add_page("https://new.example.org/", at=START + HOUR, due_at=START + captures * HOUR)
    resting = repository.add_page("https://resting.example.org/", at=START)
    repository.set_active(resting.id, False)
    return collection


def clock(captures: int = 60) -> Callable[[], datetime]:
    """A clock that stands 12 minutes after the last capture."""
    at = START + (captures - 1) * HOUR + timedelta(minutes=12)
    return lambda: at


def _live(collection: Collection, page: Page, site: Site, captures: int, luck: random.Random) -> None:
    """Hourly visits: lead stories change now and then, advertisements always."""
    kept: list[StoredCapture] = []
    leads = [_headline(luck)]
    model: StoredModel | None = None
    for hour in range(captures):
        at = START + hour * HOUR
        new_lead = hour > 0 and hour % site.lead_every_h == 0
        if new_lead:
            leads.insert(0, _headline(luck))
        shift = 90 if hour and hour % 23 == 0 else 0
        if hour % 29 == 17:
            _finish(collection, page, collection.store(page, _failed(page.url, at)))
            continue
        capture = _capture(site, page, at, leads, (luck.randrange(256), shift))
        if hour % 31 == 12:
            said = "The page was still loading after 5 s: taken as it was."
            problem = Problem(code=ProblemCode.NOT_IDLE, message=said)
            capture = replace(capture, outcome=Outcome.PARTIAL, problems=(problem,))
        stored = collection.store(page, capture)
        if site.learned and hour == captures // 3:
            model = collection.repository.save_model(_model(page, kept, at, luck))
        if kept:
            collection.record_score(_score((kept[-1], stored), model, luck, new_lead=new_lead, shift=shift))
        kept.append(stored)
        _finish(collection, page, stored, rate=1 / site.lead_every_h)
    if not site.learned:
        collection.repository.save_model(
            replace(
                _model(page, kept, at, luck), state=ModelState.NOT_ENOUGH_CHANGE, importance=(), weights=()
            )
        )


def _finish(collection: Collection, page: Page, stored: StoredCapture, rate: float = 0.1) -> None:
    """End the visit the way the flow does."""
    at = stored.started_at
    collection.repository.set_due(page.id, at, "sample")
    (lease,) = collection.repository.lease_due(at, limit=1, lease_for=HOUR)
    assert lease.page.id == page.id
    interval = timedelta(hours=1) if rate < 0.15 else timedelta(minutes=45)
    said = f"about {rate * 24:.1f} important changes a day (90 %: {rate * 15:.1f}-{rate * 35:.1f}), price 0.4"
    failed = stored.outcome is Outcome.FAILED
    collection.repository.set_rate(page.id, RateBelief(shape=6, scale_h=6 / rate))
    collection.repository.finish_visit(
        lease,
        visited_at=at,
        failed=failed,
        due_at=at + (4 * interval if failed else interval),
        due_reason="the visit failed -> again in 4 h"
        if failed
        else f"{said} -> every {interval / HOUR:.3g} h",
        host_next_ok_at=at,
    )


def _headline(luck: random.Random) -> str:
    return " ".join(luck.sample(_WORDS, 6)).capitalize()


def _failed(url: str, at: datetime) -> Capture:
    problem = Problem(
        code=ProblemCode.UNREACHABLE,
        message=f"The server of {url} refused the connection; it may be down",
        url=url,
    )
    return Capture(
        url=url,
        started_at=at,
        outcome=Outcome.FAILED,
        response_kind=ResponseKind.NONE,
        finished_at=at + timedelta(seconds=2),
        problems=(problem,),
    )


def _capture(site: Site, page: Page, at: datetime, leads: list[str], noise: tuple[int, int]) -> Capture:
    text = "\n".join([site.title, *leads[:6], f"Updated {at:%H:%M}", MARKUP, "About this site", "Contact"])
    view = _picture(site, at, leads, noise, height=1000)
    return Capture(
        url=page.url,
        started_at=at,
        outcome=Outcome.COMPLETE,
        response_kind=ResponseKind.CONTENT,
        finished_at=at + timedelta(seconds=4),
        final_url=page.url,
        status=200,
        mime="text/html",
        title=site.title,
        view_png=view,
        full_page_png=view,
        dom=f"<html><body>{MARKUP}</body></html>",
        text=text,
        layout=Layout(width_px=1000, height_px=1600),
    )


def _picture(site: Site, at: datetime, leads: list[str], noise: tuple[int, int], *, height: int) -> bytes:
    """A front page: masthead, lead story, smaller stories, an advertisement that always differs."""
    hue, shift = noise
    image = Image.new("RGB", (1000, height), "white")
    draw = ImageDraw.Draw(image)
    if shift:
        draw.rectangle((0, 0, 1000, shift), fill=(250, 224, 120))
        warning = "Storm warning for the coast until midnight"
        draw.text((30, 30), warning, fill="black", font=ImageFont.load_default(30))
    draw.rectangle((0, shift, 1000, 96 + shift), fill=site.colour)
    draw.text((30, 26 + shift), site.title[:36], fill="white", font=ImageFont.load_default(40))
    draw.text((850, 60 + shift), f"{at:%d %b %H:%M}", fill="white", font=ImageFont.load_default(18))
    top = 130 + shift
    words = leads[0].split()
    for line in range(2):
        said = " ".join(words[line * 3 : line * 3 + 3])
        draw.text((30, top + line * 54), said, fill=(20, 20, 20), font=ImageFont.load_default(46))
    tint = sum(map(ord, leads[0])) % 90
    draw.rectangle((30, top + 130, 640, top + 420), fill=(90 + tint, 130, 170 - tint))
    draw.ellipse((240 + tint, top + 170, 420 + tint, top + 350), fill=(230, 200 - tint, 120))
    for row, lead in enumerate(leads[1:5]):
        y = top + 450 + row * 95
        draw.rectangle((30, y, 150, y + 75), fill=(200, 205 - row * 20, 190))
        draw.text((170, y + 5), lead[:44], fill=(30, 30, 30), font=ImageFont.load_default(22))
        draw.line((170, y + 50, 600, y + 50), fill=(190, 190, 190), width=6)
    draw.rectangle((690, top, 970, top + 300), fill=(hue, 255 - hue, (hue * 7) % 256))
    draw.text((720, top + 120), "ADVERTISEMENT", fill="white", font=ImageFont.load_default(28))
    for row in range(8):
        draw.line((690, top + 340 + row * 44, 940, top + 340 + row * 44), fill=(205, 205, 205), width=10)
    made = io.BytesIO()
    image.save(made, "PNG")
    return made.getvalue()


def _lead_share(row: int, column: int) -> float:
    """Where the lead story stands, as weight of a cell."""
    return math.exp(-(((row - 3) / 2.2) ** 2) - ((column - 2.8) / 2.6) ** 2) if column < 7 else 0.0


def _advertisement(row: int, column: int, luck: random.Random) -> float:
    """How much a cell changes because another advertisement stands there."""
    return luck.uniform(0.3, 0.9) if column > 6 and 1 <= row <= 4 else 0.0


def _model(page: Page, kept: list[StoredCapture], at: datetime, luck: random.Random) -> StoredModel:
    cells = [[_lead_share(row, column) for column in range(GRID)] for row in range(GRID)]
    weights = [[value * luck.uniform(0.6, 1.4) if value > 0.04 else 0.0 for value in line] for line in cells]
    total = sum(map(sum, weights))
    return StoredModel(
        page_id=page.id,
        fitted_at=at,
        state=ModelState.LEARNED,
        path=f"models/{page.id}/{at:%Y%m%d%H}",
        digest="sha256:" + "0" * 64,
        first_capture_id=kept[0].id,
        last_capture_id=kept[-1].id,
        versions=len(kept),
        importance=tuple(tuple(value / total for value in line) for line in weights),
        weights=tuple(tuple(value * 40 for value in line) for line in weights),
        details={"metric": "diagonal", "constraints": {"strict": 4210, "order": 5790}, "scale": 0.0713},
    )


def _score(
    pair: tuple[StoredCapture, StoredCapture],
    model: StoredModel | None,
    luck: random.Random,
    *,
    new_lead: bool,
    shift: int,
) -> StoredScore:
    before, after = pair
    noise = luck.uniform(0.02, 0.2) + (luck.uniform(1.2, 2.6) if new_lead else 0.0)
    changed = [
        [_lead_share(row, column) * new_lead + _advertisement(row, column, luck) for column in range(GRID)]
        for row in range(GRID)
    ]
    address = urljoin(before.url, "/")
    return StoredScore(
        page_id=after.page_id,
        before_id=before.id,
        after_id=after.id,
        scored_at=after.started_at,
        model_id=None if model is None else model.id,
        distance=noise if model is not None else 3 + noise * 9,
        probability=None if model is None else min(0.99, 0.04 + noise / 2.4),
        important=None if model is None else new_lead,
        regions=tuple(tuple(line) for line in changed),
        displacement_px=shift,
        links_added=tuple(f"{address}story/{after.id}-{number}" for number in range(3 if new_lead else 0)),
        links_removed=(f"{address}story/{before.id}?{MARKUP}",) if new_lead else (),
        images_added=(f"{address}advertisement/{after.id}.png",),
        images_removed=(f"{address}advertisement/{before.id}.png",),
    )


def main() -> None:
    """Make the sample and serve it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--port", type=int, default=8400)
    options = parser.parse_args()
    with Collection.open(options.folder) if options.folder.exists() else build(options.folder) as collection:
        app = create_app(collection, now=clock())
        uvicorn.run(app, host="127.0.0.1", port=options.port, log_level="warning")


if __name__ == "__main__":
    main()
