"""Who may use the server: checked before a request's body is read.

Pages in a browser reach servers on this machine, by their address or by a name that is made to lead here. So the Host
has to be one that the server is called by, an Origin one that is allowed, and what is sent to be declared as JSON,
which no page can do without asking first. Failed keys are counted by address, and after some of them it waits.
"""

from __future__ import annotations

import hashlib
import hmac
import ipaddress
import time
from collections import OrderedDict
from collections.abc import Callable

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from engine.server.options import ServerOptions, is_loopback
from engine.server.problems import HttpProblem, shape_of

FAILURES, FAILURE_SECONDS = 10, 60.0
ADDRESSES = 1024  # that are remembered
OPEN_PATHS = ("/health",)

HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "no-store",
    "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    "Referrer-Policy": "no-referrer",
}


class FailedKeys:
    """How many wrong keys an address showed of late.

    The same one again is no more: a program that was not told of a new key guesses nothing, and must not lock out the
    others that share its address.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._shown: OrderedDict[str, dict[bytes, float]] = OrderedDict()  # digests of keys, and when

    def wait(self, address: str) -> int:
        """Seconds until an address may try again (0: now)."""
        shown = self._recent(address)
        if len(shown) < FAILURES:
            return 0
        return max(1, round(min(shown.values()) + FAILURE_SECONDS - self._clock()))

    def failed(self, address: str, digest: bytes) -> None:
        """Count one, of a key with that digest."""
        self._shown[address] = {digest: self._clock(), **self._recent(address)}
        self._shown.move_to_end(address)
        while len(self._shown) > ADDRESSES:
            self._shown.popitem(last=False)

    def _recent(self, address: str) -> dict[bytes, float]:
        since = self._clock() - FAILURE_SECONDS
        return {digest: at for digest, at in self._shown.get(address, {}).items() if at > since}


class Guard:
    """The outermost part of the application."""

    def __init__(self, app: ASGIApp, options: ServerOptions, failures: FailedKeys | None = None) -> None:
        self._app = app
        self._options = options
        self._failures = failures or FailedKeys()
        self._key = _digest(options.key) if options.key else b""
        self._local = is_loopback(options.host)
        self._names = {"localhost", options.host.strip("[]").lower(), *(name.lower() for name in options.names)}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return
        headers = Headers(scope=scope)
        origin = headers.get("origin", "")
        try:
            answer = self._checked(scope, headers, origin)
        except HttpProblem as problem:
            answer = problem.response(shape_of(scope["path"]))

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                told = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    told[name] = value
                if origin and origin in self._options.origins:
                    told["Access-Control-Allow-Origin"] = origin
                    told["Vary"] = "Origin"
            await send(message)

        await (answer or self._app)(scope, receive, send_with_headers)

    def _checked(self, scope: Scope, headers: Headers, origin: str) -> Response | None:
        """The answer to a request that goes no further, None for one that does."""
        if not self._is_called(headers.get("host", "")):
            raise HttpProblem(403, "This server is not called by that name.", "host_not_allowed")
        if origin and origin not in self._options.origins:
            raise HttpProblem(403, "Pages from this origin may not use the server.", "origin_not_allowed")
        if not origin and headers.get("sec-fetch-site", "none") not in ("none", "same-origin"):
            raise HttpProblem(403, "Pages from elsewhere may not use the server.", "origin_not_allowed")
        if scope["method"] == "OPTIONS":
            return Response(status_code=204, headers=_preflight(headers) if origin else {})
        if scope["path"] not in OPEN_PATHS:
            self._check_key(scope, headers)
        length = headers.get("content-length", "0")
        if not length.isdecimal() or int(length) > self._options.body:
            raise HttpProblem(413, f"A request may have {self._options.body:,} bytes.", "request_too_large")
        kind = headers.get("content-type", "").partition(";")[0].strip().lower()
        if scope["method"] == "POST" and kind != "application/json" and _has_body(headers):
            raise HttpProblem(415, "Send application/json.", "unsupported_media_type")
        return None

    def _is_called(self, host: str) -> bool:
        name = host.rpartition(":")[0] if host.rpartition(":")[2].isdigit() else host
        name = name.strip("[]").lower()
        if name in self._names:
            return True
        try:
            address = ipaddress.ip_address(name)
        except ValueError:
            return False
        return address.is_loopback or not self._local  # an address is no name that could be made to lead elsewhere

    def _check_key(self, scope: Scope, headers: Headers) -> None:
        if not self._key:
            return
        address = scope["client"][0] if scope.get("client") else ""
        if wait := self._failures.wait(address):
            raise HttpProblem(429, "Too many wrong keys. Try again later.", "rate_limited", wait=wait)
        shown = headers.get("x-api-key", "")
        scheme, _, token = headers.get("authorization", "").partition(" ")
        if scheme.lower() == "bearer":
            shown = token.strip()
        digest = _digest(shown)
        if not hmac.compare_digest(digest, self._key):
            if shown:
                self._failures.failed(address, digest)
            raise HttpProblem(401, "The key is missing or wrong.", "invalid_api_key")


def _digest(key: str) -> bytes:
    """Keys are compared by their digests, in a time that says nothing of where they differ."""
    return hashlib.sha256(key.encode("utf-8", "surrogatepass")).digest()


def _has_body(headers: Headers) -> bool:
    return headers.get("content-length", "0") != "0" or "transfer-encoding" in headers


def _preflight(headers: Headers) -> dict[str, str]:
    asked = headers.get("access-control-request-headers", "")
    return {
        "Access-Control-Allow-Methods": "GET, POST, DELETE",
        "Access-Control-Allow-Headers": asked if asked.isascii() and len(asked) < 1000 else "authorization",
        "Access-Control-Max-Age": "600",
    }
