"""``demo``: the whole product on generated news sites, simulated days in minutes, without a network."""

from __future__ import annotations

import json
import tempfile
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from pagetide.commands.console import out, print_json, progress_bar
from pagetide.commands.needed_browser import need_browser
from pagetide.demo.run import DemoPlan, live, print_findings
from pagetide.errors import AddressInUse
from pagetide.logs import set_up_logging
from pagetide.serving import LAST_PORT, listening, serve
from pagetide.settings.collection_settings import DashboardSettings, load_settings
from storage.collection import Collection
from storage.plurals import counted

app = typer.Typer()


@app.command()
def demo(  # noqa: PLR0913, PLR0917  a command's options
    days: Annotated[
        int | None, typer.Option(min=1, max=366, help="Simulated days of hourly visits.", show_default="6")
    ] = None,
    sites: Annotated[
        int | None, typer.Option(min=1, max=4, help="Number of sites.", show_default="4")
    ] = None,
    fast: Annotated[bool, typer.Option("--fast", help="Fewer sites and days: about three minutes.")] = False,
    no_serve: Annotated[bool, typer.Option("--no-serve", help="End after the table, no dashboard.")] = False,
    seed: Annotated[int, typer.Option(help="Another seed generates other sites.")] = 0,
    folder: Annotated[Path | None, typer.Option(help="Where the collection goes; it must not exist.")] = None,
    port: Annotated[int, typer.Option(min=0, max=LAST_PORT, help="The dashboard's TCP port.")] = 8400,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON document for programs.")] = False,
) -> None:
    """Try Pagetide on built-in news sites: simulate days of hourly captures, learn, compare with the true changes.

    Example: pagetide demo --fast --no-serve
    """
    set_up_logging("warning")
    need_browser()
    plan = DemoPlan.fast(seed) if fast else DemoPlan.full(seed)
    plan = plan.changed(days=days, sites=sites)
    target = folder or Path(tempfile.mkdtemp(prefix="pagetide-demo-")) / "collection"
    with progress_bar(
        f"capturing {counted(plan.sites, 'site')} for {counted(plan.days, 'day')}", plan.visits + plan.sites
    ) as bar:
        findings = live(
            target,
            plan,
            progress=lambda *_: bar.advance(bar.task_ids[0]),
            judging=lambda site: bar.update(
                bar.task_ids[0], description=f"judging what was learned of {site}"
            ),
        )
    if as_json:
        print_json(json.loads(json.dumps(asdict(findings), default=str)))
    else:
        print_findings(findings, out)
    if not no_serve:
        with Collection.open(target, read_only=True) as collection:
            settings = load_settings(target)
            serve(collection, _free(port), lambda: findings.ended_at, settings.learning.first_after_versions)


def _free(port: int) -> DashboardSettings:
    """The port asked for, or another where it is taken: minutes of living are not lost to that."""
    try:
        listening(DashboardSettings(port=port)).close()
    except AddressInUse:
        return DashboardSettings(port=0)
    return DashboardSettings(port=port)
