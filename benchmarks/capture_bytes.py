"""What an hourly capture of a front page costs on disk, with payloads kept once and without.

The demo's newsroom serves its front page as of a simulated clock. Each hour is captured and stored; beside what the
archive grew by stands what the same records take when every response is written in full.
"""

from __future__ import annotations

import statistics
import tempfile
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path

from playwright.async_api import Browser

from pagetide.demo.newsroom import Newsroom
from pagetide.demo.server import LocalSite
from rendering.capture.steps import capture_url
from rendering.settings import RenderingSettings
from storage.collection import Collection
from storage.records import Capture
from storage.warc.capture_records import Known, capture_records

SITE = "courier"
_BEGIN = datetime(2026, 3, 2, 6, 0, tzinfo=UTC)


@dataclass
class Bytes:
    """Bytes of each hour's records."""

    deduplicated: list[int] = field(default_factory=list)
    in_full: list[int] = field(default_factory=list)

    def figures(self) -> dict[str, float | None]:
        """Means of the hours after the first, which has nothing to refer to."""
        kept, full = statistics.mean(self.deduplicated[1:]), statistics.mean(self.in_full[1:])
        return {
            "bytes per hourly capture": kept,
            "bytes per hourly capture without dedupe": full,
            "dedupe saves %": 100 * (1 - kept / full),
            "hours": float(len(self.in_full)),
        }


async def hourly_bytes(browser: Browser, hours: int) -> Bytes:
    """Capture the front page every simulated hour, and count what is written."""
    now, newsroom, counted = [_BEGIN], Newsroom(), Bytes()
    with (
        tempfile.TemporaryDirectory() as folder,
        Collection.create(Path(folder) / "collection") as collection,
        LocalSite(lambda path, at: newsroom.resource(SITE, path, at), lambda: now[0]) as site,
    ):
        page = collection.repository.add_page(site.url, at=_BEGIN)
        for hour in range(hours):
            now[0] = _BEGIN + timedelta(hours=hour)
            capture = await capture_url(browser, site.url, RenderingSettings(), now[0])
            counted.in_full.append(_in_full(capture))
            counted.deduplicated.append(collection.store(page, capture).warc_bytes)
    return counted


def _in_full(capture: Capture) -> int:
    nothing = Known(responses=lambda keys: {}, part=lambda digest, uri: None)
    return sum(len(record.encoded()) for record in capture_records(capture, nothing).records)
