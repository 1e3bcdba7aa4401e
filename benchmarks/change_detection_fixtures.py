"""A sanity check on pictures that nobody here made: the fixtures of a pixel comparison (pixelmatch).

Every picture is at distance 0 from itself; every pair that differs in a way a person sees is above 0.
"""

from __future__ import annotations

import zipfile
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from changemodel.change.model import ChangeModel
from changemodel.evaluation.baselines import pixel_difference
from changemodel.version import PageVersion

_AT = datetime(2026, 1, 1, tzinfo=UTC)


def fixtures(data: Path) -> list[dict[str, Any]] | None:
    """Each pair's share of differing pixels and Euclidean distance; None where the data are not there."""
    archive = data / "visual-diff" / "pixelmatch_fixtures.zip"
    if not archive.is_file():
        return None
    model = ChangeModel.euclidean()
    found = []
    with zipfile.ZipFile(archive) as packed:
        names = set(packed.namelist())
        numbers = sorted(
            name[:-5] for name in names if name.endswith("a.png") and f"{name[:-5]}b.png" in names
        )
        for number in numbers:
            before = PageVersion(_AT, packed.read(f"{number}a.png"))
            after = PageVersion(_AT + timedelta(hours=1), packed.read(f"{number}b.png"))
            found.append(
                {
                    "pair": number,
                    "pixels": 100 * pixel_difference(before, after),
                    "distance": model.distance(before, after),
                    "to itself": model.distance(before, PageVersion(after.captured_at, before.screenshot)),
                }
            )
    return found


def fixtures_line(found: list[dict[str, Any]] | None) -> str:
    """What was found, in one sentence."""
    if found is None:
        return "pixelmatch fixtures: the data are not there"
    above = sum(item["distance"] > 0 for item in found)
    same = sum(item["to itself"] == 0 for item in found)
    return (
        f"pixelmatch fixtures: {above} of {len(found)} differing pairs at a distance above 0, {same} of {len(found)} "
        "pictures at 0 from themselves"
    )
