"""The only way out of the browsers that we start: a SOCKS5 server (RFC 1928) that looks up, checks, then connects.

The browser asks for a host and a port; this end resolves the name, refuses addresses that ``addresses`` refuses, and
connects to one of those it has just checked, so a name that resolves to something else the next moment gains
nothing. Redirects, sub-resources, sockets and workers all come through here. The bytes are passed on as they are:
TLS stays between browser and server. RFC 1928 has hardly any words for a failure and Chromium tells all of them as
``ERR_SOCKS_CONNECTION_FAILED``; what happened is kept here, and asked for by host and port.

It listens on a free port of 127.0.0.1, in a thread with an event loop of its own. Chromium cannot authenticate to
a SOCKS server, so another process of this machine can use it too; it gets no further than a page would.
"""

from __future__ import annotations

import asyncio
import errno
import re
import socket
import struct
import threading
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from ipaddress import ip_address
from typing import Any, Self

from aiohappyeyeballs import start_connection

from rendering.network.addresses import Address, ReachableAddresses, plain_name

Resolve = Callable[[str, int], Awaitable[Sequence[Address]]]
"""All addresses of a host name; ``OSError`` (``socket.gaierror``) where there are none."""

Hear = Callable[[bytes], None]

_HOST = "127.0.0.1"
_VERSION, _CONNECT, _NO_AUTHENTICATION = 5, 1, 0
_IPV4, _NAME, _IPV6 = 1, 3, 4
_SUCCEEDED, _FAILED, _NOT_ALLOWED, _NO_SUCH_COMMAND = 0, 1, 2, 7
_NOT_OURS = b"\x05\xff"  # none of the methods offered
_CONNECT_TIMEOUT_S = 20.0
_NEXT_ADDRESS_S = 0.25  # RFC 8305 5: when the next address is tried beside one that does not answer
_HANDSHAKE_TIMEOUT_S = 10.0
_ACCEPT_AGAIN_S = 0.05
_LOOKUPS = 16  # at the same time; a slow name must not hold up the others
_LAST_WORDS_S = 2.0  # for what a server said before it stopped listening
_BREAK_OFF = struct.pack("ii", 1, 0)  # closing then resets the connection instead of ending it
_PIECE_BYTES = 256 * 1024
_REMEMBERED = 4096
_STATUS_LINE = re.compile(rb"HTTP/1\.\d \d{3} [^\r\n]{0,500}")
_STATUS_LINES = 20  # of one server
_NEVER_RESOLVED = (".invalid", ".onion")  # RFC 6761 6.4, RFC 7686
_LOOPBACK = (ip_address("127.0.0.1"), ip_address("::1"))
_ERRNO_NAMES = {
    errno.ECONNREFUSED: "ERR_CONNECTION_REFUSED",
    errno.ECONNRESET: "ERR_CONNECTION_RESET",
    errno.ETIMEDOUT: "ERR_CONNECTION_TIMED_OUT",
    errno.EHOSTUNREACH: "ERR_ADDRESS_UNREACHABLE",
    errno.ENETUNREACH: "ERR_ADDRESS_UNREACHABLE",
    errno.EADDRNOTAVAIL: "ERR_ADDRESS_UNREACHABLE",
}


@dataclass(frozen=True, kw_only=True)
class Refusal:
    """Why a connection was not made: Chromium's name for it; for a refused address what is special about it."""

    error: str = "ERR_ADDRESS_UNREACHABLE"
    address: Address | None = None
    kind: str | None = None


class _Refused(Exception):
    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.error)
        self.refusal = refusal


class Gateway:
    """A running gateway; use it as a context manager, or ``close`` it after the browser."""

    def __init__(self, reachable: ReachableAddresses, resolve: Resolve | None = None) -> None:
        self._reachable = reachable
        self._resolve = resolve or self._looked_up
        self._lock = threading.Lock()
        self._refusals: OrderedDict[tuple[str, int], Refusal] = OrderedDict()
        self._addresses: OrderedDict[tuple[str, int], Address] = OrderedDict()
        self._asked: OrderedDict[tuple[str, int], None] = OrderedDict()
        self._status_lines: OrderedDict[tuple[str, int], tuple[bytes, ...]] = OrderedDict()
        self._lookups = ThreadPoolExecutor(_LOOKUPS, thread_name_prefix="gateway-lookup")
        self._listening = socket.create_server((_HOST, 0), backlog=512)
        self._listening.setblocking(False)
        self.port: int = self._listening.getsockname()[1]
        self._loop = asyncio.new_event_loop()
        self._serving: asyncio.Task[None] | None = None
        self._thread = threading.Thread(target=self._run, name="gateway", daemon=True)
        self._thread.start()

    def __enter__(self) -> Self:
        """The gateway itself; it closes with the block."""
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def server(self) -> str:
        """What a browser is told: the address of a SOCKS5 server."""
        return f"socks5://{_HOST}:{self.port}"

    def refusal(self, host: str, port: int) -> Refusal | None:
        """Why the last connection to this host and port was not made; None: it was, or nobody asked."""
        with self._lock:
            return self._refusals.get((plain_name(host), port))

    def address(self, host: str, port: int) -> str | None:
        """The address at which this host and port was reached last."""
        with self._lock:
            found = self._addresses.get((plain_name(host), port))
        return None if found is None else str(found)

    def status_lines(self, host: str, port: int) -> tuple[bytes, ...]:
        """Status lines beyond ASCII that came from this host and port unencrypted: the browser tells less of them."""
        with self._lock:
            return self._status_lines.get((plain_name(host), port), ())

    def asked(self) -> tuple[tuple[str, int], ...]:
        """The hosts and ports that were asked for, the newest last; each once, and only the latest few thousand."""
        with self._lock:
            return tuple(self._asked)

    def close(self) -> None:
        """Break off all connections and end the thread; a second call does nothing."""
        if self._thread.is_alive():
            self._loop.call_soon_threadsafe(self._stop)
            self._thread.join()
        self._lookups.shutdown(wait=False, cancel_futures=True)

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        self._serving = self._loop.create_task(self._serve())
        try:
            with suppress(asyncio.CancelledError):
                self._loop.run_until_complete(self._serving)
        finally:
            self._listening.close()
            self._loop.close()

    def _stop(self) -> None:
        if self._serving is not None:
            self._serving.cancel()

    async def _serve(self) -> None:
        tunnels: set[asyncio.Task[None]] = set()
        try:
            while True:
                try:
                    browser, _ = await self._loop.sock_accept(self._listening)
                except OSError:  # out of files, for example: others will be closed
                    await asyncio.sleep(_ACCEPT_AGAIN_S)
                    continue
                tunnel = self._loop.create_task(self._tunnel(browser))
                tunnels.add(tunnel)
                tunnel.add_done_callback(tunnels.discard)
        finally:
            for tunnel in tunnels:
                tunnel.cancel()
            await asyncio.gather(*tunnels, return_exceptions=True)

    async def _tunnel(self, browser: socket.socket) -> None:
        """One connection of the browser, from its greeting to its end."""
        server: socket.socket | None = None
        with browser:
            _prepare(browser)
            with suppress(OSError, EOFError, TimeoutError):
                host, port = await asyncio.wait_for(_request(self._loop, browser), _HANDSHAKE_TIMEOUT_S)
                server = await self._connected(host, port)
                await self._loop.sock_sendall(browser, _reply(_FAILED if server is None else _SUCCEEDED))
            if server is not None:
                with server:
                    await _relay(self._loop, browser, server, lambda piece: self._hear(host, port, piece))

    async def _connected(self, host: str, port: int) -> socket.socket | None:
        """A connection to the server; None where there is none, and the reason kept."""
        key = (plain_name(host), port)
        self._remember(self._asked, key, None)
        try:
            server = await asyncio.wait_for(self._connect(host, port), _CONNECT_TIMEOUT_S)
        except TimeoutError:
            refusal = Refusal(error="ERR_CONNECTION_TIMED_OUT")
        except _Refused as refused:
            refusal = refused.refusal
        except OSError as error:
            refusal = Refusal(error=_error_name(error))
        else:
            _prepare(server)
            self._remember(self._addresses, key, ip_address(server.getpeername()[0]))
            with self._lock:
                self._refusals.pop(key, None)
            return server
        self._remember(self._refusals, key, refusal)
        return None

    async def _connect(self, host: str, port: int) -> socket.socket:
        refusal = Refusal(error="ERR_NAME_NOT_RESOLVED")
        allowed = []
        for address in await self._addresses_of(plain_name(host), port):
            kind = self._special(host, address, port)
            if kind is not None:
                refusal = Refusal(address=address, kind=kind)
                continue
            family = socket.AF_INET if address.version == 4 else socket.AF_INET6
            allowed.append((family, socket.SOCK_STREAM, socket.IPPROTO_TCP, "", (str(address), port)))
        if not allowed:
            raise _Refused(refusal)
        return await start_connection(allowed, happy_eyeballs_delay=_NEXT_ADDRESS_S, loop=self._loop)

    def _special(self, host: str, address: Address, port: int) -> str | None:
        """Why this address is not connected to; None: it may be."""
        if address.is_loopback and port == self.port:
            return "our own gateway"
        kind = self._reachable.refusal(host, address)
        if kind is None and _is_this_machine(address) and not self._reachable.is_listed(host, address):
            return "an address of this machine"
        return kind

    async def _addresses_of(self, name: str, port: int) -> Sequence[Address]:
        with suppress(ValueError):
            return (ip_address(name),)
        if name == "localhost" or name.endswith(".localhost"):
            return _LOOPBACK  # RFC 6761 6.3: whatever a server of names would say
        if not name or name.endswith(_NEVER_RESOLVED):
            raise _refused("ERR_NAME_NOT_RESOLVED")
        try:
            return await self._resolve(name, port)
        except socket.gaierror as error:
            again = error.errno == socket.EAI_AGAIN
            name_error = "ERR_NAME_RESOLUTION_FAILED" if again else "ERR_NAME_NOT_RESOLVED"
            raise _refused(name_error) from error
        except UnicodeError as error:
            raise _refused("ERR_NAME_NOT_RESOLVED") from error

    async def _looked_up(self, name: str, port: int) -> Sequence[Address]:
        """The system's own look-up: its hosts file, its servers of names, its order of addresses (RFC 6724)."""
        found = await self._loop.run_in_executor(
            self._lookups, lambda: socket.getaddrinfo(name, port, type=socket.SOCK_STREAM)
        )
        return list(dict.fromkeys(ip_address(str(item[4][0]).partition("%")[0]) for item in found))

    def _hear(self, host: str, port: int, piece: bytes) -> None:
        line = _STATUS_LINE.match(piece)
        if line is None or line[0].isascii():
            return
        known = self.status_lines(host, port)
        if line[0] not in known:
            self._remember(self._status_lines, (plain_name(host), port), (*known, line[0])[-_STATUS_LINES:])

    def _remember(self, where: OrderedDict[tuple[str, int], Any], key: tuple[str, int], what: Any) -> None:
        with self._lock:
            where[key] = what
            where.move_to_end(key)
            if len(where) > _REMEMBERED:
                where.popitem(last=False)


async def _request(loop: asyncio.AbstractEventLoop, browser: socket.socket) -> tuple[str, int]:
    """The host and port asked for (RFC 1928 3 and 4); ``EOFError`` where that is not what came."""
    version, methods = await _exactly(loop, browser, 2)
    offered = await _exactly(loop, browser, methods) if version == _VERSION else b""
    if _NO_AUTHENTICATION not in offered:
        await loop.sock_sendall(browser, _NOT_OURS)
        raise EOFError("this is no SOCKS5 client, or one that must authenticate")
    await loop.sock_sendall(browser, bytes((_VERSION, _NO_AUTHENTICATION)))
    version, command, _, kind = await _exactly(loop, browser, 4)
    if kind == _NAME:
        (length,) = await _exactly(loop, browser, 1)
        host = (await _exactly(loop, browser, length)).decode("ascii", errors="replace")
    elif kind in (_IPV4, _IPV6):
        host = str(ip_address(await _exactly(loop, browser, 4 if kind == _IPV4 else 16)))
    else:
        raise EOFError("an address of an unknown kind")
    (port,) = struct.unpack("!H", await _exactly(loop, browser, 2))
    if version != _VERSION or command != _CONNECT:
        await loop.sock_sendall(browser, _reply(_NO_SUCH_COMMAND))
        raise EOFError("only connections are made")
    return host, port


async def _exactly(loop: asyncio.AbstractEventLoop, source: socket.socket, length: int) -> bytes:
    received = b""
    while len(received) < length:
        more = await loop.sock_recv(source, length - len(received))
        if not more:
            raise EOFError("the browser hung up")
        received += more
    return received


async def _relay(
    loop: asyncio.AbstractEventLoop, browser: socket.socket, server: socket.socket, hear: Hear
) -> None:
    """Pass on bytes until the browser hangs up or one side breaks off; then the other side sees it break off."""
    up = loop.create_task(_copy(loop, browser, server))
    down = loop.create_task(_copy(loop, server, browser, hear))
    try:
        await asyncio.wait((up, down), return_when=asyncio.FIRST_COMPLETED)
        if up.done() and up.exception() is not None:
            await asyncio.wait((down,), timeout=_LAST_WORDS_S)
        elif down.done() and down.exception() is None:
            await asyncio.wait((up,))
    finally:
        up.cancel()
        down.cancel()
        ends = await asyncio.gather(up, down, return_exceptions=True)
    if any(isinstance(end, OSError) for end in ends):
        for side in (browser, server):
            side.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _BREAK_OFF)


async def _copy(
    loop: asyncio.AbstractEventLoop, source: socket.socket, target: socket.socket, hear: Hear | None = None
) -> None:
    while piece := await loop.sock_recv(source, _PIECE_BYTES):
        if hear is not None:
            hear(piece)
        await loop.sock_sendall(target, piece)
    with suppress(OSError):
        target.shutdown(socket.SHUT_WR)


def _prepare(connection: socket.socket) -> None:
    connection.setblocking(False)
    connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)


def _reply(code: int) -> bytes:
    """RFC 1928 6; the address bound is of no use to a browser."""
    return bytes((_VERSION, code, 0, _IPV4)) + bytes(6)


def _error_name(error: OSError) -> str:
    """Chromium's name; where several addresses failed in several ways, that of the first."""
    number = error.errno
    if number is None:
        named = re.search(r"\[Errno (\d+)\]", str(error))
        number = int(named.group(1)) if named else 0
    return _ERRNO_NAMES.get(number, "ERR_ADDRESS_UNREACHABLE")


def _refused(error: str) -> _Refused:
    return _Refused(Refusal(error=error))


def _is_this_machine(address: Address) -> bool:
    """Whether a packet for this address would leave from it, asked of the routing table; nothing is sent."""
    family = socket.AF_INET if address.version == 4 else socket.AF_INET6
    try:
        with socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.connect((str(address), 9))
            return ip_address(probe.getsockname()[0]) == address
    except OSError:
        return False
