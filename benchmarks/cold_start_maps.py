"""From which importance map should a new page start? The maps of all pages, or of pages of its type first.

Generated pages, captured hourly with screenshots by the product's browser (kept in the user's cache). Each page is new
once, and all others teach it: the mean of their learned maps, as ``pagetide.learning`` takes it. Two figures for each:
how much of the map lies on cells that news covered on the page, and the average precision of the distances with which
the page's first visits are ranked by pictures alone. Equal weights everywhere are the baseline.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from rich.table import Table

from benchmarks.pages.captures import history
from benchmarks.pages.history import SiteHistory, visits
from benchmarks.pages.site import Truth
from benchmarks.reporting import document, out
from changemodel import ChangeModel
from changemodel.change.prior import Prior
from changemodel.classify.page_type_tree import UNKNOWN
from changemodel.evaluation.ranking import average_precision

EQUAL, ALL, TYPE = "equal weights", "all pages", "its type first"
STARTS = (EQUAL, ALL, TYPE)
PAGES_OF_A_TYPE = 6
QUICK_PAGES = 2
HOURS = 48
"""As many captures as the product learns its first model from."""

FEW = 12
"""Captures of a new page when its first visits are ranked: too few for a model of its own."""


Figures = dict[str, dict[str, NDArray[np.float64]]]
"""For each figure the values of each start, one for each page."""


@dataclass(frozen=True)
class Taught:
    """A page with the model of all its captures."""

    type: str
    history: SiteHistory
    model: ChangeModel


def chosen(types: Mapping[str, str], of_a_type: int = PAGES_OF_A_TYPE) -> list[str]:
    """The first pages of each type that several pages have, by name: what is captured."""
    groups: dict[str, list[str]] = {}
    for name, type_ in types.items():
        groups.setdefault(type_, []).append(name)
    return [
        name
        for type_, names in groups.items()
        if type_ != UNKNOWN and len(names) > 1
        for name in names[:of_a_type]
    ]


def map_figures(types: Mapping[str, str], *, quick: bool = False) -> Figures:
    """For each figure the values of each start on each page; ``types`` are the types of pages by their names."""
    pages = [_taught(name, types[name]) for name in chosen(types, QUICK_PAGES if quick else PAGES_OF_A_TYPE)]
    mass: dict[str, list[float]] = {start: [] for start in STARTS}
    ranked: dict[str, list[float]] = {start: [] for start in STARTS}
    for new in pages:
        others = [page for page in pages if page is not new]
        for start in STARTS:
            prior = start_of(others, new.type, start)
            mass[start].append(mass_on_news(new, prior))
            ranked[start].append(precision_of_first_visits(new, prior))
    return {
        "map on news cells": {start: np.array(found) for start, found in mass.items()},
        "AP of the first visits": {start: np.array(found) for start, found in ranked.items()},
    }


def start_of(others: Sequence[Taught], type_: str, start: str) -> Prior | None:
    """What the other pages teach; None: equal weights."""
    if start == EQUAL:
        return None
    alike = [page.model for page in others if page.type == type_]
    everything = [page.model for page in others]
    return (Prior.from_models(alike) if start == TYPE else None) or Prior.from_models(everything)


def mass_on_news(page: Taught, prior: Prior | None) -> float:
    """The share of a map that lies where news stood on most captures of a page."""
    cells = page.history.news_cells(slice(None), page.model.grid).ravel()
    return float(cells.mean() if prior is None else prior.importance_on(page.model.grid)[cells].sum())


def precision_of_first_visits(page: Taught, prior: Prior | None) -> float:
    """Average precision of the distances of a page's successive captures, by what others taught and a few captures."""
    versions = page.history.versions
    model = ChangeModel(read="pictures").fit(versions[:FEW], prior=prior)
    important = [truth is Truth.DISSIMILAR for truth in page.history.truths[FEW:]]
    pairs = zip(versions[FEW:], versions[FEW + 1 :], strict=False)
    return average_precision([model.compare(before, after).distance for before, after in pairs], important)


def show_maps(figures: Figures, command: str, *, as_json: bool, quick: bool) -> None:
    """Print the table, or one JSON object: the start by type as figures, the others beside it."""
    if as_json:

        def means(start: str) -> dict[str, float | None]:
            return {name: float(found[start].mean()) for name, found in figures.items()}

        spread = {f"{name}, more by type": more(found) for name, found in figures.items()}
        baselines = {start: means(start) for start in (EQUAL, ALL)}
        out.print_json(
            document(figures=means(TYPE), baselines=baselines, spread=spread, command=command, quick=quick)
        )
        return
    table = Table(title="Importance maps of new pages" + (" (quick: not the full figures)" if quick else ""))
    for column in ("figure", "pages", *STARTS, "more by type (95 %)"):
        table.add_column(column)
    for name, found in figures.items():
        low, high = more(found)
        means_ = [f"{found[start].mean():.3f}" for start in STARTS]
        table.add_row(name, str(len(found[TYPE])), *means_, f"{low:+.3f} to {high:+.3f}")
    out.print(table)
    out.print(command)


def more(found: Mapping[str, NDArray[np.float64]]) -> tuple[float, float]:
    """By how much the start by type has more than that by all pages: the mean, two standard errors to each side."""
    differences = found[TYPE] - found[ALL]
    half = 2 * float(differences.std(ddof=1)) / np.sqrt(len(differences))
    mean = float(differences.mean())
    return round(mean - half, 3), round(mean + half, 3)


def _taught(name: str, type_: str) -> Taught:
    found = history(name, hours=visits(HOURS))
    return Taught(type=type_, history=found, model=ChangeModel(read="pictures").fit(found.versions))
