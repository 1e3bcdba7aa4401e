"""What kind of page it is: ``classify``."""

from __future__ import annotations

import mimetypes
from contextlib import nullcontext
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Any

import typer

from changemodel.classify.page_description import MOST_BYTES, PageDescription
from changemodel.classify.page_type_classifier import PageTypeClassifier
from changemodel.classify.page_type_tree import PageTypeTree
from changemodel.classify.page_type_verdict import PageTypeVerdict
from pagetide.commands.arguments import find_page, user_name
from pagetide.commands.console import AsJson, Folder, moment, out, print_json, progress_bar
from pagetide.errors import NothingToDo
from pagetide.live_capture import capture_urls
from pagetide.page_types import PageTypes
from pagetide.settings import load_settings
from storage.collection import Collection
from storage.page_types import StoredPageType, TypeCorrection
from storage.place import is_collection
from storage.plurals import counted
from storage.records import Page

app = typer.Typer()

AUTO = "auto"
"""What ``--as`` takes a correction back with."""

_SHOWN = 3
_LEAST_SHOWN = 0.005


@app.command()
def classify(
    thing: Annotated[
        str | None,
        typer.Argument(
            help="Number or URL of a page, a file with HTML, or any other URL.", metavar="[PAGE|FILE|URL]"
        ),
    ] = None,
    collection: Folder = Path(),
    as_: Annotated[
        str | None,
        typer.Option("--as", help=f'The type that the page has in truth; "{AUTO}" takes that back.'),
    ] = None,
    by: Annotated[str, typer.Option(help="Who says so.", show_default="the user's name")] = "",
    note: Annotated[str, typer.Option(help="Why.")] = "",
    as_json: AsJson = False,
) -> None:
    """Say what kind of page it is, how probable that is and why; without a page: classify all that have no type yet.

    What you say with --as counts from then on, whatever the classifier finds. Types are a tree: docs/page-types.md.
    Example: pagetide classify -c news 3, then pagetide classify -c news 3 --as forum
    """
    if thing is None:
        if as_ is not None:
            raise typer.BadParameter("name the page that it is said of")
        _classify_waiting(collection, as_json=as_json)
    elif Path(thing).is_file() or _is_elsewhere(thing, collection):
        if as_ is not None:
            raise typer.BadParameter(
                f"{thing} is not watched here: only a page of the collection keeps a type"
            )
        _print_answer(_of_anything(thing, collection), as_json=as_json)
    else:
        if as_ is not None:
            _say(collection, thing, as_, by or user_name(), note)
        _print_answer(_of_page(collection, thing), as_json=as_json)


def _classifier() -> PageTypeClassifier:
    return PageTypeClassifier.shipped()


def _classify_waiting(folder: Path, *, as_json: bool) -> None:
    with Collection.open(folder) as opened:
        types = PageTypes(opened, _classifier(), nullcontext())
        waiting = types.to_classify()
        with progress_bar("pages", len(waiting)) as bar:
            types.note_all(waiting, lambda: bar.advance(bar.task_ids[0]))
        left = len(types.to_classify())
        counts = opened.repository.count_types()
    done = len(waiting) - left
    if as_json:
        print_json({"classified": done, "without_type": left, "types": counts})
        return
    out.print(f"{counted(done, 'page', 'was classified', 'were classified')}.")
    if left:
        out.print(f"{counted(left, 'page', 'has', 'have')} no capture by which a type can be told.")
    for name, count in counts.items():
        out.print(f"{count:7,}  {PageTypeTree.default().words(name)}")


def _is_elsewhere(text: str, folder: Path) -> bool:
    """Whether it is a URL that is no page of the collection."""
    if not text.startswith(("http://", "https://")):
        return False
    if not is_collection(folder):
        return True
    with Collection.open(folder, read_only=True) as opened:
        return opened.repository.find_page(text) is None


def _of_anything(thing: str, folder: Path) -> dict[str, Any]:
    """What the classifier says of a file, or of a URL that is visited now and not kept."""
    if Path(thing).is_file():
        with Path(thing).open("rb") as file:
            body = file.read(MOST_BYTES)
        described = PageDescription(html=body, media_type=mimetypes.guess_type(thing)[0])
    else:
        (live,) = capture_urls([thing], load_settings(folder))
        if live.dom is None and live.text is None:
            problems = "; ".join(problem.message for problem in live.problems)
            raise NothingToDo(f"{thing} could not be captured: {problems or live.response_kind}")
        described = PageDescription(
            url=live.final_url or thing, html=live.dom or live.text or "", media_type=live.mime
        )
    return {"page": None, "url": thing} | _current(_classifier().classify(described), None)


def _of_page(folder: Path, text: str) -> dict[str, Any]:
    """What the classifier says of a page's newest capture, and what a person said."""
    with Collection.open(folder) as opened:
        page = find_page(opened, text)
        types = PageTypes(opened, _classifier(), nullcontext())
        capture = types.newest(page.id)
        verdict = None if capture is None else types.classify(capture)
        stored = opened.repository.page_type(page.id)
    if stored is None:
        raise NothingToDo(
            f"{page.url} has no capture by which its type can be told. Visit it: pagetide crawl --once"
        )
    return {"page": page.id, "url": page.url} | _current(verdict, stored)


def _say(folder: Path, text: str, name: str, by: str, note: str) -> Page:
    """Keep what a person says of the type of a page.

    Raises
    ------
    InvalidInput
        The tree has no such type.
    """
    kept = None if name == AUTO else PageTypeTree.default()[name].name
    with Collection.open(folder) as opened:
        page = find_page(opened, text)
        opened.record_type(
            TypeCorrection(page_id=page.id, type=kept, said_at=datetime.now(UTC), said_by=by, note=note)
        )
    return page


def _current(verdict: PageTypeVerdict | None, stored: StoredPageType | None) -> dict[str, Any]:
    """The type that counts, and the classifier's account."""
    tree = PageTypeTree.default()
    found = None if verdict is None else verdict.as_dict()
    said = stored if stored is not None and stored.said_by is not None else None
    if said is not None:
        path = list(tree.path(said.type)) if said.type in tree else [said.type]
        counts = {"type": said.type, "path": path, "probability": 1.0}
    else:
        assert found is not None
        counts = {key: found[key] for key in ("type", "path", "probability")}
    return counts | {
        "said_by": None if said is None else said.said_by,
        "said_at": None if said is None else said.at,
        "classifier": found,
    }


def _print_answer(answer: dict[str, Any], *, as_json: bool) -> None:
    if as_json:
        print_json(answer)
        return
    found, tree = answer["classifier"], PageTypeTree.default()
    if answer["said_by"] is not None:
        who = answer["said_by"] or "somebody"
        out.print(
            f"{answer['url']}: {tree.words(answer['type'])}, as {who} said on {moment(answer['said_at'])} UTC"
        )
        if found is not None:
            out.print(f"The classifier takes it for: {_told(found, tree)}")
    else:
        out.print(f"{answer['url']}: {_told(found, tree)}")
    if found is not None:
        _print_reasons(found, tree)


def _told(found: dict[str, Any], tree: PageTypeTree) -> str:
    if found["path"]:
        return f"{tree.words(found['type'])}, probability {found['probability']:.2f}"
    if not found["probability"]:
        return str(found["type"])
    return (
        f"{found['type']}; likeliest {tree.words(found['likeliest'])}, probability {found['probability']:.2f}"
    )


def _print_reasons(found: dict[str, Any], tree: PageTypeTree) -> None:
    others = sorted(found["probabilities"].items(), key=lambda item: -item[1])
    next_ones = [item for item in others if item[0] != found["likeliest"] and item[1] >= _LEAST_SHOWN]
    if next_ones:
        out.print(
            f"then: {', '.join(f'{tree.words(name)} {chance:.2f}' for name, chance in next_ones[:_SHOWN])}"
        )
    out.print("because of")
    for reason in found["reasons"]:
        out.print(f"  {reason}")
