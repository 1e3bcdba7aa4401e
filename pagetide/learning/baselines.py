"""Where comparing starts again: captures of different rendering profiles are never compared.

Another window, locale, zone, colour scheme or density is another look of the page: what was learned from the old look
does not hold for it. A new browser build changes pixels here and there: captures are compared only with those of the
same build, but the page's model is kept until there are enough new captures to learn again.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from datetime import datetime

from storage.records import RenderingProfile, StoredCapture

_NAMES = {
    "viewport_width_px": "window width",
    "viewport_height_px": "window height",
    "timezone": "time zone",
    "color_scheme": "colour scheme",
    "user_agent": "User-Agent",
}


@dataclass(frozen=True, kw_only=True)
class Baseline:
    """Since when a page's captures are compared with each other, and what became different then."""

    since: datetime
    reason: str


def newest_baseline(captures: Sequence[StoredCapture]) -> Baseline | None:
    """The baseline of a page's newest good capture; None while all its captures, oldest first, are comparable."""
    good = [capture for capture in captures if capture.is_good]
    for before, after in zip(good[-2::-1], good[:0:-1], strict=True):
        if before.profile_digest != after.profile_digest:
            return Baseline(since=after.started_at, reason=difference(before.profile, after.profile))
    return None


def difference(before: RenderingProfile, after: RenderingProfile) -> str:
    """What differs between two profiles, in words; the User-Agent only where nothing else explains it."""
    old, new = asdict(before), asdict(after)
    changed = [key for key in old if old[key] != new[key]]
    told = [key for key in changed if key != "user_agent"] or changed
    return ", ".join(f"{_NAMES.get(key, key)} {_shown(old[key])} -> {_shown(new[key])}" for key in told)


def same_look(before: RenderingProfile, after: RenderingProfile) -> bool:
    """Whether what was learned under one profile holds under the other: all but the browser's build is equal."""
    return _look(before) == _look(after)


def _look(profile: RenderingProfile) -> RenderingProfile:
    return replace(profile, browser="", user_agent="")


def _shown(value: object) -> str:
    return str(value) or "unknown"
