"""One conversation: takes in messages and writes replies, on a memory that compacts, cuts and rebuilds itself.

What takes long comes as ``..._steps`` for the scheduler, and by its plain name all at once.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

import msgspec

from engine.chat import mounting, recalling, usage
from engine.chat.attached import attached
from engine.chat.cached_chats import CachedChats
from engine.chat.chat_context import ChatContext
from engine.chat.limits import check_length, check_system, limits_of
from engine.chat.listener import Listener
from engine.chat.long_texts import takes_long, tokenize_steps
from engine.chat.prefix_sharing import cells_steps
from engine.chat.reply import Reply
from engine.chat.reply_stream import ReplyStream
from engine.chat.reply_trimming import let_go_of_stop, let_go_of_thoughts
from engine.chat.token_log import SYSTEM_ID, TokenLog, told_by
from engine.compaction.history import CompactionHistory
from engine.errors import Cancelled, ContextFull, NoChat
from engine.heads.profile import Profile
from engine.model.model import Model
from engine.model.vision import ImageChunk
from engine.prompt import reasoning
from engine.prompt.marks import OPEN, MarkReader, marks_of
from engine.prompt.prompt import at_once
from engine.prompt.template import ChatTemplate
from engine.prompt.turn_tokens import TurnTokens
from engine.protocol import CompactionPolicy, PromptMessage, Sampling, Thinking
from engine.sampling.output_format import OutputGrammar, form_of
from engine.sampling.reply_text import LONGEST_CHARACTER, ReplyText, begun_character
from engine.sampling.sampler import Sampler
from engine.scheduling.scheduler import completed
from engine.scheduling.steps import Steps

NEARLY_FULL = 4  # free tokens at which a reply stops to make room


class Session(ChatContext):
    """One conversation.

    Attributes:
        messages: user and assistant messages in the log's order.
        unseen: digests of pictures and documents that words stand for, since they cannot be looked at or read.
    """

    def __init__(
        self,
        model: Model,
        *,
        system_prompt: str = "",
        policy: CompactionPolicy | None = None,
        listener: Listener | None = None,
        shares: Profile | None = None,
        preset: str = "default",
        seq_id: int = 0,
        cached_chats: CachedChats | None = None,
        history: CompactionHistory | None = None,
        thinking: Thinking | None = None,
    ) -> None:
        """An empty conversation; ``thinking``: what the template is told about thinking.

        Raises TemplateFailed when the model's template cannot be used."""
        super().__init__(
            model, policy=policy, listener=listener, shares=shares, preset=preset, seq_id=seq_id,
            cached_chats=cached_chats, history=history,
        )  # fmt: skip
        template = self._template = ChatTemplate(model.template, model.bos_text, model.eos_text)
        self._thinking = thinking or Thinking()
        self.system_prompt = system_prompt
        self._turns = TurnTokens(template, system_prompt, self._variables(self._thinking), self._tokenize)
        self._template_keeps_thoughts = reasoning.template_keeps(template)
        self._marks = marks_of(template.source)
        # control tokens have no text, and these tell thoughts from the answer
        self._mark_tokens = {token for mark in self._marks.rules for token in self._tokenize(mark, True)}
        self.messages: list[PromptMessage] = []
        self.unseen: set[str] = set()
        self._open_log()

    def _variables(self, thinking: Thinking) -> dict[str, Any]:
        """What the template is told."""
        return dict(reasoning.variables(self._template, thinking))

    def _open_log(self) -> None:
        tokens = self._turns.system(self.model.bos_token)
        self.log.began = self._template.now
        self.log.open_span(SYSTEM_ID, "system", self.system_prompt)
        self.log.append(tokens)

    def set_thinking(self, thinking: Thinking) -> None:
        """Tell the template this about thinking from now on.

        Nothing happens where it would change the beginning of the chat, which stands in the memory as it is.
        """
        if thinking != self._thinking and self._turns.tell(self._variables(thinking)):
            self._thinking = thinking

    def begin_at(self, now: float) -> None:
        """Begin the still empty chat as if it were that time: many templates write the day into its beginning."""
        self._template.now = now
        self._turns.begin(self._variables(self._thinking))
        self.begin_log()

    def begin_log(self) -> None:
        """Take a new log with nothing but the system prompt; the memory has to be cleared or rebuilt after it."""
        self.reset(TokenLog(self.model.facts.fingerprint))
        self.messages = []
        self._open_log()

    # ------------------------------------------------------------------ messages in

    def adopt(self, token_log: TokenLog, messages: Sequence[PromptMessage]) -> None:
        """Take over a log whose spans match ``messages``; the memory has to be restored or rebuilt after it."""
        self.reset(token_log)
        self.messages = list(messages)
        for message in messages:
            self.pictures.update({picture.digest: picture for picture in message.pictures})

    def takes_in(self, message: PromptMessage) -> bool:
        """Whether a message of a chat that is opened comes into the log: not a reply of which nothing was written."""
        return message.role == "user" or bool(message.content)

    def start_over(self) -> None:
        """Forget everything but the system prompt."""
        self.model.clear(self.seq_id)
        self.begin_log()

    def add(self, message: PromptMessage, *, check: bool = True, anyway: bool = False) -> None:
        """Log a message that the log does not hold yet, a user's or a reply written earlier.

        ``check`` False: log it even if it does not fit the memory now; ``anyway``: even if it takes more compaction
        than text bears well.

        Raises:
            MessageTooLong: the memory cannot take it, however it is compacted; nothing was changed.
            TemplateFailed: the model's template failed; nothing was changed.
            BadPicture, BadDocument: a picture or a document cannot be read; nothing was changed.
        """
        self._take_in(message, self._parts(message), check, anyway)

    def add_all(self, messages: Sequence[PromptMessage]) -> None:
        """Log messages as :meth:`add` does, whether they fit or not; of many the template is asked for several at once.

        Raises as :meth:`add`; those before the one that fails were logged.
        """
        for several in at_once(messages):
            with self._turns.prompt.rendered_ahead(self.messages, several if len(several) > 1 else ()):
                for message in several:
                    self.add(message, check=False)

    def add_steps(self, message: PromptMessage, *, check: bool = True, anyway: bool = False) -> Steps[None]:
        """:meth:`add`, while others go on where the message is long.

        Raises also Cancelled when the listener asks; nothing was changed.
        """
        cancelled = self.listener.cancelled
        parts = yield from tokenize_steps(self.model, takes_long(message), lambda: self._parts(message), cancelled)
        self._take_in(message, parts, check, anyway)

    def _holds_last_steps(self, question: PromptMessage) -> Steps[bool]:
        """Whether the log ends with a question, as it is written by now. One that templates write otherwise, since
        something else is told about thinking than when it was read, is taken out.

        Raises Cancelled when the listener asks; nothing was changed.
        """
        if not self.messages or self.messages[-1].id != question.id:
            return False
        span = self.log.spans[-1]
        if self.log.blocks_end > span.start:  # what is compacted stays
            return True
        last = self.messages.pop()  # it is rendered behind those before it
        try:
            alike = yield from tokenize_steps(
                self.model, takes_long(last), lambda: self._written_alike(last), self.listener.cancelled
            )
        finally:
            self.messages.append(last)
        if not alike:
            self.messages.pop()
            self.drop_after(span.start)
            self.end_log()
        return alike

    def _written_alike(self, question: PromptMessage) -> bool:
        """Whether the log's last tokens are those of a question; what comes with it need not be there any more."""
        tokens = self.log.tokens[self.log.spans[-1].start :].tolist()
        if not question.pictures and not question.documents:
            return tokens == self._turns.user(self.messages, question.content)
        before, behind = self._turns.around_attached(self.messages, question.content)
        return tokens[: len(before)] == before and tokens[len(tokens) - len(behind) :] == behind

    def _parts(self, message: PromptMessage) -> list[ImageChunk]:
        return self._user_parts(message) if message.role == "user" else [ImageChunk(self._past_tokens(message))]

    def _take_in(self, message: PromptMessage, parts: Sequence[ImageChunk], check: bool, anyway: bool) -> None:
        if check and message.role == "user":
            check_length(self, message, parts, anyway)
        self.log.open_span(message.id, message.role, told_by(message, self.unseen))
        for part in parts:
            if part.rows:
                self.log.append_rows(part.tokens, part.digest, part.part, part.positions)
            elif part.digest:
                self.log.append_document(part.tokens, part.digest)
            else:
                self.log.append(part.tokens)
        self.pictures.update({picture.digest: picture for picture in message.pictures})
        self.messages.append(message)

    def _user_parts(self, message: PromptMessage) -> list[ImageChunk]:
        """Text, documents and pictures of a user's turn: these stand before its own words."""
        if not message.pictures and not message.documents:
            return [ImageChunk(self._turns.user(self.messages, message.content))]
        chunks = attached(self.model, message, self.unseen)
        before, behind = self._turns.around_attached(self.messages, message.content)
        return [ImageChunk(before), *chunks, ImageChunk(behind)]

    def length_of(self, message: PromptMessage) -> int:
        """About how many tokens a message takes the room of."""
        chunks = attached(self.model, message, self.unseen)
        return sum(mounting.room_taken(self.mounts, chunks)) + len(self._tokenize(message.content, False)) + 16

    def _past_tokens(self, message: PromptMessage) -> list[int]:
        """Tokens of a reply written earlier."""
        return self._reply_tokens(message.content, keep_thoughts=self.keeps_thoughts)

    @property
    def keeps_thoughts(self) -> bool:
        """Whether the thoughts of replies that have ended stay in the memory."""
        return self.policy.thoughts == "keep" or (self.policy.thoughts == "auto" and self._template_keeps_thoughts)

    def _opening(self) -> tuple[str, bool]:
        """The text that opens a reply, and whether it opens thoughts as well."""
        return self._turns.opening(self.messages)

    def _reply_tokens(self, content: str, *, keep_thoughts: bool) -> list[int]:
        """Tokens of a reply that was written earlier, its opening included."""
        return self._turns.reply(content, lambda: self._opening()[0], keep_thoughts=keep_thoughts)

    def _tokenize(self, text: str, special: bool) -> list[int]:
        return self.model.tokenize(text, special=special)

    # ------------------------------------------------------------------ replies

    def generate_steps(
        self,
        reply_id: str,
        user: PromptMessage | None = None,
        *,
        continue_reply: bool = False,
        sampling: Sampling | None = None,
        anyway: bool = False,
    ) -> Steps[Reply]:
        """Take in ``user`` (None: reply to what stands last) and write a reply, or go on with the last one.

        ``anyway``: as in :meth:`add`.

        Raises:
            MessageTooLong, TemplateFailed, BadForm: nothing was changed.
            NoChat: there is nothing to reply to.
        """
        chosen = sampling or Sampling()
        with Sampler(self.model, chosen, self._form(chosen)) as sampler:
            return (yield from self._reply_steps(reply_id, user, continue_reply, chosen, sampler, anyway))

    def _reply_steps(
        self,
        reply_id: str,
        user: PromptMessage | None,
        continue_reply: bool,
        sampling: Sampling,
        sampler: Sampler,
        anyway: bool,
    ) -> Steps[Reply]:
        start = time.perf_counter()
        going_on = user is None and continue_reply and bool(self.messages) and self.messages[-1].role == "assistant"
        if sampler.constraint is not None:
            sampler.constraint.begins_after = self._marks.answer or self._marks.close
        if going_on and sampler.constraint is not None:
            sampler.constraint.resume(self._told())
        known = user is None or (yield from self._holds_last_steps(user))
        reply = Reply(prompt_tokens=len(self.log))
        if user is not None and not known:
            yield from self.add_steps(user, anyway=anyway)
        if not (continue_reply and self.messages and self.messages[-1].role == "assistant"):
            if not self.messages:
                check_system(self, limits_of(self).most)  # which may be why it has none
                raise NoChat("chat.nothing_to_reply_to")
            opening, thinks = self._opening() if self.messages[-1].role == "user" else ("", False)
            if not self.log.tokens and not opening:  # an empty text, on a model that begins none with a token
                raise NoChat("chat.nothing_to_reply_to")
            self.log.open_span(reply_id, "assistant")
            self.log.append(self._tokenize(opening, True) if opening else [])
            self.messages.append(PromptMessage(id=reply_id, role="assistant", content=""))
            if thinks:  # the template wrote the mark that the thoughts begin with
                self._say(reply, f"{OPEN}\n")
            if sampler.constraint is not None and not sampler.constraint.thoughts:
                sampler.constraint.waiting = thinks or bool(self._marks.answer)
        self.listener.log_changed()
        start_of_turn = self._start_of_turn(reply, user)
        self.reread = False  # all of it is read now, or waits
        try:
            sampler.begin(self.log.tokens)
            token = yield from self._read_steps(sampler)
            reply.prompt_tokens = max(0, len(self.log) - start_of_turn)
            reply.prefill_ms = (time.perf_counter() - start) * 1000
            yield from self._write_steps(reply, sampling, sampler, token, start)
        except Cancelled:
            reply.reason = "cancelled"
        except ContextFull:
            reply.reason = "memory"
        finally:
            self._finish(reply)
        return reply

    generate = completed(generate_steps)

    def _form(self, sampling: Sampling) -> OutputGrammar | None:
        """The form of a reply; raises BadForm."""
        return form_of(sampling)

    def _start_of_turn(self, reply: Reply, user: PromptMessage | None) -> int:
        return min(reply.prompt_tokens, len(self.log)) if user is not None else self.log.spans[-1].start

    def _read_steps(self, sampler: Sampler) -> Steps[int]:
        """Bring the memory up to the log; the token sampled after it."""
        if self.cached >= len(self.log) and not self.forget_after(len(self.log) - 1):
            yield from self.rebuild_steps(upto=len(self.log) - 1)
        token = yield from self.catch_up_steps("prefill", sample=sampler.next)
        return token

    def _write_steps(self, reply: Reply, sampling: Sampling, sampler: Sampler, token: int, start: float) -> Steps[None]:
        """Write a reply that begins with ``token``."""
        written = self.log.tokens[self.log.spans[-1].start :][-LONGEST_CHARACTER:]
        text = ReplyText(sampling.stop, begun_character(b"".join(map(self.model.piece, written))))
        before = self._told() + reply.text
        marks = MarkReader(self._marks, thinking=reasoning.still_thinks(before), said=bool(before))
        stream = ReplyStream(reply, text, marks, self._say, self.listener.sampled)
        begun = time.perf_counter()
        reply.first_token_ms = (begun - start) * 1000
        try:
            while not self.model.is_end(token):
                self.log.append([token])
                stream.add(self.model.piece(token, special=token in self._mark_tokens), sampler.logprob)
                if text.stopped:
                    let_go_of_stop(self, reply.text, text.shown, stream.ends, self._mark_tokens, self.model.tokenize_on)
                if text.stopped or reply.tokens >= sampling.max_tokens:
                    reply.reason, reply.stopped_by = "stop" if text.stopped else "length", text.stopped_by
                    return
                if text.begins_stop:
                    self.checkpoints.take_passing(self.cached, self.seq_id)
                yield from self._room_for_more_steps()
                yield from self.make_positions_steps(1)
                decoded = yield from self.decode_steps(len(self.log) - 1, 1, sampler.next)
                token = decoded.token
                self.compactor.go_on(1)
                self.listener.memory_changed()
                if self.listener.cancelled():
                    reply.reason = "cancelled"
                    return
            reply.reason = "eos"
        finally:
            reply.decode_ms = (time.perf_counter() - begun) * 1000
            stream.finish()

    def _told(self) -> str:
        """What the last reply said before, as it was told."""
        return self.messages[-1].content

    def _say(self, reply: Reply, text: str) -> None:
        reply.text += text
        if text:
            self.listener.token(text, reply.tokens)

    def _room_for_more_steps(self) -> Steps[None]:
        self.compactor.begin_if_due(1)
        if self.forget_oldest(NEARLY_FULL + 1) and self.cached < len(self.log) - 1:
            yield from self.catch_up_steps("rebuild", len(self.log) - 1)
        yield from cells_steps(self, NEARLY_FULL + 1, NEARLY_FULL + 1)
        if not usage.free_cells(self.model):
            raise ContextFull("chat.full")

    def _finish(self, reply: Reply) -> None:
        last = self.messages[-1]
        content = last.content + reply.text
        if not content and not reply.tokens:  # nothing was written: the reply never was
            span = self.log.spans[-1]
            self.messages.pop()
            self.drop_after(span.start)
            self.end_log()
        else:
            self.messages[-1] = msgspec.structs.replace(last, content=content)
            self.log.close_span(content)
            if reply.reason in ("eos", "stop"):
                reply.thoughts_dropped = self._let_go_of_thoughts()
            self.keep_checkpoint()
        self.listener.log_changed()
        self.listener.memory_changed()

    def end_log(self) -> None:
        """Leave out of the log what was cut behind the last message, also where templates write nothing for it."""
        self.log.end_with(self.messages[-1].id if self.messages else "")

    def _let_go_of_thoughts(self) -> int:
        """Take the thoughts of the reply that just ended out of log and memory; tokens that are gone by that."""
        span, content = self.log.spans[-1], self.messages[-1].content
        thoughts, answer = reasoning.split(content)
        if self.keeps_thoughts or not thoughts or not answer or self.log.blocks_end > span.start:
            return 0
        before = self.messages.pop()
        tokens = self._reply_tokens(content, keep_thoughts=False)
        self.messages.append(before)
        return let_go_of_thoughts(self, content, tokens)

    def truncate_steps(self, keep_last: str) -> Steps[None]:
        """Cut the chat after a message ("": all of them).

        Raises:
            NoChat: the chat has no such message.
            Cancelled, ContextFull: the memory could not be rebuilt to the end; the log is cut all the same.
        """
        end = self.log.system_end if not keep_last else self.log.end_of(keep_last)
        if end is None:
            raise NoChat("chat.no_message_to_cut")
        if self.log.forgotten and (not keep_last or self.log.is_forgotten(keep_last)):
            at = [message.id for message in self.messages].index(keep_last) + 1 if keep_last else 0
            yield from recalling.recall_only_steps(self, self.messages[:at])
            return
        ids = [span.id for span in self.log.spans]
        kept = set(ids[: len(ids) - ids[::-1].index(keep_last)] if keep_last else ())
        self.messages = [message for message in self.messages if message.id in kept]
        try:
            yield from self.cut_steps(end)
        finally:
            self.end_log()
            self.listener.log_changed()
            self.listener.memory_changed()

    truncate = completed(truncate_steps)

    def recall_steps(self) -> Steps[None]:
        """Read all messages again, also those that left the memory; raises as :meth:`ChatContext.undo_steps`."""
        if not self.log.forgotten:
            yield from super().recall_steps()
        yield from recalling.recall_steps(self)
