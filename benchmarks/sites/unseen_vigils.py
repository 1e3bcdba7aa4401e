"""A Danish nurses' union in a conflict, and a Polish register of bathing places."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from benchmarks.sites import panels
from benchmarks.sites.illustrated import Duty, told
from benchmarks.sites.look import SANS, WIDE, Look
from benchmarks.sites.news import STARTS_AT
from benchmarks.sites.page import ORIGIN, Overlay, PageState, Panel, Row, row
from benchmarks.sites.site import GeneratedSite

_PARTIES = ("Forligsmanden", "Danske Regioner", "Hovedbestyrelsen", "Kredsformanden i Midtjylland",
            "Arbejdsretten", "Tillidsfolkene", "Sundhedsministeren", "Konfliktudvalget")  # fmt: skip
_MOVES = ("indkalder til nyt møde", "afviser det seneste udspil", "udvider nødberedskabet", "åbner for lokale aftaler",
          "fastholder kravet om nattillæg", "udsætter konflikten i to uger", "vil se på vagtplanerne",
          "beklager forløbet", "sender mæglingsskitse i høring")  # fmt: skip
_AROUND = ("efter natlige drøftelser", "forud for weekenden", "med støtte fra jordemødrene", "uden at oplyse hvorfor",
           "trods advarsler fra overlæger")  # fmt: skip
_DETAIL = ("Det fremgår af et brev på {n} sider.", "Aftalen dækker {n} afdelinger.", "{n} medlemmer har deltaget.",
           "Næste frist er om {n} timer.", "Udgiften anslås til {n} millioner kroner.")  # fmt: skip
_WARDS = ("Akutmodtagelsen", "Dialysen", "Børneafsnittet", "Opvågningen", "Hjemmeplejen Nord", "Ortopædkirurgien",
          "Barselsgangen", "Onkologisk dagafsnit", "Nattevagten", "Psykiatrisk skadestue")  # fmt: skip
_TOWNS = ("Aalborg", "Viborg", "Odense", "Esbjerg", "Hillerød", "Køge", "Randers", "Kolding", "Hvidovre")
_STEPS = ("varslet", "i gang", "skærpet", "afbrudt til mægling", "afsluttet med aftale")
_MEMBERS = ("Jeg løber hurtigere hvert år", "Sytten patienter og to hænder", "Min datter spørger, hvornår jeg har fri",
            "Vi græder på parkeringspladsen", "Pensionen må vente", "Derfor blev jeg", "Derfor rejste jeg",
            "En nat på stue 9")  # fmt: skip
_POSTS = ("I er seje, hold ud!", "Hvornår kommer strejkestøtten?", "Husk kaffe ved hovedindgangen",
          "Så I ministeren i går?", "Vi mangler bannere i Køge", "Min chef har ikke svaret på tre uger",
          "Solidariske hilsner fra 3F", "Kan elever melde sig?", "Bussen fra Randers er fuld",
          "Flot tale, Bente", "Det er ikke løn, det er respekt", "Nogen der har en trækvogn?",
          "Hilsen fra en patient: tak")  # fmt: skip
_NAMES = ("Mette K.", "Jonas", "Birgit S.", "sygeplejerske_87", "Fatma", "Ole fra Vejle", "Line", "Kirsten M.",
          "Anonym")  # fmt: skip
_SHOP = ("Hættetrøje: Nok er nok", "Krus med kanylemotiv", "Badge, pakke med ti", "Mulepose", "Fagligt julekort",
         "Plakat A3", "Regnslag")  # fmt: skip


@dataclass(frozen=True)
class Action:
    """An action at a place of work: which one, and how far it went."""

    number: int
    step: int = 0


class Vagtskifte(GeneratedSite):
    """A union: four notes on the talks, six actions whose standing goes on; members' posts and tales around them."""

    slug = "vagtskifte"
    hard = (
        "Danish; a word in a row is news; posts larger than the news, columns change sides, appeals push down"
    )
    more = 0
    look = Look(
        heading=WIDE, body=SANS, paper="#fdf7f4", ink="#2a1f2b", muted="#85757f", line="#ead9d3", accent="#a3195b",
        lead_px=26, top_px=16, card="#ffffff",
        extra=(
            ".masthead{background:#a3195b;color:#fff}.masthead .small{color:#ffd9ea}.note{background:#fff;border-left:"
            "6px solid #a3195b}.action{background:#fff;border-bottom:2px solid #fdf7f4}.action b{color:#a3195b}"
            ".tale{background:#2a1f2b;color:#fff}.posts li{font-size:14px;line-height:19px}.join{background:#fff;"
            "border:4px solid #a3195b}.names{background:#f3dfe6}.sum{text-align:center;background:#f7c9d9}"
        ),
    )  # fmt: skip
    duty = Duty(hours=(6, 21), then=0.6, night=0.25)

    def states(self, hours: int) -> Iterator[PageState]:
        """The page at each of the first hours."""
        notes, actions = [3, 2, 1, 0], [Action(number, number % 3) for number in range(6)]
        for hour in range(hours):
            at = STARTS_AT + timedelta(hours=hour)
            what = self.chance.number("what", hour) / self.duty.at(at) if hour else 1.0
            if what < 0.1:
                notes = [notes[0] + 1, *notes[:3]]
            elif what < 0.27:
                actions = self._onward(actions, hour)
            news = (*(part for item in notes for part in self._told(item)), *map(self._standing, actions))
            over = (self._join(),) if self.chance.happens(0.18, "join", hour) else ()
            yield PageState(rows=tuple(self._page(notes, actions, hour, at)), news=news, overlays=over)

    def _onward(self, old: list[Action], hour: int) -> list[Action]:
        """One action goes a step on; one that ended makes room for another at its place or at the end."""
        place = self.chance.below(6, "place", hour)
        if old[place].step < len(_STEPS) - 1:
            return [*old[:place], replace(old[place], step=old[place].step + 1), *old[place + 1 :]]
        new = Action(max(item.number for item in old) + 1)
        rest = [*old[:place], *old[place + 1 :]]
        return (
            [*old[:place], new, *old[place + 1 :]] if self.chance.happens(0.5, "here", hour) else [*rest, new]
        )

    def _told(self, number: int) -> tuple[str, str]:
        title = " ".join(told(self.chance.child("note"), (_PARTIES, _MOVES, _AROUND), number))
        draw = self.chance.child("detail", number)
        return (
            title,
            f"{draw.pick(_DETAIL, 'words').format(n=draw.between(3, 480, 'n'))} (Nyt nr. {number + 214})",
        )

    def _standing(self, item: Action) -> str:
        ward, town = told(self.chance.child("ward"), (_WARDS, _TOWNS), item.number)
        return f"{ward}, {town} (aktion {item.number + 31}): {_STEPS[item.step]}"

    def _page(self, notes: list[int], actions: list[Action], hour: int, at: datetime) -> list[Row]:
        news = [self._note(item, hour, 600) for item in notes]
        strikes = [self._action(item, hour, 600) for item in actions]
        aside = [self._posts(hour, 400), self._names(hour, 400), self._shop(hour, 400)]
        main = [*news, self._sum(hour, 600), *strikes]
        rows = [
            row(panels.masthead("Vagtskifte · Fagforbundet", 1000, f"{at:%d.%m.%Y %H.%M}"), tag="header"),
            row(self._tale(hour)),
            row(aside, main) if self.chance.happens(0.25, "side", hour) else row(main, aside),
            row(panels.plain("foot", 1000, '<p class="small">Kontakt · A-kasse · Presse</p>'), tag="footer"),
        ]  # fmt: skip
        if self.chance.happens(0.35, "appeal", hour // 2):
            height = self.chance.pick((60, 96, 150), "appeal height", hour // 2)
            rows.insert(1, row(panels.strip("Giv til strejkekassen: MobilePay 41 27", height, name="promo")))
        return rows

    def _note(self, number: int, hour: int, width: int) -> Panel:
        title, words = self._told(number)
        link = f'<a href="{ORIGIN}/nyt/{number}">{title}</a>'
        liked = self.chance.between(20, 2400, "liked", number, hour)
        html = f'<h2>{link}</h2><p>{words}</p><p class="small">{liked} synes godt om</p>'
        return panels.plain("note", width, html, is_news=True)

    def _action(self, item: Action, hour: int, width: int) -> Panel:
        seen = f"{self.chance.between(4, 90, 'guards', item.number, hour)} på vagt ved porten lige nu"
        html = f'<h3>{self._standing(item)}</h3><p class="small">{seen}</p>'
        return panels.plain("action", width, html, is_news=True)

    def _tale(self, hour: int) -> Panel:
        """A member's tale at each visit, its portrait not always as tall."""
        number, height = (
            self.chance.below(len(_MEMBERS), "tale", hour),
            self.chance.pick((240, 300, 360), "tall", hour),
        )
        picture = panels.image(f"portrait-tale-{number}", 480, height)
        words = f"<div><h1>„{_MEMBERS[number]}“</h1></div>"
        return panels.plain("tale", 1000, f'<div class="side">{picture}{words}</div>')

    def _posts(self, hour: int, width: int) -> Panel:
        draw = self.chance.child("posts", hour)
        lines = "".join(
            f"<li><b>{draw.pick(_NAMES, 'who', seat)}</b> {draw.between(1, 55, 'age', seat)} min.<br>{words}</li>"
            for seat, words in enumerate(draw.shuffled(_POSTS, "words")[: draw.between(7, 11, "count")])
        )
        return panels.plain("posts", width, f"<h4>Væggen</h4><ul>{lines}</ul>")

    def _names(self, hour: int, width: int) -> Panel:
        order = self.chance.shuffled(_NAMES, "names", hour)[:6]
        return panels.plain("names", width, f"<h4>Har lige skrevet under</h4><p>{', '.join(order)}</p>")

    def _shop(self, hour: int, width: int) -> Panel:
        order = self.chance.shuffled(range(len(_SHOP)), "shop", hour // 2)[:3]
        cards = "".join(
            f"<div>{panels.image(f'feature-shop-{n}', 114, 90)}<h3>{_SHOP[n]}</h3></div>" for n in order
        )
        return panels.plain("shop", width, f'<h4>Butikken</h4><div class="cards">{cards}</div>')

    def _sum(self, hour: int, width: int) -> Panel:
        words = f"{48_310 + 23 * hour + self.chance.below(23, 'sum', hour)} underskrifter"
        return panels.plain("sum", width, f"<h1>{words}</h1>")

    def _join(self) -> Overlay:
        words = "<h2>Bliv medlem i dag</h2><p>De første tre måneder er gratis.</p><p>Nej tak</p>"
        return Overlay(panels.plain("join", 420, f'<div style="height:140px">{words}</div>'), 290, 480)


_BEACHES = ("Babie Doły", "Brzeźno", "Chłapowo", "Dąbki", "Gdynia Orłowo", "Grzybowo", "Hel Duża Plaża", "Jastarnia",
            "Jezioro Białe", "Karwia", "Kuźnica", "Łeba", "Mechelinki", "Mielno", "Ostrowo", "Puck", "Rowy",
            "Sopot Łazienki", "Stegna", "Ustka", "Władysławowo", "Zalew Sulejów")  # fmt: skip
_STATUS = ("woda przydatna do kąpieli", "zakaz kąpieli", "warunkowa przydatność wody", "zakaz wprowadzania psów",
           "kąpielisko czasowo zamknięte", "pobrano próbki kontrolne", "kąpiel na własną odpowiedzialność")  # fmt: skip
_WHY = ("sinice", "Escherichia coli", "enterokoki", "awaria kanalizacji", "brak ratowników", "wynik prawidłowy",
        "po ulewie", "zakwit glonów", "pomost w naprawie")  # fmt: skip
_SKY = ("słonecznie", "zachmurzenie", "przelotny deszcz", "mgła", "burza w oddali")
_FLAGS = ("biała", "czerwona", "brak flagi")
_TIPS = ("Nie skacz do wody na główkę", "Pij wodę, nie piwo", "Dziecko zawsze na wyciągnięcie ręki",
         "Krem z filtrem co dwie godziny", "Opaska dla malucha u ratownika", "Nie zostawiaj psa w aucie")  # fmt: skip
_VOICES = ("Woda jak zupa, ale ludzi mało", "Parking 12 zł za godzinę, skandal", "Ratownicy super", "Dużo meduz",
           "Gofry najlepsze przy molo", "Prysznic znowu nie działa", "Czysto, polecam", "Wiatr urywa głowę",
           "Zejście dla wózków ok", "Mewy ukradły kanapkę")  # fmt: skip


@dataclass(frozen=True)
class Shore:
    """A bathing place of the register and the number of the decision in force."""

    name: str
    decision: int


class Kapieliska(GeneratedSite):
    """A sanitary office's register: ten rows of measured values, among which the word of a decision matters."""

    slug = "kapieliska"
    hard = "Polish; values in each row change hourly, a status seldom; rows sorted otherwise at some visits, webcams"
    more = 0
    look = Look(
        heading=SANS, body=WIDE, paper="#f4fafc", ink="#12303d", muted="#5f7d89", line="#cfe2e9", accent="#00728f",
        lead_px=25, top_px=17, card="#ffffff",
        extra=(
            ".masthead{background:#00728f;color:#fff}.masthead .small{color:#d3f1f8}.shore{background:#fff;"
            "border-bottom:1px solid #cfe2e9}.shore td{font-size:13px;padding:2px 4px}.shore .v{width:76px;"
            "text-align:right}.shore .pick{background:#ffe9a8}.tip{background:#ffe9a8;text-align:center}"
            ".cams{background:#12303d;color:#fff}.head td{font-size:12px;padding:2px 4px}.voices li{font-size:13px}"
        ),
    )  # fmt: skip
    duty = Duty(hours=(7, 19), then=0.7, night=0.07)

    def states(self, hours: int) -> Iterator[PageState]:
        """The page at each of the first hours; in which order the rows stand is no news."""
        names = self.chance.shuffled(_BEACHES, "names")
        shores = sorted(
            (Shore(name, seat) for seat, name in enumerate(names[:10])), key=lambda item: item.name
        )
        count = 10
        for hour in range(hours):
            at = STARTS_AT + timedelta(hours=hour)
            what = self.chance.number("what", hour) / self.duty.at(at) if hour else 1.0
            if what < 0.34:
                shores, count = self._decided(shores, count, hour), count + 1
            news = tuple(self._status(item) for item in shores)
            yield PageState(rows=tuple(self._page(shores, hour, at)), news=news)

    def _decided(self, old: list[Shore], count: int, hour: int) -> list[Shore]:
        """A decision for one of the rows, seldom one that puts another place in the register instead."""
        place = self.chance.below(10, "place", hour)
        name = old[place].name
        if self.chance.happens(0.12, "another", hour):
            name = self.chance.pick(sorted(set(_BEACHES) - {item.name for item in old}), "name", hour)
        new = [*old[:place], Shore(name, count), *old[place + 1 :]]
        return sorted(new, key=lambda item: item.name)

    def _status(self, item: Shore) -> str:
        status, why = told(self.chance.child("status"), (_STATUS, _WHY), item.decision)
        return f"{item.name}: {status} – {why} (decyzja HK.{410 + item.decision}/26)"

    def _page(self, shores: list[Shore], hour: int, at: datetime) -> list[Row]:
        warm = {item.name: self.chance.between(140, 223, "warm", item.name, hour) for item in shores}
        chosen = self.chance.happens(0.22, "sorted", hour)
        order = sorted(shores, key=lambda item: -warm[item.name]) if chosen else shores
        picked = self.chance.below(10, "picked", hour // 2)
        table = [self._shore(item, warm[item.name], hour, seat == picked) for seat, item in enumerate(order)]
        aside = [self._tip(hour, 300), self._sky(hour, 300), self._voices(hour, 300)]
        rows = [
            row(panels.masthead("Serwis Kąpieliskowy", 1000, f"stan na {at:%d.%m.%Y, %H:%M}"), tag="header"),
            row(self._cams(hour)),
            row([self._head(chosen, hour, 700), *table], aside, tag="main"),
            row(panels.advert(self.adverts.advert("low", 60 * hour, 970, 180), "low-advert", 1000)),
            row(panels.plain("foot", 1000, '<p class="small">Inspekcja Sanitarna · Deklaracja dostępności</p>')),
        ]  # fmt: skip
        if self.chance.happens(0.3, "wind", hour // 2):
            height = self.chance.pick((50, 84, 128), "wind height", hour // 2)
            force = self.chance.between(5, 9, "force", hour)
            rows.insert(1, row(panels.strip(f"Uwaga: wiatr do {force} w skali Beauforta", height)))
        return rows

    def _shore(self, item: Shore, warm: int, hour: int, picked: bool) -> Panel:
        """A row: what was decided, and what the buoys measured in this hour."""
        draw = self.chance.child("measured", item.name, hour)
        values = (f"{warm / 10:.1f} °C", f"UV {draw.between(1, 9, 'uv')}", f"{draw.between(2, 98, 'full')} % miejsc",
                  draw.pick(_FLAGS, "flag"))  # fmt: skip
        cells = "".join(f'<td class="v">{value}</td>' for value in values)
        badge = '<p class="small pick">polecane na dziś</p>' if picked else ""
        html = f"<table><tr><td>{self._status(item)}</td>{cells}</tr></table>{badge}"
        return panels.plain("shore", 700, html, is_news=True)

    def _head(self, chosen: bool, hour: int, width: int) -> Panel:
        words = "według temperatury" if chosen else "alfabetycznie"
        near = f"odświeżono {self.chance.between(2, 59, 'fresh', hour)} s temu"
        return panels.plain("head", width, f"<h2>Wykaz kąpielisk ({words})</h2><p>{near}</p>")

    def _cams(self, hour: int) -> Panel:
        """Pictures of the hour from three of seven cameras."""
        height = self.chance.pick((170, 210), "cams height", hour // 4)
        cams = self.chance.shuffled(range(7), "cams", hour)[:3]
        cards = "".join(
            f"<div>{panels.image(f'webcam-{cam}-{hour}', 314, height)}<p>Kamera {cam + 1}</p></div>"
            for cam in cams
        )
        return panels.plain("cams", 1000, f'<div class="cards">{cards}</div>')

    def _tip(self, hour: int, width: int) -> Panel:
        return panels.plain("tip", width, f"<h1>{self.chance.pick(_TIPS, 'tip', hour)}</h1>")

    def _sky(self, hour: int, width: int) -> Panel:
        words = f"{self.chance.pick(_SKY, 'sky', hour // 2)}, fala {self.chance.between(1, 30, 'wave', hour) / 10} m"
        return panels.plain("sky", width, f"<h4>Pogoda</h4><h1>{12 + hour * 7 % 13}°</h1><p>{words}</p>")

    def _voices(self, hour: int, width: int) -> Panel:
        order = self.chance.shuffled(_VOICES, "voices", hour)[:5]
        lines = "".join(
            f"<li>{'★' * self.chance.between(1, 5, 'stars', words, hour)} {words}</li>" for words in order
        )
        return panels.plain("voices", width, f"<h4>Opinie plażowiczów</h4><ul>{lines}</ul>")


UNSEEN_VIGILS = (Vagtskifte, Kapieliska)
