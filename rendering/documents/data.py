"""JSON and XML: one line for each value with its path, so that the order of members does not count."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from typing import Any

from lxml import etree
from w3lib.encoding import http_content_type_encoding, read_bom

from rendering.documents.parts import Parts, Piece, Unreadable, folded, numbered, safe_name
from rendering.documents.texts import decoded

_NAMED_KEYS = 4  # of a path that stand before a value
_JSON_SEQUENCE = "\x1e"  # RFC 7464


def json_value(body: bytes, content_type: str) -> Any:
    """The value of a JSON document, or the list of values where there is one a line. Numbers stay as written.

    Raises
    ------
    Unreadable
        It is neither.
    """
    text = decoded(body, content_type).strip().lstrip("\ufeff")
    try:
        return _loaded(text)
    except (ValueError, RecursionError) as error:
        lines = [line for line in text.replace(_JSON_SEQUENCE, "").splitlines() if line.strip()]
        if len(lines) < 2 or not all(line.lstrip()[:1] in "{[" for line in lines[:2]):
            raise Unreadable(f"is no JSON ({error})") from error
    try:
        return [_loaded(line) for line in lines]
    except (ValueError, RecursionError) as error:
        raise Unreadable(f"is no JSON ({error})") from error


def json_parts(value: Any) -> Parts:
    """Each value of a JSON document on a line, members in the order of their names."""
    return Parts(pieces=[_line(path, keys, said) for path, keys, said in _leaves(value)])


def _loaded(text: str) -> Any:
    return json.loads(text, parse_float=str, parse_int=str, parse_constant=str)


def _leaves(value: Any) -> Iterator[tuple[str, tuple[str, ...], str]]:
    """Path, names and text of each value; not recursive, as documents may be deep."""
    waiting: list[tuple[str, tuple[str, ...], Any]] = [("json", (), value)]
    while waiting:
        path, keys, item = waiting.pop()
        if isinstance(item, dict) and item:
            inner = [(f"{path}>dd.{safe_name(key)}", (*keys, key), item[key]) for key in sorted(item)]
            waiting += reversed(inner)
        elif isinstance(item, list) and item:
            waiting += reversed(
                [(f"{path}>{numbered('li', place)}", keys, part) for place, part in enumerate(item, 1)]
            )
        else:
            yield path, keys, _said(item)


def _said(item: Any) -> str:
    if item is None or isinstance(item, bool | dict | list):
        return json.dumps(item)
    return str(item)


def _line(path: str, keys: tuple[str, ...], said: str) -> Piece:
    name = ".".join(keys[-_NAMED_KEYS:])
    text = " ".join(said.replace("\0", "").split())
    return Piece(
        path=path, tag=path.rpartition(">")[2].partition(".")[0].partition(":")[0], text=_named(name, text)
    )


def _named(name: str, text: str) -> str:
    return ": ".join(part for part in (" ".join(name.split()), text) if part)


def xml_root(body: bytes, content_type: str) -> etree._Element:
    """The root of an XML document, of a damaged one as far as it goes; nothing outside it is read.

    Raises
    ------
    Unreadable
        There is no element in it.
    """
    marked, _ = read_bom(body)
    declared = http_content_type_encoding(content_type) if marked is None else None  # RFC 7303, section 3
    for encoding in dict.fromkeys([declared, None]):
        for recover in (False, True):
            try:
                root = etree.fromstring(body, _parser(encoding, recover=recover))
            except (etree.LxmlError, ValueError, LookupError):
                continue
            if root is not None:
                return root
    raise Unreadable("has no element that can be read")


def _parser(encoding: str | None, *, recover: bool) -> etree.XMLParser:
    return etree.XMLParser(
        encoding=encoding,
        recover=recover,
        resolve_entities=False,
        load_dtd=False,
        no_network=True,
        huge_tree=False,
        remove_comments=True,
        remove_pis=True,
    )


def xml_parts(root: etree._Element) -> Parts:
    """Each text and each attribute of an XML document on a line."""
    pieces: list[Piece] = []
    waiting: list[tuple[str, tuple[str, ...], etree._Element]] = [
        (f"xml>dl.{safe_name(_local(root))}", (_local(root),), root)
    ]
    while waiting:
        path, names, element = waiting.pop()
        pieces += [
            _line(f"{path}>dd.{safe_name(_plain(key))}", (*names, _plain(key)), str(value))
            for key, value in sorted((str(key), value) for key, value in element.attrib.items())
        ]
        inner = [child for child in element if isinstance(child.tag, str)]
        if _is_mixed(element) or not inner:
            text = "".join(str(part) for part in element.itertext())
            is_told = text.strip() or not element.attrib
            pieces += [_line(path, names, folded(text))] if is_told else []
        else:
            waiting += reversed(list(_children(path, names, inner)))
    title = next((str(found.text).strip() for found in root.iterfind("{*}title") if found.text), "")
    return Parts(pieces=pieces, title=title)


def _children(
    path: str, names: tuple[str, ...], inner: list[etree._Element]
) -> Iterator[tuple[str, tuple[str, ...], etree._Element]]:
    times, met = Counter(_local(child) for child in inner), Counter[str]()
    for child in inner:
        name = _local(child)
        met[name] += 1
        step = f"dl.{safe_name(name)}"
        yield f"{path}>{numbered(step, met[name]) if times[name] > 1 else step}", (*names, name), child


def _is_mixed(element: etree._Element) -> bool:
    """Whether text stands between its elements, as in prose."""
    tails = (child.tail or "" for child in element)
    return len(element) > 0 and (bool((element.text or "").strip()) or any(tail.strip() for tail in tails))


def _local(element: etree._Element) -> str:
    return _plain(str(element.tag))


def _plain(name: str) -> str:
    return name.rpartition("}")[2]
