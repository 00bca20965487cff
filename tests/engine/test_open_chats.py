"""Open chats that gave way come back whatever happens on the way, and what could not be saved is tried again."""

from __future__ import annotations

import shutil
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from engine import protocol as p
from engine.chat import compactor
from engine.chat.cached_chats import Beginning
from engine.chat.token_log import TokenLog
from engine.errors import Cancelled, DiskFull, Internal, Unplaceable
from engine.process.open_chat import OpenedChat
from engine.process.queue import Work
from engine.sampling.sampler import Sampler
from engine.snapshots import snapshot
from engine.snapshots.chunks import Chunks
from engine.snapshots.header import BEFORE_NAME, FILE_NAME, encode_manifest, read_snapshot_header
from engine.snapshots.writer import ChatSnapshots, Saver
from tests.engine.host_harness import HostHarness
from tests.engine.http_harness import TINY

pytestmark = pytest.mark.native

SHORT = p.Sampling(temperature=0, max_tokens=4)
STORY = "The heron counted the stars over the river and paid 7 coins. " * 6


class Chats(HostHarness):
    """A host with the small model and room for so many chats, that numbers its requests."""

    def __init__(self, folder: Path, chats: int = 2) -> None:
        super().__init__()
        self.folder, self.number = folder, 0
        assert isinstance(self.do(p.Load, path=str(TINY), n_ctx=1024, n_threads=1, chats=chats), p.Loaded)

    def request(self, kind: Any, **fields: Any) -> Any:
        self.number += 1
        return kind(id=self.number, **fields)

    def do(self, kind: Any, **fields: Any) -> Any:
        return self.ask(self.request(kind, **fields))

    def open(self, chat: str, *messages: p.PromptMessage) -> OpenedChat:
        opened = self.do(p.OpenChat, chat_id=chat, folder=str(self.folder / chat), messages=messages)
        assert isinstance(opened, p.Opened), opened
        return self.host.chats[chat]

    def saying(self, chat: str, text: str = STORY, sampling: p.Sampling = SHORT) -> p.Generate:
        self.number += 1
        user = p.PromptMessage(f"u{self.number}", "user", text)
        return p.Generate(id=self.number, chat_id=chat, reply_id=f"a{self.number}", user=user, sampling=sampling)

    def gave_way(self, chat: str) -> OpenedChat:
        """A compacted chat that is saved, and is not in the cache any more."""
        opened = self.open(chat)
        assert isinstance(self.ask(self.saying(chat)), p.Replied)
        assert isinstance(self.do(p.Compact, chat_id=chat, ratio=4.0), p.Compacted)
        self.quiet()
        assert self.host._cached_chats is not None
        self.host._cached_chats.evict(None, everything=True)
        self.settle()
        assert opened.evicted and opened.session.log.marks
        return opened

    def busy(self, chat: str, text: str = "And then?") -> p.Generate:
        """Have a chat begin a long reply."""
        self.open(chat)
        long = self.saying(chat, text, p.Sampling(temperature=0, max_tokens=200))
        self.host.submit(long)
        while not any(isinstance(event, p.Token) and event.id == long.id for event in self.events):
            self.host.step()
        return long

    def stopped(self, request: Any, steps: int = 3) -> Any:
        """How a request ends that is stopped after a few steps."""
        ticket = self.host.submit(request)
        for _ in range(steps):
            self.host.step()
        assert not ticket.closed
        self.host.cancel(request.id)
        while not ticket.closed:
            self.host.step()
        return next(event for event in reversed(self.events) if event.id == request.id)

    def finish(self) -> None:
        while self.host.busy:
            self.host.step()
        self.quiet()


@pytest.fixture
def load(tmp_path: Path) -> Iterator[Callable[..., Chats]]:
    made: list[Chats] = []

    def begin(**options: Any) -> Chats:
        made.append(Chats(tmp_path, **options))
        return made[-1]

    yield begin
    for harness in made:
        harness.host.unload()


def whole(chat: OpenedChat) -> bool:
    """Whether the memory holds the log, with the one block that it says."""
    session = chat.session
    (mark,) = session.log.marks
    (block,) = session.model.blocks(session.seq_id)
    return not chat.evicted and (block.p0, block.tokens) == (mark.p0, mark.p1 - mark.p0) and not session._planned


# --------------------------------------------------------------------------- coming back


def test_a_chat_whose_return_is_stopped_comes_back_from_its_snapshot_later(
    load: Callable[..., Chats], monkeypatch: pytest.MonkeyPatch
) -> None:
    chats = load()
    chat = chats.gave_way("c")
    tokens = len(chat.session.log)

    def no_place(*_: Any) -> Any:
        raise Unplaceable("snapshot.no_place")

    chats.busy("d")
    with monkeypatch.context() as patch:
        patch.setattr(ChatSnapshots, "restore", no_place)
        assert chats.stopped(chats.saying("c", "Go on.")).code == "cancelled", "it waited for the other one"
    assert chat.evicted and len(chat.session.log.marks) == 1
    chats.finish()
    assert isinstance(chats.do(p.Snapshot, chat_id="c"), p.SnapshotWritten)
    assert whole(chat) and (chat.session.rebuilds, len(chat.session.log)) == (0, tokens)
    assert read_snapshot_header(chats.folder / "c" / FILE_NAME).tokens >= tokens - 1


def no_room(*_: Any) -> Any:
    raise MemoryError


def test_a_chat_that_cannot_be_put_back_is_read_again_with_its_blocks(
    load: Callable[..., Chats], monkeypatch: pytest.MonkeyPatch
) -> None:
    chats = load()
    chat = chats.gave_way("c")

    monkeypatch.setattr(ChatSnapshots, "restore", no_room)
    assert chats.ask(chats.saying("c", "Go on.")).text.code == "request.out_of_memory"
    assert chats.do(p.Snapshot, chat_id="c").text.code == "snapshot.nothing_to_save"
    assert isinstance(chats.ask(chats.saying("c", "Go on.")), p.Replied)
    assert whole(chat)


def test_a_chat_that_gives_way_before_it_is_read_again_has_its_blocks_once(
    load: Callable[..., Chats], monkeypatch: pytest.MonkeyPatch
) -> None:
    chats = load()
    chat = chats.gave_way("c")

    with monkeypatch.context() as patch:
        patch.setattr(ChatSnapshots, "restore", no_room)
        assert chats.ask(chats.saying("c", "Go on.")).text.code == "request.out_of_memory"
    assert chat.session._planned and chats.host._cached_chats is not None
    chats.host._cached_chats.evict(None, everything=True)
    chats.settle()
    assert chat.evicted, "what was saved before still is"
    assert isinstance(chats.ask(chats.saying("c", "Go on.")), p.Replied)
    assert whole(chat) and chat.session.rebuilds == 0


def test_nothing_is_done_in_the_background_for_a_chat_that_has_no_sequence(load: Callable[..., Chats]) -> None:
    chats = load(chats=1)
    chat = chats.gave_way("c")
    chats.busy("d")
    assert chats.stopped(chats.saying("c", "Go on.")).code == "cancelled", "the other one has the only sequence"
    assert chat.evicted and chat.settling is None
    chats.finish()
    assert isinstance(chats.ask(chats.saying("c", "Go on.")), p.Replied)
    assert whole(chat)


# --------------------------------------------------------------------------- saving


def test_a_memory_without_a_message_does_not_take_the_place_of_what_is_saved(load: Callable[..., Chats]) -> None:
    chats = load()
    chat = chats.open("c")
    assert chats.do(p.Snapshot, chat_id="c").text.code == "snapshot.nothing_to_save"
    assert isinstance(chats.ask(chats.saying("c")), p.Replied)
    saved = chats.do(p.Snapshot, chat_id="c")
    before = Path(saved.path).read_bytes()
    chat.session.memory_lost()
    refused = chats.do(p.Snapshot, chat_id="c")
    assert (refused.code, refused.text.code) == ("bad_snapshot", "snapshot.nothing_to_save")
    assert Path(saved.path).read_bytes() == before


def test_what_the_program_asks_of_all_its_chats_leaves_the_servers_alone(load: Callable[..., Chats]) -> None:
    chats = load()
    own = chats.open("own")
    request = chats.request(p.OpenChat, chat_id="served", folder=str(chats.folder / "served"))
    opened: list[Any] = []
    chats.host.submit(
        Work(lambda ticket: chats.host.chats.open_steps(request, ticket, lambda _: None), opened.append, id=request.id)
    )
    chats.finish()
    assert isinstance(opened[0], p.Opened)
    served = chats.host.chats["served"]
    assert isinstance(chats.do(p.SetPolicy, policy=p.CompactionPolicy(auto=False)), p.Done)
    assert (own.session.policy.auto, served.session.policy.auto) == (False, True)
    assert isinstance(chats.do(p.CloseChat), p.Done)
    assert chats.host.chats.get("own") is None and chats.host.chats.get("served") is served


def full(*_: Any) -> Any:
    raise DiskFull("disk.full", name="x")


def no_copy(*_: Any) -> Any:
    raise Internal("snapshot.no_free_memory")


def out_of_memory(*_: Any) -> Any:
    raise MemoryError


@pytest.mark.parametrize(
    ("place", "name", "failure", "told"),
    [
        (TokenLog, "save", full, "disk.full"),
        (snapshot, "capture", no_copy, "snapshot.no_free_memory"),
        (snapshot, "capture", out_of_memory, "request.out_of_memory"),
    ],
)
def test_a_save_that_cannot_begin_is_told_once_and_tried_again(
    load: Callable[..., Chats], monkeypatch: pytest.MonkeyPatch, place: Any, name: str, failure: Any, told: str
) -> None:
    chats = load()
    chats.open("c")
    assert isinstance(chats.ask(chats.saying("c", "Hi.")), p.Replied)
    file = chats.folder / "c" / FILE_NAME
    with monkeypatch.context() as patch:
        patch.setattr(place, name, failure)
        for _ in range(3):
            chats.host.chats.save_dirty()
    errors = [event.text.code for event in chats.events if isinstance(event, p.Error)]
    assert errors == [told] and not file.exists()
    chats.host.chats.save_dirty()
    chats.settle()
    assert file.exists()


@pytest.mark.parametrize("end", [p.Quit, p.Unload, p.CloseChat])
def test_a_chat_that_fails_to_close_keeps_no_other_from_being_saved(
    load: Callable[..., Chats], monkeypatch: pytest.MonkeyPatch, end: Any
) -> None:
    chats = load()
    first = chats.open("a")
    assert isinstance(chats.ask(chats.saying("a")), p.Replied)
    chats.open("b")
    assert isinstance(chats.ask(chats.saying("b")), p.Replied)

    def fails() -> None:
        raise Internal("snapshot.no_free_memory")

    monkeypatch.setattr(first.session.compactor, "give_way", fails)
    assert isinstance(chats.do(end), p.Done)
    chats.settle()
    assert (chats.folder / "b" / FILE_NAME).exists()
    assert chats.host.chats.get("a") is None and chats.host.chats.get("b") is None
    assert (chats.host.model is None) == (end is not p.CloseChat)


@pytest.mark.parametrize("when", ["before", "meanwhile"])
def test_nothing_comes_back_into_the_folder_of_a_chat_that_is_deleted(
    load: Callable[..., Chats], monkeypatch: pytest.MonkeyPatch, when: str
) -> None:
    """Its snapshot may still be on the way to the disk, before it begins to be written or ``meanwhile``."""
    chats = load()
    folder = chats.folder / "c"
    place = {"folder": str(folder), "chunks": str(chats.folder / "pieces")}
    assert isinstance(chats.do(p.OpenChat, chat_id="c", **place), p.Opened)
    assert isinstance(chats.ask(chats.saying("c")), p.Replied)
    chats.settle()
    begun, deleted = threading.Event(), threading.Event()
    real = Saver._write if when == "before" else Chunks.sync

    def late(*arguments: Any) -> Any:
        begun.set()
        deleted.wait()
        return real(*arguments)

    with monkeypatch.context() as patch:
        patch.setattr(Saver if when == "before" else Chunks, real.__name__, late)
        try:
            chats.do(p.CloseChat, chat_id="c")
            begun.wait()
            shutil.rmtree(folder)
        finally:
            deleted.set()
        chats.settle()
    assert not folder.exists() and not [path for path in (chats.folder / "pieces").rglob("*") if len(path.name) == 64]
    assert not [event for event in chats.events if isinstance(event, p.SnapshotWritten | p.Error)]
    chats.open("d")
    assert isinstance(chats.ask(chats.saying("d")), p.Replied)
    assert isinstance(chats.do(p.Snapshot, chat_id="d"), p.SnapshotWritten)


def test_a_log_nested_without_end_does_not_keep_its_chat_closed(load: Callable[..., Chats]) -> None:
    chats = load()
    chat = chats.open("c")
    assert isinstance(chats.ask(chats.saying("c", "Hi.")), p.Replied)
    messages = tuple(chat.session.messages)
    saved = chats.do(p.Snapshot, chat_id="c")
    chats.do(p.CloseChat, chat_id="c")
    chats.settle()
    nested = b"\x83\xa5spans\x90\xa5marks\x90\xa1x" + b"\x91" * 100_000 + b"\xc0"
    header = msgspec.structs.replace(read_snapshot_header(saved.path), log=nested)
    Path(saved.path).write_bytes(encode_manifest(header))
    folder = str(chats.folder / "c")
    opened = chats.do(p.OpenChat, chat_id="c", folder=folder, messages=messages)
    assert isinstance(opened, p.Opened), opened
    assert opened.note is not None and (opened.how, opened.note.code) == ("rebuilt", "snapshot.log_damaged")


def test_a_question_that_is_spaced_anew_is_read_anew(load: Callable[..., Chats]) -> None:
    """In code, a table or numbers it may be all that was edited."""
    chats = load()
    reply = p.PromptMessage("a", "assistant", "It stops.")
    chats.open("c", p.PromptMessage("q", "user", "if a:\n b()\n c()"), reply)
    chats.do(p.CloseChat, chat_id="c")
    session = chats.open("c", p.PromptMessage("q", "user", "if a:\n b()\nc()"), reply).session
    assert session.messages[-1].content == "It stops."
    assert "if a:\n b()\nc()" in session.model.text(session.log.tokens)


def test_a_reply_that_is_spaced_anew_is_read_anew(load: Callable[..., Chats]) -> None:
    chats = load()
    asked = p.PromptMessage("q", "user", "Loop, please.")
    chats.open("c", asked, p.PromptMessage("a", "assistant", "if a:\n b()\n c()"))
    chats.do(p.CloseChat, chat_id="c")
    edited = p.PromptMessage("a", "assistant", "if a:\n b()\nc()")
    session = chats.open("c", asked, edited).session
    assert session.messages == [asked, edited]
    assert "if a:\n b()\nc()" in session.model.text(session.log.tokens)


def test_a_reply_that_was_written_comes_back_as_it_is(
    load: Callable[..., Chats], monkeypatch: pytest.MonkeyPatch
) -> None:
    chats = load()
    chat = chats.open("c")
    said = chats.host.model.tokenize(" Well:\n\n if a:\n  b() ", special=False)  # type: ignore[union-attr]
    script = [*said, chats.host.model.end_token]  # type: ignore[union-attr]
    monkeypatch.setattr(Sampler, "next", lambda self, row=-1: script.pop(0))
    assert isinstance(chats.ask(chats.saying("c", "Go on.", p.Sampling(max_tokens=99))), p.Replied)
    text = "".join(event.text for event in chats.events if isinstance(event, p.Token))
    user, _ = chat.session.messages
    chats.do(p.CloseChat, chat_id="c")
    reply = p.PromptMessage(chat.session.messages[-1].id, "assistant", text)
    tokens = list(chat.session.log.tokens)
    session = chats.open("c", user, reply).session
    assert list(session.log.tokens) == tokens and session.rebuilds == 0


def test_a_reply_of_white_space_alone_keeps_its_place(load: Callable[..., Chats]) -> None:
    chats = load()
    chats.open("e")
    blank = p.Sampling(temperature=0, max_tokens=4, output="grammar", form='root ::= " "')
    for asked in (chats.saying("e"), chats.saying("e", "Well?", blank), chats.saying("e"), chats.saying("e")):
        assert isinstance(chats.ask(asked), p.Replied)
    assert isinstance(chats.do(p.Compact, chat_id="e", ratio=4.0), p.Compacted)
    session = chats.host.chats["e"].session
    said, blocks = list(session.messages), list(session.log.marks)
    assert said[3].content == " " and session.log.spans[4].end < session.log.blocks_end
    chats.do(p.CloseChat, chat_id="e")
    chats.settle()
    again = chats.open("e", *said)
    assert [message.id for message in again.session.messages] == [message.id for message in said]
    assert again.session.rebuilds == 0 and again.session.log.marks == blocks
    assert isinstance(chats.do(p.Truncate, chat_id="e", keep_last=said[3].id), p.Done), "it can be gone on from"
    assert [message.content for message in again.session.messages][2:] == ["Well?", " "]


def test_what_a_resumed_chat_lacked_is_saved_once_it_was_read(load: Callable[..., Chats]) -> None:
    chats = load()
    chats.open("c")
    assert isinstance(chats.ask(chats.saying("c")), p.Replied)
    messages = [*chats.host.chats["c"].session.messages, p.PromptMessage("u", "user", STORY)]
    chats.do(p.CloseChat, chat_id="c")
    for read in (True, False):
        chats.settle()
        chats.events.clear()
        chats.open("c", *messages)
        (opened,) = (event for event in chats.events if isinstance(event, p.Opened))
        assert (opened.how, any(isinstance(event, p.Progress) for event in chats.events)) == ("resumed", read)
        chats.do(p.CloseChat, chat_id="c")


def test_a_neighbour_that_cannot_share_costs_a_chat_none_of_its_compactions(
    load: Callable[..., Chats], monkeypatch: pytest.MonkeyPatch
) -> None:
    chats = load()
    chats.open("c")
    assert isinstance(chats.ask(chats.saying("c")), p.Replied)
    assert isinstance(chats.do(p.Compact, chat_id="c", ratio=4.0), p.Compacted)
    session = chats.host.chats["c"].session
    ids = {message.id: f"{message.id}'" for message in session.messages}
    folders = {"source": str(chats.folder / "c"), "folder": str(chats.folder / "d")}
    assert isinstance(chats.do(p.Fork, chat_id="d", ids=ids, **folders), p.Done)
    shutil.rmtree(chats.folder / "d" / "pieces", ignore_errors=True)
    monkeypatch.setattr(Beginning, "take", lambda _: [])
    fork = chats.open("d", *(msgspec.structs.replace(one, id=ids[one.id]) for one in session.messages)).session
    assert [(mark.p0, mark.p1) for mark in fork.log.marks] == [(mark.p0, mark.p1) for mark in session.log.marks]


@pytest.mark.parametrize("opened_again", [True, False])
@pytest.mark.parametrize("behind", [True, False])
def test_a_compaction_that_was_not_saved_is_repeated(
    load: Callable[..., Chats], opened_again: bool, behind: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The engine was killed before that, or the disk was full: the log knows of it, and so does the transcript."""
    chats = load()
    chat = chats.open("c")
    for _ in range(2):
        assert isinstance(chats.ask(chats.saying("c")), p.Replied)
        if not chat.session.log.marks:
            assert isinstance(chats.do(p.Compact, chat_id="c", ratio=4.0), p.Compacted)
    if not behind:
        chats.do(p.Read, chat_id="c")
    chats.quiet()
    assert isinstance(chats.do(p.Snapshot, chat_id="c"), p.SnapshotWritten)
    if behind:
        assert isinstance(chats.ask(chats.saying("c", "And then?")), p.Replied)
    with monkeypatch.context() as patch:
        patch.setattr(Chunks, "put", full)
        assert isinstance(chats.do(p.Compact, chat_id="c", ratio=6.0), p.Compacted)
        known = [(mark.p0, mark.p1) for mark in chat.session.log.marks]
        assert len(known) == 2 and chats.host._cached_chats is not None
        chats.host._cached_chats.evict(None, everything=True)
        chats.settle()
        if opened_again:
            chats.do(p.CloseChat, chat_id="c")
            chats.settle()
    chats.events.clear()
    if opened_again:
        chat = chats.open("c", *chat.session.messages)
    assert isinstance(chats.do(p.Read, chat_id="c"), p.Opened)
    chats.quiet()
    session = chat.session
    assert [(mark.p0, mark.p1) for mark in session.log.marks] == known and not session._planned
    assert [(block.p0, block.tokens) for block in session.model.blocks(session.seq_id)] == [
        (known[1][0], known[1][1] - known[1][0])
    ]
    assert session.rebuilds == 0 and session.cached >= len(session.log) - 1


def test_a_compaction_to_repeat_outlives_a_second_kill(
    load: Callable[..., Chats], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The engine was killed before it was saved, and again while the chat that came back was asked something."""
    chats = load()
    chat = chats.open("c")
    assert isinstance(chats.ask(chats.saying("c")), p.Replied)
    assert isinstance(chats.do(p.Snapshot, chat_id="c"), p.SnapshotWritten)
    monkeypatch.setattr(Chunks, "put", full)
    assert isinstance(chats.do(p.Compact, chat_id="c", ratio=4.0), p.Compacted)
    known = [(mark.p0, mark.p1) for mark in chat.session.log.marks]
    shutil.copytree(chats.folder / "c", chats.folder / "killed")
    again = load()
    session = again.open("killed", *chat.session.messages).session
    assert session._planned and not session.log.marks
    ticket = again.host.submit(again.saying("killed", "And then?"))
    while len(TokenLog.load(again.folder / "killed").spans) == len(chat.session.log.spans):  # type: ignore[union-attr]
        assert not ticket.closed
        again.host.step()
    shutil.copytree(again.folder / "killed", again.folder / "killed_again")
    last = load()
    session = last.open("killed_again", *chat.session.messages).session
    assert isinstance(last.do(p.Read, chat_id="killed_again"), p.Opened)
    last.quiet()
    assert [(mark.p0, mark.p1) for mark in session.log.marks] == known and whole(last.host.chats["killed_again"])


@pytest.mark.parametrize("repeated", [False, True])
def test_a_compaction_that_a_chat_coming_back_ends_is_begun_again(
    load: Callable[..., Chats], repeated: bool, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """One that a person asked for, or one that is repeated while its text is read again: neither may get lost."""
    monkeypatch.setattr(compactor, "WAITED_SLICE", 1e-4)
    caplog.set_level("INFO", "engine.chat.compactor")
    chats = load()
    returning = chats.gave_way("b")
    if repeated:
        chat = chats.gave_way("c")
        chats.do(p.CloseChat, chat_id="b")
        (chats.folder / "c" / FILE_NAME).unlink()
        returning = chats.open("b", *returning.session.messages)
        assert chats.host._cached_chats is not None
        chats.host._cached_chats.evict(None, everything=True)
        chats.settle()
        asked = chats.saying("c", "Go on.")
    else:
        chat = chats.open("c")
        assert isinstance(chats.ask(chats.saying("c")), p.Replied)
        asked = chats.request(p.Compact, chat_id="c", ratio=4.0)
    assert returning.evicted
    ticket = chats.host.submit(asked)
    while not chat.session.compactor.running:
        chats.host.step()
    chats.ask(chats.saying("b", "Go on."))
    while not ticket.closed:
        chats.host.step()
    assert "is begun again" in caplog.text
    assert not [event for event in chats.events if isinstance(event, p.Error)]
    assert len(chat.session.log.marks) == 1 and whole(chat) and whole(returning)


@pytest.mark.parametrize("ended", [False, True])
def test_what_a_neighbour_does_costs_a_chat_no_compaction_that_is_repeated_while_it_is_idle(
    load: Callable[..., Chats], ended: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One with nothing to compact leaves it alone; where one needs the turn, it is begun again."""
    monkeypatch.setattr(compactor, "WAITED_SLICE", 1e-4)
    chats = load()
    chat = chats.open("c")
    assert isinstance(chats.ask(chats.saying("c")), p.Replied)
    assert isinstance(chats.do(p.Read, chat_id="c"), p.Opened)
    assert isinstance(chats.do(p.Snapshot, chat_id="c"), p.SnapshotWritten)
    monkeypatch.setattr(Chunks, "put", full)
    assert isinstance(chats.do(p.Compact, chat_id="c", ratio=4.0), p.Compacted)
    known = [(mark.p0, mark.p1) for mark in chat.session.log.marks]
    chats.do(p.CloseChat, chat_id="c")
    chats.settle()
    session = chats.open("c", *chat.session.messages).session
    while not session.compactor.running:
        assert chats.host.tidying and not session.log.marks
        chats.host.step()
    neighbour = chats.open("d").session
    assert session.compactor.running
    if ended:
        session.compactor.give_way()
    else:
        neighbour.active = True
        assert neighbour.can_compact and not neighbour.compactor.begin_by_policy()
        neighbour.active = False
    assert session.compactor.running is not ended
    chats.quiet()
    assert [(mark.p0, mark.p1) for mark in session.log.marks] == known and whole(chats.host.chats["c"])


# --------------------------------------------------------------------------- told


def test_a_compaction_that_was_begun_ahead_is_told_also_where_a_wish_ends_it(load: Callable[..., Chats]) -> None:
    chats = load()
    chat = chats.open("c")
    assert isinstance(chats.ask(chats.saying("c")), p.Replied)
    session = chat.session
    assert session.cached == len(session.log) - 1, "its last token is read first, which commits what is fitted"
    assert session.compactor.begin_by_policy(ahead=True)
    refining = session.compactor.idle_steps()
    while session.compactor.refined < 0:
        next(refining)
    chats.events.clear()
    chats.do(p.Compact, chat_id="c", ratio=4.0)
    told = [
        (event.report.token_start, event.report.token_end) for event in chats.events if isinstance(event, p.Compacted)
    ]
    assert told == [(mark.p0, mark.p1) for mark in session.log.marks] and told


def test_what_is_compacted_since_an_undo_did_not_fit_is_told(
    load: Callable[..., Chats], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another chat that is at work has the cells: the transcript would know nothing of that compaction."""
    chats = load()
    chat = chats.open("c")
    for _ in range(2):
        assert isinstance(chats.ask(chats.saying("c")), p.Replied)
    assert isinstance(chats.do(p.Compact, chat_id="c", ratio=4.0), p.Compacted)
    (undone,) = ((mark.p0, mark.p1) for mark in chat.session.log.marks)
    monkeypatch.setattr(ChatSnapshots, "put_back", lambda *_: False)
    chats.busy("b", f"And then, {STORY * 2}")
    chats.events.clear()
    assert isinstance(chats.do(p.Undo, chat_id="c", tokens=undone), p.Undone)
    chats.finish()
    told = [
        (event.report.token_start, event.report.token_end)
        for event in chats.events
        if isinstance(event, p.Compacted) and event.chat_id == "c"
    ]
    assert told == [(mark.p0, mark.p1) for mark in chat.session.log.marks] and told


def test_an_undo_that_is_stopped_while_it_reads_is_told(load: Callable[..., Chats]) -> None:
    """The compaction is not there any more, whatever is still to be read."""
    chats = load()
    chat = chats.open("c")
    assert isinstance(chats.ask(chats.saying("c", STORY * 2)), p.Replied)
    assert isinstance(chats.do(p.Compact, chat_id="c", ratio=4.0), p.Compacted)
    (mark,) = chat.session.log.marks
    chats.settle()
    for path in chats.folder.rglob("*.kvs"):
        path.unlink()  # nothing to put back: all is read again
    undone = chats.stopped(chats.request(p.Undo, chat_id="c"), 2)
    assert isinstance(undone, p.Undone), undone
    assert (undone.token_start, undone.token_end) == (mark.p0, mark.p1) and not chat.session.log.marks
    memory = next(event for event in reversed(chats.events) if isinstance(event, p.Memory))
    assert memory.undo is None and memory.unread == len(chat.session.log) - chat.session.cached > 0


@pytest.mark.parametrize("how", ["gave way", "closed"])
def test_what_was_undone_does_not_come_back_though_nothing_was_read_yet(
    load: Callable[..., Chats], monkeypatch: pytest.MonkeyPatch, how: str
) -> None:
    chats = load()
    chat = chats.open("c")
    assert isinstance(chats.ask(chats.saying("c")), p.Replied)
    assert isinstance(chats.do(p.Compact, chat_id="c", ratio=4.0), p.Compacted)
    chats.settle()
    (chats.folder / "c" / BEFORE_NAME).unlink()

    def stop() -> None:
        raise Cancelled("chat.reading_stopped")

    with monkeypatch.context() as patch:
        patch.setattr(chat.session, "_stop_if_asked", stop)
        assert isinstance(chats.do(p.Undo, chat_id="c"), p.Undone)
    assert chat.session.cached == 0 and not chat.session.log.marks
    messages = tuple(chat.session.messages)
    if how == "closed":
        chats.do(p.CloseChat, chat_id="c")
        chat = chats.open("c", *messages)
    else:
        assert chats.host._cached_chats is not None
        chats.host._cached_chats.evict(None, everything=True)
    chats.settle()
    assert isinstance(chats.ask(chats.saying("c", "And then?")), p.Replied)
    assert not chat.session.log.marks and not chat.session.model.blocks(chat.session.seq_id)


@pytest.mark.parametrize("how", ["gave way", "closed"])
@pytest.mark.parametrize("queued", [False, True])
def test_what_was_undone_does_not_come_back_from_what_was_still_to_be_written(
    load: Callable[..., Chats], monkeypatch: pytest.MonkeyPatch, how: str, queued: bool
) -> None:
    chats = load()
    chat, other = chats.open("c"), chats.open("d")
    assert all(isinstance(chats.ask(chats.saying(name)), p.Replied) for name in ("c", "d"))
    chats.settle()
    written, write = threading.Event(), snapshot.write

    def slowly(*given: Any) -> Any:
        assert written.wait(60)
        return write(*given)

    def stop() -> None:
        raise Cancelled("chat.reading_stopped")

    monkeypatch.setattr(snapshot, "write", slowly)
    with monkeypatch.context() as patch:
        patch.setattr(chat.chat_snapshots, "keep", lambda *_, **__: None)  # as of a very large memory
        if queued:
            other.save_quietly()
        assert isinstance(chats.do(p.Compact, chat_id="c", ratio=4.0), p.Compacted)
        patch.setattr(chat.session, "_stop_if_asked", stop)
        assert isinstance(chats.do(p.Undo, chat_id="c"), p.Undone)
    assert chat.session.cached == 0 and not chat.session.log.marks
    messages = tuple(chat.session.messages)
    if how == "closed":
        chats.do(p.CloseChat, chat_id="c")
        written.set()
        chats.settle()
        chat = chats.open("c", *messages)
    else:
        assert chats.host._cached_chats is not None
        chats.host._cached_chats.evict(None, everything=True)
    assert isinstance(chats.ask(chats.saying("c", "And then?")), p.Replied)
    written.set()
    assert not chat.session.log.marks and not chat.session.model.blocks(chat.session.seq_id)
