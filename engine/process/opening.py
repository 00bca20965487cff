"""Opens a saved chat: brings its token log, its snapshot and its messages together, the quickest way that is right."""

from __future__ import annotations

import functools
import logging
from collections.abc import Sequence
from pathlib import Path
from typing import Literal

from engine.chat.attached import unreadable, unreadable_documents
from engine.chat.limits import limits_of
from engine.chat.long_texts import takes_long, tokenize_steps
from engine.chat.prefill_progress import PrefillProgress
from engine.chat.prefix_sharing import alone_steps
from engine.chat.session import Session
from engine.chat.token_log import Span, TokenLog, exact_digest, text_digest, told_by
from engine.errors import BadDocument, BadSnapshot, Cancelled, ContextFull, MessageTooLong, Unplaceable
from engine.model.pictures import BadPicture
from engine.model.vision import BadVision
from engine.protocol import PromptMessage
from engine.scheduling.steps import PAUSE, Steps
from engine.snapshots.writer import ChatSnapshots
from engine.texts import Text, say

log = logging.getLogger("engine.process.opening")

DAY = 86400.0  # seconds
NEIGHBOUR_LACKS = 64  # tokens at its end that a neighbour may lack, and still be better than a snapshot

How = Literal["empty", "resumed", "rebuilt"]
UNREADABLE = (BadPicture, BadVision, BadDocument)


def open_steps(
    session: Session, chat_snapshots: ChatSnapshots, messages: Sequence[PromptMessage], most: int = -1
) -> Steps[tuple[How, Text | None]]:
    """Make a new session hold ``messages``: from its snapshot, else from its token log, else from their texts.

    ``most``: where more tokens are to be read, none are; then the memory is behind its log (-1: all are read).

    Returns how it was done, and a note for people when something could not be used (None: nothing to say). Whatever is
    wrong with the saved files, the session ends up with the messages; only a cancelled or too small memory may be
    behind its log, and catches up with the next reply.
    """
    messages = [message for message in messages if message.role != "system" and session.takes_in(message)]
    saved, note = _load_log(session, chat_snapshots)
    agreed = _agreement(session, saved, messages) if saved is not None else 0
    if saved is not None and ((messages and not agreed) or agreed < saved.forgotten):
        saved, agreed = None, 0  # or what left the memory is not the beginning of this branch
    resumed = False
    if saved is not None:
        session.adopt(saved, messages[:agreed])
        resumed = _take_from_neighbour(session)
        if not resumed:
            try:
                resumed = yield from _restore_steps(session, chat_snapshots, saved)
            except BadSnapshot as error:
                note = error.text
                log.warning("%s", error)
    try:
        rebuilt = yield from bring_up_steps(session, messages[agreed:], saved is not None, most)
    except UNREADABLE as error:
        rebuilt, unread = yield from _without_steps(session, messages, most, error)
        note = unread or note
    if not rebuilt:
        note = _behind(rebuilt)
    if not messages and session.cached <= session.log.system_end:
        return "empty", note
    if resumed and not session.rebuilds:
        return "resumed", note
    return ("rebuilt" if messages else "empty"), note


def _take_from_neighbour(session: Session) -> bool:
    """Share the memory of an open chat that holds the whole log as well: the one that this chat was forked from."""
    end = len(session.log)
    found = session.cached_chats.beginning_of(session, end - 1, with_blocks=True)
    if found is None or not found.ready or found.n < end - NEIGHBOUR_LACKS:
        return False
    shared = found.take()
    if not session.cached:
        return False
    if shared != session.log.marks:
        session.log.marks = shared
        session.listener.memory_changed()  # it is not what is saved
    return True


def return_steps(session: Session, chat_snapshots: ChatSnapshots) -> Steps[None]:
    """Bring the memory of a session that had to give way back from its snapshot, also one still being written.

    It stays empty where there is none that can be used.

    Raises:
        Cancelled: while it waited for other chats; nothing changed.
    """
    try:
        yield from _restore_steps(session, chat_snapshots, session.log)
    except BadSnapshot as error:
        log.warning("%s", error)


def go_on_steps(session: Session) -> Steps[Text | None]:
    """Read what the memory of an open session lacks; a note for people if it still is behind its log, or if something
    in it could not be read.
    """
    session.reread = False
    try:
        return (yield from _go_on_steps(session))
    except UNREADABLE as error:
        whole, unread = yield from _without_steps(session, list(session.messages), -1, error)
    session.listener.log_changed()
    return unread if whole else _behind(whole)


def _go_on_steps(session: Session) -> Steps[Text | None]:
    session.prefill = PrefillProgress(before=max(0, session.cached - session.log.system_end))
    try:
        yield from session.catch_up_steps("rebuild")
    except Cancelled:
        return say("open.reading_stopped")
    except ContextFull as error:
        log.warning("the whole chat does not fit: %s", error)
        session.prefill = None
        return _behind((yield from _keep_last_part(session, session.messages)))
    finally:
        session.prefill = None
    return None


def _behind(whole: bool | None) -> Text:
    """Why a memory lacks a part of its chat: only the last part fits, or its reading was stopped."""
    return say("open.only_last_part" if whole is None else "open.reading_stopped")


def _restore_steps(session: Session, chat_snapshots: ChatSnapshots, saved: TokenLog) -> Steps[bool]:
    """Put the saved memory back; whether there was one.

    It joins what other chats hold; compactions that it lacks are to be repeated. Where there is no room for it, or rows
    without blocks meet a cache that was laid out for blocks, idle chats give way, which is quicker than reading the
    text again. Busy ones are waited for by blocks alone, whose text takes longest to read.

    Raises:
        BadSnapshot: it cannot be used.
    """
    known = list(saved.marks)
    try:
        held = chat_snapshots.restore(session, saved)
    except Unplaceable:
        if saved.marks:
            yield from alone_steps(session)
        elif not session.cached_chats.evict(session, everything=True):
            raise
        held = chat_snapshots.restore(session, saved)
    if held is not None:
        session.restored(known)
    return held is not None


def _load_log(session: Session, chat_snapshots: ChatSnapshots) -> tuple[TokenLog | None, Text | None]:
    """The saved token log if it can be used with this model and system prompt.

    Where the chat was used with another model since, it is the one of this model's last snapshot.
    """
    chat_snapshots.choose(session.model)
    try:
        saved = TokenLog.load(chat_snapshots.folder)
    except BadSnapshot as error:
        return None, error.text
    if saved is None:
        return None, None
    if saved.fingerprint != session.log.fingerprint:
        saved = chat_snapshots.log(session.model)
        if saved is None:
            return None, say("open.other_model")
    if not saved.fits(session.model.n_vocab):
        return None, say("token_log.damaged")
    if not _begins_alike(session, saved):
        return None, say("open.system_prompt_changed")
    return saved, None


def _begins_alike(session: Session, saved: TokenLog) -> bool:
    """Whether a new chat would begin as the saved one does, were it begun at the same time."""

    def alike() -> bool:
        fresh = session.log
        return saved.tokens[: saved.system_end] == fresh.tokens[: fresh.system_end]

    now = session.log.began
    # templates write the day, which is the one before or after it where the clock has another zone by now
    days = [saved.began + days * DAY for days in (0, -1, 1)] if saved.began else []
    for began in (*days, now):
        session.begin_at(began)
        if alike():
            return True
    return False


def _without_steps(
    session: Session, messages: Sequence[PromptMessage], most: int, error: BadPicture | BadVision | BadDocument
) -> Steps[tuple[bool | None, Text | None]]:
    """:func:`_anew`, where ``error`` came up; and a note of that for people."""
    log.warning("%s", error)
    rebuilt = yield from _anew(session, messages, most)
    unread = "open.document_unread" if isinstance(error, BadDocument) else "open.picture_unseen"
    return rebuilt, say(unread, why=error.text) if session.unseen else None


def _anew(session: Session, messages: Sequence[PromptMessage], most: int) -> Steps[bool | None]:
    """Build the memory from the messages, with words for pictures and documents that cannot be read."""
    session.unseen |= unreadable(session.model, messages)
    session.start_over()
    try:
        return (yield from bring_up_steps(session, messages, False, most))
    except (BadPicture, BadVision) as error:  # they can be read, but not be used
        log.warning("%s", error)
    session.unseen |= {picture.digest for message in messages for picture in message.pictures}
    session.start_over()
    return (yield from bring_up_steps(session, messages, False, most))


def _recognised(session: Session, span: Span, message: PromptMessage) -> bool:
    """Whether a span of the log is the message; one that has words for a picture or a document, only while that cannot
    be read.
    """
    if (span.id, span.role) != (message.id, message.role):
        return False
    if _says(span, told_by(message)):
        return True
    lost = {p.digest for p in message.pictures if session.model.vision is None or not Path(p.path).is_file()}
    lost |= unreadable_documents(message)
    if lost and _says(span, told_by(message, lost)):
        session.unseen |= lost
        return True
    return False


def _says(span: Span, text: str) -> bool:
    """Whether a span is of ``text``, also as it is spaced where that was noted."""
    return span.exact == exact_digest(text) if span.exact else span.digest == text_digest(text)


def _agreement(session: Session, saved: TokenLog, messages: Sequence[PromptMessage]) -> int:
    """How many of the first messages the log holds, as they are."""
    spans = [span for span in saved.spans if span.role != "system"]
    agreed = 0
    for span, message in zip(spans, messages, strict=False):
        if not _recognised(session, span, message):
            break
        agreed += 1
    return agreed


def bring_up_steps(
    session: Session, missing: Sequence[PromptMessage], from_log: bool, most: int = -1
) -> Steps[bool | None]:
    """Cut what the branch does not have, add what the log lacks, fill the memory.

    True: done. False: cancelled on the way. None: only the last part of the chat fits. ``from_log``: where the memory
    holds nothing, what the log holds is read before. ``most``: as in :func:`open_steps`; then that is done, too.
    """
    known = len(session.messages)
    spans = [span for span in session.log.spans if span.role != "system"]
    end = spans[known - 1].end if known else session.log.system_end
    lengths = []
    for message in missing:
        lengths.append((yield from _length_steps(session, message)))
        yield PAUSE
    held = min(session.cached, end)
    kept = session.drop_after(end) and session.cached >= held
    session.end_log()
    if 0 <= most < sum(lengths) + max(0, end - max(session.cached, session.log.system_end)):
        if not session.cached:
            session.memory_lost()  # so that its compactions are repeated when it is read
        yield from _log_rest_steps(session, missing)
        return True
    prefill = session.prefill = PrefillProgress(sum(lengths))
    try:
        if from_log and session.cached == 0 and end > session.log.system_end:
            yield from session.rebuild_steps()
        elif not kept:
            yield from session.catch_up_steps("rebuild")
        for n, (message, length) in enumerate(zip(missing, lengths, strict=True), 1):
            yield from session.add_steps(message, check=not session.forgets)
            if session.forgets and n < len(missing):  # all of it first, so that only what fits is read
                continue
            prefill.ahead = 0 if session.forgets else prefill.ahead - length
            yield from session.catch_up_steps("rebuild")
    except Cancelled:
        yield from _log_rest_steps(session, missing)
        return False
    except (ContextFull, MessageTooLong) as error:
        log.warning("the whole chat does not fit: %s", error)
        session.prefill = None
        return (yield from _keep_last_part(session, [*session.messages, *missing]))
    finally:
        session.prefill = None
    return True


def _length_steps(session: Session, message: PromptMessage) -> Steps[int]:
    """About how many tokens a message takes the room of."""
    length = functools.partial(session.length_of, message)
    return (yield from tokenize_steps(session.model, takes_long(message), length, lambda: False))


def _log_rest_steps(session: Session, missing: Sequence[PromptMessage]) -> Steps[None]:
    """Log what was not read; others go on meanwhile, as each message is rendered behind all before it."""
    known = {message.id for message in session.messages}
    for message in missing:
        if message.id not in known:
            session.add(message, check=False)
            yield PAUSE


def _keep_last_part(session: Session, messages: Sequence[PromptMessage]) -> Steps[bool | None]:
    """Start over with as many of the last messages as take half of the memory."""
    seen: dict[str, PromptMessage] = {message.id: message for message in messages}
    last: list[PromptMessage] = []
    session.start_over()
    room = min(session.model.n_ctx // 2, limits_of(session).longest)
    for message in reversed(list(seen.values())):
        room -= yield from _length_steps(session, message)
        if room < 0:
            break
        last.insert(0, message)
    while last and last[0].role != "user":
        last.pop(0)
    if not last:  # the system prompt leaves too little room: the next message is told so
        return None
    try:
        for message in last:
            session.add(message)
        yield from session.catch_up_steps("rebuild")
    except Cancelled:
        return False
    return None
