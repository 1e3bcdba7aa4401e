"""What the commands say and return when the archive of a collection is damaged."""

from pathlib import Path

import pytest
from filelock import FileLock

from storage.collection import Collection
from tests.pagetide.commands.test_cli import pagetide
from tests.storage.builders import fill, lose_database, png


@pytest.fixture
def damaged(tmp_path: Path) -> Path:
    """A collection of five captures, one bit flipped in the picture of the second."""
    news = tmp_path / "news"
    with Collection.create(news) as collection:
        fill(collection, 5)
    (path,) = (news / "archive").iterdir()
    data = bytearray(path.read_bytes())
    data[path.read_bytes().index(png(1)[60:80])] ^= 0x10
    path.write_bytes(data)
    return news


def test_verify_export_and_index_name_the_damage_finish_and_exit_with_1(damaged: Path) -> None:
    target = damaged.parent / "news.wacz"
    commands = (("verify",), ("export", "--wacz", target), ("index",))
    results = [pagetide(name, "-c", damaged, *options) for name, *options in commands]
    for result in results:
        assert result.returncode == 1, result.stderr
        assert ".warc.gz, byte" in result.stdout
        assert "fault" in result.stdout
    assert all("capture 2" in result.stdout for result in results[:2])
    checked = pagetide("verify", target)
    assert checked.returncode == 0, checked.stdout


def test_a_rebuild_names_what_is_lost_plans_visits_and_exits_with_1(damaged: Path) -> None:
    (damaged / "models" / "1").mkdir()
    lose_database(damaged)
    result = pagetide("rebuild", "-c", damaged)
    assert result.returncode == 1, result.stderr
    assert "5 captures" in result.stdout
    assert "1 page is due now" in result.stdout
    assert "lost: view" in result.stdout
    assert "models-of-lost-database-1" in result.stdout
    assert "https://news.example/front" in pagetide("schedule", "-c", damaged, "--json").stdout
    assert pagetide("rebuild", "-c", damaged).returncode == 1  # as long as it is damaged
    assert list((damaged / "models").iterdir()) == []


def test_a_rebuild_does_not_run_beside_another_process(damaged: Path) -> None:
    lose_database(damaged)
    with FileLock(damaged / ".lock"):
        result = pagetide("rebuild", "-c", damaged)
    assert result.returncode == 1
    assert "another pagetide process" in result.stderr
    assert not (damaged / "pagetide.db").exists()


def test_a_rebuild_of_a_folder_without_archive_makes_nothing(tmp_path: Path) -> None:
    result = pagetide("rebuild", "-c", tmp_path / "typo")
    assert result.returncode == 1
    assert "neither a database nor WARC files" in result.stderr.replace("\n", " ")
    assert not (tmp_path / "typo").exists()


def test_a_rebuild_says_what_people_set_came_back_and_what_did_not(tmp_path: Path) -> None:
    news = tmp_path / "news"
    with Collection.create(news) as collection:
        fill(collection, 1)
    assert pagetide("hold", "-c", news, "1", "--reason", "case 12").returncode == 0
    lose_database(news)
    said = " ".join(pagetide("rebuild", "-c", news).stdout.split())
    assert "What people set of 1 page came back, with 1 hold." in said
    assert "not back: accounts and tokens, public links" in said
    assert "case 12" in pagetide("hold", "-c", news).stdout
    assert "not back" not in pagetide("rebuild", "-c", news).stdout
