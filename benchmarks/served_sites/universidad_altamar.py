"""A Spanish university's home page, whose news is a list of official notices and a table of deadlines.

Hard is the proportion: about two small changes a day below the first screen, among a large carousel, counters, a social
wall, a campaign banner and a picture grid that are other every hour; and that a change may be one date in one cell.
"""

from benchmarks.served_sites import universidad_altamar_board as board
from benchmarks.served_sites import universidad_altamar_frames as frames
from benchmarks.served_sites.universidad_altamar_aside import aside
from benchmarks.served_sites.universidad_altamar_board import HOURS, State
from benchmarks.served_sites.universidad_altamar_look import CREST, SCRIPT, STYLE
from benchmarks.served_sites.universidad_altamar_main import main_column
from benchmarks.served_sites.universidad_altamar_show import foot, head, pictures, posts, show
from benchmarks.served_sites.universidad_altamar_words import draws

NAME = "universidad_altamar"
WHAT = (
    "Spanish university's institutional page, slow (about two changes a day); the news are the words of the "
    "official notices (a definition list below the first screen) and of the table of deadlines (one date or state "
    "in one cell); hard because a 1280 x 460 carousel, five animated counters, a social wall, a weather and "
    "traffic strip, a campaign banner of changing height and a picture grid are far larger and change every hour; "
    "the cultural agenda is secondary"
)
DAYS = board.DAYS
STARTS_AT = board.STARTS_AT


def truth(hour: int) -> str:
    """What a reader would say of the change into the next hour."""
    before, after = HOURS[hour], HOURS[hour + 1]
    old, new = _notices(before), _notices(after)
    if sorted(old) != sorted(new) or before.deadlines != after.deadlines:
        return "important"
    return "left out" if old != new or before.agenda != after.agenda else "unimportant"


def _notices(state: State) -> list[tuple[str, str, tuple[str, ...]]]:
    return [notice.words for notice in state.notices]


def page(hour: int) -> str:
    """The page as served in this hour; picture grid and social wall stand above or below the news."""
    chance = draws("p", hour)
    layout = draws("ab", hour // 3).random()
    grid, wall = pictures(hour), posts(hour)
    return "\n".join(
        [
            *head(chance, hour),
            *show(chance, hour),
            *(grid if layout < 0.6 else []),
            *(wall if layout > 0.8 else []),
            '<div class="dos">',
            *main_column(hour),
            *aside(chance, hour),
            "</div>",
            *([] if layout < 0.6 else grid),
            *([] if layout > 0.8 else wall),
            *foot(chance, hour),
        ]
    )


def asset(path: str, hour: int) -> tuple[str, bytes] | None:
    """What the page embeds under this path: its kind and its bytes."""
    name = path.partition("?")[0].partition("#")[0].lstrip("/")
    folder, _, file = name.partition("/")
    stem, _, ending = file.rpartition(".")
    if name == "tema/base.css":
        return "text/css; charset=utf-8", STYLE.encode()
    if name == "tema/contador.js":
        return "text/javascript; charset=utf-8", SCRIPT.encode()
    if name in ("tema/escudo.svg", "favicon.ico"):
        return "image/svg+xml", CREST.encode()
    if folder == "fotos" and ending == "svg":
        size = (1280, 460) if stem.startswith("portada-") else (400, 240)
        return "image/svg+xml", frames.view(stem, *size)
    if folder == "marco" and ending == "html":
        return "text/html; charset=utf-8", frames.advertisement(stem)
    return None
