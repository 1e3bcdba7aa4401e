"""``backup``, ``restore``, ``migrate`` and ``adopt`` as a person uses them, and a crawl afterwards."""

import shutil
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from crawler.clock import SimulatedClock
from pagetide.app import App
from pagetide.cli import app
from pagetide.errors import CollectionInUse
from storage.collection import Collection
from storage.database.place import DATABASE, SERVER
from storage.errors import InvalidBackup, OtherFolder
from storage.verify.walk import verify
from tests.pagetide.conftest import Visits
from tests.pagetide.synthetic import START, URL, capture
from tests.postgresql import Server


@pytest.fixture
def watched(tmp_path: Path) -> Path:
    """A collection of three visits."""
    folder = tmp_path / "news"
    Collection.create(folder).close()
    with App.open(folder, clock=SimulatedClock(START)) as opened:
        visits = Visits(opened)
        for hour in range(3):
            visits.visit(capture(hour, news=hour, advert=1))
    return folder


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(app, [*map(str, arguments)])


@pytest.mark.postgres
@pytest.mark.parametrize("first", ["sqlite", "postgresql"])
@pytest.mark.parametrize("then", ["sqlite", "postgresql"])
def test_a_restored_collection_is_crawled_on(
    tmp_path: Path, postgresql_server: Server, first: str, then: str
) -> None:
    folder, again = tmp_path / "news", tmp_path / "again"
    Collection.create(
        folder, server=postgresql_server.new_database() if first == "postgresql" else None
    ).close()
    with App.open(folder, clock=SimulatedClock(START)) as opened, opened.working_alone():
        visits = Visits(opened)
        for hour in range(3):
            visits.visit(capture(hour, news=hour, advert=1))
        done = run("backup", "-c", folder, tmp_path / "backup")  # beside the process that holds the lock
        assert done.exit_code == 0, done.output
        assert "Backed up 3 captures of 1 page" in done.output
        visits.visit(capture(3, news=3, advert=1))
    server = ("--database", postgresql_server.new_database()) if then == "postgresql" else ()
    done = run("restore", tmp_path / "backup", again, *server)
    assert done.exit_code == 0, done.output
    assert "Restored 3 captures of 1 page" in done.output
    with App.open(again, clock=SimulatedClock(START)) as opened, opened.working_alone():
        (page,) = opened.collection.repository.pages()
        assert page.url == URL
        Visits(opened, page).visit(capture(3, news=3, advert=2))
        scores = opened.collection.repository.scores(page.id)
        assert len(scores) == 3
        report = verify(opened.collection)
        assert (report.faults, report.notes) == ((), ())


def test_secrets_are_copied_only_when_they_are_asked_for(watched: Path, tmp_path: Path) -> None:
    for name in ("logins/a.example.json", "keys/password", "scripts/scroll.js"):
        (watched / name).parent.mkdir()
        (watched / name).write_text("{}")
        (watched / name).chmod(0o600)
    (watched / "pagetide.toml").write_text(
        """
[rendering.access]
user = "me"
password = "file:keys/password"
[[override]]
pages = "https://a.example/*"
[override.rendering.behaviour]
login_state = "logins/a.example.json"
script = "scripts/scroll.js"
"""
    )
    done = run("backup", "-c", watched, tmp_path / "without")
    assert "Not in the backup: keys/password, logins/a.example.json." in done.output
    done = run("restore", tmp_path / "without", tmp_path / "a")
    assert "Restore or make again yourself: keys/password, logins/a.example.json." in done.output
    assert (tmp_path / "a" / "pagetide.toml").read_text() == (watched / "pagetide.toml").read_text()
    assert (tmp_path / "a" / "scripts" / "scroll.js").exists()
    assert not (tmp_path / "a" / "keys").exists()
    done = run("backup", "-c", watched, tmp_path / "with", "--with-secrets")
    assert "Not in the backup" not in done.output
    run("restore", tmp_path / "with", tmp_path / "b")
    for name in ("logins/a.example.json", "keys/password"):
        assert (tmp_path / "b" / name).stat().st_mode & 0o777 == 0o600


def test_a_mistake_in_the_settings_keeps_nobody_from_a_backup(watched: Path, tmp_path: Path) -> None:
    (watched / "pagetide.toml").write_text("[crawl]\nmistyped = 1\n")
    done = run("backup", "-c", watched, tmp_path / "backup")
    assert done.exit_code == 1
    assert "The files that the settings name are not in the backup" in done.output
    assert run("restore", tmp_path / "backup", tmp_path / "again").exit_code == 0
    assert (tmp_path / "again" / "pagetide.toml").read_text() == "[crawl]\nmistyped = 1\n"


def test_a_damaged_backup_is_refused_or_restored_by_force_with_exit_code_1(
    watched: Path, tmp_path: Path
) -> None:
    run("backup", "-c", watched, tmp_path / "backup")
    (victim,) = (tmp_path / "backup" / "archive").iterdir()
    victim.write_bytes(victim.read_bytes()[:1000])
    done = run("restore", tmp_path / "backup", tmp_path / "again")
    assert isinstance(done.exception, InvalidBackup)
    assert victim.name in str(done.exception)
    done = run("restore", tmp_path / "backup", tmp_path / "again", "--force")
    assert done.exit_code == 1
    assert victim.name in done.output
    assert run("verify", "-c", tmp_path / "again").exit_code == 1


def test_of_a_damaged_database_the_rest_is_restored_and_it_is_made_again(
    watched: Path, tmp_path: Path
) -> None:
    run("backup", "-c", watched, tmp_path / "backup")
    (victim,) = (tmp_path / "backup" / "database").iterdir()
    victim.write_bytes(b"nothing")
    done = run("restore", tmp_path / "backup", tmp_path / "again", "--force")
    assert "Run `pagetide rebuild -c" in done.output
    done = run("rebuild", "-c", tmp_path / "again")
    assert done.exit_code == 0, done.output
    with Collection.open(tmp_path / "again") as again:
        assert len(again.repository.captures(1)) == 3


def test_what_is_damaged_in_the_collection_is_named_with_exit_code_1(watched: Path, tmp_path: Path) -> None:
    (victim,) = (watched / "archive").iterdir()
    victim.unlink()
    done = run("backup", "-c", watched, tmp_path / "backup")
    assert done.exit_code == 1
    assert victim.name in done.output
    done = run("restore", tmp_path / "backup", tmp_path / "again")
    assert "already in the collection that was backed up" in done.output


@pytest.mark.postgres
def test_a_copied_folder_is_refused_beside_the_original_and_adopted_when_that_has_ended(
    on_postgresql: None, watched: Path, tmp_path: Path
) -> None:
    copy = tmp_path / "copy"
    with App.open(watched, clock=SimulatedClock(START)) as original, original.working_alone():
        (page,) = original.collection.repository.pages()
        shutil.copytree(watched, copy)
        for command in ("crawl", "learn", "index"):
            assert isinstance(run(command, "-c", copy).exception, OtherFolder)
        assert run("status", "-c", copy).exit_code == 0
        refused = run("adopt", "-c", copy)
        assert isinstance(refused.exception, CollectionInUse)
        assert "Another pagetide process works on the database" in str(refused.exception)
        Visits(original, page).visit(capture(3, news=3, advert=1))
        assert verify(original.collection).faults == ()
    refused = run("adopt", "-c", copy)
    assert "Copy what is missing" in str(refused.exception)
    shutil.rmtree(copy)
    shutil.copytree(watched, copy)
    assert run("adopt", "-c", copy).exit_code == 0
    with App.open(copy, clock=SimulatedClock(START)) as adopted, adopted.working_alone():
        Visits(adopted, page).visit(capture(4, news=4, advert=1))
        assert verify(adopted.collection).faults == ()
    assert isinstance(run("crawl", "-c", watched).exception, OtherFolder)


@pytest.mark.postgres
def test_a_database_moves_to_a_server_and_back_and_the_crawl_goes_on(
    watched: Path, postgresql_server: Server
) -> None:
    address = postgresql_server.new_database()
    done = run("migrate", "-c", watched, address)
    assert done.exit_code == 0, done.output
    assert not (watched / DATABASE).exists()
    assert "on a server already" in str(run("migrate", "-c", watched, address).exception)
    _visit_once_more(watched, captures=4)
    done = run("migrate", "-c", watched, "sqlite")
    assert done.exit_code == 0, done.output
    assert not (watched / SERVER).exists()
    _visit_once_more(watched, captures=5)
    assert "is a file already" in str(run("migrate", "-c", watched, "sqlite").exception)


def _visit_once_more(folder: Path, captures: int) -> None:
    with App.open(folder, clock=SimulatedClock(START)) as opened, opened.working_alone():
        (page,) = opened.collection.repository.pages()
        Visits(opened, page).visit(capture(captures, news=captures, advert=1))
        assert len(opened.collection.repository.captures(page.id)) == captures
        assert verify(opened.collection).faults == ()


@pytest.mark.postgres
def test_a_database_that_cannot_move_stays_where_it_is(watched: Path, postgresql_server: Server) -> None:
    taken = postgresql_server.new_database()
    Collection.create(watched.parent / "other", server=taken).close()
    assert "holds tables already" in str(run("migrate", "-c", watched, taken).exception)
    assert run("migrate", "-c", watched, postgresql_server.address("nowhere")).exit_code == 1
    assert run("migrate", "-c", watched, "mysql://localhost/news").exit_code == 1
    with App.open(watched) as app_, app_.working_alone():
        assert isinstance(run("migrate", "-c", watched, taken).exception, CollectionInUse)
    _visit_once_more(watched, captures=4)


def test_adopt_says_where_there_is_no_collection(tmp_path: Path) -> None:
    assert "holds no collection" in str(run("adopt", "-c", tmp_path).exception)
