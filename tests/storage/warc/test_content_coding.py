import gzip
import zlib

import brotli
import pytest
from backports import zstd

from storage.warc.content_coding import decoded

TEXT = b"The harbour bridge is open again. " * 50
RAW = zlib.compressobj(wbits=-zlib.MAX_WBITS)


@pytest.mark.parametrize(
    ("coding", "body"),
    [
        ("gzip", gzip.compress(TEXT)),
        ("x-gzip", gzip.compress(TEXT)),
        ("deflate", zlib.compress(TEXT)),
        ("deflate", RAW.compress(TEXT) + RAW.flush()),
        ("br", brotli.compress(TEXT)),
        ("zstd", zstd.compress(TEXT)),
        ("GZIP, br", brotli.compress(gzip.compress(TEXT))),
    ],
    ids=["gzip", "x-gzip", "deflate", "deflate without zlib's head", "br", "zstd", "gzip in br"],
)
def test_every_coding_of_the_web_is_undone(coding: str, body: bytes) -> None:
    assert decoded(body, coding) == TEXT


@pytest.mark.parametrize("coding", ["gzip", "deflate", "br", "zstd", "identity", "", "something"])
def test_a_body_that_is_not_in_its_coding_stays_as_it_is(coding: str) -> None:
    assert decoded(TEXT, coding) == TEXT
