"""A stand beside the sea: an Italian football club's news, amid its shop, its videos and its fans."""

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

_MEN = ("Ferrante", "Di Noia", "Bassani", "Okafor", "Marchetti", "Tognoli", "Sarr", "Cipolletta", "Vukasović",
        "Lentini", "Puddu", "Grassano", "Moretti")  # fmt: skip
_TITLES = (
    ("{m}, lesione muscolare: fuori {n} giorni",
     "Gli esami hanno evidenziato una lesione al flessore. Il giocatore ha già iniziato le terapie."),
    ("Ufficiale: {m} rinnova fino al 2029",
     "Il calciatore ha firmato in sede. «Qui sono a casa», le sue prime parole dopo {n} presenze in rossoverde."),
    ("{m} ceduto a titolo definitivo",
     "Il club ringrazia il giocatore per le {n} gare disputate e gli augura ogni bene."),
    ("Giudice sportivo: due giornate a {m}",
     "La società valuta il ricorso. Ammenda di {n}00 euro per i cori della curva."),
    ("Esonerato il tecnico, squadra a {m}",
     "Decisione presa nella notte dopo un vertice di tre ore. Primo allenamento alle {n}."),
    ("Campagna abbonamenti: prezzi fermi per {n} settori",
     "Prelazione da lunedì. Il direttore {m}: «Un segnale alla città»."),
    ("Stadio, il Comune approva la variante {n}",
     "Via libera con dodici voti a favore. Lavori al settore ospiti entro l’autunno."),
    ("I convocati: torna {m}",
     "Sono {n} i giocatori scelti per la trasferta. Restano a casa i due squalificati."),
    ("{m} in conferenza: «Ci giochiamo una stagione»",
     "L’allenatore chiede {n} minuti di coraggio. E sulla formazione non si sbilancia."),
    ("Primavera, {m} vale i play-off", "La rete al minuto {n}, in rimonta. Sabato l’andata in casa."),
    ("Calcio femminile: chiesta la licenza, {m} nuovo tecnico",
     "Le rossoverdi ripartono da {n} giocatrici. Confermata la capitana."),
    ("Aumento di capitale: {n} milioni dai soci",
     "L’assemblea ha approvato all’unanimità. {m} entra nel consiglio."),
    ("Ritiro estivo: {n} giorni in altura",
     "Si parte a luglio, cinque le amichevoli. «Lavoreremo in pace», dice {m}."),
    ("Lutto: addio a {m}, bandiera degli anni Settanta",
     "Vestì la nostra maglia per {n} campionati. Domani il saluto allo stadio."),
    ("{m} operato al ginocchio",
     "Intervento riuscito a Villa Serena. Il rientro è previsto fra {n} settimane."),
    ("Trasferta vietata: rimborsi per {n}0 tifosi",
     "La prefettura ha deciso dopo gli incidenti. Vale per i residenti in provincia."),
    ("Nuovo sponsor di maglia: {n}0 mila euro l’anno",
     "L’accordo, il più ricco della storia del club, riguarda anche {n} squadre giovanili."),
    ("Plusvalenze, deferito anche {m}",
     "La Procura federale ha notificato la chiusura delle indagini. Ora {n} giorni per la memoria: «Siamo sereni»."),
)  # fmt: skip
_ADDED = (
    "aggiornamento",
    "il comunicato della società",
    "le parole del presidente",
    "i dettagli",
    "la decisione finale",
)
_RIVALS = ("Altamura", "Pontedera", "Torres", "Giana", "Trapani", "Potenza", "Carpi", "Ascoli")
_GOODS = ("Maglia gara Home", "Sciarpa jacquard", "Tuta allenamento", "Cappellino bambino", "Tazza della curva",
          "Portachiavi stemma", "Felpa vintage 1978", "Pallone ufficiale", "Body neonato", "Telo mare")  # fmt: skip
_CLIPS = ("I gol più belli di sempre", "Un giorno con il magazziniere", "La sfida delle punizioni",
          "Dentro lo spogliatoio", "Quiz: chi conosce la storia?", "Il coro della Nord", "Allenamento portieri",
          "Cucina del mister")  # fmt: skip
_FANS = ("Forza ragazzi, domenica tutti allo stadio!", "Ma il terzino quando arriva?", "Presidente, grazie di tutto",
         "Cerco due biglietti distinti", "La maglia nuova è bellissima", "Sempre e solo rossoverdi",
         "Parcheggio dove?", "Mio nonno c’era nel ’78", "Basta chiacchiere, vincere")  # fmt: skip


@dataclass(frozen=True)
class Item:
    """A club's story: which one, its pictures, and how often its title was completed."""

    number: int
    picture: int
    title: int = 0


class Rossoverdi(GeneratedSite):
    """A football club: a hero whose gallery turns, results, six cards; shop, videos, tickets and fans around."""

    slug = "rossoverdi"
    hard = "Italian; a gallery turns under the leading words, a new lead keeps it; shop and videos larger than the news"
    more = 0
    look = Look(
        heading=SERIF, body=SANS, paper="#f7f5f0", ink="#161616", muted="#77736a", line="#ddd8cc", accent="#b5121b",
        lead_px=34, top_px=18, card="#ffffff",
        extra=(
            ".masthead{background:#0b5d34;color:#fff}.masthead .small{color:#cfe6d8}.eroe{padding:0;background:#161616;"
            "color:#fff}.eroe div{padding:14px 24px}.gara{background:#b5121b;color:#fff}.gara h4{color:#ffd9b0}"
            ".gara h2{font-size:22px;line-height:28px}.biglietti{background:#0b5d34;color:#fff}"
            ".biglietti h4{color:#fff}.biglietti b{font:bold 30px/38px 'Liberation Sans'}.scheda h2{margin-top:8px}"
            ".negozio{background:#ffffff}.negozio b{color:#0b5d34}.sponsor{background:#fff}"
            ".video{background:#161616;color:#fff}.video h4{color:#ff8d7a}.avviso{background:#ffd9b0;color:#161616}"
            ".curva p{border-bottom:1px solid #ddd8cc;padding:6px 0}"
            ".biscotti{background:#161616;color:#fff;padding:18px 24px}"
        ),
    )  # fmt: skip

    def states(self, hours: int) -> Iterator[PageState]:
        """The page at each of the first hours."""
        shown = [Item(number, number) for number in range(7)]
        played = 0
        for hour in range(hours):
            at = STARTS_AT + timedelta(hours=hour)
            awake = 1.0 if 7 <= at.hour <= 20 else 0.1
            played += at.hour == 21 and at.weekday() in {2, 6}
            if hour and self.chance.happens(0.3 * awake, "office", hour):
                shown = self._published(shown, hour)
            last, following = self._match(played)
            news = (*self._told(shown[0]), *(self._told(item)[0] for item in shown[1:]), last, following)
            over = (
                (Overlay(self._cookies(hour), 200, 700),)
                if self.chance.happens(0.25, "cookies", hour)
                else ()
            )
            yield PageState(rows=tuple(self._page(shown, played, hour, at)), news=news, overlays=over)  # fmt: skip

    def _published(self, old: list[Item], hour: int) -> list[Item]:
        """Another story leads, or one comes among the cards, or a title is completed."""
        what, number = self.chance.number("what", hour), 1 + max(item.number for item in old)
        if what < 0.3:
            return [Item(number, number), *old[:6]]
        if what < 0.45:
            return [Item(number, old[0].picture), replace(old[0], picture=900 + number), *old[1:6]]
        if what < 0.85:
            return [old[0], Item(number, number), *old[1:6]]
        place = self.chance.below(3, "which", hour)
        return [*old[:place], replace(old[place], title=old[place].title + 1), *old[place + 1 :]]

    def _told(self, item: Item) -> tuple[str, str]:
        (man,) = told(self.chance.child("men"), (_MEN,), item.number)
        start = self.chance.below(len(_TITLES), "titles")
        title, words = _TITLES[(start + 5 * item.number) % len(_TITLES)]
        n = self.chance.between(11, 23, "n", item.number)
        if item.title:
            title = f"{title} – {_ADDED[(item.number + item.title) % len(_ADDED)]}"
        return title.format(m=man, n=n), words.format(m=man, n=n)

    def _match(self, played: int) -> tuple[str, str]:
        """The last result and the next match."""
        order = self.chance.shuffled(_RIVALS, "season")
        goals = self.chance.below(4, "ours", played), self.chance.below(3, "theirs", played)
        last = f"Calanova – {order[played]} {goals[0]}-{goals[1]}"
        if played % 2:
            last = f"{order[played]} – Calanova {goals[1]}-{goals[0]}"
        here = f"Calanova – {order[played + 1]}" if played % 2 else f"{order[played + 1]} – Calanova"
        return last, f"{here}, {'mercoledì' if played % 2 == 0 else 'domenica'} ore 20.30"

    def _page(self, shown: Sequence[Item], played: int, hour: int, at: datetime) -> list[Row]:
        local = at + timedelta(hours=2)
        note = (
            f"{local:%d/%m/%Y %H:%M} · soci iscritti {14_200 + hour + self.chance.below(9, 'members', hour)}"
        )
        title, words = self._told(shown[0])
        turn = self.chance.below(4, "gallery", hour)
        hero = panels.plain("eroe", 1000, (
            f"{panels.image(f'sport-gara-{shown[0].picture}-{turn}', 1000, 330)}"
            f'<div><h1><a href="{ORIGIN}/news/{shown[0].number}">{title}</a></h1><p>{words}</p></div>'
        ), is_news=True)  # fmt: skip
        last, following = self._match(played)
        match = panels.plain(
            "gara", 400, f"<h4>Ultima gara</h4><h2>{last}</h2><h4>Prossima</h4><p>{following}</p>", is_news=True
        )  # fmt: skip
        left = self.chance.between(120, 3_900, "tickets", hour // 2)
        queue = self.chance.below(40, "queue", hour)
        sale = f"<h4>Biglietteria</h4><b>{left}</b><p>posti liberi · coda online {queue} min</p>"
        rows = [
            row(panels.masthead("A.C. Calanova 1919", 1000, note, height=58), tag="header"),
            row(hero, tag="main"),
            row(match, panels.plain("biglietti", 250, sale), self._poll(hour, 350)),
            *(row(self._card(shown[place], 330), self._card(shown[place + 1], 340), self._card(shown[place + 2], 330))
              for place in (1, 4)),
            row(self._shop(hour)),
            row(self._videos(hour, 640), self._curve(hour, 360)),
            row(panels.advert(self.adverts.advert("sponsor", 60 * hour, 960, 130), "sponsor", 1000)),
            row(panels.plain("foot", 1000, '<p class="small">Società · Stampa · Codice etico · Lavora con noi</p>'),
                tag="footer"),
        ]  # fmt: skip
        if self.chance.happens(0.4, "sale", hour // 2):
            height = self.chance.pick((40, 96, 180), "sale px", hour // 2)
            offer = (
                f"Saldi rossoverdi: -{10 * self.chance.between(2, 6, 'cut', hour // 2)}% nello store online"
            )
            rows.insert(1, row(panels.strip(offer, height, name="avviso")))
        if self.chance.happens(0.35, "shop first", hour // 4):
            rows.insert(3, rows.pop(-5))
        return rows

    def _card(self, item: Item, width: int) -> Panel:
        picture = panels.image(f"sport-club-{item.picture}", width - 24, 150)
        return panels.plain("scheda", width, f"{picture}<h2>{self._told(item)[0]}</h2>", is_news=True)

    def _poll(self, hour: int, width: int) -> Panel:
        share = self.chance.between(18, 82, "share", hour)
        question = self.chance.pick(
            ("Il migliore del mese?", "Terza maglia: bianca o nera?", "Modulo?"), "poll", hour // 8
        )
        votes = self.chance.between(200, 9_000, "votes", hour)
        return panels.plain(
            "sondaggio", width, f"<h4>Vota</h4><h2>{question}</h2><p>A {share}% · B {100 - share}% · {votes} voti</p>"
        )  # fmt: skip

    def _shop(self, hour: int) -> Panel:
        cards = "".join(
            f"<div>{panels.image(f'feature-negozio-{_GOODS.index(item)}', 231, 190)}<h3>{item}</h3>"
            f"<b>{self.chance.between(9, 89, 'price', item, hour // 6)},90 €</b></div>"
            for item in self.chance.shuffled(_GOODS, "shop", hour)[:4]
        )
        return panels.plain("negozio", 1000, f'<h4>Store ufficiale</h4><div class="cards">{cards}</div>')

    def _videos(self, hour: int, width: int) -> Panel:
        first, *others = self.chance.shuffled(_CLIPS, "clips", hour)[:4]
        lines = "".join(f"<p>▶ {item}</p>" for item in others)
        frame = panels.image(f"sport-clip-{_CLIPS.index(first)}", width - 24, 260)
        return panels.plain("video", width, f"<h4>Calanova TV</h4>{frame}<h2>{first}</h2>{lines}")

    def _curve(self, hour: int, width: int) -> Panel:
        lines = "".join(
            f'<p>{item} <span class="small">♥ {self.chance.below(900, "likes", item, hour)}</span></p>'
            for item in self.chance.shuffled(_FANS, "fans", hour)[: 5 + hour % 3]
        )
        return panels.plain("curva", width, f"<h4>#forzacalanova</h4>{lines}")

    def _cookies(self, hour: int) -> Panel:
        partners = self.chance.between(180, 890, "partners", hour)
        words = f"Noi e i nostri {partners} partner usiamo i cookie per statistiche e pubblicità."
        return panels.plain("biscotti", 600, f"<h2>La tua privacy</h2><p>{words}</p><p>Accetta · Rifiuta</p>")


UNSEEN_GRANDSTANDS = (Rossoverdi,)
