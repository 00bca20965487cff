"""Small PDF and Word files, made here byte by byte so that a test can break them where it wants."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Sequence
from pathlib import Path

W = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"


def pdf_bytes(pages: Sequence[str], *, content: bytes | None = None) -> bytes:
    """A PDF with a line of text on each page ("": a page without text). ``content``: instead, of every page."""
    objects: list[bytes] = [b"", b"", b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>"]
    kids = []
    for text in pages:
        escaped = text.encode("latin-1").replace(b"\\", b"\\\\").replace(b"(", b"\\(").replace(b")", b"\\)")
        drawn = b"BT /F1 12 Tf 72 720 Td (" + escaped + b") Tj ET" if text else b"0 0 10 10 re f"
        stream = drawn if content is None else content
        objects.append(b"<< /Length %d >>\nstream\n" % len(stream) + stream + b"\nendstream")
        objects.append(
            b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents %d 0 R"
            b" /Resources << /Font << /F1 3 0 R >> >> >>" % len(objects)
        )
        kids.append(b"%d 0 R" % len(objects))
    objects[0] = b"<< /Type /Catalog /Pages 2 0 R >>"
    objects[1] = b"<< /Type /Pages /Kids [" + b" ".join(kids) + b"] /Count %d >>" % len(kids)
    out, places = bytearray(b"%PDF-1.4\n"), []
    for number, body in enumerate(objects, 1):
        places.append(len(out))
        out += b"%d 0 obj\n" % number + body + b"\nendobj\n"
    start = len(out)
    out += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    out += b"".join(b"%010d 00000 n \n" % place for place in places)
    out += b"trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (len(objects) + 1, start)
    return bytes(out)


def docx_bytes(body: str, **parts: str) -> bytes:
    """A Word file with ``body`` inside ``<w:body>``; ``parts``: the inside of styles, numbering, footnotes."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("[Content_Types].xml", "<Types/>")
        archive.writestr("word/document.xml", f'<w:document xmlns:w="{W}"><w:body>{body}</w:body></w:document>')
        for name, inside in parts.items():
            archive.writestr(f"word/{name}.xml", f'<w:{name} xmlns:w="{W}">{inside}</w:{name}>')
    return out.getvalue()


def paragraph(text: str, properties: str = "") -> str:
    """A paragraph of one run."""
    inside = f"<w:pPr>{properties}</w:pPr>" if properties else ""
    return f"<w:p>{inside}<w:r><w:t>{text}</w:t></w:r></w:p>"


def put(folder: Path, name: str, data: bytes | str) -> Path:
    """A file in ``folder``."""
    path = folder / name
    path.write_bytes(data.encode() if isinstance(data, str) else data)
    return path
