"""Head profiles: what each (layer, KV head) of a model loses when it keeps few rows, and which copy from far back.

A profile is measured once per model (:mod:`engine.heads.calibration`) or ships with the program, as JSON in a file
named by the model's fingerprint: per head its share (how much of random text it looks back at when the text comes
again) and, where it was measured, the KL divergence in nats that the model's next tokens move by when this head alone
is cut to ``rows`` rows, on prose and on copied text, and when its rows are rounded to fewer bits: all of them, as where
a head is one attention call, or those of blocks alone, as in RAM, where live rows have a type of their own.
"""

from __future__ import annotations

import bisect
import logging
import math
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate, chain, pairwise
from pathlib import Path

import msgspec

from engine.errors import DiskFull
from engine.files import data_folder, replacing
from engine.gguf.ggml_types import F16, N2_0, N3_0, Q4_0, Q5_0, Q8_0
from engine.protocol import UNREADABLE, Heads, ModelFacts

log = logging.getLogger("engine.heads.profile")

VERSION = 3  # since then, shares are of all that a head attends to

Kinds = tuple[int, int]  # ggml types of a head's K and V rows

# What a type loses of what q4_0 does: a bit more halves a number's error and quarters the divergence, which is what
# q5_0 was measured to lose on SmolLM2-135M and Gemma-3-270M. Three and two bits by their mean squared error: measured
# were 3.8 and 17 times of values, 2.5 and 11 of keys (ten heads of SmolLM2-135M that copy, each on its own).
_LOST = {F16: 0.0, Q8_0: 1 / 256, Q5_0: 1 / 4, Q4_0: 1.0, N3_0: 4.0, N2_0: 16.0}
_EXACT = (F16, Q8_0)  # lose next to nothing in any head
LIGHT, ROUGH = (Q8_0, Q4_0), (Q4_0, Q4_0)  # the pairs that are measured: values in four bits, and keys as well

# How much a nat lost on what is looked up, copied text or replies to questions, weighs against one lost on prose. Such
# text is rare, but all or nothing: at 0.003, which costs prose least, replies that look something up were the first to
# change (docs/EXPERIMENTS.md).
COPY_WEIGHT = 0.1
# Rows that prose asks for grow with this power of the block's length, above the length that was measured. With a
# number of rows whatever the length (0), compactions of 8,192 tokens and more were predicted 1.3 to 9 times too well,
# and code at 16x got too little for prose (docs/EXPERIMENTS.md).
PROSE_GROWS = 0.5
# With fewer rows than these, a head's loss counts more than it did alone, by this power of how many times fewer they
# are: some fall off a cliff, and a split takes rows from those of which that did not show. Without it, 16x lost up to
# 1.8 times as much (docs/EXPERIMENTS.md). The more a head is seen to lose the less it is multiplied, by half as much at
# FEW_LOSS nats, as that much is known: else Gemma, whose three far-seeing heads lose it, loses 8 % more at 16x.
FEW_ROWS, FEW_POWER, FEW_LOSS = 64, 1.6, 1e-3
MOST_TOGETHER = 1000.0  # by what heads lose together, of the sum of each; measured were 0.5 to 3
_LEAST = 1e-7  # nats; below it a loss is not told from none
MOST_LOST = 1000.0  # nats; no loss is that high
MOST_TOKENS = 1 << 31  # of a block
MOST_ERROR = 1000.0  # that a fit is told to have
MOST_WEIGHT = 1e6  # of a key's number in what it tells of look-ups


def weighed(losses: tuple[float, float]) -> float:
    """Nats lost on prose and on what is looked up as one number, which a split goes by."""
    prose, copied = losses
    return prose + COPY_WEIGHT * copied


def type_name(kinds: Kinds) -> str:
    """How a pair of row types is called in a profile."""
    return f"{kinds[0]}/{kinds[1]}"


class HeadProfile(msgspec.Struct, frozen=True):
    """One (layer, KV head). ``prose`` and ``copy``: nats lost at each of the profile's sizes; empty: not measured.

    ``copy`` is of text that is looked up: word by word and, of profiles that know it, to reply to questions, added up.
    ``types``: nats lost on both with all rows in a pair of types, live ones too (one number in
    profiles from before 27 November 2026, of prose); ``block_types``: with block rows alone. ``errors``: how far off it
    is on what comes after, prose and copied text, when all heads are cut to few rows of some prose
    (:mod:`engine.heads.calibration`); None: not known, as in profiles from before 28 November 2026. ``alone``: nats
    lost on both when this head alone is cut to few rows of that prose, where a model of few heads was ranked.
    ``lookups``: what its keys tell of their being looked up (:mod:`engine.heads.lookups`), [d_k + 1]; empty: not known.
    """

    layer: int
    head: int
    share: float
    prose: list[float] = []
    copy: list[float] = []
    types: dict[str, tuple[float, float] | float] = {}
    block_types: dict[str, tuple[float, float]] = {}
    errors: tuple[float, float] | None = None
    alone: tuple[float, float] | None = None
    lookups: list[float] = []

    def loss(self, rows: int, n_block: int, reference: Sequence[int], measured_tokens: int) -> float:
        """Nats that are counted when ``rows`` of a block of ``n_block`` tokens are kept, falling in ``rows``.

        Copied text asks for a part of the block, and is read off at the same share of the block that was measured.
        Prose asks for less than that, see ``PROSE_GROWS``.
        """
        if not self.prose:
            return self._typical_loss(rows)
        return weighed(self.losses(rows, n_block, reference, measured_tokens))

    def losses(self, rows: int, n_block: int, reference: Sequence[int], measured_tokens: int) -> tuple[float, float]:
        """The same on prose and on copied text; for heads with curves."""
        part = measured_tokens / max(n_block, 1)  # of the block that is compacted
        of_prose, of_copy = rows * min(part, 1.0) ** PROSE_GROWS, rows * part
        prose, copied = _read_off(reference, self.prose, of_prose), _read_off(reference, self.copy, of_copy)
        return _with_few_rows(prose, of_prose), _with_few_rows(copied, of_copy)

    def scaled(self, of_prose: float, of_copy: float) -> HeadProfile:
        """It with curves of these heights, times its own; no loss above what a profile may say."""
        prose, copied = (
            [min(nats * factor, MOST_LOST) for nats in curve]
            for curve, factor in ((self.prose, of_prose), (self.copy, of_copy))
        )
        return msgspec.structs.replace(self, prose=prose, copy=copied)

    def _typical_loss(self, rows: int) -> float:
        """What heads of such a share lost on SmolLM2-135M; for heads that were only ranked."""
        return (8e-5 + 6e-3 * self.share**2) * math.sqrt(64 / max(rows, 1)) + 3e-3 * self.share**6

    def rounding(self, kinds: Kinds, *, live_apart: bool) -> tuple[float, float] | None:
        """Nats lost on prose and on copied text when rows are held in these types, K and V on their own.

        ``live_apart``: live rows are not. None where it was not measured.
        """
        light, rough = (self.rounded(pair, live_apart=live_apart) for pair in (LIGHT, ROUGH))
        if light is None or rough is None:
            return (0.0, 0.0) if kinds[0] in _EXACT and kinds[1] in _EXACT else None
        k, v = _LOST[kinds[0]], _LOST[kinds[1]]
        return k * max(rough[0] - light[0], 0.0) + v * light[0], k * max(rough[1] - light[1], 0.0) + v * light[1]

    def rounded(self, kinds: Kinds, *, live_apart: bool) -> tuple[float, float] | None:
        """The same for a pair that is measured; where only what all rows lose is known, block rows lose no more."""
        name = type_name(kinds)
        if live_apart and name in self.block_types:
            return self.block_types[name]
        lost = self.types.get(name)
        return lost if lost is None or isinstance(lost, tuple) else (lost, 0.0)


def _with_few_rows(loss: float, rows: float) -> float:
    """What a head's loss counts as with so few rows; as it is with :data:`FEW_ROWS` and more."""
    if rows >= FEW_ROWS:
        return loss
    more: float = (FEW_ROWS / max(rows, 1.0)) ** FEW_POWER - 1.0
    return loss + more * loss * FEW_LOSS / (loss + FEW_LOSS)


def _read_off(sizes: Sequence[int], losses: Sequence[float], at: float) -> float:
    """A falling curve through the points, straight in logarithms, its end slopes going on; flat through one."""
    x = [math.log(size) for size in sizes]
    y = [math.log(loss) for loss in accumulate((max(loss, _LEAST) for loss in losses), min)]
    if len(x) == 1:
        return math.exp(y[0])
    z = math.log(max(at, 1.0))
    i = min(max(bisect.bisect(x, z), 1), len(x) - 1)
    lost = y[i - 1] + (y[i] - y[i - 1]) / (x[i] - x[i - 1]) * (z - x[i - 1])
    return math.exp(min(lost, math.log(MOST_LOST)))  # a steep slope leads beyond all numbers


class Profile(msgspec.Struct, frozen=True):
    """All heads of a model, with the sizes (rows of a block of ``tokens`` tokens) that the curves stand for.

    Of a model that was only ranked, ``tokens`` are those of the block that heads were cut in.

    ``weights``: those of the model, as in :class:`engine.protocol.ModelFacts`; "": not known. ``together``: what heads
    lose that are cut at once, by the sum of what each loses alone.
    """

    heads: list[HeadProfile]
    version: int = VERSION
    tokens: int = 0
    rows: list[int] = []
    weights: str = ""
    together: float = 1.0

    def find(self, layer: int, head: int) -> HeadProfile | None:
        return next((one for one in self.heads if (one.layer, one.head) == (layer, head)), None)


def folders() -> list[Path]:
    """Where profiles are looked for: the person's data folder first, then what ships with the program."""
    return [_measured_folder(), Path(__file__).resolve().parents[2] / "resources" / "profiles"]


def load(fingerprint: str, weights: str = "") -> Profile | None:
    """The profile of the file with that fingerprint, or of one with these weights; None: there is none."""
    profile, _ = _find(fingerprint, weights)
    return profile


def load_for(facts: ModelFacts) -> Profile | None:
    """As :func:`load`, of a model file."""
    return load(facts.fingerprint, facts.weights)


def measured() -> list[Profile]:
    """All profiles there are with losses and shares of this version: what ships first, then what was measured here."""
    return [one for one, _ in _all(reversed(folders())) if one.rows and one.heads and one.version >= VERSION]


def _all(places: Iterable[Path]) -> Iterator[tuple[Profile, Path]]:
    """Every profile that can be read, and the folder it lies in."""
    for folder in places:
        for path in sorted(folder.glob("*.json")):
            one = _read(path)
            if one is not None:
                yield one, folder


def known(fingerprint: str, weights: str = "") -> Heads:
    """What is known of the heads of a model; arguments as of :func:`load`."""
    profile, folder = _find(fingerprint, weights)
    if profile is None:
        return "none"
    if folder != _measured_folder():
        return "built_in"
    return "measured" if profile.rows else "ranked"


def _find(fingerprint: str, weights: str) -> tuple[Profile | None, Path | None]:
    """The profile in force, and its folder: the file's own, unless only one of the same weights has losses."""
    own: tuple[Profile | None, Path | None] = (None, None)
    for folder in folders():
        found = _read(folder / f"{fingerprint}.json")
        if found is not None and (found.rows or found.version >= VERSION):
            own = found, folder
            break
    if weights and (own[0] is None or not own[0].rows):
        same = (one for one in _all(folders()) if one[0].weights == weights and one[0].rows)
        return next(same, own)
    return own


def read(path: Path) -> Profile | None:
    """The profile in a file that somebody gave; None where there is none, or none that can be used."""
    found = _read(path)
    return found if found is not None and found.heads and (found.rows or found.version >= VERSION) else None


def _read(path: Path) -> Profile | None:
    """The profile in a file; None where there is none, or none that can be used."""
    try:
        found = msgspec.json.decode(path.read_bytes(), type=Profile)
    except FileNotFoundError:
        return None
    except (OSError, *UNREADABLE) as error:
        log.warning("the head profile %s cannot be used: %s", path, error)
        return None
    if (wrong := _wrong_with(found)) is not None:
        log.warning("the head profile %s cannot be used: %s", path, wrong)
        return None
    return found


def _wrong_with(profile: Profile) -> str | None:
    """What of a profile cannot be: files come from other people, too, and budgets are computed with these numbers."""
    sizes = profile.rows
    if any(not low < high for low, high in pairwise([0, *sizes, profile.tokens + 1, MOST_TOKENS])):
        return "its sizes do not rise from 1 to its tokens"
    if not (math.isfinite(profile.together) and 0 < profile.together <= MOST_TOGETHER):
        return "what heads lose together is no factor"
    places = {(one.layer, one.head) for one in profile.heads}
    if len(places) < len(profile.heads) or any(min(place) < 0 for place in places):
        return "a head is there twice, or has no place"
    for one in profile.heads:
        if len(one.prose) not in (0, len(sizes)) or len(one.copy) != len(one.prose):
            return f"layer {one.layer}, head {one.head} has another number of losses than there are sizes"
        rounded = (lost if isinstance(lost, tuple) else (lost,) for lost in one.types.values())
        losses = (*one.prose, *one.copy, *(one.alone or ()), *chain(*rounded), *chain(*one.block_types.values()))
        if not all(abs(weight) <= MOST_WEIGHT for weight in one.lookups):
            return f"layer {one.layer}, head {one.head} tells of look-ups by what is no number"
        known = all(0 <= error <= MOST_ERROR for error in one.errors or ())
        if not (known and 0 <= one.share <= 1 and all(0 <= loss <= MOST_LOST for loss in losses)):
            return f"layer {one.layer}, head {one.head} has numbers that are none"
    return None


def save(fingerprint: str, profile: Profile, path: Path | None = None) -> Path | None:
    """Keep a measured profile, in the data folder unless ``path`` says otherwise; None when it could not be written."""
    path = path or _measured_folder() / f"{fingerprint}.json"
    try:
        with replacing(path) as file:
            file.write(_text(profile).encode())
    except DiskFull as error:
        log.warning("%s", error)
        return None
    return path


def _text(profile: Profile) -> str:
    """JSON with one line per head, for people."""
    lines = ",\n".join(" " + msgspec.json.encode(one).decode() for one in profile.heads)
    rows = ", ".join(str(n) for n in profile.rows)
    head = f'"version": {profile.version}, "weights": "{profile.weights}", "tokens": {profile.tokens}, "rows": [{rows}]'
    head += f', "together": {profile.together:.3g}'
    return f'{{{head},\n"heads": [\n{lines}\n]}}\n'


def _measured_folder() -> Path:
    return data_folder() / "profiles"
