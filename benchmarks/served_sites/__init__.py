"""Sites as a web server serves them, by people (or programs) who were given the protocol and not the model.

Beside ``benchmarks.sites``, whose pages are put together from panels of one house: here each page has its own
structure, language and faults, frames, web components and scripts. Each main module serves ``page(hour)`` and what it
names, ``asset(path, hour)``, and declares in ``truth(hour)`` what happens until the next hour.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Protocol

from benchmarks.served_sites import (
    caldmoor_rail,
    cartocommun,
    courrier_hexagone,
    crue_vaurette,
    deccan_standard,
    eco_crinale,
    gokcekiyi,
    kazan_kansokujo,
    kuestenfunk,
    lagebild,
    lumbrera_diario,
    marisma,
    ministerio_mar,
    motungi_magazine,
    nordhavn_kommune,
    openforge_releases,
    quayside,
    schauspiel_lindental,
    szpital_wisla,
    thornmouth,
    tidewren_forum,
    universidad_altamar,
    urzad_wyrobow,
    utlysningskollen,
    wellenfunk_ticker,
)


class ServedSite(Protocol):
    """What each main module has."""

    NAME: str
    WHAT: str
    DAYS: int
    STARTS_AT: datetime  # what the page's own clock says at the first visit, to the hour

    def page(self, hour: int) -> str:
        """The front page's HTML at an hourly visit, 0 to 24 times ``DAYS`` - 1."""

    def asset(self, path: str, hour: int) -> tuple[str, bytes] | None:
        """Media type and bytes of what stands under another path; None: nothing."""

    def truth(self, hour: int) -> str:
        """Of the change to the next visit: "important", "unimportant" or "left out"."""


SERVED: Mapping[str, ServedSite] = {
    "caldmoor_rail": caldmoor_rail,
    "cartocommun": cartocommun,
    "courrier_hexagone": courrier_hexagone,
    "crue_vaurette": crue_vaurette,
    "deccan_standard": deccan_standard,
    "eco_crinale": eco_crinale,
    "gokcekiyi": gokcekiyi,
    "kazan_kansokujo": kazan_kansokujo,
    "kuestenfunk": kuestenfunk,
    "lagebild": lagebild,
    "lumbrera_diario": lumbrera_diario,
    "marisma": marisma,
    "ministerio_mar": ministerio_mar,
    "motungi_magazine": motungi_magazine,
    "nordhavn_kommune": nordhavn_kommune,
    "openforge_releases": openforge_releases,
    "quayside": quayside,
    "schauspiel_lindental": schauspiel_lindental,
    "szpital_wisla": szpital_wisla,
    "thornmouth": thornmouth,
    "tidewren_forum": tidewren_forum,
    "universidad_altamar": universidad_altamar,
    "urzad_wyrobow": urzad_wyrobow,
    "utlysningskollen": utlysningskollen,
    "wellenfunk_ticker": wellenfunk_ticker,
}
"""By name."""
