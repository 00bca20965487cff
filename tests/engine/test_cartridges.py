"""Documents read once, saved, and mounted into chats without being read again."""

from __future__ import annotations

import os
import random
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import numpy as np
import pytest
from blake3 import blake3

from engine.cartridges import cartridge as files
from engine.cartridges.cartridge import Cartridge
from engine.cartridges.mounting import mount, mount_shared, unmount, why_not_mountable
from engine.cartridges.reading import Reading, read_steps
from engine.cartridges.store import CartridgeStore
from engine.chat.cached_chats import CachedChats
from engine.chat.token_log import BlockMark
from engine.compaction.positions import lost
from engine.compaction.quality import LimitedJob
from engine.errors import BadCartridge, Cancelled, CannotCompact, Unplaceable
from engine.heads.profile import HeadProfile, Profile
from engine.model import mounts
from engine.model.metrics import kl_divergence
from engine.model.model import Model
from engine.model.reading import forced, read
from engine.process.documents import CartridgeMounts, ReadersSequence, facts_of_stored
from engine.prompt import template
from engine.protocol import CompactionReport
from engine.scheduling.scheduler import Scheduler

MODELS = Path(__file__).parents[1] / "fixtures" / "models"
KEY = "ab" * 16
ODD = (b"\xff\xff\xff\xff", b"\xff\xff\xff\x7f", b"\x00\x00\x00\x80", b"\x00\x00\x00\x00", b"\x00\x00\xc0\x7f")
SPARE, OTHER, CHAT, SECOND = 3, 2, 0, 1


@pytest.fixture(scope="module", params=["plain", "sliding"])
def opened(request: pytest.FixtureRequest) -> Iterator[Model]:
    with Model.open(MODELS / f"{request.param}.gguf", n_ctx=2048, n_seq_max=4, n_threads=1) as model:
        if why_not_mountable(model):
            pytest.skip("the native library is older than mounting")
        yield model


@pytest.fixture
def model(opened: Model) -> Model:
    opened.clear()
    return opened


@pytest.fixture
def store(tmp_path: Path) -> CartridgeStore:
    return CartridgeStore(tmp_path / "cartridges")


def document(model: Model, text: str, n: int = 400) -> list[int]:
    return model.tokenize(text, special=False)[:n]


def read_document(model: Model, tokens: Sequence[int], store: CartridgeStore, **how: Any) -> Cartridge:
    given = {"digest": blake3(repr(tokens).encode()).hexdigest(), "key": KEY, "ratio": 4.0}
    reading = Reading(**{**given, **{name: how.pop(name) for name in ("ratio", "piece", "preamble") if name in how}})
    return Scheduler(model).run(read_steps(model, tokens, reading, store, seq_id=OTHER, spare=SPARE, **how))


def mountable(model: Model, store: CartridgeStore, made: Cartridge) -> bool:
    """Whether a new chat can mount it, all of it."""
    start = chat(model, "Hello there.")
    mount(model, store, made, CHAT, start, SPARE)
    return model.length(CHAT) == start + made.tokens


def chat(model: Model, text: str, seq_id: int = CHAT) -> int:
    tokens = model.tokenize(text, special=True)
    read(model, tokens, 0, seq_id)
    return len(tokens)


def test_a_document_is_read_once_and_mounted(model: Model, store: CartridgeStore, long_text: str) -> None:
    tokens = document(model, long_text)
    made = read_document(model, tokens, store)
    assert made.whole and made.tokens == len(tokens)
    assert made.ratio == pytest.approx(4.0, rel=0.1)
    assert 0 < made.cells < len(tokens) / 3
    assert not any(model.length(seq) for seq in range(4)), "reading left something behind"
    assert store.find(made.digest, KEY, tokens) == made
    assert store.find(made.digest, KEY, tokens[:-1]) is None
    assert store.find(made.digest, "cd" * 16) is None

    start = chat(model, "<|im_start|>user\nAn older question.<|im_end|>\n")
    mount(model, store, made, CHAT, start, SPARE)
    assert model.length(CHAT) == start + len(tokens)
    assert model.length(SPARE) == 0
    follows = model.tokenize(" On day", special=False)
    mounted = forced(model, follows, start + len(tokens), CHAT)
    model.clear()
    chat(model, "<|im_start|>user\nAn older question.<|im_end|>\n")
    unseen = forced(model, follows, start, CHAT)
    model.clear()
    chat(model, "<|im_start|>user\nAn older question.<|im_end|>\n")
    read(model, tokens, start, CHAT)
    whole = forced(model, follows, start + len(tokens), CHAT)
    assert kl_divergence(whole, mounted).mean() < kl_divergence(whole, unseen).mean() / 2


def test_what_was_read_is_not_read_again(model: Model, store: CartridgeStore, long_text: str) -> None:
    tokens = document(model, long_text, 200)
    made = read_document(model, tokens, store)
    steps = read_steps(
        model, tokens, Reading(made.digest, KEY, ratio=4.0), store, seq_id=OTHER, spare=SPARE
    )  # fmt: skip
    with pytest.raises(StopIteration) as end:
        next(steps)
    assert end.value.value == made


def test_it_is_read_again_once_the_heads_are_known(model: Model, store: CartridgeStore, long_text: str) -> None:
    tokens = document(model, long_text, 120)
    even = read_document(model, tokens, store)
    heads = [HeadProfile(row.layer, row.head, 0.1) for row in model.compact_api.heads(model.context)]
    known = read_document(model, tokens, store, shares=Profile(heads))
    assert known.made != even.made
    assert [one.cartridge for one in store.all()] == [known]


def test_reading_goes_on_at_the_piece_where_it_stopped(model: Model, store: CartridgeStore, long_text: str) -> None:
    tokens = document(model, long_text, 900)
    told: list[tuple[str, int]] = []
    at_once = CartridgeStore(store.folder.with_name("at once"))
    whole = read_document(model, tokens, at_once, piece=300)

    def stop() -> bool:
        return any(step == "saving" for step, _ in told)

    with pytest.raises(Cancelled):
        read_document(
            model, tokens, store, piece=300, cancelled=stop, progress=lambda step, done, _: told.append((step, done))
        )
    assert max(done for step, done in told if step == "saving") == 300
    assert not store.all() and store.bytes() > 0
    assert not any(model.length(seq) for seq in range(4))

    told.clear()
    made = read_document(model, tokens, store, piece=300, progress=lambda step, done, _: told.append((step, done)))
    assert min(done for step, done in told if step == "reading") > 300, "the first piece was read again"
    assert (made.tokens, made.ratio) == (whole.tokens, whole.ratio)
    assert made.error == pytest.approx(whole.error, rel=0.1)
    assert made.nats == pytest.approx(whole.nats, rel=0.1) and made.nats > 0
    assert [one.cartridge for one in store.all()] == [made]
    assert store.bytes() == store.all()[0].bytes, "the part is still there"


@pytest.mark.parametrize("wrong", ["damaged", "of another length", "behind another beginning"])
def test_a_part_that_cannot_be_gone_on_with_is_read_anew(
    model: Model, store: CartridgeStore, long_text: str, wrong: str
) -> None:
    tokens = document(model, long_text, 600)
    told: list[tuple[str, int]] = []

    def read_on(**how: Any) -> Cartridge:
        told.clear()
        return read_document(
            model, tokens, store, piece=300, progress=lambda step, done, _: told.append((step, done)), **how
        )

    stop = {"cancelled": lambda: any(step == "saving" for step, _ in told)}
    with pytest.raises(Cancelled):
        read_on(**stop)
    (path,) = store.folder.glob("*.part")
    preamble: dict[str, Any] = {}
    if wrong == "damaged":
        data = path.read_bytes()
        path.write_bytes(data[:-1] + bytes([data[-1] ^ 1]))
    elif wrong == "of another length":
        part, state = files.read(path)
        store.save(msgspec.structs.replace(part, read=part.read + 1), state)
    else:
        preamble = {"preamble": tuple(model.tokenize("Hello. ", special=True))}
    made = read_on(**preamble)
    assert made.whole and made.tokens == len(tokens)
    assert min(done for step, done in told if step == "reading") < 300, "from the beginning"
    assert [one.cartridge for one in store.all()] == [made] and store.bytes() == store.all()[0].bytes
    assert mountable(model, store, made)


def test_what_is_told_of_a_document_is_of_all_its_pieces(
    model: Model, store: CartridgeStore, long_text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    pieces: list[CompactionReport] = []
    commit = LimitedJob.commit
    errors = iter((0.5, 0.25, 0.0))

    def counted(job: LimitedJob) -> CompactionReport:
        report = commit(job)
        pieces.append(msgspec.structs.replace(report, error=next(errors), nats=1.0 + len(pieces)))
        return pieces[-1]

    monkeypatch.setattr(LimitedJob, "commit", counted)
    made = read_document(model, document(model, long_text, 900), store, piece=300)
    assert len(pieces) == 3 and made.error == pytest.approx(0.25) and made.nats == pytest.approx(6.0)


def test_reading_goes_on_on_another_day(
    model: Model, store: CartridgeStore, long_text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Many templates write the day into what stands before a document."""
    source = "{{ strftime_now('%d %b %Y') }}\n{% for message in messages %}{{ message.content }}\n{% endfor %}"
    monkeypatch.setattr(model, "template", source)
    tokens = document(model, long_text, 600)
    told: list[tuple[str, int]] = []
    made = []
    for day in (1_700_000_000.0, 1_700_100_000.0):
        monkeypatch.setattr(template, "time", SimpleNamespace(time=lambda day=day: day))
        stop = day < 1_700_100_000.0
        try:
            made.append(
                read_document(
                    model, tokens, store, piece=300, progress=lambda step, done, _: told.append((step, done)),
                    cancelled=lambda stop=stop: stop and any(step == "saving" for step, _ in told),
                )
            )  # fmt: skip
        except Cancelled:
            told.clear()
    assert len(made) == 1 and min(done for step, done in told if step == "reading") > 300


def test_one_longer_than_the_trained_context_moves_together(
    model: Model, store: CartridgeStore, long_text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its positions stay within those that the model knows, while it is read and where it is mounted."""
    tokens, trained = document(model, long_text, 1500), 1200
    monkeypatch.setattr(model, "facts", msgspec.structs.replace(model.facts, n_ctx_train=trained))
    if model.n_swa:  # distances inside the window have to stay
        assert read_document(model, tokens, store).tokens == 1500
        return
    lengths, saved = [0], [0]

    def progress(step: str, done: int, _total: int) -> None:
        lengths.append(model.length(OTHER))
        if step == "saving":
            saved.append(done)

    with pytest.raises(Cancelled):
        read_document(model, tokens, store, progress=progress, cancelled=lambda: saved[-1] == 1200)
    assert max(lengths) <= trained and lengths[-1] < 1200, "it was not moved together yet"
    lengths.clear()
    made = read_document(model, tokens, store, progress=progress)
    assert made.whole and made.tokens == 1500 and made.ratio == pytest.approx(4.0, rel=0.1)
    assert trained / 2 < max(lengths) <= trained
    start = chat(model, "Hello.")
    mount(model, store, made, CHAT, start, SPARE)
    blocks = model.blocks(CHAT)
    assert sum(block.tokens for block in blocks) == 1500
    assert model.length(CHAT) + lost(blocks) == start + 1500 and model.length(CHAT) <= start + trained
    follows = model.tokenize(" On day", special=False)
    assert np.isfinite(forced(model, follows, model.length(CHAT), CHAT)).all()
    cached_chats = CachedChats(model)
    mounts = CartridgeMounts(model, KEY, store, cached_chats)
    owner = ReadersSequence(model, CHAT)
    owner.log.open_span("u", "user", "x")
    owner.log.append(model.tokenize("Hello.", special=True))
    owner.log.append(tokens)
    owner.log.mark(BlockMark(start + 1500, start, start + 1500, 4.0, document=made.digest))
    cached_chats.admit(owner)
    rows = sum(model.compact_api.rows(model.context))
    chat(model, "Hello.", SECOND)
    mounts.mount(made.digest, tokens, SECOND, start)
    assert len(model.blocks(SECOND)) == len(blocks)
    assert sum(model.compact_api.rows(model.context)) == rows, "they do not share the rows"


@pytest.mark.parametrize("n", [120, 600])
def test_nothing_is_saved_after_it_was_asked_to_stop(
    model: Model, store: CartridgeStore, long_text: str, n: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    stopped, commit = False, LimitedJob.commit

    def last_slice(job: LimitedJob) -> Any:
        nonlocal stopped
        stopped = True
        return commit(job)

    monkeypatch.setattr(LimitedJob, "commit", last_slice)
    with pytest.raises(Cancelled):
        read_document(model, document(model, long_text, n), store, piece=300, cancelled=lambda: stopped)
    assert not store.bytes()


def test_chats_share_one_copy_and_let_go_of_it(model: Model, store: CartridgeStore, long_text: str) -> None:
    tokens = document(model, long_text, 200)
    made = read_document(model, tokens, store)
    for seq_id in (CHAT, SECOND):
        chat(model, "Hello.", seq_id)
    start = model.length(CHAT)
    mount(model, store, made, CHAT, start, SPARE)
    api = model.compact_api
    once = sum(api.rows(model.context))
    mount_shared(model, CHAT, (start, start + len(tokens)), SECOND, start, SPARE)
    assert sum(api.rows(model.context)) == once
    assert len(model.blocks(SECOND)) == len(model.blocks(CHAT)) == 1
    assert unmount(model, CHAT, start, start + len(tokens))
    assert model.length(CHAT) == start and len(model.blocks(SECOND)) == 1
    assert sum(api.rows(model.context)) == once
    assert unmount(model, SECOND, start, start + len(tokens))
    assert sum(api.rows(model.context)) == 0


def test_a_chat_that_mounts_while_idle_does_not_give_way_itself(
    model: Model, store: CartridgeStore, long_text: str
) -> None:
    """What it forgot makes it read its documents again, while all sequences are taken and it was used longest ago."""
    tokens = document(model, long_text, 120)
    made = read_document(model, tokens, store)
    cached_chats = CachedChats(model)
    sequences = [ReadersSequence(model, seq_id) for seq_id in range(4)]
    for sequence in sequences:
        cached_chats.admit(sequence)
        chat(model, "Hello.", sequence.seq_id)
    start = model.length(CHAT)
    mounts = CartridgeMounts(model, KEY, store, cached_chats)
    mounts.mount(made.digest, tokens, CHAT, start)
    assert model.length(CHAT) == start + len(tokens)
    assert [model.length(seq) > 0 for seq in range(4)] == [True, False, True, True]
    cached_chats.evict(None, spared=sequences[2:])
    assert model.length(CHAT) == 0, "it was not among those that can give way"


def test_a_cut_or_flipped_file_is_refused_and_the_chat_stays(
    model: Model, store: CartridgeStore, long_text: str
) -> None:
    tokens = document(model, long_text, 120)
    made = read_document(model, tokens, store)
    (path,) = store.folder.glob("*.cartridge")
    good = path.read_bytes()
    start = chat(model, "Hello there.")
    before = model.state(CHAT).tobytes()
    for at in (0, 5, 12, 60, len(good) // 2, len(good) - 1):
        path.write_bytes(good[:at] + bytes([good[at] ^ 0x10]) + good[at + 1 :])
        with pytest.raises(BadCartridge):
            mount(model, store, made, CHAT, start, SPARE)
        assert not path.exists(), "a damaged file stays"
    for size in (0, 3, 40, len(good) // 2, len(good) - 1):
        path.write_bytes(good[:size])
        assert store.find(made.digest, KEY) is None
        with pytest.raises(BadCartridge):
            mount(model, store, made, CHAT, start, SPARE)
    with pytest.raises(BadCartridge):
        mount(model, store, made, CHAT, start, SPARE)  # it is gone
    assert model.state(CHAT).tobytes() == before
    path.write_bytes(good)
    with pytest.raises(CannotCompact):
        mount(model, store, made, CHAT, start - 1, SPARE)
    assert model.state(CHAT).tobytes() == before
    mount(model, store, made, CHAT, start, SPARE)


def test_crafted_states_are_refused_or_mounted_whole(
    model: Model, store: CartridgeStore, long_text: str, tmp_path: Path
) -> None:
    """Files that somebody made, hashes and all: whatever the state says, the chat stays as it was, or has it all."""
    made = read_document(model, document(model, long_text, 120), store)
    state = store.load(made).copy()
    crafted = CartridgeStore(tmp_path / "crafted")
    start = chat(model, "Hello there.")
    before = forced(model, [5, 6, 7], start, CHAT)
    assert model.remove_tail(start, CHAT)
    numbers = random.Random(7)
    front = 4096  # most of what is no row stands here
    outcomes = set()
    for i in range(120):
        bad = state.copy()
        at = numbers.randrange(min(front, len(bad) - 4)) if i % 2 else numbers.randrange(len(bad) - 4)
        bad[at : at + 4] = np.frombuffer(numbers.choice(ODD), np.uint8)
        if i % 10 == 0:
            bad = bad[: numbers.randrange(1, len(bad))]
        one = crafted.save(made, bad)
        try:
            mount(model, crafted, one, CHAT, start, SPARE)
        except (BadCartridge, CannotCompact):
            outcomes.add("refused")
            assert model.length(CHAT) == start and not model.blocks(CHAT)
            assert kl_divergence(before, forced(model, [5, 6, 7], start, CHAT)).mean() < 0.01
            assert model.remove_tail(start, CHAT)
        else:
            outcomes.add("mounted")
            assert model.length(CHAT) == start + made.tokens
            model.clear()  # numbers of rows that are none stay until the cache is laid out anew
            chat(model, "Hello there.")
        assert model.length(SPARE) == 0
    assert outcomes == {"refused", "mounted"}, "rows can be anything, what stands before them cannot"


def test_one_whose_rows_are_not_finite_is_damaged(
    model: Model, store: CartridgeStore, long_text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What the library says of such rows: native/tests/test-mount.cpp."""
    made = read_document(model, document(model, long_text, 120), store)
    start = chat(model, "Hello there.")
    before = model.state(CHAT).tobytes()

    def refused(_state: object, _seq_id: int = 0) -> None:
        raise Unplaceable("snapshot.no_place")

    with monkeypatch.context() as patched:
        patched.setattr(model, "set_state", refused)
        patched.setattr(mounts, "last_error", lambda _: "saved memory: its rows do not fit the memory of the cache")
        with pytest.raises(CannotCompact, match="do not fit"):
            mount(model, store, made, CHAT, start, SPARE)
        assert store.find(made.digest, KEY), "a good file was deleted"
        patched.setattr(mounts, "last_error", lambda _: "saved memory: a row is not finite")
        with pytest.raises(BadCartridge, match="damaged"):
            mount(model, store, made, CHAT, start, SPARE)
    assert store.find(made.digest, KEY) is None, "it is read again"
    assert model.state(CHAT).tobytes() == before and model.length(SPARE) == 0


def test_one_that_holds_another_text_than_it_says_is_damaged(
    model: Model, store: CartridgeStore, long_text: str
) -> None:
    made = read_document(model, document(model, long_text, 120), store)
    longer = msgspec.structs.replace(made, tokens=made.tokens + 1, read=made.tokens + 1)
    lying = store.save(longer, store.load(made))
    start = chat(model, "Hello there.")
    with pytest.raises(BadCartridge, match="damaged"):
        mount(model, store, lying, CHAT, start, SPARE)
    assert store.find(made.digest, KEY) is None, "it is read again"
    assert model.length(CHAT) == start and not model.blocks(CHAT) and model.length(SPARE) == 0


def test_a_cartridge_of_another_layout_is_refused(model: Model, store: CartridgeStore, long_text: str) -> None:
    made = read_document(model, document(model, long_text, 120), store)
    with Model.open(model.facts.path, n_ctx=512, n_seq_max=4, kv_type="q8_0") as quantized:
        chat(quantized, "Hello.")
        before = quantized.state(CHAT).tobytes()
        with pytest.raises(CannotCompact):
            mount(quantized, store, made, CHAT, quantized.length(CHAT), SPARE)
        assert quantized.state(CHAT).tobytes() == before and quantized.length(SPARE) == 0
    assert store.find(made.digest, KEY), "a good file was deleted"


def made_up(digest: str, n: int = 3) -> Cartridge:
    return Cartridge(digest * 64, KEY, tokens=n, read=n, token_digest=files.digest_of(range(n)))


def test_the_store_makes_room_and_keeps_what_is_to_be_kept(tmp_path: Path) -> None:
    import numpy as np

    store = CartridgeStore(tmp_path, quota=5000)
    state = np.zeros(2000, np.uint8)
    store.save(made_up("a"), state)
    store.keep("a" * 64, True)
    store.save(made_up("b"), state)
    store.save(made_up("c"), state)
    assert {one.cartridge.digest[0] for one in store.all()} == {"a", "c"}
    assert {one.cartridge.digest[0] for one in store.all() if one.kept} == {"a"}
    store.keep("a" * 64, False)
    store.save(made_up("d"), state)
    assert {one.cartridge.digest[0] for one in store.all()} == {"c", "d"}
    store.delete("c" * 64)
    assert {one.cartridge.digest[0] for one in store.all()} == {"d"}
    with pytest.raises(ValueError):
        store.save(made_up("/"), state)
    assert store.find("../" + "d" * 61, KEY) is None


def test_a_clock_that_was_set_back_deletes_nothing_that_was_used_last(tmp_path: Path) -> None:
    store = CartridgeStore(tmp_path, quota=5000)
    state = np.zeros(2000, np.uint8)
    ahead = time.time() + 365 * 86400
    store.save(made_up("a"), state)
    os.utime(next(tmp_path.iterdir()), (ahead, ahead))
    store.save(made_up("b"), state)
    store.save(made_up("c"), state)
    assert [one.cartridge.digest[0] for one in store.all()] == ["c", "b"]
    store.use(store.all()[1].cartridge)
    store.save(made_up("d"), state)
    assert [one.cartridge.digest[0] for one in store.all()] == ["d", "b"]


def test_a_document_that_is_deleted_leaves_no_file(tmp_path: Path) -> None:
    store = CartridgeStore(tmp_path)
    for name in "ab":
        store.save(made_up(name), np.zeros(2000, np.uint8))
        store.keep(name * 64, True)
    store.delete("a" * 64, KEY)
    assert [one.cartridge.digest[0] for one in store.all()] == ["b"]
    store.save(made_up("a"), np.zeros(2000, np.uint8))
    assert all(one.kept for one in store.all()), "those of other models are to be kept"
    store.delete("a" * 64)
    assert {path.name[0] for path in tmp_path.iterdir()} == {"b"}


def test_one_larger_than_the_quota_is_there_until_the_next(tmp_path: Path) -> None:
    """Else a long document would be read in vain, and read again."""
    store = CartridgeStore(tmp_path, quota=1000)
    for name in "ab":
        store.load(store.save(made_up(name), np.zeros(2000, np.uint8)))
        assert [one.cartridge.digest[0] for one in store.all()] == [name]


def test_one_that_was_loaded_was_used(tmp_path: Path) -> None:
    store = CartridgeStore(tmp_path, quota=5000)
    state = np.zeros(2000, np.uint8)
    first = store.save(made_up("a"), state)
    store.save(made_up("b"), state)
    store.load(first)
    store.save(made_up("c"), state)
    assert [one.cartridge.digest[0] for one in store.all()] == ["c", "a"]


def test_a_file_under_another_name_is_not_taken_for_what_it_is_not(tmp_path: Path) -> None:
    """A chat would be told of another document, or of half of one."""
    store = CartridgeStore(tmp_path)
    state = np.zeros(2000, np.uint8)
    store.save(made_up("a"), state)
    store.save(msgspec.structs.replace(made_up("d"), read=2), state)
    (tmp_path / f"{'b' * 64}-{KEY}.cartridge").write_bytes((tmp_path / f"{'a' * 64}-{KEY}.cartridge").read_bytes())
    (tmp_path / f"{'d' * 64}-{KEY}.part").rename(tmp_path / f"{'d' * 64}-{KEY}.cartridge")
    assert store.find("a" * 64, KEY, range(3)) is not None
    assert store.find("b" * 64, KEY) is store.find("d" * 64, KEY) is None


def test_only_a_part_of_the_same_reading_is_gone_on_with(tmp_path: Path) -> None:
    """What else was read would stand in the cartridge as this document's text."""
    store = CartridgeStore(tmp_path)
    state = np.zeros(2000, np.uint8)
    part = store.save(msgspec.structs.replace(made_up("a"), read=2, made="so"), state)
    assert store.find_part("a" * 64, KEY, range(3), "so") == part
    assert store.find_part("a" * 64, KEY, range(3), "otherwise") is None
    assert store.find_part("a" * 64, KEY, [0, 1, 3], "so") is store.find_part("a" * 64, KEY, range(4), "so") is None
    file, other = tmp_path / f"{'a' * 64}-{KEY}.part", KEY[::-1]
    for digest, key in (("b" * 64, KEY), ("a" * 64, other)):
        (tmp_path / f"{digest}-{key}.part").write_bytes(file.read_bytes())
        assert store.find_part(digest, key, range(3), "so") is None
    store.save(msgspec.structs.replace(made_up("c"), made="so"), state)
    (tmp_path / f"{'c' * 64}-{KEY}.cartridge").rename(tmp_path / f"{'c' * 64}-{KEY}.part")
    assert store.find_part("c" * 64, KEY, range(3), "so") is None, "a whole one"


def test_what_is_no_digest_names_no_file(tmp_path: Path) -> None:
    store = CartridgeStore(tmp_path / "cartridges")
    for digest in ("../kept", "", "a" * 63, "A" * 64):
        store.keep(digest, True)
    assert list(tmp_path.rglob("*.keep")) == []


def test_one_that_was_made_anew_since_it_was_found_is_refused(tmp_path: Path) -> None:
    store = CartridgeStore(tmp_path)
    found = store.save(made_up("a"), np.zeros(2000, np.uint8))
    anew = store.save(made_up("a"), np.ones(2000, np.uint8))
    with pytest.raises(BadCartridge):
        store.load(found)
    assert (store.load(anew) == 1).all()


def test_one_of_before_next_words_were_predicted_is_still_one(tmp_path: Path) -> None:
    store = CartridgeStore(tmp_path)
    kept = store.save(made_up("a"), np.zeros(2000, np.uint8))
    names = [field for field in kept.__struct_fields__ if field != "nats"]
    older = msgspec.defstruct("OlderCartridge", names, frozen=True)
    (path,) = tmp_path.rglob("*.*")
    with path.open("wb") as file:
        files.write(file, older(*(getattr(kept, name) for name in names)), np.zeros(2000, np.uint8))
    (one,) = store.all()
    assert one.cartridge == kept and facts_of_stored(one).same < 0


def test_a_file_that_cannot_be_read_just_now_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import numpy as np

    store = CartridgeStore(tmp_path)
    made = store.save(made_up("a"), np.zeros(2000, np.uint8))
    with monkeypatch.context() as broken:
        broken.setattr(files, "buffer", lambda _: (_ for _ in ()).throw(OSError(5, "Input/output error")))
        with pytest.raises(BadCartridge):
            store.load(made)
    assert len(store.load(made)) == 2000


def test_what_a_crash_has_left_counts_and_goes(tmp_path: Path) -> None:
    store = CartridgeStore(tmp_path, quota=5000)
    left = [tmp_path / f".{name * 64}-{KEY}.cartridge.7.tmp" for name in "ab"]
    for path in left:
        path.write_bytes(b"x" * 2000)
        os.utime(path, (1, 1))
    assert store.bytes() == 4000 and not store.all()
    store.delete("b" * 64)
    assert not left[1].exists() and left[0].exists()
    store.save(made_up("c"), np.zeros(4000, np.uint8))
    assert not left[0].exists() and [one.cartridge.digest[0] for one in store.all()] == ["c"]


def test_another_one_goes_where_one_cannot_be_deleted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import numpy as np

    store, unlink = CartridgeStore(tmp_path, quota=5000), Path.unlink
    state = np.zeros(2000, np.uint8)
    store.save(made_up("a"), state)
    store.save(made_up("b"), state)

    def in_use(path: Path, missing_ok: bool = False) -> None:
        if path.name.startswith("a"):
            raise PermissionError(13, "in use")
        unlink(path, missing_ok=missing_ok)

    monkeypatch.setattr(Path, "unlink", in_use)
    store.save(made_up("c"), state)
    assert {one.cartridge.digest[0] for one in store.all()} == {"a", "c"}
