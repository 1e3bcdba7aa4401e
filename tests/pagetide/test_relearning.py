"""Many pages learned at once: what is computed elsewhere is what is computed here, and nothing is computed twice."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import pytest

from pagetide.learning.page_models import Fitted
from pagetide.learning.parallel_tasks import here, in_processes
from pagetide.learning.similar import CapturePoints
from pagetide.page_reader import PageReader
from pagetide.relearning import learn_pages, points_over
from storage.records import Role, StoredModel
from tests.pagetide.conftest import Visits
from tests.pagetide.synthetic import START, capture, history


class _Broken(Exception):
    """Whoever ran was stopped."""


def _broken_off(after: int) -> Any:
    """A spread that computes so many tasks of the first pass, and ends."""

    def spread(compute: Callable[[Any], Any], tasks: Sequence[Any]) -> Iterator[Any]:
        yield from map(compute, tasks[:after])
        raise _Broken

    return spread


@pytest.fixture
def few(visits: Visits) -> Visits:
    """A page with captures of which nothing was computed."""
    for item, _ in history(30):
        visits.app.collection.store(visits.page, item)
    return visits


def _described(visits: Visits) -> int:
    captures = visits.app.collection.repository.captures(visits.page.id, good_only=True)
    return sum(Role.FEATURES in item.artifacts for item in captures)


def test_a_run_that_was_broken_off_goes_on_where_it_ended(few: Visits) -> None:
    app, asked = few.app, list[int]()

    def counting(compute: Callable[[Any], Any], tasks: Sequence[Any]) -> Iterator[Any]:
        for task in tasks:
            found = compute(task)
            asked.append(len(found) if isinstance(found, dict) else 0)
            yield found

    with pytest.raises(_Broken):
        learn_pages(app, [few.now()], START, spread=_broken_off(1))
    assert _described(few) == 25
    learn_pages(app, [few.now()], START, spread=counting)
    assert sum(asked) == 5
    assert _described(few) == 30


def test_a_page_of_which_nothing_new_is_known_is_left_out(learned: Visits) -> None:
    app, first = learned.app, learned.app.collection.repository.current_model(learned.page.id)
    assert isinstance(learn_pages(app, [learned.now()], START, anew=False)[learned.page.id], str)
    learned.visit(capture(61, news=3, advert=1))
    again = learn_pages(app, [learned.now()], START, anew=False)[learned.page.id]
    assert isinstance(again, StoredModel)
    assert first is not None
    assert again.id != first.id


def test_captures_that_nobody_described_are_described_once_by_a_fit(
    few: Visits, monkeypatch: pytest.MonkeyPatch
) -> None:
    versions, made = few.app.scorer.versions, list[int]()
    gist = versions._gist
    compute = type(gist).cells_and_row_features
    monkeypatch.setattr(
        type(gist), "cells_and_row_features", lambda self, image: made.append(1) or compute(self, image)
    )
    few.app.learner.learn(few.now(), START)
    assert _described(few) == 30
    assert len(made) <= 30


@pytest.mark.long
def test_processes_find_what_is_found_here(visited: Visits, tmp_path: Any) -> None:
    app, page = visited.app, visited.now()
    fitted: dict[str, Fitted] = {}
    reader_tasks = [page.id]
    for name, spread in (("here", here), ("processes", in_processes(2))):
        reader = PageReader(app.collection.path, app if name == "here" else None)
        ((_, found),) = spread(reader.fitted, reader_tasks)
        assert isinstance(found, Fitted)
        fitted[name] = found
    digests = {name: one.model.save(tmp_path / name) for name, one in fitted.items()}
    assert digests["here"] == digests["processes"]


@pytest.mark.long
def test_points_of_captures_are_the_same_wherever_they_are_computed(visited: Visits) -> None:
    collection = visited.app.collection
    numbers = [key.id for key in collection.repository.good_capture_keys()][:3]
    there = points_over(in_processes(2), collection.path)(numbers)
    own = CapturePoints(collection, 10).of(numbers)
    assert all((there[number] == own[number]).all() for number in numbers)
