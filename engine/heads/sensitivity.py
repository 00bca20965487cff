"""What each head loses when it keeps few rows: the KL divergence of the next tokens, measured head by head.

A text is read (random tokens, then prose), the memory is copied, and one head at a time is cut to a few rows, or its
rows are rounded to fewer bits, while all others keep theirs. The text then goes on: prose it has not read, parts of
the random tokens and of the prose once more, and questions on the prose with their replies, as other heads find those
than copy word by word. Losses of heads add up (:mod:`engine.compaction.budget`), so this is all that a split of a
budget has to know. Models with too many heads for the time given are measured in groups.
"""

from __future__ import annotations

import time
from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import msgspec
import numpy as np
from numpy.typing import NDArray

from engine.errors import CannotCompact
from engine.gguf.ggml_types import F16, Q8_0
from engine.heads import passes
from engine.heads.lookups import usable
from engine.heads.prior import filled
from engine.heads.profile import (
    LIGHT,
    MOST_LOST,
    ROUGH,
    HeadProfile,
    Kinds,
    Profile,
    type_name,
    weighed,
)
from engine.model.compact_structs import HeadBudget, Params
from engine.model.metrics import Rows, kl_divergence
from engine.model.model import Model
from engine.model.reading import Pauses, at_once, forced, forced_steps, read_steps, telling

SIZES = (16, 64, 256, 768)
ROUNDINGS = (LIGHT, ROUGH)
COPYING = 0.1  # share from which a head is measured on its own
N_RANDOM = 256
N_COPY = 64
RANDOM_CUE, PROSE_CUE = 6, 4  # tokens of a copy that do not count: what follows them is not known yet
LEAST_GROUPS = 16  # measured however long it takes
NOISE = 3e-4  # nats that a change of arithmetic alone may cost before single heads drown in it
NOISY_GROUPS = 8
NOISE_PART = 0.1  # of that noise, taken off every loss, stays in a single one
TOLD_ROWS = 256  # of heads that look something up, where it is seen whether their keys tell of it
TOGETHER = (1, 2)  # of the sizes, at which all heads that do not copy are cut at once
MOST_TOGETHER = 2.0
SINKS, RECENT = 4, 64
HELD_OUT = 1024  # queries of a KV head, at most
SEQ = 0
_SLICE = 0.02  # seconds of a compaction at a stretch
_ALL = (-1, (F16, F16))

SavedBytes = NDArray[np.uint8]  # a sequence's state
_Lost = dict[str, tuple[float, float]]  # nats on prose and on copies, by pair of types
Losses = tuple[float, float, NDArray[np.float64]]  # nats on prose and on copies, the held-out error of each head

PROSE = Path(__file__).resolve().parents[2] / "resources" / "calibration" / "prose.txt"
QUESTIONS = PROSE.with_name("questions.txt")  # on it, each with its reply behind it


@dataclass(frozen=True)
class MeasuredText:
    """``context`` is read; ``tail`` goes on; the others say which of the tail's logits are compared: of new prose, and
    of what is looked up in the context, word by word (``copies``) or to reply to questions (``replies``).
    """

    context: list[int]
    tail: list[int]
    prose: slice
    copies: tuple[slice, ...]
    replies: tuple[slice, ...]

    def means(self, kl: NDArray[np.float64]) -> tuple[float, float]:
        """Nats on prose and on what is looked up, copies and replies added up; ``kl``: those of the tail's tokens.

        Where there are no replies, copies count twice.
        """
        copied = np.mean([kl[part].mean() for part in self.copies])
        replied = np.concatenate([kl[part] for part in self.replies]).mean() if self.replies else copied
        return float(kl[self.prose].mean()), float(copied + replied)


def text_for(model: Model, random: Sequence[int], n_tail: int = 256) -> MeasuredText:
    """Random tokens and the prose that ships with the program, the last ``n_tail`` tokens of it as what goes on, then
    parts of both once more, and questions on the prose."""
    prose = prose_tokens(model)
    first = [] if model.bos_token is None else [model.bos_token]
    noise = list(random[:N_RANDOM])
    middle, going_on = prose[:-n_tail], prose[-n_tail:]
    tail, copies = list(going_on), []
    for source, cue in ((noise[N_RANDOM // 3 :], RANDOM_CUE), (middle[len(middle) // 6 :], PROSE_CUE)):
        copies.append(slice(len(tail) + cue, len(tail) + N_COPY))
        tail += source[:N_COPY]
    replies: list[slice] = []
    for question, reply in _questions(model):
        start = len(tail) + len(question) - 1  # whose logits tell the reply's first token; its full stop tells nothing
        replies.append(slice(start, start + max(len(reply) - 1, 1)))
        tail += question + reply
    return MeasuredText([*first, *noise, *middle], tail, slice(0, n_tail), tuple(copies), tuple(replies))


def _questions(model: Model) -> list[tuple[list[int], list[int]]]:
    """Tokens of the questions on the prose, each on a line of its own, and of the reply to each."""
    lines = QUESTIONS.read_text(encoding="utf-8").splitlines()
    pairs = [line.split("? ", 1) for line in lines]
    return [
        (model.tokenize(f"\n{question}?", special=False), model.tokenize(f" {reply}", special=False))
        for question, reply in pairs
    ]


def prose_tokens(model: Model) -> list[int]:
    """The prose that ships with the program."""
    lines = PROSE.read_text(encoding="utf-8").split("\n\n")
    return model.tokenize("\n\n".join(line.replace("\n", " ") for line in lines), special=False)


def context_tokens(text: MeasuredText) -> int:
    """Cells a model needs to measure with this text."""
    return len(text.context) + len(text.tail) + 128


def measure_steps(
    model: Model, shares: Profile, text: MeasuredText, seconds: float | None = None, n_passes: int | None = None
) -> Generator[float, None, Profile]:
    """The profile with its curves; yields the share that is done after each batch.

    Args:
        shares: the ranking, one entry per head in the order of the head table.
        seconds: time its own work may take, None: as long as it takes, every head on its own.
        n_passes: readings of the text instead (:mod:`engine.heads.passes`), unless every head on its own takes no more.

    Returns:
        The profile; heads that were measured in a group share its loss by their held-out errors, that of types by
        what is expected of them. Rounding is measured as it is here: of all rows, or of block rows alone.
    """
    places = model.compact_api.heads(model.context)
    lines = [usable(head, model.layers[place.layer].d_k) for head, place in zip(shares.heads, places, strict=True)]
    bench = _Bench(model, text, lines)
    for _ in bench.prepare_steps():
        yield 0.0
    if any(lines) and not (yield from _tell_steps(bench)):
        shares = msgspec.structs.replace(
            shares, heads=[msgspec.structs.replace(head, lookups=[]) for head in shares.heads]
        )
    expected = filled(shares)
    if n_passes is not None:
        if expected is not None and expected.rows and n_passes < len(shares.heads) * (len(SIZES) + len(ROUNDINGS)):
            return (yield from _few_steps(bench, expected, text, max(1, n_passes - (2 if any(lines) else 0))))
        seconds = None
    before = bench.seconds
    for _ in bench.losses_steps({}, _ALL):
        yield 0.0
    one = bench.seconds - before
    # types are measured in groups of twice the size
    most = len(shares.heads) if seconds is None else int(seconds / one / (len(SIZES) + len(ROUNDINGS) / 2))
    noisy = bench.floor > NOISE
    groups = _groups(shares, most, noisy=noisy)
    coarse = _groups(shares, most if seconds is None else most // 2, noisy=noisy)
    steps = [(group, (rows, (Q8_0, Q8_0))) for rows in SIZES for group in groups]
    steps += [(group, (-1, kinds)) for kinds in ROUNDINGS for group in coarse]
    curves: dict[int, list[tuple[float, float]]] = {i: [] for i in range(len(shares.heads))}
    found_types = _Rounding(expected or shares, bench)
    for n, (group, option) in enumerate(steps):
        prose, copy, errors = yield from _lost_steps(bench, dict.fromkeys(group, option), n / len(steps))
        rows, kinds = option
        if rows < 0:
            found_types.add(group, kinds, prose, copy)
            continue
        weights = np.square(errors[group]) + 1e-12
        for i, weight in zip(group, weights / weights.sum(), strict=True):
            curves[i].append((prose * weight, copy * weight))
    found = msgspec.structs.replace(
        shares,
        tokens=len(text.context) - SINKS - RECENT,
        rows=list(SIZES),
        heads=[_with_curves(head, curves[i], *found_types.of(i)) for i, head in enumerate(shares.heads)],
    )
    together = yield from _together_steps(bench, found)
    return msgspec.structs.replace(found, together=together)


def _tell_steps(bench: _Bench) -> Generator[float, None, bool]:
    """Whether less is lost if keys tell of look-ups; if not, the bench forgets what they tell.

    The heads that look something up are cut together, with what their keys tell and without: two readings.
    """
    lines = bench.lookups
    some = {i: (TOLD_ROWS, (Q8_0, Q8_0)) for i, line in enumerate(lines) if line}
    told = weighed((yield from _lost_steps(bench, some, 0.0))[:2])
    bench.lookups = [()] * len(lines)
    untold = weighed((yield from _lost_steps(bench, some, 0.0))[:2])
    if told < untold:
        bench.lookups = lines
    return told < untold


def _together_steps(bench: _Bench, profile: Profile) -> Generator[float, None, float]:
    """What heads lose on prose that are cut at once, by the sum of what they lose alone: mean of some sizes.

    Heads that copy stay whole, as they do in compactions: without them, the text falls to pieces.
    """
    some = [i for i, head in enumerate(profile.heads) if head.share < COPYING]
    factors = []
    for at in TOGETHER:
        alone = sum(profile.heads[i].prose[at] for i in some)
        if alone <= max(NOISE_PART * bench.floor, passes.LEAST_NATS):
            continue
        prose, _, _ = yield from _lost_steps(bench, dict.fromkeys(some, (SIZES[at], (Q8_0, Q8_0))), 1.0)
        factors.append(min(max(prose / alone, 1 / MOST_TOGETHER), MOST_TOGETHER))
    return float(np.exp(np.mean(np.log(factors)))) if factors else 1.0


def _lost_steps(bench: _Bench, some: dict[int, tuple[int, Kinds]], share: float) -> Generator[float, None, Losses]:
    """What is lost with ``some`` heads cut or rounded; yields ``share`` after each batch."""
    return (yield from telling(bench.losses_steps(some, _ALL), lambda _: share))


def _few_steps(bench: _Bench, expected: Profile, text: MeasuredText, n_passes: int) -> Generator[float, None, Profile]:
    """``expected`` corrected by what ``n_passes`` readings of the text pay for."""
    parts = passes.stretches(text.prose, text.copies, text.replies)
    n_types = min(passes.TYPE_GROUPS, n_passes // 4 // len(ROUNDINGS)) * len(ROUNDINGS)
    plan = passes.cuts(expected, (n_passes - n_types) * len(parts), parts)
    measured: list[passes.MeasuredCut] = []
    for one in bench.stretches_steps(parts, plan):
        measured.append(one)
        yield (1 - n_types / n_passes) * len(measured) / len(plan)
    n_block = len(text.context) - SINKS - RECENT
    corrected = passes.corrected(expected, measured, parts, n_block, NOISE_PART * bench.floor)
    curves = [list(zip(head.prose, head.copy, strict=True)) for head in corrected.heads]
    heads = [_with_curves(head, curve, {}, {}) for head, curve in zip(corrected.heads, curves, strict=True)]
    found = msgspec.structs.replace(corrected, heads=heads)
    rounding = _Rounding(filled(found) or found, bench)
    for group in passes.of_a_kind(found)[: n_types // len(ROUNDINGS)]:
        for kinds in ROUNDINGS:
            prose, copy, _ = yield from _lost_steps(bench, dict.fromkeys(group, (-1, kinds)), 1 - n_types / n_passes)
            rounding.add(group, kinds, prose, copy)
    heads = [_with_curves(head, curves[i], *rounding.of(i)) for i, head in enumerate(heads)]
    return msgspec.structs.replace(found, heads=heads)


def _with_curves(
    head: HeadProfile,
    curve: list[tuple[float, float]],
    types: _Lost,
    block_types: _Lost,
) -> HeadProfile:
    return msgspec.structs.replace(
        head,
        prose=[_short(prose) for prose, _ in curve],
        copy=[_short(copy) for _, copy in curve],
        types=_shortened(types),
        block_types=_shortened(block_types),
    )


class _Rounding:
    """What heads lose in fewer bits, from losses of groups: of all rows, or of block rows where live ones lie apart."""

    def __init__(self, expected: Profile, bench: _Bench) -> None:
        self._expected, self._apart = expected.heads, bench.live_apart
        self._noise = NOISE_PART * bench.floor, NOISE_PART * bench.copy_floor
        self._types: dict[int, _Lost] = {}
        self._block_types: dict[int, _Lost] = {}

    def add(self, group: Sequence[int], kinds: Kinds, prose: float, copy: float) -> None:
        """What the heads of a group lost together."""
        name = type_name(kinds)
        usual = [self._expected[i].rounded(kinds, live_apart=self._apart[i]) or (0.0, 0.0) for i in group]
        of_prose, of_copy = (
            parted(lost, [one[at] for one in usual], self._noise[at]) for at, lost in enumerate((prose, copy))
        )
        for n, i in enumerate(group):
            found = self._block_types if self._apart[i] else self._types
            found.setdefault(i, {})[name] = of_prose[n], of_copy[n]

    def of(self, head: int) -> tuple[_Lost, _Lost]:
        """As the head's profile has them."""
        return self._types.get(head, {}), self._block_types.get(head, {})


def parted(lost: float, usual: Sequence[float], noise: float) -> list[float]:
    """The loss of a group, parted over its heads by what each usually loses; evenly where nothing is known.

    A loss that is hardly above the noise tells as much less than what is usual as that lies below it.
    """
    total = sum(usual)
    trust = total**2 / (total**2 + noise**2) if total > 0 else 0.0
    taken = max(trust * lost + (1 - trust) * total, lost - 2 * noise, 0.0)
    return [taken * (one / total if total > 0 else 1 / len(usual)) for one in usual]


def _shortened(lost: _Lost) -> _Lost:
    return {kinds: (_short(prose), _short(copy)) for kinds, (prose, copy) in lost.items()}


def _short(nats: float) -> float:
    """A loss as a profile may have it: one with any other could not be read back."""
    return float(f"{min(max(nats, 0.0), MOST_LOST):.3g}")


def _groups(shares: Profile, most: int, noisy: bool) -> list[list[int]]:
    """Heads to measure together, at most ``most`` groups: each on its own, or only those that copy.

    ``noisy``: the loss of a single head that does not copy would drown, so only ``NOISY_GROUPS`` are made of them.
    """
    heads = shares.heads
    most = max(most, LEAST_GROUPS)
    copying = [i for i, head in enumerate(heads) if head.share >= COPYING]
    if noisy:
        most = min(most, len(copying) + NOISY_GROUPS)
    if len(heads) <= most:
        return [[i] for i in range(len(heads))]
    alone = sorted(copying, key=lambda i: -heads[i].share)[: most // 2]
    rest = sorted(set(range(len(heads))) - set(alone))  # layer by layer
    n = min(most - len(alone), len(rest))
    return [[i] for i in alone] + [rest[len(rest) * i // n : len(rest) * (i + 1) // n] for i in range(n)]


class _Bench:
    """A model that has read the text, to be compacted in one way after another."""

    def __init__(self, model: Model, text: MeasuredText, lookups: Sequence[Sequence[float]]) -> None:
        """``lookups``: what is known of each head's (:mod:`engine.heads.lookups`)."""
        self._model, self._text, self.lookups = model, text, lookups
        self.live_apart = [kind >= 0 for kind in model.compact_api.live_types(model.context)]
        self._n_heads = len(self.live_apart)
        self.floor = self.copy_floor = 0.0
        self.seconds = 0.0  # of work, pauses left out

    def prepare_steps(self) -> Pauses[None]:
        """Read the text, in pauses of the others' work."""
        model, text = self._model, self._text
        model.clear()
        yield from read_steps(model, text.context, 0, SEQ)
        self._saved = model.state(SEQ)
        self._full = yield from forced_steps(model, text.tail, len(text.context), SEQ)
        # Weights in few bits round activations too, so that any change of arithmetic, like keeping every row in another
        # place, moves the next tokens by a little that has nothing to do with what is kept.
        self.floor, self.copy_floor, _ = yield from self._losses_steps({}, _ALL)

    def losses_steps(self, some: dict[int, tuple[int, Kinds]], others: tuple[int, Kinds]) -> Pauses[Losses]:
        """Nats lost on prose and on copies, and the held-out error of each head."""
        steps = self._losses_steps(some, others)
        while True:
            start = time.perf_counter()
            try:
                next(steps)
            except StopIteration as end:
                losses: Losses = end.value
                return losses
            finally:
                self.seconds += time.perf_counter() - start
            yield

    def _losses_steps(self, some: dict[int, tuple[int, Kinds]], others: tuple[int, Kinds]) -> Pauses[Losses]:
        model, n = self._model, len(self._text.context)
        errors = _cut(model, self._saved, n, [some.get(i, others) for i in range(self._n_heads)], self.lookups)
        said = yield from forced_steps(model, self._text.tail, n, SEQ)
        kl = _divergence(self._full, said)
        prose, looked_up = self._text.means(kl)
        return prose - self.floor, looked_up - self.copy_floor, errors

    def stretches_steps(
        self, parts: Sequence[passes.Stretch], plan: Sequence[passes.Cut]
    ) -> Iterator[passes.MeasuredCut]:
        """What each of ``plan`` lost, in the order of its stretches; what is before a stretch is read as it is."""
        model, tail, n = self._model, self._text.tail, len(self._text.context)
        before, read = self._saved, 0
        for at, part in enumerate(parts):
            here = [cut for cut in plan if cut.stretch == at]
            if not here:
                continue
            model.clear()
            model.set_state(before, SEQ)
            at_once(read_steps(model, tail[read : part.start], n + read, SEQ))
            before, read = model.state(SEQ), part.start
            tokens, pos = tail[part.start : part.stop], n + part.start
            full = forced(model, tokens, pos, SEQ)
            floor = self._stretch(before, {}, tokens, pos, full)
            kinds = 2 if part.copied else 1  # that are added up; a stretch is of one of them
            for cut in here:
                some = dict.fromkeys(cut.heads, (passes.ROWS, (Q8_0, Q8_0)))
                yield passes.MeasuredCut(cut, kinds * (self._stretch(before, some, tokens, pos, full) - floor))

    def _stretch(
        self, before: SavedBytes, some: dict[int, tuple[int, Kinds]], tokens: list[int], pos: int, full: Rows
    ) -> float:
        """Nats that a stretch moves by."""
        table = [some.get(i, _ALL) for i in range(self._n_heads)]
        _cut(self._model, before, len(self._text.context), table, self.lookups)
        return float(_divergence(full, forced(self._model, tokens, pos, SEQ)).mean())


def _cut(
    model: Model, saved: SavedBytes, n: int, table: Sequence[tuple[int, Kinds]], lookups: Sequence[Sequence[float]]
) -> NDArray[np.float64]:
    """``saved`` with the ``n`` tokens of the context compacted by ``table``; the held-out error of each head."""
    api = model.compact_api
    model.clear()
    model.set_state(saved, SEQ)
    budgets = [HeadBudget(rows, *kinds, line) for (rows, kinds), line in zip(table, lookups, strict=True)]
    api.compact(model.context, SEQ, _params(model, n), budgets)
    return np.array(api.errors(model.context, len(table)))


def errors_steps(model: Model, n: int, rows: int, after: int) -> Generator[float, None, list[float]]:
    """How far off each head's output is, relatively, if all heads were cut to ``rows`` of the first ``n`` tokens.

    For the queries of the tokens that the model has read from the position ``after`` on, which no fit has seen. Yields
    the share that is done after some milliseconds each. Nothing is changed.
    """
    api = model.compact_api
    budgets = [HeadBudget(rows)] * len(api.live_types(model.context))
    params = _params(model, n)
    params.p_held_out, params.n_held_out = after, HELD_OUT
    with api.begin(model.context, SEQ, params, budgets) as job:
        while not job.step(_SLICE):
            yield job.progress
        _, errors = job.known()
    return errors


def alone_steps(
    model: Model, context: list[int], going_on: list[int], copied: list[int], rows: int
) -> Generator[float, None, list[tuple[float, float]]]:
    """What each head loses that is cut to ``rows`` of ``context``, alone: in nats on prose and on copied text.

    Read are the prose that goes on and a part of the context once more. Yields the share that is done after each batch.
    """
    read = len(going_on)
    copies = (slice(read + PROSE_CUE, read + len(copied)),)
    n_heads = len(model.compact_api.heads(model.context))
    bench = _Bench(model, MeasuredText(context, [*going_on, *copied], slice(0, read), copies, ()), [()] * n_heads)
    for _ in bench.prepare_steps():
        yield 0.0
    least = NOISE_PART * bench.floor, NOISE_PART * bench.copy_floor
    found = []
    for head in range(n_heads):
        *lost, _ = yield from _lost_steps(bench, {head: (rows, (Q8_0, Q8_0))}, (head + 1) / (n_heads + 1))
        prose, copy = (_short(max(nats, floor)) for nats, floor in zip(lost, least, strict=True))
        found.append((prose, copy))
    return found


def _params(model: Model, n: int) -> Params:
    params = model.compact_api.default_params(model.context)  # whatever the group: errors are compared between models
    params.p0, params.p1 = SINKS, n - RECENT
    return params


def _divergence(full: Rows, said: Rows) -> NDArray[np.float64]:
    """Nats of each token.

    Raises:
        CannotCompact: they are no numbers.
    """
    try:
        return kl_divergence(full, said)
    except ValueError as error:
        raise CannotCompact("heads.not_numbers") from error
