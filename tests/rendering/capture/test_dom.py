import pytest

from rendering.settings import LimitSettings
from storage.layout import Block, Layout
from storage.records import Capture, Outcome, ProblemCode
from tests.rendering.conftest import CaptureSite
from tests.site_server import SiteServer

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


def _layout(capture: Capture) -> Layout:
    assert capture.layout is not None, capture.problems
    return capture.layout


def _block(capture: Capture, text: str) -> Block:
    (found,) = [block for block in _layout(capture).blocks if block.text == text]
    return found


async def test_the_dom_is_the_rendered_one(capture_site: CaptureSite) -> None:
    capture = await capture_site("/timers.html")
    assert (capture.dom or "").startswith("<!DOCTYPE html>\n<html lang=")
    assert '<p id="second">the second came too</p>' in (capture.dom or "")


async def test_a_dom_without_a_doctype_gets_none(capture_site: CaptureSite, site: SiteServer) -> None:
    site.serve("/quirks", "text/html", "<p>old")
    assert (await capture_site("/quirks")).dom == "<html><head></head><body><p>old</p></body></html>"


async def test_the_title_and_the_visible_text_are_read(capture_site: CaptureSite) -> None:
    capture = await capture_site("/blocks.html")
    assert capture.title == "Blocks"
    assert "Paper of record" in (capture.text or "")
    assert "Not to be seen" not in (capture.text or "")
    assert "Nor this" not in (capture.text or "")


async def test_hidden_text_is_in_no_block(capture_site: CaptureSite) -> None:
    texts = " ".join(block.text for block in _layout(await capture_site("/blocks.html")).blocks)
    assert "Not to be seen" not in texts
    assert "Nor this" not in texts


async def test_inline_boxes_belong_to_their_block(capture_site: CaptureSite) -> None:
    heading = _block(await capture_site("/blocks.html"), "Paper of record")
    assert (heading.path, heading.tag) == ("body>header>h1", "h1")


async def test_lines_and_boxes_in_a_row_are_words_of_their_own(capture_site: CaptureSite) -> None:
    capture = await capture_site("/blocks.html")
    assert _block(capture, "First line\nsecond line").tag == "p"
    assert _block(capture, "left right").tag == "p"
    assert _block(capture, "06/05 The council convenes\nin 3 days").tag == "p"


async def test_what_a_picture_or_a_drawn_sign_stands_between_are_words_of_their_own(
    capture_site: CaptureSite, site: SiteServer
) -> None:
    site.serve(
        "/signs",
        "text/html",
        "<style>b + b::before { content: ' \\b7  ' } i::after { content: '' }</style>"
        "<p><b>By Ana</b><b>3 h ago</b> on the <i>12</i>th of<svg width=9 height=9></svg>May</p>",
    )
    texts = [block.text for block in _layout(await capture_site("/signs")).blocks]
    assert texts == ["By Ana 3 h ago on the 12th of May"]


async def test_what_is_apart_and_of_another_size_stands_on_a_line_of_its_own(
    capture_site: CaptureSite, site: SiteServer
) -> None:
    site.serve(
        "/sizes",
        "text/html",
        "<style>i { font: 12px serif } big { font-size: 40px }</style><ul><li><a href=/a>Bank holds rates</a>"
        "\n<i>1 day ago</i> <i>Premium</i></li><li><big>T</big>he <b>river</b> <a href=/b>rose</a> by 3 m<sup>3</sup>"
        " as <code>gauge -v</code> says<br>\nOne\nmore</li></ul>",
    )
    texts = [block.text for block in _layout(await capture_site("/sizes")).blocks]
    assert texts == [
        "Bank holds rates\n1 day ago Premium",
        "The river rose by 3 m3 as gauge -v says\nOne more",
    ]


async def test_what_stands_above_and_below_a_block_within_another_is_no_one_line(
    capture_site: CaptureSite, site: SiteServer
) -> None:
    site.serve(
        "/around",
        "text/html",
        "<ul><li><a href=/a>Dredging of the harbour</a><p>It takes a month.</p>"
        "<small>PDF, <b hidden>no</b>39 kB</small><script>'no line'</script> in full</li></ul>",
    )
    texts = [block.text for block in _layout(await capture_site("/around")).blocks]
    assert texts == ["Dredging of the harbour\nPDF, 39 kB\nin full", "It takes a month."]


async def test_what_floats_or_is_placed_anywhere_ends_no_line(
    capture_site: CaptureSite, site: SiteServer
) -> None:
    site.serve(
        "/amid",
        "text/html",
        "<style>.sr { position: absolute; width: 1px; height: 1px; overflow: hidden } i { float: right }</style>"
        "<p>Read <span class=sr>(news) </span>all <i>12:30</i>of it</p>",
    )
    texts = [block.text for block in _layout(await capture_site("/amid")).blocks]
    assert sorted(texts) == ["(news)", "12:30", "Read all of it"]


async def test_a_path_prefers_names_that_people_gave(capture_site: CaptureSite) -> None:
    capture = await capture_site("/blocks.html")
    assert _block(capture, "One").path == "body>main#lead>div.first>h2"
    assert _block(capture, "Two").path == "body>main#lead>div:nth-of-type(2)>h2"


async def test_a_path_uses_no_generated_names(capture_site: CaptureSite) -> None:
    path = _block(await capture_site("/blocks.html"), "Generated names").path
    assert path == "body>main#lead>div.wide"


async def test_a_banner_above_changes_no_path(capture_site: CaptureSite, site: SiteServer) -> None:
    page = "<body>{}<main id=lead><h2>One</h2><p>Two</p></main></body>"
    site.serve("/before", "text/html", page.format(""))
    site.serve("/after", "text/html", page.format("<div style='height:100px'>Banner</div>"))
    before, after = [_layout(await capture_site(path)).blocks for path in ("/before", "/after")]
    assert [block.path for block in before] == [block.path for block in after if block.text != "Banner"]
    assert after[1].y_px > before[0].y_px + 90


async def test_boxes_are_measured_from_the_top_of_the_document(
    capture_site: CaptureSite, site: SiteServer
) -> None:
    site.serve(
        "/boxes",
        "text/html",
        "<!doctype html><body style='margin:0'><div style='height:1500px'></div>"
        "<p style='margin:0 0 0 20px;width:300px;height:40px'>down here</p><script>scrollTo(0, 900)</script>",
    )
    block = _block(await capture_site("/boxes"), "down here")
    assert (block.x_px, block.y_px, block.width_px, block.height_px) == (20, 1500, 300, 40)


async def test_links_and_pictures_are_absolute_and_named_once(
    capture_site: CaptureSite, site: SiteServer
) -> None:
    layout = _layout(await capture_site("/blocks.html"))
    assert layout.links == (site.url("/one#part"), site.url("/two"))
    assert layout.images == (site.url("/picture/40x30/two.png"),)


async def test_a_block_knows_its_links_and_pictures(capture_site: CaptureSite, site: SiteServer) -> None:
    capture = await capture_site("/blocks.html")
    assert _block(capture, "Two").links == (site.url("/two"),)
    (picture,) = [block for block in _layout(capture).blocks if block.images]
    assert picture.path == "body>main#lead>div:nth-of-type(2)>img"
    assert (picture.width_px, picture.height_px) == (40, 30)


async def test_a_page_without_scripts_is_read_all_the_same(capture_site: CaptureSite) -> None:
    capture = await capture_site("/noscript.html", javascript=False)
    assert "Without scripts." in (capture.text or "")
    assert "With scripts." not in (capture.text or "")
    assert len(_layout(capture).blocks) == 2
    assert not capture.profile.javascript


async def test_a_page_that_breaks_the_languages_own_functions_is_read_all_the_same(
    capture_site: CaptureSite, site: SiteServer
) -> None:
    site.serve(
        "/vandal",
        "text/html",
        "<p>Still here</p><script>Array.prototype.map = Array.prototype.filter = Map.prototype.get = null;"
        "Object.prototype.toJSON = () => 'no'; JSON.stringify = null; window.Promise = null;"
        "document.createTreeWalker = null; Element.prototype.getBoundingClientRect = null</script>",
    )
    capture = await capture_site("/vandal")
    assert _block(capture, "Still here").tag == "p"


async def test_the_layout_survives_its_json(capture_site: CaptureSite) -> None:
    layout = _layout(await capture_site("/front.html"))
    assert Layout.from_json(layout.to_json()) == layout


SHADOWS = """<!doctype html><html lang="en"><style>my-card { display: block }</style><body><h1>Outside</h1>
<my-card><b slot="name">slotted <a href="/in-slot">name</a></b></my-card><p>after</p><script>
customElements.define('my-card', class extends HTMLElement {
  constructor() {
    super();
    this.attachShadow({ mode: 'open' }).innerHTML =
      '<style>p { color: red }</style><p>inside <slot name="name"></slot></p>' +
      '<a href="/in-shadow">more</a><my-leaf></my-leaf>';
  }
});
customElements.define('my-leaf', class extends HTMLElement {
  connectedCallback() { this.attachShadow({ mode: 'open' }).innerHTML = '<em>a leaf</em>'; }
});
</script></body></html>"""


async def test_what_stands_in_shadow_trees_is_in_dom_text_and_blocks(
    capture_site: CaptureSite, site: SiteServer
) -> None:
    site.serve("/shadows", "text/html", SHADOWS)
    capture = await capture_site("/shadows")
    assert capture.dom is not None
    assert capture.dom.startswith('<!DOCTYPE html>\n<html lang="en">')
    assert capture.dom.endswith("</html>")
    assert capture.dom.count('<template shadowrootmode="open"') == 2
    assert "<em>a leaf</em>" in capture.dom
    for words in ("Outside", "inside", "slotted", "a leaf", "after"):
        assert words in (capture.text or "")
    assert "color: red" not in (capture.text or "")
    assert capture.layout is not None
    assert [(block.path, block.text) for block in capture.layout.blocks] == [
        ("body>h1", "Outside"),
        ("body>my-card", "morea leaf"),
        ("body>my-card>#shadow>p", "inside slotted name"),
        ("body>p", "after"),
    ]
    assert {link.rpartition("/")[2] for link in capture.layout.links} == {"in-slot", "in-shadow"}


async def test_a_dom_beyond_the_limit_is_cut_and_said_so(capture_site: CaptureSite, site: SiteServer) -> None:
    site.serve("/long", "text/html; charset=utf-8", "<p style=overflow-wrap:anywhere>" + "é" * 5000)
    capture = await capture_site("/long", limits=LimitSettings(max_dom_bytes=1001))
    assert len((capture.dom or "").encode()) <= 1001
    assert len((capture.text or "").encode()) <= 1001
    (problem,) = capture.problems
    assert (problem.code, capture.outcome) == (ProblemCode.TRUNCATED, Outcome.PARTIAL)
    assert "the first 1001 bytes are kept" in problem.message


async def test_a_dom_with_an_emoji_is_whole(capture_site: CaptureSite, site: SiteServer) -> None:
    site.serve("/emoji", "text/html; charset=utf-8", "<p>Save the marsh \N{SEEDLING}</p>")
    capture = await capture_site("/emoji")
    assert (capture.outcome, list(capture.problems)) == (Outcome.COMPLETE, [])
