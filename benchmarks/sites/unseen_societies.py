"""Two societies nobody had seen: a Macedonian football association, a Catalan society for people on the move."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from benchmarks.sites import panels
from benchmarks.sites.illustrated import Duty, told
from benchmarks.sites.look import SANS, SERIF, Look
from benchmarks.sites.news import STARTS_AT
from benchmarks.sites.page import ORIGIN, PageState, Panel, Row, row
from benchmarks.sites.site import GeneratedSite
from pagetide.demo.site import Resource

_CLUBS = ("ФК Шар", "ФК Вардарец", "ФК Брегалница Исток", "ФК Пелистерец", "ФК Езеро", "ФК Тутунар", "ФК Осогово",
          "ФК Галичник", "ФК Рудар", "ФК Беласица Југ", "ФК Повардарие")  # fmt: skip
_DECISIONS = ("казна од 30.000 денари за навивачите", "следниот натпревар без публика", "новиот тренер доби дозвола",
              "жалбата е одбиена", "теренот е одобрен за ноќни натпревари", "двајца играчи суспендирани",
              "лиценцата е продолжена", "стадионот ќе се реновира", "натпреварот е одложен", "потврден трансфер",
              "одземени три бода", "голманот повикан во репрезентацијата", "женскиот тим во финале")  # fmt: skip
_GROUNDS = ("Одлуката е донесена на вонредна седница.", "Рокот за жалба е три дена.", "Комисијата заседаваше вчера.",
            "Записникот е објавен во целост.", "Одлуката стапува на сила веднаш.",
            "Постапката траеше две недели.")  # fmt: skip
_CHANGED = ("Дополнето: клубот поднесе жалба.", "Дополнето: новиот термин е сабота во 17:00.",
            "Дополнето: одлуката е потврдена.", "Дополнето: изјава на претседателот.",
            "Дополнето: играчот е повреден.")  # fmt: skip
_KINDS = ("Дисциплинска", "Судии", "Репрезентација", "Куп", "Лиценци", "Млади")
_SLOGANS = ("Црвено-жолтото срце", "Купи билет за Скопје", "Играј чесно", "Академија за деца", "Судијо, те молам!",
            "Новиот дрес пристигна")  # fmt: skip
_FANS = ("Гоце", "Билјана", "Крсте", "Сашо79", "Ленче", "Комита", "Бобан", "Весна", "Дејан од Прилеп", "Тони")
_SHOUTS = ("Ајде сите на стадион!", "Судењето беше срамота.", "Каде се продаваат билети?", "Браво за младите!",
           "Кога ќе има нов терен?", "Тренерот мора да си оди.", "Гол во последна минута, неверојатно.",
           "Кој го преноси натпреварот?", "Дедо ми играше во Рудар.", "Сеќавате ли се на 1994?")  # fmt: skip
_PLAYERS = ("А. Трајков", "Б. Ѓорѓиев", "Д. Мелов", "И. Стоев", "Н. Арсов", "С. Велкоски")
_ABROAD = ("Порто Алегре", "Осака", "Сиднеј", "Ливерпул", "Монтевидео", "Сеул", "Лагос", "Чикаго", "Севиља", "Торонто",
           "Лима", "Јокохама")  # fmt: skip
_SPONSORS = ("Пивара Беровка", "Вардар Осигурување", "Телеком М", "Пекара Жито", "Автобуси Галеб", "Банка Охрид",
             "Спорт Мега")  # fmt: skip


@dataclass(frozen=True)
class Decision:
    """What the association made known: which one, when, and how often something was added."""

    number: int
    added: int = 0


class Fudbalska(GeneratedSite):
    """An association: six cards with decisions, results after matches; a large slider, fans and a poll around them."""

    slug = "fudbalska"
    hard = "a slider larger than the news, cards that all change columns, a player that pushes all down, a fans' wall"
    more = 0
    look = Look(
        heading=SANS, body=SANS, paper="#f2f2f2", ink="#191919", muted="#6d6d6d", line="#d9d9d9", accent="#c8102e",
        lead_px=34, top_px=17, card="#ffffff",
        extra=(
            ".masthead{background:#c8102e;color:#ffd700}.masthead .small{color:#fff}.slider{padding:0}"
            ".slider h1{position:absolute;left:60px;bottom:20px;color:#ffd700;margin:0;text-transform:uppercase}"
            ".decision,.results,.wall,.poll{background:#fff;border:0 solid #f2f2f2;border-width:8px 8px 0 0}"
            ".decision .kind{background:#ffd700;font:bold 12px/20px 'Liberation Sans';padding:0 8px;"
            "display:inline-block;margin:6px 0}.results li{display:flex;justify-content:space-between}"
            ".abroad{background:#191919;color:#fff}.poll i{display:block;height:10px;background:#c8102e}"
            ".live{background:#000;color:#fff}.live img{margin:0 auto}.sponsors div{display:flex;"
            "justify-content:space-between;line-height:40px;font-weight:bold;color:#6d6d6d}"
        ),
    )  # fmt: skip
    office = Duty(hours=(9, 17), then=0.7, night=0.04)

    def states(self, hours: int) -> Iterator[PageState]:
        """The page at each of the first hours."""
        decisions = [Decision(-7 * number - 3) for number in range(6)]
        results = list(range(-6, 0))[::-1]
        for hour in range(hours):
            at = STARTS_AT + timedelta(hours=hour)
            duty = self.office.at(at)
            if hour and self.chance.happens(0.34 * duty, "decision", hour):
                decisions = [Decision(hour), *decisions[:5]]
            elif hour and self.chance.happens(0.1 * duty, "added", hour):
                place = self.chance.below(3, "whose", hour)
                decisions[place] = replace(decisions[place], added=decisions[place].added + 1)
            if hour and self._played(at) and self.chance.happens(0.5, "result", hour):
                results = [hour, *results[:5]]
            news = [words for item in decisions for words in self._told(item)]
            news += [words for number in results for words in self._result(number)]
            shown = [f"{self._picture(item)}.svg" for item in decisions]
            rows = tuple(self._page(decisions, results, hour, at))
            yield PageState(rows=rows, news=(*news, *shown))

    def _played(self, at: datetime) -> bool:
        """Whether matches end at this hour: on Wednesday evening and at the weekend."""
        return (at.weekday() in {5, 6} and 16 <= at.hour <= 22) or (at.weekday() == 2 and 19 <= at.hour <= 22)

    def _told(self, item: Decision) -> tuple[str, str]:
        club, decision, ground = told(self.chance.child("told"), (_CLUBS, _DECISIONS, _GROUNDS), item.number)
        words = _CHANGED[(item.number + item.added) % len(_CHANGED)] if item.added else ground
        return f"{club}: {decision}", words

    def _picture(self, item: Decision) -> str:
        return f"{('sport', 'politics', 'city')[item.number % 3]}-decision-{item.number + 200}"

    def _result(self, number: int) -> tuple[str, str]:
        draw = self.chance.child("result", number)
        home, guest = draw.shuffled(_CLUBS, "clubs")[:2]
        return f"{home} – {guest}", f"{draw.between(0, 4, 'home')}:{draw.between(0, 3, 'guest')}"

    def _page(
        self, decisions: Sequence[Decision], results: Sequence[int], hour: int, at: datetime
    ) -> list[Row]:
        cards = [self._decision(item, hour, 330) for item in decisions]
        rows = [
            row(self._abroad(hour)),
            row(
                panels.masthead("Фудбалска асоцијација", 1000, f"{at:%d.%m.%Y %H:%M}", height=66),
                tag="header",
            ),
            row(self._slider(hour)),
            row(
                cards[::2],
                cards[1::2],
                [self._results(results, 340), self._poll(hour, 340), self._wall(hour, 340)],
                tag="main",
            ),
            row(self._sponsors(hour)),
            row(
                panels.plain("foot", 1000, '<p class="small">Правилници · Судии · Контакт</p>'), tag="footer"
            ),
        ]
        if self.chance.happens(0.75 if self._played(at) else 0.15, "live", hour):
            rows.insert(2, row(self._live(hour)))
        return rows

    def _slider(self, hour: int) -> Panel:
        number = self.chance.below(len(_SLOGANS), "slide", hour)
        height = self.chance.pick((280, 340), "slide height", hour // 6)
        picture = panels.image(f"sport-slide-{number}", 1000, height)
        return panels.plain("slider", 1000, f"{picture}<h1>{_SLOGANS[number]}</h1>")

    def _live(self, hour: int) -> Panel:
        """The player: a youth match, old or new, with the frame of the moment."""
        frame = panels.image(f"sport-frame-{hour}", 320, 180)
        return panels.plain(
            "live", 1000, f"{frame}<p>● Гледаат {self.chance.between(30, 4000, 'live', hour)}</p>"
        )

    def _decision(self, item: Decision, hour: int, width: int) -> Panel:
        title, words = self._told(item)
        kind = self.chance.pick(_KINDS, "kind", item.number)
        age = hour - item.number
        said = f"пред {age} ч." if age < 24 else f"пред {age // 24} д."
        views = 30 * age + self.chance.below(29, "views", item.number, hour)
        html = (
            f'{panels.image(self._picture(item), width - 32, 130)}<p class="kind">{kind}</p><h2>'
            f'<a href="{ORIGIN}/odluka/{item.number + 300}">{title}</a></h2><p>{words}</p>'
            f'<p class="small">{said} · {views} прегледи</p>'
        )
        return panels.plain("decision", width, html, is_news=True)

    def _results(self, results: Sequence[int], width: int) -> Panel:
        lines = "".join(
            f"<li><span>{match}</span><b>{score}</b></li>" for match, score in map(self._result, results)
        )
        return panels.plain("results", width, f"<h4>Резултати</h4><ul>{lines}</ul>", is_news=True)

    def _poll(self, hour: int, width: int) -> Panel:
        shares = {
            name: self.chance.between(3, 30, "poll", name, hour // 24) + self.chance.below(12, name, hour)
            for name in _PLAYERS
        }
        lines = "".join(
            f'<p>{name} · {share} %</p><i style="width:{share * 4}px"></i>'
            for name, share in sorted(shares.items(), key=lambda item: -item[1])
        )
        return panels.plain("poll", width, f"<h4>Играч на колото</h4>{lines}")

    def _wall(self, hour: int, width: int) -> Panel:
        shouts = self.chance.shuffled(_SHOUTS, "wall", hour)[: self.chance.between(3, 6, "many", hour)]
        lines = "".join(
            f"<li><b>{self.chance.pick(_FANS, 'fan', hour, seat)}</b> {words}</li>"
            for seat, words in enumerate(shouts)
        )
        return panels.plain("wall", width, f"<h4>Навивачите пишуваат</h4><ul>{lines}</ul>")

    def _abroad(self, hour: int) -> Panel:
        """Matches of the world at this moment; somewhere there always is one."""
        order = self.chance.shuffled(_ABROAD, "abroad", hour)
        games = "".join(
            f"<span>{home} {self.chance.below(4, home, hour)}:{self.chance.below(4, guest, hour)} {guest} "
            f"{self.chance.between(2, 90, 'minute', home, hour)}'</span>"
            for home, guest in zip(order[:3], order[3:6], strict=True)
        )
        style = "display:flex;justify-content:space-between;height:26px;line-height:26px;overflow:hidden"
        return panels.plain("abroad", 1000, f'<div style="{style}">{games}</div>')

    def _sponsors(self, hour: int) -> Panel:
        names = "".join(
            f"<span>{name}</span>" for name in self.chance.shuffled(_SPONSORS, "sponsors", hour)[:6]
        )
        return panels.plain("sponsors", 1000, f"<div>{names}</div>")


_BOATS = ("Pastera de fusta", "Llanxa pneumàtica", "Veler avariat", "Vaixell de ferro", "Barca de pesca")
_WHERE = ("a 40 milles de Lampedusa", "al sud de Creta", "davant de Zuwara", "a l’oest de Gran Canària",
          "entre Dènia i Eivissa", "a la zona SAR de Malta", "al nord d’Alger", "a 15 milles de Cabrera",
          "davant de Sfax", "a l’estret de Gibraltar", "a prop de Roccella")  # fmt: skip
_ABOARD = ("hi ha sis criatures a bord", "el motor no funciona", "hi entra aigua", "fa tres dies que són al mar",
           "no tenen aigua dolça", "una dona és a punt de parir", "demanen ajuda per telèfon")  # fmt: skip
_STATES = (
    ("En perill", "Hem avisat les autoritats. Encara no ha sortit ningú."),
    ("Localitzada", "Un avió civil els veu. Un mercant espera a prop."),
    ("Sense contacte", "El telèfon ja no respon. Continuem trucant."),
    ("Rescatada", "Totes les persones són a bord d’un vaixell de rescat."),
    ("Interceptada", "Una patrullera els ha retornat per força."),
    ("Desembarcada", "Ja són a terra i reben atenció mèdica."),
)
_ROUTES = ((0, 1, 3, 5), (0, 2, 4), (0, 3, 5), (0, 2, 1, 3, 5), (0, 1, 4), (0, 5))
_HUES = ("#c1121f", "#e07a00", "#6c757d", "#2a7f62", "#3d2645", "#1d4e89")
_SUBJECTS = ("Exigim una investigació", "Portem el govern als tribunals", "Denunciem devolucions en calent",
             "Nou informe sobre els centres", "El vaixell Alba torna a salpar", "Detenen dues voluntàries",
             "Guanyem el recurs", "Carta oberta als ajuntaments")  # fmt: skip
_OVER = ("per les morts de Tarajal Nou", "pel bloqueig del port", "contra l’acord amb Trípoli", "després del judici",
         "amb quaranta entitats", "per les multes als pescadors", "davant del parlament")  # fmt: skip
_APPEALS = ("Cada minut compta. Fes una donació.", "Un vaixell costa 11.000 € al dia", "Signa: ports oberts",
            "Fes-te’n soci, sòcia", "Apadrina una armilla", "Regala esperança, regala samarretes")  # fmt: skip
_DONORS = ("Montse", "Pau i Laia", "Anònim", "Escola del Mar", "Jordi R.", "Fatou", "Parròquia de Sants", "Neus", "Pol",
           "Coral La Veu", "Bar Tramuntana", "Aina")  # fmt: skip
_WISHES = ("Molta força!", "Gràcies per ser-hi.", "Per la meva àvia.", "Ningú és il·legal.", "Endavant Alba!", "",
           "De part de tota la classe.")  # fmt: skip
_VOICES = ("«Vaig sortir amb quinze anys», diu Lamin", "«El mar de nit no té vora», diu Samira",
           "«Ara faig de forner», diu Ibrahim", "«La meva filla es diu Alba», diu Joy", "«No em van creure», diu Ali",
           "«Sóc mariner, sóc testimoni», diu Biel")  # fmt: skip
_SHIPS = ("Alba", "Tramuntana", "Sea Lark", "Mare Lieta", "Nadir II")


@dataclass(frozen=True)
class Case:
    """A boat: which one, since which hour, and how far its story went."""

    number: int
    step: int = 0


class Passatge(GeneratedSite):
    """A society for people on the move: boats in distress and how they fare; appeals, donors and a chart of ships."""

    slug = "passatge"
    hard = "cases reworded in place beside a chart drawn at each hour; appeals of any height above; donors, ages, sums"
    more = 0
    look = Look(
        heading=SERIF, body=SANS, paper="#ffffff", ink="#10243a", muted="#68788a", line="#d3dbe3", accent="#d1495b",
        lead_px=36, top_px=18, card="#f3f7fa",
        extra=(
            ".appeal{padding:0}.appeal h1{position:absolute;left:40px;top:36px;max-width:560px;color:#fff;"
            "background:#d1495b;padding:10px 18px}.appeal p{position:absolute;left:40px;bottom:18px;background:#fff;"
            "padding:4px 12px;font-weight:bold}.case{border-bottom:1px solid #d3dbe3}.case .state{color:#fff;"
            "font:bold 12px/20px 'Liberation Sans';padding:0 8px;display:inline-block;margin-bottom:4px}"
            ".now{background:#10243a;color:#fff}.now div{display:flex;justify-content:space-between}"
            ".now b{font-size:24px;line-height:30px}.donors,.ships{background:#f3f7fa}.donors li{padding:5px 0 4px}"
        ),
    )  # fmt: skip
    office = Duty(hours=(9, 18), then=0.15, night=0.03)

    def states(self, hours: int) -> Iterator[PageState]:
        """The page at each of the first hours; at sea things happen by day and by night."""
        cases = [Case(-11 * number - 6, 4) for number in range(6)]
        letters = [-30, -55, -90]
        for hour in range(hours):
            at = STARTS_AT + timedelta(hours=hour)
            calm = self.chance.happens(0.35, "calm", hour // 18)
            cases = [self._later(item, hour) for item in cases]
            if hour and self.chance.happens(0.03 if calm else 0.17, "case", hour):
                cases = [Case(hour), *cases[:5]]
            if hour and self.chance.happens(0.12 * self.office.at(at), "letter", hour):
                letters = [hour, *letters[:2]]
            news = [words for item in cases for words in self._told(item)]
            news += [self._letter(number) for number in letters]
            yield PageState(rows=tuple(self._page(cases, letters, hour, at)), news=tuple(news))

    def _later(self, item: Case, hour: int) -> Case:
        route = self.chance.pick(_ROUTES, "route", item.number)
        if item.step + 1 >= len(route) or not self.chance.happens(0.08, "later", item.number, hour):
            return item
        return replace(item, step=item.step + 1)

    def _state(self, item: Case) -> int:
        route = self.chance.pick(_ROUTES, "route", item.number)
        return route[min(item.step, len(route) - 1)]

    def _told(self, item: Case) -> tuple[str, str]:
        boat, where, aboard = told(self.chance.child("told"), (_BOATS, _WHERE, _ABOARD), item.number)
        people = self.chance.between(9, 118, "people", item.number)
        return f"{boat} {where}: {people} persones, {aboard}", _STATES[self._state(item)][1]

    def _letter(self, number: int) -> str:
        return " ".join(told(self.chance.child("letters"), (_SUBJECTS, _OVER), number))

    def picture(self, path: str) -> Resource | None:
        """The pictures that pages show, the chart of ships among them."""
        if not path.startswith("/drawing/ships-"):
            return super().picture(path)
        hour = int(path.removeprefix("/drawing/ships-").removesuffix(".svg"))
        head = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 396 330" width="396" height="330">'
        sea = '<rect width="396" height="330" fill="#a9cfe4"/>'
        coasts = "M0,0 H396 V60 L250,40 L200,110 L150,50 L0,80Z M0,330 V270 L160,255 L396,290 V330Z"
        land = f'<path d="{coasts}" fill="#e9e2cf"/>'
        ships = ""
        for name in _SHIPS:
            draw = self.chance.child("ship", name)  # each goes to and fro on its beat
            x = 20 + abs((draw.below(560, "x") + hour * draw.between(7, 19, "knots")) % 560 - 280)
            y = 120 + abs((draw.below(240, "y") + hour * draw.between(3, 8, "drift")) % 240 - 120)
            ships += (
                f'<circle cx="{x}" cy="{y}" r="8" fill="#d1495b"/><text x="{x + 12}" y="{y + 5}" '
                f'font-family="sans-serif" font-size="14" fill="#10243a">{name}</text>'
            )
        return Resource("image/svg+xml", f"{head}{sea}{land}{ships}</svg>".encode())

    def _page(self, cases: Sequence[Case], letters: Sequence[int], hour: int, at: datetime) -> list[Row]:
        rows = [
            row(panels.masthead("Passatge Segur", 1000, f"{at:%d/%m/%Y %H:%M} · Dona ara", height=62), tag="header"),
            row(self._appeal(hour)),
            row(self._now(hour)),
            row(
                [
                    panels.plain("title", 580, "<h4>Alertes al mar</h4>"),
                    *(self._case(item, hour, 580) for item in cases),
                ],
                [self._ships(hour, 420), self._donors(hour, 420)],
                tag="main",
            ),
            row([self._letters(letters, 560)], [self._voice(hour, 440)]),
            row(panels.plain("foot", 1000, '<p class="small">Qui som · Transparència · Premsa · Botiga</p>')),
        ]  # fmt: skip
        if self.chance.happens(0.3, "strip", hour // 2):
            tall = self.chance.pick((44, 72, 104), "strip height", hour // 2)
            rows.insert(
                1,
                row(panels.strip("Aquest web fa servir galetes. Accepta-les o tria.", tall, name="cookies")),
            )
        return rows

    def _appeal(self, hour: int) -> Panel:
        number = self.chance.below(len(_APPEALS), "appeal", hour)
        height = self.chance.pick((220, 280, 330), "appeal height", hour // 3)
        picture = panels.image(f"webcam-appeal-{number}", 1000, height)
        share = 5 + hour * 7 % 93
        return panels.plain(
            "appeal", 1000, f"{picture}<h1>{_APPEALS[number]}</h1><p>{share} % de l’objectiu del dia</p>"
        )

    def _now(self, hour: int) -> Panel:
        waves = self.chance.between(20, 210, "waves", hour // 24) + self.chance.below(30, "wave", hour)
        sums = (("Signatures", 40120 + 17 * hour + self.chance.below(15, "signed", hour)),
                ("Voluntàries connectades", self.chance.between(3, 90, "online", hour)),
                ("Trucades ara", self.chance.between(1, 70, "calls", hour)),
                ("Onatge (cm)", waves))  # fmt: skip
        cells = "".join(f"<span>{name}<br><b>{count}</b></span>" for name, count in sums)
        return panels.plain("now", 1000, f"<div>{cells}</div>")

    def _case(self, item: Case, hour: int, width: int) -> Panel:
        title, words = self._told(item)
        state = self._state(item)
        age = hour - item.number
        said = f"fa {age} h" if age < 48 else f"fa {age // 24} dies"
        shared = 3 * age + self.chance.below(3, "shared", item.number, hour)
        html = (
            f'<p class="state" style="background:{_HUES[state]}">{_STATES[state][0]}</p><h2>'
            f'<a href="{ORIGIN}/alerta/{item.number + 400}">{title}</a></h2><p>{words}</p>'
            f'<p class="small">{said} · compartida {shared} vegades</p>'
        )
        return panels.plain("case", width, html, is_news=True)

    def _ships(self, hour: int, width: int) -> Panel:
        shown = f'<img src="/drawing/ships-{hour}.svg" width="{width - 24}" height="330" alt="">'
        return panels.plain("ships", width, f"<h4>La flota civil, ara</h4>{shown}")

    def _donors(self, hour: int, width: int) -> Panel:
        names = self.chance.shuffled(_DONORS, "donors", hour)[: self.chance.between(5, 8, "many", hour)]
        lines = "".join(
            f"<li><b>{name}</b> {self.chance.pick((5, 10, 20, 50, 100), 'gave', hour, name)} € "
            f"{self.chance.pick(_WISHES, 'wish', hour, name)}</li>"
            for name in names
        )
        return panels.plain("donors", width, f"<h4>Acaben de donar</h4><ul>{lines}</ul>")

    def _letters(self, letters: Sequence[int], width: int) -> Panel:
        lines = "".join(f"<li><h2>{self._letter(number)}</h2></li>" for number in letters)
        return panels.plain("letters", width, f"<h4>Comunicats</h4><ul>{lines}</ul>", is_news=True)

    def _voice(self, hour: int, width: int) -> Panel:
        number = self.chance.below(len(_VOICES), "voice", hour)
        picture = panels.image(f"politics-voice-{number}", width - 24, 200)
        return panels.plain("voice", width, f"<h4>Veus</h4>{picture}<h2>{_VOICES[number]}</h2>")


UNSEEN_SOCIETIES = (Fudbalska, Passatge)
