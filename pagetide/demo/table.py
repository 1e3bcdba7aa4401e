"""The demo's table: what was found on each site of the newsroom, against the truth."""

from __future__ import annotations

from collections.abc import Sequence

from rich import box
from rich.table import Table

from pagetide.demo.evaluation import LEARNED, METHODS, SiteFindings


def findings_table(sites: Sequence[SiteFindings]) -> Table:
    """Sites as rows; MAP of each distance, then the decision and the map. The best MAP of a row is bold."""
    table = Table(
        box=box.SIMPLE_HEAD,
        title="Found against the truth, on captures after those learned from (%)",
        caption="MAP: mean average precision of ranking important and unimportant changes. Alarms: decided "
        "important, without any label. Map on news: share of the importance map on the main news, "
        "and the share of cells it covers.",
        caption_justify="left",
    )
    table.add_column("site")
    table.add_column("pairs\n(important)", justify="right")
    for method in METHODS:
        table.add_column(f"MAP\n{method}", justify="right", style="bold" if method == LEARNED else None)
    for heading in ("alarms\n(true)", "recall", "accuracy", "map on\nnews"):
        table.add_column(heading, justify="right")
    for site in sites:
        table.add_row(*_cells(site))
    return table


def _cells(site: SiteFindings) -> list[str]:
    """One site's row."""
    return [
        site.name,
        f"{site.test_pairs} ({site.important_pairs})",
        *(f"{site.scores[method].map:.1f}" if method in site.scores else "-" for method in METHODS),
        f"{site.alarms} ({site.true_alarms})",
        _percent(site.recall),
        _percent(site.accuracy),
        f"{site.news_share:.0f} of {site.news_cells} cells" if site.state == "learned" else site.state,
    ]


def _percent(value: float | None) -> str:
    return "-" if value is None else f"{value:.0f}"
