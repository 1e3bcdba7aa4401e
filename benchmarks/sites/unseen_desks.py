"""Unseen desks: a verification desk's grid of claims, in Indonesian, and a Persian central bank's circulars."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from html import escape

from benchmarks.sites import panels
from benchmarks.sites.look import SANS, WIDE, Look
from benchmarks.sites.news import STARTS_AT
from benchmarks.sites.page import ORIGIN, Overlay, PageState, Panel, Row, row
from benchmarks.sites.site import GeneratedSite
from pagetide.demo.site import Resource

_CLAIMS = (
    "Video banjir bandang menerjang pasar {where}", "Foto {who} bertemu {whom} di {where}",
    "Bantuan {n} juta rupiah dibagikan lewat tautan WhatsApp", "Minum {drink} menyembuhkan {ill} dalam {n} hari",
    "Bank Nusa Raya menutup {n} cabang di {where}", "{n} ribu tenaga kerja asing tiba di {where}",
    "Gempa besar akan melanda {where} dalam {n} hari", "{who} menjanjikan gaji guru naik {n} persen",
    "Surat suara sudah tercoblos {n} lembar di {where}", "Vaksin {ill} menewaskan {n} orang di {where}",
    "{who} mundur karena sakit {ill}", "Jembatan {where} runtuh, {n} kendaraan jatuh",
)  # fmt: skip
_WHERE = (
    "Sukajaya",
    "Tanjung Batu",
    "Waringin",
    "Kota Lama",
    "Pulau Kelapa",
    "Muara Sungai",
    "Bukit Sari",
    "Randu",
)
_WHO = ("Menteri Hartono", "Gubernur Lestari", "Bupati Siregar", "Jenderal Wibowo", "Ketua KPU", "artis Rani Putri",
        "Wali Kota Nasution", "Senator Halim")  # fmt: skip
_DRINKS = ("air kelapa", "rebusan jahe", "kopi hitam", "jus mengkudu", "teh daun sirsak")
_ILLS = ("demam berdarah", "campak", "diabetes", "asam urat", "paru-paru basah")
_VERDICTS = ("SALAH", "MENYESATKAN", "BENAR", "BELUM TERBUKTI", "PARODI")
_FEATURES = ("Kuis: kenali foto palsu", "Kelas verifikasi untuk guru", "Cara melacak video lama",
             "Siaran: di balik hoaks", "Panduan aman di media sosial", "Alat pencari gambar",
             "Kisah relawan pemeriksa fakta")  # fmt: skip
_HOUSE = ("Kirim klaim yang ingin diperiksa", "Ikuti kelas daring gratis", "Dukung redaksi kami")
_CARDS = 8


@dataclass(frozen=True)
class Claim:
    """A claim that was looked into: how often its verdict was revised, and which picture stands for it."""

    number: int
    hour: int
    revised: int = 0
    picture: int = 0


class Cekfakta(GeneratedSite):
    """A grid of verdicts: by their age at most visits, by their shares at others; a card of the house shifts them."""

    slug = "cekfakta"
    hard = "cards in one of two orders, a house card among them; one word is revised; shares count, stamps are redrawn"
    more = 0
    look = Look(
        heading=SANS, paper="#fff8ec", ink="#2b2118", muted="#8a7763", line="#ecdcc3", accent="#c8421b", card="#ffffff",
        lead_px=24, top_px=17,
        extra=(
            ".claims .wall{display:grid;grid-template-columns:1fr 1fr 1fr;gap:14px 12px}.claims .wall>div{height:236px;"
            "background:#fff;overflow:hidden}.claims .in{padding:4px 8px}.claims .wall>.house{background:#ffe1b8}"
            ".claims h3{font-size:15px;line-height:19px;height:76px;overflow:hidden}.stamp{position:relative}"
            ".stamp span{position:absolute;left:8px;bottom:8px;background:#2b2118;color:#fff;padding:2px 8px}"
            ".tabs span{margin-right:20px}.tabs .on{border-bottom:3px solid #c8421b;font-weight:bold}"
            ".bot{background:#1f7a4d;color:#fff}.bot h2{font-size:26px;line-height:32px}"
            ".letter{background:#2b2118;color:#fff8ec}.wheel h2{margin-top:8px}"
        ),
    )  # fmt: skip

    def states(self, hours: int) -> Iterator[PageState]:
        """The page at each of the first hours; in which order the cards stand is no news."""
        claims = [Claim(-number, -5 * number) for number in range(1, _CARDS + 1)]
        for hour in range(hours):
            at = STARTS_AT + timedelta(hours=hour)
            working = 8 <= at.hour <= 19
            rate = (0.12 if at.weekday() > 4 else 0.24) if working else 0.03
            place = self.chance.below(_CARDS, "place", hour)
            if hour and self.chance.happens(rate, "claim", hour):
                claims = [Claim(hour, hour), *claims[:-1]]
            elif hour and working and self.chance.happens(0.08, "revised", hour):
                claims[place] = replace(claims[place], revised=claims[place].revised + 1)
            elif self.chance.happens(0.06, "stamped", hour):
                claims[place] = replace(claims[place], picture=hour)
            over = (self._letter(),) if self.chance.happens(0.12, "letter", hour) else ()
            news = tuple(self._told(claim) for claim in claims)
            yield PageState(rows=tuple(self._page(claims, hour, at)), news=news, overlays=over)

    def _told(self, claim: Claim) -> str:
        draw = self.chance.child("claim", claim.number)
        slots = {
            "where": draw.pick(_WHERE, "where"),
            "who": draw.pick(_WHO, "who"),
            "whom": draw.pick(_WHO, "whom"),
            "drink": draw.pick(_DRINKS, "drink"),
            "ill": draw.pick(_ILLS, "ill"),
            "n": draw.between(2, 90, "n"),
        }
        verdict = _VERDICTS[
            (draw.below(4, "verdict") * draw.below(2, "not false") + claim.revised) % len(_VERDICTS)
        ]
        return f"[{verdict}] {draw.pick(_CLAIMS, 'text').format(**slots)}"

    def _shares(self, claim: Claim, hour: int) -> int:
        draw = self.chance.child("claim", claim.number)
        return draw.between(20, 900, "reach") * (hour - claim.hour + 2) // 3 + draw.below(90, "shares", hour)

    def _page(self, claims: Sequence[Claim], hour: int, at: datetime) -> list[Row]:
        note = f"{at.day}/{at.month}/{at.year} {at:%H.%M} WIB"
        side = [self._wheel(hour), self._bot(hour), self._hottest(hour)]
        if self.chance.happens(0.5, "advert", hour):
            side.insert(1, self._advert(hour))
        rows = [
            row(panels.masthead("CekFakta Nusa", 1000, note, height=56), tag="header"),
            row([self._claims(claims, hour)], side, tag="main"),
            row(self._learn(hour)),
        ]
        if self.chance.happens(0.3, "alarm", hour // 2):
            height = self.chance.between(58, 130, "alarm height", hour // 2)
            words = self.chance.pick(
                ("Waspada pesan berantai jelang hari raya", "Webinar malam ini pukul 19.00"), hour // 2
            )
            rows.insert(0, row(panels.strip(words, height, name="promo")))
        return rows

    def _claims(self, claims: Sequence[Claim], hour: int) -> Panel:
        popular = self.chance.happens(0.22, "order", hour)
        shown = sorted(claims, key=lambda claim: -self._shares(claim, hour)) if popular else list(claims)
        cards = [self._card(claim, hour) for claim in shown]
        if self.chance.happens(0.35, "house", hour):
            title = self.chance.pick(_HOUSE, "house", hour)
            words = f'<div class="in"><h2>{title}</h2><p>Gratis, lewat gawai Anda.</p></div>'
            card = f'<div class="house">{panels.image(f"hall-house-{hour % 3}", 226, 120)}{words}</div>'
            cards.insert(self.chance.below(_CARDS, "house at", hour), card)
        on = ("on", "") if not popular else ("", "on")
        tabs = (
            f'<p class="tabs"><span class="{on[0]}">Terbaru</span><span class="{on[1]}">Terpopuler</span></p>'
        )
        html = f'{tabs}<div class="wall" style="margin-top:10px">{"".join(cards)}</div>'
        return panels.plain("claims", 730, html, is_news=True)

    def _card(self, claim: Claim, hour: int) -> str:
        told, age = self._told(claim), hour - claim.hour
        said = (f"{age} jam lalu" if age else "baru saja") if age < 24 else f"{age // 24} hari lalu"
        picture = panels.image(f"crowd-{claim.number}-{claim.picture}", 226, 120)
        stamp = f'<div class="stamp">{picture}<span>diperiksa</span></div>'
        return (
            f'<div>{stamp}<div class="in"><h3><a href="{ORIGIN}/cek/{claim.number + 700}">{escape(told)}</a></h3>'
            f'<p class="small">{said}, {self._shares(claim, hour)} dibagikan</p></div></div>'
        )

    def _wheel(self, hour: int) -> Panel:
        number = self.chance.below(len(_FEATURES), "wheel", hour)
        words = (
            f"<h2>{_FEATURES[number]}</h2><p class=small>{self.chance.between(3, 59, 'long', hour)} menit</p>"
        )
        return panels.plain("wheel", 270, f"{panels.image(f'feature-{number}', 246, 170)}{words}")

    def _advert(self, hour: int) -> Panel:
        height = self.chance.pick((140, 205, 260), "advert height", hour)
        creative = self.adverts.advert("side", hour, 246, height)
        shown = f'<img src="{creative.path}" width="246" height="{height}" alt="">'
        return panels.plain("side-advert", 270, f'<p class="small">Iklan</p>{shown}')

    def _bot(self, hour: int) -> Panel:
        asked = 310_000 + 37 * hour + self.chance.below(30, "asked", hour)
        words = f"<p>pertanyaan dijawab robot kami, {self.chance.below(90, 'now', hour)} sedang antre</p>"
        return panels.plain("bot", 270, f"<h2>{asked // 1000}.{asked % 1000:03d}</h2>{words}")

    def _hottest(self, hour: int) -> Panel:
        """Claims of other months by shares: the same kind of words as the news, others at each visit."""
        items = ""
        for place in range(6):
            old = Claim(-100 - self.chance.below(40, "old", hour, place), 0)
            items += f'<li><b class="n">{place + 1}</b>{escape(self._told(old))}</li>'
        return panels.plain("hottest", 270, f"<h4>Paling banyak dicari</h4><ol>{items}</ol>")

    def _learn(self, hour: int) -> Panel:
        cards = "".join(
            f"<div>{panels.image(f'feature-{_FEATURES.index(name)}', 232, 130)}<h3>{name}</h3>"
            f'<p class="small">{self.chance.between(40, 990, "seen", name, hour)} kali ditonton</p></div>'
            for name in self.chance.shuffled(_FEATURES, "learn", hour)[:4]
        )
        return panels.plain("learn", 1000, f'<h4>Belajar</h4><div class="cards">{cards}</div>')

    def _letter(self) -> Overlay:
        words = "<h2>Surat Jumat</h2><p>Lima hoaks pekan ini di kotak surat Anda.</p><p>Nanti saja</p>"
        return Overlay(panels.plain("letter", 400, f'<div style="height:140px">{words}</div>'), 300, 520)


_DIGITS = str.maketrans("0123456789.", "۰۱۲۳۴۵۶۷۸۹٫")
_MONEY = ("دلار", "یورو", "پوند", "درهم", "لیر", "یوان", "ین", "روبل", "فرانک", "دینار عراق", "روپیه", "کرون سوئد",
          "ریال عمان", "منات")  # fmt: skip
_CIRCULARS = (
    "سقف انتقال وجه روزانه {n} میلیون تومان تعیین شد", "مهلت ثبت چک‌های قدیمی تا {d} خرداد است",
    "مجوز صرافی‌های استان {where} بازبینی می‌شود", "وام ازدواج با {n} میلیون تومان پرداخت می‌شود",
    "افتتاح حساب غیرحضوری از {d} خرداد ممنوع است", "فهرست {n} بدهکار بزرگ بانکی منتشر شد",
    "کارمزد درگاه پرداخت {n} درصد کمتر می‌شود", "حراج اوراق دولتی روز {d} خرداد برگزار می‌شود",
    "بانک‌های استان {where} تا {d} خرداد تعطیل‌اند", "سپرده قانونی بانک‌ها {n} واحد تغییر کرد",
)  # fmt: skip
_PROVINCES = ("فارس", "گیلان", "کرمان", "یزد", "خراسان", "لرستان", "هرمزگان", "همدان")
_SPEECHES = ("دیدار رئیس کل با بازرگانان", "همایش بانکداری دیجیتال", "نشست خبری پایان هفته", "بازدید از ضرابخانه",
             "نمایشگاه فناوری مالی", "گفت‌وگو با مدیران بانک‌ها", "موزه سکه گشوده شد", "جایزه پژوهش اقتصادی")  # fmt: skip
_WEEK = ("دوشنبه", "سه‌شنبه", "چهارشنبه", "پنج‌شنبه", "جمعه", "شنبه", "یکشنبه")


@dataclass(frozen=True)
class Circular:
    """An order to the banks: when it was issued, how often amended, whether it was revoked."""

    number: int
    hour: int
    later: int = 0
    revoked: bool = False


class Nerkh(GeneratedSite):
    """A central bank, right to left: rates of all money move by the hour, the one that it sets twice a week."""

    slug = "nerkh"
    hard = (
        "slow, right to left; an important figure beside one that moves hourly, figures larger than the news"
    )
    more = 0
    look = Look(
        heading=WIDE, body=WIDE, paper="#f3f5f4", ink="#16302b", muted="#6b7f79", line="#d3dcd8", accent="#0d5c4d",
        card="#ffffff", lead_px=26, top_px=16,
        extra=(
            "section{direction:rtl}table{border-collapse:collapse;width:100%;background:#fff}td,th{padding:5px 8px 4px;"
            "border-top:1px solid #d3dcd8;text-align:right;line-height:20px}.up{color:#0a7d32}.down{color:#b3261e}"
            ".policy{background:#0d5c4d;color:#fff}.policy h1{margin:0}.between-banks{background:#dbe7e2}"
            ".masthead{background:#16302b;color:#fff}.masthead .small{color:#cfe0da}.survey{background:#c79a2b}"
            ".warned{background:#8c1c13;color:#fff}"
        ),
    )  # fmt: skip

    def states(self, hours: int) -> Iterator[PageState]:
        """The page at each of the first hours."""
        issued, rate = [Circular(-number, -11 * number) for number in range(1, 6)], 230
        for hour in range(hours):
            at = STARTS_AT + timedelta(hours=hour)
            open_now = 9 <= at.hour <= 16 and at.weekday() != 4
            place = self.chance.below(len(issued), "place", hour)
            if hour and open_now and self.chance.happens(0.33, "issued", hour):
                issued = [Circular(hour, hour), *issued[:-1]]
            elif hour and open_now and self.chance.happens(0.05, "rate", hour):
                rate += self.chance.pick((-10, -5, 5, 10), "by", hour)
            elif hour and self.chance.happens(0.18 if open_now else 0.015, "altered", hour):
                issued[place] = self._altered(issued[place], hour)
            over = (self._survey(),) if self.chance.happens(0.1, "survey", hour) else ()
            news = (self._rate_told(rate), *(self._told(item) for item in issued))
            yield PageState(rows=tuple(self._page(issued, rate, hour, at)), news=news, overlays=over)

    def _altered(self, old: Circular, hour: int) -> Circular:
        if self.chance.happens(0.4, "revoked", hour) and not old.revoked:
            return replace(old, revoked=True)
        return replace(old, later=old.later + 1, revoked=False)

    def _told(self, item: Circular) -> str:
        draw = self.chance.child("circular", item.number)
        words = draw.pick(_CIRCULARS, "text")
        told = words.format(
            n=draw.between(2, 60, "n"), d=draw.between(8, 24, "d"), where=draw.pick(_PROVINCES, "province")
        )
        changed = f" (اصلاحیه {item.later})" if item.later else ""
        number = f"بخشنامه {draw.between(1000, 9999, 'number')}"
        return f"{number}: {told}{' (لغو شد)' if item.revoked else changed}".translate(_DIGITS)

    def _rate_told(self, rate: int) -> str:
        return f"{rate / 10:.1f} درصد".translate(_DIGITS)

    def _page(self, issued: Sequence[Circular], rate: int, hour: int, at: datetime) -> list[Row]:
        note = f"{_WEEK[at.weekday()]} {at.day + 10} اردیبهشت، ساعت {at:%H:%M}".translate(_DIGITS)
        rows = [
            row(panels.masthead("بانک مرکزی", 1000, note, height=60), tag="header"),
            row(
                [self._rates(hour, at, 570)],
                [
                    panels.plain("policy", 430, f"<p>نرخ سود سیاستی</p><h1>{self._rate_told(rate)}</h1>", is_news=True),
                    self._between_banks(hour, 430),
                    self._issued(issued, hour, 430),
                    self._coins(hour, at, 430),
                ],
                tag="main",
            ),
            row(self._gallery(hour)),
        ]  # fmt: skip
        if self.chance.happens(0.5, "hero", hour):
            rows.insert(1, row(self._hero(hour)))
        if self.chance.happens(0.25, "warned", hour // 3):
            height = self.chance.between(46, 110, "warned height", hour // 3)
            rows.insert(0, row(panels.strip("رمز کارت خود را به هیچ‌کس نگویید", height, name="warned")))
        return rows

    def _issued(self, issued: Sequence[Circular], hour: int, width: int) -> Panel:
        items = ""
        for item in issued:
            age = hour - item.hour
            said = (f"{age} ساعت پیش" if age else "اکنون") if age < 24 else f"{age // 24} روز پیش"
            link = f'<a href="{ORIGIN}/circular/{item.number + 400}">{escape(self._told(item))}</a>'
            items += f'<li><h3>{link}</h3><p class="small">{said.translate(_DIGITS)}</p></li>'
        return panels.plain("issued", width, f"<h4>بخشنامه‌ها</h4><ul>{items}</ul>", is_news=True)

    def _between_banks(self, hour: int, width: int) -> Panel:
        figure = 236 + self.chance.below(9, "between banks", hour)
        words = f"<p>نرخ بازار بین‌بانکی</p><h1>{self._rate_told(figure)}</h1>"
        return panels.plain("between-banks", width, words)

    def _traded(self, hour: int, at: datetime) -> int:
        """The hour whose prices hold now: markets are shut by night, so that nothing moves but the clock."""
        return hour if 8 <= at.hour <= 19 else hour - (at.hour - 19) % 24

    def _rates(self, hour: int, at: datetime, width: int) -> Panel:
        lines, traded = "", self._traded(hour, at)
        for place, name in enumerate(_MONEY):
            middle = 1_200_000 // (place + 2) + self.chance.below(4000, "price", name, traded)
            move = self.chance.between(-25, 25, "move", name, traded)
            moved = f"{'▲' if move > 0 else '▼'} {abs(move) / 10:.1f}".translate(_DIGITS)
            cells = f"<td>{middle:,}</td><td>{middle + 900:,}</td>".replace(",", "٬").translate(_DIGITS)
            lines += f'<tr><td><b>{name}</b></td>{cells}<td class="{"up" if move > 0 else "down"}">{moved}</td></tr>'
        head = "<tr><th>ارز</th><th>خرید</th><th>فروش</th><th>تغییر</th></tr>"
        chart = f'<img src="/bazar/{traded}.svg" width="{width - 24}" height="170" alt="">'
        return panels.plain("rates", width, f"<h4>نرخ ارز</h4>{chart}<table>{head}{lines}</table>")

    def _coins(self, hour: int, at: datetime, width: int) -> Panel:
        traded = self._traded(hour, at)
        cells = ""
        for part, name in ((1, "سکه تمام"), (2, "نیم سکه"), (4, "ربع سکه"), (9, "یک گرم طلا")):
            price = (40_000_000 + self.chance.below(900_000, "coin", name, traded)) // part
            cells += f"<tr><td>{name}</td><td>{price:,}</td></tr>"
        table = cells.replace(",", "٬").translate(_DIGITS)
        return panels.plain("coins", width, f"<h4>سکه و طلا</h4><table>{table}</table>")

    def _hero(self, hour: int) -> Panel:
        number = self.chance.below(len(_SPEECHES), "speech", hour)
        height = self.chance.pick((150, 190, 230), "speech height", hour)
        shown = panels.image(f"hall-speech-{number}", 976, height)
        return panels.plain("hero", 1000, f"{shown}<h2>{_SPEECHES[number]}</h2>")

    def _gallery(self, hour: int) -> Panel:
        cards = ""
        for name in self.chance.shuffled(_SPEECHES, "gallery", hour)[:4]:
            seen = str(self.chance.between(20, 900, "seen", name, hour)).translate(_DIGITS)
            shown = panels.image(f"hall-speech-{_SPEECHES.index(name)}", 232, 130)
            cards += f'<div>{shown}<h3>{name}</h3><p class="small">{seen} بازدید</p></div>'
        return panels.plain("gallery", 1000, f'<h4>گزارش تصویری</h4><div class="cards">{cards}</div>')

    def _survey(self) -> Overlay:
        words = "<h2>نظر شما درباره این پایگاه چیست؟</h2><p>پاسخ به سه پرسش کوتاه</p><p>بعداً</p>"
        return Overlay(panels.plain("survey", 380, f'<div style="height:120px">{words}</div>'), 250, 360)

    def picture(self, path: str) -> Resource | None:
        """The day's curve too, which grows while markets are open."""
        if not path.startswith("/bazar/"):
            return super().picture(path)
        traded = path.removeprefix("/bazar/").removesuffix(".svg")
        points = " ".join(
            f"{place * 14},{30 + self.chance.below(100, 'curve', int(traded) + place)}" for place in range(40)
        )
        line = f'<polyline points="{points}" fill="none" stroke="#0d5c4d" stroke-width="3"/>'
        drawing = (
            '<svg xmlns="http://www.w3.org/2000/svg" width="546" height="170" viewBox="0 0 546 170">'
            f'<rect width="546" height="170" fill="#ffffff"/>{line}</svg>'
        )
        return Resource("image/svg+xml", drawing.encode())


UNSEEN_DESKS = (Cekfakta, Nerkh)
