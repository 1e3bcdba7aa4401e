"""What is kept: a Finnish archive with its reading rooms."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from html import escape

from benchmarks.sites import panels
from benchmarks.sites.illustrated import Duty, told
from benchmarks.sites.look import SANS, SERIF, Look
from benchmarks.sites.news import STARTS_AT
from benchmarks.sites.page import ORIGIN, PageState, Panel, Row, row
from benchmarks.sites.site import GeneratedSite

_RELEASED = (
    ("{o}: arkisto siirtyi meille", "{n} hyllymetriä asiakirjoja vuosilta {y}–{z}. Luettelointi alkaa syksyllä."),
    ("{o} avataan tutkijoille", "Salassapito päättyi {n} vuoden jälkeen; pyynnöt käsitellään saapumisjärjestyksessä."),
    ("Kadonnut päiväkirja löytyi: {o}", "Vihko oli {n} vuotta väärässä kotelossa. Se näytetään yleisölle kesäkuussa."),
    ("Vesivahinko varastossa {k}", "Vahinko koskee {n} koteloa. Konservaattorit pakastavat aineistoa, {o} säästyi."),
    ("Digitointi keskeytyy: {o}", "Skannerin valo vaurioitti {n} lehteä. Työ jatkuu, kun laite on tarkastettu."),
    ("{p} nimitetty arkistoneuvokseksi", "Virkaa haki {k} henkilöä. Toimikausi alkaa kesäkuun {k}. päivänä."),
    ("Hinnasto muuttuu: kopiot {k} euroa", "Maksuasetus tulee voimaan kesäkuussa. Tutkijakortti on yhä maksuton."),
    ("Oikeuskansleri moittii viivytyksestä", "Tietopyyntö odotti {n} viikkoa. Vastaamme ratkaisuun toukokuun aikana."),
    ("Aineisto palautetaan Saamelaisarkistoon", "{n} valokuvaa ja {k} äänitettä siirretään Inariin. Kopiot jäävät."),
    ("Tietomurto asiakaspalvelussa", "Murto koskee {n} tilausta. Asiasta on ilmoitettu tietosuojavaltuutetulle."),
    ("Näyttely suljetaan etuajassa: {o}", "Syynä on lainanantajan vaatimus. Liput palautetaan {n} päivän ajan."),
    ("Yhteistoimintaneuvottelut päättyivät", "{n} tehtävää lakkaa, toimipaikoista suljetaan {k}. {p} kommentoi."),
    ("Museovirasto ja arkisto yhdistyvät?",
     "Selvitysmies {p} ehdottaa yhteistä virastoa. Lausuntoaikaa on {n} päivää."),
    ("Palkinto vuoden arkistoteosta", "Raati kiitti hanketta {o}. Palkinto on {n}00 euroa, perustelut luki {p}."),
    ("Väärennös kokoelmassa: {o}", "Mustetutkimus osoittaa {k} asiakirjaa uusiksi. Ne poistetaan luettelosta."),
)  # fmt: skip
_FONDS = ("Kuurilan kartano", "Saimaan Höyrylaiva Oy", "Raja-asema Vaalimaa", "Taiteilijakoti Ahola",
          "Lyseon oppilaskunta", "Sotasairaala 14", "Puolangan käräjät", "Valtiorikosoikeus", "Kone- ja Siltaverstas",
          "Ulkomaankaupan tarkastus", "Merenkulkuhallitus", "Naisasialiitto Valo", "Kuvaamo Lindgren")  # fmt: skip
_PEOPLE = (
    "Aino Rantakari",
    "Eero Honkavaara",
    "Marja-Liisa Toppila",
    "Jukka Sorsavirta",
    "Tove Nyholm",
    "Ilkka Peura",
)
_ROOMS = (
    "Tutkijasali, Rauhankatu",
    "Mikrofilmisali",
    "Karttasali, Siltavuori",
    "Oulun toimipaikka",
    "Joensuun toimipaikka",
)
_OPEN = ("avoinna normaalisti", "suljettu {d}.5. klo {h} alkaen", "suljettu toistaiseksi",
         "vain ajanvarauksella {d}.5. asti", "avoinna poikkeuksellisesti klo {h}–20",
         "aineistotilaukset tauolla {d}.5. asti")  # fmt: skip
_SERIES = ("Kirkonkirjat, {f} seurakunta", "Ilmakuvat {y}–{z}", "Henkikirjat, {f} kihlakunta", "Karttasarja {n}",
           "Sotapäiväkirjat, {n}. prikaati", "Äänitteet: {f} murre", "Tuomiokirjat, {f} käräjät",
           "Siirtolaisten passit {y}–{z}")  # fmt: skip
_PLACES = ("Ruoveden", "Iitin", "Sotkamon", "Vöyrin", "Kökarin", "Utsjoen", "Heinäveden", "Loimaan", "Kiteen")
_TREASURES = ("Torpparin kontrahti", "Postikortti Terijoelta", "Lentäjän muistikirja", "Hääkuva vuodelta 1911",
              "Koulun nimikirja", "Kieltolain takavarikko", "Pitsinnyplääjän malli", "Väinön viimeinen kirje",
              "Asemapiirros, Rajamäki", "Lypsylehmien luettelo", "Neiti Holmin passi", "Talvisodan torttuohje",
              "Tukkijoen uittokartta")  # fmt: skip
_SEARCHED = ("karjalan sukunimet", "isojaon kartat", "sotilaan kantakortti", "ripille pääsy", "tulitikkutehdas",
             "perukirjat", "siirtolapset", "meriselitys", "kirkkomaan kartta", "kotiseutulehti", "kaatuneet",
             "rippikirjat 1860", "lestadiolaisuus", "pitäjän räätäli")  # fmt: skip
_GUESTS = ("Löysin isoisän kirjeen {n} vuoden etsinnän jälkeen!", "Kahvila on liian kallis.",
           "Kiitos päivystäjälle, olit enkeli.", "Sivu {n} puuttuu skannauksesta.", "Miksi sali on näin kylmä?",
           "Osaako joku lukea tätä käsialaa?", "Mikrofilmi {n} on epätarkka.", "Suosittelen opastusta!",
           "Tulimme bussilla, meitä oli {n}.")  # fmt: skip
_WARES = ("Sukupuu-juliste", "Arkistokotelo", "Muki: Riihikirkko", "Opas käsialoihin", "Kangaskassi",
          "Vanhat kartat, kirja", "Puuvillahanskat", "Postimerkkiarkki", "Palapeli: Turun palo")  # fmt: skip
_TOURS = ("Opastus: kellarin aarteet", "Lukutaitopaja", "Sukututkijan ensiaskeleet", "Vauvojen arkistoretki",
          "Kahvit konservaattorin kanssa", "Verkkokurssi: vanhat käsialat", "Etätuki: Astia-palvelu")  # fmt: skip


@dataclass(frozen=True)
class Piece:
    """An announcement: which one, how often its paragraph was amended, and whose photograph stands with it."""

    number: int
    amended: int = 0
    photo: int = 0


class Arkisto(GeneratedSite):
    """An archive: a treasure fills the screen, then announcements, rooms that close, series newly opened."""

    slug = "arkisto"
    hard = "Finnish; a treasure of the collections fills the screen and changes by the hour, above quiet announcements"
    more = 0
    look = Look(
        heading=SERIF, body=SANS, paper="#f6f4ef", ink="#23211d", muted="#7b756a", line="#cfc8b8", accent="#6b4423",
        lead_px=30, top_px=19, card="#ebe6da",
        extra=(
            ".masthead{background:#23211d;color:#f6f4ef}"
            ".aarre{background:#3b332a;color:#f6f4ef}.aarre h1{padding-top:8px}"
            ".ajassa .side{margin-bottom:16px;border-bottom:1px solid #cfc8b8;padding-bottom:14px}"
            ".ajassa h2{margin-bottom:6px}.salit{border:2px solid #6b4423;background:#fff}.salit p{padding:5px 0}"
            ".salit em{font:bold 14px/20px 'Liberation Sans';color:#9c2b12}"
            ".uusi table{width:100%}.uusi td{padding:5px 14px 5px 0}"
            ".uusi{border-top:2px solid #23211d}.haut span{display:inline-block;background:#ebe6da;padding:3px 9px;"
            "margin:0 6px 6px 0}"
            ".vieras p{font:italic 16px/23px 'Liberation Serif';margin-bottom:8px}.luku{background:#6b4423;color:#fff}"
            ".luku b{font:bold 30px/36px 'Liberation Serif'}.kauppa{background:#ebe6da}.bar{background:#e2b04a}"
        ),
    )  # fmt: skip
    duty = Duty(hours=(5, 14), then=0.05, night=0.02)

    def states(self, hours: int) -> Iterator[PageState]:
        """The page at each of the first hours."""
        pieces = [Piece(number, photo=number) for number in (4, 3, 2, 1)]
        rooms = [0] * len(_ROOMS)
        series = [4, 3, 2, 1, 0]
        for hour in range(hours):
            at = STARTS_AT + timedelta(hours=hour)
            what = self.chance.number("does", hour) / max(self.duty.at(at), 0.001) if hour else 1.0
            if what < 0.14:
                number = pieces[0].number + 1
                photo = pieces[0].photo if self.chance.happens(0.25, "old photograph", hour) else number
                pieces = [Piece(number, photo=photo), *pieces[:3]]
            elif what < 0.21:
                place = self.chance.pick((0, 0, 1, 2), "amended", hour)
                pieces[place] = replace(pieces[place], amended=pieces[place].amended + 1)
            elif what < 0.29:
                place = self.chance.below(3, "photographed", hour)
                pieces[place] = replace(pieces[place], photo=1000 + hour)
            elif what < 0.39:
                place = self.chance.below(len(rooms), "room", hour)
                rooms[place] = 0 if rooms[place] else hour * 5 + self.chance.between(1, 5, "how", hour)
            elif what < 0.46:
                series = [series[0] + 1, *series[:-1]]
            told_of = [self._told(item) for item in pieces]
            closed = [self._room(seat, state) for seat, state in enumerate(rooms)]
            opened = [self._series(number) for number in series]
            news = (*(words for pair in told_of for words in pair), *closed, *opened)
            yield PageState(rows=tuple(self._page(pieces, closed, opened, hour, at)), news=news)

    def _told(self, item: Piece) -> tuple[str, str]:
        draw = self.chance.child("piece", item.number)
        number, fonds = told(
            self.chance.child("told"), ([str(k) for k in range(len(_RELEASED))], _FONDS), item.number
        )
        year = draw.between(1809, 1950, "y")
        shared = {"o": fonds, "p": draw.pick(_PEOPLE, "p"), "k": draw.between(3, 9, "k"), "y": year,
                  "z": year + draw.between(4, 40, "z"), "n": draw.between(11, 95, "n")}  # fmt: skip
        title, words = (text.format(**shared) for text in _RELEASED[int(number)])
        if item.amended:
            who = draw.pick(_PEOPLE, "says", item.amended)
            words += f" Päivitys: {who} vastaa kysymyksiin klo {8 + item.amended}."
        return title, words

    def _room(self, seat: int, state: int) -> str:
        draw = self.chance.child("room", seat, state)
        words = _OPEN[state % 5 + 1 if state else 0].format(
            d=draw.between(14, 29, "d"), h=draw.between(11, 16, "h")
        )
        return f"{_ROOMS[seat]}: <em>{words}</em>"

    def _series(self, number: int) -> str:
        words, place = told(self.chance.child("series"), (_SERIES, _PLACES), number)
        draw = self.chance.child("opened", number)
        year = draw.between(1820, 1930, "y")
        filled = words.format(f=place, y=year, z=year + draw.between(3, 30, "z"), n=draw.between(2, 28, "n"))
        return f"{filled}<td>{draw.between(2, 96, 'pictures')} {draw.between(100, 999, 'more')} kuvaa"

    def _page(
        self, pieces: Sequence[Piece], rooms: Sequence[str], series: Sequence[str], hour: int, at: datetime
    ) -> list[Row]:
        local = at + timedelta(hours=3)
        note = f"{local.day}.{local.month}.{local.year} klo {local:%H.%M} · Kirjaudu · Svenska · English"
        tall = self.chance.pick((300, 380, 380, 460), "treasure px", hour // 2)
        rows = [
            row(panels.masthead("Riihen Kansallisarkisto", 1000, note, height=64), tag="header"),
            row(self._treasure(hour, tall)),
            row(
                [self._rooms(rooms), self._seats(hour), self._tours(hour, local)],
                self._pieces(pieces),
                tag="main",
            ),
            row(self._opened(series), [self._searched(hour), self._guests(hour)]),
            row(self._wares(hour)),
            row(
                panels.plain("alas", 1000, '<p class="small">Saavutettavuus · Tietosuoja · Laskutus</p>'),
                tag="footer",
            ),
        ]
        if self.chance.happens(0.25, "bar", hour // 3):
            words = self.chance.pick(
                ("Vastaa käyttäjäkyselyyn ja voita kirja", "Astia-palvelussa huolto yöllä klo 2"),
                "b",
                hour // 3,
            )
            rows.insert(
                1, row(panels.strip(words, self.chance.between(36, 120, "bar px", hour // 3), name="bar"))
            )
        return rows

    def _treasure(self, hour: int, tall: int) -> Panel:
        number = self.chance.below(len(_TREASURES), "treasure", hour)
        shown = panels.image(f"culture-aarre-{number}", 976, tall)
        words = f"Poimintoja kokoelmista · {self.chance.between(3, 900, 'liked', hour)} tykkäystä"
        return panels.plain("aarre", 1000, f"{shown}<h1>{_TREASURES[number]}</h1><p>{words}</p>")

    def _pieces(self, pieces: Sequence[Piece]) -> Panel:
        lines = ""
        for item in pieces:
            title, words = self._told(item)
            lines += (
                f'<div class="side">{panels.image(f"science-uutinen-{item.photo}", 200, 130)}<div><h2>'
                f'<a href="{ORIGIN}/u/{item.number}">{escape(title)}</a></h2><p>{escape(words)}</p></div></div>'
            )
        return panels.plain("ajassa", 660, f"<h4>Ajankohtaista</h4>{lines}", is_news=True)

    def _rooms(self, rooms: Sequence[str]) -> Panel:
        lines = "".join(f"<p>{line}</p>" for line in rooms)
        return panels.plain("salit", 340, f"<h4>Tutkijasalit</h4>{lines}", is_news=True)

    def _opened(self, series: Sequence[str]) -> Panel:
        lines = "".join(f"<tr><td>{line}</tr>" for line in series)
        return panels.plain(
            "uusi", 560, f"<h2>Uutta digitaaliarkistossa</h2><table>{lines}</table>", is_news=True
        )

    def _seats(self, hour: int) -> Panel:
        free, made = (
            self.chance.below(64, "free", hour),
            181_440_000 + 1_377 * hour + self.chance.below(900, "made", hour),
        )
        html = f"<h4>Juuri nyt</h4><b>{free}</b> vapaata paikkaa<br><b>{made:,}</b> kuvaa verkossa"
        return panels.plain("luku", 340, html.replace(",", " ").replace("<h4>", '<h4 style="color:#e2b04a">'))

    def _tours(self, hour: int, local: datetime) -> Panel:
        lines = "".join(
            f'<li>{_TOURS[(local.day + turn) % len(_TOURS)]} <span class="small">klo {10 + 2 * turn}, vapaana'
            f" {self.chance.below(21, 'tour', turn, hour)}</span></li>"
            for turn in range(4)
        )
        return panels.plain("tanaan", 340, f"<h4>Tänään talossa</h4><ul>{lines}</ul>")

    def _searched(self, hour: int) -> Panel:
        words = "".join(
            f"<span>{word}</span>"
            for word in self.chance.shuffled(_SEARCHED, "searched", hour)[
                : self.chance.between(6, 12, "many", hour)
            ]
        )
        return panels.plain("haut", 440, f"<h4>Haetuimmat</h4>{words}")

    def _guests(self, hour: int) -> Panel:
        lines = "".join(
            f"<p>”{words.format(n=self.chance.between(2, 39, 'guest', words, hour))}”</p>"
            for words in self.chance.shuffled(_GUESTS, "guests", hour // 2)[: 2 + hour % 3]
        )
        return panels.plain("vieras", 440, f"<h4>Vieraskirja</h4>{lines}")

    def _wares(self, hour: int) -> Panel:
        cards = "".join(
            f"<div>{panels.image(f'culture-tavara-{number}', 182, 120)}<h3>{_WARES[number]}</h3>"
            f'<p class="small">{self.chance.between(4, 60, "price", number, hour // 12)},90 €</p></div>'
            for number in self.chance.shuffled(range(len(_WARES)), "wares", hour)[:5]
        )
        return panels.plain("kauppa", 1000, f'<h4>Arkistokauppa</h4><div class="cards">{cards}</div>')


UNSEEN_VAULTS = (Arkisto,)
