"""What the program asks of the engine. Each ends with one event of the kind it ``closes`` with, or an Error."""

from __future__ import annotations

from typing import ClassVar, Literal

import msgspec

from engine.protocol import events
from engine.protocol.values import (
    PROTOCOL_VERSION,
    CompactionPolicy,
    DocumentPart,
    FlashAttention,
    Picture,
    PromptMessage,
    Sampling,
    SplitMode,
    Thinking,
)


class Request(msgspec.Struct, tag_field="op", kw_only=True):
    """``closes``: the kind of event that ends it. It may be a step of another one: Compacted within a Generate."""

    closes: ClassVar[type[events.Event]] = events.Done
    id: int

    def closed_by(self, event: events.Event) -> bool:
        """Whether ``event`` ends this request."""
        return event.id == self.id and isinstance(event, (self.closes, events.Error))


class Hello(Request, tag="hello"):
    closes: ClassVar[type[events.Event]] = events.Ready
    version: int = PROTOCOL_VERSION


class Load(Request, tag="load"):
    """Load a model, replacing the loaded one.

    ``n_ctx``: tokens its memory may hold, 0: chosen by the engine; ``kv_budget``: bytes its memory may take instead, 0:
    as ``n_ctx`` says; ``kv_share``: share (0 to 1) of the memory that is free without a model, instead of both. However
    it is told, it gets no more tokens than the model was trained for. The engine also chooses ``n_threads`` 0,
    ``n_ubatch`` (tokens of one decode) 0, ``kv_type`` auto, and ``n_gpu_layers`` -1 (the output layer counts as one).

    ``split``: in which ratio several devices share the layers (): as they fit; other ``split_mode`` than layer are
    refused.
    ``measure``: find the best number of threads by a short measurement, once per model and machine.

    ``flash_attention``: off: none, so that the memory can neither be compacted nor be of a quantized type; auto: as the
    library thinks best for the device.

    ``chats``: how many its memory may hold at a time (0: chosen by the engine); fewer where each takes memory of its
    own.

    ``mmproj``: the file of its vision part ("": none). Where that cannot be used the model is loaded without it, and
    ``Loaded.note`` says why.

    ``workers``: addresses (``host:port``) of computers that lend their devices. The model is loaded without those that
    cannot be used, and ``Loaded.note`` says why.
    """

    closes: ClassVar[type[events.Event]] = events.Loaded
    path: str
    n_ctx: int = 0
    kv_budget: int = 0
    n_threads: int = 0
    n_gpu_layers: int = -1
    kv_type: str = "auto"
    kv_share: float = 0.0
    flash_attention: FlashAttention = "on"
    mmproj: str = ""
    chats: int = 0
    n_ubatch: int = 0
    split: tuple[float, ...] = ()
    split_mode: SplitMode = "layer"
    measure: bool = False
    workers: tuple[str, ...] = ()


class Unload(Request, tag="unload"):
    pass


class OpenChat(Request, tag="open_chat"):
    """Open a chat. ``folder`` holds its snapshot and token log (created when needed), ``chunks`` what snapshots are
    made of, for all the chats whose folders lie beside it ("": the chat has its own).

    Other open chats stay open, and answer at the same time; those used least give up their memory when it is needed
    and come back from their folders. A chat that is open already is opened anew.

    ``messages`` is the whole branch shown, oldest first, without the system prompt; the last one may be an
    interrupted reply. If the snapshot fits, it is loaded; else the memory is rebuilt from the token log, else from
    the messages. Where that takes reading more than ``read_most`` tokens (-1: no matter how many), none are read before
    a Read or a Generate.
    """

    closes: ClassVar[type[events.Event]] = events.Opened
    chat_id: str
    folder: str
    system_prompt: str = ""
    messages: tuple[PromptMessage, ...] = ()
    policy: CompactionPolicy = CompactionPolicy()
    chunks: str = ""
    thinking: Thinking = Thinking()
    read_most: int = -1


class Read(Request, tag="read"):
    """Read what an open chat's memory lacks of it, from where its reading was stopped or waits."""

    closes: ClassVar[type[events.Event]] = events.Opened
    chat_id: str


class Fork(Request, tag="fork"):
    """Give the new chat ``chat_id`` what is saved of another one's memory, before it is opened; needs no model.

    ``source``, ``folder``: the folders of the two; ``chunks``: as in :class:`OpenChat`; ``ids``: ids of the other one's
    messages to those that the new chat has for them. What cannot be used is read anew, then.
    """

    chat_id: str
    source: str
    folder: str
    ids: dict[str, str]
    chunks: str = ""


class CloseChat(Request, tag="close_chat"):
    """Snapshot an open chat ("": all of them) and forget it."""

    chat_id: str = ""


class Generate(Request, tag="generate"):
    """Append ``user`` (None: reply to what stands last, or go on with an interrupted reply) and stream a reply.

    ``thinking`` counts from this reply on, unless it changes the beginning of the chat; then the one of OpenChat holds.
    ``anyway``: read ``user`` also if that takes more compaction than text bears well; see :class:`Memory`.
    """

    closes: ClassVar[type[events.Event]] = events.Replied
    chat_id: str
    reply_id: str
    user: PromptMessage | None = None
    continue_reply: bool = False
    sampling: Sampling = Sampling()
    thinking: Thinking = Thinking()
    anyway: bool = False


class Cancel(Request, tag="cancel"):
    """Stop the request ``target`` (0: all that run). Answered at once; the target ends with its own event."""

    target: int = 0


class Compact(Request, tag="compact"):
    """Compact an open chat now. ``ratio`` 0: as the policy says."""

    closes: ClassVar[type[events.Event]] = events.Compacted
    chat_id: str
    ratio: float = 0.0


class Preview(Request, tag="preview"):
    """What compacting an open chat now at each of ``ratios`` would cost and give; nothing is done.

    ``incoming``: instead, what all its old text comes to once a message of so many tokens was read: one entry.
    """

    closes: ClassVar[type[events.Event]] = events.Previewed
    chat_id: str
    ratios: tuple[float, ...] = (0.0,)
    incoming: int = 0


class Undo(Request, tag="undo"):
    """Take back the chat's last compaction: its text is read in again, older compactions are repeated as they were.

    ``tokens``: those of the compaction that is meant, as in Memory; another one is not taken back (None: the last).
    After it the chat compacts itself only once its memory is really full. Where the chat has no compaction, but turns
    left its memory, all of it is read again.
    """

    closes: ClassVar[type[events.Event]] = events.Undone
    chat_id: str
    tokens: tuple[int, int] | None = None


class SetPolicy(Request, tag="set_policy"):
    """From now on, for all open chats."""

    policy: CompactionPolicy


class SavePower(Request, tag="save_power"):
    """From now on (``on``), what nobody waits for is put off: measuring the heads of the loaded model, and refining.

    What compactions need is done as always, and so is all that is asked for.
    """

    on: bool


class Snapshot(Request, tag="snapshot"):
    """Write an open chat's snapshot into its folder."""

    closes: ClassVar[type[events.Event]] = events.SnapshotWritten
    chat_id: str


class TidySnapshots(Request, tag="tidy_snapshots"):
    """Delete, soon, what was saved of chats whose folders are gone; needs no model. ``chunks``: as in OpenChat."""

    chunks: str


class Truncate(Request, tag="truncate"):
    """Cut the chat after the message ``keep_last`` ("": keep only the system prompt).

    A cut behind the last compacted block removes the tail; a cut inside one rebuilds the memory from the token log.
    """

    chat_id: str
    keep_last: str = ""


class Complete(Request, tag="complete"):
    """Answer a question that belongs to no chat, while nothing else is to do; refused where it would need room that
    the chats have.

    ``idle``: it ends with an Error of code ``cancelled`` as soon as anything else is asked for, and takes no room from
    documents that are being read: ask again later.
    """

    closes: ClassVar[type[events.Event]] = events.Completed
    prompt: str
    system_prompt: str = ""
    sampling: Sampling = Sampling()
    idle: bool = False


class CheckForm(Request, tag="check_form"):
    """Whether a reply can have this form; as in :class:`Sampling`."""

    closes: ClassVar[type[events.Event]] = events.FormChecked
    output: Literal["text", "json", "schema", "grammar"]
    form: str = ""


class Tokenize(Request, tag="tokenize"):
    """Count the tokens of a text, and of pictures and documents as they stand in a message. A document that can be
    mounted counts as the uncompacted tokens it takes the room of.

    ``new_chat``: tell also what the first message of a chat with this policy and ``system_prompt`` may have.
    """

    closes: ClassVar[type[events.Event]] = events.Tokenized
    text: str
    pictures: tuple[Picture, ...] = ()
    new_chat: CompactionPolicy | None = None
    system_prompt: str = ""
    documents: tuple[DocumentPart, ...] = ()


class Embed(Request, tag="embed"):
    """Make a vector of each text with the embedding model at ``path``, which stays loaded beside the other model.

    ``texts``: as texts, or as tokens of that model, marks around them included; ``cut``: of one that is too long for
    the model, the beginning is read, and it isn't refused; the other fields as in :class:`Load`.
    """

    closes: ClassVar[type[events.Event]] = events.Embedded
    path: str
    texts: tuple[str | tuple[int, ...], ...]
    cut: bool = False
    n_gpu_layers: int = -1
    n_threads: int = 0


class Estimate(Request, tag="estimate"):
    """Facts and memory need of a model file, without loading it; the other fields as in :class:`Load`."""

    closes: ClassVar[type[events.Event]] = events.Estimated
    path: str
    n_ctx: int = 0
    kv_budget: int = 0
    n_gpu_layers: int = -1
    kv_type: str = "auto"
    kv_share: float = 0.0
    flash_attention: FlashAttention = "on"
    mmproj: str = ""
    n_threads: int = 0
    n_ubatch: int = 0
    split: tuple[float, ...] = ()
    split_mode: SplitMode = "layer"
    workers: tuple[str, ...] = ()


class Measure(Request, tag="measure"):
    """Measure the heads of a model, loaded or not, for at most about ``seconds`` of work; done while nobody else needs
    the engine.
    """

    closes: ClassVar[type[events.Event]] = events.Measured
    path: str
    seconds: float = 300.0


class ReadDocument(Request, tag="read_document"):
    """Read a document for the loaded model and compact it, so that chats can mount it; done while nobody else needs the
    engine. What is read so far is kept on disk: the same request goes on there, also after a restart.

    ``digest``, ``name``, ``path``: as of :class:`DocumentPart`; ``ratio``: how many times smaller (0: the engine's
    choice, by the error it may have); ``quota``: bytes that all cartridges may take (0: the engine's choice);
    ``refine``: take several times as long for a smaller error, unless a message mounts the document before. It ends
    with an Error of code ``cancelled`` when it is stopped or the model is dropped, ``bad_document`` when the file is
    missing or has changed.
    """

    closes: ClassVar[type[events.Event]] = events.DocumentReady
    digest: str
    name: str
    path: str
    ratio: float = 0.0
    quota: int = 0
    refine: bool = True


class StopReading(Request, tag="stop_reading"):
    """Stop reading a document ("": all of them); what is read so far stays on disk."""

    digest: str = ""


class ListCartridges(Request, tag="list_cartridges"):
    """Which documents were read, for which models; needs no model."""

    closes: ClassVar[type[events.Event]] = events.Cartridges


class DeleteCartridge(Request, tag="delete_cartridge"):
    """Delete what was read of a document, finished or not, for the model with that key ("": for all); needs no model.

    Chats that have it mounted keep it as long as they are open; later its text is read instead.
    """

    digest: str
    model_key: str = ""


class KeepCartridge(Request, tag="keep_cartridge"):
    """Never delete what was read of a document, for any model, to make room, or (``keep`` False) do so again; needs no
    model.
    """

    digest: str
    keep: bool = True


class ServerStart(Request, tag="server_start"):
    """Start the local server, which answers with the loaded model; one that runs is stopped before.

    ``folder``: where its sessions are saved, apart from chats, ``quota``: bytes they may take (0: as those of chats).
    ``port`` 0: any that is free. ``key``: what clients have to show; only with one may ``host`` be an address that
    other machines reach. ``origins``: of web pages that may use it; ``names``: more names that it is called by.
    ``embeddings``: an embedding model, loaded beside the other when a client asks for it ("": none); where nothing else
    differs from how it runs already, it goes on with that one.
    """

    closes: ClassVar[type[events.Event]] = events.ServerState
    folder: str
    host: str = "127.0.0.1"
    port: int = 8080
    key: str = ""
    origins: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    quota: int = 0
    policy: CompactionPolicy = CompactionPolicy()
    embeddings: str = ""


class ServerStop(Request, tag="server_stop"):
    """Stop the local server; what it works on is given up, its sessions stay."""

    closes: ClassVar[type[events.Event]] = events.ServerState


class ServerStatus(Request, tag="server_status"):
    """How the local server is."""

    closes: ClassVar[type[events.Event]] = events.ServerState


ServerRequest = ServerStart | ServerStop | ServerStatus


class Quit(Request, tag="quit"):
    """Snapshot the open chats whose memory changed, then exit."""


AnyRequest = (
    Hello
    | Load
    | Unload
    | OpenChat
    | Read
    | Fork
    | CloseChat
    | Generate
    | Cancel
    | Compact
    | Preview
    | Undo
    | SavePower
    | SetPolicy
    | Snapshot
    | TidySnapshots
    | Truncate
    | Complete
    | CheckForm
    | Tokenize
    | Embed
    | Estimate
    | Measure
    | ReadDocument
    | StopReading
    | ListCartridges
    | DeleteCartridge
    | KeepCartridge
    | ServerStart
    | ServerStop
    | ServerStatus
    | Quit
)
