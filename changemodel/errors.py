"""What can go wrong in the change model, as one tree, so that a caller catches what it can handle.

::

    ChangeModelError
    ├── InvalidInput (ValueError)      what was given cannot be used as it is
    │   ├── InvalidImage               a screenshot that cannot be read, or holds no usable pixels
    │   ├── InvalidVersion             a page version with a naive time or wrongly typed parts
    │   ├── UnreadableArchive          a WACZ or WARC file that is none, is damaged, or lacks what was asked for
    │   └── InvalidConstraints         index tuples or labels that do not fit the versions
    ├── LayoutMismatch (ValueError)    features of another layout (grid, size, frame) than the model's
    ├── NotFitted (NotFittedError)     a question that only a fitted model can answer
    ├── MissingExtra (ImportError)     a package that is not installed; the message says which extra brings it
    ├── UnreadableModel                a saved model that is damaged, of a newer format, or not ours
    └── WorkerLost                     processes that learn together were lost again and again; try with fewer

``DamagedArchive`` is a warning: a file could be read in part. ``warnings.simplefilter("error", DamagedArchive)`` makes
an error of it.

Every message names the thing and says what to do. ``NotFitted`` is scikit-learn's ``NotFittedError`` as well, so what
catches that of its estimators catches ours; it is made when it is first asked for (``not_fitted``), so that to import
this file costs no numerical library.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from changemodel.not_fitted import NotFitted as NotFitted  # noqa: PLC0414  mypy exports no other


class ChangeModelError(Exception):
    """Base of all errors of this package."""


class InvalidInput(ChangeModelError, ValueError):
    """What was given cannot be used as it is."""


class InvalidImage(InvalidInput):
    """A screenshot that cannot be read, or holds no usable pixels."""


class InvalidVersion(InvalidInput):
    """A page version with a naive time or wrongly typed parts."""


class InvalidConstraints(InvalidInput):
    """Index tuples or labels that do not fit the versions they speak of."""


class UnreadableArchive(InvalidInput):
    """A WACZ or WARC file that cannot be read, is none, is damaged, or does not hold what was asked for."""


class DamagedArchive(UserWarning):
    """Part of a WACZ or WARC file could not be read; the message says which."""


class LayoutMismatch(ChangeModelError, ValueError):
    """Features of another layout (grid, size, orientations, frame) than the ones they are compared with."""


class MissingExtra(ChangeModelError, ImportError):
    """A part of the library needs a package that is not installed; the message says which extra brings it."""


class UnreadableModel(ChangeModelError):
    """A saved model that is damaged, of a newer format, or not one of ours."""


class WorkerLost(ChangeModelError):
    """Processes that compute are not there or were lost again and again; what was kept on the way is not lost."""


def __getattr__(name: str) -> Any:
    if name != "NotFitted":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return importlib.import_module("changemodel.not_fitted").NotFitted
