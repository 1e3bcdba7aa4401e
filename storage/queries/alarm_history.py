"""Probabilities of a page's past changes: the alarms that another threshold would have given."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta

from sqlalchemy import select

from storage.database.engine import Database
from storage.database.schema import capture, change_score
from storage.queries.scores import is_current

MOST_CHANGES = 2000
"""Newest scored captures of a page that are counted."""

_WEEK = timedelta(days=7)


@dataclass(frozen=True, kw_only=True)
class AlarmHistory:
    """The probabilities of a page's newest changes, and how long they were watched."""

    probabilities: tuple[float, ...] = ()  # of an important change, the newest first
    weeks: float = 0.0  # between the first and the last of these captures

    def alarms(self, above: float) -> int:
        """How many would have raised an alarm above a probability."""
        return sum(probability > above for probability in self.probabilities)

    def per_week(self, above: float) -> float | None:
        """How many a week; None where less than a day was watched, of which a week says nothing."""
        return self.alarms(above) / self.weeks if self.weeks >= 1 / 7 else None


class AlarmHistoryQueries:
    """What the repository knows of how probable changes were."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def alarm_history(self, page_id: int) -> AlarmHistory:
        """Of the newest captures of a page that were scored with a probability, each by its newest score."""
        query = (
            select(change_score.c.probability, capture.c.started_at)
            .join(capture, capture.c.id == change_score.c.after_id)
            .where(change_score.c.page_id == page_id, change_score.c.probability.is_not(None))
            .where(is_current(page_id))
            .order_by(capture.c.started_at.desc(), capture.c.id.desc())
            .limit(MOST_CHANGES)
        )
        with self._database.reading() as connection:
            rows = connection.execute(query).all()
        if not rows:
            return AlarmHistory()
        watched = rows[0].started_at - rows[-1].started_at
        return AlarmHistory(probabilities=tuple(row.probability for row in rows), weeks=watched / _WEEK)
