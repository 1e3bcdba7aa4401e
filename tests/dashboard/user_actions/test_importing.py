"""Taking files in from the dashboard: from the folder of the collection, and sent by a person."""

from contextlib import closing
from http.client import HTTPConnection
from pathlib import Path

import httpx
import pytest

from dashboard import collection_page
from dashboard.app import LARGEST_BODY
from storage.collection import Collection
from storage.jobs import JobKind, JobState
from tests.dashboard.user_actions.conftest import Open, People
from tests.dashboard.user_actions.test_exporting import do_next


def test_a_list_that_lies_in_the_folder_is_chosen_and_watched(
    today: Open, folder: Path, address: str
) -> None:
    (folder / "imports").mkdir()
    (folder / "imports" / "pages.txt").write_text("https://new.example/\nhttps://ferry.example/\n")
    (folder / "imports" / "notes.doc").write_text("none")
    page = today(java_script_enabled=False)
    page.goto(f"{address}/collection")
    assert page.locator("#import-file option").all_inner_texts() == ["pages.txt"]
    page.get_by_role("button", name="Import it").press("Enter")
    page.wait_for_url("**/jobs#job-1")
    assert do_next(folder).message == "1 page added, 1 watched before."
    assert (folder / "imports" / "pages.txt").exists()


def test_a_file_that_is_sent_is_taken_in_and_deleted(
    today: Open, folder: Path, address: str, tmp_path: Path
) -> None:
    (tmp_path / "list.csv").write_text("url\nhttps://sent.example/\n")
    page = today(java_script_enabled=False)
    page.goto(f"{address}/collection")
    page.set_input_files("#upload-file", tmp_path / "list.csv")
    page.get_by_role("button", name="Upload and import").press("Enter")
    page.wait_for_url("**/jobs#job-1")
    assert len(list((folder / "jobs" / "uploads").iterdir())) == 1
    assert do_next(folder).state is JobState.DONE
    assert list((folder / "jobs" / "uploads").iterdir()) == []


def test_an_archive_waits_for_whoever_holds_the_collection(client: httpx.Client, folder: Path) -> None:
    sent = client.post(collection_page.UPLOAD, files={"file": ("../a b.wacz", b"PK", "application/zip")})
    assert sent.status_code == 303
    with Collection.open(folder, read_only=True) as collection:
        job = collection.repository.job(1)
    assert (job.kind, job.arguments["file"]) == (JobKind.INGEST, "a-b.wacz")
    assert client.get("/api/v1/jobs/1").json()["arguments"] == {"file": "a-b.wacz"}


@pytest.mark.parametrize(
    "name", ["../pagetide.toml", "/etc/passwd", "link.txt", "none.txt", "", "a.wacz/../../x.txt"]
)
def test_nothing_outside_of_the_folder_is_taken_in(client: httpx.Client, folder: Path, name: str) -> None:
    (folder / "imports").mkdir()
    (folder / "imports" / "link.txt").symlink_to("/etc/passwd")
    assert client.post("/collection/import", data={"file": name}).status_code in {404, 422}
    assert client.post("/api/v1/jobs", json={"kind": "import", "file": name}).status_code in {404, 422}
    assert client.get("/api/v1/jobs").json() == []


def test_what_is_sent_is_of_a_known_kind_and_size(client: httpx.Client, folder: Path) -> None:
    assert client.post(collection_page.UPLOAD, files={"file": ("a.png", b"x")}).status_code == 422
    assert client.post(collection_page.UPLOAD, data={"file": "text"}).status_code == 422
    assert client.post(collection_page.UPLOAD, content=b"x").status_code == 422
    host = client.base_url.netloc.decode()
    with closing(HTTPConnection(host, timeout=60)) as connection:
        connection.putrequest("POST", collection_page.UPLOAD)
        connection.putheader("Content-Length", str(collection_page.LARGEST_UPLOAD + 1))
        connection.endheaders()
        assert connection.getresponse().status == 413
    assert not (folder / "jobs" / "uploads").exists()


def test_more_than_a_form_may_be_sent_there_and_nowhere_else(client: httpx.Client, folder: Path) -> None:
    body = b"# " + b"x" * (LARGEST_BODY + 1) + b"\nhttps://large.example/\n"
    assert client.post("/pages/add", data={"urls": "x"}, content=body).status_code == 413
    assert client.post(collection_page.UPLOAD, files={"file": ("large.txt", body)}).status_code == 303


def test_a_viewer_sends_nothing(people: People) -> None:
    with people.client("vic") as client:
        form = {"form_token": people.form_token(client)}
        sent = client.post(
            collection_page.UPLOAD, data=form, files={"file": ("a.txt", b"https://a.example/")}
        )
        assert sent.status_code == 403
    with people.client("arch") as client:
        form = {"form_token": people.form_token(client)}
        sent = client.post(
            collection_page.UPLOAD, data=form, files={"file": ("a.txt", b"https://a.example/")}
        )
        assert sent.status_code == 303
