"""What a page tells without writing it: the browser's layout and the reading of HTML say the same."""

import pytest

from changemodel.features.structure import normalised_lines
from changemodel.html_blocks import html_blocks
from storage.records import Capture
from tests.rendering.conftest import CaptureSite
from tests.site_server import SiteServer

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

PAGE = """<!doctype html><title>T</title><main><h1>Pool</h1>
<p>Open: <img src=/seen.png alt="yes, daily"> <a href=/plan.pdf title="Plan of the pool"><i class=icon></i></a></p>
<p><a href=/a><img src=/seen.png alt="Season ticket"></a></p>
<form action=/x><label>Day <select><option>Monday<option selected>Tuesday
<optgroup label=Evening><option label="Friday 19:00">f</option></optgroup></select></label>
<input type=submit value="Sold out"><input type=button value=Ask><button>Book</button>
<button aria-label="Close the form"></button><input value="typed before" placeholder="Your name">
<input readonly value="A 7"><input type=hidden value=secret><input type=checkbox value=c> agreed
<textarea placeholder="Your words"></textarea></form>
<dialog open><p>We are closed until further notice.</p></dialog><dialog><p>Not now</p></dialog>
<p hidden>Hidden</p><x-fee>Fee <b>5</b> EUR</x-fee><svg role=img aria-label="A wave"></svg>
<div><template shadowrootmode=open><p>Lane <slot></slot></p></template>three</div>
<table><tr><td>Visa<td>80</table></main>"""


def _told(capture: Capture) -> list[tuple[str, str, int | None]]:
    assert capture.layout is not None, capture.problems
    return [
        (block.path, "\n".join(normalised_lines(block.text)), block.linked_chars)
        for block in capture.layout.blocks
        if block.text
    ]


async def test_the_layout_and_the_html_tell_the_same_words(
    capture_site: CaptureSite, site: SiteServer
) -> None:
    site.serve("/told", "text/html; charset=utf-8", PAGE)
    capture = await capture_site("/told")
    from_html = [
        (block["path"], block["text"], block["linked_chars"])
        for block in html_blocks(PAGE.encode())
        if block["text"]
    ]
    assert _told(capture) == from_html


async def test_words_that_a_visitor_typed_are_no_part_of_the_page(
    capture_site: CaptureSite, site: SiteServer
) -> None:
    page = "<p>Search</p><input id=q><script>document.getElementById('q').value = 'typed'</script>"
    site.serve("/typed", "text/html", page)
    assert [text for _, text, _ in _told(await capture_site("/typed"))] == ["Search"]
