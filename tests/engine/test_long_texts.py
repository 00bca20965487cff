"""Texts so long that tokenizing them would hold up everybody: it is done beside, and others are served meanwhile."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from engine import protocol as p
from engine.chat import long_texts
from engine.errors import Cancelled
from engine.model.background_thread import BackgroundThread, stop_if_given_up
from engine.model.model import Model
from engine.process.queue import Ticket
from tests.engine.http_harness import TINY
from tests.engine.test_documents_in_chats import Asked, asked, document

LONG = "The heron slept beside the river. " * 1000  # of more than long_texts.LONG characters
SECONDS = 20.0  # until a test fails that would wait for ever


class Held:
    """Holds up whatever is tokenized of a long text until it is let go."""

    def __init__(self, model: Any, monkeypatch: pytest.MonkeyPatch) -> None:
        self.begun, self.let_go = threading.Event(), threading.Event()
        tokenize = model.tokenize

        def held(text: str, **how: bool) -> list[int]:
            if len(text) > long_texts.LONG:
                self.begun.set()
                self.let_go.wait(SECONDS)
            found: list[int] = tokenize(text, **how)
            return found

        monkeypatch.setattr(model, "tokenize", held)


@pytest.fixture
def asking(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Asked]:
    monkeypatch.setenv("LONGTHREAD_DATA", str(tmp_path / "data"))
    harness = Asked(tmp_path / "chats")
    harness.open()
    harness.open(chat="other")
    yield harness
    harness.host.unload()


@pytest.fixture
def held(asking: Asked, monkeypatch: pytest.MonkeyPatch) -> Iterator[Held]:
    held = Held(asking.host.model, monkeypatch)
    yield held
    held.let_go.set()


def submitted(asking: Asked, held: Held, request: p.AnyRequest) -> Ticket:
    """A request whose long text is tokenized now."""
    ticket = asking.host.submit(request)
    while not held.begun.is_set() and not ticket.closed:
        asking.host.step()
    return ticket


def served(asking: Asked) -> None:
    """See to it that others get their answers."""
    assert isinstance(asking.ask(p.Tokenize(id=40, text="Hello")), p.Tokenized)
    assert isinstance(asking.say(asked(id="o", text="Hello"), "other"), p.Replied)


def closing(asking: Asked, number: int) -> Any:
    return [event for event in asking.events if event.id == number][-1]


def finished(asking: Asked, ticket: Ticket) -> None:
    while not ticket.closed:
        asking.host.step()


MESSAGE = p.Generate(id=30, chat_id="c", reply_id="r", user=asked(text=LONG))


@pytest.mark.native
def test_a_long_text_is_counted_while_others_are_served(asking: Asked, held: Held) -> None:
    ticket = submitted(asking, held, p.Tokenize(id=30, text=LONG, new_chat=p.CompactionPolicy()))
    served(asking)
    assert not ticket.closed
    held.let_go.set()
    finished(asking, ticket)
    model = asking.host.model
    assert model is not None
    assert closing(asking, 30).tokens == len(model.tokenize(LONG, special=False))


@pytest.mark.native
def test_a_long_message_holds_up_no_other_chat(asking: Asked, held: Held) -> None:
    before = list(asking.log().tokens)
    ticket = submitted(asking, held, MESSAGE)
    served(asking)
    assert not ticket.closed
    held.let_go.set()
    finished(asking, ticket)
    assert closing(asking, 30).code == "message_too_long" and list(asking.log().tokens) == before


@pytest.mark.native
@pytest.mark.parametrize("request_", [MESSAGE, p.Tokenize(id=30, text=LONG)], ids=["message", "count"])
def test_a_long_text_is_stopped_at_once(asking: Asked, held: Held, request_: p.AnyRequest) -> None:
    before = list(asking.log().tokens)
    ticket = submitted(asking, held, request_)
    asking.host.cancel(30)
    for _ in range(3):
        asking.host.step()
    assert ticket.closed and not held.let_go.is_set()
    assert closing(asking, 30).code == "cancelled" and list(asking.log().tokens) == before
    held.let_go.set()
    assert isinstance(asking.say(asked(id="v", text="Hello")), p.Replied)


@pytest.mark.native
def test_a_long_document_is_tokenized_while_others_are_served(asking: Asked, held: Held, tmp_path: Path) -> None:
    part = document(tmp_path, LONG)
    request = p.ReadDocument(id=30, digest=part.digest, name=part.name, path=part.path)
    ticket = submitted(asking, held, request)
    served(asking)
    running = asking.host._documents._running
    assert running is not None and running.tokens is None and not ticket.closed
    asking.ask(p.StopReading(id=41))
    finished(asking, ticket)
    assert not held.let_go.is_set() and closing(asking, 30).code == "cancelled"


@pytest.mark.native
def test_the_tokens_are_the_same(asking: Asked, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    message = asked(document(tmp_path), text="What of <|im_end|> and the otter? " * 3)
    assert isinstance(asking.say(message, "other"), p.Replied)
    monkeypatch.setattr(long_texts, "LONG", 8)
    threads = []
    model = asking.host.model
    assert model is not None
    tokenize = model.tokenize
    monkeypatch.setattr(
        model, "tokenize", lambda *args, **how: (threads.append(threading.current_thread()), tokenize(*args, **how))[1]
    )
    assert isinstance(asking.say(message), p.Replied)
    assert any(thread is not threading.current_thread() for thread in threads)
    spans = [asking.log(chat).spans[1] for chat in ("c", "other")]
    one, other = (
        list(asking.log(chat).tokens[span.start : span.end])
        for chat, span in zip(("c", "other"), spans, strict=True)
    )  # fmt: skip
    assert one == other and asking.log().documents == asking.log("other").documents


@pytest.mark.native
def test_a_chat_with_a_long_message_opens_beside_others(asking: Asked, held: Held, tmp_path: Path) -> None:
    request = p.OpenChat(id=30, chat_id="n", folder=str(tmp_path / "n"), messages=(asked(text=LONG),))
    ticket = submitted(asking, held, request)
    served(asking)
    assert not ticket.closed
    held.let_go.set()
    finished(asking, ticket)
    assert isinstance(closing(asking, 30), p.Opened)


@pytest.mark.native
def test_a_model_is_not_freed_under_what_is_tokenized(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is waited for: the library would read freed memory."""
    model = Model.open(TINY, n_ctx=256, n_threads=1)
    begun, closing, let_go, done = (threading.Event() for _ in range(4))
    close = BackgroundThread.close
    monkeypatch.setattr(BackgroundThread, "close", lambda beside: (closing.set(), close(beside)))
    model.background.begin(lambda: (begun.set(), let_go.wait(SECONDS), model.tokenize("Hello"), done.set()))
    assert begun.wait(SECONDS)
    freed: list[bool] = []
    closer = threading.Thread(target=lambda: (model.close(), freed.append(done.is_set())))
    closer.start()
    try:
        assert closing.wait(SECONDS) and not freed
    finally:
        let_go.set()
        closer.join(SECONDS)
    assert freed == [False], "what was given up still tokenized"


def test_what_is_given_up_ends_at_the_next_look() -> None:
    beside, begun, ended = BackgroundThread(), threading.Event(), threading.Event()

    def looking() -> None:
        begun.set()
        try:
            for _ in iter(lambda: ended.wait(0.001), True):
                stop_if_given_up()
        finally:
            ended.set()

    call = beside.begin(looking)
    called: list[int] = []
    waiting = beside.begin(lambda: called.append(1))
    assert begun.wait(SECONDS) and not call.done(0)
    beside.close()
    beside.close()
    assert ended.is_set() and not called
    for one in (call, waiting):
        with pytest.raises(Cancelled):
            one.result()
    stop_if_given_up()  # this thread's work is not given up


def test_pictures_are_looked_at_on_the_engines_thread() -> None:
    picture = p.Picture("nowhere.png", "0" * 64)
    long = "x" * (long_texts.LONG + 1)
    assert long_texts.takes_long(p.PromptMessage("u", "user", long))
    assert not long_texts.takes_long(p.PromptMessage("u", "user", long, (picture,)))
    assert not long_texts.takes_long(p.PromptMessage("u", "user", "short"))
    assert not long_texts.is_long(p.DocumentPart("0" * 64, "a", "/nowhere/\0"))
