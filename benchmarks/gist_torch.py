"""The GIST of a few screenshots at a time with every transform and product in torch. Part of ``gist``.

It is here and not in the product because it did not win on a CPU: ``docs/decisions/0009-gist-without-torch.md``. Needs
torch, which comes with ``pip install 'pagetide[matching]'``.
"""

from __future__ import annotations

import numpy as np
import torch
from numpy.typing import NDArray

from changemodel.features.fast_gist import PADDING_PX, FastGist, working_grey

Float32 = NDArray[np.float32]
_LOW_PASS_PADDING = 5  # of the prefilter
TORCH_BATCH = 4


class TorchGist:
    """``FastGist`` of working size 1000 in torch, for a batch of grey views."""

    def __init__(self, fast: FastGist) -> None:
        self._size = fast.size
        low_pass = fast._low_pass
        self._waves, self._gain = torch.from_numpy(low_pass._waves), torch.from_numpy(low_pass._gain)
        self._responses = [
            (
                response.box,
                torch.from_numpy(response.box.gain),
                torch.from_numpy(response.row_weights),
                torch.from_numpy(response.column_weights),
            )
            for response in fast._responses
        ]

    def cells(self, views: list[NDArray[np.uint8]]) -> Float32:
        """Descriptors (views, cells, filters)."""
        detail = self._prefiltered(np.stack([working_grey(view, self._size) for view in views]))
        spectrum = torch.fft.fftshift(torch.fft.fft2(_mirrored(detail.numpy(), PADDING_PX)), dim=(1, 2))
        found = []
        for box, gain, rows, columns in self._responses:
            part = spectrum[:, box.rows, box.columns] * gain
            modulus = torch.fft.ifft2(part, s=(rows.shape[1], columns.shape[0])).abs()
            found.append((rows @ (modulus @ columns)).flatten(1))
        cells: Float32 = torch.stack(found, 2).numpy()
        return cells

    def _prefiltered(self, grey: Float32) -> torch.Tensor:
        logarithm = _mirrored(np.log1p(grey), _LOW_PASS_PADDING)
        detail = logarithm - self._smoothed(logarithm)
        contrast = self._smoothed(detail.square()).abs().sqrt() + 0.2
        inner = slice(_LOW_PASS_PADDING, _LOW_PASS_PADDING + self._size)
        return (detail / contrast)[:, inner, inner]

    def _smoothed(self, images: torch.Tensor) -> torch.Tensor:
        coefficients = ((self._waves @ images) @ self._waves.T) * self._gain
        return self._waves.T @ (coefficients @ self._waves)


def use_one_thread() -> None:
    """Let torch compute on one core, as what it is compared with does."""
    torch.set_num_threads(1)


def _mirrored(images: Float32, padding: int) -> torch.Tensor:
    return torch.from_numpy(
        np.pad(images, ((0, 0), (padding, padding), (padding, padding)), mode="symmetric")
    )
