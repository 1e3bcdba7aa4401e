"""A Memento client that nobody in this project wrote finds its way through the dashboard."""

import json
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest

from tests.acceptance.conftest import Archive, OutsideTools
from tests.acceptance.replaying import dashboard_of

pytestmark = [pytest.mark.browser, pytest.mark.slow]

_ASK = """
import datetime, json, sys
from memento_client import MementoClient
gate, url, at = sys.argv[1:]
client = MementoClient(timegate_uri=gate, check_native_timegate=False)
info = client.get_memento_info(url, datetime.datetime.fromisoformat(at))
print(json.dumps(info, default=str))
"""


@pytest.fixture(scope="module")
def dashboard(archive: Archive) -> Iterator[str]:
    with dashboard_of(archive.folder) as address:
        yield address


@pytest.mark.parametrize(("days", "chosen"), [(-1, 0), (1, -1)])
def test_it_finds_the_memento_nearest_in_time(
    dashboard: str, archive: Archive, outside: OutsideTools, days: int, chosen: int
) -> None:
    captures = archive.captures("/changing.html?b=2&a=1")
    at = (captures[chosen].started_at + timedelta(days=days)).replace(tzinfo=None)
    url = captures[0].url
    result = outside.run("memento", "python", "-c", _ASK, f"{dashboard}/timegate/", url, at.isoformat())
    assert result.returncode == 0, result.stderr
    info = json.loads(result.stdout)
    assert info["original_uri"] == url
    assert info["timegate_uri"] == f"{dashboard}/timegate/{url}"
    for word, expected in (("closest", captures[chosen]), ("first", captures[0]), ("last", captures[-1])):
        found = info["mementos"][word]
        assert found["uri"] == [f"{dashboard}/{expected.started_at:%Y%m%d%H%M%S}/{url}"]
        moment = datetime.fromisoformat(found["datetime"]).replace(tzinfo=UTC)
        assert moment == expected.started_at.replace(microsecond=0)
