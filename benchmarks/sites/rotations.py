"""What turns by itself: the large teasers of an Azerbaijani portal, and the boxes amid a French charter's prose."""

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

_WHO = ("Xəzər Limanı", "Abşeron bələdiyyəsi", "Dağlıca xəstəxanası", "Muğan Bankı", "Kürboyu su idarəsi", "Şərq Evi",
        "Dənizçilər ittifaqı", "Qızılqum zavodu", "Şəhər metrosu", "Tələbə Şurası", "Nərimankənd icması")  # fmt: skip
_DID = ("yeni rəis təyin etdi", "işini dayandırdı", "{n} nəfəri işdən çıxardı", "tarifləri qaldırdı",
        "məhkəməyə müraciət etdi", "{n} milyonluq müqavilə imzaladı", "yoxlamaya başladı", "üzr istədi",
        "yanğından sonra açıldı", "birləşmə elan etdi", "aksiyaya çağırdı", "{n} evi köçürür",
        "büdcəni təsdiqlədi")  # fmt: skip
_SAYS = ("“qərar dəyişməyəcək”", "“məlumat dəqiq deyil”", "“işçilər qayıdır”", "“zərər {n} milyondur”",
         "“istefa yoxdur”", "“hamı cavab verəcək”")  # fmt: skip
_BELOW = ("Rəsmi açıqlama bu gün veriləcək.", "Sakinlər {n} gün gözləməlidir.", "Səbəb hələ araşdırılır.",
          "Müxalifət iclas tələb edir.", "Layihənin dəyəri {n} milyon manatdır.", "Şahidlər fərqli danışır.",
          "Nazirlik rəy bildirməyib.", "Növbəti iclas bazar ertəsinə təyin olunub.")  # fmt: skip
_FEATURES = ("Nar mövsümü: nənəmin reseptləri", "Köhnə şəhərin on pişiyi", "Xalçada gizlənən əlifba",
             "Niyə dəniz geri çəkilir?", "Dağ kəndində bir gün", "Muğam öyrənən yapon", "Çayın düzgün dəmlənməsi",
             "Film: sahildə payız", "Ən qədim çörək sobası", "Şahmat dərsi: üç gediş", "Evdə limon ağacı",
             "Uşaqlar üçün nağıl axşamı")  # fmt: skip
_PAID = ("Yeni yaşayış kompleksi: ilkin ödəniş 0", "Yay turu: yeddi gecə, hər şey daxil", "Kredit kartı bir dəqiqəyə",
         "Kondisioner mövsümü başladı", "İngilis dili kursu, yeni qrup", "Telefonda böyük endirim")  # fmt: skip
_VOICES = ("Bunu çoxdan gözləyirdik.", "Bəs pulu kim verəcək?", "Bizim küçədə də belədir.", "Düz deyirsiniz.",
           "Yenə vəd, yenə vəd.", "Gözəl xəbərdir!", "Jurnalistə təşəkkür.", "Kim cavab verəcək?", "Şəkil köhnədir.",
           "Rayonlardan da yazın.")  # fmt: skip
_PENS = ("Köşə: sükutun qiyməti", "Köşə: küləyin dili", "Köşə: məktəb çantası", "Köşə: bazar söhbəti",
         "Köşə: iki sahil", "Köşə: gec gələn qatar", "Köşə: ağac kimi")  # fmt: skip
_MONEY = ("USD", "EUR", "RUB", "TRY", "GEL", "Neft", "Qızıl")


@dataclass(frozen=True)
class Told:
    """A story: which one, in which revision, under which picture, since when."""

    number: int
    since: int
    revision: int = 0
    picture: str = ""


class Xazar(GeneratedSite):
    """A portal: four teasers turn at each visit, one large; features and what is paid for turn in the same frame."""

    slug = "xazar"
    hard = "Azerbaijani; a carousel whose large story is drawn at each visit, a second one of features, paid slides"
    more = 0
    look = Look(
        heading=WIDE, body=SANS, paper="#ffffff", ink="#14172b", muted="#6a6f88", line="#d9dbe8", accent="#be123c",
        lead_px=27, top_px=16, card="#f3f4fb",
        extra=(
            ".masthead{background:#14172b;color:#fff}.masthead .small{color:#b9bedb}.slayd,.slayd-yan{background:#eef}"
            ".boyuk{position:relative;overflow:hidden}.boyuk div{position:absolute;left:0;right:0;bottom:0;padding:9px;"
            "background:#14172b;color:#fff}.boyuk h1{margin:0}.secim{display:grid;grid-template-columns:repeat(4,1fr);"
            "gap:8px;margin-top:8px}.slayd-yan .secim{grid-template-columns:1fr}.secim div{background:#fff;padding:8px;"
            "border-left:4px solid #d9dbe8}.secim .on{border-left-color:#be123c}.lent li{display:flex;gap:10px}"
            ".lent time{color:#be123c;font:bold 13px/20px 'Liberation Sans'}.valyuta{background:#14172b;color:#fff}"
            ".valyuta td{padding:0 18px 0 0;font-size:13px}.elan{background:#be123c;color:#fff}.rey{background:#f3f4fb}"
        ),
    )  # fmt: skip

    def states(self, hours: int) -> Iterator[PageState]:
        """The page at each of the first hours."""
        turning = [self._new(number, -3 * number) for number in range(4)]
        tape = [self._new(number, -number) for number in range(4, 10)]
        total = 10
        for hour in range(hours):
            at = STARTS_AT + timedelta(hours=hour)
            pace = (1.0 if 4 <= at.hour <= 19 else 0.2) if hour else 0.0
            place = self.chance.below(len(turning), "which", hour)
            if self.chance.happens(0.17 * pace, "replaced", hour):
                new = self._new(total, hour)
                if self.chance.happens(0.3, "same picture", hour):
                    new = replace(new, picture=turning[place].picture)
                turning[place], total = new, total + 1
            elif self.chance.happens(0.05 * pace, "rewritten", hour):
                turning[place] = replace(turning[place], revision=turning[place].revision + 1)
            elif self.chance.happens(0.08, "another picture", hour):
                turning[place] = replace(turning[place], picture=f"city-{turning[place].number}-{hour}")
            if self.chance.happens(0.14 * pace, "on the tape", hour):
                tape, total = [self._new(total, hour), *tape[:5]], total + 1
            news = tuple(self._headline(item) for item in (*turning, *tape))
            yield PageState(rows=tuple(self._page(turning, tape, hour, at)), news=news)

    def _new(self, number: int, since: int) -> Told:
        return Told(number, since, picture=f"{('politics', 'city', 'world', 'sport')[number % 4]}-{number}")

    def _headline(self, item: Told) -> str:
        who, did = told(self.chance.child("told"), (_WHO, _DID), item.number)
        draw = self.chance.child("story", item.number, item.revision)
        says = f"{who}: {draw.pick(_SAYS, 'says')}" if item.revision else f"{who} {did}"
        return says.format(n=draw.between(3, 90, "n"))

    def _below(self, number: int) -> str:
        draw = self.chance.child("below", number)
        return " ".join(draw.shuffled(_BELOW, "words")[:2]).format(n=draw.between(3, 70, "n"))

    def _page(self, turning: Sequence[Told], tape: Sequence[Told], hour: int, at: datetime) -> list[Row]:
        beside = self.chance.happens(0.45, "beside", hour // 6)
        height = self.chance.pick((60, 120, 250, 400), "top px", hour)
        sold = panels.advert(self.adverts.advert("top", 60 * hour, 970, height), "reklam", 1000)
        main, features = self._stories(turning, hour, beside=beside), self._features(hour, beside=beside)
        ribbon = self._tape(tape, hour, 360)
        talk = [self._voices(hour, 340), self._poll(hour, 340)]
        body = [row(main), row(ribbon, talk, self._pens(hour, 300), tag="main"), row(features)]
        if self.chance.happens(0.35, "features first", hour // 3):
            body = [row(features), *body[:2]]
        note = f"{at:%d.%m.%Y %H:%M} · indi oxuyur: {self.chance.between(300, 22_000, 'here', hour)}"
        rows = [
            row(self._money(hour)),
            row(panels.masthead("Xəzər Xəbər", 1000, note, height=60), tag="header"),
            *body,
            row(panels.plain("alt", 1000, '<p class="small">Haqqımızda · Reklam · Əlaqə</p>'), tag="footer"),
        ]
        rows.insert(self.chance.between(1, 4, "sold at", hour), row(sold))
        if self.chance.happens(0.3, "call", hour // 2):
            tall = self.chance.between(40, 140, "call px", hour // 2)
            words = self.chance.pick(
                ("Canlı yayım: axşam xəbərləri", "Tətbiqimizi yükləyin"), "call", hour // 2
            )
            rows.insert(2, row(panels.strip(words, tall, name="elan")))
        return rows

    def _stories(self, turning: Sequence[Told], hour: int, *, beside: bool) -> Panel:
        """One story large, all of them small; at some visits what is paid for stands large."""
        shown = self.chance.below(len(turning), "shown", hour)
        first = self.chance.below(len(turning), "order", hour // 2)
        order = [*turning[first:], *turning[:first]]
        large = turning[shown]
        titles = [(self._headline(item), item is large) for item in order]
        if self.chance.happens(0.22, "paid", hour):
            number = self.chance.below(len(_PAID), "which paid", hour)
            said = ("crowd-" + str(number), _PAID[number], f"Tərəfdaş · {self._below(900 + number)}")
            titles = [(title, False) for title, _ in titles]
        else:
            said = (large.picture, self._headline(large), self._below(large.number))
        return _turning(said, titles, beside=beside, news=True)

    def _features(self, hour: int, *, beside: bool) -> Panel:
        numbers = self.chance.shuffled(range(len(_FEATURES)), "features", hour // 2)[:4]
        shown = self.chance.pick(numbers, "feature", hour)
        titles = [(_FEATURES[number], number == shown) for number in numbers]
        said = (f"culture-{shown}", _FEATURES[shown], self._below(700 + shown))
        return _turning(said, titles, beside=not beside, news=False)

    def _tape(self, tape: Sequence[Told], hour: int, width: int) -> Panel:
        lines = ""
        for item in tape:
            at = STARTS_AT + timedelta(hours=item.since)
            seen = self.chance.between(40, 9_000, "seen", item.number, hour)
            link = f'<a href="{ORIGIN}/x/{item.number}">{self._headline(item)}</a>'
            clock = f"<time>{at:%H}:{item.number * 7 % 60:02d}</time>"
            lines += f'<li>{clock}<div>{link}<p class="small">{seen} baxış</p></div></li>'
        return panels.plain("lent", width, f"<h4>Xəbər lenti</h4><ul>{lines}</ul>", is_news=True)

    def _voices(self, hour: int, width: int) -> Panel:
        some = self.chance.shuffled(_VOICES, "voices", hour)[: self.chance.between(3, 7, "many", hour)]
        lines = "".join(
            f"<li>{words} <b>+{self.chance.below(90, 'plus', words, hour)}</b></li>" for words in some
        )
        return panels.plain("rey", width, f"<h4>Şərhlər</h4><ul>{lines}</ul>")

    def _poll(self, hour: int, width: int) -> Panel:
        yes = self.chance.between(20, 80, "yes", hour)
        warm = self.chance.between(9, 31, "warm", hour // 2)
        return panels.plain(
            "sorgu", width, f"<h4>Sorğu</h4><p>Bəli {yes}% · Xeyr {100 - yes}%</p><p>Hava {warm} °C</p>"
        )

    def _pens(self, hour: int, width: int) -> Panel:
        lines = "".join(
            f'<div class="side">{panels.image(f"portrait-kose-{_PENS.index(title)}", 80, 90)}<h3>{title}</h3></div><br>'
            for title in self.chance.shuffled(_PENS, "pens", hour // 3)[:4]
        )
        return panels.plain("kose", width, f"<h4>Köşə yazıları</h4>{lines}")

    def _money(self, hour: int) -> Panel:
        cells = "".join(
            f"<td>{name} <b>{self.chance.between(20, 9_900, name, hour) / 100:.2f}</b>" for name in _MONEY
        )
        return panels.plain("valyuta", 1000, f"<table><tr>{cells}</tr></table>")


def _turning(
    said: tuple[str, str, str], titles: Sequence[tuple[str, bool]], *, beside: bool, news: bool
) -> Panel:
    """A frame with one large slide, and the titles of all."""
    picture, title, words = said
    wide = 480 if beside else 976
    shown = f"{panels.image(picture, wide, 360)}<div><h1>{title}</h1><p>{words}</p></div>"
    tabs = "".join(f"<div{' class=on' if on else ''}><h2>{words}</h2></div>" for words, on in titles)
    large, small = f'<div class="boyuk">{shown}</div>', f'<div class="secim">{tabs}</div>'
    if beside:
        return panels.plain("slayd-yan", 1000, f'<div class="side">{large}{small}</div>', is_news=news)
    return panels.plain("slayd", 1000, large + small, is_news=news)


_CHARTER = (
    ("Accueil au refuge", (
        ("Le refuge reste ouvert à toute personne surprise par la nuit.",
         "Nul ne peut être refusé au refuge après la tombée de la nuit.",
         "Le refuge accueille sans condition quiconque y arrive après la nuit."),
        ("Le gardien attribue les couchettes dès {n} heures.", "Les couchettes se tirent au sort à {n} heures."),
        ("Une réservation non confirmée {n} jours avant l'arrivée est annulée.",
         "Toute réservation doit être confirmée {n} jours avant l'arrivée."),
        ("Les groupes de plus de {n} personnes s'annoncent par écrit.",
         "Au-delà de {n} personnes, un groupe dort sous tente."))),
    ("Repas et cuisine", (
        ("Le dîner est servi en une fois, à la même table.", "Le dîner est servi en deux services.",
         "Le dîner est pris en commun, dans l'ordre des arrivées."),
        ("Les provisions personnelles se mangent dehors.", "Les provisions personnelles sont admises dans la salle."),
        ("La soupe est offerte aux secouristes.", "La soupe est offerte aux secouristes et aux bergers."),
        ("L'eau chaude coûte {n} euros le litre.", "L'eau chaude est comptée {n} euros par personne."))),
    ("Eau, déchets, énergie", (
        ("Chacun redescend ses déchets dans la vallée.", "Les déchets sont pesés et redescendus par leur porteur."),
        ("Les douches ferment dès que la source donne moins de {n} litres.",
         "Les douches sont réservées au personnel sous {n} litres."),
        ("Les téléphones se rechargent de jour seulement.", "Par temps couvert, nul téléphone n'est rechargé."),
        ("Le savon est interdit dans le torrent.", "Savon et dentifrice sont interdits dans le torrent et le lac."))),
    ("Sécurité en montagne", (
        ("Toute course est inscrite au registre avant le départ.", "Le registre des courses est rempli la veille."),
        ("Le gardien peut retenir un groupe mal équipé.", "Le gardien déconseille, mais ne retient personne.",
         "Le gardien retient les groupes mal équipés et en avise la vallée."),
        ("L'alerte est donnée après {n} heures de retard.", "Passé {n} heures de retard, les secours sont prévenus."),
        ("Le sentier du glacier est parcouru encordé.", "Le sentier du glacier est fermé sans guide."))),
    ("Animaux", (
        ("Les chiens dorment dans l'abri à bois.", "Les chiens ne sont admis qu'hors saison.",
         "Les chiens dorment dans l'entrée, attachés."),
        ("On contourne les troupeaux à {n} mètres.", "Une distance de {n} mètres sépare le marcheur des troupeaux."),
        ("Nourrir les chocards est passible d'exclusion.", "On ne nourrit ni chocards ni marmottes."))),
    ("Argent et adhésion", (
        ("La cotisation annuelle est de {n} euros.", "La cotisation est fixée à {n} euros, montant libre au-delà."),
        ("Les moins de {n} ans dorment gratuitement.", "La gratuité s'arrête à {n} ans."),
        ("Les comptes sont affichés dans la salle commune.", "Les comptes sont envoyés aux adhérents en mars."),
        ("Les bénéfices vont à la réfection des toits.", "Les bénéfices sont partagés entre refuges."))),
    ("Décisions communes", (
        ("L'assemblée se réunit deux fois l'an, à mi-pente.", "L'assemblée se réunit une fois l'an, à distance."),
        ("Toute modification exige les voix de {n} refuges.", "Une modification passe si {n} refuges la soutiennent."),
        ("Les gardiens ont une voix consultative.", "Les gardiens votent au même titre que les adhérents."))),
)  # fmt: skip
_QUOTES = ("« J'y ai dormi sous la neige, et ri. »", "« La montagne ne signe rien. »", "« Du pain, pas de wifi. »",
           "« Mon plus beau réveil. »", "« Le gardien ronflait plus fort que l'orage. »", "« Revenez en automne. »",
           "« Trop de monde au lac. »")  # fmt: skip
_TIPS = ("Astuce : glissez un drap de soie dans le sac.", "Astuce : partez avant l'aube en juillet.",
         "Le saviez-vous ? Un toit dure quarante ans.", "Astuce : payez en espèces, le réseau est rare.",
         "Le saviez-vous ? La cloche sonne par brouillard.", "Astuce : des bouchons sauvent la nuit.")  # fmt: skip
_AIMS = (
    "Un toit pour la Combe Noire",
    "Des panneaux solaires pour l'Aiguillette",
    "Une cloche neuve",
    "Le sentier des Chèvres",
)


@dataclass(frozen=True)
class Sentence:
    """A sentence of the charter: in which wording, and whether it stands."""

    turn: int = 0
    stands: bool = True


class Refuges(GeneratedSite):
    """A charter of mountain huts in whole sentences; quotes, tips and appeals are drawn between its articles."""

    slug = "refuges"
    hard = "French; one sentence reworded, amid quotes, tips and sums of each visit in the prose; one or two columns"
    more = 0
    look = Look(
        heading=SERIF, body=SERIF, paper="#fbfaf7", ink="#2a2620", muted="#857c6d", line="#ddd5c5", accent="#9a3412",
        lead_px=30, top_px=21, card="#f1ece1",
        extra=(
            ".masthead{border-bottom:3px double #9a3412}.article p,.encart p{font-size:17px;line-height:26px}"
            ".encart blockquote{margin:0;padding-left:16px;border-left:4px solid #9a3412;"
            "font:italic 21px/28px 'Liberation Serif'}"
            ".don{background:#9a3412;color:#fff}.don i{display:block;height:14px;background:#fcd34d}"
            ".voix{background:#f1ece1}.voix p{margin-bottom:8px}.large{background:#2a2620;color:#fff}"
        ),
    )  # fmt: skip
    duty = Duty(hours=(9, 22), off=(1, 3), then=0.45, night=0.04)

    def states(self, hours: int) -> Iterator[PageState]:
        """The page at each of the first hours."""
        text = [
            [Sentence(stands=(part + seat) % 6 != 5) for seat in range(len(forms))]
            for part, (_, forms) in enumerate(_CHARTER)
        ]
        for hour in range(hours):
            at = STARTS_AT + timedelta(hours=hour)
            if hour and self.chance.happens(0.45 * self.duty.at(at), "edited", hour):
                for again in range(self.chance.pick((1, 1, 1, 3), "edits", hour)):
                    part = self.chance.below(len(text), "article", hour, again)
                    seat = self.chance.below(len(text[part]), "sentence", hour, again)
                    old = text[part][seat]
                    gone = old.stands and self.chance.happens(0.15, "struck", hour, again)
                    text[part][seat] = Sentence(old.turn + 1, stands=not gone)
            said = [self._article(part, sentences) for part, sentences in enumerate(text)]
            news = tuple(words for sentences in said for words in sentences)
            yield PageState(rows=tuple(self._page(said, hour, at)), news=news)

    def _article(self, part: int, sentences: Sequence[Sentence]) -> list[str]:
        found = []
        for seat, item in enumerate(sentences):
            forms = _CHARTER[part][1][seat]
            number = self.chance.between(4, 16, "figure", part, seat) + item.turn
            if item.stands:
                found.append(forms[item.turn % len(forms)].format(n=number))
        return found

    def _page(self, said: Sequence[Sequence[str]], hour: int, at: datetime) -> list[Row]:
        form = self.chance.pick((0, 0, 1, 2), "form", hour // 7)
        width = (680, 500, 1000)[form]
        column = [self._prose(part, words, hour, width) for part, words in enumerate(said)]
        for turn in range(self.chance.between(2, 5, "boxes", hour)):
            place = self.chance.below(len(column) + 1, "box at", turn, hour)
            column.insert(place, self._box(turn, hour, width))
        here = self.chance.between(2, 90, "here", hour)
        note = f"Version du {at.day}/{at.month}/{at.year} · lue {9_200 + 21 * hour} fois · {here} en ligne"
        if form == 1:
            half = (len(column) + 1) // 2
            body = [row(column[:half], column[half:], tag="main")]
        elif form == 0:
            side = [self._heard(hour, 320), self._view(hour, 320), self._appeal(0, hour, 320)]
            body = [
                row(side, column, tag="main")
                if self.chance.happens(0.5, "left", hour // 7)
                else row(column, side, tag="main")
            ]
        else:
            body = [row(column, tag="main"), row(self._heard(hour, 500), self._view(hour, 500))]
        rows = [
            row(panels.masthead("Charte des refuges d'altitude", 1000, note, height=72), tag="header"),
            *body,
            row(
                panels.plain("pied", 1000, '<p class="small">Fédération des Hauts · Statuts · Presse</p>'),
                tag="footer",
            ),
        ]
        if self.chance.happens(0.3, "wide", hour // 3):
            tall = self.chance.between(50, 190, "wide px", hour // 3)
            rows.insert(1, row(panels.strip(self.chance.pick(_AIMS, "wide", hour // 3), tall, name="large")))
        return rows

    def _prose(self, part: int, words: Sequence[str], hour: int, width: int) -> Panel:
        """An article; at some visits a tip stands between its sentences, in their own type."""
        shown = list(words)
        if self.chance.happens(0.3, "within", part, hour):
            tip = self.chance.pick(_TIPS, "within", part, hour)
            shown.insert(self.chance.below(len(shown) + 1, "within at", part, hour), tip)
        html = f"<h2>{part + 1}. {_CHARTER[part][0]}</h2><p>{' '.join(shown)}</p>"
        html += f'<p class="small">{self.chance.between(1, 60, "remarks", part, hour)} remarques en marge</p>'
        return panels.plain("article", width, html, is_news=True)

    def _box(self, turn: int, hour: int, width: int) -> Panel:
        draw = self.chance.child("box", turn, hour)
        kind = draw.number("kind")
        if kind < 0.4:
            return panels.plain("encart", width, f"<blockquote>{draw.pick(_QUOTES, 'quote')}</blockquote>")
        if kind < 0.7:
            return panels.plain(
                "encart", width, f"<h2>Conseil</h2><p>{draw.pick(_TIPS, 'a')} {draw.pick(_TIPS, 'b')}</p>"
            )
        return self._appeal(turn + 1, hour, width)

    def _appeal(self, turn: int, hour: int, width: int) -> Panel:
        aim = self.chance.pick(_AIMS, "aim", turn, hour)
        given = 8_000 + 31 * hour + self.chance.below(900, "given", aim)
        done = self.chance.between(60, width - 30, "done", aim, hour)
        return panels.plain(
            "don", width, f"<h2>{aim}</h2><i style='width:{done}px'></i><p>{given} € réunis. Je donne !</p>"
        )

    def _heard(self, hour: int, width: int) -> Panel:
        some = self.chance.shuffled(_QUOTES, "heard", hour)[: self.chance.between(2, 5, "many", hour)]
        lines = "".join(
            f"<p>{words} <b>{self.chance.between(1, 59, 'ago', words, hour)} min</b></p>" for words in some
        )
        return panels.plain("voix", width, f"<h4>Livre d'or</h4>{lines}")

    def _view(self, hour: int, width: int) -> Panel:
        tall = self.chance.pick((150, 260, 380), "tall", hour // 2)
        shown = panels.image(f"world-cime-{hour}", width - 24, tall)
        cold = self.chance.between(-9, 14, "cold", hour)
        return panels.plain("vue", width, f"{shown}<p>Webcam de la Combe Noire, {cold} °C</p>")


ROTATIONS = (Xazar, Refuges)
