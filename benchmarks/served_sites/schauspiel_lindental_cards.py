"""The playhouse's programme as shown: event cards with ticket boxes in shadow roots, and the slides above them."""

import random
from datetime import timedelta
from html import escape

from benchmarks.served_sites.schauspiel_lindental_extras import Extra
from benchmarks.served_sites.schauspiel_lindental_plays import PLAYS, Play, day_words, hour_words
from benchmarks.served_sites.schauspiel_lindental_programme import (
    PROGRAMMES,
    Event,
    Subject,
    clock,
    slips,
    work,
)
from benchmarks.served_sites.schauspiel_lindental_style import Naming

_SLIDES = ("sturm", "besuch", "linie", "momo", "lieder")
_TICKET_STYLE = (
    "<style>.p{font-weight:700;margin-right:10px}.k{display:inline-block;background:#7a1f2b;"
    "color:#fff;padding:5px 12px;text-decoration:none;font-size:14px}.z{color:#555;font-size:14px}"
    ".voll{background:#ddd;padding:5px 12px;font-weight:700}"
    "small{display:block;font-size:12px;color:#666;margin-top:4px}i{display:block;height:4px;"
    "background:#eee}b{display:block;height:4px;background:#d39b00}</style>"
)


def _teaser(subject: Subject, hour: int) -> str:
    words = work(subject).teaser
    is_million_wrong, is_tram_wrong, _ = slips(hour)
    if subject == "besuch" and is_million_wrong:
        return words.replace("Milliarde", "Miliarde")
    if subject == "linie" and is_tram_wrong:
        return words.replace("Straßenbahn", "Strassenbahn")
    return words


def _director(play: Play, hour: int) -> str:
    return play.director.replace("Voß", "Voss") if slips(hour)[2] else play.director


def _tickets(event: Event, hour: int) -> str:
    """What stands in the shadow root of the card's ticket box."""
    prices = work(event.subject).prices
    has_few = event.has_few_left()
    price = prices[min(1, len(prices) - 1)] if has_few else prices[0]
    if event.state == "cancelled":
        inner = '<span class="z">entfällt</span>'
    elif event.state == "sold out":
        inner = (
            f'<span class="p">{_price(prices[0])}</span><span class="z voll">Ausverkauft</span>'
            "<small>Warteliste an der Theaterkasse</small>"
        )
    elif event.is_at_the_door(hour):
        inner = f'<span class="p">{_price(price)}</span><span class="z">Nur Abendkasse</span>'
    else:
        left = f"noch {event.left} Plätze" if event.left < 180 else "viele freie Plätze"
        width = round(100 - 100 * event.left / max(event.left, event.seats))
        inner = (
            f'<span class="p">{_price(price)}</span><a class="k" href="/karten/{event.number}">'
            f"{'Restkarten sichern' if has_few else 'Karten kaufen'}</a>"
            f'<small>{left}</small><i><b style="width:{width}%"></b></i>'
        )
    return f'<lt-kasse><template shadowrootmode="open">{_TICKET_STYLE}{inner}</template></lt-kasse>'


def _price(euros: int) -> str:
    return f"ab {euros} €" if euros else "Eintritt frei"


def _credits(event: Event, hour: int) -> tuple[str, str, str]:
    """The line under the title, who takes part, and the picture's name."""
    shown = work(event.subject)
    if isinstance(shown, Extra):
        who = shown.who if ":" in shown.who else f"Mit: {shown.who}"
        return shown.subtitle, who, f"x{event.subject}"
    cast = ", ".join(f"{name} ({role})" for role, name in event.cast)
    return f"{shown.author}. Regie: {_director(shown, hour)}", f"Mit: {cast}", f"{event.subject}"


def card(event: Event, hour: int, name_of: Naming) -> str:
    shown = work(event.subject)
    subtitle, who, picture = _credits(event, hour)
    today, is_off = clock(hour).date(), event.state == "cancelled"
    near = {today: "Heute, ", today + timedelta(days=1): "Morgen, "}.get(event.day, "")
    cancelled = f' <span class="{name_of("rot")}">ABGESAGT</span>' if is_off else ""
    note = f'<p class="{name_of("hin")}">{escape(event.note)}</p>' if event.note else ""
    return (
        f'<article class="{name_of("karte")} {name_of("weg") if is_off else ""}" id="v{event.number}">'
        f'<img loading="lazy" src="/bild/{picture}.svg" alt="{escape(shown.title)}" width="260" height="104">'
        f'<div><time datetime="{event.day.isoformat()}T{event.time[0]:02d}:{event.time[1]:02d}">'
        f"{near}{day_words(event.day)}, {hour_words(event.time)}</time>{cancelled}"
        f"<h3>{escape(shown.title)}</h3><p>{escape(subtitle)}</p>"
        f"<p>{escape(_teaser(event.subject, hour))}</p><p>{escape(who)}</p>"
        f"<p><small>{shown.kind} · {event.place} · {shown.minutes} Minuten</small></p>"
        f"{note}</div>{_tickets(event, hour)}</article>"
    )


def slides(hour: int, chance: random.Random, name_of: Naming) -> str:
    """Five plays, one of them in view."""
    seen, parts = chance.randrange(len(_SLIDES)), []
    for place, play in enumerate(_SLIDES):
        coming = [event for event in PROGRAMMES[hour] if event.subject == play and event.state != "cancelled"]
        when = "Wieder im Frühjahr"
        if coming:
            when = f"Nächste Vorstellung: {day_words(coming[0].day)}, {hour_words(coming[0].time)}"
        parts.append(
            f'<section class="{name_of("bildtafel")}{" an" if place == seen else ""}">'
            f'<img src="/bild/{play}_gross.svg" alt=""><div>'
            f"<h2>{PLAYS[play].title}</h2><p>{escape(_teaser(play, hour))}</p><p>{when}</p></div></section>"
        )
    dots = "".join(f'<i class="{"an" if place == seen else ""}"></i>' for place in range(len(_SLIDES)))
    return (
        f'<div class="{name_of("held")}">{"".join(parts)}<div class="{name_of("punkte")}">{dots}</div></div>'
    )
