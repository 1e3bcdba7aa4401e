"""The benchmark of region decoding reads the slice of a brain by itself."""

import gzip
import struct
from pathlib import Path

import numpy as np
import pytest

from benchmarks.decoding import Slice, nifti, z_scored_by_run


def written(path: Path, values: np.ndarray, slope: float = 0.0) -> Path:
    """A NIfTI-1 file of 16-bit integers."""
    header = bytearray(352)
    struct.pack_into("<i", header, 0, 348)
    struct.pack_into("<8h", header, 40, values.ndim, *values.shape, *[1] * (7 - values.ndim))
    struct.pack_into("<hh", header, 70, 4, 16)
    struct.pack_into("<fff", header, 108, 352.0, slope, 1.0)
    header[344:348] = b"n+1\0"
    path.write_bytes(gzip.compress(bytes(header) + values.astype("<i2").tobytes(order="F")))
    return path


def test_numbers_of_a_nifti_file_are_read_in_their_places(tmp_path: Path) -> None:
    values = np.arange(24).reshape(4, 3, 1, 2)
    assert np.array_equal(nifti(written(tmp_path / "a.nii.gz", values)), values)
    assert np.array_equal(nifti(written(tmp_path / "b.nii.gz", values, slope=2.0)), 2.0 * values + 1.0)


def test_another_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "x.nii.gz").write_bytes(gzip.compress(bytes(400)))
    with pytest.raises(ValueError, match="NIfTI"):
        nifti(tmp_path / "x.nii.gz")


def test_runs_are_brought_to_one_level_without_labels() -> None:
    rng = np.random.default_rng(0)
    runs = np.repeat([0, 1], 10)
    scans = Slice(rng.normal(size=(20, 2, 2)) + 100.0 * runs[:, None, None], np.tile([1, 2], 10), runs)
    level = z_scored_by_run(scans).bold
    assert np.abs(level[:10].mean(axis=0)).max() < 1e-12
    assert np.allclose(level[10:].std(axis=0), 1.0)
    assert scans.run_means().bold.shape == (4, 2, 2)
