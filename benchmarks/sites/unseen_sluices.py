"""Behind the sluices: a Slovenian evening paper between all it lives of, the disturbances of French trams."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from benchmarks.sites import panels
from benchmarks.sites.illustrated import told
from benchmarks.sites.look import SANS, SERIF, WIDE, Look
from benchmarks.sites.news import STARTS_AT
from benchmarks.sites.page import ORIGIN, Overlay, PageState, Panel, Row, row
from benchmarks.sites.site import GeneratedSite
from pagetide.demo.chance import Chance


@dataclass(frozen=True)
class Piece:
    """Something that was told: which, of which hour, how often reworded, and the picture above it."""

    number: int
    hour: int = 0
    turn: int = 0
    picture: str = ""


def lines(name: str, width: int, title: str, words: Sequence[str], *, tag: str = "ul") -> Panel:
    """A heading and a list."""
    items = "".join(f"<li>{item}</li>" for item in words)
    return panels.plain(name, width, f"<h4>{title}</h4><{tag}>{items}</{tag}>")


def shelf(name: str, title: str, words: Sequence[str], order: Sequence[int], height: int) -> Panel:
    """Features with pictures, side by side over the whole width."""
    wide = 976 // len(order) - 16
    cards = "".join(
        f"<div>{panels.image(f'{name}-{at}', wide, height)}"
        f'<h3><a href="{ORIGIN}/{name}/{at}">{words[at]}</a></h3></div>'
        for at in order
    )
    return panels.plain(name, 1000, f'<h4>{title}</h4><div class="cards">{cards}</div>')


def posts(chance: Chance, hour: int, words: Sequence[str], small: str) -> list[str]:
    """Some of what is posted again and again: how long ago, and how many liked it, as ``small`` says it."""
    return [
        f'<p>{text}</p><p class="small">'
        f"{small.format(chance.between(1, 59, 'ago', text, hour), chance.below(300, 'likes', text, hour))}</p>"
        for text in chance.shuffled(words, "posts", hour)[: chance.between(4, 5, "many posts", hour)]
    ]


_WHO = ("Mestna občina Lipnik", "Minister za promet", "Sindikat železničarjev", "Bolnišnica Podgora", "Gasilska zveza",
        "Upravna enota Zalog", "Družba Elektro Savinja", "Direktorica muzeja", "Trener Olimpa", "Okrožno sodišče",
        "Odbor staršev", "Lastnik hotela Evropa", "Vodovod Brezje")  # fmt: skip
_DID = ("zavrača pogodbo o garažni hiši", "odpira vrata prvim obiskovalcem", "napoveduje tožbo zaradi hrupa",
        "išče izvajalca za obnovo mostu", "odlaga selitev na jesen", "potrjuje odhod vodstva",
        "objavlja rezultate meritev", "zahteva ponovitev razpisa", "dviguje cene s prvim junijem",
        "zapira oddelek do nadaljnjega", "opozarja na razpoke v predoru")  # fmt: skip
_TAIL = ("krajani zbirajo podpise", "odločitev prihodnji teden", "župan ne komentira", "škoda presega pol milijona",
         "policija zbira obvestila", "pogajanja se nadaljujejo", "promet je preusmerjen")  # fmt: skip
_STAND = ("Seja se je zavlekla v noč, sklep pa je pisen in dokončen.",
          "Dokument, ki ga hrani uredništvo, ima osemnajst strani in tri podpise.",
          "Prvi odzivi so deljeni, na kraju samem je bilo zjutraj okoli sto ljudi.",
          "Vzroki še niso znani, strokovnjaki pričakujejo prve izsledke v nekaj dneh.",
          "Zgodba se vleče že od lanske zime, zdaj pa je prvič padla tudi številka.")  # fmt: skip
_READ = ("Ta rastlina prežene klope", "Kako pravilno oprati pajkice", "Ne boste verjeli, kje živi",
         "Recept: hitra pita", "Zvezdnica pokazala novo pričesko", "Pet napak pri gradnji", "Kviz: glavna mesta", 
         "Kdaj sejati fižol", "Sosed mu je podrl ograjo", "Najlepše plaže brez gneče", "Kaj pomenijo sanje o vodi",
         "Test terenca")  # fmt: skip
_VIDEOS = ("Povodni mož z Bleda", "Medved pri smetnjaku", "Prvi let dvanajstletnika", "Kuhamo z babico",
           "Stara harmonika", "Zakulisje tekme", "Nevihta nad zalivom", "Ples na trgu", "Vlak v snegu")  # fmt: skip
_SOLD = ("Senčila po meri do 40 % ceneje", "Krediti brez stroškov odobritve", "Toplice: tri noči za dve",
         "Slušni aparat na preizkušnjo", "Nova zbirka vrtnega pohištva", "Sončna elektrarna na ključ",
         "Ležišča iz kokosa", "Zavarujte psa", "Poletni tečaji jezikov")  # fmt: skip
_SMALL = ("Prodam drva, bukova, 75 €", "Kupim traktor do 40 KM", "Oddam garsonjero, center", "Iščem varstvo za psa",
          "Podarim mucke", "Prodam čebelje panje", "Inštruiram matematiko", "Menjam znamke", "Prodam kombi, 2014",
          "Iščem sopotnika v Gradec", "Prodam krompir")  # fmt: skip
_SIGNS = (
    "Oven",
    "Bik",
    "Dvojčka",
    "Rak",
    "Lev",
    "Devica",
    "Tehtnica",
    "Škorpijon",
    "Strelec",
    "Kozorog",
    "Ribi",
)
_FATES = ("Danes bodite previdni z denarjem.", "Čaka vas prijetno srečanje.", "Delo počaka, vi si oddahnite.",
          "Neka novica vas bo presenetila.", "Prisluhnite partnerju.", "Zvečer ostanite doma.")  # fmt: skip
_NICKS = ("stajerc55", "mici", "janez.k", "opazovalka", "Rožletova", "brezimni", "lipa7", "kritik")
_SAYS = ("Pa saj to vemo že deset let.", "Bravo, končno nekdo!", "Kdo bo to plačal? Spet mi.", "Prej bi bilo treba.",
         "Avtor očitno še ni bil tam.", "Smešno in žalostno hkrati.", "Spet isti obrazi, spet iste zgodbe.",
         "A niso rekli, da bo to do lani? Jaz sem rekel sosedu, da ne bo nič iz tega.")  # fmt: skip
_DAYS = ("ponedeljek", "torek", "sreda", "četrtek", "petek", "sobota", "nedelja")
_PRESSED = frozenset({6, 7, 8, 12, 13, 17, 18, 19})


class Vecernik(GeneratedSite):
    """An evening paper: a lead in the picture, seven more stories with goods among them; videos, talk and small ads."""

    slug = "vecernik"
    hard = "new leads under the old picture, new pictures over old words; goods among the stories, talk larger than all"
    more = 0
    look = Look(
        heading=SERIF, body=SANS, paper="#fdfdfb", ink="#191919", muted="#77736c", line="#dedad2", accent="#a3142e",
        lead_px=38, top_px=17, card="#fbf3e4",
        extra=".hero{padding:0}.hero h1{position:absolute;left:40px;top:230px;width:760px;background:#a3142e;color:"
              "#fff;padding:8px 14px;margin:0}.hero p{padding:8px 40px 10px}.masthead{border-bottom:1px solid #191919}"
              ".grid{display:grid;grid-template-columns:231px 231px;gap:14px}.grid i{background:#f2c14e;padding:0 6px}"
              ".small-ads{background:#fbf3e4}.small-ads li{font-size:13px;line-height:18px}.stars{background:#2d2a4a;"
              "color:#fff}.stars h4{color:#f2c14e}.videos{background:#191919;color:#fff}.app{background:#f2c14e}"
              ".app{color:#191919}.talk li{font-size:14px;line-height:19px}.bar{display:block;height:12px}"
              ".bar{background:#a3142e;margin-bottom:8px}")  # fmt: skip

    def states(self, hours: int) -> Iterator[PageState]:
        pieces = [Piece(1000 - place, -2 * place, 0, f"city-{place}") for place in range(1, 9)]
        for hour in range(hours):
            at = STARTS_AT + timedelta(hours=hour)
            rate = 0.42 if at.hour in _PRESSED else 0.03 if at.hour < 5 else 0.18
            what = self.chance.number("what", hour) / (rate * (0.6 if at.weekday() > 4 else 1)) if hour else 2
            new = Piece(1000 + hour, hour, 0, f"city-{hour}-new")
            place = self.chance.below(3, "whose", hour)
            if what < 0.4:
                if self.chance.happens(0.3, "under the old picture", hour):
                    new = replace(new, picture=pieces[0].picture)
                    pieces[0] = replace(pieces[0], picture=f"city-{hour}-old")
                pieces = [new, *pieces[:7]]
            elif what < 0.78:
                pieces = [*pieces[: 1 + place], new, *pieces[1 + place : 7]]
            elif what < 1:
                pieces[place] = replace(pieces[place], turn=pieces[place].turn + 1)
            if self.chance.happens(0.1, "another picture", hour):
                at_place = self.chance.pick((0, 0, 2, 5), "over whom", hour)
                pieces[at_place] = replace(pieces[at_place], picture=f"city-{hour}-again")
            news = (self._told(pieces[0])[1], *(self._told(item)[0] for item in pieces))
            over = panels.plain("app", 340, "<h3>Vklopite obvestila?</h3><p>Kasneje · Dovoli</p>")
            shown = self.chance.happens(0.2, "asked", hour)
            yield PageState(
                rows=tuple(self._page(pieces, hour, at)),
                news=news,
                overlays=(Overlay(over, 330, 120),) if shown else (),
            )

    def _told(self, item: Piece) -> tuple[str, str]:
        who, did, tail = told(self.chance.child("told"), (_WHO, _DID, _TAIL), item.number)
        later = _TAIL[(_TAIL.index(tail) + item.turn) % len(_TAIL)]
        return f"{who} {did}: {later}", self.chance.pick(_STAND, "stand", item.number)

    def _page(self, pieces: Sequence[Piece], hour: int, at: datetime) -> list[Row]:
        note = f"{_DAYS[at.weekday()]}, {at.day}. {at.month}. {at.year}, {at:%H.%M} · Lipnik {self._degrees(hour)} °C"
        read = [
            f'<b class="n">{n}</b>{words}' for n, words in enumerate(self._some(_READ, "read", hour, 9), 1)
        ]
        sign, fate = self.chance.pick(_SIGNS, "sign", hour), self.chance.pick(_FATES, "fate", hour)
        stars = panels.plain("stars", 246, f"<h4>Horoskop</h4><h2>{sign}</h2><p>{fate}</p>")
        small = self._some(_SMALL, "small", hour, self.chance.between(6, 9, "many small", hour))
        talk = [
            f"<b>{self.chance.pick(_NICKS, 'nick', seat, hour)}</b> pred "
            f"{self.chance.between(1, 59, 'ago', seat, hour)} min: {words}"
            for seat, words in enumerate(self._some(_SAYS, "says", hour, 5))
        ]
        share = self.chance.between(22, 74, "share", hour)
        poll = "<h4>Anketa</h4><h2>Bi ukinili premik ure?</h2>"
        poll += f"<p>Da {share} %</p><b class='bar' style='width:{4 * share}px'></b>"
        poll += f"<p>Ne {100 - share} %</p><b class='bar' style='width:{400 - 4 * share}px'></b>"
        rows = [
            row(panels.masthead("Lipniški večernik", 1000, note, height=72), tag="header"),
            row(self._hero(pieces[0])),
            row([lines("small-ads", 246, "Mali oglasi", small), stars], [self._grid(pieces[1:], hour)],
                [self._advert("tower", hour, 254, self.chance.pick((250, 400), "tower px", hour)),
                 lines("read", 254, "Najbolj brano", read, tag="ol")], tag="main"),
            row(shelf("videos", "Video", _VIDEOS, self.chance.shuffled(range(9), "videos", hour)[:4], 150)),
            row(lines("talk", 560, "Zadnji komentarji", talk), panels.plain("poll", 440, poll)),
            row(shelf("goods", "Partnerji", _SOLD, self.chance.shuffled(range(9), "goods", hour)[:5], 110)),
        ]  # fmt: skip
        if self.chance.happens(0.5, "billboard", hour):
            tall = self.chance.pick((90, 180, 250), "billboard px", hour)
            rows.insert(0, row(self._advert("billboard", hour, 1000, tall)))
        if self.chance.happens(0.3, "app", hour // 3):
            tall = self.chance.between(40, 96, "app px", hour // 3)
            rows.insert(-4, row(panels.strip("Prvi mesec branja za 1 evro", tall, name="app")))
        return rows

    def _some(self, words: Sequence[str], what: str, hour: int, many: int) -> list[str]:
        return self.chance.shuffled(words, what, hour)[:many]

    def _degrees(self, hour: int) -> int:
        return 9 + self.chance.below(13, "degrees", hour // 2)

    def _advert(self, name: str, hour: int, width: int, height: int) -> Panel:
        return panels.advert(self.adverts.advert(name, 60 * hour, width - 24, height), name, width)

    def _hero(self, item: Piece) -> Panel:
        title, stand = self._told(item)
        link = f'<h1><a href="{ORIGIN}/novice/{item.number}">{title}</a></h1>'
        return panels.plain(
            "hero", 1000, f"{panels.image(item.picture, 1000, 400)}{link}<p>{stand}</p>", is_news=True
        )

    def _grid(self, pieces: Sequence[Piece], hour: int) -> Panel:
        """Seven stories in two columns; most times something sold stands between two of them."""
        cells = []
        for item in pieces:
            said = 2 * (hour - item.hour) + self.chance.below(4, "said", item.number, hour)
            shown = panels.image(item.picture, 231, 130)
            link = f'<a href="{ORIGIN}/novice/{item.number}">{self._told(item)[0]}</a>'
            cells.append(f'<div>{shown}<h2>{link}</h2><p class="small">{said} komentarjev</p></div>')
        if self.chance.happens(0.7, "sold", hour // 2):
            at = self.chance.below(len(_SOLD), "what is sold", hour // 2)
            shown = panels.image(f"goods-{at}", 231, 130)
            cell = f'<div>{shown}<h2>{_SOLD[at]}</h2><p class="small"><i>Promo</i></p></div>'
            cells.insert(self.chance.below(6, "where it is sold", hour // 2), cell)
        return panels.plain("stories", 500, f'<div class="grid">{"".join(cells)}</div>', is_news=True)


_TRACKS = ("A", "B", "C", "D", "T1", "T2", "14", "38")
_CAUSES = ("Panne de signalisation", "Malaise d'un voyageur", "Bagage oublié", "Manifestation", "Fuite d'eau",
           "Rupture de caténaire", "Véhicule gênant la voie", "Arbre tombé", "Incident électrique",
           "Grève d'une partie du personnel", "Dégagement de fumée", "Choc avec un animal")  # fmt: skip
_BETWEEN = ("entre Beaulieu et Pont-Vieux", "à Gare Centrale", "à hauteur de Tanneries", "entre Moulins et Sablière",
            "au dépôt des Ormes", "à Place d'Armes", "entre Port-Fluvial et Zénith", "à Hôpital Nord",
            "sur le viaduc de la Brenne", "à Quatre-Vents", "entre Lavoir et Université")  # fmt: skip
_EFFECTS = ("Trafic interrompu dans les deux sens.", "Un passage sur deux aux heures de pointe.",
            "Retards de 20 minutes environ.", "Terminus provisoire, correspondance à pied.",
            "Bus de substitution toutes les 12 minutes.", "Arrêt non desservi.", "Ralentissements.")  # fmt: skip
_ENDED = "trafic rétabli"
_SITES = ("Renouvellement des rails", "Mise en accessibilité des quais", "Inspection du tunnel", "Pose d'aiguillages",
          "Désamiantage de la station", "Réfection de la plateforme")  # fmt: skip
_WHEN = ("du 11 au 15 mai, dès 21 h", "les 16 et 17 mai", "du 18 mai au 5 juin", "tous les soirs jusqu'au 29 mai",
         "dans la nuit du 9 au 10 mai", "du 1er juin au 31 août", "le dimanche 24 mai")  # fmt: skip
_ENDS = (
    "Beaulieu",
    "Zénith",
    "Hôpital Nord",
    "Les Ormes",
    "Université",
    "Port-Fluvial",
    "Moulins",
    "Aéroport",
)
_POSTS = ("Bonjour, nos agents sont en station pour vous aider.", "Merci pour votre patience !",
          "Avez-vous vu le coucher de soleil depuis le pont ? Magnifique.", "@lulu_75 Bonjour, quel arrêt svp ?",
          "Le jeu-concours est ouvert jusqu'à dimanche.", "Objet trouvé : un doudou lapin, station Tanneries.",
          "@marc Nous transmettons au dépôt.", "Pensez à valider à chaque correspondance.",
          "Quoi de neuf ? La Fête du tram revient.", "@nadia Remboursement possible en agence.")  # fmt: skip
_OFFERS = ("Le Pass été à 19 €", "Week-end en Brenne", "Vélo en libre-service", "Recrutement : devenez conducteur",
           "Parc relais gratuit", "Rechargez sur mobile", "Musées à moitié prix")  # fmt: skip
_DOCKS = ("Gare Centrale", "Place d'Armes", "Quatre-Vents", "Zénith", "Lavoir", "Tanneries")


class Infotrafic(GeneratedSite):
    """Disturbances of a network at rush hours and works of weeks, under a board of departures that never rests."""

    slug = "infotrafic"
    hard = "departures and bicycles larger than the notices; crowding runs beside the state of each line, in one tile"
    more = 0
    look = Look(
        heading=WIDE, body=SANS, paper="#eef2f6", ink="#10233f", muted="#5d6f86", line="#c9d4e0", accent="#0057b8",
        lead_px=24, top_px=16, card="#ffffff",
        extra=".board{background:#0b1626;color:#ffd54a}.board table{width:100%;border-collapse:collapse}"
              ".board td{padding:5px 8px;font:bold 18px/24px 'DejaVu Sans';border-bottom:1px solid #2b3a52}"
              ".board h4{color:#fff}.net{background:#fff}.net div{display:flex;gap:8px}.net div div{flex:1 1 0;display:"
              "block;border:1px solid #c9d4e0;border-radius:8px;padding:6px 8px;font-size:14px}"
              ".net div .on{background:#ffe3e3;border-color:#e2001a}.notices article{background:#fff;"
              "border-left:6px solid #e2001a;padding:8px 12px;margin-bottom:8px}.notices article.done{border-color:"
              "#2e9e5b}.posts{background:#fff}.docks td{width:150px;padding:2px 0}.offer{background:#ffd54a}"
              ".masthead{background:#0057b8;color:#fff}.masthead .small{color:#fff}")  # fmt: skip

    def states(self, hours: int) -> Iterator[PageState]:
        notices = [Piece(500 - place, -3 * place, 2 if place > 1 else 0) for place in range(1, 5)]
        works = [Piece(place) for place in range(4)]
        for hour in range(hours):
            at = STARTS_AT + timedelta(hours=hour)
            weekday, asleep = at.weekday() < 5, at.hour < 5
            rush = weekday and (7 <= at.hour <= 9 or 16 <= at.hour <= 19)
            rate = 0.38 if rush else 0.02 if asleep else 0.1
            running = [place for place, item in enumerate(notices) if item.turn < 2]
            if hour and self.chance.happens(rate, "disturbed", hour):
                notices = [Piece(500 + hour, hour), *notices[:4]]
            elif running and not asleep and self.chance.happens(0.22, "went on", hour):
                place = self.chance.pick(running, "whose", hour)
                old = notices[place]
                notices[place] = replace(old, turn=old.turn + self.chance.between(1, 2, "by", hour))
            if weekday and 9 <= at.hour <= 17 and self.chance.happens(0.07, "works", hour):
                works[self.chance.below(4, "which works", hour)] = Piece(40 + hour)
            news = (
                *(words for item in notices for words in self._told(item)),
                *(self._works(item) for item in works),
                *(self._state(name, notices) for name in _TRACKS),
            )
            words = "<p>Nous respectons votre vie privée. <b>Accepter</b> · <b>Refuser</b></p>"
            shown = self.chance.happens(0.25, "cookies", hour)
            over = (Overlay(panels.plain("cookies", 460, words), 270, 700),) if shown else ()
            rows = tuple(self._page(notices, works, hour, at))
            yield PageState(rows=rows, news=news, overlays=over)

    def _line(self, item: Piece) -> str:
        return self.chance.pick(_TRACKS, "line", item.number)

    def _told(self, item: Piece) -> tuple[str, str, str]:
        cause, where, effect = told(self.chance.child("told"), (_CAUSES, _BETWEEN, _EFFECTS), item.number)
        until = (item.hour + 6 + 3 + item.turn + self.chance.below(3, "until", item.number)) % 24
        state = _ENDED if item.turn > 1 else f"{('', 'prolongé : ')[item.turn]}reprise estimée à {until} h"
        return f"Ligne {self._line(item)} : {cause} {where}", effect, state

    def _works(self, item: Piece) -> str:
        what, where, when = told(self.chance.child("works"), (_SITES, _BETWEEN, _WHEN), item.number)
        return f"{what} {where}, {when}"

    def _state(self, name: str, notices: Sequence[Piece]) -> str:
        disturbed = any(self._line(item) == name and item.turn < 2 for item in notices)
        return f"{name} : {'perturbé' if disturbed else 'normal'}"

    def _page(self, notices: Sequence[Piece], works: Sequence[Piece], hour: int, at: datetime) -> list[Row]:
        note = f"Il est {at:%H h %M} · {self.chance.between(6, 24, 'sky', hour // 2)} °C · air : indice {3 + hour % 4}"
        offers = self.chance.shuffled(range(len(_OFFERS)), "offers", hour)[:3]
        posted = posts(self.chance, hour, _POSTS, "il y a {} min · {} j'aime")
        docks = "".join(
            f"<tr><td>{name}</td><td><b>{self.chance.below(22, 'dock', name, hour)}</b> vélos</td></tr>"
            for name in _DOCKS
        )
        works_list = "".join(f"<li>{self._works(item)}</li>" for item in works)
        rows = [
            row(panels.masthead("Brenne Mobilités", 1000, note, height=58), tag="header"),
            row(self._board(hour, at)),
            row(self._net(notices, hour)),
            row([panels.plain("docks", 320, f"<h4>Vélos disponibles</h4><table>{docks}</table>"),
                 lines("posts", 320, "Le fil @BrenneMob", posted)],
                [self._notices(notices, hour),
                 panels.plain("works", 680, f"<h4>Travaux prévus</h4><ol>{works_list}</ol>", is_news=True)],
                tag="main"),
            row(shelf("offers", "Nos bons plans", _OFFERS, offers, 150), tag="footer"),
        ]  # fmt: skip
        if self.chance.happens(0.4, "offer", hour // 2):
            tall = self.chance.pick((44, 70, 130), "offer px", hour // 2)
            words = self.chance.pick(_OFFERS, "offered", hour // 2)
            rows.insert(
                self.chance.pick((1, 3), "offered at", hour // 2),
                row(panels.strip(words, tall, name="offer")),
            )
        return rows

    def _board(self, hour: int, at: datetime) -> Panel:
        """The next departures: more of them by day than by night."""
        table = ""
        for seat in range(3 if at.hour < 5 else self.chance.between(5, 8, "departures", hour)):
            name, end = self.chance.pick(_TRACKS, "of", seat, hour), self.chance.pick(_ENDS, "to", seat, hour)
            table += (
                f"<tr><td>{name}</td><td>{end}</td><td>voie {1 + self.chance.below(9, 'at', seat, hour)}</td>"
            )
            table += f"<td>{2 * seat + self.chance.below(3, 'in', seat, hour)} min</td></tr>"
        return panels.plain("board", 1000, f"<h4>Prochains départs, Gare Centrale</h4><table>{table}</table>")

    def _net(self, notices: Sequence[Piece], hour: int) -> Panel:
        tiles = ""
        for name in _TRACKS:
            full = self.chance.between(8, 99, "full", name, hour)
            state = self._state(name, notices)
            kind = "off" if state.endswith("normal") else "on"
            tiles += f'<div class="{kind}">{state}<p class="small">rempli à {full} %</p></div>'
        return panels.plain("net", 1000, f"<h4>État du réseau</h4><div>{tiles}</div>", is_news=True)

    def _notices(self, notices: Sequence[Piece], hour: int) -> Panel:
        html = "<h1>Perturbations</h1>"
        for item in notices:
            title, effect, state = self._told(item)
            seen = 40 * (hour - item.hour) + self.chance.below(40, "seen", item.number, hour)
            html += (
                f'<article class="{"done" if item.turn > 1 else "open"}"><h2>'
                f'<a href="{ORIGIN}/info/{item.number}">{title}</a></h2><p>{effect}</p><p><em>{state}</em></p>'
                f'<p class="small">Utile à {seen} voyageurs</p></article>'
            )
        return panels.plain("notices", 680, html, is_news=True)


UNSEEN_SLUICES = (Vecernik, Infotrafic)
