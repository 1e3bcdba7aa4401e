import json
from pathlib import Path

import numpy as np
import pytest
from sklearn.base import clone
from sklearn.exceptions import NotFittedError
from sklearn.naive_bayes import MultinomialNB
from sklearn.svm import LinearSVC

from changemodel.classify.hybrid_neighbors import PAGE_SETS, HybridNeighbors
from changemodel.classify.page_description import PageDescription
from changemodel.classify.page_type_classifier import PageTypeClassifier, site_of
from changemodel.classify.page_type_tree import PageTypeTree
from changemodel.errors import InvalidInput, UnreadableModel
from tests.changemodel.classify.labelled import page, pages

NARROW = {"width": 256}


@pytest.fixture(scope="module")
def learned() -> PageTypeClassifier:
    return PageTypeClassifier(**NARROW).fit(*pages(10))


def test_pages_of_sites_that_it_never_saw_get_their_types(learned: PageTypeClassifier) -> None:
    new, types = pages(4, first=100)
    assert learned.predict(new).tolist() == types
    assert learned.score(new, types) == 1.0
    chances = learned.predict_proba(new)
    np.testing.assert_allclose(chances.sum(axis=1), 1.0)
    assert chances.shape == learned.decision_function(new).shape == (12, 3)
    assert learned.calibration_.is_held_out


def test_a_verdict_says_type_path_probability_and_what_spoke(learned: PageTypeClassifier) -> None:
    verdict = learned.classify(page("forum", 200))
    assert (verdict.type, verdict.path, verdict.rests_on) == ("forum", ("forum",), "pages")
    assert 0.5 < verdict.probability <= 1.0
    assert 1 <= len(verdict.reasons) <= 4
    assert any("reply" in reason or "thread" in reason for reason in verdict.reasons)
    assert verdict.model_id == learned.model_id_
    assert sum(verdict.probabilities.values()) == pytest.approx(1.0)
    assert json.loads(json.dumps(verdict.as_dict()))["type"] == "forum"


def test_what_is_not_probable_enough_is_unknown() -> None:
    strict = PageTypeClassifier(reject_below=0.9999, **NARROW).fit(*pages(6))
    verdict = strict.classify(PageDescription(url="https://a.test/x", html="<p>Hello there"))
    assert (verdict.type, verdict.path, verdict.is_known) == ("unknown", (), False)
    assert verdict.likeliest in strict.classes_
    assert verdict.probability < 0.9999


def test_two_kinds_that_are_improbable_apart_are_told_by_their_parent() -> None:
    tree = PageTypeTree.parse("[shop.product]\n[shop.article]\n[forum]")
    found, types = pages(8)
    mixed = [
        name if name == "forum" else ("product", "article")[place % 2] for place, name in enumerate(types)
    ]
    learner = PageTypeClassifier(tree=tree, reject_below=0.75, **NARROW).fit(found, mixed)
    verdict = learner.classify(page("article", 300))
    assert (verdict.type, verdict.path) == ("shop", ("shop",))
    assert verdict.probability >= 0.75 > max(verdict.probabilities.values())


@pytest.mark.parametrize(
    ("description", "name"),
    [
        (PageDescription(url="https://a.test/f", html=b"<rss></rss>"), "feed"),
        (PageDescription(url="https://a.test/privacy", html="<h1>Privacy policy</h1><p>We keep"), "notice"),
        (PageDescription(url="https://a.test/privacy"), "notice"),
        (PageDescription(), "unknown"),
        (PageDescription(url="https://a.test/a", html=b"\x89PNG\r\n\x1a\n\0\0"), "unknown"),
        (PageDescription(url="https://a.test/a", html=b"<!-- nothing -->"), "unknown"),
    ],
)
def test_content_type_address_and_empty_bodies_are_told_apart(
    learned: PageTypeClassifier, description: PageDescription, name: str
) -> None:
    verdict = learned.classify(description)
    assert verdict.type == name
    assert verdict.reasons


@pytest.mark.parametrize(
    "body",
    [
        b"<div>" * 200_000,
        b"<a href='//[x'>" * 2000 + b"<p>" + b"x" * 3_000_000,
        b"<meta name=a content=b>" * 60_000,
        ("<p class='" + "a-b " * 50_000 + "'>text").encode(),
        b"<!doctype html><meta charset=nonsense><p>\xff\xfe\xfa text",
        "<p>\ud800 lone".encode("utf-8", "surrogatepass"),
        b'<script type="application/ld+json">{"@type": [' + b"[" * 100_000 + b"</script><p>text",
        b"<html><table><tr><td>" + b"<time>1</time>" * 50_000,
    ],
    ids=["deep", "long", "meta", "class", "encoding", "surrogate", "json", "wide"],
)
def test_hostile_html_gets_a_verdict(learned: PageTypeClassifier, body: bytes) -> None:
    assert learned.classify(PageDescription(url="https://a.test/a", html=body)).model_id == learned.model_id_


def test_without_an_address_it_goes_by_the_html(learned: PageTypeClassifier) -> None:
    described = page("product", 400)
    for url in (None, "", "http://[broken", "no address", "mailto:a@b.test"):
        found = learned.classify(PageDescription(url=url, html=described.html))
        assert found.type == "product"


@pytest.mark.parametrize("head", [LinearSVC(), MultinomialNB(), HybridNeighbors(3)])
def test_any_classifier_can_be_the_head(head: object) -> None:
    learner = PageTypeClassifier(head=head, **NARROW).fit(*pages(6))
    verdict = learner.classify(page("forum", 500))
    assert verdict.type == "forum"
    assert verdict.reasons


def test_a_head_that_asks_for_blocks_gets_them() -> None:
    learner = PageTypeClassifier(head=HybridNeighbors(sets=PAGE_SETS), **NARROW).fit(*pages(4))
    assert learner.head_.blocks == learner.features_.blocks_


def test_two_types_are_enough() -> None:
    found, types = pages(6)
    learner = PageTypeClassifier(**NARROW).fit(found[:12], types[:12])
    assert learner.classify(page("product", 600)).type == "product"
    assert learner.classify(page("article", 601)).type == "article"


def test_a_type_of_one_page_is_learned() -> None:
    found, types = pages(6)
    learner = PageTypeClassifier(**NARROW).fit([*found, page("forum", 70)], [*types, "service"])
    assert learner.predict_proba(found[:1]).shape == (1, 4)


def test_pages_of_one_site_alone_are_learned_without_held_out_probabilities() -> None:
    found, types = pages(3)
    learner = PageTypeClassifier(**NARROW).fit(found, types, groups=["one"] * 9)
    assert not learner.calibration_.is_held_out
    assert learner.predict(found).tolist() == types


def test_broken_pictures_are_as_none_where_pictures_are_looked_at() -> None:
    dark, bright = np.zeros((60, 60, 3), np.uint8), np.full((60, 60, 3), 255, np.uint8)
    dark[::2], bright[::5] = 90, 60
    found = [
        page(kind, n, dark if kind == "forum" else bright) for kind in ("forum", "product") for n in range(4)
    ]
    learner = PageTypeClassifier(pictures=True, **NARROW).fit(found, ["forum"] * 4 + ["product"] * 4)
    without = learner.predict_proba([page("forum", 9)])
    assert "picture" in learner.features_.blocks_
    np.testing.assert_array_equal(learner.predict_proba([page("forum", 9, b"no picture")]), without)
    assert (learner.predict_proba([page("forum", 9, dark)]) != without).any()


@pytest.mark.parametrize(
    ("types", "said"),
    [
        (["article"] * 12, "one type"),
        (["article"] * 11, "12 pages and types of shape"),
        (["article", "artikle"] * 6, "did you mean 'article'"),
        (["article", np.nan] * 6, "the type of page 1 is nan"),
        (["article", None] * 6, "the type of page 1 is None"),
        ([1, 2] * 6, "the type of page 0 is 1"),
    ],
)
def test_types_that_are_none_are_refused(types: list, said: str) -> None:
    with pytest.raises(InvalidInput, match=said):
        PageTypeClassifier(**NARROW).fit(pages(4)[0], types)


@pytest.mark.parametrize(
    ("descriptions", "said"),
    [
        ([], "no pages"),
        (["<p>text"] * 3, "a page is a str"),
        (page("forum", 1), "pages are a PageDescription"),
        (None, "pages are a NoneType"),
    ],
)
def test_pages_that_are_none_are_refused(learned: PageTypeClassifier, descriptions, said: str) -> None:
    with pytest.raises(InvalidInput, match=said):
        learned.predict(descriptions)


@pytest.mark.parametrize(
    ("parameters", "said"),
    [
        ({"cv": 1}, "cv is 1"),
        ({"reject_below": 1.5}, "reject_below is 1.5"),
        ({"tree": "types.toml"}, "tree is a str"),
        ({"head": "svm"}, "head is a str"),
        ({"width": 3}, "width is 3"),
        ({"pictures": 1}, "pictures is 1"),
    ],
)
def test_parameters_out_of_their_range_are_refused(parameters: dict, said: str) -> None:
    with pytest.raises(InvalidInput, match=said):
        PageTypeClassifier(**parameters).fit(*pages(2))


def test_a_fit_that_fails_leaves_the_last_one(learned: PageTypeClassifier) -> None:
    before = learned.model_id_
    with pytest.raises(InvalidInput):
        learned.fit(pages(2)[0], ["article"] * 6)
    assert learned.classify(page("forum", 1)).model_id == before


def test_a_question_before_a_fit_is_refused() -> None:
    for ask in ("classify", "predict", "predict_proba", "decision_function"):
        with pytest.raises(NotFittedError):
            getattr(PageTypeClassifier(), ask)(page("forum", 1) if ask == "classify" else [page("forum", 1)])


def test_parts_of_a_description_of_wrong_types_are_refused() -> None:
    with pytest.raises(InvalidInput, match="url is a int"):
        PageDescription(url=3)
    with pytest.raises(InvalidInput, match="html is a NoneType"):
        PageDescription(html=None)


def test_a_saved_model_says_the_same_to_the_last_bit(learned: PageTypeClassifier, tmp_path: Path) -> None:
    learned.save(tmp_path / "types.npz")
    again = PageTypeClassifier.load(tmp_path / "types.npz")
    new, _ = pages(3, first=700)
    assert learned.predict_proba(new).tobytes() == again.predict_proba(new).tobytes()
    assert learned.classify(new[0]) == again.classify(new[0])
    assert again.model_id_ == learned.model_id_


def test_a_compact_model_is_small_and_says_nearly_the_same(
    learned: PageTypeClassifier, tmp_path: Path
) -> None:
    learned.save(tmp_path / "whole.npz")
    learned.save(tmp_path / "types.npz", compact=True)
    again = PageTypeClassifier.load(tmp_path / "types.npz")
    new, _ = pages(3, first=700)
    np.testing.assert_allclose(again.predict_proba(new), learned.predict_proba(new), atol=0.03)
    assert (tmp_path / "types.npz").stat().st_size < (tmp_path / "whole.npz").stat().st_size


def test_a_loaded_model_is_saved_as_it_is(learned: PageTypeClassifier, tmp_path: Path) -> None:
    learned.save(tmp_path / "a.npz", compact=True)
    again = PageTypeClassifier.load(tmp_path / "a.npz")
    again.save(tmp_path / "b.npz")
    assert PageTypeClassifier.load(tmp_path / "b.npz").model_id_ == again.model_id_


def test_files_that_are_no_model_are_refused(learned: PageTypeClassifier, tmp_path: Path) -> None:
    good = tmp_path / "types.npz"
    learned.save(good)
    whole = good.read_bytes()
    for place, broken in enumerate((b"", b"PK\x03\x04", whole[:-500], whole[: len(whole) // 2], b"x" * 100)):
        bad = tmp_path / f"{place}.npz"
        bad.write_bytes(broken)
        with pytest.raises(UnreadableModel):
            PageTypeClassifier.load(bad)
    np.savez(tmp_path / "other.npz", a=np.zeros(3))
    for name in ("other.npz", "none.npz"):
        with pytest.raises(UnreadableModel):
            PageTypeClassifier.load(tmp_path / name)


def test_a_model_of_other_arrays_than_its_digest_is_refused(
    learned: PageTypeClassifier, tmp_path: Path
) -> None:
    learned.save(tmp_path / "types.npz")
    with np.load(tmp_path / "types.npz") as packed:
        arrays = dict(packed)
    arrays["intercept"] = arrays["intercept"] + 1.0
    np.savez(tmp_path / "types.npz", **arrays)
    with pytest.raises(UnreadableModel, match="do not belong together"):
        PageTypeClassifier.load(tmp_path / "types.npz")


def test_heads_that_are_not_linear_are_not_saved(tmp_path: Path) -> None:
    learner = PageTypeClassifier(head=HybridNeighbors(1), **NARROW).fit(*pages(3))
    with pytest.raises(InvalidInput, match="HybridNeighbors cannot be saved"):
        learner.save(tmp_path / "types.npz")


def test_a_tree_may_be_put_in_place_of_a_model_s_own(learned: PageTypeClassifier, tmp_path: Path) -> None:
    learned.save(tmp_path / "types.npz")
    tree = PageTypeTree.parse("[text.article]\n[text.forum]\n[product]")
    assert PageTypeClassifier.load(tmp_path / "types.npz", tree).classify(page("forum", 1)).path == (
        "text",
        "forum",
    )
    with pytest.raises(InvalidInput, match="the tree lacks the type 'article', 'forum', which"):
        PageTypeClassifier.load(tmp_path / "types.npz", PageTypeTree.parse("[product]"))


def test_it_can_be_cloned_with_its_parameters() -> None:
    learner = PageTypeClassifier(head=LinearSVC(C=3.0), reject_below=0.2)
    again = clone(learner)
    assert again.reject_below == 0.2
    assert again.head.C == 3.0


@pytest.mark.parametrize(
    ("url", "site"),
    [
        ("https://www.a.test/x", "a.test"),
        ("https://b.a.co.uk", "a.co.uk"),
        ("https://a.de", "a.de"),
        ("https://docs.project.io", "project.io"),
        (None, ""),
    ],
)
def test_pages_of_one_site_are_known_by_its_domain(url: str | None, site: str) -> None:
    assert site_of(url) == site


def test_the_shipped_model_is_read_once_and_knows_the_labelled_types() -> None:
    shipped = PageTypeClassifier.shipped()
    assert PageTypeClassifier.shipped() is shipped
    assert shipped.classes_.tolist() == sorted(
        ["article", "collection", "documentation", "forum", "listing", "product", "service"]
    )
    assert [shipped.classify(page(name, 1)).type for name in ("article", "product")] == ["article", "product"]
