"""Writes replies on the engine's thread: finds or opens the session that a conversation goes on in, and answers."""

from __future__ import annotations

import functools
import logging
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import msgspec

from engine import protocol as p
from engine.chat.long_texts import LONG, takes_long, tokenize_steps
from engine.chat.token_log import FILE_NAME as LOG_NAME
from engine.errors import BadForm, Cancelled, NoChat, NoModel
from engine.files import discard
from engine.model.model import Model
from engine.process.fork import fork
from engine.process.host import Host
from engine.process.open_chat import OpenedChat
from engine.process.opening import bring_up_steps
from engine.process.queue import Ticket, Work
from engine.prompt import reasoning
from engine.prompt.tools.events import Tool
from engine.protocol import CompactionPolicy, Sampling, Thinking
from engine.sampling.output_format import OutputGrammar
from engine.scheduling.steps import PAUSE, Steps
from engine.server.conversation import ServedSession, TokenizedTexts, form_of_reply, tokenized_beginning
from engine.server.problems import HttpProblem
from engine.server.sessions import About, ServedEntry, ServedSessions
from engine.server.turns import Turn, TurnBeginning, TurnMessage, chain_of, messages_of

log = logging.getLogger("engine.server.replies")

Hear = Callable[[p.AnyEvent], None]
TEMPLATES = 16  # of which that is remembered
PER_TOKEN = 64  # characters; no text has so many for each of its tokens
NO_LIMIT = 1 << 20  # tokens of a reply whose client sets no limit; the context sets one


class Asked(msgspec.Struct, frozen=True):
    """A reply that is asked for. ``turns``: the whole conversation, oldest first; at least one.

    ``anyway``: read the last message also if that takes more compaction than text bears well. ``calls``: it has to call
    one of these tools; its sampling says so in JSON, which is what counts where the model's own format does not.
    ``one_call``: it may call one tool at most.
    """

    beginning: TurnBeginning
    turns: tuple[Turn, ...]
    sampling: Sampling = Sampling()
    anyway: bool = True
    calls: tuple[Tool, ...] = ()
    one_call: bool = False


class ReadingBegins(p.Done, tag="reading"):
    """What a reply is to is read from now on; ``earlier``: what stands before that, which may still be refused."""

    earlier: bool = False


class Finished(p.Done, tag="served"):
    """How a reply went. ``prompt_tokens``: of the whole conversation before it, ``read_tokens``: those of them that
    were read for it; the others were there. ``reasoning_tokens``: of the ``tokens`` written. ``stopped_by``: the stop
    string that ended it.
    """

    reason: str = "eos"
    tokens: int = 0
    reasoning_tokens: int = 0
    prompt_tokens: int = 0
    read_tokens: int = 0
    session: str = ""
    stopped_by: str = ""
    prefill_ms: float = 0.0
    decode_ms: float = 0.0
    first_token_ms: float = 0.0


class Served:
    """The sessions on the engine's thread.

    Attributes:
        sessions: all of them.
        policy: when they compact and how far.
    """

    def __init__(self, host: Host, folder: Path, policy: CompactionPolicy, quota: int) -> None:
        """``quota``: bytes that saved sessions may take (0: as those of chats)."""
        self._host, self.policy, self._quota = host, policy, quota
        self.sessions = ServedSessions(folder)
        self._hearing: dict[str, Hear] = {}
        self._closed = False

    def model(self) -> Model:
        """The loaded model; raises NoModel."""
        if self._host.model is None:
            raise NoModel("model.none")
        return self._host.model

    def close(self) -> None:
        """Save and close the sessions: nobody hears of them any more. Those at work follow when that ends."""
        self._closed = True
        idle = (entry.id for entry in self.sessions.all() if not entry.busy)
        self._host.chats.close_several([one for one in idle if self._opened(one) is not None])

    def set_policy(self, policy: CompactionPolicy) -> None:
        """Of all sessions, those that are open with them."""
        self.policy = policy
        for entry in self.sessions.all():
            if (session := self._opened(entry.id)) is not None:
                session.set_policy(policy)

    # ------------------------------------------------------------------ replies

    def reply_steps(self, asked: Asked, work: Work, ticket: Ticket, hear: Hear) -> Steps[p.AnyEvent]:
        """Write a reply; ``hear`` gets its tokens and what happens to its session. Raises as :meth:`Session.generate`,
        and Cancelled.
        """
        if self._closed:
            raise Cancelled("request.stopped")
        asked = self._told_in_text(asked)
        self._check_beginning(asked.beginning)
        root = self._root(asked.beginning)
        messages = messages_of(asked.turns)
        if not messages:
            raise NoChat("chat.nothing_to_reply_to")
        if self.model().vision is None and any(message.pictures for message in messages):
            raise HttpProblem(400, "The loaded model sees no pictures.", "unsupported", "messages")
        form = self._form_of(asked)  # unusable ones are refused before all reading
        entry, source, n = self._choose(asked, root, messages)
        entry.busy = True
        self._hearing[entry.id] = (
            functools.partial(_hear_if_sure, hear) if self._may_be_refused(messages, form) else hear
        )
        work.chat_id = entry.id
        try:
            yield from self._take_over_steps(entry, ticket)
            was = self._opened(entry.id)
            was_open, read = was is not None, -was.prefilled if was is not None else 0
            if not was_open:
                if source is not None:
                    self._fork(source, entry, n)
                upto = len(messages) - (messages[-1].role == "user" and n < len(messages))
                yield from self._open_steps(asked, entry, messages, upto, work, ticket)
            write = functools.partial(self._write_steps, asked, entry, messages, n if was_open else None, read)
            return (yield from self._host.chats.in_chat(work, ticket, lambda chat, _: write(chat, ticket)))
        finally:
            self._hearing.pop(entry.id, None)
            self._rest(entry)
            self._forget_oldest()

    def _form_of(self, asked: Asked) -> OutputGrammar | None:
        """The form of the reply; raises HttpProblem where it cannot be used."""
        try:
            return form_of_reply(self.model(), asked.sampling, asked.calls)
        except BadForm as error:
            raise _bad_form(error, asked) from None

    def _check_beginning(self, beginning: TurnBeginning) -> None:
        """Raise HttpProblem for what cannot fit, before its tokens are counted."""
        size, context = _size(beginning), self.model().n_ctx
        if size > PER_TOKEN * context:
            told = f"The system prompt and tools have {size:,} characters, and the context {context:,} tokens"
            raise HttpProblem(400, f"{told}, so no message fits.", "context_length_exceeded", "messages")

    def _root(self, beginning: TurnBeginning) -> str:
        """What conversations have in common that begin alike on the loaded model."""
        model = self.model()
        root = beginning.digest(model.facts.fingerprint)
        if beginning.thinking == Thinking() or not _thinking_counts(model.template, model.bos_text, model.eos_text):
            return root
        return f"{root} {beginning.thinking.enabled} {beginning.thinking.effort}"

    def _told_in_text(self, asked: Asked) -> Asked:
        """The same with the text of what was sent as tokens; raises HttpProblem when the model has no such tokens, or
        there is nothing that plain text could go on from.
        """
        tokens = asked.turns[0].tokens
        if not tokens:
            if asked.beginning.raw and not asked.turns[0].text and self.model().bos_token is None:
                raise HttpProblem(400, "This model can't continue an empty prompt.", "invalid_value", "prompt")
            return asked
        return msgspec.structs.replace(asked, turns=(Turn("user", self.text_of(tokens), tokens=tokens),))

    def text_of(self, tokens: Sequence[int]) -> str:
        """The text of tokens, their marks with it; raises HttpProblem when the model has no such tokens."""
        model = self.model()
        if not all(0 <= token < model.n_vocab for token in tokens):
            raise HttpProblem(400, "The model has no such token.", "invalid_value", "prompt")
        return model.text(tokens, special=True)

    def _choose(
        self, asked: Asked, root: str, messages: tuple[TurnMessage, ...]
    ) -> tuple[ServedEntry, ServedEntry | None, int]:
        """The session to go on in, the one that it is a copy of the beginning of, and how many messages it holds."""
        about = About(root, self.model().facts.name, raw=asked.beginning.raw)
        if asked.beginning.raw:
            return self.sessions.raw(root) or self.sessions.new(about), None, 0
        chain = chain_of(root, messages)
        found, n = self.sessions.longest(chain)
        if found is None:
            return self.sessions.new(about), None, 0
        more = len(found.chain) - n
        if not found.busy and (more == 0 or (more == 1 and found.ends_with == "assistant")):
            return found, None, n
        about.parent = found.id
        return self.sessions.new(about), found, n

    def _fork(self, source: ServedEntry, entry: ServedEntry, n: int) -> None:
        store = self._host.chats.saver.store(entry.folder, self.sessions.chunks)
        fork(source.folder, entry.folder, entry.id, {str(i): str(i) for i in range(n)}, store)

    def _open_steps(
        self, asked: Asked, entry: ServedEntry, messages: tuple[TurnMessage, ...], upto: int, work: Work, ticket: Ticket
    ) -> Steps[p.AnyEvent]:
        """Open a session that holds the first ``upto`` messages."""
        request = p.OpenChat(
            id=work.id, chat_id=entry.id, folder=str(entry.folder), system_prompt=asked.beginning.system,
            messages=messages[:upto], policy=self.policy, chunks=str(self.sessions.chunks),
            thinking=asked.beginning.thinking,
        )  # fmt: skip
        self._host.chats.saver.store(entry.folder, self.sessions.chunks).limit = self._quota
        tokenized = yield from self._tokenized_steps(asked.beginning, ticket)
        hear = functools.partial(self._heard, entry.id)

        def make(model: Model, **rest: Any) -> ServedSession:
            session = ServedSession(
                model, beginning=asked.beginning, served_by=self, tokenized=tokenized,
                on_reading=lambda what: hear(ReadingBegins(earlier=what == "rebuild")), **rest,
            )  # fmt: skip
            if not asked.beginning.raw:
                session.check_question(messages, asked.anyway)
            return session

        done = yield from self._host.chats.open_steps(request, ticket, hear, make)
        if (session := self._opened(entry.id)) is not None:
            session.tokenized = None  # nothing else is kept
        return done

    def _may_be_refused(self, messages: Sequence[TurnMessage], form: OutputGrammar | None) -> bool:
        """Whether it may turn out while earlier text is read that the question does not fit or cannot be used, or that
        a reply to go on with has not its form; else :meth:`ServedSession.check_question` says so before that.
        """
        goes_on = messages[-1].role == "assistant"
        if (goes_on and form is not None) or not self.policy.auto or not self.model().grows:
            return True
        return any(one.pictures or takes_long(one) for one in (messages[-2:] if goes_on else messages[-1:]))

    def _tokenized_steps(self, beginning: TurnBeginning, ticket: Ticket) -> Steps[TokenizedTexts]:
        """The tokens of what a conversation begins with, where that is long: others go on meanwhile."""
        if _size(beginning) <= LONG:
            return {}
        model = self.model()
        tokenize = functools.partial(tokenized_beginning, model, beginning)
        return (yield from tokenize_steps(model, True, tokenize, ticket.cancel.is_set))

    def _write_steps(
        self, asked: Asked, entry: ServedEntry, messages: tuple[TurnMessage, ...], n: int | None, read: int,
        chat: OpenedChat, ticket: Ticket,
    ) -> Steps[p.AnyEvent]:  # fmt: skip
        session = chat.session
        assert isinstance(session, ServedSession)
        session.set_thinking(asked.beginning.thinking)
        session.expect_calls(asked.calls, one=asked.one_call)
        last = messages[-1]
        if asked.beginning.raw:
            session.go_on_from(last)
        elif n is not None:
            yield from self._catch_up_steps(session, messages, n, asked.anyway)
        if ticket.cancel.is_set():
            raise Cancelled("request.stopped")
        if last.role == "assistant" and last.content.strip() and not session.messages:  # not even its question fits
            for message in messages[-2:]:
                yield from session.add_steps(message, anyway=asked.anyway)
        user = last if last.role == "user" else None  # the log may hold it, as the template wrote it then
        sampling = asked.sampling
        if sampling.max_tokens >= NO_LIMIT:  # a model that says the same for ever would be heard for as long
            sampling = msgspec.structs.replace(sampling, max_tokens=self.model().n_ctx)
        chat.relay.reply_id = str(len(messages))
        try:
            reply = yield from session.generate_steps(
                str(len(messages)), user, continue_reply=last.role == "assistant", sampling=sampling,
                anyway=asked.anyway,
            )  # fmt: skip
        except BadForm as error:
            raise _bad_form(error, asked) from None
        finally:
            chat.relay.flush()
        chat.save_if_worth_it()
        return Finished(
            reason=reply.reason, stopped_by=reply.stopped_by, tokens=reply.tokens,
            reasoning_tokens=session.reasoning_tokens, prompt_tokens=session.asked_tokens,
            read_tokens=min(session.asked_tokens, read + session.prefilled), session=entry.id,
            prefill_ms=reply.prefill_ms, decode_ms=reply.decode_ms, first_token_ms=reply.first_token_ms,
        )  # fmt: skip

    def _catch_up_steps(
        self, session: ServedSession, messages: tuple[TurnMessage, ...], n: int, anyway: bool
    ) -> Steps[None]:
        """Let a session that was open hold all but the question."""
        upto = len(messages) - (messages[-1].role == "user")
        n = min(n, len(session.messages))
        session.messages[:n] = messages[:n]  # with the ids that the client knows calls by
        missing = messages[n:upto]
        if not missing and len(session.messages) == n:
            return
        session.check_question(messages, anyway)
        session.messages = session.messages[:n]
        if (yield from bring_up_steps(session, missing, False)) is False:
            raise Cancelled("request.stopped")

    # ------------------------------------------------------------------ sessions

    def _opened(self, session_id: str) -> ServedSession | None:
        """The session if it is open, and not of another server."""
        chat = self._host.chats.get(session_id)
        session = chat.session if chat is not None else None
        return session if isinstance(session, ServedSession) and session.served_by is self else None

    def _take_over_steps(self, entry: ServedEntry, ticket: Ticket) -> Steps[None]:
        """Close a session that the server before this one opened: its events would go there. What is still at work on
        it was told to stop, and is waited for.
        """
        while (chat := self._host.chats.get(entry.id)) is not None and self._opened(entry.id) is None:
            if ticket.cancel.is_set():
                raise Cancelled("request.stopped")
            if not chat.session.active:
                self._host.chats.close(entry.id)
                return
            yield PAUSE

    def _heard(self, session_id: str, event: p.AnyEvent) -> None:
        if isinstance(event, p.Error):  # it answers nobody: what is done in the background failed
            log.warning("a session is not saved: %s", event.code)
        elif hear := self._hearing.get(session_id):
            hear(event)

    def _rest(self, entry: ServedEntry) -> None:
        """A request has ended."""
        entry.busy = False
        session = self._opened(entry.id)
        if session is None and self._host.chats.get(entry.id) is not None:
            return  # it is the next server's by now
        if session is not None:
            entry.learn(session.log)
            if self._closed:
                self._host.chats.close(entry.id)
        if entry.chain:
            entry.note()
        else:  # nothing came of it
            self.delete(entry.id)

    def _forget_oldest(self) -> None:
        for entry in self.sessions.too_many():
            if not self._at_work(entry):
                self.delete(entry.id)

    def _at_work(self, entry: ServedEntry) -> bool:
        """Whether a request is at work on a session, also one of the server before this one."""
        chat = self._host.chats.get(entry.id)
        return entry.busy or (chat is not None and chat.session.active)

    def delete(self, session_id: str) -> None:
        """Delete a session and what is saved of it.

        Raises:
            NoChat: there is none, or a request is at work on it.
        """
        entry = self.entry(session_id)
        if self._at_work(entry):
            raise NoChat("chat.not_open")
        self._host.chats.close(session_id)
        discard(entry.folder / LOG_NAME)  # first: what is still being saved is given up without it
        self._host.chats.saver.store(entry.folder, self.sessions.chunks).remove(entry.folder)
        self.sessions.remove(session_id)

    def entry(self, session_id: str) -> ServedEntry:
        """A session; raises NoChat."""
        found = self.sessions.get(session_id)
        if found is None:
            raise NoChat("chat.not_open")
        return found

    def fork(self, session_id: str) -> ServedEntry:
        """A copy of a session, which shares what is saved; raises NoChat."""
        entry = self.entry(session_id)
        entry.note()  # it is used, and not the first to be forgotten
        copy = self.sessions.new(msgspec.structs.replace(entry.about, parent=entry.id))
        self._fork(entry, copy, len(entry.chain))
        copy.chain, copy.ends_with, copy.tokens = list(entry.chain), entry.ends_with, entry.tokens
        self._forget_oldest()
        return copy

    def in_session(
        self, session_id: str, work: Work, ticket: Ticket, steps: Callable[[OpenedChat], Steps[p.AnyEvent]]
    ) -> Steps[p.AnyEvent]:
        """Do something with an open session; raises NoChat when it is none."""
        entry = self.entry(session_id)
        if entry.busy or self._opened(session_id) is None:
            raise NoChat("chat.not_open")
        entry.busy, work.chat_id = True, session_id
        try:
            return (yield from self._host.chats.in_chat(work, ticket, lambda chat, _: steps(chat)))
        finally:
            self._rest(entry)


def _hear_if_sure(hear: Hear, event: p.AnyEvent) -> None:
    """Pass on what happens but that reading begins where the message that it is for may still be refused."""
    if not (isinstance(event, ReadingBegins) and event.earlier):
        hear(event)


def _bad_form(error: BadForm, asked: Asked) -> HttpProblem:
    """What a client is told of the form of a reply, with the field that asks for it."""
    begun = error.text.code == "output.wrong_format"  # the reply to go on with does not have it
    calls = ("tool_choice" if begun else "tools") if asked.calls else ""
    param = calls or ("grammar" if asked.sampling.output == "grammar" else "response_format")
    return HttpProblem(400, str(error), "invalid_schema", param)


def _size(beginning: TurnBeginning) -> int:
    """Characters of a system prompt and tools."""
    return len(beginning.system) + (len(msgspec.json.encode(beginning.tools)) if beginning.tools else 0)


@functools.lru_cache(maxsize=TEMPLATES)
def _thinking_counts(template: str, bos: str, eos: str) -> bool:
    """Whether conversations begin differently for what a template is told about thinking."""
    return reasoning.choices(template, bos, eos)[1]


def usage_of(finished: Finished) -> dict[str, Any]:
    """Tokens as OpenAI's protocols tell them."""
    cached = max(0, finished.prompt_tokens - finished.read_tokens)
    return {
        "prompt_tokens": finished.prompt_tokens,
        "completion_tokens": finished.tokens,
        "total_tokens": finished.prompt_tokens + finished.tokens,
        "prompt_tokens_details": {"cached_tokens": cached},
        "completion_tokens_details": {"reasoning_tokens": finished.reasoning_tokens},
    }
