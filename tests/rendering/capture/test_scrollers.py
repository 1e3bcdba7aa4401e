import io

import pytest
from PIL import Image

from rendering.settings import BehaviourSettings
from storage.records import Capture, Outcome, ProblemCode
from tests.rendering.conftest import CaptureSite
from tests.site_server import SiteServer

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

CARDS = 9
LIST = "".join(
    f"<div class=card><h2>Card {number}</h2>"
    f"<img loading=lazy width=300 height=200 src=/picture/300x200/{number}.png></div>"
    for number in range(CARDS)
)
STYLE = (
    "<!doctype html><style>* { box-sizing: border-box } html, body { margin: 0; height: 100% }"
    ".card { height: 300px } h2 { margin: 0 } "
)
LAYOUTS = {
    "box": f"html, body {{ overflow: hidden }} #s {{ height: 100vh; overflow-y: auto }}</style><div id=s>{LIST}</div>",
    "body": f"html {{ overflow: hidden }} body {{ overflow: auto }}</style>{LIST}",
    "fixed": f"#s {{ position: fixed; inset: 40px 0 0; overflow: auto }}</style><div id=s>{LIST}</div>",
    "placed": "#o { position: relative; height: 100vh; overflow: hidden }"
    f"#s {{ position: absolute; inset: 80px 0 40px; overflow: auto }}</style><div id=o><div id=s>{LIST}</div></div>",
    "columns": "body { overflow: hidden } #app { height: 100vh; display: flex; flex-direction: column }"
    "#mid { flex: 1; display: flex; min-height: 0 } nav { width: 200px; height: 100% } main { flex: 1; overflow: auto }"
    f"</style><div id=app><header>Top</header><div id=mid><nav>Side</nav><main>{LIST}</main></div>"
    "<footer>Foot</footer></div>",
    "rows": "body { display: grid; grid-template-rows: 60px 1fr 40px; overflow: hidden } main { overflow: scroll }"
    f"</style><header>Top</header><main>{LIST}</main><footer>Foot</footer>",
    "within": "#a { height: 100vh; overflow: auto } #b { height: 80vh; overflow: auto }"
    f"</style><div id=a><h1>Outer</h1><div id=b>{LIST}</div><p>Below</p></div>",
    "shadow": "</style><div id=host style='height:100%'></div><script>host.attachShadow({mode: 'open'}).innerHTML = `"
    f"<style>#s {{ height: 100%; overflow: auto }} .card {{ height: 300px }}</style><div id=s>{LIST}</div>`</script>",
    "frame": "body { overflow: hidden } iframe { width: 100%; height: 100%; border: 0; display: block }</style>"
    "<iframe src=/cards></iframe>",
    "frameset": "</style><frameset cols='200,*' border=0><frame src=/blank.html><frame src=/cards></frameset>",
}


def _image(png: bytes | None) -> Image.Image:
    assert png is not None
    return Image.open(io.BytesIO(png)).convert("RGB")


def _pictured(capture: Capture) -> list[bool]:
    """Whether each picture of the page is drawn where the layout says, on the full-page picture."""
    picture, white = _image(capture.full_page_png), (255, 255, 255)
    boxes = [block for block in capture.layout.blocks if block.tag == "img"] if capture.layout else []
    return [picture.getpixel((int(box.x_px) + 150, int(box.y_px) + 100)) != white for box in boxes]


@pytest.mark.parametrize("name", list(LAYOUTS))
async def test_what_scrolls_in_place_of_the_window_is_loaded_and_pictured_whole(
    capture_site: CaptureSite, site: SiteServer, name: str
) -> None:
    site.serve("/cards", "text/html", f"{STYLE}</style>{LIST}")
    site.serve("/scrolling", "text/html", STYLE + LAYOUTS[name])
    capture = await capture_site("/scrolling")
    lacking = [problem.message for problem in capture.problems if problem.code is not ProblemCode.OVERLAY]
    assert (capture.outcome, lacking) == (Outcome.COMPLETE, [])
    assert [site.count(f"/picture/300x200/{number}.png") for number in range(CARDS)] == [1] * CARDS
    assert _pictured(capture) == [True] * CARDS
    assert capture.layout is not None
    assert _image(capture.full_page_png).size == (1000, capture.layout.height_px)
    assert 300 * CARDS <= capture.layout.height_px <= 300 * CARDS + 400
    assert _image(capture.view_png).size == (1000, 1000)


async def test_what_stands_below_a_box_is_pictured_below_it(
    capture_site: CaptureSite, site: SiteServer
) -> None:
    site.serve("/columns", "text/html", STYLE + LAYOUTS["columns"])
    capture = await capture_site("/columns")
    assert capture.layout is not None
    last = {block.text: block.y_px for block in capture.layout.blocks}
    assert last["Top"] < last["Card 0"] < last[f"Card {CARDS - 1}"] < last["Foot"]


async def test_parts_as_high_as_the_box_keep_their_height(
    capture_site: CaptureSite, site: SiteServer
) -> None:
    parts = "".join(f"<section>Part {number}</section>" for number in range(4))
    style = "#s { height: 100vh; overflow: auto } section { height: 100% }"
    site.serve("/parts", "text/html", f"{STYLE}{style}</style><div id=s>{parts}</div>")
    layout = (await capture_site("/parts")).layout
    assert layout is not None
    assert [block.y_px for block in layout.blocks] == [0, 1000, 2000, 3000]


async def test_a_box_that_grows_is_followed_and_stopped_at_the_limit(
    capture_site: CaptureSite, site: SiteServer
) -> None:
    growing = (
        "let n = 0; new IntersectionObserver((told) => { if (told.some((each) => each.isIntersecting))"
        " for (let i = 0; i < 5; i += 1) { const story = document.createElement('div'); story.className = 'card';"
        " story.textContent = `Story ${n += 1}`; s.insertBefore(story, more); } }, {root: s}).observe(more);"
    )
    box = "#s { height: 100vh; overflow: auto }</style><div id=s><p id=more>more</p></div>"
    site.serve("/growing-box", "text/html", f"{STYLE}{box}<script>{growing}</script>")
    capture = await capture_site("/growing-box", behaviour=BehaviourSettings(scroll_limit_px=4000))
    assert [problem.message for problem in capture.problems] == [
        "it was scrolled to 4000 px and goes on below: rendering.behaviour.scroll_limit_px sets how far"
    ]
    assert "Story 14" in (capture.text or "")


async def test_a_box_is_pictured_down_to_the_height_of_a_picture(
    capture_site: CaptureSite, site: SiteServer
) -> None:
    site.serve("/high-box", "text/html", STYLE + LAYOUTS["box"])
    capture = await capture_site("/high-box", full_page_max_height_px=1500)
    assert _image(capture.full_page_png).size == (1000, 1500)
    assert [problem.code for problem in capture.problems] == [ProblemCode.TRUNCATED]
    assert capture.observed["full_page"] == {"height_px": 300 * CARDS, "pictured_px": 1500}


async def test_a_dialog_over_a_page_that_scrolls_stays_as_it_is(
    capture_site: CaptureSite, site: SiteServer
) -> None:
    dialog = "#d { position: fixed; inset: 10%; overflow: auto; background: #fee } body { height: 2500px }"
    words = "<p>Terms</p>" * 100
    site.serve("/over", "text/html", f"{STYLE}{dialog}</style>Page<div id=d>{words}</div>")
    capture = await capture_site("/over")
    assert _image(capture.full_page_png).size == (1000, 2500)


async def test_the_page_hears_nothing_of_it(capture_site: CaptureSite, site: SiteServer) -> None:
    """Where it had scrolled its box to, the box stands in the window's picture."""
    script = (
        "s.scrollTop = 1200; new MutationObserver(() => { document.title = 'heard'; }).observe(document, {"
    )
    script += "attributes: true, childList: true, subtree: true, characterData: true});"
    site.serve("/quiet-box", "text/html", f"{STYLE}{LAYOUTS['box']}<script>{script}</script>")
    capture = await capture_site("/quiet-box")
    assert capture.title == ""
    assert _image(capture.view_png).crop((0, 0, 1000, 900)).tobytes() == (
        _image(capture.full_page_png).crop((0, 1200, 1000, 2100)).tobytes()
    )
