"""Turns regions to ignore or favour into verdicts on a page's past changes.

A region is no mask. Each past change that stands in ignored regions alone counts as labelled unimportant, and one that
reaches into a favoured region as important. What changed elsewhere alone keeps the verdict that the model gives without
regions: else what is said of one place would be learned of all that reads like it. The page's model then learns of
these as of a person's verdicts (``changemodel.change.page_learning``), and the map follows; a verdict on a pair itself
counts before what its place says.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise

import numpy as np

from changemodel.change.calibration import PairLabel
from changemodel.features.blocks import section_of
from changemodel.features.images import VIEW_HEIGHT_PX
from changemodel.version import PageVersion
from storage.regions import PageRegion

MOST_PAIRS = 150
"""Newest pairs of captures that a page's regions speak of."""
WHOLE = 0.9
"""Share of a change that stands in ignored regions where it stands there alone; a picture never differs at one place
to the pixel."""
MOST = 0.5
"""Share of a section's blocks that stand in a favoured region where the section does."""
REACHES = 0.1
"""Share of a change by which it reaches into a favoured region."""

Box = tuple[float, float, float, float]  # left, top, right, bottom, in CSS pixels of the page


def region_verdicts(
    regions: Sequence[PageRegion],
    versions: Iterable[PageVersion],
    said: Iterable[PairLabel],
    usual: Callable[[PageVersion, PageVersion], bool | None],
) -> list[PairLabel]:
    """What regions say of successive versions of which no person said anything.

    Parameters
    ----------
    regions : sequence of PageRegion
    versions : iterable of PageVersion
    said : iterable of PairLabel
        A person's verdicts.
    usual : callable
        What the model says of two versions without the regions.

    Returns
    -------
    list of PairLabel
        Empty where no change of these stands in a region.
    """
    if not regions:
        return []
    known = {(item.before, item.after) for item in said}
    ordered = sorted(versions, key=lambda version: version.captured_at)
    pairs = [
        (before, after)
        for before, after in pairwise(ordered)
        if (before.captured_at, after.captured_at) not in known
    ]
    inside: list[PairLabel] = []
    outside: list[PairLabel] = []
    for before, after in pairs[-MOST_PAIRS:]:
        places, pair = changed_places(before, after), (before.captured_at, after.captured_at)
        verdict = _verdict(regions, places)
        if verdict is not None:
            inside.append(PairLabel(*pair, verdict))
        elif places and not _share(places, regions):
            decided = usual(before, after)
            outside += [] if decided is None else [PairLabel(*pair, decided)]
    return [*inside, *outside] if inside else []


def region_sections(regions: Sequence[PageRegion], versions: Iterable[PageVersion]) -> dict[str, bool]:
    """The sections of the text that stand in regions: favoured, or ignored.

    A section is ignored where nearly all of its blocks of all versions stand in ignored regions, and favoured where
    most of them do in favoured ones.
    """
    blocks = [
        (section_of(path), box) for version in versions for (path, _), box in _by_words(version).items()
    ]
    all_of = Counter(section for section, _ in blocks)
    told: dict[str, bool] = {}
    for favour, least in ((False, WHOLE), (True, MOST)):
        drawn = [item for item in regions if item.favour is favour]
        inside = Counter(section for section, box in blocks if _is_in(box, drawn))
        told |= {section: favour for section, held in inside.items() if held >= least * all_of[section]}
    return told


def changed_places(before: PageVersion, after: PageVersion) -> list[tuple[Box, float]]:
    """Where two versions differ, and how much: blocks by their words; where these agree, cells by their picture."""
    return _changed_blocks(before, after) or _changed_cells(before, after)


def _changed_blocks(before: PageVersion, after: PageVersion) -> list[tuple[Box, float]]:
    first, second = (_by_words(version) for version in (before, after))
    return [
        (box, float(len(words.split())))
        for one, other in ((first, second), (second, first))
        for (path, words), box in one.items()
        if (path, words) not in other
    ]


def _by_words(version: PageVersion) -> dict[tuple[str, str], Box]:
    """The boxes of what blocks say, by path and words."""
    return {
        (block.path, block.text): (
            block.x_px,
            block.y_px,
            block.x_px + block.width_px,
            block.y_px + block.height_px,
        )
        for block in version.blocks or ()
        if block.text.strip()
    }


def _changed_cells(before: PageVersion, after: PageVersion) -> list[tuple[Box, float]]:
    one, other = before.features, after.features
    if one is None or other is None or one.shape != other.shape:
        return []
    apart = np.linalg.norm(one.astype(np.float64) - other, axis=1)
    grid = round(len(apart) ** 0.5)
    side = VIEW_HEIGHT_PX / grid
    return [
        (
            (column * side, row * side, (column + 1) * side, (row + 1) * side),
            float(apart[row * grid + column]),
        )
        for row in range(grid)
        for column in range(grid)
        if apart[row * grid + column] > 0.0
    ]


def _verdict(regions: Sequence[PageRegion], places: Sequence[tuple[Box, float]]) -> bool | None:
    whole = sum(amount for _, amount in places)
    if not whole:
        return None
    if _share(places, [item for item in regions if item.favour]) / whole >= REACHES:
        return True
    ignored = _share(places, [item for item in regions if not item.favour])
    return False if ignored / whole >= WHOLE else None


def _share(places: Sequence[tuple[Box, float]], regions: Sequence[PageRegion]) -> float:
    """How much of a change has its middle in one of the regions."""
    return sum(amount for box, amount in places if _is_in(box, regions))


def _is_in(box: Box, regions: Sequence[PageRegion]) -> bool:
    middle = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
    return any(item.holds(*middle) for item in regions)
