"""Photographs and advertisements, drawn; the same name gives the same picture."""

import io
import math
import random
from collections.abc import Callable
from functools import cache

from PIL import Image, ImageDraw, ImageEnhance, ImageFilter


def _cielo(r: random.Random, w: int, h: int) -> Image.Image:
    a, b = r.choice(
        [
            ((40, 96, 176), (206, 226, 240)),
            ((70, 76, 88), (158, 162, 164)),
            ((214, 112, 60), (246, 214, 150)),
            ((20, 24, 46), (88, 70, 96)),
        ]
    )
    tira = Image.new("RGB", (1, 64))
    for y in range(64):
        tira.putpixel((0, y), tuple(int(p + (q - p) * y / 63) for p, q in zip(a, b, strict=True)))
    im = tira.resize((w, h), Image.Resampling.BICUBIC)
    d = ImageDraw.Draw(im)
    for _ in range(r.randint(2, 9)):
        x, y = r.randint(0, w), r.randint(0, h // 3)
        for _ in range(6):
            d.ellipse(
                (x, y, x + r.randint(30, 110), y + r.randint(12, 34)), fill=tuple(min(255, c + 40) for c in b)
            )
            x += r.randint(-20, 44)
    return im


def _plaza(r: random.Random, w: int, h: int) -> Image.Image:
    im = _cielo(r, w, h)
    d = ImageDraw.Draw(im)
    x, c = int(w * r.uniform(0.2, 0.5)), r.choice([(206, 160, 96), (190, 120, 84), (220, 196, 160)])
    d.rectangle((x, h * 0.34, x + w * 0.36, h * 0.8), fill=c)
    for tx in (x, x + w * 0.28):
        d.rectangle((tx, h * 0.12, tx + w * 0.08, h * 0.8), fill=tuple(v - 18 for v in c))
        d.pieslice((tx, h * 0.04, tx + w * 0.08, h * 0.2), 180, 360, fill=(120, 60, 50))
    d.ellipse((x + w * 0.15, h * 0.56, x + w * 0.21, h * 0.98), fill=(60, 36, 26))
    d.rectangle((0, h * 0.8, w, h), fill=(150, 130, 110))
    for _ in range(r.randint(20, 70)):
        px, py = r.randint(0, w), r.uniform(h * 0.78, h)
        s = 3 + (py - h * 0.76) * 0.12
        d.ellipse((px - s, py - 3 * s, px + s, py - s), fill=(90 + r.randint(0, 80), 70, 56))
        d.rectangle((px - s, py - s, px + s, py + 2 * s), fill=tuple(r.randint(20, 230) for _ in range(3)))
    return im


def _rio(r: random.Random, w: int, h: int) -> Image.Image:
    im = _cielo(r, w, h)
    d = ImageDraw.Draw(im)
    for k in range(3):
        y = h * (0.3 + 0.1 * k)
        d.polygon(
            [(x, y + 22 * math.sin(x / r.uniform(58, 62) + k)) for x in range(0, w + 9, 9)]
            + [(w, h), (0, h)],
            fill=(70 + 10 * k, 96 - 8 * k, 66),
        )
    d.polygon([(w * 0.3, h * 0.5), (w * 0.5, h * 0.5), (w, h), (0, h)], fill=(134, 106, 74))
    for _ in range(90):
        x, y = r.randint(0, w), r.randint(int(h * 0.55), h)
        d.line(
            (x, y, x + r.randint(8, 60), y + r.randint(-2, 2)),
            fill=r.choice([(158, 130, 96), (104, 80, 58)]),
            width=2,
        )
    for _ in range(r.randint(0, 5)):
        x, y = r.randint(0, w - 60), r.randint(int(h * 0.5), int(h * 0.8))
        d.rectangle((x, y, x + 56, y + 34), fill=(190, 180, 168))
        d.polygon([(x - 5, y), (x + 61, y), (x + 28, y - 20)], fill=(140, 60, 40))
    return im


def _rostro(r: random.Random, w: int, h: int) -> Image.Image:
    im = Image.new("RGB", (w, h), tuple(r.randint(30, 190) for _ in range(3)))
    d = ImageDraw.Draw(im)
    for x in range(0, w, 46):
        d.rectangle((x, 0, x + 23, h), fill=tuple(r.randint(60, 150) for _ in range(3)))
    im = im.filter(ImageFilter.GaussianBlur(14))
    d = ImageDraw.Draw(im)
    for cx in r.sample([w * 0.25, w * 0.5, w * 0.75], r.randint(1, 3)):
        s, y = h * 0.17, h * r.uniform(0.34, 0.44)
        d.rounded_rectangle(
            (cx - 2 * s, y + s * 1.1, cx + 2 * s, h + 50),
            radius=40,
            fill=r.choice([(32, 36, 48), (236, 236, 230), (120, 20, 40), (40, 80, 60)]),
        )
        d.ellipse(
            (cx - s * 0.78, y - s, cx + s * 0.78, y + s * 1.15),
            fill=r.choice([(190, 134, 98), (160, 108, 78), (214, 166, 132)]),
        )
        d.chord((cx - s * 0.84, y - s * 1.2, cx + s * 0.84, y + s * 0.7), 190, 350, fill=(34, 26, 22))
        d.line((cx - s * 0.3, y + s * 0.62, cx + s * 0.3, y + s * 0.62), fill=(110, 50, 44), width=4)
    return im


def _cancha(r: random.Random, w: int, h: int) -> Image.Image:
    im = Image.new("RGB", (w, h), (54, 120, 50))
    d = ImageDraw.Draw(im)
    for x in range(0, w, 80):
        d.rectangle((x, 0, x + 40, h), fill=(62, 134, 56))
    d.rectangle((0, 0, w, h * 0.25), fill=(70, 74, 92))
    for _ in range(400):
        x, y = r.randint(0, w), r.randint(0, int(h * 0.24))
        d.ellipse((x, y, x + 6, y + 6), fill=tuple(r.randint(60, 240) for _ in range(3)))
    for _ in range(r.randint(2, 8)):
        x, y = r.randint(20, w - 20), r.randint(int(h * 0.35), int(h * 0.8))
        d.line((x, y, x + r.randint(-14, 14), y + 50), fill=(240, 240, 240), width=9)
        d.rectangle(
            (x - 12, y - 30, x + 12, y + 8), fill=r.choice([(200, 30, 40), (250, 200, 30), (20, 40, 120)])
        )
        d.ellipse((x - 9, y - 48, x + 9, y - 28), fill=(176, 124, 92))
    return im


TEMAS: dict[str, tuple[Callable[[random.Random, int, int], Image.Image], ...]] = {
    t: (_rio, _rio, _rostro) for t in ("Agua", "Clima", "Emergencia", "Campo", "Salud", "Investigación")
}
TEMAS |= {
    t: (_rostro, _plaza)
    for t in (
        "Gobierno",
        "Política",
        "Seguridad",
        "Justicia",
        "Economía",
        "Educación",
        "Solidaridad",
        "agencia",
    )
}
TEMAS["Fiestas patrias"] = (_plaza,)


@cache
def foto(nombre: str, w: int, h: int, tema: str = "") -> bytes:
    r = random.Random("lumbrera foto " + nombre)
    escenas = TEMAS.get(tema, (_plaza, _rio, _rostro, _rostro, _cancha))
    im = r.choice(escenas)(r, w, h)
    im = ImageEnhance.Color(im).enhance(r.uniform(0.7, 1.1)).filter(ImageFilter.GaussianBlur(0.8))
    g = Image.frombytes("L", (w, h), r.randbytes(w * h)).filter(ImageFilter.GaussianBlur(1))
    im = Image.blend(im, Image.merge("RGB", (g, g, g)), 0.12)
    b = io.BytesIO()
    im.save(b, "JPEG", quality=68 if w > 400 else 82 if w > 250 else 90)
    return b.getvalue()


@cache
def anuncio(n: int, color: str, w: int, h: int) -> bytes:
    r = random.Random(n)
    im = Image.new("RGB", (w, h), color)
    d = ImageDraw.Draw(im)
    for _ in range(26):
        x, y, s = r.randint(0, w), r.randint(0, h), r.randint(8, 70)
        d.ellipse(
            (x - s, y - s, x + s, y + s),
            outline=(255, 255, 255),
            fill=None if r.random() < 0.7 else (250, 214, 60),
        )
    g = Image.frombytes("L", (w, h), r.randbytes(w * h))
    im = Image.blend(im, Image.merge("RGB", (g, g, g)), 0.08)
    b = io.BytesIO()
    im.save(b, "JPEG", quality=60)
    return b.getvalue()


@cache
def logo() -> bytes:
    im = Image.new("RGB", (90, 90), (140, 16, 24))
    d = ImageDraw.Draw(im)
    d.polygon([(45, 8), (62, 40), (56, 66), (34, 66), (28, 40)], fill=(250, 190, 40))
    d.polygon([(45, 26), (54, 46), (50, 64), (40, 64), (36, 46)], fill=(255, 244, 190))
    d.rectangle((24, 68, 66, 80), fill=(255, 255, 255))
    b = io.BytesIO()
    im.save(b, "PNG")
    return b.getvalue()
