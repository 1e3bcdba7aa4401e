"""Pictures of pages of the reported family: a product on a white ground, a face before a plain one."""

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


def face(chance: Chance, key: str) -> bytes:
    """A head and shoulders before a plain ground; for a vacant seat the ground alone."""
    who = key.partition("_")[0]
    ground = chance.pick(("#cfd8dc", "#dce8d2", "#e8e0d0", "#c5d5e4", "#b7c9b0"), "ground", key)
    parts = [f'<rect width="153" height="150" fill="{ground if who != "vacant" else "#e3e3e3"}"/>']
    if who != "vacant":
        skin = chance.pick(("#f1c9a5", "#d9a066", "#a86f4a", "#70462f", "#e8b796"), "skin", who)
        hair = chance.pick(("#2b2118", "#6f4518", "#b08d57", "#8d8d8d", "#111111"), "hair", who)
        coat = chance.pick(("#22223b", "#7b2d26", "#1b4965", "#3c6e47", "#5e548e"), "coat", key)
        x = 76 + chance.between(-14, 14, "stands", key)
        size = chance.between(26, 33, "size", who)
        parts += [
            f'<ellipse cx="{x}" cy="150" rx="{size * 2}" ry="48" fill="{coat}"/>',
            f'<circle cx="{x}" cy="{64 - size // 5}" r="{size + 7}" fill="{hair}"/>',
            f'<circle cx="{x}" cy="66" r="{size}" fill="{skin}"/>',
            f'<rect x="{x - 9}" y="82" width="18" height="3" fill="#7a3b2e"/>',
        ]
    return "".join((_FRAME.format(153, 150), *parts, "</svg>")).encode()
