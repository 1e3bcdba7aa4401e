"""How far back a page's model looks."""

from __future__ import annotations

import pytest

from changemodel.change.model import ChangeModel
from pagetide.learning.window import first_size, fit_on_enough
from pagetide.settings.collection_settings import LearningSettings

SETTINGS = LearningSettings(window_versions=100, longest_window_versions=800, enough_changes=20.0)


@pytest.mark.parametrize(
    ("versions", "changes", "size"),
    [
        (0, 0.0, 100),
        (200, 25.0, 200),  # sufficed
        (400, 45.0, 200),  # far more than enough
        (120, 60.0, 100),  # never less than the usual window
        (150, 5.0, 300),  # too little, and there was no more
        (800, 5.0, 800),
    ],
)
def test_a_window_begins_where_the_last_one_ended(versions: int, changes: float, size: int) -> None:
    assert first_size(versions, changes, SETTINGS) == size


@pytest.mark.parametrize(
    ("known", "change_every", "sizes"),
    [
        (1000, 4, [100]),
        (1000, 18, [100, 200, 400]),
        (1000, 90, [100, 200, 400, 800]),
        (230, 90, [100, 200, 230]),
    ],
)
def test_a_window_doubles_until_it_has_seen_enough(known: int, change_every: int, sizes: list[int]) -> None:
    captures, tried = list(range(known)), []

    def fit(window: list[int]) -> ChangeModel:
        tried.append(len(window))
        model = ChangeModel()
        model.details_ = {"changes": len(window) / change_every}
        return model

    _, window = fit_on_enough(lambda size: captures[-size:], fit, 100, SETTINGS, "a page")
    assert tried == sizes
    assert window == captures[-sizes[-1] :]
