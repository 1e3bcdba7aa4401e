"""A closer look at a short list: is the query, pixel by pixel, a part of the picture where its features say?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from changemodel.errors import InvalidImage
from changemodel.features.images import Pixels
from changemodel.matching.gallery import Candidate, grey
from changemodel.matching.geometry import Placement
from changemodel.matching.picture_agreement import Agreement, agreement, residuals

COMPARED = 12
"""Candidates with the most agreeing features: of nearly the same captures the pixels decide."""
WEIGHTS = {"share": 10.0, "agreeing": 1.0, "bias": -6.5}
"""Of a logistic rule: explained share, log of agreeing features. Chosen, not fitted: on drawn pages true matches
explain at least half of the query, other pages of the same template at most a seventh."""
SURE = 0.5
"""What is less probable is no match."""


class VerifiedPlacement:
    """Confidence that the query was taken from a picture: by the share of it that the picture explains.

    Parameters
    ----------
    threshold : float
        Candidates of less confidence are left out; 0 keeps all.
    """

    def __init__(self, *, threshold: float = SURE) -> None:
        self.threshold = threshold

    def rerank(self, query: Pixels, candidates: Sequence[Candidate], short_list: Any) -> list[Candidate]:
        """Those that are sure enough, those first that agree best pixel by pixel.

        Captures of one page lie at one place. There they are compared with each other where they differ, and with the
        query nowhere else: ``evidence["apart"]`` says how far the query is from each, ``evidence["place"]`` where.
        """
        places: list[_Place] = []
        for one in candidates[:COMPARED]:
            try:
                picture = grey(short_list.pixels(one.id))  # a third of the memory: long pages are large
            except InvalidImage:
                continue
            own = one.evidence["placement"]
            place = next((known for known in places if _is_near(known.where, own)), None)
            if place is None:
                place = _Place(own)
                places.append(place)
            place.judged.append((one, picture, agreement(query, picture, own)))
        places.sort(key=lambda place: -place.correlation)
        ranked = [found for number, place in enumerate(places) for found in place.ranked(query, number)]
        return [found for found in ranked if found.score >= self.threshold]


@dataclass
class _Place:
    """Where some candidates lie, and these, each with its picture and as it agrees where its own features place it."""

    where: Placement
    judged: list[tuple[Candidate, NDArray[np.uint8], Agreement]] = field(default_factory=list)

    @property
    def correlation(self) -> float:
        """Of the one that agrees best."""
        return max(agreed.correlation for *_, agreed in self.judged)

    def ranked(self, query: Pixels, number: int) -> list[Candidate]:
        """The nearest to the query first; all are placed as the one that agrees best, so that none wins by that."""
        best = max(self.judged, key=lambda one: one[2].correlation)[0].evidence["placement"]
        agreed = [agreement(query, picture, best) for _, picture, _ in self.judged]
        apart = residuals(query, agreed)
        compared = [{"place": number, "apart": value} for value in apart]
        order = np.argsort(apart, kind="stable")
        return [_with_evidence(self.judged[row][0], agreed[row], compared[row]) for row in order]


def confidence(agreed: Agreement, agreeing: int) -> float:
    """Probability of a true match, between 0 and 1."""
    score = WEIGHTS["share"] * agreed.share + WEIGHTS["agreeing"] * np.log(max(agreeing, 1)) + WEIGHTS["bias"]
    return float(1.0 / (1.0 + np.exp(-score)))


def _is_near(a: Placement, b: Placement) -> bool:
    """Whether two placements put a picture at the same place, but for what cannot be told from features."""
    apart = max(abs(here - there) for here, there in zip(a.shift, b.shift, strict=True))
    return abs(a.scale / b.scale - 1.0) < 0.01 and apart < 6.0


def _with_evidence(candidate: Candidate, agreed: Agreement, found: dict[str, float]) -> Candidate:
    measured = {"share": agreed.share, "correlation": agreed.correlation, "tiles": agreed.tiles}
    return Candidate(
        id=candidate.id,
        score=confidence(agreed, candidate.evidence["agreeing"]),
        region=agreed.region,
        evidence={**candidate.evidence, **measured, **found},
    )
