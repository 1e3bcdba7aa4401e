"""Compares what was learned of the demo's sites with the truth, by the protocol of the source.

M. T. Law's thesis (2015), section 4.4: a model fitted on the first days without any label is judged on the
successive pairs of the later ones. Identical and ambiguous pairs are left out. Every distance ranks the same pairs;
the decision without labels is judged by its balanced accuracy; the importance map by the share of its mass on grid
cells that the site's main news covers.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from importlib.util import find_spec
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from changemodel.change.model import ChangeModel
from changemodel.evaluation.baselines import pixel_difference, ssim_distance, text_difference
from changemodel.evaluation.ranking import balanced_accuracy, rank_changes
from changemodel.version import PageVersion
from pagetide.app import App
from pagetide.demo.newsroom import Newsroom, Truth
from pagetide.demo.site import NEWS_IDS
from storage.layout import Block
from storage.records import StoredCapture

VIEW_PX = 1000
"""Side of the part of the page that the grid covers."""

LEARNED, EUCLIDEAN = "learned", "Euclidean GIST"
BASELINES: Mapping[str, Callable[[PageVersion, PageVersion], float]] = {
    "pixel difference": pixel_difference,
    "SSIM": ssim_distance,
    "whole-page text": text_difference,
}
METHODS = (LEARNED, EUCLIDEAN, *BASELINES)
"""The distances that are compared, in the order of the table; SSIM where its package is installed."""

Distance = Callable[[PageVersion, PageVersion], float]
BoolArray = NDArray[np.bool_]
_IN_NEWS = re.compile(rf"#({'|'.join(map(re.escape, NEWS_IDS))})(?=>|$)")


@dataclass(frozen=True)
class MethodScore:
    """How well one distance ranks the test pairs, in percent; MAP is the mean of both average precisions."""

    map: float
    ap_similar: float
    ap_dissimilar: float


@dataclass(frozen=True, kw_only=True)
class SiteFindings:
    """One site's line of the table."""

    slug: str
    name: str
    url: str
    captures: int
    state: str  # of the model: "learned" or "not-enough-change"
    test_pairs: int
    important_pairs: int  # of the test pairs
    scores: Mapping[str, MethodScore]  # by method; empty when the test pairs are all of one kind
    alarms: int  # test pairs decided important
    true_alarms: int
    accuracy: float | None  # of the decision, percent, mean of both kinds; None: nothing was decided
    news_share: float  # of the importance map's mass, percent, on cells of the main news
    news_cells: int  # how many of the grid's cells that is

    @property
    def recall(self) -> float | None:
        """Percent of the important changes that raised an alarm."""
        return 100 * self.true_alarms / self.important_pairs if self.important_pairs else None


@dataclass(frozen=True)
class Judgement:
    """One test pair: what is true, what each distance says, what was decided."""

    important: bool
    distances: Mapping[str, float]
    decided: bool | None


def evaluate_site(
    app: App, newsroom: Newsroom, slug: str, url: str, *, trained_until: datetime
) -> SiteFindings:
    """Fit on a site's captures up to a moment, judge on the later ones."""
    page = app.collection.repository.find_page(url)
    captures = [] if page is None else app.collection.repository.captures(page.id, good_only=True)
    read = app.scorer.versions.version
    settings = app.settings.learning
    training = [capture for capture in captures if capture.started_at <= trained_until]
    model = ChangeModel(
        grid=settings.grid, constraints=settings.constraints, random_state=settings.random_state
    ).fit([read(capture) for capture in training])
    tested = captures[max(0, len(training) - 1) :]
    news = news_cells((app.collection.layout(capture).blocks for capture in training), settings.grid)
    return _findings(
        newsroom.sites[slug].name, slug, url, captures=captures, model=model, news=news,
        judgements=judge(map(read, tested), lambda a, b: newsroom.truth(slug, a, b), model),
    )  # fmt: skip


def has_ssim() -> bool:
    """Whether scikit-image is installed, which ``pip install 'pagetide[research]'`` brings."""
    return find_spec("skimage") is not None


def judge(
    versions: Iterable[PageVersion], truth: Callable[[datetime, datetime], Truth], model: ChangeModel
) -> list[Judgement]:
    """Every successive pair that is similar or dissimilar, as the distances see it."""
    euclidean = ChangeModel.euclidean(grid=model.grid)
    baselines = {name: distance for name, distance in BASELINES.items() if name != "SSIM" or has_ssim()}
    judgements = []
    for before, after in pairwise(versions):
        kind = truth(before.captured_at, after.captured_at)
        if kind in (Truth.SIMILAR, Truth.DISSIMILAR):
            score = model.compare(before, after)
            distances = {name: distance(before, after) for name, distance in baselines.items()}
            distances |= {LEARNED: score.distance, EUCLIDEAN: euclidean.distance(before, after)}
            judgements.append(Judgement(kind is Truth.DISSIMILAR, distances, score.important))
    return judgements


def news_cells(layouts: Iterable[Sequence[Block]], grid: int, view_px: int = VIEW_PX) -> BoolArray:
    """Cells, shape (grid, grid), that the main news covers at least in part in more than half of the layouts."""
    seen = [_covered(blocks, grid, view_px / grid) for blocks in layouts]
    return np.mean(seen, axis=0) > 0.5 if seen else np.zeros((grid, grid), dtype=np.bool_)


def _covered(blocks: Sequence[Block], grid: int, cell_px: float) -> BoolArray:
    cells = np.zeros((grid, grid), dtype=np.bool_)
    for block in blocks:
        if _IN_NEWS.search(block.path):
            left, top = int(block.x_px // cell_px), int(block.y_px // cell_px)
            right = int(np.ceil((block.x_px + block.width_px) / cell_px))
            bottom = int(np.ceil((block.y_px + block.height_px) / cell_px))
            cells[max(0, top) : bottom, max(0, left) : right] = True
    return cells


def scores_of(judgements: Sequence[Judgement]) -> dict[str, MethodScore]:
    """Average precisions of every method; none when the pairs are all of one kind."""
    important = [item.important for item in judgements]
    if len(set(important)) < 2:
        return {}
    measured = [name for name in METHODS if all(name in item.distances for item in judgements)]
    rankings = {
        name: rank_changes([item.distances[name] for item in judgements], important) for name in measured
    }
    return {
        name: MethodScore(100 * ranking.map, 100 * ranking.ap_similar, 100 * ranking.ap_dissimilar)
        for name, ranking in rankings.items()
    }


def _findings(
    name: str,
    slug: str,
    url: str,
    *,
    captures: Sequence[StoredCapture],
    model: ChangeModel,
    news: BoolArray,
    judgements: Sequence[Judgement],
) -> SiteFindings:
    decided = [item for item in judgements if item.decided is not None]
    return SiteFindings(
        slug=slug,
        name=name,
        url=url,
        captures=len(captures),
        state=str(model.picture_state_),
        test_pairs=len(judgements),
        important_pairs=sum(item.important for item in judgements),
        scores=scores_of(judgements),
        alarms=sum(item.decided is True for item in decided),
        true_alarms=sum(item.decided is True and item.important for item in decided),
        accuracy=_accuracy(decided),
        news_share=100 * float(model.importance_map_[news].sum()),
        news_cells=int(news.sum()),
    )


def _accuracy(decided: Sequence[Judgement]) -> float | None:
    if not decided:
        return None
    return 100 * balanced_accuracy(
        [item.decided is True for item in decided], [item.important for item in decided]
    )
