"""Work for workers of the same process, without any transport: the other adapter of ``crawler.visiting.work.Work``."""

import threading
from datetime import datetime

from crawler.visiting.dispatcher import Dispatcher
from crawler.visiting.work import Asked, Visited
from storage.records import Lease


class WorkInMemory:
    """Asks the dispatcher itself, one call at a time."""

    def __init__(self, dispatcher: Dispatcher, name: str, lock: threading.Lock) -> None:
        self._dispatcher = dispatcher
        self._name = name
        self._lock = lock

    def lease(self, limit: int) -> list[Lease]:
        with self._lock:
            return self._dispatcher.lease(self._name, limit)

    def complete(self, lease: Lease, result: Visited | Asked) -> bool:
        with self._lock:
            return self._dispatcher.complete(lease, result)

    def fail(self, lease: Lease, at: datetime) -> bool:
        with self._lock:
            return self._dispatcher.fail(lease, at)
