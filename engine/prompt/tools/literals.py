"""Calls that are read when they are whole: in Python's syntax, as LFM2 and Llama 3 write them, and in Gemma 4's own."""

from __future__ import annotations

import ast
import json
import re
import warnings
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from engine.prompt.tools.events import Tool
from engine.prompt.tools.reader import OPEN, CallReader, Wait, call_of

MOST = 200_000  # characters of calls that are parsed
_CODE_TOOLS = ("python", "ipython", "code_interpreter")
_WORDS = {"true": True, "false": False, "null": None}
_GEMMA_CALL = re.compile(r"\s*call:([\w.-]+)\s*(\{.*\})\s*", re.DOTALL)
_GEMMA_PART = re.compile(r'<\|"\|>(?P<text>.*?)<\|"\|>|(?P<mark>[{}\[\]:,])|(?P<bare>[^{}\[\]:,<]+)|.', re.DOTALL)

Calls = list[tuple[str, str]]


@dataclass(frozen=True)
class Enclosing:
    """What calls stand between, and how they are read.

    Attributes:
        open, close: the marks; "" for ``close``: the end of the reply.
        read: names and arguments of the calls in a text; none: it holds no call.
        inner: more marks in calls.
        objects: JSON may stand there as well, and streams.
    """

    open: str
    close: str
    read: Callable[[str, Sequence[str]], Calls]
    inner: tuple[str, ...] = ()
    objects: bool = False

    @property
    def marks(self) -> tuple[str, ...]:
        """What has to be seen of it, though it may be control tokens."""
        return (self.open, *filter(None, (self.close, *self.inner)))

    def reader(self) -> Callable[[Sequence[Tool]], EnclosedCalls]:
        """What makes the reader of a reply."""
        return lambda tools: EnclosedCalls(self, tools)


class EnclosedCalls(CallReader):
    """The reader."""

    def __init__(self, enclosing: Enclosing, tools: Iterable[Tool] = ()) -> None:
        """``tools``: those there are."""
        self._enclosing = enclosing
        self.opens = (OPEN, enclosing.open)
        super().__init__(tools)

    def _call(self, mark: str) -> Wait[bool]:
        if mark == OPEN:
            return (yield from self._tagged())
        if self._enclosing.objects and (yield from self._peek()) in ("[", "{"):
            return (yield from self._objects())
        if self._enclosing.close:
            body, _ = yield from self._until(self._enclosing.close)
        else:
            while (yield from self._more()):
                pass
            body = self._take(len(self._held))
        found = self._enclosing.read(body, tuple(self._tools)) if len(body) <= MOST else []
        for call in found:
            self._whole(*call)
        return bool(found)


def python_calls(body: str, tools: Sequence[str]) -> Calls:
    """Calls like ``[f(a=1), g()]``, or a list of them in JSON."""
    try:
        return _of_json(body) or _of_python(body)
    except (SyntaxError, ValueError, TypeError, RecursionError, MemoryError):
        return []


def llama_calls(body: str, tools: Sequence[str]) -> Calls:
    """Calls like ``f.call(a=1)``; any other code goes to the tool that runs code, if there is one."""
    found = python_calls(body, tools)
    runs = next((tool for tool in tools if tool in _CODE_TOOLS), "")
    if runs and body.strip() and not any(name in tools for name, _ in found):
        return [(runs, json.dumps({"code": body.strip()}, ensure_ascii=False))]
    return found


def gemma_calls(body: str, tools: Sequence[str]) -> Calls:
    """A call like ``call:f{a:<|"|>text<|"|>,b:1}``."""
    call = _GEMMA_CALL.fullmatch(body)
    if call is None:
        return []
    parts = list(_GEMMA_PART.finditer(call[2]))
    spelled = []
    for part, after in zip(parts, [*parts[1:], None], strict=True):
        if part["text"] is not None:
            spelled.append(json.dumps(part["text"], ensure_ascii=False))
        elif part["bare"] is not None:
            spelled.append(_bare(part["bare"], key=after is not None and after["mark"] == ":"))
        else:
            spelled.append(part[0])
    try:
        return [(call[1], json.dumps(json.loads("".join(spelled)), ensure_ascii=False))]
    except (ValueError, RecursionError):
        return []


def _bare(text: str, *, key: bool) -> str:
    """A key or value without marks, in JSON."""
    if not text.strip():
        return text
    try:
        known = json.loads(text)
    except (ValueError, RecursionError):
        known = None if text.strip() == "null" else text.strip()
    return json.dumps(text.strip() if key and not isinstance(known, str) else known, ensure_ascii=False)


def _of_json(body: str) -> Calls:
    try:
        said = json.loads(body)
    except ValueError:
        return []
    calls = [call_of(one) for one in (said if isinstance(said, list) else [said])]
    return [call for call in calls if call is not None] if None not in calls else []


def _of_python(body: str) -> Calls:
    """Raises what the parser raises, and ValueError for what is no call or no literal."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of escapes that Python doesn't know
        tree = ast.parse(body.strip(), mode="eval").body
    found = []
    for call in tree.elts if isinstance(tree, (ast.List, ast.Tuple)) else [tree]:
        if not isinstance(call, ast.Call) or call.args:
            raise ValueError
        name = ast.unparse(call.func).removesuffix(".call")
        arguments = {_known(given.arg): _literal(given.value) for given in call.keywords}
        if not re.fullmatch(r"[\w.]+", name):
            raise ValueError
        found.append((name, json.dumps(arguments, ensure_ascii=False, allow_nan=False)))
    return found


def _known(key: Any) -> str:
    if not isinstance(key, str):
        raise ValueError
    return key


def _literal(node: ast.expr) -> Any:
    match node:
        case ast.Constant(value=str() | int() | float() | None as value):
            return value
        case ast.Name(id="true" | "false" | "null" as word):
            return _WORDS[word]
        case ast.List(elts=elts) | ast.Tuple(elts=elts):
            return [_literal(one) for one in elts]
        case ast.Dict(keys=keys, values=values):
            names = [_known(_literal(key)) if key is not None else _known(None) for key in keys]
            return dict(zip(names, map(_literal, values), strict=True))
        case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int() | float() as number)):
            return -number
    raise ValueError


LFM2 = Enclosing("<|tool_call_start|>", "<|tool_call_end|>", python_calls)
LLAMA = Enclosing("<|python_tag|>", "", llama_calls, objects=True)
GEMMA = Enclosing("<|tool_call>", "<tool_call|>", gemma_calls, ('<|"|>',))
