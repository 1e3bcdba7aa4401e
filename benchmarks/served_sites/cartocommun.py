"""A French wiki's charter under public consultation, whose news is the words of its numbered articles.

Hard is the needle: one sentence, one figure or one verb changes in a long text, and votes, ages and note numbers stand
inside the articles; layout and banners come and go, and discussion and recent changes are full of new sentences.
"""

from benchmarks.served_sites import cartocommun_history as history
from benchmarks.served_sites import cartocommun_pictures as pictures
from benchmarks.served_sites.cartocommun_aside import aside
from benchmarks.served_sites.cartocommun_frame import foot, head, menu
from benchmarks.served_sites.cartocommun_history import HOURS
from benchmarks.served_sites.cartocommun_look import STYLE
from benchmarks.served_sites.cartocommun_text import middle
from benchmarks.served_sites.cartocommun_words import draws

NAME = "cartocommun"
WHAT = (
    "French wiki page with the terms of use of a collaborative map, under public consultation; the news are the "
    "words of the numbered articles (one sentence, one figure or one word changes in 3000 px of text; vandalism "
    "and reverts count twice); hard because votes and 'relu il y a' ages sit inside the articles, section layout, "
    "notes numbering and banners flap, and the recent changes, discussion and anecdotes are full of new "
    "sentences; the FAQ and the order of articles are secondary"
)
DAYS = history.DAYS
STARTS_AT = history.STARTS_AT


def truth(hour: int) -> str:
    """What a reader would say of the change into the next hour."""
    before, after = HOURS[hour], HOURS[hour + 1]
    if before.words != after.words:
        return "important"
    reordered = list(before.words) != list(after.words)
    return "left out" if reordered or before.answers != after.answers else "unimportant"


def page(hour: int) -> str:
    """The page as served in this hour."""
    chance = draws("p", hour)
    return "\n".join(
        [
            *head(chance, hour),
            '<div id="tout">',
            *menu(chance, hour),
            *middle(chance, hour),
            *aside(chance, hour),
            "</div>",
            *foot(chance, hour),
        ]
    )


def asset(path: str, hour: int) -> tuple[str, bytes] | None:
    """What the page embeds under this path: its kind and its bytes."""
    name = path.partition("?")[0].partition("#")[0].lstrip("/")
    folder, _, file = name.partition("/")
    stem, _, ending = file.rpartition(".")
    if name == "load/style.css":
        return "text/css; charset=utf-8", STYLE.encode()
    if name == "favicon.ico":
        return "image/svg+xml", pictures.landscape("fav", 16)
    if folder == "img" and ending == "svg":
        return "image/svg+xml", pictures.landscape(stem, 300)
    if folder == "cadre" and ending == "html":
        return "text/html; charset=utf-8", pictures.advertisement(stem)
    return None
