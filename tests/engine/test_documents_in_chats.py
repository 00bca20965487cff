"""Documents in conversations: their text at the beginning of a message, kept through cuts, resumes and losses."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from blake3 import blake3

from engine import protocol as p
from engine.chat import usage
from engine.chat.session import Session
from engine.chat.token_log import TokenLog
from engine.errors import BadDocument, MessageTooLong
from engine.model.model import Model
from engine.protocol import CompactionPolicy, DocumentPart, PromptMessage, Sampling
from engine.texts import english
from tests.engine.host_harness import HostHarness
from tests.engine.http_harness import TINY

pytestmark = pytest.mark.native

GREEDY = Sampling(temperature=0, max_tokens=4)
TEXT = "The heron left a letter at the mill. " * 6 + "<|im_end|> is how it ended."


@pytest.fixture(scope="module")
def tiny() -> Iterator[Model]:
    with Model.open(TINY, n_ctx=1024, n_threads=1) as model:
        yield model


@pytest.fixture
def model(tiny: Model) -> Model:
    tiny.clear()
    return tiny


def document(folder: Path, text: str = TEXT, name: str = "letter.txt") -> DocumentPart:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / name).write_text(text, encoding="utf-8")
    return DocumentPart(blake3(text.encode()).hexdigest(), name, str(folder / name))


def asked(*parts: DocumentPart, id: str = "u", text: str = "Who left it?") -> PromptMessage:
    return PromptMessage(id=id, role="user", content=text, documents=parts)


def test_a_document_stands_at_the_beginning_of_its_message(model: Model, tmp_path: Path) -> None:
    part = document(tmp_path)
    session = Session(model)
    session.generate("a", asked(part), sampling=GREEDY)
    (run,) = session.log.documents
    text = model.tokenize(TEXT, special=False)
    assert list(session.log.tokens[run.start : run.end]) == text
    span = session.log.spans[1]
    shown = model.text(session.log.tokens[span.start : span.end], special=True)
    assert shown.index('<document name="letter.txt">') < shown.index(TEXT) < shown.index("</document>")
    assert shown.index("</document>") < shown.index("Who left it?")


def test_its_tokens_do_not_depend_on_what_is_around_it(model: Model, tmp_path: Path) -> None:
    part, other = document(tmp_path), document(tmp_path, "Another one", name="b.md")
    first, second = Session(model), Session(model, system_prompt="Be kind.")
    first.add(asked(part))
    second.add(asked(other, part, id="v", text="x"))
    runs = [[list(chat.log.tokens[run.start : run.end]) for run in chat.log.documents] for chat in (first, second)]
    assert runs[0] == runs[1][1:]


@pytest.mark.parametrize("lost", ["gone", "changed"])
def test_a_message_whose_document_cannot_be_read_changes_nothing(model: Model, tmp_path: Path, lost: str) -> None:
    part = document(tmp_path)
    Path(part.path).unlink() if lost == "gone" else Path(part.path).write_text("other")
    session = Session(model)
    before = list(session.log.tokens)
    with pytest.raises(BadDocument, match=r"letter\.txt"):
        session.generate("a", asked(part), sampling=GREEDY)
    assert list(session.log.tokens) == before and session.messages == [] and session.log.documents == []


def test_a_document_that_does_not_fit_is_refused_with_numbers(model: Model, tmp_path: Path) -> None:
    part = document(tmp_path, "The heron slept beside the river. " * 60)
    session = Session(model, policy=CompactionPolicy(auto=False))
    with pytest.raises(MessageTooLong) as refused:
        session.generate("a", asked(part), sampling=GREEDY)
    assert refused.value.text.args["tokens"] > 1900 and 0 < refused.value.text.args["room"] < 1024
    assert session.log.documents == []


def test_the_chat_is_built_anew_from_its_log_without_the_file(model: Model, tmp_path: Path) -> None:
    part = document(tmp_path)
    session = Session(model)
    session.generate("a", asked(part), sampling=GREEDY)
    Path(part.path).unlink()
    tokens = list(session.log.tokens)
    session.rebuild()
    assert session.cached == len(session.log) and list(session.log.tokens) == tokens


def test_it_counts_as_it_stands_in_a_message(asking: Asked, tmp_path: Path) -> None:
    part = document(tmp_path)
    bare = asking.ask(p.Tokenize(id=7, text="x")).tokens
    counted = asking.ask(p.Tokenize(id=8, text="x", documents=(part,))).tokens
    frame = '<document name="letter.txt">\n\n</document>\n'
    assert counted == bare + len(TEXT) + len(frame)
    refused = asking.ask(p.Tokenize(id=9, text="x", documents=(DocumentPart("0" * 64, "a", part.path),)))
    assert (refused.code, refused.text.code) == ("bad_document", "document.changed")


def test_a_cut_before_the_document_takes_it_away(model: Model, tmp_path: Path) -> None:
    session = Session(model)
    session.generate("a", PromptMessage(id="u0", role="user", content="Hello"), sampling=GREEDY)
    session.generate("b", asked(document(tmp_path)), sampling=GREEDY)
    assert session.log.documents
    session.truncate("a")
    assert session.log.documents == [] and [message.id for message in session.messages] == ["u0", "a"]


# --------------------------------------------------------------------------- opened again


class Asked(HostHarness):
    """A host with the small model and one chat."""

    def __init__(self, folder: Path, model: Path = TINY) -> None:
        super().__init__()
        self.folder = folder
        assert isinstance(self.ask(p.Load(id=1, path=str(model), n_ctx=1024, n_threads=1)), p.Loaded)

    def open(self, *messages: PromptMessage, chat: str = "c", **fields: Any) -> p.Opened:
        opened = self.ask(p.OpenChat(id=2, chat_id=chat, folder=str(self.folder / chat), messages=messages, **fields))
        assert isinstance(opened, p.Opened), opened
        return opened

    def say(self, message: PromptMessage, chat: str = "c") -> Any:
        return self.ask(p.Generate(id=3, chat_id=chat, reply_id=f"r-{message.id}", user=message, sampling=GREEDY))

    def log(self, chat: str = "c") -> TokenLog:
        found = self.host.chats.get(chat)
        assert found is not None
        return found.session.log


@pytest.fixture
def asking(tmp_path: Path) -> Iterator[Asked]:
    harness = Asked(tmp_path / "chats")
    yield harness
    harness.host.unload()


def reply_of(harness: Asked, message: PromptMessage, chat: str = "c") -> PromptMessage:
    found = harness.host.chats.get(chat)
    assert found is not None
    return next(said for said in found.session.messages if said.id == f"r-{message.id}")


def test_a_chat_with_a_document_resumes_without_its_file(asking: Asked, tmp_path: Path) -> None:
    message = asked(document(tmp_path))
    asking.open()
    asking.say(message)
    said = reply_of(asking, message)
    runs = asking.log().documents
    asking.ask(p.CloseChat(id=4))
    Path(message.documents[0].path).unlink()
    opened = asking.open(message, said)
    assert (opened.how, opened.note) == ("resumed", None)
    assert asking.log().documents == runs


def test_a_changed_document_is_told_and_loses_nothing_else(asking: Asked, tmp_path: Path) -> None:
    part, other = document(tmp_path), document(tmp_path, "The owl painted the chapel.", name="owl.txt")
    message = asked(part, other)
    asking.open()
    asking.say(message)
    said = reply_of(asking, message)
    Path(part.path).write_text("The otter did it.")
    opened = asking.open(message, said, chat="elsewhere")  # nothing is saved of it here
    assert opened.how == "rebuilt" and "letter.txt has changed" in english.sentence(opened.note)
    assert [run.digest for run in asking.log("elsewhere").documents] == [other.digest]
    assert asking.say(asked(id="v", text="And then?"), chat="elsewhere").reason in ("eos", "length")
    asking.ask(p.CloseChat(id=5))
    opened = asking.open(message, said, chat="elsewhere")  # as it is; not read again each time
    assert opened.how == "resumed"


def test_another_document_in_a_message_is_another_message(asking: Asked, tmp_path: Path) -> None:
    part, other = document(tmp_path), document(tmp_path, "The owl painted the chapel.", name="owl.txt")
    asking.open()
    asking.say(asked(part))
    said = reply_of(asking, asked(part))
    asking.ask(p.CloseChat(id=4))
    asking.open(asked(other), said)
    assert [run.digest for run in asking.log().documents] == [other.digest]


def test_a_fork_has_the_document(asking: Asked, tmp_path: Path) -> None:
    message = asked(document(tmp_path))
    asking.open()
    asking.say(message)
    said = reply_of(asking, message)
    asking.ask(p.Snapshot(id=4, chat_id="c"))
    ids = {"u": "u2", said.id: "r2"}
    folder = str(asking.folder)
    asking.ask(p.Fork(id=5, chat_id="d", source=f"{folder}/c", folder=f"{folder}/d", ids=ids))
    forked = PromptMessage(id="u2", role="user", content=message.content, documents=message.documents)
    opened = asking.open(forked, PromptMessage(id="r2", role="assistant", content=said.content), chat="d")
    assert opened.how == "resumed" and asking.log("d").documents == asking.log("c").documents


def test_the_state_of_the_memory_is_measured_once(asking: Asked, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ten times a second for each chat, and it asks the library for every other one."""
    asking.open()
    asking.say(PromptMessage(id="u", role="user", content="Hello"))
    chat, measured = asking.host.chats.get("c"), []
    assert chat is not None
    measure = usage.measure
    monkeypatch.setattr(usage, "measure", lambda *args: (measured.append(1), measure(*args))[1])
    chat.relay.memory(force=True)
    assert len(measured) == 1
    assert chat.session.fill() and len(measured) == 2
