"""The tutorial runs as it stands: each block of docs/library.md, in order, in a folder of its own."""

import re
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFont

from tests.storage.archives import browsertrix
from tests.test_architecture import ROOT

TUTORIAL = ROOT / "docs" / "library.md"
_WORDS = ["storm", "council", "harbour", "market", "school", "bridge", "talks", "price", "river", "strike"]


def story(hour: int) -> int:
    """Which lead stands on the page; each stays for seven to nine hours."""
    return (hour + hour // 16 % 2) // 8


@lru_cache(maxsize=8)
def _font(size: int) -> Any:
    return ImageFont.load_default(size)


def draw(hour: int) -> Image.Image:
    """The page at an hour: masthead, lead story on the left, advertisement on the right."""
    page = Image.new("RGB", (1000, 1000), "white")
    pen = ImageDraw.Draw(page)
    pen.rectangle((0, 0, 999, 79), fill=(17, 34, 51))
    pen.text((12, 18), "The Daily Tide", fill="white", font=_font(36))
    random = np.random.default_rng(1000 + story(hour))
    for line in range(6):
        words = " ".join(random.choice(_WORDS, 5))
        pen.text((10, 110 + 60 * line), words, fill=(20, 20, 20), font=_font(32))
    chance = np.random.default_rng(hour)
    colour = tuple(int(value) for value in chance.integers(0, 255, 3))
    pen.rectangle((700, 100, 990, 500), fill=colour)
    left, top = (int(value) for value in chance.integers(0, 120, 2))
    pen.ellipse((720 + left, 120 + top, 800 + left, 300 + top), fill="white")
    return page


def links(hour: int) -> frozenset[str]:
    """What the page links to at an hour."""
    return frozenset({"https://www.news.example/about", f"https://www.news.example/story-{story(hour)}"})


def test_the_tutorial_runs_and_says_what_is_true(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    browsertrix(tmp_path / "crawl.wacz")
    blocks = re.findall(
        r"^```python\n(.*?)^```", TUTORIAL.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL
    )
    assert len(blocks) >= 9
    names: dict[str, Any] = {"draw": draw, "links": links, "story": story}
    for number, block in enumerate(blocks):
        exec(compile(block, f"docs/library.md, block {number}", "exec"), names)
    model = names["model"]
    assert model.state_ == "learned"
    assert model.importance_map_[:5, :7].sum() > 0.95  # the lead carries the map
    assert names["parts"][2, 4] != names["parts"][2, 8]
    times = [
        later.captured_at.hour
        for earlier, later in zip(names["versions"][48:], names["versions"][49:], strict=False)
        if model.compare(earlier, later).important
    ]
    changes = [hour % 24 for hour in range(49, 60) if story(hour) != story(hour - 1)]
    assert set(changes) <= set(times)
    assert len(times) <= len(changes) + 1
