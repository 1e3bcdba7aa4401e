"""What a walk over a collection found: faults, notes, counts, and how far it is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from storage.warc.closing import ClosedFile


@dataclass(frozen=True, kw_only=True)
class Fault:
    """Something wrong: with what, a sentence that says what is wrong, a sentence that says what to do."""

    thing: str
    message: str
    remedy: str

    def __str__(self) -> str:
        return f"{self.thing}: {self.message} {self.remedy}"


@dataclass(frozen=True, kw_only=True)
class VerifyReport:
    """What was looked at, and what was found. ``notes`` are harmless leftovers, no faults."""

    checked: Mapping[str, int]
    faults: tuple[Fault, ...] = ()
    notes: tuple[Fault, ...] = ()

    whole: tuple[ClosedFile, ...] = ()  # files without a fault of which it is not noted yet what they were

    @property
    def ok(self) -> bool:
        """Whether everything that was kept is there and undamaged."""
        return not self.faults


class VerifyLog:
    """Collects while the walk goes on, and tells ``progress`` the bytes done and the bytes in all."""

    def __init__(self, total_bytes: int, progress: Callable[[int, int], None] | None) -> None:
        self.checked: Counter[str] = Counter(
            {"WARC files": 0, "WARC records": 0, "captures": 0, "blobs": 0, "models": 0}
        )
        self._faults: list[Fault] = []
        self._notes: list[Fault] = []
        self._whole: list[ClosedFile] = []
        self._total = total_bytes
        self._done = 0
        self._progress = progress

    def fault(self, thing: str, message: str, remedy: str) -> None:
        """Something is lost or damaged."""
        self._faults.append(Fault(thing=thing, message=message, remedy=remedy))

    def note(self, thing: str, message: str, remedy: str) -> None:
        """Something is left over and harmless."""
        self._notes.append(Fault(thing=thing, message=message, remedy=remedy))

    def whole(self, found: ClosedFile) -> None:
        """A closed WARC file has no fault, and nothing is noted of it yet."""
        self._whole.append(found)

    @property
    def fault_count(self) -> int:
        """How many faults there are so far."""
        return len(self._faults)

    def include(self, other: VerifyLog) -> None:
        """Take over what another walk found."""
        self.checked.update(other.checked)
        self._faults += other._faults
        self._notes += other._notes

    def advance(self, count: int) -> None:
        """So many bytes more are checked."""
        self._done += count
        if self._progress is not None:
            self._progress(self._done, self._total)

    def report(self) -> VerifyReport:
        """All that was found."""
        return VerifyReport(
            checked=dict(self.checked),
            faults=tuple(self._faults),
            notes=tuple(self._notes),
            whole=tuple(self._whole),
        )
