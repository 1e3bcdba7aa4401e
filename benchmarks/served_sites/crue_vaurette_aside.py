"""The side column of the town's flood page, of which nothing is news."""

import math
import random
from datetime import timedelta

from benchmarks.served_sites.crue_vaurette_course import dated, dice, when
from benchmarks.served_sites.crue_vaurette_words import ADVICE, AGENDA, POSTERS, SEARCHES

_OPINION = (
    '<div class="bloc avis"><h3>Votre avis</h3><p>Cette page vous a-t-elle été utile ? <button>Oui</button> '
    "<button>Non</button></p></div>"
)


def aside(hour: int) -> str:
    """The whole column; one row of dice is thrown along it, so its parts keep their order."""
    chance = dice(hour, "cote")
    title, text = chance.choice(ADVICE)
    links = [
        f'<a href="/recherche?q={search.replace(" ", "+")}">{search}</a> '
        for search in chance.sample(SEARCHES, 5)
    ]
    sky = chance.choice(["pluie", "averses", "couvert", "éclaircies", "brume"])
    degrees = 6 + 4 * math.sin((when(hour).hour - 9) / 24 * 2 * math.pi) + chance.gauss(0, 0.6)
    buses = [
        f"<li>Ligne {line} : prochain passage dans {chance.randint(2, 38)} min</li>" for line in (1, 2, 5)
    ]
    weather = f"{sky}, {degrees:.1f} °C".replace(".", ",")
    blocks = [
        f'<div class="bloc conseil"><h3>Le conseil</h3><p><b>{title}.</b> {text}</p></div>',
        _block("Météo", f"<p>{weather}, vent {chance.randint(5, 60)} km/h</p>"),
        _block("Webcam du pont Vieux", _webcam(hour)),
        _block("Numéro d'information", _telephone(chance)),
        _advertisement(chance),
        _block("Parkings du Plateau", _car_parks(chance)),
        _block("Bus au parking Carnot", f"<ul>{''.join(buses)}</ul>"),
        _block("L'agenda du Plateau", f"<ul>{''.join(_agenda(hour))}</ul>"),
        _block("Recherches fréquentes", f"<p>{''.join(links)}</p>"),
    ]
    if chance.random() < 0.2:
        blocks.insert(2, _OPINION)
    return f"<aside>{''.join(blocks)}</aside>"


def _block(title: str, inside: str) -> str:
    return f'<div class="bloc"><h3>{title}</h3>{inside}</div>'


def _webcam(hour: int) -> str:
    return (
        f'<img src="/webcam/pont.png?t={hour * 3600}" width="260" height="154" alt="Vue du pont Vieux" '
        'loading="lazy">'
    )


def _telephone(chance: random.Random) -> str:
    wait, agents = chance.randint(1, 22), chance.randint(2, 14)
    return f'<p class="tel">0 800 00 82 82</p><p>Attente estimée : {wait} min, {agents} agents en ligne</p>'


def _advertisement(chance: random.Random) -> str:
    slot, poster = chance.randint(1000, 9999), chance.randrange(len(POSTERS))
    return (
        f'<iframe src="/encart?z={slot}&amp;k={poster}" width="280" height="190" title="À l\'affiche" '
        'loading="lazy"></iframe>'
    )


def _car_parks(chance: random.Random) -> str:
    return f"<p>Carnot : {chance.randint(3, 190)} places<br>Foirail : {chance.randint(0, 80)} places</p>"


def _agenda(hour: int) -> list[str]:
    events = random.Random(f"agenda{(hour + 7) // 24}").sample(AGENDA, 4)
    return [
        f"<li><b>{dated(when(hour) + timedelta(days=days))}</b> {event}</li>"
        for days, event in enumerate(events, 1)
    ]
