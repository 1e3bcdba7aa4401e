"""Where water decides: a Sardinian company's hours of supply, and the boats to the Breton isles."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from benchmarks.sites import panels
from benchmarks.sites.illustrated import told
from benchmarks.sites.look import SANS, SERIF, WIDE, Look
from benchmarks.sites.news import STARTS_AT
from benchmarks.sites.page import PageState, Panel, Row, row
from benchmarks.sites.site import GeneratedSite

_REGIONS = ("Monte Ruju", "Campidanu de Susu", "Costera", "Baronia Noa")
_TOWNS = ("Bidda Perda", "Santu Efis", "Funtana Mala", "Nuraghe Longu", "Serra Niedda", "Portu Entu", "Campu Ladu",
          "Iscala Arta", "Terra Mala", "Riu Siccu", "Cresia Betza", "Su Montigu")  # fmt: skip
_DAYS = ("lunis", "martis", "mèrcuris", "giòbia", "chenàbara", "sàbadu", "dumìniga")
_MOTIVES = ("tubu segadu in carrera manna", "traballos a su depuradore", "pagu abba in sa diga", "pumpa brusiada",
            "controllos de su laboratòriu", "unu furtu de ràmene", "alluvione in sa turbina")  # fmt: skip
_MODES = ("Abba dae sas {a} a sas {b}, {d} e {e}.", "Abba de su {d} serrada dae sas {a} a sas {b}.",
          "Abba normale, pressione bassa dae sas {a}.", "Est proibidu a bufare s’abba finas a {d}.",
          "Serrada totu sa die de {d}, torrat a sas {a}.")  # fmt: skip
_DECIDED = ("Sa regione istantziat {n} milliones pro sa diga de {t}", "{t}: torrat s’abba a {n} domos",
            "Rinviada sa serrada de {t}", "Multa de {n} mìgia èuros a s’impresa de {t}",
            "Su sìndigu de {t} serrat sas iscolas", "Arsènicu in {t}, {n} campiones fora de lege",
            "Firmadu s’acordu cun sos pastores de {t}", "Dimissiones in su consòrtziu de {t}")  # fmt: skip
_AND = ("S’ordinàntzia balet dae {d}. Sos botes arrivant a sas {a}.", "Sos tècnicos ant agatadu {n} pèrdidas.",
        "Su presidente at naradu chi su dinari bastat pro {n} meses.",
        "Sa deliberatzione passat, {a} votos contra a {b}.",
        "Su cumitadu pedit una riunione {d} a sas {a}.")  # fmt: skip
_REPORTS = ("In bia Roma bessit abba ruja!", "Inoghe galu nudda, dae eris.", "A sas chimbe fiat torrada, como nono.",
            "Su contadore girat a sa sola.", "Carchi unu tenet unu bidone?", "Gràtzias a sos operàios.",
            "Nemos respondet a su telèfono.", "Pressione bona in pratza.", "B’at una funtana iscorrende.",
            "Cantu costat un’autobote?")  # fmt: skip
_DAMS = ("Su Lagu Mannu", "Diga de s’Àbile", "Lagu Birde", "Sa Pischina", "Bau Nieddu")
_CARE = ("Sàbana s’abba: dutza curtza", "Sa bulleta in su telèfono tuo", "Càmbia su rubinete betzu",
         "Iscolas: bisita a su depuradore", "Leghe·bos su contadore", "Bonus sotziale 2026",
         "Su cuncursu fotogràficu de sas funtanas")  # fmt: skip


@dataclass(frozen=True)
class Supply:
    """A town's water: how it comes, at which hours and days, and why."""

    mode: int
    turn: int


@dataclass(frozen=True)
class Decision:
    """What was decided last: which news, how often told anew, and the picture it is shown under."""

    number: int
    told: int = 0
    picture: int = 0


class Funtanas(GeneratedSite):
    """A water company: what towns get in plain paragraphs by region, reports of its customers between them."""

    slug = "funtanas"
    hard = "Sardinian; hours and days in plain paragraphs, customers between them; a lead told anew or repictured"
    more = 0
    look = Look(
        heading=SERIF, body=SERIF, paper="#fffefb", ink="#1b2733", muted="#74808b", line="#d9d6cc", accent="#1b6ca8",
        lead_px=32, top_px=20, card="#eaf3f9",
        extra=(
            ".masthead h2{color:#1b6ca8;letter-spacing:2px}.ghia,.zona{border-top:2px solid #1b6ca8}"
            ".zona p{margin-bottom:9px;font-size:16px;line-height:23px}.zona em{color:#74808b}"
            ".digas{background:#eaf3f9}.digas i{display:block;height:22px;background:#1b6ca8}"
            ".digas p{font:13px/18px 'Liberation Sans'}.cura{background:#1b6ca8;color:#fff}.cura h3{padding-top:8px}"
            ".autobotes{background:#fff3d6}.autobotes li{font:13px/18px 'Liberation Sans'}"
            ".ghia p{font-size:18px;line-height:26px;margin-bottom:8px}.avisu{background:#c8102e;color:#fff}"
        ),
    )  # fmt: skip

    def states(self, hours: int) -> Iterator[PageState]:
        """The page at each of the first hours."""
        towns = [Supply(self.chance.below(5, "mode", seat), seat) for seat in range(len(_TOWNS))]
        lead = Decision(0)
        for hour in range(hours):
            at = STARTS_AT + timedelta(hours=hour)
            # crews start early, and the hours of the next day are given out in the evening
            pace = {4: 0.8, 5: 1.0, 6: 1.0, 16: 0.9, 17: 1.0, 18: 1.0}.get(at.hour, 0.12) if hour else 0.0
            if self.chance.happens(0.42 * pace, "supply", hour):
                for turn in range(self.chance.pick((1, 1, 2, 3), "how many", hour)):
                    place = self.chance.below(len(towns), "which", hour, turn)
                    mode = towns[place].mode
                    if self.chance.happens(0.5, "mode", hour, turn):
                        mode = self.chance.below(5, "to", hour, turn)
                    towns[place] = Supply(mode, 100 * hour + turn)
            if hour and 6 <= at.hour <= 20 and self.chance.happens(0.12, "lead", hour):
                what = self.chance.number("lead does", hour)
                if what < 0.5:
                    kept = lead.picture if what < 0.2 else lead.number + 1
                    lead = Decision(lead.number + 1, picture=kept)
                elif what < 0.75:
                    lead = replace(lead, told=lead.told + 1)
                else:
                    lead = replace(lead, picture=100 + hour)
            supply = tuple(self._supply(seat, item) for seat, item in enumerate(towns))
            yield PageState(
                rows=tuple(self._page(towns, lead, hour, at)), news=(*self._decided(lead), *supply)
            )

    def _supply(self, seat: int, item: Supply) -> str:
        draw = self.chance.child("hours", seat, item.turn)
        first = draw.between(5, 13, "a")
        day = draw.below(7, "d")
        words = _MODES[item.mode].format(
            a=first,
            b=first + draw.between(3, 9, "b"),
            d=_DAYS[day],
            e=_DAYS[(day + draw.between(1, 6, "e")) % 7],
        )
        return f"<b>{_TOWNS[seat]}.</b> {words} Motivu: {draw.pick(_MOTIVES, 'why')}."

    def _decided(self, lead: Decision) -> tuple[str, str]:
        title, town = told(self.chance.child("told"), (_DECIDED, _TOWNS), lead.number)
        draw = self.chance.child("decided", lead.number, lead.told)
        words = _AND[(lead.number + lead.told) % len(_AND)].format(
            n=draw.between(2, 95, "n"), a=draw.between(7, 19, "a"), b=draw.between(20, 40, "b"),
            d=draw.pick(_DAYS, "d"),
        )  # fmt: skip
        n = self.chance.between(2, 90, "n", lead.number)
        return title.format(n=n, t=town), words

    def _page(self, towns: Sequence[Supply], lead: Decision, hour: int, at: datetime) -> list[Row]:
        zones = [self._zone(part, towns, hour) for part in range(len(_REGIONS))]
        split = self.chance.happens(0.45, "split", hour // 5)
        height = self.chance.pick((100, 250, 330), "px", hour)
        sold = panels.advert(self.adverts.advert("side", 60 * hour, 336, height), "publitzidade", 360)
        side = [self._dams(hour), self._tankers(hour), sold]
        note = f"{at + timedelta(hours=2):%d.%m.%Y – %H:%M} · {self.chance.between(30, 4_000, 'here', hour)} bisitas oe"
        rows = [
            row(panels.masthead("Funtanas de Sardigna", 1000, note, height=76), tag="header"),
            row(self._care(hour)),
        ]
        if split:
            rows += [
                row([self._lead(lead, 640, hour), replace(side[0], width_px=640)], side[1:]),
                row(
                    *([replace(zone, width_px=500) for zone in zones[part::2]] for part in (0, 1)), tag="main"
                ),
            ]
        else:
            rows.append(row([self._lead(lead, 640, hour), *zones], side, tag="main"))
        rows.append(row(panels.plain("fundu", 1000, '<p class="small">Cuntatos · Tarifas</p>'), tag="footer"))
        if self.chance.happens(0.3, "notice", hour // 3):
            tall = self.chance.between(36, 140, "notice px", hour // 3)
            words = self.chance.pick(
                ("Atentzione a sas truffas in domo", "S’isportellu nou est abertu"), "w", hour // 3
            )
            rows.insert(
                self.chance.pick((0, 1), "top", hour // 3), row(panels.strip(words, tall, name="avisu"))
            )
        return rows

    def _lead(self, lead: Decision, width: int, hour: int) -> Panel:
        title, words = self._decided(lead)
        shown = panels.image(f"politics-decision-{lead.picture}", width - 24, 260)
        liked = f"{self.chance.between(3, 900, 'shared', lead.number, hour)} cundivisiones"
        html = f'{shown}<h1>{title}</h1><p>{words}</p><p class="small">{liked}</p>'
        return panels.plain("ghia", width, html, is_news=True)

    def _zone(self, part: int, towns: Sequence[Supply], hour: int) -> Panel:
        """A region's towns in paragraphs, and what customers wrote between them in the last hour."""
        lines = [self._supply(seat, towns[seat]) for seat in range(3 * part, 3 * part + 3)]
        draw = self.chance.child("reports", part, hour)
        for turn in range(draw.pick((0, 1, 1, 2), "many")):
            words = draw.pick(_REPORTS, "words", turn)
            ago = f"<em>a sas {(hour + 7) % 24}:{draw.between(10, 59, 'minute', turn)}</em>"
            lines.insert(draw.below(len(lines) + 1, "place", turn), f"<b>Unu cliente.</b> {words} {ago}")
        inner = "".join(f"<p>{line}</p>" for line in lines)
        return panels.plain("zona", 640, f"<h2>{_REGIONS[part]}</h2>{inner}", is_news=True)

    def _dams(self, hour: int) -> Panel:
        lines = ""
        for place, name in enumerate(_DAMS):
            level = 30 + 9 * place + self.chance.below(90, "level", name, hour) / 10
            lines += f'<p>{name}: {level:.1f} %</p><i style="width:{int(3.2 * level)}px"></i>'
        return panels.plain("digas", 360, f"<h4>Sas digas como</h4>{lines}")

    def _tankers(self, hour: int) -> Panel:
        lines = "".join(
            f"<li>Autobote {self.chance.between(2, 19, 'car', name, hour // 4)} · {name} · tra"
            f" {self.chance.between(3, 90, 'minutes', name, hour)} minutos</li>"
            for name in self.chance.shuffled(_TOWNS, "tankers", hour // 2)[: 3 + hour % 4]
        )
        return panels.plain("autobotes", 360, f"<h4>Autobotes in caminu</h4><ul>{lines}</ul>")

    def _care(self, hour: int) -> Panel:
        tall = self.chance.pick((120, 200, 320), "care px", hour // 2)
        cards = "".join(
            f"<div>{panels.image(f'science-cura-{number}', 476, tall)}<h3>{_CARE[number]}</h3></div>"
            for number in self.chance.shuffled(range(len(_CARE)), "care", hour)[:2]
        )
        return panels.plain("cura", 1000, f'<div class="cards">{cards}</div>')


_LINES = (("Enez Velen", "Porzh Gwenn"), ("Enez Sizig", "Porzh Gwenn"), ("Molenig", "Beg ar Raden"),
          ("Enez Houad Vras", "Beg ar Raden"), ("Triskorn", "Kae an Aod"), ("Enez Glaz", "Kae an Aod"),
          ("Ar Garreg Hir", "Porzh Gwenn"), ("Bae ar Mor Du", "Kae an Aod"))  # fmt: skip
_SAILING = ("Mont a ra en-dro", "Nullet", "Dale ouzh an avel", "Hanter servij", "Roll cheñchet", "Bag all")
_QUAYS = ("kae A", "kae B", "kae C", "kae ar pesketaerien")
_SUBJECTS = ("Diskrog-labour er bagoù", "Priz ar bilhed da {l}", "Kae nevez e {l}", "Ur vag prenet evit {l}",
             "Enklask goude an darvoud e {l}", "Karr-tan berzet war {l}", "Bilhed-koñje an inizidi e {l}",
             "Ar c’huzul-rannvro ha linenn {l}", "Labourioù war borzh {l}")  # fmt: skip
_SPOKEN = ("Adalek an {d} a viz Mezheven e vo {n} treizhadenn.", "Embannet eo bet gant ar gompagnunezh: {n} euro.",
           "Ar sindikadoù a c’houlenn {n} den ouzhpenn.", "Bodadeg d’an {d} a viz Mezheven, da {h} eur.",
           "Degemeret eo bet gant {n} mouezh.", "Serr e chomo ar porzh e-pad {n} devezh.")  # fmt: skip
_ISLE_SHOP = ("Krampouezh en enezenn", "Feurmiñ ur velo", "Gwele ha pred-beure", "Sellet ouzh ar reuniged",
              "Mirdi an Tour-tan", "Kouign-amann dre bost", "Regata an hañv", "Lestr bihan da werzhañ")  # fmt: skip
_BOATS = ("Avel Vor", "Bro Goz", "Steredenn", "Morwennol", "An Tarv", "Perlezenn")
_SEA = ("sioul", "un tamm houl", "mor bras", "kreñv")


@dataclass(frozen=True)
class Crossing:
    """A line to an isle: whether its boats go, from which quay, at which times."""

    state: int = 0
    quay: int = 0
    times: int = 0


@dataclass(frozen=True)
class Told:
    """News of the company: which one, how often told anew, and its photograph."""

    number: int
    anew: int = 0
    photo: int = 0


class Porzhiou(GeneratedSite):
    """Boats to the isles: lines with their hours and state, the next departures that run, news under photographs."""

    slug = "porzhiou"
    hard = "Breton; hours and states of lines in nested lists beside a board that runs, gales in bursts"
    more = 0
    look = Look(
        heading=WIDE, body=SANS, paper="#e8eef2", ink="#10222f", muted="#5c7282", line="#b9c8d3", accent="#d1495b",
        lead_px=26, top_px=17, card="#ffffff",
        extra=(
            ".masthead{background:#003d5b;color:#fff}.masthead .small{color:#9fd3e8}"
            ".linenn{background:#fff;border-bottom:6px solid #e8eef2}.linenn ol{display:flex;gap:10px;margin:4px 0}"
            ".linenn ol li{border:1px solid #b9c8d3;padding:2px 8px;font:bold 15px/20px 'Liberation Mono'}"
            ".stad{padding:1px 8px;background:#d8f0dd}.e1{background:#d1495b;color:#fff}"
            ".e2,.e3,.e4,.e5{background:#edae49}.taolenn{background:#10222f;color:#ffd166}"
            ".taolenn td{padding:3px 12px 3px 0;font:15px/22px 'Liberation Mono'}.kelou figure{margin:0 0 14px}"
            ".kelou figcaption{padding-top:6px}.amzer{background:#00798c;color:#fff}.stal{background:#fff}"
        ),
    )  # fmt: skip

    def states(self, hours: int) -> Iterator[PageState]:
        """The page at each of the first hours."""
        lines = [Crossing(quay=seat % 4, times=seat) for seat in range(len(_LINES))]
        news = [Told(number, photo=number) for number in (2, 1, 0)]
        for hour in range(hours):
            at = STARTS_AT + timedelta(hours=hour)
            gale = self.chance.happens(0.3, "gale", hour // 11)
            if hour and 4 <= at.hour <= 20 and self.chance.happens(0.4 if gale else 0.09, "sea", hour):
                for turn in range(self.chance.between(1, 3, "how many", hour) if gale else 1):
                    place = self.chance.below(len(lines), "which", hour, turn)
                    lines[place] = self._later(lines[place], hour, turn, gale=gale)
            if hour and 6 <= at.hour <= 18:
                news = self._newer(news, hour)
            told_now = (*(words for seat, item in enumerate(lines) for words in self._line(seat, item)),
                        *(words for item in news for words in self._words(item)))  # fmt: skip
            yield PageState(rows=tuple(self._page(lines, news, hour, at, gale=gale)), news=told_now)

    def _later(self, item: Crossing, hour: int, turn: int, *, gale: bool) -> Crossing:
        """Called off or delayed in a gale; back, from another quay or at other times when it is over."""
        draw = self.chance.child("later", hour, turn)
        if gale and item.state != 1:
            return replace(item, state=draw.pick((1, 1, 2, 3), "state"))
        if item.state and draw.happens(0.7, "back"):
            return replace(item, state=0)
        if draw.happens(0.5, "quay"):
            return replace(item, quay=(item.quay + draw.between(1, 3, "to")) % 4)
        return replace(
            item, state=draw.pick((0, 4, 5), "state"), times=item.times + draw.between(1, 90, "times")
        )

    def _newer(self, news: list[Told], hour: int) -> list[Told]:
        what = self.chance.number("news", hour)
        if what < 0.07:
            kept = self.chance.happens(0.35, "same photo", hour)
            number = news[0].number + 1
            return [Told(number, photo=news[0].photo if kept else number), *news[:-1]]
        place = self.chance.below(3, "of which", hour)
        if what < 0.1:
            news[place] = replace(news[place], anew=news[place].anew + 1)
        elif what < 0.15:
            news[place] = replace(news[place], photo=1_000 + hour)
        return news

    def _line(self, seat: int, item: Crossing) -> tuple[str, str]:
        isle, port = _LINES[seat]
        draw = self.chance.child("times", seat, item.times)
        times = sorted(
            {f"{draw.between(7, 19, 'h', turn):02d}:{5 * draw.below(12, 'm', turn):02d}" for turn in range(5)}
        )
        state = f'<b class="stad e{item.state}">{_SAILING[item.state]}</b>'
        hours = "".join(f"<li>{time}</li>" for time in times)
        return f"{port} – {isle}</h3><p>{state} {_QUAYS[item.quay]}", f"<ol>{hours}</ol>"

    def _words(self, item: Told) -> tuple[str, str]:
        title, seat = told(self.chance.child("told"), (_SUBJECTS, [name for name, _ in _LINES]), item.number)
        draw = self.chance.child("words", item.number, item.anew)
        words = _SPOKEN[(item.number + 2 * item.anew) % len(_SPOKEN)]
        return title.format(l=seat), words.format(
            n=draw.between(3, 48, "n"), d=draw.between(2, 29, "d"), h=draw.between(9, 20, "h")
        )

    def _page(
        self, lines: Sequence[Crossing], news: Sequence[Told], hour: int, at: datetime, *, gale: bool
    ) -> list[Row]:
        wide = self.chance.happens(0.4, "wide", hour // 4)
        order = list(range(len(lines)))
        if self.chance.happens(0.5, "by seats", hour // 2):
            order = self.chance.shuffled(order, "order", hour)
        width = 500 if wide else 380
        cards = [self._card(seat, lines[seat], hour, width) for seat in order]
        told_of = self._news(news, hour, 1000 if wide else 340)
        board, shop, sea = (
            self._board(hour, at, 500 if wide else 280),
            self._shop(hour, 280),
            self._sea(hour, 500 if wide else 280, gale=gale),
        )
        height = self.chance.pick((60, 120, 250, 400), "px", hour)
        sold = panels.advert(self.adverts.advert("wide", 60 * hour, 970, height), "bruderezh", 1000)
        note = f"{at + timedelta(hours=2):%d/%m/%Y %H:%M} · {self.chance.between(4, 700, 'here', hour)} lenner bremañ"
        rows = [row(panels.masthead("Bagoù an Inizi", 1000, note, height=64), tag="header")]
        if wide:
            rows += [row(board, sea), row(cards[::2], cards[1::2], tag="main"), row(told_of),
                     row(sold)]  # fmt: skip
        else:
            rows += [row(sold), row([told_of], cards, [sea, board, shop], tag="main")]
        rows.append(
            row(panels.plain("traon", 1000, '<p class="small">Bilhedoù · Darempred</p>'), tag="footer")
        )
        if self.chance.happens(0.3, "feast", hour // 4):
            tall = self.chance.between(40, 130, "feast px", hour // 4)
            rows.insert(1, row(panels.strip("Gouel ar Mor: bilhedoù en a-raok", tall, name="promo")))
        return rows

    def _card(self, seat: int, item: Crossing, hour: int, width: int) -> Panel:
        title, hours = self._line(seat, item)
        draw = self.chance.child("seats", seat, hour)
        seats = f"{draw.below(180, 'free')} plas dieub · bag {_BOATS[draw.below(6, 'boat')]}"
        html = f'<h3>{title}</p>{hours}<p class="small">{seats} · {draw.between(1, 59, "ago")} munut zo</p>'
        return panels.plain("linenn", width, html, is_news=True)

    def _news(self, news: Sequence[Told], hour: int, width: int) -> Panel:
        figures = ""
        each = width - 24 if width < 1000 else 314
        for item in news:
            title, words = self._words(item)
            seen = self.chance.between(9, 3_000, "seen", item.number, hour)
            figures += (
                f"<figure>{panels.image(f'world-kelou-{item.photo}', each, 170)}<figcaption><h2>{title}</h2>"
                f'<p>{words}</p><p class="small">lennet {seen} gwech</p></figcaption></figure>'
            )
        inner = f'<div class="cards">{figures}</div>' if width == 1000 else figures
        return panels.plain("kelou", width, f"<h4>Keleier</h4>{inner}", is_news=True)

    def _board(self, hour: int, at: datetime, width: int) -> Panel:
        """The next departures: it runs with the clock, whatever happens."""
        lines = ""
        for turn in range(7):
            draw = self.chance.child("next", (hour + turn) % 24, turn)
            time = at + timedelta(hours=2, minutes=12 * turn + draw.below(9, "minute"))
            what = draw.pick(("", "leun", "+5"), "what")
            lines += f"<tr><td>{time:%H:%M}<td>{draw.pick(_LINES, 'line')[0]}<td>{what}</tr>"
        return panels.plain("taolenn", width, f"<h4>Da zont</h4><table>{lines}</table>")

    def _shop(self, hour: int, width: int) -> Panel:
        lines = ""
        for number in self.chance.shuffled(range(len(_ISLE_SHOP)), "shop", hour)[: 2 + hour % 3]:
            price = self.chance.between(3, 90, "price", number, hour // 12)
            shown = panels.image(f"culture-enez-{number}", width - 24, 120)
            lines += f"<li>{shown}<h3>{_ISLE_SHOP[number]}</h3>{price} €</li>"
        return panels.plain("stal", width, f"<ul>{lines}</ul>")

    def _sea(self, hour: int, width: int, *, gale: bool) -> Panel:
        wind = self.chance.between(6, 30, "wind", hour) + (35 if gale else 0)
        shown = panels.image(f"world-mor-{self.chance.below(30, 'camera', hour)}", width - 24, 150)
        html = f"{shown}<h1>{wind} km/e</h1><p>{self.chance.pick(_SEA, 'sea', hour)}, {8 + hour % 9} °C</p>"
        return panels.plain("amzer", width, html)


SLUICES = (Funtanas, Porzhiou)
