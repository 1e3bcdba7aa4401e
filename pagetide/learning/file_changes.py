"""Changes of files that are compared by their bytes only (images, archives, encrypted PDFs).

A digest says that a file is another one, and nothing of what changed: such a score has no probability and decides
nothing. A page's rate learns from it all the same, for every change that can be noticed is worth a visit.
"""

from __future__ import annotations

from datetime import datetime

from storage.collection import Collection
from storage.records import StoredCapture, StoredScore
from storage.score_explanation import FileDigests

_LOOKED_AT = 20  # captures, among which the last one of the file is found: between them may be errors


def score_file(collection: Collection, after: StoredCapture, now: datetime) -> StoredScore | None:
    """The score of a file against the page's file before it; None where there is none. Nothing is stored."""
    before = _file_before(collection, after)
    if before is None or before.file_digest is None or after.file_digest is None:
        return None
    digests: FileDigests = {"before": before.file_digest, "after": after.file_digest}
    return StoredScore(
        page_id=after.page_id,
        before_id=before.id,
        after_id=after.id,
        scored_at=now,
        model_id=None,
        distance=float(before.file_digest != after.file_digest),
        probability=None,
        important=None,
        explanation={"file": digests},
    )


def file_change_text(score: StoredScore) -> str | None:
    """What a score of a file says, in words; None for the score of a page."""
    digests = score.explanation.get("file")
    if digests is None:
        return None
    return f"the file changed: {digests['after']}" if score.distance else "the file is the same"


def _file_before(collection: Collection, after: StoredCapture) -> StoredCapture | None:
    earlier = collection.repository.captures(
        after.page_id, until=after.started_at, newest_first=True, limit=_LOOKED_AT
    )
    return next((item for item in earlier if item.id != after.id and item.file_digest is not None), None)
