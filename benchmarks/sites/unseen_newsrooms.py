"""Two newsrooms nobody had seen: an Estonian weekly between its issues, an Armenian local radio and its bulletins."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from benchmarks.sites import panels
from benchmarks.sites.illustrated import Duty, told
from benchmarks.sites.look import SANS, SERIF, WIDE, Look
from benchmarks.sites.news import STARTS_AT
from benchmarks.sites.page import ORIGIN, PageState, Panel, Row, row
from benchmarks.sites.site import GeneratedSite

_WHO = ("Kirjanik Mall Raudsepp", "Ökoloog Tanel Kivi", "Arst Liis Orav", "Lavastaja Peep Saar", "Kalur Arvo Tamm",
        "Õpetaja Epp Lääne", "Minister Rein Sepp", "Helilooja Kadri Nõmm", "Ajaloolane Jaak Põld",
        "Vallavanem Ülle Kask", "Meremees Toivo Rand")  # fmt: skip
_QUOTES = ("me ei oska enam vaikida", "metsa jagub veel kümneks aastaks", "haigla suletakse, kui keegi ei tule",
           "see arve jääb meie lastele", "saarele jäi talveks neli peret", "ma ei vabanda kellegi ees",
           "sillast räägiti kolmkümmend aastat", "raha kadus, paberid jäid", "kool ei ole tehas",
           "jõgi tuleb oma sängi tagasi", "seda filmi ei tahtnud keegi näha", "meid ei kutsutud laua taha",
           "piir läks läbi meie õue")  # fmt: skip
_STANDFIRSTS = ("Pikk lugu sellest, mis juhtus pärast hääletust, ja miks keegi ei võta vastutust.",
                "Toimetus käis kohal ja rääkis nendega, kellelt seni ei ole küsitud.",
                "Dokumendid näitavad, et otsus oli tehtud juba talvel. Ametnikud vaidlevad vastu.",
                "Intervjuu kodust lahkumisest, tööst öövahetuses ja vanast paadist.",
                "Kaks aastat pärast tuld on külas jälle valgus, kuid poodi ei tule.",
                "Kolm eksperti selgitavad, mida uus seadus tegelikult muudab.")  # fmt: skip
_THEMES = ("city", "politics", "culture", "world", "science")
_READ = ("Horoskoop: mida toob kuu lõpp", "Kümme parimat rabarberikooki", "Test: kui hästi tunned murdeid?",
         "Kuidas magada valgel ööl", "Ristsõna nr 18", "Sada aastat suvilaid", "Mida külvata mais",
         "Arhiivist: 1986. aasta kevad", "Kirjad lugejatelt", "Retsept: suitsukala supp")  # fmt: skip
_CLUB = ("Raamatuklubi: Öine parv", "Kingi aastatellimus emale", "Ringi matk Soomaale", "Plaat: Tuulte laulud",
         "Fotokonkurss: minu õu", "Kohtume kirjandusfestivalil")  # fmt: skip
_READERS = (
    "Malle",
    "vana kala",
    "Jüri K.",
    "tartlane",
    "Tiiu",
    "Hiiu mees",
    "lugeja",
    "Andres",
    "Sirje P.",
    "kass",
)
_REMARKS = ("Väga õige jutt, aitäh.", "Ei usu sõnagi.", "Meil külas on täpselt sama lugu.",
            "Kas keegi on allikat kontrollinud?", "Ootan järge.", "Pildi all on vale nimi.", "Lugesin kaks korda.",
            "Vanasti kirjutati paremini.", "Saatsin lingi kogu perele.", "Autor võiks ise kohale minna.")  # fmt: skip


@dataclass(frozen=True)
class Piece:
    """A story: which one, whose pictures in which take it shows, how often its headline was written anew."""

    number: int
    pictured: int
    title: int = 0
    take: int = 0

    @property
    def picture(self) -> str:
        """Key of its picture."""
        return f"{_THEMES[self.pictured % len(_THEMES)]}-{self.pictured}-{self.take}"


class Nadalakiri(GeneratedSite):
    """A weekly's front: a lead and four stories, the issue's cover on Thursdays, a carousel and adverts between."""

    slug = "nadalakiri"
    hard = "billboard of any height, carousel between the lead and the rest; words or pictures replaced alone"
    more = 0
    look = Look(
        heading=SERIF, body=SANS, paper="#fffdf8", ink="#20190f", muted="#7b7264", line="#e2d9c8", accent="#b3392f",
        lead_px=33, top_px=18, card="#f4ecdd",
        extra=(
            ".club{padding:0}.club div{position:relative}.club h1{position:absolute;left:40px;bottom:24px;color:#fff;"
            "background:#20190fcc;padding:8px 18px;margin:0}.issue{background:#f4ecdd}"
            ".issue img{border:1px solid #20190f}"
            ".masthead{border-bottom:4px double #20190f}.talk li b{color:#b3392f}"
        ),
    )  # fmt: skip
    duty = Duty(hours=(8, 21), then=0.4, night=0.04)

    def states(self, hours: int) -> Iterator[PageState]:
        """The page at each of the first hours."""
        pieces = [Piece(number, number) for number in range(5)]
        issue = 19
        for hour in range(hours):
            at = STARTS_AT + timedelta(hours=hour)
            if hour and self.chance.happens(0.36 * self.duty.at(at), "edited", hour):
                pieces = self._edited(pieces, hour + 10)
            issue += hour > 0 and at.weekday() == 3 and at.hour == 6
            words = [
                words for item in pieces for words in self._told(item)[: 1 if item is not pieces[0] else 2]
            ]
            shown = [f"{item.picture}.svg" for item in pieces]
            rows = tuple(self._page(pieces, issue, hour, at))
            yield PageState(rows=rows, news=(*words, *shown, *self._contents(issue)))

    def _edited(self, old: list[Piece], number: int) -> list[Piece]:
        """A story leads or comes second, another leads under the same picture; a headline or a picture is replaced."""
        what = self.chance.number("what", number)
        if what < 0.26:
            return [Piece(number, number), *old[:4]]
        if what < 0.52:
            return [old[0], Piece(number, number), *old[1:4]]
        if what < 0.66:
            return [replace(old[0], number=number, title=0), *old[1:]]
        place = min(self.chance.below(5, "place", draw, number) for draw in range(2))
        item = old[place]
        reworded = what < 0.82
        new = replace(item, title=item.title + 1) if reworded else replace(item, take=item.take + 1)
        return [*old[:place], new, *old[place + 1 :]]

    def _told(self, item: Piece) -> tuple[str, str]:
        who, quote, words = told(self.chance.child("told"), (_WHO, _QUOTES, _STANDFIRSTS), item.number)
        quote = _QUOTES[(_QUOTES.index(quote) + 5 * item.title) % len(_QUOTES)]
        return f"{who}: {quote}", words

    def _contents(self, issue: int) -> tuple[str, ...]:
        """What the issue's cover announces."""
        who = self.chance.shuffled(_WHO, "cover", issue)[:3]
        return (f"Nr {issue}/2026", *(f"{name} · lk {8 + 14 * place}" for place, name in enumerate(who)))

    def _page(self, pieces: Sequence[Piece], issue: int, hour: int, at: datetime) -> list[Row]:
        note = f"{at:%d.%m.%Y %H:%M} · lehel {self.chance.between(40, 2600, 'here', hour)} lugejat"
        height = self.chance.pick((90, 150, 200, 250), "billboard", hour)
        rows = [
            row(panels.masthead("Ring", 1000, note, height=72), tag="header"),
            row(panels.advert(self.adverts.advert("top", 60 * hour, 970, height), "billboard", 1000)),
            row([self._lead(pieces[0], 650)], [self._issue(issue, 350)], tag="main"),
            row(self._club(hour)),
            row(*(self._tile(item, 250) for item in pieces[1:])),
            row([self._read(hour, 480)], [self._talk(hour, 520)]),
            row(
                panels.plain("foot", 1000, '<p class="small">Toimetus · Tellimine · Kuulutused · Arhiiv</p>')
            ),
        ]
        if self.chance.happens(0.3, "promo", hour // 2):
            tall = self.chance.pick((48, 80, 110), "promo height", hour // 2)
            rows.insert(2, row(panels.strip("Ring koju kätte: esimene kuu 1 euro", tall, name="promo")))
        return rows

    def _lead(self, item: Piece, width: int) -> Panel:
        title, words = self._told(item)
        html = (
            f'{panels.image(item.picture, width - 24, 320)}<h1 style="margin-top:10px">'
            f'<a href="{ORIGIN}/lugu/{item.number}">{title}</a></h1><p>{words}</p>'
        )
        return panels.plain("lead", width, html, is_news=True)

    def _tile(self, item: Piece, width: int) -> Panel:
        title = self._told(item)[0]
        html = (
            f'{panels.image(item.picture, width - 24, 140)}<h2 style="margin-top:8px">'
            f'<a href="{ORIGIN}/lugu/{item.number}">{title}</a></h2>'
        )
        return panels.plain("tile", width, html, is_news=True)

    def _issue(self, issue: int, width: int) -> Panel:
        number, *titles = self._contents(issue)
        lines = "".join(f"<li><h3>{title}</h3></li>" for title in titles)
        cover = panels.image(f"portrait-cover-{issue}", width - 110, 290)
        html = f"<h4>Uus number müügil</h4>{cover}<h2>{number}</h2><ul>{lines}</ul>"
        return panels.plain("issue", width, html, is_news=True)

    def _club(self, hour: int) -> Panel:
        """The house's carousel: a large picture, one of six at each visit."""
        number = self.chance.below(len(_CLUB), "club", hour)
        picture = panels.image(f"culture-club-{number}", 1000, 300)
        return panels.plain("club", 1000, f"<div>{picture}<h1>{_CLUB[number]}</h1></div>")

    def _read(self, hour: int, width: int) -> Panel:
        order = self.chance.shuffled(_READ, "read", hour)[:6]
        lines = "".join(
            f'<li><h3><b class="n">{place}</b>{title}</h3></li>' for place, title in enumerate(order, 1)
        )
        return panels.plain("read", width, f"<h4>Loetumad</h4><ol>{lines}</ol>")

    def _talk(self, hour: int, width: int) -> Panel:
        said = self.chance.shuffled(_REMARKS, "talk", hour)[:5]
        lines = "".join(
            f"<li><b>{self.chance.pick(_READERS, 'reader', hour, seat)}</b> {words} "
            f'<span class="small">{self.chance.between(1, 59, "ago", hour, seat)} min</span></li>'
            for seat, words in enumerate(said)
        )
        return panels.plain("talk", width, f"<h4>Kommentaarid</h4><ul>{lines}</ul>")


_PLACES = ("Դիլիջան", "Իջևան", "Վանաձոր", "Գորիս", "Սիսիան", "Գյումրի", "Մեղրի", "Ալավերդի", "Ստեփանավան", "Սևան",
           "Մարտունի", "Նոյեմբերյան", "Բերդ")  # fmt: skip
_EVENTS = ("ճանապարհը փակ է քարաթափման պատճառով", "դպրոցը նոր մարզադահլիճ ունի", "ջրամատակարարումը վերականգնվել է",
           "ավագանին ընդունել է բյուջեն", "հրդեհը մարված է", "կարկուտը վնասել է այգիները",
           "կամրջի նորոգումը հետաձգվել է", "հիվանդանոցում բժիշկներ չկան", "կորած զբոսաշրջիկները գտնվել են",
           "համայնքի ղեկավարը հրաժարական է տվել", "աշխատողները գործադուլ են հայտարարել",
           "ուղեվարձը բարձրացել է", "թանգարանը վերաբացվել է", "պահեստում վթար է եղել")  # fmt: skip
_DETAILS = ("Մանրամասները՝ մեր թղթակցից։", "Վնասը դեռ հաշվարկվում է։", "Քննություն է սկսվել։",
            "Բնակիչները պատասխան են սպասում։", "Աշխատանքները շարունակվում են։",
            "Այդ մասին հայտնել է համայնքապետարանը։")  # fmt: skip
_UPDATES = ("Թարմացված է. տուժածներ չկան։", "Թարմացված է. նախարարը տեղում է։", "Թարմացված է. մեկ շերտը բաց է։",
            "Թարմացված է. դատախազության հայտարարությունը։", "Թարմացված է. երկու մարդ ձերբակալվել է։")  # fmt: skip
_SONGS = ("Լեռնային քամի — Նարե", "Հին բակը — Տիգրան Մ.", "Ծիրանի ծառ — Եռյակ Ձոր", "Գիշերային գնացք — Արփի",
          "Սարերի ճամփան — Հովիկ", "Անձրև — Մանե և Սոնա", "Կարոտ — Վահե", "Ջուր ու քար — Դուդուկ քառյակ",
          "Առավոտ — Լիլիթ Գ.", "Քաղաքի լույսեր — Բազեներ", "Օրոր — Շուշան", "Պար — Սասունցիներ")  # fmt: skip
_NAMES = ("Անահիտ", "Գագիկ", "Մարո տատիկ", "Սուրեն", "Հասմիկ", "Արամ", "Նունե", "Վարդան", "Լուսինե", "Կարեն")
_WISHES = ("շնորհավորում է թոռնիկի ծնունդը", "երգ է խնդրում ամուսնու համար", "բարևում է հարևաններին",
           "հարցնում է՝ երբ կլինի երեկվա հաղորդումը", "ողջունում է ընկերներին բանակում",
           "շնորհակալություն է հայտնում բժշկին", "ասում է, որ այստեղ արև է", "խնդրում է կրկնել երգը",
           "փնտրում է կորած շունը", "բարի ճանապարհ է մաղթում վարորդներին")  # fmt: skip
_SHOWS = ("Բարի լույս", "Մեր ձորը", "Երաժշտական ժամ", "Մարզական օրագիր", "Հեքիաթ", "Այգեգործի խորհուրդներ",
          "Բաց եթեր", "Ջազ երեկո", "Գիշերային ալիք")  # fmt: skip
_SPONSORS = ("Լուրերի հովանավորն է Տավուշ հացը", "Լուրերի հովանավորն է Կապույտ բանկը",
             "Լուրերի հովանավորն է Սար ջուրը")  # fmt: skip
_CHOICES = ("Ժողովրդական", "Ջազ", "Ռոք", "Դասական")


@dataclass(frozen=True)
class Headline:
    """An item of the bulletins: which one, when it was first read, how often it was brought up to date."""

    number: int
    read_at: datetime
    update: int = 0


class Dzoraget(GeneratedSite):
    """A local radio: seven short items in a narrow column, beside the song on air and what listeners write."""

    slug = "dzoraget"
    hard = "quick short news in a narrow column; covers, songs and greetings larger than it; a sponsor's line amid it"
    more = 0
    look = Look(
        heading=WIDE, body=WIDE, paper="#fff7d6", ink="#22203a", muted="#777099", line="#e5d9a4", accent="#5b2a86",
        lead_px=26, top_px=15, card="#ffffff",
        extra=(
            ".onair{background:#5b2a86;color:#fff}.onair .small{color:#dcc6f0}.bulletin{background:#fff}"
            ".bulletin b{color:#5b2a86;margin-right:8px}.sponsor{background:#ffe27a;padding:6px 8px}"
            ".vote i{display:block;height:12px;background:#5b2a86;margin-bottom:6px}.shows .now{background:#ffe27a}"
        ),
    )  # fmt: skip
    duty = Duty(hours=(7, 21), then=0.55, night=0.06)

    def states(self, hours: int) -> Iterator[PageState]:
        """The page at each of the first hours."""
        items = [Headline(-number, STARTS_AT - timedelta(hours=2 * number + 9)) for number in range(7)]
        for hour in range(hours):
            at = STARTS_AT + timedelta(hours=hour)
            duty = self.duty.at(at)
            if hour and self.chance.happens(0.46 * duty, "bulletin", hour):
                count = self.chance.pick((1, 1, 2), "count", hour)
                items = [*(Headline(2 * hour + seat, at) for seat in range(count)), *items][:7]
            elif hour and self.chance.happens(0.12 * duty, "update", hour):
                place = self.chance.below(3, "whose", hour)
                items[place] = replace(items[place], update=items[place].update + 1)
            news = tuple(words for item in items for words in self._told(item))
            yield PageState(rows=tuple(self._page(items, hour, at)), news=news)

    def _told(self, item: Headline) -> tuple[str, str]:
        place, event, words = told(self.chance.child("told"), (_PLACES, _EVENTS, _DETAILS), item.number)
        words = _UPDATES[(item.number + item.update) % len(_UPDATES)] if item.update else words
        return f"{place}. {event}", words

    def _page(self, items: Sequence[Headline], hour: int, at: datetime) -> list[Row]:
        note = f"104.9 FM · {at:%H:%M} · {self.chance.between(7, 24, 'degrees', hour // 2)}°"
        rows = [
            row(panels.masthead("Ռադիո Ձորագետ", 1000, note, height=60), tag="header"),
            row(
                [self._on_air(hour, 590), self._greetings(hour, 590)],
                [self._bulletin(items, hour, at, 410), self._vote(hour, 410)],
                tag="main",
            ),
            row(
                [self._shows(at, 400)],
                [panels.advert(self.adverts.advert("low", 60 * hour, 576, 150), "low", 600)],
            ),
            row(
                panels.plain("foot", 1000, '<p class="small">Մեր մասին · Գովազդ · Արխիվ · Կապ</p>'),
                tag="footer",
            ),
        ]
        if self.chance.happens(0.3, "strip", hour // 2):
            tall = self.chance.pick((44, 70, 100), "strip height", hour // 2)
            rows.insert(1, row(panels.strip("Ուղիղ եթեր. զանգահարեք 0264 22 104", tall)))
        return rows

    def _on_air(self, hour: int, width: int) -> Panel:
        """The song of the moment with its record's cover, and those before it."""
        songs = self.chance.shuffled(_SONGS, "songs", hour)
        tall = self.chance.pick((250, 290), "cover", hour // 5)
        cover = panels.image(f"culture-song-{_SONGS.index(songs[0])}", width - 24, tall)
        before = "".join(f'<p class="small">{song}</p>' for song in songs[1:4])
        html = f'<p>● Հիմա եթերում</p>{cover}<h1 style="margin-top:8px">{songs[0]}</h1>{before}'
        return panels.plain("onair", width, html)

    def _bulletin(self, items: Sequence[Headline], hour: int, at: datetime, width: int) -> Panel:
        lines = [
            f'<li><h2><b>{item.read_at:%H:%M}</b><a href="{ORIGIN}/lur/{item.number + 500}">{title}</a></h2>'
            f'<p class="small">{words}</p></li>'
            for item in items
            for title, words in [self._told(item)]
        ]
        if self.chance.happens(0.35, "sponsor", hour):
            sponsor = self.chance.pick(_SPONSORS, "who", hour)
            lines.insert(self.chance.between(1, 4, "seat", hour), f'<li class="sponsor">{sponsor}</li>')
        html = f'<h4>Լուրեր</h4><p class="small">Ժամը {at:%H:%M}</p><ul>{"".join(lines)}</ul>'
        return panels.plain("bulletin", width, html, is_news=True)

    def _greetings(self, hour: int, width: int) -> Panel:
        wishes = self.chance.shuffled(_WISHES, "wishes", hour)[: self.chance.between(4, 6, "many", hour)]
        lines = "".join(
            f"<li>{self.chance.pick(_NAMES, 'name', hour, seat)}, {self.chance.pick(_PLACES, 'from', hour, seat)}. "
            f"{words}</li>"
            for seat, words in enumerate(wishes)
        )
        return panels.plain("greetings", width, f"<h4>Ունկնդիրները գրում են</h4><ul>{lines}</ul>")

    def _vote(self, hour: int, width: int) -> Panel:
        shares = {name: self.chance.between(10, 90, "vote", name, hour) for name in _CHOICES}
        lines = "".join(
            f'<p>{name} {share}</p><i style="width:{share * 4}px"></i>'
            for name, share in sorted(shares.items(), key=lambda item: -item[1])
        )
        return panels.plain("vote", width, f"<h4>Ի՞նչ լսենք հաջորդ ժամին</h4>{lines}")

    def _shows(self, at: datetime, width: int) -> Panel:
        lines = "".join(
            f'<li class="{"" if step else "now"}">{(at.hour + step) % 24:02d}:00 '
            f"{_SHOWS[(at.hour + step) % len(_SHOWS)]}</li>"
            for step in range(4)
        )
        return panels.plain("shows", width, f"<h4>Ծրագիր</h4><ul>{lines}</ul>")


UNSEEN_NEWSROOMS = (Nadalakiri, Dzoraget)
