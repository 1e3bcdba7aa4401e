"""Lets pywb, another project's replay server, work on the collection's folder as it is.

pywb needs an index, and a configuration that says where the index and the WARC files are. It finds a closed WARC
file by its name; for files that are still being written, and may be renamed while pywb runs, a path index names
both places (pywb's documentation, "Archive paths").
"""

from __future__ import annotations

import json
import os
import re
from pathlib import Path

from storage.collection import Collection
from storage.errors import StorageError, translated_os_errors
from storage.index.cdxj import INDEX, INDEXES, warc_parts
from storage.plurals import counted
from storage.warc.stored_files import stored_names
from storage.warc.writer import ARCHIVE, OPEN

PATHS = "warc-paths.txt"


def write_pywb_config(collection: Collection, target: Path) -> str:
    """Write a configuration for pywb, which goes by the collection's own index (``storage.index.cdxj.write_index``).

    Returns
    -------
    str
        The collection's name in pywb's addresses: its folder's name, in letters, digits, ``-`` and ``_``.

    Raises
    ------
    StorageError
        WARC files are only in the object store, where pywb does not look.
    """
    files = collection.path / ARCHIVE
    away = [name for name in stored_names(files) if not (files / name).exists()]
    if away:
        raise StorageError(
            f"{counted(len(away), 'WARC file', 'is', 'are')} in the object store only, where pywb does not look. Bring "
            f"them back first: `pagetide offload -c {collection.path} --back`; or open the pages in the dashboard, "
            "which reads them there."
        )
    folder = collection.path.resolve()
    name = re.sub(r"[^\w-]+", "-", folder.name, flags=re.ASCII).strip("-") or "collection"
    index = folder / INDEXES / INDEX
    paths = folder / INDEXES / PATHS
    archive = folder / ARCHIVE
    lines = sorted(
        f"{part.name}\t{archive / part.name}\t{archive / part.name}{OPEN}\n"
        for part in warc_parts(collection)
    )
    described = {
        "collections": {
            name: {"index_paths": str(index.resolve()), "archive_paths": [str(paths), f"{archive}{os.sep}"]}
        }
    }
    with translated_os_errors(paths):
        paths.write_text("".join(lines), encoding="utf-8")
    with translated_os_errors(target):
        # every JSON text is YAML, the format that pywb reads
        target.write_text(json.dumps(described, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
    return name
