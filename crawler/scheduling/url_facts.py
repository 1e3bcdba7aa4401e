"""Facts that follow from the URLs of pages, computed once for each."""

from __future__ import annotations

import threading
from collections.abc import Callable

import numpy as np

from crawler.scheduling.rate import IntArray
from storage.queries.repository import Repository


class UrlFacts:
    """A small number for each page of a collection that follows from its URL alone."""

    def __init__(self, repository: Repository, fact: Callable[[str], int]) -> None:
        self._repository = repository
        self._fact = fact
        self._ids = np.zeros(0, dtype=np.intp)
        self._numbers = np.zeros(0, dtype=np.intp)
        self._lock = threading.Lock()

    def known(self) -> tuple[IntArray, IntArray]:
        """The numbers of all pages, ascending, and what follows for each; pages added since are looked at now."""
        with self._lock:
            ids, numbers = [self._ids], [self._numbers]
            for rows in self._repository.page_urls(int(self._ids[-1]) if len(self._ids) else 0):
                ids.append(np.array([row[0] for row in rows], dtype=np.intp))
                numbers.append(np.array([self._fact(row[1]) for row in rows], dtype=np.intp))
            if len(ids) > 1:
                self._ids, self._numbers = np.concatenate(ids), np.concatenate(numbers)
            return self._ids, self._numbers

    def of(self, ids: IntArray) -> IntArray:
        """What follows for some pages."""
        known, numbers = self.known()
        return np.asarray(numbers[np.searchsorted(known, ids)])
