"""What stands beside and below the paper's stories: columnists, prayer times, comments, stars, small ads."""

import random
from datetime import timedelta
from html import escape

from benchmarks.served_sites.gokcekiyi_durum import STARTS_AT, Haber, yazilar
from benchmarks.served_sites.gokcekiyi_havuz import (
    ANKET,
    ARSIV,
    BURC_A,
    BURC_B,
    BURCLAR,
    ECZANE,
    GALERI,
    ILAN,
    ILAN_DIGER,
    MAHALLE,
    OKUR,
    PUAN,
    RESMI,
    SPONSOR,
    SPONSOR_KIM,
    TARIHTE,
    YORUM_A,
    YORUM_B,
)

VAKIT = [("İmsak", 376), ("Güneş", 458), ("Öğle", 775), ("İkindi", 927), ("Akşam", 1081), ("Yatsı", 1158)]


def yan(hour: int, stories: list[Haber]) -> str:
    """The side column."""
    rng, day = random.Random(f"yan-{hour}"), hour // 24
    # In this order, since all draw from one generator.
    most, comments = _okunan(rng, stories), _yorumlar(rng)
    share = rng.randint(30, 50)
    poll = "".join(
        f"<div>{text}: %{part}</div>" for text, part in zip(ANKET[1], (share, 88 - share, 12), strict=True)
    )
    return (
        _kutu("Yazarlar", _yazarlar(hour))
        + (
            f'<iframe src="/reklam/{hour}-yan.html" width="338" height="{rng.choice([250, 250, 300, 400])}'
            '" style="margin-bottom:18px"></iframe>'
        )
        + _kutu("En çok okunanlar", f"<ul>{most}</ul>")
        + _kutu("Namaz vakitleri", f'<table class="@j" width="100%">{_vakitler(hour)}</table>')
        + _kutu("Nöbetçi eczaneler", _eczaneler(hour))
        + _kutu("Son yorumlar", comments)
        + _kutu("Anket: " + ANKET[0], poll + f"<div>{1200 + hour * 5 + rng.randint(0, 4)} oy</div>")
        + _kutu("Puan durumu", f'<table class="@j" width="100%">{_puanlar()}</table>')
        + _kutu("E-gazete", f'<img src="/kapak/{day}.png" width="318" alt="Bugünkü gazete">')
        + _kutu("Resmî ilanlar", f"<ul>{_resmi(hour)}</ul>")
        + _kutu("Tarihte bugün", f"<div>{TARIHTE[day % 10]}</div>")
    )


def _kutu(name: str, inside: str) -> str:
    return f'<div class="@i"><h3>{name}</h3>{inside}</div>'


def _vakitler(hour: int) -> str:
    """The times of prayer, the next one marked."""
    when, day = STARTS_AT + timedelta(hours=hour), hour // 24
    minute = when.hour * 60
    nexts = next((name for name, at in VAKIT if at > minute), "İmsak")
    return "".join(
        (
            f"<tr{' bgcolor=#ffe9a8' if name == nexts else ''}><td>{name}</td><td>{(at + day // 2) // 60:02d}"
            f":{(at + day // 2) % 60:02d}</td></tr>"
        )
        for name, at in VAKIT
    )


def _okunan(rng: random.Random, stories: list[Haber]) -> str:
    """The most read, from the archive and from the present stories."""
    pool = ARSIV + [story["shown_title"] for story in stories[3:]]
    return "".join(
        f"<li>{number}. {escape(title, quote=False)} ({rng.randint(300, 6000)})</li>"
        for number, title in enumerate(rng.sample(pool, 8), 1)
    )


def _yorumlar(rng: random.Random) -> str:
    return "".join(
        f"<div><b>{rng.choice(OKUR)}:</b> {a} {b}</div>"
        for a, b in zip(rng.sample(YORUM_A, 6), rng.sample(YORUM_B, 6), strict=True)
    )


def _eczaneler(hour: int) -> str:
    """The pharmacies on duty, which change at nine."""
    pharmacy_day = (hour - 9) // 24 + 1
    return "".join(
        (
            f"<div>{ECZANE[(pharmacy_day * 2 + step) % 10]}"
            f" Eczanesi, {MAHALLE[(pharmacy_day * 3 + step * 4) % 10]}"
            f" Mahallesi, 0 555 01{(pharmacy_day * 7 + step * 13) % 90 + 10} 40</div>"
        )
        for step in range(2)
    )


def _yazarlar(hour: int) -> str:
    return "".join(
        (
            f'<div><img src="/yuz/{number}.png" width="48" height="48" alt="" align="left" '
            f'style="margin-right:8px"><b>{name}</b><br>{title}<br class="clear"></div>'
        )
        for number, (name, title) in enumerate(yazilar(hour).items())
    )


def _puanlar() -> str:
    return "".join(
        f"<tr><td>{place}</td><td>{team}</td><td>{games}</td><td>{points}</td></tr>"
        for place, (team, games, points) in enumerate(PUAN, 1)
    )


def _resmi(hour: int) -> str:
    return "".join(
        f"<li>{text} <small>BİK-{(hour + 17) // 24 * 31 + number}</small></li>"
        for number, text in enumerate(random.Random(f"resmi-{(hour + 17) // 24}").sample(RESMI, 4))
    )


def alt(hour: int) -> tuple[str, str]:
    """Galleries, sponsored links and stars, and the small ads below the columns."""
    rng, day = random.Random(f"alt-{hour}"), random.Random(f"burc-{hour // 24}")
    sponsor = "".join(
        (
            f'<div class="@k"><img src="/foto/{600 + SPONSOR.index(title)}.png" alt="" loading="lazy"><b>'
            f"{title}</b><br><small>{rng.choice(SPONSOR_KIM)} | Sponsorlu</small></div>"
        )
        for title in rng.sample(SPONSOR, 6)
    )
    gallery = "".join(
        (
            f'<div class="@k"><img src="/foto/{700 + GALERI.index(title)}.png" alt="" loading="lazy">{title}'
            f" ({rng.randint(8, 40)} kare)</div>"
        )
        for title in rng.sample(GALERI, 3)
    )
    stars = "".join(
        f"<tr><td><b>{sign}</b></td><td>{day.choice(BURC_A)} {day.choice(BURC_B)}</td></tr>"
        for sign in BURCLAR
    )
    ads = []
    for _ in range(7):
        ads.append(f"{rng.choice(ILAN)}, {rng.choice(MAHALLE)} Mahallesi, {rng.randint(4, 190) * 50}.000 TL")
    ads += rng.sample(ILAN_DIGER, 5)
    rng.shuffle(ads)
    return (
        (
            f'<h2 class="@g">Foto galeri</h2>{gallery}<h2 class="@g">İlginizi çekebilir</h2>{sponsor}'
            f'<h2 class="@g">Günlük burç yorumları</h2><table class="@j" width="720">{stars}</table>'
        ),
        (
            f'<h2 class="@g">Seri ilanlar</h2>{"".join(f"<div class=@l>{text}</div>" for text in ads)}'
            '<div class="clear"></div>'
        ),
    )
