"""What are answers worth? ``python -m benchmarks.asking [--labels 4 8 12] [--draws 3] [--site NAME] [--json]``

A person judges a few changes of the five days that were learned from: those that ``ChangeModel.ask`` names, four at a
time with a new model after each four; or as many of those that raised an alarm, drawn by chance, as one who is woken by
alarms does; or as many of all changes. Judged is the accuracy (mean of both classes) on the successive pairs of the
later days, by the picture alone, since where words are read there is hardly anything to ask on most sites; or with
``--words`` by the words alone, from HTML that no browser drew. Generated sites of the training family. Source of the
question: M. T. Law's thesis (2015), section 4.4.4, which draws its labels by chance.
"""

from __future__ import annotations

import argparse
import shlex
import sys
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from rich.table import Table

from benchmarks.change_detection_forms import PICTURE
from benchmarks.change_detection_protocol import TRAINING_VERSIONS, judged_pairs, mean_and_spread
from benchmarks.pages.captures import history
from benchmarks.pages.history import SiteHistory, text_history, visits
from benchmarks.pages.site import Truth
from benchmarks.pages.sites import SEEDS, names
from benchmarks.reporting import document, out
from changemodel.change.model import ChangeModel
from changemodel.evaluation.ranking import balanced_accuracy
from changemodel.version import PageVersion

DAYS = 10
AT_A_TIME = 4

WORDS: Mapping[str, Any] = {"read": "text"}
"""Options of the model that reads the words alone."""

Label = tuple[PageVersion, PageVersion, bool]


class Answered(NamedTuple):
    """Accuracy in percent with as many labels: of questions that were chosen, and of each draw of changes that raised
    an alarm
    and of all changes."""

    chosen: float
    alarmed: list[float]
    drawn: list[float]


Found = dict[int, Answered]
"""By number of labels; 0: without."""


class Person:
    """One site with somebody who knows the truth.

    ``options``: of the models.
    """

    def __init__(self, site: SiteHistory, options: Mapping[str, Any]) -> None:
        self._site, self._options = site, options
        self._training = site.versions[:TRAINING_VERSIONS]
        self._places = judged_pairs(site.truths, slice(0, TRAINING_VERSIONS))
        self._truth = np.array([site.truths[place] is Truth.DISSIMILAR for place in self._places])

    def accuracy(self, labels: Sequence[Label]) -> float:
        """Of a model that was told these, in percent."""
        model = self._fitted(labels)
        versions = self._site.versions
        decided = [model.compare(versions[place], versions[place + 1]).important for place in self._places]
        return 100 * balanced_accuracy([item is True for item in decided], self._truth)

    def asked(self, n: int) -> list[Label]:
        """Labels of questions chosen by models that know the answers so far."""
        labels: list[Label] = []
        while len(labels) < n:
            wanted = min(AT_A_TIME, n - len(labels))
            pairs = self._fitted(labels).ask(self._training, wanted, labels)
            new = [self._label(*pair) for pair in pairs]
            if not new:
                break
            labels += new
        return labels

    def drawn(self, n: int, seed: int) -> list[Label]:
        """Labels of changes drawn by chance."""
        return self._labels_among(self._judgeable(), n, seed)

    def alarmed(self, n: int, seed: int) -> list[Label]:
        """Labels of changes that raised an alarm, drawn by chance; fewer where fewer did."""
        model, versions = self._fitted([]), self._training
        places = [
            place
            for place in self._judgeable()
            if model.compare(versions[place], versions[place + 1]).important
        ]
        return self._labels_among(places, n, seed)

    def _judgeable(self) -> list[int]:
        kinds = (Truth.SIMILAR, Truth.DISSIMILAR)
        return [place for place in range(TRAINING_VERSIONS - 1) if self._site.truths[place] in kinds]

    def _labels_among(self, places: Sequence[int], n: int, seed: int) -> list[Label]:
        chosen = np.random.default_rng(seed).permutation(places)[:n].astype(int).tolist()
        return [self._label(self._training[place], self._training[place + 1]) for place in chosen]

    def _label(self, before: PageVersion, after: PageVersion) -> Label:
        return before, after, self._site.truths[self._training.index(before)] is Truth.DISSIMILAR

    def _fitted(self, labels: Sequence[Label]) -> ChangeModel:
        return ChangeModel(**self._options).fit(self._training, labels)


def measure(
    site: SiteHistory, counts: Sequence[int], draws: int, options: Mapping[str, Any] = PICTURE
) -> Found:
    """Accuracy by number of labels on one site."""
    person = Person(site, options)
    plain = person.accuracy([])
    found: Found = {0: Answered(plain, [plain], [plain])}
    most, seeds = max(counts), range(draws)
    asked = person.asked(most)
    alarmed, drawn = ([draw(most, seed) for seed in seeds] for draw in (person.alarmed, person.drawn))
    for count in sorted(counts):
        found[count] = Answered(
            person.accuracy(asked[:count]),
            [person.accuracy(some[:count]) for some in alarmed],
            [person.accuracy(some[:count]) for some in drawn],
        )
    return found


def show(found: Mapping[str, Found]) -> None:
    """The table for people."""
    counts = list(next(iter(found.values())))
    title = "accuracy %: chosen questions | of alarms, and of all, drawn (± over draws)"
    table = Table(title=title, title_justify="left")
    for heading in ("site", *(f"{count} labels" for count in counts)):
        table.add_column(heading, justify="left" if heading == "site" else "right", no_wrap=True)
    for name, item in found.items():
        table.add_row(name, *(_cell(item[count]) for count in counts))
    table.add_section()
    table.add_row("mean", *("{:.1f} | {:.1f} | {:.1f}".format(*means(found)[count]) for count in counts))
    out.print(table)


def means(found: Mapping[str, Found]) -> dict[int, tuple[float, float, float]]:
    """Mean over the sites, of chosen questions, of drawn alarms and of drawn ones."""
    counts = next(iter(found.values()))
    return {
        count: (
            float(np.mean([item[count].chosen for item in found.values()])),
            float(np.mean([np.mean(item[count].alarmed) for item in found.values()])),
            float(np.mean([np.mean(item[count].drawn) for item in found.values()])),
        )
        for count in counts
    }


def _cell(found: Answered) -> str:
    drawn = ("{:.1f}±{:.1f}".format(*mean_and_spread(values)) for values in (found.alarmed, found.drawn))
    return " | ".join([f"{found.chosen:.1f}", *drawn])


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print."""
    given = sys.argv[1:] if arguments is None else list(arguments)
    parser = argparse.ArgumentParser(prog="python -m benchmarks.asking", description=__doc__)
    parser.add_argument("--labels", nargs="+", type=int, default=[4, 8, 12], help="numbers of labels")
    parser.add_argument("--draws", type=int, default=3, help="times that labels are drawn")
    parser.add_argument("--site", action="append", choices=names("training"), help="may be repeated")
    parser.add_argument("--seed", type=int, default=SEEDS["training"], help="other stories")
    parser.add_argument("--words", action="store_true", help="by the words alone, instead of the picture")
    parser.add_argument("--quick", action="store_true", help="one site and one draw")
    parser.add_argument("--json", action="store_true", help="one JSON object")
    options = parser.parse_args(given)
    chosen = (options.site or names("training"))[: 1 if options.quick else None]
    draws = 1 if options.quick else options.draws
    found = {}
    for name in chosen:
        if options.words:
            site, read = text_history(name, visits(24 * DAYS), options.seed), WORDS
        else:
            site, read = history(name, days=DAYS, seed=options.seed), PICTURE
        found[name] = measure(site, options.labels, draws, read)
    command = shlex.join(["python", "-m", "benchmarks.asking", *given])
    if options.json:
        every = means(found)
        print(
            document(
                figures={f"{count} labels, chosen": ways[0] for count, ways in every.items()}
                | {f"{count} labels, alarms": ways[1] for count, ways in every.items()},
                baselines={f"{count} labels, drawn": ways[2] for count, ways in every.items()},
                spread={
                    name: {count: ways._asdict() for count, ways in of.items()} for name, of in found.items()
                },
                command=command,
                quick=options.quick,
            )
        )
        return 0
    show(found)
    out.print(
        command, *(["--quick: not the full figure"] if options.quick else []), sep="\n", highlight=False
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
