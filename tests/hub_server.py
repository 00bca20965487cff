"""A small hub on this machine: search, file lists, files with ranges, redirects, dropped connections, gated models."""

from __future__ import annotations

import contextlib
import hashlib
import json
import threading
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, unquote, urlparse

REVISION = "0123456789abcdef0123456789abcdef01234567"


@dataclass
class Asked:
    """A request as it came in."""

    path: str
    host: str
    token: str
    start: int


@dataclass
class HubServer:
    """Attributes:
    files: repository to path to bytes.
    gated: repositories that need ``token``; ``denied``: ones whose terms were not accepted.
    drops: how many connections for files are cut after ``drop_after`` bytes.
    statuses: statuses to answer the next file requests with; ``answers_searches``: the one for searches.
    wait: what such an answer says of when to ask again.
    ranges: False: the server knows no ranges.
    shifted: bytes by which a rest that is sent begins elsewhere than was asked for.
    lies: repository paths whose listed checksum is wrong.
    page: what comes in place of the rest of a file that was begun, as from a network that wants a login; ``sized``:
        its length is told.
    promised: bytes that the list of files tells of beyond those that come.
    cdn: files are redirected to another port of this machine, as the real hub does.
    """

    files: dict[str, dict[str, bytes]] = field(default_factory=dict)
    gated: set[str] = field(default_factory=set)
    denied: set[str] = field(default_factory=set)
    token: str = "hf_secret"
    drops: int = 0
    drop_after: int = 1000
    statuses: list[int] = field(default_factory=list)
    wait: str = ""
    answers_searches: int = 200
    ranges: bool = True
    shifted: int = 0
    lies: set[str] = field(default_factory=set)
    page: bytes = b""
    sized: bool = True
    promised: int = 0
    cdn: bool = False
    asked: list[Asked] = field(default_factory=list)
    gate: threading.Event | None = None  # file bodies wait for it after their first half

    def __post_init__(self) -> None:
        self._servers = [ThreadingHTTPServer(("127.0.0.1", 0), self._handler()) for _ in range(2)]
        self._threads = [
            threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}) for server in self._servers
        ]
        for thread in self._threads:
            thread.start()

    @property
    def base(self) -> str:
        return f"http://127.0.0.1:{self._servers[0].server_port}"

    def close(self) -> None:
        if self.gate is not None:
            self.gate.set()
        for server, thread in zip(self._servers, self._threads, strict=True):
            server.shutdown()
            thread.join()
            server.server_close()

    def files_asked(self) -> list[Asked]:
        return [asked for asked in self.asked if "/resolve/" in asked.path and not self._is_cdn(asked.host)]

    def _is_cdn(self, host: str) -> bool:
        return host.endswith(f":{self._servers[1].server_port}")

    def _search(self, words: str) -> bytes:
        found = [
            {"id": repo, "downloads": 1000, "likes": 5, "lastModified": "2026-01-02T03:04:05.000Z",
             "gated": "manual" if repo in self.gated else False}
            for repo in self.files
            if words.casefold() in repo.casefold()
        ]  # fmt: skip
        return json.dumps(found).encode()

    def _info(self, repo: str) -> bytes:
        siblings = [
            {"rfilename": path, "size": len(data) + self.promised,
             "lfs": {"size": len(data) + self.promised,
                     "sha256": "0" * 64 if path in self.lies else hashlib.sha256(data).hexdigest()}}
            for path, data in self.files[repo].items()
        ]  # fmt: skip
        return json.dumps({"id": repo, "sha": REVISION, "gated": repo in self.gated, "siblings": siblings}).encode()

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        hub = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def log_message(self, format: str, *args: object) -> None:
                pass

            def do_GET(self) -> None:
                host = self.headers.get("Host", "")
                token = self.headers.get("Authorization", "").removeprefix("Bearer ")
                asked_range = self.headers.get("Range", "")
                start = int(asked_range.removeprefix("bytes=").partition("-")[0]) if asked_range else 0
                hub.asked.append(Asked(self.path, host, token, start))
                url = urlparse(self.path)
                path = unquote(url.path)
                if path == "/api/models":
                    self._answer(hub.answers_searches, hub._search(parse_qs(url.query).get("search", [""])[0]))
                elif path.startswith("/api/models/"):
                    repo = path.removeprefix("/api/models/")
                    self._answer(*((200, hub._info(repo)) if repo in hub.files else (404, b"{}")))
                elif "/resolve/" in path:
                    self._file(path, token, start, host)
                else:
                    self._answer(404, b"")

            def _file(self, path: str, token: str, start: int, host: str) -> None:
                repo, _, rest = path.strip("/").partition("/resolve/")
                data = hub.files.get(repo, {}).get(rest.partition("/")[2])
                at_cdn = hub._is_cdn(host)
                if repo in hub.gated and token != hub.token and not at_cdn:
                    self._answer(401, b"", {"X-Error-Code": "GatedRepo"})
                elif repo in hub.denied and not at_cdn:
                    self._answer(403, b"", {"X-Error-Code": "GatedRepo"})
                elif hub.statuses:
                    self._answer(hub.statuses.pop(0), b"", {"Retry-After": hub.wait} if hub.wait else {})
                elif data is None:
                    self._answer(404, b"")
                elif hub.page and start:
                    self._answer(200, hub.page, {"Content-Type": "text/html; charset=utf-8"}, sized=hub.sized)
                elif hub.cdn and not at_cdn:
                    port = hub._servers[1].server_port
                    self._answer(302, b"", {"Location": f"http://127.0.0.1:{port}{self.path}"})
                elif hub.ranges and start >= len(data) > 0:
                    self._answer(416, b"")
                else:
                    self._send(data, start + hub.shifted * bool(start) if hub.ranges else 0)

            def _send(self, data: bytes, start: int) -> None:
                body = data[start:]
                self.send_response(206 if start else 200)
                self.send_header("Content-Length", str(len(body)))
                if start:
                    self.send_header("Content-Range", f"bytes {start}-{len(data) - 1}/{len(data)}")
                self.end_headers()
                if hub.drops > 0:
                    hub.drops -= 1
                    self.wfile.write(body[: hub.drop_after])
                    self.wfile.flush()
                    self.close_connection = True
                    return
                try:
                    if hub.gate is not None:
                        half = len(body) // 2
                        self.wfile.write(body[:half])
                        self.wfile.flush()
                        hub.gate.wait(30)
                        body = body[half:]
                    self.wfile.write(body)
                except OSError:
                    self.close_connection = True  # the other side went away

            def _answer(
                self, status: int, body: bytes, headers: dict[str, str] | None = None, *, sized: bool = True
            ) -> None:
                self.send_response(status)
                for name, value in (headers or {}).items():
                    self.send_header(name, value)
                self.close_connection = self.close_connection or not sized
                self.send_header(*(("Content-Length", str(len(body))) if sized else ("Connection", "close")))
                self.end_headers()
                with contextlib.suppress(ConnectionError):  # who asked may have dropped the call by its headers
                    self.wfile.write(body)

        return Handler
