"""Verdicts on a page's changes, as the model learns from them, and what to ask next."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta

from changemodel.change.calibration import PairLabel
from changemodel.errors import ChangeModelError
from pagetide.errors import NothingToDo
from pagetide.learning.scoring import Scorer
from storage.actions.audit import Actor
from storage.actions.findings import say_label
from storage.collection import Collection
from storage.plurals import counted
from storage.queries.labels import Label
from storage.records import Page, StoredCapture, StoredScore

ALARMS_OF = timedelta(days=28)
"""How far back alarms count that make a page worth asking about."""
OF_A_PAGE = 3
"""Questions about one page in a row: then its answers should be learned before more are asked."""


@dataclass(frozen=True, kw_only=True)
class Question:
    """A pair of captures that a person should look at, and what the model thinks of it."""

    before: StoredCapture
    after: StoredCapture
    score: StoredScore


def labelled_captures(collection: Collection, page: Page, profile_digest: str) -> list[StoredCapture]:
    """The good captures of one rendering profile that a verdict on the page speaks of, oldest first.

    What a person says of a wall, of an error, or across two looks of the page is kept, but never learned from.
    """
    repository = collection.repository
    numbers = {number for said in repository.labels(page.id) for number in (said.before_id, said.after_id)}
    captures = [repository.capture(number) for number in sorted(numbers)]
    usable = [item for item in captures if item.is_good and item.profile_digest == profile_digest]
    return sorted(usable, key=lambda item: (item.started_at, item.id))


def verdicts(collection: Collection, page: Page, captures: Sequence[StoredCapture]) -> list[PairLabel]:
    """The verdicts on pairs of these captures, as ``ChangeModel.fit`` takes them."""
    times = {capture.id: capture.started_at for capture in captures}
    return [
        PairLabel(times[said.before_id], times[said.after_id], said.important)
        for said in collection.repository.labels(page.id)
        if said.important is not None and said.before_id in times and said.after_id in times
    ]


def questions(collection: Collection, scorer: Scorer, page: Page, *, n: int, newest: int) -> list[Question]:
    """The n pairs among the page's newest captures whose verdicts would teach its model most.

    Raises
    ------
    NothingToDo
        The page has no model yet, or fewer than three captures that it could be asked about.
    """
    stored = collection.repository.current_model(page.id)
    if stored is None:
        raise NothingToDo(
            f"{page.url} has no learned model yet, so that nothing can be asked about it. Any pair can be labelled "
            f"all the same: pagetide label {page.id} BEFORE AFTER --important"
        )
    profile = collection.repository.capture(stored.last_capture_id).profile_digest
    captures = collection.repository.captures(page.id, good_only=True, newest_first=True, limit=newest)
    captures = [item for item in captures if item.profile_digest == profile][::-1]
    if len(captures) < 3:
        raise NothingToDo(
            f"{page.url} has {counted(len(captures), 'good capture')} of this look; 3 are needed to ask."
        )
    versions = [scorer.versions.version(item) for item in captures]
    by_time = {capture.started_at: capture for capture in captures}
    unsaid = collection.repository.ambiguous_pairs(page.id)
    asked = scorer.load(stored).ask(versions, n + len(unsaid), verdicts(collection, page, captures))
    pairs = [(by_time[a.captured_at], by_time[b.captured_at]) for a, b in asked]
    wanted = [(a, b) for a, b in pairs if (a.id, b.id) not in unsaid][:n]
    return [Question(before=a, after=b, score=scorer.score(a, b, b.started_at)) for a, b in wanted]


def newest_changes(collection: Collection, page: Page, n: int) -> list[Question]:
    """The newest changes of the page without a verdict, for as long as it has no model that knows better questions."""
    repository = collection.repository
    said = {(label.before_id, label.after_id) for label in repository.labels(page.id)}
    changed = [
        score
        for score in repository.scores(page.id)
        if score.distance > 0 and (score.before_id, score.after_id) not in said
    ]
    return [
        Question(
            before=repository.capture(score.before_id), after=repository.capture(score.after_id), score=score
        )
        for score in changed[: -n - 1 : -1]
    ]


def questions_of_all(
    collection: Collection, scorer: Scorer, *, n: int, newest: int, at: datetime
) -> list[Question]:
    """The n pairs of all pages whose verdicts would teach most: of those first that raised most alarms and were
    answered about
    least, ``OF_A_PAGE`` of each."""
    found: list[Question] = []
    for page_id in collection.repository.pages_to_ask(since=at - ALARMS_OF, limit=n):
        page = collection.repository.page(page_id)
        with suppress(NothingToDo, ChangeModelError):  # the others can be asked about all the same
            found += questions(collection, scorer, page, n=min(OF_A_PAGE, n - len(found)), newest=newest)
        if len(found) >= n:
            break
    return found


def say(
    collection: Collection,
    page: Page,
    pair: tuple[int, int],
    important: bool | None,
    *,
    at: datetime,
    by: str = "",
    note: str = "",
) -> Label:
    """Keep a verdict on two captures of the page, whichever is named first; None takes an earlier one back.

    Raises
    ------
    NotStored
        There is no such capture.
    StorageError
        The captures are not two of that page.
    """
    first, second = sorted(
        (collection.repository.capture(number) for number in pair), key=lambda c: c.started_at
    )
    said = Label(
        page_id=page.id,
        before_id=first.id,
        after_id=second.id,
        important=important,
        said_at=at,
        said_by=by,
        note=note,
    )
    say_label(collection, Actor(by=by, at=at), said)
    return collection.repository.label_of(first, second) or said
