"""Maps redrawn day and night under the same words, beside a list with guests: an Icelandic watch over an eruption."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from math import cos, pi, sin

from benchmarks.sites import panels
from benchmarks.sites.illustrated import Duty, told
from benchmarks.sites.insertions import Guest, Visits, mixed
from benchmarks.sites.look import SANS, Look
from benchmarks.sites.news import STARTS_AT
from benchmarks.sites.page import ORIGIN, PageState, Panel, Row, row
from benchmarks.sites.site import GeneratedSite
from pagetide.demo.chance import Chance
from pagetide.demo.site import Resource


def drawing(width: int, height: int, ground: str, parts: str) -> Resource:
    """A drawing of this size on a ground."""
    head = f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}">'
    words = f'{head}<rect width="{width}" height="{height}" fill="{ground}"/>{parts}</svg>'
    return Resource("image/svg+xml", words.encode())


def curve(draw: Chance, hour: int, width: int, height: int, hue: str) -> str:
    """A measured curve, which moves on by a step each hour."""
    points = " ".join(
        f"{place * width // 48},{height // 2 + draw.between(-6, 6, 'rest', hour + place) + int(height * 0.3 * turn)}"
        for place in range(49)
        for turn in [sin((hour + place) / 5)]
    )
    bars = "".join(
        f'<rect x="{place * width // 48}" y="{height - size}" width="5" height="{size}" fill="{hue}55"/>'
        for place in range(48)
        for size in [draw.between(3, height // 2, "bar", hour + place)]
    )
    return f'{bars}<polyline points="{points}" fill="none" stroke="{hue}" stroke-width="3"/>'


def _figure(title: str, path: str, width: int, height: int, note: str) -> Panel:
    """A map or a plan whose drawing is news."""
    shown = f'<img src="{path}" width="{width - 32}" height="{height}" alt="">'
    return panels.plain("figure", width, f'<h2>{title}</h2>{shown}<p class="small">{note}</p>', is_news=True)


_WHERE = ("við Langahrygg", "í Þverdal", "norðan Stórafells", "við Kúagerði", "á Nesvegi", "í Hvannavík",
          "við Rauðamel", "sunnan Sílafells", "í Heiðarbyggð")  # fmt: skip
_HAPPENED = ("Rafmagn komið á að nýju", "Opið fyrir íbúa frá klukkan átta", "Vegurinn lokaður allri umferð",
             "Varnargarður hækkaður um tvo metra", "Hraun runnið yfir heitavatnslögn", "Mæliboð detta út",
             "Rýmingu lokið", "Gönguleið merkt upp á nýtt", "Ný sprunga í jarðvegi", "Loftgæði orðin góð")  # fmt: skip
_SAID = ("segir lögreglustjóri", "samkvæmt vettvangsstjórn", "að ósk sveitarfélagsins", "staðfest í morgun",
         "unnið er áfram í nótt", "nánar á íbúafundi", "að mati vísindaráðs", "endurmetið eftir helgi",
         "sjá leiðbeiningar")  # fmt: skip
_FLOW = ("Gosið er stöðugt", "Dregið hefur úr gosinu", "Gosórói hefur aukist", "Tveir gígar eru virkir",
         "Einn gígur er virkur", "Virknin sveiflast", "Hraun rennur í rásum", "Ný gosop hafa myndast")  # fmt: skip
_RUNS = ("og hraun rennur til austurs", "og hraun þykknar næst gígnum", "og jaðarinn stendur í stað",
         "og hraun nálgast Nesveg", "og hrauntungan í Þverdal lengist", "og landris er hafið að nýju",
         "og engin byggð er í hættu", "og mengun berst yfir Hvannavík", "og jaðarinn skríður hægt")  # fmt: skip
_STANDS = ("Hættustig almannavarna gildir.", "Neyðarstig almannavarna gildir.", "Óvissustig almannavarna gildir.",
           "Svæðið er lokað öðrum en íbúum.", "Svæðið er opið á eigin ábyrgð.", "Lokunarpóstar eru mannaðir.",
           "Viðbragðsaðilar eru á vakt.", "Flugkóði er appelsínugulur.", "Flugkóði er rauður.",
           "Drónaflug er bannað.", "Gist er í Heiðarskóla.")  # fmt: skip
_ICELANDIC_GUESTS = (
    ("Laust starf", "Sérfræðingur í landupplýsingum óskast"),
    ("Könnun", "Hvernig nýtist vefurinn þér? Þrjár spurningar"),
    ("Vefurinn", "Innskráning liggur niðri vegna viðhalds"),
    ("Styrktu okkur", "Neyðarkallinn er kominn í sölu"),
    ("Vefurinn", "Kortasjáin gæti verið hæg næstu klukkustund"),
    ("Auglýsing", "Björgunarsveitin leigir út sal í sumar"),
    ("App", "Fáðu SMS-boð beint í símann"),
    ("Vefurinn", "Símsvörun lokuð í hádeginu"),
    ("Laust starf", "Sumarfólk í landvörslu"),
    ("Ábending", "Fylgdu okkur á samfélagsmiðlum"),
    ("Styrktu okkur", "Happdrætti slysavarna: dregið í júní"),
    ("Námskeið", "Fyrsta hjálp, tvö sæti laus"),
    ("Fréttabréf", "Skráðu þig á póstlistann"),
    ("Auglýsing", "Gasmælar á tilboði hjá Vörðunni"),
)  # fmt: skip
_CAMPAIGNS = ("Er viðlagakassinn tilbúinn?", "112 appið í símann", "Lokum gluggum þegar gas berst",
              "Saman í sumar: almannavarnavikan", "Þekkir þú rýmingarleiðina?")  # fmt: skip
_VIEWS = ("Stórafell", "Langihryggur", "Hvannavík")
_RISKS = ("#fff3b0", "#fdc500", "#f77f00", "#d62828", "#6a040f")
_CRATER = (310, 200)


@dataclass(frozen=True)
class Watch:
    """How often each map was redrawn and the standing written anew, and which notices are there."""

    lava: int = 0
    gas: int = 0
    zones: int = 0
    standing: int = 0
    notices: tuple[int, ...] = (0, 1, 2, 3)


class Hraunvakt(GeneratedSite):
    """A watch over an eruption: three maps are redrawn day and night, words seldom; cameras, tremor, house notices."""

    slug = "hraunvakt"
    hard = "nearly all news is maps redrawn; house notices push them down for an hour or three; cameras each hour"
    more = 0
    look = Look(
        heading=SANS, paper="#f3f1ee", ink="#221d1a", muted="#6f655d", line="#dcd5cc", accent="#b5361c", lead_px=24,
        top_px=18, card="#ffffff",
        extra=(
            ".figure,.standing,.notices,.views,.tremor,.house{background:#fff;border:0 solid #f3f1ee;"
            "border-width:0 8px 10px 0}.standing{border-left:6px solid #b5361c}.campaign{background:#221d1a;color:#fff}"
            ".masthead{background:#2b1a14;color:#fff}.masthead .small{color:#e0cfc4}"
            ".notices .guest{background:#f7efe6}.views .cards{gap:10px}"
        ),
    )  # fmt: skip
    visits = Visits(per_h=0.3, stays_h=(1, 3), texts=len(_ICELANDIC_GUESTS), places=(0, 0, 1, 2, 3))
    duty = Duty(hours=(8, 20), then=0.6, night=0.1)

    def states(self, hours: int) -> Iterator[PageState]:
        """The page at each of the first hours."""
        now = Watch()
        for hour, guests in enumerate(self.visits.at_each_hour(self.chance.child("guests"), hours)):
            at = STARTS_AT + timedelta(hours=hour)
            now = self._later(now, hour, at) if hour else now
            drawn = tuple(f"/kort/{kind}-{getattr(now, kind)}.svg" for kind in ("lava", "gas", "zones"))
            words = (self._standing(now), *(self._notice(number) for number in now.notices))
            yield PageState(rows=tuple(self._page(now, drawn, guests, hour)), news=(*drawn, *words))

    def _later(self, old: Watch, hour: int, at: datetime) -> Watch:
        """The lava is mapped when there is a flight, the gas foretold twice a day, the zones judged in office hours."""
        chance, work = self.chance, self.duty.at(at)
        notices = (
            (hour + 10, *old.notices[:3]) if chance.happens(0.045 * work, "notice", hour) else old.notices
        )
        issues = {chance.between(5, 7, "early", at.date()), chance.between(17, 19, "late", at.date())}
        return Watch(
            lava=old.lava + chance.happens(0.14 if 6 <= at.hour <= 23 else 0.07, "flight", hour),
            gas=old.gas + (at.hour in issues and chance.happens(0.9, "gas", hour)),
            zones=old.zones + chance.happens(0.045 * work, "zones", hour),
            standing=old.standing + chance.happens(0.02, "standing", hour),
            notices=notices,
        )

    def _standing(self, now: Watch) -> str:
        flow, runs, stands = told(self.chance.child("standing"), (_FLOW, _RUNS, _STANDS), now.standing)
        return f"{flow} {runs}. {stands}"

    def _notice(self, number: int) -> str:
        where, happened, said = told(self.chance.child("notice"), (_WHERE, _HAPPENED, _SAID), number)
        return f"{happened} {where}, {said}"

    def _page(self, now: Watch, drawn: Sequence[str], guests: Sequence[Guest], hour: int) -> list[Row]:
        at = STARTS_AT + timedelta(hours=hour)
        here = f"{at:%d.%m.%Y %H:%M} · {self.chance.between(300, 9000, 'here', hour)} á vefnum núna"
        rows = [
            row(panels.masthead("Hraunvakt Suðurness", 1000, here, height=54), tag="header"),
            row(
                [
                    panels.plain("standing", 640, f"<h1>Staðan</h1><p>{self._standing(now)}</p>", is_news=True),
                    _figure("Útbreiðsla hrauns", drawn[0], 640, 400, "Kort af flugi og gervitungli. Hnit: ISN2016"),
                    self._views(hour, at, 640),
                    self._tremor(hour, 640),
                ],
                [
                    self._notices(now, guests, 360),
                    _figure("Gasdreifing næstu tólf tíma", drawn[1], 360, 220, "Spálíkan veðurvaktar"),
                    _figure("Hættumat", drawn[2], 360, 200, "Gul: nokkur hætta. Dökkrauð: mjög mikil."),
                ],
                tag="main",
            ),
            row(self._house(hour, 1000)),
            row(panels.plain("foot", 1000, '<p class="small">Um vefinn · Gögn · English · Polski</p>')),
        ]  # fmt: skip
        day = hour // 24
        if self.chance.happens(0.6, "campaign", day):
            number = self.chance.below(len(_CAMPAIGNS), "which campaign", day)
            height = self.chance.pick((110, 150), "tall", day)
            picture = panels.image(f"world-campaign-{number}", 976, height)
            rows.insert(1, row(panels.plain("campaign", 1000, f"{picture}<h2>{_CAMPAIGNS[number]}</h2>")))
        return rows

    def _notices(self, now: Watch, guests: Sequence[Guest], width: int) -> Panel:
        lines = ""
        for item in mixed(now.notices, guests):
            if isinstance(item, Guest):
                label, words = _ICELANDIC_GUESTS[item.text]
                lines += f'<li class="guest"><p class="small">{label}</p><h3>{words}</h3></li>'
            else:
                words = f'<a href="{ORIGIN}/tilkynning/{item}">{self._notice(item)}</a>'
                lines += f"<li><h3>{words}</h3></li>"
        return panels.plain("notices", width, f"<h4>Tilkynningar</h4><ul>{lines}</ul>", is_news=True)

    def _views(self, hour: int, at: datetime, width: int) -> Panel:
        cards = "".join(
            f'<div><img src="/kort/view-{3 * hour + place}.svg" width="196" height="124" alt="">'
            f'<p class="small">{name} {at:%H}:{self.chance.below(60, "taken", name, hour):02d}</p></div>'
            for place, name in enumerate(_VIEWS)
        )
        return panels.plain("views", width, f'<h4>Vefmyndavélar</h4><div class="cards">{cards}</div>')

    def _tremor(self, hour: int, width: int) -> Panel:
        shown = f'<img src="/kort/tremor-{hour}.svg" width="608" height="150" alt="">'
        quakes = self.chance.between(2, 80, "quakes", hour)
        return panels.plain(
            "tremor", width, f"<h4>Órói</h4>{shown}<p>Skjálftar síðustu tvo tíma: {quakes}</p>"
        )

    def _house(self, hour: int, width: int) -> Panel:
        """Three of the eight pictures that the house has, others at most visits."""
        order = self.chance.shuffled(range(8), "house", hour)[:3]
        cards = "".join(f"<div>{panels.image(f'world-house-{number}', 312, 170)}</div>" for number in order)
        return panels.plain("house", width, f'<h4>Úr myndasafni</h4><div class="cards">{cards}</div>')

    def picture(self, path: str) -> Resource | None:
        """The maps, cameras and curves too."""
        kind, _, number = path.removesuffix(".svg").removeprefix("/kort/").partition("-")
        if not path.startswith("/kort/"):
            return super().picture(path)
        if kind == "lava":
            return drawing(608, 400, "#cfd8c0", self._land() + self._lava(int(number)))
        if kind == "gas":
            return drawing(328, 220, "#dfe6d5", self._gas(int(number)))
        if kind == "zones":
            return drawing(328, 200, "#e8ece4", self._zones(int(number)))
        if kind == "tremor":
            return drawing(
                608, 150, "#ffffff", curve(self.chance.child("tremor"), int(number), 608, 150, "#b5361c")
            )
        return drawing(197, 124, "#8fa9bf", self._view(int(number)))

    def _land(self) -> str:
        """What stays on the map: hills, the sea, roads, the houses of the village."""
        draw = self.chance.stream("land")
        hills = "".join(
            f'<ellipse cx="{draw.randint(20, 600)}" cy="{draw.randint(10, 330)}" rx="{draw.randint(30, 90)}"'
            f' ry="{draw.randint(16, 44)}" fill="#b3bfa0"/>'
            for _ in range(14)
        )
        houses = "".join(
            f'<rect x="{70 + 17 * (place % 6)}" y="{300 + 15 * (place // 6)}" width="10" height="9" fill="#5b5147"/>'
            for place in range(20)
        )
        roads = (
            ("M0 290L180 286L330 360L616 338", 5),
            ("M180 286L210 140L150 0", 3),
            ("M430 350L520 190L616 150", 3),
        )
        lines = "".join(
            f'<path d="{way}" fill="none" stroke="#fff" stroke-width="{px}"/>' for way, px in roads
        )
        return f'{hills}<path d="M0 370L200 384L420 372L616 392V400H0Z" fill="#8db8d6"/>{lines}{houses}'

    def _lava(self, number: int) -> str:
        """The field as far as it has come by this map, and where it flows on it."""
        reach = [46 + self.chance.below(16, "reach", way) for way in range(36)]
        flows = ""
        for step in range(1, number + 1):
            middle = self.chance.below(36, "way", step)
            flows = ""
            for lobe in (middle, middle + self.chance.between(9, 27, "other way", step)):
                for side, grown in ((-2, 5), (-1, 12), (0, 20), (1, 12), (2, 5)):
                    reach[(lobe + side) % 36] = min(178, reach[(lobe + side) % 36] + grown)
                corners = [(lobe - 1, 0.15), (lobe - 2, 0.8), (lobe, 0.97), (lobe + 2, 0.8), (lobe + 1, 0.15)]
                points = " ".join(_spot(way, reach[way % 36] * share) for way, share in corners)
                flows += f'<polygon points="{points}" fill="#ff4d17" stroke="#ffb703" stroke-width="4"/>'
        field = " ".join(_spot(way, far) for way, far in enumerate(reach))
        crater = f'<circle cx="{_CRATER[0]}" cy="{_CRATER[1]}" r="9" fill="#ffe08a" stroke="#7a1505" stroke-width="3"/>'
        return f'<polygon points="{field}" fill="#3a2c2a" stroke="#8c1c13" stroke-width="3"/>{flows}{crater}'

    def _gas(self, number: int) -> str:
        """Three shades of a plume that the wind carries."""
        draw = self.chance.child("gas", number)
        turned, long = draw.below(360, "wind"), draw.between(80, 150, "long")
        plume = "".join(
            f'<ellipse cx="{168 + long * share // 100}" cy="110" rx="{long * share // 100}" ry="{share // 2 + 8}"'
            f' fill="{hue}" fill-opacity="0.75" transform="rotate({turned} 168 110)"/>'
            for share, hue in ((100, "#ffe45e"), (70, "#ff9f1c"), (40, "#c1121f"))
        )
        coast = '<path d="M0 190L120 200L240 186L336 206V220H0Z" fill="#8db8d6"/>'
        return f'{coast}{plume}<circle cx="168" cy="110" r="5"/>'

    def _zones(self, number: int) -> str:
        """Eight zones; about every other is judged otherwise each time."""
        parts = ""
        for zone in range(8):
            draw = self.chance.child("zone", zone)
            turns = (number + draw.below(2, "turn")) // 2
            risk = _RISKS[(draw.below(5, "risk") + turns * draw.between(1, 2, "by")) % 5]
            points = ""
            for right, down in ((0, 0), (1, 0), (1, 1), (0, 1)):
                corner = self.chance.child("corner", zone % 4 + right, zone // 4 + down)
                x, y = 10 + 73 * (zone % 4 + right), 6 + 84 * (zone // 4 + down)
                points += f"{x + corner.below(20, 'x')},{y + corner.below(24, 'y')} "
            parts += f'<polygon points="{points}" fill="{risk}" stroke="#221d1a" stroke-width="2"/>'
        return parts

    def _view(self, number: int) -> str:
        """What a camera sees: the same hill under another sky, and the smoke."""
        hour, place = divmod(number, len(_VIEWS))
        light = 255 - 15 * abs((hour + STARTS_AT.hour) % 24 - 12)
        draw = self.chance.child("view", place)
        smoke = "".join(
            f'<circle cx="{90 + 9 * puff + draw.between(-14, 14, "x", hour, puff)}" cy="{60 - 7 * puff}"'
            f' r="{draw.between(6, 18, "r", hour, puff)}" fill="#f2e9e4" fill-opacity="0.7"/>'
            for puff in range(6)
        )
        sky = f'<rect width="197" height="124" fill="rgb({light // 2},{light * 2 // 3},{light})"/>'
        hill = f'<path d="M0 {90 + 8 * place}L{70 + 12 * place} 58L130 84L197 {70 + 9 * place}V124H0Z" fill="#2b2622"/>'
        return f"{sky}{smoke}{hill}"


def _spot(way: int, far: float) -> str:
    angle = way * pi / 18
    return f"{_CRATER[0] + 1.5 * far * cos(angle):.0f},{_CRATER[1] + far * sin(angle):.0f}"


REDRAWN = (Hraunvakt,)
