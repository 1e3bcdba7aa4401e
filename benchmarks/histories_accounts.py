"""What alarms were worth: the product's and its baselines' on the same visits, against people's labels."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from benchmarks.time_machine import History
from changemodel.html_tree import Element, body_of, html_tree

LONG_CHARS = 25
_NUMBER = re.compile(r"\d+")
_UNSEEN = ("script", "style", "head", "noscript", "svg", "iframe")


@dataclass(frozen=True)
class Visit:
    """One visit of the crawl: which version it met and what was decided then, before anything later was known."""

    index: int  # of the version served
    good: bool  # scored against the previous good one
    alarm: bool  # decided important
    learned: bool  # a learned model decided


@dataclass(frozen=True)
class Account:
    """Alarms against labels. Figures that need labels are None where nobody judged the page."""

    alarms: int  # on visits whose change was judged; on all visits where no change was
    true_alarms: int | None = None
    positives: int | None = None  # changes that people declared important
    recall: float | None = None  # true alarms / positives
    alarms_per_true_change: float | None = None  # alarms / positives

    def as_dict(self) -> dict[str, Any]:
        """For JSON."""
        return dict(vars(self))


def account(history: History, visits: Sequence[Visit], alarms: Sequence[bool]) -> Account:
    """Hold alarms, one per visit, against the labels of the changes that each visit brought.

    A visit answers for every version since the visit before it: where a version was missed, its label counts with
    the next one met.
    """
    judged = [
        (alarm, label)
        for alarm, label in zip(alarms, _labels(history, visits), strict=True)
        if label is not None
    ]
    if not judged:
        return Account(alarms=sum(alarms))
    positives = sum(label for _, label in judged)
    raised = sum(alarm for alarm, _ in judged)
    true = sum(alarm and label for alarm, label in judged)
    return Account(
        alarms=raised,
        true_alarms=true,
        positives=positives,
        recall=true / positives if positives else None,
        alarms_per_true_change=raised / positives if positives else None,
    )


def together(accounts: Sequence[Account]) -> Account | None:
    """The sum over pages that were judged; None where none was."""
    judged = [item for item in accounts if item.positives is not None]
    if not judged:
        return None
    alarms = sum(item.alarms for item in judged)
    true = sum(item.true_alarms or 0 for item in judged)
    positives = sum(item.positives or 0 for item in judged)
    return Account(
        alarms=alarms,
        true_alarms=true,
        positives=positives,
        recall=true / positives if positives else None,
        alarms_per_true_change=alarms / positives if positives else None,
    )


def baseline_alarms(history: History, visits: Sequence[Visit], digest: Callable[[bytes], str]) -> list[bool]:
    """An alarm wherever the digest of what was served differs from the visit's before."""
    seen = [digest(history.versions[visit.index].read()) for visit in visits]
    return [False, *(before != after for before, after in pairwise(seen))][: len(visits)]


def never_seen_alarms(blocks: Sequence[Sequence[Mapping[str, Any]]]) -> list[bool]:
    """An alarm wherever a block of 25 characters or more, numbers masked, was never on the page before."""
    seen: set[str] = set()
    alarms = []
    for shown in blocks:
        texts = {_NUMBER.sub("#", block["text"]) for block in shown if len(block["text"]) >= LONG_CHARS}
        alarms.append(bool(seen) and not texts <= seen)
        seen |= texts
    return alarms


def byte_digest(body: bytes) -> str:
    """Of the bytes served: the hash baseline."""
    return hashlib.sha256(body).hexdigest()


def text_digest(body: bytes) -> str:
    """Of the text that the page shows, white space collapsed: the whole-page-text baseline."""
    return hashlib.sha256(page_text(body).encode()).hexdigest()


def page_text(body: bytes) -> str:
    """Text without scripts, styles, noscript, SVG and frames; white space collapsed."""
    found: list[str] = []
    waiting: list[Element | str] = [body_of(html_tree(body))]
    while waiting:
        part = waiting.pop()
        if isinstance(part, str):
            found.append(part)
        elif part.tag not in _UNSEEN:
            waiting += reversed(part.inside)
    return " ".join("".join(found).split())


BASELINES: dict[str, Callable[[bytes], str]] = {"hash": byte_digest, "whole-page text": text_digest}
"""By the name that tables print."""


def _labels(history: History, visits: Sequence[Visit]) -> list[bool | None]:
    """What people said of the change that each visit met; None: nobody did."""
    labels: list[bool | None] = []
    before = -1
    for visit in visits:
        said = [
            version.important
            for version in history.versions[before + 1 : visit.index + 1]
            if version.important is not None
        ]
        labels.append(any(said) if said else None)
        before = max(before, visit.index)
    return labels
