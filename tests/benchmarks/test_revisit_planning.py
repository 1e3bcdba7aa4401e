from pathlib import Path

import pytest

from benchmarks.revisit_leases import NOW, fill
from benchmarks.revisit_planning import WORK, known
from pagetide.app import App


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("planning") / "pages"
    fill(path, 300, known)
    return path


@pytest.mark.parametrize("name", [name for name in WORK if name != "beside"])
def test_each_piece_of_work_is_done_on_a_small_collection(folder: Path, name: str) -> None:
    with App.open(folder, overrides={"crawl": {"budget_per_h": 10.0}}) as app:
        WORK[name][1](app)()


def test_a_tenth_of_the_pages_waits_and_most_have_learned(folder: Path) -> None:
    with App.open(folder) as app:
        pages = app.timetable.watched(NOW)
        learned = sum(page.observations > 0 for page in app.collection.repository.pages())
    assert len(pages.id) == 300
    assert 0 < pages.waiting(full={}) < 60
    assert 180 < learned < 240
