"""What the wiki's page embeds: drawn landscapes and a partner's advertisements."""

import html

from benchmarks.served_sites.cartocommun_words import OFFERS, SPONSORS, draws, filled

_SKIES = ("#cfe3ee", "#f4dfc0", "#b9c7de", "#e9e4f2")
_ROOFS = ("#a4502f", "#e8dcc0", "#684a36")
_GROUNDS = ("#24476b", "#5a7d2a", "#a3472b", "#ddd3b0")


def landscape(name: str, size: int) -> bytes:
    """A drawn landscape: sky, four ridges, some houses."""
    chance = draws("pay", name)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size} {size}" width="{size}" height="{size}" '
        'preserveAspectRatio="xMidYMid slice">',
        f'<rect width="{size}" height="{size}" fill="{chance.choice(_SKIES)}"/>',
    ]
    for ridge in range(4):
        middle = size * (ridge + 2) // 7
        points = " ".join(
            f"{x},{middle + chance.randint(-size // 10, size // 10)}" for x in range(0, size + 41, 40)
        )
        colour = f"hsl({chance.randint(70, 220)},{chance.randint(15, 45)}%,{70 - ridge * 13}%)"
        parts.append(f'<polygon points="0,{size} {points} {size},{size}" fill="{colour}"/>')
    for _ in range(chance.randint(3, 12)):
        corner = f'x="{chance.randint(0, size)}" y="{chance.randint(size // 2, size)}"'
        extent = f'width="{chance.randint(10, 40)}" height="{chance.randint(10, 30)}"'
        parts.append(f'<rect {corner} {extent} fill="{chance.choice(_ROOFS)}"/>')
    return "".join([*parts, "</svg>"]).encode()


def advertisement(name: str) -> bytes:
    """The page of a partner's frame."""
    chance = draws("cadre", name)
    colour = chance.choice(_GROUNDS)
    sponsor, offer = chance.choice(SPONSORS), filled(chance.choice(OFFERS), "cd", name)
    look = f"margin:0;padding:12px;background:{colour};font:bold 17px sans-serif;color:#fff"
    return (
        f'<!doctype html><meta charset="utf-8"><body style="{look}">'
        f"{html.escape(sponsor)}<br>{html.escape(offer)}<br>"
        f'<img src="/img/pub-{chance.randint(1, 99)}.svg" width="210" height="90" alt=""></body>'
    ).encode()
