"""``login``: keep a browser's login for pages that show themselves only to those who are logged in."""

from __future__ import annotations

import asyncio
import json
import os
import sys
from pathlib import Path
from typing import Annotated, Any
from urllib.parse import urlsplit

import typer
from playwright.async_api import Error as PlaywrightError
from playwright.async_api import async_playwright

from pagetide.commands.console import Folder, err, out
from pagetide.errors import NothingToDo
from pagetide.settings.collection_settings import Settings, load_settings
from rendering.browser import context_options, find_browser
from rendering.login.state import check_content, write_state
from storage.collection import Collection
from storage.plurals import counted
from storage.watchable_urls import checked_url

app = typer.Typer()

FOLDER = "logins"
"""Where a collection keeps its logins; only the owner can read what is in it."""


@app.command()
def login(
    url: Annotated[str, typer.Argument(help="The page to log in on.")],
    collection: Folder = Path(),
    file: Annotated[
        Path | None, typer.Option("--import", help="Take a Playwright storage_state file instead.")
    ] = None,
) -> None:
    """Log in yourself in a browser window and keep the login for the crawl; --import takes one made elsewhere.

    Example: pagetide login https://example.org/ -c news
    """
    Collection.open(collection, read_only=True).close()  # says what to do where there is no collection
    url = checked_url(url)
    host = urlsplit(url).hostname
    state = _imported(file) if file is not None else asyncio.run(_by_hand(url, load_settings(collection)))
    kept = Path(FOLDER) / f"{host}.json"
    write_state(state, collection / kept)
    out.print(
        f"Kept in {collection / kept}, with {counted(len(state['cookies']), 'cookie')}. "
        f"Add to {collection / 'pagetide.toml'}:",
        "",
        "[[override]]",
        f'pages = "{_pattern(url)}"',
        "[override.rendering.behaviour]",
        f'login_state = "{kept.as_posix()}"',
        'logged_in_selector = "..."  # matches only while the login is valid, such as "a[href*=logout]"',
        sep="\n",
    )


def _imported(file: Path) -> dict[str, Any]:
    try:
        state = json.loads(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise NothingToDo(f"{file} cannot be read: {error.strerror}.") from error
    except ValueError as error:
        raise NothingToDo(f"{file} is no JSON: give a storage_state file of Playwright.") from error
    check_content(state, file)
    return dict(state)


async def _by_hand(url: str, settings: Settings) -> dict[str, Any]:
    """Open a window, wait for Enter in the terminal, and take the state."""
    has_display = sys.platform in ("darwin", "win32") or any(
        os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY")
    )
    if not has_display:
        raise NothingToDo(
            "there is no display to open a browser window on. Log in on a machine that has one (`pagetide login` "
            "there), copy the file, and run `pagetide login URL --import FILE` here."
        )
    options = context_options(settings.rendering_for(url))
    options.pop("storage_state", None)  # the login that is to be replaced
    browser_path = str(find_browser(settings.rendering.browser_path).path)
    try:
        async with async_playwright() as playwright:
            browser = await playwright.chromium.launch(executable_path=browser_path, headless=False)
            context = await browser.new_context(**options)
            page = await context.new_page()
            await page.goto(url, wait_until="commit")
            err.print("Log in in the window, then press Enter here; leave the window open until then.")
            await asyncio.to_thread(sys.stdin.readline)
            state = await context.storage_state()
            await browser.close()
    except PlaywrightError as error:
        raise NothingToDo(f"no login was kept: {error.message.partition(chr(10))[0]}") from error
    return dict(state)


def _pattern(url: str) -> str:
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc}/*"
