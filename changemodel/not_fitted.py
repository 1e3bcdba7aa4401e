"""The error of a question that only a fitted model can answer, in a file of its own: scikit-learn's, which it is as
well, costs all of scikit-learn. ``changemodel.errors`` has it from here when it is first asked for it.
"""

from __future__ import annotations

from sklearn.exceptions import NotFittedError

from changemodel.errors import ChangeModelError


class NotFitted(ChangeModelError, NotFittedError):  # type: ignore[misc]
    """A question that only a fitted model can answer."""


NotFitted.__module__ = "changemodel.errors"
