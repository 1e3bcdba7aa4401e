"""The gate on pages of its own: half were looked at while the rules were written, half were not."""

import tarfile
from pathlib import Path

import pytest
from lxml import html

from rendering.gate.page import RenderedAnswer
from rendering.gate.response_gate import judge
from scripts.write_gate_reference import gate_reference
from storage.records import Outcome, ResponseKind
from tests.rendering.conftest import CaptureSite
from tests.rendering.gate.gate_networks import NETWORKS
from tests.rendering.gate.gate_ordinary import ORDINARY
from tests.rendering.gate.gate_pages import ASKED, HELD_OUT, TRAIN, Sample
from tests.rendering.gate.gate_sites import SITES
from tests.site_server import SiteServer
from tests.test_architecture import ROOT

IN_THE_BROWSER = (
    "cloudflare-managed-challenge",
    "akamai-denied-with-200",
    "soft-404-within-menus",
    "maintenance-wordpress",
    "login-in-place",
    "javascript-shell",
    "article-about-captchas",
    "comment-form-with-recaptcha",
    "login-box-in-the-header",
    "paywall-teaser",
    "page-with-a-noscript-line",
    "short-page-behind-cloudflare",
)

SERVED = (*NETWORKS, *SITES)
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


def test_the_documented_table_is_the_one_in_use() -> None:
    written = (ROOT / "docs" / "reference" / "response-gate.md").read_text(encoding="utf-8")
    assert written == gate_reference(), "run: .venv/bin/python scripts/write_gate_reference.py"


def test_the_halves_are_large_enough_to_tell_something() -> None:
    for half in (TRAIN, HELD_OUT):
        assert sum(sample.half == half for sample in SERVED) >= 25
        assert sum(sample.half == half for sample in ORDINARY) >= 18
    assert len({sample.name for sample in ALL}) == len(ALL)


def test_what_decided_is_told() -> None:
    challenge = next(sample for sample in SERVED if sample.name == "cloudflare-managed-challenge")
    judgement = judge(challenge.answered())
    assert judgement is not None
    assert judgement.observed() == {
        "kind": "bot-wall",
        "rule": "cloudflare-challenge",
        "matched": "cf-mitigated: challenge",
        "server": "Cloudflare",
    }


@pytest.mark.browser
@pytest.mark.asyncio(loop_scope="session")
@pytest.mark.parametrize("name", IN_THE_BROWSER)
async def test_a_captured_page_is_taken_for_what_it_is(
    capture_site: CaptureSite, site: SiteServer, name: str
) -> None:
    sample = next(sample for sample in ALL if sample.name == name)
    path = f"/gate/{IN_THE_BROWSER.index(name)}"  # a name with "login" in it would be a login page asked for
    site.serve(path, "text/html; charset=utf-8", sample.html, status=sample.status)
    capture = await capture_site(path)
    assert capture.response_kind is sample.kind, capture.observed
    assert capture.is_good is (sample.kind is ResponseKind.CONTENT)
    if sample.kind is not ResponseKind.CONTENT:
        assert capture.outcome is not Outcome.FAILED
        assert capture.view_png


@pytest.mark.data
def test_no_real_page_is_taken_for_anything_but_content(shared_data: Path) -> None:
    """Front pages and policies, 43 hours to years of them, and saved pages of forty sites: not one is a wall."""
    taken = {}
    for archive in sorted((shared_data / "histories").glob("*/versions.tar.xz")):
        with tarfile.open(archive) as versions:
            for number, member in enumerate(versions):
                content = versions.extractfile(member) if number % 20 == 0 and member.isfile() else None
                if content is not None and (judgement := judge(_as_shown(content.read()))) is not None:
                    taken[f"{archive.parent.name}/{member.name}"] = judgement
    assert taken == {}


def _as_shown(content: bytes) -> RenderedAnswer:
    text = content.decode("utf-8", errors="replace")
    tree = html.fromstring(text)
    for node in list(tree.iter("script", "style", "noscript", "template")):
        node.drop_tree()
    title = tree.findtext(".//title") or ""
    return RenderedAnswer(ASKED, ASKED, title=title, text="\n".join(tree.itertext()), html=text)
