import io
from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import EpsImagePlugin, Image, UnidentifiedImageError

from changemodel.features.gist import GistGrid
from changemodel.features.images import ImageSource
from changemodel.features.row_gist import RowFeatures
from pagetide.learning.versions import VersionReader, version_of
from storage.records import Role, StoredCapture
from tests.pagetide.conftest import Visits
from tests.pagetide.synthetic import capture


def stored_by(visits: Visits) -> StoredCapture:
    return visits.app.collection.store(visits.page, capture(0, news=1, advert=1))


def test_a_described_capture_is_read_once(visits: Visits, monkeypatch: pytest.MonkeyPatch) -> None:
    reader = visits.app.scorer.versions
    stored = stored_by(visits)
    reader.describe(stored)
    version = reader.version(stored)  # as it was before it was described
    monkeypatch.setattr(visits.app.collection, "read", None)
    assert reader.version(visits.app.collection.repository.capture(stored.id)) is version
    assert version.features is not None


def test_a_capture_without_a_description_is_looked_at_again(visits: Visits) -> None:
    reader = visits.app.scorer.versions
    stored = stored_by(visits)
    assert reader.version(stored).features is None
    reader.describe(stored)
    assert reader.version(stored).features is not None


class _Doubled(GistGrid):
    """A description that comes out otherwise."""

    def cells_and_row_features(self, screenshot: ImageSource) -> tuple[NDArray[np.float32], RowFeatures]:
        cells, rows = super().cells_and_row_features(screenshot)
        return 2 * cells, rows


def test_a_capture_that_is_described_anew_is_read_anew(visits: Visits) -> None:
    reader = VersionReader(visits.app.collection, _Doubled())
    stored = stored_by(visits)
    visits.app.scorer.versions.describe(stored)
    first = reader.version(stored).features
    reader.describe(stored)
    second = reader.version(replace(stored, artifacts={**stored.artifacts})).features
    assert first is not None
    assert second is not None
    np.testing.assert_allclose(second, 2 * first)
    assert Role.FEATURES not in stored.artifacts


def test_a_picture_that_was_described_is_not_described_again(visits: Visits) -> None:
    seen: list[ImageSource] = []

    class _Counted(GistGrid):
        def cells_and_row_features(self, screenshot: ImageSource) -> tuple[NDArray[np.float32], RowFeatures]:
            seen.append(screenshot)
            return super().cells_and_row_features(screenshot)

    reader = VersionReader(visits.app.collection, _Counted())
    pages = [capture(0, news=1, advert=1), capture(1, news=1, advert=1), capture(2, news=1, advert=2)]
    first, same, other = (visits.app.collection.store(visits.page, page) for page in pages)
    for stored in (first, same, other):
        reader.describe(stored)
    assert len(seen) == 2
    features = [np.asarray(reader.version(stored).features) for stored in (first, same, other)]
    assert np.array_equal(features[0], features[1])
    assert not np.array_equal(features[0], features[2])


def test_a_picture_that_is_a_program_is_not_run(monkeypatch: pytest.MonkeyPatch) -> None:
    ran: list[object] = []
    monkeypatch.setattr(
        EpsImagePlugin, "Ghostscript", lambda *given: ran.append(given) or Image.new("RGB", (9, 9))
    )
    eps = io.BytesIO()
    Image.new("RGB", (9, 9)).save(eps, "EPS")
    foreign = replace(capture(0, news=1, advert=1), view_png=eps.getvalue(), full_page_png=None)
    with pytest.raises(UnidentifiedImageError):
        version_of(foreign)
    assert ran == []
