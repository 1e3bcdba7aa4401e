"""A railway operator's updates: notices, engineering works and press releases among live boards and offers."""

import html
from datetime import datetime, timedelta

from benchmarks.served_sites.caldmoor_rail_news import (
    DAYS,
    STARTS_AT,
    Incident,
    Message,
    State,
    moment,
    state,
    truth_of,
)
from benchmarks.served_sites.caldmoor_rail_noise import (
    Small,
    advert,
    asked,
    board,
    dice,
    figures,
    parking,
    promos,
    small,
    social,
    strip,
)
from benchmarks.served_sites.caldmoor_rail_texts import LINES
from benchmarks.served_sites.hill_pictures import landscape, poster

__all__ = ["DAYS", "NAME", "STARTS_AT", "WHAT", "asset", "page", "truth"]

NAME = "caldmoor_rail"
WHAT = (
    "A British railway operator's service updates page: news is any announcement by the operator "
    "itself - a disruption notice posted, added to or closed, "
    "a row of the planned works added or its dates or arrangements altered, a press release; live "
    "departure boards (in a shadow root), help-desk replies, "
    "car parks, punctuality, offers, advertisements and banners that push the page down are not; the "
    "press picture swapped alone and typing errors are left out."
)
E = html.escape
CSS = """
body{margin:0;font:16px/1.45 Arial,Helvetica,sans-serif;color:#1c2530;background:#fff}
.strip{box-sizing:border-box;padding:10px 24px;overflow:hidden;display:block}.strip p{margin:4px 0}
header{background:#0b3d4f;color:#fff;padding:14px 24px;display:flex;gap:28px;align-items:center}header \
a{color:#fff;text-decoration:none}
header .right{margin-left:auto;font-size:13px;text-align:right}.wrap{width:1150px;margin:0 auto}
.lines{display:grid;grid-template-columns:repeat(3,1fr);gap:8px;margin:18px 0}.lines div{border:1px solid \
#c8d2d8;padding:8px 12px}
.lines .severe{border-left:6px solid #b3261e}.lines .minor{border-left:6px solid #d99a00}.lines \
.good{border-left:6px solid #2f8f57}
.cols{display:grid;grid-template-columns:700px 1fr;gap:30px}h1{font-size:30px}h2{border-bottom:3px solid \
#0b3d4f;padding-bottom:4px}
cr-notice{display:block;margin:0 0 18px}.ago,small{color:#66727c;font-size:13px}.resolved li{margin-bottom:10px}
.promos{display:flex;gap:16px;flex-wrap:wrap}.promo{width:240px;display:block;color:inherit;\
text-decoration:none}.promo strong,.promo span{display:block}
.social{list-style:none;padding:0;background:#eef4f7}.social li{padding:8px 12px;border-bottom:1px solid \
#d5e0e6}.social p{margin:2px 0}
table{border-collapse:collapse;width:100%}td,th{text-align:left;padding:6px 8px;border-bottom:1px solid \
#d9dfe3;vertical-align:top}
.rev{background:#ffe9a8;padding:1px 6px;font-size:12px}.press \
article{display:grid;grid-template-columns:180px 1fr;gap:16px;margin-bottom:18px}
.press article.first{grid-template-columns:420px \
1fr}footer{background:#26323a;color:#c9d3d9;padding:24px;margin-top:30px;font-size:13px}
.cookie{position:fixed;bottom:0;left:0;right:0;background:#111;color:#fff;padding:16px 24px}
"""
SHADOW = (
    '<template shadowrootmode="open"><style>article{border:1px solid #b9c4cb;'
    "border-left:8px solid #d99a00;padding:12px 18px}"
    ":host([level=severe]) article{border-left-color:#b3261e}"
    '::slotted(h3){margin:0 0 6px;font-size:20px}</style><article><slot name="head"></slot><slot>'
    '</slot><slot name="foot"></slot></article></template>'
)
SCRIPT = """
customElements.define('cr-board',class extends HTMLElement{connectedCallback(){const \
r=this.attachShadow({mode:'open'});
const d=JSON.parse(document.getElementById('dep').textContent);
r.innerHTML='<style>table{width:100%;border-collapse:collapse;font:14px monospace;background:#10181d;\
color:#ffd25e;margin-bottom:14px}td,caption{padding:4px 8px;text-align:left}caption{background:#0b3d4f;\
color:#fff}</style>'
+d.map(t=>'<table><caption>Departures from '+t[0]+'</caption>'+t[1].map(x=>'<tr>'+x.map(c=>'<td>'+c+'</td>\
').join('')+'</tr>').join('')+'</table>').join('');}});
"""


def ago(hour: int, stamp: datetime) -> str:
    minutes = int((moment(hour) - stamp).total_seconds() // 60)
    return (
        f"{minutes} min ago"
        if minutes < 60
        else f"{minutes // 60} h {minutes % 60} min ago"
        if minutes < 1440
        else f"{minutes // 1440} days ago"
    )


def day(when: datetime) -> str:
    return f"{when:%a} {when.day} {when:%B}"


def notice(hour: int, inc: Incident, messages: list[Message]) -> str:
    body = "".join(
        f"<p><b>{stamp:%H:%M}, {day(stamp)}</b> {E(text)}</p>" for _, text, stamp in reversed(messages)
    )
    rng, stops = dice(hour, f"useful {inc['id']}"), LINES[inc["line"]]
    dots = "".join(
        (
            f'<circle cx="{20 + 100 * n}" cy="12" r="6" '
            f'fill="{"#b3261e" if s in (inc["a"], inc["b"]) else "#7b8b94"}"/>'
        )
        for n, s in enumerate(stops)
    )
    return (
        f'<cr-notice level="{inc["sev"]}">{SHADOW}<h3 slot="head">{E(inc["title"])}</h3>{body}'
        f'<svg width="560" height="24" aria-hidden="true"><path d="M20 12H{100 * len(stops) - 80}'
        f'" stroke="#7b8b94" stroke-width="3"/>{dots}</svg>'
        f'<small slot="foot">{E(inc["line"])} · updated {ago(hour, messages[-1][2])}'
        f" · {rng.randrange(4, 90)} people found this useful · Ref {inc['id']}</small></cr-notice>"
    )


def lines(now: State) -> str:
    out = ""
    for line in LINES:
        levels = {inc["sev"] for _, inc, _ in now["active"] if inc["line"] == line}
        level = "severe" if "severe" in levels else "minor" if levels else "good"
        words = {"severe": "Severe disruption", "minor": "Minor delays", "good": "Good service"}[level]
        out += f'<div class="{level}"><b>{line}</b><br>{words}</div>'
    return out


def works(now: State) -> str:
    rows = ""
    for w in now["works"]:
        mark = (
            f' <span class="rev">Revised {w["revised"].day} {w["revised"]:%b}</span>' if w["revised"] else ""
        )
        rows += (
            f"<tr><td>{E(w['dates'])}{mark}</td><td><b>{w['line']}</b><br>{w['a']} to {w['b']}</td><td>"
            f"{E(w['what'])}</td><td>{E(w['instead'])}</td></tr>"
        )
    return rows


def press(hour: int, now: State) -> str:
    out = ""
    for n, (ident, stamp, title, _, shown) in enumerate(now["press"]):
        src, size = (
            (f"/press/lead-{now['picture']}.png", (420, 250))
            if n == 0
            else (f"/press/small-{ident}.png", (180, 110))
        )
        out += (
            f'<article{" class=first" if n == 0 else ""}><img loading="lazy" src="{src}" width="{size[0]}'
            f'" height="{size[1]}" alt="">'
            f'<div><h3><a href="/press/{ident}">{E(title)}</a></h3><p>{E(shown)}</p><small>{day(stamp)}'
            f", {stamp:%H:%M} · {ago(hour, stamp)}</small></div></article>"
        )
    return out


def _head(hour: int, count: int, odd: Small, seen: datetime) -> str:
    """From the document's start to the header, with how many notices are in force."""
    counted = f"({count}) " if count else ""
    return f"""<!DOCTYPE html><html lang="en-GB"><head><meta charset="utf-8"><title>{counted}\
Service updates | Caldmoor Rail</title>
<meta name="csrf" content="{odd["token"]}"><style>{CSS}</style><script id="dep" type="application/json">\
{board(hour)}</script><script>{SCRIPT}</script></head>
<body data-session="{odd["token"][:8]}">{strip(hour)}
<header><a href="/"><svg width="36" height="36"><circle cx="18" cy="18" r="16" fill="#ffd25e"/>\
<path d="M6 22h24" stroke="#0b3d4f" stroke-width="4"/></svg></a><strong>Caldmoor Rail</strong>
<nav><a href="/t">Timetables</a> · <a href="/f">Tickets</a> · <a href="/s">Stations</a> · <a href="/">\
Service updates</a> · <a href="/h">Help</a></nav>
<div class="right">{odd["greeting"]} · {odd["weather"]}<br>{day(seen)} {seen.year}, {seen:%H:%M:%S}</div>\
</header>
"""


def _foot(hour: int, odd: Small, clock: datetime) -> str:
    cookie = (
        '<div class="cookie">We use cookies to improve your journey. '
        "<button>Accept</button> <button>Manage</button></div>"
        if odd["cookie"]
        else ""
    )
    return f"""<footer>© {clock.year} Caldmoor Rail Ltd, Station House, Merrow. Registered in England. \
<a href="/privacy" style="color:#fff">Privacy</a> · <a href="/access" style="color:#fff">Accessibility</a>
<p>Served by web-{dice(hour, "server").randrange(1, 9):02d} in {dice(hour, "ms").randrange(40, 400)} ms</p>\
</footer>
{cookie}
</body></html>"""


def page(hour: int) -> str:
    now, odd, clock = state(hour), small(hour), moment(hour)
    active = (
        "".join(notice(hour, inc, messages) for _, inc, messages in now["active"])
        or "<p class=none>There are no disruption notices in force.</p>"
    )
    done = "".join(
        (
            f'<li><b>{E(inc["title"])}</b> <span class="ago">closed {ago(hour, messages[-1][2])}</span><br>'
            f"{E(messages[-1][1])}</li>"
        )
        for _, inc, messages in now["resolved"]
    )
    middle = f'<section><h2>Offers picked for you</h2><div class="promos">{promos(hour, 4)}</div></section>'
    early = dice(hour, "place").random() < 0.3
    seen = clock + timedelta(seconds=dice(hour, "clock").randrange(5, 55))
    return f"""{_head(hour, len(now["active"]), odd, seen)}\
<main class="wrap"><h1>Service updates</h1><p class="ago">Page refreshed at {seen:%H:%M} · {odd["online"]:,}\
 people are looking at this page</p>
<div class="lines">{lines(now)}</div>{middle if early else ""}
<div class="cols"><div><h2>Disruption notices</h2>{active}<h2>Recently closed</h2><ul class="resolved">\
{done}</ul></div>
<aside><h2>Live departures</h2><cr-board></cr-board><iframe src="/ad/side.html?c={odd["token"][:6]}\
" width="300" height="250" title="Advertisement" style="border:0"></iframe>
<h2>On time in the last hour</h2>{figures(hour)}</aside></div>
<section><h2>Planned engineering works</h2><table><tr><th>When</th><th>Where</th><th>What</th><th>Instead\
</th></tr>{works(now)}</table></section>
{"" if early else middle}
<div class="cols"><section class="press"><h2>Press office</h2>{press(hour, now)}</section>
<aside><h2>Our replies to you</h2><ul class="social">{social(hour)}</ul><p><small>\
Average wait for a reply: {odd["wait"]} minutes</small></p></aside></div>
<div class="cols"><section><h2>Car parks now</h2><table>{parking(hour)}</table></section>
<aside><h2>People are asking</h2><ol>{asked(hour)}</ol><iframe src="/ad/foot.html?c={odd["token"][6:12]}\
" width="300" height="250" title="Advertisement" style="border:0"></iframe></aside></div></main>
{_foot(hour, odd, clock)}"""


def asset(path: str, hour: int) -> tuple[str, bytes] | None:
    path = path.split("?", maxsplit=1)[0]
    name = path.rsplit("/", 1)[-1].removesuffix(".png")
    if path.startswith("/press/") and path.endswith(".png"):
        size = (420, 250) if name.startswith("lead") else (180, 110)
        return "image/png", landscape(f"picture {name}", *size)
    if path.startswith("/promo/") and path.endswith(".png"):
        return "image/png", poster(name, 240, 120)
    if path in ("/ad/side.html", "/ad/foot.html"):
        return "text/html; charset=utf-8", advert(hour, path).encode()
    return None


def truth(hour: int) -> str:
    return truth_of(hour)
