"""Does an important story raise an alarm on real front pages? ``python -m benchmarks.fronts [--every N] [--learn]
[--json]``

Histories in ``../shared/data/histories`` whose successive versions a person graded before any verdict was seen (2: an
important story is new or changed, 1: a minor one, 0: noise; ``grades.csv``). Each visit is decided by what the versions
before it taught, from HTML that no browser drew, as the product decides it; with ``--learn`` a model is fitted to the
past as well, from the twelfth version on and anew after six. ``--every N`` visits each N-th version only: the grade is
then the highest of those in between. Average precision of the distances, and precision and recall of the decisions,
beside baselines on the same pairs: the share of changed 3-word runs, the letters of long blocks never seen before, and
the Jaccard distance of the links of the ten most prominent headlines. Beneath, what other thresholds would have done:
the product's was chosen on these sites. The spread is that of 1000 draws of the pairs of a site.
"""

from __future__ import annotations

import argparse
import csv
import shlex
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from rich.table import Table
from sklearn.metrics import average_precision_score

from benchmarks.histories_accounts import LONG_CHARS
from benchmarks.reporting import document, out, shared_data
from benchmarks.time_machine import opened
from changemodel.change.model import ChangeModel
from changemodel.change.score import ChangeScore
from changemodel.change.story_reading import ALARM_WORTH
from changemodel.change.text_reading import TextReading
from changemodel.features.blocks import masked_text, page_of
from changemodel.features.stories import stories_of
from changemodel.features.structure import jaccard_distance, running_words
from changemodel.html_blocks import html_blocks
from changemodel.version import PageVersion

GRADES = "grades.csv"
FROM, AGAIN = 12, 6
"""Versions from which on pairs are judged, and a model is learned; and after how many it is learned anew."""

TOP = 10
THRESHOLDS = (0.1, 0.2, 0.3, 0.4, 0.6)
"""Worths of a change from which on it would raise an alarm."""

DRAWS = 1000
OURS = "pagetide"

Numbers = NDArray[np.float64]


@dataclass(frozen=True)
class Site:
    """The judged pairs of one front page."""

    name: str
    important: NDArray[np.bool_]
    alarms: NDArray[np.bool_]
    distances: dict[str, Numbers]  # by method
    first_lines: Sequence[str]  # of what was told of each pair

    def ap(self, method: str) -> float:
        """Average precision of a method's distances."""
        return float(average_precision_score(self.important, self.distances[method]))

    def spread(self, method: str) -> float:
        """Standard deviation of it over draws of the pairs, with replacement."""
        draw, found = np.random.default_rng(0), []
        for _ in range(DRAWS):
            rows = draw.integers(len(self.important), size=len(self.important))
            if self.important[rows].any():
                found.append(average_precision_score(self.important[rows], self.distances[method][rows]))
        return float(np.std(found))


def graded(root: Path) -> list[Path]:
    """The histories in a folder that a person graded."""
    return sorted(path.parent for path in root.glob(f"*/{GRADES}"))


def read_site(folder: Path, every: int = 1, learn: bool = False) -> Site:
    """Live through a history, and judge its graded pairs."""
    with (folder / GRADES).open(encoding="utf-8") as file:
        grades = {row["file"]: int(row["grade"]) for row in csv.DictReader(file)}
    with opened(folder) as history:
        names = [version.path.name for version in history.versions]
        versions = [
            PageVersion(version.captured_at, blocks=html_blocks(version.read()))
            for version in history.versions[::every]
        ]
    told = [_highest(grades, names[row - every + 1 : row + 1]) for row in range(every, len(names), every)]
    first = -(-FROM // every) - 1
    judged = [row for row, grade in enumerate(told) if grade is not None and row >= first]
    scores = _lived(versions, learn)
    distances = {name: np.array(measure(versions))[judged] for name, measure in BASELINES.items()}
    return Site(
        name=folder.name,
        important=np.array([told[row] == 2 for row in judged]),
        alarms=np.array([scores[row].important is True for row in judged]),
        distances={OURS: np.array([scores[row].distance for row in judged]), **distances},
        first_lines=[str(scores[row].stories[0]) if scores[row].stories else "" for row in judged],
    )


def _highest(grades: dict[str, int], names: Sequence[str]) -> int | None:
    known = [grades[name] for name in names if name in grades]
    return max(known, default=None)


def _lived(versions: Sequence[PageVersion], learn: bool) -> list[ChangeScore]:
    """What is said of each version and the one before it, by what was known then."""
    reading, model, scores = TextReading(), ChangeModel(read="text"), []
    earlier: PageVersion | None = None
    for row, (before, after) in enumerate(pairwise(versions), 1):
        reading.add(before, earlier)
        if learn and row >= FROM and (row - FROM) % AGAIN == 0:
            model = ChangeModel(read="text").fit(versions[:row])
        scores.append(model.with_text(reading).compare(before, after))
        earlier = before
    return scores


def _words_changed(versions: Sequence[PageVersion]) -> list[float]:
    """The share of runs of three words that the other version does not have."""
    runs = []
    for version in versions:
        words = [word for block in page_of(version).blocks for word in running_words(block.text.casefold())]
        runs.append(frozenset(" ".join(words[row : row + 3]) for row in range(len(words) - 2)))
    return [jaccard_distance(a, b) for a, b in pairwise(runs)]


def _never_seen(versions: Sequence[PageVersion]) -> list[float]:
    """Letters of blocks, numbers masked, that never stood on the page."""
    seen: set[str] = set()
    letters = []
    for version in versions:
        texts = {
            masked_text(block.text) for block in page_of(version).blocks if len(block.text) >= LONG_CHARS
        }
        letters.append(float(sum(len(text) for text in texts - seen)))
        seen |= texts
    return letters[1:]


def _first_links(versions: Sequence[PageVersion]) -> list[float]:
    tops = [
        frozenset(story.url for story in stories_of(page_of(version)) if story.place < TOP)
        for version in versions
    ]
    return [jaccard_distance(a, b) for a, b in pairwise(tops)]


BASELINES: dict[str, Callable[[Sequence[PageVersion]], list[float]]] = {
    "changed 3-word runs": _words_changed,
    "never-seen blocks": _never_seen,
    f"top {TOP} links": _first_links,
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run from the command line; 0 done, 1 no data."""
    given = sys.argv[1:] if arguments is None else list(arguments)
    parser = argparse.ArgumentParser(prog="python -m benchmarks.fronts", description=__doc__)
    parser.add_argument("--every", type=int, default=1, help="visit each N-th version only")
    parser.add_argument("--learn", action="store_true", help="fit a model to the past as well: minutes")
    parser.add_argument("--quick", action="store_true", help="one site, not the full figure")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args(given)
    folders = graded(shared_data() / "histories")[: 1 if options.quick else None]
    if not folders:
        print(f"no history in {shared_data() / 'histories'} has a {GRADES}", file=sys.stderr)
        return 1
    sites = [read_site(folder, options.every, options.learn) for folder in folders]
    command = shlex.join(["python", "-m", "benchmarks.fronts", *given])
    if options.json:
        print(_as_json(sites, command))
    else:
        _show(sites, command + ("; --quick, not the full figure" if options.quick else ""))
    return 0


def _pooled(sites: Sequence[Site]) -> tuple[float, float]:
    """Precision and recall of the decisions of all sites."""
    alarms, important = (
        np.concatenate([getattr(site, name) for site in sites]) for name in ("alarms", "important")
    )
    true = int((alarms & important).sum())
    return true / max(1, int(alarms.sum())), true / max(1, int(important.sum()))


def _by_threshold(sites: Sequence[Site]) -> dict[float, tuple[float, float]]:
    """Precision and recall of all sites, had stories raised an alarm from another worth on."""
    return {
        worth: _pooled([replace(site, alarms=site.distances[OURS] >= worth / ALARM_WORTH) for site in sites])
        for worth in THRESHOLDS
    }


def _as_json(sites: Sequence[Site], command: str) -> str:
    precision, recall = _pooled(sites)
    aps = {name: float(np.mean([site.ap(name) for site in sites])) for name in (OURS, *BASELINES)}
    return document(
        figures={
            "ap": aps.pop(OURS),
            "precision": precision,
            "recall": recall,
            **{f"{site.name}.ap": site.ap(OURS) for site in sites},
        },
        baselines={name: {"ap": value} for name, value in aps.items()},
        spread={f"{site.name}.ap": site.spread(OURS) for site in sites},
        command=command,
        thresholds=_by_threshold(sites),
    )


def _show(sites: Sequence[Site], command: str) -> None:
    table = Table("", *(site.name for site in sites), "mean", title=command, title_justify="left")
    for name in (OURS, *BASELINES):
        cells = [f"{site.ap(name):.3f} ± {site.spread(name):.3f}" for site in sites]
        table.add_row(f"AP, {name}", *cells, f"{np.mean([site.ap(name) for site in sites]):.3f}")
    alarms = [f"{(site.alarms & site.important).sum()} of {site.alarms.sum()}" for site in sites]
    missed = [f"{(~site.alarms & site.important).sum()} of {site.important.sum()}" for site in sites]
    precision, recall = _pooled(sites)
    table.add_row("true alarms", *alarms, f"precision {precision:.2f}")
    table.add_row("missed", *missed, f"recall {recall:.2f}")
    table.add_row("pairs", *(str(len(site.important)) for site in sites), "")
    out.print(table)
    for worth, (precise, found) in _by_threshold(sites).items():
        out.print(f"alarms from {worth}: precision {precise:.2f}, recall {found:.2f}")


if __name__ == "__main__":
    raise SystemExit(main())
