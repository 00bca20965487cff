"""The application: routes, errors, and the guard around them."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import ASGIApp

from engine.logs import error_text, places
from engine.server.anthropic import Messages
from engine.server.embeddings import EmbeddingHandlers
from engine.server.guard import FailedKeys, Guard
from engine.server.info import InfoHandlers
from engine.server.openai import Completions
from engine.server.openapi import ENDPOINTS, document, page
from engine.server.problems import HttpProblem, problem_of, shape_of
from engine.server.responses import Responses
from engine.server.serving import Handler, Serving
from engine.server.session_routes import SessionRoutes

log = logging.getLogger("engine.server.app")


def application(serving: Serving, failures: FailedKeys | None = None) -> ASGIApp:
    """The whole application."""
    info, completions, sessions = InfoHandlers(serving), Completions(serving), SessionRoutes(serving)
    messages, responses = Messages(serving), Responses(serving)
    handlers: dict[str, Handler] = {
        "health": info.health, "models": info.models, "model": info.model, "props": info.props, "slots": info.slots,
        "metrics": info.metrics, "tokenize": info.tokenize, "detokenize": info.detokenize,
        "messages": messages.create, "count_tokens": messages.count, "responses": responses.create,
        "embeddings": EmbeddingHandlers(serving).create, "chat": completions.chat, "completions": completions.text,
        "sessions": sessions.sessions, "session_delete": sessions.delete, "session_fork": sessions.fork,
        "session_save": sessions.save, "compact": sessions.compact, "openapi": document, "docs": page,
    }  # fmt: skip
    routes = [
        Route(one.path, _counted(serving, one.path, handlers[one.name]), methods=[one.method]) for one in ENDPOINTS
    ]
    app = Starlette(routes=routes, exception_handlers={HTTPException: _http_error})
    return Guard(app, serving.options, failures)


def _counted(serving: Serving, path: str, handler: Handler) -> Callable[[Request], Awaitable[Response]]:
    """A handler whose errors become answers, and whose answers are counted."""

    async def handle(request: Request) -> Response:
        try:
            response = await handler(request)
        except ClientDisconnect:
            response = Response(status_code=499)
        except Exception as error:
            problem = problem_of(error, request.url.path)
            if problem.code == "internal":
                log.error("a request failed: %s at %s", error_text(error), " > ".join(places(error)))
            response = problem.response(shape_of(request.url.path))
        serving.metrics.count("requests_total", labels=f'path="{path}",status="{response.status_code}"')
        return response

    return handle


async def _http_error(request: Request, error: Exception) -> Response:
    status = error.status_code if isinstance(error, HTTPException) else 500
    told = {404: "There is no such address.", 405: "This address takes another method."}
    response = HttpProblem(status, told.get(status, "The request failed.")).response(shape_of(request.url.path))
    if isinstance(error, HTTPException):
        response.headers.update(error.headers or {})  # which methods an address takes
    return response
