"""Replies that are laid down beforehand, written by a real model: a grammar leaves it nothing else to say."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

import msgspec

from engine.server.gateway import Running
from engine.server.replies import Asked
from tests.engine.http_harness import ServerHarness


def literal(text: str) -> str:
    """The grammar (GBNF) of one text."""
    written = json.dumps(text, ensure_ascii=True).replace("\\/", "/")
    return f"root ::= {written}"


@contextmanager
def scripted(served: ServerHarness, replies: Iterable[str]) -> Iterator[list[Asked]]:
    """Inside, the server's replies are ``replies`` one after another; what they were asked for."""
    gateway, left = served.server.serving.gateway, iter(replies)
    asked: list[Asked] = []
    start = gateway.start

    def begin(wanted: Asked, seconds: float) -> Running:
        asked.append(wanted)
        forced: Any = msgspec.structs.replace(wanted.sampling, output="grammar", form=literal(next(left)))
        return start(msgspec.structs.replace(wanted, sampling=forced), seconds)

    gateway.start = begin  # type: ignore[method-assign]
    try:
        yield asked
    finally:
        del gateway.start  # type: ignore[method-assign]
