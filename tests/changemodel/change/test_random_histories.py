"""Whatever a page says, it is learned, compared and explained: texts, numbers and blocks by chance, come and gone."""

import json
import math
import random
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from changemodel import ChangeModel, PageVersion, bootstrap_map, explain
from changemodel.errors import ChangeModelError
from tests.conftest import LONG_TESTS

START = datetime(2026, 3, 2, tzinfo=UTC)
WORDS = (
    *(
        "tide",
        "moon",
        "harbour",
        "Rule",
        "Article",
        "No.",
        "page",
        "views",
        "ago",
        "heute",
        "gestern",
        "vor",
        "Stunden",
    ),
    *(
        "3",
        "7",
        "12",
        "1,204",
        "1.5K",
        "99%",
        "€5",
        "$3.20",
        "12:30",
        "7:05",
        "2026-03-02",
        "02.03.2026",
        "Mo",
        "5°",
    ),
    *("[12]", "(2)", "—", "·", "|", "…", "\u200b", "é", "ى", "北京", "12月", "עברית", "๓", "²"),
)
PATHS = (
    "html>body>main>p",
    "html>body>main>ul>li",
    "html>body>main>table>tbody>tr>td",
    "html>body>aside>div",
    "html>body>header>h1",
    "html>body>footer>p",
    "#x>span",
    "html>body>main>article>h2>a",
    "html>body>details>summary",
)
Text = Callable[[int], str]


def _words(rng: random.Random) -> str:
    return " ".join(rng.choice(WORDS) for _ in range(rng.randrange(9)))


def _text(rng: random.Random) -> Text:
    """What a block says at each hour: by one of several ways to change."""
    base, other, count, every = _words(rng), _words(rng), rng.randrange(5000), rng.randrange(1, 30)
    number = rng.randrange(100)

    def by_chance(hour: int) -> random.Random:
        return random.Random(f"{number} {hour // every}")

    ways: list[Text] = [
        lambda _: base,
        lambda hour: base if hour % every else other,
        lambda hour: _words(by_chance(hour)),
        lambda hour: f"{base} {count + hour}",
        lambda hour: f"{base} {count + hour * by_chance(hour).randrange(3)}" if hour % every else base,
        lambda hour: f"{hour % 24:02}:{by_chance(hour).randrange(60):02} {base}",
        lambda hour: f"{hour // 24} days ago {other}" if hour % 5 else "yesterday",
        lambda hour: f"{START + timedelta(hours=hour):%d.%m.} {base}",
        lambda hour: f"{base}\n{_words(by_chance(hour))}\n{other}",
        lambda hour: "" if hour % 3 else _words(by_chance(hour)),
        lambda hour: f"{base} {by_chance(hour).choice([3, 3, 3, '', 5.5, '1.2K'])}",
        lambda hour: f"{by_chance(hour).randrange(100)} {base} {by_chance(hour).randrange(9)}",
    ]
    return rng.choice(ways)


def _history(rng: random.Random) -> list[PageVersion]:
    step_h = rng.choice([0.25, 1, 1, 1, 6, 24, 168])
    kind = rng.choice(["blocks", "blocks", "text", "both", "mixed"])
    texts = [
        (
            f"{rng.choice(PATHS)}{f':nth-of-type({row})' * rng.randrange(2)}",
            _text(rng),
            rng.choice([0, 0, 0.4]),
        )
        for row in range(1, rng.randrange(2, 14))
    ]
    boxes, pictured = rng.random() < 0.5, rng.random() < 0.3
    versions = []
    for visit in range(rng.randrange(6, 90)):
        hour = int(visit * step_h)
        blocks = [
            _block(path, text(hour), hour, 50.0 * row if boxes else None)
            for row, (path, text, gone) in enumerate(texts)
            if rng.random() >= gone
        ]
        shown = rng.choice(["blocks", "text"]) if kind == "mixed" else kind
        brought: dict[str, Any] = {} if shown == "text" else {"blocks": blocks}
        if shown != "blocks":
            brought["text"] = "\n".join(block["text"] for block in blocks)
        if pictured:
            features = np.full((100, 4), 0.1, dtype=np.float32)
            features[: rng.randrange(1, 9)] += rng.choice([0.0, rng.random()])
            brought |= {"features": features, "feature_layout": "by chance"}
        versions.append(PageVersion(START + timedelta(hours=visit * step_h), **brought))
    return versions


def _block(path: str, text: str, hour: int, y_px: float | None) -> dict[str, Any]:
    links = (f"http://page.test/{hour // 9}",) if path.endswith("a") else ()
    block: dict[str, Any] = {"path": path, "text": text, "links": links}
    if links:
        block["images"] = (f"http://page.test/{hour // 5}.png",)
    return (
        block if y_px is None else block | {"x_px": 0.0, "y_px": y_px, "width_px": 500.0, "height_px": 40.0}
    )


@pytest.mark.parametrize("seed", range(40 if LONG_TESTS else 10))
def test_any_history_is_learned_compared_and_explained(seed: int) -> None:
    rng = random.Random(seed)
    versions = _history(rng)
    known = versions[: max(4, len(versions) * 7 // 10)]
    verdicts = [(*known[:2], True)] if rng.random() < 0.4 else None
    model = ChangeModel(
        metric=rng.choice(["diagonal", "diagonal", "full"]),
        alerts_per_week=rng.choice([None, 3]),
    ).fit(known, verdicts)
    scores = [model.compare(*pair) for pair in pairwise(versions)]
    assert all(math.isfinite(score.distance) and score.distance >= 0.0 for score in scores)
    assert json.loads(json.dumps(explain(model, *versions[-2:]).to_dict()))
    assert len(model.ask(versions, 2)) <= 2
    with suppress(ChangeModelError):  # of most there is no map
        assert bootstrap_map(model, known, 2).mean.sum() == pytest.approx(1.0)
