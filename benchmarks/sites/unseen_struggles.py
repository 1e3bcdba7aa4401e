"""A union's page during a strike, in Norwegian, and a ministry's register of sanctions, in Dutch."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from html import escape

from benchmarks.sites import panels
from benchmarks.sites.look import SANS, Look
from benchmarks.sites.news import STARTS_AT
from benchmarks.sites.page import ORIGIN, Overlay, PageState, Panel, Row, row
from benchmarks.sites.site import GeneratedSite

_FIRMS = (
    ("Fjordgods Terminal", "Drammen"), ("Nordkyst Lager", "Bodø"), ("Brattvåg Spedisjon", "Ålesund"),
    ("Mjøsa Logistikk", "Hamar"), ("Havnekran Sør", "Kristiansand"), ("Vestbulk", "Bergen"),
    ("Polarfrys", "Tromsø"), ("Alnabru Pakkesentral", "Oslo"), ("Grenland Transport", "Porsgrunn"),
    ("Trønderfrakt", "Trondheim"), ("Sirdal Bulkbil", "Flekkefjord"), ("Romsdal Kjølelager", "Molde"),
    ("Jærgods", "Sandnes"), ("Finnmark Rutelast", "Alta"),
)  # fmt: skip
_SPEAKERS = ("Riksmekleren", "Forhandlingslederen", "Arbeidsgiverforeningen", "Streikekomiteen",
             "Arbeidstilsynet", "Statsråden", "Havnestyret", "Forbundslederen")  # fmt: skip
_EVENTS = (
    "kaller partene inn til nytt møte klokka {h}.",
    "avviser tilbudet på {n} øre timen som altfor lavt.",
    "melder om {n} forsøk på streikebryteri i {place}.",
    "varsler sympatiaksjon i {place} fra klokka {h} fredag.",
    "har gitt dispensasjon for {n} medisintransporter.",
    "bekrefter at {n} containere står fast i {place}.",
    "åpner for et tillegg på {n} øre, men bare fra høsten.",
    "ber medlemmene møte ved porten i {place} klokka {h}.",
    "sier at avstanden mellom partene fortsatt er på {n} øre.",
)
_GREETINGS = (
    "Stå på! Hele kantina på sykehuset støtter dere.",
    "Vi heier på dere fra busslinje 31. Ikke gi dere nå!",
    "Sender kaffe og boller til porten i morgen tidlig.",
    "Min far streiket i 1986, nå er det dere sin tur.",
    "Solidarisk hilsen fra klubben på verftet.",
    "Butikken vår er tom for melk, men dere har rett.",
    "Lærerne på Lia skole står bak dere.",
    "Husk varme sokker, det blir kaldt i natt!",
    "Takk for at dere tar kampen for oss alle.",
)
_SENDERS = ("Klubben på Nordverftet", "Randi, Tynset", "Studentlaget", "Bussjåførene i Asker", "Per Ivar",
            "Renholderne", "Kjøkkenet på Lia", "Anne-Grete", "Dokkarbeiderne i Göteborg")  # fmt: skip


@dataclass(frozen=True)
class Report:
    """A message of the strike's log, and how often it was put right."""

    number: int
    hour: int
    revision: int = 0


@dataclass(frozen=True)
class Outage:
    """Which firms are out with how many, and what the log says."""

    firms: tuple[tuple[int, int], ...]
    log: tuple[Report, ...]


class Streiken(GeneratedSite):
    """Who is on strike, a log of what happens, and much that moves beside it."""

    slug = "streiken"
    hard = "single figures, bursts of the log; greetings, funds and pictures of pickets above and beside it"
    more = 0
    look = Look(
        heading="'Liberation Sans Narrow', 'Liberation Sans', sans-serif", body=SANS, accent="#c8102e",
        card="#fdf1f2", line="#e8c9cd", lead_px=34, top_px=21,
        extra=(
            ".masthead{background:#c8102e;color:#fff}.masthead .small{color:#ffd9de}"
            ".figures{background:#241012;color:#fff}.figures b{font:bold 40px/44px 'Liberation Sans Narrow',sans-serif}"
            ".figures .cards>div{border-left:3px solid #c8102e;padding-left:12px}"
            "table{border-collapse:collapse;width:100%}td{border-top:1px solid #e8c9cd;padding:5px 6px}"
            "td:last-child{text-align:right;font-weight:bold}.log{border-left:4px solid #c8102e}"
            ".join{background:#ffe14d}.fund i{display:block;height:16px;background:#2f8f4e}.fund{background:#eef7f0}"
            ".greetings li{border:0;background:#fdf1f2;margin-bottom:6px;padding:8px 10px;border-radius:8px}"
            ".pickets{display:grid}.chat{background:#241012;color:#fff;border-radius:16px}.march{background:#ffe14d}"
        ),
    )  # fmt: skip

    def states(self, hours: int) -> Iterator[PageState]:
        """The page at each of the first hours."""
        firms = tuple((firm, self.chance.between(14, 160, "members", firm)) for firm in range(6))
        now = Outage(firms, tuple(Report(-n, -3 * n) for n in range(1, 7)))
        for hour in range(hours):
            at = STARTS_AT + timedelta(hours=hour)
            if hour:
                now = self._after(now, hour, at)
            yield PageState(
                rows=tuple(self._page(now, hour, at)),
                news=(*self._taken_out(now), *(self._words(report) for report in now.log)),
                overlays=tuple(self._over(hour)),
            )

    def _after(self, old: Outage, hour: int, at: datetime) -> Outage:
        draw = self.chance.child("strike", hour)
        talks = self.chance.happens(0.3, "talks", at.date()) and (at.hour >= 18 or at.hour < 2)
        awake = 5 <= at.hour <= 20
        firms, log = old.firms, old.log
        if draw.happens(0.55 if talks else (0.09 if awake else 0.01), "report"):
            log = (Report(hour, hour), *log)[:7]
        elif draw.happens(0.04, "correction"):
            place = draw.below(3, "which")
            put_right = replace(log[place], revision=log[place].revision + 1)
            log = (*log[:place], put_right, *log[place + 1 :])
        if awake and draw.happens(0.05, "members"):
            place = draw.below(len(firms), "firm")
            firm, members = firms[place]
            firms = (*firms[:place], (firm, members + draw.between(1, 9, "more")), *firms[place + 1 :])
        elif awake and draw.happens(0.03, "out"):
            absent = [firm for firm in range(len(_FIRMS)) if firm not in dict(firms)]
            firms = ((draw.pick(absent, "new"), draw.between(14, 160, "count")), *firms)[:9]
        elif at.hour == 15 and len(firms) > 4 and draw.happens(0.2, "agreed"):
            gone = draw.below(len(firms), "gone")
            firms = (*firms[:gone], *firms[gone + 1 :])
        return Outage(firms, log)

    def _taken_out(self, now: Outage) -> list[str]:
        return [f"{sum(dict(now.firms).values())}", *(
            part for firm, members in now.firms for part in (_FIRMS[firm][0], f"{members} medlemmer"))]  # fmt: skip

    def _words(self, report: Report) -> str:
        draw = self.chance.child("report", report.number)
        slots = {
            "n": draw.between(3, 190, "n") + 4 * report.revision,
            "h": (draw.between(8, 22, "h") + report.revision) % 24,
            "place": draw.pick(_FIRMS, "place")[1],
        }
        return f"{draw.pick(_SPEAKERS, 'who')} {draw.pick(_EVENTS, 'what').format(**slots)}"

    def _page(self, now: Outage, hour: int, at: datetime) -> list[Row]:
        shown = f"{self.chance.between(40, 4000, 'here', hour)} følger streiken nå"
        rows = [
            row(panels.masthead("Godsarbeiderne", 1000, shown, height=58), tag="header"),
            row(self._picket(hour)),
            row(self._figures(now, hour, at)),
            row(
                [self._fund(hour, 390), self._greetings(hour, 390), self._wall(hour, 390)],
                [*self._log(now, hour, 610)],
                tag="main",
            ),
            row(panels.plain("foot", 1000, '<p class="small">Ansvarlig redaktør. Personvern. Presse.</p>')),
        ]
        if self.chance.happens(0.22, "march", hour // 4):
            words = "Fakkeltog! Møt opp på torget, vi går sammen. Ta med venner og naboer."
            height = self.chance.pick((60, 110, 170), "march", hour // 4)
            rows.insert(1, row(panels.strip(words, height, name="march")))
        return rows

    def _picket(self, hour: int) -> Panel:
        frame = panels.image(f"city-picket-{self.chance.below(25, 'picket', hour)}", 976, 280)
        return panels.plain("picket", 1000, f'{frame}<p class="small">Foto: medlemmer ved portene</p>')

    def _figures(self, now: Outage, hour: int, at: datetime) -> Panel:
        total = sum(dict(now.firms).values())
        boxes = (
            (f"{total}", "medlemmer er tatt ut"),
            (f"Dag {(at - STARTS_AT).days + 4}", "av streiken"),
            (f"{self.chance.between(-9, 14, 'cold', hour)}°", "ved portene nå"),
            (f"{9000 + 31 * hour + self.chance.below(30, 'signed', hour)}", "har skrevet under"),
        )
        cards = "".join(f"<div><b>{figure}</b><p>{words}</p></div>" for figure, words in boxes)
        return panels.plain("figures", 1000, f'<div class="cards">{cards}</div>', is_news=True)

    def _log(self, now: Outage, hour: int, width: int) -> Iterator[Panel]:
        lines = "".join(
            f"<tr><td>{_FIRMS[firm][0]}</td><td>{_FIRMS[firm][1]}</td><td>{members} medlemmer</td></tr>"
            for firm, members in now.firms
        )
        yield panels.plain("out", width, f"<h1>Disse er i streik</h1><table>{lines}</table>", is_news=True)
        join = self.chance.between(0, 9, "join", hour)
        for place, report in enumerate(now.log):
            if place == join:
                words = "<h2>Bli medlem</h2><p>Sammen er vi sterkere. Send GODS til 2250, første måned er gratis.</p>"
                yield panels.plain("join", width, words)
            age = hour - report.hour
            said = f"for {age} timer siden" if 1 < age < 8 else ("nettopp" if age < 8 else "tidligere")
            hearts = self.chance.below(90, "hearts", report.number, hour // 3)
            html = f'<p class="small">{said}</p><h3>{escape(self._words(report))}</h3><p class="small">♥ {hearts}</p>'
            yield panels.plain("log", width, html, is_news=True)

    def _fund(self, hour: int, width: int) -> Panel:
        money = 410_000 + 1900 * hour + self.chance.below(1900, "fund", hour)
        html = (
            f"<h4>Streikekassa</h4><h2>{money:,} kr</h2>".replace(",", " ")
            + f'<i style="width:{80 + hour % 250}px"></i>'
        )
        return panels.plain("fund", width, html)

    def _greetings(self, hour: int, width: int) -> Panel:
        said = self.chance.shuffled(_GREETINGS, "said", hour)[: self.chance.between(4, 8, "greetings", hour)]
        items = "".join(
            f'<li><p>{words}</p><p class="small">{self.chance.pick(_SENDERS, "sender", words)}</p></li>'
            for words in said
        )
        return panels.plain("greetings", width, f"<h4>Hilsener</h4><ul>{items}</ul>")

    def _wall(self, hour: int, width: int) -> Panel:
        shown = [self.chance.below(40, "wall", hour, seat) for seat in range(4)]
        images = "".join(panels.image(f"people-{number}", 177, 110) for number in shown)
        grid = f'<div style="display:grid;grid-template-columns:177px 177px;gap:12px">{images}</div>'
        return panels.plain("wall", width, f"<h4>#viståsammen</h4>{grid}")

    def _over(self, hour: int) -> Iterator[Overlay]:
        if self.chance.happens(0.5, "chat", hour):
            words = "<p><b>Streikevakta</b></p><p>Hei! Lurer du på noe?</p>"
            yield Overlay(panels.plain("chat", 210, words), 770, 880)


_FORENAMES = ("Anton", "Samir", "Goran", "Ilja", "Farid", "Dmitri", "Viktor", "Leila", "Marat", "Nadia")
_SURNAMES = ("Kervanov", "al-Doury", "Brakovic", "Tarsenko", "Morvandi", "Hadzinic", "Suleimenko", "Barzadi",
             "Petroshan", "Lindorov", "Qarani", "Velikash", "Ostrovan")  # fmt: skip
_TOWNS = ("Sukholesk", "Dar al-Nour", "Vrbanje", "Karatash", "Port Selim", "Novograd", "Tel Amran")
_GROUNDS = (
    "Besluit 2019/14, deelname aan een verboden organisatie",
    "Besluit 2021/07, financiering van gewapende groepen",
    "Besluit 2022/31, omzeiling van het wapenembargo",
    "Besluit 2024/03, levering van onderdelen voor drones",
    "Besluit 2025/22, ernstige schending van mensenrechten",
)
_STATES = ("van kracht", "geschorst", "in beroep")
_ELSEWHERE = (
    "Nieuwe folder over veilig reizen met kinderen verschenen",
    "Proef met zelfrijdende veegwagens op het Binnenplein",
    "Minister opent tentoonstelling over oude zeekaarten",
    "Subsidie voor groene daken opnieuw aan te vragen",
    "Inspectie bezoekt dit najaar vijftig zwembaden",
    "Campagne tegen afleiding op de fiets van start",
    "Rapport over de toekomst van het platteland naar de Kamer",
    "Werken bij de overheid: open dag voor studenten",
)
_QUESTIONS = (
    "Wat betekent bevriezing van tegoeden?",
    "Hoe vraag ik een ontheffing aan?",
    "Mijn naam lijkt op een naam op de lijst. Wat nu?",
    "Hoe vaak wordt het register bijgewerkt?",
    "Wie beslist over plaatsing?",
    "Waar meld ik een vermoeden van omzeiling?",
)


@dataclass(frozen=True)
class Listed:
    """A person on the list and what was put right of it."""

    number: int
    since: int  # hour of the listing
    alias: int = 0
    born: int = 0
    state: int = 0


class Sanctielijst(GeneratedSite):
    """A table of the listed; order, ages and counters in it change at will."""

    slug = "sanctielijst"
    hard = "one letter or digit of a table in any order, with ages and counters in its rows; office hours"
    more = 0
    look = Look(
        heading=SANS, body=SANS, accent="#01689b", card="#e5f0f6", line="#cbd8e0", lead_px=28, top_px=17,
        extra=(
            ".masthead{border-bottom:6px solid #01689b}.menu{background:#e5f0f6}.menu li{border-color:#fff}"
            "table{border-collapse:collapse;width:100%}th{background:#01689b;color:#fff;text-align:left}"
            "td,th{padding:7px 8px;border-bottom:1px solid #cbd8e0;vertical-align:top;font-size:13px;line-height:17px}"
            ".dense td{padding:3px 8px}.dense tr:nth-child(even){background:#f3f8fb}"
            ".outage{background:#ffe9a8}.survey{background:#fff;border:2px solid #01689b}"
            ".sum{font:12px/16px 'Liberation Mono',monospace}.others,.asked{background:#f3f3f3}"
        ),
    )  # fmt: skip

    def states(self, hours: int) -> Iterator[PageState]:
        """The page at each of the first hours; the order of the table is no news, so it is declared sorted."""
        listed = tuple(Listed(-n, -400 * n) for n in range(1, 12))
        for hour in range(hours):
            if hour:
                listed = self._after(listed, hour)
            news = tuple(sorted(part for item in listed for part in self._cells(item)))
            yield PageState(rows=tuple(self._page(listed, hour)), news=news, overlays=tuple(self._over(hour)))

    def _after(self, old: tuple[Listed, ...], hour: int) -> tuple[Listed, ...]:
        draw = self.chance.child("decree", hour)
        at = STARTS_AT + timedelta(hours=hour)
        office = 7 <= at.hour <= 17
        if not draw.happens(0.3 if office else 0.03, "change"):
            return old
        place = draw.below(len(old), "place")
        item = old[place]
        kind = draw.pick(("new", "new", "gone", "alias", "born", "born", "state"), "kind")
        if kind == "new":
            many = 3 if draw.happens(0.2, "package") else 1
            return (*(Listed(10 * hour + n, hour) for n in range(many)), *old)[:17]
        if kind == "gone" and len(old) > 8:
            return (*old[:place], *old[place + 1 :])
        changed = {
            "alias": replace(item, alias=item.alias + 1),
            "born": replace(item, born=item.born + 1),
        }.get(kind, replace(item, state=item.state + 1))
        return (*old[:place], changed, *old[place + 1 :])

    def _cells(self, item: Listed) -> tuple[str, str, str, str]:
        draw = self.chance.child("listed", item.number)
        first, last = draw.pick(_FORENAMES, "first"), draw.pick(_SURNAMES, "last")
        other = draw.pick(_SURNAMES, "alias", item.alias)
        born = date(1948, 3, 1) + timedelta(days=draw.below(17_000, "born") + 10 * item.born)
        details = f"alias {first[0]}. {other}, geboren {born:%d-%m-%Y} te {draw.pick(_TOWNS, 'town')}"
        return f"{last}, {first}", details, draw.pick(_GROUNDS, "ground"), _STATES[item.state % len(_STATES)]

    def _page(self, listed: Sequence[Listed], hour: int) -> list[Row]:
        at = STARTS_AT + timedelta(hours=hour)
        rows = [
            row(panels.masthead("Register financiële sancties", 1000, f"{at:%d-%m-%Y %H:%M}"), tag="header"),
            row(
                [self._menu(hour, 210), self._asked(hour, 210)],
                [self._intro(hour, 790), self._table(listed, hour, 790), self._file(hour, at, 790)],
                tag="main",
            ),
            row(self._others(hour, 1000)),
        ]
        if self.chance.happens(0.2, "outage", hour // 3):
            words = "Storing: inloggen met de digitale sleutel lukt op dit moment niet altijd."
            height = self.chance.pick((44, 90), "outage", hour // 3)
            rows.insert(0, row(panels.strip(words, height, name="outage")))
        return rows

    def _menu(self, hour: int, width: int) -> Panel:
        pages = ("Register", "Ontheffingen", "Meldpunt", "Wetgeving", "Contact")
        items = "".join(f'<li><a href="{ORIGIN}/{page.lower()}">{page}</a></li>' for page in pages)
        wait = f'<p class="small">Wachttijd telefoon: {self.chance.between(1, 40, "wait", hour)} min</p>'
        return panels.plain("menu", width, f"<ul>{items}</ul>{wait}")

    def _asked(self, hour: int, width: int) -> Panel:
        items = "".join(
            f"<li>{words}</li>" for words in self.chance.shuffled(_QUESTIONS, "asked", hour // 2)[:4]
        )
        return panels.plain("asked", width, f"<h4>Veelgestelde vragen</h4><ul>{items}</ul>")

    def _intro(self, hour: int, width: int) -> Panel:
        scene = panels.image(f"city-ministry-{self.chance.below(12, 'scene', hour // 2)}", width - 24, 190)
        words = (
            "Tegoeden van deze personen zijn bevroren. Aan het register kunnen geen rechten worden ontleend."
        )
        return panels.plain("intro", width, f'{scene}<p style="margin-top:8px">{words}</p>')

    def _table(self, listed: Sequence[Listed], hour: int, width: int) -> Panel:
        order = self.chance.pick(("name", "name", "name", "since", "mixed"), "order", hour // 2)
        if order == "mixed":
            shown = self.chance.shuffled(listed, "mixed", hour)
        else:
            shown = sorted(
                listed, key=lambda item: (item.since if order == "since" else 0, self._cells(item))
            )
        lines = "".join(self._line(item, hour) for item in shown)
        dense = ' class="dense"' if self.chance.happens(0.2, "dense", hour // 2) else ""
        heads = "".join(
            f"<th>{words}</th>" for words in ("Persoon", "Grondslag", "Status", "Op lijst", "Bekeken")
        )
        return panels.plain("register", width, f"<table{dense}><tr>{heads}</tr>{lines}</table>", is_news=True)

    def _line(self, item: Listed, hour: int) -> str:
        name, details, ground, state = self._cells(item)
        seen = self.chance.between(3, 900, "seen", item.number, hour)
        return (
            f'<tr><td style="width:300px"><b>{escape(name)}</b><br>{escape(details)}</td><td>{escape(ground)}</td>'
            f'<td>{state}</td><td class="small">{(hour - item.since) // 24} dagen</td>'
            f'<td class="small">{seen}×</td></tr>'
        )

    def _file(self, hour: int, at: datetime, width: int) -> Panel:
        digest = "".join(self.chance.pick("0123456789abcdef", "digest", hour, place) for place in range(48))
        size = self.chance.between(300, 340, "size", hour)
        html = f"<p>Download (PDF, {size} kB), gemaakt om {at:%H:%M}</p><p class='sum'>sha384 {digest}</p>"
        return panels.plain("file", width, html)

    def _others(self, hour: int, width: int) -> Panel:
        cards = "".join(
            f"<div>{panels.image(f'feature-{panels.hash_of(words)}', 230, 120)}<h3>{words}</h3></div>"
            for words in self.chance.shuffled(_ELSEWHERE, "others", hour)[:4]
        )
        return panels.plain(
            "others", width, f'<h4>Elders bij de overheid</h4><div class="cards">{cards}</div>'
        )

    def _over(self, hour: int) -> Iterator[Overlay]:
        if self.chance.happens(0.14, "survey", hour):
            words = (
                "<h2>Mag de overheid u iets vragen?</h2><p>Het duurt twee minuten.</p><p><b>Ja</b> · Nee</p>"
            )
            yield Overlay(panels.plain("survey", 460, f'<div style="height:120px">{words}</div>'), 270, 420)


UNSEEN_STRUGGLES = (Streiken, Sanctielijst)
