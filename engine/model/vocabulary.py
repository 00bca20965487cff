"""A model's vocabulary: texts to tokens and back."""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from engine.errors import BadModelFile
from engine.model.background_thread import BackgroundThread, stop_if_given_up

_NO_TYPE = 0  # LLAMA_VOCAB_TYPE_NONE
_AT_ONCE = 1 << 16  # numbers that are made into objects before another thread has its turn


def _listed(numbers: npt.NDArray[np.int32]) -> list[int]:
    found: list[int] = []
    for at in range(0, len(numbers), _AT_ONCE):
        found += numbers[at : at + _AT_ONCE].tolist()
    return found


class Vocabulary:
    """The tokens of a loaded model.

    Attributes:
        n_vocab: how many there are.
        background: the thread for long texts; to be closed before the model.
    """

    background: BackgroundThread
    _functions: Any
    _vocab: Any
    n_vocab: int

    def open_vocabulary(self, functions: Any, vocab: Any) -> None:
        """Use ``vocab`` (a llama_vocab) through the ctypes functions of llama.h."""
        self._functions = functions
        self._vocab = vocab
        self.background = BackgroundThread()
        self._pieces: dict[int, bytes] = {}
        self.n_vocab = int(functions.llama_vocab_n_tokens(vocab))
        self._has_texts = int(functions.llama_vocab_type(vocab)) != _NO_TYPE

    @property
    def bos_text(self) -> str:
        return self._token_text(int(self._functions.llama_vocab_bos(self._vocab)))

    @property
    def eos_text(self) -> str:
        return self._token_text(int(self._functions.llama_vocab_eos(self._vocab)))

    def _token_text(self, token: int) -> str:
        if token < 0:
            return ""
        return str(self._functions.llama_vocab_get_text(self._vocab, token).decode("utf-8", "replace"))

    @property
    def bos_token(self) -> int | None:
        """The token every prompt of this model begins with, None when there is none."""
        if not self._functions.llama_vocab_get_add_bos(self._vocab):
            return None
        token = int(self._functions.llama_vocab_bos(self._vocab))
        return token if token >= 0 else None

    @property
    def vocab(self) -> Any:
        """The library's vocabulary, for its functions."""
        return self._vocab

    @property
    def end_token(self) -> int:
        """A token that ends a reply."""
        for token in (self._functions.llama_vocab_eot(self._vocab), self._functions.llama_vocab_eos(self._vocab)):
            if token >= 0 and self.is_end(token):
                return int(token)
        return next(token for token in range(self.n_vocab) if self.is_end(token))

    def is_end(self, token: int) -> bool:
        """Whether the token ends a reply; what is no token does: the library would end the process over it."""
        if not 0 <= token < self.n_vocab:
            return True
        return bool(self._functions.llama_vocab_is_eog(self._vocab, token))

    def tokenize(self, text: str, *, special: bool = True, marked: bool = False) -> list[int]:
        """Tokens of a text. ``special``: marks like ``<|im_end|>`` become their tokens; ``marked``: those that the
        model wants before and after a text are added.

        Raises:
            BadModelFile: the model's tokens have no texts; the library would end the process.
        """
        raw = text.encode("utf-8", "surrogatepass")
        if not raw and not marked:
            return []
        self._need_texts()
        size = len(raw) + 8
        while True:
            stop_if_given_up()
            buffer = np.empty(size, np.int32)  # nothing is written there that is not needed
            place = buffer.ctypes.data_as(ctypes.POINTER(ctypes.c_int32))
            n = int(self._functions.llama_tokenize(self._vocab, raw, len(raw), place, size, marked, special))
            if n >= 0:
                return _listed(buffer[:n])
            size = -n

    def tokenize_on(self, text: str) -> list[int]:
        """Tokens of a text that goes on from another one, no marks read: of no more than its bytes, without the space
        that some vocabularies begin any text with, unless one token holds a line break and the text's beginning.
        Raises as :meth:`tokenize`.
        """
        tokens, raw = self.tokenize(text, special=False), text.encode("utf-8", "surrogatepass")
        if not tokens or not b"".join(map(self.piece, tokens)).startswith(b" " + raw):
            return tokens
        tokens, before = self.tokenize(f"\n{text}", special=False), b""
        for at, token in enumerate(tokens):
            if before == b" \n":
                return tokens[at:]
            before += self.piece(token)
        return self.tokenize(text, special=False)  # one token holds the line break and more

    def _need_texts(self) -> None:
        if not self._has_texts:
            raise BadModelFile("model_file.no_vocabulary")

    def piece(self, token: int, *, special: bool = False) -> bytes:
        """Bytes of a token, possibly a part of a character; marks are empty unless ``special``, and so is what is no
        token.
        """
        if not 0 <= token < self.n_vocab:
            return b""
        key = token * 2 + special
        if key not in self._pieces:
            self._pieces[key] = self._read_piece(token, special)
        return self._pieces[key]

    def pieces(self) -> list[bytes]:
        """Bytes of all tokens; marks are empty."""
        return [self._read_piece(token, False) for token in range(self.n_vocab)]

    def _read_piece(self, token: int, special: bool) -> bytes:
        self._need_texts()
        size = 64
        while True:
            buffer = ctypes.create_string_buffer(size)
            n = int(self._functions.llama_token_to_piece(self._vocab, token, buffer, size, 0, special))
            if n >= 0:
                return buffer.raw[:n]
            size = -n

    def text(self, tokens: Sequence[int], *, special: bool = False) -> str:
        """Text of tokens; broken characters become U+FFFD."""
        return b"".join(self.piece(token, special=special) for token in tokens).decode("utf-8", "replace")
