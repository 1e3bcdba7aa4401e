"""News in a crowd: an Afrikaans portal's few headlines among all its cards, a Macedonian stream with what is sold."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from types import MappingProxyType

from benchmarks.sites import panels
from benchmarks.sites.illustrated import Duty, told
from benchmarks.sites.insertions import Guest, Visits, mixed
from benchmarks.sites.languages import LocalDesk
from benchmarks.sites.look import SANS, SERIF, WIDE, Look
from benchmarks.sites.news import STARTS_AT, HourNews, Item, Rhythm
from benchmarks.sites.page import ORIGIN, PageState, Panel, Row, row
from benchmarks.sites.site import GeneratedSite
from pagetide.demo.chance import Chance

_AFRIKAANS = LocalDesk(
    MappingProxyType({
        "Distrik": (
            "{where} sonder water ná {why}", "{count} plase by {where} ontruim ná {why}", "Brug by {where} sluit weer",
            "Raad van {where} skors {who}", "{who} koop {what} vir R {price} miljoen", "Stasie op {where} heropen",
        ),
        "Landbou": (
            "Wolprys styg tot R {price} per kilogram", "{firm} sluit {what} op {where}", "{who} waarsku oor {pest}",
            "{firm} betaal R {price} miljoen vir {what}", "{pest} bereik {where}, {count} skape vrek",
        ),
        "Hof": (
            "{who} skuldig aan bedrog met {what}", "Hof keer sluiting van {what}", "{who} appelleer teen boete",
            "Getuie wys {who} uit", "{firm} moet R {price} miljoen terugbetaal",
        ),
        "Sport": (
            "{team} klop {team2} op {where}", "{who} verlaat {team}", "{team2} stuur afrigter weg ná {why}",
            "{count} hardlopers vas in sneeu by {where}",
        ),
    }),
    (
        "{who} het gister bevestig dat {count} gesinne geraak word. Die oorsaak is volgens hom {why}.",
        "Inwoners van {where} eis antwoorde oor {what}. {who} sê hulle moet tot Maandag wag.",
        "Die koste beloop R {price} miljoen en {firm} weier om te betaal. Die saak gaan voort op {where}.",
        "Volgens {who} het niemand {pest} so vroeg verwag nie. {count} boere het al hulp gevra.",
    ),
    MappingProxyType({
        "Who": ("Mieke Brand", "Dawid Olyn", "Sarel Vlok", "Lena Katz"),
        "who": ("burgemeester Vlotman", "Hanna Boesak", "dr. Ilse Marran", "kaptein Dolf Rykers", "Petrus Swartland",
                "raadslid Mokwena", "ds. Attie Fenwyk", "Griet Oosthuyzen", "regter Pillay"),
        "where": ("Droëfontein", "Klipwerf", "Ou Stasie", "Wolwekraal", "Nuwedam", "Sandrivierspoort", "Bokpunt",
                  "Doringlaagte", "Vaalbrug"),
        "why": ("'n gebarste pyp", "swaar hael", "'n kabeldiefstal", "drie stakings", "'n veldbrand", "'n rekenfout"),
        "what": ("die ou abattoir", "die spoorweghotel", "die sonkragplaas", "die melkery", "die munisipale dam",
                 "die wynkelder", "die skougronde"),
        "firm": ("Karoo Vleis Bpk.", "Noordwol", "Droëland Bank", "Vlakte-Energie", "Ruiter Vervoer"),
        "pest": ("bek-en-klouseer", "springhane", "rooijakkalse", "bloutong", "skeurdalkoors"),
        "team": ("Die Springbokvlakte", "Klipwerf Rovers", "Die Valke van Nuwedam", "Oostelike Ruiters"),
        "team2": ("Bokpunt Tigers", "Die Arende", "Sandrivier Sewes", "Skoolspan Doringlaagte"),
        "count": ("14", "60", "230", "41", "9", "1 200", "385"),
        "price": ("14,20", "212", "8,5", "340", "61,90", "27"),
    }),
)  # fmt: skip
_GOODS = ("Braairooster van vlekvrye staal", "Veldskoene, handgemaak", "Waterpomp op sonkrag", "Droëwors, 1 kg",
          "Hengelstoel met dak", "Wolkombers uit die Karoo", "Gietysterpot nommer 3", "Rooibos, 200 sakkies",
          "Kettingsaag 45 cc", "Heuning van die fynbos", "Saalsak van leer", "Reënmeter vir die werf")  # fmt: skip
_SERVICES = ("Padtoestande: jou roete vanoggend", "Bespreek 'n plek by die veearts", "Vind jou weeskamer-vorm",
             "Kykers se weervideo's: stuur joune", "Vergelyk jou motorversekering", "Kaartjies: wie speel waar?",
             "Soek 'n werk op 'n plaas", "Hernu jou lisensie sonder tou", "Doodsberigte en gelukwense")  # fmt: skip
_PAID = ("Hoekom boere nou oorskakel na veselinternet", "Sy het elke maand R 800 minder betaal – so het sy dit gedoen",
         "Rugpyn? 'n Dorpsdokter verduidelik", "Die dorp wat vergeet het hoe 'n kragonderbreking voel",
         "Vyf plekke waar jy in Junie warm sal slaap", "Aftree op 55: wat jou bank nie sê nie",
         "'n Hond se kos lieg nie", "Ons het die nuwe bakkie oor die Swartberg gejaag")  # fmt: skip
_BLURBS = ("Duisende lesers het reeds ingeskryf.", "Net vandag, solank voorraad hou.", "Lees wat ons kenner sê.",
           "Gratis aflewering op die platteland.", "Voorwaardes geld.")  # fmt: skip
_READ = ("Ma gooi slang met skottel dood", "Wie is die man op die rots?", "Oupa van 91 loop marathon",
         "Resep: melktert sonder kors", "Leeu slaap agter in bakkie", "Dit is jou ster vir die week",
         "Skool se koshuis spook, sê leerlinge", "Droom van 'n see: kunstenaar oorlede", "Twaalf foto's van sneeu",
         "Trein staan ses ure in die son", "So lyk die huis van R 90 miljoen")  # fmt: skip
_ASKED = ("Moet skole later begin?", "Betaal jy vir water?", "Braai met hout of gas?", "Glo jy die weerman?")
_MARKET = ("Merino", "Mielies", "Diesel", "Lusern", "Dollar", "Goud", "Lam A2")
_LABELS = ("Net ons", "Video", "Ontleding", "")
_SOLD_LABELS = ("Spesiaal", "Nuut", "Saam met vennoot", "")
_SEATS = ((0, 2, 4, 7, 9, 12), (2, 1, 3, 6, 10, 13), (5, 1, 7, 11, 3, 13))


class Karooklok(GeneratedSite):
    """A portal of fifteen cards: six tell news, the others sell, serve or are paid for, all of them set alike."""

    slug = "karooklok"
    hard = "Afrikaans; six headlines among nine sold cards of one markup, grids that alternate, billboards"
    more = 0
    tops = 5
    desk = _AFRIKAANS
    rhythm = Rhythm(
        lead=0.09, top=0.13, rewrite=0.03, standfirst=0.02, picture=0.05, same_picture=0.3, night=0.15
    )
    look = Look(
        heading=SANS, body=SANS, paper="#f3ede2", ink="#2c1f14", muted="#8c7a66", line="#dccfb9", accent="#b4531a",
        lead_px=26, top_px=17, card="#fffaf0",
        extra=(
            ".masthead{background:#2c1f14;color:#f3ede2}.kaart,.kaart-wyd{background:#fffaf0;border-top:4px solid #b50}"
            "article h2{margin:6px 0 4px}.merk{display:inline-block;background:#2c1f14;color:#fff;padding:0 8px;"
            "font:bold 11px/18px 'Liberation Sans'}.prys{font:bold 18px/24px 'Liberation Sans';color:#b4531a}"
            ".mark{background:#dccfb9}.mark td{padding:2px 14px 2px 0;font-size:13px;line-height:18px}"
            ".oproep{background:#3f6b3a;color:#fff}.stem i{display:block;height:12px;background:#b4531a}"
            ".kaart-wyd h2{font-size:26px;line-height:31px}"
        ),
    )  # fmt: skip

    def rows(self, hour: HourNews) -> Sequence[Row]:
        """The page at one hour."""
        h = hour.hour
        form = self.chance.pick((0, 0, 1, 2), "form", h // 5)
        cards = self._cards(hour, form)
        if form == 2:
            tall = self.adverts.advert("tall", 60 * h, 306, self.chance.pick((120, 300, 600), "tall px", h))
            grid = [
                row([panels.advert(tall, "toring", 330), *cards[:5]], cards[5:10], cards[10:], tag="main")
            ]
        else:
            grid = [row(*cards[:3])] + [row(*cards[first : first + 4]) for first in (3, 7, 11)]
            grid.insert(self.chance.between(1, 3, "billboard place", h), row(self._billboard(h)))
        note = f"{hour.at:%d.%m.%Y, %H:%M} · {self.chance.between(120, 4_800, 'here', h)} lesers is nou hier"
        rows = [
            row(_tape(self.chance, "mark", _MARKET, h)),
            row(panels.masthead("Die Karooklok", 1000, note, height=58), tag="header"),
            *grid,
            row(self._read(h, 380), self._poll(h, 300), self._sky(h, 320)),
            row(panels.plain("voet", 1000, '<p class="small">Oor ons · Adverteer · Kontak</p>'), tag="footer"),
        ]  # fmt: skip
        if self.chance.happens(0.35, "call", h // 3):
            height = self.chance.between(40, 150, "call px", h // 3)
            words = self.chance.pick(
                ("Skenk 'n baal vir die droogte", "Kry die Karooklok op jou foon"), "c", h // 3
            )
            rows.insert(2, row(panels.strip(words, height, name="oproep")))
        return rows

    def _cards(self, hour: HourNews, form: int) -> list[Panel]:
        """All cards in their order; where the news stands depends on the grid."""
        stands = dict(zip(_SEATS[form], (hour.lead, *hour.tops), strict=True))
        found: list[Panel] = []
        for seat in range(15):
            wide = seat == _SEATS[form][0] and form < 2
            width = (330, 340, 330)[seat // 5] if form == 2 else 500 if wide else 250
            item = stands.get(seat)
            if item:
                found.append(self._story(item, hour, width, leads=item is hour.lead))
            else:
                found.append(self._sold(seat, hour.hour, width))
        return found

    def _story(self, item: Item, hour: HourNews, width: int, *, leads: bool) -> Panel:
        story = self.flow.story(item)
        label = self.chance.pick(_LABELS, "label", item.number)
        read = 40 + self.chance.below(9_000, "read", item.number, hour.hour)
        said = f"{read} keer gelees · {self.chance.below(70, 'said', item.number, hour.hour)} menings"
        blurb = f"<p>{story.standfirst}</p>" if leads else ""
        return _card(
            width, item.picture, label, panels.story_link(story, story.headline), blurb, said, news=True
        )

    def _sold(self, seat: int, hour: int, width: int) -> Panel:
        """What stands at a seat for some hours and comes again another day."""
        stay = self.chance.between(1, 6, "stay", seat)
        draw = self.chance.child("sold", seat, (hour + seat) // stay)
        kind = draw.pick((_GOODS, _GOODS, _SERVICES, _PAID, _PAID), "kind")
        title = draw.pick(kind, "title")
        key = f"{('culture', 'city', 'science')[len(title) % 3]}-sold-{panels.hash_of(title)}"
        label = draw.pick(_SOLD_LABELS, "label")
        blurb = f"<p>{draw.pick(_BLURBS, 'blurb')}</p>" if draw.happens(0.4, "blurbed") else ""
        if kind is _GOODS and draw.happens(0.85, "priced"):
            blurb += f'<p class="prys">R {draw.between(89, 2_950, "price")}</p>'
        looked = self.chance.between(3, 240, "looked", seat, hour)
        said = f"nog {looked % 9 + 1} oor" if kind is _GOODS else f"{looked} keer gelees"
        link = f'<a href="{ORIGIN}/w/{panels.hash_of(title)}">{title}</a>'
        return _card(width, key, label, link, blurb, said)

    def _billboard(self, hour: int) -> Panel:
        height = self.chance.pick((60, 90, 180, 250, 380), "billboard px", hour)
        return panels.advert(self.adverts.advert("wide", 60 * hour, 970, height), "billboard", 1000)

    def _read(self, hour: int, width: int) -> Panel:
        lines = "".join(
            f"<li>{title} <b>({self.chance.between(2, 90, 'shared', title, hour)})</b></li>"
            for title in self.chance.shuffled(_READ, "read", hour // 2)[:6]
        )
        return panels.plain("gelees", width, f"<h4>Meeste gedeel</h4><ol>{lines}</ol>")

    def _poll(self, hour: int, width: int) -> Panel:
        yes = self.chance.between(20, 80, "yes", hour)
        asked = self.chance.pick(_ASKED, "asked", hour // 8)
        html = f"<h4>Stem</h4><h3>{asked}</h3><p>Ja {yes}%</p><i style='width:{2 * yes}px'></i><p>Nee {100 - yes}%</p>"
        return panels.plain("stem", width, html)

    def _sky(self, hour: int, width: int) -> Panel:
        warm, wind = self.chance.between(2, 31, "warm", hour // 2), self.chance.between(4, 60, "wind", hour)
        shown = panels.image(f"world-lug-{self.chance.below(12, 'sky', hour)}", width - 24, 150)
        return panels.plain("lug", width, f"<h4>Weer</h4>{shown}<p>{warm} °C, wind {wind} km/h</p>")


def _tape(chance: Chance, name: str, words: Sequence[str], hour: int) -> Panel:
    """Rates of the hour in a row."""
    rates = [f"<td>{item} <b>{chance.between(900, 99_000, item, hour) / 100:.2f}</b></td>" for item in words]
    return panels.plain(name, 1000, f"<table><tr>{''.join(rates)}</tr></table>")


def _card(
    width: int, picture: str, label: str, link: str, blurb: str, said: str, *, news: bool = False
) -> Panel:
    """A card of the portal, whatever it is for."""
    tall = 270 if width == 500 else 120 + 7 * (len(picture) % 5)
    mark = f'<p class="merk">{label}</p>' if label else ""
    html = (
        f"<article>{panels.image(picture, width - 24, tall)}{mark}<h2>{link}</h2>{blurb}"
        f'<p class="small">{said}</p></article>'
    )
    return panels.plain("kaart-wyd" if width == 500 else "kaart", width, html, is_news=news)


_WHERE = ("Вранова", "Горно Поле", "Езерца", "Стара Чаршија", "Костенари", "Белица", "Дрводол", "Топли Дол",
          "Камен Мост", "Рибарци", "Долна Река", "Сенокос")  # fmt: skip
_WHAT = ("поскапува лебот за {n} денари", "запре работата во рудникот", "поплавени {n} куќи",
         "советот го отфрли буџетот", "приведени {n} лица за шверц", "почна асфалтирањето на експресниот пат",
         "директорката на болницата поднесе оставка", "се урна оградата на училиштето", "пронајдена римска плоча",
         "автобус излета од пат, {n} повредени", "фабриката за стакло отпушта {n} работници",
         "судот го укина решението за депонијата", "нема струја во {n} села", "лекарите најавија штрајк",
         "спасен планинар од пештера", "се гради резервоар за {n} милиони", "измамен пензионер")  # fmt: skip
_SOURCE = ("Градоначалникот вечерва ќе се обрати.", "Обвинителството формира предмет.", "Министерството молчи.",
           "Жителите бараат одговор до петок.", "Екипите сè уште се на терен.", "Потврдено од два извора.",
           "Седницата продолжува утре.", "Причината се испитува.")  # fmt: skip
_AGAIN = ("ДОПОЛНЕТО: бројката е поголема од првично соопштената.", "ИСПРАВКА: станува збор за соседното село.",
          "ДОПОЛНЕТО: се огласи и полицијата.", "ДОПОЛНЕТО: патот е отворен.", "ИСПРАВКА: решението не е правосилно.",
          "ДОПОЛНЕТО: премиерот ја откажа посетата.")  # fmt: skip
_THEMES = ("Македонија", "Хроника", "Економија", "Балкан", "Суд")
_PITCH = ("Фрижидер „Поларис“ со испорака истиот ден", "Летување во Халкидики, 7 ноќи", "Диоптриски очила за еден час",
          "Зимски гуми на рати", "Курс по германски, почеток во понеделник", "Печка на пелети со монтажа",
          "Стан во градба, 62 м²", "Домашен ајвар, тегла од 720 г", "Имплант без чекање", "Мобилен интернет без лимит",
          "Осигурување за патување, веднаш", "Душек од природен латекс")  # fmt: skip
_PINNED = ("Преземете ја апликацијата „Брзовест“", "Испратете ни вест на 070", "Слушајте го нашиот подкаст",
           "Барате работа? 40 нови огласи")  # fmt: skip
_TALK = ("Па ова го знаевме.", "А кој ќе плати?", "Браво за спасителите!", "Истото и кај нас, никој не пишува.",
         "Ајде пак избори…", "Дедо ми работеше таму триесет години.", "Лажете!", "Конечно добра вест.",
         "Кога ќе дојдат кај нас?", "Се смеев на глас.")  # fmt: skip
_QUOTES = ("евро", "долар", "франк", "фунта", "дизел", "бензин", "злато")


@dataclass(frozen=True)
class Brief:
    """A piece of news in the stream: which one, since when, how often it was written on."""

    number: int
    since: int
    again: int = 0


class Brzovest(GeneratedSite):
    """An agency's stream of short news: sold entries with prices in it, one pinned above, adverts of any height."""

    slug = "brzovest"
    hard = "Cyrillic; sold entries set as the news, adverts of any height amid them, columns change sides; ages run"
    more = 0
    look = Look(
        heading=WIDE, body=SERIF, paper="#ffffff", ink="#17202b", muted="#75808c", line="#e3e7ec", accent="#0b6e4f",
        lead_px=24, top_px=16, card="#f2f6f4",
        extra=(
            ".masthead{border-bottom:6px double #0b6e4f}.vest{border-bottom:1px solid #e3e7ec}"
            ".vest p{font-size:16px;line-height:22px}.vest .koga{font:12px/16px 'Liberation Sans';color:#75808c}"
            ".vest .koga em{font-style:normal;color:#0b6e4f;font-weight:bold;margin-left:10px}strong{color:#b00020}"
            ".kurs{background:#17202b;color:#fff}.kurs td{padding:3px 20px 3px 0;line-height:18px;font-size:14px}"
            ".zbor{background:#f2f6f4}.zbor blockquote{margin:0 0 8px;border-left:3px solid #0b6e4f;padding-left:8px}"
            ".lenta{background:#ffe066}"
        ),
    )  # fmt: skip
    visits = Visits(per_h=0.55, stays_h=(1, 4), places=(0, 1, 2, 3, 5, 7, 8), together=3, texts=len(_PITCH))
    duty = Duty(hours=(6, 22), then=0.6, night=0.08)

    def states(self, hours: int) -> Iterator[PageState]:
        """The page at each of the first hours."""
        stream = [Brief(-number, -2 * number) for number in range(1, 11)]
        for hour, guests in enumerate(self.visits.at_each_hour(self.chance.child("guests"), hours)):
            pace = self.duty.at(STARTS_AT + timedelta(hours=hour)) if hour else 0.0
            what = self.chance.number("what", hour)
            if what < 0.3 * pace:
                many = self.chance.pick((1, 1, 1, 2, 3), "many", hour)
                stream = [*(Brief(4 * hour + seat, hour) for seat in reversed(range(many))), *stream][:10]
            elif what < 0.38 * pace:
                place = self.chance.below(4, "whose", hour)
                stream[place] = replace(stream[place], again=min(3, stream[place].again + 1))
            news = tuple(words for item in stream for words in self._told(item))
            yield PageState(rows=tuple(self._page(stream, guests, hour)), news=news)

    def _told(self, item: Brief) -> tuple[str, ...]:
        where, what, source = told(self.chance.child("told"), (_WHERE, _WHAT, _SOURCE), item.number)
        title = f"{where}: {what.format(n=self.chance.between(3, 48, 'n', item.number))}"
        later = (_AGAIN[(item.number + turn) % len(_AGAIN)] for turn in range(item.again))
        return (title, " ".join((source, *later)))

    def _page(self, stream: Sequence[Brief], guests: Sequence[Guest], hour: int) -> list[Row]:
        at = STARTS_AT + timedelta(hours=hour)
        narrow = self.chance.happens(0.35, "narrow", hour // 6)
        width = 480 if narrow else 650
        feed = [
            self._sold(one, hour, width) if isinstance(one, Guest) else self._brief(one, hour, width)
            for one in mixed(stream, guests)
        ]
        for turn in range(self.chance.between(1, 3, "adverts", hour)):
            height = self.chance.between(50, 430, "advert px", hour, turn)
            sold = self.adverts.advert(f"feed {turn}", 60 * hour, width - 24, height)
            feed.insert(
                self.chance.between(1, 9, "advert at", hour, turn), panels.advert(sold, "oglas", width)
            )
        if self.chance.happens(0.5, "pinned", hour // 4):
            feed.insert(0, self._pinned(hour, width))
        talk, read = self._talk(hour, 260 if narrow else 350), self._read(hour, 260 if narrow else 350)
        columns = ([talk], feed, [read]) if narrow else (feed, [read, talk])
        note = f"{at:%d.%m.%Y, %H:%M} · вкупно денес: {17 * at.hour + self.chance.below(17, 'total', hour)}"
        rows = [
            row(_tape(self.chance, "kurs", _QUOTES, hour)),
            row(panels.masthead("Брзовест", 1000, note, height=64), tag="header"),
            row(*columns, tag="main"),
            row(
                panels.plain("dno", 1000, '<p class="small">Импресум · Маркетинг · Правила за коментари</p>')
            ),
        ]
        if self.chance.happens(0.3, "tape", hour // 2):
            height = self.chance.between(30, 110, "tape px", hour // 2)
            rows.insert(2, row(panels.strip("Временска прогноза за викендот", height, name="lenta")))
        return [rows[1], rows[0], *rows[2:]] if narrow else rows

    def _brief(self, item: Brief, hour: int, width: int) -> Panel:
        title, words = self._told(item)
        age = hour - item.since
        ago = f"пред {age} ч." if age else f"пред {self.chance.between(2, 55, 'minutes', item.number)} мин."
        said = age * self.chance.between(0, 6, "said", item.number) + self.chance.below(
            4, "more", item.number, hour
        )
        theme = _THEMES[item.number % len(_THEMES)]
        picture = (
            f"{('city', 'world', 'politics')[item.number % 3]}-{item.number}" if item.number % 5 < 2 else ""
        )
        link = f'<a href="{ORIGIN}/v/{item.number}">{title}</a>'
        return _entry(width, picture, (ago, theme, f"{said} коментари"), link, words, news=True)

    def _sold(self, guest: Guest, hour: int, width: int) -> Panel:
        """What is sold: again and again the same, at another price, always just now."""
        draw = self.chance.child("sold", guest.text, guest.began)
        price = (
            f"само <strong>{draw.between(39, 4_990, 'price')} ден.</strong>"
            if draw.happens(0.7, "priced")
            else ""
        )
        ago = f"пред {self.chance.between(1, 20, 'sold ago', guest.text, hour)} мин."
        label = draw.pick(("Промо", "Економија", "Партнери"), "label")
        picture = f"culture-sold-{guest.text}" if draw.happens(0.5, "shown") else ""
        link = f'<a href="{ORIGIN}/out/{guest.text}">{_PITCH[guest.text]}</a>'
        words = f"{price} Понудата важи додека трае залихата."
        return _entry(width, picture, (ago, label, f"{draw.below(9, 'said')} коментари"), link, words)

    def _pinned(self, hour: int, width: int) -> Panel:
        number = self.chance.below(len(_PINNED), "which pinned", hour // 4)
        meta = ("прикачено", "Редакција", f"{self.chance.below(90, 'pins', hour)} споделувања")
        return _entry(
            width, f"crowd-pin-{number}", meta, _PINNED[number], "Бесплатно е, а ни помагате многу."
        )

    def _talk(self, hour: int, width: int) -> Panel:
        lines = "".join(
            f"<blockquote>{words} <i>+{self.chance.below(80, 'plus', words, hour)}</i></blockquote>"
            for words in self.chance.shuffled(_TALK, "talk", hour)[
                : self.chance.between(4, 8, "voices", hour)
            ]
        )
        return panels.plain("zbor", width, f"<h4>Збор на читателот</h4>{lines}")

    def _read(self, hour: int, width: int) -> Panel:
        """Most read of other weeks, with pictures."""
        lines = ""
        for number in self.chance.shuffled(range(-60, -36), "read", hour)[:5]:
            shown = panels.image(f"sport-{number}", width - 24, 100)
            lines += f"<li>{shown}<h3>{self._told(Brief(number, 0))[0]}</h3></li>"
        return panels.plain("citano", width, f"<h4>Најчитано неделава</h4><ol>{lines}</ol>")


def _entry(
    width: int, picture: str, meta: tuple[str, str, str], link: str, words: str, *, news: bool = False
) -> Panel:
    """An entry of the stream: when, of what, the words and sometimes a picture."""
    ago, theme, said = meta
    shown = panels.image(picture, width - 24, 170) if picture else ""
    html = f'<p class="koga">{ago}<em>{theme}</em></p><h2>{link}</h2>{shown}<p>{words}</p><p class="koga">{said}</p>'
    return panels.plain("vest", width, html, is_news=news)


CROWDED = (Karooklok, Brzovest)
