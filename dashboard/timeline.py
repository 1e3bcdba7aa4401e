"""One page over time: chart, importance map, captures."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from dashboard.charts import Timeline, timeline
from dashboard.overlay import Overlay, Region, overlay
from dashboard.presenters import count, figure, moment
from storage.model_details import MapInterval
from storage.queries.repository import Repository
from storage.queries.timelines import Point, TimelineQueries
from storage.records import Outcome, StoredCapture, StoredModel

CAPTURES_A_SHEET = 100
STRETCHES: Mapping[str, tuple[str, timedelta | None]] = {
    "2d": ("2 days", timedelta(days=2)),
    "7d": ("7 days", timedelta(days=7)),
    "30d": ("30 days", timedelta(days=30)),
    "all": ("everything", None),
}
"""How much of the page's past the chart shows, by the key in its address."""

HEIGHTS: Mapping[str, str] = {"probability": "probability", "distance": "distance"}
"""What the heights of the chart may be, by the key in its address."""

_USUAL_STRETCH = "7d"
_USUAL_HEIGHT = "probability"
_LONGEST_FACT = 120


@dataclass(frozen=True, kw_only=True)
class Past:
    """A stretch of a page's past as a chart and as words."""

    stretch: str
    chart: Timeline | None
    summary: str
    height: str  # what the heights of the chart are, a key of HEIGHTS

    @property
    def query(self) -> str:
        """What an address asks for to show it again in another way, beside the stretch."""
        return "" if self.height == _USUAL_HEIGHT else f"&height={self.height}"


@dataclass(frozen=True, kw_only=True)
class Sheet:
    """Some of a page's captures, newest first, with the way to older and newer ones."""

    points: tuple[Point, ...]
    older: int | None  # show what is older than this capture
    newer: int | None


@dataclass(frozen=True, kw_only=True)
class PlacedMap:
    """The importance map over one capture."""

    drawn: Overlay | None
    is_placed: bool  # whether it is where the content stands in this capture, or where it usually does


@dataclass(frozen=True, kw_only=True)
class Map:
    """The importance map and the raw weights over the newest screenshot."""

    capture: StoredCapture
    importance: Overlay | None  # where it usually lies
    placed: PlacedMap  # where it lies on this screenshot
    weights: Overlay | None
    interval: MapInterval | None = None  # low and high of each region's importance, as rows

    def range_of(self, region: Region) -> tuple[float, float] | None:
        """Between which shares a region's importance lies; None where the model does not say."""
        if self.interval is None:
            return None
        low, high = (
            grid[region.row][region.column] for grid in (self.interval["low"], self.interval["high"])
        )
        return float(low), float(high)


def past(
    queries: TimelineQueries,
    page_id: int,
    stretch: str,
    *,
    height: str = "",
    alarm_above: float | None = None,
) -> Past:
    """The stretch of the page's past that ends with its newest capture.

    Heights are probabilities where alarms begin somewhere, unless distances are asked for.
    """
    stretch = stretch if stretch in STRETCHES else _USUAL_STRETCH
    height = height if height in HEIGHTS else _USUAL_HEIGHT
    newest = queries.newest(page_id, limit=1)
    if not newest:
        return Past(stretch=stretch, chart=None, summary="Nothing captured yet.", height=height)
    span = STRETCHES[stretch][1]
    points = queries.points([page_id], since=None if span is None else newest[0].at - span)
    drawn = timeline(points, alarm_above if height == "probability" else None)
    return Past(stretch=stretch, chart=drawn, summary=_summary(points), height=height)


def sheet(
    queries: TimelineQueries,
    page_id: int,
    *,
    older: int | None = None,
    newer: int | None = None,
    size: int = CAPTURES_A_SHEET,
) -> Sheet:
    """A sheet of the page's captures: the newest, or those beside a capture of the page."""
    beside = _of_page(queries, page_id, older if older is not None else newer)
    if beside is not None and older is None:
        following = queries.oldest_after(beside, limit=size + 1)
        points = following[:size][::-1]
        return Sheet(
            points=tuple(points),
            older=points[-1].id if points else None,
            newer=points[0].id if len(following) > size else None,
        )
    found = queries.newest(page_id, limit=size + 1, older_than=beside)
    shown = tuple(found[:size])
    return Sheet(
        points=shown,
        older=shown[-1].id if len(found) > size else None,
        newer=shown[0].id if beside is not None and shown else None,
    )


def importance_map(repository: Repository, picture_id: int | None, model: StoredModel | None) -> Map | None:
    """The model's view of the page's newest screenshot; None while there is no screenshot."""
    if picture_id is None:
        return None
    capture = repository.capture(picture_id)
    return Map(
        capture=capture,
        importance=map_over(capture, "importance", () if model is None else model.importance),
        placed=placed_importance(repository, capture, model),
        weights=map_over(capture, "weights", () if model is None else model.weights),
        interval=None if model is None else model.details.get("map_interval"),
    )


def placed_importance(repository: Repository, capture: StoredCapture, model: StoredModel | None) -> PlacedMap:
    """The map as the model that scored a capture laid it there; without one, where importance usually lies."""
    score = repository.score_of(capture.id)
    placed = None if score is None else score.explanation.get("importance")
    usual = () if model is None else model.importance
    return PlacedMap(
        drawn=map_over(capture, "importance", usual if placed is None else placed),
        is_placed=placed is not None,
    )


def map_over(capture: StoredCapture, kind: str, grid: Sequence[Sequence[float]]) -> Overlay | None:
    """A grid of values over the view of a capture."""
    profile = capture.profile
    return overlay(grid, kind=kind, width_px=profile.viewport_width_px, height_px=profile.viewport_height_px)


def model_facts(model: StoredModel) -> list[tuple[str, str]]:
    """What a model is made of, as names and values; its own details after what every model has."""
    facts = [
        ("learned from", count(model.versions, "version")),
        ("learned at", f"{moment(model.fitted_at)} UTC"),
    ]
    own = {name: value for name, value in model.details.items() if name != "map_interval"}
    facts += [(name.replace("_", " "), text) for name, text in flat(own)]
    return [*facts, ("files", model.path), ("digest", model.digest)]


def flat(details: Mapping[str, Any], prefix: str = "") -> list[tuple[str, str]]:
    """Nested details as names with dots; long values are cut."""
    facts: list[tuple[str, str]] = []
    for name, value in details.items():
        if isinstance(value, Mapping):
            facts += flat(value, f"{prefix}{name}: ")
        else:
            text = figure(value) if isinstance(value, float) else str(value)
            short = text if len(text) <= _LONGEST_FACT else f"{text[:_LONGEST_FACT]}\N{HORIZONTAL ELLIPSIS}"
            facts.append((f"{prefix}{name}", short))
    return facts


def _of_page(queries: TimelineQueries, page_id: int, capture_id: int | None) -> Point | None:
    point = None if capture_id is None else queries.point(capture_id)
    return point if point is not None and point.page_id == page_id else None


def _summary(points: Sequence[Point]) -> str:
    scored = [point for point in points if point.scored]
    important = [point for point in scored if point.important]
    decided = any(point.important is not None for point in scored)
    told = count(len(important), "important change") if decided or not scored else "none decided yet"
    parts = [count(len(scored), "comparison"), told]
    failed = sum(point.outcome is Outcome.FAILED for point in points)
    partial = sum(point.outcome is Outcome.PARTIAL for point in points)
    parts += [f"{failed:,} failed"] * bool(failed) + [f"{partial:,} partial"] * bool(partial)
    text = f"{count(len(points), 'capture')} from {moment(points[0].at)} to {moment(points[-1].at)} UTC: "
    text += ", ".join(parts) + "."
    judged = [point for point in scored if point.model_id is not None] or scored
    if judged:
        largest = max(judged, key=lambda point: point.distance or 0.0)
        text += f" The largest distance is {figure(largest.distance or 0.0)}, on {moment(largest.at)}."
    return text
