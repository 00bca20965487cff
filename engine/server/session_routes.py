"""``/v1/sessions`` and ``/compact``: the sessions that the server keeps, and what can be done with them."""

from __future__ import annotations

from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from engine import protocol as p
from engine.process.open_chat import OpenedChat
from engine.process.queue import Ticket, Work
from engine.scheduling.steps import Steps
from engine.server.bodies import CompactBody
from engine.server.problems import HttpProblem
from engine.server.serving import Serving, json_response
from engine.server.sessions import ServedEntry


class SessionRoutes:
    """The handlers."""

    def __init__(self, serving: Serving) -> None:
        self._serving = serving
        self._gateway = serving.gateway
        self._served = serving.gateway.served

    async def sessions(self, _request: Request) -> Response:
        """``GET /v1/sessions``, the one used last first."""
        listed = await self._gateway.call(lambda: [self._told(entry) for entry in self._served.sessions.all()])
        return json_response({"object": "list", "data": listed})

    async def delete(self, request: Request) -> Response:
        """``DELETE /v1/sessions/{id}``."""
        session_id = request.path_params["id"]
        await self._gateway.call(lambda: self._served.delete(session_id))
        return json_response({"id": session_id, "object": "session", "deleted": True})

    async def fork(self, request: Request) -> Response:
        """``POST /v1/sessions/{id}/fork``: a copy, which shares what is saved."""
        session_id = request.path_params["id"]
        return json_response(await self._gateway.call(lambda: self._told(self._served.fork(session_id))))

    async def save(self, request: Request) -> Response:
        """``POST /v1/sessions/{id}/save``: write its snapshot now; answers when it is on disk."""
        session_id = request.path_params["id"]

        def steps(chat: OpenedChat) -> Steps[p.AnyEvent]:
            return chat.save_steps(p.Snapshot(id=0, chat_id=chat.id))

        def work(work: Work, ticket: Ticket) -> Steps[p.AnyEvent]:
            return self._served.in_session(session_id, work, ticket, steps)

        done = await self._serving.unless_gone(request, self._gateway.steps(work))
        assert isinstance(done, p.SnapshotWritten)
        return json_response({"id": session_id, "tokens": done.tokens, "bytes": done.bytes, "ms": done.ms})

    async def compact(self, request: Request) -> Response:
        """``POST /compact``: compact a session now; answers with the report."""
        body = await self._serving.body(request, CompactBody)
        if body.ratio and not 1.0 < body.ratio <= 1000.0:
            raise HttpProblem(400, "ratio must be 0, or more than 1 and at most 1000.", "invalid_value", "ratio")

        def work(work: Work, ticket: Ticket) -> Steps[p.AnyEvent]:
            asked = p.Compact(id=work.id, chat_id=body.session, ratio=body.ratio or 0.0)
            return self._served.in_session(body.session, work, ticket, lambda chat: chat.compact_steps(asked))

        done = await self._serving.unless_gone(request, self._gateway.steps(work))
        assert isinstance(done, p.Compacted)
        report = done.report
        return json_response({
            "session": body.session, "tokens": report.tokens, "ratio": report.ratio, "error": report.error,
            "error_max": report.error_max, "bytes_before": report.bytes_before, "bytes_after": report.bytes_after,
            "ms": report.ms,
        })  # fmt: skip

    def _told(self, entry: ServedEntry) -> dict[str, Any]:
        chat = self._gateway.host.chats.get(entry.id)
        return {
            "id": entry.id, "object": "session", "model": entry.about.model, "created": int(entry.about.created),
            "used": int(entry.about.used), "messages": len(entry.chain), "tokens": entry.tokens,
            "parent": entry.about.parent or None, "busy": entry.busy, "open": chat is not None,
            "in_context": chat is not None and not chat.evicted,
        }  # fmt: skip
