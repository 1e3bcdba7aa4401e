"""Accounts from the command line; passwords and tokens are in no list and in no argument."""

import json
import os
import pty
import sys
from contextlib import suppress
from pathlib import Path

import pytest
from typer.testing import CliRunner

from pagetide.commands import actions
from pagetide.commands.account import app
from storage.accounts.accounts import checked
from storage.accounts.api_tokens import token_account
from storage.collection import Collection
from storage.errors import NotStored, StorageError

PASSWORD = "correct horse battery"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    Collection.create(tmp_path / "news").close()
    return tmp_path / "news"


def run(folder: Path, *arguments: str, password: str = PASSWORD) -> str:
    result = CliRunner().invoke(
        app, ["account", *arguments, "-c", str(folder)], input=f"{password}\n", catch_exceptions=False
    )
    assert result.exit_code == 0, result.output
    return result.stdout


def is_password(folder: Path, name: str, password: str) -> bool:
    with Collection.open(folder, read_only=True) as collection:
        return checked(collection.database, name, password) is not None


def test_accounts_are_made_changed_and_listed(folder: Path) -> None:
    with pytest.raises(StorageError, match="must be an admin"):
        run(folder, "add", "bob")
    assert run(folder, "add", "Ada", "--role", "admin") == "ada: admin\n"
    assert run(folder, "add", "bob") == "bob: archivist\n"
    assert run(folder, "role", "bob", "viewer") == "bob: viewer\n"
    assert run(folder, "disable", "bob") == "bob: disabled\n"
    listed = json.loads(run(folder, "list", "--json"))
    assert [(item["name"], item["role"], item["disabled_at"] is None) for item in listed] == [
        ("ada", "admin", True),
        ("bob", "viewer", False),
    ]
    assert "disabled" in run(folder, "list")
    assert run(folder, "enable", "bob") == "bob: viewer\n"
    with pytest.raises(NotStored, match="pagetide account list"):
        run(folder, "disable", "eve")


def test_no_account_yet_is_told_with_what_to_do(folder: Path) -> None:
    told = CliRunner().invoke(app, ["account", "list", "-c", str(folder)])
    assert "account add NAME --role admin" in told.stderr


def test_a_password_is_read_from_standard_input_and_changed(folder: Path) -> None:
    run(folder, "add", "ada", "--role", "admin")
    assert is_password(folder, "ada", PASSWORD)
    told = run(folder, "password", "ada", password="staple of another kind")
    assert "staple" not in told
    assert is_password(folder, "ada", "staple of another kind")
    assert not is_password(folder, "ada", PASSWORD)


def test_a_terminal_asks_for_the_password_twice_and_shows_none(folder: Path) -> None:
    arguments = ["account", "add", "ada", "--role", "admin", "-c", str(folder)]
    child, terminal = pty.fork()
    if child == 0:
        os.execv(sys.executable, [sys.executable, "-m", "pagetide", *arguments])
    told = b""
    # the space is written when nothing that is typed is shown any more
    for asked in (b"Password: ", b"confirmation: "):
        while asked not in told:
            told += os.read(terminal, 1000)
        os.write(terminal, PASSWORD.encode() + b"\n")
    with suppress(OSError):  # the other end is closed
        while more := os.read(terminal, 1000):
            told += more
    os.close(terminal)
    assert os.waitpid(child, 0)[1] == 0
    assert b"ada: admin" in told
    assert PASSWORD.encode() not in told
    assert is_password(folder, "ada", PASSWORD)


def test_a_token_is_printed_once_and_revoked(folder: Path) -> None:
    run(folder, "add", "ada", "--role", "admin")
    secret = run(folder, "token", "ada", "--for", "feed reader").strip()
    with Collection.open(folder, read_only=True) as collection:
        found = token_account(collection.database, secret)
        assert found is not None
        assert (found[0].name, found[1].scope) == ("ada", "read")
    for listed in (run(folder, "list"), run(folder, "list", "--json")):
        assert "feed reader" in listed
        assert secret not in listed
    run(folder, "revoke", str(found[1].id))
    with Collection.open(folder, read_only=True) as collection:
        assert token_account(collection.database, secret) is None
    assert "revoked" in run(folder, "list")


def test_who_changed_an_account_stands_in_the_list_of_actions(folder: Path) -> None:
    run(folder, "add", "ada", "--role", "admin")
    told = CliRunner().invoke(actions.app, ["actions", "-c", str(folder)], catch_exceptions=False).output
    assert "account: add admin" in told
    assert " ada " in told
