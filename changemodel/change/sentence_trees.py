"""The trained trees of the sentence classifier, and which of their outputs a page can use (``sentence_classifier``)."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from typing import Any

import numpy as np
from numpy.typing import NDArray

from changemodel.errors import UnreadableModel
from changemodel.features.sentence_changes import MEASURES, SECTION_MEASURES
from changemodel.metric.boosted_trees import BoostedTrees

HOURLY, APART = "experience.npz", "experience_apart.npz"
"""Trees that were grown on hourly visits, and on these and visits some hours apart."""

HOURLY_H = 2.0
"""Hours from one visit to the next up to which those trees are asked that know hourly visits only: the others rank
these as well, and raise a quarter more false alarms."""

EVEN = 1.5
"""Log odds at which experience changes nothing: trees were grown on as much news as noise, and noise is more."""

LEAST_EVEN, MOST_EVEN = -2.0, 3.0
"""How far a page may have an even of its own, up where the trees take its noise for news, down where they know nothing
like it: a front page of headlines and nothing else has no noise beside which these stand out."""

QUIET = 0.6
"""Share of hours in which nothing important happens on any page: what is even is no lower than the odds of as large a
share of hourly visits. Of visits some hours apart so many are quiet as have no news in any of these hours."""

LIKELY, BELOW_LIKELY = 0.95, 3.0
"""Share of visits with a change above which the likeliest lie, and how far below their odds even must be: a page that
is silent at most visits is heard no sooner for it."""

NO_CHANGE = -20.0
"""Log odds of a visit at which nothing changed."""


def even_of(visits: Sequence[NDArray[np.float32]], trees: BoostedTrees, step_h: float) -> float:
    """Log odds that change nothing on a page, from what the trees say of visits to it.

    Parameters
    ----------
    visits : sequence of float array, shape (sentences, measures)
        What the trees are asked of at each.
    trees : BoostedTrees
    step_h : float
        Hours from one visit to the next.
    """
    odds = [_likeliest(rows, trees) for rows in visits]
    quiet = np.quantile(odds, QUIET ** max(step_h, 1.0))
    lowest = max(LEAST_EVEN, min(EVEN, likely_of(visits, trees) - BELOW_LIKELY))
    return float(np.clip(quiet, lowest, MOST_EVEN))


def likely_of(visits: Sequence[NDArray[np.float32]], trees: BoostedTrees) -> float:
    """Log odds above which the likeliest of the changes at these visits lie; infinite where nothing changed."""
    changed = [_likeliest(rows, trees) for rows in visits if len(rows)]
    return float(np.quantile(changed, LIKELY)) if changed else np.inf


def _likeliest(rows: NDArray[np.float32], trees: BoostedTrees) -> float:
    return float(trees.log_odds(rows, SECTION_MEASURES).max(initial=NO_CHANGE))


def trees_for(step_h: float) -> BoostedTrees:
    """What was learned of other pages that were visited about as often."""
    return grown_trees(HOURLY if step_h <= HOURLY_H else APART)


@cache
def grown_trees(name: str) -> BoostedTrees:
    """What was learned of other pages; ``HOURLY`` or ``APART``.

    Raises
    ------
    ValueError
        The file is of other measures: ``python -m benchmarks.news_classifier --grow`` makes it anew.
    """
    arrays = _stored(name)
    if tuple(arrays["measures"].tolist()) != MEASURES:
        raise ValueError(
            f"{name} was made for other measures: run python -m benchmarks.news_classifier --grow"
        )
    return BoostedTrees.from_arrays(arrays)


def provenance(name: str) -> dict[str, Any]:
    """From what trees were grown, as JSON-able values: ``command``, ``sites``, ``seeds``, ``commit``, ``libraries``,
    as far as that was recorded."""
    stated: dict[str, Any] = json.loads(str(_stored(name)["provenance"]))
    return stated


@cache
def news_classifier_digest() -> str:
    """Names all trees, the measures that they ask of and where they come from: part of every model's identity."""
    digest = hashlib.sha256()
    for name in (HOURLY, APART):
        digest.update(grown_trees(name).digest.encode())
        digest.update(json.dumps([*MEASURES, provenance(name)], sort_keys=True).encode())
    return digest.hexdigest()


def check_news_classifier(digest: object) -> None:
    """Refuse a model of other trees: it would score otherwise than when it was learned.

    Raises
    ------
    UnreadableModel
        The digest is not that of the trees that ship with this program.
    """
    if digest != news_classifier_digest():
        raise UnreadableModel(
            f"the model was learned with the news classifier {str(digest)[:12]}, this program has "
            f"{news_classifier_digest()[:12]}: fit the model again, or use the version of Pagetide that fitted it"
        )


@cache
def _stored(name: str) -> dict[str, NDArray[Any]]:
    with files(__package__).joinpath(name).open("rb") as file, np.load(file, allow_pickle=False) as arrays:
        return dict(arrays)
