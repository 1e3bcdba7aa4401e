"""The gate on pages of its own: half were looked at while the rules were written, half were not."""

import pytest

from rendering.response_gate import judge
from storage.records import ResponseKind
from tests.rendering.gate_ordinary import ORDINARY
from tests.rendering.gate_pages import SERVED, Sample

ALL = (*SERVED, *ORDINARY)


def taken_for(sample: Sample) -> ResponseKind:
    """What the answer counts as in the end: an error status without a wall is an error."""
    judgement = judge(sample.answered())
    if judgement is not None:
        return judgement.kind
    return ResponseKind.ERROR if sample.status >= 400 else ResponseKind.CONTENT


@pytest.mark.parametrize("sample", ALL, ids=lambda sample: f"{sample.half}: {sample.name}")
def test_a_page_is_taken_for_what_it_is(sample: Sample) -> None:
    assert taken_for(sample) is sample.kind, judge(sample.answered())
