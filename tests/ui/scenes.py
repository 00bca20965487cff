"""A scripted conversation and states of the window, for screenshots and tests. Sizes are of SmolLM2-135M at f16."""

from __future__ import annotations

import msgspec

from app.core.chat_values import Chat, ChatGroup, ChatView, CompactionMark, Folder, LayerError, Message, MessageMeta
from app.core.found import SearchHit
from app.core.model_values import ModelEntry, ModelFacts, ModelPhase, ModelState
from app.core.store.words import Words
from app.core.texts import say
from app.core.work_values import MemoryState, Segment

TOKEN = 23_040  # bytes of K and V of one token
N_CTX = 8192
CHAT = "scene"

ANSWER = """\
It picks a **small set of keys**, then solves for new ***values*** and a per-key bias so that the attention output \
over the old block stays almost the same:

1. score every old key with the model's own queries
2. keep the best `901` of `46,588`
3. fit bias `β` and values `Cv` by least squares

The recent turns stay exact, so the reply style does not drift.

```python
def compact(K, V, Q, t):
    idx = top_keys(K, Q, t)
    beta = nnls(mass(Q, K[idx]), mass(Q, K))  # one number per kept key
    return K[idx], beta, lstsq(attn(Q, K[idx], beta), out(Q, K, V))
```
"""

TABLE = """\
## What is kept

| part | kept as | size |
|---|---|--:|
| system prompt | word for word | 9.4 MB |
| older turns | 901 rows per head, with bias | 20.8 MB |
| recent turns | word for word | 79.3 MB |

> A row with bias ln 2 counts as two rows.

- [x] keys are chosen by *attention mass*
- [ ] values are not averaged, they are **fitted**

See [the paper](https://arxiv.org/abs/2106.00001) for details.
"""

THOUGHT = "<think>\nA table with three parts should do.\n</think>\n\n"

FACTS = ModelFacts(
    path="/home/ada/models/SmolLM2-135M-Instruct.Q4_1.gguf",
    name="SmolLM2-135M-Instruct",
    architecture="llama",
    parameters=134_515_008,
    quantization="Q4_1",
    bytes=91_734_112,
    n_ctx_train=8192,
    n_layer=30,
    n_head=9,
    n_head_kv=3,
    kv_bytes_per_token=TOKEN,
    has_template=True,
    fingerprint="f00d",
)
LOADED = ModelState(ModelPhase.LOADED, FACTS.path, FACTS.name, FACTS, N_CTX, ("CPU",), 1.0)
LOADING = ModelState(ModelPhase.LOADING, FACTS.path, FACTS.name, FACTS, progress=0.62)
FAILED = ModelState(
    ModelPhase.FAILED, FACTS.path, FACTS.name, FACTS,
    problem=say("model_file.cut_in_header"),
)  # fmt: skip

ENTRIES = (
    ModelEntry(path=FACTS.path, name=FACTS.name, size=FACTS.bytes, facts=FACTS, starter=True),
    ModelEntry(
        path="/home/ada/Downloads/Qwen3-4B-Instruct-Q4_K_M.gguf",
        name="Qwen3-4B-Instruct",
        size=2_497_281_120,
        referenced=True,
        facts=ModelFacts(
            path="", name="Qwen3-4B-Instruct", architecture="qwen3", parameters=4_022_468_096,
            quantization="Q4_K_M", n_ctx_train=262_144, kv_bytes_per_token=147_456,
        ),
    ),
    ModelEntry(
        path="/home/ada/Downloads/mamba-1.4b-Q8_0.gguf",
        name="mamba-1.4b",
        size=1_560_000_000,
        referenced=True,
        facts=ModelFacts(
            path="", name="mamba-1.4b", architecture="mamba", parameters=1_372_000_000, quantization="Q8_0",
            n_ctx_train=2048, compactable=False, why_not=say("no_compaction.recurrent"),
        ),
    ),
    ModelEntry(
        path="/media/usb/Llama-3.2-3B-Q5_K_M.gguf", name="Llama-3.2-3B", status="missing", referenced=True
    ),
)  # fmt: skip


def chat(chat_id: str, title: str, **more: object) -> Chat:
    return Chat(id=chat_id, title=title, **more)  # type: ignore[arg-type]


GROUPS = (
    ChatGroup(
        "pinned",
        (chat(CHAT, "Compaction paper notes", pinned=True, model_name="SmolLM2-135M", tokens=51_340, fill=0.58,
              compacted=True),),
    ),
    ChatGroup(
        "today",
        (
            chat("b", "Refactor the tokenizer", model_name="SmolLM2-135M", tokens=6100, fill=0.74),
            chat("c", "Trip to Lisbon", model_name="Qwen3-4B", tokens=900, fill=0.11),
        ),
    ),
    ChatGroup(
        "week",
        (
            chat("d", "Physics homework", model_name="Llama-3.2-3B", tokens=22_000, fill=0.41, compacted=True),
            chat("e", "Cover letter for the observatory position in Chile", model_name="Qwen3-4B", tokens=2400,
                 fill=0.29),
        ),
    ),
)  # fmt: skip

WORK, TRIPS = Folder("work", "Observatory"), Folder("trips", "Trips", collapsed=True)
FILED = (
    GROUPS[0],
    ChatGroup(
        "folder",
        (
            chat("f", "Dome motor keeps stalling", folder="work", model_name="Qwen3-4B", tokens=12_800, fill=0.63,
                 compacted=True),
            chat("g", "Proposal for the spring semester", folder="work", model_name="Qwen3-4B", tokens=3300, fill=0.31),
        ),
        WORK,
    ),
    ChatGroup("folder", (chat("h", "Night train to Lyon", folder="trips"),), TRIPS),
    ChatGroup("folder", (), Folder("new", "Ideas")),
    *GROUPS[1:],
)  # fmt: skip


def found(of: Chat, message: str, text: str, query: str) -> SearchHit:
    """What the search for ``query`` shows of a chat."""
    words = Words(query)
    snippet, spans = words.snippet(text) if text else ("", ())
    return SearchHit(of, message, snippet, words.spans(of.title), spans)


QUERY = "keys lisbon"
FOUND = (
    found(GROUPS[1].chats[1], "", "", QUERY),
    found(GROUPS[0].chats[0], "m4", ANSWER, QUERY),
    found(GROUPS[1].chats[0], "x", "The tokenizer keeps its table sorted by **keys**, so a look-up is a bisection. "
          "That is fast enough for every table that fits into a cache line or two.", QUERY),
    found(GROUPS[2].chats[1], "y", "Dear members of the board, the observatory's keys are in the office.", QUERY),
)  # fmt: skip


def trash(now: float) -> tuple[Chat, ...]:
    """Chats thrown away some days ago."""
    days = (
        (0.1, "Names for a cat"),
        (2, "Tax form 17b, second try"),
        (
            29,
            "A very long title of a chat about a very "
            "long evening on which nothing much happened but rain, and then some more of it",
        ),
        (29.9, "Test"),
    )
    return tuple(
        chat(f"t{at}", title, model_name="Qwen3-4B", tokens=900 * at, trashed_at=now - day * 86400)
        for at, (day, title) in enumerate(days)
    )  # fmt: skip


MARK = CompactionMark(
    id="mark",
    chat=CHAT,
    after="m2",
    tokens=46_588,
    rows=901,
    bytes_before=46_588 * TOKEN,
    bytes_after=901 * TOKEN,
    ratio=51.7,
    error=0.007,
    error_max=0.031,
    same=0.963,
    ms=3800,
    layers=tuple(LayerError(i, 0.003 + 0.00037 * (i * 11 % 23), 0.009 + 0.00098 * (i * 7 % 23)) for i in range(24)),
)

DONE = MessageMeta(tokens=212, prompt_tokens=34, prefill_ms=280, decode_ms=5550, first_token_ms=310, reason="eos")


def message(key: str, role: str, content: str, **more: object) -> Message:
    return Message(id=key, chat=CHAT, role=role, content=content, **more)  # type: ignore[arg-type]


EARLIER = (
    message("m1", "user", "Here are my notes on the compaction paper. What is the main idea?"),
    message("m2", "assistant", "The main idea is to keep the *effect* of the old cells, not the cells.", meta=DONE),
)
QUESTION = message(
    "m3", "user", "How does the compaction keep the attention of the old turns when most of the cells go away?"
)
REPLY = message("m4", "assistant", ANSWER, meta=DONE)
NEXT = message("m5", "user", "And what stays as it was? A table please.")


def view(*messages: Message, marks: tuple[CompactionMark, ...] = ()) -> ChatView:
    """A chat in which each message follows the one before it."""
    parents = ("", *(message.id for message in messages))
    chain = (msgspec.structs.replace(one, parent=parent) for one, parent in zip(messages, parents, strict=False))
    return ChatView(GROUPS[0].chats[0], tuple(chain), marks)


def memory(compacted: bool = True, live: int = 3441, threshold: float = 0.85, documents: bool = False) -> MemoryState:
    """A memory with a system prompt, with or without a compacted part and mounted documents."""
    parts = [Segment("system", 410, 410 * TOKEN)]
    if documents:
        parts.append(Segment("documents", 8_192, 1_024 * TOKEN, ratio=8.0))
    if compacted:
        parts.append(Segment("compacted", 47_489, 901 * TOKEN, ratio=47_489 / 901))
    parts.append(Segment("live", live, live * TOKEN))
    rows = sum(part.bytes for part in parts) // TOKEN
    return MemoryState(
        chat=CHAT,
        segments=tuple(parts),
        tokens=sum(part.tokens for part in parts),
        bytes_used=rows * TOKEN,
        bytes_total=N_CTX * TOKEN,
        free_tokens=N_CTX - rows,
        fill=rows / N_CTX,
        threshold=threshold,
    )
