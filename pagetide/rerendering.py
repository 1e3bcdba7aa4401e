"""Renders screenshots of ingested captures from their own records, offline."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace

from pagetide.ingest import Render
from pagetide.settings.collection_settings import Settings
from rendering.capture.steps import failed_capture
from rendering.errors import RenderingError
from rendering.replay import ReplayBrowser
from storage.collection import Collection
from storage.records import Capture, Outcome, Problem, ProblemCode, StoredCapture
from storage.replay.source import CaptureSource


@contextmanager
def rendering_from_archive(collection: Collection, settings: Settings) -> Iterator[Render]:
    """A function that renders stored captures, for the block; its browser is started at the first of them.

    Captures read from another crawler's files are rendered in the look that the page's settings say, with the clock at
    the time of the capture. What a capture's records lack is taken from where its crawl, or another capture, has it.
    Without a browser each rendering is a failed capture whose problem says how to get one.
    """
    with asyncio.Runner() as runner:
        rendering = _Rendering(collection, settings, runner)
        try:
            yield rendering
        finally:
            rendering.close()


class _Rendering:
    def __init__(self, collection: Collection, settings: Settings, runner: asyncio.Runner) -> None:
        self._collection = collection
        self._settings = settings
        self._runner = runner
        self._browser: ReplayBrowser | None = None

    def __call__(self, stored: StoredCapture) -> Capture:
        own = self._settings.rendering_for(stored.url)
        try:
            if self._browser is None:
                self._browser = self._runner.run(ReplayBrowser(self._settings.rendering).__aenter__())
            source = CaptureSource(self._collection, stored)
            replayed = self._browser.replay(stored.url, stored.started_at, source, page_settings=own)
            return _explained(self._runner.run(replayed).capture, source)
        except RenderingError as error:
            problem = Problem(code=ProblemCode.BROWSER, message=str(error), url=stored.url)
            return failed_capture(stored.url, stored.started_at, problem, own)

    def close(self) -> None:
        """End the browser."""
        if self._browser is not None:
            with suppress(RenderingError):
                self._runner.run(self._browser.__aexit__())


def _explained(rendered: Capture, source: CaptureSource) -> Capture:
    """A rendering that failed says first what of the archive could not be read, of which the browser knows nothing."""
    if rendered.outcome is not Outcome.FAILED or not source.unreadable:
        return rendered
    message = f"Its records cannot be replayed: {source.unreadable[0]}"
    problem = Problem(code=ProblemCode.EXCHANGE, message=message, url=rendered.url)
    return replace(rendered, problems=(problem, *rendered.problems))
