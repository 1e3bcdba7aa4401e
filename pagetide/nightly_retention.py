"""The rule of retention in the daemon: once a night, where the settings say so."""

from __future__ import annotations

import logging
from collections.abc import Callable
from contextlib import AbstractContextManager
from datetime import datetime, timedelta

from pagetide.ticks import Tick
from storage.collection import Collection
from storage.errors import StorageError
from storage.plurals import counted
from storage.removal.removing import Why
from storage.removal.retention import apply_rule, expired, reason_of
from storage.settings import RetentionSettings

logger = logging.getLogger(__name__)

BY = "pagetide run"
_EVERY = timedelta(days=1)
_SOON = timedelta(minutes=30)
_LARGEST_SHARE = 0.5  # of all captures that one night takes: a clock that jumped makes all of them old


def retention_tick(
    collection: Collection,
    rule: RetentionSettings,
    writing: AbstractContextManager[object],
    is_stopping: Callable[[], bool],
) -> Tick:
    """The daily work; ``writing`` keeps visits from being stored while a step is done."""

    def remove_old(now: datetime) -> None:
        found = expired(collection, rule, now)
        if not found.going:
            return
        total = collection.repository.count_captures()
        if len(found.going) > _LARGEST_SHARE * total:
            logger.warning(
                "the rule of retention would remove %s of %d: too many to be meant, so that none was. Check this "
                "machine's clock and the rule, and run `pagetide retention` by hand",
                counted(len(found.going), "capture"),
                total,
            )
            return
        why = Why(reason=reason_of(rule), by=BY, at=now)
        try:
            done = apply_rule(collection, found.going, why, is_stopping, step_alone=writing)
        except StorageError as error:
            logger.warning("captures that are too old were not all removed, tried again tomorrow: %s", error)
            return
        logger.info(
            "%s older than the rule keeps removed, %.1f MB",
            counted(done.captures, "capture"),
            done.size_bytes / 1e6,
        )

    return Tick(name="retention", every=_EVERY, action=remove_old, soon=_SOON)
