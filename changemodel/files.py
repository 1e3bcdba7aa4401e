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
    """A version from an image file.

    Parameters
    ----------
    path
        PNG, JPEG, WebP or another format that Pillow reads. Read when it is needed.
    captured_at
        A datetime with a time zone. None: 14 digits of a UTC time in the file's name, else the file's date.
    links, images, text
        As in ``PageVersion``.

    Raises
    ------
    InvalidImage
        There is no such file, or it is a folder.
    InvalidVersion
        ``captured_at`` has no time zone, no valid time is known, or links or images are no collection of strings.
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
    """A version from a page's HTML, with its elements as blocks.

    HTML of the rendered page is better than HTML as received, which lacks what scripts write and has what style sheets
    hide.

    Parameters
    ----------
    html
        Bytes as they were received, in the encoding that they name, or text.
    captured_at
        A datetime with a time zone.
    url
        The page's URL, to resolve relative links. None: relative links are left out.
    screenshot
        As in ``PageVersion``.

    Raises
    ------
    InvalidVersion
        ``html`` is neither bytes nor text, or has no text; ``captured_at`` has no time zone.
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
