"""Which files of a folder are documents, which are one document of code, and which are left out."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.core.documents import folders, reading
from app.core.documents.folders import scan
from app.core.documents.ignoring import IgnoreRules, is_made
from app.core.documents.reading import read_document
from tests.attachment_files import put


def names(paths: tuple[Path, ...], folder: Path) -> list[str]:
    return [path.relative_to(folder).as_posix() for path in paths]


def test_what_holds_no_text_or_was_made_by_a_tool_is_no_document(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(folders, "MOST_CODE", 100)
    for name in ("notes.txt", "paper.pdf", "page.HTML", "Readme.MD", "table.csv", "Makefile"):
        put(tmp_path, name, "words")
    for name in (".hidden.txt", "photo.jpg", "noext", "draft.txt~", "app.min.js", "run.log", "uv.lock"):
        put(tmp_path, name, "words")
    put(tmp_path, "long.txt", "x" * 101)
    put(tmp_path, "made.py", "x" * 101)
    put(tmp_path, "written.py", "x" * 100)
    put(tmp_path, "empty.txt", "")
    (tmp_path / "Node_Modules").mkdir()
    put(tmp_path / "Node_Modules", "readme.md", "words")
    found = scan(tmp_path)
    assert names((*found.documents, *found.code), tmp_path) == [
        "page.HTML", "paper.pdf", "Makefile", "Readme.MD", "long.txt", "notes.txt", "table.csv", "written.py",
    ]  # fmt: skip
    assert found.left_out == 0 and found.folders == (tmp_path,)


@pytest.mark.parametrize(
    ("files", "code"),
    [
        (["a.py", "b.txt", "pyproject.toml"], True),
        (["a.txt", "b.md", ".git"], False),
        (["a.py", "b.py", "c.py", "d.txt", "e.txt"], True),
        (["a.py", "b.py", "c.py", "d.txt", "e.txt", "f.txt"], False),
        (["a.py", "b.py"], False),
    ],
    ids=["a sign of a project", "notes under Git", "mostly code", "half code", "two scripts"],
)
def test_a_folder_is_one_of_code_by_what_lies_in_it(tmp_path: Path, files: list[str], code: bool) -> None:
    for name in files:
        put(tmp_path, name, "words")
    assert bool(scan(tmp_path).code) is code


def test_pages_and_papers_of_a_project_are_documents_of_their_own(tmp_path: Path) -> None:
    for name in ("go.mod", "main.go", "paper.docx", "page.htm", "README.md", "notes.txt"):
        put(tmp_path, name, "words")
    found = scan(tmp_path)
    assert names(found.documents, tmp_path) == ["page.htm", "paper.docx"]
    assert names(found.code, tmp_path) == ["README.md", "main.go", "notes.txt"]


@pytest.mark.parametrize("long", ["x" * 400, "字" * 400, "x" * 4000], ids=["long", "of wide signs", "never read"])
def test_a_file_that_has_no_room_in_a_folder_of_code_hides_none_behind_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, long: str
) -> None:
    monkeypatch.setattr(reading, "MOST_OF_CODE", 300)
    for name, text in (("a_words.txt", long), ("main.py", "a = 1"), ("other.py", "b = 2"), ("setup.py", "")):
        put(tmp_path, name, text)
    found = read_document(tmp_path)
    assert found.text == "=== main.py ===\na = 1\n\n=== other.py ===\nb = 2\n\n"
    assert found.size == len("a = 1" + "b = 2")
    assert not isinstance(found.note, str) and found.note.args["n"] == 1


def test_the_innermost_file_of_rules_has_the_last_word(tmp_path: Path) -> None:
    inner = tmp_path / "inner"
    inner.mkdir()
    put(tmp_path, ".gitignore", "*.txt\n!/kept.txt\ninner/secret.md\n")
    put(inner, ".gitignore", "!a.txt\n")
    for name in ("kept.txt", "a.txt", "inner/a.txt", "inner/b.txt", "inner/kept.txt", "inner/secret.md", "secret.md"):
        put(tmp_path, name, "words")
    assert names(scan(tmp_path).documents, tmp_path) == ["inner/a.txt", "kept.txt", "secret.md"]


@pytest.mark.parametrize("written", [b"\xef\xbb\xbfsecret.txt\r\n", b"\xff\nsecret.txt"], ids=["marked", "damaged"])
def test_rules_are_read_however_they_were_saved(tmp_path: Path, written: bytes) -> None:
    put(tmp_path, ".gitignore", written)
    put(tmp_path, "secret.txt", "words")
    put(tmp_path, "notes.txt", "words")
    assert names(scan(tmp_path).documents, tmp_path) == ["notes.txt"]


@pytest.mark.parametrize(
    ("rule", "left_out", "kept"),
    [
        ("\\*", ["*"], ["a", "a.txt"]),
        ("\\[a]", ["[a]"], ["a"]),
        ("\\!a", ["!a"], ["a"]),
        ("#a", [], ["#a", "a"]),
        ("[!a].txt", ["b.txt"], ["a.txt"]),
        ("[^a].txt", ["b.txt"], ["a.txt"]),
        ("a[!x]b", ["a-b"], ["a/b", "axb"]),
        ("[]a]", ["]", "a"], ["b"]),
        ("[!]a]", ["b"], ["]", "a"]),
        (r"[a\]b]", ["a", "]", "b"], ["\\", "a]"]),
        (r"[a\-c]", ["a", "-", "c"], ["b"]),
        ("[a-c]", ["a", "b", "c"], ["-", "d"]),
        ("[a&&b~~c]", ["a", "&", "~", "c"], ["&&"]),
        ("v[[:digit:]]", ["v1"], ["va", "v:"]),
        ("[![:upper:]_]", ["a"], ["A", "_"]),
        ("[b-a]", [], ["a", "b", "c"]),
        ("a\\ ", ["a "], ["a"]),
        ("a ", ["a"], ["a "]),
        ("a**/b", ["ax/b"], ["a/x/b"]),
        ("***", ["a"], []),
        ("/**/**/a", ["a", "b/c/a"], ["b"]),
    ],
)
def test_rules_are_read_as_git_does(rule: str, left_out: list[str], kept: list[str]) -> None:
    rules = IgnoreRules(f"{rule}\n")
    assert [path for path in left_out + kept if rules.verdict(path, False)] == left_out


@pytest.mark.parametrize(
    ("name", "folder", "made"),
    [
        ("build", True, True), ("Build", True, True), ("build", False, False), ("package-lock.json", False, True),
        ("package-lock.json", True, False), ("a.MIN.js", False, True), ("a.min.js.txt", False, False),
        ("drawing.svg", False, True), (".env", False, True), (".github", True, True), ("old~", True, False),
    ],
)  # fmt: skip
def test_names_tell_what_tools_make(name: str, folder: bool, made: bool) -> None:
    assert is_made(name, folder) is made
