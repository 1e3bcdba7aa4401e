"""Text on which is worked: a Basque wiki's article in two skins, a Swahili clinic's questions with their answers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from benchmarks.sites import panels
from benchmarks.sites.illustrated import Duty, told
from benchmarks.sites.insertions import Guest, Visits
from benchmarks.sites.look import SANS, SERIF, Look
from benchmarks.sites.news import STARTS_AT
from benchmarks.sites.page import ORIGIN, PageState, Panel, Row, row
from benchmarks.sites.site import GeneratedSite

_PARTS = ("Kokapena", "Historia", "Eraberritzea", "Auzia", "Gaur egun")
_OPENS = (
    (
        "Itsasargia {n} metro garai den labar baten gainean dago",
        "Bideak {n} eskailera-maila ditu",
        "Inguruan {n} habia zenbatu dira",
        "Kaiak {n} metroko luzera du",
        "Auzoan {n} biztanle bizi dira",
    ),
    (
        "{n} urtean eraiki zuten lehen dorrea",
        "Ekaitz batek {n} harri eraman zituen",
        "Azken zaintzaileak {n} urte egin zituen bertan",
        "Gerran {n} lagun ezkutatu ziren sotoan",
    ),
    (
        "Kontratuak {n} mila euroko muga du",
        "Lanak {n} langilerekin hasi ziren",
        "Kupulan {n} beira aldatu dira",
        "Igogailuaren planoak {n} aldiz zuzendu dira",
        "Aldamioak {n} egunez egon dira geldirik",
    ),
    (
        "Elkarteak {n} orrialdeko helegitea jarri du",
        "Epaileak {n} lekuko entzun ditu",
        "Udalak {n} baimen baliogabetu ditu",
        "Peritu batek {n} arrakada topatu ditu",
    ),
    (
        "Bisitak {n} laguneko taldeetan egiten dira",
        "Argiak {n} segundoro egiten du dir-dir",
        "Museoak {n} pieza erakusten ditu",
        "Jaialdiak {n} talde bildu ditu",
    ),
)
_ENDS = ("", ", iturri batzuen arabera", ", eta ez lehen uste bezala gutxiago", ", hondakinak kendu ondoren",
         ", obra-zuzendariak baieztatu duenez", " eta datua eztabaidan dago", ", udako hilabeteetan izan ezik",
         ", probintziako artxiboak dioenez", " (aurreko bertsioak bestela zioen)")  # fmt: skip
_BOX = (("Garaiera", "{n} m", (21, 64)), ("Irismena", "{n} milia", (9, 33)), ("Aurrekontua", "{n} 000 €", (310, 990)),
        ("Irekiera", "ekainaren {n}a", (2, 28)), ("Arduraduna", "{w}", (0, 4)), ("Egoera", "{s}", (0, 5)))  # fmt: skip
_WARDENS = ("Portu Agintaritza", "Ezpeleta Udala", "Argia Fundazioa", "Kostaldeko Kontseilua",
            "epailearen esku")  # fmt: skip
_STATES = ("itxita", "obretan", "erdi irekita", "zabalik", "arriskuan", "ikuskatzen")
_NEEDS = ("Atal honek iturri gehiago behar ditu.", "Artikulu honen neutraltasuna zalantzan dago.",
          "Atal hau itzultzeke dago oraindik.", "Irudi hobea falta da hemen.",
          "Norbait artikulu hau idazten ari da une honetan.")  # fmt: skip
_FACTS = ("olagarroek hiru bihotz dituztela", "gatza diru gisa erabili zela", "herri batek bi ordu dituela",
          "balea bat elizan gorde zutela", "trikiak igerian badakiela", "zubi bat haizeak jo eta abesten duela",
          "lehen tren hori zaldiek tiratzen zutela", "errege bat sagarrez ordaindu zutela")  # fmt: skip
_PAGES = ("Sardina", "Euri-neurgailua", "Txalaparta", "Kare-labea", "Errota zaharra", "Mendi-lasterketa", "Gaztanbera",
          "Ilargi-egutegia", "Zaldi-feria", "Harri-jasotzea", "Ontziola", "Udaberria")  # fmt: skip
_USERS = ("Argitxo", "Kaioberri", "Mendizale9", "Laino", "Botx", "Zubibot", "Uhartea", "Xaguxar", "Marrubi")
_WHY = ("akatsa", "lotura", "kategoria", "irudia", "itzulpena", "desegina", "estiloa", "bot: data")


@dataclass(frozen=True)
class Sentence:
    """A sentence of the article: which of its part's, by which number and with which end."""

    kind: int
    figure: int
    end: int = 0


class Auzowiki(GeneratedSite):
    """A wiki's article: sentences put in, taken out and mended; what the wiki itself shows is drawn at each visit."""

    slug = "auzowiki"
    hard = (
        "Basque; sentences within long paragraphs, a box of facts that changes sides, templates between parts"
    )
    more = 0
    look = Look(
        heading=SERIF, body=SANS, paper="#f8f9fa", ink="#202122", muted="#72777d", line="#c8ccd1", accent="#3366cc",
        lead_px=30, top_px=22, card="#ffffff",
        extra=(
            ".atala{background:#fff}.atala h2{border-bottom:1px solid #a2a9b1;font-weight:normal}"
            ".atala p{font-size:15px;line-height:24px}.kutxa{background:#eaecf0;border:1px solid #a2a9b1}"
            ".kutxa dl{display:grid;grid-template-columns:110px 1fr;gap:4px;margin:0}.kutxa dd{margin:0}"
            ".kutxa dt{font-weight:bold}.txantiloia{background:#fff;border-left:10px solid #fc3}"
            ".azkenak td{font-size:13px;line-height:18px;padding:2px 12px 2px 0}.emari{background:#3366cc;color:#fff}"
            ".izarra{background:#eef}sup{line-height:0;color:#3366cc}"
        ),
    )  # fmt: skip
    duty = Duty(hours=(7, 23), then=1.3, night=0.12)
    templates = Visits(per_h=0.6, stays_h=(1, 4), places=(0, 1, 2, 3, 4), together=3, texts=len(_NEEDS))

    def states(self, hours: int) -> Iterator[PageState]:
        """The page at each of the first hours."""
        parts = [[Sentence(kind, 0, 2 * kind % 5) for kind in range(len(pool) - 1)] for pool in _OPENS]
        box = [0] * len(_BOX)
        for hour, guests in enumerate(self.templates.at_each_hour(self.chance.child("templates"), hours)):
            at = STARTS_AT + timedelta(hours=hour)
            pace = self.duty.at(at) if hour else 0.0
            if self.chance.happens(0.2 * pace, "edit", hour):
                place = self.chance.pick((0, 1, 2, 2, 2, 3, 3, 4), "part", hour)
                parts[place] = self._edited(parts[place], place, hour)
            if self.chance.happens(0.05 * pace, "box", hour):
                box[self.chance.below(len(box), "which", hour)] += 1
            text = [[self._told(place, item) for item in part] for place, part in enumerate(parts)]
            facts = [self._fact(seat, turn) for seat, turn in enumerate(box)]
            news = (*(words for part in text for words in part), *facts)
            yield PageState(rows=tuple(self._page(text, facts, guests, at)), news=news)

    def _edited(self, part: list[Sentence], place: int, hour: int) -> list[Sentence]:
        """One sentence comes, goes, or is altered in its figure or at its end."""
        what, seat = self.chance.number("what", hour), self.chance.below(len(part), "seat", hour)
        absent = [kind for kind in range(len(_OPENS[place])) if all(kind != item.kind for item in part)]
        if absent and what < 0.45:
            new = Sentence(absent[0], hour, self.chance.below(len(_ENDS), "end", hour))
            return [*part[:seat], new, *part[seat:]]
        if len(part) > 3 and what < 0.55:
            return [*part[:seat], *part[seat + 1 :]]
        item = part[seat]
        if what < 0.75:
            item = replace(item, figure=hour)
        else:
            item = replace(item, end=(item.end + self.chance.between(1, 4, "further", hour)) % len(_ENDS))
        return [*part[:seat], item, *part[seat + 1 :]]

    def _told(self, place: int, item: Sentence) -> str:
        number = self.chance.between(3, 190, "figure", place, item.kind, item.figure)
        shown = 1700 + number if place == 1 and item.kind == 0 else number
        return f"{_OPENS[place][item.kind].format(n=shown)}{_ENDS[item.end]}."

    def _fact(self, seat: int, turn: int) -> str:
        name, words, (low, high) = _BOX[seat]
        number = low + (self.chance.below(99, "fact", seat) + 2 * turn + turn // 3) % (high - low + 1)
        told_by = words.format(n=number, w=_WARDENS[number % 5], s=_STATES[number % 6])
        return f"<dt>{name}</dt><dd>{told_by}</dd>"

    def _page(
        self, text: Sequence[Sequence[str]], facts: Sequence[str], guests: Sequence[Guest], at: datetime
    ) -> list[Row]:
        hour = int((at - STARTS_AT).total_seconds() // 3600)
        old = self.chance.happens(0.4, "old skin", hour // 7)
        width = 700 if old else 640
        column, mark = [], 0
        for place, part in enumerate(text):
            column += [self._template(one, hour, width) for one in guests if one.place == place]
            column.append(self._part(place, part, mark, width))
            mark += len(part)
        side = [
            self._facts(facts, hour, 1000 - width),
            self._recent(hour, 1000 - width),
            self._know(hour, 1000 - width),
        ]
        if old:
            side = [side[1], side[0], self._know(hour, 300)]
        note = f"{at:%Y-%m-%d %H:%M} · {self.chance.between(11, 900, 'here', hour)} irakurle linean"
        rows = [
            row(panels.masthead("Auzowiki: Ezpeletako itsasargia", 1000, note, height=54), tag="header"),
            row(*((side, column) if old else (column, side)), tag="main"),
            row(self._near(hour)),
            row(panels.plain("oina", 1000, '<p class="small">Lizentzia · Pribatutasuna · Mugikorra</p>')),
        ]
        if self.chance.happens(0.4, "donate", hour // 3):
            height = self.chance.between(44, 190, "donate px", hour // 3)
            sum_now = self.chance.between(1_200, 8_900, "sum", hour)
            words = f"Gaur {sum_now} € bildu ditugu. Lagundu wikiari!"
            rows.insert(self.chance.below(2, "at", hour // 3), row(panels.strip(words, height, name="emari")))
        return rows

    def _part(self, place: int, part: Sequence[str], mark: int, width: int) -> Panel:
        """A part of the article; its notes are numbered through the whole page."""
        inner = " ".join(f"{words}<sup>[{mark + number}]</sup>" for number, words in enumerate(part, 1))
        return panels.plain("atala", width, f"<h2>{_PARTS[place]}</h2><p>{inner}</p>", is_news=True)

    def _template(self, guest: Guest, hour: int, width: int) -> Panel:
        asked = self.chance.pick(_USERS, "asked", guest.began)
        html = (
            f'<p>{_NEEDS[guest.text]} <span class="small">{asked}, duela {hour - guest.began} ordu</span></p>'
        )
        return panels.plain("txantiloia", width, html)

    def _facts(self, facts: Sequence[str], hour: int, width: int) -> Panel:
        shown = panels.image(f"world-itsasargi-{hour // 11}", width - 26, 170)
        return panels.plain("kutxa", width, f"{shown}<dl>{''.join(facts)}</dl>", is_news=True)

    def _recent(self, hour: int, width: int) -> Panel:
        lines = "".join(
            f"<tr><td>{self.chance.pick(_PAGES, 'page', hour, seat)}<td>{self.chance.pick(_USERS, 'user', hour, seat)}"
            f"<td>{self.chance.pick(_WHY, 'why', hour, seat)} ({self.chance.between(-400, 900, 'size', hour, seat):+})"
            for seat in range(9)
        )
        return panels.plain("azkenak", width, f"<h4>Azken aldaketak</h4><table>{lines}</table>")

    def _know(self, hour: int, width: int) -> Panel:
        shown = panels.image(
            f"science-eguna-{hour // 2}", width - 24, self.chance.between(120, 260, "px", hour // 2)
        )
        lines = "".join(
            f"<li>…{words}?</li>" for words in self.chance.shuffled(_FACTS, "facts", hour // 2)[:4]
        )
        return panels.plain("izarra", width, f"<h4>Ba al zenekien…</h4>{shown}<ul>{lines}</ul>")

    def _near(self, hour: int) -> Panel:
        cards = "".join(
            f'<div>{panels.image(f"culture-orri-{panels.hash_of(name)}", 226, 110)}<h3><a href="{ORIGIN}/w/'
            f'{panels.hash_of(name)}">{name}</a></h3></div>'
            for name in self.chance.shuffled(_PAGES, "near", hour)[:4]
        )
        return panels.plain("hurbil", 1000, f'<h4>Ausazko orriak</h4><div class="cards">{cards}</div>')


_TOPICS = ("Chanjo", "Miadi", "Malipo", "Dawa", "Wajawazito")
_ASKS = (
    "Je, watoto wa miaka {n} wanaruhusiwa?", "Nifike saa ngapi siku ya {d}?", "Ninaweza kuja bila kitambulisho?",
    "Inachukua siku ngapi kupata majibu?", "Je, kituo cha {w} kiko wazi?", "Bima inalipa kiasi gani?",
    "Nikikosa miadi nifanye nini?", "Nani anaweza kunichukulia dawa?",
)  # fmt: skip
_SAYS = ("Ndiyo, kwa barua ya mzazi", "Hapana, hadi daktari aamue", "Njoo kituo cha {w} kabla ya saa {n}",
         "Piga simu namba {n}00 kwanza", "Malipo ni shilingi {n} elfu", "Subiri siku {n}, kisha urudi",
         "Fomu inapatikana {w}", "Huduma hii ni bure")  # fmt: skip
_EXCEPT = ("", ", isipokuwa siku ya {d}", ", na lete kadi ya zamani", ", lakini si kwa wageni", ", kuanzia {d} ijayo",
           ", kwa wenye bima pekee", ", endapo dawa ipo", ", kama ilivyorekebishwa na wizara")  # fmt: skip
_DAYS = ("Jumatatu", "Jumanne", "Jumatano", "Alhamisi", "Ijumaa", "Jumamosi")
_POSTS = ("Mtoni", "Kilimani", "Bandari", "Soko Kuu", "Mwembeni", "Shuleni")
_NOTES = ("Kituo cha {w} kimefungwa kwa ukarabati hadi {d}.", "Chanjo mpya {n} elfu zimewasili {w}.",
          "Zahanati ya {w} itatoa huduma usiku hadi {d}.", "Maji hayapo {w}; upasuaji umehamishwa.",
          "Madaktari {n} wapya wameanza kazi {w}.", "Foleni ya {w} sasa ni kwa miadi tu.")  # fmt: skip
_READER = ("Mbona simu haipokelewi?", "Gari la wagonjwa liko wapi?", "Naomba kujua bei ya miwani", "Kuna baiskeli?",
           "Mtoto ana homa, nije leo?", "Asanteni sana wauguzi!", "Daktari wa meno yupo?", "Nimesahau kadi yangu",
           "Je, mnafungua sikukuu?", "Naweza kulipa kwa simu?")  # fmt: skip
_PENDING = ("Inasubiri jibu la mhudumu.", "Imepokelewa, asante.", "Wasomaji wengine wanauliza hivyo pia.")
_POSTERS = ("Nawa mikono", "Lala ndani ya chandarua", "Kunywa maji safi", "Changia damu",
            "Tembea dakika thelathini")  # fmt: skip


@dataclass(frozen=True)
class Reply:
    """A question with its answer: which one, of which topic, in which words by now."""

    number: int
    topic: int
    words: int = 0
    but: int = 0


class Maswali(GeneratedSite):
    """A clinic's answers: one is put in the middle or mended; questions of the visit wait in the same list."""

    slug = "maswali"
    hard = "Swahili; half of an answer, topics in an order of the hour, waiting questions in the same list, posters"
    more = 0
    look = Look(
        heading=SANS, body=SERIF, paper="#fff8ef", ink="#31210f", muted="#94805f", line="#ecd9b8", accent="#c2410c",
        lead_px=26, top_px=20, card="#ffffff",
        extra=(
            ".masthead{background:#166534;color:#fff}.masthead .small{color:#d5f0dd}.mada{border-top:6px solid #166534;"
            "background:#fff;border-right:8px solid #fff8ef}.mada dt{font:bold 15px/20px sans-serif;margin-top:8px}"
            ".mada dd{margin:2px 0 0 14px;font-size:16px;line-height:21px}.mada em{color:#94805f;font-size:12px}"
            ".ilani{background:#fde68a}.ilani h2{color:#7c2d12}.foleni{background:#166534;color:#fff}"
            ".foleni td{padding:3px 26px 3px 0;font:bold 15px/22px sans-serif}.kampeni{background:#c2410c;color:#fff}"
        ),
    )  # fmt: skip
    duty = Duty(hours=(5, 16), off=(6,), then=0.3, night=0.06)

    def states(self, hours: int) -> Iterator[PageState]:
        """The page at each of the first hours."""
        topics = [
            [Reply(10 * topic + seat, topic, seat) for seat in range(3)] for topic in range(len(_TOPICS))
        ]
        notice = 0
        for hour in range(hours):
            at = STARTS_AT + timedelta(hours=hour)
            pace = self.duty.at(at) if hour else 0.0
            if self.chance.happens(0.42 * pace, "edit", hour):
                place = self.chance.below(len(topics), "topic", hour)
                topics[place] = self._edited(topics[place], place, hour)
            if self.chance.happens(0.07 * pace, "notice", hour):
                notice = hour
            above = self._notice(notice)
            text = [[self._told(item) for item in part] for part in topics]
            news = (above, *(words for part in text for words in part))
            yield PageState(rows=tuple(self._page(above, text, at)), news=news)

    def _edited(self, part: list[Reply], topic: int, hour: int) -> list[Reply]:
        what, seat = self.chance.number("what", hour), self.chance.below(len(part), "seat", hour)
        if len(part) < 5 and what < 0.28:
            here = {self._asked(item) for item in part}
            new = (Reply(100 + hour + further, topic, hour) for further in range(len(_ASKS)))
            return [*part[:seat], next(item for item in new if self._asked(item) not in here), *part[seat:]]
        if len(part) > 2 and what < 0.42:
            return [*part[:seat], *part[seat + 1 :]]
        item = part[seat]
        if what < 0.6:
            item = replace(item, words=hour)
        else:
            item = replace(item, but=(item.but + self.chance.between(1, 5, "but", hour)) % len(_EXCEPT))
        return [*part[:seat], item, *part[seat + 1 :]]

    def _asked(self, item: Reply) -> str:
        return told(self.chance.child("asked", item.topic), (_ASKS,), item.number)[0]

    def _told(self, item: Reply) -> str:
        asked = self._asked(item)
        draw = self.chance.child("told", item.number, item.words)
        named = {"n": draw.between(2, 19, "n"), "d": draw.pick(_DAYS, "d"), "w": draw.pick(_POSTS, "w")}
        asked = asked.format(**named) if not item.words else asked.format(n=5, d="Ijumaa", w="Bandari")
        answer = f"{draw.pick(_SAYS, 'says')}{_EXCEPT[item.but]}".format(**named)
        return f"<dt>{asked}</dt><dd>{answer}."

    def _notice(self, number: int) -> str:
        words, where, day = told(self.chance.child("notice"), (_NOTES, _POSTS, _DAYS), number)
        return words.format(w=where, d=day, n=self.chance.between(3, 40, "many", number))

    def _page(self, above: str, text: Sequence[Sequence[str]], at: datetime) -> list[Row]:
        hour = int((at - STARTS_AT).total_seconds() // 3600)
        three = self.chance.happens(0.45, "three", hour // 6)
        count, width = (3, 330) if three else (2, 500)
        columns: list[list[Panel]] = [[] for _ in range(count)]
        for place, topic in enumerate(self.chance.shuffled(range(len(_TOPICS)), "order", hour // 5)):
            columns[place % count].append(self._topic(topic, text[topic], hour, width))
        columns[-1].append(self._wall(hour, width))
        if three:
            columns[1] = [
                panels.plain(item.name, 340, item.html, is_news=item.is_news) for item in columns[1]
            ]
        queue = self._queue(hour)
        notice = panels.plain("ilani", 1000, f"<h2>{above}</h2>", is_news=True)
        note = f"{at:%d/%m/%Y %H:%M} · waliotembelea leo: {self.chance.between(60, 4_000, 'here', hour)}"
        rows = [
            row(panels.masthead("Zahanati ya Pwani Mpya", 1000, note, height=66), tag="header"),
            row(notice) if three else row(queue),
            row(queue) if three else row(notice),
            row(*columns, tag="main"),
            row(panels.plain("chini", 1000, '<p class="small">Faragha · Ramani · Wasiliana nasi</p>'), tag="footer"),
        ]  # fmt: skip
        if self.chance.happens(0.45, "campaign", hour // 2):
            height = self.chance.between(50, 240, "campaign px", hour // 2)
            words = self.chance.pick(_POSTERS, "campaign words", hour // 2)
            rows.insert(1, row(panels.strip(words, height, name="kampeni")))
        return rows

    def _topic(self, topic: int, part: Sequence[str], hour: int, width: int) -> Panel:
        """Answers of a topic, their votes, and what waits for an answer at this visit."""
        draw = self.chance.child("votes", topic, hour)
        lines = [
            f"{words} <em>{draw.between(1, 99, seat)} wamesaidika</em></dd>"
            for seat, words in enumerate(part)
        ]
        for turn in range(draw.below(3, "waiting")):
            asked, said = draw.pick(_READER, "reader", turn), draw.pick(_PENDING, "pending", turn)
            line = f"<dt>{asked}</dt><dd>{said} <em>dakika {draw.between(1, 59, 'ago', turn)} zilizopita</em></dd>"
            lines.insert(draw.below(len(lines) + 1, "place", turn), line)
        html = f"<h2>{_TOPICS[topic]}</h2><dl>{''.join(lines)}</dl>"
        return panels.plain("mada", width, html, is_news=True)

    def _queue(self, hour: int) -> Panel:
        cells = "".join(f"<td>{name} {self.chance.below(60, 'queue', name, hour)}</td>" for name in _POSTS)
        return panels.plain("foleni", 1000, f"<table><tr><td>Foleni sasa</td>{cells}</tr></table>")

    def _wall(self, hour: int, width: int) -> Panel:
        draw = self.chance.child("wall", hour)
        shown = panels.image(
            f"crowd-bango-{draw.below(9, 'poster')}", width - 24, draw.between(140, 330, "px")
        )
        return panels.plain("bango", width, f"{shown}<h3>{draw.pick(_POSTERS, 'words')}</h3>")


REWORDED = (Auzowiki, Maswali)
