"""Page versions from archive files: screenshots, texts, layouts and HTML of a WACZ, WARC or ARC file.

For whoever wants scores of an archive and no collection of ours (``pagetide ingest`` makes one, and renders what an
archive lacks). Read are the records of Pagetide and Browsertrix (``urn:view:URL``), brozzler (``screenshot:URL``) and
Scoop (``file:///screenshot.png``); pictures stay in the file until they are needed. Needs warcio.
"""

from __future__ import annotations

import warnings
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from functools import cache, partial
from pathlib import Path
from typing import Any

import numpy as np
from PIL import Image

from changemodel.archive_visits import Visit, page_key, visits_in
from changemodel.archived_records import ArchiveFile, Place, json_object, parts_in
from changemodel.arguments import file_path
from changemodel.errors import DamagedArchive, InvalidInput, InvalidVersion, UnreadableArchive
from changemodel.features.block_input import checked_blocks
from changemodel.features.images import Pixels, load_image
from changemodel.html_blocks import html_blocks
from changemodel.html_links import links_and_images
from changemodel.html_tree import html_tree
from changemodel.version import PageVersion
from changemodel.warc_records import Unread

_TOP_PX = 1400  # rows of a picture that the model looks at: the view, and what a banner pushed out of it
_LONGEST_HTML = 1 << 24  # bytes
_NAMED_PAGES = 5
_SMALLEST_SCALE, _LARGEST_SCALE = 0.1, 10.0  # of a picture; what states another states none


def versions_from_wacz(
    path: Path | str, url: str | None = None, *, pictures_only: bool = False
) -> list[PageVersion]:
    """The versions of one page in a WACZ, WARC or ARC file, in time order.

    Records belong to one visit by their page id; records without one (older Browsertrix, brozzler, Scoop) by page and
    time. Screenshots define the visits; texts, layouts and snapshots are added to the nearest visit that lacks them, at
    most 30 minutes away. Records that name no page (older Scoop) belong to the page that is listed at the time. Where
    neither page information nor a list names pages, every HTML document that is no frame and was not requested by a
    script is a page.

    Parameters
    ----------
    path
        A file that ends in ``.wacz``, ``.warc``, ``.warc.gz``, ``.warc.zst``, ``.arc`` or ``.arc.gz``, in any packing;
        its content decides the format.
    url
        The page's URL (WHATWG URL standard); http or https, a fragment that is no route (``#/inbox`` is one), and a
        slash at the end make no difference where the page is unique. Optional if the file holds one page.
    pictures_only
        Whether captures without a screenshot are left out in any case.

    Returns
    -------
    Versions with a screenshot (read when needed), and links, images, blocks and text as far as the file has them. A
    page without any screenshot has versions of text: from its texts and layouts, else from its HTML (16 MiB are
    read). If some captures have screenshots, those without are left out; if some have texts, those with HTML only.
    Error pages and walls are left out.

    Warns
    -----
    DamagedArchive
        Part of the file cannot be read. The message names the bytes; the versions are those of everything else.

    Raises
    ------
    UnreadableArchive
        The file cannot be read, has neither a screenshot nor text of that page, or holds several pages and none was
        named.
    InvalidInput
        Path or URL are none.
    """
    if url is not None and not isinstance(url, str):
        raise InvalidInput(f"url is a {type(url).__name__}: pass the page's URL as a string, or None")
    file = file_path(path, "path")
    unread = Unread()
    wanted = _wanted(file, _captures(file, unread, pictures_only), url)
    name, content = url or wanted[0].url, [visit for visit in wanted if visit.is_content]
    if not content:
        raise UnreadableArchive(
            f"{file} holds of {name} nothing but error pages or walls ({len(wanted)}): there is nothing to compare"
        )
    archive = ArchiveFile(file)
    versions = [version for visit in content if (version := _version(visit, archive)) is not None]
    if not versions:
        raise UnreadableArchive(
            f"{file} holds no screenshot of {name}, and no words of it that can be read. `pagetide ingest` renders "
            "the pages of an archive that has no screenshots"
        )
    _warn(file, unread)
    return versions


def pages_in_wacz(path: Path | str, *, pictures_only: bool = False) -> dict[str, int]:
    """The pages of which a WACZ, WARC or ARC file holds captures -> how many, most first.

    Counted are captures with a screenshot; of a page without any, those with words, unless ``pictures_only``. Some may
    be of error pages or walls, which make no versions.

    Warns
    -----
    DamagedArchive
        Part of the file cannot be read; the message names the bytes.

    Raises
    ------
    UnreadableArchive
        The file cannot be read, or is no such file.
    """
    file, unread = file_path(path, "path"), Unread()
    counted = _counted(_captures(file, unread, pictures_only))
    _warn(file, unread)
    return dict(counted.most_common())


def _warn(file: Path, unread: Unread) -> None:
    if told := str(unread):
        message = (
            f"{file} was read in part: {told}. Ask for it again where it came from; everything else was read"
        )
        warnings.warn(message, DamagedArchive, stacklevel=3)


def _captures(file: Path, unread: Unread, pictures_only: bool) -> list[Visit]:
    """The visits in time order that brought the best that there is of their page."""
    visits = visits_in(parts_in(file, unread))
    if not visits and str(unread):
        raise UnreadableArchive(
            f"{file} is damaged, and holds no page that can be read: {unread}. Ask for it again where it came from"
        )
    best: dict[str, int] = defaultdict(lambda: 3 if pictures_only else 1)
    for visit in visits:
        best[page_key(visit.url)] = max(best[page_key(visit.url)], visit.rank)
    return [visit for visit in visits if visit.rank == best[page_key(visit.url)]]


def _wanted(file: Path, visits: Sequence[Visit], url: str | None) -> list[Visit]:
    counts = _counted(visits)
    if not visits:
        raise UnreadableArchive(
            f"{file} holds no screenshots, texts or HTML of pages. `pagetide ingest` takes pages of other kinds, too"
        )
    several = ", ".join(f"{name} ({count})" for name, count in counts.most_common(_NAMED_PAGES))
    if len(counts) > _NAMED_PAGES:
        several += f" and {len(counts) - _NAMED_PAGES} more"
    if url is None and len(counts) > 1:
        raise UnreadableArchive(f"{file} holds {len(counts)} pages: pass one as url: {several}")
    found = list(visits) if url is None else _of_page(visits, url)
    if not found:
        raise UnreadableArchive(f"{file} holds no screenshot of {url} and no text of it; it has {several}")
    return found


def _of_page(visits: Sequence[Visit], url: str) -> list[Visit]:
    """Those of that page; where there is none, of the one that has a slash more or less at its end."""
    key = page_key(url)
    exact = [visit for visit in visits if page_key(visit.url) == key]
    return exact or [visit for visit in visits if page_key(visit.url).rstrip("/") == key.rstrip("/")]


def _counted(visits: Sequence[Visit]) -> Counter[str]:
    names: dict[str, str] = {}
    return Counter(names.setdefault(page_key(visit.url), visit.url) for visit in visits)


def _version(visit: Visit, archive: ArchiveFile) -> PageVersion | None:
    """None where there is no picture, and what there is holds no words."""
    picture = None if visit.picture is None else visit.picture.place

    def content(*names: str) -> bytes:
        places = (visit.parts[name].place for name in names if name in visit.parts)
        place = next((place for place in places if place is not None), None)
        return b"" if place is None else archive.content(place)

    layout, root = json_object(content("layout")), cache(lambda: html_tree(_html(visit, archive)))
    links, images = _urls(layout.get("links")), _urls(layout.get("images"))
    if links is None or images is None:
        in_html = links_and_images(root(), visit.url)
        links, images = (in_html[0] if links is None else links), (in_html[1] if images is None else images)
    blocks = _blocks(layout.get("blocks"))
    text = (content("text", "textFinal") or visit.listed_text).decode("utf-8", "replace") or None
    if blocks is None and text is None and (picture is None or "dom" in visit.parts):
        blocks = html_blocks(root(), visit.url) or None
    if picture is None and blocks is None and text is None:
        return None
    return PageVersion(
        captured_at=visit.at,
        screenshot=None if picture is None else partial(_picture, archive, picture, _scale(visit)),
        links=links,
        images=images,
        image_digests=_digests(layout.get("image_digests")),
        blocks=blocks,
        text=text,
    )


def _html(visit: Visit, archive: ArchiveFile) -> bytes:
    """The page's HTML, in UTF-8 where its response named the encoding; nothing where there is none."""
    if visit.html is None or visit.html.place is None:
        return b""
    html = archive.content(visit.html.place, _LONGEST_HTML)
    try:
        return html.decode(visit.html.charset or "utf-8").encode()
    except (LookupError, ValueError):  # no encoding, or not the page's
        return html


def _picture(archive: ArchiveFile, place: Place, scale: float) -> Pixels:
    """The top of a record's picture, one pixel to a CSS pixel; raises InvalidImage where it holds none."""
    image = load_image(archive.content(place))[: round(_TOP_PX * scale)]
    if scale == 1:
        return image
    size = max(1, round(image.shape[1] / scale)), max(1, round(image.shape[0] / scale))
    return np.asarray(Image.fromarray(image).resize(size, Image.Resampling.BOX))


def _urls(stated: object) -> frozenset[str] | None:
    """Of a layout; None where it states none that could be read."""
    if isinstance(stated, list) and all(isinstance(url, str) for url in stated):
        return frozenset(stated)
    return None


def _blocks(stated: object) -> Sequence[Any] | None:
    """Of a layout; None where it has none, or one that could not be read: the text says more than most of a page."""
    if not isinstance(stated, list) or not stated:
        return None
    try:
        return checked_blocks(tuple(stated))
    except InvalidVersion:
        return None


def _digests(stated: object) -> Mapping[str, str]:
    """Of images, as a layout states them; nothing of an older one."""
    if not isinstance(stated, dict):
        return {}
    return {url: digest for url, digest in stated.items() if isinstance(digest, str)}


def _scale(visit: Visit) -> float:
    """Pixels of the picture to a CSS pixel."""
    own = visit.info.get("pagetide")
    profile = own.get("profile") if isinstance(own, dict) else None
    scale = profile.get("scale") if isinstance(profile, dict) else None
    if isinstance(scale, bool) or not isinstance(scale, int | float):
        return 1.0
    return float(scale) if _SMALLEST_SCALE <= scale <= _LARGEST_SCALE else 1.0
