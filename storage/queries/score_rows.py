"""Rows of change scores as records."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Row

from storage.records import StoredScore


def score_of_row(row: Row[Any]) -> StoredScore:
    """The score in a row of the ``change_score`` table."""
    return StoredScore(
        id=row.id,
        page_id=row.page_id,
        before_id=row.before_id,
        after_id=row.after_id,
        scored_at=row.scored_at,
        model_id=row.model_id,
        distance=row.distance,
        probability=row.probability,
        important=row.important,
        regions=tuple(tuple(line) for line in row.regions),
        displacement_px=row.displacement_px,
        links_added=tuple(row.links_added),
        links_removed=tuple(row.links_removed),
        images_added=tuple(row.images_added),
        images_removed=tuple(row.images_removed),
        explanation=row.explanation,
    )
