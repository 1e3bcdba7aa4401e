"""Versions out of archive files: the screenshots, texts and layouts that a WACZ or WARC file holds, as the model takes
them.

For whoever wants scores of an archive and no collection of ours (``pagetide ingest`` makes one, and renders what an
archive lacks). Read are the records of Pagetide and Browsertrix (``urn:view:URL``), brozzler (``screenshot:URL``) and
Scoop (``file:///screenshot.png``); pictures stay in the file until they are needed. Needs warcio.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any

from changemodel.archived_records import ArchiveFile, Part, page_key, parts_in
from changemodel.arguments import file_path
from changemodel.errors import InvalidInput, UnreadableArchive
from changemodel.html_links import links_and_images
from changemodel.version import PageVersion, url_set

_TOGETHER = timedelta(minutes=30)  # records of one visit that name no visit; between two visits lies more
_PICTURES = (
    "fullPage",
    "view",
    "screenshot",
    "fullPageFinal",
    "thumbnail",
)  # the first that is there is taken
_ERROR = 400  # HTTP status from which on a page is no content
_NAMED_PAGES = 5


@dataclass
class _Visit:
    """What an archive holds of one visit to a page."""

    url: str
    at: datetime
    page_id: str = ""
    parts: dict[str, Part] = field(default_factory=dict)
    text: str = ""
    status: int | None = None

    @property
    def info(self) -> Mapping[str, Any]:
        """The page information, ours or Browsertrix's."""
        return _object(self.parts["pageinfo"].body if "pageinfo" in self.parts else b"")

    @property
    def picture(self) -> Part | None:
        """The record of the best picture that there is."""
        return next((self.parts[name] for name in _PICTURES if name in self.parts), None)

    @property
    def is_content(self) -> bool:
        """Whether what was captured is the page and no error and no wall."""
        own = self.info.get("pagetide")
        if isinstance(own, dict) and "responseKind" in own:
            return bool(own["responseKind"] == "content")
        status = self.status if self.status is not None else self.info.get("tsStatus")
        return not (isinstance(status, int) and status >= _ERROR)


def versions_from_wacz(path: Path | str, url: str | None = None) -> list[PageVersion]:
    """The versions of one page in a WACZ or WARC file, in time order.

    Parameters
    ----------
    path
        A file that ends in ``.wacz``, ``.warc`` or ``.warc.gz``; what it is its content says.
    url
        The page; http and https, a fragment and a slash at the end make no difference. May be left out where the file
        holds one page.

    Returns
    -------
    Versions with a screenshot (read when it is needed), and as far as the file has them links, images, blocks and text.
    Captures of error pages and walls are left out, those without a screenshot too.

    Raises
    ------
    UnreadableArchive
        The file cannot be read, is no such file, is damaged, or holds no screenshot of that page; or it holds several
        pages and none was named.
    InvalidInput
        Path or URL are none.
    """
    if url is not None and not isinstance(url, str):
        raise InvalidInput(f"url is a {type(url).__name__}: pass the page's URL as a string, or None")
    file = file_path(path, "path")
    visits = [visit for visit in _visits(file) if visit.picture is not None]
    wanted = _wanted(file, visits, url)
    found = sorted((visit for visit in wanted if visit.is_content), key=lambda visit: visit.at)
    if not found:
        raise UnreadableArchive(
            f"{file} holds {len(wanted)} captures of {url or wanted[0].url}, all of them of error pages or walls: "
            "there is nothing to compare"
        )
    archive = ArchiveFile(file)
    return [_version(visit, archive) for visit in found]


def pages_in_wacz(path: Path | str) -> dict[str, int]:
    """The pages of which a WACZ or WARC file holds screenshots -> how many, most first.

    Raises
    ------
    UnreadableArchive
        The file cannot be read, is no such file, or is damaged.
    """
    return dict(
        _counted(
            [visit for visit in _visits(file_path(path, "path")) if visit.picture is not None]
        ).most_common()
    )


def _wanted(file: Path, visits: Sequence[_Visit], url: str | None) -> list[_Visit]:
    counts = _counted(visits)
    if not visits:
        raise UnreadableArchive(
            f"{file} holds no screenshots. `pagetide ingest` renders the pages of an archive that has none"
        )
    several = ", ".join(f"{name} ({count})" for name, count in counts.most_common(_NAMED_PAGES))
    if len(counts) > _NAMED_PAGES:
        several += f" and {len(counts) - _NAMED_PAGES} more"
    if url is None and len(counts) > 1:
        raise UnreadableArchive(f"{file} holds {len(counts)} pages: pass one as url: {several}")
    found = [visit for visit in visits if url is None or page_key(visit.url) == page_key(url)]
    if not found:
        raise UnreadableArchive(f"{file} holds no screenshot of {url}; it has {several}")
    return found


def _counted(visits: Sequence[_Visit]) -> Counter[str]:
    names: dict[str, str] = {}
    return Counter(names.setdefault(page_key(visit.url), visit.url) for visit in visits)


def _visits(file: Path) -> list[_Visit]:
    """The visits that the file's records tell of."""
    parts = sorted(parts_in(file), key=lambda part: (part.at, part.name != "pageinfo"))
    by_id = {part.record_id: part for part in parts if part.place is not None}
    visits: list[_Visit] = []
    for part in parts:
        if part.name in ("response", "listed"):
            continue
        resolved = part if part.place is not None else _original(part, by_id)
        if resolved is not None:
            _take(visits, resolved)
    for part in parts:
        if part.name == "listed":
            _told_by_list(visits, part)
    _add_responses(visits, [part for part in parts if part.name == "response"])
    return visits


def _take(visits: list[_Visit], part: Part) -> None:
    """Give a record to its visit, or let it begin one."""
    visit = next(_owners(visits, part), None)
    if visit is None:
        visit = _Visit(url=part.url, at=part.at, page_id=part.page_id)
        visits.append(visit)
    visit.page_id = visit.page_id or part.page_id
    visit.url = visit.url or part.url
    visit.parts[part.name] = part


def _owners(visits: Sequence[_Visit], part: Part) -> Iterator[_Visit]:
    for visit in reversed(visits):
        if part.page_id and visit.page_id:
            if part.page_id == visit.page_id and (part.name not in visit.parts or part.name == "pageinfo"):
                yield visit
        elif part.name not in visit.parts and _may_be_of(visit, part.url, part.at):
            yield visit


def _may_be_of(visit: _Visit, url: str, at: datetime) -> bool:
    """Whether a record without a page id may be of that visit; Scoop's name no URL."""
    same = not url or not visit.url or page_key(url) == page_key(visit.url)
    return same and abs(at - visit.at) <= _TOGETHER


def _original(part: Part, by_id: Mapping[str, Part]) -> Part | None:
    """A record that says "as before", with the place of what it refers to; None where that is not in the file."""
    original = by_id.get(part.refers_to)
    return None if original is None else replace(part, place=original.place)


def _told_by_list(visits: Sequence[_Visit], listed: Part) -> None:
    """What a line of ``pages.jsonl`` adds: the URL where the records name none (Scoop), and the text."""
    for visit in visits:
        same = bool(listed.page_id) and listed.page_id == visit.page_id
        if same or _may_be_of(visit, listed.url, listed.at):
            visit.url = visit.url or listed.url
            visit.text = visit.text or listed.body.decode("utf-8", "replace")


def _add_responses(visits: Sequence[_Visit], responses: Sequence[Part]) -> None:
    """The HTML and the status of each visit's page, where the file has its response."""
    by_key: dict[str, list[Part]] = {}
    for part in responses:
        by_key.setdefault(page_key(part.url), []).append(part)
    for visit in visits:
        near = [part for part in by_key.get(page_key(visit.url), ()) if abs(part.at - visit.at) <= _TOGETHER]
        final = [part for part in near if part.status is not None and not 300 <= part.status < _ERROR] or near
        if final:
            main = min(final, key=lambda part: (part.page_id != visit.page_id, abs(part.at - visit.at)))
            visit.status = main.status
            visit.parts.setdefault("response", main)


def _version(visit: _Visit, archive: ArchiveFile) -> PageVersion:
    picture = visit.picture
    assert picture is not None, "only visits with a picture become versions"
    assert picture.place is not None, "a picture stands somewhere"

    def content(*names: str) -> bytes:
        places = (visit.parts[name].place for name in names if name in visit.parts)
        place = next((place for place in places if place is not None), None)
        return b"" if place is None else archive.content(place)

    layout = _object(content("layout"))
    if "links" in layout and "images" in layout:
        links, images = layout["links"], layout["images"]
    else:
        links, images = links_and_images(content("dom", "response"), visit.url)
    blocks = layout.get("blocks") or None
    return PageVersion(
        captured_at=visit.at.astimezone(UTC),
        screenshot=partial(archive.picture, picture.place, _scale(visit)),
        links=url_set(links, "links"),
        images=url_set(images, "images"),
        image_digests=_digests(layout.get("image_digests")),
        blocks=tuple(blocks) if isinstance(blocks, list) else blocks,
        text=content("text").decode("utf-8", "replace") or visit.text or None,
    )


def _digests(stated: object) -> Mapping[str, str]:
    """Of images, as a layout states them; nothing of an older one."""
    return stated if isinstance(stated, dict) else {}


def _scale(visit: _Visit) -> float:
    """Pixels of the picture to a CSS pixel."""
    own = visit.info.get("pagetide")
    profile = own.get("profile") if isinstance(own, dict) else None
    scale = profile.get("scale", 1.0) if isinstance(profile, dict) else 1.0
    return float(scale) if isinstance(scale, int | float) and scale > 0 else 1.0


def _object(content: bytes) -> Mapping[str, Any]:
    try:
        found = json.loads(content or b"{}")
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}
