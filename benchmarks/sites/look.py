"""How a generated site looks: colours, type and sizes, as one style sheet for all its panels."""

from __future__ import annotations

from dataclasses import dataclass

SERIF = "'Liberation Serif', 'DejaVu Serif', serif"
SANS = "'Liberation Sans', 'DejaVu Sans', sans-serif"
WIDE = "'DejaVu Sans', sans-serif"


@dataclass(frozen=True, kw_only=True)
class Look:
    """A site's design. Heights and margins are whole pixels, so that panels can be put together exactly."""

    paper: str = "#ffffff"
    ink: str = "#1c1c1c"
    muted: str = "#666666"
    line: str = "#d5d5d5"
    accent: str = "#8b1e2d"
    card: str = "#f4f4f2"
    heading: str = SERIF
    body: str = SANS
    lead_px: int = 36
    top_px: int = 20
    extra: str = ""  # rules of this site alone

    @property
    def paper_rgb(self) -> tuple[int, int, int]:
        """The page's ground."""
        red, green, blue = (int(self.paper[start : start + 2], 16) for start in (1, 3, 5))
        return red, green, blue

    def css(self) -> str:
        """The style sheet."""
        return (
            f"body{{background:{self.paper};color:{self.ink};font:15px/20px {self.body}}}"
            f"a{{color:inherit;text-decoration:none}}h1,h2,h3,h4,p,ul,ol{{margin:0;padding:0}}ul,ol{{list-style:none}}"
            f"section{{padding:10px 12px}}img{{display:block}}"
            f"h1,h2,h3{{font-family:{self.heading}}}"
            f"h1{{font-size:{self.lead_px}px;line-height:{self.lead_px + 6}px;margin-bottom:8px}}"
            f"h2{{font-size:{self.top_px}px;line-height:{self.top_px + 5}px;margin-bottom:4px}}"
            f"h3{{font-size:16px;line-height:20px}}"
            f"h4{{font:bold 13px/18px {self.body};color:{self.accent};text-transform:uppercase;margin-bottom:6px}}"
            f".small{{font-size:12px;line-height:16px;color:{self.muted}}}"
            f".flag{{background:{self.accent};color:#fff;font:bold 14px/24px {self.body};padding:0 10px;"
            f"display:inline-block;margin-bottom:6px}}"
            f".flag.off{{visibility:hidden}}"
            f"li{{border-top:1px solid {self.line};padding:7px 0 6px}}"
            f".cards{{display:flex;gap:16px}}.cards>div{{flex:1 1 0;min-width:0}}.cards img{{margin-bottom:6px}}"
            f".side{{display:flex;gap:16px}}.side>div{{flex:1 1 0;min-width:0}}"
            f".box{{background:{self.card}}}"
            f".strip,.cookies,.promo{{background:{self.accent};color:#fff}}"
            f"b.n{{font:bold 22px/26px {self.heading};color:{self.accent};margin-right:8px}}"
            f"{self.extra}"
        )
