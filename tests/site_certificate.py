"""Certificates for the test site: from an authority of the tests' own, and bad in every way that matters."""

from __future__ import annotations

import ssl
import tempfile
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import cached_property
from ipaddress import ip_address
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

_NAME = "127.0.0.1"


def self_signed() -> ssl.SSLContext:
    """A server's context with a certificate for 127.0.0.1, signed by itself."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = _common_name(_NAME)
    return _context(_certificate(name, name, key, key, names=(_NAME,)), key)


class Authority:
    """An authority that signs certificates for servers; a browser trusts it only when told to."""

    def __init__(self) -> None:
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._name = _common_name("Authority of the tests")

    @cached_property
    def certificate_pem(self) -> bytes:
        """Its own certificate, for a browser's list of authorities."""
        signed = _certificate(self._name, self._name, self._key, self._key, is_authority=True)
        return signed.public_bytes(serialization.Encoding.PEM)

    def server(self, kind: Kind | None = None) -> ssl.SSLContext:
        """A server's context with a certificate signed by this authority."""
        kind = kind or Kind()
        key = ec.generate_private_key(ec.SECP256R1())
        subject = _common_name(kind.names[0])
        return _context(
            _certificate(subject, self._name, key, self._key, names=kind.names, ended=kind.expired), key
        )


@dataclass(frozen=True, kw_only=True)
class Kind:
    """What a server's certificate says."""

    names: tuple[str, ...] = (_NAME, "localhost")
    expired: bool = False


def _certificate(
    subject: x509.Name,
    issuer: x509.Name,
    key: ec.EllipticCurvePrivateKey,
    signing_key: ec.EllipticCurvePrivateKey,
    *,
    names: tuple[str, ...] = (),
    is_authority: bool = False,
    ended: bool = False,
) -> x509.Certificate:
    now = datetime.now(UTC)
    ends = now - timedelta(days=1) if ended else now + timedelta(days=30)
    builder = (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(issuer)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=40))
        .not_valid_after(ends)
        .add_extension(x509.BasicConstraints(ca=is_authority, path_length=None), critical=True)
    )
    if names:
        builder = builder.add_extension(
            x509.SubjectAlternativeName([_general_name(name) for name in names]), critical=False
        )
    return builder.sign(signing_key, hashes.SHA256())


def _context(certificate: x509.Certificate, key: ec.EllipticCurvePrivateKey) -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "both.pem"
        file.write_bytes(
            key.private_bytes(
                serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
            )
            + certificate.public_bytes(serialization.Encoding.PEM)
        )
        context.load_cert_chain(file)
    return context


def _common_name(name: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, name)])


def _general_name(name: str) -> x509.GeneralName:
    try:
        return x509.IPAddress(ip_address(name))
    except ValueError:
        return x509.DNSName(name)
