"""What the Tidewren team says at which hour: announcements, service notices, known issues and versions."""

import random
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import NamedTuple

from benchmarks.served_sites.tidewren_forum_notices import ISSUES, NOTICES, PRODUCTS, After, Moment
from benchmarks.served_sites.tidewren_forum_posts import BYLINES, DRAFTS, TYPOS

STARTS_AT = datetime(2025, 5, 14)
DAYS = 10
STAFF = ("ines_k", "rothwell", "bram", "okafor.j", "sunniva", "marek-tw")
_LONG_AGO = -9999


class Announced(NamedTuple):
    """An announcement as it stands at some hour."""

    number: int
    hour: int
    title: str
    author: str
    body: str
    added: tuple[tuple[int, str], ...]


@dataclass(frozen=True)
class _Announcement:
    """An announcement with the hours in which it changes."""

    number: int
    hour: int
    title: str
    authors: tuple[str, str]
    bodies: tuple[str, str]
    named_right: int
    spelt_right: int
    added: tuple[tuple[int, str], ...]

    def at(self, hour: int, *, is_corrected: bool) -> Announced:
        """What it says by then, or would say had it been right from the start."""
        return Announced(
            self.number,
            self.hour,
            self.title,
            self.authors[is_corrected or hour >= self.named_right],
            self.bodies[is_corrected or hour >= self.spelt_right],
            tuple(text for text in self.added if text[0] <= hour),
        )


class Told(NamedTuple):
    """A step of a service notice."""

    hour: int
    state: str
    text: str


class Notice(NamedTuple):
    """A service notice with the steps known at some hour."""

    title: str
    steps: tuple[Told, ...]


class Known(NamedTuple):
    """A known issue at some hour."""

    number: int
    title: str
    state: str


class Released(NamedTuple):
    """A product's version at some hour, and since when it is the newest."""

    name: str
    hour: int
    version: str


def when(hour: int) -> datetime:
    return STARTS_AT + timedelta(hours=hour)


class _Course:
    """All hours, drawn one after the other from one row of dice."""

    def __init__(self) -> None:
        self._chance = random.Random("tidewren-staff")
        self.announcements = self._announcements()
        self.notices = self._notices()
        self.issues = self._issues()
        self.releases = self._releases()

    def _announcements(self) -> list[_Announcement]:
        announcements = []
        last = _LONG_AGO
        for number, draft in enumerate(DRAFTS):
            hour = last = max(self._drawn(draft.day, 8, 17), last + self._chance.randint(2, 4))
            right, wrong, spelt_after = TYPOS.get(number, ("", "", 0))
            author, named_after = BYLINES.get(number, (draft.author, 0))
            misspelt = draft.body.replace(right, wrong, 1) if right else draft.body
            announcements.append(
                _Announcement(
                    number,
                    hour,
                    draft.title,
                    authors=(draft.author, author),
                    bodies=(misspelt, draft.body),
                    named_right=hour + named_after,
                    spelt_right=hour + spelt_after,
                    added=tuple((hour + later, text) for later, text in draft.added),
                )
            )
        return announcements

    def _notices(self) -> list[Notice]:
        notices = []
        for notice in NOTICES:
            hour, steps = self._hour(notice.start, 6, 14), []
            for step in notice.steps:
                hour += step.hours
                steps.append(Told(hour, step.state, step.text))
            notices.append(Notice(notice.title, tuple(steps)))
        return notices

    def _issues(self) -> list[tuple[int, str, list[tuple[int, str]]]]:
        issues = []
        for issue in ISSUES:
            states, last = [], _LONG_AGO
            for moment, state in issue.states:
                last = -200 if moment is None else max(self._hour(moment), last + 2)
                states.append((last, state))
            issues.append((issue.number, issue.title, states))
        return issues

    def _releases(self) -> list[tuple[str, list[tuple[int, str]]]]:
        return [
            (
                product.name,
                [(-150, product.first), *((self._hour(at), version) for at, version in product.versions)],
            )
            for product in PRODUCTS
        ]

    def _hour(self, moment: Moment, earliest: int = 8, latest: int = 19) -> int:
        if isinstance(moment, After):
            return self.announcements[moment.announcement].hour + moment.hours
        return self._drawn(moment, earliest, latest)

    def _drawn(self, day: int, earliest: int, latest: int) -> int:
        if when(day * 24).weekday() >= 5:
            earliest, latest = max(earliest, 9), min(latest, 15)
        return day * 24 + self._chance.randint(earliest, latest)


_COURSE = _Course()


def front(hour: int, *, is_corrected: bool = False) -> tuple[list[Announced], list[Announced]]:
    """The last six announcements, which the page shows in full, and those before, each newest first."""
    known = [
        announcement.at(hour, is_corrected=is_corrected)
        for announcement in reversed(_COURSE.announcements)
        if announcement.hour <= hour
    ]
    return known[:6], known[6:]


def notices(hour: int) -> list[Notice]:
    """The last three, newest first, each with the steps known so far."""
    known = [
        Notice(notice.title, tuple(step for step in notice.steps if step.hour <= hour))
        for notice in _COURSE.notices
        if notice.steps[0].hour <= hour
    ]
    return known[::-1][:3]


def issues(hour: int) -> list[Known]:
    """Those known by then, with the last state of each."""
    shown = []
    for number, title, states in _COURSE.issues:
        known = [state for start, state in states if start <= hour]
        if known:
            shown.append(Known(number, title, known[-1]))
    return shown


def releases(hour: int) -> list[Released]:
    """The newest version of each product."""
    return [
        Released(name, *[version for version in versions if version[0] <= hour][-1])
        for name, versions in _COURSE.releases
    ]


def _said(hour: int, *, is_corrected: bool) -> tuple[object, ...]:
    """All that the page shows of it."""
    shown, earlier = front(hour, is_corrected=is_corrected)
    titles = [(announced.number, announced.title) for announced in earlier]
    return shown, titles, notices(hour), issues(hour), releases(hour)


def truth(hour: int) -> str:
    """Whether the team says something before the next visit, or only corrects itself."""
    if _said(hour, is_corrected=True) != _said(hour + 1, is_corrected=True):
        return "important"
    is_same = _said(hour, is_corrected=False) == _said(hour + 1, is_corrected=False)
    return "unimportant" if is_same else "left out"
