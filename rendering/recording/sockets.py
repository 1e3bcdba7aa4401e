"""Web sockets of a page: handshake, number and bytes of the messages each way, and how the first ones begin.

A message is no exchange that could be replayed, so only a note of the traffic is kept; bounded, however much a
page sends.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from storage.records import SocketTraffic

FIRST_MESSAGES = 20
"""How many messages are kept."""
FIRST_CHARACTERS = 200
"""How much of each."""
_BINARY = 2  # opcode, RFC 6455, 5.2


@dataclass(slots=True)
class SocketLog:
    """The messages of one socket while they come."""

    sent: int = 0
    sent_bytes: int = 0
    received: int = 0
    received_bytes: int = 0
    first: list[tuple[str, str]] = field(default_factory=list)

    def take(self, direction: str, frame: dict[str, Any]) -> None:
        """Note one message: "sent" or "received"."""
        data = str(frame.get("payloadData", ""))
        is_binary = frame.get("opcode") == _BINARY
        size = (
            len(data) * 3 // 4 - data[-2:].count("=") if is_binary else len(data.encode("utf-8", "replace"))
        )
        if direction == "sent":
            self.sent, self.sent_bytes = self.sent + 1, self.sent_bytes + size
        else:
            self.received, self.received_bytes = self.received + 1, self.received_bytes + size
        if len(self.first) < FIRST_MESSAGES:
            self.first.append(
                (direction, f"{size} bytes of binary data" if is_binary else data[:FIRST_CHARACTERS])
            )

    def traffic(self) -> SocketTraffic:
        """What is kept."""
        return SocketTraffic(
            sent=self.sent,
            sent_bytes=self.sent_bytes,
            received=self.received,
            received_bytes=self.received_bytes,
            first=tuple(self.first),
        )
