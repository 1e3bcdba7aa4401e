"""Recognises moved rows in lossy screenshots (JPEG, WebP), whose pixels differ.

Rows are followed by their exact pixels (``alignment.row_signatures``), so that what is similar never passes for what
moved. A lossy codec works in blocks: what it pushed down by 90 px differs in nearly every row, and exact matching finds
nothing. Here the rows of such a picture get the signatures of the rows that they show in a picture of reference, found
by means over ten pixels, which a codec hardly changes, at displacements at which both pictures' rows go together. All
that follows works on signatures and knows nothing of codecs.

No picture that is known to be lossless is looked at, and of those of which nothing is known, as of arrays, only one of
which hardly any row is found exactly: elsewhere nothing changes. Ours. The bounds were chosen on JPEG of quality 60 to
95 and WebP of 85: at 80 a hundredth of the row bands differ by more than 6 grey values, and one in some thousands by
more than 10; at 60 a hundredth by more than 11.
"""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Self

import numpy as np
import scipy.fft
from numpy.typing import NDArray

from changemodel.features.alignment import BANDS, SIGNATURE_ROWS, Signatures, recognisable
from changemodel.features.fast_gist import mean_of_channels
from changemodel.features.images import VIEW_HEIGHT_PX, VIEW_WIDTH_PX, ImageSource, load_image, view

HARDLY_ANY = 0.1
"""Share of the recognisable row bands up to which those found exactly are hardly any."""

MIN_ALIKE = 0.3
"""Share of the row bands that show something, that must be found by their means: else it is another page."""

TOLERANCE = 10
"""Grey values by which the means of what is the same differ at most."""

MIN_VOTES = 24
"""Row bands that must agree on a displacement, as in ``motion``."""

_CELL_PX = 10
_CELLS = VIEW_WIDTH_PX // BANDS // _CELL_PX
_FFT_ROWS = 4096  # more than twice as many as there are rows: no displacement wraps around
_MAX_DISPLACEMENTS = 8
_OF_PAGE, _OF_BAND = 12, 2  # displacements looked at: where all bands together agree most, and each alone
_STEEPEST = 40  # grey values from row to row; a single black rule shall not outweigh lines of text

Profile = NDArray[np.uint8]
"""Means of a picture's rows over ten pixels, (rows, ``BANDS``, 10)."""


def is_lossless(source: ImageSource | None) -> bool | None:
    """Whether a picture is in a file format without loss; None where that cannot be told, as of an array."""
    head = _head(source)
    if head[:4] == b"RIFF" and head[8:12] == b"WEBP":
        return {b"VP8L": True, b"VP8 ": False}.get(head[12:16])
    if head.startswith((b"\x89PNG\r\n\x1a\n", b"GIF8", b"BM")):
        return True
    return False if head.startswith(b"\xff\xd8\xff") else None


def _head(source: ImageSource | None) -> bytes:
    if isinstance(source, bytes | bytearray | memoryview):
        return bytes(source[:16])
    if isinstance(source, str | os.PathLike) and os.path.isfile(source):
        with open(source, "rb") as file:
            return file.read(16)
    return b""


def row_profile(source: ImageSource) -> Profile:
    """The means of the top rows of a screenshot."""
    image = load_image(source)
    rows = view(image, width=VIEW_WIDTH_PX, height=min(len(image), SIGNATURE_ROWS))
    means = mean_of_channels(rows).reshape(len(rows), BANDS, _CELLS, _CELL_PX).mean(axis=3)
    profile: Profile = np.rint(means).astype(np.uint8)
    return profile


@dataclass(eq=False)
class RowLikeness:
    """A picture of reference, and which rows of other pictures are like its own.

    Parameters
    ----------
    signatures
        Of the picture of reference.
    source
        The picture itself, read when it is needed; None where its profile is given.
    """

    signatures: Signatures
    source: ImageSource | None = field(default=None, repr=False)

    @classmethod
    def of_profile(cls, signatures: Signatures, profile: Profile) -> Self:
        """What was saved."""
        made = cls(signatures)
        made.profile = profile
        return made

    @cached_property
    def profile(self) -> Profile:
        """Of the picture of reference, which is not kept once it was read."""
        assert self.source is not None, "a likeness has a picture or its profile"
        source, self.source = self.source, None
        return row_profile(source)

    def __getstate__(self) -> dict[str, Any]:
        return {"signatures": self.signatures, "source": None, "profile": self.profile}

    def named(self, signatures: Signatures, source: ImageSource | None) -> Signatures:
        """The signatures of a picture, rows that are like one of reference called as that.

        As they are given where there is no picture, or one that is known to be lossless or shows another page; where
        nothing is known of its format also where rows are found exactly.
        """
        if source is None:
            return signatures
        lossless = is_lossless(source)
        if lossless or (lossless is None and _found_exactly(signatures, self.signatures)):
            return signatures
        profile = row_profile(source)
        named, alike, telling = signatures.copy(), np.zeros(signatures.shape, dtype=bool), _telling(profile)
        for offset in self._displacements(profile):
            own, other = _overlap(len(profile), len(self.profile), offset)
            same = _alike(profile[own], self.profile[other]) & ~alike[own]
            named[own][same] = self.signatures[other][same]
            alike[own] |= same
        enough = (alike & telling).sum() >= max(MIN_VOTES, MIN_ALIKE * telling.sum())
        return named if enough else signatures

    def _displacements(self, profile: Profile) -> list[int]:
        """How many rows lower parts of a picture stand than in that of reference: 0, and those of most row bands."""
        telling = _telling(profile)
        votes = {}
        for offset in _where_rows_go_together(profile, self.profile):
            own, other = _overlap(len(profile), len(self.profile), offset)
            votes[offset] = int((_alike(profile[own], self.profile[other]) & telling[own]).sum())
        best = sorted((item for item in votes if votes[item] >= MIN_VOTES), key=lambda item: -votes[item])
        return best[:_MAX_DISPLACEMENTS]


def _found_exactly(signatures: Signatures, reference: Signatures) -> bool:
    """Whether more than hardly any rows are the same, where they stood or elsewhere."""
    least = HARDLY_ANY * int(recognisable(signatures).sum())
    rows = min(len(signatures), len(reference))
    if (recognisable(signatures[:rows]) & (signatures[:rows] == reference[:rows])).sum() > least:
        return True
    known = recognisable(signatures) & np.isin(signatures, reference[recognisable(reference)])
    return bool(known.sum() > least) or not recognisable(signatures).any()


def _telling(profile: Profile) -> NDArray[np.bool_]:
    """Row bands whose means differ from side to side."""
    telling: NDArray[np.bool_] = np.ptp(profile, axis=2) > TOLERANCE
    return telling


def _alike(a: Profile, b: Profile) -> NDArray[np.bool_]:
    same: NDArray[np.bool_] = np.abs(a.astype(np.int16) - b).max(axis=2) <= TOLERANCE
    return same


def _overlap(height: int, other_height: int, offset: int) -> tuple[slice, slice]:
    """The rows of a picture that another has, which stand ``offset`` rows higher there."""
    start, stop = max(0, offset), min(height, other_height + offset)
    stop = max(start, stop)
    return slice(start, stop), slice(start - offset, stop - offset)


def _where_rows_go_together(a: Profile, b: Profile) -> list[int]:
    """Displacements at which the steps from row to row of both pictures agree, in all bands or in one."""
    spectra = [scipy.fft.rfft(_steps(profile), n=_FFT_ROWS, axis=0) for profile in (a, b)]
    crossed = (spectra[0] * spectra[1].conj()).sum(axis=2)  # (frequencies, BANDS)
    agreement = scipy.fft.irfft(crossed, n=_FFT_ROWS, axis=0)
    found = {0, *_largest(agreement.sum(axis=1), _OF_PAGE)}
    for band in agreement.T:
        found.update(_largest(band, _OF_BAND))
    return sorted(offset for offset in found if abs(offset) < VIEW_HEIGHT_PX)


def _steps(profile: Profile) -> NDArray[np.float32]:
    return np.clip(np.diff(profile.astype(np.float32), axis=0), -_STEEPEST, _STEEPEST)


def _largest(agreement: NDArray[np.float32], count: int) -> list[int]:
    places = np.argpartition(-agreement, count)[:count]
    return [int(place) if place < _FFT_ROWS // 2 else int(place) - _FFT_ROWS for place in places]
