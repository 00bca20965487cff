"""Requests to the network: asked for by the person, or by the weekly check for updates where that is switched on.

No other module of the program opens a connection; the engine does, to workers (docs/WORKERS.md).
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Final, Literal

from PySide6.QtCore import QObject, QTimer, QUrl, Signal
from PySide6.QtNetwork import QNetworkAccessManager, QNetworkReply, QNetworkRequest

from app.core.network_log import NetworkLog, Why
from app.core.problem import Problem
from app.core.texts import Arg, Text

log = logging.getLogger("web")

USER_AGENT: Final = b"Longthread/0.1"
SILENCE_MS = 30_000  # without a byte for so long a connection counts as lost
MAX_REDIRECTS = 6

_STATUS = QNetworkRequest.Attribute.HttpStatusCodeAttribute


Needs = Literal["", "token", "terms"]


class WebProblem(Problem):
    """A request failed.

    ``status`` (given as ``answer``): of HTTP, 0 if there was no answer; ``passing``: trying again may help, not before
    ``after`` seconds; ``needs``: what the person has to do first: enter a token, or accept the model's terms on its
    page.
    """

    def __init__(
        self,
        text: str | Text,
        /,
        *,
        answer: int = 0,
        passing: bool = False,
        after: float = 0,
        needs: Needs = "",
        **args: Arg,
    ) -> None:
        super().__init__(text, **args)
        self.status = answer
        self.passing, self.after, self.needs = passing, after, needs


class Call(QObject):
    """One GET that follows redirects itself, so that the token goes to the host it is for and to no other.

    Signals:
        begun(status, headers): a final answer begins; ``headers`` is a function of a name.
        data(bytes)
        done()
        failed(WebProblem)
        ended(): the last thing told, also after :meth:`abort`.
    """

    begun = Signal(int, object)
    data = Signal(bytes)
    done = Signal()
    failed = Signal(object)
    ended = Signal()

    def __init__(
        self,
        manager: QNetworkAccessManager | None,
        url: str,
        token: str,
        start_at: int,
        parent: QObject,
        told: Callable[[str], object] = lambda _host: None,
    ) -> None:
        """``manager``: None refuses the call, since the program is to stay offline; ``told``: hears of each host."""
        super().__init__(parent)
        self._manager, self._token, self._start_at, self._asking = manager, token, start_at, told
        self._home = QUrl(url)
        self._hops = 0
        self._reply: QNetworkReply | None = None
        self._told = self._over = False
        if manager is None:
            QTimer.singleShot(0, self, self.refuse)
        else:
            self._go(self._home)

    def refuse(self) -> None:
        """End the connection, since the program is to stay offline; that is told."""
        if not self._over:
            self._over = True
            if self._reply is not None:
                self._reply.abort()
            self.failed.emit(WebProblem("web.offline"))
            self._end()

    def _go(self, url: QUrl) -> None:
        assert self._manager is not None
        self._asking(url.host())
        request = QNetworkRequest(url)
        request.setAttribute(
            QNetworkRequest.Attribute.RedirectPolicyAttribute, QNetworkRequest.RedirectPolicy.ManualRedirectPolicy
        )
        request.setTransferTimeout(SILENCE_MS)
        request.setRawHeader(b"User-Agent", USER_AGENT)
        request.setRawHeader(b"Accept-Encoding", b"identity")
        same = (url.scheme(), url.host(), url.port()) == (self._home.scheme(), self._home.host(), self._home.port())
        if self._token and same:
            request.setRawHeader(b"Authorization", f"Bearer {self._token}".encode())
        if self._start_at:
            request.setRawHeader(b"Range", f"bytes={self._start_at}-".encode())
        reply = self._manager.get(request)
        reply.setParent(self)
        reply.readyRead.connect(self._read)
        reply.finished.connect(self._finished)
        self._reply = reply

    def abort(self) -> None:
        """End the connection; neither data nor an outcome is told any more."""
        if self._over:
            return
        self._over = True
        if self._reply is not None:
            self._reply.abort()
        self._end()

    def _end(self) -> None:
        self.ended.emit()
        self.deleteLater()

    def _status(self) -> int:
        status = self._reply.attribute(_STATUS) if self._reply is not None else None
        return int(status) if status is not None else 0

    def _header(self, name: str) -> str:
        return bytes(self._reply.rawHeader(name).data()).decode("latin-1") if self._reply is not None else ""

    def _read(self) -> None:
        if self._over or self._reply is None or not 200 <= self._status() < 300:
            return
        if not self._told:
            self._told = True
            self.begun.emit(self._status(), self._header)
        if not self._over and self._reply is not None:
            self.data.emit(bytes(self._reply.readAll().data()))

    def _finished(self) -> None:
        if self._over or self._reply is None:
            return
        status = self._status()
        if status in (301, 302, 303, 307, 308):
            self._redirect()
            return
        self._read()
        if self._over or self._reply is None:
            return
        self._over = True
        if 200 <= status < 300 and self._reply.error() == QNetworkReply.NetworkError.NoError:
            self.done.emit()
        else:
            problem = _problem(self._home.host(), status, self._reply, self._header)
            # by name: what Qt says of an error holds the address, with words searched for or a signature that lets in
            log.info("%s: %s (%s)", self._home.host(), problem.message, self._reply.error().name)
            self.failed.emit(problem)
        self._end()

    def _redirect(self) -> None:
        assert self._reply is not None
        target = self._reply.url().resolved(QUrl(self._header("Location")))
        secure_enough = target.scheme() == "https" or (target.scheme() == "http" and self._home.scheme() == "http")
        self._hops += 1
        self._reply.deleteLater()
        if not target.isValid() or not secure_enough or self._hops > MAX_REDIRECTS:
            self._over = True
            self.failed.emit(WebProblem("web.redirected", host=self._home.host()))
            self._end()
            return
        self._go(target)


def _problem(host: str, status: int, reply: QNetworkReply, header: Callable[[str], str]) -> WebProblem:
    """``host``: which was asked, whatever it redirected to."""
    if status in (401, 403):
        gated = header("X-Error-Code") == "GatedRepo"
        if gated and status == 403:
            return WebProblem("web.no_access", answer=status, needs="terms")
        if gated:
            return WebProblem("web.members_only", answer=status, needs="token")
        return WebProblem("web.no_token", answer=status, needs="token", host=host)
    if status == 404:
        return WebProblem("web.not_found", answer=status, host=host)
    if status == 416:
        return WebProblem("web.file_shorter", answer=status, host=host)
    if status == 429 or status >= 500:
        wait = header("Retry-After")
        after = float(wait) if wait.isdecimal() else 0
        if status == 429:
            return WebProblem("web.busy", answer=status, passing=True, after=after, host=host)
        return WebProblem("web.server_error", answer=status, passing=True, after=after, host=host, status=status)
    if status >= 400:
        return WebProblem("web.refused", answer=status, host=host, status=status)
    kind = reply.error()
    kinds = QNetworkReply.NetworkError
    if kind == kinds.HostNotFoundError:
        return WebProblem("web.no_host", passing=True, host=host)
    if kind == kinds.SslHandshakeFailedError:
        return WebProblem("web.not_secure", host=host)
    if kind == kinds.ConnectionRefusedError:
        return WebProblem("web.no_answer", passing=True, host=host)
    return WebProblem("web.connection_lost", passing=True)


class Web(QObject):
    """Makes calls, and says whether any is under way.

    Signals:
        active_changed(bool): the first call began, or the last one ended.
        asked(Asked): a host is asked for something.

    Attributes:
        log: what was asked for, by host.
        offline: no call is made; see :meth:`set_offline`.
    """

    active_changed = Signal(bool)
    asked = Signal(object)

    def __init__(self, parent: QObject | None = None, log: NetworkLog | None = None) -> None:
        super().__init__(parent)
        self.log = log if log is not None else NetworkLog()
        self.offline = False
        self._live: set[Call] = set()
        self._manager: QNetworkAccessManager | None = None  # made with the first call: no call, no network code
        self._calls = 0
        self._ended = False

    @property
    def active(self) -> bool:
        return self._calls > 0

    def set_offline(self, offline: bool) -> None:
        """Make no more calls, and end those under way; or make calls again when the person asks for something."""
        self.offline = offline
        if offline:
            for call in tuple(self._live):
                call.refuse()

    def shutdown(self) -> None:
        """End what is under way, and begin nothing that somebody may still ask for; nobody is told."""
        self._ended = True
        for call in tuple(self._live):
            call.abort()

    def get(self, url: str, token: str = "", start_at: int = 0, why: Why = "download") -> Call:
        """GET ``url`` from byte ``start_at`` on; follow the signals of what comes back. ``why``: for the log."""
        if self._ended:  # a token was waited for, say
            call = Call(None, url, "", 0, self)
            call.abort()
            return call
        if self._manager is None and not self.offline:
            self._manager = QNetworkAccessManager(self)
        self._count(1)
        manager = None if self.offline else self._manager
        call = Call(manager, url, token, start_at, self, lambda host: self.asked.emit(self.log.add(host, why)))
        self._live.add(call)

        def ended() -> None:
            self._live.discard(call)
            self._count(-1)

        call.ended.connect(ended)
        return call

    def _count(self, change: int) -> None:
        before = self.active
        self._calls += change
        if self.active != before:
            self.active_changed.emit(self.active)
