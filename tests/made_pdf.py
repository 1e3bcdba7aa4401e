"""PDF files that tests make themselves."""

HELLO = b"BT /F1 24 Tf 50 700 Td (Fee schedule one) Tj ET"
SQUARE = b"1 0 0 rg 100 100 200 200 re f"
ENCRYPTED = b"/Encrypt << /Filter /Standard /V 1 /R 2 /Length 40 /P -4 /O <%s> /U <%s> >> /ID [<00><00>]" % (
    b"11" * 32,
    b"22" * 32,
)


def pdf(*contents: bytes, trailer: bytes = b"", packed: bytes = b"") -> bytes:
    """A PDF with a page for each content stream."""
    kids = b" ".join(b"%d 0 R" % (4 + 2 * place) for place in range(len(contents)))
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [%s] /Count %d >>" % (kids, len(contents)),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    ]
    for place, content in enumerate(contents):
        font = b"/Resources << /Font << /F1 3 0 R >> >>"
        objects.append(
            b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents %d 0 R %s >>"
            % (5 + 2 * place, font)
        )
        objects.append(b"<< /Length %d %s >>\nstream\n%s\nendstream" % (len(content), packed, content))
    body, offsets = b"%PDF-1.4\n", []
    for number, item in enumerate(objects, 1):
        offsets.append(len(body))
        body += b"%d 0 obj\n%s\nendobj\n" % (number, item)
    table = b"".join(b"%010d 00000 n \n" % offset for offset in offsets)
    head = b"xref\n0 %d\n0000000000 65535 f \n%s" % (len(objects) + 1, table)
    end = b"trailer << /Size %d /Root 1 0 R %s >>\nstartxref\n%d\n%%%%EOF\n" % (
        len(objects) + 1,
        trailer,
        len(body),
    )
    return body + head + end
