"""What goes into one decode: pieces of sequences, in the library's batches."""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

SECTIONS = 4  # positions of each row where pictures have their own (M-RoPE)


@dataclass(frozen=True)
class Piece:
    """Tokens of one sequence in a batch, at positions ``pos...``, and which of them get logits.

    ``rows``: embeddings in their place, float32 of shape [len(tokens), n_embd_inp], alone in the batch; not ``causal``:
    each row also attends to those after it. ``places``: int32 of shape [len(tokens), SECTIONS], where each row stands
    (moment, row and column of a grid, and one more), in place of ``pos...``.
    """

    tokens: Sequence[int]
    pos: int
    seq_id: int = 0
    logits: Literal["none", "last", "all"] = "last"
    rows: npt.NDArray[np.float32] | None = None
    causal: bool = True
    places: npt.NDArray[np.int32] | None = None


class Batches:
    """A batch of tokens and one of embeddings, filled anew for every decode."""

    def __init__(self, functions: Any, most: int, n_embd_inp: int) -> None:
        """``functions``: of llama.h; ``most``: tokens of a batch; ``n_embd_inp``: numbers in a row of embeddings."""
        self._c, self._most, self._n_embd_inp = functions, most, n_embd_inp
        self._tokens: Any = functions.llama_batch_init(most, 0, 1)
        self._rows: Any = None
        self._pos: Any = None  # address of the library's own positions, one for each row
        self._places: Any = None

    def of(self, pieces: Sequence[Piece]) -> tuple[Any, list[int]]:
        """The library's batch of ``pieces``, and for each the index of its last token's logits.

        Raises:
            ValueError: they do not make one batch.
        """
        n = sum(len(piece.tokens) for piece in pieces)
        if not 0 < n <= self._most or not all(piece.tokens for piece in pieces):
            raise ValueError(f"{n} tokens do not make a batch of 1 to {self._most}")
        rows = pieces[0].rows
        if rows is None:
            return self._tokens, self._fill(pieces)
        places = pieces[0].places
        if len(pieces) > 1 or rows.shape != (n, self._n_embd_inp):
            raise ValueError(f"rows of shape {rows.shape} do not make a batch of {n} alone")
        if places is not None and places.shape != (n, SECTIONS):
            raise ValueError(f"places of shape {places.shape} do not belong to {n} rows")
        last = self._fill_rows(pieces[0], rows)
        return self._rows, last

    def close(self) -> None:
        """Free them; safe to call twice."""
        if self._rows is not None:
            self._rows.pos = ctypes.cast(self._pos, type(self._rows.pos))
        for batch in (self._tokens, self._rows):
            if batch is not None:
                self._c.llama_batch_free(batch)
        self._tokens = self._rows = None

    def _fill_rows(self, piece: Piece, rows: npt.NDArray[np.float32]) -> list[int]:
        if self._rows is None:
            self._rows = self._c.llama_batch_init(self._most, self._n_embd_inp, 1)
            self._pos = ctypes.cast(self._rows.pos, ctypes.c_void_p)
            self._places = (ctypes.c_int32 * (SECTIONS * self._most))()
        batch, data = self._rows, np.ascontiguousarray(rows, np.float32)
        ctypes.memmove(batch.embd, data.ctypes.data, data.nbytes)
        places = np.arange(piece.pos, piece.pos + len(data), dtype=np.int32)
        if piece.places is not None:  # one section after the other
            places = np.ascontiguousarray(piece.places.T, np.int32)
        ctypes.memmove(self._places, places.ctypes.data, places.nbytes)
        batch.pos = ctypes.cast(self._places, type(batch.pos))
        for i in range(len(data)):
            batch.n_seq_id[i] = 1
            batch.seq_id[i][0] = piece.seq_id
            batch.logits[i] = piece.logits == "all"
        batch.logits[len(data) - 1] = piece.logits != "none"
        batch.n_tokens = len(data)
        return [len(data) - 1]

    def _fill(self, pieces: Sequence[Piece]) -> list[int]:
        batch, last, i = self._tokens, [], 0
        for piece in pieces:
            for at, token in enumerate(piece.tokens):
                batch.token[i] = token
                batch.pos[i] = piece.pos + at
                batch.n_seq_id[i] = 1
                batch.seq_id[i][0] = piece.seq_id
                batch.logits[i] = piece.logits == "all"
                i += 1
            batch.logits[i - 1] = piece.logits != "none"
            last.append(i - 1)
        batch.n_tokens = i
        return last
