"""The token log: spans, cuts, marks, and a file that is whole or refused."""

from __future__ import annotations

import errno
import os
import tracemalloc
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.chat.token_log import (
    FILE_NAME,
    MOST_POSITIONS,
    BlockMark,
    DocumentRun,
    PictureRun,
    Span,
    TokenLog,
    exact_digest,
    text_digest,
    told_by,
)
from engine.errors import BadSnapshot, DiskFull
from engine.protocol import Picture, PromptMessage


def sample() -> TokenLog:
    log = TokenLog("fp")
    log.open_span("system", "system", "Be kind.")
    log.append([1, 2, 3])
    log.open_span("u1", "user", "Hello")
    log.append(range(10, 20))
    log.open_span("a1", "assistant")
    log.append(range(20, 40))
    log.mark(BlockMark(at=33, p0=3, p1=13, ratio=4.0))
    return log


def test_spans_follow_the_tokens() -> None:
    log = sample()
    assert [(span.id, span.start, span.end) for span in log.spans] == [("system", 0, 3), ("u1", 3, 13), ("a1", 13, 33)]
    assert (log.system_end, log.blocks_end, log.end_of("u1"), log.end_of("x")) == (3, 13, 13, None)
    assert (log.message_at(13), log.message_at(32), log.message_at(33)) == ("u1", "u1", "a1")
    with pytest.raises(ValueError, match="belong"):
        TokenLog().append([1])
    with pytest.raises(ValueError, match="does not fit"):
        log.mark(BlockMark(at=99, p0=0, p1=5, ratio=2.0))


def test_a_picture_behind_the_tokens_is_a_contradiction() -> None:
    log = sample()
    del log.tokens[20:]
    log.pictures = [PictureRun(25, 30, "ab")]
    assert not log.is_sound()


def spoilt(log: TokenLog, way: str) -> TokenLog:
    """``log`` with one thing in it that cannot be."""
    match way:
        case "a gap":
            log.spans[1] = msgspec.structs.replace(log.spans[1], start=4)
        case "backwards":
            log.spans[1:] = [Span("u1", "user", 3, 1), Span("a1", "assistant", 1, 33)]
        case "no picture":
            log.tokens[5] = -7
        case "a picture of words":
            log.tokens[8] = -7
            log.pictures = [PictureRun(4, 5, "ab")]
        case "no positions":
            log.tokens[4] = -7
            log.pictures = [PictureRun(4, 5, "ab", positions=-1)]
        case "too many positions":
            log.tokens[4] = -7
            log.pictures = [PictureRun(4, 5, "ab", positions=MOST_POSITIONS + 1)]
        case "a document behind":
            log.documents = [DocumentRun(30, 34, "ab")]
        case "documents in one another":
            log.documents = [DocumentRun(4, 9, "ab"), DocumentRun(8, 12, "cd")]
        case "forgotten and there":
            log.forgotten = 1
        case "more forgotten than said":
            log.forget(33)
            log.forgotten = 3
        case "compacted before it was read":
            log.marks = [BlockMark(at=12, p0=3, p1=13, ratio=4.0)]
        case "compacted behind":
            log.marks = [BlockMark(at=40, p0=3, p1=13, ratio=4.0)]
    return log


@pytest.mark.parametrize(
    "way",
    [
        "a gap", "backwards", "no picture", "a picture of words", "no positions", "too many positions",
        "a document behind", "documents in one another", "forgotten and there", "more forgotten than said",
        "compacted before it was read", "compacted behind",
    ],
)  # fmt: skip
def test_a_log_that_contradicts_itself_is_refused(tmp_path: Path, way: str) -> None:
    """Its checksum fits: another program, or another version, wrote it."""
    spoilt(sample(), way).save(tmp_path)
    with pytest.raises(BadSnapshot):
        TokenLog.load(tmp_path)


def test_what_is_to_be_compacted_again_is_saved_as_far_as_its_text_is_there(tmp_path: Path) -> None:
    """A mark of text that is not in the log would make the whole log one that contradicts itself."""
    log, later = sample(), BlockMark(at=50, p0=13, p1=30, ratio=4.0)
    log.save(tmp_path, [later, BlockMark(at=50, p0=30, p1=45, ratio=4.0)])
    loaded = TokenLog.load(tmp_path)
    assert loaded is not None and loaded.marks == [*log.marks, msgspec.structs.replace(later, at=33)]


def test_half_a_document_is_none(tmp_path: Path) -> None:
    log = sample()
    log.documents = [DocumentRun(3, 13, "ab"), DocumentRun(15, 25, "cd")]
    log.cut(20)
    assert log.documents == [DocumentRun(3, 13, "ab")] and log.is_sound()


def test_a_message_is_known_also_by_what_could_not_be_seen_of_it() -> None:
    """It is read again once that can be seen."""
    message = PromptMessage("u", "user", "Look.", pictures=(Picture("a.png", "ab"),))
    assert len({told_by(message), told_by(message, {"ab"}), told_by(PromptMessage("u", "user", "Look."))}) == 3
    assert told_by(message, {"cd"}) == told_by(message)


def test_a_cut_says_whether_it_went_into_a_block() -> None:
    behind, inside, border = sample(), sample(), sample()
    assert behind.cut(20) is False
    assert [span.id for span in behind.spans] == ["system", "u1", "a1"]
    assert behind.marks == [BlockMark(at=20, p0=3, p1=13, ratio=4.0)]
    assert border.cut(13) is False
    assert [span.id for span in border.spans] == ["system", "u1"]
    assert inside.cut(12) is True
    assert inside.marks == [] and inside.spans[-1].end == 12
    assert all(log.is_sound() for log in (behind, inside, border))


def test_it_is_saved_and_loaded_whole(tmp_path: Path) -> None:
    log = sample()
    log.save(tmp_path)
    loaded = TokenLog.load(tmp_path)
    assert loaded is not None
    assert (loaded.tokens, loaded.spans, loaded.marks, loaded.fingerprint) == (
        log.tokens, log.spans, log.marks, log.fingerprint,
    )  # fmt: skip
    assert TokenLog.load(tmp_path / "nowhere") is None
    assert [path.name for path in tmp_path.iterdir()] == [FILE_NAME]


def test_any_damage_is_found(tmp_path: Path) -> None:
    sample().save(tmp_path)
    data = (tmp_path / FILE_NAME).read_bytes()
    for at in range(len(data)):
        flipped = bytearray(data)
        flipped[at] ^= 0x40
        for bad in (bytes(flipped), data[:at]):
            with pytest.raises(BadSnapshot):
                TokenLog.from_bytes(bad)


@given(st.binary(max_size=200))
def test_foreign_bytes_are_refused(data: bytes) -> None:
    with pytest.raises(BadSnapshot):
        TokenLog.from_bytes(data)


def test_a_log_too_large_to_be_one_is_refused_unread(tmp_path: Path) -> None:
    sample().save(tmp_path)
    os.truncate(tmp_path / FILE_NAME, 1 << 30)  # takes no room on the disk
    tracemalloc.start()
    try:
        with pytest.raises(BadSnapshot):
            TokenLog.load(tmp_path)
        assert tracemalloc.get_traced_memory()[1] < 1 << 20
    finally:
        tracemalloc.stop()


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="pipes with a name")
def test_a_pipe_is_no_log_and_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / FILE_NAME)
    with pytest.raises(BadSnapshot, match="no file"):
        TokenLog.load(tmp_path)


def test_a_log_knows_whether_a_model_has_its_tokens() -> None:
    assert sample().fits(40)
    assert not sample().fits(39)
    assert TokenLog().fits(1)


def test_a_full_disk_leaves_the_old_log(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    log = sample()
    log.save(tmp_path)
    log.append([99])

    def full(_descriptor: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(DiskFull, match="full"):
        log.save(tmp_path)
    loaded = TokenLog.load(tmp_path)
    assert loaded is not None and len(loaded) == len(log) - 1
    assert [path.name for path in tmp_path.iterdir()] == [FILE_NAME]


def test_digests_tell_edits_from_spacing() -> None:
    assert text_digest("a  b\n") == text_digest("a b") != text_digest("a c")
    assert text_digest("") == text_digest(" \n") == ""
    assert text_digest("half \ud83d") != text_digest("half"), "half a character is no reason to fail"


def test_a_log_also_knows_the_spacing_of_what_was_said(tmp_path: Path) -> None:
    assert exact_digest(" 1 1\n") == exact_digest("1 1") != exact_digest("11")
    assert exact_digest("") == exact_digest(" \n") == ""
    log = TokenLog("f")
    log.open_span("u", "user", "Is 1 1 more?")
    log.open_span("a", "assistant")
    log.close_span("It is.")
    log.save(tmp_path)
    loaded = TokenLog.load(tmp_path)
    assert loaded is not None
    assert [span.exact for span in loaded.spans] == [exact_digest("Is 1 1 more?"), exact_digest("It is.")]
