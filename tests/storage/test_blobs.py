from pathlib import Path

import pytest

from storage.blobs import BlobStore
from storage.digests import sha256
from storage.errors import Corrupt, NotStored


@pytest.fixture
def store(tmp_path: Path) -> BlobStore:
    return BlobStore(tmp_path)


def _path(folder: Path, digest: str) -> Path:
    name = digest.removeprefix("sha256:")
    return folder / "sha256" / name[:2] / name[2:4] / name


def test_bytes_are_found_by_their_digest(store: BlobStore, tmp_path: Path) -> None:
    blob = store.put(b"features")
    assert blob.digest == sha256(b"features")
    assert store.get(blob.digest) == b"features"
    assert _path(tmp_path, blob.digest).read_bytes() == b"features"
    assert (blob.size_bytes, blob.stored_bytes, blob.codec) == (8, 8, "identity")


def test_compressed_bytes_come_back_as_they_were(store: BlobStore) -> None:
    blob = store.put(b"text " * 1000, compress=True)
    assert blob.codec == "gzip"
    assert blob.stored_bytes < blob.size_bytes == 5000
    assert store.get(blob.digest) == b"text " * 1000


def test_equal_bytes_are_stored_once(store: BlobStore) -> None:
    assert store.put(b"same") == store.put(b"same")
    assert list(store.digests()) == [sha256(b"same")]


def test_a_blob_stored_plain_stays_plain(store: BlobStore) -> None:
    store.put(b"text " * 100)
    assert store.put(b"text " * 100, compress=True).codec == "identity"


def test_a_missing_blob_is_named(store: BlobStore) -> None:
    with pytest.raises(NotStored, match="is missing"):
        store.get(sha256(b"never"))


def test_a_damaged_blob_is_noticed_and_healed_by_storing_it_again(store: BlobStore, tmp_path: Path) -> None:
    blob = store.put(b"features")
    _path(tmp_path, blob.digest).write_bytes(b"")  # what a power failure leaves
    with pytest.raises(Corrupt):
        store.get(blob.digest)
    assert store.put(b"features") == blob
    assert store.get(blob.digest) == b"features"


def test_a_deleted_blob_is_gone_and_deleting_it_again_is_no_error(store: BlobStore) -> None:
    blob = store.put(b"features")
    store.delete(blob.digest)
    store.delete(blob.digest)
    assert list(store.digests()) == []
