from collections.abc import Iterator

import pytest

from tests.crawler.site import Site, serving


@pytest.fixture
def site() -> Iterator[Site]:
    with serving() as running:
        yield running


@pytest.fixture
def other_site() -> Iterator[Site]:
    with serving() as running:
        yield running
