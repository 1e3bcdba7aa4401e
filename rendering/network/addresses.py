"""Which addresses a browser of ours may reach: the public ones, and those that were allowed by name or network.

A page can name any address, and a name can mean another address at every look-up, so the check belongs to the
address that is connected to, right before it is (``gateway``). Special ranges are those of the IANA registries
that ``ipaddress`` keeps (RFC 6890 and later), and what they do not list: addresses at which clouds tell a
machine its own secrets, and IPv6 forms that carry an IPv4 address to somebody who unpacks it.
"""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Iterable
from ipaddress import IPv4Address, IPv6Address, IPv6Network

Address = IPv4Address | IPv6Address
Network = ipaddress.IPv4Network | IPv6Network

METADATA = frozenset(
    ipaddress.ip_address(text)
    for text in (
        "169.254.169.254",  # nearly every cloud
        "169.254.170.2",  # containers of Amazon
        "fd00:ec2::254",
        "fd20:ce::254",
        "100.100.100.200",  # Alibaba
        "168.63.129.16",  # Azure; outside of every special range
        "192.0.0.192",  # Oracle
    )
)
HOW_TO_ALLOW = "add it to reachable_networks under [rendering.safety] in pagetide.toml to allow that"
_CARRIER_GRADE = ipaddress.ip_network("100.64.0.0/10")  # RFC 6598
_TRANSLATED = IPv6Network("64:ff9b::/96")  # RFC 6052: the last 32 bits go to that IPv4 address
_COMPATIBLE = IPv6Network("::/96")  # RFC 4291 2.5.5.1, deprecated; some stacks still unpack it
_ISATAP = (0x00005EFE, 0x02005EFE)  # RFC 5214 6.1
_GLOBAL_IPV6 = IPv6Network("2000::/3")  # all that IANA has given out
_SITE_LOCAL = IPv6Network("fec0::/10")
_HOST_NAME = re.compile(r"[a-z0-9_]([a-z0-9_.-]*[a-z0-9_])?")


class ReachableAddresses:
    """Decides for one address at a time. ``exceptions`` are networks, addresses and host names."""

    def __init__(self, exceptions: Iterable[str] = ()) -> None:
        """``ValueError`` where an exception is neither network nor address nor host name."""
        self._networks: list[Network] = []
        self._names: set[str] = set()
        for text in exceptions:
            self._add(text.strip())

    def refusal(self, host: str, address: Address) -> str | None:
        """Why ``address``, to which ``host`` resolved, may not be reached ("a private address"); None: it may."""
        return None if self.is_listed(host, address) else special_kind(address)

    def is_listed(self, host: str, address: Address) -> bool:
        """Whether an exception names this host, or holds this address or one that it carries."""
        forms = (address, *carried(address))
        return plain_name(host) in self._names or any(
            form in network for form in forms for network in self._networks
        )

    def _add(self, text: str) -> None:
        try:
            self._networks.append(ipaddress.ip_network(text.strip("[]"), strict=False))
        except ValueError:
            name = plain_name(text)
            if not _HOST_NAME.fullmatch(name) or re.fullmatch(r"[0-9.]+", name):
                raise ValueError(
                    f"{text!r} is no network (10.0.0.0/8), no address (10.1.2.3) and no host name; correct "
                    "rendering.safety.reachable_networks"
                ) from None
            self._names.add(name)


def written_address(host: str) -> Address | None:
    """The address that a host is written as, ``localhost`` included; None: a name, which must be looked up."""
    name = plain_name(host)
    if name == "localhost" or name.endswith(".localhost"):
        return IPv4Address("127.0.0.1")
    try:
        return ipaddress.ip_address(name)
    except ValueError:
        return None


def special_kind(address: Address) -> str | None:
    """What is special about an address, or about one that it carries, in words; None: it is a public one."""
    return next((kind for form in (*carried(address), address) if (kind := _kind(form)) is not None), None)


def carried(address: Address) -> tuple[IPv4Address, ...]:
    """IPv4 addresses at which a packet for this IPv6 address may arrive once somebody has unpacked it."""
    if isinstance(address, IPv4Address):
        return ()
    found = [address.ipv4_mapped, address.sixtofour, *(address.teredo or ())]
    low = int(address) & 0xFFFFFFFF
    if address in _TRANSLATED or (address in _COMPATIBLE and low > 1):
        found.append(IPv4Address(low))
    if (int(address) >> 32) & 0xFFFFFFFF in _ISATAP:
        found.append(IPv4Address(low))
    return tuple(item for item in found if item is not None)


def plain_name(host: str) -> str:
    """A host name as it is compared: lower case, without a final dot."""
    return host.strip("[]").rstrip(".").lower()


def refused_address(host: str, address: Address, kind: str) -> str:
    """The sentence for a person: which host, which address, what is special about it."""
    means = "is" if plain_name(host) == str(address) else f"resolves to {address},"
    return f"refused: {host} {means} {kind}"


def _kind(address: Address) -> str | None:
    if address in METADATA:
        return "the address of a cloud's metadata service"
    for is_so, kind in (
        (address.is_unspecified, "the unspecified address"),
        (address.is_loopback, "a loopback address"),
        (address.is_link_local or address in _SITE_LOCAL, "a link-local address"),
        (address.is_multicast, "a multicast address"),
        (address == IPv4Address("255.255.255.255"), "the broadcast address"),
        (address in _CARRIER_GRADE, "an address behind a carrier's translation"),
    ):
        if is_so:
            return kind
    if isinstance(address, IPv6Address):
        return _kind_of_ipv6(address)
    if address.is_global:
        return None
    return "a reserved address" if address.is_reserved else "a private address"


def _kind_of_ipv6(address: IPv6Address) -> str | None:
    if address.ipv4_mapped is not None or address in _TRANSLATED:
        return None  # what it carries decides
    if address in _GLOBAL_IPV6 and address.is_global:
        return None
    return "a private address" if address in IPv6Network("fc00::/7") else "a reserved address"
