"""The demo's sites, and the true changes on them between two moments."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from enum import StrEnum

from pagetide.demo.site import Resource, Site
from pagetide.demo.sites import Courier, Notices, Portal, Tabloid


class Truth(StrEnum):
    """What really happened to a page between two moments (Law 2015, section 4.4.1)."""

    IDENTICAL = "identical"  # byte for byte the same page
    SIMILAR = "similar"  # only unimportant change
    DISSIMILAR = "dissimilar"  # the text of the main news changed: important
    AMBIGUOUS = "ambiguous"  # only secondary stories changed: left out of testing


class Newsroom:
    """Four sites whose every page is a pure function of the site and the time; another seed, other sites."""

    def __init__(self, seed: int = 0) -> None:
        self.seed = seed
        self.sites: Mapping[str, Site] = {
            kind.slug: kind(seed) for kind in (Courier, Tabloid, Portal, Notices)
        }

    def resource(self, site: str, path: str, at: datetime) -> Resource | None:
        """What a site serves under a path at a moment, whatever is asked of it; None when there is nothing."""
        return self.sites[site].resource(path.partition("?")[0], at)

    def truth(self, site: str, a: datetime, b: datetime) -> Truth:
        """What changed on a site's front page between two moments."""
        page = self.sites[site]
        if page.news_text(a) != page.news_text(b):
            return Truth.DISSIMILAR
        if page.secondary_text(a) != page.secondary_text(b):
            return Truth.AMBIGUOUS
        return Truth.IDENTICAL if page.page(a) == page.page(b) else Truth.SIMILAR
