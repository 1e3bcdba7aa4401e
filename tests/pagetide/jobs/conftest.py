from collections.abc import Iterator
from pathlib import Path

import pytest

from storage.collection import Collection


@pytest.fixture
def collection(tmp_path: Path) -> Iterator[Collection]:
    with Collection.create(tmp_path / "news") as created:
        yield created
