"""Archives of other tools get scores and models."""

import io
import json
from datetime import timedelta
from pathlib import Path

import brotli
import pytest
from PIL import Image
from typer.testing import CliRunner

from crawler.clock import SimulatedClock
from pagetide.app import App
from pagetide.commands import ingest as ingest_command
from pagetide.ingest import ingest_files
from pagetide.rerendering import rendering_from_archive
from storage.collection import Collection
from storage.ingest.archives import ingest, rebuild
from storage.records import ModelState, Outcome, ProblemCode, ResponseKind
from tests.pagetide.commands.test_cli import pagetide
from tests.pagetide.synthetic import START, URL, capture, screenshot
from tests.storage.archives import Archive, heritrix, wacz
from tests.storage.builders import lose_database
from tests.storage.raw_records import A, gzipped, http, record

HOURS = 12


def _as_jpeg(png: bytes) -> bytes:
    out = io.BytesIO()
    Image.open(io.BytesIO(png)).convert("RGB").save(out, "JPEG", quality=90)
    return out.getvalue()


def _hourly(path: Path, *, prefix: str) -> Path:
    """An archive of one page, visited hourly: the news change every second hour, the advertisement each time."""
    archive = Archive(path.parent / "rec.warc.gz")
    pages = []
    for hour in range(HOURS):
        at = START + timedelta(hours=hour)
        picture = screenshot(hour // 2, 100 + hour)
        archive.response(URL, at, b"<h1>news</h1>")
        if prefix == "screenshot:":
            archive.record("resource", prefix + URL, at, _as_jpeg(picture), "image/jpeg")
        else:
            archive.record("resource", prefix + URL, at, picture, "image/png")
        pages.append({"id": f"page-{hour}", "url": URL, "ts": f"{at:%Y-%m-%dT%H:%M:%SZ}"})
    warc = archive.close()
    return warc if prefix == "screenshot:" else wacz(path, [warc], pages)


@pytest.mark.parametrize("prefix", ["urn:view:", "screenshot:"])
def test_an_archive_of_another_tool_gets_scores_and_a_model(tmp_path: Path, prefix: str) -> None:
    source = _hourly(tmp_path / "crawl.wacz", prefix=prefix)
    Collection.create(tmp_path / "news").close()
    now = START + timedelta(days=30)
    few = {"learning": {"first_after_versions": 10}}
    with App.open(tmp_path / "news", clock=SimulatedClock(now), overrides=few) as app:
        done = ingest_files(app, [source], now)
        assert (done.scored, done.learned, done.waiting) == (HOURS - 1, 1, ())
        (page,) = done.pages
        assert page.due_at is None  # nobody asked to visit it
        model = app.collection.repository.current_model(page.id)
        assert model is not None
        assert model.state is ModelState.LEARNED
        scores = app.collection.repository.scores(page.id)
        assert len(scores) == HOURS - 1
        assert any(score.important for score in scores)
        again = ingest_files(app, [source], now)
        assert (again.pages, again.scored, again.learned) == ((), 0, 0)


def test_what_a_killed_ingest_left_is_scored_by_the_hourly_tick(tmp_path: Path) -> None:
    source = _hourly(tmp_path / "crawl.wacz", prefix="urn:view:")
    Collection.create(tmp_path / "news").close()
    with App.open(tmp_path / "news", clock=SimulatedClock(START)) as app:
        taken = ingest(app.collection, source)  # and killed here
        page_id = app.collection.repository.capture(taken.added[0]).page_id
        app.waiting.score_all(START)
        assert len(app.collection.repository.scores(page_id)) == HOURS - 1
        app.waiting.score_all(START)
        assert app.collection.repository.pages_with_unscored() == []
        assert _score_rows(app) == HOURS - 1


def test_what_a_killed_ingest_left_is_scored_by_the_next_one(tmp_path: Path) -> None:
    source = _hourly(tmp_path / "crawl.wacz", prefix="urn:view:")
    Collection.create(tmp_path / "news").close()
    with App.open(tmp_path / "news", clock=SimulatedClock(START)) as app:
        ingest(app.collection, source)  # and killed here
        assert ingest_files(app, [source], START).scored == HOURS - 1
        assert ingest_files(app, [source], START).scored == 0
        assert _score_rows(app) == HOURS - 1


def test_scores_that_come_along_are_not_made_again(tmp_path: Path) -> None:
    source = _hourly(tmp_path / "crawl.wacz", prefix="urn:view:")
    Collection.create(tmp_path / "news").close()
    with App.open(tmp_path / "news", clock=SimulatedClock(START)) as app:
        ingest_files(app, [source], START)
    lose_database(tmp_path / "news")
    with Collection.create(tmp_path / "news") as collection:
        rebuild(collection)
    with App.open(tmp_path / "news", clock=SimulatedClock(START)) as app:
        app.waiting.score_all(START)
        assert app.collection.repository.pages_with_unscored() == []
        assert _score_rows(app) == HOURS - 1


def test_a_screenshot_that_is_no_picture_keeps_no_other_capture_from_its_score(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    archive, pages = Archive(tmp_path / "rec.warc.gz"), []
    for hour in range(3):
        at = START + timedelta(hours=hour)
        archive.response(URL, at, b"<h1>news</h1>")
        picture = screenshot(hour, 100) if hour != 1 else b"no picture"
        archive.record("resource", "urn:view:" + URL, at, picture, "image/png")
        pages.append({"id": f"page-{hour}", "url": URL, "ts": f"{at:%Y-%m-%dT%H:%M:%SZ}"})
    source = wacz(tmp_path / "crawl.wacz", [archive.close()], pages)
    Collection.create(tmp_path / "news").close()
    with App.open(tmp_path / "news", clock=SimulatedClock(START)) as app:
        assert ingest_files(app, [source], START).scored == 1
        (score,) = app.collection.repository.scores(1)
        assert (score.before_id, score.after_id) == (1, 3)
    assert "cannot be read as a picture" in caplog.text
    assert "Traceback" not in caplog.text


def _score_rows(app: App) -> int:
    with app.collection.database.reading() as connection:
        return int(connection.exec_driver_sql("SELECT count(*) FROM change_score").scalar_one())


def test_captures_without_screenshot_are_scored_once_they_are_rendered(tmp_path: Path) -> None:
    source = heritrix(tmp_path / "h.warc.gz")
    Collection.create(tmp_path / "news").close()
    with App.open(tmp_path / "news", clock=SimulatedClock(START)) as app:
        waiting = ingest_files(app, [source], START).waiting
        assert len(waiting) == 3
        assert "without --no-render" in waiting[0].reason
        done = ingest_files(app, [source], START, render=lambda stored: capture(0, 0, 0))
        assert (done.rendered, done.waiting) == (3, ())
        assert len(done.pages) == 3  # scored, though nothing of them is new
        stored = app.collection.repository.captures(1)[0]
        assert stored.outcome is Outcome.COMPLETE


def test_the_commands_take_in_check_rebuild_and_export(tmp_path: Path) -> None:
    source = _hourly(tmp_path / "crawl.wacz", prefix="urn:view:")
    news = tmp_path / "news"
    assert pagetide("init", news).returncode == 0
    done = pagetide("ingest", "-c", news, source, "--json")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["scored"] == HOURS - 1
    lose_database(news)
    rebuilt = pagetide("rebuild", "-c", news)
    assert rebuilt.returncode == 0, rebuilt.stderr
    assert f"{HOURS} captures" in rebuilt.stdout
    verified = pagetide("verify", "-c", news)
    assert verified.returncode == 0, verified.stdout
    part = tmp_path / "part.wacz"
    until = f"{START + timedelta(hours=3):%Y-%m-%dT%H:%M:%S}"
    exported = pagetide("export", "-c", news, "--wacz", part, "--page", URL, "--until", until)
    assert exported.returncode == 0, exported.stderr
    checked = pagetide("verify", part)
    assert checked.returncode == 0, checked.stdout
    assert "4 pages" in checked.stdout
    broken = pagetide("verify", source)  # without an index
    assert broken.returncode == 1
    assert "no index" in broken.stdout


def test_what_is_no_archive_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("Dear archivist", encoding="utf-8")
    assert pagetide("init", tmp_path / "news").returncode == 0
    result = pagetide("ingest", "-c", tmp_path / "news", tmp_path / "letter.txt")
    assert result.returncode == 1
    assert "neither a WACZ nor a WARC" in result.stderr.replace("\n", " ")
    assert "Traceback" not in result.stderr


def test_a_wall_in_an_archive_of_another_tool_is_never_learned_from(tmp_path: Path) -> None:
    """The body is in brotli, as recording proxies keep it."""
    archive = Archive(tmp_path / "rec.warc.gz")
    wall = (
        b"<title>Just a moment...</title><h1>news.example</h1><p>Verifying you are human.</p>"
        b"<script src='/cdn-cgi/challenge-platform/h/b/orchestrate/chl_page/v1'></script>"
    )
    headers = [("Content-Encoding", "br"), ("cf-mitigated", "challenge"), ("Server", "cloudflare")]
    archive.response(URL, START, brotli.compress(wall), status="403 Forbidden", http=headers)
    archive.record("resource", "urn:view:" + URL, START, screenshot(0, 0), "image/png")
    pages = [{"id": "page-0", "url": URL, "ts": f"{START:%Y-%m-%dT%H:%M:%SZ}"}]
    source = wacz(tmp_path / "crawl.wacz", [archive.close()], pages)
    Collection.create(tmp_path / "news").close()
    with App.open(tmp_path / "news", clock=SimulatedClock(START)) as app:
        ingest_files(app, [source], START)
        (stored,) = app.collection.repository.captures(1)
        assert stored.response_kind is ResponseKind.BOT_WALL
        assert not stored.is_good
        assert stored.observed["gate"]["server"] == "Cloudflare"
        assert [problem.code for problem in stored.problems] == [ProblemCode.WALL]


def test_of_several_files_one_that_is_no_archive_keeps_no_other_out(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("Dear archivist", encoding="utf-8")
    source = heritrix(tmp_path / "h.warc.gz")
    Collection.create(tmp_path / "news").close()
    with App.open(tmp_path / "news", clock=SimulatedClock(START)) as app:
        refused, taken = ingest_files(app, [tmp_path / "letter.txt", source], START).reports
        assert "neither a WACZ nor a WARC" in str(refused.faults[0])
        assert len(taken.added) == 3


def test_a_capture_that_cannot_be_rendered_says_why(tmp_path: Path) -> None:
    """A revisit whose original another file holds: the browser would say that the page could not be loaded."""
    revisit = record("revisit", A, http(b""), WARC_Refers_To_Target_URI=A, WARC_Refers_To_Date="2025")
    source = gzipped(tmp_path / "x.warc.gz", revisit)
    Collection.create(tmp_path / "news").close()
    with App.open(tmp_path / "news", clock=SimulatedClock(START)) as app:
        assert app.collection.repository.pages() == []
        with rendering_from_archive(app.collection, app.settings) as render:
            (waiting,) = ingest_files(app, [source], START, pages=[A], render=render).waiting
        assert waiting.url == A
        assert "Import the archive that holds it" in waiting.reason


def test_records_alone_are_taken_without_a_browser(tmp_path: Path) -> None:
    source = heritrix(tmp_path / "h.warc.gz")
    Collection.create(tmp_path / "news").close()
    done = CliRunner().invoke(ingest_command.app, ["-c", str(tmp_path / "news"), "--no-render", str(source)])
    assert done.exit_code == 0, done.output
    assert "were rendered" not in done.stdout
    assert "without --no-render" in done.stdout.replace("\n", " ")
