"""A capture as the model sees it: time, screenshot, links, images and text.

``ChangeModel`` takes these in; nothing here knows of databases or browsers.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import MAXYEAR, MINYEAR, UTC, datetime
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from changemodel.errors import InvalidImage, InvalidInput, InvalidVersion, LayoutMismatch
from changemodel.features.alignment import check_signatures
from changemodel.features.block_input import checked_blocks
from changemodel.features.blocks import image_name, image_names
from changemodel.features.images import ImageSource, Pixels, load_image
from changemodel.features.row_gist import check_row_features

_BROUGHT = ("screenshot", "features", "blocks", "text")


@dataclass(frozen=True, eq=False, repr=False)
class PageVersion:
    """One version of one page. Versions are ordered by ``captured_at``, not by their place in a list.

    Parameters
    ----------
    captured_at
        A datetime with a time zone, stored in UTC. One without a time zone is refused.
    screenshot
        A path, the bytes of an image file, an array (height, width[, 3 or 4]), a Pillow image, or a callable that
        returns one of these; read when first needed. It may be taller than the learned view (the first 1000 rows):
        with about 400 rows more, content that a banner pushed down is found again. Lossless formats are best;
        artefacts of JPEG and WebP count a little. May be None if ``features``, ``blocks`` or ``text`` are given.
    links, images
        URLs of the hyperlinks and of the images; any iterable of strings.
    blocks
        The rendered blocks in reading order: objects or mappings with ``path``, ``text`` (lines separated by a line
        break) and ``links`` (URLs), and optionally ``linked_chars`` (number of characters inside links), ``images``
        (URLs of the block's own images) and the box, ``x_px``, ``y_px``, ``width_px``, ``height_px``.
    text
        Visible text; its lines are used as blocks if there are none.
    features
        Features computed earlier, shape (regions, values), with their ``feature_layout``; used instead of the
        screenshot. A layout other than the model's is refused.
    signatures
        ``features.alignment.row_signatures`` of the screenshot, computed earlier: with them and ``features`` the
        screenshot is read only where content moved.
    row_features
        ``GistGrid.row_features`` of the screenshot, computed earlier: with all three it is never read.
    image_digests
        Maps image URLs, without fragment, to a digest of the received bytes. Images are compared by it where it is
        known, else by their URL.
    """

    captured_at: datetime
    screenshot: ImageSource | None = None
    links: frozenset[str] = frozenset()
    images: frozenset[str] = frozenset()
    blocks: Any = None
    text: str | None = None
    features: NDArray[np.float32] | None = None
    feature_layout: str | None = None
    signatures: NDArray[np.uint32] | None = None
    row_features: NDArray[np.uint8] | None = None
    image_digests: Mapping[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        object.__setattr__(self, "captured_at", _in_utc(self.captured_at))
        object.__setattr__(self, "links", url_set(self.links, "links"))
        object.__setattr__(self, "images", url_set(self.images, "images"))
        if not isinstance(self.image_digests, Mapping):
            raise InvalidVersion(
                f"image_digests is a {type(self.image_digests).__name__}: pass a mapping of URLs to digests"
            )
        if self.blocks is not None:
            blocks = checked_blocks(self.blocks, f"of the version of {self.captured_at}")
            object.__setattr__(self, "blocks", blocks)
        if self.text is not None and not isinstance(self.text, str):
            raise InvalidVersion(f"text is a {type(self.text).__name__}: pass a string or None")
        if not self.is_pictured and self.blocks is None and self.text is None:
            raise InvalidVersion(
                f"the version of {self.captured_at} has neither a screenshot nor features, blocks or text: pass one"
            )
        if self.features is not None:
            object.__setattr__(self, "features", _checked_features(self.features))
        if self.signatures is not None:
            check_signatures(self.signatures)
        if self.row_features is not None:
            check_row_features(self.row_features, self.features)

    def __repr__(self) -> str:
        """In one line: when it was captured and what it brings, without pixels and texts."""
        brings = [name for name in _BROUGHT if getattr(self, name) is not None]
        brings += [f"{len(urls)} {name}" for name in ("links", "images") if (urls := getattr(self, name))]
        return f"PageVersion({self.captured_at.isoformat()}: {', '.join(brings)})"

    @cached_property
    def image_names(self) -> frozenset[str]:
        """What the images are compared by: their digests where these are known, else their URLs."""
        return frozenset(image_names(self.images, self.image_digests))

    def images_not_in(self, other: PageVersion) -> frozenset[str]:
        """URLs of the images that another version does not have, under whatever URL."""
        return frozenset(
            url for url in self.images if image_name(url, self.image_digests) not in other.image_names
        )

    def pixels(self) -> Pixels:
        """The screenshot as ``load_image`` reads it, uint8 RGB, shape (height, width, 3).

        Raises
        ------
        InvalidVersion
            There is no screenshot.
        InvalidImage
            It cannot be read; the message says when the version was captured.
        """
        if self.screenshot is None:
            raise InvalidVersion(
                f"the version of {self.captured_at} has no screenshot: pass one, or read its text"
            )
        try:
            return load_image(self.screenshot)
        except InvalidImage as error:
            raise InvalidImage(f"the screenshot of the version of {self.captured_at}: {error}") from error

    @property
    def is_pictured(self) -> bool:
        """Whether it has a screenshot, or features made of one."""
        return self.screenshot is not None or self.features is not None

    def features_of(self, feature_layout: str) -> NDArray[np.float32] | None:
        """The precomputed features; None where there are none, or where the screenshot can give them anew.

        Raises
        ------
        LayoutMismatch
            The features have another layout than asked for and there is no screenshot to make them from.
        """
        if self.features is None or self.feature_layout == feature_layout:
            return self.features
        if self.screenshot is not None:
            return None
        raise LayoutMismatch(
            f"the version of {self.captured_at} has features of layout {self.feature_layout!r}, the model "
            f"needs {feature_layout!r}: pass its screenshot, or features made by this model"
        )


def named_alike(before: PageVersion, after: PageVersion) -> tuple[PageVersion, PageVersion]:
    """Two versions whose images have names of one kind: URLs where one of the two has no digests, as captures of before
    these were kept."""
    if bool(before.image_digests) is bool(after.image_digests):
        return before, after
    return replace(before, image_digests={}), replace(after, image_digests={})


def names_of_one_kind(a: PageVersion, b: PageVersion) -> tuple[frozenset[str], frozenset[str]]:
    """The names of the images of two versions, as ``named_alike`` has them."""
    if bool(a.image_digests) is bool(b.image_digests):
        return a.image_names, b.image_names
    return frozenset(image_names(a.images, {})), frozenset(image_names(b.images, {}))


def check_versions(versions: Iterable[object], name: str = "versions") -> list[PageVersion]:
    """The versions as a list; ``name`` is what the caller calls them.

    Raises
    ------
    InvalidInput
        Something that is no ``PageVersion`` among them, or that is no collection of them at all.
    """
    if isinstance(versions, PageVersion) or not isinstance(versions, Iterable):
        raise InvalidInput(f"{name} is a single {type(versions).__name__}: pass a list of page versions")
    return [check_version(item, f"item {number} of {name}") for number, item in enumerate(versions)]


def check_pairs(pairs: Iterable[object]) -> list[tuple[PageVersion, PageVersion]]:
    """Pairs of versions as a list.

    Raises
    ------
    InvalidInput
        Something that is no pair of versions among them, or that is no collection of them at all.
    """
    if not isinstance(pairs, Iterable):
        raise InvalidInput(f"pairs is a {type(pairs).__name__}: pass a list of (before, after)")
    found = []
    for number, item in enumerate(pairs):
        if not isinstance(item, Sequence) or isinstance(item, str) or len(item) != 2:
            raise InvalidInput(f"item {number} of pairs is no pair: pass (before, after), two page versions")
        before, after = (check_version(one, f"item {number} of pairs") for one in item)
        found.append((before, after))
    return found


def check_version(item: object, name: str) -> PageVersion:
    """The version; ``name`` is what the caller calls it.

    Raises
    ------
    InvalidInput
        It is none.
    """
    if isinstance(item, PageVersion):
        return item
    raise InvalidInput(
        f"{name} is a {type(item).__name__}, no page version: PageVersion(captured_at=..., screenshot=...) makes one "
        "of an array or image, version_from_file(path) of an image file"
    )


def url_set(urls: object, name: str) -> frozenset[str]:
    """URLs as a set; ``name`` is what the caller calls them.

    Raises
    ------
    InvalidVersion
        They are no collection, or something among them is no string.
    """
    if isinstance(urls, str | bytes) or not isinstance(urls, Iterable):
        raise InvalidVersion(f"{name} is a {type(urls).__name__}: pass a set of URL strings")
    given = urls if isinstance(urls, frozenset) else tuple(urls)
    for url in given:
        if not isinstance(url, str):
            raise InvalidVersion(f"{name} holds a {type(url).__name__}: pass a set of URL strings")
    return frozenset(given)


def _in_utc(captured_at: object) -> datetime:
    if not isinstance(captured_at, datetime):
        raise InvalidVersion(f"captured_at is a {type(captured_at).__name__}: pass an aware datetime")
    try:
        if captured_at.utcoffset() is not None:
            moment = captured_at.astimezone(UTC)
            if not MINYEAR < moment.year < MAXYEAR:  # other zones' days are counted around it
                raise OverflowError(f"the year {moment.year} is an end of the calendar")
            return moment
    except (ValueError, OverflowError) as error:
        raise InvalidVersion(
            f"captured_at {captured_at} is no time in UTC: pass an aware datetime"
        ) from error
    raise InvalidVersion(
        f"captured_at {captured_at.isoformat()} has no time zone: pass an aware datetime, for example "
        "captured_at.replace(tzinfo=datetime.UTC) where it is known to be UTC"
    )


def _checked_features(features: object) -> NDArray[np.float32]:
    try:
        if np.iscomplexobj(np.asarray(features)):
            raise TypeError("they are complex")
        array = np.asarray(features, dtype=np.float32)
    except (TypeError, ValueError) as error:
        raise InvalidVersion(f"features are not an array of numbers ({error})") from error
    if array.ndim != 2 or array.size == 0:
        raise InvalidVersion(f"features have shape {array.shape}: pass (regions, values)")
    return array
