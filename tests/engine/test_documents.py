"""Documents as files: what is read is what was added, or nothing."""

from __future__ import annotations

from pathlib import Path

import pytest
from blake3 import blake3

from engine.chat import documents
from engine.chat.documents import text_of
from engine.errors import BadDocument
from engine.protocol import DocumentPart


def part_of(path: Path, data: bytes) -> DocumentPart:
    path.write_bytes(data)
    return DocumentPart(blake3(data).hexdigest(), path.name, str(path))


def test_a_document_is_its_text_without_blanks_around_it(tmp_path: Path) -> None:
    assert text_of(part_of(tmp_path / "a.txt", "\n Über den Wal \n\n".encode())) == "Über den Wal"


def _gone(part: DocumentPart) -> None:
    Path(part.path).unlink()


def _changed(part: DocumentPart) -> None:
    Path(part.path).write_text("something else")


def _folder(part: DocumentPart) -> None:
    Path(part.path).unlink()
    Path(part.path).mkdir()


@pytest.mark.parametrize(
    ("harm", "code"), [(_gone, "document.missing"), (_changed, "document.changed"), (_folder, "document.missing")]
)
def test_a_document_that_is_gone_or_changed_is_refused_with_its_name(tmp_path: Path, harm: object, code: str) -> None:
    part = part_of(tmp_path / "report.txt", b"The whale is a mammal.")
    harm(part)  # type: ignore[operator]
    with pytest.raises(BadDocument, match=r"report\.txt") as caught:
        text_of(part)
    assert caught.value.text.code == code


@pytest.mark.parametrize(
    ("data", "code"), [(b"\xff\xfe\x00", "document.not_text"), (b" \n", "document.empty"), (b"", "document.empty")]
)
def test_a_document_without_text_is_refused(tmp_path: Path, data: bytes, code: str) -> None:
    with pytest.raises(BadDocument) as caught:
        text_of(part_of(tmp_path / "scan.txt", data))
    assert caught.value.text.code == code


def test_a_document_of_too_many_bytes_is_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(documents, "MOST_BYTES", 10)
    with pytest.raises(BadDocument) as caught:
        text_of(part_of(tmp_path / "long.txt", b"01234567890"))
    assert caught.value.text.code == "document.too_many_bytes"
