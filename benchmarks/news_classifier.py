"""What do other pages teach? ``python -m benchmarks.news_classifier [--grow] [--site S] [--seeds 101 102] [--json]``

The training sites of ``benchmarks.pages``, read by their text, visited hourly, every three hours, at irregular hours
and daily. Of each window the earlier visits are learned from without labels; each sentence that comes or goes at the
later ones is a row of measures with an exact label (``benchmarks.news_windows``). Trees that never saw a site tell its
important pairs from the others by their likeliest sentence; beside it trees that, in addition, never met a third of
the operators of news and noise. ``--grow`` grows trees on all sites and puts them where the library looks, with their
provenance; ``--no-figures`` leaves the held-out figures away then. Whether new trees are better is decided on real
pages: ``python -m benchmarks.fronts --learn``, ``python -m benchmarks.histories``.
"""

from __future__ import annotations

import argparse
import json
import shlex
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from importlib.metadata import version
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from rich.table import Table
from sklearn.ensemble import HistGradientBoostingClassifier
from sklearn.metrics import roc_auc_score
from threadpoolctl import threadpool_limits

import changemodel.change.sentence_trees
from benchmarks.news_windows import VISITING, Window, windows_of
from benchmarks.pages.news import NEWS
from benchmarks.pages.site import EDITOR, NOISE
from benchmarks.pages.sites import SEEDS, names
from benchmarks.reporting import document, out
from changemodel.change.sentence_trees import APART, HOURLY
from changemodel.evaluation.ranking import rank_changes
from changemodel.features.sentence_changes import MEASURES
from changemodel.metric.boosted_trees import BoostedTrees

FOLDS = 3
BESIDE = 0.2
"""What a sentence counts that changed together with news and is none."""

MOST_NOISE = 1200
"""Sentences of a window that are no news from which trees are grown, by chance: crowded pages have thousands."""

MOST_UNASKED = 300
"""As many more of which the product does not ask: they go by the clock, where that is seen."""

SITE_OUT, OPERATORS_OUT = "site left out", "site and operators left out"

FloatArray = NDArray[np.float64]


@dataclass(frozen=True)
class Found:
    """How trees that were grown elsewhere judge a window."""

    map: float  # percent, of its pairs
    auc: float  # of its sentences, in percent; of left-out operators' only, where some were left out


def grown(windows: Sequence[Window]) -> BoostedTrees:
    """Trees that tell news from noise on these windows: in each both count the same, and of the news each pair."""
    draw = np.random.default_rng(0)
    examples = [_examples(window, draw) for window in windows if window.news.any()]
    rows, news, counts = (np.concatenate(part) for part in zip(*examples, strict=True))
    learner = HistGradientBoostingClassifier(
        max_iter=250, learning_rate=0.1, max_leaf_nodes=31, min_samples_leaf=80, l2_regularization=5.0,
        max_features=0.3, early_stopping=False, random_state=0,
    )  # fmt: skip
    with threadpool_limits(
        1, user_api="openmp"
    ):  # threads wait for each other for minutes where a core is busy
        return BoostedTrees.of(learner.fit(rows, news, sample_weight=counts))


def _examples(
    window: Window, draw: np.random.Generator
) -> tuple[NDArray[np.float32], NDArray[np.bool_], FloatArray]:
    """Rows of a window, which are news, and what each counts."""
    noise = _some(np.flatnonzero(window.asked & ~window.news), MOST_NOISE, draw)
    unasked = _some(np.flatnonzero(~window.asked & ~window.news), MOST_UNASKED, draw)
    chosen = np.concatenate([np.flatnonzero(window.asked & window.news), noise, unasked])
    news, pairs = window.news[chosen], window.pairs[chosen]
    counts = np.where(window.important[pairs], BESIDE, 1.0)
    counts[news] = 1.0 / np.bincount(pairs[news], minlength=len(window.important))[pairs[news]]
    for kind in (news, ~news):
        if kind.any():
            counts[kind] *= 100.0 / counts[kind].sum()
    return window.rows[chosen], news, counts


def _some(places: NDArray[np.intp], most: int, draw: np.random.Generator) -> NDArray[np.intp]:
    return draw.choice(places, most, replace=False) if len(places) > most else places


def all_grown(windows: Sequence[Window]) -> dict[str, BoostedTrees]:
    """The trees that know hourly visits only, and those that know visits some hours apart, too."""
    return {
        trees: grown([window for window in windows if window.visiting.trees in known])
        for trees, known in ((HOURLY, {HOURLY}), (APART, {HOURLY, APART}))
    }


def held_out(windows: Sequence[Window]) -> Iterator[tuple[str, Window, Found]]:
    """Each window as trees judge it that were grown on other sites, and on those without some operators."""
    sites = _folds(sorted({window.site for window in windows}))
    operators = _folds(sorted([*NEWS, *NOISE]))
    for number, how in product(range(min(FOLDS, len(sites))), (SITE_OUT, OPERATORS_OUT)):
        left = frozenset(name for name, fold in operators.items() if fold == number and how == OPERATORS_OUT)
        elsewhere = [_without(window, left) for window in windows if sites[window.site] != number]
        trees = all_grown(elsewhere)
        for window in windows:
            if sites[window.site] == number:
                yield how, window, _judged(window, trees[window.visiting.trees], left)


def _folds(given: Sequence[str]) -> dict[str, int]:
    shuffled = np.random.default_rng(0).permutation(np.array(given)).tolist()
    return {name: place % FOLDS for place, name in enumerate(shuffled)}


def _without(window: Window, operators: frozenset[str]) -> Window:
    """The window without the sentences that these operators wrote."""
    kept = ~np.isin(window.authors, list(operators))
    parts = {name: getattr(window, name)[kept] for name in ("rows", "news", "asked", "authors", "pairs")}
    return Window(site=window.site, visiting=window.visiting, important=window.important, **parts)


def _judged(window: Window, trees: BoostedTrees, left: frozenset[str]) -> Found:
    said = trees.log_odds(window.rows[window.asked])
    odds = np.full(len(window.important), -20.0)
    np.maximum.at(odds, window.pairs[window.asked], said)
    news = window.news[window.asked]
    authors = window.authors[window.asked]
    # a left-out noise beside all news, left-out news beside all noise
    asked = np.isin(authors, list(left)) | (news if left & NOISE.keys() else ~news) if left else news | True
    asked |= np.isin(authors, [EDITOR]) & news
    known = len(np.unique(news[asked])) == 2
    return Found(
        100 * rank_changes(odds, window.important).map,
        100 * float(roc_auc_score(news[asked], said[asked])) if known else np.nan,
    )


def write(windows: Sequence[Window], seeds: Sequence[int]) -> list[Path]:
    """Trees of all sites, where the library looks for them."""
    provenance = json.dumps(grown_from(windows, seeds))  # asked before the first file makes the tree dirty
    paths = []
    for name, trees in all_grown(windows).items():
        paths.append(Path(changemodel.change.sentence_trees.__file__).with_name(name))
        np.savez_compressed(
            paths[-1],
            measures=np.array(MEASURES),
            provenance=np.array(provenance),
            allow_pickle=False,
            **trees.to_arrays(),
        )
    return paths


def grown_from(windows: Sequence[Window], seeds: Sequence[int]) -> dict[str, Any]:
    """What stands in the files of the trees of where they come from."""
    head = subprocess.run(
        ["git", "describe", "--always", "--dirty", "--abbrev=40"],
        cwd=Path(__file__).parent, capture_output=True, text=True, check=False,
    )  # fmt: skip
    return {
        "command": shlex.join(
            ["python", "-m", "benchmarks.news_classifier", "--grow", "--seeds", *map(str, seeds)]
        ),
        "sites": sorted({window.site for window in windows}),
        "seeds": list(seeds),
        "windows": len(windows),
        "visits": [str(how) for how in VISITING],
        "commit": head.stdout.strip() or None,
        "libraries": {name: version(name) for name in ("numpy", "scikit-learn", "faker", "babel", "jinja2")},
    }


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print, and grow."""
    given = sys.argv[1:] if arguments is None else list(arguments)
    options = _options(given)
    sites = (options.site or names("training"))[: 6 if options.quick else None]
    tasks = list(product(sites, options.seeds))
    with ProcessPoolExecutor(options.jobs) as pool:
        found = list(pool.map(windows_of, *zip(*tasks, strict=True)))
    windows = [window for of_site in found for window in of_site]
    command = shlex.join(["python", "-m", "benchmarks.news_classifier", *given])
    if not options.no_figures:
        judged = list(held_out(windows))
        if options.json:
            print(_as_json(judged, command, quick=options.quick))
        else:
            show(judged)
            out.print(
                command,
                *(["--quick: not the full figure"] if options.quick else []),
                sep="\n",
                highlight=False,
            )
    if options.grow:
        print("wrote", *write(windows, options.seeds), file=sys.stderr)
    return 0


def _options(given: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.news_classifier", description=__doc__)
    parser.add_argument("--site", action="append", choices=names("training"), help="may be repeated")
    parser.add_argument(
        "--seeds", nargs="+", type=int, default=[SEEDS["training"]], help="stories of the sites"
    )
    parser.add_argument("--jobs", type=int, default=2, help="processes")
    parser.add_argument("--grow", action="store_true", help="put trees of all sites where the library looks")
    parser.add_argument("--no-figures", action="store_true", help="with --grow: no held-out figures")
    parser.add_argument("--quick", action="store_true", help="six sites only")
    parser.add_argument("--json", action="store_true", help="one JSON object")
    options = parser.parse_args(given)
    if options.grow and (options.site or options.quick):
        parser.error("--grow grows the product's trees: on all sites, without --site and --quick")
    if options.no_figures and not options.grow:
        parser.error("--no-figures leaves nothing to do without --grow")
    return options


_Judged = Sequence[tuple[str, Window, Found]]


def _means(judged: _Judged) -> dict[str, dict[str, float]]:
    """Mean MAP, mean AUC and deviation of MAP, by what was left out and the visits."""
    table = {}
    for how, visiting in product((SITE_OUT, OPERATORS_OUT), VISITING):
        found = [item for left, window, item in judged if left == how and window.visiting == visiting]
        if found:
            maps = [item.map for item in found]
            auc = float(np.nanmean([item.auc for item in found]))
            table[f"{how}, {visiting}"] = {
                "map": float(np.mean(maps)),
                "spread": float(np.std(maps)),
                "auc": auc,
            }
    return table


def show(judged: _Judged) -> None:
    """The tables for people."""
    table = Table(title="MAP % of pairs, by trees that never saw the site", title_justify="left")
    for heading in ("site", *map(str, VISITING)):
        table.add_column(heading, justify="right", no_wrap=True)
    by_site: dict[str, dict[str, list[str]]] = {}
    for how, window, item in judged:
        if how == SITE_OUT:
            cells = by_site.setdefault(window.site, {}).setdefault(str(window.visiting), [])
            cells.append(f"{item.map:.1f}")
    for site, own in by_site.items():
        table.add_row(site, *(" ".join(own.get(str(visiting), [])) for visiting in VISITING))
    out.print(table)
    means = Table(title="Means", title_justify="left")
    for heading in ("", "MAP % of pairs", "AUC % of sentences"):
        means.add_column(heading)
    for name, of in _means(judged).items():
        means.add_row(name, f"{of['map']:.1f} ± {of['spread']:.1f}", f"{of['auc']:.1f}")
    out.print(means)


def _as_json(judged: _Judged, command: str, *, quick: bool) -> str:
    means: Mapping[str, Mapping[str, float]] = _means(judged)
    return document(
        figures={f"MAP, {name}": of["map"] for name, of in means.items()},
        baselines={f"AUC, {name}": of["auc"] for name, of in means.items()},
        spread={name: of["spread"] for name, of in means.items()},
        command=command,
        quick=quick,
    )


if __name__ == "__main__":
    sys.exit(main())
