"""What OpenAI's bodies ask for, as the engine is asked."""

from __future__ import annotations

import base64
import binascii
import contextlib
import json
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
from blake3 import blake3

from engine.files import replacing
from engine.prompt.tools.events import Tool, ToolCall
from engine.prompt.tools.formats import call_schema
from engine.protocol import Picture, Sampling, Thinking
from engine.sampling.call_form import MAX_SCHEMAS
from engine.server.bodies import (
    ChatBody,
    ChatMessage,
    ChosenTool,
    CompletionBody,
    ContentPart,
    ResponseFormat,
    Sampled,
)
from engine.server.problems import HttpProblem
from engine.server.replies import NO_LIMIT, Asked
from engine.server.turns import Turn, TurnBeginning

MOST_CHOICES = 64  # of completions
MOST_TOOLS, MOST_MESSAGES, MOST_STOPS = 512, 100_000, 16
NONE = -1  # what clients of other local servers send for no limit of tokens, no top_k, and any seed
MOST_PICTURES = 256  # that are kept; of older ones a session that is built anew has words
NO_MESSAGE = "messages needs a message from the user."


def asked_of_chat(body: ChatBody, pictures: Path) -> Asked:
    """The reply that a chat completion asks for; ``pictures``: the folder for them.

    Raises:
        HttpProblem: it cannot be had.
    """
    _one_of(body)
    system, turns = _conversation(body.messages, pictures)
    newer = body.max_completion_tokens is not None
    limit = body.max_completion_tokens if newer else body.max_tokens
    sampling = sampling_of(body, limit, body.response_format, "max_completion_tokens" if newer else "max_tokens")
    if body.top_logprobs and not body.logprobs:
        raise HttpProblem(400, "top_logprobs needs logprobs: true.", "invalid_value", "top_logprobs")
    if body.logprobs:
        sampling = msgspec.structs.replace(sampling, top_logprobs=_options(body.top_logprobs or 0, "top_logprobs"))
    asked = Asked(
        TurnBeginning(system, tools_of(body), thinking_of(body)), turns, sampling, body.overflow != "refuse",
        one_call=body.parallel_tool_calls is False,
    )  # fmt: skip
    if isinstance(body.tool_choice, ChosenTool):
        return forced(asked, body.tool_choice.function.name)
    return forced(asked) if body.tool_choice == "required" else asked


class TextChoice(msgspec.Struct, frozen=True):
    """One of the texts that go on. ``prompt``: as the client sent it; ``first``: of those from it."""

    asked: Asked
    prompt: str | tuple[int, ...]
    first: bool


def asked_of_text(body: CompletionBody) -> list[TextChoice]:
    """The texts that are to go on, ``n`` of each prompt; raises HttpProblem."""
    if body.suffix:
        raise HttpProblem(400, "suffix isn't supported.", "unsupported", "suffix")
    n = 1 if body.n is None else body.n
    if (body.best_of or 0) > n:
        raise HttpProblem(
            400, "best_of can't be larger than n: the server returns all choices.", "unsupported", "best_of"
        )
    if body.echo and body.logprobs is not None:
        raise HttpProblem(400, "logprobs of a prompt aren't supported: leave out echo.", "unsupported", "logprobs")
    prompts = _prompts(body)
    if n < 1 or n * len(prompts) > MOST_CHOICES:
        raise HttpProblem(400, f"A request may have 1 to {MOST_CHOICES} choices.", "invalid_value", "n")
    sampling = sampling_of(body, 16 if body.max_tokens is None else body.max_tokens)
    if body.logprobs is not None:
        sampling = msgspec.structs.replace(sampling, top_logprobs=_options(body.logprobs, "logprobs"))
    found = []
    for prompt in prompts:
        turn = Turn("user", prompt) if isinstance(prompt, str) else Turn("user", tokens=prompt)
        for i in range(n):
            seed = sampling.seed if sampling.seed < 0 else (sampling.seed + i) & 0x7FFFFFFF
            each = msgspec.structs.replace(sampling, seed=seed)
            found.append(TextChoice(Asked(TurnBeginning(raw=True), (turn,), each), prompt, first=i == 0))
    return found


def _prompts(body: CompletionBody) -> list[str | tuple[int, ...]]:
    given: list[Any] = [body.prompt] if isinstance(body.prompt, str) else body.prompt
    if given and all(isinstance(item, int) for item in given):
        given = [given]
    if not given or any(isinstance(item, int) or item == [] for item in given):
        raise HttpProblem(400, "prompt must be texts or lists of tokens.", "invalid_value", "prompt")
    return [item if isinstance(item, str) else tuple(item) for item in given]


def _options(n: int, name: str) -> int:
    return int(_within(n, 0, 0, 20, name))


def thinking_of(body: ChatBody) -> Thinking:
    """What the template is told about thinking; an effort of none is none."""
    effort, nested = body.reasoning_effort or "", body.chat_template_kwargs or {}
    choices = (body.enable_thinking, nested.get("enable_thinking"), nested.get("thinking"))
    told = next((choice for choice in choices if isinstance(choice, bool)), None)
    return Thinking(False if told is None and effort == "none" else told, effort)


def tools_of(body: ChatBody) -> tuple[Tool, ...]:
    """The tools that are declared; raises HttpProblem."""
    if body.functions:
        raise HttpProblem(400, "functions isn't supported: declare them as tools.", "unsupported", "functions")
    declared = body.tools or []
    if len(declared) > MOST_TOOLS:
        raise HttpProblem(400, f"A request may have {MOST_TOOLS} tools.", "too_many", "tools")
    return tuple(
        Tool(tool.function.name, tool.function.description or "", tool.function.parameters or {"type": "object"})
        for tool in declared
    )


def forced(asked: Asked, name: str = "") -> Asked:
    """The same for a reply that has to call one of its tools (``name``: that one).

    Raises:
        HttpProblem: there is none, or they are too long to be held to.
    """
    wanted = tuple(tool for tool in asked.beginning.tools if name in ("", tool.name))
    if not wanted:
        told = "names a tool that isn't among tools" if name else "asks for a call, without tools"
        raise HttpProblem(400, f"tool_choice {told}.", "invalid_value", "tool_choice")
    form = call_schema(wanted)
    if len(form) > MAX_SCHEMAS:
        told = f"The parameters of the tools that may be called have {len(form):,} characters. The limit is"
        advice = "Name one of them in tool_choice, or send fewer."
        raise HttpProblem(400, f"{told} {MAX_SCHEMAS:,}. {advice}", "too_long", "tools")
    sampling = msgspec.structs.replace(asked.sampling, output="schema", form=form)
    return msgspec.structs.replace(asked, sampling=sampling, calls=wanted)


def sampling_of(
    body: Sampled, limit: int | None, form: ResponseFormat | None = None, field: str = "max_tokens"
) -> Sampling:
    """How the reply is sampled and what form it has; raises HttpProblem. ``field``: the body's that ``limit`` is."""
    default = Sampling()
    stops = [body.stop] if isinstance(body.stop, str) else body.stop or []
    if len(stops) > MOST_STOPS:
        raise HttpProblem(400, f"stop may have {MOST_STOPS} texts.", "too_many", "stop")
    limit = None if limit == NONE else limit
    if limit is not None and limit < 1:
        raise HttpProblem(400, f"{field} must be at least 1.", "invalid_value", field)
    if body.logit_bias:
        raise HttpProblem(400, "logit_bias isn't supported.", "unsupported", "logit_bias")
    output, text = _form_of(form, body.grammar)
    return Sampling(
        temperature=_within(body.temperature, default.temperature, 0.0, 10.0, "temperature"),
        top_p=_within(body.top_p, default.top_p, 0.0, 1.0, "top_p"),
        top_k=max(0, int(_within(body.top_k, default.top_k, NONE, 1 << 20, "top_k"))),
        min_p=_within(body.min_p, default.min_p, 0.0, 1.0, "min_p"),
        seed=-1 if body.seed in (None, NONE) else body.seed & 0x7FFFFFFF,
        max_tokens=NO_LIMIT if limit is None else min(limit, NO_LIMIT),
        stop=tuple(stops),
        frequency_penalty=_within(body.frequency_penalty, 0.0, -2.0, 2.0, "frequency_penalty"),
        presence_penalty=_within(body.presence_penalty, 0.0, -2.0, 2.0, "presence_penalty"),
        repeat_penalty=_within(body.repeat_penalty, 1.0, 0.01, 10.0, "repeat_penalty"),
        output=output,  # type: ignore[arg-type]
        form=text,
    )


def _form_of(form: ResponseFormat | None, grammar: str | None) -> tuple[str, str]:
    if grammar:
        return "grammar", grammar
    if form is None or form.type in (None, "text"):
        return "text", ""
    schema = form.json_schema.schema or {} if form.json_schema is not None else form.schema
    if form.type == "json_schema" and schema is None:
        raise HttpProblem(400, "response_format needs a json_schema.", "invalid_value", "response_format")
    return "schema", json.dumps(schema or {"type": "object"})


def _within(value: float | None, default: float, least: float, most: float, name: str) -> float:
    if value is None:
        return default
    if not least <= value <= most:
        raise HttpProblem(400, f"{name} must be from {least:.10g} to {most:.10g}.", "invalid_value", name)
    return value


def _one_of(body: Sampled) -> None:
    if body.n not in (None, 1):
        raise HttpProblem(400, "This server writes one reply a request: n must be 1.", "unsupported", "n")


# --------------------------------------------------------------------------- messages


def _conversation(messages: Sequence[ChatMessage], pictures: Path) -> tuple[str, tuple[Turn, ...]]:
    """The system prompt and the turns. System messages later than the first turn, and without one, are said as the
    user's.
    """
    if len(messages) > MOST_MESSAGES:
        raise HttpProblem(400, f"A request may have {MOST_MESSAGES:,} messages.", "too_many", "messages")
    system: list[str] = []
    turns: list[Turn] = []
    for message in messages:
        text, seen = _content(message.content, pictures)
        if seen and message.role != "user":
            raise HttpProblem(400, "Send pictures in a message of the role user.", "unsupported", "messages")
        match message.role:
            case "system" | "developer" if not turns:
                system.append(text)
            case "assistant":
                calls = _calls_of(message)
                said = text or message.refusal or ""
                turns.append(Turn("assistant", said, calls, thoughts=message.reasoning_content or ""))
            case "tool" | "function":
                turns.append(Turn("tool", text, call_id=message.tool_call_id or "", name=message.name or ""))
            case _:
                turns.append(Turn("user", text, pictures=seen))
    told = "\n\n".join(filter(None, system))
    if not turns and told:  # instructions alone: templates open a reply to somebody's question only
        return "", (Turn("user", told),)
    if not turns:
        raise HttpProblem(400, NO_MESSAGE, "invalid_value", "messages")
    return told, tuple(turns)


def _calls_of(message: ChatMessage) -> tuple[ToolCall, ...]:
    """The calls of an earlier reply, also as they were written before there were several."""
    calls = [(call.function, call.id or "") for call in message.tool_calls or []]
    if not calls and message.function_call is not None:
        calls.append((message.function_call, ""))
    return tuple(ToolCall(function.name, function.arguments or "{}", number) for function, number in calls)


def _content(content: str | list[ContentPart] | None, pictures: Path) -> tuple[str, tuple[Picture, ...]]:
    if content is None or isinstance(content, str):
        return content or "", ()
    texts: list[str] = []
    seen: list[Picture] = []
    for part in content:
        if part.type in ("text", "input_text", "output_text"):
            texts.append(part.text or "")
        elif part.type == "refusal":
            texts.append(part.refusal or "")
        elif part.type in ("image_url", "input_image") and part.image_url is not None:
            url = part.image_url if isinstance(part.image_url, str) else part.image_url.url
            seen.append(picture_of(url, pictures))
        else:
            raise HttpProblem(400, f"Parts of the kind {part.type[:40]!r} aren't supported.", "unsupported", "messages")
    return "\n".join(texts), tuple(seen)


def picture_of(url: str, folder: Path) -> Picture:
    """A picture sent along as a ``data:`` URL. No other URL is opened, nor any file.

    Raises:
        HttpProblem: it is none.
    """
    head, _, data = url.partition(",")
    if head != "data:image/png;base64":
        told = "Send pictures as data: URLs of PNGs, in base64. The server fetches none."
        raise HttpProblem(400, told, "invalid_image", "messages")
    try:
        content = base64.b64decode(data, validate=True)
    except (binascii.Error, ValueError):
        raise HttpProblem(400, "A picture isn't valid base64.", "invalid_image", "messages") from None
    return kept_picture(content, folder)


def kept_picture(content: bytes, folder: Path) -> Picture:
    """The picture in a file named by its content."""
    digest = blake3(content).hexdigest()
    path = folder / f"{digest}.png"
    try:
        os.utime(path)  # it is not among the oldest any more
    except OSError:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        _forget_pictures(folder)
        with replacing(path) as file:
            file.write(content)
    return Picture(str(path), digest)


def _forget_pictures(folder: Path) -> None:
    """Make room for one more."""
    with contextlib.suppress(OSError):
        kept = sorted(folder.glob("*.png"), key=lambda path: path.stat().st_mtime)
        for path in kept[: max(0, len(kept) - MOST_PICTURES + 1)]:
            path.unlink()
