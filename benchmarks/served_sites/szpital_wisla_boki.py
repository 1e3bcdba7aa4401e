"""The left and the right column of the hospital's page, in modules of its template."""

import random
from datetime import datetime
from typing import Any

from benchmarks.served_sites.szpital_wisla_chwila import PRZEBUDOWA, teraz
from benchmarks.served_sites.szpital_wisla_teksty import CZYTANE, obiad, opinie

BLAD_BAZY = (17, 93, 94, 160, 222)


def _mod(tytul: str, tresc: str, klasa: str = "") -> str:
    return f'<div class="moduletable{klasa}">\n<h3>{tytul}</h3>\n<div class="wn">\n{tresc}\n</div>\n</div>\n'


def lewa_kolumna(hour: int) -> str:
    t, rng = teraz(hour), random.Random(f"lewa {hour}")
    menu = "".join(
        f'<li><a href="/{k}">{v}</a></li>\n'
        for k, v in (
            ("oddzialy", "Oddziały"),
            ("poradnie", "Poradnie"),
            ("pracownie", "Pracownie diagnostyczne"),
            ("sor", "SOR"),
            ("pacjent", "Dla pacjenta"),
            ("przetargi", "Zamówienia publiczne"),
            ("praca", "Praca"),
            ("kontakt", "Kontakt"),
        )
    )
    pm = rng.randrange(9, 58)
    glosy = 1204 + hour * 2 + rng.randrange(2)
    tak = 61 + rng.randrange(3)
    moduly = [
        _mod("Menu", f'<ul class="menu">\n{menu}</ul>'),
        _mod("SOR – ilu pacjentów czeka", '<iframe src="/widget/sor.php" width="190" height="160"></iframe>'),
        _mod("Stan zapasów krwi", f'<table width="100%">{_krew(hour)}</table>'),
        _mod("Najczęściej czytane", _czytane(hour)),
        _mod(
            "Jakość powietrza",
            f"PM10: <b>{pm}</b> &micro;g/m<sup>3</sup><br />PM2,5: "
            f"<b>{pm * 6 // 10}</b><br />"
            f"Indeks: {'dobry' if pm < 35 else 'umiarkowany'}<br />Ciśnienie: {rng.randrange(996, 1026)} "
            f"hPa",
        ),
        _mod("Jadłospis na dziś", f"Obiad (dieta podstawowa): {obiad(t.day)}"),
        _mod(
            "Sonda",
            f"Czy korzysta Pan/i z e-rejestracji?<br />Tak: {tak}%<br />Nie: {100 - tak}%<br />"
            f"<small>oddano głosów: {glosy}</small>",
        ),
        _mod(
            "Licznik odwiedzin",
            f"Dziś: {t.hour * 61 + rng.randrange(60)}<br />Wczoraj: "
            f"{1300 + t.day * 17}<br />"
            f"Razem: {2_418_800 + hour * 63 + rng.randrange(50)}<br />Gości online: {rng.randrange(4, 70)}",
        ),
    ]
    if hour >= PRZEBUDOWA:
        moduly[2], moduly[5] = moduly[5], moduly[2]
    return '<div id="lewa">\n' + "".join(moduly) + "</div>\n"


def _krew(hour: int) -> str:
    return "".join(
        f"<tr><td>{g}</td><td>{random.Random(f'krew {g} {(hour + 22) // 6}').randrange(2, 41)} j.</td></tr>"
        for g in ("0 Rh+", "0 Rh-", "A Rh+", "A Rh-", "B Rh+", "B Rh-", "AB Rh+", "AB Rh-")
    )


def _czytane(hour: int) -> str:
    if hour in BLAD_BAZY:
        return "<p>Database error: 1205 Lock wait timeout exceeded; try restarting transaction</p>"
    czytane = random.Random(f"czytane {hour // 2}").sample(CZYTANE, 8)
    return "<ol>" + "".join(f"<li><a href='/a/{n}'>{c}</a></li>" for n, c in enumerate(czytane)) + "</ol>"


def _zamowienia(t: datetime, swiat: dict[str, Any]) -> str:
    zam = []
    for nr, z in sorted(swiat["zam"].items(), reverse=True):
        do = datetime.strptime(z["termin"], "%d.%m.%Y %H:%M")
        reszta = do - t
        if z["stan"]:
            info = f'<span class="stop">{z["stan"]}</span>'
        elif reszta.total_seconds() > 0:
            zostalo = (
                f"{reszta.days} dni" if reszta.days > 1 else f"{int(reszta.total_seconds() // 3600)} godz."
            )
            info = f"Składanie ofert do: <b>{z['termin']}</b><br />(pozostało: {zostalo})"
        else:
            info = f"Składanie ofert do: <b>{z['termin']}</b>"
        zam.append(
            f'<div class="przetarg"><a href="/zp/{nr[3:5]}">{nr}</a><br />{z["opis"]}<br />{info}</div>'
        )
    return "\n".join(zam)


def prawa_kolumna(hour: int, swiat: dict[str, Any]) -> str:
    praca = "".join(
        f'<li><a href="/praca">{p["co"]}</a><br /><small>{p["jak"]}</small></li>\n'
        for p in swiat["pra"].values()
    )
    wyd = "".join(
        f"<p><b>{w['kiedy']}</b> – {w['co']}</p>\n"
        for w in sorted(swiat["wyd"].values(), key=lambda w: (w["kiedy"][3:5], w["kiedy"][:2]))
    )
    gwiazdki = "".join(f"<p>{'&#9733;' * g} „{o}” <i>{i}</i></p>" for o, i, g in opinie(hour))
    ban = random.Random(f"ban {hour}").sample(
        [
            "fundacja-nad-wisla",
            "apteka-zdrowko",
            "1-5-procent",
            "pacjent-gov",
            "e-rejestracja",
            "dni-otwarte",
            "sklep-medyczny",
            "krwiodawcy",
        ],
        2,
    )
    male = [
        _mod("Opinie pacjentów", gwiazdki),
        _mod("Znajdź nas na Facebooku", '<iframe src="/widget/fb.php" width="200" height="330"></iframe>'),
        "".join(
            f'<a href="/out/{b}"><img src="/images/banery/{b}.jpg" width="220" height="110" '
            f'alt="{b}" /></a><br />\n'
            for b in ban
        ),
    ]
    random.Random(f"uklad {hour // 3}").shuffle(male)
    return (
        '<div id="prawa">\n'
        + male[0]
        + _mod("Zamówienia publiczne", _zamowienia(teraz(hour), swiat), " moduletable_czerw")
        + male[1]
        + _mod("Praca w szpitalu", f"<ul style='margin:0 0 0 14px;padding:0'>{praca}</ul>")
        + _mod("Wydarzenia", wyd)
        + male[2]
        + "</div>\n"
    )
