"""A short measurement of a model loaded for the first time on a machine: which number of threads is fastest."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Sequence

from engine.errors import Cancelled
from engine.model.model import Model
from engine.sizing.speeds import ThreadSpeed

log = logging.getLogger("engine.process.tuning")

SECONDS = 3.0  # for all of it; a model that is too slow for it keeps the usual number
_PROMPT, _TOKENS = 32, 4  # tokens that are read at once, where batches may be so long, and one by one


def measure_threads(
    model: Model,
    candidates: Sequence[int],
    stop: Callable[[], bool],
    *,
    seconds: float = SECONDS,
    clock: Callable[[], float] = time.perf_counter,
) -> tuple[ThreadSpeed, ...] | None:
    """What each number of threads reads and writes a second, as far as there was time; None: stopped.

    The model's memory is empty before and after, and its threads are those it was opened with.
    """
    c, context = model.functions, model.context
    usual = int(c.llama_n_threads(context)), int(c.llama_n_threads_batch(context))
    end = clock() + seconds
    at_once = min(_PROMPT, model.n_ubatch)
    text = model.tokenize("Threads are counted while this is read. " * _PROMPT, special=False)[: at_once + _TOKENS]
    speeds: list[ThreadSpeed] = []

    def over() -> bool:
        return stop() or clock() > end

    try:
        model.decode(text[:at_once], 0, cancelled=over)  # reads the weights from the disk
        for threads in candidates:
            model.clear()
            c.llama_set_n_threads(context, threads, threads)
            start = clock()
            model.decode(text[:at_once], 0, cancelled=over)
            middle = clock()
            for i in range(at_once, len(text)):
                if over():
                    raise Cancelled("request.stopped")
                model.decode(text[i : i + 1], i, cancelled=over)
            prompt, decode = max(middle - start, 1e-9), max(clock() - middle, 1e-9)
            speeds.append(ThreadSpeed(threads, at_once / prompt, (len(text) - at_once) / decode))
    except Cancelled:
        log.info("no time to measure more than %d of %d numbers of threads", len(speeds), len(candidates))
    finally:
        model.clear()
        c.llama_set_n_threads(context, *usual)
    log.info("speeds by threads: %s", [(one.threads, round(one.prompt), round(one.decode, 1)) for one in speeds])
    return None if stop() else tuple(speeds)
