"""Bodies of OpenAI's protocols, typed; fields that are not listed here are ignored. What may be left out may be null,
as many clients write it.
"""

from __future__ import annotations

from typing import Any, Literal

import msgspec


class Body(msgspec.Struct, kw_only=True, omit_defaults=True):
    """The base of bodies: JSON objects."""


class ModelBody(Body, kw_only=True):
    """The base of those that may name a model."""

    model: str | None = None

    @property
    def wanted(self) -> str:
        """The model that is asked for; "": whichever there is."""
        return self.model or ""


class FunctionCall(Body, kw_only=True):
    name: str
    arguments: str | None = None


class CallBody(Body, kw_only=True):
    function: FunctionCall
    id: str | None = None
    type: str | None = None


class ImageUrl(Body, kw_only=True):
    url: str


class ContentPart(Body, kw_only=True):
    """A part of a message: text, a refusal of an earlier reply, or a picture as a ``data:`` URL; others are refused."""

    type: str
    text: str | None = None
    refusal: str | None = None
    image_url: ImageUrl | str | None = None


class ChatMessage(Body, kw_only=True):
    role: Literal["system", "developer", "user", "assistant", "tool", "function"]
    content: str | list[ContentPart] | None = None
    refusal: str | None = None
    tool_calls: list[CallBody] | None = None
    function_call: FunctionCall | None = None
    tool_call_id: str | None = None
    name: str | None = None
    reasoning_content: str | None = None


class FunctionBody(Body, kw_only=True):
    name: str
    description: str | None = None
    parameters: dict[str, Any] | None = None


class ToolBody(Body, kw_only=True):
    function: FunctionBody
    type: Literal["function"] | None = None


class ChosenFunction(Body, kw_only=True):
    name: str


class ChosenTool(Body, kw_only=True):
    function: ChosenFunction
    type: str | None = None


class JsonSchemaBody(Body, kw_only=True):
    schema: dict[str, Any] | None = None
    name: str | None = None


class ResponseFormat(Body, kw_only=True):
    type: Literal["text", "json_object", "json_schema"] | None = None
    json_schema: JsonSchemaBody | None = None
    schema: dict[str, Any] | None = None


class StreamOptions(Body, kw_only=True):
    include_usage: bool | None = None


class Sampled(ModelBody, kw_only=True):
    """What both kinds of completions may say of sampling; what is left out is as the engine has it."""

    temperature: float | None = None
    top_p: float | None = None
    top_k: int | None = None
    min_p: float | None = None
    seed: int | None = None
    max_tokens: int | None = None
    stop: str | list[str] | None = None
    frequency_penalty: float | None = None
    presence_penalty: float | None = None
    repeat_penalty: float | None = None
    n: int | None = None
    stream: bool | None = None
    stream_options: StreamOptions | None = None
    user: str | None = None
    grammar: str | None = None
    logit_bias: dict[str, float] | None = None

    @property
    def tells_usage(self) -> bool:
        """Whether the last chunk of a stream is to tell it."""
        return bool(self.stream_options and self.stream_options.include_usage)


class ChatBody(Sampled, kw_only=True):
    """``POST /v1/chat/completions``. ``overflow``: refuse a last message that needs more compaction than text bears
    well, or compact as far as it takes; ``chat_template_kwargs``: where vLLM and others have ``enable_thinking``.
    """

    messages: list[ChatMessage]
    max_completion_tokens: int | None = None
    tools: list[ToolBody] | None = None
    tool_choice: Literal["none", "auto", "required"] | ChosenTool | None = None
    functions: list[FunctionBody] | None = None
    parallel_tool_calls: bool | None = None
    response_format: ResponseFormat | None = None
    reasoning_effort: str | None = None
    enable_thinking: bool | None = None
    chat_template_kwargs: dict[str, Any] | None = None
    logprobs: bool | None = None
    top_logprobs: int | None = None
    overflow: Literal["compact", "refuse"] | None = None


class CompletionBody(Sampled, kw_only=True):
    """``POST /v1/completions``. ``prompt``: one text or several, each as text or as tokens of the model."""

    prompt: str | list[str | int | list[int]]
    echo: bool | None = None
    suffix: str | None = None
    logprobs: int | None = None
    best_of: int | None = None


class TokenizeBody(Body, kw_only=True):
    """``POST /tokenize``. ``special``: marks like ``<|im_end|>`` become tokens of their own."""

    content: str
    special: bool | None = None


class DetokenizeBody(Body, kw_only=True):
    """``POST /detokenize``."""

    tokens: list[int]


class CompactBody(Body, kw_only=True):
    """``POST /compact``. ``ratio`` 0: as far as the policy says."""

    session: str
    ratio: float | None = None


class EmbeddingsBody(ModelBody, kw_only=True):
    """``POST /v1/embeddings``. ``input``: one text or several, each as text or as tokens of the model; ``dimensions``:
    of so many numbers, the first ones.
    """

    input: str | list[str | int | list[int]]
    encoding_format: Literal["float", "base64"] | None = None
    dimensions: int | None = None
    user: str | None = None
