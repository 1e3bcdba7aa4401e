"""Results of the Faroese isles: matches that end, are put off or decided anew, amid matches that only run."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from benchmarks.sites import panels
from benchmarks.sites.illustrated import told
from benchmarks.sites.look import SANS, WIDE, Look
from benchmarks.sites.news import STARTS_AT
from benchmarks.sites.page import PageState, Panel, Row, row
from benchmarks.sites.site import GeneratedSite

_CLUBS = ("Havnarbólt", "Norðstreymur", "Sandvágur", "Eystanvøtn", "Klettur 08", "Fuglaskarð", "Brimnes", "Víkarfelag",
          "Skálarok", "Tindar")  # fmt: skip
_SPORTS = ("Fótbóltur, menn", "Fótbóltur, kvinnur", "Hondbóltur, menn", "Hondbóltur, kvinnur", "Flogbóltur")
_STANDS = ("Ikki byrjað", "Endað", "Útsett", "Avlýst", "Mótmælt", "Dømt")
_GROUNDS = ("í Løgmannsdali", "á Gjáarvølli", "í Høllini Miðvík", "í Kirkjubrekku", "á Sundsvølli")
_REPORTS = ("{a} vinnur steypafinaluna", "{a} setir venjaran frá", "Kæra móti {a}", "{a} missir {n} stig",
            "Nýtt alivøllur: {a} flytir heim", "{n} dystir í leikbanni: {a}", "{a} er meistari",
            "{a} fær {n} túsund krónur í bót", "{a} og {b} leggja saman", "Málverjin hjá {a} meiddist")  # fmt: skip
_ROSTER = ("Sambandið samtykti við {n} atkvøðum.", "Avgerðin kann kærast innan {n} dagar.", "{n} áskoðarar vóru.",
           "Formaðurin sigur, at hallið er {n} túsund.", "Næsti dystur verður leiktur hin {d}. mai.",
           "Viðgerðin tekur {d} vikur.", "Leikarin fór á sjúkrahús, men er komin heim.")  # fmt: skip
_ROWED = ("Seksmannafar", "Áttamannafar", "Femmannafar", "Tímannafar")
_EVENTS = ("Innkast hjá {a}.", "Hornaspark til {a}!", "{a} skiftir út.", "Gult kort.", "Málverjin bjargar!",
           "Skot framvið stongina.", "{a} spælir aftureftir.", "Fríspark 25 metrar frá máli.", "Regnið setir inn.",
           "Dómarin steðgar leikinum eina løtu.")  # fmt: skip
_VOICES = ("Hví spælir hann ikki frammi?", "Besti dystur í ár!", "Dómarin sá einki.", "Koyrið tit úr Suðuroy?",
           "Hvar fæst ein bjór?", "Tillukku, gentur!", "Bussurin koyrir kl. {n}.", "Eg havi {n} atgongumerki at selja.",
           "Toka og aftur toka.")  # fmt: skip
_FANS = ("Troyggja 2026", "Ullhúgva við merki", "Árskort, seinna hálva", "Sokkar til børn", "Bókin um {n} ár",
         "Kaffikrús")  # fmt: skip
_ASKED = (
    "Leikari mánaðarins?",
    "Skulu dystir vera sunnudag?",
    "Gras ella plastgras?",
    "Hvør vinnur steypið?",
)
_ANSWERED = ("Ja", "Nei", "Veit ikki")


@dataclass(frozen=True)
class Match:
    """A match: which one, the day it is set for, how it stands, and its score when it ended."""

    number: int
    day: int
    stand: int = 0
    ruled: int = 0


@dataclass(frozen=True)
class Report:
    """What the association reports first, and under which picture."""

    number: int
    said: int = 0
    picture: int = 0


class Urslit(GeneratedSite):
    """A sports association: results of evenings and weekends in rows, a report above, other matches that run on."""

    slug = "urslit"
    hard = "Faroese; final scores and new dates in rows beside scores that run, a report without its picture"
    more = 0
    look = Look(
        heading=WIDE, body=SANS, paper="#ffffff", ink="#171a2b", muted="#6d7288", line="#d8dae6", accent="#0a4fd0",
        lead_px=27, top_px=17, card="#eef1fb",
        extra=(
            ".masthead{background:#171a2b;color:#fff}.dystir table{border-collapse:collapse;width:100%}"
            ".dystir td{border-bottom:1px solid #d8dae6;padding:8px 6px;vertical-align:top}"
            ".dystir .mal{font:bold 22px/26px 'DejaVu Sans'}.st{padding:0 6px;background:#eef1fb}"
            ".st1{background:#cdeccf}.st2,.st3{background:#f9c8c4}.st4,.st5{background:#ffe39a}"
            ".beint{background:#171a2b;color:#fff}.beint .nu{font:bold 34px/42px 'DejaVu Sans';color:#ffdf2b}"
            ".beint h4{color:#9db8ff}.beint li{border-color:#3b4062}.stoda td{padding:3px 8px 3px 0}"
            ".stoda{background:#eef1fb}.kjak p{border-left:3px solid #0a4fd0;padding-left:8px;margin-bottom:8px}"
            ".fregn figure{margin:0}.fregn figcaption{padding:6px 0}"
            ".kanning i{display:block;height:10px;background:#0a4fd0}.studul{background:#ffdf2b;color:#171a2b}"
        ),
    )  # fmt: skip

    def states(self, hours: int) -> Iterator[PageState]:
        """The page at each of the first hours."""
        matches = [Match(number, 1 + number // 3, 1 if number < 5 else 0) for number in range(11)]
        report = Report(0)
        for hour in range(hours):
            at = STARTS_AT + timedelta(hours=hour)
            weekend = at.weekday() >= 5
            played = 13 <= at.hour <= 20 if weekend else 18 <= at.hour <= 21
            if hour and played and self.chance.happens(0.62, "ends", hour):
                matches = self._ended(matches, hour)
            elif hour and 8 <= at.hour <= 17 and self.chance.happens(0.13, "office", hour):
                place = self.chance.below(len(matches), "which", hour)
                matches[place] = self._decided(matches[place], hour)
            if hour and 7 <= at.hour <= 22:
                report = self._reported(report, hour)
            news = (*self._words(report), *(words for item in matches for words in self._told(item)))
            points = self._points(matches)
            yield PageState(
                rows=tuple(self._page(matches, report, hour, at)), news=news, secondary=(" ".join(points),)
            )

    def _ended(self, matches: list[Match], hour: int) -> list[Match]:
        """The next match that is open ends; the oldest leaves, and another is set."""
        open_now = [place for place, item in enumerate(matches) if item.stand == 0]
        if not open_now:
            return matches
        place = open_now[0]
        matches[place] = replace(matches[place], stand=1, day=1 + hour // 24)
        if len(open_now) < 5:
            number = matches[-1].number + 1
            matches = [*matches[1:], Match(number, 2 + hour // 24 + number % 4)]
        return matches

    def _decided(self, item: Match, hour: int) -> Match:
        """Put off, called off or set anew; an ended one is protested against, and decided."""
        draw = self.chance.child("decided", hour)
        if item.stand in {1, 5}:
            return replace(item, stand=4)
        if item.stand == 4:
            return replace(item, stand=5, ruled=item.ruled + 1)
        if item.stand == 2:
            return replace(item, stand=0)
        return replace(item, stand=draw.pick((2, 2, 3), "to"), day=item.day + draw.between(2, 7, "days"))

    def _reported(self, report: Report, hour: int) -> Report:
        what = self.chance.number("report", hour)
        if what < 0.06:
            number = report.number + 1
            kept = self.chance.happens(0.4, "same picture", hour)
            return Report(number, picture=report.picture if kept else number)
        if what < 0.09:
            return replace(report, said=report.said + 1)
        if what < 0.15:
            return replace(report, picture=500 + hour)
        return report

    def _words(self, report: Report) -> tuple[str, str]:
        title, club, other = told(
            self.chance.child("told"), (_REPORTS, _CLUBS[:5], _CLUBS[5:]), report.number
        )
        draw = self.chance.child("words", report.number, report.said)
        words = _ROSTER[(report.number + report.said) % len(_ROSTER)]
        n = self.chance.between(2, 9, "n", report.number)
        return title.format(a=club, b=other, n=n), words.format(
            n=draw.between(11, 640, "n"), d=draw.between(3, 29, "d")
        )

    def _sides(self, item: Match) -> tuple[int, int]:
        home = self.chance.below(len(_CLUBS), "home", item.number)
        return home, (home + self.chance.between(1, len(_CLUBS) - 1, "away", item.number)) % len(_CLUBS)

    def _score(self, item: Match) -> tuple[int, int]:
        draw = self.chance.child("score", item.number, item.ruled)
        most = (6, 6, 34, 34, 3)[item.number % 5]
        return draw.between(most // 2 if most > 9 else 0, most, "home"), draw.between(most // 3, most, "away")

    def _told(self, item: Match) -> tuple[str, str]:
        home, away = self._sides(item)
        score = "{} – {}".format(*self._score(item)) if item.stand in {1, 4, 5} else "–"
        at = STARTS_AT + timedelta(days=item.day - 1)
        state = f'<b class="st st{item.stand}">{_STANDS[item.stand]}</b>'
        where = _GROUNDS[item.number % len(_GROUNDS)]
        return (
            f"{_CLUBS[home]} – {_CLUBS[away]}</b>, {at.day}. mai {where} {state}",
            f'<td class="mal">{score}',
        )

    def _points(self, matches: Sequence[Match]) -> list[str]:
        """A table of clubs, from their results on the page and what they had before."""
        points = [self.chance.between(3, 30, "before", club) for club in range(len(_CLUBS))]
        for item in matches:
            if item.stand in {1, 5}:
                sides, score = self._sides(item), self._score(item)
                for side in (0, 1):
                    points[sides[side]] += 3 if score[side] > score[1 - side] else score[0] == score[1]
        order = sorted(range(len(_CLUBS)), key=lambda club: (-points[club], club))
        return [f"{_CLUBS[club]} {points[club]}" for club in order]

    def _page(self, matches: Sequence[Match], report: Report, hour: int, at: datetime) -> list[Row]:
        turned = self.chance.happens(0.4, "turned", hour // 5)
        by_sport = self.chance.happens(0.5, "by sport", hour // 3)
        order = (
            sorted(matches, key=lambda item: (item.number % 5, item.number)) if by_sport else matches[::-1]
        )
        lead, table = self._report(report, hour, 600), self._matches(order, hour, 600)
        height = self.chance.pick((120, 250, 480), "px", hour)
        sold = panels.advert(self.adverts.advert("side", 60 * hour, 376, height), "lysing", 400)
        side = [self._live(hour), sold, self._poll(hour), self._talk(hour)]
        lists = f"<h4>Støðan</h4><ol>{''.join(f'<li>{line}</li>' for line in self._points(matches)[:6])}</ol>"
        standing = panels.plain("stoda", 400, lists, is_news=True)
        note = f"{at + timedelta(hours=1):%d.%m.%Y kl. %H:%M} · {self.chance.between(9, 4_000, 'here', hour)} lesa nú"
        rows = [
            row(panels.masthead("Úrslit úr Oyggjunum", 1000, note, height=54), tag="header"),
            row(self._shop(hour)),
        ]
        if turned:
            rows += [
                row([side[0], standing, *side[2:]], [table, lead], tag="main"),
                row(replace(sold, width_px=1000)),
            ]
        else:
            rows += [row([lead, table], [*side, standing], tag="main")]
        rows.append(row(panels.plain("botn", 1000, '<p class="small">Reglur · Samband</p>'), tag="footer"))
        if self.chance.happens(0.4, "sponsor", hour // 2):
            tall = self.chance.between(34, 190, "sponsor px", hour // 2)
            words = self.chance.pick(
                ("Vinn ferð til landsdystin", "Stuðla ungdóminum"), "sponsor words", hour // 2
            )
            rows.insert(
                self.chance.pick((0, 1, 2), "place", hour // 2), row(panels.strip(words, tall, name="studul"))
            )
        return rows

    def _report(self, report: Report, hour: int, width: int) -> Panel:
        title, words = self._words(report)
        shown = panels.image(f"sport-fregn-{report.picture}", width - 24, 280)
        said = f"{self.chance.below(190, 'said', report.number, hour)} viðmerkingar"
        caption = f'<figcaption><h1>{title}</h1><p>{words}</p><p class="small">{said}</p></figcaption>'
        return panels.plain("fregn", width, f"<figure>{shown}{caption}</figure>", is_news=True)

    def _matches(self, matches: Sequence[Match], hour: int, width: int) -> Panel:
        """The matches of the association; between them, rowers who train and are timed at each visit."""
        lines = []
        for item in matches:
            title, score = self._told(item)
            cheers = self.chance.between(3, 990, "cheers", item.number, hour)
            lines.append(
                f'<tr><td><b>{title}<p class="small">{_SPORTS[item.number % 5]} · ♥ {cheers}</p>{score}</tr>'
            )
        for turn in range(self.chance.below(4, "rowers", hour)):
            draw = self.chance.child("rowed", hour, turn)
            boat = f"<b>{draw.pick(_ROWED, 'boat')} – venjing</b>, {draw.pick(_GROUNDS, 'where')}"
            time = f"{draw.between(4, 9, 'minutes')}:{draw.below(60, 'seconds'):02d}"
            liked = f'<p class="small">♥ {draw.below(90, "cheers")}</p>'
            mark = f'<b class="st st{draw.below(2, "mark")}">Beint</b>{liked}'
            lines.insert(
                draw.below(len(lines) + 1, "place"), f'<tr><td>{boat} {mark}<td class="mal">{time}</tr>'
            )
        return panels.plain(
            "dystir", width, f"<h4>Dystir og úrslit</h4><table>{''.join(lines)}</table>", is_news=True
        )

    def _live(self, hour: int) -> Panel:
        """An abroad match told by the minute: another at each visit, of no league of the isles."""
        draw = self.chance.child("live", hour)
        events = "".join(
            f"<li>{draw.between(1, 90, 'minute', turn)}. {draw.pick(_EVENTS, 'event', turn).format(a='Heimalið')}</li>"
            for turn in range(draw.between(3, 7, "many"))
        )
        score = f'<p class="nu">{draw.below(5, "home")} : {draw.below(5, "away")}</p>'
        return panels.plain("beint", 400, f"<h4>Beint: ungdómslandsdystur</h4>{score}<ul>{events}</ul>")

    def _poll(self, hour: int) -> Panel:
        asked = _ASKED[hour // 9 % len(_ASKED)]
        lines = "".join(
            f'<p>{words}</p><i style="width:{self.chance.between(20, 360, "poll", words, hour)}px"></i>'
            for words in _ANSWERED
        )
        return panels.plain("kanning", 400, f"<h4>{asked}</h4>{lines}")

    def _talk(self, hour: int) -> Panel:
        lines = "".join(
            f"<p>{words.format(n=self.chance.between(2, 23, 'said', words, hour))}</p>"
            for words in self.chance.shuffled(_VOICES, "voices", hour)[
                : self.chance.between(2, 6, "many", hour)
            ]
        )
        return panels.plain("kjak", 400, f"<h4>Kjak</h4>{lines}")

    def _shop(self, hour: int) -> Panel:
        tall = self.chance.pick((90, 90, 210), "shop px", hour // 2)
        cards = "".join(
            f"<div>{panels.image(f'sport-handil-{number}', 230, tall)}<h3>{_FANS[number].format(n=100)}</h3>"
            f'<p class="small">{self.chance.between(49, 899, "price", number, hour // 8)} kr.</p></div>'
            for number in self.chance.shuffled(range(len(_FANS)), "shop", hour)[:4]
        )
        return panels.plain("handil", 1000, f'<div class="cards">{cards}</div>')


SCORES = (Urslit,)
