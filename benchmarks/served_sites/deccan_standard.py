"""The front page of an Indian national newspaper in English, whose news is its own block of top news.

Hard is that the rail, the shelves, live figures and partner stories outweigh that block, and that a new choice of
the lead, another picture or byline and a corrected slip in it are no news either.
"""

import re
from collections.abc import Callable
from datetime import datetime, timedelta
from functools import lru_cache
from html import escape as e
from random import Random

from benchmarks.served_sites.deccan_standard_aside import (
    ADS,
    BATS,
    CITIES,
    COLUMNISTS,
    EVERGREEN,
    HISTORY,
    MARKETS,
    OPINION,
    PARTNER,
    PHOTOS,
    SAY_A,
    SAY_B,
    TAGS,
    WHO,
)
from benchmarks.served_sites.deccan_standard_state import STORIES, TIMELINE, State, compare, shown
from benchmarks.served_sites.sun_pictures import draw

NAME = "deccan_standard"
WHAT = (
    "Newspaper front page whose rail, shelves, live figures, readers' letters and partner stories "
    "outweigh the news. News: a new story, or a new development in the headline or standfirst of a story, "
    "in the newsroom's own block 'Top news' (lead, four stories with standfirst, eight headlines). A "
    "changed lead picture, byline, typo or a mere new choice of lead is left out; everything else (order "
    "in the list, ages, badges, most read, sections of older stories, markets, score) is not news."
)
DAYS = 10
STARTS_AT = datetime(2024, 11, 14, 0, 0)
MENU = ("India", "World", "Business", "Sport", "Science", "Opinion", "Life", "E-paper")
PROMOTIONS = ["Mornings with the Standard", "Subscribe at ₹1 a day", "The Weekend Letter"]
PROMISES = [
    "Join 2 lakh readers. Cancel at any time.",
    "One e-mail, six stories, no noise.",
    "Unlock puzzles and the e-paper.",
]
Names = Callable[[str], str]
DEPLOY = 115  # the hour at which class names and the side of the rail change


def _cls(hour: int) -> Names:
    tag = "x7Qa" if hour < DEPLOY else "k2Ze"
    return lambda name: f"{name[:2]}_{tag}{sum(map(ord, name)) % 97:02d}"


def _ago(hours: int) -> str:
    if hours < 1:
        return "just now"
    if hours < 24:
        return f"{hours} hr{'s' if hours > 1 else ''} ago"
    return f"{hours // 24} day{'s' if hours >= 48 else ''} ago"


def _pic(key: str, alt: str, cls: str, eager: bool = False) -> str:
    return f'<img class="{cls}" src="/img/{key}.png" alt="{e(alt)}"{"" if eager else " loading=lazy"}>'


def _css(c: Names, hour: int) -> str:
    side = "1fr 320px" if hour < DEPLOY else "320px 1fr"
    order = 2 if hour < DEPLOY else -1
    return f"""
body{{margin:0;font:16px/1.45 Georgia,serif;color:#1b1b1b;background:#fff}} a{{color:inherit;\
text-decoration:none}}
.{c("wrap")}{{width:1160px;margin:0 auto}} header{{border-bottom:3px double #222;text-align:center;\
padding:10px 0}}
header h1{{font-size:52px;margin:4px}} nav{{display:flex;gap:22px;justify-content:center;border-bottom:1px \
solid #ccc;padding:8px;font-size:14px}}
.{c("tags")}{{display:flex;gap:10px;font:13px Arial;padding:8px 0;overflow:hidden}} .{c("tags")} \
a{{border:1px solid #bbb;border-radius:12px;padding:2px 10px;white-space:nowrap}}
.{c("breaking")}{{background:#b4001e;color:#fff;padding:9px 14px;font:bold 18px Arial}}
.{c("main")}{{display:grid;grid-template-columns:{side};gap:28px;margin-top:16px}} .{c("rail")}\
{{order:{order};font:14px Arial}}
.{c("lead")} h2{{font-size:36px;line-height:1.15;margin:10px 0 6px}} .{c("lead")} img{{width:100%;\
height:400px;object-fit:cover}}
.{c("pair")}{{display:grid;grid-template-columns:1fr 1fr;gap:20px;margin:18px 0}} .{c("pair")} \
img{{width:100%;height:150px;object-fit:cover}}
.{c("pair")} h3{{font-size:20px;line-height:1.2;margin:6px 0}} .{c("list")} li{{border-top:1px solid #ddd;\
padding:9px 0;list-style:none}} .{c("list")}{{padding:0}}
.{c("meta")}{{font:12px Arial;color:#777}} .{c("box")}{{border:1px solid #ddd;padding:12px;\
margin-bottom:18px}} .{c("box")} h4{{margin:0 0 8px;font-size:15px}}
.{c("row")}{{display:grid;grid-template-columns:repeat(4,1fr);gap:18px;margin:12px 0 26px}} .{c("row")} \
img{{width:100%;height:130px;object-fit:cover}}
.{c("promo")}{{background:#f2ead8;padding:26px;text-align:center;margin:14px 0}} iframe{{border:0;\
display:block;margin:10px auto;width:100%}}
h5{{font:bold 20px Georgia;border-top:2px solid #222;margin:8px 0;padding-top:6px}} footer{{background:#222;\
color:#ccc;padding:26px;font:13px Arial}} table{{width:100%;font:13px Arial}}
"""


def _kicker(i: int, r: Random, c: Names) -> str:
    badge = r.choice(["", "", "", "Premium", "Watch", "2-min read"])
    return f'<span class="{c("meta")}">{STORIES[i].section}{" · " + badge if badge else ""}</span>'


def _meta(st: State, i: int, hour: int, c: Names) -> str:
    by = shown(st, i)[2]
    age = hour - st.born[i]
    count = STORIES[i].comments + age * (i % 7 + 1)
    return f'<div class="{c("meta")}">{e(by)} | {STORIES[i].desk} | {_ago(age)} | {count} comments</div>'


def _well(st: State, hour: int, r: Random, c: Names) -> str:
    well = st.well
    lead = well[0]
    head, stand, _ = shown(st, lead)
    out = [
        f'<section aria-label="Top news"><article class="{c("lead")}">',
        _pic(f"s{lead}-{st.pics.get(lead, 0)}", f"{STORIES[lead].section} picture", c("pic"), True),
        _kicker(lead, r, c),
        f'<h2><a href="/story/{lead}">{e(head)}</a></h2><p>{e(stand)}</p>',
        _meta(st, lead, hour, c),
        "</article>",
    ]
    if r.random() < 0.3:
        out.append(
            f'<aside class="{c("promo")}"><b>{r.choice(PROMOTIONS)}</b><p>{r.choice(PROMISES)}</p></aside>'
        )
    out.append(f'<div class="{c("pair")}">')
    for i in well[1:5]:
        head, stand, _ = shown(st, i)
        picture = _pic(f"s{i}-{st.pics.get(i, 0)}", "", c("pic"))
        out.append(
            f"<article>{picture}{_kicker(i, r, c)}"
            f'<h3><a href="/story/{i}">{e(head)}</a></h3><p>{e(stand)}</p>{_meta(st, i, hour, c)}</article>'
        )
    out.append(f'</div><ul class="{c("list")}">')
    rows = [
        (
            f'<li><a href="/story/{i}">{e(shown(st, i)[0])}</a> <span class="{c("meta")}">'
            f"{_ago(hour - st.born[i])}</span></li>"
        )
        for i in well[5:]
    ]
    if r.random() < 0.8:
        rows.insert(
            r.randint(1, 4),
            (
                f'<li><a href="/partner">{e(r.choice(PARTNER))}</a> <span class="{c("meta")}">Partner '
                f"content</span></li>"
            ),
        )
    return "".join(out + rows) + "</ul></section>"


def _rail(st: State, hour: int, r: Random, c: Names, now: datetime) -> str:
    box = c("box")
    picked = r.sample(list(st.ver), 5)
    titles = [shown(st, i)[0] for i in picked if i not in st.typos] + r.sample(EVERGREEN, 5)
    r.shuffle(titles)
    a, b = Random(f"bat {hour // 24}").sample(BATS, 2)
    played = max(1, min(17, hour % 24) - 9)  # hours of play so far, from ten to five
    s = Random(f"score {hour // 24} {played}")
    score = (
        f"Deccan {played * 41 + s.randint(0, 19)}/{played} ({played * 12 + s.randint(0, 3)}.{s.randint(0, 5)}"
        f" ov)<br>"
        f"{a} {s.randint(3, 90)}* · {b} {s.randint(0, 60)}*"
    )
    aqi = "".join(
        f"<tr><td>{t}<td>{r.randint(60, 440)}<td>{r.randint(12, 33)}°C" for t in r.sample(CITIES, 6)
    )
    return (
        f'<aside class="{c("rail")}"><iframe title="Advertisement" src="/ads/rail.html" height="250">'
        f"</iframe>"
        f'<div class="{box}"><h4>Ranji Trophy · Live</h4>{score}</div>'
        f'<div class="{box}"><h4>Most read</h4><ol>'
        + "".join(f"<li>{e(t)} <i>{r.randint(2, 99)}k</i></li>" for t in titles[:8])
        + "</ol></div>"
        f'<div class="{box}"><h4>Air and weather at {now:%H:%M}</h4><table>{aqi}</table></div>'
        f'<div class="{box}"><h4>This day in history</h4>{e(HISTORY[hour // 24])}</div>'
        f'<div class="{box}"><h4>Poll</h4>Should offices open at seven in summer?<br>Yes {40 + hour % 9}% · '
        f"No {60 - hour % 9}% · {4100 + hour * 37} votes</div>"
        f'<iframe title="Advertisement" src="/ads/tower.html" height="{r.choice([250, 400, 600])}"></iframe>'
        f'<div class="{box}"><h4>Letters to the editor</h4>'
        + "".join(f"<p>“{r.choice(SAY_A)}, {r.choice(SAY_B)}” <i>{r.choice(WHO)}</i></p>" for _ in range(4))
        + "</div></aside>"
    )


def _below(st: State, hour: int, r: Random, c: Names) -> str:
    row, meta = c("row"), c("meta")
    out = ["<h5>Opinion: picks from our columnists</h5>", f'<div class="{row}">']
    out += [
        f"<div><b>{e(t)}</b><br><span class='{meta}'>{r.choice(COLUMNISTS)}</span></div>"
        for t in r.sample(OPINION, 4)
    ]
    out += ["</div><h5>In pictures</h5>", f'<div class="{row}">']
    out += [
        f"<div>{_pic(f'g{PHOTOS.index(t)}', t, c('pic'))}<p>{e(t)}</p></div>" for t in r.sample(PHOTOS, 4)
    ]
    out.append(
        f'</div><iframe title="Advertisement" src="/ads/middle.html" height="{r.choice([90, 90, 250])}'
        f'"></iframe>'
    )
    out.append(f'<div class="{row}">')
    for section in ("Business", "World", "Sport", "Science"):
        mine = [i for i in st.shelf if STORIES[i].section == section][:3]
        out.append(
            f"<div><h5>{section}</h5>"
            + "".join(
                (
                    f'<p><a href="/story/{i}">{e(shown(st, i)[0])}</a><br><span class="{meta}">'
                    f"{_ago(hour - st.born[i])}</span></p>"
                )
                for i in mine
            )
            + "</div>"
        )
    out += ["</div><h5>Recommended for you</h5>", f'<div class="{row}">']
    out += [
        f"<div>{_pic(f'e{EVERGREEN.index(t)}', '', c('pic'))}<p>{e(t)}</p></div>"
        for t in r.sample(EVERGREEN, 8)
    ]
    return "".join(out) + "</div>"


def _ticker(hour: int) -> str:
    day, clock = divmod(hour, 24)  # trading goes on from nine to four on working days
    r = Random(
        f"market {day if (3 + day) % 7 < 5 else 'closed'} "
        f"{max(9, min(16, clock)) if (3 + day) % 7 < 5 else 0}"
    )
    cells = "".join(
        f"<li><b>{n}</b> {v * (1 + r.uniform(-0.012, 0.012)):,.2f} <i>{r.uniform(-1.4, 1.4):+.2f}%</i></li>"
        for n, v in MARKETS
    )
    return (
        '<ds-ticker></ds-ticker><script>customElements.define("ds-ticker",class extends '
        "HTMLElement{connectedCallback(){"
        'this.attachShadow({mode:"open"}).innerHTML='
        + "'<style>ul{display:flex;gap:20px;font:13px Arial;list-style:none;padding:6px 0;margin:0}"
        f"</style><ul>{cells}</ul>'" + "}})</script>"
    )


@lru_cache(maxsize=8)
def page(hour: int) -> str:
    st, r, c = TIMELINE[hour], Random(f"deccan noise {hour}"), _cls(hour)
    now = STARTS_AT + timedelta(hours=hour, minutes=r.randint(0, 4))
    band = [i for i in st.well if st.urgent.get(i, -1) > hour]
    breaking = (
        (
            f'<div class="{c("breaking")}">BREAKING <a href="/story/{band[0]}">{e(shown(st, band[0])[0])}'
            f"</a></div>"
        )
        if band
        else ""
    )
    tags = "".join(f"<a href='/topic'>{t}</a>" for t in r.sample(TAGS, 8))
    nav = "".join(f"<a href='/{s.lower()}'>{s}</a>" for s in MENU)
    top = r.choice([90, 90, 90, 150, 250])
    meter = r.choice(
        ["", "", f"<p class='{c('meta')}'>You have read {r.randint(1, 4)} of 5 free articles this month.</p>"]
    )
    return f"""<!doctype html><html lang="en-IN"><head><meta charset="utf-8"><title>The Deccan Standard: \
India's newspaper of record</title>
<meta name="build" content="{r.getrandbits(40):x}"><style>{_css(c, hour)}</style></head><body>
<iframe title="Advertisement" src="/ads/top.html" height="{top}"></iframe>
<div class="{c("wrap")}"><header><span class="{c("meta")}">{now:%A, %d %B %Y | %H:%M} IST | \
{r.choice(CITIES)} {r.randint(14, 32)}°C | {r.randint(900, 9800)} reading now</span>
<h1>The Deccan Standard</h1></header><nav>\
{nav}</nav>
{_ticker(hour)}<div class="{c("tags")}"><b>Trending</b>{tags}</div>{meter}{breaking}
<div class="{c("main")}"><main>{_well(st, hour, r, c)}</main>{_rail(st, hour, r, c, now)}</div>
{_below(st, hour, r, c)}</div>
<footer>© {now.year} Deccan Standard Publications. Page served in {r.randint(80, 900)} ms. Grievance officer \
| Terms | Code of ethics | RSS</footer></body></html>"""


def _ad(slot: str, hour: int) -> str:
    r = Random(f"deccan ad {slot} {hour}")
    name, text, colour = r.choice(ADS)
    return (
        f"<!doctype html><html><head><meta charset='utf-8'></head><body style='margin:0;background:{colour};"
        f"color:#fff;font:22px Arial;text-align:center'>"
        f"<p style='margin:14px'><b>{e(name)}</b><br>{e(text)}</p><small>Ad {r.randint(1000, 9999)}</small>"
        f"</body></html>"
    )


def asset(path: str, hour: int) -> tuple[str, bytes] | None:
    path = path.partition("?")[0]
    m = re.fullmatch(r"/img/([a-z]\d+(?:-\d+)?)\.png", path)
    if m:  # the picture server cuts the crop a little differently each day
        return "image/png", draw(f"pic {m.group(1)}", shift=(hour // 24) % 3)
    m = re.fullmatch(r"/ads/(\w+)\.html", path)
    if m:
        return "text/html", _ad(m.group(1), hour).encode()
    return None


def truth(hour: int) -> str:
    return compare(TIMELINE[hour], TIMELINE[hour + 1])
