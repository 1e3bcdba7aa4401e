"""Making and filling a collection: ``init``, ``add``, ``import``."""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from contextlib import nullcontext
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated
from urllib.parse import urlsplit

import typer

from crawler.settings import CrawlSettings
from pagetide.commands.arguments import user_name
from pagetide.commands.console import NO_CONTACT, Folder, err, out
from pagetide.errors import NothingToDo, SettingsError
from pagetide.seeds import MOST_BYTES, checked_weight, read_seeds
from pagetide.settings.collection_settings import FILE_NAME, load_settings
from pagetide.settings.descriptions import as_toml, describe
from rendering.documents.kinds import expected
from rendering.network.addresses import HOW_TO_ALLOW, ReachableAddresses, refused_address, written_address
from storage.actions.adding import add as add_pages
from storage.actions.audit import Actor
from storage.collection import Collection
from storage.database.place import is_collection
from storage.errors import CollectionExists, InvalidURL
from storage.plurals import counted
from storage.records import Page, ResponseKind
from storage.urls import dropped_anchor
from storage.watchable_urls import checked_url

app = typer.Typer()


@app.command()
def init(
    folder: Annotated[Path, typer.Argument(help="Folder to make; it may exist if it is empty.")],
    contact: Annotated[
        str | None, typer.Option(help="Mail address or web page of yours, sent to every server.")
    ] = None,
    database: Annotated[
        str | None,
        typer.Option(
            help="Address of an empty PostgreSQL database, postgresql://user@localhost/news; else a file in the folder."
        ),
    ] = None,
) -> None:
    """Make a collection: a folder with its database, WARC files, blobs and models.

    Example: pagetide init news --contact archive@example.org
    """
    if folder.is_dir() and any(folder.iterdir()) and not is_collection(folder):
        raise CollectionExists(f"{folder} holds other files already. Name a new or an empty folder.")
    contact = _asked_contact() if contact is None else contact
    _check_contact(contact)
    Collection.create(folder, server=database).close()
    (folder / FILE_NAME).write_text(settings_template(contact), encoding="utf-8")
    if not contact:
        err.print(NO_CONTACT)
    out.print(f"Made {folder}. Next: pagetide add -c {folder} https://example.org/")


@app.command()
def add(
    urls: Annotated[list[str], typer.Argument(help="Pages to watch.")],
    collection: Folder = Path(),
    weight: Annotated[float, typer.Option(help="How much this page matters beside others.")] = 1.0,
) -> None:
    """Watch pages. Pages that are watched already stay as they are.

    Example: pagetide add -c news https://example.org/ https://example.net/front
    """
    checked_weight(weight)
    with Collection.open(collection) as opened:
        for page in _add_all(opened, [(_checked(url), weight) for url in urls]):
            out.print(f"{page.id}  {page.url}")
            _warn_of(collection, opened, page)


@app.command("import")
def import_(
    file: Annotated[
        Path,
        typer.Argument(help="One URL a line, or CSV with a url column; - reads standard input."),
    ],
    collection: Folder = Path(),
) -> None:
    """Watch every page in a file: one URL a line, or CSV with a column "url" (and optionally "weight").

    Tables as spreadsheets save them are read: any of their encodings, cells parted by commas, semicolons or tabs,
    decimal commas. Nothing is added when a line is wrong: correct it and run again.
    Example: pagetide import -c news seeds.csv
    """
    rows = _seeds(file)
    with Collection.open(collection) as opened:
        pages = {page.id: page.url for page in _add_all(opened, rows)}
    _warn_of_files([url for url in pages.values() if expected(url) is not None])
    out.print(f"{counted(len(pages), 'page')} from {_source(file)} watched in {collection}.")


def add_watched(folder: Path, opened: Collection, url: str) -> Page:
    """Watch a page unless it is watched; what its first visit would refuse is said at once."""
    (page,) = add_pages(opened, Actor(by=user_name(), at=datetime.now(UTC)), [(_checked(url), 1.0)]).pages
    _warn_of(folder, opened, page)
    return page


def settings_template(contact: str = "") -> str:
    """A settings file that says every setting and its default, all commented out but a contact that is given."""
    lines = ["# Settings of this Pagetide collection. A line without # overrides the default that it shows."]
    section = None
    for name, key, default, meaning in describe():
        if name != section:
            lines += ["", f"[{name}]"]
            section = name
        lines += [f"# {line}" for line in re.sub(r"\s+", " ", meaning).split("\n")]
        given = contact if (name, key) == ("crawl", "contact") else ""
        lines.append(f"{key} = {as_toml(given)}" if given else f"# {key} = {as_toml(default)}")
    return "\n".join(lines) + "\n"


def _asked_contact() -> str:
    """Asked on a terminal only; a script that says nothing gets none."""
    if not sys.stdin.isatty():
        return ""
    question = "Mail address or web page where server owners reach you (Enter for none)"
    return str(typer.prompt(question, default="", show_default=False)).strip()


def _check_contact(contact: str) -> None:
    try:
        CrawlSettings(contact=contact)
    except ValueError as error:
        raise SettingsError(
            f"{error}. Write one like archive@example.org or https://example.org/bot"
        ) from error


def _seeds(file: Path) -> list[tuple[str, float]]:
    """URLs and weights of a file, or of standard input.

    Raises
    ------
    InvalidURL, InvalidSeeds
        Naming the line. Nothing has been added then.
    NothingToDo
        The file cannot be read, or names no URL.
    """
    source = _source(file)
    try:
        with nullcontext(sys.stdin.buffer) if str(file) == "-" else file.open("rb") as stream:
            content = stream.read(MOST_BYTES + 1)
    except OSError as error:
        raise NothingToDo(f"{file} cannot be read: {error.strerror}.") from error
    found = read_seeds(content, source, table=file.suffix.lower() in (".csv", ".tsv"))
    for seed in found:
        if not seed.url:
            err.print(f"{source}, line {seed.line}: no address in the column url; the line is left out")
    rows = [(_checked_line(source, seed.line, seed.url), seed.weight) for seed in found if seed.url]
    if not rows:
        raise NothingToDo(f"{source} names no URL. Write one a line, or CSV with a column called url.")
    return rows


def _source(file: Path) -> str:
    return "standard input" if str(file) == "-" else str(file)


def _checked(url: str, where: str = "") -> str:
    """The URL of the page; that an anchor is no part of it is said."""
    page = checked_url(url)
    if anchor := dropped_anchor(url):
        err.print(f"{where}{anchor} marks a place on {page} and is left out: the page is watched")
    return page


def _checked_line(source: str, number: int, url: str) -> str:
    try:
        return _checked(url, f"{source}, line {number}: ")
    except InvalidURL as error:
        raise InvalidURL(f"{source}, line {number}, so that nothing was added: {error}") from error


def _add_all(opened: Collection, rows: Sequence[tuple[str, float]]) -> Sequence[Page]:
    added = add_pages(opened, Actor(by=user_name(), at=datetime.now(UTC)), rows)
    for page in added.pages:
        if page.id in added.planned:
            err.print(f"{page.url} had no visit planned; it is due now")
        elif page.id not in added.new:
            err.print(f"{page.url} is watched already")
    return added.pages


def _warn_of_files(urls: Sequence[str]) -> None:
    """Say of many pages which are files by their names, of which nothing can be compared."""
    if urls:
        named = counted(len(urls), "page", "is a file by its name", "are files by their names")
        some = ", ".join(urls[:3]) + ", ..." * (len(urls) > 3)
        err.print(f"{named}, of which only the bytes are watched for a change: {some}")


def _warn_of(folder: Path, opened: Collection, page: Page) -> None:
    _warn_of_refusal(folder, page.url)
    _warn_of_file(opened, page)


def _warn_of_file(opened: Collection, page: Page) -> None:
    """Say at once that nothing of a page can be compared, where its last visit or its name says so."""
    newest = next(iter(opened.repository.captures(page.id, newest_first=True, limit=1)), None)
    if newest is not None:
        if newest.response_kind is ResponseKind.NOT_HTML:
            err.print(f"At its last visit: {'; '.join(problem.message for problem in newest.problems)}.")
        return
    what = expected(page.url)
    if what is not None:
        err.print(
            f"By its name this is {what}: it will be kept, and only its bytes are watched for a change."
        )


def _warn_of_refusal(folder: Path, url: str) -> None:
    """Say at once what the first visit would: that addresses of this machine and its network are not visited."""
    refused = refusal(folder, url)
    if refused is not None:
        err.print(f"It will not be visited: {refused}; {HOW_TO_ALLOW}.")


def refusal(folder: Path, url: str) -> str | None:
    """Why a page whose host is written as an address will not be visited; None: nothing speaks against it."""
    host = urlsplit(url).hostname or ""
    address = written_address(host)
    exceptions = load_settings(folder).rendering.safety.reachable_networks
    kind = None if address is None else ReachableAddresses(exceptions).refusal(host, address)
    return None if address is None or kind is None else refused_address(host, address, kind)
