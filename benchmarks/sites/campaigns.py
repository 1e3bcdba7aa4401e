"""News below what is sold or shown for effect: an Italian paper under takeovers, a Finnish consumer authority."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from types import MappingProxyType

from benchmarks.sites import panels
from benchmarks.sites.languages import LocalDesk
from benchmarks.sites.look import SANS, SERIF, Look
from benchmarks.sites.news import STARTS_AT, HourNews, Rhythm
from benchmarks.sites.page import ORIGIN, PageState, Panel, Row, row
from benchmarks.sites.site import GeneratedSite

_ITALIAN = LocalDesk(
    MappingProxyType({
        "Cronaca": (
            "{where}, {what} chiuso: {why}", "Incendio a {where}, {count} sfollati", "{where}, trovato {what2}",
            "{Who} denunciato: «{why}»", "Furto a {where}: spariti {count} {goods}",
            "Scontro a {where}, {count} feriti lievi",
        ),
        "Politica": (
            "{Who} lascia la giunta: {why}", "{where}, sì a {what2} con {count} voti", "{what2}, {Who} prende tempo",
            "Il comune di {where} vende {what}", "{where} ricorre al TAR contro {what2}",
        ),
        "Economia": (
            "{firm} assume {count} operai a {where}", "{firm} chiude lo stabilimento di {where}",
            "{firm}, sciopero a oltranza: {why}", "{goods}, prezzi su del {percent} per cento",
            "{Who} compra {firm} per {count} milioni",
        ),
        "Sport": (
            "{team} batte {team2} al novantesimo", "{team}, via l'allenatore: arriva {Who}",
            "{team2} promosso, {count} tifosi in piazza", "{Who} salta il derby: {why}",
        ),
    }),
    (
        "Secondo {Who} la decisione era attesa: {why}. A {where} si aspettano {count} persone.",
        "Sul posto i tecnici di {firm}. Per {what} servono almeno {count} giorni, dice {Who}.",
        "L'annuncio ieri sera a {where}: {why}. Il danno supera i {count} mila euro.",
        "Le opposizioni chiedono chiarezza su {what2}. {Who}: «Nessun ritardo, {why}».",
    ),
    MappingProxyType({
        "Who": ("la sindaca Furlan", "l'assessore Bressan", "Giulio Marangon", "il prefetto Nardi", "Ada Zennaro",
                "don Piero Tosi", "l'avvocato Dal Corso", "Irene Scarpa", "Marco Vianello", "la rettrice Busetto"),
        "where": ("Chioggia Nuova", "Torre Bassa", "Santa Marta", "Cavarino", "Porto Levante", "Mira Vecchia",
                  "Campalto", "Altino", "Borgo Lio"),
        "what": ("il ponte delle Guglie", "l'ospedale vecchio", "il mercato ittico", "il parcheggio scambiatore",
                 "l'ex zuccherificio", "il cinema Astra", "il sottopasso"),
        "what2": ("un nuovo piano del traffico", "un asilo nell'ex caserma", "un ordigno di guerra",
                  "un bilancio da rifare", "un mosaico romano", "un vincolo sulle barene"),
        "why": ("mancano i fondi", "crepe nei piloni", "nessuno ha risposto al bando", "pioggia e vento forte",
                "firme irregolari", "perizia da rifare", "il contratto è scaduto"),
        "goods": ("vongole", "biciclette", "motori marini", "asparagi", "radicchio", "pannelli solari"),
        "firm": ("Vetrerie Moro", "Cantieri Alberoni", "Laguna Trasporti", "Molini Zanon", "Adria Energia"),
        "team": ("Lagunare", "Virtus Brenta", "Sandonatese", "Pro Cavarino"),
        "team2": ("Union Sile", "Altinate", "Nuova Treporti"),
        "count": ("12", "40", "7", "130", "25", "310", "18", "64"),
        "percent": ("4", "9", "15", "22"),
    }),
)  # fmt: skip
_BRANDS = (
    ("Fiordo SUV Ibrido", "Guida il silenzio. Anticipo zero fino a domenica.", "#0d1b2a", "#f4d35e"),
    ("Mobilificio Brenta", "Tutto fuori! Cucine al 50%", "#b00020", "#ffffff"),
    ("Banca dei Dogi", "Il mutuo che non ti sveglia di notte", "#1b4332", "#d8f3dc"),
    ("Crociere Sirena", "Sette notti in Egeo da 499 €", "#0077b6", "#ffffff"),
    ("Super Risparmio", "Prosciutto crudo 1,49 l'etto", "#ffcc00", "#7a0000"),
    ("Ottica Rialto", "Due paia, un prezzo", "#3c096c", "#ffd6ff"),
    ("Teatro del Fondaco", "La stagione d'oro. Abbonamenti aperti", "#2b2118", "#e6c280"),
)  # fmt: skip
_PHOTOS = ("L'alba sul molo, di Carla", "Il gatto di Calle Larga", "Nebbia in barena", "La regata dei bambini",
           "Acqua alta, vista dai lettori", "Tramonto da Torre Bassa", "Il mercato alle cinque", "Gabbiani in bricola",
           "La sagra del pesce", "Biciclette d'epoca", "Un matrimonio in barca")  # fmt: skip
_READ = ("Dieci ricette con le vongole", "I nomi delle calli", "Weekend nelle ville del Brenta",
         "Come difendersi dall'umido", "Il quiz: sei davvero lagunare?", "Oroscopo del mese",
         "Case sotto i 90 mila euro", "Il cruciverba", "Scuole superiori: la classifica")  # fmt: skip


class Laguna(GeneratedSite):
    """A regional paper: a takeover of any height, readers' photographs, the lead in a narrow column, the rest below."""

    slug = "laguna"
    hard = "a takeover of another height at each hour, a large picture that rotates; the lead beside it"
    more = 0
    tops = 5
    desk = _ITALIAN
    rhythm = Rhythm(lead=0.12, top=0.13, rewrite=0.04, standfirst=0.02, picture=0.0, night=0.15)
    look = Look(
        heading=SERIF, body=SANS, paper="#ffffff", ink="#1a1a1a", muted="#70757a", line="#dddddd", accent="#00538a",
        lead_px=34, top_px=21, card="#eef4f8",
        extra=(
            ".sold{padding:0}.sold div{box-sizing:border-box;padding:16px 40px;overflow:hidden;display:flex;"
            "justify-content:space-between}.sold b{font:bold 44px/50px 'Liberation Sans'}.sold p{font-size:19px;"
            "line-height:26px;max-width:520px}.photo p{background:#111;color:#fff;line-height:32px;padding:0 12px}"
            ".tide{background:#eef4f8}.tide span{margin-right:22px}.promo{background:#c8102e}"
        ),
    )  # fmt: skip

    def rows(self, hour: HourNews) -> Sequence[Row]:
        """The page at one hour."""
        h = hour.hour
        rows = [
            row(self._tide(h)),
            row(panels.masthead("Il Corriere di Laguna", 1000, f"{hour.at:%d.%m.%Y, %H:%M}", height=52), tag="header"),
            row(self._sold(h)),
            row([self._photo(h, 680)], [panels.lead(self.flow, hour, 320, "plain")]),
            row(
                [
                    panels.tops(self.flow, hour.tops, 600, "list", heading="Ultime notizie"),
                    panels.advert(self.advert("within", hour, 576, 120), "within", 600),
                ],
                [
                    panels.advert(self.advert("side", hour, 376, 280), "side-advert", 400),
                    panels.recommended(self.chance, h // 2, 400, 2, "Da leggere", titles=_READ),
                    panels.counter(self.chance, h, 400, "lettori in questo momento"),
                ],
                tag="main",
            ),
            row(panels.plain("foot", 1000, '<p class="small">Redazione · Abbonati · Pubblicità · Privacy</p>')),
        ]  # fmt: skip
        if self.chance.happens(0.35, "promo", h // 2):
            height = self.chance.between(50, 110, "promo height", h // 2)
            price = self.chance.pick(
                ("1 € al mese", "tre mesi a 4,90 €", "un anno a metà prezzo"), "price", h // 2
            )
            rows.insert(3, row(panels.strip(f"Abbonati al Corriere digitale: {price}", height, name="promo")))
        return rows

    def _sold(self, hour: int) -> Panel:
        """The takeover; at some visits it is shut to a strip."""
        name, words, ground, ink = self.chance.pick(_BRANDS, "brand", hour)
        height = self.chance.pick((66, 130, 180, 210, 240, 270, 300), "height", hour)
        beside = panels.image(f"feature-sold-{name[:3]}", 300, height - 32) if height > 100 else ""
        style = f"height:{height}px;background:{ground};color:{ink}"
        text = f"<div style='display:block;padding:0'><b>{name}</b><p>{words}</p></div>"
        return panels.plain("sold", 1000, f'<div style="{style}">{text}{beside}</div>')

    def _photo(self, hour: int, width: int) -> Panel:
        number = self.chance.below(40, "photo", hour)
        title = self.chance.pick(_PHOTOS, "title", number)
        height = self.chance.pick((320, 360, 400), "photo height", hour // 5)
        picture = panels.image(f"sea-reader-{number}", width - 24, height)
        dots = f"{1 + self.chance.below(12, 'dot', hour)} / 12"
        return panels.plain("photo", width, f"{picture}<p>Le vostre foto: {title} · {dots}</p>")

    def _tide(self, hour: int) -> Panel:
        levels = "".join(
            f"<span>{name} <b>{self.chance.between(-20, 110, 'tide', name, hour)} cm</b></span>"
            for name in ("Punta Salute", "Diga Sud", "Burano", "Chioggia")
        )
        degrees = self.chance.between(11, 24, "degrees", hour // 2)
        return panels.plain("tide", 1000, f'<p class="small">Marea: {levels} {degrees}°</p>')


_GOODS = (
    ("Sähköpotkulauta Kipinä", 0), ("Kumisaappaat Loiske", 1), ("Pähkinäsuklaa Metsä", 2), ("Vedenkeitin Kuura", 0),
    ("Vauvansänky Untuva", 1), ("Jatkojohto Valo 5 m", 0), ("Kuivattu mango Aurinko", 2), ("Uimarengas Lumme", 1),
    ("Akkuporakone Väkevä", 0), ("Lelurobotti Piip", 1), ("Juustoraaste Niitty", 2), ("Palovaroitin Vahti", 0),
    ("Pyöräilykypärä Tuuli", 1), ("Lihapiirakka Kinos", 2), ("Rintareppu Syli", 1), ("Terassilämmitin Lieska", 0),
)  # fmt: skip
_FIRMS = ("Kotilo Oy", "Pohjolan Tukku", "Veikko & Pojat", "Nettikauppa Halpis", "Rautia-Salo", "Lastentarvike Nalle",
          "Ruokatalo Sampo", "Maahantuoja Lindqvist", "Tavaratalo Kehä")  # fmt: skip
_DANGERS = (
    ("Laite voi ylikuumeta ja syttyä.", "Suojamaadoitus puuttuu: sähköiskun vaara.", "Kotelo murtuu pudotessa.",
     "Hälytys ei soi, vaikka paristo on uusi.", "Virtajohdon eriste on liian ohut."),
    ("Osa voi irrota ja joutua pienen lapsen suuhun.", "Kiinnitys ei kestä käyttöä.", "Nauhat voivat kuristaa.",
     "Muovissa on kiellettyä ftalaattia yli sallitun määrän.", "Solki aukeaa kuormituksessa."),
    ("Tuotteessa on merkitsemätöntä maapähkinää.", "Näytteestä löytyi listeriaa.", "Päiväys on merkitty väärin.",
     "Pakkauksessa voi olla lasinsirua.", "Säilöntäainetta on yli sallitun määrän."),
)  # fmt: skip
_ADVICE = ("Lopeta käyttö heti ja palauta tuote myymälään.", "Rahat saa takaisin ilman kuittia.",
           "Myyjä vaihtaa tuotteen maksutta kesän aikana.", "Pyydä korvaavaa tuotetta maahantuojalta.",
           "Hävitä tuote, älä anna sitä eteenpäin.")  # fmt: skip
_KINDS = ("Takaisinveto", "Takaisinveto", "Varoitus", "Myyntikielto", "Takaisinveto", "Uhkasakko")
_SLOGANS = (
    "Huijarilla on kiire. Sinulla ei.",
    "Katso kolmesti, klikkaa kerran",
    "Laina ei ole lahja",
    "Kuka näki ostoksesi?",
    "Korjaa, älä heitä",
    "Halpa tuli kalliiksi",
    "Lue ennen kuin allekirjoitat",
)
_GROUNDS = ("#5a189a", "#00694e", "#b5173a", "#134074", "#c75000", "#264653")
_PANES = ("Testaa: tunnistatko huijausviestin?", "Tilaa maksuton kuluttajan kalenteri", "Video: Aino ja verkkokauppa",
          "Kouluille: pelaa rahapeliä vastaan", "Kysy chatissa Kössiltä", "Podcast: tavarataivas",
          "Vaihda sähkösopimus oikein", "Kuluttajapäivä torilla")  # fmt: skip


@dataclass(frozen=True)
class Recall:
    """What was withdrawn or forbidden, since when, and how often it was extended to more batches."""

    number: int
    extended: int = 0


class Kuluttaja(GeneratedSite):
    """A consumer authority: withdrawals on working days, in a list below a campaign of any height, beside its panes."""

    slug = "kuluttaja"
    hard = "slow; a campaign of any height fills the screen, its panes beside the list; ages in the rows"
    more = 0
    look = Look(
        heading=SANS, paper="#ffffff", ink="#17212b", muted="#5b6770", line="#cfd6dc", accent="#00694e", lead_px=26,
        top_px=18, card="#eef5f2",
        extra=(
            ".campaign{padding:0}.campaign>div{position:relative;overflow:hidden}.campaign h1{position:absolute;"
            "left:40px;bottom:46px;color:#fff;font-size:54px;line-height:60px;max-width:620px;margin:0}"
            ".campaign p{position:absolute;left:40px;bottom:16px;color:#fff}.notice .tag{background:#17212b;color:#fff;"
            "font:bold 12px/20px 'Liberation Sans';padding:0 8px;display:inline-block;margin-bottom:4px}"
            ".notice{border-top:1px solid #cfd6dc}.pane div{color:#fff;padding:12px 14px;height:70px}"
            ".pane{padding-bottom:4px}.menu{background:#00694e;color:#fff}.menu span{margin-right:26px}"
        ),
    )  # fmt: skip

    def states(self, hours: int) -> Iterator[PageState]:
        """The page at each of the first hours."""
        recalls = [Recall(-number) for number in range(1, 9)]
        for hour in range(hours):
            at = STARTS_AT + timedelta(hours=hour)
            working = at.weekday() < 5 and 8 <= at.hour <= 17
            if hour and self.chance.happens(0.27 if working else 0.015, "new", hour):
                recalls = [Recall(hour), *recalls][:8]
            elif hour and working and self.chance.happens(0.16, "extended", hour):
                place = min(self.chance.below(8, "whose", draw, hour) for draw in range(2))
                recalls[place] = replace(recalls[place], extended=recalls[place].extended + 1)
            news = tuple(" ".join(self._told(item)) for item in recalls)
            yield PageState(rows=tuple(self._page(recalls, hour, at)), news=news)

    def _told(self, item: Recall) -> tuple[str, str, str]:
        draw = self.chance.child("recall", item.number)
        goods = self.chance.shuffled(_GOODS, "goods", item.number // 40)
        batches = [str(draw.between(1000, 9999, "batch", number)) for number in range(item.extended + 1)]
        batch = (
            f"Erä {batches[0]}." if len(batches) == 1 else f"Erät {', '.join(batches[:-1])} ja {batches[-1]}."
        )
        name, group = goods[item.number % len(goods)]
        title = f"{draw.pick(_FIRMS, 'firm')}: {name}"
        words = f"{draw.pick(_DANGERS[group], 'danger')} {batch} {draw.pick(_ADVICE, 'advice')}"
        return draw.pick(_KINDS, "kind"), title, words

    def _page(self, recalls: Sequence[Recall], hour: int, at: datetime) -> list[Row]:
        menu = "".join(
            f"<span>{name}</span>" for name in ("Ajankohtaista", "Ohjeet", "Ilmoita", "Tietoa meistä")
        )
        minutes = self.chance.between(2, 40, "wait", hour)
        wait = f"Neuvonta: jonossa {self.chance.below(60, 'queue', hour)}, odotus {minutes} min"
        foot = '<p class="small">Tietosuoja · Saavutettavuus · På svenska</p>'
        panes = self.chance.shuffled(range(len(_PANES)), "panes", hour // 2)[:5]
        rows = [
            row(panels.masthead("Kuluttajaturva", 1000, f"{wait} · {at:%d.%m.%Y}", height=50), tag="header"),
            row(panels.plain("menu", 1000, f"<p>{menu}</p>")),
            row(self._campaign(hour)),
            row(
                [
                    panels.plain("title", 500, "<h4>Viimeisimmät päätökset ja varoitukset</h4>"),
                    *(self._notice(item, hour, 500) for item in recalls),
                ],
                [*(self._pane(number, hour, 500) for number in panes)],
                tag="main",
            ),
            row(panels.plain("foot", 1000, foot), tag="footer"),
        ]  # fmt: skip
        if self.chance.happens(0.3, "strip", hour // 4):
            height = self.chance.pick((46, 72), "strip height", hour // 4)
            rows.insert(3, row(panels.strip("Vastaa kyselyyn ja kerro, mistä haluat lukea", height)))
        return rows

    def _campaign(self, hour: int) -> Panel:
        """A large picture with a slogan; another one every other hour, of another height at some."""
        number = self.chance.below(20, "campaign", hour // 2)
        height = self.chance.pick((330, 360, 400, 440, 480, 510), "height", hour // 3)
        words = self.chance.pick(_SLOGANS, "slogan", number, hour // 5)
        shown = 1 + self.chance.below(4, "of", hour)
        ground = self.chance.pick(_GROUNDS, "ground", number)
        html = (
            f'<div style="height:{height}px;background:{ground}">{panels.image(f"portrait-{number}", 1000, height)}'
            f"<h1>{words}</h1><p>Kampanja {shown}/4 · #oleskarppi</p></div>"
        )
        return panels.plain("campaign", 1000, html)

    def _notice(self, item: Recall, hour: int, width: int) -> Panel:
        kind, title, words = self._told(item)
        age = hour - item.number
        said = f"julkaistu {age} t sitten" if age < 24 else f"julkaistu {age // 24} pv sitten"
        link = f"{ORIGIN}/paatokset/{item.number + 2600}"
        reads = self.chance.between(20, 60 + 9 * age, "read", item.number, hour)
        html = (
            f'<p class="tag">{kind}</p><h2><a href="{link}">{title}</a></h2><p>{words}</p>'
            f'<p class="small">{said} · luettu {reads} kertaa</p>'
        )  # fmt: skip
        return panels.plain("notice", width, html, is_news=True)

    def _pane(self, number: int, hour: int, width: int) -> Panel:
        ground = self.chance.pick(_GROUNDS, "pane", number, hour // 6)
        wide = width - 24
        picture = panels.image(f"city-pane-{number}-{hour // 6}", wide, 90 + 10 * (number % 4))
        html = f'{picture}<div style="background:{ground}"><h2>{_PANES[number]}</h2></div>'
        return panels.plain("pane", width, html)


CAMPAIGNS = (Laguna, Kuluttaja)
