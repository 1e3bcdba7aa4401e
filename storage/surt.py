"""SURT: the sort key of a URL in the indexes of the web archive world, where spellings of one URL meet.

``https://www.Example.com:443/a//b?b=2&a=1#x`` becomes ``com,example)/a/b?a=1&b=2``. Replay tools look up an
index by computing this key themselves, so every rule here is theirs, odd ones included: the Sort-friendly
URI Reordering Transform as Heritrix and the Wayback Machine define it, in the form without a scheme.
"""

from __future__ import annotations

import re
import socket
from contextlib import suppress
from urllib.parse import quote_from_bytes, unquote_to_bytes

_SCHEME = re.compile(rb"[A-Za-z][A-Za-z0-9+.\-]*(?=:)")
_DOUBLED = re.compile(rb"^(?:https?://)+(?=https?://)")  # a URL pasted behind another's beginning
_NUMERIC_HOST = re.compile(rb"(?:[1-9][0-9]*(?:\.[0-9]+){0,3}|0[0-7]*(?:\.[0-7]+){0,3})")
_WWW = re.compile(rb"www[0-9]*\.")
_PRINTABLE = "!\"$&'()*+,-./:;<=>?@[\\]^_`{|}~"  # with letters and digits all of ASCII but # and %
_DEFAULT_PORTS = {b"http": 80, b"https": 443}
_SESSION_IN_PATH = (  # ASP.NET's cookieless sessions
    re.compile(rb"(.*/)(?:\((?:[a-z]\([0-9a-z]{24}\))+\)/)([^?]+\.aspx.*)", re.IGNORECASE | re.DOTALL),
    re.compile(rb"(.*/)(?:\([0-9a-z]{24}\)/)([^?]+\.aspx.*)", re.IGNORECASE | re.DOTALL),
)
_SESSION_IN_QUERY = tuple(
    re.compile(rb"(.*)" + name + rb"(?:&(.*))?", re.IGNORECASE | re.DOTALL)
    for name in (
        rb"jsessionid=[0-9a-z]{32}",
        rb"phpsessid=[0-9a-z]{32}",
        rb"sid=[0-9a-z]{32}",
        rb"aspsessionid[a-z]{8}=[a-z]{24}",
        rb"cfid=[^&]+&cftoken=[^&]+",
    )
)


def surt(url: str) -> str:
    """The key of ``url``; text that is no URL is its own key, and no text at all has the key ``-``."""
    if not url or url.startswith("filedesc"):  # the head of an ARC file
        return url or "-"
    try:
        return _key(url.encode("utf-8", "replace")).decode("ascii")
    except ValueError:
        return url


def _key(url: bytes) -> bytes:
    cleaned = url.strip().translate(None, b"\n\r\t")
    if not cleaned:
        raise ValueError("nothing but white space")
    if not _SCHEME.match(cleaned):
        cleaned = b"http://" + cleaned
    scheme, _, rest = _DOUBLED.sub(b"", cleaned).partition(b":")
    before_query, question, query = rest.partition(b"#")[0].partition(b"?")
    host, port, path = _authority_and_path(scheme, before_query)
    host = _canonical_host(host, scheme)
    path = _canonical_path(path, in_folders=bool(host))
    query = _canonical_query(query) if question else b""
    head = scheme + b":" if not host else _reversed(host) + _port(port, scheme) + b")"
    return head + (path or (b"/" if query else b"")) + (b"?" + query if query else b"")


def _authority_and_path(scheme: bytes, text: bytes) -> tuple[bytes, int | None, bytes]:
    """Host, port and path of what stands between the scheme and the query."""
    host, port, path = b"", None, text
    if text.startswith(b"//"):
        authority, slash, rest = text[2:].partition(b"/")
        host, port = _host_and_port(authority.rstrip(b":"))
        path = slash + rest
    if not host and path and scheme.startswith(b"http"):  # http:example.org/a and http:////example.org/a
        host, _, rest = path.lstrip(b"/").partition(b"/")
        path = b"/" + rest
    return host, port, path


def _host_and_port(authority: bytes) -> tuple[bytes, int | None]:
    """Without a user's name and password, and without the brackets of an IPv6 address."""
    place = authority.rpartition(b"@")[2]
    before, bracket, inside = place.partition(b"[")
    if bracket:
        host, _, after = inside.partition(b"]")
        port = after.partition(b":")[2]
    else:
        host, _, port = before.partition(b":")
    if not port:
        return host, None
    if not port.isdigit() or int(port) > 65535:
        raise ValueError("no port")
    return host, int(port) or None


def _canonical_host(host: bytes, scheme: bytes) -> bytes:
    host = _unquoted(host)
    if not host.isascii():
        with suppress(UnicodeError):  # no name at all: it stays as it is
            host = host.decode("utf-8", "ignore").encode("idna")  # IDNA 2003, as the others
    host = host.replace(b"..", b".").strip(b".")
    host = _address(host) or _quoted(host.lower()).lower()
    found = None if scheme == b"dns" else _WWW.match(host)
    return host[found.end() :] if found else host


def _address(host: bytes) -> bytes | None:
    """The dotted form of an IPv4 address in any of its spellings: decimal, octal, with fewer than four parts."""
    if host.isdigit():
        return socket.inet_ntoa((int(host) & 0xFFFFFFFF).to_bytes(4, "big")).encode()
    if not _NUMERIC_HOST.fullmatch(host):
        return None
    try:
        return socket.inet_ntoa(socket.inet_aton(host.decode())).encode()
    except OSError:
        return None


def _port(port: int | None, scheme: bytes) -> bytes:
    if port is None or port == _DEFAULT_PORTS.get(scheme.lower()):
        return b""
    return b":%d" % port


def _reversed(host: bytes) -> bytes:
    return b",".join(reversed(host.split(b".")))


def _canonical_path(path: bytes, *, in_folders: bool) -> bytes:
    """Lower case, without session and last slash; ``in_folders``: dots and doubled slashes are resolved too."""
    path = _unquoted(path)
    if in_folders:
        path = _resolved(path)
    path = _quoted(path).lower()
    for pattern in _SESSION_IN_PATH:
        if found := pattern.fullmatch(path):
            path = found[1] + found[2]
    return path[:-1] if path.endswith(b"/") and len(path) > 1 else path


def _resolved(path: bytes) -> bytes:
    kept: list[bytes] = []
    for segment in path.split(b"/")[1:]:
        if segment == b".." and kept:
            kept.pop()
        elif segment != b".":
            kept.append(segment)
    folders = [segment for segment in kept[:-1] if segment]
    return b"/" + b"/".join(folders + kept[-1:])


def _canonical_query(query: bytes) -> bytes:
    query = _quoted(_unquoted(query))
    for pattern in _SESSION_IN_QUERY:
        if found := pattern.fullmatch(query):
            query = found[1] + (found[2] or b"")
    pairs = [argument.split(b"=", 1) for argument in query.lower().split(b"&")]
    return b"&".join(b"=".join(pair) for pair in sorted(pairs))


def _unquoted(text: bytes) -> bytes:
    """Percent signs decoded until none is left to decode."""
    while (decoded := unquote_to_bytes(text)) != text:
        text = decoded
    return text


def _quoted(text: bytes) -> bytes:
    return quote_from_bytes(text, safe=_PRINTABLE).encode()
