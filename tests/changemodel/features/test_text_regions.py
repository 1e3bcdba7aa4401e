"""Sections of a page as histograms of words, and of numbers with what stands beside them."""

from __future__ import annotations

import numpy as np

from changemodel.features.blocks import BlockPage, block_page
from changemodel.features.page_text import BINS, text_distances
from changemodel.features.text_regions import TextRegions


def distances(before: str, after: str) -> dict[str, float]:
    """By region, of two pages that have one section."""
    pages = [block_page([{"path": "body>p", "text": text}], None) for text in (before, after)]
    regions = TextRegions.of(pages)
    texts = [regions.read(page) for page in pages]
    found = text_distances(texts, np.array([[0, 1]]))[0]
    return dict(zip(regions.names, found.tolist(), strict=True))


def test_another_date_is_no_other_text_though_it_is_written_in_words() -> None:
    found = distances("Monday 30 March, 09:15 edition", "Tuesday 31 March, 10:15 edition")
    assert found["body>p"] == 0.0
    assert found["#body>p"] > 0.0


def test_another_figure_in_a_sentence_is_seen_beside_the_words() -> None:
    found = distances("You have 14 days to object to this", "You have 21 days to object to this")
    assert found["body>p"] == 0.0
    assert found["#body>p"] > 0.0


def test_other_words_leave_the_numbers_as_they_are() -> None:
    found = distances(
        "we keep your letters for about 30 days here", "they lose all papers for about 30 days here"
    )
    assert found["body>p"] > 0.3
    assert found["#body>p"] == 0.0


def test_sections_beyond_the_most_wordy_ones_share_one_region() -> None:
    page = block_page([{"path": f"body>section.n{n}>p", "text": "a few words 7"} for n in range(80)], None)
    regions = TextRegions.of([page])
    assert regions.read(page).counts.shape == (len(regions.names), BINS)
    assert regions.names[47] == "other"
    assert regions.names[-1] == "#other"


def test_regions_survive_saving() -> None:
    page = block_page([{"path": "body>p", "text": "we keep 3 letters"}], None)
    regions = TextRegions.of([page])
    assert TextRegions.from_arrays(regions.to_arrays()) == regions


def test_numbers_of_blocks_that_tell_the_time_of_capture_are_left_out() -> None:
    pages = [block_page([{"path": "body>p", "text": f"edition of {day} March"}], None) for day in (30, 31)]
    regions = TextRegions.of(pages, ["body>p"])
    texts = [regions.read(page) for page in pages]
    assert not text_distances(texts, np.array([[0, 1]])).any()
    assert TextRegions.from_arrays(regions.to_arrays()) == regions


def test_numbers_that_count_days_are_left_out_and_those_beside_them_are_not() -> None:
    texts = ["until 12 May 9 days left", "until 12 May 8 days left", "until 19 May 8 days left"]
    pages = [block_page([{"path": "body>ul>li:nth-of-type(7)>p", "text": text}], None) for text in texts]
    regions = TextRegions.of(pages, counted=[("body>ul>li>p", 1)])
    texts = [regions.read(page) for page in pages]
    night, news = text_distances(texts, np.array([[0, 1], [1, 2]])).sum(axis=1)
    assert night == 0.0
    assert news > 0.0
    assert TextRegions.from_arrays(regions.to_arrays()) == regions


def test_a_number_that_is_left_out_is_not_read_as_what_stands_beside_another() -> None:
    texts = [
        "order 2 of 06/05: 3 days",
        "order 2 of 06/05: 4 days",
        "held 06/05: 3 days",
        "held 06/05: 4 days",
    ]
    pages = [block_page([{"path": "body>ul>li>p", "text": text}], None) for text in texts]
    regions = TextRegions.of(pages, counted=[("body>ul>li>p", -1)])
    read = [regions.read(page) for page in pages]
    assert not text_distances(read, np.array([[0, 1], [2, 3]])).any()
    assert text_distances(read, np.array([[1, 2]])).any()


def test_one_changed_word_is_hardly_ever_taken_for_another() -> None:
    words = [f"{a}{b}" for a in "klmnprst" for b in ("eard", "eserved", "orn", "ime", "ast")]
    pages = [block_page([{"path": "body>p", "text": word}], None) for word in words]
    regions = TextRegions.of(pages)
    texts = [regions.read(page) for page in pages]
    pairs = np.array([(a, b) for a in range(len(words)) for b in range(a)])
    unseen = ~text_distances(texts, pairs).any(axis=1)
    assert unseen.sum() <= 2  # one in 4,096 of 780; with one bin a word it were one in 64


def test_words_that_two_rows_of_a_table_swap_are_a_change() -> None:
    path = "body>table>tbody>tr:nth-of-type({})>td:nth-of-type({})"
    names = ["North v Hall", "Reed v Moor", "Lake v Hill"]

    def page(*status: str) -> BlockPage:
        rows = zip(names, status, strict=True)
        cells = [
            {"path": path.format(row, column), "text": text}
            for row, line in enumerate(rows, 1)
            for column, text in enumerate(line, 1)
        ]
        return block_page(cells, None)

    pages = [page("heard", "listed", "heard"), page("listed", "heard", "heard")]
    regions = TextRegions.of(pages)
    texts = [regions.read(page) for page in pages]
    assert text_distances(texts, np.array([[0, 1]])).any()
    assert TextRegions.from_arrays(regions.to_arrays()) == regions


def test_nothing_is_read_of_blocks_whose_words_tell_the_time_of_capture() -> None:
    pages = [block_page([{"path": "body>p", "text": text}], None) for text in ("5月4日(月)", "5月5日(火)")]
    regions = TextRegions.of(pages, ["body>p"], ["body>p"])
    texts = [regions.read(page) for page in pages]
    assert not any(text.counts.any() for text in texts)
    assert TextRegions.from_arrays(regions.to_arrays()) == regions


def test_one_number_leaves_the_rest_of_a_japanese_headline_among_the_words() -> None:
    found = distances("北浜市で大雨のため120人が避難", "北浜市で大雨のため480人が避難")
    assert found["body>p"] == 0.0
    assert found["#body>p"] > 0.0
    assert distances("北浜市で大雨のため120人が避難", "青森港に新工場のため120人が避難")["body>p"] > 0.3
