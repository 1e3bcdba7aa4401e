"""What is decided and stays, amid what wobbles: a Lithuanian exchange's table, a Catalan town hall's front."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from benchmarks.sites import panels
from benchmarks.sites.illustrated import Duty, told
from benchmarks.sites.insertions import Guest, Visits, mixed
from benchmarks.sites.look import SANS, SERIF, Look
from benchmarks.sites.news import STARTS_AT
from benchmarks.sites.page import ORIGIN, PageState, Panel, Row, row
from benchmarks.sites.redrawn import curve, drawing
from benchmarks.sites.site import GeneratedSite
from pagetide.demo.site import Resource

_GOODS = ("Kviečiai, I kl.", "Kviečiai, II kl.", "Rapsai", "Miežiai, salykliniai", "Miežiai, pašariniai", "Žirniai",
          "Avižos", "Pupos", "Rugiai", "Malkos", "Medžio granulės", "Durpių briketai", "Kvietrugiai")  # fmt: skip
_DEPOTS = ("Klaipėda", "Šiauliai", "Kėdainiai", "Panevėžys", "Marijampolė", "Biržai", "Joniškis")
_DELIVERY = ("rugpjūtis", "rugsėjis", "lapkritis", "sausis", "kovas")
_RULINGS = ("Prekyba sustabdyta", "Užstatas {n} %", "Tik pardavimai", "Kainos ribos ±{n} %", "Leidžiama be ribų",
            "Pristatymas pratęstas {n} d.", "Kokybės patikra", "Didžiausias kiekis {n} vag.", "Sandoriai peržiūrimi",
            "Tik iš anksto apmokėta", "Naujas sandėlis", "Rinkos formuotojas paskirtas")  # fmt: skip
_PHASES = ("Uždaryta", "Atidarymo aukcionas", "Nuolatinė prekyba", "Uždarymo aukcionas")
_PAUSES = ("pertrauka", "aukcionas", "lėta rinka")
_LITHUANIAN_GUESTS = (
    ("Reklama", "Grūdų džiovyklos nuoma"), ("Reklama", "Trąšos urmu, per 48 val."), ("Nariams", "Mokymai makleriams"),
    ("Reklama", "Draudimas nuo krušos, 3 Eur/ha"), ("Nariams", "Atnaujinkite raktą"), ("Reklama", "Vilkikų nuoma"),
    ("Nariams", "Apklausa: ar patogi lentelė?"), ("Reklama", "Laboratorija: baltymai"), ("Nariams", "Salė uždaryta"),
)  # fmt: skip
_REMARKS = ("Pirkėjai laukia orų.", "Uoste eilės.", "Lenkai siūlo mažiau.", "Doleris spaudžia kainas.", "Mažai prekių.",
            "Ūkininkai neskuba.", "Paklausa iš Ispanijos.", "Drėgmė virš normos.", "Nafta brangsta.")  # fmt: skip
_MAKLERS = ("UAB Svirnas", "Agrolinija", "Varpa ir Ko", "Dotnuvos birža", "Nemuno grūdai", "Baltic Grain")
_ABROAD = (("USD", 1.08), ("PLN", 4.31), ("UAH", 44.2), ("MATIF", 213.0), ("CBOT", 198.0))


@dataclass(frozen=True)
class Lot:
    """A contract: which one, the number of the last ruling on it (0: none yet), and since when it is as it is."""

    number: int
    ruling: int = 0
    touched: int = -9


class Aruodas(GeneratedSite):
    """A commodity exchange: rulings and fixed prices are news; bids, phases and pauses are not; rows by turnover."""

    slug = "aruodas"
    hard = "rows change places, figures and phases wobble in trading hours only; a ruling or a fixing in a row stays"
    more = 0
    look = Look(
        heading=SERIF, body=SANS, paper="#fbfaf5", ink="#20261c", muted="#737a69", line="#d9d8c8", accent="#7a5c00",
        lead_px=24, top_px=17, card="#f1eedd",
        extra=(
            "table{border-collapse:collapse;width:100%}td,th{border-bottom:1px solid #d9d8c8;padding:5px 6px 4px;"
            "font-size:13px;line-height:18px;text-align:left;vertical-align:top}th{background:#7a5c00;color:#fff}"
            ".up{color:#1b7f3b}.down{color:#b3261e}.moved{background:#fff3bf}.sold td{background:#eef3fb}"
            ".phase{background:#20261c;color:#fff}.graph,.talk{background:#f1eedd}"
        ),
    )  # fmt: skip
    visits = Visits(per_h=0.3, stays_h=(1, 3), texts=len(_LITHUANIAN_GUESTS), places=(0, 2, 3, 5, 8))
    duty = Duty(hours=(8, 17), then=0.1, night=0.05)

    def states(self, hours: int) -> Iterator[PageState]:
        """The page at each of the first hours; prices are fixed at one o'clock of working days."""
        lots, session, rulings = [Lot(number) for number in range(12)], 0, 0
        for hour, guests in enumerate(self.visits.at_each_hour(self.chance.child("guests"), hours)):
            at = STARTS_AT + timedelta(hours=hour)
            if hour and at.hour == 13 and at.weekday() < 5:
                session = hour
            elif hour and self.chance.happens(0.27 * self.duty.at(at), "ruled", hour):
                rulings += 1
                lots = self._ruled(lots, rulings, hour)
            told_of = [self._told(item, session) for item in lots]
            prices = (f"{name} · {price} · {_fixed_on(session)}" for name, price, _ in told_of)
            news = (*(f"{name} · {ruling}" for name, _, ruling in told_of), *prices)
            yield PageState(rows=tuple(self._page(lots, session, guests, hour)), news=tuple(sorted(news)))

    def _ruled(self, old: list[Lot], ruling: int, hour: int) -> list[Lot]:
        """The exchange rules on a contract, or lists another in the place of an old one."""
        place = self.chance.below(len(old), "whose", hour)
        item = replace(old[place], ruling=ruling, touched=hour)
        if hour - old[place].touched < 5:
            return old
        if self.chance.happens(0.14, "listed", hour):
            item = Lot(max(lot.number for lot in old) + 1, touched=hour)
        return [*old[:place], item, *old[place + 1 :]]

    def _told(self, item: Lot, session: int) -> tuple[str, str, str]:
        """Its name, its fixed price and the last ruling."""
        goods, depot, delivery = told(self.chance.child("told"), (_GOODS, _DEPOTS, _DELIVERY), item.number)
        return f"{goods}, {depot}, {delivery}", _euro(self._fixed(item, session)), self._ruling(item)

    def _fixed(self, item: Lot, session: int) -> int:
        base = self.chance.between(9_000, 46_000, "base", item.number)
        return base + self.chance.between(-700, 700, "fixed", item.number, session)

    def _ruling(self, item: Lot) -> str:
        if not item.ruling:
            return "Be apribojimų"
        words = self.chance.pick(_RULINGS, "ruling", item.ruling)
        return f"{words.format(n=self.chance.between(3, 25, 'n', item.ruling))}, nut. {item.ruling + 87}"

    def _page(self, lots: Sequence[Lot], session: int, guests: Sequence[Guest], hour: int) -> list[Row]:
        at = STARTS_AT + timedelta(hours=hour)
        here = f"{at:%Y-%m-%d %H:%M} · prisijungę {self.chance.between(30, 800, 'here', hour)}"
        sold = self.adverts.advert("side", 60 * hour, 266, self.chance.pick((120, 250, 330), "tall", hour))
        rows = [
            row(panels.masthead("Aruodas · prekių birža", 1000, here, height=54), tag="header"),
            row(panels.plain("phase", 1000, f"<p>Rinka: <b>{_PHASES[self._trades(at)]}</b></p>")),
            row(
                [self._table(lots, session, guests, hour), self._remarks(hour, 710)],
                [self._rates(hour, 290), self._graph(hour, at, 290), panels.advert(sold, "side-advert", 290)],
                tag="main",
            ),
            row(panels.plain("foot", 1000, '<p class="small">Taisyklės · Nariai · Įkainiai · Archyvas · EN</p>')),
        ]  # fmt: skip
        if self.chance.happens(0.4, "hall", hour // 3):
            shown = panels.strip("Atviros durys biržos salėje", 46 + 22 * (hour // 3 % 3), name="promo")
            rows.insert(2, row(shown))
        return rows

    def _trades(self, at: datetime) -> int:
        """The phase of the market by the clock."""
        if at.weekday() > 4 or not 8 <= at.hour <= 17:
            return 0
        return 1 if at.hour == 8 else 3 if at.hour == 17 else 2

    def _beat(self, hour: int) -> int:
        """The last hour in which there was trade: figures of the table stand still after it."""
        hours = range(hour, hour - 90, -1)
        return next((at for at in hours if self._trades(STARTS_AT + timedelta(hours=at))), 0)

    def _turnover(self, item: Lot, beat: int) -> int:
        usual = self.chance.between(20, 400, "usual", item.number)
        return usual * self.chance.between(70, 135, "turnover", item.number, beat) // 10

    def _table(self, lots: Sequence[Lot], session: int, guests: Sequence[Guest], hour: int) -> Panel:
        beat = self._beat(hour)
        order = sorted(lots, key=lambda item: -self._turnover(item, beat))
        names = ("Prekė", "Perka", "Parduoda", "±", "Apyv.", _fixed_on(session), "Sprendimas")
        lines = f"<tr>{''.join(f'<th>{name}</th>' for name in names)}</tr>"
        for item in mixed(order, guests):
            if isinstance(item, Guest):
                label, words = _LITHUANIAN_GUESTS[item.text]
                link = f'<a href="{ORIGIN}/r/{item.text}">{words}</a>'
                lines += f'<tr class="sold"><td colspan="6">{link}</td><td>{label}</td></tr>'
            else:
                lines += self._line(item, session, beat, hour == beat)
        head = f'<h1>Prekybos lentelė</h1><p class="small">Eur/t, atnaujinta {(hour + 6) % 24:02d}:05</p>'
        return panels.plain("board", 710, f"{head}<table>{lines}</table>", is_news=True)

    def _line(self, item: Lot, session: int, beat: int, is_open: bool) -> str:
        name, price, ruling = self._told(item, session)
        draw = self.chance.child("quote", item.number, beat)
        move = draw.between(-290, 290, "move")
        middle = self._fixed(item, session) * (10_000 + move) // 10_000
        low, high = middle - draw.between(20, 90, "bid"), middle + 40
        bid, ask = _euro(low), _euro(high)
        if is_open and draw.happens(0.12, "pause"):
            bid, ask = draw.pick(_PAUSES, "which"), "–"
        if ruling.startswith("Prekyba sustabdyta"):
            bid = ask = "–"
        kind = "up" if move > 0 else "down"
        link = f'<a href="{ORIGIN}/lot/{item.number}">{name}</a>'
        return (
            f'<tr class="{"moved" if abs(move) > 230 else ""}"><td>{link}</td><td>{bid}</td><td>{ask}</td>'
            f'<td class="{kind}">{_euro(move)}</td><td>{self._turnover(item, beat)}</td><td>{price}</td>'
            f"<td>{ruling}</td></tr>"
        )

    def _remarks(self, hour: int, width: int) -> Panel:
        """What brokers say now."""
        lines = "".join(
            f"<li><b>{who}</b> {self.chance.pick(_REMARKS, 'remark', who, hour)} "
            f'<span class="small">prieš {self.chance.between(1, 58, "ago", who, hour)} min.</span></li>'
            for who in self.chance.shuffled(_MAKLERS, "who", hour)[: self.chance.between(2, 5, "many", hour)]
        )
        return panels.plain("talk", width, f"<h4>Maklerių langas</h4><ul>{lines}</ul>")

    def _rates(self, hour: int, width: int) -> Panel:
        lines = "".join(
            f"<li>{name} <b>{usual + self.chance.between(-40, 40, name, hour) / 1000 * usual:.3f}</b></li>"
            for name, usual in _ABROAD
        )
        return panels.plain("rates", width, f"<h4>Valiutos ir pasaulis</h4><ul>{lines}</ul>")

    def _graph(self, hour: int, at: datetime, width: int) -> Panel:
        shown = f'<img src="/grafikas/index-{hour}.svg" width="{width - 24}" height="150" alt="">'
        return panels.plain("graph", width, f'<h4>Indeksas</h4>{shown}<p class="small">{at:%H}:00</p>')

    def picture(self, path: str) -> Resource | None:
        """The curve of the index too."""
        if not path.startswith("/grafikas/"):
            return super().picture(path)
        hour = int(path.removesuffix(".svg").rpartition("-")[2])
        return drawing(266, 150, "#ffffff", curve(self.chance.child("index"), hour, 266, 150, "#7a5c00"))


def _euro(cents: int) -> str:
    return f"{cents / 100:.2f}".replace(".", ",")


def _fixed_on(session: int) -> str:
    return f"Fiksuota {STARTS_AT + timedelta(hours=session):%m-%d}"


_MATTERS = ("Obres de clavegueram", "Exposició pública del padró", "Ajuts al lloguer jove", "Neteja de franges",
            "Llicències de terrasses", "Ordenança de soroll", "Escola bressol", "Zona blava", "Borsa d’arquitectes",
            "Horts municipals", "Cens d’animals", "Subhasta de solars", "Pla d’emergències")  # fmt: skip
_QUARTERS = ("al Raval", "a la Costa Freda", "al nucli antic", "a Can Vidal", "a l’Estació", "a tot el municipi",
             "al Polígon Nord")  # fmt: skip
_STEPS = ("termini fins a fi de mes", "aprovació inicial", "resolució definitiva", "esmena", "llista d’admesos",
          "adjudicació", "informació pública", "convocatòria")  # fmt: skip
_CATALAN_GUESTS = ("Descarrega’t l’app Vilanera", "Taller de memòria, places lliures", "Com valores la web? Enquesta",
                   "Dona sang dijous a la Casa del Poble", "Tràmits en línia en manteniment", "Concurs d’aparadors",
                   "Subscriu-te al butlletí", "Reserva la pista de pàdel", "Mercat de segona mà",
                   "Recollida de voluminosos", "Fes-te voluntari")  # fmt: skip
_EXPLAINED = "Els interessats poden consultar l’expedient i presentar al·legacions {how}."
_WAYS = ("a l’OAC amb cita prèvia", "a la seu electrònica", "per correu", "en el termini de vint dies")
_STAFF = ("Mercè Rius, registre", "Oriol Pla, padró", "Fàtima Haddou, tributs", "Quim Serra, urbanisme",
          "Laia Bosch, serveis socials", "Ona Vives, joventut")  # fmt: skip
_POSTERS = ("Festa Major: vota el cartell", "Estiu fresc: les piscines", "Vilanera sense plàstic", "Comerç de sempre",
            "Recorda: recollida de poda", "Cinema a la fresca")  # fmt: skip
_COUNTERS = ("Registre", "Padró", "Tributs", "Cita prèvia")
_HUES = ("#2e8b57", "#d1495b", "#f39c12", "#5b6b82")
_SKIES = ("serè", "núvols baixos", "ruixats", "vent de garbí", "boirina", "xafogor")


@dataclass(frozen=True)
class Edict:
    """A notice: which one, since when as it is, how often its paper was put anew, whether it was annulled."""

    number: int
    touched: int = -9
    papers: int = 0
    annulled: bool = False


class Consistori(GeneratedSite):
    """A town hall: a map of closed streets is news, as notices are; a curve of the same form each hour is not."""

    slug = "consistori"
    hard = "a map under a caption that tells the hour; one notice unfolded at each visit; a paper's size"
    more = 0
    look = Look(
        heading=SANS, paper="#eef1f4", ink="#1b2430", muted="#65707e", line="#d3dae2", accent="#8a1538", lead_px=24,
        top_px=16, card="#ffffff",
        extra=(
            ".figure,.notices,.open,.sky,.poll{background:#fff;border:0 solid #eef1f4;border-width:0 6px 10px}"
            ".poster{padding:0;background:#8a1538;color:#fff}.poster h1{padding:10px 16px;margin:0}.off{color:#8a1538}"
            ".notices .more{background:#f6f7f9;padding:8px}.notices .guest{background:#fdf6e3}"
            ".poll i{display:block;height:12px;background:#8a1538}.sky .cards{gap:4px}"
        ),
    )  # fmt: skip
    visits = Visits(per_h=0.3, stays_h=(1, 4), texts=len(_CATALAN_GUESTS), places=(0, 1, 2, 4, 6))
    duty = Duty(hours=(8, 16), then=0.25, night=0.06)

    def states(self, hours: int) -> Iterator[PageState]:
        """The page at each of the first hours."""
        notices, closed, last = [Edict(number) for number in reversed(range(7))], 0, 0
        for hour, guests in enumerate(self.visits.at_each_hour(self.chance.child("guests"), hours)):
            at = STARTS_AT + timedelta(hours=hour)
            work = self.duty.at(at) if hour else 0.0
            if hour - last > 4 and self.chance.happens(0.12 * work, "closed", hour):
                closed, last = closed + 1, hour
            if self.chance.happens(0.26 * work, "edict", hour):
                notices = self._issued(notices, hour)
            drawn = f"/planol/talls-{closed}.svg"
            words = tuple(" · ".join(self._told(item)) for item in notices)
            yield PageState(rows=tuple(self._page(drawn, notices, guests, hour)), news=(drawn, *words))

    def _issued(self, old: list[Edict], hour: int) -> list[Edict]:
        """A notice comes, a paper is put anew, or a notice is annulled."""
        what, place = self.chance.number("what", hour), self.chance.below(5, "whose", hour)
        if what < 0.55:
            return [Edict(old[0].number + 1, hour), *old[:6]]
        if hour - old[place].touched < 5:
            return old
        item = replace(old[place], touched=hour)
        changed = replace(item, annulled=True) if what > 0.87 else replace(item, papers=item.papers + 1)
        return [*old[:place], changed, *old[place + 1 :]]

    def _told(self, item: Edict) -> tuple[str, str, str]:
        matter, quarter, step = told(self.chance.child("told"), (_MATTERS, _QUARTERS, _STEPS), item.number)
        size = self.chance.between(90, 900, "size", item.number) + 13 * item.papers
        state = "ANUL·LAT" if item.annulled else f"Exp. {item.number + 1204}"
        return f"{matter} {quarter}: {step}", state, f"PDF {size} kB"

    def _page(self, drawn: str, notices: Sequence[Edict], guests: Sequence[Guest], hour: int) -> list[Row]:
        at = STARTS_AT + timedelta(hours=hour)
        seen = f"Consultat a les {at:%H}:{self.chance.below(60, 'seen', hour):02d}"
        note = f"{at:%d/%m/%Y} · {self.chance.between(11, 30, 'air', hour)} °C"
        rows = [
            row(panels.masthead("Ajuntament de Vilanera", 1000, note, height=60), tag="header"),
            row(self._poster(hour)),
            row(
                [self._open(hour, at, 300), self._face(hour, 300), self._sky(hour, 300)],
                [self._notices(notices, guests, hour, 400), self._poll(hour, 400)],
                [
                    _figure("Qualitat de l’aire", f"/planol/aire-{hour}.svg", seen),
                    _figure("Talls de carrers", drawn, seen, is_news=True),
                    panels.advert(self.adverts.advert("side", 60 * hour, 276, 120), "side-advert", 300),
                ],
                tag="main",
            ),
            row(panels.plain("foot", 1000, '<p class="small">Pl. Major, 1 · Avís legal · Cookies</p>'), tag="footer"),
        ]  # fmt: skip
        if self.chance.happens(0.35, "campaign", hour // 4):
            words, height = self.chance.pick(_POSTERS, "words", hour // 4), 40 + 44 * (hour // 4 % 2)
            rows.insert(0, row(panels.strip(words, height, name="promo")))
        return rows

    def _poster(self, hour: int) -> Panel:
        number = self.chance.below(len(_POSTERS), "poster", hour)
        picture = panels.image(f"crowd-poster-{number}", 1000, 170)
        return panels.plain("poster", 1000, f"{picture}<h1>{_POSTERS[number]}</h1>")

    def _notices(self, notices: Sequence[Edict], guests: Sequence[Guest], hour: int, width: int) -> Panel:
        """Notices, one of them unfolded: it is another one at most visits."""
        unfolded = self.chance.pick(notices, "unfolded", hour)
        lines = ""
        for item in mixed(notices, guests):
            if isinstance(item, Guest):
                link = f'<a href="{ORIGIN}/v/{item.text}">{_CATALAN_GUESTS[item.text]}</a>'
                lines += f'<li class="guest"><h2>{link}</h2></li>'
                continue
            title, state, size = self._told(item)
            read = self.chance.between(4, 300, "read", item.number) + hour - item.number
            paper = f'<a href="{ORIGIN}/pdf/{item.number}-{item.papers}.pdf">{size}</a>'
            kind = ' class="off"' if item.annulled else ""
            lines += f"<li><h2>{title}</h2><p{kind}>{state}</p>{paper} <i>{read} lectures</i>"
            if item is unfolded:
                way = self.chance.pick(_WAYS, "way", item.number)
                lines += f'<p class="more">{_EXPLAINED.format(how=way)}</p>'
            lines += "</li>"
        return panels.plain("notices", width, f"<h4>Tauler d’anuncis</h4><ul>{lines}</ul>", is_news=True)

    def _open(self, hour: int, at: datetime, width: int) -> Panel:
        is_open = at.weekday() < 5 and 9 <= at.hour < 14
        waits = ((name, self.chance.between(1, 55, "wait", name, hour)) for name in _COUNTERS if is_open)
        lines = "".join(f"<li>{name}: {wait} min</li>" for name, wait in waits)
        words = "Obert ara, tanquem a les 14" if is_open else "Tancat, obrim a les 9"
        return panels.plain("open", width, f"<h4>Oficina d’atenció</h4><p>{words}</p><ul>{lines}</ul>")

    def _face(self, hour: int, width: int) -> Panel:
        """Who is at the counter this shift."""
        number = self.chance.below(len(_STAFF), "staff", hour // 4)
        face = panels.image(f"portrait-staff-{number}", width - 24, 200)
        html = f'<h2>Avui us atén</h2>{face}<p class="small">{_STAFF[number]}</p>'
        return panels.plain("figure", width, html)

    def _sky(self, hour: int, width: int) -> Panel:
        cards = "".join(
            f"<div><b>{day}</b><p>{self.chance.pick(_SKIES, 'sky', day, hour // 3)}</p>"
            f"<p>{self.chance.between(12, 31, 'warm', day, hour // 2)}°</p></div>"
            for day in ("avui", "demà", "després")
        )
        return panels.plain("sky", width, f'<h4>El temps</h4><div class="cards">{cards}</div>')

    def _poll(self, hour: int, width: int) -> Panel:
        share = self.chance.between(30, 66, "share", hour)
        lines = "".join(
            f'<p>{words} {part} %</p><i style="width:{3 * part}px"></i>'
            for words, part in (("Més arbres", share), ("Més places", 92 - share), ("Cap", 8))
        )
        return panels.plain("poll", width, f"<h4>Com vols la rambla?</h4>{lines}<p>{310 + 4 * hour} vots</p>")

    def picture(self, path: str) -> Resource | None:
        """The map and the curve too."""
        if not path.startswith("/planol/"):
            return super().picture(path)
        kind, _, number = path.removesuffix(".svg").removeprefix("/planol/").partition("-")
        if kind == "talls":
            return drawing(276, 200, "#f2efe6", self._streets(int(number)))
        return drawing(276, 200, "#ffffff", curve(self.chance.child("air"), int(number), 276, 200, "#2f6690"))

    def _streets(self, number: int) -> str:
        """Streets, some of them closed; a third of those that may be is judged anew from one map to the next."""
        lanes = (f"M0 {y}H276M{y + 20} 0V200" for y in range(20, 260, 40))
        parts = f'<path d="{"".join(lanes)}" stroke="#cfc8b6" stroke-width="9"/>'
        for street in range(18):
            draw = self.chance.child("street", street)
            turns = (number + draw.below(3, "turn")) // 3
            hue = _HUES[(draw.below(4, "hue") + turns * draw.between(1, 3, "by")) % 4]
            x, y = 8 + 40 * (street % 6), 16 + 40 * (street // 6 + street % 2)
            sign = f'<circle cx="{x}" cy="{y + 4}" r="6" fill="{hue}"/>'
            parts += f'<rect x="{x}" y="{y}" width="44" height="9" fill="{hue}"/>{sign}'
        return parts


def _figure(title: str, path: str, note: str, *, is_news: bool = False) -> Panel:
    shown = f'<h2>{title}</h2><img src="{path}" width="276" height="200" alt=""><p class="small">{note}</p>'
    return panels.plain("figure", 300, shown, is_news=is_news)


DECIDED = (Aruodas, Consistori)
