"""Timestamps of signatures (RFC 3161): a time-stamping authority is asked for one, and those of WACZ files are checked.

An authority signs a digest together with the time. What it signs here is the text of the WACZ's signature, as in the
domain signatures of wacz-auth 0.1.0: the answer stands as ``timeSignature``, its certificates as ``timestampCert``.
"""

from __future__ import annotations

import base64
import hashlib
import ssl
import warnings
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from http.client import HTTPException
from pathlib import Path
from typing import Any
from urllib.error import URLError
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

import certifi
from cryptography import x509
from cryptography.hazmat.primitives.serialization import Encoding

from changemodel.errors import MissingExtra
from changemodel.extras import module_of_extra
from pagetide.errors import SettingsError
from storage.wacz.signing import NotStamped, ReadTimestamp, Timestamp, Uncheckable

_TIMEOUT_S = 30.0
_LARGEST_ANSWER = 1 << 20
_SHA256 = x509.ObjectIdentifier("2.16.840.1.101.3.4.2.1")
_CERTIFICATES = 0xA0  # the tag of SignedData.certificates, RFC 5652, 5.1
_UNKNOWN_AUTHORITY = "certificate verify error"  # OpenSSL's words


def rfc3161() -> Any:
    """The module ``rfc3161_client``; ``MissingExtra`` where it is not installed."""
    return module_of_extra("rfc3161_client", "timestamp", "Timestamps")


@dataclass(frozen=True)
class TimestampAuthority:
    """An authority that answers RFC 3161 requests at ``url``, over HTTP.

    Raises
    ------
    MissingExtra
        The package that makes requests is not installed.
    SettingsError
        The URL is none of the web.
    """

    url: str

    def __post_init__(self) -> None:
        rfc3161()
        if urlsplit(self.url).scheme not in ("http", "https"):
            raise SettingsError(
                f"{self.url} is no address of a time-stamping authority: it begins with https://."
            )

    def stamp(self, signature: str) -> dict[str, str]:
        """``timeSignature`` and ``timestampCert`` for the text of a signature.

        Raises
        ------
        NotStamped
            The authority cannot be reached, refuses, or answers what is no timestamp of this signature.
        """
        client = rfc3161()
        request = (
            client.TimestampRequestBuilder()
            .data(signature.encode())
            .hash_algorithm(client.HashAlgorithm.SHA256)
            .nonce(nonce=True)
            .cert_request(cert_request=True)
            .build()
        )
        try:
            answer = self._asked(request.as_bytes())
            token = _token(answer)
            if token.nonce != request.nonce:
                raise ValueError("its answer is to another request")
            _check_imprint(token, signature)
            chain = _chain(token)
        except (OSError, HTTPException, ValueError) as error:
            told = error.reason if type(error) is URLError else error
            raise NotStamped(f"{self.url} gave no timestamp: {told}.") from error
        return {
            "timeSignature": base64.b64encode(answer).decode(),
            "timestampCert": "".join(one.public_bytes(Encoding.PEM).decode() for one in chain),
        }

    def _asked(self, query: bytes) -> bytes:
        headers = {"Content-Type": "application/timestamp-query", "Accept": "application/timestamp-reply"}
        trusted = ssl.create_default_context(cafile=certifi.where())
        with urlopen(Request(self.url, query, headers), timeout=_TIMEOUT_S, context=trusted) as answer:
            found: bytes = answer.read(_LARGEST_ANSWER)
        return found


def timestamp_reader(roots: Path | None) -> ReadTimestamp:
    """What checks timestamps against authorities whose roots stand in the PEM file ``roots``; None: those of the web.

    Raises
    ------
    SettingsError
        The file holds no certificates.
    MissingExtra
        Roots are given, and the package that checks is not installed.
    """
    if roots is None:
        return partial(_read, roots=None)
    rfc3161()
    try:
        given = x509.load_pem_x509_certificates(roots.read_bytes())
    except (OSError, ValueError) as error:
        raise SettingsError(f"{roots} holds no certificates in PEM: {error}.") from error
    return partial(_read, roots=given)


def _read(signed: Mapping[str, Any], *, roots: list[x509.Certificate] | None) -> Timestamp:
    try:
        client = rfc3161()
    except MissingExtra as error:
        raise Uncheckable(str(error)) from error
    try:
        answer = base64.b64decode(str(signed.get("timeSignature")), validate=True)
    except ValueError as error:
        raise ValueError(f"it cannot be read ({error})") from error
    token = _token(answer)
    signature = str(signed.get("signature"))
    _check_imprint(token, signature)
    authority = _chain(token)[0].subject.rfc4514_string()
    # only roots: the client trusts every certificate that it is given apart from the token's own
    verifier = client.VerifierBuilder(roots=_web_roots() if roots is None else roots).build()
    try:
        verifier.verify(token.response, hashlib.sha256(signature.encode()).digest())
    except client.VerificationError as error:
        if _UNKNOWN_AUTHORITY not in str(error):
            raise ValueError(f"it is not its authority's ({error})") from error
        if roots is not None:
            raise ValueError(
                f"its authority, {authority}, is none of those whose roots were given"
            ) from error
        raise Uncheckable(
            f"Its authority, {authority}, is none that the web's roots vouch for: get the authority's root from its "
            "site, and give it with --timestamp-roots"
        ) from error
    return Timestamp(at=token.at, authority=authority)


@dataclass(frozen=True)
class _Token:
    """What an authority granted, parsed."""

    response: Any

    @property
    def at(self) -> Any:
        return self.response.tst_info.gen_time

    @property
    def nonce(self) -> int | None:
        found: int | None = self.response.tst_info.nonce
        return found


def _token(answer: bytes) -> _Token:
    """The token of an authority's answer; ``ValueError`` where there is none."""
    response = rfc3161().decode_timestamp_response(_with_sorted_certificates(answer))
    if response.status != 0:  # PKIStatus granted, RFC 3161, 2.4.2
        told = " ".join(response.status_string) or f"status {response.status}"
        raise ValueError(f"it was refused ({told})")
    return _Token(response)


def _check_imprint(token: _Token, signature: str) -> None:
    imprint = token.response.tst_info.message_imprint
    if imprint.hash_algorithm != _SHA256 or imprint.message != hashlib.sha256(signature.encode()).digest():
        raise ValueError("it is of another signature")


def _chain(token: _Token) -> list[x509.Certificate]:
    """The authority's certificate, and those that signed it as far as the token brings them."""
    signed = token.response.signed_data
    brought = [x509.load_der_x509_certificate(one) for one in signed.certificates]
    signers = {(one.issuer, one.serial_number) for one in signed.signer_infos}
    chain = [one for one in brought if (one.issuer, one.serial_number) in signers][:1]
    if not chain:
        raise ValueError("it does not contain its authority's certificate")
    while chain[-1].issuer != chain[-1].subject:
        above = [one for one in brought if one.subject == chain[-1].issuer and one not in chain][:1]
        if not above:
            break
        chain += above
    return chain


def _web_roots() -> list[x509.Certificate]:
    """The roots that certifi knows, but those that the parser does not take."""
    roots = []
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of a root with an odd serial number
        for der in ssl.create_default_context(cafile=certifi.where()).get_ca_certs(binary_form=True):
            try:
                roots.append(x509.load_der_x509_certificate(der))
            except ValueError:
                continue
    return roots


def _with_sorted_certificates(answer: bytes) -> bytes:
    """The answer with its certificates in the order of DER, which the parser wants and many authorities do not keep.

    They stand outside of what is signed, and RFC 5652 gives them no order. ``ValueError``: it is no answer.
    """
    try:
        body = _parts(answer, *_content(answer, 0))
        if len(body) < 2:  # a refusal has a status only
            return answer
        kind_and_data = _parts(answer, *_content(answer, body[1][0]))
        data = _content(answer, _content(answer, kind_and_data[1][0])[0])
        for start, end in _parts(answer, *data):
            if answer[start] == _CERTIFICATES:
                inside = _content(answer, start)
                ordered = sorted(answer[one:after] for one, after in _parts(answer, *inside))
                return answer[: inside[0]] + b"".join(ordered) + answer[end:]
    except IndexError as error:
        raise ValueError("it is no answer of a time-stamping authority") from error
    return answer


def _content(data: bytes, start: int) -> tuple[int, int]:
    """Where the content of the element at ``start`` begins and ends (X.690, 8.1.3)."""
    length, begin = data[start + 1], start + 2
    if length & 0x80:
        begin += length & 0x7F
        length = int.from_bytes(data[start + 2 : begin], "big")
    return begin, begin + length


def _parts(data: bytes, start: int, end: int) -> list[tuple[int, int]]:
    """Where each element between ``start`` and ``end`` begins and ends."""
    return list(_elements(data, start, end))


def _elements(data: bytes, start: int, end: int) -> Iterator[tuple[int, int]]:
    while start < end:
        after = _content(data, start)[1]
        yield start, after
        start = after
