"""Visits with a stored login: is it still valid?"""

from __future__ import annotations

from rendering.errors import PageRefused
from rendering.page_session import PageSession
from rendering.settings import BehaviourSettings
from storage.records import Problem, ProblemCode

_SENTINEL = "(selector) => document.querySelector(selector) !== null"
_TIMEOUT_S = 5.0


async def check_sentinel(
    session: PageSession, settings: BehaviourSettings, frame_id: str, url: str
) -> tuple[bool | None, list[Problem]]:
    """Whether the page shows that the login is valid (None: not asked, or unknown), and what is to be said of it."""
    selector = settings.logged_in_selector
    if selector is None:
        return None, []
    try:
        found = bool(await session.ask(_SENTINEL, selector, frame_id=frame_id, timeout_s=_TIMEOUT_S))
    except PageRefused as error:
        message = f"whether it is logged in is not known: {error} (logged_in_selector is {selector!r})"
        return None, [Problem(code=ProblemCode.INTERNAL, message=message, url=url)]
    if found:
        return True, []
    message = (
        f"the login is no longer valid: nothing on the page matches {selector!r}. Run `pagetide login` again."
    )
    return False, [Problem(code=ProblemCode.LOGGED_OUT, message=message, url=url)]
