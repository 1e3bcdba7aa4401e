"""A notice whose picture taught nothing yet is judged by what its text says, and the comparison says so."""

from datetime import timedelta
from pathlib import Path

import httpx

from storage.collection import Collection
from storage.queries.labels import Label
from tests.dashboard.conftest import serving
from tests.storage.builders import START, add_page, capture, score

BLOCKS = [
    {
        "path": "body>p",
        "kind": "removed",
        "added": "",
        "removed": "<b>now closed",
        "furniture": False,
        "chance": 0.01,
    }
]


def test_the_comparison_says_that_the_text_judged(tmp_path: Path) -> None:
    with Collection.create(tmp_path / "notices") as collection:
        page = add_page(collection)
        first, second, third = (collection.store(page, capture(hour)) for hour in range(3))
        told = {
            "text_important": True,
            "blocks_changed": 2,
            "blocks": BLOCKS,
            "by_part": {"text": 3.0, "visual": 1.0},
            "sentences": [
                {"text": "the <i>harbour opens", "section": "body>h2", "came": True, "chance": 0.97},
                {"text": "the harbour is closed", "section": "body>h2", "came": False, "chance": 0.6},
            ],
        }
        collection.record_score(score(first, second, explanation=told))
        collection.record_score(score(second, third))
        with (
            serving(collection, lambda: START + timedelta(days=1)) as address,
            httpx.Client(base_url=address, timeout=60) as client,
        ):
            shown = client.get(f"/page/{page.id}/compare?after={second.id}").text
            for said in ("what its text says", "2 blocks changed", "text 75 %, picture 25 %", "words gone"):
                assert said in shown
            assert "1.0 % of visits" in shown
            assert "&lt;b&gt;now closed" in shown
            assert "and 1 more block" in shown
            assert "What other pages taught" in shown
            assert "<ins>the &lt;i&gt;harbour opens</ins>" in shown
            assert "97 %" in shown
            assert "<del>the harbour is closed</del>" in shown
            answer = client.get(f"/api/v1/pages/{page.id}/scores/{second.id}").json()
            assert answer["explanation"] == told
            assert (answer["before_id"], answer["after_id"]) == (first.id, second.id)
            assert client.get(f"/api/v1/pages/{page.id}/scores/{first.id}").status_code == 404
            later = client.get(f"/page/{page.id}/compare?after={third.id}").text
            assert "What other pages taught" not in later
            assert "the whole view" in later


def test_what_a_person_said_of_a_change_is_shown_with_it(tmp_path: Path) -> None:
    with Collection.create(tmp_path / "notices") as collection:
        page = add_page(collection)
        first, second = (collection.store(page, capture(hour)) for hour in range(2))
        collection.record_score(score(first, second))
        with (
            serving(collection, lambda: START + timedelta(days=1)) as address,
            httpx.Client(base_url=address, timeout=60) as client,
        ):
            asked = client.get(f"/page/{page.id}/compare?after={second.id}").text
            assert f"{page.id} {first.id} {second.id} --important" in asked
            said = Label(
                page_id=page.id,
                before_id=first.id,
                after_id=second.id,
                important=False,
                said_at=START,
                said_by="Ada",
                note="<i>only the date",
            )
            collection.record_label(said)
            shown = client.get(f"/page/{page.id}/compare?after={second.id}").text
            assert "<strong>Ada</strong> called this change not important" in shown
            assert "&lt;i&gt;only the date" in shown
