"""The front page of a Danish municipality before the local elections, whose news is what it announces."""

import re
from datetime import datetime, timedelta
from html import escape as e

from benchmarks.served_sites.nordhavn_kommune_billeder import billede, vaaben
from benchmarks.served_sites.nordhavn_kommune_stand import DAYS, STARTS_AT, nyheder, stand, truth
from benchmarks.served_sites.nordhavn_kommune_stil import CSS, JS
from benchmarks.served_sites.nordhavn_kommune_stoej import (
    DAGE,
    MDR,
    aabent,
    insta,
    kalender,
    mest_laest,
    opslag,
    selvbetjening,
    siden,
    slump,
    soegninger,
    tal,
    vejr,
)

__all__ = ["DAYS", "NAME", "STARTS_AT", "WHAT", "asset", "page", "truth"]

NAME = "nordhavn_kommune"
WHAT = (
    "The front page of a Danish municipality in the days before the local elections. News: announcements, "
    "road works, consultations, job openings, warnings and the service status, when they come, change in "
    "substance or are withdrawn. Not news: weather and water level, phone queue, self service tiles, most "
    "searched and most read, the social feeds, the calendar, campaign pictures, opening signs, days left "
    "and notices on cookies."
)
CSS_FEJL, NYHED_FEJL, JOB_FEJL, SOME_FEJL = {76, 185}, {147}, {57, 58, 171}, {98, 99, 100, 205}
NYT_DESIGN = 136  # genvejene bliver til fliser og flytter


def _dato(d: datetime) -> str:
    return f"{d.day}. {MDR[d.month - 1]} {d.year}"


def _slug(titel: str) -> str:
    t = titel.lower().replace("æ", "ae").replace("ø", "oe").replace("å", "aa").replace("é", "e")
    return re.sub(r"[^a-z0-9]+", "-", t).strip("-")


def _nyt_html(hour: int) -> str:
    ud = []
    liste = nyheder(hour)
    for i, n in enumerate(liste[:2] if hour in NYHED_FEJL else liste):
        stor = i == 0
        maal = "w=760&amp;h=420" if stor else "w=380&amp;h=210"
        rettet, kort = "", "" if i < 3 else ' class="kort"'
        if n.get("rettet"):
            t = n["rettet"]
            rettet = f' <span class="opd">Opdateret {t.day}.{t.month}. kl. {t:%H.%M}</span>'
        ud.append(f'''
                <article class="{"stor" if stor else "lille"}" data-udi="{n["id"]}">
                    <a href="/nyheder/{n["tid"]:%Y}/{_slug(n["titel"])}/"><img
                    src="/media/{n["billede"]}.jpg?{maal}&amp;mode=crop" alt=""></a>
                    <div class="ind">
                        <span class="maerke">{e(n["emne"])} | <time>{_dato(n["tid"])}</time></span>
                        <h3><a href="/nyheder/{n["tid"]:%Y}/{_slug(n["titel"])}/">{e(n["titel"])}</a></h3>
                        <p{kort}>{e(n["manchet"])}</p>
                        {rettet}
                    </div>
                </article>''')
    return f"""
    <section class="modul" id="nyt"><div class="wrap">
        <h2>Nyt fra kommunen</h2>
        <div class="nyt">{"".join(ud)}
        </div>
        <p><a href="/nyheder/">Se alle nyheder ({tal(1840 + len(stand(hour)["nyhed"]))})</a></p>
    </div></section>"""


def _drift_html(hour: int, nu: datetime) -> str:
    rk = stand(hour)["drift"]
    tjek = nu - timedelta(minutes=slump(hour, "tjek").randint(1, 9))
    if rk:
        li = "".join(
            f'<li><span class="prik roed"></span> <b>{e(d["titel"])}:</b> {e(d["tekst"])}</li>'
            for d in rk.values()
        )
    else:
        li = '<li><span class="prik groen"></span> Alt kører, som det skal.</li>'
    return f'<h2>Driftsstatus</h2><ul class="drift">{li}</ul><small>Senest tjekket kl. {tjek:%H.%M}</small>'


def _vej_html(hour: int) -> str:
    rk = []
    for v in sorted(stand(hour)["vej"].values(), key=lambda v: v["tid"], reverse=True):
        rk.append(
            f'<tr><td><span class="prik '
            f'{v["farve"]}"></span></td><td><b>{e(v["vej"])}</b><br>{e(v["hvad"])}</td>'
            f"<td>{v['fra']}</td><td>{v['til']}</td></tr>"
        )
    return (
        "<h2>Vejarbejde og spærringer</h2><table "
        'class="vej"><thead><tr><th></th><th>Sted</th><th>Fra</th><th>Til</th>'
        f"</tr></thead><tbody>{''.join(rk)}</tbody></table>"
    )


def _hoering_html(hour: int, nu: datetime) -> str:
    li = []
    for h in sorted(
        stand(hour)["hoering"].values(), key=lambda h: (h["frist"][1] == 1, h["frist"][1], h["frist"][0])
    ):
        d, m = h["frist"]
        frist = datetime(2026 if m == 1 else 2025, m, d)
        dage = (frist.date() - nu.date()).days
        rest = "sidste dag" if dage == 0 else "1 dag tilbage" if dage == 1 else f"{dage} dage tilbage"
        li.append(
            f'<li><a href="/hoeringer/{_slug(h["titel"])}">{e(h["titel"])}</a><small>Høringsfrist '
            f"{_dato(frist)} "
            f'<span class="nedtael">({rest})</span></small></li>'
        )
    return f'<h2>Høringer</h2><ul class="liste">{"".join(li)}</ul>'


def _job_html(hour: int) -> str:
    if hour in JOB_FEJL:
        return (
            '<h2>Ledige stillinger</h2><p class="hrm-fejl">Stillingerne kan ikke vises i øjeblikket. '
            "Prøv igen senere.</p>"
        )
    job = sorted(stand(hour)["job"].values(), key=lambda j: j["tid"], reverse=True)
    if slump(hour // 3, "joborden").random() < 0.35:  # HR-systemet sorterer somme tider efter titel
        job.sort(key=lambda j: j["titel"])
    li = "".join(
        f"<li><a "
        f'href="https://candidate.hrmgr.example/{j["id"]}'
        f'?sid={slump(hour, j["id"]).getrandbits(32):08x}">'
        f"{e(j['titel'])}</a><small>{e(j['sted'])} &middot; Frist "
        f"{j['frist'][0]:02d}-{j['frist'][1]:02d}-2025"
        "</small></li>"
        for j in job
    )
    return f'<h2>Ledige stillinger</h2><ul class="liste" data-hrm>{li}</ul>'


def _vejr_html(hour: int, nu: datetime) -> str:
    grad, vind, stand, ord_ = vejr(nu, hour)
    cyk = sum(
        slump(nu.strftime("%d"), f"c{t}").randint(4, 30) * (6 if 6 < t < 18 else 1)
        for t in range(nu.hour + 1)
    )
    sol = int(18200 + hour * 3.1 + slump(hour, "sol").randint(0, 2))
    return (
        f'<div class="vejrboks"><b>{grad}°</b> {ord_}<br>Vind {vind}<br>Vandstand i havnen: {stand:+d} '
        f"cm<br>"
        f"Cykler over Havnebroen i dag: {tal(cyk)}<br>Rådhusets solceller i år: {tal(sol)} kWh</div>"
    )


def _arr_html(nu: datetime) -> str:
    li = []
    for d, k, t, s in kalender(nu):
        naar = "I dag" if d == nu.day else "I morgen" if d == nu.day + 1 else f"{d}. nov."
        li.append(
            f"<li><b>{naar} kl. {k}</b><br><a "
            f'href="/kalender/{_slug(t)}">{e(t)}</a><small>{e(s)}</small></li>'
        )
    return f'<h2>Det sker</h2><ul class="liste">{"".join(li)}</ul>'


def _some_html(hour: int) -> str:
    kort = []
    for tekst, alder, syn, kom, svar, pic in [] if hour in SOME_FEJL else opslag(hour):
        kort.append(
            f"<div><small>Nordhavn Kommune &middot; {siden(alder)}</small><p>{e(tekst)}</p><img "
            f'src="/some/{pic}.jpg" '
            f'alt=""><small>{syn} synes godt om &middot; {kom} '
            f'kommentarer<br><i>"{e(svar)}"</i></small></div>'
        )
    gram = "".join(f'<img src="/some/{n}.jpg" alt="">' for n in insta(hour))
    return (
        f'\n    <section class="modul modul--sand"><div class="wrap"><h2>Følg os</h2><div '
        f'class="some">{"".join(kort)}</div>'
        f'<div class="insta">{gram}</div></div></section>'
    )


def _selv_html(hour: int, b: bool) -> str:
    flise = hour >= NYT_DESIGN
    li = "".join(f'<li><a href="/selvbetjening/{s}">{e(t)}</a></li>' for t, s in selvbetjening(hour, b))
    return (
        f'\n    <section class="modul modul--sand"><div '
        f'class="wrap"><h2>{"Klar dig selv" if flise else "Selvbetjening"}</h2>'
        f'<ul class="genveje{" genveje--flise" if flise else ""}">{li}</ul></div></section>'
    )


def _top_html(hour: int, nu: datetime) -> str:
    r = slump(hour, "top")
    ud = []
    if r.random() < 0.2:
        ud.append(
            '<div class="cookie-info" role="dialog"><div class="wrap"><h2>Vi bruger '
            "cookies</h2>Nordhavn Kommune bruger "
            "cookies til statistik og til at vise indhold fra sociale medier. Du kan altid ændre dit "
            "samtykke.<div "
            'class="knapper"><button>Kun nødvendige</button><button>Vælg selv</button><button '
            'class="ja">Tillad alle'
            "</button></div></div></div>"
        )
    if 60 <= hour < 190 and r.random() < 0.25:
        ud.append(
            '<div class="brugerundersoegelse"><div class="wrap">Hjælp os med at blive bedre: <a '
            'href="/svar">Svar på tre '
            f"spørgsmål om hjemmesiden</a>. {112 + hour * 3} har allerede svaret.</div></div>"
        )
    for v in stand(hour)["varsel"].values():
        ud.append(
            f'<div class="varsel" role="alert"><div '
            f'class="wrap"><strong>{e(v["titel"])}</strong><br>{e(v["tekst"])} '
            '<a href="/varsel">Læs mere</a></div></div>'
        )
    oppe, hint, vent, koe = aabent(nu)
    ud.append(
        f'<div class="top-linje"><div class="wrap"><span>{DAGE[nu.weekday()].capitalize()} den '
        f"{_dato(nu)}, kl. {nu:%H.%M}"
        f'</span><span class="sp"></span><span>Borgerservice: <b>{"Åbent" if oppe else "Lukket"}</b> '
        f"({hint})</span>"
        + (
            f'<span>Ventetid på telefonen: <b data-live="vent">-</b></span><span>I kø: <b '
            f'data-live="koe">-</b></span>'
            f'<script>window.nkLive={{"vent":"{vent} min.","koe":{koe}}}</script>'
            if oppe
            else ""
        )
        + "</div></div>"
    )
    return "\n".join(ud)


KAMPAGNER = [
    ("kamp1", "Bliv plejefamilie", "Kan du give et barn en hverdag?"),
    ("kamp2", "Sorter rigtigt i jul", "Gavepapir med glimmer er restaffald"),
    ("kamp3", "Vaccination", "Få vaccine mod influenza og covid-19 uden tidsbestilling"),
    ("kamp4", "Natteravn?", "Giv en aften om måneden til byens unge"),
]


def _hero_html(hour: int) -> str:
    pic, kt, ku = KAMPAGNER[slump(hour, "kampagne").randrange(4)]
    chips = "".join(f'<a href="/soeg?q={e(s)}">{e(s)}</a> ' for s in soegninger(hour))
    return f"""<div class="hero"><img src="/media/{pic}.jpg?w=1280&amp;h=330" alt="">
        <div class="hero__kamp"><b>{kt}</b><br><a href="/kampagne/{pic}">{ku}</a></div>
        <div class="hero__boks"><form action="/soeg"><input name="q"><button>Søg</button></form>
        <div class="soegte">Andre søger: {chips}</div></div>
    </div>"""


def _fod_html(hour: int, nu: datetime) -> str:
    return f"""\
<footer><div class="wrap"><div><b>Nordhavn Kommune</b><br>Rådhuspladsen 2<br>4595 Nordhavn</div><div>Telefon
59 00 12 00<br>CVR 29 18 90 99</div>
<div><a href="/was">Tilgængelighedserklæring</a><br><a href="/cookies">Cookies</a></div><div>Siden er hentet
{nu:%d.%m.%Y %H.%M}<br>Server NK-WEB0{1 + hour * 7 % 3}</div></div></footer>"""


def page(hour: int) -> str:
    nu = STARTS_AT + timedelta(hours=hour)
    b = slump(hour, "ab").random() < 0.3
    stil = (
        ""
        if hour in CSS_FEJL
        else (
            f'<link rel="stylesheet" href="/css/nk.min.css?v={4 if hour < NYT_DESIGN else 5}.{hour // 50}">'
        )
    )
    laest = "".join(
        f'<li><a href="/{_slug(t)}">{e(t)}</a></li>'
        for t in mest_laest(hour, [n["titel"] for n in stand(hour - 2)["nyhed"].values()][-7:])
    )
    selv, nyt = _selv_html(hour, b), _nyt_html(hour)
    dele = [nyt, selv] if (hour >= NYT_DESIGN) != b else [selv, nyt]
    status = f"""
    <section class="modul"><div class="wrap
    to"><div>{_vej_html(hour)}</div><div>
    {_drift_html(hour, nu)}<br>{_vejr_html(hour, nu)}</div></div></section>"""
    lister = [_hoering_html(hour, nu), _job_html(hour), _arr_html(nu)]
    if b:
        lister = [lister[2], lister[0], lister[1]]
    some = _some_html(hour)
    return f'''<!DOCTYPE html>
<html lang="da-DK">
<head>
    <meta charset="utf-8">
    <title>Nordhavn Kommune</title>
    <meta name="generator" content="Umbraco">
    <meta name="request-verification" content="{slump(hour, "csrf").getrandbits(96):024x}">
    {stil}
</head>
<body class="forside {"variant-b" if b else "variant-a"}" data-node="1061">
{_top_html(hour, nu)}
    <header class="hoved"><div class="wrap"><img src="/img/vaaben.png" alt="Nordhavn Kommune"><span
    class="navn">Nordhavn Kommune</span>
        <nav><a href="/borger">Borger</a><a href="/erhverv">Erhverv</a><a href="/politik">Politik</a><a
        href="/om">Om kommunen</a></nav></div></header>
    {_hero_html(hour)}
    {dele[0]}{dele[1]}{status}
    <section class="modul"><div class="wrap
    tre"><div>{lister[0]}</div><div>{lister[1]}</div><div>{lister[2]}</div></div></section>{some}
    <section class="modul"><div class="wrap"><h2>Mest læst lige nu</h2><ol>{laest}</ol>
        <p class="feedback">Fandt du det, du søgte? <button>Ja</button>
        <button>Nej</button></p></div></section>
{_fod_html(hour, nu)}
<script src="/scripts/nk.js"></script>
</body>
</html>
'''


def asset(path: str, hour: int) -> tuple[str, bytes] | None:
    fil, _, query = path.replace("&amp;", "&").partition("?")
    if fil == "/css/nk.min.css":
        return "text/css", CSS.encode()
    if fil == "/scripts/nk.js":
        return "application/javascript", JS.encode()
    if fil == "/img/vaaben.png":
        return "image/png", vaaben()
    m = re.fullmatch(r"/(media|some)/([a-z0-9]+)\.jpg", fil)
    if not m:
        return None
    maal = dict(p.split("=") for p in query.split("&") if "=" in p)
    return "image/jpeg", billede(m[2], int(maal.get("w", 380)), int(maal.get("h", 260)))
