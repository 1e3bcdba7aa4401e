import io

import pytest
from PIL import Image

from rendering.settings import BehaviourSettings
from storage.records import Outcome, ProblemCode
from tests.rendering.conftest import CaptureSite
from tests.site_server import SiteServer

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

EVERYTHING = ("load", "fonts", "lazy images", "images", "quiet layout")


async def test_what_was_waited_for_is_said(capture_site: CaptureSite) -> None:
    assert (await capture_site("/article.html")).waited_for == EVERYTHING


async def test_pictures_further_down_are_fetched_and_the_page_is_shown_from_its_top(
    capture_site: CaptureSite, site: SiteServer
) -> None:
    capture = await capture_site("/lazy.html")
    assert capture.outcome is Outcome.COMPLETE, capture.problems
    assert site.count("/picture/100x100/native.png") == 1
    assert site.count("/picture/100x100/watched.png") == 1
    assert capture.layout is not None
    assert capture.layout.blocks[0].y_px >= 0
    picture = Image.open(io.BytesIO(capture.full_page_png or b"")).convert("RGB")
    boxes = [block for block in capture.layout.blocks if block.tag == "img"]
    assert len(boxes) == 2
    assert all(picture.getpixel((int(box.x_px) + 5, int(box.y_px) + 5)) != (255, 255, 255) for box in boxes)


async def test_pictures_below_the_limit_of_scrolling_are_not_fetched(
    capture_site: CaptureSite, site: SiteServer
) -> None:
    await capture_site("/lazy.html", behaviour=BehaviourSettings(scroll_limit_px=2000))
    assert site.count("/picture/100x100/watched.png") == 0


async def test_without_scripts_native_lazy_pictures_still_come(
    capture_site: CaptureSite, site: SiteServer
) -> None:
    capture = await capture_site("/lazy.html", javascript=False)
    assert capture.outcome is Outcome.COMPLETE, capture.problems
    assert site.count("/picture/100x100/native.png") == 1


async def test_a_network_that_never_rests_is_no_fault_while_the_layout_is_quiet(
    capture_site: CaptureSite,
) -> None:
    capture = await capture_site("/polling.html")
    assert capture.outcome is Outcome.COMPLETE, capture.problems
    assert capture.waited_for == EVERYTHING


async def test_a_layout_that_never_stands_still_makes_the_capture_partial(capture_site: CaptureSite) -> None:
    capture = await capture_site("/growing.html")
    assert capture.outcome is Outcome.PARTIAL
    (problem,) = capture.problems
    assert problem.code is ProblemCode.NOT_IDLE
    assert problem.message == "the page was captured though its layout did not stand still"
    assert capture.view_png
    assert capture.dom


async def test_a_picture_that_never_comes_makes_the_capture_partial(capture_site: CaptureSite) -> None:
    capture = await capture_site("/hanging-image.html", load_timeout_s=2)
    assert capture.outcome is Outcome.PARTIAL
    assert [problem.code for problem in capture.problems] == [ProblemCode.NOT_IDLE]
    assert "did not finish loading within" in capture.problems[0].message
    assert "some of its images did not arrive" in capture.problems[0].message
    assert capture.text == "The rest is here."


async def test_a_script_that_never_ends_is_stopped_and_the_page_captured(capture_site: CaptureSite) -> None:
    capture = await capture_site("/endless-script.html", load_timeout_s=2)
    assert capture.outcome is Outcome.PARTIAL
    assert "a script of it did not end, and was stopped" in capture.problems[0].message
    assert capture.text == "The page itself is fine."
    assert capture.view_png


async def test_dialogs_without_an_end_do_not_keep_the_capture(capture_site: CaptureSite) -> None:
    capture = await capture_site(
        "/endless-dialogs.html", load_timeout_s=2, settle_timeout_s=1, capture_timeout_s=25
    )
    assert capture.outcome is Outcome.PARTIAL
    assert "more dialogs were dismissed" in capture.problems[-1].message


@pytest.mark.parametrize("path", ["/refresh.html", "/script-redirect.html"])
async def test_a_page_that_moves_on_is_captured_where_it_arrives(
    capture_site: CaptureSite, site: SiteServer, path: str
) -> None:
    capture = await capture_site(path)
    assert capture.outcome is Outcome.COMPLETE, capture.problems
    assert (capture.url, capture.final_url) == (site.url(path), site.url("/article.html"))
    assert capture.title == "An ordinary page"
    documents = [item.url for item in capture.exchanges if item.resource_type == "Document"]
    assert documents == [site.url(path), site.url("/article.html")]
