import logging
import os
import sys
from pathlib import Path

import pytest

from rendering import sandbox
from rendering.browser import find_browser
from rendering.errors import SandboxUnavailable
from rendering.sandbox import sandbox_obstacle, use_sandbox

NO_BROWSER = Path("/no/such/browser")

linux_only = pytest.mark.skipif(sys.platform != "linux", reason="only Linux needs rights for it")


def test_it_can_be_switched_off_without_being_tried() -> None:
    assert use_sandbox(NO_BROWSER, wanted=False) is False


@linux_only
def test_where_it_cannot_be_used_it_is_off_and_that_is_said_once(caplog: pytest.LogCaptureFixture) -> None:
    sandbox._tell.cache_clear()
    with caplog.at_level(logging.WARNING):
        assert use_sandbox(NO_BROWSER, wanted=None) is False
        assert use_sandbox(NO_BROWSER, wanted=None) is False
    (record,) = caplog.records
    assert record.getMessage().startswith("the browser runs without its sandbox: ")


@linux_only
def test_where_it_is_required_and_cannot_be_used_nothing_starts() -> None:
    with pytest.raises(
        SandboxUnavailable, match=r"rendering\.safety\.sandbox requires Chromium's sandbox, and "
    ):
        use_sandbox(NO_BROWSER, wanted=True)


@linux_only
@pytest.mark.browser
def test_a_real_browser_is_tried_for_this_user() -> None:
    """Root is told so; another user is in it, or on a system that gives no namespaces."""
    obstacle = sandbox_obstacle(find_browser().path)
    if os.geteuid() == 0:
        assert obstacle is not None
        assert "root" in obstacle
    else:
        assert obstacle is None or "namespaces" in obstacle
