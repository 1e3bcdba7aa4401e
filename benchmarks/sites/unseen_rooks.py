"""Welsh advice for travellers to a country in unrest, and an Esperanto tournament of chess by letter."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from functools import lru_cache

from benchmarks.sites import panels
from benchmarks.sites.illustrated import Duty, told
from benchmarks.sites.look import SANS, SERIF, WIDE, Look
from benchmarks.sites.news import STARTS_AT
from benchmarks.sites.page import ORIGIN, Overlay, PageState, Panel, Row, row
from benchmarks.sites.site import GeneratedSite
from pagetide.demo.chance import Chance

_PLACES = ("Harnak", "Selmor", "Nerith", "Vennik", "Jaskar", "Hestra", "Sundal", "Novar", "Velissa")
_ADVICE = (
    ("Diogelwch",
     "Osgowch y ffordd rhwng {a} a {b} ar ôl {n} o'r gloch", "Mae cyrffyw yn {a} o {n} yr hwyr hyd doriad gwawr",
     "Cynhelir protestiadau yn {a}; cadwch draw oddi wrth dyrfaoedd", "Peidiwch â mynd o fewn {n} km i'r ffin ger {a}",
     "Bu {n} o ladradau arfog yn {a} yn ystod y mis diwethaf", "Mae milwyr yn cadw pwyntiau gwirio ger {a}"),
    ("Mynediad",
     "Rhaid i'ch pasbort fod yn ddilys am o leiaf {n} mis", "Codir {n} ewro am fisa wrth gyrraedd {a}",
     "Mae'r groesfan ger {a} ar gau i gerddwyr", "Gallwch aros hyd at {n} diwrnod heb fisa",
     "Gofynnir am brawf o lety yn {a}"),
    ("Iechyd",
     "Cadarnhawyd {n} achos o golera yn nhalaith {a}", "Argymhellir brechiad o leiaf {n} diwrnod cyn teithio",
     "Nid yw'r dŵr tap yn {a} yn ddiogel i'w yfed", "Mae'r ysbyty yn {a} yn derbyn argyfyngau yn unig",
     "Mae prinder meddyginiaeth yn {a}; dewch â digon am {n} diwrnod"),
    ("Trafnidiaeth",
     "Mae maes awyr {a} yn cau am {n} awr bob nos", "Mae'r fferi rhwng {a} a {b} yn hwylio {n} gwaith yr wythnos",
     "Nid yw'r trenau'n rhedeg i'r gogledd o {a}", "Mae tanwydd wedi'i ddogni i {n} litr y dydd yn {a}",
     "Mae'r bont ger {a} wedi'i difrodi a lorïau'n aros hyd at {n} awr"),
    ("Cyfreithiau lleol",
     "Gall hedfan drôn arwain at {n} diwrnod o garchar", "Gwaherddir tynnu lluniau o'r porthladd yn {a}",
     "Gwaherddir gwerthu alcohol yn {a} cyn {n} o'r gloch", "Rhaid cario dogfen adnabod bob amser yn {a}"),
)  # fmt: skip
_NOTES = (", hyd nes clywir yn wahanol", ", ac eithrio mewn argyfwng", ", yn ôl yr heddlu lleol")
_LEVELS = ("Dim rhybudd", "Gofal", "Teithio hanfodol yn unig", "Peidiwch â theithio")
_TALES = ("«Cawsom groeso cynnes a chawl pysgod.»", "«Tair awr yn y ciw, ond golygfa wych.»", "«Ewch â sanau sych!»",
          "«Collais fy nghês yno, a'i gael yn ôl.»", "«Roedd y bws yn llawn geifr.»", "«Fyddwn i ddim yn mynd eto.»",
          "«Y machlud gorau erioed.»", "«Gofynnwch am Mira yn y farchnad.»")  # fmt: skip
_PHRASES = ("shalvi — bore da", "ten vosa — diolch", "ke runda? — faint?", "nai — na", "hosta mir — help",
            "drevo sol — dŵr", "ulma — sori", "pesk hara — bara ffres")  # fmt: skip
_FLIGHTS = (
    "Caerdydd",
    "Dulyn",
    "Paris",
    "Vennik",
    "Rhufain",
    "Athen",
    "Jaskar",
    "Fienna",
    "Novar",
    "Oslo",
    "Lisbon",
)
_GATES = (
    "Ar amser",
    "Oedi 20 mun",
    "Oedi 55 mun",
    "Byrddio",
    "Wedi'i ganslo",
    "Clwyd ar gau",
    "Ewch i'r glwyd",
)
_OFFERS = ("Yswiriant blynyddol", "Cês ysgafn", "Llety gwledig", "Rhentu car", "Mordaith ar afon", "Esgidiau cerdded",
           "Taith gaws", "Cerdyn arian heb ffi")  # fmt: skip


def _cards(name: str, title: str, words: Sequence[str], draw: Chance, unit: str) -> Panel:
    """Four of the words as cards, each with a picture and a price of the hour."""
    cards = ""
    for number in draw.shuffled(range(len(words)), name)[:4]:
        shown = panels.image(f"culture-{name}-{number}", 232, draw.pick((130, 190), "px"))
        cards += (
            f"<div>{shown}<h3>{words[number]}</h3><p>{draw.between(9, 240, 'cost', number)} {unit}</p></div>"
        )
    return panels.plain(name, 1000, f'<h4>{title}</h4><div class="cards">{cards}</div>')


@dataclass(frozen=True)
class Line:
    """A sentence: which of its section, whence its places, how often a figure in it and its end were changed."""

    form: int
    key: int
    turn: int = 0
    note: int = 0


Part = tuple[Line, ...]


class Cyngor(GeneratedSite):
    """A travellers' union on one country: five sections of sentences, levels of provinces; flights, tales, offers."""

    slug = "cyngor"
    hard = "a figure or half a sentence in text of one or of two columns, tales within it, departures larger than it"
    more = 0
    look = Look(
        heading=SERIF, body=SERIF, paper="#ffffff", ink="#1d1d1b", muted="#7b7b76", line="#dcdcd4", accent="#b3122b",
        lead_px=34, top_px=20, card="#f3f1ea", extra=(
            ".masthead{background:#00794c;color:#fff}.masthead .small{color:#d4eedf}.advice p{margin:0 0 9px 0}summary{"
            "font-weight:bold;font-size:18px;line-height:28px;border-bottom:2px solid #b3122b;margin-bottom:8px}.board{"
            "background:#111;color:#ffd23f;font:14px/22px 'DejaVu Sans Mono'}.board table{width:100%}.tale{padding:6px;"
            "font-style:italic;background:#f3f1ea}.levels span{padding:0 8px;border-left:10px solid #00794c}.levels "
            ".l-1{border-color:#f2b705}.levels .l-2{border-color:#ef7d1a}.levels .l-3{border-color:#b3122b}.popup{"
            "background:#ffd23f}.phrase{background:#f3f1ea}.board h4{color:#fff}"))  # fmt: skip
    duty = Duty(hours=(7, 19), then=0.4, night=0.1)

    def states(self, hours: int) -> Iterator[PageState]:
        """The page at each of the first hours."""
        text: tuple[Part, ...] = tuple(
            tuple(Line(form, 10 * seat + form) for form in range(self.chance.between(2, 4, "length", seat)))
            for seat in range(len(_ADVICE))
        )
        levels = [self.chance.below(4, "level", name) for name in _PLACES[:6]]
        for hour in range(hours):
            work = self.duty.at(STARTS_AT + timedelta(hours=hour)) if hour else 0.0
            if self.chance.happens(0.34 * work, "edit", hour):
                seat = self.chance.below(len(text), "section", hour)
                text = (*text[:seat], self._edited(text[seat], seat, hour), *text[seat + 1 :])
            if self.chance.happens(0.1 * work, "levelled", hour):
                place = self.chance.below(len(levels), "whose", hour)
                up = self.chance.happens(0.5, "up", hour)
                levels[place] += 1 if not levels[place] or (up and levels[place] < 3) else -1
            news = (
                *(f"{name}: {_LEVELS[level]}" for name, level in zip(_PLACES, levels, strict=False)),
                *(self._told(seat, item) for seat, part in enumerate(text) for item in part),
            )
            popup = panels.plain("popup", 360, "<h2>Yswiriant 20% yn rhatach</h2><p>Dim ond heddiw ×</p>")
            over = Overlay(popup, 600, self.chance.pick((340, 640, 900), "y", hour))
            shown = (over,) if self.chance.happens(0.22, "popup", hour) else ()
            yield PageState(rows=tuple(self._page(text, levels, hour)), news=news, overlays=shown)

    def _edited(self, part: Part, seat: int, hour: int) -> Part:
        """A figure or a place is another, the sentence's end is, or a sentence comes or goes."""
        index, what = self.chance.below(len(part), "sentence", hour), self.chance.number("what", hour)
        item, absent = part[index], sorted(set(range(len(_ADVICE[seat]) - 1)) - {item.form for item in part})
        new: Part = (replace(item, turn=item.turn + 1),)
        if what < 0.2 and absent:
            new = (Line(self.chance.pick(absent, "new", hour), hour + 100), item)
        elif what < 0.36 and len(part) > 2:
            new = ()
        elif what < 0.58:
            new = (replace(item, note=(item.note + 1) % 4),)
        return (*part[:index], *new, *part[index + 1 :])

    def _told(self, seat: int, item: Line) -> str:
        """The sentence as it reads now; without a figure, it is its place that changes."""
        form, draw = _ADVICE[seat][1 + item.form], self.chance.child("told", item.key)
        first = draw.below(9, "place") + (0 if "{n}" in form else item.turn)
        figure = 3 + (draw.below(17, "figure") + 3 * item.turn) % 17
        said = form.format(a=_PLACES[first % 9], b=_PLACES[(first + 4) % 9], n=figure)
        return f"{said}{_NOTES[(item.key + item.note) % 3] if item.note else ''}."

    def _page(self, text: Sequence[Part], levels: Sequence[int], hour: int) -> list[Row]:
        at = STARTS_AT + timedelta(hours=hour)
        note = f"{at:%d/%m/%Y %H:%M} · {self.chance.between(40, 900, 'here', hour)} yn darllen"
        two = self.chance.happens(0.45, "two", hour // 5)
        parts = [self._part(seat, part, hour, 340 if two else 680) for seat, part in enumerate(text)]
        shown = "<h4>Lefel rhybudd</h4><ul>"
        for name, level in zip(_PLACES, levels, strict=False):
            shown += f'<li><span class="l-{level}">{name}: {_LEVELS[level]}</span></li>'
        aside = [panels.plain("levels", 320, f"{shown}</ul>", is_news=True)]
        aside[self.chance.below(2, "first", hour // 6) :] += self._aside(hour)
        columns = (parts[:2], parts[2:], aside) if two else (parts, aside)
        rows = [
            row(panels.masthead("Undeb y Teithwyr", 1000, note, height=58), tag="header"),
            row(panels.plain("head", 1000, "<h1>Selmoria: cyngor teithio</h1>")),
            row(*columns, tag="main"),
            row(_cards("siop", "Cynigion i aelodau", _OFFERS, self.chance.child("offers", hour), "£")),
        ]
        rows.insert(2 if self.chance.happens(0.5, "flights", hour // 4) else 3, row(self._flights(hour)))
        if self.chance.happens(0.6, "billboard", hour):
            sold = self.adverts.advert("top", 60 * hour, 970, self.chance.pick((60, 90, 200), "tall", hour))
            rows.insert(self.chance.below(2, "where", hour), row(panels.advert(sold, "billboard", 1000)))
        return rows

    def _part(self, seat: int, part: Part, hour: int, width: int) -> Panel:
        """A section; at most visits with what somebody tells, and with how many found it of use."""
        lines = [f"<p>{self._told(seat, item)}</p>" for item in part]
        if self.chance.happens(0.55, "tale", seat, hour):
            tale = f'<p class="tale">{self.chance.pick(_TALES, "tale words", seat, hour)}</p>'
            lines.insert(self.chance.below(len(lines) + 1, "tale at", seat, hour), tale)
        useful = 60 * (seat + 2) + 2 * hour + self.chance.below(2, "useful", seat, hour)
        html = f"<details open><summary>{_ADVICE[seat][0]}</summary>{''.join(lines)}</details>"
        return panels.plain("advice", width, f"{html}<i>Defnyddiol i {useful}</i>", is_news=True)

    def _flights(self, hour: int) -> Panel:
        """The next departures, which go on with the clock."""
        lines = ""
        for number in range(2 * hour, 2 * hour + 13):
            leaves = STARTS_AT + timedelta(minutes=30 * number + 5 * (number % 5))
            gate, city = self.chance.pick(_GATES, "gate", number, hour), _FLIGHTS[number * 4 % len(_FLIGHTS)]
            lines += f"<tr><td>{leaves:%H:%M}</td><td>{city}</td><td>SM {100 + number % 48}</td><td>{gate}</td></tr>"
        return panels.plain("board", 1000, f"<h4>Ymadawiadau nawr</h4><table>{lines}</table>")

    def _aside(self, hour: int) -> list[Panel]:
        draw = self.chance.child("aside", hour)
        money = f"<p>1 £ = {draw.between(410, 439, 'money') / 10} seln</p><h2>{draw.pick(_PHRASES)}</h2>"
        view = panels.image(f"webcam-bae-{draw.below(12, 'view')}", 296, draw.pick((180, 300)))
        phrase = panels.plain("phrase", 320, f"<h4>Arian ac ymadrodd</h4>{money}")
        return [phrase, panels.plain("view", 320, f"<h4>Y bae nawr</h4>{view}")]


_GAMES = (
    "e2e4 e7e5 g1f3 d7d6 d2d4 c8g4 d4e5 g4f3 d1f3 d6e5 f1c4 g8f6 f3b3 d8e7 b1c3 c7c6 c1g5 b7b5 c3b5 c6b5 c4b5 b8d7 "
    "e1c1 a8d8 d1d7 d8d7 h1d1 e7e6 b5d7 f6d7 b3b8 d7b8 d1d8",
    "e2e4 e7e5 f2f4 e5f4 f1c4 d8h4 e1f1 b7b5 c4b5 g8f6 g1f3 h4h6 d2d3 f6h5 f3h4 h6g5 h4f5 c7c6 g2g4 h5f6 h1g1 c6b5 "
    "h2h4 g5g6 h4h5 g6g5 d1f3 f6g8 c1f4 g5f6 b1c3 f8c5 c3d5 f6b2 f4d6 c5g1 e4e5 b2a1 f1e2 b8a6 f5g7 e8d8 f3f6 g8f6",
    "e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 b2b4 c5b4 c2c3 b4a5 d2d4 e5d4 e1g1 d4d3 d1b3 d8f6 e4e5 f6g6 f1e1 g8e7 c1a3 b7b5 "
    "b3b5 a8b8 b5a4 a5b6 b1d2 c8b7 d2e4 g6f5 c4d3 f5h5 e4f6 g7f6 e5f6 h8g8 a1d1 h5f3 e1e7 c6e7 a4d7 e8d7 d3f5 d7e8",
)
_CLUBS = ("Klubo Lazuro", "Rapida Peono", "Silenta Reĝo", "Insula Damo", "Monta Turo", "Norda Kuriero", "Luna Ŝako",
          "Ponto kaj Peono")  # fmt: skip
_RULED = ("La arbitracianto malakceptis la proteston de {}", "{} ricevis averton pro malfrua respondo",
          "{} anstataŭigis sian duan ludanton", "Al {} estas donitaj tri pliaj tagoj", "{} petas ferion ĝis lundo",
          "Partio de {} estos rekontrolita", "{} retiriĝis el la pokalo", "Adreso de {} ŝanĝiĝis")  # fmt: skip
_WHY = ("laŭ regulo 7.", "post plendo de la kontraŭulo.", "pro poŝta striko.", "kun konsento de ambaŭ flankoj.",
        "laŭ decido de la estraro.", "ĝis la fino de la rondo.", "pro malsano.")  # fmt: skip
_TALK = ("Kia bela ofero!", "Mi ludus kavalon al f5.", "Ĉu iu komprenas tion?", "Saluton el Brazilo", "Remizo.",
         "Mia avo ludis same.", "Bona mateno, ŝakuloj!", "La motoro diras +1,4.", "Tro malrapide...")  # fmt: skip
_NICKS = ("damo77", "peonisto", "verdastelo", "kavalo_bo", "blitzulo", "turfino", "matulo", "Zam3", "ĉu_ne")
_SHOP = ("Ligna tabulo", "Ŝakhorloĝo", "Vojaĝa aro", "Libro: Finludoj", "Verda ĉemizo", "Afiŝo")
_SHAPES = {"k": "♚", "q": "♛", "r": "♜", "b": "♝", "n": "♞", "p": "♟", " ": ""}


@lru_cache
def _positions(game: int) -> tuple[str, ...]:
    """How the board stands after each move of a game, rank by rank from the eighth."""
    squares = [file + rank for rank in "87654321" for file in "abcdefgh"]
    cells = dict(zip(squares, f"rnbqkbnr{'p' * 8}{'.' * 32}{'P' * 8}RNBQKBNR", strict=True))
    found = []
    for move in _GAMES[game].split():
        steps = [(move[:2], move[2:])]
        if cells[move[:2]] in "kK" and move[0] == "e" and move[2] in "cg":
            rank = move[1]
            steps.append(("a" + rank, "d" + rank) if move[2] == "c" else ("h" + rank, "f" + rank))
        for start, end in steps:
            cells[end], cells[start] = cells[start], "."
        text = "".join(cells.values())
        found.append("/".join(text[first : first + 8] for first in range(0, 64, 8)))
    return tuple(found)


def _diagram(position: str, side: int, marks: Sequence[tuple[int, int]] = ()) -> str:
    """The position drawn, with squares that somebody marked."""
    each = side // 8
    dark = "".join(
        f"M{each * x} {each * y}h{each}v{each}h{-each}z" for y in range(8) for x in range(8) if (x + y) % 2
    )
    drawn = f'<rect width="{side}" height="{side}" fill="#e9dcc0"/><path d="{dark}" fill="#8a6f4d"/>'
    for x, y in marks:
        drawn += f'<rect x="{each * x}" y="{each * y}" width="{each}" height="{each}" fill="#5ac46a"/>'
    for y, rank in enumerate(position.split("/")):
        for x, piece in enumerate(rank.replace(".", " ")):
            place = f'x="{each * x + each // 2}" y="{each * y + each * 5 // 6}"'
            shape, fill = _SHAPES[piece.lower()], "#fff" if piece.isupper() else "#000"
            drawn += f'<text {place} fill="{fill}">{shape}</text>' if shape else ""
    font = f"font:{each * 7 // 8}px 'DejaVu Sans';display:block;text-anchor:middle;stroke:#333"
    return f'<svg width="{side}" height="{side}" style="{font}" data-pozicio="{position}">{drawn}</svg>'


@dataclass(frozen=True)
class Game:
    """A game on one of the boards: which, how many moves were made, and how it ended."""

    number: int
    ply: int
    result: str = ""


class Korespondo(GeneratedSite):
    """A tournament by letter: three boards where a piece moves now and then, notices, points; puzzles and old games."""

    slug = "korespondo"
    hard = "a piece moves on a board under the same words; puzzles and old boards of the same hand change at each visit"
    more = 0
    look = Look(
        heading=WIDE, body=SANS, paper="#20242b", ink="#e8e6e1", muted="#9aa0aa", line="#3a404b", accent="#57b36a",
        lead_px=26, top_px=16, card="#2a2f38", extra=(
            ".masthead{border-bottom:2px solid #57b36a}.game{border-bottom:1px solid #3a404b}.puzzle,.quick{background:"
            "#2a2f38}.quick td{padding:2px 10px 2px 0}.talk span{background:#2a2f38;border-radius:8px;padding:2px 9px;"
            "margin-right:8px;line-height:30px}.give{background:#57b36a;color:#10240f}.points li{padding:4px 0}"
            "svg{margin-bottom:8px;stroke-width:.6px}"))  # fmt: skip
    duty = Duty(hours=(6, 22), then=1.0, night=0.25)

    def states(self, hours: int) -> Iterator[PageState]:
        """The page at each of the first hours."""
        games = [Game(number, self.chance.between(6, 24, "ply", number)) for number in range(3)]
        notices = [0, -1, -2, -3]
        points = [self.chance.between(9, 30, "points", name) for name in _CLUBS]
        for hour in range(hours):
            pace = self.duty.at(STARTS_AT + timedelta(hours=hour)) if hour else 0.0
            for seat, old in enumerate(games):
                if self.chance.happens(0.07 * pace, "moved", seat, hour):
                    games[seat] = self._moved(old, hour)
                    for club, score in zip(self._clubs(old), games[seat].result.split("–"), strict=False):
                        points[club] += {"1": 2, "½": 1}.get(score, 0)
            if self.chance.happens(0.035 * pace, "elsewhere", hour):
                points[self.chance.below(8, "who won", hour)] += self.chance.between(1, 2, "half", hour)
            if self.chance.happens(0.06 * pace, "notice", hour):
                notices = [hour, *notices[:3]]
            standing = [f"{name} {p // 2}{'½' * (p % 2)}" for name, p in zip(_CLUBS, points, strict=True)]
            drawn = [told(self.chance.child("told"), (_RULED, _CLUBS, _WHY), number) for number in notices]
            rules = [f"{form.format(club)}, {why}" for form, club, why in drawn]
            played = [words for item in games for words in self._shown(item)]
            order = sorted(standing, key=lambda line: -points[standing.index(line)])
            notes, table = ("".join(f"<li>{line}</li>" for line in lines) for lines in (rules, order))
            lists = [
                panels.plain("rules", 620, f"<h4>Avizoj</h4><ul>{notes}</ul>", is_news=True),
                panels.plain("points", 380, f"<h4>Teamaj poentoj</h4><ul>{table}</ul>", is_news=True),
            ]
            news = (*played, *standing, *rules)
            yield PageState(rows=tuple(self._page(games, lists, hour)), news=news)

    def _moved(self, old: Game, hour: int) -> Game:
        """The next move; a game also ends, by its last move or by agreement, and then another begins."""
        if old.result:
            return Game(old.number + 3, self.chance.between(2, 8, "opened", hour))
        if old.ply + 1 >= len(_positions((old.number + old.number // 3) % 3)):
            return replace(old, result="1–0")
        agreed = old.ply > 20 and self.chance.happens(0.08, "agreed", hour)
        return replace(old, result="½–½") if agreed else replace(old, ply=old.ply + 1)

    def _clubs(self, item: Game) -> tuple[int, int]:
        first = self.chance.below(8, "white", item.number)
        return first, (first + self.chance.between(1, 7, "black", item.number)) % 8

    def _shown(self, item: Game) -> tuple[str, str, str]:
        """Title, result and position; some games are played on the mirrored board."""
        white, black = (_CLUBS[club] for club in self._clubs(item))
        position = _positions((item.number + item.number // 3) % 3)[item.ply]
        if self.chance.happens(0.5, "mirrored", item.number):
            position = "/".join(rank[::-1] for rank in position.split("/"))
        return f"Partio {301 + item.number}: {white} – {black}", item.result or "en ludo", position

    def _page(self, games: Sequence[Game], lists: list[Panel], hour: int) -> list[Row]:
        """The boards side by side, or below one another beside what else there is."""
        at, draw = STARTS_AT + timedelta(hours=hour), self.chance.child("page", hour)
        note = f"{at:%Y-%m-%d %H:%M} UTC · enretaj: {draw.between(12, 480, 'here')}"
        talk = "".join(f"<span>{draw.pick(_NICKS, said)}: {said}</span>" for said in draw.shuffled(_TALK)[:7])
        side, beside = [self._puzzle(hour), self._quick(hour)], self.chance.happens(0.5, "beside", hour // 6)
        boards = [self._game(item, hour, 333 + (item is games[0]) if beside else 620) for item in games]
        left = [lists[0], self._old(hour, 620)] if beside else [*boards, lists[0]]
        right = [lists[1], *side] if beside else [*side, lists[1]]
        rows = [
            row(panels.masthead("KORESPONDO", 1000, note, height=60), tag="header"),
            *([row(*boards)] if beside else []),
            row(left, right, tag="main"),
            row(panels.plain("talk", 1000, f"<h4>Babilejo</h4><p>{talk}</p>")),
            row(_cards("butiko", "Butiko", _SHOP, draw, "€")),
        ]
        if self.chance.happens(0.5, "give", hour // 3):
            words, px = f"Helpu la servilon: jam {3100 + 7 * hour} el 9000 €", 30 * draw.between(1, 5, "px")
            rows.insert(1, row(panels.strip(words, px, name="give")))
        return rows

    def _game(self, item: Game, hour: int, width: int) -> Panel:
        """A board; at some visits with squares on it that those who watch have marked."""
        title, result, position = self._shown(item)
        draw = self.chance.child("watched", item.number, hour)
        marks = [(draw.below(8, "x", seat), draw.below(8, "y", seat)) for seat in range(draw.between(1, 3))]
        shown = _diagram(position, 304 if width < 400 else 240, marks if draw.happens(0.35) else ())
        left = 167 - hour % 48
        words = f'<h2><a href="{ORIGIN}/partio/{item.number}">{title}</a></h2><p><b>{result}</b></p>'
        small = f'<p class="small">restas {left // 24} tagoj {left % 24} h · {draw.below(90, "eyes")} rigardas</p>'
        html = f'<div class="{"" if width < 400 else "side"}">{shown}<div>{words}{small}</div></div>'
        return panels.plain("game", width, html, is_news=True)

    def _puzzle(self, hour: int) -> Panel:
        number, solved = self.chance.below(50, "puzzle", hour), self.chance.between(4, 900, "solved", hour)
        words, shown = (
            f"Blanko matas en {2 + number % 3}. Solvis {solved}.",
            _positions(number % 3)[5 + number % 27],
        )
        return panels.plain("puzzle", 380, f"<h4>Tasko {number}</h4>{_diagram(shown, 352)}<p>{words}</p>")

    def _quick(self, hour: int) -> Panel:
        rated = [(1700 + self.chance.below(600, "rated", name, hour), name) for name in _NICKS]
        lines = "".join(f"<tr><td>{name}</td><td>{rating}</td></tr>" for rating, name in sorted(rated)[:1:-1])
        return panels.plain("quick", 380, f"<h4>Blica furoro nun</h4><table>{lines}</table>")

    def _old(self, hour: int, width: int) -> Panel:
        """Boards of old tournaments, others at each visit."""
        numbers = self.chance.shuffled(range(40), "old", hour)[:3]
        cards = "".join(
            f"<div>{_diagram(_positions(n % 3)[(4 + 7 * n) % 32], 184)}{1921 + 2 * n}</div>" for n in numbers
        )
        return panels.plain("old", width, f'<h4>El la arkivo</h4><div class="cards">{cards}</div>')


UNSEEN_ROOKS = (Cyngor, Korespondo)
