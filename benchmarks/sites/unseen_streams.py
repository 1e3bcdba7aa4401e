"""Two streams nobody had seen: a Filipino television network, quick, and an Albanian portal with paid guests."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import timedelta

from benchmarks.sites import panels
from benchmarks.sites.illustrated import Duty, told
from benchmarks.sites.look import SANS, SERIF, Look
from benchmarks.sites.news import STARTS_AT
from benchmarks.sites.page import ORIGIN, PageState, Panel, Row, row
from benchmarks.sites.site import GeneratedSite
from benchmarks.sites.unseen_kiosks import Piece, voices

_PLACES = ("Cebu", "Davao", "Iloilo", "Baguio", "Tondo", "Marawi", "Bicol", "Tacloban", "Zamboanga", "Batangas",
           "Palawan", "Pampanga", "Marikina")  # fmt: skip
_EVENTS = ("lumubog ang pampasaherong bangka", "sinuspinde ang klase dahil sa baha", "gobernador, kinasuhan ng graft",
           "nagwelga ang mga tsuper ng dyip", "nasunog ang palengke", "presyo ng bigas, tumaas na naman",
           "mga mangingisda, itinaboy sa laot", "nabunyag ang pekeng bakuna", "gumuho ang bagong tulay",
           "mamamahayag, pinagbantaan", "ospital, kulang sa nars", "mga nawalan ng bahay, nagrali",
           "barangay, tatlong araw nang walang kuryente", "alkalde, nagbitiw sa puwesto",
           "minahan, ipinasara ng korte")  # fmt: skip
_DECKS = ("Ayon sa mga residente, walang abisong dumating bago ang insidente.", "Iniimbestigahan na ito ng pulisya.",
          "Nangako ng ayuda ang kagawaran bago matapos ang linggo.", "Mariin itong itinanggi ng kampo ng opisyal.",
          "Hinihintay pa ang pahayag mula sa Palasyo.", "Patuloy ang paghahanap sa mga nawawala.",
          "Aabot umano sa dalawang libong pamilya ang apektado.")  # fmt: skip
_AGAIN = ("UPDATE", "Panoorin", "Pinakahuli", "Paliwanag")
_STARS = ("Anak ni Ligaya, debutante na", "Kris at Paolo, nagkabalikan?", "Sino ang bagong reyna ng dula?",
          "Bahay ng komedyante, silipin", "Kasalan sa Tagaytay", "Bida sa teleserye, nagpagupit",
          "Kuya Ben, may bagong palabas", "Sayaw ng taon")  # fmt: skip
_READ = ("Horoscope ngayong linggo", "Lotto: mga numerong lumabas", "Paano magluto ng sinigang na malambot",
         "Sampung murang bakasyunan", "Bakit bawal ang walis sa gabi", "Resulta ng board exam",
         "Larawan: aso sa bubong", "Mga holiday ngayong taon", "Magkano ang bagong telepono",
         "Kuwentong multo mula sa Quiapo", "Gamot sa kulani, ayon kay Lola", "PBA: iskor kagabi")  # fmt: skip
_FANS = (
    "Jun-jun",
    "Aling Nena",
    "@batangmaynila",
    "Rowena D.",
    "OFW sa Doha",
    "Mang Tonyo",
    "Ces",
    "kuya_rod",
)
_SHOUTS = ("Grabe naman yan!", "Kailan pa kaya magbabago?", "Ingat po kayong lahat.", "Dito sa amin, baha rin po.",
           "Sana may tumulong.", "Fake news yan.", "Proud ako sa mga nurse natin!", "Sino ba bumoto diyan?",
           "Shout out sa Barangay Uno, lagi kaming nanonood sa inyo.")  # fmt: skip


class Tambuli(GeneratedSite):
    """A television network: news every two hours, half of its leads under the picture that stood there before."""

    slug = "tambuli"
    hard = (
        "quick; leads change without their picture; takeovers push them down, stars and rankings outgrow them"
    )
    more = 0
    look = Look(
        heading=SANS, body=SANS, paper="#ffffff", ink="#17181c", muted="#767a85", line="#e1e3ea", accent="#e4002b",
        lead_px=30, top_px=17, card="#fff6d6",
        extra=(
            ".masthead{background:#f7c600}.bar{background:#1a2a6c;color:#fff}.bar .small{color:#fff}"
            ".stars{background:#1b0f2e;color:#fff}.stars p{color:#e8c8ff}.ranking{background:#fff6d6}"
            ".latest h2 b{color:#e4002b}"
        ),
    )  # fmt: skip
    duty = Duty(hours=(5, 22), then=0.8, night=0.25)

    def states(self, hours: int) -> Iterator[PageState]:
        """The page at each of the first hours."""
        lead, latest = Piece(-7, -2, -7), [Piece(-number, -2 * number, -number) for number in range(1, 7)]
        for hour in range(hours):
            duty = self.duty.at(STARTS_AT + timedelta(hours=hour))
            if hour and self.chance.happens(0.48 * duty, "news", hour):
                lead, latest = self._after(lead, latest, hour)
            news = (self._told(lead)[2], self._title(lead), f"{lead.picture}.svg", *map(self._title, latest))
            yield PageState(rows=tuple(self._page(lead, latest, hour)), news=news)

    def _after(self, lead: Piece, latest: list[Piece], hour: int) -> tuple[Piece, list[Piece]]:
        """Another lead, with or without its own picture; another in the list; or the lead is retitled."""
        what = self.chance.number("what", hour)
        if what < 0.28:
            return Piece(hour, hour, hour), [lead, *latest][:6]
        if what < 0.58:
            return Piece(hour, hour, lead.pictured), [lead, *latest][:6]
        if what < 0.85:
            return lead, [Piece(hour, hour, hour), *latest][:6]
        return replace(lead, title=lead.title + 1), latest

    def _told(self, item: Piece) -> tuple[str, ...]:
        return told(self.chance.child("told"), (_PLACES, _EVENTS, _DECKS), item.number)

    def _title(self, item: Piece) -> str:
        place, event, _ = self._told(item)
        kicker = f"{_AGAIN[(item.number + item.title) % len(_AGAIN)]}: " if item.title else ""
        return f"{kicker}{place}, {event}"

    def _page(self, lead: Piece, latest: Sequence[Piece], hour: int) -> list[Row]:
        at = STARTS_AT + timedelta(hours=hour)
        peso = self.chance.between(5510, 5990, "peso", hour)
        bar = f"{at:%d/%m/%Y %H:%M} · $1 = ₱{peso // 100}.{peso % 100:02d} · Maynila {24 + peso % 11}°"
        rows = [
            row(panels.masthead("TAMBULI", 1000, "Balita · Showbiz · Palaro · TV", height=60), tag="header"),
            row(panels.plain("bar", 1000, f'<p class="small">{bar}</p>')),
            row(
                [self._lead(lead, hour, 580), self._latest(latest, hour, 580)],
                [self._stars(hour, 420), self._ranking(hour, 420)],
                tag="main",
            ),
            row(
                panels.plain("voices", 1000, voices(self.chance, hour, (_FANS, _SHOUTS), "Sabi ng netizens"))
            ),
        ]
        height = self.chance.pick((0, 0, 120, 200, 280), "takeover", hour)
        if height:
            sold = panels.advert(self.adverts.advert("top", 60 * hour, 970, height), "takeover", 1000)
            rows.insert(2, row(sold))
        return rows

    def _lead(self, item: Piece, hour: int, width: int) -> Panel:
        said = self.chance.between(20, 1900, "said", hour)
        html = (
            f'{panels.image(item.picture, width - 24, 270)}<h1 style="margin-top:8px"><a href="{ORIGIN}/balita/'
            f'{item.number + 100}">{self._title(item)}</a></h1><p>{self._told(item)[2]}</p>'
            f'<p class="small">{said} komento</p>'
        )
        return panels.plain("lead", width, html, is_news=True)

    def _latest(self, items: Sequence[Piece], hour: int, width: int) -> Panel:
        lines = "".join(
            f'<li><h2><b>{max(1, hour - item.since)}h</b> <a href="{ORIGIN}/balita/{item.number + 100}">'
            f"{self._title(item)}</a></h2></li>"
            for item in items
        )
        return panels.plain("latest", width, f"<h4>Mga pangunahing balita</h4><ul>{lines}</ul>", is_news=True)

    def _stars(self, hour: int, width: int) -> Panel:
        """Two stars of eight, of any height: the rotation of the network's entertainment."""
        chosen = self.chance.shuffled(range(len(_STARS)), "stars", hour)[:2]
        cards = "".join(
            f"{panels.image(f'culture-star-{number}', width - 24, 150 + 30 * (number % 4))}<h2>{_STARS[number]}</h2>"
            f"<p>{self.chance.between(3, 990, 'hearts', hour, number)}K ♥</p>"
            for number in chosen
        )
        return panels.plain("stars", width, f"<h4>Showbiz</h4>{cards}")

    def _ranking(self, hour: int, width: int) -> Panel:
        lines = "".join(
            f'<li><h3><b class="n">{place}</b>{title}</h3></li>'
            for place, title in enumerate(self.chance.shuffled(_READ, "read", hour)[:7], 1)
        )
        return panels.plain("ranking", width, f"<h4>Pinakabinabasa</h4><ol>{lines}</ol>")


_CITIES = ("Tiranë", "Shkodër", "Vlorë", "Korçë", "Prishtinë", "Gjakovë", "Elbasan", "Durrës", "Pejë", "Berat", "Kukës",
           "Gjirokastër", "Tetovë")  # fmt: skip
_HAPPENED = ("shembet një godinë pa leje", "SPAK arreston dy drejtorë", "minatorët nisin grevën e urisë",
             "zjarri përfshin pyllin", "banorët bllokojnë rrugën nacionale", "gjykata rrëzon padinë e bashkisë",
             "uji i pijshëm mungon prej një jave", "gazetari ankohet për kërcënime", "mbyllet porti nga era",
             "shkolla mbetet pa mësues", "zbulohet depo armësh", "këshilli miraton planin e ri",
             "familjet e të zhdukurve kërkojnë përgjigje", "spitali pa barna për dializën",
             "deputeti dorëzon mandatin")  # fmt: skip
_TELLING = ("Ngjarja u konfirmua nga policia pak minuta më parë.", "Prokuroria ka nisur hetimet.",
            "Ministria premton një sqarim brenda ditës.", "Opozita flet për skandal të paraparë.",
            "Banorët thonë se e kishin paralajmëruar bashkinë.", "Avokatët do ta apelojnë vendimin.",
            "Dëmet ende nuk janë vlerësuar plotësisht.")  # fmt: skip
_LATER = ("Flet ministri", "Detaje të reja", "Reagon opozita", "Dalin pamjet")
_COLUMNS = ("Pse heshtim", "Letër nga Brukseli", "Kush e do pyllin", "Gjuha e pushtetit", "Një vit pas tërmetit",
            "Tri pyetje për SPAK", "Emigrantët dhe vota", "Deti ynë i shitur", "Ditari i një mësueseje",
            "Kafja e fundit", "Kujtesa e burgut", "Demokraci me porosi")  # fmt: skip
_PAID = ("Apartamente pranë detit nga 900 €/m²", "Kredi pa pritje, vetëm me kartë", "Klinika dentare: buzëqeshje e re",
         "Fluturo drejt Romës me 19 €", "Divane me porosi, transport falas", "Baste: 100 € bonus sot",
         "Si humba 12 kile pa dietë", "Provo makinën e re elektrike")  # fmt: skip
_MOST = ("Horoskopi i javës", "Fotot: dasma që po flitet", "Receta: tavë kosi si e gjyshes",
         "Kush fitoi mbrëmë në «Përputhen»", "Moti deri të dielën", "Këngëtarja tregon të fejuarin",
         "Pesë plazhe të fshehura", "Sa kushton një martesë", "Kurioziteti: macja e minierës", "Top 10 emrat e vitit",
         "Superliga: tabela",         "Testi: sa shqip di?")  # fmt: skip
_READERS = ("Agimi", "Mira nga Lushnja", "anonim", "Besa T.", "Dr. Kola", "emigranti89", "Lule", "Fatosi")
_REMARKS = ("Turp!", "Bravo gazetarëve.", "Po kush do japë llogari?", "E njëjta histori çdo vit.",
            "Hajde Shqipëri hajde…", "Nuk është e vërtetë, isha aty.", "Ku janë pamjet?", "Zoti i ndihmoftë.",
            "Ky portal vetëm për këtë shkruan, ka edhe gjëra më të rëndësishme.")  # fmt: skip
_GOING = ("Verë pa re", "Libri i ri i Lekës", "Shëtitje në Theth", "Si piqet byreku", "Burri me tri bletë",
          "Muzeu i natës", "Kërcimi i shpatave", "Ura e gurit", "Hardhia dhe gjyshi",
          "Kalaja nga dritarja")  # fmt: skip


class Kumtari(GeneratedSite):
    """A portal: a stream of short news that paid entries part at times, beside a lead whose photograph is replaced."""

    slug = "kumtari"
    hard = "paid entries with pictures part the stream of news; photographs replaced under the same words"
    more = 0
    look = Look(
        heading=SERIF, body=SANS, paper="#fcfcfc", ink="#211d1d", muted="#7b7474", line="#e0dada", accent="#a4161a",
        lead_px=27, top_px=16, card="#f3eeee",
        extra=(
            ".masthead{background:#211d1d;color:#fff}.masthead .small{color:#d9caca}.ranking{background:#f3eeee}"
            ".guest h2{color:#1d4e89}.first h2 b,.rest h2 b{color:#a4161a;font:bold 12px/20px 'DejaVu Sans'}"
            ".first{padding-bottom:0}.rest{padding-top:0}"
        ),
    )  # fmt: skip
    duty = Duty(hours=(6, 22), then=0.7, night=0.2)

    def states(self, hours: int) -> Iterator[PageState]:
        """The page at each of the first hours."""
        lead, stream = Piece(-9, -2, -9), [-number for number in range(1, 8)]
        columns = (-1, -2, -3)
        for hour in range(hours):
            duty = self.duty.at(STARTS_AT + timedelta(hours=hour))
            if hour and self.chance.happens(0.17 * duty, "lead", hour):
                old, lead = lead, self._next_lead(lead, hour)
                stream = [old.number, *stream][:7] if lead.number != old.number else stream
            elif hour and self.chance.happens(0.2 * duty, "entry", hour):
                stream = [hour + 1000, *stream][:7]
            if self.chance.happens(0.04 * duty, "column", hour):
                columns = (hour, *columns[:2])
            shown = (self._title(lead), self._told(lead.number)[2], f"{lead.picture}.svg")
            yield PageState(
                rows=tuple(self._page(lead, stream, columns, hour)),
                news=(*shown, *map(self._entry, stream)),
                secondary=tuple(_COLUMNS[number % len(_COLUMNS)] for number in columns),
            )

    def _next_lead(self, old: Piece, hour: int) -> Piece:
        """The photograph of the place comes in, the title is rewritten, or another story leads."""
        what = self.chance.number("what", hour)
        if what < 0.3:
            return replace(old, take=old.take + 1)
        if what < 0.5:
            return replace(old, title=old.title + 1)
        return Piece(hour, hour, hour if what < 0.85 else old.pictured)

    def _told(self, number: int) -> tuple[str, ...]:
        return told(self.chance.child("told"), (_CITIES, _HAPPENED, _TELLING), number)

    def _entry(self, number: int) -> str:
        city, event, _ = self._told(number)
        return f"{city}: {event}"

    def _title(self, item: Piece) -> str:
        mark = f"{_LATER[(item.number + item.title) % len(_LATER)]}. " if item.title else ""
        return f"{mark}{self._entry(item.number)}"

    def _page(self, lead: Piece, stream: Sequence[int], columns: Sequence[int], hour: int) -> list[Row]:
        at = STARTS_AT + timedelta(hours=hour)
        euro = self.chance.between(9610, 9990, "euro", hour)
        note = f"{at:%d.%m.%Y %H:%M} · 1 € = {euro // 100},{euro % 100:02d} L · online {euro % 740 + 60}"
        rows = [
            row(panels.masthead("Kumtari", 1000, note, height=58), tag="header"),
            row(
                self._stream(stream, hour, 300),
                [self._lead(lead, 440), self._columns(columns, 440)],
                [self._beside(hour, 260), self._ranking(hour, 260)],
                tag="main",
            ),
            row(panels.recommended(self.chance, hour, 1000, 5, "Mund t'ju pëlqejnë", titles=_GOING)),
            row(panels.plain("voices", 1000, voices(self.chance, hour, (_READERS, _REMARKS), "Komentet"))),
        ]
        height = self.chance.pick((0, 0, 0, 90, 180), "strip", hour // 2)
        if height:
            sold = panels.advert(self.adverts.advert("strip", 60 * hour, 970, height), "top-advert", 1000)
            rows.insert(1, row(sold))
        return rows

    def _stream(self, stream: Sequence[int], hour: int, width: int) -> list[Panel]:
        """The entries from the newest; behind the second to fourth may stand one that somebody paid for."""
        lines = [
            f'<li><h2><b>{_clock(number)}</b> <a href="{ORIGIN}/lajm/{number + 100}">'
            f"{self._entry(number)}</a></h2></li>"
            for number in stream
        ]
        visit = hour // 2
        place = self.chance.between(2, 4, "place", visit) if self.chance.happens(0.5, "paid", visit) else 7
        first, rest = "".join(lines[:place]), "".join(lines[place:])
        found = [panels.plain("first", width, f"<h4>Të fundit</h4><ul>{first}</ul>", is_news=True)]
        if rest:
            found += [
                self._guest(visit, width),
                panels.plain("rest", width, f"<ul>{rest}</ul>", is_news=True),
            ]
        return found

    def _guest(self, visit: int, width: int) -> Panel:
        number = self.chance.below(len(_PAID), "guest", visit)
        shown = panels.image(f"culture-paid-{number}", width - 24, 80 + 35 * (number % 3))
        return panels.plain(
            "guest", width, f'{shown}<h2>{_PAID[number]}</h2><p class="small">Sponsorizuar</p>'
        )

    def _lead(self, item: Piece, width: int) -> Panel:
        html = (
            f'<h1><a href="{ORIGIN}/lajm/{item.number + 100}">{self._title(item)}</a></h1>'
            f"{panels.image(item.picture, width - 24, 260)}<p>{self._told(item.number)[2]}</p>"
        )
        return panels.plain("lead", width, html, is_news=True)

    def _columns(self, numbers: Sequence[int], width: int) -> Panel:
        lines = "".join(f"<li><h3>{_COLUMNS[number % len(_COLUMNS)]}</h3></li>" for number in numbers)
        return panels.plain("opinions", width, f"<h4>Opinione</h4><ul>{lines}</ul>")

    def _beside(self, hour: int, width: int) -> Panel:
        height = self.chance.pick((200, 250, 400), "beside", hour)
        return panels.advert(self.adverts.advert("beside", 60 * hour, 236, height), "beside", width)

    def _ranking(self, hour: int, width: int) -> Panel:
        lines = "".join(
            f"<li><h3>{title}</h3></li>" for title in self.chance.shuffled(_MOST, "most", hour)[:7]
        )
        return panels.plain("ranking", width, f"<h4>Më të lexuarat</h4><ul>{lines}</ul>")


def _clock(number: int) -> str:
    """When an entry came: its number is that of its hour, with a thousand added where it never led."""
    hour = number % 1000 if number > 0 else number
    return f"{(hour + STARTS_AT.hour) % 24:02d}:{number * 37 % 60:02d}"


UNSEEN_STREAMS = (Tambuli, Kumtari)
