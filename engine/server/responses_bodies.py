"""Bodies of OpenAI's responses protocol, typed; fields that are not listed here are ignored."""

from __future__ import annotations

from typing import Any, Literal

from engine.server.bodies import Body, ContentPart, ModelBody


class ResponsesItem(Body, kw_only=True):
    """A message (also without a ``type``), a call of a tool, what it gave, or reasoning; which fields count says its
    ``type``.
    """

    type: str | None = None
    role: Literal["system", "developer", "user", "assistant"] | None = None
    content: str | list[ContentPart] | None = None
    call_id: str | None = None
    name: str | None = None
    arguments: str | None = None
    output: str | list[ContentPart] | None = None


class ResponsesTool(Body, kw_only=True):
    """Functions alone; tools that the provider would carry out are refused. ``strict`` is told again, no more."""

    type: str
    name: str | None = None
    description: str | None = None
    parameters: dict[str, Any] | None = None
    strict: bool | None = None


class NamedTool(Body, kw_only=True):
    type: str | None = None
    name: str | None = None


class TextFormat(Body, kw_only=True):
    type: Literal["text", "json_object", "json_schema"] | None = None
    schema: dict[str, Any] | None = None
    name: str | None = None


class TextOptions(Body, kw_only=True):
    format: TextFormat | None = None


class ReasoningOptions(Body, kw_only=True):
    effort: str | None = None


class ResponsesBody(ModelBody, kw_only=True):
    """``POST /v1/responses``. Nothing is stored: the whole conversation comes with each request."""

    input: str | list[ResponsesItem]
    instructions: str | None = None
    max_output_tokens: int | None = None
    temperature: float | None = None
    top_p: float | None = None
    stream: bool | None = None
    tools: list[ResponsesTool] | None = None
    tool_choice: Literal["none", "auto", "required"] | NamedTool | None = None
    parallel_tool_calls: bool | None = None
    text: TextOptions | None = None
    reasoning: ReasoningOptions | None = None
    previous_response_id: str | None = None
    store: bool | None = None
    metadata: dict[str, Any] | None = None
