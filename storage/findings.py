"""Findings: which events of a page's visits are one.

A finding is written in the transaction in which a capture is scored or a visit ends. Lists, feeds and counts read it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any

from storage.plurals import counted
from storage.records import Outcome, ProblemCode, ResponseKind
from storage.urls import standard_url

NOT_FOUND, GONE = 404, 410
GONE_AFTER = 3
"""Visits in a row that were answered "not found" after which a page is gone; "gone" (RFC 9110, 15.5.11) is at once."""
RESTLESS_AFTER = 12
"""Comparisons in a row, each an important change, after which that itself is a finding."""
RECENT = timedelta(days=7)
"""What is older when it is found counts as seen: a history that came as an archive is no news."""
_RANK_OF_NOTICES = 0.0
_LONGEST_TARGET = 120


class FindingKind(StrEnum):
    """What was found."""

    CHANGE = "change"  # an important one
    GONE = "gone"
    MOVED = "moved"  # it leads to another address
    WALLED = "walled"
    LOGGED_OUT = "logged-out"
    EMPTY = "empty"
    RECOVERED = "recovered"  # the page came again after one of these
    MISSED = "missed"  # visits that did not happen
    RESTLESS = "restless"  # differs at every visit


TROUBLES = (FindingKind.GONE, FindingKind.WALLED, FindingKind.LOGGED_OUT, FindingKind.EMPTY)
"""What keeps a page from being watched until it recovers."""
_ASKS_FOR_NOTHING = (FindingKind.RECOVERED, FindingKind.MISSED, FindingKind.RESTLESS)


@dataclass(frozen=True, kw_only=True)
class Finding:
    """What a person should see of one page.

    Attributes
    ----------
    capture_id, before_id : int or None
        The capture that shows it; of a change also the one before it. None: no capture shows it.
    rank : float
        By which the most important comes first.
    sentence : str
        What happened, in the page's own letters. It quotes pages: plain text, never markup.
    cluster : str
        The same of alike findings on many pages: one decision is enough for all of them.
    counts : bool
        False: a person, or a newer score, said since that it is none.
    verdict : bool or None
        What a person said of the change; None: nobody said anything.
    seen_at : datetime or None
        None: nobody has looked at it yet.
    """

    id: int
    page_id: int
    kind: FindingKind
    capture_id: int | None
    before_id: int | None
    at: datetime
    rank: float
    sentence: str
    probability: float | None
    cluster: str
    counts: bool
    verdict: bool | None
    seen_at: datetime | None


@dataclass(frozen=True, kw_only=True)
class NewFinding:
    """A finding before it has a row."""

    kind: FindingKind
    sentence: str


@dataclass(frozen=True, kw_only=True)
class Visit:
    """What of a visit tells whether its page is still there."""

    outcome: Outcome
    response_kind: ResponseKind
    good: bool
    status: int | None
    problems: tuple[Mapping[str, Any], ...]
    url: str
    final_url: str | None


@dataclass
class Watch:
    """A page's visits in the order of their times: what it was last told to suffer from, and where it leads.

    ``trouble`` is the kind of its last finding of ``TROUBLES``, None after it recovered.
    """

    trouble: FindingKind | None = None
    not_found: int = 0  # visits in a row
    target: str = ""  # where the last good visit ended
    told_targets: set[str] = field(default_factory=set)

    def after(self, visit: Visit) -> list[NewFinding]:
        """What the page's next visit shows that was not told yet."""
        missing = visit.response_kind is ResponseKind.ERROR and visit.status in (NOT_FOUND, GONE)
        self.not_found = self.not_found + 1 if missing else 0
        if visit.good:
            return [*self._recovered(), *self._moved(visit)]
        found = self._trouble_of(visit)
        if found is None or found.kind is self.trouble:
            return []
        self.trouble = found.kind
        return [found]

    def _trouble_of(self, visit: Visit) -> NewFinding | None:
        if any(problem.get("code") == ProblemCode.LOGGED_OUT for problem in visit.problems):
            return NewFinding(
                kind=FindingKind.LOGGED_OUT, sentence="Logged out: the stored login is no longer valid"
            )
        if visit.response_kind is ResponseKind.ERROR and visit.status == GONE:
            return NewFinding(kind=FindingKind.GONE, sentence="Gone for good: the server answers 410")
        if self.not_found >= GONE_AFTER:
            said = f"Gone: the server answered 404 at {GONE_AFTER} visits in a row"
            return NewFinding(kind=FindingKind.GONE, sentence=said)
        said = {
            ResponseKind.BOT_WALL: "A wall against machines came in place of the page",
            ResponseKind.LOGIN_WALL: "A page that asks who is there came in place of the page",
        }.get(visit.response_kind, "")
        if said:
            return NewFinding(kind=FindingKind.WALLED, sentence=said)
        if visit.response_kind is ResponseKind.EMPTY:
            return NewFinding(
                kind=FindingKind.EMPTY, sentence="The page came empty: without text and pictures"
            )
        return None

    def _recovered(self) -> list[NewFinding]:
        was, self.trouble = self.trouble, None
        if was is None:
            return []
        said = {
            FindingKind.GONE: "it was gone",
            FindingKind.WALLED: "a wall stood before it",
            FindingKind.LOGGED_OUT: "it was logged out",
            FindingKind.EMPTY: "it was empty",
        }[was]
        return [NewFinding(kind=FindingKind.RECOVERED, sentence=f"The page is back: {said}")]

    def _moved(self, visit: Visit) -> list[NewFinding]:
        """The page leads elsewhere than before, and not back to its own address or where it led once."""
        before, self.target = self.target, place_of(visit.final_url or visit.url)
        is_news = before and self.target not in (before, place_of(visit.url), *self.told_targets)
        self.told_targets.add(self.target)
        if not is_news:
            return []
        shown = self.target[:_LONGEST_TARGET]
        return [NewFinding(kind=FindingKind.MOVED, sentence=f"Moved: the address leads to {shown} now")]


def place_of(url: str) -> str:
    """An address without its query and fragment, which sites change at every visit."""
    return (standard_url(url) or url).partition("#")[0].partition("?")[0]


def missed_sentence(visits: int, reason: str) -> str:
    """The sentence of visits that did not happen."""
    return f"{counted(visits, 'planned visit')} missed: {reason}"


def restless_sentence() -> str:
    """The sentence of a page that raises an alarm at every visit."""
    return f"Differs at every visit: each of its last {RESTLESS_AFTER} comparisons was an important change"


def rank_of(kind: FindingKind, *, weight: float, probability: float | None, verdict: bool | None) -> float:
    """By which findings are ordered: how likely a person wants to know, times the page's weight.

    What keeps a page from being watched is certain, what a person called important, too; a change is as likely as its
    probability, 1/2 where there is none. What asks for nothing to be done comes last.
    """
    if kind in _ASKS_FOR_NOTHING:
        return _RANK_OF_NOTICES
    if kind is not FindingKind.CHANGE or verdict:
        return weight
    return weight * (0.5 if probability is None else probability)


def cluster_of(kind: FindingKind, host: str, sentence: str) -> str:
    """The same for findings of one kind that say the same of pages of one host.

    Missed visits are alike on all hosts: it is not the pages that they are about.
    """
    where = "" if kind is FindingKind.MISSED else host
    told = "\n".join((kind.value, where, " ".join(sentence.casefold().split())))
    return hashlib.sha256(told.encode("utf-8", "replace")).hexdigest()[:16]
