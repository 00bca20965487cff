"""The meter's numbers and sentences, from a memory state. No widgets, so that each number can be tested."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from PySide6.QtCore import QCoreApplication

from app.core.work_values import LEAST_UNREAD, MemoryState, Resumed, WorkProgress
from app.ui.numbers import count, decimal, duration, share, size, times
from app.ui.sentences import sentence
from app.ui.widgets.likeness import next_words

translate = QCoreApplication.translate

KINDS = ("system", "documents", "compacted", "live", "others", "reserve")
MADE_SMALLER = ("documents", "compacted")
SEEN = 0.005  # share of the memory from which other work counts


@dataclass(frozen=True)
class MeterReading:
    """What the meter shows. ``others`` among the kinds: what else is at work in the same memory,
    other chats, the title of a chat, documents that are read, other programs by the local server.

    ``shares``: part of the bar, 0 to 1, by kind in the order of ``KINDS``; ``legend``: kind and text, in order;
    ``tick``: where on the bar a compaction starts by itself (None: it does not).
    """

    left: str
    right: str
    shares: tuple[float, ...]
    legend: tuple[tuple[str, str], ...]
    tick: float | None
    tip: str
    narrow: tuple[tuple[str, str], ...] = ()  # the legend where there is little room
    fill: float = 0.0  # share of the memory that this chat takes
    others: float = 0.0  # and that all else at work beside it takes; 0 where that is next to nothing
    ratio: float = 0.0  # how much smaller the compacted part is; 0: nothing is compacted
    compacting: float = -1.0  # share of a compaction in the background; -1: none goes on
    refining: float = -1.0  # the same of one that is made better while nobody waits
    waits: bool = False  # none does though the context is that full
    unfinished: bool = False  # a part of the chat is not read; ``right`` says how much of it is


Missing = Literal["empty", "loading", "unloaded"]


def empty(why: Missing = "empty") -> MeterReading:
    """What is shown before there is a memory. ``why``: none is needed yet; it is on its way; it is not loaded."""
    left = {
        "empty": translate("Meter", "Context  empty"),
        "loading": translate("Meter", "Context  loading…"),
        "unloaded": translate("Meter", "Context  not loaded yet"),
    }[why]
    return MeterReading(left, "", (0.0,) * len(KINDS), (), None, "")


def bytes_of_free_token(memory: MemoryState) -> float:
    """Bytes that the next token will take; 0 if nothing tells."""
    free = memory.bytes_total - memory.bytes_used
    return free / memory.free_tokens if memory.free_tokens > 0 else 0.0


def bytes_per_token(memory: MemoryState, n_ctx: int) -> float:
    """Bytes that one token takes in a memory that nothing was compacted in. ``n_ctx`` 0: unknown, from the parts."""
    if n_ctx > 0:
        return memory.bytes_total / n_ctx
    exact = [part.bytes / part.tokens for part in memory.segments if part.kind not in MADE_SMALLER and part.tokens > 0]
    return max([*exact, bytes_of_free_token(memory)])


def token_words(number: int) -> str:
    """ "1,240 tokens"."""
    return translate("Meter", "%Ln token(s)", "", number)


def read(
    memory: MemoryState | None, reserve: int, auto: bool, n_ctx: int = 0, missing: Missing = "empty"
) -> MeterReading:
    """The reading of ``memory``.

    ``reserve``: tokens kept free for a reply; ``auto``: whether it compacts by itself; ``n_ctx``: tokens it holds
    uncompacted; ``missing``: why there is no memory, if there is none.
    """
    if memory is None or memory.bytes_total <= 0:
        return empty(missing)
    auto = auto and not memory.forgets
    tokens = dict.fromkeys(KINDS, 0)
    sizes = dict.fromkeys(KINDS, 0)
    for part in memory.segments:
        tokens[part.kind] += part.tokens
        sizes[part.kind] += part.bytes
    each = bytes_per_token(memory, n_ctx)
    free = max(0, memory.bytes_total - memory.bytes_used)
    others = memory.bytes_used - sum(sizes.values())
    sizes["others"] = others if others > SEEN * memory.bytes_total else 0
    sizes["reserve"] = min(free, round(reserve * (bytes_of_free_token(memory) or each)))
    reserved = min(reserve, memory.free_tokens)
    free_tokens, own = memory.free_tokens - reserved, memory.bytes_used - sizes["others"]
    shares = tuple(min(1.0, sizes[kind] / memory.bytes_total) for kind in KINDS)
    ratio = max((part.ratio for part in memory.segments), default=0.0)
    right = translate("Meter", "%Ln token(s) remembered", "", memory.tokens)
    if free_tokens:
        right += "  ·  " + translate("Meter", "room for {number} more").format(number=count(free_tokens))
    if ratio:
        right += "  ·  " + translate("Meter", "{ratio}× compacted").format(ratio=times(ratio))
    if memory.unfinished:
        right = read_so_far(memory)
    elif memory.refining >= 0:
        right = translate("Meter", "Refining in the background {share}").format(share=share(memory.refining))
    elif memory.compacting >= 0:
        right = translate("Meter", "Compacting in the background {share}").format(share=share(memory.compacting))
    elif memory.waits is not None:
        right = sentence(memory.waits)
    legend, brief = [], {}
    if tokens["system"]:
        legend.append(("system", translate("Meter", "System {number}").format(number=count(tokens["system"]))))
    if tokens["documents"]:
        number = count(tokens["documents"])
        words = translate("Meter", "Documents {number} in {size}").format(number=number, size=size(sizes["documents"]))
        brief["documents"] = translate("Meter", "Documents {number}").format(number=number)
        legend.append(("documents", words))
    if tokens["compacted"]:
        number = count(tokens["compacted"])
        words = translate("Meter", "Compacted {number} in {size}").format(number=number, size=size(sizes["compacted"]))
        brief["compacted"] = translate("Meter", "Compacted {number}").format(number=number)
        legend.append(("compacted", words))
    legend.append(("live", translate("Meter", "Full detail {number}").format(number=count(tokens["live"]))))
    if sizes["others"]:
        beside = share(sizes["others"] / memory.bytes_total)
        legend.append(("others", translate("Meter", "Other work {share}").format(share=beside)))
    if reserved:
        legend.append(("reserve", translate("Meter", "Reserved for reply {number}").format(number=count(reserved))))
    if auto:
        legend.append(("tick", translate("Meter", "Compacts at {share}").format(share=share(memory.threshold))))
    names = {
        "system": translate("Meter", "System prompt"),
        "documents": translate("Meter", "Documents"),
        "compacted": translate("Meter", "Compacted"),
        "live": translate("Meter", "Full detail"),
        "reserve": translate("Meter", "Reserved for reply"),
    }
    line = "{name}: {tokens}, {size}"
    same = max((part.same for part in memory.segments if part.kind == "compacted"), default=-1.0)
    lines = []
    for kind in KINDS[:4]:
        if tokens[kind]:
            lines.append(line.format(name=names[kind], tokens=token_words(tokens[kind]), size=size(sizes[kind])))
        if kind == "compacted" and same >= 0:
            lines.append(translate("Meter", "Predicted: {words}").format(words=next_words(same)))
    if sizes["others"]:
        words = translate("Meter", "Other chats and background work: {size}")
        lines.append(words.format(size=size(sizes["others"])))
    for name, left, room in (
        (names["reserve"], reserved, sizes["reserve"]),
        (translate("Meter", "Free"), free_tokens, free - sizes["reserve"]),
    ):
        if left:
            lines.append(line.format(name=name, tokens=token_words(left), size=size(room)))
    holds = memory.tokens + memory.free_tokens
    if tokens["compacted"] and 0 < n_ctx < holds:  # more than the model's page says
        words = translate("Meter", "Compacted, this chat can hold about {number} tokens.")
        lines.append(words.format(number=count(holds)))
    return MeterReading(
        left=translate("Meter", "Context  {used} / {total}").format(used=size(own), total=size(memory.bytes_total)),
        right=right,
        shares=shares,
        legend=tuple(legend),
        tick=memory.threshold if auto else None,
        tip="\n".join(lines),
        narrow=tuple((kind, brief.get(kind, text)) for kind, text in legend),
        fill=own / memory.bytes_total,
        others=shares[KINDS.index("others")],
        ratio=ratio,
        compacting=memory.compacting,
        refining=memory.refining,
        waits=memory.waits is not None,
        unfinished=memory.unfinished,
    )


def working(progress: WorkProgress, elapsed_s: float) -> str:
    """What is being done and how long it may still take, e.g. "Reading 1,240 / 3,856 · 41 tok/s · 1 min left"."""
    reads, speed = progress.what in ("prefill", "rebuild"), progress.tokens_per_second
    left = -1.0
    if speed > 0 and reads:
        left = (progress.total - progress.done) / speed
    elif progress.done > 0 and progress.total > 0 and elapsed_s > 0.5:
        left = elapsed_s * (progress.total - progress.done) / progress.done
    facts = [_act(progress.what)]
    if reads and speed > 0:
        facts.append(translate("Meter", "{speed} tok/s").format(speed=decimal(speed, 0)))
    if left >= 0:
        facts.append(duration_left(left))
    part = progress.done / progress.total if progress.total else 0.0
    return " · ".join(facts).format(done=count(progress.done), total=count(progress.total), share=share(part))


def _act(what: str) -> str:
    """What is being done, with places for the tokens ``done`` and ``total`` or for their ``share``."""
    match what:
        case "prefill":
            return translate("Meter", "Reading {done} / {total}")
        case "rebuild":
            return translate("Meter", "Rereading the chat {done} / {total}")
        case "compact":
            return translate("Meter", "Compacting {share}")
        case "load":
            return translate("Meter", "Loading model {share}")
        case "snapshot":
            return translate("Meter", "Saving state {share}")
    return translate("Meter", "Working {share}")


def duration_left(seconds: float) -> str:
    """ "12 s left", "1 min left": no more exact than such a guess can be."""
    if seconds < 1:
        return translate("Meter", "almost done")
    if seconds < 60:
        return translate("Meter", "{time} left").format(time=f"{seconds:.0f} s")
    return translate("Meter", "{time} left").format(time=f"{seconds / 60:.0f} min")


def read_so_far(memory: MemoryState) -> str:
    """ "2,410 of 48,176 tokens read": of a chat whose reading was stopped."""
    words = translate("Meter", "{done} of {total} tokens read")
    return words.format(done=count(memory.tokens), total=count(memory.whole))


def came_back(resumed: Resumed) -> str:
    """ "Resumed in 0.02 s", or why not."""
    if resumed.unread >= LEAST_UNREAD:
        return translate("Meter", "Reading stopped") if resumed.tokens else translate("Meter", "Not read yet")
    took = duration(resumed.ms / 1000)
    if resumed.how == "resumed":
        return translate("Meter", "Resumed in {time}").format(time=took)
    if resumed.how == "rebuilt":
        return translate("Meter", "Reread in {time}").format(time=took)
    return ""
