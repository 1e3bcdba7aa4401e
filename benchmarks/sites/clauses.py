"""Rules in whole sentences, amid what each visit draws anew: a Danish house's by-laws, terms of a Korean service."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from itertools import count
from typing import ClassVar

from benchmarks.sites import panels
from benchmarks.sites.illustrated import Duty
from benchmarks.sites.look import SANS, SERIF, Look
from benchmarks.sites.news import STARTS_AT
from benchmarks.sites.page import ORIGIN, PageState, Panel, Row, row
from benchmarks.sites.site import GeneratedSite

Parts = tuple[tuple[str, tuple[tuple[str, int, int], ...]], ...]


@dataclass(frozen=True)
class Rule:
    """A sentence: which verb, number and half sentence it has, whether it stands, since when it is as it is."""

    verb: int = 0
    number: int = 0
    half: int = 0
    stands: bool = True
    touched: int = -9


class Rulebook(GeneratedSite):
    """A text in parts: a verb, a number or half a sentence of it changes, or a sentence is struck or added."""

    more = 0
    parts: ClassVar[
        Parts
    ]  # headings, under each its sentences with gaps, and from where to where their numbers go
    verbs: ClassVar[Sequence[str]]
    halves: ClassVar[Sequence[str]]  # the first is empty
    changes_per_h: ClassVar[float]
    duty: ClassVar[Duty]

    def states(self, hours: int) -> Iterator[PageState]:
        """The page at each of the first hours."""
        text = [self._first(seat) for seat in range(len(self._seats()))]
        seen = {self._sentence(seat, rule) for seat, rule in enumerate(text)}
        for hour in range(hours):
            at = STARTS_AT + timedelta(hours=hour)
            if hour and self.chance.happens(self.changes_per_h * self.duty.at(at), "edited", hour):
                text = self._later(text, seen, hour)
            news = tuple(self._sentence(seat, rule) for seat, rule in enumerate(text) if rule.stands)
            yield PageState(rows=tuple(self._page(text, hour, at)), news=news)

    def _seats(self) -> list[tuple[int, tuple[str, int, int]]]:
        """All sentences, with the part in which each stands."""
        return [(part, words) for part, (_, lines) in enumerate(self.parts) for words in lines]

    def _first(self, seat: int) -> Rule:
        half = self.chance.below(len(self.halves), "half", seat) if seat % 2 else 0
        return Rule(
            self.chance.below(3, "verb", seat), self.chance.below(99, "number", seat), half, seat % 5 != 3
        )

    def _later(self, old: list[Rule], seen: set[str], hour: int) -> list[Rule]:
        """Somebody struck a sentence, or wrote one anew that stands or stood there."""
        place = self.chance.below(len(old), "whose", hour)
        rule = old[place]
        if hour - rule.touched < 7:
            return old
        if rule.stands and self.chance.happens(0.22, "struck", hour):
            new = replace(rule, stands=False, touched=hour)
        else:
            new = self._rewritten(place, rule, seen, hour)
        return [*old[:place], new, *old[place + 1 :]]

    def _rewritten(self, seat: int, rule: Rule, seen: set[str], hour: int) -> Rule:
        """The sentence with another verb, number or half sentence, as it never stood before."""
        for turn in count():
            draw = self.chance.child("rewritten", hour, turn)
            what = draw.below(3, "what")
            verb = draw.below(len(self.verbs), "verb") if what == 0 else rule.verb
            number = draw.below(99, "number") if what == 1 else rule.number
            half = draw.below(len(self.halves), "half") if what == 2 else rule.half
            new = Rule(verb, number, half, touched=hour)
            if self._sentence(seat, new) not in seen:
                break
        seen.add(self._sentence(seat, new))
        return new

    def _sentence(self, seat: int, rule: Rule) -> str:
        words, low, high = self._seats()[seat][1]
        number = low + rule.number % (high - low + 1)
        return words.format(v=self.verbs[rule.verb], n=number, h=self.halves[rule.half])

    def _of(self, text: Sequence[Rule], part: int) -> list[str]:
        """The sentences of a part that stand."""
        seats = enumerate(self._seats())
        return [
            self._sentence(seat, text[seat]) for seat, (own, _) in seats if own == part and text[seat].stands
        ]

    @abstractmethod
    def _page(self, text: Sequence[Rule], hour: int, at: datetime) -> list[Row]:
        """The page around the text."""


_DANISH: Parts = (
    ("Medlemskab", (
        ("Andelshaveren {v} tage boligen i brug senest {n} dage efter overtagelsen{h}.", 7, 60),
        ("Indskuddet {v} betales over {n} måneder{h}.", 2, 36), ("Ventelisten {v} opdateres hver {n}. dag{h}.", 4, 90),
    )),
    ("Fremleje", (
        ("Fremleje {v} højst vare {n} måneder{h}.", 3, 36),
        ("Fremlejetageren {v} godkendes mindst {n} dage før indflytning{h}.", 5, 45),
        ("Gebyret for fremleje {v} højst udgøre {n} kroner om måneden{h}.", 150, 240),
        ("Korttidsudlejning {v} ske i {n} nætter om året{h}.", 10, 90),
    )),
    ("Husdyr", (
        ("Hunde {v} føres i snor inden for {n} meter fra legepladsen{h}.", 10, 80),
        ("Der {v} holdes op til {n} mindre husdyr i hver bolig{h}.", 2, 9),
        ("Katte {v} registreres hos viceværten inden {n} uger{h}.", 2, 12),
    )),
    ("Støj og fester", (
        ("Fester {v} varsles {n} dage i forvejen ved opslag i opgangen{h}.", 2, 21),
        ("Boremaskiner {v} bruges i {n} minutter ad gangen{h}.", 10, 95),
        ("Fælleslokalet {v} forlades klokken {n}{h}.", 18, 23),
    )),
    ("Affald og gård", (
        ("Storskrald {v} stilles frem tidligst {n} timer før afhentning{h}.", 6, 72),
        ("Cykler uden mærke {v} fjernes efter {n} dage{h}.", 8, 60),
        ("Grill {v} stå mindst {n} meter fra facaden{h}.", 2, 15),
    )),
    ("Vedligeholdelse", (
        ("Andelshaveren {v} selv udføre arbejder for indtil {n}.000 kroner{h}.", 5, 90),
        ("Vinduer {v} males udvendigt hvert {n}. år{h}.", 4, 15), ("Utætheder {v} meldes inden {n} timer{h}.", 4, 72),
    )),
    ("Generalforsamling", (
        ("Indkaldelse {v} sendes med {n} dages varsel{h}.", 8, 42),
        ("Forslag {v} støttes af mindst {n} andelshavere{h}.", 3, 30),
        ("Referatet {v} foreligge efter {n} dage{h}.", 7, 40),
    )),
    ("Fraflytning", (
        ("Boligen {v} afleveres rengjort {n} dage før fraflytning{h}.", 2, 21),
        ("Restancer {v} forrentes med {n} procent om året{h}.", 2, 18),
        ("Depositum {v} udbetales efter {n} uger{h}.", 2, 14),
    )),
)  # fmt: skip
_DANISH_HALVES = ("", ", medmindre bestyrelsen skriftligt har tilladt andet", ", dog ikke i juli og august",
                  ", også for fremlejetagere", ", efter aftale med viceværten", ", hvis to naboer kræver det",
                  ", uanset hvad der ellers er aftalt", ", når opgangens beboere er hørt",
                  ", bortset fra stueetagen")  # fmt: skip
_FAMILIES = ("Familien Holm", "Birthe i 3. tv.", "Et ungt par", "Jonas og Amira", "Enkefru Lund", "Familien Nguyen",
             "Ole fra opgang 12", "Kollektivet på 4. sal", "Vores nabo", "En studerende")  # fmt: skip
_DEEDS = ("flytter ind efter {n} dage og skriver til bestyrelsen", "har haft gæster i {n} nætter og får en påmindelse",
          "venter {n} dage på svar og ringer til viceværten", "køber en grill til {n} kroner og stiller den i gården",
          "får besøg af {n} venner og låner fælleslokalet", "betaler {n} kroner for meget og får dem tilbage",
          "glemmer cyklen i {n} dage og finder den i kælderen")  # fmt: skip
_DOUBTS = ("Gælder det også altanen, hvis den er {n} cm bred?", "Hvem tæller, når vi er {n} i opgangen?",
           "Må min søster bo her i {n} dage?", "Skal jeg spørge igen efter {n} uger?", "Er {n} kroner ikke for meget?",
           "Hvad nu, hvis viceværten er væk i {n} dage?", "Kan man klage inden for {n} timer?")  # fmt: skip
_ROOMS = (
    "Vaskekælder øst",
    "Vaskekælder vest",
    "Fælleslokale",
    "Gæsteværelse",
    "Værksted",
    "Ladcykel",
    "Tagterrasse",
)
_BILLS = ("Arbejdslørdag: husk handsker", "Spørg os på Facebook", "Hjertestarter i opgang 7", "Lej gæsteværelset",
          "Vandet lukkes i opgang 3", "Loppemarked i gården")  # fmt: skip


class Husorden(Rulebook):
    """A housing cooperative's by-laws: amid their paragraphs examples and questions, set exactly as the rules are."""

    slug = "husorden"
    hard = "a verb, a figure or half a sentence amid examples in the same tags, new at each visit; numbers move up"
    look = Look(
        heading=SERIF, body=SERIF, paper="#fffefb", ink="#23201c", muted="#7c746a", line="#e2dccf", accent="#9c2f1f",
        lead_px=30, top_px=19, card="#f6f1e6",
        extra=(
            ".part{border-bottom:1px solid #e2dccf}.part p{margin-bottom:8px}.booked b{float:right;color:#9c2f1f}"
            ".booked,.bill,.heat{background:#f6f1e6}.notice{background:#2f4b3c;color:#fff}"
        ),
    )  # fmt: skip
    parts = _DANISH
    verbs = ("skal", "bør", "kan", "må", "vil")
    halves = _DANISH_HALVES
    changes_per_h = 0.3
    duty = Duty(hours=(8, 21), then=0.5, night=0.05)

    def _page(self, text: Sequence[Rule], hour: int, at: datetime) -> list[Row]:
        head = (
            "<h1>Vedtægter og husorden</h1><p>Gælder for alle beboere i A/B Bakkegården, opgang 1 til 14.</p>"
        )
        column = [panels.plain("opening", 690, head, is_news=True)]
        column += [self._part(text, part, hour) for part in range(len(self.parts))]
        side = [
            self._booked(hour),
            self._bill(hour),
            self._heat(hour),
            panels.counter(self.chance, hour, 310, "besøg"),
        ]
        rows = [
            row(panels.masthead("A/B Bakkegården", 1000, f"{at:%d.%m.%Y kl. %H.%M}", height=62), tag="header"),
            row(column, side, tag="main"),
            row(panels.plain("foot", 1000, '<p class="small">Bestyrelsen · Vicevært · Dokumenter</p>'), tag="footer"),
        ]  # fmt: skip
        if self.chance.happens(0.35, "notice", hour // 3):
            words = self.chance.pick(_BILLS, "notice words", hour // 3)
            rows.insert(
                1, row(panels.strip(words, self.chance.pick((44, 76, 118), "tall", hour // 3), name="notice"))
            )
        return rows

    def _part(self, text: Sequence[Rule], part: int, hour: int) -> Panel:
        """A paragraph of the by-laws; what explains it stands between its sentences."""
        lines = [f"Stk. {number}. {words}" for number, words in enumerate(self._of(text, part), 1)]
        draw = self.chance.child("between", part, hour)
        for turn in range(draw.below(3, "many") + part % 2):
            lines.insert(draw.below(len(lines) + 1, "place", turn), self._between(part, hour, turn))
        inner = "".join(f"<p>{line}</p>" for line in lines)
        return panels.plain("part", 690, f"<h2>§ {part + 1}. {self.parts[part][0]}</h2>{inner}", is_news=True)

    def _between(self, part: int, hour: int, turn: int) -> str:
        """An example, a neighbour's question or a paragraph that goes with this one."""
        draw = self.chance.child("drawn", part, hour, turn)
        who, number = draw.pick(_FAMILIES, "who"), draw.between(2, 98, "number")
        kind = draw.below(5, "kind")
        if kind < 2:
            return f"Eksempel. {who} {draw.pick(_DEEDS, 'deed').format(n=number)}."
        if kind < 4:
            return f"{who} spørger: {draw.pick(_DOUBTS, 'doubt').format(n=number)}"
        other = draw.below(len(self.parts), "other")
        return f"Læs også § {other + 1} om {self.parts[other][0].lower()}, som {number} beboere har slået op i dag."

    def _booked(self, hour: int) -> Panel:
        order = self.chance.shuffled(_ROOMS, "rooms", hour)[: self.chance.between(4, 7, "many", hour)]
        lines = "".join(
            f"<li>{name} <b>{self.chance.between(7, 22, 'until', name, hour)}.00</b></li>" for name in order
        )
        return panels.plain("booked", 310, f"<h4>Ledigt fra</h4><ul>{lines}</ul>")

    def _bill(self, hour: int) -> Panel:
        number = self.chance.below(len(_BILLS), "bill", hour)
        picture = panels.image(f"city-gaard-{number}", 286, 130 + 30 * (number % 3))
        return panels.plain("bill", 310, f"{picture}<h2>{_BILLS[number]}</h2>")

    def _heat(self, hour: int) -> Panel:
        litres, degrees = (self.chance.between(40, 79, what, hour) for what in ("litres", "degrees"))
        return panels.plain(
            "heat", 310, f"<h4>Varmecentral</h4><p>Fremløb {degrees} °C, vand {litres * 9} l/t</p>"
        )


_KOREAN: Parts = (
    ("회원 가입", (
        ("회사는 신청일부터 {n}일 이내에 {h}가입을 승인{v}.", 2, 40),
        ("만 {n}세 이상인 사람은 {h}계정을 신청{v}.", 12, 19),
        ("이용이 없는 계정은 {n}개월이 지나면 {h}분리 보관{v}.", 6, 60),
    )),
    ("선불금", (
        ("선불금의 한도는 {n}만 원으로 {h}제한{v}.", 20, 300), ("충전은 하루 {n}회까지 {h}허용{v}.", 2, 30),
        ("선불금의 유효기간은 {n}년으로 {h}적용{v}.", 1, 10),
    )),
    ("송금", (
        ("수취인이 {n}일 동안 받지 않은 금액은 {h}반환{v}.", 2, 30), ("착오 송금은 {n}시간 이내에 {h}중개{v}.", 2, 96),
        ("건당 송금 수수료 {n}0원은 {h}면제{v}.", 10, 90), ("야간 이체는 {n}분간 {h}보류{v}.", 5, 90),
    )),
    ("환불", (
        ("회사는 요청일부터 {n}일 이내에 {h}잔액을 환급{v}.", 2, 45),
        ("충전액의 {n}퍼센트 이상을 쓴 경우 {h}잔액 전부를 환급{v}.", 40, 90),
        ("적립금은 {n}일이 지나면 {h}소멸 처리{v}.", 30, 120),
    )),
    ("개인정보", (
        ("접속 기록은 {n}개월간 {h}보관{v}.", 2, 60), ("제휴사 {n}곳에 {h}연락처를 제공{v}.", 3, 70),
        ("얼굴 인식 정보는 {n}시간 뒤 {h}삭제{v}.", 1, 96), ("위치 정보는 {n}일마다 {h}파기{v}.", 2, 90),
    )),
    ("가맹점", (
        ("정산 대금은 {n}영업일 뒤에 {h}지급{v}.", 1, 30), ("수수료율은 {n}일 전에 알리고 {h}변경{v}.", 5, 60),
        ("민원이 {n}건을 넘으면 {h}계약을 해지{v}.", 3, 50),
    )),
    ("책임", (
        ("부정 사용 금액은 {n}만 원까지 {h}보상{v}.", 10, 200),
        ("장애가 {n}분 이상 이어지면 {h}보상 절차를 개시{v}.", 5, 95),
        ("신고가 {n}일을 넘겨 늦으면 {h}책임을 분담{v}.", 2, 60),
    )),
    ("약관의 변경", (
        ("개정 약관은 시행 {n}일 전에 {h}공지{v}.", 5, 60),
        ("회원은 공지 후 {n}일 안에 {h}거부 의사를 표시{v}.", 5, 60),
        ("분쟁이 생기면 {n}일간 {h}협의{v}.", 7, 90),
    )),
)  # fmt: skip
_KOREAN_HALVES = ("", "영업일 기준으로 ", "회원이 서면으로 요청한 경우 ", "관계 법령에 따라 ", "사전 통지 없이 ",
                  "가맹점의 동의를 받아 ", "부득이한 사유가 없는 한 ", "본인 확인을 거친 후 ",
                  "해외 이용분을 제외하고 ")  # fmt: skip
_NOTES = ("전자금융거래법 제{n}조 참조", "감독 규정 별표 {n}", "대법원 판결 2019다{n}", "고객센터 안내 {n}번",
          "공정위 의결 제{n}호", "해설서 {n}쪽", "자주 묻는 질문 {n}")  # fmt: skip
_ASIDES = ("포인트로 커피 한 잔", "여행자 보험 {n}원부터", "친구 초대하고 {n}원 받기", "중고차 시세 바로 보기",
           "오늘만 {n}퍼센트 할인", "전세 대출 비교", "새 카드 연회비 {n}원", "통신비 {n}원 줄이기")  # fmt: skip
_HELPS = ("비밀번호를 잊었어요", "카드 등록이 안 돼요", "송금을 취소하고 싶어요", "해외에서 쓸 수 있나요",
          "명의를 바꾸려면", "영수증은 어디에 있나요", "알림을 끄고 싶어요", "탈퇴하면 포인트는")  # fmt: skip


class Yakgwan(Rulebook):
    """Terms of a payment service: long paragraphs in Korean, footnotes, readers' counts and advertisements in them."""

    slug = "yakgwan"
    hard = (
        "Korean; an ending or a figure in long paragraphs; footnotes, counts and sold lines in each article"
    )
    look = Look(
        heading=SANS, paper="#ffffff", ink="#191f28", muted="#8b95a1", line="#e5e8eb", accent="#3182f6", lead_px=30,
        top_px=18, card="#f2f4f6",
        extra=(
            ".article{border-bottom:1px solid #e5e8eb}.article p{margin-bottom:6px}.sup{color:#3182f6;font-size:11px}"
            ".article .ad{background:#f2f4f6;padding:10px;margin:6px 0;color:#3182f6}.event{background:#3182f6;"
            "color:#fff}.helps,.related{background:#f9fafb}.article .read{color:#8b95a1;font-size:12px}"
        ),
    )  # fmt: skip
    parts = _KOREAN
    verbs = ("합니다", "하여야 합니다", "할 수 있습니다", "하지 않습니다", "하도록 노력합니다")
    halves = _KOREAN_HALVES
    changes_per_h = 0.36
    duty = Duty(hours=(9, 19), off=(6,), then=0.2, night=0.06)

    def _page(self, text: Sequence[Rule], hour: int, at: datetime) -> list[Row]:
        side, column = [self._helps(hour), self._related(hour)], [self._opening(hour)]
        for part in range(len(self.parts)):
            column.append(self._article(text, part, hour))
            if self.chance.happens(0.3, "sold", part, hour):
                tall = self.chance.pick((90, 140, 250), "sold tall", part, hour)
                shown = self.adverts.advert(f"in-{part}", 60 * hour, 676, tall)
                column.append(panels.advert(shown, "in-text", 700))
        rows = [
            row(panels.masthead("바로페이", 1000, f"{at:%Y.%m.%d %H:%M} 기준", height=58), tag="header"),
            row(side, column, tag="main"),
            row(panels.plain("foot", 1000, '<p class="small">회사 소개 · 채용 · 개인정보 처리방침</p>'), tag="footer"),
        ]  # fmt: skip
        if self.chance.happens(0.3, "event", hour // 2):
            words = self._aside("event", hour // 2)
            rows.insert(0, row(panels.strip(words, 48 + 30 * (hour // 2 % 3), name="event")))
        return rows

    def _opening(self, hour: int) -> Panel:
        seen = f'<p class="small">조회 {self.chance.between(10_000, 99_999, "seen", hour):,}</p>'
        return panels.plain("opening", 700, f"<h1>전자지급 서비스 이용약관</h1>{seen}", is_news=True)

    def _article(self, text: Sequence[Rule], part: int, hour: int) -> Panel:
        """An article as one long paragraph, in the sentences' ends the marks of its footnotes."""
        draw, marks, words = self.chance.child("article", part, hour), 0, ""
        notes = ""
        for place, sentence in enumerate(self._of(text, part)):
            words += f"{sentence} "
            if draw.happens(0.4, "note", place):
                marks += 1
                words += f'<span class="sup">[{marks}]</span> '
                note = draw.pick(_NOTES, "which", place).format(n=draw.between(3, 480, "n", place))
                notes += f'<p class="small">[{marks}] {note}</p>'
        sold = f'<div class="ad">{self._aside(part, hour)}</div>' if draw.happens(0.3, "ad") else ""
        read = (
            f"지금 {draw.between(2, 90, 'now')}명이 읽는 중 · 도움이 됐어요 {draw.between(100, 990, 'liked')}"
        )
        head = f'<h2><a href="{ORIGIN}/terms/{part + 1}">제{part + 1}조 ({self.parts[part][0]})</a></h2>'
        html = f'{head}<p>{words.strip()}</p>{sold}{notes}<p class="read">{read}</p>'
        return panels.plain("article", 700, html, is_news=True)

    def _aside(self, *key: object) -> str:
        words = self.chance.pick(_ASIDES, "aside", *key)
        return words.format(n=self.chance.between(2, 60, "aside n", *key))

    def _helps(self, hour: int) -> Panel:
        order = self.chance.shuffled(_HELPS, "helps", hour)[: self.chance.between(4, 7, "many", hour)]
        lines = "".join(f"<li>{words}</li>" for words in order)
        wait = f'<p class="small">상담 대기 {self.chance.between(1, 80, "wait", hour)}명</p>'
        return panels.plain("helps", 300, f"<h4>많이 찾는 도움말</h4><ul>{lines}</ul>{wait}")

    def _related(self, hour: int) -> Panel:
        """Articles that others read as well, with a picture of the campaign."""
        number = self.chance.below(9, "campaign", hour)
        order = self.chance.shuffled(range(len(self.parts)), "related", hour)[:3]
        lines = "".join(f"<li>제{part + 1}조 {self.parts[part][0]}</li>" for part in order)
        shown = panels.image(f"business-pay-{number}", 276, 150 + 40 * (number % 2))
        return panels.plain("related", 300, f"<h4>함께 본 조항</h4><ul>{lines}</ul>{shown}")


CLAUSES = (Husorden, Yakgwan)
