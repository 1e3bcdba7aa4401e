"""The geometry of charts, which SVG templates draw.

A timeline shows one stem for each scored capture over a time axis and a lane of marks for visits that
failed or were partial; its heights are distances, or probabilities with the line above which alarms begin. A sparkline
is the same without words. Both work without script, and every mark of
a timeline is a link.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from dashboard.presenters import WALLS, clock, day, moment, month
from storage.queries.timelines import Point, Scored
from storage.records import Outcome

WIDTH, HEIGHT = 960, 208
LEFT, RIGHT, TOP, BASE = 40, 12, 14, 158
LANE = BASE + 15
KINDS = ("important", "unimportant", "undecided", "failed", "partial", "wall", "error")
REACH = 7.0
"""Log odds at the top of the axis of probabilities, and less than none at its base: 0.1 to 99.9 %."""
MOST_STEMS = 460  # two units of the drawing each: more could not be told apart

_TICK_STEPS = tuple(timedelta(hours=hours) for hours in (1, 3, 6, 12, 24, 48, 168, 336, 720, 1440, 2880))
_MOST_TICKS = 9
_NEEDS_YEARS = timedelta(days=300)
_SPARK_WIDTH, _SPARK_HEIGHT, _SPARK_BASE = 168, 36, 33


@dataclass(frozen=True, kw_only=True)
class Stem:
    """One scored capture: where its line stands and how high, in units of the drawing."""

    point: Point
    x: float
    y: float
    kind: str  # one of the first three of KINDS


@dataclass(frozen=True, kw_only=True)
class Mark:
    """One visit that brought home less than a version."""

    point: Point
    x: float
    kind: str  # one of the others of KINDS


@dataclass(frozen=True, kw_only=True)
class Tick:
    """A labelled place on the time axis."""

    x: float
    label: str


@dataclass(frozen=True, kw_only=True)
class Level:
    """A labelled height of the score axis."""

    y: float
    label: str


@dataclass(frozen=True, kw_only=True)
class Timeline:
    """Everything that the timeline's template draws."""

    stems: tuple[Stem, ...]
    marks: tuple[Mark, ...]
    ticks: tuple[Tick, ...]
    levels: tuple[Level, ...]
    alarm_y: float | None  # where alarms begin; None: the heights are distances
    joined: bool  # more captures than places: each place shows its strongest
    two_scales: bool  # captures without what the axis tells stand on a scale of their own

    @property
    def kinds(self) -> list[str]:
        """What is drawn, for the legend."""
        drawn = {stem.kind for stem in self.stems} | {mark.kind for mark in self.marks}
        return [kind for kind in KINDS if kind in drawn]

    width: int = WIDTH
    height: int = HEIGHT
    left: int = LEFT
    right: int = WIDTH - RIGHT
    top: int = TOP
    base: int = BASE
    lane: int = LANE
    reach: float = REACH


@dataclass(frozen=True, kw_only=True)
class Scales:
    """Heights for distances: a learned metric's and the plain ones from before it are not of one measure."""

    learned: float | None  # the largest distance by a model; None: there is none
    plain: float | None  # the largest without one

    @classmethod
    def of(cls, points: Sequence[Point | Scored]) -> Scales:
        """The scales of some scored captures."""
        learned = [point.distance or 0.0 for point in points if point.model_id is not None]
        plain = [point.distance or 0.0 for point in points if point.model_id is None]
        return cls(learned=max(learned, default=None), plain=max(plain, default=None))

    @property
    def two(self) -> bool:
        """Whether both kinds are there."""
        return self.learned is not None and self.plain is not None

    @property
    def highest(self) -> float:
        """What the labelled axis ends with: the learned metric's scale where there is one."""
        return (self.plain if self.learned is None else self.learned) or 1.0

    def share(self, point: Point | Scored) -> float:
        """Height of a capture's distance as a share of its own scale."""
        whole = self.plain if point.model_id is None else self.learned
        return (point.distance or 0.0) / (whole or 1.0)


@dataclass(frozen=True, kw_only=True)
class SparkBar:
    """One bar of a sparkline."""

    x: float
    y: float
    height: float
    important: bool


@dataclass(frozen=True, kw_only=True)
class Sparkline:
    """Scores of some days as bars without words; the text beside it says what it shows."""

    bars: tuple[SparkBar, ...]
    width: int = _SPARK_WIDTH
    height: int = _SPARK_HEIGHT
    base: int = _SPARK_BASE

    @property
    def usual(self) -> str:
        """The bars of changes that are not important, as one SVG path: fifty lists of bars are a long page else."""
        return self._path(important=False)

    @property
    def important(self) -> str:
        """The other bars, as one SVG path."""
        return self._path(important=True)

    def _path(self, *, important: bool) -> str:
        wanted = (bar for bar in self.bars if bar.important is important)
        return "".join(f"M{bar.x + 0.6:g} {self.base}V{bar.y:.1f}" for bar in wanted)


def timeline(points: Sequence[Point], alarm_above: float | None = None) -> Timeline | None:
    """The timeline of some captures, oldest first; None when there is nothing to draw.

    Heights are distances; with ``alarm_above``, the probability above which alarms begin, they are probabilities on an
    axis of log odds, and a capture without one stands there by its distance.
    """
    if not points:
        return None
    first, last = points[0].at, points[-1].at
    scored = [point for point in points if point.scored]
    scales, by_chance = Scales.of(scored), alarm_above is not None
    stems = [
        Stem(
            point=point,
            x=_x(point.at, first, last),
            y=_y(_share(point, scales, by_chance)),
            kind=_kind(point),
        )
        for point in scored
    ]
    kept = _strongest(stems) if len(stems) > MOST_STEMS else stems
    return Timeline(
        stems=tuple(kept),
        marks=tuple(_marks(points, first, last)),
        ticks=tuple(_ticks(first, last)),
        levels=tuple(_chances() if by_chance else _levels(scales.highest)) if stems else (),
        alarm_y=None if alarm_above is None else _y(chance_share(alarm_above)),
        joined=len(kept) < len(stems),
        two_scales=any(point.probability is None for point in scored) if by_chance else scales.two,
    )


def sparkline(points: Sequence[Point | Scored], *, since: datetime, until: datetime) -> Sparkline | None:
    """The scores of a stretch of time, one bar for each place that has any."""
    scored = [point for point in points if point.distance is not None]
    if not scored:
        return None
    scales = Scales.of(scored)
    places: dict[int, Point | Scored] = {}
    whole = max(until - since, timedelta(seconds=1))
    for point in scored:
        share = (point.at - since) / whole
        place = int(min(max(share, 0.0), 1.0) * (_SPARK_WIDTH // 2 - 1))
        if place not in places or _weight(point) > _weight(places[place]):
            places[place] = point
    bars = []
    for place, point in sorted(places.items()):
        height = max(2.0, scales.share(point) * (_SPARK_BASE - 3))
        bars.append(
            SparkBar(x=place * 2, y=_SPARK_BASE - height, height=height, important=bool(point.important))
        )
    return Sparkline(bars=tuple(bars))


def chance_share(probability: float) -> float:
    """Height of a probability as a share of the axis of log odds."""
    odds = math.log(probability / (1.0 - probability)) if 0.0 < probability < 1.0 else math.inf
    return (min(max(odds if probability > 0.0 else -math.inf, -REACH), REACH) + REACH) / (2.0 * REACH)


def _share(point: Point, scales: Scales, by_chance: bool) -> float:
    if by_chance and point.probability is not None:
        return chance_share(point.probability)
    return scales.share(point)


def _x(at: datetime, first: datetime, last: datetime) -> float:
    share = (at - first) / (last - first) if last > first else 0.5
    return round(LEFT + 6 + share * (WIDTH - LEFT - RIGHT - 12), 1)


def _y(share: float) -> float:
    return round(BASE - share * (BASE - TOP), 1)


def kind_of(point: Point) -> str:
    """What a visit came to: one of ``KINDS``, or ``captured`` where nothing was compared."""
    return _mark_kind(point) or (_kind(point) if point.scored else "captured")


def _kind(point: Point) -> str:
    if point.important is None:
        return "undecided"
    return "important" if point.important else "unimportant"


def _weight(point: Point | Scored) -> tuple[bool, float]:
    return bool(point.important), point.distance or 0.0


def _strongest(stems: Sequence[Stem]) -> list[Stem]:
    """Of the stems that share a place, the important one with the largest score."""
    places: dict[int, Stem] = {}
    for stem in stems:
        place = int(stem.x // 2)
        if place not in places or _weight(stem.point) > _weight(places[place].point):
            places[place] = stem
    return [places[place] for place in sorted(places)]


def _marks(points: Sequence[Point], first: datetime, last: datetime) -> list[Mark]:
    marked = [(point, _mark_kind(point)) for point in points]
    return [Mark(point=point, x=_x(point.at, first, last), kind=kind) for point, kind in marked if kind]


def _mark_kind(point: Point) -> str:
    if point.response_kind in WALLS:
        return "wall"
    kinds = {Outcome.FAILED: "failed", Outcome.PARTIAL: "partial"}
    return kinds.get(point.outcome, "" if point.good else "error")


def _ticks(first: datetime, last: datetime) -> list[Tick]:
    span = last - first
    if span <= timedelta(0):
        return [Tick(x=_x(first, first, last), label=moment(first))]
    years = timedelta(days=-(-span.days // _MOST_TICKS))
    step = next((step for step in _TICK_STEPS if span / step <= _MOST_TICKS), years)
    midnight = first.replace(hour=0, minute=0, second=0, microsecond=0)
    at = midnight + step * -(-(first - midnight) // step)  # the first multiple of the step inside the stretch
    ticks = []
    while at <= last:
        ticks.append(Tick(x=_x(at, first, last), label=_tick_label(at, span)))
        at += step
    return ticks


def _tick_label(at: datetime, span: timedelta) -> str:
    if span > _NEEDS_YEARS:
        return month(at)
    return day(at) if at.hour == 0 and at.minute == 0 else clock(at)


def _levels(highest: float) -> list[Level]:
    return [Level(y=_y(share), label=f"{highest * share:.2g}") for share in (0.5, 1.0)]


def _chances() -> list[Level]:
    return [Level(y=_y(chance_share(share)), label=f"{share:.0%}") for share in (0.01, 0.1, 0.5, 0.9, 0.99)]
