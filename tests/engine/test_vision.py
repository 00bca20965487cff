"""Pictures in a chat's memory, with tiny random vision parts for the starter model."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest

from engine import protocol as p
from engine.bench.at_once import AtOnceCompactor
from engine.chat.attached import UNSEEN
from engine.chat.cached_chats import CachedChats
from engine.chat.session import Session
from engine.compaction.presets import recent_queries
from engine.errors import BadModelFile, EngineError
from engine.model.batches import Piece
from engine.model.metrics import kl_divergence
from engine.model.model import Model
from engine.model.pictures import BadPicture
from engine.model.reading import last_logits
from engine.model.vision import MARKER, BadVision, VisionEncoder
from engine.process.opening import open_steps
from engine.protocol import CompactionPolicy, Picture, PromptMessage, Sampling
from engine.scheduling.scheduler import Scheduler
from engine.snapshots import snapshot
from engine.snapshots.store import CHUNKS, SnapshotStore
from engine.snapshots.writer import Saver
from engine.texts import Text, english
from tests.engine.dictation import Dictation, apart
from tests.engine.host_harness import HostHarness
from tests.unreachable import shut
from tests.vision_files import ROWS, make_mmproj, make_picture

pytestmark = [pytest.mark.model, pytest.mark.native]

GREEDY = Sampling(temperature=0, max_tokens=4)
QUESTION = "What is in this picture?"


@pytest.fixture(scope="module", params=["mlp", "gemma3"])
def seeing(request: pytest.FixtureRequest, model_path: Path, tmp_path_factory: pytest.TempPathFactory) -> Any:
    """The starter model with an encoder: rows that see what is before them (mlp), or one another as well (gemma3)."""
    folder = tmp_path_factory.mktemp("mmproj")
    recent = recent_queries("context_prefill")
    with Model.open(model_path, n_ctx=1024, n_seq_max=2, n_recent_queries=recent) as model:
        model.open_vision(make_mmproj(folder / "mmproj.gguf", model.facts.n_embd, request.param))
        yield model


@pytest.fixture
def model(seeing: Model) -> Model:
    seeing.clear()
    assert seeing.vision is not None
    seeing.vision.forget()
    return seeing


def shown(*pictures: Picture, text: str = QUESTION, id: str = "u") -> PromptMessage:
    return PromptMessage(id=id, role="user", content=text, pictures=pictures)


def read(session: Session) -> Any:
    """Bring the memory up to the log; the logits after it."""
    out: list[Any] = []
    session.catch_up("prefill", None, lambda row: out.append(last_logits(session.model).copy()) or 0)  # type: ignore[func-returns-value]
    return out[0]


def reading(model: Model, *messages: PromptMessage) -> tuple[Session, Any]:
    model.clear()
    session = Session(model)
    for message in messages:
        session.add(message)
    return session, read(session)


def again(session: Session) -> Any:
    """The logits after the last token, decoded anew."""
    assert session.forget_after(len(session.log) - 1)
    return read(session)


# --------------------------------------------------------------------------- seeing


def test_a_picture_is_seen_the_same_each_time(model: Model, tmp_path: Path) -> None:
    one, other = make_picture(tmp_path, 1), make_picture(tmp_path, 2)
    _, blind = reading(model, shown())
    session, first = reading(model, shown(one))
    _, second = reading(model, shown(other))
    assert model.vision is not None
    model.vision.forget()
    _, repeated = reading(model, shown(one))
    assert np.array_equal(first, repeated)
    assert np.abs(first - blind).max() > 0.5 and np.abs(first - second).max() > 0.5
    (seen,) = session.log.pictures
    assert (seen.end - seen.start, seen.digest) == (ROWS, one.digest)
    assert session.cached == len(session.log) == model.length()
    info = model.info()
    assert info is None or info.capacity_used == len(session.log)


def test_its_rows_are_decoded_as_the_library_itself_does(model: Model, tmp_path: Path) -> None:
    picture = make_picture(tmp_path)
    session, ours = reading(model, shown(picture))
    model.clear()
    theirs = _by_the_library(model, session, picture)
    assert np.abs(ours - theirs).max() < 1e-3


def _by_the_library(model: Model, session: Session, picture: Picture) -> Any:
    """Logits after the same prompt, the picture taken in by mtmd_helper_eval_chunks."""
    import llama_cpp.mtmd_cpp as m

    assert isinstance(model.vision, VisionEncoder)
    ctx, log = model.vision._ctx, session.log
    first, last = log.pictures[0].start, log.pictures[-1].end
    extra = len(model.vision.look(picture)) // 2  # text parts on either side
    texts = [len(part.tokens) for part in model.vision.look(picture) if not part.rows]
    first, last = (first - texts[0], last + texts[-1]) if extra else (first, last)
    model.decode(log.tokens[:first], 0)
    data = Path(picture.path).read_bytes()
    buffer = (ctypes.c_uint8 * len(data)).from_buffer_copy(data)
    bitmap = m.mtmd_helper_bitmap_init_from_buf(ctx, buffer, len(data), False)
    chunks = m.mtmd_input_chunks_init()
    text = m.mtmd_input_text(MARKER, len(MARKER), False, True)
    assert m.mtmd_tokenize(ctx, chunks, ctypes.byref(text), (ctypes.c_void_p * 1)(bitmap), 1) == 0
    after = ctypes.c_int32(first)
    status = m.mtmd_helper_eval_chunks(ctx, model.context, chunks, first, 0, model.n_ubatch, False, ctypes.byref(after))
    m.mtmd_bitmap_free(bitmap)
    m.mtmd_input_chunks_free(chunks)
    assert status == 0 and after.value == last == model.length()
    model.decode(log.tokens[last:], last)
    return last_logits(model).copy()


def test_pictures_stand_where_the_message_does(model: Model, tmp_path: Path) -> None:
    one, other = make_picture(tmp_path, 1), make_picture(tmp_path, 2)
    session, _ = reading(
        model,
        shown(text="Hello."),
        PromptMessage(id="a", role="assistant", content="Hi."),
        shown(one, other, one, id="v"),
    )
    start = next(span.start for span in session.log.spans if span.id == "v")
    assert [seen.digest for seen in session.log.pictures] == [one.digest, other.digest, one.digest]
    assert all(start < seen.start for seen in session.log.pictures)
    tail = model.text([t for t in session.log.tokens[session.log.pictures[-1].end :] if t >= 0], special=True)
    assert QUESTION in tail and "Lt0" not in tail
    first, _, third = session.log.pictures
    assert session.log.tokens[first.start : first.end] == session.log.tokens[third.start : third.end]


def test_a_picture_needs_no_words(model: Model, tmp_path: Path) -> None:
    session, logits = reading(model, shown(make_picture(tmp_path), text=""))
    assert len(session.log.pictures) == 1 and np.isfinite(logits).all()


def test_rows_that_see_only_what_is_before_them_may_come_in_parts(model: Model, tmp_path: Path) -> None:
    assert model.vision is not None
    if model.vision.whole:
        pytest.skip("these see one another")
    session, logits = reading(model, shown(make_picture(tmp_path)))
    (seen,) = session.log.pictures
    model.clear()
    model.decode(session.log.tokens[: seen.start], 0)
    rows = model.vision.rows(next(iter(session.pictures.values())), 0, session.log.tokens[seen.start : seen.end])
    for at in range(0, len(rows), 5):
        n = len(rows[at : at + 5])
        model.decode_batch([Piece([-1] * n, seen.start + at, rows=rows[at : at + 5], logits="none")])
    model.decode(session.log.tokens[seen.end :], seen.end)
    in_parts = last_logits(model).copy()
    _, other = reading(model, shown(make_picture(tmp_path, 2)))
    assert np.abs(in_parts - logits).mean() < np.abs(in_parts - other).mean() / 4


def test_two_chats_with_the_same_picture_share_its_cells(model: Model, tmp_path: Path) -> None:
    one, other = make_picture(tmp_path, 1), make_picture(tmp_path, 2)
    cached_chats = CachedChats(model)
    sessions = [Session(model, seq_id=i, cached_chats=cached_chats) for i in range(2)]
    for session in sessions:
        cached_chats.admit(session)
    sessions[0].add(shown(one))
    read(sessions[0])
    sessions[1].add(shown(one, text="And how many colours has it?"))
    found = cached_chats.beginning_of(sessions[1], len(sessions[1].log) - 1, with_blocks=True)
    assert found is not None and found.n >= sessions[0].log.pictures[0].end
    sessions[1].start_over()
    sessions[1].add(shown(other))
    found = cached_chats.beginning_of(sessions[1], len(sessions[1].log) - 1, with_blocks=True)
    assert found is not None and found.n == sessions[0].log.pictures[0].start


def test_pictures_and_replies_of_other_chats_go_on_side_by_side(
    model: Model, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    dictation = Dictation(model, monkeypatch, "It is blue, deep and full of fish.")
    pictures = [make_picture(tmp_path, seed) for seed in range(1, 4)]
    told, longer = "Tell me about the sea.", Sampling(temperature=0, max_tokens=12)
    for question in (told, QUESTION):
        model.clear()
        Session(model).generate("a", shown(text=question), sampling=longer)
    alone, another = dictation.heard().values()
    _, seen = reading(model, shown(*pictures))
    _, others = reading(model, shown(*reversed(pictures)))
    model.clear()
    cached_chats = CachedChats(model)
    writing, looking = (Session(model, seq_id=i, cached_chats=cached_chats) for i in range(2))
    cached_chats.admit(writing)
    cached_chats.admit(looking)
    looking.add(shown(*pictures))
    out: list[Any] = []
    scheduler = Scheduler(model)
    writing.active = looking.active = True
    reply = scheduler.add(writing.generate_steps("a", shown(text=told), sampling=longer))
    steps = looking.catch_up_steps("prefill", None, lambda row: out.append(row_of(model, row)) or 0)  # type: ignore[func-returns-value]
    look = scheduler.add(steps)
    both = 0
    while scheduler.busy:
        before = writing.cached, looking.cached
        scheduler.step()
        both += before[0] < writing.cached and looking.cached == before[1] and not look.done
    assert reply.outcome().reason == "eos"
    assert both > 0  # a batch of rows waited for one of tokens
    (heard,) = dictation.heard().values()
    assert apart(heard, alone) < apart(heard, another) / 4
    assert np.abs(out[0] - seen).mean() < np.abs(out[0] - others).mean() / 4


def row_of(model: Model, row: int) -> Any:
    pointer = ctypes.cast(model.logits(row), ctypes.POINTER(ctypes.c_float))
    return np.array(np.ctypeslib.as_array(pointer, shape=(model.n_vocab,)))


# --------------------------------------------------------------------------- coming back


def talked(model: Model, picture: Picture, folder: Path) -> tuple[Session, SnapshotStore]:
    """A chat about a picture, saved."""
    session = Session(model)
    session.generate("a", shown(picture), sampling=GREEDY)
    store = SnapshotStore(folder / CHUNKS)
    session.log.save(folder)
    snapshot.save(session, folder, "chat", store)
    return session, store


def opened(model: Model, folder: Path, messages: list[PromptMessage]) -> tuple[Session, str, Text | None]:
    saver = Saver()
    session = Session(model)
    chat_snapshots = saver.chat_snapshots(folder, None)
    how, note = Scheduler(model).run(open_steps(session, chat_snapshots, messages))
    chat_snapshots.close()
    assert saver.finish(30)
    return session, how, note


def test_it_is_resumed_without_looking_again(model: Model, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    picture = make_picture(tmp_path)
    session, _ = talked(model, picture, tmp_path)
    before, messages = again(session), list(session.messages)
    model.clear()

    def looks(*_: Any) -> Any:
        raise AssertionError("it looked again")

    monkeypatch.setattr(VisionEncoder, "rows", looks)
    monkeypatch.setattr(VisionEncoder, "look", looks)
    back, how, note = opened(model, tmp_path, messages)
    assert (how, note) == ("resumed", None)
    assert back.log.pictures == session.log.pictures
    assert np.array_equal(again(back), before)


def test_it_is_built_anew_from_its_log(model: Model, tmp_path: Path) -> None:
    session, _ = talked(model, make_picture(tmp_path), tmp_path)
    before = again(session)
    assert model.vision is not None
    model.vision.forget()
    session.rebuild()
    assert session.cached == len(session.log)
    assert np.abs(again(session) - before).max() < 1e-3


def test_a_lost_picture_is_told_and_loses_nothing_else(model: Model, tmp_path: Path) -> None:
    picture, other = make_picture(tmp_path, 1), make_picture(tmp_path, 2)
    session, _ = talked(model, picture, tmp_path)
    session.generate("b", shown(other, id="v"), sampling=GREEDY)
    session.log.save(tmp_path)
    messages = list(session.messages)
    Path(picture.path).unlink()
    assert model.vision is not None
    model.vision.forget()
    with pytest.raises(BadPicture, match="missing"):
        session.rebuild()
    (tmp_path / "memory.kvs").unlink()
    model.clear()
    back, how, note = opened(model, tmp_path, messages)
    assert how == "rebuilt" and "missing" in english.sentence(note)
    assert back.messages == messages and back.cached == len(back.log)
    assert [seen.digest for seen in back.log.pictures] == [other.digest]  # what is there is looked at
    assert UNSEEN.strip() in model.text([t for t in back.log.tokens if t >= 0])
    reply = back.generate("c", PromptMessage(id="w", role="user", content="Go on."), sampling=GREEDY)
    assert reply.tokens > 0
    # the next time it is told apart neither from the log nor from the snapshot, and nothing is read again
    back.log.save(tmp_path)
    snapshot.save(back, tmp_path, "chat", SnapshotStore(tmp_path / CHUNKS))
    model.clear()
    assert opened(model, tmp_path, list(back.messages))[1:] == ("resumed", None)


def test_without_eyes_the_memory_of_a_picture_stays_or_words_stand_for_it(
    model: Model, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    session, _ = talked(model, make_picture(tmp_path), tmp_path)
    messages = list(session.messages)
    model.clear()
    monkeypatch.setattr(model, "vision", None)
    back, how, note = opened(model, tmp_path, messages)
    assert (how, note, len(back.log.pictures)) == ("resumed", None, 1)
    (tmp_path / "memory.kvs").unlink()
    model.clear()
    back, how, note = opened(model, tmp_path, messages)
    assert (
        how == "rebuilt" and "loaded without its vision projector" in english.sentence(note) and not back.log.pictures
    )
    with pytest.raises(BadPicture, match="without its vision projector"):
        back.add(shown(make_picture(tmp_path, 3), id="n"))
    back.log.save(tmp_path)
    monkeypatch.undo()
    model.clear()
    seeing, how, note = opened(model, tmp_path, messages)  # with an encoder it is looked at again
    assert (note, len(seeing.log.pictures)) == (None, 1)


def test_another_vision_part_looks_again(
    model: Model, model_path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    session, _ = talked(model, make_picture(tmp_path), tmp_path)
    assert model.vision is not None
    monkeypatch.setattr(model.vision, "_name", "another")
    with pytest.raises(BadPicture, match="another vision projector"):
        session.rebuild()
    (tmp_path / "memory.kvs").unlink()
    model.clear()
    back, how, _ = opened(model, tmp_path, list(session.messages))
    assert how == "rebuilt" and len(back.log.pictures) == 1 and back.cached == len(back.log)


# --------------------------------------------------------------------------- cuts and compactions


def test_what_is_before_and_behind_a_picture_can_be_edited(model: Model, tmp_path: Path) -> None:
    one, other = make_picture(tmp_path, 1), make_picture(tmp_path, 2)
    hello, hi = shown(text="Hello."), PromptMessage(id="a", role="assistant", content="Hi.")
    _, fresh = reading(model, hello, hi, shown(other, id="v"))
    session, first = reading(model, hello, hi, shown(one, id="v"))
    session.truncate("a")
    assert session.log.pictures == [] and session.cached == len(session.log)
    session.add(shown(other, id="v"))
    assert np.array_equal(read(session), fresh)
    session.truncate("a")
    session.add(shown(one, id="v"))
    assert np.array_equal(read(session), first)


def test_rows_of_pictures_are_compacted_like_text(model: Model, long_text: str, tmp_path: Path) -> None:
    picture = make_picture(tmp_path)
    session = Session(model, policy=CompactionPolicy(keep_recent=64))
    session.generate("a1", shown(picture, text=long_text[:1200], id="u1"), sampling=GREEDY)
    session.generate("a2", shown(text=long_text[1200:1600], id="u2"), sampling=GREEDY)
    before = again(session)
    report, _ = session.compact(4.0)
    mark = session.log.marks[-1]
    assert mark.p0 < session.log.pictures[0].start < session.log.pictures[0].end < mark.p1
    assert report.bytes_after < report.bytes_before / 2 and report.error < 0.5
    compacted = kl_divergence(before[None], again(session)[None]).mean()
    reply = session.generate("a3", shown(make_picture(tmp_path, 2), id="u3"), sampling=GREEDY)  # seen beside a block
    assert reply.tokens > 0 and len(session.log.pictures) == 2
    session.truncate("a2")
    session.undo()
    assert session.log.marks == [] and session.cached == len(session.log)
    undone = kl_divergence(before[None], again(session)[None]).mean()
    # not 0: it was read in other batches; what the compaction lost is as little by now, so it is no bound
    assert compacted < 0.05 and undone < 0.05


@pytest.mark.parametrize("compacted", [False, True], ids=["exact", "beside a block"])
def test_rows_see_one_another_beside_a_block_as_well(
    model: Model, long_text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, compacted: bool
) -> None:
    """The first row hangs on the last one where rows see one another, and not by a bit where they do not.

    Both readings of a pair compute the same but for what is in that last row, so this holds on any processor.
    """
    encoder = model.vision
    assert encoder is not None
    picture, seen_so = make_picture(tmp_path), encoder.rows
    session = _told_a_text(model, long_text, compacted=compacted)

    def after_the_first_row(*, whole: bool, sign: int) -> Any:
        """Logits of a token that finds the first row alone in front of it, the last row read as it is or negated."""

        def rows(picture: Picture, part: int, tokens: Sequence[int]) -> Any:
            changed = seen_so(picture, part, tokens).copy()
            changed[-1] *= sign
            return changed

        with monkeypatch.context() as patch:
            patch.setattr(encoder, "whole", whole)
            patch.setattr(encoder, "rows", rows)
            session.add(shown(picture, id="u2"))
            read(session)
        assert session.forget_after(session.log.pictures[0].start + 1)
        model.decode(session.log.tokens[-1:], model.length())
        found = last_logits(model).copy()
        session.truncate("a1")
        return found

    if encoder.whole:
        apart = after_the_first_row(whole=True, sign=1) - after_the_first_row(whole=True, sign=-1)
        assert np.abs(apart).mean() > 0.01  # 0.08 to 0.24 with other pictures and texts
    assert np.array_equal(after_the_first_row(whole=False, sign=1), after_the_first_row(whole=False, sign=-1))


def test_a_picture_beside_a_block_is_read_after_its_text(model: Model, long_text: str, tmp_path: Path) -> None:
    picture = make_picture(tmp_path)

    def told(*, compacted: bool) -> Any:
        session = _told_a_text(model, long_text, compacted=compacted)
        session.add(shown(picture, id="u2"))
        return read(session)

    exact, beside = told(compacted=False), told(compacted=True)
    _, alone = reading(model, shown(picture))
    # what the block costs, which is noise, beside what the text is worth: about 0.2 beside 4 with other texts
    assert np.abs(exact - beside).mean() < np.abs(exact - alone).mean() / 3


def _told_a_text(model: Model, text: str, *, compacted: bool) -> Session:
    """A chat of a message ("u1") and its reply ("a1"), read, and moved into a block but for its end."""
    model.clear()
    session = Session(model, policy=CompactionPolicy(keep_recent=64))
    session.add(shown(text=text[:600], id="u1"))
    session.add(PromptMessage(id="a1", role="assistant", content=text[600:900]))
    session.catch_up("prefill")
    if compacted:
        session.compact(1.0)
        assert session.log.marks
    return session


def test_presets_that_read_again_leave_pictures_out(model: Model, long_text: str, tmp_path: Path) -> None:
    preset = "context_prefill"
    session = Session(model, policy=CompactionPolicy(keep_recent=64), preset=preset)
    session.compactor = AtOnceCompactor(session)
    session.generate("a1", shown(make_picture(tmp_path), text=long_text[:1200], id="u1"), sampling=GREEDY)
    report, _ = session.compact(2.0)
    assert report.preset == preset and report.bytes_after < report.bytes_before


# --------------------------------------------------------------------------- bad input


def test_a_vision_part_that_does_not_belong_is_refused(model: Model, model_path: Path, tmp_path: Path) -> None:
    foreign = make_mmproj(tmp_path / "foreign.gguf", model.facts.n_embd + 64)
    with pytest.raises(BadVision, match="another model"):
        VisionEncoder(model, foreign)
    with pytest.raises(BadVision, match="is missing"):
        VisionEncoder(model, tmp_path / "gone.gguf")
    with pytest.raises(BadVision, match="isn't a vision projector"):
        VisionEncoder(model, model_path)
    whole = make_mmproj(tmp_path / "whole.gguf", model.facts.n_embd).read_bytes()
    cut = tmp_path / "cut.gguf"
    cut.write_bytes(whole[: len(whole) // 2])
    with pytest.raises(BadModelFile):
        VisionEncoder(model, cut)


def test_a_vision_part_that_cannot_be_reached_is_missing(
    model: Model, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shut(monkeypatch, tmp_path / "away")
    with pytest.raises(BadVision, match="is missing"):
        VisionEncoder(model, tmp_path / "away" / "mmproj.gguf")


def test_a_vision_part_that_the_library_cannot_use_is_refused(model: Model, tmp_path: Path) -> None:
    unknown = make_mmproj(tmp_path / "unknown.gguf", model.facts.n_embd, "nonesuch")
    with pytest.raises(BadVision, match="Can't load"):
        VisionEncoder(model, unknown)


def test_bad_pictures_change_nothing(model: Model, tmp_path: Path) -> None:
    good = make_picture(tmp_path)
    session, logits = reading(model, shown(text="Hello."), PromptMessage(id="a", role="assistant", content="Hi."))
    n = len(session.log)
    changed = msgspec.structs.replace(good, digest="0" * 64)
    gone = Picture(str(tmp_path / "gone.png"), good.digest)
    for bad in (changed, gone):
        with pytest.raises(BadPicture):
            session.add(shown(bad, id="v"))
    assert (len(session.log), session.cached, len(session.messages)) == (n, n, 2)
    assert np.array_equal(again(session), logits)


def test_rows_that_are_no_numbers_reach_no_cache(model: Model, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert model.vision is not None
    picture = make_picture(tmp_path, seed=77)
    chunk = next(chunk for chunk in model.vision.look(picture) if chunk.rows)
    monkeypatch.setattr(np.ctypeslib, "as_array", lambda _, shape: np.full(shape, np.inf, np.float32))
    with pytest.raises(BadVision, match="not a number"):
        model.vision.rows(picture, chunk.part, chunk.tokens)


def test_a_picture_larger_than_a_batch_is_refused_where_it_has_to_be_whole(model: Model, tmp_path: Path) -> None:
    assert model.vision is not None
    if not model.vision.whole:
        pytest.skip("these may come in parts")
    ubatch, model.n_ubatch = model.n_ubatch, ROWS - 1
    try:
        with pytest.raises(BadPicture, match="in one step"):
            model.vision.look(make_picture(tmp_path))
    finally:
        model.n_ubatch = ubatch


def test_a_picture_waits_for_no_less_than_its_room(model: Model, tmp_path: Path, long_text: str) -> None:
    session = Session(model, policy=CompactionPolicy(auto=False))
    session.log.append(model.tokenize(long_text)[: model.n_ctx - len(session.log) - ROWS // 2])
    session.catch_up("prefill")
    session.add(shown(make_picture(tmp_path)), check=False)
    with pytest.raises(EngineError, match="room"):
        session.catch_up("prefill")
    whole = model.vision is not None and model.vision.whole
    (seen,) = session.log.pictures
    assert not (whole and session.cached > seen.start)


# --------------------------------------------------------------------------- asked for by the program


@pytest.fixture
def harness() -> Iterator[HostHarness]:
    harness = HostHarness()
    yield harness
    harness.host.unload()


@pytest.fixture(scope="module")
def mmproj(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_mmproj(tmp_path_factory.mktemp("part") / "mmproj.gguf", 576)


def test_a_message_with_a_picture_is_answered(
    harness: HostHarness, model_path: Path, mmproj: Path, tmp_path: Path
) -> None:
    alone = harness.ask(p.Estimate(id=1, path=str(model_path), n_ctx=512))
    both = harness.ask(p.Estimate(id=2, path=str(model_path), n_ctx=512, mmproj=str(mmproj)))
    assert both.weights - alone.weights == mmproj.stat().st_size
    loaded = harness.ask(p.Load(id=3, path=str(model_path), n_ctx=512, mmproj=str(mmproj)))
    assert loaded.model.sees and not loaded.note
    picture = make_picture(tmp_path)
    assert harness.ask(p.Tokenize(id=4, text="", pictures=(picture,))).tokens == ROWS
    harness.ask(p.OpenChat(id=5, chat_id="c", folder=str(tmp_path / "c")))
    replied = harness.ask(p.Generate(id=6, chat_id="c", reply_id="a", user=shown(picture), sampling=GREEDY))
    assert isinstance(replied, p.Replied) and replied.prompt_tokens > ROWS
    gone = msgspec.structs.replace(picture, path=str(tmp_path / "gone.png"))
    refused = harness.ask(p.Generate(id=7, chat_id="c", reply_id="b", user=shown(gone, id="v"), sampling=GREEDY))
    assert isinstance(refused, p.Error) and refused.code == "bad_picture"
    refused = harness.ask(p.Tokenize(id=8, text="", pictures=(gone,)))
    assert isinstance(refused, p.Error) and english.hint(refused.text)


def test_a_model_is_loaded_without_a_vision_part_that_cannot_be_used(
    harness: HostHarness, model_path: Path, tmp_path: Path
) -> None:
    foreign = make_mmproj(tmp_path / "foreign.gguf", 640)
    loaded = harness.ask(p.Load(id=1, path=str(model_path), n_ctx=512, mmproj=str(foreign)))
    assert not loaded.model.sees and "another model" in english.whole(loaded.note)
    loaded = harness.ask(p.Load(id=2, path=str(model_path), n_ctx=512, mmproj=str(tmp_path / "gone.gguf")))
    assert not loaded.model.sees and "is missing" in english.whole(loaded.note)
    harness.ask(p.OpenChat(id=3, chat_id="c", folder=str(tmp_path / "c")))
    refused = harness.ask(
        p.Generate(id=4, chat_id="c", reply_id="a", user=shown(make_picture(tmp_path)), sampling=GREEDY)
    )
    assert isinstance(refused, p.Error) and "without its vision projector" in english.sentence(refused.text)
    answered = harness.ask(p.Generate(id=5, chat_id="c", reply_id="a", user=shown(), sampling=GREEDY))
    assert isinstance(answered, p.Replied)
