"""Sections of a page as histograms of words, and of numbers with what stands beside them."""

from __future__ import annotations

import numpy as np

from changemodel.features.blocks import block_page
from changemodel.features.text_regions import BINS, TextRegions, text_distances


def distances(before: str, after: str) -> dict[str, float]:
    """By region, of two pages that have one section."""
    pages = [block_page([{"path": "body>p", "text": text}], None) for text in (before, after)]
    regions = TextRegions.of(pages)
    histograms = np.stack([regions.histograms(page) for page in pages])
    found = text_distances(histograms, np.array([[0, 1]]))[0]
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
    assert regions.histograms(page).shape == (len(regions.names), BINS)
    assert regions.names[47] == "other"
    assert regions.names[-1] == "#other"


def test_regions_survive_saving() -> None:
    page = block_page([{"path": "body>p", "text": "we keep 3 letters"}], None)
    regions = TextRegions.of([page])
    assert TextRegions.from_arrays(regions.to_arrays()) == regions


def test_regions_of_before_numbers_were_read_still_read() -> None:
    page = block_page([{"path": "body>p", "text": "we keep 3 letters"}], None)
    old = TextRegions(("body>p",))
    assert old.histograms(page).shape == (2, BINS)


def test_numbers_of_blocks_that_tell_the_time_of_capture_are_left_out() -> None:
    pages = [block_page([{"path": "body>p", "text": f"edition of {day} March"}], None) for day in (30, 31)]
    regions = TextRegions.of(pages, ["body>p"])
    histograms = np.stack([regions.histograms(page) for page in pages])
    assert not text_distances(histograms, np.array([[0, 1]])).any()
    assert TextRegions.from_arrays(regions.to_arrays()) == regions


def test_numbers_of_a_section_that_tells_the_time_are_left_out_at_every_place() -> None:
    path = "body>ul>li:nth-of-type({})>p"
    pages = [
        block_page([{"path": path.format(line), "text": f"{days} days ago"}], None)
        for line, days in ((1, 3), (7, 4))
    ]
    regions = TextRegions.of(pages, ["body>ul>li>p"])
    histograms = np.stack([regions.histograms(page) for page in pages])
    assert not text_distances(histograms, np.array([[0, 1]])).any()


def test_nothing_is_read_of_blocks_whose_words_tell_the_time_of_capture() -> None:
    pages = [block_page([{"path": "body>p", "text": text}], None) for text in ("5月4日(月)", "5月5日(火)")]
    regions = TextRegions.of(pages, ["body>p"], ["body>p"])
    histograms = np.stack([regions.histograms(page) for page in pages])
    assert not histograms.any()
    assert TextRegions.from_arrays(regions.to_arrays()) == regions


def test_one_number_leaves_the_rest_of_a_japanese_headline_among_the_words() -> None:
    found = distances("北浜市で大雨のため120人が避難", "北浜市で大雨のため480人が避難")
    assert found["body>p"] == 0.0
    assert found["#body>p"] > 0.0
    assert distances("北浜市で大雨のため120人が避難", "青森港に新工場のため120人が避難")["body>p"] > 0.3
