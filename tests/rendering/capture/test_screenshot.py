import io

import pytest
from PIL import Image

from storage.records import Outcome, ProblemCode
from tests.rendering.conftest import CaptureSite
from tests.site_server import SiteServer

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


def _picture(png: bytes | None) -> Image.Image:
    assert png is not None
    return Image.open(io.BytesIO(png)).convert("RGB")


async def test_the_view_has_the_size_of_the_window(capture_site: CaptureSite) -> None:
    capture = await capture_site("/article.html", viewport_width_px=800, viewport_height_px=600)
    assert _picture(capture.view_png).size == (800, 600)


async def test_the_full_page_has_the_height_of_the_document(capture_site: CaptureSite) -> None:
    capture = await capture_site("/article.html")
    assert capture.layout is not None
    assert capture.layout.height_px > 1000
    assert _picture(capture.full_page_png).size == (1000, capture.layout.height_px)


async def test_the_view_is_the_top_of_the_full_page(capture_site: CaptureSite) -> None:
    capture = await capture_site("/front.html")
    top = _picture(capture.full_page_png).crop((0, 0, 1000, 1000))
    assert top.tobytes() == _picture(capture.view_png).tobytes()


async def test_a_short_page_is_pictured_once(capture_site: CaptureSite) -> None:
    capture = await capture_site("/timers.html")
    assert capture.full_page_png == capture.view_png


async def test_a_very_tall_page_is_cut_and_partial(capture_site: CaptureSite) -> None:
    capture = await capture_site("/tall.html", full_page_max_height_px=3000)
    assert _picture(capture.full_page_png).size == (1000, 3000)
    assert capture.outcome is Outcome.PARTIAL
    (problem,) = capture.problems
    assert problem.code is ProblemCode.TRUNCATED
    assert problem.message.startswith("the full-page picture ends at 3000 px of ")
    assert capture.observed["full_page"] == {"height_px": 20000, "pictured_px": 3000}


async def test_a_wide_page_is_pictured_to_its_right_end(capture_site: CaptureSite, site: SiteServer) -> None:
    site.serve(
        "/wide", "text/html", "<body style='margin:0'><div style='width:1500px;height:10px'>wide</div>"
    )
    assert _picture((await capture_site("/wide")).full_page_png).size == (1500, 1000)


async def test_the_colours_are_those_of_the_page(capture_site: CaptureSite, site: SiteServer) -> None:
    site.serve("/coloured", "text/html", "<body style='margin:0;background:rgb(12,120,210)'>")
    assert _picture((await capture_site("/coloured")).view_png).getpixel((500, 500)) == (12, 120, 210)
