"""Documents made to do harm, or too large: a sentence says so, and reading comes to an end."""

from __future__ import annotations

import io
import os
import threading
import zipfile
from contextlib import suppress
from pathlib import Path
from typing import SupportsIndex

import pytest

from app.core.attachments import html
from app.core.attachments.problems import ReadProblem, ReadStopped
from app.core.documents import folders, reading
from app.core.documents.chunks import MOST, passages_of
from app.core.documents.folders import scan
from app.core.documents.ignoring import IgnoreRules
from app.core.documents.reading import read_document, signature_of
from app.core.transfer import TransferError, sources
from app.core.transfer.sources import holds_chats
from tests.attachment_files import docx_bytes, listing_bytes, paragraph, pdf_bytes, put


def code_of(path: Path) -> str:
    """The code of what is said of a document that cannot be read."""
    with pytest.raises(ReadProblem) as raised:
        read_document(path)
    return raised.value.text.code


def test_a_scanned_pdf_says_so(tmp_path: Path) -> None:
    assert code_of(put(tmp_path, "scan.pdf", pdf_bytes(["", ""]))) == "attachment.scanned"


def test_two_thousand_pages_are_read_with_progress_and_no_more(tmp_path: Path) -> None:
    told: list[tuple[int, int]] = []
    path = put(tmp_path, "book.pdf", pdf_bytes([f"This is page {n} of a long book." for n in range(1, 2001)]))
    book = read_document(path, lambda done, total: told.append((done, total)))
    assert (book.pages, told[0], told[-1]) == (2000, (0, 2000), (2000, 2000))
    passages = list(passages_of(book.text, book.kind))
    assert [one.page for one in passages] == list(range(1, 2001))
    assert code_of(put(tmp_path, "more.pdf", pdf_bytes(["x"] * 2001))) == "attachment.too_many_pages"


def test_a_long_reading_is_stopped(tmp_path: Path) -> None:
    stop = threading.Event()
    path = put(tmp_path, "book.pdf", pdf_bytes([f"page {n}" for n in range(1500)]))
    with pytest.raises(ReadStopped):
        read_document(path, lambda done, total: stop.set(), stop)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes")
def test_a_pipe_that_is_called_gitignore_keeps_nobody_waiting(tmp_path: Path) -> None:
    put(tmp_path, "a.txt", "words")
    os.mkfifo(tmp_path / ".gitignore")
    found: list[folders.FolderScan] = []
    reader = threading.Thread(target=lambda: found.append(scan(tmp_path)), daemon=True)
    reader.start()
    reader.join(10)
    assert [one.documents for one in found] == [(tmp_path / "a.txt",)]


def test_text_beyond_the_limit_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "MOST_CHARACTERS", 1000)
    assert code_of(put(tmp_path, "long.txt", "word " * 300)) == "attachment.too_long"
    assert code_of(put(tmp_path, "long.pdf", pdf_bytes(["word " * 300]))) == "attachment.pdf_too_long"
    assert code_of(put(tmp_path, "long.docx", docx_bytes(paragraph("word " * 300)))) == "attachment.too_long"
    assert code_of(put(tmp_path, "long.html", "<p>" + "word " * 300)) == "attachment.too_long"


def test_a_zip_bomb_is_not_unpacked(tmp_path: Path) -> None:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("word/document.xml", b" " * (65 << 20))
    assert out.tell() < 1 << 20
    assert code_of(put(tmp_path, "bomb.docx", out.getvalue())) == "attachment.unpacked_too_large"


@pytest.mark.parametrize("comment", [b"", b"a comment"])
def test_an_archive_that_lists_too_much_is_not_looked_into(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, comment: bytes
) -> None:
    small = put(tmp_path, "small.zip", listing_bytes(10, comment))
    with zipfile.ZipFile(small) as archive:
        assert len(archive.namelist()) == 10
    large = put(tmp_path, "large.docx", listing_bytes(400_000, comment))
    monkeypatch.setattr(zipfile.ZipFile, "_RealGetContents", lambda self: pytest.fail("the list is read"))
    assert code_of(large) == "attachment.archive"
    assert not holds_chats(large, large.read_bytes()[:64])
    with pytest.raises(TransferError, match="too many files"):
        sources([large])


@pytest.mark.parametrize(
    ("name", "data", "code"),
    [
        ("cut.pdf", b"%PDF-1.7 cut", "attachment.not_as_it_seems"),
        ("cut.docx", docx_bytes(paragraph("x"))[:200], "attachment.document_cut"),
        ("bomb.docx", docx_bytes('<!DOCTYPE x [<!ENTITY a "aaaa">]>'), "attachment.damaged"),
        ("empty.txt", b"", "attachment.empty"),
        ("blank.html", b"<html><script>alert(1)</script></html>", "attachment.empty"),
        ("data.txt", bytes(range(256)) * 40, "attachment.not_text"),
        ("picture.png", b"\x89PNG\r\n\x1a\n" + b"x" * 100, "source.picture"),
    ],
)
def test_what_is_damaged_or_no_text_says_so(tmp_path: Path, name: str, data: bytes, code: str) -> None:
    assert code_of(put(tmp_path, name, data)) == code


def test_what_is_gone_or_no_file_says_so(tmp_path: Path) -> None:
    assert code_of(tmp_path / "nothing.txt") == "source.gone"
    assert signature_of(tmp_path / "nothing.txt") == ""
    (tmp_path / "empty").mkdir()
    assert code_of(tmp_path / "empty") == "source.no_code"


@pytest.mark.parametrize(
    "page",
    [
        "<div>" * 20_000 + "deep words",
        "<table>" * 5_000 + "<tr><td>deep words" * 1000,
        "<!--" * 50_000 + " --> deep words",
        "<a " + 'x="' * 50_000 + "> deep words <p>deep words",
        "<ul>" + "<li>deep words" * 10_000,
        "<table>" + ("<tr>" + "<td>x" * 250 + "deep words") * 100,
        "&" * 300_000 + " deep words",
    ],
    ids=["divs", "tables", "comments", "attributes", "items", "cells", "references"],
)
def test_pages_that_are_hard_to_read_come_to_an_end(tmp_path: Path, page: str) -> None:
    text = ""
    with suppress(ReadProblem):  # versions of Python differ in what they make of these
        text = read_document(put(tmp_path, "page.html", page), stall_s=20.0).text
    assert not text or "deep words" in text


def test_a_page_gives_its_text_and_runs_nothing() -> None:
    page = """<!DOCTYPE html><html><head><title>Floods &amp; dams</title><style>p{}</style></head><body>
    <nav><a href="/">Home</a></nav><h1>Floods</h1><p>The dam <b>at Ulmen</b><br>broke.</p><script>steal()</script>
    <ul><li>One</li><li>Two <ol><li>Deep</li></ol></li></ul><p hidden>Not shown</p>
    <table><tr><th>Year</th><th>Dam</th></tr><tr><td>1953</td><td>Ulmen | Daun</td></tr></table>
    <pre>line 1
      line 2</pre><img src="http://127.0.0.1/track.png" onerror="steal()"><p>The end.</p></body></html>"""
    text = html.text_of(page)
    assert text == (
        "# Floods & dams\n\n# Floods\n\nThe dam at Ulmen broke.\n\n- One\n- Two\n  1. Deep\n\n"
        "| Year | Dam |\n| --- | --- |\n| 1953 | Ulmen \\| Daun |\n\n```\nline 1\n      line 2\n```\n\nThe end."
    )


@pytest.mark.parametrize(
    ("page", "text"),
    [
        ('<body><form id="aspnet"><h1>T</h1><p>All<input><button>Go</button></form></body>', "# T\n\nAll"),
        ("<table><tr><td>a<td>b<tr><td>c<td>d</table>", "| a | b |\n| --- | --- |\n| c | d |"),
        (
            "<table><caption>Dams</caption><tr><th><h4>Year</h4></th><th>No</th></tr><tr><td><p>1953</p><p>May</p>"
            "</td><td>x<div>#1</div></td></tr></table>",
            "Dams\n\n| Year | No |\n| --- | --- |\n| 1953 May | x #1 |",
        ),
        ("<table><tr><td>a<table><tr><td>in<td>ner</table>b</td><td>c</td></tr></table>",
         "a\n\n| in | ner |\n| --- | --- |\n\nb\n\nc"),
        ("<table><tr><td>menu<td><h1>Top</h1>" + "<p>Many words.</p>" * 40 + "</table>",
         "menu\n\n# Top" + "\n\nMany words." * 40),
        ("<table><tr><td># of sides<td>Sign<tr><td>2<td>||<tr><td>3<td>```</table>",
         "| # of sides | Sign |\n| --- | --- |\n| 2 | \\|\\| |\n| 3 | ``` |"),
        ("<table><tr><td>x" * 300 + "</table>y", "\n\n".join("x" * 300 + "y")),
        ("<title>Dams</title><p># Dams<h2>No", "# Dams\n\n# Dams\n\n## No"),
        ("<p hidden>a<p>b<p>c", "b\n\nc"),
        ("<ul><li hidden>a<ul><li>x</ul><li>b<li>c</ul><p>end", "- b\n- c\n\nend"),
        ("<div><nav>menu<p>more</div><p>text", "text"),
        ("First.<br><br>Second,<br>third.", "First.\n\nSecond, third."),
        ("<ul><li>one<br><br>more<li>two</ul>", "- one more\n- two"),
    ],
    ids=["form", "cells", "blocks", "nested", "arranged", "signs", "deep", "title", "hidden", "items", "unclosed",
         "breaks", "in item"],
)  # fmt: skip
def test_pages_are_read_as_browsers_show_them(page: str, text: str) -> None:
    assert html.text_of(page) == text


@pytest.mark.parametrize(
    ("page", "text"),
    [
        ('<meta charset="iso-8859-15"><p>Größe in €</p>'.encode("iso-8859-15"), "Größe in €"),
        (b'<meta charset="iso-8859-1"><p>\x93It\x92s\x94 \x96 5 \x80', "“It’s” – 5 €"),
        ('<meta charset="gb2312"><p>朱镕基'.encode("gb18030"), "朱镕基"),
        ('<meta charset="windows-1252"><p>Größe'.encode(), "Größe"),
        ('\ufeff<meta charset="iso-8859-1"><p>Größe'.encode(), "Größe"),
        (b'<meta charset="utf-16"><p>plain words', "plain words"),
        (b'<meta charset="undefined"><p>plain words', "plain words"),
        (b'<meta charset="unicode_escape"><p>C:\\x41', "C:\\x41"),
        ('<?xml version="1.0" encoding="windows-1251"?><p>Дом'.encode("cp1251"), "Дом"),
        (b"<p>data:text/plain;base64,SGVsbG8= is a word", "is a word"),
    ],
)
def test_the_encoding_that_a_page_names_is_used_as_browsers_do(tmp_path: Path, page: bytes, text: str) -> None:
    assert read_document(put(tmp_path, "page.htm", page)).text == text


def test_folders_are_bounded_and_links_not_followed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    outside, folder = tmp_path / "outside", tmp_path / "folder"
    outside.mkdir()
    put(outside, "secret.txt", "secret")
    folder.mkdir()
    (folder / "link").symlink_to(outside, target_is_directory=True)
    (folder / "round").symlink_to(folder, target_is_directory=True)
    (folder / "file.txt").symlink_to(outside / "secret.txt")
    for n in range(12):
        put(folder, f"{n:02}.txt", "words")
    assert len(scan(folder).documents) == 12
    monkeypatch.setattr(folders, "MOST_FILES", 5)
    assert (len(scan(folder).documents), scan(folder).left_out) == (5, 7)
    deep = folder
    for _ in range(40):
        deep = deep / "d"
        deep.mkdir()
    put(deep, "deep.md", "words")
    assert not any(path.name == "deep.md" for path in scan(folder).documents)
    assert scan(tmp_path / "nothing").documents == ()


@pytest.mark.parametrize(
    ("rules", "path", "folder", "left_out"),
    [
        ("*.log", "deep/a.log", False, True),
        ("*.log\n!keep.log", "keep.log", False, None),
        ("/build", "build", True, True),
        ("/build", "src/build", True, None),
        ("out/", "src/out", True, True),
        ("out/", "src/out", False, None),
        ("docs/**/*.md", "docs/a/b/c.md", False, True),
        ("docs/**/*.md", "docs/c.md", False, True),
        ("**/temp", "a/b/temp", True, True),
        ("a?c.txt", "abc.txt", False, True),
        ("[ab].txt", "b.txt", False, True),
        ("[!ab].txt", "b.txt", False, None),
        ("# note\n\n\\#odd", "#odd", False, True),
        ("[", "[", False, True),
        ("*" * 300 + "x", "a" * 300, False, None),
        ("*a" * 30 + "b", "a" * 200, False, None),
        ("**/a/" * 12 + "b", "a/" * 28 + "c", False, None),
        ("*a*b*", "xaybz", False, True),
        ("*a*ab", "aaab", False, True),
        ("a/**/b/**/c", "a/x/b/y/c", False, True),
        ("a/**/b/**/c", "a/b/c", False, True),
        ("a/**/**/c", "a/c", False, True),
        ("**/b/c/**/d", "b/x/b/c/d", False, True),
        ("a/**", "a/x/y", False, True),
        ("a/**", "a", True, None),
    ],
)
def test_ignore_rules(rules: str, path: str, folder: bool, left_out: bool | None) -> None:
    verdict = IgnoreRules(rules).verdict(path, folder)
    assert verdict is left_out or (left_out is None and verdict is False)


def test_a_folder_of_code_is_cut_at_its_limit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "MOST_OF_CODE", 500)
    for n in range(6):
        put(tmp_path, f"{n}.py", f"x{n} = '{'y' * 150}'\n")
    put(tmp_path, "binary.py", b"\0\1\2\3" * 100)
    found = read_document(tmp_path)
    assert found.text.count("=== ") == 2 and len(found.text) <= 500
    assert not isinstance(found.note, str) and found.note.args["n"] == 5


class CountedText(str):
    """Counts how often a single letter of it is looked at."""

    looked = 0

    def __getitem__(self, place: SupportsIndex | slice) -> str:
        self.looked += not isinstance(place, slice)
        return super().__getitem__(place)


def test_a_text_of_empty_lines_is_cut_without_looking_at_all_of_them_each_time() -> None:
    text = CountedText("a" + "\n" * 50_000 + "b")
    passages = list(passages_of(text, "text"))
    assert "".join(one.text for one in passages) == text
    assert text.looked < 5 * len(text)


def test_a_text_of_one_word_is_cut_all_the_same() -> None:
    text = "A" * 300_000 + "\n" + "=" * 50_000
    assert all(len(one.text) <= 4 * MOST for one in passages_of(text, "text"))
