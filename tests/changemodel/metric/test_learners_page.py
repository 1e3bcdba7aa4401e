"""docs/learners.md runs as it stands."""

import pytest

from tests.changemodel.test_tutorial import blocks_of, run
from tests.test_architecture import ROOT

PAGE = ROOT / "docs" / "learners.md"


def test_the_page_of_the_learners_runs_and_says_what_is_true(capsys: pytest.CaptureFixture[str]) -> None:
    assert len(blocks_of(PAGE)) >= 5
    names = run(PAGE, {})
    lines = capsys.readouterr().out.splitlines()
    by_rows, by_points = lines[0].split()
    assert by_rows == by_points
    assert float(by_rows) > 0.9
    assert list(names["learned"].transform(names["X"]).columns) == ["lmnn0", "lmnn1"]
    assert "(4, 2)" in lines
    assert {"['article'] [['news' 'article']]", "True", "0.5"} <= set(lines)
    assert {"('live blog',) 4", "('forum', 'article')"} <= set(lines)
    assert names["metric"].converged_
    assert names["scores"].columns.tolist() == ["dense text", "many pictures"]
    assert names["qualities"].score(names["pages"], names["kinds"]) > 0.85
    assert names["found"].hits.sum() > 9
    assert names["model"].converged_
    assert names["verdict"].type == "forum"
    assert names["shards"].dual_bound_ > 0.99 * names["whole"].objective_
