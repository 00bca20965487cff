"""Embeddings by the engine, against llama-cpp-python's on the same model."""

from __future__ import annotations

import contextlib
import ctypes
import itertools
import os
import threading
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from gguf import PoolingType

from engine import protocol as p
from engine.errors import Cancelled, CannotEmbed, Internal
from engine.gguf.header import read_facts
from engine.model import embedder as module
from engine.model.embedder import FIRST_TOKENS, Embedder
from engine.model.runtime import Runtime, runtime
from engine.process.embedding import MOST_TEXTS, _state_of
from tests.engine.embedding_models import N_CTX, N_EMBD, embedding_model
from tests.engine.host_harness import HostHarness

native = pytest.mark.native
PLAIN = Path(__file__).parents[1] / "fixtures" / "models" / "plain.gguf"
TEXTS = ("The heron came home.", "a boat", "Under the old stone house, 1847!", "x", "the river " * 90)


@pytest.fixture(scope="module", params=["bert", "nomic-bert"])
def model(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return embedding_model(tmp_path_factory.mktemp("models") / "tiny.gguf", request.param)


def vectors_of(embedded: p.Embedded) -> Any:
    return np.array([np.frombuffer(vector, "<f4") for vector in embedded.vectors])


def test_a_file_says_how_it_pools(tmp_path: Path) -> None:
    assert read_facts(embedding_model(tmp_path / "a.gguf", pooling=PoolingType.CLS)).pooling == "cls"
    assert read_facts(embedding_model(tmp_path / "b.gguf", pooling=None)).pooling == "mean"
    assert read_facts(embedding_model(tmp_path / "c.gguf", pooling=PoolingType.RANK)).pooling == ""
    assert read_facts(PLAIN).pooling == ""


@native
def test_vectors_are_those_of_the_library(model: Path) -> None:
    from llama_cpp import Llama

    theirs = Llama(
        str(model),
        embedding=True,
        n_ctx=N_CTX,
        n_batch=N_CTX,
        n_ubatch=N_CTX,
        n_threads=1,
        n_threads_batch=1,
        verbose=False,
    )
    expected = theirs.create_embedding(list(TEXTS))
    rows = np.array([one["embedding"] for one in expected["data"]])
    host = HostHarness()
    embedded = host.ask(p.Embed(id=1, path=str(model), n_threads=1, texts=TEXTS))
    host.host.unload()
    assert isinstance(embedded, p.Embedded), embedded
    assert embedded.n_embd == N_EMBD and embedded.n_tokens == expected["usage"]["prompt_tokens"]
    found = vectors_of(embedded)
    assert np.allclose(np.linalg.norm(found, axis=1), 1, atol=1e-6)
    assert np.abs(found - rows / np.linalg.norm(rows, axis=1, keepdims=True)).max() < 2e-3  # kernels differ by batch
    assert found[0] @ found[1] < 0.999, "they tell texts apart"


@native
def test_a_batch_is_given_up_while_it_is_computed(model: Path) -> None:
    """A long text takes seconds, for which the load of a model would wait."""
    embedder = Embedder.open(model, n_threads=1)
    texts = [embedder.tokens_of(text) for text in TEXTS]
    asked = itertools.count()
    before = embedder.embed(texts, lambda: next(asked) < 0)
    nodes = next(asked)
    assert nodes > 4, "it is asked between the operations of a batch"
    left = itertools.count(-nodes // 2)
    with pytest.raises(Cancelled):
        embedder.embed(texts, lambda: next(left) >= 0)
    assert next(left) == 1, "and goes on no further"
    assert np.array_equal(embedder.embed(texts), before)
    embedder.close()


@native
def test_a_text_that_memory_is_too_small_for_is_refused(model: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What a context takes grows with the square of its tokens, and the system ends who takes too much."""
    embedder = Embedder.open(model, n_threads=1)
    monkeypatch.setattr(module, "available", lambda: 1 << 20)
    with pytest.raises(CannotEmbed, match=f"has 1,?000 tokens.*at most {FIRST_TOKENS} at a time"):
        embedder.embed([[7] * 1000])
    assert np.isfinite(embedder.embed([[7] * FIRST_TOKENS])).all(), "its context is still there"
    embedder.close()


class Overflowing:
    """The library, where the vectors of some texts of a batch come out as no numbers."""

    def __init__(self, library: Any, texts: set[int], number: float) -> None:
        self._library, self._texts = library, texts
        self._row = (ctypes.c_float * N_EMBD)(*[number] * N_EMBD)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._library, name)

    def llama_get_embeddings_seq(self, context: Any, text: int) -> Any:
        row = self._library.llama_get_embeddings_seq(context, text)
        return ctypes.cast(self._row, type(row)) if text in self._texts else row


@native
@pytest.mark.parametrize("number", [float("nan"), float("inf")])
def test_a_vector_of_no_numbers_is_like_no_other(model: Path, number: float) -> None:
    """As half precision gives where it overflows: searches compare with all vectors, and clients read JSON."""
    with contextlib.closing(Embedder.open(model, n_threads=1)) as embedder:
        texts = [embedder.tokens_of(text) for text in TEXTS[:3]]
        before = embedder.embed(texts)
        library = embedder._c
        embedder._c = Overflowing(library, {1}, number)
        found = embedder.embed(texts)
        assert np.array_equal(found[[0, 2]], before[[0, 2]]) and not found[1].any()
        embedder._c = Overflowing(library, {0, 1, 2}, number)
        with pytest.raises(Internal, match="not a number"):
            embedder.embed(texts)
        embedder._c = library


class FullCard:
    """The library with a card that has no room for a model's weights, or for contexts of more than so many tokens."""

    def __init__(self, library: Any, *, weights: bool, tokens: int = 0) -> None:
        self._library, self._weights, self._tokens = library, weights, tokens
        self._there = False  # the model is on the card
        self.loads: list[int] = []

    def __getattr__(self, name: str) -> Any:
        return getattr(self._library, name)

    def llama_model_load_from_file(self, path: bytes, params: Any) -> Any:
        self.loads.append(params.n_gpu_layers)
        self._there = params.n_gpu_layers != 0
        if self._there and not self._weights:
            return None
        params.n_gpu_layers, params.devices = 0, None
        return self._library.llama_model_load_from_file(path, params)

    def llama_init_from_model(self, model: Any, params: Any) -> Any:
        too_long = self._there and params.n_ctx > self._tokens
        return None if too_long else self._library.llama_init_from_model(model, params)


class WithCard:
    """The library's runtime, with another library of functions."""

    load_model = Runtime.load_model

    def __init__(self, c: Any) -> None:
        self.c = c

    def __getattr__(self, name: str) -> Any:
        return getattr(runtime(), name)


@native
@pytest.mark.parametrize(("weights", "tokens", "before"), [(False, 0, [-1, 0]), (True, 0, [-1, 0]), (True, 512, [-1])])
def test_a_card_without_room_beside_the_other_model_is_left_to_it(
    model: Path, monkeypatch: pytest.MonkeyPatch, weights: bool, tokens: int, before: list[int]
) -> None:
    with_card = WithCard(FullCard(runtime().c, weights=weights, tokens=tokens))
    (processor,) = (device for device in runtime().devices() if device.kind == "cpu")
    monkeypatch.setattr(module, "runtime", lambda: with_card)
    monkeypatch.setattr(module, "placeable", lambda devices: (processor,))
    embedder = Embedder.open(model, n_threads=1)
    vectors = embedder.embed([embedder.tokens_of("the heron")])
    assert with_card.c.loads == before
    longer = embedder.embed([embedder.tokens_of("the river " * (FIRST_TOKENS // 2 + 1))])
    embedder.close()
    assert with_card.c.loads == [-1, 0]
    monkeypatch.undo()
    alone = Embedder.open(model, n_gpu_layers=0, n_threads=1)
    assert np.array_equal(vectors, alone.embed([alone.tokens_of("the heron")]))
    alone.close()
    assert np.isfinite(longer).all()


@native
def test_a_model_that_can_be_had_nowhere_any_more_is_loaded_anew(model: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The card has no room for a longer text, and the file is away just then: what was freed is not used again."""
    card = FullCard(runtime().c, weights=True, tokens=FIRST_TOKENS)
    (processor,) = (device for device in runtime().devices() if device.kind == "cpu")
    monkeypatch.setattr(module, "runtime", lambda: WithCard(card))
    monkeypatch.setattr(module, "placeable", lambda devices: (processor,))
    host = HostHarness()

    def ask(text: str) -> Any:
        return host.ask(p.Embed(id=1, path=str(model), n_threads=1, texts=(text,)))

    before = ask("the heron").vectors
    away = model.with_suffix(".away")
    model.rename(away)
    try:
        refused = ask("the river " * (FIRST_TOKENS // 2 + 1))
    finally:
        away.rename(model)
    assert refused.code == "model_load_failed"
    assert ask("the heron").vectors == before
    host.host.unload()


@native
def test_long_texts_are_tokenized_again_where_their_model_left_the_card(
    model: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody has stopped who waits for them: another request's text wanted more room than the card has."""
    card = FullCard(runtime().c, weights=True, tokens=FIRST_TOKENS)
    (processor,) = (device for device in runtime().devices() if device.kind == "cpu")
    monkeypatch.setattr(module, "runtime", lambda: WithCard(card))
    monkeypatch.setattr(module, "placeable", lambda devices: (processor,))
    host = HostHarness()
    host.ask(p.Embed(id=1, path=str(model), n_threads=1, texts=("the heron",)))
    embedder = host.host._embedding._embedder
    assert embedder is not None
    thread, go_on = embedder.background, threading.Event()
    close, other = thread.close, thread.begin(lambda: go_on.wait(60))  # what the thread does takes long

    def closed() -> None:
        for call in {*thread._calls} - {other}:
            call.give_up()
        go_on.set()
        close()

    monkeypatch.setattr(thread, "close", closed)
    long = host.host.submit(p.Embed(id=2, path=str(model), n_threads=1, texts=("the heron " * 5_000,), cut=True))
    host.host.step()
    wide = p.Embed(id=3, path=str(model), n_threads=1, texts=("the river " * (FIRST_TOKENS // 2 + 1),))
    assert isinstance(host.ask(wide), p.Embedded) and card.loads == [-1, 0]
    while not long.closed:
        host.host.step()
    done = next(event for event in host.events if event.id == 2)
    assert isinstance(done, p.Embedded), done
    host.host.unload()


@native
def test_other_settings_load_it_anew(model: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    card = FullCard(runtime().c, weights=True, tokens=FIRST_TOKENS)
    monkeypatch.setattr(module, "runtime", lambda: WithCard(card))
    host = HostHarness()
    for layers in (-1, -1, 0, 0):
        host.ask(p.Embed(id=1, path=str(model), n_threads=1, n_gpu_layers=layers, texts=("the heron",)))
    host.host.unload()
    assert card.loads == [-1, 0], "a card that is not to be used is left"


@native
def test_another_model_in_place_of_a_file_is_loaded(tmp_path: Path) -> None:
    host, path = HostHarness(), tmp_path / "model.gguf"
    vectors = []
    for arch in ("bert", "nomic-bert"):
        path.unlink(missing_ok=True)
        embedding_model(path, arch)
        vectors.append(vectors_of(host.ask(p.Embed(id=1, path=str(path), n_threads=1, texts=TEXTS))))
    many = host.host.submit(p.Embed(id=2, path=str(path), n_threads=1, texts=TEXTS * 20))
    while host.host._embedding._embedder is None or not many.running:
        host.host.step()
    host.host.step()
    assert not many.closed
    path.unlink()
    embedding_model(path, "bert")  # in the middle of a request
    while not many.closed:
        host.host.step()
    path.unlink()
    left = vectors_of(host.ask(p.Embed(id=1, path=str(path), n_threads=1, texts=TEXTS)))
    host.host.unload()
    assert np.abs(vectors[0] - vectors[1]).max() > 0.1, "its vectors are its own"
    whole = vectors_of(next(event for event in host.events if event.id == 2))
    assert np.allclose(whole, np.tile(vectors[0], (20, 1)), atol=1e-5), "all of one model"
    assert (left == vectors[0]).all(), "one whose file is gone serves on"


@native
def test_batches_change_nothing(model: Path) -> None:
    embedder = Embedder.open(model, n_threads=1)
    texts = [embedder.tokens_of(f"the {word} bird of {n}") for n, word in enumerate(["red", "old"] * 40)]
    parts = list(embedder.batches(texts))
    assert [part.stop for part in parts[:-1]] == [part.start for part in parts[1:]] and len(parts) > 1
    together = np.concatenate([embedder.embed(texts[part]) for part in parts])
    alone = np.concatenate([embedder.embed([text]) for text in texts])
    longer = embedder.embed([embedder.tokens_of("the river " * (FIRST_TOKENS // 2 + 1))])
    again = embedder.embed(texts[:3])
    embedder.close()
    assert np.abs(together - alone).max() < 2e-3
    assert longer.shape == (1, N_EMBD) and np.isfinite(longer).all()
    assert np.abs(again - alone[:3]).max() < 2e-3


@native
def test_no_more_text_is_taken_at_a_time_than_there_is_room_for(model: Path) -> None:
    """What a context takes grows with the square of it."""
    with contextlib.closing(Embedder.open(model, n_threads=1)) as embedder:
        texts = [[7] * n for n in (200, 300, 12, 1, 500, 600, 1)]
        assert [texts[part] for part in embedder.batches(texts)] == [texts[:3], texts[3:5], [texts[5]], [texts[6]]]
        assert list(embedder.batches([])) == []


@native
def test_a_text_that_is_cut_still_ends_as_one(model: Path) -> None:
    """Models take the mark at the end for where a text is whole."""
    with contextlib.closing(Embedder.open(model, n_threads=1)) as embedder:
        whole = embedder.tokens_of("the old bird", cut=True)
        long = embedder.tokens_of("the " * N_CTX + "heron", cut=True)
        assert len(long) == embedder.longest and long[0] == whole[0] and long[-1] == whole[-1] != long[-2]
        assert embedder.tokens_of(list(range(1, 9)), cut=True) == list(range(1, 9))


@native
def test_a_model_that_is_unloaded_is_freed(model: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its memory is a card's, perhaps, for the one that is loaded next."""
    host, closed = HostHarness(), []
    close = Embedder.close
    monkeypatch.setattr(Embedder, "close", lambda self: (closed.append(self), close(self))[1])
    host.ask(p.Embed(id=1, path=str(model), n_threads=1, texts=("the heron",)))
    embedder = host.host._embedding._embedder
    assert closed == []
    host.host.unload()
    assert closed == [embedder] and not host.host.embeds


def test_a_file_in_place_of_another_is_another_one_whatever_its_size(tmp_path: Path) -> None:
    path, new = tmp_path / "model.gguf", tmp_path / "new.gguf"
    path.write_bytes(b"x" * 100)
    os.utime(path, (1, 1))
    before = _state_of(path)
    assert before == _state_of(str(path)) is not None
    new.write_bytes(b"y" * 100)
    new.replace(path)
    assert _state_of(path) not in (before, None)
    path.unlink()
    assert _state_of(path) is None


@native
def test_what_cannot_be_embedded_is_told(model: Path) -> None:
    host = HostHarness()

    def asked(*texts: Any, path: Path = model) -> Any:
        return host.ask(p.Embed(id=2, path=str(path), n_threads=1, texts=texts))

    assert asked("the " * (N_CTX + 1)).text.code == "embed.too_long"
    cut = host.ask(p.Embed(id=2, path=str(model), n_threads=1, texts=("a", "the " * (N_CTX + 1)), cut=True))
    assert isinstance(cut, p.Embedded) and len(cut.vectors) == 2
    assert asked((5, 1 << 20)).text.code == asked((5, -1)).text.code == "embed.no_such_token"
    assert asked(()).text.code == "embed.nothing" and asked().text.code == "embed.nothing"
    assert asked(*("a",) * (MOST_TEXTS + 1)).text.code == "embed.too_many"
    assert asked("a", path=PLAIN).text.code == "embed.no_embedder"
    assert isinstance(asked("a"), p.Embedded), "what went wrong before harms nothing"
    host.host.unload()


@native
def test_it_goes_beside_a_model_that_writes(model: Path) -> None:
    host = HostHarness()
    loaded = host.ask(p.Load(id=1, path=str(PLAIN), n_ctx=512, n_threads=1))
    assert isinstance(loaded, p.Loaded)
    tokens = tuple(Embedder.open(model, n_threads=1).tokens_of("the heron"))
    embedded = host.ask(p.Embed(id=2, path=str(model), n_threads=1, texts=("the heron", tokens)))
    assert embedded.vectors[0] == embedded.vectors[1]
    completed = host.ask(p.Complete(id=3, prompt="A heron.", sampling=p.Sampling(max_tokens=4)))
    assert isinstance(completed, p.Completed)
    ticket = host.host.submit(p.Embed(id=4, path=str(model), n_threads=1, texts=("a",) * 200))
    host.host.step()
    ticket.cancel.set()
    while not ticket.closed:
        host.host.step()
    assert host.events[-1].code == "cancelled"
    host.host.unload()


@native
def test_long_texts_are_tokenized_while_others_go_on(model: Path, tmp_path: Path) -> None:
    host, ids = HostHarness(), itertools.count(1)
    other = embedding_model(tmp_path / "other.gguf")
    texts = ("the heron " * 5_000, "under the old bird")

    def request(*texts: str, path: Path = model) -> p.Embed:
        return p.Embed(id=next(ids), path=str(path), n_threads=1, texts=texts, cut=True)

    whole = host.ask(request(*texts))
    embedder = host.host._embedding._embedder
    assert embedder is not None
    go_on = threading.Event()
    embedder.background.begin(go_on.wait)  # what the thread does takes long
    long, stopped = host.host.submit(request(*texts)), host.host.submit(request(*texts))
    another, late = host.host.submit(request("a boat", path=other)), host.host.submit(request("a", path=other))
    assert isinstance(host.ask(request("a boat")), p.Embedded), "it needs no thread"
    for ticket in (stopped, late):
        ticket.cancel.set()
    while not (stopped.closed and late.closed):
        host.host.step()
    assert [event.code for event in host.events[-2:]] == ["cancelled", "cancelled"]
    assert not long.closed and not another.closed, "the model is not freed while the thread reads it"
    go_on.set()
    while not (long.closed and another.closed):
        host.host.step()
    done = {event.id: event for event in host.events}
    assert done[long.request.id].vectors == whole.vectors
    assert isinstance(done[another.request.id], p.Embedded)
    host.host.unload()
