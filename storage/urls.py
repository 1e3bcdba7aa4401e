"""A URL's key and host: what makes two spellings one page, and what politeness counts by.

The key is the SURT of the web archive world (specs: archiving-conventions 3.4), the same as in the CDXJ
index.
"""

from __future__ import annotations

from urllib.parse import quote, urlsplit

from storage.surt import surt

_DEFAULT_PORTS = {"http": 80, "https": 443}


def url_key(url: str) -> str:
    """The SURT of ``url``: scheme, ``www.`` and fragment dropped, host reversed, query sorted."""
    return surt(url)


def host_of(url: str) -> str:
    """The authority in lower case without user name and default port; the text itself where it has none."""
    try:
        parts = urlsplit(url)
        name, port = parts.hostname or "", parts.port
    except ValueError:
        return url.lower()
    if ":" in name:
        name = f"[{name}]"
    if port is None or port == _DEFAULT_PORTS.get(parts.scheme):
        return name or url.lower()
    return f"{name}:{port}"


def header_uri(url: str) -> str:
    """``url`` fit for a WARC header: without fragment, what is not printable ASCII percent-encoded."""
    return quote(url.partition("#")[0], safe="%!#$&'()*+,/:;=?@[]~")
