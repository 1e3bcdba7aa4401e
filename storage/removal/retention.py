"""A rule of retention: which captures have grown too old, and taking them out of the archive.

Files are taken from the newest to the oldest: records repeat earlier ones, so that what a capture that goes repeats is
still there, and each file is written anew once. A response that a capture which stays repeats stays where it is.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from datetime import datetime

from storage.collection import Collection
from storage.index.cdxj import INDEX, INDEXES, warc_parts, write_index
from storage.queries.retention import Aged, Kept, captures_by_page, kept_whatever_age
from storage.removal.removing import RemovalPlan, Why, carry_out, plan_expiry
from storage.settings import RetentionSettings

MOST_BYTES = 2_000_000_000
"""About how many bytes of WARC files are written anew in one step, for which there must be room."""


@dataclass(kw_only=True)
class Expired:
    """What a rule takes out."""

    going: list[Aged] = field(default_factory=list)
    kept: Counter[str] = field(default_factory=Counter)
    """Captures that are old enough and stay, by the reason."""


@dataclass(kw_only=True)
class Done:
    """What was taken out, or would be."""

    captures: int = 0
    pages: int = 0
    records: int = 0
    size_bytes: int = 0
    """Of the records, as they stood in the WARC files."""
    files: int = 0
    """WARC files that were written anew or deleted."""


def expired(collection: Collection, rule: RetentionSettings, now: datetime) -> Expired:
    """The captures that the rule takes out now; none where it names no age."""
    found = Expired()
    if rule.keep_within is None:
        return found
    limit = now - rule.keep_within
    with collection.database.reading() as connection:
        kept = kept_whatever_age(connection)
        for captures in captures_by_page(connection):
            by_rule = _kept_by_rule(captures, rule)
            for item in captures:
                if item.started_at >= limit:
                    continue
                reason = _reason(item, rule, kept) or by_rule.get(item.id, "")
                if reason:
                    found.kept[reason] += 1
                else:
                    found.going.append(item)
    return found


def reason_of(rule: RetentionSettings) -> str:
    """What the audit says of why captures went."""
    days = 0 if rule.keep_within is None else rule.keep_within.total_seconds() / 86_400
    return f"retention: kept for {days:g} days"


def apply_rule(
    collection: Collection,
    going: Sequence[Aged],
    why: Why | None,
    should_stop: Callable[[], bool] = lambda: False,
    progress: Callable[[int, int], None] | None = None,
    step_alone: AbstractContextManager[object] | None = None,
) -> Done:
    """Take these captures out, some WARC files at a time; with no ``why``, only count.

    ``progress`` is told the captures that are done, and how many there are. Nothing else may write to the collection
    while a step is done: ``step_alone``, where it is given, is entered around each. Stopped or interrupted, it has done
    whole steps, and the next run goes on.

    Raises
    ------
    StorageError
        A step could not be done, for want of room or because something was held meanwhile. Those before it hold.
    """
    done, all_going = Done(), {item.id for item in going}
    had_index = (collection.path / INDEXES / INDEX).exists()
    looked_at, pages, files, counted = 0, set[int](), set[str](), set[tuple[str, int]]()
    for step in _steps(collection, going):
        if should_stop():
            break
        with step_alone or nullcontext():
            plan = plan_expiry(collection, [item.id for item in step], all_going if why is None else ())
            if why is not None and plan.pages:
                carry_out(collection, plan, why, reindex=False)
        _count(done, plan, counted)
        pages |= {page.id for page in plan.pages}
        files |= set(plan.files)
        looked_at += len(step)
        if progress is not None:
            progress(looked_at, len(going))
    done.pages, done.files = len(pages), len(files)
    if why is not None and had_index and done.captures:
        write_index(collection)
    return done


def _count(done: Done, plan: RemovalPlan, counted: set[tuple[str, int]]) -> None:
    """Add what a step takes out; a score is of two captures, and only planned it goes with each of them."""
    done.captures += len(plan.gone.captures)
    for file, changes in plan.found.changes.items():
        fresh = [change for offset, change in changes.items() if (file, offset) not in counted]
        done.records += len(fresh)
        done.size_bytes += sum(change.span.length for change in fresh)
        counted |= {(file, offset) for offset in changes}


def _steps(collection: Collection, going: Iterable[Aged]) -> Iterator[list[Aged]]:
    """The captures, those of the newest WARC file first, as many files together as may be written anew at once."""
    sizes = {part.name: part.size for part in warc_parts(collection)}
    by_file: dict[str, list[Aged]] = {}
    for item in sorted(going, key=lambda item: (item.started_at, item.id), reverse=True):
        by_file.setdefault(item.file, []).append(item)
    step: list[Aged] = []
    size = 0
    for name, captures in by_file.items():
        if step and size + sizes.get(name, 0) > MOST_BYTES:
            yield step
            step, size = [], 0
        step = [*step, *captures]
        size += sizes.get(name, 0)
    if step:
        yield step


def _reason(item: Aged, rule: RetentionSettings, kept: Kept) -> str:
    """Why a capture stays whatever its age; empty: for none of these reasons."""
    if item.page_id in kept.held_pages or item.id in kept.held:
        return "held"
    if not item.visited:
        return "from an imported archive"
    if rule.keep_important and item.id in kept.important:
        return "of an important change"
    if rule.keep_labelled and item.id in kept.labelled:
        return "of a change with a verdict"
    return ""


def _kept_by_rule(captures: Sequence[Aged], rule: RetentionSettings) -> dict[int, str]:
    """The good captures of a page, the newest first, that the rule keeps, each with a reason."""
    good = [item for item in captures if item.good]
    found = {item.id: "the first of its page" for item in (good[-1:] if rule.keep_first else [])}
    for count, name, period in (
        (rule.keep_yearly, "yearly", "%Y"),
        (rule.keep_monthly, "monthly", "%Y-%m"),
        (rule.keep_weekly, "weekly", "%G-%V"),
        (rule.keep_daily, "daily", "%Y-%m-%d"),
    ):
        newest_of: dict[str, int] = {}
        for item in good:
            if len(newest_of) < count:
                newest_of.setdefault(f"{item.started_at:{period}}", item.id)
        found |= dict.fromkeys(newest_of.values(), name)
    return found | {item.id: "the last of its page" for item in good[: rule.keep_last]}
