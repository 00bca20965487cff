"""Pictures whose rows stand in a grid (M-RoPE: Qwen2-VL, 2.5-VL, 3-VL, 3.5), with tiny random models and vision parts.

What each chat reads is read again by upstream's own helper in a context that is never compacted.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest

from engine.chat.cached_chats import CachedChats
from engine.chat.listener import Silent
from engine.chat.session import Session
from engine.chat.token_log import WITH_GRIDS, TokenLog
from engine.compaction import positions
from engine.errors import BadSnapshot, Cancelled
from engine.model.batches import SECTIONS
from engine.model.model import Model
from engine.model.reading import last_logits
from engine.model.vision import MARKER, BadVision, VisionEncoder
from engine.process.fork import fork
from engine.process.opening import open_steps
from engine.protocol import CompactionPolicy, Picture, PromptMessage
from engine.scheduling.scheduler import Scheduler
from engine.snapshots import snapshot
from engine.snapshots.store import CHUNKS, SnapshotStore
from tests.engine.test_hybrid import make_models
from tests.vision_files import GRIDS, make_mmproj, make_picture

pytestmark = pytest.mark.native

KINDS = (*GRIDS, "hybrid")
each = pytest.mark.parametrize("pair", KINDS, indirect=True)
grids = pytest.mark.parametrize("pair", GRIDS, indirect=True)
both = pytest.mark.parametrize("pair", [GRIDS[0], "hybrid"], indirect=True)
first = pytest.mark.parametrize("pair", GRIDS[:1], indirect=True)
UBATCH = 32  # less than a picture has rows: it is read in parts
STORY = "There was a boat, the Heron, and nobody knew why it never came home. "
MORE = "."  # the token that is read to see what a memory holds
ROUNDING = 3e-3  # of attention over a block's rows: as much where there is text alone
EXACT = {"n_ctx": 1024, "kv_type": "f32"}  # so that other batches change little


def make(folder: Path, kind: str) -> tuple[Path, Path]:
    """A model, and its vision part."""
    path, made = folder / f"{kind}.gguf", make_models()
    if kind == "hybrid":
        made.make_qwen35(path, 6, 2, [False, True, False, True], text=True)
        return path, make_mmproj(folder / "mmproj.gguf", 192, GRIDS[0])
    newer = kind == GRIDS[-1]
    more = {"n_deepstack_layers": 1} if newer else {}
    sections = [8, 12, 12, 0]
    arch = "qwen3vl" if newer else "qwen2vl"
    made.make_llama(path, 2, 3, 1, arch, normed=newer, text=True, rope__dimension_sections=sections, **more)
    return path, make_mmproj(folder / "mmproj.gguf", 192, kind)


@pytest.fixture(scope="module")
def pair(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Model, Model]]:
    """A model for chats, and the same one for upstream's helper."""
    path, mmproj = make(tmp_path_factory.mktemp("grid"), request.param)
    with (
        Model.open(path, n_seq_max=2, n_ubatch=UBATCH, **EXACT) as model,
        Model.open(path, sample_queries=False, n_ubatch=UBATCH, **EXACT) as stock,
    ):
        model.open_vision(mmproj)
        stock.open_vision(mmproj)
        yield model, stock


@pytest.fixture
def model(pair: tuple[Model, Model]) -> Model:
    pair[0].clear()
    return pair[0]


@pytest.fixture
def same(pair: tuple[Model, Model]) -> Callable[[Session, Any], None]:
    """Checks logits behind a session's log against a context that read the same, pictures by upstream's helper.

    They are the same to the bit where nothing was cut, shared or compacted.
    """

    def check(session: Session, logits: Any, rounding: float = 1e-3) -> None:
        want = upstream(pair[1], session)
        assert np.abs(logits - want).max() <= rounding * np.ptp(want)

    return check


def upstream(stock: Model, session: Session) -> Any:
    """Logits behind the session's log, read from the beginning."""
    stock.clear()
    at, pos = 0, 0
    for seen in session.log.pictures:
        pos = told(stock, session, at, seen.start, pos)
        pos = shown_by_upstream(stock, session.pictures[seen.digest], seen.part, pos)
        at = seen.end
    last = len(session.log) - (list(session.log.tokens[-1:]) == stock.tokenize(MORE))  # which was read alone
    pos = told(stock, session, at, last, pos)
    told(stock, session, last, len(session.log), pos)
    return last_logits(stock).copy()


def told(stock: Model, session: Session, start: int, end: int, pos: int) -> int:
    for at in range(start, end, stock.n_ubatch):
        tokens = session.log.tokens[at : min(end, at + stock.n_ubatch)]
        stock.decode(tokens, pos)
        pos += len(tokens)
    return pos


def shown_by_upstream(stock: Model, picture: Picture, part: int, pos: int) -> int:
    import llama_cpp.mtmd_cpp as m

    assert isinstance(stock.vision, VisionEncoder)
    ctx = stock.vision._ctx
    data = Path(picture.path).read_bytes()
    buffer = (ctypes.c_uint8 * len(data)).from_buffer_copy(data)
    bitmap = m.mtmd_helper_bitmap_init_from_buf(ctx, buffer, len(data), False)
    chunks = m.mtmd_input_chunks_init()
    text = m.mtmd_input_text(MARKER, len(MARKER), False, True)
    assert m.mtmd_tokenize(ctx, chunks, ctypes.byref(text), (ctypes.c_void_p * 1)(bitmap), 1) == 0
    behind = ctypes.c_int32(pos)
    chunk = m.mtmd_input_chunks_get(chunks, part)
    done = m.mtmd_helper_eval_chunk_single(
        ctx, stock.context, chunk, pos, 0, stock.n_ubatch, False, ctypes.byref(behind)
    )
    m.mtmd_bitmap_free(bitmap)
    m.mtmd_input_chunks_free(chunks)
    assert done == 0
    return behind.value


def wide(folder: Path, seed: int = 1) -> Picture:
    return make_picture(folder, seed, 220, 150)


def high(folder: Path, seed: int = 2) -> Picture:
    return make_picture(folder, seed, 80, 190)


def said(id: str, text: str = "What is that?", *pictures: Picture) -> PromptMessage:
    return PromptMessage(id=id, role="user" if id[0] == "u" else "assistant", content=text, pictures=pictures)


def read(session: Session) -> Any:
    """Bring the memory up to the log, or read one token more; the logits after it."""
    if session.cached >= len(session.log):
        session.log.append(session.model.tokenize(MORE))
    out: list[Any] = []
    session.catch_up("prefill", None, lambda row: out.append(last_logits(session.model).copy()) or 0)  # type: ignore[func-returns-value]
    assert session.cached == len(session.log)
    return out[0]


def chat(model: Model, *messages: PromptMessage, **options: Any) -> Session:
    session = Session(model, policy=CompactionPolicy(auto=False, keep_recent=32), **options)
    for message in messages:
        session.add(message)
    return session


def two_pictures(model: Model, folder: Path, **options: Any) -> Session:
    return chat(
        model,
        said("u1", "Look at this one first.", wide(folder)),
        said("a1", STORY),
        said("u2", "And at this one.", high(folder)),
        said("a2", "It is a boat"),
        **options,
    )


@each
def test_pictures_are_read_as_upstream_does(model: Model, tmp_path: Path, same: Any) -> None:
    session = two_pictures(model, tmp_path)
    same(session, read(session))
    one, other = session.log.grids
    assert one.end - one.start > UBATCH and one.positions < one.end - one.start
    assert (one.positions, other.positions) == (8, 7)
    info = model.info()
    assert info is not None and info.n_live == session.cached == len(session.log)
    gained = sum(seen.end - seen.start - seen.positions for seen in (one, other))
    assert model.length() == session.following == len(session.log) - gained


@first
def test_each_token_has_its_position(model: Model, tmp_path: Path) -> None:
    session = two_pictures(model, tmp_path)
    read(session)
    one, other = session.log.grids
    gap = one.end - one.start - one.positions
    assert session.position(one.start) == one.start
    assert session.position(one.end) == one.start + one.positions
    assert session.position(other.start) == other.start - gap
    assert session.log.outside_grids(one.start + 1) == one.start and session.log.outside_grids(one.end) == one.end


@first
@pytest.mark.parametrize("keep", ["u1", "a1", "u2"])
def test_a_chat_is_cut_behind_and_before_pictures(model: Model, tmp_path: Path, same: Any, keep: str) -> None:
    session = two_pictures(model, tmp_path)
    read(session)
    session.truncate(keep)
    assert session.cached == len(session.log)
    session.add(said("u3", "Go on.") if keep == "a1" else said("a3", "It goes on."))
    same(session, read(session))


@first
def test_a_cut_inside_of_a_picture_keeps_what_is_before_it(model: Model, tmp_path: Path, same: Any) -> None:
    session = two_pictures(model, tmp_path)
    read(session)
    inside = session.log.grids[1].start + 3
    assert session.forget_after(inside)
    assert session.cached == session.log.grids[1].start or (model.recurrent and session.cached <= inside)
    same(session, read(session))


@first
@pytest.mark.parametrize("computing", [False, True], ids=["between parts", "in a part"])
def test_a_reading_stopped_inside_of_a_picture_goes_on(
    model: Model, tmp_path: Path, same: Any, computing: bool
) -> None:
    class Stops(Silent):
        def cancelled(self) -> bool:
            return session.cached > one.start and (computing or model._abort_wanted is None)

    session = two_pictures(model, tmp_path, listener=Stops())
    one = session.log.grids[0]
    with pytest.raises(Cancelled):
        session.catch_up("prefill")
    if computing and not model.recurrent:  # the library takes all rows at that moment back
        assert session.cached == one.start == model.length()
    else:
        assert one.start < session.cached < one.end
        assert session.following == one.start < model.length()
    # saved and resumed there as well
    session.log.save(tmp_path)
    held = session.cached
    store = SnapshotStore(tmp_path / CHUNKS)
    snapshot.save(session, tmp_path, "c", store)
    model.clear()
    back = Session(model, policy=session.policy)
    back.adopt(TokenLog.load(tmp_path) or TokenLog(), session.messages)
    assert snapshot.restore(back, tmp_path, back.log, store) is not None
    assert back.cached == held
    same(back, read(back))


@grids
def test_keeping_nearly_every_row_changes_next_to_nothing(model: Model, tmp_path: Path, same: Any) -> None:
    session = two_pictures(model, tmp_path)
    read(session)
    report, _ = session.compact(1.0)
    (mark,) = session.log.marks
    assert mark.p0 < session.log.grids[0].start and session.log.grids[1].end <= mark.p1
    assert report.tokens == mark.p1 - mark.p0
    assert all(report.tokens - 2 <= head.rows for head in report.heads)  # log-weights take what these would
    (block,) = model.blocks()
    assert block.tokens == report.tokens > block.p1 - block.p0
    same(session, read(session), 2 * ROUNDING)
    session.add(said("u3", "And a third one.", wide(tmp_path, 3)))
    same(session, read(session), 2 * ROUNDING)


@first
def test_a_compacted_picture_is_followed_by_others(model: Model, tmp_path: Path) -> None:
    session = two_pictures(model, tmp_path)
    before = read(session)
    report, _ = session.compact(8.0)
    assert report.bytes_after < report.bytes_before / 2 and np.isfinite(report.error)
    after = read(session)
    assert np.isfinite(after).all() and not np.array_equal(before, after)
    session.add(said("u3", "And a third one.", high(tmp_path, 3)))
    assert np.isfinite(read(session)).all()
    third = session.log.grids[2]
    assert session.position(third.end) == session.position(third.start) + third.positions  # type: ignore[operator]
    session.add(said("a3", STORY))
    read(session)
    session.compact(8.0)  # both blocks become one, or the second one stands beside the first
    assert np.isfinite(read(session)).all()
    assert session.cached == len(session.log) == sum(b.tokens for b in model.blocks()) + model.info().n_live  # type: ignore[union-attr]


@first
def test_no_block_ends_inside_of_a_picture(model: Model, tmp_path: Path) -> None:
    session = chat(model, said("u1", STORY), said("a1", STORY), said("u2", "See.", wide(tmp_path)))
    read(session)
    seen = session.log.grids[0]
    session.set_policy(msgspec.structs.replace(session.policy, keep_recent=len(session.log) - seen.start - 10))
    session.compact(4.0)
    assert session.log.marks[-1].p1 == seen.start
    assert np.isfinite(read(session)).all()


@first
def test_an_undo_reads_pictures_again(model: Model, tmp_path: Path, same: Any) -> None:
    session = two_pictures(model, tmp_path)
    read(session)
    session.compact(4.0)
    session.undo()
    assert session.log.marks == []
    same(session, read(session))


@both
def test_a_chat_is_resumed_and_forked(model: Model, tmp_path: Path, same: Any) -> None:
    session = two_pictures(model, tmp_path)
    read(session)
    source, target = tmp_path / "source", tmp_path / "target"
    source.mkdir()
    store = SnapshotStore(tmp_path / CHUNKS)
    session.log.save(source)
    snapshot.save(session, source, "c", store)
    ids = {message.id: f"{message.id}'" for message in session.messages[:3]}
    assert fork(source, target, "d", ids, store)
    before = read(session)
    model.clear()
    back = resumed(model, source, session.messages, store)
    assert np.abs(read(back) - before).max() < 1e-4
    model.clear()
    kept = [msgspec.structs.replace(message, id=ids[message.id]) for message in session.messages[:3]]
    other = resumed(model, target, kept, store)
    assert 0 < other.cached <= len(other.log)
    same(other, read(other))


def resumed(model: Model, folder: Path, messages: list[PromptMessage], store: SnapshotStore) -> Session:
    session = Session(model, policy=CompactionPolicy(auto=False, keep_recent=32))
    log = TokenLog.load(folder)
    assert log is not None
    session.adopt(log, messages)
    assert snapshot.restore(session, folder, log, store) is not None
    return session


@first
def test_a_compacted_chat_is_resumed(model: Model, tmp_path: Path) -> None:
    session = two_pictures(model, tmp_path)
    read(session)
    session.compact(4.0)
    session.add(said("u3", "And a third one.", high(tmp_path, 3)))
    read(session)
    store = SnapshotStore(tmp_path / CHUNKS)
    session.log.save(tmp_path)
    snapshot.save(session, tmp_path, "c", store)
    before = read(session)
    model.clear()
    back = resumed(model, tmp_path, session.messages, store)
    assert np.abs(read(back) - before).max() < 1e-4


@first
def test_two_chats_share_a_picture(model: Model, tmp_path: Path, same: Any) -> None:
    cached_chats = CachedChats(model)
    one = two_pictures(model, tmp_path, seq_id=0, cached_chats=cached_chats)
    other = chat(
        model, *one.messages[:2], said("u2", "Now another.", high(tmp_path, 5)), seq_id=1, cached_chats=cached_chats
    )
    for session in (one, other):
        cached_chats.admit(session)
    before = read(one)
    found = cached_chats.beginning_of(other, len(other.log) - 1, with_blocks=True)
    assert found is not None and found.n >= one.log.grids[0].end
    same(other, read(other))
    info = model.info()
    assert info is not None and info.capacity_used < len(one.log) + len(other.log)
    same(one, before)
    same(one, read(one))


@first
def test_the_beginning_that_ends_with_a_picture_is_shared(model: Model, tmp_path: Path, same: Any) -> None:
    cached_chats = CachedChats(model)
    picture = wide(tmp_path)
    one = chat(model, said("u1", "See.", picture), seq_id=0, cached_chats=cached_chats)
    other = chat(model, said("u1", "Look.", picture), seq_id=1, cached_chats=cached_chats)
    for session in (one, other):
        cached_chats.admit(session)
    end = one.log.grids[0].end
    one.log.cut(end)
    one.catch_up("prefill")
    found = cached_chats.beginning_of(other, len(other.log) - 1, with_blocks=True)
    assert found is not None and found.n == end
    found.take()
    assert other.cached in (end, 0)  # a recurrent state is only copied where a message ends
    assert other.cached or model.recurrent
    same(other, read(other))


@first
def test_old_pictures_leave_the_context(model: Model, tmp_path: Path, same: Any) -> None:
    session = two_pictures(model, tmp_path)
    read(session)
    session.set_policy(CompactionPolicy(when_full="forget", reserve=16))
    session.add(said("u3", STORY * 5), check=False)
    assert session.forget_oldest(300)
    assert session.log.forgotten and len(session.log.grids) < 2
    same(session, read(session))


@first
def test_old_pictures_are_moved_together(model: Model, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    session = two_pictures(model, tmp_path)
    read(session)
    session.set_policy(CompactionPolicy(keep_recent=32))
    session.compact(4.0)
    before, last = session.following, session.log.grids[1]
    monkeypatch.setattr(model, "facts", msgspec.structs.replace(model.facts, n_ctx_train=before + 4))
    session.add(said("u3", STORY))
    assert np.isfinite(read(session)).all()
    assert session.following < before and model.blocks()[0].tokens == session.log.marks[0].p1 - session.log.marks[0].p0
    assert session.position(session.log.marks[0].p1) == model.blocks()[0].p1 < last.end
    session.truncate("a2")
    assert session.cached == len(session.log)


@first
def test_a_log_with_grids_says_so(model: Model, tmp_path: Path) -> None:
    session = two_pictures(model, tmp_path)
    session.log.save(tmp_path)
    data = next(tmp_path.glob("tokens*")).read_bytes()
    assert int.from_bytes(data[4:8], "little") == WITH_GRIDS
    back = TokenLog.load(tmp_path)
    assert back is not None and back.grids == session.log.grids
    bad = session.log.pictures[0]
    session.log.pictures[0] = msgspec.structs.replace(bad, positions=-1)
    session.log.save(tmp_path)
    with pytest.raises(BadSnapshot):
        TokenLog.load(tmp_path)


@first
def test_rows_have_places_of_their_own(model: Model, tmp_path: Path) -> None:
    assert model.vision is not None
    picture = wide(tmp_path)
    part = next(chunk for chunk in model.vision.look(picture) if chunk.rows)
    places = model.vision.places(picture, part.part, 7)
    assert places is not None and places.shape == (len(part.tokens), SECTIONS)
    assert (places[:, 0] == 7).all() and (places[:, 3] == 0).all()
    assert places[:, 1:3].max() == 7 + part.positions - 1


@first
def test_where_cells_are_not_counted_a_picture_is_read_at_once(
    model: Model, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, same: Any
) -> None:
    monkeypatch.setattr(Model, "info", lambda *_: None)
    assert model.vision is not None and model.vision.at_once
    small = make_picture(tmp_path, 4, 80, 80)
    session = chat(model, said("u1", "See.", small), said("a1", STORY))
    same(session, read(session))
    blocks = model.blocks()
    for held in range(len(session.log) + 1):
        length = positions.length_of(blocks, held, session.log.grids)
        if session.log.outside_grids(held) == held:
            assert positions.held_by(blocks, length, session.log.grids) == held


@first
def test_a_projector_that_counts_pictures_is_refused(model: Model, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.model.vision.COUNTED", GRIDS)
    assert model.vision is not None
    with pytest.raises(BadVision, match="HunyuanVL"):
        VisionEncoder(model, model.vision.path)


@first
def test_a_chat_is_opened_again(model: Model, tmp_path: Path, same: Any) -> None:
    from engine.snapshots.writer import Saver

    session = two_pictures(model, tmp_path)
    read(session)
    messages = list(session.messages)
    session.log.save(tmp_path)
    snapshot.save(session, tmp_path, "c", SnapshotStore(tmp_path / CHUNKS))
    model.clear()
    saver, back = Saver(), Session(model)
    chat_snapshots = saver.chat_snapshots(tmp_path, None)
    how, note = Scheduler(model).run(open_steps(back, chat_snapshots, messages))
    chat_snapshots.close()
    assert saver.finish(30) and (how, note) == ("resumed", None)
    same(back, read(back))
