# ruff: noqa: E501 - markup in one line each
"""Dialogs over a page are noticed; a consent dialog is answered when that is asked for, and only then."""

import re

import pytest

from rendering.settings import BehaviourSettings
from storage.records import Outcome, ProblemCode
from tests.conftest import LONG_TESTS
from tests.rendering.capture.consent_pages import FRAME, PAGES
from tests.rendering.conftest import CaptureSite
from tests.site_server import SiteServer

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

FEW = PAGES if LONG_TESTS else ("OneTrust", "Usercentrics", "Sourcepoint", "modal", "plain")
"""By an id, in a shadow tree, in a frame, in the top layer, and by its words alone."""
UNNAMED = ("plain", "modal", "two steps")


@pytest.mark.parametrize("name", FEW)
async def test_a_consent_dialog_is_noticed_and_not_touched(
    capture_site: CaptureSite, site: SiteServer, name: str
) -> None:
    site.serve("/page", "text/html; charset=utf-8", PAGES[name])
    site.serve("/sourcepoint-frame", "text/html", FRAME)
    capture = await capture_site("/page")
    found = capture.observed["overlays"]["found"][0]
    assert found["kind"] == "consent"
    assert found["platform"] == (None if name in UNNAMED else name)
    assert found["share"] > 0.02
    assert found["box_px"][2] > 100
    assert "data-answer" not in (capture.dom or "")
    assert "consent" not in capture.observed
    assert capture.outcome is Outcome.COMPLETE, capture.problems
    if name != "modal":
        assert [problem.code for problem in capture.problems] == [ProblemCode.OVERLAY]


@pytest.mark.parametrize(
    ("name", "choice"), [(name, "reject") for name in PAGES] + [(name, "accept") for name in FEW]
)
async def test_a_consent_dialog_is_answered_when_asked_for(
    capture_site: CaptureSite, site: SiteServer, name: str, choice: str
) -> None:
    site.serve("/page", "text/html; charset=utf-8", PAGES[name])
    site.serve("/sourcepoint-frame", "text/html", FRAME)
    capture = await capture_site("/page", behaviour=BehaviourSettings(consent=choice))  # type: ignore[arg-type]
    assert re.findall('data-answer="([a-z]*)"', capture.dom or "") == [choice], capture.observed
    told = capture.observed["consent"]
    assert (told["asked_for"], told["answered"], told["gone"]) == (choice, True, True)
    assert told["clicked"][-1]["platform"] == (None if name in UNNAMED else name)
    assert told["clicked"][-1]["in_frame"] is (name == "Sourcepoint")
    assert capture.observed["overlays"]["found"] == []
    assert (capture.outcome, capture.problems) == (Outcome.COMPLETE, ())


async def test_the_consent_interface_of_the_iab_is_asked(capture_site: CaptureSite, site: SiteServer) -> None:
    site.serve("/page", "text/html; charset=utf-8", PAGES["Quantcast"])
    overlays = (await capture_site("/page")).observed["overlays"]
    assert overlays["tcf"] == {"cmp_id": 10, "display": "visible"}


async def test_a_page_without_a_dialog_is_left_alone(capture_site: CaptureSite, site: SiteServer) -> None:
    site.serve(
        "/page",
        "text/html",
        "<!doctype html><p>We tested cookies. <button onclick=\"document.title = 'clicked'\">Accept</button>"
        "<p style='height:3000px'>A recipe",
    )
    capture = await capture_site("/page", behaviour=BehaviourSettings(consent="accept"))
    assert capture.title == ""
    assert capture.observed["overlays"]["found"] == []
    assert "consent" not in capture.observed


@pytest.mark.parametrize(
    ("body", "kinds", "says"),
    [
        ("<main style='position:fixed;inset:0;overflow:auto'><p>the whole page lives here</p></main>", [], None),
        ("<header style='position:fixed;top:0;width:100%;height:120px'>News</header><p>text" + "<p>more" * 90, ["header"], None),
        (
            "<p>text" * 90 + "<div role=dialog style='position:fixed;inset:100px;background:#fff'>Subscribe!</div>",
            ["dialog"],
            "a dialog covers",
        ),
        (
            "<p>text" * 90 + "<div style='position:fixed;inset:0;background:#fff'>Subscribe!</div>",
            ["box"],
            "a box covers",
        ),
        ("<p>text" * 90 + "<button style='position:fixed;right:0;bottom:0;width:40px;height:40px'>up</button>", [], None),
    ],
    ids=["application", "header", "dialog", "box", "button"],
)  # fmt: skip
async def test_what_lies_over_a_page_is_told_from_what_belongs_to_it(
    capture_site: CaptureSite, site: SiteServer, body: str, kinds: list[str], says: str | None
) -> None:
    site.serve("/page", "text/html", f"<!doctype html><body>{body}</body>")
    capture = await capture_site("/page")
    assert [found["kind"] for found in capture.observed["overlays"]["found"]] == kinds
    assert [problem.message.startswith(says or "-") for problem in capture.problems] == (
        [True] if says else []
    )


async def test_a_page_whose_scrolling_is_locked_says_so(capture_site: CaptureSite, site: SiteServer) -> None:
    site.serve("/page", "text/html", "<!doctype html><body style='overflow:hidden'><p>locked")
    assert (await capture_site("/page")).observed["overlays"]["scroll_locked"] is True
