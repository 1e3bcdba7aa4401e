"""Pages that an archive watches and that are no newspaper: a town's posts, a petition, a wiki's events.

Written without sight of any model, for the reported family alone, as are those of ``unseen_registers``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from html import escape
from typing import ClassVar

from benchmarks.sites import panels
from benchmarks.sites import unseen_words as words
from benchmarks.sites.look import SANS, SERIF, Look
from benchmarks.sites.news import STARTS_AT
from benchmarks.sites.page import PageState, Panel, Row, row
from benchmarks.sites.site import GeneratedSite
from benchmarks.sites.unseen_words import misspelt, say


@dataclass(frozen=True, kw_only=True)
class Entry:
    """One thing that a page reports."""

    number: int
    since: datetime
    state: int = 0  # every step is news
    fixed: bool = False  # its slip of the pen has been put right


class EntryPage(GeneratedSite):
    """A page whose news is a list of entries, newest first; some are later carried on, some corrected."""

    shown: ClassVar[int]
    new_per_h: ClassVar[float]
    state_per_h: ClassVar[float] = 0.0
    fix_per_h: ClassVar[float] = 0.03
    slips: ClassVar[float] = 0.2  # share of entries that begin with one
    busy: ClassVar[range] = range(7, 20)  # hours of the day
    idle: ClassVar[float] = 0.1  # what other hours' probabilities are multiplied by
    weekend: ClassVar[float] = 1.0
    batch: ClassVar[int] = 1  # most entries that come at once

    def hourly(self, hours: int) -> Iterator[tuple[int, datetime, tuple[Entry, ...]]]:
        """Hour, time and entries of each capture."""
        entries = tuple(
            Entry(number=number, since=STARTS_AT - timedelta(hours=9 * (self.shown - number) + 4))
            for number in range(self.shown, 0, -1)
        )
        for hour in range(hours):
            at = STARTS_AT + timedelta(hours=hour)
            if hour:
                entries = self._after(entries, hour, at)
            yield hour, at, entries

    def _after(self, old: tuple[Entry, ...], hour: int, at: datetime) -> tuple[Entry, ...]:
        pace = (1.0 if at.hour in self.busy else self.idle) * (self.weekend if at.weekday() > 4 else 1.0)
        entries = list(old)
        if self.chance.happens(self.state_per_h * pace, "carried on", hour):
            place = min(self.chance.below(len(entries), "which", draw, hour) for draw in range(2))
            entries[place] = replace(entries[place], state=entries[place].state + 1)
        slips = [place for place, entry in enumerate(entries) if self.slip(entry)]
        if slips and self.chance.happens(self.fix_per_h * pace, "corrected", hour):
            entries[slips[0]] = replace(entries[slips[0]], fixed=True)
        if self.chance.happens(self.new_per_h * pace, "new", hour):
            for _ in range(self.chance.between(1, self.batch, "batch", hour)):
                entries.insert(0, Entry(number=max(item.number for item in entries) + 1, since=at))
        return tuple(entries[: self.shown])

    def slip(self, entry: Entry) -> bool:
        """Whether a slip of the pen stands in the entry."""
        return not entry.fixed and self.chance.happens(self.slips, "slip", entry.number)

    def told(self, entry: Entry, text: str) -> str:
        """The entry's text as it reads now."""
        return misspelt(text) if self.slip(entry) else text

    def listed(self, entries: Sequence[Entry]) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """What of the entries is news, and what is secondary."""
        return tuple(f"{e.number} {e.state}" for e in entries), tuple(
            f"{e.number} {e.fixed}" for e in entries
        )

    def several(self, count: int, sentences: Sequence[str], slots: words.Slots, *key: object) -> list[str]:
        """Sentences for a list, drawn anew at each key."""
        return [say(self.chance, sentences, slots, *key, seat) for seat in range(count)]

    def voices(self, count: int, sentences: Sequence[str], slots: words.Slots, age: str, *key: object) -> str:
        """List items: who says something, how long ago."""
        names = self.several(count, ("{name}",), slots, "names", *key)
        said = self.several(count, sentences, slots, *key)
        return "".join(
            f'<li><p><b>{escape(name)}</b> {escape(text)}</p><p class="small">'
            f"{age.format(self.chance.between(1, 59, 'age', seat, *key))}</p></li>"
            for seat, (name, text) in enumerate(zip(names, said, strict=True))
        )


class Hromada(EntryPage):
    """A Ukrainian town's public page: posts with views and ages, a sponsored post among them at times."""

    slug = "hromada"
    hard = "views and ages inside every post, a sponsored post pushes the posts down"
    look = Look(paper="#eef0f3", line="#dfe3e8", accent="#1f5fbf", card="#ffffff", heading=SANS, body=SANS, top_px=19,
                extra=".post,.pinned,.sold,.album,.groups,.about{background:#fff;border-bottom:10px solid #eef0f3}"
                ".pinned{border-left:4px solid #1f5fbf}"
                ".grid{display:grid;grid-template-columns:repeat(3,98px);gap:6px}")  # fmt: skip
    shown = 7
    new_per_h = 0.15
    state_per_h = 0.03

    def states(self, hours: int) -> Iterator[PageState]:
        for hour, at, entries in self.hourly(hours):
            news, secondary = self.listed(entries)
            yield PageState(rows=tuple(self._rows(hour, at, entries)), news=news, secondary=secondary)

    def _rows(self, hour: int, at: datetime, entries: Sequence[Entry]) -> list[Row]:
        posts = [self._post(hour, at, entry) for entry in entries]
        if self.chance.happens(0.3, "sold", hour // 2):
            posts.insert(1, panels.plain("sold", 660, f'<p class="small">Реклама</p>{self._sold(at)}'))
        pinned = panels.plain("pinned", 660, words.TOWN_PINNED)
        cover = panels.image("city-cover", 976, 180)
        return [
            row(panels.plain("cover", 1000, cover)),
            row(self._aside(hour), [pinned, *posts], tag="main"),
        ]

    def _sold(self, at: datetime) -> str:
        creative = self.adverts.advert("post", int(at.timestamp() // 60), 636, 250)
        return f'<img src="{creative.path}" width="636" height="250" alt="">'

    def _post(self, hour: int, at: datetime, entry: Entry) -> Panel:
        key = ("post", entry.number)
        text = self.told(entry, say(self.chance, words.TOWN_POSTS, words.TOWN_SLOTS, *key))
        html = f"<p>{escape(text)}</p>"
        for step in range(1, entry.state + 1):
            update = say(self.chance, words.TOWN_UPDATES, words.TOWN_SLOTS, *key, step)
            html += f"<p><b>{escape(update)}</b></p>"
        if self.chance.happens(0.4, "photo", *key):
            html += panels.image(f"city-{entry.number}", 636, 230)
        hours = int((at - entry.since).total_seconds() // 3600)
        age = "щойно" if hours < 1 else f"{hours} год тому" if hours < 24 else f"{entry.since:%d.%m о %H:%M}"
        views = int(400 + 90 * min(hours, 60) * (0.5 + self.chance.number("fame", *key)))
        seen = f"{views / 1000:.1f} тис." if views > 3000 else str(views)
        html = (
            f'<p><b>Калинівська громада</b> <span class="small">{age}</span></p>{html}<p class="small">'
            f"♥ {views // 37} &nbsp; Коментарі {views // 90} &nbsp; Перегляди {seen}</p>"
        )
        if entry.number % 2 and hours < 24:
            html += f"<ul>{self.voices(1, words.TOWN_COMMENTS, words.TOWN_SLOTS, '{} хв', hour, entry.number)}</ul>"
        return panels.plain("post", 660, html, is_news=True)

    def _aside(self, hour: int) -> list[Panel]:
        fans = 18_200 + hour // 3 + self.chance.below(9, "fans", hour)
        album = "".join(
            panels.image(f"city-album{self.chance.below(40, 'album', hour // 2, seat)}", 98, 98)
            for seat in range(9)
        )
        groups = "".join(
            f"<li><b>{name}</b><p class=small>"
            f"{self.chance.between(400, 9900, 'members', name, hour)} читачів онлайн</p></li>"
            for name in self.several(5, ("Барахолка {village}", "Попутники {village}", "Вулиця {street}",
                                         "Рибалки {village}"), words.TOWN_SLOTS, "groups", hour)
        )  # fmt: skip
        return [
            panels.plain("about", 340, f"<h2>Калинівська громада</h2><p>Офіційна сторінка</p>"
                         f'<p class="small">{fans} підписників</p>'),
            panels.plain("album", 340, f'<h4>Фото</h4><div class="grid">{album}</div>'),
            panels.plain("groups", 340, f"<h4>Вам може сподобатися</h4><ul>{groups}</ul>"),
        ]  # fmt: skip


class Petition(EntryPage):
    """A petition: what decision makers did is news; signatures, signers and their reasons go on all day."""

    slug = "petition"
    hard = "few news amid counters and voices; other petitions with pictures that rotate"
    look = Look(heading=SANS, accent="#c0182b", card="#fff4e6", lead_px=34, top_px=20,
                extra=".bar{height:14px;background:#eee;border-radius:7px}.bar i{display:block;height:14px;"
                "background:#c0182b;border-radius:7px}.news h3{margin-top:8px;font-size:18px;line-height:23px}"
                ".signed{background:#fff4e6}"
                ".sign{background:#c0182b;color:#fff;text-align:center;padding:10px}")  # fmt: skip
    shown = 3
    new_per_h = 0.03
    state_per_h = 0.008
    fix_per_h = 0.02
    slips = 0.4

    def states(self, hours: int) -> Iterator[PageState]:
        signatures = 31_380
        for hour, at, entries in self.hourly(hours):
            burst = 6 if self.chance.happens(0.15, "burst", hour // 5) else 1
            signatures += self.chance.between(2, 60 if at.hour > 6 else 9, "signed", hour) * burst
            goal = next(step for step in (35_000, 50_000, 75_000, 100_000, 150_000) if step > signatures)
            news, secondary = self.listed(entries)
            rows = tuple(self._rows(hour, entries, signatures, goal))
            yield PageState(rows=rows, news=news, secondary=(*secondary, str(goal)))

    def _rows(self, hour: int, entries: Sequence[Entry], signatures: int, goal: int) -> list[Row]:
        slots = words.PETITION_SLOTS
        appeal = (
            "<h1>Keep the night ferry to Brackness</h1>" + panels.image("world-ferry", 616, 250) +
            "<p>The company wants to end the last sailing of the day from September. Nurses, pupils and fishing crews "
            "depend on it. We ask the county and the minister to keep it, and to publish the impact study.</p>"
            '<p class="small">Started by Brackness Ferry Users · to: Ministry of Transport</p>'
        )  # fmt: skip
        updates = "<h4>News on this petition</h4>" + "".join(self._update(entry) for entry in entries)
        signers = "".join(
            f"<li>{escape(name)} <span class=small>"
            f"{self.chance.between(1, 58, 'ago', hour, seat)} minutes ago</span></li>"
            for seat, name in enumerate(self.several(8, ("{name}, {place}",), slots, "signer", hour))
        )
        aside = [
            panels.plain("signed", 360, f"<h1>{signatures:,}</h1><p>have signed. Next goal: {goal:,}</p>"
                         f'<div class="bar"><i style="width:{336 * signatures // goal}px"></i></div>'
                         f'<p class="small">{self.chance.between(12, 900, "today", hour)} people signed today</p>'
                         '<p class="sign">Sign this petition</p>'),
            panels.plain("signers", 360, f"<h4>Just signed</h4><ul>{signers}</ul>"),
            panels.advert(self.adverts.advert("side", 60 * hour, 336, 280), "side-advert", 360),
        ]  # fmt: skip
        reasons = self.voices(5, words.PETITION_REASONS, slots, "{} minutes ago", "reason", hour)
        rows = [
            row(panels.masthead("commonvoice", 1000, "Start a petition   Browse   Log in", height=48), tag="header"),
            row([panels.plain("appeal", 640, appeal), panels.plain("news", 640, updates, is_news=True),
                 panels.plain("reasons", 640, f"<h4>Reasons for signing</h4><ul>{reasons}</ul>")], aside, tag="main"),
            row(self._others(hour)),
        ]  # fmt: skip
        if self.chance.happens(0.2, "membership", hour // 3):
            rows.insert(1, row(panels.strip("We take no money from governments. Become a member today.", 76)))
        return rows

    def _others(self, hour: int) -> Panel:
        pictures = [f"city-petition{self.chance.below(50, 'image', hour, seat)}" for seat in range(4)]
        cards = "".join(
            f"<div>{panels.image(pictures[seat], 232, 145)}<h3>{escape(title)}</h3></div>"
            for seat, title in enumerate(
                self.several(4, words.PETITION_OTHERS, words.PETITION_SLOTS, "others", hour)
            )
        )
        return panels.plain("others", 1000, f'<h4>Promoted petitions</h4><div class="cards">{cards}</div>')

    def _update(self, entry: Entry) -> str:
        key = ("update", entry.number)
        text = say(self.chance, words.PETITION_UPDATES, words.PETITION_SLOTS, *key)
        title, _, body = text.partition("|")
        more = "".join(
            f"<p><b>Since then:</b> {escape(title)}.</p>"
            for step in range(entry.state)
            for title in [
                say(self.chance, words.PETITION_UPDATES, words.PETITION_SLOTS, *key, step).partition("|")[0]
            ]
        )
        stamp = f'<p class="small">{entry.since:%d %B %Y}</p>'
        return f"<h3>{escape(title)}</h3>{stamp}<p>{escape(self.told(entry, body))}</p>{more}"


class Epikaira(EntryPage):
    """A Greek wiki's current events by day: small print; an appeal for gifts pushes all down at times."""

    slug = "epikaira"
    hard = "news is one line among many, edits and facts change hourly, a tall appeal comes and goes"
    look = Look(accent="#3366cc", ink="#202122", line="#eaecf0", heading=SERIF, body=SANS, lead_px=28, top_px=18,
                extra=".events,.fact,.potd{border:1px solid #a2a9b1}.potd{background:#f5faff}.fact{background:#f5fffa}"
                ".appeal{background:#fff3cd;border:2px solid #d33}.events li{border:0;padding:3px 0 3px 14px}"
                ".menu,.edits{font-size:13px;line-height:17px}.edits li{padding:3px 0}")  # fmt: skip
    shown = 14
    new_per_h = 0.11
    state_per_h = 0.025
    idle = 0.45
    slips = 0.3

    def states(self, hours: int) -> Iterator[PageState]:
        for hour, at, entries in self.hourly(hours):
            news, secondary = self.listed(entries)
            yield PageState(rows=tuple(self._rows(hour, at, entries)), news=news, secondary=secondary)

    def _rows(self, hour: int, at: datetime, entries: Sequence[Entry]) -> list[Row]:
        menu = "".join(
            f"<li>{name}</li>" for name in ("Κύρια πύλη", "Τυχαίο λήμμα", "Βοήθεια", "Δωρεές", "Αγορά")
        )
        rows = [
            row(
                panels.masthead("Εγκυκλοπαίδεια", 1000, f"Πύλη:Επίκαιρα — {at:%d/%m/%Y}", height=52),
                tag="header",
            ),
            row(
                panels.plain("menu", 150, f"<ul>{menu}</ul>"),
                [self._events(entries), self._fact(hour)],
                [self._picture_of_hour(hour), self._edits(hour)],
                tag="main",
            ),
        ]
        if self.chance.happens(0.25, "appeal", hour // 3):
            gifts = self.chance.between(900, 9900, "gifts", hour)
            appeal = (
                "<h2>Διαβάζετε συχνά εδώ; Χρειαζόμαστε τη βοήθειά σας.</h2><p>Το 2% των αναγνωστών δίνει κάτι. "
                f"Σήμερα έδωσαν {gifts} άνθρωποι. Με 2 € ακόμη από τον καθένα θα τελειώναμε απόψε.</p>"
                "<p><b>2 €</b> &nbsp; <b>10 €</b> &nbsp; <b>25 €</b> &nbsp; Ίσως αργότερα</p>"
            )
            rows.insert(0, row(panels.plain("appeal", 1000, appeal)))
        return rows

    def _events(self, entries: Sequence[Entry]) -> Panel:
        html, day = "", ""
        for entry in entries:
            if day != f"{entry.since:%d/%m}":
                day = f"{entry.since:%d/%m}"
                html += f"<h2>{day}</h2>"
            key = ("event", entry.number)
            text = self.told(entry, say(self.chance, words.WIKI_EVENTS, words.WIKI_SLOTS, *key))
            for step in range(1, entry.state + 1):
                text += " " + say(self.chance, words.WIKI_MORE, words.WIKI_SLOTS, *key, step)
            html += f"<ul><li>• {escape(text)}</li></ul>"
        return panels.plain("events", 570, html, is_news=True)

    def _fact(self, hour: int) -> Panel:
        facts = self.several(6, words.WIKI_FACTS, words.WIKI_SLOTS, "fact", hour)
        items = "".join(f"<li>{escape(fact)}</li>" for fact in facts)
        return panels.plain("fact", 570, f"<h4>Γνωρίζατε…</h4><ul>{items}</ul>")

    def _picture_of_hour(self, hour: int) -> Panel:
        number = self.chance.below(60, "picture", hour)
        shown = panels.image(f"world-potd{number}", 254, 200) + panels.image(
            f"science-potd{number}", 254, 160
        )
        caption = say(self.chance, ("{topic} στην πόλη {town}, {land}",), words.WIKI_SLOTS, "potd", number)
        return panels.plain("potd", 280, f"<h4>Τυχαία εικόνα</h4>{shown}<p class=small>{escape(caption)}</p>")

    def _edits(self, hour: int) -> Panel:
        items = ""
        for seat, edit in enumerate(self.several(14, words.WIKI_EDITS, words.WIKI_SLOTS, "edit", hour)):
            title, _, user = edit.partition("|")
            size = self.chance.between(-900, 2400, "size", seat, hour)
            items += f"<li>{escape(title)} <b>{size:+d}</b> <span class=small>{escape(user)}</span></li>"
        return panels.plain("edits", 280, f"<h4>Πρόσφατες αλλαγές</h4><ul>{items}</ul>")
