"""Which parts of a fitted model are saved; ``persistence`` says how.

Every number that a score depends on, and the parameters that it was fitted with.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from changemodel.change.alerts import LearningWindow
from changemodel.change.calibration import Calibration
from changemodel.change.combined_distance import Joined
from changemodel.change.feature_reader import restored_reader
from changemodel.change.naming import OneNaming
from changemodel.change.noise import PageNoise
from changemodel.change.page_model import PageModel
from changemodel.change.page_reading import PageReading
from changemodel.change.parameters import Parameters
from changemodel.change.persistence import SavedModel
from changemodel.change.picture_reading import PictureReading
from changemodel.change.placed_map import ImportanceMap
from changemodel.change.region_metric import RegionMetric
from changemodel.change.sentence_classifier import Experience
from changemodel.change.sentence_trees import check_news_classifier, news_classifier_digest
from changemodel.change.text_drift import TextDrift
from changemodel.change.text_reading import TextReading
from changemodel.features.gist import GistGrid

_JOINT, _BESIDE = "joint_", "beside_"
_ILLUSTRATIONS, _SECTIONS, _HEARD = "illustrations", "told_sections", "told_heard"

Arrays = dict[str, NDArray[Any]]


def saved(model: PageModel) -> SavedModel:
    """Of a model."""
    arrays = _of_pictures(model.reading.pictures) | _of_words(model.reading)
    arrays |= model.importance.to_arrays() | model.naming.to_arrays() | model.window.to_arrays()
    if model.alarm_above is not None:
        arrays |= {"alarm_above": np.array(model.alarm_above)}
    reader = model.reading.pictures.reader
    facts = {
        "news_classifier": news_classifier_digest(),
        "state": model.reading.pictures.state,
        "feature_layout": reader.layout,
        "gist_layout": reader.gist.feature_layout,
        "details": dict(model.details),
    }
    return SavedModel(hyperparameters=vars(model.parameters), facts=facts, arrays=arrays)


def restored(kept: SavedModel, parameters: Parameters) -> PageModel:
    """The model of which ``saved`` gave this.

    Raises
    ------
    LayoutMismatch
        Features are not made like the model's any more.
    UnreadableModel
        It was fitted with another news classifier.
    """
    arrays, facts = kept.arrays, kept.facts
    check_news_classifier(facts.get("news_classifier"))
    pictures = PictureReading(
        reads=parameters.reads,
        reader=restored_reader(facts, arrays, GistGrid(grid=parameters.grid)),
        metric=RegionMetric.from_arrays(arrays),
        shares=arrays["picture_map"].ravel(),
        noise=PageNoise.from_saved(arrays, facts["details"]["noise"]),
        calibration=Calibration.from_arrays(arrays) if "slope" in arrays else None,
        state=facts["state"],
    )
    return PageModel(
        parameters=parameters,
        reading=_reading(pictures, arrays),
        importance=ImportanceMap.from_arrays(arrays),
        naming=OneNaming.from_arrays(arrays),
        window=LearningWindow.from_arrays(arrays),
        alarm_above=float(arrays["alarm_above"]) if "alarm_above" in arrays else None,
        details=facts["details"],
    )


def _of_pictures(pictures: PictureReading) -> Arrays:
    arrays = pictures.metric.to_arrays() | {"picture_map": pictures.as_grid(pictures.shares)}
    arrays |= pictures.reader.to_arrays() | pictures.noise.to_arrays()
    return arrays | ({} if pictures.calibration is None else pictures.calibration.to_arrays())


def _of_words(reading: PageReading) -> Arrays:
    arrays: Arrays = {
        _ILLUSTRATIONS: np.array(sorted(reading.illustrations), dtype=np.str_),
        _SECTIONS: np.array(list(reading.labelled_sections), dtype=np.str_),
        _HEARD: np.array(list(reading.labelled_sections.values()), dtype=bool),
        "tells_news": np.array(reading.tells_news),
        "stories_ring_at": np.array(reading.stories_alarm_at),
    }
    for part in (reading.text, reading.drift, reading.experience):
        arrays |= {} if part is None else part.to_arrays()
    if reading.joint is not None:
        arrays |= {f"{_JOINT}{name}": item for name, item in reading.joint.calibration.to_arrays().items()}
        beside = {} if reading.joint.beside is None else reading.joint.beside.to_arrays()
        arrays |= {f"{_BESIDE}{name}": item for name, item in beside.items()}
    return arrays


def _reading(pictures: PictureReading, arrays: Mapping[str, NDArray[Any]]) -> PageReading:
    told = (arrays[name].tolist() for name in (_SECTIONS, _HEARD))
    joint, beside = _below(_JOINT, arrays), _below(_BESIDE, arrays)
    joined = (
        Joined(
            calibration=Calibration.from_arrays(joint),
            beside=RegionMetric.from_arrays(beside) if beside else None,
        )
        if "slope" in joint
        else None
    )
    return PageReading(
        pictures=pictures,
        text=TextReading.from_arrays(arrays),
        drift=TextDrift.from_arrays(arrays),
        joint=joined,
        experience=Experience.from_arrays(arrays),
        illustrations=frozenset(arrays[_ILLUSTRATIONS].tolist()),
        labelled_sections=dict(zip(*told, strict=True)),
        tells_news=bool(arrays["tells_news"]),
        stories_alarm_at=float(arrays["stories_ring_at"]),
    )


def _below(prefix: str, arrays: Mapping[str, NDArray[Any]]) -> Arrays:
    return {name.removeprefix(prefix): item for name, item in arrays.items() if name.startswith(prefix)}
