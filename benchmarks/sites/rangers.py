"""What is open: the paths of a Danish national park in a table, and who receives patients at a Kazakh clinic."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from benchmarks.sites import panels
from benchmarks.sites.illustrated import Duty
from benchmarks.sites.insertions import Guest, Visits
from benchmarks.sites.look import SANS, WIDE, Look
from benchmarks.sites.news import STARTS_AT
from benchmarks.sites.page import ORIGIN, PageState, Panel, Row, row
from benchmarks.sites.site import GeneratedSite

_AREAS = ("Klitten", "Marsken", "Hedeskoven", "Fjordøerne")
_PATHS = ("Fyrstien", "Havørredens rute", "Redningsvejen", "Digegangen", "Slusestien", "Vadefuglenes sti",
          "Tørvesporet", "Ulvedalsrunden", "Trehøje", "Broerne ved Bækmose", "Færgelejet", "Sælbanken")  # fmt: skip
_STATES = ("Åben", "Åben med omvej", "Lukket", "Kun med naturvejleder")
_REASONS = ("Ingen bemærkninger.", "Ynglende terner indtil den {n}. juni.", "Broen skiftes, arbejdet varer {n} dage.",
            "Vand på stien på en strækning af {n} meter.", "Hunde forbudt, der går {n} kreaturer.",
            "Væltede træer, {n} ryddet indtil nu.", "Klitten er skredet {n} meter ud.", "Brandfare, bål forbudt.",
            "Skydeøvelse fra kl. {n}.", "Hugorme set ved post {n}.", "Ny rute afmærket med {n} pæle.",
            "Militær rydning af {n} granater.")  # fmt: skip
_LETTERS = ("Ræven har fået {n} hvalpe under den gamle skanse, og vi holder afstand.",
            "Stormen tog {n} meter af trappen, og tømrerne mangler eg.", "Vi har talt {n} spættede sæler på banken.",
            "Den nye plejeplan er i høring i {n} uger.", "Tyve har stjålet {n} plankesten fra dæmningen.",
            "Rådet afslog hotellet med {n} stemmer.", "Der er genudsat {n} bævere i Bækmose.",
            "En drone skræmte {n} par klyder fra reden; sagen er anmeldt.", "Vi søger {n} sommerbetjente.")  # fmt: skip
_SHELTERS = ("Nørreklit", "Bækmose Nord", "Sælhuset", "Trehøje Lejr", "Fyrgården", "Ulvedal")
_SOLD = ("Østerssafari ved solnedgang", "Rideture på islændere", "Lej en elcykel", "Overnat hos fyrmesteren",
         "Sort sol med guide", "Ravslibning for børn")  # fmt: skip
_SEEN = (
    "Havørn",
    "Odder",
    "Kronhjort",
    "Trane",
    "Sæl",
    "Blå kærhøg",
    "Grævling",
    "Natravn",
    "Marsvin",
    "Skestork",
)
_SEERS = ("Kirstine", "familien fra telt 4", "Ib", "en cyklist", "5. klasse", "Mogens og Ruth", "ornitologen")


@dataclass(frozen=True)
class Trail:
    """How a path stands: its state, the reason and its figure, and when that was last told."""

    state: int = 0
    reason: int = 0
    figure: int = 9
    touched: int = -99


class Vesterland(GeneratedSite):
    """A national park: twelve paths with a badge and a reason each, shelters and tours in the same rows."""

    slug = "vesterland"
    hard = (
        "Danish; badges of paths stay, those of shelters flicker in the same table; cameras, sightings, gifts"
    )
    more = 0
    look = Look(
        heading=WIDE, body=SANS, paper="#f7f5ef", ink="#1d2a24", muted="#6d7d73", line="#cfd4c6", accent="#b4530a",
        lead_px=24, top_px=18, card="#e6eadd",
        extra=(
            ".masthead{background:#1d3b2f;color:#fff}.masthead .small{color:#b9d3c4}table{width:100%;"
            "border-collapse:collapse}.stier td{border-bottom:1px solid #cfd4c6;padding:7px 6px;vertical-align:top}"
            ".stier tr{background:#fff}kbd{font:bold 12px/20px 'Liberation Sans';padding:0 8px;background:#d8e8d0;"
            "display:inline-block}.s1,.s3{background:#ffe1a8}.s2{background:#b91c1c;color:#fff}.brev{background:#fff}"
            ".brev p{font-size:17px;line-height:25px}figcaption{font-size:12px;line-height:18px}figure{margin:0}"
            ".gaver{background:#e6eadd}.stotte{background:#b4530a;color:#fff}"
        ),
    )  # fmt: skip
    duty = Duty(hours=(6, 9), off=(), night=0.12)
    sold = Visits(per_h=0.4, stays_h=(2, 5), places=(1, 3, 5, 8, 10), together=3, texts=len(_SOLD))

    def states(self, hours: int) -> Iterator[PageState]:
        """The page at each of the first hours."""
        paths = [Trail(seat % 3 // 2 * 2, seat * 5 % len(_REASONS), 4 + seat) for seat in range(len(_PATHS))]
        letter = 0
        for hour, guests in enumerate(self.sold.at_each_hour(self.chance.child("sold"), hours)):
            at = STARTS_AT + timedelta(hours=hour)
            pace = (max(self.duty.at(at), 0.7 if 16 <= at.hour <= 19 else 0)) if hour else 0.0
            if self.chance.happens((0.75 if at.weekday() > 3 else 0.5) * pace, "seen to", hour):
                place = self.chance.below(len(paths), "which", hour)
                if hour - paths[place].touched > 8:
                    paths[place] = self._turned(paths[place], hour)
            if self.chance.happens(
                0.5 if at.hour == 11 and at.weekday() in (1, 3, 5) else 0.0, "letter", hour
            ):
                letter += 1
            lines = tuple(words for item in paths for words in self._told(item))
            yield PageState(
                rows=tuple(self._page(paths, letter, guests, hour, at)), news=(*lines, *self._letter(letter))
            )

    def _turned(self, item: Trail, hour: int) -> Trail:
        """Another state for another reason, or only the figure of the reason."""
        draw = self.chance.child("turned", hour)
        if draw.happens(0.25, "figure") and "{n}" in _REASONS[item.reason]:
            return replace(item, figure=item.figure + draw.between(1, 6, "by"), touched=hour)
        reason = (item.reason + draw.between(1, len(_REASONS) - 1, "reason")) % len(_REASONS)
        state = draw.pick((0, 0, 1, 2, 2, 3), "state")
        return Trail(state, reason, draw.between(3, 24, "figure"), hour)

    def _told(self, item: Trail) -> tuple[str, str]:
        return _STATES[item.state], _REASONS[item.reason].format(n=item.figure)

    def _letter(self, number: int) -> tuple[str, str]:
        """What the head ranger writes, in two sentences."""
        draw = self.chance.child("letter", number)
        order = draw.shuffled(_LETTERS, "which")
        first, second = (words.format(n=draw.between(2, 60, words)) for words in order[:2])
        return first, second

    def _page(
        self, paths: Sequence[Trail], letter: int, guests: Sequence[Guest], hour: int, at: datetime
    ) -> list[Row]:
        split = self.chance.happens(0.45, "split", hour // 6)
        note = f"{at:%d.%m. kl. %H.%M} · vind {self.chance.between(2, 19, 'wind', hour)} m/s · {hour % 12 + 3} km sigt"
        rows = [row(panels.masthead("Nationalpark Vesterland", 1000, note, height=58), tag="header")]
        if split:
            half = len(_PATHS) // 2
            rows += [
                row(self._cameras(hour, 1000)),
                row(
                    self._table(paths, range(half), guests, hour, 500),
                    self._table(paths, range(half, len(_PATHS)), (), hour, 500),
                    tag="main",
                ),
                row(self._note(letter, hour, 500), [self._seen(hour, 500), self._gifts(hour, 500)]),
            ]
        else:
            order = self.chance.shuffled(range(len(_PATHS)), "sorted", hour // 3)
            sky = self.adverts.advert("ude", 60 * hour, 296, self.chance.between(90, 600, "sky px", hour))
            side = [self._seen(hour, 320), panels.advert(sky, "annonce", 320), self._gifts(hour, 320)]
            rows += [
                row(
                    [self._note(letter, hour, 680), self._table(paths, order, guests, hour, 680)],
                    side,
                    tag="main",
                ),
                row(self._cameras(hour, 1000)),
            ]
        if self.chance.happens(0.4, "appeal", hour // 2):
            words = self.chance.pick(
                ("Bliv ven af parken", "Støt redningen af engene", "Plant en eg"), "call", hour
            )
            height = self.chance.between(40, 190, "appeal px", hour)
            rows.insert(self.chance.below(3, "where", hour), row(panels.strip(words, height, name="stotte")))
        return rows

    def _table(
        self, paths: Sequence[Trail], order: Sequence[int], guests: Sequence[Guest], hour: int, width: int
    ) -> Panel:
        lines = [self._line(seat, paths[seat], hour) for seat in order]
        for guest in guests:
            lines.insert(min(guest.place, len(lines)), self._tour(guest, hour))
        first = 2 if width == 500 and order[0] else 0
        for seat in self.chance.shuffled(range(len(_SHELTERS)), "shelters", hour // 2)[first : first + 2]:
            full = self.chance.happens(0.5, "full", seat, hour)
            badge = "<kbd class=s2>Optaget</kbd>" if full else "<kbd>Ledig</kbd>"
            words = f"Shelter, {self.chance.between(0, 8, 'beds', seat, hour)} pladser i nat."
            lines.insert(
                self.chance.below(len(lines), "at", seat, hour),
                _row(_SHELTERS[seat], badge, words, f"{self.chance.between(1, 59, 'min', seat, hour)} min"),
            )
        html = f"<h2>Stier og steder</h2><table>{''.join(lines)}</table>"
        return panels.plain("stier", width, html, is_news=True)

    def _line(self, seat: int, item: Trail, hour: int) -> str:
        state, reason = self._told(item)
        walked = f"{self.chance.between(0, 140, 'walked', seat, hour)} gik her"
        name = f"<b>{_PATHS[seat]}</b><br><span class='small'>{_AREAS[seat // 3]}</span>"
        return _row(name, f"<kbd class=s{item.state}>{state}</kbd>", reason, walked)

    def _tour(self, guest: Guest, hour: int) -> str:
        price = self.chance.between(95, 695, "price", guest.text, hour // 3)
        words = f"Fra {price} kr., {self.chance.between(1, 12, 'seats', guest.text, hour)} pladser tilbage."
        return _row(f"<b>{_SOLD[guest.text]}</b>", "<kbd class=s1>Oplevelse</kbd>", words, "partner")

    def _note(self, letter: int, hour: int, width: int) -> Panel:
        """The head ranger's letter; the photograph beside it is of the hour."""
        first, second = self._letter(letter)
        shown = panels.image(f"world-brev-{self.chance.below(7, 'photo', hour // 2)}", width - 24, 190)
        html = f"<h4>Fra parkforvalteren</h4>{shown}<p>{first}</p><p>{second}</p>"
        return panels.plain("brev", width, html, is_news=True)

    def _cameras(self, hour: int, width: int) -> Panel:
        many = self.chance.pick((2, 3, 3, 4), "many", hour // 6)
        each = (width - 24 - 16 * (many - 1)) // many
        cards = ""
        for seat in range(many):
            name = self.chance.pick(_SEEN, "camera", seat, hour)
            shown = panels.image(f"science-vildt-{seat}-{hour}", each, each * 3 // 5)
            cards += f"<div><figure>{shown}<figcaption>Kamera {seat + 1}, {name}?</figcaption></figure></div>"
        return panels.plain("kamera", width, f'<h4>Vildtkameraer live</h4><div class="cards">{cards}</div>')

    def _seen(self, hour: int, width: int) -> Panel:
        lines = ""
        for name in self.chance.shuffled(_SEEN, "seen", hour)[: self.chance.between(3, 7, "lines", hour)]:
            draw = self.chance.child("sighting", name, hour)
            where = f"set af {draw.pick(_SEERS, 'by')} ved {draw.pick(_PATHS, 'near')}"
            lines += f"<li><b>{name}</b> {where}, {draw.between(1, 59, 'ago')} min siden</li>"
        return panels.plain("set", width, f"<h4>Set i dag</h4><ul>{lines}</ul>")

    def _gifts(self, hour: int, width: int) -> Panel:
        given = 400_000 + 310 * hour + self.chance.below(300, "given", hour)
        html = f"<h4>Indsamlet til engene</h4><h1>{given:,} kr.</h1><p>{given // 411} givere, tak!</p>"
        return panels.plain("gaver", width, html)


def _row(name: str, badge: str, words: str, small: str) -> str:
    """A row of the table, of whatever it tells."""
    return f"<tr><td>{name}<td>{badge}<td>{words}<td class='small'>{small}</tr>"


_WARDS = ("Терапевт", "Педиатр", "Кардиолог", "Окулист", "Стоматолог", "Хирург", "Невропатолог", "Рентген",
          "Зертхана", "Вакцина бөлмесі", "Ультрадыбыс", "Отоларинголог")  # fmt: skip
_DOCTORS = ("А. Жүсіпқызы", "Б. Қайратұлы", "Г. Нұрланова", "Д. Сейітбек", "Е. Омарқызы", "Ж. Төлегенов", "З. Айдарова",
            "К. Мұхтарұлы", "Л. Серікқызы", "М. Әбдірахман", "Н. Ерланова", "О. Бекжанов", "П. Шораұлы",
            "Р. Дәулетқызы")  # fmt: skip
_NOTES = ("Кезекпен қабылдайды.", "Тек жолдамамен.", "Демалыста, орнында кезекші дәрігер.", "Аппарат жөнделуде.",
          "Үйге шақыру қабылданады.", "Аш қарынға келіңіз.", "Балаларға бөлек кезек.", "Онлайн кеңес береді.",
          "Ауысым екіге бөлінді.", "Жаңа аппарат қосылды.", "Карантинге байланысты шектеулі.")  # fmt: skip
_ORDERS = ("Бетперде тағу міндетті.", "№{n} бөлім жуу күніне жабылады.", "Қызылшаға қарсы екпе {n} жастан басталды.",
           "Ақылы қызмет бағасы {n} пайызға өзгерді.", "Жаңа жедел жәрдем көлігі {n} ауылға шығады.",
           "Ыстық су {n} күнге тоқтатылады.", "Тіркеу бөлімі №{n} терезеге көшті.", "Диспансерлеу {n} үйден басталды.",
           "Туыстар палатаға {n} минутқа кіре алады.", "Бас дәрігер азаматтарды сағат {n}-де қабылдайды.")  # fmt: skip
_TIPS = (("Күніне екі литр су ішіңіз", "Пайдалы кеңес"), ("Донор болыңыз", "Қан орталығы"),
         ("Дәріхана: дәруменге жеңілдік", "Серіктес"), ("Темекіні тастау мектебі", "Тегін"),
         ("Қосымшаны жүктеп алыңыз", "Мобильді"), ("Болашақ аналар мектебі", "Сенбі сайын"),
         ("Көзілдірікке жеңілдік", "Серіктес"))  # fmt: skip
_SAID = ("Рақмет, дәрігер өте мұқият!", "Екі сағат күттім.", "Медбике жақсы екен.", "Телефон алмайды.",
         "Тіркеу тез болды.", "Лифт істемейді.", "Балама көмектескендеріңізге алғыс.", "Гардероб жабық.")  # fmt: skip
_BLOOD = ("O+", "O−", "A+", "A−", "B+", "B−", "AB+", "AB−")


@dataclass(frozen=True)
class Ward:
    """Who receives in which room, from what hour, and under which condition."""

    doctor: int
    room: int
    opens: int
    note: int
    touched: int = -9


class Emkhana(GeneratedSite):
    """A clinic: twelve wards as cards, sorted by how many wait; a doctor, a room, an hour or a note of one changes."""

    slug = "emkhana"
    hard = "Kazakh; cards change places with their queues, tips of one form among them; stocks of blood, opinions"
    more = 0
    look = Look(
        heading=SANS, body=SANS, paper="#f3f8fb", ink="#12303f", muted="#5f7d8c", line="#c8dbe5", accent="#00778b",
        lead_px=30, top_px=19, card="#ffffff",
        extra=(
            ".masthead{background:#fff;border-bottom:4px solid #00a3ad}.bolim div{background:#fff;padding:10px;"
            "border:1px solid #c8dbe5}.bolim dl{display:grid;grid-template-columns:80px 1fr}"
            "dt{color:#5f7d8c;font:13px/20px 'Liberation Sans'}dd{margin:0}.bolim u{text-decoration:none;float:right;"
            "background:#00778b;color:#fff;padding:0 8px;font-size:12px}.buiryq ol{list-style:decimal;margin-left:22px}"
            ".qan td{width:80px;text-align:center;padding:5px 0}.b0{background:#f8c4c4}.b1{background:#fdeebd}"
            ".b2{background:#c6ebcf}.habar{background:#ffd166}"
        ),
    )  # fmt: skip
    duty = Duty(hours=(7, 18), off=(6,), then=0.15, night=0.03)
    tips = Visits(per_h=0.5, stays_h=(1, 5), places=(0, 2, 3, 5, 7, 9), together=4, texts=len(_TIPS))

    def states(self, hours: int) -> Iterator[PageState]:
        """The page at each of the first hours."""
        wards = [Ward(seat, 101 + 7 * seat, 8 + seat % 3, seat) for seat in range(len(_WARDS))]
        orders = [0, -1, -2]
        for hour, guests in enumerate(self.tips.at_each_hour(self.chance.child("tips"), hours)):
            at = STARTS_AT + timedelta(hours=hour)
            pace = self.duty.at(at) * (2.2 if at.hour in (7, 8, 13) else 0.8) if hour else 0.0
            if self.chance.happens(0.28 * pace, "changed", hour):
                for turn in range(self.chance.pick((1, 1, 2), "many", hour)):
                    place = self.chance.below(len(wards), "which", hour, turn)
                    wards[place] = self._changed(wards[place], hour, turn)
            if self.chance.happens(0.5 if at.hour == 16 and at.weekday() < 5 else 0.0, "ordered", hour):
                orders = [orders[0] + 1, *orders[:2]]
            news = (
                *(words for item in wards for words in self._told(item)),
                *(self._order(number) for number in orders),
            )
            yield PageState(rows=tuple(self._page(wards, orders, guests, hour, at)), news=news)

    def _changed(self, item: Ward, hour: int, turn: int) -> Ward:
        if hour - item.touched < 6:
            return item
        draw = self.chance.child("to", hour, turn)
        what = draw.pick(("doctor", "room", "opens", "note", "note"), "what")
        if what == "opens":
            return replace(item, opens=8 + (item.opens - 7) % 7, touched=hour)
        return replace(item, **{what: getattr(item, what) + draw.between(1, 6, "by")}, touched=hour)

    def _told(self, item: Ward) -> tuple[str, ...]:
        hours = f"{item.opens:02d}:00–{item.opens + 6}:30"
        return (
            _DOCTORS[item.doctor % len(_DOCTORS)],
            f"{item.room}-кабинет",
            hours,
            _NOTES[item.note % len(_NOTES)],
        )

    def _order(self, number: int) -> str:
        draw = self.chance.child("order", number)
        return _ORDERS[number * 3 % len(_ORDERS)].format(n=draw.between(2, 29, "n"))

    def _page(
        self, wards: Sequence[Ward], orders: Sequence[int], guests: Sequence[Guest], hour: int, at: datetime
    ) -> list[Row]:
        columns = 2 if self.chance.happens(0.4, "two", hour // 6) else 3
        width = 360 if columns == 2 else 240
        waits = [self.chance.between(0, 40, "waits", seat, hour // 2) for seat in range(len(wards))]
        order = sorted(range(len(wards)), key=lambda seat: (waits[seat], seat))
        cards = [self._ward(seat, wards[seat], waits[seat], hour, width) for seat in order]
        for guest in guests:
            cards.insert(guest.place, self._tip(guest, hour, width))
        dealt = [cards[first::columns] for first in range(columns)]
        side = [self._blood(hour, 280), self._said(hour, 280), self._photo(hour, 280)]
        note = f"Кезекте {sum(waits)} адам · {at:%d.%m.%Y %H:%M}"
        left = self.chance.happens(0.5, "left", hour // 12)
        rows = [
            row(panels.masthead("Ақбұлақ емханасы", 1000, note, height=64), tag="header"),
            row(self._orders(orders, 1000)),
            row(*((side, *dealt) if left else (*dealt, side)), tag="main"),
        ]
        rows.append(row(self._photo(hour + 1_000, 400), self._photo(hour + 2_000, 600)))
        if self.chance.happens(0.3, "said", hour // 3):
            height = self.chance.between(40, 160, "said px", hour // 3)
            rows.insert(1, row(panels.strip("Сауалнамаға қатысыңыз: қызмет сапасы", height, name="habar")))
        return rows

    def _orders(self, orders: Sequence[int], width: int) -> Panel:
        lines = "".join(f"<li>{self._order(number)}</li>" for number in orders)
        return panels.plain(
            "buiryq", width, f"<h2>Бұйрықтар мен хабарландырулар</h2><ol>{lines}</ol>", is_news=True
        )

    def _ward(self, seat: int, item: Ward, waits: int, hour: int, width: int) -> Panel:
        doctor, room, opens, note = self._told(item)
        free = self.chance.between(0, 14, "free", seat, hour)
        html = (
            f"<div><u>{waits} адам</u><h3>{_WARDS[seat]}</h3><dl><dt>Дәрігер</dt><dd>{doctor}</dd>"
            f"<dt>Бөлме</dt><dd>{room}</dd>"
            f"<dt>Қабылдау</dt><dd>{opens}</dd></dl><p>{note}</p><p class='small'>Бос орын: {free}</p></div>"
        )
        return panels.plain("bolim", width, html, is_news=True)

    def _tip(self, guest: Guest, hour: int, width: int) -> Panel:
        title, label = _TIPS[guest.text]
        shown = panels.image(f"portrait-tip-{guest.text}", width - 46, 90) if guest.began % 2 else ""
        html = (
            f"<div><u>{label}</u><h3>{title}</h3>{shown}<p class='small'>"
            f"Қаралды: {self.chance.between(40, 999, 'tip', guest.text, hour)}</p></div>"
        )
        return panels.plain("bolim", width, html)

    def _blood(self, hour: int, width: int) -> Panel:
        cells = [
            f"<td class=b{self.chance.below(3, 'stock', name, hour // 2)}>{name}</td>" for name in _BLOOD
        ]
        table = f"<table><tr>{''.join(cells[:4])}</tr><tr>{''.join(cells[4:])}</tr></table>"
        return panels.plain("qan", width, f"<h4>Қан қоры қазір</h4>{table}")

    def _said(self, hour: int, width: int) -> Panel:
        lines = "".join(
            f"<li>{'★' * self.chance.between(1, 5, 'stars', words, hour)} {words}</li>"
            for words in self.chance.shuffled(_SAID, "said", hour)[: self.chance.between(3, 6, "many", hour)]
        )
        return panels.plain("pikir", width, f"<h4>Пікірлер</h4><ul>{lines}</ul>")

    def _photo(self, hour: int, width: int) -> Panel:
        number = self.chance.below(11, "photo", hour)
        tall = self.chance.pick((200, 280, 360), "photo px", hour)
        link = f'<a href="{ORIGIN}/galereya/{number}">Емхана өмірінен: {number + 1}-сурет</a>'
        return panels.plain(
            "suret", width, f"{panels.image(f'crowd-em-{number}', width - 24, tall)}<p>{link}</p>"
        )


RANGERS = (Vesterland, Emkhana)
