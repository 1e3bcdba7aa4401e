"""What the product decides by a page's text alone: ``benchmarks.histories --unrendered``.

HTML without a browser: minutes where rendering takes hours. Each visit is decided as in a collection, by what the
versions before it taught: the textual reading knows all of them, and the model is learned anew after as many visits, of
as many, as by the default settings. Style sheets and scripts are not there, so that hidden text counts as shown. The
textual reading by itself stands beside it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from time import monotonic
from typing import Any

from benchmarks.histories_accounts import BASELINES, Visit, account, baseline_alarms, never_seen_alarms
from benchmarks.histories_run import NEVER_SEEN, PageReport, Progress
from benchmarks.time_machine import History, opened
from changemodel.change.model import ChangeModel
from changemodel.change.text_reading import TextReading
from changemodel.html_blocks import html_blocks
from changemodel.version import PageVersion
from pagetide.learning.window import first_size, fit_on_enough
from pagetide.settings.collection_settings import LearningSettings

READING_ALONE = "textual reading alone"
"""The baseline that learns nothing from time."""


def reread(
    folder: Path, limit: int | None = None, progress: Progress = lambda done, total: None
) -> PageReport:
    """The report of the history in a folder."""
    with opened(folder, limit) as history:
        began = monotonic()
        blocks = [html_blocks(version.read()) for version in history.versions]
        versions = [
            PageVersion(version.captured_at, blocks=shown)
            for version, shown in zip(history.versions, blocks, strict=True)
        ]
        page = _Page(history.name, LearningSettings())
        for number, version in enumerate(versions):
            page.visit(version)
            progress(number + 1, len(versions))
        return _report(history, page, blocks, monotonic() - began)


class _Page:
    """One page as a collection knows it after each visit."""

    def __init__(self, name: str, settings: LearningSettings) -> None:
        self._name = name
        self._settings = settings
        self._reading = TextReading()
        self._versions: list[PageVersion] = []
        self._learned_at = 0  # versions that there were when the model was learned
        self._learned_from = 0  # versions that it was learned from
        self.model = ChangeModel(read="text")
        self.models = 0
        self.visits: list[Visit] = []
        self.alone: list[bool] = []

    def visit(self, after: PageVersion) -> None:
        """Decide on a version, then learn from it."""
        before = self._versions[-1] if self._versions else None
        important = alone = False
        if before is not None:
            important = self.model.with_text(self._reading).compare(before, after).important is True
            said = self._reading.compare(before, after)
            alone = said is not None and said.important is True
        learned = self.models > 0 and self.model.parts_ is not None
        self.visits.append(Visit(index=len(self._versions), good=True, alarm=important, learned=learned))
        self.alone.append(alone)
        self._reading.add(after, before)
        self._versions.append(after)
        if self._is_due():
            self._learn()

    def _is_due(self) -> bool:
        known, settings = len(self._versions), self._settings
        if not self.models:
            return known >= settings.first_after_versions
        return known - self._learned_at >= settings.refit_after_versions

    def _learn(self) -> None:
        changes = self.model.details_.get("changes", 0.0) if self.models else 0.0
        self.model, window = fit_on_enough(
            lambda size: self._versions[-size:],
            lambda window: ChangeModel(read="text").fit(window),
            first_size(self._learned_from, changes, self._settings),
            self._settings,
            self._name,
        )
        self._learned_at, self._learned_from = len(self._versions), len(window)
        self.models += 1


def _report(
    history: History, page: _Page, blocks: Sequence[Sequence[Mapping[str, Any]]], seconds: float
) -> PageReport:
    visits = page.visits
    alarms = {READING_ALONE: page.alone}
    alarms |= {name: baseline_alarms(history, visits, digest) for name, digest in BASELINES.items()}
    alarms[NEVER_SEEN] = never_seen_alarms(blocks)
    return PageReport(
        name=history.name,
        versions=len(history.versions),
        captures=len(visits),
        partial=0,
        failed=0,
        labelled=history.labelled,
        models=page.models,
        state="text only",
        important_found=sum(visit.alarm for visit in visits),
        learned_from_visit=next((visit.index for visit in visits if visit.learned), None),
        importance=(),
        product=account(history, visits, [visit.alarm for visit in visits]),
        baselines={name: account(history, visits, said) for name, said in alarms.items()},
        seconds=seconds,
    )
