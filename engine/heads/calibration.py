"""Measures a model's heads, once: which ones copy from far back, and what each loses when it keeps few rows.

Random tokens are read twice. Of each head, the attention that the second reading's queries pay to the first one's keys
is scored (largest over the queries, as KVzip's reconstruction score, arXiv 2505.23416), of all that they attend to: a
head that looks at the token before, or at the first one, pays the copy little. One threshold over all heads
keeps an eighth of all (head, key) pairs, and a head's share is the part of its keys that is kept. Then prose is read
and all heads are cut to the same few rows of it: how far off each is then, for the queries of what comes after, tells
most of what such a cut costs (:mod:`engine.heads.prior`), and takes no reading beyond that. Heads of a model that has
few are cut so one by one as well, which takes a reading each. Then each head's losses are measured
(:mod:`engine.heads.sensitivity`), as far as the time given allows.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Generator, Sequence

import msgspec
import numpy as np
from numpy.typing import NDArray

from engine.errors import Cancelled, CannotCompact
from engine.heads import sensitivity
from engine.heads.lookups import lines_steps
from engine.heads.prior import CURVE_ROWS, FEW_HEADS
from engine.heads.profile import MOST_ERROR, HeadProfile, Profile
from engine.model.compact_structs import Reduce
from engine.model.model import Model
from engine.model.reading import at_once, telling

log = logging.getLogger("engine.heads.calibration")

N_TOKENS = 768
KEPT = 1 / 8
N_PROSE = 896
N_AFTER = 64  # tokens that come after it: of prose that goes on, and then as many of the same prose once more
CUT_ROWS = 128
SECONDS = 300.0
INSTRUCTION = " Repeat the previous context exactly."


def calibrate(
    path: str,
    *,
    n_threads: int = 0,
    n_tokens: int = N_TOKENS,
    seconds: float | None = SECONDS,
    passes: int | None = None,
    progress: Callable[[float], bool] | None = None,
) -> Profile:
    """The model's head profile; opens the model on its own for the time it takes.

    Args:
        seconds: time for the losses; 0: the ranking alone, None: every head on its own, however long it takes.
        passes: so many readings of the calibration text in place of a time.
        progress: gets a share of 1, returns True to stop.

    Raises:
        CannotCompact: the model's memory cannot be compacted, so there is nothing to find out.
        Cancelled: ``progress`` asked to stop.
        BadModelFile, ModelLoadFailed: as :meth:`Model.open`.
    """

    def told(share: float) -> None:
        if progress is not None and progress(share):
            raise Cancelled("heads.stopped")

    steps = calibrate_steps(path, n_threads=n_threads, n_tokens=n_tokens, seconds=seconds, passes=passes)
    return at_once(telling(steps, told))


def calibrate_steps(
    path: str,
    *,
    n_threads: int = 0,
    n_tokens: int = N_TOKENS,
    seconds: float | None = SECONDS,
    passes: int | None = None,
    cancelled: Callable[[], bool] | None = None,
) -> Generator[float, None, Profile]:
    """As :func:`calibrate`; yields the share that is done after each batch, and holds the model until it is closed.

    ``cancelled`` is asked within batches, too, where the device can be stopped.
    """
    ranking = 1.0 if seconds == 0 and passes is None else 0.05  # its part of the time
    with Model.open(path, n_ctx=2 * n_tokens + 64, n_threads=n_threads, sample_queries=False) as model:
        model.interrupt = cancelled
        api = model.compact_api
        api.enable(model.context, 2 * n_tokens + 64, 0)
        first = random_tokens(model, n_tokens)
        middle = model.tokenize(INSTRUCTION, special=False)
        tokens = [*first, *middle, *first]
        for at in range(0, len(tokens), model.n_ubatch):
            yield ranking * at / (2 * len(tokens))
            model.decode(tokens[at : at + model.n_ubatch], at, 0)
        rows = api.heads(model.context)
        second = (n_tokens + len(middle), len(tokens))
        everything = (0, len(tokens))
        scores = np.asarray(api.scores(model.context, 0, everything, second, Reduce.MAX, len(rows)), np.float32)
        shares = shares_of(scores[:, :n_tokens])
        heads = [HeadProfile(row.layer, row.head, round(share, 5)) for row, share in zip(rows, shares, strict=True)]
        only = seconds == 0 and passes is None
        seeing = _on_prose_steps(
            model, Profile(heads, weights=model.facts.weights), 2 * n_tokens, only and len(heads) < FEW_HEADS
        )
        profile = yield from telling(seeing, lambda share: ranking * (1 + share) / 2)
        yield ranking
        if only:
            return profile
        lines = yield from telling(lines_steps(model, INSTRUCTION, n_tokens), lambda share: ranking * (1 + share))
        ranked = zip(profile.heads, lines, strict=True)
        profile = msgspec.structs.replace(
            profile, heads=[msgspec.structs.replace(head, lookups=line) for head, line in ranked]
        )
        ranking *= 2
        text = sensitivity.text_for(model, first[1:])
    with Model.open(path, n_ctx=sensitivity.context_tokens(text), n_threads=n_threads) as model:
        model.interrupt = cancelled
        measuring = sensitivity.measure_steps(model, profile, text, seconds, passes)
        return (yield from telling(measuring, lambda share: ranking + (1 - ranking) * share))


def _on_prose_steps(model: Model, ranked: Profile, most: int, alone: bool) -> Generator[float, None, Profile]:
    """``ranked`` with what is seen where its heads are cut to few rows of some prose (``most`` tokens in all).

    That is how far off each head's output is, all cut to ``CUT_ROWS`` at once: on prose that goes on, and on the same
    prose once more; and, if ``alone`` says so, what each loses alone. As it is where they cannot be cut so. Yields the
    share that is done.
    """
    first = [] if model.bos_token is None else [model.bos_token]
    prose = sensitivity.prose_tokens(model)[: max(min(N_PROSE + N_AFTER, most - N_AFTER - len(first)), 0)]
    context, going_on = [*first, *prose[:-N_AFTER]], prose[-N_AFTER:]
    n_block = len(context) - sensitivity.SINKS - sensitivity.RECENT
    if n_block < 2 * CUT_ROWS:
        return ranked
    again = len(prose) // 3
    afters = going_on, prose[again : again + N_AFTER]
    span = 0.4 if alone else 1.0  # of the errors, which are found by far fewer logits
    try:
        errors = yield from telling(_errors_steps(model, context, afters), lambda share: span * share)
        lost: Sequence[tuple[float, float] | None] = [None] * len(errors)
        if alone:
            cutting = sensitivity.alone_steps(model, context, *afters, CURVE_ROWS)
            lost = yield from telling(cutting, lambda share: span + (1 - span) * share)
    except CannotCompact as error:  # the ranking by shares must not be lost for it
        log.warning("it is not known how well the model's heads are fitted: %s", error)
        return ranked
    heads = [
        msgspec.structs.replace(head, errors=error, alone=nats)
        for head, error, nats in zip(ranked.heads, errors, lost, strict=True)
    ]
    return msgspec.structs.replace(ranked, heads=heads, tokens=n_block)


def _errors_steps(
    model: Model, context: list[int], afters: Sequence[list[int]]
) -> Generator[float, None, list[tuple[float, float]]]:
    """How far off each head is, all cut to ``CUT_ROWS`` of ``context``, on each of what comes after it."""
    model.clear()
    found = []
    read = 0
    for part, after in enumerate(afters):
        text = after if part else [*context, *after]
        for at in range(0, len(text), model.n_ubatch):
            yield (part + 0.6 * at / len(text)) / 2
            model.decode(text[at : at + model.n_ubatch], read + at, sensitivity.SEQ)
        read += len(text)
        fitting = sensitivity.errors_steps(model, len(context), CUT_ROWS, read - len(after))
        found.append((yield from telling(fitting, lambda share: (part + 0.6 + 0.4 * share) / 2)))  # noqa: B023
    return [(_told(prose), _told(copied)) for prose, copied in zip(*found, strict=True)]


def _told(error: float) -> float:
    """An error as a profile has it; what is no number is the worst."""
    return float(f"{min(error, MOST_ERROR) if error >= 0 else MOST_ERROR:.3g}")


def shares_of(scores: NDArray[np.float32]) -> list[float]:
    """The part of each head's keys among the ``KEPT`` best of all heads; scores [heads, keys]."""
    n_kept = max(1, round(scores.size * KEPT))
    threshold = np.partition(scores.ravel(), scores.size - n_kept)[scores.size - n_kept]
    return [float(share) for share in (scores >= threshold).mean(axis=1)]


def random_tokens(model: Model, n: int, seed: int = 1) -> list[int]:
    """``n`` seeded random tokens that have a text (no marks), with BOS first where the model wants one."""
    source = np.random.default_rng(seed)
    tokens: list[int] = [] if model.bos_token is None else [model.bos_token]
    while len(tokens) < n:
        token = int(source.integers(model.n_vocab))
        if model.piece(token) and not model.is_end(token):
            tokens.append(token)
    return tokens[:n]
