"""Link headers and TimeMaps in link-format, JSON and CDXJ (RFC 7089, RFC 6690, RFC 8288).

Pure formatting. A TimeMap that is long is cut into sheets of equal numbers, oldest first, so that a sheet once full
never changes; each names the others (RFC 7089, section 5.1.2).
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from email.utils import format_datetime
from urllib.parse import quote

from storage.replay.mementos import Memento

LINK_FORMAT = "application/link-format"
A_SHEET = 1000
"""Mementos in one sheet of a TimeMap."""

Attributes = Mapping[str, str]


@dataclass(frozen=True, kw_only=True)
class Addresses:
    """Where the Memento resources of this dashboard are; ``base`` ends with a slash."""

    base: str

    def memento(self, memento: Memento) -> str:
        """URI-M."""
        return f"{self.base}{memento.stamp}/{safe(memento.url)}"

    def timegate(self, url: str) -> str:
        """URI-G."""
        return f"{self.base}timegate/{safe(url)}"

    def timemap(self, url: str, sheet: int = 1, form: str = "link") -> str:
        """URI-T; the first sheet has the plain address."""
        number = "" if sheet == 1 else f"{sheet}/"
        return f"{self.base}timemap/{number}{form}/{safe(url)}"


@dataclass(frozen=True, kw_only=True)
class TimeMap:
    """The mementos of one URL, oldest first, and what is said of each besides its time."""

    url: str
    mementos: Sequence[Memento]
    attributes: Mapping[str, Attributes] = field(default_factory=dict)  # stamp -> names and values

    @property
    def sheets(self) -> int:
        """How many sheets it has, at least one."""
        return max(1, -(-len(self.mementos) // A_SHEET))

    def sheet(self, number: int) -> Sequence[Memento]:
        """The mementos of a sheet; empty beyond the last."""
        return self.mementos[(number - 1) * A_SHEET : number * A_SHEET]


def safe(url: str) -> str:
    """A URL that may stand between ``<`` and ``>`` of a link, and in the path of another URL."""
    return quote(url, safe="%!#$&'()*+,/:;=?@[]~")


def http_date(at: datetime) -> str:
    """A time as HTTP writes it (RFC 9110, section 5.6.7)."""
    return format_datetime(at, usegmt=True)


def link(target: str, rel: str, **attributes: str) -> str:
    """One link of a Link header or a link-format document; underscores of names become hyphens."""
    parts = [f"<{target}>", f'rel="{rel}"']
    parts += [f'{name.replace("_", "-")}="{_quoted(value)}"' for name, value in attributes.items()]
    return "; ".join(parts)


def memento_header(addresses: Addresses, found: Sequence[Memento], this: Memento) -> str:
    """The Link header of a memento: original, TimeGate, TimeMap, and the way through time."""
    place = found.index(this)
    ways = {"first": found[0], "last": found[-1]}
    ways |= {"prev": found[place - 1]} if place else {}
    ways |= {"next": found[place + 1]} if place + 1 < len(found) else {}
    return ", ".join([*_surroundings(addresses, found), *_memento_links(addresses, ways)])


def timegate_header(addresses: Addresses, found: Sequence[Memento], chosen: Memento) -> str:
    """The Link header of a TimeGate's answer: original, TimeMap, and the first, chosen and last memento."""
    ways = {"first": found[0], "": chosen, "last": found[-1]}
    links = [item for item in _surroundings(addresses, found) if 'rel="timegate"' not in item]
    return ", ".join([*links, *_memento_links(addresses, ways)])


def as_link_format(timemap: TimeMap, addresses: Addresses, number: int) -> str:
    """A sheet of a TimeMap in link-format, one link a line."""
    shown = timemap.sheet(number)
    lines = [
        link(safe(timemap.url), "original"),
        link(addresses.timemap(timemap.url, number), "self", type=LINK_FORMAT, **_span(shown)),
    ]
    for other in range(1, timemap.sheets + 1):
        if other != number:
            span = _span(timemap.sheet(other))
            lines.append(link(addresses.timemap(timemap.url, other), "timemap", type=LINK_FORMAT, **span))
    lines.append(link(addresses.timegate(timemap.url), "timegate"))
    for memento in shown:
        more = timemap.attributes.get(memento.stamp, {})
        date = {"datetime": http_date(memento.at)}
        lines.append(link(addresses.memento(memento), _rel(timemap, memento), **date, **more))
    return ",\n".join(lines) + "\n"


def as_json(timemap: TimeMap, addresses: Addresses, number: int) -> dict[str, object]:
    """A sheet of a TimeMap in the JSON form that MemGator and its clients use."""
    shown = [_described(timemap, addresses, memento) for memento in timemap.sheet(number)]
    everywhere = timemap.mementos
    others = [other for other in range(1, timemap.sheets + 1) if other != number]
    return {
        "original_uri": timemap.url,
        "self": addresses.timemap(timemap.url, number, "json"),
        "mementos": {
            "list": shown,
            "first": _described(timemap, addresses, everywhere[0]),
            "last": _described(timemap, addresses, everywhere[-1]),
        },
        "timemap_uri": {
            f"{form}_format": addresses.timemap(timemap.url, number, form)
            for form in ("link", "json", "cdxj")
        },
        "timemap_index": [addresses.timemap(timemap.url, other, "json") for other in others],
        "timegate_uri": addresses.timegate(timemap.url),
    }


def as_cdxj(timemap: TimeMap, addresses: Addresses, number: int) -> str:
    """A sheet of a TimeMap as CDXJ: headers begin with ``!``, then one memento a line."""
    head = {
        "id": {"uri": addresses.timemap(timemap.url, number, "cdxj")},
        "keys": ["memento_datetime_YYYYMMDDhhmmss"],
        "meta": {"original_uri": timemap.url},
        "meta-timegate": {"timegate_uri": addresses.timegate(timemap.url)},
    }
    lines = [f"!{name.partition('-')[0]} {json.dumps(value)}" for name, value in head.items()]
    for memento in timemap.sheet(number):
        described = _described(timemap, addresses, memento) | {"rel": _rel(timemap, memento)}
        lines.append(f"{memento.stamp} {json.dumps(described)}")
    return "\n".join(lines) + "\n"


def _surroundings(addresses: Addresses, found: Sequence[Memento]) -> list[str]:
    url = found[-1].url
    return [
        link(safe(url), "original"),
        link(addresses.timegate(url), "timegate"),
        link(addresses.timemap(url), "timemap", type=LINK_FORMAT, **_span(found)),
    ]


def _memento_links(addresses: Addresses, ways: Mapping[str, Memento]) -> list[str]:
    """One link for each memento, with all that it is: ``first prev memento``."""
    words: dict[Memento, list[str]] = {}
    for word, memento in ways.items():
        words.setdefault(memento, []).extend([word] if word else [])
    return [
        link(addresses.memento(memento), " ".join([*named, "memento"]), datetime=http_date(memento.at))
        for memento, named in sorted(words.items(), key=lambda item: item[0].at)
    ]


def _rel(timemap: TimeMap, memento: Memento) -> str:
    words = ["first"] * (memento == timemap.mementos[0]) + ["last"] * (memento == timemap.mementos[-1])
    return " ".join([*words, "memento"])


def _described(timemap: TimeMap, addresses: Addresses, memento: Memento) -> dict[str, str]:
    more = timemap.attributes.get(memento.stamp, {})
    named = {name.replace("_", "-"): value for name, value in more.items()}
    at = memento.at.isoformat().replace("+00:00", "Z")
    return {"datetime": at, "uri": addresses.memento(memento), **named}


def _span(mementos: Sequence[Memento]) -> dict[str, str]:
    if not mementos:
        return {}
    return {"from": http_date(mementos[0].at), "until": http_date(mementos[-1].at)}


def _quoted(text: str) -> str:
    """Text for a quoted string (RFC 9110, section 5.6.4)."""
    return text.replace("\\", "\\\\").replace('"', '\\"')
