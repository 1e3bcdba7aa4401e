"""The demo's judgement: which pairs count, which cells are news, and what the table says of it."""

import sys
from datetime import UTC, datetime, timedelta
from itertools import pairwise

import numpy as np
import pytest
from rich.console import Console

from changemodel.change.model import ChangeModel
from changemodel.version import PageVersion
from pagetide.demo.evaluation import (
    EUCLIDEAN,
    LEARNED,
    METHODS,
    Judgement,
    MethodScore,
    SiteFindings,
    judge,
    news_cells,
    scores_of,
)
from pagetide.demo.newsroom import Truth
from pagetide.demo.table import findings_table
from storage.layout import Block

START = datetime(2026, 3, 2, tzinfo=UTC)


def block(path: str, x: float, y: float, width: float, height: float) -> Block:
    return Block(path=path, tag="p", x_px=x, y_px=y, width_px=width, height_px=height)


def judgement(important: bool, learned: float, other: float) -> Judgement:
    distances = dict.fromkeys(METHODS, other) | {LEARNED: learned}
    return Judgement(important, distances, learned > 0.5)


def findings(scores: dict[str, MethodScore], **changes: object) -> SiteFindings:
    values: dict[str, object] = {
        "slug": "courier", "name": "The Harbour Courier", "url": "http://127.0.0.1:1/", "captures": 144,
        "state": "learned", "test_pairs": 40, "important_pairs": 12, "scores": scores, "alarms": 14,
        "true_alarms": 9, "accuracy": 81.4, "news_share": 77.2, "news_cells": 42,
    }  # fmt: skip
    return SiteFindings(**{**values, **changes})  # type: ignore[arg-type]


def test_cells_that_the_news_covers_in_part_are_news() -> None:
    layout = [
        block("body>article#lead>h1", 250, 310, 100, 80),
        block("body>section#top-stories>article:nth-of-type(2)>h2", 0, 900, 101, 300),
        block("body>aside>section#leaders>p", 700, 0, 100, 100),
        block("body>div#lead-advert", 500, 500, 100, 100),
    ]
    expected = np.zeros((10, 10), dtype=bool)
    expected[3, 2:4] = True
    expected[9, 0:2] = True
    assert (news_cells([layout], 10) == expected).all()


def test_news_that_is_pushed_down_for_a_while_counts_where_it_usually_stands() -> None:
    usual = [block("body>article#lead", 0, 0, 100, 100)]
    pushed = [block("body>article#lead", 0, 100, 100, 100)]
    cells = news_cells([usual, pushed, usual], 10)
    assert cells[0, 0]
    assert not cells[1, 0]


def test_identical_and_ambiguous_pairs_are_left_out() -> None:
    kinds = [Truth.SIMILAR, Truth.IDENTICAL, Truth.DISSIMILAR, Truth.AMBIGUOUS, Truth.SIMILAR]
    picture = np.zeros((1000, 1000, 3), dtype=np.uint8)
    versions = [
        PageVersion(captured_at=START + timedelta(hours=hour), screenshot=picture, text="words")
        for hour in range(len(kinds) + 1)
    ]
    order = {a.captured_at: kind for (a, _), kind in zip(pairwise(versions), kinds, strict=True)}
    found = judge(versions, lambda a, b: order[a], ChangeModel.euclidean(grid=4))
    assert [item.important for item in found] == [False, True, False]
    assert all(set(item.distances) == set(METHODS) for item in found)
    assert all(distance == 0 for item in found for distance in item.distances.values())
    assert all(item.decided is None for item in found)


def test_without_scikit_image_the_demo_leaves_ssim_out_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "skimage", None)
    picture = np.zeros((1000, 1000, 3), dtype=np.uint8)
    versions = [
        PageVersion(captured_at=START + timedelta(hours=hour), screenshot=picture, text="words")
        for hour in range(3)
    ]
    kinds = {versions[0].captured_at: Truth.SIMILAR, versions[1].captured_at: Truth.DISSIMILAR}
    found = judge(versions, lambda a, b: kinds[a], ChangeModel.euclidean(grid=4))
    assert set(scores_of(found)) == set(METHODS) - {"SSIM"}
    console = Console(width=300, markup=False)
    with console.capture() as captured:
        console.print(findings_table([findings(scores_of(found))]))
    assert "pip install 'pagetide[research]'" in " ".join(captured.get().split())


def test_a_distance_that_orders_the_pairs_scores_100_and_one_that_cannot_scores_less() -> None:
    judgements = [judgement(number % 3 == 0, float(number % 3 == 0), 1.0) for number in range(9)]
    scores = scores_of(judgements)
    assert scores[LEARNED] == MethodScore(100.0, 100.0, 100.0)
    assert scores[EUCLIDEAN].map == pytest.approx(50.0)


def test_pairs_of_one_kind_cannot_be_ranked() -> None:
    assert scores_of([judgement(False, 0.1, 0.2)] * 3) == {}


def test_the_table_names_every_method_and_every_site() -> None:
    score = MethodScore(90.04, 93.0, 87.0)
    console = Console(width=160, record=True, file=None, quiet=False)
    sites = [findings(dict.fromkeys(METHODS, score)), findings({}, name="Empty", state="not-enough-change")]
    with console.capture() as captured:
        console.print(findings_table(sites))
    text = captured.get()
    assert all(method.split()[0] in text for method in METHODS)
    assert "The Harbour Courier" in text
    assert "90.0" in text
    assert "40 (12)" in text
    assert "75" in text  # recall: 9 of 12
    assert "not-enough" in text
