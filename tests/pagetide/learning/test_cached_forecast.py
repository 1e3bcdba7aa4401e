"""What another budget would bring home, as the dashboard asks for it."""

from pathlib import Path

from pagetide.learning.cached_forecast import CachedForecast
from storage.collection import Collection
from tests.storage.builders import fill


def test_a_budget_is_foreseen_in_a_process_of_its_own_and_its_lack_is_explained(tmp_path: Path) -> None:
    with Collection.create(tmp_path / "news") as collection:
        fill(collection, 2)
        without = CachedForecast(collection, None).at(2.0)
        assert isinstance(without, str)
        assert "no budget is set" in without
        (tmp_path / "news" / "pagetide.toml").write_text("[crawl]\nbudget_per_h = 0.5\n")
        kept = CachedForecast(collection, 0.5)
        foreseen = kept.at(2.0)
        assert not isinstance(foreseen, str)
        assert (foreseen.now_per_h, foreseen.then_per_h) == (0.5, 1.0)
        assert [item.name.split()[0] for item in foreseen.expected] == ["time", "important", "from"]
        assert "(±" in foreseen.expected[0].then
        assert kept.at(2.0) is foreseen
