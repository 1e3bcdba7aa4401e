"""Why a change is important or not: ``compare``, and what ``score`` shares with it."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any

import typer
from PIL import Image

from changemodel.change.explanation import Explanation, RegionPart, explain, parts_as_text
from changemodel.change.overlay import draw_overlay
from changemodel.change.score import ChangeScore, distance_text
from changemodel.version import PageVersion
from pagetide.commands.arguments import Force, check_target, find_page
from pagetide.commands.console import AsJson, Folder, moment, out, print_json, print_table
from pagetide.errors import NothingToDo
from pagetide.learning.file_changes import file_change_text
from pagetide.learning.scoring import Scorer
from pagetide.settings.collection_settings import load_settings
from storage.collection import Collection
from storage.errors import translated_os_errors
from storage.records import Page, ResponseKind, StoredCapture, StoredScore
from storage.what_changed import what_changed

app = typer.Typer()

_VERDICT = {True: "an important change", False: "not an important change", None: "not decided (no model)"}
_SHOWN_STORIES = 5
_SHOWN_REGIONS = 8
_SHOWN_BLOCKS = 12
_SHOWN_SENTENCES = 5
_SHOWN_LETTERS = 90


@app.command()
def compare(
    page: Annotated[str, typer.Argument(help="The page's number or URL.")],
    collection: Folder = Path(),
    capture: Annotated[
        int | None, typer.Option(help="A capture's number: the change up to it, instead of the newest.")
    ] = None,
    overlay: Annotated[
        Path | None, typer.Option(help="Draw it on the later screenshot, into this PNG file.")
    ] = None,
    force: Force = False,
    as_json: AsJson = False,
) -> None:
    """Explain why a page's newest change is important or not: regions, blocks, moves, and what is usual there.

    The newest good capture is compared with the one before it, by the page's model of today. Where it says otherwise
    than what was decided when the capture came, the old decision is shown first: it raised the alarm, or did not.
    Example: pagetide compare https://example.org/ --overlay why.png
    """
    if overlay is not None:
        check_target(overlay, collection, force=force)
    with Collection.open(collection, read_only=True) as opened:
        before, after = _pair(opened, page, capture)
        grid = load_settings(collection).learning.grid
        explanation, later = explain_captures(opened, grid, before, after)
        said = opened.repository.label_of(before, after)
        stored = opened.repository.score_of(after.id)
        if overlay is not None:
            write_overlay(explanation, later, overlay)
    decided = stored if stored is not None and stored.before_id == before.id else None
    if as_json:
        told = {"said": None if said is None else asdict(said), "decided": _decision(decided)}
        print_json({"before": before.id, "after": after.id, **told, **explanation.to_dict()})
        return
    what = "" if decided is None else f": {what_changed(decided)}"
    out.print(f"{after.url}: {moment(before.started_at)} to {moment(after.started_at)} UTC{what}")
    if said is not None:
        word = "important" if said.important else "not important"
        out.print(f"{said.said_by or 'somebody'} called this change {word}, and that counts")
    _print(explanation, decided)


def _decision(decided: StoredScore | None) -> dict[str, Any] | None:
    """What is stored of the decision, as JSON; None where these two were not compared when the later one came."""
    if decided is None:
        return None
    names = ("important", "probability", "distance", "model_id", "scored_at")
    return {name: getattr(decided, name) for name in names}


def explain_captures(
    opened: Collection, grid: int, before: StoredCapture, after: StoredCapture
) -> tuple[Explanation, PageVersion]:
    """Why two captures are scored as they are by the later one's model, and the later one as a version."""
    scorer = Scorer(opened, grid=grid)
    model, _ = scorer.model_for(after)
    first, second = scorer.versions.version(before), scorer.versions.version(after)
    return explain(model, first, second), second


def write_overlay(explanation: Explanation, later: PageVersion, path: Path) -> None:
    """Draw an explanation on the later version's screenshot, as a PNG file.

    Raises
    ------
    NothingToDo
        The version has no screenshot.
    StorageError
        The file cannot be written.
    """
    if later.screenshot is None:
        raise NothingToDo("there is no screenshot to draw on")
    with translated_os_errors(path):
        Image.fromarray(draw_overlay(explanation, later.screenshot)).save(path, format="PNG")


def _pair(opened: Collection, page: str, capture: int | None) -> tuple[StoredCapture, StoredCapture]:
    """The captures to compare, the earlier first."""
    found = find_page(opened, page)
    if capture is None:
        newest = opened.repository.captures(found.id, good_only=True, newest_first=True, limit=1)
        if not newest:
            raise NothingToDo(_why_nothing(opened, found))
        after = newest[0]
    else:
        after = opened.repository.capture(capture)
        if after.page_id != found.id:
            raise NothingToDo(f"capture {capture} is of {after.url}, not of {found.url}.")
    before = opened.repository.previous_good(after)
    if before is None:
        raise NothingToDo(
            f"capture {after.id} is the first good one of {found.url} that it can be compared with."
        )
    return before, after


def _why_nothing(opened: Collection, page: Page) -> str:
    """Why a page has no capture that can be compared."""
    newest = next(iter(opened.repository.captures(page.id, newest_first=True, limit=1)), None)
    if newest is None or newest.response_kind is not ResponseKind.NOT_HTML:
        return f"{page.url} has no good capture yet. Run the crawl first."
    said = "; ".join(problem.message for problem in newest.problems)
    score = opened.repository.score_of(newest.id)
    change = None if score is None else file_change_text(score)
    return f"{page.url}: {said}" + (f". At the last visit {change}." if change else ".")


def _print(explanation: Explanation, decided: StoredScore | None) -> None:
    score = explanation.score
    if decided is None or decided.important is score.important:
        out.print(verdict_text(score))
    else:
        out.print(f"{verdict_text(decided)}, by the model of {moment(decided.scored_at)} UTC")
        out.print(f"The model of today would say: {verdict_text(score)}. What follows is its reading.")
    if parts := parts_as_text(score):
        out.print(f"made of {parts}")
    if score.probability is not None:
        out.print(f"probability of an important change {score.probability:.2f}{_budget(score)}")
    if score.displacement_px:
        out.print(f"most content moved by {score.displacement_px} px; that is not counted")
    if score.returning_state is not None:
        seen = moment(score.returning_state.last_seen_at)
        out.print(f"the page went back to a look that it had before, last seen {seen} UTC")
    if score.distance == 0.0:
        return
    for story in score.stories[:_SHOWN_STORIES]:
        out.print(_cut(str(story)))
    _print_regions(explanation.regions[:_SHOWN_REGIONS])
    _print_blocks(explanation)
    _print_sentences(explanation)
    for what, urls in (("came", score.links_added), ("went", score.links_removed)):
        for url in sorted(urls)[:_SHOWN_BLOCKS]:
            out.print(f"link {what}: {url}")


def verdict_text(score: ChangeScore | StoredScore) -> str:
    """The distance and the decision, in a line."""
    verdict = _VERDICT[score.important] if score.distance > 0.0 else "nothing changed"
    return f"distance {distance_text(score.distance)}: {verdict}"


def _budget(score: ChangeScore) -> str:
    """What the page's alarm threshold makes of it, where it has one."""
    if score.alarm_above is None:
        return ""
    return f", {'within' if score.important else 'too small for'} the page's alarm threshold"


def _print_regions(regions: tuple[RegionPart, ...]) -> None:
    rows = [
        (
            f"row {region.row + 1}, column {region.column + 1}",
            f"{100 * region.share:.1f} %",
            "" if region.importance is None else f"{100 * region.importance:.1f} %",
            f"{region.displacement_px} px" if region.displacement_px else "",
            "" if region.noise is None else region.noise.summary,
            "yes" if region.went_back else "",
        )
        for region in regions
    ]
    if rows:
        columns = ("region", "share", "importance", "moved", "usually changes", "shown before")
        print_table("Regions of the picture that changed most", columns, rows)


def _print_blocks(explanation: Explanation) -> None:
    rows = [
        (block.kind, _cut(block.before), _cut(block.after), "returns" if block.returns else block.noise or "")
        for block in explanation.blocks[:_SHOWN_BLOCKS]
    ]
    if rows:
        left = len(explanation.blocks) - len(rows)
        title = "Blocks that changed" + (f" ({left} more with --json)" if left else "")
        print_table(title, ("kind", "before", "after", "usually"), rows)


def _print_sentences(explanation: Explanation) -> None:
    rows = [
        (
            f"{100 * sentence.chance:.0f} %",
            "came" if sentence.came else "went",
            _cut(sentence.text or "a picture"),
        )
        for sentence in explanation.sentences[:_SHOWN_SENTENCES]
    ]
    if rows:
        print_table("What other pages taught: how likely each is news", ("news", "", "words"), rows)


def _cut(text: str) -> str:
    return text if len(text) <= _SHOWN_LETTERS else f"{text[: _SHOWN_LETTERS - 1]}\N{HORIZONTAL ELLIPSIS}"
