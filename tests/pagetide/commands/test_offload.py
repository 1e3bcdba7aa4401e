"""``offload`` as a person uses it, with a folder for the store: which server it is makes no difference here."""

import json
from pathlib import Path

import pytest

from pagetide.lock import working_alone
from pagetide.offloading import Offloading, note_trouble
from storage.collection import Collection
from tests.pagetide.commands.running import pagetide
from tests.storage.builders import START, fill


@pytest.fixture
def news(tmp_path: Path) -> Path:
    with Collection.create(tmp_path / "news") as collection:
        fill(collection, 2)
    (tmp_path / "news" / "pagetide.toml").write_text('[crawl]\ncontact = "a@example.org"\n')
    return tmp_path / "news"


def _local(folder: Path) -> int:
    return len(list((folder / "archive").glob("*.warc.gz")))


def test_files_are_sent_freed_and_brought_back(news: Path, tmp_path: Path) -> None:
    named = pagetide("offload", "-c", news, "--to", f"file://{tmp_path}/store")
    assert named.returncode == 0, named.stderr
    assert "1 WARC file" in named.stdout
    assert _local(news) == 1, "storage.keep_sent keeps it here"
    freed = pagetide("offload", "-c", news)
    assert "freed on this disk" in freed.stdout
    assert "1 of them not on this disk" in freed.stdout
    assert _local(news) == 0
    status = pagetide("status", "-c", news)
    assert f"file://{tmp_path}/store: 1 WARC file" in status.stdout
    told = json.loads(pagetide("status", "-c", news, "--json").stdout)["object_store"]
    assert (told["freed_files"], told["waiting_files"], told["trouble"]) == (1, 0, None)
    assert pagetide("verify", "-c", news).returncode == 0
    assert pagetide("export", "-c", news, "--wacz", tmp_path / "news.wacz").returncode == 0
    back = pagetide("offload", "-c", news, "--back")
    assert "1 WARC file fetched and checked" in back.stdout
    assert _local(news) == 1
    assert "file://" not in pagetide("status", "-c", news).stdout


def test_keep_local_frees_nothing(news: Path, tmp_path: Path) -> None:
    assert pagetide("offload", "-c", news, "--to", f"file://{tmp_path}/store", "--keep-local").returncode == 0
    assert _local(news) == 1


def test_the_setting_says_how_long_files_stay(news: Path, tmp_path: Path) -> None:
    with (news / "pagetide.toml").open("a") as out:
        out.write('[storage]\nkeep_sent = "0h"\n')
    pagetide("offload", "-c", news, "--to", f"file://{tmp_path}/store")
    assert _local(news) == 0


def test_without_a_store_it_says_how_to_name_one(news: Path) -> None:
    for arguments in ((), ("--back",)):
        done = pagetide("offload", "-c", news, *arguments)
        assert done.returncode == 1
        assert "object store" in done.stderr
    assert pagetide("offload", "-c", news, "--to", "http://example.org/").returncode == 1


def test_beside_the_daemon_the_store_is_named_and_the_daemon_sends(news: Path, tmp_path: Path) -> None:
    with Collection.open(news) as daemon, working_alone(daemon):
        done = pagetide("offload", "-c", news, "--to", f"file://{tmp_path}/store")
        assert done.returncode == 0
        assert "The daemon" in done.stderr
        Offloading(daemon, None).send(START)
    assert "1 WARC file" in pagetide("status", "-c", news).stdout


def test_status_and_doctor_say_what_is_wrong_with_the_store(news: Path, tmp_path: Path) -> None:
    pagetide("offload", "-c", news, "--to", f"file://{tmp_path}/store")
    with Collection.open(news) as collection:
        note_trouble(collection, "The object store refuses access.", START)
    status = pagetide("status", "-c", news).stdout
    assert "Nothing is lost, but since 2026-03-01" in status
    assert "refuses access" in status
    (tmp_path / "store").rename(tmp_path / "moved")
    (tmp_path / "store").write_text("no folder")
    doctor = json.loads(pagetide("doctor", "-c", news, "--json").stdout)
    (found,) = [item for item in doctor if item["name"] == "object store"]
    assert not found["good"]
