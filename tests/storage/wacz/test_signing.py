import base64
import json
import zipfile
from datetime import UTC, datetime
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import load_der_public_key

from storage.collection import Collection
from storage.errors import StorageError
from storage.wacz.check import check_wacz
from storage.wacz.export import export_wacz
from storage.wacz.signing import KEY_FILE, SigningKey, signer_of
from tests.storage.builders import fill

DIGEST = "sha256:" + "ab" * 32
AT = datetime(2026, 3, 2, tzinfo=UTC)


def test_a_signature_is_what_webcrypto_checks(tmp_path: Path) -> None:
    signed = SigningKey.of(tmp_path).signed_data(DIGEST, AT)
    public = load_der_public_key(base64.b64decode(signed["publicKey"]))
    assert isinstance(public, ec.EllipticCurvePublicKey)
    assert public.curve.name == "secp384r1"
    raw = base64.b64decode(signed["signature"])
    assert len(raw) == 96
    numbers = int.from_bytes(raw[:48], "big"), int.from_bytes(raw[48:], "big")
    public.verify(encode_dss_signature(*numbers), DIGEST.encode(), ec.ECDSA(SHA256()))
    assert set(signed) == {"hash", "created", "software", "version", "signature", "publicKey"}
    assert signed["created"] == "2026-03-02T00:00:00.000Z"


def test_a_collection_keeps_its_key_for_its_owner(tmp_path: Path) -> None:
    key = SigningKey.of(tmp_path)
    assert (tmp_path / KEY_FILE).stat().st_mode & 0o777 == 0o600
    assert signer_of(SigningKey.of(tmp_path).signed_data(DIGEST, AT), DIGEST) == key.fingerprint


def test_a_file_that_is_no_key_is_refused(tmp_path: Path) -> None:
    (tmp_path / KEY_FILE).write_text("secret")
    with pytest.raises(StorageError, match="is no private key"):
        SigningKey.of(tmp_path)


@pytest.mark.parametrize(
    ("changes", "wrong"),
    [
        ({"hash": "sha256:00"}, "another hash"),
        ({"signature": base64.b64encode(b"1" * 96).decode()}, "not made with the key"),
        ({"signature": "?"}, "cannot be read"),
        ({"publicKey": "AAAA"}, "cannot be read"),
        ({"signature": ""}, "not made with the key"),
    ],
)
def test_what_is_no_signature_says_why(tmp_path: Path, changes: dict[str, str], wrong: str) -> None:
    signed = SigningKey.of(tmp_path).signed_data(DIGEST, AT) | changes
    with pytest.raises(ValueError, match=wrong):
        signer_of(signed, DIGEST)


def resealed(path: Path, changed: Path, **changes: str) -> Path:
    """The package with another seal."""
    with zipfile.ZipFile(path) as old, zipfile.ZipFile(changed, "w") as new:
        for info in old.infolist():
            data = old.read(info)
            if info.filename == "datapackage-digest.json":
                seal = json.loads(data)
                seal["signedData"] |= changes
                data = json.dumps(seal).encode()
            new.writestr(info, data)
    return changed


def test_a_signed_export_says_with_which_key_and_a_changed_one_is_found(
    collection: Collection, tmp_path: Path
) -> None:
    fill(collection, 2)
    key = SigningKey.of(tmp_path)
    signed = export_wacz(collection, tmp_path / "signed.wacz", key=key)
    report = check_wacz(signed)
    assert report.faults == ()
    assert key.fingerprint in "\n".join(map(str, report.notes))
    other = resealed(signed, tmp_path / "other.wacz", signature=base64.b64encode(b"1" * 96).decode())
    assert "signature is not valid" in "\n".join(map(str, check_wacz(other).faults))
