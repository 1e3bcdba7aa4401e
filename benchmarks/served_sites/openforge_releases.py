"""The front page of an open-source foundation: releases, advisories, incidents, news, events, planet.

Hard is that nightly builds, loads, planet, forum and fediverse posts move at every visit beside the real releases.
"""

import random
from datetime import datetime, timedelta
from typing import Any

from benchmarks.served_sites.openforge_releases_css import CSS, FRAME_CSS, JS
from benchmarks.served_sites.openforge_releases_pics import advert, face, graph, photo, sponsor
from benchmarks.served_sites.openforge_releases_story import state
from benchmarks.served_sites.openforge_releases_story import truth as _truth
from benchmarks.served_sites.openforge_releases_texts import (
    ADVERTS,
    PEOPLE,
    PROJECTS,
    SPONSORS,
    TALKS,
    TIPS,
    fill,
    forum,
    planet,
    toots,
)

__all__ = ["DAYS", "NAME", "STARTS_AT", "WHAT", "asset", "page", "truth"]

NAME = "openforge_releases"
WHAT = (
    "Front page of an open-source software foundation. News: stable and long-term releases (and their "
    "withdrawal), security advisories and changes of their severity, range or status, incidents of the "
    "foundation's services (begin, change of extent, end), foundation news, the lead story, event dates. Not"
    " news: nightly builds, download figures, response times, planet, forum and fediverse posts, spotlights,"
    " sponsors, adverts, fund raising."
)
DAYS = 10
STARTS_AT = datetime(2026, 5, 5, 9)
RELAUNCH = 164  # Tuesday 12 May 05:00: the planet becomes a grid of cards
CSS_FAULT, PLANET_FAULT, MATRIX_FAULT = (37, 181), (52, 151, 152), (69, 171)
SECOND_TITLE = {
    "OpenForge Camp 2026 comes to Porto": "See you in Porto: OpenForge Camp 2026",
    "Quillmark 8.0: one source, every format": "Write once, print anywhere: meet Quillmark 8.0",
}
MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]


def truth(hour: int) -> str:
    return _truth(hour)


def _iso(hour: int) -> str:
    return (STARTS_AT + timedelta(hours=hour)).strftime("%Y-%m-%d")


def _ago(hours: float) -> str:
    if hours < 1:
        return f"{max(1, round(hours * 60))} minutes ago"
    if hours < 24:
        return "1 hour ago" if int(hours) == 1 else f"{int(hours)} hours ago"
    return "yesterday" if hours < 48 else f"{int(hours // 24)} days ago"


def _top(hour: int) -> str:
    rng, html = random.Random(f"top {hour}"), ""
    if rng.random() < 0.13:
        html += (
            '<div class="consent"><p>We use one cookie to remember that you have seen this notice, and '
            "a "
            'self-hosted counter. <br>Nothing is shared with anyone.</p><a href="#">Fine</a>'
            '<a href="/privacy/">Tell me more</a></div>\n'
        )
    raised = 61240 + hour * 137 + random.Random(f"raised {hour}").randrange(90)
    if random.Random(f"fund {hour // 5}").random() < 0.55:
        line = (
            "Software you rely on is kept alive by people.",
            "Your build would have failed without them.",
            "Forty seconds, five dollars, fourteen projects.",
        )[hour // 5 % 3]
        html += (
            f'<div class="fundbar"><div class="wrap"><strong>{line}</strong> ${raised:,} of $150,000 '
            f"raised, "
            f'{rng.randrange(2, 40)} people gave in the last hour. <a href="/donate/">Donate</a>'
            f'<progress max="150000" value="{raised}"></progress></div></div>\n'
        )
    return html


def _hero(hour: int, world: dict[str, Any]) -> str:
    lead = world["lead"]["lead"]
    title = lead["title"]
    if random.Random(f"headline {hour // 3}").random() < 0.3:  # the house tries two headlines
        title = SECOND_TITLE.get(title, title)
    flip = " hero--flip" if random.Random(f"ab {hour // 2}").random() < 0.4 else ""
    return f"""    <article class="wrap hero{flip}" id="lead">
      <a class="hero__pic" href="/news/lead/">
        <img src="/img/{lead["pic"]}-640x340.jpg" alt="" width="640"></a>
      <div class="hero__body">
        <span class="kicker">{lead["kicker"]}</span>
        <h1><a href="/news/lead/">{title}</a></h1>
        <p>{lead["text"]}</p>
        <p class="when">Posted {_ago(hour - lead["posted"] + 0.4)} &middot;
          {210 + hour % 31 * 3} reads today</p>
        <p><a class="btn" href="/news/lead/">{lead["cta"]}</a></p>
      </div>
    </article>
"""


def _status(hour: int, world: dict[str, Any]) -> str:
    cells = []
    for name, svc in world["svc"].items():
        rng = random.Random(f"svc {name} {hour}")
        bad = svc["state"] != "Operational"
        ms = rng.randrange(38, 190) * (7 if bad else 1)
        cells.append(
            f'      <div class="status__cell{" status__cell--bad" if bad else ""}"><a '
            f'href="/status/">{name}</a>'
            f"<br><b>{svc['state']}</b><small>{ms} ms &middot; "
            f"99.{rng.randrange(90, 99)}%</small></div>"
        )
    inc = "".join(
        f'    <div class="incident"><strong>{i["title"]}</strong> <span class="when">open for '
        f"{hour - i['since']} h {4 + hour % 50} min</span>\n      <ul>"
        + "".join(f"<li><b>{k}</b> {t} UTC &ndash; {x}</li>" for t, k, x in i["log"])
        + "</ul></div>\n"
        for i in world.get("inc", {}).values()
    )
    rng = random.Random(f"stat {hour}")
    facts = [
        ("Git operations, last hour", rng.randrange(180_000, 420_000)),
        ("Packages served", rng.randrange(2, 9) * 1_104_233 + hour),
        ("CI minutes burnt", rng.randrange(9_000, 31_000)),
        ("Open issues", 48_211 + hour * 3),
        ("People on chat", rng.randrange(900, 2600)),
    ]
    rows = "".join(f"<tr><td>{k}</td><td class=num>{v:,}</td></tr>" for k, v in facts)
    return (
        '    <section class="wrap" id="status">\n      <h2>Service status</h2>\n      <div '
        'class="status">\n' + "\n".join(cells) + f'\n      </div>\n{inc}      <div class="statusrow"><img '
        f'src="/status/graph.png?t={hour}" '
        f'width="640" height="180" alt="Requests, last 24 hours"><table>{rows}</table></div>\n    '
        f"</section>\n"
    )


def _releases(hour: int, world: dict[str, Any]) -> str:
    anns = sorted(world["ann"].values(), key=lambda a: -a["since"])[:6]
    items = "\n".join(
        f'        <li><time>{_iso(a["since"])}</time> <a href="/releases/">{a["what"]}</a> '
        f"&ndash; "
        f"{a['text']}</li>"
        for a in anns
    )
    rows = []
    for k, name in enumerate(PROJECTS):
        rel, rng = world["rel"][name], random.Random(f"nightly {name} {(hour + k) // 4}")
        day = (STARTS_AT + timedelta(hours=(hour + k) // 4 * 4 - k)).strftime("%Y%m%d")
        loads = random.Random(f"loads {name} {hour // 2}").randrange(1000, 9000) + 4000 * (14 - k)
        old = f" <small>({rel['eol']})</small>" if rel["eol"] else ""
        night = f"nightly-{day}.{rng.randrange(16**6):06x}" if rng.random() < 0.9 else "<em>build failed</em>"
        rows.append(
            (
                loads,
                f"          <tr><td><a "
                f'href="/projects/{name.lower().replace(" ", "-")}/">{name}</a>{old}</td>'
                f"<td><b>{rel['stable']}</b></td><td>{rel['lts'] or '&mdash;'}</td><td>{rel['pre']}</td>"
                f'<td>{_iso(rel["dated"])}</td><td><code>{night}</code></td><td class="num">'
                f"{'n/a' if hour in (88, 89) else f'{loads:,}'}</td></tr>",
            )
        )
    rows.sort(key=lambda r: -r[0])
    if hour in MATRIX_FAULT:
        rows = rows[:6]
    body = "\n".join(r[1] for r in rows)
    return f"""      <section id="releases">
        <h2>Releases</h2>
        <ul class="ann">
{items}
        </ul>
        <table class="matrix">
          <thead><tr><th>Project<th>Stable<th>LTS<th>Testing<th>Dated<th>Nightly<th>Downloads/2h</tr></thead>
          <tbody>
{body}
          </tbody>
        </table>
      </section>
"""


def _news(hour: int, world: dict[str, Any]) -> str:
    news = sorted(world["news"].values(), key=lambda n: -n["since"])
    cards = "\n".join(
        f"""          <article class="card">
            <a href="/news/{n["pic"]}/"><img src="/img/{n["pic"]}-380x190.jpg" alt=""></a>
            <span class="kicker">{n["label"]}</span> <span class="when">
              {_ago(hour - n["since"] + 0.3)} &middot;
              {random.Random(f"com {n['pic']} {hour // 3}").randrange(3, 80)} comments</span>
            <h3><a href="/news/{n["pic"]}/">{n["title"]}</a></h3>
            <p>{n["text"]}</p>
          </article>"""
        for n in news[:4]
    )
    more = "".join(f'<li><a href="/news/{n["pic"]}/">{n["title"]}</a></li>' for n in news[4:8])
    return (
        f'      <section id="news">\n        <h2>Foundation news</h2>\n        <div '
        f'class="news">\n{cards}\n'
        f'        </div>\n        <ul class="brief">{more}</ul>\n      </section>\n'
    )


def _ad(hour: int, slot: int) -> str:
    key, text = ADVERTS[random.Random(f"ad {slot} {hour}").randrange(len(ADVERTS))]
    return (
        f'      <aside class="ad"><a href="/out/{key}" rel="sponsored"><img src="/ads/{key}-364x200.jpg" '
        f'alt="">'
        f"</a><br>{text} <small>Sponsored</small></aside>\n"
    )


def _side(hour: int, world: dict[str, Any]) -> str:
    now = STARTS_AT + timedelta(hours=hour)
    advs = "\n".join(
        f'        <div class="adv adv--{a["sev"]}"><a href="/security/{k}/">{k}</a> &middot; {a["proj"]} '
        f"&middot; "
        f'<span class="sev">{a["sev"]} {a["cvss"]}</span><br>{a["title"]}<br><small>Affected: {a["aff"]} '
        f"&middot; fixed in "
        f"{a['fix']} &middot; {_ago(hour - a['since'] + 0.5)}</small></div>"
        for k, a in sorted(world["adv"].items(), reverse=True)[:6]
    )
    evs = []
    for e in sorted(world["ev"].values(), key=lambda e: (e["mon"], e["day"])):
        left = datetime(2026, e["mon"], e["day"], 9) - now
        soon = (
            f"in {left.days} days"
            if left.days > 1
            else f"in {max(1, int(left.total_seconds() // 3600))} hours"
        )
        if left.total_seconds() < 0:
            soon = "today"
        evs.append(
            f'        <div class="ev"><div '
            f'class="ev__day"><b>{e["day"]}</b><br>{MONTHS[e["mon"] - 1]}</div><div>'
            f'<a href="/events/">{e["name"]}</a><br>{e["place"]}<br><span '
            f'class="when">{soon}</span></div></div>'
        )
    return (
        '      <section id="security">\n        <h2>Security advisories</h2>\n'
        + advs
        + "\n      </section>\n"
        + _ad(hour, 1)
        + '      <section id="events">\n        <h2>Events</h2>\n'
        + "\n".join(evs)
        + "\n      </section>\n"
        + _ad(hour, 2)
        + f'      <section class="tip"><h2>Tip of the '
        f"hour</h2><p>"
        f"{random.Random(f'tip {hour}').choice(TIPS)}</p></section>\n"
    )


def _planet(hour: int) -> str:
    if hour in PLANET_FAULT:
        return (
            '    <div class="planet" id="planet"><div class="wrap"><h2>Planet OpenForge</h2><p>The feed '
            "could not be "
            "loaded. We will try again shortly.</p></div></div>\n"
        )
    grid, out = hour >= RELAUNCH, []
    for n, (born, minute, who, title, line) in enumerate(planet(hour, 12)):
        pic = f'<img src="/faces/{who.replace(" ", "-").lower()}.jpg" alt="{who}">' if n < 5 else ""
        when = _ago(hour - born + 1 - minute / 60)
        if grid:
            out.append(
                f'<div class="pl-card">{pic}<h3><a href="/planet/#{born}">{title}</a></h3>'
                f'<p>{line}</p><span class="when">{who}, {when}</span></div>'
            )
        else:
            out.append(
                f'<div class="post"><div>{pic}</div><div><h3><a '
                f'href="/planet/#{born}">{title}</a></h3>'
                f'<p>{line}</p><span class="when">by {who} &middot; {when}</span></div></div>'
            )
    inner = "\n      ".join(out)
    inner = f'<div class="pl-grid">{inner}</div>' if grid else inner
    return (
        f'    <div class="planet" id="planet"><div class="wrap"><h2>Planet OpenForge</h2>\n'
        f"      {inner}\n    </div></div>\n"
    )


def _lower(hour: int) -> str:
    rng = random.Random(f"spot {hour // 2}")
    who, proj = rng.choice(PEOPLE), rng.choice(PROJECTS)
    topics = "".join(
        f'<tr><td><a href="/forum/">{t}</a><br><span class="when">{w}, {m} min ago</span></td>'
        f'<td class="num">{r}</td></tr>'
        for t, r, m, w in forum(hour)
    )
    talks = "".join(
        f"<li>{fill(rng, rng.choice(TALKS))} &ndash; {rng.choice(PEOPLE)} ({rng.randrange(18, 55)} min)</li>"
        for _ in range(5)
    )
    logos = random.Random(f"sponsors {hour}").sample(SPONSORS, 4)
    imgs = "".join(
        f'<a href="/sponsors/"><img src="/sponsors/{s}.jpg" alt="{s}" height="60"></a>' for s in logos
    )
    return f"""    <div class="wrap three">
      <section><h2>Forum: active now</h2><table>{topics}</table></section>
      <section class="spot"><h2>Contributor spotlight</h2>
        <img src="/img/spot{rng.randrange(12)}-380x220.jpg" alt="">
        <h3>{who} on {proj}</h3>
        <p>&ldquo;{fill(rng, "I came to {p} through a {a} bug and stayed for the people.")}&rdquo;</p>
        <h3>From the talk archive</h3><ul>{talks}</ul></section>
      <iframe src="/embed/fedi.html" title="Fediverse"></iframe>
    </div>
    <div class="sponsors">{imgs}</div>
"""


def page(hour: int) -> str:
    world, now = state(hour), STARTS_AT + timedelta(hours=hour)
    note = world.get("notice", {}).get("n")
    bar = f'  <div class="notice" role="alert"><div class="wrap">{note["text"]}</div></div>\n' if note else ""
    rng = random.Random(f"foot {hour}")
    nav = "".join(
        f'<li><a href="/{x.lower()}/">{x}</a></li>'
        for x in ("Projects", "Releases", "Security", "Status", "Events", "Planet", "Forum", "Donate")
    )
    first, second = _releases(hour, world), _news(hour, world)
    return f"""<!DOCTYPE html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="generator" content="Forgepress 2.3">
  <title>OpenForge Foundation</title>
  <link rel="stylesheet" href="/css/site.css?v={"31" if hour >= RELAUNCH else "30"}">
  <script src="/js/site.js" defer></script>
</head>
<body>
{_top(hour)}{bar}  <header class="wrap mast">
    <a class="mast__name" href="/">Open<b>Forge</b> Foundation</a>
    <div class="mast__meta">{now:%a %Y-%m-%d %H:%M} UTC<br>{rng.randrange(120, 900)} visitors online &middot;
      <a href="/login/">Log in</a></div>
  </header>
  <nav class="nav"><ul class="wrap">{nav}</ul></nav>
  <main>
{_hero(hour, world)}{_status(hour, world)}    <div class="wrap cols">
      <div>
{first}{second}      </div>
      <div>
{_side(hour, world)}      </div>
    </div>
{_planet(hour)}{_lower(hour)}  </main>
  <footer class="foot"><div class="wrap">&copy; 2026 OpenForge Foundation, a non-profit.
    <a href="/imprint/">Imprint</a>
    &middot; Page built {now:%Y-%m-%d %H:%M}:{rng.randrange(60):02} UTC from {rng.randrange(16**7):07x} in
    {rng.randrange(300, 990)} ms</div></footer>
</body>
</html>
"""


def _picture(path: str) -> tuple[str, bytes] | None:
    folder, _, file = path.strip("/").partition("/")
    stem = file.rpartition(".")[0]
    if folder == "faces":
        return "image/jpeg", face(stem)
    if folder == "sponsors" and stem in SPONSORS:
        return "image/jpeg", sponsor(stem)
    if folder in ("img", "ads"):
        key, _, size = stem.rpartition("-")
        w, _, h = size.partition("x")
        if w.isdigit() and h.isdigit() and int(w) <= 700:
            return "image/jpeg", (photo if folder == "img" else advert)(key, int(w), int(h))
    return None


def asset(path: str, hour: int) -> tuple[str, bytes] | None:
    path = path.partition("?")[0]
    if path == "/css/site.css":
        return "text/css", (b"/* 503 backend fetch failed */" if hour in CSS_FAULT else CSS.encode())
    if path == "/css/embed.css":
        return "text/css", FRAME_CSS.encode()
    if path == "/js/site.js":
        return "text/javascript", JS.encode()
    if path == "/status/graph.png":
        return "image/png", graph(hour)
    if path == "/embed/fedi.html":
        body = "".join(
            f'<div class="toot"><b>{w}</b> &middot; {m} min<br>{t}</div>' for w, t, m in toots(hour)
        )
        return "text/html; charset=utf-8", (
            f'<!DOCTYPE html><meta charset="utf-8"><link rel="stylesheet" '
            f'href="/css/embed.css"><h3>#openforge</h3>{body}'
        ).encode()
    return _picture(path)
