"""The layers of MatchNet: a tower that describes a patch, and a net that judges two descriptions.

Source: X. Han, Learning with More Data and Better Models for Visual Similarity (2016), table of layers: five
convolutions, three poolings that halve the side (pad 0, rounded up), an optional bottleneck, and three fully connected
layers of which unit 1 of the last means "match". Initial weights are He's normal ones, biases 0.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from changemodel.matching.extras import pytorch

CHANNELS = (24, 64, 96, 96, 64)
KERNELS = (7, 5, 3, 3, 3)
POOLED_AFTER = (0, 1, 4)
HALVINGS = len(POOLED_AFTER)
MIDDLE, SPREAD = 128.0, 160.0


def prepared(patches: NDArray[np.uint8]) -> Any:
    """Patches (n, 1, side, side) of bytes as a tensor of (x - 128) / 160."""
    return (pytorch().from_numpy(np.ascontiguousarray(patches)).float() - MIDDLE) / SPREAD


def channels(width_mult: float) -> tuple[int, ...]:
    """Of each convolution: a quarter of them trains in minutes on a processor."""
    return tuple(max(1, round(width_mult * count)) for count in CHANNELS)


def feature_size(bottleneck: int | None, width_mult: float, patch_size: int) -> int:
    """Numbers that describe a patch."""
    return bottleneck or channels(width_mult)[-1] * (patch_size // 2**HALVINGS) ** 2


def feature_tower(bottleneck: int | None, width_mult: float = 1.0, patch_size: int = 64) -> Any:
    """Convolutions, poolings and the bottleneck, as one ``torch.nn.Sequential``."""
    nn = pytorch().nn
    layers, before = [], 1
    for place, (count, kernel) in enumerate(zip(channels(width_mult), KERNELS, strict=True)):
        layers += [nn.Conv2d(before, count, kernel, padding=kernel // 2), nn.ReLU()]
        if place in POOLED_AFTER:
            layers.append(nn.MaxPool2d(3, stride=2, ceil_mode=True))
        before = count
    layers.append(nn.Flatten())
    if bottleneck is not None:
        layers += [nn.Linear(feature_size(None, width_mult, patch_size), bottleneck), nn.ReLU()]
    return _started(nn.Sequential(*layers))


def metric_net(n_inputs: int, hidden: int) -> Any:
    """Two hidden layers and two outputs before the softmax; ``n_inputs`` is twice the size of a description."""
    nn = pytorch().nn
    return _started(
        nn.Sequential(
            nn.Linear(n_inputs, hidden), nn.ReLU(), nn.Linear(hidden, hidden), nn.ReLU(), nn.Linear(hidden, 2)
        )
    )


def n_parameters(net: Any) -> int:
    """Weights and biases."""
    return sum(int(values.numel()) for values in net.parameters())


def score_matrix(net: Any, first: Any, second: Any, *, at_once: int = 256) -> NDArray[np.float64]:
    """Probability of a match of every pair of descriptions, shape (n_first, n_second).

    The first layer is affine on two halves, so each half is computed once for each description and added for each pair:
    the same function, at a fraction of the price.
    """
    torch = pytorch()
    opening, rest = net[0], net[1:]
    size = first.shape[1]
    with torch.no_grad():
        here = first @ opening.weight[:, :size].T
        there = second @ opening.weight[:, size:].T + opening.bias
        rows = []
        for begin in range(0, len(here), at_once):
            both = here[begin : begin + at_once, None] + there[None]
            rows.append(torch.softmax(rest(both), dim=2)[..., 1])
    return np.asarray(torch.cat(rows).numpy(), dtype=np.float64)


def _started(net: Any) -> Any:
    nn = pytorch().nn
    for layer in net:
        if hasattr(layer, "weight"):
            nn.init.kaiming_normal_(layer.weight, nonlinearity="relu")
            nn.init.zeros_(layer.bias)
    return net
