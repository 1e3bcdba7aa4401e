"""Which capture is this screenshot from? Ours against cosine of GIST, perceptual hash, and SIFT with RANSAC.

Galleries: drawn pages (``drawn_pages``, four states of each page) and the 149 states of petclinic (real screenshots,
many nearly the same; skipped where the shared data are not). Queries are made of them (``screenshot_queries``); others
are made of pages that are not in the gallery, every second one of a site that is: 300, since what happens once in a
hundred is not seen in thirty. A method's false acceptance is at its own threshold that keeps 95 % of its right answers;
ours is shown at the shipped threshold, too, and whether its confidence is as often right as it says.
"""

from __future__ import annotations

import argparse
import time
import zipfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from itertools import pairwise
from typing import Any

import imagehash
import numpy as np
from numpy.typing import NDArray
from PIL import Image
from rich.table import Table

from benchmarks.drawn_pages import STATES, PageState, states
from benchmarks.reporting import document, machine, out, shared_data
from benchmarks.screenshot_queries import KINDS, Query, query_from, query_of
from changemodel.features.gist import gist
from changemodel.features.images import Pixels, load_image
from changemodel.matching.extras import opencv
from changemodel.matching.gallery import GalleryPicture, grey
from changemodel.matching.retriever import CrossDomainRetriever
from changemodel.matching.verified_placement import SURE, VerifiedPlacement

PAGES_OF_A_SITE = 8
FOREIGN = 300
SURENESS = (0.5, 0.9, 0.99, 1.0)
"""Bounds of confidence between which right answers are counted."""
SIFT_FEATURES = 500
SIFT_QUERIES = 24
"""Every picture is matched with every query: it is measured on the first ones only."""
Answer = list[tuple[int, float, float]]
"""Numbers of pictures, scores by which a match is accepted, and confidence, the best first."""


@dataclass(frozen=True)
class Gallery:
    """Pictures by number, drawn or read when asked for; which show the same page; queries."""

    numbers: Sequence[int]
    picture: Callable[[int], Pixels]
    queries: list[Query]


def drawn(count: int, n_queries: int, n_foreign: int, rng: np.random.Generator) -> Gallery:
    """Pages that are drawn anew each time: ten thousand do not fit into memory."""
    wanted = list(states(count, PAGES_OF_A_SITE))
    picture = lru_cache(256)(lambda number: wanted[number].draw())
    truths = []
    for place in range(n_queries):
        number = int(rng.integers(count))
        first = number - number % STATES
        page = range(first, min(first + STATES, count))
        truths.append(
            query_from({other: picture(other) for other in page}, number, KINDS[place % len(KINDS)], rng)
        )
    sites = max(count // (STATES * PAGES_OF_A_SITE), 1)
    others = [
        PageState(place % sites, PAGES_OF_A_SITE + place, 0) if place % 2 else PageState(sites + place, 0, 0)
        for place in range(n_foreign)
    ]
    of_a_site = STATES * PAGES_OF_A_SITE

    def shown_there(site: int) -> dict[int, Pixels]:
        """Pages of one site may look the same where a query shows no more than their template."""
        return {
            number: picture(number) for number in range(site * of_a_site, min((site + 1) * of_a_site, count))
        }

    foreign = [
        query_of(state.draw(), shown_there(state.site), KINDS[place // 2 % len(KINDS)], rng)
        for place, state in enumerate(others)
    ]
    return Gallery(range(count), picture, truths + foreign)


def petclinic(n_queries: int, n_foreign: int, rng: np.random.Generator) -> Gallery | None:
    """Real states of a web application; those not in the gallery are drawn, since its own are nearly the same."""
    archive = shared_data() / "webpages" / "ndstudy_petclinic.zip"
    if not archive.is_file():
        return None
    with zipfile.ZipFile(archive) as packed:
        names = sorted(name for name in packed.namelist() if name.endswith(".png"))
        pictures = {number: load_image(packed.read(name)) for number, name in enumerate(names)}
    queries = [
        query_from(pictures, int(rng.integers(len(pictures))), KINDS[place % len(KINDS)], rng)
        for place in range(n_queries)
    ]
    foreign = [
        query_of(PageState(place, 0, 0).draw(), {}, KINDS[place % len(KINDS)], rng)
        for place in range(n_foreign)
    ]
    return Gallery(sorted(pictures), pictures.__getitem__, queries + foreign)


def ours(gallery: Gallery) -> tuple[Callable[[Pixels], Answer], dict[str, float]]:
    """The default retriever, without its threshold, so that every answer has a score."""
    begun = time.process_time()
    listed = [GalleryPicture(id=number, image=partial(gallery.picture, number)) for number in gallery.numbers]
    retriever = CrossDomainRetriever(similarity=VerifiedPlacement(threshold=0.0)).fit(listed)
    index = retriever.short_list_.index_  # type: ignore[attr-defined]
    facts = {
        "index CPU s of a picture": (time.process_time() - begun) / len(listed),
        "features of a picture": index.n_features / len(listed),
    }

    def answer(query: Pixels) -> Answer:
        found = retriever.query(query, k=20)
        return [(one.id, one.evidence["same_place"], one.score) for one in found.candidates]

    return answer, facts


def by_cosine(gallery: Gallery) -> Callable[[Pixels], Answer]:
    """GIST of the whole picture."""

    def described(picture: Pixels) -> NDArray[np.float64]:
        small = np.asarray(Image.fromarray(picture).resize((256, 256), Image.Resampling.BOX))
        found = np.asarray(gist(small), dtype=np.float64).ravel()
        return found / np.linalg.norm(found)

    known = np.array([described(gallery.picture(number)) for number in gallery.numbers])
    return lambda query: _ranked(known @ described(query))


def by_hash(gallery: Gallery) -> Callable[[Pixels], Answer]:
    """Perceptual hash of 64 bits (imagehash)."""

    def hashed(picture: Pixels) -> NDArray[np.bool_]:
        return np.asarray(imagehash.phash(Image.fromarray(picture)).hash).ravel()

    known = np.array([hashed(gallery.picture(number)) for number in gallery.numbers])
    return lambda query: _ranked(-(known != hashed(query)).sum(axis=1).astype(np.float64))


def by_sift(gallery: Gallery) -> Callable[[Pixels], Answer]:
    """500 SIFT features of each picture, ratio test 0.75, homography by RANSAC: inliers are the score."""
    cv2 = opencv()
    sift, matcher = cv2.SIFT_create(SIFT_FEATURES), cv2.BFMatcher()

    def described(picture: Pixels) -> tuple[Any, Any]:
        points, found = sift.detectAndCompute(grey(picture), None)
        return np.array([point.pt for point in points], dtype=np.float32).reshape(-1, 2), found

    known = [described(gallery.picture(number)) for number in gallery.numbers]

    def inliers(here: tuple[Any, Any], there: tuple[Any, Any]) -> float:
        if here[1] is None or there[1] is None or len(here[0]) < 2 or len(there[0]) < 2:
            return 0.0
        pairs = [
            one for one, two in matcher.knnMatch(here[1], there[1], k=2) if one.distance < 0.75 * two.distance
        ]
        if len(pairs) < 4:
            return 0.0
        source = here[0][[pair.queryIdx for pair in pairs]]
        target = there[0][[pair.trainIdx for pair in pairs]]
        _, mask = cv2.findHomography(source, target, cv2.RANSAC, 5.0)
        return 0.0 if mask is None else float(mask.sum())

    def answer(query: Pixels) -> Answer:
        here = described(query)
        return _ranked(np.array([inliers(here, there) for there in known]))

    return answer


def _ranked(scores: NDArray[np.float64]) -> Answer:
    return [(int(row), float(scores[row]), np.nan) for row in np.argsort(-scores, kind="stable")[:20]]


def judged(answer: Callable[[Pixels], Answer], queries: Sequence[Query]) -> dict[str, float]:
    """Shares of right answers, false acceptance, CPU time."""
    first, first_20, right, wrong, seconds = [], [], [], [], []
    answers: list[tuple[float, bool]] = []
    by_kind: dict[str, list[bool]] = {}
    for query in queries:
        pixels = load_image(query.image)
        begun = time.process_time()
        found = answer(pixels)
        seconds.append(time.process_time() - begun)
        score = found[0][1] if found else -np.inf
        if found:
            answers.append((found[0][2], found[0][0] in query.truth))
        if not query.truth:
            wrong.append(score)
            continue
        first.append(bool(found) and found[0][0] in query.truth)
        first_20.append(any(number in query.truth for number, *_ in found))
        by_kind.setdefault(query.kind, []).append(first[-1])
        if first[-1]:
            right.append(score)
    limit = float(np.quantile(right, 0.05)) if right else np.inf
    return {
        "top 1": float(np.mean(first)),
        "top 20": float(np.mean(first_20)),
        "false acceptance at 95 %": float(np.mean(np.array(wrong) >= limit)),
        "CPU s of a query": float(np.median(seconds)),
        **{f"top 1, {kind}": float(np.mean(values)) for kind, values in by_kind.items()},
        "queries": len(first),
        "queries not in it": len(wrong),
        "accepted and right": float(np.sum(np.array(right) >= SURE)) / len(first),
        "accepted, not in it": float(np.mean(np.array(wrong) >= SURE)),
        "highest score not in it": float(max(wrong)),
        **_reliability(answers),
    }


def _reliability(answers: Sequence[tuple[float, bool]]) -> dict[str, float]:
    """Between two bounds of confidence: how many answers, what they say of themselves on average, and are."""
    found: dict[str, float] = {}
    for low, high in pairwise(SURENESS):
        inside = [one for one in answers if low <= one[0] < high or one[0] == high == SURENESS[-1]]
        name = f"confidence {low:g} to {high:g}"
        found[f"{name}: answers"] = float(len(inside))
        if inside:
            found[f"{name}: mean"], found[f"{name}: right"] = (
                float(part) for part in np.mean(inside, axis=0)
            )
    return found


def compared(gallery: Gallery, *, alone: bool, with_sift: bool) -> dict[str, dict[str, float]]:
    """Every method on one gallery, or ours alone."""
    answer, facts = ours(gallery)
    found = {"pagetide": {**judged(answer, gallery.queries), **facts}}
    if alone:
        return found
    found["GIST, cosine"] = judged(by_cosine(gallery), gallery.queries)
    found["perceptual hash"] = judged(by_hash(gallery), gallery.queries)
    if with_sift:
        with_truth = [query for query in gallery.queries if query.truth][:SIFT_QUERIES]
        foreign = [query for query in gallery.queries if not query.truth][: SIFT_QUERIES // 2]
        found["SIFT, RANSAC"] = judged(by_sift(gallery), with_truth + foreign)
    for method in list(found)[1:]:
        found[method] = {
            name: value
            for name, value in found[method].items()
            if not name.startswith(("accepted", "highest", "confidence"))
        }
    return found


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.screenshot_search", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="40 pictures, 12 queries: not the full figure")
    parser.add_argument("--full", action="store_true", help="10,000 pictures, 600 queries: hours")
    parser.add_argument("--pictures", type=int, help="another number of drawn pictures")
    parser.add_argument(
        "--alone", action="store_true", help="without what it is compared with: a third of the time"
    )
    parser.add_argument("--json", action="store_true", help="one JSON object instead of tables")
    arguments = parser.parse_args()
    opencv().setNumThreads(1)
    pictures, queries = (40, 12) if arguments.quick else (10_000, 600) if arguments.full else (200, 60)
    foreign = 6 if arguments.quick else FOREIGN
    pictures = arguments.pictures or pictures
    galleries = _galleries(pictures, queries, foreign, quick=arguments.quick)
    results = {}
    for name, make in galleries.items():
        gallery = make()
        if gallery is None:
            continue
        with_sift = len(gallery.numbers) <= 200
        results[name] = compared(gallery, alone=arguments.alone, with_sift=with_sift)
        if not arguments.json:
            _print(name, results[name])
    command = (
        "python -m benchmarks.screenshot_search"
        + (" --quick" if arguments.quick else "")
        + (" --full" if arguments.full else "")
        + (f" --pictures {arguments.pictures}" if arguments.pictures else "")
        + (" --alone" if arguments.alone else "")
    )
    if arguments.json:
        flat = _flat({name: found["pagetide"] for name, found in results.items()})
        others = {
            name: {m: v for m, v in found.items() if m != "pagetide"} for name, found in results.items()
        }
        print(document(figures=flat, baselines=others, command=command + " --json"))
        return
    out.print(
        f"{command}; {machine()['processor']}" + ("; quick: not the full figure" if arguments.quick else "")
    )


def _galleries(
    pictures: int, queries: int, foreign: int, *, quick: bool
) -> dict[str, Callable[[], Gallery | None]]:
    """The small one first; each with dice of its own."""
    found: dict[str, Callable[[], Gallery | None]] = {}
    if not quick:
        few = min(queries, 60)
        found["petclinic, 149 states"] = lambda: petclinic(few, few, np.random.default_rng(0))
    found[f"{pictures} drawn pictures"] = lambda: drawn(pictures, queries, foreign, np.random.default_rng(0))
    return found


def _flat(found: Mapping[str, Mapping[str, float]]) -> dict[str, float | None]:
    return {
        f"{name}: {figure}": value for name, figures in found.items() for figure, value in figures.items()
    }


def _print(name: str, found: Mapping[str, Mapping[str, float]]) -> None:
    table = Table(title=name)
    table.add_column("")
    for method in found:
        table.add_column(method, justify="right")
    for figure in found["pagetide"]:
        table.add_row(
            figure, *(f"{values[figure]:.3g}" if figure in values else "" for values in found.values())
        )
    out.print(table)


if __name__ == "__main__":
    main()
