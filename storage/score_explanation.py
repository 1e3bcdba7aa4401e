"""What a change score rests on, as JSON keeps it: blocks, sentences and stories of the text, regions of the picture."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, TypedDict


class ChangedBlock(TypedDict, total=False):
    """A block of the page's text that changed."""

    path: str
    kind: str
    """``text``, ``numbers``, ``removed``, ``links``, ``outline`` or ``image``."""
    added: str
    removed: str
    furniture: bool
    """Whether it is navigation."""
    returns: bool
    """Whether the page had shown it before, and then been without it."""
    chance: float | None
    """Share of visits at which such a change comes; None: it does not count as news."""


class ChangedSentence(TypedDict, total=False):
    """Words that came or went, and how likely they are news by what other pages taught."""

    text: str
    section: str
    came: bool
    """False: they went."""
    chance: float


RegionHabit = TypedDict(
    "RegionHabit",
    {
        "class": str,
        "visits": int,
        "changes": int,
        "returns": int,
        "looks": int,
        "period_h": float | None,
    },
    total=False,
)
"""What a region of the picture usually does: ``class`` is one of ``changemodel.change.noise_regions``."""


class ChangedRegion(TypedDict, total=False):
    """A region of the picture; ``box``: x, y, width, height in CSS pixels, ``share``: of the pictures' distance."""

    row: int
    column: int
    box: Sequence[float]
    contribution: float
    share: float
    importance: float | None
    weight: float | None
    displacement_px: int
    noise: RegionHabit | None
    went_back: bool


class ReturningLook(TypedDict):
    """A look of the page that it had before and had left (``changemodel.change.states``); times as ISO 8601."""

    state: int
    last_seen_at: str
    visits: int
    compared_with: str | None


class FileDigests(TypedDict):
    """Of a file of which only the bytes are compared."""

    before: str
    after: str


class ScoreExplanation(TypedDict, total=False):
    """Only what there is to say of a pair is there; scores of older versions lack what these did not say."""

    text_distance: float
    text_important: bool | None
    blocks_changed: int
    blocks: Sequence[ChangedBlock]
    """The least usual first; ``blocks_changed`` says how many there were."""
    sentences: Sequence[ChangedSentence]
    """The likeliest news first."""
    stories: Sequence[str]
    """What happened to the stories of a page that lists news, what is worth most first."""
    parts: Sequence[ChangedRegion]
    """The regions with the largest shares."""
    returning_state: ReturningLook
    """The look that the page went back to."""
    by_part: Mapping[str, float]
    """What each part (``visual``, ``text``, ...) adds to the distance."""
    alarm_above: float
    """Where alarms begin, by the page's alert budget or as a person set it."""
    alarm_by: Literal["person"]
    """There where a person set it."""
    importance: Sequence[Sequence[float]]
    """The importance map as it lies on the later capture."""
    file: FileDigests
