"""The parts of the broadcaster's page from its head to its foot, the column on the right aside."""

from collections.abc import Sequence
from datetime import datetime
from html import escape
from random import Random

from benchmarks.served_sites.kuestenfunk_events import Story, headline
from benchmarks.served_sites.kuestenfunk_words import BANDS, DISTRICTS, PLACES, SKIES, SONGS, chance, feature

_PROMOTED = ("Podcast", "Gewinnspiel", "Anzeige", "Quiz", "Mediathek", "Rezept", "Hörspiel")
_EVENINGS = ("Heute Abend", "Gleich", "Morgen", "Am Sonntag")


def head(hour: int, now: datetime, random: Random) -> str:
    return f"""<!DOCTYPE html>
<html lang="de">
<head>
<meta charset="utf-8">
<title>Küstenfunk – Nachrichten von der Küste</title>
<meta name="description" content="Radio, Fernsehen und Nachrichten zwischen Nord- und Ostsee">
<meta name="build" content="{random.getrandbits(40):x}">
<link rel="stylesheet" href="/s/kf.css?{hour // 40}">
<link rel="icon" href="/s/icon.svg">
</head>
<body class="v{random.randint(1, 4)}">
<header class="q0">
 <b>küsten<i>funk</i></b>
 <nav>
  <a href="/nachrichten">Nachrichten</a>
  <a href="/sport">Sport</a>
  <a href="/wetter">Wetter</a>
  <a href="/verkehr">Verkehr</a>
  <a href="/ratgeber">Ratgeber</a>
  <a href="/radio">Radio</a>
  <a href="/tv">Fernsehen</a>
  <a href="/platt">Op Platt</a>
 </nav>
 <span class="on">● LIVE {random.randint(900, 9800)} hören zu</span>
</header>
<div class="q1">
 <span>Jetzt läuft: {escape(random.choice(BANDS))} – {escape(random.choice(SONGS))}</span>
 <span id="uhr" data-t="{now:%H:%M}"></span>
 <span>{escape(random.choice(PLACES))} {random.randint(-2, 14)} °C, {random.choice(SKIES)}</span>
</div>
<script>(function(){{var u=document.getElementById('uhr');\
u.textContent='{now:%d.%m.%Y}, '+u.dataset.t+' Uhr';}})();</script>"""


def banner(hour: int) -> str:
    """An advertisement above everything, often kept for three hours, or none."""
    hourly = chance("adk", hour // 3).random() < 0.6
    height = chance("adh", hour if hourly else hour // 3).choice([0, 90, 90, 250, 250, 420])
    if not height:
        return ""
    return f"""<div class="wb">
 <small>Anzeige</small>
 <iframe src="/ad/{height}/{hour}.html" height="{height}" title="Anzeige"></iframe>
</div>"""


def hint(hour: int) -> str:
    """Now and then a strip that tells of a programme."""
    if chance("hint", hour // 2).random() >= 0.25:
        return ""
    random = chance("hintx", hour // 2)
    return (
        f'<div class="hint">{random.choice(_EVENINGS)} im Programm: {escape(feature("h", hour // 2))}'
        f" – {random.randint(18, 22)}:{random.choice(['00', '15', '45'])} Uhr</div>"
    )


def lead(story: Story, hour: int, stamp: datetime, random: Random) -> str:
    sentences = "\n".join("   " + escape(sentence) for sentence in story.sentences)
    return f"""<article class="z1">
 <a href="/nachrichten/{story.number + 40211}.html">
  <img src="/bild/{story.picture}.svg?w=850&amp;k={chance("cb", hour // 5).randint(1000, 9999)}" \
alt="" width="850" height="440">
 </a>
 <div class="t">
  <span class="ky">{escape(story.kicker)}</span>
  <h1>{escape(story.head)}</h1>
  <p>
{sentences}
  </p>
  <span class="st">Stand: {stamp:%d.%m., %H:%M} Uhr · {_age(hour - story.since)} · \
{chance("vw", hour).randint(1, 90) * 37} Aufrufe · {random.randint(2, 480)} Kommentare</span>
 </div>
</article>"""


def _age(hours: int) -> str:
    if hours < 1:
        return "gerade eben"
    if hours == 1:
        return "vor einer Stunde"
    if hours < 24:
        return f"vor {hours} Stunden"
    return f"vor {hours // 24} Tag{'en' if hours >= 48 else ''}"


def cards(stories: Sequence[Story], hour: int) -> str:
    """The sub-leads, with promotions in the same dress put anywhere among them."""
    shown = []
    for story in stories:
        turn = chance("tv", story.number, hour // 6).randint(0, 2)
        picture = f"/bild/{story.topic}-{story.number}-t{turn}.svg"
        text = " ".join(story.sentences)
        shown.append(_card(story.kicker, story.head, text, picture, _age(hour - story.since)))
    for place in range(chance("pn", hour // 2).choice([0, 0, 1, 2, 2, 4])):
        random = chance("promo", hour // 2, place)
        kicker = random.choice(_PROMOTED)
        at = random.randint(0, len(shown))
        title = feature("p", hour // 2, place)
        text = f"{feature('pp', hour // 2, place)}. {feature('pq', hour, place)}."
        picture = f"/bunt/{random.randint(1, 400)}.svg"
        shown.insert(at, _card(kicker, title, text, picture, f"{random.randint(3, 55)} Minuten"))
    return '<div class="k">\n' + "\n".join(shown) + "\n</div>"


def _card(kicker: str, title: str, text: str, picture: str, note: str) -> str:
    address = sum((place + 7) * ord(letter) for place, letter in enumerate(title)) % 99999
    return f"""<div class="c m">
 <a href="/m/{address}.html">
  <img src="{picture}" alt="" loading="lazy">
  <div class="t">
   <span class="ky">{escape(kicker)}</span>
   <h2>{escape(title)}</h2>
   <p>{escape(text)}</p>
   <span class="st">{escape(note)}</span>
  </div>
 </a>
</div>"""


def regions(numbers: Sequence[int]) -> str:
    lines = [
        f' <li><a href="/region/{number}.html"><b>{escape(chance("rk", number).choice(DISTRICTS))}:</b>'
        f" {escape(headline(number))}</a></li>"
        for number in numbers
    ]
    return "\n".join(['<section class="rg">\n<h3>Aus den Regionen</h3>\n<ul>', *lines, "</ul>\n</section>"])


def poll(hour: int, random: Random) -> str:
    if chance("box", hour // 3).random() >= 0.4:
        return ""
    return f"""<section class="rg" style="margin-top:18px;border-color:#c8102e">
<h3>Ihre Meinung ist gefragt</h3>
<p>{escape(feature("box", hour // 3))}. Soll das so bleiben? {random.randint(200, 9000)} Stimmen bisher.</p>
<div class="bar" style="width:{random.randint(20, 95)}%"></div>
<div class="bar" style="width:{random.randint(20, 95)}%;background:#ffce3a"></div>
</section>"""


def consent(hour: int) -> str:
    """For some hours the question about cookies lies over the foot of the window."""
    if chance("ck", hour // 4).random() >= 0.35:
        return ""
    return """<div class="ck">
 <b>Wir achten Ihre Privatsphäre</b>
 <p>Küstenfunk und 143 Partner speichern Informationen auf Ihrem Gerät. Sie können Ihre Wahl jederzeit ändern.</p>
 <button>Alle ablehnen</button> <button>Zustimmen</button>
</div>"""


def foot(now: datetime, random: Random) -> str:
    return f"""<footer>
 <ul>
  <li><b>Küstenfunk</b></li>
  <li>Am Alten Hafen 4</li>
  <li>25813 Husum</li>
  <li>Hörertelefon 04841 55 10 10</li>
 </ul>
 <ul><li><a href="/impressum">Impressum</a></li><li><a href="/datenschutz">Datenschutz</a></li>\
<li><a href="/barrierefrei">Barrierefreiheit</a></li></ul>
 <ul><li><a href="/karriere">Karriere</a></li><li><a href="/presse">Presse</a></li>\
<li><a href="/frequenzen">Frequenzen</a></li></ul>
 <ul><li>Seite erzeugt {now:%H:%M:%S} auf web{random.randint(1, 9)}</li></ul>
</footer>
</body>
</html>"""
