"""MatchNet as its source describes it, and what it is compared with (rows H01 to H05, H08 of the specification).

Both towers of row H04 are one object, so that their weights cannot differ.
"""

import numpy as np
import pytest

from changemodel.errors import InvalidInput, NotFitted
from changemodel.matching.match_layers import feature_tower, metric_net, n_parameters, prepared, score_matrix
from changemodel.matching.match_net import MatchNet

torch = pytest.importorskip("torch", reason="torch is not installed: pip install 'pagetide[matching]'")
torch.set_num_threads(1)


def textures(n_groups: int, n_each: int, side: int = 16, seed: int = 0) -> tuple[np.ndarray, np.ndarray]:
    """Groups of patches: a random picture of each, brighter or darker, with noise."""
    rng = np.random.default_rng(seed)
    own = rng.normal(size=(n_groups, side // 4, side // 4)).repeat(4, axis=1).repeat(4, axis=2)
    groups = np.arange(n_groups).repeat(n_each)
    noisy = 128 + 50 * own[groups] + rng.normal(scale=10, size=(len(groups), side, side))
    return noisy.clip(0, 255).astype(np.uint8)[:, None], groups


def test_the_tower_has_the_published_sizes() -> None:
    tower = feature_tower(None)
    sizes, value = [], torch.zeros(1, 1, 64, 64)
    for layer in tower:
        value = layer(value)
        if not isinstance(layer, torch.nn.ReLU):
            sizes.append(tuple(value.shape[1:]))
    assert sizes == [
        (24, 64, 64), (24, 32, 32), (64, 32, 32), (64, 16, 16), (96, 16, 16), (96, 16, 16), (64, 16, 16), (64, 8, 8),
        (4096,),
    ]  # fmt: skip
    assert n_parameters(tower) == 233_456


@pytest.mark.parametrize("hidden", [128, 256, 512, 1024])
@pytest.mark.parametrize("bottleneck", [64, 128, 256, 512, None])
def test_parameters_are_those_of_the_formula(hidden: int, bottleneck: int | None) -> None:
    size = bottleneck or 4096
    wanted = 233_456 + (4097 * bottleneck if bottleneck else 0)
    wanted += (2 * size * hidden + hidden) + (hidden**2 + hidden) + (2 * hidden + 2)
    assert n_parameters(feature_tower(bottleneck)) + n_parameters(metric_net(2 * size, hidden)) == wanted
    assert wanted == {(64, 1024): 1_679_410, (None, 512): 4_691_954}.get((bottleneck, hidden), wanted)


def test_grey_values_are_moved_and_scaled() -> None:
    found = prepared(np.array([0, 128, 255], dtype=np.uint8)).numpy()
    np.testing.assert_allclose(found, [-0.8, 0.0, 0.79375])


def test_gradients_of_tied_towers_are_those_of_finite_differences() -> None:
    torch.manual_seed(0)
    tower, net = feature_tower(8, 0.25, 16).double(), metric_net(16, 8).double()
    pair, match = torch.randn(2, 4, 1, 16, 16, dtype=torch.float64), torch.tensor([0, 1, 1, 0])

    def loss() -> torch.Tensor:
        both = torch.cat([tower(pair[0]), tower(pair[1])], dim=1)
        return torch.nn.functional.cross_entropy(net(both), match)

    loss().backward()
    for values in (tower[0].weight, tower[-2].weight, net[0].weight):
        row = int(values.grad.abs().argmax())
        with torch.no_grad():
            flat, before, step = values.view(-1), float(values.view(-1)[row]), 1e-6
            flat[row] = before + step
            above = float(loss())
            flat[row] = before - step
            below = float(loss())
            flat[row] = before
        assert (above - below) / (2 * step) == pytest.approx(float(values.grad.view(-1)[row]), rel=1e-4)


def test_a_narrow_net_learns_16_pairs_by_heart() -> None:
    patches, groups = textures(16, 2)
    pairs = np.stack([patches[::2], patches[1::2]], axis=1)
    pairs[8:, 1] = np.roll(pairs[8:, 1], 1, axis=0)
    match = (np.arange(16) < 8).astype(int)
    net = MatchNet(bottleneck=32, hidden=64, width_mult=0.25, n_batches=400).fit(pairs, match)
    odds = net.decision_function(pairs)
    assert np.log1p(np.exp(-np.where(match, odds, -odds))).mean() < 0.05
    assert (net.predict(pairs) == match).all()
    np.testing.assert_allclose(net.predict_proba(pairs).sum(axis=1), 1.0)
    assert len(groups) == 32


def test_the_loss_is_the_mean_cross_entropy_of_the_batch() -> None:
    pairs = textures(2, 2)[0].reshape(2, 2, 1, 16, 16)
    pairs[1, 1] = pairs[0, 0]
    net = MatchNet(bottleneck=16, hidden=32, width_mult=0.25, n_batches=1, learning_rate=1e-12)
    net.fit(pairs, [1, 0])  # each batch holds both as often
    other, match = np.log(net.predict_proba(pairs)).T
    assert net.losses_[0] == pytest.approx(-0.5 * (match[0] + other[1]), abs=1e-6)


@pytest.fixture(scope="module")
def fitted() -> MatchNet:
    return MatchNet(bottleneck=16, hidden=32, width_mult=0.25, n_batches=20).fit(*textures(10, 3))


def test_two_stages_give_the_scores_of_single_pairs(fitted: MatchNet) -> None:
    first, second = textures(5, 1)[0], textures(7, 1, seed=1)[0]
    described = fitted.features(first), fitted.features(second)
    matrix = fitted.score_matrix(*described)
    pairs = np.stack([first.repeat(7, axis=0), np.tile(second, (5, 1, 1, 1))], axis=1)
    np.testing.assert_allclose(matrix.ravel(), fitted.predict_proba(pairs)[:, 1], atol=1e-5)
    plain = torch.tensor(
        np.concatenate([described[0].repeat(7, axis=0), np.tile(described[1], (5, 1))], axis=1)
    )
    outputs = fitted.metric_(plain.float())
    assert score_matrix(fitted.metric_, *(torch.tensor(one).float() for one in described)).shape == (5, 7)
    np.testing.assert_allclose(matrix.ravel(), torch.softmax(outputs, 1)[:, 1].detach().numpy(), atol=1e-5)


def test_a_saved_net_scores_as_before(fitted: MatchNet, tmp_path) -> None:
    patches = textures(4, 2, seed=2)[0]
    pairs = patches.reshape(4, 2, 1, 16, 16)
    fitted.save(tmp_path / "net")
    np.testing.assert_array_equal(
        MatchNet.load(tmp_path / "net").decision_function(pairs), fitted.decision_function(pairs)
    )


def test_the_mean_of_both_orders_does_not_depend_on_the_order(fitted: MatchNet) -> None:
    pairs = textures(4, 2, seed=3)[0].reshape(4, 2, 1, 16, 16)
    both = MatchNet(**{**fitted.get_params(), "symmetrise": "mean", "n_batches": 1}).fit(*textures(10, 3))
    np.testing.assert_allclose(
        both.decision_function(pairs), both.decision_function(pairs[:, ::-1]), atol=1e-5
    )


def test_bad_input_is_named() -> None:
    patches, groups = textures(4, 2)
    with pytest.raises(InvalidInput, match="uint8"):
        MatchNet().fit(patches.astype(float), groups)
    with pytest.raises(InvalidInput, match="nothing to tell apart"):
        MatchNet(bottleneck=8, width_mult=0.25).fit(patches, np.zeros(8))
    with pytest.raises(InvalidInput, match="both of them"):
        MatchNet(bottleneck=8, width_mult=0.25).fit(patches.reshape(4, 2, 1, 16, 16), np.ones(4))
    with pytest.raises(NotFitted):
        MatchNet().features(patches)
