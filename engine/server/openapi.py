"""What the server understands, for programs (OpenAPI) and for people (a page)."""

from __future__ import annotations

import functools
import html
from dataclasses import dataclass
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from engine.server.anthropic_bodies import CountBody, MessagesBody
from engine.server.bodies import (
    ChatBody,
    CompactBody,
    CompletionBody,
    DetokenizeBody,
    EmbeddingsBody,
    TokenizeBody,
)
from engine.server.responses_bodies import ResponsesBody


@dataclass(frozen=True)
class Endpoint:
    """An address. ``body``: what is sent to it."""

    name: str
    method: str
    path: str
    told: str
    body: type | None = None


ENDPOINTS = (
    Endpoint("chat", "POST", "/v1/chat/completions", "Reply to a conversation (OpenAI).", ChatBody),
    Endpoint("completions", "POST", "/v1/completions", "Go on with a text (OpenAI).", CompletionBody),
    Endpoint("responses", "POST", "/v1/responses", "Reply to a conversation (OpenAI's newer protocol).", ResponsesBody),
    Endpoint("messages", "POST", "/v1/messages", "Reply to a conversation (Anthropic).", MessagesBody),
    Endpoint("count_tokens", "POST", "/v1/messages/count_tokens", "Count a conversation's tokens.", CountBody),
    Endpoint("models", "GET", "/v1/models", "List the models."),
    Endpoint("model", "GET", "/v1/models/{name}", "Tell of a model."),
    Endpoint("embeddings", "POST", "/v1/embeddings", "Embed texts.", EmbeddingsBody),
    Endpoint("tokenize", "POST", "/tokenize", "Split a text into tokens.", TokenizeBody),
    Endpoint("detokenize", "POST", "/detokenize", "Join tokens to a text.", DetokenizeBody),
    Endpoint("sessions", "GET", "/v1/sessions", "List the sessions that are kept."),
    Endpoint("session_delete", "DELETE", "/v1/sessions/{id}", "Delete a session."),
    Endpoint("session_fork", "POST", "/v1/sessions/{id}/fork", "Copy a session."),
    Endpoint("session_save", "POST", "/v1/sessions/{id}/save", "Save a session's state now."),
    Endpoint("compact", "POST", "/compact", "Compact a session now.", CompactBody),
    Endpoint("health", "GET", "/health", "Tell whether the server answers. Needs no key."),
    Endpoint("props", "GET", "/props", "Tell of the loaded model."),
    Endpoint("slots", "GET", "/slots", "List the requests at work."),
    Endpoint("metrics", "GET", "/metrics", "Tell what was counted, for Prometheus."),
    Endpoint("openapi", "GET", "/openapi.json", "This description."),
    Endpoint("docs", "GET", "/", "This page."),
)


@functools.cache
def description() -> dict[str, Any]:
    """The OpenAPI document."""
    kinds = [one.body for one in ENDPOINTS if one.body is not None]
    schemas, parts = msgspec.json.schema_components(kinds, ref_template="#/components/schemas/{name}")
    found = dict(zip(kinds, schemas, strict=True))
    paths: dict[str, dict[str, Any]] = {}
    for one in ENDPOINTS:
        operation: dict[str, Any] = {
            "operationId": one.name, "summary": one.told, "responses": {"200": {"description": "Done."}},
        }  # fmt: skip
        if one.body is not None:
            operation["requestBody"] = {"required": True, "content": {"application/json": {"schema": found[one.body]}}}
        names = [part[1:-1] for part in one.path.split("/") if part.startswith("{")]
        if names:
            operation["parameters"] = [
                {"name": name, "in": "path", "required": True, "schema": {"type": "string"}} for name in names
            ]
        paths.setdefault(one.path, {})[one.method.lower()] = operation
    return {
        "openapi": "3.1.0",
        "info": {"title": "Longthread's local server", "version": "1"},
        "paths": paths,
        "components": {"schemas": parts, "securitySchemes": {"key": {"type": "http", "scheme": "bearer"}}},
        "security": [{"key": []}],
    }


async def document(_request: Request) -> Response:
    """``GET /openapi.json``."""
    return Response(msgspec.json.encode(description()), media_type="application/json")


async def page(_request: Request) -> Response:
    """``GET /``: the addresses, without a script."""
    rows = "".join(
        f"<tr><td>{one.method}</td><td><code>{html.escape(one.path)}</code></td><td>{html.escape(one.told)}</td></tr>"
        for one in ENDPOINTS
    )
    style = "body{font:15px sans-serif;margin:3em auto;max-width:50em}td{padding:.3em .8em;border-top:1px solid #8884}"
    return HTMLResponse(
        f"<!doctype html><meta charset=utf-8><title>Local server</title><style>{style}</style>"
        f"<h1>Longthread's local server</h1><table>{rows}</table>"
        '<p>For programs: <a href="/openapi.json">openapi.json</a></p>'
    )
