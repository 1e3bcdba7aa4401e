"""The textual reading alone over a history, from HTML without a browser: ``benchmarks.histories --unrendered``.

Minutes where rendering takes hours. Each visit is decided by what the versions before it taught; style sheets and
scripts are not there, so that hidden text counts as shown.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from time import monotonic
from typing import Any

from benchmarks.histories_accounts import BASELINES, Visit, account, baseline_alarms, never_seen_alarms
from benchmarks.histories_run import NEVER_SEEN, PageReport, Progress
from benchmarks.html_blocks import html_blocks
from benchmarks.time_machine import History, opened
from changemodel.change.text_reading import TextReading
from changemodel.version import PageVersion


def reread(
    folder: Path, limit: int | None = None, progress: Progress = lambda done, total: None
) -> PageReport:
    """The report of the history in a folder."""
    with opened(folder, limit) as history:
        began = monotonic()
        blocks: list[Sequence[Mapping[str, Any]]] = []
        for version in history.versions:
            blocks.append(html_blocks(version.read()))
            progress(len(blocks), len(history.versions))
        visits = _visits(history, blocks)
        alarms = {name: baseline_alarms(history, visits, digest) for name, digest in BASELINES.items()}
        alarms[NEVER_SEEN] = never_seen_alarms(blocks)
        return PageReport(
            name=history.name,
            versions=len(history.versions),
            captures=len(visits),
            partial=0,
            failed=0,
            labelled=history.labelled,
            models=0,
            state="text only",
            important_found=sum(visit.alarm for visit in visits),
            learned_from_visit=None,
            importance=(),
            product=account(history, visits, [visit.alarm for visit in visits]),
            baselines={name: account(history, visits, said) for name, said in alarms.items()},
            seconds=monotonic() - began,
        )


def _visits(history: History, blocks: Sequence[Sequence[Mapping[str, Any]]]) -> list[Visit]:
    reading = TextReading()
    before: PageVersion | None = None
    visits = []
    for index, (version, shown) in enumerate(zip(history.versions, blocks, strict=True)):
        after = PageVersion(version.captured_at, blocks=shown)
        verdict = None if before is None else reading.compare(before, after)
        alarm = verdict is not None and verdict.important is True
        visits.append(Visit(index=index, good=True, alarm=alarm, learned=False))
        reading.add(after, before)
        before = after
    return visits
