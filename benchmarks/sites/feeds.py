"""What others write beside the news: feeds whose posts stand as long as news, and an English project amid them.

A feed's posts come one at a time, stay until newer ones push them off, and read like news. None of them is any: the
page is watched for what its house itself declares, which is rarer.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from benchmarks.sites import panels
from benchmarks.sites.illustrated import Duty, told
from benchmarks.sites.look import SANS, WIDE, Look
from benchmarks.sites.news import STARTS_AT
from benchmarks.sites.page import ORIGIN, PageState, Panel, Row, row
from benchmarks.sites.site import GeneratedSite
from pagetide.demo.chance import Chance


@dataclass(frozen=True)
class Post:
    """Something in a feed: which text, and since which hour it is there."""

    number: int
    began: int


@dataclass(frozen=True, kw_only=True)
class Feed:
    """How often posts come, when, how many stand together, and what else happens to them."""

    per_h: float  # in the hours when the feed is busy
    length: int
    busy: tuple[int, int] = (0, 23)
    idle: float = 1.0  # how much of the usual comes in the other hours
    weekend: float = 1.0
    together: int = 1  # at most so many come in an hour
    returns: float = 0.0  # an hour: an older post is on top again, as a thread with a new reply
    leaves: float = 0.0  # an hour: one is taken off before its time, as a flat that is let

    def at_each_hour(self, chance: Chance, hours: int) -> Iterator[tuple[Post, ...]]:
        """What stands in the feed at each of the first hours, from the top."""
        age = max(1, round(1 / self.per_h))
        shown = [Post(-place, -age * place) for place in range(1, self.length + 1)]
        number = 0
        for hour in range(hours):
            pace = self._pace(STARTS_AT + timedelta(hours=hour)) if hour else 0.0
            if chance.happens(self.returns * pace, "returns", hour):
                place = chance.below(len(shown), "which returns", hour)
                shown.insert(0, shown.pop(place))
            if len(shown) > 2 and chance.happens(self.leaves * pace, "leaves", hour):
                shown.pop(chance.below(len(shown), "which leaves", hour))
            for turn in range(self.together):
                if chance.happens(self.per_h * pace / self.together, "comes", hour, turn):
                    number += 1
                    shown.insert(0, Post(number, hour))
            shown = shown[: self.length]
            yield tuple(shown)

    def _pace(self, at: datetime) -> float:
        first, last = self.busy
        day = self.weekend if at.weekday() >= 5 else 1.0
        return day * (1.0 if first <= at.hour <= last else self.idle)


def feeding(
    feeds: Mapping[str, Feed], chance: Chance, hours: int
) -> Iterator[tuple[int, datetime, dict[str, tuple[Post, ...]]]]:
    """Each of the first hours, its moment, and what stands in each feed."""
    streams = [feed.at_each_hour(chance.child(name), hours) for name, feed in feeds.items()]
    for hour, posts in enumerate(zip(*streams, strict=True)):
        yield hour, STARTS_AT + timedelta(hours=hour), dict(zip(feeds, posts, strict=True))


def written(draw: Chance, patterns: Sequence[str], words: Mapping[str, Sequence[str]]) -> str:
    """A sentence: a pattern whose fields are drawn one by one; ``n``, ``m`` and ``h`` are numbers."""
    parts = {name: draw.pick(pool, name) for name, pool in words.items()}
    numbers = {"n": draw.between(2, 48, "n"), "m": draw.between(3, 29, "m"), "h": draw.between(8, 19, "h")}
    return draw.pick(patterns, "pattern").format(**parts, **numbers)


def posted(chance: Chance, number: int, patterns: Sequence[str], words: Mapping[str, Sequence[str]]) -> str:
    """The sentence of a feed's post; its pattern returns only after all the others."""
    (pattern,) = told(chance, (patterns,), number)
    line = written(chance.child(number), (pattern,), words)
    return line[0].upper() + line[1:]


def several(draw: Chance, patterns: Sequence[str], words: Mapping[str, Sequence[str]], many: int) -> str:
    """Some sentences after each other, each of another pattern."""
    order = draw.shuffled(patterns, "order")[:many]
    return " ".join(written(draw.child(part), (pattern,), words) for part, pattern in enumerate(order))


def liked(draw: Chance, hour: int, began: int, at_most: int) -> int:
    """How often a post was liked by now: fast at first, then slower."""
    age = max(0, hour - began)
    final = draw.between(at_most // 8, at_most, "final")
    return final * age // (age + draw.between(2, 9, "slow")) + (hour + began) % 3


def put(items: Sequence[str], place: int, words: str) -> list[str]:
    """Lines with one more among them."""
    return [*items[:place], words, *items[place:]]


_PARTS = ("the WAL reader", "the query planner", "the TLS handshake", "the backup tool", "the JSON parser",
          "prepared statements", "the replication slot", "the vacuum worker", "the Windows installer",
          "the full-text index", "role inheritance", "the CSV importer", "the connection pooler")  # fmt: skip
_FLAWS = ("Heap overflow in {part}", "Privilege escalation through {part}", "Memory disclosure in {part}",
          "Denial of service in {part}", "Data loss in {part} after a crash", "Missing check in {part}",
          "Use after free in {part}", "Silent corruption in {part}", "Injection through {part}")  # fmt: skip
_SEVERITY = ("low", "medium", "high", "critical")
_DECLARED = (
    "The download mirror in {town} is retired; use the one in {town2} instead.",
    "Packages for {system} are built again since {m} May.", "We rotate the signing key on {m} June.",
    "The bug tracker is read-only while we migrate {n} thousand tickets.",
    "Support for {system} ends with the next minor release.", "The feature freeze starts on {m} June.",
    "The release of {m} June is postponed because of {part}.", "Nightly builds for {system} are suspended.",
    "The core team has voted to relicense {part}, {n} to {m}.",
    "Do not upgrade on {system} until {part} is mended.",
    "Accounts that were silent for {n} months will be closed.",
    "The mailing list moves to {town} on {m} May.",
)  # fmt: skip
_ASKED = (
    "Why does {part} hang after upgrading to 8.{m}?", "How do I limit {part} to {n} GB on {system}?",
    "{part} is {n} times slower on {system}", "Is {part} safe with {n} replicas?",
    "Strange: {part} and {tool} on {system}", "Anyone running {tool} against {part}?",
    "Crash in {part}, with a backtrace of {n} frames",
    "Moving {n} million rows with {tool}", "Feature request: let {part} write to {tool}",
    "Is the fix for {part} in {m}.{n} or only in main?", "Benchmark: {tool} against {part}, {n} cores",
    "Documentation of {part} contradicts itself", "Restoring {n} GB on {system} takes {m} hours",
    "{person} here: what I learnt from {part}", "Wrong results from {part} when {tool} is connected",
)  # fmt: skip
_BLOGGED = (
    "How we upgraded {n} clusters to the new {tool} in one night", "A close look at {part}",
    "Seven mistakes with {part} that I made, {m} times", "{tool} and Nuthatch: the missing guide",
    "What {n} months with {part} taught us", "Security of {part}: an audit from outside",
    "Why we left {tool} and stayed with Nuthatch", "Faster {part} on {system}",
    "A patch for {part}, reviewed in {town}", "Notes from the meeting in {town}",
)  # fmt: skip
_SUMMED = (
    "We measured {part} on {system} for {n} days, and the result surprised the whole team.",
    "After the outage in {town} we had to rebuild {n} nodes; here is what we would do again.",
    "{person} explains why {part} needed {m} years.", "A release note never tells how much work {part} was.",
    "The short answer is {tool}. The long one takes {n} minutes to read.",
    "In {town}, {n} of us spent a weekend with {part}.", "All scripts are on our site; {tool} is needed.",
)  # fmt: skip
_POSTED = (
    "Greetings from {town}: {n} contributors, one room, and a lot of coffee.",
    "{person} shows {part} live on stage.",
    "New stickers! Come to our table in {town}.", "{n} thousand stars. Thank you all.",
    "Photo of the week: {person} and the {system} test farm.",
    "{person} joins the documentation team. Welcome!",
    "Throwback to {town}, when {part} was written on a napkin.", "Our friends of {tool} turn {m} today.",
    "We are hiring a volunteer for the booth in {town}.",
)  # fmt: skip
_HIRING = ("Database engineer ({tool}), {town}", "Site reliability engineer, {n} nodes, {town}",
           "Consultant for migrations, remote or {town}", "Support engineer, {system}, {town}",
           "Trainer, {m} courses a year, {town}", "Storage developer, {part}, remote")  # fmt: skip
_NAMES: Mapping[str, Sequence[str]] = {
    "part": _PARTS,
    "town": ("Ghent", "Porto", "Tallinn", "Leipzig", "Montreal", "Pune", "Osaka", "Brno", "Cork", "Bergen"),
    "town2": ("Utrecht", "Zagreb", "Austin", "Lyon", "Turku", "Nairobi", "Quito"),
    "system": ("Debian 13", "FreeBSD 15", "RHEL 9", "macOS", "Windows 11", "Alpine", "ARM64", "RISC-V",
               "Kubernetes"),
    "tool": ("pgbridge", "Rowan", "Flintlock", "Kettlejack", "Dovetail", "Sparrowhawk", "logferry",
             "TidyDump"),
    "person": ("Mirela", "Anselm", "Yuki", "Oluwaseun", "Bronagh", "Tomasz", "Ines", "Ravindra", "Sunniva"),
}  # fmt: skip


@dataclass(frozen=True)
class Branch:
    """A line of releases: its last one, the day of that, and how far it is supported."""

    minor: int
    patch: int
    day: int
    support: int = 0


@dataclass(frozen=True)
class Advisory:
    """A flaw: which one, how far its mending is, and in which release it was mended."""

    number: int
    status: int = 0
    fixed: str = ""


class Nuthatch(GeneratedSite):
    """A database project: releases, advisories and a notice; a forum beside them, a planet of blogs between them."""

    slug = "nuthatch"
    hard = "forum threads by day and night beside the news, blogs and posts between its parts, on the same subjects"
    more = 0
    look = Look(
        heading=SANS, body=WIDE, paper="#fbfbf8", ink="#20262b", muted="#6c757c", line="#dcdfd8", accent="#0b6e4f",
        lead_px=26, top_px=18, card="#eef3ee",
        extra=(
            ".masthead{background:#0b6e4f;color:#fff}.masthead .small{color:#cfe8dd}.builds{background:#20262b;"
            "color:#9be9a8;font:13px/18px 'Liberation Mono'}.releases dl{display:grid;grid-template-columns:150px 1fr "
            "200px;margin:0}.releases dt,.releases dd{margin:0;padding:5px 0;border-top:1px solid #dcdfd8}"
            ".releases dt{font-weight:bold;color:#0b6e4f}.advisories table{border-collapse:collapse;width:100%}"
            ".advisories td:first-child{white-space:nowrap}"
            ".advisories td{border-top:1px solid #dcdfd8;padding:6px 8px 5px 0;font-size:13px;line-height:18px}"
            ".talk{background:#eef3ee}.talk h3{font:bold 13px/18px 'DejaVu Sans'}.notice p{border-left:4px solid "
            "#d98e04;padding:4px 12px;background:#fff6e0}.planet article{padding:6px 0;border-top:1px solid #dcdfd8}"
            ".post blockquote{margin:0}.post img{margin:6px 0}"
        ),
    )  # fmt: skip
    duty = Duty(hours=(8, 21), then=0.35, night=0.15)
    feeds: Mapping[str, Feed] = {
        "talk": Feed(per_h=0.8, length=11, idle=0.6, returns=0.5),
        "planet": Feed(per_h=0.22, length=5, busy=(6, 22), idle=0.2),
        "post": Feed(per_h=0.12, length=2, busy=(8, 20), idle=0.1, weekend=0.6),
        "jobs": Feed(per_h=0.07, length=4, busy=(9, 17), idle=0.1, weekend=0.2, leaves=0.03),
    }

    def states(self, hours: int) -> Iterator[PageState]:
        """The page at each of the first hours."""
        branches = [Branch(5 - place, 3 + 4 * place, -9 * place, min(place, 2)) for place in range(4)]
        flaws = [Advisory(number, 1 + number % 2) for number in (4, 3, 2, 1)]
        lines = [self._declared(-1), self._declared(-2)]
        for hour, at, posts in feeding(self.feeds, self.chance.child("feeds"), hours):
            if hour and self.chance.happens(0.3 * self.duty.at(at), "declared", hour):
                what = self.chance.number("what", hour)
                if what < 0.3:
                    branches = self._released(branches, hour)
                elif what < 0.75:
                    flaws = self._judged(flaws, branches, hour)
                elif len(lines) > 3 or (len(lines) > 1 and what < 0.83):
                    lines = lines[1:]
                else:
                    lines = put(lines, self.chance.below(len(lines) + 1, "line", hour), self._declared(hour))
            news = (
                *(" ".join(self._branch(item)) for item in branches),
                *(" ".join(self._flaw(item)) for item in flaws),
                *lines,
            )
            news_panels = [self._releases(branches), self._advisories(flaws), self._notice(lines)]
            yield PageState(rows=tuple(self._page(news_panels, posts, hour, at)), news=news)

    def _released(self, old: Sequence[Branch], hour: int) -> list[Branch]:
        """Another patch of a branch, at times another branch, and then the last one goes."""
        day = hour // 24
        if self.chance.happens(0.1, "branch", hour):
            aged = [replace(item, support=min(2, item.support + 1)) for item in old[:-1]]
            return [Branch(old[0].minor + 1, 0, day), *aged]
        place = self.chance.below(len(old), "which branch", hour)
        return [
            replace(item, patch=item.patch + 1, day=day) if seat == place else item
            for seat, item in enumerate(old)
        ]

    def _judged(self, old: Sequence[Advisory], branches: Sequence[Branch], hour: int) -> list[Advisory]:
        """Another flaw, one that is nearer to its mending, or one that was none."""
        what = self.chance.number("judged", hour)
        if what < 0.4 or len(old) < 3:
            return [Advisory(1 + max(item.number for item in old)), *old[:5]]
        place = self.chance.below(len(old), "which flaw", hour)
        if what < 0.5:
            return [*old[:place], *old[place + 1 :]]
        fixed = " and ".join(f"8.{item.minor}.{item.patch + 1}" for item in branches[:2])
        open_ones = [seat for seat, item in enumerate(old) if item.status < 2]
        if not open_ones:
            return [Advisory(1 + max(item.number for item in old)), *old[:5]]
        place = open_ones[place % len(open_ones)]
        new = replace(old[place], status=old[place].status + 1, fixed=fixed)
        return [*old[:place], new, *old[place + 1 :]]

    def _declared(self, number: int) -> str:
        return written(self.chance.child("declared", number), _DECLARED, _NAMES)

    def _branch(self, item: Branch) -> tuple[str, str, str]:
        day = STARTS_AT + timedelta(days=item.day)
        support = ("supported", "security fixes only", "end of life soon")[item.support]
        return f"8.{item.minor}.{item.patch}", f"{day.day} {day:%B %Y}", support

    def _flaw(self, item: Advisory) -> tuple[str, str, str, str]:
        draw = self.chance.child("flaw", item.number)
        status = ("under investigation", "fix in review", f"fixed in {item.fixed or '8.4.9'}")[item.status]
        name = written(draw, _FLAWS, _NAMES)
        return f"NSA-2026-{item.number + 30:03d}", name, draw.pick(_SEVERITY, "severity"), status

    def _releases(self, branches: Sequence[Branch]) -> Panel:
        lines = "".join(
            f"<dt>{version}</dt><dd>{day}</dd><dd>{support}</dd>"
            for version, day, support in map(self._branch, branches)
        )
        return panels.plain("releases", 600, f"<h2>Current releases</h2><dl>{lines}</dl>", is_news=True)

    def _advisories(self, flaws: Sequence[Advisory]) -> Panel:
        lines = "".join(
            f"<tr>{''.join(f'<td>{cell}</td>' for cell in self._flaw(item))}</tr>" for item in flaws
        )
        return panels.plain("advisories", 600, f"<h2>Advisories</h2><table>{lines}</table>", is_news=True)

    def _notice(self, lines: Sequence[str]) -> Panel:
        words = f"<h2>Notice</h2><p>{' '.join(lines)}</p>"
        return panels.plain("notice", 600, words, is_news=True)

    def _page(
        self, news_panels: Sequence[Panel], posts: Mapping[str, Sequence[Post]], hour: int, at: datetime
    ) -> list[Row]:
        runs = self.chance.child("runs", hour)
        builds = " · ".join(f"{name} {runs.between(4100, 4990, name)} ok" for name in _NAMES["system"][:6])
        note = f"{runs.between(300, 2400, 'here')} people in the chat · {at:%H:%M} UTC"
        releases, advisories, notice = news_panels
        middle = [
            releases,
            self._post(posts["post"][0], hour, 600),
            advisories,
            self._planet(posts["planet"], hour),
            notice,
        ]
        last = [self._jobs(posts["jobs"], 600), self._post(posts["post"][1], hour, 400)]
        return [
            row(panels.masthead("Nuthatch", 1000, note, height=58), tag="header"),
            row(panels.plain("builds", 1000, f"<p>{builds}</p>")),
            row(self._talk(posts["talk"], hour), middle, tag="main"),
            row(*last),
            row(panels.plain("foot", 1000, '<p class="small">Licence · Code of conduct · Donate</p>')),
        ]

    def _talk(self, posts: Sequence[Post], hour: int) -> Panel:
        """Threads of the forum; a new reply brings one to the top."""
        lines = ""
        for item in posts:
            draw = self.chance.child("thread", item.number)
            words = posted(self.chance.child("asked"), item.number, _ASKED, _NAMES)
            if draw.happens(0.4, "solved") and hour - item.began > draw.between(3, 50, "solved after"):
                words = f"[solved] {words}"
            replies = liked(draw, hour, item.began, 40)
            under = f"{draw.pick(_NAMES['person'], 'by')} · {replies} replies · {max(1, hour - item.began)} h"
            lines += (
                f'<li><h3><a href="{ORIGIN}/t/{item.number + 900}">{words}</a></h3>'
                f'<p class="small">{under}</p></li>'
            )
        return panels.plain("talk", 400, f"<h4>Discussions</h4><ul>{lines}</ul>")

    def _planet(self, posts: Sequence[Post], hour: int) -> Panel:
        lines = ""
        for item in posts:
            draw = self.chance.child("planet", item.number)
            title = posted(self.chance.child("blogged"), item.number, _BLOGGED, _NAMES)
            words = posted(self.chance.child("summed"), item.number, _SUMMED, _NAMES)
            lines += (
                f'<article><h3><a href="{ORIGIN}/planet/{item.number + 70}">{title}</a></h3><p>{words}</p>'
                f'<p class="small">{draw.pick(_NAMES["person"], "by")}, {max(1, hour - item.began)} h ago</p>'
                "</article>"
            )
        return panels.plain("planet", 600, f"<h2>Planet Nuthatch</h2>{lines}")

    def _post(self, item: Post, hour: int, width: int) -> Panel:
        """What the project says on its social account, with a photograph."""
        draw = self.chance.child("post", item.number)
        shown = panels.image(f"crowd-post-{item.number}", width - 24, draw.pick((180, 220, 260), "px"))
        counts = f"♥ {liked(draw, hour, item.began, 900)} · ↻ {liked(draw.child('re'), hour, item.began, 90)}"
        words = posted(self.chance.child("posted"), item.number, _POSTED, _NAMES)
        html = f'<blockquote>{shown}<p>{words}</p><p class="small">@nuthatch · {counts}</p></blockquote>'
        return panels.plain("post", width, html)

    def _jobs(self, posts: Sequence[Post], width: int) -> Panel:
        lines = "".join(
            f"<li>{posted(self.chance.child('job'), item.number, _HIRING, _NAMES)}</li>" for item in posts
        )
        return panels.plain("jobs", width, f"<h4>Jobs from our sponsors</h4><ul>{lines}</ul>")


FEEDS = (Nuthatch,)
