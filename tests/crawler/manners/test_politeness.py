from datetime import UTC, datetime, timedelta

import pytest

from crawler.manners.host_pauses import HostPauses
from crawler.settings import CrawlSettings

NOW = datetime(2026, 1, 1, tzinfo=UTC)


@pytest.mark.parametrize(
    ("asked_s", "pause_s"),
    [(None, 2), (0, 2), (1, 2), (10, 10), (3600, 60), (float("1e300"), 60), (-5, 2)],
    ids=["nothing", "zero", "shorter", "longer", "beyond the ceiling", "absurd", "negative"],
)
def test_the_longer_pause_counts_up_to_the_ceiling(asked_s: float | None, pause_s: int) -> None:
    pauses = HostPauses(CrawlSettings(host_delay_s=2, crawl_delay_ceiling_s=60))
    pauses.ask("example.org", asked_s)
    assert pauses.next_ok_at("example.org", NOW) == NOW + timedelta(seconds=pause_s)


def test_a_host_that_asked_for_nothing_gets_the_collections_own_pause() -> None:
    assert HostPauses(CrawlSettings()).next_ok_at("example.org", NOW) == NOW + timedelta(seconds=2)


def test_a_ceiling_below_the_own_pause_changes_nothing() -> None:
    pauses = HostPauses(CrawlSettings(host_delay_s=5, crawl_delay_ceiling_s=1))
    pauses.ask("example.org", 100)
    assert pauses.next_ok_at("example.org", NOW) == NOW + timedelta(seconds=5)
