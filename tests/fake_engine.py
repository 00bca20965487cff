"""A scriptable engine: the protocol of the real one, without a model.

Two ways to drive the same :class:`ScriptedModel`: as a child process (``fake_command(Script(...))`` gives the command
line for EngineProcess) and inside the test's own process (:class:`InProcessEngine`). Nothing in it sleeps: where a
script says ``hold_at``, the reply waits for the next request (a Cancel ends it, a Hello lets it go on), or in process
for ``release()``.
"""

from __future__ import annotations

import os
import queue
import struct
import sys
import threading
from collections.abc import Generator
from dataclasses import dataclass
from pathlib import Path

import msgspec

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from app.core.texts import Text, say
from engine import protocol as p
from engine.compaction.policy import Fill, effective, limits


class Script(msgspec.Struct, frozen=True, omit_defaults=True):
    """What the fake does. Token numbers count from 1 within a reply; 0 means never.

    ``replies``: pieces of each reply, used in turn and from the start again. ``once``: a file that is made when a
    crash or garbage is about to happen; while it exists these do not happen again.
    ``n_ctx``: tokens of the memory, a word is a token.
    """

    replies: tuple[tuple[str, ...], ...] = (("Hello ", "from ", "the ", "fake ", "engine."),)
    n_ctx: int = 0
    hold_at: int = 0
    crash_at: int = 0
    crash_on: str = ""  # op at which to die: load, open_chat, generate, compact, ...
    crash_signal: int = 0  # 0: exit with code 3
    garbage_at: int = 0
    once: str = ""
    ignore_cancel: bool = False
    ignore_quit: bool = False
    never_ready: bool = False
    version: int = p.PROTOCOL_VERSION
    stderr: tuple[str, ...] = ()
    load_error: str = ""
    open_note: Text | None = None
    hold_open: int = 0  # tokens of a chat after which its reading waits; a Cancel ends it there
    reply_error: str = ""  # code of an Error that ends every Generate
    reply_reason: str = "eos"
    compact_error: str = ""
    undo_error: str = ""
    title: str = ""  # answer to every Complete
    facts: tuple[str, ...] = ()  # answers to those that want a schema, in turn and from the start again
    hold_facts: bool = False  # each of these waits
    free_memory: int = 8_000_000_000
    estimate_error: str = ""
    hold_measure: bool = False
    server_error: str = ""  # code of what ServerStart ends with
    served: tuple[p.ServedRequest, ...] = ()  # what the local server answered
    measure_error: str = ""
    thinking: tuple[str, ...] = ()  # what its template can be told about thinking
    thinking_at_start: bool = False
    states_apart: bool = False  # each model has saved states of its own
    sees: bool = False  # looks at pictures, also without a vision part
    devices: tuple[str, ...] = ()
    cartridges: tuple[p.CartridgeFacts, ...] = ()  # documents that were read earlier
    hold_reading: bool = False  # at half of each document
    reading_error: str = ""  # code of what every ReadDocument ends with


DEFAULT = Script()


class Hold:
    """It waits; the driver sends it the reason to go on: "cancel" or "release"."""


class Crash(Exception):
    """The process is to die here."""


class Garbage:
    """Bytes that are no frame."""

    data = b"\xff\xff\xff\xff this is not a frame"


Step = p.AnyEvent | Hold | Garbage
Steps = Generator[Step, str | None, None]

TOO_LONG = say("chat.message_too_long", tokens=9000, room=4000)
NOT_LOADED = say("load.refused", reason="unknown model architecture")
CRASHED = say("engine.signal", signal="SIGSEGV")
BYTES_PER_TOKEN = 1000
PICTURE = 16  # tokens of one
READ_RATIO = 8  # how many times smaller a document is that was read
WEIGHTS, BUFFERS = 90_000_000, 20_000_000


def choice(request: p.Load | p.Estimate, n_ctx: int) -> p.LoadChoice:
    """What is left to the engine comes to 8 threads and all of 24 layers."""
    left = {
        "n_ctx": not (request.n_ctx or request.kv_budget or request.kv_share), "n_gpu_layers": request.n_gpu_layers < 0,
        "kv_type": request.kv_type == "auto", "n_threads": not request.n_threads, "n_ubatch": not request.n_ubatch,
    }  # fmt: skip
    kv_type = "f16" if request.kv_type == "auto" else request.kv_type
    kv, automatic = n_ctx * BYTES_PER_TOKEN, tuple(name for name, is_left in left.items() if is_left)
    return p.LoadChoice(
        n_ctx=n_ctx, kv_type=kv_type, n_gpu_layers=0, n_layer=24, n_threads=request.n_threads or 8,
        n_ubatch=request.n_ubatch or 256, kv_bytes=kv, automatic=automatic,
        summary=say("choice.none", tokens=n_ctx, there=0, layers=24, threads=8, kv=kv, kv_type=kv_type),
        reasons=(say("choice.trained"),),
    )  # fmt: skip


def logprobs(piece: str, n: int) -> tuple[p.TokenLogprob, ...]:
    """A piece as one token: the likelier the shorter it is, with as many others as are asked for."""
    chance = -len(piece) / 4
    others = (p.TokenOption(k, b" word%d" % k, chance - k) for k in range(1, n))
    top = (p.TokenOption(0, piece.encode(), chance), *others)[: max(n, 0)]
    return (p.TokenLogprob(0, piece.encode(), chance, top),) if n >= 0 else ()


def words_of(path: str) -> int | None:
    """Words of a text file; None: there is none."""
    try:
        return len(Path(path).read_text(encoding="utf-8").split())
    except OSError:
        return None


class FakeChat:
    """A chat that is open: a word is a token, a row too.

    Attributes:
        documents: those in its messages; the tokens of those that are mounted are told apart from the others'.
        items: message id and tokens of each.
        block: logical tokens compacted, rows that stand for them.
        forgotten: how many of the first items left the memory.
        unread: tokens that were to be read when that was stopped.
    """

    def __init__(self, chat_id: str, folder: Path, n_ctx: int) -> None:
        self.id, self.folder, self.n_ctx = chat_id, folder, n_ctx
        self.items: list[tuple[str, int]] = []
        self.block: tuple[int, int] = (0, 0)
        self.state_key = ""
        self.forgotten = self.unread = 0
        self.policy = p.CompactionPolicy()
        self.documents: list[p.DocumentInView] = []

    @property
    def tokens(self) -> int:
        return sum(count for _, count in self.items[self.forgotten :])

    def take_in(self, message: p.PromptMessage, documents: list[p.DocumentInView]) -> None:
        """A message that follows, with what its documents are here."""
        self.documents += documents
        self.items.append((message.id, len(message.content.split()) + sum(one.cells for one in documents)))

    @property
    def rows(self) -> int:
        return self.tokens - self.block[0] + self.block[1]

    def memory(self, number: int = 0) -> p.Memory:
        segments = []
        if self.block[0]:
            tokens, rows = self.block
            segments.append(p.Segment("compacted", tokens, rows * BYTES_PER_TOKEN, ratio=tokens / max(1, rows)))
        live = self.tokens - self.block[0]
        mounted = [one for one in self.documents if one.mounted]
        if (cells := sum(one.cells for one in mounted)) and cells <= live:
            live -= cells
            tokens = sum(one.tokens for one in mounted)
            segments.append(p.Segment("documents", tokens, cells * BYTES_PER_TOKEN, ratio=tokens / cells))
        segments.append(p.Segment("live", live, live * BYTES_PER_TOKEN))
        block = self.block[1]
        fill = Fill(
            self.n_ctx * BYTES_PER_TOKEN,
            block * BYTES_PER_TOKEN,
            BYTES_PER_TOKEN,
            self.rows - block,
            self.n_ctx - block,
        )
        limited = effective(self.policy, self.n_ctx)
        found = limits(fill, limited, 0, limited.auto)
        return p.Memory(
            id=number,
            chat_id=self.id,
            segments=tuple(segments),
            tokens=self.tokens - self.unread,
            unread=self.unread,
            bytes_used=self.rows * BYTES_PER_TOKEN,
            bytes_total=self.n_ctx * BYTES_PER_TOKEN,
            free_tokens=max(0, self.n_ctx - self.rows),
            fill=min(1.0, self.rows / self.n_ctx) if self.n_ctx else 0.0,
            room=found.room,
            longest=found.longest,
            most=found.most,
            undo=(0, self.block[0]) if self.block[0] else None,
            forgotten=self.items[self.forgotten - 1][0] if self.forgotten else "",
            forgets=self.policy.when_full == "forget",
            documents=tuple(self.documents),
        )

    def spans(self) -> tuple[p.MessageSpan, ...]:
        spans, at = [], 0
        for message_id, count in self.items:
            spans.append(p.MessageSpan(message_id, at, at + count))
            at += count
        return tuple(spans)

    @property
    def snapshot_path(self) -> Path:
        return self.folder / f"fake{self.state_key}.snapshot"

    def save(self) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        self.snapshot_path.write_bytes(msgspec.json.encode((self.items, self.block)))

    def load(self) -> bool:
        """Take what was saved, if it is of the same messages."""
        if not self.snapshot_path.exists():
            return False
        kind = tuple[list[tuple[str, int]], tuple[int, int]]
        items, block = msgspec.json.decode(self.snapshot_path.read_bytes(), type=kind)
        if [message_id for message_id, _ in items] != [message_id for message_id, _ in self.items]:
            return False
        self.items, self.block = items, block
        return True


class ScriptedModel:
    """Answers requests; knows nothing of how they arrive."""

    def __init__(self, script: Script) -> None:
        self.script = script
        self.model: p.ModelFacts | None = None
        self.n_ctx = 0
        self.policy = p.CompactionPolicy()
        self.chats: dict[str, FakeChat] = {}
        self.replied = 0
        self.measured: set[str] = set()
        self.extracted = 0
        self.server_url = ""
        self.server_ended = False  # by itself
        self.cartridges = {(one.digest, one.model_key): one for one in script.cartridges}

    # helpers ----------------------------------------------------------------

    def _once(self) -> bool:
        """Whether an accident may happen now."""
        if not self.script.once:
            return True
        marker = Path(self.script.once)
        if marker.exists():
            return False
        marker.touch()
        return True

    def save(self) -> None:
        for chat in self.chats.values():
            chat.save()

    def _compact(self, chat: FakeChat, number: int) -> Steps:
        for done in (0, 500, 1000):
            yield p.Progress(id=number, what="compact", done=done, total=1000)
        live = chat.tokens - chat.block[0]
        keep = min(self.policy.keep_recent, live // 4)
        rows = max(1, int(self.policy.target * chat.n_ctx) - keep)
        before = chat.rows
        taken = chat.tokens - keep
        chat.block = (taken, min(rows, max(1, taken // 4)))
        at, after = 0, ""
        for message_id, count in chat.items:
            at += count
            if at > taken:
                break
            after = message_id
        report = p.CompactionReport(
            token_start=0,
            token_end=taken,
            tokens=taken,
            rows=chat.block[1],
            bytes_before=before * BYTES_PER_TOKEN,
            bytes_after=chat.rows * BYTES_PER_TOKEN,
            ratio=taken / max(1, chat.block[1]),
            error=0.01,
            error_max=0.02,
            same=0.97,
            ms=12.0,
            layers=(p.LayerError(0, 0.005, 0.01), p.LayerError(1, 0.015, 0.02)),
        )
        yield chat.memory()
        yield p.Compacted(id=number, chat_id=chat.id, report=report, after=after)

    def _extract(self, request: p.Complete) -> Steps:
        if self.script.hold_facts and (yield Hold()) == "cancel":
            yield p.Error(id=request.id, code="cancelled", text=say("request.stopped"))
            return
        facts = self.script.facts or ('{"facts": []}',)
        self.extracted += 1
        yield p.Completed(id=request.id, text=facts[(self.extracted - 1) % len(facts)])

    def _preview(self, chat: FakeChat, request: p.Preview) -> p.AnyEvent:
        if request.incoming:
            half = chat.n_ctx * BYTES_PER_TOKEN // 2
            points = [p.CompactionEstimate(0.0, 12.0, half, 100, 0.14, 0.0, request.incoming, 0, 0.91)]
            return p.Previewed(
                id=request.id, chat_id=chat.id, tokens=request.incoming, recent=0, bytes_now=0, bytes_total=1,
                free_now=0, points=tuple(points),
            )  # fmt: skip
        if self.script.compact_error:
            return p.Error(id=request.id, code=self.script.compact_error, text=say("compact.nothing_old"))
        keep = min(self.policy.keep_recent, chat.tokens // 4)
        taken, points = chat.tokens - keep, []
        for ratio in request.ratios:
            rows = keep + round(taken / (ratio or 4.0))
            points.append(
                p.CompactionEstimate(
                    ratio, ratio or 4.0, rows * BYTES_PER_TOKEN, chat.n_ctx - rows, 0.05, 1200.0, taken, keep
                )
            )
        return p.Previewed(
            id=request.id, chat_id=chat.id, tokens=taken, recent=keep, bytes_now=chat.rows * BYTES_PER_TOKEN,
            bytes_total=chat.n_ctx * BYTES_PER_TOKEN, free_now=chat.n_ctx - chat.rows, points=tuple(points),
        )  # fmt: skip

    # requests ---------------------------------------------------------------

    def answer(self, request: p.AnyRequest) -> Steps:
        """All that a request brings about, the closing event last."""
        op = str(type(request).__struct_config__.tag)
        if self.script.crash_on == op and self._once():
            raise Crash
        number = request.id
        match request:
            case p.Hello():
                yield p.Ready(
                    id=number, engine="fake", version=self.script.version, pid=os.getpid(), devices=self.script.devices
                )
            case p.Load():
                yield from self._load(request)
            case p.Unload():
                self.save()
                self.model, self.chats = None, {}
                yield p.Done(id=number)
            case p.OpenChat():
                yield from self._open(request)
            case p.Fork():
                self._fork(request)
                yield p.Done(id=number)
            case p.CloseChat():
                for chat in [chat for chat in self.chats.values() if request.chat_id in ("", chat.id)]:
                    self.chats.pop(chat.id).save()
                yield p.Done(id=number)
            case p.Read() | p.Generate() | p.Compact() | p.Preview() | p.Undo() | p.Snapshot() | p.Truncate():
                chat = self.chats.get(request.chat_id)
                if chat is None:
                    yield p.Error(id=number, code="no_chat", text=say("chat.not_open"))
                else:
                    yield from self._in_chat(chat, request)
            case p.Complete():
                if request.sampling.output == "schema":
                    yield from self._extract(request)
                else:
                    yield p.Completed(id=number, text=self.script.title)
            case p.SavePower():
                yield p.Done(id=number)
            case p.SetPolicy():
                self.policy = request.policy
                for chat in self.chats.values():
                    chat.policy = request.policy
                    yield chat.memory()
                yield p.Done(id=number)
            case p.CheckForm():
                wrong = request.output == "grammar" and "::=" not in request.form
                problem = say("grammar.at", line=1, column=1, what=say("grammar.rule_name")) if wrong else None
                yield p.FormChecked(id=number, problem=problem)
            case p.Tokenize():
                if request.pictures and not (self.model and self.model.sees):
                    yield p.Error(id=number, code="bad_picture", text=say("vision.not_loaded"))
                    return
                tokens = len(request.text.split()) + PICTURE * len(request.pictures)
                tokens += sum(document.cells for document in self.documents(request))
                if request.new_chat is None:
                    yield p.Tokenized(id=number, tokens=tokens)
                    return
                limited = effective(request.new_chat, self.n_ctx)
                empty = Fill(self.n_ctx * BYTES_PER_TOKEN, 0, BYTES_PER_TOKEN, 0, self.n_ctx)
                found = limits(empty, limited, len(request.system_prompt.split()), limited.auto)
                yield p.Tokenized(id=number, tokens=tokens, room=found.room, longest=found.longest, most=found.most)
            case p.Embed():
                vectors = tuple(struct.pack("<2f", 1.0, 0.0) for _ in request.texts)
                yield p.Embedded(id=number, vectors=vectors, n_embd=2, n_tokens=len(request.texts))
            case p.Estimate():
                facts = p.ModelFacts(path=request.path, name=Path(request.path).stem, architecture="fake")
                if self.script.estimate_error:
                    yield p.Error(
                        id=number,
                        code=self.script.estimate_error,
                        text=say("load.budget_too_small", budget=1 << 20, name="it", tokens=512, least=1 << 24),
                    )
                    return
                free = self.script.free_memory
                kv = request.kv_budget or round(request.kv_share * free) or (request.n_ctx or 4096) * BYTES_PER_TOKEN
                yield p.Estimated(
                    id=number, model=facts, weights=WEIGHTS, kv=kv, compute=BUFFERS, available=free,
                    n_ctx=kv // BYTES_PER_TOKEN, heads="measured" if request.path in self.measured else "none",
                    choice=choice(request, kv // BYTES_PER_TOKEN),
                )  # fmt: skip
            case p.Measure():
                for done in (0, 500):
                    yield p.Progress(id=number, what="measure", done=done, total=1000)
                if self.script.hold_measure and (yield Hold()) == "cancel":
                    yield p.Error(id=number, code="cancelled", text=say("heads.stopped"))
                elif self.script.measure_error:
                    yield p.Error(id=number, code=self.script.measure_error, text=say("request.out_of_memory"))
                else:
                    self.measured.add(request.path)
                    yield p.Measured(id=number, fingerprint="fp", heads="measured")
            case p.ReadDocument():
                yield from self._read(request)
            case p.ListCartridges():
                found = sorted(self.cartridges.values(), key=lambda one: -one.used)
                yield p.Cartridges(id=number, cartridges=tuple(found), bytes=sum(one.bytes for one in found))
            case p.DeleteCartridge():
                for key in self._cartridge_keys(request):
                    del self.cartridges[key]
                yield p.Done(id=number)
            case p.KeepCartridge():
                for key in self._cartridge_keys(request):
                    self.cartridges[key] = msgspec.structs.replace(self.cartridges[key], kept=request.keep)
                yield p.Done(id=number)
            case p.TidySnapshots():
                yield p.Done(id=number)
            case p.StopReading():  # the driver has told those that are held
                yield p.Done(id=number)
            case p.ServerStart() | p.ServerStop() | p.ServerStatus():
                yield self._serve(request)
            case p.Cancel() | p.Quit():
                yield p.Done(id=number)

    def _read(self, request: p.ReadDocument) -> Steps:
        """A document's words are its tokens."""
        number, digest = request.id, request.digest
        if self.model is None:
            yield p.Error(id=number, code="no_model", text=say("model.none"))
            return
        yield p.DocumentProgress(id=number, digest=digest, done=0, total=0, step="waiting")
        if self.script.reading_error:
            yield p.Error(id=number, code=self.script.reading_error, text=say("request.out_of_memory"))
            return
        tokens = words_of(request.path)
        if tokens is None:
            text = say("document.missing", name=request.name, reason="No such file or directory")
            yield p.Error(id=number, code="bad_document", text=text)
            return
        yield p.DocumentProgress(id=number, digest=digest, done=tokens // 2, total=tokens)
        if self.script.hold_reading and (yield Hold()) == "cancel":
            yield p.Error(id=number, code="cancelled", text=say("document.reading_stopped", name=request.name))
            return
        yield p.DocumentProgress(id=number, digest=digest, done=tokens, total=tokens, step="compacting")
        ratio = request.ratio or READ_RATIO
        cells = max(1, round(tokens / ratio))
        read = self.cartridges[digest, self.model.state_key] = p.CartridgeFacts(
            digest, self.model.state_key, request.name, self.model.name, tokens, cells, cells * BYTES_PER_TOKEN,
            ratio, 0.05, float(len(self.cartridges) + 1),
        )  # fmt: skip
        yield p.DocumentReady(id=number, cartridge=read, ms=10.0)

    def _cartridge_keys(self, request: p.DeleteCartridge | p.KeepCartridge) -> list[tuple[str, str]]:
        wanted = request.digest, request.model_key if isinstance(request, p.DeleteCartridge) else ""
        return [key for key in self.cartridges if key == wanted or (key[0] == wanted[0] and not wanted[1])]

    def documents(self, message: p.PromptMessage | p.Tokenize) -> list[p.DocumentInView]:
        """The documents of a message as they stand in a chat."""
        key, found = self.model.state_key if self.model is not None else "", []
        for part in message.documents:
            read, tokens = self.cartridges.get((part.digest, key)), words_of(part.path) or 0
            cells = read.cells if read is not None else tokens
            found.append(p.DocumentInView(part.digest, tokens, cells, read is not None))
        return found

    def _serve(self, request: p.ServerRequest) -> p.Event:
        if isinstance(request, p.ServerStart):
            if self.script.server_error:
                self.server_url = ""
                text = say(self.script.server_error, port=str(request.port))
                return p.Error(id=request.id, code="cannot_serve", text=text)
            self.server_url = f"http://{request.host}:{request.port or 8080}"
        elif isinstance(request, p.ServerStop):
            self.server_url = ""
        elif self.server_ended:
            self.server_url, self.server_ended = "", False
            return p.Error(id=request.id, code="cannot_serve", text=say("server.ended"))
        served = self.script.served if self.server_url else ()
        return p.ServerState(id=request.id, url=self.server_url, recent=served, answered=len(served))

    def _fork(self, request: p.Fork) -> None:
        """The same as the real one: what was saved of the other chat, with the new ids."""
        source = FakeChat("", Path(request.source), self.n_ctx)
        if source.snapshot_path.exists():
            kind = tuple[list[tuple[str, int]], tuple[int, int]]
            items, block = msgspec.json.decode(source.snapshot_path.read_bytes(), type=kind)
            target = FakeChat(request.chat_id, Path(request.folder), self.n_ctx)
            target.items, target.block = [(request.ids[key], n) for key, n in items if key in request.ids], block
            target.save()

    def _in_chat(
        self,
        chat: FakeChat,
        request: p.Read | p.Generate | p.Compact | p.Preview | p.Undo | p.Snapshot | p.Truncate,
    ) -> Steps:
        number = request.id
        match request:
            case p.Read():
                before = chat.unread
                yield from self._read_chat(chat, number, before)
                yield chat.memory()
                yield p.Opened(
                    id=number, chat_id=chat.id, how="rebuilt", ms=2.0, tokens=chat.tokens - chat.unread,
                    spans=chat.spans(), read=before - chat.unread, unread=chat.unread,
                )  # fmt: skip
            case p.Generate():
                yield from self._generate(chat, request)
            case p.Compact():
                if self.script.compact_error:
                    yield p.Error(id=number, code=self.script.compact_error, text=say("compact.nothing_old"))
                else:
                    yield from self._compact(chat, number)
            case p.Preview():
                yield self._preview(chat, request)
            case p.Undo():
                if chat.forgotten and not chat.block[0]:
                    chat.forgotten = 0
                    yield chat.memory(number)
                    yield p.Undone(id=number, chat_id=chat.id, token_start=-1, token_end=-1)
                elif self.script.undo_error:
                    yield p.Error(id=number, code=self.script.undo_error, text=say("undo.no_room", tokens=700))
                elif chat.block[0]:
                    taken, chat.block = chat.block[0], (0, 0)
                    yield p.Progress(id=number, what="rebuild", done=taken, total=taken)
                    yield chat.memory(number)
                    yield p.Undone(id=number, chat_id=chat.id, token_start=0, token_end=taken)
                else:
                    yield p.Error(id=number, code="cannot_compact", text=say("undo.nothing"))
            case p.Snapshot():
                chat.save()
                yield p.SnapshotWritten(
                    id=number, chat_id=chat.id, path=str(chat.snapshot_path), bytes=1, tokens=chat.tokens, ms=1.0
                )
            case p.Truncate():
                ids = [message_id for message_id, _ in chat.items]
                keep = ids.index(request.keep_last) + 1 if request.keep_last in ids else 0
                chat.unread = max(0, chat.unread - sum(count for _, count in chat.items[keep:]))
                chat.items = chat.items[:keep]
                chat.forgotten = chat.forgotten if chat.forgotten < keep else 0
                if chat.tokens < chat.block[0]:
                    chat.block = (0, 0)
                yield chat.memory()
                yield p.Done(id=number, spans=chat.spans())

    def _load(self, request: p.Load) -> Steps:
        if self.script.load_error:
            yield p.Error(id=request.id, code=self.script.load_error, text=NOT_LOADED)
            return
        for done in (0, 500, 1000):
            yield p.Progress(id=request.id, what="load", done=done, total=1000)
        self.model = p.ModelFacts(
            path=request.path, name=Path(request.path).stem, architecture="fake", fingerprint=f"fp:{request.path}",
            thinking=self.script.thinking, thinking_at_start=self.script.thinking_at_start,  # type: ignore[arg-type]
            sees=bool(request.mmproj) or self.script.sees,
            state_key=f"-{Path(request.path).stem}" if self.script.states_apart else "",
        )  # fmt: skip
        if self.script.states_apart:
            self.save()
        self.n_ctx = self.script.n_ctx or request.n_ctx or 4096
        self.chats = {}
        yield p.Loaded(
            id=request.id, model=self.model, n_ctx=self.n_ctx, ms=5.0, devices=("CPU",),
            choice=choice(request, self.n_ctx),
        )  # fmt: skip

    def _open(self, request: p.OpenChat) -> Steps:
        if self.model is None:
            yield p.Error(id=request.id, code="no_model", text=say("model.none"))
            return
        before = self.chats.pop(request.chat_id, None)
        if before is not None:
            before.save()
        self.policy = request.policy
        chat = self.chats[request.chat_id] = FakeChat(request.chat_id, Path(request.folder), self.n_ctx)
        chat.state_key = self.model.state_key
        chat.policy = request.policy
        for message in request.messages:
            chat.take_in(message, self.documents(message))
        how: str = "rebuilt" if chat.items else "empty"
        if not self.script.open_note and chat.load():
            how = "resumed"
        if how == "rebuilt" and 0 <= request.read_most < chat.tokens:
            chat.unread = chat.tokens
        elif how == "rebuilt":
            yield from self._read_chat(chat, request.id, chat.tokens)
        yield chat.memory()
        yield p.Opened(
            id=request.id,
            chat_id=chat.id,
            how=how,  # type: ignore[arg-type]
            ms=2.0,
            tokens=chat.tokens - chat.unread,
            spans=chat.spans(),
            note=self.script.open_note,
            unread=chat.unread,
        )

    def _read_chat(self, chat: FakeChat, number: int, tokens: int) -> Steps:
        """Read the last ``tokens`` of a chat, as many of them as it is left to."""
        yield p.Progress(id=number, what="rebuild", done=chat.tokens - tokens, total=chat.tokens)
        chat.unread = 0
        if 0 < self.script.hold_open < tokens:
            step = yield Hold()
            chat.unread = tokens - self.script.hold_open if step == "cancel" else 0

    def _generate(self, chat: FakeChat, request: p.Generate) -> Steps:
        number = request.id
        if self.script.reply_error:
            yield p.Error(id=number, code=self.script.reply_error, text=TOO_LONG)
            return
        chat.unread = 0
        if request.user is not None and not (chat.items and chat.items[-1][0] == request.user.id):
            chat.take_in(request.user, self.documents(request.user))
        prompt = chat.items[-1][1] if request.user is not None else 0
        yield p.Progress(id=number, what="prefill", done=0, total=prompt)
        if self.policy.auto and self.n_ctx and chat.rows >= self.policy.threshold * self.n_ctx:
            if self.policy.when_full == "forget":
                chat.forgotten, chat.block = len(chat.items) - 1, (0, 0)
                yield chat.memory()
            else:
                yield from self._compact(chat, number)
        pieces = self.script.replies[self.replied % len(self.script.replies)]
        self.replied += 1
        if not request.continue_reply:
            chat.items.append((request.reply_id, 0))
        reason, count = self.script.reply_reason, 0
        for count, piece in enumerate(pieces, 1):
            if self.script.crash_at == count and self._once():
                raise Crash
            if self.script.garbage_at == count and self._once():
                yield Garbage()
            why = None
            if self.script.hold_at == count:
                why = yield Hold()
            if why != "cancel":
                told = logprobs(piece, request.sampling.top_logprobs)
                why = yield p.Token(
                    id=number, chat_id=chat.id, reply_id=request.reply_id, text=piece, n=1, logprobs=told
                )
                last, had = chat.items[-1]
                chat.items[-1] = (last, had + 1)
            if why == "cancel":
                reason = "cancelled"
                break
        if chat.items[-1] == (request.reply_id, 0):  # nothing was written: the reply never was
            chat.items.pop()
            chat.unread = prompt // 2  # it was stopped while it read
        yield chat.memory()
        yield p.Replied(
            id=number,
            chat_id=chat.id,
            reply_id=request.reply_id,
            reason=reason,  # type: ignore[arg-type]
            tokens=count,
            prompt_tokens=prompt,
            prefill_ms=1.0,
            decode_ms=10.0,
            first_token_ms=2.0,
            spans=chat.spans(),
        )


# --------------------------------------------------------------------------- as a child process


def fake_command(script: Script = DEFAULT) -> list[str]:
    """The command line of a child that follows ``script``."""
    return [sys.executable, str(Path(__file__).resolve()), msgspec.json.encode(script).decode()]


class _Child:
    def __init__(self, script: Script) -> None:
        self.script = script
        self.scripted = ScriptedModel(script)
        self.requests: queue.Queue[p.AnyRequest | None] = queue.Queue()
        self.waiting: list[p.AnyRequest] = []

    def read(self) -> None:
        frames = p.FrameBuffer()
        while data := os.read(0, 65536):
            for body in frames.feed(data):
                self.requests.put(p.decode_request(body))
        self.requests.put(None)

    def send(self, event: p.AnyEvent) -> None:
        os.write(1, p.encode(event))

    def interruption(self, *, wait: bool) -> str | None:
        """Look at what came in while a reply runs: "cancel", "release", or None."""
        while True:
            try:
                request = self.requests.get(block=wait)
            except queue.Empty:
                return None
            if request is None:
                os._exit(0)  # the program is gone
            if isinstance(request, p.Cancel):
                self.send(p.Done(id=request.id))
                if not self.script.ignore_cancel:
                    return "cancel"
            elif isinstance(request, p.StopReading):
                self.send(p.Done(id=request.id))
                return "cancel"
            elif isinstance(request, p.Hello):
                self.send(p.Ready(id=request.id))
                return "release"
            elif isinstance(request, p.Quit):
                if not self.script.ignore_quit:
                    self.scripted.save()
                    os._exit(0)
            else:
                self.waiting.append(request)

    def run(self) -> None:
        for line in self.script.stderr:
            print(line, file=sys.stderr, flush=True)
        threading.Thread(target=self.read, daemon=True).start()
        if not self.script.never_ready:
            ready = p.Ready(version=self.script.version, engine="fake", pid=os.getpid(), devices=self.script.devices)
            self.send(ready)
        while True:
            request = self.waiting.pop(0) if self.waiting else self.requests.get()
            if request is None:
                return
            try:
                self.play(self.scripted.answer(request))
            except Crash:
                sys.stderr.flush()
                if self.script.crash_signal:
                    os.kill(os.getpid(), self.script.crash_signal)
                os._exit(3)
            if isinstance(request, p.Quit):
                if self.script.ignore_quit:
                    threading.Event().wait()
                self.scripted.save()
                return

    def play(self, steps: Steps) -> None:
        answer: str | None = None
        while True:
            try:
                step = steps.send(answer)
            except StopIteration:
                return
            answer = None
            if isinstance(step, Hold):
                while answer is None:
                    answer = self.interruption(wait=True)
            elif isinstance(step, Garbage):
                os.write(1, step.data)
            else:
                self.send(step)
                if isinstance(step, p.Token):
                    answer = self.interruption(wait=False)


# --------------------------------------------------------------------------- in the test's process


def in_process_engine(script: Script = DEFAULT) -> InProcessEngine:
    """An Engine without a process. (A function, so that the child process needs no Qt.)"""
    return InProcessEngine(script)


if __name__ == "__main__":
    _Child(msgspec.json.decode(sys.argv[1], type=Script)).run()
else:
    from PySide6.QtCore import QTimer

    from app.services.engine_client.failure import EngineDied
    from app.services.engine_client.process import DIED, TIMED, Engine, Handler
    from engine.process.queue import Ticket, is_aside

    @dataclass(eq=False)
    class _Run:
        """A request that waits or is played."""

        request: p.AnyRequest
        closed: Handler
        event: Handler | None
        steps: Steps | None = None
        answer: str | None = None
        holding: bool = False
        cancelled: bool = False

        def before(self, later: _Run) -> bool:
            """Whether ``later`` has to wait for it."""
            return Ticket(self.request).before(Ticket(later.request))

    class InProcessEngine(Engine):
        """Plays a script on the Qt loop, one step per turn of the loop.

        Attributes:
            requests: every request that came, in order.
            paused: while True no step is played; ``step()`` plays one.
        """

        def __init__(self, script: Script = DEFAULT) -> None:
            super().__init__()
            self.script = script
            self.scripted = ScriptedModel(script)
            self.requests: list[p.AnyRequest] = []
            self.paused = False
            self.starts = 0
            self._running = False
            self._runs: list[_Run] = []
            self._next_id = 0
            self._timer = QTimer(self, singleShot=True, interval=0)
            self._timer.timeout.connect(self._turn)

        def start(self) -> None:
            if not self._running:
                self._running = True
                self.starts += 1
                read, self.scripted = self.scripted.cartridges, ScriptedModel(self.script)
                self.scripted.cartridges |= read  # they lie on the disk
                ready = p.Ready(engine="fake", devices=self.script.devices)
                QTimer.singleShot(0, self, lambda: self.ready.emit(ready))

        @property
        def running(self) -> bool:
            return self._running

        def request(self, request: p.AnyRequest, closed: Handler, event: Handler | None = None) -> int:
            self._next_id += 1
            request = msgspec.structs.replace(request, id=self._next_id)
            self.requests.append(request)
            if isinstance(request, p.StopReading):
                self._stop_reading(request.digest)
            if not is_aside(request):
                self._stop_idle()
            if not self._running:
                dead = p.Error(id=request.id, code=DIED, text=say("engine.not_running"))
                QTimer.singleShot(0, self, lambda: closed(dead))
            else:
                if isinstance(request, p.Load | p.Estimate):
                    self.placing.emit(request)
                self._runs.append(_Run(request, closed, event))
                self._go()
            return self._next_id

        def cancel(self, target: int) -> None:
            for run in self._runs:
                if run.request.id == target and not self.script.ignore_cancel:
                    run.answer, run.holding, run.cancelled = "cancel", False, True
                    self._go()

        def _stop_idle(self) -> None:
            for run in self._runs:
                if isinstance(run.request, p.Complete) and run.request.idle:
                    self.cancel(run.request.id)

        def _stop_reading(self, digest: str) -> None:
            for run in self._runs:
                if isinstance(run.request, p.ReadDocument) and digest in ("", run.request.digest):
                    self.cancel(run.request.id)

        def release(self) -> None:
            """Let all replies that are held go on."""
            for run in self._runs:
                if run.holding:
                    run.answer, run.holding = "release", False
            self._go()

        @property
        def holding(self) -> bool:
            """Whether a reply waits at ``hold_at``."""
            return any(run.holding for run in self._runs)

        @property
        def held(self) -> list[str]:
            """The chats whose reply waits there."""
            return [str(getattr(run.request, "chat_id", "")) for run in self._runs if run.holding]

        def step(self) -> None:
            """Play one step while paused."""
            self._turn()

        def emit_event(self, event: p.AnyEvent) -> None:
            """Send an event of one's own: with the id of the running request, or 0."""
            run = next((run for run in self._runs if event.id and run.request.id == event.id), None)
            if run is None:
                self.unasked.emit(event)
            elif run.event is not None:
                run.event(event)

        def die(self, reason: Text = CRASHED, *, restarting: bool = True) -> None:
            """End as if the process had crashed."""
            self._running = False
            waiting, self._runs = self._runs, []
            for run in waiting:
                run.closed(p.Error(id=run.request.id, code=DIED, text=reason))
            self.died.emit(EngineDied(reason, signal="SIGSEGV", code=11, restarting=restarting))
            if restarting:
                self.start()

        def force_stop(self) -> None:
            self.die("You forced the engine to stop.")

        def stop(self, timeout_ms: int = 3000) -> None:
            self.scripted.save()
            self._timer.stop()
            self._running = False
            self._runs.clear()

        def lines(self) -> tuple[str, ...]:
            return self.script.stderr

        def _go(self) -> None:
            if not self.paused and self._next() is not None:
                self._timer.start()

        def _next(self) -> _Run | None:
            """The first that is neither held nor has to wait for an earlier one: the engine's own order."""
            for at, run in enumerate(self._runs):
                if not run.holding and not any(earlier.before(run) for earlier in self._runs[:at]):
                    return run
            return None

        def _turn(self) -> None:
            run = self._next()
            if run is None:
                return
            if run.steps is None:
                run.steps = self.scripted.answer(run.request)
                run.answer = None
            try:
                answer, run.answer = run.answer, None
                step = run.steps.send(answer)
            except StopIteration:
                self._runs.remove(run)
            except Crash:
                self.die()
                return
            else:
                if isinstance(step, TIMED):
                    self.timed.emit(step)
                if isinstance(step, Hold):  # one that was cancelled on its way here is told so
                    run.holding, run.answer = not run.cancelled, "cancel" if run.cancelled else None
                elif isinstance(step, Garbage):
                    self.die("The engine sent something that is not a message.")
                    return
                elif step.id == 0:
                    self.unasked.emit(step)
                elif isinstance(step, (run.request.closes, p.Error)):
                    self._runs.remove(run)
                    run.closed(step)
                elif run.event is not None:
                    run.event(step)
            self._go()
