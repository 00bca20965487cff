"""Calls with arguments in JSON behind marks of a family's own: a name and an object, or a list of objects."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from engine.prompt.tools.events import Tool
from engine.prompt.tools.reader import OPEN, CallReader, Wait

NAME = r"([\w.-]+)"


@dataclass(frozen=True)
class Marking:
    """How a family marks its calls.

    Attributes:
        opens: what a call, or a list of them, begins with.
        head: what stands before the arguments; group 1 is the name. Empty: calls are JSON objects as a whole.
        wrappers: what stands around all calls of a reply.
        closes: what may stand behind a call, or all of them.
        inner: more marks in its head.
        keyed: calls are objects of one key, the name, whose value is the arguments.
    """

    opens: tuple[str, ...]
    head: str = ""
    wrappers: tuple[str, ...] = ()
    closes: tuple[str, ...] = ()
    inner: tuple[str, ...] = ()
    keyed: bool = False

    @property
    def marks(self) -> tuple[str, ...]:
        """What has to be seen of it, though it may be control tokens."""
        return (*self.wrappers, *self.opens, *self.closes, *self.inner)

    def reader(self) -> Callable[[Sequence[Tool]], MarkedJson]:
        """What makes the reader of a reply."""
        return lambda tools: MarkedJson(self, tools)


MISTRAL = Marking(
    ("[TOOL_CALLS]",), rf"\s*{NAME}\s*(?:\[CALL_ID\]\s*[\w-]*\s*)?(?:\[ARGS\])?\s*", inner=("[CALL_ID]", "[ARGS]")
)
DEEPSEEK = Marking(
    ("<｜tool▁call▁begin｜>",),
    rf"\s*(?:function<｜tool▁sep｜>)?{NAME}\s*(?:<｜tool▁sep｜>)?\s*(?:```json\s*)?",
    ("<｜tool▁calls▁begin｜>",),
    ("<｜tool▁call▁end｜>", "<｜tool▁calls▁end｜>"),
    ("<｜tool▁sep｜>",),
)
KIMI = Marking(
    ("<|tool_call_begin|>",),
    r"\s*(?:functions\.)?([\w.-]+?)(?::\d+)?\s*<\|tool_call_argument_begin\|>\s*",
    ("<|tool_calls_section_begin|>",),
    ("<|tool_call_end|>", "<|tool_calls_section_end|>"),
    ("<|tool_call_argument_begin|>",),
)
HARMONY = Marking(  # as engine.prompt.marks tells it: every call begins alike
    ("<|channel|>commentary to=",),
    r"\s*(?:functions\.)?([\w.-]+?)\s*(?:<\|channel\|>\s*(?:commentary|analysis)\s*)?"
    r"(?:<\|constrain\|>\s*)?(?:json)?\s*<\|message\|>\s*",
    closes=("<|call|>", "<|end|>"),
    inner=("<|channel|>", "<|constrain|>", "<|message|>", "<|start|>"),
)
GRANITE = Marking(("<|tool_call|>",))
COMMAND = Marking(("<|START_ACTION|>",), closes=("<|END_ACTION|>",))
NEMOTRON = Marking(("<TOOLCALL>",), closes=("</TOOLCALL>",))
LISTED = Marking(("<tool_calls>",), closes=("</tool_calls>",))
FIREFUNCTION = Marking(("functools",))
APERTUS = Marking(("<|tools_prefix|>",), closes=("<|tools_suffix|>",), keyed=True)
GIGACHAT = Marking(("<|function_call|>",))
GIGACHAT_ROLES = Marking(("function call<|role_sep|>",), wrappers=("<|message_sep|>",), inner=("<|role_sep|>",))
SOLAR = Marking(
    ("<|tool_call:begin|>",),
    rf"\s*[\w-]*\s*<\|tool_call:name\|>\s*{NAME}\s*<\|tool_call:args\|>\s*",
    ("<|tool_calls|>",),
    ("<|tool_call:end|>",),
    ("<|tool_call:name|>", "<|tool_call:args|>"),
)
_KEYED = re.compile(rf'{{\s*"{NAME}"\s*:\s*')


class MarkedJson(CallReader):
    """The reader."""

    def __init__(self, marking: Marking, tools: Iterable[Tool] = ()) -> None:
        """``tools``: those there are."""
        self._marking, self._pattern = marking, re.compile(marking.head)
        self.opens = (OPEN, *marking.wrappers, *marking.opens)
        super().__init__(tools)

    def _call(self, mark: str) -> Wait[bool]:
        if mark == OPEN:
            return (yield from self._tagged())
        if mark in self._marking.wrappers and not (yield from self._skip(*self._marking.opens)):
            return False
        if self._marking.keyed:
            called = yield from self._keyed()
        elif (yield from self._peek()) in ("[", "{"):
            called = yield from self._objects()
        else:
            called = yield from self._named()
        if called:
            yield from self._skip_all(*self._marking.closes)
        return called

    def _keyed(self) -> Wait[bool]:
        """Calls in a list, each an object of one key."""
        before = self._calls
        yield from self._skip("[")
        while (yield from self._peek()) == "{":
            head = yield from self._head(":")
            found = _KEYED.fullmatch(f"{head}:") if head is not None else None
            if found is None:
                break
            self._take(1)
            if (yield from self._peek()) != "{":
                break
            self._begin(found[1])
            yield from self._arguments()
            self._end()
            yield from self._skip("}")
            if (yield from self._skip(",", "]")) != ",":
                break
        return self._calls > before

    def _named(self) -> Wait[bool]:
        head = (yield from self._head("{")) if self._marking.head else None
        found = self._pattern.fullmatch(head) if head is not None else None
        if found is None:
            return False
        self._begin(found[1])
        yield from self._arguments()
        self._end()
        if "```" in found[0]:
            yield from self._skip("```")
        return True
