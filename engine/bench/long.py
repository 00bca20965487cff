"""``bench long``: a text streamed through a small context, as a chat would that never ends.

The text is read by the product's own chat (compaction by policy, also of older blocks; squeezing of positions), by a
cache of the same bytes that drops the oldest tokens and keeps the first four (``recent``), and, where it fits the
trained context, by a full one. Perplexity is told per kilotoken; facts planted along the text are asked at its end, by
age.
"""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.bench import presets
from engine.bench.at_once import AtOnceCompactor
from engine.bench.facts import Fact, make_facts, plant
from engine.bench.harness import SEQ, BenchError, SavedState, read_text, windows
from engine.bench.progress import BenchProgress
from engine.bench.recall import ask_all, question_tokens
from engine.chat.chat_context import ChatContext
from engine.compaction.positions import lost
from engine.errors import CannotCompact
from engine.gguf.header import facts_of, read_model
from engine.heads import profile
from engine.model.metrics import Floats, Rows, kl_divergence, token_log_probabilities
from engine.model.model import Model
from engine.model.reading import forced
from engine.protocol import CompactionReport, TokenLogprob
from engine.scheduling.steps import PAUSE, StepResult, Steps

KILO = 1024
GROUPS = 8  # kilotokens that facts are planted in, the first and the last one among them
KL_STRIDE = 16  # every so many tokens the distributions are compared with the full cache's
QUESTION = 64  # tokens of a question with its answer, at most


@dataclass(frozen=True)
class LongOptions:
    model: str
    text: str
    context: int = 2048
    tokens: int = 8192
    facts: int = 2
    preset: str = "default"
    seed: int = 1
    threads: int = 0


@dataclass
class Stream:
    """What is read: tokens, and the facts planted in some of its kilotokens."""

    tokens: list[int]
    facts: dict[int, list[Fact]]


@dataclass
class StreamReading:
    """How one cache read the stream: nats per token, divergence from the full cache, answers by kilotoken."""

    nats: Floats
    kl: Floats | None
    recall: dict[int, float]
    logprob: dict[int, float]
    ms: float
    logits: NDArray[np.float16] | None = None  # of every KL_STRIDE-th token
    details: dict[str, Any] = field(default_factory=dict)


def run(options: LongOptions, progress: BenchProgress) -> dict[str, Any]:
    """Measure; the keys are those of ``--json``."""
    if options.tokens < 2 * KILO or options.context < 512 or options.tokens <= options.context:
        raise BenchError(
            f"{options.tokens} tokens through a context of {options.context} show nothing.",
            "Read at least 2048 tokens, and more than the context holds.",
        )
    if options.preset not in presets.NAMES or options.preset == "recent":
        raise BenchError(f"The preset {options.preset!r} cannot stream.", "'recent' is measured along with any other.")
    readings: dict[str, StreamReading] = {}
    stream: Stream | None = None
    trained = facts_of(read_model(options.model), Path(options.model)).n_ctx_train
    for name, reader in (("full", FullReader), ("compacted", CompactedReader), ("recent", RecentReader)):
        progress.stage(name)
        if name != "full" or options.tokens <= trained:
            with reader.open(options) as model:
                stream = stream or make_stream(model, options)
                reference = readings["full"].logits if "full" in readings else None
                readings[name] = reader(model, options, stream).read(reference, progress)
        progress.step()
    assert stream is not None
    return summary(options, stream, readings)


def make_stream(model: Model, options: LongOptions) -> Stream:
    """``options.tokens`` tokens and one more, with facts in some of their kilotokens.

    Raises:
        BenchError: the text is too short.
    """
    n_kilo = options.tokens // KILO
    planted = sorted({round(i * (n_kilo - 1) / (GROUPS - 1)) for i in range(GROUPS)})
    facts = iter(make_facts(len(planted) * options.facts, options.seed))
    (piece,) = windows(model.tokenize(read_text(options.text), special=False), options.tokens + 1, 1, None)
    tokens: list[int] = [] if model.bos_token is None else [model.bos_token]
    groups: dict[int, list[Fact]] = {}
    at = 0
    for kilo in range(n_kilo):
        end = (kilo + 1) * KILO
        part = piece[at : at + end - len(tokens)]
        if kilo in planted:
            groups[kilo] = [next(facts) for _ in range(options.facts)]
            statements = [fact.statement for fact in groups[kilo]]
            # room for the facts, so that the last one of them is not cut off
            part = part[: len(part) - sum(len(model.tokenize(f"{text} ", special=False)) + 2 for text in statements)]
            tokens += model.tokenize(plant(model.text(part), statements), special=False)
            at += len(part)
            part = piece[at : at + max(0, end - len(tokens))]
        tokens += part
        at += len(part)
    tokens += piece[at : at + options.tokens + 1 - len(tokens)]
    return Stream(tokens[: options.tokens + 1], groups)


class Reader(ABC):
    """Reads a stream with one kind of cache."""

    def __init__(self, model: Model, options: LongOptions, stream: Stream) -> None:
        self.model, self.options, self.stream = model, options, stream

    @classmethod
    @abstractmethod
    def open(cls, options: LongOptions) -> Model:
        """The model with that cache."""

    @abstractmethod
    def feed(self, upto: int, decode: Callable[[Sequence[int], int], None]) -> None:
        """Take in the stream up to token ``upto``; ``decode`` takes tokens and their position."""

    def details(self) -> dict[str, Any]:
        """What there is to say of the cache when all is read; questions come next."""
        return {}

    def read(self, reference: NDArray[np.float16] | None, progress: BenchProgress) -> StreamReading:
        tokens = self.stream.tokens
        nats: list[Floats] = []
        kept: list[NDArray[np.float16]] = []
        kl: list[Floats] = []
        done = 0

        def decode(batch: Sequence[int], position: int) -> None:
            nonlocal done
            rows = forced(self.model, batch, position)
            nats.append(-token_log_probabilities(rows, tokens[done + 1 : done + len(batch) + 1]))
            sample = rows[-done % KL_STRIDE :: KL_STRIDE].astype(np.float16)
            if isinstance(self, FullReader):
                kept.append(sample)
            elif reference is not None and len(sample):
                first = -(-done // KL_STRIDE)
                kl.append(kl_divergence(_float32(reference[first : first + len(sample)]), _float32(sample)))
            done += len(batch)

        start = time.perf_counter()
        for upto in range(KILO, self.options.tokens + KILO, KILO):
            self.feed(min(upto, self.options.tokens), decode)
            progress.stage(f"{type(self).name}: {min(upto, self.options.tokens)} tokens")
        ms = (time.perf_counter() - start) * 1000
        details = self.details()
        recall, logprob = self.ask()
        return StreamReading(
            np.concatenate(nats),
            np.concatenate(kl) if kl else None,
            recall,
            logprob,
            ms,
            np.concatenate(kept) if kept else None,
            details,
        )

    def ask(self) -> tuple[dict[int, float], dict[int, float]]:
        position = self.model.length(SEQ)
        state = SavedState(self.model)
        recall, logprob = {}, {}
        for kilo, facts in self.stream.facts.items():
            answers = ask_all(self.model, [question_tokens(self.model, fact) for fact in facts], position, state)
            recall[kilo] = float(np.mean([found for found, _ in answers]))
            logprob[kilo] = float(np.mean([value for _, value in answers]))
        return recall, logprob

    name = ""


class FullReader(Reader):
    """Everything, as long as it fits the trained context."""

    name = "full"

    @classmethod
    def open(cls, options: LongOptions) -> Model:
        n_ctx = options.tokens + QUESTION
        return Model.open(options.model, n_ctx=n_ctx, n_threads=options.threads, sample_queries=False)

    def feed(self, upto: int, decode: Callable[[Sequence[int], int], None]) -> None:
        while (at := self.model.length(SEQ)) < upto:
            decode(self.stream.tokens[at : min(upto, at + self.model.n_ubatch)], at)


class RecentReader(Reader):
    """The first tokens and the most recent ones; positions move down together when they run out."""

    name = "recent"

    def __init__(self, model: Model, options: LongOptions, stream: Stream) -> None:
        super().__init__(model, options, stream)
        self._done = 0
        self._first = presets.SINKS  # position of the oldest token after the sinks

    @classmethod
    def open(cls, options: LongOptions) -> Model:
        # the question is not counted
        n_ctx = options.context + QUESTION
        return Model.open(options.model, n_ctx=n_ctx, n_threads=options.threads, sample_queries=False)

    def feed(self, upto: int, decode: Callable[[Sequence[int], int], None]) -> None:
        c, trained = self.model.functions, self.model.facts.n_ctx_train
        memory = c.llama_get_memory(self.model.context)
        while self._done < upto:
            batch = self.stream.tokens[self._done : min(upto, self._done + self.model.n_ubatch)]
            at = self.model.length(SEQ)
            excess = presets.SINKS + at - self._first + len(batch) - self.options.context if at else 0
            if excess > 0:
                if not c.llama_memory_seq_rm(memory, SEQ, self._first, self._first + excess):
                    raise BenchError("This cache cannot forget its oldest tokens.", "Use another model.")
                self._first += excess
            if trained and at + len(batch) + QUESTION > trained:
                c.llama_memory_seq_add(memory, SEQ, self._first, -1, presets.SINKS - self._first)
                at, self._first = at + presets.SINKS - self._first, presets.SINKS
            decode(batch, at)
            self._done += len(batch)


class CompactedReader(Reader):
    """A chat of the product, with its own policy."""

    name = "compacted"

    def __init__(self, model: Model, options: LongOptions, stream: Stream) -> None:
        super().__init__(model, options, stream)
        self._reports: list[CompactionReport] = []
        reader = self

        class BenchMemory(ChatContext):
            def decode_steps(self, at: int, n: int, sample: Callable[[int], int] | None) -> Steps[StepResult]:
                reader._decode(self.log.tokens[at : at + n], self.model.length(self.seq_id))
                yield PAUSE
                return StepResult(n)

        if reason := model.why_not_compactable():
            raise CannotCompact("compact.model_unsupported", reason=reason)
        self._chat = BenchMemory(
            model, listener=self, shares=profile.load_for(model.facts), preset=options.preset, seq_id=SEQ
        )
        self._chat.compactor = AtOnceCompactor(self._chat)
        self._chat.log.open_span("text", "user")
        self._chat.log.append(stream.tokens[: options.tokens])
        self._decode: Callable[[Sequence[int], int], None]

    @classmethod
    def open(cls, options: LongOptions) -> Model:
        return Model.open(
            options.model,
            n_ctx=options.context,
            n_threads=options.threads,
            n_recent_queries=presets.recent_queries_needed(options.preset),
        )

    def feed(self, upto: int, decode: Callable[[Sequence[int], int], None]) -> None:
        self._decode = decode
        self._chat.catch_up("prefill", upto)

    def details(self) -> dict[str, Any]:
        if self.options.tokens > self.model.facts.n_ctx_train:  # else the full cache's question has as few
            self._chat.make_positions(QUESTION)
        fill = self._chat.fill()
        return {
            "bytes_total": fill.bytes_total,
            "bytes_used": round(fill.bytes_used),
            "compactions": len(self._reports),
            "thinned": sum(report.merged > 0 for report in self._reports),
            "compaction_ms": sum(report.ms for report in self._reports),
            "positions": self.model.length(SEQ),
            "squeezed": lost(self.model.blocks(SEQ)),
            "held_out_error": self._reports[-1].error if self._reports else 0.0,
            "profiled": self._chat.shares is not None,
        }

    # what the chat tells

    def progress(self, what: str, done: int, total: int, tokens_per_second: float) -> None: ...
    def token(self, text: str, n: int) -> None: ...
    def sampled(self, logprob: TokenLogprob) -> None: ...
    def memory_changed(self) -> None: ...
    def log_changed(self) -> None: ...
    def cancelled(self) -> bool:
        return False

    def compacted(self, report: CompactionReport, after: str) -> None:
        self._reports.append(report)


def summary(options: LongOptions, stream: Stream, readings: dict[str, StreamReading]) -> dict[str, Any]:
    """The numbers of all readings side by side; perplexities of kilotoken 1, 2, ... in lists."""
    compacted = readings["compacted"]
    full = readings.get("full")
    filled = options.context // KILO  # before, all of them hold everything
    result: dict[str, Any] = dict(compacted.details)
    per_kilo: dict[str, list[float]] = {}
    for name, reading in readings.items():
        per_kilo[name] = [_perplexity(part) for part in _kilotokens(reading.nats, KILO)]
        result[f"ppl_{name}"] = _perplexity(reading.nats[filled * KILO :])
        result[f"read_ms_{name}"] = reading.ms
        result[f"recall_{name}_first"] = reading.recall[0]
        result[f"recall_{name}_fresh"] = reading.recall[max(reading.recall)]
        result[f"logprob_{name}"] = float(np.mean(list(reading.logprob.values())))
        if reading.kl is not None:
            result[f"kl_{name}"] = float(reading.kl[filled * KILO // KL_STRIDE :].mean())
            result[f"kl_{name}_kilo"] = [float(part.mean()) for part in _kilotokens(reading.kl, KILO // KL_STRIDE)]
    ratios = [a / b for a, b in zip(per_kilo["compacted"], per_kilo["recent"], strict=True)][filled:]
    result["ppl_to_recent_worst"] = max(ratios)
    if full is not None:
        result["ppl_to_full_worst"] = max(a / b for a, b in zip(per_kilo["compacted"], per_kilo["full"], strict=True))
    for name, values in per_kilo.items():
        result[f"ppl_{name}_kilo"] = values
    # by age, the oldest first
    result["ages"] = [options.tokens - kilo * KILO for kilo in stream.facts]
    for name, reading in readings.items():
        result[f"recall_{name}_ages"] = [reading.recall[kilo] for kilo in stream.facts]
        result[f"logprob_{name}_ages"] = [reading.logprob[kilo] for kilo in stream.facts]
    result["facts"] = [
        {
            "kilotoken": kilo + 1,
            "age": options.tokens - kilo * KILO,
            **{f"recall_{name}": reading.recall[kilo] for name, reading in readings.items()},
            **{f"logprob_{name}": reading.logprob[kilo] for name, reading in readings.items()},
        }
        for kilo in stream.facts
    ]
    return result


def _kilotokens(values: Floats, size: int) -> list[Floats]:
    return [values[at : at + size] for at in range(0, len(values) - size + 1, size)]


def _perplexity(nats: Floats) -> float:
    return float(np.exp(nats.mean()))


def _float32(rows: NDArray[np.float16]) -> Rows:
    return np.asarray(rows, dtype=np.float32)
