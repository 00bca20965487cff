"""Models whose tokenizer begins any text with a space (SentencePiece, as Mistral 7B, Phi-3 and Llama 2 have it)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from gguf import GGUFWriter, TokenType

from engine.chat.session import Session
from engine.errors import BadForm
from engine.model.model import Model
from engine.protocol import PromptMessage, Sampling
from engine.sampling.constraint import Constraint
from engine.sampling.output_format import form_of

pytestmark = pytest.mark.native
N_EMBD, N_HEAD = 64, 2


def _write(path: Path) -> Path:
    """A tiny random model: a token for each byte, one for a blank, three marks, and one that it likes best, ``b#``."""
    tokens = ["<unk>", "<s>", "</s>", *(f"<0x{byte:02X}>" for byte in range(256)), "\u2581", "b#"]
    writer = GGUFWriter(path, "llama")
    writer.add_name("Tiny SentencePiece")
    writer.add_context_length(1024)
    writer.add_embedding_length(N_EMBD)
    writer.add_feed_forward_length(N_EMBD)
    writer.add_block_count(1)
    writer.add_head_count(N_HEAD)
    writer.add_head_count_kv(N_HEAD)
    writer.add_layer_norm_rms_eps(1e-5)
    writer.add_tokenizer_model("llama")
    writer.add_token_list(tokens)
    writer.add_token_scores([0.0] * len(tokens))
    writer.add_token_types(
        [TokenType.UNKNOWN, TokenType.CONTROL, TokenType.CONTROL, *[TokenType.BYTE] * 256, *[TokenType.NORMAL] * 2]
    )
    writer.add_bos_token_id(1)
    writer.add_eos_token_id(2)
    shapes = {
        "token_embd": (len(tokens), N_EMBD), "output_norm": (N_EMBD,), "output": (len(tokens), N_EMBD),
        **{f"blk.0.{norm}": (N_EMBD,) for norm in ("attn_norm", "ffn_norm")},
        **{f"blk.0.attn_{part}": (N_EMBD, N_EMBD) for part in ("q", "k", "v", "output")},
        **{f"blk.0.ffn_{part}": (N_EMBD, N_EMBD) for part in ("gate", "up", "down")},
    }  # fmt: skip
    rng = np.random.default_rng(7)
    for name, shape in shapes.items():
        weights = rng.normal(0, 0.01, shape).astype(np.float32)
        if name == "token_embd":
            weights[:, 0] = 10
        elif name.endswith("norm"):
            weights[:] = 1
        elif name == "output":
            weights[-1, 0] = 10
        writer.add_tensor(f"{name}.weight", weights)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    return path


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Model]:
    with Model.open(_write(tmp_path_factory.mktemp("model") / "tiny.gguf"), n_ctx=256, n_threads=1) as found:
        yield found


def resumed(model: Model, sampling: Sampling, said: str) -> bytes:
    """What a reply of this form that said so far what it said may go on with, as bytes."""
    form = form_of(sampling)
    assert form is not None
    constraint = Constraint(model, form)
    try:
        constraint.resume(said)
        return b"".join(model.piece(int(token)) for token in np.flatnonzero(constraint.fitting()))
    finally:
        constraint.close()


def test_its_texts_begin_with_a_space(model: Model) -> None:
    assert model.text(model.tokenize("a", special=False)) == " a"


@pytest.mark.parametrize(
    ("sampling", "said", "following"),
    [
        (Sampling(output="grammar", form='root ::= "[" [0-9]+ "]"'), "[1", b"0123456789]"),
        (Sampling(output="grammar", form='root ::= " "? "a" "b"'), "a", b"b"),
        (Sampling(output="grammar", form='root ::= " a" "b"'), " a", b"b"),
        (Sampling(output="grammar", form='root ::= "\u00e9" "b"'), "\u00e9", b"b"),
        (Sampling(output="schema", form='{"const": "a"}'), '"a', b'"'),
    ],
)
def test_a_reply_of_a_form_is_gone_on_with(model: Model, sampling: Sampling, said: str, following: bytes) -> None:
    assert set(resumed(model, sampling, said)) == set(following)


def test_what_a_token_says_before_a_stop_string_stays_as_it_was_said(model: Model) -> None:
    session = Session(model)
    sampling = Sampling(temperature=0, output="grammar", form='root ::= "ab#"', stop=("#",))
    reply = session.generate("1", PromptMessage("0", "user", "Hello"), sampling=sampling)
    assert (reply.text, reply.reason) == ("ab", "stop")
    assert model.text(session.log.tokens).endswith("\nab")


def test_what_has_not_its_form_is_told(model: Model) -> None:
    with pytest.raises(BadForm):
        resumed(model, Sampling(output="grammar", form='root ::= "a"'), "b")
