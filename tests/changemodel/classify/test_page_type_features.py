import numpy as np
import pytest
from sklearn.exceptions import NotFittedError
from sklearn.pipeline import make_pipeline
from sklearn.svm import LinearSVC

from changemodel.classify.page_description import PageDescription
from changemodel.classify.page_reading import PageReading
from changemodel.classify.page_type_features import WEIGHTS, PageTypeFeatures
from changemodel.classify.page_type_numbers import NAMES, numbers_of
from changemodel.classify.page_type_tokens import BLOCKS, IN_WORDS, address_tokens, tokens_of
from changemodel.errors import InvalidInput
from tests.changemodel.classify.labelled import page, pages


def test_each_block_has_the_length_of_its_weight_on_every_page() -> None:
    found, _ = pages(4)
    features = PageTypeFeatures(width=256).fit(found)
    rows = features.transform(found)
    for block in ("address", "paths", "words"):
        start, stop = features.blocks_[block]
        lengths = np.sqrt(rows[:, start:stop].multiply(rows[:, start:stop]).sum(axis=1))
        np.testing.assert_allclose(np.asarray(lengths).ravel(), np.sqrt(WEIGHTS[block]))


def test_a_token_is_counted_in_the_column_that_names_it() -> None:
    found, _ = pages(4)
    features = PageTypeFeatures(width=256).fit(found)
    columns = set(features.transform(found[:1]).indices.tolist())
    tokens = [
        token for token in features.read(found[:1])[0].tokens["metadata"] if token.startswith("og:type")
    ]
    assert tokens
    assert features.column_of("metadata", tokens[0]) in columns


def test_it_is_a_step_of_a_pipeline() -> None:
    found, types = pages(5)
    assert (
        make_pipeline(PageTypeFeatures(width=256), LinearSVC()).fit(found, types).score(found, types) == 1.0
    )


def test_pages_that_are_read_already_give_the_same_rows() -> None:
    found, _ = pages(3)
    features = PageTypeFeatures(width=256).fit(found)
    read = [PageReading.of(item) for item in found]
    assert (features.transform(read) != features.transform(found)).nnz == 0


def test_every_block_has_a_weight_and_words_for_people() -> None:
    assert {*BLOCKS, "numbers", "picture"} == set(WEIGHTS) == set(IN_WORDS)


@pytest.mark.parametrize(
    ("weights", "said"),
    [({"colour": 1.0}, "no block 'colour'"), ({"words": -1.0}, "weight of block 'words'")],
)
def test_weights_that_are_none_are_refused(weights: dict[str, float], said: str) -> None:
    with pytest.raises(InvalidInput, match=said):
        PageTypeFeatures(weights=weights).fit(pages(2)[0])


def test_rows_before_a_fit_are_refused() -> None:
    with pytest.raises(NotFittedError):
        PageTypeFeatures().transform([page("forum", 1)])


def test_figures_are_finite_of_any_page() -> None:
    for html in (b"", b"<p>", b"<a href='http://[x'>a</a>" * 50, b"<ul>" + b"<li>a" * 9, b"\xff\xfe" * 50):
        reading = PageReading.of(PageDescription(url="http://[broken", html=html))
        assert reading.numbers.shape == (len(NAMES),)
        assert np.isfinite(reading.numbers).all()


def test_entries_with_a_price_each_are_seen() -> None:
    entry = "<li><a href=/{n}><h3>Lamp {n}</h3></a> <img> € {n}5</li>"
    shop = PageReading.of(
        PageDescription(html="<main><ul>" + "".join(entry.format(n=n) for n in range(9)) + "</ul>")
    )
    numbers = numbers_of(None, shop.outline)
    assert numbers["like parts with a price each"] == pytest.approx(np.log1p(9))
    assert numbers["like parts with a date each"] == 0.0
    assert numbers["like parts: share with a link"] == 1.0


def test_an_address_is_told_by_its_host_its_folders_and_the_shape_of_its_end() -> None:
    tokens = address_tokens("https://forum.acme.co.uk/threads/how-to-oil-it.1234/?page=2&utm_source=x")
    assert {"host forum", "folder threads", "path oil", "depth 2", "query page"} <= set(tokens)
    assert not any("utm" in token for token in tokens)
    assert not address_tokens("http://[broken")


def test_what_a_page_says_to_machines_is_read() -> None:
    html = (
        "<meta property='og:type' content='Product'><script type='application/ld+json'>{'@type': 1, "
        '"@graph": [{"@type": "https://schema.org/Product"}, {"@type": ["Offer"]}]}</script>'
        "<body class='page-template single-post'><div itemscope itemtype='http://schema.org/Person'>"
    )
    tokens = tokens_of(None, PageReading.of(PageDescription(html=html)).outline)["metadata"]
    assert {"og:type=product", "schema product", "schema offer", "schema person", "body single-post"} <= set(
        tokens
    )
