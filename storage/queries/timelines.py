"""Many rows for lists and timelines in a few queries of light columns.

The repository gives whole records of one page; a list of 500 pages or a timeline of a year of hourly
captures would need thousands of them, each with its regions and artifacts decoded. These statements read
only what is drawn. A capture that was scored again (by a newer model) counts with its newest score.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import ColumnElement, Connection, Row, Select, and_, func, or_, select
from sqlalchemy.sql.expression import ScalarSelect

from storage.database.engine import Database
from storage.database.schema import artifact, capture, change_score, finding, model, page, replay_check
from storage.findings import FindingKind
from storage.queries.batches import batches
from storage.queries.findings import open_trouble
from storage.queries.labels import is_important
from storage.records import ModelState, Outcome, ReplayCheck, ResponseKind, Role


@dataclass(frozen=True, kw_only=True)
class PageFigures:
    """The numbers of one page in the list of pages."""

    captures: int
    versions: int  # good captures
    last_capture_id: int | None  # newest visit, whatever its outcome
    last_kind: ResponseKind | None  # what the newest visit met
    picture_id: int | None  # newest good capture that has a screenshot
    important_id: int | None  # newest capture that was an important change
    important_at: datetime | None
    model_state: ModelState | None
    trouble: FindingKind | None = None  # what it was last told to suffer from, or to have recovered from


@dataclass(frozen=True, slots=True)
class Scored:
    """What a chart needs of a capture that was compared: thousands of them are read for one sheet of the list."""

    page_id: int
    at: datetime
    distance: float
    important: bool | None
    model_id: int | None


@dataclass(frozen=True, kw_only=True)
class Point:
    """One capture on a timeline, with its newest score if it has one."""

    id: int
    page_id: int
    at: datetime
    outcome: Outcome
    response_kind: ResponseKind
    good: bool
    status: int | None
    problems: tuple[Mapping[str, Any], ...]
    has_view: bool
    before_id: int | None  # the capture it was compared with; None: not scored
    distance: float | None
    probability: float | None
    important: bool | None
    model_id: int | None
    took: timedelta = timedelta(0)  # the visit, from its beginning to the end of its capture
    warc_bytes: int = 0  # of its records, compressed

    @property
    def scored(self) -> bool:
        """Whether the capture was compared with an earlier one."""
        return self.before_id is not None

    @property
    def file_changed(self) -> bool | None:
        """Of a file of which only the bytes are compared: whether they are others; None of anything else."""
        is_file = self.response_kind is ResponseKind.NOT_HTML and self.distance is not None
        return bool(self.distance) if is_file else None


@dataclass(frozen=True, kw_only=True)
class Neighbours:
    """Where one can go from a comparison: scored captures of the same page around it."""

    previous: int | None
    next: int | None
    previous_important: int | None
    next_important: int | None


class TimelineQueries:
    """Reads a collection's database for the dashboard; writes nothing."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def figures(self, page_ids: Sequence[int]) -> dict[int, PageFigures]:
        """The figures of some pages by page id."""
        rows: list[Row[Any]] = []
        with self._database.reading() as connection:
            for some in batches(page_ids):
                rows += connection.execute(_figures().where(page.c.id.in_(some))).all()
            important = [row.important_id for row in rows if row.important_id is not None]
            times = _times(connection, important)
        return {row.page_id: _as_figures(row, times) for row in rows}

    def points(
        self, page_ids: Sequence[int], *, since: datetime | None = None, until: datetime | None = None
    ) -> list[Point]:
        """The captures of some pages in a stretch of time, oldest first."""
        statement = _points().where(capture.c.page_id.in_(page_ids)).order_by(*_OLDEST_FIRST)
        if since is not None:
            statement = statement.where(capture.c.started_at >= since)
        if until is not None:
            statement = statement.where(capture.c.started_at <= until)
        with self._database.reading() as connection:
            return [_as_point(row) for row in connection.execute(statement)]

    def scored_since(self, page_ids: Sequence[int], since: datetime) -> list[Scored]:
        """The captures of some pages since a moment that were compared, oldest first: little of each."""
        columns = (
            capture.c.page_id,
            capture.c.started_at,
            change_score.c.distance,
            is_important(),
            change_score.c.model_id,
        )
        newest = and_(change_score.c.after_id == capture.c.id, change_score.c.id == _newest_score())
        wanted = (capture.c.page_id.in_(page_ids), capture.c.started_at >= since)
        query = select(*columns).select_from(capture.join(change_score, newest)).where(*wanted)
        with self._database.reading() as connection:
            return [Scored(*row) for row in connection.execute(query.order_by(*_OLDEST_FIRST))]

    def captured_between(self, page_id: int) -> tuple[datetime, datetime] | None:
        """When the page was captured first and last; None: never."""
        ends = [
            select(end(capture.c.started_at)).where(capture.c.page_id == page_id).scalar_subquery()
            for end in (func.min, func.max)
        ]
        with self._database.reading() as connection:
            first, last = connection.execute(select(*ends)).one()
        return None if first is None or last is None else (first, last)

    def newest(self, page_id: int, *, limit: int, older_than: Point | None = None) -> list[Point]:
        """The newest captures of a page, newest first; with ``older_than`` those before that one."""
        statement = _points().where(capture.c.page_id == page_id)
        if older_than is not None:
            statement = statement.where(_before(older_than))
        statement = statement.order_by(*_NEWEST_FIRST).limit(limit)
        with self._database.reading() as connection:
            return [_as_point(row) for row in connection.execute(statement)]

    def oldest_after(self, point: Point, *, limit: int) -> list[Point]:
        """The captures of the same page that follow a capture, oldest first."""
        statement = _points().where(capture.c.page_id == point.page_id, _after(point))
        statement = statement.order_by(*_OLDEST_FIRST).limit(limit)
        with self._database.reading() as connection:
            return [_as_point(row) for row in connection.execute(statement)]

    def point(self, capture_id: int) -> Point | None:
        """One capture; None if there is none of that number."""
        return next(iter(self.points_of([capture_id])), None)

    def capture_of(self, urn: str) -> int | None:
        """The number of the capture whose records carry this WARC-Page-ID."""
        with self._database.reading() as connection:
            found: int | None = connection.execute(select(capture.c.id).where(capture.c.urn == urn)).scalar()
        return found

    def replay_check(self, capture_id: int) -> ReplayCheck | None:
        """The newest comparison of a capture with its own replay."""
        statement = select(replay_check).where(replay_check.c.capture_id == capture_id)
        with self._database.reading() as connection:
            row = connection.execute(statement.order_by(replay_check.c.id.desc()).limit(1)).mappings().first()
        if row is None:
            return None
        known = {name: value for name, value in row.items() if name != "warc_record_id"}
        return ReplayCheck(**{**known, "missing": tuple(known["missing"])})

    def points_of(self, capture_ids: Sequence[int]) -> list[Point]:
        """Captures by number, in no particular order."""
        found: list[Point] = []
        with self._database.reading() as connection:
            for some in batches(capture_ids):
                rows = connection.execute(_points().where(capture.c.id.in_(some)))
                found.extend(_as_point(row) for row in rows)
        return found

    def last_important(self, page_id: int) -> Point | None:
        """The newest important change of a page."""
        newest = _newest_change(finding.c.page_id == page_id)
        with self._database.reading() as connection:
            row = connection.execute(_points().where(capture.c.id == newest)).first()
        return None if row is None else _as_point(row)

    def neighbours(self, point: Point) -> Neighbours:
        """The scored captures before and after one of the same page, and the important ones among them."""
        scored, important = change_score.c.id.is_not(None), is_important().is_(True)
        with self._database.reading() as connection:
            return Neighbours(
                previous=_step(connection, point, scored, forward=False),
                next=_step(connection, point, scored, forward=True),
                previous_important=_step(connection, point, important, forward=False),
                next_important=_step(connection, point, important, forward=True),
            )

    def times(self, capture_ids: Sequence[int]) -> dict[int, datetime]:
        """When captures were taken, by capture id."""
        with self._database.reading() as connection:
            return _times(connection, capture_ids)


def _newest_score() -> ScalarSelect[Any]:
    """The number of the newest score of the capture of the row around it."""
    again = change_score.alias()
    newest = select(func.max(again.c.id)).where(again.c.after_id == capture.c.id)
    return newest.correlate(capture).scalar_subquery()


_OLDEST_FIRST = (capture.c.started_at, capture.c.id)
_NEWEST_FIRST = (capture.c.started_at.desc(), capture.c.id.desc())
_VIEWS = (
    select(artifact.c.capture_id)
    .where(artifact.c.capture_id == capture.c.id, artifact.c.role == Role.VIEW)
    .correlate(capture)
)
_POINT = (
    capture.c.id,
    capture.c.page_id,
    capture.c.started_at,
    capture.c.outcome,
    capture.c.response_kind,
    capture.c.good,
    capture.c.status,
    capture.c.problems,
    capture.c.finished_at,
    capture.c.warc_bytes,
    _VIEWS.exists().label("has_view"),
    change_score.c.before_id,
    change_score.c.distance,
    change_score.c.probability,
    is_important().label("important"),
    change_score.c.model_id,
)


def _points() -> Select[Any]:
    newest = and_(change_score.c.after_id == capture.c.id, change_score.c.id == _newest_score())
    return select(*_POINT).select_from(capture.outerjoin(change_score, newest))


def _figures() -> Select[Any]:
    def newest_capture(
        *conditions: ColumnElement[bool], column: ColumnElement[Any] = capture.c.id
    ) -> ScalarSelect[Any]:
        statement = select(column).where(capture.c.page_id == page.c.id, *conditions).correlate(page)
        return statement.order_by(*_NEWEST_FIRST).limit(1).scalar_subquery()

    def count(*conditions: ColumnElement[bool]) -> ScalarSelect[Any]:
        counted = select(func.count()).select_from(capture)
        return counted.where(capture.c.page_id == page.c.id, *conditions).correlate(page).scalar_subquery()

    states = select(model.c.state).where(model.c.page_id == page.c.id).order_by(model.c.id.desc())
    return select(
        page.c.id.label("page_id"),
        count().label("captures"),
        count(capture.c.good).label("versions"),
        newest_capture().label("last_capture_id"),
        newest_capture(column=capture.c.response_kind).label("last_kind"),
        newest_capture(capture.c.good, _VIEWS.exists()).label("picture_id"),
        _newest_change(finding.c.page_id == page.c.id).label("important_id"),
        open_trouble(page.c.id).label("trouble"),
        states.limit(1).correlate(page).scalar_subquery().label("model_state"),
    )


def _newest_change(of_page: ColumnElement[bool]) -> ScalarSelect[Any]:
    """The number of the newest capture of a page that was an important change."""
    changes = select(finding.c.capture_id).where(
        of_page, finding.c.kind == FindingKind.CHANGE, finding.c.counts
    )
    return changes.order_by(finding.c.at.desc(), finding.c.id.desc()).limit(1).scalar_subquery()


def _as_figures(row: Row[Any], times: Mapping[int, datetime]) -> PageFigures:
    return PageFigures(
        captures=row.captures,
        versions=row.versions,
        last_capture_id=row.last_capture_id,
        last_kind=row.last_kind,
        picture_id=row.picture_id,
        important_id=row.important_id,
        important_at=times.get(row.important_id),
        model_state=row.model_state,
        trouble=row.trouble,
    )


def _as_point(row: Row[Any]) -> Point:
    return Point(
        id=row.id,
        page_id=row.page_id,
        at=row.started_at,
        outcome=row.outcome,
        response_kind=row.response_kind,
        good=row.good,
        status=row.status,
        problems=tuple(row.problems),
        has_view=bool(row.has_view),
        before_id=row.before_id,
        distance=row.distance,
        probability=row.probability,
        important=row.important,
        model_id=row.model_id,
        took=row.finished_at - row.started_at,
        warc_bytes=row.warc_bytes,
    )


def _times(connection: Connection, capture_ids: Sequence[int]) -> dict[int, datetime]:
    times: dict[int, datetime] = {}
    for some in batches(capture_ids):
        statement = select(capture.c.id, capture.c.started_at).where(capture.c.id.in_(some))
        times.update((row.id, row.started_at) for row in connection.execute(statement))
    return times


def _after(point: Point) -> ColumnElement[bool]:
    started_at = capture.c.started_at
    return or_(started_at > point.at, and_(started_at == point.at, capture.c.id > point.id))


def _before(point: Point) -> ColumnElement[bool]:
    started_at = capture.c.started_at
    return or_(started_at < point.at, and_(started_at == point.at, capture.c.id < point.id))


def _step(connection: Connection, point: Point, wanted: ColumnElement[bool], *, forward: bool) -> int | None:
    beyond = _after(point) if forward else _before(point)
    statement = _points().with_only_columns(capture.c.id).where(capture.c.page_id == point.page_id, beyond)
    statement = statement.where(wanted).order_by(*(_OLDEST_FIRST if forward else _NEWEST_FIRST))
    found: int | None = connection.execute(statement.limit(1)).scalar()
    return found
