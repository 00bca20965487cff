"""What a compaction would do to a chat's memory: by the plan it would go by, error and time by earlier ones."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import msgspec

from engine.chat.ranges import CompactionRequest
from engine.compaction.plan import CompactionPlan, Planner
from engine.compaction.policy import SINKS
from engine.compaction.prediction import of_all, same_words
from engine.errors import CannotCompact
from engine.protocol import CompactionEstimate, Previewed
from engine.scheduling.steps import PAUSE, Steps

if TYPE_CHECKING:
    from engine.chat.chat_context import ChatContext

Range = tuple[int, int]


def preview_steps(chat: ChatContext, ratios: Sequence[float], reading_seconds: float) -> Steps[Previewed]:
    """What compacting ``chat`` now at each of ``ratios`` would cost and give (0: as far as the policy says).

    ``reading_seconds``: what reading a token takes, 0: not known. Ratios at which nothing is gained, or not more than
    at a lower one, are left out. The event has neither id nor chat yet.

    Raises:
        CannotCompact: there is nothing to compact, or this memory cannot be.
    """
    yield from chat.read_little_steps()  # as the compaction would first
    planners: dict[Range, Planner] = {}
    points: list[CompactionEstimate] = []
    refusal: CannotCompact | None = None
    for ratio in sorted(ratios):
        try:
            request = chat.compactor.requested_range(ratio)
        except CannotCompact as error:
            refusal = error
            continue
        span = request.p0, request.p1
        if span not in planners:
            planners[span] = chat.compactor.planner(request, alone=True)
            yield from planners[span].prepare_steps()
        plan = chat.compactor.planned(planners[span], request)
        point = _foreseen(chat, request, plan, ratio, reading_seconds)
        before = [other for other in points if other.ratio] if ratio else []
        smaller = point.bytes_after < min([chat.fill().bytes_used, *(other.bytes_after for other in before)])
        if smaller and point.free_tokens >= max((other.free_tokens for other in before), default=0):
            points.append(point)
        yield PAUSE
    if not points:
        raise refusal or CannotCompact("compact.nothing_old")
    fill = chat.fill()
    return Previewed(
        chat_id="",
        tokens=max(point.tokens for point in points),
        recent=min(point.recent for point in points),
        bytes_now=round(fill.bytes_used),
        bytes_total=fill.bytes_total,
        free_now=fill.free_tokens,
        points=tuple(points),
    )


def reading_steps(chat: ChatContext, incoming: int) -> Steps[Previewed]:
    """What a chat's old text comes to once a message of ``incoming`` tokens was read: one entry, without a time.

    Raises:
        CannotCompact: this memory cannot be compacted.
    """
    fill, wanted = chat.fill(), chat.policy
    n = len(chat.log) + incoming
    start = max(chat.log.system_end, min(SINKS, n))
    end = max(start + 1, n - wanted.keep_recent)
    start, end = (chat.log.outside_grids(at) for at in (start, max(end, chat.log.blocks_end)))
    request = CompactionRequest(start, end, 1.0)
    planner = chat.compactor.planner(request, alone=True, more=n - chat.cached)
    yield from planner.prepare_steps()
    plan = planner.at(wanted.threshold * fill.bytes_total - wanted.reserve * fill.bytes_per_token)
    point = _foreseen(chat, request, plan, 0.0, 0.0)
    return Previewed(
        chat_id="",
        tokens=point.tokens,
        recent=wanted.keep_recent,
        bytes_now=round(fill.bytes_used),
        bytes_total=fill.bytes_total,
        free_now=fill.free_tokens,
        points=(msgspec.structs.replace(point, ms=0.0, recent=wanted.keep_recent),),
    )


def _foreseen(
    chat: ChatContext, request: CompactionRequest, plan: CompactionPlan, asked: float, reading_seconds: float
) -> CompactionEstimate:
    """What ``plan``, made for ``request``, comes to; ``asked``: the ratio asked for."""
    fill, history, sizes = chat.fill(), chat.history, plan.sizes
    loss = plan.loss if plan.base.profile is not None else None
    error = 0.0 if plan.exact else round(history.error(loss, plan.ratio), 5)
    beside = (mark for mark in chat.log.blocks if mark.p1 <= request.p0 or mark.p0 >= request.p1)
    others = [mark.nats for mark in beside if not mark.document]
    return CompactionEstimate(
        ratio=asked,
        block_ratio=round(plan.ratio, 3),
        bytes_after=round(sizes.total),
        free_tokens=max(0, int((fill.bytes_total - sizes.total) / sizes.each)) if sizes.each else 0,
        error=error,
        ms=round(history.ms(plan.work, reading_seconds)),
        tokens=request.p1 - request.p0,
        recent=chat.cached - request.p1,
        same=round(same_words(of_all([plan.nats(error), *others])), 4),
    )
