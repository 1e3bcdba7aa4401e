"""The scopes of a discovery, as in Browsertrix and Heritrix: which URLs belong to a seed.

========  ==============================================================================
page      the seed alone
prefix    what begins as the seed does, up to the last slash of its path (the default)
host      the seed's host, with or without ``www.``
domain    that host and every host below it
surt:...  what has this SURT prefix: ``surt:com,example)/news`` or Heritrix's ``http://(com,example,``
========  ==============================================================================

Schemes are not told apart: a site that moved to https is the same site. Browsertrix's ``page-spa`` is ``page`` here,
because the addresses that are found are kept without their fragment.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from urllib.parse import urlsplit

from crawler.errors import CrawlError
from storage.surt import surt
from storage.urls import header_uri, host_of

SCOPES = ("page", "prefix", "host", "domain")
_SURT = "surt:"

InScope = Callable[[str], bool]


def scope_of(seed: str, name: str) -> InScope:
    """A function that says whether an address belongs to ``seed`` in the scope called ``name``.

    Raises
    ------
    CrawlError
        There is no such scope.
    """
    if name.startswith(_SURT):
        prefix = _surt_prefix(name.removeprefix(_SURT))
        return lambda url: surt(url).startswith(prefix)
    host = _plain_host(seed)
    if name == "page":
        document = _without_scheme(seed)
        return lambda url: _without_scheme(url) == document
    if name == "prefix":
        start = urlsplit(seed).path.rpartition("/")[0] + "/"
        return lambda url: _plain_host(url) == host and (urlsplit(url).path or "/").startswith(start)
    if name == "host":
        return lambda url: _plain_host(url) == host
    if name == "domain":
        return lambda url: _plain_host(url) == host or _plain_host(url).endswith(f".{host}")
    raise CrawlError(f"there is no scope {name!r}; there are {', '.join(SCOPES)} and surt:PREFIX")


def _without_scheme(url: str) -> str:
    return header_uri(url).partition(":")[2]


def _plain_host(url: str) -> str:
    return host_of(url).removeprefix("www.")


def _surt_prefix(text: str) -> str:
    """Heritrix writes ``http://(com,example,``, indexes ``com,example)/``: both mean the same hosts."""
    return re.sub(r"^\w*:?/*\(?", "", text.strip()).lower() if "(" in text else text.strip().lower()
