"""Real histories as a world: windows of pages whose every version is known, of which a policy sees what it fetches.

Each history is cut into windows of four weeks, the first from the day it begins, each a page that starts unknown. A
change is important where a person's label says so; on a page that nobody judged, where its headlines changed: the
headings (h1 to h3) and the links of four words or more, the most that can be said without a person. Weights are equal,
hosts are the histories.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from pathlib import Path

import numpy as np
from lxml import etree, html

from benchmarks.revisit_worlds import CEILING_H, FLOOR_H, World
from benchmarks.time_machine import History, history_folders, opened

WINDOW_DAYS = 28
_HOUR = timedelta(hours=1)


def trace_world(folder: Path, *, limit: int | None = None, days: int = WINDOW_DAYS) -> World:
    """The histories below a folder; only the first ``limit`` versions of each if given.

    Raises
    ------
    HistoryError
        There is none, or one cannot be read.
    """
    windows: list[tuple[int, float, list[tuple[float, bool]]]] = []
    for number, place in enumerate(history_folders(folder)):
        with opened(place, limit) as history:
            for until_h, changes in _windows(history, days):
                windows.append((number, until_h, changes))
    return _world(windows, days)


def _world(windows: Sequence[tuple[int, float, list[tuple[float, bool]]]], days: int) -> World:
    pages = len(windows)
    log = [
        (page, at_h, important) for page, (*_, changes) in enumerate(windows) for at_h, important in changes
    ]
    page_of, at_h, important = (np.array(column) for column in zip(*log, strict=True))
    true = np.bincount(page_of, important, pages) / np.array([until_h for _, until_h, _ in windows])
    return World(
        name="real histories",
        horizon_h=24.0 * days,
        warm_h=0.0,
        weight=np.ones(pages),
        believed_weight=np.ones(pages),
        host=np.array([number for number, *_ in windows]),
        until_h=np.array([until_h for _, until_h, _ in windows]),
        page=page_of,
        at_h=at_h.astype(float),
        important=important.astype(bool),
        noticed=important.astype(bool),
        true_per_h=true[None, :],
        floor_h=FLOOR_H,
        ceiling_h=CEILING_H,
    )


def _windows(history: History, days: int) -> list[tuple[float, list[tuple[float, bool]]]]:
    """Each window as its length in hours and its changes, in hours since its start."""
    times = [moment.astimezone(UTC) for moment in history.times]
    important = _important(history)
    start, found = _midnight(times[0]), []
    while start < times[-1]:
        end = min(start + timedelta(days=days), times[-1])
        changes = [
            ((at - start) / _HOUR, matters)
            for at, matters in zip(times[1:], important, strict=True)
            if start < at < end
        ]
        found.append(((end - start) / _HOUR, changes))
        start += timedelta(days=days)
    return found


def _midnight(moment: datetime) -> datetime:
    """Where a history's week begins: all its windows lie whole weeks apart, so the hours of its host stay aligned."""
    return moment.replace(hour=0, minute=0, second=0, microsecond=0)


def _important(history: History) -> list[bool]:
    """Whether each version but the first brought an important change."""
    if history.labelled:
        return [version.important is True for version in history.versions[1:]]
    headlines = [_headlines(version.read()) for version in history.versions]
    return [before != after for before, after in pairwise(headlines)]


def _headlines(body: bytes) -> frozenset[str]:
    try:
        root = html.document_fromstring(body)
    except (etree.ParserError, ValueError):  # empty, or nothing but comments
        return frozenset()
    headings = {" ".join(item.text_content().split()) for item in root.iter("h1", "h2", "h3")}
    links = {" ".join(item.text_content().split()) for item in root.iter("a")}
    return frozenset(headings | {text for text in links if text.count(" ") >= 3})
