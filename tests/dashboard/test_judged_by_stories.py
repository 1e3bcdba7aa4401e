"""A front page is judged by its stories: the comparison and the feed begin with what happened to them."""

from datetime import timedelta
from pathlib import Path

import httpx

from storage.collection import Collection
from tests.dashboard.conftest import serving
from tests.storage.builders import START, add_page, capture, score

LEAD = "new lead: A storm reaches the <i>coast, was The harbour opens"


def test_the_comparison_and_the_feed_name_the_story(tmp_path: Path) -> None:
    with Collection.create(tmp_path / "fronts") as collection:
        page = add_page(collection)
        first, second = (collection.store(page, capture(hour)) for hour in range(2))
        told = {
            "by_part": {"stories": 2.5},
            "stories": [LEAD, "left: A fair is over"],
            "text_important": True,
        }
        collection.record_score(score(first, second, important=True, explanation=told))
        with (
            serving(collection, lambda: START + timedelta(days=1)) as address,
            httpx.Client(base_url=address, timeout=60) as client,
        ):
            shown = client.get(f"/page/{page.id}/compare?after={second.id}").text
            feed = client.get("/feed.atom").text
    for said in ("its stories", "new lead: A storm reaches the &lt;i&gt;coast", "left: A fair is over"):
        assert said in shown
    assert "stories 100 %" not in shown
    assert "new lead: A storm reaches the &lt;i&gt;coast" in feed
