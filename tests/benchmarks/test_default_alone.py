"""The benchmark of the default alone: known sites, run again when the model has changed."""

import json
from datetime import UTC, datetime

import numpy as np
import pytest

from benchmarks import default_alone
from benchmarks.default_alone import (
    BASELINES,
    CAPTURES,
    DECISION,
    DISTANCE,
    PICTURES,
    TEXT,
    Split,
    only,
)
from changemodel.version import PageVersion


def test_the_table_has_what_learns_nothing_beside_the_default(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    beside = dict(zip(BASELINES[CAPTURES], (60.0, 80.0, 70.0, 75.0), strict=True))
    maps = {DISTANCE: 98.0, DECISION: 97.0, **beside}
    split = Split(maps=maps, important=5, alarms=6, true_alarms=4, map_on_news=90.0, decided_by="text")
    monkeypatch.setattr(default_alone, "measured", lambda _: [split, split])
    assert default_alone.main(["--site", "harbour", "--family", "training", "--jobs", "1"]) == 0
    printed = capsys.readouterr().out
    for part in ("98.0, 98.0", "60.0", "8/12 of 10", "90.0", "text, text"):
        assert part in printed
    assert default_alone.main(["--site", "harbour", "--site", "wire", "--jobs", "1", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["figures"] == {DISTANCE: 98.0, DECISION: 97.0}
    assert told["baselines"] == beside
    assert len(told["sites"]["wire"]) == 2
    assert default_alone.main(["--quick", "--jobs", "1"]) == 0
    assert "not the full figure" in capsys.readouterr().out


def test_all_but_the_pictures_or_the_text_is_kept_from_the_model() -> None:
    version = PageVersion(
        datetime(2026, 1, 1, tzinfo=UTC),
        screenshot=np.zeros((20, 20, 3), dtype=np.uint8),
        links=["https://a.test/"],
        images=["https://a.test/a.png"],
        blocks=[{"path": "p", "text": "a"}],
        text="a",
    )
    assert only(version, CAPTURES) is version
    pictured, read = only(version, PICTURES), only(version, TEXT)
    assert pictured.screenshot is version.screenshot
    assert (pictured.blocks, pictured.text, pictured.links, pictured.images) == (None, None, set(), set())
    assert (read.text, read.is_pictured, read.blocks, read.links, read.images) == (
        "a",
        False,
        None,
        set(),
        set(),
    )
