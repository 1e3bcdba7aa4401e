"""A Hungarian portal that shows the same top stories as cards, as lines or folded, by the visitor it thinks it has."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from types import MappingProxyType

from benchmarks.sites import panels
from benchmarks.sites.fading import listed
from benchmarks.sites.languages import LocalDesk
from benchmarks.sites.look import SERIF, WIDE, Look
from benchmarks.sites.news import HourNews, Item, Rhythm
from benchmarks.sites.page import PageState, Panel, Row, row
from benchmarks.sites.site import GeneratedSite

_HUNGARIAN = LocalDesk(
    MappingProxyType({
        "Belföld": (
            "{Who} lemondott: {why}", "{Who} szerint elkerülhetetlen {what}",
            "Tüntetés {where}: {count} ember vonult fel",
            "Elfogadta a közgyűlés: jön {what}", "{where} bezár a kórház egyik osztálya, {why}",
            "Népszavazás jöhet, a tét {what}",
        ),
        "Gazdaság": (
            "{firm}: {count} új állás {where}", "{firm} leépít {where}, {why}",
            "Nyereséget jelentett, mégis sztrájkol {firm}",
            "{count} milliárdba kerül {what}", "Megvették a céget, új néven folytatja {firm}",
        ),
        "Külföld": (
            "Földrengés a tengerparton, {count} sérült", "{Who} Bécsben tárgyal, a téma {what}",
            "Leállt a határforgalom: {why}", "Hajóbaleset a Dunán, {count} utast mentettek ki",
        ),
        "Sport": (
            "{team}–{team2}: győzelem a hosszabbításban", "{Who} kihagyja a döntőt: {why}", "Edzőt váltott: {team}",
            "{count} szurkoló előtt jutott tovább: {team2}",
        ),
    }),
    (
        "Az ügyről {Who} beszélt {where}. Mint mondta, {why}, a javítás {count} napig tart.",
        "A döntés {count} embert érint. {firm} egyelőre nem válaszolt a kérdéseinkre.",
        "Azt még nem tudni, mikor lesz kész: {what}. {Who} türelmet kér, mert {why}.",
        "A helyszínen {count} ember dolgozik. {where} délután újabb bejelentést várnak.",
    ),
    MappingProxyType({
        "Who": ("Barta Ilona", "Kerekes Gábor", "Somlai Péter", "Vadas Judit", "Tolnay Márton", "Bencze Réka",
                "Halmos polgármester", "Fodor államtitkár", "Szentes Ákos", "Zala Dorottya"),
        "what": ("az új villamosvonal", "a gátak felújítása", "az iskolák összevonása", "a parkolási díj",
                 "a vasút államosítása", "a nádasok kotrása", "az éjszakai zajrendelet", "a távfűtés ára"),
        "where": ("Szegeden", "Győrben", "Nyíregyházán", "Hódmezőn", "Kőszegen", "Mohácson", "Egerben", "Orosházán"),
        "why": ("elfogyott a pénz", "repedést találtak a pilléren", "visszalépett a kivitelező", "nincs elég orvos",
                "hibás volt az irat", "közbeszólt a vihar", "megsérült a térde", "lejárt a szerződés"),
        "firm": ("a Tiszavasút", "a Mecsekfa", "a Pannon Tégla", "a Kunsági Gőzmalom", "az Alföldi Üveg"),
        "team": ("Csepeli Vasas", "Bajai Spartacus", "Tatai Honvéd", "Pápa"),
        "team2": ("Gyulai Kinizsi", "Szolnoki Dózsa", "Zirci Bányász"),
        "count": ("12", "40", "140", "320", "2400", "18", "75", "650"),
    }),
)  # fmt: skip
_READ = ("Így lesz ropogós a lángos", "Kvíz: felismered a folyót?", "Tíz kirándulás vonattal", "Heti horoszkóp",
         "Mennyit ér a régi forint?", "A nagymama padlása", "Levendula a balkonon", "Interjú egy méhésszel",
         "Ennyiért nyaralunk idén", "Sakkfeladvány", "Hol a legtisztább a Balaton?")  # fmt: skip
_OFFERS = (
    "Olvasson reklám nélkül! Első hónap 90 forint",
    "Töltse le a Körkép alkalmazást",
    "Értesítést kérek a hírekről: igen / nem",
    "Nyereményjáték: egy hét a Tisza-tónál",
)
_FORMS = ("cards", "lines", "folded")


class Korkep(GeneratedSite):
    """A portal: six stories as cards, as lines for a small window, or folded below the third, by the visit."""

    slug = "korkep"
    hard = "the same stories in three forms that alternate with everything around them; banners of any height"
    more = 0
    tops = 5
    desk = _HUNGARIAN
    rhythm = Rhythm(lead=0.11, top=0.12, rewrite=0.035, picture=0.03, night=0.2)
    look = Look(
        heading=SERIF, body=WIDE, paper="#ffffff", ink="#16181d", muted="#6f7480", line="#dcdfe5", accent="#c8551b",
        lead_px=32, top_px=19, card="#faf3ee",
        extra=(
            ".lines li{display:flex;gap:12px;padding:9px 0 8px}.lines h2{font-size:18px;line-height:23px;margin:0}"
            ".lines i{width:6px;background:#c8551b;flex:none}.folded summary{background:#faf3ee;color:#c8551b;"
            "font:bold 14px/34px 'DejaVu Sans';padding:0 12px;list-style:none}.folded li{padding:10px 0 8px}"
            ".rates span{margin-right:20px}.rates{background:#16181d;color:#fff}.rates p{color:#fff}"
            ".ask i{display:block;height:16px;background:#c8551b;margin-bottom:6px}"
        ),
    )  # fmt: skip

    def states(self, hours: int) -> Iterator[PageState]:
        """The page at each of the first hours; the lead's paragraph is shown in one form only and is no news alone."""
        for state in super().states(hours):
            yield replace(state, news=state.news[1:])

    def rows(self, hour: HourNews) -> Sequence[Row]:
        """The page at one hour."""
        h = hour.hour
        form = self._form(h)
        rows = [
            row(panels.masthead("Körkép", 1000, f"{hour.at:%Y. %m. %d. %H:%M}", height=56), tag="header"),
            row(self._rates(h)),
            *(self._small(hour) if form == "lines" else self._large(hour, form)),
            row(panels.plain("foot", 1000, '<p class="small">Impresszum · Médiaajánlat</p>'), tag="footer"),
        ]
        if self.chance.happens(0.3, "offer", h // 2):
            height = self.chance.between(44, 190, "offer height", h // 2)
            words = self.chance.pick(_OFFERS, "which", h // 2)
            rows.insert(0, row(panels.strip(words, height, name="promo")))
        return rows

    def _form(self, hour: int) -> str:
        """An experiment gives most visits of a day and a half one form; some visits get another."""
        spell = self.chance.pick(("cards", "cards", "folded", "cards", "lines"), "experiment", hour // 36)
        return self.chance.pick(_FORMS, "form", hour) if self.chance.happens(0.3, "other", hour) else spell

    def _large(self, hour: HourNews, form: str) -> list[Row]:
        """For a wide window: the stories with pictures, or folded, and a column beside them."""
        h = hour.hour
        side = [
            panels.advert(self.advert("side", hour, 276, 250), "side-advert", 300),
            listed(self.chance.shuffled(_READ, "read", h)[:5], 300, "Olvasottak"),
            self._ask(h, 300),
        ]
        if form == "folded":
            return [
                row([self._folded(hour, 700), self._blog(h, 700)], side, tag="main"),
                row(panels.recommended(self.chance, h // 2, 1000, 4, "Ajánljuk", titles=_READ)),
            ]
        news = [
            panels.lead(self.flow, hour, 700, "over", picture_px=280),
            panels.tops(self.flow, hour.tops[:3], 700, "cards"),
            panels.tops(self.flow, hour.tops[3:], 700, "thumbs"),
        ]
        return [
            row(news, side, tag="main"),
            row(panels.recommended(self.chance, h // 2, 1000, 4, "Ajánljuk", titles=_READ)),
        ]

    def _small(self, hour: HourNews) -> list[Row]:
        """For a small window: one column, the stories as lines, what else there is above and below."""
        h = hour.hour
        lines = "".join(f"<li><i></i>{self._title(item)}</li>" for item in (hour.lead, *hour.tops))
        news = panels.plain("lines", 1000, f"<h4>Friss</h4><ul>{lines}</ul>", is_news=True)
        return [
            row(panels.advert(self.advert("top", hour, 640, 100), "top-advert", 1000)),
            row(news, tag="main"),
            row(panels.recommended(self.chance, h // 2, 1000, 3, "Ajánljuk", titles=_READ)),
            row(listed(self.chance.shuffled(_READ, "read", h)[:5], 1000, "Olvasottak")),
        ]

    def _folded(self, hour: HourNews, width: int) -> Panel:
        """The lead with its paragraph, two titles, and the rest below a button."""
        shown = "".join(f"<li>{self._title(item)}</li>" for item in hour.tops[:2])
        hidden = "".join(f"<li>{self._title(item)}</li>" for item in hour.tops[2:])
        lead = self.flow.story(hour.lead)
        picture = panels.image(hour.lead.picture, 200, 130)
        words = f'<div style="flex:2">{self._title(hour.lead)}<p>{lead.standfirst}</p></div>'
        head = f'<div class="side">{picture}{words}</div>'
        more = f"<details><summary>További hírek ({len(hour.tops) - 2})</summary><ul>{hidden}</ul></details>"
        return panels.plain("folded", width, f"{head}<ul>{shown}</ul>{more}", is_news=True)

    def _title(self, item: Item) -> str:
        story = self.flow.story(item)
        return f"<h2>{panels.story_link(story, story.headline)}</h2>"

    def _blog(self, hour: int, width: int) -> Panel:
        """Columnists' pieces of other days, which take turns."""
        order = self.chance.shuffled(range(len(_READ)), "blog", hour // 2)[:3]
        items = "".join(
            f"<div>{panels.image(f'portrait-{number}', 212, 130)}<h3>{_READ[number]}</h3></div>"
            for number in order
        )
        return panels.plain("blog", width, f'<h4>Blogok</h4><div class="cards">{items}</div>')

    def _rates(self, hour: int) -> Panel:
        rates = "".join(
            f"<span>{name} <b>{self.chance.between(low, low + 900, name, hour) / 100:.2f}</b></span>"
            for name, low in (("EUR", 38100), ("USD", 35200), ("CHF", 40300))
        )
        degrees = self.chance.between(8, 29, "degrees", hour // 2)
        here = self.chance.between(900, 24000, "here", hour)
        return panels.plain(
            "rates", 1000, f'<p class="small">{rates} Budapest {degrees}° · {here} olvasó</p>'
        )

    def _ask(self, hour: int, width: int) -> Panel:
        share = self.chance.between(30, 70, "share", hour // 9) + self.chance.below(5, "vote", hour)
        bars = "".join(
            f'<p>{name} {part}%</p><i style="width:{2 * part}px"></i>'
            for name, part in (("Igen", share), ("Nem", 100 - share))
        )
        return panels.plain("ask", width, f"<h4>Ön indulna vonattal?</h4>{bars}")


FORMS = (Korkep,)
