"""Important changes as Atom."""

from xml.etree import ElementTree

import httpx

from dashboard.feed import ATOM
from storage.collection import Collection


def _feed(client: httpx.Client) -> ElementTree.Element:
    answer = client.get("/feed.atom")
    assert answer.headers["content-type"].startswith("application/atom+xml")
    return ElementTree.fromstring(answer.content)


def test_every_important_change_is_an_entry(client: httpx.Client, collection: Collection) -> None:
    entries = _feed(client).findall(f"{{{ATOM}}}entry")
    scores = [
        score for page in collection.repository.pages() for score in collection.repository.scores(page.id)
    ]
    assert len(entries) == sum(score.important is True for score in scores)


def test_entries_lead_to_their_comparison(client: httpx.Client) -> None:
    link = _feed(client).find(f"{{{ATOM}}}entry/{{{ATOM}}}link")
    assert link is not None
    assert client.get(link.attrib["href"]).status_code == 200


def test_every_part_has_what_atom_requires(client: httpx.Client) -> None:
    feed = _feed(client)
    for part in (feed, *feed.findall(f"{{{ATOM}}}entry")):
        for name in ("id", "title", "updated"):
            found = part.find(f"{{{ATOM}}}{name}")
            assert found is not None
            assert found.text
    identities = [entry.findtext(f"{{{ATOM}}}id") for entry in feed.findall(f"{{{ATOM}}}entry")]
    assert len(set(identities)) == len(identities)


def test_entries_are_the_same_under_every_name_of_the_dashboard(client: httpx.Client) -> None:
    texts = [client.get("/feed.atom", headers={"Host": host}).text for host in ("localhost", "127.0.0.1:1")]
    one, other = (
        [item.text for item in ElementTree.fromstring(text).iter(f"{{{ATOM}}}id")] for text in texts
    )
    assert one == other


def test_a_feed_without_changes_is_a_feed(empty_site: str) -> None:
    root = ElementTree.fromstring(httpx.get(f"{empty_site}/feed.atom").content)
    assert root.findall(f"{{{ATOM}}}entry") == []
