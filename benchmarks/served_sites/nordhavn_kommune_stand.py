"""When the municipality publishes, and what the published part of its page says at an hour."""

from datetime import datetime, timedelta
from functools import cache
from typing import Any

from benchmarks.served_sites.nordhavn_kommune_texts import (
    DRIFT,
    FREM,
    HOERINGER,
    JOB,
    NYHEDER,
    RET,
    UDLOEB_VEJ,
    VARSLER,
    VEJE,
)

DAYS = 10
STARTS_AT = datetime(2025, 11, 6, 13)
SVAERHED = {"important": 2, "left out": 1, "unimportant": 0}
Raekke = dict[str, Any]
Haendelse = tuple[datetime, str, str, Raekke | None, str]


def _kl(tid: tuple[int, str] | tuple[int, str, int]) -> datetime:
    t, m = tid[1].split(".")
    return datetime(2025, tid[2] if len(tid) > 2 else 11, tid[0], int(t), int(m))


def _besoeg(nu: datetime) -> int:
    return -((STARTS_AT - nu) // timedelta(hours=1))


def _udloeb(slags: str, id_: str, frist: tuple[int, int]) -> list[Haendelse]:
    if frist[1] == 11 and frist[0] < 16:
        return [(datetime(2025, 11, frist[0] + 1), slags, id_, None, "left out")]
    return []


@cache
def _haendelser() -> list[Haendelse]:
    ud: list[Haendelse] = []
    for id_, tid, emne, titel, manchet in NYHEDER:
        ud.append(
            (_kl(tid), "nyhed", id_, dict(emne=emne, titel=titel, manchet=manchet, billede=id_), "important")
        )
    for id_, tid, vej, hvad, fra, til, farve in VEJE:
        ud.append(
            (_kl(tid), "vej", id_, dict(vej=vej, hvad=hvad, fra=fra, til=til, farve=farve), "important")
        )
    for id_, tid, titel, frist in HOERINGER:
        ud.append((_kl(tid), "hoering", id_, dict(titel=titel, frist=frist), "important"))
        ud += _udloeb("hoering", id_, frist)
    for id_, tid, titel, sted, frist in JOB:
        ud.append((_kl(tid), "job", id_, dict(titel=titel, sted=sted, frist=frist), "important"))
        ud += _udloeb("job", id_, frist)
    for id_, dag in UDLOEB_VEJ.items():
        ud.append((datetime(2025, 11, dag), "vej", id_, None, "left out"))
    for id_, tid, titel, tekst in VARSLER:
        ud.append((_kl(tid), "varsel", id_, dict(titel=titel, tekst=tekst), "important"))
    for id_, tid, titel, tekst in DRIFT:
        ud.append((_kl(tid), "drift", id_, dict(titel=titel, tekst=tekst), "important"))
    for tid, slags, id_, felter, dom in RET:
        ud.append((_kl(tid), slags, id_, felter, dom))
    for tid, valgt in FREM:
        ud.append((_kl(tid), "frem", "frem", {"valgt": valgt}, "left out"))
    return sorted(ud, key=lambda x: x[0])


@cache
def stand(hour: int) -> dict[str, dict[str, Raekke]]:
    st: dict[str, dict[str, Raekke]] = {
        s: {} for s in ("nyhed", "vej", "hoering", "job", "varsel", "drift", "frem")
    }
    nu = STARTS_AT + timedelta(hours=hour)
    for tid, slags, id_, felter, _ in _haendelser():
        if tid > nu:
            break
        if felter is None:
            st[slags].pop(id_, None)
        elif id_ in st[slags]:
            st[slags][id_] = {**st[slags][id_], **felter, "rettet": tid}
        else:
            st[slags][id_] = {**felter, "tid": tid, "id": id_}
    return st


def nyheder(hour: int) -> list[Raekke]:
    st = stand(hour)
    alle = sorted(st["nyhed"].values(), key=lambda n: n["tid"], reverse=True)
    frem = st["frem"].get("frem", {}).get("valgt")
    alle.sort(key=lambda n: n["id"] != frem)
    return alle[:5]


def truth(hour: int) -> str:
    domme = [h[4] for h in _haendelser() if _besoeg(h[0]) == hour + 1]
    return max(domme, key=SVAERHED.__getitem__, default="unimportant")
