"""How replies end: in the middle of a character, and at a stop string."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.chat.listener import Silent
from engine.chat.session import Session
from engine.chat.token_log import text_digest
from engine.model.model import Model
from engine.protocol import PromptMessage, Sampling
from engine.sampling.reply_text import ReplyText, begun_character
from engine.sampling.sampler import Sampler

TINY = Path(__file__).parents[1] / "fixtures" / "models" / "plain.gguf"
ASKED = PromptMessage("u", "user", "Write it.")


@given(st.text(max_size=6), st.integers(0, 24))
def test_a_character_that_is_cut_is_whole_when_the_rest_comes(text: str, at: int) -> None:
    data = text.encode()
    first = ReplyText()
    said = first.feed(data[:at]) + first.finish()
    begun = begun_character(data[:at])
    assert said.encode() + begun == data[:at]
    rest = ReplyText(begun=begun)
    assert said + rest.feed(data[at:]) + rest.finish() == text


def test_what_is_no_character_is_not_waited_for() -> None:
    for data in (b"", b"ab", b"\x80\x80\x80\x80", b"\xc3\xa9", b"\xf0\x9f\x98\x80", b"\xff", b"\xc0"):
        assert begun_character(data) == b""
    assert begun_character(b"a\xf0\x9f\x98") == b"\xf0\x9f\x98"


def test_nothing_is_shown_behind_a_stop_string() -> None:
    text = ReplyText(("stop",))
    assert text.feed(b"so st") == "so " and text.feed(b"op it") == ""
    assert text.feed(b" and on") == text.finish() == ""
    assert (text.received, text.shown) == (10, 3)


def test_the_first_of_several_stop_strings_ends_it() -> None:
    """Whatever their order is; both may come with one token."""
    text = ReplyText(("User:", "\n\n"))
    assert text.feed(b"Yes.\n\nUser:") == "Yes." and text.stopped_by == "\n\n"


def test_an_empty_stop_string_stops_nothing() -> None:
    text = ReplyText(("", "\n"))
    assert text.feed(b"Yes") == "Yes" and not text.stopped
    assert text.feed(b"\n") == "" and text.stopped_by == "\n"


def test_it_is_known_where_a_stop_string_may_begin() -> None:
    text = ReplyText(("\nUser:",))
    begins = []
    for piece in (b"a", b"b\n", b"Us", b"\n\n", b"User", b"\xc3", b"\xa9", b"."):
        text.feed(piece)
        begins.append(text.begins_stop)
    assert begins == [False, True, False, True, False, False, False, False]


@pytest.fixture
def letters() -> Iterator[Model]:
    """A model whose tokens are single letters, and single bytes of others."""
    with Model.open(str(TINY), n_ctx=512) as model:
        yield model


def writes(monkeypatch: pytest.MonkeyPatch, tokens: Sequence[int]) -> None:
    """Have replies consist of these, whatever the model would say."""
    left: Iterator[int] = iter(tokens)
    monkeypatch.setattr(Sampler, "next", lambda *_: next(left))


@pytest.mark.native
def test_a_reply_goes_on_within_a_character(letters: Model, monkeypatch: pytest.MonkeyPatch) -> None:
    tokens = letters.tokenize("Hi 漢字!", special=False)
    assert [letters.piece(token) for token in tokens[3:5]] == [b"\xe6", b"\xbc"], "characters are cut between tokens"
    writes(monkeypatch, [*tokens, letters.end_token])
    session = Session(letters)
    assert session.generate("r", ASKED, sampling=Sampling(max_tokens=5)).text == "Hi "
    assert session.messages[-1].content == "Hi "
    session.generate("r", continue_reply=True, sampling=Sampling(max_tokens=99))
    assert session.messages[-1].content == "Hi 漢字!"


@pytest.mark.native
@pytest.mark.parametrize(("stop", "shown"), [("the", "Over "), ("ver", "O"), ("Over", ""), ("the river.", "Over ")])
def test_a_stop_string_does_not_stay_in_the_memory(
    letters: Model, monkeypatch: pytest.MonkeyPatch, stop: str, shown: str
) -> None:
    writes(monkeypatch, [*letters.tokenize("Over the river.", special=False), letters.end_token])
    session = Session(letters)
    reply = session.generate("r", ASKED, sampling=Sampling(max_tokens=99, stop=(stop,)))
    assert (reply.text, reply.stopped_by) == (shown, stop)
    span = session.log.spans[-1]
    said = letters.text(session.log.tokens[span.start :], special=True)
    assert said.endswith("assistant\n" + shown), "the model has another text than people"
    assert session.cached <= len(session.log)


@pytest.mark.native
def test_what_a_token_says_before_a_stop_string_stays(letters: Model, monkeypatch: pytest.MonkeyPatch) -> None:
    """Here tokens are single letters, so that one is made to say three."""
    pair = letters.tokenize("ab", special=False)
    piece = Model.piece
    monkeypatch.setattr(Model, "piece", lambda self, t, **k: b"abc" if t == pair[1] else piece(self, t, **k))
    writes(monkeypatch, pair)
    session = Session(letters)
    assert session.generate("r", ASKED, sampling=Sampling(max_tokens=9, stop=("c",))).text == "aab"
    span = session.log.spans[-1]
    assert list(session.log.tokens[span.end - 3 :]) == [pair[0], *pair]


@pytest.mark.native
def test_a_reply_of_which_a_stop_string_leaves_nothing_stays_a_message(
    letters: Model, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where replies begin with nothing of the template's, none of its tokens is left."""
    writes(monkeypatch, letters.tokenize("no", special=False))
    monkeypatch.setattr(Session, "_opening", lambda _: ("", False))
    session = Session(letters)
    assert session.generate("r", ASKED, sampling=Sampling(max_tokens=9, stop=("n",))).text == ""
    question, reply = session.log.spans[-2:]
    assert (question.id, reply.id, reply.end - reply.start) == ("u", "r", 0) and session.log.is_sound()
    assert question.digest == text_digest(ASKED.content) and session.log.end_of("r") == len(session.log)
    session.truncate("u")
    assert session.messages == [ASKED] and session.log.spans[-1] == question


@pytest.mark.native
def test_a_reply_that_never_began_is_not_in_the_log(letters: Model, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where replies begin with nothing of the template's: nothing would agree with the log behind it."""
    writes(monkeypatch, [*letters.tokenize("no", special=False), letters.end_token])
    monkeypatch.setattr(Session, "_opening", lambda _: ("", False))
    listener = Silent()
    session = Session(letters, listener=listener)
    with monkeypatch.context() as patch:
        patch.setattr(listener, "cancelled", lambda: True)
        assert session.generate("r", ASKED).reason == "cancelled"
    assert [span.id for span in session.log.spans] == ["system", "u"] and session.messages == [ASKED]
    assert session.generate("r").text == "no"
    assert [span.id for span in session.log.spans] == ["system", "u", "r"]


@pytest.mark.native
def test_marks_that_say_nothing_stay_before_a_stop_string(letters: Model, monkeypatch: pytest.MonkeyPatch) -> None:
    mark, *rest = letters.tokenize("#abc", special=False)
    piece = Model.piece
    monkeypatch.setattr(Model, "piece", lambda self, t, **k: b"" if t == mark else piece(self, t, **k))
    writes(monkeypatch, [mark, *rest])
    session = Session(letters)
    session._mark_tokens = {mark}
    assert session.generate("r", ASKED, sampling=Sampling(max_tokens=9, stop=("a",))).text == ""
    assert session.log.tokens[-1] == mark
