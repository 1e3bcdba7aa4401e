"""Dialogs, downloads, new windows and crashes: each is refused and recorded."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable

from playwright.async_api import Dialog, Download, Error, Page

from rendering.errors import PageUnavailable
from rendering.page_session import translated
from storage.observed import Observed
from storage.plurals import counted
from storage.records import Problem, ProblemCode

_DIALOGS_TOLD = 5
_ERRORS_TOLD = 5
_ANSWER_S = 10.0


class PageIncidents:
    """Listens to one page from before its navigation. ``crashed`` is set when its renderer dies."""

    def __init__(self, page: Page) -> None:
        self.crashed = asyncio.Event()
        self.download_url: str | None = None
        self.download_name = ""
        self._dialogs: list[str] = []
        self._errors: list[str] = []
        self._error_count = 0
        self._work: set[asyncio.Task[None]] = set()
        page.on("dialog", self._on_dialog)
        page.on("download", self._on_download)
        page.on("popup", self._on_popup)
        page.on("pageerror", self._on_error)
        page.on("crash", lambda _: self.crashed.set())
        page.on("close", lambda _: self.crashed.set())

    def problems(self, url: str) -> list[Problem]:
        """What happened, for the capture."""
        told = [
            Problem(code=ProblemCode.DIALOG, message=f"a dialog was dismissed: {text}", url=url)
            for text in self._dialogs[:_DIALOGS_TOLD]
        ]
        if len(self._dialogs) > _DIALOGS_TOLD:
            more = counted(len(self._dialogs) - _DIALOGS_TOLD, "more dialog", "was", "were")
            told.append(Problem(code=ProblemCode.DIALOG, message=f"{more} dismissed", url=url))
        if self.download_url is not None:
            name = self.download_name or "without a name"
            message = f"a download was refused: {name}"
            told.append(Problem(code=ProblemCode.DOWNLOAD, message=message, url=self.download_url))
        return told

    def observed(self) -> Observed:
        """Errors of the page's own scripts; empty where there were none."""
        return {"errors": {"count": self._error_count, "first": self._errors}} if self._error_count else {}

    def _on_dialog(self, dialog: Dialog) -> None:
        self._dialogs.append(f"{dialog.type} {dialog.message[:200]!r}")
        self._spawn(dialog.dismiss())

    def _on_download(self, download: Download) -> None:
        self.download_url = self.download_url or download.url
        self.download_name = self.download_name or download.suggested_filename
        self._spawn(download.cancel())

    def _on_popup(self, popup: Page) -> None:
        self._spawn(popup.close())  # one that a user's own browser lets open; ours opens none

    def _on_error(self, error: Error) -> None:
        self._error_count += 1
        if len(self._errors) < _ERRORS_TOLD:
            self._errors.append(error.message.partition("\n")[0][:200])

    def _spawn(self, answer: Awaitable[None]) -> None:
        task = asyncio.ensure_future(self._quietly(answer))
        self._work.add(task)
        task.add_done_callback(self._work.discard)

    @staticmethod
    async def _quietly(answer: Awaitable[None]) -> None:
        try:
            await translated(answer, timeout_s=_ANSWER_S)
        except PageUnavailable:
            return  # the page went before it could be answered
