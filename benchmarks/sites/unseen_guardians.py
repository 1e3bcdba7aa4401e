"""A guardian nobody had seen: a Slovene ombudsman, slow, whose cases change by one word amid much that speaks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta

from benchmarks.sites import panels
from benchmarks.sites.illustrated import told
from benchmarks.sites.look import SANS, SERIF, Look
from benchmarks.sites.news import STARTS_AT
from benchmarks.sites.page import ORIGIN, Overlay, PageState, Panel, Row, row
from benchmarks.sites.site import GeneratedSite
from benchmarks.sites.unseen_kiosks import voices

_BODIES = ("Zdravstveni dom Koper", "Občina Črnomelj", "Center za socialno delo Celje", "Upravna enota Maribor",
           "Zavod za prestajanje kazni Dob", "Ministrstvo za okolje", "Policijska postaja Ptuj", "Osnovna šola Vič",
           "Azilni dom Logatec", "Sodišče v Kranju", "Dom starejših Trbovlje")  # fmt: skip
_FAULTS = ("ni odgovoril v zakonskem roku", "je zavrnil vlogo brez obrazložitve", "mora zagotoviti tolmača",
           "je kršil pravico do zasebnosti", "naj omogoči dostop z invalidskim vozičkom", "je predolgo odločal",
           "naj vrne neupravičeno zaračunani strošek", "ni ustrezno obravnaval pritožbe",
           "je nezakonito omejil gibanje")  # fmt: skip
_OPENINGS = ("Varuhinja je izdala mnenje in dve priporočili.", "Organ ima trideset dni časa za odgovor.",
             "Pobudo je vložila skupina prebivalcev.", "Ugotovitve bodo poslane državnemu zboru.",
             "Ponovni obisk je predviden jeseni.", "Priporočilo je bilo delno upoštevano.")  # fmt: skip
_STATUSES = ("v obravnavi", "kršitev ugotovljena", "upoštevano", "zavrženo", "čaka na odgovor")
_HEROES = ("Otrokove pravice so tvoje pravice", "Dan odprtih vrat", "Pokliči brezplačno: 080 15 30",
           "Razstava: obrazi dostojanstva", "Natečaj za šole", "Letno poročilo v lahkem branju",
           "Varuh na poti: pridi v svoj kraj", "Knjižica za starejše")  # fmt: skip
_HASHTAGS = (
    "@dostojanstvo",
    "@varuhova_pot",
    "@otroci_prvi",
    "@pravice_zdaj",
    "@letnoporocilo",
    "@mladi_sprasujejo",
)
_POSTS = ("Danes smo v Murski Soboti, pridite na pogovor.", "Hvala vsem za čudovit obisk!",
          "Ali poznate svoje pravice?", "Nova oddaja podkasta je na voljo.",
          "Fotografije s srečanja z mladimi varuhi so zdaj v galeriji.",
          "Čestitke zmagovalcem natečaja.", "Spremljajte nas v živo ob 11. uri.", "Lep pozdrav iz Strasbourga.",
          "Iščemo sodelavko ali sodelavca za našo pisarno v Ljubljani.")  # fmt: skip
_ASKED = ("Kako vložim pobudo?", "Koliko časa traja postopek?", "Ali je pobuda zaupna?", "Kdaj varuh ne more pomagati?",
          "Kje je najbližja pisarna?", "Ali potrebujem odvetnika?", "Kaj je mirna rešitev?",
          "Kako spremljam svojo zadevo?")  # fmt: skip


@dataclass(frozen=True)
class Docket:
    """What the office says: opinions from the newest, and of each how far it came."""

    opinions: tuple[int, ...]
    statuses: tuple[int, ...]


class Varuh(GeneratedSite):
    """An ombudsman: twice or thrice a day an opinion, or a word at one of the cases; its campaigns are large."""

    slug = "varuh"
    hard = "slow; single words of a case change, below a hero of changing height and beside posts, dialogs, questions"
    more = 0
    look = Look(
        heading=SERIF, body=SANS, paper="#ffffff", ink="#1f2430", muted="#767c89", line="#dcdfe6", accent="#4a2c7a",
        lead_px=28, top_px=17, card="#f3f0f8",
        extra=(
            ".masthead{border-bottom:3px solid #4a2c7a}.hero h1{position:absolute;left:24px;bottom:20px;color:#fff;"
            "background:#4a2c7acc;padding:4px 14px;margin:0}.posts{background:#f3f0f8}.cases li{display:flex;"
            "justify-content:space-between;align-items:flex-start;gap:14px}"
            ".cases i{font:bold 13px/25px 'Liberation Sans';color:#fff;"
            "background:#5c6b7a;padding:0 10px;white-space:nowrap}.cases .s1{background:#b3261e}"
            ".cases .s2{background:#2e7d32}.dialog{background:#1f2430;color:#fff}"
        ),
    )  # fmt: skip

    def states(self, hours: int) -> Iterator[PageState]:
        """The page at each of the first hours."""
        shown, due = Docket((-1, -2, -3, -4, -5), (0, 4, 1, 0, 2)), 5
        for hour in range(hours):
            if hour == due:
                due = self._next_due(hour)
                shown = self._next(shown, hour)
            heads = map(self._head, shown.opinions)
            pairs = zip(heads, shown.statuses, strict=True)
            cases = (f'{head}</h2><i class="s{status}">{_STATUSES[status]}' for head, status in pairs)
            over = (self._dialog(hour),) if self.chance.happens(0.2, "dialog", hour) else ()
            yield PageState(
                rows=tuple(self._page(shown, hour)),
                news=(self._told(shown.opinions[0])[2], *cases),
                overlays=over,
            )

    def _next_due(self, hour: int) -> int:
        """Seven to twelve hours later; what would come before dawn comes at six."""
        due = hour + self.chance.between(7, 11, "due", hour)
        o_clock = (STARTS_AT + timedelta(hours=due)).hour
        return due + 6 - o_clock if o_clock < 6 else due

    def _next(self, old: Docket, hour: int) -> Docket:
        if self.chance.happens(0.6, "opinion", hour):
            return Docket(
                (hour, *old.opinions[:4]), (self.chance.pick((0, 1, 4), "status", hour), *old.statuses[:4])
            )
        place = self.chance.below(4, "case", hour)
        step = self.chance.between(1, len(_STATUSES) - 1, "step", hour)
        status = (old.statuses[place] + step) % len(_STATUSES)
        return replace(old, statuses=(*old.statuses[:place], status, *old.statuses[place + 1 :]))

    def _told(self, number: int) -> tuple[str, ...]:
        return told(self.chance.child("told"), (_BODIES, _FAULTS, _OPENINGS), number)

    def _head(self, number: int) -> str:
        body, fault, _ = self._told(number)
        return f"{body} {fault}"

    def _page(self, shown: Docket, hour: int) -> list[Row]:
        at = STARTS_AT + timedelta(hours=hour)
        calls = self.chance.between(0, 14, "calls", hour)
        note = f"{at:%d. %m. %Y · %H:%M} · čakajočih klicev: {calls}"
        rows = [
            row(panels.masthead("Varuh pravic", 1000, note, height=66), tag="header"),
            row(self._hero(hour)),
            row(
                [self._lead(shown.opinions[0], 620), self._cases(shown, 620)],
                [self._posts(hour, 380), self._asked(hour, 380)],
                tag="main",
            ),
            row(panels.recommended(self.chance, hour, 1000, 4, "Iz galerije", titles=_HEROES)),
        ]
        if self.chance.happens(0.25, "cookies", hour // 3):
            rows.insert(
                0, row(panels.strip("Spletna stran uporablja piškotke. Sprejmi.", 60, name="cookies"))
            )
        return rows

    def _hero(self, hour: int) -> Panel:
        number = self.chance.below(len(_HEROES), "hero", hour)
        shown = panels.image(f"culture-hero-{number}", 976, (160, 220, 290)[number % 3])
        return panels.plain("hero", 1000, f"{shown}<h1>{_HEROES[number]}</h1>")

    def _lead(self, number: int, width: int) -> Panel:
        html = (
            f'<h4>Novo mnenje</h4><h1><a href="{ORIGIN}/mnenje/{number + 10}">{self._head(number)}</a></h1>'
            f"<p>{self._told(number)[2]}</p>"
        )
        return panels.plain("lead", width, html, is_news=True)

    def _cases(self, shown: Docket, width: int) -> Panel:
        lines = "".join(
            f'<li><h2>{self._head(number)}</h2><i class="s{status}">{_STATUSES[status]}</i></li>'
            for number, status in zip(shown.opinions, shown.statuses, strict=True)
        )
        return panels.plain("cases", width, f"<h4>Zadeve</h4><ul>{lines}</ul>", is_news=True)

    def _posts(self, hour: int, width: int) -> Panel:
        return panels.plain("posts", width, voices(self.chance, hour, (_HASHTAGS, _POSTS), "Na omrežjih"))

    def _asked(self, hour: int, width: int) -> Panel:
        many: Sequence[str] = self.chance.shuffled(_ASKED, "asked", hour)[
            : self.chance.between(3, 6, "many", hour)
        ]
        lines = "".join(f"<li><h3>{words}</h3></li>" for words in many)
        return panels.plain("asked", width, f"<h4>Pogosta vprašanja</h4><ul>{lines}</ul>")

    def _dialog(self, hour: int) -> Overlay:
        words = "<h2>Ocenite naše delo</h2><p>Anketa traja dve minuti. Hvala za sodelovanje.</p>"
        place = self.chance.pick((280, 620), "dialog y", hour)
        return Overlay(panels.plain("dialog", 400, words), 300, place)


UNSEEN_GUARDIANS = (Varuh,)
