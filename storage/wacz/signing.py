"""Signs a WACZ file with a key of the collection, and checks signatures: the anonymous ones of wacz-auth 0.1.0.

What is signed is the text of the description's hash, "sha256:...". As in ArchiveWeb.page the key is an ECDSA key of the
curve P-384, the digest is SHA-256, and the signature is the two numbers one after the other. The key says that two
files come from one collection and were not changed since; whose it is, its owner has to say elsewhere.
"""

from __future__ import annotations

import base64
import hashlib
import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from cryptography.exceptions import InvalidSignature, UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature, encode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
    load_der_public_key,
    load_pem_private_key,
)

from storage.errors import StorageError, translated_os_errors
from storage.warc.writer import software

KEY_FILE = "signing.key"
"""The private key in a collection's folder, PEM, for its owner's eyes only; made when a file is signed first."""

_ALGORITHM = ec.ECDSA(SHA256())


class NotStamped(StorageError):
    """A time-stamping authority gave no timestamp of a signature. Trying again later may help."""


class Uncheckable(StorageError):
    """A timestamp cannot be checked here; the message says what is missing for it."""


@dataclass(frozen=True, kw_only=True)
class Timestamp:
    """A time at which a signature existed, and the authority that says so."""

    at: datetime
    authority: str


Stamp = Callable[[str], Mapping[str, str]]
"""Of a signature's text what stands beside it as its timestamp; raises ``NotStamped``."""
ReadTimestamp = Callable[[Mapping[str, Any]], Timestamp]
"""The checked timestamp of a ``signedData``; raises ``ValueError`` where it is wrong, ``Uncheckable``."""


@dataclass(frozen=True)
class SigningKey:
    """A collection's key, and who is asked for a timestamp of what it signs."""

    private: ec.EllipticCurvePrivateKey
    stamp: Stamp | None = None

    @classmethod
    def of(cls, folder: Path, stamp: Stamp | None = None) -> SigningKey:
        """The key of the collection in that folder, made if there is none.

        Raises
        ------
        StorageError
            It cannot be read or written, or is no such key.
        """
        place = folder / KEY_FILE
        with translated_os_errors(place):
            if not place.exists():
                _make(place)
            pem = place.read_bytes()
        try:
            private = load_pem_private_key(pem, password=None)
        except (ValueError, TypeError, UnsupportedAlgorithm) as error:
            raise StorageError(f"{place} is no private key: {error}. Restore it, or move it away.") from error
        if not isinstance(private, ec.EllipticCurvePrivateKey):
            raise StorageError(f"{place} is no key of an elliptic curve. Move it away, and another is made.")
        return cls(private, stamp)

    def signed_data(self, digest: str, created: datetime) -> dict[str, str]:
        """What stands as ``signedData`` in datapackage-digest.json beside the hash ``digest``, "sha256:..."."""
        r, s = decode_dss_signature(self.private.sign(digest.encode(), _ALGORITHM))
        size = (self.private.key_size + 7) // 8
        name, _, version = software().partition("/")
        return {
            "hash": digest,
            "created": created.isoformat(timespec="milliseconds").replace("+00:00", "Z"),
            "software": name,
            "version": version,
            "signature": base64.b64encode(r.to_bytes(size, "big") + s.to_bytes(size, "big")).decode(),
            "publicKey": base64.b64encode(self._public()).decode(),
        }

    @property
    def fingerprint(self) -> str:
        """The digest of the public key, by which people compare keys."""
        return _fingerprint(self._public())

    def _public(self) -> bytes:
        return self.private.public_key().public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)


def signer_of(signed: Mapping[str, Any], digest: str) -> str:
    """The fingerprint of the key with which the hash ``digest`` was signed.

    Raises
    ------
    ValueError
        The signature is of something else or another key's, or it cannot be read; the message says which.
    """
    if signed.get("hash") != digest:
        raise ValueError("it is a signature of another hash")
    try:
        der = base64.b64decode(str(signed.get("publicKey")), validate=True)
        public = load_der_public_key(der)
        signature = base64.b64decode(str(signed.get("signature")), validate=True)
    except (ValueError, UnsupportedAlgorithm) as error:
        raise ValueError(f"it cannot be read ({error})") from error
    if not isinstance(public, ec.EllipticCurvePublicKey):
        raise ValueError("its key is of no elliptic curve")
    half = len(signature) // 2
    numbers = int.from_bytes(signature[:half], "big"), int.from_bytes(signature[half:], "big")
    try:
        public.verify(encode_dss_signature(*numbers), digest.encode(), _ALGORITHM)
    except InvalidSignature:
        raise ValueError("it was not made with the key beside it, or of another hash") from None
    return _fingerprint(der)


def _make(place: Path) -> None:
    pem = ec.generate_private_key(ec.SECP384R1()).private_bytes(
        Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()
    )
    descriptor = os.open(place, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "wb") as file:
        file.write(pem)
        os.fsync(descriptor)


def _fingerprint(der: bytes) -> str:
    return f"sha256:{hashlib.sha256(der).hexdigest()}"
