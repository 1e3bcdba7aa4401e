"""States of an application: more data on the same template is nearer than another template."""

import numpy as np
import pytest

from changemodel.evaluation.state_comparison import (
    PageState,
    joint_distance,
    part_distances,
    tag_paths,
    visible_words,
)

TABLE = "<body><h1>Owners</h1><table><tr><td>{}</td></tr></table></body>"
FORM = "<body><h1>New owner</h1><form><input><button>Add</button></form></body>"


def test_a_further_row_adds_no_path_and_another_template_does() -> None:
    short = TABLE.format("Ann")
    long = short.replace("</table>", "<tr><td>Bob</td></tr></table>")
    assert tag_paths(short) == tag_paths(long)
    assert tag_paths(short) != tag_paths(FORM)


def test_classes_belong_to_the_name_whatever_their_order() -> None:
    assert tag_paths("<p class='a b'>x") == tag_paths("<p class='b a'>x")
    assert tag_paths("<p class='a'>x") != tag_paths("<p class='b'>x")


def test_scripts_and_styles_say_nothing() -> None:
    document = "<body><script>let secret</script><style>p{}</style><!-- note --><p>seen</p></body>"
    assert visible_words(document) == {"seen"}
    assert not any("script" in path for path in tag_paths(document))


def test_other_data_on_the_template_is_nearer_than_another_template() -> None:
    draw = np.random.default_rng(0)
    picture = draw.integers(0, 255, (64, 64, 3), dtype=np.uint8)
    other = draw.integers(0, 255, (64, 64, 3), dtype=np.uint8)
    states = [
        PageState(TABLE.format("Ann"), picture),
        PageState(TABLE.format("Bob"), picture),
        PageState(FORM, other),
    ]
    near, *far = joint_distance(part_distances(states, grid=2)).tolist()
    assert near < min(far)


def test_a_part_that_never_differs_counts_nothing() -> None:
    parts = np.array([[0.0, 1.0], [0.0, 3.0]])
    assert joint_distance(parts) == pytest.approx([0.25, 0.75])
