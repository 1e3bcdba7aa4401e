"""Resolves names for Scrapy's own requests, and refuses the same addresses as the browser's gateway.

Twisted asks a resolver for every host before it connects, addresses written as numbers and targets of redirects
included, and connects to what the resolver names: refused addresses are never named.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from ipaddress import ip_address
from typing import Any, Protocol
from urllib.parse import urlsplit

from scrapy import Request
from scrapy.crawler import Crawler
from scrapy.exceptions import CannotResolveHostError
from twisted.internet.interfaces import (
    IAddress,
    IHostnameResolver,
    IHostResolution,
    IResolutionReceiver,
)
from zope.interface import implementer

from rendering.network.addresses import HOW_TO_ALLOW, ReachableAddresses, plain_name, refused_address


class AddressRefused(OSError):
    """A server was not asked because of its address; the message says which, and how to allow it."""


@implementer(IHostnameResolver)
class CheckedNames:
    """A resolver that passes on what another one finds, less what may not be reached."""

    def __init__(self, own: Any, reachable: ReachableAddresses) -> None:
        self._own = own
        self._reachable = reachable
        self._refused: dict[str, str] = {}
        self._lock = threading.Lock()

    def resolveHostName(
        self,
        resolutionReceiver: Any,
        hostName: str,
        portNumber: int = 0,
        addressTypes: Sequence[type[IAddress]] | None = None,
        transportSemantics: str = "TCP",
    ) -> IHostResolution:
        """``IHostnameResolver.resolveHostName``."""
        checked = _Checked(resolutionReceiver, hostName, self)
        resolution: IHostResolution = self._own.resolveHostName(
            checked, hostName, portNumber, addressTypes, transportSemantics
        )
        return resolution

    def check(self, host: str) -> None:
        """Raise ``AddressRefused`` where the last look-up of ``host`` found nothing but refused addresses."""
        with self._lock:
            refused = self._refused.get(plain_name(host))
        if refused is not None:
            raise AddressRefused(refused)

    def is_allowed(self, host: str, address: str) -> bool:
        """Whether an address of ``host`` may be named; the reason against it is kept."""
        found = ip_address(address.partition("%")[0])
        kind = self._reachable.refusal(host, found)
        with self._lock:
            if kind is None:
                self._refused.pop(plain_name(host), None)
            else:
                self._refused[plain_name(host)] = f"{refused_address(host, found, kind)}; {HOW_TO_ALLOW}"
        return kind is None


class CheckingSpider(Protocol):
    """What is asked of the spider: what its requests are resolved with."""

    names: CheckedNames | None


class RefusedAddresses:
    """Says why a request got no answer: a host whose addresses were all refused looks like one without any.

    A Scrapy downloader middleware, which sees each request of a chain of redirects.
    """

    def __init__(self, crawler: Crawler) -> None:
        self._crawler = crawler

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> RefusedAddresses:
        """Scrapy's constructor."""
        return cls(crawler)

    def process_exception(self, request: Request, exception: Exception) -> None:
        """Raise ``AddressRefused`` in place of an error that hides it."""
        spider: CheckingSpider = self._crawler.spider  # type: ignore[assignment]
        if isinstance(exception, CannotResolveHostError) and spider.names is not None:
            spider.names.check(urlsplit(request.url).hostname or "")


@implementer(IResolutionReceiver)
class _Checked:
    """Stands between a resolver and who asked it."""

    def __init__(self, receiver: Any, host: str, names: CheckedNames) -> None:
        self._receiver = receiver
        self._host = host
        self._names = names

    def resolutionBegan(self, resolutionInProgress: IHostResolution) -> None:
        self._receiver.resolutionBegan(resolutionInProgress)

    def addressResolved(self, address: IAddress) -> None:
        host: Any = getattr(address, "host", None)
        if host is not None and self._names.is_allowed(self._host, str(host)):
            self._receiver.addressResolved(address)

    def resolutionComplete(self) -> None:
        self._receiver.resolutionComplete()


@contextmanager
def checked_names(reachable: Sequence[str]) -> Iterator[CheckedNames]:
    """Within the block the running reactor connects to public addresses, and to ``reachable`` ones."""
    from twisted.internet import reactor as installed  # importing it earlier would install another one

    reactor: Any = installed
    names = CheckedNames(reactor.nameResolver, ReachableAddresses(reachable))
    own = reactor.installNameResolver(names)
    try:
        yield names
    finally:
        reactor.installNameResolver(own)
