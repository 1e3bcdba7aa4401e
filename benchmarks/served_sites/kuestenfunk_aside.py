"""What stands beside and below the broadcaster's news: lists, weather, traffic, shop, programme, videos, comments."""

from html import escape
from random import Random

from benchmarks.served_sites.kuestenfunk_events import headline
from benchmarks.served_sites.kuestenfunk_words import (
    COMMENTS,
    FORENAMES,
    OFFERS,
    PLACES,
    ROADS,
    SKIES,
    SURNAMES,
    chance,
    feature,
    filled,
)

_JAMS = ("Stau", "stockender Verkehr", "zähfließend", "Baustelle")


def most_read(hour: int) -> str:
    """Eight lines, new every hour; each third reads like news."""
    shown = ["<section>\n<h3>Meistgelesen</h3>\n<ol>"]
    for place in range(8):
        title = feature("mr", hour, place) if place % 3 else headline(5000 + hour * 10 + place)
        shown.append(f' <li><a href="/meist/{hour}-{place}">{escape(title)}</a></li>')
    return "\n".join([*shown, "</ol>\n</section>"])


def weather(hour: int, random: Random) -> str:
    shown = ['<section>\n<h3>Wetter an der Küste</h3>\n<table width="100%">']
    shown += [
        f" <tr><td>{escape(place)}</td><td>{random.randint(-3, 15)}°</td><td>{random.choice(SKIES)}</td>"
        f"<td>Bft {random.randint(1, 10)}</td></tr>"
        for place in chance("wo", hour // 12).sample(PLACES, 5)
    ]
    return "\n".join([*shown, "</table>\n</section>"])


def traffic(random: Random) -> str:
    shown = ["<section>\n<h3>Verkehrslage</h3>"]
    shown += [
        f" <p><b>{random.choice(ROADS)}</b> {escape(random.choice(PLACES))}"
        f" Richtung {escape(random.choice(PLACES))}: {random.randint(2, 14)} km {random.choice(_JAMS)}</p>"
        for _ in range(random.randint(1, 6))
    ]
    return "\n".join([*shown, "</section>"])


def shop(hour: int) -> str:
    picture = chance("shop", hour).randint(1, 400)
    height = chance("shp", hour).choice([150, 284, 380])
    # The offer is chosen and filled from the same seed: both start it afresh.
    offer = filled(chance("adx", hour).choice(OFFERS), chance("adx", hour))
    return f"""<section style="background:#00476b;color:#fff">
<h3 style="color:#ffce3a">Nur heute im Shop</h3>
<img src="/bunt/{picture}.svg" width="284" height="{height}" alt="">
<p>{escape(offer)}</p>
</section>"""


def programme(hour: int) -> str:
    """The day's programmes; the one on the air is marked."""
    shown = ["<section>\n<h3>Heute im Radio</h3>\n<dl>"]
    day, of_day = divmod(hour, 24)
    for place in range(7):
        random = chance("prog", day, place)
        starts_at = 6 + place * 2
        now = " – läuft gerade" if starts_at <= of_day < starts_at + 2 else ""
        host = f"{random.choice(FORENAMES)} {random.choice(SURNAMES)}"
        shown.append(f" <dt>{starts_at:02d}:05{now}</dt>")
        shown.append(f" <dd>{escape(feature('prog', day, place))}, mit {host}</dd>")
    return "\n".join([*shown, "</dl>\n</section>"])


def library(hour: int, random: Random) -> str:
    """Five videos out of seventeen, two further every hour."""
    shown = ['<section class="mt">\n<h3>Mediathek</h3>\n<div class="r">']
    for place in range(5):
        video = (hour * 2 + place) % 17
        shown.append(f""" <div>
  <img src="/bunt/{video + 500}.svg" loading="lazy" alt="">
  {escape(feature("med", video))}
  <br><small>{chance("ml", video).randint(3, 59)} min · {random.randint(100, 99999)} Abrufe</small>
 </div>""")
    return "\n".join([*shown, "</div>\n</section>"])


def comments(hour: int, random: Random) -> str:
    shown = [f'<section class="ko">\n<h3>{random.randint(40, 900)} Kommentare</h3>']
    for place in range(chance("kn", hour).randint(4, 9)):
        said = chance("ko", hour, place)
        shown.append(f""" <p>
  <b>{escape(said.choice(FORENAMES))}{said.randint(2, 99)}</b> \
<span class="st">vor {said.randint(1, 59)} Minuten</span><br>
  {escape(filled(said.choice(COMMENTS), said))} {escape(filled(said.choice(COMMENTS), said))}
 </p>""")
    return "\n".join([*shown, "</section>"])
