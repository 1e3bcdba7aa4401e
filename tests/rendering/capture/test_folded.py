"""What is folded away, and opens without a script, is read with the page, and the page is none the wiser."""

import pytest

from storage.layout import Block
from storage.records import Capture
from tests.rendering.conftest import CaptureSite
from tests.site_server import SiteServer

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

TERMS = """<!doctype html><title>Terms</title><style>
details::details-content {{ opacity: 0; transition: opacity 5s, content-visibility 5s allow-discrete }}
details[open]::details-content {{ opacity: 1 }}
</style><main><h1>Terms</h1>
<details name=part open><summary>Scope</summary><p>These terms hold for everybody.</p></details>
<details name=part><summary>Fees</summary>{fees}</details>
<details name=part><summary>Notice</summary>{notice}</details>
<p>Last words.</p></main>"""
FEES = """<p>The fee is <b>five</b> euros. <a href="/prices">Prices</a> <img src="/logo.png" width=8 height=8></p>
<details><summary>Reductions</summary><p>Pupils pay nothing.</p></details><p style="display:none">Draft</p>"""


def _blocks(capture: Capture) -> list[Block]:
    assert capture.layout is not None, capture.problems
    return list(capture.layout.blocks)


async def test_folded_text_has_blocks_in_order_and_without_a_size(
    capture_site: CaptureSite, site: SiteServer
) -> None:
    site.serve("/terms", "text/html", TERMS.format(fees=FEES, notice="<p>Thirty days.</p>"))
    capture = await capture_site("/terms")
    blocks = _blocks(capture)
    assert [block.text for block in blocks if block.text] == [
        "Terms",
        "Scope",
        "These terms hold for everybody.",
        "Fees",
        "The fee is five euros. Prices",
        "Reductions",
        "Pupils pay nothing.",
        "Notice",
        "Thirty days.",
        "Last words.",
    ]
    fee = next(block for block in blocks if block.text.startswith("The fee"))
    fold = next(block for block in blocks if block.text == "Fees")
    assert fee.path == "body>main>details:nth-of-type(2)>p:nth-of-type(1)"
    assert fee.links == (site.url("/prices"),)
    assert (fee.width_px, fee.height_px, fee.y_px) == (0, 0, fold.y_px)
    assert all(block.width_px > 0 for block in blocks if block.text in ("Scope", "Fees", "Last words."))
    assert "Pupils pay nothing." in (capture.text or "")
    assert "Draft" not in (capture.text or "")


async def test_the_picture_and_the_dom_are_those_of_the_page_as_it_was_met(
    capture_site: CaptureSite, site: SiteServer
) -> None:
    site.serve("/folded", "text/html", TERMS.format(fees=FEES, notice="<p>Thirty days.</p>"))
    site.serve("/empty", "text/html", TERMS.format(fees="", notice=""))
    folded, empty = [await capture_site(path) for path in ("/folded", "/empty")]
    assert folded.view_png == empty.view_png
    assert folded.full_page_png == empty.full_page_png
    assert (folded.dom or "").count('<details name="part"') == 3
    assert folded.layout is not None
    assert empty.layout is not None
    assert folded.layout.height_px == empty.layout.height_px


async def test_the_page_is_not_told(capture_site: CaptureSite, site: SiteServer) -> None:
    telling = (
        "<script>for (const fold of document.querySelectorAll('details')) "
        "fold.ontoggle = () => fetch('/told');</script>"
    )
    closed = TERMS.replace(" open>", ">")
    site.serve("/telling", "text/html", closed.format(fees=FEES, notice="<p>Thirty days.</p>") + telling)
    capture = await capture_site("/telling")
    assert any(block.text == "Thirty days." for block in _blocks(capture))
    assert not any(exchange.url.endswith("/told") for exchange in capture.exchanges)


async def test_what_a_search_in_the_page_finds_is_read_and_what_is_hidden_is_not(
    capture_site: CaptureSite, site: SiteServer
) -> None:
    page = (
        "<h1>Help</h1><div hidden=until-found><p>How to <i>cancel</i></p></div><div hidden><p>Never</p></div>"
    )
    site.serve("/help", "text/html", page)
    assert [block.text for block in _blocks(await capture_site("/help"))] == ["Help", "How to cancel"]


async def test_folds_in_shadow_trees_are_read(capture_site: CaptureSite, site: SiteServer) -> None:
    tree = "<details><summary>More</summary><p>Within</p><slot></slot></details>"
    page = f"<h1>Parts</h1><x-part><template shadowrootmode=open>{tree}</template><p>Slotted</p></x-part>"
    site.serve("/shadow", "text/html", page)
    texts = [block.text for block in _blocks(await capture_site("/shadow"))]
    assert texts == ["Parts", "More", "Within", "Slotted"]


async def test_a_fold_that_is_slotted_into_a_shadow_tree_is_read(
    capture_site: CaptureSite, site: SiteServer
) -> None:
    fold = "<details><summary>More</summary><p>Within</p><details><summary>Deeper</summary>Bare</details></details>"
    page = f"<x-part><template shadowrootmode=open><h1>Part</h1><slot></slot></template>{fold}</x-part>"
    site.serve("/slotted", "text/html", page)
    texts = [block.text for block in _blocks(await capture_site("/slotted"))]
    assert texts == ["Part", "More", "Within", "Bare", "Deeper"]
