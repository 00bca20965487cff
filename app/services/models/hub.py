"""Search the Hugging Face hub and list a repository's files, when the person asks for it."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import TypeVar

from PySide6.QtCore import QObject, Signal

from app.core import hub
from app.core.network_log import Why
from app.services.secrets import HUB_TOKEN, Secrets
from app.services.web import Call, Web, WebProblem

T = TypeVar("T")

ENDPOINT_ENV = "HF_ENDPOINT"  # the hub's own name for a mirror


def endpoint() -> str:
    """Where the hub is, without a slash at the end."""
    return (os.environ.get(ENDPOINT_ENV, "") or hub.HUB).rstrip("/")


class Hub(QObject):
    """One for each page that asks: an answer is for whoever asked, and so is the end of what was asked before.

    Signals:
    found(tuple[HubModel, ...]): the answer to the last search.
    listed(HubRepo): the files of the repository asked for last.
    failed(WebProblem): one of them did not work.
    """

    found = Signal(object)
    listed = Signal(object)
    failed = Signal(object)

    def __init__(self, web: Web, secrets: Secrets, base: str = "", parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._web, self._secrets = web, secrets
        self.base = (base or endpoint()).rstrip("/")
        self._call: Call | None = None
        self._asked = 0

    def search(self, words: str) -> None:
        """Search for repositories; a repository's name or address lists its files at once."""
        repo = hub.repo_in(words)
        if repo:
            self.list_files(repo)
        else:
            self._ask("search", hub.search_url(words.strip(), self.base), hub.read_search, self.found.emit)

    def list_files(self, repo: str) -> None:
        """List the model files of a repository."""
        self._ask("files", hub.repo_url(repo, self.base), hub.read_repo, self.listed.emit)

    def cancel(self) -> None:
        """Forget what was asked."""
        self._asked += 1
        if self._call is not None:
            call, self._call = self._call, None
            call.abort()

    def _ask(self, why: Why, url: str, read: Callable[[bytes], T], tell: Callable[[T], object]) -> None:
        self.cancel()
        asked = self._asked
        self._secrets.get(HUB_TOKEN, lambda token: self._send(asked, why, url, token, read, tell))

    def _send(
        self, asked: int, why: Why, url: str, token: str, read: Callable[[bytes], T], tell: Callable[[T], object]
    ) -> None:
        if asked != self._asked:
            return  # something else was asked meanwhile
        body = bytearray()
        call = self._web.get(url, token, why=why)
        self._call = call

        def take(data: bytes) -> None:
            body.extend(data)
            if len(body) > hub.MAX_ANSWER:
                self.cancel()
                self.failed.emit(WebProblem("hub.answer_too_long"))

        def done() -> None:
            self._call = None
            try:
                answer = read(bytes(body))
            except hub.BadAnswer as problem:
                self.failed.emit(WebProblem(problem.text))
                return
            tell(answer)

        def failed(problem: WebProblem) -> None:
            self._call = None
            self.failed.emit(problem)

        call.data.connect(take)
        call.done.connect(done)
        call.failed.connect(failed)
