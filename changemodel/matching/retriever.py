"""Which picture of a gallery a query was taken from, and where in it: a short list, then a closer look.

``CrossDomainRetriever`` holds two parts that can be exchanged, as the source's coarse and fine search can: a short list
(``FeatureVotes``, or the source's ``CosineBoxes``) and a similarity (``VerifiedPlacement``, or the source's
``SimilarityNet``). Source: X. Han, Learning with More Data and Better Models for Visual Similarity (2016), chapter on
street-to-shop retrieval; the default takes the place of its frozen network features, see docs/learners.md.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol, Self

from sklearn.base import BaseEstimator

from changemodel.arguments import whole_number
from changemodel.errors import InvalidInput, NotFitted
from changemodel.features.images import ImageSource, Pixels, load_image
from changemodel.matching.feature_votes import FeatureVotes
from changemodel.matching.gallery import Box, Candidate, GalleryPicture
from changemodel.matching.verified_placement import VerifiedPlacement


class ShortList(Protocol):
    """Finds pictures worth a closer look."""

    def fit(self, gallery: Sequence[GalleryPicture]) -> object:
        """Take the gallery in."""

    def candidates(self, query: Pixels) -> list[Candidate]:
        """The best first."""


class Similarity(Protocol):
    """Scores the pictures of a short list; leaves out what cannot be."""

    def rerank(
        self, query: Pixels, candidates: Sequence[Candidate], short_list: ShortList
    ) -> list[Candidate]:
        """The best first."""


@dataclass(frozen=True, kw_only=True)
class Found:
    """Answer to one query, the best first: numbers of pictures, scores, and regions as (x, y, width, height)."""

    ids: tuple[int, ...]
    scores: tuple[float, ...]
    regions: tuple[Box | None, ...]
    candidates: tuple[Candidate, ...]
    """The same with what each was judged by."""


class CrossDomainRetriever(BaseEstimator):  # type: ignore[misc]
    """Finds the picture that a crop, a rescaled, recompressed or otherwise changed copy was made of.

    Parameters
    ----------
    short_list : ShortList, optional
        None: local features in an inverted index (``FeatureVotes``).
    similarity : Similarity, optional
        None: geometry and pixels (``VerifiedPlacement``). What it leaves out is not in the answer, which may be empty.

    Attributes
    ----------
    short_list_, similarity_
        As they are used.
    n_pictures_ : int

    Examples
    --------
    >>> from changemodel import CrossDomainRetriever
    >>> retriever = CrossDomainRetriever().fit(gallery)  # doctest: +SKIP
    >>> retriever.query("from-a-chat.jpg", k=5).ids  # doctest: +SKIP
    (118,)
    """

    def __init__(self, *, short_list: ShortList | None = None, similarity: Similarity | None = None) -> None:
        self.short_list = short_list
        self.similarity = similarity

    def fit(self, gallery: Iterable[GalleryPicture]) -> Self:
        """Take a gallery in.

        Raises
        ------
        InvalidInput
            No pictures, or a number that comes twice.
        MissingExtra
            OpenCV is not installed.
        """
        pictures = list(gallery)
        if not pictures:
            raise InvalidInput("the gallery is empty: pass pictures to search in")
        if len({picture.id for picture in pictures}) != len(pictures):
            raise InvalidInput("a number comes twice in the gallery: give each picture its own")
        self.short_list_ = FeatureVotes() if self.short_list is None else self.short_list
        self.similarity_ = VerifiedPlacement() if self.similarity is None else self.similarity
        self.short_list_.fit(pictures)
        self.n_pictures_ = len(pictures)
        return self

    def query(self, image: ImageSource, k: int = 20) -> Found:
        """The k pictures that the image was most likely taken from.

        Raises
        ------
        NotFitted
            Before ``fit``.
        InvalidImage
            The image cannot be read, or is too small.
        """
        if not hasattr(self, "short_list_"):
            raise NotFitted("this CrossDomainRetriever is not fitted: call fit with a gallery first")
        most, pixels = whole_number(k, "k", 1), load_image(image)
        listed = self.short_list_.candidates(pixels)
        best = tuple(self.similarity_.rerank(pixels, listed, self.short_list_)[:most])
        return Found(
            ids=tuple(one.id for one in best),
            scores=tuple(one.score for one in best),
            regions=tuple(one.region for one in best),
            candidates=best,
        )
