"""A page's type with its probability and reasons."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from changemodel.classify.page_type_tree import UNKNOWN


@dataclass(frozen=True, kw_only=True)
class PageTypeVerdict:
    """The type of one page.

    Attributes
    ----------
    type : str
        A name of the tree; ``"unknown"`` where no type is probable enough. Where two kinds of one type are each too
        improbable and together probable enough, it is their parent.
    path : tuple of str
        From the root of the tree down to the type; empty of "unknown".
    probability : float, 0 to 1
        That the page is of this type; of "unknown", of the likeliest type.
    reasons : tuple of str
        Sentences for people, the weightiest first.
    model_id : str
        Which model said it: a name that another model does not have.
    likeliest : str
        The type that is most probable, also where it is not probable enough.
    rests_on : str
        "pages": labelled pages that a model learned from; "content type", "address": a rule.
    probabilities : mapping of str to float
        Of each type that the model learned; they sum to 1.
    """

    type: str
    path: tuple[str, ...]
    probability: float
    reasons: tuple[str, ...]
    model_id: str
    likeliest: str = UNKNOWN
    rests_on: str = "pages"
    probabilities: Mapping[str, float] = field(default_factory=dict)

    @property
    def is_known(self) -> bool:
        """Whether a type is told."""
        return self.type != UNKNOWN

    def as_dict(self) -> dict[str, Any]:
        """As plain values, for JSON."""
        return {
            "type": self.type,
            "path": list(self.path),
            "probability": self.probability,
            "reasons": list(self.reasons),
            "model_id": self.model_id,
            "likeliest": self.likeliest,
            "rests_on": self.rests_on,
            "probabilities": dict(self.probabilities),
        }
