"""The evidence panel: which regions carry information about labels, tested against chance.

It is computed elsewhere, by what the composition root hands to ``create_app``, and only when it is asked for.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from dashboard.overlay import Grid, Overlay, Region, outline_of, overlay
from dashboard.presenters import count, percent
from storage.records import Page, StoredCapture

CHANCE = 0.5
MOST_REGIONS = 8


@dataclass(frozen=True, kw_only=True)
class RegionFigures:
    """What labels were decoded from, region by region, as rows of the grid."""

    scores: Grid  # share of labels of held-out days that are decoded; chance is a half
    p_corrected: Grid
    carries: tuple[tuple[bool, ...], ...]
    important: int
    unimportant: int
    days: int
    permutations: int


Evidence = Callable[[Page], RegionFigures | str]
"""The figures of a page, or a sentence that says why there are none and what to do."""


@dataclass(frozen=True, kw_only=True)
class EvidenceRegion:
    """A region that carries information, as a line of the table."""

    region: Region
    decoded: str
    p: str


@dataclass(frozen=True, kw_only=True)
class EvidencePanel:
    """The panel: a sentence, the regions over the screenshot, and the strongest of them."""

    summary: str
    drawn: Overlay | None = None
    regions: tuple[EvidenceRegion, ...] = ()


def evidence_panel(found: RegionFigures | str, capture: StoredCapture) -> EvidencePanel:
    """The figures over a capture's view."""
    if isinstance(found, str):
        return EvidencePanel(summary=found)
    drawn = _drawn(found, capture)
    strongest = () if drawn is None else drawn.strongest[:MOST_REGIONS]
    return EvidencePanel(
        summary=_summary(found),
        drawn=drawn,
        regions=tuple(
            EvidenceRegion(
                region=region,
                decoded=percent(found.scores[region.row][region.column]),
                p=f"{found.p_corrected[region.row][region.column]:.3f}",
            )
            for region in strongest
        ),
    )


def _drawn(found: RegionFigures, capture: StoredCapture) -> Overlay | None:
    """The regions that carry information, the stronger the better labels are decoded from them."""
    above = [
        [max(0.001, score - CHANCE) if does else 0.0 for score, does in zip(*row, strict=True)]
        for row in zip(found.scores, found.carries, strict=True)
    ]
    size = capture.profile.viewport_width_px, capture.profile.viewport_height_px
    drawn = overlay(above, kind="evidence", width_px=size[0], height_px=size[1])
    if drawn is None:
        return None
    regions = tuple(
        replace(
            region,
            outlined=found.carries[region.row][region.column],
            note=f"labels decoded: {percent(found.scores[region.row][region.column])}",
        )
        for region in drawn.regions
    )
    return replace(drawn, regions=regions, outline=outline_of(regions), summary=_summary(found))


def _summary(found: RegionFigures) -> str:
    regions = sum(map(len, found.carries))
    number = sum(map(sum, found.carries))
    labels = f"{count(found.important + found.unimportant, 'label')} on {count(found.days, 'day')}"
    if not number:
        return (
            f"No region carries information about the {labels}, as far as they can tell. With more labels weaker "
            "patterns can be told from chance."
        )
    verb = "carries" if number == 1 else "carry"
    return (
        f"{number} of {regions} regions {verb} information about the {labels}: those of held-out days are decoded "
        f"from them more often than chance allows (p at most 0.05, corrected for all regions, by "
        f"{found.permutations:,} exchanges of labels)."
    )
