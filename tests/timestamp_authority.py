"""A time-stamping authority on loopback: OpenSSL's, behind an HTTP server, with a root of the tests."""

from __future__ import annotations

import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from functools import cached_property
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

NAME = "Time of the tests"
_CONFIGURATION = """[tsa]
serial = {folder}/serial
signer_cert = {folder}/tsa.pem
signer_key = {folder}/tsa.key
certs = {folder}/chain.pem
signer_digest = sha256
default_policy = 1.2.3.4.1
digests = {digests}
ess_cert_id_alg = sha256
"""


class TestAuthority:
    """A root, an authority below it, and its own that stamps; ``digests`` are those that it accepts."""

    __test__ = False

    def __init__(self, folder: Path, digests: str = "sha256") -> None:
        self._folder = folder
        keys = [ec.generate_private_key(ec.SECP256R1()) for _ in range(3)]
        self.root = _certificate("Root of the tests", keys[0], "Root of the tests", keys[0])
        between = _certificate("Authority of the tests", keys[1], "Root of the tests", keys[0])
        own = _certificate(NAME, keys[2], "Authority of the tests", keys[1], stamps=True)
        private = keys[2].private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
        files = {
            "tsa.pem": _pem(own),
            "tsa.key": private,
            "chain.pem": _pem(between, self.root),
            "serial": b"01\n",
            "tsa.conf": _CONFIGURATION.format(folder=folder, digests=digests).encode(),
        }
        for name, data in files.items():
            (folder / name).write_bytes(data)

    @cached_property
    def roots(self) -> Path:
        """Its root, as a PEM file."""
        path = self._folder / "roots.pem"
        path.write_bytes(_pem(self.root))
        return path

    def answer(self, query: bytes) -> bytes:
        """What ``openssl ts`` says to a request."""
        (self._folder / "query").write_bytes(query)
        command = ["openssl", "ts", "-reply", "-config", "tsa.conf", "-section", "tsa", "-queryfile", "query"]
        subprocess.run([*command, "-out", "answer"], cwd=self._folder, check=True, capture_output=True)
        return (self._folder / "answer").read_bytes()

    @contextmanager
    def served(self) -> Iterator[str]:
        """Its address while it answers."""
        authority = self

        class Answers(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                query = self.rfile.read(int(self.headers["Content-Length"]))
                self.send_response(
                    200 if self.headers["Content-Type"] == "application/timestamp-query" else 400
                )
                self.send_header("Content-Type", "application/timestamp-reply")
                self.end_headers()
                self.wfile.write(authority.answer(query))

            def log_message(self, format: str, *args: object) -> None:
                """Nothing."""

        with ThreadingHTTPServer(("127.0.0.1", 0), Answers) as server:
            threading.Thread(target=server.serve_forever, daemon=True).start()
            yield f"http://127.0.0.1:{server.server_port}/"
            server.shutdown()


def _certificate(
    subject: str,
    key: ec.EllipticCurvePrivateKey,
    issuer: str,
    signing_key: ec.EllipticCurvePrivateKey,
    *,
    stamps: bool = False,
) -> x509.Certificate:
    now = datetime.now(UTC)
    builder = (
        x509.CertificateBuilder()
        .subject_name(_named(subject))
        .issuer_name(_named(issuer))
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=30))
        .add_extension(x509.BasicConstraints(ca=not stamps, path_length=None), critical=True)
    )
    if stamps:
        purpose = x509.ExtendedKeyUsage([x509.ExtendedKeyUsageOID.TIME_STAMPING])
        builder = builder.add_extension(purpose, critical=True)
    return builder.sign(signing_key, hashes.SHA256())


def _named(name: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, name)])


def _pem(*certificates: x509.Certificate) -> bytes:
    return b"".join(one.public_bytes(Encoding.PEM) for one in certificates)
