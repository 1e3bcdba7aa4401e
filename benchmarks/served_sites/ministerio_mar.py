"""Acts and notices of a Portuguese ministry of the sea, on an old site built of nested tables.

Hard is that a new standing of a listed act or one cell of the zone table is news, while countdowns, download counts,
live prices, campaigns and acts of other years that look new are not.
"""

import re
from collections.abc import Callable
from datetime import datetime, timedelta
from functools import lru_cache
from html import escape as e
from random import Random

from benchmarks.served_sites.ministerio_mar_acts import ZONAS
from benchmarks.served_sites.ministerio_mar_aside import (
    ANTIGOS,
    CAMPANHAS,
    LOTAS,
    PEIXES,
    PERGUNTAS,
    PORTOS,
    POST_A,
    POST_B,
    SABIA,
    SERVICOS,
    TERMOS,
)
from benchmarks.served_sites.ministerio_mar_state import (
    ATOS,
    ESTADOS,
    Estado,
    compara,
    data,
    terminado,
    titulo,
)
from benchmarks.served_sites.sun_pictures import draw

NAME = "ministerio_mar"
WHAT = (
    "Ministry notices (Portuguese) in nested tables, amid live prices, tides, campaigns, questions and "
    "rotating old acts. News: what is in force changes: an act is published in 'Atos e avisos', a listed "
    "act gets a new standing (prorogued, revoked, lifted) or a further document, or a zone in the bivalve "
    "table turns Aberta/Interdita (one cell). Typos, signatories, expiry of a deadline by the calendar "
    "and the maintenance notice are left out; ages, countdowns, 'Novo', download counts and order within "
    "a day are not news."
)
DAYS = 10
STARTS_AT = datetime(2025, 3, 10, 0, 0)
MENU = (
    "Início",
    "O Ministério",
    "Pescas",
    "Portos",
    "Ambiente marinho",
    "Apoios",
    "Legislação",
    "Contactos",
)
Nomes = Callable[[str], str]
MUDANCA = 158  # the hour of a new release of the portal: other class names and column widths
SEMANA = ["segunda-feira", "terça-feira", "quarta-feira", "quinta-feira", "sexta-feira", "sábado", "domingo"]


def _num(x: float, casas: int = 2) -> str:
    return f"{x:.{casas}f}".replace(".", ",")


def _cls(hora: int) -> Nomes:
    pre = "mm-" if hora < MUDANCA else "pt3_"
    return lambda nome: pre + nome


def _css(c: Nomes, hora: int) -> str:
    cor = "#0a3d62" if hora < MUDANCA else "#0b4a5f"
    return f"""
body{{margin:0;background:#e9eef1;font:14px Verdana,Arial,sans-serif;color:#222}} \
table{{border-collapse:collapse}} a{{color:{cor}}} td{{vertical-align:top}}
.{c("folha")}{{width:1140px;margin:0 auto;background:#fff}} .{c("topo")}{{background:{cor};color:#fff;\
padding:14px 20px;font-size:22px}}
.{c("menu")} td{{background:#d5e0e6;padding:8px 14px;font-size:13px}} .{c("faixa")}{{padding:0;\
text-align:center;background:#f7c948}}
.{c("caixa")}{{width:100%;border:1px solid #b8c6ce;margin-bottom:14px;font-size:12px}} .{c("caixa")} \
th{{background:#eef3f5;text-align:left;padding:6px}}
.{c("caixa")} td{{padding:4px 6px;border-top:1px solid #eee}} .{c("ato")} td{{border-top:1px solid #cfd8dc;\
padding:12px 8px}} .{c("num")}{{font-weight:bold}}
.{c("novo")}{{background:#c0392b;color:#fff;font-size:10px;padding:1px 5px}} .{c("pe")}{{color:#777;\
font-size:11px}} .{c("nota")}{{background:#fff4cf;padding:5px;margin:5px 0}}
.{c("aviso")}{{background:#fde3e1;padding:12px 20px}} h2{{font-size:19px;color:{cor};margin:10px 0}} \
p{{margin:5px 0}} iframe{{border:0}}
.{c("fim")}{{background:#37474f;color:#dde;padding:20px;font-size:12px}}
"""


def _ato(st: Estado, i: int, hora: int, c: Nomes) -> str:
    a = ATOS[i]
    dia = hora // 24
    novo = f' <span class="{c("novo")}">Novo</span>' if a.dia >= dia - 1 else ""
    prazo = st.prazo[i]
    if prazo is None:
        termo = "—"
    elif terminado(st, i, hora):
        termo = f"Terminou a {data(prazo)}"
    elif prazo == dia:
        termo = f"{data(prazo)}<br><small>termina hoje</small>"
    else:
        termo = (
            f"{data(prazo)}<br><small>{'falta 1 dia' if prazo - dia == 1 else f'faltam {prazo - dia} dias'}"
            f"</small>"
        )
    nota = f'<div class="{c("nota")}">{e(st.nota[i])}.</div>' if i in st.nota else ""
    anexo = f'<br><a href="/doc/{i}b.pdf">{e(st.anexos[i])}</a> (PDF)' if i in st.anexos else ""
    assina = a.assina2 if i in st.assinas else a.assina
    vezes = a.base + max(0, hora - a.dia * 24 - 9) * (1 + i % 5) // 2
    return (
        f'<tr class="{c("ato")}"><td width="120"><span class="{c("num")}">{a.tipo}<br>n.º {a.num}/2025</span>'
        f"<br>{data(a.dia)}{novo}</td>"
        f'<td><b><a href="/ato/{i}">{e(titulo(st, i))}</a></b><p>{e(a.resumo)}</p>{nota}'
        f'<span class="{c("pe")}"><a href="/doc/{i}.pdf">Texto integral</a> (PDF, {a.kb} KB, {vezes} '
        f"transferências){anexo} · {a.area} · {assina}</span></td>"
        f'<td width="110">{termo}</td></tr>'
    )


def _lista(st: Estado, hora: int, r: Random, c: Nomes) -> str:
    ids = list(st.lista)
    for k in range(len(ids) - 1):  # acts of one day have no fixed order in the database
        if ATOS[ids[k]].dia == ATOS[ids[k + 1]].dia and r.random() < 0.07:
            ids[k], ids[k + 1] = ids[k + 1], ids[k]
    return (
        f'<h2>Atos e avisos</h2><p class="{c("pe")}">A mostrar 22 de {1310 + max(st.lista)} registos · '
        f"gerado em {_num(r.uniform(0.1, 1.9))} s</p>"
        f'<table width="100%"><tr><th>Ato</th><th>Assunto</th><th>Prazo</th></tr>'
        + "".join(_ato(st, i, hora, c) for i in ids)
        + "</table>"
    )


def _zonas(st: Estado, r: Random, c: Nomes) -> str:
    linhas = "".join(
        f"<tr><td>{z}</td><td>{nome}</td><td>{esp}</td><td>{'Interdita' if st.zonas[z] else 'Aberta'}</td>"
        f"<td>{_num(r.uniform(13, 16.9), 1)} °C</td></tr>"
        for z, nome, esp in ZONAS
    )
    return (
        f'<table class="{c("caixa")}"><tr><th colspan="5">Zonas de produção de bivalves</th></tr>'
        f"<tr><td>Zona</td><td>Local</td><td>Espécie</td><td>Situação</td><td>Água agora</td></tr>{linhas}"
        f"</table>"
    )


def _cotacoes(hora: int, c: Nomes) -> str:
    dia, h = divmod(hora, 24)
    q = Random(f"lota {dia} {max(5, min(h, 17))}")
    linhas = "".join(
        f"<tr><td>{nome}</td>"
        + "".join(f"<td>{_num(p * q.uniform(0.75, 1.3))}</td>" for _ in LOTAS)
        + "</tr>"
        for nome, p in PEIXES[:8]
    )
    return (
        (
            f'<table class="{c("caixa")}"><tr><th colspan="5">Cotações da primeira venda (€/kg)</th></tr>'
            f"<tr><td>Espécie</td>"
        )
        + "".join(f"<td>{x}</td>" for x in LOTAS)
        + f"</tr>{linhas}</table>"
    )


def _esquerda(hora: int, r: Random, c: Nomes, agora: datetime) -> str:
    caixa = c("caixa")
    mais = "".join(
        f"<tr><td>{k}. {s}</td><td>{r.randint(120, 4900)}</td></tr>"
        for k, s in enumerate(r.sample(SERVICOS, 8), 1)
    )
    antigos = "".join(f"<tr><td>{e(x)}</td></tr>" for x in r.sample(ANTIGOS, 4))
    posts = "".join(
        (
            f"<tr><td>{r.choice(POST_A)}, {r.choice(POST_B)} {r.choice(TERMOS)}<br><i>há {r.randint(2, 59)}"
            f" minutos · {r.randint(3, 400)} gostos</i></td></tr>"
        )
        for _ in range(4)
    )
    mare = "".join(
        f"<tr><td>{p}</td><td>{_num(r.uniform(0.4, 3.8), 1)} m</td><td>{r.randint(4, 38)} km/h</td></tr>"
        for p in PORTOS
    )
    return (
        f'<table class="{caixa}"><tr><th colspan="2">Serviços mais procurados</th></tr>{mais}</table>'
        f'<table class="{caixa}"><tr><th colspan="3">Maré e vento às {agora:%H:%M}</th></tr>{mare}</table>'
        f'<table class="{caixa}"><tr><th>Do arquivo</th></tr>{antigos}</table>'
        f'<table class="{caixa}"><tr><th>Nas redes</th></tr>{posts}</table>'
        f'<table class="{caixa}"><tr><th>Sabia que…</th></tr><tr><td>{e(SABIA[(hora // 6) % len(SABIA)])}'
        f"</td></tr></table>"
        f'<iframe title="Vento" src="/widgets/vento.html" width="250" height="{r.choice([150, 150, 210])}">'
        f"</iframe>"
        f'<p class="{c("pe")}">Visitante n.º {4821300 + hora * 431 + r.randint(0, 300)}<br>Em linha: '
        f"{r.randint(20, 480)}<br>Sessão {r.getrandbits(32):08x}</p>"
    )


def _campanhas(r: Random) -> str:
    celulas = ""
    for t in r.sample(CAMPANHAS, 3):
        nome, texto = t.split("|")
        celulas += (
            f'<td width="33%" style="padding:8px"><img src="/imagens/campanha{CAMPANHAS.index(t)}.png" '
            f'width="100%" height="130" alt="" loading="lazy">'
            f"<b>{e(nome)}</b><p>{e(texto)}</p></td>"
        )
    return f'<h2>Em destaque</h2><table width="100%"><tr>{celulas}</tr></table>'


def _perguntas(r: Random) -> str:
    return "<h2>Perguntas frequentes</h2>" + "".join(
        f"<p><b>{e(a)}</b><br>{e(b)}</p>" for a, b in (x.split("|") for x in r.sample(PERGUNTAS, 5))
    )


def _faixa(r: Random, c: Nomes) -> str:
    altura = r.choice([0, 0, 60, 60, 130, 190])
    if not altura:
        return ""
    return (
        f'<div class="{c("faixa")}"><img src="/imagens/faixa{r.randint(0, 4)}.png" width="1140" '
        f'height="{altura}" alt="Campanha"></div>'
    )


def _manutencao(st: Estado, c: Nomes) -> str:
    if not st.manut:
        return ""
    return (
        f'<div class="{c("aviso")}">O Balcão do Mar pode estar lento por motivo de manutenção. '
        "Agradecemos a compreensão.</div>"
    )


@lru_cache(maxsize=8)
def page(hour: int) -> str:
    st, r, c = ESTADOS[hour], Random(f"ruido do mar {hour}"), _cls(hour)
    agora = STARTS_AT + timedelta(hours=hour, minutes=r.randint(0, 3), seconds=r.randint(0, 59))
    faixa, bolachas = _faixa(r, c), ""
    if r.random() < 0.3:
        bolachas = (
            f'<div class="{c("pe")}" style="padding:14px 20px;background:#f1f1f1">Este portal usa testemunhos de '
            "conexão. <button>Aceitar</button> <button>Recusar</button></div>"
        )
    menu = "".join(f"<td><a href='/m{k}'>{x}</a></td>" for k, x in enumerate(MENU))
    larguras = (262, 878) if hour < MUDANCA else (282, 858)
    saudacao = (
        "Boa noite" if agora.hour < 6 or agora.hour >= 20 else "Bom dia" if agora.hour < 12 else "Boa tarde"
    )
    return f"""<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" \
"http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">
<html lang="pt"><head><meta charset="utf-8"><title>Ministério do Mar e das Pescas – Atos e avisos</title>
<meta name="generator" content="PortalGov 2.{3 if hour < MUDANCA else 4}"><style>{_css(c, hour)}</style>\
</head><body>
<div class="{c("folha")}">{bolachas}{faixa}
<div class="{c("topo")}">Ministério do Mar e das Pescas<br><small id="relogio">&nbsp;</small></div>
<table class="{c("menu")}" width="100%"><tr>{menu}</tr></table>{_manutencao(st, c)}
<table width="100%"><tr><td width="{larguras[0]}" style="padding:12px">{_esquerda(hour, r, c, agora)}</td>
<td width="{larguras[1]}" style="padding:12px">{_campanhas(r)}
{_lista(st, hour, r, c)}
{_zonas(st, r, c)}
{_cotacoes(hour, c)}
{_perguntas(r)}</td></tr></table>
<div class="{c("fim")}">Página consultada em {agora:%d/%m/%Y} às {agora:%H:%M:%S} · Servidor \
web{r.randint(1, 6):02d} · Acessibilidade · Mapa do portal · Proteção de dados</div></div>
<script>document.getElementById("relogio").textContent="{saudacao}. {SEMANA[agora.weekday()].capitalize()}, \
{agora:%d/%m/%Y}, {agora:%H:%M} · Lisboa {r.randint(9, 19)} °C";</script>
</body></html>"""


def asset(path: str, hour: int) -> tuple[str, bytes] | None:
    path = path.partition("?")[0]
    m = re.fullmatch(r"/imagens/(faixa|campanha)(\d+)\.png", path)
    if m:
        return "image/png", draw(
            f"imagem {m.group(1)}{m.group(2)}", *((380, 60) if m.group(1) == "faixa" else (192, 120))
        )
    if path == "/widgets/vento.html":
        r = Random(f"vento {hour}")
        seta = r.randint(0, 359)
        return "text/html", (
            f"<!doctype html><html><head><meta charset='utf-8'></head><body style='margin:6px;font:13px "
            f"Arial'>Vento em {r.choice(PORTOS)}: "
            f"{r.randint(3, 45)} km/h<br><svg width='90' height='90' viewBox='0 0 90 90'><circle cx='45' "
            f"cy='45' r='40' fill='#dbe9f1'/>"
            f"<path d='M45 10 L55 60 L45 50 L35 60 Z' transform='rotate({seta} 45 45)' fill='#0a3d62'/></svg>"
            f"</body></html>"
        ).encode()
    return None


def truth(hour: int) -> str:
    return compara(hour)
