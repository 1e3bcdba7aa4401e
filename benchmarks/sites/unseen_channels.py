"""Unseen channels: a newsroom's messenger channel read in a browser, in Kazakh, and a Finnish teletext."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from html import escape

from benchmarks.sites import panels
from benchmarks.sites.look import SANS, Look
from benchmarks.sites.news import STARTS_AT
from benchmarks.sites.page import ORIGIN, Overlay, PageState, Panel, Row, row
from benchmarks.sites.site import GeneratedSite

_WHO = ("Аслан Бектұров", "Дина Сәрсенова", "Ерлан Қасымбек", "Мәдина Омар", "Әкім Жүнісов", "Министр Ахат",
        "Сәуле Тоқтар", "Болат Жақсылық", "Гүлнар Есім", "Төраға Райымбек")  # fmt: skip
_WHERE = (
    "Қараөткел",
    "Ақжар",
    "Талдыбұлақ",
    "Жаңақала",
    "Көксу",
    "Сарыөзек",
    "Теміртас",
    "Үшарал",
    "Қызылтөбе",
)
_WHEN = ("ертең", "жұма күні", "айдың соңында", "бүгін кешке", "сәрсенбіде", "келесі аптада")
_POSTS = (
    ("{where}: {count} үй сусыз қалды", "{who} жөндеу жұмыстары {when} аяқталатынын айтты. Су көлікпен тасылады."),
    ("{where}: өрт сөндірілді, {count} адам көшірілді", "Себебі анықталып жатыр, дейді {who}."),
    ("{who} қызметінен кетті", "Қаулыға {when} қол қойылады. Орнына кім келетіні белгісіз, {count} үміткер бар."),
    ("{where}: мектепке бөлінген {count} млн теңге тексеріледі", "{who} {when} есеп береді."),
    ("{where}: жолды су шайып кетті", "{count} көлік айналма жолмен жүреді, деді {who}. Жол {when} ашылады."),
    ("Сот {when} шешім шығарады: {who}", "Процеске {count} куә шақырылды, журналистер залға жіберілмейді."),
    ("{where}: {count} жұмысшы ереуілге шықты", "Олар жалақыны көтеруді сұрайды. {who} {when} кездесуге келеді."),
    ("{where}: жер сілкінісі сезілді", "{count} шағым түсті, зардап шеккен жоқ. {who} {when} есеп береді."),
    ("{where}: зауыт жабылады", "{count} адам жұмыссыз қалуы мүмкін. {who} кәсіподақпен {when} сөйлеседі."),
    ("Депутаттар {count} түзетуді қабылдамады", "{who} заң жобасы {when} қайта қаралатынын хабарлады."),
)  # fmt: skip
_SPONSORS = (
    ("Теңіз жағасындағы пәтерлер", "Алғашқы жарна 10 пайыз. Сату бөліміне қоңырау шалыңыз.", 0),
    ("Ағылшын тілі 3 айда", "Алғашқы сабақ тегін. Орын саны шектеулі, тіркеліп үлгеріңіз!", 80),
    ("Такси қосымшасы: екі сапар сыйға", "Жүктеп алыңыз да, промокодты енгізіңіз.", 70),
)
_CHANNELS = ("Дала хабары", "Ауа райы", "Қала өмірі", "Футбол live", "Жол тәртібі", "Бағам", "Кітап оқы", "Жұмыс бар",
             "Асхана", "Көне суреттер", "Тау жолы", "Тарих күні")  # fmt: skip
_WATCHED = 5  # posts that the preview of a channel holds


@dataclass(frozen=True)
class Post:
    """A message of the channel: when it was sent, how often corrected, which picture it bears."""

    number: int
    hour: int
    corrected: int = 0
    picture: int = 0


class Arna(GeneratedSite):
    """A channel's preview: the newest message stands last, the oldest falls off above; counts in every message."""

    slug = "arna"
    hard = "newest last, so that all moves up; bursts; views and hearts in each entry, sponsored entries amid them"
    more = 0
    look = Look(
        heading=SANS, paper="#c9dbe6", ink="#0f1d26", muted="#6d7f8a", line="#dfe7ec", accent="#2a7ab0",
        card="#ffffff", lead_px=24, top_px=18,
        extra=(
            ".post .in,.sponsored .in,.pinned .in,.about .in,.near .in,.get-app .in{background:#fff;padding:10px 14px;"
            "border-radius:10px}section{padding:6px 12px}.foot{display:flex;justify-content:space-between}"
            ".sponsored .in{background:#f3f8e9}.pinned .in{border-left:4px solid #2a7ab0}"
            ".none{background:#e4e9ec}.masthead{background:#2a7ab0;color:#fff}.masthead .small{color:#fff}"
            ".app{background:#17394f;color:#fff}.near li{display:flex;justify-content:space-between}"
        ),
    )  # fmt: skip

    def states(self, hours: int) -> Iterator[PageState]:
        """The page at each of the first hours."""
        posts = [Post(number, number * 3) for number in range(-_WATCHED, 0)]
        sent = 0
        for hour in range(hours):
            for _ in range(self._arrivals(hour) if hour else 0):
                posts, sent = [*posts, Post(sent, hour)], sent + 1
            posts = posts[-_WATCHED:]
            place = self.chance.below(_WATCHED, "place", hour)
            if self.chance.happens(0.025, "corrected", hour):
                posts[place] = replace(posts[place], corrected=posts[place].corrected + 1)
            elif self.chance.happens(0.05, "picture", hour):
                posts[place] = replace(posts[place], picture=hour)
            news = tuple(part for post in posts for part in self._words(post))
            yield PageState(rows=tuple(self._page(posts, hour)), news=news)

    def _arrivals(self, hour: int) -> int:
        """Messages of this hour: several where something happens, few by day, hardly one by night."""
        clock = (STARTS_AT + timedelta(hours=hour)).hour
        burst = self.chance.happens(0.16, "burst", hour // 4)
        chance = (0.8 if burst else 0.15) if 7 <= clock <= 22 else (0.5 if burst else 0.02)
        if not self.chance.happens(chance, "sent", hour):
            return 0
        return 1 + self.chance.below(2, "two", hour) if burst else 1

    def _words(self, post: Post) -> tuple[str, str]:
        draw = self.chance.child("post", post.number)
        slots = {
            "who": draw.pick(_WHO, "who"),
            "where": draw.pick(_WHERE, "where"),
            "when": draw.pick(_WHEN, "when"),
            "count": str(draw.between(3, 240, "count") + 2 * post.corrected),
        }
        title, body = draw.pick(_POSTS, "what")
        if post.corrected:  # a correction is always seen, whether or not the message has a figure
            body += f" {post.corrected + 1}-нұсқа: {draw.pick(_WHO, 'again', post.corrected)}."
        words = title.format(**slots)
        return words[:1].upper() + words[1:], body.format(**slots)

    def _page(self, posts: Sequence[Post], hour: int) -> list[Row]:
        side = [self._about(hour), self._near(hour)]
        if self.chance.happens(0.4, "app box", hour):
            side.insert(1, self._app_box())
        main = [self._pinned(hour), *(self._post(post, hour) for post in posts)]
        if self.chance.happens(0.45, "sponsored", hour // 2):
            after = self.chance.between(2, len(posts), "sponsored after", hour // 2)
            main.insert(after, self._sponsored(hour))
        rows = [
            row(panels.masthead("Ашық арна", 1000, "Қосымшада ашу", height=44), tag="header"),
            row(side, main, tag="main"),
        ]
        if self.chance.happens(0.25, "bar", hour):
            height = self.chance.pick((44, 76, 112), "bar height", hour)
            rows.insert(0, row(panels.strip("Арнаны қосымшада оқыған ыңғайлы", height, name="app")))
        return rows

    def _post(self, post: Post, hour: int) -> Panel:
        title, body = self._words(post)
        draw = self.chance.child("seen", post.number)
        shown = ""
        if draw.happens(0.4, "has picture"):
            loaded = not self.chance.happens(0.12, "not loaded", post.number, hour)
            picture = panels.image(f"city-{post.number}-{post.picture}", 648, 110)
            shown = picture if loaded else '<div class="none" style="height:110px"></div>'
        age = hour - post.hour
        views = draw.between(9, 60, "reach") * 1000 * (age + 1) // (age + 7) + draw.below(400, "views", hour)
        hearts = views // 90 + draw.below(9, "hearts", hour)
        sent = (STARTS_AT + timedelta(hours=post.hour)).replace(minute=draw.below(60, "minute"))
        edited = ", өзгертілді" if post.corrected else ""
        html = (
            f'<div class="in">{shown}<h3><a href="{ORIGIN}/arna/{post.number + 9000}">{escape(title)}</a></h3>'
            f'<p>{escape(body)}</p><p class="small foot"><span>♥ {hearts}  ☺ {hearts // 5}  ☹ {hearts // 23}</span>'
            f"<span>{views / 1000:.1f} мың қаралым, {sent:%H:%M}{edited}</span></p></div>"
        )
        return panels.plain("post", 700, html, is_news=True)

    def _sponsored(self, hour: int) -> Panel:
        title, body, height = self.chance.pick(_SPONSORS, "sponsor", hour // 2)
        creative = self.adverts.advert("sponsored", hour, 648, height) if height else None
        shown = f'<img src="{creative.path}" width="648" height="{height}" alt="">' if creative else ""
        words = f'<h3>{title}</h3><p>{body}</p><p class="small">жарнама</p>'
        return panels.plain("sponsored", 700, f'<div class="in">{shown}{words}</div>')

    def _pinned(self, hour: int) -> Panel:
        words = (
            f"Бекітілген хабар: арна ережесі. {1200 + 3 * hour + self.chance.below(3, 'pinned', hour)} пікір"
        )
        return panels.plain("pinned", 700, f'<div class="in"><p class="small">{words}</p></div>')

    def _about(self, hour: int) -> Panel:
        members = 214_300 + 9 * hour + self.chance.below(60, "members", hour)
        shown = panels.image("hall-arna", 248, 130)
        words = f"<h2>Ашық арна</h2><p>{members:,} оқырман</p>".replace(",", " ")
        more = f'<p class="small">{self.chance.between(300, 9000, "online", hour)} адам желіде</p>'
        return panels.plain("about", 300, f'<div class="in">{shown}{words}{more}</div>')

    def _app_box(self) -> Panel:
        words = "<h3>Қосымшаны жүктеңіз</h3><p>Хабарлар бірінші сізге келеді.</p>"
        return panels.plain("get-app", 300, f'<div class="in" style="height:90px">{words}</div>')

    def _near(self, hour: int) -> Panel:
        items = ""
        for name in self.chance.shuffled(_CHANNELS, "near", hour)[:8]:
            readers = self.chance.between(2, 90, "near", name, hour // 3)
            items += f"<li><span>{name}</span><span class=small>{readers} мың</span></li>"
        return panels.plain("near", 300, f'<div class="in"><h4>Ұқсас арналар</h4><ul>{items}</ul></div>')


_TOWNS = ("Vaasa", "Kotka", "Oulu", "Kajaani", "Pori", "Rauma", "Hamina", "Joensuu", "Kemi", "Hanko", "Lohja")
_EVENTS = ("lakko pysäytti {n} linjaa", "palo tuhosi {n} asuntoa", "{n} koulua yhdistetään", "silta kiinni {w} viikkoa",
           "tehdas irtisanoo {n}", "vesi kiellettiin {n} talossa", "{n} mökkiä ilman sähköä", "jokeen {n} tonnia öljyä",
           "sairaala siirtää {n} leikkausta", "satama saa {n} miljoonaa")  # fmt: skip
_VOICES = (
    "Ministeri Aalto",
    "Kanerva",
    "Oppositio",
    "Presidentti",
    "Komissio",
    "Keskusliitto",
    "Syyttäjä",
    "Keskuspankki",
)
_CLAIMS = ("lakiesitys vedetään pois", "{n} virkaa lakkautetaan", "vaalit siirtyvät {w} viikkoa",
           "sopimus liian kallis", "tuki jatkuu {w} vuotta", "tutkinta alkaa heti", "{n} miljoonaa teihin",
           "vero nousee {w} prosenttia")  # fmt: skip
_TEAMS = ("Ilves", "Ässät", "Jokerit", "Tappara", "Kärpät", "Sport", "Pelicans", "Lukko", "Jukurit", "Saipa")
_SHOWS = ("Aamun peili", "Luontohetki", "Sävelrasia", "Rantakylä", "Tietokisa", "Elokuva: Lumen alla", "Iltauutiset",
          "Vanha talo", "Mökkimatka", "Jääkiekko", "Kaukopuhelu", "Yöjuna")  # fmt: skip
_PAGES = ("Sää 400", "Tulokset 221", "Lotto 471", "TV tänään 350", "Ravit 560", "Liikenne 630", "Valuutat 182",
          "Horoskooppi 590", "Kirppis 810", "Laivat 655")  # fmt: skip
_DAYS_FI = ("ma", "ti", "ke", "to", "pe", "la", "su")


@dataclass(frozen=True)
class Line:
    """One line of the index page: its story, its wording, and the hour since which it is there."""

    number: int
    since: int
    reworded: int = 0


class Teksti(GeneratedSite):
    """A teletext index: lines of equal type on one grid, those of the upper half news, those of the lower a round."""

    slug = "teksti"
    hard = "short lines in one type; news fade from yellow to white; the screen's lower half is another page each hour"
    more = 0
    look = Look(
        heading=SANS, paper="#20242b", ink="#eeeeee", muted="#a4adb8", line="#3a424d", accent="#ffd400",
        card="#2a3038", lead_px=24, top_px=18,
        extra=(
            ".top,.index,.lower,.keys{background:#000;color:#fff;font:19px/26px 'DejaVu Sans Mono',monospace}"
            ".top{color:#0f0}.index .y{color:#ff0}.index .c{color:#0ff}.index .two{font-size:25px;line-height:34px}"
            ".index p{padding-left:54px;text-indent:-54px}.lower p{white-space:pre;overflow:hidden;height:26px}"
            ".lower .h{background:#00f;color:#ff0}.lower .g{color:#0f0}.keys span{margin-right:26px}"
            ".ask{background:#fff;color:#111;border:3px solid #ffd400;box-sizing:border-box}"
        ),
    )  # fmt: skip

    def states(self, hours: int) -> Iterator[PageState]:
        """The page at each of the first hours; the same lines in another order are neither news nor none."""
        lines, written = [Line(-number, -9) for number in range(1, 11)], 0
        for hour in range(hours):
            clock = (STARTS_AT + timedelta(hours=hour)).hour
            if hour and self.chance.happens(0.24 if 6 <= clock <= 21 else 0.05, "line", hour):
                written += 1
                lines = self._entered(lines, Line(written, hour), hour)
            elif hour and self.chance.happens(0.035, "reworded", hour):
                place = self.chance.below(4, "which", hour)
                lines[place] = replace(lines[place], reworded=lines[place].reworded + 1, since=hour)
            elif self.chance.happens(0.015, "order", hour):
                lines = [lines[1], lines[0], *lines[2:]]
            over = (self._ask(),) if self.chance.happens(0.12, "ask", hour) else ()
            news = tuple(self._words(line) for line in lines)
            yield PageState(rows=tuple(self._page(lines, hour)), news=news, overlays=over)

    def _entered(self, lines: Sequence[Line], new: Line, hour: int) -> list[Line]:
        """A line on top pushes the others down; one further below takes the place of another."""
        if self.chance.happens(0.55, "on top", hour):
            return [new, *lines[:-1]]
        place = self.chance.between(1, len(lines) - 1, "instead of", hour)
        return [*lines[:place], new, *lines[place + 1 :]]

    def _words(self, line: Line) -> str:
        draw = self.chance.child("line", line.number)
        slots = {"n": draw.between(12, 190, "n"), "w": draw.between(2, 9, "w")}
        texts: tuple[str, ...]
        if draw.happens(0.55, "from a town"):
            texts, who = _EVENTS, draw.pick(_TOWNS, "town")
        else:
            texts, who = _CLAIMS, draw.pick(_VOICES, "voice")
        text = texts[(draw.below(len(texts), "text") + line.reworded) % len(texts)]
        return f"{who}: {text.format(**slots)}"

    def _page(self, lines: Sequence[Line], hour: int) -> list[Row]:
        at = STARTS_AT + timedelta(hours=hour)
        day = f"{_DAYS_FI[at.weekday()]} {at.day}.{at.month}."
        top = f"<p>P100  KANAVA TEKSTI  {day} {at:%H:%M}:{hour * 17 % 60:02d}</p>"
        screen = [
            panels.plain("top", 660, top),
            self._index(lines, hour),
            self._lower(hour, at),
            self._keys(),
        ]
        live = f"<h4>Suora lähetys</h4>{panels.image(f'city-live-{hour}', 636, 210)}"
        screen.append(panels.plain("live", 660, live))
        side = [self._most_opened(hour), self._advert(hour), self._votes(hour)]
        people = f"{self.chance.between(800, 9900, 'people', hour)} lukijaa nyt"
        return [
            row(panels.masthead("Kanava Teksti", 1000, people, height=52), tag="header"),
            row(screen, side, tag="main"),
        ]

    def _index(self, lines: Sequence[Line], hour: int) -> Panel:
        shown = ""
        for place, line in enumerate(lines):
            colour = "y" if hour - line.since < 3 else ("c" if place % 2 else "")
            size = " two" if place == 0 else ""
            shown += (
                f'<p class="{colour}{size}">{102 + place} <a href="{ORIGIN}/{102 + place}">'
                f"{self._words(line)}</a></p>"
            )
        return panels.plain("index", 660, shown, is_news=True)

    def _lower(self, hour: int, at: datetime) -> Panel:
        page = self.chance.below(5, "lower", hour)
        if self.chance.happens(0.07, "lost", hour):
            return panels.plain("lower", 660, '<p class="h"> Sivua ei saatu. Yritä uudelleen.</p>')
        heads = ("URHEILU 201", "SÄÄ 400", "TV TÄNÄÄN 350", "PÖRSSI 180", "ASTRO JA TREFFIT 590")
        lines = (self._scores, self._weather, self._shows, self._shares, self._calls)[page](hour, at)
        body = "".join(
            f'<p class="{"g" if place % 2 else ""}">{line}</p>' for place, line in enumerate(lines)
        )
        return panels.plain("lower", 660, f'<p class="h"> {heads[page]:<36}{page + 1}/5</p>{body}')

    def _keys(self) -> Panel:
        colours = (("#f00", "Uutiset"), ("#0f0", "Urheilu"), ("#ff0", "TV"), ("#0ff", "Sää"))
        keys = "".join(f'<span style="color:{colour}">{name}</span>' for colour, name in colours)
        return panels.plain("keys", 660, f"<p>{keys}</p>")

    def _scores(self, hour: int, _: datetime) -> list[str]:
        teams = self.chance.shuffled(_TEAMS, "teams", hour // 12)
        goals = [self.chance.below(7, "goals", hour // 2, place) for place in range(10)]
        return [
            f"{teams[place]:>12} - {teams[place + 1]:<12} {goals[place]}-{goals[place + 1]}"
            for place in range(0, 10, 2)
        ]

    def _weather(self, hour: int, _: datetime) -> list[str]:
        return [
            f"{name:<10}{self.chance.between(2, 19, 'air', name, hour):>4}°  "
            f"tuuli {self.chance.below(15, 'wind', name, hour):>2} m/s"
            for name in _TOWNS[:6]
        ]

    def _shows(self, _: int, at: datetime) -> list[str]:
        return [
            f"{(at.hour + ahead) % 24:02d}.{(at.hour + ahead) % 3 * 20:02d}  "
            f"{_SHOWS[(at.hour + ahead + 5 * at.weekday()) % len(_SHOWS)]}"
            for ahead in range(6)
        ]

    def _shares(self, hour: int, _: datetime) -> list[str]:
        return [
            f"{name + ' Oyj':<14}{self.chance.between(200, 9900, 'share', name, hour) / 100:>8.2f}  "
            f"{self.chance.between(-40, 40, 'move', name, hour) / 10:+.1f} %".replace(".", ",")
            for name in _TEAMS[:6]
        ]

    def _calls(self, hour: int, _: datetime) -> list[str]:
        number = self.chance.between(1000, 9999, "call", hour // 2)
        return [
            f"Ennustajat linjalla nyt 0700-{number}",
            "2,59 e/min + pvm, yli 18 v.",
            "Lähetä TREFFIT numeroon 17155",
        ]

    def _most_opened(self, hour: int) -> Panel:
        items = "".join(
            f'<li><b class="n">{place + 1}</b>{name}, '
            f"{self.chance.between(90, 4000, 'opened', name, hour)} katselua</li>"
            for place, name in enumerate(self.chance.shuffled(_PAGES, "opened", hour)[:7])
        )
        return panels.plain("opened", 340, f"<h4>Avatuimmat sivut</h4><ol>{items}</ol>")

    def _advert(self, hour: int) -> Panel:
        height = self.chance.pick((180, 250, 250, 320), "advert height", hour)
        creative = self.adverts.advert("side", hour, 316, height)
        shown = f'<img src="{creative.path}" width="316" height="{height}" alt="">'
        return panels.plain("side-advert", 340, f'<p class="small">Mainos</p>{shown}')

    def _votes(self, hour: int) -> Panel:
        yes = 52 + self.chance.below(9, "yes", hour)
        words = f"<h4>Päivän kysymys</h4><p>Pitäisikö kesäajasta luopua?</p><h2>Kyllä {yes} %  Ei {100 - yes} %</h2>"
        return panels.plain("votes", 340, f'{words}<p class="small">{4100 + 7 * hour} vastausta</p>')

    def _ask(self) -> Overlay:
        words = "<h2>Millainen on uusi Teksti?</h2><p>Vastaa viiteen kysymykseen.</p><p>En nyt   Vastaan</p>"
        return Overlay(panels.plain("ask", 360, f'<div style="height:120px">{words}</div>'), 320, 330)


UNSEEN_CHANNELS = (Arna, Teksti)
