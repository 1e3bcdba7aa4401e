"""``search`` as a person meets it."""

import io
import json
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image
from typer.testing import CliRunner, Result

from benchmarks.drawn_pages import PageState
from benchmarks.screenshot_queries import changed
from dashboard.capture_search import FoundCapture
from pagetide.cli import app
from pagetide.learning.search_process import SearchProcess
from storage.collection import SIMILAR, Collection
from tests.pagetide.synthetic import START, capture

pytest.importorskip("cv2", reason="OpenCV is not installed: pip install 'pagetide[matching]'")

PAGES = [PageState(0, 0, 0), PageState(0, 0, 1), PageState(1, 0, 0)]


def png(picture: np.ndarray) -> bytes:
    file = io.BytesIO()
    Image.fromarray(picture).save(file, "PNG", compress_level=1)
    return file.getvalue()


@pytest.fixture(scope="module")
def news(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two captures of one page, the second one twice, and one of another page."""
    folder = tmp_path_factory.mktemp("made") / "news"
    with Collection.create(folder) as collection:
        for hour, state in enumerate([*PAGES, PAGES[1]]):
            page = collection.repository.add_page(f"https://site{state.site}.example/", at=START)
            shown = replace(capture(hour, 1, 1), url=page.url, final_url=page.url)
            picture = png(state.draw()[:1300])
            collection.store(
                page, replace(shown, full_page_png=picture, started_at=START + timedelta(hours=hour))
            )
    return folder


@pytest.fixture
def query(tmp_path: Path) -> Path:
    """A dark, rescaled part of the other page."""
    path = tmp_path / "from-a-chat.jpg"
    path.write_bytes(changed(PAGES[2].draw()[200:800, 100:900], "dark", np.random.default_rng(0)))
    return path


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(app, ["search", *map(str, arguments)])


def answer(*arguments: str | Path) -> Any:
    result = run(*arguments, "--json")
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


def test_the_capture_and_the_region_are_found(news: Path, query: Path) -> None:
    found = answer(query, "-c", news)
    assert [row["capture"] for row in found["matches"]] == [3]
    x, y, width, height = found["matches"][0]["region"]
    assert abs(x - 100) < 90
    assert abs(y - 200) < 90
    assert width > 600
    assert height > 400
    assert found["searched"] == 4
    assert "#3" in run(query, "-c", news).stdout


def test_captures_with_the_same_picture_are_found_together_the_earliest_first(
    news: Path, tmp_path: Path
) -> None:
    path = tmp_path / "headline.png"
    path.write_bytes(png(PAGES[1].draw()[120:700]))
    assert [row["capture"] for row in answer(path, "-c", news)["matches"]] == [2]
    every = [row["capture"] for row in answer(path, "-c", news, "--every-capture")["matches"]]
    assert every[:2] == [2, 4]


def test_what_no_capture_shows_is_not_found(news: Path, tmp_path: Path) -> None:
    path = tmp_path / "other.png"
    path.write_bytes(png(PageState(5, 0, 0).draw()[200:900]))
    assert "No capture matches" in run(path, "-c", news).stdout
    assert answer(path, "-c", news)["matches"] == []


def test_the_index_is_made_again_after_a_takedown(news: Path, query: Path) -> None:
    run("--build", "-c", news)
    (news / SIMILAR / "pictures").unlink()
    assert [row["capture"] for row in answer(query, "-c", news)["matches"]] == [3]


def test_a_file_that_is_no_image_and_an_empty_collection_are_named(news: Path, tmp_path: Path) -> None:
    (tmp_path / "text.jpg").write_text("no image")
    assert "image" in str(run(tmp_path / "text.jpg", "-c", news).exception)
    Collection.create(tmp_path / "empty").close()
    refused = run(tmp_path / "text.jpg", "-c", tmp_path / "empty")
    assert refused.exit_code != 0
    assert "no capture has a picture" in str(refused.exception)
    assert run("-c", news).exit_code == 2


@pytest.mark.usefixtures("asked_here")
def test_the_dashboard_asks_the_commands(news: Path, query: Path) -> None:
    with Collection.open(news, read_only=True) as collection:
        search = SearchProcess(collection)
        (found,) = search.by_picture(query.read_bytes())
        (alike,) = search.like([3], [1])
        refused = search.by_picture(b"no picture")
    assert isinstance(found, FoundCapture)
    assert (found.capture_id, found.page_id, found.url) == (3, 2, "https://site1.example/")
    assert found.region is not None
    assert isinstance(alike, FoundCapture)
    assert (alike.page_id, alike.region) == (1, None)
    assert "not in a known image format" in refused
