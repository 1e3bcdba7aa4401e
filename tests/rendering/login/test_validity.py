"""A visit with a stored login: what it sees, what is noticed, and what of it reaches the archive."""

import gzip
import stat
from pathlib import Path
from typing import Any

import pytest

from rendering.errors import LoginStateError
from rendering.login.credentials import LEFT_OUT
from rendering.login.state import check_state, cookies_for, secrets_in, write_state
from rendering.settings import BehaviourSettings
from storage.collection import Collection
from storage.records import Capture, Outcome, ProblemCode, ResponseKind
from tests.rendering.conftest import CaptureSite
from tests.site_server import SiteServer

SECRET = "s3cret-session-value"
PAGE = (
    "<!doctype html><p id=p></p><script>if (document.cookie.includes('session=')) p.innerHTML = "
    "'Members only <a id=logout href=/logout>log out</a>'; else p.textContent = 'Please log in'</script>"
)


def state(host: str) -> dict[str, Any]:
    cookie = {"name": "session", "value": SECRET, "domain": host, "path": "/", "expires": -1}
    flags = {"httpOnly": False, "secure": False, "sameSite": "Lax"}
    return {"cookies": [{**cookie, **flags}], "origins": []}


@pytest.fixture
def login(tmp_path: Path) -> Path:
    path = tmp_path / "logins" / "site.json"
    write_state(state("127.0.0.1"), path)
    return path


TOKEN, HANDED_OUT = "tok-4711-AbCdEfGh", "csrf-0815-IjKlMnOp"
APP = """<!doctype html><p id=p>waiting</p><script>
const token = JSON.parse(localStorage.account).token;
const headers = {'X-Api-Key': token, 'X-CSRF-Token': token, 'X-Auth-Token': token, 'X-Other': 'v1 ' + token};
fetch('/api?api_key=' + token, {method: 'POST', headers, body: JSON.stringify({token})})
  .then((answer) => fetch('/api?again', {headers: {'X-CSRF-Token': answer.headers.get('X-CSRF-Token')}}))
  .then((answer) => answer.text()).then((text) => { p.textContent = text; });
</script>"""


def _archived(folder: Path, capture: Capture) -> bytes:
    """All that a collection keeps of a capture: WARC files and database."""
    with Collection.create(folder) as collection:
        page = collection.repository.add_page(capture.url, at=capture.started_at, due_at=capture.started_at)
        collection.store(page, capture)
    files = [path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()]
    return b"".join(gzip.decompress(data) if data.startswith(b"\x1f\x8b") else data for data in files)


def _headers(capture: Capture) -> str:
    return str([(item.request_headers, item.response_headers) for item in capture.exchanges])


@pytest.mark.browser
@pytest.mark.asyncio(loop_scope="session")
class TestVisits:
    async def test_a_visit_with_a_login_is_logged_in_and_its_credentials_stay_out_of_the_archive(
        self, capture_site: CaptureSite, site: SiteServer, login: Path
    ) -> None:
        site.serve("/members", "text/html", PAGE)
        behaviour = BehaviourSettings(login_state=str(login), logged_in_selector="#logout")
        capture = await capture_site("/members", behaviour=behaviour)
        assert "Members only" in (capture.text or "")
        assert (capture.outcome, capture.response_kind) == (Outcome.COMPLETE, ResponseKind.CONTENT)
        assert capture.observed["login"] == {"valid": True, "credentials": "left out"}
        assert "session=" in site.requests[-1].headers.get("Cookie", "")
        assert SECRET not in _headers(capture)
        assert LEFT_OUT in _headers(capture)

    async def test_tokens_that_scripts_send_stay_out_of_the_archive(
        self, capture_site: CaptureSite, site: SiteServer, tmp_path: Path
    ) -> None:
        site.serve("/app", "text/html", APP)
        site.serve("/api", "text/plain", "Members only", headers={"X-CSRF-Token": HANDED_OUT})
        kept = [{"name": "account", "value": f'{{"token": "{TOKEN}"}}'}]
        login = tmp_path / "login.json"
        write_state({"cookies": [], "origins": [{"origin": site.url(""), "localStorage": kept}]}, login)
        capture = await capture_site("/app", behaviour=BehaviourSettings(login_state=str(login)))
        assert "Members only" in (capture.text or "")
        sent = next(request for request in site.requests if request.query == f"api_key={TOKEN}")
        assert (sent.headers["X-Api-Key"], sent.headers["X-Other"]) == (TOKEN, f"v1 {TOKEN}")
        archived = _archived(tmp_path / "collection", capture)
        assert b"X-Api-Key: " + LEFT_OUT.encode() in archived
        assert TOKEN.encode() not in archived
        assert HANDED_OUT.encode() not in archived

    async def test_credentials_are_kept_when_that_is_asked_for(
        self, capture_site: CaptureSite, site: SiteServer, login: Path
    ) -> None:
        site.serve("/members", "text/html", PAGE)
        behaviour = BehaviourSettings(login_state=str(login), keep_credentials=True)
        assert SECRET in _headers(await capture_site("/members", behaviour=behaviour))

    async def test_a_page_that_no_longer_knows_us_is_kept_and_never_learned_from(
        self, capture_site: CaptureSite, site: SiteServer
    ) -> None:
        site.serve("/members", "text/html", PAGE)
        capture = await capture_site("/members", behaviour=BehaviourSettings(logged_in_selector="#logout"))
        assert capture.response_kind is ResponseKind.LOGIN_WALL
        assert not capture.is_good
        assert (capture.outcome, capture.view_png is not None) == (Outcome.COMPLETE, True)
        (problem,) = capture.problems
        assert problem.code is ProblemCode.LOGGED_OUT
        assert "'#logout'" in problem.message

    async def test_a_selector_that_is_none_is_a_problem_and_no_logout(
        self, capture_site: CaptureSite, site: SiteServer
    ) -> None:
        site.serve("/members", "text/html", PAGE)
        capture = await capture_site("/members", behaviour=BehaviourSettings(logged_in_selector="a[["))
        assert [problem.code for problem in capture.problems] == [ProblemCode.INTERNAL]
        assert capture.response_kind is ResponseKind.CONTENT


def test_only_the_owner_can_read_a_login(login: Path) -> None:
    assert stat.S_IMODE(login.stat().st_mode) == 0o600
    check_state(login)


def test_a_login_that_others_can_read_is_refused(login: Path) -> None:
    login.chmod(0o640)
    with pytest.raises(LoginStateError, match="chmod 600") as raised:
        check_state(login)
    assert SECRET not in str(raised.value)


@pytest.mark.parametrize("content", [None, "not JSON", "[]", '{"cookies": 3}'])
def test_a_login_that_is_none_is_refused(tmp_path: Path, content: str | None) -> None:
    path = tmp_path / "login.json"
    if content is not None:
        path.write_text(content)
        path.chmod(0o600)
    with pytest.raises(LoginStateError, match=r"login\.json"):
        check_state(path)


def test_a_login_holds_values_of_cookies_and_of_storage_within_json_too(tmp_path: Path) -> None:
    path = tmp_path / "login.json"
    kept = [{"name": "account", "value": '{"user": {"token": "inner"}, "ids": ["first"]}'}]
    write_state(
        {**state("127.0.0.1"), "origins": [{"origin": "http://127.0.0.1", "localStorage": kept}]}, path
    )
    assert {SECRET, "inner", "first"} <= secrets_in(path)
    assert secrets_in(tmp_path / "gone.json") == frozenset()


@pytest.mark.parametrize(
    ("changes", "url", "sent"),
    [
        ({}, "https://a.example/x", True),
        ({}, "https://b.a.example/", False),
        ({"domain": ".a.example"}, "https://b.a.example/", True),
        ({"domain": ".a.example"}, "https://a.example/", True),
        ({"domain": ".a.example"}, "https://aa.example/", False),
        ({"path": "/x"}, "https://a.example/x/y", True),
        ({"path": "/x"}, "https://a.example/xy", False),
        ({"secure": True}, "http://a.example/", False),
        ({"expires": 1.0}, "https://a.example/", False),
        ({"expires": 9e12}, "https://a.example/", True),
    ],
)
def test_a_cookie_is_sent_where_a_browser_sends_it(
    tmp_path: Path, changes: dict[str, Any], url: str, sent: bool
) -> None:
    (cookie,) = state("a.example")["cookies"]
    write_state({"cookies": [{**cookie, **changes}], "origins": []}, tmp_path / "state.json")
    assert cookies_for(url, tmp_path / "state.json") == (f"session={SECRET}" if sent else "")
