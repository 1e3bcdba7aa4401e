"""From the quay to the county hall: a Breton regional daily, and a slow German district office."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from benchmarks.sites import panels
from benchmarks.sites.illustrated import told
from benchmarks.sites.look import SANS, SERIF, Look
from benchmarks.sites.news import STARTS_AT
from benchmarks.sites.page import ORIGIN, Overlay, PageState, Panel, Row, row
from benchmarks.sites.site import GeneratedSite

# A picture's subject, a section, headlines (as first written, then later ones) and paragraphs.
Kind = tuple[str, str, tuple[str, str, str], tuple[str, str]]
_KINDS: tuple[Kind, ...] = (
    ("city", "Faits divers", ("Un entrepôt de {n}00 m² détruit par les flammes à {t}",
     "Incendie à {t} : la piste criminelle privilégiée", "Incendie à {t} : {k} familles restent à reloger"),
     ("{n} pompiers ont lutté toute la nuit ; {k} maisons voisines ont été évacuées par précaution.",
      "Selon {p}, adjoint au maire, le bâtiment n’était plus assuré depuis {k} mois.")),
    ("webcam", "Mer", ("Un chalutier de 1{k} mètres s’échoue au large de {t}",
     "Chalutier échoué à {t} : le remorquage repoussé à {j}", "Chalutier échoué à {t} : le gazole pompé en {k} heures"),
     ("Les {k} marins ont été hélitreuillés sains et saufs. Un barrage flottant doit être posé avant la marée haute.",
      "La préfecture maritime a mis l’armateur en demeure ; il a jusqu’à {j} pour agir.")),
    ("economy", "Économie", ("La conserverie de {t} supprime {n} postes",
     "Conserverie de {t} : sept salariés sur dix en grève", "Conserverie de {t} : un repreneur se manifeste"),
     ("La direction invoque le prix du thon, en hausse de 3{k} % en un an.",
      "{p}, délégué syndical, réclame {k} mois de salaire par année d’ancienneté.")),
    ("webcam", "Transports", ("La liaison vers {t} suspendue après une avarie",
     "Liaison vers {t} : un navire de remplacement dès {j}", "Liaison vers {t} : {n} passagers remboursés"),
     ("Une hélice a été endommagée à l’accostage ; {n} voitures sont restées à quai.",
      "La compagnie affrète une vedette, mais sans les véhicules ni le fret.")),
    ("world", "Environnement", ("Algues vertes : la plage de {t} interdite au public",
     "Algues à {t} : {n} tonnes ramassées en deux jours", "La plage de {t} rouvrira {j}"),
     ("Les capteurs ont relevé un taux d’hydrogène sulfuré {k} fois supérieur au seuil.",
      "Une association attaque l’État ; {p} en appelle aux éleveurs.")),
    ("politics", "Justice", ("{k} ans de prison requis contre l’ancien notaire de {t}",
     "Notaire de {t} : le jugement sera rendu {j}", "Notaire de {t} : {n} victimes seront indemnisées"),
     ("Le préjudice est estimé à {n} millions d’euros par les experts.",
      "La défense, conduite par maître {p}, a plaidé la relaxe pendant {k} heures.")),
    ("sport", "Football", ("{t} arrache la montée à la 9{k}ᵉ minute",
     "Montée de {t} : une réserve déposée", "Montée de {t} : la ligue tranchera {j}"),
     ("Entré en jeu à la pause, {p} a marqué de la tête devant {n}00 spectateurs.",
      "Le club adverse conteste la licence d’un joueur aligné {k} fois.")),
    ("webcam", "Intempéries", ("{n}.000 foyers sans courant autour de {t}",
     "Coupures à {t} : le courant rétabli pour moitié", "Coupures à {t} : {k} hameaux encore isolés"),
     ("Une rafale à 1{n} km/h a été mesurée au sémaphore.",
      "{n} équipes sont à pied d’œuvre ; {p} ouvre le gymnase aux sinistrés.")),
)  # fmt: skip
_PORTS = ("Plouvenec", "Landrézec", "Saint-Melar", "Porz-Even", "Guerlédan-Plage", "Trévarn", "Lanildec", "Kerlouran",
          "Roscavel", "Pen-Enez", "Locmaëlle", "Beg-Avel", "Goasmeur")  # fmt: skip
_NAMES = (
    "Yann Quéméner",
    "Soazig Le Bihan",
    "Marc Kerviel",
    "Nolwenn Abgrall",
    "Hélène Prigent",
    "Maud Tanguy",
)
_DAYS = ("lundi", "mardi", "jeudi", "vendredi", "samedi prochain")
_READ = ("Ce phare est à vendre au prix d’un studio", "Kouign-amann : le vrai et les faux", "Horoscope : la semaine",
         "La vidéo du phoque sur le parking", "Faut-il tondre en mai ?", "Quiz : connaissez-vous vos marées ?",
         "Il traverse la rade à la nage à 81 ans", "Dix crêperies à essayer", "Permis bateau : ce qui change",
         "Le chien Biscotte retrouvé à 60 km", "Carte : les radars", "Une baleine filmée au drone")  # fmt: skip


@dataclass(frozen=True)
class Papier:
    """A story: which one, since when, how often its headline and its paragraph were rewritten, its photograph."""

    number: int
    since: int
    title: int = 0
    words: int = 0
    photo: str = ""


class Abers(GeneratedSite):
    """A daily of the coast. News: the lead's headline and paragraph, and the headlines of four cards and a list.

    Noise: a billboard and a picture of the harbour, both larger than the lead, photographs, ages and comment counts
    inside the stories, two arrangements of the columns, most read, dialogs.
    """

    slug = "abers"
    hard = "French; columns in two arrangements, a harbour picture above the lead at times, ages in the news"
    more = 0
    look = Look(
        heading=SERIF, body=SANS, paper="#ffffff", ink="#14202b", muted="#6d7a86", line="#d3dbe2", accent="#00697a",
        lead_px=34, top_px=18, card="#eef4f6",
        extra=(
            ".masthead{border-bottom:3px solid #00697a}.rubriques{background:#14202b;color:#fff}.rubriques span{"
            "margin-right:26px}.une .r,.vignettes .r,.suite .r{color:#00697a;font:bold 12px/16px 'Liberation Sans'}"
            ".une p.c{font-size:17px;line-height:24px;margin:8px 0}.rade{background:#14202b;color:#fff}"
            ".lus{background:#eef4f6}.lus b{float:left;color:#e4572e;font:bold 22px/22px 'Liberation Serif';width:30px}"
            ".dialogue{background:#14202b;color:#fff;padding:20px}"
            ".deux{display:flex;flex-wrap:wrap;gap:12px 16px}.suite{border-top:3px solid #14202b}"
        ),
    )  # fmt: skip

    def states(self, hours: int) -> Iterator[PageState]:
        """The page at each of the first hours."""
        shown = [self._new(number, -3 * (10 - number)) for number in range(10, 0, -1)]
        last = 0
        for hour in range(hours):
            at = STARTS_AT + timedelta(hours=hour)
            pace = (1.0 if 4 <= at.hour <= 20 else 0.15) if hour else 0.0
            pace = 8.0 if hour - last > 20 else pace  # an editor never leaves the page alone for a day
            before, shown = self._news(shown), self._edited(shown, hour, pace)
            last = hour if self._news(shown) != before else last
            rows = tuple(self._page(shown, hour, at))
            yield PageState(rows=rows, news=self._news(shown), overlays=self._asks(hour))

    def _news(self, shown: Sequence[Papier]) -> tuple[str, ...]:
        return (*self._told(shown[0]), *(self._told(item)[0] for item in shown[1:]))

    def _edited(self, old: Sequence[Papier], hour: int, pace: float) -> list[Papier]:
        """An hour later: a story leads or enters below, a headline or the paragraph is rewritten, a photo replaced."""
        shown = list(old)
        number = max(item.number for item in shown) + 1
        what = self.chance.number("what", hour) / pace if pace else 1.0
        if what < 0.05:
            new = self._new(number, hour)
            keeps = self.chance.happens(0.4, "keeps", hour)  # the old lead's photograph
            return [replace(new, photo=shown[0].photo) if keeps else new, *shown[:9]]
        if what < 0.095:
            place = self.chance.between(1, 6, "place", hour)
            return [*shown[:place], self._new(number, hour), *shown[place:9]]
        if what < 0.13:
            place = self.chance.pick((0, 0, 1, 2, 6), "retitled", hour)
            shown[place] = replace(shown[place], title=shown[place].title + 1)
        elif what < 0.16:
            shown[0] = replace(shown[0], words=shown[0].words + 1)
        elif what < 0.25:
            place = self.chance.below(3, "photographed", hour)
            shown[place] = replace(shown[place], photo=f"{self._kind(shown[place])[0][0]}-autre-{hour}")
        return shown

    def _new(self, number: int, hour: int) -> Papier:
        item = Papier(number, hour)
        return replace(item, photo=f"{self._kind(item)[0][0]}-{number}")

    def _kind(self, item: Papier) -> tuple[Kind, str]:
        seats = [str(seat) for seat in range(len(_KINDS))]
        seat, port = told(self.chance.child("told"), (seats, _PORTS), item.number)
        return _KINDS[int(seat)], port

    def _told(self, item: Papier) -> tuple[str, str]:
        (_, _, titles, paragraphs), port = self._kind(item)
        draw = self.chance.child("figures", item.number)
        later = draw.child(item.words // 2)  # a paragraph that comes back comes with other figures
        slots = {"t": port, "j": draw.pick(_DAYS, "day")}
        n, k = draw.between(12, 94, "n"), draw.between(3, 9, "k")
        title = titles[item.title % 3].format(n=n, k=k, **slots)
        title += f" (actualisé {item.title // 3})" if item.title > 2 else ""
        n, k = later.between(12, 89, "n"), later.between(3, 9, "k")
        return title, paragraphs[item.words % 2].format(n=n, k=k, p=later.pick(_NAMES, "who"), **slots)

    def _page(self, shown: Sequence[Papier], hour: int, at: datetime) -> list[Row]:
        local = at + timedelta(hours=2)
        swell = self.chance.between(4, 31, "swell", hour // 2) / 10
        note = f"{local:%d/%m/%Y, %H h %M} · {self.chance.between(9, 19, 'air', hour // 2)}°, houle {swell:.1f} m"
        menu = "".join(
            f"<span>{name}</span>" for name in ("Communes", "Mer", "Sports", "Obsèques", "Annonces")
        )
        head = row(panels.masthead("Le Courrier des Abers", 1000, note, height=72), tag="header")
        rows = [head, row(panels.plain("rubriques", 1000, menu))]
        if billboard := self.chance.pick((0, 90, 180, 250, 250, 360), "billboard", hour):
            sold = self.adverts.advert("haut", 60 * hour, 970, billboard)
            rows.insert(0, row(panels.advert(sold, "pub-haut", 1000)))
        harbour, middle = row(self._harbour(hour)), self._middle(shown, hour)
        above = self.chance.happens(0.3, "harbour above", hour // 3)
        foot = row(panels.plain("pied", 1000, '<p class="small">Contacts · Cookies</p>'), tag="footer")
        return [*rows, harbour, *middle, foot] if above else [*rows, *middle, harbour, foot]

    def _middle(self, shown: Sequence[Papier], hour: int) -> list[Row]:
        """The news with what stands beside it; one visit in four meets the other arrangement."""
        tall = self.chance.pick((250, 450, 600), "tall", hour)
        side = self.adverts.advert("cote", 60 * hour, 236, tall)
        if self.chance.happens(0.25, "arrangement", hour // 4):
            left = [self._most_read(hour, 260), panels.advert(side, "pub-cote", 260)]
            middle = [self._lead(shown[0], hour, 480), self._cards(shown[1:5], hour, 480)]
            return [row(left, middle, self._list(shown[5:], 260), tag="main")]
        main = [self._lead(shown[0], hour, 660), self._cards(shown[1:5], hour, 660)]
        beside = [panels.advert(side, "pub-cote", 340), self._most_read(hour, 340)]
        return [row(main, beside, tag="main"), row(self._list(shown[5:], 1000))]

    def _lead(self, item: Papier, hour: int, width: int) -> Panel:
        title, words = self._told(item)
        said = self.chance.between(0, 9, "said", item.number) * (hour - item.since)
        html = (
            f'{panels.image(item.photo, width - 24, width // 2)}<p class="r">{self._kind(item)[0][1]}</p>'
            f'<h1><a href="{ORIGIN}/papier/{item.number}">{title}</a></h1><p class="c">{words}</p>'
            f'<p class="small">il y a {max(1, hour - item.since)} h · {said} commentaires</p>'
        )
        return panels.plain("une", width, html, is_news=True)

    def _cards(self, items: Sequence[Papier], hour: int, width: int) -> Panel:
        each = (width - 40) // 2
        cards = "".join(
            f'<div style="width:{each}px">{panels.image(item.photo, each, 150)}<p class="r">'
            f"{self._kind(item)[0][1]} · il y a {max(1, hour - item.since)} h</p><h2>{self._told(item)[0]}</h2></div>"
            for item in items
        )
        return panels.plain("vignettes", width, f'<div class="deux">{cards}</div>', is_news=True)

    def _list(self, items: Sequence[Papier], width: int) -> Panel:
        lines = "".join(f"<li><h3>{self._told(item)[0]}</h3></li>" for item in items)
        return panels.plain("suite", width, f"<h4>Toute l’actualité</h4><ul>{lines}</ul>", is_news=True)

    def _harbour(self, hour: int) -> Panel:
        frame = panels.image(f"webcam-rade-{hour}", 976, 390)
        here = self.chance.between(20, 900, "watch", hour)
        return panels.plain("rade", 1000, f"<h3>La rade en direct · {here} spectateurs</h3>{frame}")

    def _most_read(self, hour: int, width: int) -> Panel:
        order = self.chance.shuffled(_READ, "read", hour)[: self.chance.between(5, 8, "many", hour // 3)]
        lines = "".join(f"<li><b>{place + 1}</b><h3>{words}</h3></li>" for place, words in enumerate(order))
        return panels.plain("lus", width, f"<h4>Les plus lus</h4><ol>{lines}</ol>")

    def _asks(self, hour: int) -> tuple[Overlay, ...]:
        """At times the question about cookies, or the subscription's offer, over the middle of the page."""
        if not self.chance.happens(0.14, "asks", hour):
            return ()
        n = self.chance.between(15, 820, "n", hour)
        words = (f"Nos {n} partenaires respectent vos choix", f"La presse locale : {n} jours offerts")
        html = f"<h2>{self.chance.pick(words, 'asked', hour)}</h2><p>Accepter · Refuser</p>"
        return (Overlay(panels.plain("dialogue", 600, html), 200, self.chance.pick((320, 560), "y", hour)),)


_PLACES = ("Adlersberg", "Brunnau", "Dornfelde", "Esch", "Grünthal", "Hohenrode", "Neuhain", "Wiesenau")
_NOTICES = (
    ("Stallpflicht für Geflügel in {g}", "Betroffen sind {n} Betriebe. Die Allgemeinverfügung gilt ab dem {d}. Mai."),
    ("Vollsperrung der Kreisstraße K {n} bei {g}", "Die Umleitung über {h} gilt bis zum {d}. Mai."),
    ("Bebauungsplan Nr. {n} in {g}", "Der Entwurf liegt bis zum {d}. Mai im Kreishaus, Zimmer {m}, aus."),
    ("Badeverbot am See in {g}", "Blaualgen wurden an {k} Messstellen gefunden. Nächste Probe am {d}. Mai."),
    ("Wasserrechtliche Erlaubnis für {g}", "Beantragt sind {n} Kubikmeter je Stunde. Einwendungen bis {d}. Mai."),
    ("Abkochgebot für Trinkwasser in {g}", "In {k} Proben lagen Keime vor. Auch {h} wird aus dem Netz versorgt."),
    ("Sitzung des Kreistags in {g}", "Auf der Tagesordnung stehen {k} Punkte. Es geht um {n} Mio. Euro."),
    ("Waldbrandstufe {s} im Revier {g}", "Das Betreten ist bis zum {d}. Mai nur auf {k} Wegen erlaubt."),
    ("Schließung der Rettungswache {g}", "Der Dienst wird von {h} übernommen. Die Hilfsfrist beträgt 1{k} Minuten."),
    ("Windpark {g}: Genehmigung von {k} Anlagen", "Klagen sind binnen eines Monats möglich. Akten in Zimmer {m}."),
    ("Amerikanische Faulbrut in {g}", "Der Sperrbezirk umfasst {n} Bienenstände und reicht bis {h}."),
    ("Schülerverkehr: Linie {n} nach {g}", "Ab dem {d}. Mai entfallen {k} Fahrten. Ersatz hält in {h}."),
    ("Öffentliche Ausschreibung: Turnhalle {g}", "Die Submission ist am {d}. Mai in Zimmer {m}; {k} Lose."),
)  # fmt: skip
_STANDS = ("bekannt gemacht", "in Kraft", "Frist verlängert", "wird überprüft", "aufgehoben", "erledigt")
_SLIDES = ("Radelsommer", "Pflegeeltern gesucht", "Ausbildung beim Kreis", "Kreismuseum", "Glasfaser kommt")
_OPEN_DAYS = ("Seniorentanz", "Kräuterführung", "Sprechtag der Rentenversicherung", "Bücherbus", "Orgelkonzert",
              "Energieberatung", "Flohmarkt", "Imkerstammtisch", "Archivlesung", "Erste-Hilfe-Kurs")  # fmt: skip
_DISHES = ("Linsensuppe", "Käsespätzle", "Seelachs", "Gulasch", "Gemüsecurry", "Maultaschen", "Milchreis")
_BINS = ("Restmüll", "Biotonne", "Altpapier", "Gelber Sack", "Grüngut", "keine Abfuhr")


@dataclass(frozen=True)
class Akt:
    """A public notice: which one, its day, how far its procedure is, and how often its figures were corrected."""

    number: int
    day: int
    stand: int = 0
    corrected: int = 0


class Weissenthal(GeneratedSite):
    """A district office. News: the public notices with their state, about one change on a day, seldom two.

    Noise: slides larger than the notices, a camera, waiting numbers in office hours, the day's bins and events (at
    midnight), the week's dishes (on Monday), a maintenance bar that pushes all down, a cookie bar.
    """

    slug = "weissenthal"
    hard = "German; about one small change a day in a table of notices, under slides and beside what is new daily"
    more = 0
    look = Look(
        heading=SANS, paper="#fbfbf9", ink="#20282e", muted="#6f767b", line="#d9dcd6", accent="#3f6b2a", lead_px=25,
        top_px=17, card="#eef3e8",
        extra=(
            ".amtlich li{display:flow-root}.nummern h4{color:#cfe3b8}.bild{padding:0;background:#3f6b2a;color:#fff}"
            ".bild h1{padding:10px 20px;margin:0}.amtlich em{float:right;font:bold 12px/20px 'Liberation Sans'}"
            ".wartung{background:#f2c200;"
            "color:#20282e}.nummern{background:#20282e;color:#fff}.nummern b{float:right;font-size:20px}"
            ".heute,.speisen{background:#eef3e8}.keks{background:#20282e;color:#fff}"
        ),
    )  # fmt: skip

    def states(self, hours: int) -> Iterator[PageState]:
        """The page at each of the first hours."""
        shown = [Akt(number, number - 6, number % 3) for number in range(7, 0, -1)]
        for hour in range(hours):
            local = STARTS_AT + timedelta(hours=hour + 2)
            for step in range(self._due(local) if hour else 0):
                shown = self._changed(shown, local.day, f"{hour}-{step}")
            news = tuple(part for item in shown for part in self._told(item))
            cookie = self.chance.happens(0.18, "cookie", hour // 2) and local.hour > 5
            html = "<p>Diese Seite verwendet nur notwendige Cookies. <b>Verstanden</b></p>"
            over = (Overlay(panels.plain("keks", 1000, html), 0, 560),) if cookie else ()
            yield PageState(rows=tuple(self._page(shown, hour, local)), news=news, overlays=over)

    def _due(self, local: datetime) -> int:
        """Changes in this hour: one a working day, at times a second; one at the weekend, on either of its days."""
        draw = self.chance.child("duty", local.day)
        if local.weekday() >= 5:
            on_call = self.chance.pick((5, 6), "on call", local.isocalendar().week)
            return int(local.weekday() == on_call and local.hour == 10)
        first = {0: (7, 9), 4: (13, 15)}.get(local.weekday(), (8, 16))
        second = draw.between(11, 16, "second") if draw.happens(0.45, "two") else -1
        return int(local.hour in {draw.between(*first, "first"), second})

    def _changed(self, old: list[Akt], day: int, key: str) -> list[Akt]:
        newest = max(item.number for item in old)
        what = self.chance.number("what", key)
        if what < 0.45:
            return [Akt(newest + 1, day), *old[:6]]
        place = self.chance.below(6, "which", key)
        item = old[place]
        if what > 0.88:  # withdrawn; an older one comes back at the end
            return [*old[:place], *old[place + 1 :], Akt(min(item.number for item in old) - 1, -8, 5)]
        further = replace(item, stand=item.stand + 1)
        moves = what < 0.68 and item.stand + 1 < len(_STANDS)
        changed = further if moves else replace(item, corrected=item.corrected + 1)
        return [*old[:place], changed, *old[place + 1 :]]

    def _told(self, item: Akt) -> tuple[str, str, str]:
        seats = [str(seat) for seat in range(len(_NOTICES))]
        seat, place = told(self.chance.child("told"), (seats, _PLACES), item.number + 60)
        draw = self.chance.child("figures", item.number)
        later = draw.child(item.corrected)
        slots = {
            "g": place, "h": _PLACES[(_PLACES.index(place) + 1 + later.below(7, "h")) % len(_PLACES)],
            "n": later.between(12, 88, "n"), "d": later.between(15, 31, "d"), "k": later.between(3, 9, "k"),
            "m": later.between(101, 340, "m"), "s": draw.between(3, 5, "s"),
        }  # fmt: skip
        title, words = _NOTICES[int(seat)]
        fixed = slots | {"n": draw.between(12, 88, "number"), "k": draw.between(3, 9, "many")}
        stand = _STANDS[min(item.stand, len(_STANDS) - 1)]
        stand += f", Az. {draw.between(100, 999, 'az')}"
        words += f" (berichtigt, Fassung {item.corrected + 1})" if item.corrected else ""
        return title.format(**fixed), words.format(**slots), stand

    def _page(self, shown: Sequence[Akt], hour: int, local: datetime) -> list[Row]:
        rows = [
            row(panels.masthead("Landkreis Weißenthal", 1000, "Bürgertelefon 115", height=64), tag="header"),
            row(self._slide(hour, local)),
            row([self._today(local), self._dishes(local)], self._notices(shown),
                [self._numbers(hour, local), self._camera(hour, local)], tag="main"),
            row(panels.plain("ende", 1000, '<p class="small">Impressum · Datenschutz · Amtsblatt</p>'), tag="footer"),
        ]  # fmt: skip
        if self.chance.happens(0.2, "maintenance", hour // 3):
            height = self.chance.pick((30, 56, 120), "px", hour // 3)
            words = f"Wartung: Online-Dienste am {local.day}. Mai ab {local.hour // 3 * 3} Uhr eingeschränkt"
            rows.insert(1, row(panels.strip(words, height, name="wartung")))
        return rows

    def _notices(self, shown: Sequence[Akt]) -> Panel:
        lines = ""
        for item in shown:
            title, words, stand = self._told(item)
            day = f"{item.day:02d}.05.2026" if item.day > 0 else f"{30 + item.day}.04.2026"
            lines += f'<li><p class="small">{day}</p><h2>{title}</h2><p>{words}</p><em>{stand}</em></li>'
        return panels.plain("amtlich", 500, f"<h4>Bekanntmachungen</h4><ul>{lines}</ul>", is_news=True)

    def _slide(self, hour: int, local: datetime) -> Panel:
        """A slide of the campaigns: another at most visits of the day, the same one all night."""
        turn = hour if 6 <= local.hour <= 21 else -local.day
        number = self.chance.below(len(_SLIDES), "slide", turn)
        shown = panels.image(f"culture-kreis-{number}", 1000, (300, 360, 300, 420, 340)[number])
        return panels.plain("bild", 1000, f"{shown}<h1>{_SLIDES[number]}</h1>")

    def _today(self, local: datetime) -> Panel:
        """What is renewed at midnight: the day's bins and events."""
        day = local.day
        bins = "".join(f"<li>{at}: {self.chance.pick(_BINS, 'bin', at, day)}</li>" for at in _PLACES[:6])
        events = self.chance.shuffled(_OPEN_DAYS, "events", day)[: 3 + day % 3]
        dates = "".join(f"<li>{9 + 3 * place} Uhr: {what}</li>" for place, what in enumerate(events))
        html = f"<h4>Heute, {day}. Mai</h4><h3>Abfuhr</h3><ul>{bins}</ul><h3>Termine</h3><ul>{dates}</ul>"
        return panels.plain("heute", 240, html)

    def _dishes(self, local: datetime) -> Panel:
        week = local.isocalendar().week
        order = self.chance.shuffled(_DISHES, "dishes", week)
        lines = "".join(f"<li>{day} {dish}</li>" for day, dish in zip("MDMDF", order, strict=False))
        return panels.plain("speisen", 240, f"<h4>Kantine, KW {week}</h4><ul>{lines}</ul>")

    def _numbers(self, hour: int, local: datetime) -> Panel:
        """Who waits, in office hours."""
        works = local.weekday() < 5 and 8 <= local.hour <= 16
        lines = ""
        for desk in ("Kfz-Zulassung", "Führerschein", "Ausländeramt", "Jugendamt", "Wohngeld"):
            lines += f"<li>{desk} <b>{self.chance.between(2, 74, desk, hour) if works else '–'}</b></li>"
        return panels.plain("nummern", 260, f"<h4>Wartende</h4><ul>{lines}</ul>")

    def _camera(self, hour: int, local: datetime) -> Panel:
        frame = f"city-neubau-{hour}" if 6 <= local.hour <= 20 else "city-neubau-nacht"
        return panels.plain("kamera", 260, f"<h4>Neubau Kreishaus</h4>{panels.image(frame, 236, 200)}")


UNSEEN_FERRIES = (Abers, Weissenthal)
