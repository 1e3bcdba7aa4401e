"""The part of an index key that distinguishes posted requests: method and body as query arguments.

The conventions are those of pywb and cdxj-indexer (specs.webrecorder.net, "Request Body Canonicalization"):
``__wb_method=POST``, then form fields as they are, JSON flattened to its leaves, anything else as base64 under
``__wb_post_data``.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator
from io import BytesIO
from typing import Any
from urllib.parse import unquote_plus, urlencode

from multipart import MultipartError, MultipartParser

APPENDED_METHODS = ("POST", "PUT")
_LONGEST = 4096  # characters of the body's arguments that go into a key


def appended_query(method: str, content_type: str, body: bytes) -> str:
    """The arguments that stand for ``body``, at most 4096 characters; empty where it says nothing."""
    if method not in APPENDED_METHODS:
        return ""
    mime = content_type.partition(";")[0].strip().lower()
    if mime == "application/x-www-form-urlencoded":
        query = _form(body)
    elif mime.startswith("multipart/"):
        query = _multipart(content_type, body)
    elif mime == "application/json":
        query = _json(body) or ""
    elif mime == "text/plain":  # JSON that a script sends to avoid a preflight request
        query = _binary(body) if (found := _json(body)) is None else found
    else:
        query = _binary(body)
    return query[:_LONGEST]


def with_query(url: str, method: str, query: str) -> str:
    """``url`` as the key is made of: with the method and the body's arguments."""
    arguments = f"__wb_method={method}" + (f"&{query}" if query else "")
    document = url.partition("#")[0]
    return f"{document}{'&' if '?' in document else '?'}{arguments}"


def _form(body: bytes) -> str:
    try:
        return unquote_plus(body.decode("utf-8"))
    except UnicodeDecodeError:
        return _binary(body)


def _multipart(content_type: str, body: bytes) -> str:
    boundary = content_type.partition("boundary=")[2]
    if not boundary:
        return _binary(body)
    try:
        parts = list(MultipartParser(BytesIO(body), boundary, charset="utf8"))
        pairs = [(part.name, part.raw if part.filename else part.value) for part in parts]
    except (MultipartError, ValueError):
        return _binary(body)
    return urlencode(pairs, doseq=True)


def _json(body: bytes) -> str | None:
    """The leaves of one document, or of one a line; None if it is neither."""
    try:
        leaves = list(_leaves(json.loads(body)))
    except (ValueError, RecursionError):
        if b"\n" not in body:
            return None
        try:
            leaves = [leaf for line in body.split(b"\n") for leaf in _leaves(json.loads(line))]
        except (ValueError, RecursionError):
            return None
    named: dict[str, str] = {}
    times: dict[str, int] = {}
    for name, value in leaves:
        key = name
        if name in named:
            times[name] = times.get(name, 1) + 1
            key = f"{name}.{times[name]}_"
        named[key] = value
    return urlencode(named)


def _leaves(value: Any, name: str = "") -> Iterator[tuple[str, str]]:
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from _leaves(inner, key)
    elif isinstance(value, list):
        for inner in value:
            yield from _leaves(inner, name)
    elif name:
        yield name, str(value)


def _binary(body: bytes) -> str:
    return f"__wb_post_data={base64.b64encode(body).decode()}"
