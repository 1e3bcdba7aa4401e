"""The dashboard as a process of its own."""

import socket
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from pagetide.commands.arguments import user_name
from pagetide.errors import NoAccounts
from pagetide.serving import access_to, listening, require_accounts
from pagetide.settings.collection_settings import DashboardSettings
from storage.accounts.accounts import add_account
from storage.actions.audit import Actor
from storage.collection import Collection
from storage.people import Role
from tests.pagetide.commands.running import pagetide


def test_the_daemons_dashboard_ends_with_the_daemon_however_that_ends(tmp_path: Path) -> None:
    """A daemon that is killed cannot end it: the port would stay taken, and the next dashboard could not begin."""
    Collection.create(tmp_path / "news").close()
    command = [
        sys.executable,
        "-m",
        "pagetide",
        "dashboard",
        "-c",
        str(tmp_path / "news"),
        "--port",
        "0",
        "--kept",
    ]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as child:
        assert child.stdin is not None
        assert child.stderr is not None
        try:
            assert any("Dashboard on http://" in line for line in child.stderr), "it serves while it is kept"
            child.stdin.close()
            assert child.wait(timeout=60) == 0
        finally:
            child.kill()


def test_its_connections_send_at_once() -> None:
    with (
        listening(DashboardSettings(port=0)) as listener,
        socket.create_connection(listener.getsockname()),
        listener.accept()[0] as accepted,
    ):
        assert accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)


ELSEWHERE = [
    DashboardSettings(host="0.0.0.0"),
    DashboardSettings(host="::"),
    DashboardSettings(host="192.0.2.7"),
    DashboardSettings(names=("archive.example",)),  # behind a proxy
]


@pytest.fixture
def collection(tmp_path: Path) -> Iterator[Collection]:
    with Collection.create(tmp_path / "news") as created:
        yield created


def make_admin(collection: Collection) -> None:
    actor = Actor(by="root", at=datetime.now(UTC))
    add_account(collection, actor, "ada", Role.ADMIN, "correct horse battery")


@pytest.mark.parametrize("where", ELSEWHERE, ids=str)
def test_where_others_reach_it_nothing_starts_without_an_account(
    collection: Collection, where: DashboardSettings
) -> None:
    with pytest.raises(NoAccounts, match="pagetide account add NAME --role admin"):
        require_accounts(collection, where)
    require_accounts(collection, replace(where, accounts=False))
    make_admin(collection)
    require_accounts(collection, where)


@pytest.mark.parametrize("host", ["127.0.0.1", "127.0.0.2", "localhost", "::1"])
def test_on_this_machine_it_starts_without_an_account(collection: Collection, host: str) -> None:
    require_accounts(collection, DashboardSettings(host=host))
    assert access_to(DashboardSettings(host=host)).writer == user_name()


@pytest.mark.parametrize("where", ELSEWHERE, ids=str)
def test_without_accounts_nobody_writes_from_elsewhere(where: DashboardSettings) -> None:
    access = access_to(replace(where, accounts=False))
    assert (access.writer, access.accounts) == (None, False)


def test_the_command_says_why_it_does_not_start(tmp_path: Path) -> None:
    Collection.create(tmp_path / "news").close()
    done = pagetide("dashboard", "-c", tmp_path / "news", "--port", "0", "--host", "0.0.0.0")
    assert done.returncode == 1
    assert "there is no account" in done.stderr
    assert "--no-accounts" in done.stderr
