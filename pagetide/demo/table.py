"""The demo's table: what was found on each site, against the truth."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rich import box
from rich.table import Table
from rich.text import Text

from pagetide.demo.evaluation import METHODS, SiteFindings, has_ssim
from storage.plurals import counted

_ROWS: Sequence[tuple[str, Callable[[SiteFindings], str]]] = (
    ("test pairs (important)", lambda site: f"{site.test_pairs} ({site.important_pairs})"),
    ("alarms (true)", lambda site: f"{site.alarms} ({site.true_alarms})"),
    ("recall", lambda site: _percent(site.recall)),
    ("accuracy", lambda site: _percent(site.accuracy)),
)


_NO_SSIM = "SSIM is measured with: pip install 'pagetide[research]'."


def findings_table(sites: Sequence[SiteFindings]) -> Table:
    """One column for each site: MAP of every distance, the best in bold, then the decision and the map."""
    table = Table(
        box=box.SIMPLE_HEAD,
        title="Found against the truth, on captures after those learned from (%)",
        title_justify="left",
        caption="MAP: mean average precision of ranking important before unimportant changes, and the reverse. "
        "Alarms: decided important, without any label. Map: share of the importance map's mass on the main news, "
        "and how many of its cells that is." + ("" if has_ssim() else f" {_NO_SSIM}"),
        caption_justify="left",
    )
    table.add_column("", no_wrap=True)
    for site in sites:
        table.add_column(site.name, justify="right")
    for method in METHODS:
        table.add_row(f"MAP, {method}", *(_map_of(site, method) for site in sites))
    table.add_section()
    for heading, cell in _ROWS:
        table.add_row(heading, *(cell(site) for site in sites))
    table.add_row("map on the news", *map(_map, sites))
    return table


def _map_of(site: SiteFindings, method: str) -> str | Text:
    if method not in site.scores:
        return "-"
    value = site.scores[method].map
    best = max(score.map for score in site.scores.values())
    return Text(f"{value:.1f}", "bold" if value == best else "")


def _map(site: SiteFindings) -> str:
    if site.state != "learned":
        return site.state
    return f"{site.news_share:.0f} ({counted(site.news_cells, 'cell')})"


def _percent(value: float | None) -> str:
    return "-" if value is None else f"{value:.0f}"
