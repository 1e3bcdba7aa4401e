"""Records: decisions of a council of delegates, a tribunal's list, a ship's log. New rows push old ones down."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from html import escape

from benchmarks.sites import panels
from benchmarks.sites.look import SANS, SERIF, Look
from benchmarks.sites.news import STARTS_AT
from benchmarks.sites.page import ORIGIN, PageState, Panel, Row, row
from benchmarks.sites.site import GeneratedSite
from pagetide.demo.chance import Chance
from pagetide.demo.words import EVERGREEN, FILLERS

_MOVES = ("Motion on", "Amendment to the report on", "Urgent motion on", "Standing order on", "Resolution on")
_OUTCOMES = ("Carried", "Carried", "Rejected", "Deferred", "Withdrawn")
_SEATS = (
    "Northern docks",
    "Tram depots",
    "Ferries",
    "Grain stores",
    "Airfield",
    "Rail yards",
    "Post",
    "Pilots",
)


@dataclass(frozen=True)
class Decision:
    """What was put to the vote, and how often its figures were corrected since."""

    number: int
    hour: int
    corrected: int = 0


class Quorum(GeneratedSite):
    """A congress's decisions: rows come on top in bursts by day, figures are corrected; faces and clocks beside."""

    slug = "quorum"
    hard = (
        "each new row pushes a long list down; a strip of other photographs at each hour; who is in the hall"
    )
    more = 0
    look = Look(
        heading=SERIF, paper="#faf9f6", ink="#1f2328", accent="#7a1f3d", lead_px=28, top_px=17,
        extra=(
            ".vote{display:flex;gap:14px;border-top:1px solid #d8d4cc;padding:9px 0 8px}.vote>b{flex:none;width:52px;"
            "color:#7a1f3d}.vote>div{flex:1}.vote>span{flex:none;width:130px;text-align:right}"
            ".hall{display:flex;flex-wrap:wrap;gap:3px}.hall i{width:13px;height:13px;border-radius:7px}"
        ),
    )  # fmt: skip

    def states(self, hours: int) -> Iterator[PageState]:
        """The page at each of the first hours."""
        record = [Decision(number, -30) for number in range(98, 84, -1)]
        for hour in range(hours):
            at = STARTS_AT + timedelta(hours=hour)
            sits = at.weekday() < 4 and 9 <= at.hour <= 18 and at.hour != 13
            if hour and self.chance.happens(0.3 if sits else 0.006, "voted", hour):
                for _ in range(self.chance.pick((1, 1, 1, 2, 3), "together", hour)):
                    record.insert(0, Decision(record[0].number + 1, hour))
            if hour and self.chance.happens(0.012, "corrected", hour):
                voted = [place for place in range(10) if self._told(record[place])[3] != "no vote"]
                for place in self.chance.shuffled(voted, "which", hour)[:1]:
                    record[place] = replace(record[place], corrected=hour)
            shown = record[:14]
            news = (f"{record[0].number} decisions", *(" ".join(self._told(item)) for item in shown))
            yield PageState(
                rows=tuple(self._page(shown, hour, at)), news=news, secondary=self._agenda(at)
            )  # what is to come is read by some

    def _told(self, item: Decision) -> tuple[str, str, str, str]:
        """What a row says: the matter, by whom it was moved, the outcome, the votes."""
        draw = self.chance.child("decision", item.number)
        what = f"{draw.pick(_MOVES, 'move')} {draw.pick(FILLERS['topic'], 'topic')}"
        by = f"Moved by {draw.pick(FILLERS['Person'], 'by')}, {draw.pick(_SEATS, 'seat')}"
        outcome = draw.pick(_OUTCOMES, "outcome")
        many, few = draw.between(42, 74, "many", item.corrected), draw.between(4, 41, "few", item.corrected)
        votes = {"Carried": f"{many} to {few}", "Rejected": f"{few} to {many}"}
        return what, by, outcome, votes.get(outcome, "no vote")

    def _agenda(self, at: datetime) -> tuple[str, ...]:
        day = at.date().toordinal()
        return tuple(self.chance.shuffled(FILLERS["topic"], "agenda", day)[:4])

    def _page(self, shown: Sequence[Decision], hour: int, at: datetime) -> list[Row]:
        seen = f"{at:%H:%M}. {self.chance.between(3, 900, 'stream', hour)} watch the hall"
        agenda = "".join(f"<li>{escape(topic)}</li>" for topic in self._agenda(at))
        return [
            row(panels.masthead("Transport Workers' Congress", 1000, seen, height=64), tag="header"),
            row(
                [self._strip(hour, 300), self._hall(hour, at, 300), self._quotes(hour, 300)],
                [
                    self._record(shown, 700),
                    panels.plain("agenda", 700, f"<h4>On the paper for {at:%A}</h4><ul>{agenda}</ul>"),
                ],
                tag="main",
            ),
        ]

    def _record(self, shown: Sequence[Decision], width: int) -> Panel:
        lines = ""
        for item in shown:
            what, by, outcome, votes = self._told(item)
            note = " (corrected)" if item.corrected else ""
            lines += (
                f'<div class="vote"><b>{item.number}</b><div><a href="{ORIGIN}/decisions/{item.number}">{what}</a>'
                f'<p class="small">{escape(by)}</p></div><span><b>{outcome}</b>'
                f'<p class="small">{votes}{note}</p></span></div>'
            )
        head = f"<h1>Decisions</h1><p>{shown[0].number} decisions since the congress opened</p>"
        return panels.plain("record", width, head + lines, is_news=True)

    def _strip(self, hour: int, width: int) -> Panel:
        pictures = "".join(
            f"{panels.image(f'politics-hall-{number}', width - 24, 168)}"
            f'<p class="small" style="margin-bottom:8px">{escape(FILLERS["Person"][number * 3])} at the rostrum</p>'
            for number in self.chance.shuffled(range(30), "strip", hour)[:3]
        )
        return panels.plain("faces", width, f"<h4>From the hall</h4>{pictures}")

    def _hall(self, hour: int, at: datetime, width: int) -> Panel:
        here = self.chance.between(20, 84, "here", hour) if 8 <= at.hour <= 19 else 0
        seats = "".join(
            f'<i style="background:{"#7a1f3d" if self.chance.below(84, "seat", hour, seat) < here else "#d8d4cc"}"></i>'
            for seat in range(84)
        )
        words = f"<h4>Present now</h4><h2>{here} of 84 delegates</h2>"
        return panels.plain("present", width, f'{words}<div class="hall">{seats}</div>')

    def _quotes(self, hour: int, width: int) -> Panel:
        items = "".join(
            f"<li><p>#{topic.replace(' ', '')} <b>{self.chance.between(12, 4000, 'said', topic, hour)}</b></p></li>"
            for topic in self.chance.shuffled(FILLERS["topic"], "talk", hour // 2)[:6]
        )
        return panels.plain("talk", width, f"<h4>They talk about</h4><ul>{items}</ul>")


_STEPS = ("Listed", "Part heard", "Heard", "Reserved", "Decided")
_HUES = {"Listed": "#64748b", "Part heard": "#b45309", "Heard": "#0f766e", "Reserved": "#6d28d9",
         "Decided": "#15803d", "Adjourned": "#b91c1c"}  # fmt: skip


@dataclass(frozen=True)
class Case:
    """An appeal, how far it has come, and since when."""

    number: int
    status: str = "Listed"
    since: int = 0


class Docket(GeneratedSite):
    """A tribunal's list: a word within a row is the news; a clock amid the list, free seats, a large picture above."""

    slug = "docket"
    hard = "one word of a row is all that changes; a clock within the same table, a large picture above"
    more = 0
    look = Look(
        heading=SANS, paper="#ffffff", ink="#0b0c0c", muted="#505a5f", line="#b1b4b6", accent="#1d3557",
        lead_px=30, top_px=18,
        extra=(
            "table{border-collapse:collapse;width:100%}td,th{padding:8px 8px 7px;border-top:1px solid #b1b4b6;"
            "text-align:left;line-height:20px}.word{color:#fff;font:bold 13px/20px 'Liberation Sans';padding:0 8px}"
            ".hero{background:#1d3557;color:#fff}.hero h4{color:#a8dadc}"
        ),
    )  # fmt: skip

    def states(self, hours: int) -> Iterator[PageState]:
        """The page at each of the first hours."""
        cases = [
            Case(-number, self.chance.pick(_STEPS[:4], "at first", number), -number) for number in range(11)
        ]
        for hour in range(hours):
            at = STARTS_AT + timedelta(hours=hour)
            if hour and at.weekday() < 5 and 9 <= at.hour <= 16 and at.hour != 12:
                cases = self._heard(cases, hour)
            if at.hour == 7 and at.weekday() < 5:  # the list is made up before the doors open
                kept = [item for item in cases if item.status != "Decided" or hour - item.since < 40]
                cases = [*kept, *(Case(hour + seat, since=hour) for seat in range(11 - len(kept)))]
            news = tuple(f"{item.number} {item.status}" for item in cases)
            yield PageState(rows=tuple(self._page(cases, hour, at)), news=news)

    def _heard(self, old: Sequence[Case], hour: int) -> list[Case]:
        cases = list(old)
        for _ in range(2 if self.chance.happens(0.08, "two", hour) else 1):
            place = self.chance.below(len(cases), "whose", hour)
            item = cases[place]
            if self.chance.happens(0.36, "moves", hour) and item.status != "Decided":
                step = _STEPS.index(item.status) + 1 if item.status in _STEPS else 1
                word = "Adjourned" if self.chance.happens(0.15, "adjourned", hour) else _STEPS[step]
                cases[place] = replace(item, status=word, since=hour)
        return cases

    def _page(self, cases: Sequence[Case], hour: int, at: datetime) -> list[Row]:
        return [
            row(panels.masthead("Land and Water Tribunal", 1000, "Cymraeg. Contact. Forms.", height=54), tag="header"),
            row(self._hero(hour // 3)),
            row([self._list(cases, hour, at, 720)], [self._rooms(hour, 280), self._asked(hour, 280)], tag="main"),
        ]  # fmt: skip

    def _hero(self, key: int) -> Panel:
        number = self.chance.below(30, "case of the day", key)
        topic = FILLERS["topic"][number % len(FILLERS["topic"])]
        words = (
            f"<h4>From our reports</h4><h1>{FILLERS['Person'][number * 2]} and the {topic}</h1>"
            f"<p>Read how the tribunal came to its view, {self.chance.between(3, 40, 'pages', number)} pages.</p>"
        )
        picture = panels.image(f"city-case-{number}", 560, 230)
        return panels.plain("hero", 1000, f'<div class="side">{picture}<div>{words}</div></div>')

    def _list(self, cases: Sequence[Case], hour: int, at: datetime, width: int) -> Panel:
        lines = "".join(self._line(item) for item in cases)
        second = self.chance.below(60, "second", hour)
        head = f'<h1>Today\'s list</h1><p class="small">Last updated {at:%d %B %Y, %H:%M}:{second:02d}</p>'
        titles = "<tr><th>Appeal</th><th>Parties</th><th>Room</th><th>Status</th></tr>"
        return panels.plain("list", width, f"{head}<table>{titles}{lines}</table>", is_news=True)

    def _line(self, item: Case) -> str:
        draw = self.chance.child("case", item.number)
        parties = f"{draw.pick(FILLERS['Person'], 'who')} v {draw.pick(FILLERS['Company'], 'whom')}"
        link = f'<a href="{ORIGIN}/appeals/{item.number + 4000}">LW/2026/{item.number + 4000}</a>'
        word = f'<span class="word" style="background:{_HUES[item.status]}">{item.status}</span>'
        cells = (link, escape(parties), f"{draw.between(1, 9, 'room')}", word)
        return f"<tr>{''.join(f'<td>{cell}</td>' for cell in cells)}</tr>"

    def _rooms(self, hour: int, width: int) -> Panel:
        items = "".join(
            f"<li>Room {room}: <b>{self.chance.below(40, 'free', room, hour)}</b> seats free</li>"
            for room in range(1, 10)
        )
        return panels.plain("rooms", width, f"<h4>Public gallery</h4><ul>{items}</ul>")

    def _asked(self, hour: int, width: int) -> Panel:
        titles = self.chance.shuffled(EVERGREEN, "asked", hour // 6)[:4]
        items = "".join(f"<li>{escape(title)}</li>" for title in titles)
        return panels.plain("asked", width, f"<h4>In the library</h4><ul>{items}</ul>")


_DOINGS = (
    "Took {count} m of core at station {number}; mud to the very top, the drill is sound.",
    "Ice of {number} m ahead. We turn to {wind} and wait for the light.",
    "The glider is back on deck after {count} h, its wing bent but its memory whole.",
    "Winch {number} stopped during the cast; the chief engineer has it in parts.",
    "{Who} hands over the night watch to {Other}. Wind {wind}, sea slight.",
    "A bear and two cubs {count} m off the bow; nobody leaves the ship.",
    "Water samples from {count} m show the cold layer that we came for.",
    "{Who} has hurt a hand in the wet laboratory and is well looked after.",
    "Course changed to {wind}: the satellite shows open water there.",
    "Station {number} is called off. The swell is too high for the crane.",
)
_WINDS = ("north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west")


class Logbook(GeneratedSite):
    """A research ship's log: a paragraph comes on top, nothing is ever removed; position and camera each hour."""

    slug = "logbook"
    hard = "the page grows for weeks; a deck camera above the log, figures of the voyage beside it"
    more = 0
    look = Look(
        heading=SANS, paper="#f2f6f8", ink="#102a43", muted="#627d98", line="#bcccdc", accent="#0b7285",
        lead_px=26, top_px=17,
        extra=(
            ".entry{background:#ffffff;border-left:5px solid #0b7285}.entry p{padding:2px 6px}"
            ".figures{background:#102a43;color:#f0f4f8}.figures li{border-color:#334e68}"
            ".added{color:#0b7285;font-weight:bold}"
        ),
    )  # fmt: skip

    def states(self, hours: int) -> Iterator[PageState]:
        """The page at each of the first hours."""
        entries: list[tuple[int, int]] = [(-9 * number, 0) for number in range(1, 7)]
        for hour in range(hours):
            quiet = (STARTS_AT + timedelta(hours=hour)).hour < 6
            if hour and self.chance.happens(0.04 if quiet else 0.11, "entry", hour):
                entries.insert(0, (hour, 0))
            elif hour and self.chance.happens(0.015, "added", hour):
                place = self.chance.below(3, "whose", hour)
                entries[place] = (entries[place][0], hour)
            news = tuple("".join(self._told(*entry)) for entry in entries)
            yield PageState(rows=tuple(self._page(entries, hour)), news=news)

    def _told(self, number: int, added: int) -> tuple[str, str]:
        """An entry, and what was written below it later."""
        draw = self.chance.child("entry", number)
        kinds = draw.shuffled(range(len(_DOINGS)), "doings")
        first = " ".join(self._sentence(draw, kinds[place]) for place in range(draw.between(1, 3, "length")))
        return first, self._sentence(draw.child("added", added), kinds[3]) if added else ""

    def _sentence(self, draw: Chance, place: int) -> str:
        return _DOINGS[place].format(
            count=draw.between(2, 90, "count", place),
            number=draw.between(2, 60, "number", place),
            wind=draw.pick(_WINDS, "wind", place),
            Who=draw.pick(FILLERS["Person"], "who", place),
            Other=draw.pick(FILLERS["Person"], "other", place),
        )

    def _page(self, entries: Sequence[tuple[int, int]], hour: int) -> list[Row]:
        at = STARTS_AT + timedelta(hours=hour)
        note = f"Day {hour // 24 + 12}. Ship's time {at:%H:%M}"
        camera = (
            f"{panels.image(f'webcam-{hour}', 656, 250)}"
            f'<p class="small">Foredeck camera, {at:%d %B %H:%M} UTC, picture {hour * 61 + 8017}</p>'
        )
        return [
            row(panels.masthead("RV Anna Sofie", 1000, note, height=60), tag="header"),
            row(
                [panels.plain("camera", 680, camera), *(self._entry(*entry, width=680) for entry in entries)],
                [
                    self._figures(hour, 320),
                    self._read(hour, 320),
                    panels.recommended(self.chance, hour // 4, 320, 2, "From the museum"),
                ],
                tag="main",
            ),
        ]

    def _entry(self, number: int, added: int, *, width: int) -> Panel:
        first, later = self._told(number, added)
        at = STARTS_AT + timedelta(hours=number)
        html = f'<p class="small">{at:%A %d %B, %H:%M}</p><p>{escape(first)}</p>'
        if later:
            html += f'<p><span class="added">Added:</span> {escape(later)}</p>'
        return panels.plain("entry", width, html, is_news=True)

    def _figures(self, hour: int, width: int) -> Panel:
        draw = self.chance.child("figures", hour)
        lines = (
            f"{74 + hour / 190:.3f}° N, {11 + draw.below(900, 'east') / 1000:.3f}° E",
            f"Air {-draw.between(2, 190, 'air') / 10:.1f} °C, water {draw.between(-18, 30, 'water') / 10:.1f} °C",
            f"Depth {draw.between(180, 3900, 'depth')} m",
            f"Speed {draw.between(0, 130, 'speed') / 10:.1f} kn, course {draw.below(360, 'course'):03d}°",
            f"Wind {draw.between(1, 28, 'wind')} m/s",
        )
        items = "".join(f"<li>{line}</li>" for line in lines)
        return panels.plain("figures", width, f"<h2>The ship now</h2><ul>{items}</ul>")

    def _read(self, hour: int, width: int) -> Panel:
        items = "".join(
            f"<li>{escape(title)} <b>{self.chance.between(40, 9000, 'reads', title, hour):,}</b></li>"
            for title in self.chance.shuffled(EVERGREEN, "read", hour)[:7]
        )
        return panels.plain("read", width, f"<h4>Most read</h4><ol>{items}</ol>")


RECORDS = (Quorum, Docket, Logbook)
