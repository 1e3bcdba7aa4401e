"""Every page's textual reading grows by one version a visit, survives a restart, and is made anew when it is lost."""

from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import numpy as np

from pagetide.learning.labelling import questions, say
from pagetide.learning.scoring import Scorer
from storage.layout import Block, Layout
from storage.records import Capture, ModelState
from tests.pagetide.conftest import Visits
from tests.pagetide.synthetic import capture

TERMS = ("You may cancel at any time.", "We store your name.", "Write to our office.")


def policy(hour: int, *texts: str) -> Capture:
    """A page whose picture never changes."""
    blocks = tuple(
        Block(
            path=f"body>main>p:nth-of-type({n + 1})",
            tag="p",
            x_px=0,
            y_px=30 * n,
            width_px=500,
            height_px=20,
            text=text,
        )
        for n, text in enumerate(texts)
    )
    return replace(capture(hour, 0, 0), layout=Layout(blocks=blocks), text="\n".join(texts))


def kept(visits: Visits) -> Path:
    return visits.app.collection.path / "models" / str(visits.page.id) / "text.npz"


def test_a_page_is_decided_by_its_text_from_the_third_capture_on(visits: Visits) -> None:
    repository = visits.app.collection.repository
    said = []
    for hour, texts in enumerate(
        [TERMS, TERMS, TERMS, (*TERMS, "We sell your name."), (*TERMS, "We sell your name.")]
    ):
        visits.visit(policy(hour, *texts))
        score = repository.score_of(repository.captures(visits.page.id, newest_first=True, limit=1)[0].id)
        said.append(None if score is None else score.important)
    assert said == [None, None, False, True, False]
    first_alarm = repository.score_of(repository.captures(visits.page.id)[3].id)
    assert first_alarm is not None
    assert first_alarm.explanation["blocks"][0]["added"] == "We sell your name."
    assert kept(visits).is_file()


def test_a_lost_or_damaged_reading_is_made_anew(visits: Visits) -> None:
    for hour in range(4):
        visits.visit(policy(hour, *TERMS))
    captures = visits.app.collection.repository.captures(visits.page.id)
    expected = visits.app.scorer.texts.reading_before(captures[3]).to_arrays()
    for damage in (lambda: kept(visits).write_bytes(b"no archive"), kept(visits).unlink):
        damage()
        found = Scorer(visits.app.collection, grid=10).texts.reading_before(captures[3]).to_arrays()
        for name, array in expected.items():
            np.testing.assert_array_equal(found[name], array)


def test_a_past_pair_is_judged_by_what_was_known_then(visits: Visits) -> None:
    for hour, texts in enumerate([TERMS, TERMS, TERMS, (*TERMS, "We sell your name."), TERMS, TERMS]):
        visits.visit(policy(hour, *texts))
    captures = visits.app.collection.repository.captures(visits.page.id)
    again = visits.app.scorer.score(captures[2], captures[3], captures[5].started_at)
    assert again.important is True


def test_a_quiet_page_asks_about_its_edits_and_is_silent_after_two_verdicts(visits: Visits) -> None:
    notes = [
        "Closed on Monday.",
        "Open again on Monday.",
        "The office moved upstairs.",
        "New hours from May on.",
    ]
    for hour in range(24):
        visits.visit(policy(hour, *TERMS, notes[hour // 6]))
    app, page = visits.app, visits.page
    now = app.collection.repository.captures(page.id)[-1].started_at
    assert app.learner.learn(page, now).state is ModelState.NOT_ENOUGH_CHANGE
    asked = questions(app.collection, app.scorer, page, n=2, newest=30)
    edits = {(6, 7), (12, 13), (18, 19)}
    assert {(item.before.id, item.after.id) for item in asked} < edits
    assert all(item.score.important for item in asked)
    for item in asked:
        say(app.collection, page, (item.before.id, item.after.id), important=False, at=now)
    app.learner.learn(page, now + timedelta(minutes=30))
    visits.visit(policy(24, *TERMS, "The lift is out of order."))
    newest = app.collection.repository.captures(page.id, newest_first=True, limit=1)[0]
    score = app.collection.repository.score_of(newest.id)
    assert score is not None
    assert score.important is False
