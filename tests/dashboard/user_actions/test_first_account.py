"""Before there is an account, and from the first one on."""

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from dashboard.app import create_app
from dashboard.request_checks import Access
from storage.accounts.accounts import add_account, disable
from storage.actions.audit import Actor
from storage.collection import Collection
from storage.people import Role
from tests.dashboard.conftest import served
from tests.storage.builders import PASSWORD, START

ROOT = Actor(by="root", at=START)


@pytest.fixture
def without(folder: Path) -> Iterator[str]:
    """The dashboard of somebody who said --no-accounts."""
    with Collection.open(folder, read_only=True) as opened:
        app = create_app(opened, now=lambda: START, access=Access(writer="ada", accounts=False))
        with served(app) as address:
            yield address


def _add(folder: Path, name: str = "ada") -> None:
    with Collection.open(folder) as collection:
        add_account(collection, ROOT, name, Role.ADMIN, PASSWORD)


def test_without_an_account_nobody_is_asked(client: httpx.Client) -> None:
    assert client.get("/").status_code == 200
    assert "asks for no accounts" in client.get("/login").text
    assert client.post("/login", data={"name": "ada", "password": PASSWORD}).status_code == 404
    assert client.post("/api/v1/pages/1/mute").status_code == 200
    assert 'name="form_token"' not in client.get("/").text


def test_from_the_first_account_on_everybody_is_asked(client: httpx.Client, folder: Path) -> None:
    assert client.get("/").status_code == 200
    _add(folder)
    assert client.get("/").status_code == 401
    assert client.post("/api/v1/pages/1/mute").status_code == 401
    answer = client.post("/login", data={"name": "ada", "password": PASSWORD})
    assert answer.status_code == 303
    assert client.get("/").status_code == 200


def test_with_no_account_left_that_lets_in_everybody_is_still_asked(
    client: httpx.Client, folder: Path
) -> None:
    _add(folder)
    _add(folder, "bea")
    with Collection.open(folder) as collection:
        disable(collection, ROOT, "bea")
    assert client.get("/").status_code == 401


def test_who_asks_for_no_accounts_is_asked_for_none(without: str, folder: Path) -> None:
    _add(folder)
    assert httpx.get(without, timeout=60).status_code == 200
    assert httpx.post(f"{without}/api/v1/pages/1/mute", timeout=60).status_code == 200
    foreign = {"Origin": "https://evil.example"}
    assert httpx.post(f"{without}/api/v1/pages/1/unmute", headers=foreign, timeout=60).status_code == 403
