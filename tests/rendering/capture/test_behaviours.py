# ruff: noqa: E501 - markup in one line each
"""What is done to a page only when it is asked for."""

from collections.abc import Mapping
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Browser

from rendering.settings import BehaviourSettings
from storage.records import Capture, Outcome, ProblemCode
from tests.rendering.conftest import TO_BEGIN_S, CaptureSite, captured_together
from tests.site_server import SiteServer

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

FOLDED = """<!doctype html><nav><button aria-expanded=false onclick="this.after('MENU')">Menu</button></nav>
<details><summary>Question</summary><p>Answer</p></details>
<button aria-expanded="false" onclick="this.setAttribute('aria-expanded', 'true'); setTimeout(() => one.hidden = false, 300)">Details</button><p id=one hidden>Detailed</p>
<a href="#two" onclick="two.hidden = false">Read more …</a><p id=two hidden>The rest</p>
<a href="/elsewhere.html">Read more</a>
<form><button aria-expanded=false onclick="document.title = 'sent'">Send</button></form>
<button aria-haspopup=menu aria-expanded=false onclick="this.after('POPUP')">Share</button>"""


async def test_nothing_is_done_unless_it_is_asked_for(capture_site: CaptureSite, site: SiteServer) -> None:
    site.serve("/folded", "text/html; charset=utf-8", FOLDED)
    capture = await capture_site("/folded")
    assert "<details><summary>" in (capture.dom or "")  # read all the same, see test_folded
    assert "Detailed" not in (capture.text or "")
    assert "behaviours" not in capture.observed


async def test_what_is_folded_is_opened(capture_site: CaptureSite, site: SiteServer) -> None:
    site.serve("/folded", "text/html; charset=utf-8", FOLDED)
    capture = await capture_site("/folded", behaviour=BehaviourSettings(click_to_expand=True))
    assert "<details open" in (capture.dom or "")
    for words in ("Answer", "Detailed", "The rest"):
        assert words in (capture.text or "")
    for words in ("MENU", "POPUP"):
        assert words not in (capture.text or "")
    assert capture.title == ""
    assert capture.final_url is not None
    assert capture.final_url.partition("#")[0] == capture.url
    assert capture.observed["behaviours"]["expanded"] == {"details": 1, "clicked": ["details", "read more …"]}


async def test_films_are_played_so_that_they_are_archived_and_pictured_from_the_start(
    capture_site: CaptureSite, site: SiteServer
) -> None:
    site.serve("/film", "text/html", "<!doctype html><video src=/film.webm preload=none></video>")
    assert (await capture_site("/film")).observed.get("behaviours") is None
    assert site.count("/film.webm") == 0
    captures = [await capture_site("/film", behaviour=BehaviourSettings(autoplay=True)) for _ in range(2)]
    assert site.count("/film.webm") >= 2
    assert captures[0].observed["behaviours"]["autoplay"] == {"played": 1, "refused": 0, "buffered_s": 1.0}
    assert captures[0].view_png == captures[1].view_png


async def test_a_script_of_the_archivists_own_runs_and_what_it_tells_is_kept(
    capture_site: CaptureSite, tmp_path: Path
) -> None:
    script = tmp_path / "open.js"
    script.write_text(
        "await new Promise(done => setTimeout(done, 30));\n"
        "document.body.append('added'); return { page: typeof window.__pagetide__ } // comment"
    )
    capture = await capture_site("/blank.html", behaviour=BehaviourSettings(script=str(script)))
    assert "added" in (capture.text or "")
    told = {"file": "open.js", "finished": True, "result": {"page": "undefined"}}
    assert capture.observed["behaviours"]["script"] == told


BAD_SCRIPTS: Mapping[str, str | None] = {
    "throws": "throw new Error('no such button')",
    "none": "this is not JavaScript",
    "waits": "await new Promise(() => {})",
    "runs on": "for (;;);",
    "absent": None,
}


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def with_bad_scripts(
    browser: Browser, kept_site: SiteServer, tmp_path_factory: pytest.TempPathFactory
) -> Mapping[str, Capture]:
    """A capture with each of them."""
    folder, url = tmp_path_factory.mktemp("scripts"), kept_site.url("/article.html")
    asked = {}
    for name, source in BAD_SCRIPTS.items():
        if source is not None:
            (folder / f"{name}.js").write_text(source)
        behaviour = BehaviourSettings(script=str(folder / f"{name}.js"), script_timeout_s=TO_BEGIN_S)
        asked[name] = (url, {"behaviour": behaviour})
    return await captured_together(browser, asked)


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("throws", "no such button"),
        ("none", "failed"),
        ("waits", "did not end within 4 s"),
        ("runs on", "did not end within 4 s"),
        ("absent", "could not be read"),
    ],
)
async def test_a_script_that_fails_is_a_problem_and_no_lost_capture(
    with_bad_scripts: Mapping[str, Capture], name: str, message: str
) -> None:
    capture = with_bad_scripts[name]
    assert (capture.outcome, capture.title) == (Outcome.PARTIAL, "An ordinary page")
    (problem,) = capture.problems
    assert problem.code is ProblemCode.INTERNAL
    assert message in problem.message
