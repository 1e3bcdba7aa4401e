"""The room of one capture: what came home, what did not, what was noticed, and the way to its replay."""

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import httpx
import pytest

from dashboard.app import Replay, create_app
from dashboard.capture_page import summary_of
from dashboard.presenters import cut_picture
from dashboard.replay_component import FILES
from storage.collection import Collection
from storage.records import Outcome, Problem, ProblemCode, ReplayCheck, ResponseKind
from tests.dashboard.conftest import served, serving
from tests.dashboard.sample import MARKUP
from tests.storage.builders import START, add_page, capture, exchange

LOST = "https://news.example/lost.png"


@pytest.fixture(scope="module")
def collection(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Collection]:
    """One capture with all kinds of trouble, and a failed visit."""
    with Collection.create(tmp_path_factory.mktemp("room") / "news") as opened:
        page = add_page(opened)
        trouble = capture(
            response_kind=ResponseKind.LOGIN_WALL,
            exchanges=(exchange(), exchange(LOST, status=None, error="net::ERR_CONNECTION_RESET", body=None)),
            waited_for=("load", "fonts"),
            observed={
                "overlays": {"found": [{"kind": "consent", "text": MARKUP}], "covered": 0.4},
                "login": {"state": "gone", "since": 3.5},
                "scrolled": True,
            },
            problems=(
                Problem(code=ProblemCode.LOGGED_OUT, message="The login has ended"),
                Problem(code=ProblemCode.OVERLAY, message=f"A dialog covers the page {MARKUP}", url=LOST),
            ),
        )
        opened.store(page, trouble)
        failed = capture(
            1,
            outcome=Outcome.FAILED,
            response_kind=ResponseKind.NONE,
            view_png=None,
            full_page_png=None,
            dom=None,
            text=None,
            layout=None,
            exchanges=(),
            problems=(Problem(code=ProblemCode.DNS, message="No such host"),),
        )
        opened.store(page, failed)
        yield opened


@pytest.fixture(scope="module")
def client(collection: Collection) -> Iterator[httpx.Client]:
    with (
        serving(collection, lambda: START + timedelta(days=1)) as address,
        httpx.Client(base_url=address, timeout=60) as opened,
    ):
        yield opened


def test_it_says_what_came_in_place_of_the_page(client: httpx.Client) -> None:
    text = client.get("/capture/1").text
    assert "login wall" in text
    assert "logged out" in text
    assert ">overlay<" in text


def test_it_lists_problems_failed_requests_and_what_was_waited_for(client: httpx.Client) -> None:
    text = client.get("/capture/1").text
    assert "The login has ended" in text
    assert LOST in text
    assert "net::ERR_CONNECTION_RESET" in text
    assert "load, fonts" in text
    assert "1 exchange recorded, 1 failed" in text


def test_it_shows_what_was_noticed_as_text(client: httpx.Client) -> None:
    text = client.get("/capture/1").text
    assert "consent" in text
    assert "login: since" in text
    assert "scrolled" in text
    assert "<script>alert" not in text


@pytest.mark.parametrize("name", ["view.png", "full.png", "text.txt", "dom.txt"])
def test_every_part_is_a_link_that_works(client: httpx.Client, name: str) -> None:
    assert f'href="/capture/1/{name}"' in client.get("/capture/1").text
    assert client.get(f"/capture/1/{name}").status_code == 200


def test_the_rendered_dom_is_text_and_a_download(client: httpx.Client) -> None:
    answer = client.get("/capture/1/dom.txt")
    assert answer.headers["content-type"].startswith("text/plain")
    assert answer.headers["content-disposition"].startswith("attachment")


def test_a_failed_visit_has_a_room_too(client: httpx.Client) -> None:
    answer = client.get("/capture/2")
    assert answer.status_code == 200
    assert "No such host" in answer.text
    assert "No screenshot was taken" in answer.text


def test_without_a_port_for_replay_it_says_so(client: httpx.Client) -> None:
    text = client.get("/capture/1").text
    assert "<iframe" not in text
    assert "without a port for replay" in text


def test_without_the_component_it_says_how_to_get_it(collection: Collection, tmp_path: Path) -> None:
    app = create_app(collection, now=lambda: START, replay=Replay(port=8401, component=tmp_path))
    with served(app) as address:
        answer = httpx.get(f"{address}/capture/1", timeout=60)
    assert "pagetide dashboard --install-replay" in answer.text
    assert "frame-src" not in answer.headers["content-security-policy"]


def test_with_it_the_replay_stands_in_a_sandboxed_frame_of_another_origin(
    collection: Collection, tmp_path: Path
) -> None:
    for name in FILES:
        (tmp_path / name).write_text("")
    app = create_app(collection, now=lambda: START, replay=Replay(port=8401, component=tmp_path))
    with served(app) as address:
        answer = httpx.get(f"{address}/capture/1", headers={"Host": "[::1]:8400"}, timeout=60)
    assert 'src="http://[::1]:8401/capture/1"' in answer.text
    assert 'sandbox="allow-scripts allow-same-origin allow-forms"' in answer.text
    assert answer.headers["content-security-policy"].endswith("frame-src http://[::1]:8401")


def test_a_replay_check_is_a_sentence() -> None:
    check = ReplayCheck(
        capture_id=1,
        checked_at=START,
        screenshot_match=0.995,
        text_match=None,
        crawl_good=9,
        crawl_bad=0,
        replay_good=8,
        replay_bad=1,
        missing=(LOST,),
    )
    assert summary_of(check) == "picture 100 % alike, 8 resources replayed, 1 not, 1 missing"


def test_a_page_on_which_no_dialog_lay_has_no_badge_of_one(tmp_path: Path) -> None:
    looked = {"overlays": {"found": [], "covered": 0, "scroll_locked": False}}
    with Collection.create(tmp_path / "news") as collection:
        collection.store(add_page(collection), capture(observed=looked))
        with serving(collection, lambda: START) as address:
            text = httpx.get(f"{address}/capture/1", timeout=60).text
    assert ">overlay<" not in text
    assert ">complete<" in text


def test_a_full_page_picture_says_where_it_was_cut(tmp_path: Path) -> None:
    looked = {"full_page": {"height_px": 40000, "pictured_px": 16000}}
    with Collection.create(tmp_path / "news") as collection:
        page = add_page(collection)
        collection.store(page, capture(0, observed=looked))
        collection.store(page, capture(1))
        with serving(collection, lambda: START) as address:
            cut, whole, both = (
                httpx.get(f"{address}/{path}", timeout=60).text
                for path in ("capture/1", "capture/2", "page/1/compare?after=2")
            )
    assert "screenshot of the whole page, cut at 16,000 px of 40,000" in cut
    assert ", cut at" not in whole
    assert both.count("full page, cut at 16,000 px of 40,000") == 1


@pytest.mark.parametrize("odd", [None, "x", {}, {"pictured_px": "x", "height_px": 1}, {"pictured_px": 9}])
def test_what_another_tool_says_of_its_picture_is_not_taken_for_ours(odd: object) -> None:
    assert cut_picture({"full_page": odd}) == ""
