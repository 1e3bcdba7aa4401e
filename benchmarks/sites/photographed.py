"""A lead whose photograph is replaced by a later one: a Latvian paper, with sponsored posts amid its news."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta

from benchmarks.sites import panels
from benchmarks.sites.illustrated import Duty, told
from benchmarks.sites.insertions import Guest, Visits, mixed
from benchmarks.sites.look import SANS, SERIF, Look
from benchmarks.sites.news import STARTS_AT
from benchmarks.sites.page import ORIGIN, PageState, Panel, Row, row
from benchmarks.sites.site import GeneratedSite

_TOWNS = ("Upmalē", "Vecgatē", "Zilupītē", "Pie Dzirnavezera", "Kalnmuižā", "Stendē", "Ostas ielā", "Bērzpils pagastā",
          "Uz Ventiņu šosejas", "Jaunciemā", "Sabiles pusē")  # fmt: skip
_EVENTS = ("deg noliktavas jumts", "atklāj atjaunoto tirgu", "slēdz tiltu satiksmei", "vētra izgāž desmitiem koku",
           "skolēni paliek bez autobusa", "policija aiztur degvielas zagli", "pašvaldība pārdod veco pastu",
           "atrod kara laika mīnu", "sākas ielu svētki", "lācis staigā gar mājām", "aptur siltumtrases darbus",
           "dome balso par nodokļa atlaidi", "plosts uzskrien seklumam")  # fmt: skip
_TAILS = ("cietušo nav", "iedzīvotāji neapmierināti", "sāk pārbaudi", "zaudējumus rēķina", "glābēji strādā visu nakti",
          "domes priekšsēdis skaidrojas", "palīdz brīvprātīgie", "atbildēs tiesa", "darbi ilgs mēnesi")  # fmt: skip
_LATER = (
    "papildināts",
    "jauna informācija",
    "ministrija komentē",
    "satiksme atjaunota",
    "aculiecinieku stāsti",
)
_LEDES = ("Par notikušo ziņoja garāmgājēji, un pēc stundas uz vietas bija visi dienesti.",
          "Kā vēstīts, lēmums bija gaidāms jau rudenī, taču līgums kavējās.",
          "Redakcija turpina sekot notikumiem un gaida atbildi no pašvaldības.",
          "Vietējie stāsta, ka par to brīdinājuši jau sen, bet neviens nav klausījies.")  # fmt: skip
_SELLERS = ("Zobārstniecība Smaids", "Logu nams", "Banka Krasts", "Mēbeļu darbnīca", "Veikals Rats", "Viesu nams Bebri",
            "Apdrošināšana Jumts", "Optika Skats", "Auto Centrs")  # fmt: skip
_PITCHES = ("pieci iemesli neatlikt uz rudeni", "kā ietaupīt trešdaļu rēķina", "pirmā reize bez maksas",
            "ko saka klienti pēc gada", "šonedēļ atlaide pensionāriem", "desmit jautājumi pirms pirkuma",
            "padomi vasaras mājai")  # fmt: skip
_SOLD = ("Reklāma", "Sadarbības raksts", "Apmaksāts saturs", "Redakcija iesaka", "Partneru ziņas")
_VOICES = ("Beidzot kāds to pateica skaļi.", "Un kas par to maksās? Mēs, protams.", "Braucu garām, izskatījās baisi.",
           "Paldies glābējiem!", "Kāpēc par to neraksta galvaspilsētā?", "Pirms gada solīja citu.",
           "Mana vecmāmiņa tur dzīvoja.", "Nākamgad vēlēšanas, tad jau redzēs.", "Skaista bilde, kur tas ir?",
           "Atkal tas pats tilts…", "Lai dome brauc pati ar autobusu.", "Vai kāds zina, kad atvērs?")  # fmt: skip
_NAMES = ("Ilze", "Jānis K.", "vecais zvejnieks", "Baiba", "Upmalietis", "Aivars", "Dzintra", "R. L.", "Kaspars",
          "Lapsa")  # fmt: skip
_FEATURES = ("Fotostāsts: rīts tirgū", "Dārza plāns maijam", "Senās kartes", "Rabarberu maize", "Pirms 100 gadiem",
             "Novada koki", "Mūsu basketbols", "Ceļā ar tvaikoni")  # fmt: skip
_DRIVES = (
    "Abonē otrajam pusgadam!",
    "Lasītāju balva: balso",
    "Talka 9. maijā",
    "Atbalsti neatkarīgu vietējo avīzi",
)


@dataclass(frozen=True)
class Story:
    """A story: which one, how often its headline was put right, and which photograph of it is shown."""

    number: int
    revision: int = 0
    take: int = 0

    @property
    def picture(self) -> str:
        """Key of its photograph."""
        return f"{('city', 'world', 'politics', 'sport')[self.number % 4]}-{self.number}-{self.take}"


class Upmale(GeneratedSite):
    """A regional paper: a lead with a large photograph, seven stories with small ones, sponsored posts among them."""

    slug = "upmale"
    hard = "news in words, seldom a later photograph of the lead; sponsored posts with pictures, adverts, galleries"
    more = 0
    look = Look(
        heading=SERIF, body=SANS, paper="#ffffff", ink="#1d1d1b", muted="#6d6d6d", line="#dddddd", accent="#7a1f2b",
        lead_px=30, top_px=18, card="#f5f1ea",
        extra=(
            ".lead h1{margin-top:10px}.voices{background:#f5f1ea}"
            ".voices li{display:flex;gap:10px}.voices img{border-radius:19px}"
            ".gallery{background:#1d1d1b;color:#fff}.gallery h3{margin-top:6px}.gallery h4{color:#e0c9a6}"
            ".list li.sold h3{color:#5a4a2f}.list .tag{color:#7a1f2b;font-weight:bold}"
            ".drive{background:#7a1f2b;color:#fff}.drive h2{margin:6px 0 0}.menu span{margin-right:22px}"
        ),
    )  # fmt: skip
    visits = Visits(per_h=0.42, stays_h=(1, 3), places=(0, 1, 2, 2, 3, 5), together=2)
    duty = Duty(hours=(6, 21), then=0.5, night=0.12)

    def states(self, hours: int) -> Iterator[PageState]:
        """The page at each of the first hours."""
        stories = [Story(number) for number in reversed(range(8))]
        for hour, guests in enumerate(self.visits.at_each_hour(self.chance.child("guests"), hours)):
            at = STARTS_AT + timedelta(hours=hour)
            if hour and self.chance.happens(0.58 * self.duty.at(at), "edited", hour):
                stories = self._edited(stories, hour + 10)
            shown = f"/media/{stories[0].picture}.svg"
            words = tuple(self._title(item) for item in stories)
            yield PageState(rows=tuple(self._page(stories, guests, hour)), news=(shown, *words))

    def _edited(self, old: list[Story], number: int) -> list[Story]:
        """Another story leads or comes second, a headline is put right, or the photographer sends a later picture."""
        what = self.chance.number("what", number)
        if what < 0.32:
            return [Story(number), *old[:7]]
        if what < 0.8:
            return [old[0], Story(number), *old[1:7]]
        if what < 0.93:
            place = self.chance.below(4, "whose", number)
            changed = replace(old[place], revision=old[place].revision + 1)
            return [*old[:place], changed, *old[place + 1 :]]
        return [replace(old[0], take=old[0].take + 1), *old[1:]]

    def _title(self, item: Story) -> str:
        town, event, tail = told(self.chance.child("told"), (_TOWNS, _EVENTS, _TAILS), item.number)
        tail = _LATER[(item.number + item.revision) % len(_LATER)] if item.revision else tail
        return f"{town} {event}; {tail}"

    def _page(self, stories: Sequence[Story], guests: Sequence[Guest], hour: int) -> list[Row]:
        at = STARTS_AT + timedelta(hours=hour)
        note = f"{at:%d.%m.%Y. %H:%M} · {self.chance.below(9, 'sky', hour // 2) + 9}°"
        menu = "".join(
            f"<span>{name}</span>"
            for name in ("Ziņas", "Novadi", "Sports", "Kultūra", "Sludinājumi", "E-avīze")
        )
        wide = self.adverts.advert("top", 60 * (hour - hour % 3), 976, 180)
        tall = self.adverts.advert("side", 60 * hour, 346, 300)
        rows = [
            row(panels.masthead("Upmales Vēstis", 1000, note, height=62), tag="header"),
            row(panels.plain("menu", 1000, f"<p>{menu}</p>")),
            row(panels.advert(wide, "top-advert", 1000)),
            row(
                [self._lead(stories[0], hour, 630), self._list(stories[1:], guests, hour, 630)],
                [
                    self._voices(hour, 370),
                    panels.advert(tall, "side-advert", 370),
                    self._gallery(hour, 370),
                    self._read(hour, 370),
                ],
                tag="main",
            ),
            row(
                panels.plain("foot", 1000, '<p class="small">Redakcija · Reklāma · Abonēšana · Privātums</p>')
            ),
        ]
        day = hour // 24
        if self.chance.happens(0.5, "drive", day):
            number = self.chance.below(len(_DRIVES), "which drive", day)
            picture = panels.image(f"crowd-drive-{number}", 976, self.chance.pick((90, 140), "tall", day))
            rows.insert(2, row(panels.plain("drive", 1000, f"{picture}<h2>{_DRIVES[number]}</h2>")))
        return rows

    def _lead(self, item: Story, hour: int, width: int) -> Panel:
        title = f'<h1><a href="{ORIGIN}/zinas/{item.number}">{self._title(item)}</a></h1>'
        said = self.chance.below(12, "said", item.number) + max(0, hour + 10 - item.number)
        lede = f'<p>{_LEDES[item.number % len(_LEDES)]}</p><p class="small">Komentāri: {said}</p>'
        return panels.plain(
            "lead", width, f"{panels.image(item.picture, width - 24, 320)}{title}{lede}", is_news=True
        )

    def _list(self, stories: Sequence[Story], guests: Sequence[Guest], hour: int, width: int) -> Panel:
        lines = "".join(
            self._sponsored(item) if isinstance(item, Guest) else self._line(item, hour)
            for item in mixed(stories, guests)
        )
        return panels.plain("list", width, f"<h4>Jaunākās ziņas</h4><ul>{lines}</ul>", is_news=True)

    def _line(self, item: Story, hour: int) -> str:
        age = max(1, hour + 10 - item.number)
        return _entry(
            panels.image(item.picture, 120, 76),
            f'<h2><a href="{ORIGIN}/zinas/{item.number}">{self._title(item)}</a></h2>',
            f"pirms {age} h" if age < 24 else f"pirms {age // 24} d",
        )

    def _sponsored(self, guest: Guest) -> str:
        """A post that is paid for, or one of the house: written anew each time."""
        label, seller, pitch = told(self.chance.child("sold"), (_SOLD, _SELLERS, _PITCHES), guest.text)
        return _entry(
            panels.image(f"sold-{guest.text}", 120, 76),
            f'<h3><a href="{ORIGIN}/partneri/{guest.text}">{seller}: {pitch}</a></h3>',
            f'<span class="tag">{label}</span>',
            "sold",
        )

    def _voices(self, hour: int, width: int) -> Panel:
        """What readers write now, with their faces."""
        lines = ""
        for who in self.chance.shuffled(range(len(_NAMES)), "who", hour)[:4]:
            words = self.chance.pick(_VOICES, "words", hour, who)
            ago = self.chance.between(1, 59, "ago", hour, who)
            lines += (
                f"<li>{panels.image(f'culture-reader-{who}', 38, 38)}<div><p>{words}</p>"
                f'<p class="small">{_NAMES[who]}, pirms {ago} min</p></div></li>'
            )
        return panels.plain("voices", width, f"<h4>Lasītāji tagad</h4><ul>{lines}</ul>")

    def _gallery(self, hour: int, width: int) -> Panel:
        """One of eight features, whichever is its turn."""
        number = (hour + self.chance.below(3, "turn", hour)) % len(_FEATURES)
        picture = panels.image(f"feature-{number}", width - 24, 230)
        return panels.plain("gallery", width, f"<h4>Galerija</h4>{picture}<h3>{_FEATURES[number]}</h3>")

    def _read(self, hour: int, width: int) -> Panel:
        """Most read of other days, with small pictures."""
        order = self.chance.shuffled(range(-30, -18), "read", hour // 3)[:4]
        lines = "".join(
            _entry(panels.image(Story(number).picture, 90, 60), f"<h3>{self._title(Story(number))}</h3>", "")
            for number in order
        )
        return panels.plain("read", width, f"<h4>Lasītākie nedēļā</h4><ul>{lines}</ul>")


def _entry(picture: str, title: str, note: str, kind: str = "") -> str:
    """A line of a list with a small picture beside its words."""
    under = f'<p class="small">{note}</p>' if note else ""
    return f'<li class="{kind}"><div class="side">{picture}<div>{title}{under}</div></div></li>'


PHOTOGRAPHED = (Upmale,)
