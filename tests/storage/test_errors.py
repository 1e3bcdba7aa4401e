import pytest

from storage.collection import Collection
from storage.errors import NotStored, StorageError


def test_what_is_not_stored_is_never_taken_for_a_missing_key(collection: Collection) -> None:
    """A KeyError would be swallowed by whoever reads a dictionary and passes over what it lacks."""
    with pytest.raises(StorageError) as caught:
        collection.repository.capture(7)
    assert isinstance(caught.value, NotStored)
    assert not isinstance(caught.value, LookupError)
    assert str(caught.value).startswith("There is no capture 7")
