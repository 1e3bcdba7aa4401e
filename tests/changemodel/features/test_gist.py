"""GIST against the published programs, and the fast path against the definition."""

import io
import json
import re
import zipfile
from functools import lru_cache
from pathlib import Path

import joblib
import numpy as np
import pytest
from PIL import Image
from sklearn.base import clone

from benchmarks.gist import PlainGist
from changemodel.errors import InvalidImage, InvalidInput
from changemodel.features.fast_gist import working_grey
from changemodel.features.gist import GistGrid, block_means, gist, prefiltered
from changemodel.features.images import Pixels, load_image, view
from tests.changemodel.features.front_pages import front_page

TOLERANCE = 2e-6
IMAGES = (
    "camera_128",
    "camera_256",
    "brick_256",
    "chelsea_crop_256",
    "const_0_64",
    "const_255_64",
    "ramp_64",
)
SETTINGS = ("844", "8888", "8844", "888", "444_nb2")
LMGIST_IMAGES = ("camera_128", "camera_256", "brick_256", "chelsea_crop_256", "ramp_64")


@lru_cache(maxsize=1)
def _reference(folder: Path) -> tuple[dict, dict, dict]:
    images, vectors = np.load(folder / "reference_images.npz"), np.load(folder / "reference_vectors.npz")
    return json.loads((folder / "reference.json").read_text()), dict(images), dict(vectors)


@pytest.mark.data
@pytest.mark.parametrize("setting", SETTINGS)
@pytest.mark.parametrize("image", IMAGES)
def test_gist_equals_the_c_program_on_square_images(shared_data: Path, image: str, setting: str) -> None:
    parameters, images, vectors = _reference(shared_data / "gist")
    settings = parameters["lear_c"][f"{image}/{setting}"]
    ours = gist(images[image], settings["orientations_per_scale"], settings["blocks"], dialect="lear")
    assert np.abs(ours - vectors[f"lear_c/{image}/{setting}"]).max() <= TOLERANCE


@pytest.mark.data
@pytest.mark.parametrize("image", LMGIST_IMAGES)
def test_gist_equals_the_matlab_program(shared_data: Path, image: str) -> None:
    parameters, images, vectors = _reference(shared_data / "gist")
    settings = parameters["lmgist"][image]
    ours = gist(images[image], settings["orientations_per_scale"], settings["blocks"])
    assert np.abs(ours - vectors[f"lmgist/{image}"]).max() <= TOLERANCE


@pytest.mark.data
def test_every_published_setting_of_square_images_is_tested(shared_data: Path) -> None:
    parameters, images, _ = _reference(shared_data / "gist")
    square = {name for name, image in images.items() if image.shape[0] == image.shape[1]}
    assert square == set(IMAGES)
    assert set(parameters["lmgist"]) == set(LMGIST_IMAGES)
    expected = {f"{image}/{setting}" for image in IMAGES for setting in SETTINGS}
    assert expected == {name for name in parameters["lear_c"] if name.split("/")[0] in square}


@pytest.mark.data
@pytest.mark.parametrize(
    ("name", "orientations", "blocks"),
    [
        ("no_arg", (8, 8, 4), 4),
        ("nblocks2", (8, 8, 4), 2),
        ("ops_4_4_4", (4, 4, 4), 4),
        ("ops_8_8_8", (8, 8, 8), 4),
    ],
)
def test_gist_equals_the_recorded_output_of_the_c_program(
    shared_data: Path, name: str, orientations: tuple[int, ...], blocks: int
) -> None:
    folder = shared_data / "gist"
    recorded = np.array((folder / f"lear_scene_{name}.txt").read_text().split(), dtype=float)
    with Image.open(folder / "lear_scene.ppm") as scene:
        ours = gist(np.asarray(scene), orientations, blocks, dialect="lear")
    assert np.abs(ours - recorded).max() <= 0.5e-4 + TOLERANCE


@pytest.mark.parametrize("dialect", ["lmgist", "lear"])
@pytest.mark.parametrize("value", [0, 1, 127, 255])
@pytest.mark.parametrize("shape", [(64, 64), (64, 64, 3), (7, 7), (40, 60, 3)])
def test_a_constant_image_gives_almost_zero_and_no_nan(
    shape: tuple[int, ...], value: int, dialect: str
) -> None:
    vector = gist(np.full(shape, value, dtype=np.uint8), dialect=dialect)
    assert np.isfinite(vector).all()
    assert vector.max() < 1e-6


def test_an_odd_side_and_blocks_that_do_not_divide_it_are_no_problem() -> None:
    image = front_page()[:201, :201]
    assert gist(image, (4, 4), blocks=7).shape == (8 * 49,)


def test_lmgist_takes_the_central_square() -> None:
    image = front_page()[:200, :300]
    np.testing.assert_array_equal(gist(image), gist(image[:, 50:250]))


def test_turning_the_image_by_a_quarter_turns_the_orientations() -> None:
    image = front_page()[300:428, :128, 0]
    vector = gist(image, (8,), blocks=1, dialect="lear")
    turned = gist(np.rot90(image), (8,), blocks=1, dialect="lear")
    np.testing.assert_allclose(np.roll(vector, 4), turned, rtol=0.02)


@pytest.mark.parametrize(
    "parameters",
    [{"orientations": ()}, {"orientations": (8, 0)}, {"blocks": 0}, {"dialect": "matlab"}, {"blocks": 65}],
)
def test_impossible_parameters_are_refused(parameters: dict) -> None:
    with pytest.raises(InvalidInput):
        gist(np.zeros((64, 64)), **parameters)


@pytest.mark.parametrize(
    "orientations", [8, None, "88", np.array(8), np.full((2, 2), 8), iter((8, 8)), [[8]]]
)
def test_what_is_no_list_of_orientations_is_refused(orientations: object) -> None:
    grid = GistGrid(orientations=orientations)  # type: ignore[arg-type]
    told = re.escape(f"orientations are {orientations!r}: pass a positive number for each scale, such as")
    for ask in (grid.fit, lambda: grid.feature_layout, lambda: gist(np.zeros((64, 64)), orientations)):  # type: ignore[arg-type]
        with pytest.raises(InvalidInput, match=told):
            ask()


def test_orientations_may_be_an_array() -> None:
    grid = GistGrid(grid=4, orientations=np.array([4, 2]), size=125)  # type: ignore[arg-type]
    assert grid.transform([np.zeros((9, 9))]).shape == (1, 16, 6)


@pytest.mark.parametrize("shape", [(2, 8000, 3), (8000, 2), (3992, 1)])
def test_lear_refuses_a_picture_that_needs_too_large_a_square(shape: tuple[int, ...]) -> None:
    told = (
        rf"image of {shape[1]} x {shape[0]} px needs a square of .* more than 16000000 pixels: scale it down"
    )
    with pytest.raises(InvalidInput, match=told):
        gist(np.zeros(shape, np.uint8), blocks=1, dialect="lear")


def test_lmgist_refuses_a_square_that_is_too_large_and_takes_that_of_a_tall_page() -> None:
    with pytest.raises(InvalidInput, match="scale it down before"):
        gist(np.broadcast_to(np.uint8(9), (3991, 3991, 3)))
    assert gist(np.broadcast_to(np.uint8(9), (40_000, 64, 3))).shape == (512,)


def test_lear_takes_an_open_file_as_colour_and_what_a_function_gives_as_it_is() -> None:
    picture = Image.fromarray(front_page()[:64, :64])
    buffer = io.BytesIO()
    picture.save(buffer, "PNG")
    np.testing.assert_array_equal(gist(buffer, dialect="lear"), gist(np.asarray(picture), dialect="lear"))
    assert gist(lambda: lambda: np.zeros((64, 64)), dialect="lear").shape == (512,)
    with pytest.raises(
        InvalidImage, match="function that gives the screenshot failed with ZeroDivisionError"
    ):
        gist(lambda: 1 / 0)


BOUNDS = {1000: (2e-3, 1.5e-2, 5e-3), 500: (3.5e-3, 1.5e-2, 5e-3), 250: (4.5e-3, 3e-2, 1e-2)}
"""By working size: of a page's median cell and of any cell that is not nearly blank, relative to the cell's norm; of
any cell, relative to the page's largest norm."""

MORE_STATES = ("98", "1264", "1095", "194", "455", "1257")
HARD_STATES = ("180", "329", *(pytest.param(state, marks=pytest.mark.long) for state in MORE_STATES))
"""Screenshots of petclinic, those with the largest errors among them."""


def _keeps_to_its_stated_error(image: Pixels, size: int) -> None:
    exact = _exact_cells(view(image), size, 10)
    fast = GistGrid(size=size).transform([image])[0]
    error, norm = np.linalg.norm(fast - exact, axis=1), np.linalg.norm(exact, axis=1)
    shown = norm >= 0.05 * norm.max()
    median, largest, of_page = BOUNDS[size]
    assert np.median(error / norm) <= median
    assert (error[shown] <= largest * norm[shown]).all()
    assert error.max() <= of_page * norm.max()


@pytest.mark.parametrize("size", BOUNDS)
def test_the_fast_path_keeps_to_its_stated_error(size: int) -> None:
    _keeps_to_its_stated_error(front_page()[:1000], size)


@pytest.mark.parametrize("state", HARD_STATES)
@pytest.mark.parametrize("size", BOUNDS)
def test_the_fast_path_keeps_to_its_stated_error_on_real_pages(
    shared_data: Path, state: str, size: int
) -> None:
    with zipfile.ZipFile(shared_data / "webpages" / "ndstudy_petclinic.zip") as packed:
        screenshot = packed.read(f"screenshots/state{state}.png")
    _keeps_to_its_stated_error(load_image(screenshot), size)


def test_the_plain_version_of_the_benchmark_computes_the_same() -> None:
    view = front_page()[:1000]
    plain, fast = PlainGist(250).cells(view), GistGrid(size=250).transform([view])[0]
    assert np.linalg.norm(fast - plain) <= 5e-3 * np.linalg.norm(plain)


@pytest.mark.parametrize(
    ("grid", "orientations"),
    [
        (4, (8, 8, 8, 8)),
        (8, (8, 8, 8, 8)),
        (4, (8, 8, 4)),
        (1, (4, 4)),
        (7, (4, 4)),
        (13, (4, 2)),
        (25, (3, 3)),
    ],
)
def test_every_grid_and_filter_bank_has_a_fast_path(grid: int, orientations: tuple[int, ...]) -> None:
    view = front_page(page=2)[:1000]
    exact = _exact_cells(view, 250, grid, orientations)
    fast = GistGrid(grid, orientations, size=250).transform([view])[0]
    assert fast.shape == exact.shape
    assert np.linalg.norm(fast - exact) <= 8e-3 * np.linalg.norm(exact)


def test_the_grid_equals_lmgist_where_the_screenshot_uses_the_whole_range() -> None:
    view = front_page()[:1000].copy()
    view[500:504, 500:504], view[504:508, 500:504] = 0, 255
    small = working_grey(view, 250)
    exact = gist(np.repeat(np.round(small)[:, :, None], 3, axis=2).astype(np.uint8), blocks=4)
    ours = GistGrid(grid=4, size=250).transform([view])[0]
    ordered = exact.reshape(32, 4, 4).transpose(2, 1, 0).reshape(16, 32)
    assert np.linalg.norm(ours - ordered) <= 1e-2 * np.linalg.norm(ordered)


def _exact_cells(
    view: np.ndarray, size: int, grid: int, orientations: tuple[int, ...] = (8, 8, 8, 8)
) -> np.ndarray:
    grey = working_grey(view, size).astype(np.float64)
    means = block_means(prefiltered(grey[None])[0], orientations, grid, padding=32)
    return means.reshape(len(means), -1).T


def test_screenshots_of_any_kind_and_size_give_one_row_each(tmp_path: Path) -> None:
    Image.fromarray(front_page()).save(tmp_path / "page.png")
    screenshots = [front_page(), tmp_path / "page.png", (tmp_path / "page.png").read_bytes(), np.ones((3, 5))]
    features = GistGrid(size=250).transform(screenshots)
    assert features.shape == (4, 100, 32)
    assert features.dtype == np.float32
    np.testing.assert_array_equal(features[0], features[1])
    np.testing.assert_array_equal(features[0], features[2])


@pytest.mark.parametrize("value", [0, 100, 255])
def test_a_blank_screenshot_is_exactly_blank(value: int) -> None:
    assert GistGrid(size=250).transform([np.full((1200, 1000, 3), value, dtype=np.uint8)]).max() < 1e-6


def test_a_change_is_felt_most_in_its_own_cells() -> None:
    before, after = GistGrid(size=500).transform([front_page(), front_page(advertisement=1)])
    distances = ((before - after) ** 2).sum(axis=1).reshape(10, 10)
    inside = distances[1:4, 6:10].sum()
    assert inside > 0.98 * distances.sum()


@pytest.mark.parametrize("backend", ["loky", "threading"])
def test_several_jobs_give_the_same_bytes(backend: str, tmp_path: Path) -> None:
    Image.fromarray(front_page(page=3)).save(tmp_path / "page.png")
    pages = [front_page(), front_page(lead=1), tmp_path / "page.png", lambda: np.zeros((30, 40))]
    alone = GistGrid(size=250).transform(pages)
    with joblib.parallel_config(backend=backend):
        assert GistGrid(size=250, n_jobs=2).transform(pages).tobytes() == alone.tobytes()


def test_of_many_screenshots_only_a_few_are_in_memory_at_a_time() -> None:
    held: list[int] = []
    alive = 0

    class Picture:
        def __init__(self) -> None:
            nonlocal alive
            alive += 1
            held.append(alive)

        def __array__(self, dtype: object = None, copy: object = None) -> np.ndarray:
            return np.zeros((20, 20), dtype=np.uint8)

        def __del__(self) -> None:
            nonlocal alive
            alive -= 1

    features = GistGrid(grid=2, size=250, orientations=(2,)).transform([Picture] * 20)
    assert len(features) == 20
    assert max(held) <= 2


@pytest.mark.parametrize("n_jobs", [None, 2])
def test_a_bad_screenshot_among_many_is_named_by_its_index(n_jobs: int | None) -> None:
    pages = [front_page(), b"\x89PNG damaged", front_page()]
    with pytest.raises(InvalidImage, match=r"screenshot 1 of 3: .* or leave this one out"):
        GistGrid(size=250, n_jobs=n_jobs).transform(pages)


def test_two_screenshots_of_different_size_agree_where_both_show_the_page() -> None:
    tall, wide, cut = front_page(), front_page()[:1000].repeat(2, axis=1)[:, :1000], front_page()[:600]
    assert tall.shape[0] > 1000
    features = GistGrid(size=250).transform([tall, tall[:1000], cut, wide])
    np.testing.assert_array_equal(features[0], features[1])
    distances = ((features[0] - features[2]) ** 2).sum(axis=1).reshape(10, 10)
    assert distances[7:].sum() > 10 * distances[:5].sum()  # below the cut there is nothing


def test_the_layout_names_everything_the_numbers_depend_on() -> None:
    layouts = {
        GistGrid(**p).feature_layout for p in ({}, {"grid": 8}, {"size": 500}, {"orientations": (8, 8, 4)})
    }
    assert len(layouts) == 4
    assert GistGrid(n_jobs=2).feature_layout == GistGrid().feature_layout


def test_gist_grid_is_a_scikit_learn_transformer() -> None:
    transformer = GistGrid(grid=8, size=250)
    assert clone(transformer).get_params() == {
        "grid": 8,
        "orientations": (8, 8, 8, 8),
        "size": 250,
        "n_jobs": None,
    }
    assert transformer.fit_transform([front_page()]).shape == (1, 64, 32)
    assert transformer.set_params(grid=4).transform([front_page()]).shape == (1, 16, 32)
    assert transformer.transform([]).shape == (0, 16, 32)


@pytest.mark.parametrize(
    "single", [b"bytes", "path.png", Path("path.png"), np.zeros((9, 9)), np.zeros((9, 9, 3)), 7]
)
def test_a_single_screenshot_is_refused_in_place_of_a_list(single: object) -> None:
    with pytest.raises(InvalidInput, match="list of screenshots"):
        GistGrid(size=250).transform(single)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "parameters", [{"grid": 0}, {"size": 300}, {"size": 8}, {"size": 0}, {"orientations": ()}]
)
def test_an_impossible_grid_is_refused(parameters: dict) -> None:
    with pytest.raises(InvalidInput):
        GistGrid(**parameters).fit()


@pytest.mark.parametrize("n_jobs", [0, 1.5, "2"])
def test_an_impossible_number_of_jobs_is_refused(n_jobs: object) -> None:
    with pytest.raises(
        InvalidInput, match=rf"n_jobs is {n_jobs!r}: pass a number of processes, -1 for one of each"
    ):
        GistGrid(size=250, n_jobs=n_jobs).transform([np.zeros((9, 9))])  # type: ignore[arg-type]


def test_a_damaged_screenshot_is_refused_by_name() -> None:
    with pytest.raises(InvalidImage):
        GistGrid(size=250).transform([b"\x89PNG damaged"])
