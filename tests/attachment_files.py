"""Small PDF and Word files, made here byte by byte so that a test can break them where it wants."""

from __future__ import annotations

import io
import struct
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


def form_bytes(value: str, *, drawn: bool) -> bytes:
    """A PDF of one page that asks for a name, with ``value`` in its field; ``drawn``: also as the field looks."""
    look = b"/Tx BMC q BT /F1 12 Tf 2 8 Td (" + value.encode("latin-1") + b") Tj ET Q EMC"
    field = (
        b"<< /Type /Annot /Subtype /Widget /FT /Tx /T (name) /V (" + value.encode("latin-1") + b") /F 4"
        b" /Rect [120 710 300 735] /DA (/F1 12 Tf 0 g)" + (b" /AP << /N 7 0 R >>" if drawn else b"") + b" >>"
    )
    page = pdf_bytes(["Name:"])
    page = page[: page.index(b"xref\n")]
    page = page.replace(b"/Pages 2 0 R", b"/Pages 2 0 R /AcroForm << /Fields [6 0 R] /NeedAppearances true"
                        b" /DR << /Font << /F1 3 0 R >> >> /DA (/F1 12 Tf 0 g) >>")  # fmt: skip
    page = page.replace(b"/MediaBox", b"/Annots [6 0 R] /MediaBox")
    form = b"<< /Type /XObject /Subtype /Form /BBox [0 0 180 25] /Resources << /Font << /F1 3 0 R >> >> /Length %d >>"
    drawing = form % len(look) + b"\nstream\n" + look + b"\nendstream"
    return page + b"6 0 obj\n" + field + b"\nendobj\n7 0 obj\n" + drawing + b"\nendobj\ntrailer\n<< /Root 1 0 R >>\n"


def listing_bytes(entries: int, comment: bytes = b"") -> bytes:
    """An archive that does nothing but list so many entries, with numbers of 64 bits at its end."""
    one = b"PK\x01\x02" + struct.pack("<6H3I5H2I", 20, 20, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0) + b"a"
    first = b"PK\x03\x04" + bytes(26)
    listed = one * entries
    numbers = (44, 45, 45, 0, 0, entries, entries, len(listed), len(first))
    end = b"PK\x06\x06" + struct.pack("<Q2H2I4Q", *numbers)
    end += b"PK\x06\x07" + struct.pack("<IQI", 0, len(first) + len(listed), 1)
    end += b"PK\x05\x06" + struct.pack("<4H2IH", 0, 0, 0xFFFF, 0xFFFF, 0xFFFFFFFF, 0xFFFFFFFF, len(comment))
    return first + listed + end + comment


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
