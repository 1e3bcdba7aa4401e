"""Boards of two houses: an Uzbek region's hospital departments, and the list of a Luxembourgish court."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from benchmarks.sites import panels
from benchmarks.sites.illustrated import Duty, told
from benchmarks.sites.insertions import Guest, Visits
from benchmarks.sites.look import SANS, SERIF, Look
from benchmarks.sites.news import STARTS_AT
from benchmarks.sites.page import PageState, Panel, Row, row
from benchmarks.sites.site import GeneratedSite

_WARDS = (("Tez yordam qabulxonasi", "Sohil shifoxonasi"), ("Bolalar bo‘limi", "Sohil shifoxonasi"),
          ("Tug‘ruqxona", "Oqtepa markazi"), ("Yurak jarrohligi", "Oqtepa markazi"),
          ("Kuyish markazi", "Yangibog‘ klinikasi"), ("Yuqumli kasalliklar", "Yangibog‘ klinikasi"),
          ("Travmatologiya", "Temiryo‘l shifoxonasi"), ("Reanimatsiya", "Temiryo‘l shifoxonasi"),
          ("Ko‘z kasalliklari", "Sohil shifoxonasi"), ("Dializ xonasi", "Oqtepa markazi"))  # fmt: skip
_STATES = ("Ochiq", "Faqat shoshilinch", "Yopiq", "Karantin", "Cheklangan")
_NOTES = (
    ("Qabul tartibi o‘zgarmagan.", "Barcha xonalar ishlamoqda, {n} ta o‘rin qo‘shildi.", "Qabul to‘liq tiklandi.",
     "Tashrif vaqti soat {h}:00 gacha uzaytirildi."),
    ("Rejali operatsiyalar {d} kungacha to‘xtatildi.", "Yo‘llanma bilan kelganlar {h}:00 dan keyin qabul qilinadi.",
     "{n} ta o‘rin zaxirada saqlanadi."),
    ("Suv quvuri yorildi, bemorlar ko‘chirildi.", "Ta’mirlash {d} kun davom etadi.", "Elektr ta’minoti uzilgan.",
     "Bino tekshiruvda, {n} bemor boshqa shifoxonada."),
    ("{n} nafar bemorda infeksiya aniqlandi.", "Tashriflar {d} kunga taqiqlandi.", "Yangi holat qayd etilmadi."),
    ("Navbatchi shifokorlar yetishmaydi.", "Faqat {n} ta o‘rin ochiq.", "Tomografiya ishlamayapti, {d} kun kuting.",
     "Qabul soat {h}:00 gacha."),
)  # fmt: skip
_DESKS = (("Dorixona", ("Ochiq", "Tanaffus")), ("Oshxona", ("Ochiq", "Gavjum")), ("Avtoturargoh", ("Bo‘sh", "To‘la")),
          ("Tahlil topshirish", ("Ochiq", "Gavjum")), ("Ma’lumot byurosi", ("Ochiq", "Tanaffus")),
          ("Qon topshirish xonasi", ("Ochiq", "Gavjum")), ("Flyuorografiya", ("Ochiq", "Tanaffus")),
          ("Kiyim saqlash", ("Bo‘sh", "To‘la")))  # fmt: skip
_DESK_NOTES = ("Onlayn navbat oling.", "Pasportingizni unutmang.", "Kartada to‘lash mumkin.", "Birinchi qavat, chapda.",
               "Savollar uchun: 1003.")  # fmt: skip
_TIPS = ("Issiqda ko‘p suv iching", "Qo‘lni yigirma soniya yuving", "Tish shifokoriga yiliga ikki bor boring",
         "Bolangizni emlashga olib keling", "Tuzni kamaytiring", "Kuniga sakkiz ming qadam",
         "Ko‘zga dam bering")  # fmt: skip
_THANKS = ("Hamshiralarga katta rahmat!", "Navbat juda uzun ekan.", "Otam sog‘ayib chiqdi, rahmat.",
           "Lift yana ishlamayapti.", "Qabulxonada juda mehribon qizlar ishlaydi.", "Ovqat mazali edi.",
           "Avtobus bekati uzoq.", "Shifokor hammasini tushuntirdi.", "Nega telefonni ko‘tarmaysizlar?")  # fmt: skip
_BLOOD = ("I+", "I−", "II+", "II−", "III+", "III−", "IV+", "IV−")


@dataclass(frozen=True)
class Ward:
    """A department: whether it takes in, which words say why, and since when."""

    state: int = 0
    words: int = 0
    since: int = -5


class Shifoxona(GeneratedSite):
    """A region's hospitals: a table of departments sorted by their queues, with counters that stand among them."""

    slug = "shifoxona"
    hard = "Uzbek; states and reasons in a table sorted anew by waiting time, service desks among the rows"
    more = 0
    look = Look(
        heading=SANS, body=SANS, paper="#f2f8f7", ink="#12302d", muted="#5f7c79", line="#bfd6d3", accent="#0b7a6f",
        lead_px=24, top_px=17, card="#ffffff",
        extra=(
            ".masthead{background:#fff;border-bottom:4px solid #0b7a6f}.jadval table{border-collapse:collapse;"
            "width:100%;background:#fff}.jadval td,.jadval th{border-bottom:1px solid #bfd6d3;padding:7px 6px;"
            "text-align:left;vertical-align:top}.jadval th{font:12px/16px 'Liberation Sans';color:#5f7c79}"
            ".s0,.s1,.s2,.s3,.s4{font:bold 12px/20px 'Liberation Sans';padding:0 7px;background:#d4efdc;display:"
            "inline-block}.s1{background:#ffe3a8}.s2{background:#d9534f;color:#fff}.s3{background:#6f42c1;color:#fff}"
            ".s4{background:#cfe2f3}.qon i{display:block;height:9px;background:#c0392b}.qon p{font-size:13px}"
            ".maslahat{background:#0b7a6f;color:#fff}.maslahat h2{padding:8px 0}.tashakkur p{margin-bottom:7px}"
        ),
    )  # fmt: skip

    def states(self, hours: int) -> Iterator[PageState]:
        """The page at each of the first hours."""
        wards = [Ward(self.chance.pick((0, 0, 0, 1, 2, 4), "at first", seat), seat) for seat in range(10)]
        desks = Visits(per_h=0.45, stays_h=(1, 4), texts=len(_DESKS), places=(0, 1, 3, 5, 8), together=4)
        for hour, guests in enumerate(desks.at_each_hour(self.chance.child("desks"), hours)):
            at = STARTS_AT + timedelta(hours=hour)
            pace = 1.0 if at.hour in (3, 4, 9, 10, 15, 16) else 0.35
            if hour and self.chance.happens(0.38 * pace, "changed", hour):
                for turn in range(self.chance.pick((1, 1, 2), "how many", hour)):
                    place = self.chance.below(len(wards), "which", hour, turn)
                    wards[place] = self._later(wards[place], hour + turn)
            news = tuple(words for seat, item in enumerate(wards) for words in self._told(seat, item))
            yield PageState(rows=tuple(self._page(wards, guests, hour, at)), news=news)

    def _later(self, item: Ward, hour: int) -> Ward:
        """Another state and its reason, or the same state and more of its reason."""
        if self.chance.happens(0.35, "said more", hour):
            return replace(item, words=item.words + 1, since=hour)
        state = (item.state + self.chance.between(1, 4, "state", hour)) % 5
        if item.state and self.chance.happens(0.55, "again open", hour):
            state = 0
        return Ward(state, self.chance.below(60, "words", hour), hour)

    def _told(self, seat: int, item: Ward) -> tuple[str, str]:
        notes = _NOTES[item.state]
        draw = self.chance.child("figures", seat, item.words)
        words = notes[item.words % len(notes)].format(
            n=draw.between(2, 28, "n"), h=draw.between(9, 21, "h"), d=draw.between(2, 14, "d")
        )
        state = f'<b class="s{item.state}">{_STATES[item.state]}</b>'
        return f"<b>{_WARDS[seat][0]}</b> {state}", words

    def _page(self, wards: Sequence[Ward], guests: Sequence[Guest], hour: int, at: datetime) -> list[Row]:
        by_queue = self.chance.happens(0.55, "sorted", hour // 2)
        order = self.chance.shuffled(range(10), "queue", hour) if by_queue else list(range(10))
        lines = [self._line(seat, wards[seat], hour) for seat in order]
        for guest in guests:
            lines.insert(guest.place, self._desk(guest, hour))
        split = self.chance.happens(0.35, "split", hour // 6)
        side = [self._blood(hour), self._tip(hour), self._thanks(hour)]
        local = at + timedelta(hours=5)
        note = f"{local:%d.%m.%Y %H:%M} · bugun {self.chance.between(400, 5_900, 'calls', hour)} qo‘ng‘iroq"
        if split:
            half = len(lines) // 2
            body = [row(_board(lines[:half], 500), _board(lines[half:], 500), tag="main"),
                    row(*(replace(item, width_px=width)
                          for item, width in zip(side, (300, 400, 300), strict=True)))]  # fmt: skip
        else:
            height = self.chance.pick((100, 250, 420), "side px", hour)
            sold = panels.advert(self.adverts.advert("side", 60 * hour, 276, height), "reklama", 300)
            body = [row([_board(lines, 700)], [*side, sold], tag="main")]
        rows = [
            row(panels.masthead("Viloyat shifoxonalari", 1000, note, height=60), tag="header"),
            row(self._ambulances(hour)),
            *body,
            row(panels.plain("quyi", 1000, '<p class="small">Aloqa · Litsenziya · Xarita</p>'), tag="footer"),
        ]
        if self.chance.happens(0.35, "drive", hour // 3):
            height = self.chance.between(36, 150, "drive px", hour // 3)
            rows.insert(1, row(panels.strip("Qon topshiring – hayot ulashing", height, name="strip")))
        return rows

    def _line(self, seat: int, item: Ward, hour: int) -> str:
        name, words = self._told(seat, item)
        draw = self.chance.child("now", seat, hour)
        age = hour - item.since
        ago = f"{age} soat" if age > 0 else f"{draw.between(2, 50, 'ago')} daqiqa"
        counts = (draw.below(40, "queue"), draw.between(3, 190, "wait"))
        return _entry(name, _WARDS[seat][1], words, counts, ago)

    def _desk(self, guest: Guest, hour: int) -> str:
        """A service desk whose row stands among the departments for some hours."""
        name, states = _DESKS[guest.text]
        draw = self.chance.child("desk", guest.text, hour)
        number = draw.below(len(states), "state")
        note = self.chance.pick(_DESK_NOTES, "note", guest.text, hour // 2)
        title = f'<b>{name}</b> <b class="s{(0, 4)[number]}">{states[number]}</b>'
        counts = (draw.below(25, "queue"), draw.between(1, 45, "wait"))
        return _entry(title, _WARDS[guest.text][1], note, counts, f"{draw.between(1, 59, 'ago')} daqiqa")

    def _ambulances(self, hour: int) -> Panel:
        cards = "".join(
            f"<div>{panels.image(f'city-kamera-{self.chance.below(20, place, hour)}', 230, 150)}"
            f'<p class="small">{name}: {self.chance.below(9, "cars", place, hour)} ta mashina yo‘lda</p></div>'
            for place, name in enumerate(("Sohil", "Oqtepa", "Yangibog‘", "Temiryo‘l"))
        )
        return panels.plain("kamera", 1000, f'<div class="cards">{cards}</div>')

    def _blood(self, hour: int) -> Panel:
        lines = ""
        for kind in _BLOOD:
            stock = self.chance.between(4, 98, "blood", kind, hour // 2)
            lines += f'<p>{kind} – {stock}%</p><i style="width:{2 * stock}px"></i>'
        return panels.plain("qon", 300, f"<h4>Qon zaxirasi</h4>{lines}")

    def _tip(self, hour: int) -> Panel:
        number = self.chance.below(len(_TIPS), "tip", hour)
        shown = panels.image(f"science-maslahat-{number}", 270, self.chance.pick((110, 160), "tall", hour))
        return panels.plain("maslahat", 300, f"{shown}<h2>{_TIPS[number]}</h2>")

    def _thanks(self, hour: int) -> Panel:
        words = self.chance.shuffled(_THANKS, "thanks", hour)[: self.chance.between(2, 4, "many", hour)]
        lines = "".join(
            f"<p>“{item}” – {self.chance.between(1, 59, 'ago', item, hour)} daqiqa</p>" for item in words
        )
        return panels.plain("tashakkur", 300, f"<h4>Fikrlar</h4>{lines}")


def _entry(name: str, where: str, words: str, counts: tuple[int, int], ago: str) -> str:
    """A row of the board."""
    return (
        f'<tr><td>{name}<p class="small">{where}</p><td>{words}<td>{counts[0]}<td>{counts[1]} daq.'
        f'<td class="small">{ago} oldin</tr>'
    )


def _board(lines: Sequence[str], width: int) -> Panel:
    heads = "<tr><th>Bo‘lim<th>Izoh<th>Navbat<th>Kutish<th>Yangilandi</tr>"
    return panels.plain("jadval", width, f"<table>{heads}{''.join(lines)}</table>", is_news=True)


_PARTIES = ("{a} géint d’Gemeng {b}", "Parquet géint {n} Beschëllegter, {b}", "Syndikat {b} géint d’Wäschfabréck",
            "Locataire géint d’Residence {b}", "Versécherung {a} géint Chauffer", "Parquet géint Geschäftsféierer, {a}",
            "Noperen zu {b} géint d’Brauerei", "Affär vum verschwonnenen Tableau, {b}",
            "Faillite vun der {a}", "Ierfschaft Schlass {b}")  # fmt: skip
_FIRMS = ("Bëtong Kiem", "Lux-Trans Nord", "Haus a Gaart", "Solarwierk Our", "Mëllechhaff Dall", "Imprimerie Fels",
          "Möbel Wäis")  # fmt: skip
_VILLAGES = ("Wëlserbaach", "Kuelendall", "Äschent", "Rouderbierg", "Millewee", "Bëschhaff", "Steebréck")
_ROOMS = ("Sall 1.04", "Sall 1.12", "Sall 2.07", "Sall 2.31", "Grousse Sall")
_COURTS = ("Kriminalchamber", "Zivilchamber", "Handelschamber")
_COURSE = ("Ugesat", "Amgaang", "Verluecht", "Prononcé", "Geschloss")
_RULED = ("{n} Méint Prisong, dovunner {h} mat Sursis", "{k}.000 Euro Schuedenersatz", "Fräisproch", "Plainte ofgewis",
          "Expertise ugeuerdnet, Frist {n} Deeg", "Amende vun {k}.500 Euro", "Accord tëscht de Parteien")  # fmt: skip
_DAYS = ("méindes", "dënschdes", "mëttwochs", "donneschdes", "freides")
_TERMS = ("Wat ass e Referé?", "Wéi fannen ech en Affekot?", "Assistance judiciaire ufroen", "Zeien: Är Rechter",
          "De Wee an d’Cité judiciaire", "Dolmetscher bestellen", "Handyen am Sall", "Casier online",
          "Stage am Greffe")  # fmt: skip
_HALL = ("Fotograf sicht Pëtschent", "Café am Haff zou bis {h} Auer", "Schlësselbond fonnt", "Lift {n} a Maintenance",
         "Parking {n} voll", "Visite guidée um {h} Auer", "WLAN: Code {n}{h}")  # fmt: skip


@dataclass(frozen=True)
class Case:
    """A case on the list: its day and hour, its room, how far it is, and what was ruled."""

    number: int
    day: int  # of work, from the first Monday
    hour: int
    room: int
    course: int = 0
    ruled: int = 0


class Geriicht(GeneratedSite):
    """A court's list in three chambers: days, rooms and rulings in definition lists, the hall's bustle around."""

    slug = "geriicht"
    hard = "Luxembourgish; dates, rooms and rulings in terms of lists, delays and seats in the same lists"
    more = 0
    look = Look(
        heading=SERIF, body=SERIF, paper="#f7f4ee", ink="#22201c", muted="#847c70", line="#cdc3b2", accent="#7a1f3d",
        lead_px=28, top_px=18, card="#ffffff",
        extra=(
            ".masthead{border-top:6px double #7a1f3d;border-bottom:1px solid #22201c}.chamber article{background:#fff;"
            "padding:10px 12px;margin-bottom:10px;border-left:5px solid #cdc3b2}dl{margin:0;display:grid;"
            "grid-template-columns:92px 1fr}dt{color:#847c70;font:12px/20px 'Liberation Sans'}dd{margin:0}"
            ".c1{border-color:#2e7d32!important}.c2{border-color:#ef9f00!important}.c3{border-color:#7a1f3d!important}"
            ".sall{background:#22201c;color:#f7f4ee}.sall td{padding:1px 12px 1px 0;font:14px/22px 'Liberation Mono'}"
            ".begreff{background:#e9e1d2}.plakat{background:#7a1f3d;color:#fff}"
        ),
    )  # fmt: skip
    duty = Duty(hours=(7, 16), then=0.06, night=0.02)

    def states(self, hours: int) -> Iterator[PageState]:
        """The page at each of the first hours."""
        cases = [self._new(number, 0) for number in range(9)]
        for hour in range(hours):
            at = STARTS_AT + timedelta(hours=hour)
            if hour and self.chance.happens(0.52 * self.duty.at(at), "moves", hour):
                place = self.chance.below(len(cases), "which", hour)
                cases[place] = self._later(cases[place], max(item.number for item in cases) + 1, hour)
            news = tuple(words for item in cases for words in self._told(item))
            yield PageState(rows=tuple(self._page(cases, hour, at)), news=news)

    def _new(self, number: int, hour: int) -> Case:
        draw = self.chance.child("set", number)
        return Case(
            number, 1 + hour // 34 + draw.below(9, "day"), draw.between(9, 15, "hour"), draw.below(5, "room")
        )

    def _later(self, item: Case, number: int, hour: int) -> Case:
        """Begun, moved to another day or room, ruled; what was ruled makes room for another case."""
        draw = self.chance.child("later", hour)
        if item.course >= 3:
            return self._new(number, hour)
        what = draw.number("what")
        if what < 0.25:
            return replace(item, room=(item.room + draw.between(1, 4, "room")) % 5)
        if what < 0.55:
            return replace(
                item, course=2, day=item.day + draw.between(1, 8, "days"), hour=draw.between(9, 15, "h")
            )
        if what < 0.75 and item.course != 1:
            return replace(item, course=1)
        return replace(item, course=3 if draw.happens(0.8, "open") else 4, ruled=draw.below(70, "ruled"))

    def _told(self, item: Case) -> tuple[str, ...]:
        who, firm, where = told(self.chance.child("told"), (_PARTIES, _FIRMS, _VILLAGES), item.number)
        title = who.format(a=firm, b=where, n=2 + item.number % 4)
        weeks, weekday = divmod(item.day, len(_DAYS))
        at = STARTS_AT + timedelta(days=7 * weeks + weekday)
        day = f"{_DAYS[weekday]} {at:%d/%m}, {item.hour}:{('00', '30')[item.number % 2]}"
        course = _COURSE[item.course]
        if item.course == 3:
            draw = self.chance.child("ruled", item.number)
            figures = {
                "n": draw.between(6, 60, "n"),
                "h": draw.between(2, 6, "h"),
                "k": draw.between(2, 90, "k"),
            }
            course += ": " + _RULED[item.ruled % len(_RULED)].format(**figures)
        return f"<h3>{title}</h3>", f"{day}, {_ROOMS[item.room]}", f"<b>{course}</b>"

    def _page(self, cases: Sequence[Case], hour: int, at: datetime) -> list[Row]:
        flat = self.chance.happens(0.4, "flat", hour // 5)
        side = [self._terms(hour, 300), self._press(hour, 300)]
        if flat:
            order = sorted(cases, key=lambda item: (item.day, item.number))
            whole = self._chamber("All Affären no Datum", order, 700, hour)
            left = self.chance.happens(0.5, "left", hour // 5)
            body = row(*(([whole], side) if left else (side, [whole])), tag="main")
            lower = row(self._hall(hour, 1000))
        else:
            parts = [
                self._chamber(name, cases[place::3], (340, 330, 330)[place], hour)
                for place, name in enumerate(_COURTS)
            ]
            body = row(*parts, tag="main")
            lower = row(self._press(hour, 500), [self._hall(hour, 500), self._terms(hour, 500)])
        inside = self.chance.between(8, 260, "in", hour)
        note = f"Stand: {at + timedelta(hours=2):%d.%m.%Y, %H:%M} · {inside} Leit am Haus"
        sold = self.adverts.advert("low", 60 * hour, 970, self.chance.pick((90, 250, 420), "px", hour))
        rows = [
            row(panels.masthead("Bezierksgeriicht Uewerdall", 1000, note, height=72), tag="header"),
            body,
            lower,
            row(panels.advert(sold, "annonce", 1000)),
            row(panels.plain("enn", 1000, '<p class="small">Impressum · Dateschutz</p>'), tag="footer"),
        ]  # fmt: skip
        if self.chance.happens(0.4, "poster", hour // 4):
            height = self.chance.between(50, 220, "poster px", hour // 4)
            words = self.chance.pick(
                ("Dag vun der oppener Dier", "Neien eGreffe: elo umellen"), "p", hour // 4
            )
            rows.insert(1, row(panels.strip(words, height, name="plakat")))
        return rows

    def _chamber(self, name: str, cases: Sequence[Case], width: int, hour: int) -> Panel:
        """The cases of a chamber, and at some visits a card of what goes on in the house."""
        cards = []
        for item in cases:
            title, when, course = self._told(item)
            draw = self.chance.child("seats", item.number, hour)
            cards.append(
                f'<article class="c{item.course}">{title}<dl><dt>Termin</dt><dd>{when}</dd>'
                f"<dt>Stand</dt><dd>{course}</dd><dt>Verspéidung</dt><dd>{draw.below(50, 'late')} Min.</dd>"
                f"<dt>Fräi Plazen</dt><dd>{draw.below(64, 'free')}</dd></dl></article>"
            )
        draw = self.chance.child("house", name, hour // 2)
        if draw.happens(0.45, "card"):
            words = draw.pick(_HALL, "words").format(n=draw.between(1, 9, "n"), h=draw.between(10, 17, "h"))
            cards.insert(
                draw.below(len(cards) + 1, "place"),
                f'<article class="c{draw.below(3, "c")}"><h3>{words}</h3><dl><dt>Gemellt</dt>'
                f"<dd>virun {self.chance.between(1, 59, 'ago', name, hour)} Min.</dd></dl></article>",
            )
        return panels.plain("chamber", width, f"<h4>{name}</h4>{''.join(cards)}", is_news=True)

    def _hall(self, hour: int, width: int) -> Panel:
        """The screen in the hall: who is called, running on with the clock."""
        lines = "".join(
            f"<tr><td>{name}<td>N° {self.chance.between(1, 240, 'called', name, hour):03d}"
            f"<td>{self.chance.pick(('opgeruff', 'Paus', 'w. g. waarden'), 'call', name, hour)}</tr>"
            for name in _ROOMS
        )
        return panels.plain("sall", width, f"<table>{lines}</table>")

    def _terms(self, hour: int, width: int) -> Panel:
        lines = "".join(
            f"<li>{item} <b>({self.chance.between(3, 900, 'read', item, hour)})</b></li>"
            for item in self.chance.shuffled(_TERMS, "terms", hour // 2)[: 4 + hour % 3]
        )
        return panels.plain("begreff", width, f"<h4>Dacks gelies</h4><ul>{lines}</ul>")

    def _press(self, hour: int, width: int) -> Panel:
        number = self.chance.below(14, "photo", hour)
        tall = self.chance.between(140, 300, "photo px", hour)
        shown = panels.image(f"city-press-{number}", width - 24, tall)
        return panels.plain("foto", width, f"{shown}<p class='small'>Archivbild {number + 1}/14</p>")


WARDS = (Shifoxona, Geriicht)
