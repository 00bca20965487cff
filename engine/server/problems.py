"""What a client is told when a request cannot be carried out, in the shape of the protocol that it speaks."""

from __future__ import annotations

from typing import Any, Literal

import msgspec
from starlette.responses import Response

from engine.errors import (
    BadForm,
    BadModelFile,
    Cancelled,
    CannotCompact,
    CannotEmbed,
    ContextFull,
    EngineError,
    MessageTooLong,
    ModelTooLarge,
    NoChat,
    NoModel,
    TemplateFailed,
)
from engine.model.pictures import BadPicture
from engine.model.vision import BadVision

Shape = Literal["openai", "anthropic"]

_TYPES = {
    400: ("invalid_request_error", "invalid_request_error"),
    401: ("invalid_request_error", "authentication_error"),
    403: ("invalid_request_error", "permission_error"),
    404: ("invalid_request_error", "not_found_error"),
    413: ("invalid_request_error", "request_too_large"),
    429: ("rate_limit_error", "rate_limit_error"),
    503: ("server_error", "overloaded_error"),
}


# where requests are read, fields have the names of chat completions; these protocols name them otherwise
_FIELDS = {
    "/v1/responses": {"messages": "input", "max_tokens": "max_output_tokens", "response_format": "text"},
    "/v1/completions": {"messages": "prompt"},
    "/v1/messages": {"stop": "stop_sequences"},
}


class HttpProblem(Exception):
    """``status``: of HTTP; ``code``: which kind, for programs; ``param``: the field it is about."""

    def __init__(self, status: int, message: str, code: str = "", param: str = "", wait: int = 0) -> None:
        """``wait``: seconds after which to try again (0: not said)."""
        super().__init__(message)
        self.status, self.message, self.code, self.param, self.wait = status, message, code, param, wait

    def body(self, shape: Shape) -> dict[str, Any]:
        """The error as a protocol tells it."""
        ours, theirs = _TYPES.get(self.status, _TYPES[400] if self.status < 500 else ("server_error", "api_error"))
        if shape == "anthropic":
            return {"type": "error", "error": {"type": theirs, "message": self.message}}
        return {
            "error": {"message": self.message, "type": ours, "param": self.param or None, "code": self.code or None}
        }

    def response(self, shape: Shape) -> Response:
        """The whole answer."""
        headers = {"Retry-After": str(self.wait)} if self.wait else {}
        if self.status == 401:
            headers["WWW-Authenticate"] = "Bearer"
        body = msgspec.json.encode(self.body(shape))
        return Response(body, self.status, headers, media_type="application/json")


def shape_of(path: str) -> Shape:
    """The shape of errors at a path."""
    return "anthropic" if path.startswith("/v1/messages") else "openai"


def problem_of(error: BaseException, path: str) -> HttpProblem:
    """What a client that asked at ``path`` is told of an error. What may quote a conversation goes to the client alone,
    never to a log.
    """
    problem = _problem_of(error)
    name = _FIELDS.get(path, {}).get(problem.param)
    if name is None:
        return problem
    begin, rest = problem.message[: len(problem.param)], problem.message[len(problem.param) :]
    message = name + rest if begin == problem.param else problem.message
    return HttpProblem(problem.status, message, problem.code, name, problem.wait)


def _problem_of(error: BaseException) -> HttpProblem:
    match error:
        case HttpProblem():
            return error
        case MessageTooLong():
            return HttpProblem(400, str(error), "context_length_exceeded", "messages")
        case BadForm():
            return HttpProblem(400, str(error), "invalid_schema", "response_format")
        case CannotEmbed():
            return HttpProblem(400, str(error), "invalid_value", "input")
        case BadPicture() | BadVision():
            return HttpProblem(400, str(error), "invalid_image", "messages")
        case TemplateFailed():
            return HttpProblem(400, str(error), "template_failed", "messages")
        case NoChat() if error.text.code == "chat.nothing_to_reply_to":
            return HttpProblem(400, str(error), "invalid_value", "messages")
        case NoChat():
            return HttpProblem(404, "No open session has this id.", "session_not_found", "session")
        case NoModel():
            return HttpProblem(503, "No model is loaded.", "model_not_loaded", "model", wait=5)
        case BadModelFile():
            return HttpProblem(400, f"{error.message} {error.hint}".strip(), error.code, "model")
        case ModelTooLarge():
            return HttpProblem(503, f"{error.message} {error.hint}".strip(), error.code, "model")
        case ContextFull():
            return HttpProblem(503, str(error), "context_full", wait=5)
        case CannotCompact():
            return HttpProblem(409, str(error), "cannot_compact", "session")
        case Cancelled():  # the only clients that hear of it: others' requests are stopped because they left
            return HttpProblem(503, "The server is stopping.", "stopping", wait=5)
        case EngineError():
            return HttpProblem(500, str(error), error.code)
    return HttpProblem(500, "The server failed.", "internal")
