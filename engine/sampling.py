"""Picks the next token: the native sampler chain of one reply, and the text that its tokens make."""

from __future__ import annotations

import codecs
import random
from typing import Any

from engine.model import Model
from engine.protocol import Sampling

REPEAT_WINDOW = 64
MAX_SEED = 2**32 - 2


class Sampler:
    """The sampler chain of one reply. Greedy when the temperature is 0."""

    def __init__(self, model: Model, sampling: Sampling) -> None:
        c = model.functions
        self._c = c
        self._ctx = model.context
        self._chain: Any = c.llama_sampler_chain_init(c.llama_sampler_chain_default_params())
        links: list[Any] = []
        if sampling.repeat_penalty != 1.0:
            links.append(
                c.llama_sampler_init_penalties(model.n_vocab, REPEAT_WINDOW, sampling.repeat_penalty, 0.0, 0.0)
            )
        if sampling.temperature <= 0:
            links.append(c.llama_sampler_init_greedy())
        else:
            if sampling.top_k > 0:
                links.append(c.llama_sampler_init_top_k(sampling.top_k))
            if 0 < sampling.top_p < 1:
                links.append(c.llama_sampler_init_top_p(sampling.top_p, 1))
            if sampling.min_p > 0:
                links.append(c.llama_sampler_init_min_p(sampling.min_p, 1))
            links.append(c.llama_sampler_init_temp(sampling.temperature))
            seed = sampling.seed if sampling.seed >= 0 else random.SystemRandom().randint(0, MAX_SEED)
            links.append(c.llama_sampler_init_dist(seed % (MAX_SEED + 1)))
        for link in links:
            c.llama_sampler_chain_add(self._chain, link)

    def next(self, row: int = -1) -> int:
        """A token sampled from the logits at index ``row`` of the last batch (-1: its last ones)."""
        return int(self._c.llama_sampler_sample(self._chain, self._ctx, row))

    def close(self) -> None:
        if self._chain:
            self._c.llama_sampler_free(self._chain)
            self._chain = None

    def __enter__(self) -> Sampler:
        return self

    def __exit__(self, *_exc: object) -> None:
        self.close()


class ReplyText:
    """Turns the bytes of tokens into text that can be shown, and finds stop strings.

    Characters cut between tokens wait for their rest; so does text that may become a stop string.
    """

    def __init__(self, stop: tuple[str, ...] = ()) -> None:
        self._stop = tuple(text for text in stop if text)
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self._held = ""
        self.stopped = False

    def feed(self, piece: bytes) -> str:
        """Text that may be shown after one more token; ``stopped`` is set when a stop string was completed."""
        self._held += self._decoder.decode(piece)
        found = [at for at in (self._held.find(text) for text in self._stop) if at >= 0]
        if found:
            self.stopped = True
            shown, self._held = self._held[: min(found)], ""
            return shown
        keep = self._may_become_stop()
        shown, self._held = self._held[: len(self._held) - keep], self._held[len(self._held) - keep :]
        return shown

    def finish(self) -> str:
        """What was held back, now that the reply is over."""
        if self.stopped:
            return ""
        rest, self._held = self._held + self._decoder.decode(b"", final=True), ""
        return rest

    def _may_become_stop(self) -> int:
        for length in range(min(len(self._held), max(map(len, self._stop), default=1) - 1), 0, -1):
            tail = self._held[-length:]
            if any(len(text) > length and text.startswith(tail) for text in self._stop):
                return length
        return 0
