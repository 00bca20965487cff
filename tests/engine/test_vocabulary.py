"""A model file whose vocabulary is but a number of tokens."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.errors import BadModelFile
from engine.model.model import Model
from tests.engine.http_harness import TINY
from tests.engine.test_hybrid import make_models

pytestmark = pytest.mark.native


def test_texts_are_refused_where_the_library_would_end_the_process(tmp_path: Path) -> None:
    path = tmp_path / "bare.gguf"
    make_models().make_llama(path, n_layer=1, n_head=2, n_head_kv=1)
    with Model.open(path, n_ctx=256) as model:
        assert model.tokenize("") == []
        for work in (lambda: model.tokenize("Hello"), lambda: model.piece(3), lambda: model.pieces()):
            with pytest.raises(BadModelFile, match="no vocabulary"):
                work()
        assert model.decode([1, 2, 3], 0) is None


def test_what_is_no_token_ends_a_reply_and_has_no_text() -> None:
    with Model.open(TINY, n_ctx=256) as model:
        for token in (-1, model.n_vocab, 1 << 30):
            assert model.is_end(token) and model.piece(token, special=True) == b""
