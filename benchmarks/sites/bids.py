"""What is offered and what is halted: a Malay city's tenders, a Somali exchange with its notices."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from benchmarks.sites import panels
from benchmarks.sites.illustrated import Duty, told
from benchmarks.sites.insertions import Guest, Visits, mixed
from benchmarks.sites.look import SANS, WIDE, Look
from benchmarks.sites.news import STARTS_AT
from benchmarks.sites.page import ORIGIN, PageState, Panel, Row, row
from benchmarks.sites.site import GeneratedSite

_WORKS = ("Menurap semula jalan", "Membina longkang", "Membaiki dewan sekolah", "Membekal pam air",
          "Memasang lampu jalan", "Menyewa jeti feri", "Membekal katil hospital", "Membekal lori sampah",
          "Membaiki pagar jambatan", "Menyewa gerai pasar", "Menanam pokok teduhan", "Membina tandas awam",
          "Mengorek kolam takungan")  # fmt: skip
_QUARTERS = ("Kampung Tepi Sungai", "Bandar Lama", "Taman Kekwa", "Bukit Rotan", "Kuala Senja", "Simpang Empat Belas",
             "Telaga Emas", "Pekan Beringin", "Parit Nelayan", "Kota Merah", "Tasik Pinang")  # fmt: skip
_STATES = ("Dibuka", "Dipinda", "Dalam penilaian", "Ditangguhkan", "Dianugerahkan", "Dibatalkan")
_BECAUSE = ("Dihentikan menurut perintah mahkamah.", "Jumlah cagaran telah dibetulkan.",
            "Pelan ditambah {n} meter.", "Tawaran dibuka pada jam {h} petang.",
            "{n} syarikat disenarai pendek.", "Syarat pengalaman menjadi {h} tahun.", "Tempoh siap {n} hari.",
            "Taklimat tapak di bilik {n}.")  # fmt: skip
_MONTHS = ("Mei", "Jun", "Julai")
_VENDORS = ("Simen borong, terus ke tapak", "Sewa jengkaut harian", "Kursus tawaran", "Topi dan kasut",
            "Jaminan bank dalam sehari", "Besi keluli dari kilang", "Lampu solar, jaminan lima tahun",
            "Lori terpakai untuk dijual", "Pasukan ukur bila-bila masa")  # fmt: skip
_QUESTIONS = ("Boleh bayar cagaran secara ansuran?", "Kenapa fail tak boleh dimuat naik?", "Draf atas nama siapa?",
              "Usaha sama dibenarkan?", "Mana salinan pelan yang jelas?", "Kenapa sistem lembap sangat?",
              "Bila lesen perlu dibaharui?", "Akan dilanjutkan lagi?")  # fmt: skip
_SERVICES = ("cukai pintu", "sijil lahir", "semburan nyamuk", "lesen niaga", "bil air", "aduan")


@dataclass(frozen=True)
class Tender:
    """A tender: when it closes, what it is worth by now, how far it is, and what was last said of it."""

    number: int
    closes: int  # days from the first of May
    value: int
    state: int = 0
    words: int = 0


class Sebutharga(GeneratedSite):
    """A city's tenders as cards: deadlines and values that are amended, countdowns and downloads, paid cards."""

    slug = "sebutharga"
    hard = "Malay; deadlines and values on cards amid countdowns and paid cards; a grid or one list"
    more = 0
    look = Look(
        heading=SANS, body=SANS, paper="#fafaf5", ink="#1d2b1f", muted="#6d7a6e", line="#d3dacb", accent="#006a4e",
        lead_px=26, top_px=17, card="#eef3e6",
        extra=(
            ".masthead{background:#006a4e;color:#fff}.masthead .small{color:#cfe8de}.card{border:1px solid #d3dacb;"
            "background:#fff}.card h2{line-height:28px}.card p{line-height:23px}.card .mark{display:inline-block;"
            "padding:0 9px;background:#e7edda;font-size:13px;line-height:24px}.m1 .mark{background:#ffe08a}"
            ".m3 .mark,.m5 .mark{background:#f42a41;color:#fff}.m4 .mark{background:#006a4e;color:#fff}"
            ".card .till{font-size:18px;line-height:30px;color:#b3261e}.seba{background:#eef3e6}.seba b{font-size:20px;"
            "line-height:26px;display:block}.jiggasa li{line-height:22px}.chhobi h3{color:#006a4e}"
            ".bar{background:#f42a41;color:#fff}"
        ),
    )  # fmt: skip
    duty = Duty(hours=(0, 9), then=0.08, night=0.03)

    def states(self, hours: int) -> Iterator[PageState]:
        """The page at each of the first hours."""
        board = [self._new(number, 0) for number in range(7)]
        paid = Visits(per_h=0.4, stays_h=(1, 5), texts=len(_VENDORS), places=(0, 1, 2, 4, 6), together=4)
        for hour, guests in enumerate(paid.at_each_hour(self.chance.child("paid"), hours)):
            at = STARTS_AT + timedelta(hours=hour)
            if hour and self.chance.happens(0.62 * self.duty.at(at), "office", hour):
                board = self._worked(board, hour)
            news = tuple(words for item in board for words in self._told(item))
            yield PageState(rows=tuple(self._page(board, guests, hour, at)), news=news)

    def _new(self, number: int, hour: int) -> Tender:
        draw = self.chance.child("published", number)
        return Tender(number, 14 + hour // 24 + draw.below(20, "closes"), draw.between(12, 940, "value"))

    def _worked(self, board: list[Tender], hour: int) -> list[Tender]:
        """A new tender on top, or one is amended, awarded, put off or called off."""
        draw = self.chance.child("worked", hour)
        if draw.happens(0.22, "new"):
            return [self._new(board[0].number + 7, hour), *board[:-1]]
        place = draw.below(len(board), "which")
        item, what = board[place], draw.number("what")
        if what < 0.35:
            board[place] = replace(item, state=1, closes=item.closes + draw.between(3, 12, "days"))
        elif what < 0.55:
            board[place] = replace(item, state=1, value=item.value + draw.between(3, 90, "more"))
        elif what < 0.8:
            board[place] = replace(item, words=item.words + draw.between(1, 5, "words"))
        else:
            board[place] = replace(item, state=2 + (item.state + draw.below(3, "state")) % 4)
        return board

    def _told(self, item: Tender) -> tuple[str, ...]:
        work, where = told(self.chance.child("told"), (_WORKS, _QUARTERS), item.number)
        draw = self.chance.child("words", item.number, item.words)
        words = _BECAUSE[(item.words + item.number) % len(_BECAUSE)].format(
            n=draw.between(6, 95, "n"), h=draw.between(2, 9, "h")
        )
        month, day = divmod(item.closes, 30)
        return (
            f"{work}, {where}",
            f"Anggaran RM {item.value}.000",
            f"Tarikh tutup {day + 1} {_MONTHS[month % 3]}",
            f'<span class="mark">{_STATES[item.state]}</span>',
            words,
        )

    def _page(self, board: Sequence[Tender], guests: Sequence[Guest], hour: int, at: datetime) -> list[Row]:
        listed = self.chance.happens(0.4, "listed", hour // 4)
        order = list(board)
        if self.chance.happens(0.4, "by deadline", hour // 3):
            order.sort(key=lambda item: (item.closes, item.number))
        side = [self._services(hour), self._questions(hour)]
        local = at + timedelta(hours=8)
        note = f"{local:%d/%m/%Y %H:%M} · pelawat {self.chance.between(2_000, 99_000, 'visits', hour)}"
        wide = (330, 340, 330)
        if listed:
            cards = self._cards(order, guests, hour, (640,))
            sold = self.adverts.advert("side", 60 * hour, 336, self.chance.pick((120, 280, 500), "px", hour))
            body = [row(cards, [panels.advert(sold, "iklan", 360), *side], tag="main")]
        else:
            cards = self._cards(order, guests, hour, wide)
            body = [row(*(cards[place::3] for place in range(3)), tag="main")]
            body.append(row(replace(side[0], width_px=500), replace(side[1], width_px=500)))
        rows = [
            row(panels.masthead("Majlis Bandaran Kuala Senja – Tender", 1000, note, height=58), tag="header"),
            row(self._machines(hour)),
            *body,
            row(panels.plain("foot", 1000, '<p class="small">Dasar · Hubungi · Log masuk</p>'), tag="footer"),
        ]
        if self.chance.happens(0.3, "bar", hour // 2):
            height = self.chance.between(34, 170, "bar px", hour // 2)
            words = "Latihan e-tender: daftar hari ini"
            rows.insert(1 + hour % 2, row(panels.strip(words, height, name="bar")))
        return rows

    def _cards(
        self, board: Sequence[Tender], guests: Sequence[Guest], hour: int, widths: tuple[int, ...]
    ) -> list[Panel]:
        found = []
        for place, entry in enumerate(mixed(board, guests)):
            width = widths[place % len(widths)]
            if isinstance(entry, Guest):
                found.append(self._paid(entry, hour, width))
            else:
                found.append(self._card(entry, hour, width))
        return found

    def _card(self, item: Tender, hour: int, width: int) -> Panel:
        title, value, closes, state, words = self._told(item)
        left = 24 * item.closes - hour
        draw = self.chance.child("seen", item.number, hour)
        till = f"Tinggal {left // 24} hari {left % 24} jam" if left > 0 else "Masa tamat"
        counts = f"{draw.between(4, 900, 'got')} muat turun · soalan {draw.below(60, 'asked')}"
        inner = f"{state}<h2>{title}</h2><p>{value}<br>{closes}</p><p>{words}</p>"
        return _card(width, item.state, inner, till, counts, news=True)

    def _paid(self, guest: Guest, hour: int, width: int) -> Panel:
        """A card that somebody paid for, for some hours, and again another day."""
        draw = self.chance.child("paid for", guest.text, hour // 6)
        price = f"Dari RM {draw.between(3, 95, 'price')}.900"
        left = self.chance.between(1, 48, "left", guest.text, hour)
        counts = f"dilihat {self.chance.between(9, 990, 'seen', guest.text, hour)}"
        mark = '<span class="mark">Tawaran khas</span>'
        inner = f"{mark}<h2>{_VENDORS[guest.text]}</h2><p>{price}</p>"
        return _card(width, guest.text % 3, inner, f"Tinggal {left} jam", counts)

    def _machines(self, hour: int) -> Panel:
        """What the city built: a slide at each visit, of one of two heights."""
        tall = self.chance.pick((160, 160, 300), "slide px", hour // 2)
        cards = "".join(
            f"<div>{panels.image(f'city-prokolpo-{number}', 314, tall)}<h3>Projek {number + 1}</h3></div>"
            for number in self.chance.shuffled(range(16), "slides", hour)[:3]
        )
        return panels.plain("chhobi", 1000, f'<div class="cards">{cards}</div>')

    def _services(self, hour: int) -> Panel:
        cards = "".join(
            f"<div><b>{self.chance.between(12, 4_000, 'served', name, hour)}</b>{name}</div>"
            for name in self.chance.shuffled(_SERVICES, "services", hour // 4)[:3]
        )
        return panels.plain("seba", 360, f'<h4>Perkhidmatan hari ini</h4><div class="cards">{cards}</div>')

    def _questions(self, hour: int) -> Panel:
        lines = ""
        for item in self.chance.shuffled(_QUESTIONS, "questions", hour)[: 3 + hour % 3]:
            ago = self.chance.between(1, 59, "ago", item, hour)
            lines += f'<li>{item} <span class="small">{ago} minit lalu</span></li>'
        return panels.plain("jiggasa", 360, f"<h4>Soal jawab</h4><ul>{lines}</ul>")


def _card(width: int, mark: int, inner: str, till: str, counts: str, *, news: bool = False) -> Panel:
    """A card of the city's board, of a tender or of what is paid for."""
    below = f'<p class="till">{till}</p><p class="small">{counts}</p>'
    html = f'<div class="m{mark}">{inner}{below}</div>'
    return panels.plain("card", width, html, is_news=news)


_FIRMS = (("HBD", "Hodan Badda"), ("GEL", "Geel Caano"), ("BRW", "Bangiga Barwaaqo"), ("TWR", "Taawar Isgaarsiin"),
          ("LBN", "Luubaan Dhoofin"), ("DKD", "Dekedda Qorraxeed"), ("SMT", "Shamiito Togdeex"),
          ("FOL", "Foolad Galbeed"),
          ("QOR", "Qorrax Koronto"), ("MAL", "Malabka Buuraha"), ("DUU", "Duulis Geeska"))  # fmt: skip
_TRADING = ("Furan", "La hakiyey", "Dib u eegis", "Laga saaray", "Xayiraad gaaban")
_TOLD = ("{f} waxay qaybinaysaa {n} shilin saamigiiba", "{f} oo la hakiyey ka dib warbixin maqan",
         "Agaasimaha {f} ayaa is casilay", "{f} waxay iibsanaysaa {p}% ee {g}",
         "Khasaare {n} milyan ah oo ay sheegtay {f}", "{f}: shirka guud waa {d} Juun",
         "Ganaax {n} kun ah oo lagu soo rogay {f}", "{f} iyo {g} oo midoobaya",
         "{f} waxay soo saartay {n} kun saami cusub", "Hanti-dhawrka {f} ma saxiixin xisaabaadka",
         "{f} waxay heshay qandaraas {p} sano ah")  # fmt: skip
_WHY = ("Go’aanku wuxuu dhaqan galayaa {d} Juun.", "Guddigu wuxuu sugayaa jawaab {p} maalmood gudahood.",
        "Saamilayda waxaa laga dalbaday inay soo gudbiyaan {n} foom.",
        "Ganacsigu dib ayuu u furmayaa saacadda {h}:00.", "Xisaabta rubuca waxaa la sii daayay {d} Juun.",
        "Cabasho ayaa la furay, lambar {n}.")  # fmt: skip
_GOODS = ("Geel qaangaar", "Ri’ madow", "Lo’ caano leh", "Luubaan, kiilo", "Sisin, kiish", "Malab, liitir",
          "Dahab, garaam", "Doolar", "Yuuro", "Dirham")  # fmt: skip
_LEARN = ("Sida loo furo akoon", "Waa maxay saami?", "Shan khalad oo maalgaliyuhu galo", "Barnaamijka ardayda",
          "Soo dejiso app-ka", "Canshuurta saamiga", "Kulanka maalgashiga ee haweenka",
          "Fiidyow: maalin suuqa dhexdiisa")  # fmt: skip
_CHAT = ("Maanta suuqu wuu kululyahay!", "Yaa iibinaya {n} saami?", "Waan sugayaa ilaa {n}.",
         "App-ku wuu go’ay mar kale.", "Ha iibin, sug!", "Qiimuhu {n} ayuu gaarayaa.", "Yaa garanaya sababta?",
         "Mahadsanid macluumaadka.")  # fmt: skip


@dataclass(frozen=True)
class Notice:
    """An exchange's notice: which one, and whether a second paragraph followed."""

    number: int
    further: int = 0


class Saylac(GeneratedSite):
    """An exchange: prices and volumes that run, the state of trading in the same rows, notices folded out below."""

    slug = "saylac"
    hard = (
        "Somali; halted trading in rows of running prices sorted by turnover, notices amid lessons and talk"
    )
    more = 0
    look = Look(
        heading=WIDE, body=SANS, paper="#0f1720", ink="#e3eaf2", muted="#8fa1b3", line="#2b3a4a", accent="#4fb3ff",
        lead_px=24, top_px=16, card="#172330",
        extra=(
            "table{border-collapse:collapse;width:100%}.suuq td{border-bottom:1px solid #2b3a4a;padding:5px 8px;"
            "font:14px/20px 'Liberation Mono'}.suuq td:first-child{font-family:'Liberation Sans'}.kor{color:#5fd38d}"
            ".hoos{color:#ff7b72}.xaal{background:#233446;padding:0 6px}.x1,.x3{background:#b3261e}.x2,.x4{background:"
            "#9a6700}.wargelin details,.baro details{background:#172330;padding:8px 12px;margin-bottom:8px;"
            "border-left:3px solid #4fb3ff}summary{font:bold 16px/22px 'Liberation Sans'}.xoolo{background:#172330}"
            ".xoolo td{padding:2px 6px}.hadal p{margin-bottom:6px;color:#b8c7d6}.garaaf{background:#172330}"
        ),
    )  # fmt: skip
    duty = Duty(hours=(5, 14), off=(4, 5), then=0.12, night=0.04)

    def states(self, hours: int) -> Iterator[PageState]:
        """The page at each of the first hours."""
        trading = [self.chance.pick((0, 0, 0, 2), "at first", seat) for seat in range(len(_FIRMS))]
        notices = [Notice(number) for number in range(5, 0, -1)]
        lessons = Visits(per_h=0.5, stays_h=(1, 4), texts=len(_LEARN), places=(0, 1, 2, 4), together=3)
        for hour, guests in enumerate(lessons.at_each_hour(self.chance.child("lessons"), hours)):
            at = STARTS_AT + timedelta(hours=hour)
            pace = self.duty.at(at) if hour else 0.0
            if self.chance.happens(0.26 * pace, "trading", hour):
                place = self.chance.below(len(trading), "whose", hour)
                shut = self.chance.pick((1, 1, 2, 3, 4), "shut", hour)
                trading[place] = 0 if trading[place] else shut
            if self.chance.happens(0.3 * pace, "told", hour):
                notices = [Notice(notices[0].number + 1), *notices[:-1]]
            elif self.chance.happens(0.12 * pace, "further", hour):
                place = self.chance.below(3, "which", hour)
                notices[place] = replace(notices[place], further=notices[place].further + 1)
            news = (
                *(self._state(seat, state) for seat, state in enumerate(trading)),
                *(words for item in notices for words in self._told(item)),
            )
            yield PageState(rows=tuple(self._page(trading, notices, guests, hour, at)), news=news)

    def _state(self, seat: int, state: int) -> str:
        code, name = _FIRMS[seat]
        return f'{code} {name} <b class="xaal x{state}">{_TRADING[state]}</b>'

    def _told(self, item: Notice) -> tuple[str, ...]:
        pool, first, second = told(self.chance.child("told"), (_TOLD, _codes(0), _codes(1)), item.number)
        found = []
        for turn, words in enumerate(
            (pool, *(_WHY[(item.number + turn) % len(_WHY)] for turn in range(item.further + 1)))
        ):
            draw = self.chance.child("figures", item.number, turn)
            figures = {"n": draw.between(12, 880, "n"), "p": draw.between(3, 49, "p")}
            found.append(
                words.format(
                    f=first, g=second, h=draw.between(9, 14, "h"), d=draw.between(2, 29, "d"), **figures
                )
            )
        return tuple(found)

    def _page(
        self,
        trading: Sequence[int],
        notices: Sequence[Notice],
        guests: Sequence[Guest],
        hour: int,
        at: datetime,
    ) -> list[Row]:
        wide = self.chance.happens(0.4, "wide", hour // 4)
        table = self._table(trading, hour, 1000 if wide else 600)
        told_of = [
            self._lesson(item, hour) if isinstance(item, Guest) else self._notice(item, hour)
            for item in mixed(notices, guests)
        ]
        height = self.chance.pick((90, 250, 400), "px", hour)
        sold = panels.advert(self.adverts.advert("side", 60 * hour, 376, height), "xayeysiis", 400)
        side = [self._chart(hour), self._goods(hour), self._talk(hour)]
        note = f"{at + timedelta(hours=3):%d/%m/%Y %H:%M:%S} · tusaha {self.chance.between(900, 999, 'index', hour)}"
        rows = [row(panels.masthead("Suuqa Saylac", 1000, note, height=52), tag="header")]
        if wide:
            rows += [row(table), row([*side, sold], told_of, tag="main")]
        else:
            rows += [row([table, *told_of], [*side, sold], tag="main")]
        rows.append(row(panels.plain("hoose", 1000, '<p class="small">Xeerar · Xiriir</p>'), tag="footer"))
        if self.chance.happens(0.3, "call", hour // 3):
            tall = self.chance.between(40, 130, "call px", hour // 3)
            rows.insert(
                1, row(panels.strip("Toddobaadka maalgashiga: iska diiwaan geli", tall, name="strip"))
            )
        return rows

    def _table(self, trading: Sequence[int], hour: int, width: int) -> Panel:
        """The companies, those with most turnover of the hour above."""
        lines = ""
        for seat in self.chance.shuffled(range(len(_FIRMS)), "turnover", hour):
            draw = self.chance.child("price", seat, hour)
            change = draw.between(-480, 520, "change") / 100
            price = 40 * (seat + 2) + draw.between(0, 2_900, "price") / 100
            lines += (
                f"<tr><td>{self._state(seat, trading[seat])}<td>{price:.2f}"
                f'<td class="{"kor" if change > 0 else "hoos"}">{change:+.2f}%'
                f"<td>{draw.between(100, 98_000, 'volume'):,}</tr>"
            )
        return panels.plain("suuq", width, f"<table>{lines}</table>", is_news=True)

    def _notice(self, item: Notice, hour: int) -> Panel:
        title, *words = self._told(item)
        seen = self.chance.between(20, 7_000, "seen", item.number, hour)
        inner = "".join(f"<p>{line}</p>" for line in words)
        link = f'<a href="{ORIGIN}/w/{item.number}">{title}</a>'
        return _folded("wargelin", link, inner, f"{seen} akhris", news=True)

    def _lesson(self, guest: Guest, hour: int) -> Panel:
        """What the exchange teaches, among the notices for some hours."""
        draw = self.chance.child("lesson", guest.text, hour)
        here = draw.between(3, 400, "here")
        inner = f"<p>{draw.between(2, 30, 'minutes')} daqiiqo · {here} qof ayaa hadda daawanaya.</p>"
        return _folded("baro", _LEARN[guest.text], inner, f"{draw.between(20, 7_000, 'seen')} akhris")

    def _chart(self, hour: int) -> Panel:
        bars = "".join(
            f'<rect x="{12 * place}" y="{130 - tall}" width="9" height="{tall}" fill="#4fb3ff"/>'
            for place in range(31)
            for tall in (self.chance.between(15, 128, "bar", hour - place),)
        )
        return panels.plain(
            "garaaf", 400, f'<svg width="376" height="130">{bars}</svg><p class="small">30 saac</p>'
        )

    def _goods(self, hour: int) -> Panel:
        lines = "".join(
            f"<tr><td>{name}<td>{self.chance.between(900, 99_000, 'goods', name, hour // 2):,}</tr>"
            for name in self.chance.shuffled(_GOODS, "goods", hour // 3)[:7]
        )
        return panels.plain("xoolo", 400, f"<h4>Xoolo iyo lacag</h4><table>{lines}</table>")

    def _talk(self, hour: int) -> Panel:
        lines = ""
        for item in self.chance.shuffled(_CHAT, "chat", hour)[: self.chance.between(3, 6, "many", hour)]:
            lines += f"<p>{item.format(n=self.chance.between(10, 990, 'said', item, hour))}</p>"
        return panels.plain("hadal", 400, f"<h4>Wadahadal</h4>{lines}")


def _codes(turn: int) -> tuple[str, ...]:
    """Names of companies: those that do something, and those to which it is done."""
    return tuple(name for _, name in _FIRMS[turn::2])


def _folded(name: str, title: str, inner: str, seen: str, *, news: bool = False) -> Panel:
    """A notice or a lesson, folded out."""
    html = f'<details open><summary>{title}</summary>{inner}<p class="small">{seen}</p></details>'
    return panels.plain(name, 600, html, is_news=news)


BIDS = (Sebutharga, Saylac)
