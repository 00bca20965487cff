"""``bench perplexity``: a whole text, teacher-forced, with the full cache and with one that is compacted on the way.

The text is cut into chunks of ``context`` tokens that do not overlap; each starts with an empty memory and BOS in
place of its first token (where the model has one), and the second half of each is scored, so that every scored token
has at least ``context / 2`` before it. That is what llama.cpp's ``llama-perplexity -c N`` does, so ``ppl_full`` can be
compared with figures measured by it. Other published figures differ: GPTQ's and its successors' score all tokens of
2048-token chunks (WikiText-2 raw, test split, without BOS), and Hugging Face's guide slides a window with a stride.
Papers on KV compression mostly report perplexity at a length, as here, or LongBench and RULER scores, which this is
not. Compare ratios (``ppl_ratio``) where the protocol is not the same.

With compaction: after every ``every`` tokens all but the last ``RECENT`` of the live tokens become a new block at
``ratio`` (of the bytes those tokens took at first), older blocks stay as they are, and the text goes on.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from engine.bench import presets
from engine.bench.harness import BenchError, bytes_per_token, memory_bytes, read_text, reset
from engine.bench.progress import BenchProgress
from engine.model.metrics import token_log_probabilities
from engine.model.model import Model
from engine.model.reading import forced


@dataclass(frozen=True)
class PerplexityOptions:
    model: str
    text: str
    context: int = 2048
    every: int = 512
    ratio: float = 8.0
    preset: str = "default"
    max_tokens: int = 0
    threads: int = 0


def run(options: PerplexityOptions, progress: BenchProgress) -> dict[str, Any]:
    """Measure; the keys are those of ``--json``. Bytes are those of a chunk's memory at its end, mean over chunks."""
    _check(options)
    text = read_text(options.text)
    with Model.open(
        options.model,
        n_ctx=options.context,
        n_threads=options.threads,
        n_recent_queries=presets.recent_queries_needed(options.preset),
    ) as model:
        trained = model.facts.n_ctx_train
        if trained and options.context > trained:
            raise BenchError(f"The model was trained for {trained} tokens, not {options.context}.")
        pieces = _chunks(model, text, options)
        progress.total(2 * len(pieces))
        chunks = []
        for number, piece in enumerate(pieces):
            full = _Reading(model, piece, options)
            progress.stage(f"chunk {number + 1} of {len(pieces)}: full")
            full.read(compacting=False)
            progress.step()
            compacted = _Reading(model, piece, options)
            progress.stage(f"chunk {number + 1} of {len(pieces)}: compacted")
            compacted.read(compacting=True)
            progress.step()
            chunks.append((full, compacted))
    scored = sum(full.scored for full, _ in chunks)
    nll_full, nll = (sum(pair[which].nll for pair in chunks) / scored for which in (0, 1))
    return {
        "ppl_full": math.exp(nll_full),
        "ppl": math.exp(nll),
        "ppl_ratio": math.exp(nll - nll_full),
        "ppl_ratio_worst_chunk": max(math.exp((b.nll - a.nll) / a.scored) for a, b in chunks),
        "scored_tokens": scored,
        "chunks": len(chunks),
        "compactions": sum(compacted.compactions for _, compacted in chunks),
        "compaction_ms": float(np.mean([compacted.ms / compacted.compactions for _, compacted in chunks])),
        "bytes_full": round(float(np.mean([full.bytes for full, _ in chunks]))),
        "bytes": round(float(np.mean([compacted.bytes for _, compacted in chunks]))),
        "per_window": [
            {"ppl_full": math.exp(a.nll / a.scored), "ppl": math.exp(b.nll / b.scored), "bytes": b.bytes}
            for a, b in chunks
        ],
    }


def _check(options: PerplexityOptions) -> None:
    least = presets.SINKS + 2 * presets.RECENT
    if not least <= options.every < options.context:
        raise BenchError(
            f"A compaction every {options.every} tokens does not fit a context of {options.context}.",
            f"Give --every at least {least}, and less than --context.",
        )
    if not options.ratio > 1 or not math.isfinite(options.ratio):
        raise BenchError(f"A ratio of {options.ratio:g} compacts nothing.", "Give a ratio above 1.")


def _chunks(model: Model, text: str, options: PerplexityOptions) -> list[list[int]]:
    tokens = model.tokenize(text, special=False)
    if model.bos_token is not None:
        tokens.insert(0, model.bos_token)
    if options.max_tokens:
        tokens = tokens[: options.max_tokens]
    pieces = [tokens[at : at + options.context] for at in range(0, len(tokens), options.context)]
    pieces = [piece for piece in pieces if len(piece) == options.context]
    if not pieces:
        raise BenchError(f"The text has {len(tokens)} tokens; a chunk needs {options.context}.", "Give a longer text.")
    if model.bos_token is not None:
        for piece in pieces:
            piece[0] = model.bos_token
    return pieces


class _Reading:
    """One chunk, read from its start to its end.

    Attributes:
        nll: minus the log-probabilities (nats) of the ``scored`` tokens, summed.
        bytes: physical KV bytes at the end.
        ms: milliseconds spent on the ``compactions``.
    """

    def __init__(self, model: Model, piece: list[int], options: PerplexityOptions) -> None:
        self._model, self._piece, self._options = model, piece, options
        self.nll = 0.0
        self.scored = self.compactions = self.bytes = 0
        self.ms = 0.0

    def read(self, *, compacting: bool) -> None:
        reset(self._model)
        n, every = len(self._piece), self._options.every
        done, blocks_end, token_bytes = 0, presets.SINKS, 0.0
        while done < n:
            if compacting and done and done % every == 0:
                token_bytes = token_bytes or bytes_per_token(self._model)
                shrunk = presets.condense(
                    self._model, blocks_end, done, self._options.preset, self._options.ratio, token_bytes
                )
                blocks_end = done - presets.RECENT
                self.compactions += 1
                self.ms += shrunk.ms
            step = min(self._model.n_ubatch, n - done, every - done % every)
            self._decode(done, done + step)
            done += step
        self.bytes = memory_bytes(self._model, n)

    def _decode(self, p0: int, p1: int) -> None:
        """Read ``[p0, p1)``; tokens of the second half are scored by the logits of the one before each."""
        half, tokens = len(self._piece) // 2, self._piece[p0:p1]
        if p1 <= half:
            self._model.decode(tokens, p0)
            return
        rows = forced(self._model, tokens, p0)
        first = max(0, half - p0)
        targets = self._piece[p0 + first + 1 : p1 + 1]
        self.nll -= float(token_log_probabilities(rows[first : first + len(targets)], targets).sum())
        self.scored += len(targets)
