"""Pages that want their readers to act: an Arabic relief appeal with a meter of gifts, an Armenian political blog."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from benchmarks.sites import panels
from benchmarks.sites.illustrated import Duty, told
from benchmarks.sites.look import SERIF, WIDE, Look
from benchmarks.sites.news import STARTS_AT
from benchmarks.sites.page import ORIGIN, Overlay, PageState, Panel, Row, row
from benchmarks.sites.site import GeneratedSite
from pagetide.demo.site import Resource

_DIGITS = str.maketrans("0123456789", "٠١٢٣٤٥٦٧٨٩")
_PLACES = ("مخيم الزيتون", "قرية النخيل", "بلدة السدر", "وادي الرمان", "حي الجسر", "مدينة الساحل", "جبل الريحان",
           "قرية العين", "ميناء اللؤلؤ", "سهل القمح", "حي المطاحن")  # fmt: skip
_ACTS = ("وصول قافلة الدواء", "افتتاح عيادة متنقلة", "توزيع السلال الغذائية", "إعادة تشغيل محطة المياه",
         "تعليق التوزيع بسبب السيول", "إيواء العائلات النازحة", "عودة التلاميذ إلى خيمة المدرسة",
         "تحذير من تلوث الآبار", "إصابة اثنين من المتطوعين", "فتح الطريق أمام الشاحنات", "نفاد حليب الأطفال",
         "بدء حملة التلقيح",
         "حفر بئر جديدة")  # fmt: skip
_FIGURES = ("استفادت {n} عائلة حتى الآن، والعمل مستمر مع البلدية.",
            "بحسب الفريق، ما زال {n} شخصا بحاجة إلى المأوى.",
            "نقلت الشاحنات {n} صندوقا، وننتظر الدفعة الثانية.", "سجل الأطباء {n} حالة منذ الصباح.",
            "شارك {n} متطوعا من أهل المنطقة.", "تكفي المؤن {n} أسرة لمدة أسبوعين.",
            "تأخر الوصول {n} دقيقة عند الحاجز.")  # fmt: skip
_CALLS = ("كل دقيقة تنقذ طفلا", "دفء الشتاء يبدأ بك", "اسقهم ماء", "لا تتركوهم وحدهم", "وجبة بيوم",
          "مدرسة لكل خيمة")  # fmt: skip
_GIVERS = ("أحمد", "فاعل خير", "مريم", "خالد", "ليلى", "سعاد", "يوسف", "أم عمر", "نورة",
           "متبرع من الدوحة", "هند", "سامي")  # fmt: skip
_WISHES = ("بارك الله فيكم", "عن روح والدي", "من أطفال الصف الرابع", "شفاكم الله", "قليل لكنه من القلب",
           "استمروا")  # fmt: skip
_GIFTS = ("بطانية شتوية", "حقيبة مدرسية", "سلة غذائية", "فلتر ماء", "كرسي متحرك", "خيمة", "حليب شهر", "موقد")
_VOICES = ("«صار عندنا ماء نظيف»، أم خليل", "«ابني عاد إلى المدرسة»، رنا", "«الخيمة لا تسرب الآن»، أبو سعيد",
           "«شكرا لمن أرسل الدواء»، هالة", "«تعلمت الخياطة»، سميرة")  # fmt: skip


@dataclass(frozen=True)
class Report:
    """What a team in the field sent: when, how often its figure was put right and its photograph replaced."""

    number: int
    since: int
    righted: int = 0
    photo: int = 0


class Ighatha(GeneratedSite):
    """A relief appeal: reports from the field and a map of roads; above them the call for gifts, beside it givers."""

    slug = "ighatha"
    hard = "right to left; a rotating call and a meter above the news, gifts beside it; a map and photographs replaced"
    more = 0
    look = Look(
        heading=WIDE, body=WIDE, paper="#fffaf3", ink="#2b2118", muted="#8a7a69", line="#eadfce", accent="#c0392b",
        lead_px=24, top_px=17, card="#ffffff",
        extra=(
            "section{direction:rtl}.masthead{direction:ltr}.call{padding:0}.call h1{background:#c0392b;color:#fff;"
            "padding:12px 24px;margin:0}.meter{background:#2b2118;color:#fff}.meter div{height:26px;background:#5b4a3a;"
            "margin:6px 0}.meter i{display:block;height:26px;background:#f39c12}.givers b{color:#c0392b}"
            ".report{border-top:1px solid #eadfce}.gifts,.givers,.voice{background:#fff}"
            ".monthly{background:#fff;border:3px solid #c0392b}"
        ),
    )  # fmt: skip
    duty = Duty(hours=(6, 18), off=(4,), then=0.3, night=0.06)

    def states(self, hours: int) -> Iterator[PageState]:
        """The page at each of the first hours."""
        reports = [Report(number, -6 * (4 - number) - 1) for number in range(5)][::-1]
        plan = 0
        for hour in range(hours):
            at = STARTS_AT + timedelta(hours=hour)
            if hour:
                reports = self._sent(reports, hour, self.duty.at(at))
                plan += at.hour == 16 and self.chance.happens(0.6, "plan", hour)
            drawing = f"/drawing/{plan}.svg"
            words = tuple(" ".join(self._told(item)) for item in reports)
            photos = tuple(f"/media/{self._photo(item)}.svg" for item in reports)
            rows = tuple(self._page(drawing, reports, hour, at))
            over = (self._monthly(),) if self.chance.happens(0.22, "monthly", hour) else ()
            yield PageState(rows=rows, news=(drawing, *words, *photos), overlays=over)

    def _sent(self, old: list[Report], hour: int, work: float) -> list[Report]:
        if self.chance.happens(0.2 * work, "report", hour):
            return [Report(old[0].number + 1, hour), *old[:4]]
        place = self.chance.below(3, "whose", hour)
        item = old[place]
        if self.chance.happens(0.04 * work, "righted", hour):
            item = replace(item, righted=item.righted + 1)
        elif self.chance.happens(0.05 * work, "photo", hour):
            item = replace(item, photo=item.photo + 1)
        return [*old[:place], item, *old[place + 1 :]]

    def _told(self, item: Report) -> tuple[str, str]:
        place, act, figure = told(self.chance.child("told"), (_PLACES, _ACTS, _FIGURES), item.number)
        count = self.chance.between(20, 700, "count", item.number) + 37 * item.righted
        return f"{place}: {act}", figure.format(n=f"{count}".translate(_DIGITS))

    def _photo(self, item: Report) -> str:
        return f"{('world', 'city', 'politics')[item.number % 3]}-{item.number}-{item.photo}"

    def picture(self, path: str) -> Resource | None:
        """The pictures that pages show, the map among them."""
        if not path.startswith("/drawing/"):
            return super().picture(path)
        number = int(path.removeprefix("/drawing/").removesuffix(".svg"))
        parts = '<rect width="600" height="230" fill="#efe6d5"/>'
        parts += '<path d="M0 190 Q150 120 300 170 T600 90 V230 H0 Z" fill="#bcd4de"/>'
        for road in range(14):
            draw = self.chance.child("road", road)
            turns = (number + draw.below(3, "turn")) // 3
            hue = ("#2e8b57", "#c0392b", "#f39c12")[
                (draw.below(3, "hue") + turns * draw.between(1, 2, "by")) % 3
            ]
            x, y = 20 + 40 * road, draw.between(20, 200, "y")
            end = f"{x + draw.between(40, 150, 'along')} {draw.between(15, 210, 'to')}"
            parts += f'<path d="M{x} {y} L{end}" stroke="{hue}" stroke-width="8"/>'
            parts += f'<circle cx="{x}" cy="{y}" r="{9 + number * road % 7}" fill="#2b2118"/>'
        head = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 600 230" width="600" height="230">'
        return Resource("image/svg+xml", f"{head}{parts}</svg>".encode())

    def _page(self, drawing: str, reports: Sequence[Report], hour: int, at: datetime) -> list[Row]:
        title = "<h2>خريطة الطرق</h2>"
        shown = (
            f'{title}<img src="{drawing}" width="606" height="230" alt=""><p class="small">أخضر: مفتوح</p>'
        )
        rows = [
            row(panels.masthead("يد الإغاثة", 1000, f"{at:%d/%m/%Y %H:%M}", height=54), tag="header"),
            row(self._call(hour)),
            row(self._meter(hour)),
            row(
                [self._givers(hour, 370), self._voice(hour, 370), self._gifts(hour, 370)],
                [panels.plain("plan", 630, shown, is_news=True), *(self._report(item, hour, 630) for item in reports)],
                tag="main",
            ),
            row(panels.plain("foot", 1000, '<p class="small">من نحن · التقارير المالية · اتصل بنا</p>'), tag="footer"),
        ]  # fmt: skip
        if self.chance.happens(0.35, "doubled", hour // 2):
            height = self.chance.pick((48, 76, 120), "height", hour // 2)
            rows.insert(1, row(panels.strip("تبرعك يتضاعف اليوم مع شركائنا", height, name="promo")))
        return rows

    def _report(self, item: Report, hour: int, width: int) -> Panel:
        title, words = self._told(item)
        age = hour - item.since
        said = f"قبل {age} ساعة" if age < 24 else f"قبل {age // 24} يوم"
        shared = self.chance.between(4, 60 + 5 * age, "shared", item.number, hour)
        html = (
            f'<div class="side">{panels.image(self._photo(item), 180, 112)}<div><h2>'
            f'<a href="{ORIGIN}/field/{item.number}">{title}</a></h2><p>{words}</p>'
            f'<p class="small">{said} · شارك: {shared}</p></div></div>'
        )
        return panels.plain("report", width, html, is_news=True)

    def _call(self, hour: int) -> Panel:
        """The call of the visit: one of six, its photograph not always as tall."""
        number = self.chance.below(len(_CALLS), "call", hour)
        height = self.chance.pick((190, 230, 280), "tall", hour // 4)
        picture = panels.image(f"portrait-call-{number}", 1000, height)
        return panels.plain("call", 1000, f"{picture}<h1>{_CALLS[number]}</h1>")

    def _meter(self, hour: int) -> Panel:
        """What was given; it grows at each hour."""
        given = 214_000 + 1_730 * hour + self.chance.below(1_500, "given", hour)
        share = min(97, 100 * given // 1_700_000)
        words = f"جمعنا {given:,} من 1,700,000 دينار · {3_100 + 19 * hour} متبرع".translate(_DIGITS)
        return panels.plain("meter", 1000, f'<h2>{words}</h2><div><i style="width:{share}%"></i></div>')

    def _givers(self, hour: int, width: int) -> Panel:
        draw = self.chance.child("givers", hour)
        lines = "".join(
            f"<li><b>{draw.pick(_GIVERS, 'who', seat)}</b> {5 * draw.between(1, 60, 'sum', seat)} دينار، "
            f"{draw.pick(_WISHES, 'wish', seat)}</li>"
            for seat in range(7)
        ).translate(_DIGITS)
        return panels.plain("givers", width, f"<h4>آخر المتبرعين</h4><ul>{lines}</ul>")

    def _voice(self, hour: int, width: int) -> Panel:
        number = self.chance.below(len(_VOICES), "voice", hour)
        picture = panels.image(f"portrait-voice-{number}", width - 24, 170)
        return panels.plain("voice", width, f"{picture}<h2>{_VOICES[number]}</h2>")

    def _gifts(self, hour: int, width: int) -> Panel:
        order = self.chance.shuffled(range(len(_GIFTS)), "gifts", hour)[:3]
        cards = "".join(
            f"<div>{panels.image(f'feature-gift-{number}', 104, 80)}<h3>{_GIFTS[number]}</h3></div>" for number in order
        )  # fmt: skip
        return panels.plain("gifts", width, f'<h4>أهد هدية</h4><div class="cards">{cards}</div>')

    def _monthly(self) -> Overlay:
        words = "<h2>كن متبرعا شهريا</h2><p>دينار واحد في اليوم يكفي عائلة.</p><p>ليس الآن</p>"
        return Overlay(panels.plain("monthly", 420, f'<div style="height:140px">{words}</div>'), 290, 430)


_TOPICS = ("Ընտրություններ", "Քաղաքապետարան", "Բյուջե", "Դատարաններ", "Ճանապարհներ", "Հանքեր", "Կրթություն", "Սևան",
           "Գազի գին", "Եթեր", "Կուսակցություններ", "Թոշակներ", "Մաքսատուն")  # fmt: skip
_ANGLES = ("ով է պատասխանելու", "ինչ չասաց վարչապետը", "երեք հարց նախարարին", "վերջին նիստից հետո",
           "թվերը և իրականությունը", "ինչու ենք լռում", "մի նամակի պատմություն", "ում է ձեռնտու",
           "սկսվեց, և մոռացան", "փողոցը խոսեց",
           "վարկած և փաստ")  # fmt: skip
_SENTENCES = (
    "Նիստը տևեց {n} րոպե, բայց գլխավոր հարցը չհնչեց։", "Նախարարը խոստացավ պատասխանել գրավոր։",
    "Փաստաթղթի {n}-րդ էջում գրված է հակառակը։", "Ես երեկ խոսեցի մարդկանց հետ, ովքեր այնտեղ էին։",
    "Պայմանագիրն արժե {n} միլիոն դրամ։", "Մրցույթին մասնակցել է միայն մեկ ընկերություն։",
    "Հիշեցնեմ, որ նույնը լսել ենք {n} ամիս առաջ։", "Ընդդիմությունը դահլիճում չէր։", "Ոչ ոք չի հերքել այս լուրը։",
    "Բնակիչներից {n} հոգի ստորագրել է նամակը։", "Դատավորը գործը հետաձգեց աշնանը։", "Լրագրողներին ներս չթողեցին։",
    "Վերահսկիչ պալատը հաշվել է {n} խախտում։", "Սա արդեն սովորություն է դարձել։",
    "Գումարը չի երևում ոչ մի հաշվետվության մեջ։", "Քվեարկեց {n} պատգամավոր։", "Հարցը մնում է բաց։",
    "Այդպես էլ եղավ։",
)  # fmt: skip
_REPLIES = ("Լրիվ համաձայն եմ", "Բա ապացույցը ո՞ւր է", "Նույնը մեր գյուղում է", "Շնորհակալ եմ, որ գրում եք",
            "Իսկ նախկիննե՞րը", "Հերիք է բողոքեք", "Ես այնտեղ էի, այդպես չէր", "Հղումը կարո՞ղ եք տալ",
            "Կիսվեցի ընկերներիս հետ",
            "Չեմ հավատում", "Շատ երկար է, չկարդացի", "Վաղը բոլորս գնում ենք")  # fmt: skip
_NAMES = ("Արամ", "Նարե", "Գագիկ", "Lusine77", "Վահե", "Հասմիկ", "Anonim", "Տիգրան", "Սոնա", "Մհեր",
          "Karen_Y")  # fmt: skip
_BLOGS = ("Բակի թերթ", "Հանքավան օրագիր", "Գրչակռիվ", "Հին քաղաք", "Տնտեսագետի սեղանը", "Մեր փողոցը",
          "Կիրակի", "Քամի")  # fmt: skip
_SELLS = (("Բանկ Արարատ", "#7a1f3d"), ("Նոր բնակարաններ", "#1d5c4d"), ("Թռիչքներ 49 եվրոյից", "#274690"),
          ("Գինու փառատոն", "#6d2e8a"), ("Անվադողեր", "#333333"), ("Լեզվի դասեր", "#c7651d"))  # fmt: skip


@dataclass(frozen=True)
class Post:
    """A piece of the blog: since when it stands, the hours of what was added, how often a sentence was put right."""

    number: int
    since: int
    added: tuple[int, ...] = ()
    righted: int = 0


class Khosk(GeneratedSite):
    """A political blog written at night: long posts, additions below them; comments by votes, sold places between."""

    slug = "khosk"
    hard = "Armenian; a sentence of a long post matters, comments below it do not; sold places of any height between"
    more = 0
    look = Look(
        heading=SERIF, paper="#f7f5f0", ink="#22201c", muted="#7d776b", line="#ddd7c9", accent="#7a1f3d", lead_px=30,
        top_px=24, body="'DejaVu Serif', serif", card="#ffffff",
        extra=(
            ".post{background:#fff}.post p{margin-bottom:8px}"
            ".post .add{border-left:4px solid #7a1f3d;padding-left:10px;"
            "background:#faf1f3}.sold{padding:0}.sold div{color:#fff;padding:0 24px;font-size:26px;overflow:hidden}"
            ".talk{background:#efeae0}.talk li,.blogs li{font-size:13px;line-height:18px}.poll i{display:block;"
            "height:12px;background:#7a1f3d}"
        ),
    )  # fmt: skip
    duty = Duty(hours=(15, 23), then=1.3, night=0.2)

    def states(self, hours: int) -> Iterator[PageState]:
        """The page at each of the first hours."""
        posts = [Post(number, -10 * (3 - number)) for number in (2, 1, 0)]
        for hour in range(hours):
            at = STARTS_AT + timedelta(hours=hour)
            work = self.duty.at(at) if hour else 0.0
            if self.chance.happens(0.19 * work, "post", hour):
                posts = [Post(posts[0].number + 1, hour), *posts[:2]]
            elif self.chance.happens(0.14 * work, "added", hour):
                posts = [replace(posts[0], added=(*posts[0].added, hour)), *posts[1:]]
            elif self.chance.happens(0.05 * work, "righted", hour):
                posts = [posts[0], replace(posts[1], righted=posts[1].righted + 1), posts[2]]
            news = tuple(part for item in posts for part in self._told(item))
            yield PageState(rows=tuple(self._page(posts, hour, at)), news=news)

    def _told(self, item: Post) -> tuple[str, ...]:
        """Its title, three paragraphs and what was added."""
        topic, angle = told(self.chance.child("told"), (_TOPICS, _ANGLES), item.number)
        draw = self.chance.child("post", item.number)
        said = draw.shuffled(_SENTENCES, "said")
        filled = [
            words.format(n=draw.between(3, 190, "n", place) + (7 * item.righted if place == first else 0))
            for first in [next(place for place, words in enumerate(said) if "{n}" in words)]
            for place, words in enumerate(said)
        ]
        last = f"{' '.join(filled[8:11])} № {2101 + item.number}"
        parts = (" ".join(filled[:4]), " ".join(filled[4:8]), last)
        added = tuple(
            f"ԼՐԱՑՈՒՄ {(STARTS_AT + timedelta(hours=since)):%d.%m %H:%M}. {filled[11 + place % 7]}"
            for place, since in enumerate(item.added)
        )
        return f"{topic}. {angle}", *parts, *added

    def _page(self, posts: Sequence[Post], hour: int, at: datetime) -> list[Row]:
        here = f"{at:%d.%m.%Y, %H:%M} · կայքում են {self.chance.between(14, 620, 'here', hour)}"
        column: list[Panel] = []
        for place, item in enumerate(posts):
            column.append(self._post(item, hour, 650))
            if place == 0:
                column.append(self._talk(item, hour, 650))
            if self.chance.happens(0.6, "sold", place, hour):
                column.append(self._sold(f"between {place}", hour, 650, (80, 130, 200)))
        return [
            row(self._sold("top", hour, 1000, (90, 150, 210, 250))),
            row(panels.masthead("Խոսքի իրավունք", 1000, here, height=76), tag="header"),
            row(
                column,
                [
                    self._poll(hour, 350),
                    self._sold("side", hour, 350, (300,)),
                    self._blogs(hour, 350),
                ],
                tag="main",
            ),
            row(
                panels.plain("foot", 1000, '<p class="small">Իմ մասին · Արխիվ · Նամակ գրել</p>'), tag="footer"
            ),
        ]

    def _post(self, item: Post, hour: int, width: int) -> Panel:
        title, *parts = self._told(item)
        text = "".join(f'<p class="{"add" if part.startswith("ԼՐ") else ""}">{part}</p>' for part in parts)
        age = hour - item.since
        seen = 150 * age + self.chance.below(90, "seen", item.number, hour)
        since = STARTS_AT + timedelta(hours=item.since)
        said = f"{since:%d.%m.%Y, %H:%M} · կարդացել են {seen} · կիսվել են {seen // 40}"
        link = f'<a href="{ORIGIN}/{item.number}">{title}</a>'
        html = f'<h2>{link}</h2><p class="small">{said}</p>{text}'
        return panels.plain("post", width, html, is_news=True)

    def _talk(self, item: Post, hour: int, width: int) -> Panel:
        """Four of a post's comments, by the votes of the hour."""
        pool = self.chance.shuffled(range(len(_REPLIES)), "pool", item.number)[:8]
        lines = "".join(
            f"<li><b>{_NAMES[number % 11]}</b> (+{90 - 20 * seat + self.chance.below(15, 'votes', seat, hour)})"
            f" {_REPLIES[number]}</li>"
            for seat, number in enumerate(self.chance.shuffled(pool, "order", hour)[:4])
        )
        count = 8 + 2 * (hour - item.since)
        return panels.plain("talk", width, f"<h4>Լավագույնը {count} մեկնաբանությունից</h4><ul>{lines}</ul>")

    def _sold(self, place: str, hour: int, width: int, heights: Sequence[int]) -> Panel:
        words, ground = self.chance.pick(_SELLS, "sells", place, hour)
        height = self.chance.pick(heights, "height", place, hour)
        style = f"background:{ground};height:{height}px;line-height:{height}px"
        return panels.plain("sold", width, f'<div style="{style}">{words}</div>')

    def _poll(self, hour: int, width: int) -> Panel:
        yes = self.chance.between(35, 65, "yes", hour)
        lines = "".join(
            f'<p>{words} {share} %</p><i style="width:{3 * share}px"></i>'
            for words, share in (("Այո", yes), ("Ոչ", 94 - yes), ("Չգիտեմ", 6))
        )
        return panels.plain("poll", width, f"<h4>Կգնա՞ք քվեարկելու</h4>{lines}<p>{2900 + 11 * hour} ձայն</p>")

    def _blogs(self, hour: int, width: int) -> Panel:
        order = self.chance.shuffled(_BLOGS, "blogs", hour)[:6]
        lines = "".join(
            f"<li>{name}: {self.chance.pick(_REPLIES, 'blog', name, hour // 2)}</li>" for name in order
        )
        return panels.plain("blogs", width, f"<h4>Հարևան բլոգներ</h4><ul>{lines}</ul>")


APPEALS = (Ighatha, Khosk)
