"""What the model of today would say of a change that was decided before."""

import pytest

from pagetide.learning.cached_scores import CachedScores
from tests.pagetide.conftest import Visits


@pytest.mark.usefixtures("asked_here")
def test_the_model_of_today_is_asked(visited: Visits) -> None:
    captures = visited.app.collection.repository.captures(visited.page.id)
    opinions = CachedScores(visited.app.collection)
    assert opinions.of(captures[-1]).startswith("The model of today would say: ")
    assert "first good one" in opinions.of(captures[0])  # nothing to compare it with
