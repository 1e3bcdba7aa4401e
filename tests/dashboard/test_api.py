"""The JSON interface says what the repository says."""

import httpx
import pytest

from storage.collection import Collection


def test_pages_are_listed_with_state_and_rate(client: httpx.Client) -> None:
    pages = client.get("/api/v1/pages").json()
    courier = next(page for page in pages if page["id"] == 1)
    assert len(pages) == 6
    assert courier["state"] == "learned"
    assert courier["captures"] == 36
    assert courier["rate"]["low_per_h"] < courier["rate"]["mean_per_h"] < courier["rate"]["high_per_h"]


def test_a_page_comes_with_its_model(client: httpx.Client) -> None:
    model = client.get("/api/v1/pages/1").json()["model"]
    assert sum(map(sum, model["importance"])) == pytest.approx(1)
    assert client.get("/api/v1/pages/5").json()["model"] is None


def test_captures_are_read_in_portions_without_gap_or_repetition(
    client: httpx.Client, collection: Collection
) -> None:
    seen: list[int] = []
    older = None
    while True:
        query = {"limit": 7} | ({} if older is None else {"older": older})
        portion = client.get("/api/v1/pages/1/captures", params=query).json()
        seen += [capture["id"] for capture in portion["captures"]]
        older = portion["next"]
        if older is None:
            break
    assert seen == [capture.id for capture in collection.repository.captures(1, newest_first=True)]


def test_a_capture_carries_its_problems_and_score(client: httpx.Client) -> None:
    captures = client.get("/api/v1/pages/1/captures").json()["captures"]
    failed = next(capture for capture in captures if capture["outcome"] == "failed")
    important = next(capture for capture in captures if capture["score"] and capture["score"]["important"])
    assert failed["problems"][0]["code"] == "unreachable"
    assert failed["view"] is None
    assert important["score"]["probability"] > 0.5


def test_scores_are_those_of_the_repository(client: httpx.Client, collection: Collection) -> None:
    scores = client.get("/api/v1/pages/1/scores", params={"limit": 1000}).json()["scores"]
    stored = collection.repository.scores(1, newest_first=True)
    assert [score["after_id"] for score in scores] == [score.after_id for score in stored]
    assert [score["distance"] for score in scores] == [score.distance for score in stored]


def test_the_schedule_leaves_paused_pages_out(client: httpx.Client) -> None:
    visits = client.get("/api/v1/schedule").json()
    assert [visit["due_at"] for visit in visits] == sorted(visit["due_at"] for visit in visits)
    assert "https://resting.example.org/" not in [visit["url"] for visit in visits]


def test_the_interface_describes_itself(client: httpx.Client) -> None:
    paths = client.get("/api/v1/openapi.json").json()["paths"]
    assert {path for path in paths if not path.startswith("/api/v1/")} == set()
    page = "/api/v1/pages/{page_id}"
    writing = {path: set(methods) for path, methods in paths.items() if set(methods) != {"get"}}
    assert writing == {
        f"{page}/type": {"put", "delete"},
        f"{page}/labels": {"post"},
        f"{page}/tags": {"post"},
        f"{page}/note": {"put"},
        f"{page}/regions": {"get", "post"},
        f"{page}/regions/{{number}}": {"delete"},
        f"{page}/threshold": {"get", "put", "delete"},
        f"{page}/{{action}}": {"post"},
        "/api/v1/pages": {"get", "post"},
        "/api/v1/pages/{action}": {"post"},
        "/api/v1/search": {"post"},  # a picture goes there; nothing is written
        "/api/v1/findings/see": {"post"},
        "/api/v1/findings/unsee": {"post"},
        "/api/v1/findings/decide": {"post"},
        "/api/v1/jobs": {"get", "post"},
        "/api/v1/shares": {"get", "post"},
        "/api/v1/holds": {"get", "post"},
        "/api/v1/holds/{hold_id}": {"delete"},
        "/api/v1/rules": {"get", "put", "delete"},
        "/api/v1/pages/{page_id}/rule": {"put", "delete"},
        "/api/v1/shares/{share_id}": {"delete"},
        "/api/v1/jobs/{job_id}/cancel": {"post"},
        "/api/v1/actions/undo": {"post"},
        "/api/v1/actions/{action_id}/undo": {"post"},
    }


@pytest.mark.parametrize(
    ("path", "status", "told"),
    [
        ("/api/v1/pages/999", 404, "There is no page 999"),
        ("/api/v1/pages?limit=0", 422, "limit: "),
        ("/api/v1/nothing", 404, "nothing at this address"),
    ],
)
def test_errors_are_problem_documents(client: httpx.Client, path: str, status: int, told: str) -> None:
    answer = client.get(path)
    assert answer.headers["content-type"] == "application/problem+json"
    problem = answer.json()
    assert (problem["type"], problem["status"], answer.status_code) == ("about:blank", status, status)
    assert problem["title"]
    assert told in problem["detail"]


def test_what_a_program_has_already_is_not_sent_again(client: httpx.Client) -> None:
    first = client.get("/api/v1/pages")
    tag = first.headers["etag"]
    again = client.get("/api/v1/pages", headers={"If-None-Match": f'"x", {tag}'})
    assert (again.status_code, again.content, again.headers["etag"]) == (304, b"", tag)
    other = client.get("/api/v1/pages?limit=1", headers={"If-None-Match": tag})
    assert other.status_code == 200
    assert "etag" not in client.get("/api/v1/pages/999").headers


@pytest.mark.parametrize("noun", ["captures", "scores"])
def test_captures_and_scores_are_read_on_as_all_lists_are(client: httpx.Client, noun: str) -> None:
    whole = client.get(f"/api/v1/pages/1/{noun}?limit=1000").json()[noun]
    read, address = [], f"/api/v1/pages/1/{noun}?limit=10"
    while address:
        answer = client.get(address)
        read += answer.json()[noun]
        address = answer.links.get("next", {}).get("url", "")
    assert read == whole


@pytest.mark.parametrize("path", ["/api/v1/pages", "/api/v1/schedule"])
def test_long_lists_are_read_in_portions(client: httpx.Client, path: str) -> None:
    whole = client.get(path)
    assert "link" not in whole.headers
    read, address = [], f"{path}?limit=2"
    while address:
        answer = client.get(address)
        assert len(answer.json()) <= 2
        read += answer.json()
        address = answer.links.get("next", {}).get("url", "")
    assert read == whole.json()
    assert client.get(f"{path}?limit=100000").status_code == 422
