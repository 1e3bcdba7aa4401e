"""The main column of the town's flood page: what is decided, the reports, the map, and the river's readings."""

import html
import json
import math

from benchmarks.served_sites.crue_vaurette_course import (
    BEFORE,
    OPEN,
    centre_state,
    dated_hour,
    dice,
    level,
    road_state,
    sector_state,
    service_state,
    warning,
    when,
)
from benchmarks.served_sites.crue_vaurette_places import CENTRES, ORDERS, ROADS, SECTORS, SERVICES, WARNINGS
from benchmarks.served_sites.crue_vaurette_reports import reports

# Name, base and slope of the gauge over the level of the river, and the hours it is ahead of the bridge.
_GAUGES = (
    ("Pont Vieux (Montclar)", 0.0, 1.0, 0),
    ("Roquefeuil, aval barrage", 0.6, 0.82, 3),
    ("Saint-Loup", -0.25, 1.12, -3),
    ("Confluence des Granges", 0.3, 0.9, -1),
)


def main_column(hour: int, minute: int) -> str:
    """All its sections, the map's edition at this minute."""
    return "".join(
        [
            _warning(hour),
            _reports(hour),
            _sectors(hour),
            _map(hour, minute),
            '<section id="circulation"><h2>Routes et rues fermées ou réglementées</h2><table class="tab"><thead><tr>'
            "<th>Voie</th><th>Situation</th><th>Déviation</th><th>Depuis</th></tr></thead>"
            '<tbody id="vb"></tbody></table></section>',
            _centres(hour),
            _services(hour),
            _readings(hour),
        ]
    )


def _warning(hour: int) -> str:
    since, number = warning(hour)
    warned = WARNINGS[number]
    start = dated_hour(since) if since > BEFORE else "mardi 21 janvier"
    return (
        f'<section class="vigi vigi-{warned.colour}" aria-label="Niveau de vigilance"><h2>{warned.title}</h2>'
        f'<p>{warned.text}</p><p class="quand">En vigueur depuis le {start}.</p></section>'
    )


def _reports(hour: int) -> str:
    known = reports(hour)
    parts = ['<section id="points"><h2>Points de situation</h2>']
    for report in known[:4]:
        age = hour - report.hour
        read = int(310 * (age + 1) ** 0.6 + dice(hour, f"vues{report.number}").randint(0, 40))
        parts.append(
            f'<article id="point-{report.number}">'
            f"<h3>Point de situation n° {report.number} : {html.escape(report.title)}</h3>"
            f'<p class="meta">{dated_hour(report.hour)} · {report.author} · il y a {_age(age)} · '
            f'<span class="vues">{read} lectures</span></p><p>{html.escape(report.shown(hour))}</p></article>'
        )
    parts.append('<h3>Points précédents</h3><ul class="anciens">')
    parts.extend(
        f'<li><a href="/point/{report.number}">n° {report.number}, {dated_hour(report.hour)} : '
        f"{html.escape(report.title)}</a></li>"
        for report in known[4:]
    )
    return "".join([*parts, "</ul></section>"])


def _age(hours: int) -> str:
    if hours < 1:
        return "moins d'une heure"
    return f"{hours} h" if hours < 48 else f"{hours // 24} jours"


def _sectors(hour: int) -> str:
    parts = [
        '<section id="evacuations"><h2>Consignes d\'évacuation par secteur</h2><ul class="sects">',
    ]
    for sector in SECTORS:
        since, state = sector_state(sector, hour)
        title, text = ORDERS[state]
        decided = f"<small>Décision du {dated_hour(since)}</small>" if since > BEFORE else ""
        parts.append(
            f'<li class="sect etat{state}"><h3>{html.escape(sector.name)}</h3>'
            f'<p class="cons"><strong>{title}</strong> {decided}</p>'
            f'<p>{text}</p><p class="hab">Population concernée : {sector.people}</p></li>'
        )
    return "".join([*parts, "</ul></section>"])


def _map(hour: int, minute: int) -> str:
    moment = when(hour)
    return (
        '<section id="carte"><h2>Carte de la situation</h2>'
        f'<img src="/carte/situation.png?v={moment:%Y%m%d%H}{minute:02d}" width="760" height="380" '
        'alt="Carte des secteurs, voies coupées et centres d\'accueil">'
        '<p class="meta">Hachures jaunes : se préparer. Rouges : évacuation. Vertes : retour sous conditions. '
        "Disque rouge : voie fermée. Triangle orange : circulation alternée. Carré bleu : centre d'accueil ouvert. "
        f"Trame bleue : pluie observée par radar. Carte éditée à {moment.hour} h {minute:02d}.</p></section>"
    )


def restrictions(hour: int) -> str:
    """What the page's script fills the table of roads with."""
    rows = []
    for road in ROADS:
        since, state = road_state(road, hour)
        if state != OPEN:
            rows.append((since, road, state))
    # Which node of the cache answers decides the order.
    if dice(hour, "tri").random() < 0.3:
        rows.sort(key=lambda row: (-row[0], row[1].name))
    else:
        rows.sort(key=lambda row: (row[1].quarter, row[1].name))
    data = [
        {
            "nom": road.name,
            "quartier": road.quarter,
            "etat": state,
            "motif": road.reason,
            "dev": road.detour,
            "le": dated_hour(since),
            "age": _age(hour - since),
        }
        for since, road, state in rows
    ]
    return json.dumps(data, ensure_ascii=False)


def _centres(hour: int) -> str:
    parts = [
        '<section id="accueil"><h2>Centres d\'accueil</h2><table class="tab"><thead><tr><th>Lieu</th>'
        "<th>Situation</th><th>Places</th></tr></thead><tbody>"
    ]
    for centre in CENTRES:
        since, is_open = centre_state(centre, hour)
        if is_open:
            full = 0.62 * (1 - math.exp(-(hour - since) / 9)) * (1 if level(hour) > 2.4 else 0.6)
            free = int(centre.places * (1 - full)) + dice(hour, centre.key).randint(-4, 4)
            state = f"Ouvert depuis le {dated_hour(since)}"
            detail = f"{min(centre.places - 1, free)} places libres sur {centre.places}"
        else:
            state, detail = "Fermé", f"capacité {centre.places} places"
        parts.append(
            f"<tr><th scope=row>{html.escape(centre.name)}<br><small>{html.escape(centre.address)}</small></th>"
            f"<td>{state}</td><td>{detail}</td></tr>"
        )
    return "".join([*parts, "</tbody></table></section>"])


def _services(hour: int) -> str:
    parts = ['<section id="services"><h2>Services et établissements</h2><dl>']
    for service in SERVICES:
        is_disturbed = service_state(service, hour)[1]
        parts.append(
            f'<div class="serv {"pertu" if is_disturbed else "norm"}"><dt>{html.escape(service.name)}</dt>'
            f"<dd>{html.escape(service.disturbed if is_disturbed else service.usual)}</dd></div>"
        )
    return "".join([*parts, "</dl></section>"])


def _readings(hour: int) -> str:
    parts = [
        '<section id="mesures"><h2>Stations de mesure</h2><p>Données brutes, transmises par les capteurs et non '
        'validées.</p><table class="tab"><thead><tr><th>Station</th><th>Hauteur</th><th>Débit</th><th>Tendance</th>'
        "<th>Relevé</th><th>24 h</th></tr></thead><tbody>"
    ]
    for place, (name, *_) in enumerate(_GAUGES):
        height, before = reading(place, hour), reading(place, hour - 1)
        trend = "en hausse" if height > before + 0.04 else "en baisse" if height < before - 0.04 else "stable"
        minute = dice(hour, f"min{place}").randint(1, 59)
        parts.append(
            f'<tr><th scope="row">{name}</th><td>{_comma(f"{height:.2f}")} m</td><td>{_flow(place, hour)} m³/s</td>'
            f"<td>{trend}</td><td>{when(hour - 1).hour} h {minute:02d}</td><td>{_curve(place, hour)}</td></tr>"
        )
    return "".join([*parts, "</tbody></table></section>"])


def _comma(number: str) -> str:
    return number.replace(".", ",")


def reading(gauge: int, hour: int) -> float:
    """What one gauge says, in metres."""
    _, base, slope, ahead = _GAUGES[gauge]
    return max(0.2, base + slope * level(hour + ahead) + dice(hour, f"station{gauge}").gauss(0, 0.05))


def _flow(gauge: int, hour: int) -> int:
    return int(38 * reading(gauge, hour) ** 1.7 + dice(hour, f"debit{gauge}").randint(-6, 6))


def _curve(gauge: int, hour: int) -> str:
    heights = [reading(gauge, hour - 23 + place) for place in range(24)]
    low, high = min(heights) - 0.1, max(heights) + 0.1
    points = [
        f"{place * 6},{34 - (height - low) / (high - low) * 32:.1f}" for place, height in enumerate(heights)
    ]
    return (
        '<svg class="spark" width="140" height="36" viewBox="0 0 140 36" role="img" '
        f'aria-label="24 dernières heures"><polyline points="{" ".join(points)}" fill="none" stroke="#2468a8" '
        'stroke-width="1.6"/></svg>'
    )
