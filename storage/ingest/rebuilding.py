"""Rebuilds our own captures that lost records to damage, as partial captures.

A visit whose page information is lost is told of by what else is there; one that lost a picture, a text or responses is
partial. Both have a problem of code ``damaged``. When the WARC file is whole again, the next rebuild completes them.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from itertools import count
from pathlib import Path

from storage.collection import MODELS, Collection
from storage.errors import translated_os_errors
from storage.index.cdxj import missing_ends, warc_parts
from storage.ingest.facts import archived_visit
from storage.ingest.known import named
from storage.ingest.page_info import Counts, OwnAccount
from storage.ingest.pages import CaptureCandidate
from storage.ingest.rows import complete_candidate
from storage.observed import DOCUMENT
from storage.plurals import counted
from storage.queries.capture_rows import damaged_captures
from storage.queries.rendered_rows import PARTS
from storage.queries.warc_files import closed_files, note_closed, note_listed
from storage.records import Outcome, Problem, ProblemCode, Role
from storage.verify_log import VerifyLog
from storage.warc.record_kinds import SAID_LATER, ScannedRecord
from storage.warc.stored_files import stored_file
from storage.warc.writer import ARCHIVE, OWN_FILE

_REMEDY = "Restore the file from a backup and run `pagetide rebuild` again, which completes it."
_AGAIN = "Restore it from a backup and run `pagetide rebuild` again."
_RESPONSES = ("response", "revisit")
REBUILT = "rebuilt"
"""Why the pages of a rebuilt collection are due."""


def note_files(
    collection: Collection, names: Sequence[str], records: Iterable[ScannedRecord], findings: VerifyLog
) -> None:
    """Tell of WARC files that are not what they were when they were closed, and note those that are all right.

    The list of closed files says what they were; and none is without records when it is closed.
    """
    folder = collection.path / ARCHIVE
    note_listed(collection.database, collection.path)
    missing, known = missing_ends(collection, warc_parts(collection)), closed_files(collection.database)
    for name, span in sorted(missing.items()):
        if name in names:
            message = f"The file ends there, {counted(span.length, 'byte')} too early."
        else:
            message = "The file is not there any more."
        findings.fault(f"{name}, byte {span.start}", message, _AGAIN)
    told = {fault.thing for fault in findings.report().faults}
    for name in sorted(set(names) - {record.file for record in records} - set(missing) - told):
        findings.fault(name, "There is no record in it, and there was when it was closed.", _AGAIN)
    faulty = {fault.thing.partition(",")[0] for fault in findings.report().faults}
    for name in sorted(set(names) - set(known) - faulty):
        stored = None if (folder / name).exists() else stored_file(folder, name)
        if stored is None:
            collection.note_closed(folder / name)
        else:
            note_closed(collection.database, collection.path, stored)


def own_visits(
    collection: Collection,
    found: Iterable[CaptureCandidate],
    records: Sequence[ScannedRecord],
    findings: VerifyLog,
) -> list[CaptureCandidate]:
    """The visits of ours among ``found``, each with an account that says what of it is lost.

    A visit without page information in a file without damage was interrupted: it is none.
    """
    folder = collection.path / ARCHIVE
    ends = {part.name: part.size for part in warc_parts(collection)}
    ends |= {name: span.end for name, span in missing_ends(collection, warc_parts(collection)).items()}
    damage = _Damage(records, ends)
    ours, interrupted = [], 0
    stored_here = {
        record.page_id for record in records if record.page_id and record.file.startswith(OWN_FILE)
    }
    for candidate in found:
        if candidate.own is not None:
            if lost := damage.of(candidate, candidate.own):
                candidate.own = _partial(candidate.own, lost)
        elif damage.ended_early(candidate):
            _tell_without_page_information(candidate, folder)
        if candidate.own is None:
            interrupted += candidate.urn in stored_here
            continue
        ours.append(candidate)
        if _is_damaged(candidate.own):
            thing = f"the visit of {candidate.url} at {candidate.at:%Y-%m-%d %H:%M:%S}"
            findings.fault(thing, candidate.own.problems[-1].message, _REMEDY)
    if interrupted:
        told = counted(
            interrupted,
            "visit",
            "ends before its last record: it was interrupted, or its",
            "end before their last record: they were interrupted, or their",
        )
        message = f"{told} file was cut."
        findings.note(
            "interrupted visits",
            message,
            "They were left out; compare the sizes of the files with a backup's.",
        )
    return ours


def set_models_aside(collection: Collection, findings: VerifyLog) -> None:
    """Move the models of a lost database out of the way: by its numbers they would be those of other pages now."""
    models = collection.path / MODELS
    if collection.repository.pages(limit=1) or not models.is_dir() or not any(models.iterdir()):
        return
    aside = next(
        place
        for number in count(1)
        if not (place := models.with_name(f"{MODELS}-of-lost-database-{number}")).exists()
    )
    with translated_os_errors(aside):
        models.rename(aside)
        models.mkdir()
    findings.note(
        f"{MODELS}/",
        f"The models of the lost database were moved to {aside.name}/: they go by its numbers.",
        "`pagetide learn` learns them again; delete that folder then.",
    )


def complete(collection: Collection, found: Sequence[CaptureCandidate], folder: Path) -> int:
    """Bring captures that an earlier rebuild found damaged to what is there now; how many are changed."""
    with collection.database.reading() as connection:
        damaged = damaged_captures(connection)
    if not damaged:
        return 0
    whole = [candidate for candidate in found if candidate.own is not None and not _is_damaged(candidate.own)]
    known = [item for item in named(collection.database, whole) if item.urn in damaged]
    with collection.database.writing() as connection:
        for item in known:
            complete_candidate(
                connection, damaged[item.urn], archived_visit(item.candidate, folder, ""), item
            )
    return len(known)


def plan_visits(collection: Collection, added: Iterable[int], at: datetime) -> int:
    """Make the pages of visits of ours due that no database planned a visit of; how many there are.

    Pages of which only other tools' captures are here were never asked for: they get none, as when they came.
    """
    return collection.repository.plan_visited(added, at, REBUILT)


class _Damage:
    """Which visits stand beside places of the WARC files at which records are missing."""

    def __init__(self, records: Sequence[ScannedRecord], ends: Mapping[str, int]) -> None:
        by_file: dict[str, list[ScannedRecord]] = defaultdict(list)
        for record in records:
            if record.file.startswith(OWN_FILE):
                by_file[record.file].append(record)
        self._within: set[str] = set()  # something is missing in the middle of these
        self._beside: set[str] = set()  # at the beginning or end of these something may be missing
        for file, found in by_file.items():
            for before, behind in _around_gaps(found, ends[file]):
                self._note(
                    "" if before is None or _ends_visit(before) else before.page_id,
                    "" if behind is None or _is_said_later(behind) else behind.page_id,
                )

    def _note(self, before: str, behind: str) -> None:
        if before and before == behind:
            self._within.add(before)
        else:
            self._beside |= {before, behind} - {""}

    def ended_early(self, candidate: CaptureCandidate) -> bool:
        """Whether the page information, the last record of a visit, may be what is missing."""
        return candidate.urn in self._within | self._beside

    def of(self, candidate: CaptureCandidate, own: OwnAccount) -> list[str]:
        """What of a visit is lost, in words; empty: nothing."""
        stated = {record.role for record in candidate.records if record.role is not None} | set(
            candidate.named or ()
        )
        is_beside = candidate.urn in self._within | self._beside
        if is_beside and own.outcome is Outcome.COMPLETE and DOCUMENT not in own.observed:
            stated |= set(PARTS)
        lost = [role.value.replace("_", " ") for role in PARTS if role in stated - set(candidate.parts)]
        responses = sum(record.kind in _RESPONSES and record.role is None for record in candidate.records)
        if own.exchanges is not None and not own.origin and responses < own.exchanges.recorded:
            lost.append(
                f"{own.exchanges.recorded - responses} of {counted(own.exchanges.recorded, 'response')}"
            )
        if not lost and candidate.urn in self._within:
            lost.append("a record")
        return lost


def _around_gaps(
    found: Iterable[ScannedRecord], size: int
) -> Iterator[tuple[ScannedRecord | None, ScannedRecord | None]]:
    """The records of a file between which bytes are missing; None: nothing stands before, or behind."""
    before, end = None, 0
    for record in sorted(found, key=lambda item: item.offset):
        if record.offset > end:
            yield before, record
        before, end = record, record.offset + record.length
    if end < size:
        yield before, None


def _ends_visit(record: ScannedRecord) -> bool:
    return record.role is Role.PAGE_INFO or _is_said_later(record)


def _is_said_later(record: ScannedRecord) -> bool:
    """Whether it names a visit and was written after it."""
    return record.uri.startswith(SAID_LATER)


def _partial(own: OwnAccount, lost: Sequence[str]) -> OwnAccount:
    outcome = Outcome.FAILED if own.outcome is Outcome.FAILED else Outcome.PARTIAL
    message = f"Damaged in the archive, and lost: {', '.join(lost)}."
    return own.model_copy(update={"outcome": outcome, "problems": (*own.problems, _problem(message))})


def _tell_without_page_information(candidate: CaptureCandidate, folder: Path) -> None:
    """Give the visit the account that its other records make, as of a visit by another tool."""
    visit = archived_visit(candidate, folder, "")
    message = "Damaged in the archive, and lost: the page information, which says how the visit went."
    candidate.status = visit.capture.status
    candidate.own = OwnAccount(
        outcome=Outcome.PARTIAL,
        responseKind=visit.capture.response_kind,
        finished=visit.capture.finished_at,
        finalUrl=visit.capture.final_url,
        mime=visit.capture.mime,
        problems=(*visit.capture.problems, _problem(message)),
        profile=visit.capture.profile,
        exchanges=Counts(recorded=visit.recorded, failed=visit.failed),
    )


def _is_damaged(own: OwnAccount) -> bool:
    return any(problem.code is ProblemCode.DAMAGED for problem in own.problems)


def _problem(message: str) -> Problem:
    return Problem(code=ProblemCode.DAMAGED, message=message)
