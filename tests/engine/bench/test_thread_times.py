"""Processor time by threads: what one does counts where it belongs."""

from __future__ import annotations

import sys
import threading

import pytest

from engine.bench.thread_times import ENGINE, ThreadTimes


def worked() -> None:
    sum(i * i for i in range(2_000_000))


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells the time of single threads")
@pytest.mark.parametrize("name", [ENGINE, "other"])
def test_time_counts_where_it_was_spent(name: str) -> None:
    done, go_on = threading.Event(), threading.Event()

    def work() -> None:
        worked()
        done.set()
        go_on.wait()

    begun = ThreadTimes.now()
    thread = threading.Thread(target=work, name=name)
    thread.start()
    done.wait()
    used = ThreadTimes.now() - begun
    go_on.set()
    thread.join()
    mine, rest = used if name == ENGINE else reversed(used)
    assert mine > rest
    assert (used / 2).engine == used.engine / 2
