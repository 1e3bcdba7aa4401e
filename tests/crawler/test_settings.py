from dataclasses import fields
from datetime import timedelta

import pytest

from crawler.settings import CrawlSettings


@pytest.mark.parametrize(
    "values",
    [
        {"concurrency": 0},
        {"floor": timedelta(0)},
        {"floor": timedelta(days=20)},
        {"budget_per_h": 0.0},
    ],
)
def test_settings_that_cannot_work_are_refused(values: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=next(iter(values))):
        CrawlSettings(**values)  # type: ignore[arg-type]


def test_settings_stay_few() -> None:
    assert len(fields(CrawlSettings)) <= 16
