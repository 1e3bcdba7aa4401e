"""What does the type of a page tell of how often it changes? ``python -m benchmarks.cold_start [--maps] [--quick]``

A new page starts from what other pages taught: those of its kind by the address (front page, section, article) and,
once it was visited, those of its type. How far is that prior of its rate of important change from the rate that it
turned out to have, in doublings, mean? Each page is taught by all others: generated pages of many kinds (all at the
root of their site, so that their addresses say nothing), and real histories. Beside it stand the starts that know less:
the address alone, and all pages taken to be alike.
``--maps`` asks the same of importance maps instead (``benchmarks.cold_start_maps``): the first run captures pages
with a browser, about ten minutes.
"""

from __future__ import annotations

import argparse
import csv
import shlex
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import pairwise
from pathlib import Path

import numpy as np
from rich.table import Table

from benchmarks.cold_start_maps import map_figures, show_maps
from benchmarks.pages.history import default_seed
from benchmarks.pages.site import Site, Truth, states, truth
from benchmarks.pages.sites import FAMILIES
from benchmarks.reporting import document, out, shared_data
from benchmarks.time_machine import history_folders, opened
from changemodel.classify.page_description import PageDescription
from changemodel.classify.page_type_classifier import PageTypeClassifier
from changemodel.classify.page_type_tree import UNKNOWN
from crawler.scheduling.prior import KINDS, NO_GROUP, Groups, fitted_table, kind_of
from crawler.scheduling.rate import FloatArray

ALIKE, ADDRESS, TYPE = "all alike", "address", "address and type"
STARTS = (ALIKE, ADDRESS, TYPE)
STEPS = (("address", ALIKE, ADDRESS), ("type", ADDRESS, TYPE))
"""What is told more of a page, and the starts without and with it."""
DAYS, QUICK_DAYS = 10, 2
ADDRESSES = {
    "daily-reporter": "http://www.greenfieldreporter.com/",
    "policy-buffer-privacy": "https://buffer.com/privacy",
    "policy-github-terms": "https://docs.github.com/en/site-policy/github-terms/github-terms-of-service",
    "policy-npm-privacy": "https://docs.npmjs.com/policies/privacy",
    "policy-npm-terms": "https://docs.npmjs.com/policies/terms",
    "policy-uptimerobot-terms": "https://uptimerobot.com/terms/",
}
"""Of histories that are not named by their address."""

_LEAST = 0.5  # changes that a page has had which was not seen to change


@dataclass(frozen=True, kw_only=True)
class Lived:
    """A page that was watched for some time: its address, its type, and how often it changed importantly."""

    name: str
    url: str
    type: str
    changes: int
    hours: float


def generated(site: Site, days: int) -> Lived:
    """A generated page over some days."""
    found = list(states(site, default_seed(site), range(24 * days)))
    url = f"https://{site.name}.example/"
    told = PageTypeClassifier.shipped().classify(PageDescription(url=url, html=found[0].html))
    return Lived(
        name=site.name,
        url=url,
        type=told.type,
        changes=sum(truth(a, b) is Truth.DISSIMILAR for a, b in pairwise(found)),
        hours=24.0 * days,
    )


def lived(folder: Path) -> Lived:
    """A real history: labelled changes, or each version where nobody labelled any."""
    with (folder / "index.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    times = [datetime.fromisoformat(row["captured_at"]) for row in rows]
    labels = [row["important_change_since_previous"] for row in rows[1:]]
    url = ADDRESSES.get(folder.name, f"https://www.{folder.name}/")
    with opened(folder, 3) as kept:
        body = kept.versions[0].read()
    told = PageTypeClassifier.shipped().classify(PageDescription(url=url, html=body, media_type="text/html"))
    return Lived(
        name=folder.name,
        url=url,
        type=told.type,
        changes=labels.count("1") if any(labels) else len(labels),
        hours=(times[-1] - times[0]).total_seconds() / 3600,
    )


def rate_error(taught: Sequence[Lived], new: Sequence[Lived], start: str) -> float:
    """By how many doublings the priors of new pages miss their rates, in the mean."""
    types = sorted({page.type for page in (*taught, *new)} - {UNKNOWN})

    def groups(pages: Sequence[Lived]) -> Groups:
        told = [
            types.index(page.type) if page.type in types and start == TYPE else NO_GROUP for page in pages
        ]
        return Groups(
            kind=np.array(
                [0 if start == ALIKE else KINDS.index(kind_of(page.url)) for page in pages], dtype=np.intp
            ),
            type=np.array(told, dtype=np.intp),
            types=types,
        )

    shape = np.array([1.0 + page.changes for page in taught])
    scale_h = np.array([24.0 + page.hours for page in taught])
    guessed, guessed_h = fitted_table(shape, scale_h, groups(taught)).priors(groups(new))
    real = np.array([max(page.changes, _LEAST) / page.hours for page in new])
    return float(np.abs(np.log2(guessed / guessed_h / real)).mean())


def rate_errors(pages: Sequence[Lived]) -> dict[str, FloatArray]:
    """The error of each start on each page, which all others taught."""
    return {
        start: np.array(
            [rate_error([page for page in pages if page is not new], [new], start) for new in pages]
        )
        for start in STARTS
    }


def main(arguments: Sequence[str] | None = None) -> int:
    """Run from the command line; 0 done."""
    given = sys.argv[1:] if arguments is None else list(arguments)
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument("--quick", action="store_true", help="few days only: not the full figures")
    parser.add_argument("--maps", action="store_true", help="importance maps instead of rates")
    options = parser.parse_args(given)
    command = shlex.join(["python", "-m", "benchmarks.cold_start", *given])
    if options.maps:
        figures = map_figures(generated_types(), quick=options.quick)
        show_maps(figures, command, as_json=options.json, quick=options.quick)
        return 0
    days = QUICK_DAYS if options.quick else DAYS
    sites = [site for family in FAMILIES.values() for site in family.values()]
    errors = {
        "generated pages": rate_errors([generated(site, days) for site in sites]),
        "real histories": rate_errors([lived(item) for item in history_folders(shared_data() / "histories")]),
    }
    if options.json:
        print(as_json(errors, command, quick=options.quick))
    else:
        show(errors, command, quick=options.quick)
    return 0


def generated_types() -> dict[str, str]:
    """What the shipped classifier takes each generated page for, by its name."""
    return {site.name: generated(site, 1).type for family in FAMILIES.values() for site in family.values()}


def as_json(errors: Mapping[str, Mapping[str, FloatArray]], command: str, *, quick: bool) -> str:
    """One JSON object: the start by type as figures, the start by the address beside it."""

    def means(start: str) -> dict[str, float | None]:
        return {f"rate error, {name}": float(found[start].mean()) for name, found in errors.items()}

    return document(
        figures=means(TYPE),
        baselines={start: means(start) for start in (ALIKE, ADDRESS)},
        spread={
            f"less by {by}, {name}": less(found[before], found[after])
            for name, found in errors.items()
            for by, before, after in STEPS
        },
        command=command,
        quick=quick,
    )


def less(before: FloatArray, after: FloatArray) -> tuple[float, float]:
    """By how much errors are less than others: the mean of the pages, two standard errors to each side."""
    differences = before - after
    half = 2 * float(differences.std(ddof=1)) / np.sqrt(len(differences))
    mean = float(differences.mean())
    return round(mean - half, 3), round(mean + half, 3)


def show(errors: Mapping[str, Mapping[str, FloatArray]], command: str, *, quick: bool) -> None:
    """Print the table."""
    rates = Table(title="Rates of new pages: doublings between prior and truth")
    for column in ("pages", "how many", *STARTS, *(f"less by {by} (95 %)" for by, *_ in STEPS)):
        rates.add_column(column)
    for name, found in errors.items():
        means = (f"{found[start].mean():.2f}" for start in STARTS)
        steps = (less(found[before], found[after]) for _, before, after in STEPS)
        rates.add_row(
            name, str(len(found[TYPE])), *means, *(f"{low:+.2f} to {high:+.2f}" for low, high in steps)
        )
    out.print(rates)
    out.print(f"{command}{' (quick: not the full figures)' if quick else ''}", style="dim")


if __name__ == "__main__":
    sys.exit(main())
