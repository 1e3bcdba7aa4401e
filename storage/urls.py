"""What identifies a page, what a WARC header names, and what politeness counts by: all of one spelling of a URL.

That spelling is the WHATWG URL standard's, which browsers write and send (https://url.spec.whatwg.org). The CDXJ index
goes by the coarser SURT, under which different pages meet (``storage.surt``), because other tools do.
"""

from __future__ import annotations

import re
from urllib.parse import quote

import ada_url

from storage.surt import surt

_USER = re.compile(r"^([a-z]+://)[^/?#]*@")  # a standard URL has no other @ before its path
_ROUTE = re.compile(r"/|[!?].", re.DOTALL)


def standard_url(url: str) -> str | None:
    """``url`` as the WHATWG URL standard writes it, with its fragment; None: the standard calls it no URL."""
    try:
        return str(ada_url.normalize_url(_scalar_values(url)))
    except ValueError:
        return None


def page_key(url: str) -> str:
    """What makes two spellings one page: the standard URL, of its fragment only a route.

    ``#/inbox``, ``#!inbox`` and ``#?box=in`` are routes: a script shows another view for each. Any other fragment marks
    a place on the page. Text that is no URL is its own key.
    """
    written = standard_url(url)
    if written is None:
        return _scalar_values(url)
    document, _, fragment = written.partition("#")
    return f"{_quoted(document)}#{fragment}" if _ROUTE.match(fragment) else _quoted(document)


def dropped_anchor(url: str) -> str:
    """The fragment of ``url``, with its ``#``, that is no part of its page's key; empty where there is none."""
    _, mark, fragment = (standard_url(url) or "").partition("#")
    return "" if _ROUTE.match(fragment) else mark + fragment


def host_of(url: str) -> str:
    """The host with a port that is not its scheme's, as the standard writes them; without one the text itself."""
    try:
        found: str = ada_url.parse_url(_scalar_values(url), ("host",))["host"]
    except ValueError:
        found = ""
    return found or url.lower()


def header_uri(url: str) -> str:
    """What a browser asks a server for, fit for a WARC header: the standard URL without user name and fragment.

    Text that is no URL is only percent-encoded.
    """
    written = standard_url(url) or _scalar_values(url)
    return _quoted(_USER.sub(r"\1", written.partition("#")[0]))


def joined_url(base: str, url: str) -> str:
    """``url`` as it stands in a document at ``base``; what cannot be joined stays as it is."""
    try:
        return str(ada_url.join_url(_scalar_values(base), _scalar_values(url)))
    except ValueError:
        return url


def index_key(url: str) -> str:
    """Under what CDXJ indexes hold ``url``: the SURT of what a browser asks for, as replay tools look it up."""
    return surt(header_uri(url))


def _quoted(written: str) -> str:
    """Percent-encodes what the standard leaves though no URI may hold it: browsers differ in ``|``, ``{``, ``^``."""
    return quote(written, safe="%!#$&'()*+,/:;=?@[]~")


def _scalar_values(text: str) -> str:
    """Half of a surrogate pair, which a script may leave in a URL, becomes U+FFFD as in a browser."""
    return (
        text if text.isascii() else text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    )
