"""A closer look at a short list: is the query, pixel by pixel, a part of the picture where its features say?"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from changemodel.errors import InvalidImage
from changemodel.features.images import Pixels
from changemodel.matching.gallery import Candidate
from changemodel.matching.geometry import Placement
from changemodel.matching.picture_agreement import Agreement, agreement

COMPARED = 8
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

        Captures of one page lie at one place: they are compared at the place of the one that more features agree on,
        too, so that none wins because it was placed a fraction of a pixel better.
        """
        compared, judged = candidates[:COMPARED], []
        places: list[Placement] = []
        for one in compared:
            own = one.evidence["placement"]
            near = [place for place in places if _is_near(place, own)]
            if not near:
                places.append(own)
            found = _judged(query, one, [own, *near], short_list)
            judged += [found] if found is not None else []
        judged.sort(key=lambda one: -one.evidence["correlation"])
        return [one for one in judged if one.score >= self.threshold]


def confidence(agreed: Agreement, agreeing: int) -> float:
    """Probability of a true match, between 0 and 1."""
    score = WEIGHTS["share"] * agreed.share + WEIGHTS["agreeing"] * np.log(max(agreeing, 1)) + WEIGHTS["bias"]
    return float(1.0 / (1.0 + np.exp(-score)))


def _is_near(a: Placement, b: Placement) -> bool:
    """Whether two placements put a picture at the same place, but for what cannot be told from features."""
    apart = max(abs(here - there) for here, there in zip(a.shift, b.shift, strict=True))
    return abs(a.scale / b.scale - 1.0) < 0.01 and apart < 6.0


def _judged(
    query: Pixels, candidate: Candidate, places: Sequence[Placement], short_list: Any
) -> Candidate | None:
    try:
        picture = short_list.pixels(candidate.id)
    except InvalidImage:
        return None
    found = [agreement(query, picture, place) for place in places]
    agreed = max(found, key=lambda one: one.correlation)
    evidence = {
        **candidate.evidence,
        "share": agreed.share,
        "correlation": agreed.correlation,
        "tiles": agreed.tiles,
    }
    return Candidate(
        id=candidate.id,
        score=confidence(agreed, candidate.evidence["agreeing"]),
        region=agreed.region,
        evidence=evidence,
    )
