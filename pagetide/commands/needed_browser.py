"""A Chromium for a command that needs one: asked for at the terminal where none is found, before any work is begun."""

from __future__ import annotations

import sys

import typer

from pagetide.commands.console import err, working
from rendering.browser import find_browser, start_obstacle
from rendering.errors import BrowserNotFound
from rendering.install import install_browser

_QUESTION = (
    "No Chromium was found. Fetch the one that is made for Playwright (about 170 MB) into your cache folder?"
)


def need_browser(configured: str | None = None) -> None:
    """See that there is a Chromium and that it starts; on a terminal, offer to fetch one.

    Raises
    ------
    BrowserNotFound
        It does not start, or there is none and nobody wants one fetched; the message says what helps.
    InstallationFailed
        It could not be fetched.
    """
    try:
        find_browser(configured)
    except BrowserNotFound:
        asked = configured is None and err.is_terminal and sys.stdin.isatty()
        if not (asked and typer.confirm(_QUESTION, default=True, err=True)):
            raise
        fetch_browser()
    browser = find_browser(configured).path
    obstacle = start_obstacle(browser)
    if obstacle is not None:
        raise BrowserNotFound(f"The Chromium at {browser} does not start: {obstacle}")


def fetch_browser() -> None:
    """Install a Chromium, and say so meanwhile; ``InstallationFailed`` where that cannot be."""
    with working("Fetching a Chromium, which may take minutes"):
        install_browser()
