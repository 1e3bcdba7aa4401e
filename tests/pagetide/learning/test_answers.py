"""What people answer: which changes they are asked about, and what their answers change."""

import json
import time
from collections.abc import Sequence
from datetime import timedelta
from itertools import pairwise
from pathlib import Path

import httpx
import pytest

from dashboard.app import create_app
from dashboard.request_checks import Access
from dashboard.source import Asked
from pagetide.learning.cached_questions import CachedQuestions
from pagetide.learning.labelling import OF_A_PAGE, questions_of_all, say
from storage.collection import Collection
from storage.findings import FindingKind
from storage.queries.findings import Wanted
from storage.queries.labels import AMBIGUOUS
from tests.dashboard.conftest import served
from tests.pagetide.commands.test_cli import pagetide
from tests.pagetide.conftest import Visits, copy_of
from tests.pagetide.synthetic import START, capture, history

MORNING = START + timedelta(hours=61)


def _next_story(visits: Visits) -> float:
    """How high the finding of the next day's new story stands; 0 where it is none."""
    newest = max(int(item.text.split()[1]) for item, _ in history(60) if item.text)
    visits.visit(capture(84, news=newest, advert=3))
    visits.visit(capture(85, news=newest + 1, advert=4))
    repository = visits.app.collection.repository
    found = repository.findings(Wanted(kinds=[FindingKind.CHANGE]), limit=1, newest_first=True)
    number = repository.newest_capture_id()
    return found[0].rank if found and found[0].capture_id == number else 0.0


def _stories(visits: Visits) -> Sequence[tuple[int, int]]:
    """The pairs of captures between which a new story came."""
    captures = visits.app.collection.repository.captures(visits.page.id)
    pairs = zip(pairwise(captures), history(60)[1:], strict=True)
    return [(before.id, after.id) for (before, after), (_, changed) in pairs if changed]


def test_the_labels_of_a_morning_change_the_ranking_of_the_next_day(
    sixty_learned: Path, tmp_path: Path
) -> None:
    """Somebody for whom the stories mean nothing says so on the dashboard: the next day's story stands lower."""
    with copy_of(sixty_learned, tmp_path / "unsaid") as visits:
        as_before = _next_story(visits)
    with copy_of(sixty_learned, tmp_path / "said") as visits:
        with Collection.open(tmp_path / "said", read_only=True) as opened:
            app = create_app(opened, now=lambda: MORNING, access=Access(writer="ada"))
            with served(app) as address, httpx.Client(base_url=address, timeout=60) as client:
                for before, after in _stories(visits)[-6:]:
                    said = {"before_id": before, "after_id": after, "important": False}
                    assert client.post("/api/v1/pages/1/labels", json=said).status_code == 201
        (heed,) = [tick for tick in visits.app.ticks() if tick.name == "answers"]
        heed.action(MORNING + timedelta(minutes=1))
        model = visits.app.collection.repository.current_model(1)
        assert model is not None
        assert model.details["labels"] == 6
        told = model.details["answers"]
        assert told["rings"] < told["rang"]
        assert len(told["went"]) - len(told["came"]) == told["rang"] - told["rings"]
        heed.action(MORNING + timedelta(minutes=2))
        assert visits.app.collection.repository.current_model(1) == model
        assert _next_story(visits) < as_before


def test_a_few_questions_are_asked_of_each_page_and_what_nobody_can_say_is_not_asked_again(
    learned: Visits,
) -> None:
    app = learned.app
    asked = questions_of_all(app.collection, app.scorer, n=10, newest=60, at=MORNING)
    assert len(asked) == OF_A_PAGE
    first = asked[0].before.id, asked[0].after.id
    say(app.collection, learned.now(), first, None, at=MORNING, note=AMBIGUOUS)
    again = questions_of_all(app.collection, app.scorer, n=10, newest=60, at=MORNING)
    assert first not in {(item.before.id, item.after.id) for item in again}


def test_the_command_asks_about_one_page_or_all(learned: Visits) -> None:
    folder = learned.app.collection.path
    told = json.loads(pagetide("ask", "-c", folder, "--json").stdout)["questions"]
    assert len(told) == OF_A_PAGE
    assert set(told[0]) == {
        "page",
        "what",
        "before",
        "after",
        "before_at",
        "after_at",
        "distance",
        "probability",
    }
    table = pagetide("ask", "1", "-c", folder, "--limit", "5").stdout
    assert "Worth a verdict" in table
    assert table.count("http://news.example/") == 5


@pytest.mark.slow
@pytest.mark.usefixtures("asked_here")
def test_the_dashboard_keeps_questions_until_they_are_answered_and_has_the_page_learned(
    sixty_learned: Path, tmp_path: Path
) -> None:
    with copy_of(sixty_learned, tmp_path / "news"):
        pass
    with Collection.open(tmp_path / "news") as collection:
        kept = CachedQuestions(collection)
        access, asked = Access(writer="ada"), Asked(questions=kept)
        app = create_app(collection, now=lambda: MORNING, access=access, asked=asked)
        with served(app) as address, httpx.Client(base_url=address, timeout=300) as client:
            first, second, third = client.get("/api/v1/questions").json()
            kept.skip((first["before_id"], first["after_id"]))
            assert client.get("/api/v1/questions").json() == [second, third, first]
            form = {
                "page": 1,
                "before": second["before_id"],
                "after": second["after_id"],
                "action": "important",
            }
            answered = client.post("/ask", data=form, headers={"Origin": address})
            assert answered.status_code == 303
            assert second not in client.get("/api/v1/questions").json()
            until = time.monotonic() + 200
            while "Learned:" not in (shown := client.get(answered.headers["location"]).text):
                assert time.monotonic() < until, shown
                time.sleep(0.5)
