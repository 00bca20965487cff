"""Calls whose arguments stand in tags of their own, as Qwen3-Coder's, GLM's, MiniMax's and DeepSeek 3.2's do."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from engine.prompt.tools.events import Tool
from engine.prompt.tools.reader import CLOSE, OPEN, CallReader, Wait, first_mark

MOST_DEPTH = 32
_NAME = re.compile(r"[\w.-]+")
_WORDS = {"True": "true", "False": "false", "None": "null"}


@dataclass(frozen=True)
class Tagging:
    """The tags of a family.

    Attributes:
        call: what begins a call and stands before its name.
        named: what the name ends with; "": the next tag or line ends it.
        parameter, parameter_named: the same of a parameter; of several ends the one that says ``string="true"`` tells
            its type.
        value: what stands between a parameter's name and its value.
        parameter_end, end: what ends a parameter and a call.
        wrappers, closes: what may stand around calls.
        lines: a value may stand on lines of its own.
        nesting: what begins each tag, where objects and lists are tags in a value again.
        attributes: more may stand behind a call's name, from a quote on.

    ``{}`` in ``parameter_end`` is the parameter's name.
    """

    call: str
    named: str
    parameter: str
    parameter_named: tuple[str, ...]
    parameter_end: str
    end: str
    value: str = ""
    wrappers: tuple[str, ...] = ()
    closes: tuple[str, ...] = ()
    lines: bool = False
    attributes: bool = False
    nesting: str = ""

    @property
    def marks(self) -> tuple[str, ...]:
        """What has to be seen of it, though it may be control tokens."""
        tags = (self.call, self.parameter, self.value, *self.parameter_named, self.parameter_end, self.end)
        return (*self.wrappers, *self.closes, *filter(None, tags))

    def reader(self) -> Callable[[Sequence[Tool]], TaggedParameters]:
        """What makes the reader of a reply."""
        return lambda tools: TaggedParameters(self, tools)


CODER = Tagging(
    "<function=", ">", "<parameter=", (">",), "</parameter>", "</function>",
    wrappers=("<seed:tool_call>",), closes=(CLOSE, "</seed:tool_call>"), lines=True,
)  # fmt: skip
GLM = Tagging(OPEN, "", "<arg_key>", ("</arg_key>",), "</arg_value>", CLOSE, value="<arg_value>")
MINIMAX = Tagging(
    '<invoke name="', '">', '<parameter name="', ('">',), "</parameter>", "</invoke>",
    wrappers=("<minimax:tool_call>",), closes=("</minimax:tool_call>",),
)  # fmt: skip
DSML = Tagging(
    '<｜DSML｜invoke name="', '">',
    '<｜DSML｜parameter name="', ('" string="true">', '" string="false">'), "</｜DSML｜parameter>", "</｜DSML｜invoke>",
    wrappers=("<｜DSML｜function_calls>", "<｜DSML｜tool_calls>"),
    closes=("</｜DSML｜function_calls>", "</｜DSML｜tool_calls>"),
)  # fmt: skip
MINICPM = Tagging('<function name="', '">', '<param name="', ('">',), "</param>", "</function>")
HUNYUAN = Tagging(
    "<tool_call:opensource>", "<tool_sep:opensource>", "<arg_key:opensource>", ("</arg_key:opensource>",),
    "</arg_value:opensource>", "</tool_call:opensource>", value="<arg_value:opensource>",
    wrappers=("<tool_calls:opensource>",), closes=("</tool_calls:opensource>",),
)  # fmt: skip
MINIMAX_TAGS = Tagging(
    ']<]minimax[>[<invoke name="', '">', "]<]minimax[>[<", (">",), "]<]minimax[>[</{}>", "]<]minimax[>[</invoke>",
    wrappers=("]<]minimax[>[<tool_call>",), closes=("]<]minimax[>[</tool_call>",), nesting="]<]minimax[>[",
)  # fmt: skip
KIMI_TAGS = Tagging(
    '<|open|>call tool="', "<|sep|>", '<|open|>argument key="',
    tuple(f'" type="{kind}"<|sep|>' for kind in ("string", "number", "boolean", "object", "array", "null", "integer")),
    "<|close|>argument<|sep|>", "<|close|>call<|sep|>", wrappers=("<|open|>tools<|sep|>",),
    closes=("<|close|>tools<|sep|>",), attributes=True,
)  # fmt: skip
ATEM = Tagging(
    '<atem:invoke name="', '">', '<atem:parameter name="', ('">',), "</atem:parameter>", "</atem:invoke>",
    wrappers=("<atem:function_calls>",), closes=("</atem:function_calls>",),
)  # fmt: skip


class TaggedParameters(CallReader):
    """The reader. Values become JSON by the types that the tool declares, strings while they are written."""

    def __init__(self, tags: Tagging, tools: Iterable[Tool] = ()) -> None:
        """``tools``: those there are, with the types of their parameters."""
        self._tags = tags
        self.opens = tuple(dict.fromkeys((OPEN, *tags.wrappers, tags.call)))
        super().__init__(tools)

    def _call(self, mark: str) -> Wait[bool]:
        tags = self._tags
        if mark == OPEN and (yield from self._peek()) == "{":
            return (yield from self._tagged())
        if mark != tags.call and not (yield from self._skip(tags.call)):
            if mark == OPEN:
                yield from self._until(CLOSE)
            return False
        name = yield from self._head(*([tags.named] if tags.named else ["<", "\n"]))
        if name is not None and tags.attributes:
            name = name.partition('"')[0]
        if name is None or not _NAME.fullmatch(name.strip()):
            return False
        self._take(len(tags.named))
        self._begin(name.strip())
        if (yield from self._peek()) == "{":
            yield from self._arguments()
            yield from self._skip(tags.end)
            rest = ""
        else:
            rest = yield from self._parameters(name.strip())
        self._end()
        self._taken = rest
        if not rest:
            yield from self._skip_all(*tags.closes)
        return not rest

    def _parameters(self, call: str) -> Wait[str]:
        """The arguments of a call, down to its end; what of the reply they are not."""
        tags, before = self._tags, "{"
        self._argue("{")
        while found := (yield from self._skip(tags.parameter, tags.end)):
            if found == tags.end:
                break
            key = yield from self._head(*tags.parameter_named)
            if key is None and self._over:
                self._held = ""
                return ""
            if key is None:
                self._argue("}")
                return found
            named = yield from self._skip(*tags.parameter_named)
            if tags.value:
                yield from self._skip(tags.value)
            before = "" if before == "{" else ", "
            self._argue(f"{before}{json.dumps(key.strip(), ensure_ascii=False)}: ")
            if not (yield from self._value(key.strip(), *self._types(call, key.strip(), named))):
                return ""  # it was cut off, as its JSON is then
        rest = self._held.strip()
        if not found and self._over and any(mark.startswith(rest) for mark in (tags.parameter, tags.end)):
            self._held = ""
            return ""
        self._argue("}")
        return ""

    def _types(self, call: str, key: str, named: str) -> tuple[bool, frozenset[str]]:
        """Whether a value is a string as it stands, and the JSON types that its tool declares (none: any)."""
        if "string=" in named:
            return "true" in named, frozenset()
        if "type=" in named:
            return '"string"' in named, frozenset()
        declared = self._tools[call].parameters.get("properties") if call in self._tools else None
        schema = declared.get(key) if isinstance(declared, dict) else None
        return isinstance(schema, dict) and schema.get("type") == "string", _declared(schema)

    def _value(self, key: str, is_string: bool, types: frozenset[str]) -> Wait[bool]:
        """A value, up to its end; False: it was cut off."""
        end = self._tags.parameter_end.replace("{}", key)
        ends = (f"\n{end}", end) if self._tags.lines else (end,)
        while self._tags.lines and not self._held and (yield from self._more()):
            pass
        if self._tags.lines:
            self._held = self._held.removeprefix("\n")
        if is_string:
            return (yield from self._string(ends))
        text, found = yield from self._until(*ends)
        nesting = self._tags.nesting
        if found and nesting and text.lstrip().startswith(nesting):
            self._argue(_nested(text, nesting))
            return True
        self._argue(_as_json(text, types) if found else json.dumps(text, ensure_ascii=False)[:-1])
        return bool(found)

    def _string(self, ends: tuple[str, ...]) -> Wait[bool]:
        self._argue('"')
        while True:
            at, end = first_mark(self._held, ends)
            text = self._held[:at] if end else self._free(ends)
            if not end and self._over:
                text = self._held
            self._held = self._held[len(text) + len(end) :]
            if text:
                self._argue(json.dumps(text, ensure_ascii=False)[1:-1])
            if end:
                self._argue('"')
                return True
            if not (yield from self._more()):
                return False


def _declared(schema: Any) -> frozenset[str]:
    """The JSON types that a schema allows; none: any, or it cannot be told."""
    if not isinstance(schema, dict):
        return frozenset()
    options = next((schema[key] for key in ("anyOf", "oneOf") if isinstance(schema.get(key), list)), [schema])
    found = frozenset[str]()
    for option in options:
        kind = option.get("type") if isinstance(option, dict) else None
        kinds = frozenset(one for one in (kind if isinstance(kind, list) else [kind]) if isinstance(one, str))
        if not kinds:
            return kinds
        found |= kinds
    return found


def _types_of(value: Any) -> set[str]:
    """The JSON types that a value is of."""
    match value:
        case None:
            return {"null"}
        case bool():
            return {"boolean"}
        case int():
            return {"number", "integer"}
        case float():
            return {"number", "integer"} if value.is_integer() else {"number"}
        case str():
            return {"string"}
    return {"array" if isinstance(value, list) else "object"}


def _as_json(text: str, types: frozenset[str] = frozenset()) -> str:
    """A value that is no declared string: itself if it is JSON of one of ``types`` (none: of any), else a string after
    all.
    """
    word = _WORDS.get(text.strip(), text)
    try:
        known = json.loads(word, parse_constant=_no_json)
    except (ValueError, RecursionError):
        return json.dumps(text, ensure_ascii=False)
    if "string" in types and not types & _types_of(known):
        return json.dumps(text, ensure_ascii=False)
    try:
        return json.dumps(known, ensure_ascii=False, allow_nan=False)
    except ValueError:  # a number beyond all bounds
        return word.strip()


def _no_json(word: str) -> None:
    raise ValueError(word)


def _nested(text: str, mark: str, depth: int = 0) -> str:
    """A value of tags in tags, as JSON: a list of ``item``, an object of others; a text that is neither as
    :func:`_as_json`.
    """
    if not text.lstrip().startswith(mark) or depth > MOST_DEPTH:
        return _as_json(text)
    tag = re.compile(rf"\s*{re.escape(mark)}<([\w.-]+)>")
    found: list[tuple[str, str]] = []
    at = 0
    while begin := tag.match(text, at):
        end = f"{mark}</{begin[1]}>"
        until = _end_of(text, f"{mark}<{begin[1]}>", end, begin.end())
        if until < 0:
            break
        found.append((begin[1], _nested(text[begin.end() : until], mark, depth + 1)))
        at = until + len(end)
    if found and all(key == "item" for key, _ in found):
        return f"[{', '.join(value for _, value in found)}]"
    inner = (f"{json.dumps(key, ensure_ascii=False)}: {value}" for key, value in dict(found).items())
    return f"{{{', '.join(inner)}}}"


def _end_of(text: str, begin: str, end: str, at: int) -> int:
    """Where the tag ends that began before ``at``, those of the same name inside it left out; -1: nowhere."""
    inside = 0
    while (until := text.find(end, at)) >= 0:
        inside += text.count(begin, at, until)
        if not inside:
            return until
        inside, at = inside - 1, until + len(end)
    return -1
