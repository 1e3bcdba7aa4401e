"""The library's front: a few names, each imported when it is used."""

import subprocess
import sys

import changemodel
from changemodel.change.model import ChangeModel


def test_every_public_name_is_there() -> None:
    assert changemodel.ChangeModel is ChangeModel
    assert all(hasattr(changemodel, name) for name in changemodel.__all__)
    assert set(changemodel.__all__) <= set(dir(changemodel))


def test_importing_the_front_imports_no_numerical_library() -> None:
    code = "import changemodel, changemodel.errors, sys; print('numpy' in sys.modules)"
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert result.stdout.strip() == "False"
