"""A short list by local features: pictures with which a query shares many, standing alike."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from itertools import islice
from typing import Self

import numpy as np

from changemodel.errors import InvalidImage, InvalidInput, NotFitted
from changemodel.features.images import Pixels
from changemodel.matching.feature_index import FeatureIndex, Votes
from changemodel.matching.gallery import Candidate, GalleryPicture
from changemodel.matching.geometry import Placement, placement
from changemodel.matching.local_features import LocalFeatures, local_features
from changemodel.matching.visual_words import Vocabulary

logger = logging.getLogger(__name__)

PX_OF_A_FEATURE = 600
"""Of a gallery's picture: so many features of long pages, so few of short ones."""
MOST_OF_A_PICTURE = 6000
OF_A_QUERY = 1500
ENOUGH_OF_A_QUERY = 200
"""Features at half size; queries of fewer are sparse pages, forms and tables, of which none can be spared."""
LEARNED_FROM_PICTURES = 300
AT_ONCE = 500
PLACED = 40
"""Pictures with the most votes, whose geometry is looked at."""
MOST_VOTES = 1500
"""Of a picture: pages of repeated rows have many, and most of them are wrong."""


class FeatureVotes:
    """Pictures by the local features that they share with a query.

    Parameters
    ----------
    index : FeatureIndex, optional
        One that was loaded; the pictures are then asked for by ``pictures``. None: ``fit`` makes it.
    pictures : callable, optional
        Gives the pixels of a picture by its number.

    Attributes
    ----------
    index_ : FeatureIndex
    """

    index_: FeatureIndex

    def __init__(
        self, index: FeatureIndex | None = None, pictures: Callable[[int], Pixels] | None = None
    ) -> None:
        if index is not None:
            self.index_ = index
        self._pictures = pictures

    def fit(self, gallery: Sequence[GalleryPicture]) -> Self:
        """Learn words from some of the pictures, and list the features of all."""
        self.index_ = self.learned(gallery).index_
        self.add(gallery)
        by_number = {picture.id: picture for picture in gallery}
        self._pictures = lambda number: by_number[number].pixels()
        return self

    @classmethod
    def learned(cls, gallery: Sequence[GalleryPicture]) -> Self:
        """An empty index whose words were learned from some of the pictures.

        Raises
        ------
        InvalidInput
            None of them shows anything.
        """
        rows = np.unique(
            np.linspace(0, len(gallery) - 1, min(len(gallery), LEARNED_FROM_PICTURES)).astype(int)
        )
        read = [
            found for row in rows if (found := _features_or_none(gallery[row])) is not None and len(found)
        ]
        if not read:
            raise InvalidInput(
                "no picture of the gallery shows anything: there is nothing to tell them apart by"
            )
        described = np.concatenate([one.descriptors for one in read])
        return cls(FeatureIndex(Vocabulary.learned(described, np.random.default_rng(0))))

    def add(
        self, gallery: Sequence[GalleryPicture], progress: Callable[[int], object] = lambda done: None
    ) -> None:
        """List more pictures; one that cannot be read is left out, and the log says so."""
        waiting = iter(gallery)
        done = 0
        while part := list(islice(waiting, AT_ONCE)):
            read = [
                (picture.id, found) for picture in part if (found := _features_or_none(picture)) is not None
            ]
            self.index_.add([number for number, _ in read], [found for _, found in read])
            done += len(part)
            progress(done)

    def candidates(self, query: Pixels) -> list[Candidate]:
        """Pictures by the number of features that agree with one scale and shift, ``evidence["placement"]``."""
        if not hasattr(self, "index_"):
            raise NotFitted("there is no index yet: call fit with a gallery first")
        features = query_features(query)
        votes = self.index_.votes(features)
        ranked = self.index_.ranked(features, votes, PLACED)
        rows = np.array([row for row, _ in ranked], dtype=np.int64)
        few = votes.among(rows)
        placed = [(row, self._placed(features, few.of(row).heaviest(MOST_VOTES))) for row, _ in ranked]
        found = [(row, where, agreeing) for row, (where, agreeing) in placed if where is not None]
        found.sort(key=lambda one: -one[2])
        return [
            Candidate(
                id=int(self.index_.ids[row]),
                score=float(agreeing),
                evidence={"placement": where, "agreeing": agreeing, "features": len(features)},
            )
            for row, where, agreeing in found
        ]

    def pixels(self, number: int) -> Pixels:
        """A picture of the gallery."""
        if self._pictures is None:
            raise NotFitted("this index knows no pictures: pass pictures= beside the index")
        return self._pictures(number)

    def _placed(self, features: LocalFeatures, votes: Votes) -> tuple[Placement | None, int]:
        query = features.points[votes.query].astype(np.float64)
        there = self.index_.points(votes.feature).astype(np.float64)
        where = placement(query, there, votes.query, np.random.default_rng(0))
        return where, 0 if where is None else len(np.unique(votes.query[where.agreeing]))


def query_features(query: Pixels) -> LocalFeatures:
    """Features of a query; one that shows little is read at its full size, too, where small features are left."""
    features = local_features(query, most=OF_A_QUERY)
    if len(features) >= ENOUGH_OF_A_QUERY:
        return features
    return features.joined(local_features(query, most=OF_A_QUERY, shrink_by=1))


def gallery_features(picture: GalleryPicture) -> LocalFeatures:
    """As many features as the size of the picture suggests."""
    pixels = picture.pixels()
    most = int(np.clip(pixels.shape[0] * pixels.shape[1] / PX_OF_A_FEATURE, 300, MOST_OF_A_PICTURE))
    return local_features(pixels, most=most)


def _features_or_none(picture: GalleryPicture) -> LocalFeatures | None:
    try:
        return gallery_features(picture)
    except InvalidImage as error:
        logger.warning("picture %d is left out: %s", picture.id, error)
        return None
