"""Patches of textures that never existed."""

import numpy as np
from scipy.ndimage import gaussian_filter


def jittered(count: int) -> tuple[np.ndarray, np.ndarray]:
    """Two views of each of so many textures, 64 x 64: moved by up to two pixels, with noise."""
    rng = np.random.default_rng(0)
    views: tuple[list[np.ndarray], list[np.ndarray]] = ([], [])
    for _ in range(count):
        large = gaussian_filter(rng.normal(size=(72, 72)), 3.0)
        large = 128 + 45 * large / large.std()
        for view in views:
            x, y = rng.integers(2, 7, size=2)
            view.append(large[y : y + 64, x : x + 64] + rng.normal(scale=4, size=(64, 64)))
    first, second = (np.array(view).clip(0, 255).astype(np.uint8)[:, None] for view in views)
    return first, second
