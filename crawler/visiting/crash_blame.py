"""Decides which visits failed when a browser died.

A page whose own process died, or was ended for its memory, has had its visit. When the browser as a whole, or its
driver, dies under several pages, one of them may be the reason: the one that the browser was ended for, if that is
known; else nobody knows, and each is visited again at once, alone, so that the second death, if there is one, is
certainly that page's. That holds for a page whose company has just ended its visit, too: it may have left behind what
the browser died of. The first try of such a page counts as nothing. A browser that gave a page no answer at all
while another was open is treated alike, and so is one that answered, ran out of time before it was pictured, and had
not failed before: the other may have kept the browser busy.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from crawler.browser.browsing import Death, SharedBrowser
from crawler.visiting.visit import Visit
from storage.records import Capture, Problem, ProblemCode


@dataclass(frozen=True, kw_only=True)
class Verdict:
    """What becomes of a visit: its capture, perhaps with a better reason; or, innocent, another visit at once."""

    capture: Capture
    is_innocent: bool = False


class CrashBlame:
    """Judges the visits of one crawl as they end."""

    def __init__(self, max_memory_mb: float) -> None:
        self._max_memory_mb = max_memory_mb

    async def judged(self, browser: SharedBrowser, visit: Visit, capture: Capture) -> Verdict:
        """What becomes of a visit that has ended."""
        if visit.had_company and not visit.is_again and (visit.got_stuck or _starved(visit, capture)):
            return Verdict(capture=capture, is_innocent=True)
        if not any(problem.code is ProblemCode.BROWSER for problem in capture.problems):
            return Verdict(capture=capture)
        if await browser.outlives(visit.browser_number):
            ended_mb = browser.take_ended_renderer()
            return self._over_limit(capture, "its page", ended_mb)
        death = browser.deaths.get(visit.browser_number, Death())
        is_known = death.because_of is not None
        is_innocent = death.because_of is not visit if is_known else visit.had_company
        if is_innocent and not visit.is_again:
            return Verdict(capture=capture, is_innocent=True)
        return self._over_limit(capture, "the browser with its page", death.memory_mb)

    def _over_limit(self, capture: Capture, what: str, memory_mb: float | None) -> Verdict:
        """The capture with its memory as the reason, where it was that."""
        if memory_mb is None:
            return Verdict(capture=capture)
        message = (
            f"{what} took {memory_mb:.0f} MB, more than limits.max_memory_mb allows "
            f"({self._max_memory_mb:.0f}), and was ended"
        )
        limit = Problem(code=ProblemCode.LIMIT, message=message, url=capture.url)
        others = (problem for problem in capture.problems if problem.code is not ProblemCode.BROWSER)
        return Verdict(capture=replace(capture, problems=(limit, *others)))


def _starved(visit: Visit, capture: Capture) -> bool:
    """Whether a page whose server answered ran out of time without a picture, which it did not do before."""
    timed_out = any(problem.code is ProblemCode.TIMEOUT for problem in capture.problems)
    is_answered = capture.status is not None and capture.view_png is None
    return timed_out and is_answered and visit.lease.page.failures == 0
