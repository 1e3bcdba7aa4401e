"""Groups the records of an archive by visit: by the page id that they state, else by page and time.

Between the records of a file (``archived_records``) and the versions made of them (``archives``). The rule stands in
the docstring of ``archives.versions_from_wacz``.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import defaultdict, deque
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from functools import lru_cache, partial
from itertools import chain
from statistics import median_low
from typing import Any
from urllib.parse import urljoin

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
_OK, _REDIRECT, _ERROR = (
    200,
    300,
    400,
)  # HTTP status from which on there is a page, it is elsewhere, there is none
_WITHOUT_PAGE = (204, 205, 206)
_MOST_REDIRECTS = 10
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
    def html(self) -> Part | None:
        """The record of the page's HTML: as a browser had it at last, else as it was sent."""
        sent = self.parts.get("response")
        return self.parts.get("dom") or (sent if sent is not None and sent.is_html else None)

    @property
    def rank(self) -> int:
        """Of what it brought: a picture, words as a browser showed them, HTML, nothing."""
        if self.picture is not None:
            return 3
        return 2 if self.is_worded else int(self.html is not None)

    def answer(self, main: Part | None) -> None:
        """Take the response that brought the page."""
        if main is not None:
            self.status = main.status
            self.parts["response"] = main

    @property
    def is_content(self) -> bool:
        """Whether what was captured is the page and no error and no wall."""
        own = self.info.get("pagetide")
        if isinstance(own, dict) and "responseKind" in own:
            return bool(own["responseKind"] == "content")
        status = self.status if self.status is not None else self.info.get("tsStatus")
        return not (isinstance(status, int) and status >= _ERROR)


def visits_in(parts: Iterable[Part]) -> list[Visit]:
    """The visits that an archive's records and lists of pages tell of, in time order.

    Where neither page information nor a list names pages, documents that were visited for their own sake are pages.
    """
    found = sorted(parts, key=lambda part: part.at)
    told = [part for part in found if part.name == "request"]
    found = list(_resolved([part for part in found if part.name != "request"]))
    own = _with_urls([part for part in found if part.name != "response"])
    visits = list(_of_page_ids(part for part in own if part.page_id))
    visits = _of_pages([part for part in own if not part.page_id], visits)
    responses = [part for part in found if part.name == "response"]
    _add_responses(visits, responses)
    if not any(part.name in ("pageinfo", "listed") for part in own):
        visits += _documents(visits, responses, told)
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

    def last_at(self, at: datetime) -> Part:
        """The last one that was there at that moment; the first one, if none was."""
        return self._parts[max(0, bisect_right(self._times, at) - 1)]

    def nearest(self, at: datetime) -> Part | None:
        """None where none is near enough to be of the same visit."""
        after = bisect_left(self._times, at)
        near = self._parts[max(after - 1, 0) : after + 1]
        found = min(near, key=lambda part: abs(part.at - at), default=None)
        return found if found is not None and abs(found.at - at) <= _TOGETHER else None


def _resolved(parts: Sequence[Part]) -> Iterator[Part]:
    """The parts; one that says "as before" with the place of what it refers to, left out where that is not in the
    file."""
    originals: dict[tuple[str, ...], list[Part]] = defaultdict(list)
    for part in parts:
        if part.place is not None:
            for name in _names_of(part):
                originals[name].append(part)
    timelines = {name: _Timeline(group) for name, group in originals.items()}
    for part in parts:
        if part.place is not None or part.name == "listed":
            yield part
            continue
        found = (timelines[name].last_at(at) for name, at in _references_of(part) if name in timelines)
        original = next(found, None)
        if original is None:
            continue
        own = part if part.status not in (None, 304) else original  # it has no head, or says "not modified"
        yield replace(
            part,
            place=original.place,
            status=own.status,
            location=own.location,
            is_html=own.is_html or original.is_html,
            charset=own.charset or original.charset,
        )


def _names_of(part: Part) -> Iterator[tuple[str, ...]]:
    """What a record may be referred to by."""
    if part.record_id:
        yield "id", part.record_id
    if part.name == "response":
        yield "url", document_key(part.url)
        yield "digest", document_key(part.url), part.digest


def _references_of(part: Part) -> Iterator[tuple[tuple[str, ...], datetime]]:
    """What a record that is as before refers to, the surest first."""
    at = part.refers_at or part.at
    if part.refers_to:
        yield ("id", part.refers_to), at
    if part.name == "response" and part.refers_at is not None:
        yield ("url", document_key(part.refers_url or part.url)), at
    if part.name == "response":
        yield ("digest", document_key(part.refers_url or part.url), part.digest), at


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
    for group in chain.from_iterable(map(_of_one_page, by_id.values())):
        own = _told_once(group)
        if len({part.name for part in own}) < len(own):  # visited again under the same id
            yield from _grouped(own, [], timedelta.max)
        else:
            yield Visit(group[0].page_id, {part.name: part for part in own})


def _of_one_page(group: list[Part]) -> Iterable[list[Part]]:
    """The parts with one page id; of each page by themselves, where tools gave several pages the same id (p1, p2)."""
    by_page: dict[str, list[Part]] = defaultdict(list)
    for part in group:
        by_page[document_key(part.url)].append(part)
    is_repeated = len({part.name for part in group}) < len(group)
    return by_page.values() if is_repeated else [group]


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


def _add_responses(visits: Sequence[Visit], responses: Iterable[Part]) -> None:
    """The HTML and the status of each visit's page, where the file has its response: one that does not lead elsewhere,
    and of the same visit, rather than another."""
    groups: dict[tuple[str, str | None, bool], list[Part]] = defaultdict(list)
    for part in responses:
        for owner in (part.page_id, None):  # None: of whatever visit
            groups[document_key(part.url), owner, not _leads_elsewhere(part)].append(part)
    timelines = {key: _Timeline(group) for key, group in groups.items()}

    def nearest(url: str, visit: Visit, at: datetime) -> Part | None:
        owners = (visit.page_id, None)
        places = [(document_key(url), owner, final) for final in (True, False) for owner in owners]
        near = (timelines[key].nearest(at) for key in places if key in timelines)
        return next((part for part in near if part is not None), None)

    waiting = []
    for visit in visits:
        main = nearest(visit.url, visit, visit.at)
        if main is None and visit.parts.keys() == {"listed"}:
            waiting.append(visit)
        visit.answer(_behind_redirects(main, partial(nearest, visit=visit)))
    used = {id(visit.parts["response"]) for visit in visits if "response" in visit.parts}
    for visit, main in _from_afar(waiting, [part for part in responses if id(part) not in used]):
        visit.answer(_behind_redirects(main, partial(nearest, visit=visit)))


def _behind_redirects(main: Part | None, nearest: Callable[..., Part | None]) -> Part | None:
    """The last response of a chain of redirects that begins with that one."""
    for _ in range(_MOST_REDIRECTS):
        if main is None or not main.location or not _leads_elsewhere(main):
            break
        try:
            following = nearest(url=urljoin(main.url, main.location), at=main.at)
        except ValueError:  # such as "http://[broken"
            break
        if following is None or following is main:
            break
        main = following
    return main


def _from_afar(waiting: Sequence[Visit], responses: Iterable[Part]) -> Iterator[tuple[Visit, Part]]:
    """Visits whose time the list has wrong, such as by hours, each with a response of its URL that no visit has yet."""
    free: dict[str, list[Part]] = defaultdict(list)
    for part in responses:
        free[document_key(part.url)].append(part)
    for visit in waiting:
        group = free.get(document_key(visit.url))
        if group:
            behind = bisect_left(group, visit.at, key=lambda part: part.at)
            near = range(max(behind - 1, 0), min(behind + 1, len(group)))
            yield visit, group.pop(min(near, key=lambda number: abs(group[number].at - visit.at)))


def _leads_elsewhere(part: Part) -> bool:
    return part.status is None or _REDIRECT <= part.status < _ERROR


def _documents(visits: Sequence[Visit], responses: Sequence[Part], told: Iterable[Part]) -> Iterator[Visit]:
    """A visit for each document that was asked for for its own sake, and not in a visit that is known."""
    embedded, called = set[tuple[str, str]](), set[tuple[str, str]]()
    known: dict[str, list[datetime]] = defaultdict(list)
    for visit in sorted(visits, key=lambda visit: visit.at):
        known[document_key(visit.url)].append(visit.at)
    for request in told:
        names = {
            (name, document_key(request.url)) for name in (request.record_id, *request.concurrent_to) if name
        }
        if request.is_embedded:
            embedded |= names
        elif document_key(request.referer) in known:
            called |= names
    used = {id(visit.parts["response"]) for visit in visits if "response" in visit.parts}
    for part in responses:
        key = document_key(part.url)
        names = {(name, key) for name in (part.record_id, *part.concurrent_to) if name}
        is_page = part.is_html and part.status is not None and _OK <= part.status < _REDIRECT
        if not is_page or part.is_embedded or part.status in _WITHOUT_PAGE or id(part) in used:
            continue
        times = known.get(key, ())
        is_known = bisect_left(times, part.at - _NEAR) < bisect_right(times, part.at + _NEAR)
        if is_known or names & embedded or names & called:
            continue
        visit = Visit(part.page_id)
        visit.answer(part)
        yield visit
