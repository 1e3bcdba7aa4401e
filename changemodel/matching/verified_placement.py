"""Verifies a short list: is the query, pixel by pixel, a part of the picture where its features say?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from changemodel.errors import InvalidImage
from changemodel.features.images import Pixels
from changemodel.matching.confidence import same_picture, same_place
from changemodel.matching.gallery import Candidate, grey
from changemodel.matching.geometry import Placement
from changemodel.matching.picture_agreement import Agreement, Rivalry, agreement, rivalries

COMPARED = 12
"""Candidates with the most agreeing features: of nearly the same captures the pixels decide."""
SURE = 0.5
"""Where the place is less probable there is no match."""


class VerifiedPlacement:
    """Scores pictures by how sure it is that the query was taken from exactly this one (``confidence``).

    ``evidence["same_place"]`` is how sure it is that the query shows the picture's page at that place at all.

    Parameters
    ----------
    threshold : float
        Candidates at places that are less probable are left out; 0 keeps all.
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
        return [found for found in ranked if found.evidence["same_place"] >= self.threshold]


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
        beside = rivalries(query, agreed)
        order = np.argsort([one.apart for one in beside], kind="stable").tolist()
        return [self._scored(row, agreed[row], beside[row], number) for row in order]

    def _scored(self, row: int, agreed: Agreement, beside: Rivalry, number: int) -> Candidate:
        candidate = self.judged[row][0]
        here = same_place(agreed.share, agreed.correlation)
        evidence = {
            **candidate.evidence,
            **{name: getattr(agreed, name) for name in ("share", "correlation", "tiles")},
            **{name: getattr(beside, name) for name in ("apart", "margin", "near")},
            "place": number,
            "same_place": here,
        }
        score = here * same_picture(beside.margin, beside.near)
        return Candidate(id=candidate.id, score=score, region=agreed.region, evidence=evidence)


def _is_near(a: Placement, b: Placement) -> bool:
    """Whether two placements put a picture at the same place, but for what cannot be told from features."""
    apart = max(abs(here - there) for here, there in zip(a.shift, b.shift, strict=True))
    return abs(a.scale / b.scale - 1.0) < 0.01 and apart < 6.0
