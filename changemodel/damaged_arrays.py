"""What numpy and zipfile raise of a damaged ``.npz`` file: errors of every kind, none of them documented."""

import struct
import tokenize
import zipfile
import zlib

DAMAGED = (
    OSError,
    ValueError,
    TypeError,
    EOFError,
    LookupError,
    ArithmeticError,
    RuntimeError,
    MemoryError,
    struct.error,
    tokenize.TokenError,
    zipfile.BadZipFile,
    zlib.error,
)
