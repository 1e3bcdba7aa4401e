"""The gateway spoken to as a browser does, byte by byte; names are resolved by the test."""

import socket
import struct
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from ipaddress import ip_address

import pytest

from rendering.network.addresses import Address, ReachableAddresses
from rendering.network.gateway import Gateway
from tests.site_server import SiteServer

LOOPBACK = ReachableAddresses(["127.0.0.0/8"])


@contextmanager
def connected(gateway: Gateway, host: str, port: int) -> Iterator[tuple[socket.socket, int]]:
    """A tunnel to a host: its socket, and the code with which it was answered."""
    with socket.create_connection(("127.0.0.1", gateway.port), timeout=30) as tunnel:
        tunnel.sendall(b"\x05\x01\x00")
        assert tunnel.recv(2) == b"\x05\x00"
        tunnel.sendall(b"\x05\x01\x00\x03" + bytes([len(host)]) + host.encode() + struct.pack("!H", port))
        answer = tunnel.recv(10)
        yield tunnel, answer[1]


def fetched(tunnel: socket.socket, path: str) -> bytes:
    tunnel.sendall(f"GET {path} HTTP/1.0\r\nHost: x\r\n\r\n".encode())
    return b"".join(iter(lambda: tunnel.recv(65536), b""))


def _reset(connection: socket.socket) -> None:
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    connection.close()


@pytest.fixture
def site() -> Iterator[SiteServer]:
    with SiteServer() as server:
        yield server


def test_bytes_pass_unchanged(site: SiteServer) -> None:
    site.serve("/body", "text/plain", bytes(range(256)) * 10_000)
    with Gateway(LOOPBACK) as gateway, connected(gateway, "127.0.0.1", site.port) as (tunnel, code):
        assert code == 0
        assert fetched(tunnel, "/body").partition(b"\r\n\r\n")[2] == bytes(range(256)) * 10_000
        assert gateway.address("127.0.0.1", site.port) == "127.0.0.1"
        assert gateway.refusal("127.0.0.1", site.port) is None


@pytest.mark.parametrize(
    "host", ["127.0.0.1", "localhost", "localhost.", "a.localhost", "0x7f.1", "2130706433", "127.1"]
)
def test_loopback_is_refused_however_it_is_spelled(host: str, site: SiteServer) -> None:
    with Gateway(ReachableAddresses()) as gateway, connected(gateway, host, site.port) as (tunnel, code):
        assert code != 0
        assert tunnel.recv(1) == b""
        refusal = gateway.refusal(host, site.port)
        assert refusal is not None
        assert refusal.kind == "a loopback address"
    assert site.requests == []


def test_a_name_that_changes_its_address_gains_nothing(site: SiteServer) -> None:
    """DNS rebinding: public at the first look-up, this machine at the next; each connection is checked by itself."""
    answers = iter([["127.0.0.2"], ["127.0.0.1"], ["127.0.0.1"]])

    async def resolve(name: str, port: int) -> Sequence[Address]:
        return [ip_address(text) for text in next(answers)]

    reachable = ReachableAddresses(["127.0.0.2"])  # stands for a public address
    with Gateway(reachable, resolve) as gateway:
        for kind in (None, "a loopback address", "a loopback address"):
            with connected(gateway, "rebind.example", site.port) as (_, code):
                assert code != 0
            refusal = gateway.refusal("rebind.example", site.port)
            assert refusal is not None
            assert refusal.kind == kind
    assert site.requests == []


def test_of_several_addresses_only_the_allowed_are_asked(site: SiteServer) -> None:
    async def resolve(name: str, port: int) -> Sequence[Address]:
        return [ip_address("10.0.0.1"), ip_address("127.0.0.1"), ip_address("::1")]

    with (
        Gateway(LOOPBACK, resolve) as gateway,
        connected(gateway, "both.example", site.port) as (tunnel, code),
    ):
        assert code == 0
        assert b"200" in fetched(tunnel, "/article.html")[:20]
        assert gateway.address("both.example", site.port) == "127.0.0.1"


def test_a_name_without_an_address_and_one_that_nobody_could_look_up_are_told_apart() -> None:
    async def resolve(name: str, port: int) -> Sequence[Address]:
        raise socket.gaierror(socket.EAI_NONAME if name == "none.example" else socket.EAI_AGAIN, "")

    with Gateway(ReachableAddresses(), resolve) as gateway:
        for host, error in (
            ("none.example", "ERR_NAME_NOT_RESOLVED"),
            ("later.example", "ERR_NAME_RESOLUTION_FAILED"),
            ("host.invalid", "ERR_NAME_NOT_RESOLVED"),
        ):
            with connected(gateway, host, 80) as (_, code):
                assert code != 0
            refusal = gateway.refusal(host, 80)
            assert refusal is not None
            assert refusal.error == error


def test_a_refused_connection_is_remembered_until_one_is_made() -> None:
    with Gateway(LOOPBACK) as gateway, socket.socket() as server:
        server.bind(("127.0.0.1", 0))  # keeps the port, and refuses connections while it does not listen
        port = server.getsockname()[1]
        with connected(gateway, "127.0.0.1", port) as (_, code):
            assert code != 0
        refusal = gateway.refusal("127.0.0.1", port)
        assert refusal is not None
        assert (refusal.error, refusal.kind) == ("ERR_CONNECTION_REFUSED", None)
        server.listen()
        with connected(gateway, "127.0.0.1", port) as (_, code):
            assert code == 0
        assert gateway.refusal("127.0.0.1", port) is None


def test_the_gateway_does_not_lead_to_itself() -> None:
    with Gateway(LOOPBACK) as gateway, connected(gateway, "127.0.0.1", gateway.port) as (_, code):
        assert code != 0


@pytest.mark.parametrize(
    "said", [b"GET / HTTP/1.1\r\n\r\n", b"\x05\x01\x02", b"\x04\x01\x00\x50\x7f\x00\x00\x01\x00"]
)
def test_who_speaks_something_else_is_sent_away(said: bytes) -> None:
    with (
        Gateway(LOOPBACK) as gateway,
        socket.create_connection(("127.0.0.1", gateway.port), timeout=30) as talker,
    ):
        talker.sendall(said)
        with_end = b"".join(iter(lambda: _received(talker), b""))
        assert with_end in (b"\x05\xff", b"")


def test_only_connections_are_made() -> None:
    with (
        Gateway(LOOPBACK) as gateway,
        socket.create_connection(("127.0.0.1", gateway.port), timeout=30) as talker,
    ):
        talker.sendall(b"\x05\x01\x00")
        assert talker.recv(2) == b"\x05\x00"
        talker.sendall(b"\x05\x02\x00\x01\x7f\x00\x00\x01\x00\x50")  # BIND
        assert talker.recv(10)[1] == 7


@pytest.mark.parametrize(
    ("ending", "expected"),
    [
        (lambda served: served.shutdown(socket.SHUT_WR), None),
        (_reset, ConnectionResetError),
    ],
    ids=["ended", "reset"],
)
def test_the_browser_sees_a_connection_end_as_it_ended(
    ending: Callable[[socket.socket], None], expected: type[Exception] | None
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server, Gateway(LOOPBACK) as gateway:
        accepted: list[socket.socket] = []
        accepting = threading.Thread(target=lambda: accepted.append(server.accept()[0]))
        accepting.start()
        with connected(gateway, "127.0.0.1", server.getsockname()[1]) as (tunnel, _):
            accepting.join()
            with accepted[0] as served:
                served.sendall(b"so far")
                assert tunnel.recv(100) == b"so far"
                ending(served)
                if expected is None:
                    assert tunnel.recv(100) == b""
                else:
                    with pytest.raises(expected):
                        tunnel.recv(100)


def test_when_the_browser_hangs_up_the_server_is_let_go() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server, Gateway(LOOPBACK) as gateway:
        with connected(gateway, "127.0.0.1", server.getsockname()[1]) as (tunnel, _):
            served = server.accept()[0]
            tunnel.sendall(b"last words")
        with served:
            served.settimeout(30)
            assert b"".join(iter(lambda: served.recv(100), b"")) == b"last words"


def test_closing_breaks_off_what_is_open() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        gateway = Gateway(LOOPBACK)
        with connected(gateway, "127.0.0.1", server.getsockname()[1]) as (tunnel, _), server.accept()[0]:
            gateway.close()
            gateway.close()
            assert _received(tunnel) == b""
        with pytest.raises(ConnectionRefusedError):
            socket.create_connection(("127.0.0.1", gateway.port), timeout=5)


def _received(connection: socket.socket) -> bytes:
    try:
        return connection.recv(100)
    except ConnectionResetError:
        return b""
