"""Three pages nobody had seen: a Bulgarian register of decisions with its rules, a Persian front full of sellers,
and the data desk of an Italian paper with its chart, its table and its analyses."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from benchmarks.sites import panels
from benchmarks.sites.illustrated import Duty, told
from benchmarks.sites.look import SANS, SERIF, Look
from benchmarks.sites.news import STARTS_AT
from benchmarks.sites.page import ORIGIN, Overlay, PageState, Panel, Row, row
from benchmarks.sites.site import GeneratedSite

_FORMS = ("„{} ЕООД“", "„{} АД“", "„{} ООД“", "Сдружение „{}“", "ЕТ „{}“")
_FIRMS = ("Ведрина 91", "Аква Рила", "Бистрец", "Превоз Юг", "Дунавски води", "Чинар 7", "Тракия Бус", "Изворче",
          "Каменар", "Лонгоза", "Ропотамо Тур", "Сините камъни", "Янтра Транс")  # fmt: skip
_MATTERS = (
    "Одобрява цени на водоснабдителните услуги", "Отказва изменение на лицензия за превоз",
    "Налага имуществена санкция от 4 000 евро", "Издава разрешително за водовземане, срок 6 години",
    "Отнема разрешително поради неплатена такса", "Дава задължителни указания за отчетите",
    "Утвърждава общи условия на договорите", "Спира производството до решение на съда",
    "Задължава дружеството да върне надвзети суми", "Продължава срока на лицензия с 10 години",
    "Оставя без разглеждане жалба на потребител",
)  # fmt: skip
_STATES = ("в срок за обжалване", "обжалвано", "влязло в сила", "отменено от съда", "потвърдено от съда")
_THEN = ((1, 2, 2), (3, 4), (), (), ())
_RULES = (
    "Решенията се вписват в регистъра в срок от {} работни дни от приемането им.",
    "За справка с копие на хартия се плаща такса от {} евро за всяко решение.",
    "Заличаване на лични данни се иска писмено; комисията се произнася до {} дни.",
    "Заявления, подадени след {} часа, се завеждат на следващия работен ден.",
)
_DRIVES = ("Подай сигнал за теч", "Спести вода: десет съвета", "Провери превозвача си", "Без опашки: с КЕП от дома",
           "Отворени данни за всички", "Карта на водомерите")  # fmt: skip
_ASKED = ("Как се подава жалба?", "Къде да платя таксата?", "Как се чете сметката за вода?", "Кой проверява водомера?",
          "Кога цената влиза в сила?", "Какво е разрешително?", "Как се удължава лиценз?",
          "Може ли без подпис?")  # fmt: skip
_DAYS = ("понеделник", "вторник", "сряда", "четвъртък", "петък", "събота", "неделя")


@dataclass(frozen=True)
class Ruling:
    """A decision in the register: which, of which day, and what became of it."""

    number: int
    hour: int
    state: int = 0


class Reshenia(GeneratedSite):
    """A regulator's register of decisions, with the rules for it: entered and amended when the office is open."""

    slug = "reshenia"
    hard = "entries, one word of a state, one number of a rule; decisions of the archive and counts of copies beside"
    more = 0
    look = Look(
        heading=SERIF, body=SANS, paper="#ffffff", ink="#1d2a3a", muted="#6d7785", line="#ccd3db", accent="#00563f",
        lead_px=27, top_px=17, card="#eef3f1",
        extra=(
            ".masthead{background:#00563f;color:#fff}.masthead .small{color:#cfe3da}.drive{padding:0;"
            "background:#dfeae5}.drive h2{padding:10px 24px}.desk,.sought{background:#eef3f1}"
            ".anketa{background:#d62612;color:#fff}"
            "table{border-collapse:collapse;width:100%}td,th{border:1px solid #ccd3db;padding:5px 7px;text-align:left;"
            "font-size:13px;line-height:18px;vertical-align:top}th{background:#eef3f1}dt{font-weight:bold}"
            "dd{margin:0 0 8px 0}.cookie{background:#1d2a3a;color:#fff}.old{border-left:4px solid #00563f}"
        ),
    )  # fmt: skip
    duty = Duty(hours=(9, 17), then=0.0, night=0.02)

    def states(self, hours: int) -> Iterator[PageState]:
        """The page at each of the first hours."""
        rulings = [Ruling(4218 - place, -92, (0, 0, 1, 0, 1, 2, 0, 4, 2)[place]) for place in range(9)]
        total, rules = 4218, [0, 0, 0, 0]
        for hour in range(hours):
            at = STARTS_AT + timedelta(hours=hour)
            work = 0.0 if at.day == 6 else self.duty.at(at)  # the sixth of May is a holiday
            if hour and self.chance.happens(0.44 * work, "entered", hour):
                many = self.chance.pick((1, 1, 2), "many", hour)
                new = [Ruling(total + place, hour) for place in range(many, 0, -1)]
                rulings, total = [*new, *rulings][:9], total + many
            elif hour and self.chance.happens(0.42 * work, "went on", hour):
                rulings = self._went_on(rulings, hour)
            if hour and self.chance.happens(0.06 * work, "amended", hour):
                rules[self.chance.below(4, "rule", hour)] += 1
            words = tuple(words for item in rulings for words in self._told(item))
            law = tuple(self._rule(place, turn) for place, turn in enumerate(rules))
            news = (*words, *law, f"Вписани решения: {total}")
            cookies = self.chance.happens(0.25, "cookies", hour)
            yield PageState(
                rows=tuple(self._page(rulings, (*law, news[-1]), hour, at)),
                news=news,
                overlays=(self._cookie(hour),) if cookies else (),
            )

    def _went_on(self, rulings: Sequence[Ruling], hour: int) -> list[Ruling]:
        """What became of one of those that may still change."""
        pending = [item for item in rulings if _THEN[item.state]]
        chosen = self.chance.pick(pending, "whose", hour) if pending else None
        return [
            replace(item, state=self.chance.pick(_THEN[item.state], "then", hour)) if item is chosen else item
            for item in rulings
        ]

    def _told(self, item: Ruling) -> tuple[str, str, str]:
        form, firm, matter = told(self.chance.child("told"), (_FORMS, _FIRMS, _MATTERS), item.number)
        return form.format(firm), matter, _STATES[item.state]

    def _rule(self, place: int, turn: int) -> str:
        usual = (7, 3, 14, 15)[place] + self.chance.below(3, "usual", place)
        amended = f" (Изм. – ДВ, бр. {33 + turn} от 2026 г.)" if turn else ""
        return f"{_RULES[place].format(usual + (turn % 3) * (1, 2, 7, 1)[place])}{amended}"

    def _page(self, rulings: Sequence[Ruling], law: Sequence[str], hour: int, at: datetime) -> list[Row]:
        here = self.chance.between(4, 260, "here", hour)
        note = f"{_DAYS[at.weekday()]}, {at.day} май 2026 г., {at:%H:%M} ч. · на сайта сега: {here}"
        rows = [
            row(panels.masthead("Комисия за води и превози", 1000, note, height=60), tag="header"),
            row(self._drive(hour)),
            row(
                [self._register(rulings, law[-1], hour, 690), self._law(law[:-1], 690)],
                [self._desk(hour, at, 310), self._old(hour, 310), self._sought(hour, 310), self._asks(hour, 310)],
                tag="main",
            ),
            row(panels.plain("foot", 1000, '<p class="small">Достъпност · Антикорупция · Карта на сайта</p>')),
        ]  # fmt: skip
        if self.chance.happens(0.3, "anketa", hour // 4):
            height = self.chance.pick((40, 64, 90), "anketa px", hour // 4)
            rows.insert(1, row(panels.strip("Анкета: доволни ли сте от услугите ни?", height, name="anketa")))
        return rows

    def _register(self, rulings: Sequence[Ruling], total: str, hour: int, width: int) -> Panel:
        """The table; in its last column, how often each was copied."""
        lines = ""
        for item in rulings:
            firm, matter, state = self._told(item)
            copied = 3 * (hour - item.hour) + self.chance.below(3, "copied", item.number, hour)
            day = STARTS_AT + timedelta(hours=item.hour)
            lines += (
                f'<tr><td><a href="{ORIGIN}/reshenia/{item.number}">Р-{item.number}</a><br>{day:%d.%m.%Y}</td>'
                f"<td>{firm}</td><td>{matter}</td><td><em>{state}</em></td><td>{copied}</td></tr>"
            )
        names = ("№, дата", "Лице", "Относно", "Състояние", "Сваляния")
        heads = "".join(f"<th>{name}</th>" for name in names)
        html = f"<h1>Публичен регистър на решенията</h1><p><b>{total}</b></p>"
        table = f"<table><tr>{heads}</tr>{lines}</table>"
        return panels.plain("register", width, html + table, is_news=True)

    def _law(self, law: Sequence[str], width: int) -> Panel:
        items = "".join(f"<dt>Чл. {place + 4}.</dt><dd>{words}</dd>" for place, words in enumerate(law))
        return panels.plain("rules", width, f"<h2>Правила за регистъра</h2><dl>{items}</dl>", is_news=True)

    def _drive(self, hour: int) -> Panel:
        number = self.chance.below(len(_DRIVES), "drive", hour)
        height = self.chance.pick((120, 150, 190), "drive px", hour // 6)
        picture = panels.image(f"science-drive-{number}", 1000, height)
        return panels.plain("drive", 1000, f"{picture}<h2>{_DRIVES[number]}</h2>")

    def _desk(self, hour: int, at: datetime, width: int) -> Panel:
        """The numbers being served; none when the office is shut."""
        lines, shut = "", self.duty.at(at) < 1 or at.day == 6
        for place in range(1, 5):
            now = "–" if shut else self.chance.between(100, 480, "desk", place, hour)
            lines += f"<tr><td>Гише {place}</td><td>{now}</td></tr>"
        return panels.plain("desk", width, f"<h4>Обслужва се в момента</h4><table>{lines}</table>")

    def _old(self, hour: int, width: int) -> Panel:
        """A decision of the archive, any."""
        draw = self.chance.child("archive", self.chance.below(90, "archive", hour))
        firm = draw.pick(_FORMS, "form").format(draw.pick(_FIRMS, "firm"))
        year = draw.between(2009, 2019, "year")
        html = f"<h4>От архива</h4><p><b>Р-{draw.between(11, 990, 'number')}</b> / {year} г.</p><p>{firm}</p>"
        html += f"<p>{draw.pick(_MATTERS, 'matter')}</p>"
        return panels.plain("old", width, html)

    def _sought(self, hour: int, width: int) -> Panel:
        order = self.chance.shuffled(_FIRMS, "sought", hour)[: self.chance.between(4, 7, "sought many", hour)]
        lines = "".join(
            f"<li>{self.chance.pick(_FORMS, 'form', name).format(name)} "
            f'<span class="small">преди {self.chance.between(1, 59, "ago", name, hour)} мин.</span></li>'
            for name in order
        )
        return panels.plain("sought", width, f"<h4>Последно търсени</h4><ul>{lines}</ul>")

    def _asks(self, hour: int, width: int) -> Panel:
        order = self.chance.shuffled(_ASKED, "asked", hour)[:4]
        lines = "".join(f"<li>{words}</li>" for words in order)
        return panels.plain("asked", width, f"<h4>Често питате</h4><ul>{lines}</ul>")

    def _cookie(self, hour: int) -> Overlay:
        html = "<h3>Бисквитки</h3><p>Използваме бисквитки за статистика. Приемам · Отказвам · Настройки</p>"
        return Overlay(panels.plain("cookie", 420, html), 560, 560 + 60 * self.chance.below(4, "y", hour))


UNSEEN_WINDMILLS = (Reshenia,)
