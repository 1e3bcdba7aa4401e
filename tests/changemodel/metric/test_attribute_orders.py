import numpy as np
import pandas as pd
import pytest

from changemodel.errors import InvalidConstraints, InvalidInput
from changemodel.metric.attribute_orders import ClassOrder, order_from_chains, osr_order, pubfig_order

CLASSES = np.array(["a", "b", "c"])


@pytest.mark.parametrize("table", [osr_order(), osr_order("thesis"), pubfig_order()])
def test_a_published_table_gives_each_of_eight_classes_a_place_on_each_attribute(table: pd.DataFrame) -> None:
    assert table.shape in {(8, 6), (8, 11)}
    assert (table.min() == 1).all()
    assert all(set(column) == set(range(1, column.max() + 1)) for _, column in table.items())


def test_the_tables_are_those_of_the_published_files() -> None:
    people = pubfig_order()
    assert people.loc["ScarlettJohansson", "Masculine-Looking"] == 1
    assert people["Smiling"].tolist() == [4, 4, 3, 1, 6, 5, 2, 5]
    scenes = osr_order()
    assert scenes.loc["tallbuilding"].tolist() == [1, 1, 7, 5, 6, 4]
    assert scenes["Open"].tolist() == [4, 1, 4, 2, 3, 4, 2, 1]


def test_the_thesis_prints_three_rows_of_osr_with_less_alike() -> None:
    published, thesis = osr_order(), osr_order("thesis")
    changed = [name for name in published if not published[name].equals(thesis[name])]
    assert changed == ["Open", "Large-Objects", "Diagonal-Plane"]
    assert [thesis[name].nunique() - published[name].nunique() for name in changed] == [1, 1, 1]


def test_an_unknown_variant_is_refused() -> None:
    with pytest.raises(InvalidInput, match="'published', 'thesis'"):
        osr_order("slides")


def test_chains_become_a_table_from_least_to_most() -> None:
    table = order_from_chains(
        {"open": "tower ~ forest < street < coast", "tall": "coast<street<forest<tower"}
    )
    assert table.index.tolist() == ["coast", "forest", "street", "tower"]
    assert table["open"].tolist() == [3, 1, 2, 1]
    assert table["tall"].tolist() == [1, 3, 2, 4]


@pytest.mark.parametrize(
    ("chains", "message"),
    [
        ({"open": "a < b < a"}, "'a' stands twice in the chain of 'open'"),
        ({"open": "a < b", "tall": "a < b < c"}, "the chain of 'open' leaves out 'c'"),
        ({"open": "a < < b"}, "empty place"),
        ({}, "there are no chains"),
    ],
)
def test_chains_that_contradict_or_leave_out_are_refused(chains: dict[str, str], message: str) -> None:
    with pytest.raises(InvalidInput, match=message):
        order_from_chains(chains)


@pytest.mark.parametrize(
    "order",
    [
        pd.DataFrame({"x": [10, 7, 7], "y": [0.5, -3, 2]}, index=["c", "a", "b"]),
        pd.DataFrame({"x": [9, 7, 7, 10], "y": [9, -3, 2, 0.5]}, index=["unused", "a", "b", "c"]),
        np.array([[7, -3], [7, 2], [10, 0.5]]),
        [[1, 1], [1, 3], [2, 2]],
    ],
)
def test_a_table_in_any_form_gives_levels_without_gaps(order: object) -> None:
    found = ClassOrder.of(order, CLASSES)
    np.testing.assert_array_equal(found.levels(CLASSES), [[0, 0], [0, 2], [1, 1]])
    assert found.names == (("x", "y") if isinstance(order, pd.DataFrame) else None)


@pytest.mark.parametrize("order", [pd.Series([3, 1, 2], index=["c", "a", "b"], name="x"), [1, 2, 3]])
def test_one_attribute_may_be_a_series_or_a_list(order: object) -> None:
    assert ClassOrder.of(order, CLASSES).levels(CLASSES).tolist() == [[0], [1], [2]]


def test_without_a_table_numbers_are_their_own_order() -> None:
    numbers = np.array([-1, 4, 9])
    assert ClassOrder.of(None, numbers).levels(numbers).tolist() == [[0], [1], [2]]


@pytest.mark.parametrize(
    ("order", "message"),
    [
        (pd.DataFrame({"x": [1, 2]}, index=["a", "b"]), "does not say where 'c' of y stand"),
        (pd.DataFrame({"x": [1, 2, 3, 1]}, index=["a", "b", "c", "a"]), "more than one row for 'a'"),
        (
            pd.DataFrame([[1, 2], [2, 1], [3, 3]], index=list("abc"), columns=["x", "x"]),
            "more than one column 'x'",
        ),
        (pd.DataFrame({"a": [1], "b": [2], "c": [3]}, index=["x"]), r"pass order\.T"),
        (pd.DataFrame({"x": [1, np.nan, 3]}, index=list("abc")), "NaN"),
        (pd.DataFrame({"x": [1, 2, 3], "flat": [5, 5, 5]}, index=list("abc")), "one level of 'flat'"),
        (pd.DataFrame({"x": ["low", "high", "low"]}, index=list("abc")), "no number"),
        (pd.DataFrame(index=list("abc")), "no columns"),
        (np.ones((2, 3)), "has shape"),
        (np.zeros((3, 1)), "one level of 0"),
        ([[1, 2], [1], [2, 3]], "no number"),
    ],
)
def test_a_table_that_does_not_say_the_order_of_the_classes_is_refused(order: object, message: str) -> None:
    with pytest.raises(InvalidConstraints, match=message):
        ClassOrder.of(order, CLASSES).ordering_levels(CLASSES)


def test_names_without_a_table_are_refused() -> None:
    with pytest.raises(InvalidInput, match="pass order"):
        ClassOrder.of(None, CLASSES)
