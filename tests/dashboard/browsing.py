"""Pages of the dashboard opened in a real browser, and looked at by axe."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Literal

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from dashboard.app import STATIC
from rendering.browser import FEATURES_OFF

CHROMIUM = Path("/usr/bin/chromium")
AXE = STATIC.parent / "node_modules" / "axe-core" / "axe.min.js"
VENDOR = STATIC / "vendor"
WORST = ("serious", "critical")
ZOOMED = 640
"""Width in CSS pixels that a zoom of 200 % leaves of a screen of 1280."""
LOOKS: tuple[tuple[Literal["light", "dark"], int], ...] = (("light", 1280), ("dark", 320), ("light", ZOOMED))
"""Colours and widths in which every page is accessible."""

needs_axe = pytest.mark.skipif(
    not AXE.is_file(), reason="axe-core is not there: install Node.js and run scripts/fetch_assets.py"
)
needs_vendor = pytest.mark.skipif(
    not (VENDOR / "htmx.min.js").is_file(),
    reason="the browser-side libraries are not there: install Node.js and run scripts/fetch_assets.py",
)


@contextmanager
def launched() -> Iterator[Browser]:
    """A browser for the length of the block."""
    with sync_playwright() as playwright:
        path = str(CHROMIUM) if CHROMIUM.exists() else None
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox", FEATURES_OFF])
        yield browser
        browser.close()


def opened(
    browser: Browser,
    address: str,
    *,
    width: int = 1280,
    cookies: Mapping[str, str] | None = None,
    **options: Any,
) -> Page:
    """A tab that fails the test on anything the browser complains of, except missing pages."""
    options.setdefault("device_scale_factor", 2 if width == ZOOMED else 1)
    context = browser.new_context(viewport={"width": width, "height": 900}, **options)
    context.add_cookies(
        [{"name": name, "value": value, "url": address} for name, value in (cookies or {}).items()]
    )
    page = context.new_page()
    complaints: list[str] = []
    page.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.goto(address)
    page.wait_for_load_state("networkidle")
    assert [text for text in complaints if "404" not in text] == []
    return page


def opened_for_axe(browser: Browser, address: str, look: tuple[str, int] = LOOKS[0], **options: Any) -> Page:
    """A tab that begins in a look, into which axe can be put.

    Axe is the test's own script, not the dashboard's: only its injection needs the policy out of the way.
    """
    scheme, width = look
    options |= {"color_scheme": scheme, "reduced_motion": "reduce", "bypass_csp": True}
    return opened(browser, address, width=width, **options)


def assert_accessible(page: Page) -> None:
    """In every look axe finds nothing serious, and nothing is wider than the screen; closes the tab."""
    page.add_script_tag(path=str(AXE))
    found, wide = {}, []
    for scheme, width in LOOKS:
        page.emulate_media(color_scheme=scheme)
        page.set_viewport_size({"width": width, "height": 900})
        found[scheme, width] = worst(page)
        if page.evaluate("document.documentElement.scrollWidth > innerWidth"):
            wide.append(width)
    page.context.close()
    assert not any(found.values()), found
    assert wide == []


def worst(page: Page) -> list[tuple[str, list[str], str]]:
    """What axe finds serious: the rule, where, and why."""
    tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
    violations = page.evaluate(
        "async tags => (await axe.run({runOnly: tags, resultTypes: ['violations']})).violations", tags
    )
    return [
        (item["id"], [node["html"][:160] for node in item["nodes"][:3]], item["nodes"][0]["failureSummary"])
        for item in violations
        if item["impact"] in WORST
    ]
