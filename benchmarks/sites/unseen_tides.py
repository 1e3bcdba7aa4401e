"""Unseen: a Welsh festival reported live, laid out anew at night; an Irish board of licences at sea in a table."""

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

_CONTESTS = ("Unawd tenor dros 25", "Côr cymysg", "Llefaru unigol", "Deuawd cerdd dant", "Band pres, ail ddosbarth",
             "Grŵp gwerin", "Clocsio unigol", "Englyn y dydd", "Ensemble lleisiol", "Unawd telyn", "Parti alaw werin",
             "Dawns disgo i grŵp", "Ymryson y beirdd", "Côr ieuenctid", "Sgript fer", "Triawd offerynnol")  # fmt: skip
_WINNERS = ("Côr Glannau Menwy", "Parti'r Foel", "Aelwyd Llanfedw", "Adran Bro Ceri", "Lleisiau Teifan", "Eos Dulais",
            "Band Cwm Onnau", "Criw Pont-y-gof", "Telynores Aeddan", "Gwas y Garn", "Hogia'r Efail", "Merched Crannog",
            "Bechgyn Brynarw", "Parti Gwenllwyn", "Clocswyr Cefn Glas")  # fmt: skip
_COUNTIES = ("Arllechwen", "Maelor Wen", "Dyffryn Aled Isaf", "Glan Teifan", "Penfro Uchaf", "Gwaun y Sir")
_ABOUT = ("Maes parcio B", "Bws gwennol 4", "Cystadleuaeth y corau", "Rhagbrofion y delyn", "Seremoni'r Gadair",
          "Y Babell Lên", "Y maes carafannau", "Gorymdaith y beirdd", "Gweithdy clocsio", "Llwyfan y Maes",
          "Cyngerdd yr hwyr")  # fmt: skip
_CHANGES = ("wedi'i ohirio oherwydd gwynt", "yn agor awr yn hwyrach", "yn symud i'r neuadd fach", "ar gau tan yfory",
            "yn llawn, dim tocynnau ar ôl", "dan ddŵr ar ôl y glaw", "yn ailddechrau", "wedi'i ganslo",
            "dan ofal beirniad newydd")  # fmt: skip
_WORDS = ("Bydd y trefnwyr yn rhoi gwybod am unrhyw newid pellach.", "Cysylltwch â'r swyddfa docynnau am ad-daliad.",
          "Mae'r stiwardiaid yn cyfeirio pobl at y fynedfa orllewinol.", "Ymddiheurwn i'r cystadleuwyr a'u teuluoedd.",
          "Penderfynwyd hyn mewn cyfarfod brys o'r pwyllgor.")  # fmt: skip
_VISITORS = (
    "@mari_o_fon",
    "Dai'r Bws",
    "@cennin",
    "Nain Elwy",
    "@bardd_bach",
    "Ffan y Corau",
    "@llwyfan9",
    "Taid Tudno",
)
_SAID = ("Ciw anferth am goffi ond mae'r haul allan!", "Pwy sy wedi gweld fy esgidiau glaw?", "Dagrau yn y cefn eto.",
         "Y sglodion gorau ar y maes ger y brif fynedfa.", "Am lais! Am lais!", "Mae'r plant wedi blino'n lân.",
         "Dyw'r beirniad ddim yn gwybod dim, dweud y gwir.", "Cofiwch yr eli haul, bobl.", "Cysgu mewn car: byth eto.",
         "Rhywun yn gwerthu tocyn i'r cyngerdd heno?", "Llun gyda'r ddraig: wedi'i wneud!")  # fmt: skip
_ON_NOW = ("Rhagbrawf y partïon llefaru", "Sgwrs: hen faledi'r môr", "Disgo tawel", "Côr y Dociau yn ymarfer",
           "Sesiwn werin agored", "Jôcs y prynhawn", "Sioe bypedau Twm", "Darlith: enwau caeau", "Ioga ar y maes",
           "Gwers Gymraeg i ddechreuwyr", "Drymiau'r Dyffryn", "Stori cyn cysgu")  # fmt: skip
_STALLS = ("Mwg yr ŵyl: £9", "Pice ar y maen", "Crysau T ail law", "Gemwaith llechi", "Llyfrau am bunt", "Hufen iâ mêl",
           "Sliperi gwlân", "Posteri 1974")  # fmt: skip
_STAGES = ("Y Pafiliwn", "Y Babell Fach", "Llwyfan y Coed")
_PARKS = ("Parcio A", "Parcio B", "Parcio C", "Maes carafannau")


@dataclass(frozen=True)
class Mark:
    """Something that has a number, a form, words chosen by a draw, and an hour of its last change."""

    number: int
    form: int = 0
    words: int = 0
    since: int = 0


class Pafiliwn(GeneratedSite):
    """A festival of song: results as they fall, notices of its office, and all that is on and said around them."""

    slug = "pafiliwn"
    hard = "notices amid visitors' posts in the same form; empty cells that fill; another layout every night"
    more = 0
    look = Look(
        heading=WIDE, body=SANS, paper="#fffdf4", ink="#2a1a3a", muted="#80738c", line="#e3d9ea", accent="#7a1fa2",
        lead_px=26, top_px=17, extra=(
        ".masthead{background:#7a1fa2;color:#fff}.masthead .small{color:#ead7f2}.now{background:#2a1a3a;color:#fff}"
        ".now h4{color:#fbf}.now figure{margin:0}.now figcaption{font-size:13px;padding-top:4px}"
        ".post{border-left:5px solid #e3d9ea;margin:0 0 6px}.post h2{margin-top:2px}.results table{width:100%;"
        "border-collapse:collapse}.results td{border-bottom:1px solid #e3d9ea;padding:5px 6px;vertical-align:top}"
        "dl{margin:0;display:flex;flex-wrap:wrap}dt{width:70%;padding:3px 0}dd{margin:0;width:30%;padding:3px 0;"
        "text-align:right;font-weight:bold}.points{background:#f5ecfa}.stalls{background:#ffe9a8}"
        ".meter{background:#7a1fa2;height:8px;display:block}.gift{background:#e91e63;color:#fff}"))  # fmt: skip

    def states(self, hours: int) -> Iterator[PageState]:
        """The page at each of the first hours."""
        results, notices, day = [Mark(-9)] * 8, [Mark(number, 0, 0, -5 * number) for number in range(4)], -1
        points = [self.chance.between(20, 60, "points", name) for name in _COUNTIES]
        for hour in range(hours):
            at = STARTS_AT + timedelta(hours=hour + 1)
            open_now = hour > 0 and 10 <= at.hour <= 22
            if at.hour == 8 or day < 0:  # a new day's contests, none decided
                day = at.timetuple().tm_yday
                results = [
                    Mark(number, -1) for number in self.chance.shuffled(range(16), "contests", day)[:8]
                ]
            waiting = [place for place, item in enumerate(results) if item.form < 0]
            if open_now and waiting and self.chance.happens(0.34, "result", hour):
                place = self.chance.pick(waiting, "which", hour)
                winner = self.chance.below(len(_WINNERS), "winner", hour)
                results[place] = replace(results[place], form=winner, words=hour, since=hour)
                points[self._county(results[place])] += self.chance.pick((3, 5, 8), "won", hour)
            elif open_now and self.chance.happens(0.03, "appeal", hour):  # the judges counted once more
                place = self.chance.below(len(results), "again", hour)
                if results[place].form >= 0:
                    other = (results[place].form + 1) % len(_WINNERS)
                    results[place] = replace(results[place], form=other, words=hour)
            if hour and self.chance.happens(0.13 if 7 <= at.hour <= 22 else 0.02, "notice", hour):
                notices = [Mark(hour + 9, 0, 0, hour), *notices[:3]]
            elif open_now and self.chance.happens(0.04, "corrected", hour):
                notices[0] = replace(notices[0], form=notices[0].form + 1)
            gift = Overlay(panels.plain("gift", 280, "<p>Cefnogwch yr ŵyl: rhowch £5 heddiw</p>"), 700, 520)
            yield PageState(
                rows=tuple(self._page(results, notices, points, hour)),
                news=(
                    *(words for item in results for words in self._result(item)),
                    *(f"{total} pwynt" for total in points),
                    *(words for item in notices for words in self._notice(item)),
                ),
                overlays=(gift,) if self.chance.happens(0.2, "gift", hour) else (),
            )

    def _county(self, item: Mark) -> int:
        return (item.form * 5 + item.number) % len(_COUNTIES)

    def _result(self, item: Mark) -> tuple[str, ...]:
        if item.form < 0:
            return (_CONTESTS[item.number],)
        marks = self.chance.between(81, 98, "marks", item.words)
        return _CONTESTS[item.number], _WINNERS[item.form], f"{_COUNTIES[self._county(item)]}, {marks} marc"

    def _notice(self, item: Mark) -> tuple[str, str]:
        about, change, words = told(self.chance.child("notices"), (_ABOUT, _CHANGES, _WORDS), item.number)
        changed = _CHANGES[(_CHANGES.index(change) + item.form) % len(_CHANGES)]
        return f"{about} {changed}", words

    def _page(self, results: list[Mark], notices: list[Mark], points: list[int], hour: int) -> list[Row]:
        at = STARTS_AT + timedelta(hours=hour + 1)
        sky = self.chance.pick(("heulog", "cawodydd", "gwyntog", "niwl"), "sky", hour // 2)
        here = self.chance.between(900, 38_000, "here", hour)
        note = f"{at:%d/%m, %H:%M} · {sky} · {here:,} yn dilyn"
        head = row(panels.masthead("Gŵyl Glan Elwy · BYW", 1000, note, height=52), tag="header")
        if 8 <= at.hour <= 22:
            side = [self._results(results, hour, 440), self._points(points, 440), *self._aside(hour, 440)]
            rows = [head, row(*self._now(hour)), row(self._stream(notices, hour, 560), side, tag="main")]
        else:
            best = self.chance.between(0, len(_ON_NOW) - 1, "best", hour)
            again = f"<h4>Gwyliwch eto</h4>{panels.image(f'culture-best-{best}', 976, 360)}<h1>{_ON_NOW[best]}</h1>"
            table = [self._results(results, hour, 640), *self._stream(notices, hour, 640)]
            rows = [
                head,
                row([self._points(points, 360), *self._aside(hour, 360)], table, tag="main"),
                row(panels.plain("now", 1000, again)),
            ]
        if self.chance.happens(0.35, "strip", hour // 2):
            height = self.chance.pick((34, 70, 140), "strip px", hour // 2)
            words = self.chance.pick(_STALLS, "strip words", hour // 2)
            rows.insert(1, row(panels.strip(f"Ar y stondinau: {words}", height)))
        return rows

    def _now(self, hour: int) -> list[Panel]:
        """What is on each stage: a picture and a caption, others each hour and back on other days."""
        order = self.chance.shuffled(range(len(_ON_NOW)), "on", hour)
        return [
            panels.plain(
                "now", 334 - (place > 0),
                f"<h4>{stage} nawr</h4><figure>{panels.image(f'culture-on-{order[place]}', 300, 210)}"
                f"<figcaption>{_ON_NOW[order[place]]}, rhif {self.chance.between(1, 9, stage, hour)}</figcaption>"
                "</figure>",
            )
            for place, stage in enumerate(_STAGES)
        ]  # fmt: skip

    def _stream(self, notices: Sequence[Mark], hour: int, width: int) -> list[Panel]:
        """Notices in their order; between them what visitors wrote, which is other words at each visit."""
        shown = [
            self._post(*self._notice(item), 60 * (hour - item.since) + 7, width, True) for item in notices
        ]
        for seat in range(self.chance.between(5, 8, "posts", hour)):
            who, said = (
                self.chance.pick(_VISITORS, "who", hour, seat),
                self.chance.shuffled(_SAID, hour, seat),
            )
            post = self._post(
                said[0], f"{said[1]} {who}", self.chance.between(1, 400, hour, seat), width, False
            )
            place = self.chance.below(len(shown) + 1, "place", hour, seat)
            if self.chance.happens(0.35, "photo", hour, seat):
                photo = panels.image(f"world-post-{self.chance.below(20, hour, seat)}", width - 29, 230)
                post = replace(post, html=post.html + photo)
            shown.insert(place, post)
        return shown

    def _post(self, title: str, words: str, minutes: int, width: int, is_news: bool) -> Panel:
        ago = f"{minutes} munud yn ôl" if minutes < 60 else f"{minutes // 60} awr yn ôl"
        html = f'<article><p class="small">{ago}</p><h2>{title}</h2><p>{words}</p></article>'
        return panels.plain("post", width, html, is_news=is_news)

    def _results(self, results: Sequence[Mark], hour: int, width: int) -> Panel:
        lines = ""
        for item in results:
            contest, *rest = self._result(item)
            seen = 40 + 90 * (hour - item.since) + self.chance.below(90, "seen", item.number, hour)
            clock = f"{self.chance.between(11, 21, 'at', item.number, hour // 3)}:{hour * 7 % 6}0"
            cell = f"<b>{rest[0]}</b><br>{rest[1]}" if rest else f"<i>tua {clock}</i>"
            small = f"▶ {seen:,}" if rest else f"{self.chance.below(9, 'left', item.number, hour)} ar ôl"
            lines += f"<tr><td>{contest}</td><td>{cell}</td><td class='small'>{small}</td></tr>"
        return panels.plain("results", width, f"<h4>Canlyniadau</h4><table>{lines}</table>", is_news=True)

    def _points(self, points: Sequence[int], width: int) -> Panel:
        order = sorted(zip(points, _COUNTIES, strict=True), reverse=True)
        lines = "".join(f"<dt>{name}</dt><dd>{total} pwynt</dd>" for total, name in order)
        return panels.plain("points", width, f"<h4>Tabl y siroedd</h4><dl>{lines}</dl>", is_news=True)

    def _aside(self, hour: int, width: int) -> list[Panel]:
        full = "".join(f"<dt>{name}</dt><dd>{self.chance.below(101, name, hour)}%</dd>" for name in _PARKS)
        share = self.chance.between(9, 91, "share", hour)
        meter = f'<span class="meter" style="width:{3 * share}px"></span>'
        stalls = "".join(f"<li>{words}</li>" for words in self.chance.shuffled(_STALLS, "stalls", hour)[:4])
        return [
            panels.plain("parks", width, f"<h4>Meysydd parcio nawr</h4><dl>{full}</dl>"),
            panels.plain("poll", width, f"<h4>Glaw cyn nos?</h4><p>Bydd, medd {share}%</p>{meter}"),
            panels.plain("stalls", width, f"<h4>Stondinau</h4><ul>{stalls}</ul>"),
        ]


_WORKS = ("Feirm dhiúilicíní", "Baint fheamainne de láimh", "Cábla aibhléise", "Múrálacha, 12 áit", "Pontún iascaigh",
          "Dreideáil an chalaidh", "Tuirbín taoide trialach", "Cliabhán bradán", "Píobán uisce farraige")  # fmt: skip
_BAYS = ("Cuan na Lice", "Oileán na gCaorach", "Béal Átha Rua", "Inis Dubhros", "Caladh na Trá Báine", "Port an Dúin",
         "Cuas an Eidhneáin")  # fmt: skip
_APPLICANTS = ("Comharchumann an Iarthair", "Sliogéisc Teo.", "Comhairle an Chontae", "Fuinneamh Taoide Teo.",
               "Iascairí Dhubhrois")  # fmt: skip
_STATES = (
    "Faighte",
    "Comhairliúchán poiblí",
    "Á mheasúnú",
    "Eolas breise iarrtha",
    "Ceadaithe",
    "Diúltaithe",
)
_NEXT = ((1,), (2, 2, 3), (3, 4, 4, 5), (2, 5), (4,), (5,))
_TERMS = ("Gan obair le linn séasúr na rón.", "Deich mbliana, athbhreithniú tar éis a cúig.", "Baoithe buí le soilse.",
          "Suirbhé ar an ngrinneall roimh ré.", "Banna €40,000 le taisceadh.", "Cosán na mbád le coinneáil oscailte.",
          "Gan chúlra torainn os cionn 90 dB.", "Tuairisc gach ráithe don Bhord.")  # fmt: skip
_ORDERS = ("Cosc ar bhailiú sliogéisc", "Treoir nua faoi tháillí", "Éisteacht phoiblí", "Achomharc os comhair cúirte",
           "Athrú ar an léarscáil chriosanna", "Fógra do lucht tumtha")  # fmt: skip
_ASKED = (
    ("Cé a fhéadann aighneacht a dhéanamh?", "Duine ar bith, pobal ar bith, in aon teanga oifigiúil. Níl táille ann "
     "má thagann an aighneacht roimh dheireadh an chomhairliúcháin. Freagraítear gach litir laistigh de choicís."),
    ("Conas a léitear léarscáil an urláir?", "Taispeánann na dathanna an doimhneacht agus na línte briste na criosanna "
     "cosanta. Roghnaigh sraith ar chlé agus cliceáil ar an bpointe. Oibríonn sé ar an bhfón freisin."),
    ("An gá ceadúnas do mhúráil amháin?", "Is gá, fiú do bhád beag, ach amháin taobh istigh de chuan atá bainistithe. "
     "Tá foirm ghearr ann agus ní ghlacann sí ach deich nóiméad."),
    ("Cad is brí le limistéar tástála?", "Áit ina gceadaítear gléas nua ar feadh ocht mí dhéag. Bíonn faire ann "
     "ar éin, ar rónta agus ar thorann, agus foilsítear na torthaí go léir."),
    ("Cá fhad a thógann cinneadh?", "Naoi mí ar an meán. Braitheann sé ar an séasúr suirbhé, ar líon na n-aighneachtaí "
     "agus ar na hathruithe a iarrtar ar an iarratasóir."))  # fmt: skip
_BUOYS = ("Carraig an tSolais", "An Bulla Thiar", "Sceir Fhada", "Cuan Mór", "Ceann Léime Beag", "An Poll Gorm",
          "Rinn na Mara", "Boilg Dhearga", "Tráigh Éadain", "An Caoláire")  # fmt: skip
_TIDES = ("ag líonadh", "ag trá", "lán mara", "lag trá")


class Muirbhord(GeneratedSite):
    """A board that licenses works at sea; its table is sorted by who looks at what, and the sea itself runs in it."""

    slug = "muirbhord"
    hard = "rows in another order each hour, with waves and visitors in them; a table or folds, by visit"
    more = 0
    look = Look(
        heading=SERIF, body=SERIF, paper="#f3f7f6", ink="#10302f", muted="#5f7a78", line="#b9cfcb", accent="#0d6e6e",
        lead_px=25, top_px=18, extra=(
        ".masthead{border-bottom:4px double #0d6e6e}.coast{padding:0}.board table,.sea table{border-collapse:collapse;"
        "width:100%}.board td,.board th{border:1px solid #b9cfcb;padding:5px 8px;text-align:left;vertical-align:top}"
        ".board th{background:#0d6e6e;color:#fff}.state{background:#10302f;color:#fff;padding:0 6px;white-space:nowrap}"
        ".sea{background:#10302f;color:#d5eceb}.sea h4{color:#fff}.asked{background:#fff}.folds details{"
        "background:#fff;border:1px solid #b9cfcb;margin-bottom:8px;padding:8px}.orders p{padding:6px 0;"
        "border-bottom:1px dotted #5f7a78}.gale{background:#c0392b;color:#fff}.survey{background:#fc6}"))  # fmt: skip
    duty = Duty(hours=(9, 17), then=0.1, night=0.06)

    def states(self, hours: int) -> Iterator[PageState]:
        """The page at each of the first hours."""
        board = [Mark(number, self.chance.below(4, "first", number), number) for number in range(8)]
        orders = [0, -1, -2]
        for hour in range(hours):
            at = STARTS_AT + timedelta(hours=hour)
            work = self.duty.at(at) if hour else 0.0
            sitting = at.weekday() in {1, 4} and at.hour == 15  # the board decides several at once
            if self.chance.happens(0.9 if sitting and hour else 0.3 * work, "moves", hour):
                for turn in range(self.chance.between(2, 4, "several", hour) if sitting else 1):
                    place = self.chance.below(len(board), "which", hour, turn)
                    form = self.chance.pick(_NEXT[board[place].form], "next", hour, turn)
                    if form != board[place].form:
                        board[place] = replace(board[place], form=form, since=hour)
            if self.chance.happens(0.14 * work, "terms", hour):
                place = self.chance.below(len(board), "whose", hour)
                board[place] = replace(board[place], words=board[place].words + 100 + hour)
            if self.chance.happens(0.2 * work, "applied", hour):
                done = [item for item in board if item.form > 3 and hour - item.since > 12]
                board = [item for item in board if item not in done[:1]]
                if len(board) < 10:
                    board.append(Mark(hour + 20, 0, hour, hour))
            if self.chance.happens(0.07 * work, "order", hour):
                orders = [hour, *orders[:2]]
            ordered = [self._order(number) for number in orders]
            yield PageState(
                rows=tuple(self._page(board, ordered, hour, at)),
                news=(*(words for item in board for words in self._told(item)), *ordered),
            )

    def _told(self, item: Mark) -> tuple[str, ...]:
        """Number, works and applicant, state and terms of an application."""
        work, bay, who = told(self.chance.child("told"), (_WORKS, _BAYS, _APPLICANTS), item.number)
        terms = self.chance.pick(_TERMS, "terms of", item.number, item.words)
        return f"MB/{412 + item.number}", f"{work}, {bay}", who, _STATES[item.form], terms

    def _order(self, number: int) -> str:
        what, where = told(self.chance.child("orders"), (_ORDERS, _BAYS), number)
        return f"{what}: {where}"

    def _page(self, board: Sequence[Mark], orders: Sequence[str], hour: int, at: datetime) -> list[Row]:
        photo = panels.image(
            f"world-coast-{self.chance.below(8, 'coast', hour)}", 1000,
            self.chance.pick((150, 210, 280), "coast px", hour // 4),
        )  # fmt: skip
        looked = {item.number: self.chance.between(0, 60, "looked", item.number, hour) for item in board}
        order = sorted(board, key=lambda item: (-looked[item.number], item.number))
        folded = self.chance.happens(0.35, "folds", hour // 4)
        shown = (
            self._folds(order, looked, hour)
            if folded
            else [row(self._table(order, looked, hour), tag="main")]
        )
        listed = "".join(f'<p><a href="{ORIGIN}/ordu/{len(words)}">{words}</a></p>' for words in orders)
        answers = self.chance.shuffled(_ASKED, "asked", hour)[:3]
        asked = "".join(f"<h2>{question}</h2><p>{answer}</p>" for question, answer in answers)
        cams = row(panels.recommended(self.chance, hour, 1000, 4, "Ceamaraí beo", titles=_BUOYS))
        visits = f"{self.chance.between(40, 700, 'visits', hour)} cuairteoir anois"
        beside = [
            panels.plain("orders", 420, f"<h4>Orduithe agus fógraí</h4>{listed}", is_news=True),
            panels.plain("asked", 420, f"<h4>Ceisteanna na huaire</h4>{asked}"),
        ]
        rows = [
            row(
                panels.masthead("An Muirbhord", 1000, f"{at:%d.%m.%Y, %H:%M} · {visits}", height=58),
                tag="header",
            ),
            row(panels.plain("coast", 1000, photo)),
            *(shown if folded else [cams, *shown]),
            row(self._sea(hour), beside),
            *([cams] if folded else []),
        ]
        if self.chance.happens(0.3, "gale", hour // 3):
            height = self.chance.pick((36, 56, 110), "gale px", hour // 3)
            force = self.chance.between(6, 10, "force", hour // 3)
            rows.insert(1, row(panels.strip(f"Rabhadh gála: fórsa {force}", height, name="gale")))
        if self.chance.happens(0.25, "survey", hour):
            rows.insert(2, row(panels.strip("Suirbhé dhá nóiméad: cad é do bharúil?", 48, name="survey")))
        return rows

    def _moving(self, item: Mark, looked: int, hour: int) -> tuple[str, str, str]:
        """What runs in a row: time that is left, letters that came, the sea at the place."""
        left = max(0, 20 + self.chance.below(90, "left", item.number, item.since) + item.since - hour)
        letters = 3 + hour // 2 + self.chance.below(3, "letters", item.number, hour)
        wave = self.chance.between(3, 58, "wave", item.number, hour) / 10
        tide = _TIDES[(hour // 2 + item.number) % 4]
        return f"{left} uair fágtha", f"{letters} litir · {looked} ag féachaint", f"{wave:.1f} m, {tide}"

    def _table(self, order: Sequence[Mark], looked: dict[int, int], hour: int) -> Panel:
        lines = "<tr><th>Uimhir<th>Iarratas<th>Staid<th>Coinníoll<th>Spéis<th>An fharraige</tr>"
        for item in order:
            number, works, who, state, terms = self._told(item)
            left, letters, sea = self._moving(item, looked[item.number], hour)
            lines += (
                f'<tr><td>{number}<td><b>{works}</b><br>{who}<td><span class="state">{state}</span>'
                f'<p class="small">{left}</p><td>{terms}<td class="small">{letters}<td class="small">{sea}</tr>'
            )
        return panels.plain("board", 1000, f"<h4>Iarratais</h4><table>{lines}</table>", is_news=True)

    def _folds(self, order: Sequence[Mark], looked: dict[int, int], hour: int) -> list[Row]:
        """The same applications as folds in two columns."""
        sides = ["", ""]
        for place, item in enumerate(order):
            number, works, who, state, terms = self._told(item)
            left, letters, sea = self._moving(item, looked[item.number], hour)
            sides[place % 2] += (
                f'<details open><summary>{number} <span class="state">{state}</span> {left}</summary>'
                f'<h3>{works}</h3><p>{who}</p><p>{terms}</p><p class="small">{letters} · {sea}</p></details>'
            )
        return [row(*(panels.plain("folds", 500, side, is_news=True) for side in sides), tag="main")]

    def _sea(self, hour: int) -> Panel:
        lines = ""
        for name in _BUOYS:
            wave, wind, warm = (
                self.chance.between(*span, name, hour) for span in ((4, 71), (3, 48), (88, 131))
            )
            lines += f"<tr><td>{name}<td>{wave / 10:.1f} m<td>{wind} mr<td>{warm / 10:.1f} °C</tr>"
        return panels.plain("sea", 580, f"<h4>Baoithe anois</h4><table>{lines}</table>")


UNSEEN_TIDES = (Pafiliwn, Muirbhord)
