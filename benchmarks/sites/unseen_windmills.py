"""Three pages nobody had seen: a Bulgarian register of decisions with its rules, a Persian front full of sellers,
and the data desk of an Italian paper with its chart, its table and its analyses."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from benchmarks.sites import panels
from benchmarks.sites.illustrated import Duty, told
from benchmarks.sites.look import SANS, SERIF, WIDE, Look
from benchmarks.sites.news import STARTS_AT
from benchmarks.sites.page import ORIGIN, Overlay, PageState, Panel, Row, row
from benchmarks.sites.site import GeneratedSite


def _list(name: str, width: int, title: str, words: Sequence[str]) -> Panel:
    lines = "".join(f"<li>{item}</li>" for item in words)
    return panels.plain(name, width, f"<h4>{title}</h4><ul>{lines}</ul>")


_FORMS = ("„{} ЕООД“", "„{} АД“", "„{} ООД“", "Сдружение „{}“", "ЕТ „{}“")
_FIRMS = ("Ведрина 91", "Аква Рила", "Бистрец", "Превоз Юг", "Дунавски води", "Чинар 7", "Тракия Бус", "Изворче",
          "Каменар", "Лонгоза", "Ропотамо Тур", "Сините камъни", "Янтра Транс")  # fmt: skip
_MATTERS = ("Одобрява цени на водоснабдителните услуги", "Отказва изменение на лицензия за превоз",
            "Налага имуществена санкция от 4 000 евро", "Издава разрешително за водовземане, срок 6 години",
            "Отнема разрешително поради неплатена такса", "Дава задължителни указания за отчетите",
            "Утвърждава общи условия на договорите", "Спира производството до решение на съда",
            "Задължава дружеството да върне надвзети суми", "Продължава срока на лицензия с 10 години",
            "Оставя без разглеждане жалба на потребител")  # fmt: skip
_STATES = ("в срок за обжалване", "обжалвано", "влязло в сила", "отменено от съда", "потвърдено от съда")
_THEN = ((1, 2, 2), (3, 4), (), (), ())
_RULES = ("Решенията се вписват в регистъра в срок от {} работни дни от приемането им.",
          "За справка с копие на хартия се плаща такса от {} евро за всяко решение.",
          "Заличаване на лични данни се иска писмено; комисията се произнася до {} дни.",
          "Заявления, подадени след {} часа, се завеждат на следващия работен ден.")  # fmt: skip
_DRIVES = ("Подай сигнал за теч", "Спести вода: десет съвета", "Провери превозвача си", "Без опашки: с КЕП от дома",
           "Отворени данни за всички", "Карта на водомерите")  # fmt: skip
_ASKED = ("Как се подава жалба?", "Къде да платя таксата?", "Как се чете сметката за вода?", "Кога цената влиза в сила?",
          "Кой проверява водомера?", "Какво е разрешително?", "Може ли без подпис?")  # fmt: skip
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
            over = (self._cookie(hour),) if self.chance.happens(0.25, "cookies", hour) else ()
            shown = tuple(self._page(rulings, (*law, news[-1]), hour, at))
            yield PageState(rows=shown, news=news, overlays=over)

    def _went_on(self, rulings: Sequence[Ruling], hour: int) -> list[Ruling]:
        """What became of one of those that may still change."""
        pending = [item for item in rulings if _THEN[item.state]]
        chosen = self.chance.pick(pending, "whose", hour) if pending else None
        then = self.chance.pick(_THEN[chosen.state], "then", hour) if chosen else 0
        return [replace(item, state=then) if item is chosen else item for item in rulings]

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
                [self._desk(hour, at, 310), self._old(hour, 310), self._sought(hour, 310),
                 _list("asked", 310, "Често питате", self.chance.shuffled(_ASKED, "asked", hour)[:4])],
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
        heads = "<th>№, дата<th>Лице<th>Относно<th>Състояние<th>Сваляния"
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
        ago = {name: self.chance.between(1, 59, "ago", name, hour) for name in order}
        lines = [f'„{name}“ <span class="small">преди {ago[name]} мин.</span>' for name in order]
        return _list("sought", width, "Последно търсени", lines)

    def _cookie(self, hour: int) -> Overlay:
        html = "<h3>Бисквитки</h3><p>Използваме бисквитки за статистика. Приемам · Отказвам · Настройки</p>"
        return Overlay(panels.plain("cookie", 420, html), 560, 560 + 60 * self.chance.below(4, "y", hour))


_WHO = ("فرماندار بوشهر", "شهرداری تبریز", "هواشناسی", "استاندار یزد", "آتش‌نشانی رشت", "دانشگاه شیراز", "اتاق اصناف",
        "پلیس راه", "فدراسیون کشتی", "شرکت آب کرمان", "دادستان ساری", "میراث فرهنگی", "راه‌آهن")  # fmt: skip
_DID = ("از جیره‌بندی آب در شش شهر خبر داد", "علت قطعی برق شب گذشته را اعلام کرد", "حکم تخریب بازار قدیمی را لغو کرد",
        "زمان بازگشایی جاده را گفت", "سرپرست تازه خود را معرفی کرد", "درباره گرد و غبار هشدار داد",
        "از بودجه ناکافی گلایه کرد", "نتیجه بررسی حادثه را منتشر کرد", "قرارداد خط دوم مترو را امضا کرد",
        "آمار سفرهای نوروزی را اعلام کرد", "به اعتراض کارگران پاسخ داد")  # fmt: skip
_TAIL = ("۱۲ نفر راهی بیمارستان شدند", "جلسه فردا ادامه دارد", "مجلس توضیح خواست", "مهلت تا پایان خرداد",
         "پرونده به دادگاه رفت", "جزئیات تازه از محل", "اهالی راضی نیستند")  # fmt: skip
_SOLD = ("کفش طبی سبک با ۶۰٪ تخفیف", "لاغری بدون رژیم در ۲۰ روز", "تور استانبول، شب یلدا", "کاشت مو با ضمانت",
         "آموزش ترید رایگان", "مبل راحتی اقساطی", "چای لاهیجان درجه یک", "اینترنت پرسرعت خانگی", "خرید طلای آب‌شده",
         "یخچال ایرانی، ارسال رایگان", "دندان‌پزشکی اقساطی", "وام فوری بدون ضامن")  # fmt: skip
_PAID = ("چرا باید پنجره دوجداره بخریم؟", "راهنمای انتخاب بهترین بیمه بدنه", "هفت نکته پیش از اجاره ویلا",
         "صفر تا صد خرید دستگاه تصفیه", "مقایسه قیمت لپ‌تاپ در بازار", "مهاجرت کاری از کجا شروع می‌شود؟",
         "مزایای کفپوش برای آشپزخانه", "پرده زبرا بهتر است یا شید؟")  # fmt: skip
_READ = ("فال امروز شما", "طرز تهیه قورمه‌سبزی", "عکسی که خبرساز شد", "قدیمی‌ترین درخت کشور", "گران‌ترین خودروهای بازار",
         "تصاویر برف بهاری", "بازیگر محبوب در روستا", "تست هوش: کدام فرق دارد؟", "خانه‌ای زیر زمین",
         "چهره‌ها در شبکه‌ها")  # fmt: skip
_PRICED = ("دلار", "یورو", "سکه", "طلای ۱۸", "شاخص بورس", "نفت")


def _farsi(words: object) -> str:
    return str(words).translate(str.maketrans("0123456789", "۰۱۲۳۴۵۶۷۸۹"))


@dataclass(frozen=True)
class Report:
    """A report: which, of which hour, how often its headline was written anew, and its picture changed."""

    number: int
    turn: int = 0
    shot: int = 0


class Peyk(GeneratedSite):
    """A news portal that lives of selling: reports between goods, paid articles, prices and banners of any height."""

    slug = "peyk"
    hard = "a few headlines among cards of goods that look like them, articles that are paid for, banners that push"
    more = 0
    look = Look(
        heading=WIDE, body=WIDE, paper="#ffffff", ink="#1a1a1a", muted="#777777", line="#dddddd", accent="#c4161c",
        lead_px=24, top_px=15, card="#fff8e1",
        extra=(
            "section{direction:rtl}.masthead{border-bottom:3px solid #c4161c}.prices,.paid{background:#f1f1f1}"
            ".prices p{display:flex;justify-content:space-between}.popup{background:#0a2a66;color:#fff}"
            ".tag{background:#ffb300;padding:0 5px}.liked{background:#fff8e1}.liked b{color:#c4161c}"
        ),
    )  # fmt: skip

    def states(self, hours: int) -> Iterator[PageState]:
        """The page at each of the first hours."""
        told_of = [Report(-3 * place) for place in range(7)]
        for hour in range(hours):
            at = STARTS_AT + timedelta(hours=hour)
            rate = (0.15 if at.hour < 6 else 1.0) * (0.6 if at.weekday() == 4 else 1.0)
            what = self.chance.number("what", hour) / rate if hour else 1
            place = self.chance.below(7, "place", hour)
            item = told_of[place]
            if what < 0.12:
                told_of = [Report(hour), *told_of[:6]]
            elif what < 0.26:
                told_of = [told_of[0], Report(hour), *told_of[1:6]]
            elif what < 0.32:
                told_of[place] = replace(item, turn=item.turn + 1)
            elif what < 0.45:
                told_of[place] = replace(item, shot=item.shot + 1)
            news = (self._told(told_of[0])[1], *(self._told(item)[0] for item in told_of))
            popup = self._popup(hour) if self.chance.happens(0.3, "popup", hour) else ()
            yield PageState(rows=tuple(self._page(told_of, hour, at)), news=news, overlays=popup)

    def _told(self, item: Report) -> tuple[str, str]:
        who, did, tail = told(self.chance.child("told"), (_WHO, _DID, _TAIL), item.number)
        later = _TAIL[(_TAIL.index(tail) + item.turn) % len(_TAIL)]
        aside = self.chance.pick(_TAIL, "aside", item.number)
        return f"{who} {did}؛ {later}", f"به گزارش پیک، {who} عصر دیروز در نشستی {did}. گفته می‌شود {aside}."

    def _page(self, told_of: Sequence[Report], hour: int, at: datetime) -> list[Row]:
        day = ("دوشنبه", "سه‌شنبه", "چهارشنبه", "پنجشنبه", "جمعه", "شنبه", "یکشنبه")[at.weekday()]
        online = self.chance.between(900, 9000, "on", hour)
        note = _farsi(f"{day} {at.day + 10} اردیبهشت ۱۴۰۵ · {at:%H:%M} · {online} آنلاین")
        cards = [self._card(item, hour) for item in told_of[1:]]
        for first in (0, 4):  # something to buy stands in each row of reports
            cards.insert(first + self.chance.below(4, "seat", first, hour // 8), self._goods(first, hour))
        tall = self.chance.pick((90, 120, 250), "billboard px", hour)
        less = self.chance.pick((60, 90, 140), "between px", hour // 2)
        rows = [
            row(self._advert("billboard", hour, 1000, tall)),
            row(panels.masthead("پیک روز", 1000, note, height=64), tag="header"),
            row(self._prices(hour)),
            row(
                [self._advert("tower", hour, 240, 300), self._some("texts", 240, "تبلیغات متنی", _SOLD, hour)],
                [self._some("read", 280, "پربازدیدترین‌ها", _READ, hour),
                 self._some("paid", 280, "رپورتاژ آگهی", _PAID, (hour + 4) // 12)],
                [self._lead(told_of[0], hour, 480)],
                tag="main",
            ),
            row(*cards[:4]),
            row(self._advert("between", hour, 1000, less)),
            row(*cards[4:]),
            row(self._liked(hour)),
            row(panels.plain("foot", 1000, "<p class='small'>درباره ما · تعرفه تبلیغات · آرشیو</p>")),
        ]  # fmt: skip
        del rows[5 : 5 + self.chance.happens(0.3, "unsold", hour)]
        return rows

    def _advert(self, name: str, hour: int, width: int, height: int) -> Panel:
        return panels.advert(self.adverts.advert(name, 60 * hour, width - 24, height), name, width)

    def _prices(self, hour: int) -> Panel:
        cells = ""
        for name in _PRICED:
            cost = self.chance.between(61_000, 98_999, "cost", name, hour)
            step = self.chance.pick("▲▼", "step", name, hour)
            cells += f"<span>{name} <b>{_farsi(cost)}</b> {step}</span>"
        return panels.plain("prices", 1000, f"<p>{cells}</p>")

    def _lead(self, item: Report, hour: int, width: int) -> Panel:
        words, more = self._told(item)
        html = f'<h1><a href="{ORIGIN}/fa/news/{item.number + 90210}">{words}</a></h1><p>{more}</p>'
        picture = panels.image(f"politics-{item.number}-{item.shot}", width - 24, 270)
        return panels.plain("lead", width, picture + html + self._said(item, hour), is_news=True)

    def _card(self, item: Report, hour: int) -> Panel:
        picture = panels.image(f"city-{item.number}-{item.shot}", 226, 140)
        title = f'<h2><a href="{ORIGIN}/fa/news/{item.number + 90210}">{self._told(item)[0]}</a></h2>'
        return panels.plain("card", 250, picture + title + self._said(item, hour), is_news=True)

    def _said(self, item: Report, hour: int) -> str:
        ago, said = hour - item.number, self.chance.below(5, "said", item.number, hour)
        age = f"{ago} ساعت پیش" if ago else f"{self.chance.between(2, 55, 'age', hour)} دقیقه پیش"
        return f'<p class="small">{_farsi(age)} · {_farsi(5 * ago + said)} نظر</p>'

    def _goods(self, place: int, hour: int) -> Panel:
        """A card between the reports that sells something."""
        number = self.chance.below(len(_SOLD), "goods", place, hour)
        cost = _farsi(self.chance.between(90, 990, "goods cost", place, hour))
        title = f'<h2><a href="{ORIGIN}/out/{number}">{_SOLD[number]}</a></h2>'
        html = f'{title}<p><span class="tag">آگهی</span> {cost} هزار تومان</p>'
        return panels.plain("card", 250, panels.image(f"culture-goods-{number}", 226, 140) + html)

    def _some(self, name: str, width: int, title: str, words: Sequence[str], key: int) -> Panel:
        """A few of some words; those that are paid for stay for half a day and come again."""
        many = self.chance.between(4, 6, name, key)
        return _list(name, width, title, self.chance.shuffled(words, name, "order", key)[:many])

    def _liked(self, hour: int) -> Panel:
        cards = "".join(
            f"<div>{panels.image(f'culture-goods-{number}', 182, 120)}<h3>{_SOLD[number]}</h3>"
            f"<b>{_farsi(self.chance.between(10, 75, 'off', number, hour))}٪ تخفیف</b></div>"
            for number in self.chance.shuffled(range(len(_SOLD)), "liked", hour)[:5]
        )
        return panels.plain("liked", 1000, f'<h4>شاید بپسندید</h4><div class="cards">{cards}</div>')

    def _popup(self, hour: int) -> tuple[Overlay, ...]:
        words = self.chance.pick(_SOLD, "popup words", hour)
        panel = panels.plain("popup", 300, f"<p>بستن ×</p><h2>{words}</h2><p>همین حالا سفارش دهید</p>")
        return (Overlay(panel, 20, self.chance.pick((620, 760, 900), "popup y", hour)),)


_THEMES = ("Gli affitti nelle città universitarie", "Le liste d'attesa per una visita", "I treni regionali soppressi",
           "Il prezzo del grano duro", "Gli infortuni nei cantieri", "Le culle vuote nei piccoli comuni",
           "I posti negli asili nido")  # fmt: skip
_TRENDS = ("tornano ai livelli del 2019", "crescono per il terzo anno", "il Sud recupera terreno", "la curva si piega",
           "mai così in alto da dieci anni")  # fmt: skip
_SUBJECTS = ("Pendolari", "Medici di base", "Mutui", "Raccolta differenziata", "Abbandono scolastico", "Auto elettriche",
             "Spiagge libere", "Carceri", "Badanti", "Fondi europei", "Librerie", "Acquedotti")  # fmt: skip
_FINDINGS = (
    "il divario tra province si allarga",
    "che cosa dicono davvero le cifre",
    "un comune su quattro è fermo",
    "la media inganna",
    "i conti non tornano",
    "dove si spende il doppio",
    "il primato che non ti aspetti",
)
_ASIDES = ("Abbiamo incrociato 7.900 bilanci comunali", "I microdati, comune per comune", "La serie storica dal 1996",
           "Il confronto con altri cinque Paesi", "La mappa e il metodo, spiegati")  # fmt: skip
_COUNTED = ("famiglie con un solo reddito", "scuole senza palestra", "ponti mai collaudati", "donne nei consigli comunali",
            "chilometri di rete idrica da rifare", "laureati partiti in un anno", "cinema riaperti")  # fmt: skip
_REGIONS = ("Abruzzo", "Basilicata", "Calabria", "Lazio", "Molise", "Puglia", "Sardegna", "Sicilia", "Umbria")
_WARDS = ("Ospedale Maggiore", "San Biagio", "Santa Chiara", "Policlinico Nord", "Civile", "Sant'Elmo")
_LIVE = (
    "Consumi elettrici, MW",
    "Treni in ritardo",
    "Nati oggi",
    "Voli in cielo",
    "Litri d'acqua persi, mln",
)
_QUIZ = (
    "Quanti italiani vivono soli?",
    "Quale regione legge di più?",
    "Quanto pesa l'export?",
    "Chi ricicla meglio?",
)
_CHARTS = ("Cinquant'anni di inflazione", "L'atlante dei cognomi", "Come votavano i nonni", "La mappa dei campanili",
           "Il caldo, estate per estate", "Dove nascono i calciatori", "Tutti i prezzi del caffè")  # fmt: skip


@dataclass(frozen=True)
class Plot:
    """The chart: which, and of which day's data."""

    number: int
    data: int = 0


class Cifre(GeneratedSite):
    """A paper's data desk: a chart with its caption, a table that regions fill one by one, analyses, a number."""

    slug = "cifre"
    hard = "cells of a table and points of a chart matter, beside cells, counts and quizzes that run at every visit"
    more = 0
    look = Look(
        heading=SERIF, body=SANS, paper="#fbfaf7", ink="#222222", muted="#77736b", line="#d9d4c9", accent="#0a6c74",
        lead_px=28, top_px=18, card="#ffffff",
        extra=(
            ".masthead{border-bottom:1px solid #222}.live,.sponsor{background:#0a6c74;color:#fff}.live div{display:flex;"
            "justify-content:space-between}.number{background:#ffe9c7}.number h1{font-size:54px;line-height:58px}"
            "table{border-collapse:collapse;width:100%}td,th{border-bottom:1px solid #d9d4c9;padding:4px 6px;"
            "text-align:left;font-size:14px;line-height:20px}.letter{background:#222;color:#fff}figcaption{color:#77736b}"
            "figure{margin:0}.piece{border-top:2px solid #0a6c74}"
        ),
    )  # fmt: skip
    duty = Duty(hours=(8, 20), then=0.35, night=0.03)

    def states(self, hours: int) -> Iterator[PageState]:
        """The page at each of the first hours."""
        plot, sent, pieces, day = Plot(0), [0] * len(_REGIONS), [0, -1, -2], 0
        for hour in range(hours):
            at = STARTS_AT + timedelta(hours=hour)
            work, day = self.duty.at(at), day + (hour > 0 and at.hour == 7)
            if hour and self.chance.happens(0.05 * work, "plot", hour):
                plot = Plot(plot.number + 1)
            elif hour and self.chance.happens(0.09 * work, "data", hour):
                plot = replace(plot, data=plot.data + 1)
            if hour and self.chance.happens(0.2 * work, "sent", hour):
                sent[self.chance.below(len(sent), "region", hour)] += 1
            if hour and self.chance.happens(0.13 * work, "piece", hour):
                pieces = [hour, *pieces[:2]]
            words = [words for number in pieces for words in self._written(number)]
            filled = [self._cell(place, turn) for place, turn in enumerate(sent)]
            news = (*self._drawn(plot), *filled, *words, *self._number(day))
            over = self._letter(hour) if self.chance.happens(0.2, "letter", hour) else ()
            yield PageState(rows=tuple(self._page(news, pieces, hour, at)), news=news, overlays=over)

    def _drawn(self, plot: Plot) -> tuple[str, str, str]:
        """Title, points and caption of the chart."""
        draw = self.chance.child("plot", plot.number)
        theme, trend = told(self.chance.child("themes"), (_THEMES, _TRENDS), plot.number)
        tall = [60 + 5 * place + draw.below(70, "tall", place + plot.data) for place in range(20)]
        points = " ".join(f"{20 + 30 * place},{220 - height}" for place, height in enumerate(tall))
        caption = (
            f"Ultimo dato: indice {tall[-1]} (era {tall[-2]}). Fonte: elaborazione su dati ministeriali."
        )
        return f"{theme}: {trend}", points, caption

    def _cell(self, place: int, turn: int) -> str:
        steps = [self.chance.between(-19, 14, "step", place, past) for past in range(turn + 1)]
        level = 520 + self.chance.below(300, "level", place) + sum(steps)
        return f"{level / 10:.1f} % ({steps[-1] / 10:+.1f})".replace(".", ",")

    def _written(self, number: int) -> tuple[str, str]:
        subject, finding, aside = told(self.chance.child("told"), (_SUBJECTS, _FINDINGS, _ASIDES), number)
        return f"{subject}, {finding}", f"{aside}."

    def _number(self, day: int) -> tuple[str, str]:
        (counted,) = told(self.chance.child("counted"), (_COUNTED,), day)
        return f"{self.chance.between(1_100, 98_000, 'counted', day):,}".replace(",", "."), counted

    def _page(self, news: Sequence[str], pieces: Sequence[int], hour: int, at: datetime) -> list[Row]:
        spread = f"spread {self.chance.between(80, 140, 'spread', hour)}"
        rows = [
            row(panels.masthead("Banco Dati", 1000, f"{at:%d/%m/%Y, ore %H:%M} · {spread}", height=58), tag="header"),
            row(self._live(hour)),
            row(
                [self._figure(news[:3], 640), self._table(news[3:12], hour, 640)],
                [self._today(news[-2:], 360), self._wards(hour, 360), self._quiz(hour, 360),
                 panels.advert(self.adverts.advert("box", 60 * hour, 336, 200), "box", 360)],
                tag="main",
            ),
            row(*(self._piece(number, hour, 340 - 10 * (place > 0)) for place, number in enumerate(pieces))),
            row(self._charts(hour)),
        ]  # fmt: skip
        if self.chance.happens(0.35, "sponsor", hour // 3):
            height = self.chance.pick((46, 80, 120), "sponsor px", hour // 3)
            rows.insert(
                1, row(panels.strip("Festival dei dati: iscriviti alle lezioni", height, name="sponsor"))
            )
        return rows

    def _figure(self, drawn: Sequence[str], width: int) -> Panel:
        title, points, caption = drawn
        grid = "".join(f'<path d="M10 {y}H600" stroke="#d9d4c9"/>' for y in range(20, 240, 50))
        line = f'<polyline points="{points}" fill="none" stroke="#0a6c74" stroke-width="4"/>'
        shown = (
            f'<svg width="616" height="240" viewBox="0 0 616 240" style="display:block">{grid}{line}</svg>'
        )
        html = f"<h1>{title}</h1><figure>{shown}<figcaption>{caption}</figcaption></figure>"
        return panels.plain("figure", width, html, is_news=True)

    def _table(self, filled: Sequence[str], hour: int, width: int) -> Panel:
        """What each region's lakes hold; the last column is the rain of the moment."""
        lines = ""
        for name, cell in zip(_REGIONS, filled, strict=True):
            rain = max(0, self.chance.between(-40, 90, "rain", name, hour))
            lines += f"<tr><td>{name}<td>{cell}<td>{rain / 10:.1f}</tr>".replace(".", ",")
        heads = "<tr><th>Regione<th>Invasi, riempimento (settimana)<th>Pioggia ora, mm</tr>"
        return panels.plain("table", width, f"<h2>Gli invasi</h2><table>{heads}{lines}</table>", is_news=True)

    def _today(self, told_of: Sequence[str], width: int) -> Panel:
        html = f"<h4>Il numero del giorno</h4><h1>{told_of[0]}</h1><p>{told_of[1]}</p>"
        return panels.plain("number", width, html, is_news=True)

    def _piece(self, number: int, hour: int, width: int) -> Panel:
        title, more = self._written(number)
        said = 2 * (hour - number) + self.chance.below(3, "said", number, hour)
        html = f'<h2><a href="{ORIGIN}/dati/{number + 700}">{title}</a></h2><p>{more}</p><p class="small">{said} commenti</p>'
        return panels.plain("piece", width, html, is_news=True)

    def _live(self, hour: int) -> Panel:
        counts = [(name, self.chance.between(90, 39_000, "live", name, hour)) for name in _LIVE]
        cells = "".join(f"<span>{name}<br><b>{number}</b></span>" for name, number in counts)
        return panels.plain("live", 1000, f"<div>{cells}</div>")

    def _wards(self, hour: int, width: int) -> Panel:
        """Who waits at this moment; the fullest first."""
        waits = sorted(
            ((self.chance.between(3, 96, "waits", name, hour), name) for name in _WARDS), reverse=True
        )
        lines = "".join(f"<tr><td>{name}<td>{number} in attesa</tr>" for number, name in waits)
        return panels.plain("wards", width, f"<h4>Pronto soccorso, adesso</h4><table>{lines}</table>")

    def _quiz(self, hour: int, width: int) -> Panel:
        share = self.chance.between(12, 88, "share", hour)
        asked = self.chance.pick(_QUIZ, "quiz", hour)
        return _list(
            "quiz",
            width,
            f"Indovina il dato: {asked}",
            (f"Più di uno su tre: {share}%", f"Meno: {100 - share}%"),
        )

    def _charts(self, hour: int) -> Panel:
        cards = "".join(
            f"<div>{panels.image(f'economy-chart-{number}', 232, 140)}<h3>{_CHARTS[number]}</h3></div>"
            for number in self.chance.shuffled(range(len(_CHARTS)), "charts", hour)[:4]
        )
        return panels.plain(
            "charts", 1000, f'<h4>Dall\'archivio dei grafici</h4><div class="cards">{cards}</div>'
        )

    def _letter(self, hour: int) -> tuple[Overlay, ...]:
        panel = panels.plain(
            "letter", 460, "<h3>La newsletter dei numeri</h3><p>Ogni sabato, gratis. Iscriviti ×</p>"
        )
        return (Overlay(panel, 270, self.chance.pick((500, 640, 780), "letter y", hour)),)


UNSEEN_WINDMILLS = (Reshenia, Peyk, Cifre)
