"""Looking at a collection: ``status``, ``schedule``, ``score``."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Annotated, Any

import typer

from changemodel.change.model import ChangeModel, ChangeScore
from changemodel.version import PageVersion
from crawler.change_rate import credible_interval, mean_per_h
from pagetide.baselines import newest_baseline
from pagetide.commands.console import AsJson, Folder, moment, out, print_json, print_table
from pagetide.errors import NothingToDo
from pagetide.live_capture import capture_urls
from pagetide.scoring import Scorer
from pagetide.settings import load_settings
from pagetide.versions import version_of
from storage.collection import Collection
from storage.records import Capture, Page

app = typer.Typer()


@app.command()
def status(collection: Folder = Path(), as_json: AsJson = False) -> None:
    """Every page with its state, captures, important changes and next visit."""
    with Collection.open(collection, read_only=True) as opened:
        sizes = opened.repository.bytes_by_page()
        rows = [
            _page_status(opened, page) | {"bytes": sizes.get(page.id, 0)}
            for page in opened.repository.pages()
        ]
        counts = opened.repository.counts()
    if as_json:
        print_json({"pages": rows, "captures": counts.captures, "important_changes": counts.important})
        return
    print_table(
        f"{collection.resolve()}: {len(rows)} pages, {sum(row['captures'] for row in rows)} captures",
        ("page", "state", "captures", "disk", "important in 7 days", "last visit", "next visit"),
        [
            (
                f"{row['id']}  {row['url']}",
                row["state"],
                str(row["captures"]),
                f"{row['bytes'] / 1e6:.1f} MB",
                str(row["important_7_days"]),
                moment(row["last_visit_at"]),
                moment(row["due_at"]),
            )
            for row in rows
        ],
    )
    for row in rows:
        if row["baseline_since"]:
            since = moment(row["baseline_since"])
            out.print(f"{row['id']}  new baseline since {since}: {row['baseline_reason']}", markup=False)
        if row["last_problems"]:
            out.print(
                f"{row['id']}  last visit {row['last_outcome']}: {'; '.join(row['last_problems'])}",
                markup=False,
            )


@app.command()
def schedule(collection: Folder = Path(), as_json: AsJson = False) -> None:
    """Next visits in order, with each page's rate of important change, and why then."""
    with Collection.open(collection, read_only=True) as opened:
        pages = [page for page in opened.repository.pages(active=True) if page.due_at is not None]
    pages.sort(key=lambda page: page.due_at or datetime.max.replace(tzinfo=UTC))
    if as_json:
        print_json([_page_schedule(page) for page in pages])
        return
    print_table(
        "Next visits",
        ("page", "next visit", "why"),
        [(page.url, moment(page.due_at), page.due_reason) for page in pages],
    )


@app.command()
def score(
    before: Annotated[str, typer.Argument(help="Image file, capture number, or URL.")],
    after: Annotated[str, typer.Argument(help="The same kind of thing, later.")],
    collection: Folder = Path(),
    model: Annotated[Path | None, typer.Option(help="A saved model's folder, for images and URLs.")] = None,
    as_json: AsJson = False,
) -> None:
    """How much changed between two image files, two captures of a collection, or two URLs, and where.

    Captures are scored by their page's model; images and URLs by --model, or without one by plain distance.
    Example: pagetide score monday.png tuesday.png
    """
    result = _score(before, after, collection, model)
    if as_json:
        print_json(result)
        return
    verdict = {True: "an important change", False: "not an important change", None: "not decided (no model)"}
    out.print(f"distance {result['distance']:.4g}: {verdict[result['important']]}")
    if result["probability"] is not None:
        out.print(f"probability of an important change {result['probability']:.2f}")
    if result["displacement_px"]:
        out.print(f"content moved by {result['displacement_px']} px")
    out.print(_heat_map(result["regions"]))


def _page_status(opened: Collection, page: Page) -> dict[str, Any]:
    repository = opened.repository
    now = datetime.now(UTC)
    newest = repository.captures(page.id, newest_first=True, limit=1)
    model = repository.current_model(page.id)
    week = [
        item
        for item in repository.captures(
            page.id, since=(newest[0].started_at if newest else now) - timedelta(7)
        )
    ]
    captures = repository.captures(page.id)
    baseline = newest_baseline(captures)
    scores = {item.after_id: item for item in repository.scores(page.id, newest_first=True, limit=len(week))}
    return {
        "id": page.id,
        "url": page.url,
        "state": _state(page, None if model is None else str(model.state)),
        "captures": len(captures),
        "important_7_days": sum(1 for item in week if item.id in scores and scores[item.id].important),
        "baseline_since": baseline and baseline.since,
        "baseline_reason": baseline and baseline.reason,
        "last_visit_at": page.last_visit_at,
        "last_outcome": str(newest[0].outcome) if newest else None,
        "last_problems": [problem.message for problem in newest[0].problems] if newest else [],
        "due_at": page.due_at,
        "due_reason": page.due_reason,
    }


def _state(page: Page, model_state: str | None) -> str:
    if not page.active:
        return "paused"
    if page.quarantined_at is not None:
        return f"quarantined since {page.quarantined_at:%Y-%m-%d} ({page.failures} failures in a row)"
    if page.failures:
        return f"failing ({page.failures} in a row)"
    return {None: "learning", "learned": "learned"}.get(model_state, "not enough change yet")


def _page_schedule(page: Page) -> dict[str, Any]:
    low, high = credible_interval(page.rate, 0.9)
    return {
        "url": page.url,
        "due_at": page.due_at,
        "why": page.due_reason,
        "important_changes_per_day": mean_per_h(page.rate) * 24,
        "credible_interval_90": [low * 24, high * 24],
    }


def _score(before: str, after: str, collection: Path, model: Path | None) -> dict[str, Any]:
    chosen = ChangeModel.load(model) if model else ChangeModel.euclidean(grid=10)
    if Path(before).is_file() and Path(after).is_file():
        now = datetime.now(UTC)
        versions = [PageVersion(captured_at=now, screenshot=Path(name)) for name in (before, after)]
        return _as_dict(chosen.compare(*versions))
    if before.isdecimal() and after.isdecimal():
        return _score_captures(int(before), int(after), collection)
    if all(text.startswith(("http://", "https://")) for text in (before, after)):
        captures = capture_urls([before, after], load_settings(collection))
        return _as_dict(chosen.compare(*(_version(capture) for capture in captures)))
    missing = next((text for text in (before, after) if not Path(text).exists()), after)
    raise NothingToDo(
        f"cannot score {before} and {after}: give two image files, two capture numbers or two URLs "
        f"({missing} is none of these, or not the same kind as the other)."
    )


def _score_captures(before: int, after: int, collection: Path) -> dict[str, Any]:
    with Collection.open(collection, read_only=True) as opened:
        first, second = (opened.repository.capture(number) for number in (before, after))
        scorer = Scorer(opened, grid=load_settings(collection).learning.grid)
        model, _ = scorer.model_for(second)
        return _as_dict(model.compare(scorer.versions.version(first), scorer.versions.version(second)))


def _version(capture: Capture) -> PageVersion:
    if not capture.is_good:
        reasons = "; ".join(problem.message for problem in capture.problems) or capture.response_kind
        raise NothingToDo(f"{capture.url} could not be captured: {reasons}")
    return version_of(capture)


def _as_dict(result: ChangeScore) -> dict[str, Any]:
    return {
        "distance": result.distance,
        "probability": result.probability,
        "important": result.important,
        "displacement_px": result.displacement_px,
        "links_added": sorted(result.links_added),
        "links_removed": sorted(result.links_removed),
        "regions": [[float(value) for value in row] for row in result.regions],
    }


def _heat_map(regions: list[list[float]]) -> str:
    """The regions' shares as a block of characters, darkest where most changed."""
    most = max((value for row in regions for value in row), default=0.0)
    if most <= 0:
        return "nothing changed in any region"
    shades = " .:-=+*#%@"
    return "\n".join(
        "".join(shades[min(9, int(9.999 * value / most))] * 2 for value in row) for row in regions
    )
