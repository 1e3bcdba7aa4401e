"""Animals above and beside the news: those that a German county's veterinary office seeks, keeps and gives away."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from benchmarks.sites import panels
from benchmarks.sites.feeds import Feed, Post, feeding, liked, posted, written
from benchmarks.sites.illustrated import Duty, told
from benchmarks.sites.look import SERIF, WIDE, Look
from benchmarks.sites.page import PageState, Panel, Row, row
from benchmarks.sites.site import GeneratedSite
from pagetide.demo.site import Resource

_PLACES = ("Ostermoor", "Hohenbrück", "Klein Wiesede", "Süderfehn", "Altenkamp", "Barghorst", "Neuharm",
           "Tangeln",
           "Rüttdorf", "Langwarden", "Uhlenbusch")  # fmt: skip
_GERMAN: Mapping[str, Sequence[str]] = {
    "ort": _PLACES,
    "ort2": ("Westerende", "Fedderhof", "Moorkate", "Sandloh", "Brinkum-Süd"),
    "seuche": ("Geflügelpest", "Blauzungenkrankheit", "Afrikanische Schweinepest", "Fledermaustollwut",
               "Amerikanische Faulbrut", "Hasenpest", "Fuchsstaupe", "Rindertuberkulose"),
    "tag": ("Montag", "Dienstag", "Mittwoch", "Donnerstag", "Freitag", "Samstag", "Sonntag"),
    "tier": ("grauer Kater", "schwarze Hündin", "Wellensittich mit blauem Kopf", "getigerte Katze ohne Chip",
             "Rauhaardackel", "Schildkröte", "zwei Kaninchen", "weiße Ziege", "hinkender Schäferhund",
             "junger Igel",
             "Frettchen", "Kater mit rotem Halsband", "Graupapagei", "Ponystute"),
    "wo": ("am Bahnhof", "hinter der Schule", "im Gewerbegebiet", "am Deich", "an der Bundesstraße",
           "im Kirchgarten",
           "auf dem Campingplatz", "vor der Apotheke", "bei der Mühle"),
    "name": ("Bruno", "Frieda", "Mogli", "Paula", "Keks", "Hermine", "Otto", "Luna", "Balu", "Trude",
             "Fips", "Nelly",
             "Rocky", "Erna", "Socke", "Wilma"),
    "art": ("Mischling", "Hauskatze", "Dackelmix", "Zwergkaninchen", "Labrador", "Europäisch Kurzhaar",
            "Meerschwein",
            "Jagdterrier"),
    "blatt": ("Moorbote", "Kreisfunk", "Bauernblatt Nord", "Tierfreund aktuell", "Landwelle"),
}  # fmt: skip
_ANIMALS = ("mag Kinder, aber keine Katzen, und fährt gern Auto", "sucht ein Sofa und einen Garten in {ort}",
            "wurde {wo} ausgesetzt und traut sich wieder unter Leute",
            "braucht zwei Tabletten am Tag und viel Geduld",
            "lebt seit {n} Wochen bei uns und versteht die Welt nicht",
            "bleibt nur mit der Schwester zusammen",
            "lebte in {ort} auf einem Hof und will jetzt ins Haus")  # fmt: skip
_MISSED = ("Vermisst: {tier}, zuletzt {wo} in {ort}", "Gefunden: {tier}, {wo} in {ort}",
           "Wem gehört: {tier}, läuft seit {tag} {wo} in {ort2}", "Zugelaufen in {ort2}: {tier}",
           "Wieder daheim in {ort}: {tier}", "Wer hat etwas gesehen? {ort}, {wo}: {tier}",
           "{ort2}: {tier} sitzt seit {n} Stunden {wo}")  # fmt: skip
_CITED = ("{seuche}: Was Halter in {ort} jetzt fürchten",
          "„Wir haben {n} Kadaver gezählt“: Jäger aus {ort} berichten",
          "Kommentar: Die Sperrzone um {ort} kam zu spät", "{name} darf bleiben: Happy End in {ort2}",
          "{n} Höfe, ein Virus: eine Reportage aus {ort}", "Tierheime voll: {ort2} nimmt {m} Hunde auf",
          "Leserbrief aus {ort}: Stallpflicht ja, aber {n} Wochen?",
          "So lebt {name}, der älteste Gast von {ort2}",
          "Umfrage: {n} von hundert fürchten {seuche}")  # fmt: skip
_ZONES = ("Sperrzone von {n} km, Stallpflicht bis {m}. Juni.", "Überwachungszone von {n} km bis {m}. Juni.",
          "Transporte nur mit Genehmigung, Hunde an die Leine.", "{n} Betriebe werden bis {tag} beprobt.",
          "Impfpflicht ab {m}. Mai für alle Bestände.", "Jagd und Märkte ruhen bis {tag}.")  # fmt: skip
_STAGES = ("Verdacht", "amtlich bestätigt", "Bekämpfung läuft", "Zone verkleinert", "aufgehoben")
_HOUSE = ("Die Annahmestelle {ort} nimmt bis {m}. Juni keine Katzen auf.",
          "Das Amt bleibt am {tag} geschlossen.",
          "Die Gebühr für die Fleischbeschau steigt auf {n} Euro.",
          "Notrufe bitte nur an die Leitstelle in {ort2}.",
          "Quarantäne im Haus {m}: Besuche sind nicht möglich.",
          "Anträge auf Entschädigung bis {m}. Juni stellen.",
          "Der Hundesachkundetest am {tag} fällt aus.",
          "In {ort} gilt ab {tag} Kastrationspflicht.")  # fmt: skip
_DUTIES = ("Praxis in {ort}, bis {tag} {h} Uhr", "Tierklinik {ort2}, rund um die Uhr", "nur Großtiere, {ort}",
           "unbesetzt, bitte nach {ort2}", "geöffnet bis {h} Uhr", "nach Anruf, Nummer {n}{m}")  # fmt: skip
_SERVED = ("geöffnet bis {h} Uhr", "nach Anruf, Nummer {n}{m}", "am {tag} geschlossen", "nur in {ort}, bis {h} Uhr",
           "voll belegt bis {tag}", "vertreten durch {ort2}", "ab {h} Uhr nur für Behörden")  # fmt: skip
_POSTS = ("Notdienst Nord", "Notdienst Süd", "Wildtierstation", "Annahme Fundtiere", "Kadaverabholung")


@dataclass(frozen=True)
class Outbreak:
    """A disease at a place: how far it is, and under which rule."""

    number: int
    stage: int = 0
    rule: int = 0


class Ostermoor(GeneratedSite):
    """A county's veterinary office: lost animals on top, a gallery beside outbreaks, what the press says, duties."""

    slug = "ostermoor"
    hard = "lost animals in one line each above the news, a slow gallery of animals beside it, the press in its midst"
    more = 0
    look = Look(
        heading=SERIF, body=WIDE, paper="#f5f2ea", ink="#2b2a26", muted="#77736a", line="#d8d1c0", accent="#7a4b12",
        lead_px=25, top_px=18, card="#ffffff",
        extra=(
            ".masthead{background:#4d5d36;color:#fff}.masthead .small{color:#dfe6cf}.suche{background:#fff8e6}"
            ".suche p{border-bottom:1px dotted #d8d1c0;padding:4px 0 3px;font-size:14px;line-height:18px}"
            ".tiere .raster{display:flex;flex-wrap:wrap;gap:14px}.tiere .raster div{width:266px;background:#fff}"
            ".tiere h3,.tiere p{padding:4px 8px 2px}.lage ol{list-style:none}.lage li{background:#fff;"
            "margin-bottom:8px;padding:8px 10px;border:0 solid #b23a1e;border-width:0 0 0 5px}"
            ".lage u{color:#b23a1e;font-weight:bold;"
            "text-decoration:none}.aushang{background:#4d5d36;color:#fff}.aushang h4{color:#e7d9a6}"
            ".dienst dt{font-weight:bold}.dienst dd{margin:0 0 6px}.spruch{background:#7a4b12;color:#fff}"
        ),
    )  # fmt: skip
    duty = Duty(hours=(7, 17), then=0.35, night=0.12)
    feeds: Mapping[str, Feed] = {
        "suche": Feed(per_h=0.6, length=6, busy=(6, 23), idle=0.3, weekend=1.2, leaves=0.1),
        "tiere": Feed(per_h=0.09, length=6, busy=(9, 18), idle=0.05, weekend=0.5, leaves=0.03),
        "blatt": Feed(per_h=0.14, length=4, busy=(5, 20), idle=0.2, weekend=0.5),
    }

    def states(self, hours: int) -> Iterator[PageState]:
        """The page at each of the first hours."""
        outbreaks = [Outbreak(-number, number % 3, -number) for number in range(1, 5)]
        house = [self._house(-1), self._house(-2)]
        duties = [-seat for seat in range(len(_POSTS))]
        for hour, at, posts in feeding(self.feeds, self.chance.child("feeds"), hours):
            pace = self.duty.at(at) if hour else 0.0
            if self.chance.happens(0.25 * pace, "outbreak", hour):
                outbreaks = self._ruled(outbreaks, hour)
            if self.chance.happens(0.08 * pace, "house", hour):
                place = self.chance.below(len(house), "place", hour)
                fewer = len(house) > 3 or (len(house) > 1 and self.chance.happens(0.3, "fewer", hour))
                house = [*house[:place], *house[place + 1 :]] if fewer else [self._house(hour), *house]
            if hour and at.hour in (6, 7, 18) and self.chance.happens(0.25, "duty", hour):
                duties[self.chance.below(len(duties), "whose", hour)] = hour
            news = (
                *(" ".join(self._outbreak(item)) for item in outbreaks),
                *house,
                *(f"{_POSTS[seat]} {self._duty(seat, turn)}" for seat, turn in enumerate(duties)),
            )
            news_panels = [self._lage(outbreaks), self._aushang(house), self._dienst(duties)]
            yield PageState(rows=tuple(self._page(news_panels, posts, hour, at)), news=news)

    def _ruled(self, old: Sequence[Outbreak], hour: int) -> list[Outbreak]:
        """Another outbreak, a further stage, another rule, or the end of one."""
        what = self.chance.number("what", hour)
        place = self.chance.below(len(old), "place", hour)
        item = old[place]
        if what < 0.35 or len(old) < 3:
            return [Outbreak(hour, 0, hour), *old[:4]]
        if what < 0.5 or item.stage == len(_STAGES) - 1:
            return [*old[:place], *old[place + 1 :]]
        new = replace(item, stage=item.stage + 1) if what < 0.8 else replace(item, rule=hour)
        return [*old[:place], new, *old[place + 1 :]]

    def _outbreak(self, item: Outbreak) -> tuple[str, str, str]:
        draw = self.chance.child("outbreak", item.number)
        title = written(draw, ("{seuche} in {ort}", "{seuche} bei {ort2}"), _GERMAN)
        rule = written(self.chance.child("rule", item.rule), _ZONES, _GERMAN)
        return title, _STAGES[item.stage], rule

    def _house(self, number: int) -> str:
        return written(self.chance.child("house", number), _HOUSE, _GERMAN)

    def _duty(self, seat: int, turn: int) -> str:
        return written(self.chance.child("duty", seat, turn), _DUTIES if seat < 2 else _SERVED, _GERMAN)

    def _page(
        self, news_panels: Sequence[Panel], posts: Mapping[str, Sequence[Post]], hour: int, at: datetime
    ) -> list[Row]:
        lage, aushang, dienst = news_panels
        calls = f"{self.chance.between(3, 60, 'calls', hour)} Anrufe in dieser Stunde · {at:%d.%m.%Y %H:%M}"
        right = [lage, self._press(posts["blatt"], hour), dienst]
        rows = [
            row(panels.masthead("Veterinärdienst Kreis Ostermoor", 1000, calls, height=60), tag="header"),
            row(self._missed(posts["suche"], hour)),
            row([self._animals(posts["tiere"], hour)], right, tag="main"),
            row(aushang),
            row(panels.plain("fuss", 1000, '<p class="small">Impressum · Barrierefreiheit · Formulare</p>')),
        ]
        if self.chance.happens(0.35, "saying", hour // 7):
            words = self.chance.pick(
                ("Futterspenden montags am Tor", "Chip? Jetzt kostenlos!"), "w", hour // 7
            )
            rows.insert(
                1, row(panels.strip(words, self.chance.pick((40, 72), "px", hour // 7), name="spruch"))
            )
        return rows

    def _missed(self, posts: Sequence[Post], hour: int) -> Panel:
        lines = ""
        for item in posts:
            draw = self.chance.child("missed", item.number)
            words = posted(self.chance.child("missed"), item.number, _MISSED, _GERMAN)
            seen = f"{liked(draw, hour, item.began, 300)} mal geteilt"
            lines += f'<p>{words} <span class="small">{seen}</span></p>'
        return panels.plain("suche", 1000, f"<h4>Vermisst und gefunden</h4>{lines}")

    def _animals(self, posts: Sequence[Post], hour: int) -> Panel:
        """Animals that look for a home, each with its picture; some are reserved after a while."""
        cards = ""
        for item in posts:
            draw = self.chance.child("animal", item.number)
            name, kind = draw.pick(_GERMAN["name"], "name"), draw.pick(_GERMAN["art"], "kind")
            words = written(draw, told(self.chance.child("animals"), (_ANIMALS,), item.number), _GERMAN)
            kept = hour - item.began > draw.between(20, 160, "kept after")
            state = "reserviert" if kept else f"{liked(draw, hour, item.began, 90)} Anfragen"
            cards += (
                f'<div><img src="/tier/{item.number}.svg" width="266" height="180" alt="">'
                f"<h3>{name}, {kind}</h3><p>{name} {words}.</p>"
                f'<p class="small">{draw.between(1, 13, "age")} Jahre · {state}</p></div>'
            )
        return panels.plain("tiere", 580, f'<h4>Wer nimmt uns?</h4><div class="raster">{cards}</div>')

    def _press(self, posts: Sequence[Post], hour: int) -> Panel:
        lines = ""
        for item in posts:
            draw = self.chance.child("cited", item.number)
            words = posted(self.chance.child("cited"), item.number, _CITED, _GERMAN)
            under = f"{draw.pick(_GERMAN['blatt'], 'paper')}, vor {max(1, hour - item.began)} Std."
            lines += f'<li><h3>{words}</h3><p class="small">{under}</p></li>'
        return panels.plain("blatt", 420, f"<h4>Andere über uns</h4><ul>{lines}</ul>")

    def _lage(self, outbreaks: Sequence[Outbreak]) -> Panel:
        lines = "".join(
            f"<li><h3>{title}</h3><u>{stage}</u><p>{rule}</p></li>"
            for title, stage, rule in map(self._outbreak, outbreaks)
        )
        return panels.plain("lage", 420, f"<h2>Seuchenlage</h2><ol>{lines}</ol>", is_news=True)

    def _aushang(self, house: Sequence[str]) -> Panel:
        return panels.plain("aushang", 1000, f"<h4>Aushang</h4><p>{' '.join(house)}</p>", is_news=True)

    def _dienst(self, duties: Sequence[int]) -> Panel:
        lines = "".join(
            f"<dt>{_POSTS[seat]}</dt><dd>{self._duty(seat, turn)}</dd>" for seat, turn in enumerate(duties)
        )
        return panels.plain("dienst", 420, f"<h2>Bereitschaft</h2><dl>{lines}</dl>", is_news=True)

    def picture(self, path: str) -> Resource | None:
        """The portraits of animals too: ears, a muzzle and a coat that differ."""
        if not path.startswith("/tier/"):
            return super().picture(path)
        draw = self.chance.child("portrait", path)
        coat, dark = draw.pick(("#8a5a33", "#d9b48a", "#4a4a4a", "#c9c4bc", "#b5651d"), "coat"), "#2b2018"
        ear, wide = draw.between(30, 90, "ear"), draw.between(70, 105, "wide")
        ground = draw.pick(("#cfe0c3", "#f3d9b1", "#c9dbe8", "#e8d3dd", "#dedede"), "ground")
        parts = (
            f'<rect width="532" height="360" fill="{ground}"/><ellipse cx="266" cy="350" rx="{wide + 60}" ry="130" '
            f'fill="{coat}"/><polygon points="{266 - wide},150 {276 - wide},{120 - ear} 246,100" fill="{coat}"/>'
            f'<polygon points="{266 + wide},150 {256 + wide},{120 - ear} 286,100" fill="{coat}"/>'
            f'<circle cx="266" cy="170" r="{wide}" fill="{coat}"/><circle cx="{266 - wide // 3}" cy="150" r="11" '
            f'fill="{dark}"/><circle cx="{266 + wide // 3}" cy="150" r="11" fill="{dark}"/>'
            f'<ellipse cx="266" cy="{draw.between(190, 215, "nose")}" rx="24" ry="15" fill="{dark}"/>'
        )
        head = '<svg xmlns="http://www.w3.org/2000/svg" width="532" height="360" viewBox="0 0 532 360">'
        return Resource("image/svg+xml", f"{head}{''.join(parts)}</svg>".encode())


KENNELS = (Ostermoor,)
