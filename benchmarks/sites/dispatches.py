"""A Slovak regional daily with house entries amid its briefs, a Spanish agency's table of wires with all that runs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from types import MappingProxyType

from benchmarks.sites import panels
from benchmarks.sites.illustrated import Duty, told
from benchmarks.sites.insertions import Guest, Visits, mixed
from benchmarks.sites.languages import LocalDesk
from benchmarks.sites.look import SANS, SERIF, Look
from benchmarks.sites.news import STARTS_AT, HourNews, Item, Rhythm
from benchmarks.sites.page import ORIGIN, Overlay, PageState, Panel, Row, row
from benchmarks.sites.site import GeneratedSite

_SLOVAK = LocalDesk(
    MappingProxyType({
        "Okres": (
            "V obci {where} {deed}", "{count} domácností v obci {where} bez prúdu: {why}", "{where} predáva {what}",
            "Poslanci z {where} odmietli {what}", "{who} podáva žalobu pre {what}",
            "Most v obci {where} zatvorili, {why}",
        ),
        "Kraj": (
            "{who}: stop pre {what}", "Župa dá {count} miliónov na {what}", "{what}: rozhodne krajský súd",
            "{firm} prepustí {count} ľudí", "{firm} stavia halu v obci {where}",
            "Spor o {what} sa vracia na začiatok",
        ),
        "Zdravie a školy": (
            "Nemocnica {where} zatvára oddelenie, {why}", "{who} mieri do nemocnice {where}",
            "Škola v obci {where} {deed}", "Lekári z {where} hrozia výpoveďami: {why}",
        ),
    }),
    (
        "{who} hovorí o {count} prípadoch od začiatku roka. Dôvod je podľa neho jasný: {why}.",
        "Obyvatelia obce {where} žiadajú vysvetlenie, {firm} mlčí. Zastupiteľstvo zasadne v utorok.",
        "Za všetkým je {what}. Náklady prevýšili {count} miliónov a {who} ohlásil kontrolu.",
        "Stalo sa to nadránom. Zasahovalo {count} hasičov, {why}.",
    ),
    MappingProxyType({
        "Who": ("Jana Hôrna", "Matej Potok", "Eva Lúčna"),
        "who": ("župan Skalický", "primátorka Brezová", "starosta Kamenár", "prokurátorka Vlčia", "riaditeľ Jedlík",
                "poslankyňa Rosová", "farár Hájnik", "inšpektor Drozd"),
        "where": ("Horná Lehotka", "Suchá Dolina", "Kozí Vrch", "Stará Píla", "Bystrička", "Medvedie", "Rakytovce",
                  "Podzámok", "Biely Mlyn", "Trnovo"),
        "deed": ("horela píla", "našli bombu z vojny", "odvolali riaditeľku", "zbúrali starú faru",
                 "otvorili kúpalisko",
                 "vyhlásili mimoriadnu situáciu", "zadržali pytliaka", "spadol strop"),
        "what": ("obchvat", "starú kasáreň", "sklárne", "skládku pri rieke", "lyžiarsky vlek", "tepláreň",
                 "zberný dvor",
                 "hotel pri jazere", "železničnú stanicu"),
        "why": ("praskol hlavný kábel", "chýbajú sestry", "víchrica vyvrátila stromy", "posudok sa stratil",
                "dodávateľ skrachoval", "voda podmyla breh", "nikto sa neprihlásil"),
        "firm": ("Drevona Hron", "Pivovar Kriváň", "Tatrasklo", "Strojárne Váh", "Mliekareň Orava"),
        "count": ("12", "40", "310", "7", "1 800", "65", "23"),
    }),
)  # fmt: skip
_HOUSE = ("Predplaťte si Západník na rok so zľavou", "Pošlite nám fotku svojho psa",
          "Kvíz: spoznáte hrad podľa veže?",
          "Kniha Naše mlyny je opäť v predaji", "Diskusia s redakciou v knižnici", "Newsletter: ráno do schránky",
          "Súťaž o víkend v kúpeľoch")  # fmt: skip
_OLD = ("Ako sme chodili na brigády", "Recept: makové šúľance", "Koľko zarába horár", "Sto rokov parnej lokomotívy",
        "Dom, v ktorom nikto nebýva", "Chlapec, ktorý zbiera zvony", "Hubárom sa nedarí",
        "Najkrajšie rozhľadne kraja",
        "Teta Margita má 103 rokov", "Na chate bez signálu", "Prečo mizne cesnak", "Test: desať bryndzí")  # fmt: skip
_SAID = ("Konečne niekto napísal pravdu.", "U nás to isté.", "A kto to zaplatí?", "Ja tomu neverím.", "Klobúk dolu!",
         "Choďte sa tam pozrieť.", "Nech sa hanbia.", "Prosím vás, nezačínajte.",
         "Bol som tam, nič sa nestalo.")  # fmt: skip
_SAINTS = ("Monika", "Ingrida", "Roland", "Viktória", "Blažena", "Pankrác", "Servác", "Bonifác", "Žofia", "Svetozár",
           "Gizela", "Viola")  # fmt: skip


class Zapadnik(GeneratedSite):
    """A daily's front: a lead, briefs with counts of readers in a definition list, house entries among them."""

    slug = "zapadnik"
    hard = (
        "house entries set as the briefs, counts between headlines, two arrangements, a paywall over a corner"
    )
    desk = _SLOVAK
    tops = 6
    more = 4
    rhythm = Rhythm(lead=0.07, top=0.12, rewrite=0.03, picture=0.05, same_picture=0.35, night=0.1)
    look = Look(
        heading=SERIF, body=SERIF, paper="#fffefb", ink="#201a17", muted="#7a716b", line="#d9d0c7", accent="#7a1f3d",
        lead_px=34, top_px=18, card="#f4eee6",
        extra=(
            ".masthead{border-top:8px solid #7a1f3d;border-bottom:1px solid #201a17}.kratko dt{font-size:12px;"
            "line-height:16px;color:#7a716b}.kratko dd{margin:0 0 12px;padding-bottom:9px;border-bottom:1px solid tan}"
            ".meniny{background:#f4eee6;font-size:13px}.diskusia p{padding:6px 0;font-style:italic}"
            ".diskusia p b{font-style:normal}.anketa{background:#7a1f3d;color:#fff}.anketa h4{color:#ffd9a0}"
            ".anketa i{display:block;height:14px;background:#ffd9a0}.predplatne{background:#201a17;color:#fff}"
            "figure{margin:0}figcaption{font-size:12px;line-height:16px;color:#7a716b;padding:4px 0}"
        ),
    )  # fmt: skip
    visits = Visits(per_h=0.4, stays_h=(1, 6), places=(0, 1, 2, 4), together=2, texts=len(_HOUSE))

    def states(self, hours: int) -> Iterator[PageState]:
        """The page at each of the first hours."""
        self.guests = tuple(self.visits.at_each_hour(self.chance.child("house"), hours))
        for hour, state in enumerate(super().states(hours)):
            if self.chance.happens(0.25, "wall", hour):
                left = self.chance.between(1, 5, "left", hour)
                words = f"<h3>Ostáva vám {left} čítaní zdarma</h3><p>Prihlásiť sa</p>"
                wall = panels.plain("predplatne", 300, words)
                yield replace(state, overlays=(Overlay(wall, 690, 8),))
            else:
                yield state

    def rows(self, hour: HourNews) -> Sequence[Row]:
        """The page at one hour."""
        h = hour.hour
        note = f"{hour.at.day}. {hour.at.month}. {hour.at.year}, {hour.at:%H:%M}"
        rates = f"Meniny má {_SAINTS[h // 24 % 12]} · Benzín {self.chance.between(149, 172, 'fuel', h) / 100:.3f} €"
        rates += f" · Hron {self.chance.between(90, 240, 'river', h)} cm · {self.chance.between(1, 24, 'warm', h)} °C"
        rows = [
            row(panels.masthead("ZÁPADNÍK", 1000, note, height=84), tag="header"),
            row(panels.plain("meniny", 1000, f"<p>{rates}</p>")),
        ]
        tall = self.chance.pick((60, 120, 250, 250, 600), "side px", h)
        sold = panels.advert(self.adverts.advert("side", 60 * h, 276, tall), "inzercia", 300)
        if self.chance.happens(0.6, "classic", h // 6):
            rows.append(
                row(
                    [self._briefs(hour, 260), self._poll(h, 260)],
                    [self._lead(hour, 440), self._said(h, 440)],
                    [sold, self._read(h, 300)],
                    tag="main",
                )
            )
        else:
            rows += [
                row(self._lead(hour, 700), [self._poll(h, 300), sold]),
                row(self._briefs(hour, 500), [self._read(h, 500), self._said(h, 500)]),
            ]
        rows.append(row(panels.more(self.flow, hour, 1000, "Z okresov")))
        rows.append(
            row(panels.recommended(self.chance, h // 2, 1000, 5, "Magazín", titles=_OLD), tag="footer")
        )
        if self.chance.happens(0.4, "wide", h):
            wide = self.adverts.advert("wide", 60 * h, 970, self.chance.between(80, 300, "wide px", h))
            rows.insert(self.chance.between(0, 2, "wide at", h), row(panels.advert(wide, "pruh", 1000)))
        return rows

    def _lead(self, hour: HourNews, width: int) -> Panel:
        story = self.flow.story(hour.lead)
        seen = self.chance.between(200, 9_000, "seen", hour.hour)
        html = (
            f"<h1>{panels.story_link(story, story.headline)}</h1>"
            f"<figure>{panels.image(hour.lead.picture, width - 24, width // 2)}"
            f"<figcaption>Foto: archív · galéria si získala {seen} pohľadov</figcaption></figure>"
            f"<p>{story.standfirst}</p>"
        )
        return panels.plain("hlavna", width, html, is_news=True)

    def _briefs(self, hour: HourNews, width: int) -> Panel:
        """Briefs and house entries under the same kind of line."""
        lines = ""
        for one in mixed(hour.tops, self.guests[hour.hour]):
            if isinstance(one, Item):
                story = self.flow.story(one)
                theme, words = story.section, panels.story_link(story, story.headline)
                key = one.number
            else:
                theme, key = ("Okres", "Čitatelia", "Kraj")[one.text % 3], -one.text
                words = f'<a href="{ORIGIN}/z/{one.text}">{_HOUSE[one.text]}</a>'
            count = self.chance.between(30, 4_000, "count", key, hour.hour)
            lines += f"<dt>{theme} · {count} čitateľov</dt><dd><h2>{words}</h2></dd>"
        return panels.plain("kratko", width, f"<h4>V skratke</h4><dl>{lines}</dl>", is_news=True)

    def _read(self, hour: int, width: int) -> Panel:
        names = self.chance.shuffled(_OLD, "read", hour)[: self.chance.between(5, 8, "many", hour)]
        lines = "".join(f'<li><b class="n">{place}</b>{name}</li>' for place, name in enumerate(names, 1))
        return panels.plain("najcitanejsie", width, f"<h4>Najčítanejšie</h4><ol>{lines}</ol>")

    def _said(self, hour: int, width: int) -> Panel:
        said = self.chance.shuffled(_SAID, "said", hour)[: self.chance.between(3, 6, "voices", hour)]
        lines = "".join(
            f"<p>{words} <b>pred {self.chance.between(1, 59, 'ago', words, hour)} min.</b></p>"
            for words in said
        )
        return panels.plain("diskusia", width, f"<h4>Diskusia</h4>{lines}")

    def _poll(self, hour: int, width: int) -> Panel:
        asked = ("Kúpete sa už vonku?", "Pôjdete voliť?", "Máte doma drevo?", "Bryndza, či syr?")[
            hour // 10 % 4
        ]
        yes = self.chance.between(20, 80, "yes", hour)
        bar = f"<p>Áno {yes} %</p><i style='width:{2 * yes}px'></i><p>Nie {100 - yes} %</p>"
        return panels.plain("anketa", width, f"<h4>Anketa</h4><h3>{asked}</h3>{bar}")


_PLACES = ("Puerto Umbrío", "Valdelarco", "San Telmo", "Ciudad Real del Mar", "La Hoz", "Altamora", "Isla Parda",
           "Montejaque", "Ribera Alta", "Santa Orosia", "Peñablanca")  # fmt: skip
_WIRES = ("El Gobierno regional aplaza la subasta de frecuencias", "Un incendio obliga a desalojar {n} viviendas",
          "La fiscalía pide {n} años para el exdirector del puerto", "El Senado rechaza la reforma del catastro",
          "Rescatan a {n} pescadores a la deriva", "Los ferroviarios convocan {n} días de huelga",
          "Hallan una necrópolis bajo el mercado", "La aerolínea cancela {n} vuelos por niebla",
          "Dimite la consejera de Aguas", "El banco central mantiene los tipos", "Detenidas {n} personas por fraude",
          "La autopista reabre tras el derrumbe", "El tribunal anula la concesión de la mina",
          "Cierra la última conservera, {n} despidos", "La marea negra alcanza {n} playas",
          "Acuerdo para fusionar las dos cajas", "Muere el poeta de las salinas", "Aprobado el plan contra la sequía",
          "Un seísmo sacude la costa sin causar daños")  # fmt: skip
_ENDS = ("según fuentes sindicales", "confirma la delegación", "tras una noche de negociación", "por unanimidad",
         "a la espera de informe", "con efecto inmediato", "informa el juzgado")  # fmt: skip
_RUNS = ("Mercados: índice general {n},{m} puntos", "Embalses: reserva al {p},{m} por ciento",
         "Crudo: barril a {p},{m}",
         "Peajes: {n} vehículos por hora", "Divisas: cambio a 1,{n}", "Polen: {p} granos por metro cúbico",
         "Electricidad: {n},{m} euros el megavatio")  # fmt: skip
_SPONSORED = ("Llega la feria del azulejo a la capital", "Diez claves para alquilar sin sorpresas",
              "Nace una cátedra de ciberseguridad", "La clínica dental que no cierra",
              "Vuelve el festival de la vendimia",
              "Una aceitera gana tres medallas", "Cruceros fluviales desde abril")  # fmt: skip
_DESKS = ("POL", "ECO", "SUC", "CUL", "INT", "TRI")
_TURNS = ("(AMPL.1)", "(AMPL.2)", "(AMPL.3)", "(RESUMEN)")


@dataclass(frozen=True)
class Wire:
    """A dispatch: which one, since when, how often it was widened, whether it was annulled."""

    number: int
    since: int
    turn: int = 0
    annulled: bool = False


class Teletipo(GeneratedSite):
    """An agency's service page: dispatches in a table, widened or annulled in place; rates run in the same table."""

    slug = "teletipo"
    hard = (
        "a table where dispatches, running rates and sponsored rows look alike; table or paragraphs by visit"
    )
    more = 0
    look = Look(
        heading=SANS, body=SANS, paper="#eef1f4", ink="#10202e", muted="#607080", line="#c3ccd5", accent="#00527a",
        lead_px=26, top_px=16,
        extra=(
            ".masthead{background:#00527a;color:#fff}.masthead .small{color:#bfe0f2}.hilo,.hilo-p{background:#fff}"
            ".hilo table{border-collapse:collapse;width:100%}.hilo td{border-bottom:1px solid #c3ccd5;padding:6px 8px;"
            "vertical-align:top}.hilo td:first-child,.hilo-p b{font-family:'Liberation Mono',monospace;color:#00527a}"
            ".hilo-p p{padding:7px 0;font-size:17px;line-height:23px;border-left:4px solid #c3ccd5;padding-left:12px;"
            "margin-bottom:6px}kbd{background:#10202e;color:#fff;font:bold 11px/16px 'Liberation Sans';padding:0 5px}"
            ".agenda dt{font-weight:bold}.agenda dd{margin:0 0 8px}.urgente{background:#c1121f;color:#fff}"
            ".fotos .cards{flex-wrap:wrap}.clientes td{padding:2px 10px 2px 0}"
        ),
    )  # fmt: skip
    duty = Duty(hours=(7, 21), then=0.5, night=0.12)
    visits = Visits(per_h=0.5, stays_h=(1, 3), places=(1, 2, 3, 5, 8), together=2, texts=len(_SPONSORED))

    def states(self, hours: int) -> Iterator[PageState]:
        """The page at each of the first hours."""
        wires = [Wire(number, -2 * number) for number in range(1, 13)]
        number = 100
        for hour, guests in enumerate(self.visits.at_each_hour(self.chance.child("guests"), hours)):
            at = STARTS_AT + timedelta(hours=hour)
            what = self.chance.number("what", hour) / (self.duty.at(at) or 0.01)
            if hour and what < 0.3:
                many = self.chance.pick((1, 1, 2, 2, 4), "many", hour)
                wires = [*(Wire(number + seat, hour) for seat in range(many)), *wires][:12]
                number += many
            elif hour and what < 0.4:
                place = self.chance.below(5, "widened", hour)
                wires[place] = replace(wires[place], turn=min(len(_TURNS), wires[place].turn + 1))
            elif hour and what < 0.43:
                place = self.chance.below(8, "annulled", hour)
                wires[place] = replace(wires[place], annulled=True)
            yield PageState(
                rows=tuple(self._page(wires, guests, hour, at)), news=tuple(map(self._told, wires))
            )

    def _told(self, wire: Wire) -> str:
        place, words, end = told(self.chance.child("told"), (_PLACES, _WIRES, _ENDS), wire.number)
        words = words.format(n=self.chance.between(2, 90, "n", wire.number))
        turn = f" {_TURNS[wire.turn - 1]}" if wire.turn else ""
        return f"{'ANULADA. ' if wire.annulled else ''}{place}: {words}, {end}{turn}"

    def _page(self, wires: Sequence[Wire], guests: Sequence[Guest], hour: int, at: datetime) -> list[Row]:
        wide = self.chance.happens(0.65, "table", hour // 8)
        feed = self._feed(wires, guests, hour, 690 if wide else 560, table=wide)
        side_width = 310 if wide else 440
        side = [
            self._agenda(hour, side_width),
            self._photos(hour, side_width),
            self._clients(hour, side_width),
        ]
        height = self.chance.pick((0, 0, 150, 250, 420), "side px", hour)
        if height:
            sold = self.adverts.advert("side", 60 * hour, side_width - 24, height)
            side.insert(self.chance.below(3, "side at", hour), panels.advert(sold, "anuncio", side_width))
        note = f"{at:%d/%m/%Y %H:%M} · {self.chance.between(40, 700, 'now', hour)} redacciones conectadas"
        rows = [
            row(panels.masthead("Teletipo Atlántico", 1000, note, height=60), tag="header"),
            row(*((feed, side) if wide else (side, feed)), tag="main"),
            row(panels.plain("pie", 1000, '<p class="small">Aviso legal · Tarifas · Archivo</p>'), tag="footer"),
        ]  # fmt: skip
        if self.chance.happens(0.3, "notice", hour // 2):
            words = self.chance.pick(
                ("Directo: sesión de control", "Mantenimiento del servicio esta noche"), "n", hour // 2
            )
            height = self.chance.between(36, 140, "notice px", hour // 2)
            rows.insert(1, row(panels.strip(words, height, name="urgente")))
        return rows

    def _feed(
        self, wires: Sequence[Wire], guests: Sequence[Guest], hour: int, width: int, *, table: bool
    ) -> Panel:
        lines = []
        for one in mixed(wires, guests):
            if isinstance(one, Guest):
                lines.append((f"{(hour + 6) % 24:02d}:{one.began % 60:02d}", "SER", _SPONSORED[one.text]))
                continue
            minute = self.chance.below(60, "minute", one.number)
            link = f'<a href="{ORIGIN}/t/{one.number}">{self._told(one)}</a>'
            lines.append((f"{(one.since + 6) % 24:02d}:{minute:02d}", _DESKS[one.number % 6], link))
        for turn in range(self.chance.between(2, 5, "runs", hour)):
            draw = self.chance.child("run", hour, turn)
            words = draw.pick(_RUNS, "which").format(
                n=draw.below(900, "n"), m=draw.below(10, "m"), p=draw.below(99, "p")
            )
            lines.insert(
                draw.below(10, "place"), (f"{(hour + 6) % 24:02d}:{draw.below(60, 'at'):02d}", "DAT", words)
            )
        if table:
            inner = "".join(
                f"<tr><td>{when}<td><kbd>{desk}</kbd><td>{words}</tr>" for when, desk, words in lines
            )
            return panels.plain("hilo", width, f"<table>{inner}</table>", is_news=True)
        inner = "".join(f"<p><b>{when}</b> {words} <kbd>{desk}</kbd></p>" for when, desk, words in lines)
        return panels.plain("hilo-p", width, inner, is_news=True)

    def _agenda(self, hour: int, width: int) -> Panel:
        """What comes next today; what is over leaves."""
        left = [at for at in (8, 10, 11, 13, 16, 18, 20, 22) if at > (hour + 6) % 24] or [9]
        lines = "".join(
            f"<dt>{at}:00</dt><dd>{self.chance.pick(('Pleno', 'Rueda de prensa', 'Visita', 'Juicio'), 'a', at)} en "
            f"{self.chance.pick(_PLACES, 'agenda', at, hour // 24)}</dd>"
            for at in left
        )
        return panels.plain("agenda", width, f"<h4>Previsiones</h4><dl>{lines}</dl>")

    def _photos(self, hour: int, width: int) -> Panel:
        each = (width - 40) // 2
        shown = "".join(
            f"<div>{panels.image(f'world-foto-{self.chance.below(40, place, hour // 2)}', each, 100)}"
            f'<p class="small">Archivo gráfico, {self.chance.between(1, 900, "sold", place, hour)} descargas</p></div>'
            for place in range(2)
        )
        return panels.plain("fotos", width, f'<h4>Fotos</h4><div class="cards">{shown}</div>')

    def _clients(self, hour: int, width: int) -> Panel:
        lines = "".join(
            f"<tr><td>{name}<td>{self.chance.between(10, 990, 'asked', name, hour)}</tr>"
            for name in self.chance.shuffled(_PLACES, "clients", hour)[:6]
        )
        return panels.plain("clientes", width, f"<h4>Más consultado por plaza</h4><table>{lines}</table>")


DISPATCHES = (Zapadnik, Teletipo)
