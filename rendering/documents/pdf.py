"""PDF: the text of its pages in paragraphs, and a picture of the first page (PDFium, through pypdfium2)."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from dataclasses import dataclass

import pypdfium2
from pypdfium2 import raw

from rendering.documents.parts import Parts, Piece, Unreadable, folded, numbered
from storage.digests import sha256

MOST_PAGES = 500
_MOST_PICTURED = 50  # pages without text, of which a small picture is made to tell whether they changed
_PICTURED_PX = 200
_GAP = 0.7  # heights of a line between two paragraphs
_OTHER_SIZE = 0.2  # by which the lines of a heading are higher or lower
_HYPHEN = "\ufffe"  # PDFium's sign for a hyphen at the end of a line
_WHY = re.compile(r"PDFium: ([^).]+)")
_UNSEEN = re.compile("[\x00-\x08\x0b-\x1f\ufffe\uffff]")


@dataclass(frozen=True)
class _Line:
    """A line of text and its box in points, from the page's lower left corner; no box where it is not known."""

    text: str
    box: tuple[float, float, float, float] | None  # left, bottom, right, top


@dataclass(frozen=True)
class _Picture:
    """How a page is pictured: pixels to a point, and where the picture ends."""

    scale: float
    most_height_px: int


def pdf_parts(body: bytes, *, width_px: int, most_height_px: int) -> Parts:
    """Text and picture of a PDF.

    Raises
    ------
    Unreadable
        It is encrypted or damaged, or has no page.
    """
    document = _opened(body)
    count = len(document)
    if not count:
        raise Unreadable("has no page")
    pieces: list[Piece] = []
    digests: dict[str, str] = {}
    silent, scale = 0, width_px / _width(document[0])
    for index in range(min(count, MOST_PAGES)):
        found = list(_page_pieces(document, index, _Picture(scale, most_height_px) if index == 0 else None))
        silent += not found
        if not found and silent <= _MOST_PICTURED:
            found = _pictured(document, index, digests)
        pieces += found
    left_out = [f"of its {count} pages the first {MOST_PAGES} are read"] if count > MOST_PAGES else []
    png, size = _picture(document[0], scale, most_height_px)
    title = (document.get_metadata_value("Title") or "").strip()
    facts = {"pages": count} | ({"pages_without_text": silent} if silent else {})
    if silent > _MOST_PICTURED:
        left_out.append(f"of its {silent} pages without text the first {_MOST_PICTURED} are compared")
    return Parts(
        pieces=pieces,
        title=_clean(title),
        png=png,
        size_px=size,
        left_out=left_out,
        facts=facts,
        image_digests=digests,
    )


def _opened(body: bytes) -> pypdfium2.PdfDocument:
    try:
        return pypdfium2.PdfDocument(body)
    except pypdfium2.PdfiumError as error:
        if getattr(error, "err_code", None) == raw.FPDF_ERR_PASSWORD or "assword" in str(error):
            raise Unreadable("is encrypted") from error
        why = _WHY.search(str(error))
        raise Unreadable(f"is damaged ({why[1]})" if why else "is damaged") from error


def _page_pieces(document: pypdfium2.PdfDocument, index: int, shown: _Picture | None) -> Iterator[Piece]:
    """The paragraphs of a page, with their boxes on its picture where it has one."""
    try:
        page = document[index]
        lines = _lines(page)
        height = page.get_height()
    except pypdfium2.PdfiumError:
        return  # a damaged page: the others are read
    for place, paragraph in enumerate(_paragraphs(lines), 1):
        text = _joined([line.text for line in paragraph])
        if text:
            yield Piece(
                path=f"pdf>{numbered('section', index + 1)}>{numbered('p', place)}",
                text=text,
                box_px=None if shown is None else _box(paragraph, height, shown),
            )


def _pictured(document: pypdfium2.PdfDocument, index: int, digests: dict[str, str]) -> list[Piece]:
    """A page without text, as a scanner makes them: known by a small picture of it."""
    try:
        page = document[index]
        image = page.render(
            scale=_PICTURED_PX / max(_width(page), page.get_height()), grayscale=True
        ).to_pil()
    except pypdfium2.PdfiumError:
        return []
    name = f"page {index + 1}"
    digests[name] = sha256(image.tobytes())
    return [Piece(path=f"pdf>{numbered('section', index + 1)}>img", tag="img", text="", image=name)]


def _lines(page: pypdfium2.PdfPage) -> list[_Line]:
    textpage = page.get_textpage()
    text = textpage.get_text_range()
    lines, place = [], 0
    for line in text.split("\r\n"):
        said = line.strip()
        if said:
            first = place + line.index(said[0])
            lines.append(_Line(line, _line_box(textpage, first, place + len(line.rstrip()) - 1)))
        place += len(line) + 2
    return lines


def _line_box(
    textpage: pypdfium2.PdfTextPage, first: int, last: int
) -> tuple[float, float, float, float] | None:
    try:
        left, bottom, _, top = textpage.get_charbox(first, loose=True)
        _, low, right, high = textpage.get_charbox(last, loose=True)
    except (pypdfium2.PdfiumError, IndexError, ValueError, AssertionError):
        return None
    return (left, min(bottom, low), max(left, right), max(top, high))


def _paragraphs(lines: list[_Line]) -> Iterator[list[_Line]]:
    """The lines of each paragraph: they follow one another closely, and are of one size."""
    paragraph: list[_Line] = []
    for line in lines:
        if paragraph and not _goes_on(paragraph[-1], line):
            yield paragraph
            paragraph = []
        paragraph.append(line)
    if paragraph:
        yield paragraph


def _goes_on(line: _Line, after: _Line) -> bool:
    if line.box is None or after.box is None:
        return True
    height, other = line.box[3] - line.box[1], after.box[3] - after.box[1]
    gap = line.box[1] - after.box[3]
    return -0.6 * height < gap < _GAP * height and abs(height - other) <= _OTHER_SIZE * max(height, other)


def _joined(lines: list[str]) -> str:
    """One text of lines, words put together that were parted at the end of one."""
    text = ""
    for line in lines:
        text += line.strip() if text.endswith(_HYPHEN) else f" {line.strip()}"
        text = text.removesuffix(_HYPHEN) + _HYPHEN if line.rstrip().endswith(_HYPHEN) else text
    return folded(_clean(text.replace(_HYPHEN, "")))


def _box(lines: list[_Line], height: float, shown: _Picture) -> tuple[float, float, float, float] | None:
    boxes = [line.box for line in lines if line.box is not None]
    if not boxes:
        return None
    left, top = min(box[0] for box in boxes), max(box[3] for box in boxes)
    right, bottom = max(box[2] for box in boxes), min(box[1] for box in boxes)
    scale = shown.scale
    y = round((height - top) * scale, 1)
    if y > shown.most_height_px:
        return None  # below the picture
    return (round(left * scale, 1), y, round((right - left) * scale, 1), round((top - bottom) * scale, 1))


def _picture(page: pypdfium2.PdfPage, scale: float, most_height_px: int) -> tuple[bytes, tuple[int, int]]:
    """The page as PNG, its top part where it is too high."""
    height = page.get_height() * scale
    cut = max(0.0, (height - most_height_px) / scale)
    image = page.render(scale=scale, crop=(0, cut, 0, 0)).to_pil().convert("RGB")
    kept = io.BytesIO()
    image.save(kept, "PNG")
    return kept.getvalue(), image.size


def _width(page: pypdfium2.PdfPage) -> float:
    return max(float(page.get_width()), 1.0)


def _clean(text: str) -> str:
    return _UNSEEN.sub("", text)
