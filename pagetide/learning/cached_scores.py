"""What a page's current model says of an old change, for the dashboard; computed apart and cached."""

from __future__ import annotations

import threading

from pagetide.learning.own_process import told_by_command
from storage.collection import Collection
from storage.records import StoredCapture

_SAYS = {
    True: "an important change",
    False: "not an important change",
    None: "nothing: it decides nothing yet",
}


class CachedScores:
    """Of a collection's captures, each compared with the good one before it."""

    def __init__(self, collection: Collection) -> None:
        self._collection = collection
        self._lock = threading.Lock()  # one at a time
        self._kept: dict[int, tuple[int | None, str]] = {}

    def of(self, after: StoredCapture) -> str:
        """A sentence."""
        with self._lock:
            model = self._collection.repository.current_model(after.page_id)
            asked = None if model is None else model.id
            kept = self._kept.get(after.id)
            if kept is None or kept[0] != asked:
                kept = self._kept[after.id] = asked, self._asked(after)
            return kept[1]

    def _asked(self, after: StoredCapture) -> str:
        told = told_by_command(self._collection, "compare", str(after.page_id), "--capture", str(after.id))
        if isinstance(told, dict):
            return f"The model of today would say: {_SAYS[told['important']]}."
        return (
            told
            or f"It could not be asked. `pagetide compare {after.page_id} --capture {after.id}` says why."
        )
