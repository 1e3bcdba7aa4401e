"""Explains a page type: the features that spoke for it, in words."""

from __future__ import annotations

from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from changemodel.classify.page_reading import PageReading
from changemodel.classify.page_type_calibration import PageTypeCalibration, scores_of
from changemodel.classify.page_type_features import STEPS, PageTypeFeatures
from changemodel.classify.page_type_numbers import NAMES
from changemodel.classify.page_type_tokens import BLOCKS, IN_WORDS

MOST_REASONS, MOST_NAMED = 4, 4
"""Blocks that are named, and features of each."""

FloatArray = NDArray[np.float64]


class Fitted(Protocol):
    """What reasons are taken from."""

    classes_: NDArray[np.str_]
    features_: PageTypeFeatures
    head_: Any
    calibration_: PageTypeCalibration


def reasons_for(fitted: Fitted, reading: PageReading, row: Any, name: str) -> tuple[str, ...]:
    """Sentences that say which blocks of a page's features spoke for a learned type, the weightiest first.

    Of a linear head, what each token adds to the type's score above the other types'; of others, how much less probable
    the type is without each block.
    """
    weights = getattr(fitted.head_, "coef_", None)
    if weights is None or len(weights) != len(fitted.classes_):
        return _without_each_block(fitted, row, name)
    chosen = int(np.searchsorted(fitted.classes_, name))
    chances = fitted.calibration_.probabilities(scores_of(fitted.head_, row))[0]
    others = np.delete(np.arange(len(chances)), chosen)
    shares = chances[others] + 1e-6
    columns, values = row.indices, row.data
    against = shares @ weights[np.ix_(others, columns)] / shares.sum()
    said = dict(zip(columns.tolist(), (values * (weights[chosen, columns] - against)).tolist(), strict=True))
    spoken = []
    for block, (start, stop) in fitted.features_.blocks_.items():
        total = sum(value for column, value in said.items() if start <= column < stop)
        named = _named(fitted.features_, reading, block, said)
        if total > 0 and named:
            spoken.append((total, f"{IN_WORDS[block]}: {', '.join(named)}"))
    return _weightiest(spoken, "nothing on the page speaks for it more than for other types")


def _weightiest(spoken: list[tuple[float, str]], otherwise: str) -> tuple[str, ...]:
    return tuple(text for _, text in sorted(spoken, reverse=True)[:MOST_REASONS]) or (otherwise,)


def _named(features: PageTypeFeatures, reading: PageReading, block: str, said: dict[int, float]) -> list[str]:
    """The features of a block that spoke most for the type."""
    if block == "numbers":
        return _figures(features, reading, said)
    if block not in BLOCKS:
        return ["how it looks"]
    spoke = [(said.get(features.column_of(block, token), 0.0), token) for token in reading.tokens[block]]
    best = sorted(
        ((value, token) for value, token in spoke if value > 0), key=lambda item: (-item[0], item[1])
    )
    return [token for _, token in best[:MOST_NAMED]]


def _figures(features: PageTypeFeatures, reading: PageReading, said: dict[int, float]) -> list[str]:
    start, stop = features.blocks_["numbers"]
    spoke = np.array([said.get(column, 0.0) for column in range(start, stop)]).reshape(len(NAMES), STEPS)
    totals, above = spoke.sum(axis=1), (reading.numbers[:, None] > features.steps_).sum(axis=1)
    best = [place for place in np.argsort(-totals, kind="stable").tolist()[:MOST_NAMED] if totals[place] > 0]
    return [f"{NAMES[place]} ({'high' if above[place] * 2 > STEPS else 'low'})" for place in best]


def _without_each_block(fitted: Fitted, row: Any, name: str) -> tuple[str, ...]:
    chosen = int(np.searchsorted(fitted.classes_, name))

    def chance(changed: Any) -> float:
        scores = scores_of(fitted.head_, changed)
        return float(fitted.calibration_.probabilities(scores)[0, chosen])

    whole, spoken = chance(row), []
    for block, (start, stop) in fitted.features_.blocks_.items():
        rest = row.copy()
        rest.data = np.where((rest.indices >= start) & (rest.indices < stop), 0.0, rest.data)
        less = chance(rest)
        if less < whole - 0.01:
            spoken.append(
                (whole - less, f"{IN_WORDS[block]}: without, it would be {less:.2f} instead of {whole:.2f}")
            )
    return _weightiest(
        spoken, f"without any one part of its features it would be {whole:.2f} probable as well"
    )
