"""A file of a collection is cut, or a bit of it flipped: it is found, nobody dies of it, what is derived comes back."""

import shutil
import sqlite3
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest
from typer.testing import CliRunner

from pagetide.cli import app as pagetide
from pagetide.learning.model_fault import model_fault
from storage.collection import Collection
from storage.errors import Corrupt
from storage.index.cdxj import write_index
from storage.verify.indexes import sweep_indexes
from storage.verify.walk import sweep_blobs, verify
from storage.verify_log import Fault
from tests.pagetide.conftest import Visits
from tests.pagetide.synthetic import START, capture
from tests.storage.builders import fill

HOUR = timedelta(hours=1)
Damage = Callable[[Path], None]


def _cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])


def _flip(path: Path) -> None:
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 0x04
    path.write_bytes(data)


damaged = pytest.mark.parametrize("damage", [_cut, _flip])


def _only_fault(collection: Collection) -> Fault:
    (fault,) = verify(collection, model_fault=model_fault).faults
    return fault


def _one(folder: Path, pattern: str) -> Path:
    return min(path for path in folder.glob(pattern) if path.is_file())


@pytest.fixture
def filled(tmp_path: Path) -> Path:
    """Three captures with features in a closed WARC file, and its indexes."""
    with Collection.create(tmp_path / "news") as collection:
        fill(collection, 3)
        collection.close_archive()
        write_index(collection)
    return tmp_path / "news"


@damaged
@pytest.mark.parametrize("kind", ["blobs/*/*/*/*", "indexes/pagetide-*.cdxj", "indexes/index.cdxj"])
def test_a_derived_file_is_named_swept_and_made_again(filled: Path, kind: str, damage: Damage) -> None:
    damage(_one(filled, kind))
    with Collection.open(filled) as collection:
        assert "pagetide verify --sweep" in _only_fault(collection).remedy
        sweep_indexes(collection, verify(collection))
        sweep_blobs(collection)
        write_index(collection)
        assert verify(collection).ok


@damaged
def test_a_warc_file_is_named_with_the_backup_to_restore(filled: Path, damage: Damage) -> None:
    path = _one(filled, "archive/*.warc.gz")
    whole = path.read_bytes()
    damage(path)
    with Collection.open(filled) as collection:
        faults = verify(collection).faults
        assert faults[0].thing.startswith(f"{path.name}, byte ")
        assert any(fault.thing.startswith("capture ") for fault in faults)
        assert all("backup" in fault.remedy for fault in faults)
        path.write_bytes(whole)
        assert verify(collection).ok


@damaged
@pytest.mark.parametrize("file", ["model.json", "arrays-*.npz"])
def test_a_model_is_named_serves_no_visit_and_is_learned_again(
    learned: Visits, file: str, damage: Damage
) -> None:
    app = learned.app
    damage(_one(app.collection.path, f"models/1/*/{file}"))
    fault = _only_fault(app.collection)
    assert f"pagetide learn {learned.page.url}" in fault.remedy
    learned.visit(capture(61, news=60, advert=7))
    assert learned.now().failures == 0
    (newer,) = app.learner.learn_due(START + 62 * HOUR)
    assert app.scorer.is_readable(newer)
    assert verify(app.collection, model_fault=model_fault).ok


def _flip_in_tree(path: Path) -> None:
    """A bit in the head of a page of the table of captures: what kind of page it is."""
    with sqlite3.connect(path) as raw:
        (root,) = raw.execute("SELECT rootpage FROM sqlite_master WHERE name = 'capture'").fetchone()
        (size,) = raw.execute("PRAGMA page_size").fetchone()
    raw.close()
    data = bytearray(path.read_bytes())
    data[(root - 1) * size] ^= 0x04
    path.write_bytes(data)


@pytest.mark.sqlite("a server looks after its own pages")
@pytest.mark.parametrize("damage", [_cut, _flip_in_tree])
def test_a_database_is_named_with_what_to_do_and_made_again(filled: Path, damage: Damage) -> None:
    damage(filled / "pagetide.db")
    said = CliRunner().invoke(pagetide, ["verify", "-c", str(filled)])
    assert said.exit_code == 1
    words = " ".join(f"{said.output} {said.exception}".split())
    assert isinstance(said.exception, SystemExit | Corrupt)
    assert "pagetide rebuild" in words
    shutil.move(filled / "pagetide.db", filled / "pagetide.db.damaged")
    assert CliRunner().invoke(pagetide, ["rebuild", "-c", str(filled)]).exit_code == 0
    with Collection.open(filled) as collection:
        assert len(collection.repository.captures(1)) == 3
        assert verify(collection).ok
