"""How often somebody may try to log in: wrong passwords are counted by account, by address, and by both together.

Few tries from one address at one account, for a person who mistypes; more from one address, where many work behind it;
and many at one account from everywhere, so that nobody can keep its owner out with a few of them.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Hashable, Iterator
from datetime import datetime, timedelta
from ipaddress import ip_address
from itertools import count

WINDOW = timedelta(minutes=15)
BOTH, ADDRESS, ACCOUNT = 5, 30, 100
"""Wrong tries within the window."""
MOST_KEYS = 20_000
"""Of whom tries are remembered; beyond that the ones that tried longest ago are forgotten."""
_IPV6_NETWORK = 64  # bits: what one household or machine has to itself


_Try = tuple[datetime, int]  # when, and the how manieth of all


class LoginLimits:
    """The wrong tries of the last quarter of an hour. Safe in threads; a restart forgets them."""

    def __init__(self) -> None:
        self._tries: dict[Hashable, deque[_Try]] = {}
        self._numbers = count()
        self._lock = threading.Lock()

    def begin(self, name: str, address: str, at: datetime) -> timedelta | None:
        """Count a try as wrong before the password is looked at, so that tries at the same moment count, too.

        How long to wait, if it is one too many; it is not counted then.
        """
        keys = list(_keys(name, address))
        with self._lock:
            waits = [wait for key, most in keys if (wait := self._wait(key, most, at)) is not None]
            if waits:
                return max(waits)
            this = (at, next(self._numbers))
            for key, _ in keys:
                tries = self._tries.pop(key, deque())
                tries.append(this)
                self._tries[key] = tries  # the last to be forgotten
            while len(self._tries) > MOST_KEYS:
                del self._tries[next(iter(self._tries))]
        return None

    def forgive(self, name: str, address: str) -> None:
        """The password was right: the tries before it at this account from this address were its owner's."""
        with self._lock:
            mine = self._tries.pop(("both", name, _network(address)), deque())
            for key, _ in _keys(name, address):
                kept = [item for item in self._tries.get(key, ()) if item not in mine]
                if kept:
                    self._tries[key] = deque(kept)
                else:
                    self._tries.pop(key, None)

    def _wait(self, key: Hashable, most: int, at: datetime) -> timedelta | None:
        tries = self._tries.get(key, deque())
        while tries and tries[0][0] <= at - WINDOW:
            tries.popleft()
        return tries[-most][0] + WINDOW - at if len(tries) >= most else None


def _keys(name: str, address: str) -> Iterator[tuple[Hashable, int]]:
    network = _network(address)
    yield ("both", name, network), BOTH
    yield ("address", network), ADDRESS
    yield ("account", name), ACCOUNT


def _network(address: str) -> str:
    try:
        parsed = ip_address(address)
    except ValueError:
        return address
    if parsed.version == 6 and parsed.ipv4_mapped is None:
        return str(int(parsed) >> (128 - _IPV6_NETWORK))
    return str(parsed)
