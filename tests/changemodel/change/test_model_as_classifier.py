"""``ChangeModel`` as a classifier of pairs of versions, and what a notebook shows of a comparison."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import pairwise

import numpy as np
import pytest

from changemodel import ChangeModel, PageVersion
from changemodel.errors import InvalidInput, NotFitted

EDITS = (8, 14)


def _version(day: int) -> PageVersion:
    edits = sum(day >= at for at in EDITS)
    texts = (
        f"Clause {'abc'[edits]} of these <terms> holds.",
        "We store your name.",
        "Write to our office.",
    )
    blocks = [{"path": f"body>main>p:nth-of-type({row})", "text": text} for row, text in enumerate(texts, 1)]
    return PageVersion(datetime(2026, 1, 1, tzinfo=UTC) + timedelta(days=day), blocks=blocks)


VERSIONS = [_version(day) for day in range(20)]
PAIRS = list(pairwise(VERSIONS))


@pytest.fixture(scope="module")
def model() -> ChangeModel:
    return ChangeModel().fit(VERSIONS)


def test_decisions_of_pairs_are_those_of_compare(model: ChangeModel) -> None:
    important = [model.compare(*pair).important for pair in PAIRS]
    assert model.predict(PAIRS).tolist() == important
    assert set(EDITS) <= {at + 1 for at in np.flatnonzero(model.predict(PAIRS)).tolist()}
    assert ((model.decision_function(PAIRS) > 0.0) == model.predict(PAIRS)).all()


def test_the_score_is_the_share_of_labels_that_agree(model: ChangeModel) -> None:
    said = model.predict(PAIRS)
    assert model.score(PAIRS, said) == 1.0
    assert model.score(PAIRS, ~said) == 0.0


def test_an_alert_budget_moves_the_decision() -> None:
    model = ChangeModel(alerts_per_week=0).fit(VERSIONS)
    assert not model.predict(PAIRS).any()


@pytest.mark.parametrize("pairs", [5, [VERSIONS[0]], [VERSIONS[:3]], ["ab"], [(VERSIONS[0], "later")]])
def test_what_is_no_pair_is_named(model: ChangeModel, pairs: object) -> None:
    with pytest.raises(InvalidInput, match=r"pair"):
        model.predict(pairs)  # type: ignore[arg-type]


def test_before_fit_nothing_is_decided() -> None:
    with pytest.raises(NotFitted):
        ChangeModel().decision_function(PAIRS)


def test_a_score_draws_itself_and_escapes_the_words_of_the_page(model: ChangeModel) -> None:
    score = model.compare(VERSIONS[7], VERSIONS[8])
    shaded = replace(score, regions=np.eye(10))._repr_html_()
    assert "<b>important</b>" in shaded
    assert shaded.count("<rect") == 101
    assert "<ins>b</ins>" in shaded
    assert "<terms>" not in shaded
    assert "<svg" not in score._repr_html_()
    silent = replace(score.blocks[0], kind="outline", words_added=(), words_removed=())
    told = replace(score, blocks=(silent, *score.blocks))._repr_html_()
    assert "outline" not in told
    assert "1 more in" in told


def test_before_a_fit_there_is_no_state() -> None:
    model = ChangeModel()
    assert not hasattr(model, "state_")
    assert not hasattr(model, "picture_state_")
    with pytest.raises(NotFitted):
        model.metric_  # noqa: B018  asked for its error


def test_a_fit_says_how_far_it_is_once_it_takes_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[tuple[int, int, str]] = []
    ChangeModel().fit(VERSIONS, progress=lambda *given: told.append(given))
    monkeypatch.setattr("changemodel.change.progress.SILENT_S", 0.0)
    pictured = [replace(item, features=np.ones((100, 32)), feature_layout="own") for item in VERSIONS]
    ChangeModel().fit(pictured, progress=lambda *given: told.append(given))
    assert (1, len(VERSIONS), "pictures") in told
    assert told[-1] == (4, 4, "learning")
