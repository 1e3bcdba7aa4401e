"""Dialogs and other boxes over a page's content: noticed at every capture, consent answered only when asked for.

The words and the ids that consent platforms document are in ``scripts/consent.json``; whoever finds a dialog that is
not answered adds its words there.
"""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, cast

from rendering.capture.frames import frame_ids
from rendering.errors import PageUnavailable
from rendering.page_session import PageSession, read_script
from storage.observed import Overlays

DIALOG_SHARE = 0.15
"""Share of the window from which on a dialog is said to cover the page."""
BOX_SHARE = 0.5
"""The same for any other box; smaller ones are headers and side bars that belong to the page."""

_OVERLAYS = read_script("overlays.js")
_CONSENT = read_script("consent.js")
_RULES: Mapping[str, Any] = json.loads(read_script("consent.json"))
_CHOICES = {"accept": ("accept",), "reject": ("reject",)}
_DETOUR = (
    "settings",
    "save",
)  # where a dialog has no button to refuse: its settings, saved with nothing chosen
_TIMEOUT_S = 5.0
_MOST_CLICKS = 4
_TCF_PING = (
    "typeof __tcfapi !== 'function' ? null : Promise.race(["
    "new Promise(done => __tcfapi('ping', 2, told => done({cmp_id: told && told.cmpId,"
    " display: told && told.displayStatus}))), Promise.resolve().then(() => Promise.resolve({}))])"
)
_IS_GONE = (
    "() => !globalThis.pagetideConsent?.isConnected || !pagetideConsent.checkVisibility("
    "{visibilityProperty: true, opacityProperty: true})"
)

Pause = Callable[[], Awaitable[None]]
"""Lets the network and the page's clock run."""


def words(topic: str) -> list[str]:
    """All phrases of one topic of ``consent.json`` in all its languages."""
    return [phrase for phrases in _RULES[topic].values() for phrase in phrases]


async def observe(session: PageSession, frame_id: str) -> Overlays:
    """What lies over the page: ``found`` (kind, platform, box, share of the window), ``covered``, ``scroll_locked``.

    ``tcf`` is there when the page has the consent interface of the IAB's framework: its frame ``__tcfapiLocator``
    (Consent Management Platform API 2) says so, its function ``__tcfapi`` tells the platform's number.
    """
    platforms = {name: rules["dialog"] for name, rules in _RULES["platforms"].items()}
    argument = {"platforms": platforms, "topic": _RULES["topic"]}
    found = dict(await session.ask(_OVERLAYS, argument, frame_id=frame_id, timeout_s=_TIMEOUT_S))
    has_interface = found.pop("tcf")
    told = cast("Overlays", found)
    if not has_interface:
        return told
    try:
        told["tcf"] = await session.ask_page(_TCF_PING, timeout_s=1) or {}
    except PageUnavailable:
        told["tcf"] = {}  # the page's own interface failed; that it is there is known from its frame
    return told


def covering(observed: Overlays) -> str | None:
    """A sentence on the overlay that covers a good part of the page; None where none does."""
    for found in observed["found"]:
        is_dialog = found["kind"] in ("consent", "dialog")
        if found["share"] >= (DIALOG_SHARE if is_dialog else BOX_SHARE):
            what = "a consent dialog" if found["kind"] == "consent" else f"a {found['kind']}"
            who = f" of {found['platform']}" if found["platform"] else ""
            return f"{what}{who} covers {found['share']:.0%} of the window"
    return None


async def answer_consent(
    session: PageSession, choice: str, main_frame_id: str, pause: Pause
) -> dict[str, Any] | None:
    """Click a consent dialog's button in whichever frame it is; None where no dialog was found.

    ``choice`` is "accept" or "reject". Told are the buttons clicked, and whether the last of them went away.
    """
    clicks: list[dict[str, Any]] = []
    gone = False
    while len(clicks) < _MOST_CLICKS:
        choices = _CHOICES[choice] + (_DETOUR if choice == "reject" else ())
        tried = {click["choice"] for click in clicks}
        found = await _click(session, [each for each in choices if each not in tried], main_frame_id)
        if found is None:
            break
        clicked, frame_id = found
        clicks.append(clicked)
        await pause()
        gone = await _is_gone(session, frame_id)
        if clicked["choice"] in (choice, "save"):
            break
    if not clicks:
        return None
    answered = clicks[-1]["choice"] in (choice, "save")
    return {"asked_for": choice, "clicked": clicks, "answered": answered, "gone": gone}


async def _click(
    session: PageSession, choices: list[str], main_frame_id: str
) -> tuple[dict[str, Any], str] | None:
    argument = {
        "choices": choices,
        "platforms": _RULES["platforms"],
        "words": {name: words(name) for name in choices},
        "topic": _RULES["topic"],
    }
    tree = (await session.send("Page.getFrameTree", timeout_s=_TIMEOUT_S))["frameTree"]
    for frame_id in frame_ids(tree):
        is_inside = frame_id != main_frame_id
        try:
            asked = {**argument, "isInside": is_inside}
            clicked = await session.ask(_CONSENT, asked, frame_id=frame_id, timeout_s=_TIMEOUT_S)
        except PageUnavailable:
            continue  # a frame that does not answer has no button for us
        if clicked is not None:
            return {**clicked, "in_frame": is_inside}, frame_id
    return None


async def _is_gone(session: PageSession, frame_id: str) -> bool:
    """Whether the button clicked is no longer seen; a frame that is gone took it along."""
    try:
        return bool(await session.ask(_IS_GONE, None, frame_id=frame_id, timeout_s=_TIMEOUT_S))
    except PageUnavailable:
        return True
