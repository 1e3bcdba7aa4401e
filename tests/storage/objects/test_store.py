import threading
from pathlib import Path

import pytest

from storage.errors import NotStored, ObjectsUnavailable, StorageError
from storage.objects.remote_file import BLOCK, open_object
from storage.objects.store import ObjectStore, checked_address, name_objects, objects_of
from tests.object_server import BUCKET, ObjectServer

BODY = bytes(range(256)) * (6 * BLOCK // 256) + b"end"


@pytest.fixture(params=["s3", "file"])
def store(request: pytest.FixtureRequest, tmp_path: Path, address: str) -> ObjectStore:
    return ObjectStore(address if request.param == "s3" else f"file://{tmp_path}/objects")


def test_an_object_is_made_once(store: ObjectStore) -> None:
    assert store.create("a/name", b"first")
    assert not store.create("a/name", b"second")
    assert store.read("a/name") == b"first"


def test_of_many_that_make_the_same_object_one_succeeds(store: ObjectStore) -> None:
    made: list[int] = []
    threads = [
        threading.Thread(target=lambda n=number: store.create("name", str(n).encode()) and made.append(n))
        for number in range(8)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [str(number).encode() for number in made] == [store.read("name")]


def test_a_file_is_sent_and_read_in_parts(store: ObjectStore, tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(BODY * 6)  # more than one part
    store.upload("file", tmp_path / "file")
    assert store.size("file") == len(BODY) * 6
    assert store.read("file", len(BODY) - 3, 5) == b"end\x00\x01"
    assert store.read("file", len(BODY) * 6 - 2, 100) == b"nd"
    assert store.read("file", len(BODY) * 6 + 5, 100) == b""
    assert list(store.keys("file")) in ([("file", len(BODY) * 6)], [])  # a prefix is a folder
    store.delete("file")
    store.delete("file")
    assert store.size("file") is None
    with pytest.raises(NotStored, match="no object file"):
        store.read("file", 0, 1)


def test_an_object_reads_like_a_file(store: ObjectStore) -> None:
    store.create("file", BODY)
    with open_object(store, "file") as file:
        assert file.read() == BODY
        file.seek(-3, 2)
        assert (file.tell(), file.read()) == (len(BODY) - 3, b"end")
        file.seek(BLOCK - 1)
        assert file.read(3) == BODY[BLOCK - 1 : BLOCK + 2]
    with pytest.raises(NotStored):
        open_object(store, "other")


def test_a_part_costs_a_small_request_and_its_neighbour_none(server: ObjectServer, address: str) -> None:
    store = ObjectStore(address)
    store.create("file", BODY)
    server.requests.clear()
    for place in (3 * BLOCK + 5, 3 * BLOCK + 500):
        with open_object(store, "file") as file:
            file.seek(place)
            assert file.read(10) == BODY[place : place + 10]
    assert [(method, asked) for method, _, asked in server.requests] == [("HEAD", 0), ("GET", BLOCK)]


def test_who_reads_on_asks_for_more_at_a_time(server: ObjectServer, address: str) -> None:
    store = ObjectStore(address)
    store.create("file", BODY)
    server.requests.clear()
    with open_object(store, "file", fresh=True) as file:
        assert file.read() == BODY
    assert [asked // BLOCK for method, _, asked in server.requests if method == "GET"] == [1, 2, 3]


@pytest.mark.parametrize(
    ("status", "body", "words"),
    [
        ("403 Forbidden", b"<Error><Code>AccessDenied</Code></Error>", "refuses access. Check the keys"),
        (
            "501 Not Implemented",
            b"<Error><Code>NotImplemented</Code></Error>",
            r"answers 501 .*NotImplemented",
        ),
    ],
)
def test_a_refusal_says_what_to_do(
    server: ObjectServer, address: str, status: str, body: bytes, words: str
) -> None:
    server.spoil = lambda method, path: (status, body)
    with pytest.raises(ObjectsUnavailable, match=words) as error:
        ObjectStore(address).create("name", b"")
    assert "Debug" not in str(error.value)


def test_a_bucket_that_is_not_there_is_no_missing_object(server: ObjectServer) -> None:
    store = ObjectStore("s3://nowhere/news")
    for act in (
        lambda: store.size("name"),
        lambda: store.read("name", 0, 1),
        lambda: store.create("name", b""),
    ):
        with pytest.raises(ObjectsUnavailable, match="has no such bucket"):
            act()


def test_without_keys_it_is_said_which_to_set(server: ObjectServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("AWS_ACCESS_KEY_ID")
    monkeypatch.delenv("AWS_SECRET_ACCESS_KEY")
    monkeypatch.setenv("AWS_METADATA_ENDPOINT", f"{server.url}/169.254.169.254")  # no cloud is asked
    server.spoil = lambda method, path: ("404 Not Found", b"")
    with pytest.raises(ObjectsUnavailable, match="set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY"):
        ObjectStore(f"s3://{BUCKET}/keys").create("name", b"")


@pytest.mark.parametrize("text", ["news", "https://example.org/x", "s3://", "s3:///x", "ftp://host/x"])
def test_what_is_no_address_is_refused(text: str) -> None:
    with pytest.raises(StorageError, match="s3://bucket/news"):
        checked_address(text)


def test_an_address_holds_no_keys(tmp_path: Path) -> None:
    with pytest.raises(StorageError, match="must not hold keys") as error:
        checked_address("s3://AKIA:secret@bucket/news")
    assert "secret" not in str(error.value)
    name_objects(tmp_path, "file:///mnt/news")
    assert (tmp_path / "objects.url").read_text() == "file:///mnt/news\n"
    name_objects(tmp_path, None)
    assert objects_of(tmp_path) is None
