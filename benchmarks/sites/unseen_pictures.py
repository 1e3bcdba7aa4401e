"""What a register of recalled products shows: a product on a white ground."""

from __future__ import annotations

from pagetide.demo.chance import Chance

_FRAME = '<svg xmlns="http://www.w3.org/2000/svg" width="{0}" height="{1}" viewBox="0 0 {0} {1}">'


def product(key: str) -> bytes:
    """A pack, a jar or a thing; nothing but a frame while the photograph is missing."""
    if key == "missing":
        return (
            f'{_FRAME.format(214, 140)}<rect x="2" y="2" width="210" height="136" fill="#f3f3f3" stroke="#bbb"/>'
            '<text x="107" y="76" font-family="sans-serif" font-size="14" fill="#999" text-anchor="middle">'
            "Photo à venir</text></svg>"
        ).encode()
    chance = Chance("product", key)
    fill, label = chance.shuffled(
        ("#b23a48", "#2a6f97", "#588157", "#e09f3e", "#6d597a", "#3d405b", "#f2cc8f"), "ink"
    )[:2]
    width, height = chance.between(50, 130, "width"), chance.between(60, 118, "height")
    left, top = (214 - width) // 2, 132 - height
    corner = chance.pick((2, 10, 40), "corner")
    return (
        f'{_FRAME.format(214, 140)}<rect width="214" height="140" fill="#fff"/>'
        f'<rect x="{left}" y="{top}" width="{width}" height="{height}" rx="{corner}" fill="{fill}"/>'
        f'<rect x="{left}" y="{top + height // 3}" width="{width}" height="{height // 4}" fill="{label}"/>'
        f'<circle cx="{left + width // 2}" cy="{top + height * 3 // 4}" r="{width // 6}" fill="#ffffffcc"/></svg>'
    ).encode()
