"""One conversation in one model's memory: takes in messages, writes replies, compacts itself, cuts and rebuilds.

The token log runs ahead of the memory: tokens are logged first and decoded when they are needed, so an interruption
at any point leaves a log that tells what the memory has to become.
"""

from __future__ import annotations

import dataclasses
import logging
import time
from collections.abc import Sequence
from typing import Literal, Protocol

import msgspec

from engine import compaction, memory, policy
from engine.errors import Cancelled, CannotCompact, MessageTooLong, NoChat
from engine.model import MemoryFull, Model
from engine.profile import Shares
from engine.prompt import Prompt, piece_tokens
from engine.protocol import CompactionReport, MemoryPolicy, Message, Sampling, Segment
from engine.sampling import ReplyText, Sampler
from engine.template import ChatTemplate
from engine.token_log import SYSTEM_ID, Mark, TokenLog

log = logging.getLogger("engine.session")

NEARLY_FULL = 4  # free tokens at which a reply stops to make room
LEAST_RECENT = 32  # kept verbatim when a person asks for a compaction of a short chat


Reason = Literal["eos", "stop", "length", "cancelled", "memory"]
ProgressKind = Literal["prefill", "compact", "rebuild"]


class Listener(Protocol):
    """Hears what a session does, on the thread that does it."""

    def progress(self, what: ProgressKind, done: int, total: int, tokens_per_second: float) -> None: ...
    def token(self, text: str, n: int) -> None: ...
    def memory_changed(self) -> None: ...
    def compacted(self, report: CompactionReport, after: str) -> None: ...
    def log_changed(self) -> None: ...
    def cancelled(self) -> bool: ...


class Silent:
    """A listener that hears nothing and never cancels."""

    def progress(self, what: ProgressKind, done: int, total: int, tokens_per_second: float) -> None: ...
    def token(self, text: str, n: int) -> None: ...
    def memory_changed(self) -> None: ...
    def compacted(self, report: CompactionReport, after: str) -> None: ...
    def log_changed(self) -> None: ...
    def cancelled(self) -> bool:
        return False


@dataclasses.dataclass
class Reply:
    """How a reply went. ``reason``: eos, stop, length, cancelled or memory; times in milliseconds."""

    reason: Reason = "eos"
    text: str = ""
    tokens: int = 0
    prompt_tokens: int = 0
    prefill_ms: float = 0.0
    decode_ms: float = 0.0
    first_token_ms: float = 0.0


class Session:
    """One conversation.

    Attributes:
        log: the token log.
        messages: user and assistant messages in the log's order.
        policy: when to compact and how far; limited to what the memory can bear.
    """

    def __init__(
        self,
        model: Model,
        *,
        system_prompt: str = "",
        policy: MemoryPolicy | None = None,
        listener: Listener | None = None,
        shares: Shares | None = None,
        preset: str = "default",
        seq_id: int = 0,
    ) -> None:
        """An empty conversation; raises TemplateFailed when the model's template cannot be used."""
        self.model = model
        self.listener: Listener = listener or Silent()
        self.prompt = Prompt(ChatTemplate(model.template, model.bos_text, model.eos_text), system_prompt)
        self.system_prompt = system_prompt
        self.shares = shares
        self.preset = preset
        self.seq_id = seq_id
        self.log = TokenLog(model.facts.fingerprint)
        self.messages: list[Message] = []
        self.set_policy(policy or MemoryPolicy())
        self._open_log()

    def _open_log(self) -> None:
        tokens = piece_tokens(self._tokenize, self.prompt.system, self.system_prompt)
        first = self.model.bos_token
        if first is not None and tokens[:1] != [first] and not self._turn_brings(first):
            tokens.insert(0, first)
        self.log.open_span(SYSTEM_ID, "system", self.system_prompt)
        self.log.append(tokens)

    def _turn_brings(self, token: int) -> bool:
        """Whether the template itself writes the begin token, only later than in the system part."""
        return not self.prompt.system and self._tokenize(self.prompt.user_turn([], "x"), True)[:1] == [token]

    def set_policy(self, new: MemoryPolicy) -> None:
        self.policy = policy.effective(new, self.model.n_ctx)

    # ------------------------------------------------------------------ state

    @property
    def cached(self) -> int:
        """Tokens of the log that the memory holds."""
        return self.model.length(self.seq_id)

    def fill(self) -> policy.Fill:
        return memory.measure(self.model, self.seq_id)

    def segments(self) -> tuple[Segment, ...]:
        return memory.segments(self.log, self.fill(), self.cached)

    @property
    def can_compact(self) -> bool:
        return self.policy.auto and not self.model.why_not_compactable()

    # ------------------------------------------------------------------ messages in

    def adopt(self, token_log: TokenLog, messages: Sequence[Message]) -> None:
        """Take over a log whose spans match ``messages``; the memory has to be restored or rebuilt after it."""
        self.log = token_log
        self.messages = list(messages)

    def start_over(self) -> None:
        """Forget everything but the system prompt."""
        self.model.clear(self.seq_id)
        self.log, self.messages = TokenLog(self.model.facts.fingerprint), []
        self._open_log()

    def add(self, message: Message, *, check: bool = True) -> None:
        """Log a message that the log does not hold yet, a user's or a reply written earlier.

        ``check`` False: log it even if it does not fit the memory now.

        Raises:
            MessageTooLong: the memory cannot take it, however it is compacted; nothing was changed.
            TemplateFailed: the model's template failed; nothing was changed.
        """
        if message.role == "user":
            tokens = self._user_tokens(message.content)
            if check:
                self._check_length(len(tokens))
        else:
            content = message.content.strip()
            tokens = [*self._opening_tokens(), *self._tokenize(content, False)]
        self.log.open_span(message.id, message.role, message.content)
        self.log.append(tokens)
        self.messages.append(message)

    def _user_tokens(self, text: str) -> list[int]:
        history = list(self.messages)
        opening: list[int] = []
        if history and history[-1].role == "user":  # it never got its reply: give it an empty one
            opening = self._opening_tokens()
            history.append(Message(id="", role="assistant", content=""))
        piece = self.prompt.user_turn(history, text)
        return [*opening, *piece_tokens(self._tokenize, piece, text)]

    def _opening_tokens(self) -> list[int]:
        last = self.messages[-1].content if self.messages and self.messages[-1].role == "user" else "x"
        return self._tokenize(self.prompt.reply_opening(last), True)

    def _tokenize(self, text: str, special: bool) -> list[int]:
        return self.model.tokenize(text, special=special)

    def _check_length(self, n_tokens: int) -> None:
        pending = len(self.log) - self.cached
        system_pending = max(0, self.log.system_end - self.cached)
        limit = policy.longest_message(self.fill(), self.policy, self.log.system_end, self.can_compact)
        limit -= pending - system_pending if self.can_compact else pending
        if n_tokens > limit:
            raise MessageTooLong(
                f"This message has about {n_tokens} tokens; the memory can take {max(0, limit)} more.",
                "Send it in smaller pieces, or load the model with a larger memory."
                if self.can_compact
                else "Send a shorter text, turn compaction on, or load the model with a larger memory.",
            )

    # ------------------------------------------------------------------ replies

    def generate(
        self,
        reply_id: str,
        user: Message | None = None,
        *,
        continue_reply: bool = False,
        sampling: Sampling | None = None,
    ) -> Reply:
        """Take in ``user`` (None: reply to what stands last) and write a reply, or go on with the last one.

        Raises:
            MessageTooLong, TemplateFailed: nothing was changed.
            NoChat: there is nothing to reply to.
        """
        start = time.perf_counter()
        reply = Reply(prompt_tokens=len(self.log))
        if user is not None:
            self.add(user)
        if not (continue_reply and self.messages and self.messages[-1].role == "assistant"):
            if not self.messages:
                raise NoChat("There is no message to reply to.", "Write one first.")
            opening = self._opening_tokens() if self.messages[-1].role == "user" else []
            self.log.open_span(reply_id, "assistant")
            self.log.append(opening)
            self.messages.append(Message(id=reply_id, role="assistant", content=""))
        self.listener.log_changed()
        opened = len(self.log)
        try:
            self._prepare_logits()
            reply.prompt_tokens = len(self.log) - self._start_of_turn(reply, user)
            reply.prefill_ms = (time.perf_counter() - start) * 1000
            self._write(reply, sampling or Sampling(), start)
        except Cancelled:
            reply.reason = "cancelled"
        except MemoryFull:
            reply.reason = "memory"
        self._finish(reply, opened)
        return reply

    def _start_of_turn(self, reply: Reply, user: Message | None) -> int:
        return min(reply.prompt_tokens, len(self.log)) if user is not None else self.log.spans[-1].start

    def _prepare_logits(self) -> None:
        """Bring the memory up to the log, with the logits of the last token at hand."""
        if self.cached >= len(self.log) and not self.model.remove_tail(len(self.log) - 1, self.seq_id):
            self.rebuild(upto=len(self.log) - 1)
        self.catch_up("prefill")

    def _write(self, reply: Reply, sampling: Sampling, start: float) -> None:
        text = ReplyText(sampling.stop)
        room = self.fill().free_tokens
        begun = time.perf_counter()
        try:
            with Sampler(self.model, sampling) as sampler:
                while True:
                    if self.listener.cancelled():
                        reply.reason = "cancelled"
                        return
                    token = sampler.next()
                    if not reply.tokens:
                        reply.first_token_ms = (time.perf_counter() - start) * 1000
                    if self.model.is_end(token):
                        reply.reason = "eos"
                        return
                    self.log.append([token])
                    reply.tokens += 1
                    self._say(reply, text.feed(self.model.piece(token)))
                    if text.stopped or reply.tokens >= sampling.max_tokens:
                        reply.reason = "stop" if text.stopped else "length"
                        return
                    room -= 1
                    if room <= NEARLY_FULL:
                        room = self._room_for_more()
                    self.model.decode([token], len(self.log) - 1, self.seq_id)
                    self.listener.memory_changed()
        finally:
            reply.decode_ms = (time.perf_counter() - begun) * 1000
            self._say(reply, text.finish())

    def _say(self, reply: Reply, text: str) -> None:
        reply.text += text
        if text:
            self.listener.token(text, reply.tokens)

    def _room_for_more(self) -> int:
        room = self.fill().free_tokens
        if room > NEARLY_FULL:
            return room
        if self.can_compact and self._compact_by_policy():
            return self.fill().free_tokens
        if room == 0:
            raise MemoryFull("The memory is full.")
        return room

    def _finish(self, reply: Reply, opened: int) -> None:
        last = self.messages[-1]
        content = last.content + reply.text
        if not content and len(self.log) <= opened:  # nothing was written: the reply never was
            span = self.log.spans[-1]
            self.messages.pop()
            self.cut(span.start)
        else:
            self.messages[-1] = msgspec.structs.replace(last, content=content)
            self.log.close_span(content)
        self.listener.log_changed()
        self.listener.memory_changed()

    # ------------------------------------------------------------------ memory

    def catch_up(self, what: ProgressKind, upto: int | None = None, *, auto: bool = True) -> None:
        """Decode what the log holds and the memory does not, compacting between batches when the policy says so.

        Raises:
            Cancelled: the listener asked; the memory holds a beginning of the log.
            MemoryFull: no room, and nothing that could be compacted.
        """
        end = len(self.log) if upto is None else upto
        first = done = self.cached
        start = time.perf_counter()
        while done < end:
            if self.listener.cancelled():
                raise Cancelled("The reading was stopped.")
            n = min(self.model.n_ubatch, end - done)
            if auto and self.can_compact and policy.must_compact(self.fill(), self.policy, n):
                self._compact_by_policy()
            self.model.decode(self.log.tokens[done : done + n], done, self.seq_id, cancelled=self.listener.cancelled)
            done += n
            seconds = time.perf_counter() - start
            self.listener.progress(what, done - first, end - first, (done - first) / seconds if seconds else 0.0)
            self.listener.memory_changed()

    def _compact_by_policy(self) -> bool:
        """Compact what the policy says; False when there is nothing, or it was refused."""
        part = self._block(self.policy.keep_recent)
        if part is None:
            return False
        try:
            self._compact(*part, policy.block_ratio(self.fill(), self.policy, part[1] - part[0]))
        except CannotCompact as error:
            log.warning("%s", error.message)
            return False
        return True

    def compact(self, ratio: float = 0.0) -> tuple[CompactionReport, str]:
        """Compact now; ``ratio`` 0: as far as the policy says. Returns the report and the last message inside.

        Raises:
            CannotCompact: nothing to compact, or refused; the memory is as it was.
            Cancelled: the listener asked; the memory is as it was.
        """
        self.catch_up("prefill")
        part = self._block(self.policy.keep_recent) or self._block(LEAST_RECENT)
        if part is None:
            raise CannotCompact("There is nothing old enough to compact yet.", "Go on with the chat first.")
        wanted = ratio or policy.block_ratio(self.fill(), self.policy, part[1] - part[0])
        return self._compact(*part, min(max(wanted, 1.0), policy.MAX_RATIO))

    def _block(self, keep_recent: int) -> tuple[int, int] | None:
        return policy.block_range(self.cached, self.log.system_end, self.log.blocks_end, self.log.spans, keep_recent)

    def _compact(self, p0: int, p1: int, ratio: float) -> tuple[CompactionReport, str]:
        fill = self.fill()
        size = (p1 - p0) * fill.bytes_per_token

        def report_progress(share: float) -> bool:
            self.listener.progress("compact", round(share * 1000), 1000, 0.0)
            return self.listener.cancelled()

        report, _ = compaction.compact(
            self.model,
            p0,
            p1,
            fill.bytes_used - size + size / ratio,
            seq_id=self.seq_id,
            preset=self.preset,
            shares=self.shares,
            progress=report_progress,
        )
        self.log.mark(Mark(at=self.cached, p0=p0, p1=p1, ratio=ratio, preset=self.preset))
        after = self.log.message_at(p1)
        log.info("compacted %d tokens %.1fx in %.0f ms, error %.3f", report.tokens, ratio, report.ms, report.error)
        self.listener.log_changed()
        self.listener.compacted(report, after)
        self.listener.memory_changed()
        return report, after

    def truncate(self, keep_last: str) -> None:
        """Cut the chat after a message ("": all of them).

        Raises:
            NoChat: the chat has no such message.
            Cancelled, MemoryFull: the memory could not be rebuilt to the end; the log is cut all the same.
        """
        end = self.log.system_end if not keep_last else self.log.end_of(keep_last)
        if end is None:
            raise NoChat("The message to cut after is not in this chat.", "Open the chat again.")
        kept = {span.id for span in self.log.spans if span.end <= end}
        self.messages = [message for message in self.messages if message.id in kept]
        self.cut(end)
        self.listener.log_changed()
        self.listener.memory_changed()

    def cut(self, n_tokens: int) -> None:
        """Keep the first ``n_tokens`` of log and memory; a cut into a compacted block rebuilds the memory.

        Raises:
            Cancelled, MemoryFull: the memory could not be rebuilt to the end; the log is cut all the same.
        """
        if self.log.cut(n_tokens) or not self.model.remove_tail(n_tokens, self.seq_id):
            self.rebuild()

    def rebuild(self, upto: int | None = None) -> None:
        """Build the memory anew from the token log, with compactions at the same places.

        Raises:
            Cancelled, MemoryFull: the memory holds a beginning of the log.
        """
        self.model.clear(self.seq_id)
        marks, self.log.marks = self.log.marks, []
        todo = list(marks)
        try:
            while todo:
                mark = todo[0]
                self.catch_up("rebuild", min(mark.at, len(self.log)), auto=False)
                try:
                    self._compact(mark.p0, mark.p1, mark.ratio)
                except CannotCompact as error:
                    log.warning("a compaction could not be repeated: %s", error.message)
                todo.pop(0)
            self.catch_up("rebuild", upto)
        finally:
            self.log.marks.extend(todo)

    def close(self) -> None:
        """Forget the conversation; the log stays what it is."""
        self.model.clear(self.seq_id)
