"""``ChangeModel()`` on sites of a web server: ``python -m benchmarks.served [--site S] [--quick] [--json]``

The default alone, by the protocol of ``benchmarks.default_alone``, on sites that are served hour by hour and captured
by the product's own browser (``benchmarks.served_sites``): about seven minutes a site, most of them for the browser.
What the panels of ``benchmarks.sites`` do not have is judged here: how the blocks of real markup are read, frames,
scripts, sticky headers. Where the news stands on the picture is not declared, so that nothing is said of the map.
"""

from __future__ import annotations

import argparse
import asyncio
import io
import os
import shlex
import sys
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import partial

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from benchmarks.capture import SETTINGS, launched
from benchmarks.default_alone import Split, as_json, show, splits_of
from benchmarks.reporting import in_processes, out
from benchmarks.served_sites import SERVED, ServedSite
from benchmarks.sites.history import SiteHistory
from benchmarks.sites.site import Truth
from changemodel.version import PageVersion
from pagetide.demo.server import LocalSite
from pagetide.demo.site import Resource
from pagetide.versions import version_of
from rendering.capture import capture_url
from storage.records import Capture, Outcome

TRUTHS = {"important": Truth.DISSIMILAR, "unimportant": Truth.SIMILAR, "left out": Truth.AMBIGUOUS}
_ONE_BROWSER = 60
"""Captures after which another browser is started."""


def measured(name: str) -> list[Split]:
    """The splits of one site."""
    return splits_of(served_history(SERVED[name]))


def served_history(site: ServedSite, hours: int | None = None) -> SiteHistory:
    """The captures of a site, hour by hour; of all its days, or of the first hours."""
    count = 24 * site.DAYS if hours is None else hours
    versions = asyncio.run(_captured(site, count))
    return SiteHistory(
        name=site.NAME,
        hard=site.WHAT,
        versions=versions,
        truths=[TRUTHS[site.truth(hour)] for hour in range(count - 1)],
        news_boxes=[() for _ in versions],
    )


async def _captured(site: ServedSite, hours: int) -> list[PageVersion]:
    found: list[PageVersion] = []
    starts_at = site.STARTS_AT.replace(tzinfo=UTC)
    now = [starts_at]
    with LocalSite(partial(_resource, site), lambda: now[0]) as local:
        while len(found) < hours:
            async with launched() as browser:
                for hour in range(len(found), min(len(found) + _ONE_BROWSER, hours)):
                    now[0] = starts_at + timedelta(hours=hour)
                    found.append(_kept(await capture_url(browser, local.url, SETTINGS, now[0])))
    return found


def _resource(site: ServedSite, path: str, at: datetime) -> Resource | None:
    hour = round((at.replace(tzinfo=None) - site.STARTS_AT) / timedelta(hours=1))
    if path == "/":
        return Resource("text/html; charset=utf-8", site.page(hour).encode())
    found = site.asset(path, hour)
    return None if found is None else Resource(*found)


def _kept(capture: Capture) -> PageVersion:
    """A version whose picture is kept as a file is, and read when it is needed: all of them would fill the memory."""
    if capture.outcome is not Outcome.COMPLETE:
        said = "; ".join(problem.message for problem in capture.problems)
        print(f"{capture.url} was captured {capture.outcome.value}: {said}", file=sys.stderr)
    version = version_of(capture)
    buffer = io.BytesIO()
    Image.fromarray(np.asarray(version.screenshot)).save(buffer, "PNG", compress_level=1)
    return replace(version, screenshot=partial(_opened, buffer.getvalue()))


def _opened(png: bytes) -> NDArray[np.uint8]:
    with Image.open(io.BytesIO(png)) as image:
        return np.asarray(image.convert("RGB"))


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print."""
    given = sys.argv[1:] if arguments is None else list(arguments)
    parser = argparse.ArgumentParser(prog="python -m benchmarks.served", description=__doc__)
    parser.add_argument(
        "--site", action="append", choices=list(SERVED), help="only this site; may be repeated"
    )
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="sites at the same time")
    parser.add_argument("--quick", action="store_true", help="one site only")
    parser.add_argument("--json", action="store_true", help="one JSON object")
    options = parser.parse_args(given)
    chosen = (options.site or list(SERVED))[: 1 if options.quick else None]
    found = dict(zip(chosen, in_processes(measured, chosen, jobs=options.jobs), strict=True))
    command = shlex.join(["python", "-m", "benchmarks.served", *given])
    if options.json:
        print(as_json(found, command, quick=options.quick))
        return 0
    show(found)
    out.print(
        command, *(["--quick: not the full figure"] if options.quick else []), sep="\n", highlight=False
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
