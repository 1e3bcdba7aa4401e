"""The result of comparing two versions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, is_dataclass
from datetime import datetime
from typing import Any

import numpy as np

from changemodel.change.score_html import score_html
from changemodel.change.states import ReturningState
from changemodel.change.story_reading import StoryChange
from changemodel.change.text_reading import BlockDifference
from changemodel.metric.quadruplets import FloatArray, IntArray

SCHEMA = "pagetide-score/1"
"""Name and version of the JSON that ``to_dict`` gives."""


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class ChangeScore:
    """The change between two versions: how much, whether it is important, and where.

    Attributes
    ----------
    distance : float
        0 for identical versions. In a fitted model 1 is the usual distance from one capture to the next: a weighted
        sum of picture, text, links and images, or of those that the versions have. Text that alone makes the change
        important raises it (``verdict.judged``).
    probability : float or None
        Of an important change; None while the model has no decision.
    important : bool or None
        The decision; None while the model has none. Never True for identical versions.
    regions : float array, shape (grid, grid)
        What each region adds to the distance of the screenshots; sums to that distance.
    displacement_px : int
        How far down most content of the first screen moved; movement is no change.
    displacements_px : int array, shape (grid, grid), or None
        The same for each region; None without screenshots.
    links_added, links_removed, images_added, images_removed : frozenset of str
        URLs.
    text_distance : float or None
        Share of the words that changed, 0 to 1; None without text.
    text_important : bool or None
        The decision by novelty of the text alone.
    blocks : tuple of BlockDifference
        What changed in which block, the least usual first.
    returning_state : ReturningState or None
        Set where the page switches between states and the later version shows an earlier one again; that alone is not
        important. See ``states``.
    by_part : mapping of str to float
        What "visual", "text", "links" and "images" add to the distance, or "stories" alone where these decide; sums to
        the distance, except for a millionth that orders equal ones (``verdict.BETWEEN_EQUALS``).
    stories : tuple of StoryChange
        On pages that list news: the stories that entered, moved up, were retitled, returned or left, the most
        important first; empty for other pages.
    alarm_above : float or None
        The probability above which a change is important, if the model has an alert budget; None: 0.5.
    """

    distance: float
    probability: float | None
    important: bool | None
    regions: FloatArray
    displacement_px: int
    links_added: frozenset[str]
    links_removed: frozenset[str]
    images_added: frozenset[str]
    images_removed: frozenset[str]
    displacements_px: IntArray | None = None
    text_distance: float | None = None
    text_important: bool | None = None
    blocks: tuple[BlockDifference, ...] = ()
    returning_state: ReturningState | None = None
    by_part: Mapping[str, float] = field(default_factory=dict)
    stories: tuple[StoryChange, ...] = ()
    alarm_above: float | None = None

    def __repr__(self) -> str:
        """What was decided, without the arrays."""
        shown = ("distance", "probability", "important", "by_part")
        return f"ChangeScore({', '.join(f'{name}={getattr(self, name)!r}' for name in shown)}, ...)"

    def _repr_html_(self) -> str:
        """For notebooks: the decision, the regions of the picture as shades, and what changed in words."""
        return score_html(self)

    def to_dict(self) -> dict[str, Any]:
        """Every field as JSON-able values, with the name and version of the schema."""
        return {"schema": SCHEMA, **{item.name: _plain(getattr(self, item.name)) for item in fields(self)}}


def distance_text(distance: float) -> str:
    """A distance for people: thousandths, and two digits of what is smaller, so that only no change reads as 0."""
    return f"{distance:.2g}" if distance < 0.001 else f"{round(distance, 3):g}"


def _plain(value: Any) -> Any:
    """Arrays as lists, sets sorted, times in ISO 8601, records as objects."""
    if isinstance(value, np.ndarray):
        return value.tolist()
    if isinstance(value, frozenset | set):
        return sorted(value)
    if isinstance(value, tuple | list):
        return [_plain(item) for item in value]
    if isinstance(value, datetime):
        return value.isoformat()
    if is_dataclass(value):
        return {item.name: _plain(getattr(value, item.name)) for item in fields(value)}
    return value.item() if isinstance(value, np.generic) else value
