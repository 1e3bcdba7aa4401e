"""Optional behaviours on a loaded page: consent, expanding, playing media, a script.

Everything here is off by default, and whatever is done is recorded. A page that resists is captured as it is: what
goes wrong is a ``Problem``, never a lost capture. Autoscroll is part of ``rendering.capture.settle``.

An archivist's own script runs in the isolated world: it shares the page's document, not its variables. The page's
own world would also stop it: time there is the capture's (``rendering.capture.clock``), and no timer fires by itself.
"""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

from rendering.capture.frames import frame_ids
from rendering.capture.overlays import Pause, answer_consent, words
from rendering.errors import PageUnavailable, PageUnresponsive
from rendering.page_session import PageSession, read_script
from rendering.settings import BehaviourSettings
from storage.records import Problem, ProblemCode

_BEHAVE = read_script("behave.js")
_PLAY_MS = 5000
_TIMEOUT_S = 10.0
_LONGEST_RESULT = 10_000  # characters of what a script tells


class Behaviours:
    """The behaviours on one page. ``observed`` and ``problems`` say what was done, and what could not be."""

    def __init__(self, session: PageSession, settings: BehaviourSettings, frame_id: str, url: str) -> None:
        self._session = session
        self._settings = settings
        self._frame_id = frame_id
        self._url = url
        self.observed: dict[str, Any] = {}
        self.consent: dict[str, Any] | None = None
        """What became of the consent dialog; None where none was answered."""
        self.problems: list[Problem] = []

    async def act(self, pause: Pause) -> None:
        """Do what the settings ask for, in order; ``pause`` lets the page answer."""
        if self._settings.consent != "notice":
            await self._answer_consent(pause)
        if self._settings.click_to_expand or self._settings.autoplay:
            await self._behave(pause)
        if self._settings.script is not None:
            await self._run_script(Path(self._settings.script), pause)

    async def _answer_consent(self, pause: Pause) -> None:
        try:
            self.consent = await answer_consent(self._session, self._settings.consent, self._frame_id, pause)
        except PageUnavailable as error:
            self._problem(f"its consent dialog could not be answered: {error}")

    async def _behave(self, pause: Pause) -> None:
        argument = {
            "expand": self._settings.click_to_expand,
            "play": self._settings.autoplay,
            "words": words("expand"),
            "limitMs": _PLAY_MS,
        }
        try:
            tree = (await self._session.send("Page.getFrameTree", timeout_s=_TIMEOUT_S))["frameTree"]
            told = await asyncio.gather(*(self._in_frame(frame_id, argument) for frame_id in frame_ids(tree)))
        except PageUnavailable as error:
            self._problem(f"it could not be clicked open or played: {error}")
            return
        frames = [each for each in told if each is not None]
        if self._settings.click_to_expand:
            self.observed["expanded"] = {
                "details": sum(each["details"] for each in frames),
                "clicked": [text for each in frames for text in each["clicked"]],
            }
        if self._settings.autoplay:
            self.observed["autoplay"] = {
                "played": sum(each["played"] for each in frames),
                "refused": sum(each["refused"] for each in frames),
                "buffered_s": sum(each["buffered_s"] for each in frames),
            }
        await pause()

    async def _in_frame(self, frame_id: str, argument: dict[str, Any]) -> dict[str, Any] | None:
        try:
            return dict(await self._session.ask(_BEHAVE, argument, frame_id=frame_id, timeout_s=_TIMEOUT_S))
        except PageUnavailable:
            if frame_id == self._frame_id:
                raise
            return None  # a frame that does not answer has nothing to open

    async def _run_script(self, path: Path, pause: Pause) -> None:
        """The file's text is the body of an async function; what it returns is recorded."""
        limit_s = self._settings.script_timeout_s
        told: dict[str, Any] = {"file": path.name, "finished": False}
        self.observed["script"] = told
        try:
            source = path.read_text(encoding="utf-8")
            result = await self._session.ask(
                f"async () => {{ {source}\n }}", None, frame_id=self._frame_id, timeout_s=limit_s
            )
        except (OSError, UnicodeDecodeError) as error:
            self._problem(f"the script {path} could not be read: {error}")
            return
        except PageUnresponsive:
            await self._session.interrupt()
            self._problem(f"the script {path.name} did not end within {limit_s:g} s")
        except PageUnavailable as error:
            self._problem(f"the script {path.name} failed: {error}")
        else:
            told["finished"] = True
            if len(json.dumps(result)) <= _LONGEST_RESULT:
                told["result"] = result
        await pause()

    def _problem(self, message: str) -> None:
        self.problems.append(Problem(code=ProblemCode.INTERNAL, message=message, url=self._url))
