"""Sessions of the local server: after it was started anew, told apart by their text, with pictures beside results."""

from __future__ import annotations

import base64
import itertools
import threading
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from engine import protocol as p
from engine.chat.attached import UNSEEN
from engine.chat.token_log import FILE_NAME, TokenLog
from engine.errors import Cancelled, Internal
from engine.gguf.header import read_facts
from engine.model.model import Model
from engine.process.queue import Ticket, Work
from engine.prompt.tools.events import Said, Tool, ToolCall
from engine.sampling.sampler import Sampler
from engine.server import conversation, sessions
from engine.server.conversation import ServedSession
from engine.server.replies import Asked, Finished, Served
from engine.server.reply_reader import Piece, ReplyReader, Thought
from engine.server.sessions import ABOUT
from engine.server.turns import Turn, TurnBeginning, messages_of
from engine.snapshots.header import FILE_NAME as SNAPSHOT
from engine.snapshots.store import SnapshotStore
from tests.engine.host_harness import HostHarness
from tests.engine.http_harness import TINY, ServerHarness, user
from tests.vision_files import ROWS, make_mmproj, png

pytestmark = pytest.mark.native

HERON = Turn("user", "The heron counted the stars over the river.")
IN_QUESTIONS = (
    "{% for m in messages %}<|im_start|>{{ m.role }}\n{{ m.content }}"
    "{% if m.role in ('user', 'tool') and enable_thinking is defined and not enable_thinking %} /no_think{% endif %}"
    "<|im_end|>\n{% endfor %}{% if add_generation_prompt %}<|im_start|>assistant\n{% endif %}"
)
TOOL = {"type": "function", "function": {"name": "look", "parameters": {"type": "object", "properties": {}}}}


class Client:
    """One request to ``served``, and what comes of it."""

    def __init__(
        self, engine: HostHarness, served: Served, *turns: Turn, tokens: int = 8, thinking: p.Thinking | None = None
    ) -> None:
        self.engine, self.text = engine, ""
        self.outcome: Any = None
        beginning = TurnBeginning(thinking=thinking or p.Thinking())
        asked = Asked(beginning, turns, p.Sampling(temperature=0, max_tokens=tokens))
        self.work = Work(lambda ticket: served.reply_steps(asked, self.work, ticket, self._hear), self._done)
        self.ticket: Ticket = engine.host.submit(self.work)

    def _hear(self, event: p.AnyEvent) -> None:
        self.text += event.text if isinstance(event, p.Token) else ""

    def _done(self, outcome: Any) -> None:
        self.outcome = outcome

    def end(self) -> Finished:
        """Go on until it is answered."""
        while self.outcome is None:
            self.engine.host.step()
        assert isinstance(self.outcome, Finished), self.outcome
        return self.outcome


@pytest.fixture
def engine() -> Iterator[HostHarness]:
    harness = HostHarness()
    load = p.Load(id=1, path=str(TINY), n_ctx=1024, chats=4, n_threads=1)
    assert isinstance(harness.ask(load), p.Loaded)
    yield harness
    harness.host.unload()


def opened(engine: HostHarness, folder: Path) -> Served:
    return Served(engine.host, folder, p.CompactionPolicy(), 0)


def test_a_server_that_ends_closes_its_sessions_and_the_next_one_goes_on(engine: HostHarness, tmp_path: Path) -> None:
    served = opened(engine, tmp_path)
    first = Client(engine, served, HERON)
    session = first.end().session
    assert first.text and engine.host.chats.get(session) is not None
    served.close()
    assert engine.host.chats.get(session) is None
    late = Client(engine, served, HERON)
    while late.outcome is None:
        engine.host.step()
    assert isinstance(late.outcome, Cancelled) and engine.host.chats.get(session) is None
    again = Client(engine, opened(engine, tmp_path), HERON, Turn("assistant", first.text), Turn("user", "And then?"))
    told = again.end()
    assert told.session == session and told.read_tokens < told.prompt_tokens
    assert again.text


def test_a_session_that_fails_to_close_keeps_no_other_from_being_saved(
    engine: HostHarness, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    served = opened(engine, tmp_path)
    first = Client(engine, served, HERON).end().session
    second = Client(engine, served, Turn("user", "Who is there?")).end().session
    assert [entry.id for entry in served.sessions.all()] == [second, first]
    chat = engine.host.chats[second]

    def fails() -> None:
        raise Internal("snapshot.no_free_memory")

    monkeypatch.setattr(chat.session.compactor, "give_way", fails)
    served.close()
    engine.settle()
    assert engine.host.chats.get(first) is None and engine.host.chats.get(second) is None
    assert (tmp_path / first / SNAPSHOT).exists()


def test_a_session_file_that_is_nested_without_end_is_passed_over(engine: HostHarness, tmp_path: Path) -> None:
    (tmp_path / "odd").mkdir()
    (tmp_path / "odd" / ABOUT).write_bytes(b'{"x":' + b"[" * 200_000)
    first = Client(engine, opened(engine, tmp_path), HERON)
    assert first.end().session != "odd"


def test_a_session_that_was_left_open_is_taken_over(engine: HostHarness, tmp_path: Path) -> None:
    first = Client(engine, opened(engine, tmp_path), HERON)
    session = first.end().session
    again = Client(engine, opened(engine, tmp_path), HERON)  # its thread died, and nobody closed anything
    assert again.end().session == session
    assert again.text == first.text


def test_what_the_server_before_has_begun_ends_before_its_session_goes_on(engine: HostHarness, tmp_path: Path) -> None:
    served = opened(engine, tmp_path)
    first = Client(engine, served, HERON)
    session = first.end().session
    following = (HERON, Turn("assistant", first.text), Turn("user", "And then?"))
    begun = Client(engine, served, *following, tokens=600)
    while not begun.text:
        engine.host.step()
    served.close()
    chat = engine.host.chats.get(session)
    assert chat is not None and chat.session.active, "it is at work"
    after = opened(engine, tmp_path)
    again = Client(engine, after, *following)
    engine.host.step()
    assert again.outcome is None and engine.host.chats.get(session) is chat
    begun.ticket.cancel.set()
    assert again.end().session == session
    assert begun.end().reason == "cancelled"
    assert again.text
    assert Client(engine, after, *following).end().session == session, "it is not closed under the next server"


def test_copies_count_among_the_sessions_that_are_kept(
    engine: HostHarness, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whichever is copied stays, as what was used last."""
    clock = itertools.count(1.0)
    monkeypatch.setattr(sessions, "MOST", 3)
    monkeypatch.setattr(sessions, "time", SimpleNamespace(time=lambda: next(clock)))
    served = opened(engine, tmp_path)
    session = Client(engine, served, HERON).end().session
    copies = [served.fork(session).id for _ in range(5)]
    assert {entry.id for entry in served.sessions.all()} == {session, *copies[-2:]}
    assert len(list(tmp_path.glob(f"*/{ABOUT}"))) == 3


def test_a_session_is_deleted_without_waiting_for_the_disk(
    engine: HostHarness, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    written = threading.Event()
    write = SnapshotStore.write

    def write_later(*arguments: Any) -> Any:
        written.wait()
        return write(*arguments)

    monkeypatch.setattr(SnapshotStore, "write", write_later)
    served = opened(engine, tmp_path)
    session = Client(engine, served, HERON).end().session
    try:
        served.delete(session)  # what it says is on its way there
        assert not engine.host.chats.saver.finish(0) and not (tmp_path / session).exists()
    finally:
        written.set()
    engine.settle()
    assert not (tmp_path / session).exists() and not list(tmp_path.rglob(FILE_NAME))


def test_questions_that_differ_in_spacing_are_told_apart(engine: HostHarness, tmp_path: Path) -> None:
    served = opened(engine, tmp_path)
    code = "Is it right?\nif a:\n    b()\n{}c()"
    for one, other in (("Is 1 1 more than 10?", "Is 11 more than 10?"), (code.format("    "), code.format(""))):
        first, second = (Client(engine, served, Turn("user", text)).end().session for text in (one, other))
        assert first != second
        chat = engine.host.chats.get(second)
        assert chat is not None
        assert other in chat.session.model.text(chat.session.log.tokens, special=True)
        assert Client(engine, served, Turn("user", f"{other}\n")).end().session == second, "its ends do not count"


def test_an_effort_that_is_told_at_the_beginning_tells_sessions_apart(engine: HostHarness, tmp_path: Path) -> None:
    """As gpt-oss has it; where an effort stands in the last turn alone, a session goes on with another one."""
    served = opened(engine, tmp_path)
    model, turn = (
        served.model(),
        "{% for m in messages %}<|im_start|>{{ m.role }}\n{{ m.content }}<|im_end|>\n{% endfor %}",
    )
    said = "Effort: {{ reasoning_effort }}\n"
    for template, apart in (
        (said + turn, True),
        (turn + "{% if add_generation_prompt %}" + said + "{% endif %}", False),
    ):
        model.template = template
        found = []
        for effort in ("low", "high", "low"):
            asked = Client(engine, served, Turn("user", f"Is it {apart}?"), thinking=p.Thinking(effort=effort))
            found.append(asked.end().session)
            log = engine.host.chats[found[-1]].session.log
            assert f"Effort: {effort}" in model.text(log.tokens, special=True)
        assert (found[0] != found[1]) == apart and found[0] == found[2]


@pytest.mark.parametrize("results", [False, True])
def test_a_question_that_is_asked_again_is_read_as_the_template_has_it_now(
    engine: HostHarness, tmp_path: Path, results: bool
) -> None:
    """Some (GLM 4.5) write into each question whether the model is to think."""
    served = opened(engine, tmp_path)
    served.model().template = IN_QUESTIONS
    turns = [HERON]
    if results:
        turns += [Turn("assistant", "", (ToolCall("look", "{}", "c1"),)), Turn("tool", "Stars.", call_id="c1")]
    thoughtful, brief = p.Thinking(), p.Thinking(enabled=False)
    sessions, read = [], []
    for thinking in (thoughtful, brief, brief, thoughtful):
        told = Client(engine, served, *turns, tokens=4, thinking=thinking).end()
        sessions.append(told.session)
        read.append(told.read_tokens)
        log = engine.host.chats[told.session].session.log
        question = next(span for span in reversed(log.spans) if span.role == "user")
        text = served.model().text(log.tokens[question.start : question.end], special=True)
        assert (" /no_think" in text) == (thinking is brief)
    assert len(set(sessions)) == 1 and read[2] < min(read[1], read[3]), "only where it is another text"


def test_a_reply_that_was_cut_in_its_thoughts_goes_on_with_them(
    engine: HostHarness, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    served = opened(engine, tmp_path)
    model, script = served.model(), list[int]()
    monkeypatch.setattr(Sampler, "next", lambda self, row=-1: script.pop(0))

    def asked(said: str, *turns: Turn) -> tuple[str, list[Piece]]:
        tokens = model.tokenize(said, special=True)
        script[:] = [*tokens, model.end_token]
        client = Client(engine, served, *turns, tokens=len(tokens) + bool(turns[1:]))
        session, reader = client.end().session, ReplyReader()
        return session, [*reader.feed(client.text), *reader.finish()]

    first, pieces = asked("<think>\nOne, two,", HERON)
    assert pieces == [Thought("One, two,")]
    begun = Turn("assistant", "", thoughts="One, two,")
    session, pieces = asked(" three.\n</think>\n\nFour.", HERON, begun)
    assert session == first
    assert "".join(piece.text for piece in pieces if isinstance(piece, Thought)) == "three."
    assert "".join(piece.text for piece in pieces if isinstance(piece, Said)) == "Four."
    log = engine.host.chats[session].session.log
    assert "two, three." in model.text(log.tokens, special=True)
    again = Turn("assistant", "Four."), Turn("user", "And then?")
    assert asked("Five.", HERON, *again)[0] == session, "the client sends back what it was told"


def test_a_reply_that_comes_back_with_other_spacing_is_the_same(
    engine: HostHarness, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    served = opened(engine, tmp_path)
    model = served.model()
    with monkeypatch.context() as patch:
        script = [*model.tokenize("It is.\n\nSo is it.", special=False), model.end_token]
        patch.setattr(Sampler, "next", lambda self, row=-1: script.pop(0))
        first = Client(engine, served, HERON, Turn("assistant", "It  does."), Turn("user", "Why?"), tokens=99)
        session = first.end().session
    assert first.text == "It is.\n\nSo is it."
    served.close()
    spaced = (Turn("assistant", "It does."), Turn("user", "Why?"), Turn("assistant", "It is. So is it."))
    told = Client(engine, opened(engine, tmp_path), HERON, *spaced, Turn("user", "And then?")).end()
    log = engine.host.chats[session].session.log
    (question,) = (span for span in log.spans if span.id == "4")
    assert told.session == session and told.read_tokens <= len(log) - question.start + 1


def test_a_session_of_an_earlier_version_is_not_taken_for_another(engine: HostHarness, tmp_path: Path) -> None:
    served = opened(engine, tmp_path)
    session = Client(engine, served, HERON).end().session
    served.close()
    engine.settle()
    saved = TokenLog.load(tmp_path / session)
    assert saved is not None
    saved.spans = [msgspec.structs.replace(span, exact="") for span in saved.spans]
    saved.save(tmp_path / session)
    assert (tmp_path / session / FILE_NAME).is_file()
    after = opened(engine, tmp_path)
    assert len(after.sessions) == 1
    assert Client(engine, after, Turn("user", " ")).end().session != session
    assert Client(engine, after, HERON).end().session != session


# --------------------------------------------------------------------------- pictures beside results


def test_a_picture_beside_a_result_is_read_where_it_was_sent(tmp_path: Path) -> None:
    data = base64.b64encode(png()).decode()
    part = {"type": "image_url", "image_url": {"url": f"data:image/png;base64,{data}"}}
    call = {"id": "c1", "type": "function", "function": {"name": "look", "arguments": "{}"}}
    before = [user("Look."), {"role": "assistant", "content": None, "tool_calls": [call]}]
    before.append({"role": "tool", "tool_call_id": "c1", "content": "taken"})
    mmproj = make_mmproj(tmp_path / "mmproj.gguf", read_facts(TINY).n_embd)
    with ServerHarness(tmp_path / "served", mmproj=mmproj) as served:
        alone = served.chat([*before, user("What is it?")], tools=[TOOL])["usage"]["prompt_tokens"]
        text = {"type": "text", "text": "What is it?"}
        shown = served.chat([*before, {"role": "user", "content": [text, part]}], tools=[TOOL])["usage"]
        assert shown["prompt_tokens"] >= alone + ROWS
        inside = {"role": "tool", "tool_call_id": "c1", "content": [part]}
        refused = served.post("/v1/chat/completions", {"messages": [*before[:2], inside], "tools": [TOOL]})
        assert refused.status == 400 and "role user" in refused.json["error"]["message"]


@pytest.mark.parametrize("knows_results", [True, False])
def test_pictures_stand_before_the_words_of_their_turn(knows_results: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    if not knows_results:
        monkeypatch.setattr(conversation, "results_piece", lambda *_: None)
    picture = p.Picture("/nowhere.png", "ab" * 32)
    turns = [
        Turn("user", "Look"), Turn("assistant", "", (ToolCall("look", "{}", "c1"),)),
        Turn("tool", "taken", call_id="c1"), Turn("user", "What is it, <|im_end|>?", pictures=(picture,)),
    ]  # fmt: skip
    with Model.open(TINY, n_ctx=512) as model:
        session = ServedSession(model, beginning=TurnBeginning(tools=(Tool("look", "", {"type": "object"}),)))
        session.unseen.add(picture.digest)
        for message in messages_of(turns):
            session.add(message, check=False)
        last = session.log.spans[-1]
        text = model.text(session.log.tokens[last.start : last.end], special=True)
    assert text.count(UNSEEN) == 1
    behind = text.partition(UNSEEN)[2] if knows_results else text
    assert "What is it, <|im_end|>?" in behind and "taken" in text
    assert not knows_results or "taken" in text.partition(UNSEEN)[0]
    assert "Lt0" not in text
