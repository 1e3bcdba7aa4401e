"""A page that is built anew, its elements called otherwise, is learned and compared as if nothing had happened."""

import gc
import weakref
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from changemodel import ChangeModel, PageVersion
from changemodel.change.explanation import explain
from changemodel.change.naming import OneNaming

HOURS, REBUILT_AT = 60, 30
NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)
AS_BEFORE = {"top": "header.top", "news": "ul.news", "aside": "div.aside"}
BUILDS: tuple[Mapping[str, str], ...] = (
    AS_BEFORE,
    {"top": "header.x", "news": "ul.y", "aside": "div.z"},
    {"top": "header", "news": "ul", "aside": "div"},  # names that a build tool made are none
)


def _blocks(hour: int, names: Mapping[str, str]) -> list[dict[str, Any]]:
    newest = hour // 5
    stories = [
        f"Story {'abcdefghijklm'[n % 13] * 3} of the day is told at length" for n in range(newest, newest + 6)
    ]
    box = {"x_px": 0.0, "width_px": 600.0, "height_px": 20.0}
    return [
        {"path": f"body>{names['top']}>p", "text": f"Seen at {hour % 24}:07", "y_px": 0.0, **box},
        *(
            {"path": f"body>{names['news']}>li:nth-of-type({n})", "text": story, "y_px": 30.0 * n, **box}
            for n, story in enumerate(reversed(stories), start=1)
        ),
        {"path": f"body>{names['aside']}>p", "text": f"Visitor {hour * 431}", "y_px": 300.0, **box},
    ]


def _history(build: Mapping[str, str], since: int = REBUILT_AT, hours: int = HOURS) -> list[PageVersion]:
    start = datetime(2026, 3, 2, tzinfo=UTC)
    return [
        PageVersion(
            captured_at=start + timedelta(hours=hour),
            blocks=_blocks(hour, build if hour >= since else AS_BEFORE),
        )
        for hour in range(hours)
    ]


def _scores(model: ChangeModel, versions: list[PageVersion]) -> list[dict[str, Any]]:
    return [
        {name: value for name, value in model.compare(a, b).to_dict().items() if name != "blocks"}
        for a, b in pairwise(versions)
    ]


@pytest.mark.parametrize("build", BUILDS)
def test_a_page_that_is_built_anew_while_it_is_learned_from(build: Mapping[str, str]) -> None:
    plain, rebuilt = _history(AS_BEFORE), _history(build)
    assert _scores(ChangeModel().fit(rebuilt), rebuilt) == _scores(ChangeModel().fit(plain), plain)


@pytest.mark.parametrize("build", BUILDS)
def test_a_page_that_is_built_anew_after_it_was_learned(build: Mapping[str, str], tmp_path: Path) -> None:
    plain, rebuilt = (_history(names, since=HOURS + 4, hours=HOURS + 12) for names in (AS_BEFORE, build))
    model = ChangeModel().fit(plain[:HOURS])
    expected = _scores(model, plain[HOURS:])
    assert _scores(model, rebuilt[HOURS:]) == expected
    model.save(tmp_path)
    assert _scores(ChangeModel.load(tmp_path), rebuilt[HOURS:]) == expected


def test_what_is_explained_is_told_of_the_place_that_was_learned() -> None:
    model = ChangeModel().fit(_history(AS_BEFORE))
    before, after = _history(BUILDS[1], since=0)[3:5]
    told = {part.path: part.noise for part in explain(model, before, after).blocks}
    assert told["body>header.top>p"] == "clock"
    assert "body>header.x>p" not in told


def test_blocks_may_be_objects_and_keep_all_that_they_bring() -> None:
    naming, _ = OneNaming.of(_history(AS_BEFORE))
    given = _history(BUILDS[1], since=0)[7]
    as_objects = PageVersion(
        captured_at=given.captured_at,
        blocks=[SimpleNamespace(**block, images=("a.png",)) for block in given.blocks],
    )
    known = naming.known(as_objects)
    assert known.blocks == [{**block, "images": ("a.png",)} for block in _history(AS_BEFORE)[7].blocks]
    assert naming.known(as_objects) is known  # read once


@pytest.mark.parametrize("build", BUILDS[:2])
def test_versions_are_not_held(build: Mapping[str, str]) -> None:
    naming, _ = OneNaming.of(_history(AS_BEFORE))
    version = _history(build, since=0)[7]
    held = weakref.ref(version)
    naming.known(version)
    del version
    gc.collect()
    assert held() is None


def test_versions_without_blocks_are_left_as_they_are() -> None:
    naming, _ = OneNaming.of(_history(AS_BEFORE))
    version = PageVersion(captured_at=datetime(2026, 3, 9, tzinfo=UTC), text="Seen at 3:07")
    assert naming.known(version) is version
    assert OneNaming().known(version) is version


def _lines(hour: int) -> PageVersion:
    return _pictured(hour, text="\n".join(block["text"] for block in _blocks(hour, AS_BEFORE)))


def _pictured(hour: int, **words: object) -> PageVersion:
    features = np.full((100, 8), 0.1)
    features[0] = np.random.default_rng(hour).normal(size=8)  # an advertisement
    features[50] = np.random.default_rng(hour // 5).normal(size=8)
    at = datetime(2026, 3, 2, tzinfo=UTC) + timedelta(hours=hour)
    return PageVersion(at, features=features, feature_layout="simulated", **words)


def test_blocks_and_plain_text_are_not_compared_with_each_other() -> None:
    with_blocks = _pictured(40, blocks=_blocks(40, AS_BEFORE))
    model = ChangeModel().fit([_pictured(hour, blocks=_blocks(hour, AS_BEFORE)) for hour in range(HOURS)])
    for compared in (model, ChangeModel()):
        score = compared.compare(with_blocks, _lines(40))
        assert score.text_distance is None
        assert score.distance == 0.0
    words = PageVersion(NOON, blocks=_blocks(40, AS_BEFORE)), PageVersion(NOON, text="Story aaa")
    assert model.compare(*words).important is None


@pytest.mark.parametrize("seldom", ["blocks", "text"])
def test_where_a_history_has_both_the_words_of_the_fewer_are_not_read(seldom: str) -> None:
    def version(hour: int) -> PageVersion:
        plain = (hour % 7 == 2) is (seldom == "text")
        return _lines(hour) if plain else _pictured(hour, blocks=_blocks(hour, AS_BEFORE))

    model = ChangeModel().fit([version(hour) for hour in range(HOURS)])
    told = [model.compare(version(hour), version(hour + 1)).important for hour in range(HOURS, HOURS + 30)]
    assert told == [hour // 5 != (hour + 1) // 5 for hour in range(HOURS, HOURS + 30)]
