"""Documents read once by the engine and mounted into chats, as the program asks for it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from engine import protocol as p
from engine.bench.pairs import draw_pairs, single_words
from engine.cartridges import cartridge, mounting
from engine.cartridges.mounting import why_not_mountable
from engine.errors import ContextChanged, DiskFull
from engine.model.model import Model
from engine.model.reading import forced, last_logits
from engine.protocol import DocumentPart, PromptMessage
from engine.scheduling.steps import PAUSE
from engine.snapshots.state_map import plan_of
from engine.texts import english
from tests.engine.http_harness import TINY
from tests.engine.test_documents_in_chats import GREEDY, Asked, asked, document, reply_of

pytestmark = [pytest.mark.native, pytest.mark.usefixtures("unrefined")]

TEXT = "".join(f"The heron of house {i} paid {i * 37 % 101} coins. " for i in range(20)).strip()

PROSE_TEXT = (Path(__file__).parents[1] / "fixtures" / "texts" / "sherlock.txt").read_text(encoding="utf-8")[5000:6000]


def read(harness: Asked, part: DocumentPart, number: int = 20, **fields: Any) -> Any:
    return harness.ask(p.ReadDocument(id=number, digest=part.digest, name=part.name, path=part.path, **fields))


def memory(harness: Asked, chat: str = "c") -> p.Memory:
    return next(event for event in reversed(harness.events) if isinstance(event, p.Memory) and event.chat_id == chat)


def test_a_document_is_read_once_and_mounted_in_two_chats(reading: Asked, tmp_path: Path) -> None:
    part = document(tmp_path, TEXT)
    ready = read(reading, part, ratio=4.0)
    assert isinstance(ready, p.DocumentReady), ready
    facts = ready.cartridge
    assert (facts.digest, facts.name, facts.tokens) == (part.digest, "letter.txt", len(TEXT))
    assert facts.ratio > 3 and facts.cells < len(TEXT) / 3 and facts.bytes > 0
    assert 0 <= facts.same <= 1
    steps = [event.step for event in reading.events if isinstance(event, p.DocumentProgress)]
    assert steps[0] == "waiting" and {"reading", "compacting", "saving"} <= set(steps)
    for chat in ("c", "d"):
        reading.open(chat=chat)
        reading.say(asked(part, id=f"u{chat}", text=f"Whose coins, {chat}?"), chat)
        (seen,) = memory(reading, chat).documents
        assert (seen.digest, seen.tokens, seen.mounted) == (part.digest, len(TEXT), True)
        assert "documents" in [segment.kind for segment in memory(reading, chat).segments]
    listed = reading.ask(p.ListCartridges(id=30))
    assert [one.digest for one in listed.cartridges] == [part.digest] and listed.bytes >= facts.bytes


def test_chats_that_mount_it_at_the_same_place_have_one_copy(
    reading: Asked, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Here what is before it differs, so that nothing else is shared."""
    part = document(tmp_path, TEXT)
    read(reading, part, ratio=4.0)
    shared = []
    mount_shared = mounting.mount_shared
    monkeypatch.setattr(mounting, "mount_shared", lambda *args: (shared.append(args), mount_shared(*args)))
    sizes = []
    for chat, prompt in (("c", "You know all of it."), ("d", "All of it you know."), ("e", "Be kind.")):
        reading.open(chat=chat, system_prompt=prompt)
        reading.say(asked(part), chat)
        assert memory(reading, chat).documents[0].mounted
        assert reading.host.model is not None
        model = reading.host.model
        sizes.append(sum(head.n_rows for head in model.compact_api.heads(model.context)))
    assert len(shared) == 1 and sizes[0] == sizes[1] < sizes[2]


def without_queries(model: Model, seq_id: int) -> npt.NDArray[np.uint8]:
    """A sequence's state but for its sampled queries, which snapshots sort and round."""
    state = model.state(seq_id).copy()
    sampled = [group for group in plan_of(state).groups if group.sampled]
    assert sampled
    for at, row, rows in (array for group in sampled for array in group.arrays):
        state[at : at + row * rows] = 0
    return state


def test_chats_that_were_never_compacted_are_not_rounded_with_what_is_mounted(reading: Asked, tmp_path: Path) -> None:
    part = document(tmp_path, TEXT)
    assert isinstance(read(reading, part, ratio=4.0), p.DocumentReady)
    talked(reading, 200)
    idle, model = reading.host.chats.get("idle"), reading.host.model
    assert idle is not None and model is not None
    model.trim()
    before = without_queries(model, idle.session.seq_id)
    reading.open()
    reading.say(asked(part))
    assert memory(reading).documents[0].mounted
    assert isinstance(reading.ask(p.Snapshot(id=30, chat_id="idle")), p.SnapshotWritten)
    assert np.array_equal(without_queries(model, idle.session.seq_id), before)


@pytest.mark.parametrize("layout", ["sliding", "sinks", "hybrid"])
def test_other_layouts_mount_it_or_read_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, layout: str) -> None:
    monkeypatch.setenv("LONGTHREAD_DATA", str(tmp_path / "data"))
    harness = Asked(tmp_path / "chats", TINY.with_name(f"{layout}.gguf"))
    model = harness.host.model
    assert model is not None
    part = document(tmp_path, TEXT)
    ready = read(harness, part, ratio=4.0)
    mounts = why_not_mountable(model) is None
    if model.recurrent:
        assert not mounts and (ready.code, ready.text.code) == ("cannot_compact", "cartridge.not_mounted")
    elif not mounts:
        pytest.skip("the library mounts nothing")
    harness.open()
    assert harness.say(asked(part)).reason in ("length", "eos")
    (seen,) = memory(harness).documents
    assert seen.mounted == mounts and seen.tokens == len(TEXT)
    harness.host.unload()


def progress(harness: Asked, step: str = "reading") -> list[int]:
    """How far it was told to be, in order."""
    return [event.done for event in harness.events if isinstance(event, p.DocumentProgress) and event.step == step]


def run_until(harness: Asked, done: Any) -> None:
    while not done():
        harness.host.step()


LONG = "".join(
    f"The heron of house {i} paid {i * 37 % 101} coins. " for i in range(60)
).strip()  # longer than the context


def test_a_document_longer_than_the_context_is_read_in_pieces(reading: Asked, tmp_path: Path) -> None:
    part = document(tmp_path, LONG)
    ready = read(reading, part, ratio=8.0)
    assert isinstance(ready, p.DocumentReady), ready
    assert ready.cartridge.tokens == len(LONG) > 2 * 1024
    assert len(set(progress(reading, "saving"))) >= 2
    reading.open()
    assert reading.say(asked(part)).reason in ("length", "eos")
    (seen,) = memory(reading).documents
    assert seen.mounted and seen.tokens == len(LONG)
    trained = 2048  # positions; old text was moved closer together for it
    assert memory(reading).tokens > trained >= memory(reading).positions


def test_any_request_comes_first(reading: Asked, tmp_path: Path) -> None:
    """Also in the middle of a batch; the reading goes on behind it."""
    part = document(tmp_path, TEXT)
    reading.open()
    ticket = reading.host.submit(p.ReadDocument(id=20, digest=part.digest, name=part.name, path=part.path, ratio=4.0))
    run_until(reading, lambda: progress(reading))
    replied = reading.say(asked(id="v", text="Hello"))
    assert isinstance(replied, p.Replied) and not ticket.closed
    run_until(reading, lambda: ticket.closed)
    assert isinstance(reading.events[-1], p.DocumentReady)


def test_a_document_waits_for_chats_that_take_all_sequences(reading: Asked, tmp_path: Path) -> None:
    """A reply has a sequence, and the only other one is too few to read in; once it is over, reading begins."""
    model, part = reading.host.model, document(tmp_path, TEXT)
    assert model is not None
    model.n_seq_max = 2
    reading.open()
    said = reading.host.submit(
        p.Generate(id=3, chat_id="c", reply_id="r", user=asked(id="v", text="Hello"), sampling=GREEDY)
    )
    ticket = reading.host.submit(p.ReadDocument(id=20, digest=part.digest, name=part.name, path=part.path, ratio=4.0))
    run_until(reading, lambda: said.closed)
    run_until(reading, lambda: ticket.closed)
    assert isinstance(reading.events[-1], p.DocumentReady), reading.events[-1]


def test_a_model_for_one_chat_says_what_to_do(reading: Asked, tmp_path: Path) -> None:
    model = reading.host.model
    assert model is not None
    model.n_seq_max = 1
    refused = read(reading, document(tmp_path, TEXT))
    assert (refused.code, refused.text.code) == ("memory_too_small", "cartridge.one_chat")


def test_heads_are_measured_before_a_document_is_read(reading: Asked, tmp_path: Path) -> None:
    part = document(tmp_path, LONG)
    first = reading.host.submit(p.ReadDocument(id=20, digest=part.digest, name=part.name, path=part.path, ratio=8.0))
    run_until(reading, lambda: progress(reading))
    measured = reading.ask(p.Measure(id=21, path=str(TINY), seconds=0))
    assert isinstance(measured, p.Measured) and not first.closed
    reading.ask(p.StopReading(id=22))
    run_until(reading, lambda: first.closed)


def test_a_chat_that_needs_its_cells_gets_them(reading: Asked, tmp_path: Path) -> None:
    part = document(tmp_path, LONG)
    reading.open()
    ticket = reading.host.submit(p.ReadDocument(id=20, digest=part.digest, name=part.name, path=part.path, ratio=8.0))
    run_until(reading, lambda: progress(reading, "saving"))
    replied = reading.say(asked(id="v", text="The owl painted the chapel. " * 28))
    assert isinstance(replied, p.Replied) and replied.reason == "length"
    run_until(reading, lambda: ticket.closed)
    ready = next(event for event in reading.events if event.id == 20 and isinstance(event, (p.DocumentReady, p.Error)))
    assert isinstance(ready, p.DocumentReady), ready
    assert ready.cartridge.tokens == len(LONG)
    assert reading.say(asked(part, id="w")).reason in ("length", "eos", "memory")


def test_reading_goes_on_where_it_stopped(reading: Asked, tmp_path: Path) -> None:
    """Also in another engine, with a person's stop, a dropped model or an end in between."""
    part = document(tmp_path, LONG)
    request = p.ReadDocument(id=20, digest=part.digest, name=part.name, path=part.path, ratio=8.0)
    ticket = reading.host.submit(request)
    run_until(reading, lambda: progress(reading, "saving"))
    saved = progress(reading, "saving")[0]
    reading.ask(p.StopReading(id=21, digest=part.digest))
    run_until(reading, lambda: ticket.closed)
    stopped = next(event for event in reading.events if event.id == 20 and isinstance(event, p.Error))
    assert stopped.code == "cancelled" and "letter.txt stopped" in english.sentence(stopped.text)
    assert reading.ask(p.ListCartridges(id=22)).cartridges == ()
    second = Asked(tmp_path / "chats")
    ticket = second.host.submit(request)
    run_until(second, lambda: progress(second))
    assert progress(second)[0] > saved
    second.ask(p.Load(id=23, path=str(TINY), n_ctx=1024, n_threads=1))
    closed = next(event for event in second.events if event.id == 20 and isinstance(event, p.Error))
    assert ticket.closed and closed.code == "cancelled"
    assert isinstance(read(second, part, ratio=8.0), p.DocumentReady)
    second.host.unload()


def talked(harness: Asked, n_tokens: int) -> None:
    """An idle chat of about so many tokens."""
    harness.open(chat="idle", policy=p.CompactionPolicy(auto=False))
    text = "The owl painted the chapel. " * (n_tokens // 28)
    assert isinstance(harness.say(asked(id="i", text=text), "idle"), p.Replied)


def test_idle_chats_give_way_to_what_was_read_before(reading: Asked, tmp_path: Path) -> None:
    part = document(tmp_path, LONG[:1500])
    request = p.ReadDocument(id=20, digest=part.digest, name=part.name, path=part.path, ratio=1.8)
    ticket = reading.host.submit(request)
    run_until(reading, lambda: progress(reading, "saving"))
    saved = progress(reading, "saving")[-1]
    reading.ask(p.StopReading(id=21))
    run_until(reading, lambda: ticket.closed)
    talked(reading, 560)
    reading.events.clear()
    assert isinstance(read(reading, part, ratio=1.8), p.DocumentReady)
    assert min(progress(reading)) > saved, "it began anew"


def test_idle_chats_keep_their_rows_as_they_are(reading: Asked, tmp_path: Path) -> None:
    """The rows of a head have one type, so those of a chat in the memory would be rounded as the document's are."""
    reading.open(policy=p.CompactionPolicy(auto=False))
    reading.say(asked(id="v", text="The owl painted the chapel. " * 6))

    def logits() -> Any:
        chat = reading.host.chats.get("c")
        assert chat is not None and reading.host.model is not None
        return forced(reading.host.model, [5, 6, 7, 8], 150, chat.session.seq_id)

    held = reading.host.chats.get("c")
    assert held is not None and held.session.cached > 160 and reading.host.model is not None
    assert reading.host.model.remove_tail(150, held.session.seq_id)
    before = logits()
    assert isinstance(read(reading, document(tmp_path, TEXT), ratio=4.0), p.DocumentReady)
    reading.say(asked(id="w", text="And?"))
    assert reading.host.model.remove_tail(150, held.session.seq_id)
    np.testing.assert_allclose(logits(), before, atol=1e-4)


@pytest.mark.parametrize("saves", [True, False])
def test_a_piece_is_tried_again_a_few_times(
    reading: Asked, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, saves: bool
) -> None:
    """A long document has many pieces, and is not given up where one of them was spoiled now and then."""
    from engine.process import documents

    begun = []

    def read_steps(*_args: Any, progress: Any, **_how: Any) -> Any:
        begun.append(1)
        yield PAUSE
        if saves:
            progress("saving", len(begun), 100)
        raise ContextChanged("compact.context_changed") if len(begun) < 9 else DiskFull("disk.full", name="x")

    monkeypatch.setattr(documents, "read_steps", read_steps)
    error = read(reading, document(tmp_path, TEXT))
    assert (error.code, len(begun)) == (("disk_full", 9) if saves else ("cannot_compact", 5))


def test_a_document_is_tokenized_once(reading: Asked, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """However often a chat wants the cells: that of a long one holds up everybody."""
    from engine.process import documents

    asked_for = []
    tokens = documents.document_tokens
    monkeypatch.setattr(documents, "document_tokens", lambda *args: (asked_for.append(1), tokens(*args))[1])
    part = document(tmp_path, LONG)
    ticket = reading.host.submit(p.ReadDocument(id=20, digest=part.digest, name=part.name, path=part.path, ratio=8.0))
    run_until(reading, lambda: progress(reading))
    assert reading.host._cached_chats is not None
    reading.host._cached_chats.evict(None, everything=True)
    run_until(reading, lambda: ticket.closed)
    assert isinstance(reading.events[-1], p.DocumentReady) and len(asked_for) == 1


def test_documents_wait_for_one_another_and_each_can_be_stopped(reading: Asked, tmp_path: Path) -> None:
    parts = [document(tmp_path, TEXT + str(i), name=f"{i}.txt") for i in range(3)]
    tickets = [
        reading.host.submit(p.ReadDocument(id=20 + i, digest=part.digest, name=part.name, path=part.path, ratio=4.0))
        for i, part in enumerate(parts)
    ]
    reading.ask(p.StopReading(id=30, digest=parts[1].digest))
    run_until(reading, lambda: all(ticket.closed for ticket in tickets))
    closed = {event.id: event for event in reading.events if isinstance(event, (p.DocumentReady, p.Error))}
    assert [type(closed[20 + i]) for i in range(3)] == [p.DocumentReady, p.Error, p.DocumentReady]
    reading.ask(p.DeleteCartridge(id=31, digest=parts[0].digest))
    reading.ask(p.KeepCartridge(id=32, digest=parts[2].digest))
    (left,) = reading.ask(p.ListCartridges(id=33)).cartridges
    assert left.digest == parts[2].digest and left.kept


def test_a_deleted_one_is_read_as_text(reading: Asked, tmp_path: Path) -> None:
    part = document(tmp_path, TEXT)
    read(reading, part, ratio=4.0)
    message = asked(part)
    reading.open()
    reading.say(message)
    said = reply_of(reading, message)
    reading.ask(p.DeleteCartridge(id=30, digest=part.digest))
    assert reading.say(asked(id="v", text="And?")).tokens  # the chat that has it keeps it
    assert memory(reading).documents[0].mounted
    reading.ask(p.CloseChat(id=31))
    assert reading.open(message, said).how == "resumed" and memory(reading).documents[0].mounted
    opened = reading.open(message, said, chat="elsewhere", system_prompt="Be kind.")  # nothing to share with the other
    (seen,) = memory(reading, "elsewhere").documents
    assert (opened.how, seen.mounted, seen.cells) == ("rebuilt", False, len(TEXT))


def test_a_damaged_one_is_read_as_text(reading: Asked, tmp_path: Path) -> None:
    part = document(tmp_path, TEXT)
    read(reading, part, ratio=4.0)
    (path,) = (tmp_path / "data" / "cartridges").glob("*.cartridge")
    data = bytearray(path.read_bytes())
    data[-100] ^= 0x40
    path.write_bytes(data)
    reading.open()
    assert reading.say(asked(part)).reason in ("length", "eos")
    assert not memory(reading).documents[0].mounted and memory(reading).tokens >= len(TEXT)


def test_without_ram_for_one_its_text_is_read(reading: Asked, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    part = document(tmp_path, TEXT)
    read(reading, part, ratio=4.0)
    with monkeypatch.context() as full:
        full.setattr(cartridge, "buffer", lambda _size: (_ for _ in ()).throw(MemoryError))
        reading.open()
        assert reading.say(asked(part)).reason in ("length", "eos")
    assert not memory(reading).documents[0].mounted and memory(reading).tokens >= len(TEXT)
    reading.open(chat="d", system_prompt="Be kind.")
    reading.say(asked(part), "d")
    assert memory(reading, "d").documents[0].mounted


@pytest.mark.parametrize("lost", ["changed", "gone"])
def test_a_document_that_is_lost_is_told(reading: Asked, tmp_path: Path, lost: str) -> None:
    part = document(tmp_path, TEXT)
    Path(part.path).unlink() if lost == "gone" else Path(part.path).write_text("other")
    error = read(reading, part)
    assert error.code == "bad_document" and "letter.txt" in english.sentence(error.text)


def test_without_a_model_there_is_none_to_read_with(
    reading: Asked, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    part = document(tmp_path, TEXT)
    reading.ask(p.Unload(id=19))
    assert read(reading, part).code == "no_model"
    assert reading.ask(p.ListCartridges(id=30)) == p.Cartridges(id=30)


def test_it_counts_as_the_room_it_takes(reading: Asked, tmp_path: Path) -> None:
    part = document(tmp_path, TEXT)
    before = reading.ask(p.Tokenize(id=30, text="x", documents=(part,))).tokens
    facts = read(reading, part, ratio=4.0).cartridge
    after = reading.ask(p.Tokenize(id=31, text="x", documents=(part,))).tokens
    assert before - after == len(TEXT) - facts.cells


def test_what_is_not_saved_yet_is_saved_while_a_document_is_read(
    reading: Asked, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from engine.process import host

    monkeypatch.setattr(host, "IDLE_SECONDS", 0.0)
    part = document(tmp_path, LONG)
    reading.open()
    reading.say(PromptMessage(id="v", role="user", content="Hello"))
    ticket = reading.host.submit(p.ReadDocument(id=20, digest=part.digest, name=part.name, path=part.path, ratio=8.0))
    run_until(reading, lambda: any(isinstance(event, p.SnapshotWritten) for event in reading.events) or ticket.closed)
    assert not ticket.closed
    reading.ask(p.StopReading(id=21))
    run_until(reading, lambda: ticket.closed)


def answers(harness: Asked, chat: str, lines: list[list[int]]) -> list[int]:
    """The likeliest token behind each line, asked from the same state."""
    found = harness.host.chats.get(chat)
    assert found is not None
    session, model = found.session, found.session.model
    likeliest = []
    for line in lines:
        start = model.length(session.seq_id)
        model.decode(line, start, session.seq_id)
        likeliest.append(int(last_logits(model).argmax()))
        assert model.remove_tail(start, session.seq_id)
    return likeliest


def test_planted_pairs_are_found_as_if_they_had_been_read(reading: Asked, tmp_path: Path) -> None:
    """The small model looks up what follows an invented word; the document is the only place where the pairs are."""
    model = reading.host.model
    assert model is not None
    profiles = tmp_path / "data" / "profiles"
    profiles.mkdir(parents=True)
    (profiles / f"{model.facts.fingerprint}.json").write_bytes(TINY.with_suffix(".heads.json").read_bytes())
    reading.ask(p.Load(id=10, path=str(TINY), n_ctx=1024, n_threads=1))
    model = reading.host.model
    assert model is not None
    pairs = draw_pairs(single_words(model, PROSE_TEXT), 8, seed=3)
    words = [(model.text([key]), model.text([value])) for key, value in pairs]
    prose = [PROSE_TEXT[80 * i : 80 * i + 80].replace("\n", " ") for i in range(9)]
    text = prose[0] + "".join(f"\n{key}{value}\n{more}" for (key, value), more in zip(words, prose[1:], strict=True))
    part = document(tmp_path, text, name="pairs.txt")
    lines = [[*model.tokenize("\n", special=False), key] for key, _ in pairs]
    expected = [value for _, value in pairs]
    reading.open(chat="read")
    reading.say(asked(part, text="Well?"), "read")
    assert answers(reading, "read", lines) == expected
    assert isinstance(read(reading, part, ratio=4.0), p.DocumentReady)
    reading.open(chat="mounted", system_prompt="Be kind.")
    reading.say(asked(part, text="Well?"), "mounted")
    assert memory(reading, "mounted").documents[0].mounted
    assert answers(reading, "mounted", lines) == expected


def test_a_killed_engine_goes_on_reading_and_a_chat_resumes_with_what_it_mounted(
    reading: Asked, start_engine: Any, tmp_path: Path
) -> None:
    reading.ask(p.Unload(id=9))
    part = document(tmp_path, LONG)
    asks: dict[str, Any] = {"digest": part.digest, "name": part.name, "path": part.path, "ratio": 8.0}
    first = start_engine()
    first.ask(p.Loaded, p.Load, path=str(TINY), n_ctx=1024, n_threads=1)
    first.send(p.ReadDocument, **asks)
    while (told := first.until(p.DocumentProgress)).step != "reading" or not list(tmp_path.rglob("*.part")):
        pass
    first.kill()
    second = start_engine()
    second.ask(p.Loaded, p.Load, path=str(TINY), n_ctx=1024, n_threads=1)
    ready = second.ask(p.DocumentReady, p.ReadDocument, **asks)
    begun = next(event for event in second.seen if isinstance(event, p.DocumentProgress) and event.step == "reading")
    assert ready.cartridge.tokens == len(LONG) and begun.done > len(LONG) // 4 and told.total == len(LONG)
    chat: dict[str, Any] = {"chat_id": "c", "folder": str(tmp_path / "saved" / "c")}
    message = asked(part)
    second.ask(p.Opened, p.OpenChat, **chat)
    sampling = p.Sampling(temperature=0, max_tokens=4)
    second.ask(p.Replied, p.Generate, chat_id="c", reply_id="r", user=message, sampling=sampling)
    said = "".join(event.text for event in second.seen if isinstance(event, p.Token))
    second.ask(p.Done, p.DeleteCartridge, digest=part.digest)
    second.ask(p.Done, p.Quit)
    second.close()
    Path(part.path).unlink()
    third = start_engine()
    third.ask(p.Loaded, p.Load, path=str(TINY), n_ctx=1024, n_threads=1)
    reply = PromptMessage(id="r", role="assistant", content=said)
    opened = third.ask(p.Opened, p.OpenChat, **chat, messages=(message, reply))
    assert (opened.how, opened.note) == ("resumed", None)
    (seen,) = next(event for event in reversed(third.seen) if isinstance(event, p.Memory)).documents
    assert seen.mounted and seen.tokens == len(LONG)
