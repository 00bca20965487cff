"""Calls that are asked for: one call of a tool as each family of models writes it, for a grammar to hold a reply to.

What is written so, the reader of the family reads (:mod:`engine.prompt.tools.formats`). Families and tools for which
nothing stands here, be it for their names, are asked for JSON alone, which every reader reads.
"""

from __future__ import annotations

import json
import keyword
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from engine.prompt.tools.events import Tool
from engine.prompt.tools.shapes import (
    Bounds,
    FreeText,
    JsonOf,
    Matching,
    Notation,
    OneOf,
    Perhaps,
    Shape,
    bounds_of,
    members,
    properties_of,
    required_of,
)

_NAME = re.compile(r"[\w.-]+", re.ASCII)
_IDENTIFIER = re.compile(r"[A-Za-z_]\w*", re.ASCII)


@dataclass(frozen=True)
class AskedCall:
    """A reply that is a call. ``thoughts``: its shape has room for them, else it begins where they ended."""

    shape: Shape
    thoughts: bool = False


def asked_call(family: str, template: str, tools: Sequence[Tool]) -> AskedCall | None:
    """A call of one of ``tools`` in the format named ``family``; None: JSON alone has to do."""
    write = _FAMILIES.get(family)
    calls = [write(template, tool) if _NAME.fullmatch(tool.name) else None for tool in tools] if write else []
    if not calls or None in calls:
        return None
    shape = OneOf(tuple(call for call in calls if call is not None))
    if family == "harmony":
        thought = ("<|channel|>analysis<|message|>", FreeText("<|end|>"), "<|start|>assistant")
        return AskedCall((Perhaps(thought), shape), thoughts=True)
    return AskedCall((Perhaps(Matching(r"\n{1,2}")), shape))


def _arguments(tool: Tool) -> JsonOf:
    return JsonOf({"type": "object", **tool.parameters})


Write = Callable[[str, Tool], Shape | None]  # template, tool -> a call of it


# --------------------------------------------------------------------------- arguments in JSON


def _object(tool: Tool, name: str = "name", arguments: str = "arguments") -> Shape:
    return (f'{{"{name}": {json.dumps(tool.name)}, "{arguments}": ', _arguments(tool), "}")


def _around(before: str, after: str = "", **keys: str) -> Write:
    return lambda _template, tool: (before, _object(tool, **keys), after)


def _named(before: str, between: str, after: str = "") -> Write:
    return lambda _template, tool: (f"{before}{tool.name}{between}", _arguments(tool), after)


def _mistral(template: str, tool: Tool) -> Shape:
    if "[ARGS]" not in template:
        return ("[TOOL_CALLS][", _object(tool), "]")
    number: Shape = ("[CALL_ID]", Matching("[a-zA-Z0-9]{9}")) if "[CALL_ID]" in template else ""
    return (f"[TOOL_CALLS]{tool.name}", number, "[ARGS]", _arguments(tool))


def _deepseek(template: str, tool: Tool) -> Shape:
    before, after = "<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>", "<｜tool▁call▁end｜><｜tool▁calls▁end｜>"
    if "```json" in template:
        return (f"{before}function<｜tool▁sep｜>{tool.name}\n```json\n", _arguments(tool), f"\n```{after}")
    return (f"{before}{tool.name}<｜tool▁sep｜>", _arguments(tool), after)


def _command(_template: str, tool: Tool) -> Shape:
    head = f'<|START_ACTION|>[\n    {{"tool_call_id": "0", "tool_name": {json.dumps(tool.name)}, "parameters": '
    return (head, _arguments(tool), "}\n]<|END_ACTION|>")


def _solar(_template: str, tool: Tool) -> Shape:
    number = Matching("[a-z0-9]{9}")
    head = ("<|tool_calls|><|tool_call:begin|>", number, f"<|tool_call:name|>{tool.name}<|tool_call:args|>")
    return (head, _arguments(tool), "<|tool_call:end|>")


def _listed(template: str, tool: Tool) -> Shape:
    before, after = ("[", "]") if "<tool_calls>[" in template else ("\n", "\n")
    return (f"<tool_calls>{before}", _object(tool), f"{after}</tool_calls>")


# --------------------------------------------------------------------------- arguments in tags


@dataclass(frozen=True)
class _Tags:
    """How a family writes a call with its arguments in tags.

    Attributes:
        call: what it begins with, ``{}`` its name; key: the same of an argument, ``{type}`` that of its value.
        value_end: what ends a value, where it is JSON with ``line`` before it; gap: what follows.
        end: what ends a call.
    """

    call: str
    key: str
    value_end: str
    end: str
    gap: str = "\n"
    line: str = ""

    def write(self, _template: str, tool: Tool) -> Shape | None:
        declared = properties_of(tool.parameters)
        if not all(map(_NAME.fullmatch, declared)):
            return None
        needed = required_of(tool.parameters)
        inner = [(name in needed, self._argument(name, schema)) for name, schema in declared.items()]
        shape = members(inner)
        if (
            not declared
            and tool.parameters.get("additionalProperties") is not False
            and "properties" not in (tool.parameters)
        ):  # any arguments: an object in JSON, which readers take in place of tags
            shape = OneOf(("", JsonOf({"type": "object"})))
        return (self.call.replace("{}", tool.name), shape, self.end)

    def _argument(self, name: str, schema: dict[str, Any]) -> Shape:
        kind = schema.get("type")
        key = self.key.replace("{}", name).replace("{type}", _kind_of(kind))
        key = key.replace("{string}", "true" if kind == "string" else "false")
        end = self.value_end.replace("{}", name)
        value: Shape = (JsonOf(schema), f"{self.line}{end}")
        if kind == "string":
            known = [schema["const"]] if "const" in schema else schema.get("enum")
            texts = [text for text in known if isinstance(text, str)] if isinstance(known, list) else []
            bounds = bounds_of(schema)
            if texts:
                value = OneOf(tuple(f"{text}{self.line}{end}" for text in texts))
            else:
                value = FreeText(f"{self.line}{end}", bounds, barred=end) if bounds else FreeText(end)
        return (key, value, self.gap)


def _kind_of(kind: Any) -> str:
    return kind if kind in ("string", "number", "boolean", "object", "array", "null") else "number"


_CODER = _Tags(
    "<tool_call>\n<function={}>\n", "<parameter={}>\n", "</parameter>", "</function>\n</tool_call>", line="\n"
)
_GLM = _Tags("<tool_call>{}\n", "<arg_key>{}</arg_key>\n<arg_value>", "</arg_value>", "</tool_call>")
_MINIMAX = _Tags(
    '<minimax:tool_call>\n<invoke name="{}">\n', '<parameter name="{}">', "</parameter>",
    "</invoke>\n</minimax:tool_call>",
)  # fmt: skip
_DSML = _Tags(
    '<｜DSML｜function_calls>\n<｜DSML｜invoke name="{}">\n', '<｜DSML｜parameter name="{}" string="{string}">',
    "</｜DSML｜parameter>", "</｜DSML｜invoke>\n</｜DSML｜function_calls>",
)  # fmt: skip
_MINICPM = _Tags('<function name="{}">', '<param name="{}">', "</param>", "</function>", gap="")
_HUNYUAN = _Tags(
    "<tool_calls:opensource>\n<tool_call:opensource>{}<tool_sep:opensource>\n",
    "<arg_key:opensource>{}</arg_key:opensource>\n<arg_value:opensource>", "</arg_value:opensource>",
    "</tool_call:opensource>\n</tool_calls:opensource>",
)  # fmt: skip
_MINIMAX_TAGS = _Tags(
    ']<]minimax[>[<tool_call>\n]<]minimax[>[<invoke name="{}">', "]<]minimax[>[<{}>", "]<]minimax[>[</{}>",
    "]<]minimax[>[</invoke>\n]<]minimax[>[</tool_call>", gap="",
)  # fmt: skip
_KIMI_TAGS = _Tags(
    '<|open|>tools<|sep|><|open|>call tool="{}" index="1"<|sep|>', '<|open|>argument key="{}" type="{type}"<|sep|>',
    "<|close|>argument<|sep|>", "<|close|>call<|sep|><|close|>tools<|sep|>", gap="",
)  # fmt: skip
_ATEM = _Tags(
    '<atem:function_calls>\n<atem:invoke name="{}">\n', '<atem:parameter name="{}">', "</atem:parameter>",
    "</atem:invoke>\n</atem:function_calls>",
)  # fmt: skip


def _coder(template: str, tool: Tool) -> Shape | None:
    if "<parameter=" not in template:  # Functionary 3.1
        return (f"<function={tool.name}>", _arguments(tool), "</function>")
    if "<seed:tool_call>" in template:
        call, end = (text.replace("tool_call>", "seed:tool_call>") for text in (_CODER.call, _CODER.end))
        return replace(_CODER, call=call, end=end).write(template, tool)
    return _CODER.write(template, tool)


def _dsml(template: str, tool: Tool) -> Shape | None:
    if "function_calls" in template:
        return _DSML.write(template, tool)
    call, end = (text.replace("function_calls", "tool_calls") for text in (_DSML.call, _DSML.end))
    return replace(_DSML, call=call, end=end).write(template, tool)


# --------------------------------------------------------------------------- arguments in other notations


def _python_text(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def _python_bounded(bounds: Bounds) -> Matching:
    if bounds.searched:  # of what is written, so nothing in it may be written otherwise
        return Matching(rf'"[^"\\\x00-\x1f]{bounds.counted}"', also=f'"(?:{bounds.searched})"')
    return Matching(rf'"([^"\\\x00-\x1f]|\\["\\nrt]){bounds.counted}"')


_PYTHON = Notation(
    Matching(r'"([^"\\\x00-\x1f]|\\["\\nrt])*"'), _python_bounded, _python_text, _python_text, ("True", "False", "None")
)  # fmt: skip
_GEMMA = Notation(
    ('<|"|>', FreeText('<|"|>')), lambda bounds: ('<|"|>', FreeText('<|"|>', bounds)), lambda text: f'<|"|>{text}<|"|>',
    lambda key: key if _IDENTIFIER.fullmatch(key) else f'<|"|>{key}<|"|>', colon=":", comma=",",
)  # fmt: skip


def _lfm2(_template: str, tool: Tool) -> Shape | None:
    declared = properties_of(tool.parameters)
    if not all(_IDENTIFIER.fullmatch(name) and not keyword.iskeyword(name) for name in (tool.name, *declared)):
        return ("<|tool_call_start|>[", _object(tool), "]<|tool_call_end|>")
    needed = required_of(tool.parameters)
    inner = [(name in needed, (f"{name}=", _PYTHON.value(schema))) for name, schema in declared.items()]
    return (f"<|tool_call_start|>[{tool.name}(", members(inner, ", "), ")]<|tool_call_end|>")


def _gemma(_template: str, tool: Tool) -> Shape | None:
    declared = properties_of(tool.parameters)
    value = _GEMMA.value({**tool.parameters, "type": "object", "properties": declared})
    return (f"<|tool_call>call:{tool.name}", value, "<tool_call|>")


_FAMILIES: dict[str, Write] = {
    "hermes": _around("<tool_call>\n", "\n</tool_call>"),
    "harmony": _named("<|channel|>commentary to=functions.", " <|constrain|>json<|message|>"),
    "llama": _around("", arguments="parameters"),
    "mistral": _mistral,
    "deepseek": _deepseek,
    "kimi": _named(
        "<|tool_calls_section_begin|><|tool_call_begin|>functions.", ":0<|tool_call_argument_begin|>",
        "<|tool_call_end|><|tool_calls_section_end|>",
    ),
    "command": _command,
    "granite": _around("<|tool_call|>[", "]"),
    "nemotron": _around("<TOOLCALL>[", "]</TOOLCALL>"),
    "firefunction": _around(" functools[", "]"),
    "listed": _listed,
    "apertus": lambda _template, tool: (
        f"<|tools_prefix|>[{{{json.dumps(tool.name)}: ", _arguments(tool), "}]<|tools_suffix|>"
    ),
    "gigachat": _around("<|function_call|>"),
    "solar": _solar,
    "coder": _coder,
    "glm": _GLM.write,
    "minimax": _MINIMAX.write,
    "dsml": _dsml,
    "minicpm": _MINICPM.write,
    "hunyuan": _HUNYUAN.write,
    "minimax tags": _MINIMAX_TAGS.write,
    "kimi tags": _KIMI_TAGS.write,
    "atem": _ATEM.write,
    "lfm2": _lfm2,
    "gemma": _gemma,
}  # fmt: skip
