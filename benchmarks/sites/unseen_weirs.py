"""At the weirs: a ministry's advice to those who travel, attacks on the press as an NGO writes them down in Spanish,
a Swedish ministry that decides on Thursdays."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from benchmarks.sites import panels
from benchmarks.sites.illustrated import told
from benchmarks.sites.look import SANS, SERIF, WIDE, Look
from benchmarks.sites.news import STARTS_AT
from benchmarks.sites.page import ORIGIN, Overlay, PageState, Panel, Row, row
from benchmarks.sites.site import GeneratedSite
from benchmarks.sites.unseen_sluices import Piece, lines, posts, shelf

_PARTS = ("Warnings", "Entry requirements", "Safety and security", "Health", "Regional risks", "Help")
_FIRST = (
    ("We advise against all travel to within 10km of the border with Ossira.", "We advise against all travel.",
     "We advise against all but essential travel to the Salt Coast.", "We no longer advise against travel."),
    ("Your passport must be valid for 6 months after arrival.", "You need a visa before you travel.",
     "You can get a visa on arrival for 40 dollars.", "You must show proof of onward travel.", "Borders are closed."),
    ("Demonstrations in Port Amaro have turned violent.", "A curfew is in force from 9pm to 5am.", "Fuel is rationed.",
     "The state of emergency has been extended by 30 days.", "Mobile networks have been switched off in the north."),
    ("Cholera is present in three provinces.", "Yellow fever certificates are checked on arrival.",
     "Hospitals outside the capital cannot treat serious injuries.", "Dengue cases have risen since April."),
    ("The coastal highway is closed south of Lumé.", "Ferries to the Outer Keys are suspended.",
     "Landmines remain near the old railway.", "Armed groups operate near Ossira.", "The national park is closed."),
    ("The embassy in Port Amaro is open by appointment only.", "The consulate in Lumé has closed until further notice.",
     "Emergency travel documents take 3 working days.", "We cannot give help in the north in person."),
)  # fmt: skip
_SECOND = ("Check with your airline before you set out.", "Follow the instructions of the local authorities.",
           "Your insurance may not be valid.", "This may change at short notice.", "Keep your documents with you.",
           "Monitor local media.", "Allow more time for your journey.")  # fmt: skip
_QUIET = ("No travel can be guaranteed safe. Read all the advice in this guide, and other sources, before you decide.",
          "Rules are set by the authorities of Tamarra. If you are not sure how they apply to you, ask its embassy.",
          "Make sure that your insurance covers your route, all your activities and an emergency.")  # fmt: skip
_COUNTRIES = ("Ossira", "Velmark", "Santa Isola", "Karesh", "Nordmoor", "Bay Islands", "Quenta", "Ilmaria", "Tovland",
              "Upper Zair", "Merrin", "Costa Alta")  # fmt: skip
_TOWNS = ("Port Amaro", "Lumé", "Outer Keys", "Salt Coast")
_AWARE = ("Lost your passport? Here is what to do", "Ten minutes of packing that save a trip",
          "Hen and stag parties abroad", "Is your phone insured?", "Your gap year", "Driving on the left")  # fmt: skip
_HELD = ("Was this page useful?", "Take our 2-minute survey", "Tell us what you think of this site")


class Wayfarer(GeneratedSite):
    """A ministry's advice on travel to one country: it rests for days, then is rewritten all day."""

    slug = "wayfarer"
    hard = "slow: three busy days; one sentence in a long quiet text under large campaigns, weather, rates and waiting"
    more = 0
    look = Look(
        heading=SANS, body=SANS, paper="#ffffff", ink="#0b0c0c", muted="#505a5f", line="#b1b4b6", accent="#1d70b8",
        lead_px=32, top_px=20, card="#f3f2f1",
        extra=".masthead{background:#0b0c0c;color:#fff}.masthead .small{color:#fff}.crumbs{font-size:13px}.part h2{"
              "border-top:2px solid #1d70b8;padding-top:8px}.part p{margin-bottom:14px}.latest,.aware{"
              "background:#f3f2f1}.latest{border-left:8px solid #1d70b8}.held{background:#00703c;color:#fff}"
              ".towns td{padding:3px 14px 3px 0}.also li{font-size:14px;color:#1d70b8}.queue b{font-size:28px;"
              "line-height:34px}.notice{background:#1d70b8;color:#fff}dl{margin:0}dt{font-weight:bold}dd{"
              "margin:0 0 6px 0}")  # fmt: skip

    def states(self, hours: int) -> Iterator[PageState]:
        parts = [0] * len(_PARTS)
        latest = 0, -50
        first = self.chance.between(1, 2, "first")
        busy = {first, first + 2, first + self.chance.between(4, 5, "last")}
        for hour in range(hours):
            at = STARTS_AT + timedelta(hours=hour)
            rate = 0.62 if (at.date() - STARTS_AT.date()).days in busy else 0.015
            if 8 <= at.hour <= 21 and hour and self.chance.happens(rate, "rewritten", hour):
                place = self.chance.below(len(parts), "which", hour)
                parts[place] += self.chance.between(1, 3, "by", hour)
                latest = place, hour
            since = STARTS_AT + timedelta(hours=latest[1])
            said = f"{since.day} {since:%B} {since.year}, {since:%H}:00. Change to: {_PARTS[latest[0]]}"
            texts = [self._text(place, turn) for place, turn in enumerate(parts)]
            words = "<p>We use cookies to count visits. <u>Accept</u> <u>Reject</u> <u>View cookies</u></p>"
            notice = Overlay(panels.plain("notice", 1000, words), 0, 0)
            over = (notice,) if self.chance.happens(0.3, "cookies", hour) else ()
            yield PageState(rows=tuple(self._page(texts, said, hour, at)), news=(said, *texts), overlays=over)

    def _text(self, place: int, turn: int) -> str:
        pools = (_FIRST[place], _SECOND)
        first, second = told(self.chance.child("text", place), pools, turn)
        also = told(self.chance.child("also", place), pools, 0)[0]
        return f"{first} {second} {also}" if also != first else f"{first} {second}"

    def _page(self, texts: Sequence[str], said: str, hour: int, at: datetime) -> list[Row]:
        seat = self.chance.below(len(_AWARE), "aware", hour // 2)
        tall = self.chance.pick((190, 270), "aware px", hour // 4)
        campaign = f"{panels.image(f'crowd-{seat}', 976, tall)}<h2>{_AWARE[seat]}</h2>"
        still = f'<p class="small">Still current at: {at.day} {at:%B} {at.year}, {at:%H:%M}</p>'
        head = f"<h1>Tamarra travel advice</h1><dl><dt>Latest update</dt><dd>{said}</dd></dl>{still}"
        body = "".join(
            f'<h2 id="part-{place}">{title}</h2><p>{text}</p><p>{_QUIET[place % 3]}</p>'
            for place, (title, text) in enumerate(zip(_PARTS, texts, strict=True))
        )
        here = self.chance.between(60, 2400, "here", hour)
        guides = self.chance.shuffled(range(6), "guides", hour)[:4]
        rows = [
            row(panels.masthead("Foreign Office of Wessmark", 1000, "Travel · Passports", height=54), tag="header"),
            row(panels.plain("crumbs", 1000, f"<p>Home › Abroad › Tamarra · {here} reading now</p>")),
            row(panels.plain("aware", 1000, campaign)),
            row([panels.plain("latest", 660, head, is_news=True), panels.plain("part", 660, body, is_news=True)],
                self._aside(hour, at), tag="main"),
            row(shelf("guides", "Guides", _AWARE, guides, 120), tag="footer"),
        ]  # fmt: skip
        if self.chance.happens(0.35, "held", hour // 2):
            tall = self.chance.pick((36, 60, 110), "held px", hour // 2)
            rows.insert(2, row(panels.strip(self.chance.pick(_HELD, "asked", hour // 2), tall, name="held")))
        return rows

    def _aside(self, hour: int, at: datetime) -> list[Panel]:
        towns = "".join(
            f"<tr><td>{name}</td><td>{self.chance.between(21, 38, 'warm', name, hour)}°C</td>"
            f"<td>{self.chance.pick(('sun', 'haze', 'rain', 'storm'), 'sky', name, hour // 3)}</td></tr>"
            for name in _TOWNS
        )
        wait, rate = self.chance.between(2, 75, "wait", hour), 41 + self.chance.below(400, "rate", hour) / 100
        local = at + timedelta(hours=5, minutes=30)
        also = self.chance.shuffled(_COUNTRIES, "also read", hour)[: self.chance.between(5, 8, "many", hour)]
        there = f"<h4>Tamarra, {local:%H:%M}</h4><table>{towns}</table><p>1 pound = {rate:.2f}</p>"
        return [
            panels.plain("queue", 340, f"<h4>Helpline</h4><b>{wait} min</b><p>to wait now</p>"),
            panels.plain("towns", 340, there),
            lines("also", 340, "Others also read", also),
        ]


_VICTIMS = ("Reportero de Radio Ceiba", "Directora del semanario El Candil", "Camarógrafo de Canal 9", "Corresponsal",
            "Equipo del portal Ruta 40", "Locutora comunitaria", "Fotógrafo independiente", "Columnista de La Orilla",
            "Editor del diario Norteño", "Periodista indígena", "Redacción de Voz del Puerto")  # fmt: skip
_ATTACKS = ("agredido por policías durante una marcha", "citada por un fiscal para revelar sus fuentes",
            "bajo amenaza de muerte por mensajes", "con orden de captura por injurias", "víctima de robo de equipos",
            "sin acreditación para entrar al Congreso", "retenido doce horas en un puesto militar",
            "con el sitio web caído por un ataque", "bajo vigilancia con programa espía", "con la emisora clausurada",
            "en el exilio desde el viernes", "hallado con vida")  # fmt: skip
_WHERE = ("Puerto Lindero", "San Telmo del Valle", "Quebrada Honda", "Ciudad Merced", "Altos de Yaruma", "Isla Guarda",
          "Tres Cruces", "Villa Serena", "Cañada Real")  # fmt: skip
_STEPS = ("Sin verificar", "Verificada", "Respuesta del Estado", "Con medidas de protección", "Reabierta")
_DEMANDS = ("Exigimos la libertad inmediata de los detenidos", "El fallo sienta un precedente contra la censura",
            "Carta abierta al Congreso por la ley de medios", "Misión internacional visita la frontera",
            "Preocupa el silencio del ministerio", "Celebramos la sentencia que absuelve al medio",
            "Retiramos nuestra candidatura a la mesa de diálogo")  # fmt: skip
_SIGNED = ("firman 41 organizaciones", "con la red de corresponsales", "junto al colegio de abogados",
           "leído en asamblea", "enviado a la relatoría")  # fmt: skip
_HOUSE = ("Hazte socio: 5 al mes", "Libreta solidaria", "Podcast: La última edición", "Taller de seguridad digital",
          "Camiseta «Pregunto»", "Beca para crónicas", "Exposición: Rollos velados")  # fmt: skip
_SPOKEN = ("«Apagué la grabadora y seguí escuchando.»", "«Mi oficio es preguntar dos veces.»",
           "«Volví por los archivos.»", "«La radio era la única luz del pueblo.»", "«Aprendí a escribir sin firma.»",
           "«Nadie llamó ese día.»")  # fmt: skip
_SHELF = ("Informe anual 2025", "Manual de autoprotección", "Mapa de medios", "Leyes que callan",
          "Mujeres que informan", "Guía de cifrado", "Zonas de silencio", "El precio del papel")  # fmt: skip
_POSTED = ("Hoy recordamos a los que faltan. Comparte.", "¿Ya firmaste? Faltan pocos minutos para cerrar.",
           "Gracias a los voluntarios de la feria del libro", "Hilo: cinco claves para cuidar tu teléfono",
           "En vivo: conversatorio con estudiantes", "Ilustración de la semana", "Se agotaron las entradas",
           "Una canción para cerrar la jornada")  # fmt: skip


class Alertas(GeneratedSite):
    """Attacks on the press, six cards with a state each, between cards of the house; demands and figures."""

    slug = "alertas"
    hard = "cards of campaigns take places among the cards of alerts; signatures run beside figures; pictures retaken"
    more = 0
    look = Look(
        heading=SANS, body=SERIF, ink="#161616", muted="#6a6a6a", line="#cfcfcf", accent="#e4002b",
        lead_px=30, top_px=18, card="#f7f3ea",
        extra=".masthead{border-top:10px solid #e4002b}.spoken{padding:0}.spoken h1{position:absolute;right:24px;"
              "top:24px;width:420px;background:#fff;padding:10px 14px;margin:0}.alert,.house{padding:8px}.house div{"
              "background:#f7f3ea;padding:0 0 8px}.house h2{padding:6px 10px 0}.state{background:#161616;color:#fff;"
              "padding:1px 8px;font:bold 12px/18px 'Liberation Sans'}.figures{background:#161616;color:#fff}"
              ".figures h2{font-size:24px;line-height:30px}.map{background:#dfe8ec}.map svg{display:block}.gift{"
              "background:#e4002b;color:#fff}.posts{background:#f7f3ea}.posts p{font-size:14px}.ask{"
              "background:#ffe600}")  # fmt: skip

    def states(self, hours: int) -> Iterator[PageState]:
        alerts = [Piece(700 - place, -5 * place, place % 3, f"portrait-{place}") for place in range(1, 7)]
        demands, held, count = [-1, -2, -3, -4], 31, 214
        for hour in range(hours):
            at = STARTS_AT + timedelta(hours=hour)
            awake = (1.0 if at.weekday() < 5 else 0.6) if at.hour >= 12 or at.hour < 3 else 0.06
            what = self.chance.number("what", hour) / awake if hour else 2
            place = self.chance.below(6, "whose", hour)
            if what < 0.17:
                alerts = [Piece(700 + hour, hour, 0, f"portrait-{hour}-new"), *alerts[:5]]
                count += 1
            elif what < 0.3:
                alerts[place] = replace(alerts[place], turn=alerts[place].turn + 1)
            elif what < 0.37:
                demands = [demands[0] + 1, *demands[:3]]
            elif what < 0.41:
                held += self.chance.pick((-2, -1, 1, 2, 3), "held", hour)
            if self.chance.happens(0.09, "another picture", hour):
                at_place = self.chance.below(6, "over whom", hour)
                alerts[at_place] = replace(alerts[at_place], picture=f"portrait-{hour}-again")
            asked = [
                ", ".join(told(self.chance.child("demand"), (_DEMANDS, _SIGNED), one)) for one in demands
            ]
            said = (f"Alertas en 2026: {count}", f"Periodistas en prisión: {held}", *asked)
            news = (*said, *(words for item in alerts for words in self._told(item)))
            ask = panels.plain("ask", 300, "<h3>Recibe el boletín</h3><p>Suscribirme · Ahora no</p>")
            dialog = Overlay(ask, 680, self.chance.pick((520, 640, 900), "ask px", hour))
            over = (dialog,) if self.chance.happens(0.22, "ask", hour) else ()
            yield PageState(rows=tuple(self._page(alerts, said, hour, at)), news=news, overlays=over)

    def _told(self, item: Piece) -> tuple[str, str, str]:
        who, what, where = told(self.chance.child("told"), (_VICTIMS, _ATTACKS, _WHERE), item.number)
        return f"{who}, {what}", where, _STEPS[item.turn % len(_STEPS)]

    def _page(self, alerts: Sequence[Piece], said: Sequence[str], hour: int, at: datetime) -> list[Row]:
        seat = self.chance.below(len(_SPOKEN), "spoken", hour)
        tall = self.chance.pick((220, 260, 320), "px", hour // 3)
        shown = panels.image(f"portrait-spoken-{seat}", 1000, tall)
        signed = 18_000 + 37 * hour + self.chance.below(37, "signed", hour)
        numbers = "".join(f"<h2>{words}</h2>" for words in said[:2]) + f"<p>Firmas reunidas: {signed}</p>"
        cells = [self._alert(item, hour) for item in alerts]
        for place in range(3 if self.chance.happens(0.7, "house", hour // 3) else 0):
            cells.insert(self.chance.below(7, "place", place, hour // 3), self._house(place, hour))
        posted = posts(self.chance, hour, _POSTED, "hace {} min")
        head = panels.masthead("Observatorio Palabra Libre", 1000, f"{at:%d/%m/%Y, %H:%M} UTC", height=60)
        books = self.chance.shuffled(range(len(_SHELF)), "books", hour)[:5]
        rows = [
            row(head, tag="header"),
            row(panels.plain("spoken", 1000, f"{shown}<h1>{_SPOKEN[seat]}</h1>")),
            row(self._map(hour), panels.plain("figures", 380, f"<h4>En cifras</h4>{numbers}", is_news=True)),
            *(row(*(replace(cell, width_px=334 - (place > 0)) for place, cell in enumerate(cells[at : at + 3])))
              for at in range(0, len(cells), 3)),
            row(replace(lines("demands", 600, "Comunicados", said[2:]), is_news=True),
                lines("posts", 400, "En redes", posted), tag="main"),
            row(shelf("books", "Biblioteca", _SHELF, books, 200), tag="footer"),
        ]  # fmt: skip
        if self.chance.happens(0.4, "gift", hour // 2):
            tall = self.chance.pick((40, 80, 140), "gift px", hour // 2)
            at_row = self.chance.pick((0, 2, 3), "gift row", hour // 2)
            rows.insert(at_row, row(panels.strip("Sin ti no hay preguntas. Dona hoy.", tall, name="gift")))
        return rows

    def _map(self, hour: int) -> Panel:
        """Where people signed within this hour."""
        draw = self.chance.child("map", hour)
        dots = "".join(
            f'<circle cx="{draw.between(20, 570, "x", dot)}" cy="{draw.between(12, 160, "y", dot)}"'
            f' r="{draw.between(3, 9, "r", dot)}" fill="#e4002b" fill-opacity="0.6"/>'
            for dot in range(draw.between(9, 30, "dots"))
        )
        land = '<path d="M60 20L260 8L330 70L420 60L560 110L470 168L300 150L180 165L90 110Z" fill="#b7c7cf"/>'
        svg = f'<svg width="596" height="172">{land}{dots}</svg>'
        return panels.plain("map", 620, f"<h4>Firmas en la última hora</h4>{svg}")

    def _alert(self, item: Piece, hour: int) -> Panel:
        title, where, state = self._told(item)
        shared = 3 * (hour - item.hour) + self.chance.below(3, "shared", item.number, hour)
        html = (
            f"{panels.image(item.picture, 317, 170)}<p><span class='state'>{state}</span></p>"
            f'<h2><a href="{ORIGIN}/alerta/{item.number}">{title}</a></h2>'
            f'<p class="small">{where} · {shared} veces compartida</p>'
        )
        return panels.plain("alert", 333, html, is_news=True)

    def _house(self, place: int, hour: int) -> Panel:
        at = self.chance.below(len(_HOUSE), "what", place, hour)
        shown = panels.image(f"culture-{at}", 317, 200)
        return panels.plain("house", 333, f"<div>{shown}<h2>{_HOUSE[at]}</h2></div>")


_ACTORS = ("Regeringen", "Kustministern", "Statssekreteraren", "Departementet", "Särskilda utredaren", "Fyrverket",
           "Skärgårdsdelegationen", "Lagrådet")  # fmt: skip
_ACTS = ("föreslår nya regler för fritidsbåtar", "avsätter 85 miljoner till småhamnar",
         "utser generaldirektör för Lotsverket", "vill ändra strandskyddet", "förlänger fiskestoppet i Bottenviken",
         "inför vinteravgift för färjor", "ger uppdrag om muddring", "besöker varvet i Karlsvik",
         "avslår överklagande om vindpark", "skärper kraven på lotsning", "bjuder in till torsksamtal")  # fmt: skip
_BECAUSE = ("Ändringarna föreslås träda i kraft den 1 januari 2027.", "Uppdraget ska redovisas senast den 15 oktober.",
            "Beslutet fattades vid dagens sammanträde.", "Totalt berörs 14 kommuner längs kusten.",
            "Bakgrunden är höstens haveri utanför Grisslan.", "Förslaget skickas nu till riksdagen.",
            "Remissvaren var delade.")  # fmt: skip
_PAPERS = ("Promemoria om farledsavgifter", "Betänkande: Havet som granne", "Förordning om ankring",
           "Utkast om oljeskydd", "Översyn av sjöräddningens bidrag", "Kompletterande regler om muddring")  # fmt: skip
_BASES = ("Ds 2026:{}", "SOU 2026:{}", "KD2026/00{}")
_UNTIL = ("12 juni", "30 juni", "14 augusti", "1 september", "25 september", "10 oktober")
_VISITED = ("Kontakta oss", "Lediga tjänster", "Så styrs Sverige", "Organisation", "Bidrag till föreningar",
            "Lättläst", "Ministerns tal", "Diarium", "Press", "Praktik hos oss", "Teckenspråk")  # fmt: skip
_TWEETED = ("Fint väder på bryggan i dag! Tack alla som kom.", "Glöm inte flytvästen.", "Tack för ett bra samtal.",
            "Visste du att Sverige har 267 570 öar?", "Nu sänder vi från trappan.", "God morgon från departementet!",
            "Bra initiativ av ungdomsrådet.", "Se filmen om fyren.", "Semla? Rösta.")  # fmt: skip
_FACTS = ("Fakta: fyrar i siffror", "Kustens kulturarv", "Frågor och svar om båtliv", "Film: en dag på lotsbåten",
          "EU-samarbetet kring Östersjön", "Så bildas en farled", "Barn om havet")  # fmt: skip
_WEEK = ("måndag", "tisdag", "onsdag", "torsdag", "fredag", "lördag", "söndag")


class Departement(GeneratedSite):
    """A ministry's front: what it tells in office hours and most of it on Thursdays; what is out for comment."""

    slug = "departement"
    hard = "a new lead under the old picture; a countdown, posts and most visited beside; bars that push all down"
    more = 0
    look = Look(
        heading=WIDE, body=SERIF, paper="#fbfbf8", ink="#1a1a2e", muted="#6b6b80", line="#d8d8e0", accent="#1a3050",
        lead_px=25, top_px=16, card="#eceff4",
        extra=".masthead{background:#1a3050;color:#fff}.masthead .small{color:#cbd5e6}.tabs span{margin-right:26px;"
              "font-weight:bold}.sent{background:#1a3050;color:#fff}.sent h4{color:#f7c948}.releases time{float:left;"
              "width:96px;color:#6b6b80;font:13px/21px 'Liberation Sans'}.releases h2,.releases .small{"
              "margin-left:96px}.comment table{width:100%;border-collapse:collapse}.comment td{"
              "border-bottom:1px solid #d8d8e0;padding:6px 8px 5px 0;text-align:left;font-size:14px;line-height:18px;"
              "vertical-align:top}.lead img{margin-bottom:8px}.facts{background:#eceff4}.crisis{background:#f7c948}"
              ".chat{background:#cfe3d6}")  # fmt: skip

    def states(self, hours: int) -> Iterator[PageState]:
        releases = [Piece(300 - place, -7 * place, 0, f"sea-{place}") for place in range(1, 7)]
        papers = [Piece(60 - place) for place in range(5)]
        for hour in range(hours):
            at = STARTS_AT + timedelta(hours=hour)
            office = 1.0 if at.weekday() < 5 and 8 <= at.hour <= 17 else 0.03
            rate = 0.85 if at.weekday() == 3 and 10 <= at.hour <= 14 else 0.28 * office
            if hour and self.chance.happens(rate, "told", hour):
                new = Piece(300 + hour, hour, 0, f"sea-{hour}-new")
                if self.chance.happens(0.4, "under the old picture", hour):
                    new = replace(new, picture=releases[0].picture)
                releases = [new, *releases[:5]]
            elif self.chance.happens(0.09 * office, "corrected", hour):
                place = self.chance.below(3, "which", hour)
                releases[place] = replace(releases[place], turn=releases[place].turn + 1)
            elif self.chance.happens(0.05, "another picture", hour):
                releases[0] = replace(releases[0], picture=f"sea-{hour}-again")
            if hour and self.chance.happens(0.1 * office, "sent out", hour):
                papers = [Piece(60 + hour), *papers[:4]]
            elif hour and self.chance.happens(0.09 * office, "put off", hour):
                place = self.chance.below(5, "which paper", hour)
                papers[place] = replace(papers[place], turn=papers[place].turn + 1)
            lead = self._told(releases[0])[1], *(self._told(item)[0] for item in releases)
            news = (*lead, *(words for item in papers for words in self._paper(item)))
            chat = panels.plain("chat", 230, "<p>Hej! Fråga vår digitala medarbetare.</p>")
            over = (Overlay(chat, 750, 820),) if self.chance.happens(0.3, "chat", hour) else ()
            yield PageState(rows=tuple(self._page(releases, papers, hour, at)), news=news, overlays=over)

    def _told(self, item: Piece) -> tuple[str, str]:
        who, what, because = told(self.chance.child("told"), (_ACTORS, _ACTS, _BECAUSE), item.number)
        later = _BECAUSE[(_BECAUSE.index(because) + item.turn) % len(_BECAUSE)]
        return f"{'Rättelse: ' if item.turn % 2 else ''}{who} {what}", later

    def _paper(self, item: Piece) -> tuple[str, str, str]:
        title, base, until = told(self.chance.child("paper"), (_PAPERS, _BASES, _UNTIL), item.number)
        later = _UNTIL[(_UNTIL.index(until) + item.turn) % len(_UNTIL)]
        return title, base.format(20 + item.number), f"Svar senast {later}"

    def _page(self, releases: Sequence[Piece], papers: Sequence[Piece], hour: int, at: datetime) -> list[Row]:
        note = f"{_WEEK[at.weekday()]} {at.day} maj 2026 · {self.chance.between(8, 900, 'here', hour)} besökare just nu"
        clip = panels.image(f"crowd-{self.chance.below(6, 'clip', hour)}", 346, 180)
        watched = self.chance.between(40, 4000, "watched", hour)
        sent = f"<h4>Webbsändning</h4>{clip}<h2>Om {26 - at.hour} tim 14 min</h2><p>{watched} väntar</p>"
        visited = self.chance.shuffled(_VISITED, "visited", hour)[:7]
        posted = posts(self.chance, hour, _TWEETED, "{} min sedan · {} gillar")
        many = self.chance.pick((3, 4), "many", hour // 4)
        facts = self.chance.shuffled(range(len(_FACTS)), "facts", hour)[:many]
        tabs = "<nav><span>Nyheter</span><span>Remisser</span><span>Organisation</span></nav>"
        rows = [
            row(panels.masthead("Kustdepartementet", 1000, note, height=64), tag="header"),
            row(panels.plain("tabs", 1000, tabs)),
            row([self._lead(releases[0]), self._releases(releases[1:], hour)],
                [panels.plain("sent", 370, sent), lines("visited", 370, "Mest besökt", visited, tag="ol"),
                 lines("posts", 370, "Följ oss", posted)], tag="main"),
            row(shelf("facts", "Fördjupning", _FACTS, facts, 140)),
            row(self._papers(papers, hour), tag="footer"),
        ]  # fmt: skip
        if self.chance.happens(0.35, "crisis", hour // 3):
            tall = self.chance.pick((40, 72, 110), "crisis px", hour // 3)
            bar = panels.strip("Krisinformation: så här förbereder du dig", tall, name="crisis")
            rows.insert(self.chance.pick((0, 2), "crisis row", hour // 3), row(bar))
        return rows

    def _lead(self, item: Piece) -> Panel:
        title, because = self._told(item)
        link = f'<h1><a href="{ORIGIN}/pressmeddelanden/{item.number}">{title}</a></h1><p>{because}</p>'
        return panels.plain("lead", 630, panels.image(item.picture, 606, 300) + link, is_news=True)

    def _releases(self, releases: Sequence[Piece], hour: int) -> Panel:
        items = ""
        for item in releases:
            day = STARTS_AT + timedelta(hours=item.hour)
            shared = 2 * (hour - item.hour) + self.chance.below(3, "shared", item.number, hour)
            items += (
                f"<li><time>{day.day} maj {day:%H.%M}</time><h2>{self._told(item)[0]}</h2>"
                f'<p class="small">Delad {shared} gånger</p></li>'
            )
        return panels.plain("releases", 630, f"<h4>Pressmeddelanden</h4><ol>{items}</ol>", is_news=True)

    def _papers(self, papers: Sequence[Piece], hour: int) -> Panel:
        lines_of = "".join(
            f"<tr><td>{title}</td><td>{base}</td><td>{until}</td>"
            f"<td>{9 * hour + self.chance.below(9, 'loads', item.number, hour)} nedladdningar</td></tr>"
            for item in papers
            for title, base, until in (self._paper(item),)
        )
        return panels.plain("comment", 1000, f"<h4>På remiss</h4><table>{lines_of}</table>", is_news=True)


UNSEEN_WEIRS = (Wayfarer, Alertas, Departement)
