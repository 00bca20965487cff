"""A short measurement of a model loaded for the first time on a machine: which number of threads is fastest."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Sequence

from engine.model.model import Model
from engine.sizing.speeds import ThreadSpeed

log = logging.getLogger("engine.process.tuning")

SECONDS = 3.0  # for all of it; a model that is too slow for it is left as it is
_PROMPT, _TOKENS = 32, 4  # tokens that are read at once, and one by one


def measure_threads(
    model: Model,
    candidates: Sequence[int],
    stop: Callable[[], bool],
    *,
    seconds: float = SECONDS,
    clock: Callable[[], float] = time.perf_counter,
) -> tuple[ThreadSpeed, ...]:
    """What each number of threads reads and writes a second; (): stopped, or there was no time for two of them.

    The model's memory is empty before and after, and its threads are those it was opened with.
    """
    c, context = model.functions, model.context
    usual = int(c.llama_n_threads(context)), int(c.llama_n_threads_batch(context))
    end = clock() + seconds
    text = model.tokenize("Threads are counted while this is read. " * _PROMPT, special=False)[: _PROMPT + _TOKENS]
    speeds: list[ThreadSpeed] = []
    try:
        model.decode(text[:_PROMPT], 0)  # reads the weights from the disk
        for threads in candidates:
            model.clear()
            c.llama_set_n_threads(context, threads, threads)
            start = clock()
            model.decode(text[:_PROMPT], 0)
            middle = clock()
            for i in range(_PROMPT, len(text)):
                model.decode(text[i : i + 1], i)
            done = clock()
            if stop() or done > end:
                break
            prompt, decode = max(middle - start, 1e-9), max(done - middle, 1e-9)
            speeds.append(ThreadSpeed(threads, _PROMPT / prompt, (len(text) - _PROMPT) / decode))
    finally:
        model.clear()
        c.llama_set_n_threads(context, *usual)
    log.info("speeds by threads: %s", [(one.threads, round(one.prompt), round(one.decode, 1)) for one in speeds])
    return tuple(speeds) if len(speeds) > 1 and not stop() else ()
