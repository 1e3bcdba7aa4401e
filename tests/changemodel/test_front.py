"""The library's front: a few names, each imported when it is used."""

import pickle
import subprocess
import sys

from sklearn.exceptions import NotFittedError

import changemodel
from changemodel.change.model import ChangeModel
from changemodel.errors import ChangeModelError, NotFitted


def test_every_public_name_is_there() -> None:
    assert changemodel.ChangeModel is ChangeModel
    assert all(hasattr(changemodel, name) for name in changemodel.__all__)
    assert set(changemodel.__all__) <= set(dir(changemodel))


def test_importing_the_front_imports_no_numerical_library() -> None:
    code = "import changemodel, changemodel.errors, sys; print('numpy' in sys.modules)"
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert result.stdout.strip() == "False"


def test_what_is_not_fitted_is_so_for_scikit_learn_too() -> None:
    assert issubclass(NotFitted, NotFittedError)
    assert issubclass(NotFitted, ChangeModelError)
    assert pickle.loads(pickle.dumps(NotFitted("call fit"))).args == ("call fit",)
    assert not hasattr(changemodel.errors, "NotFit")
