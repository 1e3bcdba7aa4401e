"""What is decided amid what is sold: a Galician fish auction's notices to members, a Belarusian league's standings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from benchmarks.sites import panels
from benchmarks.sites.illustrated import Duty, told
from benchmarks.sites.insertions import Guest, Visits
from benchmarks.sites.look import SANS, SERIF, Look
from benchmarks.sites.news import STARTS_AT
from benchmarks.sites.page import PageState, Panel, Row, row
from benchmarks.sites.site import GeneratedSite

_SUBJECTS = ("Peche do banco de {place}", "Asemblea en {place}", "Cotas de polbo en {place}", "Grúa de {place}",
             "Toxina en {place}", "Xeo e caixas en {place}", "Quenda de mergullo en {place}", "Vixilancia de {place}",
             "Baixa do patrón de {place}", "Balizas de {place}", "Semente de ameixa en {place}")  # fmt: skip
_PLACES = (
    "Punta Gaivota",
    "Rialonga",
    "Areeiro",
    "As Cunchas",
    "Porto Mudo",
    "Illa Sueira",
    "O Grixo",
    "Testal",
)
_RULINGS = ("Non se pode faenar ata o {when}.", "A cota queda en {n} quilos por tripulante.",
            "A Xunta Reitora decidiu pagar {n} euros por embarcación.", "Convócanse os socios o {when}.",
            "Suspéndese por avaría; {n} barcos afectados.", "Ábrese de novo dende o {when}.",
            "Sanción de {n} días para dúas embarcacións.")  # fmt: skip
_DAYS = ("luns", "martes", "mércores", "xoves", "venres", "sábado")
_AMENDED = ("Corrección: a hora pasa ás oito.", "Engadido: afecta tamén ao marisqueo a pé.",
            "Engadido: as reclamacións, por escrito.", "Corrección: o prazo remata antes.")  # fmt: skip
_REMINDERS = (("Lembranza: cota de socio", "Pódese pagar no despacho ou polo banco."),
              ("Curso de patrón de costa", "Quedan prazas na quenda da tarde."),
              ("Seguro do barco", "Traia a póliza renovada."), ("Revisión médica", "Pida cita no Instituto."),
              ("Recollida de redes vellas", "No contedor verde do peirao."),
              ("Bolsas para fillos de socios", "Solicitude na web da confraría."))  # fmt: skip
_FISH = ("Pescada", "Rodaballo", "Xurelo", "Centola", "Polbo", "Ameixa babosa", "Sargo", "Percebe", "Lubina", "Choco",
         "Raia", "Nécora", "Sardiña")  # fmt: skip
_BOATS = ("Nova Marusía", "Brisas do Grixo", "Santo Amaro II", "A Pintoresca", "Rula Branca", "Dous Irmáns",
          "Estrela do Testal", "Vento Mareiro")  # fmt: skip
_SAID = ("Onte pagaron o polbo a nada.", "Alguén viu o meu salabardo?", "Vendo motor de {n} cabalos.",
         "Como está a barra hoxe?", "Busco mariñeiro para {n} días.", "Noraboa aos do xeo.", "Faltan {n} caixas!",
         "Quen ten a chave da nave {n}?")  # fmt: skip
_FUEL = ("Gasóleo B", "Xeo, tonelada", "Sal, saco", "Caixa de poliestireno", "Carnada")


@dataclass(frozen=True)
class Ruling:
    """A notice to members: which one, and how often it was amended."""

    number: int
    amended: int = 0


class Lonxa(GeneratedSite):
    """A fishers' guild: its notices among the lots of the day, which all are renewed in the morning, and reminders."""

    slug = "lonxa"
    hard = "Galician; notices amid lots renewed each morning, prices by the hour, reminders set as notices"
    more = 0
    look = Look(
        heading=SERIF, body=SERIF, paper="#f5f1e6", ink="#13293d", muted="#71808c", line="#d3cbb6", accent="#006494",
        lead_px=28, top_px=17, card="#ffffff",
        extra=(
            ".masthead{background:#006494;color:#fff}.masthead .small{color:#cfe5f2}"
            ".ficha table,.longa table{width:100%;border-collapse:collapse;background:#fff;border:1px solid #d3cbb6}"
            ".ficha th,.longa th{width:96px;padding:6px;vertical-align:top}td i{color:#71808c;font-size:13px}"
            ".ficha td,.longa td{padding:6px 8px;vertical-align:top}td b{font-size:17px;line-height:21px}"
            ".longa td:last-child{width:150px;text-align:right}.prezos dd{margin:0;font-weight:bold}"
            ".prezos dl{display:grid;grid-template-columns:1fr 80px;margin:0}"
            ".foro p{background:#fff;padding:6px 8px;margin-bottom:6px}.camara{background:#13293d}"
            ".camara p{color:#fff}.faixa{background:#e8c547}"
        ),
    )  # fmt: skip
    duty = Duty(hours=(7, 18), off=(6,), then=0.2, night=0.05)
    visits = Visits(
        per_h=0.28, stays_h=(2, 9), texts=len(_REMINDERS), places=tuple(range(0, 16, 2)), together=3
    )

    def states(self, hours: int) -> Iterator[PageState]:
        """The page at each of the first hours."""
        board = [Ruling(number) for number in range(7, 0, -1)]
        for hour, guests in enumerate(self.visits.at_each_hour(self.chance.child("guests"), hours)):
            at = STARTS_AT + timedelta(hours=hour)
            if hour and self.chance.happens(0.42 * self.duty.at(at), "ruled", hour):
                board = self._after(board, hour)
            news = tuple(words for item in board for words in self._told(item))
            yield PageState(rows=tuple(self._page(board, guests, hour, at)), news=news)

    def _after(self, board: list[Ruling], hour: int) -> list[Ruling]:
        """A new notice, an amended one, or one that has run out is taken from the board."""
        what, place = self.chance.number("what", hour), self.chance.below(len(board), "whose", hour)
        if what < 0.55 or len(board) < 5:
            return [Ruling(hour + 8), *board][:8]
        if what < 0.8:
            item = board[place]
            return [*board[:place], replace(item, amended=item.amended + 1), *board[place + 1 :]]
        return [*board[:place], *board[place + 1 :]]

    def _told(self, item: Ruling) -> tuple[str, str]:
        subject, place, ruling, day = told(
            self.chance.child("told"), (_SUBJECTS, _PLACES, _RULINGS, _DAYS), item.number
        )
        words = ruling.format(when=day, n=self.chance.between(3, 90, "n", item.number))
        later = [_AMENDED[(item.number + turn) % len(_AMENDED)] for turn in range(min(3, item.amended))]
        return subject.format(place=place), " ".join((words, *later))

    def _page(self, board: Sequence[Ruling], guests: Sequence[Guest], hour: int, at: datetime) -> list[Row]:
        form = self.chance.pick((0, 0, 1, 2), "form", hour // 8)
        width = (370, 700, 500)[form]
        sheets = [self._ruling(item, width) for item in board]
        for lot in range(self.chance.between(9, 13, "lots", (hour + 1) // 24)):
            place = self.chance.below(len(sheets) + 1, "lot at", lot, (hour + 1) // 24)
            sheets.insert(place, self._lot(lot, hour, at, width))
        for guest in guests:
            title, words = _REMINDERS[guest.text]
            shown = f"crowd-lonxa-{guest.text}" if guest.text % 2 else ""
            sheets.insert(guest.place, _sheet(width, shown, title, words, "Aviso aos socios"))
        side_px = (260, 300, 500)[form]
        side = [self._prices(hour, side_px), self._forum(hour, side_px)]
        body = [
            row(sheets[::2], side, sheets[1::2], tag="main") if form == 0
            else row(side, sheets, tag="main") if form == 1
            else row(sheets[::2], sheets[1::2], tag="main")
        ]  # fmt: skip
        if form == 2:
            body.insert(0, row(*side))
        note = f"{at:%d/%m/%Y} {at:%H:%M} · poxadores: {self.chance.between(4, 180, 'bidders', hour)}"
        rows = [
            row(panels.masthead("Confraría de Rialonga", 1000, note, height=62), tag="header"),
            row(self._camera(hour)),
            *body,
            row(panels.plain("pe", 1000, '<p class="small">Estatutos · Contacto · Aviso legal</p>')),
        ]
        if self.chance.happens(0.3, "band", hour // 3):
            height = self.chance.between(36, 150, "band px", hour // 3)
            place = self.chance.pick((1, 2), "band at", hour // 3)
            rows.insert(place, row(panels.strip("Festa do marisco: compre o seu vale", height, name="faixa")))
        return rows

    def _ruling(self, item: Ruling, width: int) -> Panel:
        title, words = self._told(item)
        shown = f"city-lonxa-{item.number % 4}" if item.number % 3 else ""
        return _sheet(width, shown, title, words, "Aviso aos socios", news=True)

    def _lot(self, lot: int, hour: int, at: datetime, width: int) -> Panel:
        """A lot of the day: sold at some hour, and its price runs until then."""
        draw = self.chance.child("lot", lot, (hour + 1) // 24)
        fish, boat = draw.pick(_FISH, "fish"), draw.pick(_BOATS, "boat")
        until = draw.between(7, 20, "sold at")
        open_now = 5 <= at.hour < until
        falls = self.chance.below(200, "falls", lot, hour) if open_now else 0
        cents = draw.between(250, 6_800, "price") - falls
        state = f"en poxa, {self.chance.between(1, 14, 'bids', lot, hour)} ofertas" if open_now else "vendido"
        words = f"{draw.between(4, 220, 'weight')} kg, {cents / 100:.2f} €/kg. Barco {boat}."
        shown = f"science-peixe-{_FISH.index(fish)}" if draw.happens(0.6, "shown") else ""
        return _sheet(width, shown, f"{fish}, lote {draw.between(10, 99, 'number')}", words, state)

    def _camera(self, hour: int) -> Panel:
        waves = self.chance.between(3, 49, "waves", hour)
        shown = panels.image(f"world-peirao-{hour}", 976, self.chance.pick((90, 160, 280), "px", hour // 2))
        return panels.plain("camara", 1000, f"{shown}<p>O peirao agora, ondas de {waves} dm</p>")

    def _prices(self, hour: int, width: int) -> Panel:
        lines = "".join(
            f"<dt>{name}</dt><dd>{self.chance.between(60, 990, 'cost', name, hour // 2) / 10:.1f} €</dd>"
            for name in _FUEL
        )
        return panels.plain("prezos", width, f"<h4>Subministracións</h4><dl>{lines}</dl>")

    def _forum(self, hour: int, width: int) -> Panel:
        lines = ""
        for turn, words in enumerate(self.chance.shuffled(_SAID, "said", hour)[:5]):
            ago = self.chance.between(1, 59, "ago", turn, hour)
            lines += f"<p>{words.format(n=ago + 3)} <i>hai {ago} min</i></p>"
        return panels.plain("foro", width, f"<h4>Canle dos socios</h4>{lines}")


def _sheet(width: int, picture: str, title: str, words: str, state: str, *, news: bool = False) -> Panel:
    """A sheet of the board, a notice or a lot."""
    shown = f"<th>{panels.image(picture, 84, 62)}" if picture else ""
    last = f"<td><i>{state}</i>" if width == 700 else f"<br><i>{state}</i>"
    html = f"<table><tr>{shown}<td><b>{title}</b><br>{words}{last}</table>"
    return panels.plain("longa" if width == 700 else "ficha", width, html, is_news=news)


_TEAMS = ("Зубр Пушча", "Возера Глыбокае", "Тэхнікум Лясное", "Бярэзіна", "Шахцёр Усход", "Палескі Сокал")
_CALLS = ("«{team}» скасаваў кантракт: {role}", "Ліга аштрафавала «{team}» на {n} базавых велічынь",
          "«{team}» змяніў трэнера, клуб прыме {role}", "У зале «{team}» няма святла, {n} матчы перанесены",
          "Дыскваліфікацыя на {n} матчаў: {role}, «{team}» падае апеляцыю", "«{team}» і «{team2}» абмяняліся: {role}",
          "Траўма: {role}, «{team}» дазаявіў {n} ігракоў", "Новы рэгламент плэй-оф, «{team}» супраць",
          "«{team}» будуе арэну на {n} сотняў месцаў")  # fmt: skip
_ROLES = ("левы крайні", "першы брамнік", "легіянер-разыгрывальны", "лінейны", "капітан", "другі трэнер",
          "юны паўсярэдні", "праваручны абаронца")  # fmt: skip
_PLAYS = ("«{team}» бярэ тайм-аўт!", "Сямімятровы: «{team}» рэалізуе", "Слуп! «{team}» без гола",
          "Двухвілінка, «{team}» у меншасці", "Трыбуны скандуюць: «{team}»", "Тры мячы запар, «{team}» даганяе",
          "Суддзі глядзяць паўтор, «{team}» спрачаецца", "Страта, «{team}» бяжыць у адрыў")  # fmt: skip
_REPLAYS = ("Пяць лепшых сэйваў тура", "Бітва талісманаў, поўная версія", "Вучым фанацкі танец", "Дзесяць гадоў таму",
            "Прапанова шлюбу на трыбуне")  # fmt: skip
_FANS = ("Сёлета мы чэмпіёны", "Суддзя, дзе вочы?", "Чай падаражэў, а пірагі не", "Шукаю два квіткі ў першы рад",
         "Трэнера ў адстаўку!", "Упершыню прывёў дачку", "Калі ўжо адрамантуюць дах", "Сусед крычаў")  # fmt: skip


@dataclass(frozen=True)
class Game:
    """A game: who plays, when it begins, when it is over or called off, and how it ended."""

    home: int
    away: int
    begins: datetime
    over: datetime
    score: tuple[int, int]
    off: bool


class Liha(GeneratedSite):
    """A handball league: table, results and rulings; odds set as the table, plays of the minute, polls, sponsors."""

    slug = "liha"
    hard = "Belarusian; standings move as games end; odds in the same table and place, live plays, sponsors"
    more = 0
    look = Look(
        heading=SANS, body=SANS, paper="#ffffff", ink="#101828", muted="#667085", line="#d0d5dd", accent="#c1121f",
        lead_px=26, top_px=17, card="#f2f4f7",
        extra=(
            ".masthead{background:#101828;color:#fff}.tablica table{width:100%;border-collapse:collapse}.tablica th{"
            "background:#101828;color:#fff;padding:4px 8px;text-align:left}.tablica td{padding:5px 8px;border-bottom:"
            "1px solid #d0d5dd}.vyniki dl{margin:0}.vyniki dt{font:bold 12px/16px 'Liberation Sans';color:#c1121f}"
            ".vyniki dd{margin:0 0 7px;font-size:16px;line-height:20px}details{border-left:4px solid #c1121f;"
            "padding:4px 10px;margin-bottom:8px;background:#f2f4f7}summary{font-weight:bold;line-height:22px}"
            ".efir{background:#c1121f;color:#fff}.efir p{line-height:26px}.rahunak td{padding:3px 12px 3px 0}"
            ".lepshy i{display:block;height:14px;background:#c1121f}.sponsar{background:#f2f4f7}"
        ),
    )  # fmt: skip
    duty = Duty(hours=(9, 17), then=0.5, night=0.02)

    def states(self, hours: int) -> Iterator[PageState]:
        """The page at each of the first hours."""
        games = [game for day in range(-4, hours // 24 + 2) for game in self._games(day)]
        games.sort(key=lambda game: (game.over, game.home))
        rulings = [-number for number in range(1, 6)]
        for hour in range(hours):
            at = STARTS_AT + timedelta(hours=hour)
            if hour and self.chance.happens(0.22 * self.duty.at(at), "ruling", hour):
                rulings = [hour, *rulings][:5]
            past = [game for game in games if game.over <= at]
            results = [_result(game) for game in reversed(past[-6:])]
            table = self._table(past)
            news = (*table, *results, *map(self._ruled, rulings))
            live = [game for game in games if game.begins <= at < game.over and not game.off]
            told_now = (table, results, [self._ruled(number) for number in rulings])
            yield PageState(rows=tuple(self._page(told_now, live, hour, at)), news=news)

    def _games(self, day: int) -> Iterator[Game]:
        """Three games a day, none on Mondays; some are called off hours before."""
        date = STARTS_AT.replace(hour=0) + timedelta(days=day)
        order = self.chance.shuffled(range(6), "pairs", day)
        for seat in range(3) if date.weekday() else ():
            draw = self.chance.child("game", day, seat)
            hour = draw.pick((16, 18, 19, 20) if date.weekday() < 5 else (11, 13, 16), "begins")
            off = draw.happens(0.16, "off")
            over = hour - draw.between(1, 4, "told") if off else hour + 2
            score = (draw.between(19, 36, "home"), draw.between(19, 36, "away"))
            yield Game(
                order[2 * seat], order[2 * seat + 1],
                date + timedelta(hours=hour), date + timedelta(hours=over), score, off,
            )  # fmt: skip

    def _table(self, past: Sequence[Game]) -> list[str]:
        """The standings, a row for each team, without its rank."""
        draw = self.chance.child("at first")
        counts = [
            [draw.between(9, 17, "won", team), draw.between(9, 17, "lost", team), 0] for team in range(6)
        ]
        for game in past:
            home, away = game.score
            if not game.off:
                counts[game.home][0 if home > away else 1 if home < away else 2] += 1
                counts[game.away][0 if home < away else 1 if home > away else 2] += 1
        order = sorted(range(6), key=lambda team: (counts[team][1] - counts[team][0], team))
        rows = ((_TEAMS[team], *counts[team]) for team in order)
        return ["".join(f"<td>{cell}" for cell in cells) for cells in rows]

    def _ruled(self, number: int) -> str:
        call, role, team = told(self.chance.child("ruled"), (_CALLS, _ROLES, _TEAMS), number)
        other = _TEAMS[(_TEAMS.index(team) + 2) % len(_TEAMS)]
        return call.format(role=role, n=self.chance.between(2, 40, "n", number), team=team, team2=other)

    def _page(
        self, now: tuple[list[str], list[str], list[str]], live: Sequence[Game], hour: int, at: datetime
    ) -> list[Row]:
        form = self.chance.pick((0, 1, 2), "form", hour // 8)
        wide, rest = ((560, 440), (440, 560), (360, 640))[form]
        table = _ranked("Табліца", ("Каманда", "В", "П", "Н"), now[0], wide, news=True)
        odds = self._odds(hour, wide)
        ended = f"<h4>Апошнія вынікі</h4><dl>{''.join(now[1])}</dl>"
        results = panels.plain("vyniki", rest, ended, is_news=True)
        calls = self._calls(now[2], hour, rest)
        upper = [table, odds] if self.chance.happens(0.5, "order", hour // 5) else [odds, table]
        right = [results, calls] if form else [self._board(live, hour, at, rest), calls, results]
        columns = ([*upper, self._poll(hour, wide)], [*right, self._fans(hour, rest)])
        note = f"{at:%m/%d %H:%M} · на сайце заўзятараў: {self.chance.between(800, 60_000, 'online', hour):,}"
        rows = [
            row(panels.masthead("Гандбольная ліга", 1000, note, height=58), tag="header"),
            row(self._plays(live, hour)),
            row(*(columns if form < 2 else columns[::-1]), tag="main"),
            row(panels.plain("niz", 1000, '<p class="small">Прыватнасць · Кантакты</p>'), tag="footer"),
        ]
        tall = self.chance.pick((60, 120, 250, 400), "px", hour)
        sponsor = panels.advert(self.adverts.advert("sponsar", 60 * hour, 970, tall), "sponsar", 1000)
        rows.insert(self.chance.pick((1, 2, 2, 3), "sponsor at", hour // 2), row(sponsor))
        if form:
            rows.insert(-2, row(self._board(live, hour, at, 1000)))
        return rows

    def _odds(self, hour: int, width: int) -> Panel:
        """Who is thought to win the title: set as the standings are, another order at each hour."""
        lines = [
            f"<td>{_TEAMS[team]}" + "".join(
                f"<td>{self.chance.between(11, 99, 'odds', team, what, hour) / 10:.1f}" for what in range(3)
            )
            for team in self.chance.shuffled(range(6), "odds order", hour // 2)
        ]  # fmt: skip
        return _ranked("Каэфіцыенты", ("Каманда", "Старт", "Учора", "Зараз"), lines, width)

    def _calls(self, calls: Sequence[str], hour: int, width: int) -> Panel:
        """The league's rulings; the picture above them is another one twice a day, whatever they say."""
        tall = self.chance.pick((120, 120, 220), "calls px", hour // 11)
        shown = panels.image(f"sport-liha-{hour // 11}", width - 24, tall)
        lines = "".join(
            f"<details open><summary>{words}</summary><p class=small>Ад лігі, каментароў: "
            f"{self.chance.between(3, 900, 'talk', words, hour)}</p></details>"
            for words in calls
        )
        return panels.plain("rashenni", width, f"{shown}<h4>Рашэнні лігі</h4>{lines}", is_news=True)

    def _board(self, live: Sequence[Game], hour: int, at: datetime, width: int) -> Panel:
        """Scores of the games that run, or how long until the next."""
        if not live:
            left = (18 - at.hour) % 24
            words = f"Да пачатку каля {left} г, прададзена {left * 37 + hour} квіткоў"
            return panels.plain("rahunak", width, f"<h4>Рахунак зараз</h4><p>{words}</p>")
        lines = ""
        for game in live:
            part = (at - game.begins) / (game.over - game.begins)
            home, away = (int(part * runs) for runs in game.score)
            score = f"<b>{home}:{away}</b><td>{int(60 * part) + 1}-я хвіліна"
            lines += f"<tr><td>{_TEAMS[game.home]}<td>{_TEAMS[game.away]}<td>{score}</tr>"
        return panels.plain("rahunak", width, f"<h4>Рахунак зараз</h4><table>{lines}</table>")

    def _plays(self, live: Sequence[Game], hour: int) -> Panel:
        lines = ""
        for turn in range(self.chance.between(2, 4, "plays", hour)):
            pool = _PLAYS if live else _REPLAYS
            team = _TEAMS[live[turn % len(live)].home] if live else ""
            words = self.chance.pick(pool, "play", turn, hour).format(team=team)
            lines += f"<p>{self.chance.between(1, 59, 'minute', turn, hour)} хв таму: {words}</p>"
        return panels.plain("efir", 1000, f"<h3>{'Трансляцыя' if live else 'Відэа'}</h3>{lines}")

    def _poll(self, hour: int, width: int) -> Panel:
        lines = "".join(
            f"<p>{role} {share}%</p><i style='width:{3 * share}px'></i>"
            for role in self.chance.shuffled(_ROLES, "poll", hour // 24)[:3]
            for share in (self.chance.between(5, 70, "share", role, hour),)
        )
        return panels.plain("lepshy", width, f"<h4>Лепшы гулец тыдня</h4>{lines}")

    def _fans(self, hour: int, width: int) -> Panel:
        lines = "".join(
            f"<li>{words} <b>+{self.chance.between(1, 300, 'plus', words, hour)}</b></li>"
            for words in self.chance.shuffled(_FANS, "fans", hour)[: self.chance.between(3, 6, "many", hour)]
        )
        return panels.plain("zauziatary", width, f"<h4>Заўзятары кажуць</h4><ul>{lines}</ul>")


def _ranked(
    heading: str, heads: Sequence[str], lines: Sequence[str], width: int, *, news: bool = False
) -> Panel:
    """A table of the teams, by what they won or by what is thought of them."""
    head = "".join(f"<th>{words}" for words in ("", *heads))
    body = "".join(f"<tr><td>{place}{cells}</tr>" for place, cells in enumerate(lines, 1))
    html = f"<h4>{heading}</h4><table><tr>{head}</tr>{body}</table>"
    return panels.plain("tablica", width, html, is_news=news)


def _result(game: Game) -> str:
    """How a game ended, or that it was called off."""
    score = "перанесена" if game.off else f"{game.score[0]}:{game.score[1]}"
    return f"<dt>{game.begins:%m/%d}</dt><dd>{_TEAMS[game.home]} <b>{score}</b> {_TEAMS[game.away]}</dd>"


ROUNDS = (Lonxa, Liha)
