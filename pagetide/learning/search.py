"""Which capture a screenshot was taken from: local features of all pictures in one index, then geometry and pixels.

The picture of the whole page is searched where a capture has one, else its view. Captures with the same picture share
one entry, by the picture's digest; which captures these are is asked of the database, so that what was removed is not
found. The index lies under ``models/similar``, which a takedown deletes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np

from changemodel.features.images import ImageSource, Pixels, load_image
from changemodel.matching.feature_index import FeatureIndex
from changemodel.matching.feature_votes import FeatureVotes
from changemodel.matching.gallery import Box, Candidate, GalleryPicture
from changemodel.matching.verified_placement import VerifiedPlacement
from pagetide.errors import NothingToDo
from storage.collection import SIMILAR, Collection
from storage.queries.captures import CaptureKey, PictureKey

_HEX_OF_A_NUMBER = 15
CROWDED = 500
"""Features of a word, on average, above which questions become slow: the words were learned from far fewer captures."""


@dataclass(frozen=True)
class Match:
    """A capture that shows what the image shows, where, and how sure that is (0 to 1)."""

    key: CaptureKey
    confidence: float
    region: Box | None
    explained: float
    """Share of the image that the capture explains."""


class PictureSearch:
    """The index of the pictures of one collection.

    Raises
    ------
    MissingExtra
        OpenCV is not installed.
    UnreadableModel
        The kept index is damaged: build it anew.
    """

    def __init__(self, collection: Collection) -> None:
        self._collection = collection
        self._path = collection.path / SIMILAR / "pictures"
        self._captures: dict[int, list[PictureKey]] = {}
        for picture in collection.repository.good_pictures():
            self._captures.setdefault(picture_number(picture.digest), []).append(picture)

    @property
    def is_built(self) -> bool:
        """Whether there is an index."""
        return self._path.exists()

    @property
    def n_captures(self) -> int:
        """Captures that have a picture."""
        return sum(map(len, self._captures.values()))

    def build(self, progress: Callable[[int], object] = lambda done: None) -> None:
        """Learn words from this collection's pictures and list the features of all.

        Raises
        ------
        NothingToDo
            No capture has a picture.
        """
        numbers = list(self._captures)
        if not numbers:
            raise NothingToDo(
                "no capture has a picture that could be searched. Visit pages: pagetide crawl --once"
            )
        votes = FeatureVotes.learned(self._gallery(numbers))
        votes.add(self._gallery(numbers), progress)
        votes.index_.save(self._path)

    def missing(self) -> list[int]:
        """Numbers of the pictures that the index lacks, those stored last at the end."""
        known = set(FeatureIndex.load(self._path, check=False).ids.tolist())
        return [number for number in self._captures if number not in known]

    def add(self, numbers: Sequence[int], progress: Callable[[int], object] = lambda done: None) -> None:
        """List the features of more pictures."""
        index = FeatureIndex.load(self._path)
        FeatureVotes(index).add(self._gallery(numbers), progress)
        index.save(self._path)

    @property
    def is_crowded(self) -> bool:
        """Whether the collection has outgrown the words of its index."""
        index = FeatureIndex.load(self._path, check=False)
        return index.n_features > CROWDED * index.vocabulary.n_words

    def matches(self, image: ImageSource) -> list[Match]:
        """Captures that the image was taken from, the surest first; none where no capture matches.

        Among captures that agree with the image equally well the earliest comes first.

        Raises
        ------
        InvalidImage
            The image cannot be read, or is too small.
        """
        pixels = load_image(image)
        votes = FeatureVotes(FeatureIndex.load(self._path, check=False), self._pixels)
        known = [one for one in votes.candidates(pixels) if one.id in self._captures]
        found = VerifiedPlacement().rerank(pixels, known, votes)
        found.sort(
            key=lambda one: (
                one.evidence["place"],
                one.evidence["apart"],
                self._captures[one.id][0].capture.started_at,
            )
        )
        return [match for one in found for match in self._matches_of(one)]

    def _matches_of(self, found: Candidate) -> Iterable[Match]:
        for picture in self._captures[found.id]:
            yield Match(picture.capture, found.score, found.region, found.evidence["share"])

    def _gallery(self, numbers: Sequence[int]) -> list[GalleryPicture]:
        return [GalleryPicture(id=number, image=partial(self._bytes, number)) for number in numbers]

    def _bytes(self, number: int) -> bytes:
        picture = self._captures[number][0]
        stored = self._collection.repository.capture(picture.capture.id)
        return self._collection.read(stored, picture.role)

    def _pixels(self, number: int) -> Pixels:
        return load_image(self._bytes(number))


def picture_number(digest: str) -> int:
    """The first 60 bits of a picture's SHA-256."""
    return int(np.int64(int(digest.partition(":")[2][:_HEX_OF_A_NUMBER], 16)))
