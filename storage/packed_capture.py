"""A capture as one piece of bytes, from a worker to the daemon.

JSON, with the bytes of screenshots and bodies as Base64, compressed. Only the version of Pagetide that wrote it reads
it, and it is kept nowhere: the archive is made of WARC records.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Mapping
from dataclasses import asdict
from datetime import datetime
from typing import Any

from backports import zstd

from storage.layout import Layout
from storage.records import (
    Capture,
    Exchange,
    Outcome,
    Problem,
    ProblemCode,
    RenderingProfile,
    ResponseKind,
    SocketTraffic,
)

OF_CAPTURE = ("view_png", "full_page_png")
"""Fields of a capture that are bytes."""
OF_EXCHANGE = ("request_body", "response_head", "body")
"""Fields of an exchange that are bytes."""

_LEVEL = 1  # screenshots are compressed already, and Base64 costs nothing more


def packed(capture: Capture) -> bytes:
    """The capture as bytes."""
    told = _as_text(asdict(capture), OF_CAPTURE)
    told["exchanges"] = [_as_text(exchange, OF_EXCHANGE) for exchange in told["exchanges"]]
    return zstd.compress(json.dumps(told, default=datetime.isoformat).encode("ascii"), _LEVEL)


def unpacked(data: bytes) -> Capture:
    """The capture that ``packed`` was given.

    Raises
    ------
    ValueError
        The bytes are no capture of this version of Pagetide.
    """
    try:
        return _capture(json.loads(zstd.decompress(data)))
    except (zstd.ZstdError, KeyError, TypeError, AttributeError) as error:
        raise ValueError(f"this is no packed capture: {error}") from error


def _capture(told: Mapping[str, Any]) -> Capture:
    times = {name: datetime.fromisoformat(told[name]) for name in ("started_at", "finished_at")}
    own = {
        "outcome": Outcome(told["outcome"]),
        "response_kind": ResponseKind(told["response_kind"]),
        "layout": None if told["layout"] is None else Layout.of(told["layout"]),
        "exchanges": tuple(_exchange(each) for each in told["exchanges"]),
        "profile": RenderingProfile(**told["profile"]),
        "problems": tuple(
            Problem(**{**each, "code": ProblemCode(each["code"])}) for each in told["problems"]
        ),
        "waited_for": tuple(told["waited_for"]),
    }
    return Capture(**{**_as_bytes(told, OF_CAPTURE), **times, **own})


def _exchange(told: Mapping[str, Any]) -> Exchange:
    own = {
        "started_at": datetime.fromisoformat(told["started_at"]),
        "request_headers": _pairs(told["request_headers"]),
        "response_headers": _pairs(told["response_headers"]),
        "socket": None if told["socket"] is None else _socket(told["socket"]),
    }
    return Exchange(**{**_as_bytes(told, OF_EXCHANGE), **own})


def _socket(told: Mapping[str, Any]) -> SocketTraffic:
    return SocketTraffic(**{**told, "first": _pairs(told["first"])})


def _pairs(told: list[list[str]]) -> tuple[tuple[str, str], ...]:
    return tuple((first, second) for first, second in told)


def _as_text(told: Mapping[str, Any], names: tuple[str, ...]) -> dict[str, Any]:
    some = {name: base64.b64encode(told[name]).decode("ascii") for name in names if told[name] is not None}
    return {**told, **some}


def _as_bytes(told: Mapping[str, Any], names: tuple[str, ...]) -> dict[str, Any]:
    some = {name: base64.b64decode(told[name]) for name in names if told[name] is not None}
    return {**told, **some}
