"""Timestamps of signed exports, by OpenSSL's time-stamping authority on loopback."""

import base64
import json
import re
import shutil
import subprocess
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from pagetide.cli import app
from pagetide.errors import SettingsError
from pagetide.timestamps import TimestampAuthority, timestamp_reader
from storage.collection import Collection
from storage.wacz.signing import NotStamped
from tests.storage.builders import fill
from tests.timestamp_authority import NAME, TestAuthority

pytestmark = pytest.mark.skipif(shutil.which("openssl") is None, reason="OpenSSL's program is not installed")


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(app, list(map(str, arguments)))


@pytest.fixture(scope="module")
def authority(tmp_path_factory: pytest.TempPathFactory) -> TestAuthority:
    return TestAuthority(tmp_path_factory.mktemp("authority"))


@pytest.fixture(scope="module")
def address(authority: TestAuthority) -> Iterator[str]:
    with authority.served() as url:
        yield url


@pytest.fixture(scope="module")
def watched(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("watched") / "news"
    with Collection.create(folder) as opened:
        fill(opened, 1)
    return folder


@pytest.fixture(scope="module")
def stamped(watched: Path, address: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("stamped") / "news.wacz"
    done = run("export", "-c", watched, "--wacz", path, "--sign", "--timestamp", address)
    assert done.exit_code == 0, done.output
    return path


def signed_data(path: Path) -> dict[str, Any]:
    with zipfile.ZipFile(path) as archive:
        found: dict[str, Any] = json.loads(archive.read("datapackage-digest.json"))["signedData"]
    return found


def with_signed_data(path: Path, target: Path, **changes: str) -> Path:
    with zipfile.ZipFile(path) as old, zipfile.ZipFile(target, "w") as new:
        for info in old.infolist():
            data = old.read(info)
            if info.filename == "datapackage-digest.json":
                seal = json.loads(data)
                seal["signedData"] |= changes
                data = json.dumps(seal).encode()
            new.writestr(info, data)
    return target


def test_a_stamped_export_says_when_it_was_there_and_by_whom(stamped: Path, authority: TestAuthority) -> None:
    done = run("verify", stamped, "--timestamp-roots", authority.roots)
    assert done.exit_code == 0, done.output
    told = " ".join(done.output.split())
    assert re.search(
        rf"The signature was there at \d{{4}}-\d\d-\d\d \d\d:\d\d:\d\d UTC, says CN={NAME}", told
    ), told


def test_openssl_verifies_the_stamp_as_the_documentation_says(
    stamped: Path, authority: TestAuthority, tmp_path: Path
) -> None:
    signed = signed_data(stamped)
    (tmp_path / "signature").write_text(signed["signature"])
    (tmp_path / "answer.tsr").write_bytes(base64.b64decode(signed["timeSignature"]))
    (tmp_path / "chain.pem").write_text(signed["timestampCert"])
    command = "openssl ts -verify -data signature -in answer.tsr -untrusted chain.pem -CAfile"
    done = subprocess.run([*command.split(), authority.roots], cwd=tmp_path, capture_output=True, check=False)
    assert b"Verification: OK" in done.stdout
    assert signed["timestampCert"].count("BEGIN CERTIFICATE") == 3


def test_an_authority_that_nobody_vouches_for_is_said_not_to_be_checked(stamped: Path) -> None:
    done = run("verify", stamped)
    assert done.exit_code == 0, done.output
    told = " ".join(done.output.split())
    assert "timestamp was not checked" in told
    assert f"CN={NAME}, is none that the web's roots vouch for" in told


def test_another_root_does_not_vouch_for_it(stamped: Path, tmp_path: Path) -> None:
    done = run("verify", stamped, "--timestamp-roots", TestAuthority(tmp_path).roots)
    assert done.exit_code == 1
    assert "none of those whose roots were given" in " ".join(done.output.split())


def altered(answer: str) -> str:
    """The same answer with another last byte of its signature."""
    raw = bytearray(base64.b64decode(answer))
    raw[-1] ^= 1
    return base64.b64encode(raw).decode()


def stamp_of(address: str, text: str) -> str:
    return TimestampAuthority(address).stamp(text)["timeSignature"]


@pytest.mark.parametrize(
    ("kind", "wrong"),
    [
        ("of another signature", "it is of another signature"),
        ("altered", "is not its authority's"),
        ("cut", "cannot be read|no answer|parse error"),
        ("nothing", "cannot be read|no answer|parse error"),
        ("long before", "states that it was signed at 2026-01-01"),
    ],
)
def test_a_wrong_timestamp_is_a_fault(
    kind: str, wrong: str, stamped: Path, authority: TestAuthority, address: str, tmp_path: Path
) -> None:
    own = signed_data(stamped)["timeSignature"]
    changes = {
        "of another signature": lambda: {"timeSignature": stamp_of(address, "another")},
        "altered": lambda: {"timeSignature": altered(own)},
        "cut": lambda: {"timeSignature": own[: len(own) // 8 * 4]},
        "nothing": lambda: {"timeSignature": ""},
        "long before": lambda: {"created": "2026-01-01T00:00:00Z"},
    }[kind]()
    changed = with_signed_data(stamped, tmp_path / "changed.wacz", **changes)
    done = run("verify", changed, "--timestamp-roots", authority.roots)
    assert done.exit_code == 1
    assert re.search(wrong, " ".join(done.output.split())), done.output


def test_an_authority_that_is_away_costs_the_timestamp_and_not_the_export(
    watched: Path, tmp_path: Path
) -> None:
    path = tmp_path / "news.wacz"
    done = run("export", "-c", watched, "--wacz", path, "--sign", "--timestamp", "http://127.0.0.1:9/")
    assert done.exit_code == 1
    told = " ".join(done.output.split())
    assert "http://127.0.0.1:9/ gave no timestamp" in told
    assert "The file is complete and signed" in told
    assert "timeSignature" not in signed_data(path)
    assert run("verify", path).exit_code == 0


def test_an_authority_that_refuses_is_quoted(tmp_path: Path) -> None:
    with TestAuthority(tmp_path, digests="sha512").served() as url, pytest.raises(NotStamped) as told:
        TimestampAuthority(url).stamp("x")
    assert "refused (Message digest algorithm is not supported.)" in str(told.value)


@pytest.mark.parametrize(
    ("arguments", "wrong"),
    [
        (["--wacz", "x.wacz", "--timestamp", "https://tsa.example/"], "add --sign"),
        (["--wacz", "x.wacz", "--sign", "--timestamp", "file:///etc/passwd"], "no address"),
    ],
)
def test_what_cannot_be_stamped_is_said_before_anything_is_written(
    arguments: list[str], wrong: str, watched: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    done = run("export", "-c", watched, *arguments)
    assert done.exit_code != 0
    assert wrong in f"{done.output} {done.exception}"
    assert list(tmp_path.iterdir()) == []


def test_roots_that_are_no_certificates_are_named(tmp_path: Path) -> None:
    (tmp_path / "roots.pem").write_text("nothing")
    with pytest.raises(SettingsError, match="holds no certificates"):
        timestamp_reader(tmp_path / "roots.pem")
