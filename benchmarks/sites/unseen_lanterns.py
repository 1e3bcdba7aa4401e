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
from pagetide.demo.chance import Chance

_DAYS = ("poniedziałek", "wtorek", "środa", "czwartek", "piątek", "sobota", "niedziela")
_NAMES = ("Moniki i Floriana", "Ireny i Waldemara", "Judyty i Juranda", "Ludmiły i Gizeli", "Stanisława i Lizy",
          "Grzegorza i Bożydara", "Izydora i Antoniny", "Igi i Mamerta", "Serwacego i Roberta")  # fmt: skip
_HAZARDS = (
    "Bakterie grupy coli w wodzie z wodociągu", "Ostrzeżenie publiczne: Salmonella w partii jaj z fermy",
    "Ognisko zatruć pokarmowych po weselu w gminie", "Przekroczenie manganu w wodzie ze studni publicznej",
    "Ognisko odry w szkole podstawowej", "Wycofanie wędlin z zakładu", "Legionella w instalacji szpitala powiatowego",
    "Zamknięcie kuchni żłobka po kontroli", "Wścieklizna u lisa: obszar zagrożony obejmuje gminę",
    "Zniesienie zakazu poboru wody z wodociągu", "Akcja bezpłatnych szczepień w przychodni")  # fmt: skip
_COMMUNES = ("Brzeziny Dolne", "Olchówka", "Stary Młyn", "Wierzbnica", "Kalinowo", "Zagórze Leśne", "Rudnik", "Sosnowa",
             "Lipnik", "Topolany", "Jarzębia")  # fmt: skip
_ADVICE = ("Decyzja inspektora obowiązuje do odwołania.", "Kolejny komunikat po otrzymaniu wyników badań.",
           "Osoby z objawami powinny zgłosić się do lekarza rodzinnego.", "Próbki pobrano ponownie, wyniki za 3 dni.",
           "Szczegóły w załączniku (PDF, 214 KB).", "Nadzór nad sprawą prowadzi inspektor powiatowy.")  # fmt: skip
_FORMS = ("", "Aktualizacja: ", "Zmiana terminu: ")
_FIT = ("przydatna", "warunkowo przydatna", "brak przydatności")
_ILLS = ("Krztusiec", "Odra", "Borelioza", "Salmoneloza")
_DRUGGISTS = ("Pod Lwem, ul. Rynkowa 4", "Melisa, ul. Polna 18", "Zdrowie, al. Lipowa 2", "Pod Wagą")
_POSTERS = ("Szczepienie przeciw HPV: bezpłatnie od 9 lat", "Kleszcz? Sprawdź skórę po spacerze", "Rzuć palenie z nami",
            "Myj ręce. To działa.", "Bezpieczne grzyby, bezpieczny dom")  # fmt: skip
_SERVICES = ("Badanie wody ze studni", "Książeczka sanepidu", "Wpis do rejestru zakładów", "Zgłoszenie imprezy masowej",
             "Odbiór lokalu użytkowego", "Zezwolenie na ekshumację")  # fmt: skip


@dataclass(frozen=True)
class Entry:
    """Something with a number of its own, in the form that it has by now."""

    number: int
    form: int = 0
    since: int = 0  # hour of its last change


def _cards(draw: Chance, name: str, title: str, words: Sequence[str], *, pictures: bool = True) -> Panel:
    """Four of the words as cards, the ones that this draw gives."""
    cards = ""
    for text in draw.shuffled(words, name)[:4]:
        shown = panels.image(f"culture-{name}-{words.index(text)}", 232, 140) if pictures else ""
        link = f'<a href="{ORIGIN}/{name}/{words.index(text)}">{text}</a>'
        cards += f'<div class="box">{shown}<h3>{link}</h3></div>'
    return panels.plain(name, 1000, f'<h4>{title}</h4><div class="cards">{cards}</div>')


class Sanepid(GeneratedSite):
    """A sanitary station: warnings, which water may be drunk, cases of the year; a queue and a rota beside them."""

    slug = "sanepid"
    hard = "a word in a table, figures once a day and views that run within the notices; slow at weekends"
    more = 0
    look = Look(
        heading=SANS, ink="#1b1b1b", muted="#66727f", line="#d6dde5", accent="#0052a5", lead_px=26, top_px=18, extra=(
        ".govbar{background:#f5f6f7;border-bottom:3px solid #dc0032;padding:5px 12px}.hero{padding:0;"
        "background:#0052a5;color:#fff}.hero h1{padding:10px 24px;margin:0}.water table{width:100%;"
        "border-collapse:collapse}.fit-0{background:#dff3e3}.water td{border:1px solid #d6dde5;padding:5px 8px}"
        ".fit-1{background:#fff1c9}.fit-2{background:#f9d3d6}.queue{background:#0052a5;color:#fff}.cases{"
        "background:#f5f6f7}.cookie-box{background:#1b1b1b;color:#fff}.queue h4{color:#fff}"))  # fmt: skip
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
                notices[place] = replace(notices[place], form=min(2, notices[place].form + 1))
            if self.chance.happens(0.2 * work, "decision", hour):
                place = self.chance.below(len(water), "whose", hour)
                turn = self.chance.between(1, 2, "turn", hour)
                water[place] = Entry(hour + 100, (water[place].form + turn) % len(_FIT))
            if hour and at.weekday() < 5 and at.hour == self.chance.between(9, 11, "report", at.date()):
                counts = [old + self.chance.below(4, "more", seat, hour) for seat, old in enumerate(counts)]
            news = (
                *(words for item in notices for words in self._told(item)),
                *(f"HK.9020.{item.number}.2026" for item in water),
                *(_FIT[item.form] for item in water),
                *(f"{name}: {count}" for name, count in zip(_ILLS, counts, strict=True)),
            )
            words = "<p>Ta witryna stosuje pliki cookies. <u>Akceptuję</u> · <u>Ustawienia</u></p>"
            over = Overlay(panels.plain("cookie-box", 1000, words), 0, 820)
            shown = (over,) if self.chance.happens(0.2, "cookies", hour) else ()
            left = [self._notices(notices, hour), self._water(water, at)]
            yield PageState(rows=tuple(self._page(left, counts, hour, at)), news=news, overlays=shown)

    def _told(self, item: Entry) -> tuple[str, str]:
        what, where, advice = told(self.chance.child("told"), (_HAZARDS, _COMMUNES, _ADVICE), item.number)
        return f"{_FORMS[item.form]}{what} {where}", advice

    def _page(self, left: Sequence[Panel], counts: Sequence[int], hour: int, at: datetime) -> list[Row]:
        name = _NAMES[at.timetuple().tm_yday % len(_NAMES)]
        today = f"{_DAYS[at.weekday()]}, {at.day}.{at.month:02d}.{at.year} r. · Imieniny: {name}"
        poster = self.chance.below(len(_POSTERS), "poster", hour)
        tall = self.chance.pick((120, 150), "tall", hour // 7)
        shown = panels.image(f"culture-plakat-{poster}", 1000, tall)
        figures = "".join(f"<li>{ill}: {n}</li>" for ill, n in zip(_ILLS, counts, strict=True))
        cases = f"<h4>Zachorowania od 1 stycznia</h4><ul>{figures}</ul>"
        spent = f"Deklaracja dostępności · RODO · strona w 0,{self.chance.between(102, 388, 'spent', hour)} s"
        head = panels.masthead("Sanepid w Wierzbnicy", 1000, "BIP · ePUAP · A A+", height=56)
        draw = self.chance.child(hour // 2)
        return [
            row(panels.plain("govbar", 1000, f'<p class="small">gov.pl · {today}</p>')),
            row(head, tag="header"),
            row(panels.plain("hero", 1000, f"{shown}<h1>{_POSTERS[poster]}</h1>")),
            row(left, [panels.plain("cases", 350, cases, is_news=True), *self._aside(hour, at)], tag="main"),
            row(_cards(draw, "services", "Najczęściej wybierane", _SERVICES, pictures=False)),
            row(panels.plain("foot", 1000, f'<p class="small">{spent}</p>')),
        ]

    def _notices(self, notices: Sequence[Entry], hour: int) -> Panel:
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
        return panels.plain("notices", 650, f"<h4>Komunikaty</h4><ul>{lines}</ul>", is_news=True)

    def _water(self, water: Sequence[Entry], at: datetime) -> Panel:
        lines = "<tr><td>Wodociąg</td><td>Woda</td><td>Decyzja</td></tr>"
        for place, item in zip(_COMMUNES, water, strict=False):
            fit = f'<td class="fit-{item.form}">{_FIT[item.form]}</td>'
            lines += f"<tr><td>{place}</td>{fit}<td>HK.9020.{item.number}.2026</td></tr>"
        html = f'<table>{lines}</table><p class="small">Stan na {at:%d.%m.%Y, %H:%M}</p>'
        return panels.plain("water", 650, f"<h4>Jakość wody w wodociągach</h4>{html}", is_news=True)

    def _aside(self, hour: int, at: datetime) -> list[Panel]:
        queue = "<p>Punkt przyjmowania próbek nieczynny</p>"
        if at.weekday() < 5 and 7 <= at.hour <= 15:
            called = 9 * (at.hour - 7) + self.chance.below(9, "called", hour)
            queue = f"<h1>A{called:03d}</h1><p>oczekuje: {self.chance.below(19, 'waiting', hour)}</p>"
        dust = self.chance.between(9, 61, "dust", hour // 2)
        visits = 1_482_331 + 57 * hour + self.chance.below(57, "visits", hour)
        today = f"<h4>Dyżur apteki</h4><p>{_DRUGGISTS[at.timetuple().tm_yday % 4]}</p><h4>Powietrze</h4>"
        today += f'<p>PM10: {dust} µg/m³</p><p class="small">Licznik odwiedzin: {visits:,}</p>'
        return [panels.plain("queue", 350, f"<h4>eKolejka</h4>{queue}"), panels.plain("today", 350, today)]


_PLACES = ("وادي السدر", "مرفأ الريحان", "تل الزعفران", "الحي القديم", "جسر النخيل", "قرية العيون", "بلدة الصفصاف",
           "ميناء اللؤلؤ", "سهل الكتان", "ضاحية البساتين", "جبل الغار")  # fmt: skip
_EVENTS = ("فرق الإنقاذ تنتشل عالقين من مبنى منهار في", "انقطاع كامل للكهرباء في", "وصول أول قافلة مساعدات إلى",
           "ارتفاع منسوب المياه مجددا قرب", "إخلاء المستشفى الميداني في", "إعادة فتح الطريق المؤدي إلى",
           "مظاهرة أمام مقر البلدية في", "اجتماع طارئ بشأن", "تعليق الدراسة في", "العثور على مفقودين أحياء في",
           "انهيار جزئي للسد المطل على", "هبوط مروحية إسعاف في", "الجيش يقيم جسرا عند")  # fmt: skip
_SOURCES = ("وقال متحدث باسم الدفاع المدني إن العمليات مستمرة.", "ولم تصدر السلطات تعليقا حتى الآن.",
            "وأفاد مراسلنا بسماع صفارات الإنذار.", "ونقلت وكالات عن شهود عيان أن الوضع صعب.",
            "وأظهرت صور تحققنا منها حجم الأضرار.", "وبحسب وزارة الصحة فإن الحصيلة أولية.")  # fmt: skip
_ANGLES = ("سباق مع الزمن للوصول إلى العالقين في", "حصيلة الضحايا ترتفع وتحذيرات جديدة في", "نداء دولي عاجل لإغاثة",
           "ليلة صعبة يعيشها سكان", "هدوء حذر وعودة تدريجية إلى", "غضب شعبي من بطء الاستجابة في")  # fmt: skip
_READ = ("كيف تنام أفضل؟", "قصة آخر صانع عود في الحارة", "لماذا ترتفع أسعار القهوة؟", "حوار مع طبيبة في القطب",
         "وصفة المقلوبة", "رحلة بالقطار عبر الصحراء", "عودة طائر أبو منجل", "أرشيف: صيف 1974")  # fmt: skip
_ASKED = ("هل تثق بنشرات الطقس؟", "هل تؤيد العمل من المنزل؟", "هل تقرأ الصحف الورقية؟")
_PRAYERS = (("الفجر", 3, 41), ("الظهر", 11, 38), ("العصر", 15, 4), ("المغرب", 18, 22), ("العشاء", 19, 47))


class Mubashir(GeneratedSite):
    """A newsroom's live page, written from the right: each day's story, its points, and entries with running ages."""

    slug = "mubashir"
    hard = "entries pushed down by new ones, with ages and likes that run in them; a red strip that says them twice"
    more = 0
    look = Look(heading=WIDE, body=WIDE, ink="#141414", accent="#c4170c", lead_px=28, top_px=18, extra=(
        "section{direction:rtl;text-align:right}.urgent{background:#c4170c;color:#fff}.masthead{background:#141414;"
        "color:#fff}.masthead .small{color:#bbb}.live{border-right:6px solid #c4170c}.points{background:#fdf1ef}"
        ".points li{border:0;padding:4px 0}.post{border-bottom:1px solid #e2e2e2}.post b{color:#c4170c}.poll,.ad-in{"
        "background:#f7f7f7}.prayer{background:#0f3d3e;color:#fff}.bar{"
        "background:#c4170c;height:8px;display:block}"))  # fmt: skip
    duty = Duty(hours=(6, 22), off=(4,), then=0.6, night=0.12)

    def states(self, hours: int) -> Iterator[PageState]:
        """The page at each of the first hours."""
        title, points = Entry(0), [Entry(-number) for number in range(4)]
        posts = [Entry(10 - number) for number in range(6)]
        for hour in range(hours):
            at = STARTS_AT + timedelta(hours=hour)
            pace = self.duty.at(at) * self.chance.between(5, 14, "pace", at.date()) / 10 if hour else 0.0
            if hour and at.hour == 7:  # the page of a new day
                title, points = Entry(hour), [Entry(-9 * hour - seat) for seat in range(4)]
            if self.chance.happens(0.32 * pace, "post", hour):
                many = self.chance.pick((1, 1, 2, 3), "many", hour)
                posts = [*(Entry(4 * hour + 40 + seat) for seat in range(many)), *posts][:6]
                if self.chance.happens(0.3, "title", hour):
                    title = replace(title, form=title.form + 1)
                if self.chance.happens(0.35, "point", hour):
                    points = [Entry(-9 * hour - 5), *points[:3]]
            elif self.chance.happens(0.05 * pace, "corrected", hour):
                place = self.chance.below(3, "which", hour)
                posts[place] = replace(posts[place], form=1)
            news = (
                self._title(title),
                *(self._entry(item)[0] for item in points),
                *(words for item in posts for words in self._entry(item)),
            )
            yield PageState(rows=tuple(self._page(self._title(title), points, posts, hour)), news=news)

    def _title(self, item: Entry) -> str:
        place, angle = told(self.chance.child("title"), (_PLACES, _ANGLES), item.number)
        return f"{_ANGLES[(_ANGLES.index(angle) + item.form) % len(_ANGLES)]} {place}"

    def _entry(self, item: Entry) -> tuple[str, str]:
        what, where, source = told(self.chance.child("entry"), (_EVENTS, _PLACES, _SOURCES), item.number)
        return f"{what} {where}", f"تصحيح: {source}" if item.form else source

    def _page(self, title: str, points: Sequence[Entry], posts: Sequence[Entry], hour: int) -> list[Row]:
        at = STARTS_AT + timedelta(hours=hour)
        listed = "".join(f"<li>• {self._entry(item)[0]}</li>" for item in points)
        readers = self.chance.between(800, 22_000, "readers", hour)
        seen = f'<p class="small">آخر تحديث: {at:%H:%M} · يتابعون الآن {readers:,}</p>'
        live = f'<span class="flag">مباشر</span><h1>{title}</h1>{seen}'
        entries = [self._post(item, hour) for item in posts]
        creative = self.adverts.advert("in", 60 * hour, 600, self.chance.pick((90, 150), "ad px", hour))
        spot = panels.advert(creative, "ad-in", 650)
        main = [
            panels.plain("live", 650, live, is_news=True),
            panels.plain("points", 650, f"<h4>أبرز التطورات</h4><ul>{listed}</ul>", is_news=True),
            *entries[:2],
            replace(spot, html=spot.html.replace("Advertisement", "إعلان")),
            *entries[2:],
        ]
        note = f"{at:%d/%m/%Y} · {self.chance.between(14, 33, 'sky', hour // 2)}°"
        rows = [
            row(panels.masthead("المرصاد", 1000, note, height=52), tag="header"),
            row(self._aside(hour, at), main, tag="main"),
            row(_cards(self.chance.child(hour // 2), "videos", "فيديو", _READ)),
        ]
        if (posts[0].number - 40) // 4 == hour and self.chance.happens(0.6, "urgent", hour):
            rows.insert(1, row(panels.strip(f"عاجل | {self._entry(posts[0])[0]}", 34, name="urgent")))
        return rows

    def _post(self, item: Entry, hour: int) -> Panel:
        """An entry: how long ago it came, what happened, at times a picture, and what readers pressed."""
        minutes = 60 * (hour - (item.number - 40) // 4) + self.chance.between(2, 58, "minute", item.number)
        ago = f"قبل {minutes} دقيقة" if minutes < 60 else f"قبل {minutes // 60} ساعة"
        likes = 3 * minutes + self.chance.below(40, "likes", item.number, hour)
        what, source = self._entry(item)
        shown = panels.image(f"world-live-{item.number}", 626, 210) if item.number % 5 == 0 else ""
        html = f'<b>{ago}</b><h2><a href="{ORIGIN}/live/{item.number}">{what}</a></h2>{shown}<p>{source}</p>'
        html += f'<p class="small">♥ {likes} · مشاركة · نسخ الرابط</p>'
        return panels.plain("post", 650, html, is_news=True)

    def _aside(self, hour: int, at: datetime) -> list[Panel]:
        order = self.chance.shuffled(_READ, "read", hour)[:5]
        read = "".join(f'<li><b class="n">{place}</b>{words}</li>' for place, words in enumerate(order, 1))
        share = self.chance.between(31, 69, "share", hour)
        poll = f'<p>{_ASKED[hour // 24 % 3]}</p><p>نعم {share}%<span class="bar" style="width:{share}%"></span></p>'
        prayer = "".join(f"<p>{name} {clock}:{(m + at.day) % 60:02d}</p>" for name, clock, m in _PRAYERS)
        return [
            panels.plain("poll", 350, f"<h4>استطلاع</h4>{poll}"),
            panels.plain("read", 350, f"<h4>الأكثر قراءة</h4><ol>{read}</ol>"),
            panels.plain("prayer", 350, f"<h4>مواقيت الصلاة</h4>{prayer}"),
        ]


_SUPPLIERS = ("PT Gambut Makmur Abadi Sentra", "PT Tunas Rawa Sejati", "CV Lestari Bukit Damar", "PT Surya Ketapi",
              "PT Hulu Meranti Prima", "Koperasi Tani Sungai Batu", "PT Cakra Enau")  # fmt: skip
_ISSUES = ("Pembukaan hutan 42 ha di luar izin", "Kebakaran lahan gambut berulang", "Upah di bawah ketentuan provinsi",
           "Sengketa tanah ulayat belum selesai", "Limbah pabrik mencemari sungai", "Pekerja anak pada masa panen",
           "Kanal baru di kubah gambut", "Pemutusan hubungan kerja pengurus serikat")  # fmt: skip
_STEPS = ("Diterima", "Diverifikasi", "Dalam investigasi", "Rencana aksi", "Pemasok ditangguhkan", "Ditutup")
_SUSPENDED, _CLOSED = 4, 5
_PROMISES = (
    ("Hutan", "Nol deforestasi di seluruh rantai pasok", "Nol deforestasi bagi pemasok langsung", "Bebas deforestasi"),
    ("Gambut", "Memulihkan 12.000 ha gambut", "Memulihkan 7.500 ha gambut", "Mendukung pemulihan gambut bila layak"),
    ("Telusur", "100% tertelusur hingga kebun", "95% tertelusur hingga kebun", "Prioritas tertelusur hingga pabrik"),
    ("Plasma", "20% lahan bagi petani plasma", "Kemitraan setara 20% lahan", "Kemitraan sesuai peraturan"),
    ("Iklim", "Emisi turun 50% dari 2019", "Intensitas emisi turun 50% dari 2019", "Menuju emisi nol bersih"),
)  # fmt: skip
_DOCUMENTS = ("Daftar pabrik pemasok", "Peta konsesi", "Kebijakan keberlanjutan", "Laporan kemajuan")
_JOBS = ("Agronom", "Mandor panen", "Analis GIS", "Perawat klinik", "Sopir")
_STORIES = ("Ibu Sari dan koperasi madu", "Beasiswa bagi anak desa", "Menanam 1.000 bakau", "Sehari bersama pemadam",
            "Panen raya di plasma", "Orangutan kembali terlihat", "Dapur bersih untuk warga")  # fmt: skip


class Keluhan(GeneratedSite):
    """A palm-oil firm's promises, complaints and documents, as its watchers read them, under its slogans and prices."""

    slug = "keluhan"
    hard = "promises reworded in place, states of complaints, versions of documents; prices and slogans larger than all"
    more = 0
    look = Look(ink="#20301f", muted="#71806f", line="#d9e2d3", accent="#3a7d2c", lead_px=28, top_px=18, extra=(
        ".hero{padding:0}.hero h1{position:absolute;left:24px;top:20px;color:#fff;background:#1f3d19cc;padding:8px}"
        ".tabs{background:#1f3d19;color:#fff;word-spacing:26px}.figure{background:#eef4ea}dl{margin:0}dt{float:left;"
        "width:110px;font-weight:bold}dd{margin:0 0 10px 110px}details{border-top:1px solid #d9e2d3;padding:7px 0}"
        ".badge{background:#f2b84b;padding:1px 9px;margin-left:8px;border-radius:9px}.chat{background:#3a7d2c;"
        "color:#fff}"))  # fmt: skip
    duty = Duty(hours=(9, 17), then=0.1, night=0.04)

    def states(self, hours: int) -> Iterator[PageState]:
        """The page at each of the first hours."""
        cases = [Entry(number, self.chance.below(6, "first", number), -9 * number) for number in range(1, 7)]
        promises = [Entry(2026 + self.chance.below(4, "year", number)) for number in range(len(_PROMISES))]
        papers, suspended = [self.chance.between(1, 4, "paper", name) for name in _DOCUMENTS], 17
        for hour in range(hours):
            at = STARTS_AT + timedelta(hours=hour)
            late = at.weekday() == 4 and at.hour in {18, 19, 20}  # what is told on a Friday evening
            work = 0.0 if not hour else 1.0 if late else self.duty.at(at)
            if self.chance.happens(0.17 * work, "case", hour):
                cases = [Entry(hour + 10, 0, hour), *cases[:5]]
            elif self.chance.happens(0.32 * work, "step", hour):
                case = self.chance.pick(cases, "whose", hour)
                step = case.form + self.chance.pick((1, 1, 2), "step of", hour) if case.form < _CLOSED else 2
                new = Entry(case.number, min(step, _CLOSED), hour)
                cases = [new, *(item for item in cases if item is not case)]
                suspended += (new.form == _SUSPENDED) - (case.form == _SUSPENDED)
            if self.chance.happens(0.11 * work, "promise", hour):
                place = self.chance.below(len(promises), "which", hour)
                later, old = self.chance.happens(0.4, "later", hour), promises[place]
                promises[place] = Entry(old.number + later, (old.form + (not later)) % 3)
            if self.chance.happens(0.08 * work, "paper", hour):
                papers[self.chance.below(len(papers), "whose paper", hour)] += 1
            still = 31 + sum(item.form != _CLOSED for item in cases)
            figures = (f"{suspended} pemasok ditangguhkan", f"{still} keluhan terbuka")
            news = (
                *figures,
                *(words for item in cases for words in self._told(item)),
                *(f"{_PROMISES[place][1 + item.form]}, {item.number}" for place, item in enumerate(promises)),
                *(f"{name} v{paper}" for name, paper in zip(_DOCUMENTS, papers, strict=True)),
            )
            left = [self._promises(promises, hour), self._cases(cases, hour)]
            chat = Overlay(panels.plain("chat", 250, "<p>Halo! Ada yang bisa kami bantu?</p>"), 740, 900)
            over = (chat,) if self.chance.happens(0.3, "chat", hour) else ()
            yield PageState(rows=tuple(self._page(figures, left, papers, hour)), news=news, overlays=over)

    def _told(self, item: Entry) -> tuple[str, ...]:
        return *told(self.chance.child("told"), (_SUPPLIERS, _ISSUES), item.number), _STEPS[item.form]

    def _page(self, figures: Sequence[str], left: list[Panel], papers: list[int], hour: int) -> list[Row]:
        seat, at = self.chance.below(len(_STORIES), "hero", hour), STARTS_AT + timedelta(hours=hour)
        shown = panels.image(f"world-hero-{seat}", 1000, self.chance.pick((180, 230), "px", hour // 5))
        trade = hour if at.weekday() < 5 and 9 <= at.hour <= 15 else at.date()
        share = f"RMTA Rp{self.chance.between(1180, 1320, 'share', trade)} · {at:%d/%m/%Y}"
        price = f"Rp{self.chance.between(13_900, 14_600, 'cpo', hour)} CPO/kg"
        rain = f"{self.chance.between(0, 48, 'rain', hour)} mm hujan di kebun"
        numbers = [
            panels.plain("figure", 250, f"<h2>{words}</h2>", is_news=words in figures)
            for words in (figures[0], price, figures[1], rain)
        ]
        listed = ""
        for name, paper in zip(_DOCUMENTS, papers, strict=True):
            got = 40 * len(name) + 2 * hour + self.chance.below(3, "got", name, hour)
            link = f'<a href="{ORIGIN}/dokumen/{name.split()[0]}.pdf">{name} v{paper}</a>'
            listed += f'<li>{link}<p class="small">PDF · diunduh {got} kali</p></li>'
        jobs = "<br>".join(self.chance.shuffled(_JOBS, "jobs", hour)[:3])
        aside = [
            panels.plain("papers", 310, f"<h4>Dokumen</h4><ul>{listed}</ul>", is_news=True),
            panels.plain("jobs", 310, f"<h4>Lowongan</h4><p>{jobs}</p>"),
        ]
        return [
            row(panels.masthead("Rimba Tirta", 1000, share, height=54), tag="header"),
            row(panels.plain("tabs", 1000, "<p>Beranda Keberlanjutan Investor</p>")),
            row(panels.plain("hero", 1000, f"{shown}<h1>{_STORIES[seat]}</h1>")),
            row(*numbers),
            row(left, aside, tag="main"),
            row(_cards(self.chance.child(hour), "cerita", "Cerita dari kebun", _STORIES)),
        ]

    def _promises(self, promises: Sequence[Entry], hour: int) -> Panel:
        lines = ""
        for topic, item in zip(_PROMISES, promises, strict=True):
            lines += f"<dt>{topic[0]}</dt><dd>{topic[1 + item.form]}, {item.number}</dd>"
        seen = f'<p class="small">Dibaca {900 + 13 * hour + self.chance.below(13, "seen", hour)} kali</p>'
        return panels.plain("promises", 690, f"<h4>Komitmen kami</h4><dl>{lines}</dl>{seen}", is_news=True)

    def _cases(self, cases: Sequence[Entry], hour: int) -> Panel:
        lines = ""
        for item in cases:
            supplier, issue, step = self._told(item)
            age = hour - item.since
            ago = f"{age} jam" if age < 24 else f"{age // 24} hari"
            small = f'<p class="small">Kasus {item.number + 400} · diperbarui {ago} lalu</p>'
            head = f'<summary><b>{supplier}</b><span class="badge">{step}</span></summary>'
            lines += f"<details open>{head}<p>{issue}</p>{small}</details>"
        return panels.plain("cases", 690, f"<h4>Daftar keluhan</h4>{lines}", is_news=True)


UNSEEN_LANTERNS = (Sanepid, Mubashir, Keluhan)
