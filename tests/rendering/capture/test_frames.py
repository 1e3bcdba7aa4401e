import io

import pytest
from PIL import Image

from rendering.capture.frames import MOST_FRAMES, FrameDocuments, composed
from storage.layout import Block
from storage.records import Capture, Outcome, ProblemCode
from tests.rendering.conftest import CaptureSite
from tests.site_server import SiteServer

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

WORDS = "<!doctype html><p>Words of {0}: <a href=/{0}.pdf>document</a></p><img src=/picture/9x9/{0}.png>"
STYLE = "<style>body { margin: 0 } iframe, object, embed { display: block; border: 5px solid; padding: 10px }</style>"


def _blocks(capture: Capture) -> dict[str, Block]:
    assert capture.layout is not None, capture.problems
    return {block.text: block for block in capture.layout.blocks if block.text}


async def test_words_links_and_pictures_of_every_kind_of_frame_are_the_pages(
    capture_site: CaptureSite, site: SiteServer
) -> None:
    kinds = ("same", "other", "object", "embed", "sandboxed", "nested")
    for name in kinds:
        site.serve(f"/inner/{name}", "text/html", WORDS.format(name))
    site.serve("/inner/outer", "text/html", "<p>Outer words</p><iframe src=/inner/nested></iframe>")
    site.serve(
        "/kinds",
        "text/html",
        "<!doctype html><h1>Before</h1><iframe src=/inner/same></iframe>"
        f"<iframe src={site.url('/inner/other', host='localhost')}></iframe><object data=/inner/object></object>"
        "<embed type=text/html src=/inner/embed><iframe sandbox src=/inner/sandboxed></iframe>"
        "<iframe src=/inner/outer height=300></iframe><iframe srcdoc='<p>Words of srcdoc</p>'></iframe>"
        "<iframe src='data:text/html,<p>Words of data</p>'></iframe><p>After</p>",
    )
    capture = await capture_site("/kinds")
    assert capture.outcome is Outcome.COMPLETE, capture.problems
    said = [f"Words of {name}: document" for name in kinds] + ["Words of srcdoc", "Words of data"]
    assert all(words in (capture.text or "") for words in said)
    assert capture.layout is not None
    in_order = [block.text for block in capture.layout.blocks if block.text]
    assert in_order == ["Before", *said[:5], "Outer words", *said[5:], "After"]
    assert sum(url.endswith(".pdf") for url in capture.layout.links) == len(kinds)
    assert sum("/picture/9x9/" in url for url in capture.layout.images) == len(kinds)
    assert len(capture.layout.image_digests) == len(kinds)
    assert all(f"Words of {name}" in (capture.dom or "") for name in kinds)


async def test_a_frameset_says_what_its_frames_say(capture_site: CaptureSite, site: SiteServer) -> None:
    site.serve("/menu", "text/html", "<p>Menu")
    site.serve("/content", "text/html", "<p>Content")
    site.serve(
        "/set",
        "text/html",
        "<frameset cols='200,*' border=0><frame src=/menu name=menu><frame src=/content name=main>"
        "</frameset><noframes>This page needs frames.</noframes>",
    )
    capture = await capture_site("/set")
    assert capture.text == "Menu\nContent"
    blocks = _blocks(capture)
    assert (blocks["Menu"].path, blocks["Content"].path) == (
        "body>frame.menu>html>body>p",
        "body>frame.main>html>body>p",
    )
    assert blocks["Content"].x_px >= 200


async def test_a_block_in_a_frame_stands_where_it_is_pictured(
    capture_site: CaptureSite, site: SiteServer
) -> None:
    box = f"{STYLE}<div style='height:50px'></div><p style='margin:0;width:80px;height:40px;background:#0c0'>here"
    site.serve("/deep", "text/html", box)
    site.serve("/outer", "text/html", f"{STYLE}<div style='height:20px'></div><iframe src=/deep></iframe>")
    site.serve(
        "/placed",
        "text/html",
        f"{STYLE}<div style='height:1200px'></div><iframe src=/outer width=500 height=300></iframe>",
    )
    capture = await capture_site("/placed")
    block = _blocks(capture)["here"]
    assert (block.x_px, block.y_px) == (30, 1200 + 15 + 20 + 15 + 50)
    assert (block.width_px, block.height_px) == (80, 40)
    picture = Image.open(io.BytesIO(capture.full_page_png or b"")).convert("RGB")
    assert picture.getpixel((int(block.x_px) + 75, int(block.y_px) + 35)) == (0, 204, 0)


async def test_a_frame_in_a_shadow_tree_is_read_and_shadow_trees_in_frames_are(
    capture_site: CaptureSite, site: SiteServer
) -> None:
    script = (
        "<div id=host></div><script>"
        "document.getElementById('host').attachShadow({{mode: '{}'}}).innerHTML = `{}`</script>"
    )
    site.serve("/in-open", "text/html", script.format("open", "<p>shadow words in a frame</p>"))
    site.serve("/in-closed", "text/html", "<p>framed in a closed tree</p>")
    inner = script.format("open", "<iframe src=/in-open></iframe>")
    closed = script.format("closed", "<iframe src=/in-closed></iframe>").replace("host", "other")
    site.serve("/shadows", "text/html", f"<!doctype html><h1>Top</h1>{inner}{closed}")
    capture = await capture_site("/shadows")
    assert "shadow words in a frame" in (capture.text or "")
    assert "framed in a closed tree" in (capture.text or "")
    path = _blocks(capture)["shadow words in a frame"].path
    assert path == "body>div#host>#shadow>iframe>html>body>div#host>#shadow>p"
    assert 'shadowrootmode="open"><iframe src="/in-open" data-pagetide-frame=' in (capture.dom or "")


async def test_frames_that_nobody_sees_add_nothing(capture_site: CaptureSite, site: SiteServer) -> None:
    site.serve("/tracker", "text/html", "<p>tracker")
    hidden = ("width=0 height=0", "width=1 height=1", "style='display:none'", "style='visibility:hidden'",
              "style='opacity:0'", "style='position:absolute;left:-9999px'")  # fmt: skip
    frames = "".join(f"<iframe frameborder=0 {how} src=/tracker></iframe>" for how in hidden)
    site.serve("/tracked", "text/html", f"<!doctype html><p>Seen</p>{frames}")
    capture = await capture_site("/tracked")
    assert capture.text == "Seen"
    assert list(_blocks(capture)) == ["Seen"]
    assert "data-pagetide-frame" not in (capture.dom or "")


async def test_what_no_server_gave_a_frame_is_no_text_of_the_page(
    capture_site: CaptureSite, site: SiteServer
) -> None:
    site.serve("/refused", "text/html", "<!doctype html><p>Seen</p><iframe src=http://127.0.0.1:9/></iframe>")
    assert (await capture_site("/refused")).text == "Seen"


async def test_a_page_without_scripts_has_its_frames_read_too(
    capture_site: CaptureSite, site: SiteServer
) -> None:
    site.serve("/still", "text/html", "<p>Outside</p><iframe srcdoc='<p>Inside</p>'></iframe>")
    assert (await capture_site("/still", javascript=False)).text == "Outside\nInside"


async def test_more_frames_than_are_read_are_told(capture_site: CaptureSite, site: SiteServer) -> None:
    frames = "<iframe height=20 srcdoc='<p>word'></iframe>" * (MOST_FRAMES + 2)
    site.serve("/many", "text/html", f"<!doctype html>{frames}")
    capture = await capture_site("/many")
    (problem,) = capture.problems
    assert (problem.code, problem.message) == (
        ProblemCode.TRUNCATED,
        "2 of its frames are left out: the first 100 are read",
    )
    assert (capture.text or "").count("word") == MOST_FRAMES


async def test_a_change_in_a_frame_changes_the_same_block(
    capture_site: CaptureSite, site: SiteServer
) -> None:
    site.serve(
        "/changing", "text/html", "<p>Outside</p><iframe name=news src=/news></iframe><iframe></iframe>"
    )
    site.serve("/news", "text/html", "<p id=one>Open</p>")
    before = await capture_site("/changing")
    site.serve("/news", "text/html", "<p id=one>Closed</p>")
    after = await capture_site("/changing")
    assert _blocks(before)["Open"].path == _blocks(after)["Closed"].path


def _document(**changes: object) -> dict[str, object]:
    layout = {"width_px": 100, "height_px": 100, "blocks": [], "links": [], "images": []}
    told = {
        "html": "",
        "html_length": 0,
        "text": "",
        "drawn": False,
        "cut": False,
        "frames": [],
        "layout": layout,
    }
    return {**told, "scroll": {"x": 0, "y": 0}, **changes}


def _place(frame_id: str, srcdoc: str | None = None) -> dict[str, object]:
    box = {"x_px": 10, "y_px": 20, "width_px": 50, "height_px": 30}
    return {"id": frame_id, "path": "body>iframe", "srcdoc": srcdoc, "block": 0, **box}


def _block(text: str, y_px: float) -> dict[str, object]:
    box = {"x_px": 0, "y_px": y_px, "width_px": 80, "height_px": 20}
    return {"path": "body>p", "tag": "p", "text": text, "links": [], "images": [], **box}


async def test_what_lies_beyond_the_edges_of_a_frame_has_no_size() -> None:
    blocks = [_block("within", 0), _block("cut", 20), _block("beyond", 40)]
    layout = {"width_px": 80, "height_px": 60, "blocks": blocks, "links": [], "images": []}
    page = composed(
        _document(frames=[_place("f")]),
        FrameDocuments(told={"f": _document(layout=layout)}, urls={"f": "u"}),
        10,
    )
    boxes = [(block["y_px"], block["width_px"], block["height_px"]) for block in page["layout"]["blocks"]]
    assert boxes == [(20, 50, 20), (40, 50, 10), (50, 0, 0)]


async def test_a_frame_that_was_not_read_keeps_what_its_element_had() -> None:
    markup = '<iframe src="/a" data-pagetide-frame="f"></iframe><iframe data-pagetide-frame="g"></iframe>'
    page = composed(_document(html=markup, frames=[_place("f"), _place("g", "<p>")]), FrameDocuments(), 10)
    assert page["html"] == '<iframe src="/a"></iframe><iframe srcdoc="&lt;p&gt;"></iframe>'


async def test_blocks_of_the_page_and_its_frames_are_cut_at_one_number() -> None:
    layout = {
        "width_px": 9,
        "height_px": 9,
        "blocks": [_block(str(n), 0) for n in range(4)],
        "links": [],
        "images": [],
    }
    documents = FrameDocuments(told={"f": _document(layout=layout)}, urls={"f": "u"})
    page = composed(_document(layout=layout, frames=[_place("f")]), documents, 6)
    assert (len(page["layout"]["blocks"]), page["cut"]) == (6, True)
