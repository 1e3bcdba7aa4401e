import io

import pytest
from PIL import Image

from rendering.settings import BehaviourSettings
from storage.records import Outcome, ProblemCode
from tests.rendering.conftest import TO_BEGIN_S, CaptureSite
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
    capture = await capture_site("/hanging-image.html", load_timeout_s=TO_BEGIN_S)
    assert capture.outcome is Outcome.PARTIAL
    assert [problem.code for problem in capture.problems] == [ProblemCode.NOT_IDLE]
    assert "did not finish loading within" in capture.problems[0].message
    assert "some of its images did not arrive" in capture.problems[0].message
    assert capture.text == "The rest is here."


@pytest.mark.parametrize("path", ["/endless-script.html", "/endless-scripts.html"])
async def test_a_script_that_never_ends_is_stopped_and_the_page_captured(
    capture_site: CaptureSite, path: str
) -> None:
    capture = await capture_site(path, load_timeout_s=TO_BEGIN_S)
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


async def test_an_endless_page_is_followed_to_a_stated_limit_and_partial(
    capture_site: CaptureSite, site: SiteServer
) -> None:
    behaviour = BehaviourSettings(scroll_limit_px=6000)
    captures = [await capture_site("/endless.html", behaviour=behaviour) for _ in range(2)]
    assert [capture.outcome for capture in captures] == [Outcome.PARTIAL] * 2
    (problem,) = captures[0].problems
    assert (problem.code, problem.message) == (
        ProblemCode.TRUNCATED,
        "it was scrolled to 6000 px and goes on below: rendering.behaviour.scroll_limit_px sets how far",
    )
    settled = captures[0].observed["settle"]
    assert settled["scroll_limit_reached"]
    assert settled["scrolled_to_px"] == 6000
    assert settled["height_px"] > 6000 > settled["height_at_load_px"]
    assert "story 6" in (captures[0].text or "")
    assert captures[0].full_page_png == captures[1].full_page_png


async def test_what_comes_some_frames_after_its_answer_is_scrolled_to(
    capture_site: CaptureSite, site: SiteServer
) -> None:
    site.serve(
        "/some-frames-later",
        "text/html",
        "<style>body{margin:0} section{height:900px}</style><main><section>story 0</section></main><div id=end>.</div>"
        "<div style='height:0;overflow:hidden'><p id=steps style='width:1px'></p></div><script>"
        "let stories = 0, step = 0; const more = () => { if (++stories < 6) { const section ="
        " document.createElement('section'); section.textContent = `story ${stories}`;"
        "document.querySelector('main').append(section) } };"
        "new ResizeObserver(() => { if (step > 0 && step < 4) { step += 1; steps.style.width = `${step}px` }"
        "else if (step === 4) { step = 0; more() } }).observe(steps);"
        "new IntersectionObserver(async entries => { if (!entries.some(each => each.isIntersecting)) return;"
        "await fetch('/more').catch(() => {}); step = 1; steps.style.width = `${10 + stories}px` })"
        ".observe(end)</script>",
    )
    capture = await capture_site("/some-frames-later")
    assert "story 5" in (capture.text or "")


async def test_scrolling_can_be_switched_off(capture_site: CaptureSite, site: SiteServer) -> None:
    capture = await capture_site("/lazy.html", behaviour=BehaviourSettings(scroll_limit_px=0))
    assert site.count("/picture/100x100/watched.png") == 0
    assert capture.observed["settle"]["scroll_passes"] == 0
    assert capture.outcome is Outcome.PARTIAL
    (problem,) = capture.problems
    assert problem.message.startswith("2 pictures were never asked for: http://")


async def test_pictures_that_scripts_and_styles_bring_late_are_there(
    capture_site: CaptureSite, site: SiteServer
) -> None:
    site.serve(
        "/late",
        "text/html",
        "<style>div{height:1500px} .near{background:url(/picture/50x50/ground.png)}</style><div></div>"
        "<img data-src=/picture/60x60/own.png width=60 height=60><div id=d></div><script>"
        "const seen = new IntersectionObserver(es => es.forEach(e => { if (e.isIntersecting) setTimeout(() => {"
        "if (e.target.dataset.src) e.target.src = e.target.dataset.src; else e.target.className = 'near' }, 200) }));"
        "seen.observe(document.images[0]); seen.observe(d)</script>",
    )
    capture = await capture_site("/late")
    assert site.count("/picture/50x50/ground.png") == 1
    assert site.count("/picture/60x60/own.png") == 1
    assert capture.observed["settle"]["images"] == 1
    assert capture.observed["settle"]["images_broken"] == 0
    assert capture.outcome is Outcome.COMPLETE, capture.problems


async def test_what_sticks_to_the_window_is_pictured_once_and_its_height_is_not_stretched(
    capture_site: CaptureSite, site: SiteServer
) -> None:
    site.serve(
        "/sticky",
        "text/html",
        "<body style='margin:0'><div style='height:100vh;background:#f00'></div>"
        "<header style='position:fixed;top:0;width:100%;height:50px;background:#00f'></header>"
        "<nav style='position:sticky;top:0;height:60px;background:#0f0'></nav>"
        "<div style='height:3000px;background:#fff'></div><img loading=lazy src=/picture/10x10/low.png>"
        "<script>let n = 0; addEventListener('resize', () => { document.body.style.background = '#000'; "
        "document.querySelector('div').style.height = '10px' })</script>",
    )
    picture = Image.open(io.BytesIO((await capture_site("/sticky")).full_page_png or b"")).convert("RGB")
    column = [picture.getpixel((500, y)) for y in range(picture.height)]
    assert [column.count(colour) for colour in ((0, 0, 255), (255, 0, 0), (0, 255, 0))] == [50, 950, 60]


async def test_what_the_end_of_an_animation_leads_to_is_waited_for(
    capture_site: CaptureSite, site: SiteServer
) -> None:
    site.serve(
        "/unfolding.html",
        "text/html",
        b"""<!doctype html><title>Unfolding</title>
        <style>@keyframes grow { from { width: 0 } to { width: 9em } } p { animation: grow 700ms }</style>
        <p>There is more.</p>
        <script>document.querySelector('p').addEventListener('animationend', async () => {
          const words = await (await fetch('/plain.txt')).text();
          setTimeout(() => document.body.append(words), 900);
        });</script>""",
    )
    capture = await capture_site("/unfolding.html")
    assert capture.outcome is Outcome.COMPLETE, capture.problems
    assert "Only words here." in (capture.text or "")
