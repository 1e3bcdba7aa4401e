"""A Croatian sports paper: stories in bursts after matches, amid results that run and odds that are sold."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from benchmarks.sites import panels
from benchmarks.sites.illustrated import told
from benchmarks.sites.look import SANS, Look
from benchmarks.sites.news import STARTS_AT
from benchmarks.sites.page import ORIGIN, PageState, Panel, Row, row
from benchmarks.sites.site import GeneratedSite

_CLUBS = ("Galeb", "Mornar", "Slavonac", "Kamen", "Orkan", "Perivoj", "Brodar", "Zvonimir", "Jadro", "Vučjak")
_DONE = ("{a} slomio {b} u zadnjoj minuti", "{a} otpustio trenera nakon poraza od {b}", "{a} doveo napadača iz {b}a",
         "{b} bez kapetana protiv {a}a", "{a} kažnjen s {n} bodova", "Navijači {a}a traže ostavku uprave",
         "{a} i {b} dogovorili zamjenu igrača", "{b} prodaje stadion", "Ozlijeđen vratar {a}a, pauzira {n} tjedana",
         "{a} preokrenuo {n} minuta prije kraja", "Derbi {a} – {b} prekinut zbog magle", "{a} u europi, {b} ispao",
         "Sudac s utakmice {a} – {b} suspendiran")  # fmt: skip
_SAID = ("„Ovo je bilo sramotno”, kaže trener.", "Uprava će se oglasiti sutra.", "Na tribinama je bilo nezaboravno.",
         "Odluku potvrđuje i savez.", "Ugovor vrijedi dvije sezone.", "Liječnici čekaju snimke.",
         "Protivnik najavljuje žalbu.")  # fmt: skip
_NEXT = ("Stigla i reakcija saveza.", "Objavljena snimka iz svlačionice.", "Kapetan demantira.",
         "Kazna je udvostručena.",
         "Žalba je odbijena.")  # fmt: skip
_SPORTS = ("Nogomet", "Košarka", "Rukomet", "Vaterpolo", "Tenis", "Veslanje")
_RUMOURS = ("Šuška se: {a} želi krilo {b}a", "Je li {a} pred stečajem?", "{a} navodno pregovara s {b}om",
            "Mijenja li {b} boju dresa?", "Agent viđen u uredu {a}a")  # fmt: skip
_TIPS = ("Tip dana: {a} ne gubi u gostima", "Bonus dobrodošlice do {n} eura", "Kako složiti listić u petak",
         "Super koeficijent na {a}", "Aplikacija koja javlja svaki gol", "Tenisice s popustom od {n} %",
         "Dres {b}a uz pretplatu", "Test: prsluk za trčanje", "Karta za finale? Uključi se")  # fmt: skip
_TALK = ("Kakva sramota!", "Samo naprijed!", "Sudac je slijep.", "Igrao sam s njim u školi.", "Gdje je VAR?",
         "Prodajte sve!",
         "Najbolja liga na svijetu, haha.", "Vidimo se na sjeveru.", "Napokon.", "Tko je ovo pisao?")  # fmt: skip


@dataclass(frozen=True)
class Match:
    """A story of the paper: its number, how often it was written on, which of its pictures it shows."""

    number: int
    turn: int = 0
    shot: int = 0


class Poluvrijeme(GeneratedSite):
    """A sports paper: busy in the evenings and at weekends; one card of news for each sport, cards of tips between."""

    slug = "poluvrijeme"
    hard = (
        "news in bursts after matches, running results and odds in cards of the same markup, columns by visit"
    )
    more = 0
    look = Look(
        heading=SANS, body=SANS, paper="#f6f8f3", ink="#14210f", muted="#6c7a66", line="#d3dccd", accent="#1f7a1f",
        lead_px=32, top_px=17, card="#ffffff",
        extra=(
            ".masthead{background:#1f7a1f;color:#fff}.masthead .small{color:#d9f2d0}"
            ".glavna{background:#14210f;color:#fff}.semafor h4{color:#ffd400}"
            ".karta{background:#fff;border-left:5px solid #1f7a1f}.karta strong{display:block;color:#1f7a1f;"
            "font-size:12px;line-height:18px;text-transform:uppercase}.semafor{background:#14210f;color:#c8f7b0}"
            ".semafor table{width:100%}.semafor td{padding:3px 8px;font-size:14px;line-height:18px}"
            ".ljestvica td,.ljestvica th{padding:3px 10px 3px 0;text-align:left}.traka{background:#ffd400}"
            ".tribina p{border-top:1px dashed #d3dccd;padding:6px 0}.kuloar em{display:block;padding:6px 0}"
        ),
    )  # fmt: skip

    def states(self, hours: int) -> Iterator[PageState]:
        """The page at each of the first hours."""
        cards = [Match(number) for number in range(1, 1 + len(_SPORTS))]
        lead, number = Match(0), 10
        rumours = 0
        for hour in range(hours):
            at = STARTS_AT + timedelta(hours=hour)
            pace = self._pace(at) if hour else 0.0
            what = self.chance.number("what", hour)
            if what < 0.3 * pace:
                lead = Match(number, shot=lead.shot if self.chance.happens(0.2, "old shot", hour) else number)
                number += 1
            elif what < 0.38 * pace:
                lead = replace(lead, turn=lead.turn + 1)
            elif what < 0.5:
                lead = replace(lead, shot=lead.shot + 1000)
            for seat in range(len(cards)):
                if self.chance.happens(0.11 * pace, "card", seat, hour):
                    cards[seat] = Match(number, shot=number)
                    number += 1
            rumours += self.chance.happens(0.1, "rumour", hour)
            rumour = self._rumour(rumours)
            told_now = tuple(self._told(item)[0] for item in cards)
            rows = self._page(lead, cards, rumour, hour, at)
            yield PageState(rows=tuple(rows), news=(*self._told(lead), *told_now), secondary=(rumour,))

    def _pace(self, at: datetime) -> float:
        """Most happens after matches."""
        if at.weekday() > 4 and 14 <= at.hour <= 22:
            return 1.6
        if 20 <= at.hour <= 22:
            return 1.2
        return 0.35 if 8 <= at.hour < 20 else 0.05

    def _told(self, item: Match) -> tuple[str, str]:
        a, b, words, said = told(self.chance.child("told"), (_CLUBS, _CLUBS[3:], _DONE, _SAID), item.number)
        b = b if a != b else "Stari Grad"
        said = _NEXT[(item.turn + item.number) % len(_NEXT)] if item.turn else said
        return words.format(a=a, b=b, n=self.chance.between(3, 9, "n", item.number)), said

    def _rumour(self, number: int) -> str:
        a, words, b = told(self.chance.child("rumours"), (_CLUBS[:5], _RUMOURS, _CLUBS[5:]), number)
        return words.format(a=a, b=b)

    def _page(self, lead: Match, cards: Sequence[Match], rumour: str, hour: int, at: datetime) -> list[Row]:
        wide = self.chance.happens(0.5, "wide", hour // 5)
        width = 250 if wide else 320
        told_cards = [self._card(seat, item, hour, width) for seat, item in enumerate(cards)]
        for turn in range(2):
            place = self.chance.below(7, "tip at", turn, hour // 3)
            told_cards.insert(place, self._tip(turn, hour, width))
        fans = self.chance.between(0, 90, "fans", hour)
        note = f"{at.day}.{at.month}.{at.year}. {at:%H:%M} · na stadionima {fans} tisuća"
        if wide:
            body = [
                row(
                    self._lead(lead, hour, 640),
                    [self._scores(hour, at, 360), self._rumours(rumour, hour, 360)],
                ),
                row(*told_cards[:4]),
                row(*told_cards[4:]),
                row(self._table(hour, 500), self._talk(hour, 500)),
            ]
        else:
            aside = [self._scores(hour, at, 360), self._table(hour, 360), self._talk(hour, 360)]
            body = [
                row(self._lead(lead, hour, 1000)),
                row(
                    told_cards[::2], told_cards[1::2], [*aside, self._rumours(rumour, hour, 360)], tag="main"
                ),
            ]
        rows = [row(panels.masthead("POLUVRIJEME", 1000, note, height=58), tag="header"), *body]
        if self.chance.happens(0.45, "sold", hour // 2):
            sold = self.adverts.advert(
                "over", 60 * hour, 970, self.chance.pick((60, 100, 250, 400), "px", hour // 2)
            )
            rows.insert(self.chance.below(3, "sold at", hour // 2), row(panels.advert(sold, "oglas", 1000)))
        if self.chance.happens(0.25, "tape", hour):
            club, minute = self.chance.pick(_CLUBS, "tape", hour), self.chance.between(1, 90, "minute", hour)
            words = f"UŽIVO: {club}, {minute}. minuta"
            rows.insert(
                1, row(panels.strip(words, self.chance.pick((30, 44, 80), "tape px", hour), name="traka"))
            )
        return rows

    def _lead(self, item: Match, hour: int, width: int) -> Panel:
        title, said = self._told(item)
        shown = panels.image(f"sport-naslov-{item.shot}", min(width - 24, 620), 280)
        talks = self.chance.below(900, "talks", item.number, hour)
        words = (
            f'<h1><a href="{ORIGIN}/p/{item.number}">{title}</a></h1><p>{said}</p><p>{talks} komentara</p>'
        )
        html = f'<div class="side">{shown}<div>{words}</div></div>' if width == 1000 else shown + words
        return panels.plain("glavna", width, html, is_news=True)

    def _card(self, seat: int, item: Match, hour: int, width: int) -> Panel:
        shared = f"{self.chance.below(400, 'shared', item.number, hour)} dijeljenja"
        link = f'<a href="{ORIGIN}/p/{item.number}">{self._told(item)[0]}</a>'
        return _card(_SPORTS[seat], f"sport-karta-{item.shot}", link, shared, width, news=True)

    def _tip(self, turn: int, hour: int, width: int) -> Panel:
        """What is sold, between the sports and as one of them."""
        draw = self.chance.child("tip", turn, hour // 3)
        number = draw.below(len(_TIPS), "which")
        a, b = draw.pick(_CLUBS[:5], "a"), draw.pick(_CLUBS[5:], "b")
        odds = f"koeficijent {self.chance.between(110, 890, 'odds', turn, hour) / 100:.2f}"
        words = _TIPS[number].format(a=a, b=b, n=10 * draw.between(1, 9, "n"))
        return _card(draw.pick(_SPORTS, "sport"), f"sport-tip-{number}", words, odds, width)

    def _scores(self, hour: int, at: datetime, width: int) -> Panel:
        """Results as they run in the hour; until noon those of last night."""
        hour -= at.hour + 1 if at.hour < 12 else 0
        lines = ""
        for place in range(self.chance.between(3, 8, "games", hour)):
            a, b = (
                self.chance.pick(_CLUBS[:5], "home", hour, place),
                self.chance.pick(_CLUBS[5:], "guest", hour, place),
            )
            goals = f"{self.chance.below(5, 'x', hour, place)}:{self.chance.below(5, 'y', hour, place)}"
            lines += (
                f"<tr><td>{a} – {b}<td><b>{goals}</b><td>{self.chance.between(1, 90, 't', hour, place)}'</tr>"
            )
        return panels.plain("semafor", width, f"<h4>Rezultati, {at:%H:%M}</h4><table>{lines}</table>")

    def _table(self, hour: int, width: int) -> Panel:
        points = {club: self.chance.between(10, 60, "points", club, hour // 24) for club in _CLUBS}
        order = sorted(_CLUBS, key=lambda club: -points[club])
        lines = "".join(
            f"<tr><td>{place}.<td>{club}<td>{points[club]}"
            f"<td>{self.chance.between(105, 990, 'bet', club, hour) / 100:.2f}</tr>"
            for place, club in enumerate(order, 1)
        )
        heads = "<tr><th>#<th>Klub<th>Bod.<th>Prvak</tr>"
        return panels.plain("ljestvica", width, f"<h4>Ljestvica</h4><table>{heads}{lines}</table>")

    def _talk(self, hour: int, width: int) -> Panel:
        words = self.chance.shuffled(_TALK, "talk", hour)[: self.chance.between(4, 8, "many", hour)]
        lines = "".join(
            f"<p>{item} <b>+{self.chance.below(200, 'plus', item, hour)}</b></p>" for item in words
        )
        return panels.plain("tribina", width, f"<h4>Tribina</h4>{lines}")

    def _rumours(self, rumour: str, hour: int, width: int) -> Panel:
        heat = self.chance.between(5, 95, "heat", hour)
        return panels.plain(
            "kuloar", width, f"<h4>Kuloari</h4><em>{rumour}</em><p>Vjeruje {heat} % čitatelja</p>"
        )


def _card(sport: str, picture: str, link: str, said: str, width: int, *, news: bool = False) -> Panel:
    """A card, whether of news or of a tip."""
    shown = panels.image(picture, width - 29, 130)
    html = f'{shown}<strong>{sport}</strong><h2>{link}</h2><p class="small">{said}</p>'
    return panels.plain("karta", width, html, is_news=news)


STADIUMS = (Poluvrijeme,)
