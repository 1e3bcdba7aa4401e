"""A menu that is made anew lasts as an amended paragraph does: only on a lively page can time tell the two apart."""

from __future__ import annotations

import random
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from pathlib import Path

import pytest

from changemodel.change.model import ChangeModel
from changemodel.change.sentence_classifier import Experience
from changemodel.features.blocks import page_of
from changemodel.files import version_from_html
from changemodel.version import PageVersion
from tests.changemodel.change.test_text_drift import sentence

START = datetime(2026, 3, 2, tzinfo=UTC)
VISITS, LEARNED = 240, 180
TURNS = tuple(range(9, VISITS, 9))
EDITS = (31, 77, 120, 164, 199, 222)


def policy(
    visit: int, turns: tuple[int, ...] = TURNS, edits: tuple[int, ...] = EDITS, items: int = 6
) -> PageVersion:
    """Twelve paragraphs, of which an edit puts another in other words; a menu, of which one item turns, and stays."""
    menu = sum(visit >= at for at in turns)
    blocks = [
        {
            "path": f"body>header>nav>ul>li:nth-of-type({row + 1})",
            "text": sentence(9000 + items * ((menu - row) // items) + row, 3),
            "links": [f"/{row}"],
        }
        for row in range(items)
    ]
    edited = sum(visit >= at for at in edits)
    blocks += [
        {
            "path": f"body>main>section.part{row}>p",
            "text": sentence(100 * row + sum(at % 12 == row for at in edits[:edited]), 40),
        }
        for row in range(12)
    ]
    blocks.append({"path": "body>footer>p", "text": f"Served in {visit % 7} ms"})
    return PageVersion(START + timedelta(hours=12 * visit), blocks=blocks)


PROSE = "".join(f"<p>{sentence(row, 14)}</p>" for row in range(4))
LINKS = "".join(f"<li><a href=/m{row}.pdf>Minutes of {row + 1} May</a></li>" for row in range(3))
LISTED = f"{LINKS}<li><a href=/m9.pdf>Minutes of June</a></li>"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (f"<main>{PROSE}<ul>{LINKS}</ul></main>", f"<main>{PROSE}<ul>{LISTED}</ul></main>"),
        (f"{PROSE}<ul>{LINKS}</ul>", f"{PROSE}<ul>{LISTED}</ul>"),
        (
            f"<main>{PROSE}<ul>{LINKS}</ul></main>",
            f"<main>{PROSE}<ul>{LINKS}</ul></main>".replace("m2", "m2b"),
        ),
        (f"<main>{PROSE}</main>", f"<main><aside><p>Do not drink the water.</p></aside>{PROSE}</main>"),
        (f"<main>{PROSE}</main>", f"<header><p>All trains are cancelled.</p></header><main>{PROSE}</main>"),
        (f"<main>{PROSE}</main>", f"<dialog open><p>We are closed.</p></dialog><main>{PROSE}</main>"),
        (f"<main>{PROSE}<button>Book</button></main>", f"<main>{PROSE}<button>Sold out</button></main>"),
    ],
    ids=["document", "document without main", "replaced", "sidebar", "header", "dialog", "button"],
)
def test_news_amid_furniture_rings(before: str, after: str) -> None:
    page = "<!doctype html><title>T</title><nav><a href=/>Home</a></nav>{}<footer><a href=/i>Imprint</a></footer>"
    shown = [
        version_from_html(page.format(before if day < 12 else after), START + timedelta(days=day))
        for day in range(13)
    ]
    assert ChangeModel().fit(shown[:12]).compare(*shown[11:]).important is True


@pytest.fixture(scope="module")
def versions() -> list[PageVersion]:
    return [policy(visit) for visit in range(VISITS)]


def rings(model: ChangeModel, versions: list[PageVersion]) -> list[int]:
    later = list(pairwise(versions))[LEARNED - 1 :]
    return [LEARNED + row for row, pair in enumerate(later) if model.compare(*pair).important]


def test_a_menu_made_anew_never_rings_on_a_page_that_seldom_has_news(versions: list[PageVersion]) -> None:
    model = ChangeModel(read="text").fit(versions[:LEARNED])
    assert rings(model, versions) == [at for at in EDITS if at >= LEARNED]
    menus = [(versions[at - 1], versions[at]) for at in TURNS]
    quiet = [model.distance(a, b) for a, b in menus if page_of(a).content is page_of(b).content]
    edits = [model.distance(versions[at - 1], versions[at]) for at in EDITS]
    assert max(quiet) < min(edits)


def test_a_page_that_lives_in_its_menu_is_read_there() -> None:
    draw = random.Random(1)
    turns = tuple(visit for visit in range(1, VISITS) if draw.random() < 0.5)
    lively = [policy(visit, turns, edits=(), items=30) for visit in range(VISITS)]
    model = ChangeModel(read="text").fit(lively[:LEARNED])
    assert rings(model, lively) == [at for at in turns if at >= LEARNED]


def test_a_person_may_call_a_menu_important(versions: list[PageVersion]) -> None:
    learned = versions[:LEARNED]
    labels = [(learned[at - 1], learned[at], True) for at in TURNS if at < LEARNED][-8:]
    model = ChangeModel(read="text").fit(learned, labels)
    assert model.text_drift_ is not None
    assert model.text_drift_.furniture
    assert set(rings(model, versions)) == {at for at in (*TURNS, *EDITS) if at >= LEARNED}


def test_whether_furniture_is_read_is_saved_with_the_model(
    versions: list[PageVersion], tmp_path: Path
) -> None:
    often = [policy(visit, edits=tuple(range(5, VISITS, 5))) for visit in range(VISITS)]
    model = ChangeModel(read="text").fit(often[:LEARNED])
    assert model.text_drift_ is not None
    assert not model.text_drift_.furniture
    model.save(tmp_path / "model")
    again = ChangeModel.load(tmp_path / "model")
    assert [model.distance(*pair) for pair in pairwise(often)] == [
        again.distance(*pair) for pair in pairwise(often)
    ]


@pytest.mark.parametrize("furniture", [True, False])
def test_experience_is_asked_of_furniture_where_it_is_read(furniture: bool) -> None:
    busy = [policy(visit, edits=tuple(range(2, VISITS, 2))) for visit in range(VISITS)]
    known = Experience.of(busy, furniture)
    assert known is not None
    turned = replace(busy[-1], blocks=[{**busy[-1].blocks[0], "text": sentence(1, 3)}, *busy[-1].blocks[1:]])
    for experience in (known, Experience.from_arrays(known.to_arrays())):
        assert experience is not None
        assert bool(experience.judged(busy[-1], turned)) is furniture
