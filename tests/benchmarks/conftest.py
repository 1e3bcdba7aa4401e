"""A simulated page as benchmarks of generated sites see theirs."""

import pytest

from benchmarks.pages.history import SiteHistory
from benchmarks.pages.site import Truth
from tests.changemodel.change.worlds import simulated


@pytest.fixture(scope="session")
def simulated_site() -> SiteHistory:
    world = simulated(0, days=8, missing=0.0)
    kinds = (Truth.SIMILAR, Truth.DISSIMILAR)
    return SiteHistory(
        name="simulated",
        hard="advertisements",
        versions=world.versions,
        truths=[kinds[int(changed)] for changed in world.important],
        news_boxes=[()] * len(world.versions),
    )
