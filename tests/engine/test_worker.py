"""The engine as a process: requests and events, stops, deaths, resumes, bad input."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Any

import msgspec
import pytest

from engine import protocol as p
from engine.chat.token_log import FILE_NAME as LOG_NAME
from engine.process.worker import Worker
from engine.snapshots.header import FILE_NAME, read_snapshot_header
from engine.texts import english
from tests.engine.conftest import ROOT, EngineProcess
from tests.engine.gguf_files import gguf, write

pytestmark = [pytest.mark.model, pytest.mark.native]

SYSTEM = "You are a helpful assistant."
GREEDY = p.Sampling(temperature=0, max_tokens=12)
# leaves the model two choices that it is sure of on any processor: by 3 and more in logits, where noise is about 0.1
CAPITAL = p.Sampling(
    temperature=0, max_tokens=16, output="grammar",
    form='root ::= "The capital of " ("France" | "Italy" | "Spain") " is " ("Paris" | "Rome" | "Madrid") "."',
)  # fmt: skip
QUESTION = p.PromptMessage("u1", "user", "What is the capital of France?")


def load(engine: EngineProcess, model_path: Path, n_ctx: int = 512) -> p.Loaded:
    return engine.ask(p.Loaded, p.Load, path=str(model_path), n_ctx=n_ctx)


def open_chat(engine: EngineProcess, folder: Path, *messages: p.PromptMessage, **more: Any) -> p.Opened:
    fields = {"system_prompt": SYSTEM, **more}
    return engine.ask(p.Opened, p.OpenChat, chat_id="c", folder=str(folder), messages=messages, **fields)


def exchange(
    engine: EngineProcess, number: int, text: str, **more: Any
) -> tuple[p.Replied, p.PromptMessage, p.PromptMessage]:
    """Ask and wait; the closing event and both messages as the program would keep them."""
    user = p.PromptMessage(f"u{number}", "user", text)
    before = len(engine.seen)
    done = engine.ask(
        p.Replied, p.Generate, chat_id="c", reply_id=f"a{number}", user=user, sampling=more.pop("sampling", GREEDY)
    )
    reply = "".join(event.text for event in engine.seen[before:] if isinstance(event, p.Token))
    return done, user, p.PromptMessage(f"a{number}", "assistant", reply)


def test_a_conversation(start_engine: Any, starter_path: Path, tmp_path: Path) -> None:
    engine = start_engine()
    ready = engine.ask(p.Ready, p.Hello)
    assert ready.version == p.PROTOCOL_VERSION and "llama.cpp" in ready.engine and ready.devices
    loaded = load(engine, starter_path)
    assert (loaded.model.architecture, loaded.n_ctx, loaded.model.compactable) == ("llama", 512, True)
    assert engine.ask(p.Tokenized, p.Tokenize, text="Hello <|im_end|>").tokens > 3
    assert open_chat(engine, tmp_path / "chat").how == "empty"
    done, _, reply = exchange(engine, 1, QUESTION.content, sampling=CAPITAL)
    assert "Paris" in reply.content and done.reason == "eos" and done.tokens > 3
    assert [span.id for span in done.spans] == ["system", "u1", "a1"]
    memories = [event for event in engine.seen if isinstance(event, p.Memory)]
    assert memories[-1].tokens == done.spans[-1].end
    assert 0 < memories[-1].fill < 1 and memories[-1].bytes_used < memories[-1].bytes_total
    assert engine.ask(p.Done, p.SetPolicy, policy=p.CompactionPolicy(threshold=0.5))
    assert engine.ask(p.Done, p.Truncate, chat_id="c", keep_last="u1").spans[-1].id == "u1"
    again = engine.ask(p.Replied, p.Generate, chat_id="c", reply_id="a9", sampling=CAPITAL)
    assert (again.reason, again.tokens) == (done.reason, done.tokens)
    assert engine.ask(p.Done, p.Unload)
    assert engine.refused(p.Generate, chat_id="c", reply_id="x").code == "no_model"
    assert engine.ask(p.Done, p.Quit)
    assert engine.close() == 0


def test_a_form_is_checked_with_and_without_a_model(start_engine: Any, model_path: Path, tmp_path: Path) -> None:
    engine = start_engine()
    assert engine.ask(p.FormChecked, p.CheckForm, output="grammar", form='root ::= "a"').problem is None
    wrong = engine.ask(p.FormChecked, p.CheckForm, output="schema", form="{")
    assert english.sentence(wrong.problem).startswith("Line 1, column 2") and english.hint(wrong.problem)
    engine.ask(p.Loaded, p.Load, path=str(model_path), n_ctx=512)
    engine.ask(p.Opened, p.OpenChat, chat_id="c", folder=str(tmp_path / "c"))
    question = p.PromptMessage(id="u1", role="user", content="Yes or no?")
    bad = p.Sampling(output="grammar", form="root ::= (")
    error = engine.refused(p.Generate, chat_id="c", reply_id="r1", user=question, sampling=bad)
    assert error.code == "bad_form" and english.sentence(error.text).startswith("Line 1, column 10")
    good = p.Sampling(output="grammar", form='root ::= "yes" | "no"')
    reply = engine.ask(p.Replied, p.Generate, chat_id="c", reply_id="r1", user=question, sampling=good)
    assert reply.reason == "eos"
    assert "".join(e.text for e in engine.seen if isinstance(e, p.Token)) in ("yes", "no")


def test_a_stop_is_answered_while_reading(start_engine: Any, model_path: Path, tmp_path: Path, long_text: str) -> None:
    engine = start_engine()
    load(engine, model_path, n_ctx=4096)
    open_chat(engine, tmp_path)
    number = engine.send(
        p.Generate, chat_id="c", reply_id="a1", user=p.PromptMessage("u1", "user", long_text[:8000]), sampling=GREEDY
    )
    waiting = engine.send(p.Generate, chat_id="c", reply_id="a2", sampling=GREEDY)
    assert engine.until(p.Progress).what == "prefill"
    engine.send(p.Cancel, target=waiting)
    engine.send(p.Cancel, target=number)
    done = engine.until(p.Replied, number)
    assert (done.reason, done.tokens) == ("cancelled", 0)
    dropped = engine.until(p.Error)
    assert (dropped.id, dropped.code) == (waiting, "cancelled")
    assert [span.id for span in done.spans] == ["system", "u1"]
    assert not [event for event in engine.seen if isinstance(event, p.Log)]


def test_a_stopped_reply_goes_on(start_engine: Any, model_path: Path, tmp_path: Path) -> None:
    engine = start_engine()
    load(engine, model_path)
    open_chat(engine, tmp_path)
    number = engine.send(
        p.Generate, chat_id="c", reply_id="a1", user=p.PromptMessage("u1", "user", "Write a long story."),
        sampling=p.Sampling(temperature=0, max_tokens=400),
    )  # fmt: skip
    engine.until(p.Token, number)
    engine.send(p.Cancel)
    done = engine.until(p.Replied, number)
    assert done.reason == "cancelled" and 0 < done.tokens < 400
    more = engine.ask(p.Replied, p.Generate, chat_id="c", reply_id="a1", continue_reply=True, sampling=GREEDY)
    assert more.reason == "length" and more.spans[-1].end == done.spans[-1].end + 12


def test_a_long_paste_compacts_and_a_restart_resumes(
    start_engine: Any, model_path: Path, tmp_path: Path, long_text: str
) -> None:
    engine = start_engine()
    load(engine, model_path)
    open_chat(engine, tmp_path)
    messages: list[p.PromptMessage] = []
    for i in range(3):
        done, *pair = exchange(engine, i, long_text[i * 900 : (i + 1) * 900])
        messages += pair
    compacted = [event for event in engine.seen if isinstance(event, p.Compacted)]
    assert compacted and compacted[-1].report.bytes_after < compacted[-1].report.bytes_before
    assert {event.after for event in compacted} <= {"", *(message.id for message in messages)}
    assert any(isinstance(event, p.SnapshotWritten) and event.id == 0 for event in engine.seen)
    assert done.spans[-1].end > 512
    assert engine.ask(p.Done, p.Quit) and engine.close() == 0

    later = start_engine()
    load(later, model_path)
    opened = open_chat(later, tmp_path, *messages)
    assert (opened.how, opened.note) == ("resumed", None)
    assert opened.spans == done.spans
    assert not [event for event in later.seen if isinstance(event, p.Progress) and event.what != "load"]
    memory = [event for event in later.seen if isinstance(event, p.Memory)][-1]
    assert any(segment.kind == "compacted" and segment.tokens > 0 for segment in memory.segments)
    assert exchange(later, 7, "And then?")[0].tokens > 0


def test_killed_in_mid_reply_it_resumes_with_the_same_next_tokens(
    start_engine: Any, starter_path: Path, tmp_path: Path
) -> None:
    engine = start_engine()
    load(engine, starter_path)
    open_chat(engine, tmp_path)
    _, *messages = exchange(engine, 1, QUESTION.content, sampling=CAPITAL)
    engine.ask(p.SnapshotWritten, p.Snapshot, chat_id="c")
    _, *second = exchange(engine, 2, "And of Italy?", sampling=CAPITAL)
    number = engine.send(
        p.Generate, chat_id="c", reply_id="a3", user=p.PromptMessage("u3", "user", "Tell me a long story.")
    )
    engine.until(p.Token, number)
    engine.kill()

    later = start_engine()
    load(later, starter_path)
    opened = open_chat(later, tmp_path, *messages)
    assert opened.how == "resumed"
    again, _, reply = exchange(later, 2, "And of Italy?", sampling=CAPITAL)
    assert reply.content == second[1].content and again.reason == "eos"


def test_an_interrupted_reply_is_taken_up_where_its_text_ends(
    start_engine: Any, starter_path: Path, tmp_path: Path
) -> None:
    engine = start_engine()
    load(engine, starter_path)
    partial = p.PromptMessage("a1", "assistant", "The capital of")
    opened = open_chat(engine, tmp_path, QUESTION, partial)
    assert opened.how == "rebuilt" and [span.id for span in opened.spans] == ["system", "u1", "a1"]
    engine.ask(p.Replied, p.Generate, chat_id="c", reply_id="a1", continue_reply=True, sampling=CAPITAL)
    text = "".join(event.text for event in engine.seen if isinstance(event, p.Token))
    assert text.startswith(" France is Paris")


@pytest.fixture(scope="module")
def saved(starter_path: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """An engine with a chat that is saved and closed, to be copied: its folder and its messages."""
    folder = tmp_path_factory.mktemp("saved")
    engine = EngineProcess(folder / "data")
    load(engine, starter_path)
    open_chat(engine, folder / "chat")
    _, *messages = exchange(engine, 1, QUESTION.content, sampling=CAPITAL)
    engine.ask(p.SnapshotWritten, p.Snapshot, chat_id="c")
    engine.ask(p.Done, p.CloseChat)
    shutil.copytree(folder / "chat", folder / "whole")
    assert open_chat(engine, folder / "whole", *messages).how == "resumed", "a copy is as good as the chat itself"
    engine.ask(p.Done, p.CloseChat)
    yield engine, folder / "chat", messages
    engine.kill()


@pytest.mark.parametrize("file", [FILE_NAME, LOG_NAME])
@pytest.mark.parametrize("damage", ["cut", "flipped", "foreign"])
def test_damaged_files_cost_time_but_no_text(saved: Any, file: str, damage: str) -> None:
    engine, chat, messages = saved
    folder = shutil.copytree(chat, chat.with_name(f"{damage} {file}"))
    path = folder / file
    data = path.read_bytes()
    middle = len(data) // 2
    bad = {"cut": data[:middle], "flipped": data[:middle] + bytes([data[middle] ^ 1]) + data[middle + 1 :]}
    path.write_bytes(bad.get(damage, b"something else entirely" * 400))
    opened = open_chat(engine, folder, *messages)
    assert opened.how == "rebuilt" and opened.note
    assert [span.id for span in opened.spans] == ["system", "u1", "a1"]
    assert "Rome" in exchange(engine, 2, "And of Italy?", sampling=CAPITAL)[2].content
    engine.ask(p.Done, p.CloseChat)


def test_an_edited_history_is_cut_to_what_is_shown(start_engine: Any, model_path: Path, tmp_path: Path) -> None:
    engine = start_engine()
    load(engine, model_path)
    open_chat(engine, tmp_path)
    _, *first = exchange(engine, 1, QUESTION.content, sampling=CAPITAL)
    exchange(engine, 2, "And of Italy?", sampling=CAPITAL)
    engine.ask(p.Done, p.CloseChat)
    opened = open_chat(engine, tmp_path, *first)
    assert (opened.how, [span.id for span in opened.spans]) == ("resumed", ["system", "u1", "a1"])
    engine.ask(p.Done, p.CloseChat)
    edited = msgspec.structs.replace(first[0], content="What is the capital of Spain?")
    opened = open_chat(engine, tmp_path, edited)
    assert [span.id for span in opened.spans] == ["system", "u1"]
    engine.ask(p.Replied, p.Generate, chat_id="c", reply_id="x", sampling=CAPITAL)
    text = "".join(event.text for event in engine.seen if isinstance(event, p.Token) and event.reply_id == "x")
    open_chat(engine, tmp_path / "fresh")
    assert text == exchange(engine, 1, edited.content, sampling=CAPITAL)[2].content
    assert open_chat(engine, tmp_path, edited, system_prompt="You are a pirate.").note


def test_refusals_say_what_to_do(start_engine: Any, starter_path: Path, tmp_path: Path, long_text: str) -> None:
    engine = start_engine()
    whole = starter_path.read_bytes()
    cut = write(tmp_path, whole[: len(whole) // 2], "cut.gguf")
    for path, code in [
        (cut, "bad_model_file"),
        (write(tmp_path, b"hello", "no.gguf"), "bad_model_file"),
        (tmp_path / "missing.gguf", "bad_model_file"),
        (write(tmp_path, gguf(), "empty.gguf"), "model_load_failed"),
    ]:
        error = engine.refused(p.Load, path=str(path))
        assert (error.code, bool(english.sentence(error.text)), bool(english.hint(error.text))) == (code, True, True)
    loaded = engine.ask(p.Loaded, p.Load, path=str(starter_path), n_ctx=2**30)
    assert loaded.n_ctx == loaded.model.n_ctx_train and "trained for" in english.sentence(loaded.note)
    engine.ask(p.Done, p.Unload)
    assert engine.refused(p.OpenChat, chat_id="c", folder=str(tmp_path)).code == "no_model"
    load(engine, starter_path)
    assert engine.refused(p.Generate, chat_id="c", reply_id="a").code == "no_chat"
    open_chat(engine, tmp_path / "chat")
    assert engine.refused(p.Generate, chat_id="c", reply_id="a").code == "no_chat"
    error = engine.refused(p.Generate, chat_id="c", reply_id="a", user=p.PromptMessage("u", "user", long_text * 3))
    assert error.code == "message_too_long" and english.hint(error.text)
    assert engine.refused(p.Compact, chat_id="c").code == "cannot_compact"
    assert engine.refused(p.Truncate, chat_id="c", keep_last="nothing").code == "no_chat"
    assert "Paris" in exchange(engine, 1, QUESTION.content)[2].content


def test_unknown_requests_are_answered(start_engine: Any) -> None:
    engine = start_engine()
    body = msgspec.msgpack.encode({"op": "fly", "id": 77})
    assert engine.child.stdin is not None
    engine.child.stdin.write(len(body).to_bytes(4, "little") + body)
    engine.child.stdin.flush()
    error = engine.until(p.Error)
    assert (error.id, error.code) == (77, "bad_request")
    for odd in (b"\x81\xa2op\xa4\x00\x00\x00\x80", b"\x82\xa2op\xa5hello\xa1x" + b"\x91" * 100_000):
        engine.child.stdin.write(len(odd).to_bytes(4, "little") + odd)
        engine.child.stdin.flush()
        assert engine.until(p.Error).code == "bad_request"
    assert engine.ask(p.Ready, p.Hello)


@pytest.mark.skipif(sys.platform != "linux", reason="the memory of a process cannot be limited that way there")
def test_it_ends_where_memory_does_not_suffice_for_a_request(start_engine: Any) -> None:
    """Else it would go on and answer nobody any more."""
    import resource

    engine = start_engine()
    engine.ask(p.Ready, p.Hello)
    pid = engine.child.pid
    status = Path(f"/proc/{pid}/status").read_text()
    taken = next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmSize")) << 10
    resource.prlimit(pid, resource.RLIMIT_AS, (taken + (32 << 20),) * 2)
    with contextlib.suppress(BrokenPipeError):
        engine.child.stdin.write((p.MAX_FRAME - 1).to_bytes(4, "little") + bytes(p.MAX_FRAME - 1))
        engine.child.stdin.flush()
    assert engine.child.wait(timeout=60) == 0
    with contextlib.suppress(BrokenPipeError):
        engine.close()
    assert any(b"MemoryError" in line for line in engine.stderr)


def test_it_saves_and_ends_when_its_parent_is_gone(start_engine: Any, starter_path: Path, tmp_path: Path) -> None:
    engine = start_engine()
    load(engine, starter_path)
    open_chat(engine, tmp_path)
    done, *_ = exchange(engine, 1, QUESTION.content)
    assert engine.close() == 0
    assert read_snapshot_header(tmp_path / FILE_NAME).tokens == done.spans[-1].end


def test_nobody_who_reads_its_answers_is_as_good_as_no_parent() -> None:
    """What asks may be held open by another process: the engine would keep its memory for ever."""

    class Gone(BytesIO):
        def write(self, _: Any) -> int:
            raise BrokenPipeError

    asking, asked = os.pipe()
    try:
        with os.fdopen(asking, "rb") as source:
            worker = Worker(source, Gone())
            ticket = worker.host.submit(p.Hello(id=1))
            worker.emit(p.Ready(engine="longthread"))
            assert worker._ended and ticket.cancel.is_set()
    finally:
        os.close(asked)


@pytest.mark.skipif(os.name == "nt", reason="folders cannot be made read-only that way there")
def test_a_folder_that_cannot_be_written_is_told_and_the_chat_goes_on(
    start_engine: Any, starter_path: Path, tmp_path: Path
) -> None:
    engine = start_engine()
    load(engine, starter_path)
    blocked = tmp_path / "file"
    blocked.write_text("isn't a folder")
    open_chat(engine, blocked / "chat")
    done, _, reply = exchange(engine, 1, QUESTION.content, sampling=CAPITAL)
    assert done.reason == "eos" and "Paris" in reply.content
    assert engine.refused(p.Snapshot, chat_id="c").code == "disk_full"


def test_facts_and_need_without_loading(start_engine: Any, model_path: Path, tmp_path: Path) -> None:
    engine = start_engine()
    need = engine.ask(p.Estimated, p.Estimate, path=str(model_path), n_ctx=2048)
    assert need.kv == 2048 * need.model.kv_bytes_per_token
    assert need.weights < need.model.bytes < need.available
    assert engine.refused(p.Estimate, path=str(write(tmp_path, b"GGUF"))).code == "bad_model_file"


# --------------------------------------------------------------------------- the terminal


def terminal(model_path: Path, tmp_path: Path, *arguments: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "engine", *arguments],
        input=typed,
        capture_output=True,
        text=True,
        cwd=ROOT,
        env={**os.environ, "LONGTHREAD_DATA": str(tmp_path)},
        timeout=120,
        check=False,
    )


def test_chat_on_the_terminal_resumes(starter_path: Path, tmp_path: Path) -> None:
    chat = (
        "chat",
        str(starter_path),
        "--context",
        "512",
        "--temperature",
        "0",
        "--max-tokens",
        "12",
        "--system",
        SYSTEM,
    )
    first = terminal(
        starter_path, tmp_path, *chat, "--folder", str(tmp_path), typed=f"{QUESTION.content}\n/info\n/save\n"
    )
    assert first.returncode == 0 and "Paris" in first.stdout and "saved" in first.stdout
    second = terminal(starter_path, tmp_path, *chat, "--folder", str(tmp_path), typed="And of Italy?\n/quit\n")
    assert "resumed in" in second.stdout and "Rome" in second.stdout
    assert terminal(starter_path, tmp_path, "chat", str(tmp_path / "none.gguf")).returncode == 1


def test_info_on_the_terminal(starter_path: Path, tmp_path: Path) -> None:
    asked = ("info", str(starter_path), "--context", "4096")
    told = json.loads(terminal(starter_path, tmp_path, *asked, "--json").stdout)
    assert (told["architecture"], told["compactable"], told["n_layer"]) == ("llama", True, 30)
    assert told["estimate"]["kv"] == 4096 * told["kv_bytes_per_token"]
    words = terminal(starter_path, tmp_path, *asked).stdout
    assert "compaction  yes" in words and "4,096 tokens, all 30 layers" in words
    bad = terminal(starter_path, tmp_path, "info", str(write(tmp_path, b"nonsense")))
    assert bad.returncode == 1 and "isn't a GGUF" in bad.stderr
    assert terminal(starter_path, tmp_path, "dance").returncode == 2
