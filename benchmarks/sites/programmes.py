"""States of what is planned or feared: the dates of an Irish theatre, the warnings of an Albanian health office."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from benchmarks.sites import panels
from benchmarks.sites.illustrated import Duty, told
from benchmarks.sites.look import SANS, SERIF, WIDE, Look
from benchmarks.sites.news import STARTS_AT
from benchmarks.sites.page import PageState, Panel, Row, row
from benchmarks.sites.site import GeneratedSite

_WORKS = ("Iníon na Farraige", "Deich nDoras Dúnta", "Muilleoir agus an Bás", "Sneachta i Lúnasa", "Teach an Chiúnais",
          "Ceoldráma na nGadaithe", "Scoil an Mhic Tíre", "An Traein Dheireanach", "Beirt Deirfiúr agus Compás",
          "Oíche Gan Ghealach", "Teanga na Tine", "Cistin an Rí", "An Gairdín Cloiche")  # fmt: skip
_BY = ("Compántas na Binne", "Aisteoirí an Droichid", "Damhsa na Gealaí", "Amharclann an Ghainimh", "Cór Beag na Cé",
       "Sorcas na Gaoithe", "Saotharlann Bodhrán")  # fmt: skip
_KIND = (
    "dráma, 90 nóim.",
    "damhsa, 65 nóim.",
    "ceoldráma, 150 nóim.",
    "puipéid, 45 nóim.",
    "ceolchoirm, 80 nóim.",
)
_HALLS = ("An Príomhhalla", "An Cruinneachán", "An Siléar", "An Clós")
_TIMES = ("12:00", "17:30", "19:00", "20:30", "22:00")
_MARKS = {"off": "Ar ceal", "new": "Dáta nua", "moved": "Athraithe"}
_SEATS = ("Fíorbheagán fágtha", "Díolta amach", "Lascaine", "Neart spáis", "")
_HOUSE = ("Turas cúl stáitse", "Ceardlann gutha do pháistí", "Biachlár an chaife", "Aonach seanchultacha",
          "Cúrsa fuirseora", "Dinnéar na mball", "Seoladh leabhair")  # fmt: skip
_HEARD = ("Chaoin mé ag an deireadh.", "Tá na suíocháin crua.", "Cathain a fhillfidh an Mac Tíre?", "Thar barr!",
          "Bhí an carrchlós lán.", "Fuaim mhaith, solas lag.", "Mo thríú huair, is ní hí an uair dheiridh.",
          "Cén fáth nach bhfuil fotheidil ann?", "Gáir Mamó an oíche ar fad.")  # fmt: skip


@dataclass(frozen=True)
class Evening:
    """A date of a show: which day of the season, at what time, in which hall, what was done to it and when."""

    day: int
    time: int
    hall: int
    mark: str = ""
    touched: int = -30


@dataclass(frozen=True)
class Show:
    """A show and its dates."""

    number: int
    dates: tuple[Evening, ...]


class Amharclann(GeneratedSite):
    """A theatre's autumn: cards of shows with dates that are called off, moved or added; seats and prices run."""

    slug = "amharclann"
    hard = (
        "Irish; marks of dates amid marks of seats in one style, house offers as cards, two orders, two grids"
    )
    more = 0
    look = Look(
        heading=SERIF, body=SANS, paper="#1c1420", ink="#f2e9e4", muted="#a493a8", line="#46374c", accent="#f4a259",
        lead_px=30, top_px=20, card="#2a1f30",
        extra=(
            ".drama .istigh,.drama-caol .istigh{background:#2a1f30;border-left:3px solid #f4a259;padding:10px}"
            ".ainm{display:flex;gap:10px;margin-bottom:6px}.ainm p{color:#a493a8;font-size:13px}dl{margin:0}"
            "dt{font:bold 12px/18px 'Liberation Sans';color:#f4a259;float:left;width:64px;clear:left}"
            "dd{margin:0 0 5px 68px;line-height:19px;font-size:14px}em{font:bold 11px/15px 'Liberation Sans';"
            "background:#f2e9e4;color:#1c1420;padding:0 5px;white-space:nowrap}"
            "em.e{background:#a493a8}dd span{color:#a493a8}"
            ".postaer{background:#000}.postaer h1{margin:8px 0}.athdhiol td{padding:2px 12px 2px 0;line-height:18px}"
            ".luaite p{border-bottom:1px solid #46374c;padding:6px 0;font-style:italic}.banna{background:#f4a259;"
            "color:#1c1420}"
        ),
    )  # fmt: skip
    duty = Duty(hours=(10, 20), off=(0, 6), then=0.3, night=0.04)

    def states(self, hours: int) -> Iterator[PageState]:
        """The page at each of the first hours."""
        shows = [
            Show(n, tuple(self._evening("at first", n, turn) for turn in range(2 + n % 2))) for n in range(9)
        ]
        for hour in range(hours):
            at = STARTS_AT + timedelta(hours=hour)
            if hour and self.chance.happens(0.55 * self.duty.at(at), "changed", hour):
                shows = self._after(shows, hour)
            news = tuple(
                words
                for show in shows
                for words in (self._title(show)[0], *(_date(date) for date in show.dates))
            )
            yield PageState(rows=tuple(self._page(shows, hour, at)), news=news)

    def _evening(self, *key: object) -> Evening:
        draw = self.chance.child("evening", *key)
        return Evening(draw.below(85, "day"), draw.below(5, "time"), draw.below(4, "hall"))

    def _after(self, shows: list[Show], hour: int) -> list[Show]:
        """A date is called off, added or moved, one that was called off is taken away, or another show comes."""
        what, place = self.chance.number("what", hour), self.chance.below(len(shows), "whose", hour)
        dates = list(shows[place].dates)
        seat = self.chance.below(len(dates), "which", hour)
        free, new = hour - dates[seat].touched > 18, replace(self._evening("later", hour), touched=hour)
        if what > 0.88:
            season = max(item.number for item in shows) + 1
            shows = [*shows[:place], *shows[place + 1 :]]
            return [*shows, Show(season, (new, self._evening("and", hour)))]
        if dates[seat].mark == "off":
            if free and len(dates) > 1:
                del dates[seat]
        elif what < 0.3:
            if free:
                dates[seat] = replace(dates[seat], mark="off", touched=hour)
        elif what < 0.6:
            if len(dates) < 4:
                dates.append(replace(new, mark="new"))
        elif free:
            hall = new.hall if new.hall != dates[seat].hall else (new.hall + 1) % 4
            dates[seat] = replace(dates[seat], hall=hall, time=new.time, mark="moved", touched=hour)
        return [*shows[:place], Show(shows[place].number, tuple(dates)), *shows[place + 1 :]]

    def _title(self, show: Show) -> tuple[str, ...]:
        return told(self.chance.child("told"), (_WORKS, _BY, _KIND), show.number)

    def _page(self, shows: Sequence[Show], hour: int, at: datetime) -> list[Row]:
        narrow = self.chance.happens(0.45, "narrow", hour // 9)
        width = 330 if narrow else 380
        by_day = self.chance.happens(0.5, "by day", hour // 4)
        order = sorted(shows, key=lambda show: min(date.day for date in show.dates)) if by_day else shows
        cards = [self._show(show, hour, width) for show in order]
        for seat in range(self.chance.between(1, 3, "house", hour // 5)):
            place = self.chance.below(len(cards) + 1, "house at", seat, hour // 5)
            cards.insert(place, self._house(seat, hour, width))
        note = f"{at:%Y/%m/%d} {at:%H:%M} · sa scuaine: {self.chance.between(0, 240, 'queue', hour)}"
        side_px = 340 if narrow else 240
        side = [self._again(hour, side_px), self._heard(hour, side_px)]
        columns = (cards[::2], side, cards[1::2]) if narrow else (side, cards[::2], cards[1::2])
        rows = [
            row(panels.masthead("Amharclann na Cé", 1000, note, height=68), tag="header"),
            row(self._poster(hour)),
            row(*columns, tag="main"),
            row(
                panels.plain("bun", 1000, '<p class="small">Conas teacht · Urraitheoirí · Nuachtlitir</p>'),
                tag="footer",
            ),
        ]
        if self.chance.happens(0.3, "tape", hour // 3):
            height = self.chance.between(34, 120, "tape px", hour // 3)
            place = self.chance.pick((0, 1, 2), "tape at", hour // 3)
            rows.insert(place, row(panels.strip("Cúig dhráma ar phraghas a ceathair", height, name="banna")))
        return rows

    def _show(self, show: Show, hour: int, width: int) -> Panel:
        title, by, kind = self._title(show)
        lines = ""
        for turn, date in enumerate(show.dates):
            stay = 2 + (show.number + date.day) % 5
            seats = self.chance.pick(_SEATS, "seats", show.number, date.day, hour // stay)
            mark = f"<em class=e>{seats}</em>" if seats and date.mark != "off" else ""
            price = self.chance.between(9, 58, "price", show.number, date.day, hour // 8)
            left = self.chance.between(0, 320, "left", show.number, date.day, hour)
            term = "Uair" if turn == 0 else "agus"
            lines += f"<dt>{term}</dt><dd>{_date(date)} {mark} <span>{price} €, {left} suíochán</span></dd>"
        return _card(width, f"culture-drama-{show.number}", (title, f"{by} · {kind}"), lines, news=True)

    def _house(self, seat: int, hour: int, width: int) -> Panel:
        """Something of the house, today: set as a show, it comes again on other days."""
        draw = self.chance.child("in the house", seat, hour // 5)
        name, hall = draw.pick(_HOUSE, "name"), draw.pick(_HALLS, "hall")
        left = self.chance.between(1, 25, "house left", seat, hour)
        price = f"<span>{draw.between(3, 30, 'price')} €, {left} suíochán</span>"
        mark = f"<em class=e>{draw.pick(_SEATS[:4], 'mark')}</em>"
        lines = f"<dt>Inniu</dt><dd>{draw.pick(_TIMES, 'time')}, {hall} {mark} {price}</dd>"
        return _card(
            width, f"crowd-teach-{panels.hash_of(name)}", (name, "sa teach · saorchead isteach"), lines
        )

    def _poster(self, hour: int) -> Panel:
        turn = hour // 2
        number = self.chance.below(14, "poster", turn)
        shown = panels.image(f"culture-postaer-{number}", 976, self.chance.pick((90, 200, 340), "px", turn))
        return panels.plain(
            "postaer", 1000, f"{shown}<h1>{_WORKS[number % len(_WORKS)]}: féach an físeán</h1>"
        )

    def _again(self, hour: int, width: int) -> Panel:
        """Tickets that visitors sell on."""
        lines = "".join(
            f"<tr><td>{self.chance.pick(_WORKS, 'sold on', seat, hour // 2)}"
            f"<td>{self.chance.between(6, 70, 'sold at', seat, hour)} €</tr>"
            for seat in range(self.chance.between(4, 8, "many", hour))
        )
        return panels.plain("athdhiol", width, f"<h4>Athdhíol</h4><table>{lines}</table>")

    def _heard(self, hour: int, width: int) -> Panel:
        lines = "".join(f"<p>«{words}»</p>" for words in self.chance.shuffled(_HEARD, "heard", hour // 2)[:5])
        return panels.plain("luaite", width, f"<h4>Deir an lucht féachana</h4>{lines}")


def _date(date: Evening) -> str:
    """A date as it reads, with what was done to it."""
    on = datetime(2026, 9, 18) + timedelta(days=date.day)
    mark = f" <em>{_MARKS[date.mark]}</em>" if date.mark else ""
    return f"{on:%m/%d}, {_TIMES[date.time]} – {_HALLS[date.hall]}{mark}"


def _card(width: int, picture: str, names: tuple[str, str], lines: str, *, news: bool = False) -> Panel:
    """A card within a card: what it is, then its list."""
    shown = panels.image(picture, 84, 64)
    head = f'<div class="ainm">{shown}<div><h2>{names[0]}</h2><p>{names[1]}</p></div></div>'
    name = "drama" if width == 380 else "drama-caol"
    return panels.plain(name, width, f'<div class="istigh">{head}<dl>{lines}</dl></div>', is_news=news)


_DISTRICTS = ("Qarku i Bregut", "Qarku i Liqenit", "Qarku i Maleve", "Qarku i Fushës", "Qarku i Portit",
              "Qarku i Luginës")  # fmt: skip
_DANGERS = ("Ujë i pijshëm i ndotur", "Vapë e madhe", "Fruth", "Helmime ushqimore", "Tym nga zjarret",
            "Virusi i Nilit Perëndimor", "Mungesë gjaku", "Algat në plazhe", "Gripi i shpendëve")  # fmt: skip
_ORDERS = ("Zieni ujin para përdorimit.", "Mos dilni midis orës 11 dhe 17.", "Kontrolloni kartelën e vaksinimit.",
           "Lajmërohen {n} raste të konfirmuara.", "Është marrë mostra e {n}-të.", "Burimi ende nuk është gjetur.",
           "Kopshtet mbeten të mbyllura.", "Ndalohet shitja e peshkut.", "Dyshohet për {n} raste të tjera.",
           "Spitali rajonal është në gatishmëri.", "Moshat mbi 65 vjeç të qëndrojnë brenda.")  # fmt: skip
_LEVELS = ("", "E VERDHË", "PORTOKALLI", "E KUQE")
_SERVICES = (("Farmaci roje", "hapur edhe {n} min", ("HAPUR", "SË SHPEJTI")),
             ("Urgjenca", "presin {n} persona", ("E QETË", "E NGARKUAR", "PLOT")),
             ("Vaksinim pa radhë", "{n} doza sot", ("HAPUR", "MBYLLUR")),
             ("Dhuroni gjak", "autobusi pret edhe {n} minuta", ("SOT", "NESËR")),
             ("Linja e gjelbër 127", "koha e pritjes {n} min", ("E LIRË", "E ZËNË")),
             ("Poleni", "treguesi {n}", ("I ULËT", "I LARTË")),
             ("Mjeku i familjes online", "{n} orare të lira", ("HAPUR",)))  # fmt: skip
_REPORTS = ("Situata vlerësohet e qëndrueshme në shumicën e qarqeve.", "Numri i shtrimeve u rrit për të tretën ditë.",
            "Laboratori përfundoi analizat e javës.", "Këshilli i ekspertëve mblidhet pasdite.",
            "U shpërndanë {n} mijë pako higjienike.", "Kufizimet rishikohen të premten.",
            "Mbërritën {n} mijë doza nga rezervat.", "Dy laboratorë kaluan në orar të zgjatur.")  # fmt: skip
_TIPS = ("Pini ujë çdo orë", "Si lahen duart: video", "Mos merrni antibiotikë vetë", "Kontroll falas i tensionit",
         "Lini duhanin me ne", "Rriqrat: çfarë duhet bërë", "Dieta mesdhetare", "Gjumi i fëmijëve")  # fmt: skip


@dataclass(frozen=True)
class Warned:
    """A warning: how grave it is, which order stands under it, how many cases are told, since when it reads so."""

    level: int
    order: int
    count: int
    touched: int = -9


_At = tuple[int, int]
"""The district and the danger of a warning."""


class Buletini(GeneratedSite):
    """A health office's warnings by district, each with its level; what the services say stands in the same lists."""

    slug = "buletini"
    hard = "Albanian; levels rise, fall and leave amid services with badges that flip; map redrawn each hour"
    more = 0
    look = Look(
        heading=WIDE, body=WIDE, paper="#f8faf7", ink="#182418", muted="#6c7d6c", line="#d3ddd0", accent="#2a7f4f",
        lead_px=24, top_px=16, card="#e7f0e6",
        extra=(
            ".masthead{border-bottom:8px solid #2a7f4f}.qark{background:#e7f0e6}.qark h2{margin:0}"
            ".rresht p{font-size:14px;line-height:19px}.rresht b{font:bold 11px/17px 'DejaVu Sans';padding:0 6px;"
            "color:#fff;margin-right:7px;display:inline-block}.n0{background:#5b8def}.n1{background:#c9a400}"
            ".n2{background:#d96c06}.n3{background:#b3001b}.raport{border-left:6px solid #2a7f4f;background:#e7f0e6}"
            ".matje th,.matje td{padding:3px 12px 3px 0;text-align:left;line-height:18px;font-size:13px}"
            ".keshilla{background:#2a7f4f;color:#fff}.keshilla li{border-color:#fff}"
            ".njoftim{background:#182418;color:#fff}"
        ),
    )  # fmt: skip
    duty = Duty(hours=(7, 19), then=0.5, night=0.12)

    def states(self, hours: int) -> Iterator[PageState]:
        """The page at each of the first hours."""
        warned: dict[_At, Warned] = {
            (place % 6, (2 * place) % len(_DANGERS)): Warned(1 + place % 3, place, 4 + place)
            for place in range(9)
        }
        issue = 120
        for hour in range(hours):
            at = STARTS_AT + timedelta(hours=hour)
            if hour and self.chance.happens(0.36 * self.duty.at(at), "changed", hour):
                warned = self._after(warned, hour)
            issue += hour > 0 and at.hour == self.chance.between(8, 10, "issued at", at.date()) + 8 * (
                issue % 2
            )
            news = (*self._report(issue), *(self._told(key, item) for key, item in sorted(warned.items())))
            yield PageState(rows=tuple(self._page(warned, issue, hour, at)), news=news)

    def _after(self, warned: Mapping[_At, Warned], hour: int) -> dict[_At, Warned]:
        """A warning comes, grows, falls until it is lifted, or has another order."""
        what, order = self.chance.number("what", hour), self.chance.below(len(_ORDERS), "order", hour)
        if len(warned) < 6 or (what < 0.22 and len(warned) < 15):
            new = (self.chance.below(6, "where", hour), self.chance.below(len(_DANGERS), "danger", hour))
            if new in warned:
                return dict(warned)
            return {**warned, new: Warned(1 + self.chance.below(2, "level", hour), order, 3, hour)}
        key = self.chance.pick(sorted(warned), "whose", hour)
        item = warned[key]
        if hour - item.touched < 4:
            return dict(warned)
        level = min(3, item.level + (1 if what < 0.45 else -1 if what < 0.78 else 0))
        if not level:
            return {other: value for other, value in warned.items() if other != key}
        count = item.count + self.chance.between(1, 9, "further", hour)
        return {**warned, key: Warned(level, order, count, hour)}

    def _told(self, key: _At, item: Warned) -> str:
        grave = " Zbatohet plani i emergjencës." if item.level == 3 else ""
        words = _ORDERS[item.order % len(_ORDERS)].format(n=item.count)
        return f'<b class="n{item.level}">{_LEVELS[item.level]}</b>{_DANGERS[key[1]]}: {words}{grave}'

    def _report(self, issue: int) -> tuple[str, str]:
        words = _REPORTS[(5 * issue) % len(_REPORTS)].format(n=self.chance.between(2, 60, "report", issue))
        return f"Buletini nr. {issue}", words

    def _page(self, warned: Mapping[_At, Warned], issue: int, hour: int, at: datetime) -> list[Row]:
        form = self.chance.pick((0, 0, 1), "form", hour // 10)
        width = 600 if form == 0 else 500
        lists = [self._district(place, warned, hour, width) for place in range(6)]
        if self.chance.happens(0.3, "other way", hour // 6):
            lists.reverse()
        title, words = self._report(issue)
        report = panels.plain("raport", width, f"<h1>{title}</h1><p>{words}</p>", is_news=True)
        side_px = 1000 - width
        side = [self._map(hour, side_px), self._tips(hour, side_px), self._measured(hour, side_px)]
        first, last = ([panel for item in part for panel in item] for part in (lists[:3], lists[3:]))
        if form == 0:
            body = row([report, *first, *last], side, tag="main")
        else:
            body = row([*side[:2], *last], [report, *first, side[2]], tag="main")
        note = f"përditësuar {at:%d.%m.%Y, %H:%M} · {self.chance.between(90, 9_900, 'here', hour)} vizitorë"
        rows = [
            row(panels.masthead("Enti i Shëndetit Publik", 1000, note, height=56), tag="header"),
            body,
            row(panels.plain("fundi", 1000, '<p class="small">Kontakte · Privatësia · English</p>'), tag="footer"),
        ]  # fmt: skip
        if self.chance.happens(0.35, "notice", hour // 4):
            height = self.chance.between(30, 140, "notice px", hour // 4)
            rows.insert(
                1, row(panels.strip("Java e vaksinimit: gjeni pikën më të afërt", height, name="njoftim"))
            )
        return rows

    def _district(self, place: int, warned: Mapping[_At, Warned], hour: int, width: int) -> list[Panel]:
        """The heading of a district, its warnings, and what services say between them."""
        found = [
            _line(width, self._told(key, item), news=True)
            for key, item in sorted(warned.items(), key=lambda pair: (-pair[1].level, pair[0]))
            if key[0] == place
        ]
        for number in range(len(_SERVICES)):
            stay = 2 + (number + place) % 7
            if self.chance.happens(0.33, "service", place, number, hour // stay):
                seat = self.chance.below(len(found) + 1, "seat", place, number, hour // stay)
                found.insert(seat, _line(width, self._service(place, number, hour)))
        return [panels.plain("qark", width, f"<h2>{_DISTRICTS[place]}</h2>"), *found]

    def _service(self, place: int, number: int, hour: int) -> str:
        name, words, badges = _SERVICES[number]
        badge = self.chance.pick(badges, "badge", place, number, hour // 2)
        kind = self.chance.below(3, "colour", number)
        now = self.chance.between(2, 95, "now", place, number, hour)
        return f'<b class="n{kind}">{badge}</b>{name}: {words.format(n=now)}.'

    def _map(self, hour: int, width: int) -> Panel:
        tall = self.chance.pick((180, 180, 260, 340), "map px", hour // 5)
        shown = panels.image(f"world-harta-{hour}", width - 24, tall)
        return panels.plain("harta", width, f"<h4>Cilësia e ajrit, harta</h4>{shown}")

    def _tips(self, hour: int, width: int) -> Panel:
        lines = "".join(f"<li>{tip}</li>" for tip in self.chance.shuffled(_TIPS, "tips", hour // 3)[:4])
        return panels.plain("keshilla", width, f"<h3>Këshilla e ditës</h3><ul>{lines}</ul>")

    def _measured(self, hour: int, width: int) -> Panel:
        lines = "".join(
            f"<tr><th>{name[8:]}<td>{self.chance.between(14, 39, 'warm', name, hour)} °C"
            f"<td>PM10 {self.chance.between(8, 120, 'dust', name, hour)}</tr>"
            for name in _DISTRICTS
        )
        return panels.plain("matje", width, f"<h4>Matjet tani</h4><table>{lines}</table>")


def _line(width: int, words: str, *, news: bool = False) -> Panel:
    """A paragraph of a district's list, a warning or a service."""
    return panels.plain("rresht", width, f"<p>{words}</p>", is_news=news)


PROGRAMMES = (Amharclann, Buletini)
