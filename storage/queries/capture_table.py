"""A collection as one table, for statistics: a row for each capture, with its newest score and a person's verdict.

The columns are stable: new ones are added at the end, none is renamed. ``docs/export-table.md`` describes them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, func, select

from storage.database.engine import Database
from storage.database.schema import capture, change_score, page
from storage.queries.labels import Label, counting_labels
from storage.queries.selection import Selection

ROWS_AT_ONCE = 10_000
"""Captures that are held in memory."""


@dataclass(frozen=True)
class Column:
    """A column of the table: its name, what its values are, and what they say."""

    name: str
    kind: str
    """``whole`` or ``real`` numbers, ``truth`` values, ``text``, ``time`` (UTC)."""
    meaning: str


COLUMNS = (
    Column("capture", "whole", "Number of the capture."),
    Column("page", "whole", "Number of the page."),
    Column("page_url", "text", "URL of the page."),
    Column("url", "text", "URL that was visited."),
    Column("final_url", "text", "URL after redirects."),
    Column("started_at", "time", "Start of the visit; the capture's time in WARC and Memento."),
    Column("finished_at", "time", "End of the visit."),
    Column("outcome", "text", "complete, partial or failed."),
    Column("response_kind", "text", "content, error, bot-wall, login-wall, empty, not-html or none."),
    Column("good", "truth", "Whether it is scored and learned from."),
    Column("status", "whole", "HTTP status of the page."),
    Column("mime", "text", "Media type."),
    Column("title", "text", "Title."),
    Column("problems", "text", "Codes of what was missing, separated by spaces."),
    Column("origin", "text", "The ingested archive it comes from; empty: visited by this collection."),
    Column("warc_file", "text", "WARC file of its first record."),
    Column("compared_with", "whole", "Number of the earlier capture it is compared with."),
    Column("scored_at", "time", "Time of the score."),
    Column("model", "whole", "Number of the model; empty: none yet."),
    Column("distance", "real", "Change distance, 0 for no change."),
    Column("probability", "real", "Probability that the change is important."),
    Column("important", "truth", "The decision."),
    Column("displacement_px", "whole", "Pixels by which most content moved."),
    Column("links_added", "whole", "Links that came."),
    Column("links_removed", "whole", "Links that went."),
    Column("images_added", "whole", "Images that came."),
    Column("images_removed", "whole", "Images that went."),
    Column("label", "truth", "A person's verdict on this change."),
    Column("labelled_with", "whole", "Number of the earlier capture of the verdict."),
    Column("labelled_at", "time", "Time of the verdict."),
    Column("labelled_by", "text", "Who gave it."),
    Column("label_note", "text", "Why."),
)

_OF_CAPTURES = (
    *("url", "final_url", "started_at", "finished_at"),
    *("good", "status", "mime", "title", "origin", "warc_file"),
)
_OF_SCORES = ("scored_at", "distance", "probability", "important", "displacement_px")
_COUNTED = ("links_added", "links_removed", "images_added", "images_removed")


def capture_rows(database: Database, selection: Selection) -> Iterator[list[dict[str, Any]]]:
    """The rows of the selected captures by column, some thousands at a time, in the order of the captures' numbers.

    Each batch sees one moment of the database; a process that writes beside it adds rows at the end.
    """
    last = 0
    while True:
        with database.reading() as connection:
            rows = _batch(connection, selection, last)
            if rows:
                last = rows[-1]["capture"]
                _add_scores(connection, rows)
                _add_labels(connection, rows)
        if not rows:
            return
        yield rows


def _batch(connection: Connection, selection: Selection, last: int) -> list[dict[str, Any]]:
    names = (*_OF_CAPTURES, "id", "page_id", "outcome", "response_kind", "problems")
    query = (
        select(*(capture.c[name] for name in names), page.c.url.label("page_url"))
        .join(page, capture.c.page_id == page.c.id)
        .where(capture.c.id > last, *selection.conditions())
        .order_by(capture.c.id)
        .limit(ROWS_AT_ONCE)
    )
    return [_of_capture(row) for row in connection.execute(query)]


def _of_capture(row: Any) -> dict[str, Any]:
    return {
        **dict.fromkeys(column.name for column in COLUMNS),
        **{name: getattr(row, name) for name in _OF_CAPTURES},
        "capture": row.id,
        "page": row.page_id,
        "page_url": row.page_url,
        "outcome": str(row.outcome),
        "response_kind": str(row.response_kind),
        "problems": " ".join(dict.fromkeys(item["code"] for item in row.problems)),
    }


def _add_scores(connection: Connection, rows: list[dict[str, Any]]) -> None:
    by_number = {row["capture"]: row for row in rows}
    among = change_score.c.after_id.between(rows[0]["capture"], rows[-1]["capture"])
    newest = select(func.max(change_score.c.id)).where(among).group_by(change_score.c.after_id)
    names = (*_OF_SCORES, *_COUNTED, "before_id", "after_id", "model_id")
    query = select(*(change_score.c[name] for name in names)).where(change_score.c.id.in_(newest))
    for score in connection.execute(query):
        row = by_number.get(score.after_id)
        if row is not None:
            row["compared_with"], row["model"] = score.before_id, score.model_id
            row.update({name: getattr(score, name) for name in _OF_SCORES})
            row.update({name: len(getattr(score, name)) for name in _COUNTED})


def _add_labels(connection: Connection, rows: list[dict[str, Any]]) -> None:
    """The verdict on the pair that was scored, else the newest on another pair that ends here."""
    by_number = {row["capture"]: row for row in rows}
    for said in counting_labels(connection, rows[0]["capture"], rows[-1]["capture"]):
        row = by_number.get(said.after_id)
        if row is not None and (row["labelled_with"] is None or row["labelled_with"] != row["compared_with"]):
            row.update(_of_label(said))


def _of_label(said: Label) -> dict[str, Any]:
    return {
        "label": said.important,
        "labelled_with": said.before_id,
        "labelled_at": said.said_at,
        "labelled_by": said.said_by,
        "label_note": said.note,
    }
