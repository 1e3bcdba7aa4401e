"""What programs do with a token."""

import httpx

from storage.accounts.accounts import accounts, disable
from storage.accounts.api_tokens import make_token, revoke_token, tokens_of
from storage.actions.audit import Actor
from storage.collection import Collection
from storage.people import Scope
from tests.dashboard.user_actions.conftest import People
from tests.storage.builders import START

ROOT = Actor(by="root", at=START)


def bearer(people: People, name: str, scope: Scope) -> dict[str, str]:
    with Collection.open(people.folder) as collection:
        return {"Authorization": f"Bearer {make_token(collection, ROOT, name, 'a test', scope)[0]}"}


def asked(people: People, method: str, path: str, headers: dict[str, str]) -> httpx.Response:
    return httpx.request(method, people.address + path, headers=headers, timeout=60)


def test_a_token_may_what_its_scope_and_its_account_may(people: People) -> None:
    for name, scope, verb, status in (
        ("ada", Scope.WRITE, "mute", 200),
        ("arch", Scope.WRITE, "unmute", 200),
        ("arch", Scope.READ, "mute", 403),
        ("vic", Scope.WRITE, "mute", 403),
        ("vic", Scope.READ, "mute", 403),
    ):
        headers = bearer(people, name, scope)
        for path in ("/api/v1/pages", "/feed.atom", "/metrics"):
            assert asked(people, "GET", path, headers).status_code == 200
        assert asked(people, "POST", f"/api/v1/pages/1/{verb}", headers).status_code == status, (name, scope)
        assert people.actions()[0] == (
            (name, verb) if status == 200 else ("root", f"account: make a token to {scope}")
        )


def test_what_is_no_token_lets_nobody_in(people: People) -> None:
    for shown in ("Bearer", "Bearer x", "Basic YWRhOng=", "bearer pagetide_", "Token x"):
        assert asked(people, "GET", "/api/v1/pages", {"Authorization": shown}).status_code == 401, shown


def test_a_wrong_token_is_refused_though_somebody_is_logged_in(people: People) -> None:
    with people.client("ada") as client:
        assert client.get("/api/v1/pages", headers={"Authorization": "Bearer x"}).status_code == 401


def test_a_token_counts_until_it_is_revoked_or_its_account_disabled(people: People) -> None:
    revoked, disabled = bearer(people, "arch", Scope.READ), bearer(people, "vic", Scope.READ)
    for headers in (revoked, disabled):
        assert asked(people, "GET", "/api/v1/pages", headers).status_code == 200
    with Collection.open(people.folder) as collection:
        by_name = {item.name: item.id for item in accounts(collection.database)}
        (token,) = tokens_of(collection.database, by_name["arch"])
        assert token.used_at == people.now
        revoke_token(collection, ROOT, token.id)
        disable(collection, ROOT, "vic")
    for headers in (revoked, disabled):
        assert asked(people, "GET", "/api/v1/pages", headers).status_code == 401


def test_a_token_does_nothing_that_is_a_persons_own(people: People) -> None:
    headers = bearer(people, "ada", Scope.WRITE)
    for path in ("/logout", "/account/password", "/account/tokens", "/accounts/add"):
        assert asked(people, "POST", path, headers).status_code == 403, path
    assert not asked(people, "GET", "/", headers).headers.get("set-cookie")


def test_a_page_elsewhere_cannot_use_a_token_that_it_does_not_know(people: People) -> None:
    headers = bearer(people, "ada", Scope.WRITE) | {"Origin": "https://evil.example"}
    assert asked(people, "POST", "/api/v1/pages/1/mute", headers).status_code == 403
