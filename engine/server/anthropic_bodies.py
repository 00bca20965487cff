"""Bodies of Anthropic's protocol, typed; fields that are not listed here are ignored."""

from __future__ import annotations

from typing import Any, Literal

from engine.server.bodies import Body, ModelBody


class Source(Body, kw_only=True):
    """A picture sent along; ``type`` must be base64."""

    type: str
    media_type: str | None = None
    data: str | None = None


class AnthropicBlock(Body, kw_only=True):
    """A part of a message; which fields count says its ``type``."""

    type: str
    text: str | None = None
    source: Source | None = None
    id: str | None = None
    name: str | None = None
    input: dict[str, Any] | None = None
    tool_use_id: str | None = None
    content: str | list[AnthropicBlock] | None = None
    is_error: bool | None = None
    thinking: str | None = None


class AnthropicMessage(Body, kw_only=True):
    role: Literal["user", "assistant"]
    content: str | list[AnthropicBlock]


class AnthropicTool(Body, kw_only=True):
    """Tools of the client's own alone; those that the provider knows or carries out are refused."""

    name: str
    type: str | None = None
    description: str | None = None
    input_schema: dict[str, Any] | None = None


class AnthropicChoice(Body, kw_only=True):
    type: Literal["auto", "any", "tool", "none"] = "auto"
    name: str | None = None
    disable_parallel_tool_use: bool | None = None


class ThinkingBody(Body, kw_only=True):
    type: Literal["enabled", "disabled", "adaptive"] = "disabled"
    budget_tokens: int | None = None


class CountBody(ModelBody, kw_only=True):
    """``POST /v1/messages/count_tokens``."""

    messages: list[AnthropicMessage]
    system: str | list[AnthropicBlock] | None = None
    tools: list[AnthropicTool] | None = None
    tool_choice: AnthropicChoice | None = None
    thinking: ThinkingBody | None = None


class MessagesBody(CountBody, kw_only=True):
    """``POST /v1/messages``."""

    max_tokens: int
    stream: bool | None = None
    temperature: float | None = None
    top_p: float | None = None
    top_k: int | None = None
    stop_sequences: list[str] | None = None
