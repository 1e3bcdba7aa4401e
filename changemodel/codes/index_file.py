"""An index of codes as one file: a line that says what it is, facts as JSON, then arrays that are read in place.

The file is written beside its place, flushed, and then takes its place: whenever writing is stopped, the old one or the
new one is there, whole. Arrays begin at multiples of 64 bytes, little-endian; the facts tell the type, shape, place and
CRC-32 of each.
"""

from __future__ import annotations

import json
import os
import zlib
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from changemodel.errors import InvalidInput, UnreadableModel

MAGIC = b"pagetide codes 1\n"
ALIGNED = 64


def write(path: Path, facts: Mapping[str, Any], arrays: Mapping[str, NDArray[Any]]) -> None:
    """The whole file, or what was there.

    Raises
    ------
    InvalidInput
        Nothing can be written there.
    """
    laid: dict[str, dict[str, Any]] = {}
    place = 0
    for name, array in arrays.items():
        place = -(-place // ALIGNED) * ALIGNED
        crc = zlib.crc32(_bytes(array))
        laid[name] = {"type": array.dtype.str, "shape": array.shape, "place": place, "crc32": crc}
        place += array.nbytes
    head = json.dumps({"facts": dict(facts), "arrays": laid, "size": place}, sort_keys=True).encode()
    part = path.with_name(f"{path.name}.part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with part.open("wb") as file:
            file.write(
                MAGIC + len(head).to_bytes(8, "little") + zlib.crc32(head).to_bytes(4, "little") + head
            )
            begin = _begin(len(head))
            for name, array in arrays.items():
                file.seek(begin + laid[name]["place"])
                file.write(_bytes(array))
            file.truncate(begin + place)
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
    except OSError as error:
        raise InvalidInput(f"the index cannot be written to {path}: {error.strerror or error}") from error
    finally:
        with suppress(OSError):
            part.unlink(missing_ok=True)


def read(path: Path, *, check: bool) -> tuple[dict[str, Any], dict[str, NDArray[Any]]]:
    """Facts, and arrays that are mapped into memory, read-only.

    Raises
    ------
    UnreadableModel
        There is no such file, it is none of ours, or it is damaged; with ``check`` every byte is looked at.
    """
    try:
        with path.open("rb") as file:
            head = _head(path, file.read(len(MAGIC) + 12), file)
            size = path.stat().st_size
    except OSError as error:
        raise UnreadableModel(f"the index {path} cannot be read: {error.strerror or error}") from error
    begin = _begin(head["length"])
    if size != begin + head["size"]:
        wanted = begin + head["size"]
        raise UnreadableModel(f"the index {path} is damaged: {size} bytes where {wanted} should be. {AGAIN}")
    arrays = {}
    for name, laid in head["arrays"].items():
        shape = tuple(laid["shape"])
        if 0 in shape:
            arrays[name] = np.empty(shape, dtype=laid["type"])
            continue
        arrays[name] = np.memmap(
            path, dtype=laid["type"], mode="r", offset=begin + laid["place"], shape=shape
        ).view(np.ndarray)
        if check and zlib.crc32(_bytes(arrays[name])) != laid["crc32"]:
            raise UnreadableModel(f"the index {path} is damaged: its {name} are not those written. {AGAIN}")
    return head["facts"], arrays


AGAIN = "Build it anew"


def _head(path: Path, first: bytes, file: Any) -> dict[str, Any]:
    if first[: len(MAGIC)] != MAGIC:
        raise UnreadableModel(f"{path} is no index of codes, or one of another version. {AGAIN}")
    length = int.from_bytes(first[len(MAGIC) : len(MAGIC) + 8], "little")
    text = file.read(min(length, 1 << 24))
    if len(text) != length or zlib.crc32(text) != int.from_bytes(first[len(MAGIC) + 8 :], "little"):
        raise UnreadableModel(f"the index {path} is damaged: what it says of itself cannot be read. {AGAIN}")
    found: dict[str, Any] = json.loads(text)
    return {**found, "length": length}


def _begin(head: int) -> int:
    return -(-(len(MAGIC) + 12 + head) // ALIGNED) * ALIGNED


def _bytes(array: NDArray[Any]) -> memoryview:
    return np.ascontiguousarray(array).reshape(-1).view(np.uint8).data
