"""What a visit costs now: one price for all pages, and a higher one on hosts that take no more.

Solved every few minutes by ``planning``, kept in the database, read wherever a due time is computed or shown.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields, replace
from typing import Any, Self

from crawler.scheduling.value import PageColumns


@dataclass(frozen=True, kw_only=True)
class HostPrice:
    """A host whose pages ask for more visits than it takes: they compete with each other at a price of their own."""

    price: float
    per_h: float
    """Visits an hour that it takes."""


@dataclass(frozen=True, kw_only=True)
class PriceTable:
    """The prices of visits, and what they were solved for."""

    common: float = 0.0
    """The price where no host is full, in weighted hours; 0: every page is visited at its floor."""
    kappa_h: float = 12.0
    """Hours of staleness that a lost version is worth."""
    linear: float = 0.0
    """Share of the staleness in which every unseen change counts in full (``value``)."""
    hosts: Mapping[str, HostPrice] = field(default_factory=dict)
    """The hosts that are full."""
    correction: float = 1.0
    """What the solved price was multiplied by, because other visits fell due than it had foreseen."""
    least_per_h: float = 0.0
    """Visits an hour that ceilings and rules ask for whatever they cost."""

    def price(self, host: str) -> float:
        """The price of a visit to a page of ``host``."""
        own = self.hosts.get(host)
        return self.common if own is None else own.price

    def priced(self, watch: PageColumns) -> PageColumns:
        """The pages with what this price_table counts their losses by."""
        return replace(watch, kappa_h=self.kappa_h, linear=self.linear)

    def as_json(self) -> dict[str, Any]:
        """What JSON can hold of it."""
        return asdict(self)

    @classmethod
    def from_json(cls, kept: Mapping[str, Any] | None) -> Self:
        """The price_table of which ``as_json`` was kept; without one, a visit costs nothing."""
        if not kept:
            return cls()
        hosts = {name: HostPrice(**values) for name, values in kept["hosts"].items()}
        own = {item.name for item in fields(cls)}  # earlier versions kept more
        return cls(**{**{name: value for name, value in kept.items() if name in own}, "hosts": hosts})
