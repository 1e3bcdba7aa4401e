"""Page versions from image files and from HTML."""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path

from changemodel.arguments import file_path
from changemodel.errors import InvalidImage, InvalidVersion
from changemodel.features.images import ImageSource
from changemodel.html_blocks import html_blocks
from changemodel.html_links import links_and_images
from changemodel.html_tree import html_tree
from changemodel.version import PageVersion, url_set

_STAMP = re.compile(r"(?<!\d)((?:19|20)\d{12})(?!\d)")  # 20260301120000, as web archives write it


def version_from_file(
    path: Path | str,
    captured_at: datetime | None = None,
    *,
    links: Iterable[str] = (),
    images: Iterable[str] = (),
    text: str | None = None,
) -> PageVersion:
    """The version that an image file shows.

    Parameters
    ----------
    path
        PNG, JPEG, WebP or another format that Pillow reads. Read when it is needed.
    captured_at
        An aware datetime. None: the 14 digits of a time in UTC in the file's name, where it has them, else when the
        file was last written.
    links, images, text
        As in ``PageVersion``.

    Raises
    ------
    InvalidImage
        There is no such file, or it is a folder.
    InvalidVersion
        ``captured_at`` is no aware datetime, the file was last written at a time that no calendar has and nothing else
        tells one, or links or images are no collection of strings.
    InvalidInput
        ``path`` is none.
    """
    file = file_path(path, "path")
    state = _state(file)
    if captured_at is None:  # and not "or": 0 and "" are no times, and PageVersion says so
        captured_at = _stamped(file.name) or _written(file, state)
    return PageVersion(
        captured_at=captured_at,
        screenshot=file,
        links=url_set(links, "links"),
        images=url_set(images, "images"),
        text=text,
    )


def version_from_html(
    html: bytes | str, captured_at: datetime, *, url: str | None = None, screenshot: ImageSource | None = None
) -> PageVersion:
    """The version that a page's HTML tells, by its blocks.

    Of what scripts write nothing is known, nor what style sheets hide: HTML as a browser had it at last says more than
    as it was received, and a capture of Pagetide more than either.

    Parameters
    ----------
    html
        Bytes as they were received, in the encoding that they name, or text.
    captured_at
        An aware datetime.
    url
        Of the page, from which relative links are told. None: only absolute ones are links of the version.
    screenshot
        As in ``PageVersion``.

    Raises
    ------
    InvalidVersion
        ``html`` is neither bytes nor text, or no element in it says anything; ``captured_at`` has no time zone.
    """
    if not isinstance(html, bytes | bytearray | str):
        raise InvalidVersion(f"html is a {type(html).__name__}: pass the bytes or the text of a page")
    root = html_tree(html if isinstance(html, str) else bytes(html))
    blocks = html_blocks(root, url)
    if not blocks:
        raise InvalidVersion(
            f"the HTML of {captured_at} says nothing: pass that of the rendered page, or leave this version out"
        )
    links, images = links_and_images(root, url or "")
    return PageVersion(
        captured_at=captured_at, screenshot=screenshot, blocks=blocks, links=links, images=images
    )


def _state(file: Path) -> os.stat_result:
    try:
        state = file.stat()
    except (OSError, ValueError) as error:  # the latter for a name that no file can have
        reason = getattr(error, "strerror", None) or error
        raise InvalidImage(f"the image file {str(file)!r} cannot be read: {reason}") from error
    if stat.S_ISDIR(state.st_mode):
        raise InvalidImage(f"{str(file)!r} is a folder: pass the path of an image file in it")
    if not stat.S_ISREG(state.st_mode):
        raise InvalidImage(f"{str(file)!r} is a device or a pipe: pass the path of an image file")
    return state


def _written(file: Path, state: os.stat_result) -> datetime:
    try:
        return datetime.fromtimestamp(state.st_mtime, UTC)
    except (ValueError, OverflowError, OSError) as error:
        raise InvalidVersion(
            f"the file system says of {str(file)!r} that it was written at a time that no calendar has "
            f"({state.st_mtime:.0f} seconds from 1970 on): pass captured_at"
        ) from error


def _stamped(name: str) -> datetime | None:
    for stamp in _STAMP.findall(name):
        try:
            return datetime.strptime(stamp, "%Y%m%d%H%M%S").replace(tzinfo=UTC)
        except ValueError:
            continue
    return None
