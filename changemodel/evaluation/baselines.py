"""The distances to beat, each with the signature (PageVersion, PageVersion) -> float, 0 for identical
versions.

What monitors and archives use today, over the same part of the screenshot as the model. Benchmarks run them
beside the learned metric; nothing in the model uses them.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray
from PIL import Image
from scipy.fft import dctn

from changemodel.errors import InvalidVersion
from changemodel.extras import module_of_extra
from changemodel.features.images import Pixels, view
from changemodel.features.structure import normalised_text
from changemodel.version import PageVersion

Distance = Callable[[PageVersion, PageVersion], float]

SSIM_WIDTH_PX = 250
HASH_SIDE = 8  # the perceptual hash keeps 8 x 8 coefficients
HASH_IMAGE_PX = 32


def hash_difference(a: PageVersion, b: PageVersion) -> float:
    """1 when anything at all differs (pixels of the view, links, images, text), else 0."""
    return float(content_digest(a) != content_digest(b))


def content_digest(version: PageVersion) -> str:
    """SHA-256 of everything a version shows."""
    digest = hashlib.sha256(_pixels(version).tobytes())
    for part in (sorted(version.links), sorted(version.images), [version.text or ""]):
        digest.update("\0".join(part).encode(errors="surrogatepass") + b"\1")  # pages hold halves of pairs
    return digest.hexdigest()


def pixel_difference(a: PageVersion, b: PageVersion) -> float:
    """Share of pixels of the view whose colour differs."""
    return float((_pixels(a) != _pixels(b)).any(axis=2).mean())


def ssim_distance(a: PageVersion, b: PageVersion) -> float:
    """1 - SSIM (Wang et al. 2004) of the grey views, a quarter as wide; ``MissingExtra`` without scikit-image."""
    metrics = module_of_extra("skimage.metrics", "research", "SSIM distances")
    pictures = (_grey(a, SSIM_WIDTH_PX), _grey(b, SSIM_WIDTH_PX))
    return max(0.0, 1.0 - float(metrics.structural_similarity(*pictures)))


def perceptual_hash_distance(a: PageVersion, b: PageVersion) -> float:
    """Share of bits that differ between the 64-bit DCT hashes (pHash) of the views."""
    return float((perceptual_hash(a) != perceptual_hash(b)).mean())


def perceptual_hash(version: PageVersion) -> NDArray[np.bool_]:
    """Which of the 8 x 8 lowest DCT coefficients of the 32 x 32 grey view exceed their median."""
    coefficients = dctn(_grey(version, HASH_IMAGE_PX).astype(np.float64))[:HASH_SIDE, :HASH_SIDE]
    return np.asarray(coefficients > np.median(coefficients), dtype=np.bool_).ravel()


def text_difference(a: PageVersion, b: PageVersion) -> float:
    """Multiset distance of the words of the whole texts: 1 - |A n B| / |A u B| with repetitions."""
    words_a, words_b = _words(a), _words(b)
    union = (words_a | words_b).total()
    return 1.0 - (words_a & words_b).total() / union if union else 0.0


BASELINES: dict[str, Distance] = {
    "hash": hash_difference,
    "pixel difference": pixel_difference,
    "SSIM": ssim_distance,
    "perceptual hash": perceptual_hash_distance,
    "whole-page text": text_difference,
}
"""By the name that tables print. The Euclidean GIST distance is ``ChangeModel.euclidean(grid).distance``."""


def _pixels(version: PageVersion) -> Pixels:
    if version.screenshot is None:
        raise InvalidVersion(
            f"the version of {version.captured_at} has no screenshot: this baseline looks at it"
        )
    return view(version.pixels())


def _grey(version: PageVersion, width: int) -> NDArray[np.uint8]:
    picture = Image.fromarray(_pixels(version)).convert("L")
    height = width if width == HASH_IMAGE_PX else max(1, round(picture.height * width / picture.width))
    return np.asarray(picture.resize((width, height), Image.Resampling.BOX))


def _words(version: PageVersion) -> Counter[str]:
    if version.text is None:
        raise InvalidVersion(f"the version of {version.captured_at} has no text: this baseline reads it")
    return Counter(normalised_text(version.text).split())
