from pathlib import Path

import pytest

from pagetide.doctor import examine

pytestmark = pytest.mark.browser


def test_a_contact_is_missed_only_where_there_is_a_collection(tmp_path: Path) -> None:
    before, after = examine(tmp_path), examine(tmp_path, contact="")
    assert "contact" not in {item.name for item in before}
    (missing,) = [item for item in after if item.name == "contact"]
    assert (missing.good, missing.needed) == (False, False)
