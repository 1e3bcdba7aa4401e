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


@dataclass(frozen=True)
class Thing:
    """A decision, a report or a chart: which, of which hour, what became of it, and its picture."""

    number: int
    hour: int = 0
    turn: int = 0
    shot: int = 0


def _list(name: str, width: int, title: str, words: Sequence[str]) -> Panel:
    lines = "".join(f"<li>{item}</li>" for item in words)
    return panels.plain(name, width, f"<h4>{title}</h4><ul>{lines}</ul>")


def _over(shown: bool, name: str, words: Sequence[str], x_px: int, y_px: int) -> tuple[Overlay, ...]:
    """What lies over the page, if it is shown."""
    panel = panels.plain(name, 400, f"<h3>{words[0]}</h3><p>{words[1]}</p>")
    return (Overlay(panel, x_px, y_px),) if shown else ()


def _shelf(name: str, title: str, words: Sequence[str], order: Sequence[int]) -> Panel:
    wide = 976 // len(order) - 14
    cards = [f"<div>{panels.image(f'{name}-{at}', wide, 130)}<h3>{words[at]}</h3></div>" for at in order]
    return panels.plain(name, 1000, f'<h4>{title}</h4><div class="cards">{"".join(cards)}</div>')


_FORMS = ("„{} ЕООД“", "„{} АД“", "„{} ООД“", "Сдружение „{}“", "ЕТ „{}“")
_FIRMS = ("Ведрина 91", "Аква Рила", "Бистрец", "Превоз Юг", "Дунавски води", "Чинар 7", "Тракия Бус", "Изворче",
          "Каменар", "Лонгоза", "Ропотамо Тур", "Сините камъни", "Янтра Транс")  # fmt: skip
_MATTERS = ("Одобрява цени на водоснабдителните услуги", "Отказва изменение на лицензия за превоз",
            "Налага санкция от 4 000 евро", "Издава разрешително за водовземане", "Утвърждава общи условия",
            "Отнема разрешително поради неплатена такса", "Дава задължителни указания за отчетите",
            "Задължава дружеството да върне надвзети суми", "Продължава срока на лицензия с 10 години",
            "Оставя без разглеждане жалба на потребител", "Спира производството до решение на съда")  # fmt: skip
_STATES = ("в срок за обжалване", "обжалвано", "влязло в сила", "отменено от съда", "потвърдено от съда")
_THEN = ((1, 2, 2), (3, 4), (), (), ())
_RULES = ("Решенията се вписват в регистъра в срок от {} работни дни от приемането им.",
          "За справка с копие на хартия се плаща такса от {} евро за всяко решение.",
          "Заличаване на лични данни се иска писмено; комисията се произнася до {} дни.",
          "Заявления, подадени след {} часа, се завеждат на следващия работен ден.")  # fmt: skip
_DRIVES = ("Подай сигнал за теч", "Спести вода: десет съвета", "Провери превозвача си", "Без опашки: с КЕП от дома",
           "Отворени данни за всички", "Карта на водомерите")  # fmt: skip
_ASKED = ("Как се подава жалба?", "Къде да платя таксата?", "Кой проверява водомера?", "Кога влиза в сила?")
_COOKIE = ("Бисквитки", "Използваме бисквитки за статистика. Приемам · Отказвам · Настройки")
_DAYS = ("понеделник", "вторник", "сряда", "четвъртък", "петък", "събота", "неделя")


class Reshenia(GeneratedSite):
    """A regulator's register of decisions, with the rules for it: entered and amended when the office is open."""

    slug = "reshenia"
    hard = "entries, one word of a state, one number of a rule; decisions of the archive and counts of copies beside"
    more = 0
    look = Look(
        heading=SERIF, body=SANS, paper="#ffffff", ink="#1d2a3a", muted="#6d7785", line="#ccd3db", accent="#00563f",
        lead_px=27, top_px=17, card="#eef3f1",
        extra=".masthead{background:#00563f;color:#fff}.masthead .small{color:#cfe3da}.anketa{background:#d62612}"
              ".drive{background:#dfeae5}.desk,.sought{background:#eef3f1}.old{border-left:4px solid #00563f}"
              "table{border-collapse:collapse;width:100%}td,th{border:1px solid #ccd3db;padding:5px;text-align:left;"
              "font:13px/18px 'Liberation Sans';vertical-align:top}th{background:#eef3f1}dt{font-weight:bold}"
              ".anketa{color:#fff}dd{margin:0 0 8px 0}.cookie{background:#1d2a3a;color:#fff}")  # fmt: skip
    duty = Duty(hours=(9, 17), then=0.0, night=0.02)

    def states(self, hours: int) -> Iterator[PageState]:
        rulings = [Thing(4218 - place, -92, (0, 0, 1, 0, 1, 2, 0, 4, 2)[place]) for place in range(9)]
        total, rules = 4218, [0, 0, 0, 0]
        for hour in range(hours):
            at = STARTS_AT + timedelta(hours=hour)
            work = 0.0 if at.day == 6 else self.duty.at(at)  # the sixth of May is a holiday
            if hour and self.chance.happens(0.44 * work, "entered", hour):
                many = self.chance.pick((1, 1, 2), "many", hour)
                new = [Thing(total + place, hour) for place in range(many, 0, -1)]
                rulings, total = [*new, *rulings][:9], total + many
            elif hour and self.chance.happens(0.42 * work, "went on", hour):
                pending = [place for place, item in enumerate(rulings) if _THEN[item.turn]] or [0]
                place = self.chance.pick(pending, "whose", hour)
                then = self.chance.pick(_THEN[rulings[place].turn] or (rulings[place].turn,), "then", hour)
                rulings[place] = replace(rulings[place], turn=then)
            if hour and self.chance.happens(0.06 * work, "amended", hour):
                rules[self.chance.below(4, "rule", hour)] += 1
            words = tuple(words for item in rulings for words in self._told(item))
            law = tuple(self._rule(place, turn) for place, turn in enumerate(rules))
            news = (*words, *law, f"Вписани решения: {total}")
            shown = self.chance.happens(0.25, "cookies", hour)
            over = _over(shown, "cookie", _COOKIE, 560, 560 + 60 * self.chance.below(4, "y", hour))
            yield PageState(rows=tuple(self._page(rulings, news[-5:], hour, at)), news=news, overlays=over)

    def _told(self, item: Thing) -> tuple[str, str, str]:
        form, firm, matter = told(self.chance.child("told"), (_FORMS, _FIRMS, _MATTERS), item.number)
        return form.format(firm), matter, _STATES[item.turn]

    def _rule(self, place: int, turn: int) -> str:
        usual = (7, 3, 14, 15)[place] + self.chance.below(3, "usual", place)
        amended = f" (Изм. – ДВ, бр. {33 + turn} от 2026 г.)" if turn else ""
        return f"{_RULES[place].format(usual + (turn % 3) * (1, 2, 7, 1)[place])}{amended}"

    def _page(self, rulings: Sequence[Thing], law: Sequence[str], hour: int, at: datetime) -> list[Row]:
        here, shut = self.chance.between(4, 260, "here", hour), self.duty.at(at) < 1 or at.day == 6
        note = f"{_DAYS[at.weekday()]}, {at.day} май 2026 г., {at:%H:%M} ч. · на сайта сега: {here}"
        desks = [0 if shut else self.chance.between(100, 480, "desk", place, hour) for place in range(1, 5)]
        queue = [f"Гише {place + 1}: <b>{now or '–'}</b>" for place, now in enumerate(desks)]
        names = self.chance.shuffled(_FIRMS, "sought", hour)[: self.chance.between(3, 6, "many sought", hour)]
        sought = [f"„{name}“, преди {self.chance.between(1, 59, 'ago', name, hour)} мин." for name in names]
        asked = self.chance.shuffled(_ASKED, "asked", hour)[:3]
        articles = [f"<dt>Чл. {place + 4}.</dt><dd>{words}</dd>" for place, words in enumerate(law[:-1])]
        draw = self.chance.child("archive", self.chance.below(90, "archive", hour))
        firm = draw.pick(_FORMS, "form").format(draw.pick(_FIRMS, "firm"))
        dated = f"Р-{draw.between(11, 990, 'number')} / {draw.between(2009, 2019, 'year')} г."
        drives = self.chance.shuffled(range(len(_DRIVES)), "drives", hour)[:3]
        law_html = f"<h2>Правила за регистъра</h2><dl>{''.join(articles)}</dl>"
        rules = panels.plain("rules", 690, law_html, is_news=True)
        rows = [
            row(panels.masthead("Комисия за води и превози", 1000, note, height=60), tag="header"),
            row(_shelf("drive", "Кампании", _DRIVES, drives)),
            row([self._register(rulings, law[-1], hour, 690), rules],
                [_list("desk", 310, "Обслужва се в момента", queue),
                 _list("old", 310, "От архива", (f"<b>{dated}</b>", firm, draw.pick(_MATTERS, "matter"))),
                 _list("sought", 310, "Търсени сега", sought), _list("asked", 310, "Често питате", asked)], tag="main"),
        ]  # fmt: skip
        if self.chance.happens(0.3, "anketa", hour // 4):
            height = self.chance.pick((40, 64, 90), "anketa px", hour // 4)
            rows.insert(1, row(panels.strip("Анкета: доволни ли сте от услугите ни?", height, name="anketa")))
        return rows

    def _register(self, rulings: Sequence[Thing], total: str, hour: int, width: int) -> Panel:
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
        html = f"<h1>Публичен регистър на решенията</h1><b>{total}</b><table><tr>{heads}</tr>{lines}</table>"
        return panels.plain("register", width, html, is_news=True)


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
         "مقایسه قیمت لپ‌تاپ در بازار", "مهاجرت کاری از کجا شروع می‌شود؟", "پرده زبرا بهتر است یا شید؟")  # fmt: skip
_READ = ("فال امروز شما", "طرز تهیه قورمه‌سبزی", "عکسی که خبرساز شد", "قدیمی‌ترین درخت کشور", "خانه‌ای زیر زمین",
         "تصاویر برف بهاری", "بازیگر محبوب در روستا", "تست هوش: کدام فرق دارد؟", "چهره‌ها در شبکه‌ها")  # fmt: skip
_PRICED = ("دلار", "یورو", "سکه", "طلای ۱۸", "شاخص بورس", "نفت")
_FARSI = str.maketrans("0123456789", "۰۱۲۳۴۵۶۷۸۹")


class Peyk(GeneratedSite):
    """A news portal that lives of selling: reports between goods, paid articles, prices and banners of any height."""

    slug = "peyk"
    hard = "a few headlines among cards of goods that look like them, articles that are paid for, banners that push"
    more = 0
    look = Look(
        heading=WIDE, body=WIDE, paper="#ffffff", ink="#1a1a1a", muted="#777777", line="#dddddd", accent="#c4161c",
        lead_px=24, top_px=15, card="#fff8e1",
        extra="section{direction:rtl}.masthead{border-bottom:3px solid #c4161c}.prices,.paid{background:#f1f1f1}"
              ".prices p{display:flex;justify-content:space-between}.popup{background:#0a2a66;color:#fff}"
              ".tag{background:#ffb300;padding:0 5px}.goods{background:#fff8e1}")  # fmt: skip

    def states(self, hours: int) -> Iterator[PageState]:
        told_of = [Thing(-3 * place) for place in range(7)]
        for hour in range(hours):
            at = STARTS_AT + timedelta(hours=hour)
            rate = (0.15 if at.hour < 6 else 1.0) * (0.6 if at.weekday() == 4 else 1.0)
            what = self.chance.number("what", hour) / rate if hour else 1
            place = self.chance.below(7, "place", hour)
            item = told_of[place]
            if what < 0.12:
                told_of = [Thing(hour), *told_of[:6]]
            elif what < 0.26:
                told_of = [told_of[0], Thing(hour), *told_of[1:6]]
            elif what < 0.32:
                told_of[place] = replace(item, turn=item.turn + 1)
            elif what < 0.45:
                told_of[place] = replace(item, shot=item.shot + 1)
            news = (self._told(told_of[0])[1], *(self._told(item)[0] for item in told_of))
            sold = (self.chance.pick(_SOLD, "popup words", hour), "همین حالا سفارش دهید ×")
            popped = self.chance.happens(0.3, "popup", hour)
            popup = _over(popped, "popup", sold, 20, self.chance.pick((620, 760, 900), "popup y", hour))
            yield PageState(rows=tuple(self._page(told_of, hour, at)), news=news, overlays=popup)

    def _told(self, item: Thing) -> tuple[str, str]:
        who, did, tail = told(self.chance.child("told"), (_WHO, _DID, _TAIL), item.number)
        later = _TAIL[(_TAIL.index(tail) + item.turn) % len(_TAIL)]
        aside = self.chance.pick(_TAIL, "aside", item.number)
        return f"{who} {did}؛ {later}", f"به گزارش پیک، {who} عصر دیروز در نشستی {did}. گفته می‌شود {aside}."

    def _page(self, told_of: Sequence[Thing], hour: int, at: datetime) -> list[Row]:
        day = ("دوشنبه", "سه‌شنبه", "چهارشنبه", "پنجشنبه", "جمعه", "شنبه", "یکشنبه")[at.weekday()]
        online = self.chance.between(900, 9000, "on", hour)
        note = f"{day} {at.day + 10} اردیبهشت ۱۴۰۵ · {at:%H:%M} · {online} آنلاین".translate(_FARSI)
        cards = [self._report(item, hour, "card", 250) for item in told_of[1:]]
        for first in (0, 4):  # something to buy stands in each row of reports
            cards.insert(first + self.chance.below(4, "seat", first, hour // 8), self._goods(first, hour))
        tall = self.chance.pick((90, 120, 250), "billboard px", hour)
        less = self.chance.pick((60, 90, 140), "between px", hour // 2)
        prices = [f"<span>{name} <b>{self.chance.below(99_000, name, hour)}</b></span>" for name in _PRICED]
        liked = self.chance.shuffled(range(len(_SOLD)), "liked", hour)[:5]
        rows = [
            row(self._advert("billboard", hour, 1000, tall)),
            row(panels.masthead("پیک روز", 1000, note, height=64), tag="header"),
            row(panels.plain("prices", 1000, f"<p>{''.join(prices)}</p>".translate(_FARSI))),
            row([self._advert("tower", hour, 240, 300), self._some("texts", 240, "تبلیغات متنی", _SOLD, hour)],
                [self._some("read", 280, "پربازدیدترین‌ها", _READ, hour),
                 self._some("paid", 280, "رپورتاژ آگهی", _PAID, (hour + 4) // 12)],
                [self._report(told_of[0], hour, "lead", 480)], tag="main"),
            row(*cards[:4]),
            row(self._advert("between", hour, 1000, less)),
            row(*cards[4:]),
            row(_shelf("goods", "شاید بپسندید", _SOLD, liked)),
        ]  # fmt: skip
        del rows[5 : 5 + self.chance.happens(0.3, "unsold", hour)]
        return rows

    def _advert(self, name: str, hour: int, width: int, height: int) -> Panel:
        return panels.advert(self.adverts.advert(name, 60 * hour, width - 24, height), name, width)

    def _report(self, item: Thing, hour: int, name: str, width: int) -> Panel:
        """A report, with its age and how many comments it has; the lead says more."""
        title, more = self._told(item)
        ago, said = hour - item.number, self.chance.below(5, "said", item.number, hour)
        age = f"{ago} ساعت پیش" if ago else f"{self.chance.between(2, 55, 'age', hour)} دقیقه پیش"
        tag, more = ("h1", f"<p>{more}</p>") if name == "lead" else ("h2", "")
        words = f'<{tag}><a href="{ORIGIN}/fa/news/{item.number + 90210}">{title}</a></{tag}>{more}'
        picture = panels.image(f"city-{item.number}-{item.shot}", width - 24, width * 9 // 16)
        foot = f'<p class="small">{f"{age} · {5 * ago + said} نظر".translate(_FARSI)}</p>'
        return panels.plain(name, width, picture + words + foot, is_news=True)

    def _goods(self, place: int, hour: int) -> Panel:
        """A card between the reports that sells something."""
        number = self.chance.below(len(_SOLD), "goods", place, hour)
        cost = str(self.chance.between(90, 990, "goods cost", place, hour)).translate(_FARSI)
        title = f'<h2><a href="{ORIGIN}/out/{number}">{_SOLD[number]}</a></h2>'
        html = f'{title}<p><span class="tag">آگهی</span> {cost} هزار تومان</p>'
        return panels.plain("card", 250, panels.image(f"goods-{number}", 226, 140) + html)

    def _some(self, name: str, width: int, title: str, words: Sequence[str], key: int) -> Panel:
        """A few of some words; those that are paid for stay for half a day and come again."""
        many = self.chance.between(4, 6, name, key)
        return _list(name, width, title, self.chance.shuffled(words, name, "order", key)[:many])


_THEMES = ("Gli affitti degli studenti", "Le liste d'attesa per una visita", "I treni regionali soppressi",
           "Gli infortuni nei cantieri", "Le culle vuote nei borghi", "I posti negli asili nido")  # fmt: skip
_TRENDS = ("tornano ai livelli del 2019", "il Sud recupera terreno", "la curva si piega", "mai così in alto")
_SUBJECTS = ("Pendolari", "Medici di base", "Mutui", "Raccolta differenziata", "Abbandono scolastico", "Librerie",
             "Spiagge libere", "Carceri", "Badanti", "Fondi europei", "Auto elettriche", "Acquedotti")  # fmt: skip
_FINDINGS = ("il divario tra province si allarga", "che cosa dicono davvero le cifre", "un comune su quattro è fermo",
             "la media inganna", "i conti non tornano", "dove si spende il doppio")  # fmt: skip
_ASIDES = ("Abbiamo incrociato 7.900 bilanci comunali", "I microdati, comune per comune", "La serie storica dal 1996",
           "Il confronto con altri cinque Paesi", "La mappa e il metodo, spiegati")  # fmt: skip
_COUNTED = ("famiglie con un solo reddito", "scuole senza palestra", "ponti mai collaudati", "cinema riaperti",
            "chilometri di rete idrica da rifare", "donne nei consigli comunali", "laureati partiti")  # fmt: skip
_REGIONS = ("Abruzzo", "Basilicata", "Calabria", "Lazio", "Molise", "Puglia", "Sardegna", "Sicilia", "Umbria")
_WARDS = ("Ospedale Maggiore", "San Biagio", "Santa Chiara", "Policlinico Nord", "Civile", "Sant'Elmo")
_LIVE = (("Consumi, MW", 39_000), ("Treni in ritardo", 190), ("Voli in cielo", 700), ("Vento, MW", 6_000))
_LETTER = ("La newsletter dei numeri", "Ogni sabato, gratis. Iscriviti ×")
_QUIZ = ("Quanti italiani vivono soli?", "Chi legge di più?", "Quanto pesa l'export?", "Chi ricicla meglio?")
_CHARTS = ("Cinquant'anni di inflazione", "L'atlante dei cognomi", "Come votavano i nonni", "La mappa dei campanili",
           "Il caldo, estate per estate", "Dove nascono i calciatori", "Tutti i prezzi del caffè")  # fmt: skip


class Cifre(GeneratedSite):
    """A paper's data desk: a chart with its caption, a table that regions fill one by one, analyses, a number."""

    slug = "cifre"
    hard = "cells of a table and points of a chart matter, beside cells, counts and quizzes that run at every visit"
    more = 0
    look = Look(
        heading=SERIF, body=SANS, paper="#fbfaf7", ink="#222222", muted="#77736b", line="#d9d4c9", accent="#0a6c74",
        lead_px=28, top_px=18, card="#ffffff",
        extra=".masthead{border-bottom:1px solid #222}.live,.sponsor{background:#0a6c74;color:#fff}figure{margin:0}"
              ".live div{display:flex;justify-content:space-between}.number{background:#ffe9c7}"
              "table{border-collapse:collapse;width:100%}td,th{border-bottom:1px solid #d9d4c9;padding:4px 6px;"
              "text-align:left}.letter{background:#222;color:#fff}figcaption{color:#77736b}"
              ".number h1{font-size:54px;line-height:58px}.piece{border-top:2px solid #0a6c74}")  # fmt: skip
    duty = Duty(hours=(8, 20), then=0.35, night=0.03)

    def states(self, hours: int) -> Iterator[PageState]:
        plot, sent, pieces, day = Thing(0), [0] * len(_REGIONS), [0, -1, -2], 0
        for hour in range(hours):
            at = STARTS_AT + timedelta(hours=hour)
            work, day = self.duty.at(at), day + (hour > 0 and at.hour == 7)
            if hour and self.chance.happens(0.05 * work, "plot", hour):
                plot = Thing(plot.number + 1)
            elif hour and self.chance.happens(0.09 * work, "data", hour):
                plot = Thing(plot.number, turn=plot.turn + 1)
            if hour and self.chance.happens(0.2 * work, "sent", hour):
                sent[self.chance.below(len(sent), "region", hour)] += 1
            if hour and self.chance.happens(0.13 * work, "piece", hour):
                pieces = [hour, *pieces[:2]]
            words = [words for number in pieces for words in self._written(number)]
            filled = [self._cell(place, turn) for place, turn in enumerate(sent)]
            today = (str(self.chance.between(1_100, 98_000, "counted", day)), _COUNTED[day % len(_COUNTED)])
            news = (*self._drawn(plot), *filled, *words, *today)
            shown = self.chance.happens(0.2, "letter", hour)
            over = _over(shown, "letter", _LETTER, 300, self.chance.pick((500, 640, 780), "letter y", hour))
            yield PageState(rows=tuple(self._page(news, pieces, hour, at)), news=news, overlays=over)

    def _drawn(self, plot: Thing) -> tuple[str, str, str]:
        """Title, points and caption of the chart."""
        draw = self.chance.child("plot", plot.number)
        theme, trend = told(self.chance.child("themes"), (_THEMES, _TRENDS), plot.number)
        tall = [60 + draw.below(110, "tall", place + plot.turn) for place in range(20)]
        points = " ".join(f"{20 + 30 * place},{220 - height}" for place, height in enumerate(tall))
        caption = f"Ultimo dato: indice {tall[-1]} (era {tall[-2]}). Fonte: elaborazione su dati pubblici."
        return f"{theme}: {trend}", points, caption

    def _cell(self, place: int, turn: int) -> str:
        steps = [self.chance.between(-19, 14, "step", place, past) for past in range(turn + 1)]
        level = 520 + self.chance.below(300, "level", place) + sum(steps)
        return f"{level / 10:.1f} % ({steps[-1] / 10:+.1f})".replace(".", ",")

    def _written(self, number: int) -> tuple[str, str]:
        subject, finding, aside = told(self.chance.child("told"), (_SUBJECTS, _FINDINGS, _ASIDES), number)
        return f"{subject}, {finding}", f"{aside}."

    def _page(self, news: Sequence[str], pieces: Sequence[int], hour: int, at: datetime) -> list[Row]:
        note = f"{at:%d/%m/%Y, ore %H:%M} · spread {self.chance.between(80, 140, 'spread', hour)}"
        live = "".join(
            f"<span>{name}<br><b>{self.chance.between(most // 3, most, 'live', name, hour)}</b></span>"
            for name, most in _LIVE
        )
        today = f"<h4>Il numero del giorno</h4><h1>{news[-2]}</h1><p>{news[-1]}</p>"
        share, asked = self.chance.between(12, 88, "share", hour), self.chance.pick(_QUIZ, "quiz", hour)
        waits = sorted((self.chance.between(3, 96, "waits", name, hour), name) for name in _WARDS)
        wards = [f"<b>{number}</b> in attesa · {name}" for number, name in reversed(waits)]
        quiz = (f"Più di uno su tre: {share}%", f"Meno: {100 - share}%")
        charts = self.chance.shuffled(range(len(_CHARTS)), "charts", hour)[:4]
        rows = [
            row(panels.masthead("Banco Dati", 1000, note, height=58), tag="header"),
            row(panels.plain("live", 1000, f"<div>{live}</div>")),
            row([self._figure(news[:3], 640), self._table(news[3:12], hour, 640)],
                [panels.plain("number", 360, today, is_news=True), _list("wards", 360, "Pronto soccorso ora", wards),
                 _list("quiz", 360, f"Indovina il dato: {asked}", quiz),
                 panels.advert(self.adverts.advert("box", 60 * hour, 336, 200), "box", 360)], tag="main"),
            row(*(self._piece(number, hour, 340 - 10 * (place > 0)) for place, number in enumerate(pieces))),
            row(_shelf("charts", "Dall'archivio dei grafici", _CHARTS, charts)),
        ]  # fmt: skip
        if self.chance.happens(0.35, "sponsor", hour // 3):
            height = self.chance.pick((46, 80, 120), "sponsor px", hour // 3)
            rows.insert(1, row(panels.strip("Festival dei dati: iscriviti", height, name="sponsor")))
        return rows

    def _figure(self, drawn: Sequence[str], width: int) -> Panel:
        title, points, caption = drawn
        grid = "".join(f'<path d="M10 {y}H600" stroke="#d9d4c9"/>' for y in range(20, 240, 50))
        line = f'<polyline points="{points}" fill="none" stroke="#0a6c74" stroke-width="4"/>'
        shown = f'<svg width="616" height="240" style="display:block">{grid}{line}</svg>'
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

    def _piece(self, number: int, hour: int, width: int) -> Panel:
        title, more = self._written(number)
        said = 2 * (hour - number) + self.chance.below(3, "said", number, hour)
        html = f'<h2><a href="{ORIGIN}/dati/{number + 700}">{title}</a></h2><p>{more}</p>{said} commenti'
        return panels.plain("piece", width, html, is_news=True)


UNSEEN_WINDMILLS = (Reshenia, Peyk, Cifre)
