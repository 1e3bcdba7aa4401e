"""A kiosk nobody had seen: a Swahili television, quick, and a Kurdish paper read from right to left."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from benchmarks.sites import panels
from benchmarks.sites.illustrated import Duty, told
from benchmarks.sites.look import SANS, WIDE, Look
from benchmarks.sites.news import STARTS_AT
from benchmarks.sites.page import ORIGIN, PageState, Panel, Row, row
from benchmarks.sites.site import GeneratedSite
from pagetide.demo.chance import Chance

_THEMES = ("city", "politics", "world", "sport", "science")


@dataclass(frozen=True)
class Piece:
    """A story: which one, since which hour, under whose picture in which take, and how often it was retitled."""

    number: int
    since: int
    pictured: int
    title: int = 0
    take: int = 0

    @property
    def picture(self) -> str:
        """Key of its picture."""
        return f"{_THEMES[self.pictured % len(_THEMES)]}-{self.pictured}-{self.take}"


def _fresh(number: int, since: int) -> Piece:
    """A new story under its own picture."""
    return Piece(number, since, number)


_TOWNS = ("Mwanza", "Arusha", "Dodoma", "Mombasa", "Kisumu", "Tanga", "Mbeya", "Morogoro", "Nakuru", "Zanzibar",
          "Lamu", "Kigoma", "Iringa")  # fmt: skip
_EVENTS = ("kivuko chazuiwa baada ya dhoruba", "madaktari waanza mgomo", "soko kuu lateketea kwa moto",
           "gavana akanusha tuhuma za rushwa", "bei ya unga yapanda tena", "shule zafungwa kwa mafuriko",
           "mahakama yaamuru uchaguzi urudiwe", "wavuvi watatu waokolewa", "reli mpya yakwama kwa fidia",
           "polisi wawakamata wanaharakati", "mgodi waporomoka", "timu yatinga fainali", "bunge lapitisha muswada",
           "hospitali yapata mashine mpya", "daraja lafunguliwa kwa malori")  # fmt: skip
_MORE = ("Taarifa zaidi kutoka kwa mwandishi wetu aliyeko eneo la tukio.", "Uchunguzi umeanza, asema mkuu wa mkoa.",
         "Wananchi wataka majibu kabla ya wiki kwisha.", "Serikali yaahidi msaada wa dharura kwa waathirika.",
         "Upinzani wasema hatua hiyo imechelewa mno.", "Shughuli zinatarajiwa kurejea kesho asubuhi.")  # fmt: skip
_KICKERS = ("Sasisho", "Yaliyojiri", "Kauli ya waziri", "Maelezo zaidi")
_SHOWS = ("Kumekucha", "Jukwaa la Vijana", "Michezo Leo", "Tamthilia: Mwezi", "Bongo Beats", "Mapishi ya Pwani",
          "Siri ya Nyumba", "Ukumbi wa Wazee")  # fmt: skip
_POPULAR = ("Nyota yako wiki hii", "Picha: harusi ya mwaka", "Namna ya kupika pilau", "Wasanii kumi matajiri",
            "Jinsi ya kupunguza kitambi", "Tetesi za usajili", "Nyumba za nyasi za kisasa", "Simu bora chini ya laki",
            "Maana ya ndoto tano", "Simba mzee wa Serengeti")  # fmt: skip
_FANS = (
    "Juma wa Temeke",
    "Neema",
    "Mzee Baraka",
    "@pwani254",
    "Asha K.",
    "Otieno",
    "Rehema",
    "kijana_wa_kitaa",
)
_SAYINGS = ("Hii nchi bwana!", "Tunataka video yote.", "Poleni sana ndugu zetu.", "Mbona hamsemi ukweli?",
            "Hongera kwa kazi nzuri.", "Nipo hapa, hali ni mbaya.", "Tusubiri tuone.",
            "Mwandishi andika vizuri.")  # fmt: skip


class Habari(GeneratedSite):
    """A television's portal: news every two hours, takes of a picture that change alone, a player larger than it."""

    slug = "habari"
    hard = "quick; leads under the old picture, pictures under old words; a takeover pushes down, a live player beside"
    more = 0
    look = Look(
        heading=SANS, body=SANS, paper="#ffffff", ink="#14171a", muted="#70757a", line="#dcdfe3", accent="#d7263d",
        lead_px=28, top_px=17, card="#f2f4f6",
        extra=(
            ".masthead{background:#0b2d6b;color:#fff}.masthead .small{color:#b8c8ea}.rates{background:#f2f4f6}"
            ".live{background:#101318;color:#fff}.live b{color:#ff5a5f}.popular{background:#f2f4f6}"
        ),
    )  # fmt: skip
    duty = Duty(hours=(6, 22), off=(6,), then=0.7, night=0.35)

    def states(self, hours: int) -> Iterator[PageState]:
        """The page at each of the first hours."""
        pieces = [_fresh(-number, -2 * number) for number in range(1, 6)]
        for hour in range(hours):
            at = STARTS_AT + timedelta(hours=hour)
            if hour and self.chance.happens(0.44 * self.duty.at(at), "news", hour):
                pieces = self._after(pieces, hour)
            news = [self._title(item) for item in pieces] + [item.picture for item in pieces]
            yield PageState(rows=tuple(self._page(pieces, hour, at)), news=(self._told(pieces[0])[2], *news))

    def _after(self, old: list[Piece], hour: int) -> list[Piece]:
        what = self.chance.number("what", hour)
        if what < 0.35:
            return [_fresh(hour, hour), *old][:5]
        if what < 0.6:  # the story goes on as another, its picture stays
            return [replace(old[0], number=hour, since=hour, title=0), *old[1:]]
        place = min(self.chance.below(5, "place", draw, hour) for draw in range(2))
        item = old[place]
        again = replace(item, title=item.title + 1) if what < 0.78 else replace(item, take=item.take + 1)
        return [*old[:place], again, *old[place + 1 :]]

    def _told(self, item: Piece) -> tuple[str, ...]:
        return told(self.chance.child("told"), (_TOWNS, _EVENTS, _MORE), item.number)

    def _title(self, item: Piece) -> str:
        town, event, _ = self._told(item)
        kicker = f"{_KICKERS[(item.number + item.title) % len(_KICKERS)]}: " if item.title else ""
        return f"{kicker}{town}: {event}"

    def _page(self, pieces: Sequence[Piece], hour: int, at: datetime) -> list[Row]:
        dollar = 2590 + self.chance.below(90, "dollar", hour)
        rows = [
            row(panels.masthead("Habari 7", 1000, f"{at:%d/%m/%Y %H:%M}", height=56), tag="header"),
            row(panels.plain("rates", 1000, f'<p class="small">Dola {dollar} · Yuro {dollar + 260} · Leo'
                             f" {self.chance.between(22, 34, 'heat', hour)}°</p>")),
            row([self._lead(pieces[0], hour, 580)], [self._live(hour, 420)], tag="main"),
            row(*(self._tile(item, hour, 250) for item in pieces[1:])),
            row([self._popular(hour, 500)], [self._sayings(hour, 500)]),
        ]  # fmt: skip
        height = self.chance.pick((0, 0, 90, 160, 250), "takeover", hour)
        if height:
            shown = panels.advert(self.adverts.advert("top", 60 * hour, 970, height), "takeover", 1000)
            rows.insert(2, row(shown))
        return rows

    def _lead(self, item: Piece, hour: int, width: int) -> Panel:
        html = (
            f'{panels.image(item.picture, width - 24, 290)}<h1 style="margin-top:8px"><a href="{ORIGIN}/habari/'
            f'{item.number + 100}">{self._title(item)}</a></h1><p>{self._told(item)[2]}</p>'
            f'<p class="small">Saa {hour - item.since} zilizopita</p>'
        )
        return panels.plain("lead", width, html, is_news=True)

    def _tile(self, item: Piece, hour: int, width: int) -> Panel:
        html = (
            f'{panels.image(item.picture, width - 24, 130)}<h2 style="margin-top:6px"><a href="{ORIGIN}/habari/'
            f'{item.number + 100}">{self._title(item)}</a></h2><p class="small">Saa {hour - item.since} zilizopita</p>'
        )
        return panels.plain("tile", width, html, is_news=True)

    def _live(self, hour: int, width: int) -> Panel:
        """The player with the picture of the moment and the programme."""
        show = self.chance.pick(_SHOWS, "show", hour)
        seen = self.chance.between(900, 48_000, "seen", hour)
        later = self.chance.shuffled(_SHOWS, "next", hour)[:5]
        frame = panels.image(f"culture-live-{hour}", width - 24, 236)
        lines = "".join(f"<li>{name}</li>" for name in later if name != show)
        html = f"<p><b>● MBASHARA</b> watazamaji {seen}</p>{frame}<h2>{show}</h2><ul>{lines}</ul>"
        return panels.plain("live", width, html)

    def _popular(self, hour: int, width: int) -> Panel:
        lines = "".join(
            f'<li><h3><b class="n">{place}</b>{title}</h3></li>'
            for place, title in enumerate(self.chance.shuffled(_POPULAR, "popular", hour)[:6], 1)
        )
        return panels.plain("popular", width, f"<h4>Zinazosomwa zaidi</h4><ol>{lines}</ol>")

    def _sayings(self, hour: int, width: int) -> Panel:
        return panels.plain(
            "sayings", width, voices(self.chance, hour, (_FANS, _SAYINGS), "Wasemavyo watazamaji")
        )


def voices(chance: Chance, hour: int, pools: tuple[Sequence[str], Sequence[str]], heading: str) -> str:
    """What readers wrote: four or five remarks, others at each visit."""
    names, remarks = pools
    lines = "".join(
        f'<li><b>{chance.pick(names, "voice", hour, seat)}</b> {words} <span class="small">'
        f"+{chance.below(300, 'liked', hour, seat)}</span></li>"
        for seat, words in enumerate(
            chance.shuffled(remarks, "remarks", hour)[: chance.between(4, 6, "many", hour)]
        )
    )
    return f"<h4>{heading}</h4><ul>{lines}</ul>"


_CITIES = (
    "هەولێر",
    "سلێمانی",
    "دهۆک",
    "کەرکووک",
    "هەڵەبجە",
    "ڕانیە",
    "کۆیە",
    "زاخۆ",
    "ئاکرێ",
    "چەمچەماڵ",
    "سۆران",
)
_HAPPENED = ("ڕێگای سەرەکی داخرا", "خوێندنگەیەکی نوێ کرایەوە", "ئاگرەکە کوژێنرایەوە", "مامۆستایان مانیان گرت",
             "ئەنجومەن بودجەی پەسەند کرد", "پردەکە نۆژەن دەکرێتەوە", "نرخی گەنم بەرز بووەوە",
             "پارێزگار دەستی لە کار کێشایەوە", "لافاو زیانی بە کێڵگەکان گەیاند", "دوو کەس دەستگیر کران",
             "نەخۆشخانەکە بێ دەرمانە", "ئاوارەکان گەڕانەوە", "کارەبا دەبڕێت", "دادگا بڕیاری دا")  # fmt: skip
_DETAILS = ("وردەکاریی زیاتر لە پەیامنێرمانەوە.", "لێکۆڵینەوە دەستی پێ کرد.", "زیانەکان هێشتا نەژمێردراون.",
            "هاووڵاتیان چاوەڕێی وەڵامن.", "وەزارەت ڕوونکردنەوەی بڵاو کردەوە.",
            "کارەکان تا هەینی بەردەوام دەبن.")  # fmt: skip
_UPDATED = ("نوێکرایەوە", "لێدوانی نوێ", "ڤیدیۆ")
_FEATURES = ("چێشتی بەهار", "دەنگی کۆن: گۆرانییەکانی شاخ", "کتێبخانەی باوکم", "پێنج ڕێگا بۆ خەوی باش",
             "مێژووی قەڵا", "یاریی شەترەنج", "باخچەی هەنار", "پەندی پێشینان", "چیرۆکی شوانێک",
             "گەشت بۆ گەلی عەلی بەگ")  # fmt: skip
_PEOPLE = ("هێمن", "شیرین", "دڵشاد", "نازدار", "کاروان", "ژیان", "ئاسۆ", "بێریڤان")
_OPINIONS = ("دەستتان خۆش بێت.", "کەی چارەسەر دەکرێت؟", "ئەمە ڕاست نییە.", "خوا ڕەحم بکات.", "لە گوندی ئێمەش وایە.",
             "بژین بۆ ئێوە.", "وێنەکە کۆنە.", "سوپاس بۆ هەواڵەکە.")  # fmt: skip
_OFFERS = ("بەشداری بکە: مانگی یەکەم بەخۆڕایی", "ئەپەکەمان دابەزێنە", "پێشانگای کتێب لە هەولێر")


class Asoy(GeneratedSite):
    """A Kurdish paper, right to left: sold space above its lead, a file picture that stays, talk beside short news."""

    slug = "asoy"
    hard = "sold space of any height pushes the news down; most leads run under the picture that stood there before"
    more = 0
    look = Look(
        heading=WIDE, body=WIDE, paper="#fbfbf8", ink="#1e2420", muted="#75807a", line="#d6dcd3", accent="#0f7b3f",
        lead_px=28, top_px=16, card="#eef3ea",
        extra=(
            "section{direction:rtl;text-align:right}.masthead{background:#0f7b3f;color:#fff}"
            ".masthead .small{color:#cdeed9}.rates{background:#eef3ea}.popular{background:#eef3ea}"
            ".offer{background:#f4b400}.side{flex-direction:row}"
        ),
    )  # fmt: skip
    duty = Duty(hours=(7, 22), off=(4,), then=0.6, night=0.15)

    def states(self, hours: int) -> Iterator[PageState]:
        """The page at each of the first hours."""
        lead, briefs = _fresh(-9, -3), [-number for number in range(1, 7)]
        for hour in range(hours):
            duty = self.duty.at(STARTS_AT + timedelta(hours=hour))
            if hour and self.chance.happens(0.17 * duty, "lead", hour):
                old, lead = lead, self._next_lead(lead, hour)
                if lead.number != old.number:
                    briefs = [old.number, *briefs][:6]
            elif hour and self.chance.happens(0.14 * duty, "brief", hour):
                briefs = [hour + 1000, *briefs][:6]
            news = (self._title(lead), self._told(lead.number)[2], lead.picture, *map(self._brief, briefs))
            yield PageState(rows=tuple(self._page(lead, briefs, hour)), news=news)

    def _next_lead(self, old: Piece, hour: int) -> Piece:
        what = self.chance.number("what", hour)
        if what < 0.25:
            return replace(old, title=old.title + 1)
        return _fresh(hour, hour) if what < 0.5 else Piece(hour, hour, old.pictured)

    def _told(self, number: int) -> tuple[str, ...]:
        return told(self.chance.child("told"), (_CITIES, _HAPPENED, _DETAILS), number)

    def _brief(self, number: int) -> str:
        city, event, _ = self._told(number)
        return f"{city}: {event}"

    def _title(self, item: Piece) -> str:
        mark = f" — {_UPDATED[item.title % len(_UPDATED)]}" if item.title else ""
        return f"{self._brief(item.number)}{mark}"

    def _page(self, lead: Piece, briefs: Sequence[int], hour: int) -> list[Row]:
        at = STARTS_AT + timedelta(hours=hour)
        gold, petrol = (self.chance.between(300, 990, name, hour) for name in ("gold", "petrol"))
        words = f"{at:%Y/%m/%d} · {at:%H:%M} · زێڕ {gold}.{petrol % 10} · دۆلار {1300 + gold % 190} · بەنزین {petrol}"
        rows = [
            row(panels.masthead("ئاسۆی ڕۆژ", 1000, words, height=60), tag="header"),
            row(
                [self._popular(hour, 330), self._voices(hour, 330)],
                [self._lead(lead, 670), self._briefs(briefs, 670)],
                tag="main",
            ),
            row(panels.recommended(self.chance, hour, 1000, 4, "هەڵبژاردە", titles=_FEATURES)),
        ]
        height = self.chance.pick((0, 90, 180, 250, 320), "sold", hour)
        if height:
            sold = self.adverts.advert("sold", 60 * hour, 970, height)
            rows.insert(1, row(panels.advert(sold, "sold", 1000)))
        if self.chance.happens(0.3, "offer", hour // 2):
            offer = self.chance.pick(_OFFERS, "offer words", hour // 2)
            rows.insert(len(rows) - 2, row(panels.strip(offer, 54, name="offer")))
        return rows

    def _lead(self, item: Piece, width: int) -> Panel:
        html = (
            f'<h1><a href="{ORIGIN}/hewal/{item.number + 100}">{self._title(item)}</a></h1>'
            f"{panels.image(item.picture, width - 24, 250)}<p>{self._told(item.number)[2]}</p>"
        )
        return panels.plain("lead", width, html, is_news=True)

    def _briefs(self, briefs: Sequence[int], width: int) -> Panel:
        lines = "".join(f"<li><h2>{self._brief(number)}</h2></li>" for number in briefs)
        return panels.plain("briefs", width, f"<h4>هەواڵە کورتەکان</h4><ul>{lines}</ul>", is_news=True)

    def _popular(self, hour: int, width: int) -> Panel:
        many = self.chance.between(5, 8, "popular many", hour // 3)
        lines = "".join(
            f"<li><h2>{title}</h2></li>" for title in self.chance.shuffled(_FEATURES, "read", hour)[:many]
        )
        return panels.plain("popular", width, f"<h4>زۆرترین خوێنراو</h4><ul>{lines}</ul>")

    def _voices(self, hour: int, width: int) -> Panel:
        return panels.plain("voices", width, voices(self.chance, hour, (_PEOPLE, _OPINIONS), "ڕای خوێنەران"))


UNSEEN_KIOSKS = (Habari, Asoy)
