"""News between what is none in the same cards: a Greek broadcaster's front, a Philippine relief agency's appeals."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from benchmarks.sites import panels
from benchmarks.sites.illustrated import Duty, told
from benchmarks.sites.insertions import Guest, Visits, mixed
from benchmarks.sites.look import SANS, WIDE, Look
from benchmarks.sites.news import STARTS_AT
from benchmarks.sites.page import ORIGIN, PageState, Panel, Row, row
from benchmarks.sites.redrawn import drawing
from benchmarks.sites.site import GeneratedSite
from pagetide.demo.site import Resource

_PLACES = ("Λάρισα", "Βόλος", "Καβάλα", "Χανιά", "Ρόδος", "Ιωάννινα", "Πάτρα", "Κοζάνη", "Μυτιλήνη", "Τρίπολη",
           "Σέρρες", "Χαλκίδα", "Κέρκυρα")  # fmt: skip
_EVENTS = ("κλειστά τα σχολεία αύριο", "πλημμύρισαν υπόγεια και δρόμοι", "συλλήψεις για τις επιδοτήσεις",
           "παραιτήθηκε ο διοικητής του νοσοκομείου", "απεργούν οι οδηγοί των λεωφορείων",
           "ξεκινούν τα έργα της παράκαμψης", "ακυρώθηκε ο διαγωνισμός για το λιμάνι",
           "φωτιά σε εργοστάσιο ανακύκλωσης", "βρέθηκε αρχαίο ψηφιδωτό", "αναβλήθηκε η δίκη για το ναυάγιο",
           "χωρίς νερό τρεις συνοικίες", "εκκενώθηκε το κλειστό γυμναστήριο", "νέα δρομολόγια για τα νησιά",
           "διακοπές ρεύματος μετά την κακοκαιρία", "στους δρόμους οι αγρότες", "υπεγράφη η σύμβαση του νοσοκομείου",
           "αγνοείται πεζοπόρος")  # fmt: skip
_TAILS = ("τι λέει ο δήμαρχος", "οι πρώτες εικόνες", "όλη η απόφαση", "τι αλλάζει για τους κατοίκους",
          "αντιδρά η αντιπολίτευση", "τα επόμενα βήματα", "μαρτυρίες", "το χρονικό")  # fmt: skip
_LATER = ("νεότερα στοιχεία", "μπαίνει εισαγγελέας", "διευκρινίσεις του υπουργείου", "τι ζητούν οι κάτοικοι",
          "ανακοίνωση της Αστυνομίας", "στη Βουλή το θέμα", "δύο τραυματίες")  # fmt: skip
_TURNS = ("Συνεδριάζει εκτάκτως το δημοτικό συμβούλιο", "Ο υπουργός ζήτησε ενημέρωση", "Ανοιχτά τα σχολεία των χωριών",
          "Στο σημείο δεύτερο κλιμάκιο", "Η εταιρεία αρνείται τις κατηγορίες", "Οριοθετήθηκε το μέτωπο",
          "Δεκτή η παραίτηση", "Ορίστηκε ανακριτής", "Ορατή βελτίωση από το βράδυ")  # fmt: skip
_THEMES = ("Λεπτό προς λεπτό: η συζήτηση στη Βουλή", "Ζωντανά: η κακοκαιρία", "Ζωντανά: το ντέρμπι",
           "Λεπτό προς λεπτό: οι αγορές", "Ζωντανά: κίνηση στους δρόμους")  # fmt: skip
_ENTRIES = ("Διακοπή για δέκα λεπτά", "Στο βήμα ο εισηγητής", "Καθυστερήσεις στον Κηφισό", "Νέα βροχή από τα δυτικά",
            "Κίτρινη κάρτα στο 38΄", "Πτώση {n} μονάδων", "«Δεν απαντώ σε αυτά»", "Κλειστή μία λωρίδα",
            "{n} κλήσεις στην Πυροσβεστική", "Χειροκροτήματα από τα έδρανα", "Άνοδος {n} μονάδων", "Αλλαγή στο {n}΄",
            "Ένταση στα έδρανα", "Ριπές έως {n} χιλιόμετρα", "Ο πρόεδρος ζητά ησυχία")  # fmt: skip
_WRITERS = ("Μ. Αλεξίου", "Θ. Βενέτης", "Κ. Γαληνού", "Ρ. Δελής", "Σ. Ζώη", "Λ. Ηλιού", "Ν. Καράς", "Ε. Μαυρή",
            "Π. Ξένος")  # fmt: skip
_COLUMNS = ("Η μνήμη της πόλης", "Τι μας έμαθε ο χειμώνας", "Ένα τρένο που δεν ήρθε", "Λέξεις σε έκπτωση",
            "Η χώρα στο καφενείο", "Το τέλος της υπομονής", "Αριθμοί και άνθρωποι", "Γράμμα σε μαθητή")  # fmt: skip
_SOLD = ("Χορηγούμενο", "Προωθημένο", "Με την υποστήριξη συνεργάτη")
_SELLERS = ("Ασφάλεια αυτοκινήτου", "Έξυπνο ρολόι", "Στρώμα ύπνου", "Ηλιακός θερμοσίφωνας", "Κρουαζιέρα στην Αδριατική",
            "Μαθήματα ισπανικών", "Ακουστικά βαρηκοΐας", "Πρόγραμμα ρεύματος", "Τροφή για γάτες")  # fmt: skip
_PITCHES = ("το κόλπο που δεν σας λένε", "από {n} ευρώ τον μήνα", "{n} λόγοι να το δοκιμάσετε", "μόνο για σήμερα",
            "οι γιατροί συμφωνούν", "συγκρίνετε {n} προσφορές", "το είδαν {n} χιλιάδες", "έκπτωση {n}%")  # fmt: skip


@dataclass(frozen=True)
class Told:
    """A story: which one, since when it stands, since when as it is, how often put right, and what was added."""

    number: int
    since: int
    touched: int = -9
    fixed: int = 0
    turns: tuple[int, ...] = ()


class Paratiritis(GeneratedSite):
    """A broadcaster: a lead and seven cards, paid cards amid them, live blocks above; headlines stand elsewhere too."""

    slug = "paratiritis"
    hard = "Greek; the news' own headlines in a list of any order, photographs not loaded at some visits, live blocks"
    more = 0
    look = Look(
        heading=WIDE, body=SANS, paper="#fafafa", ink="#10151c", muted="#687180", line="#d9dee6", accent="#c8102e",
        lead_px=27, top_px=15, card="#ffffff",
        extra=(
            ".live{background:#fff3f4;border-left:6px solid #c8102e}.live b{color:#c8102e}"
            ".story{background:#fff}.story h2{margin-top:8px}.pens{background:#ece7dd}.pens img{border-radius:44px}"
            ".read li{line-height:18px}.tape{background:#10151c;color:#fff;white-space:nowrap}"
        ),
    )  # fmt: skip
    visits = Visits(per_h=0.4, stays_h=(1, 4), places=(0, 1, 2, 4, 5, 6), together=3)
    duty = Duty(hours=(6, 23), then=0.65, night=0.12)

    def states(self, hours: int) -> Iterator[PageState]:
        """The page at each of the first hours."""
        stories = [Told(number, -2 * (8 - number)) for number in reversed(range(8))]
        older = [Told(-number, -20) for number in range(1, 7)]
        for hour, guests in enumerate(self.visits.at_each_hour(self.chance.child("guests"), hours)):
            at = STARTS_AT + timedelta(hours=hour)
            if hour and self.chance.happens(0.4 * self.duty.at(at), "edited", hour):
                stories, older = self._edited(stories, older, hour)
            news = (*map(self._title, stories), *map(self._turn, stories[0].turns))
            yield PageState(rows=tuple(self._page(stories, older, guests, hour)), news=news)

    def _edited(self, old: list[Told], older: list[Told], hour: int) -> tuple[list[Told], list[Told]]:
        """Another story leads, or comes further down; a headline is put right, or the lead gets a line more."""
        what, calm = self.chance.number("what", hour), hour - old[0].touched > 3
        if what < 0.7:
            place = 0 if what < 0.27 and calm else self.chance.pick((1, 1, 3), "place", hour)
            shown = [*old[:place], Told(hour + 10, hour, hour), *old[place:]]
            return shown[:8], [*shown[8:], *older][:6]
        if what < 0.85:
            place = self.chance.below(5, "whose", hour)
            item = old[place]
            if hour - item.touched > 3:
                item = replace(item, fixed=item.fixed + 1, touched=hour)
            return [*old[:place], item, *old[place + 1 :]], older
        if not calm:
            return old, older
        return [replace(old[0], turns=(hour, *old[0].turns)[:3], touched=hour), *old[1:]], older

    def _title(self, item: Told, fixed: int | None = None) -> str:
        place, event, tail = told(self.chance.child("told"), (_PLACES, _EVENTS, _TAILS), item.number)
        times = item.fixed if fixed is None else fixed
        return f"{place}: {event}, {_LATER[(item.number + times) % len(_LATER)] if times else tail}"

    def _turn(self, hour: int) -> str:
        turn = self.chance.pick(_TURNS, "turn", hour)
        return f"{turn} ({STARTS_AT + timedelta(hours=hour):%d/%m, %H:%M})"

    def _page(
        self, stories: Sequence[Told], older: Sequence[Told], guests: Sequence[Guest], hour: int
    ) -> list[Row]:
        at = STARTS_AT + timedelta(hours=hour)
        note = f"{at:%d/%m/%Y %H:%M} · Αθήνα {self.chance.between(14, 29, 'air', hour // 2)}°C"
        entries = mixed(stories[1:], guests)
        cards = [self._sold(one) if isinstance(one, Guest) else self._card(one, hour) for one in entries]
        cards += [panels.plain("gap", 250, "")] * (-len(cards) % 4)
        rows = [
            row(self._tape(hour)),
            row(panels.masthead("Παρατηρητής", 1000, note, height=60), tag="header"),
            row(
                [self._lead(stories[0], hour, 650)],
                [self._read([*stories, *older], hour, 350), self._side(hour, 350)],
                tag="main",
            ),
            row(*cards[:4]),
            row(self._pens(hour)),
            *(row(*cards[start : start + 4]) for start in range(4, len(cards), 4)),
            row(panels.plain("foot", 1000, '<p class="small">Ταυτότητα · Όροι χρήσης · Διαφήμιση · Επικοινωνία</p>')),
        ]  # fmt: skip
        window = hour // 5
        if self.chance.happens(0.45, "live", window):
            rows.insert(self.chance.pick((2, 2, 4), "where", window), row(self._live(hour, at)))
        return rows

    def _photo(self, item: Told, hour: int, width: int, height: int) -> str:
        """A story's photograph, or the ground that stands there until a reader scrolls."""
        if self.chance.happens(0.25, "not loaded", item.number, hour):
            return f'<img src="/lazy/ground.svg" width="{width}" height="{height}" alt="">'
        kind = ("city", "politics", "world", "science")[item.number % 4]
        return panels.image(f"{kind}-{item.number}", width, height)

    def picture(self, path: str) -> Resource | None:
        """The ground of photographs not loaded too."""
        return drawing(64, 40, "#dfe3e8", "") if path == "/lazy/ground.svg" else super().picture(path)

    def _lead(self, item: Told, hour: int, width: int) -> Panel:
        title = f'<h1><a href="{ORIGIN}/a/{item.number}">{self._title(item)}</a></h1>'
        turns = "".join(f"<li>{self._turn(since)}</li>" for since in item.turns)
        html = f"{self._photo(item, hour, width - 24, 330)}{title}<ul>{turns}</ul>{self._meta(item, hour)}"
        return panels.plain("lead", width, html, is_news=True)

    def _card(self, item: Told, hour: int, width: int = 250) -> Panel:
        title = f'<h2><a href="{ORIGIN}/a/{item.number}">{self._title(item)}</a></h2>'
        html = f"{self._photo(item, hour, width - 24, 136)}{title}{self._meta(item, hour)}"
        return panels.plain("story", width, html, is_news=True)

    def _meta(self, item: Told, hour: int) -> str:
        age = hour - item.since
        ago = f"{self.chance.between(3, 55, 'ago', item.number)} λεπτά" if not age else f"{age} ώρες"
        said = self.chance.between(0, 4, "said", item.number) * age
        return f'<p class="small">πριν από {ago} · {said} σχόλια</p>'

    def _sold(self, guest: Guest, width: int = 250) -> Panel:
        """What is paid for, in a card as the others."""
        label, seller, pitch = told(self.chance.child("sold"), (_SOLD, _SELLERS, _PITCHES), guest.text)
        words = f"{seller}: {pitch.format(n=self.chance.between(3, 59, 'n', guest.text))}"
        picture = panels.image(f"culture-sold-{guest.text}", width - 24, 136)
        html = f'{picture}<h2><a href="{ORIGIN}/p/{guest.text}">{words}</a></h2><p class="small">{label}</p>'
        return panels.plain("story", width, html)

    def _live(self, hour: int, at: datetime) -> Panel:
        """What happened in the last minutes, while somebody is there to write it."""
        minutes = sorted((self.chance.below(60, "minute", hour, seat) for seat in range(4)), reverse=True)
        said = self.chance.shuffled(_ENTRIES, "entries", hour)
        lines = "".join(
            f"<li><b>{at:%H}:{minute:02d}</b> {words.format(n=self.chance.between(2, 90, 'n', hour, words))}</li>"
            for minute, words in zip(minutes, said[: self.chance.between(2, 4, "long", hour)], strict=False)
        )
        theme = self.chance.pick(_THEMES, "theme", hour // 5)
        return panels.plain("live", 1000, f"<h4>● {theme}</h4><ul>{lines}</ul>")

    def _read(self, stories: Sequence[Told], hour: int, width: int) -> Panel:
        """Most read of these days, the news of the page among them, under the headlines they began with."""
        order = self.chance.shuffled(stories, "read", hour)[:6]
        lines = "".join(
            f'<li><b class="n">{place + 1}</b><a href="{ORIGIN}/a/{item.number}">{self._title(item, 0)}</a></li>'
            for place, item in enumerate(order)
        )
        name = ("Δημοφιλή", "Σχολιασμένα")[self.chance.below(2, "tab", hour)]
        return panels.plain("read", width, f"<h4>{name}</h4><ol>{lines}</ol>")

    def _side(self, hour: int, width: int) -> Panel:
        height = self.chance.pick((90, 250, 250, 400), "side", hour)
        sold = self.adverts.advert("side", 60 * hour, width - 24, height)
        return panels.advert(sold, "side-advert", width)

    def _tape(self, hour: int) -> Panel:
        rates = " · ".join(
            f"{name} {self.chance.between(-290, 290, name, hour) / 100:+.2f}%"
            for name in ("ΓΔ", "FTSE", "Εθνική", "ΟΤΕ", "ΔΕΗ", "Μυτιληναίος", "Brent", "€/$")
        )
        return panels.plain("tape", 1000, f"<p>{rates}</p>")

    def _pens(self, hour: int) -> Panel:
        """Three of those who write columns; the row turns by itself."""
        first = self.chance.below(len(_WRITERS), "pens", hour)
        cards = ""
        for who in ((first + seat) % len(_WRITERS) for seat in range(3)):
            title = _COLUMNS[(who + 3 * (hour // 24)) % len(_COLUMNS)]
            face = panels.image(f"portrait-pen-{who}", 88, 88)
            cards += f'<div class="side">{face}<div><h4>{_WRITERS[who]}</h4><h2>{title}</h2></div></div>'
        return panels.plain("pens", 1000, f'<h4>Απόψεις</h4><div class="cards">{cards}</div>')


_TOWNS = ("Virac", "Tiwi", "Guiuan", "Baler", "Infanta", "Marawi", "Surigao", "Basey", "Ormoc", "Cataingan",
          "Itbayat", "Bontoc", "Jolo")  # fmt: skip
_STRUCK = ("binaha matapos ang magdamag na ulan", "gumuho ang lupa sa dalawang purok", "nasunog ang hanay ng mga bahay",
           "walang kuryente mula nang dumaan ang bagyo", "lumikas ang mga nakatira sa tabing-dagat",
           "sinira ng lindol ang paaralan", "may kolera sa evacuation center", "naputol ang tulay papuntang bayan",
           "natuyo ang mga balon", "inabot ng lahar ang mga bukid", "nagkasagupaan malapit sa palengke")  # fmt: skip
_NEEDS = ("Kailangan ng malinis na tubig ang {n} pamilya.", "May {n} tao sa gymnasium; kulang ang banig at kumot.",
          "Hanap namin ang {n} food pack bago gumabi.", "Nasira ang {n} bahay; kailangan ang yero at trapal.",
          "May {n} batang hindi pa nababakunahan.", "Walang gatas ang {n} sanggol.",
          "Nawalan ng binhi ang {n} magsasaka.")  # fmt: skip
_STAGES = ("Bagong ulat", "Kulang ang tulong", "Papunta ang tulong", "Naihatid ang una", "Isinasara na")
_CARDS = (
    ("Kampanya", "Isang sako, isang pamilya", "₱650 kada sako"), ("Survey", "Paano mo kami nakilala?", "Sagutin"),
    ("Kaganapan", "Takbo para sa Bikol", "Magparehistro na"), ("Tindahan", "Bag na hinabi", "Kita ng kooperatiba"),
    ("Kuwento", "Si Nanay Ising at ang bangka", "Apat na minuto"), ("Boluntaryo", "Tagabalot", "Sabado, Pasay, 7 n.u."),
    ("Kampanya", "Silid-aralan bago tag-ulan", "Tumutugma ang mga katuwang"), ("Trabaho", "Tsuper", "Anim na buwan"),
    ("Kaganapan", "Pagtuturo ng paunang lunas", "Libre, online"), ("Kampanya", "Buwanang kaibigan", "Mula ₱10"),
    ("Kuwento", "Limang taon pagkatapos ng bagyo", "Mga larawan"), ("Tindahan", "Kalendaryo", "Huling kahon na"),
)  # fmt: skip
_HEROES = ("Bawat patak, buhay", "Walang maiiwan", "Handa na ba ang iyong go-bag?", "Salamat, Pilipinas",
           "Ngayong tag-ulan, magkasama")  # fmt: skip
_CITIES = ("Cebu", "Davao", "Iloilo", "Baguio", "Quezon City", "Zamboanga")
_MEETS = ("Donasyon ng dugo", "Pulong ng mga boluntaryo", "Palengke ng komunidad", "Konsiyertong pantulong",
          "Linis-dalampasigan", "Klase sa paglangoy", "Misa ng pasasalamat")  # fmt: skip
_GIVERS = (
    "Joy",
    "Mang Ben",
    "Anonymous",
    "Tita Baby",
    "R. dela Cruz",
    "Klase 6-Rizal",
    "Aida",
    "Kuya Jun",
    "OFW Ana",
)


@dataclass(frozen=True)
class Appeal:
    """An appeal: which one, since when, since when as it is, how far its help came, how often it was counted anew."""

    number: int
    since: int
    touched: int = -9
    stage: int = 0
    counted: int = 0


class Saklolo(GeneratedSite):
    """A relief agency: urgent appeals in three columns of cards, other cards amid them; sums given at each card."""

    slug = "saklolo"
    hard = "a word or figure of a card matters, its sums do not; cards change columns; a bar repeats one"
    more = 0
    look = Look(
        heading=SANS, paper="#fff8ef", ink="#2a1f1a", muted="#86756a", line="#ecdcc8", accent="#d9480f", lead_px=30,
        top_px=18, card="#ffffff",
        extra=(
            ".alert{background:#c92a2a;color:#fff}.hero{padding:0;background:#2a1f1a;color:#fff}.hero h1{padding:12px}"
            ".card{background:#fff;border:0 solid #fff8ef;border-width:0 6px 12px}.card h2{margin-top:8px}"
            ".card i{display:block;height:8px;background:#d9480f}.stage{font-weight:bold;color:#c92a2a}"
            ".sum i{display:block;height:22px;background:#2b8a3e}.near{background:#fff}.new{background:#ffd43b}"
        ),
    )  # fmt: skip
    visits = Visits(per_h=0.5, stays_h=(1, 5), texts=len(_CARDS), places=range(7), together=4)
    duty = Duty(hours=(6, 22), then=0.8, night=0.3)

    def states(self, hours: int) -> Iterator[PageState]:
        """The page at each of the first hours."""
        appeals = [Appeal(n, -9 * (6 - n), stage=5 // (n + 2)) for n in reversed(range(6))]
        for hour, guests in enumerate(self.visits.at_each_hour(self.chance.child("guests"), hours)):
            work = self.duty.at(STARTS_AT + timedelta(hours=hour))
            if hour and self.chance.happens(0.24 * work, "heard", hour):
                appeals = self._heard(appeals, hour)
            news = tuple(" · ".join(self._told(item)) for item in appeals)
            yield PageState(rows=tuple(self._page(appeals, guests, hour)), news=news)

    def _heard(self, old: list[Appeal], hour: int) -> list[Appeal]:
        """An appeal comes, its help gets further, it is counted anew, or it ends."""
        what = self.chance.number("what", hour)
        if what < 0.34:
            return [Appeal(hour + 10, hour, hour), *old[:7]]
        place = self.chance.below(len(old), "whose", hour)
        item = old[place]
        if hour - item.touched < 4:
            return old
        if what < 0.56:
            item = replace(item, counted=item.counted + 1, touched=hour)
        elif item.stage < len(_STAGES) - 1:
            item = replace(item, stage=item.stage + 1, touched=hour)
        elif len(old) > 4:
            return [*old[:place], *old[place + 1 :]]
        return [*old[:place], item, *old[place + 1 :]]

    def _told(self, item: Appeal) -> tuple[str, str, str]:
        town, struck, need = told(self.chance.child("told"), (_TOWNS, _STRUCK, _NEEDS), item.number)
        count = self.chance.between(60, 900, "count", item.number) + 83 * item.counted
        return f"{town}: {struck}", need.format(n=count), _STAGES[item.stage]

    def _page(self, appeals: Sequence[Appeal], guests: Sequence[Guest], hour: int) -> list[Row]:
        at = STARTS_AT + timedelta(hours=hour)
        entries = mixed(appeals, guests)
        cards = [
            self._other(one, hour) if isinstance(one, Guest) else self._card(one, hour) for one in entries
        ]
        columns: tuple[list[Panel], ...] = ([self._near(hour)], [self._sum(hour)], [self._givers(hour)])
        for place, html in enumerate(cards):
            shown = panels.plain("card", 334 if place % 3 == 1 else 333, html, is_news="stage" in html)
            columns[place % 3].insert(place // 3, shown)
        rows = [
            row(panels.masthead("Saklolo", 1000, f"{at:%d/%m/%Y, %H:%M}", height=58), tag="header"),
            row(self._hero(hour)),
            row(*columns, tag="main"),
            row(panels.plain("foot", 1000, '<p class="small">Tungkol sa amin · Ulat pinansiyal · Tawagan kami</p>')),
        ]  # fmt: skip
        if self.chance.happens(0.3, "doubled", hour // 3):
            left = 3 - hour % 3
            height = self.chance.pick((44, 70), "doubled height", hour // 3)
            words = f"Doble ang bawat piso sa susunod na {left} oras"
            rows.insert(2, row(panels.strip(words, height, name="promo")))
        if hour - appeals[0].since < 6:
            words = f"AGARAN: {self._told(appeals[0])[0]}"
            rows.insert(0, row(panels.strip(words, 46, name="alert")))
        return rows

    def _card(self, item: Appeal, hour: int) -> str:
        title, need, stage = self._told(item)
        age = hour - item.since
        people = 40 + 11 * age + self.chance.below(11, "people", item.number, hour)
        picture = panels.image(f"{('world', 'city', 'crowd')[item.number % 3]}-{item.number}", 300, 150)
        ribbon = '<p class="new">BAGO</p>' if age < 9 else ""
        return (
            f'{ribbon}{picture}<h2><a href="{ORIGIN}/apela/{item.number}">{title}</a></h2><p>{need}</p>'
            f'<p class="stage">{stage}</p><i style="width:{min(295, 12 + 2 * age)}px"></i>'
            f'<p class="small">₱{people * 430:,} mula sa {people} tao</p>'
        )

    def _other(self, guest: Guest, hour: int) -> str:
        """A campaign, an event, a thing for sale: in a card as the appeals."""
        label, title, words = _CARDS[guest.text]
        picture = panels.image(f"feature-card-{guest.text}", 300, 120 + 30 * (guest.text % 2))
        asked = self.chance.between(11, 900, "asked", guest.text, hour)
        return (
            f'{picture}<h4>{label}</h4><h2><a href="{ORIGIN}/k/{guest.text}">{title}</a></h2><p>{words}</p>'
            f'<p class="small">{asked} ang sumali</p>'
        )

    def _hero(self, hour: int) -> Panel:
        number = self.chance.below(len(_HEROES), "hero", hour)
        height = self.chance.pick((160, 200, 260), "tall", hour // 6)
        picture = panels.image(f"crowd-hero-{number}", 1000, height)
        return panels.plain("hero", 1000, f"{picture}<h1>{_HEROES[number]}</h1>")

    def _sum(self, hour: int) -> Panel:
        given = 1_204_000 + 9_300 * hour + self.chance.below(9_000, "given", hour)
        bar = f'<i style="width:{min(300, given // 26_000)}px"></i>'
        words = f"<h4>Ngayong taon</h4><h2>₱{given:,}</h2>{bar}<p>{5_020 + 31 * hour} ang nagbigay</p>"
        return panels.plain("sum", 334, words)

    def _givers(self, hour: int) -> Panel:
        lines = "".join(
            f"<li>{who}, ₱{50 * self.chance.between(1, 60, 'gift', who, hour)}</li>"
            for who in self.chance.shuffled(_GIVERS, "givers", hour)[:5]
        )
        return panels.plain("givers", 333, f"<h4>Katatapos lang magbigay</h4><ul>{lines}</ul>")

    def _near(self, hour: int) -> Panel:
        """Events near the place from which the visit seems to come."""
        city = self.chance.pick(_CITIES, "city", hour)
        lines = "".join(
            f"<li>{what}<br>{self.chance.between(2, 40, 'far', what, hour)} km ang layo</li>"
            for what in self.chance.shuffled(_MEETS, "meets", hour)[:3]
        )
        return panels.plain("near", 333, f"<h4>Malapit sa iyo: {city}</h4><ul>{lines}</ul>")


INTERLEAVED = (Paratiritis, Saklolo)
