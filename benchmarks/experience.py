"""What do other pages teach? ``python -m benchmarks.experience [--seeds 101 102] [--jobs 2] [--write] [--json]``

The training family of ``benchmarks.sites`` read by its text, as in ``benchmarks.reading``, at hourly visits and at
visits three to twenty-four hours apart. The sentences that came or went in each judged pair become examples: what is
declared news on a page against what is not, each page counting as much as any other. Trees that never saw a site say
how much a change on it is worth (five folds of sites; trees of hourly visits for such, of visits up to six hours apart
for the others), and this moves the distance that the page's own time taught (``changemodel.change.experience``). Beside
it, in the same run, that distance by itself, and the trees by themselves. ``--write`` grows trees on all sites and puts
them where the library looks.
"""

from __future__ import annotations

import argparse
import json
import shlex
import subprocess
import sys
from collections.abc import Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from rich.table import Table
from sklearn.ensemble import HistGradientBoostingClassifier

import changemodel.change.grown_trees
from benchmarks.experience_windows import VISITING, Visiting, Window, windows_of
from benchmarks.reporting import document, out
from benchmarks.sites.history import SEEDS, names
from changemodel.change.experience import FLOOR, SAY
from changemodel.change.grown_trees import APART, HOURLY, even_of
from changemodel.evaluation.ranking import rank_changes
from changemodel.features.sentence_changes import MEASURES
from changemodel.metric.boosted_trees import BoostedTrees

FOLDS = 5
BESIDE = 0.2
"""What a sentence counts that changed together with the news and is none: it may be news all the same."""

MOST_NOISE = 1200
"""Sentences of a window that are no news from which trees are grown, by chance: crowded pages have ten thousand."""

MOST_CLOCKED = 300
"""As many more that go by the clock: of these they are asked only where that is not seen."""

METHODS = "together", "its own time", "experience"

FloatArray = NDArray[np.float64]


def grown(windows: Sequence[Window]) -> BoostedTrees:
    """Trees that tell news from noise on these windows: in each, both count the same, and of the news each pair."""
    draw = np.random.default_rng(0)
    examples = [_examples(window, draw) for window in windows]
    rows, news, counts = (np.concatenate(part) for part in zip(*examples, strict=True))
    learner = HistGradientBoostingClassifier(
        max_iter=250,
        learning_rate=0.1,
        max_leaf_nodes=31,
        min_samples_leaf=80,
        l2_regularization=5.0,
        max_features=0.3,
        early_stopping=False,
        random_state=0,
    )
    return BoostedTrees.of(learner.fit(rows, news, sample_weight=counts))


def _examples(
    window: Window, draw: np.random.Generator
) -> tuple[NDArray[np.float32], NDArray[np.bool_], FloatArray]:
    """Rows of a window, which are news, and what each counts; none of a window without news."""
    if not window.news.any():
        return window.asked.rows[:0], window.news[:0], np.zeros(0)
    noise = _some(np.flatnonzero(~window.news), MOST_NOISE, draw)
    ticks = _some(np.arange(len(window.clocked.rows)), MOST_CLOCKED, draw)
    chosen = np.concatenate([np.flatnonzero(window.news), noise])
    rows = np.concatenate([window.asked.rows[chosen], window.clocked.rows[ticks]])
    news = np.concatenate([window.news[chosen], np.zeros(len(ticks), dtype=bool)])
    pairs = np.concatenate([window.asked.pairs[chosen], window.clocked.pairs[ticks]])
    counts = np.where(window.told[pairs], BESIDE, 1.0)
    counts[news] = 1.0 / np.bincount(pairs[news], minlength=len(window.told))[pairs[news]]
    for kind in (news, ~news):
        if kind.any():
            counts[kind] *= 100.0 / counts[kind].sum()
    return rows, news, counts


def _some(places: NDArray[np.intp], most: int, draw: np.random.Generator) -> NDArray[np.intp]:
    return draw.choice(places, most, replace=False) if len(places) > most else places


def judged(window: Window, trees: BoostedTrees, step_h: float) -> dict[str, FloatArray]:
    """Logarithms of the distances of all pairs by each method, 0 where an alarm begins."""
    even = even_of(window.later, trees, step_h)
    odds = np.full(len(window.told), -np.inf)
    rows, pairs = window.asked.rows, window.asked.pairs
    if len(rows):
        np.maximum.at(odds, pairs, trees.log_odds(rows))
    asked = np.zeros(len(odds), dtype=bool)  # where words changed
    asked[pairs[rows[:, MEASURES.index("is_picture")] != 1.0]] = True
    own = np.log(np.maximum(window.own, 1e-12))
    moved = np.log(window.own + FLOOR) + SAY * (np.where(asked, odds, even) - even)
    return {
        "together": np.where(asked, moved, own),
        "its own time": own,
        "experience": np.where(np.isfinite(odds), odds - even, -1e3),
    }


def measured(windows: Mapping[str, Sequence[Window]]) -> dict[str, list[dict[str, tuple[float, int, int]]]]:
    """Of each window of each site MAP in percent, false alarms and missed changes by method; by trees that never saw
    the site."""
    sites = np.array(sorted({_site(name) for name in windows}))
    fold = dict(
        zip(np.random.default_rng(0).permutation(sites).tolist(), np.arange(len(sites)) % FOLDS, strict=True)
    )
    found: dict[str, list[dict[str, tuple[float, int, int]]]] = {}
    for number in range(min(FOLDS, len(sites))):
        trees = all_grown({name: own for name, own in windows.items() if fold[_site(name)] != number})
        for name in (name for name in windows if fold[_site(name)] == number):
            how = _how(name)
            found[name] = [
                _scores(window, judged(window, trees[how.trees], how.step_h)) for window in windows[name]
            ]
    return {name: found[name] for name in windows}


def all_grown(windows: Mapping[str, Sequence[Window]]) -> dict[str, BoostedTrees]:
    """The trees that know hourly visits only, and those that know visits some hours apart, too."""
    asked = {_how(name).trees for name in windows}
    teaching = {name: own for name, own in windows.items() if _how(name).teaches}
    return {
        trees: grown([item for name, own in teaching.items() if _how(name).trees in known for item in own])
        for trees, known in ((HOURLY, {HOURLY}), (APART, {HOURLY, APART}))
        if trees in asked
    }


def _how(name: str) -> Visiting:
    return next(how for how in VISITING if name.endswith(str(how)))


def _site(name: str) -> str:
    return name.split(",", maxsplit=1)[0]


def _scores(window: Window, values: Mapping[str, FloatArray]) -> dict[str, tuple[float, int, int]]:
    return {
        method: (
            100 * rank_changes(of, window.told).map,
            int(((of > 0.0) & ~window.told).sum()),
            int(((of <= 0.0) & window.told).sum()),
        )
        for method, of in values.items()
    }


def show(found: Mapping[str, Sequence[Mapping[str, tuple[float, int, int]]]]) -> None:
    """The table for people."""
    table = Table(title="MAP % of each window, by trees that never saw the site", title_justify="left")
    for heading in ("site, seed, visits", *METHODS):
        table.add_column(heading, justify="right", no_wrap=True)
    for name, windows in found.items():
        table.add_row(name, *("  ".join(f"{w[method][0]:.1f}" for w in windows) for method in METHODS))
    for how in VISITING:
        _summed(table, how, [w for name, own in found.items() if _how(name) is how for w in own])
    out.print(table)


def _summed(table: Table, how: Visiting, every: Sequence[Mapping[str, tuple[float, int, int]]]) -> None:
    if not every:
        return
    table.add_section()
    table.add_row(f"{how}: mean", *(f"{np.mean([w[method][0] for w in every]):.2f}" for method in METHODS))
    for bound in (96, 90, 80):
        table.add_row(
            f"of {len(every)} below {bound}",
            *(str(sum(w[method][0] < bound for w in every)) for method in METHODS),
        )
    table.add_row(
        "false, missed", *(f"{sum(w[m][1] for w in every)}, {sum(w[m][2] for w in every)}" for m in METHODS)
    )


def write(windows: Mapping[str, Sequence[Window]]) -> list[Path]:
    """Trees of all sites, where the library looks for them."""
    paths = []
    for name, trees in all_grown(windows).items():
        paths.append(Path(changemodel.change.grown_trees.__file__).with_name(name))
        np.savez_compressed(
            paths[-1],
            measures=np.array(MEASURES),
            provenance=np.array(json.dumps(grown_from(windows))),
            allow_pickle=False,
            **trees.to_arrays(),
        )
    return paths


def grown_from(windows: Mapping[str, Sequence[Window]]) -> dict[str, Any]:
    """What stands in the files of the trees of where they come from."""
    head = subprocess.run(
        ["git", "describe", "--always", "--dirty", "--abbrev=40"],
        cwd=Path(__file__).parent,
        capture_output=True,
        text=True,
        check=False,
    )
    return {
        "command": "python -m benchmarks.experience --write",
        "sites": sorted({_site(name) for name in windows}),
        "windows": len(windows),
        "commit": head.stdout.strip() or None,
        "libraries": {name: version(name) for name in ("numpy", "scikit-learn")},
    }


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print."""
    given = sys.argv[1:] if arguments is None else list(arguments)
    parser = argparse.ArgumentParser(prog="python -m benchmarks.experience", description=__doc__)
    parser.add_argument("--site", action="append", choices=names("training"), help="may be repeated")
    parser.add_argument(
        "--seeds", nargs="+", type=int, default=[SEEDS["training"]], help="stories of the sites"
    )
    parser.add_argument("--jobs", type=int, default=2, help="processes")
    parser.add_argument("--write", action="store_true", help="put trees of all sites where the library looks")
    parser.add_argument("--quick", action="store_true", help="four sites only")
    parser.add_argument("--json", action="store_true", help="one JSON object")
    options = parser.parse_args(given)
    if options.write and (options.site or options.quick):
        parser.error("--write grows the product's trees: on all sites, without --site and --quick")
    sites = (options.site or names("training"))[: 4 if options.quick else None]
    windows: dict[str, list[Window]] = {}
    with ProcessPoolExecutor(options.jobs) as pool:
        for seed in options.seeds:
            found = pool.map(partial(windows_of, seed=seed), sites)
            windows |= {
                f"{site}, {seed}, {how}": own
                for site, of_site in zip(sites, found, strict=True)
                for how, own in of_site.items()
            }
    scores = measured(windows)
    command = shlex.join(["python", "-m", "benchmarks.experience", *given])
    if options.json:
        print(_as_json(scores, command, quick=options.quick))
    else:
        show(scores)
        out.print(
            command, *(["--quick: not the full figure"] if options.quick else []), sep="\n", highlight=False
        )
    if options.write:
        out.print("wrote", *write(windows))
    return 0


def _as_json(
    scores: Mapping[str, Sequence[Mapping[str, tuple[float, int, int]]]], command: str, *, quick: bool
) -> str:
    means = {
        how: {method: float(np.mean([w[method][0] for w in every])) for method in METHODS}
        for how in VISITING
        if (every := [w for name, own in scores.items() if _how(name) is how for w in own])
    }
    return document(
        figures={f"MAP, {how}": of[METHODS[0]] for how, of in means.items()},
        baselines={f"{method}, {how}": of[method] for how, of in means.items() for method in METHODS[1:]},
        spread=dict(scores),
        command=command,
        quick=quick,
    )


if __name__ == "__main__":
    sys.exit(main())
