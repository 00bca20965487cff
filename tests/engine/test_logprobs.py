"""Probabilities of the tokens of a reply: those of the model's logits, and how they reach the program."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from engine import protocol as p
from engine.chat.listener import Silent
from engine.chat.session import Session
from engine.protocol import PromptMessage, Sampling, TokenLogprob
from engine.sampling.logprobs import LEAST, MOST_OPTIONS, logprob_of
from tests.engine.host_harness import HostHarness

ASK = PromptMessage(id="u1", role="user", content="Write a list of three colours.")


def piece(token: int) -> bytes:
    return bytes([97 + token % 26])


def log_softmax(logits: npt.NDArray[np.float32]) -> npt.NDArray[np.float64]:
    wide = logits.astype(np.float64)
    wide -= wide.max()
    return np.asarray(wide - np.log(np.exp(wide).sum()))


# --------------------------------------------------------------------------- the numbers


def test_a_token_gets_its_softmax_and_the_likeliest_come_first() -> None:
    logits = np.array([0.0, 3.0, -2.0, 3.0, 1.0], dtype=np.float32)
    found = logprob_of(logits, 4, 3, piece)
    expected = log_softmax(logits)
    assert (found.token, found.piece) == (4, b"e")
    assert found.logprob == pytest.approx(expected[4], abs=1e-6)
    assert [option.token for option in found.top] == [1, 3, 4]  # of equal ones the lower number
    assert [option.logprob for option in found.top] == pytest.approx(expected[[1, 3, 4]], abs=1e-6)
    assert [option.piece for option in found.top] == [b"b", b"d", b"e"]
    assert logits.tolist() == [0.0, 3.0, -2.0, 3.0, 1.0]


def test_large_logits_and_excluded_tokens_have_finite_logarithms() -> None:
    logits = np.array([90_000.0, -np.inf, 89_990.0], dtype=np.float32)
    found = logprob_of(logits, 1, 3, piece)
    assert found.logprob == LEAST
    assert [option.token for option in found.top] == [0, 2, 1]
    assert found.top[1].logprob == pytest.approx(-10, abs=1e-3)
    assert all(math.isfinite(option.logprob) for option in found.top)


@pytest.mark.parametrize(("asked", "n"), [(0, 0), (1, 1), (20, 20), (500, MOST_OPTIONS)])
def test_as_many_alternatives_as_asked_for(asked: int, n: int) -> None:
    assert len(logprob_of(np.arange(100, dtype=np.float32), 3, asked, piece).top) == n
    assert len(logprob_of(np.arange(7, dtype=np.float32), 3, asked, piece).top) == min(n, 7)


def test_they_travel_in_events() -> None:
    found = logprob_of(np.arange(9, dtype=np.float32), 3, 5, piece)
    event = p.Token(id=3, chat_id="c", reply_id="r", text="", n=1, logprobs=(found,))
    assert p.decode_event(p.encode(event)[4:]) == event
    request = p.Generate(id=1, chat_id="c", reply_id="r", sampling=Sampling(top_logprobs=5))
    assert p.decode_request(p.encode(request)[4:]) == request


# --------------------------------------------------------------------------- of the real model


class Heard(Silent):
    def __init__(self) -> None:
        self.logprobs: list[TokenLogprob] = []

    def sampled(self, logprob: TokenLogprob) -> None:
        self.logprobs.append(logprob)


def written(model: Any, **parameters: Any) -> tuple[Session, list[TokenLogprob]]:
    """A reply in a new chat, and the probabilities that were told."""
    model.clear()
    heard = Heard()
    session = Session(model, system_prompt="You are a helpful assistant.", listener=heard)
    reply = session.generate("r1", ASK, sampling=Sampling(**{"max_tokens": 16, "seed": 7, **parameters}))
    assert reply.logprobs == heard.logprobs
    return session, heard.logprobs


def read_again(model: Any, tokens: list[int]) -> npt.NDArray[np.float64]:
    """Log-probabilities after each of ``tokens``, shape [len(tokens), n_vocab], from one pass over them all."""
    model.clear()
    model.decode(tokens, 0, all_logits=True)
    rows = [np.ctypeslib.as_array(model.logits(i), shape=(model.n_vocab,)).copy() for i in range(len(tokens))]
    return np.stack([log_softmax(row) for row in rows])


@pytest.mark.model
@pytest.mark.native
@pytest.mark.parametrize(
    "parameters",
    [
        {"temperature": 0.0},
        {"temperature": 1.5, "top_k": 3, "repeat_penalty": 1.4, "presence_penalty": 1.0},
        {"temperature": 0.9, "output": "json"},
    ],
    ids=["greedy", "filtered", "json"],
)
def test_they_are_those_of_the_models_logits(model: Any, parameters: dict[str, Any]) -> None:
    """What was sampled by another rule has the model's own probability all the same."""
    session, told = written(model, top_logprobs=5, **parameters)
    tokens = session.log.tokens[: len(session.log)]
    assert [one.token for one in told] == list(tokens[-len(told) :])
    expected = read_again(model, list(tokens))[-len(told) - 1 : -1]
    for one, row in zip(told, expected, strict=True):
        assert one.piece == model.piece(one.token, special=True)
        # decoding token by token and in one pass differ by rounding, so the comparison has a margin
        assert one.logprob == pytest.approx(row[one.token], abs=0.05)
        assert [option.logprob for option in one.top] == pytest.approx(np.sort(row)[::-1][:5], abs=0.05)
        assert [option.logprob for option in one.top] == pytest.approx([row[o.token] for o in one.top], abs=0.05)
    if parameters["temperature"] == 0:
        assert all(one.token == one.top[0].token for one in told)


@pytest.mark.model
@pytest.mark.native
def test_they_change_nothing_and_cost_nothing_unless_asked_for(model: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    with_them = written(model, top_logprobs=3, temperature=1.1)[0].messages[-1].content
    monkeypatch.setattr("engine.sampling.sampler.logprob_of", None)
    session, told = written(model, temperature=1.1)
    assert told == []
    assert session.messages[-1].content == with_them


@pytest.mark.model
@pytest.mark.native
def test_none_is_told_of_a_token_that_a_stop_string_took_out(model: Any) -> None:
    """Clients put them beside the text, token for token."""
    whole = written(model, temperature=0)[0].messages[-1].content
    for at in (len(whole) // 3, len(whole) // 2):
        stop = whole[at : at + 5]
        session, told = written(model, temperature=0, top_logprobs=1, stop=(stop,))
        said = session.messages[-1].content
        assert said == whole[: whole.index(stop)]
        pieces = [one.piece.decode() for one in told]
        assert "".join(pieces).startswith(said) and len("".join(pieces[:-1])) < len(said)


@pytest.mark.model
@pytest.mark.native
def test_the_engine_tells_each_token_once(model_path: Path, tmp_path: Path) -> None:
    """Streamed with a reply, and together with one that belongs to no chat."""
    engine = HostHarness()
    assert isinstance(engine.ask(p.Load(id=1, path=str(model_path), n_ctx=512)), p.Loaded)
    engine.ask(p.OpenChat(id=2, chat_id="c", folder=str(tmp_path)))
    sampling = Sampling(temperature=0, max_tokens=12, top_logprobs=2)
    replied = engine.ask(p.Generate(id=3, chat_id="c", reply_id="r", user=ASK, sampling=sampling))
    tokens = [event for event in engine.events if isinstance(event, p.Token)]
    told = [one for event in tokens for one in event.logprobs]
    assert len(told) == replied.tokens
    assert b"".join(one.piece for one in told).decode() == "".join(event.text for event in tokens)
    assert all(len(one.top) == 2 for one in told)
    completed = engine.ask(p.Complete(id=4, prompt=ASK.content, sampling=sampling))
    assert b"".join(one.piece for one in completed.logprobs).decode().startswith(completed.text)
    engine.host.unload()
