"""What a viewer, an archivist and an admin may do. Every route is tried: one that is added is tried, too."""

from collections.abc import Iterator, Sequence

import httpx
from fastapi.routing import APIRoute
from starlette.routing import BaseRoute

from dashboard.request_checks import FOR_ALL, FOR_ONESELF, QUESTIONS, READING
from storage.accounts.accounts import set_role
from storage.actions.audit import Actor
from storage.collection import Collection
from storage.people import Role
from tests.dashboard.user_actions.conftest import CLOSED, People
from tests.storage.builders import START

PARTS = {
    "moment:stamp": "20260301120000",
    "url:path": "https://ferry.example/",
    "sheet:int": "1",
    "form": "link",
    "finding_id": "1",
    "page_id": "1",
    "action_id": "1",
    "capture_id": "1",
    "job_id": "1",
    "share_id": "1",
    "hold_id": "1",
    "token": "of-nobody",
    "action": "pause",
    "number": "1",
}
OPEN = {"/api/v1/openapi.json", "/static"}
"""What says nothing of a collection, and has no route of its own kind."""


def _address(path: str) -> str:
    for name, value in PARTS.items():
        path = path.replace(f"{{{name}}}", value)
    return path


def _routes(routes: Sequence[BaseRoute]) -> Iterator[BaseRoute]:
    for route in routes:
        inner = getattr(route, "original_router", None)
        yield from [route] if inner is None else _routes(inner.routes)


def _asked(people: People) -> Iterator[tuple[str, str]]:
    """Method and path of every route."""
    for route in _routes(people.app.routes):
        if isinstance(route, APIRoute):
            yield from ((method, route.path) for method in sorted(route.methods or ()))


def _writing(people: People) -> Iterator[tuple[str, str]]:
    """Method and address of all that writes for others than oneself."""
    for method, path in _asked(people):
        if method not in READING and path not in FOR_ALL | FOR_ONESELF | QUESTIONS:
            yield method, _address(path)


def _state(people: People) -> tuple[object, ...]:
    with people.client("ada") as client:
        return tuple(
            client.get(path).text
            for path in (
                "/api/v1/actions",
                "/api/v1/findings",
                "/api/v1/pages",
                "/api/v1/jobs",
                "/api/v1/shares",
                "/api/v1/holds",
                "/api/v1/rules",
            )
        )


def test_every_route_asks_who_is_there(people: People) -> None:
    others = {route.path for route in _routes(people.app.routes) if not isinstance(route, APIRoute)}  # type: ignore[attr-defined]
    assert others == OPEN
    asked = list(_asked(people))
    assert len(asked) > 50
    with httpx.Client(base_url=people.address, timeout=60) as client:
        for method, path in asked:
            answer = client.request(method, _address(path))
            is_refused = answer.status_code == 401 and "www-authenticate" in answer.headers
            assert is_refused is (path not in FOR_ALL), (method, path, answer.status_code)


def test_a_viewer_reads_and_writes_through_no_route(people: People) -> None:
    before, tried = _state(people), list(_writing(people))
    assert len(tried) > 15
    with people.client("vic") as client:
        assert CLOSED in client.get("/").text
        assert 'action="/findings"' not in client.get("/").text
        token = {"X-Form-Token": people.form_token(client)}
        for method, path in tried:
            for kind in ("application/json", "application/x-www-form-urlencoded"):
                headers = token | {"Content-Type": kind}
                answer = client.request(method, path, headers=headers, content=b"{}")
                assert (answer.status_code, "only reads" in answer.text) == (403, True), (method, path)
    assert _state(people) == before


def test_an_archivist_writes_through_no_route_without_the_forms_token(people: People) -> None:
    with people.client("ada") as other:
        of_somebody_else = people.form_token(other)
    before, tried = _state(people), list(_writing(people))
    with people.client("arch") as client:
        for token, routes in ((None, tried), (of_somebody_else, tried), ("", tried[:3]), ("x", tried[:3])):
            headers = {} if token is None else {"X-Form-Token": token}
            body = {} if token is None else {"form_token": token}
            for method, path in routes:
                for answer in (
                    client.request(method, path, headers=headers, json={}),
                    client.request(method, path, data=body),
                ):
                    refused = (answer.status_code, "another session" in answer.text)
                    assert refused == (403, True), (method, path, token)
    assert _state(people) == before


def test_nobody_who_is_not_logged_in_writes_through_any_route(people: People) -> None:
    before = _state(people)
    with httpx.Client(base_url=people.address, timeout=60) as client:
        for method, path in _writing(people):
            for headers in ({}, {"Origin": people.address}, {"Authorization": "Bearer pagetide_x"}):
                answer = client.request(method, path, headers=headers, json={})
                assert answer.status_code == 401, (method, path)
    assert _state(people) == before


def test_no_other_origin_writes_for_somebody_who_is_logged_in(people: People) -> None:
    before, tried = _state(people), list(_writing(people))
    port = httpx.URL(people.address).port or 0
    with people.client("arch") as client:
        token = {"X-Form-Token": people.form_token(client)}
        for origin, routes in (
            ("https://evil.example", tried),
            ("null", tried[:3]),
            (f"http://127.0.0.1:{port + 1}", tried[:3]),
            (f"http://localhost:{port}", tried[:3]),
        ):
            for method, path in routes:
                answer = client.request(method, path, headers=token | {"Origin": origin}, json={})
                assert answer.status_code == 403, (method, path, origin)
    assert _state(people) == before


def test_what_an_archivist_does_is_kept_in_the_accounts_name(people: People) -> None:
    with people.client("arch") as client:
        token = people.form_token(client)
        form = {"action": "mute", "form_token": token}
        assert client.post("/page/1/act", data=form).status_code == 303
        header = {"X-Form-Token": token}
        label = {"before_id": 1, "after_id": 2, "important": False}
        said = client.post("/api/v1/pages/1/labels", json=label, headers=header)
        assert (said.status_code, said.json()["said_by"]) == (201, "arch")
        in_anothers_name = [
            client.post("/api/v1/pages/1/labels", json=label | {"said_by": "ada"}, headers=header),
            client.put("/api/v1/pages/1/type", json={"type": "forum", "said_by": "ada"}, headers=header),
            client.put("/api/v1/pages/1/note", json={"text": "x", "said_by": "ada"}, headers=header),
            client.post("/api/v1/pages/1/unmute?said_by=ada", headers=header),
            client.post("/api/v1/actions/undo?said_by=root", headers=header),
        ]
        assert [answer.status_code for answer in in_anothers_name] == [403] * 5
    assert people.actions()[:2] == [("arch", "label"), ("arch", "mute")]


def test_a_role_counts_from_the_next_request_on(people: People) -> None:
    with people.client("arch") as client:
        header = {"X-Form-Token": people.form_token(client)}
        assert client.post("/api/v1/pages/1/mute", headers=header).status_code == 200
        with Collection.open(people.folder) as collection:
            set_role(collection, Actor(by="root", at=START), "arch", Role.VIEWER)
        assert client.post("/api/v1/pages/1/unmute", headers=header).status_code == 403


def test_every_form_that_writes_holds_the_token(people: People) -> None:
    with people.client("arch") as client:
        token = people.form_token(client)
        for path in (
            "/",
            "/page/1",
            "/capture/1",
            "/page/1/compare?after=2",
            "/ask",
            "/pages",
            "/schedule",
            "/collection",
            "/shares",
        ):
            forms = client.get(path).text.split("<form")[1:]
            writing = [form.partition("</form>")[0] for form in forms if 'method="post"' in form]
            assert writing
            assert [form for form in writing if f'name="form_token" value="{token}"' not in form] == [], path
