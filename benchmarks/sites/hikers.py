"""What members bring home: photographs, reports and questions around the notices of an Italian alpine section."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from benchmarks.sites import panels
from benchmarks.sites.feeds import Feed, Post, feeding, liked, posted, several, written
from benchmarks.sites.illustrated import Duty
from benchmarks.sites.look import SANS, SERIF, Look
from benchmarks.sites.news import STARTS_AT
from benchmarks.sites.page import ORIGIN, PageState, Panel, Row, row
from benchmarks.sites.site import GeneratedSite
from pagetide.demo.site import Resource

_REFUGES = ("Fontanelle", "Corno Bianco", "Pian dei Larici", "Sella Nera", "Laghi Gemini", "Malga Ortì")
_ITALIAN: Mapping[str, Sequence[str]] = {
    "rif": tuple(f"rifugio {name}" for name in _REFUGES),
    "cima": ("Cima Brenta Bassa", "Monte Calvo", "Punta Edera", "Corno Bianco", "Dente del Lupo",
             "Cresta Rossa",
             "Pizzo Tre Croci", "Monte Sella", "Torre Vescovo", "Cima delle Streghe"),
    "passo": ("Passo Gavazza", "Forcella Alta", "Bocchetta dei Frati", "Colle Ventoso", "Ponte Saraceno",
              "Malga Ortì",
              "Lago Scuro", "Bivacco Neri"),
    "causa": ("una frana", "neve residua", "il ponte divelto", "taglio del bosco", "caduta di sassi", 
              "vespe nel tratto finale",
              "lavori alla ferrata", "un’orsa con i piccoli", "smottamento dopo la pioggia",
              "schianti del vento"),
    "giorno": ("lunedì", "martedì", "mercoledì", "giovedì", "venerdì", "sabato", "domenica"),
    "nome": ("Ornella", "Tullio", "Mirko", "Graziella", "Denis", "Loredana", "Silvano", "Ilaria", "Renzo",
             "Nives",
             "Gualtiero", "Sabrina", "Ettore"),
    "cosa": ("ramponi", "scarponi numero 42", "un imbrago", "la corda da sessanta", "racchette da neve",
             "una tenda"),
    "bestia": ("un gipeto", "tre camosci", "una vipera", "la pernice bianca", "due marmotte", "un ermellino"),
}  # fmt: skip
_NOTICES = ("L’uscita a {cima} di {giorno} è annullata per {causa}.",
            "Corso di roccia: {n} posti, iscrizioni dal {m} maggio.",
            "La sede resta chiusa {giorno}; riapre alle {h}.", "Assemblea dei soci il {m} giugno alle {h}.",
            "Le quote salgono di {m} euro, ha deciso il consiglio con {n} voti.",
            "Il {rif} cerca un gestore: domande entro il {m} giugno.",
            "Da {giorno} serve l’assicurazione per {passo}.",
            "La ferrata di {cima} è interdetta per {causa}.",
            "Il soccorso è intervenuto a {passo}: prudenza per {causa}.",
            "Uscita a {cima}: partenza anticipata alle {h} di {giorno}.")  # fmt: skip
_ADDED = ("Aggiornamento: vale anche per gli ospiti.", "Il recupero è il {m} giugno.",
          "Chiarimento del presidente: la decisione vale {m} mesi.",
          "Modulo in sede fino a {giorno}.", "Chi ha pagato viene rimborsato entro {giorno}.",
          "Risponde {nome}, ogni {giorno} alle {h}.",
          "Il sindaco ha firmato l’ordinanza.", "Corretto l’orario: ore {h}.")  # fmt: skip
_STATES = ("aperto", "chiuso", "aperto nel fine settimana", "solo bivacco invernale", "apre il {m} giugno",
           "solo pranzo, fino alle {h}", "al completo fino a {giorno}", "senza acqua", "senza corrente",
           "raggiungibile solo da {passo}")  # fmt: skip
_CLOSED = ("chiuso per {causa}", "chiuso per {causa} fino al {m} giugno",
           "deviazione da {passo}, {n} minuti in più",
           "percorribile con prudenza per {causa}", "vietato ai minori per {causa}",
           "solo esperti, {causa}")  # fmt: skip
_REPORTS = ("{cima} da {passo}: {causa}, ma si passa", "{cima}, {n} minuti sotto il tempo indicato",
            "Giro dei tre laghi con {nome}",
            "{rif}: polenta ottima, {causa} sul sentiero", "Traversata da {passo} a {passo2} nella nebbia",
            "Alba su {cima}: {bestia} e nessuno intorno", "Ritirata a {passo} per {causa}",
            "In bici fino a {passo}, poi {n} minuti a piedi",
            "{cima} in invernale: conviene avere {cosa}")  # fmt: skip
_TOLD = ("Siamo partiti alle {h} con {nome} e abbiamo trovato {causa} dopo {n} minuti.",
         "Da {passo} in su neve molle.",
         "Il {rif} era aperto, il gestore sconsiglia {passo2}.", "Sopra {passo} ci guardava {bestia}.",
         "Segnavia rifatti, bravi i volontari di {giorno}.", "Portate {cosa}, non ve ne pentirete.",
         "Discesa faticosa, ginocchia distrutte, ne vale la pena.")  # fmt: skip
_ASKED = ("Si passa a {passo} {giorno}?", "Qualcuno presta {cosa} per {cima}?",
          "Passaggio per {passo}, {giorno} alle {h}?",
          "Il {rif} accetta cani?", "Smarrito materiale a {passo}: {cosa}",
          "Chi viene a {cima} {giorno}? Siamo in {m}",
          "Vero che a {passo} si trova {causa}?", "Vendo {cosa}, {n} euro", "Quanta acqua porto per {cima}?",
          "Il parcheggio di {passo} costa davvero {m} euro?")  # fmt: skip
_POSTED = ("Serata con {nome}: {n} diapositive di {cima}.",
           "I ragazzi del corso a {passo}, bravi tutti e {m}.",
           "{nome} compie {n} anni di tessera!", "Nuova felpa della sezione, in sede fino a {giorno}.",
           "Incontro a {passo}: {bestia}. La foto è di {nome}.",
           "Grazie ai {m} volontari di {giorno}.")  # fmt: skip

_CAPTIONS = ("{cima} da {passo}", "{passo}, ore {h}", "Sotto {cima}", "Temporale su {cima}", "Neve a {passo}")


@dataclass(frozen=True)
class Notice:
    """A notice of the section: which text, of which day, and what was added."""

    number: int
    day: int
    added: int = 0


@dataclass(frozen=True)
class Path:
    """A path that is not as it should be: which one, and its state."""

    number: int
    state: int


class Roccaverde(GeneratedSite):
    """An alpine section: photographs on top, reports beside notices and refuges, a post between, questions, paths."""

    slug = "roccaverde"
    hard = (
        "photographs, reports and questions of members, busiest when the house rests, on the paths it closes"
    )
    more = 0
    look = Look(
        heading=SERIF, body=SANS, paper="#fdfcf7", ink="#23302a", muted="#7c877f", line="#d7ddcf", accent="#b3261e",
        lead_px=28, top_px=18, card="#eef2e6",
        extra=(
            ".masthead{border-top:8px solid #b3261e}.foto{background:#23302a;color:#fff}.foto .small{color:#b8c4ba}"
            ".foto h1{margin:8px 0 2px}.mini{background:#23302a;color:#fff}"
            ".mini .due{display:flex;flex-wrap:wrap;gap:10px}"
            ".mini figure{margin:0;width:152px}.mini figcaption{font:12px/16px 'Liberation Sans';padding:3px 0 6px}"
            ".relazioni{background:#eef2e6}.avvisi ol{list-style:none}.avvisi li{padding:9px 0 8px;font-size:16px}"
            ".avvisi b{color:#b3261e;margin-right:8px}.rifugi ul{display:flex;flex-wrap:wrap;gap:10px}"
            ".rifugi li{width:290px;border:1px solid #d7ddcf;padding:8px 10px}.rifugi strong{display:block}"
            ".rifugi em{color:#3c6e47;font-style:normal}.domande .tre{columns:3;column-gap:18px}"
            ".domande p{break-inside:avoid;border-bottom:1px solid #d7ddcf;padding:5px 0;font-size:14px}"
            ".sentieri table{width:100%;border-collapse:collapse}.sentieri td{padding:6px 10px 6px 0;"
            "border-top:1px solid #d7ddcf}.meteo{background:#dde7d8}.meteo span{margin-right:30px}"
        ),
    )  # fmt: skip
    duty = Duty(hours=(8, 21), then=0.5, night=0.06)
    feeds: Mapping[str, Feed] = {
        "foto": Feed(per_h=0.22, length=5, busy=(16, 23), idle=0.35, weekend=2.2),
        "relazioni": Feed(per_h=0.3, length=6, busy=(15, 23), idle=0.2, weekend=2.4, together=2),
        "domande": Feed(per_h=0.4, length=12, busy=(7, 23), idle=0.3, weekend=1.3, returns=0.15),
        "post": Feed(per_h=0.08, length=1, busy=(17, 22), idle=0.4),
    }

    def states(self, hours: int) -> Iterator[PageState]:
        """The page at each of the first hours."""
        notices = [Notice(-number, -number) for number in range(1, 5)]
        refuges = [-seat for seat in range(len(_REFUGES))]
        paths = [Path(-number, -number) for number in range(1, 5)]
        for hour, at, posts in feeding(self.feeds, self.chance.child("feeds"), hours):
            pace = self.duty.at(at) if hour else 0.0
            if self.chance.happens(0.15 * pace, "notice", hour):
                notices = self._noticed(notices, hour)
            if self.chance.happens(0.09 * pace, "refuge", hour):
                refuges[self.chance.below(len(refuges), "which", hour)] = hour
            if self.chance.happens(0.1 * pace, "path", hour):
                paths = self._walked(paths, hour)
            news = (
                *(self._notice(item) for item in notices),
                *(f"{name} {self._refuge(turn)}" for name, turn in zip(_REFUGES, refuges, strict=True)),
                *(" ".join(self._path(item)) for item in paths),
            )
            told = [self._notices(notices), self._refuges(refuges), self._paths(paths)]
            yield PageState(rows=tuple(self._page(told, posts, hour, at)), news=news)

    def _noticed(self, old: Sequence[Notice], hour: int) -> list[Notice]:
        """Another notice, another sentence in one, or one taken down."""
        what = self.chance.number("what", hour)
        place = self.chance.below(len(old), "place", hour)
        if what < 0.5 or len(old) < 3:
            return [Notice(hour, hour // 24), *old[:4]]
        if what < 0.68:
            return [*old[:place], *old[place + 1 :]]
        return [*old[:place], replace(old[place], added=hour), *old[place + 1 :]]

    def _walked(self, old: Sequence[Path], hour: int) -> list[Path]:
        """Another path is closed, one is passable in another way, or open again and gone from the table."""
        what = self.chance.number("path", hour)
        place = self.chance.below(len(old), "which path", hour)
        if what < 0.4 or len(old) < 3:
            return [*old[-5:], Path(hour, hour)]
        if what < 0.65:
            return [*old[:place], *old[place + 1 :]]
        return [*old[:place], replace(old[place], state=hour), *old[place + 1 :]]

    def _notice(self, item: Notice) -> str:
        words = written(self.chance.child("notice", item.number), _NOTICES, _ITALIAN)
        more = written(self.chance.child("added", item.added), _ADDED, _ITALIAN) if item.added else ""
        return f"{words} {more}".strip()

    def _refuge(self, turn: int) -> str:
        return written(self.chance.child("refuge", turn), _STATES, _ITALIAN)

    def _path(self, item: Path) -> tuple[str, str, str]:
        draw = self.chance.child("path", item.number)
        name = f"{draw.pick(_ITALIAN['passo'], 'from')} – {draw.pick(_ITALIAN['cima'], 'to')}"
        state = written(self.chance.child("state", item.state), _CLOSED, _ITALIAN)
        return f"n. {draw.between(201, 399, 'number')}", name, state

    def _notices(self, notices: Sequence[Notice]) -> Panel:
        lines = ""
        for item in notices:
            day = STARTS_AT + timedelta(days=item.day)
            lines += f"<li><b>{day.day}.{day.month}.</b>{self._notice(item)}</li>"
        return panels.plain("avvisi", 660, f"<h2>Avvisi ai soci</h2><ol>{lines}</ol>", is_news=True)

    def _refuges(self, refuges: Sequence[int]) -> Panel:
        lines = "".join(
            f"<li><strong>{name}</strong><em>{self._refuge(turn)}</em></li>"
            for name, turn in zip(_REFUGES, refuges, strict=True)
        )
        return panels.plain("rifugi", 660, f"<h2>I nostri rifugi</h2><ul>{lines}</ul>", is_news=True)

    def _paths(self, paths: Sequence[Path]) -> Panel:
        lines = "".join(
            f"<tr>{''.join(f'<td>{cell}</td>' for cell in self._path(item))}</tr>" for item in paths
        )
        return panels.plain("sentieri", 1000, f"<h2>Sentieri</h2><table>{lines}</table>", is_news=True)

    def _page(
        self, told: Sequence[Panel], posts: Mapping[str, Sequence[Post]], hour: int, at: datetime
    ) -> list[Row]:
        notices, refuges, paths = told
        photos = posts["foto"]
        note = f"{self.chance.between(2, 70, 'here', hour)} soci collegati · {at:%d.%m.%Y ore %H}"
        middle = [notices, self._post(posts["post"][0], hour), refuges]
        return [
            row(panels.masthead("Sezione alpina di Roccaverde", 1000, note, height=58), tag="header"),
            row(self._photo(photos[0], hour), self._small(photos[1:], hour)),
            row(self._weather(hour)),
            row(self._reports(posts["relazioni"], hour), middle, tag="main"),
            row(self._questions(posts["domande"], hour)),
            row(paths),
            row(
                panels.plain("fondo", 1000, '<p class="small">Statuto · Biblioteca · Tesseramento</p>'),
                tag="footer",
            ),
        ]

    def _caption(self, item: Post) -> str:
        draw = self.chance.child("caption", item.number)
        words = posted(self.chance.child("captions"), item.number, _CAPTIONS, _ITALIAN)
        return f"{words}, di {draw.pick(_ITALIAN['nome'], 'by')}"

    def _photo(self, item: Post, hour: int) -> Panel:
        """The latest photograph of a member, as large as news."""
        shown = f'<img src="/socio/{item.number}.svg" width="636" height="330" alt="">'
        votes = f"{liked(self.chance.child('votes', item.number), hour, item.began, 240)} voti"
        html = f'{shown}<h1>{self._caption(item)}</h1><p class="small">Foto dei soci · {votes}</p>'
        return panels.plain("foto", 660, html)

    def _small(self, posts: Sequence[Post], hour: int) -> Panel:
        cards = ""
        for item in posts:
            shown = f'<img src="/socio/{item.number}.svg" width="152" height="80" alt="">'
            votes = liked(self.chance.child("votes", item.number), hour, item.began, 240)
            words = f"{self._caption(item)} · {votes}"
            cards += f"<figure>{shown}<figcaption>{words}</figcaption></figure>"
        return panels.plain("mini", 340, f'<h4>Ancora dai soci</h4><div class="due">{cards}</div>')

    def _reports(self, posts: Sequence[Post], hour: int) -> Panel:
        words = {**_ITALIAN, "passo2": _ITALIAN["passo"]}
        lines = ""
        for item in posts:
            draw = self.chance.child("report", item.number)
            title = posted(self.chance.child("titles"), item.number, _REPORTS, words)
            body = several(draw, _TOLD, words, draw.pick((1, 2), "many"))
            by = f"{draw.pick(_ITALIAN['nome'], 'by')}, {max(1, hour - item.began)} ore fa"
            lines += (
                f'<li><h3><a href="{ORIGIN}/relazioni/{item.number + 60}">{title}</a></h3><p>{body}</p>'
                f'<p class="small">{by}</p></li>'
            )
        return panels.plain("relazioni", 340, f"<h4>Relazioni di gita</h4><ul>{lines}</ul>")

    def _questions(self, posts: Sequence[Post], hour: int) -> Panel:
        lines = ""
        for item in posts:
            draw = self.chance.child("question", item.number)
            answers = liked(draw, hour, item.began, 16)
            words = posted(self.chance.child("asked"), item.number, _ASKED, _ITALIAN)
            lines += f'<p>{words} <span class="small">{answers} risposte</span></p>'
        return panels.plain("domande", 1000, f'<h4>Bacheca</h4><div class="tre">{lines}</div>')

    def _post(self, item: Post, hour: int) -> Panel:
        draw = self.chance.child("post", item.number)
        words = posted(self.chance.child("posted"), item.number, _POSTED, _ITALIAN)
        shown = panels.image(f"crowd-serata-{item.number}", 240, 150)
        under = f"♥ {liked(draw, hour, item.began, 120)} · {max(1, hour - item.began)} h"
        told = f'<h3>{words}</h3><p class="small">{under}</p>'
        html = f'<div class="side">{shown}<div>{told}</div></div>'
        return panels.plain("post", 660, html)

    def _weather(self, hour: int) -> Panel:
        cells = "".join(
            f"<span>{name} {self.chance.between(-4, 19, 'degrees', name, hour)}°</span>" for name in _REFUGES
        )
        return panels.plain("meteo", 1000, f"<p>Stazioni: {cells}</p>")

    def picture(self, path: str) -> Resource | None:
        """The photographs of members too: ridges behind each other, snow on the last, a sky of some hour."""
        if not path.startswith("/socio/"):
            return super().picture(path)
        draw = self.chance.child("photograph", path)
        sky = draw.pick(("#8fbfe0", "#f2b27a", "#d7dde2", "#5c6f95", "#f4d6c1", "#30415f"), "sky")
        hue = draw.pick(("#5b7f5a", "#6b6f76", "#7a5c48", "#3f5f7a", "#8a8f5c"), "ground")
        drawn = f'<rect width="636" height="330" fill="{sky}"/>'
        if draw.happens(0.6, "sun"):
            drawn += f'<circle cx="{draw.between(60, 570, "sun x")}" cy="60" r="26" fill="#fff1c1"/>'
        for layer in range(draw.between(2, 4, "layers")):
            fill = ("#eef2f5", hue, "#33443b", "#1f2b25")[layer]
            high = [70 + 62 * layer + draw.between(0, 80, "ridge", layer, step) for step in range(10)]
            ridge = " ".join(f"{step * 71},{px}" for step, px in enumerate(high))
            drawn += f'<polygon points="0,330 {ridge} 640,330" fill="{fill}"/>'
        head = '<svg xmlns="http://www.w3.org/2000/svg" width="636" height="330" viewBox="0 0 636 330">'
        return Resource("image/svg+xml", f"{head}{drawn}</svg>".encode())


HIKERS = (Roccaverde,)
