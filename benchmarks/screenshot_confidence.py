"""The two rules behind the confidence of ``pagetide search``: fitted, and printed as the weights that ship.

Queries are made of drawn pages of sites that ``screenshot_search`` does not draw: two fifths of captures in the
gallery, a fifth of states of its pages that were not kept, a fifth of pages of its sites, a fifth of other sites. Every
picture that shows the same pixels at the same place is right: captures that are alike there are never given as wrong.
``screenshot_search`` prints how often the confidence is right.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache, partial

import numpy as np
from sklearn.linear_model import LogisticRegression

from benchmarks.drawn_pages import STATES, PageState
from benchmarks.reporting import document, out
from benchmarks.screenshot_queries import KINDS, Query, query_of
from changemodel.features.images import Pixels
from changemodel.matching.confidence import SAME_PICTURE, SAME_PLACE
from changemodel.matching.extras import opencv
from changemodel.matching.gallery import Candidate, GalleryPicture
from changemodel.matching.retriever import CrossDomainRetriever
from changemodel.matching.verified_placement import VerifiedPlacement

FIRST_SITE, SITES, PAGES = 1000, 3, 8
STATE_NOT_KEPT = "state not kept"
ROLES = ("kept", "kept", STATE_NOT_KEPT, "page not kept", "other site")
STRENGTH = 10.0
"""Inverse of the penalty: the rules have two weights each, and hundreds of queries."""
LIKELY = 0.3
"""Of a state that was not kept the page is right where so much is explained: other pages of a site share less."""


@dataclass(frozen=True)
class Judged:
    """The first answer to a query, its evidence, and whether it is right."""

    role: str
    place: tuple[float, float]
    picture: tuple[float, float] | None
    right_page: bool
    right: bool


def judged(n_queries: int) -> Iterator[Judged]:
    """First answers to so many queries; those without any are left out."""
    wanted = [
        PageState(FIRST_SITE + site, page, state)
        for site in range(SITES)
        for page in range(PAGES)
        for state in range(STATES)
    ]
    picture = lru_cache(64)(lambda number: wanted[number].draw())
    rng = np.random.default_rng(1)
    asked = [(ROLES[n % len(ROLES)], _query(n, wanted, picture, rng)) for n in range(n_queries)]
    retriever = CrossDomainRetriever(similarity=VerifiedPlacement(threshold=0.0)).fit(
        [GalleryPicture(id=number, image=partial(picture, number)) for number in range(len(wanted))]
    )
    for role, query in asked:
        found = retriever.query(query.image).candidates
        if found:
            yield _judged(role, query, found)


def _query(
    place: int, wanted: list[PageState], picture: Callable[[int], Pixels], rng: np.random.Generator
) -> Query:
    role, kind = ROLES[place % len(ROLES)], KINDS[place % len(KINDS)]
    if role == "page not kept":
        return query_of(PageState(FIRST_SITE + place % SITES, PAGES + place, 0).draw(), {}, kind, rng)
    if role == "other site":
        return query_of(PageState(FIRST_SITE + SITES + place, 0, 0).draw(), {}, kind, rng)
    number = int(rng.integers(len(wanted)))
    first = number - number % STATES
    pictures = {other: picture(other) for other in range(first, first + STATES)}
    if role == "kept":
        return query_of(pictures[number], pictures, kind, rng)
    state = PageState(wanted[number].site, wanted[number].page, STATES + place)
    return query_of(state.draw(), pictures, kind, rng)


def _judged(role: str, query: Query, found: tuple[Candidate, ...]) -> Judged:
    best = found[0]
    margin, near = best.evidence["margin"], best.evidence["near"]
    return Judged(
        role=role,
        place=(best.evidence["share"], best.evidence["correlation"]),
        picture=None if margin is None else (margin, near),
        right_page=any(number // STATES == best.id // STATES for number in query.truth),
        right=best.id in query.truth,
    )


def fitted(answers: list[Judged]) -> dict[str, tuple[float, float, float]]:
    """Weights and constants of both rules.

    The rule for places learns nothing from states that were not kept: their page is in the gallery, and is not.
    """
    places = [one for one in answers if one.role != STATE_NOT_KEPT]
    pictures = [
        one
        for one in answers
        if one.picture is not None
        and (one.role == "kept" or (one.role == STATE_NOT_KEPT and one.place[0] > LIKELY))
    ]
    return {
        "SAME_PLACE": _rule([one.place for one in places], [one.right_page for one in places]),
        "SAME_PICTURE": _rule(
            [one.picture for one in pictures if one.picture is not None], [one.right for one in pictures]
        ),
    }


def _rule(evidence: list[tuple[float, float]], right: list[bool]) -> tuple[float, float, float]:
    rule = LogisticRegression(C=STRENGTH).fit(np.array(evidence), np.array(right))
    one, two = rule.coef_[0]
    return float(one), float(two), float(rule.intercept_[0])


def main() -> None:
    """Fit and print."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.screenshot_confidence", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="60 queries: not the weights that ship")
    parser.add_argument("--json", action="store_true", help="one JSON object instead of text")
    arguments = parser.parse_args()
    opencv().setNumThreads(1)
    answers = list(judged(60 if arguments.quick else 240))
    rules = fitted(answers)
    shipped = {"SAME_PLACE": SAME_PLACE, "SAME_PICTURE": SAME_PICTURE}
    if arguments.json:
        flat = [
            {f"{name}, {place}": value for name, rule in some.items() for place, value in enumerate(rule)}
            for some in (rules, shipped)
        ]
        command = "python -m benchmarks.screenshot_confidence" + (" --quick" if arguments.quick else "")
        print(document(figures=flat[0], baselines={"shipped": flat[1]}, command=command + " --json"))
        return
    for name, rule in rules.items():
        out.print(f"{name}: {', '.join(f'{value:.2f}' for value in rule)}; shipped: {shipped[name]}")
    out.print(f"{len(answers)} answers" + ("; quick: not the weights that ship" if arguments.quick else ""))


if __name__ == "__main__":
    main()
