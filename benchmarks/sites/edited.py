"""Pages that many hands edit, where much is undone within hours: how that goes, and a Ukrainian wiki's flood."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from benchmarks.sites import panels
from benchmarks.sites.look import SANS, SERIF, Look
from benchmarks.sites.news import STARTS_AT
from benchmarks.sites.page import PageState, Panel, Row, row
from benchmarks.sites.site import GeneratedSite
from pagetide.demo.chance import Chance


@dataclass(frozen=True)
class Slip:
    """What somebody did to an entry, in which words, and until which hour it stands."""

    kind: str
    target: int
    text: int
    until: int


@dataclass(frozen=True, kw_only=True)
class Hands:
    """How often what stands is meddled with and how soon put back; at some spells two quarrel and change it in turn."""

    per_h: float
    kinds: Sequence[str]
    texts: int  # in the pool of what is put in; the quarrels' words come after these
    lasts_h: tuple[int, int] = (1, 4)
    quarrels: float = 0.65  # of spells of twenty hours

    def later(
        self, chance: Chance, here: Sequence[Slip], targets: Sequence[int], hour: int
    ) -> tuple[Slip, ...]:
        """What is amiss at the next hour; no entry has two slips, but for the quarrel over the first."""
        kept = [slip for slip in here if slip.until > hour and slip.target in targets]
        awake = 1.0 if 7 <= (STARTS_AT + timedelta(hours=hour)).hour <= 23 else 0.4
        target = chance.pick(targets, "target", hour)
        if (
            len(kept) < 2
            and chance.happens(self.per_h * awake, "slip", hour)
            and all(slip.target != target for slip in kept)
        ):
            text = min(chance.below(self.texts, "text", draw, hour) for draw in range(2))
            until = hour + chance.between(*self.lasts_h, "lasts", hour)
            kept.append(Slip(chance.pick(self.kinds, "kind", hour), target, text, until))
        if self._quarrel(chance.child("quarrel", hour // 20), hour % 20):
            kept.append(Slip("inserted", targets[0], self.texts + hour // 20 % 2, hour + 1))
        return tuple(kept)

    def _quarrel(self, chance: Chance, hour: int) -> bool:
        starts = chance.below(11, "starts")
        lasts = chance.between(4, 9, "lasts")
        there = chance.happens(self.quarrels, "is one") and starts <= hour < starts + lasts
        return there and chance.happens(0.55, "its turn", hour)


@dataclass(frozen=True)
class Entry:
    """A sentence or an item: of which part, since which hour, how often put right and when last."""

    part: str
    number: int
    since: int
    revision: int = 0
    revised: int = 0

    def count(self, draw: Chance, base: int, step: int) -> int:
        """Its figure: each correction makes it more."""
        return base + sum(draw.between(1, step, "more", number) for number in range(self.revision))


def meddled(here: Sequence[Slip], number: int) -> dict[str, Slip]:
    """What is amiss with an entry, by kind."""
    return {slip.kind: slip for slip in here if slip.target == number}


def mended(here: Sequence[Slip], edited: Entry | None, entries: Sequence[Entry]) -> tuple[Slip, ...]:
    """What is still amiss: who edits an entry sees to it that this is read."""
    if edited is None:
        return tuple(here)
    near = {entry.number for entry in entries if entry.part == edited.part}
    hiding = {"deleted": {edited.number}, "altered": {edited.number}, "blanked": near}
    return tuple(slip for slip in here if slip.target not in hiding.get(slip.kind, ()))


_MONTHS = ("травня", "червня", "липня", "серпня")
_LEAD = (
    ("Загинули", "Станом на {day}, {clock}, загинули {count} людей.", 9, 2),
    ("Евакуйовано", "З підтоплених сіл вивезли {count} мешканців, за даними на {day}, {clock}.", 1240, 160),
    ("Населені пункти", "Паводок охопив {count} населених пунктів (на {day}, {clock}).", 31, 4),
    ("Пошкоджено будинків", "Пошкоджено або зруйновано {count} будинків, повідомили {day} о {clock}.", 860, 90),
)  # fmt: skip
_PARTS = {
    "Перебіг": (
        "{day} у селі {place} вода зайшла до {count} дворів, людей вивозили човнами.",
        "Увечері {day} рівень води на посту {place} піднявся на {count} см за добу.",
        "{day} міст біля села {place} закрили для вантажівок, об'їзд становить {count} км.",
        "За словами {who}, {day} насип у селі {place} укріпили {count} мішками з піском.",
        "{day} рух поїздів до станції {place} зупинили, {count} пасажирів чекали в дорозі.",
        "Уранці {day} водолази обстежили {count} підтоплених підвалів у селі {place}.",
        "Через затор із колод, який {day} помітили поблизу села {place}, річка розлилася на {count} га луків.",
    ),
    "Наслідки": (
        "У селі {place} без світла лишалися {count} родин, роботи тривали й {day}.",
        "Збитки громади {place} на {day} оцінили у {count} млн гривень.",
        "Під водою опинилися {count} га посівів поблизу села {place}.",
        "У школі села {place} з {day} навчалися дистанційно {count} дітей.",
        "Лікарі з пункту {place} повідомили {day} про {count} звернень через неякісну воду.",
        "Зсув ґрунту біля села {place}, який стався {day}, пошкодив {count} м дороги.",
        "Музей у селі {place} втратив {count} експонатів, решту, за словами {who}, висушать.",
    ),
    "Допомога": (
        "До села {place}, за словами {who}, привезли {count} тонн питної води.",
        "{day} фонд «{fund}» передав селу {place} {count} насосів.",
        "У наметовому таборі в селі {place} розмістили {count} людей.",
        "Уряд {day} виділив громаді {place} {count} млн гривень.",
        "Волонтери «{fund}» роздали {count} наборів їжі в селі {place}.",
        "Сусідня область надіслала {day} до села {place} {count} рятувальників.",
    ),
}  # fmt: skip
_INTRO = (
    "<p><b>Повінь на Тересні</b> — стихійне лихо в долині річки Тересна, яке почалося 2 травня 2026 року після "
    "дводенних злив і танення снігу в горах.</p>"
)
_PLACES = ("Озеряни", "Кам'янка", "Вільхове", "Горішнє", "Тересна", "Бистриця", "Мостище", "Підгір'я", "Лужани",
           "Старий Яр", "Новоселиця", "Дубрава", "Криничне", "Заводь", "Рокитне", "Полонинка")  # fmt: skip
_WHO = ("рятувальника Ігоря Гнатюка", "голови громади Лесі Мельник", "гідролога Павла Дзюби", "лікарки Оксани Сич",
        "міністра Остапа Ровенка", "старости Марії Коваль", "інженера Тараса Біленка")  # fmt: skip
_FUNDS = ("Теплий дім", "Разом", "Міст", "Добра вода", "Вікно", "Берегиня")
_PUT_IN = (
    "ТУТ БУВ ВАСЯ!!!",
    "привіт усім з 8-Б",
    "Це все неправда, я там живу.",
    "ааааааааааааааааа",
    "Найкращі насоси в області: телефонуйте просто зараз, знижки до неділі!",
    "Голова громади вкрав увесь пісок, і всі це знають.",
    "На думку низки очевидців, греблю відкрили навмисно, не попередивши людей, а винних досі покривають.",
    "Опозиція вважає, що уряд діяв із запізненням, і вимагає негайної відставки голови області.",
)  # fmt: skip
_USERS = ("Мавка17", "Hirnyk", "Степовий Вовк", "91.204.112.8", "Любомира", "BotCite", "Петро з Долини", "176.36.4.19",
          "Читачка", "Rivne-Fan", "AlexUA", "Очерет")  # fmt: skip
_TALK = ("Назва статті", "Яке джерело надійне?", "Фото з мосту", "Чи потрібна таблиця", "Вандалізм у вступі",
         "Захистити сторінку?", "Розділ про причини", "Кількість сіл", "Переклад з польської")  # fmt: skip
_TONGUES = (
    "English",
    "Polski",
    "Magyar",
    "Română",
    "Slovenčina",
    "Deutsch",
    "Français",
    "Čeština",
    "Español",
)


class Povin(GeneratedSite):
    """A wiki's article on a flood: sentences are added and figures put right in long paragraphs; half is undone."""

    slug = "povin"
    hard = "long paragraphs that many edit: vandals, blanked parts and edit wars undone within hours; notes renumbered"
    more = 0
    look = Look(
        heading=SERIF, body=SANS, paper="#ffffff", ink="#202122", muted="#54595d", line="#c8ccd1", accent="#3366cc",
        lead_px=28, top_px=21, card="#f8f9fa",
        extra=(
            "sup{line-height:0;font-size:11px;color:#3366cc}.part p,.lead p{margin-bottom:10px;line-height:22px}"
            ".part h2{border-bottom:1px solid #a2a9b1;font-weight:normal}.part h2 .small{float:right}"
            ".facts{background:#f8f9fa;border:0 solid #fff;border-width:0 8px 8px 0}.facts h4{background:#b9d0ee;"
            "text-align:center;line-height:26px;text-transform:none;color:#202122}.facts li{display:flex;"
            "justify-content:space-between}.tabs{background:#eaecf0}.tabs span{margin-right:16px}"
            ".appeal{background:#fff7d6}.nav li,.talk li,.log li{font-size:13px;line-height:17px;padding:5px 0 4px}"
        ),
    )  # fmt: skip
    hands = Hands(
        per_h=0.26, kinds=("inserted", "inserted", "deleted", "altered", "altered", "blanked"), texts=6
    )

    def states(self, hours: int) -> Iterator[PageState]:
        """The page at each of the first hours; what is undone again is no news."""
        entries = [Entry("", -number, 0) for number in range(1, len(_LEAD) + 1)]
        entries += [
            Entry(part, 10 * place + seat, 0) for place, part in enumerate(_PARTS) for seat in range(6)
        ]
        slips: tuple[Slip, ...] = ()
        for hour in range(hours):
            at = STARTS_AT + timedelta(hours=hour)
            edited = None
            if hour and self.chance.happens(0.32 if 7 <= at.hour <= 23 else 0.06, "edit", hour):
                entries, edited = self._edited(entries, hour)
            targets = [entry.number for entry in entries]
            slips = self.hands.later(self.chance.child("hands"), slips, targets, hour)
            slips = mended(slips, edited, entries)
            yield PageState(rows=tuple(self._page(entries, slips, hour, at)), news=self._news(entries))

    def _edited(self, old: Sequence[Entry], hour: int) -> tuple[list[Entry], Entry]:
        """One lasting edit: a figure of the lead, a sentence put right, or a new sentence at the end of a part."""
        kind = self.chance.pick(("lead", "lead", "right", "right", "new", "new", "new"), "do", hour)
        if kind == "new":
            part = self.chance.pick(tuple(_PARTS), "part", hour)
            there = [entry for entry in old if entry.part == part]
            gone = there[:1] if len(there) >= 9 else []
            new = Entry(part, 100 + hour, hour)
            return [*(entry for entry in old if entry not in gone), new], new
        found = [entry for entry in old if (entry.part == "") == (kind == "lead")]
        item = self.chance.pick(found, "whose", hour)
        new = replace(item, revision=item.revision + 1, revised=hour)
        return [new if entry is item else entry for entry in old], new

    def _news(self, entries: Sequence[Entry]) -> tuple[str, ...]:
        facts = (f"{_LEAD[-entry.number - 1][0]} {self._count(entry)}" for entry in entries if not entry.part)
        return (*facts, *(self._told(entry) for entry in entries))

    def _count(self, entry: Entry) -> int:
        draw = self.chance.child("entry", entry.number)
        if entry.part:
            return entry.count(draw, draw.between(4, 90, "base"), 12)
        _, _, base, step = _LEAD[-entry.number - 1]
        return entry.count(draw, base + draw.below(step, "base"), step)

    def _told(self, entry: Entry, altered: Slip | None = None) -> str:
        """A sentence, with a wrong figure where somebody altered it."""
        draw = self.chance.child("entry", entry.number)
        templates: Sequence[str] = [words for _, words, _, _ in reversed(_LEAD)]  # their numbers are negative
        if entry.part:
            templates = self.chance.shuffled(_PARTS[entry.part], "templates", entry.part)
        template = templates[entry.number % len(templates)]
        count = self._count(entry)
        at = STARTS_AT + timedelta(hours=entry.since if entry.part else entry.revised)
        return template.format(
            day=f"{at.day} {_MONTHS[(at.month - 5) % len(_MONTHS)]}", clock=f"{at:%H}:00",
            count=(count * 10, 777, 0, count + 500)[altered.text % 4] if altered else count,
            place=draw.pick(_PLACES, "place"), who=draw.pick(_WHO, "who"), fund=draw.pick(_FUNDS, "fund"),
        )  # fmt: skip

    def _page(self, entries: Sequence[Entry], slips: Sequence[Slip], hour: int, at: datetime) -> list[Row]:
        minutes = self.chance.between(1, 58, "minutes", hour)
        edited = f"Остання зміна {minutes} хв тому, {self.chance.pick(_USERS, 'last', hour)}"
        tabs = "".join(f"<span>{name}</span>" for name in ("Стаття", "Обговорення", "Редагувати", "Історія"))
        notes = iter(range(1, 200))
        parts = [self._part(part, entries, slips, hour, notes) for part in ("", *_PARTS)]
        rows = [
            row(panels.masthead("Вільна книга", 1000, f"{at:%d.%m.%Y, %H:%M} UTC", height=48), tag="header"),
            row(panels.plain("tabs", 1000, f'<p>{tabs}<b class="small">{edited}</b></p>')),
            row(
                [self._nav(hour, 150)],
                parts,
                [self._facts(entries, slips, 260), self._talk(hour, 260), self._log(hour, 260)],
                tag="main",
            ),
            row(self._notes(next(notes), hour)),
        ]
        if self.chance.happens(0.25, "appeal", hour // 3):
            height = self.chance.between(60, 150, "appeal height", hour // 3)
            rows.insert(
                1,
                row(
                    panels.strip("Вільна книга живе коштом читачів. Підтримайте нас!", height, name="appeal")
                ),
            )
        return rows  # fmt: skip

    def _part(
        self, part: str, entries: Sequence[Entry], slips: Sequence[Slip], hour: int, notes: Iterator[int]
    ) -> Panel:
        there = [entry for entry in entries if entry.part == part]
        blanked = part and any(
            slip.kind == "blanked" and slip.target in {entry.number for entry in there} for slip in slips
        )
        halves = (there[:5], there[5:])
        written = [" ".join(self._sentence(entry, slips, hour, notes) for entry in half) for half in halves]
        words = "<p>123</p>" if blanked else "".join(f"<p>{half}</p>" for half in written if half)
        if part:
            head = f'<h2>{part}<span class="small">[ред. | код]</span></h2>'
            return panels.plain("part", 590, head + words, is_news=True)
        intro = (
            f"<h1>Повінь на Тересні (2026)</h1><p class='small'>Ця стаття про подію, що триває.</p>{_INTRO}"
        )
        return panels.plain("lead", 590, intro + words, is_news=True)

    def _sentence(self, entry: Entry, slips: Sequence[Slip], hour: int, notes: Iterator[int]) -> str:
        """A sentence with its notes; a second note comes and goes, as robots merge them."""
        amiss = meddled(slips, entry.number)
        words = _PUT_IN[amiss["inserted"].text] if "inserted" in amiss else ""
        if "deleted" in amiss:
            return words
        many = 1 + self.chance.happens(0.3, "notes", entry.number, (hour + 7 * entry.number) // 45)
        marks = "".join(f"<sup>[{next(notes)}]</sup>" for _ in range(many))
        altered = amiss.get("altered") if entry.part or entry.number % 2 else None
        return f"{self._told(entry, altered)}{marks} {words}".strip()

    def _facts(self, entries: Sequence[Entry], slips: Sequence[Slip], width: int) -> Panel:
        lines = ""
        for entry in entries:
            if not entry.part:
                wrong = "altered" in meddled(slips, entry.number)
                count = self._count(entry) * 10 if wrong else self._count(entry)
                lines += f"<li>{_LEAD[-entry.number - 1][0]} <b>{count}</b></li>"
        picture = panels.image("city-flood", width - 32, 140)
        html = f"<h4>Повінь на Тересні</h4>{picture}<ul><li>Початок <b>2 травня</b></li>{lines}</ul>"
        return panels.plain("facts", width, html, is_news=True)

    def _nav(self, hour: int, width: int) -> Panel:
        tongues = "".join(
            f"<li>{name}</li>" for name in _TONGUES[: 6 + self.chance.below(4, "langs", hour // 9)]
        )
        here = self.chance.between(40, 900, "readers", hour)
        html = f"<h4>Зараз</h4><p>{here} читачів</p><h4>Мовами</h4><ul>{tongues}</ul>"
        return panels.plain("nav", width, html)

    def _talk(self, hour: int, width: int) -> Panel:
        lines = "".join(
            f"<li>{name}: {self.chance.between(2, 40, 'said', name, hour // 2)} дописів</li>"
            for name in self.chance.shuffled(_TALK, "talk", hour // 2)[:5]
        )
        return panels.plain("talk", width, f"<h4>Обговорюють</h4><ul>{lines}</ul>")

    def _log(self, hour: int, width: int) -> Panel:
        draw = self.chance.child("log", hour)
        lines = "".join(
            f"<li>{draw.pick(_USERS, 'who', seat)} <b>{draw.between(-900, 900, 'bytes', seat):+d}</b></li>"
            for seat in range(6)
        )
        return panels.plain("log", width, f"<h4>Нові редагування</h4><ul>{lines}</ul>")

    def _notes(self, count: int, hour: int) -> Panel:
        lines = ""
        for number in range(1, min(count, 12)):
            seen = self.chance.between(1, 23, "seen", number, hour // 6)
            lines += f'<li class="small">{number}. Вісник краю, перевірено {seen} год тому</li>'
        return panels.plain("notes", 1000, f"<h4>Примітки</h4><ol>{lines}</ol>")


EDITED = (Povin,)
