"""What lets visits in goes along with a discovery: to the site itself, and nowhere else."""

from collections.abc import Iterator
from pathlib import Path
from subprocess import CompletedProcess

import pytest

from rendering.login.state import write_state
from tests.pagetide.commands.test_discover import HTML, discover, moved, page, urlset
from tests.site_server import SiteServer

KEY, PASSWORD, SESSION = "key-4711-AbCdEfGh", "pass-0815-IjKlMnOp", "session-1234-QrStUvWx"
BASIC = "Basic YXJjaGl2ZTpwYXNzLTA4MTUtSWpLbE1uT3A="
SETTINGS = """
[rendering.access]
user = "archive"
password = "env:STAFF_PASSWORD"
headers = ["X-Staff: env:STAFF_KEY"]
[rendering.behaviour]
login_state = "logins/site.json"
"""


@pytest.fixture(scope="module")
def collection(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder whose settings let visits in by a password, a header, and a login."""
    folder = tmp_path_factory.mktemp("settings")
    (folder / "pagetide.toml").write_text(SETTINGS)
    cookie = {"name": "session", "value": SESSION, "domain": "127.0.0.1", "path": "/", "expires": -1}
    write_state({"cookies": [cookie], "origins": []}, folder / "logins" / "site.json")
    return folder


@pytest.fixture(scope="module")
def site() -> Iterator[SiteServer]:
    """A site of which a sitemap, a feed and redirects lead to another origin: the same server as localhost."""
    with SiteServer() as server:
        maps = (
            server.url("/map.xml"),
            server.url("/moved.xml"),
            server.url("/elsewhere/map.xml", host="localhost"),
        )
        server.serve("/robots.txt", "text/plain", "".join(f"Sitemap: {url}\n" for url in maps))
        server.serve("/map.xml", "application/xml", urlset(server.url("/staff/mapped")))
        moved(server, "/moved.xml", server.url("/elsewhere/moved.xml", host="localhost"))
        feeds = "".join(
            f'<link rel="alternate" type="application/rss+xml" href="{url}">'
            for url in (server.url("/feed.rss"), server.url("/elsewhere/feed.rss", host="localhost"))
        )
        page(server, "/staff/", "Staff", "/staff/one", "/staff/moved", head=feeds)
        page(server, "/staff/one", "One")
        moved(server, "/staff/moved", "/staff/new")
        page(server, "/staff/new", "New")
        page(server, "/staff/mapped", "Mapped")
        yield server


@pytest.fixture(scope="module")
def found(site: SiteServer, collection: Path) -> CompletedProcess[str]:
    result = discover(
        site.url("/staff/"), "-c", collection, "--json", STAFF_PASSWORD=PASSWORD, STAFF_KEY=KEY,
        PAGETIDE_RENDERING__SAFETY__REACHABLE_NETWORKS="127.0.0.0/8, localhost, ::1",
    )  # fmt: skip
    assert result.returncode == 0, result.stderr
    return result


@pytest.mark.usefixtures("found")
@pytest.mark.parametrize(
    "path",
    [
        "/robots.txt", "/map.xml", "/moved.xml", "/feed.rss",
        "/staff/", "/staff/one", "/staff/moved", "/staff/new", "/staff/mapped",
    ],
)  # fmt: skip
def test_whatever_is_asked_of_the_site_carries_what_lets_its_visits_in(site: SiteServer, path: str) -> None:
    own = [item for item in site.requests if item.path == path and "127.0.0.1" in item.headers["Host"]]
    assert own
    sent = {tuple(item.headers.get(name) for name in ("Authorization", "X-Staff", "Cookie")) for item in own}
    assert sent == {(BASIC, KEY, f"session={SESSION}")}


@pytest.mark.usefixtures("found")
@pytest.mark.parametrize(
    "path", ["/robots.txt", *(f"/elsewhere/{name}" for name in ("map.xml", "moved.xml", "feed.rss"))]
)
def test_another_origin_gets_nothing_of_it(site: SiteServer, path: str) -> None:
    others = [item for item in site.requests if item.path == path and "localhost" in item.headers["Host"]]
    assert others
    for item in others:
        assert not {"Authorization", "X-Staff", "Cookie"} & set(item.headers)


def test_no_secret_is_printed(found: CompletedProcess[str]) -> None:
    for secret in (KEY, PASSWORD, SESSION, BASIC.partition(" ")[2]):
        assert secret not in found.stdout + found.stderr


def test_a_secret_that_is_missing_is_named_before_anything_is_asked(collection: Path) -> None:
    with SiteServer() as server:
        result = discover(server.url("/staff/"), "-c", collection, STAFF_KEY=KEY)
        assert result.returncode == 1
        assert "STAFF_PASSWORD is missing" in " ".join(result.stderr.split())
        assert not server.requests


@pytest.mark.parametrize("access", ["", SETTINGS.partition("[rendering.behaviour]")[0]])
def test_a_site_that_asks_who_is_there_says_what_to_set(tmp_path: Path, access: str) -> None:
    (tmp_path / "pagetide.toml").write_text(access)
    with SiteServer() as server:
        server.serve("/staff/", HTML, "who?", status=401, headers={"WWW-Authenticate": "Basic realm=x"})
        result = discover(server.url("/staff/"), "-c", tmp_path, STAFF_PASSWORD=PASSWORD, STAFF_KEY=KEY)
    assert result.returncode == 1
    said = "does not accept what [rendering.access] sends" if access else "name them in [rendering.access]"
    assert said in " ".join(result.stderr.split())


def test_a_seed_that_redirects_to_another_origin_that_asks_says_where_to_begin(collection: Path) -> None:
    with SiteServer() as server:
        other = server.url("/staff/", host="localhost")
        moved(server, "/", other)
        server.serve("/staff/", HTML, "who?", status=401, headers={"WWW-Authenticate": "Basic realm=x"})
        result = discover(
            server.url("/"), "-c", collection, STAFF_PASSWORD=PASSWORD, STAFF_KEY=KEY,
            PAGETIDE_RENDERING__SAFETY__REACHABLE_NETWORKS="127.0.0.0/8, localhost, ::1",
        )  # fmt: skip
    assert result.returncode == 1
    assert f"begin at {other}" in " ".join(result.stderr.split())
    assert all(
        "Authorization" not in item.headers for item in server.requests if "localhost" in item.headers["Host"]
    )
