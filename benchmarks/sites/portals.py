"""A Luxembourgish portal of equal boxes, a Greek tabloid where what is sold stands among what is new."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import timedelta
from types import MappingProxyType

from benchmarks.sites import panels
from benchmarks.sites.insertions import Guest, Visits, mixed
from benchmarks.sites.languages import LocalDesk
from benchmarks.sites.look import SANS, SERIF, WIDE, Look
from benchmarks.sites.news import HourNews, Item, Rhythm
from benchmarks.sites.page import ORIGIN, PageState, Panel, Row, row
from benchmarks.sites.site import GeneratedSite

_LUXEMBOURGISH = LocalDesk(
    MappingProxyType({
        "Land": (
            "Schäffen zu {where} stëmme fir {what}", "{who} wëllt {what} ofschafen",
            "Accident bei {where}, {count} Blesséierter",
            "{where}: {count} Stéit ouni Stroum", "{who} geet aus der Politik",
            "{what}: Gemeng {where} geet viru Geriicht",
        ),
        "Wirtschaft": (
            "{firm} baut {count} Plazen of", "{firm} hëlt {firm2} eraf", "Streik bei {firm}: {why}",
            "{firm} investéiert {count} Milliounen zu {where}",
        ),
        "Police": (
            "Abroch zu {where}: {why}", "Feier an enger Scheier zu {where}", "Police sicht Zeien zu {where}",
            "Chauffer mat {count} km/h geblëtzt", "Vermësste Jong zu {where} erëmfonnt",
        ),
    }),
    (
        "Ronn {count} Leit si betraff. {who} schwätzt vun engem Eenzelfall: {why}.",
        "D'Awunner vu {where} waarden op eng Äntwert, {firm} wollt sech net äusseren.",
        "{what} kascht méi ewéi geduecht. {who} huet eng Enquête ugekënnegt.",
        "Et war kuerz virun der Mëttegstonn zu {where}. D'Ursaach: {why}.",
    ),
    MappingProxyType({
        "Who": ("Lis Wagener", "Pol Thoma", "Nora Kieffer"),
        "who": ("Minister Feltes-Graf", "d'Buergermeeschtesch Kremer", "den Deputéierte Schons",
                "d'Riichterin Majerus",
                "de Syndikat", "den Direkter Weis", "d'Chamber"),
        "where": ("Éiweler", "Kautebaach", "Duelem", "Neiduerf", "Weierbaach", "Fënnschtel", "Rouspert",
                  "Steebrécken",
                  "Lëntgerhaff"),
        "what": ("den neien Tram", "d'Taxen op Offall", "de Schoulbau", "d'Klinik", "de Park um Weier",
                 "d'Wanterpist",
                 "d'Rentereform"),
        "why": ("e Kabel war futti", "et huet gefruer", "de Kontrakt ass ofgelaf", "eng Dier stoung op",
                "d'Suen goufen all",
                "d'Brems huet versot"),
        "firm": ("Stolwierk Süd", "Bank Uelzecht", "Molkerei Éislek", "Loftbréck", "Glas Rouspert"),
        "firm2": ("Drockerei Faber", "Transport Mousel", "Wäikellerei Rëm"),
        "count": ("12", "34", "180", "7", "2 400", "61"),
    }),
)  # fmt: skip
_RECIPES = ("Judd mat Gaardebounen", "Quetschentaart", "Kniddelen mat Speck", "Bouneschlupp", "Rieslingspaschtéit",
            "Gromperekichelcher", "Äppelkompott")  # fmt: skip
_STARS = ("Haut ass Gedold gefrot.", "E Bréif kënnt un.", "Lues a lues!", "D'Léift waart um Quai.",
          "Spuert Är Kräften.",
          "E gudden Dag fir Geschäfter.", "Passt op d'Schlësselen op.")  # fmt: skip
_FORUM = ("Wien huet nach e Kannerbett?", "Wéi laang waart dir beim Dokter?", "Kaz zougelaf",
          "Beschten Hobby fir de Wanter",
          "Parken an der Stad", "Sproochecours, wou?", "Nopeschhond billt", "Gebrauchte Vëlo")  # fmt: skip
_VILLAGE = ("Kiermes zu {v}", "Pompjeeën zu {v} hunn en neie Won", "Kleederbourse zu {v}",
            "Chouer vu {v} sicht Stëmmen",
            "Bicherbus hält zu {v}", "Waasser zu {v} ass fräi", "Maart zu {v}, {n} Stänn")  # fmt: skip
_ANNONCES = ("Studio, {n} m²", "Hëllef fir de Gaart", "Auto, {n} 000 km", "Canapé ze verschenken", "Nohëllef Mathé",
             "Garage zu verlounen")  # fmt: skip


class Feierowend(GeneratedSite):
    """A portal of boxes: news, recipes, stars, forum, villages and small ads, whose order the visit decides."""

    slug = "feierowend"
    hard = (
        "news in two of a dozen equal boxes that change places; a strip of villages with headlines of its own"
    )
    desk = _LUXEMBOURGISH
    tops = 5
    more = 0
    rhythm = Rhythm(lead=0.08, top=0.13, rewrite=0.04, picture=0.03, same_picture=0.4, night=0.12)
    look = Look(
        heading=WIDE, body=SERIF, paper="#e7edf5", ink="#1a2233", muted="#6a7488", line="#cbd4e1", accent="#00629b",
        lead_px=24, top_px=15, card="#ffffff",
        extra=(
            "section{border-bottom:8px solid #e7edf5;background:#fff}.masthead{background:#fff;color:#00629b}"
            "h4{background:#00629b;color:#fff;padding:3px 8px}.duerf{background:#fdf3d0}.duerf figure{margin:0}"
            ".reklamm{background:#e7edf5}.steren dt{font-weight:bold}.steren dd{margin:0 0 6px}.hei{background:#ed2939;"
            "color:#fff}.wieder b{font-size:28px;line-height:34px}.haapt figure{margin:0}figcaption{padding-top:6px}"
        ),
    )  # fmt: skip

    def rows(self, hour: HourNews) -> Sequence[Row]:
        """The page at one hour."""
        h = hour.hour
        first = self.chance.below(3, "order", h // 9)
        narrow = [self._stars(h), self._forum(h), self._recipe(h), self._weather(h), self._annonces(h)]
        narrow = narrow[first:] + narrow[:first]
        tall = self.adverts.advert("box", 60 * h, 276, self.chance.pick((100, 250, 250, 500), "box px", h))
        narrow.insert(self.chance.below(4, "box at", h), panels.advert(tall, "reklamm", 300))
        boxes = [self._lead(hour), self._box(hour), self._cinema(h)]
        if first == 2:
            boxes = [boxes[2], boxes[0], boxes[1]]
        left, right = narrow[:3], narrow[3:]
        columns = (left, boxes, right) if first == 0 else (boxes, left, right)
        note = (
            f"{hour.at:%d.%m.%Y} · {hour.at:%H:%M} · {self.chance.between(200, 8_000, 'here', h)} Leit online"
        )
        rows = [
            row(panels.masthead("feierowend", 1000, note, height=52), tag="header"),
            row(*(self._village(h, place) for place in range(4))),
            row(*columns, tag="main"),
            row(
                panels.plain("fouss", 1000, '<p class="small">Impressum · Reklamm · Hëllef</p>'), tag="footer"
            ),
        ]
        if self.chance.happens(0.3, "over", h // 2):
            height = self.chance.between(40, 260, "over px", h // 2)
            rows.insert(h // 2 % 3, row(panels.strip("Um Radio: d'Owesshow mat Musek", height, name="hei")))
        return rows

    def _lead(self, hour: HourNews) -> Panel:
        story = self.flow.story(hour.lead)
        shown = panels.image(hour.lead.picture, 376, 210)
        link = panels.story_link(story, story.headline)
        html = f"<figure>{shown}<figcaption><h1>{link}</h1>{story.standfirst}</figcaption></figure>"
        return panels.plain("haapt", 400, f"<h4>Haut</h4>{html}", is_news=True)

    def _box(self, hour: HourNews) -> Panel:
        lines = "".join(map(self._line, hour.tops, [hour.hour] * len(hour.tops)))
        return panels.plain("kescht", 400, f"<h4>Noriichten</h4><ul>{lines}</ul>", is_news=True)

    def _line(self, item: Item, hour: int) -> str:
        story = self.flow.story(item)
        said = self.chance.below(120, "said", item.number, hour)
        link = panels.story_link(story, story.headline)
        return f"<li><h2>{link}</h2><span class='small'>{said} Äntwerten</span></li>"

    def _village(self, hour: int, place: int) -> Panel:
        """What is on in some village: another one every hour or two, with a headline that comes again."""
        draw = self.chance.child("village", place, (hour + place) // 2)
        where = draw.pick(_LUXEMBOURGISH.words["where"], "where")
        words = draw.pick(_VILLAGE, "what").format(v=where, n=draw.between(4, 60, "n"))
        shown = panels.image(f"city-duerf-{draw.below(9, 'shown')}", 226, 90)
        return panels.plain(
            "duerf", 250, f"<figure>{shown}<figcaption><h2>{words}</h2></figcaption></figure>"
        )

    def _stars(self, hour: int) -> Panel:
        signs = ("Widder", "Stéier", "Zwilling", "Kriibs", "Léiw", "Fësch")
        lines = "".join(
            f"<dt>{sign}</dt><dd>{self.chance.pick(_STARS, sign, hour // 12)} "
            f"{self.chance.between(1, 49, sign, hour)}</dd>"
            for sign in signs[: self.chance.between(2, 5, "signs", hour)]
        )
        return panels.plain("steren", 300, f"<h4>Horoskop</h4><dl>{lines}</dl>")

    def _forum(self, hour: int) -> Panel:
        lines = "".join(
            f"<li><h2>{words}</h2><span class='small'>{self.chance.below(300, words, hour)} Äntwerten</span></li>"
            for words in self.chance.shuffled(_FORUM, "forum", hour)[:5]
        )
        return panels.plain("forum", 300, f"<h4>Forum</h4><ul>{lines}</ul>")

    def _recipe(self, hour: int) -> Panel:
        number = self.chance.below(len(_RECIPES), "recipe", hour // 4)
        shown = panels.image(
            f"culture-rezept-{number}", 276, self.chance.pick((120, 180), "recipe px", hour // 4)
        )
        return panels.plain("rezept", 300, f"<h4>Rezept</h4>{shown}<h2>{_RECIPES[number]}</h2>")

    def _weather(self, hour: int) -> Panel:
        warm, wind = self.chance.between(-2, 24, "warm", hour // 2), self.chance.between(2, 50, "wind", hour)
        return panels.plain("wieder", 300, f"<h4>Wieder</h4><b>{warm}°</b><p>Wand {wind} km/h</p>")

    def _annonces(self, hour: int) -> Panel:
        draw = self.chance.child("annonces", hour)
        lines = "".join(
            f"<li>{words.format(n=draw.between(20, 190, words))} – {10 * draw.between(2, 90, 'price', words)} €</li>"
            for words in draw.shuffled(_ANNONCES, "which")[: draw.between(2, 5, "many")]
        )
        return panels.plain("annoncen", 300, f"<h4>Annoncen</h4><ul>{lines}</ul>")

    def _cinema(self, hour: int) -> Panel:
        shown = panels.image(f"portrait-kino-{hour // 6 % 8}", 376, 150)
        free = self.chance.between(1, 140, "seats", hour)
        return panels.plain(
            "kino", 400, f"<h4>Kino</h4>{shown}<h2>Sall {hour // 6 % 8 + 1}</h2><p>Nach {free} Plazen</p>"
        )


_GREEK = LocalDesk(
    MappingProxyType({
        "Αστυνομικά": (
            "Έκρηξη στα ξημερώματα: {where}", "Φωτιά σε πολυκατοικία, {where} – {count} απεγκλωβισμοί",
            "Λουκέτο για {firm}: {why}", "{who} στον ανακριτή", "Χωρίς νερό {count} σπίτια, {where}",
            "Καταδίωξη με {count} τραυματίες, {where}",
        ),
        "Πολιτική": (
            "Παραιτείται {who} – {why}", "{who}: «Παγώνει {issue}»", "Πέρασε {issue} με διαφορά {count} ψήφων",
            "Ρήγμα στο συμβούλιο για το θέμα: {issue}", "Συγγνώμη ζητά {who}",
        ),
        "Χρήμα": (
            "{firm} διώχνει {count} εργαζόμενους", "{firm} εξαγοράζει {firm2}", "{firm2} χτίζει μονάδα, {where}",
            "Βουτιά στη μετοχή: {firm}, {why}",
        ),
        "Γήπεδο": (
            "{team}: νίκη στην παράταση", "Αλλάζει προπονητή {team}", "{team} χωρίς αρχηγό – {why}",
            "Κύπελλο για την ομάδα {team}, {count} χιλιάδες στους δρόμους",
        ),
    }),
    (
        "{who} δήλωσε ότι {issue} χρειάζεται χρόνο. Οι κάτοικοι ({where}) δίνουν προθεσμία {count} ημερών.",
        "Οι πρώτες έρευνες δείχνουν: {why}. Έχουν επηρεαστεί {count} άνθρωποι.",
        "{firm} δεν απάντησε. Αύριο {who} επισκέπτεται το σημείο: {where}.",
        "Το κόστος ανέβηκε κατά {count} εκατομμύρια και {who} μιλά για μεγάλη πίεση.",
    ),
    MappingProxyType({
        "Who": ("Ρεπορτάζ: Ίρις Βαρδή", "Ρεπορτάζ: Στάθης Κοντός", "Ρεπορτάζ: Μυρτώ Αλεξά"),
        "who": ("ο δήμαρχος Φανός", "η αντιδήμαρχος Κλεινού", "ο λιμενάρχης Βράχος", "η εισαγγελέας Ρόδη",
                "ο πρύτανης Δρυς", "ο βουλευτής Πέλαγος", "η λυκειάρχης Θαλασσινού"),
        "where": ("Παλιά Αποβάθρα", "Γέφυρα Γλάρων", "Πέτρινα", "Άνω Βρύση", "Αλυκές", "Νησί του Φάρου",
                  "Σταθμός Καλαμιώνα",
                  "Καπναποθήκες"),
        "why": ("διαρροή αερίου", "έσπασε αγωγός", "βραχυκύκλωμα", "λόγοι υγείας", "έληξε η σύμβαση", "οκτώ μποφόρ",
                "λάθος στα χαρτιά"),
        "issue": ("το τέλος καθαριότητας", "το νέο ακτοπλοϊκό", "η γραμμή του τραμ", "το σχολικό γεύμα",
                  "η επέκταση του λιμανιού", "η λαϊκή αγορά", "ο φόρος κατοικίας"),
        "firm": ("Πελαγική Ναυτιλία", "Τράπεζα Ακτής", "Χρυσό Στάχυ", "Γαλάζια Κινητή"),
        "firm2": ("Φάρος Ηλεκτρονική", "Τσιμέντα Βρύσης", "Φαρμακευτική Κάπαρη"),
        "team": ("Γλάρος", "Θύελλα Αλυκών", "Αρκούδες Βορρά", "Δελφίνια Φάρου"),
        "count": ("12", "37", "205", "8", "64", "1.500"),
    }),
)  # fmt: skip
_HOT = ("Γάτα πάνω στο φανάρι", "Ουρά τριών ωρών για ένα πιάτο", "Ζώδια: η μεγάλη ανατροπή",
        "Βρέθηκε παλιά φωτογραφία",
        "Γιαγιά κάνει σερφ", "Το τραγούδι που όλοι ψάχνουν", "Το ωραιότερο λιμάνι", "Πόλεμος για το κουλούρι",
        "Θα χιονίσει ή όχι;", "Η ομπρέλα που ταξίδεψε", "Ο σκύλος πήρε πτυχίο", "Η σιέστα επιστρέφει",
        "Χρυσός σε τρία λεπτά", "Πάντα που ροχαλίζει")  # fmt: skip
_SOLD = ("Το μυστικό για τα γόνατα που δεν λένε οι γιατροί", "Κλιματιστικό: αντικατάσταση μόνο για τρεις μέρες",
         "Προκαταβολή για σπίτι; Έτσι γίνεται", "Κρουαζιέρα πέντε ημερών, τελευταίες {n} θέσεις",
         "Γυαλιά, το δεύτερο -{n}0%",
         "Νέο αυτοκίνητο με {n}0 ευρώ τον μήνα", "Λάδι από τον παραγωγό στην πόρτα σας",
         "Γλίτωσε {n}00 ευρώ με ένα τηλεφώνημα")  # fmt: skip
_VOICES = ("Δεν είμαστε καλά!", "Περιμένω συνέχεια", "Μένω δίπλα, ακούστηκε παντού", "Πάλι οι ίδιοι", "Μπράβο!",
           "Καλή δύναμη στους συντάκτες", "Γέλασα πολύ", "Και ποιος πληρώνει;", "Να 'ναι όλοι καλά")  # fmt: skip
_TABS = ("Ροή", "Θέαμα", "Ταξίδια", "Κατοικίδια", "Ζώδια", "Αγορές")


class Limanitis(GeneratedSite):
    """A harbour city's tabloid: headlines with a time each, topics numbered by the hour, sold lines among the news."""

    slug = "limanitis"
    hard = "Greek; sold lines set as the news, topics numbered anew each hour, doors of adverts at sides"
    desk = _GREEK
    tops = 8
    more = 6
    rhythm = Rhythm(
        lead=0.13,
        top=0.2,
        more=0.3,
        rewrite=0.06,
        standfirst=0.02,
        picture=0.06,
        same_picture=0.3,
        night=0.12,
    )
    look = Look(
        heading=SANS, body=SANS, paper="#fffdf2", ink="#111111", muted="#888477", line="#e8e2c8", accent="#e4002b",
        lead_px=32, top_px=18, card="#fff6cc",
        extra=(
            ".masthead{background:#ffe100}.proto{background:#fff6cc}.proto h1 a{background:#e4002b;color:#fff;"
            "padding:0 6px}.kyria td{border-bottom:1px solid #e8e2c8;padding:7px 4px;vertical-align:top}"
            ".kyria table{width:100%;border-collapse:collapse}.kyria td:first-child{width:46px;color:#888477;"
            "font-size:12px;line-height:20px}.zesta li{display:flex;justify-content:space-between}.porta{padding:0}"
            ".karteles span{display:inline-block;background:#111;color:#ffe100;padding:4px 16px;margin-right:4px}"
            ".fones p{background:#f1efe3;padding:6px 10px;margin-bottom:6px}.kanali .cards{gap:10px}"
        ),
    )  # fmt: skip
    visits = Visits(per_h=0.5, stays_h=(1, 5), places=(1, 2, 4, 6), together=3, texts=len(_SOLD))

    def states(self, hours: int) -> Iterator[PageState]:
        """The page at each of the first hours."""
        self.guests = tuple(self.visits.at_each_hour(self.chance.child("guests"), hours))
        yield from super().states(hours)

    def rows(self, hour: HourNews) -> Sequence[Row]:
        """The page at one hour."""
        h = hour.hour
        at = hour.at + timedelta(hours=3)
        note = f"{at.day}/{at.month} {at:%H:%M} · {self.chance.between(14, 33, 'warm', h // 2)} βαθμοί"
        tabs = "".join(f"<span>{name} {self.chance.below(99, name, h)}</span>" for name in _TABS)
        doors = self.chance.happens(0.3, "doors", h // 2)
        width = 480 if doors else 640
        middle = [self._lead(hour, width), self._list(hour, width)]
        if self.chance.happens(0.35, "between", h):
            sold = self.adverts.advert("mid", 60 * h, width - 24, self.chance.between(60, 300, "mid px", h))
            middle.insert(1, panels.advert(sold, "diafimisi", width))
        side = [self._hot(h, 360), self._voices(h, 360)]
        if self.chance.happens(0.4, "side first", h // 6):
            side.reverse()
        if doors:
            columns: tuple[Sequence[Panel], ...] = (
                [self._door("left", h)],
                middle,
                side,
                [self._door("right", h)],
            )
        else:
            columns = (side, middle) if self.chance.happens(0.4, "mirrored", h // 8) else (middle, side)
        rows = [
            row(panels.masthead("Ο ΛΙΜΑΝΙΤΗΣ", 1000, note, height=72), tag="header"),
            row(panels.plain("karteles", 1000, tabs), tag="nav"),
            row(*columns, tag="main"),
            row(self._channel(h)),
            row(panels.more(self.flow, hour, 1000, "Περισσότερα")),
        ]
        if self.chance.happens(0.35, "billboard", h):
            wide = self.adverts.advert(
                "wide", 60 * h, 976, self.chance.pick((80, 160, 250, 420), "wide px", h)
            )
            rows.insert(
                self.chance.between(0, 2, "wide at", h), row(panels.advert(wide, "afisa-plati", 1000))
            )
        return rows

    def _lead(self, hour: HourNews, width: int) -> Panel:
        story = self.flow.story(hour.lead)
        seen = self.chance.between(900, 80_000, "seen", hour.hour)
        html = (
            f"<h1>{panels.story_link(story, story.headline)}</h1>"
            f"{panels.image(hour.lead.picture, width - 24, 290)}<p>{story.standfirst}</p>"
            f'<p class="small">{story.byline} · {seen} αναγνώσεις</p>'
        )
        return panels.plain("proto", width, html, is_news=True)

    def _list(self, hour: HourNews, width: int) -> Panel:
        """News and what is sold, line by line, each with a time and a count."""
        lines = ""
        for one in mixed(hour.tops, self.guests[hour.hour]):
            if isinstance(one, Guest):
                key, n = -1 - one.text, self.chance.between(2, 9, "n", one.text, one.began)
                words = f'<a href="{ORIGIN}/s/{one.text}">{_SOLD[one.text].format(n=n)}</a>'
            else:
                story = self.flow.story(one)
                key, words = one.number, panels.story_link(story, story.headline)
            clock = f"{key % 24:02d}:{7 * key % 60:02d}"
            seen = self.chance.between(10, 9_000, "line", key, hour.hour)
            lines += f"<tr><td>{clock}<td><h2>{words}</h2><td class='small'>{seen}</tr>"
        return panels.plain("kyria", width, f"<h4>Τα κύρια</h4><table>{lines}</table>", is_news=True)

    def _hot(self, hour: int, width: int) -> Panel:
        names = self.chance.shuffled(_HOT, "hot", hour)[: self.chance.between(7, 10, "many", hour)]
        lines = "".join(
            f'<li><h3><b class="n">{place}</b>{name}</h3>{self.chance.between(3, 990, "heat", name, hour)} χιλ.</li>'
            for place, name in enumerate(names, 1)
        )
        return panels.plain("zesta", width, f"<h4>Πάνε πρώτα</h4><ol>{lines}</ol>")

    def _voices(self, hour: int, width: int) -> Panel:
        names = self.chance.shuffled(_VOICES, "voices", hour)[
            : self.chance.between(3, 6, "voices many", hour)
        ]
        lines = "".join(
            f"<p>{words} · {self.chance.between(1, 59, 'ago', words, hour)} λεπτά πριν</p>" for words in names
        )
        return panels.plain("fones", width, f"<h4>Λέτε</h4>{lines}")

    def _channel(self, hour: int) -> Panel:
        """Films of the channel, cut anew every few hours."""
        cards = ""
        for number in self.chance.shuffled(range(len(_HOT)), "channel", hour // 4)[:5]:
            played = self.chance.between(1, 300, "played", number, hour)
            shown = panels.image(f"crowd-kanali-{number}", 187, 110)
            cards += f'<div>{shown}<h3>{_HOT[number]}</h3><p class="small">{played} χιλ. προβολές</p></div>'
        return panels.plain("kanali", 1000, f'<h4>Βίντεο</h4><div class="cards">{cards}</div>')

    def _door(self, side: str, hour: int) -> Panel:
        sold = self.adverts.advert("doors", 30 * (hour // 2), 80, 600)
        shown = f'<img src="{sold.path}" width="80" height="600" alt="{side}">'
        return panels.plain("porta", 80, f'<a href="{ORIGIN}/out/{sold.campaign}">{shown}</a>')


PORTALS = (Feierowend, Limanitis)
