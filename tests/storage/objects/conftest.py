import uuid
from collections.abc import Iterator

import pytest

from tests.object_server import BUCKET, ObjectServer, as_environment, object_server


@pytest.fixture(scope="session")
def running_server() -> Iterator[ObjectServer]:
    with object_server() as server:
        yield server


@pytest.fixture
def server(running_server: ObjectServer, monkeypatch: pytest.MonkeyPatch) -> Iterator[ObjectServer]:
    as_environment(running_server, monkeypatch)
    running_server.requests.clear()
    yield running_server
    running_server.spoil = lambda method, path: None


@pytest.fixture
def address(server: ObjectServer) -> str:
    """An address under which nothing is yet."""
    return f"s3://{BUCKET}/{uuid.uuid4().hex}"
