"""Small real captures for the tests of storage."""

import io
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import numpy as np
from argon2 import PasswordHasher
from PIL import Image
from warcio.archiveiterator import ArchiveIterator

from storage.accounts.accounts import audit_account
from storage.actions.audit import Actor
from storage.collection import Collection
from storage.database.place import DATABASE, SERVER
from storage.layout import Block, Layout
from storage.people import Role
from storage.queries.account_rows import insert_account
from storage.records import (
    Capture,
    Exchange,
    Outcome,
    Page,
    RenderingProfile,
    ResponseKind,
    StoredCapture,
    StoredScore,
)

START = datetime(2026, 3, 1, 12, 0, 0, 250000, tzinfo=UTC)
URL = "https://news.example/front"
STYLE = b"body { color: black }\n" * 100


def lose_database(folder: Path) -> None:
    """Leave of a collection what it has when its file, or the server on which its database stood, is lost."""
    for lost in (*folder.glob(f"{DATABASE}*"), folder / SERVER):
        lost.unlink(missing_ok=True)


def png(seed: int = 0, size: int = 40) -> bytes:
    pixels = np.random.default_rng(seed).integers(0, 256, (size, size, 3), dtype=np.uint8)
    out = io.BytesIO()
    Image.fromarray(pixels).save(out, "PNG")
    return out.getvalue()


def exchange(url: str = URL, **changes: Any) -> Exchange:
    body = changes.pop("body", b"<html><body>news</body></html>")
    plain = Exchange(
        url=url,
        method="GET",
        started_at=START,
        request_headers=(("accept", "*/*"),),
        status=200,
        reason="OK",
        response_headers=(("content-type", "text/html; charset=utf-8"),),
        body=body,
        resource_type="Document",
        remote_ip="192.0.2.7",
        protocol="h2",
    )
    return replace(plain, **changes)


def style(url: str = "https://news.example/style.css") -> Exchange:
    return exchange(
        url, body=STYLE, response_headers=(("content-type", "text/css"),), resource_type="Stylesheet"
    )


def capture(number: int = 0, **changes: Any) -> Capture:
    """The capture of hour ``number``: its page and screenshot differ from hour to hour, its style does not."""
    html = f"<html><body><h1>Story {number}</h1></body></html>"
    at = START + timedelta(hours=number)
    plain = Capture(
        url=URL,
        started_at=at,
        finished_at=at + timedelta(seconds=2),
        outcome=Outcome.COMPLETE,
        response_kind=ResponseKind.CONTENT,
        final_url=URL,
        status=200,
        mime="text/html",
        title=f"Front page {number}",
        view_png=png(number),
        full_page_png=png(number + 1000, size=60),
        dom=html,
        text=f"Story {number}",
        layout=Layout(
            width_px=1000,
            height_px=2000,
            blocks=(Block(path="body>h1", tag="h1", x_px=0, y_px=0, width_px=10, height_px=5, text="é"),),
            links=(URL + "/a",),
        ),
        exchanges=(exchange(body=html.encode()), style()),
        profile=RenderingProfile(user_agent="Mozilla/5.0 Test", browser="Chromium 1"),
        waited_for=("load",),
        timings_ms={"goto": 12.5},
    )
    return replace(plain, **changes)


def score(before: StoredCapture, after: StoredCapture, **changes: Any) -> StoredScore:
    plain = StoredScore(
        page_id=after.page_id,
        before_id=before.id,
        after_id=after.id,
        scored_at=after.finished_at,
        model_id=None,
        distance=1.5,
        probability=0.75,
        important=True,
        regions=((0.5, 0.25), (0.75, 0.0)),
        displacement_px=90,
        links_added=(URL + "/b",),
    )
    return replace(plain, **changes)


def add_page(collection: Collection, url: str = URL) -> Page:
    return collection.repository.add_page(url, at=START, due_at=START)


PASSWORD = "correct horse battery"
_PASSWORD_HASH = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1).hash(PASSWORD)
"""Its check takes no time: a hash says itself how much work it takes."""


def add_person(collection: Collection, name: str, role: Role) -> None:
    """An account with ``PASSWORD``, made by root; quicker than ``add_account``, which makes a hash that takes work."""
    row = {"name": name, "role": role, "password_hash": _PASSWORD_HASH, "created_at": START}
    with collection.database.writing() as connection:
        insert_account(connection, row)
        audit_account(connection, Actor(by="root", at=START), f"add {role}", name)


def fill(collection: Collection, hours: int = 3) -> list[StoredCapture]:
    """So many hourly captures of one page, each scored against the one before."""
    page = add_page(collection)
    stored: list[StoredCapture] = []
    for hour in range(hours):
        stored.append(collection.store(page, capture(hour), features=b"features %d" % hour))
        if hour:
            collection.record_score(score(stored[-2], stored[-1]))
    return stored


def warc_files(collection: Collection) -> list[Path]:
    return sorted((collection.path / "archive").iterdir())


@contextmanager
def warc_records(path: Path) -> Iterator[Any]:
    with path.open("rb") as file:
        yield ArchiveIterator(file)


def records_of(path: Path) -> list[tuple[Any, bytes]]:
    """Each record with what follows its HTTP head."""
    with warc_records(path) as records:
        return [(record, record.content_stream().read()) for record in records]
