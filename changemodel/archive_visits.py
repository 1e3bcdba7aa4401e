"""Which records of an archive are of one visit: told by the page id that they state, else by page and time.

Between the records of a file (``archived_records``) and the versions made of them (``archives``). The rule stands in
the docstring of ``archives.versions_from_wacz``.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import defaultdict, deque
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from functools import lru_cache
from statistics import median_low
from typing import Any

import ada_url

from changemodel.archived_records import Part, json_object

PICTURES = (
    "fullPage",
    "view",
    "screenshot",
    "fullPageFinal",
    "thumbnail",
)  # the first that is there is taken
_WORDS = ("text", "textFinal", "layout")
_KINDS = (*PICTURES, "pageinfo", *_WORDS, "dom", "listed")  # in the order in which they are given to visits

_TOGETHER = timedelta(minutes=30)  # records of one visit that name no visit; between two visits lies more
_TIMES_USUAL = 5  # this much farther from its visit than most of its kind, a record is of another one
_NEAR = timedelta(minutes=2)  # never too far
_REDIRECT, _ERROR = 300, 400  # HTTP status from which on a response leads elsewhere, is no content
_ROUTE = re.compile(r"/|[!?].", re.DOTALL)


@dataclass
class Visit:
    """What an archive holds of one visit to a page."""

    page_id: str = ""
    parts: dict[str, Part] = field(default_factory=dict)
    status: int | None = None

    @property
    def url(self) -> str:
        """The page's, as its page information or a list says it, or any record; empty where none does."""
        told = (self.parts.get("pageinfo"), self.parts.get("listed"), *self.parts.values())
        return next((part.url for part in told if part is not None and part.url), "")

    @property
    def at(self) -> datetime:
        """When the first of its records was made; a list of pages counts where there is no record."""
        made = [part.at for name, part in self.parts.items() if name != "listed"]
        return min(made or [part.at for part in self.parts.values()])

    @property
    def centre(self) -> datetime:
        """The moment to which what names no visit is near: when the picture was taken."""
        return self.at if self.picture is None else self.picture.at

    @property
    def info(self) -> Mapping[str, Any]:
        """The page information, ours or Browsertrix's."""
        return json_object(self.parts["pageinfo"].body if "pageinfo" in self.parts else b"")

    @property
    def picture(self) -> Part | None:
        """The record of the best picture that there is."""
        return next((self.parts[name] for name in PICTURES if name in self.parts), None)

    @property
    def listed_text(self) -> bytes:
        """What a list of pages says that the page says."""
        return self.parts["listed"].body if "listed" in self.parts else b""

    @property
    def is_worded(self) -> bool:
        """Whether there is a text or a layout, which has one."""
        return bool(self.listed_text) or any(name in self.parts for name in _WORDS)

    @property
    def is_content(self) -> bool:
        """Whether what was captured is the page and no error and no wall."""
        own = self.info.get("pagetide")
        if isinstance(own, dict) and "responseKind" in own:
            return bool(own["responseKind"] == "content")
        status = self.status if self.status is not None else self.info.get("tsStatus")
        return not (isinstance(status, int) and status >= _ERROR)


def visits_in(parts: Iterable[Part]) -> list[Visit]:
    """The visits that an archive's records and lists of pages tell of, in time order."""
    found = sorted(parts, key=lambda part: part.at)
    own = _with_urls([part for part in _resolved(found) if part.name != "response"])
    visits = list(_of_page_ids(part for part in own if part.page_id))
    visits = _of_pages([part for part in own if not part.page_id], visits)
    _add_responses(visits, [part for part in found if part.name == "response"])
    return sorted(visits, key=lambda visit: visit.at)


@lru_cache(maxsize=4096)  # an archive names the same few pages over and over
def page_key(url: str) -> str:
    """What makes two spellings one page: the URL as the WHATWG URL standard writes it, without its scheme and the slash
    behind a bare host, and of its fragment only a route (``#/inbox``, ``#!inbox``, ``#?box=in``), for which a script
    shows another view."""
    try:
        written = str(ada_url.normalize_url(url))
    except ValueError:  # such as "http://[broken"
        written = url
    document, _, fragment = written.partition("#")
    place = document.partition("://")[2]
    place = place.removesuffix("/") if place.count("/") == 1 else place
    return f"{place}#{fragment}" if _ROUTE.match(fragment) else place


def document_key(url: str) -> str:
    """The key of what a server is asked for: that of the page without a route."""
    return page_key(url).partition("#")[0]


class _Timeline:
    """Records in time order, to find the one nearest to a moment."""

    def __init__(self, parts: Sequence[Part]) -> None:
        self._parts = parts
        self._times = [part.at for part in parts]

    def nearest(self, at: datetime) -> Part | None:
        """None where none is near enough to be of the same visit."""
        after = bisect_left(self._times, at)
        near = self._parts[max(after - 1, 0) : after + 1]
        found = min(near, key=lambda part: abs(part.at - at), default=None)
        return found if found is not None and abs(found.at - at) <= _TOGETHER else None


def _resolved(parts: Sequence[Part]) -> Iterator[Part]:
    """The parts; one that says "as before" with the place of what it refers to, left out where that is not in the
    file."""
    by_id = {part.record_id: part for part in parts if part.place is not None and part.record_id}
    for part in parts:
        original = by_id.get(part.refers_to)
        if part.place is not None or part.name == "listed":
            yield part
        elif original is not None:
            yield replace(part, place=original.place)


def _with_urls(parts: Sequence[Part]) -> list[Part]:
    """The parts; those of Scoop, which name no URL, with that of the page seen at the time, or the only one that is
    named."""
    named = [part for part in parts if part.url]
    if len(named) == len(parts):
        return list(parts)
    pages, timeline = {page_key(part.url) for part in named}, _Timeline(named)

    def told(part: Part) -> Part:
        near = named[0] if len(pages) == 1 else timeline.nearest(part.at)
        return part if part.url or near is None else replace(part, url=near.url)

    return [told(part) for part in parts]


def _of_page_ids(parts: Iterable[Part]) -> Iterator[Visit]:
    by_id: dict[str, list[Part]] = defaultdict(list)
    for part in parts:
        by_id[part.page_id].append(part)
    for group in by_id.values():
        own = _told_once(group)
        if len({part.name for part in own}) < len(own):  # visited again under the same id
            yield from _grouped(own, [], timedelta.max)
        else:
            yield Visit(group[0].page_id, {part.name: part for part in own})


def _told_once(group: Sequence[Part]) -> list[Part]:
    """The parts with one page information, of several ours, which knows more, else the last; and one line of a list,
    best one with a text."""
    accounts = [part for part in group if part.name == "pageinfo"]
    listed = sorted((part for part in group if part.name == "listed"), key=lambda part: bool(part.body))
    ours = [part for part in accounts if "pagetide" in json_object(part.body)] if accounts[1:] else accounts
    others = [part for part in group if part.name not in ("pageinfo", "listed")]
    return [*others, *(ours or accounts)[-1:], *listed[-1:]]


def _of_pages(parts: Sequence[Part], visits: Sequence[Visit]) -> list[Visit]:
    """The visits, page by page, with the records that state no page id, and those that such records begin."""
    parts_of: dict[str, list[Part]] = defaultdict(list)
    visits_to: dict[str, list[Visit]] = defaultdict(list)
    for visit in visits:
        visits_to[page_key(visit.url)].append(visit)
    for part in parts:
        parts_of[page_key(part.url)].append(part)
    for key, group in parts_of.items():
        visits_to[key] = _grouped(group, visits_to[key], _TOGETHER)
    return [visit for group in visits_to.values() for visit in group]


def _grouped(parts: Iterable[Part], visits: Sequence[Visit], together: timedelta) -> list[Visit]:
    """The visits and those that the parts begin: kind by kind, pictures first, each part goes to a visit."""
    by_kind: dict[str, list[Part]] = defaultdict(list)
    for part in parts:
        by_kind[part.name].append(part)
    found = list(visits)
    for name in _KINDS:
        if name in by_kind:
            left = _given(by_kind[name], [visit for visit in found if name not in visit.parts], together)
            found += [Visit(part.page_id, {name: part}) for part in left]
    return found


def _given(parts: Sequence[Part], visits: Iterable[Visit], together: timedelta) -> list[Part]:
    """Give parts of one kind, in time order, to visits that lack it, the nearest pair first; what is left.

    A part goes to the last visit before it or to the first behind it: so no number of visits makes this slow.
    """
    waiting: dict[datetime, deque[Visit]] = defaultdict(deque)
    for visit in visits:
        waiting[visit.centre].append(visit)
    times = sorted(waiting)
    pairs = []
    for number, part in enumerate(parts):
        after = bisect_left(times, part.at)
        pairs += [(abs(part.at - at), number, at) for at in times[max(after - 1, 0) : after + 1]]
    taken = set[int]()
    for _, number, at in sorted(_near(pairs, together)):
        if number not in taken and waiting[at]:
            waiting[at].popleft().parts[parts[number].name] = parts[number]
            taken.add(number)
    return [part for number, part in enumerate(parts) if number not in taken]


def _near(
    pairs: Collection[tuple[timedelta, int, datetime]], together: timedelta
) -> list[tuple[timedelta, int, datetime]]:
    """The pairs, (apart, number of the part, time of the visit), that are not much farther apart than is usual.

    Otherwise a text whose picture is missing would go to the next visit whose text is missing.
    """
    least: dict[int, timedelta] = {}
    for apart, number, _ in pairs:
        least[number] = min(apart, least.get(number, apart))
    usual = median_low(least.values()) if least else _NEAR
    most = together if usual > together / _TIMES_USUAL else min(together, max(_NEAR, _TIMES_USUAL * usual))
    return [pair for pair in pairs if pair[0] <= most]


def _add_responses(visits: Iterable[Visit], responses: Iterable[Part]) -> None:
    """The HTML and the status of each visit's page, where the file has its response: one that does not lead elsewhere,
    and of the same visit, rather than another."""
    groups: dict[tuple[str, str | None, bool], list[Part]] = defaultdict(list)
    for part in responses:
        is_final = part.status is not None and not _REDIRECT <= part.status < _ERROR
        for owner in (part.page_id, None):  # None: of whatever visit
            groups[document_key(part.url), owner, is_final].append(part)
    timelines = {key: _Timeline(group) for key, group in groups.items()}
    for visit in visits:
        places = [
            (document_key(visit.url), owner, final)
            for final in (True, False)
            for owner in (visit.page_id, None)
        ]
        near = (timelines[key].nearest(visit.at) for key in places if key in timelines)
        main = next((part for part in near if part is not None), None)
        if main is not None:
            visit.status = main.status
            visit.parts["response"] = main
