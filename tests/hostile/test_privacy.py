"""What people write stays in the database and the memories: in no log, bundle or core dump, for nobody else to read."""

from __future__ import annotations

import errno
import logging
import os
import sqlite3
import subprocess
import sys
import threading
import zipfile
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from types import SimpleNamespace

import psutil
import pytest

from app import __main__ as program
from app.core import logs
from app.core.attachments import child
from app.core.chat_values import Attachment
from app.core.draft import entries
from app.core.paths import Paths
from app.services.chat.transfer import Transfer
from engine.errors import BadForm, Internal, TemplateFailed
from engine.logs import catch_uncaught
from engine.private import keep_private
from engine.sampling.gbnf_matcher import GbnfMatcher
from tests.fake_engine import Script
from tests.unit.services.conftest import Start, start  # noqa: F401
from tests.unit.services.harness import Harness
from tests.words import said

ROOT = Path(__file__).resolve().parents[2]
MARK = "lanternoak"
POSIX = pytest.mark.skipif(os.name == "nt", reason="there are no such modes on Windows")
LINUX = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="asks /proc")


@pytest.fixture(autouse=True)
def _restore(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Log handlers, hooks and the umask as they were."""
    for owner, hook in ((sys, "excepthook"), (threading, "excepthook"), (sys, "unraisablehook")):
        monkeypatch.setattr(owner, hook, getattr(owner, hook))
    root = logging.getLogger()
    before, level, mask = list(root.handlers), root.level, os.umask(0o022)
    yield
    os.umask(mask)
    for handler in [handler for handler in root.handlers if handler not in before]:
        root.removeHandler(handler)
        handler.close()
    root.setLevel(level)
    if logs._crash_file is not None:
        logs.faulthandler.disable()
        logs._crash_file.close()
        logs._crash_file = None


def fail(error: BaseException) -> None:
    raise error


class FailsAtItsEnd:
    """Raises where nothing can be raised, which Python only prints."""

    def __del__(self) -> None:
        raise ValueError(MARK)


def converse(h: Harness, outside: Path) -> None:
    """The mark in everything that a person writes, opens or looks for, and in what goes wrong with it."""
    context = h.context
    text = Attachment(id="a", name=f"{MARK}.txt", kind="text", text=f"the {MARK} is buried")
    context.settings.set("chat.system_prompt", f"You know the {MARK}.")
    h.send(f"where is the {MARK}?", text)
    chat = h.conversation.view.chat.id
    context.chats.rename(chat, f"On the {MARK}")
    draft = context.drafts.open("window", chat, True)
    draft.text, draft.files = f"and the {MARK}?", entries([text])
    context.drafts.changed()
    found: list[object] = []
    context.ops.store(lambda: context.store.search(MARK), found.extend)
    broken = outside / f"{MARK}.json"
    broken.write_text(f'{{"longthread": 1, "chats": ["{MARK}", {{"{MARK}": {MARK}')
    context.transfers.import_paths([broken])
    h.wait(lambda: context.transfers.present is None)
    context.transfers.export_markdown([chat], outside / MARK / "nowhere.md")
    h.wait(lambda: context.transfers.present is None)
    context.attachments.start(outside / f"{MARK}.pdf")
    h.settle()
    assert found


def break_down(h: Harness, outside: Path) -> None:
    """Failures that quote the mark, by every way that leads to the log."""
    ops = h.context.ops
    searched = sqlite3.connect(":memory:", check_same_thread=False)
    searched.execute("CREATE VIRTUAL TABLE found USING fts5(text)")
    ops.store(lambda: fail(ValueError(f"cannot store {MARK}")))
    ops.store(lambda: searched.execute(f"SELECT * FROM missing_{MARK}"))
    ops.store(partial(fail, sqlite3.IntegrityError(MARK)))
    ops.run(lambda: fail(OSError(errno.EIO, "Input/output error", str(outside / f"{MARK}.md"))))
    ops.run(lambda: fail(OSError(MARK)))
    transfer = h.context.transfers._begin(Transfer("import", "name"))
    assert transfer is not None
    h.context.transfers._failed(transfer, KeyError(MARK))
    h.settle()
    ops.run(lambda: None)
    h.wait(lambda: sum("Something went wrong" in said(notice.text) for notice in h.notices) >= 5)
    log = logging.getLogger("engine.process.opening")
    told = (
        TemplateFailed("template.failed", reason=MARK),
        BadForm("schema.reference", reference=MARK),
        Internal("request.failed", kind="ValueError", reason=MARK),
        ValueError(MARK),
    )
    for error in told:
        log.warning("%s", error)
        log.warning("%s: %r", "a form", error)
    catch_uncaught()
    sys.excepthook(ValueError, ValueError(MARK), None)
    thread = threading.Thread(target=fail, args=(RuntimeError(MARK),))
    thread.start()
    thread.join()
    FailsAtItsEnd()


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_what_was_written_is_in_no_log_and_no_bundle(
    start: Start,  # noqa: F811
    tmp_path: Path,
    capfd: pytest.CaptureFixture[str],
) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    logs.start_logging(tmp_path / "data" / "logs")
    h = start(Script(title=f"The {MARK}"))
    h.wait_idle()
    converse(h, outside)
    break_down(h, outside)
    written: list[str] = []
    h.context.diagnostics.written.connect(written.append)
    h.context.diagnostics.write(tmp_path / "bundle.zip")
    h.wait(lambda: written)
    h.context.shutdown()
    h.context.ops.store(partial(fail, ValueError(MARK)))
    lines = (tmp_path / "data" / "logs" / "longthread.log").read_text()
    assert lines.count("an operation failed") >= 5
    assert lines.count("an exception nobody caught") == 3
    assert "an operation was asked for after the end" in lines
    assert "BadForm (schema.reference)" in lines
    files = {path.name: path.read_text() for path in (tmp_path / "data" / "logs").iterdir()}
    with zipfile.ZipFile(tmp_path / "bundle.zip") as bundle:
        files |= {f"bundle/{name}": bundle.read(name).decode() for name in bundle.namelist()}
    files["stderr"] = capfd.readouterr().err
    assert [name for name, text in files.items() if MARK in text] == []


def test_a_stored_setting_that_cannot_be_read_is_not_quoted(start: Start, tmp_path: Path) -> None:  # noqa: F811
    h = start()
    h.wait_idle()
    h.context.store.put_setting("model.n_ctx", f'"{MARK}"')
    h.context.store.put_setting("chat.system_prompt", f'["{MARK}"]')
    h.context.shutdown()
    logs.start_logging(tmp_path / "data" / "logs")
    start().wait_idle()
    lines = (tmp_path / "data" / "logs" / "longthread.log").read_text()
    assert "setting ignored" in lines
    assert MARK not in lines


def test_a_file_of_the_program_is_named_and_another_is_not(tmp_path: Path) -> None:
    logs.start_logging(tmp_path / "data" / "logs")
    log = logging.getLogger("app")
    for path in (tmp_path / "data" / "chats" / "chat.tokens", tmp_path / f"{MARK}.pdf"):
        log.warning("%s", OSError(errno.EIO, "Input/output error", str(path)))
    lines = (tmp_path / "data" / "logs" / "longthread.log").read_text().splitlines()
    assert "chat.tokens" in lines[0]
    assert "Errno 5" in lines[1]
    assert MARK not in lines[1]


# files and dumps ---------------------------------------------------------------


@POSIX
def test_nobody_else_can_read_what_a_run_writes(start: Start, tmp_path: Path) -> None:  # noqa: F811
    data = tmp_path / "data"
    data.mkdir(mode=0o755)
    (data / "logs").mkdir(mode=0o755)
    keep_private()
    logs.start_logging(data / "logs")
    h = start(child=True)
    h.wait_idle()
    h.send("hello", Attachment(id="a", name="a.txt", kind="text", text="b"))
    draft = h.context.drafts.open("window", h.conversation.view.chat.id, True)
    draft.text = "not sent"
    h.context.drafts.save()
    h.context.pictures.keep(b"a picture")
    h.context.store.backup_if_due()
    logging.getLogger("app").warning("a line")
    h.settle()

    def loose() -> list[str]:
        return [str(path) for path in (data, *data.rglob("*")) if path.stat().st_mode & 0o077]

    assert (data / "longthread.db-wal").exists()
    assert (data / "pictures").exists()
    assert loose() == []
    h.context.shutdown()
    assert list((data / "chats").rglob("fake.snapshot"))
    assert loose() == []


@POSIX
def test_a_folder_that_others_could_look_into_is_closed(tmp_path: Path) -> None:
    data = tmp_path / "data"
    for folder in (data, data / "chats", data / "backups", data / "logs"):
        folder.mkdir()
        folder.chmod(0o755)
    Paths(data).create()
    assert [path for path in (data, *data.iterdir()) if path.name != "models" and path.stat().st_mode & 0o077] == []


@LINUX
def test_the_window_keeps_its_files_and_its_memory_to_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    import resource

    seen: list[int] = []

    def read(arguments: list[str]) -> int:
        mask = os.umask(0)
        os.umask(mask)
        seen.append(mask)
        return 0

    monkeypatch.setattr(child, "main", read)
    assert program.main(["longthread", "--read", "pdf"]) == 0
    assert seen == [0o077]
    assert resource.getrlimit(resource.RLIMIT_CORE) == (0, 0)


@LINUX
def test_the_engine_keeps_its_files_and_its_memory_to_itself(tmp_path: Path) -> None:
    command = ["sh", "-c", 'umask 022; ulimit -S -c unlimited 2>/dev/null; exec "$@"', "sh"]
    environment = {**os.environ, "LONGTHREAD_LOGS": str(tmp_path / "logs")}
    worker = subprocess.Popen(
        [*command, sys.executable, "-m", "engine", "worker"],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, cwd=ROOT, env=environment,
    )  # fmt: skip
    assert worker.stdin is not None
    assert worker.stdout is not None
    try:
        assert worker.stdout.read(4)  # it is ready
        assert "Umask:\t0077" in Path(f"/proc/{worker.pid}/status").read_text()
        assert psutil.Process(worker.pid).rlimit(psutil.RLIMIT_CORE) == (0, 0)
        assert (tmp_path / "logs" / "engine.log").stat().st_mode & 0o077 == 0
    finally:
        worker.stdin.close()
        worker.stdout.close()
        worker.wait(60)


def test_no_line_of_a_log_asks_for_the_text_of_an_error() -> None:
    """``error.message`` in a line would go around :func:`engine.logs.error_text`."""
    texts = ("error.message", "str(error)", "str(problem)")
    found = [
        f"{path.relative_to(ROOT)}:{number}"
        for folder in ("engine", "app")
        for path in (ROOT / folder).rglob("*.py")
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if line.lstrip().startswith("log.") and any(text in line for text in texts)
    ]
    assert found == []


def test_a_grammar_that_the_library_refuses_is_not_printed(capfd: pytest.CaptureFixture[str]) -> None:
    class Functions:
        def llama_sampler_init_grammar(self, vocab: object, grammar: bytes, root: bytes) -> None:
            os.write(2, b"parse: error parsing grammar\n\n" + grammar)

    with pytest.raises(BadForm):
        GbnfMatcher(SimpleNamespace(functions=Functions(), vocab=None), f'root ::= "{MARK}"')  # type: ignore[arg-type]
    os.write(2, b"heard again")
    assert capfd.readouterr().err == "heard again"
