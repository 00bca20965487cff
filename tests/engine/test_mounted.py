"""Chats whose documents are mounted: once, at their place, and through all that happens to a chat."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from engine.chat import ranges
from engine.chat.cached_chats import CachedChats
from engine.chat.session import Session
from engine.chat.token_log import BlockMark, TokenLog
from engine.errors import MessageTooLong
from engine.model.compact_structs import Block
from engine.model.model import Model
from engine.protocol import CompactionPolicy, DocumentPart, PromptMessage, Sampling
from engine.snapshots import snapshot
from tests.engine.http_harness import TINY
from tests.engine.mounted_documents import FakeMounts
from tests.engine.test_documents_in_chats import asked, document

pytestmark = pytest.mark.native

GREEDY = Sampling(temperature=0, max_tokens=4)
TEXT = "".join(f"The heron of house {i} paid {i * 37 % 101} coins. " for i in range(8))
BY_HAND = CompactionPolicy(threshold=0.98)


@pytest.fixture(scope="module")
def tiny() -> Iterator[Model]:
    with Model.open(TINY, n_ctx=1024, n_threads=1, n_seq_max=3) as model:
        yield model


@pytest.fixture
def model(tiny: Model) -> Model:
    tiny.clear()
    return tiny


@pytest.fixture
def mounts(model: Model) -> FakeMounts:
    return FakeMounts(model)


def chat(model: Model, mounts: FakeMounts, policy: CompactionPolicy = BY_HAND, seq_id: int = 0) -> Session:
    cached_chats = CachedChats(model)
    cached_chats.mounts = mounts
    return Session(model, policy=policy, cached_chats=cached_chats, seq_id=seq_id)


@pytest.fixture
def part(tmp_path: Path, mounts: FakeMounts) -> DocumentPart:
    found = document(tmp_path, TEXT)
    mounts.add(found.digest, TEXT.strip())
    return found


def mounted(model: Model, mounts: FakeMounts, part: DocumentPart) -> Session:
    session = chat(model, mounts)
    session.generate("a", asked(part), sampling=GREEDY)
    assert mounts.mounted == [part.digest]
    return session


def caught_up(session: Session) -> bool:
    """Whether it holds all but the last token of a reply, at most, which is read with the next message."""
    return len(session.log) - session.cached in (0, 1)


def said(text: str, id: str) -> PromptMessage:
    return PromptMessage(id=id, role="user", content=text)


def test_a_document_is_mounted_in_place_of_being_read(model: Model, mounts: FakeMounts, part: DocumentPart) -> None:
    session = mounted(model, mounts, part)
    (run,), (mark,) = session.log.documents, session.log.marks
    assert (mark.p0, mark.p1, mark.document) == (run.start, run.end, part.digest)
    (block,) = model.blocks(0)
    assert (block.p0, block.p1) == (run.start, run.end)
    assert caught_up(session)
    (seen,) = session.documents
    assert (seen.digest, seen.tokens, seen.mounted) == (part.digest, run.end - run.start, True)
    assert seen.cells < seen.tokens / 3
    segments = {segment.kind: segment for segment in session.segments()}
    assert segments["documents"].tokens == seen.tokens and segments["documents"].ratio > 3
    assert "compacted" not in segments and sum(one.tokens for one in segments.values()) == session.cached


def test_without_a_cartridge_its_text_is_read(model: Model, mounts: FakeMounts, part: DocumentPart) -> None:
    mounts.delete(part.digest)
    session = chat(model, mounts)
    session.generate("a", asked(part), sampling=GREEDY)
    (seen,) = session.documents
    assert (seen.cells, seen.mounted, session.log.marks) == (seen.tokens, False, [])


def test_one_that_is_refused_is_read(model: Model, mounts: FakeMounts, part: DocumentPart) -> None:
    mounts.refuses = 2
    session = chat(model, mounts)
    session.generate("a", asked(part), sampling=GREEDY)
    assert mounts.mounted == [] and session.log.marks == [] and caught_up(session)


def test_one_that_is_in_the_way_of_others_is_mounted_alone(
    model: Model, mounts: FakeMounts, part: DocumentPart
) -> None:
    mounts.refuses = 1
    mounted(model, mounts, part)


def test_it_may_be_longer_than_the_context(model: Model, mounts: FakeMounts, tmp_path: Path) -> None:
    """Its rows count, not its tokens."""
    text = "The owl painted the chapel. " * 36
    part = document(tmp_path, text)
    plain = CompactionPolicy(auto=False, reserve=100)
    with pytest.raises(MessageTooLong, match=r"letter\.txt has about"):
        chat(model, mounts, plain).add(asked(part))
    mounts.add(part.digest, text.strip(), ratio=8.0)
    session = chat(model, mounts, plain)
    session.add(asked(part))
    assert len(session.log) > 1000 and limits_left(session) < 0


def limits_left(session: Session) -> int:
    return session.model.n_ctx - len(session.log) - session.policy.reserve


def test_two_stand_side_by_side(model: Model, mounts: FakeMounts, part: DocumentPart, tmp_path: Path) -> None:
    other = document(tmp_path, "The owl painted the chapel. " * 6, name="owl.txt")
    mounts.add(other.digest, ("The owl painted the chapel. " * 6).strip())
    session = chat(model, mounts)
    session.generate("a", asked(part, other), sampling=GREEDY)
    assert mounts.mounted == [part.digest, other.digest] and len(model.blocks(0)) == 2
    assert [seen.mounted for seen in session.documents] == [True, True]


def test_a_chat_resumes_without_the_cartridge(
    model: Model, mounts: FakeMounts, part: DocumentPart, tmp_path: Path
) -> None:
    session = mounted(model, mounts, part)
    session.log.save(tmp_path)
    snapshot.save(session, tmp_path, "c")
    mounts.delete(part.digest)
    Path(part.path).unlink()
    model.clear()
    back = chat(model, mounts)
    log = TokenLog.load(tmp_path)
    assert log is not None
    back.adopt(log, session.messages)
    assert snapshot.restore(back, tmp_path, log) is not None
    assert [seen.mounted for seen in back.documents] == [True] and caught_up(back)
    assert back.generate("b", said("And?", "v"), sampling=GREEDY).tokens


def test_built_anew_it_is_mounted_again_or_read(model: Model, mounts: FakeMounts, part: DocumentPart) -> None:
    session = mounted(model, mounts, part)
    session.rebuild()
    assert mounts.mounted == [part.digest] * 2 and caught_up(session)
    mounts.delete(part.digest)
    session.rebuild()
    assert session.log.marks == [] and caught_up(session)
    assert not session.documents[0].mounted


def test_a_cut_behind_it_keeps_it_and_one_before_lets_go(model: Model, mounts: FakeMounts, part: DocumentPart) -> None:
    session = chat(model, mounts)
    session.generate("a", said("Hello", "t"), sampling=GREEDY)
    session.generate("b", asked(part), sampling=GREEDY)
    session.generate("c", said("And?", "v"), sampling=GREEDY)
    session.truncate("b")
    assert [seen.mounted for seen in session.documents] == [True] and len(mounts.mounted) == 1
    session.truncate("a")
    assert session.documents == () and model.blocks(0) == [] and caught_up(session)


def test_an_undo_takes_back_the_compaction_and_no_document(
    model: Model, mounts: FakeMounts, part: DocumentPart
) -> None:
    session = mounted(model, mounts, part)
    assert session.undoable() is None
    session.generate("b", said("Tell me. " * 20, "v"), sampling=GREEDY)
    session.compact(3.0)
    mark = session.undoable()
    assert mark is not None and not mark.document and mark.p0 >= session.log.documents[0].end
    assert len(model.blocks(0)) == 2
    assert session.undo() == mark
    assert [seen.mounted for seen in session.documents] == [True] and len(model.blocks(0)) == 1


def test_text_before_it_is_compacted_by_itself(model: Model, mounts: FakeMounts, part: DocumentPart) -> None:
    session = chat(model, mounts)
    session.generate("a", said("Tell me. " * 20, "t"), sampling=GREEDY)
    session.generate("b", asked(part), sampling=GREEDY)
    (run,) = session.log.documents
    request = ranges.by_policy(session, session.policy.keep_recent)
    assert request is not None and run.start - 64 <= request.p1 <= run.start
    session.compact(3.0)
    assert [bool(mark.document) for mark in session.log.marks] == [True, False]
    assert session.log.marks[1].p1 <= run.start
    assert [seen.mounted for seen in session.documents] == [True]
    session.generate("c", said("Go on. " * 30, "v"), sampling=GREEDY)
    session.compact(8.0)  # what is old by now goes with it, from the first block on
    assert caught_up(session) and len(session.log.blocks) == len(model.blocks(0))


def test_it_is_compacted_again_only_where_nothing_else_is_left(
    model: Model, mounts: FakeMounts, part: DocumentPart
) -> None:
    session = mounted(model, mounts, part)
    session.compact(16.0)
    (mark,) = session.log.blocks
    assert not mark.document
    (seen,) = session.documents
    assert not seen.mounted and seen.cells < seen.tokens / 3


def test_a_neighbour_shares_it(model: Model, mounts: FakeMounts, part: DocumentPart) -> None:
    first = mounted(model, mounts, part)
    second = Session(model, policy=BY_HAND, cached_chats=first.cached_chats, seq_id=1)
    for session in (first, second):
        first.cached_chats.admit(session)
    second.generate("b", asked(part, id="v", text="Whose coins?"), sampling=GREEDY)
    assert len(mounts.mounted) == 1  # what both begin with is there already
    assert [seen.mounted for seen in second.documents] == [True] and caught_up(second)


def test_a_compaction_that_parts_it_is_repeated_on_its_text(
    model: Model, mounts: FakeMounts, part: DocumentPart
) -> None:
    """It was read when that was done; mounted, its block could not be parted."""
    mounts.refuses = 2
    session = chat(model, mounts)
    session.generate("a", asked(part), sampling=GREEDY)
    session.compact(3.0)
    (mark,) = session.log.marks
    (run,) = session.log.documents
    assert run.start < mark.p1 < run.end or mark.p0 <= run.start
    session.rebuild()
    assert caught_up(session) and not any(one.document for one in session.log.blocks)


def test_a_document_behind_a_picture_is_found_at_its_positions() -> None:
    """Rows of a picture in a grid share their positions; what stands behind it stands lower than its index."""
    log = TokenLog()
    log.open_span("u", "user")
    log.append(range(20))
    log.append_rows([-1] * 16, "p", 0, positions=4)
    log.append_document(range(100, 164), "d")
    log.mark(BlockMark(100, 36, 100, 4.0, document="d"))
    block = Block(24, 88, 64)
    model: Any = SimpleNamespace(blocks=lambda _seq: [block], n_seq_max=2)
    chats = CachedChats(model)
    owner: Any = SimpleNamespace(log=log, seq_id=0)
    chats.admit(owner)
    assert chats.mounted_at("d", range(100, 164), 24, 1) == (0, (24, 88))
    assert chats.mounted_at("d", range(100, 164), 36, 1) is None
