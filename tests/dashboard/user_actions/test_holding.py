"""Holding a page and a capture, from the dashboard and from the API."""

import httpx


def test_a_page_and_a_capture_are_held_and_let_go_by_forms(client: httpx.Client) -> None:
    assert client.post("/page/1/hold", data={"reason": "case <b>12"}).headers["location"] == "/page/1#holds"
    made = client.post("/page/1/hold", data={"reason": "another", "capture": "2"})
    assert made.headers["location"] == "/capture/2#holds"
    page, capture = client.get("/page/1").text, client.get("/capture/2").text
    for shown in ("case &lt;b&gt;12", "another", "capture 2"):
        assert shown in page
    assert "with its page" in capture
    assert "another" in capture
    assert "another" not in client.get("/capture/1").text
    assert client.post("/page/1/unhold", data={"number": "1"}).status_code == 303
    assert "case" not in client.get("/page/1").text


def test_a_program_holds_lists_and_ends(client: httpx.Client) -> None:
    made = client.post("/api/v1/holds", json={"page_id": 1, "capture_id": 1, "reason": "case 12"})
    assert made.status_code == 201
    assert client.get("/api/v1/holds?page_id=1").json() == [made.json()]
    assert client.get("/api/v1/holds?page_id=2").json() == []
    action = client.delete(f"/api/v1/holds/{made.json()['id']}").json()["action_id"]
    assert client.post(f"/api/v1/actions/{action}/undo").status_code == 200
    assert client.get("/api/v1/holds").json()[0]["reason"] == "case 12"
    for wrong, status in (
        ({"page_id": 1}, 422),
        ({"page_id": 1, "reason": " "}, 409),
        ({"page_id": 99, "reason": "x"}, 404),
        ({"page_id": 1, "capture_id": 10_000, "reason": "x"}, 404),
    ):
        assert client.post("/api/v1/holds", json=wrong).status_code == status, wrong
    assert client.delete("/api/v1/holds/9").status_code == 404
