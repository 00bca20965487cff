"""Files on their way into a message: in order, with progress, stopped, failed, counted."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from app.core.attachments import reader
from app.core.attachments.prompt import block
from app.core.attachments.text import estimated
from app.core.chat_values import Attachment
from app.services.chat import attachments
from app.services.chat.attachments import Attachments
from app.services.documents import watching
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


def test_a_file_on_a_drive_that_does_not_answer_keeps_no_other_waiting_once_it_is_cancelled(
    start: Start, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    h = start()
    r = Reading(h)
    back, real = threading.Event(), attachments.read_file

    def read_file(path: Path, *rest: Any) -> Attachment:
        if path.name == "far.txt":
            back.wait()
        return real(path, *rest)

    monkeypatch.setattr(attachments, "read_file", read_file)
    far = r.files.start(put(tmp_path, "far.txt", "words"))
    near = r.files.start(put(tmp_path, "near.txt", "words"))
    r.files.cancel(far)
    h.wait(lambda: r.read)
    back.set()
    last = r.files.start(put(tmp_path, "last.txt", "words"))
    h.wait(lambda: len(r.read) == 2)
    assert [job for job, _ in r.read] == [near, last]


def test_drives_that_do_not_answer_keep_nothing_else_waiting(
    start: Start, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    h = start()
    h.wait_idle()
    h.context.documents.add([put(tmp_path, "known.txt", "words")])
    h.wait(lambda: h.context.documents.entries and h.context.documents.idle)
    r, back = Reading(h), threading.Event()
    begun: list[str] = []

    def hanging(what: str, real: Callable[..., Any]) -> Callable[..., Any]:
        def hang(*given: Any) -> Any:
            begun.append(what)
            back.wait()
            return real(*given)

        return hang

    library = h.context.models._library
    monkeypatch.setattr(watching, "look", hanging("documents", watching.look))
    monkeypatch.setattr(library, "scan", hanging("models", library.scan))
    h.context.documents.look()
    h.context.models.refresh()
    h.wait(lambda: sorted(begun) == ["documents", "models"])
    r.files.start(put(tmp_path, "a.txt", "words"))
    measured: list[str] = []
    h.context.ops.run(lambda: "measured", measured.append)
    h.wait(lambda: r.read and measured)
    assert not back.is_set() and r.failed == []
    back.set()


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
