"""What the end of an engine process is called, by what each system says of it."""

from __future__ import annotations

import signal

import pytest

from app.core.texts import say
from app.services.engine_client.failure import explain, signal_name


def as_qt_gives_it(status: int) -> int:
    """An NTSTATUS as QProcess.exitCode has it: an int of 32 bits."""
    return status - (1 << 32)


@pytest.mark.parametrize(
    ("status", "name"),
    [
        (0xC0000005, "STATUS_ACCESS_VIOLATION"),
        (0xC0000409, "STATUS_STACK_BUFFER_OVERRUN"),
        (0xC000001D, "STATUS_ILLEGAL_INSTRUCTION"),
        (0xC0000420, "0xC0000420"),
    ],
)
def test_a_crash_on_windows_is_named_as_others_name_it(status: int, name: str) -> None:
    death = explain(as_qt_gives_it(status), True, [])
    assert (death.signal, death.reason) == (name, say("engine.signal", signal=name))


def test_an_exception_that_nobody_caught_is_no_exit_status() -> None:
    """Qt counts it as an end that was meant: it lies above what it takes for crashes."""
    assert explain(as_qt_gives_it(0xE06D7363), False, []).signal == "C++ exception"


@pytest.mark.parametrize(
    ("status", "code"),
    [(0xC0000017, "engine.out_of_memory"), (0xC000012D, "engine.out_of_memory"), (0xC0000135, "engine.incomplete")],
)
def test_what_windows_knows_of_an_end_is_said(status: int, code: str) -> None:
    assert explain(as_qt_gives_it(status), True, []).reason.code == code


def test_what_the_process_said_counts_more() -> None:
    status = as_qt_gives_it(0xC0000409)
    assert explain(status, True, ["GGML_ASSERT(x) failed"]).reason.code == "engine.check_failed"
    assert explain(status, True, ["ggml_vulkan: DeviceLost"]).driver_failed


def test_signals_are_named_where_there_are_signals() -> None:
    assert signal_name(signal.SIGSEGV) == "SIGSEGV"
    assert signal_name(4711) == ""
    assert explain(9, False, []).reason == say("engine.status", status="9")
