import pickle

import networkx as nx
import numpy as np
import pandas as pd
import pytest

from changemodel import ClassTree
from changemodel.errors import InvalidInput

EDGES = [
    ("page", "news"),
    ("page", "shop"),
    ("news", "article"),
    ("news", "live blog"),
    ("shop", "product"),
    ("shop", "listing"),
]
PATHS = [
    ("news", "article"),
    ("news", "live blog"),
    ("shop", "product"),
    ("shop", "listing"),
]


@pytest.fixture(params=["edges", "reversed edges", "networkx", "paths", "array", "frame"])
def tree(request: pytest.FixtureRequest) -> ClassTree:
    return {
        "edges": lambda: ClassTree.of(EDGES),
        "reversed edges": lambda: ClassTree.of(EDGES[::-1]),
        "networkx": lambda: ClassTree.of(nx.DiGraph(EDGES)),
        "paths": lambda: ClassTree.from_paths(PATHS * 2),
        "array": lambda: ClassTree.from_paths(np.array(PATHS)),
        "frame": lambda: ClassTree.from_paths(pd.DataFrame(PATHS)),
    }[request.param]()


def test_every_form_gives_the_same_relations(tree: ClassTree) -> None:
    assert set(tree.leaves) == {"article", "live blog", "product", "listing"}
    assert set(tree.classes) == {"news", "shop", *tree.leaves}
    assert tree.parent("article") == "news"
    assert tree.parent("news") == tree.root
    assert tree.parent(tree.root) is None
    assert tree.siblings("article") == ("live blog",)
    assert set(tree.children("shop")) == {"product", "listing"}
    assert tree.path("product") == ("shop", "product")
    assert tree.depth("product") == 2
    assert tree.depth(tree.root) == 0
    assert "article" in tree
    assert "weblog" not in tree


@pytest.mark.parametrize(
    ("first", "second", "ancestor", "distance"),
    [
        ("article", "article", "article", 0),
        ("article", "live blog", "news", 2),
        ("article", "news", "news", 1),
        ("article", "listing", None, 4),
        ("news", "shop", None, 2),
        ("news", "listing", None, 3),
    ],
)
def test_two_classes_meet_in_their_lowest_common_ancestor(
    tree: ClassTree, first: str, second: str, ancestor: str | None, distance: int
) -> None:
    expected = tree.root if ancestor is None else ancestor
    assert tree.lowest_common_ancestor(first, second) == expected
    assert tree.lowest_common_ancestor(second, first) == expected
    assert tree.distance(first, second) == tree.distance(second, first) == distance


def test_distances_are_those_of_the_shortest_ways_in_the_graph() -> None:
    rng = np.random.default_rng(0)
    edges = [(int(rng.integers(child)), child) for child in range(1, 40)]
    tree = ClassTree.of([edges[k] for k in rng.permutation(39)])
    ways = dict(nx.all_pairs_shortest_path_length(nx.Graph(edges)))
    expected = [[ways[a][b] for b in range(40)] for a in range(40)]
    np.testing.assert_array_equal(tree.distances(range(40)), expected)
    assert tree.root == 0
    assert sorted(tree.edges) == sorted(edges)


def test_a_class_may_be_told_by_its_path_with_or_without_the_root() -> None:
    tree = ClassTree.of(EDGES)
    assert tree.distance(("news", "article"), "article") == 0
    assert tree.distance(["page", "news", "article"], np.array(["news", "article"])) == 0
    assert tree.distance(("news", ""), "news") == 0


def test_the_same_name_at_two_places_is_two_classes() -> None:
    tree = ClassTree.from_paths([("news", "other"), ("news", "article"), ("shop", "other")])
    assert set(tree.leaves) == {("news", "other"), ("shop", "other"), "article"}
    assert tree.distance(("news", "other"), ("shop", "other")) == 4
    assert tree.siblings("article") == (("news", "other"),)
    with pytest.raises(InvalidInput, match="several classes are called 'other'"):
        tree.path("other")


def test_a_class_may_have_the_name_of_its_parent() -> None:
    tree = ClassTree.from_paths([("shop", "shop"), ("shop", "listing")])
    assert tree.distance(("shop",), ("shop", "shop")) == 1


@pytest.mark.parametrize("nothing", ["", None, float("nan"), pd.NA])
def test_shorter_paths_end_in_nothing(nothing: object) -> None:
    tree = ClassTree.from_paths([["forum", nothing, nothing], ["news", "article", "opinion"]])
    assert tree.leaves == ("forum", "opinion")
    assert tree.distance("forum", "opinion") == 4


def test_paths_may_have_different_lengths() -> None:
    assert ClassTree.from_paths([["forum"], ["news", "article"]]).depth("article") == 2


def test_an_inner_class_may_have_points_of_its_own() -> None:
    tree = ClassTree.from_paths([["news", ""], ["news", "article"]])
    assert tree.distance("news", "article") == 1


def test_classes_without_a_tree_are_siblings_of_each_other() -> None:
    tree = ClassTree.flat([3, 1, 2, 1])
    assert tree.classes == (3, 1, 2)
    assert set(tree.siblings(np.int64(1))) == {2, 3}


def test_a_tree_is_equal_to_what_its_edges_give_and_can_be_stored() -> None:
    tree = ClassTree.of(EDGES)
    assert ClassTree.of(tree.edges) == tree
    assert pickle.loads(pickle.dumps(tree)) == tree


@pytest.mark.parametrize(
    ("edges", "message"),
    [
        ([], "no edges"),
        ([("a", "b"), ("b", "c"), ("c", "a")], "cycle.*below"),
        ([("root", "x"), ("a", "b"), ("b", "a")], "cycle"),
        ([("a", "a")], "cycle, 'a' below 'a'"),
        ([("root", "a"), ("root", "b"), ("a", "x"), ("b", "x")], "'x' stands below 'a' and below 'b'"),
        ([("a", "x"), ("b", "y")], "2 separate trees, with the roots 'a', 'b'"),
        ([("a", "b", "c")], "edge 0 .*pass a pair"),
        (["ab"], "edge 0 .*pass a pair"),
        ("ab", "pass a list of edges"),
        (7, "pass a list of edges"),
        ([("a", "")], "edge 0 .*give both classes a name"),
        ([(None, "a")], "edge 0 .*give both classes a name"),
        ([("a", float("nan"))], "edge 0 .*give both classes a name"),
        ([("a", ["b"])], "edge 0 .*give both classes a name"),
        (nx.Graph([("a", "b")]), "undirected"),
    ],
)
def test_what_is_no_tree_is_refused(edges: object, message: str) -> None:
    with pytest.raises(InvalidInput, match=message):
        ClassTree.of(edges)


def test_a_graph_with_a_class_that_nothing_is_joined_to_is_two_trees() -> None:
    graph = nx.DiGraph([("page", "news")])
    graph.add_node("forum")
    with pytest.raises(InvalidInput, match="2 separate trees, with the roots 'page', 'forum'"):
        ClassTree.of(graph)


def test_the_same_edge_may_come_twice() -> None:
    assert ClassTree.of([*EDGES, EDGES[0]]) == ClassTree.of(EDGES)


@pytest.mark.parametrize(
    ("paths", "message"),
    [
        ([], "no paths"),
        ([["a", "b"], ["", ""]], "row 1 .*at least one"),
        ([["a", "", "b"]], "row 0 .*without gaps"),
        ([["", "b"]], "row 0 .*without gaps"),
        ([["a", ["b"]]], "row 0 .*without gaps"),
        (["ab"], "row 0 .*from the top down"),
        ([3], "row 0 .*from the top down"),
        (None, "pass a list"),
    ],
)
def test_what_are_no_paths_is_refused(paths: object, message: str) -> None:
    with pytest.raises(InvalidInput, match=message):
        ClassTree.from_paths(paths)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("artikle", r"no class 'artikle' \(the nearest name is 'article'\)"),
        (17, "no class 17"),
        (None, "no class None"),
        (("shop", "article"), "no class"),
        (["news", ["article"]], "no class"),
        ({}, "no class"),
    ],
)
def test_an_unknown_class_is_named(name: object, message: str) -> None:
    with pytest.raises(InvalidInput, match=message):
        ClassTree.of(EDGES).distance("article", name)


def test_kinship_counts_how_far_two_classes_must_climb_to_meet() -> None:
    tree = ClassTree.of(EDGES)
    classes = ["article", "live blog", "product", "news"]
    expected = [[0, 1, 2, 1], [1, 0, 2, 1], [2, 2, 0, 2], [1, 1, 2, 0]]
    np.testing.assert_array_equal(tree.kinship(classes), expected)
