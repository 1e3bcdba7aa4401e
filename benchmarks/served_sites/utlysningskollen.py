"""A Swedish agency's page of open calls for applications, whose news is the calls: opened, withdrawn, moved, resized.

Hard is that its tables are sorted anew at many visits, that badges and time left stand in shadow DOM and change by
themselves, and that partner agencies' news speaks of calls, deadlines and budgets too.
"""

import random
from collections.abc import Callable
from html import escape

from benchmarks.served_sites import utlysningskollen_aside as aside
from benchmarks.served_sites.utlysningskollen_aside import date_text, draws
from benchmarks.served_sites.utlysningskollen_calls import (
    STARTS_AT,
    Call,
    calls,
    clock,
    open_calls,
    stages,
    truth,
)
from benchmarks.served_sites.utlysningskollen_look import CSS, SCRIPT
from benchmarks.served_sites.utlysningskollen_pictures import picture
from benchmarks.served_sites.utlysningskollen_words import AREAS, CLOSED_BEFORE, PLANNED

__all__ = ["DAYS", "NAME", "STARTS_AT", "WHAT", "asset", "page", "truth"]

NAME = "utlysningskollen"
WHAT = (
    "Swedish agency's tables of open calls, re-sorted at many visits, days left and badges in shadow DOM, rotating "
    "partner news; its news: a call is opened or withdrawn, or the deadline or budget of an open call is changed"
)
DAYS = 10
_SORTS = (
    ("sista dag", False),
    ("sista dag", True),
    ("mest visade", True),
    ("namn", False),
    ("budget", True),
    ("senast publicerad", True),
)
"""What a table may be sorted by, and whether downwards."""


def page(hour: int) -> str:
    """The page as served in this hour."""
    chance = draws("sida", hour)
    return "\n".join(
        [
            *_head(hour, chance),
            *_search(hour, chance),
            aside.focus(hour),
            "".join(_area(area, hour) for area in AREAS),
            _planned(),
            _closed(hour),
            f'<div class="cols">{aside.boxes(hour)}</div></main>',
            *_foot(hour, chance),
        ]
    )


def asset(path: str, hour: int) -> tuple[str, bytes] | None:
    """What the page names: the cards' pictures."""
    path = path.split("?", maxsplit=1)[0]
    if path.startswith("/bild/") and path.endswith(".png"):
        return "image/png", picture(path[6:-4])
    return None


def _head(hour: int, chance: random.Random) -> list[str]:
    return [
        '<!doctype html>\n<html lang="sv"><head><meta charset="utf-8">'
        "<title>Aktuella utlysningar | Omställningsverket</title>",
        '<meta name="viewport" content="width=device-width">'
        f'<meta name="csrf" content="{chance.randrange(16**16):016x}">',
        f"<style>{CSS}</style></head><body>",
        '<header class="head"><div class="head__in"><span class="brand">Omställningsverket</span>',
        '<nav><a href="/stod">Stöd och bidrag</a><a href="/utlysningar">Utlysningar</a><a href="/om">Om oss</a>'
        '<a href="/en">English</a>',
        '<a href="/logga-in">Logga in</a></nav></div></header>',
        '<main class="main"><p class="crumb">Start / Stöd och bidrag / Aktuella utlysningar</p>',
        aside.notice(hour),
        "<h1>Aktuella utlysningar</h1>",
        '<p class="intro">Här hittar du de utlysningar som Omställningsverket har öppna just nu. '
        "Ansökan görs i e-tjänsten Ansök och ska vara inskickad",
        "senast klockan 14.00 den sista ansökningsdagen.</p>",
        aside.next_closing(hour),
    ]


def _search(hour: int, chance: random.Random) -> list[str]:
    """The filter, and the sums that follow from the tables."""
    choices = "".join(f"<option>{name}</option>" for name in AREAS.values())
    example = chance.choice(["t.ex. laddning", "t.ex. våtmark", "t.ex. hamn"])
    told = [call.told(hour) for call in open_calls(hour)]
    return [
        f'<form class="filter"><label>Område <select><option>Alla</option>{choices}</select></label>',
        f'<label>Fritext <input name="q" placeholder="{example}"></label><button type="button">Visa</button></form>',
        f'<ul class="sum"><li><b>{len(told)}</b>öppna utlysningar</li>'
        f"<li><b>{sum(1 for deadline, _ in told if _is_soon(deadline, hour))}</b>stänger inom sju dagar</li>",
        f"<li><b>{sum(budget for _, budget in told)}</b>miljoner kronor att söka</li></ul>",
    ]


def _is_soon(deadline: int, hour: int) -> bool:
    return deadline - hour < 7 * 24


def _area(area: str, hour: int) -> str:
    rows, order = _ordered(area, hour)
    return (
        f'<section class="area" id="omrade-{area}"><h2>{AREAS[area]}</h2>'
        f'<p class="u-muted">Sorterat efter {order}</p>'
        '<table class="calls"><thead><tr><th>Utlysning</th><th>Vem kan söka</th>'
        "<th>Budget</th><th>Sista ansökningsdag</th><th>Tid kvar</th><th>Status</th></tr></thead>"
        f"<tbody>{''.join(_row(call, hour) for call in rows)}</tbody></table></section>"
    )


def _ordered(area: str, hour: int) -> tuple[list[Call], str]:
    """The rows of an area's table as sorted for this visit, and the name of that order."""
    turn = hour if draws("sortera", hour).random() < 0.5 else hour // 5 * 5
    name, is_falling = draws("ordning", turn).choice(_SORTS)
    keys: dict[str, Callable[[Call], int | str]] = {
        "sista dag": lambda call: call.told(hour)[0],
        "mest visade": lambda call: aside.views(call, hour),
        "namn": lambda call: call.purpose.title,
        "budget": lambda call: call.told(hour)[1],
        "senast publicerad": lambda call: call.opened,
    }
    listed = [
        call for call in calls() if call.area == area and stages(hour)[call.cid] in ("open", "withdrawn")
    ]
    listed.sort(key=lambda call: (keys[name](call), call.cid), reverse=is_falling)
    return listed, f"{name}, {'fallande' if is_falling else 'stigande'}"


def _row(call: Call, hour: int) -> str:
    deadline, budget = call.told(hour)
    end = clock(deadline)
    withdrawn = call.since("withdrawn", hour)
    left = f'<ov-kvar timmar="{deadline - hour}"></ov-kvar>' if withdrawn is None else "–"
    return (
        f'<tr id="{call.cid}" class="{"is-open" if withdrawn is None else "is-withdrawn"}">'
        f'<td class="calls__name">{_name(call, hour)}{_withdrawal(withdrawn)}</td>'
        f'<td>{escape(call.purpose.who)}</td><td class="calls__sum">{budget} mnkr</td>'
        f'<td><time datetime="{end:%Y-%m-%dT%H:%M}">{date_text(end)} kl. {end:%H.%M}</time></td>'
        f'<td>{left}</td><td><ov-status typ="{_status(call, hour)}"></ov-status></td></tr>'
    )


def _name(call: Call, hour: int) -> str:
    session = draws("sid", hour).randrange(16**6)
    return (
        f'<a href="/utlysning/{call.cid}?sid={session:06x}">{escape(call.purpose.title)}</a>'
        f'<p>{escape(call.text(hour))}</p><p class="u-muted">Dnr {call.reference} · '
        f"Handläggare {call.officer(hour)} · visad {aside.views(call, hour)} gånger</p>"
    )


def _withdrawal(at: int | None) -> str:
    if at is None:
        return ""
    return f"<p><strong>Utlysningen är återkallad {date_text(clock(at))}.</strong></p>"


def _status(call: Call, hour: int) -> str:
    if stages(hour)[call.cid] == "withdrawn":
        return "aterkallad"
    if hour - call.opened < 48:
        return "ny"
    touched = call.touched(hour)
    if touched is not None and hour - touched < 60:
        return "andrad"
    return "snart" if _is_soon(call.told(hour)[0], hour) else "oppen"


def _planned() -> str:
    rows = "".join(
        f"<tr><td>{escape(title)}</td><td>{when}</td><td>cirka {budget} mnkr</td></tr>"
        for title, when, budget in PLANNED
    )
    return (
        '<section class="area"><h2>Planerade utlysningar</h2><table class="calls"><thead><tr><th>Utlysning</th>'
        "<th>Beräknas öppna</th><th>Preliminär budget</th></tr></thead>"
        f"<tbody>{rows}</tbody></table></section>"
    )


def _closed(hour: int) -> str:
    """Those that closed in these days, the last first, and those of before."""
    shut = sorted(
        (call for call in calls() if stages(hour)[call.cid] == "closed"),
        key=lambda call: (-call.told(hour)[0], call.cid),
    )
    lines = [(call.purpose.title, date_text(clock(call.told(hour)[0])), call.told(hour)[1]) for call in shut]
    rows = "".join(
        f"<tr><td>{escape(title)}</td><td>{when}</td><td>{budget} mnkr</td>"
        '<td><ov-status typ="stangd"></ov-status></td></tr>'
        for title, when, budget in [*lines, *CLOSED_BEFORE]
    )
    return (
        '<section class="area"><h2>Stängda utlysningar under beredning</h2><table class="calls"><thead><tr>'
        "<th>Utlysning</th><th>Stängde</th><th>Budget</th><th>Status</th></tr></thead>"
        f"<tbody>{rows}</tbody></table></section>"
    )


def _foot(hour: int, chance: random.Random) -> list[str]:
    now = aside.visited(hour)
    return [
        '<footer class="foot"><p>Omställningsverket, Box 417, 831 25 Östersund. '
        "Organisationsnummer 202100-0000.</p>",
        f"<p>Uppgifterna hämtades {date_text(now)} kl. {now:%H.%M} · server ov-{chance.randrange(1, 5)} · "
        '<a href="/tillganglighet">Tillgänglighet</a></p></footer>',
        aside.cookies(hour),
        f"<script>{SCRIPT}</script></body></html>",
    ]
