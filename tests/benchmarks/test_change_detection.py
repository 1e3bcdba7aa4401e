"""The change detection benchmark: its protocol and its table."""

import numpy as np
import pytest
from sklearn.metrics import average_precision_score

from benchmarks import change_detection
from benchmarks.change_detection_forms import D_W, DEFAULT
from benchmarks.change_detection_petclinic import petclinic_table
from benchmarks.change_detection_protocol import (
    CROP,
    EUCLIDEAN,
    TRAINING_VERSIONS,
    Ranked,
    SiteFindings,
    SplitFindings,
    judged_pairs,
    mean_and_spread,
)
from benchmarks.pages.history import covered
from benchmarks.pages.site import Truth
from benchmarks.pages.sites import SEEDS, names
from changemodel.evaluation.ranking import rank_changes

pytestmark = pytest.mark.long


def test_the_families_share_no_site_and_no_seed() -> None:
    assert not set(names("training")) & set(names("reported"))
    assert SEEDS["training"] != SEEDS["reported"]


def test_no_test_pair_touches_the_captures_that_were_learned_from() -> None:
    truths = [
        Truth.SIMILAR,
        Truth.DISSIMILAR,
        Truth.IDENTICAL,
        Truth.SIMILAR,
        Truth.IDENTICAL,
        Truth.DISSIMILAR,
    ]
    assert judged_pairs(truths, slice(0, 0)) == [0, 1, 3, 5]
    assert judged_pairs(truths, slice(2, 4)) == [0, 5]  # captures 2 and 3: pairs 1 to 3 are out


def test_ten_splits_of_fifty_days_learn_from_five_days_each_and_judge_the_other_forty_five() -> None:
    truths = [Truth.SIMILAR] * (50 * 24 - 1)
    splits = [slice(number * TRAINING_VERSIONS, (number + 1) * TRAINING_VERSIONS) for number in range(10)]
    assert splits[-1].stop == 50 * 24
    judged = [len(judged_pairs(truths, split)) for split in splits]
    assert judged == [45 * 24 - 1, *[45 * 24 - 2] * 8, 45 * 24 - 1]  # pairs across the border are out


def test_average_precisions_are_scikit_learns() -> None:
    draw = np.random.default_rng(0)
    distances, important = draw.integers(0, 9, 200).astype(float), draw.random(200) < 0.3
    found = rank_changes(distances, important)
    assert found.ap_dissimilar == pytest.approx(average_precision_score(important, distances))
    assert found.ap_similar == pytest.approx(average_precision_score(~important, -distances))
    assert found.map == pytest.approx((found.ap_similar + found.ap_dissimilar) / 2)


def test_news_cells_are_those_that_a_box_touches() -> None:
    cells = covered([(0, 150, 250, 301)], grid=10)
    assert cells.sum() == 9
    assert cells[1:4, :3].all()
    assert not covered([(0, 1100, 500, 1200)], grid=10).any()  # below the view


def findings(name: str, default: float) -> SiteFindings:
    scores = {
        key: Ranked(value, value, value)
        for key, value in (("SSIM", 60.0), (EUCLIDEAN, 70.0), (CROP, 99.0), (D_W, 90.0), (DEFAULT, default))
    }
    decision = dict.fromkeys(change_detection.DECISION, 80.0)
    split = SplitFindings(
        scores=scores, important=9, unimportant=40, decision=decision, map_on_news=88.0, state="learned"
    )
    return SiteFindings(name=name, hard="everything", captures=240, splits=[split, split])


def test_the_table_shows_every_method_and_the_json_names_baselines(
    capsys: pytest.CaptureFixture[str],
) -> None:
    sites = [findings("one", 98.0), findings("two", 96.0)]
    change_detection.show(sites, None)
    printed = capsys.readouterr().out
    assert "97.0" in printed  # the mean over the sites
    assert "hand-set crop" in printed
    told = change_detection.as_json(sites, None, "command", quick=True)
    for part in ("baselines", "figures", "spread", "default: decision", "machine"):
        assert part in told


def test_petclinic_shows_which_comparator_somebody_would_have_taken() -> None:
    found = {
        "pairs": 3, "distinct": 2, "ours": {"ours": 0.97}, "comparators": {"PDiff": 0.88}, "best elsewhere": "PDiff",
    }  # fmt: skip
    cells = petclinic_table(found).columns[0]._cells
    assert cells == ["ours", "PDiff (best elsewhere)"]


def test_mean_and_spread_are_over_the_splits() -> None:
    assert mean_and_spread([90.0, 94.0]) == (92.0, 2.0)


def test_fewer_days_than_learning_takes_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        change_detection.main(["--days", "5"])
    assert ended.value.code == 2
    assert "at least 6" in capsys.readouterr().err
