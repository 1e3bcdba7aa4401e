"""A notice whose picture taught nothing yet is judged by what its text says, and the comparison says so."""

from datetime import timedelta
from pathlib import Path

import httpx

from storage.collection import Collection
from tests.dashboard.conftest import serving
from tests.storage.builders import START, add_page, capture, score


def test_the_comparison_says_that_the_text_judged(tmp_path: Path) -> None:
    with Collection.create(tmp_path / "notices") as collection:
        page = add_page(collection)
        first, second, third = (collection.store(page, capture(hour)) for hour in range(3))
        collection.record_score(
            score(first, second, explanation={"text_important": True, "blocks_changed": 2, "blocks": []})
        )
        collection.record_score(score(second, third))
        with (
            serving(collection, lambda: START + timedelta(days=1)) as address,
            httpx.Client(base_url=address, timeout=60) as client,
        ):
            told = client.get(f"/page/{page.id}/compare?after={second.id}").text
            assert "what its text says" in told
            assert "2 blocks changed" in told
            assert "the whole view" in client.get(f"/page/{page.id}/compare?after={third.id}").text
