"""A Croatian hospital's table of first free appointments, a Bulgarian mountain rescue service's log."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from benchmarks.sites import panels
from benchmarks.sites.illustrated import Duty, told
from benchmarks.sites.insertions import Guest, Visits, mixed
from benchmarks.sites.look import SANS, WIDE, Look
from benchmarks.sites.news import STARTS_AT
from benchmarks.sites.page import ORIGIN, PageState, Panel, Row, row
from benchmarks.sites.redrawn import drawing
from benchmarks.sites.site import GeneratedSite
from pagetide.demo.site import Resource

_CLINICS = ("Dermatologija", "Oftalmologija", "Ortopedija", "Kardiologija: ultrazvuk srca", "Neurologija: EEG",
            "Magnetska rezonancija", "CT trbuha", "Kolonoskopija", "Mamografija", "Fizikalna terapija",
            "Reumatologija", "Endokrinologija", "Denzitometrija", "Alergologija")  # fmt: skip
_REASONS = ("kvar uređaja", "godišnji servis", "nedostatak liječnika", "popunjena lista", "preseljenje ambulante",
            "čeka se kontrastno sredstvo", "odlukom ravnatelja")  # fmt: skip
_UNTILS = ("do 12. lipnja", "do 1. srpnja", "do daljnjega", "do 20. srpnja", "do kraja lipnja", "do 3. kolovoza",
           "do 26. lipnja", "do kraja kvartala")  # fmt: skip
_UNITS = ("Poliklinika", "Hitni prijem", "Rodilište", "Laboratorij", "Dnevna bolnica", "Pedijatrija",
          "Centralno naručivanje", "Odjel za dijalizu", "Ljekarna bolnice", "Kirurški blok",
          "Služba za transfuziju")  # fmt: skip
_ORDERS = ("zabranjeni su posjeti zbog gastroenteritisa", "radi samo u jutarnjoj smjeni",
           "nalazi kasne dva radna dana", "ulaz je privremeno iz Vrtne ulice", "ne zaprima uputnice faksom",
           "uvodi dodatne subotnje termine", "premješta se u prizemlje zgrade B", "nema parkirnih mjesta zbog radova",
           "ponovno prima pacijente bez najave", "traži potvrdu o testiranju", "mijenja telefonski broj",
           "zatvara čekaonicu u podne", "prelazi na e-naručivanje")  # fmt: skip
_DRIVES = ("Darujte krv: zaliha grupe 0 negativna je niska", "Besplatno mjerenje tlaka u predvorju",
           "Anketa o zadovoljstvu pacijenata, dvije minute", "Naručite se mobilnom aplikacijom")  # fmt: skip
_ASKED = ("Trebam li novu uputnicu nakon 30 dana?", "Kako otkazati termin?", "Smijem li piti vodu prije pretrage?",
          "Gdje podići nalaz na CD-u?", "Tko plaća prijevoz sanitetom?", "Što ponijeti na prijem?",
          "Kada je posjet na odjelima?", "Može li pratnja u ambulantu?", "Kako do povijesti bolesti?",
          "Vrijedi li europska kartica?", "Gdje je bankomat?")  # fmt: skip
_CHEMISTS = ("Ljekarna Sunce, Obala 4", "Ljekarna Kneza Domagoja", "Gradska ljekarna, Trg 2", "Ljekarna Lipa")
_DAYS = 61
"""Days among which the first free appointment is; a prime, so that no date comes twice for long."""


@dataclass(frozen=True)
class Clinic:
    """A line of the table: which, how often its first date moved, and its suspension if there is one."""

    number: int
    moved: int = 0
    stopped: int = 0


class Cekanje(GeneratedSite):
    """A hospital's appointments: for each clinic the first free date or why there is none; who waits now."""

    slug = "cekanje"
    hard = "a date or a reason in a row, amid counts of each hour by which the rows are put in order; a bar above"
    more = 0
    look = Look(
        heading=SANS, paper="#ffffff", ink="#17324d", muted="#6b7f92", line="#d7e1ea", accent="#0b6fa4", lead_px=24,
        top_px=17, card="#eef5fa",
        extra=(
            ".grid{display:grid;grid-template-columns:218px 296px 78px 92px;border-top:1px solid #d7e1ea;"
            "line-height:20px;padding:7px 0 6px}.grid.head{background:#0b6fa4;color:#fff;font-size:13px;padding:7px 0}"
            ".grid>*{padding:0 6px}.load{display:block;height:6px;background:#e2ebf2;margin-top:7px}"
            ".load i{display:block;height:6px;background:#e08e0b}.stop{color:#b3261e}.order{background:#fff6dd}"
            ".bar{background:#17324d;color:#fff}.bar span{margin-right:26px}.asked li{font-size:13px;line-height:18px}"
        ),
    )  # fmt: skip
    duty = Duty(hours=(7, 15), then=0.12, night=0.06)

    def states(self, hours: int) -> Iterator[PageState]:
        """The page at each of the first hours."""
        clinics = [Clinic(number) for number in range(len(_CLINICS))]
        order = stops = 0
        for hour in range(hours):
            at = STARTS_AT + timedelta(hours=hour)
            work = self.duty.at(at) if hour else 0.0
            place = self.chance.below(len(clinics), "whose", hour)
            item = clinics[place]
            if self.chance.happens(0.4 * work, "moved", hour):
                clinics[place] = replace(item, moved=item.moved + 1, stopped=0)
            elif self.chance.happens(0.12 * work, "stopped", hour):
                stops += 1
                clinics[place] = replace(item, stopped=stops)
            order += self.chance.happens(0.08 * work, "order", hour)
            news = (self._order(order), *(self._told(item) for item in clinics))
            yield PageState(rows=tuple(self._page(clinics, order, hour, at)), news=news)

    def _order(self, number: int) -> str:
        unit, words = told(self.chance.child("order"), (_UNITS, _ORDERS), number)
        return f"{unit}: {words}."

    def _told(self, item: Clinic) -> str:
        """What the table says of a clinic; each keeps its own minute of the day."""
        if item.stopped:
            reason, until = told(self.chance.child("stop"), (_REASONS, _UNTILS), item.stopped)
            return f"Ne naručuje se {until} ({reason})"
        draw = self.chance.child("first", item.number)
        step = draw.pick((3, 5, 8, 11), "step")
        day = STARTS_AT + timedelta(days=34 + (draw.below(30, "start") + step * item.moved) % _DAYS)
        minute = 10 * (item.number % 6)
        return f"{day.day}. {day.month}. {day.year}. u {8 + item.number // 6}:{minute:02d}"

    def _page(self, clinics: Sequence[Clinic], order: int, hour: int, at: datetime) -> list[Row]:
        note = f"{at:%d.%m.%Y. %H:%M} · na stranici {self.chance.between(20, 460, 'here', hour)}"
        menu = "".join(
            f"<span>{name}</span>"
            for name in ("Pacijenti", "Naručivanje", "Odjeli", "Javna nabava", "Kontakt")
        )
        side = self.adverts.advert("side", 60 * hour, 276, self.chance.pick((120, 180), "side", hour // 3))
        rows = [
            row(panels.masthead("Opća bolnica Zaton", 1000, note, height=60), tag="header"),
            row(panels.plain("bar", 1000, f"<p>{menu}</p>")),
            row(
                [self._notice(order, 700), self._table(clinics, hour, 700)],
                [self._asked(hour, 300), panels.advert(side, "side-advert", 300), self._chemist(hour, 300)],
                tag="main",
            ),
            row(
                panels.plain("foot", 1000, '<p class="small">Impresum · Pristupačnost · Zaštita podataka</p>')
            ),
        ]
        if self.chance.happens(0.45, "drive", hour // 5):
            height = self.chance.pick((44, 84, 150), "tall", hour // 5)
            words = self.chance.pick(_DRIVES, "which", hour // 5)
            rows.insert(2, row(panels.strip(words, height, name="promo")))
        return rows

    def _notice(self, order: int, width: int) -> Panel:
        html = f"<h4>Obavijest</h4><h2>{self._order(order)}</h2>"
        return panels.plain("order", width, html, is_news=True)

    def _table(self, clinics: Sequence[Clinic], hour: int, width: int) -> Panel:
        """Who has most people waiting stands first."""
        waiting = {item: self.chance.below(48, "waiting", item.number, hour) for item in clinics}
        lines = "".join(
            self._line(item, waiting[item], hour)
            for item in sorted(clinics, key=lambda item: (-waiting[item], item.number))
        )
        head = (
            "<h1>Prvi slobodni termini</h1><p class='small'>Poredano po broju pacijenata u čekaonici</p>"
            '<div class="grid head"><b>Ambulanta</b><b>Termin</b><b>Čeka sada</b><b>Poziva danas</b></div>'
        )
        return panels.plain("table", width, head + lines, is_news=True)

    def _line(self, item: Clinic, waiting: int, hour: int) -> str:
        calls = 3 * (hour % 24) + self.chance.below(9, "calls", item.number, hour)
        kind = "stop" if item.stopped else "free"
        return (
            f'<div class="grid"><a href="{ORIGIN}/ambulanta/{item.number}">{_CLINICS[item.number]}</a>'
            f'<b class="{kind}">{self._told(item)}</b>'
            f'<span>{waiting}<span class="load"><i style="width:{waiting}px"></i></span></span><span>{calls}</span>'
            f"</div>"
        )

    def _asked(self, hour: int, width: int) -> Panel:
        order = self.chance.shuffled(_ASKED, "asked", hour)[: self.chance.between(4, 7, "many", hour)]
        lines = "".join(f"<li>{words}</li>" for words in order)
        return panels.plain("asked", width, f"<h4>Pacijenti pitaju</h4><ul>{lines}</ul>")

    def _chemist(self, hour: int, width: int) -> Panel:
        name = _CHEMISTS[hour // 12 % len(_CHEMISTS)]
        degrees = 12 + self.chance.below(14, "air", hour)
        html = f"<h4>Dežurna ljekarna</h4><p>{name}</p><h4>Vrijeme</h4><h1>{degrees} °C</h1>"
        return panels.plain("chemist", width, html)


_PLACES = ("Мальовица", "Черни връх", "Седемте рилски езера", "Ком", "Ботев", "Вихрен", "Бъндеришка поляна", "Добрила",
           "Юмрукчал", "Пампорово", "Тевно езеро", "Рай", "Козя стена")  # fmt: skip
_CASES = ("турист се подхлъзна на снежен участък", "изгубена група от трима ученици",
          "навяхване на глезен при спускане",
          "парапланерист се заплете в дърво", "алпинист падна на въжето", "мъж със сърдечен пристъп на пътеката",
          "семейство закъсня и остана без осветление", "колоездач със счупена ключица", "сигнал за светлини на рида",
          "изтощен чужденец без екипировка",
          "ухапване от пепелянка при заслона")  # fmt: skip
_OUTCOMES = ("екип тръгна", "екипът е при пострадалия", "издирването продължава", "свален до хижата",
             "предаден на Бърза помощ", "случаят е приключен")  # fmt: skip
_TRAILS = ("Бъндерица – Вихрен", "Кончето", "Алеко – Черни връх", "Рай – Ботев", "Пътека над Скакавица")
_BECAUSE = ("затворена заради лавини", "отворена, внимание на снега", "затворена, паднали дървета",
            "отворена само с водач", "мостът е отнесен, обход", "маркировката се подновява",
            "отворена в цялата дължина", "затворена при буря")  # fmt: skip
_BY = ("по заповед на дирекцията", "до ново съобщение", "до края на седмицата", "след оглед от екипа",
       "по искане на общината", "до 1 юни", "от днес")  # fmt: skip
_TIPS = ("Планинска застраховка за 2 лева на ден", "Заредете телефона и вземете фенер", "Стани доброволец в ПСС",
         "Мобилното приложение „Сигнал в планината“", "Не тръгвайте сами след обяд", "Курс по първа помощ, 12 места",
         "Магазинът на спасителя: якета с отстъпка", "Календар на ПСС за новата година",
         "Дарете 1 % от данъка си")  # fmt: skip
_HUTS = (
    "х. Мальовица",
    "х. Вихрен",
    "х. Рай",
    "х. Ком",
    "х. Алеко",
    "з. Ботев",
    "х. Плевен",
    "х. Тевно езеро",
)
_SKIES = ("ясно", "облачно", "мъгла", "слаб сняг", "превалявания", "буря")
_CREWS = ("Иванов, Пеев", "Колева, Стоев", "Георгиев, Данов", "Митев, Лазарова")
_MONTHS = ("", "януари", "февруари", "март", "април", "май", "юни", "юли", "август")


@dataclass(frozen=True)
class Case:
    """A rescue: which, at what hour it began, and how far it has come."""

    number: int
    began: int
    stage: int = 0


@dataclass(frozen=True)
class Trail:
    """A trail, and the number of the last order about it."""

    number: int
    order: int


class Spasiteli(GeneratedSite):
    """A mountain rescue service: the log by the hour of the accident, trails; cameras, weather in huts, tips."""

    slug = "spasiteli"
    hard = "cases reported late enter in the middle, outcomes are a few words; cameras and weather larger than all that"
    more = 0
    look = Look(
        heading=WIDE, body=WIDE, paper="#f6f7f9", ink="#1d2733", muted="#6f7b88", line="#d9dee5", accent="#c8102e",
        lead_px=24, top_px=15, card="#ffffff",
        extra=(
            ".masthead{background:#c8102e;color:#fff}.masthead .small{color:#ffe3e6}"
            ".cams{background:#1d2733}.cams img{object-fit:cover}"
            ".cams p{color:#fff;font-size:12px;line-height:18px}.log,.trails{background:#fff}"
            ".log li.tip{background:#eaf2fb}.huts li{display:flex;justify-content:space-between;font-size:13px;"
            "line-height:18px}.crew{background:#ffe9ec}.trails li{font-size:14px}"
        ),
    )  # fmt: skip
    visits = Visits(per_h=0.3, stays_h=(1, 4), texts=len(_TIPS), places=(0, 1, 2, 3, 5, 6))
    duty = Duty(hours=(8, 20), off=(), night=0.2)

    def states(self, hours: int) -> Iterator[PageState]:
        """The page at each of the first hours."""
        cases = [Case(number, -4 * number - 3, 3 + number % 3) for number in range(9)]
        trails = [Trail(number, number) for number in range(len(_TRAILS))]
        for hour, guests in enumerate(self.visits.at_each_hour(self.chance.child("tips"), hours)):
            work = self.duty.at(STARTS_AT + timedelta(hours=hour)) if hour else 0.0
            cases = self._later(cases, hour, work)
            if self.chance.happens(0.05 * work, "trail", hour):
                place = self.chance.below(len(trails), "which trail", hour)
                trails[place] = Trail(place, max(item.order for item in trails) + 1)
            news = (*(self._told(item) for item in cases), *(self._open(item) for item in trails))
            yield PageState(rows=tuple(self._page(cases, trails, guests, hour)), news=news)

    def _later(self, old: list[Case], hour: int, work: float) -> list[Case]:
        """A case begins, is told of hours later, or has come further."""
        if self.chance.happens(0.13 * work, "case", hour):
            late = self.chance.happens(0.45, "late", hour)
            began = hour - (self.chance.between(4, 26, "hours", hour) if late else 0)
            number = max(item.number for item in old) + 1
            return sorted([Case(number, began), *old], key=lambda item: -item.began)[:9]
        place = min(self.chance.below(7, "whose", draw, hour) for draw in range(2))
        item = old[place]
        if item.stage < len(_OUTCOMES) - 1 and self.chance.happens(0.2 * work, "further", hour):
            return [*old[:place], replace(item, stage=item.stage + 1), *old[place + 1 :]]
        return old

    def _told(self, item: Case) -> str:
        place, words = told(self.chance.child("told"), (_PLACES, _CASES), item.number)
        return f"{place}: {words} — {_OUTCOMES[item.stage]}"

    def _open(self, item: Trail) -> str:
        words, by = told(self.chance.child("trail"), (_BECAUSE, _BY), item.order)
        return f"{_TRAILS[item.number]}: {words}, {by}"

    def _page(
        self, cases: Sequence[Case], trails: Sequence[Trail], guests: Sequence[Guest], hour: int
    ) -> list[Row]:
        at = STARTS_AT + timedelta(hours=hour)
        note = f"Спешен телефон 1470 · {at:%H:%M} ч."
        crew = f"<h4>Дежурен екип</h4><p>{_CREWS[hour // 8 % len(_CREWS)]}</p>"
        lines = "".join(f"<li>{self._open(item)}</li>" for item in trails)
        listed = f"<h4>Състояние на пътеките</h4><ul>{lines}</ul>"
        return [
            row(panels.masthead("Планинска спасителна служба", 1000, note, height=54), tag="header"),
            row(self._cameras(hour)),
            row(
                [self._huts(hour, 360), panels.plain("trails", 360, listed, is_news=True),
                 panels.plain("crew", 360, crew), self._shared(hour, 360)],
                [self._log(cases, guests, hour, 640)],
                tag="main",
            ),
            row(panels.plain("foot", 1000, '<p class="small">За нас · Отряди · Обучение · БЧК</p>'), tag="footer"),
        ]  # fmt: skip

    def _cameras(self, hour: int) -> Panel:
        """Three cameras, with what they see at the visit; some are off."""
        height = 230 if self.chance.happens(0.6, "wide", hour // 4) else 170
        order = self.chance.shuffled(_HUTS, "cameras", hour // 4)[:3]
        cards = "".join(
            f'<div><img src="/kamera/{_HUTS.index(hut)}-{hour}.svg" width="314" height="{height}" alt="">'
            f"<p>{hut}</p></div>"
            for hut in order
        )
        return panels.plain("cams", 1000, f'<div class="cards">{cards}</div>')

    def _log(self, cases: Sequence[Case], guests: Sequence[Guest], hour: int, width: int) -> Panel:
        lines = ""
        for item in mixed(cases, guests):
            if isinstance(item, Guest):
                lines += f'<li class="tip"><p class="small">ПСС</p><h2>{_TIPS[item.text]}</h2></li>'
                continue
            at, age = STARTS_AT + timedelta(hours=item.began), hour - item.began
            said = f"преди {age} ч." if age < 24 else f"преди {age // 24} дн."
            when = f"{at.day} {_MONTHS[at.month]}, {at.hour} ч. · {said}"
            lines += (
                f'<li><p class="small">{when}</p><h2><a href="{ORIGIN}/akcia/{item.number + 300}">'
                f"{self._told(item)}</a></h2></li>"
            )
        return panels.plain("log", width, f"<h1>Спасителни акции</h1><ul>{lines}</ul>", is_news=True)

    def _huts(self, hour: int, width: int) -> Panel:
        draw = self.chance.child("weather", hour)
        lines = "".join(
            f"<li><span>{hut}</span><span>{draw.pick(_SKIES, hut)}</span>"
            f"<b>{draw.between(-9, 14, 'air', hut)}°, {draw.below(25, 'wind', hut)} м/с</b></li>"
            for hut in _HUTS
        )
        return panels.plain("huts", width, f"<h4>Времето по хижите</h4><ul>{lines}</ul>")

    def _shared(self, hour: int, width: int) -> Panel:
        number = self.chance.below(7, "shared", hour // 2)
        height = self.chance.pick((150, 200), "shared tall", hour // 2)
        likes = self.chance.between(30, 900, "likes", hour)
        html = f"{panels.image(f'culture-team-{number}', width - 24, height)}<p>♥ {likes}</p>"
        return panels.plain("shared", width, html)

    def picture(self, path: str) -> Resource | None:
        """What a camera sees too: its own ridges, under the sky of the hour."""
        if not path.startswith("/kamera/"):
            return super().picture(path)
        hut, _, hour = path.removeprefix("/kamera/").removesuffix(".svg").partition("-")
        view, sky = self.chance.child("view", hut), self.chance.child("sky", hut, hour)
        parts = ""
        for ridge, hue in enumerate(("#8fa3b5", "#5f7a6a", "#3c5141")):
            heights = [view.between(20, 110, "height", ridge, place) for place in range(9)]
            line = "".join(
                f"L{40 * place} {110 + 45 * ridge - high // (ridge + 1)}"
                for place, high in enumerate(heights)
            )
            parts += f'<path d="M0 240{line}L320 240Z" fill="{hue}"/>'
        for cloud in range(sky.below(7, "clouds")):
            x, y, wide = (
                sky.between(*span, cloud) for span in ((0, 320, "x"), (10, 130, "y"), (30, 90, "wide"))
            )
            parts += (
                f'<ellipse cx="{x}" cy="{y}" rx="{wide}" ry="{wide // 4}" fill="#ffffff" fill-opacity="0.7"/>'
            )
        dark = 6 * abs((int(hour) + 5) % 24 - 12)
        parts += f'<rect width="320" height="230" fill="#0b1526" fill-opacity="0.{dark:02d}"/>'
        return drawing(320, 230, sky.pick(("#9cc4e4", "#c9d3da", "#b7d3ea", "#e3e7ea"), "ground"), parts)


UNSEEN_HARBOURS = (Cekanje, Spasiteli)
