"""Serves the dashboard, and on a port of its own the origin that replays archived pages."""

from __future__ import annotations

import errno
import socket
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from datetime import datetime
from ipaddress import ip_address
from pathlib import Path
from typing import BinaryIO

import typer
import uvicorn

from changemodel.classify.page_type_tree import PageTypeTree
from dashboard.app import Replay, create_app
from dashboard.replay_component import NOTICE, VERSION, NotInstalled, install
from dashboard.replay_keys import ReplayKeys
from dashboard.replay_origin import create_replay_app
from dashboard.request_checks import Access
from dashboard.source import Asked
from pagetide.alerts.desk import Desk
from pagetide.commands.arguments import user_name
from pagetide.commands.console import err
from pagetide.errors import AddressInUse, NoAccounts, ReplayNotInstalled
from pagetide.jobs.beside_dashboard import JobsBesideDashboard
from pagetide.learning.cached_evidence import CachedEvidence
from pagetide.learning.cached_forecast import CachedForecast
from pagetide.learning.cached_questions import CachedQuestions
from pagetide.learning.cached_scores import CachedScores
from pagetide.learning.search_process import SearchProcess
from pagetide.own_rules import WrittenRules
from pagetide.settings.collection_settings import DashboardSettings, load_settings
from storage.accounts.accounts import has_accounts
from storage.collection import Collection

LAST_PORT = 65535
_LAST_ANSWERS_S = 3  # a page that follows a job would hold the server up for longer
_NO_ADDRESS = (errno.EADDRNOTAVAIL, socket.EAI_NONAME, socket.EAI_AGAIN, socket.EAI_FAIL)


def component_folder() -> Path:
    """Where this user's ReplayWeb.page is: one for all collections."""
    return Path(typer.get_app_dir("pagetide")) / f"replaywebpage-{VERSION}"


def install_replay_component() -> None:
    """Fetch ReplayWeb.page for this user, and say whose it is.

    Raises
    ------
    ReplayNotInstalled
        npm or the network is missing.
    """
    folder = component_folder()
    try:
        fetched = install(folder)
    except NotInstalled as error:
        raise ReplayNotInstalled(f"ReplayWeb.page was not installed: {error}") from error
    err.print(f"{'Installed in' if fetched else 'Already there:'} {folder}. {NOTICE}")


def serve(
    collection: Collection,
    where: DashboardSettings,
    now: Callable[[], datetime],
    versions_to_learn: int,
    *,
    types: PageTypeTree | None = None,
    keeper: BinaryIO | None = None,
) -> None:
    """Serve the dashboard until interrupted, or until nothing more can come from ``keeper``; port 0 takes a free one.

    Raises
    ------
    AddressInUse
        Another program listens there.
    NoAccounts
        Others can reach it there, and nobody could log in.
    """
    settings = load_settings(collection.path)
    require_accounts(collection, where)
    with (
        listening(where) as listener,
        _replaying(collection, where, listener) as replay,
        _doing_jobs(collection) as jobs,
    ):
        app = create_app(
            collection,
            now=now,
            versions_to_learn=versions_to_learn,
            replay=replay,
            access=access_to(where),
            asked=Asked(
                alerts=Desk(collection, settings.alerts, now),
                evidence=CachedEvidence(collection).of,
                opinion=CachedScores(collection).of,
                search=SearchProcess(collection),
                forecast=CachedForecast(collection, settings.crawl.budget_per_h),
                questions=CachedQuestions(collection),
                rules=WrittenRules(settings),
                limits=settings.storage,
                retention=settings.retention,
                call_jobs=jobs.call,
            ),
            types=types,
        )
        host, port = listener.getsockname()[:2]
        err.print(f"Dashboard on http://{host}:{port}/  (Ctrl-C ends it)")
        err.print(_who_may(collection, where))
        config = uvicorn.Config(
            app, log_level="warning", access_log=False, timeout_graceful_shutdown=_LAST_ANSWERS_S
        )
        server = uvicorn.Server(config)
        if keeper is not None:
            threading.Thread(target=_end_with, args=(keeper, server), daemon=True).start()
        with suppress(KeyboardInterrupt):
            server.run(sockets=[listener])


def _end_with(keeper: BinaryIO, server: uvicorn.Server) -> None:
    """End the server when the process is gone that holds the other end, however it ended."""
    while keeper.read(4096):
        continue
    server.should_exit = True


def listening(where: DashboardSettings) -> socket.socket:
    """A socket that listens at the dashboard's address.

    Its connections send at once: an answer goes out in parts, and otherwise the second would wait some 40 ms until the
    browser has acknowledged the first.
    """
    try:
        listener = socket.create_server((where.host, where.port))
    except OSError as error:
        place = f"{where.host}:{where.port}"
        if error.errno in _NO_ADDRESS:
            raise AddressInUse(
                f"the dashboard cannot listen on {place}: {where.host} is no address of this machine. Choose another "
                "host: 127.0.0.1 is for this machine only."
            ) from error
        raise AddressInUse(
            f"the dashboard cannot listen on {place} ({error.strerror}). Choose another port; 0 takes a free one."
        ) from error
    listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return listener


@contextmanager
def _replaying(
    collection: Collection, where: DashboardSettings, dashboard: socket.socket
) -> Iterator[Replay | None]:
    """The replay origin, served by a thread for the length of the block; None where its port is taken."""
    component = component_folder()
    try:
        listener = listening(replace(where, port=_replay_port(where)))
    except AddressInUse:
        err.print(
            f"Replay is off: another program listens on port {_replay_port(where)}. Set dashboard.replay_port."
        )
        yield None
        return
    with listener, tempfile.TemporaryDirectory(prefix="pagetide-replay-") as scratch:
        keys = ReplayKeys(lambda: where.accounts and has_accounts(collection.database))
        app = create_replay_app(
            collection,
            component,
            Path(scratch),
            dashboard_port=dashboard.getsockname()[1],
            shared_with=where.replay_shared_with,
            names=own_names(where),
            keys=keys,
        )
        server = uvicorn.Server(uvicorn.Config(app, log_level="warning", access_log=False))
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]}, daemon=True)
        thread.start()
        try:
            yield Replay(port=listener.getsockname()[1], component=component, keys=keys)
        finally:
            server.should_exit = True
            thread.join(timeout=10)


@contextmanager
def _doing_jobs(collection: Collection) -> Iterator[JobsBesideDashboard]:
    """Does jobs for the length of the block."""
    jobs = JobsBesideDashboard(collection)
    jobs.start()
    try:
        yield jobs
    finally:
        jobs.stop()


def own_names(where: DashboardSettings) -> tuple[str, ...]:
    """The host names under which browsers may reach the dashboard and its replay, besides those of the loopback."""
    return where.host, *where.names


def access_to(where: DashboardSettings) -> Access:
    """Who reaches the dashboard; without accounts people can say something where only this machine does."""
    writer = user_name() if is_for_this_machine(where) else None
    return Access(names=own_names(where), writer=writer, accounts=where.accounts)


def require_accounts(collection: Collection, where: DashboardSettings) -> None:
    """Refuse to let others reach a dashboard without anybody having decided who may.

    Raises
    ------
    NoAccounts
        Other machines can reach it, accounts are asked for, and there is none.
    """
    if where.accounts and not is_for_this_machine(where) and not has_accounts(collection.database):
        reached = ", ".join(where.names) or where.host
        raise NoAccounts(
            f"other machines could reach the dashboard on {reached}, and there is no account by which to log in. "
            f"Make one: `pagetide account add NAME --role admin -c {collection.path}`. Or listen on 127.0.0.1, or let "
            "everybody read with --no-accounts."
        )


def _who_may(collection: Collection, where: DashboardSettings) -> str:
    """Who may do what, in a sentence for whoever starts it."""
    if where.accounts and has_accounts(collection.database):
        return "People log in with their accounts."
    if is_for_this_machine(where):
        return (
            "Whoever uses this machine may read and act. `pagetide account add NAME --role admin` makes the first "
            "account; from then on people log in."
        )
    return "Whoever reaches this address can read the whole collection: accounts are not asked for."


def is_for_this_machine(where: DashboardSettings) -> bool:
    """Whether only programs of this machine can reach the dashboard: no other address, and no name of a proxy."""
    if where.names:
        return False
    with suppress(ValueError):
        return ip_address(where.host).is_loopback
    return where.host == "localhost"


def _replay_port(where: DashboardSettings) -> int:
    if where.replay_port is not None:
        return where.replay_port
    return where.port + 1 if 0 < where.port < LAST_PORT else 0
