"""A chat that is served: with tools, their calls and what these gave, or plain text that goes on."""

from __future__ import annotations

import contextlib
import functools
import json
import re
from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from engine.chat.attached import attached
from engine.chat.cached_chats import CachedChats
from engine.chat.limits import check_length
from engine.chat.listener import ProgressKind
from engine.chat.long_texts import LONG, takes_long
from engine.chat.reply import Reply
from engine.chat.session import Session
from engine.chat.token_log import text_digest
from engine.errors import BadForm
from engine.model.model import Model
from engine.model.vision import ImageChunk
from engine.prompt.marks import CLOSE, OPEN
from engine.prompt.prompt import has_marks
from engine.prompt.template import ChatTemplate
from engine.prompt.tools.asked import asked_call
from engine.prompt.tools.events import CallBegun, Tool, ToolCall
from engine.prompt.tools.formats import HERMES, ToolFormat, format_of, instructions
from engine.prompt.tools.turns import calls_piece, results_piece, value_of
from engine.protocol import CompactionPolicy, PromptMessage, Sampling, Thinking
from engine.sampling.call_form import controls, form_with
from engine.sampling.output_format import OutputGrammar, form_of
from engine.sampling.sampler import Sampler
from engine.scheduling.steps import StepResult, Steps
from engine.server.reply_reader import ReplyReader
from engine.server.turns import Turn, TurnBeginning, TurnMessage, reply_of

FORMS = 16  # of calls that are kept
TokenizedTexts = dict[tuple[str, bool], list[int]]
_PLACE = "Lt0Result{}Lt"
_SHOWN = "Lt0Shown{}Lt"  # stands where the pictures of a turn are to stand


class ServedSession(Session):
    """One conversation of a client's.

    Attributes:
        beginning: system prompt and tools.
        tools: how calls are written; None: it has no tools.
        prefilled: tokens that were read, not written, since it was made.
        asked_tokens: of the conversation before its last reply; reasoning_tokens: of that reply's reasoning.
        served_by: whose session it is; its events go there.
        tokenized: tokens of long texts, by the text and whether marks in it count; None: none are kept.
    """

    def __init__(
        self,
        model: Model,
        *,
        beginning: TurnBeginning,
        served_by: object = None,
        on_reading: Callable[[ProgressKind], None] = lambda _: None,
        tokenized: TokenizedTexts | None = None,
        **rest: Any,
    ) -> None:
        """``on_reading``: called when it begins to read, with what that is for; ``rest``: as of :class:`Session`, whose
        system prompt is the beginning's.
        """
        self.beginning, self.served_by, self._on_reading, self.tokenized = beginning, served_by, on_reading, tokenized
        self.tools: ToolFormat | None = format_of(model.template) if beginning.tools else None
        self.prefilled = self.asked_tokens = self.reasoning_tokens = 0
        self._writes = False
        self._has_to_call: tuple[Tool, ...] = ()
        self._read: ReplyReader | None = None  # of the reply being written, as long as something is to be learnt of it
        self._counts_calls = False
        self._calls_again = False  # the reply being written, which may call one tool, begins another call
        system = beginning.system
        if beginning.tools:
            self._knows_tools = _knows_tools(model)
            if not self._knows_tools:
                system = f"{system}\n\n{instructions(beginning.tools)}".strip()
        super().__init__(model, **{**rest, "system_prompt": system})
        if self.tools is not None:
            self._marks = self._marks.with_calls()
            self._mark_tokens |= {token for mark in self.tools.marks for token in self._tokenize(mark, True)}

    def _variables(self, thinking: Thinking) -> dict[str, Any]:
        found = super()._variables(thinking)
        if self.beginning.tools and self._knows_tools:
            found["tools"] = [tool.declared() for tool in self.beginning.tools]
        return found

    def _tokenize(self, text: str, special: bool) -> list[int]:
        if self.tokenized is None or len(text) <= LONG:
            return super()._tokenize(text, special)
        if (text, special) not in self.tokenized:
            self.tokenized[text, special] = super()._tokenize(text, special)
        return list(self.tokenized[text, special])

    def _open_log(self) -> None:
        if not self.beginning.raw:
            super()._open_log()
            return
        self.log.open_span("system", "system")
        self.log.append([self.model.bos_token] if self.model.bos_token is not None else [])

    # ------------------------------------------------------------------ turns

    def takes_in(self, message: PromptMessage) -> bool:
        """All that a client sends counts, by its number."""
        return True

    def _take_in(self, message: PromptMessage, parts: Sequence[ImageChunk], check: bool, anyway: bool) -> None:
        super()._take_in(message, parts, check, anyway)
        if message.role == "assistant":
            self._recognise_by(message.content)

    def _recognise_by(self, reply: str) -> None:
        """Recognise the last reply by this text, however it is spaced: clients send replies back in their own way."""
        self.log.spans[-1] = msgspec.structs.replace(self.log.spans[-1], digest=text_digest(reply), exact="")

    def _user_parts(self, message: PromptMessage) -> list[ImageChunk]:
        turns = message.turns if isinstance(message, TurnMessage) else ()
        if self.beginning.raw:
            return [ImageChunk(self._plain_tokens(message))]
        if all(turn.role == "user" for turn in turns):
            return super()._user_parts(message)
        return self._result_parts(message, turns)

    def _written_alike(self, question: PromptMessage) -> bool:
        turns = question.turns if isinstance(question, TurnMessage) else ()
        if self.beginning.raw:  # it goes on from what it has in common
            return True
        if all(turn.role == "user" for turn in turns):
            return super()._written_alike(question)
        tokens = self.log.tokens[self.log.spans[-1].start :].tolist()
        return bool(question.pictures) or tokens == [n for part in self._user_parts(question) for n in part.tokens]

    def expected_tokens(self) -> int:
        """Of the conversation so far, with the mark that opens a reply."""
        opening, _ = self._opening()
        return len(self.log) + (len(self._tokenize(opening, True)) if opening else 0)

    def _opening(self) -> tuple[str, bool]:
        return ("", False) if self.beginning.raw else super()._opening()

    def _result_parts(self, message: PromptMessage, turns: Sequence[Turn]) -> list[ImageChunk]:
        """What tools gave, and what the user said and showed to it; none of it becomes a mark."""
        places = {_PLACE.format(n): turn.text for n, turn in enumerate(turns) if has_marks(self._tokenize, turn.text)}
        named = {text: place for place, text in places.items()}
        shown = {_SHOWN.format(n): turn for n, turn in enumerate(turns) if turn.pictures}
        last = self.messages[-1] if self.messages else None
        calls = last.turns[0].calls if isinstance(last, TurnMessage) and last.turns else ()
        names = {call.id: call.name for call in calls}
        given = []
        for n, turn in enumerate(turns):
            text = named.get(turn.text, turn.text)
            text = f"{_SHOWN.format(n)}\n{text}" if turn.pictures else text
            given.append(_as_template(turn, text, names.get(turn.call_id, "")))
        piece = results_piece(self._template, self._variables(self._thinking), given, calls) if last else None
        if piece is None:  # the template knows of no tools
            text = "\n\n".join(
                f"Result of {turn.name or names.get(turn.call_id) or 'the tool'}:\n{turn.text}"
                if turn.role == "tool" else turn.text
                for turn in turns
            )  # fmt: skip
            return super()._user_parts(msgspec.structs.replace(message, content=text))
        parts: list[ImageChunk] = []
        tokens: list[int] = []
        marked = "|".join(map(re.escape, [*places, *shown]))
        for part in re.split(f"({marked})", piece) if marked else [piece]:
            if part in shown:
                seen = PromptMessage(message.id, "user", "", shown[part].pictures)
                parts += [ImageChunk(tokens), *attached(self.model, seen, self.unseen)]
                tokens = []
            else:
                tokens += self._tokenize(places[part], False) if part in places else self._tokenize(part, True)
        return [*parts, ImageChunk(tokens)]

    def _past_tokens(self, message: PromptMessage) -> list[int]:
        if self.beginning.raw:
            return self._plain_tokens(message)
        turn = message.turns[0] if isinstance(message, TurnMessage) and message.turns else Turn("assistant")
        text = f"{OPEN}{turn.thoughts}{CLOSE}{turn.text}" if turn.thoughts and self.keeps_thoughts else turn.text
        if not turn.calls:
            return self._reply_tokens(text, keep_thoughts=self.keeps_thoughts)
        written = "".join([turn.text, *(call.name + call.arguments for call in turn.calls)])
        if not has_marks(self._tokenize, written):
            marks = self.tools.marks if self.tools is not None else ()
            piece = calls_piece(self._template, self._variables(self._thinking), turn.text, turn.calls, marks)
            if piece is not None:
                return self._tokenize(piece, True)
        told = "\n".join([turn.text, *map(_tagged, turn.calls)]).strip()
        return self._reply_tokens(told, keep_thoughts=False)

    def _plain_tokens(self, message: PromptMessage) -> list[int]:
        """Of plain text, behind what its log begins with."""
        turn = message.turns[0] if isinstance(message, TurnMessage) and message.turns else None
        if turn is None or not turn.tokens:
            return self._tokenize(message.content, True)
        begins = len(turn.tokens) > 1 and turn.tokens[0] == self.model.bos_token
        return list(turn.tokens[1:] if begins else turn.tokens)

    def check_question(self, messages: Sequence[TurnMessage], anyway: bool) -> None:
        """Raise what :meth:`add` would of the question that ``messages`` end with, before those ahead of it are read.

        Nothing is said of one that takes long to tokenize or has pictures.

        Raises:
            MessageTooLong, TemplateFailed: as :meth:`add`.
        """
        at = len(messages) - (1 if messages[-1].role == "user" else 2)
        question = messages[max(0, at)]
        if question.role != "user" or question.pictures or takes_long(question):
            return
        held, self.messages = self.messages, list(messages[:at])
        try:
            parts = self._parts(question)
        finally:
            self.messages = held
        if self.can_compact or self.forgets:  # then the limit does not hang on what is there
            check_length(self, question, parts, anyway)

    def go_on_from(self, message: TurnMessage) -> None:
        """Let the log of plain text be what it has in common with ``message``, whose rest is read next."""
        tokens = [*self.log.tokens[: self.log.system_end], *self._plain_tokens(message)]
        pairs = zip(self.log.tokens, tokens, strict=False)
        same = next((i for i, (old, new) in enumerate(pairs) if old != new), min(len(self.log), len(tokens)))
        if same <= self.log.system_end:
            self.start_over()
            return
        self.drop_after(same)
        self.log.spans = self.log.spans[:1]
        self.log.open_span(message.id, "user", message.content)
        self.log.spans[-1] = msgspec.structs.replace(self.log.spans[-1], start=self.log.system_end, end=same)
        self.log.append(tokens[same:])
        self.messages = [message]

    # ------------------------------------------------------------------ replies

    def expect_calls(self, has_to_call: tuple[Tool, ...], *, one: bool) -> None:
        """The next reply calls one of the tools that it ``has_to_call``, or, if it may call ``one`` only, no second."""
        self._has_to_call, self._calls_again = has_to_call, False
        parser = self.tools.parser(self.beginning.tools) if one and self.tools is not None else None
        self._counts_calls, self.reasoning_tokens = parser is not None, 0
        self._read = None if self.beginning.raw else ReplyReader(parser)

    def _told(self) -> str:
        """As of any chat; a reply that was cut in its thoughts, which it is not recognised by, is still in them."""
        last = self.messages[-1]
        turn = last.turns[0] if isinstance(last, TurnMessage) and last.turns else Turn("assistant")
        if last.content or not turn.thoughts:
            return last.content
        tokens, marks = self.log.tokens[self.log.spans[-1].start :], self._marks
        written = b"".join(self.model.piece(token, special=True) for token in tokens)
        return f"{OPEN}\n" if marks.open.encode() in written and marks.close.encode() not in written else ""

    def _say(self, reply: Reply, text: str) -> None:
        super()._say(reply, text)
        reader = self._read
        if reader is None:
            return
        thought = reader.thinks  # the token that ends it is of it
        for piece in reader.feed(text):
            self._calls_again |= isinstance(piece, CallBegun) and piece.index > 0
        if thought or reader.thinks:
            self.reasoning_tokens = reply.tokens
        if reader.answers and not self._counts_calls:
            self._read = None

    def _form(self, sampling: Sampling) -> OutputGrammar | None:
        return form_of_reply(self.model, sampling, self._has_to_call)

    def _finish(self, reply: Reply) -> None:
        super()._finish(reply)
        last = self.messages[-1] if self.messages else None
        ended = reply.reason == "eos" and reply.first_token_ms > 0  # else it failed or was stopped
        if ended and last is not None and last.role == "user" and not self.beginning.raw:
            self.add(reply_of(int(last.id) + 1, "", self.tools))  # the client sends it back, empty as it is
            last = self.messages[-1]
        if last is None or last.role != "assistant" or self.log.spans[-1].role != "assistant":
            return
        if self.beginning.raw:
            known: PromptMessage = last
        else:
            known = reply_of(int(last.id), last.content, self.tools, self.beginning.tools)
        self.messages[-1] = known
        self._recognise_by(known.content)
        self.listener.log_changed()

    def _write_steps(self, reply: Reply, sampling: Any, sampler: Sampler, token: int, start: float) -> Steps[None]:
        self._writes, self.asked_tokens = True, len(self.log)
        if not self.messages[-1].content:
            self._say(reply, self._told())  # the client is told that thoughts go on
        try:
            yield from super()._write_steps(reply, sampling, sampler, token, start)
            if sampler.stuck:  # what was written has not the form that the client counts on
                raise BadForm("output.dead_end")
        finally:
            self._writes = False

    def catch_up_steps(
        self, what: ProgressKind, upto: int | None = None, sample: Callable[[int], int] | None = None
    ) -> Steps[int]:
        """As of any chat; its client hears that reading begins, before the first batch, which may take long."""
        if self.cached < len(self.log):
            self._on_reading(what)
        return (yield from super().catch_up_steps(what, upto, sample))

    def decode_steps(self, at: int, n: int, sample: Callable[[int], int] | None) -> Steps[StepResult]:
        """As of any chat; what is read is counted. A reply that begins a call too many ends there: what it holds of
        that is not what its client sends back, so the next turn reads the reply without it.
        """
        sample = self._end if self._writes and self._calls_again else sample
        result = yield from super().decode_steps(at, n, sample)
        if not self._writes:
            self.prefilled += result.n
        return result

    def _end(self, _row: int) -> int:
        return self.model.end_token


def unheard_session(model: Model, beginning: TurnBeginning, tokenized: TokenizedTexts | None = None) -> ServedSession:
    """A session that the model's memory never hears of, so that any thread may make it. Raises TemplateFailed."""
    return ServedSession(
        model, beginning=beginning, tokenized=tokenized, thinking=beginning.thinking,
        policy=CompactionPolicy(auto=False), cached_chats=CachedChats(model),
    )  # fmt: skip


def tokenized_beginning(model: Model, beginning: TurnBeginning) -> TokenizedTexts:
    """The tokens of long texts that a conversation begins with. Raises TemplateFailed."""
    tokenized: TokenizedTexts = {}
    unheard_session(model, beginning, tokenized)
    return tokenized


def _knows_tools(model: Model) -> bool:
    """Whether the model's template tells of tools; raises TemplateFailed."""
    return "tools" in ChatTemplate(model.template, model.bos_text, model.eos_text).reads


def form_of_reply(model: Model, sampling: Sampling, has_to_call: tuple[Tool, ...]) -> OutputGrammar | None:
    """The form of a reply: a call of one of the tools that it ``has_to_call``, else what ``sampling`` says; None: text.

    Raises:
        BadForm: it cannot be used.
        TemplateFailed: the model's template is not valid.
    """
    if has_to_call:
        family = format_of(model.template) if _knows_tools(model) else HERMES
        with contextlib.suppress(BadForm, RecursionError):  # JSON is told what is wrong, then
            known = tuple(controls(model, family.marks).items())
            found = _form_of(family.name, model.template, msgspec.json.encode(has_to_call), known)
            if found is not None:
                return found
    return form_of(sampling)


@functools.lru_cache(maxsize=FORMS)
def _form_of(family: str, template: str, tools: bytes, known: tuple[tuple[str, int], ...]) -> OutputGrammar | None:
    """The form of a call of ``tools`` (as JSON), None: JSON alone has to do. Agents ask for the same ones each time.

    Raises:
        BadForm: what the schema of a tool says cannot be used.
    """
    call = asked_call(family, template, msgspec.json.decode(tools, type=tuple[Tool, ...]))
    return form_with(call, dict(known)) if call is not None else None


def _as_template(turn: Turn, text: str, name: str) -> dict[str, Any]:
    if turn.role == "user":
        return {"role": "user", "content": text}
    return {"role": "tool", "content": text, "tool_call_id": turn.call_id, "name": turn.name or name}


def _tagged(call: ToolCall) -> str:
    try:
        arguments = value_of(call.arguments)
    except ValueError:
        arguments = call.arguments
    return f"<tool_call>\n{json.dumps({'name': call.name, 'arguments': arguments}, ensure_ascii=False)}\n</tool_call>"
