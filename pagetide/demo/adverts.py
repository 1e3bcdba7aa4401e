"""Generated advertisements: SVG drawn from campaign, variant and size."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass

from pagetide.demo.chance import Chance
from pagetide.demo.words import CLAIMS

_BRANDS = (
    "velora",
    "Kumo",
    "ZENNIT",
    "brightly",
    "Oakline",
    "MOOVA",
    "Pomelo",
    "Tradewind",
    "lunara",
    "FERRO",
)
_COLOURS = (
    ("#d90429", "#ffffff", "#ffb3c1"), ("#003049", "#fcbf49", "#669bbc"), ("#2b9348", "#ffffff", "#d9ed92"),
    ("#7209b7", "#fdf0ff", "#f72585"), ("#f8f9fa", "#212529", "#ced4da"), ("#ffd60a", "#001d3d", "#ff8800"),
    ("#0b132b", "#e0fbfc", "#3a506b"), ("#ff6d00", "#ffffff", "#240046"), ("#e0fbfc", "#293241", "#ee6c4d"),
)  # fmt: skip


@dataclass(frozen=True)
class Advert:
    """One creative in one size; ``path`` is where the page asks for it."""

    campaign: int
    variant: int
    width: int
    height: int

    @property
    def path(self) -> str:
        """Path of the picture on the site."""
        return f"/ads/{self.width}x{self.height}/{self.campaign}-{self.variant}.svg"

    @classmethod
    def from_path(cls, path: str) -> Advert:
        """The creative that a path names; ``ValueError`` when it names none."""
        size, name = path.removeprefix("/ads/").removesuffix(".svg").split("/")
        width, height = size.split("x")
        campaign, variant = name.split("-")
        return cls(int(campaign), int(variant), int(width), int(height))


@dataclass(frozen=True)
class AdServer:
    """Decides who advertises where: another draw in every window of ``every_min`` minutes."""

    chance: Chance
    campaigns: int = 12
    every_min: int = 20

    def advert(self, place: str, minute: int, width: int, height: int) -> Advert:
        """The creative at a place of the page in a minute counted from the epoch."""
        window = minute // self.every_min
        campaign = self.chance.below(self.campaigns, "campaign", place, window)
        return Advert(campaign, self.chance.below(3, "variant", place, window), width, height)

    def drawing(self, advert: Advert) -> bytes:
        """The creative as an SVG document; campaign 0 is the publisher's own, shown where nothing was sold."""
        if advert.campaign == 0:
            return _unsold(advert)
        draw = self.chance.stream("creative", advert.campaign)
        ground, ink, extra = draw.choice(_COLOURS)
        brand, layout = draw.choice(_BRANDS), draw.choice(_LAYOUTS)
        detail = self.chance.stream("creative", advert.campaign, advert.variant)
        width, height = advert.width, advert.height
        parts = [
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}"'
            f' viewBox="0 0 {width} {height}" font-family="Verdana, DejaVu Sans, sans-serif">',
            f'<rect width="{width}" height="{height}" fill="{ground}"/>',
        ]
        layout(parts, detail, advert, extra)
        _words(parts, advert, (ink, ground), (brand, detail.choice(CLAIMS)))
        return "".join((*parts, "</svg>")).encode()


def _unsold(advert: Advert) -> bytes:
    x, y = advert.width / 2, advert.height / 2
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{advert.width}" height="{advert.height}">'
        f'<rect width="100%" height="100%" fill="#ececec"/><text x="{x}" y="{y}" font-family="sans-serif"'
        f' font-size="18" fill="#999999" text-anchor="middle">Advertise here</text></svg>'
    ).encode()


def _words(parts: list[str], advert: Advert, colours: tuple[str, str], text: tuple[str, str]) -> None:
    """Brand, claim and button: beside each other in a wide format, below each other in a tall one."""
    ink, ground = colours
    brand, claim = text
    width, height = advert.width, advert.height
    size = min(width / 9, height / 4.2)
    parts.append(
        f'<text x="{width * 0.06:.0f}" y="{size * 1.5:.0f}" font-size="{size:.0f}" font-weight="bold"'
    )
    parts.append(f' fill="{ink}">{brand}</text>')
    small = min(width / 15, height / 7)
    lines = [claim] if width > height else claim.rsplit(" ", 1)
    for index, line in enumerate(lines):
        y = size * 1.7 + (index + 1) * small * 1.4
        parts.append(
            f'<text x="{width * 0.06:.0f}" y="{y:.0f}" font-size="{small:.0f}" fill="{ink}">{line}</text>'
        )
    button = (width * 0.06, height - small * 2.3, small * 7, small * 1.6)
    parts.append('<rect x="{:.0f}" y="{:.0f}" width="{:.0f}" height="{:.0f}" rx="6"'.format(*button))
    parts.append(f' fill="{ink}"/><text x="{width * 0.06 + small:.0f}" y="{height - small * 1.2:.0f}"')
    parts.append(f' font-size="{small * 0.8:.0f}" fill="{ground}">Find out more</text>')


def _discs(parts: list[str], draw: random.Random, advert: Advert, extra: str) -> None:
    for _ in range(9):
        x, y = draw.uniform(0.45, 1) * advert.width, draw.uniform(0.1, 0.9) * advert.height
        radius = draw.uniform(0.05, 0.22) * max(advert.width, advert.height) * 0.6
        parts.append(
            f'<circle cx="{x:.0f}" cy="{y:.0f}" r="{radius:.0f}" fill="{extra}" fill-opacity="0.7"/>'
        )


def _stripes(parts: list[str], draw: random.Random, advert: Advert, extra: str) -> None:
    step, slope = draw.uniform(18, 60), draw.uniform(-80, 80)
    x = advert.width * 0.4
    while x < advert.width + 80:
        ends = (x, 0, x + slope, advert.height)
        parts.append('<line x1="{:.0f}" y1="{}" x2="{:.0f}" y2="{}"'.format(*ends))
        parts.append(f' stroke="{extra}" stroke-width="{step / 2:.0f}"/>')
        x += step


def _product(parts: list[str], draw: random.Random, advert: Advert, extra: str) -> None:
    tall = advert.height > advert.width
    x, y = (0.2, 0.42) if tall else (0.6, 0.1)
    width, height = (0.6, 0.34) if tall else (0.34, 0.8)
    box = (x * advert.width, y * advert.height, width * advert.width, height * advert.height)
    parts.append('<rect x="{:.0f}" y="{:.0f}" width="{:.0f}" height="{:.0f}" rx="24"'.format(*box))
    parts.append(f' fill="{extra}" stroke="#00000055" stroke-width="8"/>')
    for _ in range(draw.randint(3, 9)):
        dx, dy = draw.uniform(0.08, 0.7), draw.uniform(0.08, 0.8)
        parts.append(
            f'<rect x="{box[0] + dx * box[2]:.0f}" y="{box[1] + dy * box[3]:.0f}" width="{box[2] / 5:.0f}"'
        )
        parts.append(f' height="{box[3] / 9:.0f}" fill="#ffffffaa"/>')


def _checks(parts: list[str], draw: random.Random, advert: Advert, extra: str) -> None:
    size = draw.uniform(26, 64)
    for row in range(int(advert.height / size) + 1):
        for column in range(int(advert.width / size) + 1):
            if draw.random() < 0.45 and (
                column * size > advert.width * 0.42 or row * size > advert.height * 0.5
            ):
                parts.append(f'<rect x="{column * size:.0f}" y="{row * size:.0f}" width="{size:.0f}"')
                parts.append(f' height="{size:.0f}" fill="{extra}" fill-opacity="0.8"/>')


_LAYOUTS: tuple[Callable[[list[str], random.Random, Advert, str], None], ...] = (
    _discs, _stripes, _product, _checks,
)  # fmt: skip
