"""Nobody's pages: a Polish sanitary station, an Arabic newsroom's live page, an Indonesian palm-oil firm's promises."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from benchmarks.sites import panels
from benchmarks.sites.illustrated import Duty, told
from benchmarks.sites.look import SANS, WIDE, Look
from benchmarks.sites.news import STARTS_AT
from benchmarks.sites.page import ORIGIN, Overlay, PageState, Panel, Row, row
from benchmarks.sites.site import GeneratedSite

_DAYS = ("poniedziałek", "wtorek", "środa", "czwartek", "piątek", "sobota", "niedziela")
_NAMES = ("Moniki i Floriana", "Ireny i Waldemara", "Judyty i Juranda", "Ludmiły i Gizeli", "Stanisława i Lizy",
          "Grzegorza i Bożydara", "Izydora i Antoniny", "Igi i Mamerta", "Pankracego i Dominika", "Serwacego i Roberta",
          "Bonifacego i Macieja")  # fmt: skip
_HAZARDS = (
    "Bakterie grupy coli w wodzie z wodociągu", "Ostrzeżenie publiczne: Salmonella w partii jaj z fermy",
    "Ognisko zatruć pokarmowych po weselu w gminie", "Przekroczenie manganu w wodzie ze studni publicznej",
    "Ognisko odry w szkole podstawowej", "Wycofanie wędlin z zakładu", "Legionella w instalacji szpitala powiatowego",
    "Zamknięcie kuchni żłobka po kontroli", "Wścieklizna u lisa: obszar zagrożony obejmuje gminę",
    "Zniesienie zakazu poboru wody z wodociągu", "Kontrola solariów i salonów kosmetycznych, gmina",
    "Akcja bezpłatnych szczepień w przychodni",
)  # fmt: skip
_COMMUNES = ("Brzeziny Dolne", "Olchówka", "Stary Młyn", "Wierzbnica", "Kalinowo", "Zagórze Leśne", "Rudnik", "Sosnowa",
             "Lipnik", "Topolany", "Jarzębia", "Głogowiec")  # fmt: skip
_ADVICE = (
    "Decyzja inspektora obowiązuje do odwołania.", "Kolejny komunikat ukaże się po otrzymaniu wyników badań.",
    "Osoby z objawami powinny zgłosić się do lekarza rodzinnego.", "Próbki pobrano ponownie, wyniki za trzy dni.",
    "Szczegóły w załączniku (PDF, 214 KB).", "Nadzór nad sprawą prowadzi inspektor powiatowy.",
    "Informacja telefoniczna od 7.30 do 15.05.",
)  # fmt: skip
_FORMS = ("", "Aktualizacja: ", "Zmiana terminu: ")
_FIT = ("przydatna", "warunkowo przydatna", "brak przydatności")
_ILLS = ("Krztusiec", "Odra", "Borelioza", "Salmoneloza")
_DRUGGISTS = (
    "Pod Lwem, ul. Rynkowa 4",
    "Melisa, ul. Polna 18",
    "Zdrowie, al. Lipowa 2",
    "Centrum, ul. Długa 71",
)
_POLLEN = ("brzoza", "dąb", "trawy", "sosna", "szczaw", "babka")
_SCALE = ("niskie", "średnie", "wysokie", "bardzo wysokie")
_POSTERS = ("Szczepienie przeciw HPV: dla dzieci od 9 lat, bezpłatnie", "Kleszcz? Sprawdź skórę po spacerze",
            "Rzuć palenie: zadzwoń do poradni", "Myj ręce. To działa.", "Bezpieczne grzyby, bezpieczny dom",
            "Dopalacze: nie daj się wypalić")  # fmt: skip
_SERVICES = ("Badanie wody ze studni", "Badania do celów sanitarno-epidemiologicznych", "Wpis do rejestru zakładów",
             "Zgłoszenie imprezy masowej", "Odbiór lokalu użytkowego", "Zezwolenie na ekshumację",
             "Skarga na warunki higieniczne")  # fmt: skip


@dataclass(frozen=True)
class Entry:
    """Something with a number of its own, in the form that it has by now."""

    number: int
    form: int = 0


class Sanepid(GeneratedSite):
    """A sanitary station: warnings, which water may be drunk, cases of the year; a queue and a rota beside them."""

    slug = "sanepid"
    hard = "a word in a table, figures once a day and views that run within the notices; slow at weekends"
    more = 0
    look = Look(
        heading=SANS, body=SANS, paper="#ffffff", ink="#1b1b1b", muted="#66727f", line="#d6dde5", accent="#0052a5",
        lead_px=26, top_px=18, card="#f5f6f7",
        extra=(
            ".govbar{background:#f5f6f7;border-bottom:3px solid #dc0032;padding:5px 12px}.hero{padding:0;"
            "background:#0052a5;color:#fff}.hero h1{padding:10px 24px;margin:0}.water table{width:100%;border-collapse:"
            "collapse}.water td,.water th{border:1px solid #d6dde5;padding:5px 8px;text-align:left;font-size:14px}"
            ".fit-0{background:#dff3e3}.fit-1{background:#fff1c9}.fit-2{background:#f9d3d6}.cases{background:#f5f6f7}"
            ".queue{background:#0052a5;color:#fff}.queue h4{color:#cfe3f7}.cookie-box{background:#1b1b1b;color:#fff}"
        ),
    )  # fmt: skip
    duty = Duty(hours=(7, 15), then=0.14, night=0.05)

    def states(self, hours: int) -> Iterator[PageState]:
        """The page at each of the first hours."""
        notices = [Entry(number) for number in range(5)]
        water = [Entry(number + 31, int(self.chance.happens(0.3, "fit", number))) for number in range(7)]
        counts = [self.chance.between(9, 140, "count", name) for name in _ILLS]
        for hour in range(hours):
            at = STARTS_AT + timedelta(hours=hour)
            work = self.duty.at(at) if hour else 0.0
            if self.chance.happens(0.3 * work, "notice", hour):
                notices = [Entry(hour + 10), *notices[:4]]
            elif self.chance.happens(0.15 * work, "edit", hour):
                place = self.chance.below(3, "which", hour)
                changed = replace(notices[place], form=min(2, notices[place].form + 1))
                notices = [*notices[:place], changed, *notices[place + 1 :]]
            if self.chance.happens(0.2 * work, "decision", hour):
                place = self.chance.below(len(water), "whose", hour)
                turn = self.chance.between(1, 2, "turn", hour)
                water[place] = Entry(hour + 100, (water[place].form + turn) % len(_FIT))
            if hour and at.weekday() < 5 and at.hour == self.chance.between(9, 11, "report", at.date()):
                counts = [
                    old + self.chance.below(4, "more", name, hour)
                    for old, name in zip(counts, _ILLS, strict=True)
                ]
            news = (
                *(words for item in notices for words in self._told(item)),
                *(f"HK.9020.{item.number}.2026" for item in water),
                *(_FIT[item.form] for item in water),
                *(f"{name}: {count}" for name, count in zip(_ILLS, counts, strict=True)),
            )
            page = self._page(notices, water, counts, hour, at)
            yield PageState(rows=tuple(page), news=news, overlays=self._cookies(hour))

    def _told(self, item: Entry) -> tuple[str, str]:
        what, where, advice = told(self.chance.child("told"), (_HAZARDS, _COMMUNES, _ADVICE), item.number)
        return f"{_FORMS[item.form]}{what} {where}", advice

    def _page(
        self, notices: Sequence[Entry], water: Sequence[Entry], counts: Sequence[int], hour: int, at: datetime
    ) -> list[Row]:
        name = _NAMES[at.timetuple().tm_yday % len(_NAMES)]
        today = f"{_DAYS[at.weekday()]}, {at.day}.{at.month:02d}.{at.year} r. · Imieniny: {name}"
        poster = self.chance.below(len(_POSTERS), "poster", hour)
        tall = self.chance.pick((120, 150), "tall", hour // 7)
        figures = "".join(f"<li>{ill}: {n}</li>" for ill, n in zip(_ILLS, counts, strict=True))
        spent = f"Strona wygenerowana w 0,{self.chance.between(102, 388, 'spent', hour)} s"
        return [
            row(panels.plain("govbar", 1000, f'<p class="small">gov.pl · {today}</p>')),
            row(panels.masthead("Stacja Sanitarno-Epidemiologiczna w Wierzbnicy", 1000, "BIP · ePUAP · A A+",
                                height=56), tag="header"),
            row(panels.plain("hero", 1000, panels.image(f"culture-plakat-{poster}", 1000, tall)
                             + f"<h1>{_POSTERS[poster]}</h1>")),
            row(
                [self._notices(notices, hour, 650), self._water(water, at, 650)],
                [
                    panels.plain("cases", 350, f"<h4>Zachorowania od 1 stycznia</h4><ul>{figures}</ul>", is_news=True),
                    self._queue(hour, at, 350),
                    self._today(hour, at, 350),
                ],
                tag="main",
            ),
            row(self._services(hour)),
            row(panels.plain("foot", 1000, f'<p class="small">Deklaracja dostępności · RODO · {spent}</p>')),
        ]  # fmt: skip

    def _notices(self, notices: Sequence[Entry], hour: int, width: int) -> Panel:
        lines = ""
        for item in notices:
            day = STARTS_AT + timedelta(hours=item.number - 10)
            views = 31 * max(1, hour + 12 - item.number) + self.chance.below(31, "views", item.number, hour)
            title, advice = self._told(item)
            lines += (
                f'<li class="article-list__item"><time class="small">{day:%d.%m.%Y}</time>'
                f'<h2><a href="{ORIGIN}/komunikaty/{item.number}">{title}</a></h2>'
                f'<p>{advice}</p><p class="small">Wyświetleń: {views}</p></li>'
            )
        return panels.plain("notices", width, f"<h4>Komunikaty</h4><ul>{lines}</ul>", is_news=True)

    def _water(self, water: Sequence[Entry], at: datetime, width: int) -> Panel:
        lines = "".join(
            f'<tr><td>{place}</td><td class="fit-{item.form}">{_FIT[item.form]}</td>'
            f"<td>HK.9020.{item.number}.2026</td></tr>"
            for place, item in zip(_COMMUNES, water, strict=False)
        )
        html = (
            "<h4>Jakość wody w wodociągach</h4><table><thead><tr><th>Wodociąg</th><th>Woda</th><th>Decyzja</th></tr>"
            f'</thead><tbody>{lines}</tbody></table><p class="small">Stan na {at:%d.%m.%Y, %H:%M}</p>'
        )
        return panels.plain("water", width, html, is_news=True)

    def _queue(self, hour: int, at: datetime, width: int) -> Panel:
        shown = "<p>Punkt przyjmowania próbek nieczynny</p>"
        if at.weekday() < 5 and 7 <= at.hour <= 15:
            called = 9 * (at.hour - 7) + self.chance.below(9, "called", hour)
            shown = f"<h1>A{called:03d}</h1><p>oczekuje: {self.chance.below(19, 'waiting', hour)}</p>"
        return panels.plain("queue", width, f"<h4>eKolejka</h4>{shown}")

    def _today(self, hour: int, at: datetime, width: int) -> Panel:
        druggist = _DRUGGISTS[at.timetuple().tm_yday % len(_DRUGGISTS)]
        pollen = "".join(
            f"<li>{name}: {self.chance.pick(_SCALE, 'pollen', name, hour // 3)}</li>" for name in _POLLEN[:4]
        )
        visits = 1_482_331 + 57 * hour + self.chance.below(57, "visits", hour)
        html = (
            f"<h4>Dyżur apteki</h4><p>{druggist}</p><h4>Stężenie pyłków</h4><ul>{pollen}</ul>"
            f'<p class="small">Licznik odwiedzin: {visits:,}</p>'
        )
        return panels.plain("today", width, html)

    def _services(self, hour: int) -> Panel:
        cards = "".join(
            f'<div class="box"><h3><a href="{ORIGIN}/uslugi/{_SERVICES.index(name)}">{name}</a></h3></div>'
            for name in self.chance.shuffled(_SERVICES, "services", hour // 2)[:4]
        )
        return panels.plain(
            "services", 1000, f'<h4>Najczęściej wybierane</h4><div class="cards">{cards}</div>'
        )

    def _cookies(self, hour: int) -> tuple[Overlay, ...]:
        if not self.chance.happens(0.2, "cookies", hour):
            return ()
        words = "<p>W ramach naszej witryny stosujemy pliki cookies. <u>Akceptuję</u> · <u>Ustawienia</u></p>"
        return (Overlay(panels.plain("cookie-box", 1000, words), 0, 820),)


_PLACES = ("وادي السدر", "مرفأ الريحان", "تل الزعفران", "الحي القديم", "جسر النخيل", "قرية العيون", "بلدة الصفصاف",
           "ميناء اللؤلؤ", "سهل الكتان", "ضاحية البساتين", "جبل الغار")  # fmt: skip
_EVENTS = (
    "فرق الإنقاذ تنتشل عالقين من مبنى منهار في", "انقطاع كامل للكهرباء في", "وصول أول قافلة مساعدات إلى",
    "ارتفاع منسوب المياه مجددا قرب", "إخلاء المستشفى الميداني في", "إعادة فتح الطريق المؤدي إلى",
    "مظاهرة أمام مقر البلدية في", "اجتماع طارئ لمجلس المحافظة بشأن", "تعليق الدراسة حتى إشعار آخر في",
    "العثور على مفقودين أحياء في", "انهيار جزئي للسد المطل على", "هبوط مروحية إسعاف في",
    "الجيش يقيم جسرا عائما عند",
)  # fmt: skip
_SOURCES = ("وقال متحدث باسم الدفاع المدني إن العمليات مستمرة.", "ولم تصدر السلطات تعليقا حتى الآن.",
            "وأفاد مراسلنا بسماع صفارات الإنذار.", "ونقلت وكالات عن شهود عيان أن الوضع صعب.",
            "وأظهرت صور تحققنا منها حجم الأضرار.", "وبحسب وزارة الصحة فإن الحصيلة أولية.",
            "ومن المقرر عقد مؤتمر صحفي خلال ساعات.")  # fmt: skip
_ANGLES = ("سباق مع الزمن للوصول إلى العالقين في", "حصيلة الضحايا ترتفع وتحذيرات جديدة في", "نداء دولي عاجل لإغاثة",
           "ليلة صعبة يعيشها سكان", "هدوء حذر وعودة تدريجية إلى", "غضب شعبي من بطء الاستجابة في",
           "تحقيق رسمي في أسباب ما جرى في")  # fmt: skip
_READ = ("كيف تنام أفضل؟ سبع عادات", "قصة آخر صانع عود في الحارة", "لماذا ترتفع أسعار القهوة؟", "حوار مع طبيبة في القطب",
         "وصفة المقلوبة كما تعدها الجدات", "رحلة بالقطار عبر الصحراء", "عودة طائر أبو منجل", "أرشيف: صيف 1974",
         "مهن اختفت من أسواقنا", "هل يحلم الأخطبوط؟")  # fmt: skip
_ASKED = (
    "هل تثق بنشرات الطقس؟",
    "هل تؤيد العمل من المنزل؟",
    "هل تقرأ الصحف الورقية؟",
    "هل تفضل السفر صيفا؟",
)
_PRAYERS = (("الفجر", 3, 41), ("الظهر", 11, 38), ("العصر", 15, 4), ("المغرب", 18, 22), ("العشاء", 19, 47))


class Mubashir(GeneratedSite):
    """A newsroom's live page, written from the right: each day's story, its points, and entries with running ages."""

    slug = "mubashir"
    hard = "entries pushed down by new ones, with ages and likes that run in them; a red strip that says them twice"
    more = 0
    look = Look(
        heading=WIDE, body=WIDE, paper="#ffffff", ink="#141414", muted="#707070", line="#e2e2e2", accent="#c4170c",
        lead_px=28, top_px=18, card="#f7f7f7",
        extra=(
            "section{direction:rtl;text-align:right}.urgent{background:#c4170c;color:#fff}.masthead{background:#141414;"
            "color:#fff}.masthead .small{color:#bbb}.live{border-right:6px solid #c4170c}.points{background:#fdf1ef}"
            ".points li{border:0;padding:4px 0}.post{border-bottom:1px solid #e2e2e2;padding:12px}.post b{color:#c4170c}"
            ".read li,.poll li{border-color:#e2e2e2}.poll{background:#f7f7f7}.prayer{background:#0f3d3e;color:#fff}"
            ".prayer h4{color:#9fd8cb}.bar{background:#c4170c;height:8px;display:block}.ad-in{background:#f7f7f7}"
        ),
    )  # fmt: skip
    duty = Duty(hours=(6, 22), off=(4,), then=0.6, night=0.12)

    def states(self, hours: int) -> Iterator[PageState]:
        """The page at each of the first hours."""
        title, points = Entry(0), [Entry(number) for number in range(4)]
        posts = [Entry(10 - number) for number in range(6)]
        for hour in range(hours):
            at = STARTS_AT + timedelta(hours=hour)
            pace = self.duty.at(at) * self.chance.between(5, 14, "pace", at.date()) / 10 if hour else 0.0
            if hour and at.hour == 7:  # the page of a new day
                title, points = Entry(hour), [Entry(hour + seat) for seat in range(4)]
            if self.chance.happens(0.32 * pace, "post", hour):
                many = self.chance.pick((1, 1, 2, 3), "many", hour)
                posts = [*(Entry(4 * hour + 40 + seat) for seat in range(many)), *posts][:6]
                if self.chance.happens(0.3, "title", hour):
                    title = replace(title, form=title.form + 1)
                if self.chance.happens(0.35, "point", hour):
                    points = [Entry(hour), *points[:3]]
            elif self.chance.happens(0.05 * pace, "corrected", hour):
                place = self.chance.below(3, "which", hour)
                posts[place] = replace(posts[place], form=1)
            news = (
                self._title(title),
                *(self._point(item) for item in points),
                *(words for item in posts for words in self._entry(item)),
            )
            yield PageState(rows=tuple(self._page(title, points, posts, hour, at)), news=news)

    def _title(self, item: Entry) -> str:
        place, angle = told(self.chance.child("title"), (_PLACES, _ANGLES), item.number)
        return f"{_ANGLES[(_ANGLES.index(angle) + item.form) % len(_ANGLES)]} {place}"

    def _point(self, item: Entry) -> str:
        return " ".join(told(self.chance.child("point"), (_EVENTS, _PLACES), item.number))

    def _entry(self, item: Entry) -> tuple[str, str]:
        what, where, source = told(self.chance.child("entry"), (_EVENTS, _PLACES, _SOURCES), item.number)
        return f"{what} {where}", f"تصحيح: {source}" if item.form else source

    def _page(
        self, title: Entry, points: Sequence[Entry], posts: Sequence[Entry], hour: int, at: datetime
    ) -> list[Row]:
        listed = "".join(f"<li>• {self._point(item)}</li>" for item in points)
        readers = self.chance.between(800, 22_000, "readers", hour)
        live = (
            f'<span class="flag">مباشر</span><h1>{self._title(title)}</h1><p class="small">آخر تحديث: {at:%H:%M} ·'
            f" يتابعون الآن {readers:,}</p>"
        )
        entries = [self._post(item, hour, at) for item in posts]
        creative = self.adverts.advert("in", 60 * hour, 600, self.chance.pick((90, 150), "ad px", hour))
        main = [
            panels.plain("live", 650, live, is_news=True),
            panels.plain("points", 650, f"<h4>أبرز التطورات</h4><ul>{listed}</ul>", is_news=True),
            *entries[:2],
            panels.advert(creative, "ad-in", 650),
            *entries[2:],
        ]
        rows = [
            row(panels.masthead("المرصاد", 1000, f"{at:%d/%m/%Y} · {self._market(hour, at)}", height=52), tag="header"),
            row([self._poll(hour), self._read(hour), self._prayer(at)], main, tag="main"),
            row(self._videos(hour)),
        ]  # fmt: skip
        fresh = (posts[0].number - 40) // 4 == hour
        if fresh and self.chance.happens(0.6, "urgent", hour):
            rows.insert(1, row(panels.strip(f"عاجل | {self._entry(posts[0])[0]}", 34, name="urgent")))
        return rows

    def _market(self, hour: int, at: datetime) -> str:
        spot = hour if 8 <= at.hour <= 16 else hour - (at.hour - 16) % 24
        return f"الذهب {2300 + self.chance.below(90, 'gold', spot)} · النفط {self.chance.between(70, 84, 'oil', spot)}"

    def _post(self, item: Entry, hour: int, at: datetime) -> Panel:
        """An entry: how long ago it came, what happened, at times a picture, and what readers pressed."""
        minutes = 60 * (hour - (item.number - 40) // 4) + self.chance.between(2, 58, "minute", item.number)
        ago = f"قبل {minutes} دقيقة" if minutes < 60 else f"قبل {minutes // 60} ساعة"
        likes = 3 * minutes + self.chance.below(40, "likes", item.number, hour)
        what, source = self._entry(item)
        shown = panels.image(f"world-live-{item.number}", 626, 210) if item.number % 5 == 0 else ""
        html = (
            f'<b>{ago}</b><h2><a href="{ORIGIN}/live/{item.number}">{what}</a></h2>{shown}<p>{source}</p>'
            f'<p class="small">♥ {likes} · مشاركة · نسخ الرابط</p>'
        )
        return panels.plain("post", 650, html, is_news=True)

    def _read(self, hour: int) -> Panel:
        lines = "".join(
            f'<li><b class="n">{place}</b>{words}</li>'
            for place, words in enumerate(self.chance.shuffled(_READ, "read", hour)[:5], 1)
        )
        return panels.plain("read", 350, f"<h4>الأكثر قراءة</h4><ol>{lines}</ol>")

    def _poll(self, hour: int) -> Panel:
        share = self.chance.between(31, 69, "share", hour)
        lines = "".join(
            f'<li>{words} {part}%<span class="bar" style="width:{part}%"></span></li>'
            for words, part in (("نعم", share), ("لا", 100 - share))
        )
        return panels.plain("poll", 350, f"<h4>استطلاع</h4><p>{_ASKED[hour // 24 % 4]}</p><ul>{lines}</ul>")

    def _prayer(self, at: datetime) -> Panel:
        lines = "".join(f"<p>{name} {h}:{(m + at.day) % 60:02d}</p>" for name, h, m in _PRAYERS)
        return panels.plain("prayer", 350, f"<h4>مواقيت الصلاة</h4>{lines}")

    def _videos(self, hour: int) -> Panel:
        cards = "".join(
            f"<div>{panels.image(f'culture-film-{_READ.index(words)}', 232, 140)}<h3>{words}</h3></div>"
            for words in self.chance.shuffled(_READ, "videos", hour // 2)[:4]
        )
        return panels.plain("videos", 1000, f'<h4>فيديو</h4><div class="cards">{cards}</div>')


UNSEEN_LANTERNS = (Sanepid, Mubashir)
