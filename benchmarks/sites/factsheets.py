"""A sheet in Persian that helpers keep together: short entries by part; what strangers put in is taken out again."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from benchmarks.sites import panels
from benchmarks.sites.edited import Entry, Hands, Slip, meddled, mended
from benchmarks.sites.look import WIDE, Look
from benchmarks.sites.news import STARTS_AT
from benchmarks.sites.page import ORIGIN, PageState, Panel, Row, row
from benchmarks.sites.site import GeneratedSite

_DIGITS = str.maketrans("0123456789", "۰۱۲۳۴۵۶۷۸۹")
_PARTS = {
    "پناهگاه‌ها": ("{house}، خیابان {street}", "{count} جای خالی · {open} · تلفن {phone}"),
    "نیازهای امروز": ("{thing}", "{count} عدد لازم است · تحویل در {house}، تا ساعت {until}"),
    "آب و راه": ("{road}", "{way} · {count} خانوار · خبر از {by}"),
    "پرسش‌ها": ("{ask}", "{answer} در این باره با {phone} تماس بگیرید؛ {count} نفر ثبت‌نام کرده‌اند."),
}
_WORDS = {
    "house": ("مدرسه‌ی دانش", "ورزشگاه تختی", "مسجد جامع", "فرهنگسرای بهار", "دبیرستان پروین", "سالن شهرداری",
              "خانه‌ی جوانان", "هنرستان رازی", "کتابخانه‌ی مرکزی", "مهمانسرای معلم"),
    "street": ("بهار", "سعدی", "چناران", "آزادی", "باغ ملی", "فردوسی", "دریا", "گلستان", "هفت‌تیر"),
    "thing": ("پتوی گرم", "چراغ قوه", "شیر خشک", "آب آشامیدنی", "داروی فشار خون", "چکمه", "چادر شش‌نفره", "بخاری نفتی",
              "پوشک کودک", "بیل و کلنگ", "کنسرو ماهی", "ظرف یک‌بارمصرف"),
    "road": ("جاده‌ی دشت‌سبز", "پل رودخانه‌ی زرین", "لوله‌ی آب محله‌ی شرقی", "گردنه‌ی اسب‌سفید", "چاه روستای کوشک",
             "خیابان ساحلی", "تونل کبوتر", "منبع آب تپه", "راه روستای بیدک", "میدان میوه"),
    "ask": ("چگونه داوطلب شوم؟", "گمشده را کجا اعلام کنم؟", "کی برق وصل می‌شود؟", "مدارکم را آب برده، چه کنم؟",
            "دام‌ها را کجا ببرم؟", "آیا مدرسه‌ها باز است؟", "پول کمک را کجا بدهم؟", "واکسن کجا می‌زنند؟",
            "خانه‌ام ترک دارد، بمانم؟"),
    "answer": ("هر روز صبح در میدان اصلی نام می‌نویسند.", "کارت ملی لازم نیست.", "تا پایان هفته صبر کنید.",
               "کارشناس رایگان می‌آید.", "فقط ساکنان محله‌ی غربی.", "در چادر شماره‌ی دو می‌پرسند.",
               "فهرست تازه پشت در نصب شده است."),
    "open": ("باز است", "پر شده، فهرست انتظار دارد", "فقط خانواده‌ها", "شب‌ها باز است", "از فردا باز می‌شود",
             "برای بیماران"),
    "way": ("باز شد", "بسته است", "یک‌طرفه باز است", "با تانکر آب می‌رسد", "زیر تعمیر", "فقط خودروهای سنگین"),
    "by": ("شهرداری", "آتش‌نشانی", "دهیار", "راهداری", "گروه کوه‌نوردان", "اداره‌ی آب"),
}  # fmt: skip
_PUT_IN = (
    ("فروش فوری موتور برق", "ارسال رایگان، تخفیف فقط امروز"), ("سلام به همه", "من هم آمدم، کسی هست؟"),
    ("تست تست", "تست"), ("وام بدون ضامن", "همین حالا پیام بدهید"), ("سد شکست!!!", "همه فرار کنید، خبر قطعی"),
    ("کانال ما را ببینید", "عکس‌ها و فیلم‌های داغ"),
    ("این پناهگاه دزدی می‌کند", "نروید، همه چیز را برمی‌دارند و کسی پاسخ نمی‌دهد"),
    ("پتوها را فروختند", "کارکنان پتوها را در بازار فروختند، از همسایه‌ها بپرسید"),
)  # fmt: skip
_HELPERS = (
    "مینا",
    "رضا",
    "شیرین",
    "بهرام",
    "لاله",
    "کیوان",
    "نرگس",
    "سهراب",
    "مهمان ۱۴",
    "مهمان ۷",
    "پرویز",
    "ترانه",
)
_SAID = ("کسی این شماره را آزمود؟", "لطفاً تکراری ننویسید", "دو ردیف را یکی کردم", "چرا پاک شد؟", "منبع بگذارید",
         "ممنون از همه", "من شب بیدارم", "قفلش کنیم؟", "این خبر درست نیست")  # fmt: skip


def _digits(number: int) -> str:
    return f"{number}".translate(_DIGITS)


class Hamyar(GeneratedSite):
    """Lists of shelters, needs, roads and answers: entries are put right and added, the strangers' ones taken out."""

    slug = "hamyar"
    hard = "right to left; short entries that many edit: rows put in, taken out or altered, then put back; renumbered"
    more = 0
    look = Look(
        heading=WIDE, body=WIDE, paper="#f3f6fa", ink="#16222e", muted="#66788a", line="#d4dee8", accent="#c2410c",
        lead_px=24, top_px=17, card="#ffffff",
        extra=(
            "section{direction:rtl}.part{background:#fff;border:0 solid #f3f6fa;border-width:0 8px 10px 0}"
            ".part h2{border-bottom:3px solid #c2410c;padding-bottom:3px}.part li{padding:6px 0 5px}"
            ".part li b{font-size:14px;line-height:20px}.part li p{font-size:13px;line-height:19px}"
            ".n{background:#fde8d8;font-size:12px;line-height:18px;padding:0 7px;margin-left:6px}"
            ".faces i{display:inline-block;width:30px;height:30px;border-radius:15px;margin-left:5px;color:#fff;"
            "font:bold 13px/30px 'DejaVu Sans';text-align:center}.log li{font-size:12px;line-height:17px}"
            ".bar{height:14px;background:#d4dee8}.bar i{display:block;height:14px;background:#15803d}"
            ".pin{background:#fff3bf;color:#16222e}"
        ),
    )  # fmt: skip
    hands = Hands(
        per_h=0.24, kinds=("inserted", "inserted", "deleted", "altered", "altered"), texts=6, quarrels=0.5
    )

    def states(self, hours: int) -> Iterator[PageState]:
        """The page at each of the first hours; what is undone again is no news."""
        entries = [
            Entry(part, 10 * place + seat, 0) for place, part in enumerate(_PARTS) for seat in range(5)
        ]
        slips: tuple[Slip, ...] = ()
        for hour in range(hours):
            at = STARTS_AT + timedelta(hours=hour)
            edited = None
            if hour and self.chance.happens(0.29 if 8 <= at.hour <= 22 else 0.02, "edit", hour):
                entries, edited = self._edited(entries, hour)
            targets = [entry.number for entry in entries]
            slips = self.hands.later(self.chance.child("hands"), slips, targets, hour)
            slips = mended(slips, edited, entries)
            news = tuple(" ".join(self._told(entry)) for entry in entries)
            yield PageState(rows=tuple(self._page(entries, slips, hour, at)), news=news)

    def _edited(self, old: Sequence[Entry], hour: int) -> tuple[list[Entry], Entry]:
        """One lasting edit: an entry put right, or a new one at the head or the end of its part."""
        if self.chance.happens(0.6, "put right", hour):
            item = self.chance.pick(old, "whose", hour)
            new = replace(item, revision=item.revision + 1, revised=hour)
            return [new if entry is item else entry for entry in old], new
        new = Entry(self.chance.pick(tuple(_PARTS), "part", hour), 100 + hour, hour)
        there = [entry for entry in old if entry.part == new.part]
        rest = [entry for entry in old if entry.part != new.part]
        kept = [entry for entry in there if entry is not min(there, key=lambda item: item.since)]
        there = there if len(there) < 6 else kept
        return [*rest, *([new, *there] if self.chance.happens(0.4, "head", hour) else [*there, new])], new

    def _told(self, entry: Entry, altered: Slip | None = None) -> tuple[str, str]:
        """An entry's title and words, with a wrong figure where somebody altered it."""
        draw = self.chance.child("entry", entry.number)
        count = entry.count(draw, draw.between(6, 140, "base"), 15)
        if altered:
            count = (count * 10, 999, 0, count + 400)[altered.text % 4]
        filled = {name: draw.pick(words, name) for name, words in _WORDS.items()}
        for name in ("house", "thing", "road", "ask"):  # neighbours differ
            order = self.chance.shuffled(_WORDS[name], name, entry.part)
            filled[name] = order[entry.number % len(order)]
        for name in ("open", "way", "answer"):  # these are what is most often put right
            filled[name] = draw.pick(_WORDS[name], name, entry.revision // 2)
        filled["phone"] = f"{draw.between(31, 38, 'area')}{draw.between(100000, 999999, 'phone')}"
        filled["until"] = f"{draw.between(14, 22, 'until')}"
        title, words = (part.format(count=count, **filled).translate(_DIGITS) for part in _PARTS[entry.part])
        return title, words

    def _page(self, entries: Sequence[Entry], slips: Sequence[Slip], hour: int, at: datetime) -> list[Row]:
        title = "<h1>برگه‌ی مشترک سیل دشت‌سبز</h1><p>این برگه را همه می‌نویسند. پیش از ویرایش، راهنما را بخوانید.</p>"
        version = f"نسخه‌ی {_digits(4100 + 9 * hour + self.chance.below(9, 'version', hour))}"
        first, second, third, fourth = (self._part(part, entries, slips, hour, 380) for part in _PARTS)
        rows = [
            row(panels.masthead("انجمن همیار", 1000, f"{at:%H:%M}".translate(_DIGITS), height=54), tag="header"),
            row(panels.plain("title", 1000, f'{title}<p class="small">{version}</p>')),
            row(
                [self._faces(hour, 240), self._given(hour, 240), self._chat(hour, 240), self._log(hour, 240)],
                [third, fourth],
                [first, second],
                tag="main",
            ),
            row(panels.plain("foot", 1000, '<p class="small">تماس · راهنمای نویسندگان · بایگانی</p>'), tag="footer"),
        ]  # fmt: skip
        if self.chance.happens(0.3, "pin", hour // 3):
            height = self.chance.pick((40, 64, 96), "height", hour // 3)
            said = self.chance.pick(_SAID, "pinned", hour // 3)
            rows.insert(2, row(panels.strip(f"پیام گرداننده: {said}", height, name="pin")))
        return rows

    def _part(
        self, part: str, entries: Sequence[Entry], slips: Sequence[Slip], hour: int, width: int
    ) -> Panel:
        shown: list[tuple[str, str, int]] = []
        for entry in entries:
            amiss = meddled(slips, entry.number) if entry.part == part else {"deleted": None}
            if "deleted" not in amiss:
                useful = self.chance.below(9 + hour - entry.since, "useful", entry.number, hour // 2)
                shown.append((*self._told(entry, amiss.get("altered")), useful))
            if inserted := amiss.get("inserted"):
                shown.append((*_PUT_IN[inserted.text], self.chance.below(4, "useful", hour)))
        link = f"{ORIGIN}/entry"
        lines = "".join(
            f'<li><b><span class="n">{_digits(number)}</span>'
            f'<a href="{link}/{panels.hash_of(title)}">{title}</a></b>'
            f'<p>{words}</p><p class="small">مفید بود: {_digits(useful)}</p></li>'
            for number, (title, words, useful) in enumerate(shown, 1)
        )
        minutes = self.chance.between(1, 59, "minutes", part, hour)
        by = self.chance.pick(_HELPERS, "by", part, hour)
        html = (
            f'<h2>{part}</h2><p class="small">ویرایش {_digits(minutes)} دقیقه پیش، {by}</p><ul>{lines}</ul>'
        )
        return panels.plain("part", width, html, is_news=True)

    def _faces(self, hour: int, width: int) -> Panel:
        here = self.chance.shuffled(_HELPERS, "here", hour)[: self.chance.between(3, 11, "count", hour)]
        faces = "".join(
            f'<i style="background:hsl({41 * _HELPERS.index(name)},60%,42%)">{name[0]}</i>' for name in here
        )
        return panels.plain("faces", width, f"<h4>در حال ویرایش: {_digits(len(here))} نفر</h4>{faces}")

    def _given(self, hour: int, width: int) -> Panel:
        share = 20 + hour % 75
        html = f'<h4>کمک‌های مردمی</h4><div class="bar"><i style="width:{share}%"></i></div><p>{_digits(share)} درصد</p>'
        return panels.plain("given", width, html)

    def _chat(self, hour: int, width: int) -> Panel:
        said = self.chance.shuffled(_SAID, "chat", hour)[:4]
        lines = "".join(
            f"<li><b>{self.chance.pick(_HELPERS, 'says', hour, seat)}:</b> {words}</li>"
            for seat, words in enumerate(said)
        )
        return panels.plain("chat", width, f"<h4>گفت‌وگو</h4><ul>{lines}</ul>")

    def _log(self, hour: int, width: int) -> Panel:
        draw = self.chance.child("log", hour)
        lines = "".join(
            f"<li>{draw.pick(_HELPERS, 'who', seat)} · {draw.pick(tuple(_PARTS), 'part', seat)} · "
            f"{_digits(draw.between(1, 90, 'signs', seat))} نویسه</li>"
            for seat in range(7)
        )
        return panels.plain("log", width, f"<h4>تاریخچه</h4><ul>{lines}</ul>")


FACTSHEETS = (Hamyar,)
