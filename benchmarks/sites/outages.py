"""Notices that return in the same words amid cards of the house: a Norwegian grid's and a Bulgarian waterworks'."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta

from benchmarks.sites import panels
from benchmarks.sites.insertions import Guest, Visits, mixed
from benchmarks.sites.look import SANS, WIDE, Look
from benchmarks.sites.news import STARTS_AT
from benchmarks.sites.page import ORIGIN, PageState, Panel, Row, row
from benchmarks.sites.site import GeneratedSite
from pagetide.demo.chance import Chance


@dataclass(frozen=True)
class Notice:
    """What is announced: which of the pool, how grave by now, since when and until which hour."""

    spot: int
    grade: int
    began: int
    until: int


@dataclass(frozen=True, kw_only=True)
class Course:
    """How notices come, are raised, prolonged and lifted; in calm spells none comes."""

    spots: int
    comes: float = 0.2
    raised: float = 0.05
    prolonged: float = 0.35
    lasts_h: tuple[int, int] = (4, 20)
    calm: float = 0.3  # of spells of sixteen hours

    def at_each_hour(self, chance: Chance, hours: int) -> Iterator[tuple[Notice, ...]]:
        """What is announced at each of the first hours, the newest first."""
        here: tuple[Notice, ...] = ()
        for hour in range(hours):
            kept = tuple(
                later for item in here if (later := self._later(chance.child(item.spot), item, hour))
            )
            here = (*self._new(chance, {item.spot for item in here}, hour), *kept)
            yield here

    def _later(self, chance: Chance, item: Notice, hour: int) -> Notice | None:
        if item.until <= hour:
            more = item.grade and hour - item.began < 40 and chance.happens(self.prolonged, "prolonged", hour)
            return replace(item, until=hour + chance.between(2, 6, "more", hour)) if more else None
        if item.grade < 2 and chance.happens(self.raised, "raised", hour):
            return replace(item, grade=item.grade + 1, until=max(item.until, hour + 2))
        return item

    def _new(self, chance: Chance, taken: set[int], hour: int) -> tuple[Notice, ...]:
        spot = min(chance.below(self.spots, "spot", draw, hour) for draw in range(2))
        calm = chance.happens(self.calm, "calm", hour // 16)
        if calm or spot in taken or not chance.happens(self.comes, "comes", hour):
            return ()
        grade = chance.pick((0, 0, 1), "grade", hour)
        return (Notice(spot, grade, hour, hour + chance.between(*self.lasts_h, "lasts", hour)),)


def _clock(item: Notice) -> str:
    """When a notice ends, as the page says it."""
    return f"{(STARTS_AT + timedelta(hours=item.until)):%H}:{30 * (item.spot % 2):02d}"


_FAULT = ("Feilsøking pågår, ny melding følger.", "Mannskap er på vei. Ventes rettet kl. {until}.",
          "Alvorlig skade. Ventes rettet kl. {until}, aggregat er på plass.")  # fmt: skip
_LEVEL = ("Gult nivå: følg med.", "Oransje nivå: hold avstand. Gjelder til kl. {until}.",
          "Rødt nivå: opphold deg ikke i området. Gjelder til kl. {until}.")  # fmt: skip
_WORK = ("Kundene er varslet.", "Arbeidet er forlenget til kl. {until}.", "Stansen varer til kl. {until}.")
_FAULTS = (
    ("Strømbrudd", "Ytre Sula og Hardbakke uten strøm", _FAULT),
    ("Vindvarsel", "Fare for trefall over linjene i Gaular", _LEVEL),
    ("Strømbrudd", "Deler av Leirvik sentrum uten strøm", _FAULT),
    ("Planlagt stans", "Trafobytte i Skei i natt kl. 23–05", _WORK),
    ("Jordfeil", "Linja Førde–Naustdal er koblet ut", _FAULT),
    ("Isvarsel", "Ising på linjene over Utvikfjellet", _LEVEL),
    ("Strømbrudd", "Svelgen og Kalvåg uten strøm", _FAULT),
    ("Vannføring", "Rask vannstigning nedenfor Åskåra dam", _LEVEL),
    ("Planlagt stans", "Kabelarbeid i Sandane kl. 9–14", _WORK),
    ("Spenning", "Lav spenning på Byrknesøy", _FAULT),
)
_POOL = (
    ("Undersøkelse", "Hva synes du om nettselskapet ditt?", "Det tar to minutter, og du kan vinne et gavekort."),
    ("Kampanje", "Bytt til e-faktura i mai", "Slipp gebyret på 49 kroner for hver papirfaktura."),
    ("Varsling", "Få melding på SMS når strømmen går", "Tjenesten er gratis. Meld deg på i appen."),
    ("Åpen dag", "Bli med inn i Åskåra kraftverk", "Lørdag kl. 11–15, vafler og omvisning for alle."),
    ("Ledig stilling", "Vi søker energimontører i Florø", "Fast stilling, søknadsfrist 31. mai."),
    ("Sparetips", "Lad elbilen om natta", "Nettleia er lavest mellom kl. 22 og 06."),
)  # fmt: skip
_READING = ("Slik leser du måleren", "Hva er nettleie?", "Solceller på låvetaket", "Trær nær linja: hvem rydder?",
            "Ny kraftlinje over fjorden", "Lærling i høyden", "Nødaggregat hjemme", "Derfor blinker lyset")  # fmt: skip
_STATIONS = ("Åskåra", "Leirdøla", "Skagen", "Hove", "Grytten", "Ålfoten", "Moskog", "Sunnfjord")


class Nettvakt(GeneratedSite):
    """A Norwegian grid's watch: faults in two columns of cards; six cards of the house return in the same columns."""

    slug = "nettvakt"
    hard = (
        "six house cards in the markup of the faults return among them; all cards change columns; ages, loads"
    )
    more = 0
    look = Look(
        heading=SANS, paper="#eef1ee", ink="#14261d", muted="#5f7268", line="#cfd8d2", accent="#00704a", lead_px=26,
        top_px=18, card="#ffffff",
        extra=(
            ".card{background:#fff;border:0 solid #eef1ee;border-width:0 8px 10px 0;"
            "box-shadow:inset 0 4px #f2b705}.card .tag{color:#00704a;"
            "font:bold 12px/16px 'Liberation Sans';text-transform:uppercase}.now{background:#14261d;color:#fff}"
            ".now div{display:flex;justify-content:space-between}.now b{color:#f2b705;font-size:20px;line-height:28px}"
            ".phone{background:#00704a;color:#fff;border:0 solid #eef1ee;border-width:0 8px 10px 0}"
            ".phone .small{color:#cfe8dc}"
        ),
    )  # fmt: skip
    course = Course(spots=len(_FAULTS))
    visits = Visits(per_h=0.12, stays_h=(3, 16), texts=len(_POOL), places=(0, 0, 1, 2, 3), together=3)

    def states(self, hours: int) -> Iterator[PageState]:
        """The page at each of the first hours; that a notice is lifted is news too."""
        guests = self.visits.at_each_hour(self.chance.child("guests"), hours)
        notices = self.course.at_each_hour(self.chance.child("course"), hours)
        for hour, (here, house) in enumerate(zip(notices, guests, strict=True)):
            news = tuple(" ".join(self._told(item)) for item in here) or ("Ingen kjente feil i nettet.",)
            yield PageState(rows=tuple(self._page(here, house, hour)), news=news)

    def _told(self, item: Notice) -> tuple[str, str, str]:
        kind, title, grades = _FAULTS[item.spot]
        return kind, title, grades[item.grade].format(until=_clock(item))

    def _page(self, here: Sequence[Notice], house: Sequence[Guest], hour: int) -> list[Row]:
        at = STARTS_AT + timedelta(hours=hour)
        entries: Sequence[Notice | None] = here or (None,)
        placed = [replace(guest, place=min(guest.place, len(entries))) for guest in house]
        cards = [self._card(item, hour, 370) for item in mixed(entries, placed)]
        calls = f"{self.chance.below(40, 'calls', hour)} i kø, svartid {self.chance.between(1, 19, 'wait', hour)} min"
        phone = panels.plain(
            "phone", 370, f'<h2>Meld fra om feil: 57 75 40 00</h2><p class="small">{calls}</p>'
        )
        title = panels.plain("title", 370, "<h1>Meldinger fra nettet</h1>")
        camera = panels.image(f"webcam-{hour}", 236, 140)
        words = "Tilknytning · Nettleie · Aursnes Nett AS, org.nr. 921 688 679 · Personvern"
        return [
            row(panels.masthead("Aursnes Nett", 1000, f"{at:%d.%m.%Y} kl. {at:%H.%M}", height=54), tag="header"),
            row(self._now(hour)),
            row(
                [title, *cards[::2]],
                [phone, *cards[1::2]],
                [
                    panels.plain("camera", 260, f'<h4>Kamera Utvikfjellet</h4>{camera}<p class="small">{at:%H.%M}</p>'),
                    self._loads(hour, 260),
                    panels.counter(self.chance, hour, 260, "målere lest av i dag"),
                ],
                tag="main",
            ),
            row(panels.recommended(self.chance, hour // 2, 1000, 4, "Nyttig å vite", titles=_READING)),
            row(panels.plain("foot", 1000, f'<p class="small">{words}</p>'), tag="footer"),
        ]  # fmt: skip

    def _card(self, item: Notice | Guest | None, hour: int, width: int) -> Panel:
        if item is None:
            return panels.plain("card", width, "<h2>Ingen kjente feil i nettet.</h2>", is_news=True)
        is_news = isinstance(item, Notice)
        kind, title, words = self._told(item) if isinstance(item, Notice) else _POOL[item.text]
        age = hour - item.began
        said = f"for {age} t siden" if age else "akkurat nå"
        link = f"{ORIGIN}/melding/{item.spot + 20 if isinstance(item, Notice) else item.text + 40}"
        head = f'<p class="tag">{kind}</p><h2><a href="{link}">{title}</a></h2>'
        html = f'{head}<p>{words}</p><p class="small">{said}</p>'
        return panels.plain("card", width, html, is_news=is_news)

    def _now(self, hour: int) -> Panel:
        hertz = 49.9 + self.chance.below(200, "hertz", hour) / 1000
        html = (
            f"<div><span>Forbruk <b>{self.chance.between(310, 640, 'load', hour)} MW</b></span>"
            f"<span>Frekvens <b>{hertz:.2f} Hz</b></span><span>Strømpris "
            f"<b>{self.chance.between(18, 190, 'price', hour)} øre</b></span><span>Vind "
            f"<b>{self.chance.between(0, 24, 'wind', hour)} m/s</b></span></div>"
        )
        return panels.plain("now", 1000, html)

    def _loads(self, hour: int, width: int) -> Panel:
        lines = "".join(
            f"<li>{name} <b>{self.chance.between(2, 98, 'station', name, hour)} MW</b></li>"
            for name in _STATIONS
        )
        return panels.plain("loads", width, f"<h4>Kraftverk nå</h4><ul>{lines}</ul>")


_DRY = (
    "Без вода, екип е на място.",
    "Без вода до {until} ч.",
    "Без вода до {until} ч., водоноска пред читалището.",
)
_DIRTY = (
    "Водата не е за пиене.",
    "Водата не е за пиене до {until} ч.",
    "Забранена за пиене и готвене до {until} ч.",
)
_CUTS = (
    ("Авария", "кв. Изгрев, ул. Роза 4–18", _DRY), ("Мътна вода", "с. Брестник, цялото село", _DIRTY),
    ("Ремонт", "кв. Запад, бл. 11, 12 и 13", _DRY), ("Авария", "бул. Тракия от № 2 до № 40", _DRY),
    ("Ремонт", "ул. Васил Левски, нечетни номера", _DRY), ("Авария", "с. Долни Воден, ул. Чая", _DRY),
    ("Мътна вода", "кв. Каменица, ул. Бяла", _DIRTY), ("Ремонт", "пл. Съединение и пазарът", _DRY),
    ("Авария", "кв. Гагарин, бл. 140–152", _DRY), ("Мътна вода", "с. Марково, високата зона", _DIRTY),
)  # fmt: skip
_CODES = ("Жълт код: не поливайте от 7 до 21 ч.", "Оранжев код: воден режим в южните квартали",
          "Преваряйте водата в Брестник и Марково")  # fmt: skip
_CARDS = (
    ("Кампания", "Нов водомер за {quarter}", "Отстъпка {n} % до {day} май."),
    ("Анкета", "Доволни ли са хората в {quarter}?", "Вече отговориха {n}{h} абонати."),
    ("Събитие", "Открит урок в {school}", "На {day} май от {h}:30 ч."),
    ("Конкурс", "Детска рисунка: {n} награди", "Творби се приемат до {day} май в {school}."),
    ("Обучение", "Как се отчита водомер", "За {quarter}, на {day} май от {h}:00 ч."),
    ("Търг", "Употребявани помпи, лот № {n}", "Оферти до {day} май, {h}:00 ч."),
    ("Изложба", "{n} години градски водопровод", "В {school}, до {day} май."),
)
_BARS = ("Абонирайте се за бюлетина: брой {n} излиза на {day} май", "Ден на отворените врати в {school} на {day} май",
         "Платете до {day} май и спечелете една от {n} награди", "Търсим {h} водопроводчици за {quarter}")  # fmt: skip
_NAMES = ("кв. Тракия", "кв. Кючука", "кв. Смирненски", "кв. Христо Ботев", "кв. Прослав", "кв. Коматево")
_SCHOOLS = ("читалище Пробуда", "ОУ Райна Княгиня", "Дома на водата", "СУ Патриарх Евтимий", "музея")
_USEFUL = ("Пет начина да пестим вода", "Откъде идва водата ни", "Как да открием теч у дома", "Разходка до язовира",
           "Водата в училищата", "Старите чешми на града", "Дъждовна вода за градината")  # fmt: skip
_DAMS = ("Въча", "Кричим", "Батак", "Тополница", "Пясъчник", "Голям Беглик")


class Vodno(GeneratedSite):
    """A Bulgarian waterworks: cuts in a grid of cards, a bar for codes; the house's cards and bars are seldom alike."""

    slug = "vodno"
    hard = "cuts and ever new house cards in one grid; one bar above holds a code or an appeal; dams at each hour"
    more = 0
    look = Look(
        heading=WIDE, body=WIDE, paper="#ffffff", ink="#0d2b45", muted="#62798d", line="#d3e0ea", accent="#0077b6",
        lead_px=24, top_px=17, card="#eef6fb",
        extra=(
            ".grid{display:grid;grid-template-columns:222px 222px 222px;gap:10px}.grid>div{background:#eef6fb;"
            "border:1px solid #d3e0ea;border-radius:6px;padding:8px 10px;height:150px;overflow:hidden}"
            ".chip{background:#0077b6;color:#fff;font-size:11px;line-height:18px;padding:0 8px;display:inline-block;"
            "border-radius:9px;margin-bottom:5px}.grid p{font-size:13px;line-height:18px}.bar{background:#ffd166}"
            ".bar p{font-size:17px;line-height:26px}.menu{background:#0d2b45;color:#fff}.menu span{margin-right:24px}"
            ".dams i{display:block;height:8px;background:#48cae4;margin-bottom:6px}"
        ),
    )  # fmt: skip
    course = Course(spots=len(_CUTS), comes=0.22, lasts_h=(3, 12), calm=0.45)
    codes = Course(spots=len(_CODES), comes=0.06, raised=0.0, lasts_h=(5, 20), calm=0.3)
    visits = Visits(per_h=0.2, stays_h=(2, 12), places=(0, 0, 1, 2, 3, 4), together=3)

    def states(self, hours: int) -> Iterator[PageState]:
        """The page at each of the first hours."""
        cuts = list(self.course.at_each_hour(self.chance.child("course"), hours))
        codes = list(self.codes.at_each_hour(self.chance.child("codes"), hours))
        guests = self.visits.at_each_hour(self.chance.child("guests"), hours)
        for hour, house in enumerate(guests):
            told = tuple(" ".join(self._told(item)) for item in cuts[hour]) or ("Няма прекъсвания.",)
            code = _CODES[codes[hour][0].spot] if codes[hour] else ""
            rows = tuple(self._page(cuts[hour], code, house, hour))
            yield PageState(rows=rows, news=(*((code,) if code else ()), *told))

    def _told(self, item: Notice) -> tuple[str, str, str]:
        kind, where, grades = _CUTS[item.spot]
        return kind, where, grades[item.grade].format(until=_clock(item))

    def _filled(self, words: str, key: int) -> str:
        draw = self.chance.child("house", key)
        return words.format(
            n=draw.between(5, 60, "n"), day=draw.between(8, 31, "day"), h=draw.between(9, 18, "h"),
            quarter=draw.pick(_NAMES, "quarter"), school=draw.pick(_SCHOOLS, "school"),
        )  # fmt: skip

    def _page(self, cuts: Sequence[Notice], code: str, house: Sequence[Guest], hour: int) -> list[Row]:
        at = STARTS_AT + timedelta(hours=hour)
        note = f"{self.chance.between(12, 950, 'here', hour)} души са на сайта"
        names = ("Начало", "Прекъсвания", "Сметка", "Качество", "Кариери", "Контакти")
        menu = "".join(f"<span>{name}</span>" for name in names)
        rows = [
            row(panels.masthead("ВиК Марица", 1000, note, height=58), tag="header"),
            row(panels.plain("menu", 1000, f"<p>{menu}</p>")),
            row([self._dams(hour, 280), self._quality(hour, 280)], [self._grid(cuts, house, hour, 720)], tag="main"),
            row(panels.recommended(self.chance, hour // 2, 1000, 4, f"Полезно, {at:%d.%m. %H:%M}", titles=_USEFUL)),
        ]  # fmt: skip
        spell = hour // 6
        if code:
            rows.insert(2, row(panels.plain("bar", 1000, f"<p>{code}</p>", is_news=True)))
        elif self.chance.happens(0.45, "bar", spell):
            words = self._filled(self.chance.pick(_BARS, "which", spell), spell)
            rows.insert(2, row(panels.plain("bar", 1000, f"<p>{words}</p>")))
        return rows

    def _grid(self, cuts: Sequence[Notice], house: Sequence[Guest], hour: int, width: int) -> Panel:
        cards = ""
        placed = [replace(guest, place=min(guest.place, len(cuts))) for guest in house]
        for item in mixed(cuts, placed):
            if isinstance(item, Guest):
                kinds = self.chance.pick(_CARDS, "card", item.text)
                kind, title, words = (self._filled(part, item.text) for part in kinds)
            else:
                kind, title, words = self._told(item)
            age = hour - item.began
            said = f"преди {age} ч." if age else "току-що"
            head = f'<span class="chip">{kind}</span><h3>{title}</h3>'
            cards += f'<div>{head}<p>{words}</p><p class="small">{said}</p></div>'
        none = "" if cuts else "<p>Няма прекъсвания.</p>"
        html = f'<h1>Прекъсвания и съобщения</h1>{none}<div class="grid">{cards}</div>'
        return panels.plain("cuts", width, html, is_news=True)

    def _dams(self, hour: int, width: int) -> Panel:
        lines = ""
        for name in _DAMS:
            share = self.chance.between(300, 970, "dam", name, hour // 30) + self.chance.below(9, name, hour)
            lines += f'<p>{name} {share / 10:.1f} %</p><i style="width:{share // 4}px"></i>'
        return panels.plain("dams", width, f"<h4>Язовири</h4>{lines}")

    def _quality(self, hour: int, width: int) -> Panel:
        lines = "".join(
            f"<li>{name}: {self.chance.between(20, 48, 'chlorine', name, hour) / 100:.2f} mg/l</li>"
            for name in _NAMES
        )
        view = panels.image(f"webcam-dam-{hour}", width - 24, 140)
        return panels.plain("quality", width, f"<h4>Остатъчен хлор</h4><ul>{lines}</ul>{view}")


OUTAGES = (Nettvakt, Vodno)
