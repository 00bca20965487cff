"""Files on their way into a message: in order, with progress, stopped, failed, counted."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.core.attachments import reader
from app.core.attachments.prompt import block
from app.core.attachments.text import estimated
from app.core.chat_values import Attachment
from app.services.chat.attachments import Attachments
from engine import protocol as p
from tests.attachment_files import pdf_bytes, put
from tests.unit.core.store_helpers import a_file
from tests.unit.services.conftest import Start
from tests.unit.services.harness import Harness


class Reading:
    """What the service tells."""

    def __init__(self, h: Harness) -> None:
        self.files: Attachments = h.context.attachments
        self.read: list[tuple[str, Attachment]] = []
        self.failed: list[tuple[str, str]] = []
        self.progress: list[tuple[str, int, int]] = []
        self.counted = 0
        self.files.read.connect(lambda job, file: self.read.append((job, file)))
        self.files.failed.connect(lambda job, problem: self.failed.append((job, problem.message)))
        self.files.progress.connect(lambda *told: self.progress.append(told))
        self.files.counted.connect(self._count)

    def _count(self) -> None:
        self.counted += 1


def test_files_are_read_in_order_with_progress(start: Start, tmp_path: Path) -> None:
    h = start()
    r = Reading(h)
    one = r.files.start(put(tmp_path, "a.pdf", pdf_bytes(["one", "two"])))
    bad = r.files.start(tmp_path / "gone.txt")
    two = r.files.start(put(tmp_path, "b.txt", "words"))
    h.wait(lambda: len(r.read) == 2)
    assert [(job, file.name) for job, file in r.read] == [(one, "a.pdf"), (two, "b.txt")]
    assert r.failed == [(bad, "“gone.txt” doesn't exist or isn't a file.")]
    h.wait(lambda: (one, 2, 2) in r.progress or r.progress)
    assert {job for job, _, _ in r.progress} <= {one}


def test_what_is_cancelled_is_not_heard_of_again(start: Start, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    h = start()
    r = Reading(h)
    hanging = "import threading; threading.Event().wait()"
    import sys

    monkeypatch.setattr(reader, "reader_command", lambda kind: [sys.executable, "-c", hanging])
    first = r.files.start(put(tmp_path, "a.pdf", pdf_bytes(["one"])))
    second = r.files.start(put(tmp_path, "b.txt", "words"))
    third = r.files.start(put(tmp_path, "c.txt", "more words"))
    r.files.cancel(second)
    r.files.cancel(first)
    h.wait(lambda: r.read)
    assert [job for job, _ in r.read] == [third]
    assert r.failed == []


def test_the_end_of_the_program_does_not_wait_for_a_file(
    start: Start, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    h = start()
    r = Reading(h)
    import sys

    monkeypatch.setattr(
        reader, "reader_command", lambda kind: [sys.executable, "-c", "import threading; threading.Event().wait()"]
    )
    monkeypatch.setattr(reader, "STALL_S", 1e9)
    r.files.start(put(tmp_path, "a.pdf", pdf_bytes(["one"])))
    h.context.shutdown()  # would not come back
    assert r.read == []


def test_tokens_are_estimated_until_the_engine_has_counted_them(start: Start) -> None:
    h = start()
    h.wait_idle()
    r = Reading(h)
    file = a_file("one two three four five")
    assert r.files.tokens(file) == (estimated(block(file)), False)
    r.files.count(file)
    r.files.count(file)
    h.wait(lambda: r.counted)
    tokens, counted = r.files.tokens(file)
    assert counted
    asked = [request for request in h.requests(p.Tokenize) if isinstance(request, p.Tokenize)]
    assert [request.text for request in asked] == [block(file)]
    assert tokens > 0
    h.context.models.unload()
    h.wait(lambda: not r.files.tokens(file)[1])  # another model, other tokens
