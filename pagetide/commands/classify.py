"""The type of a page: ``classify``."""

from __future__ import annotations

import mimetypes
from contextlib import nullcontext
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Any

import typer

from changemodel.classify.page_description import MOST_BYTES, PageDescription
from changemodel.classify.page_type_tree import PageTypeTree
from changemodel.classify.page_type_verdict import PageTypeVerdict
from pagetide.commands.arguments import find_page, user_name
from pagetide.commands.console import AsJson, Folder, moment, out, print_json, progress_bar
from pagetide.errors import NothingToDo
from pagetide.learning.page_types import PageTypes, classifier_of
from pagetide.live_capture import capture_urls
from pagetide.settings.collection_settings import Settings, load_settings
from storage.actions.audit import Actor
from storage.actions.types import say_type
from storage.collection import Collection
from storage.database.place import is_collection
from storage.plurals import counted
from storage.queries.page_types import StoredPageType, TypeCorrection

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
        typer.Option("--as", help=f'The correct type of the page; "{AUTO}" withdraws it.'),
    ] = None,
    by: Annotated[str, typer.Option(help="Who says so.", show_default="the user's name")] = "",
    note: Annotated[str, typer.Option(help="Why.")] = "",
    as_json: AsJson = False,
) -> None:
    """Show a page's type, its probability and why; without a page: classify all that have no type yet.

    What you say with --as counts from then on, whatever the classifier finds. Types are a tree: docs/page-types.md.
    Example: pagetide classify -c news 3, then pagetide classify -c news 3 --as forum
    """
    settings = load_settings(collection)
    if thing is None:
        if as_ is not None:
            raise typer.BadParameter("name the page that it is said of")
        _classify_waiting(collection, settings, as_json=as_json)
        return
    if Path(thing).is_file() or _is_elsewhere(thing, collection):
        if as_ is not None:
            raise typer.BadParameter(
                f"{thing} is not watched here: only a page of the collection keeps a type"
            )
        answer = _of_anything(thing, settings)
    else:
        if as_ is not None:
            name = None if as_ == AUTO else _tree(settings)[as_].name
            now, who = datetime.now(UTC), by or user_name()
            _say(collection, thing, TypeCorrection(page_id=0, type=name, said_at=now, said_by=who, note=note))
        answer = _of_page(collection, settings, thing)
    if as_json:
        print_json(answer)
    else:
        _print_answer(answer, _tree(settings))


def _tree(settings: Settings) -> PageTypeTree:
    return settings.page_types() or PageTypeTree.default()


def _classify_waiting(folder: Path, settings: Settings, *, as_json: bool) -> None:
    with Collection.open(folder) as opened:
        types = PageTypes(opened, classifier_of(settings), nullcontext())
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
        out.print(f"{counted(left, 'page', 'has', 'have')} no capture to classify.")
    for name, count in counts.items():
        out.print(f"{count:7,}  {_tree(settings).words(name)}")


def _is_elsewhere(text: str, folder: Path) -> bool:
    """Whether it is a URL that is no page of the collection."""
    if not text.startswith(("http://", "https://")):
        return False
    if not is_collection(folder):
        return True
    with Collection.open(folder, read_only=True) as opened:
        return opened.repository.find_page(text) is None


def _of_anything(thing: str, settings: Settings) -> dict[str, Any]:
    """What the classifier says of a file, or of a URL that is visited now and not kept."""
    if Path(thing).is_file():
        with Path(thing).open("rb") as file:
            body = file.read(MOST_BYTES)
        described = PageDescription(html=body, media_type=mimetypes.guess_type(thing)[0])
    else:
        (live,) = capture_urls([thing], settings)
        if live.dom is None and live.text is None:
            problems = "; ".join(problem.message for problem in live.problems)
            raise NothingToDo(f"{thing} could not be captured: {problems or live.response_kind}")
        described = PageDescription(
            url=live.final_url or thing, html=live.dom or live.text or "", media_type=live.mime
        )
    verdict = classifier_of(settings).classify(described)
    return {"page": None, "url": thing} | _current(_tree(settings), verdict, None)


def _of_page(folder: Path, settings: Settings, text: str) -> dict[str, Any]:
    """What the classifier says of a page's newest capture, and what a person said."""
    with Collection.open(folder) as opened:
        page = find_page(opened, text)
        types = PageTypes(opened, classifier_of(settings), nullcontext())
        capture = types.newest(page.id)
        verdict = None if capture is None else types.classify(capture)
        stored = opened.repository.page_type(page.id)
    if stored is None:
        raise NothingToDo(f"{page.url} has no capture to classify. Visit it: pagetide crawl --once")
    return {"page": page.id, "url": page.url} | _current(_tree(settings), verdict, stored)


def _say(folder: Path, text: str, said: TypeCorrection) -> None:
    """Keep what a person says of the type of a page."""
    with Collection.open(folder) as opened:
        page = find_page(opened, text)
        say_type(opened, Actor(by=said.said_by, at=said.said_at), replace(said, page_id=page.id))


def _current(
    tree: PageTypeTree, verdict: PageTypeVerdict | None, stored: StoredPageType | None
) -> dict[str, Any]:
    """The type that counts, and the classifier's account."""
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


def _print_answer(answer: dict[str, Any], tree: PageTypeTree) -> None:
    found = answer["classifier"]
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
