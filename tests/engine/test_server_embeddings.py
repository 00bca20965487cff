"""``/v1/embeddings``: what is sent and comes back, and which model answers."""

from __future__ import annotations

import base64
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from engine import protocol as p
from engine.process import embedding
from engine.server.local import LocalServer
from engine.server.options import ServerOptions
from tests.engine.embedding_models import N_EMBD, embedding_model
from tests.engine.http_harness import ServerHarness, running, until, user

pytestmark = pytest.mark.native
PATH = "/v1/embeddings"


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return embedding_model(tmp_path_factory.mktemp("models") / "tiny-embed.gguf", "nomic-bert")


@pytest.fixture(scope="module")
def served(model: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerHarness]:
    yield from running(tmp_path_factory.mktemp("served"), options={"embeddings": model})


def vectors(answer: Any) -> Any:
    assert answer.status == 200, answer.data
    assert [one["index"] for one in answer.json["data"]] == list(range(len(answer.json["data"])))
    return np.array([one["embedding"] for one in answer.json["data"]], np.float32)


def test_texts_and_tokens_become_vectors(served: ServerHarness) -> None:
    one = served.post(PATH, {"input": "the heron", "model": "tiny-embed"})
    assert one.json["object"] == "list" and one.json["model"] == "tiny-embed"
    usage = one.json["usage"]
    assert usage["prompt_tokens"] == usage["total_tokens"] > 0
    (row,) = vectors(one)
    assert row.shape == (N_EMBD,) and np.isclose(np.linalg.norm(row), 1, atol=1e-5)
    several = vectors(served.post(PATH, {"input": ["a boat", "the heron"]}))
    assert np.allclose(several[1], row, atol=2e-3) and not np.allclose(several[0], row, atol=0.05)
    tokens = [5, 6, 7]
    assert np.allclose(
        vectors(served.post(PATH, {"input": tokens}))[0],
        vectors(served.post(PATH, {"input": [tokens, [8]]}))[0], atol=2e-3,
    )  # fmt: skip


def test_vectors_come_as_numbers_or_bytes_and_shorter_when_asked(served: ServerHarness) -> None:
    body = {"input": "the heron"}
    row = vectors(served.post(PATH, body))[0]
    packed = served.post(PATH, {**body, "encoding_format": "base64"}).json["data"][0]["embedding"]
    assert np.array_equal(np.frombuffer(base64.b64decode(packed), "<f4"), row)
    short = vectors(served.post(PATH, {**body, "dimensions": 8}))[0]
    assert np.allclose(short, row[:8] / np.linalg.norm(row[:8]), atol=1e-6)
    for dimensions in (0, N_EMBD + 1):
        refused = served.post(PATH, {**body, "dimensions": dimensions})
        assert (refused.status, refused.json["error"]["param"]) == (400, "dimensions")


@pytest.mark.parametrize(
    ("given", "code"),
    [
        ("", "invalid_value"), ([], "invalid_value"), (["a", ""], "invalid_value"), ([1, "a"], "invalid_value"),
        ([[1 << 20]], "invalid_value"), (["a"] * 2049, "too_many"), ("the " * 2000, "invalid_value"),
        ({"text": "a"}, "invalid_request"),
    ],
)  # fmt: skip
def test_what_cannot_be_embedded_is_refused(served: ServerHarness, given: Any, code: str) -> None:
    refused = served.post(PATH, {"input": given})
    assert (refused.status, refused.json["error"]["code"]) == (400, code)


def test_each_model_does_what_it_can(served: ServerHarness) -> None:
    listed = {one["id"]: one["capabilities"] for one in served.get("/v1/models").json["data"]}
    assert listed == {"plain": ["completion"], "tiny-embed": ["embeddings"]}
    refused = served.post(PATH, {"input": "a", "model": "plain"})
    assert (refused.status, refused.json["error"]["code"]) == (400, "model_not_supported")
    assert "'plain' writes text" in refused.json["error"]["message"]
    assert vectors(served.post(PATH, {"input": "a", "model": "text-embedding-3-small"})).shape == (1, N_EMBD)
    assert served.chat([user("A heron.")])["model"] == "plain"
    assert "longthread_embedded_tokens_total 0" not in served.get("/metrics").data.decode()


def test_a_folder_has_models_of_both_kinds(model: Path, tmp_path: Path) -> None:
    with ServerHarness(tmp_path, n_ctx=512, options={"models": model.parent}) as served:
        assert vectors(served.post(PATH, {"input": "a", "model": "tiny-embed"})).shape == (1, N_EMBD)
        written = served.post("/v1/chat/completions", {"messages": [user("a")], "model": "tiny-embed"})
        assert (written.status, written.json["error"]["code"]) == (400, "model_not_supported")
        unknown = served.post(PATH, {"input": "a", "model": "none"})
        assert (unknown.status, unknown.json["error"]["code"]) == (404, "model_not_found")


def test_a_server_without_an_embedding_model_says_so(tmp_path: Path) -> None:
    with ServerHarness(tmp_path, n_ctx=512) as served:
        refused = served.post(PATH, {"input": "a", "model": "text-embedding-3-small"})
    assert refused.status == 400 and "no embedding model" in refused.json["error"]["message"]


def test_an_embedding_model_is_served_alone_and_unloaded_when_idle(model: Path, tmp_path: Path) -> None:
    with ServerHarness(tmp_path, n_ctx=512) as served:
        load = p.Load(id=1, path=str(model))
        options = ServerOptions(folder=tmp_path / "alone", port=0, load=load, embeddings=model, unload_seconds=0.05)
        served.server.stop()
        served.loop.host.submit(p.Unload(id=2))
        served.loop.wake()
        served.server = LocalServer(served.loop.host, served.loop.wake, options)
        served.server.start()
        assert vectors(served.post(PATH, {"input": "the heron"})).shape == (1, N_EMBD)
        until(lambda: not served.loop.host.embeds)
        listed = served.get("/v1/models").json["data"]
        assert [(one["id"], one["capabilities"]) for one in listed] == [("tiny-embed", ["embeddings"])]
        written = served.post("/v1/chat/completions", {"messages": [user("a")]})
        assert (written.status, written.json["error"]["code"]) == (400, "model_not_supported")
        assert vectors(served.post(PATH, {"input": "the heron"})).shape == (1, N_EMBD)


def test_each_model_does_what_it_can_while_none_is_loaded(model: Path, tmp_path: Path) -> None:
    with ServerHarness(tmp_path, n_ctx=512, options={"embeddings": model, "unload_seconds": 0.05}) as served:
        until(lambda: served.loop.host.model is None)
        listed = {one["id"]: one["capabilities"] for one in served.get("/v1/models").json["data"]}
        assert listed == {"plain": ["completion"], "tiny-embed": ["embeddings"]}
        refused = served.post(PATH, {"input": "a", "model": "plain"})
        assert (refused.status, refused.json["error"]["code"]) == (400, "model_not_supported")


def test_too_little_memory_for_it_is_told_with_what_to_do(model: Path, tmp_path: Path) -> None:
    with ServerHarness(tmp_path / "served", options={"embeddings": model}) as served:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(embedding, "available", lambda: 1 << 20)
            refused = served.post(PATH, {"input": "a"})
        assert (refused.status, refused.json["error"]["code"]) == (503, "model_too_large")
        message = refused.json["error"]["message"]
        assert "of RAM or VRAM, but only" in message and "Choose a smaller model" in message
        assert served.post(PATH, {"input": "a"}).status == 200
