"""A Kazakh television's front with its studio, and a South African town's page on its electricity."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from html import escape
from types import MappingProxyType

from benchmarks.sites import panels
from benchmarks.sites.illustrated import Duty, told
from benchmarks.sites.languages import LocalDesk
from benchmarks.sites.look import SANS, WIDE, Look
from benchmarks.sites.news import STARTS_AT, HourNews, Rhythm
from benchmarks.sites.page import ORIGIN, Overlay, PageState, Panel, Row, row
from benchmarks.sites.site import GeneratedSite

_KAZAKH = LocalDesk(
    MappingProxyType({
        "Саясат": (
            "{Who} {what} кейінге қалдыруды ұсынды", "Мәжіліс {what} мақұлдады", "{Who} қызметінен кетті: {why}",
            "Депутаттар {what} қайта қарайды", "{where} тұрғындар {what} қолдамады"),
        "Аймақ": (
            "{where} көпір жабылды: {why}", "{where} {count} үй жарықсыз қалды", "{where} {count} орындық мектеп ашты",
            "{where} өрт шықты, {count} адам көшірілді", "{where} су қоймасы толды: {why}"),
        "Экономика": (
            "{firm} {count} адамды жұмысқа алады", "{firm} {where} зауыт салады", "{firm} {count} теңгеге қымбаттады",
            "{firm} мен {firm2} бірікті", "{firm} шартты бұзды: {why}"),
        "Спорт": (
            "«{team}» {where} «{team2}» командасын ұтты", "«{team}» бапкерін ауыстырды", "{Who} ойнамайды: {why}",
            "«{team2}» финалға өтті, {count} жанкүйер қарсы алды"),
    }),
    (
        "{Who} бүгін {where} өткен жиында {what} талқылағанын айтты. Оған {count} адам қатысты.",
        "Куәгерлердің сөзінше, {why}. Әкімдік {count} отбасына көмек көрсетуге уәде берді.",
        "{firm} өкілі шығынды {count} миллион теңге деп бағалады. Себебі белгілі: {why}.",
        "Шешім {count} тұрғынға қатысты. {Who} {where} халықпен кездесіп, {what} түсіндірмек.",
    ),
    MappingProxyType({
        "Who": ("Министр Сәрсенов", "Айгүл Жақып", "Депутат Оразбай", "Ерлан Тоқтасын", "Сот төрағасы Мұқан",
                "Динара Құлбек", "Әкім Бейсенов", "Нұрлан Шәкір", "Сенатор Әлімқұл", "Мәдина Ертай"),
        "what": ("су салығын", "мектеп реформасын", "жол бюджетін", "жер туралы заңды", "метро жобасын",
                 "орман картасын", "сайлау мерзімін", "көлік ақысын", "газ келісімін"),
        "where": ("Көксайда", "Талдыөзекте", "Қарабастауда", "Жаркөлде", "Алтынсуда", "Бөріойнақта", "Үшарқада"),
        "why": ("тіреуден жарық табылды", "қаржы жетпеді", "ауа райы қолайсыз", "құжат дайын емес", "құбыр жарылды",
                "мердігер жұмысты тоқтатты", "келіссөз сәтсіз аяқталды"),
        "firm": ("«Сарыарқа мұнай»", "«Жетісу сүт»", "«Алтай темір»", "«Көктем банк»", "«Дала транс»"),
        "firm2": ("«Қыран энерго»", "«Арай құрылыс»", "«Байтақ дән»"),
        "team": ("Тұлпар", "Барыс-2", "Жайық", "Самұрық", "Қаһарман"),
        "team2": ("Сұңқар", "Көкбөрі", "Арлан", "Шағала"),
        "count": ("12", "47", "130", "260", "800", "1 400", "35", "90"),
    }),
)  # fmt: skip
_PICKS = ("Ат баптаудың бес құпиясы", "Ескі вокзалдың әні", "Жүз жылдық алма бағы", "Шопанның қысы", "Домбыра жасаушы",
          "Тұзды көлге саяхат", "Әженің құрағы", "Жібек жолының ізі", "Бүркітшінің күнделігі", "Мұздықтағы станция",
          "Бауырсақ туралы дау")  # fmt: skip
_SHOWS = ("Таңғы шай", "Жаңалықтар", "Ауылым — алтын бесігім", "Деректі фильм", "Айтыс", "Балалар уақыты", "Дода",
          "Телехикая: Дала қызы", "Кешкі сұхбат", "Концерт", "Ұлттық ойындар", "Түнгі кино")  # fmt: skip
_SOLD = ("Пәтер 7 пайызбен", "Қысқы дөңгелек жартылай бағаға", "Тіс емдеу бөліп төлеуге", "Қымыз жеткіземіз",
         "Түркияға ұшу 89 000", "Ағылшын тілі үш айда", "Кілем жуу", "Жаңа телефон сыйлыққа")  # fmt: skip
_SAYS = ("Осындай жолды біздің ауылға да салса екен.", "Сөз көп, іс жоқ.", "Рақмет, жақсы хабар!",
         "Ал автобус қашан жүреді?", "Бұрын да айтқан, ештеңе өзгерген жоқ.", "Бағаны кім тексереді?",
         "Суреті әдемі екен.", "Көршім де осыны айтқан болатын, мен сенбедім.")  # fmt: skip
_NAMES = ("Асқар_05", "Гүлнәр", "Бек Т.", "жанкүйер", "Сәуле апа", "Алматыдан", "Данияр К.", "қонақ")
_CITIES = ("Көксай", "Талдыөзек", "Жаркөл", "Алтынсу", "Теректі", "Шалқар")


class Tumar(GeneratedSite):
    """A television's front: in the evening its studio stands above the news, else a lead in the middle."""

    slug = "tumar"
    hard = "two arrangements of the same news, a studio and picks of half a day larger than it, goods within its list"
    more = 0
    tops = 6
    desk = _KAZAKH
    rhythm = Rhythm(lead=0.1, top=0.15, rewrite=0.04, standfirst=0.03, picture=0.05, same_picture=0.35)
    look = Look(
        heading=WIDE, body=SANS, paper="#f2f5f7", ink="#0c2233", muted="#6a7f8f", line="#cfd9e0", accent="#00838f",
        lead_px=27, top_px=16, card="#ffffff", extra=(
            ".masthead{background:#0c2233;color:#fff}.masthead .small{color:#9fd8de}.onair{background:#000;color:#fff;"
            "padding:0}.onair p{padding:8px 16px}.lead,.pair,.stream{background:#fff}.stream li{padding:9px 0 8px 12px;"
            "border-left:3px solid #00838f;border-top:0;margin-bottom:6px}.stream li.sold{background:#fff6d6;"
            "border-color:#f9a825}.picks{background:#dff1f2}.rates{background:#00838f;color:#fff;white-space:nowrap}"
            ".rates span{margin-right:26px}.said{background:#fff}.said blockquote{margin:0 0 8px;padding-left:10px;"
            "border-left:2px solid #cfd9e0}.more-on{font-size:13px;line-height:18px;color:#00838f}figure{margin:0}"
            ".guide dt{float:left;width:60px;font-weight:bold}.guide dd{margin:0 0 5px 60px}.sky td{padding:3px 8px}"
            ".ask{background:#0c2233;color:#fff}.goods{background:#fff6d6}"
            "figcaption{font-size:12px;line-height:16px}"))  # fmt: skip

    def states(self, hours: int) -> Iterator[PageState]:
        """The page at each of the first hours, at some of them below a question whether to send messages."""
        for hour, state in enumerate(super().states(hours)):
            words = "<h2>Хабарлама жіберейік пе?</h2><p>Маңызды жаңалықты өткізіп алмаңыз. Иә · Кейін</p>"
            y_px = self.chance.pick((70, 420, 760), "ask y", hour)
            over = Overlay(panels.plain("ask", 420, words), 290, y_px)
            yield replace(state, overlays=(over,)) if self.chance.happens(0.18, "ask", hour) else state

    def rows(self, hour: HourNews) -> Sequence[Row]:
        """The page at one hour."""
        h = hour.hour
        at = hour.at + timedelta(hours=5)
        note = f"{at:%d.%m.%Y} · Алматы {at:%H:%M} · {self.chance.between(300, 9000, 'here', h)} көрермен"
        studio = at.hour in {18, 19, 20, 21, 22} or self.chance.happens(0.2, "studio", h // 2)
        rates = "".join(
            f"<span>{name} {base + self.chance.below(400, 'rate', name, h) / 100:.2f} ₸</span>"
            for name, base in (("USD", 508), ("EUR", 588), ("RUB", 6), ("CNY", 70), ("Brent", 64))
        )
        board = self._advert("board", hour, 1000, self.chance.pick((70, 110, 180, 250), "board", h))
        talk = [self._said(h, 300), self._guide(at, 300)]
        pair = panels.tops(self.flow, hour.tops[:2], 1000 if studio else 700, "cards", name="pair")
        if studio:
            above = [row(self._on_air(h, at))]
            columns = [self._lead(hour, 620, 250), self._stream(hour, 380)]
            below = [row(pair), row(self._goods(h, 400), self._sky(h, 300), talk)]
        else:
            above = [row(self._advert("tower", hour, 480, 110), self._sky(h, 520))]
            columns = [self._lead(hour, 560, 270), self._stream(hour, 440)]
            below = [row([pair, self._goods(h, 700)], talk)]
        rows = [
            row(panels.masthead("ТҰМАР TV", 1000, note, height=58), tag="header"),
            row(panels.plain("rates", 1000, f"<p>{rates}</p>")),
            *above,
            row(*columns, tag="main"),
            *below,
            row(self._picks((h + 3) // 11)),
            row(panels.plain("foot", 1000, '<p class="small">Арна туралы · Жарнама · Байланыс</p>')),
        ]
        rows.insert(self.chance.pick((0, 2, len(rows) - 2), "where", h // 4), row(board))
        return rows

    def _advert(self, name: str, hour: HourNews, width: int, height: int) -> Panel:
        creative = self.advert(name, hour, width - 24, height)
        shown = f'<img src="{creative.path}" width="{creative.width}" height="{creative.height}" alt="">'
        return panels.plain(f"{name}-ad", width, f'<p class="small">Жарнама</p>{shown}')

    def _on_air(self, hour: int, at: datetime) -> Panel:
        """The studio's picture of this hour, and the programme below it."""
        shot, height = self.chance.below(14, "shot", hour), self.chance.pick((260, 340), "air", hour // 3)
        shown = panels.image(f"webcam-studio-{shot}", 1000, height)
        programme = _SHOWS[at.hour // 2 % len(_SHOWS)]
        return panels.plain("onair", 1000, f"{shown}<p><b>ТІКЕЛЕЙ ЭФИР</b> · {programme} · {at:%H:%M}</p>")

    def _lead(self, hour: HourNews, width: int, height: int) -> Panel:
        """Picture, title, paragraph; below them what else was once told, which is other at each visit."""
        story, h = self.flow.story(hour.lead), hour.hour
        flag = '<span class="flag">ШҰҒЫЛ</span>' if hour.flag else ""
        others = self.chance.shuffled(_PICKS, "others", h)[: self.chance.between(1, 3, "how many", h)]
        related = "".join(f'<p class="more-on">› {words}</p>' for words in others)
        seen = 700 * (1 + hour.lead.number % 7) + 41 * h + self.chance.below(40, "seen", h)
        html = (
            f"<figure>{panels.image(hour.lead.picture, width - 24, height)}<figcaption>Сурет: Тұмар TV</figcaption>"
            f"</figure>{flag}<h1>{panels.story_link(story, story.headline)}</h1><p>{escape(story.standfirst)}</p>"
            f'{related}<p class="small">{story.byline} · {seen} рет оқылды</p>'
        )
        return panels.plain("lead", width, html, is_news=True)

    def _stream(self, hour: HourNews, width: int) -> Panel:
        """The other stories in words; what is sold stands among them."""
        lines, h = [], hour.hour
        for item in hour.tops[2:]:
            story, said = self.flow.story(item), 3 * (h % 50) + self.chance.below(3, "said", item.number, h)
            link = panels.story_link(story, story.headline)
            lines.append(f'<li><p class="small">{story.section} · пікір: {said}</p><h2>{link}</h2></li>')
        many = self.chance.between(0, 2, "sold many", h)
        for seat, words in enumerate(self.chance.shuffled(_SOLD, "sold", h)[:many]):
            sold = f'<li class="sold"><h2>{words}</h2><p class="small">Серіктес материалы</p></li>'
            lines.insert(self.chance.below(len(lines) + 1, "sold where", seat, h // 2), sold)
        return panels.plain("stream", width, f"<h4>Таспа</h4><ul>{''.join(lines)}</ul>", is_news=True)

    def _sky(self, hour: int, width: int) -> Panel:
        lines = "".join(
            f"<tr><td>{name}</td><td>{self.chance.between(4, 27, 'degrees', name, hour)}°</td>"
            f"<td>{self.chance.pick(('ашық', 'жаңбыр', 'бұлтты', 'желді'), 'sky', name, hour // 2)}</td></tr>"
            for name in _CITIES
        )
        return panels.plain("sky", width, f"<h4>Ауа райы</h4><table>{lines}</table>")

    def _goods(self, hour: int, width: int) -> Panel:
        numbers = self.chance.shuffled(range(len(_SOLD)), "goods", hour)[: 2 if width < 500 else 4]
        wide = (width - 24) // len(numbers) - 16
        cards = "".join(
            f"<div>{panels.image(f'sport-goods-{number}', wide, 110)}<h3>{_SOLD[number]}</h3><p class='small'>"
            f"{self.chance.between(2, 98, 'cost', number, hour)} 900 ₸</p></div>"
            for number in numbers
        )
        return panels.plain("goods", width, f'<h4>Базар</h4><div class="cards">{cards}</div>')

    def _said(self, hour: int, width: int) -> Panel:
        words = self.chance.shuffled(_SAYS, "says", hour)[: self.chance.between(3, 6, "voices", hour)]
        quotes = "".join(
            f'<blockquote>{text}<p class="small">{self.chance.pick(_NAMES, "who", text, hour)}, '
            f"{self.chance.between(1, 59, 'ago', text, hour)} минут бұрын</p></blockquote>"
            for text in words
        )
        return panels.plain("said", width, f"<h4>Пікірлер</h4>{quotes}")

    def _guide(self, at: datetime, width: int) -> Panel:
        """What is broadcast in the next hours; it rolls on and comes round each day."""
        lines = "".join(
            f"<dt>{(at.hour + ahead) % 24:02d}:00</dt><dd>{_SHOWS[(at.hour + ahead) // 2 % len(_SHOWS)]}</dd>"
            for ahead in range(6)
        )
        return panels.plain("guide", width, f"<h4>Бағдарлама</h4><dl style='margin:0'>{lines}</dl>")

    def _picks(self, key: int) -> Panel:
        """Features that stay for half a day and come again after some days."""
        numbers = self.chance.shuffled(range(len(_PICKS)), "picks", key % 7)[:4]
        cards = "".join(
            f'<div>{panels.image(f"culture-pick-{number}", 232, 150)}<h2><a href="{ORIGIN}/oqu/{number}">'
            f"{_PICKS[number]}</a></h2></div>"
            for number in numbers
        )
        return panels.plain("picks", 1000, f'<h4>Редакция таңдауы</h4><div class="cards">{cards}</div>')


_AREAS = ("Bergsig", "Droëvlei", "Kanonkop", "Rooidakke", "Langstraat-Noord", "Uitspan", "Vissershok", "Karooblom",
          "Die Eike", "Stasiewyk", "Groenkloof")  # fmt: skip
_CAUSES = ("ondergrondse kabel beskadig", "minisubstasie oorlaai", "koperdraad gesteel", "boom op oorhoofse lyn",
           "transformator het uitgebrand", "paal deur voertuig omgery", "skakelaar het uitgeklink",
           "water in kabelkamer", "voëlnes op isolator")  # fmt: skip
_STEPS = ("aangemeld", "span op pad", "fout gevind", "herstelwerk aan die gang", "krag herstel")
_WORKS = ("Vervanging van straatkaste", "Snoei van bome langs die lyn", "Toets van hoofskakelaars",
          "Nuwe meters", "Opgradering van substasie", "Verf van maste", "Verskuiwing van kabels")  # fmt: skip
_DAYS = ("Maandag", "Dinsdag", "Woensdag", "Donderdag", "Vrydag", "Saterdag", "Sondag")
_REASONS = ("weens drie eenhede buite werking", "ná herstel van reserwes", "weens hoë aandvraag",
            "op las van die stelseloperateur", "weens nat steenkool", "omdat die damme gevul moet word")  # fmt: skip
_POSTS = ("Weer donker hier in {}, sedert die oggend al!", "Weet iemand wat in {} aangaan?",
          "{} het krag, dankie aan die span.", "Vrieskas lek, en niemand antwoord die foon nie. {}",
          "Die verkeersligte in {} flikker.", "Geen krag in {}, bure het wel?", "Wie verkoop 'n opwekker naby {}?",
          "Straatligte in {} brand helder oordag.")  # fmt: skip
_TIPS = ("Skakel u geiser tussen 17:00 en 21:00 af", "Kook vanaand op gas", "Laai u selfoon voor die beurt begin",
         "Hou die yskas toe: dit bly vier uur lank koud", "Gesteelde kabels? Bel anoniem",
         "Betaal aanlyn en wen 'n sonpaneel")  # fmt: skip
_GROUPS = 8


@dataclass(frozen=True)
class Fault:
    """A fault or a planned work: which, how far it has come, and since which hour it stands."""

    number: int
    step: int = 0
    since: int = 0


class Kragbeurt(GeneratedSite):
    """A town's electricity: the stage in force, faults and planned works; the roster runs with the clock."""

    slug = "kragbeurt"
    hard = "a word in a row of faults, above or below a roster twice as large that turns; residents write of faults too"
    more = 0
    look = Look(
        heading=SANS, body=SANS, paper="#fffdf5", ink="#26221b", muted="#857c6c", line="#e2d9c3", accent="#b8500b",
        lead_px=40, top_px=18, card="#f7efdb", extra=(
            ".masthead{border-bottom:6px solid #f2c230}.stage div{padding:26px 0;color:#f2c230;text-align:center}"
            ".dark{background:#26221b}.calm{background:#2f6b3a}table{border-collapse:collapse;width:100%}"
            ".roster td,.roster th{border:1px solid #e2d9c3;height:26px;text-align:center;font-size:13px}"
            ".roster .off{background:#26221b;color:#fff}.roster .now{background:#f2c230}.faults td{padding:7px 6px;"
            "border-bottom:1px solid #e2d9c3;vertical-align:top}.faults b{background:#b8500b;color:#fff}"
            ".faults b.step-4{background:#2f6b3a}.works dt{font-weight:bold}.works dd{margin:0 0 9px 18px}"
            ".tip{background:#f2c230}.posts{background:#f7efdb}.posts p{margin:9px 0}"))  # fmt: skip
    duty = Duty(hours=(5, 22), off=(6,), then=0.7, night=0.3)
    office = Duty(hours=(8, 16), then=0.05, night=0.0)

    def states(self, hours: int) -> Iterator[PageState]:
        """The page at each of the first hours."""
        stage, turn = self.chance.between(1, 3, "stage"), 0
        faults = [Fault(number, self.chance.below(4, "step", number)) for number in range(6)]
        works = [Fault(number) for number in range(4)]
        for hour in range(hours):
            at = STARTS_AT + timedelta(hours=hour)
            pace = self.duty.at(at) if hour else 0.0
            over = hour - turn >= self.chance.between(8, 40, "until", turn)
            if over or self.chance.happens(0.04 * pace, "staged", hour):
                stage, turn = (stage + self.chance.pick((1, 2, 5), "to", hour)) % 7, hour
            if self.chance.happens(0.085 * pace, "fault", hour):
                faults = [Fault(hour + 10, 0, hour), *faults[:5]]
            elif self.chance.happens(0.14 * pace, "step on", hour):
                open_ones = [place for place, item in enumerate(faults) if item.step < 4] or [0]
                place = self.chance.pick(open_ones, "whose", hour)
                faults[place] = replace(faults[place], step=min(4, faults[place].step + 1))
            if hour and self.chance.happens(0.13 * self.office.at(at), "work", hour):
                place = self.chance.below(4, "which", hour)
                fresh = self.chance.happens(0.4, "new work", hour)
                old = works[place]
                works[place] = Fault(hour + 10) if fresh else replace(old, step=old.step + 1)
            head = self._stage(stage, turn)
            told_of = (*map(self._told, faults), *map(self._planned, works))
            news = (*head, *(words for pair in told_of for words in pair))
            big = '<div class="{}"><h1>{}</h1><p>{}</p></div>'.format("dark" if stage else "calm", *head)
            planned = "".join("<dt>{}</dt><dd>{}</dd>".format(*self._planned(item)) for item in works)
            planned = f"<h2>Beplande werk</h2><dl>{planned}</dl>"
            boxes = (
                panels.plain("stage", 440, big, is_news=True),
                self._faults(faults, hour),
                panels.plain("works", 350, planned, is_news=True),
            )
            yield PageState(rows=tuple(self._page(boxes, stage, hour, at)), news=news)

    def _stage(self, stage: int, turn: int) -> tuple[str, str]:
        """The stage in force, and for how long and why."""
        until = STARTS_AT + timedelta(hours=turn + self.chance.between(8, 40, "until", turn))
        why = self.chance.pick(_REASONS, "reason", turn)
        name = f"Fase {stage}" if stage else "Geen beurtkrag"
        return name, f"Tot {_DAYS[until.weekday()]} {until:%H}:00, {why}"

    def _told(self, item: Fault) -> tuple[str, str]:
        area, cause = told(self.chance.child("told"), (_AREAS, _CAUSES), item.number)
        return f"K{4100 + item.number} {area}: {cause}", _STEPS[item.step]

    def _planned(self, item: Fault) -> tuple[str, str]:
        """A work and its day, which is put off with each step."""
        area, work = told(self.chance.child("works"), (_AREAS, _WORKS), item.number)
        day = STARTS_AT + timedelta(days=11 + self.chance.below(12, "day", item.number) + 3 * item.step)
        first = self.chance.between(7, 10, "first", item.number)
        moved = " (uitgestel)" if item.step else ""
        words = f"{_DAYS[day.weekday()]} {day.day} {'Mei' if day.month == 5 else 'Junie'}"
        return f"{work}, {area}", f"{words}, {first:02d}:00 tot {first + 6}:00{moved}"

    def _page(self, boxes: tuple[Panel, Panel, Panel], stage: int, hour: int, at: datetime) -> list[Row]:
        """The roster stands above the faults in some visits, below them in others; so with the columns' sides."""
        head, faults, works = boxes
        here = self.chance.between(90, 2400, "here", hour)
        note = f"{_DAYS[at.weekday()]} {at:%d/%m/%Y %H:%M} · {here} besoekers op die werf"
        aside = [works, self._desk(hour, at, 350)]
        left = [faults, self._posts(hour, 650)]
        sides = (left, aside) if self.chance.happens(0.6, "sides", hour // 5) else (aside, left)
        roster = [row(self._roster(stage, hour, at)), row(*sides, tag="main")]
        if self.chance.happens(0.45, "below", hour // 7):
            roster.reverse()
        rows = [
            row(panels.masthead("Soutrivier Elektrisiteit", 1000, note, height=60), tag="header"),
            row(head, self._load(hour, 560)),
            *roster,
        ]
        if self.chance.happens(0.55, "tip", hour // 2):
            draw = self.chance.child("tip", hour // 2)
            rows.insert(1, row(panels.strip(draw.pick(_TIPS), draw.between(40, 150, "px"), name="tip")))
        return rows

    def _load(self, hour: int, width: int) -> Panel:
        """What was drawn in each of the last hours, as bars that move on."""
        bars = ""
        for place in range(30):
            past = hour - 29 + place
            peak = 26 if (past + 6) % 24 in {7, 8, 18, 19, 20} else 0
            tall = 24 + peak + self.chance.below(34, "drawn", past)
            bars += f'<rect x="{18 * place}" y="{100 - tall}" width="14" height="{tall}" fill="#b8500b"/>'
        now = 61 + self.chance.below(34, "drawn", hour)
        shown = f'<svg width="536" height="100" style="display:block">{bars}</svg>'
        return panels.plain("load", width, f"<h4>Vraag die afgelope 30 uur, nou {now} MW</h4>{shown}")

    def _faults(self, faults: Sequence[Fault], hour: int) -> Panel:
        lines = ""
        for item in faults:
            title, step = self._told(item)
            ago = hour - item.since + (7 if item.number < 10 else 0)
            hit = 40 + 7 * (item.number * 53 % 90) + self.chance.below(15, "hit", item.number, hour)
            lines += (
                f'<tr><td>{title}<p class="small">{ago} uur gelede · {hit} huise volg dit</p></td>'
                f'<td><b class="step-{item.step}">{step}</b></td></tr>'
            )
        return panels.plain("faults", 650, f"<h2>Storings</h2><table>{lines}</table>", is_news=True)

    def _roster(self, stage: int, hour: int, at: datetime) -> Panel:
        """Which groups are off in the next blocks of two hours: a round that the clock turns."""
        block = hour // 2
        heads = "".join(
            f'<th class="{"" if ahead else "now"}">{(at.hour // 2 * 2 + 2 * ahead) % 24:02d}:00</th>'
            for ahead in range(7)
        )
        lines = ""
        for group in range(_GROUPS):
            off = [(3 * (block + ahead) + group) % _GROUPS < max(1, stage) for ahead in range(7)]
            cells = "".join('<td class="off">AF</td>' if dark else "<td>aan</td>" for dark in off)
            lines += f"<tr><th>Groep {group + 1}, {_AREAS[group]}</th>{cells}</tr>"
        table = f"<table><tr><th>Vandag</th>{heads}</tr>{lines}</table>"
        return panels.plain("roster", 1000, f"<h2>Rooster vir die volgende ure</h2>{table}")

    def _posts(self, hour: int, width: int) -> Panel:
        draw = self.chance.child("posts", hour)
        lines = "".join(
            f"<p><b>@{draw.pick(_AREAS, 'who', words).lower()}_{draw.below(99, 'no', words)}</b> "
            f"{words.format(draw.pick(_AREAS, 'area', words))} <i>{draw.below(58, words)} min</i></p>"
            for words in draw.shuffled(_POSTS, "order")[: draw.between(3, 7, "many")]
        )
        return panels.plain("posts", width, f"<h4>Inwoners skryf</h4>{lines}")

    def _desk(self, hour: int, at: datetime, width: int) -> Panel:
        wait = self.chance.between(2, 95, "wait", hour)
        shut = "" if self.office.at(at) == 1 else "<p>Kantoor gesluit, net noodgevalle</p>"
        picture = panels.image(f"city-van-{self.chance.below(9, 'van', hour)}", 326, 150)
        html = f"<h4>Inbelsentrum</h4><h2>{wait} in die ry</h2><p>wagtyd {wait // 3 + 1} minute</p>{shut}{picture}"
        return panels.plain("desk", width, html)


UNSEEN_STEPPES = (Tumar, Kragbeurt)
