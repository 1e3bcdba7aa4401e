"""When the paper publishes, and what its news columns say at an hour."""

import random
from datetime import datetime, timedelta
from functools import lru_cache
from typing import TypedDict

from benchmarks.served_sites.gokcekiyi_haber import (
    GELISMELER,
    HABERLER,
    HATALAR,
    ILK,
    IMZALAR,
    MANSET_ALTI,
    RESIMLER,
)
from benchmarks.served_sites.gokcekiyi_havuz import YAZARLAR

DAYS = 10
STARTS_AT = datetime(2025, 11, 3, 0, 0)  # a Monday
OZETLI, LISTE = 10, 18  # ten stories with a summary, then eight headlines
LAST = 24 * DAYS - 1
NEVER = 24 * DAYS + 999
STOK = {"TRAFİK": 501, "SPOR": 502, "TARIM": 503}  # sections that mostly use one file picture


class Takvim(TypedDict):
    """By a story's number the hour in which something happens to it."""

    yayin: dict[int, int]
    hata: dict[int, int]
    imza: dict[int, int]
    resim: dict[int, int]
    serit: dict[int, int]
    gelisme: dict[int, list[int]]


class Haber(TypedDict):
    """A story as it stands in the list; what is shown may hold a slip of the pen."""

    index: int
    section: str
    title: str
    text: str
    shown_title: str
    shown: str
    picture: int
    author: str
    at: int


def _agirlik(hour: int) -> float:
    when = STARTS_AT + timedelta(hours=hour)
    weight = next(
        weight for end, weight in ((6, 0.15), (9, 1.5), (19, 5), (22, 2), (24, 0.6)) if when.hour < end
    )
    return weight * (0.6 if when.weekday() >= 5 else 1)


@lru_cache(maxsize=1)
def takvim() -> Takvim:
    rng = random.Random("gokcekiyi-takvim-5")
    count = len(HABERLER) - ILK
    hours = rng.choices(range(2, LAST - 1), [_agirlik(hour) for hour in range(2, LAST - 1)], k=count)
    out: Takvim = {"yayin": {}, "hata": {}, "imza": {}, "resim": {}, "serit": {}, "gelisme": {}}
    for index in range(ILK):
        out["yayin"][index] = -5 * (ILK - index) + rng.randint(-2, 2)
    for index, hour in zip(range(ILK, len(HABERLER)), sorted(hours), strict=True):
        out["yayin"][index] = hour
    for hours_of, indices in (
        (out["hata"], list(HATALAR)),
        (out["imza"], list(IMZALAR)),
        (out["resim"], list(RESIMLER)),
    ):
        for index in indices:
            hours_of[index] = out["yayin"][index] + rng.randint(1, 3)
    for index in MANSET_ALTI:
        out["serit"][index] = out["yayin"][index] + rng.randint(3, 6)
    for index, steps in GELISMELER.items():
        out["gelisme"][index] = [out["yayin"][index] + step[0] for step in steps]
    return out


def haberler(hour: int) -> list[Haber]:
    """The listed stories, newest first."""
    plan = takvim()
    out: list[Haber] = []
    order = sorted(
        (index for index, at in plan["yayin"].items() if at <= hour),
        key=lambda index: (-plan["yayin"][index], -index),
    )
    for index in order[:LISTE]:
        section, title, text = HABERLER[index]
        for at, (_, new_title, new_text) in zip(
            plan["gelisme"].get(index, []), GELISMELER.get(index, []), strict=True
        ):
            if at <= hour:
                title, text = new_title, new_text
        shown_title, shown = title, text
        if index in HATALAR and hour < plan["hata"][index]:
            right, wrong, where = HATALAR[index]
            if where:
                shown = text.replace(right, wrong)
            else:
                shown_title = title.replace(right, wrong)
        picture = STOK[section] if section in STOK and index % 4 else index
        if plan["resim"].get(index, NEVER) <= hour:
            picture = 200 + index
        author = IMZALAR[index] if plan["imza"].get(index, NEVER) <= hour else "Haber Merkezi"
        out.append(
            {
                "index": index,
                "section": section,
                "title": title,
                "text": text,
                "shown_title": shown_title,
                "shown": shown,
                "picture": picture,
                "author": author,
                "at": plan["yayin"][index],
            }
        )
    return out


def serit(hour: int) -> str:
    """The headline in the red strip, or nothing: it always stands in the list as well."""
    plan = takvim()
    hanging = [index for index in MANSET_ALTI if plan["yayin"][index] <= hour < plan["serit"][index]]
    if not hanging:
        return ""
    newest = max(hanging, key=lambda index: plan["yayin"][index])
    return next(story["shown_title"] for story in haberler(hour) if story["index"] == newest)


def yazilar(hour: int) -> dict[str, str]:
    """Columnist -> title of the last column; columns come at six in the morning."""
    return {name: [title for day, title in rows if 24 * day + 6 <= hour][-1] for name, rows in YAZARLAR}


def _yayimlanan(hour: int) -> dict[int, tuple[tuple[str, str], tuple[str | int, ...]]]:
    """By story its news, and what of it an editor may touch besides."""
    out: dict[int, tuple[tuple[str, str], tuple[str | int, ...]]] = {}
    for place, story in enumerate(haberler(hour)):
        small: tuple[str | int, ...] = (
            (story["shown_title"], story["shown"], story["author"], story["picture"])
            if place < OZETLI
            else (story["shown_title"],)
        )
        out[story["index"]] = ((story["title"], story["text"]), small)
    return out


def truth(hour: int) -> str:
    before, after = _yayimlanan(hour), _yayimlanan(hour + 1)
    if any(key not in before or before[key][0] != value[0] for key, value in after.items()):
        return "important"
    if any(before[key][1] != value[1] for key, value in after.items()) or yazilar(hour) != yazilar(hour + 1):
        return "left out"
    return "unimportant"
