"""Histories as bad as they come, of pictures and of texts: a model that says what it can, or an error in words."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from changemodel import ChangeModel, PageVersion
from changemodel.change.calibration import PairLabel
from changemodel.errors import InvalidInput, InvalidVersion

START = datetime(2026, 3, 2, tzinfo=UTC)
TIMES = st.lists(st.sampled_from([0, 1, 1, 2, 3, 5, 30, 31, 700]), min_size=2, max_size=7)
WORDS = (
    "",
    "Terms",
    "You may cancel within fourteen days.",
    "We sell your data to nobody.",
    "9:41",
    "😀 \u202ex",
)
QUICKLY = settings(max_examples=5, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def at(hour: float) -> datetime:
    return START + timedelta(hours=hour)


def picture(kind: str, seed: int) -> np.ndarray:
    """A screenshot of some size and kind of colour."""
    random = np.random.default_rng(seed)
    if kind == "one colour":
        return np.full((1000, 1000, 3), 40 * (seed % 6), dtype=np.uint8)
    shapes = {
        "tiny": (1, 1, 3),
        "grey": (300, 200),
        "alpha": (200, 300, 4),
        "tall": (1400, 30, 3),
        "wide": (20, 1300, 3),
    }
    return random.integers(0, 256, shapes[kind], dtype=np.uint8)


PICTURES = st.sampled_from(["one colour", "tiny", "grey", "alpha", "tall", "wide"])
BLOCKS = st.lists(st.sampled_from(WORDS), max_size=4)


def learned(versions: Sequence[PageVersion], labels: Sequence[PairLabel] = ()) -> ChangeModel | None:
    """The model of a history; None where it is refused because too few times differ."""
    if len({version.captured_at for version in versions}) < 3:
        with pytest.raises(InvalidInput, match="different times"):
            ChangeModel(grid=4).fit(versions)
        return None
    return ChangeModel(grid=4).fit(versions, labels)


def check(model: ChangeModel, versions: Sequence[PageVersion]) -> None:
    """What holds of every model: a state, a map that sums to 1, finite symmetric distances, probabilities."""
    assert model.picture_state_ in ("learned", "not-enough-change")
    assert (model.picture_state_ == "learned") is (model.details_["reason"] is None)
    assert model.importance_map_.sum() == pytest.approx(1.0)
    assert (model.weights_ >= 0).all()
    for before, after in ((versions[0], versions[-1]), (versions[1], versions[1])):
        score = model.compare(before, after)
        assert np.isfinite(score.distance)
        assert score.distance >= 0
        assert score.probability is None or 0.0 <= score.probability <= 1.0
        assert before is not after or score.distance == 0.0


@QUICKLY
@given(history=st.lists(st.tuples(PICTURES, st.integers(0, 2)), min_size=7, max_size=7), hours=TIMES)
def test_pictures_of_any_kind_at_any_times_are_a_history(
    history: list[tuple[str, int]], hours: list[int]
) -> None:
    """Out of order, twice, with gaps; each of another size and kind, or all identical."""
    versions = [
        PageVersion(at(hour), picture(kind, seed)) for hour, (kind, seed) in zip(hours, history, strict=False)
    ]
    model = learned(versions)
    if model is not None:
        check(model, versions)


@QUICKLY
@given(history=st.lists(BLOCKS, min_size=7, max_size=7), hours=TIMES, as_blocks=st.booleans())
def test_texts_of_any_kind_at_any_times_are_a_history(
    history: list[list[str]], hours: list[int], as_blocks: bool
) -> None:
    versions = [
        text_version(at(hour), texts, as_blocks=as_blocks)
        for hour, texts in zip(hours, history, strict=False)
    ]
    model = learned(versions)
    if model is not None:
        check(model, versions)


def text_version(moment: datetime, texts: Sequence[str], *, as_blocks: bool = True) -> PageVersion:
    if not as_blocks:
        return PageVersion(moment, text="\n".join(texts))
    blocks = [{"path": f"body>p:nth-of-type({n + 1})", "text": text} for n, text in enumerate(texts)]
    return PageVersion(moment, blocks=blocks)


def histories(kind: str, order: Sequence[int]) -> list[PageVersion]:
    """The same five versions, given in some order."""
    if kind == "texts":
        made = [text_version(at(hour), [*WORDS[1:3], f"Story {hour // 3}"]) for hour in range(5)]
    else:
        made = [PageVersion(at(hour), picture("grey", hour // 3)) for hour in range(5)]
    return [made[number] for number in order]


@pytest.mark.parametrize("kind", ["texts", "pictures"])
def test_the_order_in_which_versions_are_given_does_not_matter(kind: str) -> None:
    ordered = ChangeModel(grid=4).fit(histories(kind, range(5)))
    mixed = ChangeModel(grid=4).fit(histories(kind, [2, 0, 1, 3, 4, 4]))
    np.testing.assert_array_equal(ordered.weights_, mixed.weights_)
    pair = histories(kind, [2, 3])
    assert ordered.compare(*pair).distance == mixed.compare(*pair).distance


@pytest.mark.parametrize("kind", ["texts", "pictures"])
def test_all_identical_versions_are_not_learned_and_never_important(kind: str) -> None:
    same = histories(kind, [0])[0]
    versions = [PageVersion(at(hour), same.screenshot, blocks=same.blocks) for hour in range(6)]
    model = ChangeModel(grid=4).fit(versions)
    assert model.picture_state_ == "not-enough-change"
    score = model.compare(versions[3], versions[4])
    assert (score.distance, score.important) == (0.0, False)


@pytest.mark.parametrize("kind", ["texts", "pictures"])
def test_labels_that_contradict_are_refused_in_words(kind: str) -> None:
    versions = histories(kind, range(5))
    said = [PairLabel(at(2), at(3), True), PairLabel(at(3), at(2), False)]
    with pytest.raises(InvalidInput, match="important and not important"):
        ChangeModel(grid=4).fit(versions, said)
    with pytest.raises(InvalidInput, match="none of the versions"):
        ChangeModel(grid=4).fit(versions, [PairLabel(at(2), at(99), True)])


@pytest.mark.parametrize("kind", ["texts", "pictures"])
def test_two_versions_are_compared_and_too_few_to_learn_from(kind: str) -> None:
    versions = histories(kind, [2, 3])
    with pytest.raises(InvalidInput, match="too few versions"):
        ChangeModel(grid=4).fit(versions)
    score = ChangeModel.euclidean(grid=4).compare(*versions)
    assert np.isfinite(score.distance)


USUAL = {
    "path": "body>p",
    "text": "Terms",
    "links": [],
    "x_px": 1,
    "y_px": 2.5,
    "width_px": 300,
    "height_px": 40,
}
NO_NUMBERS = st.sampled_from(
    [float("nan"), float("inf"), -float("inf"), "12", "a", [1], {}, 10**400, np.float64("nan")]
)
SIDES = st.sampled_from(["x_px", "y_px", "width_px", "height_px", "linked_chars"])


@given(side=SIDES, value=NO_NUMBERS, as_object=st.booleans())
@settings(max_examples=40, deadline=None)
def test_a_number_that_is_none_is_refused_with_its_version_and_block(
    side: str, value: object, as_object: bool
) -> None:
    bad = {**USUAL, "path": "body>p:nth-of-type(2)", side: value}
    blocks = [SimpleNamespace(**block) if as_object else block for block in (USUAL, bad)]
    said = rf"block 1 \(body>p:nth-of-type\(2\)\) of the version of 2026-03-02 05:00:00\+00:00 has {side} .*: pass a"
    with pytest.raises(InvalidVersion, match=said):
        PageVersion(at(5), picture("tiny", 0), blocks=blocks)


@pytest.mark.parametrize("name", ["links", "images"])
@pytest.mark.parametrize(
    "urls",
    ["http://a", 5, [["a"]], [None], {"a": 1}, iter(["http://a"])],
    ids=["string", "number", "nested", "none", "mapping", "iterator"],
)
def test_urls_of_a_block_that_are_none_are_refused(name: str, urls: object) -> None:
    with pytest.raises(InvalidVersion, match=rf"block 0 \(body>p\) of the version of .* has {name} "):
        PageVersion(at(0), blocks=[{**USUAL, name: urls}])


def test_links_of_a_block_are_never_none() -> None:
    with pytest.raises(InvalidVersion, match=r"has links None: pass a collection of URL strings"):
        PageVersion(at(0), blocks=[{**USUAL, "links": None}])


@pytest.mark.parametrize(
    "blocks", ["body", 7, [7], [None], [{"text": "no path"}], [{"path": "p", "text": None}]]
)
def test_what_is_no_block_is_refused_with_its_version(blocks: object) -> None:
    with pytest.raises(InvalidVersion, match=r"block.* of the version of 2026-03-02 00:00:00\+00:00 "):
        PageVersion(at(0), blocks=blocks)


@given(
    sides=st.lists(
        st.one_of(
            st.none(), st.floats(allow_nan=False, allow_infinity=False), st.integers(-(10**300), 10**300)
        ),
        min_size=4,
        max_size=4,
    ),
    number=st.sampled_from([float, np.float64, lambda value: value]),
)
@QUICKLY
def test_any_box_of_numbers_can_be_compared(
    sides: list[float | None], number: Callable[[float], object]
) -> None:
    box = {
        name: None if side is None else number(side)
        for name, side in zip(("x_px", "y_px", "width_px", "height_px"), sides, strict=True)
    }
    versions = [
        PageVersion(at(hour), picture("grey", hour), blocks=[{**USUAL, **box, "text": WORDS[2 + hour]}])
        for hour in range(3)
    ]
    check(ChangeModel(grid=4).fit(versions), versions)


def test_blocks_that_can_be_read_but_once_are_kept() -> None:
    blocks = [USUAL, {**USUAL, "images": None}]
    once = PageVersion(at(0), blocks=(block for block in blocks))
    assert list(once.blocks) == blocks
    score = ChangeModel().compare(once, PageVersion(at(1), blocks=blocks))
    assert score.distance == 0.0
