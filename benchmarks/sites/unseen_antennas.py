"""An antenna over the river: a Ukrainian regional broadcaster's front, with reports, a feed and a player."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from benchmarks.sites import panels
from benchmarks.sites.illustrated import told
from benchmarks.sites.look import SANS, Look
from benchmarks.sites.news import STARTS_AT
from benchmarks.sites.page import ORIGIN, PageState, Panel, Row, row
from benchmarks.sites.site import GeneratedSite

_WHERE = ("у Вербівці", "у Лужанах", "у Крушині", "у Старому Броді", "в Озерному", "у Підгайному", "у Тарасівці",
          "у Білопіллі", "у Глибочку", "у Новосілках", "у Рудні", "у Ставках", "в Ізбиці")  # fmt: skip
_MANY = (6, 8, 11, 12, 15, 17, 18, 25, 27, 36, 38, 45)
_FEED = ("{T} після ремонту відкрили школу", "Двоє людей постраждали внаслідок аварії {t}",
         "{T} гасили пожежу на складі пиломатеріалів", "Лікарня {t} отримала новий апарат МРТ",
         "{T} на добу вимкнуть воду: перелік вулиць", "Суд арештував посадовця за хабар у {n} тисяч доларів",
         "На ремонт мосту {t} оголосили тендер на {n} млн гривень", "Рятувальники дістали чоловіка з колодязя {t}",
         "{T} попрощалися із загиблим захисником", "Поліція шукає свідків наїзду на велосипедиста {t}",
         "Волонтери передали бригаді {n} дронів", "На виборах старости {t} перемогла вчителька",
         "Проїзд у маршрутках {t} подорожчає до {n} гривень", "{T} запускають автобусний маршрут № {n}",
         "Прокуратура повернула громаді {n} гектарів лісу", "{T} зафіксували спалах кору: {n} хворих",
         "Енергетики відновили світло для {n} сіл", "{T} депутати звільнили директора водоканалу",
         "{T} знайшли боєприпас часів Другої світової", "Область отримає {n} шкільних автобусів",
         "Аграрії {t} рахують збитки від заморозків", "Археологи показали знахідки з розкопок {t}",
         "{T} зник підліток: прикмети", "Шахту {t} зупинили через підвищений рівень метану")  # fmt: skip
_LEADS = (
    ("Рада {t} припинила повноваження голови",
     "Рішення підтримали {n} депутатів. Сам посадовець говорить про політичний тиск і готує позов."),
    ("Повінь {t}: евакуювали {n} родин",
     "Вода прибуває з ночі, дамба поки тримається. Людей розмістили в гуртожитку коледжу."),
    ("Завод {t} зупиняє виробництво",
     "Про скорочення попередили {n} працівників. Профспілка вимагає виплат за три місяці."),
    ("Вибух газу {t}: розбирають завали",
     "Пошкоджено {n} квартир, рятувальники працюють з кінологами. Причину встановлює слідство."),
    ("Обшуки в раді {t}: вилучили документи на землю",
     "Слідчі перевіряють, як відвели {n} гектарів на межі заповідника."),
    ("Медики {t} вийшли на протест через борги із зарплати",
     "Лікарня заборгувала {n} мільйонів гривень. Перші виплати обіцяють наступного тижня."),
    ("Міст {t} закрили для вантажівок",
     "Обстеження показало тріщини в опорах. Об’їзд додає до дороги {n} кілометрів."),
    ("Додому з полону повернулися {n} захисників з області",
     "Автобус зустрічали {t}. Першими на площу прийшли діти й матері."),
    ("Посуха: води бракує {n} селам",
     "Колодязі пересихають, воду підвозять цистернами. Найскладніша ситуація {t}."),
    ("Суд скасував дозвіл на сміттєзавод {t}",
     "Позов подали {n} мешканців. Забудовник має місяць на апеляцію."),
    ("Прорив магістралі {t}: без води {n} будинків",
     "Аварійні бригади працюють цілодобово. Школи перевели на дистанційне навчання."),
    ("Поліцію {t} очолив новий керівник",
     "Попередник пішов після перевірки, яка виявила {n} закритих без підстав справ."),
    ("Корпус університету {t} визнали аварійним",
     "Заняття {n} груп перенесли до інших приміщень до осені."),
    ("Потяг зійшов з рейок {t}",
     "Постраждали {n} пасажирів, рух на дільниці зупинено. Працює комісія."),
)  # fmt: skip
_TURNS = ("що відомо на цю хвилину", "заява прокуратури", "відповідь обласної адміністрації", "коментарі експертів",
          "хто відповідатиме", "подробиці")  # fmt: skip
_AFTER = ("Опівдні створили комісію, до неї увійшли {n} фахівців. Висновки обіцяють оприлюднити.",
          "Справу передали до обласного управління. Допитали вже {n} свідків.",
          "Редакція отримала документи на {n} сторінках. Публікуємо головне.",
          "Адміністрація виділила {n} мільйонів з резервного фонду. Опозиція вважає це запізнілим.",
          "Міністр приїхав на місце й пообіцяв рішення за {n} днів.",
          "Активісти вимагають відкритого засідання: під зверненням уже {n} тисяч підписів.")  # fmt: skip
_SHOWS = ("Ранок над Бугом", "Новини області", "Голос громади", "Кухня з Марією", "Документальний фільм",
          "Відкрита студія", "Дитяча година", "Спортивний вечір", "Телемарафон", "Забуті замки")  # fmt: skip
_POPULAR = ("Рецепт: сирники, які не розпадаються", "Де цвітуть магнолії: п’ять адрес", "Історія одного вокзалу",
            "Як читати платіжку за тепло", "Тест: чи знаєте ви говірку Полісся", "Коли садити огірки: поради",
            "Найстаріша світлина міста", "Що робити, коли вкусив кліщ", "Гороскоп на тиждень",
            "Десять озер на вихідні", "Бабуся в’яже шкарпетки на фронт", "Фестиваль борщу: як це було",
            "Чому гудуть дроти в полі", "Собака, який чекає на зупинці")  # fmt: skip
_SAID = ("А в нас дороги як не було, так і нема", "Дякую редакції, що не мовчите!", "Знову обіцянки…",
         "Тримайтеся, люди", "Хто перевіряв кошторис?", "Був там учора, все правда", "Коли дадуть воду на Садовій?",
         "Гарний сюжет, передайте вітання оператору", "Покажіть список депутатів")  # fmt: skip
_PARTNERS = ("Вікна з монтажем за три дні — партнерський матеріал", "Як обрати генератор для дачі (реклама)",
             "Санаторій «Зелений Гай»: знижки на літо", "Кредит для аграріїв від 5 % — новини компаній",
             "Чисті фари: акція в автомийках")  # fmt: skip


@dataclass(frozen=True)
class Report:
    """A report: which one, how it was retold, and the picture it runs under."""

    number: int
    picture: str
    title: int = 0
    words: int = 0


class Strichka(GeneratedSite):
    """A regional broadcaster: one large report, two below it, a feed with times; a player that pushes it all down."""

    slug = "strichka"
    hard = "Ukrainian; words over old pictures, pictures under old words, paid lines in the feed, a moving player"
    more = 0
    look = Look(
        heading=SANS, body=SANS, paper="#ffffff", ink="#14213d", muted="#7a8194", line="#e1e4ec", accent="#005bbb",
        lead_px=29, top_px=17, card="#f2f5fb",
        extra=(
            ".masthead{border-top:6px solid #ffd500}.menyu{background:#005bbb;color:#fff}.menyu span{margin-right:26px}"
            ".ryadok{border-left:2px solid #ffd500;padding:7px 10px}.ryadok b{color:#005bbb;margin-right:6px}"
            ".efir{background:#10182b;color:#fff}.efir h4{color:#ffd500}.efir li{border-color:#2e3a57}"
            ".pohoda,.kurs{background:#f2f5fb}.pohoda td,.kurs td{padding:2px 14px 2px 0}.zbir{background:#ffd500}"
            ".zbir i{display:block;height:12px;background:#005bbb}.holovne h1{margin-top:10px}"
        ),
    )  # fmt: skip

    def states(self, hours: int) -> Iterator[PageState]:
        """The page at each of the first hours."""
        reports = [Report(number, f"{_SUBJECTS[number]}-{number}") for number in range(3)]
        feed = [(12 - place, (31 - 2 * place) % 24) for place in range(12)]
        for hour in range(hours):
            at = STARTS_AT + timedelta(hours=hour)
            awake = 1.0 if 4 <= at.hour <= 19 else 0.15
            if hour and self.chance.happens(0.3 * awake, "line", hour):
                feed = [(feed[0][0] + 1, (at.hour + 2) % 24), *feed[:11]]
            if hour and self.chance.happens(0.22 * awake, "desk", hour):
                reports = self._edited(reports, hour)
            news = (
                *(part for item in reports[:1] for part in (*self._told(item), f"{item.picture}.svg")),
                *(self._told(item)[0] for item in reports[1:]),
                *(f"{item.picture}.svg" for item in reports[1:]),
                *(self._line(number) for number, _ in feed),
            )
            yield PageState(rows=tuple(self._page(reports, feed, hour, at)), news=news)

    def _edited(self, old: list[Report], hour: int) -> list[Report]:
        """A new report leads, perhaps under the picture that is there; or the leading one is retold or shown anew."""
        lead, what = old[0], self.chance.number("what", hour)
        number = 1 + max(item.number for item in old)
        if what < 0.46:
            return [Report(number, f"{_SUBJECTS[number % 4]}-{number}"), *old[:2]]
        if what < 0.58:  # the report takes another's place and keeps its film
            return [Report(number, lead.picture), *old[1:]]
        if what < 0.7:
            return [replace(lead, title=lead.title + 1), *old[1:]]
        if what < 0.86:
            return [replace(lead, words=lead.words + 1), *old[1:]]
        return [replace(lead, picture=f"{_SUBJECTS[hour % 4]}-{lead.number}-{hour}"), *old[1:]]

    def _told(self, item: Report) -> tuple[str, str]:
        (where,) = told(self.chance.child("where"), (_WHERE,), item.number)
        title, words = _LEADS[(self.chance.below(len(_LEADS), "leads") + 5 * item.number) % len(_LEADS)]
        many = self.chance.pick(_MANY, "many", item.number)
        if item.title:
            title = f"{title}: {_TURNS[(item.number + item.title) % len(_TURNS)]}"
        if item.words:
            words = _AFTER[(item.number + item.words) % len(_AFTER)]
            many = self.chance.pick(_MANY, "later", item.number, item.words)
        return title.format(t=where, n=many), words.format(t=where, n=many)

    def _line(self, number: int) -> str:
        (where,) = told(self.chance.child("feed"), (_WHERE,), number)
        words = _FEED[(self.chance.below(len(_FEED), "lines") + 7 * number) % len(_FEED)]
        return words.format(
            t=where, T=where[0].upper() + where[1:], n=self.chance.pick(_MANY, "feed", number)
        )

    def _page(
        self, reports: Sequence[Report], feed: Sequence[tuple[int, int]], hour: int, at: datetime
    ) -> list[Row]:
        menu = "".join(
            f"<span>{name}</span>"
            for name in ("Новини", "Відео", "Радіо", "Громади", "Погода", "Архів", "Реклама")
        )
        note = f"{at + timedelta(hours=3):%d.%m.%Y %H:%M} · нас дивляться {self.chance.between(310, 9_800, 'tv', hour)}"
        height = self.chance.pick((90, 250, 400), "banner px", hour)
        side = [
            panels.advert(self.adverts.advert("side", 60 * hour, 246, height), "banner", 270),
            self._weather(hour),
            self._popular(hour),
        ]
        rows = [
            row(panels.masthead("Надбужжя · ТБ і радіо", 1000, note, height=60), tag="header"),
            row(panels.plain("menyu", 1000, f"<p>{menu}</p>")),
            row(self._feed(feed, hour), [*self._reports(reports, hour), self._talk(hour, 480)], side, tag="main"),
            row(panels.advert(self.adverts.advert("foot", 60 * hour, 970, 180), "pidval-banner", 1000)),
            row(panels.plain("foot", 1000, '<p class="small">Редакційна рада · Вакансії · Звіти · Правила сайту</p>'),
                tag="footer"),
        ]  # fmt: skip
        live = self.chance.happens(0.55, "live", hour // 3)
        rows.insert(
            2 if live else 3,
            row([self._player(hour, 600)], [self._guide(hour, at, 400), self._fund(hour, 400)]),
        )
        return rows

    def _reports(self, reports: Sequence[Report], hour: int) -> list[Panel]:
        """The lead, and those below it."""
        lead = reports[0]
        title, words = self._told(lead)
        seen = self.chance.between(400, 26_000, "seen", hour)
        main = panels.plain("holovne", 480, (
            f'{panels.image(lead.picture, 456, 270)}<h1><a href="{ORIGIN}/n/{lead.number}">{title}</a></h1>'
            f'<p>{words}</p><p class="small">Переглядів: {seen}</p>'
        ), is_news=True)  # fmt: skip
        seconds = [
            panels.plain("druhe", 480, (
                f'<div class="side">{panels.image(item.picture, 150, 92)}<div><h2>{self._told(item)[0]}</h2>'
                f'<p class="small">Коментарів: {self.chance.below(60, "talk", item.number, hour)}</p></div></div>'
            ), is_news=True)
            for item in reports[1:]
        ]  # fmt: skip
        return [main, *seconds]

    def _feed(self, feed: Sequence[tuple[int, int]], hour: int) -> list[Panel]:
        """Its lines below a title, at times a paid one among them."""
        lines = [
            panels.plain(
                "ryadok", 250, f"<p><b>{clock:02d}:{number * 7 % 60:02d}</b>{self._line(number)}</p>", is_news=True
            )
            for number, clock in feed
        ]  # fmt: skip
        if self.chance.happens(0.5, "paid", hour // 3):
            place = self.chance.below(6, "paid at", hour // 3)
            sold = self.chance.pick(_PARTNERS, "paid for", hour // 3)
            lines.insert(place, panels.plain("ryadok", 250, f"<p><b>★</b>{sold}</p>"))
        lines.insert(0, panels.plain("strichka", 250, "<h4>Стрічка</h4>"))
        return lines

    def _player(self, hour: int, width: int) -> Panel:
        """Whatever is on air at the visit."""
        height = self.chance.pick((190, 230, 290), "player px", hour // 2)
        frame = panels.image(f"portrait-efir-{hour}", width - 24, height)
        return panels.plain("efir", width, f"<h4>● Наживо</h4>{frame}")

    def _guide(self, hour: int, at: datetime, width: int) -> Panel:
        lines = "".join(
            f"<li>{(at.hour + 3 + step) % 24:02d}:00 {_SHOWS[(at.hour + step + hour // 24) % len(_SHOWS)]}</li>"
            for step in range(4)
        )
        return panels.plain("efir", width, f"<h4>Далі в програмі</h4><ul>{lines}</ul>")

    def _weather(self, hour: int) -> Panel:
        rows = "".join(
            f"<tr><td>{name}</td><td>{7 + self.chance.below(15, 'air', name, hour // 2)}°</td></tr>"
            for name in ("Північ", "Центр", "Південь", "Вода в Бузі")
        )
        usd, eur = (self.chance.between(10, 99, coin, hour) for coin in ("usd", "eur"))
        rate = f"<p>Долар 41,{usd} · євро 47,{eur}</p>"
        return panels.plain("pohoda", 270, f"<h4>Погода і курс</h4><table>{rows}</table>{rate}")

    def _popular(self, hour: int) -> Panel:
        lines = "".join(
            f"<li>{panels.image(f'feature-{_POPULAR.index(item)}', 246, 96)}<h3>{item}</h3></li>"
            for item in self.chance.shuffled(_POPULAR, "popular", hour)[:3]
        )
        return panels.plain("chytayut", 270, f"<h4>Читають зараз</h4><ul>{lines}</ul>")

    def _talk(self, hour: int, width: int) -> Panel:
        lines = "".join(
            f'<li>{item} <span class="small">{self.chance.between(1, 59, "ago", item, hour)} хв тому</span></li>'
            for item in self.chance.shuffled(_SAID, "said", hour)[:6]
        )
        return panels.plain("rozmovy", width, f"<h4>Коментують</h4><ul>{lines}</ul>")

    def _fund(self, hour: int, width: int) -> Panel:
        got = 38_000 + 740 * hour + self.chance.below(600, "got", hour)
        bar = f'<i style="width:{got * 370 // 260_000}px"></i>'
        html = f"<h2>Збір на автівку для «швидкої»</h2><p>{got} з 260000 ₴</p>{bar}"
        return panels.plain("zbir", width, html)


_SUBJECTS = ("city", "politics", "world", "science")


UNSEEN_ANTENNAS = (Strichka,)
