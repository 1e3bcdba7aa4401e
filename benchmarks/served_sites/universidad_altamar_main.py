"""The news of the university's page: the official notices and, below them, the table of deadlines."""

import html
from datetime import timedelta

from benchmarks.served_sites.universidad_altamar_board import HOURS, STARTS_AT, Deadline, Notice
from benchmarks.served_sites.universidad_altamar_words import PROMISES, draws, filled

_TWO_DAYS = 48


def main_column(hour: int) -> list[str]:
    """The notices and the deadlines of this hour, at times with a campaign between them."""
    state = HOURS[hour]
    return [
        '<main>\n<h3>Tablón oficial: resoluciones y avisos</h3>\n<dl class="ofi">',
        *(line for notice in state.notices for line in _notice(notice, hour)),
        "</dl>",
        *_box(hour),
        '<h3>Plazos y trámites</h3>\n<table class="plz">',
        "<tr><th>Trámite</th><th>Desde</th><th>Hasta</th><th>Estado</th><th>Solicitudes</th></tr>",
        *(_deadline(place, deadline, hour) for place, deadline in enumerate(state.deadlines)),
        "</table>\n</main>",
    ]


def _notice(notice: Notice, hour: int) -> list[str]:
    """One notice; its age and its readers are other every hour, without being news."""
    chance = draws("av", hour, notice.number)
    day = STARTS_AT + timedelta(hours=notice.hour)
    address = f"/tablon/{7300 + notice.number}?s={chance.getrandbits(24):06x}"
    title = f"{html.escape(notice.office)} {html.escape(notice.title)}"
    return [
        f' <dt><time datetime="{day:%Y-%m-%d}">{day:%d/%m}</time><a href="{address}">{title}</a></dt>',
        f" <dd>\n  {html.escape(' '.join(notice.details))}",
        f"  <small>{_age(hour - notice.hour)} · {chance.randint(12, 4900)} lecturas · "
        f"PDF ({120 + notice.number * 13 % 700} kB)</small>\n </dd>",
    ]


def _age(hours: int) -> str:
    if hours < 12:
        return "hoy"
    return f"hace {hours} horas" if hours < _TWO_DAYS else f"hace {hours // 24} días"


def _box(hour: int) -> list[str]:
    if draws("caja", hour // 2).random() >= 0.35:
        return []
    chance = draws("cajx", hour // 2)
    padding = chance.choice([14, 30, 60])
    first = html.escape(filled(chance.choice(PROMISES), chance))
    second = html.escape(filled(chance.choice(PROMISES), draws("cajy", hour)))
    look = f"background:#143a52;color:#fff;padding:{padding}px 22px;font-size:18px"
    return [f'<p style="{look}">{first} {second}</p>']


def _deadline(place: int, deadline: Deadline, hour: int) -> str:
    requests = 400 + place * 91 + hour * (place + 1) + draws("so", hour, place).randint(0, place)
    return (
        f'<tr><td><a href="/tramite/{place}">{html.escape(deadline.procedure)}</a></td>'
        f"<td>{_day(deadline.opens)}</td><td>{_day(deadline.closes)}</td>"
        f'<td><span class="e">{deadline.condition}</span></td><td>{requests}</td></tr>'
    )


def _day(days: int) -> str:
    return f"{STARTS_AT + timedelta(days=days):%d/%m}"
