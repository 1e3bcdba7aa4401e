"""Versions out of image files: what the library needs beyond a screenshot is when it was taken."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path

from changemodel.arguments import file_path
from changemodel.errors import InvalidImage
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
        There is no such file.
    InvalidVersion
        ``captured_at`` has no time zone, or links or images are no collection of strings.
    InvalidInput
        ``path`` is none.
    """
    file = file_path(path, "path")
    try:
        written = datetime.fromtimestamp(file.stat().st_mtime, UTC)
    except OSError as error:
        raise InvalidImage(
            f"the image file {str(path)!r} cannot be read: {error.strerror or error}"
        ) from error
    return PageVersion(
        captured_at=captured_at or _stamped(file.name) or written,
        screenshot=file,
        links=url_set(links, "links"),
        images=url_set(images, "images"),
        text=text,
    )


def _stamped(name: str) -> datetime | None:
    for stamp in _STAMP.findall(name):
        try:
            return datetime.strptime(stamp, "%Y%m%d%H%M%S").replace(tzinfo=UTC)
        except ValueError:
            continue
    return None
