"""The channels of alerts, from a file of addresses, and sending to one of them through apprise."""

from __future__ import annotations

import logging
import re
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any

from apprise import Apprise, AppriseAsset, NotifyFormat
from apprise.logger import LogCapture

from pagetide.alerts.messages import Message
from pagetide.errors import SettingsError

_LEAST_SECRET = 4  # letters of a part of an address that is masked where a service repeats it
_ASSET = AppriseAsset(app_id="Pagetide", app_desc="Pagetide", async_mode=False)

# Both log whole addresses where everything is logged. What apprise warns of is told by us, without secrets.
logging.getLogger("apprise").setLevel(logging.CRITICAL)
logging.getLogger("apprise").propagate = False
logging.getLogger("urllib3.connectionpool").setLevel(logging.INFO)


@dataclass(frozen=True, kw_only=True)
class Channel:
    """A place where messages go. ``name`` is its address without secrets, ``key`` what its state is kept under."""

    key: str
    name: str
    address: str = field(repr=False)


def read_channels(path: Path) -> list[Channel]:
    """The channels that a file names, one address a line; empty lines and those that begin with # are left out.

    Raises
    ------
    SettingsError
        There is no such file, or a line is no address that apprise knows; the line is named, not what it says.
    """
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise SettingsError(
            f"alerts.channels names {path}, which cannot be read: {getattr(error, 'strerror', None) or error}."
        ) from error
    channels = []
    for number, line in enumerate(lines, start=1):
        if line.strip() and not line.lstrip().startswith("#"):
            channels.append(_channel(line.strip(), f"{path}, line {number}"))
    return channels


def send(channel: Channel, message: Message) -> str:
    """Send it; empty when the service took it, else why it did not."""
    service = Apprise(asset=_ASSET)
    service.add(channel.address)
    with _captured(logging.WARNING) as said:
        taken = service.notify(body=message.body, title=message.title, body_format=NotifyFormat.TEXT)
        told = said.getvalue().strip()
    return "" if taken else _without_secrets(told.splitlines()[-1] if told else "it did not answer", channel)


def _channel(address: str, where: str) -> Channel:
    with _captured(logging.CRITICAL):
        service = Apprise.instantiate(address, asset=_ASSET, suppress_exceptions=True)
    if service is None:
        raise SettingsError(
            f"{where} is no address of a channel that apprise knows. https://appriseit.com lists them."
        )
    return Channel(key=sha256(address.encode()).hexdigest()[:16], name=_named(service), address=address)


def _named(service: Any) -> str:
    """The kind of service and its host: a path may be a secret, and so may what is no host's name."""
    kind, _, rest = str(service.url(privacy=True)).partition("://")
    place = re.split(r"[/?]", rest, maxsplit=1)[0]
    user, at, host = place.rpartition("@")
    is_host = ("." in host and "..." not in host) or host.partition(":")[0] == "localhost"
    return f"{kind}://{user}{at}{host if is_host else '****'}"


def _captured(level: int) -> Any:
    """What apprise logs from that level on, in place of a log of ours."""
    return LogCapture(level=level, fmt="%(message)s")


def _without_secrets(told: str, channel: Channel) -> str:
    shown = set(re.split(r"[^\w.-]+", channel.name))
    for part in sorted(set(re.split(r"[/:@?&=,]+", channel.address)), key=len, reverse=True):
        if len(part) >= _LEAST_SECRET and part not in shown:
            told = told.replace(part, "***")
    return told
