"""Actions on findings: seen, and important or not."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import Connection

from storage.actions.audit import Actor, Done, written
from storage.collection import Collection
from storage.errors import NotStored, StorageError
from storage.findings import FindingKind
from storage.queries.capture_rows import storable
from storage.queries.finding_rows import seen_times, set_seen, shown_captures
from storage.queries.labels import AMBIGUOUS, Label, newest_verdict
from storage.queries.metadata_records import LABELS, insert_said

SEE, UNSEE, DECIDE, LABEL = "see", "unsee", "decide", "label"


def see(collection: Collection, actor: Actor, numbers: Sequence[int]) -> Done:
    """Mark findings as seen; those that are seen already stay as they are.

    Raises
    ------
    NotStored
        There is no such finding.
    """
    with collection.database.writing() as connection:
        fresh = [number for number, seen in _seen(connection, numbers).items() if seen is None]
        set_seen(connection, fresh, actor.at)
        return written(connection, actor, SEE, before={"unseen": fresh}, changed=len(fresh))


def unsee(collection: Collection, actor: Actor, numbers: Sequence[int]) -> Done:
    """Mark findings as not seen."""
    with collection.database.writing() as connection:
        were = {number: seen for number, seen in _seen(connection, numbers).items() if seen is not None}
        set_seen(connection, list(were), None)
        before = {"seen": {str(number): seen.isoformat() for number, seen in were.items()}}
        return written(connection, actor, UNSEE, before=before, changed=len(were))


def decide(
    collection: Collection, actor: Actor, numbers: Sequence[int], important: bool | None, note: str = ""
) -> Done:
    """Say of changes whether they were important, and mark them as seen; None: looked at, and nobody can say.

    Raises
    ------
    NotStored
        There is no such finding.
    StorageError
        One of them is no change.
    """
    with collection.database.writing() as connection:
        unseen = [number for number, seen in _seen(connection, numbers).items() if seen is None]
        pairs = _pairs(connection, numbers)
        told = storable(note) or (AMBIGUOUS if important is None else "")
        earlier = [_verdict(connection, pair) for pair in pairs]
        for verdict in earlier:
            _label(connection, actor, verdict | {"important": important, "note": told})
        set_seen(connection, unseen, actor.at)
        before = {"labels": earlier, "unseen": unseen}
        page_id = pairs[0][0] if len({pair[0] for pair in pairs}) == 1 else None
        done = written(connection, actor, DECIDE, before=before, changed=len(pairs), page_id=page_id)
    collection.archive_said()  # all in one go: a record for each alone would keep other writers waiting
    return done


def say_label(collection: Collection, actor: Actor, said: Label) -> Done:
    """Keep a person's verdict on two captures of a page; None as the verdict takes an earlier one back, or says with
    the note ``AMBIGUOUS`` that nobody can say.

    Raises
    ------
    StorageError
        The captures are not two of that page in the order of their times.
    """
    with collection.database.writing() as connection:
        pair = (said.page_id, said.before_id, said.after_id)
        before = {"labels": [_verdict(connection, pair)]}
        collection.record_label(said)
        return written(connection, actor, LABEL, before=before, changed=1, page_id=said.page_id)


def unseen_of(collection: Collection, cluster: str) -> list[int]:
    """The numbers of the findings of a cluster that nobody has seen yet."""
    return collection.repository.unseen_numbers(cluster)


def restore_findings(connection: Connection, actor: Actor, before: Mapping[str, Any]) -> int:
    """Bring back what ``see``, ``unsee``, ``decide`` and ``say_label`` found; how much that is."""
    set_seen(connection, before.get("unseen", ()), None)
    for number, at in before.get("seen", {}).items():
        set_seen(connection, [int(number)], datetime.fromisoformat(at))
    for said in before.get("labels", ()):
        _label(connection, actor, said)
    return sum(len(before.get(name, ())) for name in ("unseen", "seen", "labels"))


def _seen(connection: Connection, numbers: Sequence[int]) -> dict[int, datetime | None]:
    found = seen_times(connection, numbers)
    missing = sorted(set(numbers) - found.keys())
    if missing:
        raise NotStored(f"There is no finding {missing[0]} in this collection. It may belong to another one.")
    return found


def _pairs(connection: Connection, numbers: Sequence[int]) -> list[tuple[int, int, int]]:
    pairs = []
    for row in shown_captures(connection, numbers):
        if row.kind is not FindingKind.CHANGE:
            raise StorageError(
                "only a change is important or not: mark what is no change as seen, or mute its page"
            )
        pairs.append((row.page_id, row.before_id, row.capture_id))
    return pairs


def _label(connection: Connection, actor: Actor, said: Mapping[str, Any]) -> None:
    """Add a verdict, for which ``Collection.archive_said`` writes a record later."""
    insert_said(connection, LABELS, Label(**said, said_at=actor.at, said_by=storable(actor.by)), None)


def _verdict(connection: Connection, pair: tuple[int, int, int]) -> dict[str, Any]:
    """What people say of a pair until now, as ``Label`` takes it."""
    page_id, before_id, after_id = pair
    important = newest_verdict(connection, page_id, before_id, after_id)
    return {"page_id": page_id, "before_id": before_id, "after_id": after_id, "important": important}
