"""What people follow: a Danish live page on a strike in the ports, an Uzbek petition and the answers that it gets."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from benchmarks.sites import panels
from benchmarks.sites.illustrated import Duty, told
from benchmarks.sites.insertions import Guest, Visits, mixed
from benchmarks.sites.look import SANS, SERIF, WIDE, Look
from benchmarks.sites.news import STARTS_AT
from benchmarks.sites.page import PageState, Panel, Row, row
from benchmarks.sites.site import GeneratedSite

_PORTS = ("Vesterhavnen", "Kalø Færgehavn", "Sundkajen", "Nordmolen", "Hvidesund", "Terminal 4", "Fiskerihavnen",
          "Bundgarn Kaj")  # fmt: skip
_HAPPENED = ("arbejdet er lagt ned", "{n} lastbiler holder i kø", "kranerne kører igen", "vagterne åbner porten",
             "{n} containere køres til udlandet", "to skibe afvises", "de ansatte stemmer nej", "nattevagten går hjem",
             "færgen sejler uden biler", "mæglingen trækker ud", "rederiet sender {n} vikarer", "politiet er på stedet",
             "kølehuset slipper op for strøm")  # fmt: skip
_SAYS = ("Det oplyser havnefogeden.", "Forbundet bekræfter over for os.", "Rederiet ønsker ikke at svare.",
         "Forhandlingerne genoptages i aften.", "Ministeren er blevet orienteret.", "Ingen er kommet til skade.",
         "Tillidsmanden kalder det et gennembrud.", "Kommunen undersøger lovligheden.",
         "Vores udsendte står ved porten.")  # fmt: skip
_MENDED = ("Rettelse: i en tidligere udgave stod et forkert antal.", "Opdateret: rederiet har nu svaret.",
           "Opdateret: tallet er steget siden middag.", "Rettelse: mødet holdes i havnekontoret.")  # fmt: skip
_KNOWN = (
    ("{n} ansatte i {p} havne strejker", (210, 3_900), (3, 9)),
    ("{n} skibe venter på reden, det ældste i {p} døgn", (4, 70), (1, 9)),
    ("Parterne har mødtes {p} gange og er uenige om {n} kroner i timen", (3, 60), (2, 30)),
    ("Forligsmanden har udsat varslet i {p} dage; {n} virksomheder har søgt dispensation", (6, 300), (2, 14)),
    ("{n} tons frugt er kasseret, og {p} supermarkeder mangler varer", (20, 900), (2, 80)),
)
_READERS = ("Min datter sidder fast på øen, hvad gør jeg?", "Stå fast, kammerater!", "Kan man få pengene tilbage?",
            "Hvornår kommer bananerne?", "Jeg arbejdede på kajen i 30 år, det var det samme dengang.",
            "Hvorfor skriver I ikke om lønnen?", "Vi har kaffe til alle ved port 2.", "Det er jo helt vildt.",
            "Gælder det også fragt fra Norge?", "Tak for god dækning.", "Hvem betaler for min cykel?",
            "Så lad dog robotterne køre.")  # fmt: skip
_NAMES = ("Bente fra Sundby", "Ole K.", "Havnemus", "Pendleren", "Jytte", "Kaptajn Skæg", "Mads på øen",
          "Læser 114")  # fmt: skip
_ELSEWHERE = ("Quiz: Kender du signalflagene?", "Så meget tjener en lods", "Opskrift: Sildesalat på fem minutter",
              "Se kongeskibet fra luften", "Derfor tuder tågehornet", "Ti øer du kan sejle til",
              "Test: Er du en landkrabbe?", "Brevkasse: Må min nabo eje en slæbebåd?")  # fmt: skip
_OFFERS = ("Prøv avisen i 30 dage for 1 krone", "Få nyheden før naboen: hent appen", "Vind en weekend i et fyrtårn",
           "Støt fri journalistik")  # fmt: skip


@dataclass(frozen=True)
class Post:
    """A post of the live page: which one, since when, how often it was mended, which take of its picture."""

    number: int
    since: int
    mended: int = 0
    take: int = 0


class Minutvis(GeneratedSite):
    """A live page: posts sink below readers' questions that are set as they are; a box of what is known by now."""

    slug = "minutvis"
    hard = "Danish; readers' posts set as the newsroom's, figures of a box, photographs change alone, offers above"
    more = 0
    look = Look(
        heading=SERIF, body=SANS, paper="#fffefa", ink="#1b1b1f", muted="#77757d", line="#e2dfd4", accent="#c8102e",
        lead_px=34, top_px=19, card="#f6f1e4",
        extra=(
            ".masthead{background:#c8102e;color:#fff}.masthead .small{color:#ffdce0}"
            ".opslag{border-left:4px solid #c8102e;margin:0}.opslag time{font:bold 13px/18px 'Liberation Sans';"
            "color:#c8102e}.opslag img{margin:6px 0}.fakta{background:#f6f1e4}.fakta li{padding-left:12px;"
            "border-left:3px solid #1b1b1f;border-top:0;margin-bottom:8px}.tilbud{background:#1b1b1f;color:#fff}"
            ".stream{background:#1b1b1f;color:#fff}.stream h3{color:#fff}"
        ),
    )  # fmt: skip
    duty = Duty(hours=(5, 22), then=0.55, night=0.07)
    letters = Visits(per_h=0.8, stays_h=(1, 3), places=(0, 1, 2, 4, 5, 7), together=4, texts=len(_READERS))

    def states(self, hours: int) -> Iterator[PageState]:
        """The page at each of the first hours."""
        feed = [Post(-seat, -2 * seat) for seat in range(1, 10)]
        known = [self.chance.below(40, "known", seat) for seat in range(len(_KNOWN))]
        for hour, guests in enumerate(self.letters.at_each_hour(self.chance.child("letters"), hours)):
            at = STARTS_AT + timedelta(hours=hour)
            pace = self.duty.at(at) if hour else 0.0
            what = self.chance.number("what", hour)
            if what < 0.24 * pace:
                many = self.chance.pick((1, 1, 2), "many", hour)
                feed = [*(Post(3 * hour + seat, hour) for seat in range(many)), *feed][:9]
            elif what < 0.29 * pace:
                place = self.chance.below(5, "whose", hour)
                feed[place] = replace(feed[place], mended=min(2, feed[place].mended + 1))
            elif what < 0.4 * pace:
                place = self.chance.below(3, "photo", hour)
                feed[place] = replace(feed[place], take=hour)
            if self.chance.happens(0.08 * pace, "known by now", hour):
                known[self.chance.below(len(known), "point", hour)] += 1
            points = tuple(self._point(seat, turn) for seat, turn in enumerate(known))
            news = (*points, *(words for item in feed for words in self._told(item)))
            yield PageState(rows=tuple(self._page(feed, points, guests, at)), news=news)

    def _point(self, seat: int, turn: int) -> str:
        words, many, few = _KNOWN[seat]
        return words.format(
            n=self.chance.between(*many, "n", seat, turn), p=self.chance.between(*few, "p", seat, turn // 2)
        )

    def _told(self, item: Post) -> tuple[str, str]:
        where, what, says = told(self.chance.child("told"), (_PORTS, _HAPPENED, _SAYS), item.number)
        later = (_MENDED[(item.number + turn) % len(_MENDED)] for turn in range(item.mended))
        title = f"{where}: {what.format(n=self.chance.between(8, 90, 'n', item.number))}"
        return title, " ".join((says, *later))

    def _page(
        self, feed: Sequence[Post], points: Sequence[str], guests: Sequence[Guest], at: datetime
    ) -> list[Row]:
        hour = int((at - STARTS_AT).total_seconds() // 3600)
        wide = self.chance.happens(0.6, "wide", hour // 6)
        width = 640 if wide else 500
        column = [
            self._letter(item, hour, width) if isinstance(item, Guest) else self._post(item, hour, width)
            for item in mixed(feed, guests)
        ]
        if self.chance.happens(0.7, "sold", hour):
            sold = self.adverts.advert(
                "feed", 60 * hour, width - 24, self.chance.between(60, 300, "px", hour)
            )
            column.insert(self.chance.between(1, 5, "sold at", hour), panels.advert(sold, "annonce", width))
        facts = self._facts(points, 360 if wide else 240)
        note = f"{at.day}.{at.month}. kl. {at:%H.%M} · {self.chance.between(900, 42_000, 'here', hour)} følger med"
        if wide:
            columns: tuple[list[Panel], ...] = (
                column,
                [facts, self._read(hour, 360), self._asked(hour, 360)],
            )
        else:
            columns = ([facts, self._asked(hour, 240)], column, [self._read(hour, 260)])
        rows = [
            row(panels.masthead("Sundets Tidende · LIVE", 1000, note, height=60), tag="header"),
            row(self._stream(hour)),
            row(*columns, tag="main"),
            row(panels.plain("bund", 1000, '<p class="small">Redaktionen · Fejl og fakta · Cookies</p>')),
        ]  # fmt: skip
        if self.chance.happens(0.4, "offer", hour // 2):
            height = self.chance.between(36, 170, "offer px", hour // 2)
            words = self.chance.pick(_OFFERS, "offer words", hour // 2)
            rows.insert(
                self.chance.below(2, "offer at", hour // 2), row(panels.strip(words, height, name="tilbud"))
            )
        return rows

    def _post(self, item: Post, hour: int, width: int) -> Panel:
        title, words = self._told(item)
        shown = ""
        if item.take or item.number % 4 == 1:
            shown = panels.image(f"city-havn-{item.number}-{item.take}", width - 60, 200)
        at = STARTS_AT + timedelta(hours=item.since, minutes=-self.chance.below(59, "minute", item.number))
        likes = f"{self.chance.between(2, 900, 'likes', item.number, hour)} synes godt om"
        return _article(width, f"{at:%H.%M}", title, shown + f"<p>{words}</p>", likes, news=True)

    def _letter(self, guest: Guest, hour: int, width: int) -> Panel:
        """What a reader asks, shown for a while."""
        who = self.chance.pick(_NAMES, "who", guest.began, guest.text)
        ago = f"for {self.chance.between(1, 59, 'ago', guest.text, hour)} minutter siden"
        likes = f"{self.chance.between(0, 90, 'liked', guest.text, hour)} synes godt om"
        return _article(width, ago, f"{who} skriver", f"<p>{_READERS[guest.text]}</p>", likes)

    def _facts(self, points: Sequence[str], width: int) -> Panel:
        lines = "".join(f"<li>{words}</li>" for words in points)
        return panels.plain("fakta", width, f"<h4>Det ved vi</h4><ul>{lines}</ul>", is_news=True)

    def _stream(self, hour: int) -> Panel:
        shown = panels.image(
            f"city-kaj-{hour}", 976, self.chance.pick((90, 240, 240, 330), "stream px", hour // 4)
        )
        seen = self.chance.between(100, 9_900, "seen", hour)
        return panels.plain("stream", 1000, f"{shown}<h3>Direkte billeder fra kajen · {seen} ser med</h3>")

    def _read(self, hour: int, width: int) -> Panel:
        lines = "".join(
            f"<li>{panels.image(f'sport-andet-{panels.hash_of(title)}', width - 24, 90)}<h3>{title}</h3></li>"
            for title in self.chance.shuffled(_ELSEWHERE, "read", hour)[:4]
        )
        return panels.plain("laest", width, f"<h4>Mest læst</h4><ul>{lines}</ul>")

    def _asked(self, hour: int, width: int) -> Panel:
        yes = self.chance.between(30, 70, "yes", hour)
        asked = self.chance.pick(("Støtter du strejken?", "Skal ministeren gribe ind?"), "asked", hour // 9)
        html = f"<h4>Afstemning</h4><h3>{asked}</h3><p>Ja: {yes} %</p><p>Nej: {100 - yes} %</p>"
        return panels.plain("afstemning", width, html)


def _article(width: int, when: str, title: str, inner: str, small: str, *, news: bool = False) -> Panel:
    """A post of the live page, whoever wrote it."""
    html = f'<article><time>{when}</time><h2>{title}</h2>{inner}<p class="small">{small}</p></article>'
    return panels.plain("opslag", width, html, is_news=news)


_STEPS = ("Ro‘yxatga olish", "Imzo to‘plash", "Huquqiy tekshiruv", "Qo‘mita muhokamasi", "Joyni ko‘rish",
          "Kengash qarori", "Ijro hisoboti")  # fmt: skip
_STANDS = ("kutilmoqda", "boshlandi", "qo‘shimcha hujjat so‘raldi", "muddat uzaytirildi", "yakunlandi")
_DEMANDS = (
    ("Eski anhor bo‘yidagi {n} tup chinor kesilmasin", ("", " va ularga xatlov raqami berilsin",
     ", qurib qolganlari o‘rniga yangisi ekilsin", " va to‘siq bilan o‘ralsin")),
    ("Piyodalar yo‘li kamida {n} metr kenglikda qolsin", ("", ", velosiped yo‘lagi alohida bo‘lsin",
     " va tunda yoritilsin", ", savdo rastalari olib tashlansin")),
    ("Qurilish loyihasi {n} kun davomida ochiq muhokamaga qo‘yilsin", ("", " va mahalla fuqarolari xabardor qilinsin",
     ", bayonnomasi e’lon qilinsin")),
    ("Bozor oldidagi to‘xtash joyi {n} o‘ringa qisqartirilsin", ("", " yoki yer ostiga ko‘chirilsin",
     ", tushumi bog‘ga sarflansin")),
)  # fmt: skip
_OFFICES = ("Shahar kengashi", "Ekologiya bo‘limi", "Yo‘l boshqarmasi", "Bosh me’mor",
          "Suv xo‘jaligi idorasi")  # fmt: skip
_REPLIES = ("murojaat o‘rganib chiqiladi", "kesish vaqtincha to‘xtatildi", "ekspertiza tayinlandi",
            "loyiha qayta ishlashga qaytarildi", "hujjatlar prokuraturaga yuborildi", "taklif rad etildi",
            "mablag‘ yil oxirida ajratiladi", "maydon xaritasi yangilandi")  # fmt: skip
_ADDED = ("", " Xulosa dushanba kuni beriladi.", " Mas’ul xodim almashtirildi.", " Avvalgi javob bekor qilindi.",
          " Sud jarayoni tugaguncha ish yo‘q.")  # fmt: skip
_REPORT = ("{n} kishi bilan majlis o‘tkazdik", "qurilish texnikasi chiqib ketdi", "{n} betlik hujjatni topshirdik",
           "yangi panjara o‘rnatildi", "quruvchi bilan uchrashdik", "{n} ta daraxt raqamlandi", "hakam tayinlandi",
           "imzo varaqalari muhrlandi", "televideniye suratga oldi", "tungi navbatchilik boshlandi")  # fmt: skip
_WHERE = ("Anhor bo‘yida", "Choyxona oldida", "Hokimlikda", "Mahalla idorasida", "Eski ko‘prikda",
          "Bog‘ darvozasida")  # fmt: skip
_SIGNERS = ("Dilnoza", "Sardor aka", "Gulchehra opa", "Bobur", "Nafisa", "Ustoz Karim", "Zilola", "Jasur",
          "Oybek")  # fmt: skip
_WISHES = ("Bolaligim shu soyada o‘tgan.", "Daraxtsiz yoz bo‘lmaydi!", "Men ham imzo qo‘ydim.", "Barakalla, mahalla!",
           "Bobom ekkan chinorlar.", "Qachon tugaydi bu ish?", "Nevaralarimga qolsin.", "Albatta qo‘shilaman.",
           "Suv ham kerak, soya ham.")  # fmt: skip
_OTHERS = ("Maktabga yangi avtobus", "Hovuzni tozalash", "Kutubxona yakshanba ham ishlasin", "Itlar uchun maydon",
           "Bozorda chek berilsin", "Ko‘chamizga chiroq", "Teatrga aravacha yo‘li")  # fmt: skip


@dataclass(frozen=True)
class Told:
    """Something that was reported or answered: which one, when, and what was added to it."""

    number: int
    since: int
    added: int = 0


class Murojaat(GeneratedSite):
    """A petition: demands, stages, answers and reports; signatures run, signers' wishes are quoted as the answers."""

    slug = "murojaat"
    hard = "Uzbek; slow; half a sentence of a demand, answers quoted as signers are, a meter, columns change sides"
    more = 0
    look = Look(
        heading=WIDE, body=SANS, paper="#f4faf6", ink="#12312a", muted="#64857a", line="#c4ddd1", accent="#0a7d5a",
        lead_px=30, top_px=17, card="#ffffff",
        extra=(
            "blockquote{margin:0 0 10px;padding:8px 12px;background:#fff;border-left:5px solid #e3b23c}"
            ".bosqich table{width:100%;border-collapse:collapse}.bosqich td{padding:6px;border-bottom:1px solid #cdc}"
            ".bosqich td+td{text-align:right;font-weight:bold}.hisob{background:#0a7d5a;color:#fff;text-align:center}"
            ".hisob i{display:block;height:18px;background:#e3b23c;margin:8px 0}.talab ol{list-style:decimal inside}"
            ".ulash{background:#e3b23c;color:#12312a}dt{font-weight:bold;color:#0a7d5a}dd{margin:0 0 8px}"
        ),
    )  # fmt: skip
    duty = Duty(hours=(4, 14), off=(6,), then=0.2, night=0.06)

    def states(self, hours: int) -> Iterator[PageState]:
        """The page at each of the first hours."""
        steps = [4, 4, 1, 0, 0, 0, 0]
        demands = [0] * len(_DEMANDS)
        answers = [Told(-seat, -20 * seat) for seat in range(1, 4)]
        reports = [Told(-seat, -9 * seat) for seat in range(1, 6)]
        for hour in range(hours):
            at = STARTS_AT + timedelta(hours=hour)
            pace = self.duty.at(at) if hour else 0.0
            if self.chance.happens(0.17 * pace, "report", hour):
                reports = [Told(hour, hour), *reports][:5]
            if self.chance.happens(0.07 * pace, "answer", hour):
                answers = [Told(hour, hour), *answers][:3]
            if self.chance.happens(0.07 * pace, "added", hour):
                place = self.chance.below(3, "whose", hour)
                added = self.chance.between(1, len(_ADDED) - 1, "what", hour)
                answers[place] = replace(answers[place], added=added)
            if self.chance.happens(0.07 * pace, "demand", hour):
                demands[self.chance.below(len(demands), "which", hour)] += 1
            if self.chance.happens(0.06 * pace, "step", hour):
                place = next((seat for seat, stand in enumerate(steps) if stand < 4), 6)
                steps[place] = min(4, steps[place] + self.chance.between(1, 2, "how far", hour))
            rows, news = self._page(steps, demands, (answers, reports), at)
            yield PageState(rows=tuple(rows), news=tuple(news))

    def _page(
        self, steps: Sequence[int], demands: Sequence[int], said: tuple[list[Told], list[Told]], at: datetime
    ) -> tuple[list[Row], list[str]]:
        hour = int((at - STARTS_AT).total_seconds() // 3600)
        stages = [
            f"<td>{name}</td><td>{_STANDS[stand]}</td>" for name, stand in zip(_STEPS, steps, strict=True)
        ]
        asked = [self._demand(seat, turn) for seat, turn in enumerate(demands)]
        answers = [self._answer(item) for item in said[0]]
        reports = [self._report(item) for item in said[1]]
        narrow = self.chance.happens(0.35, "narrow", hour // 8)
        width = 520 if narrow else 620
        stage = panels.plain(
            "bosqich", width, f"<h4>Bosqichlar</h4><table>{_lines(stages, 'tr')}</table>", is_news=True
        )
        text = panels.plain("talab", width, f"<h4>Talablar</h4><ol>{_lines(asked, 'li')}</ol>", is_news=True)
        told_by = panels.plain(
            "hisobot", width, f"<h4>Tashabbuskorlar</h4><dl>{''.join(reports)}</dl>", is_news=True
        )
        column = [text, stage, self._quoted(answers, hour, width), told_by]
        if self.chance.happens(0.4, "stages first", hour // 8):
            column = [stage, told_by, text, self._quoted(answers, hour, width)]
        side = [
            self._meter(hour, 1000 - width),
            self._wishes(hour, 1000 - width),
            self._map(hour, 1000 - width),
        ]
        note = f"{at:%d.%m.%Y %H:%M} · № 4417"
        rows = [
            row(panels.masthead("Ochiq murojaat", 1000, note, height=60), tag="header"),
            row(*((side, column) if narrow else (column, side)), tag="main"),
            row(self._others(hour)),
            row(panels.plain("quyi", 1000, '<p class="small">Qoidalar · Yordam · Aloqa</p>'), tag="footer"),
        ]
        if self.chance.happens(0.35, "share", hour // 2):
            height = self.chance.between(40, 160, "share px", hour // 2)
            rows.insert(
                1, row(panels.strip("Do‘stlaringizga ulashing: har bir imzo muhim", height, name="ulash"))
            )
        return rows, [*stages, *asked, *answers, *reports]

    def _demand(self, seat: int, turn: int) -> str:
        words, tails = _DEMANDS[seat]
        number = 3 + self.chance.below(60, "number", seat, turn // 2)
        return f"{words.format(n=number)}{tails[turn % len(tails)]}."

    def _answer(self, item: Told) -> str:
        who, what = told(self.chance.child("answers"), (_OFFICES, _REPLIES), item.number)
        return f"<b>{who}</b>: {what}.{_ADDED[item.added]}"

    def _report(self, item: Told) -> str:
        where, what = told(self.chance.child("reports"), (_WHERE, _REPORT), item.number)
        at = STARTS_AT + timedelta(hours=item.since)
        words = what.format(n=self.chance.between(12, 160, "n", item.number))
        return f"<dt>{at.day}-may, {where}</dt><dd>{words}.</dd>"

    def _quoted(self, answers: Sequence[str], hour: int, width: int) -> Panel:
        """Answers, and between them what signers wish at this visit."""
        quotes = list(answers)
        for turn in range(self.chance.below(3, "quoted", hour)):
            who = self.chance.pick(_SIGNERS, "signer", hour, turn)
            wish = f"<b>{who}</b>: {self.chance.pick(_WISHES, 'wish', hour, turn)}"
            quotes.insert(self.chance.below(len(quotes) + 1, "place", hour, turn), wish)
        return panels.plain("javob", width, f"<h4>Javoblar</h4>{_lines(quotes, 'blockquote')}", is_news=True)

    def _meter(self, hour: int, width: int) -> Panel:
        signed = 18_200 + 61 * hour + self.chance.below(50, "signed", hour)
        html = f"<h1>{signed:,}</h1><i style='width:{signed // 110}px'></i><p>imzo, 50 000 tadan</p>"
        return panels.plain("hisob", width, html)

    def _wishes(self, hour: int, width: int) -> Panel:
        lines = [
            f"<b>{self.chance.pick(_SIGNERS, 'name', hour, seat)}</b>: {words} "
            f'<span class="small">{self.chance.between(1, 59, "ago", hour, seat)} daqiqa oldin</span>'
            for seat, words in enumerate(self.chance.shuffled(_WISHES, "wishes", hour)[:6])
        ]
        return panels.plain("tilak", width, f"<h4>Imzo qo‘yganlar</h4>{_lines(lines, 'blockquote')}")

    def _map(self, hour: int, width: int) -> Panel:
        shown = panels.image(
            f"world-chinor-{hour // 2}", width - 24, self.chance.pick((180, 240), "map px", hour // 6)
        )
        return panels.plain("xarita", width, f"<h4>Imzolar xaritasi</h4>{shown}")

    def _others(self, hour: int) -> Panel:
        cards = "".join(
            f"<div>{panels.image(f'crowd-boshqa-{panels.hash_of(title)}', 226, 120)}<h3>{title}</h3>"
            f'<p class="small">{self.chance.between(40, 9_000, "other", title, hour)} imzo</p></div>'
            for title in self.chance.shuffled(_OTHERS, "others", hour)[:4]
        )
        return panels.plain("boshqa", 1000, f'<h4>Boshqa murojaatlar</h4><div class="cards">{cards}</div>')


def _lines(items: Sequence[str], tag: str) -> str:
    return "".join(f"<{tag}>{words}</{tag}>" for words in items)


FOLLOWED = (Minutvis, Murojaat)
