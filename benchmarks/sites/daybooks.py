"""What a house publishes once a day at its hour: first the list of an Italian grain exchange and what is said of it.

A list, a bulletin or a comment that is wholly new at the same hour of each day is news as much as what comes at any
hour, and builds on the day before. Around it other things change at all hours.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from benchmarks.sites import panels
from benchmarks.sites.feeds import Feed, Post, feeding, liked, posted
from benchmarks.sites.illustrated import Duty, told
from benchmarks.sites.look import SANS, SERIF, Look
from benchmarks.sites.page import ORIGIN, PageState, Panel, Row, row
from benchmarks.sites.site import GeneratedSite
from benchmarks.sites.standing import date_of, today
from pagetide.demo.adverts import Advert
from pagetide.demo.chance import Chance


def due(at: datetime, hour: int, *, working: bool = False) -> bool:
    """Whether what is published once a day appears now."""
    return at.hour == hour and not (working and at.weekday() > 4)


def fresh(
    chance: Chance, issue: int, patterns: Sequence[str], words: Mapping[str, Sequence[str]], many: int
) -> str:
    """Sentences of one issue, which come again only after all others."""
    return " ".join(posted(chance, issue * many + part, patterns, words) for part in range(many))


def sold(creative: Advert, name: str, width: int, words: str) -> Panel:
    """An advertisement under a word of the page's language."""
    shown = (
        f'<a href="{ORIGIN}/out/{creative.campaign}"><img src="{creative.path}" width="{creative.width}"'
        f' height="{creative.height}" style="margin:0 auto" alt=""></a>'
    )
    return panels.plain(name, width, f'<p class="small">{words}</p>{shown}')


_GOODS = (
    ("Frumento tenero, forza", "il grano di forza", 268), ("Frumento tenero, panificabile", "il panificabile", 231),
    ("Frumento duro, fino", "il grano duro", 312), ("Mais nazionale", "il mais", 214),
    ("Orzo pesante", "l’orzo", 205), ("Sorgo bianco", "il sorgo", 199), ("Soia nazionale", "la soia", 418),
    ("Erba medica disidratata", "l’erba medica", 189), ("Crusca di tenero", "la crusca", 142),
    ("Risone Carnaroli", "il risone", 640), ("Paglia in rotoli", "la paglia", 96),
    ("Farina 00, sacchi", "la farina", 455),
)  # fmt: skip
_UP = ("{g} guadagna {d} euro: i molini hanno coperto maggio e ora guardano a luglio.",
       "Sale di {d} euro {g}, con pochi venditori presenti in sala.",
       "Per {g} il rialzo è di {d} euro, dopo che {porto} ha chiesto merce pronta.",
       "{g} recupera {d} euro e torna ai valori di inizio primavera.",
       "Il listino premia {g}, che aggiunge {d} euro alla quota precedente.",
       "Con {d} euro in più {g} chiude la seduta sui massimi del mese.",
       "{g} trova compratori a {d} euro sopra la volta scorsa, in prevalenza mangimisti.")  # fmt: skip
_DOWN = ("{g} cede {d} euro, frenato dagli arrivi a {porto}.",
         "Cala di {d} euro {g}: chi ha spazio in magazzino preferisce aspettare.",
         "{g} perde {d} euro e i detentori accettano anche consegne differite.",
         "Meno {d} euro per {g}, dopo le piogge che hanno rassicurato i campi.",
         "Il ribasso tocca anche {g}, che lascia {d} euro sulla piazza.",
         "Scende {g}, {d} euro in meno, con scambi ridotti a poche partite.",
         "Sotto pressione {g}: {d} euro in meno e offerte ancora abbondanti.")  # fmt: skip
_MARKET = (
    "In sala si contavano {n} operatori, qualcuno in meno rispetto alla seduta precedente.",
    "La merce estera offerta a {porto} resta più cara di {m} euro resa destino.",
    "I trasportatori chiedono {m} euro la tonnellata sulla tratta per {paese}.",
    "A {paese} la trebbiatura dell’orzo dovrebbe cominciare dopo il {data}.",
    "Le cooperative dichiarano giacenze per {n} mila tonnellate.",
    "La domanda dei mangimifici è stata regolare, quella dei molini quasi assente.",
    "Si segnalano contratti per il nuovo raccolto con premio legato alle proteine.",
    "Il cambio favorisce chi compra oltre oceano e smorza le richieste interne.",
    "Nelle campagne di {paese} la grandine ha colpito {n} aziende.",
    "Gli stoccatori di {paese} hanno riaperto le vendite dopo {m} giorni.",
    "Una nave di {n} mila tonnellate è attesa a {porto} entro la settimana.",
    "Restano ferme le partite con peso ettolitrico sotto {n2}.",
    "La siccità preoccupa i soci della zona di {paese}, dove mancano {n} millimetri.",
    "Il comitato ha esaminato {n} contratti depositati, in gran parte con consegna pronta.",
    "L’industria della pasta ha comprato per settembre, senza fissare il prezzo.",
    "A {paese} un essiccatoio ha fermato gli acquisti fino alla prossima seduta.",
    "Chi ha venduto in inverno è rimasto alla finestra.",
    "Per le farine i fornai accettano aumenti solo su consegne di {m} quintali.",
)  # fmt: skip
_HEADS = ("Seduta prudente, pochi scambi", "I molini tornano a comprare", "Venditori in attesa del raccolto",
          "Mercato a due velocità", "Piazza vivace sui foraggi", "Prezzi contesi fino alla chiusura",
          "Sala divisa sul nuovo raccolto", "L’estero detta il passo", "Le piogge cambiano gli umori",
          "Merce pronta cercata, differita no", "Chiusura nervosa", "Si compra solo il necessario")  # fmt: skip
_NOTICES = (
    "La seduta di {giorno} è anticipata alle ore {h}.", "Dal {data} il deposito dei contratti avviene solo online.",
    "Sospesa la quotazione della paglia di {paese} fino al {data}.",
    "L’umidità di riferimento del mais passa al {k} per cento.",
    "Sala chiusa {giorno} per lavori all’impianto elettrico.",
    "La ditta di {paese} iscritta al n. {n} è esclusa dalle contrattazioni per {m} giorni.",
    "Nominati {m} nuovi periti per i cereali di {paese}.", "La tassa di ingresso sale a {n} euro dal mese prossimo.",
    "Il laboratorio analisi sposta il ritiro dei campioni alle {h} di {giorno}.",
    "Aperto il bando per {m} posti nel comitato prezzi.", "Il regolamento dei foraggi è modificato all’articolo {n}.",
    "Elezioni della deputazione: si vota {giorno} fino alle {h}.",
)  # fmt: skip
_AWARDS = (
    "Il venditore di {paese} rifonde {m} euro la tonnellata per impurità.",
    "Valida la consegna a {porto} con {m} giorni di ritardo.",
    "Respinto il ricorso dell’essiccatoio di {paese}.",
    "Contratto risolto, il peso mancava di {m} quintali.",
    "Le spese di sosta a {porto} restano al compratore.",
    "Perizia da rifare sul campione prelevato a {paese}.",
    "Riconosciuta la forza maggiore per la piena a {paese}.",
)  # fmt: skip
_OFFERS = ("Vendo {n} t di fieno, primo taglio, {paese}", "Cerco mietitrebbia per {n} ettari, zona {paese}",
           "Rimorchio ribaltabile da {m} t, visibile a {paese}", "Affitto silo da {n}0 t, {paese}",
           "Compro orzo da seme, {m} quintali", "Cedo {m} quote di essiccatoio a {paese}",
           "Trasporto di ritorno da {porto}, {giorno}", "Seme di medica, {n} sacchi, ritiro a {paese}",
           "Cerco paglia pressata, {n} rotoli", "Trattore di {m} anni, gommato, {paese}",
           "Vendo erpice, {m} dischi, prezzo a voce")  # fmt: skip
_VOICES = ("Con questi prezzi a {paese} non si semina più.", "Anche da voi il gasolio è salito di {m} centesimi?",
           "Il Carnaroli lo tengo fino a Natale.", "A {porto} fanno quello che vogliono.",
           "Bella analisi, ma le proteine contano di più.", "Ho perso {m} ettari con la grandine.",
           "Chi decide i {n} nomi del comitato?", "Mio nonno diceva: grano venduto, sonno avuto.",
           "Servirebbe una piazza anche a {paese}.")  # fmt: skip
_READ = ("Come leggere il listino", "Il peso ettolitrico spiegato bene", "Storia della loggia dei grani",
         "Contratto tipo 103: che cosa cambia", "Micotossine, i limiti in vigore",
         "Moduli per l’iscrizione dei mediatori",
         "Le medie mensili dal 1998", "Dove parcheggiare nei giorni di seduta", "Glossario del mercato",
         "Calendario delle sedute")  # fmt: skip
_ITALIAN: Mapping[str, Sequence[str]] = {
    "porto": ("Ravenna", "Marghera", "Venezia", "Chioggia", "Monfalcone"),
    "paese": ("Copparo", "Ostiglia", "Lonigo", "Cento", "Budrio", "Comacchio", "Cologna", "Mirandola", "Suzzara",
              "Badia", "Finale", "Portomaggiore", "Russi"),
    "giorno": ("lunedì", "martedì", "mercoledì", "giovedì", "venerdì"),
    "n2": ("74", "75", "76", "77"),
    "k": ("13", "13,5", "14", "14,5", "15"),
    "data": ("3 giugno", "5 giugno", "9 giugno", "12 giugno", "16 giugno", "19 giugno", "24 giugno"),
}  # fmt: skip
_STREETS = ("Chicago, mais", "Parigi, grano", "Parigi, colza", "Chicago, soia", "Winnipeg, duro")
_DAYS_IT = ("lunedì", "martedì", "mercoledì", "giovedì", "venerdì", "sabato", "domenica")


@dataclass(frozen=True)
class Listed:
    """A list of prices in half euros: of which day, what stood there before, and which row was put right since."""

    day: int
    prices: tuple[int, ...]
    before: tuple[int, ...]
    mended: int = -1


class Granaglie(GeneratedSite):
    """An exchange for grain: the day's list at two and a comment at four, notices and awards when there are any."""

    slug = "granaglie"
    hard = "Italian; a list and a comment new each working day at their hours; futures, offers and weather run on"
    more = 0
    look = Look(
        heading=SERIF, body=SANS, paper="#fdfbf5", ink="#2a2416", muted="#7d745f", line="#ddd3bb", accent="#7a5c00",
        lead_px=26, top_px=19, card="#f5eedb",
        extra=(
            "table{border-collapse:collapse;width:100%}td,th{border-bottom:1px solid #ddd3bb;padding:5px 8px;"
            "line-height:20px;text-align:right}td:first-child,th:first-child{text-align:left}.commento p{"
            "font:16px/23px 'Liberation Serif';margin-bottom:10px}.borse{background:#2a2416;color:#f5eedb}"
            ".borse div{display:flex;justify-content:space-between}.avvisi,.lodi{background:#f5eedb}"
            ".masthead{border-bottom:4px double #7a5c00}.bacheca li{padding:5px 0 4px}"
        ),
    )  # fmt: skip
    duty = Duty(hours=(8, 17), then=0.05, night=0.0)
    feeds: Mapping[str, Feed] = {
        "bacheca": Feed(per_h=0.45, length=8, busy=(7, 21), idle=0.1, leaves=0.06),
        "voci": Feed(per_h=0.3, length=4, busy=(7, 22), idle=0.15),
    }

    def states(self, hours: int) -> Iterator[PageState]:
        """The page at each of the first hours."""
        bases = tuple(2 * base + self.chance.between(-9, 9, "base", name) for name, _, base in _GOODS)
        listed = said = self._next(Listed(-5, bases, bases), -4)
        notices, awards, wrong = [4, 3, 2, 1], [3, 2, 1], -1
        for hour, at, posts in feeding(self.feeds, self.chance.child("feeds"), hours):
            pace = self.duty.at(at) if hour else 0.0
            if hour == wrong:
                listed = self._mended(listed)
            if due(at, 14, working=True):
                listed = self._next(listed, today(hour))
                late = self.chance.between(1, 5, "late", hour)
                wrong = hour + late if self.chance.happens(0.4, "wrong", hour) else -1
            if due(at, 16, working=True):
                said = listed
            if self.chance.happens(0.12 * pace, "notice", hour):
                notices = [notices[0] + 1, *notices[:3]]
            if self.chance.happens(0.05 * pace, "award", hour):
                awards = [awards[0] + 1, *awards[:2]]
            news = (
                *(" ".join(cells) for cells in self._lines(listed)),
                self._errata(listed),
                " ".join(self._comment(said)),
                *(self._notice(number) for number in notices),
                *(self._award(number) for number in awards),
            )
            yield PageState(rows=tuple(self._page((listed, said), notices, awards, posts, hour)), news=news)

    def _next(self, old: Listed, day: int) -> Listed:
        mood = self.chance.pick((-1, 0, 0, 1), "mood", day)
        steps = (0, 0, 0, 1, 2, 2, 4, 6, -1, -2, -2, -4)
        prices = tuple(
            price + self.chance.pick(steps, "step", day, seat) + mood for seat, price in enumerate(old.prices)
        )
        return Listed(day, prices, old.prices)

    def _mended(self, old: Listed) -> Listed:
        seat = self.chance.below(len(_GOODS), "mended", old.day)
        step = self.chance.pick((-6, -4, -3, 3, 5, 8), "by", old.day)
        prices = (*old.prices[:seat], old.prices[seat] + step, *old.prices[seat + 1 :])
        return replace(old, prices=prices, mended=seat)

    def _lines(self, listed: Listed) -> list[tuple[str, ...]]:
        lines: list[tuple[str, ...]] = []
        for seat, (name, _, _) in enumerate(_GOODS):
            now, by = listed.prices[seat], listed.prices[seat] - listed.before[seat]
            moved = f"{'+' if by > 0 else '−'}{_euros(abs(by))}" if by else "inv."
            mark = " *" if seat == listed.mended else ""
            lines.append((name + mark, _euros(now), _euros(now + 6 + 2 * (seat % 4)), moved))
        return lines

    def _errata(self, listed: Listed) -> str:
        if listed.mended < 0:
            return ""
        return f"* Errata corrige: il prezzo pubblicato alle 14 per {_GOODS[listed.mended][1]} era errato."

    def _comment(self, listed: Listed) -> tuple[str, str, str]:
        """What is said of a list: what moved most, and how the market was."""
        moved = [now - was for now, was in zip(listed.prices, listed.before, strict=True)]
        most = sorted(range(len(moved)), key=lambda seat: -abs(moved[seat]))[:4]
        lines = []
        for place, seat in enumerate(most):
            draw = self.chance.child("move", moved[seat] > 0)
            words = {**_ITALIAN, "g": (_GOODS[seat][1],), "d": (_euros(abs(moved[seat])),)}
            lines.append(posted(draw, 4 * listed.day + place, _UP if moved[seat] > 0 else _DOWN, words))
        (title,) = told(self.chance.child("head"), (_HEADS,), listed.day)
        market = fresh(self.chance.child("market"), listed.day, _MARKET, _ITALIAN, 4)
        return title, " ".join(lines), market

    def _notice(self, number: int) -> str:
        return posted(self.chance.child("notice"), number, _NOTICES, _ITALIAN)

    def _award(self, number: int) -> str:
        words = posted(self.chance.child("award"), number, _AWARDS, _ITALIAN)
        return f"Lodo {31 + number}/26. {words}"

    def _page(
        self, both: tuple[Listed, Listed], notices: Sequence[int], awards: Sequence[int],
        posts: Mapping[str, Sequence[Post]], hour: int,
    ) -> list[Row]:  # fmt: skip
        note = f"{_italian(today(hour))}, ore {(hour + 6) % 24} · {self.chance.between(20, 900, 'in', hour)} collegati"
        advert = self.adverts.advert(
            "side", 60 * hour, 300, self.chance.pick((250, 250, 400), "px", hour // 2)
        )
        main = [self._list(both[0]), self._said(both[1], hour)]
        side = [
            self._paper("avvisi", "Avvisi", [self._notice(item) for item in notices], 360),
            self._weather(hour),
            sold(advert, "sponsor", 360, "Pubblicità"),
        ]
        left = self.chance.happens(0.25, "left", hour // 8)
        rows = [
            row(panels.masthead("Borsa Merci di Pontelago", 1000, note, height=74), tag="header"),
            row(self._abroad(hour)),
            row(*((side, main) if left else (main, side)), tag="main"),
            row(
                self._board(posts["bacheca"], hour),
                [
                    self._paper("lodi", "Camera arbitrale", [self._award(item) for item in awards], 500),
                    self._voices(posts["voci"], hour),
                ],
            ),
            row(self._read(hour)),
            row(panels.plain("piede", 1000, '<p class="small">Statuto · Privacy · Contatti</p>'), tag="footer"),
        ]  # fmt: skip
        if self.chance.happens(0.3, "strip", hour // 4):
            words = self.chance.pick(
                ("Fiera del riso: biglietti in prevendita", "Scarica la app"), "w", hour // 4
            )
            rows.insert(0, row(panels.strip(words, self.chance.pick((48, 90, 140), "strip px", hour // 4))))
        return rows

    def _list(self, listed: Listed) -> Panel:
        lines = "".join(
            f"<tr>{''.join(f'<td>{cell}</td>' for cell in cells)}</tr>" for cells in self._lines(listed)
        )
        head = "<tr><th>Euro per tonnellata<th>Min<th>Max<th>Var.</tr>"
        under = f'<p class="small">{self._errata(listed)}</p>' if listed.mended >= 0 else ""
        html = f"<h1>Listino di {_italian(listed.day)}</h1><table>{head}{lines}</table>{under}"
        return panels.plain("listino", 640, html, is_news=True)

    def _said(self, listed: Listed, hour: int) -> Panel:
        title, moves, market = self._comment(listed)
        seen = 8 + liked(self.chance.child("seen", listed.day), hour, 24 * listed.day + 10, 900)
        html = f'<h4>Il commento</h4><h2>{title}</h2><p>{moves}</p><p>{market}</p><p class="small">{seen} letture</p>'
        return panels.plain("commento", 640, html, is_news=True)

    def _paper(self, name: str, heading: str, lines: Sequence[str], width: int) -> Panel:
        items = "".join(f"<li>{line}</li>" for line in lines)
        return panels.plain(name, width, f"<h4>{heading}</h4><ul>{items}</ul>", is_news=True)

    def _abroad(self, hour: int) -> Panel:
        cells = "".join(
            f"<span>{name} <b>{_euros(self.chance.between(380, 990, 'abroad', name, hour))}</b></span>"
            for name in _STREETS
        )
        return panels.plain("borse", 1000, f"<div>{cells}</div>")

    def _weather(self, hour: int) -> Panel:
        lines = "".join(
            f"<tr><td>{name}<td>{self.chance.between(8, 27, 'warm', name, hour // 2)}°"
            f"<td>{self.chance.between(30, 98, 'damp', name, hour)}%</tr>"
            for name in _ITALIAN["paese"][:7]
        )
        return panels.plain("meteo", 360, f"<h4>Meteo agrario</h4><table>{lines}</table>")

    def _board(self, posts: Sequence[Post], hour: int) -> Panel:
        lines = "".join(
            f"<li><h3>{posted(self.chance.child('offer'), item.number, _OFFERS, _ITALIAN)}</h3>"
            f'<p class="small">inserito {max(1, hour - item.began)} ore fa</p></li>'
            for item in posts
        )
        return panels.plain("bacheca", 500, f"<h4>Bacheca degli operatori</h4><ul>{lines}</ul>")

    def _voices(self, posts: Sequence[Post], hour: int) -> Panel:
        lines = "".join(
            f"<li><p>{posted(self.chance.child('voice'), item.number, _VOICES, _ITALIAN)}</p>"
            f'<p class="small">{liked(self.chance.child("likes", item.number), hour, item.began, 60)} mi piace</p></li>'
            for item in posts
        )
        return panels.plain("voci", 500, f"<h4>In loggia si dice</h4><ul>{lines}</ul>")

    def _read(self, hour: int) -> Panel:
        cards = "".join(
            f"<div>{panels.image(f'culture-grain-{number}', 230, 130)}<h3>{_READ[number]}</h3></div>"
            for number in self.chance.shuffled(range(len(_READ)), "read", hour)[:4]
        )
        return panels.plain("guide", 1000, f'<h4>I più letti</h4><div class="cards">{cards}</div>')


def _euros(halves: int) -> str:
    return f"{halves // 2},{'50' if halves % 2 else '00'}"


def _italian(days: int) -> str:
    day = date_of(days)
    return f"{_DAYS_IT[day.weekday()]} {day.day} {('aprile', 'maggio', 'giugno', 'luglio')[day.month - 4]}"


DAYBOOKS = (Granaglie,)
