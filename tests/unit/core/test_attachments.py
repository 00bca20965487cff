"""Files become text: every kind, every way it can go wrong, and what the model is given of it."""

from __future__ import annotations

import codecs
import threading
import time
import zipfile
from io import BytesIO
from pathlib import Path

import pytest
from blake3 import blake3
from hypothesis import HealthCheck, example, given
from hypothesis import strategies as st

from app.core.attachments import ReadProblem, ReadStopped, from_text, prompt_of, read_file, sort_of
from app.core.attachments import child as reading
from app.core.attachments import docx as word
from app.core.attachments import reader as readers
from app.core.attachments.names import LONGEST_NAME, clean_name
from app.core.attachments.prompt import block
from app.core.attachments.reader import MOST_CHARACTERS
from app.core.attachments.text import decode
from app.core.chat_values import Attachment, Message
from tests.attachment_files import W, docx_bytes, form_bytes, paragraph, pdf_bytes, put
from tests.effort import dear
from tests.words import said

LOCKED = Path(__file__).parents[2] / "fixtures" / "pdf"  # AES-256; one asks for a password, one only forbids changes
GERMAN = "Grüße aus München: schöne Straße, für 5 €.\n"


# --------------------------------------------------------------------------- text


@pytest.mark.parametrize(
    ("data", "encoding"),
    [
        (GERMAN.encode(), ""),
        (codecs.BOM_UTF8 + GERMAN.encode(), ""),
        (codecs.BOM_UTF16_LE + GERMAN.encode("utf-16-le"), ""),
        (codecs.BOM_UTF16_BE + GERMAN.encode("utf-16-be"), ""),
        (codecs.BOM_UTF32_LE + GERMAN.encode("utf-32-le"), ""),
        (codecs.BOM_UTF32_BE + GERMAN.encode("utf-32-be"), ""),
        (GERMAN.encode("utf-16-le"), "UTF-16"),
        (GERMAN.encode("utf-16-be"), "UTF-16"),
        (GERMAN.encode("cp1252"), "Windows-1252"),
        (GERMAN.replace("\n", "\r\n").encode(), ""),
    ],
)
def test_text_of_every_encoding_comes_out_the_same(data: bytes, encoding: str) -> None:
    assert decode(data, "a.txt") == (GERMAN, encoding)


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        ("Привет, как дела? Это обычный текст на русском языке.", "cp1251"),
        ("Zażółć gęślą jaźń, proszę państwa, dziękuję", "cp1250"),
        ("これは日本語の文章です。漢字とかなが混ざっています。", "shift_jis"),
        ("这是一个中文文本，用来测试编码检测。", "gb18030"),
    ],
)
def test_older_encodings_are_recognised_and_said(text: str, encoding: str, tmp_path: Path) -> None:
    read = read_file(put(tmp_path, "old.txt", text.encode(encoding)))
    assert read.text == text
    assert said(read.note).startswith("Read as ")


@pytest.mark.parametrize(
    ("data", "text", "encoding"),
    [
        ((GERMAN * 9).encode() + b"\xff\n", GERMAN * 9 + "\ufffd\n", "UTF-8"),
        ((GERMAN * 9).encode() + "ß".encode()[:1], GERMAN * 9, "UTF-8"),
        ("日本語の文章。".encode()[:-1], "日本語の文章", "UTF-8"),
        (codecs.BOM_UTF16_LE + GERMAN.encode("utf-16-le")[:-1], GERMAN[:-1], ""),
        (GERMAN.encode("utf-16-le") + b"x", GERMAN, "UTF-16"),
        (b"first line\n" * 100 + b"\0\0last line\n", "first line\n" * 100 + "last line\n", ""),
        (b"first line\n" + b"\0" * 4096, "first line\n", ""),
        ("Das Café".encode("cp1252"), "Das Café", "Windows-1252"),
    ],
)
def test_text_that_was_damaged_or_cut_is_read(data: bytes, text: str, encoding: str) -> None:
    assert decode(data, "a.log") == (text, encoding)


def test_a_script_with_an_archive_behind_it_is_no_text(tmp_path: Path) -> None:
    archive = docx_bytes(paragraph("x" * 9000)) * 40
    with pytest.raises(ReadProblem, match="isn't a text file"):
        read_file(put(tmp_path, "install.sh", b"echo installing\n" * 15_000 + archive))


@pytest.mark.parametrize(
    "data", [bytes(range(256)) * 20, b"\x7fELF\x02\x01\x01" + b"\0" * 200, b"\x00\x01" * 500, b"\x01\x02\x03word" * 90]
)
def test_data_that_poses_as_text_is_refused(data: bytes, tmp_path: Path) -> None:
    with pytest.raises(ReadProblem, match="isn't a text file"):
        read_file(put(tmp_path, "notes.txt", data))


def test_a_file_keeps_what_tells_it_apart(tmp_path: Path) -> None:
    read = read_file(put(tmp_path, "run.py", "print('hi')\n"))
    assert (read.name, read.kind, read.language, read.size) == ("run.py", "code", "python", 12)
    assert read.digest == blake3(b"print('hi')\n").hexdigest()
    assert read.text == "print('hi')\n"


@pytest.mark.parametrize(
    ("name", "head", "kind", "language"),
    [
        ("a.md", b"# Hi", "markdown", ""),
        ("Makefile", b"all:\n", "code", "make"),
        ("x.RS", b"fn main() {}", "code", "rust"),
        ("notes", b"hello", "text", ""),
        ("report.txt", b"%PDF-1.7 ...", "pdf", ""),
        ("report.pdf", b"HTTP/1.1 200 OK\r\n\r\n%PDF-1.7 ...", "pdf", ""),
        ("make.py", b'HEAD = b"%PDF-1.7"\n', "code", "python"),
        ("notes.md", b"A PDF begins with `%PDF-1.7`.", "markdown", ""),
        ("BMW.txt", b"BMW builds cars", "text", ""),
    ],
)
def test_kinds(name: str, head: bytes, kind: str, language: str) -> None:
    sort = sort_of(name, head)
    assert (sort.kind, sort.language) == (kind, language)


@pytest.mark.parametrize(
    ("name", "data", "words"),
    [
        ("cat.txt", b"\x89PNG\r\n\x1a\n" + b"\0" * 50, "image"),
        ("photo", b"\xff\xd8\xff\xe0JFIF", "image"),
        ("photo.txt", b"RIFF\x24\0\0\0WEBPVP8 ", "image"),
        ("photo.heic", b"\0\0\0\x18ftypheic\0\0\0\0mif1heic", "image"),
        ("drawing", b"BM\x36\x10\0\0\0\0\0\0\x36\0\0\0", "image"),
        ("sound.txt", b"RIFF\x24\0\0\0WAVEfmt " + bytes(40), "isn't a text file"),
        ("film.txt", b"\0\0\0\x18ftypisom" + bytes(40), "isn't a text file"),
        ("old.doc", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 600, "old Office format"),
        ("new.docx", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 600, "password-protected"),
        ("a.rtf", b"{\\rtf1\\ansi Hello}", "Rich Text"),
        ("empty.txt", b"", "is empty"),
        ("blank.txt", b" \n\t\n", "is empty"),
        ("broken.docx", b"PK\x03\x04" + b"x" * 100, "is damaged"),
        ("broken.pdf", b"%PDF-1.4\nnothing here", "is damaged"),
    ],
)
def test_what_cannot_be_read_says_why_and_what_to_do(name: str, data: bytes, words: str, tmp_path: Path) -> None:
    with pytest.raises(ReadProblem, match=words) as caught:
        read_file(put(tmp_path, name, data))
    assert caught.value.message.startswith(f"“{name}” ")
    assert caught.value.hint.endswith(".")


@pytest.mark.parametrize(
    ("entry", "words"),
    [("xl/workbook.xml", "workbook"), ("ppt/presentation.xml", "slides"), ("readme.txt", "archive")],
)
def test_other_zips_are_named(entry: str, words: str, tmp_path: Path) -> None:
    out = BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr(entry, "x")
    with pytest.raises(ReadProblem, match=words):
        read_file(put(tmp_path, "it.zip", out.getvalue()))


def test_what_is_too_long_or_missing_or_a_folder(tmp_path: Path) -> None:
    with pytest.raises(ReadProblem, match="too long"):
        read_file(put(tmp_path, "long.txt", "x" * (MOST_CHARACTERS + 1)))
    with pytest.raises(ReadProblem, match="is a folder"):
        read_file(tmp_path)
    with pytest.raises(ReadProblem, match="doesn't exist"):
        read_file(tmp_path / "gone.txt")
    with pytest.raises(ReadProblem, match="too long"):
        from_text("x" * (MOST_CHARACTERS + 1), "Pasted text")


def test_names_are_one_line_and_not_too_long() -> None:
    assert clean_name("a\nb\x00c\u202e.txt") == "a b c .txt"
    long = clean_name("x" * 300 + ".pdf")
    assert len(long) == LONGEST_NAME and long.endswith("….pdf")
    assert clean_name("") == "file"
    assert clean_name("bad\udc80name.txt").encode()


# --------------------------------------------------------------------------- PDF


def test_a_pdf_page_by_page(tmp_path: Path) -> None:
    told: list[tuple[int, int]] = []
    data = pdf_bytes(["The heron stands", "in the \xfcber (shallow) water"])
    read = read_file(put(tmp_path, "birds.pdf", data), lambda done, total: told.append((done, total)))
    assert read.text == "[Page 1]\nThe heron stands\n\n[Page 2]\nin the über (shallow) water"
    assert (read.kind, read.pages, read.size, read.note) == ("pdf", 2, len(data), "")
    assert read.digest == blake3(data).hexdigest()
    assert told == [(0, 2), (1, 2), (2, 2)]


def test_a_pdf_of_pictures_says_so(tmp_path: Path) -> None:
    with pytest.raises(ReadProblem, match="only images of pages") as caught:
        read_file(put(tmp_path, "scan.pdf", pdf_bytes(["", ""])))
    assert "OCR" in caught.value.hint
    read = read_file(put(tmp_path, "half.pdf", pdf_bytes(["words", ""])))
    assert read.text == "[Page 1]\nwords"
    assert said(read.note) == "1 of 2 pages contain no text (images aren't read)."


@pytest.mark.parametrize("drawn", [True, False])
def test_what_was_typed_into_a_pdf_is_read(tmp_path: Path, drawn: bool) -> None:
    read = read_file(put(tmp_path, "form.pdf", form_bytes("Erika Mustermann", drawn=drawn)))
    assert read.text == "Name:\nErika Mustermann"


def test_locked_pdfs() -> None:
    with pytest.raises(ReadProblem, match="password-protected"):
        read_file(LOCKED / "to-open.pdf")
    assert read_file(LOCKED / "to-change.pdf").text == "words"


def test_a_pdf_with_too_many_pages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from app.core.attachments import pdf

    monkeypatch.setattr(pdf, "MOST_PAGES", 2)
    path = put(tmp_path, "long.pdf", pdf_bytes(["a", "b", "c"]))
    with pytest.raises(ReadProblem, match=r"has 3 pages\. The limit is 2"):
        pdf.read(path, lambda done, total: None)
    monkeypatch.setattr(pdf, "MOST_PAGES", 9)
    monkeypatch.setattr(pdf, "MOST_CHARACTERS", 2)
    with pytest.raises(ReadProblem, match="too long"):
        pdf.read(path, lambda done, total: None)


def test_pages_that_refer_to_themselves_come_to_an_end(tmp_path: Path) -> None:
    data = pdf_bytes(["a"]).replace(b"/Kids [5 0 R]", b"/Kids [2 0 R]")
    with pytest.raises(ReadProblem):
        read_file(put(tmp_path, "loop.pdf", data))


# --------------------------------------------------------------------------- a reader that goes wrong


def _reader_that(monkeypatch: pytest.MonkeyPatch, code: str) -> None:
    import sys

    monkeypatch.setattr(readers, "reader_command", lambda kind: [sys.executable, "-c", code])


def test_a_reader_that_hangs_is_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _reader_that(monkeypatch, "import threading; threading.Event().wait()")
    with pytest.raises(ReadProblem, match="takes too long"):
        read_file(put(tmp_path, "a.pdf", pdf_bytes(["a"])), stall_s=0.3)


def test_a_reader_that_dies_or_talks_nonsense(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = put(tmp_path, "a.pdf", pdf_bytes(["a"]))
    for code in ("raise SystemExit(3)", "print('{')", "print('[]')", "import os; os.abort()"):
        _reader_that(monkeypatch, code)
        with pytest.raises(ReadProblem, match="the reader failed"):
            read_file(path)


def test_a_reader_that_takes_all_memory_is_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(readers, "MOST_MEMORY", 1 << 20)  # Python alone takes more
    _reader_that(monkeypatch, "import threading; threading.Event().wait()")
    with pytest.raises(ReadProblem, match="too much RAM"):
        read_file(put(tmp_path, "a.pdf", pdf_bytes(["a"])))


def test_reading_can_be_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stop = threading.Event()
    forever = 'import threading; print(\'{"done": 1, "total": 9}\', flush=True); threading.Event().wait()'
    _reader_that(monkeypatch, forever)
    with pytest.raises(ReadStopped):
        read_file(put(tmp_path, "a.pdf", pdf_bytes(["a"])), lambda done, total: stop.set(), stop)


def test_no_process_can_be_started(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(readers, "reader_command", lambda kind: [str(tmp_path / "nothing")])
    with pytest.raises(ReadProblem, match="the reader didn't start"):
        read_file(put(tmp_path, "a.pdf", pdf_bytes(["a"])))


# --------------------------------------------------------------------------- Word


STYLES = (
    '<w:style w:styleId="berschrift1"><w:name w:val="heading 1"/></w:style>'
    '<w:style w:styleId="Titel"><w:name w:val="Title"/></w:style>'
)
NUMBERING = (
    '<w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="0"><w:numFmt w:val="decimal"/></w:lvl>'
    '<w:lvl w:ilvl="1"><w:numFmt w:val="bullet"/></w:lvl></w:abstractNum>'
    '<w:num w:numId="7"><w:abstractNumId w:val="0"/></w:num>'
)
FOOTNOTES = (
    f'<w:footnote w:id="-1" w:type="separator"><w:p/></w:footnote><w:footnote w:id="2">{paragraph("In 1892.")}'
    "</w:footnote>"
)


def item(text: str, depth: int = 0) -> str:
    return paragraph(text, f'<w:numPr><w:ilvl w:val="{depth}"/><w:numId w:val="7"/></w:numPr>')


BODY = (
    paragraph("Report", '<w:pStyle w:val="berschrift1"/>')
    + "<w:p><w:r><w:t>Holmes was </w:t></w:r><w:del><w:r><w:delText>not </w:delText></w:r></w:del>"
    "<w:ins><w:r><w:t>right</w:t></w:r></w:ins><w:r><w:footnoteReference w:id='2'/></w:r><w:r><w:t>.</w:t><w:tab/>"
    "<w:t>Yes</w:t><w:br/><w:t>No</w:t></w:r></w:p>"
    + item("one")
    + item("inner", 1)
    + item("two")
    + "<w:tbl><w:tr><w:tc>" + paragraph("a|b") + "</w:tc><w:tc>" + paragraph("c") + "</w:tc></w:tr>"
    "<w:tr><w:tc>" + paragraph("d") + paragraph("e") + "</w:tc></w:tr></w:tbl>"
)  # fmt: skip


def test_a_word_document_as_markdown(tmp_path: Path) -> None:
    data = docx_bytes(BODY, styles=STYLES, numbering=NUMBERING, footnotes=FOOTNOTES)
    read = read_file(put(tmp_path, "report.docx", data))
    assert read.text == (
        "# Report\n\nHolmes was right[^1].\tYes\nNo\n\n1. one\n  - inner\n2. two\n\n"
        "| a\\|b | c |\n| --- | --- |\n| d e |  |\n\n[^1]: In 1892."
    )
    assert read.kind == "docx"


def table(*rows: str) -> str:
    return f"<w:tbl>{''.join(f'<w:tr>{row}</w:tr>' for row in rows)}</w:tbl>"


def cell(inside: str, wide: int = 1) -> str:
    return f'<w:tc><w:tcPr><w:gridSpan w:val="{wide}"/></w:tcPr>{inside}</w:tc>'


def test_tables_in_tables_and_cells_in_forms_are_read_once(tmp_path: Path) -> None:
    inner = table(cell(paragraph("in 1")) + cell(paragraph("a|b")))
    form = f"<w:sdt><w:sdtContent>{cell(paragraph('typed'))}</w:sdtContent></w:sdt>"
    body = table(
        cell(paragraph("Name")) + form,
        cell(inner + paragraph("")) + cell(paragraph("D")),
        cell(paragraph("Both"), 2) + cell(paragraph("third")),
    )
    read = read_file(put(tmp_path, "form.docx", docx_bytes(body)))
    assert read.text.splitlines() == [
        "| Name | typed |  |", "| --- | --- | --- |", "| in 1 a\\|b | D |  |", "| Both |  | third |",
    ]  # fmt: skip
    deep = paragraph("deep")
    for _ in range(60):
        deep = table(cell(deep + paragraph("more")))
    assert read_file(put(tmp_path, "deep.docx", docx_bytes(deep)), stall_s=9.0).text.startswith("| deep more")


def test_what_word_hides_is_left_out(tmp_path: Path) -> None:
    def run(text: str, properties: str) -> str:
        return f"<w:r><w:rPr>{properties}</w:rPr><w:t>{text}</w:t></w:r>"

    hidden = run("all hidden", "<w:b/><w:vanish/>") + run("too", '<w:vanish w:val="1"/>')
    mixed = run("seen ", '<w:vanish w:val="0"/>') + run("hidden", '<w:vanish w:val="true"/>')
    mixed += run("and ", '<w:vanish w:val="false"/>') + run("read", "<w:b/>")
    mark = "<w:pPr><w:rPr><w:vanish/></w:rPr></w:pPr>"  # of the paragraph's end alone
    body = f"<w:p>{hidden}</w:p><w:p>{mark}<w:ins>{mixed}</w:ins></w:p>"
    assert read_file(put(tmp_path, "hidden.docx", docx_bytes(body))).text == "seen and read"


def word_style(name: str, inside: str = "", kind: str = "character", base: str = "", default: str = "0") -> str:
    based = f'<w:basedOn w:val="{base}"/>' if base else ""
    head = f'<w:style w:type="{kind}" w:styleId="{name}" w:default="{default}">'
    return f'{head}<w:name w:val="{name}"/>{based}<w:rPr>{inside}</w:rPr></w:style>'


HIDDEN, SEEN = "<w:vanish/>", '<w:vanish w:val="0"/>'
HIDING = (
    word_style("Secret", HIDDEN)
    + word_style("Derived", "<w:b/>", base="Secret")
    + word_style("Open", SEEN, base="Derived")
    + word_style("Loop", base="Pool")
    + word_style("Pool", base="Loop")
    + word_style("Lost", base="Nowhere")
    + word_style("Para", HIDDEN, "paragraph")
    + word_style("ParaDerived", "", "paragraph", "Para")
    + word_style("Grid", HIDDEN, "table")
)


def styled(text: str, run: str = "", own: str = "", style: str = "") -> str:
    named = f'<w:rStyle w:val="{run}"/>' if run else ""
    properties = f'<w:pPr><w:pStyle w:val="{style}"/></w:pPr>' if style else ""
    return f"<w:p>{properties}<w:r><w:rPr>{named}{own}</w:rPr><w:t>{text}</w:t></w:r></w:p>"


@pytest.mark.parametrize(
    ("paragraphs", "seen"),
    [
        ([styled("a", "Secret"), styled("b", "Derived"), styled("c", "Open"), styled("d")], ["c", "d"]),
        ([styled("a", "Secret", SEEN), styled("b", "Open", HIDDEN), styled("c", "Para")], ["a", "c"]),
        ([styled("a", "Loop"), styled("b", "Lost"), styled("c", "None"), styled("d", "", "", "None")], [*"abcd"]),
        ([styled("a", style="Para"), styled("b", style="ParaDerived"), styled("c", "", SEEN, "Para")], ["c"]),
        # both levels hide: seen; one that says that it does not hide leaves it as it is
        ([styled("a", "Secret", style="Para"), styled("b", "Open", style="Para")], ["a"]),
    ],
)
def test_what_styles_hide_is_left_out(tmp_path: Path, paragraphs: list[str], seen: list[str]) -> None:
    data = docx_bytes("".join(paragraphs), styles=HIDING)
    assert read_file(put(tmp_path, "a.docx", data)).text.replace("\n\n", "\n").splitlines() == seen


def test_what_the_style_of_a_table_hides_is_left_out(tmp_path: Path) -> None:
    cells = styled("a"), styled("b", style="Para"), styled("c", "Secret"), styled("d", "", SEEN)
    grid = table("".join(map(cell, cells))).replace("<w:tbl>", '<w:tbl><w:tblPr><w:tblStyle w:val="Grid"/></w:tblPr>')
    data = docx_bytes(grid + table(cell(styled("e"))), styles=HIDING)
    assert word.read(put(tmp_path, "a.docx", data)).split("\n")[0] == "|  | b | c | d |"
    assert "| e |" in word.read(put(tmp_path, "a.docx", data))


def test_what_is_hidden_unless_something_else_is_said(tmp_path: Path) -> None:
    def text(styles: str, *paragraphs: str) -> str:
        return word.read(put(tmp_path, "a.docx", docx_bytes("".join(paragraphs), styles=styles)))

    everything = f"<w:docDefaults><w:rPrDefault><w:rPr>{HIDDEN}</w:rPr></w:rPrDefault></w:docDefaults>"
    some = styled("a"), styled("b", "Secret"), styled("c", "", SEEN), styled("d", style="Para")
    assert text(everything + HIDING, *some) == "c"
    assert text(everything, *some) == "c"
    normal = word_style("Normal", HIDDEN, "paragraph", default="1")
    assert text(normal + HIDING, *some, styled("e", style="Other")) == "b\n\nc"
    other = word_style("Other", SEEN, "paragraph")
    assert text(normal + other, styled("a"), styled("b", style="Other")) == "b"
    nameless = word_style("", HIDDEN, "paragraph")
    assert text(nameless + word_style("Para", "", "paragraph"), styled("a"), styled("b", style="Para")) == "a\n\nb"
    assert text(nameless.replace('"0"', '"1"'), styled("a")) == ""


def test_hidden_notes_and_headings_are_left_out(tmp_path: Path) -> None:
    heading = '<w:style w:styleId="H"><w:name w:val="heading 1"/><w:basedOn w:val="Para"/></w:style>'
    note = "<w:r><w:footnoteReference w:id='2'/></w:r>"
    body = styled("Gone", style="H") + f"<w:p><w:r><w:t>See</w:t></w:r>{note}</w:p>"
    notes = f'<w:footnote w:id="2">{styled("not this", "Secret")}{styled("this")}</w:footnote>'
    data = docx_bytes(body, styles=HIDING + heading, footnotes=notes)
    assert word.read(put(tmp_path, "a.docx", data)) == "See[^1]\n\n[^1]: this"


def test_styles_that_are_no_xml_leave_the_text(tmp_path: Path) -> None:
    for styles, text in (("<w:style", "a"), ("</w:styles><w:styles>", "a")):
        path = put(tmp_path, "a.docx", docx_bytes(styled("a") + styled("b", "", HIDDEN), styles=styles))
        assert word.read(path) == text
    for encoding in ("nobody-knows", "shift_jis"):  # the second has several bytes for a sign, which the parser refuses
        path = put(tmp_path, "a.docx", docx_bytes(styled("a")))
        with zipfile.ZipFile(path, "a") as archive:
            archive.writestr("word/styles.xml", f'<?xml version="1.0" encoding="{encoding}"?><d/>')
        assert word.read(path) == "a"
    with pytest.raises(ReadProblem, match="damaged"):
        word.read(put(tmp_path, "a.docx", docx_bytes(paragraph("a"), footnotes="<w:footnote")))


def test_harmful_styles_are_refused_and_long_chains_followed_in_no_time(tmp_path: Path) -> None:
    path = put(tmp_path, "laughs.docx", docx_bytes(paragraph("a")))
    with zipfile.ZipFile(path, "a") as archive:
        archive.writestr("word/styles.xml", '<!DOCTYPE d [<!ENTITY a "ha">]><d>&a;</d>')
    with pytest.raises(ReadProblem, match="unsafe XML"):
        word.read(path)
    many = 20_000
    chain = word_style("s0", HIDDEN) + "".join(word_style(f"s{n}", base=f"s{n - 1}") for n in range(1, many))
    loop = "".join(word_style(f"l{n}", base=f"l{(n + 1) % many}") for n in range(many))
    body = styled("a", f"s{many - 1}") + styled("b", "l7")
    start = time.process_time()
    assert word.read(put(tmp_path, "long.docx", docx_bytes(body, styles=chain + loop))) == "b"
    assert time.process_time() - start < 8


def test_many_notes_are_numbered_in_no_time(tmp_path: Path) -> None:
    many = 40_000
    runs = "".join(f'<w:r><w:t>x</w:t><w:footnoteReference w:id="{n}"/></w:r>' for n in range(many))
    notes = "".join(f'<w:footnote w:id="{n}">{paragraph("n")}</w:footnote>' for n in range(many))
    again = '<w:r><w:footnoteReference w:id="6"/></w:r>'
    start = time.process_time()
    text = word.read(put(tmp_path, "notes.docx", docx_bytes(f"<w:p>{runs}{again}</w:p>", footnotes=notes)))
    assert time.process_time() - start < 5
    assert text.startswith("x[^1]x[^2]") and f"x[^{many}][^7]\n\n[^1]: n" in text


def test_signs_of_symbol_fonts_are_letters(tmp_path: Path) -> None:
    signs = [("Symbol", "F06D"), ("Symbol", "F0B3"), ("Wingdings", "F0FE"), ("Wingdings", "F0A8"), ("Odd", "zz")]
    runs = "".join(f'<w:r><w:t>{n}</w:t><w:sym w:font="{font}" w:char="{code}"/></w:r>' for n, (font, code) in
                   enumerate(signs))  # fmt: skip
    assert read_file(put(tmp_path, "dose.docx", docx_bytes(f"<w:p>{runs}</w:p>"))).text == "0µ1≥2☑3☐4"


def test_a_document_of_strict_xml_and_one_of_other_names(tmp_path: Path) -> None:
    data = docx_bytes(BODY, styles=STYLES, numbering=NUMBERING, footnotes=FOOTNOTES)
    text = read_file(put(tmp_path, "report.docx", data)).text
    strict, renamed = BytesIO(), BytesIO()
    namespace = "http://purl.oclc.org/ooxml/wordprocessingml/main"
    relation = '<Relationship Id="r{0}" Type="http://any/{1}" Target="{2}"/>'
    with (
        zipfile.ZipFile(BytesIO(data)) as archive,
        zipfile.ZipFile(strict, "w") as one,
        zipfile.ZipFile(renamed, "w") as other,
    ):
        for entry in archive.namelist():
            inside = archive.read(entry).decode()
            one.writestr(entry, inside.replace(W, namespace))
            other.writestr(entry.replace(".xml", "2.xml"), inside)
        other.writestr("_rels/.rels", f"<R>{relation.format(1, 'officeDocument', '/word/document2.xml')}</R>")
        related = "".join(
            relation.format(number, kind, f"{kind}2.xml")
            for number, kind in enumerate(("styles", "numbering", "footnotes"))
        )
        other.writestr("word/_rels/document2.xml.rels", f"<R>{related}</R>")
    assert read_file(put(tmp_path, "strict.docx", strict.getvalue())).text == text
    assert read_file(put(tmp_path, "renamed.docx", renamed.getvalue())).text == text


@pytest.mark.parametrize("target", ["word\\document.xml", "gone.xml"])
def test_a_word_file_that_names_its_parts_oddly_is_read(tmp_path: Path, target: str) -> None:
    path = put(tmp_path, "odd.docx", docx_bytes(paragraph("Words.")))
    with zipfile.ZipFile(path, "a") as archive:
        archive.writestr("_rels/.rels", f'<R><Relationship Type="http://x/officeDocument" Target="{target}"/></R>')
    assert read_file(path).text == "Words."


def test_entities_and_zip_bombs_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    out = BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(
            "word/document.xml",
            '<!DOCTYPE d [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">]><d>&b;</d>',
        )
    with pytest.raises(ReadProblem, match="unsafe XML"):
        read_file(put(tmp_path, "laughs.docx", out.getvalue()))
    outside = '<!DOCTYPE d [<!ENTITY x SYSTEM "file:///etc/passwd">]><d>&x;</d>'
    out = BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("word/document.xml", outside)
    with pytest.raises(ReadProblem, match="unsafe XML"):
        read_file(put(tmp_path, "outside.docx", out.getvalue()))
    monkeypatch.setattr(word, "MOST_XML", 1000)
    with pytest.raises(ReadProblem, match="too large when unpacked"):
        word.read(put(tmp_path, "bomb.docx", docx_bytes(paragraph("0" * 100_000))))


def test_xml_that_is_nested_without_end_ends(tmp_path: Path) -> None:
    deep = "<w:sdt>" * 50_000 + "</w:sdt>" * 50_000
    with pytest.raises(ReadProblem, match="has a structure"):
        read_file(put(tmp_path, "deep.docx", docx_bytes(deep)))


def test_a_document_without_its_text_part(tmp_path: Path) -> None:
    out = BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("word/other.xml", "<x/>")
    with pytest.raises(ReadProblem, match="isn't a Word document"):
        word.read(put(tmp_path, "a.docx", out.getvalue()))


# --------------------------------------------------------------------------- anything at all


PREFIXES = (b"", b"%PDF-1.4\n", b"PK\x03\x04", codecs.BOM_UTF16_LE, codecs.BOM_UTF32_BE, b"{\\rtf", b"\xd0\xcf\x11\xe0")
SLOW = dear(60, suppress_health_check=[HealthCheck.function_scoped_fixture])


@SLOW
@given(st.sampled_from(PREFIXES), st.binary(max_size=400))
def test_any_bytes_are_text_or_a_problem(prefix: bytes, data: bytes) -> None:
    try:
        text, _ = decode(prefix + data, "a.bin")
    except ReadProblem:
        return
    assert "\0" not in text
    assert text.encode() == text.encode("utf-8")


def _answer(kind: str, path: Path) -> readers.ReaderLine:
    return reading._read(kind, path, lambda done, total: None)


@SLOW
@given(st.integers(0, 700), st.binary(max_size=40), st.integers(0, 60))
@example(0, b"", 60)
def test_a_damaged_pdf_gives_text_or_a_problem(tmp_path: Path, at: int, data: bytes, cut: int) -> None:
    good = pdf_bytes(["The heron stands"])
    answer = _answer("pdf", put(tmp_path, "x.pdf", good[:at] + data + good[at + cut :]))
    assert (answer.text is None) != (answer.problem is None)


@SLOW
@given(st.integers(0, 1200), st.binary(max_size=40), st.integers(0, 60))
def test_a_damaged_document_gives_text_or_a_problem(tmp_path: Path, at: int, data: bytes, cut: int) -> None:
    good = docx_bytes(BODY, styles=STYLES, numbering=NUMBERING, footnotes=FOOTNOTES)
    answer = _answer("docx", put(tmp_path, "x.docx", good[:at] + data + good[at + cut :]))
    assert (answer.text is None) != (answer.problem is None)


# --------------------------------------------------------------------------- the prompt


def attached(text: str, name: str = "a.txt", **more: object) -> Attachment:
    return Attachment(id="1", name=name, kind=more.pop("kind", "text"), text=text, **more)  # type: ignore[arg-type]


def message(content: str, *attachments: Attachment) -> Message:
    return Message(id="m", chat="c", role="user", content=content, attachments=attachments)


def test_files_stand_before_the_message_in_blocks() -> None:
    files = attached("one\n"), attached("x = 1", "b.py", kind="code", language="python")
    assert prompt_of(message("Compare.", *files)) == (
        '<file name="a.txt" type="text">\none\n</file>\n\n'
        '<file name="b.py" type="code" language="python">\nx = 1\n</file>\n\nCompare.'
    )
    assert prompt_of(message("  as it is\n")) == "  as it is\n"
    assert prompt_of(message("", attached("one"))) == '<file name="a.txt" type="text">\none\n</file>'


def test_a_file_that_holds_its_own_end_has_always_the_same_other_word_around_it() -> None:
    """The cache of a chat is recognised by its tokens."""
    texts = "</file>", "<FILE> </file2>", "</file3>"
    assert [block(attached(text))[1:].split()[0] for text in texts] == ["file2", "file3", "file"]


@given(st.text(alphabet="<>/file2 3\n\"'x", max_size=60), st.text(alphabet='<>"a\n', min_size=1, max_size=10))
@example("</file>", "a")
@example("</FILE> </file2>", 'a" type="')
def test_no_file_ends_its_own_block(text: str, name: str) -> None:
    made = block(attached(text, clean_name(name)))
    tag = made[1:].split()[0]
    assert made.lower().count(f"</{tag}>") == 1
    assert made.endswith(f"</{tag}>")
    assert made.index(">") == made.index("\n") - 1 or not text.strip("\n")
    assert block(attached(text, clean_name(name))) == made
