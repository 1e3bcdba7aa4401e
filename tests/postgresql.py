"""A PostgreSQL server of our own for tests: a cluster in a temporary folder, reached through a socket there."""

import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

_USER = "postgres"  # as whom the server runs where we are root, which it refuses to be
_FAST = (
    "-c listen_addresses='' -c fsync=off -c synchronous_commit=off -c full_page_writes=off"
    " -c wal_level=minimal -c max_wal_senders=0 -c min_wal_size=32MB -c max_wal_size=64MB"
)


def binaries() -> Path | None:
    """The folder of PostgreSQL's programs; None where there are none."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: float(path.parts[-3]))
    if found:
        return found[-1].parent
    on_path = shutil.which("initdb")
    return None if on_path is None else Path(on_path).parent


def obstacle() -> str | None:
    """Why no server can be started here; None: one can."""
    if binaries() is None:
        return "PostgreSQL is not installed (Debian: postgresql)"
    try:
        import psycopg  # noqa: F401
    except ModuleNotFoundError:
        return "PostgreSQL's driver is not installed: pip install 'pagetide[postgresql]'"
    if os.geteuid() == 0 and not (_has_user() and shutil.which("setpriv")):
        return f"PostgreSQL does not run as root, and there is no user {_USER!r} (or no setpriv) to run it as"
    return None


@dataclass(frozen=True)
class Server:
    """A running server."""

    folder: Path
    numbers: Iterator[int]

    def new_database(self) -> str:
        """The address of a new, empty database."""
        name = f"news{next(self.numbers)}"
        with self._connected() as opened:
            quickly = "STRATEGY FILE_COPY" if opened.info.server_version >= 150000 else ""
            opened.execute(f"CREATE DATABASE {name} {quickly}".encode())
        return self.address(name)

    def drop(self, address: str) -> None:
        """Delete a database, whoever is connected to it: each takes eight megabytes."""
        name = urlsplit(address).path.removeprefix("/")
        self.execute(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")

    def address(self, name: str) -> str:
        """The address of the database of that name."""
        return f"postgresql://{_USER}@/{name}?host={self.folder}"

    def execute(self, statement: str) -> None:
        """Run a statement outside any transaction."""
        with self._connected() as opened:
            opened.execute(statement.encode())

    def _connected(self) -> Any:
        import psycopg

        return psycopg.connect(host=str(self.folder), user=_USER, dbname="postgres", autocommit=True)

    def control(self, *arguments: str) -> None:
        """``pg_ctl`` with these arguments."""
        _run("pg_ctl", "-D", str(self.folder / "data"), "-w", *arguments)

    def start(self) -> None:
        """Start it."""
        options = f"-k {self.folder} {_FAST}"
        self.control("-l", str(self.folder / "log"), "-o", options, "start")


@contextmanager
def running() -> Iterator[Server]:
    """A server, started and, at the end, stopped and deleted."""
    folder = Path(tempfile.mkdtemp(prefix="pagetide-pg-"))
    try:
        if os.geteuid() == 0:
            shutil.chown(folder, _USER)
        _run("initdb", "-D", str(folder / "data"), "-U", _USER, "-A", "trust", "--no-sync", "-E", "UTF8")
        server = Server(folder, count(1))
        server.start()
        try:
            yield server
        finally:
            server.control("-m", "immediate", "stop")
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _run(program: str, *arguments: str) -> None:
    folder = binaries()
    assert folder is not None
    command = [str(folder / program), *arguments]
    if os.geteuid() == 0:
        command = ["setpriv", f"--reuid={_USER}", f"--regid={_USER}", "--init-groups", *command]
    subprocess.run(
        command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=120, cwd="/"
    )


def _has_user() -> bool:
    try:
        pwd.getpwnam(_USER)
    except KeyError:
        return False
    return True
