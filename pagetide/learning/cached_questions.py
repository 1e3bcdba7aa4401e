"""The questions for the dashboard; computed apart and cached until they are answered."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Sequence
from typing import Any

from dashboard.questions import Pair, Question
from pagetide.learning.own_process import told_by_command
from storage.collection import Collection

MOST = 10
_FEW = 2
"""Questions left at which further ones are chosen, so that nobody waits for them."""


class CachedQuestions:
    """Of one collection. What was answered leaves the list and comes back when the answer is undone."""

    def __init__(self, collection: Collection) -> None:
        self._collection = collection
        self._choosing = threading.Lock()  # one process at a time
        self._learning = threading.Lock()
        self._kept: dict[Pair, Question] = {}
        self._last: list[Pair] = []  # skipped, in that order
        self._waiting: set[int] = set()  # pages to be learned, once each

    def open(self) -> Sequence[Question] | str:
        """The questions that nobody answered, those that were skipped last; a sentence where there are none."""
        left = self._left()
        if len(left) > _FEW:
            return left
        if left:
            threading.Thread(target=self._choose, daemon=True).start()
            return left
        told = self._choose()
        return self._left() or told

    def skip(self, pair: Pair) -> None:
        """Ask it again after all others."""
        self._last = [other for other in self._last if other != pair] + [pair]

    def answered(self, page_id: int) -> None:
        """Learn the page anew. Where a daemon works on the collection, it does so within a minute, and nothing here."""
        if page_id not in self._waiting:
            self._waiting.add(page_id)
            threading.Thread(target=self._learn, args=(page_id,), daemon=True).start()

    def _left(self) -> list[Question]:
        repository = self._collection.repository
        pages = {item.page_id for item in self._kept.values()}
        said = {(label.before_id, label.after_id) for number in pages for label in repository.labels(number)}
        for number in pages:
            said |= repository.ambiguous_pairs(number)
        free = [pair for pair in self._kept if pair not in said]
        order = [pair for pair in free if pair not in self._last]
        order += [pair for pair in self._last if pair in free]
        return [self._kept[pair] for pair in order]

    def _choose(self) -> str:
        """Keep further questions; why there are none."""
        with self._choosing:
            if len(self._left()) > _FEW:
                return ""
            told = told_by_command(self._collection, "ask", "--limit", str(MOST))
            if not isinstance(told, dict):
                return told or "Nothing could be chosen. `pagetide ask` says why."
            fresh = _questions(told["questions"])
            self._kept |= {(item.before_id, item.after_id): item for item in fresh}
            return (
                "" if fresh else "Every change that looks different is answered, or no page has a model yet."
            )

    def _learn(self, page_id: int) -> None:
        with self._learning:
            self._waiting.discard(page_id)
            told_by_command(self._collection, "learn", str(page_id))


def _questions(told: Iterable[dict[str, Any]]) -> list[Question]:
    return [
        Question(
            page_id=item["page"],
            before_id=item["before"],
            after_id=item["after"],
            what=item["what"],
            probability=item["probability"],
        )
        for item in told
    ]
