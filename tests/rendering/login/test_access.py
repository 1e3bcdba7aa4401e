"""HTTP Basic and headers of one's own: sent to the page's own origin, and kept out of what is kept."""

import base64
import gzip
from collections.abc import Iterator
from pathlib import Path

import pytest

from rendering.errors import AccessError
from rendering.login.access import Access, AccessSettings, access_to, found_from, origin_of
from rendering.login.credentials import LEFT_OUT
from storage.collection import Collection
from storage.records import Capture, Outcome, ProblemCode, ResponseKind
from tests.rendering.conftest import CaptureSite
from tests.site_server import SiteServer

PASSWORD = "correct-horse-9-battery"
BASIC = f"Basic {base64.b64encode(f'staff:{PASSWORD}'.encode()).decode()}"
KEY = "key-4711-AbCdEfGh"
PAGE = """<!doctype html><h1>Staff only</h1><img src=/picture/9x9/own.png>
<img src=http://localhost:{port}/picture/9x9/other.png><img src=/away.png>
<script>fetch('/api', {{headers: {{'X-Own': '1'}}}}); new Worker('/worker-asks.js')</script>"""


@pytest.fixture(autouse=True)
def _secrets(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STAFF_PASSWORD", PASSWORD)
    monkeypatch.setenv("STAFF_KEY", KEY)
    monkeypatch.setenv("STAFF_NAME", "Björn")


@pytest.fixture
def elsewhere() -> Iterator[SiteServer]:
    with SiteServer() as server:
        yield server


SETTINGS = AccessSettings(
    user="staff", password="env:STAFF_PASSWORD", headers=("X-Staff: env:STAFF_KEY", "X-Purpose: archive")
)


def sent(site: SiteServer, path: str) -> list[tuple[str | None, str | None]]:
    """What requests for a path carried."""
    headers = [
        {name.lower(): value for name, value in item.headers.items()}
        for item in site.requests
        if item.path == path
    ]
    return [(item.get("authorization"), item.get("x-staff")) for item in headers]


def archived(folder: Path, capture: Capture) -> bytes:
    """All that a collection keeps of a capture."""
    with Collection.create(folder) as collection:
        page = collection.repository.add_page(capture.url, at=capture.started_at, due_at=capture.started_at)
        collection.store(page, capture)
    files = [path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()]
    return b"".join(gzip.decompress(data) if data.startswith(b"\x1f\x8b") else data for data in files)


@pytest.mark.browser
@pytest.mark.asyncio(loop_scope="session")
async def test_what_lets_a_visit_in_goes_to_the_pages_own_origin_only(
    capture_site: CaptureSite, site: SiteServer, elsewhere: SiteServer, tmp_path: Path
) -> None:
    site.serve("/staff", "text/html", PAGE.format(port=elsewhere.port))
    site.serve("/worker-asks.js", "text/javascript", "fetch('/asked-by-worker')")
    site.serve(
        "/away.png", "image/png", b"", status=302, headers={"Location": elsewhere.url("/led-there.png")}
    )
    capture = await capture_site("/staff", access=SETTINGS)
    assert capture.is_good
    for path in ("/staff", "/picture/9x9/own.png", "/away.png", "/api", "/asked-by-worker"):
        assert sent(site, path) == [(BASIC, KEY)], path
    for path in ("/picture/9x9/other.png", "/led-there.png"):
        assert sent(elsewhere, path) == [(None, None)], path
    kept = archived(tmp_path / "kept", capture)
    for secret in (PASSWORD, KEY, BASIC, BASIC.removeprefix("Basic ")):
        assert secret.encode() not in kept
    assert ("X-Staff", LEFT_OUT) in capture.exchanges[0].request_headers
    assert ("X-Purpose", "archive") in capture.exchanges[0].request_headers
    assert capture.observed["access"]["headers"] == ["X-Staff", "X-Purpose", "Authorization"]


@pytest.mark.browser
@pytest.mark.asyncio(loop_scope="session")
async def test_a_page_that_leads_to_another_host_takes_nothing_along(
    capture_site: CaptureSite, site: SiteServer, elsewhere: SiteServer
) -> None:
    site.serve("/moved", "text/html", b"", status=302, headers={"Location": elsewhere.url("/article.html")})
    capture = await capture_site("/moved", access=SETTINGS)
    assert capture.final_url == elsewhere.url("/article.html")
    assert sent(site, "/moved") == [(BASIC, KEY)]
    assert {pair for item in elsewhere.requests for pair in sent(elsewhere, item.path)} == {(None, None)}


@pytest.mark.browser
@pytest.mark.asyncio(loop_scope="session")
@pytest.mark.parametrize(
    ("access", "said"),
    [
        (AccessSettings(), "name them in [rendering.access]"),
        (SETTINGS, "does not accept what [rendering.access] sends"),
    ],
)
async def test_a_server_that_asks_for_a_password_is_said_to(
    capture_site: CaptureSite, site: SiteServer, access: AccessSettings, said: str
) -> None:
    asks = {"WWW-Authenticate": 'Basic realm="staff"'}
    site.serve("/staff", "text/html", "<h1>401 Authorization Required</h1>", status=401, headers=asks)
    capture = await capture_site("/staff", access=access)
    assert (capture.outcome, capture.response_kind) == (Outcome.PARTIAL, ResponseKind.LOGIN_WALL)
    assert [item.code for item in capture.problems] == [ProblemCode.HTTP_STATUS, ProblemCode.WALL]
    assert said in capture.problems[1].message


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"password": "hunter2"}, "a password is not written here"),
        ({"headers": ("X-Api-Key: 4711",)}, "the value of X-Api-Key is a secret"),
        ({"headers": ("Cookie: a=b",)}, "the value of Cookie is a secret"),
        ({"headers": ("Authorization: Bearer x",)}, "the value of Authorization is a secret"),
        ({"headers": ("no header",)}, "begins no header"),
        ({"headers": ("Host: example.org",)}, "is the browser's own"),
        ({"headers": ("X-Name: Björn",)}, "begins no header"),
        ({"user": "a:b"}, "has no colon"),
    ],
)
def test_secrets_written_out_and_what_is_no_header_are_refused(changes: dict[str, object], said: str) -> None:
    with pytest.raises(ValueError, match=said.replace("[", r"\[")):
        AccessSettings(**changes)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        (AccessSettings(user="a", password="env:NOT_THERE"), "the environment variable NOT_THERE is missing"),
        (AccessSettings(user="a", password="file:/not/there"), "the file /not/there cannot be read"),
        (AccessSettings(user="a"), "needs both"),
        (AccessSettings(headers=("X-Staff: env:NOT_THERE",)), "the value of X-Staff is not there"),
        (AccessSettings(headers=("X-Staff: env:STAFF_NAME",)), "only those of ASCII"),
    ],
)
def test_a_secret_that_is_not_there_is_named(settings: AccessSettings, said: str) -> None:
    with pytest.raises(AccessError, match=said):
        access_to("https://a.example/", settings)


def test_a_secret_is_read_from_a_file_that_only_its_owner_can_read(tmp_path: Path) -> None:
    file = tmp_path / "secret"
    file.write_text(f"{PASSWORD}\n")
    settings = AccessSettings(user="staff", password=found_from(tmp_path, "file:secret"))
    file.chmod(0o644)
    with pytest.raises(AccessError, match="chmod 600"):
        access_to("https://a.example/", settings)
    file.chmod(0o600)
    access = access_to("https://a.example/", settings)
    assert access is not None
    assert access.headers == (("Authorization", BASIC),)


def test_files_of_headers_are_found_from_the_collections_folder() -> None:
    assert found_from(Path("/news"), "X-Key: file:secrets/key") == "X-Key: file:/news/secrets/key"
    assert found_from(Path("/news"), "X-Note: see profile:main") == "X-Note: see profile:main"


def test_a_secret_is_in_no_representation() -> None:
    access = Access(origin="https://a.example:443", headers=(("X-Staff", KEY),))
    assert KEY not in repr(access)


def test_what_a_pages_script_sends_under_the_same_name_stays() -> None:
    access = Access(
        origin=origin_of("https://a.example/"), headers=(("Authorization", BASIC), ("X-Staff", KEY))
    )
    told = (("authorization", "Bearer page"), ("Accept", "*/*"))
    assert access.headers_for("https://a.example/api", told) == (*told, ("X-Staff", KEY))
    assert access.headers_for("https://a.example:444/api", (("X-Staff", KEY), *told)) == told
