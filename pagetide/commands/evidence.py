"""Which regions carry information about a person's verdicts: ``evidence``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import numpy as np
import typer
from rich.text import Text

from changemodel.classify.region_evidence import PERMUTATIONS, SIGNIFICANT, RegionEvidence
from pagetide.commands.arguments import find_page
from pagetide.commands.console import AsJson, Folder, out, print_json, print_table, working
from pagetide.learning.evidence import page_evidence
from pagetide.settings.collection_settings import load_settings
from storage.collection import Collection
from storage.plurals import counted
from storage.records import Page

app = typer.Typer()

_FEWEST_PERMUTATIONS = 99  # p can fall to .01
_SHOWN = 12
_MARK = "*"


@app.command()
def evidence(
    page: Annotated[str, typer.Argument(help="The page's number or URL.")],
    collection: Folder = Path(),
    permutations: Annotated[
        int,
        typer.Option(
            min=_FEWEST_PERMUTATIONS, help="How often labels are exchanged to learn what chance does."
        ),
    ] = PERMUTATIONS,
    as_json: AsJson = False,
) -> None:
    """Show which regions of a page carry information about your labels, tested against chance.

    Labels of held-out days are decoded from each region, then exchanged labels; p is corrected for all regions.
    Example: pagetide evidence -c news https://example.org/
    """
    grid = load_settings(collection).learning.grid
    with Collection.open(collection, read_only=True) as opened:
        found = find_page(opened, page)
        with working(f"decoding labels {permutations} times"):
            tested = page_evidence(opened, found, grid=grid, permutations=permutations)
        model = opened.repository.current_model(found.id)
    if as_json:
        print_json({"page": found.id, "url": found.url, **tested.to_dict()})
        return
    _print_summary(found, tested)
    _print_regions(tested, None if model is None else model.importance)
    _print_grid(tested)


def _print_summary(page: Page, tested: RegionEvidence) -> None:
    number = int(tested.carries.sum())
    where = "within each day" if tested.within_days else "between all days, since too few lie on one day"
    labels = f"{tested.important} important and {counted(tested.unimportant, 'unimportant change')}"
    out.print(f"{page.url}: {labels} on {counted(tested.days, 'day')}")
    carry = f"{number} {'carries' if number == 1 else 'carry'}" if number else "none carries"
    out.print(
        f"Of {tested.carries.size} regions {carry} information about these labels (p at most {SIGNIFICANT:g}, "
        f"corrected for all regions; labels exchanged {tested.permutations} times, {where})."
    )
    if not number:
        out.print(
            "That is no proof of the contrary: with more labels weaker patterns can be distinguished from chance."
        )


def _print_regions(tested: RegionEvidence, importance: tuple[tuple[float, ...], ...] | None) -> None:
    order = np.lexsort((-tested.scores.ravel(), tested.p_corrected.ravel()))[:_SHOWN]
    known = importance is not None and np.shape(importance) == tested.scores.shape
    rows = []
    for place in order.tolist():
        row, column = divmod(place, tested.scores.shape[1])
        if tested.p[row, column] > SIGNIFICANT:
            continue
        share = f"{100 * importance[row][column]:.1f} %" if importance is not None and known else "-"
        rows.append(
            (
                f"row {row + 1}, column {column + 1}",
                f"{100 * tested.scores[row, column]:.0f} %",
                f"{tested.p[row, column]:.3f}",
                f"{tested.p_corrected[row, column]:.3f}{' ' + _MARK if tested.carries[row, column] else ''}",
                share,
            )
        )
    if rows:
        columns = ("region", "labels decoded", "p alone", "p corrected", "importance")
        print_table("Regions from which labels are decoded best (chance 50 %)", columns, rows)


def _print_grid(tested: RegionEvidence) -> None:
    out.print(f"Labels decoded from each region, in per cent; {_MARK} carries information:")
    for scores, carries in zip(tested.scores, tested.carries, strict=True):
        line = Text()
        for score, does in zip(scores.tolist(), carries.tolist(), strict=True):
            line.append(f"{100 * score:4.0f}{_MARK if does else ' '}", style="bold reverse" if does else "")
        out.print(line)
