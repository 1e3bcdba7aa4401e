"""A Georgian paper's front page: its news lie between a sold screen, readers' talk and lists of other days."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from html import escape

from benchmarks.sites import panels
from benchmarks.sites.look import WIDE, Look
from benchmarks.sites.news import STARTS_AT
from benchmarks.sites.page import ORIGIN, Overlay, PageState, Panel, Row, row
from benchmarks.sites.site import GeneratedSite
from pagetide.demo.adverts import Advert

_WHO = (
    "მთავრობამ", "პარლამენტმა", "თბილისის მერიამ", "ეროვნულმა ბანკმა", "საკონსტიტუციო სასამართლომ",
    "საარჩევნო კომისიამ", "პროკურატურამ", "ჯანდაცვის სამინისტრომ", "განათლების სამინისტრომ",
    "სახალხო დამცველმა", "ოპოზიციამ", "პრეზიდენტმა", "ბათუმის საკრებულომ", "კულტურის სამინისტრომ",
)  # fmt: skip
_WHAT = (
    "ახალი ბიუჯეტის პროექტი წარადგინა",
    "საპენსიო რეფორმა გაზაფხულამდე გადადო",
    "კომისიის დასკვნა უარყო",
    "რუსთავის ქარხნის შემოწმება მოითხოვა",
    "გვირაბის მშენებლობის კონკურსი გააუქმა",
    "ტარიფების ზრდა შეაჩერა",
    "მედიის ახალი წესები დაამტკიცა",
    "მეზობელ ქვეყანასთან შეთანხმება გააფორმა",
    "მეწყერის საქმეზე გამოძიება დაიწყო",
    "ადგილობრივი არჩევნების თარიღი დაასახელა",
    "მიგრაციის სტატისტიკა გამოაქვეყნა",
    "ბათუმის პორტის განახლებას მხარი დაუჭირა",
    "ენგურის რემონტისთვის თანხა გამოყო",
    "სკოლების დახურვის გეგმა გააკრიტიკა",
)
_HOW = (
    "ოპოზიციის პროტესტის მიუხედავად", "ორკვირიანი კამათის შემდეგ", "საერთაშორისო პარტნიორების რჩევით",
    "საზოგადოების მოთხოვნით", "პირველად ხუთი წლის განმავლობაში", "დახურულ სხდომაზე", "მოულოდნელად",
    "გრძელი ღამის სხდომის შემდეგ",
)  # fmt: skip
_EFFECT = (
    "გადაწყვეტილება {n} ათას ოჯახს შეეხება.",
    "საქმე {n} მილიონ ლარს ეხება.",
    "დოკუმენტს {n} დეპუტატმა დაუჭირა მხარი.",
    "შეხვედრას {n} ორგანიზაცია ესწრებოდა.",
    "ცვლილება {n} მუნიციპალიტეტში ამოქმედდება.",
    "განცხადებას ხელს {n} ექსპერტი აწერს.",
)
_SAID = (
    "უწყების თქმით, დეტალები მომავალ კვირას გახდება ცნობილი.",
    "კრიტიკოსების აზრით, ნაბიჯი დაგვიანებულია.",
    "კენჭისყრა გვიან ღამემდე გაგრძელდა.",
    "ოფიციალური განმარტება ჯერ არ გავრცელებულა.",
    "მოქალაქეები ხვალ შეკრებას აპირებენ.",
    "სასამართლო საჩივარს თვის ბოლომდე განიხილავს.",
    "დამკვირვებლები პროცესს დადებითად აფასებენ.",
)
_FEATURES = (
    "როგორ მოვამზადოთ ნამდვილი ხაჭაპური სახლში",
    "ხუთი ბილიკი, რომელიც სვანეთში უნდა გაიაროთ",
    "ძველი თბილისის აივნების ისტორია",
    "რა უნდა ვიცოდეთ ძილის შესახებ",
    "კახეთის პატარა მარნები და მათი მეპატრონეები",
    "ჰოროსკოპი: რას გვპირდება ეს კვირა",
    "ტესტი: რამდენად კარგად იცნობთ ქართულ კინოს",
    "სად წავიდეთ შაბათ-კვირას ბავშვებთან ერთად",
    "როგორ გავარჩიოთ ყალბი თაფლი",
    "მთაწმინდის ფუნიკულიორის უცნობი ფოტოები",
    "ათი წიგნი, რომელიც ზაფხულში უნდა წაიკითხოთ",
    "ზღვისპირა ქალაქები სეზონის დაწყებამდე",
)
_VOICES = (
    "ბოლოს და ბოლოს ვიღაცამ თქვა სიმართლე.",
    "ჩვენს უბანში წყალი ისევ არ არის, მერია კი დუმს.",
    "საინტერესო სტატიაა, გმადლობთ.",
    "ამას ყოველ წელს გვპირდებიან.",
    "ავტორს ვერ დავეთანხმები, საქმე სულ სხვაგვარადაა.",
    "სად ვნახოთ სრული ტექსტი?",
    "ბავშვობაში იქ ვცხოვრობდით, კარგი დრო იყო.",
    "ფასები ისევ გაიზარდა, ხელფასი კი იგივეა.",
)
_NAMES = ("ნინო კ.", "გიორგი", "მარიამი", "ლევანი", "თამარ ბ.", "დათო_83", "სოფო", "ზურა მთიდან")
_COLUMNS = (
    "რატომ გვეშინია ცარიელი მოედნების",
    "ქალაქი, რომელიც ხეებს ვერ ინახავს",
    "სიჩუმის ფასი",
    "ენა, როგორც საზღვარი",
    "ვის ეკუთვნის მდინარე",
    "მოთმინება პროგრამა არ არის",
    "წერილი სოფლის მასწავლებელს",
)
_WRITERS = ("ანა ჯაფარიძე", "ირაკლი ბერიშვილი", "ქეთევან მელაძე", "ნოდარ წიკლაური")


@dataclass(frozen=True, kw_only=True)
class Piece:
    """A report in one of its wordings."""

    number: int
    wording: int = 0
    figure: int = 0
    picture: str


@dataclass(frozen=True, kw_only=True)
class Edition:
    """What the paper reports at one hour, and which columns it prints beside it."""

    lead: Piece
    tops: tuple[Piece, ...]
    columns: int = 0


class Dila(GeneratedSite):
    """The morning paper of a capital."""

    slug = "dila"
    hard = "figures corrected, leads under the old picture, pictures alone, a screen sold in any height, talk"
    more = 0
    look = Look(
        heading="'DejaVu Serif', serif", body=WIDE, paper="#fdfaf3", ink="#221c17", muted="#7a6f63",
        line="#e2d8c6", accent="#9a2617", card="#f4ecdc", lead_px=28, top_px=16,
        extra=(
            # Capital Mkhedruli is in no font of ours.
            "h4{text-transform:none;border-bottom:2px solid #9a2617;padding-bottom:4px}h3{font-size:14px}"
            "body{font-size:14px}.masthead{border-top:6px solid #221c17;border-bottom:1px solid #221c17}"
            ".line{background:#221c17;color:#f4ecdc}.line p{display:flex;justify-content:space-between}"
            ".lead h1{text-align:center}.lead .small{text-align:center}"
            ".poll i{display:block;height:12px;background:#c98a3d}.voices,.poll,.aphorism{background:#f4ecdc}"
            ".offer{background:#fff;border:3px solid #9a2617}.onair{background:#9a2617;color:#fff}"
            ".writer{display:flex;gap:10px}.writer img{border-radius:24px}"
        ),
    )  # fmt: skip

    def states(self, hours: int) -> Iterator[PageState]:
        """The page at each of the first hours."""
        now = Edition(lead=self._piece(0), tops=tuple(self._piece(-1 - place) for place in range(5)))
        for hour in range(hours):
            if hour:
                now = self._after(now, hour)
            yield PageState(
                rows=tuple(self._page(now, hour, STARTS_AT + timedelta(hours=hour))),
                news=(
                    self._headline(now.lead),
                    self._paragraph(now.lead),
                    *(self._headline(piece) for piece in now.tops),
                ),
                secondary=tuple(self._columns(now)),
                overlays=tuple(self._over(hour)),
            )

    def _after(self, old: Edition, hour: int) -> Edition:
        at = STARTS_AT + timedelta(hours=hour)
        draw = self.chance.child("desk", hour)
        asleep = at.hour >= 21 or at.hour < 4
        crisis = 12 <= at.hour <= 19 and self.chance.happens(0.25, "crisis", at.date())
        busy = 0.15 if asleep else 1.0
        lead, tops, columns = old.lead, old.tops, old.columns
        if draw.happens(0.45 if crisis else 0.07 * busy, "lead"):
            new = self._piece(hour * 10)
            if draw.happens(0.3, "kept"):
                new = replace(new, picture=lead.picture)
            lead, tops = new, (lead, *tops)[:5]
        elif draw.happens(0.05 * busy, "figure"):
            lead = replace(lead, figure=lead.figure + 1)
        elif draw.happens(0.04 * busy, "wording"):
            lead = replace(lead, wording=lead.wording + 1)
        elif draw.happens(0.06 * busy, "picture"):
            lead = replace(lead, picture=f"politics-{hour}-again")
        if draw.happens(0.09 * busy, "top"):
            place = draw.below(5, "place")
            tops = (*tops[:place], self._piece(hour * 10 + 1), *tops[place:])[:5]
        elif draw.happens(0.03, "places"):
            tops = (tops[1], tops[0], *tops[2:])
        if draw.happens(0.03 * busy, "columns"):
            columns += 1
        return Edition(lead=lead, tops=tops, columns=columns)

    def _piece(self, number: int) -> Piece:
        kind = self.chance.pick(("politics", "city", "economy", "nature"), "kind", number)
        return Piece(number=number, picture=f"{kind}-{number}")

    def _headline(self, piece: Piece) -> str:
        draw = self.chance.child("piece", piece.number)
        who, what, how = draw.pick(_WHO, "who"), draw.pick(_WHAT, "what"), draw.pick(_HOW, "how")
        forms = (f"{who} {what}", f"{how} {who} {what}", f"{who} {how} {what}")
        return forms[(draw.below(3, "form") + piece.wording) % 3]

    def _paragraph(self, piece: Piece) -> str:
        draw = self.chance.child("piece", piece.number)
        figure = draw.between(11, 140, "figure") + 7 * piece.figure
        return f"{draw.pick(_EFFECT, 'effect').format(n=figure)} {draw.pick(_SAID, 'said')}"

    def _columns(self, now: Edition) -> list[str]:
        order = self.chance.shuffled(_COLUMNS, "columns", now.columns)
        return order[:3]

    def _page(self, now: Edition, hour: int, at: datetime) -> list[Row]:
        rows = [
            row(self._line(hour, at), tag="header"),
            row(panels.masthead("დილა", 1000, "დამოუკიდებელი გაზეთი 1990 წლიდან", height=76)),
            *self._billboard(hour),
            row(
                [self._read(hour, 230), self._aphorism(hour, 230), self._rates(hour, 230)],
                [self._lead(now.lead, at, 490), *self._middle(hour, 490), self._tops(now.tops[:3], 490)],
                [self._opinion(now, 280), self._sold(hour, 280), self._poll(hour, 280)],
                tag="main",
            ),
            row(
                panels.plain(
                    "seconds",
                    420,
                    "<h4>რეგიონები</h4>" + "".join(self._item(piece) for piece in now.tops[3:]),
                    is_news=True,
                ),
                self._voices(hour, 580),
            ),
            row(self._features(hour)),
        ]
        if self.chance.happens(0.25, "onair", hour // 2):
            height = self.chance.pick((50, 80, 120), "onair height", hour // 2)
            words = f"პირდაპირი ეთერი: {self.chance.pick(_FEATURES, 'onair', hour)}"
            rows.insert(1, row(panels.strip(words, height, name="onair")))
        return rows

    def _line(self, hour: int, at: datetime) -> Panel:
        warm = 9 + self.chance.below(15, "warm", hour // 2)
        words = (
            f"{at:%d.%m.%Y, %H:%M}",
            f"თბილისი {warm}°",
            f"ონლაინ {self.chance.between(400, 9000, hour)}",
        )
        return panels.plain("line", 1000, f"<p>{''.join(f'<span>{word}</span>' for word in words)}</p>")

    def _billboard(self, hour: int) -> list[Row]:
        height = self.chance.pick((0, 120, 250, 250), "billboard", hour)
        if not height:
            return []
        return [row(panels.advert(self._creative("billboard", hour, 970, height), "billboard", 1000))]

    def _creative(self, place: str, hour: int, width: int, height: int) -> Advert:
        return self.adverts.advert(place, hour * 60, width, height)

    def _lead(self, piece: Piece, at: datetime, width: int) -> Panel:
        html = (
            f"<h1>{self._link(piece)}</h1>{panels.image(piece.picture, width - 24, 270)}"
            f'<p style="margin-top:8px">{escape(self._paragraph(piece))}</p>'
            f'<p class="small">განახლდა {at:%H:%M}, ნახვა {self.chance.between(900, 60_000, "views", at)}</p>'
        )
        return panels.plain("lead", width, html, is_news=True)

    def _link(self, piece: Piece) -> str:
        return f'<a href="{ORIGIN}/ambebi/{piece.number}">{escape(self._headline(piece))}</a>'

    def _item(self, piece: Piece) -> str:
        return (
            f'<div class="side" style="margin-bottom:10px">{panels.image(piece.picture, 110, 72)}'
            f"<div><h2>{self._link(piece)}</h2></div></div>"
        )

    def _tops(self, pieces: Sequence[Piece], width: int) -> Panel:
        html = "<h4>დღის ამბები</h4>" + "".join(map(self._item, pieces))
        return panels.plain("tops", width, html, is_news=True)

    def _middle(self, hour: int, width: int) -> list[Panel]:
        if not self.chance.happens(0.35, "offer", hour):
            return []
        words = "<h2>გამოიწერეთ დილა</h2><p>პირველი თვე უფასოა, ყოველ დილით თქვენს ფოსტაში.</p>"
        return [panels.plain("offer", width, words)]

    def _read(self, hour: int, width: int) -> Panel:
        titles = self.chance.shuffled(_FEATURES, "read", hour)[:4]
        old = [self._headline(self._piece(-500 - self.chance.below(90, "old", hour, n))) for n in range(3)]
        items = "".join(
            f'<li><h3><a href="{ORIGIN}/k/{panels.hash_of(title)}">{escape(title)}</a></h3></li>'
            for title in self.chance.shuffled((*titles, *old), "order", hour)
        )
        return panels.plain("read", width, f"<h4>ყველაზე კითხვადი</h4><ol>{items}</ol>")

    def _aphorism(self, hour: int, width: int) -> Panel:
        said = self.chance.pick(_VOICES, "aphorism", hour)
        return panels.plain("aphorism", width, f"<h4>მკითხველის სიტყვა</h4><p>{escape(said)}</p>")

    def _rates(self, hour: int, width: int) -> Panel:
        lines = "".join(
            f"<li>{name} <b>{base + self.chance.below(90, name, hour) / 1000:.3f}</b></li>"
            for name, base in (("დოლარი", 2.68), ("ევრო", 3.05), ("ლირა", 0.064), ("დრამი", 0.007))
        )
        return panels.plain("rates", width, f"<h4>ვალუტა</h4><ul>{lines}</ul>")

    def _opinion(self, now: Edition, width: int) -> Panel:
        items = "".join(
            f'<li><div class="writer">{panels.image(f"portrait-{seat}", 48, 48)}'
            f'<div><h3>{escape(title)}</h3><p class="small">{_WRITERS[seat]}</p></div></div></li>'
            for seat, title in enumerate(self._columns(now))
        )
        return panels.plain("opinion", width, f"<h4>აზრი</h4><ul>{items}</ul>")

    def _sold(self, hour: int, width: int) -> Panel:
        height = self.chance.pick((220, 300, 420), "sold", hour)
        return panels.advert(self._creative("right", hour, width - 24, height), "right-advert", width)

    def _poll(self, hour: int, width: int) -> Panel:
        share = self.chance.between(30, 70, "poll", hour)
        bars = "".join(
            f'<p>{word} {part}%</p><i style="width:{part * 2}px"></i>'
            for word, part in (("დიახ", share), ("არა", 100 - share))
        )
        return panels.plain(
            "poll", width, f"<h4>გამოკითხვა</h4><p>უნდა აიკრძალოს მანქანები ცენტრში?</p>{bars}"
        )

    def _voices(self, hour: int, width: int) -> Panel:
        seats = range(self.chance.between(3, 7, "seats", hour))
        items = "".join(
            f"<li><p>{escape(self.chance.pick(_VOICES, 'voice', hour, seat))}</p>"
            f'<p class="small">{self.chance.pick(_NAMES, "name", hour, seat)}, '
            f"{self.chance.between(1, 59, 'age', hour, seat)} წუთის წინ</p></li>"
            for seat in seats
        )
        return panels.plain("voices", width, f"<h4>კომენტარები</h4><ul>{items}</ul>")

    def _features(self, hour: int) -> Panel:
        cards = "".join(
            f"<div>{panels.image(f'feature-{panels.hash_of(title)}', 232, 140)}<h3>{escape(title)}</h3></div>"
            for title in self.chance.shuffled(_FEATURES, "features", hour)[:4]
        )
        return panels.plain("features", 1000, f'<h4>თქვენთვის</h4><div class="cards">{cards}</div>')

    def _over(self, hour: int) -> Iterator[Overlay]:
        if self.chance.happens(0.12, "push", hour):
            words = (
                "<h2>გსურთ შეტყობინებები?</h2><p>დილა პირველი გაცნობებთ მთავარს.</p><p><b>კი</b> · არა</p>"
            )
            yield Overlay(panels.plain("offer", 420, f'<div style="height:110px">{words}</div>'), 290, 0)


UNSEEN_DAWN = (Dila,)
