"""The front page of a Mexican regional newspaper in the days of a storm, whose news is the newsroom's own stories."""

import re
from datetime import datetime, timedelta
from functools import cache
from html import escape as e
from typing import Any

from benchmarks.served_sites import lumbrera_diario_ruido as ru
from benchmarks.served_sites.lumbrera_diario_estilo import CSS
from benchmarks.served_sites.lumbrera_diario_fotos import anuncio, foto, logo
from benchmarks.served_sites.lumbrera_diario_texts import CAMBIOS, NOTAS, VIVO, VIVO_FIN, VIVO_TITULO

__all__ = ["DAYS", "NAME", "STARTS_AT", "WHAT", "asset", "page", "truth"]

NAME = "lumbrera_diario"
WHAT = (
    "The front page of a regional newspaper in the centre of Mexico, from a middling content system, in "
    "the days of a tropical storm and of the 16th of September. News: the newsroom's own stories (lead, "
    "second stories, region, sport, short notices, the live block of the storm), their updates, "
    "corrections and withdrawals. Not news: the agency's show business and advice pieces that come in by "
    "themselves each hour, most read, comments, posts, columns, horoscope, exchange rates, weather, dam "
    "gauge, gallery, advertisements, subscription notices."
)
DAYS = 10
STARTS_AT = datetime(2025, 9, 9, 6)
SIN_ESTILO, REGION_CORTA, SIN_LEIDO, SIN_FOTOS_AG = {44, 190}, {92, 93, 208}, {31, 159, 160}, {120}
CANCHA = 150  # desde aquí la caja de deportes es nueva
SECCION = {str(n[0]): n[3] for n in NOTAS}
PESO = {"unimportant": 0, "left out": 1, "important": 2}
Nota = dict[str, Any]


def _h(t: tuple[int, str]) -> datetime:
    return datetime(2025, 9, t[0], int(t[1][:2]), int(t[1][3:]))


@cache
def _diario() -> list[tuple[datetime, int, Nota | None, str]]:
    """(hora, clave, cambio o None, veredicto), en orden."""
    d: list[tuple[datetime, int, Nota | None, str]] = [
        (
            _h(t),
            i,
            dict(id=i, lugar=lu, seccion=s, titulo=ti, sumario=su, foto=str(i), hora=_h(t)),
            "important",
        )
        for i, t, lu, s, ti, su in NOTAS
    ]
    d += [
        (_h(t), n + 1, dict(id=n + 1, lugar="V", titulo=x, hora=_h(t)), "important")
        for n, (t, x) in enumerate(VIVO)
    ]
    d += [(_h(t), i, c, v) for t, i, c, v in CAMBIOS]
    d += [(_h(VIVO_FIN), n + 1, None, "left out") for n in range(len(VIVO))]
    return sorted(d, key=lambda x: (x[0], x[1]))


@cache
def _notas(hour: int) -> list[Nota]:
    ahora = STARTS_AT + timedelta(hours=hour)
    notas: dict[int, Nota] = {}
    for hora, clave, cambio, _ in _diario():
        if hora > ahora:
            break
        if cambio is None:
            notas.pop(clave, None)
        elif clave in notas:
            notas[clave] = {**notas[clave], **cambio}
        else:
            notas[clave] = cambio
    return sorted(notas.values(), key=lambda n: n["hora"], reverse=True)


@cache
def _portada(hour: int) -> dict[str, list[Nota]]:
    n = _notas(hour)
    de = {lu: [x for x in n if x["lugar"] == lu] for lu in "PSRADV"}
    segundas = sorted(de["S"] + de["P"][1:], key=lambda x: x["hora"], reverse=True)[:3]
    return dict(P=de["P"][:1], S=segundas, R=de["R"][:5], A=de["A"][:5], D=de["D"][:3], V=de["V"])


def truth(hour: int) -> str:
    v = [PESO[x[3]] for x in _diario() if -((STARTS_AT - x[0]) // timedelta(hours=1)) == hour + 1]
    return list(PESO)[max(v, default=0)]


def _fecha(t: datetime) -> str:
    meses = [
        "enero",
        "febrero",
        "marzo",
        "abril",
        "mayo",
        "junio",
        "julio",
        "agosto",
        "septiembre",
        "octubre",
        "noviembre",
        "diciembre",
    ]
    return f"{ru.DIAS[t.weekday()]} {t.day} de {meses[t.month - 1]} de {t.year}"


def _liga(n: Nota) -> str:
    return f"/nota.php?id={n['id']}&amp;sec={n['seccion'][:3].lower()}"


def _coment(n: Nota, hour: int, ahora: datetime) -> int:
    horas = max(0, (ahora - n["hora"]).total_seconds() / 3600)
    return int(ru.az(n["id"], "nc").randint(2, 40) * horas**0.6)


def _principal(hour: int, ahora: datetime, b: bool) -> str:
    o = []
    p = _portada(hour)
    for n in p["P"]:
        o.append(f'<div class="principal{" lado" if b else ""}"><!-- mod_principal v2 -->')
        img = f'<a href="{_liga(n)}"><img src="/fotos/2025/09/{n["foto"]}_g.jpg" alt="{e(n["titulo"])}"></a>'
        o.append(
            img + f'<span class="sec">{e(n["seccion"])}</span>'
            if not b
            else img + f'<span class="sec">{e(n["seccion"])}</span> '
        )
        o.append(f'<h2><a href="{_liga(n)}">{e(n["titulo"])}</a></h2><p>{e(n["sumario"])}</p>')
        o.append(
            f'<div class="meta">Redacción / {n["hora"]:%d/%m/%Y %H:%M} hrs. | {_coment(n, hour, ahora)} '
            f"comentarios"
            '</div><div class="limpia"></div></div>'
        )
    o.append('<div class="segundas">')
    for k, n in enumerate(p["S"]):
        min_ = int((ahora - n["hora"]).total_seconds() // 60)
        o.append(
            f'<div class="segunda{" u" if k == 2 else ""}"><img src="/fotos/2025/09/{n["foto"]}_m.jpg" '
            f'alt="">'
            f'<span class="sec">{e(n["seccion"])}</span><h3><a '
            f'href="{_liga(n)}">{e(n["titulo"])}</a></h3>'
            f'<p>{e(n["sumario"])}</p><div class="meta">{ru.hace(min_)} | {_coment(n, hour, ahora)} '
            f"coment.</div></div>"
        )
    o.append("</div>")
    return "\n".join(o)


def _vivo(hour: int) -> str:
    v = _portada(hour)["V"]
    if not v:
        return ""
    li = "".join(f"<li><b>{n['hora']:%H:%M}</b> {e(n['titulo'])}</li>" for n in v)
    return f'<div class="mod vivo"><h4>{e(VIVO_TITULO)}</h4><ul>{li}</ul></div>'


def _almomento(hour: int, ahora: datetime) -> str:
    li = []
    for n in _portada(hour)["A"]:
        cuando = f"{n['hora']:%H:%M}" if n["hora"].date() == ahora.date() else f"{n['hora']:%d/%m}"
        li.append(f'<li><b>{cuando}</b> <a href="{_liga(n)}">{e(n["titulo"])}</a></li>')
    return f'<div class="mod almomento"><h4>Al momento</h4><ul>{"".join(li)}</ul></div>'


def _region(hour: int) -> str:
    r = _portada(hour)["R"]
    li = "".join(
        f'<li><span class="sec">{e(n["seccion"])}</span><br><a href="{_liga(n)}">{e(n["titulo"])}</a></li>'
        for n in (r[:2] if hour in REGION_CORTA else r)
    )
    return f"<h4>Región</h4><ul>{li}</ul>"


def _deportes(hour: int) -> str:
    clase, titulo = ("mod tarjetas", "Cancha") if hour >= CANCHA else ("mod", "Deportes")
    li = "".join(
        f'<li><span class="sec">{e(n["seccion"])}</span><br><a '
        f'href="{_liga(n)}"><b>{e(n["titulo"])}</b></a> '
        f"{e(n['sumario'])}</li>"
        for n in _portada(hour)["D"]
    )
    return f'<div class="{clase}"><h4>{titulo}</h4><ul>{li}</ul><div class="limpia"></div></div>'


def _agencia(hour: int) -> str:
    li = []
    for t, f, horas in ru.agencia(hour, 6):
        pic = "" if hour in SIN_FOTOS_AG else f'<img src="/agencia/{f}.jpg" alt="">'
        li.append(
            f"<li>{pic}<a "
            f'href="/tendencias/{re.sub("[^a-z0-9]+", "-", t.lower())[:40]}">{e(t)}</a><div '
            f'class="meta">Agencia Farol | '
            f"{'hace unos minutos' if not horas else ru.hace(horas * 60)}</div></li>"
        )
    return f'<h4>Espectáculos y tendencias</h4><ul class="ag">{"".join(li)}</ul>'


def _anuncio(hour: int, zona: str) -> str:
    return (
        f'<div class="anuncio">PUBLICIDAD<br><iframe src="/anuncios/frame.php?z={zona}&amp;r='
        f'{ru.az(hour, zona).randrange(10**6)}" '
        f"{'width=970 height=130' if zona == 'top' else 'width=300 height=250'}"
        ' scrolling="no"></iframe></div>'
    )


def _columna(hour: int, ahora: datetime) -> str:
    titulos = [n["titulo"] for n in _notas(hour - 1) if n["lugar"] in "PSRA"][:9]
    o = [_anuncio(hour, "lat1"), _almomento(hour, ahora)]
    if hour not in SIN_LEIDO:
        li = "".join(
            f'<li>{i}. <a href="#">{e(t)}</a> <span>{v:,} lecturas</span></li>'
            for i, (t, v) in enumerate(ru.leido(hour, titulos), 1)
        )
        o.append(f'<div class="mod leido"><h4>Lo más leído</h4><ul>{li}</ul></div>')
    usd, eur, bmv, var = ru.mercado(hour, ahora)
    g, cielo, lluvia = ru.clima(hour, ahora)
    o.append(
        f'<div class="mod"><h4>Indicadores</h4><table class="datos"><tr><td>Dólar '
        f"ventanilla<td>${usd}<tr><td>Euro<td>"
        f"${eur}<tr><td>IPC<td>{bmv} ({var})<tr><td>San Jerónimo<td>{g}&deg;C {cielo}<tr><td>Prob. de "
        f"lluvia<td>{lluvia}%"
        f"<tr><td>Presa El Fresno (medidor)<td>{ru.presa(hour)}%</table></div>"
    )
    dia = ahora.toordinal() - (ahora.hour < 5)
    o.append(
        f'<div class="mod carton"><h4>El cartón</h4><img src="/fotos/carton/{dia % 40}.jpg" '
        f'alt="Cartón"></div>'
    )
    o.append(
        f'<div class="mod galeria"><h4>Galería</h4><img src="/fotos/galeria/{hour * 5 % 9}.jpg" '
        f'alt=""><div class="meta">'
        f"Foto {hour * 5 % 9 + 1} de 9</div></div>"
    )
    r = ru.az(dia, "col")
    col = "".join(
        f'<p><i>{a}</i> | {c}<br><a href="/opinion/{dia}"><b>{t}</b></a></p>'
        for (a, c), t in zip(r.sample(ru.COLUMNAS, 4), r.sample(ru.TEMAS, 4), strict=True)
    )
    o.append(f'<div class="mod opina"><h4>Opinión</h4>{col}</div>')
    li = "".join(
        f'<li><b>{e(n)}</b>: {e(d)} <span class="meta">en "{e(t[:34])}..." {ru.hace(m)}</span></li>'
        for n, d, t, m in ru.comentarios(hour, titulos)
    )
    o.append(f'<div class="mod com"><h4>Los lectores dicen</h4><ul>{li}</ul></div>')
    li = "".join(
        f'<li>{e(t)}<br><span class="meta">{ru.hace(m)} | {rt} RT</span></li>' for t, m, rt in ru.tuits(hour)
    )
    o.append(f'<div class="mod"><h4>@DiarioLumbrera</h4><ul>{li}</ul></div>' + _anuncio(hour, "lat2"))
    return "\n".join(o)


def _avisos(hour: int) -> str:
    r, o = ru.az(hour, "aviso"), ""
    if r.random() < 0.15:
        o += (
            '<div class="avisocookies">Usamos cookies propias y de terceros para mostrarle publicidad. Si '
            "continúa "
            'acepta nuestro <a href="/aviso" style="color:#fff"><u>Aviso de Privacidad</u></a>. '
            "<button>OK</button></div>"
        )
    if r.random() < 0.22:
        o += (
            '<div class="suscribe"><b>'
            + r.choice(
                [
                    "¡Suscríbete por solo $49 al mes!",
                    "Recibe gratis nuestro boletín",
                    "Únete a nuestro canal y entérate primero",
                ]
            )
            + "</b><br>El periodismo de tu tierra te necesita <button>Quiero</button> <button>Ahora "
            "no</button></div>"
        )
    return o


def _encuesta(hour: int, ahora: datetime) -> str:
    horo = ru.az(ahora.toordinal(), "horo")
    signo = ru.SIGNOS[hour % 12]
    si, no = 210 + hour * 4, 388 + hour * 5 + ru.az(hour, "enc").randrange(4)
    return f"""\
<div class="mod"><h4>Encuesta</h4>¿Debe cobrarse el estacionamiento en el centro? Sí: {si:,} votos
({si * 100 // (si + no)}%) No: {no:,} votos</div>
<div class="mod"><h4>Horóscopo</h4><b>{signo}:</b> {ru.SUERTE[(horo.randrange(6) + hour) % 6]}. Número de la
suerte: {horo.randint(1, 56) + hour % 5}</div>"""


def _pie(hour: int) -> str:
    return f"""\
<div id="pie">Cía. Editorial de la Lumbrera, S.A. de C.V. Todos los derechos reservados. | Página generada en
{ru.az(hour, "gen").uniform(0.08, 1.9):.3f} s | Visitas:
{8412007 + hour * 733 + ru.az(hour, "v").randrange(400):,}</div>"""


SECCIONES = (
    "Inicio",
    "Local",
    "Región",
    "Policiaca",
    "Campo",
    "Deportes",
    "Opinión",
    "Gente",
    "Clasificados",
)


def page(hour: int) -> str:
    ahora = STARTS_AT + timedelta(hours=hour)
    b, inv = ru.az(hour // 2, "ab").random() < 0.25, ru.az(hour, "inv").random() < 0.08
    css = (
        ""
        if hour in SIN_ESTILO
        else (f'<link href="/plantillas/lumbrera/estilo.css?{20250801 + hour // 150}" rel="stylesheet">')
    )
    reg = f'<div class="mod mitad">{_region(hour)}</div>'
    age = f'<div class="mod mitad u">{_agencia(hour)}</div>'
    if b:
        reg, age = age.replace("mitad u", "mitad"), reg.replace("mitad", "mitad u")
    menu = "".join(f'<a href="/{m.lower()}">{m}</a>' for m in SECCIONES)
    return f'''<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN"
    "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">
<html xmlns="http://www.w3.org/1999/xhtml" lang="es-MX">
<head>
<meta http-equiv="Content-Type" content="text/html; charset=utf-8" />
<meta http-equiv="refresh" content="900" />
<title>El Diario de la Lumbrera - {_fecha(ahora)}</title>
{css}
</head>
<body>
{_avisos(hour)}
<div id="pagina"{' class="inv"' if inv else ""}>
<div id="barra"><span class="izq">San Jerónimo de la Lumbrera, {_fecha(ahora)} | {ahora:%H:%M} hrs.</span>
<span class="der">Al aire: <b>{ru.RADIO[ahora.hour * 9 // 24]}</b> 98.3 FM |
{ru.az(hour, "online").randint(80, 1900):,} lectores en línea</span></div>
<div id="cabeza"><img src="/plantillas/lumbrera/logo.png" alt="" /><h1>El Diario de la Lumbrera</h1><span
class="lema">Desde 1951. Año {74}, núm. {26610 + hour // 24:,}</span></div>
<div id="menu">{menu}</div>
{_anuncio(hour, "top")}
<div id="col1">
{_principal(hour, ahora, b)}
{_vivo(hour)}
{reg}
{age}
<div class="limpia"></div>
{_deportes(hour)}
{_encuesta(hour, ahora)}
</div>
<div id="col2">
{_columna(hour, ahora)}
</div>
<div class="limpia"></div>
{_pie(hour)}
</div>
</body>
</html>
'''


def asset(path: str, hour: int) -> tuple[str, bytes] | None:
    ruta = path.replace("&amp;", "&").partition("?")[0]
    if ruta == "/plantillas/lumbrera/estilo.css":
        return "text/css", CSS.encode()
    if ruta == "/plantillas/lumbrera/logo.png":
        return "image/png", logo()
    if ruta == "/anuncios/frame.php":
        zona = (re.findall(r"z=(\w+)", path) or ["lateral"])[0]
        n, (w, h) = (
            ru.az(hour, "ad" + zona).randrange(len(ru.ANUNCIOS)),
            (970, 130) if zona == "top" else (300, 250),
        )
        marca, lema, color = ru.ANUNCIOS[n]
        return "text/html", (
            f'<html><head><meta charset="utf-8"></head><body '
            f'style="margin:0;font-family:Arial"><div style='
            f'"position:relative"><img src="/anuncios/b{n}_{w}x{h}.jpg"><div '
            f'style="position:absolute;left:12px;'
            f'top:20px;background:#fff;padding:6px 12px"><b '
            f'style="font-size:22px;color:{color}">{marca}</b><br>'
            f"{lema}</div></div></body></html>"
        ).encode()
    m = re.fullmatch(r"/anuncios/b(\d)_(970|300)x(130|250)\.jpg", ruta)
    if m:
        return "image/jpeg", anuncio(int(m[1]), ru.ANUNCIOS[int(m[1])][2], int(m[2]), int(m[3]))
    m = re.fullmatch(r"/fotos/2025/09/(\w+)_([gm])\.jpg", ruta)
    if m:
        return "image/jpeg", foto(
            m[1], *((640, 380) if m[2] == "g" else (320, 200)), tema=SECCION.get(m[1][:5], "")
        )
    m = re.fullmatch(r"/agencia/(\w+)\.jpg|/fotos/(carton|galeria)/(\d+)\.jpg", ruta)
    return m and (
        "image/jpeg",
        foto(m[1] or m[2] + m[3], *((220, 140) if m[1] else (310, 220)), tema="agencia" if m[1] else ""),
    )
