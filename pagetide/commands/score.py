"""How much changed between two things: ``score``."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer

from changemodel.change.explanation import Explanation, explain
from changemodel.change.model import ChangeModel
from changemodel.version import PageVersion
from pagetide.commands.arguments import Force, check_target
from pagetide.commands.compare import explain_captures, verdict_text, write_overlay
from pagetide.commands.console import AsJson, Folder, out, print_json, working
from pagetide.commands.needed_browser import need_browser
from pagetide.errors import NothingToDo
from pagetide.learning.versions import version_of
from pagetide.live_capture import capture_urls
from pagetide.settings.collection_settings import load_settings
from storage.collection import Collection
from storage.queries.named_page import row_number
from storage.records import Capture, StoredCapture

app = typer.Typer()


@app.command()
def score(
    before: Annotated[str, typer.Argument(help="Image file, capture number, or URL.")],
    after: Annotated[str, typer.Argument(help="The same kind of thing, later.")],
    collection: Folder = Path(),
    model: Annotated[Path | None, typer.Option(help="A saved model's folder, for images and URLs.")] = None,
    overlay: Annotated[
        Path | None, typer.Option(help="Draw the explanation on the later picture, into this PNG file.")
    ] = None,
    force: Force = False,
    as_json: AsJson = False,
) -> None:
    """Compare two image files, two captures of a collection, or two URLs: how much changed, and where.

    Captures are scored by their page's model; images and URLs by --model, or without one by plain distance.
    Example: pagetide score monday.png tuesday.png --overlay why.png
    """
    if overlay is not None:
        check_target(overlay, collection, force=force)
    with _scored(before, after, collection, model) as (explanation, later):
        if overlay is not None:
            write_overlay(explanation, later, overlay)
    result = explanation.to_dict()
    if as_json:
        print_json(result)
        return
    out.print(verdict_text(explanation.score))
    if result["probability"] is not None:
        out.print(f"probability of an important change {result['probability']:.2f}")
    if result["displacement_px"]:
        out.print(f"content moved by {result['displacement_px']} px")
    out.print(*_heat_map(result["regions"]), sep="\n")


@contextmanager
def _scored(
    before: str, after: str, collection: Path, model: Path | None
) -> Iterator[tuple[Explanation, PageVersion]]:
    """Why the score is what it is, and the later version, whose picture is read while the collection is open."""
    chosen = ChangeModel.load(model) if model else ChangeModel.euclidean(grid=10)
    if Path(before).is_file() and Path(after).is_file():
        now = datetime.now(UTC)
        first, second = (PageVersion(captured_at=now, screenshot=Path(name)) for name in (before, after))
        yield explain(chosen, first, second), second
    elif before.isdecimal() and after.isdecimal():
        with Collection.open(collection, read_only=True) as opened:
            captures = _comparable(opened, row_number(before), row_number(after))
            yield explain_captures(opened, load_settings(collection).learning.grid, *captures)
    elif all(text.startswith(("http://", "https://")) for text in (before, after)):
        settings = load_settings(collection)
        need_browser(settings.rendering.browser_path)
        with working("visiting both pages"):
            live = capture_urls([before, after], settings)
        first, second = (_version(capture) for capture in live)
        yield explain(chosen, first, second), second
    else:
        missing = next((text for text in (before, after) if not Path(text).exists()), after)
        raise NothingToDo(
            f"cannot score {before} and {after}: give two image files, two capture numbers or two URLs "
            f"({missing} is none of these, or not the same kind as the other)."
        )


def _comparable(opened: Collection, before: int, after: int) -> tuple[StoredCapture, StoredCapture]:
    """Two good captures of one page that were rendered alike; ``NothingToDo`` says what else they are."""
    first, second = (opened.repository.capture(number) for number in (before, after))
    if first.page_id != second.page_id:
        raise NothingToDo(
            f"captures {before} and {after} are of different pages, {first.url} and {second.url}. Name two of one page."
        )
    for capture in (first, second):
        if not capture.is_good:
            raise NothingToDo(
                f"capture {capture.id} of {capture.url} cannot be scored: {_what_went_wrong(capture)}"
            )
    if first.profile_digest != second.profile_digest:
        raise NothingToDo(
            f"captures {before} and {after} were made by browsers set up differently, so that all would have changed. "
            "Name two that were made alike."
        )
    return first, second


def _what_went_wrong(capture: Capture | StoredCapture) -> str:
    return "; ".join(problem.message for problem in capture.problems) or str(capture.response_kind)


def _version(capture: Capture) -> PageVersion:
    if not capture.is_good:
        raise NothingToDo(f"{capture.url} could not be captured: {_what_went_wrong(capture)}")
    return version_of(capture)


def _heat_map(regions: list[list[float]]) -> list[str]:
    """The regions' shares as lines of characters, darkest where most changed."""
    most = max((value for row in regions for value in row), default=0.0)
    if most <= 0:
        return ["nothing changed in any region"]
    shades = " .:-=+*#%@"
    return ["".join(shades[min(9, int(9.999 * value / most))] * 2 for value in row) for row in regions]
