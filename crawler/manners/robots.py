"""What a robots.txt allows: RFC 9309 over a file's bytes, one product token, one URL.

Protego, which Scrapy uses, matches names of crawlers otherwise than the standard does and lets unknown fields split a
group (``docs/decisions/0006-robots-parser.md``), so this small parser is our own. It takes what ``robots_test.cc`` of
the reference implementation takes: three kinds of line ends, a byte order mark even where half of it is missing, a
forgotten colon, misspelt field names. ``Content-Usage`` rules (draft-ietf-aipref-attach-05, section 3) are read, too:
what may be done with a page, not whether it may be visited.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from urllib.parse import quote, urlsplit

from crawler.text_encoding import as_utf8

_READ_BYTES = 512 * 1024  # RFC 9309 2.5: at least 500 KiB
_LINE_BYTES = 16_664  # longer lines are cut, as the reference implementation does
_UNRESERVED = re.compile(r"[A-Za-z0-9._~-]")
_ESCAPE = re.compile(r"%([0-9A-Fa-f]{2})")
_SAFE = "!#$%&'()*+,/:;=?@[]~-._"
_FIELD = re.compile(
    r"^\s*(?:(?P<agent>user-?\s?agent|useragent)|(?P<allow>allow)|"
    r"(?P<disallow>dis{1,2}all?ow|dissalow|diasllow)|(?P<sitemap>site-?map)|(?P<delay>crawl-?delay)|"
    r"(?P<usage>content-usage))"
    r"\s*(?::|(?<=\w)\s)(?P<value>.*)$",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Rule:
    """One Allow or Disallow line."""

    allows: bool
    pattern: str  # as compared: percent-encoded

    @property
    def octets(self) -> int:
        """Its length, by which the most specific of several matches is found."""
        return len(self.pattern.encode())

    def matches(self, path: str) -> bool:
        """Whether the pattern fits the beginning of ``path``; ``*`` is anything, ``$`` at the end is the end."""
        return _fits(self.pattern, path)


@dataclass(frozen=True)
class Usage:
    """One Content-Usage line: what may be done with the pages that its pattern fits."""

    pattern: str  # "/" where the line has none
    statement: str  # for example "train-ai=n", by the vocabulary of draft-ietf-aipref-vocab


@dataclass
class _Group:
    agents: list[str] = field(default_factory=list)
    rules: list[Rule] = field(default_factory=list)
    usages: list[Usage] = field(default_factory=list)
    delay_s: float | None = None


class RobotsFile:
    """A parsed robots.txt; whatever the bytes are, there is one."""

    def __init__(self, content: bytes) -> None:
        self._groups: list[_Group] = []
        self.sitemaps: tuple[str, ...] = ()
        """Addresses of ``Sitemap`` lines, which belong to no group."""
        self._read(as_utf8(content)[:_READ_BYTES])

    def allows(self, url: str, token: str) -> bool:
        """Whether the crawler called ``token`` may visit ``url`` (RFC 9309 2.2.2).

        The matching rule with the most octets decides; of two equally long ones the allowing one; with none,
        everything is allowed, as is ``/robots.txt`` always.
        """
        path = _path_of(url)
        if path == "/robots.txt":
            return True
        rules = (rule for group in self._groups_for(token) for rule in group.rules)
        matching = [rule for rule in rules if rule.matches(path)]
        if not matching:
            return True
        return max(matching, key=lambda rule: (rule.octets, rule.allows)).allows

    def crawl_delay(self, token: str) -> float | None:
        """Seconds between two visits, not of the standard; None where nothing is said."""
        delays = (group.delay_s for group in self._groups_for(token))
        return max((delay for delay in delays if delay is not None), default=None)

    def usage(self, url: str, token: str) -> tuple[str, ...]:
        """What may be done with the page at ``url``, as stated: the lines with the longest pattern that fits.

        Several where they contradict one another; none where nothing is said, or the page may not be visited.
        """
        path = _path_of(url)
        fitting = [
            usage for group in self._groups_for(token) for usage in group.usages if _fits(usage.pattern, path)
        ]
        longest = max((len(usage.pattern) for usage in fitting), default=0)
        stated = dict.fromkeys(usage.statement for usage in fitting if len(usage.pattern) == longest)
        return tuple(stated) if self.allows(url, token) else ()

    def _groups_for(self, token: str) -> list[_Group]:
        """All groups of this crawler, which count as one; else all groups for everybody (RFC 9309 2.2.1)."""
        named = (_product(token), "*")
        found = ([group for group in self._groups if name and name in group.agents] for name in named)
        return next((groups for groups in found if groups), [])

    def _read(self, content: bytes) -> None:
        group, naming, sitemaps = _Group(), False, []
        for name, value in _fields(content):
            if name == "agent":
                if not naming:
                    group = _Group()
                    self._groups.append(group)
                naming = True
                group.agents.append("*" if value == "*" or value.startswith("* ") else _product(value))
            elif name == "sitemap":
                sitemaps.append(value)  # ends no group and belongs to none
            elif name == "delay":  # as other fields of no standard it ends no list of names (RFC 9309 2.2.4)
                group.delay_s = _seconds(value)
            elif name == "usage":
                naming = False
                group.usages += _usages(value)
            else:
                naming = False  # a rule outside a group goes into one that nobody is in
                group.rules.append(Rule(name == "allow", _encoded(value)))
        self.sitemaps = tuple(sitemaps)


def _fields(content: bytes) -> Iterator[tuple[str, str]]:
    for mark in (b"\xef\xbb\xbf", b"\xef\xbb", b"\xef"):
        if content.startswith(mark):
            content = content.removeprefix(mark)
            break
    for line in re.split(rb"\r\n|\r|\n", content):
        text = line[:_LINE_BYTES].decode("utf-8", errors="replace").partition("#")[0]
        found = _FIELD.match(text)
        if found is not None:
            yield _named(found), found["value"].strip()


def _named(found: re.Match[str]) -> str:
    return next(name for name, text in found.groupdict().items() if text and name != "value")


def _usages(value: str) -> list[Usage]:
    """A rule's value: a path, which begins with a slash and ends at white space, and a statement; one without none."""
    path, statement = "/", value
    if value.startswith("/"):
        path, _, statement = value.replace("\t", " ").partition(" ")
    return [Usage(_encoded(path), statement.strip())] if statement.strip() else []


def _fits(pattern: str, path: str) -> bool:
    return bool(pattern) and _compiled(pattern).match(path) is not None


def _product(value: str) -> str:
    """The product token at the head of a text: letters, hyphens and underscores (RFC 9309 2.2.1)."""
    found = re.match(r"[A-Za-z_-]*", value.strip())
    return found.group().lower() if found else ""


def _seconds(value: str) -> float | None:
    try:
        seconds = float(value)
    except ValueError:
        return None
    return seconds if 0 <= seconds < float("inf") else None


def _path_of(url: str) -> str:
    parts = urlsplit(url)
    path = _encoded(parts.path) or "/"
    return f"{path}?{_encoded(parts.query)}" if parts.query else path


def _encoded(text: str) -> str:
    """One spelling for comparing (RFC 9309 2.2.2): what needs an escape has one, what does not has none."""
    escaped = quote(text, safe=_SAFE)
    return _ESCAPE.sub(lambda found: _plain(found.group(1)), escaped)


def _plain(digits: str) -> str:
    character = chr(int(digits, 16))
    return character if _UNRESERVED.match(character) else f"%{digits.upper()}"


@lru_cache(maxsize=4096)
def _compiled(pattern: str) -> re.Pattern[str]:
    body = pattern.removesuffix("$")
    # atomic: the first place where a part fits is as good as any, and a file full of stars stays cheap
    parts = [re.escape(part) for part in re.split(r"\*+", body)]
    joined = parts[0] + "".join(f"(?>.*?{part})" if part else "" for part in parts[1:-1])
    if len(parts) > 1:
        joined += ".*" + parts[-1] if pattern.endswith("$") else f".*?{parts[-1]}"
    return re.compile(joined + (r"\Z" if pattern.endswith("$") else ""), re.DOTALL)
