"""Lists on walls of corridors: the hearings of an Italian court, the notices of a Ukrainian hospital."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta

from benchmarks.sites import panels
from benchmarks.sites.illustrated import Duty, told
from benchmarks.sites.insertions import Guest, Visits, mixed
from benchmarks.sites.look import SERIF, WIDE, Look
from benchmarks.sites.news import STARTS_AT
from benchmarks.sites.page import ORIGIN, Overlay, PageState, Panel, Row, row
from benchmarks.sites.site import GeneratedSite

_OBJECTS = ("Appalto di opere pubbliche", "Impugnazione di delibera", "Licenziamento collettivo",
            "Sfratto per morosità",
            "Responsabilità sanitaria", "Opposizione a decreto", "Usucapione di fondo", "Inquinamento della falda",
            "Diffamazione a mezzo stampa", "Liquidazione giudiziale", "Concorrenza sleale", "Crollo del viadotto",
            "Divisione ereditaria")  # fmt: skip
_PLAINTIFFS = ("Comune di Valdarsa", "Ferretti + 14", "Cooperativa L'Aratro", "Eredi Bonfanti", "Edilmarche S.r.l.",
               "INPS", "Comitato Acque Pulite", "Zanetti", "Condominio Le Querce", "Procura", "Dall'Olio")  # fmt: skip
_DEFENDANTS = ("Autostrade del Golfo", "Asl 4", "Ministero dell'Interno", "Banca di Sant'Elpidio", "Chimica Torrefatti",
               "Moretti e altri", "Il Corriere di Ponente", "Regione", "Officine Grandi")  # fmt: skip
_JUDGES = ("Dott.ssa Ricci", "Dott. Marangoni", "Dott.ssa De Luca", "Dott. Sartori", "Collegio I", "Collegio II",
           "Dott.ssa Pellegrini")  # fmt: skip
_STATES = ("Fissata", "Trattazione scritta", "Porte chiuse", "Discussione orale", "In riserva", "Estinta",
           "Esame dei testi", "Giuramento del CTU")  # fmt: skip
_SLOTS = ((9, "ore 9.00"), (10, "ore 10.30"), (12, "ore 12.00"))
_ITALIAN_DAYS = ("lunedì", "martedì", "mercoledì", "giovedì", "venerdì", "sabato", "domenica")
_MONTHS = {5: "maggio", 6: "giugno", 7: "luglio", 8: "agosto", 9: "settembre", 10: "ottobre"}
_HOUSE = ("Aula 2: lavori all'impianto audio, usare l'ingresso B", "I difensori depositino il foglio presenze in aula",
          "Udienze aperte alle scuole: prenotare in segreteria", "Spegnere i telefoni prima di entrare",
          "Il ruolo a stampa si ritira al piano terra", "Ascensore est fuori servizio",
          "Bar interno chiuso per inventario", "Tirocini formativi: modulo in cancelleria",
          "Controllo ai varchi: presentarsi con anticipo", "Stanza dei bambini aperta fino alle 13")  # fmt: skip
_FEATURES = ("Il palazzo compie cent'anni", "Giornata della legalità", "Mediazione: come funziona",
             "La biblioteca riapre",
             "Processo telematico, la guida", "I bilanci sociali", "Restauro dello scalone")  # fmt: skip
_DESKS = (
    "Cancelleria civile",
    "Esecuzioni",
    "Volontaria giurisdizione",
    "Casellario",
    "Asseverazioni",
    "Copie",
    "URP",
)


@dataclass(frozen=True)
class Hearing:
    """A hearing: its day and place in it, how often its state and its room changed."""

    number: int
    day: date
    slot: int
    state: int = 0
    room: int = 0


class Ruolo(GeneratedSite):
    """A court's list of coming hearings by day: entered, moved, changed in a word, taken down after their day."""

    slug = "ruolo"
    hard = "rows of one time stand in any order; a word by the clock beside the word that matters; rows of the house"
    more = 0
    look = Look(
        heading=SERIF, paper="#fbfaf7", ink="#24211d", muted="#786f63", line="#ddd5c7", accent="#6b1f2a", lead_px=27,
        top_px=17, card="#f1ece2",
        extra=(
            "table{border-collapse:collapse;width:100%}td{border-bottom:1px solid #ddd5c7;padding:7px 7px 6px;"
            "font-size:13px;line-height:17px;text-align:left;vertical-align:top}td.day{background:#6b1f2a;color:#fff;"
            "font-weight:bold}td.house{background:#f1ece2;color:#786f63;font-style:italic}.st{font-weight:bold}"
            ".live{color:#786f63;white-space:nowrap}.desk b{float:right}.strike{background:#f2c14e}"
            ".feature{padding:0;background:#24211d;color:#fff}.feature h2{padding:8px 14px}"
            ".access{background:#fff;border:3px solid #0059b3}"
        ),
    )  # fmt: skip
    visits = Visits(per_h=0.3, stays_h=(1, 4), texts=len(_HOUSE), places=(0, 1, 2, 3, 5, 7))
    duty = Duty(hours=(8, 17), then=0.06, night=0.02)

    def states(self, hours: int) -> Iterator[PageState]:
        """The page at each of the first hours."""
        hearings = [self._entered(number, STARTS_AT) for number in range(10)]
        for hour, guests in enumerate(self.visits.at_each_hour(self.chance.child("house"), hours)):
            at = STARTS_AT + timedelta(hours=hour)
            hearings = self._later(hearings, hour, at) if hour else hearings
            news = tuple(" · ".join((_day_name(item.day), *self._told(item))) for item in hearings)
            over = (self._access(hour),) if self.chance.happens(0.12, "access", hour) else ()
            yield PageState(rows=tuple(self._page(hearings, guests, hour, at)), news=news, overlays=over)

    def _entered(self, number: int, at: datetime) -> Hearing:
        """A hearing on one of the next six days of work."""
        ahead = self.chance.between(1, 6, "ahead", number)
        slot = self.chance.below(len(_SLOTS), "slot", number)
        return Hearing(number, _working_day(at.date(), ahead), slot)

    def _later(self, old: list[Hearing], hour: int, at: datetime) -> list[Hearing]:
        """What lies back is taken down at midnight; the registry works by day."""
        kept = [item for item in old if item.day >= at.date()]
        work = self.duty.at(at)
        if self.chance.happens(0.19 * work, "new", hour) or len(kept) < 4:
            return [*kept, self._entered(hour + 20, at)]
        if not self.chance.happens(0.22 * work, "changed", hour):
            return kept
        place = self.chance.below(len(kept), "whose", hour)
        item, what = kept[place], self.chance.number("what", hour)
        if what < 0.55 and item.state < len(_STATES) - 1:
            item = replace(item, state=item.state + 1)
        elif what < 0.8:
            item = replace(item, room=min(item.room + 1, 6))
        else:
            item = replace(item, day=_working_day(item.day, self.chance.between(1, 4, "put off", hour)))
        return [*kept[:place], item, *kept[place + 1 :]]

    def _told(self, item: Hearing) -> tuple[str, ...]:
        pools = (_OBJECTS, _PLAINTIFFS, _DEFENDANTS)
        matter, one, other = told(self.chance.child("told"), pools, item.number)
        rooms = self.chance.shuffled(range(1, 10), "rooms", item.number)
        first, *others = _STATES
        states = (first, *self.chance.shuffled(others, "states", item.number))
        judge = self.chance.pick(_JUDGES, "judge", item.number)
        time, register = _SLOTS[item.slot][1], f"R.G. {1403 + 7 * item.number}/2025"
        return (
            time,
            f"Aula {rooms[item.room]}",
            register,
            matter,
            f"{one} c. {other}",
            judge,
            states[item.state],
        )

    def _page(
        self, hearings: Sequence[Hearing], guests: Sequence[Guest], hour: int, at: datetime
    ) -> list[Row]:
        here = f"{at:%d/%m/%Y ore %H:%M} · visite {812_000 + 37 * hour + self.chance.below(30, 'seen', hour)}"
        offer = self.chance.shuffled(range(8), "bodies", hour // 2)[:6]
        bodies = "".join(f"<div>{panels.image(f'culture-body-{body}', 149, 70)}</div>" for body in offer)
        rows = [
            row(panels.masthead("Tribunale di Valdarsa", 1000, here, height=66), tag="header"),
            row(
                [self._table(hearings, guests, hour, at)],
                [self._desks(hour), self._feature(hour), self._on_call(at)],
                tag="main",
            ),
            row(panels.plain("bodies", 1000, f'<h4>Siti utili</h4><div class="cards">{bodies}</div>')),
            row(panels.plain("foot", 1000, '<p class="small">Privacy · Amministrazione trasparente · Pago PA</p>')),
        ]  # fmt: skip
        if self.chance.happens(0.35, "strike", hour // 6):
            height = self.chance.pick((44, 72, 120), "tall", hour // 6)
            rows.insert(
                1,
                row(panels.strip("Servizi telematici rallentati: consulta gli orari", height, name="strike")),
            )
        return rows  # fmt: skip

    def _table(self, hearings: Sequence[Hearing], guests: Sequence[Guest], hour: int, at: datetime) -> Panel:
        """Hearings by day and time; those of one time stand as the register's database happens to give them."""
        order = sorted(
            hearings, key=lambda item: (item.day, item.slot, self.chance.number("tie", hour, item.number))
        )
        lines, last = "", None
        for item in mixed(order, guests):
            if isinstance(item, Guest):
                lines += f'<tr><td class="house" colspan="6">{_HOUSE[item.text]}</td></tr>'
                continue
            if item.day != last:
                lines, last = lines + _heading(item.day, at.date()), item.day
            time, room, register, matter, parties, judge, state = self._told(item)
            link = f'<a href="{ORIGIN}/rg/{item.number + 1403}">{register}</a>'
            lines += (
                f'<tr><td>{time}</td><td>{room}</td><td>{link}<br>{matter}</td><td>{parties}</td><td>{judge}<br>'
                f'<span class="st">{state}</span></td><td class="live">{_called(item, at)}</td></tr>'
            )  # fmt: skip
        shown = f'<p class="small">Estrazione delle {at:%H}:{self.chance.below(60, "minute", hour):02d}</p>'
        html = f"<h1>Ruolo delle udienze</h1>{shown}<table>{lines}</table>"
        return panels.plain("hearings", 700, html, is_news=True)

    def _desks(self, hour: int) -> Panel:
        order = self.chance.shuffled(_DESKS, "desks", hour)[: self.chance.between(4, 7, "open", hour // 3)]
        lines = "".join(
            f"<li>{name} <b>{self.chance.pick('ABCDEF', 'letter', name)}{self.chance.between(1, 140, name, hour)}"
            f'</b><p class="small">in coda {self.chance.below(25, "queue", name, hour)}</p></li>'
            for name in order
        )
        return panels.plain("desk", 300, f"<h4>Sportelli, numero servito</h4><ul>{lines}</ul>")

    def _feature(self, hour: int) -> Panel:
        number = self.chance.below(len(_FEATURES), "feature", hour)
        picture = panels.image(f"culture-palace-{number}", 300, 200)
        return panels.plain("feature", 300, f"{picture}<h2>{_FEATURES[number]}</h2>")

    def _on_call(self, at: datetime) -> Panel:
        turn = (at - timedelta(hours=8)).toordinal()
        judge, office = _JUDGES[turn % 4], "GIP" if at.hour % 2 else "Pubblico ministero"
        words = f"<p>{judge}</p><p class='small'>{office}: interno {self.chance.between(201, 290, 'line', turn)}</p>"
        return panels.plain("on-call", 300, f"<h4>Di turno</h4>{words}")

    def _access(self, hour: int) -> Overlay:
        words = "<h2>Accedi con SPID o CIE</h2><p>La sessione è scaduta. Continua come ospite.</p>"
        return Overlay(
            panels.plain("access", 380, words), 560, 380 + 60 * self.chance.below(3, "where", hour)
        )


def _working_day(day: date, ahead: int) -> date:
    """The day so many days of work after this one."""
    while ahead:
        day += timedelta(days=1)
        ahead -= day.weekday() < 5
    return day


def _day_name(day: date) -> str:
    return f"{_ITALIAN_DAYS[day.weekday()]} {day.day} {_MONTHS[day.month]}"


def _heading(day: date, today: date) -> str:
    away = (day - today).days
    near = "Oggi" if not away else "Domani" if away == 1 else f"Fra {away} giorni"
    return f'<tr><td class="day" colspan="6">{near}, {_day_name(day)}</td></tr>'


def _called(item: Hearing, at: datetime) -> str:
    """What the clerk's terminal says; only hearings of the day are called."""
    if item.day != at.date():
        return "–"
    starts = _SLOTS[item.slot][0]
    return "in attesa" if at.hour < starts else "in corso" if at.hour < starts + 2 else "trattata"


_DEPARTMENTS = ("Хірургія", "Пологове відділення", "Дитяча реанімація", "Рентген", "Лабораторія",
                "Приймальне відділення",
                "Кардіологія", "Інфекційний корпус", "Поліклініка", "Травмпункт", "Аптека", "Гемодіаліз",
                "Реабілітація")  # fmt: skip
_HAPPENS = ("відвідування тимчасово заборонено", "прийом перенесено до корпусу 3", "працює нове обладнання",
            "запис лише за направленням", "планові операції відкладено", "відновлено роботу після ремонту",
            "карантин через кір", "шукають донорів плазми", "воду вимкнуть на час робіт", "змінено порядок оплати",
            "чергова бригада на вихідних", "надійшла гуманітарна допомога", "відкрито денний стаціонар",
            "вхід з вулиці Зеленої")  # fmt: skip
_UNTIL = ("до окремого розпорядження", "з восьмої ранку завтра", "на десять днів", "за наказом головного лікаря",
          "до кінця тижня", "на період тривоги", "за погодженням з департаментом", "з понеділка", "до п'ятниці включно",
          "тимчасово, до закінчення робіт", "на невизначений строк")  # fmt: skip
_DETAILS = ("Питання приймає реєстратура за номером 0 800 50 14 20, щодня з восьмої до двадцятої.",
            "Просимо мати при собі паспорт, декларацію та результати попередніх обстежень.",
            "Маломобільним пацієнтам допоможе соціальний працівник біля головного входу.",
            "Під час повітряної тривоги прийом продовжується в укритті корпусу 1.",
            "Супровід пацієнта дозволено одній особі з маскою.")  # fmt: skip
_ADDED = ("Доповнено: перепустки видають у приймальні.", "Доповнено: черга рухається за талонами.",
          "Доповнено: ліки видають цілодобово.", "Доповнено: обмеження частково знято.",
          "Доповнено: працює другий кабінет.", "Доповнено: строк продовжено на тиждень.")  # fmt: skip
_PERMANENT = (
    ("Шановні пацієнти! Підпишіть декларацію з лікарем", "онлайн за п'ять хвилин"),
    ("День відкритих дверей для донорів", "чай, печиво та подяка"),
    ("Паркування на території лікарні", "лише для автомобілів швидкої та персоналу"),
    ("Оцініть нашу роботу", "анкета з дев'яти запитань, анонімно"),
    ("Вакансії: медична сестра, санітар", "гуртожиток надається"),
    ("Електронна черга не працює", "перепрошуємо, триває обслуговування"),
    ("Школа відповідального батьківства", "щочетверга в актовій залі"),
    ("Телефон довіри", "анонімно та безоплатно"),
    ("Як підготуватися до аналізів", "пам'ятка для пацієнта"),
    ("Благодійний рахунок лікарні", "звіт про використані кошти щомісяця"),
)  # fmt: skip
_WARDS = ("Терапія", "Хірургія", "Неврологія", "Пологове", "Дитяче", "Реанімація", "Урологія")
_DOCTORS = (
    "Бондаренко О. І.",
    "Гнатюк Л. В.",
    "Шевчук М. П.",
    "Коваль Т. С.",
    "Яремчук Н. Б.",
    "Дячук Р. О.",
)
_GROUPS = ("O(I) Rh+", "O(I) Rh−", "A(II) Rh+", "A(II) Rh−", "B(III) Rh+", "B(III) Rh−", "AB(IV) Rh+")


@dataclass(frozen=True)
class Notice:
    """A notice, since which hour it is there, and how many sentences were added to it."""

    number: int
    since: int
    added: int = 0


class Likarnia(GeneratedSite):
    """A hospital: notices come, are added to and taken down; long or short at a visit, one of them large above."""

    slug = "likarnia"
    hard = "a list long or short by the visit; its entries shown again elsewhere at random; old notes amid it"
    more = 0
    look = Look(
        heading=WIDE, body=WIDE, paper="#f2f7fb", ink="#14263a", muted="#61758a", line="#cfdde9", accent="#0a6ebd",
        lead_px=23, top_px=16, card="#ffffff",
        extra=(
            ".notices li{background:#fff;border:0;border-left:5px solid #0a6ebd;margin-bottom:8px;padding:9px 12px}"
            ".notices p{font-size:14px}.large{background:#0a3d62;color:#fff}.large .small{color:#bcd4e6}"
            ".alert{background:#c62828;color:#fff}.beds,.blood{background:#fff}.beds div{display:flex;"
            "justify-content:space-between;font-size:13px;line-height:20px}.beds i{display:block;height:7px;"
            "background:#7fb7e0;margin-bottom:5px}.drop{display:inline-block;width:88px;padding:5px 6px;"
            "margin:0 5px 5px 0;color:#fff;font-size:12px;line-height:16px}"
        ),
    )  # fmt: skip
    visits = Visits(per_h=0.26, stays_h=(1, 5), texts=len(_PERMANENT), places=(0, 0, 1, 2, 4))
    duty = Duty(hours=(7, 19), then=0.4, night=0.08)

    def states(self, hours: int) -> Iterator[PageState]:
        """The page at each of the first hours; that a notice is taken down is news too."""
        notices = [Notice(number, -9 * (7 - number)) for number in reversed(range(7))]
        for hour, guests in enumerate(self.visits.at_each_hour(self.chance.child("permanent"), hours)):
            at = STARTS_AT + timedelta(hours=hour)
            notices = self._later(notices, hour, at) if hour else notices
            news = tuple(" · ".join(self._told(item)) for item in notices)
            yield PageState(rows=tuple(self._page(notices, guests, hour, at)), news=news)

    def _later(self, old: list[Notice], hour: int, at: datetime) -> list[Notice]:
        work, place = self.duty.at(at), self.chance.below(len(old), "whose", hour)
        if self.chance.happens(0.17 * work, "new", hour):
            return [Notice(hour + 10, hour), *old[:8]]
        if self.chance.happens(0.1 * work, "added", hour) and old[place].added < 2:
            return [*old[:place], replace(old[place], added=old[place].added + 1), *old[place + 1 :]]
        if len(old) > 5 and place > 1 and self.chance.happens(0.12 * work, "down", hour):
            return [*old[:place], *old[place + 1 :]]
        return old

    def _told(self, item: Notice) -> tuple[str, ...]:
        where, what, until = told(self.chance.child("told"), (_DEPARTMENTS, _HAPPENS, _UNTIL), item.number)
        later = self.chance.shuffled(_ADDED, "later", item.number)[: item.added]
        return f"{where}: {what}", until.capitalize(), *later

    def _page(self, notices: Sequence[Notice], guests: Sequence[Guest], hour: int, at: datetime) -> list[Row]:
        here = f"{at:%d.%m.%Y %H:%M} · сьогодні звернулося {self.chance.between(9, 30, 'came', hour // 24) * at.hour}"
        rows = [
            row(panels.masthead("Міська лікарня № 2", 1000, here, height=56), tag="header"),
            row(self._large(notices, hour)),
            row(
                [self._beds(hour, at), self._blood(hour)],
                [self._notices(notices, guests, hour)],
                tag="main",
            ),
            row(panels.plain("foot", 1000, '<p class="small">НСЗУ · Публічна інформація · Запобігання корупції</p>')),
        ]  # fmt: skip
        if hour - notices[0].since < 5:
            words, height = self._told(notices[0])[0], 42 + 12 * (notices[0].number % 3)
            rows.insert(1, row(panels.strip(f"Увага! {words}", height, name="alert")))
        return rows

    def _large(self, notices: Sequence[Notice], hour: int) -> Panel:
        """A slide, another at each visit: one of the notices, or one of what always hangs there."""
        number = self.chance.below(len(notices) + 4, "slide", hour)
        if number < len(notices):
            key, title, words = notices[number].number, *self._told(notices[number])[:2]
        else:
            key, (title, words) = -number, _PERMANENT[number % len(_PERMANENT)]
        picture = panels.image(f"science-ward-{key % 11}", 430, 210)
        more = f'<h1>{title}</h1><p>{words}</p><p class="small">{"○" * number}●{"○" * (9 - number)}</p>'
        return panels.plain("large", 1000, f'<div class="side">{picture}<div>{more}</div></div>')

    def _notices(self, notices: Sequence[Notice], guests: Sequence[Guest], hour: int) -> Panel:
        """The list; a third of the visits get the short one, as telephones do."""
        short = self.chance.happens(0.33, "short", hour)
        lines = ""
        for item in mixed(notices, guests):
            if isinstance(item, Guest):
                title, words = _PERMANENT[item.text]
                key, said, details = f"p{item.text}", [words.capitalize()], _DETAILS[item.text % 5]
            else:
                title, *rest = self._told(item)
                key, said, details = f"n{item.number}", rest, _DETAILS[item.number % 5]
            long = "" if short else f"<p>{details}</p>"
            text = "".join(f"<p>{part}</p>" for part in said)
            seen = self.chance.between(20, 900, "seen", key, hour)
            age = f"{hour - item.since} год тому · " if isinstance(item, Notice) else ""
            lines += (
                f'<li><h2><a href="{ORIGIN}/news/{key}">{title}</a></h2>{text}{long}'
                f'<p class="small">{age}переглядів {seen}</p></li>'
            )
        return panels.plain("notices", 640, f"<h1>Оголошення</h1><ul>{lines}</ul>", is_news=True)

    def _beds(self, hour: int, at: datetime) -> Panel:
        lines = ""
        for number, name in enumerate(_WARDS):
            taken = self.chance.between(40, 100, "taken", name, hour)
            doctor = _DOCTORS[(number + at.toordinal() + (8 <= at.hour < 20)) % len(_DOCTORS)]
            lines += f'<div><span>{name}</span><span>{taken} %</span></div><i style="width:{taken}%"></i>'
            lines += f'<p class="small">{doctor}</p>'
        return panels.plain("beds", 360, f"<h4>Зайнятість ліжок</h4>{lines}")

    def _blood(self, hour: int) -> Panel:
        hues = (("#2e7d32", "достатньо"), ("#ef8f00", "мало"), ("#b71c1c", "потрібно"))
        drops = ""
        for name in _GROUPS:
            hue, words = hues[self.chance.below(3, "blood", name, hour // 4)]
            drops += f'<span class="drop" style="background:{hue}">{name}<br>{words}</span>'
        return panels.plain("blood", 360, f"<h4>Запас крові</h4>{drops}")


CORRIDORS = (Ruolo, Likarnia)
